# frozen_string_literal: true

module Jacinth
  # Hints for options, methods and constants that json 2.x had and json 3.x does not have.
  module MigrationHints # :nodoc:
    BY_NAME = "objects are no longer made by name: leave it out, or make them in on_load:"
    EACH_CALL = "the options with each call, or Coder.new(**options)"
    PRETTY = 'State.new(indent: "  ", space: " ", object_nl: "\n", array_nl: "\n")'

    OPTIONS = {
      create_additions: BY_NAME, create_id: BY_NAME, match_string: BY_NAME,
      escape_slash: "write script_safe:",
      symbolize_keys: "write symbolize_names:",
      check_circular: "write max_nesting: 0 for no limit",
      pretty: "write pretty_generate(obj)"
    }.freeze

    METHODS = {
      fast_generate: "generate(obj)", unparse: "generate(obj)", fast_unparse: "generate(obj)",
      pretty_unparse: "pretty_generate(obj)", restore: "load(source)",
      create_id: "a class of your own in on_load:, as create_additions is gone",
      "create_id=": "a class of your own in on_load:, as create_additions is gone",
      iconv: "string.encode(to, from)", create_fast_state: "State.new(max_nesting: 0)", create_pretty_state: PRETTY,
      load_default_options: EACH_CALL, "load_default_options=": EACH_CALL,
      dump_default_options: EACH_CALL, "dump_default_options=": EACH_CALL,
      unsafe_load_default_options: EACH_CALL, "unsafe_load_default_options=": EACH_CALL
    }.freeze

    CONSTANTS = {
      GenericObject: "OpenStruct with object_class:", PRETTY_STATE_PROTOTYPE: PRETTY,
      FAST_STATE_PROTOTYPE: "State.new(max_nesting: 0)", SAFE_STATE_PROTOTYPE: "State.new",
      UnparserError: "GeneratorError", CircularDatastructure: "NestingError",
      MissingUnicodeSupport: "JSONError"
    }.freeze

    BOTH = "allow_duplicate_key: true writes both, as json 2 did"
    private_constant :BY_NAME, :EACH_CALL, :PRETTY, :OPTIONS, :METHODS, :CONSTANTS, :BOTH

    class << self
      def option(name) = OPTIONS[name]
      def method_hint(name) = METHODS[name]
      def constant_hint(name) = CONSTANTS[name]

      # Returns the hint for a message of the generator's errors, or nil.
      def object(text) = (BOTH if text.b.start_with?("detected duplicate key "))
    end

    # Extends Jacinth: calls of json 2.x's methods and constants raise errors with hints.
    module Named # :nodoc:
      private

      def method_missing(name, *given)
        hint = MigrationHints.method_hint(name) or return super
        text = "undefined method '#{name}' for JSON: write #{hint}"
        raise NoMethodError.new(text, name, given, receiver: self)
      rescue NameError => e
        raise_at_the_caller(e)
      end

      def respond_to_missing?(_name, _private) = false

      def const_missing(name)
        hint = MigrationHints.constant_hint(name) or return super
        text = "uninitialized constant JSON::#{name}: write #{hint}"
        raise NameError.new(text, name, receiver: self)
      rescue NameError => e
        raise_at_the_caller(e)
      end

      # Raises the error with a backtrace that begins with the program's line. An error raised in
      # another const_missing or method_missing (called by super) keeps its backtrace.
      def raise_at_the_caller(error)
        raise error unless error.backtrace&.first.to_s.start_with?("#{__FILE__}:")

        places = caller_locations.drop_while { |place| place.path == __FILE__ }
        raise error if places.empty? # a Thread or Fiber whose block is Symbol#to_proc

        # before Ruby 3.4, it takes Strings only, and backtrace_locations still begins in this file
        error.set_backtrace(RUBY_VERSION < "3.4" ? places.map(&:to_s) : places)
        raise error
      end
    end

    # Adds hints to JSONError, whose messages are those of the json gem.
    module Detailed # :nodoc:
      def detailed_message(...)
        text = defined?(super) ? super : message
        hint = MigrationHints.object(message) or return text
        "#{text}\n#{hint}"
      end
    end
  end
  private_constant :MigrationHints

  extend MigrationHints::Named

  JSONError.include(MigrationHints::Detailed)
end
