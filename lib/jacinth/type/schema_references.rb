# frozen_string_literal: true

module Jacinth
  class Type
    # Follows the references of a JSON Schema. SchemaReader includes this module.
    module SchemaReferences # :nodoc:
      private

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
      rescue ArgumentError, EncodingError => e
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

      # Returns the JSON kinds of a schema's values, as far as they are known before its type
      # is made: a union needs them for a reference to an incomplete type.
      def kinds(schema, depth = 0)
        return [] if !schema.is_a?(::Hash) || too_deep?(depth)

        @kinds[schema] ||= find_kinds(schema, depth)
      end

      def find_kinds(schema, depth)
        if (ref = schema["$ref"])
          return ref.is_a?(::String) && ref.start_with?("#/") ? kinds(find(unescape(ref)), depth + 1) : []
        end
        return [:object] if schema["oneOf"].is_a?(::Array) && tag_of(schema["oneOf"])

        names = Array(schema["type"])
        JSON_KINDS.select { |kind| names.include?(kind == :float ? "number" : kind.name) }
      end

      def reference(schema, at, depth) = referred(pointer_of(schema["$ref"], at), depth + 1)

      def pointer_of(ref, at)
        fail!("must be a String", at, "$ref") unless ref.is_a?(::String)
        return "" if ref == "#"
        return unescape(ref) if ref.start_with?("#/")

        fail!("only references within the document (#/...) are followed, " \
              "got #{PathText.inspected(ref)[0, 80]}", at, "$ref")
      end

      def unescape(ref)
        text = ref[1..].b.gsub(/%(\h\h)/) { ::Regexp.last_match(1).hex.chr }
        text.force_encoding(::Encoding::UTF_8)
      end

      def referent(schema, at)
        pointer = pointer_of(schema["$ref"], at)
        [find(pointer), pointer]
      end
    end
    private_constant :SchemaReferences
  end
end
