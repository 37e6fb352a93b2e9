# frozen_string_literal: true

module Jacinth
  # Checks an argument that must be one of several names.
  module ChoiceText # :nodoc:
    class << self
      # Returns given if it is one of the names; otherwise raises ArgumentError. what: the
      # name of the argument. names: Symbols. more: a description of other valid
      # arguments. words: a Hash from other names for the same to the names, for hints.
      def of(what, names, given, more = nil, words: {})
        return given if names.include?(given)

        raise ArgumentError, text(what, names, given, more, words: words)
      end

      # Returns the message for a wrong name: "build must be :new or :allocate, not
      # :alocate (did you mean :allocate?)".
      def text(what, names, given, more = nil, words: {})
        shown = PathText.inspected(given)
        "#{what} must be #{list([*names.map(&:inspect), *more])}, not #{shown}#{hint(names, given, words)}"
      end

      # Returns "a, b or c".
      def list(texts)
        texts.size > 1 ? "#{texts[0..-2].join(', ')} or #{texts[-1]}" : texts[0]
      end

      # Returns " (did you mean :name?)", or "" if no name is similar.
      def hint(names, given, words = {})
        near = nearest(names | words.keys, given)
        near = words.fetch(near, near)
        near ? " (did you mean #{near.inspect}?)" : ""
      end

      # Returns the most similar name, or nil. Ruby's did_you_mean can be switched off. It raises
      # for invalid text and for UTF-16.
      def nearest(names, given)
        return unless (given.is_a?(Symbol) || given.is_a?(String)) && given.to_s.valid_encoding?

        text = given.to_s.encode(Encoding::UTF_8)
        same = names.find { |name| name.to_s.casecmp?(text) }
        return same if same || !defined?(DidYouMean::SpellChecker)

        DidYouMean::SpellChecker.new(dictionary: names).correct(text).first ||
          names.find { |name| swapped?(name.to_s, text) }
      rescue EncodingError
        nil
      end

      private

      # True if two adjacent characters of the name are swapped in text. The spell checker finds
      # this only in longer names.
      def swapped?(name, text)
        at = text.size.times.find { |index| name[index] != text[index] } or return false
        name.dup.tap { |copy| copy[at, 2] = copy[at, 2].to_s.reverse } == text
      end
    end
  end
  private_constant :ChoiceText
end
