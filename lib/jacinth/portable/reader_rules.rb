# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # The rules that options set for all readers: ext/jacinth/parse/rules.h.
    module ReaderRules # :nodoc:
      # Does not match if a digit is missing after a point or an exponent.
      NUMBER = /-?(?:0(?![0-9])|[1-9][0-9]*+)(?!\.(?![0-9]))(\.[0-9]++)?+(?![eE](?![+-]?[0-9]))([eE][+-]?[0-9]++)?/n
      private_constant :NUMBER

      private

      # True if the byte after a comma closes the container, and that is allowed.
      def trailing_comma?(byte, closing) = byte == closing && @options.allow_trailing_comma

      # Raises ParserError for a duplicate key of the object at an index, unless duplicate keys are allowed.
      def refuse_duplicate(key, at = @frame.at)
        fail_duplicate(key, at) unless @options.allow_duplicate_key
      end

      # Skips the number at the position. Returns its text, or nil if there is none.
      def scan_number
        at = @scanner.pos
        size = @scanner.skip(NUMBER)
        return unless size

        text = @text.byteslice(at, size)
        limit_number(text, at)
        text
      end

      # Raises LimitError if the number at an index, which can be incomplete, has too many digits.
      def limit_number(text, at)
        limit = @options.max_number_digits
        fail_limit(at, "number", limit, "digits") if limit && text.count("0-9") > limit
      end
    end
  end
end
