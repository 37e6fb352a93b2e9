# frozen_string_literal: true

require "optparse"
require_relative "suggestion"

module Jacinth
  module Command
    # One option of a subcommand: what the parser of arguments, the help, the
    # manual page and the completions are made of. key: in the Hash of options.
    # short: a letter, or nil. argument: its name, or nil for a switch. type: of
    # the argument, a class or an Array of what it may be. repeated: whether it may
    # come several times, and gives an Array. value: what a switch stands for.
    # range: of a number.
    class Option # :nodoc:
      attr_reader :key, :long, :text, :short, :argument, :value, :repeated

      def initialize(key, long, text, **details)
        @key = key
        @long = long
        @text = text
        @short, @argument, @type, @repeated = details.values_at(:short, :argument, :type, :repeated)
        @range = details[:range]
        @value = details.fetch(:value, true)
      end

      def flag = "--#{long}"
      def switch? = argument.nil?
      def choices = @type.is_a?(Array) ? @type : []
      def flags = [flag, ("-#{short}" if short)].compact
      def takes?(value) = @range.nil? || @range.cover?(value)

      # The arguments of OptionParser#on.
      def declaration
        [("-#{short}" if short), switch? ? flag : "#{flag}=#{argument}", @type, text].compact
      end
    end
    private_constant :Option

    # The options that several subcommands have.
    module Options # :nodoc:
      module_function

      def option(...) = Option.new(...)

      HELP = option(:help, "help", "print this", short: "h")

      # Of each subcommand.
      COMMON = [
        option(:color, "color", "colors: auto (on terminals; the default), always, never",
               argument: "WHEN", type: %w[auto always never]),
        option(:progress, "no-progress", "show no progress on a terminal", value: false),
        HELP,
        option(:version, "version", "print the version", short: "V")
      ].freeze

      RELAXED = option(:relaxed, "relaxed", "accept comments, trailing commas, a byte order mark")

      # What documents may have: options of Jacinth.parse.
      READING = [
        RELAXED,
        option(:allow_nan, "allow-nan", "accept NaN, Infinity, -Infinity"),
        option(:allow_duplicate_key, "allow-duplicate-key", "accept objects that have a key twice"),
        option(:max_nesting, "max-nesting", "how deep arrays and objects may be (100; 0: any)",
               argument: "N", type: Integer, range: 0..0x7FFF_FFFF)
      ].freeze

      # OptionParser without the options that it would add: its --version, -v and
      # others answer, and end the program, where the command has no such option.
      class Parser < OptionParser # :nodoc:
        def add_officious = nil
      end
      private_constant :Parser

      SORT_KEYS = option(:sort_keys, "sort-keys", "sort the members of objects by their keys", short: "s")

      # The options of the arguments, a Hash, which are taken out of argv. Their
      # texts are bytes, as those of file names are.
      def parse!(argv, options, banner)
        found = {}
        parser = Parser.new(banner)
        options.each { |option| declare(parser, option, found) }
        parser.parse!(argv.map!(&:b))
        found[:help_text] = parser.help if found[:help]
        found
      rescue OptionParser::ParseError => e
        raise UsageError, "#{complaint(e, options)} (#{banner[/jacinth \w+/]} --help lists the options)"
      end

      # What is wrong, and what may have been meant; in the same words on each Ruby.
      def complaint(error, options)
        text = "#{error.reason}: #{error.args.join(' ')}"
        flag, value = error.args.first.split("=", 2)
        option = options.find { |one| one.flags.include?(flag) }
        case error
        when OptionParser::InvalidOption, OptionParser::AmbiguousOption
          return text + Suggestion.for(flag, options.flat_map(&:flags))
        end
        return text if option.nil? || option.choices.empty?

        "#{text}; it is #{Choice.list(option.choices)}#{Suggestion.for(value, option.choices)}"
      end

      def declare(parser, option, found)
        parser.on(*option.declaration) do |value|
          next found[option.key] = option.value if option.switch?
          raise OptionParser::InvalidArgument, value.to_s unless option.takes?(value)

          option.repeated ? (found[option.key] ||= []) << value : found[option.key] = value
        end
      end
    end
    private_constant :Options
  end
end
