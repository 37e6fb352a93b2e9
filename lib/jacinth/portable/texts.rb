# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Writes strings.
    module Texts # :nodoc:
      TABLE = (0..0x1F).to_h { |code| [code.chr, format("\\u%04x", code)] }.merge(
        '"' => '\\"', "\\" => "\\\\", "\b" => "\\b", "\f" => "\\f", "\n" => "\\n", "\r" => "\\r", "\t" => "\\t",
        "/" => "\\/", "<" => "\\u003c", ">" => "\\u003e", "&" => "\\u0026",
        "\u2028" => "\\u2028", "\u2029" => "\\u2029"
      ).each_value(&:freeze).freeze
      PLAIN = /["\\\x00-\x1f]/
      SCRIPT = %r{["\\\x00-\x1f/\u2028\u2029]}
      HTML = /["\\\x00-\x1f<>&\u2028\u2029]/
      BOTH = %r{["\\\x00-\x1f/<>&\u2028\u2029]}
      # The characters of JSON text that html_safe escapes.
      SPLICED = /[<>&\u2028\u2029]/
      private_constant(*constants(false))

      private

      # Returns the characters to escape with these options.
      def escapes_of(state)
        escapes = if state.script_safe then state.html_safe ? BOTH : SCRIPT
                  else state.html_safe ? HTML : PLAIN
                  end
        state.ascii_only? ? Regexp.union(escapes, /[^\x00-\x7f]/) : escapes
      end

      # True if a String can be written without conversion.
      def text?(text) = text.ascii_only? || (text.encoding == Encoding::UTF_8 && text.valid_encoding?)

      def quote(text)
        return @out << '"' << text << '"' unless @escapes.match?(text)

        @out << '"' << text.gsub(@escapes) { |character| TABLE[character] || unicode(character.ord) } << '"'
      end

      def unicode(code)
        return format("\\u%04x", code) if code < 0x10000

        code -= 0x10000
        format("\\u%04x\\u%04x", 0xD800 | (code >> 10), 0xDC00 | (code & 0x3FF))
      end

      # Writes JSON text.
      def splice(text)
        Arguments.check_type(text, ::String)
        text = as_utf8(text)
        text = text.scrub { |bytes| bytes }.gsub(SPLICED, TABLE) if @state.html_safe && text.valid_encoding?
        @out << text
      end

      def as_utf8(text) = text.encoding == Encoding::UTF_8 ? text : text.dup.force_encoding(Encoding::UTF_8)

      # Returns the text to write for a String that is not valid in UTF-8.
      def convert_text(text, coerced, key)
        if !coerced && @strict && @state.as_json
          other = call_as_json(text, false)
          return checked_text(other, text, key) unless other.equal?(text)
        end
        malformed(text) if coerced && !key && !@state.invalid
        transcode(text)
      end

      def checked_text(other, text, key)
        if !(::String === other)
          fail_key(other) if key
        elsif !text?(other)
          malformed(text)
        end
        other
      end

      def transcode(text)
        return replaced(text) if @state.invalid

        encoded = encode(text) { text.encode(Encoding::UTF_8) }
        Arguments.check_type(encoded, ::String)
        text?(encoded) ? encoded : malformed(text)
      end

      # Returns the text in which U+FFFD replaces invalid bytes.
      def replaced(text)
        if [Encoding::UTF_8, Encoding::BINARY, Encoding::US_ASCII].include?(text.encoding)
          return ::String.new(text, encoding: Encoding::UTF_8).scrub
        end

        encode(text) { text.encode(Encoding::UTF_8, invalid: :replace, undef: :replace) }
      end

      def encode(text)
        yield
      rescue StandardError => e
        failure(PathText.shown(e.message), text)
      end

      def malformed(text) = failure("source sequence is illegal/malformed utf-8", text)
    end

    # Writes Floats.
    module Numerals # :nodoc:
      class << self
        # Returns the shortest text of a finite number, in the format of json.
        def json(number)
          text = shortest(number)
          size = number.abs
          return text if size < 1e10 && !text.include?("e")
          return "#{number.to_i}.0" if size < 1e15 && (number % 1).zero?

          digits, exponent = digits_of(text)
          decimals = digits.size - 1 - exponent
          plain = (exponent > -10 && exponent < 10) || (decimals.positive? && decimals < 7)
          layout(number, digits, exponent, plain)
        end

        # Returns the shortest text in the format of ECMAScript, as RFC 8785 requires.
        def canonical(number)
          return "0" if number.zero?

          digits, exponent = digits_of(shortest(number))
          layout(number, digits, exponent, exponent > -7 && exponent < 21)
        end

        private

        # Returns the fewest digits that read back as the number. JRuby's own text can differ, and
        # Java's has two digits at least.
        def shortest(number)
          return number.inspect unless RUBY_ENGINE == "jruby"

          text = java.lang.Double.toString(number).downcase
          return text unless text.match?(/\A-?\d\.\de/)

          one = format("%.0e", number)
          Numbers.float(one) == number ? one : text
        end

        # Returns the digits, without zeros around them, and the exponent of the first one.
        def digits_of(text)
          mantissa = text.delete_prefix("-")[/\A[^e]*/]
          exponent = text[/e(.*)/, 1].to_i
          whole, fraction = mantissa.split(".")
          digits = "#{whole}#{fraction}".sub(/\A0+/, "")
          exponent += whole.size - 1 - ("#{whole}#{fraction}".size - digits.size)
          [digits.sub(/0+\z/, ""), exponent]
        end

        def layout(number, digits, exponent, plain)
          sign = number.negative? ? "-" : ""
          unless plain
            fraction = ".#{digits[1..]}" if digits.size > 1
            return "#{sign}#{digits[0]}#{fraction}e#{exponent.negative? ? '-' : '+'}#{exponent.abs}"
          end
          return "#{sign}0.#{'0' * (-exponent - 1)}#{digits}" if exponent.negative?

          whole = digits[0..exponent].ljust(exponent + 1, "0")
          fraction = digits[(exponent + 1)..].to_s
          fraction.empty? ? "#{sign}#{whole}" : "#{sign}#{whole}.#{fraction}"
        end
      end
    end
  end
end
