# frozen_string_literal: true

require_relative "support"
require_relative "../support/resident"

# Hostile sources: each has a result in linear time (with quadratic time, these sizes
# would take minutes).
class ParserAdversarialTest < Minitest::Test
  MEGABYTE = 1 << 20

  def test_megabytes_of_open_brackets_raise
    size = 2 * MEGABYTE

    assert_raises(Jacinth::NestingError) { Jacinth.parse("[" * size) }
    assert_raises(Jacinth::NestingError) { Jacinth.parse('{"a":' * (size / 5)) }
    error = assert_raises(Jacinth::ParserError) { Jacinth.parse("[" * size, max_nesting: 0) }

    assert_equal ["unexpected end of input at line 1 column #{size + 1}", size + 1], [error.message, error.column]
    assert_operator error.json_path, :start_with?, "$[0][0]"
    assert_raises(Jacinth::ParserError) { Jacinth.parse('{"a":' * (size / 5), max_nesting: 0) }
  end

  def test_a_hundred_thousand_levels_are_read
    levels = 100_000
    value = Jacinth.parse("#{'[' * levels}#{']' * levels}", max_nesting: 0)
    levels.times { value = value[0] }

    assert_nil value
    value = Jacinth.parse("#{'{"a":' * levels}null#{'}' * levels}", max_nesting: 0)
    levels.times { value = value["a"] }

    assert_nil value
  end

  def test_a_million_duplicate_keys_take_linear_time
    source = "{#{(['"a":1'] * 1_000_000).join(',')}}"

    assert_equal({ "a" => 1 }, Jacinth.parse(source, allow_duplicate_key: true))
    assert_error(Jacinth::ParserError, 'duplicate key "a" at line 1 column 1') { Jacinth.parse(source) }
  end

  def test_keys_of_megabytes_are_read_and_compared
    key = "k" * MEGABYTE
    source = "[{\"#{key}\":1},{\"#{key}\":2}]"

    assert_equal [{ key => 1 }, { key => 2 }], Jacinth.parse(source)
    assert_raises(Jacinth::ParserError) { Jacinth.parse("{\"#{key}\":1,\"#{key}\":2}") }
    assert_equal 2 * MEGABYTE, Jacinth.parse("{\"#{'\\n' * 2 * MEGABYTE}\":1}").keys[0].size
  end

  def test_two_hundred_thousand_different_keys_are_read
    source = "{#{Array.new(200_000) { |i| "\"key #{i}\":#{i}" }.join(',')}}"

    assert_equal 200_000, Jacinth.parse(source).size
    rows = "[#{Array.new(50_000) { |i| "{\"key #{i}\":#{i},\"x\":1}" }.join(',')}]"

    assert_equal 50_000, Jacinth.parse(rows).size
  end

  # Keys that differ only in bytes that a weaker hash would leave out.
  def test_long_keys_that_differ_in_few_bytes_stay_apart
    middle = Array.new(20_000) { |i| format("aaaaaaaa%016dzzzzzzzz", i) }
    ends = Array.new(20_000) { |i| format("%s%05d", "a" * 50, i) }
    [middle, ends].each do |keys|
      source = "[#{keys.map { |key| "{\"#{key}\":1}" }.join(',')}]"

      assert_equal keys, Jacinth.parse(source).flat_map(&:keys)
    end
  end

  # Up to eight bytes hash and length alone tell a key; longer ones are
  # compared in words that may overlap.
  def test_short_keys_that_differ_in_one_byte_stay_apart
    keys = (0..20).flat_map do |size|
      base = "k" * size
      [base, *Array.new(size) { |at| base.dup.tap { |key| key.setbyte(at, 0x4B) } }]
    end
    source = "[#{keys.map { |key| "{\"#{key}\":1}" }.join(',')}]"

    3.times { assert_equal keys, Jacinth.parse(source).flat_map(&:keys) }
    assert_equal keys.reverse, Jacinth.parse("{#{keys.reverse.map { |key| "\"#{key}\":1" }.join(',')}}").keys
  end

  def test_strings_of_megabytes_are_read
    plain = "x" * (10 * MEGABYTE)

    assert_equal plain, Jacinth.parse("\"#{plain}\"")
    assert_equal "\n" * MEGABYTE, Jacinth.parse("\"#{'\\n' * MEGABYTE}\"")
    assert_equal "é" * MEGABYTE, Jacinth.parse("\"#{'\\u00e9' * MEGABYTE}\"")
    assert_raises(Jacinth::ParserError) { Jacinth.parse("\"#{plain}") }
    assert_raises(Jacinth::ParserError) { Jacinth.parse("\"#{'\\"' * MEGABYTE}") }
  end

  def test_megabytes_of_white_space_and_comments_are_skipped
    assert_equal [1], Jacinth.parse("#{" \n" * MEGABYTE}[#{"\t" * MEGABYTE}1#{' ' * MEGABYTE}]#{"\r" * MEGABYTE}")
    assert_equal [1], Jacinth.parse("[#{'/* c */' * 100_000}1#{"// d\n" * 100_000}]", allow_comments: true)
    error = assert_raises(Jacinth::ParserError) { Jacinth.parse("#{"\n" * MEGABYTE}x") }

    assert_equal [MEGABYTE + 1, 1], [error.line, error.column]
  end

  def test_no_memory_is_kept
    reason = Resident.unknown and skip(reason)
    sources = ["[" * 100_000, "[1,2", '{"a":1,"a":2}', "[#{'"x",' * 50_000}1]"]
    kept = Resident.kept(rounds: 20) do
      10.times { sources.each { |s| Jacinth.parse(s, max_nesting: 0) rescue Jacinth::ParserError } } # rubocop:disable Style/RescueModifier
    end

    assert_operator kept, :<, 2 * MEGABYTE
  end
end
