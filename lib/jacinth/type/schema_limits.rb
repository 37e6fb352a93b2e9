# frozen_string_literal: true

module Jacinth
  class Type
    # Reads the limits in a JSON Schema (as Ranges and lengths) and its literals.
    # SchemaReader includes this module.
    module SchemaLimits # :nodoc:
      LITERALS = [::String, ::Integer, ::Float, ::TrueClass, ::FalseClass, ::NilClass].freeze
      private_constant :LITERALS

      private

      def number(schema, at, keyword)
        value = schema[keyword]
        return value if value.nil? || ((value.is_a?(::Integer) || value.is_a?(::Float)) && value.finite?)

        fail!("must be a number", at, keyword)
      end

      def multiple_of(schema, at)
        value = number(schema, at, "multipleOf")
        return value if value.nil? || value.positive?

        fail!("must be greater than 0", at, "multipleOf")
      end

      def range(schema, at, integers)
        names = %w[minimum maximum exclusiveMinimum exclusiveMaximum]
        numbers = names.map { |name| number(schema, at, name) }
        integers ? integers(*numbers) : floats(*numbers.map { |number| number&.to_f })
      end

      # An exclusive maximum alone becomes the Range that SchemaWriter writes so.
      def floats(low, high, above, below)
        low = [low, above&.next_float].compact.max
        return low...below if below && high.nil?

        bounds(low, [high, below&.prev_float].compact.min)
      end

      def integers(low, high, above, below)
        low = [low&.ceil, above && (above.floor + 1)].compact.max
        bounds(low, [high&.floor, below && (below.ceil - 1)].compact.min)
      end

      def bounds(low, high)
        low..high if low || high
      end

      def count(schema, at, keyword)
        value = schema[keyword]
        value = value.to_i if value.is_a?(::Float) && value.finite? && value % 1 == 0
        return value if value.nil? || (value.is_a?(::Integer) && value.between?(0, 2**62))

        fail!("must be an Integer from 0 to 2**62", at, keyword)
      end

      def length(schema, at, of)
        low, high = count(schema, at, "min#{of}"), count(schema, at, "max#{of}")
        fail!("is less than \"min#{of}\"", at, "max#{of}") if low && high && high < low
        low || high ? ((low || 0)..high) : nil
      end

      def literals(schema, at, depth)
        found = allowed_values(schema, at, depth)
        fail!("the schema allows none of its values", at, schema.key?("const") ? "const" : "enum") if found.empty?
        Type.enum(*found)
      end

      # The values of const and enum that the schema's other keywords allow.
      def allowed_values(schema, at, depth)
        lists = [("const" if schema.key?("const")), ("enum" if schema.key?("enum"))].compact
        found = common(lists.map { |name| values(name == "const" ? [schema[name]] : schema[name], at, name) })
        rest = schema.except("const", "enum")
        return found unless meaningful?(rest)

        type = make(rest, at, depth + 1)
        found.select { |value| reads?(type, value) }
      end

      def reads?(type, value)
        type.load(Jacinth.generate(value))
        true
      rescue ValidationError
        false
      end

      # Numbers are equal by value: 1 and 1.0 are one literal.
      def values(values, at, keyword)
        fail!("must be an array with at least one value", at, keyword) unless values.is_a?(::Array) && !values.empty?
        unless values.all? { |value| LITERALS.include?(value.class) && !(value.is_a?(::Float) && !value.finite?) }
          fail!("types support only strings, numbers, true, false and null here", at, keyword)
        end
        values.uniq { |value| comparable(value) }
      end

      def comparable(value) = value.is_a?(::Numeric) ? value.to_r : value
    end
    private_constant :SchemaLimits
  end
end
