# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Reads the strings of a document.
    module Strings # :nodoc:
      PLAIN = /"[^"\\\x00-\x1f]*"/n
      RUN = /[^"\\\x00-\x1f]+/n
      HEX = /\A[0-9a-fA-F]{4}\z/n
      LETTERS = {
        '"' => '"', "\\" => "\\", "/" => "/", "b" => "\b", "f" => "\f", "n" => "\n", "r" => "\r", "t" => "\t"
      }.freeze
      CONTROL = "invalid ASCII control character in string: %s"
      CONTROL_ESCAPES = { "\n" => "Invalid unescaped newline character (\\n) in string: %s",
                          "\0" => "Invalid unescaped NULL character (\\0) in string: %s" }.freeze
      private_constant(*constants(false))

      private

      # Reads the string at the position. As in the extension, the length of a value without
      # escapes is checked before its encoding.
      def read_string(key: false)
        at = @scanner.pos
        size = @scanner.skip(PLAIN)
        text = size ? @text.byteslice(at + 1, size - 2) : read_escaped(at, key)
        text.force_encoding(Encoding::UTF_8)
        check_string(at, text, size && !key) if @checks
        @freezes ? -text : text
      end

      def read_escaped(at, key)
        close = string_end(at)
        check_escaped_key(at + 1, close - at - 1) if key && @options.validate_encoding
        text = unescape(at + 1, close)
        @scanner.pos = close + 1
        text
      end

      def check_string(at, text, length_first)
        check_length(at, text) if length_first
        check_encoding(at + 1, @scanner.pos - at - 2) if @options.validate_encoding
        check_length(at, text)
      end

      # The extension checks the encoding of a key with escapes first, unless only a byte after a
      # backslash is not ASCII.
      def check_escaped_key(at, size)
        check_encoding(at, size) unless @text.byteslice(at, size).gsub(/\\./mn, "").ascii_only?
      end

      def check_length(at, text)
        limit = @options.max_string_bytes
        fail_limit(at, "string", limit, "bytes") if limit && text.bytesize > limit
      end

      # Returns the index of the closing quote of the string that begins at an index.
      def string_end(at)
        @scanner.pos = at + 1
        loop do
          @scanner.skip(RUN)
          here = @scanner.pos
          case @text.getbyte(here)
          when 34 then return here
          when 92
            fail_string_end(at) if here + 2 > @text.bytesize
            @scanner.pos = here + 2
          when nil then fail_string_end(at)
          else
            fail_at(here, CONTROL, at) unless @options.allow_control_characters
            @scanner.pos = here + 1
          end
        end
      end

      def fail_string_end(at) = fail_at(@text.bytesize, "unexpected end of input, expected closing \"", at)

      # Returns the text of a string without its escapes. run: the beginning of the part since
      # the last escape, where json reports an invalid pair.
      def unescape(from, close)
        text = +"".b
        run = from
        while (at = @text.index("\\", from)) && at < close
          text << @text.byteslice(from, at - from)
          letter = @text.byteslice(at + 1, 1)
          if (decoded = LETTERS[letter])
            run = at + (letter == '"' || letter == "/" ? 1 : 2) # rubocop:disable Style/MultipleComparison
            from = at + 2
          elsif letter == "u"
            decoded, from = unicode(at, run)
            run = from
          else
            decoded = other_escape(at, letter)
            run = from = at + 2
          end
          text << decoded
        end
        text << @text.byteslice(from, close - from)
      end

      def other_escape(at, letter)
        fail_at(at, CONTROL_ESCAPES.fetch(letter, CONTROL)) if letter.ord < 0x20 && !@options.allow_control_characters
        fail_at(at, "invalid escape character in string: %s") unless @options.allow_invalid_escape
        letter
      end

      # Returns the bytes of the character whose escape is at an index, and the index after it.
      def unicode(at, run)
        code = hex(at + 2) || fail_at(at, "incomplete unicode character escape sequence at %s")
        return [[code].pack("U").b, at + 6] unless (0xD800..0xDFFF).cover?(code)

        low = second_half(at + 6, run, code)
        return ["\uFFFD".b, at + 6] unless low

        [[0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF)].pack("U").b, at + 12]
      end

      # Returns the second half of a surrogate pair; nil if there is none, with the option invalid.
      def second_half(at, run, first)
        return fail_pair(run, "unpaired trailing surrogate at %s") if first >= 0xDC00

        half = @text.byteslice(at, 6)
        if half.bytesize < 6 || !half.start_with?("\\u") || half.match?(/\A\\u(?:[^"\\]|\\.){0,3}"/mn)
          return fail_pair(run, "incomplete surrogate pair at %s")
        end

        low = hex(at + 2) || fail_at(at, "incomplete unicode character escape sequence at %s")
        (0xDC00..0xDFFF).cover?(low) ? low : fail_pair(run, "invalid surrogate pair at %s")
      end

      def fail_pair(run, text) = (fail_at(run, text) unless @options.invalid)

      def hex(at)
        digits = @text.byteslice(at, 4)
        digits.hex if HEX.match?(digits)
      end

      # Raises ParserError at the first byte of a part of the text that is not valid UTF-8.
      def check_encoding(at, size)
        part = @text.byteslice(at, size).force_encoding(Encoding::UTF_8)
        return if part.valid_encoding?

        valid = part.each_char.take_while(&:valid_encoding?).sum(&:bytesize)
        fail_at(at + valid, "invalid UTF-8 in source: %s")
      end
    end

    # Reads Floats.
    module Numbers # :nodoc:
      PARTS = /\A(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?\z/n
      # The numbers that String#to_f rounds correctly and without a warning.
      EXACT = /\A-?[0-9]{1,17}(?:\.[0-9]{1,17})?(?:[eE][+-]?[0-9]{1,2})?\z/n
      MOST = 400
      private_constant :PARTS, :EXACT, :MOST

      class << self
        # Returns the nearest Float of a number with a fraction or an exponent, ties to even.
        def float(text)
          return java.lang.Double.parseDouble(text) if RUBY_ENGINE == "jruby" # to_f is not exact
          return text.to_f if EXACT.match?(text)

          sign, whole, fraction, exponent = PARTS.match(text).captures
          value = magnitude("#{whole}#{fraction}".sub(/\A0+/, ""), exponent.to_i - fraction.to_s.size)
          sign.empty? ? value : -value
        end

        private

        # digits: the decimal digits of the mantissa. exponent: that of ten.
        def magnitude(digits, exponent)
          return 0.0 if digits.empty? || digits.size + exponent < -MOST
          return Float::INFINITY if digits.size + exponent > MOST

          digits, exponent = shortened(digits, exponent)
          exponent.negative? ? nearest(digits.to_i, 10**-exponent) : nearest(digits.to_i * (10**exponent), 1)
        end

        # No halfway point between two doubles has as many digits as these.
        def shortened(digits, exponent)
          return [digits, exponent] if digits.size <= 800

          rest = digits[800..].count("^0").zero? ? "0" : "1"
          [digits[0, 800] + rest, exponent + digits.size - 801]
        end

        # Returns the Float nearest to a quotient of positive Integers.
        def nearest(number, divisor)
          exponent = [number.bit_length - divisor.bit_length - 53, -1074].max
          loop do
            unit = exponent.negative? ? divisor : divisor << exponent
            quotient, rest = (exponent.negative? ? number << -exponent : number).divmod(unit)
            next exponent += 1 if quotient >= 2**53

            quotient += 1 if rest * 2 > unit || (rest * 2 == unit && quotient.odd?)
            return Math.ldexp(quotient.to_f, exponent)
          end
        end
      end
    end
  end
end
