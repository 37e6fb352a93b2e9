# frozen_string_literal: true

require_relative "subcommand"

module Jacinth
  module Command
    # jacinth get
    class Get < Subcommand # :nodoc:
      DESCRIPTION = <<~TEXT
        Writes the value that a JSON pointer (RFC 6901) leads to: "" is the whole
        document, /users/0/name the name of the first of users. The step * is each
        element or member, so that /users/*/name writes all names, a line each. In a key
        ~1 stands for a slash, ~0 for a tilde, ~2 for an asterisk.

        Where a pointer leads to nothing, that is said and the exit status is 4. The text
        is checked as far as it is read: to the last value that can be wanted, or with
        --validate to its end, before anything is written. Memory does not grow with the
        text, but for the values of a second pointer, or with --validate: they are held.
      TEXT
      ARGUMENTS = "POINTER [FILE...]"
      OPTIONS = [
        Options.option(:pointers, "pointer", "a pointer; may come several times, and all arguments are FILEs then",
                       short: "p", argument: "POINTER", repeated: true),
        Options.option(:raw, "raw", "write strings as they are, without quotes and escapes", short: "r"),
        Options.option(:pretty, "pretty", "lay values out as fmt does, rather than each in a line"),
        Options.option(:validate, "validate", "check the whole document first"),
        *Options::READING
      ].freeze

      def run(arguments)
        @pointers = @options.fetch(:pointers) { [arguments.shift] }
        raise UsageError, "which pointer? as in: jacinth get /users/0/name FILE" if @pointers.first.nil?

        @pointers = @pointers.map { |text| pointer(text) }
        super
      end

      private

      # The values of each pointer together: those of the first are written as they
      # are found, the others when it is their turn.
      def document(input)
        validate = @options.fetch(:validate, false)
        values = @options[:raw] ? Unquoted.new(output, @terminal.output) : output
        selections = @pointers.each_with_index.map do |pointer, index|
          Selection.new(pointer, (values unless validate || index.positive?),
                        pretty: @options.fetch(:pretty, false), check: validate, options: reading)
        end
        read(input, selections)
        selections.each { |selection| write(selection, values, input.name) }
      end

      def read(input, selections)
        input.pieces do |text|
          selections.each { |selection| selection.take(text) }
          return input.drain if selections.all?(&:exhausted?)
        end
        selections.each(&:finish)
      end

      def write(selection, values, name)
        selection.release(values)
        return if selection.found?

        failed(Status::NOTHING_FOUND) { @terminal.error(name, "nothing is at #{selection.pointer}") }
      end

      # The search for the values that a pointer leads to.
      class Selection # :nodoc:
        attr_reader :pointer

        # io: where the values go; nil has them held until release.
        def initialize(pointer, io, pretty:, check:, options:)
          @pointer = pointer
          @held = Held.new unless io
          @stream = Stream.select(pointer, io || @held, pretty, check, Parser::Config.new(options))
        end

        def found? = @stream.found?

        # Whether there can be no more of them.
        def exhausted? = @stream.exhausted?

        def take(text)
          return if exhausted?

          @stream.take(text)
        end

        # No text will follow.
        def finish
          return if exhausted?

          @stream.finish.read
        end

        # Writes what was held.
        def release(io)
          @held&.each { |text| io.write(text) }
        end
      end

      # What is written to it, in pieces.
      class Held < Array # :nodoc:
        def write(text)
          self << text
          text.bytesize
        end
      end

      # Takes values, a line each, and writes strings without quotes and escapes.
      class Unquoted # :nodoc:
        # Values go to output, and strings to strings.
        def initialize(output, strings)
          @output = output
          @strings = strings
          @line = nil # what there is of a string; or false, inside another value
        end

        def write(text)
          text.b.each_line { |part| take(part) }
          text.bytesize
        end

        private

        def take(part)
          @line = part.start_with?('"') && "".b if @line.nil?
          @line ? @line << part : @output.write(part)
          return unless part.end_with?("\n")

          @strings.write("#{Document.new(@line.force_encoding(Encoding::UTF_8)).value}\n") if @line
          @line = nil
        end
      end
      private_constant :Selection, :Held, :Unquoted
    end
    private_constant :Get
  end
end
