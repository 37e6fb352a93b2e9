# frozen_string_literal: true

module Jacinth
  class Type
    # How many characters, elements or members there may be.
    module Length # :nodoc:
      # The reader counts lengths in 64 bits.
      GREATEST = (2**63) - 1
      private_constant :GREATEST

      class << self
        # length: an Integer or a Range. The least and the greatest, which may be nil.
        def limits(length)
          range = range_of(length)
          low, high = range.begin || 0, last(range)
          raise ArgumentError, "length must not be an empty Range: #{length.inspect}" if high && high < low

          { low: low, high: high }
        end

        private

        def range_of(length)
          range = length.is_a?(::Integer) ? (length..length) : length
          unless range.is_a?(::Range) && ends(range).all?(::Integer)
            raise ArgumentError, "length must be an Integer or a Range of Integers, not #{length.inspect}"
          end
          raise ArgumentError, "length must not be negative: #{length.inspect}" if ends(range).any?(&:negative?)
          raise ArgumentError, "length must not be so great: #{length.inspect}" if ends(range).max.to_i > GREATEST

          range
        end

        def ends(range) = [range.begin, range.end].compact
        def last(range) = range.end && range.exclude_end? ? range.end - 1 : range.end
      end
    end
    private_constant :Length
  end
end
