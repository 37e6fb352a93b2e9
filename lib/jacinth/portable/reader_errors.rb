# frozen_string_literal: true

require "strscan"

module Jacinth
  # The names of the parts of an error's @context: see ErrorContext.
  ERROR_CONTEXT = %i[bytes at begins ends line column open open_line open_column more relaxed].freeze
  private_constant :ERROR_CONTEXT

  module Portable # :nodoc:
    # Raises the errors of a Reader, with the place.
    module ReaderErrors # :nodoc:
      SNIPPET = 32
      AROUND = 256
      # The options that change the grammar.
      SYNTAX = %i[allow_nan allow_trailing_comma allow_comments allow_control_characters allow_invalid_escape
                  invalid].freeze
      private_constant :SNIPPET, :AROUND, :SYNTAX

      private

      # Raises ParserError for the text at an index. from: the index of the token that is not
      # valid, or nil if it is the innermost container.
      def fail_at(at, text, from = nil) = fail_with(ParserError, text.sub("%s") { found(at) }, at, from)

      def fail_limit(at, what, limit, unit) = fail_with(LimitError, "#{what} of more than #{limit} #{unit}", at)

      def fail_nesting(at, depth) = fail_with(NestingError, "nesting of #{depth} is too deep", at, place: false)

      def fail_with(type, message, at, from = nil, place: true)
        open = opened(at)
        raise_at(type, message, at, steps, context(at, from || open), place: place)
      end

      # Returns the index of the innermost open bracket or quote at an index, or nil.
      def opened(_at) = @frame&.at

      # Raises ParserError for the innermost object, which begins at an index.
      def fail_duplicate(key, at)
        name = key.is_a?(Symbol) ? key.name : key
        first, second = name.is_a?(::String) ? places_of(name, at) : nil
        found = (context(second || at, first, 0) if name.is_a?(::String))
        raise_at(ParserError, "duplicate key #{PathText.inspected(name)}", at, steps([key]), found, place: true)
      end

      def raise_at(type, message, at, steps, context, place: false)
        line, column = place_of(at)
        message = "#{message} at line #{line} column #{column}" if place
        error = type.new(message)
        { line: line, column: column, json_path: steps.freeze, context: context }.each do |name, value|
          error.instance_variable_set(:"@#{name}", value)
        end
        Portable.raise_error(error, @options)
      end

      # Returns the Symbol for a key. Raises EncodingError for invalid text.
      def symbol(key)
        key.to_sym
      rescue EncodingError => e
        raise Portable.mark(e, @options.owner)
      end

      # Returns the keys and indexes that lead to the value in question. duplicate: nil, or an
      # Array of the key that occurs twice.
      def steps(duplicate = nil)
        path = [*(@origin.is_a?(::Proc) ? @origin.call : @origin)]
        @frames.each do |frame|
          last = frame.equal?(@frames.last)
          step = step_of(frame, last)
          step = duplicate[0] if last && duplicate
          case step
          when ::Integer, ::Symbol then path << step
          when ::String then path << (step.frozen? ? step : step.dup.freeze)
          else break
          end
        end
        path
      end

      def step_of(frame, last)
        return frame.key unless ::Array.equal?(frame.value.class)

        frame.value.size - (last && @state == :comma ? 1 : 0)
      end

      # Returns the line and column of an index.
      def place_of(at)
        before = @text.byteslice(0, at)
        line = (before.rindex("\n") || -1) + 1
        columns = before.byteslice(line..).force_encoding(Encoding::UTF_8).length
        lines = before.count("\n")
        line, column = @place.is_a?(::Proc) ? @place.call : @place
        [line + lines + 1, (lines.zero? ? column : 0) + columns + 1]
      end

      # Returns the text at an index for a message.
      def found(at)
        rest = @text.bytesize - at
        return "EOF" if rest.zero?

        part = @text.byteslice(at, SNIPPET)[/\A[^\0 \t\n\r]*/n]
        return as_utf8(@text.byteslice(at..)[/\A[^\0]*/n]) if part.empty?

        "'#{as_utf8(@text.byteslice(at, whole(at, part.bytesize, rest)))}'"
      end

      # Returns the number of bytes of whole characters in a part of this size.
      def whole(at, size, rest)
        return size if size < SNIPPET || size == rest

        size -= 1 while size.positive? && continues?(at + size)
        size
      end

      def as_utf8(text) = text.force_encoding(Encoding::UTF_8)

      def continues?(at) = (@text.getbyte(at) & 0xC0) == 0x80

      # Returns the context of an error. open: the index of the bracket or quote around it, or nil.
      def context(at, open, byte = open && @text.getbyte(open))
        from = [at - AROUND, 0].max
        3.times { from += 1 if from.positive? && from < at && continues?(from) }
        to = [at + AROUND, @text.bytesize].min
        ends = to == @text.bytesize
        3.times { to -= 1 if !ends && continues?(to) }
        opened = open ? [byte, *place_of(open)] : [nil, nil, nil]
        bytes = as_utf8(@text.byteslice(from, to - from)).freeze
        begins = at <= AROUND && place_of(0) == [1, 1] # false in a later part of a text
        [bytes, at - from, begins, ends, *place_of(at), *opened, false, @options.relaxed ? true : false].freeze
      end

      # Returns the indexes of the first two keys of this name in the object at an index, or nils.
      def places_of(name, at)
        given = @options.to_h.slice(*SYNTAX)
        found = []
        options = ParserOptions.new({ **given, max_nesting: 0, allow_duplicate_key: true }).owned_by(found)
        LazyReader.new(@text, options).each_member(at, 0) do |_, key_at, key, _|
          return found if key == name && (found << key_at).size == 2
        end
        [nil, nil]
      rescue ParserError => e # the text ends before a second one
        raise unless Jacinth.__send__(:_take_error, e, found)

        [nil, nil]
      end
    end
  end
end
