# frozen_string_literal: true

require_relative "hints"
require_relative "options"
require_relative "input"

module Jacinth
  module Command
    # The base class of the subcommands. Each has the constants DESCRIPTION and ARGUMENTS,
    # which the help prints, and OPTIONS.
    class Subcommand # :nodoc:
      KEY = /\Aduplicate key .*(?= at line)/mn # in the message of an error

      # An IO that discards its text.
      module Nowhere # :nodoc:
        def self.write(text) = text.bytesize
      end
      private_constant :KEY, :Nowhere

      # Runs the subcommand with these arguments and returns the exit status.
      def self.run(argv, terminal)
        options = Options.parse!(argv, all_options, banner)
        text = options[:help_text] || ("jacinth #{VERSION}\n" if options[:version])
        return new(options, terminal).run(argv) unless text

        terminal.output.message(text)
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

      # Reads each file. Returns the highest status.
      def run(paths)
        paths = ["-"] if paths.empty?
        paths.each_with_index do |path, done|
          @terminal.progress.inputs(done, paths.size)
          attempt(path) { process(path) }
        end
        @terminal.output.flush
        @status
      end

      private

      # True if documents go to the standard output.
      def writes? = true

      def process(path) = open_input(path) { |input| explained(input) { document(input) } }

      def open_input(path, &) = Input.open(path, @terminal, method(:before_wait), &)

      # Called before the command waits for text of a pipe or a terminal.
      def before_wait = @terminal.output.flush_written

      # Yields. The error of a stream lacks the place of the first of two duplicate keys and,
      # for a pipe, the text after the error. To report both, the whole text is parsed again.
      def explained(input)
        yield
      rescue ParserError => e
        raise explain(e, input)
      end

      def explain(error, input)
        return error unless (!input.file? || Hints.vague?(error)) && (text = input.again)

        find_error(text)
        error
      rescue ParserError => e
        same_error?(e, error) ? e : error
      end

      # For a duplicate key, one error can have the place of the object, the other that of the key.
      def same_error?(one, other)
        messages = [one, other].map { |error| error.message.b }
        keys = messages.map { |message| message[KEY] }
        return keys.uniq.one? && one.json_path == other.json_path if keys.first

        places = [one, other].map { |error| [error.line, error.column] }
        messages.map { |message| message[/\A[^:]*+/n] }.uniq.one? && places.uniq.one?
      end

      # Raises the first error in a text.
      def find_error(text) = layout(Nowhere, pretty: false).take(text, last: true)

      # Reports an error in a file, so that the next file can be read.
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

      # Sets the status, and yields to write a message that begins on a line of its own.
      def failed(status)
        @terminal.output.string("\n") if @terminal.output.within_line
        @terminal.output.flush
        yield
        @status = [@status, status].max
      end

      def name_of(path) = path == "-" ? "stdin" : path

      # A JSON pointer among the arguments, in UTF-8 whatever the locale.
      def pointer(text)
        text = text.dup.force_encoding(Encoding::UTF_8)
        valid = text.valid_encoding?
        return text if valid && text.match?(%r{\A(?:/(?:[^~]|~[012])*)?\z}m)

        found = file?(text) ? "the file #{text}" : "#{text}#{Suggestion.pointer(text) if valid}"
        raise UsageError, "invalid JSON pointer: expected \"\" or /KEY/..., with ~ written as ~0, got #{found}"
      end

      def file?(path) = !path.include?("\0") && File.exist?(path) && !File.directory?(path)

      # The options of Jacinth.parse among those that were given.
      def reading = @options.slice(*Options::READING.map(&:key))

      # One of DocumentStream::FORMATS, or :single.
      def document_format = @options.fetch(:format, "auto").to_sym

      # Returns a DocumentStream that writes the documents of a text to io.
      def layout(io, pretty:, **options)
        DocumentStream.layout(io, pretty, Parser::Config.new({ **reading, **options }), document_format)
      end

      # Reads the input with a DocumentStream. If a document is not JSON, the documents before
      # it are written.
      def read(input, stream)
        input.chunks { |text, last| stream.take(text, last: last) }
        stream.finish.read
      rescue ParserError, EncodingError
        stream.flush
        raise
      end

      # The IO to which documents are written.
      def output
        return @terminal.output unless @terminal.colored_output?

        require_relative "colors"
        @output ||= Colors.new(@terminal.output)
      end
    end
    private_constant :Subcommand
  end
end
