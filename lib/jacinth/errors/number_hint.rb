# frozen_string_literal: true

module Jacinth
  # The part of Hint that is about numbers, which reads @after: the text from
  # where one begins or goes on.
  module NumberHint # :nodoc:
    NOT_A_NUMBER = /\A[-+]?(?:nan|inf(?:inity)?)\b/i
    private_constant :NOT_A_NUMBER

    private

    def number_hint
      case @after
      when NOT_A_NUMBER then not_a_number
      when /\A-?0[xX]/ then "JSON has no hexadecimal numbers: write it in decimal, or in a string"
      when /\A-?0[bBoO]/ then "JSON has only decimal numbers"
      when /\A-?0\d/ then "a number has no leading zeros: write #{@after[/\A(-?)0+(?=\d)/, 1]}" \
                          "#{@after[/\A-?0+(?=\d)([\d.]+)/, 1]}, or a string"
      when /\A-?\./ then leading_dot
      when /\A-?\d+\.(?:[eE]|\D|\z)/ then "digits must follow the decimal point: write #{@after[/\A-?\d+/]}.0"
      when /\A-?\d+(?:\.\d+)?[eE]/ then "digits must follow the exponent's e"
      when /\A-/ then "digits must follow the minus sign"
      end
    end

    def leading_dot
      "a digit stands before the decimal point: write #{@after[/\A-?/]}0#{@after[/\A-?(\.\d*)/, 1]}"
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
      return "JSON has no #{@after[NOT_A_NUMBER]}: write null" unless @after.match?(/\A(?:NaN|-?Infinity)\b/)

      "JSON has no #{@after[NOT_A_NUMBER]}; allow_nan: true takes it"
    end
  end
  private_constant :NumberHint
end
