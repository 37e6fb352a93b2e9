# frozen_string_literal: true

require_relative "../test_helper"
require "stringio"

# The parser's options in streams.
class StreamOptionsTest < Minitest::Test
  def chunks(text, size) = text.b.scan(/.{1,#{size}}/mn).map { |piece| piece.force_encoding(Encoding::UTF_8) }

  # Each line is a document of its own for the limit, however it comes in.
  def test_max_document_bytes
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
    assert_equal [[1, 2], [4]],
                 Jacinth.each(StringIO.new(text), format: :lines, max_document_bytes: 6, on_error: :skip).to_a
  end

  def test_other_limits
    assert_raises(Jacinth::LimitError) { Jacinth.each("[1,2]\n[1,2,3]\n", max_elements: 2) { nil } }
    assert_raises(Jacinth::LimitError) { Jacinth.each(%({"a":[1,2,3]}), at: "/a", max_elements: 2) { nil } }
  end

  def test_invalid_and_relaxed
    text = "\xEF\xBB\xBF// one\n{\"a\": \"\xFF\",}\n[\"\xE2\x82\", 1,]\n"
    [1, 2, 3, 7, 1000].each do |size|
      assert_equal [{ "a" => "\u{FFFD}" }, ["\u{FFFD}", 1]],
                   Jacinth.each(chunks(text, size), relaxed: true, invalid: :replace).to_a, size
    end
    assert_equal ["\u{FFFD}"], Jacinth.each(["\"\xE2", "\x82\""], invalid: :replace).to_a
  end
end
