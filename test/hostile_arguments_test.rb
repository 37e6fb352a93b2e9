# frozen_string_literal: true

require_relative "test_helper"

# tools/fuzz/hostile_arguments.rb: each argument of each public method as an
# object whose conversions misbehave.
class HostileArgumentsTest < Minitest::Test
  include JacinthHelpers

  PROGRAM = File.join(Checkout::ROOT, "tools", "fuzz", "hostile_arguments.rb")
  # What Struct defines, Ruby code that stores an object, and what only Ruby's own
  # part of the library calls.
  OTHERS = /\AJacinth\.(?:parser|generator|state)=|::Fault[.#]|Fragment\.\[\]|State\.options_hash|#_|\._/

  def rows
    @rows ||= ruby!(<<~RUBY, args: ["-W0"]).lines(chomp: true)
      require #{PROGRAM.dump}
      puts HostileArguments::ROWS.map(&:name)
    RUBY
  end

  def modules(mod = Jacinth, found = [])
    return found if found.include?(mod)

    found << mod
    mod.constants(false).each do |name|
      inner = mod.const_get(name)
      modules(inner, found) if inner.is_a?(Module) && inner.name.to_s.start_with?("Jacinth::")
    end
    found
  end

  # Name and arity of each public method of the module.
  def methods_of(mod)
    names = mod.singleton_methods(false).map { |name| ["#{mod.name}.#{name}", mod.method(name).arity] }
    names += mod.public_instance_methods(false).map { |name| ["#{mod.name}##{name}", mod.instance_method(name).arity] }
    return names unless mod.is_a?(Class) && mod.private_method_defined?(:initialize, false)

    names << ["#{mod.name}.new", mod.instance_method(:initialize).arity]
  end

  def test_every_public_method_has_a_row
    names = modules.reject { |mod| mod.name.match?(/Command|OnRails|Walk/) }
                   .flat_map { |mod| methods_of(mod) }.reject { |name, arity| arity.zero? || name.match?(OTHERS) }.map(&:first)

    assert_operator names.size, :>, 100
    assert_empty names - rows - module_functions(names)
  end

  # The instance method of a module function is the same.
  def module_functions(names)
    names.grep(/\AJacinth#/)
  end

  def test_no_argument_crashes
    skip "no fork" unless Process.respond_to?(:fork)
    ran = run_ruby("load #{PROGRAM.dump}; exit HostileArguments.run([])", args: ["-W0"])

    assert_predicate ran, :success?, "#{ran.stdout}\n#{ran.stderr[0, 5000]}"
  end
end
