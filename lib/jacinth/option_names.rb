# frozen_string_literal: true

module Jacinth
  # Makes the errors for unknown options. The hints of a method suggest its own options
  # and those of the method that it passes the other options to.
  module OptionNames # :nodoc:
    # init.c sets READING and WRITING, all options of parse and of generate, and LIMITS,
    # those that limit the values of a document.

    # The instance variable with the arguments of error, for reraise.
    FACTS = :@jacinth_option_names
    # Options without a hint, as in json.
    BARE = %i[object_class array_class].freeze
    KEYWORDS = %i[key keyreq].freeze # as Method#parameters has them
    private_constant :FACTS, :BARE, :KEYWORDS

    class << self
      # Returns an ArgumentError for names that are not among the known ones. text: the
      # beginning of its message.
      def error(text, names, known)
        error = ArgumentError.new("#{text}#{hint(names, known)}")
        error.instance_variable_set(FACTS, [text, names, known].freeze)
        error
      end

      # Called by C. Returns the error to raise for unknown options; nil if they are ignored.
      def refusal(names, known)
        list = names.map { |name| PathText.shown(name) }.join(", ")
        error("unknown keyword#{'s' if names.size > 1}: #{list}", names, known)
      end

      # Raises an error again that a method got from the method to which it passed its
      # options, a Hash. If the error is about these options, its hint also suggests the
      # method's own keywords, and the names in more. (Options are read first, so that the
      # error cannot be about the options of another call.)
      def reraise(error, method, options, more = [])
        text, names, known = error.instance_variable_get(FACTS)
        raise error unless names&.all? { |name| options.key?(name) }

        known = known | keywords(method) | more
        changed = error.exception("#{text}#{hint(names, known)}")
        changed.instance_variable_set(FACTS, [text, names, known].freeze)
        raise changed, cause: nil
      end

      # Raises ArgumentError, as Ruby does, for keywords that a method does not have.
      # unknown: a Hash of them. method: a Method or UnboundMethod.
      def refuse(unknown, method)
        names = unknown.keys
        list = names.map { |name| PathText.inspected(name) }.join(", ")
        raise error("unknown keyword#{'s' if names.size > 1}: #{list}", names, keywords(method))
      end

      private

      # Returns the keywords of a method.
      def keywords(method)
        method.parameters.filter_map { |kind, name| name if KEYWORDS.include?(kind) }
      end

      # Returns " (did you mean indent:?)", or "" if there is no hint.
      def hint(names, known)
        hints = names.filter_map { |name| name.is_a?(Symbol) ? of_symbol(name, known) : of_string(name, known) }
        hints.empty? ? "" : " (#{hints.uniq.join('; ')})"
      end

      def of_symbol(name, known)
        return if BARE.include?(name)

        MigrationHints.option(name) || elsewhere(name) || nearest(name, known)
      end

      # Options that were read from a JSON document or another file have Strings as names.
      def of_string(name, known)
        return unless name.is_a?(String)

        found = known.find { |option| option.name == name }
        found ? "use the Symbol #{found.inspect}" : nearest(name, known)
      end

      # Returns a hint for an option of another method.
      def elsewhere(name)
        return "an option of parse" if READING.include?(name)

        "an option of generate" if WRITING.include?(name)
      end

      def nearest(name, known)
        near = ChoiceText.nearest(known, name)
        near && "did you mean #{near}:?"
      end
    end
  end
  private_constant :OptionNames
end
