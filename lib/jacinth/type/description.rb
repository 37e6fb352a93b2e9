# frozen_string_literal: true

require_relative "pattern"
require_relative "schema_writer"
require_relative "schema_reader"
require_relative "signature"

module Jacinth
  # The methods that describe types as JSON Schemas (and read those) and as RBS.
  class Type
    using Inside

    class << self
      # :call-seq: from_json_schema(schema, keys: String, formats: true) -> type
      #
      # Returns the type that reads the documents that a JSON Schema (draft 2020-12,
      # 2019-09 or 7) describes. schema: a Hash as Jacinth.parse reads it, true, or
      # JSON text. Objects become Hashes; keys: String or Symbol, the class of their
      # keys. formats: false to ignore +format+, as the standard does by default; otherwise
      # the formats of Type.string are checked, and +date-time+ and +date+ become a Time and
      # a Date.
      #
      # Raises SchemaError, an ArgumentError, for a schema that types cannot express:
      # the error has the keyword and its place. Raises ParserError for text that is
      # not JSON. The schema can come from an untrusted source: nothing is fetched, no
      # class is looked up by a name, the time is linear in its size, and (on Ruby 3.2
      # or later) matching a pattern ends after a second. docs/types.md has the list
      # of keywords.
      #
      #   schema = { "type" => "object", "properties" => { "id" => { "type" => "integer", "minimum" => 1 } },
      #              "required" => ["id"] }
      #   Jacinth::Type.from_json_schema(schema).load('{"id": 3}') # => {"id" => 3}
      #   Jacinth::Type.from_json_schema(schema).load('{"id": 0}')
      #   # raises Jacinth::ValidationError: expected Integer in 1.., got 0
      #   Jacinth::Type.from_json_schema({ "contains" => {} })
      #   # raises Jacinth::Type::SchemaError: "contains" in the schema
      def from_json_schema(schema, keys: ::String, formats: true, **unknown)
        refuse_keywords(:from_json_schema, unknown)
        schema = Jacinth.parse(schema) if schema.is_a?(::String)
        SchemaReader.new(schema, keys, formats).call
      end

      private

      # A type that reads no value.
      def never
        make(:enum, label: "no value (none is allowed here)", members: [])
      end

      # An Integer that can be written with a fraction of zeros, as in JSON Schema.
      def whole_number(range, multiple_of)
        type = integer(range, multiple_of: multiple_of)
        make(:integer, **type._spec, whole: true)
      end

      # A Set whose elements differ in the document, too.
      def distinct_set(type, length)
        spec = set(type, length: length)._spec
        make(:set, **spec, label: "#{spec[:label]} with different elements", unique: true)
      end

      # A Time or Date only as RFC 3339 has it, with a year of four digits.
      def strict(type)
        type = self[type]
        make(type._kind, **type._spec, label: type.label.sub("ISO 8601", "RFC 3339"), strict: true)
      end

      # Any value, of the type of its kind. types: by kind; limits: the keywords of JSON Schema about numbers.
      def any_kind(types, limits)
        make(:union, label: "a value", alternatives: types.values, by: types, kinds: types.keys, args: types.values,
                     limits: limits)
      end
    end

    # Returns a JSON Schema (draft 2020-12) of the documents that this type reads, a
    # Hash. Its $defs has the types that are used more than once (except short ones
    # that are not objects) or contain themselves. A $comment replaces a pattern that
    # ECMA-262 cannot express.
    #
    #   Jacinth::Type[{ id: 1.., tags: [String] }].json_schema
    #   # => {"$schema" => "https://json-schema.org/draft/2020-12/schema", "type" => "object",
    #   #     "properties" => {"id" => {"type" => "integer", "minimum" => 1},
    #   #                      "tags" => {"type" => "array", "items" => {"type" => "string"}}},
    #   #     "required" => ["id", "tags"]}
    def json_schema
      _ready
      SchemaWriter.new(self).call
    end

    # Returns RBS declarations for the objects that this type reads, as the text of a
    # file: the classes whose objects it makes and, if it makes something else,
    # an alias for Hashes, Arrays and so on. name: the name of the alias. Raises
    # ArgumentError for a name that an alias cannot have.
    #
    #   Jacinth::Type[{ id: Integer, tags: [String] }].rbs("post")
    #   # => "type post = { id: Integer, tags: Array[String] }\n"
    def rbs(name = "document")
      _ready
      Signature.new(self, name).call
    end
  end
end
