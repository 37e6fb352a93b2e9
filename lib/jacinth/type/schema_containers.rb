# frozen_string_literal: true

module Jacinth
  class Type
    using Inside

    # Reads parts of a JSON Schema about arrays of fixed length, and the keys of objects.
    # SchemaReader includes this module.
    module SchemaContainers # :nodoc:
      private

      # An array of fixed length.
      def tuple(schema, at, depth)
        fail!("older drafts do not have it", at, "prefixItems") unless @draft == SchemaWriter::DIALECT
        items = schema["prefixItems"]
        fail!("must be an array of schemas", at, "prefixItems") unless items.is_a?(::Array) && !items.empty?
        low, high = count(schema, at, "minItems"), count(schema, at, "maxItems")
        high = [high, items.size].compact.min if schema["items"] == false
        unless low == items.size && high == low && schema["uniqueItems"] != true
          fail!("types support it only with \"minItems\" and \"maxItems\" of its size", at, "prefixItems")
        end
        Type.tuple(*items.each_with_index.map { |item, i| make(item, step(at, "prefixItems", i), depth + 1) })
      end

      # The type of the keys: those of propertyNames are Strings with a pattern and so on.
      def keys(schema, at, depth)
        names = schema.fetch("propertyNames", true)
        return @symbols ? ::Symbol : ::String if [true, {}].include?(names)

        place = step(at, "propertyNames")
        fail!("types support it only for keys that are Strings", at, "propertyNames") if @symbols
        fail!("must be a schema that allows some keys", at, "propertyNames") unless names.is_a?(::Hash)
        literals = names.key?("enum") || names.key?("const")
        type = make(literals ? names : { "type" => "string", **names }, place, depth + 1)
        return type if %i[string time date enum].include?(type._kind)

        fail!("types support only limits of strings, \"enum\" and \"const\" here", place)
      end
    end
    private_constant :SchemaContainers
  end
end
