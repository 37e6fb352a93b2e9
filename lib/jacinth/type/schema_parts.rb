# frozen_string_literal: true

module Jacinth
  class Type
    # The limits in a JSON Schema, as Ranges and lengths, and its literals: a part
    # of SchemaReader.
    module SchemaLimits # :nodoc:
      LITERALS = [::String, ::Integer, ::TrueClass, ::FalseClass, ::NilClass].freeze
      private_constant :LITERALS

      private

      def number(schema, at, keyword)
        value = schema[keyword]
        return value if value.nil? || ((value.is_a?(::Integer) || value.is_a?(::Float)) && value.finite?)

        fail!("a number", at, keyword)
      end

      def range(schema, at, integers)
        names = %w[minimum maximum exclusiveMinimum exclusiveMaximum]
        numbers = names.map { |name| number(schema, at, name) }
        integers ? integers(*numbers) : floats(*numbers.map { |number| number&.to_f })
      end

      # An exclusive end as SchemaWriter writes it.
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

        fail!("a count", at, keyword)
      end

      def length(schema, at, of)
        low, high = count(schema, at, "min#{of}"), count(schema, at, "max#{of}")
        fail!("less than \"min#{of}\"", at, "max#{of}") if low && high && high < low
        low || high ? ((low || 0)..high) : nil
      end

      # const and enum: those of the values that are of the type.
      def literals(schema, at)
        keyword = schema.key?("const") ? "const" : "enum"
        alone!(schema, at, keyword, "type")
        values = values(keyword == "const" ? [schema["const"]] : schema["enum"], at, keyword)
        names = type_names(schema, at) if schema.key?("type")
        values = values.select { |value| names.any? { |name| type?(value, name) } } if names
        fail!("no value is of the type", at, keyword) if values.empty?
        Type.enum(*values)
      end

      def values(values, at, keyword)
        fail!("an array of values", at, keyword) unless values.is_a?(::Array) && !values.empty?
        return values.uniq if values.all? { |value| LITERALS.include?(value.class) }

        fail!("only strings, integers, true, false and null", at, keyword)
      end

      def type?(value, name)
        case value
        when nil then name == "null"
        when ::String then name == "string"
        when ::Integer then %w[integer number].include?(name)
        else name == "boolean"
        end
      end
    end

    # What a JSON Schema says by several others: a part of SchemaReader.
    module SchemaUnions # :nodoc:
      private

      # allOf of one, anyOf and oneOf; nil without them.
      def of_several(schema, at, depth)
        keyword = %w[allOf anyOf oneOf].find { |name| schema.key?(name) } or return
        alone!(schema, at, keyword)
        schemas = schema[keyword]
        fail!("an array of schemas", at, keyword) unless schemas.is_a?(::Array) && schemas.any?
        return make(schemas[0], step(at, keyword, 0), depth + 1) if schemas.size == 1

        fail!("types have no such thing, but for one schema", at, keyword) if keyword == "allOf"
        tag = tag_of(schemas)
        return tagged(schemas, tag, step(at, keyword), depth) if tag

        union(schemas, step(at, keyword), depth)
      end

      def union(schemas, at, depth)
        null, others = schemas.each_with_index.partition do |schema, _|
          schema.is_a?(::Hash) && schema["type"] == "null"
        end
        types = others.map { |schema, i| make(schema, step(at, i), depth + 1) }
        type = types.size == 1 ? types[0] : union_of(types, at)
        null.empty? ? type : nullable(type)
      end

      def union_of(types, at)
        Type.union(*types)
      rescue ArgumentError => e
        fail!(e.message, at)
      end

      def nullable(type)
        type._kind == :any ? type : Type.optional(type)
      end

      # The property that all of these objects require, with a constant that
      # tells them apart; nil where there is none.
      def tag_of(schemas)
        return unless schemas.size > 1 && schemas.all?(::Hash)

        candidates = schemas.map { |schema| constants(schema).keys }.inject(:&)
        candidates&.find do |name|
          texts = schemas.flat_map { |schema| constants(schema)[name] }
          texts.uniq == texts
        end
      end

      # The constants, Strings, of the properties that an object requires.
      def constants(schema)
        schema = with_target(schema)
        return {} unless schema["type"] == "object" && schema["properties"].is_a?(::Hash)

        required = Array(schema["required"])
        schema["properties"].filter_map do |name, property|
          next unless required.include?(name) && property.is_a?(::Hash)

          values = property.key?("const") ? [property["const"]] : property["enum"]
          [name, values] if values.is_a?(::Array) && values.any? && values.all?(::String)
        end.to_h
      end

      # A branch that says of a schema elsewhere which constant its tag has.
      def with_target(schema)
        ref = schema["$ref"]
        return schema unless ref.is_a?(::String) && ref.start_with?("#/")

        target = find(unescape(ref))
        return {} unless target.is_a?(::Hash) && !target.key?("$ref")

        { **target, "properties" => [target["properties"], schema["properties"]].grep(::Hash).inject({}, :merge),
                    "required" => Array(target["required"]) | Array(schema["required"]) }
      end

      def tagged(schemas, tag, at, depth)
        types = {}
        schemas.each_with_index do |schema, i|
          type = branch(schema, tag, step(at, i), depth)
          constants(schema)[tag].each { |name| types[name] = type }
        end
        Type.union(types, tag: tag)
      rescue SchemaError
        raise
      rescue ArgumentError => e
        fail!(e.message, at)
      end

      def branch(schema, tag, at, depth)
        return make(schema, at, depth + 1) unless schema.key?("$ref")

        extra = schema.keys - SchemaReader::ANNOTATIONS - %w[$ref properties required]
        only_tag = Array(schema["required"]) - [tag] == [] && (schema["properties"] || {}).keys - [tag] == []
        fail!("not beside \"$ref\"", at, extra[0] || "properties") unless extra.empty? && only_tag
        referred(pointer_of(schema["$ref"], at), depth + 1)
      end
    end
    private_constant :SchemaLimits, :SchemaUnions
  end
end
