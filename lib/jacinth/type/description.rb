# frozen_string_literal: true

require_relative "pattern"
require_relative "schema_writer"
require_relative "schema_reader"
require_relative "signature"

module Jacinth
  # Types in other languages: JSON Schema, both ways, and RBS.
  class Type
    class << self
      # :call-seq: from_json_schema(schema, keys: String) -> type
      #
      # The type that reads the documents that a JSON Schema (draft 2020-12)
      # describes. schema: a Hash as Jacinth.parse reads it, true, or JSON text.
      # Objects become Hashes; keys: String or Symbol, the class of their keys.
      #
      # Raises SchemaError, an ArgumentError, for a schema that types cannot
      # express: it names the keyword and where that is. Raises ParserError for text
      # that is not JSON. The schema may come from anybody: nothing is fetched, no
      # class is looked up by a name, and (on Ruby 3.2 or later) matching a pattern
      # gives up after a second. docs/types.md has the list of keywords.
      #
      #   schema = { "type" => "object", "properties" => { "id" => { "type" => "integer", "minimum" => 1 } },
      #              "required" => ["id"] }
      #   Jacinth::Type.from_json_schema(schema).load('{"id": 3}') # => {"id" => 3}
      #   Jacinth::Type.from_json_schema(schema).load('{"id": 0}')
      #   # raises Jacinth::ValidationError: expected Integer in 1.., found 0
      #   Jacinth::Type.from_json_schema({ "not" => {} }) # raises Jacinth::Type::SchemaError: "not" in the schema
      def from_json_schema(schema, keys: ::String, **unknown)
        known!(:from_json_schema, unknown)
        schema = Jacinth.parse(schema) if schema.is_a?(::String)
        SchemaReader.new(schema, keys).call
      end
    end

    # A JSON Schema (draft 2020-12) of the documents that this type reads: a Hash.
    # Types of objects that are used more than once, or contain themselves, are in
    # its $defs. A pattern that ECMA-262 cannot express is left out, with a $comment.
    #
    #   Jacinth::Type[{ id: 1.., tags: [String] }].json_schema
    #   # => {"$schema" => "https://json-schema.org/draft/2020-12/schema", "type" => "object",
    #   #     "properties" => {"id" => {"type" => "integer", "minimum" => 1},
    #   #                      "tags" => {"type" => "array", "items" => {"type" => "string"}}},
    #   #     "required" => ["id", "tags"]}
    def json_schema
      SchemaWriter.new(self).call
    end

    # RBS declarations for the objects that this type reads, as the text of a file:
    # the classes that it makes objects of, or, where it makes none, an alias for
    # Hashes, Arrays and so on. name: that of the alias. Raises ArgumentError for a
    # name that an alias cannot have.
    #
    #   Jacinth::Type[{ id: Integer, tags: [String] }].rbs("post")
    #   # => "type post = { id: Integer, tags: Array[String] }\n"
    def rbs(name = "document")
      Signature.new(self, name).call
    end

    # Whether this type, which may be of integers, reads all of them.
    def every_integer? # :nodoc:
      case _kind
      when :integer then _spec[:range].nil?
      when :optional, :scalar then _spec[:of].every_integer?
      when :union then _spec[:by][JSON_KINDS.index(:integer)].every_integer?
      when :ref then !frozen? || _target.every_integer?
      else _kind != :enum
      end
    end

    private

    def scalar_kinds
      _spec[:of] ? _spec[:of].json_kinds : raise(ArgumentError, "a union cannot tell scalar from other types")
    end

    def ref_kinds
      return _target.json_kinds if frozen?
      return _spec[:kinds] unless Array(_spec[:kinds]).empty?

      raise ArgumentError, "a union cannot tell ref from other types"
    end
  end
end
