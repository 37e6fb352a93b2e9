# frozen_string_literal: true

require_relative "../parse/support"

class ParserFinishTest < Minitest::Test
  def parser(*chunks, **options)
    Jacinth::ResumableParser.new(**options).tap { |parser| chunks.each { |chunk| parser << chunk } }
  end

  def test_finish_reads_a_number_at_the_end
    %w[0 -0 12 -1.5e+10 1e5 123456789012345678901234567890].each do |text|
      (1..text.size).each do |at|
        reader = parser(text[0, at])

        refute reader.parse
        reader << text[at..]

        refute reader.parse
        assert reader.finish
        assert_equal Jacinth.parse(text), reader.value
        assert_empty reader
        refute reader.finish
      end
    end
  end

  def test_finish_returns_false_if_nothing_is_left
    ["", " \n", "/* x */", "// x", "[1] // x"].each do |text|
      reader = parser(text, allow_comments: true)
      reader.parse && reader.value

      refute reader.finish, text
      assert_empty reader, text
    end
  end

  def test_finish_reads_documents_that_were_not_parsed
    reader = parser('[1] {"a":2} 3')
    values = []
    values << reader.value while reader.finish

    assert_equal [[1], { "a" => 2 }, 3], values
  end

  def test_finish_keeps_a_value_that_was_not_taken
    reader = parser("[1]")

    assert reader.parse
    refute reader.finish
    assert_equal [1], reader.value
  end

  def error_of(text)
    reader = parser(text, allow_comments: true)
    assert_raises(Jacinth::ParserError, text) { 2.times { reader.finish and reader.value } }
  end

  def test_finish_raises_for_a_truncated_document
    ["[1", '{"a":', '"abc', "[", "[1] [", '"\\u12', "[1,2,"].each do |text|
      reader = parser("\n#{text}", allow_comments: true)
      reader.value while reader.parse
      2.times do
        error = assert_raises(Jacinth::ParserError, text) { reader.finish }

        assert_equal ["unexpected end of input", 2, text.size + 1], [error.message, error.line, error.column], text
      end
    end
    { "nul" => 1, "/" => 1, "[1] /" => 5, '{"a": fals' => 7 }.each do |text, column|
      error = error_of(text)

      assert_equal ["unexpected token '#{text[(column - 1)..]}'", 1, column], [error.message, error.line, error.column], text
    end
    { "/* x" => 1, "[1] /* x\n*" => 5, "[ /*" => 3, "{\"a\": 1, /* \"b\": 2}" => 10, "[1, {/**" => 6 }.each do |text, column|
      error = error_of(text)

      assert_equal ["unterminated comment, expected closing '*/'", 1, column], [error.message, error.line, error.column], text
      assert_equal "comment without an end: add */", error.hint
    end
    %w[- 1. 1e -x].each { |text| assert_raises(Jacinth::ParserError, text) { parser(text).finish } }
  end

  STATE = %i[rest eos? empty? partial_value? partial_value value? open_pointer parsed_bytes].freeze

  # A number at the end is left out, because finish completes it.
  def test_a_finish_that_raises_reads_no_more_than_parse
    ['{"a": [1, {"b": "\\ny\\u00e9"}], "c": -1.5e3, "d": [], "e": {}, "f": [[ ], { }, null, true]}',
     " [ /* c */ [ /* d */ { /* e */ } ] ] "].each do |text|
      (1..(text.rstrip.size - 1)).each do |size|
        reader = parser(text[0, size], allow_comments: true).tap(&:parse)
        next if reader.rest.match?(/\A[-\d]/)

        before = STATE.map { |name| reader.public_send(name) }
        assert_raises(Jacinth::ParserError) { reader.finish } unless text[0, size].strip.empty?

        assert_equal before, STATE.map { |name| reader.public_send(name) }, text[0, size]
        reader << text[size..]

        assert reader.parse
        assert_equal Jacinth.parse(text, allow_comments: true), reader.value
      end
    end
  end

  def test_a_line_comment_after_a_bracket_goes_on_after_finish
    { "[ //" => "]\n1]", "[1, [ //x" => " y]\n2]]", "{ /* */ //x" => "x\n\"a\":1}" }.each do |text, rest|
      reader = parser(text, allow_comments: true).tap(&:parse)
      assert_raises(Jacinth::ParserError) { reader.finish }
      reader << rest

      assert reader.parse, text
      assert_equal Jacinth.parse(text + rest, allow_comments: true), reader.value
    end
  end

  def test_the_error_of_a_bracket_at_the_end
    error = assert_raises(Jacinth::ParserError) { parser('{"a": [').finish }

    assert_equal "$.a[0]", error.json_path
    assert_raises(Jacinth::NestingError) { parser("[[[", max_nesting: 2).finish }
  end

  def test_text_after_finish_is_read
    reader = parser("1")

    assert reader.finish
    assert_equal 1, reader.value
    reader << "2 "

    assert reader.parse
    assert_equal 2, reader.value
    reader << "[3"
    assert_raises(Jacinth::ParserError) { reader.finish }
    reader << "]"

    assert reader.parse
    assert_equal [3], reader.value
  end

  def test_numbers_wait_for_their_end_after_an_error_in_finish
    reader = parser("[1")
    assert_raises(Jacinth::ParserError) { reader.finish }
    reader.clear << "1"

    refute reader.parse
    reader << "2 "

    assert reader.parse
    assert_equal 12, reader.value
  end
end
