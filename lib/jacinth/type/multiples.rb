# frozen_string_literal: true

module Jacinth
  class Type
    # The multiples of a number in a Range. The extension calls cover?, as of a Range.
    class Multiples # :nodoc:
      # range: can be nil. of: the number, as the program has it.
      attr_reader :range, :of

      def initialize(range, of)
        unless of.is_a?(::Numeric) && of.real? && of.finite? && of.positive?
          raise ArgumentError, "multiple_of must be a number greater than 0, got #{PathText.inspected(of)}"
        end

        @range = range
        @of = of
        @number = of.is_a?(::Float) ? Rational(of.to_s) : of.to_r
        freeze
      end

      # A Float counts as the decimal number that is its shortest text: 0.0075 is a multiple of 0.0001.
      def cover?(value)
        return false if @range && !@range.cover?(value)
        return false unless value.finite?

        case value
        when ::Integer then multiple?(value, 0)
        when ::Float then (Rational(value.to_s) % @number).zero?
        else
          sign, digits, _, exponent = value.split
          sign.zero? || digits == "0" || multiple?(digits, exponent - digits.size)
        end
      end

      def inspect = "#{"#{@range.inspect}, " if @range}multiples of #{@of}"

      private

      # True if the digits (an Integer, or a String without zeros at its end), times 10 to the power of
      # exponent, are a multiple. The exponent comes from a document and can be large; if it is negative,
      # 2 or 5 to that power must divide the denominator.
      def multiple?(digits, exponent)
        numerator, denominator = @number.numerator, @number.denominator
        if exponent.negative?
          return false if -exponent > denominator.bit_length

          numerator *= 10**-exponent
        else
          denominator *= 10.pow(exponent, numerator)
        end
        (remainder(digits, numerator) * denominator % numerator).zero?
      end

      def remainder(digits, divisor)
        return digits % divisor if digits.is_a?(::Integer)

        digits.scan(/.{1,18}/).inject(0) { |rest, part| ((rest * (10**part.size)) + part.to_i) % divisor }
      end
    end
    private_constant :Multiples
  end
end
