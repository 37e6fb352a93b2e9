# frozen_string_literal: true

module Jacinth
  # Hints about numbers. @after is the text from the beginning of the number, or from a later character of it.
  module NumberHint # :nodoc:
    NOT_A_NUMBER = /\A[-+]?(?:nan|inf(?:inity)?)\b/i
    # A number as other languages write it: sign, digits, fraction with its dot, exponent.
    NUMBER = /\A([-+]?)(?=\.?\d)(\d*)(\.\d*)?([eE][-+]?\d+)?\z/
    DOTS = /\A(?:\.\.|\u2026)/
    HEXADECIMAL = "hexadecimal number: write it in decimal, or as a string"
    BINARY = "binary or octal number: write it in decimal"
    LEFT_OUT = "dots in place of values: write the values, or remove the dots"
    private_constant :NOT_A_NUMBER, :NUMBER, :DOTS, :HEXADECIMAL, :BINARY, :LEFT_OUT

    private

    def dots? = @after.match?(DOTS)
    def dots_hint = (LEFT_OUT if dots?)

    def number_hint
      case @after
      when NOT_A_NUMBER then not_a_number
      when /\A-?0\d/ then "leading zero: write #{written || 'the number without it'}, or a string"
      when /\A-?\./ then leading_dot
      when /\A-?\d+\.(?:\D|\z)/ then "missing digits after the decimal point: #{write_or_add}"
      when /\A-?\d+(?:\.\d+)?[eE]/ then "missing digits in the exponent: add them"
      when /\A-/ then "minus sign without digits: add them"
      end
    end

    def leading_dot
      return "decimal point without digits: add them" unless @after.match?(/\A-?\.\d/)

      "missing digits before the decimal point: #{write_or_add}"
    end

    def leading_plus
      return not_a_number if @after.match?(NOT_A_NUMBER)
      return "plus sign without a number: remove it" if @context.json5?

      "plus sign before a number: #{(number = written) ? "write #{number}" : 'remove it, or write a string'}"
    end

    def write_or_add
      number = written
      number ? "write #{number}" : "add them"
    end

    # Returns the number as JSON has it; nil if the text is not a number or is cut off.
    def written
      token = @after[/\A[-+.\w]*/]
      sign, whole, fraction, exponent = NUMBER.match(token)&.captures
      return if !whole || (token.size == @after.size && !@context.ends)

      whole = whole.sub(/\A0+(?=\d)/, "")
      "#{'-' if sign == '-'}#{whole.empty? ? 0 : whole}#{fraction == '.' ? '.0' : fraction}#{exponent}"
    end

    # The hint for text next to the last digit of a number.
    def after_number
      case @after
      when /\A[xX]/ then hexadecimal
      when /\A[bBoO]\d/ then BINARY
      when /\A_/ then "underscore in a number: remove it"
      when %r{\A[.\-:/]} then "more than a number: write a date, time, version or address in double quotes"
      when /\A[[:alpha:]]/ then "unit or suffix after a number: remove it, or write a string"
      end
    end

    def hexadecimal
      return HEXADECIMAL unless @context.json5?
      return "more than a hexadecimal integer: write it in decimal, or as a string" if @after.match?(/\A.\h/)

      "missing digits after 0#{@after[0]}: add them"
    end

    def not_a_number
      found = @after[NOT_A_NUMBER]
      return "#{found} is not JSON: write null, or pass allow_nan: true" if %w[NaN Infinity -Infinity].include?(found)
      return "#{found} is not JSON: write Infinity, and pass allow_nan: true" if found == "+Infinity"

      "#{found} is not JSON: write null"
    end
  end
  private_constant :NumberHint
end
