# frozen_string_literal: true

require_relative "subcommand"

module Jacinth
  module Command
    # Writes documents in another layout, which the subclass names: fmt and min.
    class Layout < Subcommand # :nodoc:
      ARGUMENTS = "[FILE...]"
      OPTIONS = [
        Options.option(:in_place, "in-place", "replace each FILE by its result, unless it has an error", short: "i"),
        Options::SORT_KEYS, Options::FORMAT, *Options::READING
      ].freeze

      def run(paths)
        if @options[:in_place] && (paths.empty? || paths.include?("-"))
          raise UsageError, "--in-place needs FILE arguments: the standard input cannot be replaced"
        end

        super
      end

      private

      def writes? = !@options[:in_place]

      def process(path)
        return super unless @options[:in_place]

        require_relative "replacement"
        Replacement.write(path) do |file|
          Input.open(path, @terminal) do |input|
            Replacement.compressed(file, input.gzip?) { |io| explained(input) { write(input, io) } }
          end
        end
      end

      def document(input) = write(input, output)

      def write(input, io)
        pretty = self.class::PRETTY
        sorted = Sorted.new(io, pretty, reading) if @options[:sort_keys]
        read(input, layout(sorted || io, pretty: pretty && !sorted))
        (sorted || io).write("\n") if document_format == :single
      end

      # Takes documents without white space, and writes them with their keys sorted.
      # Each is held until its end.
      class Sorted # :nodoc:
        SEPARATOR = "\x1E" # of RFC 7464
        private_constant :SEPARATOR

        def initialize(io, pretty, options)
          @io = io
          @pretty = pretty
          @config = Parser::Config.new(options)
          @line = "".b
        end

        def write(text)
          text.b.each_line do |part|
            @line << part
            write_document if part.end_with?("\n")
          end
          text.bytesize
        end

        private

        def write_document
          @io.write(SEPARATOR) if @line.delete_prefix!(SEPARATOR)
          Document._reformat(@line.force_encoding(Encoding::UTF_8), @io, @pretty, true, @config)
          @io.write("\n")
          @line = "".b
        end
      end
      private_constant :Sorted
    end
    private_constant :Layout
  end
end
