# frozen_string_literal: true

require "strscan"
require_relative "printable"

module Jacinth
  module Command
    # Colors formatted documents. They come in chunks that can end anywhere: a token
    # that is possibly incomplete is kept until the next chunk.
    class Colors # :nodoc:
      TOKEN = /(?<string>"(?:[^"\\]|\\.)*+")(?<key>:)?|(?<other>[^"\[\]{},:\s]+)|(?<rest>[\[\]{},:\s]+)/mn
      KEY, STRING, NUMBER, WORD, PLAIN =
        ["\e[1;34m", "\e[32m", "\e[36m", "\e[35m", "\e[m"].map { |sequence| Printable::Style.new(sequence).freeze }
      private_constant :TOKEN, :KEY, :STRING, :NUMBER, :WORD, :PLAIN

      # output: a Terminal::Output.
      def initialize(output)
        @output = output
        @scanner = StringScanner.new("".b)
      end

      # Returns the size of the text in bytes.
      def write(text)
        @scanner.string = @scanner.rest << text.b
        parts = []
        # A token is certainly complete only if more text follows it.
        until (at = @scanner.pos) == @scanner.string.bytesize
          @scanner.scan(TOKEN) or break
          break @scanner.pos = at if @scanner.eos? && !@scanner[:rest]

          parts.concat(token)
        end
        @output.styled(parts)
        text.bytesize
      end

      def flush = @output.flush

      private

      def token
        text = @scanner[:string]
        return [KEY, text, PLAIN, ":"] if text && @scanner[:key]
        return [STRING, text, PLAIN] if text

        text = @scanner[:other]
        return [@scanner[:rest]] unless text

        [text.match?(/\A[a-z]/n) ? WORD : NUMBER, text, PLAIN]
      end
    end
    private_constant :Colors
  end
end
