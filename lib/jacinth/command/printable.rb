# frozen_string_literal: true

require_relative "../errors/excerpt"

module Jacinth
  module Command
    # Makes text safe for a terminal: it cannot move the cursor, change colors or
    # reorder other text. Terminal and its Output write only results of Printable.join
    # to a terminal.
    module Printable # :nodoc:
      # An escape sequence that changes the style of the text after it.
      Style = Struct.new(:sequence)

      # Control characters (C0, DEL and C1) and characters that change the direction
      # of writing.
      UNSAFE = /[\p{Cc}&&[^\n\t]]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/
      private_constant :UNSAFE

      class << self
        # Returns one String. parts: Styles, and Strings that are made safe. json: true
        # if the Strings are JSON, in which an unsafe character is written as an escape.
        def join(parts, json: false)
          parts.map { |part| part.is_a?(Style) ? part.sequence : text(part, json: json) }.join("")
        end

        # Returns one line, without line breaks: a name or a message from outside.
        def line(text) = ErrorExcerpt.safe(text.b)

        private

        def text(text, json:)
          text = text.dup.force_encoding(Encoding::UTF_8)
          text = text.scrub { |bytes| ErrorExcerpt.safe(bytes) } unless text.valid_encoding?
          return text unless text.match?(UNSAFE)

          text.gsub(UNSAFE) { |character| json ? format("\\u%04x", character.ord) : ErrorExcerpt.safe(character) }
        end
      end
    end
    private_constant :Printable
  end
end
