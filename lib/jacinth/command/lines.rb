# frozen_string_literal: true

require_relative "subcommand"

module Jacinth
  module Command
    # jacinth lines
    class Lines < Subcommand # :nodoc:
      DESCRIPTION = <<~TEXT
        Writes one document a line (NDJSON, JSON Lines): the elements of an array; or
        documents that follow one another in any layout, as they come. With --array the
        other way round: one array of all documents. Memory does not grow with the input.

        A text that begins with [ is taken for an array whose elements are wanted, unless
        --documents or --array is given. Numbers with a fraction or an exponent stay as they
        are written; escapes in strings, and white space, are written anew.
      TEXT
      ARGUMENTS = "[FILE...]"
      OPTIONS = [
        Options.option(:array, "array", "write all documents as one array", short: "a"),
        Options.option(:at, "at", "take what this JSON pointer leads to in each document, as in /items/*",
                       argument: "POINTER"),
        Options.option(:documents, "documents", "take each document whole, also an array", short: "d"),
        Options.option(:skip_bad, "skip-bad", "go on behind a bad document, and count it as no failure"),
        Options.option(:unbuffered, "unbuffered", "write each line when it is there, as on a terminal"),
        *Options::READING
      ].freeze

      # A number with a fraction or an exponent is written as it was read.
      FAITHFUL = { decimal_class: Fragment, validate_encoding: true }.freeze
      private_constant :FAITHFUL

      def run(paths)
        require "jacinth"
        @at = pointer(@options[:at]) if @options[:at]
        @options[:array] ? array { super } : lines { super }
      end

      private

      def array(&)
        @writer = Writer.new(output, **writing)
        @writer.array(&)
        @writer.close
        output.write("\n")
        output.flush
        @status
      end

      def lines
        @writer = Writer.new(output, format: :ndjson, **writing)
        yield
        @writer.close
        @status
      end

      def document(input)
        @flushed = @options[:unbuffered] || @terminal.output.tty?
        elements = elements?(input)
        @read = { at: @at || ("/*" if elements), **FAITHFUL, **reading }
        @bad = 0
        on_error = @options[:skip_bad] && !elements ? ->(error, *) { bad(input, error) } : :raise
        Jacinth.each(input, on_error: on_error, **@read) { |value| write(value) }
        return if @bad.zero?

        @terminal.note(input.name, "#{@bad} bad #{@bad == 1 ? 'document was' : 'documents were'} left out")
      end

      # Where errors do not end the reading, a stream keeps what they show.
      def find_error(text)
        Jacinth.each(text, on_error: ->(error, *) { raise error }, **@read) { |_| nil }
      end

      def bad(input, error)
        @bad += 1
        @terminal.document_error(input.name, error)
      end

      # Whether the elements of an array are wanted.
      def elements?(input)
        !@options[:array] && !@options[:documents] && !@at && input.first_character(comments: @options[:relaxed]) == "["
      end

      def write(value)
        @writer << value
        @writer.flush if @flushed
      end

      # Of what may be read, all may be written; the depth was counted already.
      def writing
        { allow_nan: @options[:allow_nan], max_nesting: 0 }
      end
    end
    private_constant :Lines
  end
end
