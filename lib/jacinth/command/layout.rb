# frozen_string_literal: true

require_relative "subcommand"

module Jacinth
  module Command
    # Documents written anew, in the layout of the subclass.
    class Layout < Subcommand # :nodoc:
      IN_PLACE = Options.option(:in_place, "in-place", "write each FILE anew, at once or not at all", short: "i")

      def run(paths)
        in_place = @options[:in_place]
        raise UsageError, "--in-place takes the names of files" if in_place && (paths.empty? || paths.include?("-"))

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
        Jacinth.reformat(input.document, io, pretty: self.class::PRETTY, sort_keys: @options.fetch(:sort_keys, false),
                                             **reading)
        io.write("\n")
      end
    end
    private_constant :Layout
  end
end
