# frozen_string_literal: true

module Jacinth
  class Type
    # Combines the schemas that a value must fit at the same time: allOf, and the keywords
    # next to $ref, anyOf and so on. SchemaReader includes this module.
    module SchemaMerge # :nodoc:
      # The greatest number of keywords, properties and values that are combined for a document.
      # Otherwise, schemas that refer to each other would take exponential time, and the
      # alternatives of a large object quadratic time.
      MOST = 200_000
      LOW = %w[minimum exclusiveMinimum minLength minItems minProperties].freeze
      HIGH = %w[maximum exclusiveMaximum maxLength maxItems maxProperties].freeze
      NUMBERS = %w[minimum maximum exclusiveMinimum exclusiveMaximum].freeze
      # The methods that combine the values of a keyword in several schemas. Other keywords,
      # except for LOW and HIGH, must have the same value in all schemas.
      METHODS = { "type" => :common_types, "const" => :common_constant, "enum" => :common_values,
                  "uniqueItems" => :any_unique, "items" => :all_items, "required" => :all_names,
                  "properties" => :placeholder, "additionalProperties" => :placeholder }.freeze
      # Keywords that consist of other schemas of the same value.
      COMBINING = %w[$ref allOf if not].freeze
      NOTES = %w[title description].freeze
      KINDS = %w[null boolean number string array object].freeze
      private_constant :NOTES, :KINDS, :MOST, :LOW, :HIGH, :NUMBERS, :COMBINING, :METHODS

      private

      # Returns the schemas that a value of this schema must fit, each with its place: first
      # the schema's own keywords, if there are any.
      def conjuncts(schema, at)
        return [[schema.slice("$ref"), at]] if ignored?(schema)

        rest = schema.except(*COMBINING, "then", "else")
        list = []
        list << [rest, at] if meaningful?(rest)
        list << [schema.slice("$ref"), at] if schema.key?("$ref")
        schemas = schema.fetch("allOf", [true])
        fail!("must be an array of schemas", at, "allOf") unless schemas.is_a?(::Array) && !schemas.empty?
        schemas.each_with_index { |one, i| list << [one, @places.fetch(one, step(at, "allOf", i))] }
        list << condition(schema, at) if schema.key?("if")
        list << negation(schema["not"], step(at, "not")) if schema.key?("not")
        list.reject { |one, _| everything?(one) }
      end

      # Returns the schema of the values that do not fit a schema, and its place.
      def negation(schema, at)
        return [!schema, at] if [true, false].include?(schema)

        check_schema(schema, at)
        case meaningful(schema)
        when [] then [false, at]
        when ["not"] then [schema["not"], step(at, "not")]
        when ["type"] then [other_types(type_names(schema, at), at), at]
        when ["required"] then [without_property(names(schema, at), at), at]
        else fail!("types support it only for \"type\", one \"required\" property, or another \"not\"", *at)
        end
      end

      # Refuses "integer": types cannot express all numbers except integers.
      def other_types(names, at)
        fail!("types cannot express numbers that are not integers", *at) if names.include?("integer")
        others = KINDS - names
        others.any? && { "type" => others }
      end

      # Values of other types fit any "required", so only objects are left.
      def without_property(names, at)
        fail!("types support it only for one \"required\" property", *at) if names.size > 1
        names.any? && { "type" => "object", "properties" => { names[0] => false } }
      end

      # Returns the same schema as a list of schemas without COMBINING keywords.
      def flat(schema, at, depth)
        check_depth(depth, at)
        return [[schema, at]] unless schema.is_a?(::Hash) && schema.keys.intersect?(COMBINING)

        check(schema, at)
        spend(8 + weight(schema.slice("allOf")), at)
        conjuncts(schema, at).flat_map do |one, place|
          one, place = referent(one, place) if one.is_a?(::Hash) && one.keys == ["$ref"]
          flat(one, place, depth + 1)
        end
      end

      def spend(count, at)
        @spent += count
        fail!("it combines too many schemas", at) if @spent > MOST
      end

      # The number of keywords of a schema, and of the properties, values and so on in them.
      def weight(schema)
        schema.sum { |_, value| value.is_a?(::Hash) || value.is_a?(::Array) ? 1 + value.size : 1 }
      end

      # Returns one schema without COMBINING keywords for several schemas: a Hash, true, or
      # false if no value fits them all.
      def merge(schemas, at, depth)
        parts = schemas.flat_map { |schema, place| flat(schema, place, depth) }
        conditions, parts = parts.partition { |one, _| one.is_a?(::Struct) }
        parts.each { |one, place| check_schema(one, place) }
        return false if parts.any? { |one, _| one == false }

        merged = merge_parts(parts.select { |one, _| one != true && meaningful?(one) }, at, depth)
        conditions.empty? || !merged ? merged : conditional(merged, conditions, at, depth)
      end

      # Combines schemas, and adds the title and description of one of them.
      def merge_with_notes(one, schemas, at, depth)
        merged = merge(schemas, at, depth)
        merged = {} if merged == true
        return merged unless merged.is_a?(::Hash) && !(notes = notes(one)).empty?

        notes == merged.slice(*NOTES) ? merged : keep({ **merged, **notes }, at)
      end

      # Returns the title and description of a schema or, where it has none, of the last of
      # its parts that has one. merge() has checked the references and allOf.
      def notes(schema)
        return {} unless schema.is_a?(::Hash)
        return @notes[schema] if @notes.key?(schema)

        @notes[schema] = {} # for a schema that is a part of itself
        parts = schema.key?("$ref") ? [referent(schema, "")[0]] : []
        parts += schema.fetch("allOf", []) unless ignored?(schema)
        @notes[schema] = [*parts.map { |part| notes(part) }, schema.slice(*NOTES)].inject(:merge)
      end

      def merge_parts(parts, at, depth)
        return keep(*parts.fetch(0, [true, at])) if parts.size < 2

        spend(parts.sum { |one, _| weight(one) }, at)
        merged = keywords_of(parts)
        return false unless merged

        merged.update(merged_properties(parts, at))
        return keep(merged, at) unless merged.key?("const") || merged.key?("enum")

        values = allowed_values(merged, at, depth)
        values.empty? ? false : keep({ "enum" => values }, at)
      end

      # Stores the place of a schema that is moved to another schema. @places keeps it alive.
      def keep(schema, at)
        @places[schema] ||= at if schema.is_a?(::Hash)
        schema
      end

      # Returns false if no value has all of the keywords.
      def keywords_of(parts)
        names = parts.flat_map { |one, _| meaningful(one) }.uniq
        refuse_two_unions(parts)
        refuse_tuples(parts)
        refuse_patterns(parts)
        names.each_with_object({}) do |name, merged|
          having = parts.select { |one, _| one.key?(name) }
          value = having.size == 1 ? having[0][0][name] : merged_keyword(name, having)
          return false if value == [] && having.size > 1 && name != "required"

          merged[name] = value
        end
      end

      def refuse_two_unions(parts)
        unions = parts.flat_map { |one, place| (one.keys & %w[anyOf oneOf]).map { |name| [place, name] } }
        fail!("types support only one anyOf or oneOf in a combined schema", *unions[1]) if unions.size > 1
      end

      # "items" of one schema also applies to the elements in "prefixItems" of another one.
      def refuse_tuples(parts)
        _, at = parts.find { |one, _| one.key?("prefixItems") }
        fail!("types do not support it in a combined schema", at, "prefixItems") if at
      end

      # A name in one schema can match a pattern of another one, which "additionalProperties" of the first ignores.
      def refuse_patterns(parts)
        _, at = parts.find { |one, _| one.key?("patternProperties") }
        limited = at && parts.any? { |one, _| !everything?(one.fetch("additionalProperties", true)) }
        fail!("types cannot combine it with \"additionalProperties\"", at, "patternProperties") if limited
      end

      def merged_keyword(name, having)
        return __send__(METHODS[name], having) if METHODS.key?(name)
        return same(name, having) unless LOW.include?(name) || HIGH.include?(name)

        limits = having.map { |one, place| limit(one, place, name) }
        LOW.include?(name) ? limits.max : limits.min
      end

      def limit(schema, at, name) = NUMBERS.include?(name) ? number(schema, at, name) : count(schema, at, name)

      # A number can be an integer.
      def common_types(having)
        lists = having.map { |one, place| type_names(one, place) }
        names = lists.map { |list| list.include?("number") ? [*list, "integer"] : list }.inject(:&)
        names.include?("number") ? names - ["integer"] : names
      end

      def common_constant(having)
        found = common(having.map { |one, place| values([one["const"]], place, "const") })
        found.empty? ? found : found[0]
      end

      def common_values(having) = common(having.map { |one, place| values(one["enum"], place, "enum") })

      # Numbers are equal by value.
      def common(lists)
        lists.inject do |all, more|
          known = more.to_h { |value| [comparable(value), true] }
          all.select { |value| known.key?(comparable(value)) }
        end
      end

      def any_unique(having) = having.any? { |one, _| one["uniqueItems"] == true }
      def all_items(having) = all_of(having.map { |one, place| keep(one["items"], step(place, "items")) })
      def all_names(having) = having.flat_map { |one, place| names(one, place) }.uniq

      # merged_properties() combines these two keywords afterwards.
      def placeholder(_having) = {}

      def same(name, having)
        found = having.map { |one, _| one[name] }.uniq
        return found[0] if found.size == 1

        fail!("types do not support it with several values", having[1][1], name)
      end

      # In each part, the schema of a property is in "properties" or, if it is not there, in
      # "additionalProperties".
      def merged_properties(parts, at)
        parts = parts.select { |one, _| one.key?("properties") || one.key?("additionalProperties") }
        return {} if parts.size < 2

        named = Hash.new { |hash, name| hash[name] = [] }
        parts.each do |one, place|
          properties_of(one, place).each { |name, schema| named[name] << keep(schema, step(place, "properties", name)) }
        end
        others = other_properties(parts, named, at)
        { "properties" => named.transform_values { |schemas| all_of(schemas) }, "additionalProperties" => others }
      end

      # Adds the schemas in "additionalProperties" to those of each name. Returns the schema of
      # all other names.
      def other_properties(parts, named, at)
        limited = parts.reject { |one, _| everything?(one.fetch("additionalProperties", true)) }
        spend(named.size * limited.size, at)
        schemas = limited.map do |one, place|
          schema = keep(one["additionalProperties"], step(place, "additionalProperties"))
          known = properties_of(one, place)
          named.each { |name, all| all << schema unless known.key?(name) }
          schema
        end
        all_of(schemas)
      end

      # Returns the schema of the values that fit all schemas.
      def all_of(schemas)
        schemas = schemas.reject { |one| everything?(one) }.uniq(&:__id__)
        return false if schemas.include?(false)
        return schemas.fetch(0, true) if schemas.size < 2

        hashes = schemas.grep(::Hash)
        if hashes.all? { |one| one.key?("const") || one.key?("enum") }
          return merge_parts(schemas.map { |one| [one, @places.fetch(one, "")] }, "", 0)
        end

        noted = hashes.map { |one| one.slice("default", "readOnly", "writeOnly") }.inject({}, :merge)
        { "allOf" => schemas, **noted }
      end

      def everything?(schema) = [true, {}].include?(schema)
    end
    private_constant :SchemaMerge
  end
end
