# frozen_string_literal: true

require_relative "expectation"

module Jacinth
  class Type
    using Inside

    # Unions without a tag: the kind of the JSON value determines the type.
    module KindUnion # :nodoc:
      PLURALS = { null: "null", boolean: "JSON booleans", integer: "JSON numbers", float: "JSON numbers",
                  string: "JSON strings", array: "JSON arrays", object: "JSON objects" }.freeze
      VALUES = [::String, ::Symbol, ::Integer, ::Float].freeze
      private_constant :PLURALS, :VALUES

      class << self
        # Returns the types for specs. All enums and literals become one enum, in the place
        # of the first of them.
        def merge_values(specs)
          types = specs.map { |spec| VALUES.include?(spec.class) ? Type.literal(spec) : Type[spec] }
          enums = types.select { |type| type._kind == :enum }
          return types if enums.size < 2

          merged = Type.enum(*enums.flat_map { |type| type._spec[:args] }.uniq)
          types.filter_map { |type| type.equal?(enums[0]) ? merged : (type unless type._kind == :enum) }
        end

        # Returns a Hash: for each JSON kind that a type of the union reads, the type.
        # Raises ArgumentError if two types read the same kind.
        def by_kind(types)
          table = {}
          types.each do |type|
            type.json_kinds.each do |kind|
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
          when :ref then type.frozen? && whole?(type.__send__(:_target))
          end
        end

        # A type that reads floats reads integers, too. So another one for integers
        # must read all of them.
        def check_integers(integer, float)
          return if float.nil? || integer.equal?(float) || integer.every_integer?

          refuse(:integer, float, integer, integer.described)
        end

        def refuse(kind, one, other, name = Expectation.describe(other))
          raise ArgumentError, "ambiguous union: #{Expectation.describe(one)} and #{name} are both " \
                               "written as #{PLURALS.fetch(kind)}; use tag: to tell them apart"
        end
      end
    end
    private_constant :KindUnion
  end
end
