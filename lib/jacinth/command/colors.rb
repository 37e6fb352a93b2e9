# frozen_string_literal: true

require "strscan"

module Jacinth
  module Command
    # Writes documents that fmt or min has laid out in colours. They come in
    # pieces that may end anywhere: a token that may go on is kept for the next.
    class Colors # :nodoc:
      TOKEN = /(?<string>"(?:[^"\\]|\\.)*+")(?<key>:)?|(?<other>[^"\[\]{},:\s]+)|(?<rest>[\[\]{},:\s]+)/mn
      KEY = "\e[1;34m"
      STRING = "\e[32m"
      NUMBER = "\e[36m"
      WORD = "\e[35m"
      PLAIN = "\e[m"
      private_constant :TOKEN, :KEY, :STRING, :NUMBER, :WORD, :PLAIN

      def initialize(output)
        @output = output
        @scanner = StringScanner.new("".b)
      end

      # Returns how many bytes were taken.
      def write(text)
        @scanner.string = @scanner.rest << text.b
        colored = +""
        # Only what something follows is known to be whole.
        until (at = @scanner.pos) == @scanner.string.bytesize
          @scanner.scan(TOKEN) or break
          break @scanner.pos = at if @scanner.eos? && !@scanner[:rest]

          colored << token
        end
        @output.write(colored)
        text.bytesize
      end

      def flush = @output.flush

      private

      def token
        text = @scanner[:string]
        return "#{KEY}#{text}#{PLAIN}:" if text && @scanner[:key]
        return "#{STRING}#{text}#{PLAIN}" if text

        text = @scanner[:other]
        return @scanner[:rest] unless text

        "#{text.match?(/\A[a-z]/n) ? WORD : NUMBER}#{text}#{PLAIN}"
      end
    end
    private_constant :Colors
  end
end
