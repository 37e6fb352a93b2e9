# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Formats valid JSON text again: ext/jacinth/document/reformat.c.
    class Layout < StringScanner # :nodoc:
      SPACE = /(?:[ \t\r\n]++|#{Reader::LINE_COMMENT}|#{Reader::BLOCK_COMMENT})++/n
      SCALAR = %r{[^ \t\r\n,\]\}:/]++}n
      STRING = /"(?:[^"\\]++|\\.)*+"/mn
      private_constant(*constants(false))

      # An open container. out: the text before it. texts: those of its members, if they are sorted.
      Level = Struct.new(:out, :texts)
      private_constant :Level

      def initialize(text, pretty, sort_keys)
        super(text.b)
        @pretty = pretty
        @sort_keys = sort_keys
        @out = "".b
        @levels = []
      end

      def call
        skip(SPACE)
        until eos?
          token(get_byte)
          skip(SPACE)
        end
        @out.force_encoding(Encoding::UTF_8)
      end

      private

      def token(byte)
        case byte
        when "{", "[" then open_level(byte)
        when "}", "]" then close(byte)
        when "," then comma
        when ":" then @out << (@pretty ? ": " : ":")
        else
          self.pos -= 1
          @out << scan(byte == '"' ? STRING : SCALAR)
        end
      end

      def open_level(byte)
        skip(SPACE)
        return @out << byte << get_byte if peek(1) == (byte == "{" ? "}" : "]")

        @levels << Level.new(@out << byte, (@sort_keys && byte == "{" ? [] : nil))
        line
        @out = "".b if @levels.last.texts
      end

      def line = (@out << "\n" << ("  " * @levels.size) if @pretty)

      def comma
        skip(SPACE)
        return if ["}", "]"].include?(peek(1)) # a trailing comma

        members = @levels.last.texts
        unless members
          @out << ","
          return line
        end
        members << @out
        @out = "".b
      end

      def close(byte)
        level = @levels.last
        if level.texts
          members = [*level.texts, @out].each_with_index.sort_by { |text, i| [key_of(text), i] }.map(&:first)
          @out = level.out << members.join(@pretty ? ",\n#{'  ' * @levels.size}" : ",")
        end
        @levels.pop
        line
        @out << byte
      end

      # Returns the key with which the text of a member begins.
      def key_of(text)
        given = { allow_control_characters: true, allow_invalid_escape: true, invalid: :replace }
        Reader.new(text[/\A"(?:[^"\\]++|\\.)*+"/mn], ParserOptions.new(given)).document.b
      end
    end
  end
end
