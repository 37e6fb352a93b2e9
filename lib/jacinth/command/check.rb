# frozen_string_literal: true

require_relative "subcommand"

module Jacinth
  module Command
    # jacinth check
    class Check < Subcommand # :nodoc:
      DESCRIPTION = <<~TEXT
        Says for each document that is not JSON in UTF-8 where it is wrong, and what to
        do about it. Nothing is written for the others.
      TEXT
      ARGUMENTS = "[FILE...]"
      OPTIONS = [
        Options.option(:lines, "lines", "each line is a document (NDJSON); all lines are checked", short: "l"),
        Options.option(:json, "json", "write the errors as lines of JSON to the standard output"),
        Options.option(:verbose, "verbose", "also name the files in which all is well", short: "v"),
        *Options::READING
      ].freeze

      # What takes all and keeps nothing.
      module Nowhere # :nodoc:
        def self.write(text) = text.bytesize
      end
      private_constant :Nowhere

      private

      def writes? = @options[:json] || @options[:verbose]

      def document(input)
        @faults = 0
        @options[:lines] ? lines(input) : whole(input)
        @terminal.output.write("#{input.name}: ok\n") if @options[:verbose] && @faults.zero?
      end

      def whole(input)
        Jacinth.reformat(input.document, Nowhere, pretty: false, validate_encoding: true, **reading)
      rescue ParserError => e
        fault(input.name, explain(e, input))
      end

      def lines(input)
        require "jacinth"
        tell = ->(error, *) { fault(input.name, error) }
        Jacinth.each(input, format: :lines, on_error: tell, validate_encoding: true, **reading) { |_| nil }
      end

      def fault(name, error)
        @faults += 1
        failed(Status::BAD_DOCUMENT) do
          next @terminal.document_error(name, error) unless @options[:json]

          require "jacinth"
          error.source_name ||= name.dup.force_encoding(Encoding::UTF_8)
          @terminal.output.write("#{Jacinth.generate(record(error))}\n")
        end
      end

      # What is known of the error, with the place that its excerpt shows, and the
      # command's words.
      def record(error)
        known = error.to_h
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
