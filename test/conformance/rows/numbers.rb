# frozen_string_literal: true

# number = [ minus ] int [ frac ] [ exp ]. A number without frac and exp is an
# Integer here, -0 too; any other a Float, the nearest one. The bits of many more
# are in test/numbers.
Conformance.section "6 numbers" do
  # int = zero / ( digit1-9 *DIGIT )
  (0..9).each { |digit| accept "int: the digit #{digit}", digit.to_s, digit }
  (1..9).each { |digit| accept "int: #{digit} and a zero", "#{digit}0", digit * 10 }
  [2, 3, 4, 7, 8, 9, 15, 16, 17, 18, 19, 20, 21, 40, 100].each do |size|
    accept "int: #{size} digits", "9" * size, (10**size) - 1
    accept "minus int: #{size} digits", "-1#{"0" * (size - 1)}", -(10**(size - 1))
  end
  accept "minus: one", "-1", -1
  accept "minus: zero is the Integer 0", "-0", 0
  accept "int: zero in an array", "[0,0]", [0, 0]
  { "2^31" => 2**31, "2^32" => 2**32, "2^53" => 2**53, "2^62" => 2**62, "2^63" => 2**63, "2^64" => 2**64 }.each do |name, n|
    [-1, 0, 1].each do |d|
      accept "int: #{name}#{format("%+d", d) unless d.zero?}", (n + d).to_s, n + d
      accept "int: minus (#{name}#{format("%+d", d) unless d.zero?})", (-n - d).to_s, -n - d
    end
  end

  # frac = decimal-point 1*DIGIT
  (0..9).each { |digit| accept "frac: .#{digit}", "1.#{digit}", Rational(10 + digit, 10).to_f }
  accept "frac: zero", "0.0", 0.0
  accept "frac: minus zero keeps its sign", "-0.0", -0.0
  accept "frac: zeros at the end", "1.500000000000", 1.5
  accept "frac: zeros first", "0.0000000001", 1e-10
  accept "frac: 17 digits", "0.12345678901234567", 0.12345678901234567
  accept "frac: 30 digits", "0.123456789012345678901234567890", 0.12345678901234568
  accept "frac: 100 zeros", "1.#{"0" * 100}", 1.0
  accept "frac: 400 nines", "0.#{"9" * 400}", 1.0
  accept "frac: a long int", "123456789012345678901234567890.5", 1.2345678901234568e29
  accept "frac: an int of 400 digits is beyond the largest double", "#{"9" * 400}.5", Float::INFINITY

  # exp = e [ minus / plus ] 1*DIGIT
  %w[e E].product(["", "+", "-"]).each do |e, sign|
    by = sign == "-" ? 0.1 : 10.0
    accept "exp: #{e}#{sign}1", "1#{e}#{sign}1", by
    accept "exp: #{e}#{sign}01", "1#{e}#{sign}01", by
    accept "exp: #{e}#{sign}0", "1#{e}#{sign}0", 1.0
    accept "exp: #{e}#{sign}1 after frac", "1.5#{e}#{sign}1", sign == "-" ? 0.15 : 15.0
    accept "exp: #{e}#{sign}1 after minus", "-1#{e}#{sign}1", -by
    accept "exp: #{e}#{sign}1 after zero", "0#{e}#{sign}1", 0.0
    cut "exp: #{e}#{sign} without a digit", "1#{e}#{sign}"
    reject "exp: #{e}#{sign} without a digit, in an array", "[1#{e}#{sign}]"
    reject "exp: #{e}#{sign} and a letter", "[1#{e}#{sign}a]"
    reject "exp: #{e}#{sign} and a fraction", "[1#{e}#{sign}1.5]"
  end
  accept "exp: minus zero", "-0e1", -0.0
  accept "exp: zeros first", "1e00000002", 100.0
  accept "exp: zeros first, 20 digits", "1e00000000000000000002", 100.0,
         differs: "json reads an exponent of 20 digits or more as one beyond every double (docs/internals/decisions/0033)"
  accept "exp: 308", "1e308", 1e308
  accept "exp: 309 is beyond the largest double", "1e309", Float::INFINITY
  accept "exp: minus and 309", "-1e309", -Float::INFINITY
  accept "exp: -323", "1e-323", 1e-323
  accept "exp: -324 is nearer to zero than to the smallest double", "1e-324", 0.0
  accept "exp: minus and -324", "-1e-324", -0.0
  accept "exp: of 20 digits", "1e99999999999999999999", Float::INFINITY
  accept "exp: minus, of 20 digits", "1e-99999999999999999999", 0.0
  accept "exp: 400 digits before it make up for it", "1#{"0" * 400}e-400", 1.0
  accept "exp: 400 zeros before the digits make up for it", "0.#{"0" * 399}1e400", 1.0
  why = "json reads a zero with an exponent from 2^31 on as Infinity (docs/internals/decisions/0033)"
  accept "exp: zero, beyond 2^31", "0e99999999999", 0.0, differs: why
  accept "exp: minus zero, beyond 2^31", "-0.00e99999999999", -0.0, differs: why

  # The text around them
  accept "right before end-array", "[[1],[1.5],[1e5]]", [[1], [1.5], [1e5]]
  accept "right before end-object", '[{"a":1},{"a":1.5},{"a":1e5}]', [{ "a" => 1 }, { "a" => 1.5 }, { "a" => 1e5 }]
  accept "right before value-separator", "[1,1.5,1e5,-1,0]", [1, 1.5, 1e5, -1, 0]
  accept "right before white space", "[1 ,1.5\n,1e5\t,-0\r]", [1, 1.5, 1e5, 0]

  # Leading zeros
  %w[00 01 000 007 -00 -01 -007 00.5 01.5 -01e1 0123456789 01234567890123456789].each do |text|
    reject "leading zero: #{text}", "[#{text}]", at: [1, 2]
    reject "leading zero: #{text} as the text", "#{text} ", at: [1, 1]
  end
  # A sign, a point or an exponent with nothing where a digit belongs
  cut "minus alone", "-"
  cut "a point after one", "1."
  cut "a point after minus one", "-1."
  %w[- -- --1 -+1 -a -. -.5 -e5 1. 1.. 1..5 1.e5 1.E5 1.+5 1.-5 1.a 0. -0. 0.e 0e 0e+ -1. 1ee5 1e+-5 1e++5
     1.5.5 1.5e1.5 1e5e5 1-2 1+2 1e5-1 1.5+ 0x1 0xFF 0b1 0o7 0X1 1_000 1a 1.5a 1e5a 1f 1L 1n 1.5f 1i 1r 0-1 00e1].each do |text|
    reject "malformed: #{text}", "[#{text}]"
    reject "malformed: #{text} as a member", "{\"a\":#{text}}"
  end
  %w[+1 +0 +1.5 .5 .0 . .e5 e5 E5 +.5 + $1 #1 %1 ~1 &hFF].each do |text|
    reject "malformed from the beginning: #{text}", "[#{text}]", at: [1, 2]
  end
  reject "digits in groups", "[1 000]", at: [1, 4]
  reject "a fraction in parts", "[1.5 5]"
  reject "a space before the point", "[1 .5]", at: [1, 4]
  reject "a space before the exponent", "[1 e5]", at: [1, 4]
  reject "a decimal comma as the text", "1,5", at: [1, 2]
  reject "a ratio", "[1/2]"
  reject "a percentage", "[1%]", at: [1, 3]
  reject "an arabic digit", "[\u0661]", at: [1, 2]
  reject "a fullwidth digit", "[\uFF11]", at: [1, 2]
  reject "a digit and a fullwidth one", "[1\uFF11]", at: [1, 3]
  reject "a superscript", "[1\u00B2]", at: [1, 3]
  reject "a minus of its own code point", "[\u22121]", at: [1, 2]
  reject "a fraction of one code point", "[\u00BD]", at: [1, 2]
  reject "the sign of infinity", "[\u221E]", at: [1, 2]
  reject "a NUL after a digit", "[1\u0000]", at: [1, 3]
  reject "a number in single quotes", "['1']", at: [1, 2]
end
