# frozen_string_literal: true

require_relative "edit"

module Jacinth
  module Command
    # jacinth set
    class Set < Edit # :nodoc:
      DESCRIPTION = <<~TEXT + NOTE
        Writes each document with VALUE, which is JSON, in place of the value at a JSON
        pointer (RFC 6901). The last step of the pointer can also be a new key; in an
        array, the step - or the number of elements appends VALUE.
      TEXT
      ARGUMENTS = "POINTER VALUE [FILE...]"
      OPTIONS = [
        Options.option(:string, "string", "VALUE is the text of a string, not JSON", short: "s"), *Edit::OPTIONS
      ].freeze

      def run(arguments)
        @pointer = pointer(take(arguments, "POINTER"))
        @value = value(take(arguments, "VALUE"))
        super
      end

      private

      def value(text)
        text = text.dup.force_encoding(Encoding::UTF_8)
        return text if @options[:string] && text.valid_encoding?

        Document.new(text, validate: true, **reading)
      rescue ParserError, EncodingError => e
        raise UsageError, "VALUE is not JSON: #{e.message.lines.first.chomp} (--string sets a string)"
      end

      def edit(document)
        document.replace(@pointer, @value)
      rescue PatchError
        document.add(@pointer, @value)
      end
    end
    private_constant :Set
  end
end
