# frozen_string_literal: true

# The modules of the library and their public methods, found by reflection.
module PublicModules
  # Modules with tests of their own, and private ones.
  OTHERS = /Command|OnRails|Walk/

  module_function

  # Jacinth and all modules below it.
  def all(mod = Jacinth, found = [])
    return found if found.include?(mod)

    found << mod
    mod.constants(false).each do |name|
      inner = mod.const_get(name)
      all(inner, found) if inner.is_a?(Module) && inner.name.to_s.start_with?("Jacinth::")
    end
    found
  end

  # Each public method, as [name, Method or UnboundMethod]: "Jacinth.parse",
  # "Jacinth::Document#at", "Jacinth::Coder.new".
  def methods_by_name
    all.reject { |mod| mod.name.match?(OTHERS) }.flat_map { |mod| methods_of(mod) }
  end

  # The instance methods of Jacinth are its module functions again.
  def methods_of(mod)
    found = mod.singleton_methods(false).map { |name| ["#{mod.name}.#{name}", mod.method(name)] }
    found += mod.public_instance_methods(false).map { |name| ["#{mod.name}##{name}", mod.instance_method(name)] } unless mod == Jacinth
    found << ["#{mod.name}.new", mod.instance_method(:initialize)] if mod.private_method_defined?(:initialize, false)
    found
  end
end
