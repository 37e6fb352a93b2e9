# frozen_string_literal: true

module Jacinth
  # The names of options: what is said of one that a method does not take. Each
  # method suggests those that it takes itself, and those of the method that it
  # hands the others to.
  module OptionNames # :nodoc:
    # READING and WRITING, all options of parse and of generate, come from init.c.

    # What an error of error has, to be told again with more names.
    FACTS = :@jacinth_option_names
    # Of which json says no more than that it does not know them.
    BARE = %i[object_class array_class].freeze
    KEYWORDS = %i[key keyreq].freeze # as Method#parameters has them
    private_constant :FACTS, :BARE, :KEYWORDS

    class << self
      # The ArgumentError for names that are none of those that are known. text: how
      # its message begins. Called by C, too.
      def error(text, names, known)
        error = ArgumentError.new("#{text}#{hint(names, known)}")
        error.instance_variable_set(FACTS, [text, names, known].freeze)
        error
      end

      # Raises the error that a method got from the one to which it handed its
      # options, a Hash: where it is about these, as an error of the method, which
      # takes its own keywords, too, and the names in more. (Options are read before
      # anything else, so no other call's names can be among them.)
      def reraise(error, method, options, more = [])
        text, names, known = error.instance_variable_get(FACTS)
        raise error unless names&.all? { |name| options.key?(name) }

        known = known | keywords(method) | more
        told = error.exception("#{text}#{hint(names, known)}")
        told.instance_variable_set(FACTS, [text, names, known].freeze)
        raise told, cause: nil
      end

      # Raises ArgumentError as Ruby does for keywords that a method does not have.
      # unknown: a Hash of them. method: the Method, or an UnboundMethod.
      def refuse(unknown, method)
        names = unknown.keys
        list = names.map(&:inspect).join(", ")
        raise error("unknown keyword#{'s' if names.size > 1}: #{list}", names, keywords(method))
      end

      private

      # The keywords that a method names.
      def keywords(method)
        method.parameters.filter_map { |kind, name| name if KEYWORDS.include?(kind) }
      end

      # " (did you mean indent:?)", or "" where nothing is known.
      def hint(names, known)
        hints = names.filter_map { |name| name.is_a?(Symbol) ? of_symbol(name, known) : of_string(name, known) }
        hints.empty? ? "" : " (#{hints.uniq.join('; ')})"
      end

      def of_symbol(name, known)
        return if BARE.include?(name)

        Migration.option(name) || elsewhere(name) || nearest(name, known)
      end

      # A JSON document's keys are Strings, and so are those of some settings.
      def of_string(name, known)
        return unless name.is_a?(String)

        found = known.find { |option| option.name == name }
        found ? "an option is a Symbol: #{found.inspect}" : nearest(name, known)
      end

      # An option, but none of the method that was called.
      def elsewhere(name)
        return "an option of parse" if READING.include?(name)

        "an option of generate" if WRITING.include?(name)
      end

      def nearest(name, known)
        near = Choice.nearest(known, name)
        near && "did you mean #{near}:?"
      end
    end
  end
  private_constant :OptionNames
end
