# frozen_string_literal: true

module Jacinth
  # The part of Hint that is about numbers, which reads @after: the text from
  # where one begins or goes on.
  module NumberHint # :nodoc:
    NOT_A_NUMBER = /\A[-+]?(?:nan|inf(?:inity)?)\b/i
    # As other languages write numbers: sign, digits, fraction with its dot, exponent.
    NUMBER = /\A([-+]?)(?=\.?\d)(\d*)(\.\d*)?([eE][-+]?\d+)?\z/
    private_constant :NOT_A_NUMBER, :NUMBER

    private

    def number_hint
      case @after
      when NOT_A_NUMBER then not_a_number
      when /\A-?0[xX]/ then "JSON has no hexadecimal numbers: write it in decimal, or in a string"
      when /\A-?0[bBoO]/ then "JSON has only decimal numbers"
      when /\A-?0\d/ then "a number has no leading zeros: write #{written || 'it without them'}, or a string"
      when /\A-?\./ then leading_dot
      when /\A-?\d+\.(?:\D|\z)/ then "digits must follow the decimal point#{write}"
      when /\A-?\d+(?:\.\d+)?[eE]/ then "digits must follow the exponent's e"
      when /\A-/ then "digits must follow the minus sign"
      end
    end

    def leading_dot
      return "dots stand for nothing in JSON: write the values, or leave them out" if @after.match?(/\A\.\.\.?(?!\.)/)

      return "digits stand before and behind the decimal point" unless @after.match?(/\A-?\.\d/)

      "a digit stands before the decimal point#{write}"
    end

    def leading_plus
      return not_a_number if @after.match?(NOT_A_NUMBER)

      "a number has no plus sign: write #{written || 'the digits alone, or a string'}"
    end

    def write
      number = written
      ": write #{number}" if number
    end

    # The number as JSON writes it; nil where it is none, or not here as a whole.
    def written
      token = @after[/\A[-+.\w]*/]
      sign, whole, fraction, exponent = NUMBER.match(token)&.captures
      return if !whole || (token.size == @after.size && !@context.ends)

      whole = whole.sub(/\A0+(?=\d)/, "")
      "#{'-' if sign == '-'}#{whole.empty? ? 0 : whole}#{fraction == '.' ? '.0' : fraction}#{exponent}"
    end

    def number_joined
      case @after
      when /\A[xX]/ then "JSON has no hexadecimal numbers: write it in decimal, or in a string"
      when /\A[bBoO]\d/ then "JSON has only decimal numbers"
      when /\A_/ then "a number has no underscores"
      when %r{\A[.\-:/]} then "this is more than a number: a date, a time, a version or an address needs double quotes"
      when /\A[[:alpha:]]/ then "a number has no unit or suffix: write the digits alone, or a string"
      end
    end

    def not_a_number
      found = @after[NOT_A_NUMBER]
      return "JSON has no #{found}; allow_nan: true takes it" if %w[NaN Infinity -Infinity].include?(found)

      return "JSON has no #{found}; allow_nan: true takes Infinity" if found == "+Infinity"

      "JSON has no #{found}: write null"
    end
  end
  private_constant :NumberHint
end
