# frozen_string_literal: true

require_relative "../parse/support"
require_relative "../support/numbers"

# The numbers of support/numbers.rb: read, alone and among others, and written.
class NumbersTest < Minitest::Test
  JSON_NUMBER = /\A-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\z/

  def bits(float) = [float].pack("G").unpack1("H*")

  def float(bits) = [bits].pack("H*").unpack1("G")

  def doubles = Numbers.rows("doubles")

  def test_the_numbers_are_of_many_kinds
    Numbers::SUMS.each_key { |list| Numbers.rows(list).each { |row| assert_match JSON_NUMBER, row.last } }
    assert_operator doubles.map { |_, text| text.size }.max, :>, 1000
    assert_operator doubles.count { |hex, _| hex.match?(/\A[08]00(?!0+\z)/) }, :>, 50 # subnormal
  end

  def test_the_expected_doubles_are_rounded_half_to_even
    least = Rational(2)**-1074
    above = (Rational(2)**1024) - (Rational(2)**970) # halfway from the largest double to the one there is not
    {
      1 => 0x3FF0000000000000, Rational(1, 2) => 0x3FE0000000000000, Rational(1, 3) => 0x3FD5555555555555,
      (2**53) + 1 => 0x4340000000000000, (2**53) + 3 => 0x4340000000000002, (2**53) - Rational(1, 2) => 0x4340000000000000,
      least => 1, least / 2 => 0, (least / 2) + (least / (2**60)) => 1, least * 3 / 2 => 2, least * 5 / 2 => 2,
      above - 1 => 0x7FEFFFFFFFFFFFFF, above => 0x7FF0000000000000
    }.each { |number, expected| assert_equal expected, Numbers.round(Rational(number)), number }
  end

  def test_doubles_have_exactly_their_bits
    doubles.each do |expected, text|
      assert_equal expected, bits(Jacinth.parse(text)), text
      assert_equal expected, bits(Jacinth.parse("[ #{text}\n]")[0]), text
      assert_equal expected, bits(Jacinth.parse("{\"a\":#{text}}")["a"]), text
    end
  end

  # Rows of numbers are read by a loop of their own.
  def test_doubles_in_arrays_have_exactly_their_bits
    [1, 2, 3, 8, 100].each do |size|
      doubles.each_slice(size) do |row|
        expected = row.map(&:first)

        assert_equal(expected, Jacinth.parse("[#{row.map(&:last).join(",")}]").map { |value| bits(value) })
        assert_equal(expected * 2, Jacinth.parse("[[#{row.map(&:last).join(" , ")}],[#{row.map(&:last).join(",\n")}]]")
                                          .flatten.map { |value| bits(value) })
      end
    end
  end

  # Cut in two: everywhere where it is short, and the long ones at some places.
  def test_doubles_in_two_chunks_have_exactly_their_bits
    random = seeded
    doubles.each do |expected, text|
      places = (1...text.size).to_a
      places = places.sample(scaled(20), random: random) if text.size > 25
      places.each { |at| assert_equal expected, bits(in_chunks(text[0, at], "#{text[at..]} ")), "#{text} cut at #{at}" }
      assert_equal expected, bits(in_chunks(*"[#{text}]".chars)[0]), text
    end
  end

  def in_chunks(*chunks)
    parser = Jacinth::ResumableParser.new
    chunks.each do |chunk|
      parser << chunk
      parser.parse
    end
    parser.value
  end

  def test_integers_are_exact
    Numbers.rows("integers").each do |hex, text|
      number = hex.to_i(16)

      assert_equal number, Jacinth.parse(text)
      assert_equal [number, number], Jacinth.parse("[#{text},#{text} ]")
      assert_equal number, in_chunks(text[0, text.size / 2], "#{text[(text.size / 2)..]} ")
      assert_equal "[#{text},#{text}]", Jacinth.generate([number, number])
      assert_equal "{\"#{text}\":#{text}}", Jacinth.generate({ number => number })
    end
  end

  def test_the_shortest_text_is_written
    rows = Numbers.rows("shortest")
    rows.each do |hex, text|
      assert_equal text, Jacinth.generate(float(hex))
      assert_equal hex, bits(Jacinth.parse(text)), text
    end

    assert_equal "[#{rows.map(&:last).join(",")}]", Jacinth.generate(rows.map { |hex, _| float(hex) })
  end

  # By exact arithmetic: the text is read as the double, none
  # with a digit less is, and none with as many digits is nearer.
  def test_the_shortest_text_is_shortest_and_nearest
    Numbers.rows("shortest").each do |hex, text|
      double = hex.to_i(16) & ((1 << 63) - 1)
      digits, power = Numbers.decimal(text)

      assert_equal double, Numbers.round(digits * (Rational(10)**power)), text
      assert_no_shorter double, digits, power
      assert_nearest double, digits, power
    end
  end

  def assert_no_shorter(double, digits, power)
    return if digits < 10

    [digits / 10, (digits / 10) + 1].each do |fewer|
      refute_equal double, Numbers.round(fewer * (Rational(10)**(power + 1))), "#{fewer}e#{power + 1}"
    end
  end

  def assert_nearest(double, digits, power)
    distance = ->(count) { ((count * (Rational(10)**power)) - Numbers.value(double)).abs }
    [digits - 1, digits + 1].each do |other|
      next unless Numbers.round(other * (Rational(10)**power)) == double

      assert_operator distance[digits], :<=, distance[other], "#{other}e#{power}"
    end
  end

  # The instruction sets read and write alike.
  ISA = <<~'RUBY'
    require "digest"
    require "jacinth"
    rows = ARGV.flat_map { |file| File.readlines(file, chomp: true, encoding: "UTF-8").map { |line| line.split.last } }
    values = Jacinth.parse("[#{rows.join(",")}]")
    text = Jacinth.generate(values, allow_nan: true)
    puts Digest::SHA256.hexdigest(text), Digest::SHA256.hexdigest(values.grep(Float).pack("G*")), Jacinth.kernel
  RUBY

  def test_every_instruction_set_gives_the_same_results
    files = Numbers::SUMS.keys.map { |list| Numbers.file(list) }
    results = %w[swar sse2 avx2 neon].to_h do |isa|
      *sums, kernel = ruby!(ISA, env: { "JACINTH_FORCE_ISA" => isa }, argv: files).split
      [kernel, sums]
    end

    assert_includes results, "swar"
    assert_equal 1, results.values.uniq.size
  end
end
