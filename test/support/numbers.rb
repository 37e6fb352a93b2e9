# frozen_string_literal: true

# Numbers with their exact texts, made from first principles. A double is found by
# exact arithmetic on Rationals, rounded half to even; a shortest text by trying
# fewer digits first. No library's conversion is called. The seed is fixed, so the
# numbers change only if this file does.
#
#     ruby test/support/numbers.rb    # writes the lists into FOLDER, if they are not there
require "digest"
require_relative "../../tools/checkout"

class Numbers
  FOLDER = File.join(Checkout::ROOT, "tmp", "numbers")
  # Each list, and the SHA256 of its text.
  SUMS = {
    "doubles" => "d8a9a2fea4017db1711dbe13abd90b84df36110fcdb68aae0a52882a51cc9155",
    "integers" => "ed50581ebd232fc2234eacb05c6c88e9bf72212c133a2ac753253a36736cdbd4",
    "shortest" => "2b5b71c59705428f45204906986a1c18153011b898f2ecbfdf25fedfa606cd97"
  }.freeze

  # IEEE 754, binary64: significands have 53 bits, the least power of two is -1074.
  PRECISION = 53
  LEAST = -1074
  GREATEST = 971
  MANTISSA = (1 << 52) - 1
  INFINITY = 0x7FF0_0000_0000_0000
  SIGN = 1 << 63

  # The first and last subnormals and normal doubles, and 1.
  ENDS = [1, 2, MANTISSA - 1, MANTISSA, MANTISSA + 1, INFINITY - 2, INFINITY - 1,
          0x3FEF_FFFF_FFFF_FFFF, 0x3FF0_0000_0000_0000].freeze

  # Found hard by others' algorithms or at a limit of theirs, and simple ones.
  WRITTEN = %w[
    0.1 0.2 0.3 0.5 1.0 1.5 10.0 100.0 3.14159265358979323846 2.718281828459045 0.30000000000000004 1e5 1E5
    1e+5 1e-5 1e05 1.0e0 1e22 1e23 8.5e22 9007199254740991.0 9007199254740992.0 9007199254740993.0
    9007199254740994.0 9007199254740995.0 9007199254740993.00000000000000000000000000000000000001
    4503599627370496.5 4503599627370497.5 4503599627370495.75 2.2250738585072011e-308 2.2250738585072012e-308
    2.2250738585072014e-308 2.225073858507201e-308 1.7976931348623157e308 1.7976931348623158e308
    1.7976931348623159e308 1.797693134862315807e308 1.7976931348623158079372897140530e308
    1.7976931348623158079372897140531e308 17976931348623157e292 1.8e308 1e309 2e308 4.9406564584124654e-324
    4.9e-324 5e-324 3e-324 2.5e-324 2.4703282292062327e-324 2.4703282292062328e-324 2e-324 1e-324
    2.470328229206232720882843964341106861825299013071623822127928412503377536351043e-324
    2.470328229206232720882843964341106861825299013071623822127928412503377536351044e-324 7.4e-324 7.5e-324
    123456789012345678.0 1234567890123456789.0 12345678901234567890.0 18446744073709551615.0
    18446744073709551616.0 9223372036854775807.0 9223372036854775808.5 0.000001 0.0000001 0.000000123
    123456.789e3 123456.789e-3 6.02214076e23 1.602176634e-19 6.62607015e-34 299792458.0 1e400 1e-400 1e99999
    1e-99999 1e2147483647 1e-2147483648 1e4294967296 1e-4294967297 1e9223372036854775808
    1e-9223372036854775809 1e18446744073709551616 0.1e1 0.01e2 100e-2 1000000e-6
  ].freeze

  class << self
    # The rows of a list, each a number in hexadecimal and a text:
    #
    #   doubles   the bits of the nearest double, ties to even; a JSON number with a
    #             fraction or an exponent
    #   integers  an integer; the same as a JSON number
    #   shortest  the bits of a double; of the texts with the fewest digits that are
    #             read as this double, the nearest
    def rows(list) = File.readlines(file(list), chomp: true, encoding: "UTF-8").map(&:split)

    # Returns the path of a list, which is made only once: emulated, it takes half a minute.
    def file(list)
      path = File.join(FOLDER, "#{list}.txt")
      return path if File.file?(path) && Digest::SHA256.file(path).hexdigest == SUMS.fetch(list)

      Checkout.make(path) { |file| File.write(file, text(list)) }
    end

    def text(list)
      text = new.public_send(list).uniq.map { |row| "#{row}\n" }.join
      Digest::SHA256.hexdigest(text) == SUMS.fetch(list) ? text : raise("#{list} are other numbers than before")
    end

    # The bits of the double nearest to a Rational that is not negative.
    def round(number)
      return 0 if number.zero?

      power = [log2(number) - (PRECISION - 1), LEAST].max
      significand = (number / (Rational(2)**power)).round(half: :even)
      significand, power = significand >> 1, power + 1 if significand >> PRECISION == 1
      return INFINITY if power > GREATEST
      return significand if significand <= MANTISSA # subnormal, or zero

      ((power - LEAST + 1) << 52) | (significand & MANTISSA)
    end

    # The Rational that the bits of a finite, positive double stand for.
    def value(bits)
      exponent, mantissa = bits >> 52, bits & MANTISSA
      exponent.zero? ? mantissa * (Rational(2)**LEAST) : (mantissa | (1 << 52)) * (Rational(2)**(exponent + LEAST - 1))
    end

    # Digits and a power of ten: the fewest digits that round to the bits, and
    # of those the nearest, the even one of two that are equally near.
    def shortest(bits)
      number = value(bits)
      top = log10(number)
      (0..16).each do |more|
        unit = Rational(10)**(top - more)
        low = (number / unit).floor
        near = [low, low + 1].select { |digits| round(digits * unit) == bits }
        next if near.empty?

        return normal(near.min_by { |digits| [((digits * unit) - number).abs, digits & 1] }, top - more)
      end
    end

    # Returns the digits of a number's text as an Integer without zeros at the end, and the power of ten to
    # multiply them by.
    def decimal(text)
      mantissa, exponent = text.delete_prefix("-").downcase.split("e")
      whole, fraction = mantissa.split(".")
      normal("#{whole}#{fraction}".to_i, exponent.to_i - fraction.to_s.size)
    end

    # The text of a Float in JSON, with the digits of its to_s.
    def json(float)
      float.zero? ? float.to_s : float.to_s[/\A-?/] + layout(*decimal(float.to_s))
    end

    # The format of a Float in JSON: integral below 1e15 with ".0", plain if it is short
    # or of a usual size, otherwise scientific.
    def layout(digits, power)
      point = digits.to_s.size + power
      if power >= 0 && point <= 15 then "#{digits}#{"0" * power}.0"
      elsif power.negative? && (power > -7 || point.between?(-8, 10)) then plain(digits.to_s, point)
      else scientific(digits.to_s, point)
      end
    end

    # point: the number of digits before the decimal point.
    def plain(digits, point)
      point.positive? ? "#{digits[0, point]}.#{digits[point..]}" : "0.#{"0" * -point}#{digits}"
    end

    def scientific(digits, point)
      "#{digits[0]}#{".#{digits[1..]}" if digits.size > 1}e#{"+" if point.positive?}#{point - 1}"
    end

    private

    def normal(digits, power)
      zeros = digits.zero? ? 0 : digits.to_s[/0*\z/].size
      [digits / (10**zeros), power + zeros]
    end

    # The greatest integer whose power is not above the number.
    def log2(number) = log(number, 2, number.numerator.bit_length - number.denominator.bit_length)

    def log10(number) = log(number, 10, number.numerator.to_s.size - number.denominator.to_s.size)

    def log(number, base, guess)
      guess -= 1 while Rational(base)**guess > number
      guess += 1 while Rational(base)**(guess + 1) <= number
      guess
    end
  end

  def initialize(seed = 754)
    @random = Random.new(seed)
  end

  def doubles
    texts = [*WRITTEN, *zeros, *powers_of_ten, *edges, *halfway, *halfway_short, *digits, *random_texts]
    texts.uniq.flat_map do |text|
      bits = self.class.round(rational(text))
      ["#{hex(bits)} #{text}", ("#{hex(bits | SIGN)} -#{text}" if text.size < 60)].compact
    end
  end

  def integers
    twos = [7, 8, 15, 16, 24, 29, 30, 31, 32, 33, 48, 52, 53, 54, 60, 61, 62, 63, 64, 65, 127, 128, 1000]
    powers = twos.map { |e| 2**e } + [*1..40, 100, 308, 309].map { |e| 10**e }
    around = powers.flat_map { |n| (-2..2).map { |d| n + d } }
    random = (1..40).flat_map { |size| Array.new(3) { number_of(size) } }
    [0, *around, *random].flat_map { |n| [n, -n] }.uniq.map { |n| "#{n.to_s(16)} #{n}" }
  end

  def shortest
    random = Array.new(200) { random_bits }
    (ordinary + powers_of_two + short_decimals + random).uniq.flat_map do |bits|
      text = self.class.layout(*self.class.shortest(bits))
      ["#{hex(bits)} #{text}", ("#{hex(bits | SIGN)} -#{text}" if @random.rand(10).zero?)].compact
    end
  end

  private

  def zeros
    %w[0.0 0e0 0E0 0e+0 0e-0 0.0e5 0e308 0e309 0e-400 0.000000 0.00e-10] + ["0.#{"0" * 800}", "0.#{"0" * 400}e400"]
  end

  def powers_of_ten
    (-345..312).step(3).map { |e| "1e#{e}" } + (-30..30).map { |e| "9.5e#{e}" } + (1..25).map { |e| "0.#{"0" * e}1" }
  end

  # The doubles at which something ends, and their neighbours, exactly and in full.
  def edges
    ends = [*ENDS, *powers_of_two.each_slice(5).map(&:first)]
    around = ends.flat_map { |bits| [bits - 1, bits, bits + 1] }.uniq
    around.grep(1...INFINITY).map { |bits| scientific(self.class.value(bits)) }
  end

  # Between two doubles: the tie, and the least step off it to each side. The
  # longest has more than 760 digits.
  def halfway = (ENDS + Array.new(20) { random_bits }).flat_map { |bits| nudged(tie_above(bits)) }

  # The same where it takes few digits: from 2^30 on.
  def halfway_short
    (30..75).flat_map { |e| nudged(tie_above(((1023 + e) << 52) | @random.rand(1 << 52))) }
  end

  def tie_above(bits)
    above = bits + 1 == INFINITY ? Rational(2)**1024 : self.class.value(bits + 1)
    (self.class.value(bits) + above) / 2
  end

  def nudged(tie)
    digits, power = exact(tie)
    size = digits.to_s.size
    below, above = (digits * 10) - 1, (digits * 10) + 1
    [place(digits, power, size), place(below, power - 1, below.to_s.size), place(above, power - 1, above.to_s.size)]
  end

  # Numbers of one to 25 digits, and of 100 to 1000.
  def digits
    short = [*1..25].flat_map { |size| [size] * 6 }.map { |size| [size, @random.rand(-30..30)] }
    long = [100, 200, 308, 309, 400, 768, 769, 800, 1000].map { |size| [size, @random.rand(-size..0)] }
    (short + long).map { |size, power| place(number_of(size), power, size) }
  end

  def random_texts
    Array.new(250) { "#{number_of(@random.rand(1..19)).to_s.sub(/(?<=.)(?=.)/, ".")}e#{@random.rand(-345..310)}" }
  end

  def number_of(size) = @random.rand((10**(size - 1))...(10**size))

  def ordinary
    few = [1.0, 2.0, 3.0, 10.0, 100.0, 123.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.1, 1.25, 9.99, 1e6, 1e14, 1e15, 1e16, 1e21]
    few.map { |x| self.class.round(x.to_r) } + ENDS
  end

  def powers_of_two
    (0..52).step(4).map { |e| 1 << e } + (1..2046).step(23).flat_map { |e| [(e << 52) - 1, e << 52, (e << 52) + 1] }
  end

  # Decimals of one to 17 digits, and powers of ten.
  def short_decimals
    sizes = [*1..17].flat_map { |size| [size] * 12 }
    decimals = sizes.map { |size| number_of(size) * (Rational(10)**@random.rand((-size - 6)..6)) }
    powers = (-320..300).step(20).map { |e| Rational(10)**e }
    (decimals + powers).map { |number| self.class.round(number) }
  end

  def random_bits = @random.rand(1...INFINITY)

  def hex(bits) = format("%016x", bits)

  # The Rational that a text stands for; what is far outside of doubles, as one
  # that is a little outside.
  def rational(text)
    digits, power = self.class.decimal(text)
    return Rational(0) if digits.zero?

    power.abs > 3000 ? Rational(10)**(power.positive? ? 400 : -400) : digits * (Rational(10)**power)
  end

  # Digits and a power of ten for a Rational whose denominator is a power of two.
  def exact(number)
    twos = number.denominator.bit_length - 1
    self.class.__send__(:normal, number.numerator * (5**twos), -twos)
  end

  def scientific(number)
    digits, power = exact(number)
    place(digits, power, digits.to_s.size)
  end

  # One of the ways to write digits times a power of ten, as a number with a
  # fraction or an exponent.
  def place(digits, power, size)
    text = digits.to_s
    return "#{text}e#{power}" if power >= 0 || (power < -size - 5 && @random.rand(2).zero?)
    return "0.#{"0" * (-power - size)}#{text}" if power <= -size && -power < 40
    return "#{text[0]}.#{text[1..]}0e#{power + size - 1}" if power <= -size

    "#{text[0, size + power]}.#{text[(size + power)..]}"
  end
end

Numbers::SUMS.each_key { |list| Numbers.file(list) } if $PROGRAM_NAME == __FILE__
