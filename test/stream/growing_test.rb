# frozen_string_literal: true

require_relative "../test_helper"
require "bigdecimal"

# partial_value with the value that is still open, open_pointer, complete? and each_partial.
class GrowingTest < Minitest::Test
  # Writes a value as JSON, and notes where each value begins and ends.
  class Layout
    attr_reader :text, :spans, :key_ends

    def initialize(value)
      @text = +""
      @spans = {}
      @key_ends = {}
      write(value, "")
    end

    # Returns the value that should be known from the first bytes of the text; :none if it has
    # not begun. open: the kinds of open scalars that are part of it.
    def known(value, cut, open, pointer = "")
      from, to = @spans[pointer]
      return :none if cut <= from
      return value if cut >= to

      case value
      when Hash then known_members(value, cut, open, pointer)
      when Array then value.each_with_index.map { |part, i| known(part, cut, open, "#{pointer}/#{i}") }.reject { |part| part == :none }
      when String then open.include?(:strings) ? prefix(from, cut) { |part| Jacinth.parse("#{part}\"", validate_encoding: true) } : :none
      when Numeric then open.include?(:numbers) ? prefix(from, cut) { |part| Jacinth.parse(part) } : :none
      else :none
      end
    end

    def complete?(pointer, cut) = cut >= @spans[pointer][1]

    # Returns the pointer to the innermost value that is open.
    def open(cut)
      begun = @spans.filter_map { |pointer, (from, to)| pointer if cut < to && cut > (@key_ends[pointer] ? @key_ends[pointer] - 1 : from) }
      begun.max_by { |pointer| pointer.count("/") }
    end

    private

    def known_members(value, cut, open, pointer)
      value.each_with_object({}) do |(key, part), members|
        path = "#{pointer}/#{key}"
        next if cut < @key_ends[path]

        found = known(part, cut, open, path)
        members[key] = found == :none ? nil : found
      end
    end

    def prefix(from, cut)
      (cut - from).downto(1) do |size|
        part = @text.byteslice(from, size)
        return yield part if part.valid_encoding?
      rescue Jacinth::ParserError
        next
      end
      :none
    end

    def write(value, pointer)
      from = @text.bytesize
      case value
      when Hash then enclose("{", "}", value) { |(key, part), _| write_member(key, part, "#{pointer}/#{key}") }
      when Array then enclose("[", "]", value) { |part, i| write(part, "#{pointer}/#{i}") }
      else @text << Jacinth.generate(value, ascii_only: value.is_a?(String) && value.start_with?("\\"))
      end
      @spans[pointer] = [from, @text.bytesize + (value.is_a?(Numeric) ? 1 : 0)]
    end

    def enclose(open, close, parts)
      @text << open
      parts.each_with_index do |part, i|
        @text << "," if i.positive?
        yield part, i
      end
      @text << close
    end

    def write_member(key, part, path)
      @text << Jacinth.generate(key)
      @key_ends[path] = @text.bytesize
      @text << ":"
      write(part, path)
    end
  end

  VALUE = {
    "title" => "Tea é \u{1F375}\n", "empty" => "",
    "steps" => [{ "n" => 12, "text" => "\\\u{1F375}é\t\"" }, [], {}, [[-1.5e3, true, nil]], "x"],
    "k" => { "deep" => { "er" => false, "f" => 0.25 } }, "last" => "end"
  }.freeze
  LAYOUT = Layout.new(VALUE)

  def parser(text, **options)
    Jacinth::ResumableParser.new(**options).tap do |parser|
      parser << text
      parser.parse
    end
  end

  def growing(text, strings: true, numbers: false, **options)
    parser(text, **options).partial_value(strings: strings, numbers: numbers)
  end

  def test_everything_that_has_arrived_is_shown_at_each_byte
    [[:strings], [:numbers], %i[strings numbers]].each do |open|
      (1..LAYOUT.text.bytesize).each do |cut|
        text = LAYOUT.text.byteslice(0, cut)
        expected = LAYOUT.known(VALUE, cut, open)

        assert_equal expected, parser(text).partial_value(**open.to_h { |name| [name, true] }), text
      end
    end
  end

  def test_open_pointer_and_complete_at_each_byte
    (1...LAYOUT.text.bytesize).each do |cut|
      text = LAYOUT.text.byteslice(0, cut)
      reader = parser(text)

      assert_equal LAYOUT.open(cut), reader.open_pointer, text
      LAYOUT.spans.each_key { |pointer| assert_equal LAYOUT.complete?(pointer, cut), reader.complete?(pointer), "#{text} #{pointer}" }
    end
    reader = parser(LAYOUT.text)

    assert_nil reader.open_pointer
    LAYOUT.spans.each_key { |pointer| assert reader.complete?(pointer), pointer }
    %w[/none /steps/5 /steps/01 /title/0 /k/deep/er/x].push("/\xFF").each { |pointer| refute reader.complete?(pointer), pointer }
  end

  # In chunks of any size.
  def test_reused_objects_are_equal_to_new_ones
    [1, 2, 3, 7, 50].each do |size|
      reader = Jacinth::ResumableParser.new
      shown = []
      fed = +""
      LAYOUT.text.b.scan(/.{1,#{size}}/mn) do |chunk|
        fed << chunk
        reader << chunk
        break if reader.parse

        reused = reader.partial_value(strings: true, numbers: true, reuse: true)

        assert_equal growing(fed, numbers: true), reused, fed
        shown << reused if reused.is_a?(Hash)
      end

      assert_equal VALUE, reader.value
      shown.drop(1).each { |reused| assert_same shown[1], reused } # the first one can be "{" alone
    end
  end

  # With an interrupt check after 16,384 values, for an object even without any text.
  def test_large_arrays_and_objects
    ["[#{(0..40_000).to_a.join(',')},", "{#{(0..40_000).map { |i| "\"k#{i}\":#{i}" }.join(',')},"].each do |text|
      reader = parser(text)
      value = reader.partial_value(reuse: true)

      assert_equal Jacinth.parse(text.chop + (text.start_with?("[") ? "]" : "}")), value
      assert_equal value, reader.partial_value(numbers: true)
    end
  end

  def test_new_objects_are_the_programs_own
    reader = parser('{"a": [1, "b')
    3.times do
      value = reader.partial_value(strings: true)

      assert_equal({ "a" => [1, "b"] }, value)
      value["a"][1] << "x"
      value["a"].clear
      value["c"] = 1
    end
    reader << 'c"]}'

    assert reader.parse
    assert_equal({ "a" => [1, "bc"] }, reader.value)
  end

  def test_complete_values_are_shared
    reader = parser('[["a"], "b')
    first = reader.partial_value(strings: true)[0]

    assert_same first, reader.partial_value(strings: true)[0]
    reader << '"]'
    reader.parse

    assert_same first, reader.value[0]
  end

  def test_a_frozen_object_is_not_changed
    [['["a", "b', 'c", "d'], ['{"a": "b', 'c", "d": "e']].each do |text, rest|
      reader = parser(text)
      reader.partial_value(strings: true, reuse: true).freeze
      reader << rest
      reader.parse

      assert_raises(FrozenError) { reader.partial_value(strings: true, reuse: true) }
    end
    [true, false].each do |tried|
      reader = parser('["a')
      reader.partial_value(strings: true, reuse: true)[0].freeze
      reader << "b"
      reader.parse

      assert_raises(FrozenError) { reader.partial_value(strings: true, reuse: true) } if tried
      assert_equal ["ab"], reader.partial_value(strings: true)
    end
  end

  def test_options_of_the_parser_apply
    assert_equal({ a: { b: "x" } }, growing('{"a": {"b": "x', symbolize_names: true))
    assert parser('{"a": 1, "b": {"c": 2}, "d', symbolize_names: true).complete?("/b/c")
    frozen = growing('{"a": ["x', freeze: true)

    assert_equal [true] * 3, [frozen, frozen["a"], frozen["a"][0]].map(&:frozen?)
    assert_equal [BigDecimal("1.5")], growing("[1.5e", numbers: true, decimal_class: BigDecimal)
    assert_equal ["a"], growing("[\"a\xC3(", validate_encoding: true)
    assert_equal ["a\xC3("], growing("[\"a\xC3(")
    assert_equal ["a"], growing('["a\\ud83d', invalid: :replace)
    assert_equal ["a\u{1F375}"], growing('["a\\ud83c\\udf75', invalid: :replace)
    assert_equal ["a\uFFFDbcdefg"], growing('["a\\ud83dbcdefg', invalid: :replace)
    assert_equal ["a"], growing('["a\\ud83dbcdefg')
    assert_equal ["a\tb"], growing("[\"a\tb", allow_control_characters: true)
    assert_equal [[], { "a" => nil }], growing('[[],{"a":')
  end

  # A text without an array or object around it.
  def test_a_scalar_alone_is_shown
    assert_equal "he\u00e9", growing('"he\\u00e9\\u00')
    assert_nil growing("tru")
    assert_equal 12, growing("12", numbers: true)
    assert_nil growing("12")
    assert_equal(["", false], parser('"he').then { |reader| [reader.open_pointer, reader.complete?("")] })
    [Jacinth::ResumableParser.new, parser(" "), parser("[1] ").tap(&:value)].each do |reader|
      assert_equal [nil, nil, false], [reader.partial_value(strings: true), reader.open_pointer, reader.complete?("")]
    end
  end

  def test_pointers_are_escaped
    reader = parser('{"a/b": {"~": ["x')

    assert_equal "/a~1b/~0/0", reader.open_pointer
    refute reader.complete?(reader.open_pointer)
  end

  def test_wrong_arguments_are_refused
    reader = parser("[1")
    assert_raises(ArgumentError) { reader.partial_value(string: true) }
    assert_raises(ArgumentError) { reader.partial_value(true) }
    assert_raises(ArgumentError) { reader.complete?("a") }
    assert_raises(TypeError) { reader.complete?(1) }
    assert_raises(TypeError) { Jacinth.each_partial(1) }
    assert_raises(ArgumentError) { Jacinth.each_partial("1", onload: 1) }
  end

  def test_a_duplicate_key_raises
    [{}, { reuse: true }].each do |options|
      ['{"a": 1, "a', '{"a": 1, "a": ', '[{"a": 1, "b": [1], "a": [{', '{"a": 1, "a": 2, '].each do |text|
        reader = parser(text)
        next assert_equal({ "a" => 1 }, reader.partial_value(strings: true)) if text.end_with?("a")

        assert_error(Jacinth::ParserError, /\Aduplicate key "a"/, text) { reader.partial_value(strings: true, **options) }
        assert_raises(Jacinth::ParserError, text) { reader.partial_value(strings: true, **options) }
      end
    end
    assert_equal({ "a" => "x" }, growing('{"a": 1, "a": "x', allow_duplicate_key: true))
  end

  def test_after_an_error_the_part_before_it_is_shown
    reader = Jacinth::ResumableParser.new
    reader << '{"a": ["b", "c\\q"]}'
    assert_raises(Jacinth::ParserError) { reader.parse }

    assert_equal({ "a" => %w[b c] }, reader.partial_value(strings: true))
    assert_equal "/a/1", reader.open_pointer
    reader.clear << '[1, "x'
    reader.parse

    assert_equal [1, "x"], reader.partial_value(strings: true, reuse: true)
    reader.skip_line

    assert_nil reader.partial_value(strings: true, reuse: true)
  end

  def test_callbacks_get_complete_values_and_cannot_use_the_parser
    seen = []
    reader = nil
    reader = Jacinth::ResumableParser.new(decimal_class: Class.new { def self.try_convert(text) = text }, on_load: lambda { |value|
      seen << value
      [-> { reader.partial_value(strings: true) }, -> { reader.open_pointer }, -> { reader.complete?("") }].each do |call|
        assert_raises(ArgumentError, &call)
      end
      value
    })
    reader << '[1, {"a": "b", "c": "d'
    reader.parse

    assert_equal [1, { "a" => "b", "c" => "d" }], reader.partial_value(strings: true)
    assert_equal [1, "a", "b", "c"], seen
  end

  # A key that calls Ruby code when it is stored.
  class Key
    def initialize(call) = @call = call
    def hash = @call.call.hash
    def eql?(other) = equal?(other)
  end

  def test_a_key_that_raises_leaves_the_parser_usable
    failing = true
    reader = Jacinth::ResumableParser.new(on_load: ->(value) { value == "k" ? Key.new(-> { failing ? raise("no") : 1 }) : value })
    reader << '[{"k": [1, "x'
    reader.parse
    2.times { assert_raises(RuntimeError) { reader.partial_value(strings: true, reuse: true) } }
    failing = false

    assert_equal [[1, "x"]], reader.partial_value(strings: true, reuse: true)[0].values
  end

  def test_with_gc_in_each_step
    expected = { "a" => [1, { "b" => "c\n" }], "d" => [[], "é"] }
    text = Jacinth.generate(expected)
    reader = Jacinth::ResumableParser.new
    values = with_gc_stress do
      text.scan(/.{1,9}/m).map do |chunk|
        reader << chunk
        reader.parse
        [reader.partial_value(strings: true), reader.partial_value(strings: true, reuse: true), reader.open_pointer]
      end
    end

    assert_equal expected, values.last[1]
    values[0..-2].each { |fresh, _, pointer| assert_equal [Hash, String], [fresh.class, pointer.class] }
  end

  def test_objects_that_move_are_found_again
    skip "no compaction" unless GC.respond_to?(:compact)
    reader = Jacinth::ResumableParser.new
    shown = nil
    '{"a": [1, {"b": "xyz'.each_char do |char|
      reader << char
      reader.parse
      shown = reader.partial_value(strings: true, reuse: true)
      GC.compact if char.match?(/[\[{"]/)
    end

    assert_equal({ "a" => [1, { "b" => "xyz" }] }, shown)
  rescue NotImplementedError
    skip "no compaction"
  end

  def test_the_text_stops_before_a_byte_that_is_not_utf8
    ["x\xFF\\u0041BC", "x\xE2\\n\\n", "x\xF0\x9F\\u00e9y", "x\xC3\\\"\xA9", "x\x80\\\\"].each do |text|
      [["[\"#{text}", "B", "C\"]"], ["[\"x", *text.b[1..].chars, "y\"]"]].each do |chunks|
        [true, false].each do |reuse|
          seen = []
          assert_raises(Jacinth::ParserError, chunks.inspect) do
            Jacinth.each_partial(chunks, validate_encoding: true, reuse: reuse) { |value,| seen << value.dup }
          end

          assert_equal [["x"]], seen.uniq, chunks.inspect
        end
      end
    end
  end

  def test_chunks_that_are_nil_or_empty_are_skipped
    assert_equal [[[1], ""], [[1, 2], nil]], Jacinth.each_partial([nil, "[1,", nil, "", "2]", "", nil]).to_a
  end

  def test_each_partial_yields_after_each_chunk
    chunks = ['{"a": "x', "", 'y", ', '"b": 1}  [2', "3] ", " 4"]
    expected = [
      [{ "a" => "x" }, "/a"], [{ "a" => "xy" }, ""], [{ "a" => "xy", "b" => 1 }, nil], [[], "/0"], [[23], nil], [4, nil]
    ]

    assert_equal(expected, Jacinth.each_partial(chunks).to_a.reject { |value, open| value.nil? && open == "" })
    assert_equal([[1], [12]], Jacinth.each_partial(["[1", "2]"], numbers: true).map { |value, _| value })
    assert_equal [["xé", nil]], Jacinth.each_partial('"xé"').to_a
    assert_equal [["xé", nil]], Jacinth.each_partial('"xé"'.encode("UTF-16LE")).to_a
    assert_equal([{ a: 1 }], Jacinth.each_partial(StringIO.new('{"a": 1}'), symbolize_names: true).map { |value, _| value })
    assert_nil(Jacinth.each_partial("[1]") { nil })
  end

  def test_each_partial_reads_the_same_texts_as_each
    ["[1, 2", '{"a": 1,\n "a": 2}', "[1,\n x]", "\uFEFF[1 2]", "\uFEFF", "\uFEFF[1]", "[1] \uFEFF[2]", "[[[1]]]", "[1]\n[2"].each do |text|
      [[text], text.b.chars].each do |chunks|
        results = %i[each each_partial].map do |method|
          values = []
          Jacinth.public_send(method, chunks, max_nesting: 2) { |*yielded| values << yielded[0] unless yielded[1] }
          values
        rescue Jacinth::ParserError => e
          [values, e.class, e.message, e.line, e.column, e.hint]
        end

        assert_equal(*results, chunks.inspect)
      end
    end
  end

  def test_reuse_and_freeze_contradict_each_other
    assert_error(ArgumentError, "reuse cannot be used with freeze") { Jacinth.each_partial(["[1"], reuse: true, freeze: true) }
    assert_error(ArgumentError, "reuse cannot be used with freeze") { parser("[1", freeze: true).partial_value(reuse: true) }
  end

  def test_each_partial_raises_for_a_document_that_is_cut_off
    seen = []
    assert_raises(Jacinth::ParserError) { Jacinth.each_partial(['["a', "b"]) { |value, _| seen << value } }
    assert_equal [["a"], ["ab"]], seen
  end

  def test_a_deep_value_is_frozen
    values = []
    Jacinth.each_partial(["[" * 10_000, "]" * 10_000], max_nesting: 0, freeze: true) { |value,| values << value }

    assert_equal 2, values.size
    value = values[0]
    9999.times { assert_predicate(value = value[0], :frozen?) }
  end

  def test_bytes_at_the_end_wait_until_they_are_a_character_or_known_to_be_invalid
    { "\xFF" => "", "a\xE2\x80" => "a", "\xC3\xFF" => "\xC3", "\xF5" => "", "\xFF\xFFa" => "\xFF\xFFa" }.each do |text, part|
      assert_equal [part.b], growing("[\"".b + text.b).map(&:b), text.inspect
    end
    { "\xE0\x80" => "\uFFFD\uFFFD", "\xED\xA0" => "\uFFFD\uFFFD", "\xF0\x9F\x98" => "", "\xFF" => "\uFFFD" }.each do |text, part|
      assert_equal [part], growing("[\"".b + text.b, invalid: :replace), text.inspect
    end
  end
end
