# frozen_string_literal: true

module Jacinth
  module Command
    # An IO that takes documents, each on a line. Yields the text of each at its end, and
    # the record separator before it or "".
    class DocumentLines # :nodoc:
      SEPARATOR = "\x1E" # of RFC 7464
      private_constant :SEPARATOR

      def initialize(&block)
        @block = block
        @line = "".b
      end

      def write(text)
        text.b.each_line do |part|
          @line << part
          end_document if part.end_with?("\n")
        end
        text.bytesize
      end

      private

      def end_document
        separator = @line.delete_prefix!(SEPARATOR) ? SEPARATOR : ""
        @block.call(@line.force_encoding(Encoding::UTF_8), separator)
        @line = "".b
      end
    end
    private_constant :DocumentLines
  end
end
