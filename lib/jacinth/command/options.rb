# frozen_string_literal: true

require "optparse"

module Jacinth
  module Command
    # One option of a subcommand: what the parser of arguments, the help, the
    # manual page and the completions are made of. key: in the Hash of options.
    # short: a letter, or nil. argument: its name, or nil for a switch. type: of
    # the argument, a class or an Array of what it may be. repeated: whether it may
    # come several times, and gives an Array. value: what a switch stands for.
    class Option # :nodoc:
      attr_reader :key, :long, :text, :short, :argument, :value, :repeated

      def initialize(key, long, text, **details)
        @key = key
        @long = long
        @text = text
        @short, @argument, @type, @repeated = details.values_at(:short, :argument, :type, :repeated)
        @value = details.fetch(:value, true)
      end

      def flag = "--#{long}"
      def switch? = argument.nil?
      def choices = @type.is_a?(Array) ? @type : []

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
        HELP
      ].freeze

      RELAXED = option(:relaxed, "relaxed", "take comments, trailing commas, a byte order mark")

      # What documents may have: options of Jacinth.parse.
      READING = [
        RELAXED,
        option(:allow_nan, "allow-nan", "take NaN, Infinity, -Infinity"),
        option(:allow_duplicate_key, "allow-duplicate-key", "take objects that have a key twice"),
        option(:max_nesting, "max-nesting", "how deep arrays and objects may be (100; 0: any)",
               argument: "N", type: Integer)
      ].freeze

      SORT_KEYS = option(:sort_keys, "sort-keys", "sort the members of objects by their keys", short: "s")

      # The options of the arguments, a Hash, which are taken out of argv. Their
      # texts are bytes, as those of file names are.
      def parse!(argv, options, banner)
        found = {}
        parser = OptionParser.new(banner)
        options.each { |option| declare(parser, option, found) }
        parser.parse!(argv.map!(&:b))
        found[:help_text] = parser.help if found[:help]
        found
      rescue OptionParser::ParseError => e
        raise UsageError, "#{e.message} (#{banner[/jacinth \w+/]} --help lists the options)"
      end

      def declare(parser, option, found)
        parser.on(*option.declaration) do |value|
          next found[option.key] = option.value if option.switch?
          raise OptionParser::InvalidArgument, value.to_s if value.is_a?(Integer) && value.bit_length > 31

          option.repeated ? (found[option.key] ||= []) << value : found[option.key] = value
        end
      end
    end
    private_constant :Options
  end
end
