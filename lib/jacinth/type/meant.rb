# frozen_string_literal: true

module Jacinth
  class Type
    # What is said of a name in the place of a type, as Type[:integer].
    module Meant # :nodoc:
      CLASSES = %i[String Symbol Integer Float Time Date BigDecimal Array Hash Set Object].freeze
      WRITTEN = CLASSES.to_h { |name| [name, name.name] }.update(boolean: "Type.boolean").freeze
      private_constant :CLASSES, :WRITTEN

      # " (did you mean Integer?)", or nothing.
      def self.hint(given)
        near = WRITTEN[Choice.nearest(WRITTEN.keys, given)]
        " (did you mean #{near}?)" if near
      end
    end
    private_constant :Meant
  end
end
