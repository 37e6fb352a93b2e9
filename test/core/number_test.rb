# frozen_string_literal: true

require "strscan"
require_relative "../support/numbers"
require_relative "support"

# core/number.{h,c}: in bulk against strtod in number_driver.c, and here against
# whole numbers, published cases and the grammar.
class NumberTest < Minitest::Test
  include KernelSupport

  KINDS = 8 # number_driver.c, random_double
  SCANNED = %i[integer float big long invalid].freeze # number.h, JAC_NUMBER_...
  JSON_NUMBER = /\A-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?\z/

  def test_random_doubles_with_any_number_of_digits_are_read_exactly
    KINDS.times { |kind| assert_check("number_random", kind, scaled(150_000), SEED) }
  end

  def test_eight_digits_are_read_at_once = assert_check("8_digits")

  def test_doubles_have_exactly_their_bits
    rows = Numbers.rows("doubles")

    assert_operator rows.size, :>, 2000
    rows.each { |bits, text| assert_bits bits.hex, text }
  end

  def test_published_cases_give_their_bits
    tried = Dir[File.join(shared_path("numbers"), "*.txt")].sum do |file|
      File.foreach(file, chomp: true, encoding: Encoding::UTF_8).count do |line|
        _, _, bits, text = line.split
        next unless text.match?(JSON_NUMBER)

        assert_bits bits.hex, text
        assert_bits bits.hex | (1 << 63), "-#{text}"
      end
    end

    assert_operator tried, :>, 6000
  end

  def test_points_halfway_between_two_doubles_are_rounded_to_even
    random = seeded

    scaled(2000).times { assert_halfway random.rand(0x7fef_ffff_ffff_ffff) }
  end

  def test_halfway_points_at_the_limits_of_doubles_are_rounded_to_even
    [0, 1, 2, 0xf_ffff_ffff_fffe, 0xf_ffff_ffff_ffff, 0x10_0000_0000_0000, 0x10_0000_0000_0001,
     0x1f_ffff_ffff_ffff, 0x3fef_ffff_ffff_ffff, 0x3ff0_0000_0000_0000, 0x4340_0000_0000_0000,
     0x7fef_ffff_ffff_fffe, 0x7fef_ffff_ffff_ffff].each { |bits| assert_halfway bits }
  end

  def test_a_million_digits_are_read_exactly
    assert_bits bits_of(1.0), "0.#{"9" * 1_000_000}"
    assert_bits bits_of(Float::INFINITY), "1#{"0" * 1_000_000}"
    assert_bits bits_of(1.0), "1#{"0" * 1_000_000}e-1000000"
    assert_bits bits_of(1.25), "0.#{"0" * 1_000_000}125e1000001"
    assert_bits bits_of(0.0), "0.#{"0" * 1_000_000}1"
    assert_bits bits_of(-0.0), "-0.#{"0" * 1_000_000}e999999999999999999999"
  end

  # 10^14 steps where time were quadratic: this test would not come back.
  def test_ten_million_significant_digits_take_linear_time
    halfway = "9007199254740993.#{"0" * 10_000_000}"

    assert_bits bits_of(9_007_199_254_740_992.0), halfway
    assert_bits bits_of(9_007_199_254_740_994.0), "#{halfway}1"
  end

  def test_exponents_of_any_length_are_read
    assert_bits bits_of(Float::INFINITY), "1e#{"9" * 1000}"
    assert_bits bits_of(0.0), "1e-#{"9" * 1000}"
    assert_bits bits_of(0.0), "0e#{"9" * 1000}"
    assert_bits bits_of(10.0), "1e#{"0" * 1000}1"
    assert_bits bits_of(1.0), "#{"0" * 30}.#{"0" * 30}1e31"
  end

  # Text => its kind, the end of the number, mantissa and exponent.
  {
    "0" => [:integer, 1, 0, 0], "-0" => [:integer, 2, 0, 0], "7," => [:integer, 1, 7, 0],
    "123]" => [:integer, 3, 123, 0], "12345678" => [:integer, 8, 12_345_678, 0],
    "123456789 " => [:integer, 9, 123_456_789, 0],
    "1391000000000}" => [:integer, 13, 1_391_000_000_000, 0],
    "9999999999999999999" => [:integer, 19, 9_999_999_999_999_999_999, 0],
    "-9223372036854775808" => [:integer, 20, 9_223_372_036_854_775_808, 0],
    "10000000000000000000" => [:big, 20], "1#{"0" * 500}x" => [:big, 501],
    "1.5" => [:float, 3, 15, -1], "-65.613617," => [:float, 10, 65_613_617, -6],
    "-65.613616999999977," => [:float, 19, 65_613_616_999_999_977, -15],
    "1e5" => [:float, 3, 1, 5], "1E+5" => [:float, 4, 1, 5], "12.5e-3]" => [:float, 7, 125, -4],
    "0.000" => [:float, 5, 0, -3], "0e0" => [:float, 3, 0, 0],
    "1.000000000000000000" => [:float, 20, 10**18, -18], "1.0000000000000000000" => [:long, 21],
    "0.00000012345678901234567" => [:float, 25, 12_345_678_901_234_567, -23],
    "0.#{"0" * 40}1e-2" => [:float, 46, 1, -43], "-0.#{"0" * 40}" => [:float, 43, 0, -40],
    "0.00000012345678901234567890" => [:long, 28],
    "12345678901234567890.5" => [:long, 22], "1e400" => [:float, 5, 1, 400],
    "01" => [:invalid, 2], "-01" => [:invalid, 3], "00" => [:invalid, 2],
    "0123456789" => [:invalid, 10],
    "-" => [:invalid, 1], "-a" => [:invalid, 1], "-Infinity" => [:invalid, 1],
    "-.5" => [:invalid, 1],
    "1." => [:invalid, 2], "1.e5" => [:invalid, 2], "1.x" => [:invalid, 2], "1e" => [:invalid, 2],
    "1e+" => [:invalid, 3], "1e-x" => [:invalid, 3], "1.5e" => [:invalid, 4],
    "0x1" => [:integer, 1, 0, 0],
    "1.5.5" => [:float, 3, 15, -1], "1e5e5" => [:float, 3, 1, 5], "1-" => [:integer, 1, 1, 0]
  }.each do |text, (kind, stop, mantissa, exponent)|
    define_method(:"test_scanning_#{text[0, 30]}") do
      found = scan(text)

      assert_equal [kind, stop, text.start_with?("-")], found.values_at(:kind, :end, :negative)
      next unless mantissa

      assert_equal [mantissa, exponent], found.values_at(:mantissa, :exponent)
    end
  end

  # Up to 19 digits are read in a window where it is there, and more are not.
  def test_random_decimals_are_scanned_with_their_digits_and_exponent
    random = seeded
    scaled(30_000).times do
      whole = random.rand(10**random.rand(0..20)).to_s
      digits = Array.new(random.rand(0..21)) { random.rand(10) }.join
      text = "#{"-" if random.rand(2).zero?}#{whole}#{".#{digits}" unless digits.empty?}"
      found = scan(text)
      count = (whole + digits).sub(/\A0+/, "").size
      kinds = digits.empty? ? %i[integer big] : %i[float long]

      assert_equal [kinds[count > 19 ? 1 : 0], text.size], found.values_at(:kind, :end), text
      assert_equal [(whole + digits).to_i, -digits.size], found.values_at(:mantissa, :exponent), text if count <= 19
    end
  end

  # The text is read eight bytes at a time, so its end is at each distance.
  def test_random_texts_are_scanned_as_by_the_reference
    random = seeded
    alphabet = "00112345678999...eE+-,".chars
    scaled(30_000).times do
      text = Array.new(random.rand(1..24)) { alphabet.sample(random:) }.join
      text = "#{"-" if random.rand(3).zero?}#{random.rand(10)}#{text}"
      valid, stop = reference(text)
      found = scan(text)

      assert_equal [valid, stop], [found[:kind] != :invalid, found[:end]], text
    end
  end

  private

  def bits_of(double) = [double].pack("G").unpack1("Q>")

  def assert_bits(bits, text)
    @convert ||= CoreLibrary.function("jac_test_to_double", [POINTER, Fiddle::TYPE_SIZE_T], -Fiddle::TYPE_LONG_LONG)
    got = @convert.call(text, text.bytesize)

    assert_equal bits, got, -> { "#{text[0, 100]}: #{bits.to_s(16)} expected, not #{got.to_s(16)}" }
  end

  # The point between the double of these bits and the next one, exactly, as
  # digits and exponent: a tie goes to the even one, a tiny bit more or less to
  # the neighbour on that side.
  def assert_halfway(bits)
    exponent = bits >> 52
    mantissa = bits & ((1 << 52) - 1)
    mantissa |= 1 << 52 if exponent.positive?
    power = [exponent, 1].max - 1076
    digits = (2 * mantissa) + 1
    digits *= power.negative? ? 5**-power : 2**power
    ten = [power, 0].min

    assert_bits bits + (bits & 1), "#{digits}e#{ten}"
    assert_bits bits, "#{digits - 1}#{"9" * 30}e#{ten - 30}"
    assert_bits bits + 1, "#{digits}#{"0" * 800}1e#{ten - 801}"
  end

  # Returns true if the text begins with a number, and the position at which reading ends.
  def reference(text)
    scanner = StringScanner.new(text)
    scanner.skip(/-/)
    whole = scanner.scan(/\d*/)
    valid = whole.match?(/\A(?:0|[1-9]\d*)\z/)
    valid &&= scanner.skip(/\d+/) if valid && scanner.skip(/\./)
    if valid && scanner.skip(/[eE]/)
      scanner.skip(/[-+]/)
      valid = scanner.skip(/\d+/)
    end
    [!!valid, scanner.pos]
  end

  def scan(text)
    @scanner ||= CoreLibrary.function("jac_test_scan_number", [POINTER, Fiddle::TYPE_SIZE_T, POINTER], Fiddle::TYPE_VOID)
    out = "\0".b * 48
    @scanner.call(text, text.bytesize, out)
    kind, negative, stop, mantissa, exponent = out.unpack("Q4q")

    assert_operator kind, :<, SCANNED.size, "#{text}: another number where more text follows"
    { kind: SCANNED[kind], negative: negative == 1, end: stop, mantissa:, exponent: }
  end
end
