# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Finds the path of a place in a text that can be invalid there: ext/jacinth/parse/find_steps.c.
    class PathFinder < StringScanner # :nodoc:
      OTHER = %r{[^"\[\]{},:/]++}n
      COMMENT = %r{//.*?(?:\r|\n|\xE2\x80[\xA8\xA9]|\z)|/\*.*?(?:\*/|\z)|/}mn
      STRING = /"(?:[^"\\]++|\\.)*+("?)/mn
      private_constant(*constants(false))

      # An open container. from, to: the part of the text with the last key.
      Level = Struct.new(:bracket, :index, :from, :to, :object, :value)
      private_constant :Level

      # text: a binary String, whose part before `at` is read.
      def initialize(text, at, options)
        super(text.byteslice(0, at))
        @text = text
        @options = options
        @levels = []
        @open = nil
        @fresh = false
      end

      # Returns the steps to the place, and the index of the bracket or quote around it, or nil.
      def find
        token(pos) until eos?
        @levels.pop if @fresh && @text.getbyte(pos) == 47 # the parser opens a container at its first token
        [steps, @open || @levels.last&.bracket]
      end

      private

      def token(at)
        if (size = skip(OTHER))
          @fresh = false if @text.byteslice(at, size).match?(/[^\x00-\x20]/n)
        elsif skip(STRING) then string(at)
        elsif @options.allow_comments && skip(COMMENT) then nil
        else punctuation(get_byte, at)
        end
      end

      def string(at)
        level = @levels.last
        closed = !self[1].empty?
        level.from, level.to = at, pos if closed && level&.object && !level.value
        @open = at unless closed
        @fresh = false
      end

      def punctuation(byte, at)
        level = @levels.last
        @fresh = false
        case byte
        when "{", "["
          @levels << Level.new(at, 0, nil, nil, byte == "{", false)
          @fresh = true
        when "}", "]" then @levels.pop
        when "," then level && (level.index, level.from, level.value = level.index + 1, nil, false)
        when ":" then level && level.value = true
        end
      end

      def steps
        path = []
        @levels.each do |level|
          break if level.object && level.from.nil?

          path << (level.object ? key(level) : level.index)
        end
        path
      end

      def key(level)
        given = { allow_control_characters: true, allow_invalid_escape: true, invalid: (:replace if @options.invalid) }
        Reader.new(@text.byteslice(level.from...level.to), ParserOptions.new(given).owned_by(given)).document.freeze
      rescue ParserError => e
        raise unless Jacinth.__send__(:_take_error, e, given)

        @text.byteslice((level.from + 1)...(level.to - 1)).force_encoding(Encoding::UTF_8).freeze
      end
    end
  end
end
