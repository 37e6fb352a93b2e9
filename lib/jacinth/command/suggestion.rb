# frozen_string_literal: true

module Jacinth
  module Command
    # Suggests a name for an unknown one.
    module Suggestion # :nodoc:
      LONGEST = 80 # characters of a name that is compared
      STEP = /[[:word:]-]+|\*/
      JQ = /\A(?:[[:word:]-]+|(?:\.[[:word:]-]+|\.?\[\d*\])+)\z/ # a, .a.b, .[0].a, .a[].b
      private_constant :LONGEST, :STEP, :JQ

      # Returns " (did you mean --color?)", or "" if no name is similar.
      def self.for(given, names)
        given = given.to_s.dup.force_encoding(Encoding::UTF_8)
        return "" if given.size > LONGEST || !given.valid_encoding?

        # Without RubyGems, Ruby does not load it by itself.
        require "did_you_mean/spell_checker" unless defined?(DidYouMean::SpellChecker)
        near = near(given, names)
        near ? " (did you mean #{near}?)" : ""
      rescue LoadError
        ""
      end

      # Returns " (did you mean /a/0?)" for a path of jq and for a pointer without its first
      # slash, or "". The text is valid UTF-8.
      def self.pointer(text)
        pointer = case text
                  when "." then '""'
                  when JQ then text.gsub("[]", "[*]").scan(STEP).map { |key| "/#{key}" }.join("")
                  when %r{\A[^/~]+/[^~]*\z} then "/#{text}"
                  end
        return "" if pointer.nil?

        " (did you mean #{pointer.include?('*') ? "'#{pointer}'" : pointer}?)"
      end

      # Names are compared without their dashes, which would make all of them similar.
      def self.near(given, names)
        words = names.to_h { |name| [name.delete_prefix("--"), name] }
        words[ChoiceText.nearest(words.keys, given.delete_prefix("--"))]
      end
      private_class_method :near
    end
    private_constant :Suggestion
  end
end
