# frozen_string_literal: true

module Jacinth
  class Type
    # Writes the Regexps of the keys of Type.hash for the keyword patternProperties, where the
    # value of a key must fit the schema of each pattern that matches it.
    module KeyPatterns # :nodoc:
      # A pattern that matches only keys with this beginning.
      BEGINNING = /\A\^((?:\w|-)+)(?![?*+{])[^|]*\z/
      private_constant :BEGINNING

      class << self
        # rows: an Array of the Regexps that a key must match, for each type; all: true if a key has
        # the types of all Regexps that it matches, false if it has the first. Returns a pattern of
        # ECMA-262 for each row, nil if other rows say the same. Raises Pattern::Untranslatable.
        def of(rows, all)
          return rows.map { |row| Pattern.to_ecma(row[0]) if row.size == 1 } if all

          patterns = rows.map { |row| Pattern.to_ecma(row[0]) }
          patterns.each_with_index.map do |pattern, i|
            before = patterns.first(i).reject { |one| disjoint?(one, pattern) }
            before.empty? ? pattern : "^#{before.map { |one| "(?!#{inside(one)})" }.join("")}#{inside(pattern)}"
          end
        end

        private

        def inside(pattern) = "[\\s\\S]*?(?:#{pattern})"

        # True if no key matches both patterns, because their beginnings differ.
        def disjoint?(one, other)
          one, other = one[BEGINNING, 1], other[BEGINNING, 1]
          one && other && !one.start_with?(other) && !other.start_with?(one)
        end
      end
    end
    private_constant :KeyPatterns
  end
end
