# frozen_string_literal: true

require_relative "../test_helper"

# Hides the to_json that the json gem adds to every object, because Jacinth would call
# it. Tests that compare both show it again.
module JSONMethods
  module_function

  def hide
    return unless defined?(::JSON::GeneratorMethods) && ::JSON::GeneratorMethods.method_defined?(:to_json, false)

    @to_json = ::JSON::GeneratorMethods.instance_method(:to_json)
    ::JSON::GeneratorMethods.remove_method(:to_json)
  end

  def show
    ::JSON::GeneratorMethods.define_method(:to_json, @to_json) if @to_json
    @to_json = nil
  end
end

# Helpers of the generator's tests.
module GeneratorHelpers
  # An object whose to_json returns a given text, or the result of a block.
  class WithToJSON
    def initialize(text = "0", &block)
      @text = text
      @block = block
    end

    def to_json(state = nil, *) = @block ? @block.call(state) : @text
  end

  # An IO with only `write`, which keeps the chunks.
  class Pipe
    attr_reader :chunks

    def initialize(&block)
      @chunks = []
      @block = block
    end

    def write(chunk)
      @chunks << chunk
      @block&.call(chunk)
      chunk.bytesize
    end

    def text = @chunks.join
  end

  module_function

  def with_to_json(text = "0", &) = WithToJSON.new(text, &)

  # The newest json gem; skips where only an older one is there. Its to_json is
  # there within with_json.
  def json
    require "json"
    JSONMethods.hide
    return ::JSON if Integer(::JSON::VERSION[/\A\d+/]) >= 3

    skip("json #{::JSON::VERSION} is here, 3.1 or newer is what the contract is about")
  end

  def with_json
    JSONMethods.show
    yield
  ensure
    JSONMethods.hide
  end

  def assert_generates(expected, object, message = nil, **options)
    text = Jacinth.generate(object, options)

    assert_equal expected, text, message
    assert_equal Encoding::UTF_8, text.encoding
    assert_sound_coderange text
  end

  # Fails unless the coderange is that of a scan.
  def assert_sound_coderange(text, note = nil)
    again = String.new(text.b, encoding: text.encoding)

    assert_equal [again.ascii_only?, again.valid_encoding?], [text.ascii_only?, text.valid_encoding?], note
  end

  def assert_generator_error(message, invalid: :any, path: :any, &block)
    error = assert_error(Jacinth::GeneratorError, message, &block)
    given = error.invalid_object
    flunk "invalid_object is #{given.inspect}" unless invalid == :any || invalid.equal?(given)
    flunk "json_path is #{error.json_path}" unless path == :any || path == error.json_path
    error
  end
end

# Every test of the generator is one of these.
GeneratorTest = Class.new(Minitest::Test) do
  include GeneratorHelpers

  def before_setup
    super
    JSONMethods.hide
  end

  def after_teardown
    JSONMethods.show
    super
  end
end
