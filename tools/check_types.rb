# frozen_string_literal: true

require_relative "checkout"
Checkout.use

require "jacinth"
require "rbs"

# Compares sig/ with the library, both ways: what is public has a signature, and
# what has a signature is there. The keywords of generate are the generator's
# options, as the C sources list them.
#
#     bin/setup types -- ruby tools/check_types.rb
class CheckTypes
  def initialize
    loader = RBS::EnvironmentLoader.new
    loader.add(path: Pathname(File.join(Checkout::ROOT, "sig")))
    env = RBS::Environment.from_loader(loader).resolve_type_names
    @builder = RBS::DefinitionBuilder.new(env: env)
  end

  def faults
    method_faults + option_faults("generate", Jacinth::State.new.to_h.keys)
  end

  private

  def method_faults
    modules_below(Jacinth).flat_map do |mod|
      instance = definition(:build_instance, mod)
      single = definition(:build_singleton, mod)
      next ["#{mod}: no signature"] unless instance

      there = mod.method(:public_method_defined?)
      compare("#{mod}#", declared(instance, mod), instances(mod), there) +
        compare("#{mod}.", declared(single, mod), singles(mod), mod.method(:respond_to?))
    end
  end

  # Whether the keywords in the signature of Jacinth.<method> are these.
  def option_faults(method, options)
    types = definition(:build_singleton, Jacinth).methods[method.to_sym].method_types
    keywords = types.flat_map { |type| type.type.optional_keywords.keys }
    (options - keywords).map { |name| "Jacinth.#{method}: #{name}: is not in the signature" } +
      (keywords - options).map { |name| "Jacinth.#{method}: #{name}: is no option" }
  end

  def compare(prefix, declared, defined, there)
    absent = declared.reject { |name| there.call(name) }
    (defined - declared).map { |name| "#{prefix}#{name}: no signature" } +
      absent.map { |name| "#{prefix}#{name}: a signature, but no such method" }
  end

  def definition(way, mod)
    name = RBS::TypeName.parse("::#{mod}")
    @builder.public_send(way, name)
  rescue RuntimeError
    nil
  end

  # Public methods that the signature of mod itself brings.
  def declared(definition, mod)
    own = definition.methods.select { |_, method| method.defined_in.to_s == "::#{mod}" }
    own.filter_map { |name, method| name if method.public? }
  end

  def instances(mod)
    public_names(mod.public_instance_methods(false))
  end

  # A Struct's class methods are Struct's.
  def singles(mod)
    return [] if mod.is_a?(Class) && mod < Struct

    public_names(mod.singleton_methods(false) - %i[new])
  end

  # Names with a leading _ and :nodoc: ones are not public.
  def public_names(names)
    @hidden ||= Dir[File.join(Checkout::ROOT, "lib/**/*.rb")].flat_map do |path|
      File.read(path, encoding: "UTF-8").scan(/def (?:self\.)?([^\s(;]+).*# :nodoc:/).flatten
    end
    names.reject { |name| name.start_with?("_") || @hidden.include?(name.to_s) }
  end

  def modules_below(mod)
    inner = mod.constants(false).map { |name| mod.const_get(name) }.grep(Module)
    inner.select! { |other| other.name.to_s.start_with?("#{mod}::") }
    [mod, *inner.uniq.flat_map { |other| modules_below(other) }].uniq
  end
end

if $PROGRAM_NAME == __FILE__
  faults = CheckTypes.new.faults
  puts faults
  exit faults.empty?
end
