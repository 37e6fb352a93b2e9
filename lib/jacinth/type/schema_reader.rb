# frozen_string_literal: true

require_relative "schema_parts"

module Jacinth
  class Type
    # Raised for a JSON Schema that no type can express, or for an invalid one.
    #
    #   Jacinth::Type.from_json_schema({ "not" => {} }) # raises Jacinth::Type::SchemaError: "not" in the schema
    class SchemaError < ArgumentError
      ##
      # :attr_reader: pointer
      # The JSON Pointer of the schema in its document: "" for the whole.
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
      # The keyword that it is about, or nil.
      #
      #   begin
      #     Jacinth::Type.from_json_schema({ "not" => {} })
      #   rescue Jacinth::Type::SchemaError => e
      #     e.keyword
      #   end
      #   # => "not"
      attr_reader :keyword

      # What is wrong, with the schema at a pointer, or with a keyword in it.
      #
      #   Jacinth::Type::SchemaError.new("too long", "/items", "pattern").message # => "\"pattern\" in /items: too long"
      def initialize(problem, pointer, keyword = nil)
        @pointer = pointer
        @keyword = keyword
        place = pointer.empty? ? "the schema" : pointer
        super("#{"#{keyword.inspect} in " if keyword}#{place}: #{problem}")
      end
    end

    # From a JSON Schema (draft 2020-12) to a type. The schema may be anybody's:
    # nothing is fetched, and no class is looked up by a name in it.
    class SchemaReader # :nodoc:
      include SchemaLimits
      include SchemaUnions

      DEEPEST = 200
      ANNOTATIONS = %w[$schema $id $comment $defs definitions title description default examples deprecated readOnly
                       writeOnly contentEncoding contentMediaType contentSchema].freeze
      # Which keywords of a schema are about values of which type.
      KEYWORDS = Ractor.make_shareable(
        { "null" => [], "boolean" => [], "integer" => %w[minimum maximum exclusiveMinimum exclusiveMaximum],
          "number" => %w[minimum maximum exclusiveMinimum exclusiveMaximum],
          "string" => %w[minLength maxLength pattern format],
          "array" => %w[items minItems maxItems uniqueItems],
          "object" => %w[properties required additionalProperties minProperties maxProperties] }
      )
      # What the standard has, and types have not.
      UNKNOWN = %w[not if then else prefixItems contains minContains maxContains patternProperties propertyNames
                   dependentRequired dependentSchemas dependencies unevaluatedItems unevaluatedProperties multipleOf
                   $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $anchor $vocabulary additionalItems].freeze
      MEANINGFUL = [*KEYWORDS.values.flatten, "$ref", "allOf", "anyOf", "oneOf", "const", "enum", "type"].uniq.freeze
      LIMITS = %w[minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength].freeze
      private_constant :DEEPEST, :KEYWORDS, :UNKNOWN, :MEANINGFUL, :LIMITS

      # keys: String or Symbol, those of the Hashes that objects become.
      def initialize(schema, keys)
        raise ArgumentError, "keys are String or Symbol" unless [::String, ::Symbol].include?(keys)

        @root = schema
        @symbols = keys.equal?(::Symbol)
        @made = {}
        @making = {}
      end

      def call
        dialect = @root.is_a?(::Hash) ? @root["$schema"] : nil
        unless dialect.nil? || dialect.to_s.delete_suffix("#") == SchemaWriter::DIALECT
          fail!("not draft 2020-12: #{dialect.inspect[0, 80]}", "", "$schema")
        end
        referred("", 0)
      rescue SystemStackError
        fail!("nested too deep", "")
      end

      private

      def fail!(problem, at, keyword = nil)
        raise SchemaError.new(problem, at, keyword)
      end

      def step(at, *names)
        names.inject(at) { |path, name| "#{path}/#{name.to_s.gsub('~', '~0').gsub('/', '~1')}" }
      end

      # The type of the schema at a pointer: made once, and a reference to it
      # while it is being made.
      def referred(pointer, depth)
        return @made[pointer] if @made.key?(pointer)

        @making[pointer] || make_referred(find(pointer), pointer, depth)
      end

      def make_referred(schema, pointer, depth)
        @made[pointer] = Type.__send__(:recursive_of, hint(schema)) do |reference|
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

      # The part of the document that a pointer leads to.
      def find(pointer)
        pointer.split("/", -1).drop(1).inject(@root) do |part, name|
          name = name.gsub("~1", "/").gsub("~0", "~")
          case part
          when ::Hash then part.fetch(name) { fail!("there is no such schema", pointer, "$ref") }
          when ::Array then (name.match?(/\A(?:0|[1-9]\d{0,5})\z/) && part[name.to_i]) ||
            fail!("there is no such schema", pointer, "$ref")
          else fail!("there is no such schema", pointer, "$ref")
          end
        end
      end

      # Of what JSON types a schema's values are, as far as one sees at once: for
      # a union that has it while it is being made.
      def hint(schema, depth = 0)
        return [] if !schema.is_a?(::Hash) || depth > DEEPEST

        if (ref = schema["$ref"])
          return ref.is_a?(::String) && ref.start_with?("#/") ? hint(find(unescape(ref)), depth + 1) : []
        end
        return [:object] if schema["oneOf"].is_a?(::Array) && tag_of(schema["oneOf"])

        Array(schema["type"]).flat_map { |name| name == "number" ? %i[float] : [name.to_s.to_sym] } & JSON_KINDS
      end

      def make(schema, at, depth)
        fail!("nested deeper than #{DEEPEST}", at) if depth > DEEPEST
        return Type.any if schema == true

        fail!("no value is allowed", at) if schema == false
        fail!("a schema is an object, true or false", at) unless schema.is_a?(::Hash)
        check(schema, at)
        return reference(schema, at, depth) if schema.key?("$ref")
        return literals(schema, at) if schema.key?("const") || schema.key?("enum")

        of_several(schema, at, depth) || of_types(schema, at, depth)
      end

      def check(schema, at)
        fail!("a keyword is a String", at) unless schema.keys.all?(::String)
        unknown = (schema.keys & UNKNOWN).first
        fail!("types have no such thing", at, unknown) if unknown
        fail!("only the whole document has an identifier", at, "$id") if schema.key?("$id") && !at.empty?
      end

      # What stands beside keywords that say all.
      def alone!(schema, at, *names)
        other = ((schema.keys & MEANINGFUL) - names).first
        fail!("not beside #{names[0].inspect}", at, other) if other
      end

      def reference(schema, at, depth)
        alone!(schema, at, "$ref")
        referred(pointer_of(schema["$ref"], at), depth + 1)
      end

      def pointer_of(ref, at)
        fail!("a reference is a String", at, "$ref") unless ref.is_a?(::String)
        return "" if ref == "#"

        return unescape(ref) if ref.start_with?("#/")

        fail!("only references within the document (#/...) are followed: #{ref.inspect[0, 80]}", at, "$ref")
      end

      def unescape(ref)
        text = ref[1..].b.gsub(/%(\h\h)/) { ::Regexp.last_match(1).hex.chr }
        text.force_encoding(::Encoding::UTF_8)
      end

      def type_names(schema, at)
        names = Array(schema["type"])
        bad = names.find { |name| !KEYWORDS.key?(name) }
        fail!("no type: #{bad.inspect[0, 80]}", at, "type") if bad || names.empty? || names.uniq != names
        names.include?("number") ? names - ["integer"] : names
      end

      def of_types(schema, at, depth)
        unless schema.key?("type")
          wants = (schema.keys & KEYWORDS.values.flatten).first
          fail!("needs a \"type\" beside it", at, wants) if wants
          return Type.any
        end
        names = type_names(schema, at)
        types = (names - ["null"]).map { |name| of_type(name, schema, at, depth) }
        return Type.literal(nil) if types.empty?

        type = decimal(schema, names) || (types.size == 1 ? types[0] : union_of(types, at))
        names.include?("null") ? nullable(type) : type
      end

      # As SchemaWriter writes it: limits want a number and a string of their own.
      def decimal(schema, names)
        return unless schema["format"] == "decimal" && (names - ["null"]).sort == %w[number string]
        return unless schema.fetch("pattern", SchemaWriter::DECIMAL) == SchemaWriter::DECIMAL
        return if schema.keys.intersect?(LIMITS)

        require "bigdecimal"
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

      # A format is an annotation, but for the two that Ruby has a class for.
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
        fail!("a String", at, "pattern") unless source.is_a?(::String)
        longest = Pattern::LONGEST
        fail!("pattern too long (#{longest} characters at most)", at, "pattern") if source.size > longest
        Pattern.to_ruby(source)
      rescue Pattern::Untranslatable => e
        fail!("no ECMA-262 regular expression that Ruby can match: #{e.message[0, 80]}", at, "pattern")
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
          fail!("an object of schemas", at, "properties")
        end
        others = schema.fetch("additionalProperties", true)
        foreign = (required - properties.keys).first if others == false
        fail!("#{foreign.inspect[0, 80]} is no property, and others are not allowed", at, "required") if foreign
        return map(schema, at, depth, others) if properties.empty? && required.empty? && others != false

        members(properties, required, at, depth).with(unknown: unknown(schema, others, at))
      end

      # What becomes of other members than those that are known.
      def unknown(schema, others, at)
        sized = %w[minProperties maxProperties].find { |name| schema.key?(name) }
        fail!("only where any property is allowed", at, sized) if sized
        return :raise if others == false
        return :ignore if others == true || (others.is_a?(::Hash) && (others.keys - ANNOTATIONS).empty?)

        fail!("beside \"properties\" it is true or false", at, "additionalProperties")
      end

      def names(schema, at)
        names = schema.fetch("required", [])
        return names if names.is_a?(::Array) && names.all?(::String) && names.uniq == names

        fail!("an array of names", at, "required")
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

        options = { read_only: reads, write_only: writes }
        options[:default] = schema["default"] if schema.key?("default")
        return Type.member(type, **options) if options.key?(:default) || type._kind == :optional

        # absent, but not null: nil in the Hash
        Type.member(type, **options, default: nil, omit: :nil)
      end
    end
    private_constant :SchemaReader
  end
end
