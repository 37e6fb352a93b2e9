# frozen_string_literal: true

require_relative "extension"
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
    # What each subcommand does, for the list of them. Each has a file below
    # command/ and a class of the same name.
    SUBCOMMANDS = {
      "fmt" => "lay documents out for people",
      "min" => "write documents without white space",
      "check" => "say what is wrong with documents",
      "get" => "look up values by JSON pointers",
      "lines" => "turn arrays into lines (NDJSON), and back",
      "bench" => "measure Jacinth, json and Oj with documents"
    }.freeze
    private_constant :SUBCOMMANDS

    # What the command answers to the shell; of several, the highest.
    module Status # :nodoc:
      OK = 0
      BAD_DOCUMENT = 1
      USAGE = 2
      FILE = 3
      NOTHING_FOUND = 4
      INTERRUPTED = 130 # as a shell has it for SIGINT
      CLOSED_PIPE = 141 # and for SIGPIPE

      # For people.
      MEANINGS = {
        OK => "all is well", BAD_DOCUMENT => "a document is not JSON", USAGE => "wrong usage",
        FILE => "a file cannot be read or written, or its compressed data is damaged",
        NOTHING_FOUND => "get found nothing",
        INTERRUPTED => "interrupted", CLOSED_PIPE => "the reader of the output has gone away"
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
    # argv: the arguments, an Array of Strings, which is left as it is. input,
    # output, errors: IOs in the place of the standard ones; with colours, and
    # progress, where they are terminals. env: the environment, of which NO_COLOR
    # and TERM are looked at.
    #
    #   require "jacinth/command"
    #   require "stringio"
    #   errors = StringIO.new
    #   Jacinth::Command.run(%w[check], input: StringIO.new("[1,]"), errors: errors) # => 1
    #   errors.string.lines.first # => "stdin:1:4: error: unexpected character: ']' (at $[1])\n"
    def self.run(argv, input: $stdin, output: $stdout, errors: $stderr, env: ENV)
      Runner.new(Terminal.new(input, output, errors, env)).run(argv.dup)
    end

    # The class of a subcommand, by its name.
    def self.subcommand(name) # :nodoc:
      require_relative "parser"
      require_relative "document"
      require_relative "stream"
      require_relative File.join("command", name)
      const_get(name.capitalize)
    end

    # Finds the subcommand, and gives the errors that end the whole a status.
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
        when nil then raise UsageError, "which subcommand? #{SUBCOMMANDS.keys.join(', ')}; jacinth --help says more"
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
          raise UsageError, "no such #{kind}: #{name}#{near} (#{SUBCOMMANDS.keys.join(', ')}; jacinth --help says more)"
        end

        Command.subcommand(name).run(argv, @terminal)
      end

      def say(text)
        @terminal.output.write(text)
        @terminal.output.flush
        Status::OK
      end

      def help
        <<~TEXT
          Usage: jacinth SUBCOMMAND [OPTION...] [ARGUMENT...]

          #{SUBCOMMANDS.map { |name, text| "  #{name.ljust(7)}#{text}" }.join("\n")}
            help   print this, or the help of a subcommand

          FILEs are JSON, or JSON compressed by gzip; without any, and for -, the standard
          input is read. jacinth SUBCOMMAND --help lists the options of a subcommand.

            -h, --help     print this
            -V, --version  print the version

          Exit status (the highest that applies):
          #{Status::MEANINGS.map { |status, text| "  #{status.to_s.ljust(5)}#{text}" }.join("\n")}
        TEXT
      end
    end
    private_constant :Runner
  end
end
