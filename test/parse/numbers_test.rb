# frozen_string_literal: true

require_relative "support"
require_relative "../support/numbers"
require "bigdecimal"

class ParserNumbersTest < Minitest::Test
  JSON_NUMBER = /\A-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\z/
  FRACTION = /[.eE]/

  # Column 3 holds the bits of the double, column 4 the text.
  def test_numbers_of_the_shared_lists_have_exactly_their_bits
    tried = 0
    Dir[File.join(shared_path("numbers"), "*.txt")].each do |path|
      File.foreach(path, encoding: Encoding::UTF_8) do |line|
        _, _, bits, text = line.split
        next unless JSON_NUMBER.match?(text) && FRACTION.match?(text)

        tried += 1
        check_bits(text, bits.hex)
        check_bits("-#{text}", bits.hex | (1 << 63)) unless text.start_with?("-")
      end
    end

    assert_operator tried, :>, 1000
  end

  def check_bits(text, bits)
    return if [Jacinth.parse("[#{text}]")[0]].pack("G").unpack1("Q>") == bits

    flunk "#{text}: #{Jacinth.parse(text)}, not #{[bits].pack('Q>').unpack1('G')}"
  end

  def test_integers_of_every_size_are_read
    around = (0..70).flat_map { |i| [(2**i) - 1, 2**i, (2**i) + 1] } + (0..45).flat_map { |i| [(10**i) - 1, 10**i] }
    around.flat_map { |n| [n, -n] }.each do |n|
      assert_equal n, Jacinth.parse(n.to_s)
      assert_equal [n, n], Jacinth.parse("[#{n},#{n}]")
      assert_same n, Jacinth.parse("[#{n}   ]")[0] if n.bit_length < (1.size * 8) - 2
    end
  end

  def test_integers_of_twenty_digits_are_exact
    random = seeded
    around = [10**19, 2**64, 2 * (10**19), (2**64) + (10**19), 10**20].flat_map { |middle| ((middle - 11)..(middle + 11)).to_a }
    numbers = around + Array.new(2000) { random.rand((10**19)...(10**20)) } + Array.new(2000) { random.rand((10**19)..(2**64)) }

    numbers.concat(numbers.map(&:-@)).each { |number| assert_equal number, Jacinth.parse(number.to_s) }
    assert_equal numbers, Jacinth.parse("[#{numbers.join(',')}]")
    assert_equal numbers, Jacinth.parse("[\n#{numbers.join(" ,\n")}]")
    numbers.each { |number| assert_equal({ "a" => number }, Jacinth.parse(%({"a":#{number}}))) }
  end

  def test_a_million_digits_are_exact
    text = "7" * 100_000

    assert_equal text, Jacinth.parse(text).to_s
    assert_in_delta 0.7777777777777778, Jacinth.parse("0.#{'7' * 1_000_000}"), 0.0
    assert_predicate Jacinth.parse("#{'7' * 1_000_000}.5"), :infinite?
  end

  def test_zero_keeps_its_sign_only_as_a_float
    assert_same 0, Jacinth.parse("-0")
    assert_equal(-Float::INFINITY, 1 / Jacinth.parse("-0.0"))
    assert_equal(-Float::INFINITY, 1 / Jacinth.parse("-0e5"))
  end

  # json gives Infinity for a zero with an exponent beyond 2^31.
  def test_zero_with_any_exponent_is_zero
    assert_in_delta 0.0, Jacinth.parse("0e99999999999"), 0.0
    assert_in_delta 0.0, Jacinth.parse("0.000e99999999999999999999999"), 0.0
  end

  def test_too_large_and_too_small_numbers_become_infinity_and_zero
    assert_equal [Float::INFINITY, -Float::INFINITY, 0.0], Jacinth.parse("[1e400,-1e99999999999999999999,1e-400]")
    assert_equal [Float::MAX, 5e-324], Jacinth.parse("[1.7976931348623157e308,4.9406564584124654e-324]")
  end

  def test_malformed_numbers_fail_as_in_json
    %w[- 01 -01 1. -1. 1.e5 .5 +1 1e 1e+ 1e- 0x1 1_0 --1 1-2 1..2 1.2.3 -a 00 0.0.0 1e1.5 -Infinity Infinity NaN -I -1.I
       -01I].each do |text|
      [text, "[#{text}]", "#{text} ", "{\"a\":#{text}}"].each do |source|
        assert_same_as_json(source)
        assert_same_as_json(source, allow_nan: true)
      end
    end
  end

  def test_random_doubles_are_read_back
    random = seeded
    scaled(20_000).times do
      value = [random.bytes(8)].first.unpack1("G")
      next unless value.finite?

      text = random.rand(2).zero? ? value.to_s : format("%.#{random.rand(1..40)}e", value)

      assert_equal [Float(text)].pack("G"), [Jacinth.parse("[#{text}]")[0].to_f].pack("G"), "#{text} #{seed_note}"
    end
  end

  # By exact arithmetic: on i386, Float() is not always the nearest double.
  def test_random_exponents_in_arrays_are_read_as_the_nearest_doubles
    random = seeded
    classes = { object_class: Class.new(Hash) }
    scaled(400).times do
      texts = Array.new(100) { random_number(random) }
      bits = texts.map { |text| (text.start_with?("-") ? 1 << 63 : 0) | Numbers.round(Rational(text).abs) }.pack("Q>*")
      source = "[#{texts.join(",")}]"

      assert_equal bits, Jacinth.parse(source).pack("G*"), "#{source} #{seed_note}"
      assert_equal bits, Jacinth.parse(source, **classes).pack("G*"), "#{source} #{seed_note}"
    end
  end

  def random_number(random)
    digits = ->(most) { Array.new(random.rand(1..most)) { random.rand(10) }.join }
    whole = random.rand(3).zero? ? "0" : random.rand(1..9).to_s + digits.call(random.rand(1..25))
    fraction = ".#{digits.call(random.rand(1..25))}" if random.rand(2).zero?
    exponent = %w[e E].sample(random: random) + ["", "+", "-"].sample(random: random) + random.rand(270).to_s.rjust(random.rand(1..4), "0")
    exponent = nil if fraction && random.rand(4).zero?
    "#{"-" if random.rand(2).zero?}#{whole}#{fraction}#{exponent}"
  end

  def test_decimal_class_makes_the_decimals_as_in_json
    assert_equal [BigDecimal("1.5"), 2, BigDecimal("1e3")], Jacinth.parse("[1.5,2,1e3]", decimal_class: BigDecimal)
    assert_equal [1.5], Jacinth.parse("[1.5]", decimal_class: Float)
    assert_equal ["1.50"], Jacinth.parse("[1.50]", decimal_class: String)
    [BigDecimal, Float, String, Rational, Struct.new(:text), Comparable, 3, nil].each do |type|
      assert_same_as_json("[1.5,-2.25e10,7,0.1]", decimal_class: type) unless type.is_a?(Class) && type < Struct
    end
    assert_equal ["1.50"], Jacinth.parse("[1.50]", decimal_class: Struct.new(:text)).map(&:text)
  end

  def test_a_byte_that_cannot_end_a_number_raises
    others = (0..255).map(&:chr) - "0123456789.eE+-,]/ \t\n\r".chars
    others.each do |byte|
      %w[7 -12 12345678 1234567890123 1.25 -0.5].each do |number|
        ["[#{number}#{byte}]", "[[#{'1,' * 30}#{number}#{byte}3,#{'2,' * 30}3]]", "[1,2,#{number}#{byte}3,12345678901234567890,4.5]",
         "{\"a\":#{number}#{byte}5,\"b\":\"#{'x' * 40}\"}"].each do |text|
          text = text.b.force_encoding(Encoding::UTF_8)

          assert_raises(Jacinth::ParserError, text.inspect) { Jacinth.parse(text) }
          refute Jacinth.valid?(text), text.inspect
        end
      end
    end
  end
end
