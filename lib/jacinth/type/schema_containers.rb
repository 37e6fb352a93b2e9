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

      # An object that is read into a Hash of all its members. The type of each value depends on its key.
      def open_object(schema, required, at, depth)
        rows = [named_rows(schema, at), pattern_rows(schema, at)].map do |list|
          list.to_h { |test, one, place| [test, make(one, place, depth + 1)] }
        end
        symbols, key = MapKeys.of(keys(schema, at, depth))
        pairs = [*required.map { |name| [nil, name] }, *dependencies(schema, at)]
        if key && key._kind != :string && (rows.any?(&:any?) || pairs.any?)
          fail!("types support only limits of strings next to names", at, "propertyNames")
        end
        others = make(schema.fetch("additionalProperties", true), step(at, "additionalProperties"), depth + 1)
        length = length(schema, at, "Properties")
        Type.__send__(:map, of: others, symbols: symbols, key: key, label: Type.__send__(:sized, "Object", length),
                            **Type.__send__(:lengths, length), **by_rows(*rows), **required_pairs(pairs, symbols))
      end

      def by_rows(named, patterns)
        return {} if named.empty? && patterns.empty?

        { places: named.keys.each_with_index.to_h, tests: patterns.keys,
          alternatives: named.values + patterns.values, all: true }
      end

      def required_pairs(pairs, symbols)
        pairs.empty? ? {} : { required: pairs.flatten(1).map { |name| symbols ? name&.to_sym : name } }
      end

      # Returns a row for each name in "properties". The value must also fit the patterns that match the name.
      def named_rows(schema, at)
        patterns = patterns(schema, at)
        properties = properties_of(schema, at)
        spend(properties.size * patterns.size, at)
        properties.map do |name, one|
          place = step(at, "properties", name)
          refuse_one_way(one, place)
          matching = patterns.select { |regexp, _| regexp.match?(name) }.map(&:last)
          [name, all_of([keep(one, place), *matching]), place]
        end
      end

      def refuse_one_way(schema, at)
        names = schema.is_a?(::Hash) ? %w[readOnly writeOnly].select { |name| schema[name] == true } : []
        fail!("types do not support it next to #{SchemaReader::OPEN.keys.join(', ')}", at, names[0]) if names.size == 1
      end

      # Returns a row for each set of patterns in "patternProperties", because a key can match several patterns.
      def pattern_rows(schema, at)
        patterns = patterns(schema, at)
        most = 3
        fail!("types support at most #{most} patterns", at, "patternProperties") if patterns.size > most
        patterns.size.downto(1).flat_map do |size|
          patterns.combination(size).map do |some|
            [some.map(&:first), all_of(some.map(&:last)), step(at, "patternProperties")]
          end
        end
      end

      # Returns an Array of pairs: a Regexp and a schema.
      def patterns(schema, at)
        patterns = schema.fetch("patternProperties", {})
        unless patterns.is_a?(::Hash) && patterns.keys.all?(::String)
          fail!("must be an object of schemas", at, "patternProperties")
        end

        patterns.map do |source, one|
          place = step(at, "patternProperties", source)
          [pattern(source, place), keep(one, place)]
        end
      end

      # Returns pairs of names: an object with the first name must have the second one.
      def dependencies(schema, at)
        lists = draft_seven? ? {} : schema.fetch("dependentRequired", {}) # a keyword since 2019-09
        valid = lists.is_a?(::Hash) && lists.keys.all?(::String) &&
                lists.values.all? { |names| names.is_a?(::Array) && names.all?(::String) && names.uniq == names }
        fail!("must be an object of arrays of different names", at, "dependentRequired") unless valid
        lists.flat_map { |given, names| names.map { |name| [given, name] } }
      end

      # Returns the class of the keys or, with propertyNames, their type.
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
