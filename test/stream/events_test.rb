# frozen_string_literal: true

require_relative "support"

class StreamEventsTest < Minitest::Test
  include StreamSupport

  # Notes every event.
  class Recorder
    attr_reader :seen

    def initialize = @seen = []

    %i[start_document end_document start_object end_object start_array end_array].each do |name|
      define_method(name) { @seen << name }
    end

    def key(name) = @seen << [:key, name]
    def value(object) = @seen << [:value, object]
  end

  TEXT = '{"a": [1, "x\n", {}], "é": {"b": null}} [] "s" 12'
  EVENTS = [
    :start_document, :start_object, [:key, "a"], :start_array, [:value, 1], [:value, "x\n"], :start_object, :end_object,
    :end_array, [:key, "é"], :start_object, [:key, "b"], [:value, nil], :end_object, :end_object, :end_document,
    :start_document, :start_array, :end_array, :end_document, :start_document, [:value, "s"], :end_document,
    :start_document, [:value, 12], :end_document
  ].freeze

  def test_all_events_are_sent_in_order
    (1..TEXT.bytesize).each do |size|
      recorder = Recorder.new

      assert_same recorder, Jacinth.events(pieces(TEXT, size), recorder)
      assert_equal EVENTS, recorder.seen, size
    end
  end

  def test_sources_of_each_format_are_read
    { lines: "[1]\n\n[2]", sequence: "\x1e[1]\n\x1e[2]\n", concatenated: "[1][2]", auto: "\x1e[1]\n\x1e[2]\n" }.each do |format, text|
      assert_equal [[1], [2]], built(StringIO.new(text), format: format)
    end
    assert_raises(ArgumentError) { built("", format: :none) }
    assert_raises(TypeError) { built(nil) }
  end

  # One that has only this method: the block.
  def handler(name, &block)
    Object.new.tap { |object| object.define_singleton_method(name, &block) }
  end

  # The same, which only notes the call.
  def only(name, log) = handler(name) { |*args| log << args }

  def test_a_handler_gets_the_events_that_it_has_methods_for
    %i[start_document end_document start_object end_object start_array end_array key value].each do |name|
      log = []
      Jacinth.events(TEXT, only(name, log))

      assert_equal EVENTS.count { |event| Array(event)[0] == name }, log.size, name
    end
    assert_kind_of Object, Jacinth.events(TEXT, Object.new)
    Jacinth.events(TEXT, BasicObject.new)
  end

  def test_private_methods_are_not_called
    object = Class.new do
      attr_reader :keys

      def key(name) = (@keys ||= []) << name

      private

      def value(_) = raise("private")
      def start_object = raise("private")
    end.new
    Jacinth.events(TEXT, object)

    assert_equal %w[a é b], object.keys
  end

  def test_methods_of_the_handler_are_looked_up_once
    asked = Hash.new(0)
    object = Class.new(BasicObject) do
      define_method(:respond_to?) { |name, _all = false| (asked[name] += 1) && name == :value }
      define_method(:method_missing) { |name, *args| asked[[name, *args]] += 1 }
    end.new
    Jacinth.events("[1, [2]]", object)

    assert_equal [1], asked.values.uniq
    assert_equal 1, asked[[:value, 2]]
  end

  def test_values_without_a_method_are_not_built
    text = "[#{Array.new(2000) { |i| "\"text number #{i}\", #{i}.5e100" }.join(',')}]"
    without = allocated { Jacinth.events(text, Object.new) }
    with = allocated { Jacinth.events(text, only(:value, [])) }

    assert_operator without, :<, 200
    assert_operator with, :>, 2000
  end

  def test_events_follow_the_options
    assert_equal [{ a: 1 }], built('{"a": 1}', symbolize_names: true)
    assert_equal [[Jacinth::Infinity]], built("[Infinity]", allow_nan: true)
    assert_equal [[1, { "a" => 2 }]], built('[1, {"a": 2,},] // c', allow_trailing_comma: true, allow_comments: true)
    assert_equal [{ "a" => 2 }], built('{"a": 1, "a": 2}', allow_duplicate_key: true)
    assert_equal [["1.50"]], built("[1.50]", decimal_class: String)
    assert_equal [{ "A" => "B" }], built('{"a": "b"}', on_load: :upcase.to_proc)
    assert_predicate built('["a"]', freeze: true)[0][0], :frozen?
    %i[object_class array_class only into at on_error lines unknown].each do |name|
      assert_raises(ArgumentError, name) { built("[]", name => "") }
    end
  end

  def test_errors_have_a_position_without_any_handler_method
    [['{"a": {"b": 1, "b": 2}}', 1, 7, "$.a.b"], ['{"a": [1, tru]}', 1, 11, "$.a[1]"], ["[1,\n 2", 2, 3, "$[1]"],
     ['{"a"', 1, 5, "$.a"], ["[01]", 1, 2, "$[0]"], ["[1]]", 1, 4, "$"], ['["\\x"]', 1, 3, "$[0]"], ["[\"\n\"]", 1, 3, "$[0]"],
     ['["a', 1, 4, "$[0]"], ["{1: 2}", 1, 2, "$"], ["[1 2]", 1, 4, "$[0]"]].each do |source, *place|
      (1..source.size).each do |size|
        [Recorder.new, Object.new].each do |object|
          error = assert_raises(Jacinth::ParserError, source) { Jacinth.events(pieces(source, size), object) }

          assert_equal place, [error.line, error.column, error.json_path], [source, size, error.message]
        end
      end
    end
    error = assert_raises(Jacinth::NestingError) { built("[[[1]]]", max_nesting: 2) }

    assert_equal ["$[0][0]", 3], [error.json_path, error.column]
  end

  def test_a_hundred_thousand_levels_are_read
    depth = 100_000
    text = ("[" * depth) + ("]" * depth)
    log = []
    Jacinth.events(text, only(:start_array, log), max_nesting: 0)

    assert_equal depth, log.size
  end

  def test_a_handler_can_raise_throw_and_parse
    assert_raises(IndexError) { Jacinth.events("[1]", handler(:value) { |_| raise IndexError }) }
    assert_equal(7, catch(:found) { Jacinth.events("[[7]]", handler(:value) { |v| throw :found, v }) })
    seen = []
    nested = handler(:value) do |v|
      GC.start
      seen << v << Jacinth.parse('{"a": [1]}')
      Jacinth.events("[\"inner\"]", nested) if v == 0
    end
    nested.define_singleton_method(:key) { |name| seen << Fiber.new { Jacinth.each("[\"#{name}\"]").next }.resume }
    Jacinth.events('{"k": "v", "l": [0]}', nested)

    assert_equal [["k"], "v", { "a" => [1] }, ["l"], 0, { "a" => [1] }, "inner", { "a" => [1] }], seen
  end

  def test_events_can_be_read_in_an_enumerator
    values = Enumerator.new { |out| Jacinth.events("[1, [2, 3]]", handler(:value) { |v| out << v }) }

    assert_equal 1, values.next
    assert_equal [{ "a" => 4 }], built('{"a": 4}')
    assert_equal 2, values.next
    assert_equal [1, 2, 3], values.to_a
  end

  def test_a_document_that_is_cut_off_after_a_bracket
    ["[", "{", "[1, ["].each do |text|
      recorder = Recorder.new
      assert_raises(Jacinth::ParserError) { Jacinth.events(text, recorder) }
      assert_equal text.end_with?("[") ? :start_array : :start_object, recorder.seen.last, text
    end
    assert_match(/allow_comments/, assert_raises(Jacinth::ParserError) { Jacinth.events("/*x*/[1]", Recorder.new) }.hint)
  end
end
