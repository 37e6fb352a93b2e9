# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/public_modules"

# Methods in C show the names of their parameters.
class SignaturesTest < Minitest::Test
  include JacinthHelpers

  # Methods of json 2.x and of Ruby's Struct, and the to_json of every object.
  OTHERS = /\AJacinth::(?:Fragment|ValidationError::Fault|GeneratorMethods|Ext::Generator::GeneratorMethods)\b/

  def needs_methods_in_c
    skip "the portable backend has no methods in C" if Jacinth.build_info[:backend] == "portable"
  end

  def methods_of(mod)
    own = mod.singleton_methods(false).map { |name| mod.method(name) }
    own += mod.instance_methods(false).map { |name| mod.instance_method(name) } if mod.is_a?(Class)
    own += [mod.instance_method(:initialize)] if mod.is_a?(Class) && mod.private_method_defined?(:initialize, false)
    own.reject { |method| method.name.start_with?("_") }
  end

  def in_c
    Jacinth.const_get(:Type) # may be loaded late
    PublicModules.all.reject { |mod| mod.name.match?(OTHERS) }.flat_map { |mod| methods_of(mod) }.reject(&:source_location)
  end

  def test_every_method_in_c_names_its_parameters
    needs_methods_in_c
    nameless = in_c.select { |method| method.parameters.any? { |kind, name| name.nil? || name == :_ || (kind == :rest && name == :*) } }

    assert_operator in_c.size, :>=, 100
    assert_empty nameless.map(&:inspect)
  end

  # A method that takes a fixed number of arguments declares as many.
  def test_the_declared_parameters_fit_the_arity
    needs_methods_in_c
    wrong = in_c.reject { |method| method.arity.negative? || method.parameters.map(&:first) == [:req] * method.arity }

    assert_empty wrong.map(&:inspect)
  end

  def test_inspect_and_parameters_show_the_signature
    needs_methods_in_c
    assert_equal "#<Method: Jacinth.parse(source, **options)>", Jacinth.method(:parse).inspect
    assert_equal [%i[req obj], %i[opt opts]], Jacinth.method(:generate).parameters
    assert_equal "#<UnboundMethod: Jacinth::Coder#dump(object, io=...)>", Jacinth::Coder.instance_method(:dump).to_s
    assert_match(/#indent=\(value\)>\z/, Jacinth::State.new.method(:indent=).inspect)
    assert_match(/\(Jacinth::Coder\)#load\(source\)>\z/, Class.new(Jacinth::Coder).new.method(:load).inspect)
    assert_equal [%i[req object], %i[opt io], %i[keyrest options]], Jacinth::Type[Integer].method(:dump).unbind.parameters
    assert_equal Jacinth.method(:parse).parameters, Jacinth.singleton_method(:parse).parameters
  end

  def test_methods_with_signatures_are_called_as_before
    parse = Jacinth.method(:parse)

    assert_equal [[1], [2]], %w[[1] [2]].map(&parse)
    assert_equal [{ a: 1 }], [parse.call('{"a":1}', symbolize_names: true)]
    assert_equal "[1]", Jacinth::State.instance_method(:generate).bind_call(Jacinth::State.new, [1])
    assert_raises(NameError) { Jacinth.method(:pars) }
    assert_equal Jacinth.method(:unsafe_load).parameters, Kernel.instance_method(:method).bind_call(Jacinth, :unsafe_load).parameters
  end

  def test_methods_with_signatures_are_equal_to_themselves
    coder = Jacinth::Coder.new
    methods = -> { [Jacinth.method(:parse), coder.method(:dump), Jacinth::Coder.instance_method(:dump), Jacinth.method(:parse).unbind] }

    assert_equal methods.call, methods.call
    assert_equal 4, [*methods.call, *methods.call].uniq.size
    assert_equal Jacinth.method(:parse), Kernel.instance_method(:method).bind_call(Jacinth, :parse)
    refute_equal Jacinth.method(:parse), Jacinth.method(:parse).unbind
    refute_equal Jacinth.method(:parse), Jacinth.method(:generate)
    refute_equal coder.method(:dump), Jacinth::Coder.new.method(:dump)
    refute_equal coder.method(:dump), coder
  end

  def test_parameters_work_in_a_ractor
    needs_methods_in_c
    assert_equal "[[:req, :source], [:keyrest, :options]]", ractors!(<<~RUBY)
      require "jacinth"
      print Ractor.new { Jacinth.method(:parse).parameters.inspect }.value
    RUBY
  end
end
