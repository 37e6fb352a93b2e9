# frozen_string_literal: true

module Jacinth
  # Hints about strings: their quotes, escapes and control characters.
  module StringHint # :nodoc:
    CONTROLS = { "\n" => "\\n", "\r" => "\\r", "\t" => "\\t", "\b" => "\\b", "\f" => "\\f" }.freeze
    ESCAPES = { "a" => "\\u0007", "e" => "\\u001B", "v" => "\\u000B", "0" => "\\u0000" }.freeze
    TYPOGRAPHIC = /[\u2018\u2019\u201A\u201C\u201D\u201E\u00AB\u00BB\u300C\u300D]/
    # A typographic quote that was meant to end a string.
    CLOSING_QUOTE = /(#{TYPOGRAPHIC})\s*[,:\]}]/
    [CONTROLS, ESCAPES].each { |table| Ractor.make_shareable(table) }
    private_constant :CONTROLS, :ESCAPES, :TYPOGRAPHIC, :CLOSING_QUOTE

    # The text ends in a string.
    def open_string
      quote = @before[/[^"]*\z/][CLOSING_QUOTE, 1]
      remedy = quote ? "write \" instead of #{quote}" : "add #{@context.json5? ? @context.open_character : '"'}"
      place = @context.open ? "the string that begins at #{@context.open_place}" : "a string"
      "missing closing quote of #{place}: #{remedy}"
    end

    def escape
      case @after
      when /\A\\x(\h{2})/ then "\\x escape: write \\u00#{::Regexp.last_match(1)}"
      when /\A\\'/ then "backslash before an apostrophe: remove it"
      when /\A\\([0aev])/ then "\\#{::Regexp.last_match(1)} escape: write #{ESCAPES[::Regexp.last_match(1)]}"
      when /\A\\\n/ then "backslash before a line break: write \\n"
      else "backslash that escapes nothing: write \\\\ (as in a Windows path or a regular expression)"
      end
    end

    def code_point
      return "\\u without four hexadecimal digits: add them" unless @after.match?(/\A\\u\h{4}/)

      "half of a surrogate pair: write both halves, as in \\ud83d\\ude00"
    end

    def control
      character = @after[0].to_s
      if ["\n", "\r"].include?(character)
        return "line break in a string: write \\n, or add the closing quote of the string that begins at " \
               "#{@context.open_place}"
      end

      written = CONTROLS.fetch(character) { format("\\u%04X", character.ord) }
      name = character == "\t" ? "tab" : "control character"
      "#{name} in a string: write #{written}, or pass allow_control_characters: true"
    end
  end
  private_constant :StringHint
end
