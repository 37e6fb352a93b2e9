# frozen_string_literal: true

module Jacinth
  module Command
    # What may have been meant by an argument that is none of those there are.
    module Suggestion # :nodoc:
      LONGEST = 80 # characters of what can have been meant for a name
      private_constant :LONGEST

      # "; did you mean --color?", or "" where no name is near.
      def self.for(given, names)
        # Without RubyGems, Ruby does not load it by itself.
        given = given.to_s.dup.force_encoding(Encoding::UTF_8)
        return "" if given.size > LONGEST || !given.valid_encoding?

        require "did_you_mean/spell_checker" unless defined?(DidYouMean::SpellChecker)
        near = near(given, names)
        near ? "; did you mean #{near}?" : ""
      rescue LoadError
        ""
      end

      # A name without its dashes is compared, so that these do not make all alike.
      def self.near(given, names)
        words = names.to_h { |name| [name.delete_prefix("--"), name] }
        words[Choice.nearest(words.keys, given.delete_prefix("--"))]
      end
      private_class_method :near
    end
    private_constant :Suggestion
  end
end
