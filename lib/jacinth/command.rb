# frozen_string_literal: true

require_relative "load_extension"
require_relative "command/suggestion"
require_relative "command/terminal"

module Jacinth
  # The command +jacinth+, which docs/command.md describes; it is loaded by <tt>require "jacinth/command"</tt> alone.
  #
  #   require "jacinth/command"
  #   require "stringio"
  #   out = StringIO.new
  #   Jacinth::Command.run(%w[min], input: StringIO.new("[1, 2]"), output: out) # => 0
  #   out.string # => "[1,2]\n"
  module Command
    # A description of each subcommand, for the help. Each subcommand has a file in
    # command/ and a class of the same name.
    SUBCOMMANDS = {
      "fmt" => "format documents with line breaks and indentation",
      "min" => "write documents without white space",
      "check" => "report errors in documents",
      "get" => "write the values at JSON pointers, or of JSONPaths",
      "set" => "write documents with another value at a JSON pointer",
      "patch" => "apply a JSON patch or a merge patch to documents",
      "lines" => "convert arrays to lines (NDJSON), and back",
      "bench" => "measure Jacinth, json and Oj on documents"
    }.freeze
    private_constant :SUBCOMMANDS

    # The exit statuses. If several apply, the highest is returned.
    module Status # :nodoc:
      OK = 0
      BAD_DOCUMENT = 1
      USAGE = 2
      FILE = 3
      NOTHING_FOUND = 4
      INTERRUPTED = 130 # the status that a shell shows for SIGINT
      CLOSED_PIPE = 141 # the status that a shell shows for SIGPIPE

      # The lines of the help.
      MEANINGS = {
        OK => "no errors", BAD_DOCUMENT => "a document is not JSON", USAGE => "wrong arguments",
        FILE => "a file cannot be read or written, or its compressed data is damaged",
        NOTHING_FOUND => "a pointer leads to no value, or a patch cannot be applied",
        INTERRUPTED => "interrupted", CLOSED_PIPE => "the reader of the output closed the pipe"
      }.freeze
    end
    private_constant :Status

    # A mistake in the arguments.
    class UsageError < StandardError # :nodoc:
    end
    private_constant :UsageError

    # Runs the command and returns its exit status, an Integer; docs/command.md
    # lists them.
    #
    # argv: the arguments, an Array of Strings, which is not changed. input, output,
    # errors: IOs instead of the standard ones; colors and progress are shown on
    # those that are terminals. env: the environment, of which NO_COLOR and TERM are
    # read. Raises no error for wrong arguments or documents: they are reported.
    #
    #   require "jacinth/command"
    #   require "stringio"
    #   errors = StringIO.new
    #   Jacinth::Command.run(%w[check], input: StringIO.new("[1,]"), errors: errors) # => 1
    #   errors.string.lines.first # => "stdin:1:4: error: unexpected character: ']' (at $[1])\n"
    def self.run(argv, input: $stdin, output: $stdout, errors: $stderr, env: ENV)
      Runner.new(Terminal.new(input, output, errors, env)).run(argv.dup)
    end

    # Returns the class of a subcommand.
    def self.subcommand(name) # :nodoc:
      require_relative "parser"
      require_relative "document"
      require_relative "stream"
      require_relative File.join("command", name)
      const_get(name.capitalize)
    end

    # Runs the subcommand, and returns a status for each error that ends the command.
    class Runner # :nodoc:
      def initialize(terminal)
        @terminal = terminal
      end

      def run(argv)
        dispatch(argv)
      rescue UsageError => e
        @terminal.usage_error(e.message)
        Status::USAGE
      rescue Terminal::OutputFailed => e
        @terminal.error("stdout", e.message)
        Status::FILE
      rescue Terminal::ClosedPipe
        Status::CLOSED_PIPE
      rescue Interrupt
        Status::INTERRUPTED
      ensure
        @terminal.progress.clear
      end

      private

      def dispatch(argv)
        case (name = argv.shift)
        when nil then raise UsageError, "missing SUBCOMMAND: expected #{names}; see jacinth --help"
        when "--version", "-V" then say("jacinth #{VERSION}\n")
        when "--help", "-h" then say(help)
        when "help" then argv.empty? ? say(help) : subcommand(argv.first, ["--help"])
        else subcommand(name, argv)
        end
      end

      def subcommand(name, argv)
        unless SUBCOMMANDS.key?(name)
          kind = name.start_with?("-") ? "option" : "subcommand"
          near = Suggestion.for(name, [*SUBCOMMANDS.keys, "help", "--help", "--version"])
          raise UsageError, "unknown #{kind}: #{name}#{near}, expected #{names}; see jacinth --help"
        end

        Command.subcommand(name).run(argv, @terminal)
      end

      def say(text)
        @terminal.output.message(text)
        @terminal.output.flush
        Status::OK
      end

      def names = ChoiceText.list(SUBCOMMANDS.keys)

      def help
        <<~TEXT
          Usage: jacinth SUBCOMMAND [OPTION...] [ARGUMENT...]

          #{SUBCOMMANDS.map { |name, text| "  #{name.ljust(7)}#{text}" }.join("\n")}
            help   print this help, or the help of a subcommand

          Each FILE is JSON, or JSON compressed by gzip: one document, or several documents
          that follow each other (NDJSON, RFC 7464). Without a FILE, and for -, the standard
          input is read. jacinth SUBCOMMAND --help lists the options of a subcommand.

            -h, --help     print this help
            -V, --version  print the version

          Exit status (the highest that applies):
          #{Status::MEANINGS.map { |status, text| "  #{status.to_s.ljust(5)}#{text}" }.join("\n")}
        TEXT
      end
    end
    private_constant :Runner
  end
end
