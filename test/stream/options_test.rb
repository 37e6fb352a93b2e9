# frozen_string_literal: true

require_relative "../test_helper"
require "stringio"

# The parser's options in streams.
class StreamOptionsTest < Minitest::Test
  def chunks(text, size) = text.b.scan(/.{1,#{size}}/mn).map { |piece| piece.force_encoding(Encoding::UTF_8) }

  # Each line is a document of its own for the limit, however it comes in.
  def test_max_document_bytes_counts_each_line_alone
    text = "[1,2]\n[1,2,3]\n[4]\n"
    [1, 2, 5, 100].each do |size|
      %i[lines auto].each do |format|
        seen = []
        error = assert_raises(Jacinth::LimitError) do
          Jacinth.each(chunks(text, size), format: format, max_document_bytes: 6) { |value| seen << value }
        end

        assert_equal [[1, 2]], seen
        assert_equal 2, error.line
      end
    end
    assert_equal [[1, 2], [4]], Jacinth.each(StringIO.new(text), format: :lines, max_document_bytes: 6, on_error: :skip).to_a
  end

  # The same error, whether the document is built at once or from its text.
  def test_max_document_bytes_raises_at_the_end_of_the_document
    text = "[1]\n{\"a\":\n[1,\n22]}\n"
    type = Jacinth::Type[Object]
    [{}, { into: type }, { only: "/a" }].product([{}, { relaxed: true }], [1, 3, 100]) do |options, more, size|
      seen = []
      error = assert_raises(Jacinth::LimitError) do
        Jacinth.each(chunks(text, size), max_document_bytes: 13, **options, **more) { |value| seen << value }
      end

      assert_equal [1, 4, "$"], [seen.size, error.line, error.json_path], [options, more, size]
    end
    list = "[[1],\n[2, 3]]"

    assert_equal [[1], [2, 3]], Jacinth.each(list, at: "/*", into: Jacinth::Type[[Integer]], max_document_bytes: list.size).to_a
    parts = ["{\"a\":[1,2,3,4,5],\n\"b\":1}"]
    error = assert_raises(Jacinth::LimitError) { Jacinth.each(parts, at: "/a", into: type, relaxed: true, max_document_bytes: 8).to_a }

    assert_equal [2, 7], [error.line, error.column]
    assert_raises(Jacinth::LimitError) { Jacinth.each(list, into: Jacinth::Type[Integer], relaxed: true, max_document_bytes: 5).to_a }
  end

  def test_a_value_beyond_a_limit_raises
    assert_raises(Jacinth::LimitError) { Jacinth.each("[1,2]\n[1,2,3]\n", max_elements: 2) { nil } }
    assert_raises(Jacinth::LimitError) { Jacinth.each(%({"a":[1,2,3]}), at: "/a", max_elements: 2) { nil } }
  end

  def test_limits_hold_for_skipped_values
    { '{"x":{"a":1,"b":2,"c":3},"y":1}' => { max_keys: 2 }, '{"x":[1,[],{}],"y":1}' => { max_elements: 2 },
      '{"x":"abc","y":1}' => { max_string_bytes: 2 }, '{"x":"\\n\\n\\n","y":1}' => { max_string_bytes: 2 },
      '{"x":-12.5,"y":1}' => { max_number_digits: 2 } }.each do |text, limit|
      expected = assert_raises(Jacinth::LimitError) { Jacinth.parse(text, **limit) }.message
      [1, 3, 100].product([{}, { allow_duplicate_key: true }]).each do |size, options|
        options = options.merge(limit)
        [-> { Jacinth.each(chunks(text, size), at: "/y", **options).to_a },
         -> { Jacinth.events(chunks(text, size), Object.new, **options) }].each do |call|
          error = assert_raises(Jacinth::LimitError, &call)
          assert_equal expected[/.* more than \d+ \w+/], error.message[/.* more than \d+ \w+/]
        end
        good = options.merge(limit.transform_values(&:succ))
        assert_equal [1], Jacinth.each(chunks(text, size), at: "/y", **good).to_a
      end
    end
    long = ["[\"", *["x" * 100] * 20]
    assert_raises(Jacinth::LimitError) { Jacinth.events(long, Object.new, max_string_bytes: 100) }
    assert_raises(ArgumentError) { Jacinth.each("", into: Jacinth::Type[Integer], max_keys: 1) { nil } }
  end

  def test_bad_text_after_a_full_array_raises_a_parser_error
    ["[1,]", "[1,/* 2 */]"].each do |text|
      expected = assert_raises(Jacinth::ParserError) { Jacinth.parse(text, max_elements: 1) }
      [-> { Jacinth.events(text, Object.new, max_elements: 1) },
       -> { Jacinth.each(text, at: "/9", max_elements: 1).to_a }].each do |call|
        error = assert_raises(Jacinth::ParserError, &call)
        assert_equal [expected.class, expected.message, expected.hint], [error.class, error.message, error.hint]
      end
    end
  end

  def test_a_missing_colon_raises_as_in_parse
    ['{"a"}', '{"a":1,"b"}', '{"a":1,"b" 2}'].each do |text|
      expected = assert_raises(Jacinth::ParserError) { Jacinth.parse(text) }.message
      [1, 2, 100].each do |size|
        error = assert_raises(Jacinth::ParserError) { Jacinth.each(chunks(text, size), at: "/x").to_a }
        assert_equal expected[/\A.*(?=after)after object key(, got)?/], error.message[/\A.*(?=after)after object key(, got)?/]
      end
    end
  end

  def test_invalid_and_relaxed_work_in_chunks
    text = "\xEF\xBB\xBF// one\n{\"a\": \"\xFF\",}\n[\"\xE2\x82\", 1,]\n"
    [1, 2, 3, 7, 1000].each do |size|
      assert_equal [{ "a" => "\u{FFFD}" }, ["\u{FFFD}", 1]],
                   Jacinth.each(chunks(text, size), relaxed: true, invalid: :replace).to_a, size
    end
    assert_equal ["\u{FFFD}"], Jacinth.each(["\"\xE2", "\x82\""], invalid: :replace).to_a
  end
end
