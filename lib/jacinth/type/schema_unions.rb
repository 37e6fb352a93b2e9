# frozen_string_literal: true

module Jacinth
  class Type
    using Inside

    # Reads a JSON Schema that consists of several others: allOf, anyOf, oneOf.
    # SchemaReader includes this module.
    module SchemaUnions # :nodoc:
      private

      # The type of anyOf or oneOf; nil if there is none.
      def of_several(schema, at, depth)
        keyword = %w[anyOf oneOf].find { |name| schema.key?(name) } or return
        schemas = alternatives(schema, keyword, at, depth)
        return Type.__send__(:never) if schemas.empty?
        return make(schemas[0], step(at, keyword, 0), depth + 1) if schemas.size == 1

        tag = tag_of(schemas)
        return tagged(schemas, tag, step(at, keyword), depth) if tag
        return Type.any if keyword == "anyOf" && schemas.any? { |one| unconstrained?(one, at) }

        union(schemas, step(at, keyword), depth, keyword == "oneOf")
      end

      # The schemas of anyOf or oneOf that allow a value, each combined with the schema's
      # other keywords.
      def alternatives(schema, keyword, at, depth)
        schemas = schema[keyword]
        fail!("must be an array of schemas", at, keyword) unless schemas.is_a?(::Array) && !schemas.empty?
        rest = schema.except(keyword)
        rest = {} unless meaningful?(rest)
        schemas.each_with_index.filter_map do |one, i|
          place = step(at, keyword, i)
          keep(one, place)
          parts = rest.any? || (one.is_a?(::Hash) && one.key?("allOf"))
          one = merge_with_notes(one, [[rest, at], [one, place]], place, depth) if parts
          one unless one == false
        end
      end

      def unconstrained?(schema, at)
        return schema == true unless schema.is_a?(::Hash)

        check(schema, at)
        !meaningful?(schema)
      end

      def union(schemas, at, depth, exclusive)
        null, others = schemas.each_with_index.partition do |schema, _|
          schema.is_a?(::Hash) && schema["type"] == "null" && !exclusive
        end
        types = others.map { |schema, i| make(schema, step(at, i), depth + 1) }
        refuse_overlap(types, at) if exclusive
        type = union_of(types, at, !exclusive)
        null.empty? ? type : nullable(type)
      end

      # Raises SchemaError if a value can be of two of the types, because oneOf refuses it.
      # Several types can have different literals of the same kind.
      def refuse_overlap(types, at)
        enums, others = types.partition { |type| type._kind == :enum }
        values = enums.flat_map { |type| type._spec[:args] }.map { |value| comparable(value) }
        kinds = enums.flat_map { |type| kinds_of(type, at) }.uniq + others.flat_map { |type| kinds_of(type, at) }
        return if kinds.uniq == kinds && values.uniq == values

        fail!("types support it only for values of different kinds", at)
      end

      def kinds_of(type, at)
        type.json_kinds.map { |kind| kind == :float ? :integer : kind }.uniq
      rescue ArgumentError => e
        fail!(e.message, at)
      end

      # in_order: true if a value can be of several of the types.
      def union_of(types, at, in_order)
        types = KindUnion.merge_values(types)
        return types[0] if types.size == 1

        KindUnion.by_kind(types, nil)
        Type.union(*types)
      rescue ArgumentError => e
        in_order ? Type.first_of(*types) : fail!(e.message, at)
      end

      def nullable(type) = type._kind == :any ? type : Type.optional(type)

      # Returns the name of the property that distinguishes these objects: all require it,
      # each with other constants. Returns nil if there is none. The search starts from the
      # object with the fewest properties. Its result is kept, as many unions can
      # refer to the same large objects.
      def tag_of(schemas)
        return unless schemas.size > 1 && schemas.all?(::Hash)

        key = schemas.map { |schema| identity(schema) }
        return @tags[key] if @tags.key?(key)

        fewest = schemas.map { |schema| property_names(schema) }.min_by(&:size)
        @tags[key] = fewest.find { |name| distinct_constants?(schemas, name) }
      end

      # The id of the schema or, if it is only a reference, of the target.
      def identity(schema)
        bare = ignored?(schema) || !(schema.key?("properties") || schema.key?("required"))
        ((bare && target_of(schema)) || schema).__id__
      end

      def distinct_constants?(schemas, name)
        seen = {}
        schemas.all? { |schema| constants(schema, name)&.all? { |text| !seen.key?(text) && (seen[text] = true) } }
      end

      # Returns the constants of a property, or nil if the object does not require it or
      # they are not all Strings. A branch can refer to a schema and repeat the property
      # with its own constant.
      def constants(schema, name)
        target = target_of(schema) or return
        return unless target["type"] == "object" && (required?(schema, name) || required?(target, name))

        texts(properties(schema).fetch(name) { properties(target)[name] })
      end

      def texts(property)
        return unless property.is_a?(::Hash)

        values = property.key?("const") ? [property["const"]] : property["enum"]
        values if values.is_a?(::Array) && !values.empty? && values.all?(::String)
      end

      def property_names(schema)
        target = target_of(schema)
        properties(schema).keys | (target.nil? || target.equal?(schema) ? [] : properties(target).keys)
      end

      def properties(schema) = schema["properties"].is_a?(::Hash) && !ignored?(schema) ? schema["properties"] : {}

      def required?(schema, name)
        names = @required[schema] ||= Array((schema["required"] unless ignored?(schema))).to_h { |one| [one, true] }
        names.key?(name)
      end

      # Returns the schema that a reference points to, or the schema itself if it is not a
      # reference. Returns nil if the target is another reference or not an object.
      def target_of(schema)
        ref = schema["$ref"]
        return schema unless ref.is_a?(::String) && ref.start_with?("#/")
        return @targets[schema] if @targets.key?(schema)

        target = find(unescape(ref))
        target = merge([[target, unescape(ref)]], unescape(ref), 0) if target.is_a?(::Hash) && target.key?("allOf")
        @targets[schema] = (target if target.is_a?(::Hash) && !target.key?("$ref"))
      end

      def tagged(schemas, tag, at, depth)
        types = {}
        schemas.each_with_index do |schema, i|
          type = branch(schema, tag, step(at, i), depth)
          constants(schema, tag).each { |name| types[name] = type }
        end
        Type.union(types, tag: tag)
      rescue SchemaError
        raise
      rescue ArgumentError => e
        fail!(e.message, at)
      end

      # A branch that repeats only the tag of the schema that it refers to has the type of that.
      def branch(schema, tag, at, depth)
        extra = meaningful(schema) - %w[$ref properties required]
        only_tag = extra.empty? && (Array(schema["required"]) | properties(schema).keys) - [tag] == []
        return make(schema, at, depth + 1) unless schema.key?("$ref") && (only_tag || ignored?(schema))

        with_notes(referred(pointer_of(schema["$ref"], at), depth + 1), schema)
      end
    end
    private_constant :SchemaUnions
  end
end
