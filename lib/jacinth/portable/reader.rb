# frozen_string_literal: true

require "strscan"

module Jacinth
  module Portable # :nodoc:
    # Reads a document: the grammar of ext/jacinth/parse/grammar_body.h, without recursion.
    class Reader # :nodoc:
      include ReaderErrors
      include ReaderRules
      include Strings

      AFTER_SPACE = /(?![ \t\n\r])/n # a repetition would remember each character in Ruby 4.0
      # An I after a minus sign and an incomplete number. The error is that of a misspelled -Infinity.
      INFINITY = /-(?:0[0-9]+|[0-9]*\.|(?:[0-9]+(?:\.[0-9]+)?[eE][+-]?)?)I/n
      LINE_COMMENT = %r{//.*?(?:\r|\n|\xE2\x80[\xA8\xA9]|\z)}mn
      BLOCK_COMMENT = %r{/\*.*?\*/}mn
      KEYWORDS = Ractor.make_shareable({
        "n".ord => ["null", nil], "t".ord => ["true", true], "f".ord => ["false", false],
        "N".ord => ["NaN", Float::NAN], "I".ord => ["Infinity", Float::INFINITY]
      })
      COLON_HERE = /:/n
      NEXT_ELEMENT = /,/n
      NEXT_KEY = /,[ \t\n\r]*+"([^"\\\x00-\x1f]*+)": ?/n
      SPACE, QUOTE, MINUS, SLASH, COMMA, COLON = ' "-/,:'.bytes
      OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT = "[]{}".bytes
      private_constant(*(constants(false) - %i[LINE_COMMENT BLOCK_COMMENT]))

      # An open container. value: the Array or Hash. key: the last key. at: the index of the bracket.
      # duplicate: an Array of the first duplicate key. pairs: their number, or nil for an Array.
      Frame = Struct.new(:value, :key, :at, :duplicate, :pairs)
      private_constant :Frame

      # source: a String in UTF-8, or whose bytes are taken for UTF-8.
      def initialize(source, options)
        @text = source.b.freeze
        @scanner = StringScanner.new(@text)
        @checks = options.limits? || options.validate_encoding
        use(options)
        @frames = []
        @frame = @origin = nil
        @place = [0, 0]
      end

      # A text of JSON5 was limited before it was rewritten as JSON.
      def check_size
        limit_size unless @options.json5_source
      end

      def limit_size
        limit = @options.max_document_bytes
        fail_limit(0, "document", limit, "bytes") if limit && @text.bytesize > limit
      end

      # The lines and columns before the text, which is a part of a larger one.
      attr_writer :place

      # Returns the value of the document. Raises ParserError if it is not JSON.
      def document
        value = read
        fail_at(@scanner.pos, "unexpected token at end of stream %s") if next_byte
        value
      end

      # Returns the value at the position.
      def read
        outer = @frame
        @state = :value
        while true
          byte = next_byte
          value =
            case @state
            when :value then read_value(byte)
            when :key then read_key(byte)
            when :colon then read_colon(byte)
            when :comma then read_comma(byte)
            end
          next if OPEN.equal?(value)
          return value if outer.equal?(@frame)

          add(value)
          skip_separator unless @checks
        end
      end

      private

      # Returned if no value is complete yet.
      OPEN = Object.new.freeze
      private_constant :OPEN

      # Uses other options for the next values. Their limits must be the same.
      def use(options)
        @options = options
        @calls = options.on_load || options.classes?
        @freezes = options.freezes
        @symbols = options.symbolize_names
      end

      # Skips white space and comments. Returns the next byte, or nil at the end.
      def next_byte
        while true
          byte = @text.getbyte(@scanner.pos)
          if byte && byte <= SPACE
            @scanner.skip_until(AFTER_SPACE)
            byte = @text.getbyte(@scanner.pos)
          end
          return byte unless byte == SLASH

          skip_comment
        end
      end

      def read_value(byte)
        check_elements(byte) if @checks
        case byte
        when QUOTE then finish(read_string)
        when 48..57, MINUS then finish(read_number)
        when OPEN_OBJECT then open_container(byte, CLOSE_OBJECT)
        when OPEN_ARRAY then open_container(byte, CLOSE_ARRAY)
        when 110, 116, 102, 78, 73 then finish(read_keyword(*KEYWORDS[byte]))
        else
          return close if in_array? && closes?(byte, CLOSE_ARRAY, @frame.value)

          fail_value(byte)
        end
      end

      def fail_value(byte)
        return fail_at(@scanner.pos, "unexpected end of input") unless byte

        fail_at(@scanner.pos, byte.zero? ? "unexpected NULL byte: %s" : "unexpected character: %s")
      end

      # True if the byte is a bracket that can close the container in the place of an element or key: after a
      # trailing comma, or if the container is empty. An empty one can be open here only if ChunkedReader has
      # dropped its opening bracket.
      def closes?(byte, closing, container) = trailing_comma?(byte, closing) || (byte == closing && container.empty?)

      def in_array? = @frame && !@frame.pairs

      # Stores the value in the innermost container.
      def add(value)
        @state = :comma
        container = @frame.value
        return container << value unless (pairs = @frame.pairs)

        size = container.size
        @frame.pairs = pairs + 1
        container[@frame.key] = value
        return unless container.size == size

        @frame.duplicate ||= [@frame.key]
      end

      def read_comma(byte)
        array = in_array?
        if byte == COMMA
          @scanner.pos += 1
          @frame.key = nil
          @state = array ? :value : :key
          OPEN
        elsif byte == (array ? CLOSE_ARRAY : CLOSE_OBJECT)
          close
        else
          fail_comma(array)
        end
      end

      # Skips the separator of two values: a comma and, in an object, also a key without escapes and its colon.
      # If other text follows, does nothing; read then handles it token by token.
      def skip_separator
        if in_array?
          @state = :value if @scanner.skip(NEXT_ELEMENT)
        elsif @scanner.skip(NEXT_KEY)
          @frame.key = key_of(@scanner[1].force_encoding(Encoding::UTF_8))
          @state = :value
        end
      end

      # Skips the comma and returns true, or skips the closing bracket and returns false.
      def next_member?(closing)
        byte = next_byte
        if byte == COMMA
          @scanner.pos += 1
          @state = :value
          @frame&.key = nil
          return true unless trailing_comma?(next_byte, closing)
        elsif byte != closing
          fail_comma(closing == CLOSE_ARRAY)
        end
        @scanner.pos += 1
        false
      end

      def fail_comma(array, at = @scanner.pos)
        fail_at(at, "expected ',' or #{array ? "']' after array value" : "'}' after object value, got: %s"}")
      end

      # first: true if the object has no member yet.
      def fail_key(at, first)
        fail_at(at, "expected object key, got#{':' unless first} %s")
      end

      def fail_colon(first)
        fail_at(@scanner.pos, "expected ':' after object key#{', got: %s' unless first}")
      end

      def read_key(byte)
        at = @scanner.pos
        if byte == QUOTE
          check_keys if @checks
          key = read_string(key: true)
          @frame.key = key_of(key)
          @state = @scanner.skip(COLON_HERE) ? :value : :colon
          OPEN
        elsif closes?(byte, CLOSE_OBJECT, @frame.value)
          close
        else
          fail_key(at, @frame.pairs.zero?)
        end
      end

      def key_of(text)
        key = @symbols ? symbol(text) : -text
        @calls ? call_back(key) : key
      end

      def read_colon(byte)
        fail_colon(@frame.pairs.zero?) unless byte == COLON
        @scanner.pos += 1
        @state = :value
        OPEN
      end

      # Opens the container at the position. Returns it if it is empty.
      def open_container(byte, closing)
        at = @scanner.pos
        @scanner.pos += 1
        if next_byte == closing
          @scanner.pos += 1
          value = byte == OPEN_ARRAY ? [] : {}
          value.freeze if @freezes
          return finish(value)
        end
        check_nesting(at)
        open_frame(byte == OPEN_ARRAY ? [] : {}, at)
        @state = byte == OPEN_ARRAY ? :value : :key
        OPEN
      end

      def open_frame(value, at)
        @frames << (@frame = Frame.new(value, nil, at, nil, ::Array === value ? nil : 0))
      end

      # Raises NestingError if the container at an index is nested too deep.
      def check_nesting(at)
        max = @options.max_nesting
        fail_nesting(at, depth + 1) if max != 0 && depth >= max
      end

      # The number of open containers.
      def depth = @frames.size

      # Closes the innermost container and returns its value.
      def close
        @scanner.pos += 1
        refuse_duplicate(@frame.duplicate[0]) if @frame.duplicate
        value = @frame.value
        value.freeze if @freezes
        value = finish(value)
        @frames.pop
        @frame = @frames.last
        value
      end

      # Returns the value, converted by the callbacks.
      def finish(value) = @calls ? call_back(value) : value

      def call_back(value)
        array_class = @options.array_class
        object_class = @options.object_class
        if array_class && ::Array === value
          value = value.each_with_object(array_class.new) { |item, array| array << item }
        end
        if object_class && ::Hash === value
          value = value.each_with_object(object_class.new) { |(key, item), object| object[key] = item }
        end
        @options.on_load ? @options.on_load.call(value) : value
      end

      def read_keyword(text, value)
        at = @scanner.pos
        fail_at(at, "unexpected token %s") if value.is_a?(Float) && !@options.allow_nan
        fail_at(at, "unexpected token %s") unless @text.byteslice(at, text.bytesize) == text
        @scanner.pos += text.bytesize
        value
      end

      def read_number
        at = @scanner.pos
        text = scan_number
        return number_of(text, at, @scanner[1] || @scanner[2]) if text

        fail_at(at, "invalid number: %s") unless @options.allow_nan && @scanner.match?(INFINITY)
        read_keyword("-Infinity", -Float::INFINITY)
      end

      # real: nil for an integer.
      def number_of(text, _at, real)
        return text.to_i unless real
        return @options.decimal_class.__send__(@options.decimal_method, text) if @options.decimal_class

        Numbers.float(text)
      end

      def check_keys
        limit = @options.max_keys
        fail_limit(@scanner.pos, "object", limit, "keys") if limit && @frame.pairs >= limit
      end

      def check_elements(byte)
        limit = @options.max_elements
        return unless limit && byte && byte != CLOSE_ARRAY && in_array? && @frame.value.size >= limit

        fail_limit(@scanner.pos, "array", limit, "elements")
      end

      def skip_comment
        at = @scanner.pos
        kind = @text.byteslice(at + 1, 1)
        fail_at(at, "unexpected token %s") unless @options.allow_comments && ["/", "*"].include?(kind)
        size = @scanner.skip(kind == "*" ? BLOCK_COMMENT : LINE_COMMENT)
        fail_at(at, "unterminated comment, expected closing '*/'") unless size
        check_encoding(at, size) if @options.validate_encoding
      end
    end
  end
end
