# frozen_string_literal: true

require "test_helper"
require "stringio"
require_relative "broken_documents"

# Hints and excerpts if the text comes in chunks: those of the whole text, as
# far as it has come.
class ErrorsInChunksTest < Minitest::Test
  HANDLER = Class.new { def value(_) = nil }

  READERS = {
    resumable: lambda do |pieces, options|
      parser = Jacinth::ResumableParser.new(**options)
      pieces.each do |piece|
        parser << piece
        parser.value while parser.parse
      end
      parser.value while parser.finish
    end,
    each: ->(pieces, options) { Jacinth.each(pieces, **options) { nil } },
    events: ->(pieces, options) { Jacinth.events(pieces, HANDLER.new, **options) }
  }.freeze

  def random_pieces(random, source)
    pieces = []
    until source.empty?
      pieces << source.byteslice(0, random.rand(1..20))
      source = source.byteslice(pieces.last.bytesize..)
    end
    pieces
  end

  # The excerpts are equal, except for the line of the error: it ends with the last
  # chunk, perhaps within a character.
  def assert_excerpt(whole, error, note)
    *expected, line, caret = whole.excerpt(width: 1000).lines(chomp: true)
    *above, found, mark = error.excerpt(width: 1000).lines(chomp: true)

    assert_equal [expected, caret], [above, mark], note
    assert_operator line, :start_with?, found.delete_suffix("…").sub(/(?:<\h\h>){1,3}\z/, ""), note
  end

  # Skips documents after a first one, for which parse has no error.
  def compare(row, whole, pieces, seed)
    READERS.count do |name, reader|
      error = error_of { reader.call(pieces, row.options) } or next
      note = "#{row.name}, #{name}, #{pieces.inspect}, #{seed}"
      assert_includes [whole.hint, nil], error.hint, note
      assert_excerpt(whole, error, note)
      error.hint
    end
  end

  def test_text_byte_by_byte_has_the_hints_of_parse
    hints = BrokenDocuments::ROWS.sum do |row|
      whole = assert_raises(Jacinth::ParserError) { Jacinth.parse(row.source, **row.options) }
      compare(row, whole, row.source.b.chars, "")
    end

    assert_operator hints, :>=, 3 * 60
  end

  def test_random_chunks_have_the_hints_of_parse
    random = seeded(41)
    hints = BrokenDocuments::ROWS.sum do |row|
      whole = assert_raises(Jacinth::ParserError) { Jacinth.parse(row.source, **row.options) }
      scaled(4).times.sum { compare(row, whole, random_pieces(random, row.source.b), seed_note) }
    end

    assert_operator hints, :>=, scaled(4) * 3 * 70
  end

  PARTS = [
    "{", "}", "[", "]", ",", ":", '"', "\\", "1", "0", "-", ".", "e", "+", "null", "true", "NaN", "Infinity", "/", "*", "#",
    " ", "\n", "a", "x", "_", "\u00E9", "\u00A0", "nil", "'", "(", ")", "=", ">", ";", '"k"', '"k":', "None", "...", "\0"
  ].freeze

  # Whatever the fault is, no hint is taken back when more of the text comes.
  def test_hints_of_random_texts_are_those_of_parse_or_none
    random = seeded(42)
    hints = scaled(400).times.sum do
      source = "[#{Array.new(random.rand(1..10)) { PARTS.sample(random: random) }.join}#{['', ']', ' 1]'].sample(random: random)}"
      whole = error_of { Jacinth.parse(source) }
      next 0 if !whole || whole.message.include?("end of stream")

      READERS.values.count do |reader|
        hint = error_of { reader.call(random_pieces(random, source.b), {}) }&.hint

        assert_includes [whole.hint, nil], hint, "#{source.inspect} #{seed_note}"
        hint
      end
    end
    assert_operator hints, :>=, scaled(400)
  end

  # Files are read 64 KiB at a time.
  def test_an_error_at_the_end_of_a_chunk_has_no_wrong_hint
    sources = BrokenDocuments::ROWS.select { |row| row.options.empty? && row.source.b.match?(/\A[\[{][^\0]*\z/n) && row.source.bytesize < 200 }
    assert_operator sources.size, :>=, 60
    sources.each do |row|
      [1, row.source.bytesize / 2, row.source.bytesize - 1].each do |n|
        source = "#{"[\"#{'x' * 60}\"]\n" * 1000}#{' ' * (65_536 - n - (1000 * 65))}#{row.source}"
        error = error_of { Jacinth.each(StringIO.new(source)) { nil } } or next
        alone = error_of { Jacinth.each(row.source) { nil } }

        assert_includes [alone.hint&.gsub(/line \d+ column \d+/, ""), nil], error.hint&.gsub(/line \d+ column \d+/, ""), row.name
        assert_equal "^", error.excerpt[-1], row.name
      end
    end
  end

  def test_hints_use_text_of_earlier_chunks
    {
      ['{"users": [1, 2,', "]}"] => ["trailing comma before ']'", '{"users": [1, 2,]}'],
      ["{\"a\": 1,\n", "}"] => ["trailing comma before '}'", "{\"a\": 1,\n2 | }"],
      ['{"a":', "}"] => ["missing value after the colon", '{"a":}'],
      ['{"a":', ":1}"] => ["extra colon", '{"a"::1}'],
      ["[1, ", "// one\n"] => ["comment: remove it", "[1, // one"],
      ["[1, /", "* one"] => [nil, "[1, /"],
      ["[None", ", 1]"] => [nil, "[None"], ["[No", "ne, 1]"] => [nil, "[No"],
      ["[", "None, 1]"] => ["None is not JSON: write null", "[None, 1]"],
      ["{", "\0{\0".b] => ["UTF-16 text", "{␀{␀"],
      ["[1] ", "]"] => ["']' without an opening '['", "[1] ]"],
      ["\u00E9".b[0], "\u00E9".b[1]] => [nil, "<C3>"]
    }.each do |pieces, (hint, shown)|
      READERS.each do |name, reader|
        error = error_of { reader.call(pieces, {}) }

        hint ? assert_includes(error.hint.to_s, hint, [name, pieces].inspect) : assert_nil(error.hint, pieces.inspect)
        assert_equal "1 | #{shown}", error.excerpt.lines(chomp: true)[0..-2].join("\n"), [name, pieces].inspect
      end
    end
  end

  def test_finish_shows_the_text_that_was_read
    parser = Jacinth::ResumableParser.new
    parser << "[1,\n 2"
    parser.parse
    error = assert_raises(Jacinth::ParserError) { parser.finish }

    assert_equal "2 |  2\n  |   ^", error.excerpt
  end

  # clear begins another text: nothing of the one before is shown.
  def test_after_clear_and_skip_line_only_new_text_is_shown
    parser = Jacinth::ResumableParser.new
    parser << "[1] [2] [3"
    parser.value while parser.parse
    parser.clear << "nope]"

    assert_equal "1 | nope]\n  | ^", assert_raises(Jacinth::ParserError) { parser.parse }.excerpt
    parser.skip_line
    parser << "\n[4,\n"
    refute parser.parse
    parser << "}"

    assert_equal "2 | [4,\n3 | }\n  | ^", assert_raises(Jacinth::ParserError) { parser.parse }.excerpt
  end

  # A line that begins where the text that is kept begins is shown as a whole.
  def test_each_bad_line_is_shown_whole
    source = "{\"a\":1}\n{bad}\n{\"a\": 1 2}\n"
    shown = ["2 | {bad}\n  |  ^", "3 | {\"a\": 1 2}\n  |         ^"]
    %i[auto lines concatenated].product([source, StringIO.new(source), source.chars]).each do |format, from|
      from.rewind if from.respond_to?(:rewind)
      excerpts = []
      Jacinth.each(from, format:, on_error: ->(error, *) { excerpts << error.excerpt }) { nil }
      expected = from.is_a?(Array) ? ["2 | {b\n  |  ^", "3 | {\"a\": 1 2\n  |         ^"] : shown
      expected = shown if format == :lines && from.is_a?(Array) && excerpts == shown

      assert_equal expected, excerpts, [format, from.class].inspect
    end
    error = assert_raises(Jacinth::ValidationError) do
      Jacinth.each("{\"a\":1}\n{\"a\":\"x\"}\n", into: Jacinth::Type[{ a: Integer }]) { nil }
    end

    assert_equal "2 | {\"a\":\"x\"}\n  |      ^", error.excerpt
  end

  def test_an_unterminated_comment_is_reported_as_by_parse
    ["{\"a\": 1, /* oops\n\"b\": 2}\n", "[1] /* x", "[ /* x *", "/*", "[1]\n/", "{\"a\": tru", "[fals",
     "{\"a\": [1, {/* x"].each do |source|
      whole = error_of { Jacinth.parse(source, relaxed: true) }
      [[source], source.chars].product(READERS.values).each do |pieces, reader|
        error = error_of { reader.call(pieces, { relaxed: true }) }

        assert_equal [whole.line, whole.column, whole.hint, whole.excerpt], [error.line, error.column, error.hint, error.excerpt], source
      end
    end
  end

  def test_an_unterminated_comment_is_skipped_to_the_end
    errors = []
    values = Jacinth.each("[1]\n{\"a\": 1, /* x\n\"b\": 2}\n", relaxed: true, on_error: ->(*all) { errors << all }).to_a

    assert_equal [[1]], values
    assert_equal([[2, "{\"a\": 1, /* x\n\"b\": 2}"]], errors.map { |_, *rest| rest })
  end

  def test_a_duplicate_key_in_chunks_is_reported_as_by_parse
    source = "[{\"a\": 1,\n \"b\": {\"a\": 2}, \"a\": 3,\n \"c\": 4}]"
    whole = error_of { Jacinth.parse(source) }
    [source.chars, source.scan(/.{1,7}/m)].product(READERS.values) do |pieces, reader|
      error = error_of { reader.call(pieces, {}) }

      assert_equal [whole.line, whole.column, whole.hint], [error.line, error.column, error.hint]
      assert_excerpt(whole, error, pieces.inspect)
    end
  end

  def test_one_byte_order_mark_is_accepted_in_any_chunks
    readings = READERS.values
    { "\uFEFF[1]" => true, "\uFEFF\uFEFF[1]" => false, " \uFEFF[1]" => false, "\uFEFF \uFEFF[1]" => false }.each do |source, good|
      readers = [-> { Jacinth.parse(source, relaxed: true) }] +
                [[source], source.b.chars].product(readings).map { |pieces, read| -> { read.call(pieces, { relaxed: true }) } }
      readers.each { |reader| assert_equal good, error_of(&reader).nil?, source.dump }
      assert_equal good, error_of { Jacinth.each(source) { nil } }.nil?, source.dump
    end
  end
end
