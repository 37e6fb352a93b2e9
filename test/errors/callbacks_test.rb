# frozen_string_literal: true

require_relative "../test_helper"
require "jacinth/serializer"

# Methods that rescue the errors about a text or a value, whose callbacks raise such errors, too.
class CallbackErrorsTest < Minitest::Test
  # Writes itself by a block, which gets the arguments of to_json.
  Written = Class.new(Object) do
    def initialize(&block) = @block = block
    def to_json(*given) = @block.call(*given)
    def to_hash = @block.call
  end
  NOT_UTF8 = ["\xff"].freeze
  OTHER = {
    "GeneratorError" => ->(*) { raise Jacinth::GeneratorError, "other" },
    "NestingError" => ->(*) { raise Jacinth::NestingError, "other" },
    "an error with a path" => ->(*) { raise(Jacinth::GeneratorError.new("other", 1).tap { |e| e.instance_variable_set(:@json_path, []) }) },
    "generate" => ->(*) { Jacinth.generate(NOT_UTF8) },
    "State" => ->(*) { Jacinth::State.new.generate(NOT_UTF8) },
    "Coder" => ->(*) { Jacinth::Coder.new.dump(NOT_UTF8) },
    "dump of a type" => ->(*) { Jacinth::Type[[String]].dump(NOT_UTF8) },
    "nesting" => ->(*) { Jacinth.generate([[[]]], max_nesting: 1) },
    "parse" => ->(*) { Jacinth.parse("[[[]]]", max_nesting: 1) }
  }.freeze
  # A to_json passes on the State of the document, of which it writes a part. If the json gem
  # is loaded, that is a State of the gem, whose generate raises the gem's errors.
  PARTS = {
    "State" => ->(state) { state.instance_of?(Jacinth::State) ? state.generate(NOT_UTF8) : Jacinth.generate(NOT_UTF8, state) },
    "generate" => ->(state) { Jacinth.generate({ "a" => NOT_UTF8 }, state) },
    "nested" => ->(state) { Jacinth.generate([Written.new { |given| Jacinth.generate(NOT_UTF8, given) }], state) }
  }.freeze

  def patched(value)
    Jacinth.patch({ "a" => 1 }, [{ "op" => "test", "path" => "/a", "value" => value }])
  end

  def plan = Jacinth.const_get(:SerializerAdapter)::Plan.new(Object, nil)

  OTHER.each do |name, raising|
    define_method("test_#{name.tr(' ', '_')}_of_other_code_is_not_an_error_about_the_value") do
      written = Written.new(&raising)
      [-> { patched([written]) }, -> { patched(written) },
       -> { Jacinth::Type[{ a: String }].convert({ a: written }) }, -> { Jacinth::Type[{ a: String }].convert(written) },
       -> { plan.text([written]) }, -> { plan.text({ rows: [written] }) }].each do |call|
        error = assert_raises(Jacinth::GeneratorError, Jacinth::NestingError, &call)
        assert_match(/\Aother|\Asource|\Anesting/, error.message)
      end
    end
  end

  def test_an_error_about_a_part_of_the_value_is_one_about_the_value
    PARTS.each_value do |write|
      written = Written.new(&write)

      [written, [written], { "b" => [written] }].each { |value| assert_raises(Jacinth::PatchError) { patched(value) } }
      assert_match(/\A\$\.b\[0\]/, assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ "b" => [written] }) }.json_path)
    end
    assert_raises(Jacinth::PatchError) { patched(NOT_UTF8) }
    assert_raises(Jacinth::PatchError) { patched("\xff") }
  end

  def test_the_error_of_a_declared_type_is_one_about_the_value
    point = Struct.new(:x)
    Jacinth::Type.of(point, x: Integer)

    assert_raises(Jacinth::PatchError) { patched([point.new("\xff")]) }
  end

  def test_an_error_of_a_type_within_a_conversion_keeps_its_place
    inner = Jacinth::Type.scalar(String, load: ->(text) { Jacinth::Type[[Integer]].load(text) }, dump: :to_s.to_proc)
    error = assert_raises(Jacinth::ValidationError) { Jacinth::Type[{ a: inner }].convert({ a: "[1,\n null]" }) }

    assert_equal [2, 2, "$[1]"], [error.line, error.column, error.json_path]
    error = assert_raises(Jacinth::ValidationError) { Jacinth::Type[{ a: inner }].convert({ a: 1 }) }

    assert_equal [nil, nil, "$.a"], [error.line, error.column, error.json_path]
  end

  def test_a_basic_object_can_be_the_value
    object = Class.new(BasicObject) do
      def to_json(*) = ::Jacinth.generate(["\xff"])
      def ==(_other) = false
    end.new

    assert_raises(Jacinth::GeneratorError) { patched(object) }
    assert_equal "$[0][0]", assert_raises(Jacinth::GeneratorError) { Jacinth.generate([object]) }.json_path
  end

  def test_the_place_of_another_text_is_not_moved
    read = ->(value) { value == "x" ? Jacinth.parse("[\n 1,") : value }
    error = assert_raises(Jacinth::ParserError) { Jacinth.parse("{a: /* */ 'x'}", json5: true, on_load: read) }

    assert_equal [2, 4], [error.line, error.column]
    error = assert_raises(Jacinth::ParserError) { Jacinth.parse("{a: /* */ 'x', b: }", json5: true) }

    assert_equal [1, 19], [error.line, error.column]
  end

  # Ruby keeps each object that has an id in a table, and gives the next id to the next object.
  def test_a_call_without_an_error_takes_no_object_id
    type = Jacinth::Type[{ a: Integer }]
    text = "[#{'"a",' * 1000}1]"
    calls = [-> { type.convert({ a: 1 }) }, -> { Jacinth.parse("{a: 1}", json5: true) }, -> { Jacinth.each("1\n2") { |one| one } },
             -> { Jacinth::Document.new(text).then { |document| [1000, 999].each { |index| document[index] } } }]
    calls.each do |call|
      call.call
      call.call
      step = -(Object.new.object_id - Object.new.object_id)
      before = Object.new.object_id
      call.call

      assert_equal before + step, Object.new.object_id
    end
  end
end
