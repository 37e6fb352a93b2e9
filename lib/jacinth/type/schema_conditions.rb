# frozen_string_literal: true

module Jacinth
  class Type
    # Reads if, then and else in a JSON Schema. SchemaReader includes this module.
    module SchemaConditions # :nodoc:
      # If the property +tag+ is one of the texts, the first of the results applies, otherwise
      # the second. A result is a schema and its place.
      Condition = Struct.new(:tag, :texts, :results) # :nodoc:
      private_constant :Condition

      private

      # Returns the schema that applies to every value or, if that depends on the value, a Condition.
      def condition(schema, at)
        return [true, at] unless schema.key?("then") || schema.key?("else")

        results = %w[then else].map { |name| [schema.fetch(name, true), step(at, name)] }
        return results[schema["if"] ? 0 : 1] if schema["if"] == false || everything?(schema["if"])

        [Condition.new(*tested(schema["if"], at), results), at]
      end

      # Returns the property that the schema of a condition tests, and the Strings that it can be.
      def tested(schema, at)
        fits = schema.is_a?(::Hash) && (meaningful(schema) - %w[type properties required]).empty?
        properties = properties(schema) if fits
        tag, property = properties.first if properties && properties.size == 1
        values = texts(property)
        known = values && [nil, [tag]].include?(schema["required"]) && meaningful(property).size == 1
        return [tag, values] if known && [nil, "object"].include?(schema["type"])

        fail!("types support only a test of one property for constant Strings", at, "if")
      end

      # Combines a schema with Conditions: returns a union with an alternative for each text of
      # the tested property.
      def conditional(schema, conditions, at, depth)
        tag = conditions[0][0].tag
        texts = required_texts(schema, tag)
        unless texts && conditions.all? { |one, _| one.tag == tag }
          fail!("needs one required property that is an enum of Strings", conditions[0][1], "if")
        end

        branches = texts.map do |text|
          chosen = conditions.map { |one, place| result(one, text, place) }
          merge([[schema, at], [{ "properties" => { tag => { "const" => text } } }, at], *chosen], at, depth + 1)
        end
        branches.delete(false)
        branches.size < 2 ? branches.fetch(0, false) : keep({ "oneOf" => branches }, at)
      end

      def result(condition, text, at)
        spend(1 + condition.texts.size, at)
        condition.results[condition.texts.include?(text) ? 0 : 1]
      end

      # The Strings that a required property of an object can be, or nil.
      def required_texts(schema, name)
        return unless schema.is_a?(::Hash) && schema["type"] == "object" && required?(schema, name)

        texts(properties(schema)[name])
      end
    end
    private_constant :SchemaConditions
  end
end
