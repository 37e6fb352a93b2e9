# frozen_string_literal: true

require_relative "../test_helper"
require "stringio"

# Sizes and offsets that overflow 32 bits, on processors with words of 32 bits. Arguments that need
# more memory raise before anything is written.
class OverflowTest < Minitest::Test
  WORD = 1 << 32

  def setup
    skip "a word has 64 bits here" unless [0].pack("J").bytesize == 4
  end

  # Each step takes 16 bytes, and all pointers are one String.
  def test_many_steps_of_pointers_raise
    pointers = ["/a" * 512] * (WORD / 16 / 512)

    assert_raises(NoMemoryError) { Jacinth::Document.new('{"b":1}').values_at(*pointers) }
    assert_raises(NoMemoryError) { Jacinth.parse('{"b":1}', only: pointers) }
  end

  # The object begins at an offset of more than 32 bits.
  def test_an_object_far_into_a_stream_keeps_its_place
    lines = "\n" * (1 << 20)
    text = Enumerator.new do |chunks|
      chunks << "[1,"
      (WORD / lines.bytesize).times { chunks << lines }
      chunks << "\n{\"a\":1,\n"
      2.times { chunks << lines }
    end
    error = assert_raises(Jacinth::ParserError) { Jacinth.each(text) { nil } }

    assert_includes error.detailed_message, "the object that begins at line #{WORD + 2} column 1"
  end

  # An escaped byte takes six.
  def test_a_key_that_can_be_too_long_when_it_is_escaped_raises
    io = StringIO.new
    writer = Jacinth::Writer.new(io)
    writer.object

    assert_raises(ArgumentError) { writer.key("x" * ((WORD / 6) + 10)) }
    writer.pair("x", 1).end.close
    assert_equal '{"x":1}', io.string
  end
end
