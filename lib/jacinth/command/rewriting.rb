# frozen_string_literal: true

require_relative "document_lines"
require_relative "subcommand"

module Jacinth
  module Command
    # Writes documents to the standard output, or replaces their files. The subclass has
    # write(input, io), which reads an Input and writes its documents.
    class Rewriting < Subcommand # :nodoc:
      ARGUMENTS = "[FILE...]"
      IN_PLACE = Options.option(:in_place, "in-place", "replace each FILE by its result, unless it has an error",
                                short: "i")

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
          open_input(path) do |input|
            Replacement.compressed(file, input.gzip?) { |io| explained(input) { write(input, io) } }
          end
        end
      end

      def document(input) = write(input, output)
    end
    private_constant :Rewriting
  end
end
