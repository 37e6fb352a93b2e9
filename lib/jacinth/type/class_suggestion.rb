# frozen_string_literal: true

module Jacinth
  class Type
    # Suggests the class for a Symbol or String that was given instead of a type,
    # as in Type[:integer].
    module ClassSuggestion # :nodoc:
      CLASSES = %i[String Symbol Integer Float Time Date BigDecimal Array Hash Set Object].freeze
      SUGGESTIONS = CLASSES.to_h { |name| [name, name.name] }.update(boolean: "Type.boolean").freeze
      private_constant :CLASSES, :SUGGESTIONS

      # Returns " (did you mean Integer?)", or "" if no name is near.
      def self.hint(given)
        near = SUGGESTIONS[ChoiceText.nearest(SUGGESTIONS.keys, given)]
        near ? " (did you mean #{near}?)" : ""
      end
    end
    private_constant :ClassSuggestion
  end
end
