# frozen_string_literal: true

require_relative "expectation"
require_relative "object_union"

module Jacinth
  class Type
    using Inside

    # Unions without a tag: the kind of the JSON value determines the type.
    module KindUnion # :nodoc:
      extend References

      PLURALS = { null: "null", boolean: "JSON booleans", integer: "JSON numbers", float: "JSON numbers",
                  string: "JSON strings", array: "JSON arrays", object: "JSON objects" }.freeze
      VALUES = [::String, ::Symbol, ::Integer, ::Float].freeze
      # Types that read some strings only, or all of them. They make objects of different classes.
      STRICT, BROAD = %i[enum time date decimal].freeze, %i[string symbol].freeze
      private_constant :PLURALS, :VALUES, :STRICT, :BROAD

      class << self
        # The types for specs, in which a value means that value alone.
        def types(specs)
          specs.map { |spec| VALUES.include?(spec.class) ? Type.literal(spec) : Type[spec] }
        end

        # The types that T.first_of tries, with those of others of its kind.
        def in_order(specs)
          distinct(types(specs).flat_map do |type|
            type._kind == :first && !type._spec[:coerce] ? type._spec[:alternatives] : [type]
          end)
        end

        # Returns the types of a union. All enums and literals become one enum, and all objects
        # one type, each in the place of the first of them. Of several types of strings, one of
        # all strings comes last, because the others are tried first.
        def merge(specs)
          types = ObjectUnion.merge(merge_values(types(specs)))
          broad, others = types.partition { |type| BROAD.include?(type._kind) }
          types.count { |type| type.json_kinds.include?(:string) } > 1 ? others + broad : types
        end

        # Returns the types, in which all enums and literals are one enum.
        def merge_values(types)
          enums = types.select { |type| type._kind == :enum }
          return types if enums.size < 2

          merged = Type.enum(*enums.flat_map { |type| type._spec[:args] }.uniq)
          noted = enums.any? { |type| type._spec.values_at(:title, :description, :parts).any? }
          merged = Type.__send__(:make, :enum, **merged._spec, parts: enums) if noted
          types.filter_map { |type| type.equal?(enums[0]) ? merged : (type unless type._kind == :enum) }
        end

        # Returns a Hash: for each JSON kind that a type of the union reads, the type.
        # strings: the type for strings, if several read them. Raises ArgumentError if two
        # types read the same other kind.
        def by_kind(types, strings = strings_of(types))
          table = { string: strings }.compact
          types.each do |type|
            (type.json_kinds - (strings ? [:string] : [])).each do |kind|
              refuse(kind, table[kind], type) if table.key?(kind)
              table[kind] = type
            end
          end
          table[:integer] ||= table[:float] if table.key?(:float)
          table[:float] ||= table[:integer] if whole?(table[:integer])
          check_integers(table[:integer], table[:float])
          table
        end

        private

        # True if a type that reads integers also reads 1.0.
        def whole?(type)
          case type&._kind
          when :integer then type._spec[:whole]
          when :optional then whole?(type._spec[:of])
          when :union then whole?(type._spec[:by][:integer])
          when :first then type._spec[:alternatives].any? { |one| whole?(one) }
          when :ref then whole?(type._target)
          end
        end

        # Types of strings that dump distinguishes by the class of the object: strict ones, and
        # at most one that reads all strings. They are tried in order. nil for any others.
        def strings_of(types)
          readers = types.select { |type| type.json_kinds.include?(:string) }
          kinds = readers.map(&:_kind)
          broad = kinds & BROAD
          return if kinds.size < 2 || kinds.uniq.size < kinds.size || broad.size > 1 || (kinds - STRICT - broad).any?

          Type.first_of(*readers)
        end

        # A type that reads floats reads integers, too. So another one for integers
        # must read all of them.
        def check_integers(integer, float)
          return if float.nil? || integer.equal?(float) || integer.every_integer?

          refuse(:integer, float, integer, integer.described)
        end

        def refuse(kind, one, other, name = Expectation.describe(other))
          raise ArgumentError, "ambiguous union: #{Expectation.describe(one)} and #{name} are both written as " \
                               "#{PLURALS.fetch(kind)}; use T.first_of to try them in order"
        end
      end
    end
    private_constant :KindUnion
  end
end
