# frozen_string_literal: true

require_relative "support"
require_relative "../support/numbers"
require "bigdecimal"

class NumbersTest < GeneratorTest
  def test_integers_around_powers_of_two_and_ten_are_written
    edges = (0..130).flat_map { |bits| [-1, 0, 1].map { |d| (1 << bits) + d } }
    edges += (0..40).flat_map { |digits| [-1, 0, 1].map { |d| (10**digits) + d } }
    edges += edges.map(&:-@)

    edges.each { |number| assert_equal number.to_s, Jacinth.generate(number) }
    assert_generates "[#{edges.join(',')}]", edges
    assert_generates("{#{edges.uniq.map { |n| %("#{n}":#{n}) }.join(',')}}", edges.to_h { |n| [n, n] })
  end

  def test_all_integers_of_up_to_five_digits_are_written
    numbers = [*-11_000..11_000]

    assert_equal "[#{numbers.join(',')}]", Jacinth.generate(numbers)
  end

  def test_random_integers_are_written
    random = seeded
    numbers = Array.new(scaled(50_000)) { ((random.rand(2) * 2) - 1) * random.rand(1 << random.rand(1..80)) }

    assert_equal "[#{numbers.join(',')}]", Jacinth.generate(numbers)
  end

  def test_integers_of_thousands_of_digits_are_written
    [10**500, -(2**5000), 10**20_000].each { |number| assert_equal "[#{number},1]", Jacinth.generate([number, 1]) }
  end

  def test_floats_are_written_as_by_json
    {
      0.0 => "0.0", 1.0 => "1.0", -2.5 => "-2.5", 100.0 => "100.0", 1e14 => "100000000000000.0", 1e15 => "1e+15",
      1.5e-10 => "1.5e-10", 0.1 => "0.1", 123_456_789.125 => "123456789.125", 5e-324 => "5e-324",
      1.7976931348623157e308 => "1.7976931348623157e+308", 999_999_999_999_999.0 => "999999999999999.0"
    }.each do |number, text|
      assert_generates text, number
      assert_equal number, Float(Jacinth.generate(number))
    end
    assert_generates "[-0.0]", [-0.0]
  end

  # Bits of doubles: random ones, random subnormals, and what lies around the
  # powers of two and ten.
  def bits_of_interest(random)
    powers = (-1074..1023).map { |e| Math.ldexp(1.0, e) } + (-323..308).map { |e| Float("1e#{e}") }
    near = powers.flat_map do |number|
      [number].pack("G").unpack1("Q>").then { |bits| [*(bits - 3)..(bits + 3)] }
    end
    subnormal = Array.new(scaled(40_000)) { random.rand(1 << 52) }
    round = Array.new(scaled(60_000)) do
      [random.rand(10**random.rand(1..17)) / (10.0**random.rand(60))].pack("G").unpack1("Q>")
    end
    any = Array.new(scaled(150_000)) { random.rand(1 << 63) }
    (near + subnormal + round + any).reject { |bits| bits.negative? || bits >= 0x7ff << 52 }
  end

  # test/core/dtoa_test.rb compares millions of doubles.
  def test_doubles_have_the_digits_of_ruby_in_the_format_of_json
    random = seeded
    bits_of_interest(random).each_slice(20_000) do |slice|
      floats = slice.map { |bits| bits | (random.rand(2) << 63) }.pack("Q*").unpack("d*")

      texts = Jacinth.generate(floats)[1..-2].split(",")

      assert_equal floats.map { |float| Numbers.json(float) }, texts, seed_note
      read = texts.map(&:to_f)
      assert_same_doubles(floats, texts) unless read.pack("d*") == floats.pack("d*")
    end
  end

  # By exact arithmetic: on i386, to_f does not always return the nearest double.
  def assert_same_doubles(floats, texts)
    floats.zip(texts) do |float, text|
      assert_equal [float.abs].pack("d").unpack1("Q"), Numbers.round(text.delete_prefix("-").to_r), "#{text} #{seed_note}"
    end
  end

  def test_rational_complex_and_decimal_are_written_as_to_s
    assert_generates '["1/3","0+1i"]', [1/3r, 1i]
    assert_generates "[\"#{BigDecimal('1.5')}\"]", [BigDecimal("1.5")]
  end
end
