# frozen_string_literal: true

require_relative "../support/numbers"
require_relative "support"
require "json"

# core/dtoa.c: in bulk against snprintf and strtod in number_driver.c, and here
# against the digits of Ruby's own Float#to_s.
class DtoaTest < Minitest::Test
  include KernelSupport

  # As numbered in number_driver.c.
  KINDS = %i[any subnormal near_power_of_two near_power_of_ten few_decimals
             integral below_one near_changes].freeze

  KINDS.each_with_index do |name, kind|
    define_method(:"test_#{name}_reads_back_and_is_shortest_and_closest") do
      assert_check("dtoa_random", kind, scaled(150_000), SEED)
    end

    define_method(:"test_#{name}_is_written_alike_without_int128_and_sse2") do
      assert_check("dtoa_portable", kind, scaled(100_000), SEED)
    end

    define_method(:"test_#{name}_has_the_digits_of_float_to_s") do
      assert_texts random_doubles(kind, scaled(20_000))
    end
  end

  def test_powers_of_two_and_their_neighbours_are_shortest
    doubles = (-1074..1023).flat_map do |e|
      power = Math.ldexp(1.0, e)
      [power, power.prev_float, power.next_float, power * 1.5]
    end

    assert_texts doubles
  end

  def test_powers_of_ten_and_their_neighbours_are_shortest
    doubles = (-323..308).flat_map do |e|
      power = "1e#{e}".to_f
      [power, power.prev_float, power.next_float, "9.5e#{e - 1}".to_f]
    end

    assert_texts doubles
  end

  def test_texts_of_the_committed_list_are_written
    rows = Numbers.rows("shortest")
    doubles = rows.map { |bits, _| [bits].pack("H*").unpack1("G") }

    assert_operator rows.size, :>, 750
    assert_equal rows.map(&:last), texts(doubles, jcs: false)
  end

  def test_doubles_of_few_digits_are_shortest
    doubles = (0..2000).flat_map { |i| [i.to_f, i / 10.0, i / 1000.0, i * 1e15, i / 8.0, i * 1e-9] }

    assert_texts doubles
  end

  def test_the_format_of_json_is_written
    {
      0.0 => "0.0", 1.0 => "1.0", -100.0 => "-100.0", 0.5 => "0.5",
      123_456_789_012_345.0 => "123456789012345.0", 999_999_999_999_999.0 => "999999999999999.0",
      1e15 => "1e+15", 1_234_567_890_123_456.0 => "1.234567890123456e+15",
      1_234_567_890_123_456.8 => "1234567890123456.8", 1e-9 => "0.000000001", 1e-10 => "1e-10",
      1.5e-10 => "1.5e-10", 1.2345678901234566e-9 => "0.0000000012345678901234566",
      12_345_678_901.25 => "12345678901.25", 12_345_678_901.234568 => "12345678901.234568",
      5e-324 => "5e-324", 1.7976931348623157e308 => "1.7976931348623157e+308",
      -2.2250738585072014e-308 => "-2.2250738585072014e-308", 1e100 => "1e+100"
    }.each { |double, text| assert_equal text, texts([double], jcs: false).first }
  end

  def test_the_format_of_rfc8785_is_written
    {
      0.0 => "0", 1.0 => "1", -100.0 => "-100", 0.5 => "0.5", 1e15 => "1000000000000000",
      1e20 => "100000000000000000000", 1e21 => "1e+21", 1.5e21 => "1.5e+21",
      123_456_789_012_345_680_000.0 => "123456789012345680000", 1e-6 => "0.000001",
      1.5e-7 => "1.5e-7", 5e-324 => "5e-324", 9_007_199_254_740_993.0 => "9007199254740992",
      333_333_333.33333329 => "333333333.3333333", 1e30 => "1e+30", 4.50 => "4.5",
      2e-3 => "0.002", 0.000000000000000000000000001 => "1e-27"
    }.each { |double, text| assert_equal text, texts([double], jcs: true).first }
  end

  def test_negative_zero_keeps_its_sign_in_json_only
    assert_equal(%w[-0.0 0], [false, true].flat_map { |jcs| texts([-0.0], jcs:) })
  end

  # The gem's digits are not always the closest, nor the fewest.
  def test_the_text_is_that_of_json_if_that_is_shortest
    skip "json #{JSON::VERSION}" if Gem::Version.new(JSON::VERSION) < Gem::Version.new("3.1")

    same = KINDS.each_index.sum do |kind|
      doubles = random_doubles(kind, scaled(5_000))
      doubles.zip(texts(doubles, jcs: false)).count do |double, text|
        theirs = JSON.generate(double)
        next if Numbers.decimal(theirs).first != Numbers.decimal(double.to_s).first

        assert_equal theirs, text
      end
    end

    assert_operator same, :>=, 0.9 * KINDS.size * scaled(5_000)
  end

  def test_logarithms_by_multiplication_are_exact
    log10 = CoreLibrary.function("jac_test_log10_pow2", [INT], INT)
    log10_narrow = CoreLibrary.function("jac_test_log10_three_quarters_pow2", [INT], INT)
    log2 = CoreLibrary.function("jac_test_log2_pow10", [INT], INT)
    (-1100..1100).each do |q|
      assert_equal floor_log(10, Rational(2)**q), log10.call(q)
      assert_equal floor_log(10, (Rational(2)**q) * 3 / 4), log10_narrow.call(q)
    end
    (-350..350).each { |e| assert_equal floor_log(2, Rational(10)**e), log2.call(e) }
  end

  private

  def random_doubles(kind, count)
    fill = CoreLibrary.function("jac_test_doubles", [POINTER, INT, INT, INT], Fiddle::TYPE_VOID)
    room = "\0".b * (8 * count)
    fill.call(room, kind, count, SEED)
    room.unpack("d*")
  end

  def texts(doubles, jcs:)
    write = CoreLibrary.function("jac_test_dtoa_texts", [POINTER, INT, INT, POINTER], Fiddle::TYPE_SIZE_T)
    room = "\0".b * (41 * doubles.size)
    size = write.call(doubles.pack("d*"), doubles.size, jcs ? 1 : 0, room)
    room[0, size].force_encoding("US-ASCII").lines(chomp: true)
  end

  def assert_texts(doubles)
    doubles.zip(texts(doubles, jcs: false), texts(doubles, jcs: true)) do |double, json, jcs|
      assert_equal Numbers.json(double), json
      assert_equal expected_jcs(double), jcs
    end
  end

  # ECMA-262, Number::toString.
  def expected_jcs(double)
    return "0" if double.zero?

    digits, power = Numbers.decimal(double.to_s)
    digits = digits.to_s
    point = digits.size + power
    double.to_s[/\A-?/] + if point.between?(digits.size, 21) then digits.ljust(point, "0")
                          elsif (-5..21).cover?(point) then Numbers.plain(digits, point)
                          else Numbers.scientific(digits, point)
                          end
  end

  # By how many digits the numerator is longer than the denominator, or one less.
  def floor_log(base, number)
    log = [number.numerator, number.denominator].map { |part| part.to_s(base).size }.reduce(:-)
    Rational(base)**log <= number ? log : log - 1
  end
end
