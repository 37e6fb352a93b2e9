# frozen_string_literal: true

require_relative "rewriting"

module Jacinth
  module Command
    # Writes documents in another layout, which the subclass (Fmt or Min) determines.
    class Layout < Rewriting # :nodoc:
      OPTIONS = [IN_PLACE, Options::SORT_KEYS, Options::FORMAT, *Options::READING].freeze

      private

      def write(input, io)
        pretty = self.class::PRETTY
        search = @options[:in_place] && @options[:relaxed] ? input.search_comments : nil
        target = @options[:sort_keys] ? sorted(io, pretty) : io
        read(input, layout(target, pretty: pretty && !@options[:sort_keys]))
        target.write("\n") if document_format == :single
        @terminal.note(input.name, "comments were removed; set and patch keep them") if search&.found?
      end

      # An IO that writes the documents with their keys sorted.
      def sorted(io, pretty)
        config = Parser::Config.new(reading)
        DocumentLines.new do |text, separator|
          io.write(separator)
          Document._reformat(text, io, pretty, true, config)
          io.write("\n")
        end
      end
    end
    private_constant :Layout
  end
end
