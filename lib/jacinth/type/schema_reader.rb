# frozen_string_literal: true

require_relative "schema_limits"
require_relative "schema_unions"

module Jacinth
  class Type
    # Raised for a JSON Schema that no type can express, or for an invalid one.
    #
    #   Jacinth::Type.from_json_schema({ "not" => {} }) # raises Jacinth::Type::SchemaError: "not" in the schema
    class SchemaError < ArgumentError
      ##
      # :attr_reader: pointer
      # The JSON Pointer of the schema in its document: "" for the whole document.
      #
      #   begin
      #     Jacinth::Type.from_json_schema({ "type" => "array", "items" => { "not" => {} } })
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
      #     Jacinth::Type.from_json_schema({ "not" => {} })
      #   rescue Jacinth::Type::SchemaError => e
      #     e.keyword
      #   end
      #   # => "not"
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
      include SchemaLimits
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
        { "null" => [], "boolean" => [], "integer" => %w[minimum maximum exclusiveMinimum exclusiveMaximum],
          "number" => %w[minimum maximum exclusiveMinimum exclusiveMaximum],
          "string" => %w[minLength maxLength pattern format],
          "array" => %w[items minItems maxItems uniqueItems],
          "object" => %w[properties required additionalProperties minProperties maxProperties] }
      )
      # Keywords of the standard that types do not support.
      UNSUPPORTED = %w[not if then else prefixItems contains minContains maxContains patternProperties propertyNames
                       dependentRequired dependentSchemas dependencies unevaluatedItems unevaluatedProperties multipleOf
                       $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $anchor $vocabulary
                       additionalItems].freeze
      MEANINGFUL = [*KEYWORDS.values.flatten, "$ref", "allOf", "anyOf", "oneOf", "const", "enum", "type"].uniq.freeze
      LIMITS = %w[minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength].freeze
      private_constant :DRAFT_SEVEN, :PREVIOUS_DRAFT, :DIALECTS, :DEEPEST, :KEYWORDS, :UNSUPPORTED, :MEANINGFUL, :LIMITS

      # keys: String or Symbol, the class of the keys of the Hashes that are read.
      def initialize(schema, keys)
        Type.__send__(:check_keys, keys)
        @root = schema
        @symbols = keys.equal?(::Symbol)
        @made = {} # types by pointer
        @making = {} # references to types that are not complete yet, by pointer
        @tags = {} # by the ids of the schemas of a union, all of which @root keeps alive
        # By schema: what was computed for it. Several pointers can lead to one schema.
        @types, @kinds, @required, @targets = Array.new(4) { {}.compare_by_identity }
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
        name = name.to_s.delete_suffix("#")
        return name if DIALECTS.include?(name)

        fail!("expected draft 2020-12, 2019-09 or 7, got #{@root['$schema'].inspect[0, 80]}", "", "$schema")
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
      def step(at, *names)
        names.inject(at) { |place, name| [place, name] }
      end

      # The type of the schema at a pointer. It is made once; until then, this
      # returns a reference to it.
      def referred(pointer, depth)
        return @made[pointer] if @made.key?(pointer)

        @making[pointer] || make_referred(find(pointer), pointer, depth)
      end

      def make_referred(schema, pointer, depth)
        @made[pointer] = Type.__send__(:recursive_of, kinds(schema)) do |reference|
          @making[pointer] = reference
          make(schema, pointer, depth)
        end
      rescue SchemaError
        raise
      rescue ArgumentError => e
        fail!(e.message, pointer)
      ensure
        @making.delete(pointer)
      end

      # Returns the part of the document that a pointer leads to.
      def find(pointer)
        pointer.split("/", -1).drop(1).inject(@root) do |part, name|
          name = name.gsub("~1", "/").gsub("~0", "~")
          case part
          when ::Hash then part.fetch(name) { fail!("nothing is there", pointer, "$ref") }
          when ::Array then (name.match?(/\A(?:0|[1-9]\d{0,5})\z/) && part[name.to_i]) ||
            fail!("nothing is there", pointer, "$ref")
          else fail!("nothing is there", pointer, "$ref")
          end
        end
      end

      # The JSON kinds of a schema's values, if they are found without making the
      # type: a union needs them for a reference to a type that is not complete.
      def kinds(schema, depth = 0)
        return [] if !schema.is_a?(::Hash) || depth > DEEPEST

        @kinds[schema] ||= find_kinds(schema, depth)
      end

      def find_kinds(schema, depth)
        if (ref = schema["$ref"])
          return ref.is_a?(::String) && ref.start_with?("#/") ? kinds(find(unescape(ref)), depth + 1) : []
        end
        return [:object] if schema["oneOf"].is_a?(::Array) && tag_of(schema["oneOf"])

        Array(schema["type"]).flat_map { |name| name == "number" ? %i[float] : [name.to_s.to_sym] } & JSON_KINDS
      end

      def make(schema, at, depth)
        fail!("it is nested deeper than #{DEEPEST}", at) if depth > DEEPEST
        return Type.any if schema == true

        fail!("it allows no value", at) if schema == false
        fail!("a schema must be an object, true or false", at) unless schema.is_a?(::Hash)
        @types[schema] ||= make_once(schema, at, depth)
      end

      def make_once(schema, at, depth)
        check(schema, at)
        return reference(schema, at, depth) if schema.key?("$ref")
        return literals(schema, at) if schema.key?("const") || schema.key?("enum")

        of_several(schema, at, depth) || of_types(schema, at, depth)
      end

      def check(schema, at)
        fail!("keywords must be Strings", at) unless schema.keys.all?(::String)
        unsupported = schema.keys & UNSUPPORTED
        # older drafts ignore it next to a single schema for the items
        unsupported.delete("additionalItems") if @draft != SchemaWriter::DIALECT && !schema["items"].is_a?(::Array)
        fail!("types do not support it", at, unsupported[0]) if unsupported.any? && !ignored?(schema)
        fail!("only the whole document can have one", at, "$id") if schema.key?("$id") && !schema.equal?(@root)
      end

      # Draft 7 ignores all keywords next to $ref.
      def ignored?(schema)
        @draft == DRAFT_SEVEN && schema.key?("$ref")
      end

      # Raises for a keyword that must not stand next to names.
      def refuse_others(schema, at, *names)
        other = ((schema.keys & MEANINGFUL) - names).first
        fail!("types do not support it next to #{names[0].inspect}", at, other) if other
      end

      def reference(schema, at, depth)
        refuse_others(schema, at, "$ref") unless ignored?(schema)
        referred(pointer_of(schema["$ref"], at), depth + 1)
      end

      def pointer_of(ref, at)
        fail!("must be a String", at, "$ref") unless ref.is_a?(::String)
        return "" if ref == "#"
        return unescape(ref) if ref.start_with?("#/")

        fail!("only references within the document (#/...) are followed, got #{ref.inspect[0, 80]}", at, "$ref")
      end

      def unescape(ref)
        text = ref[1..].b.gsub(/%(\h\h)/) { ::Regexp.last_match(1).hex.chr }
        text.force_encoding(::Encoding::UTF_8)
      end

      def type_names(schema, at)
        names = Array(schema["type"])
        bad = names.find { |name| !KEYWORDS.key?(name) }
        fail!("unknown type #{bad.inspect[0, 80]}", at, "type") if bad
        fail!("must name each type once, and at least one", at, "type") if names.empty? || names.uniq != names
        names.include?("number") ? names - ["integer"] : names
      end

      def of_types(schema, at, depth)
        unless schema.key?("type")
          wants = (schema.keys & KEYWORDS.values.flatten).first
          fail!("needs a \"type\" next to it", at, wants) if wants
          return Type.any
        end
        names = type_names(schema, at)
        types = (names - ["null"]).map { |name| of_type(name, schema, at, depth) }
        return Type.literal(nil) if types.empty?

        type = decimal(schema, names) || (types.size == 1 ? types[0] : union_of(types, at))
        names.include?("null") ? nullable(type) : type
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
        when "boolean" then Type.boolean
        when "integer" then Type.integer(range(schema, at, true))
        when "number" then Type.float(range(schema, at, false))
        when "string" then string(schema, at)
        when "array" then array(schema, at, depth)
        when "object" then object(schema, at, depth)
        end
      end

      # Only the two formats that Ruby has a class for have an effect.
      def string(schema, at)
        length = length(schema, at, "Length")
        pattern = schema["pattern"] && pattern(schema["pattern"], at)
        unless length || pattern
          return Type[::Time] if schema["format"] == "date-time"

          if schema["format"] == "date"
            require "date"
            return Type[::Date]
          end
        end
        Type.string(length: length, pattern: pattern)
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
        items = schema.key?("items") ? make(schema["items"], step(at, "items"), depth + 1) : Type.any
        length = length(schema, at, "Items")
        schema["uniqueItems"] == true ? Type.set(items, length: length) : Type.array(items, length: length)
      end

      def object(schema, at, depth)
        required = names(schema, at)
        properties = schema.fetch("properties", {})
        unless properties.is_a?(::Hash) && properties.keys.all?(::String)
          fail!("must be an object of schemas", at, "properties")
        end
        others = schema.fetch("additionalProperties", true)
        foreign = (required - properties.keys).first if others == false
        fail!("#{foreign.inspect[0, 80]} is not in \"properties\", and no other is allowed", at, "required") if foreign
        return map(schema, at, depth, others) if properties.empty? && required.empty? && others != false

        members(properties, required, at, depth).with(unknown: unknown(schema, others, at))
      end

      # The rule of Type#with for members that are not in "properties".
      def unknown(schema, others, at)
        sized = %w[minProperties maxProperties].find { |name| schema.key?(name) }
        fail!("types support it only without \"properties\"", at, sized) if sized
        return :raise if others == false
        return :ignore if others == true || (others.is_a?(::Hash) && (others.keys - ANNOTATIONS).empty?)

        fail!("next to \"properties\" it must be true or false", at, "additionalProperties")
      end

      def names(schema, at)
        names = schema.fetch("required", [])
        return names if names.is_a?(::Array) && names.all?(::String) && names.uniq == names

        fail!("must be an array of different names", at, "required")
      end

      def map(schema, at, depth, others)
        type = make(others, step(at, "additionalProperties"), depth + 1)
        Type.hash(type, keys: @symbols ? ::Symbol : ::String, length: length(schema, at, "Properties"))
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

        # absent, but not null: nil in the Hash
        Type.member(type, **options, default: nil, omit: :nil)
      end

      # The default as the type reads it. null is none, unless the type reads it.
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
