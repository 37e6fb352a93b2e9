# frozen_string_literal: true

require_relative "subcommand"

module Jacinth
  module Command
    # jacinth lines
    class Lines < Subcommand # :nodoc:
      DESCRIPTION = <<~TEXT
        Writes one document on each line (NDJSON, JSON Lines): the elements of an array, or
        documents that follow each other in any layout. With --array, writes one array of
        all documents instead. Memory does not grow with the input.

        If the text begins with [, the elements of that array are written, unless
        --documents or --array is given. Numbers with a fraction or an exponent stay as they
        are written; escapes in strings and white space do not.
      TEXT
      ARGUMENTS = "[FILE...]"
      OPTIONS = [
        Options.option(:array, "array", "write all documents as one array", short: "a"),
        Options.option(:at, "at", "write the values at this JSON pointer in each document, such as /items/*",
                       argument: "POINTER"),
        Options.option(:documents, "documents", "write each document as a whole, even if it is an array", short: "d"),
        Options.option(:skip_bad, "skip-bad", "skip documents with errors, and exit with status 0 nevertheless"),
        Options.option(:unbuffered, "unbuffered", "write each line immediately, as on a terminal"),
        Options.option(:format, "format", "how documents follow each other: auto (the default), concatenated, " \
                                          "lines (NDJSON), sequence (RFC 7464)",
                       short: "f", argument: "FORMAT", type: Options::FORMATS),
        *Options::READING
      ].freeze

      # Options with which a number with a fraction or an exponent is written as it was read.
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
        @read = { format: document_format, at: @at || ("/*" if elements), **FAITHFUL, **reading }
        @bad = 0
        on_error = @options[:skip_bad] && !elements ? ->(error, *) { bad(input, error) } : :raise
        Jacinth.each(input, on_error: on_error, **@read) { |value| write(value) }
        return if @bad.zero?

        @terminal.note(input.name, "skipped #{@bad} #{@bad == 1 ? 'document' : 'documents'} with errors")
      end

      def before_wait
        @writer.flush unless @options[:array]
        super
      end

      # With on_error, a stream keeps the text of a document, so that an error can have
      # both places of a duplicate key.
      def find_error(text) = Jacinth.each(text, on_error: ->(error, *) { raise error }, **@read) { |_| nil }

      def bad(input, error)
        @bad += 1
        @terminal.document_error(input.name, error)
      end

      # True if the elements of an array are to be written.
      def elements?(input)
        !@options[:array] && !@options[:documents] && !@at && input.first_character(comments: @options[:relaxed]) == "["
      end

      def write(value)
        @writer << value
        @writer.flush if @flushed
      end

      # Options that can write each value that can be read. The parser has already checked
      # the depth.
      def writing = { allow_nan: @options[:allow_nan], max_nesting: 0 }
    end
    private_constant :Lines
  end
end
