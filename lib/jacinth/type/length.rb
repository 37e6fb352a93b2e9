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
          raise ArgumentError, "length must not be an empty Range, got #{PathText.inspected(length)}" if high && high < low

          { low: low, high: high }
        end

        private

        def range_of(length)
          range = length.is_a?(::Integer) ? (length..length) : length
          unless range.is_a?(::Range) && ends(range).all?(::Integer)
            raise ArgumentError, "length must be an Integer or a Range of Integers, got #{PathText.inspected(length)}"
          end
          raise ArgumentError, "length must not be negative, got #{PathText.inspected(length)}" if ends(range).any?(&:negative?)
          if ends(range).max.to_i > GREATEST
            raise ArgumentError,
                  "length must be less than 2**63, got #{PathText.inspected(length)}"
          end

          range
        end

        def ends(range) = [range.begin, range.end].compact
        def last(range) = range.end && range.exclude_end? ? range.end - 1 : range.end
      end
    end
    private_constant :Length
  end
end
