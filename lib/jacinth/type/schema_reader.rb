# frozen_string_literal: true

require_relative "schema_conditions"
require_relative "schema_containers"
require_relative "schema_limits"
require_relative "schema_merge"
require_relative "schema_references"
require_relative "schema_unions"

module Jacinth
  class Type
    using Inside

    # Raised for a JSON Schema that no type can express, or for an invalid one.
    #
    #   Jacinth::Type.from_json_schema({ "contains" => {} })
    #   # raises Jacinth::Type::SchemaError: "contains" in the schema
    class SchemaError < ArgumentError
      ##
      # :attr_reader: pointer
      # The JSON Pointer of the schema in its document: "" for the whole document.
      #
      #   begin
      #     Jacinth::Type.from_json_schema({ "type" => "array", "items" => { "contains" => {} } })
      #   rescue Jacinth::Type::SchemaError => e
      #     e.pointer
      #   end
      #   # => "/items"
      attr_reader :pointer

      ##
      # :attr_reader: keyword
      # The keyword that causes the error, or nil.
      #
      #   begin
      #     Jacinth::Type.from_json_schema({ "contains" => {} })
      #   rescue Jacinth::Type::SchemaError => e
      #     e.keyword
      #   end
      #   # => "contains"
      attr_reader :keyword

      # problem: what is wrong with the schema at pointer, or with a keyword in it.
      #
      #   Jacinth::Type::SchemaError.new("too long", "/items", "pattern").message # => "\"pattern\" in /items: too long"
      def initialize(problem, pointer, keyword = nil)
        @pointer = pointer
        @keyword = keyword
        place = pointer.empty? ? "the schema" : pointer
        super("#{"#{keyword.inspect} in " if keyword}#{place}: #{problem}")
      end
    end

    # Makes a type from a JSON Schema. The schema can come from an untrusted source:
    # nothing is fetched, no class is looked up by a name in it, and the time is
    # linear in its size.
    class SchemaReader # :nodoc:
      include SchemaContainers
      include SchemaLimits
      include SchemaConditions
      include SchemaMerge
      include SchemaReferences
      include SchemaUnions

      # The values of $schema that are understood.
      DRAFT_SEVEN = "http://json-schema.org/draft-07/schema"
      PREVIOUS_DRAFT = "https://json-schema.org/draft/2019-09/schema"
      DIALECTS = [SchemaWriter::DIALECT, PREVIOUS_DRAFT, DRAFT_SEVEN].freeze
      DEEPEST = 200
      ANNOTATIONS = %w[$schema $id $comment $defs definitions title description default examples deprecated readOnly
                       writeOnly contentEncoding contentMediaType contentSchema].freeze
      # For each type, the keywords that constrain its values.
      KEYWORDS = Ractor.make_shareable(
        { "null" => [], "boolean" => [], "integer" => %w[minimum maximum exclusiveMinimum exclusiveMaximum multipleOf],
          "number" => %w[minimum maximum exclusiveMinimum exclusiveMaximum multipleOf],
          "string" => %w[minLength maxLength pattern format],
          "array" => %w[items prefixItems minItems maxItems uniqueItems],
          "object" => %w[properties required additionalProperties propertyNames minProperties maxProperties
                         patternProperties dependentRequired] }
      )
      # Keywords of the standard that types do not support.
      UNSUPPORTED = %w[contains minContains maxContains
                       dependentSchemas dependencies unevaluatedItems unevaluatedProperties
                       $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $anchor $vocabulary
                       additionalItems].freeze
      # Keywords about objects that types of members do not support, each with the values that limit nothing.
      OPEN = Ractor.make_shareable(
        { "patternProperties" => [{}], "dependentRequired" => [{}], "minProperties" => [0], "maxProperties" => [],
          "propertyNames" => [true, {}] }
      )
      MEANINGFUL = [*KEYWORDS.values.flatten, "$ref", "allOf", "anyOf", "oneOf", "const", "enum", "type",
                    "if", "not"].uniq.freeze
      # The possible lengths of a text of each format: a fraction of a second has any number of digits.
      TIME_LENGTHS = Ractor.make_shareable({ "date" => 10..10, "date-time" => 20..::Float::INFINITY })
      LIMITS = %w[minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength].freeze
      private_constant :DRAFT_SEVEN, :PREVIOUS_DRAFT, :DIALECTS, :DEEPEST, :KEYWORDS, :UNSUPPORTED, :MEANINGFUL,
                       :LIMITS, :TIME_LENGTHS

      # keys: String or Symbol, the class of the keys of the Hashes that are read. formats:
      # false to ignore formats.
      def initialize(schema, keys, formats)
        Type.__send__(:check_keys, keys)
        @root = schema
        @formats = formats
        @symbols = keys.equal?(::Symbol)
        @made = {} # types by pointer
        @making = {} # references to types that are not complete yet, by pointer
        @spent = 0 # by SchemaMerge, of its MOST
        @places = {}.compare_by_identity # of schemas that are moved
        @tags = {} # by the ids of the schemas of a union, which @root or @places keeps alive
        # By schema: what was computed for it. Several pointers can lead to one schema.
        @types, @kinds, @required, @targets, @notes = Array.new(5) { {}.compare_by_identity }
      end

      def call
        @draft = draft
        referred("", 0)
      rescue SystemStackError
        fail!("it is nested too deep", "")
      end

      private

      def draft
        name = @root.is_a?(::Hash) ? @root.fetch("$schema", DIALECTS[0]) : DIALECTS[0]
        name = PathText.shown(name).delete_suffix("#")
        return name if DIALECTS.include?(name)

        fail!("expected draft 2020-12, 2019-09 or 7, got #{PathText.inspected(@root['$schema'])[0, 80]}", "", "$schema")
      end

      # at: where the schema is, as step returns it.
      def fail!(problem, at, keyword = nil)
        names = []
        while at.is_a?(::Array)
          at, name = at
          names << name
        end
        pointer = names.reverse_each.inject(+at.to_s) do |path, one|
          path << "/" << one.to_s.gsub("~", "~0").gsub("/", "~1")
        end
        raise SchemaError.new(problem, pointer, keyword)
      end

      # The place of a part of the schema at a place: a linked list that ends with
      # a JSON Pointer. Only errors need its text.
      def step(at, *names) = names.inject(at) { |place, name| [place, name] }

      def make(schema, at, depth)
        at = @places.fetch(schema, at)
        check_depth(depth, at)
        return Type.any if schema == true
        return Type.__send__(:never) if schema == false && depth > 0

        fail!("it allows no value", at) if schema == false
        check_schema(schema, at)
        @types[schema] ||= with_notes(make_once(schema, at, depth), schema)
      end

      # Returns the type with the title and description of its schema.
      def with_notes(type, schema)
        notes = schema.slice("title", "description").select { |_, text| text.is_a?(::String) && utf8?(text) }
        notes.empty? ? type : type.with(**notes.transform_keys(&:to_sym))
      end

      def utf8?(text)
        text.encode(Encoding::UTF_8).valid_encoding?
      rescue EncodingError
        false
      end

      def too_deep?(depth) = depth > DEEPEST

      def check_depth(depth, at)
        fail!("it is nested deeper than #{DEEPEST}", at) if too_deep?(depth)
      end

      def make_once(schema, at, depth)
        return combination(schema, at, depth) if schema.keys.intersect?(%w[$ref allOf if not])
        return literals(schema, at, depth) if schema.key?("const") || schema.key?("enum")

        of_several(schema, at, depth) || of_types(schema, at, depth)
      end

      def combination(schema, at, depth)
        schemas = conjuncts(schema, at)
        one, place = schemas[0]
        unless schemas.size == 1 && one.is_a?(::Hash)
          return make(merge_with_notes(schema, schemas, at, depth), at, depth + 1)
        end

        one.keys == ["$ref"] ? reference(one, place, depth) : make(one, place, depth + 1)
      end

      # The keywords that constrain the value.
      def meaningful(schema) = schema.keys & MEANINGFUL
      def meaningful?(schema) = schema.keys.intersect?(MEANINGFUL)

      def check_schema(schema, at)
        return check(schema, at) if schema.is_a?(::Hash)

        fail!("a schema must be an object, true or false", at) unless [true, false].include?(schema)
      end

      def check(schema, at)
        fail!("keywords must be Strings", at) unless schema.keys.all?(::String)
        unsupported = schema.keys & UNSUPPORTED
        # older drafts ignore additionalItems if one schema applies to all items
        unsupported.delete("additionalItems") if @draft != SchemaWriter::DIALECT && !schema["items"].is_a?(::Array)
        fail!("types do not support it", at, unsupported[0]) if unsupported.any? && !ignored?(schema)
        fail!("only the whole document can have one", at, "$id") if schema.key?("$id") && !schema.equal?(@root)
      end

      # Draft 7 ignores all keywords next to $ref.
      def ignored?(schema) = draft_seven? && schema.key?("$ref")

      def draft_seven? = @draft == DRAFT_SEVEN

      def type_names(schema, at)
        names = Array(schema["type"])
        bad = names.find { |name| !KEYWORDS.key?(name) }
        fail!("unknown type #{PathText.inspected(bad)[0, 80]}", at, "type") if bad
        fail!("must name each type once, and at least one", at, "type") if names.empty? || names.uniq != names
        names.include?("number") ? names - ["integer"] : names
      end

      def of_types(schema, at, depth)
        return of_any_type(schema, at, depth) unless schema.key?("type")

        names = type_names(schema, at)
        types = (names - ["null"]).map { |name| of_type(name, schema, at, depth) }
        return Type.literal(nil) if types.empty?

        type = decimal(schema, names) || (types.size == 1 ? types[0] : union_of(types, at, false))
        names.include?("null") ? nullable(type) : type
      end

      # Without "type", keywords constrain only the values of their type.
      def of_any_type(schema, at, depth)
        return Type.any unless schema.keys.intersect?(KEYWORDS.values.flatten)

        types = KEYWORDS.keys.to_h { |name| [name, of_type(name, schema.slice(*KEYWORDS[name]), at, depth)] }
        Type.__send__(:any_kind, types.transform_keys { |name| name == "number" ? :float : name.to_sym },
                      schema.slice(*KEYWORDS["number"]))
      end

      # A BigDecimal, if the schema is the one that SchemaWriter writes for it. With
      # limits, it is a union of a number and a string.
      def decimal(schema, names)
        return unless schema["format"] == "decimal" && (names - ["null"]).sort == %w[number string]
        return unless schema.fetch("pattern", SchemaWriter::DECIMAL) == SchemaWriter::DECIMAL
        return if schema.keys.intersect?(LIMITS)

        Type.decimal(as: (names - ["null"])[0].to_sym)
      end

      def of_type(name, schema, at, depth)
        case name
        when "null" then Type.literal(nil)
        when "boolean" then Type.boolean
        when "integer" then Type.__send__(:whole_number, range(schema, at, true), multiple_of(schema, at))
        when "number" then Type.float(range(schema, at, false), multiple_of: multiple_of(schema, at))
        when "string" then string(schema, at)
        when "array" then array(schema, at, depth)
        when "object" then object(schema, at, depth)
        end
      end

      def string(schema, at)
        length = length(schema, at, "Length")
        pattern = schema["pattern"] && pattern(schema["pattern"], at)
        format = schema["format"] if @formats
        return time(format) if TIME_LENGTHS.key?(format) && !pattern && every_length?(length, TIME_LENGTHS[format])

        Type.string(length: length, pattern: pattern, format: (format if Format.known?(format) && format != "ip"))
      end

      # True if the range of lengths includes each of these lengths.
      def every_length?(length, lengths)
        length.nil? || (length.begin <= lengths.begin && (length.end.nil? || length.end >= lengths.end))
      end

      def time(format)
        return Type.__send__(:strict, ::Time) if format == "date-time"

        Type.__send__(:strict, Type.date)
      end

      def pattern(source, at)
        fail!("must be a String", at, "pattern") unless source.is_a?(::String)
        longest = Pattern::LONGEST
        fail!("is longer than #{longest} characters", at, "pattern") if source.size > longest
        Pattern.to_ruby(source)
      rescue Pattern::Untranslatable => e
        fail!("Ruby cannot match this ECMA-262 regular expression: #{e.message[0, 80]}", at, "pattern")
      end

      def array(schema, at, depth)
        return tuple(schema, at, depth) if schema.key?("prefixItems")

        items = schema.key?("items") ? make(schema["items"], step(at, "items"), depth + 1) : Type.any
        length = length(schema, at, "Items")
        return Type.array(items, length: length) unless schema["uniqueItems"] == true

        Type.__send__(:distinct_set, items, length)
      end

      def object(schema, at, depth)
        required = names(schema, at)
        properties = properties_of(schema, at)
        others = schema.fetch("additionalProperties", true)
        return open_object(schema, required, at, depth) if open?(schema, others, properties.any? || required.any?)

        foreign = (required - properties.keys).first if others == false
        if foreign
          fail!("#{PathText.inspected(foreign)[0, 80]} is not in \"properties\", " \
                "and no other is allowed", at, "required")
        end
        return map(schema, at, depth, others) if properties.empty? && required.empty? && others != false

        members(properties, required, at, depth).with(unknown: others == false ? :raise : :ignore)
      end

      # True if a type of members cannot express the schema of an object. members: true if the schema names any.
      def open?(schema, others, members)
        limits = OPEN.keys.select { |name| schema.key?(name) && !OPEN[name].include?(schema[name]) }
        return true if limits.intersect?(%w[patternProperties dependentRequired])

        limited = !([true, false].include?(others) || (others.is_a?(::Hash) && (others.keys - ANNOTATIONS).empty?))
        members && (limited || limits.any?)
      end

      def properties_of(schema, at)
        properties = schema.fetch("properties", {})
        return properties if properties.is_a?(::Hash) && properties.keys.all?(::String)

        fail!("must be an object of schemas", at, "properties")
      end

      def names(schema, at)
        names = schema.fetch("required", [])
        return names if names.is_a?(::Array) && names.all?(::String) && names.uniq == names

        fail!("must be an array of different names", at, "required")
      end

      def map(schema, at, depth, others)
        type = make(others, step(at, "additionalProperties"), depth + 1)
        Type.hash(type, keys: keys(schema, at, depth), length: length(schema, at, "Properties"))
      end

      def members(properties, required, at, depth)
        all = { **properties, **(required - properties.keys).to_h { |name| [name, true] } }
        needed = required.to_h { |name| [name, true] }
        Type[all.to_h do |name, schema|
          [@symbols ? name.to_sym : name, member(schema, needed.key?(name), step(at, "properties", name), depth)]
        end]
      end

      def member(schema, required, at, depth)
        type = make(schema, at, depth + 1)
        schema = {} unless schema.is_a?(::Hash)
        reads, writes = schema["readOnly"] == true, schema["writeOnly"] == true
        reads, writes = reads && !writes, writes && !reads
        return Member.new(type, nil, Member::NONE, nil, reads, writes, required: true) if required

        options = { read_only: reads, write_only: writes, **default(schema, type, at) }
        return Type.member(type, **options) if options.key?(:default) || type._kind == :optional

        # it can be absent, but not null; an absent member is nil in the Hash
        Type.member(type, **options, default: nil, omit: :nil)
      end

      # The default, read by the type. A null that the type does not read is ignored.
      def default(schema, type, at)
        return {} if !schema.key?("default") || (schema["default"].nil? && !type.reads_null?)

        { default: type.load(Jacinth.generate(schema["default"])) }
      rescue ParserError, GeneratorError, ArgumentError => e
        fail!("must be a value of the schema: #{e.message}", at, "default")
      end
    end
    private_constant :SchemaReader
  end
end
