# frozen_string_literal: true

require_relative "hints"
require_relative "options"
require_relative "input"

module Jacinth
  module Command
    # What the subcommands have in common. Each has these constants: SUMMARY and
    # DESCRIPTION for people, ARGUMENTS as the usage shows them, OPTIONS.
    class Subcommand # :nodoc:
      KEY = /\Aduplicate key .*(?= at line)/mn # in the message of an error
      private_constant :KEY

      # Runs the subcommand with these arguments and returns the exit status.
      def self.run(argv, terminal)
        options = Options.parse!(argv, all_options, banner)
        text = options[:help_text] || ("jacinth #{VERSION}\n" if options[:version])
        return new(options, terminal).run(argv) unless text

        terminal.output.write(text)
        terminal.output.flush
        Status::OK
      end

      def self.all_options = [*const_get(:OPTIONS), *Options::COMMON]

      def self.usage = "jacinth #{name[/\w+\z/].downcase} [OPTION...] #{const_get(:ARGUMENTS)}"

      def self.banner = "Usage: #{usage}\n\n#{const_get(:DESCRIPTION)}\n"

      def initialize(options, terminal)
        @options = options
        @terminal = terminal
        @status = Status::OK
        terminal.configure(color: options.fetch(:color, "auto"), progress: options.fetch(:progress, true),
                           writes: writes?)
      end

      # What is done for each file; the highest status is that of the whole.
      def run(paths)
        paths = ["-"] if paths.empty?
        paths.each { |path| attempt(path) { process(path) } }
        @terminal.output.flush
        @status
      end

      private

      # Whether documents go to the standard output.
      def writes? = true

      def process(path)
        Input.open(path, @terminal) { |input| explained(input) { document(input) } }
      end

      # Yields. What a stream says of a key that is there twice, where the first one
      # is out of its sight, is found again in the whole text, with both places.
      def explained(input)
        yield
      rescue ParserError => e
        raise explain(e, input)
      end

      def explain(error, input)
        return error unless Hints.vague?(error) && (text = input.again)

        find_error(text)
        error
      rescue ParserError => e
        e.message[KEY] == error.message[KEY] && e.json_path == error.json_path ? e : error
      end

      # Raises the first error in a text.
      def find_error(text)
        Document.new(text, validate: true, **reading)
      end

      # Tells what goes wrong with a file, and goes on.
      def attempt(path)
        yield
      rescue JSONError, EncodingError => e
        failed(Status::BAD_DOCUMENT) { @terminal.document_error(name_of(path), e) }
      rescue SystemCallError => e
        failed(Status::FILE) { @terminal.error(name_of(path), Terminal.system_message(e)) }
      rescue IOError => e
        failed(Status::FILE) { @terminal.error(name_of(path), e.message) }
      rescue StandardError => e
        raise unless defined?(Zlib::Error) && e.is_a?(Zlib::Error)

        failed(Status::FILE) { @terminal.error(name_of(path), "damaged gzip data: #{e.message}") }
      end

      # Has the status, and a message where nothing else ends the line.
      def failed(status)
        @terminal.output.write("\n") if @terminal.output.within_line
        @terminal.output.flush
        yield
        @status = [@status, status].max
      end

      def name_of(path) = path == "-" ? "stdin" : path

      # A JSON pointer among the arguments, as UTF-8 in any locale.
      def pointer(text)
        text = text.dup.force_encoding(Encoding::UTF_8)
        return text if text.valid_encoding? && text.match?(%r{\A(?:/(?:[^~]|~[012])*)?\z}m)

        raise UsageError, "no JSON pointer, which is empty or begins with a slash: #{text}"
      end

      # The options of Jacinth.parse among those that were given.
      def reading
        @options.slice(*Options::READING.map(&:key))
      end

      # What documents are written to.
      def output
        return @terminal.output unless @terminal.colored_output?

        require_relative "colors"
        @output ||= Colors.new(@terminal.output)
      end
    end
    private_constant :Subcommand
  end
end
