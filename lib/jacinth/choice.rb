# frozen_string_literal: true

module Jacinth
  # Names of which a caller gives one: what to say where it is none of them.
  module Choice # :nodoc:
    class << self
      # given, where it is one of the names; else raises ArgumentError. what: what
      # is chosen. names: Symbols. more: what else may be given, in words. words:
      # what others call the names, a Hash to these.
      def of(what, names, given, more = nil, words: {})
        return given if names.include?(given)

        raise ArgumentError, text(what, names, given, more, words: words)
      end

      # The message for a name that is none of them: "build must be :new or
      # :allocate, not :alocate (did you mean :allocate?)".
      def text(what, names, given, more = nil, words: {})
        "#{what} must be #{list([*names.map(&:inspect), *more])}, not #{given.inspect}#{hint(names, given, words)}"
      end

      # "a, b or c".
      def list(texts)
        texts.size > 1 ? "#{texts[0..-2].join(', ')} or #{texts[-1]}" : texts[0]
      end

      # " (did you mean :name?)", or "" where no name is near.
      def hint(names, given, words = {})
        near = nearest(names | words.keys, given)
        near = words.fetch(near, near)
        near ? " (did you mean #{near.inspect}?)" : ""
      end

      # The name that may have been meant, or nil. The did_you_mean of Ruby may be
      # switched off.
      def nearest(names, given)
        return unless given.is_a?(Symbol) || given.is_a?(String)

        same = names.find { |name| name.to_s.casecmp?(given.to_s) }
        return same if same || !defined?(DidYouMean::SpellChecker)

        DidYouMean::SpellChecker.new(dictionary: names).correct(given).first
      end
    end
  end
  private_constant :Choice
end
