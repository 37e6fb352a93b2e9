# frozen_string_literal: true

require "optparse"
require_relative "suggestion"

module Jacinth
  module Command
    # One option of a subcommand. The parser of arguments, the help, the manual page
    # and the completions are made from these.
    #
    # key: its key in the Hash of options. short: a letter, or nil. argument: the name
    # of its argument, or nil for a switch. type: of the argument, a class or an Array
    # of Strings to choose from. repeated: true if it can be given several times, which
    # gives an Array. value: the value of a switch. range: of a number.
    class Option # :nodoc:
      KINDS = { Integer => "an integer", Float => "a number" }.freeze
      private_constant :KINDS

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

      # Returns a description of the valid arguments, or nil if any text is valid.
      def expected
        return ChoiceText.list(choices) unless choices.empty?

        "#{KINDS.fetch(@type)} from #{@range.begin} to #{@range.end}" if @range
      end

      # The arguments of OptionParser#on.
      def declaration
        [("-#{short}" if short), switch? ? flag : "#{flag}=#{argument}", @type, text].compact
      end
    end
    private_constant :Option

    # The options of several subcommands, and the parser of arguments.
    module Options # :nodoc:
      module_function

      def option(...) = Option.new(...)

      HELP = option(:help, "help", "print this help", short: "h")

      # Options of all subcommands.
      COMMON = [
        option(:color, "color", "use colors: auto (on terminals; the default), always, never",
               argument: "WHEN", type: %w[auto always never]),
        option(:progress, "no-progress", "show no progress on a terminal", value: false),
        HELP,
        option(:version, "version", "print the version", short: "V")
      ].freeze

      RELAXED = option(:relaxed, "relaxed", "accept comments, trailing commas and a byte order mark")

      # Options of Jacinth.parse.
      READING = [
        RELAXED,
        option(:allow_nan, "allow-nan", "accept NaN, Infinity and -Infinity"),
        option(:allow_duplicate_key, "allow-duplicate-key", "accept objects with duplicate keys"),
        option(:max_nesting, "max-nesting", "accept up to N nested arrays and objects (100; 0: any number)",
               argument: "N", type: Integer, range: 0..0x7FFF_FFFF)
      ].freeze

      # The formats that Jacinth.each reads.
      FORMATS = %w[auto concatenated lines sequence].freeze
      FORMAT = option(:format, "format", "how documents follow each other: auto (the default), concatenated, " \
                                         "lines (NDJSON), sequence (RFC 7464), single (one document)",
                      short: "f", argument: "FORMAT", type: [*FORMATS, "single"])

      # OptionParser without its own options: --version, -v and others would end the
      # program, although the command does not declare them.
      class Parser < OptionParser # :nodoc:
        def add_officious = nil
      end
      private_constant :Parser

      SORT_KEYS = option(:sort_keys, "sort-keys", "sort the members of objects by their keys", short: "s")

      REASONS = {
        OptionParser::InvalidOption => "unknown option", OptionParser::AmbiguousOption => "ambiguous option",
        OptionParser::MissingArgument => "missing argument", OptionParser::NeedlessArgument => "unexpected argument",
        OptionParser::InvalidArgument => "invalid argument", OptionParser::AmbiguousArgument => "ambiguous argument"
      }.freeze
      private_constant :REASONS

      # Removes the options from argv and returns them as a Hash. Their texts are
      # bytes, as those of file names are.
      def parse!(argv, options, banner)
        found = {}
        parser = Parser.new(banner)
        options.each { |option| declare(parser, option, found) }
        parser.parse!(argv.map!(&:b))
        found[:help_text] = parser.help if found[:help]
        found
      rescue OptionParser::ParseError => e
        raise UsageError, "#{message_of(e, options)}; see #{banner[/jacinth \w+/]} --help"
      end

      # Returns the message of the error, the same in each version of Ruby.
      def message_of(error, options)
        text = "#{REASONS.fetch(error.class, error.reason)}: #{error.args.join(' ')}"
        flag, value = error.args.first.split("=", 2)
        case error
        when OptionParser::InvalidOption, OptionParser::AmbiguousOption
          return text + Suggestion.for(flag, options.flat_map(&:flags))
        end
        option = options.find { |one| one.flags.include?(flag) }
        return text unless option&.expected

        "#{text}, expected #{option.expected}#{Suggestion.for(value, option.choices)}"
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
