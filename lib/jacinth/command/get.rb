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
        is only checked on the way, unless --validate is given.
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

      def document(input)
        text = input.read.force_encoding(Encoding::UTF_8)
        document = Document.new(text.freeze, validate: @options.fetch(:validate, false), **reading)
        @pointers.each { |pointer| look_up(document, pointer, input.name) }
      end

      def look_up(document, pointer, name)
        found = document.at(pointer)
        found = [found].compact unless found.is_a?(Array)
        return found.each { |value| write(value) } unless found.empty?

        failed(Status::NOTHING_FOUND) { @terminal.error(name, "nothing is at #{pointer}") }
      end

      def write(value)
        return @terminal.output.write("#{value.value}\n") if @options[:raw] && value.type == :string

        Jacinth.reformat(value.raw, output, pretty: @options.fetch(:pretty, false), **reading)
        output.write("\n")
      end
    end
    private_constant :Get
  end
end
