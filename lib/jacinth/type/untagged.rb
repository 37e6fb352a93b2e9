# frozen_string_literal: true

module Jacinth
  class Type
    # Unions whose types the kind of JSON value tells apart.
    module Untagged # :nodoc:
      class << self
        # The table of a union: the type for each JSON kind.
        def by_kind(types)
          table = Array.new(JSON_KINDS.size)
          types.each do |type|
            type.json_kinds.each do |kind|
              at = JSON_KINDS.index(kind)
              raise ArgumentError, "two types of a union may be #{kind}s" if table[at]

              table[at] = type
            end
          end
          table[2] ||= table[3]
          check_integers(*table[2..3])
          table
        end

        private

        # What is of floats takes integers, too.
        def check_integers(integer, float)
          return if float.nil? || integer.equal?(float) || integer.every_integer?

          raise ArgumentError, "two types of a union may be integers: #{float.label} and, with limits, #{integer.label}"
        end
      end
    end
    private_constant :Untagged
  end
end
