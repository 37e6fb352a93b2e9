# frozen_string_literal: true

require_relative "../test_helper"

# Calls each method in C on an object that was made by allocate, without initialize. It must return
# or raise; a crash ends the run.
class UninitializedTest < Minitest::Test
  ALLOCATE = Class.instance_method(:allocate) # Type.allocate is private
  ARGUMENTS = [nil, true, -1, 2**70, 1.5, "[1]", "/a", :a, [], {}, Object.new].freeze

  # Private constants, too.
  def classes
    Jacinth.constants.each { |name| Jacinth.const_get(name) } # loads their files
    ObjectSpace.each_object(Class).select do |klass|
      Module.instance_method(:name).bind_call(klass).to_s.start_with?("Jacinth::") && !(klass <= Exception)
    end
  end

  def allocated(klass)
    ALLOCATE.bind_call(klass)
  rescue TypeError # it has no allocator
    nil
  end

  def methods_in_c(klass)
    names = klass.instance_methods(false) + klass.private_instance_methods(false)
    names.map { |name| klass.instance_method(name) }.select { |method| method.source_location.nil? }
  end

  def call(klass, method)
    least = method.arity.negative? ? -method.arity - 1 : method.arity
    most = method.arity.negative? ? least + 2 : least
    ARGUMENTS.product((least..most).to_a).each do |argument, count|
      method.bind_call(allocated(klass), *[argument] * count) { nil }
    rescue StandardError, NotImplementedError
      nil
    end
  end

  def test_methods_of_allocated_objects_return_or_raise
    called = classes.select { |klass| allocated(klass) }.flat_map do |klass|
      methods_in_c(klass).each { |method| call(klass, method) }.map { |method| "#{klass}##{method.name}" }
    end

    assert_empty %w[Jacinth::DocumentStream#handle Jacinth::Document#[] Jacinth::Writer#key] - called
  end
end
