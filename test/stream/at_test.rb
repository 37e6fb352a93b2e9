# frozen_string_literal: true

require_relative "support"
require "stringio"

# each with at: values out of documents that are not built.
class StreamAtTest < Minitest::Test
  include StreamSupport

  TEXT = <<~'JSON'
    {"count": 2, "skip": [{"items": [0]}, "]", -1.5e3, "\"\u00e9", false, null],
     "items": [{"id": 1, "tags": ["a", "é"]}, [], {}, 2.5, "s\n", null, true, -7],
     "a/b": {"~": [[1, 2], [3]], "": 4, "*": 5}}
  JSON

  def at(pointer, source = TEXT, **options) = Jacinth.each(source, at: pointer, **options).to_a

  def test_a_value_is_yielded_before_a_fault_after_its_document
    ["{\"a\": 1} x\n#{' ' * 99}", '{"a": 1} x', "{\"a\": 1}\n {\"a\": x}"].each do |text|
      [[text], pieces(text, 1), text].each do |source|
        found = []

        assert_raises(Jacinth::ParserError) { Jacinth.each(source, at: "/a", format: :lines) { |value| found << value } }
        assert_equal [1], found, text
      end
    end
  end

  def test_every_pointer_selects_as_at_does
    ["", "/count", "/items/*", "/items/0/tags/*", "/*/*", "/items/*/id", "/a~1b/~0/*/0", "/a~1b/", "/a~1b/~2", "/*",
     "/skip/2", "/skip/3"].each do |pointer|
      expected = Jacinth.at(TEXT, pointer)
      expected = [expected] unless pointer.include?("*")

      assert_equal expected, at(pointer), pointer
      (1..9).each { |size| assert_equal expected, at(pointer, pieces(TEXT, size)), [pointer, size] }
    end
    ["/none", "/items/99", "/items/id", "/count/0", "/items/01"].each { |pointer| assert_empty at(pointer), pointer }
  end

  def test_a_pointer_selects_from_each_document
    source = "{\"a\": [1, 2]}\n{\"b\": 0}\n{\"a\": [3]} {\"a\": []} [4] 5"

    assert_equal [1, 2, 3], at("/a/*", source)
    assert_equal [2], at("/a/1", pieces(source, 1))
    assert_equal [1, 2, 3], at("/a/*", source.tr(" ", "\n"), format: :auto)
    assert_equal [1, 2], at("/a/*", "{\"a\": [1,\n{\"a\": [1]}\n{\"b\": [}\n{\"a\": [2]}", format: :lines, on_error: :skip)
  end

  # Both a chunk that ends in a selected container and a later container that is skipped.
  def test_two_chunks_have_the_values_of_one_with_each_option
    ["[[], [3]]", "[[1], [3], {}]", '{"0": [], "1": [3]}', '{"0": {"x": [1]}, "1": [[3]]} {"0": [2], "1": {}}',
     "{} true [[], [3]]"].each do |text|
      [{ only: ["/x", "/0"] }, { into: Jacinth::Type.any }, { on_error: :skip }, {}].each do |options|
        expected = at("/0", text, **options)

        (1...text.size).each do |cut|
          assert_equal expected, at("/0", [text[0...cut], text[cut..]], **options), [text, cut, options]
        end
      end
    end
  end

  def test_all_values_of_a_duplicate_key_are_selected
    assert_equal [1, 2], at("/a", '{"a": 1, "a": 2}')
    assert_raises(Jacinth::ParserError) { at("/a", '{"a": {"b": 1, "b": 2}}') }
  end

  def test_selected_values_follow_the_options
    assert_equal [{ b: 1 }], at("/a", '{"a": {"b": 1}}', symbolize_names: true)
    assert_equal [1, 2], at("/a/*", '{"a": [1, 2,], /* c */ "b": [1,],}', allow_trailing_comma: true, allow_comments: true)
    assert_equal [2, 3], at("/*", "[1, 2]", on_load: ->(v) { v.is_a?(Integer) ? v + 1 : v })
    assert_equal [Jacinth::MinusInfinity], at("/1", "[-Infinity, -Infinity]", allow_nan: true)
    assert_equal [{ "b" => 1 }], at("/a", '{"a": {"b": 1, "c": 2}}', only: "/b")
    assert_equal [[1], 2], at("/a/*", '{"a": [[1], 2]}', only: ["", "/0"])
    assert_predicate at("/0", '["a"]', freeze: true)[0], :frozen?
  end

  # Around a selected value, neither keys nor values are passed to on_load, and its results do not change the path.
  def test_on_load_is_called_for_selected_values_only
    text = '{"b": [-5, {"c": 1.5}], "a": {"k": [1], "a": -Infinity}, "d": {"e": 2}}'
    type = Jacinth::Type[{ k: Jacinth::Type.any }]
    object = { "k" => [1], "a" => Jacinth::MinusInfinity }
    { { at: "/a" } => ["k", 1, [1], "a", Jacinth::MinusInfinity, object],
      { at: "/a/*" } => [1, [1], Jacinth::MinusInfinity], { at: "/a/a" } => [Jacinth::MinusInfinity], { at: "/b/0" } => [-5],
      { at: "/x" } => [],
      { at: "/a", into: type } => [1, [1]], { into: Jacinth::Type[{ a: type }] } => [1, [1]] }.each do |options, expected|
      [text, text * 2, [text], text.chars].each do |source|
        seen, changed = Array.new(2) { [] }
        plain = Jacinth.each(source, allow_nan: true, **options).to_a
        same = Jacinth.each(source, allow_nan: true, on_load: ->(v) { v.tap { seen << v } }, **options).to_a
        Jacinth.each(source, allow_nan: true, on_load: ->(v) { v == "a" ? "b" : v }, **options) { |value| changed << value }

        assert_equal [plain, expected * (source == text * 2 ? 2 : 1)], [same, seen], [options, source]
        assert_equal plain.size, changed.size
      end
    end
  end

  def test_nesting_is_counted_from_the_root
    deep = '{"a": [[[1]]]}'

    assert_equal [[[[1]]]], at("/a", deep, max_nesting: 4)
    ["/a", "/a/*", "/b", "/a/0/0/0"].each do |pointer|
      error = assert_raises(Jacinth::NestingError) { at(pointer, deep, max_nesting: 3) }

      assert_equal ["nesting of 4 is too deep", 9, "$.a[0][0]"], [error.message, error.column, error.json_path]
    end
  end

  def test_errors_are_those_of_the_document
    [["/a/*", "{\"a\": [1,\n {\"b\": x}]}", 2, 8, "$.a[1].b"], ["/a/*", "{\"z\": [1,\n {\"b\": x}]}", 2, 8, "$.z[1].b"],
     ["/a/*", '{"a": [1}', 1, 9, "$.a[0]"], ["/a", '{"a": 1, 2}', 1, 10, "$"], ["/a", '{"a": 1]', 1, 8, "$.a"],
     ["/b", '{"a" 1}', 1, 6, "$.a"], ["/b", '{"a": "\\x"}', 1, 8, "$.a"], ["/b", "{\"a\": \"\n\"}", 1, 8, "$.a"],
     ["/b", '{"a": 01}', 1, 7, "$.a"], ["/b", '{"a": [1, 2', 1, 12, "$.a[1]"]].each do |pointer, source, *place|
      (1..source.size).each do |size|
        error = assert_raises(Jacinth::ParserError, source) { at(pointer, pieces(source, size)) }

        assert_equal place, [error.line, error.column, error.json_path], [source, size, error.message]
      end
    end
  end

  def test_selected_values_are_read_into_a_type
    type = Jacinth::Type[{ id: Integer }]
    source = "{\"items\": [{\"id\": 1},\n {\"id\": 2}, {\"id\": \"é\"}]}"
    (1..source.size).each do |size|
      values = []
      error = assert_raises(Jacinth::ValidationError) do
        Jacinth.each(pieces(source, size), at: "/items/*", into: type) { |value| values << value }
      end

      assert_equal [{ id: 1 }, { id: 2 }], values
      assert_equal [2, 20, "$.items[2].id"], [error.line, error.column, error.json_path]
    end
    assert_equal [1, 2], at("/*/id", '[{"id": 1}, {"id": 2}]', into: Jacinth::Type[Integer])
  end

  # Gives the text of an array of so many elements, without it all existing.
  class Endless
    ELEMENTS = Array.new(100) { |i| "{\"id\": #{i}, \"text\": \"#{'x' * 80}\"}" }.join(",").freeze

    def initialize(times) = @times = times

    def each
      yield '{"skipped": ['
      @times.times { |i| yield "#{',' if i.positive?}#{ELEMENTS}" }
      yield '], "items": ['
      @times.times { |i| yield "#{',' if i.positive?}#{ELEMENTS}" }
      yield "]}"
    end
  end

  def test_memory_is_bounded
    count = 0
    sizes = Jacinth.each(Endless.new(300), at: "/items/*").filter_map do |value|
      count += 1
      next unless (count % 5000).zero?

      GC.start
      ObjectSpace.each_object(Hash).count { |hash| hash.key?("text") && hash["id"] == value["id"] }
    end

    assert_equal 30_000, count
    assert_operator sizes.max, :<, 50
  end
end
