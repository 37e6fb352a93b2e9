# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Reads parts of a text, and skips others: ext/jacinth/document/lazy.c. Positions are indexes.
    class LazyReader < Reader # :nodoc:
      # A backslash outside of strings, which is invalid JSON, escapes a quote, as in the extension.
      PARTS = /(?:[^"\[\]{}\\]++|\\["\\]?|"(?:[^"\\]++|\\.)*+")++/mn
      COMMENTED = %r{[^"\[\]\{\}/]++}n
      private_constant(*constants(false))

      # steps: the path to the text.
      def initialize(source, options, steps = nil)
        super(source, options)
        @origin = steps
        check_size
        @depth = 0
      end

      # Returns the index of the first value after an index.
      def value_at(at)
        @scanner.pos = at
        fail_at(@scanner.pos, "unexpected end of input") unless next_byte
        @scanner.pos
      end

      def byte(at) = @text.getbyte(at)

      # Returns the value at an index. depth: the number of containers around it, including those
      # outside the text. Sets position.
      def build(at, depth)
        @scanner.pos = at
        @depth = depth
        value = read
        fail_open if depth > @origin.to_a.size && @scanner.eos?
        value
      end

      attr_reader :options

      # Returns the number of lines before an index, and of columns.
      def place(at) = place_of(at).map { |number| number - 1 }

      def position = @scanner.pos

      def move(at) = @scanner.pos = at

      # Raises ParserError for a text that ends after a value, inside open containers.
      def fail_open
        opened(@text.bytesize)
        fail_comma(@traced.last.is_a?(::Integer), @text.bytesize)
      end

      # Returns the index after the innermost container that contains an index.
      def leave_from(at)
        @scanner.pos = at
        @options.allow_comments ? leave_commented : leave
        @scanner.pos
      end

      # Raises ParserError if more than white space follows the position.
      def check_end
        fail_at(@scanner.pos, "unexpected token at end of stream %s") if next_byte
      end

      # Returns the index after the value at an index.
      def skip(at)
        first = @text.getbyte(at)
        @scanner.pos = at
        if [OPEN_ARRAY, OPEN_OBJECT].include?(first)
          leave_from(at + 1)
        else
          skip_scalar(first)
        end
        @scanner.pos
      end

      # Yields index, key_at, key, value_at of each member of the container at an index. The block
      # returns the index after the value, or nil if it is to be skipped. Returns the index after
      # the container.
      def each_member(at, depth)
        object = @text.getbyte(at) == OPEN_OBJECT
        closing = object ? CLOSE_OBJECT : CLOSE_ARRAY
        index = 0
        @scanner.pos = at + 1
        return @scanner.pos + 1 if next_byte == closing

        @depth = depth
        fail_nesting(at, depth + 1) if @options.max_nesting != 0 && depth >= @options.max_nesting
        while true
          start = @scanner.pos
          key_at, key, value = object ? read_member(start, index) : [nil, nil, read_element(start, index)]
          limit_keys(start, index) if object
          after = yield(index, key_at, key, value) || skip(value)
          index += 1
          @scanner.pos = after
          return @scanner.pos unless next_member?(closing)
        end
      end

      # Returns the index of the value of the key at an index.
      def after_key(at) = read_member(at, 1)[2]

      # Returns an Array with the key and its index of each member of an object, and the index
      # after it. Raises ParserError for a duplicate key.
      def pairs(at, depth)
        members = {}
        duplicate = nil
        after = each_member(at, depth) do |_, key_at, key, _|
          name = name_of(key)
          duplicate ||= [name] if members.key?(name)
          members[name] = key_at
          nil
        end
        refuse_duplicate(duplicate[0], at) if duplicate
        [members.to_a, after]
      end

      # Returns the index of the value that a step leads to, or nil.
      def follow(at, step, depth)
        found = nil
        case @text.getbyte(at)
        when OPEN_OBJECT
          each_member(at, depth) do |_, _, key, value|
            next unless same?(key, step.name)
            return value unless @options.allow_duplicate_key

            found = value
            nil
          end
        when OPEN_ARRAY
          return skip(at) && nil unless step.index

          each_member(at, depth) { |index, _, _, value| index == step.index ? (return value) : nil }
        else skip(at)
        end
        found
      end

      def same?(key, name) = key == name || key.b == name.b

      # Returns the key of a member with this text, without on_load.
      def name_of(text) = @symbols ? symbol(text) : -text

      public :refuse_duplicate

      private

      def fail_duplicate(key, at)
        opened(at)
        @traced = [*@traced, key]
        super
      end

      def opened(at)
        steps, open = PathFinder.new(@text, at, @options).find
        @traced = [*@origin, *steps]
        open
      end

      def steps(*) = @traced

      def depth = @depth + super

      def leave
        depth = 1
        until depth.zero?
          @scanner.skip(PARTS)
          case @scanner.get_byte
          when "[", "{" then depth += 1
          when "]", "}" then depth -= 1
          when nil then fail_at(@text.bytesize, "unexpected end of input")
          else fail_at(@text.bytesize, "unexpected end of input, expected closing \"")
          end
        end
      end

      def leave_commented
        depth = 1
        until depth.zero?
          @scanner.skip(COMMENTED)
          case @text.getbyte(@scanner.pos)
          when nil then fail_at(@text.bytesize, "unexpected end of input")
          when QUOTE then skip_string
          when SLASH then skip_comment
          when OPEN_ARRAY, OPEN_OBJECT
            depth += 1
            @scanner.pos += 1
          else
            depth -= 1
            @scanner.pos += 1
          end
        end
      end

      # Reads a string of any length.
      def skip_string
        at = @scanner.pos
        @scanner.skip(PLAIN) || read_escaped(at, false)
        check_encoding(at + 1, @scanner.pos - at - 2) if @options.validate_encoding
      end

      def skip_scalar(first)
        case first
        when QUOTE then read_string
        when 48..57, MINUS
          scan_number || read_number
        when 110, 116, 102, 78, 73 then read_keyword(*KEYWORDS[first])
        else fail_value(first)
        end
      end

      def read_member(at, index)
        fail_key(at, index.zero?) unless @text.getbyte(at) == QUOTE
        @scanner.pos = at
        key = read_string(key: true)
        fail_colon(index.zero?) unless next_byte == COLON
        [at, key, value_at(@scanner.pos + 1)]
      end

      def limit_keys(at, index)
        limit = @options.max_keys
        fail_limit(at, "object", limit, "keys") if limit && index >= limit
      end

      def read_element(at, index)
        value = value_at(at)
        limit = @options.max_elements
        return value unless limit && index >= limit && @text.getbyte(value) != CLOSE_ARRAY

        fail_limit(value, "array", limit, "elements")
      end
    end
  end
end
