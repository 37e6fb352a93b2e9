# frozen_string_literal: true

require_relative "subcommand"

module Jacinth
  module Command
    # jacinth check
    class Check < Subcommand # :nodoc:
      DESCRIPTION = <<~TEXT
        Reports the first error of each FILE that is not JSON in UTF-8, and how to fix it.
        With --format=lines or --format=sequence, and for a text that begins with a record
        separator, all documents are read and each error is reported. Writes nothing if
        there is no error.
      TEXT
      ARGUMENTS = "[FILE...]"
      OPTIONS = [
        Options::FORMAT,
        Options.option(:lines, "lines", "the same as --format=lines", short: "l"),
        Options.option(:json, "json", "write the errors to the standard output, as lines of JSON"),
        Options.option(:verbose, "verbose", "also report the files without errors", short: "v"),
        *Options::READING
      ].freeze

      # Formats in which a reader finds the next document after an error.
      RECOVERABLE = %i[lines sequence].freeze
      private_constant :RECOVERABLE

      private

      def writes? = @options[:json] || @options[:verbose]

      def document_format = @options[:lines] ? :lines : super

      def document(input)
        @faults = 0
        format = document_format
        format = :sequence if format == :auto && input.first_character(comments: false) == "\x1E"
        RECOVERABLE.include?(format) ? each_document(input, format) : all(input)
        @terminal.output.message("#{Printable.line(input.name)}: ok\n") if @options[:verbose] && @faults.zero?
      end

      def all(input)
        read(input, layout(Nowhere, pretty: false, validate_encoding: true))
      rescue ParserError => e
        fault(input.name, explain(e, input))
      end

      def each_document(input, format)
        require "jacinth"
        report = ->(error, *) { fault(input.name, error) }
        Jacinth.each(input, format: format, on_error: report, validate_encoding: true, **reading) { |_| nil }
      end

      def fault(name, error)
        @faults += 1
        failed(Status::BAD_DOCUMENT) do
          next @terminal.document_error(name, error) unless @options[:json]

          require "jacinth"
          error.source_name ||= name.dup.force_encoding(Encoding::UTF_8)
          @terminal.output.message("#{Printable.join([Jacinth.generate(record(error))], json: true)}\n")
        end
      end

      # The error as a Hash: with the place that its excerpt shows, and a hint in terms
      # of the command.
      def record(error)
        known = error.details
        known[:hint] &&= Hints.of(error)
        line, column = error.__send__(:shown_place)
        return known if [line, column] == known.values_at(:line, :column)

        message = known[:message].sub(/ at line \d+ column \d+\z/, " at line #{line} column #{column}")
        { **known, message: message, line: line, column: column }
      end
    end
    private_constant :Check
  end
end
