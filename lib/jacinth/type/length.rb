# frozen_string_literal: true

module Jacinth
  class Type
    # The number of characters, elements or members that a type allows.
    module Length # :nodoc:
      # The extension counts in 64 bits.
      GREATEST = (2**63) - 1
      private_constant :GREATEST

      class << self
        # length: an Integer or a Range. Returns the least and the greatest length; the
        # latter can be nil. Raises ArgumentError for any other length.
        def limits(length)
          range = range_of(length)
          low, high = range.begin || 0, last(range)
          refuse("must not be an empty Range", length) if high && high < low

          { low: low, high: high }
        end

        private

        def range_of(length)
          range = length.is_a?(::Integer) ? (length..length) : length
          integers = range.is_a?(::Range) && ends(range).all?(::Integer)
          refuse("must be an Integer or a Range of Integers", length) unless integers
          refuse("must not be negative", length) if ends(range).any?(&:negative?)
          refuse("must be less than 2**63", length) if ends(range).max.to_i > GREATEST
          range
        end

        def refuse(text, length)
          raise ArgumentError, "length #{text}, got #{PathText.inspected(length)}"
        end

        def ends(range) = [range.begin, range.end].compact
        def last(range) = range.end && range.exclude_end? ? range.end - 1 : range.end
      end
    end
    private_constant :Length
  end
end
