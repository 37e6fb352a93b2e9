# frozen_string_literal: true

require_relative "kind_union"
require_relative "tagged_union"

module Jacinth
  # Types of several alternatives.
  class Type
    using Inside

    class << self
      # :call-seq: union(*types, tag: nil) -> type
      #
      # A value of one of the types; a String, Symbol, Integer or Float means that value
      # alone. All literals and enums form one. Without tag, the kind of the JSON value determines
      # the type: only one type can read each of null, booleans, numbers and arrays
      # (but Integer, without a range, and Float can both be there). Of several types of
      # strings, String or Symbol is tried last. Of several types of objects with members,
      # all but one need a required member that no other type has, or that is another
      # literal in each of them.
      # With tag, all types are of objects, and the member of that name determines the
      # type: by the literal that it is in each type or, with a Hash of types, by the
      # key of the type. A type that reads into a Hash needs that member itself; so do
      # several types of one class. Raises ArgumentError for ambiguous
      # types.
      #
      #   Jacinth::Type.union(Integer, String).load('"a"') # => "a"
      #   Jacinth::Type.union("a", "b", true, false).load('"b"') # => "b"
      #   Jacinth::Type.union({ ok: Integer }, { error: String }).load('{"error": "full"}') # => {error: "full"}
      #   Circle, Square = Struct.new(:r), Struct.new(:a)
      #   shape = Jacinth::Type.union({ "circle" => Jacinth::Type.of(Circle, r: Integer),
      #                                 "square" => Jacinth::Type.of(Square, a: Integer) }, tag: "type")
      #   shape.load('{"type": "square", "a": 2}').a # => 2
      #   shape.dump(Circle.new(1))                # => "{\"type\":\"circle\",\"r\":1}"
      def union(*types, tag: nil, **unknown)
        refuse_keywords(:union, unknown)
        return tagged_union(types, tag) if tag

        raise ArgumentError, "T.union needs at least one type" if types.empty?

        types = KindUnion.merge(given = types)
        return types[0] if types.size < given.size && types.size == 1

        by, kinds = KindUnion.by_kind(types), types.flat_map(&:json_kinds).uniq
        make(:union, label: types.map(&:label).uniq.join(" or "), alternatives: types, by: by, kinds: kinds,
                     args: types)
      end

      # A value of the first of the types that accepts it; a String, Symbol, Integer or Float
      # means that value alone. For types that Type.union cannot distinguish. dump writes by
      # the first type that the object fits: its class, limits and contents.
      #
      # Each type that is tried reads the value again, so load takes as long as for as many
      # values as there are types; types inside are not tried twice for the same value. The
      # Procs and +initialize+ methods of types that do not fit can be called, too. Values
      # that are nested deeper than the C stack allows raise NestingError or SystemStackError.
      # Raises ArgumentError without types.
      #
      #   range = Jacinth::Type.first_of([Integer], { from: Integer }, { to: Integer })
      #   range.load('{"from": 1}') # => {from: 1}
      #   range.load('{"from": "a"}')
      #   # raises Jacinth::ValidationError: expected Integer at $.from or Integer at $.to, got an object
      def first_of(*types)
        raise ArgumentError, "T.first_of needs at least one type" if types.empty?

        types = KindUnion.in_order(types)
        return types[0] if types.size == 1

        make(:first, label: types.map(&:label).uniq.join(" or "), alternatives: types, args: types)
      end

      private

      def tagged_union(types, tag)
        spec = TaggedUnion.spec(types, tag)
        check_distinct(spec[:members].map { |member| member[:name] })
        make(:tagged, **spec)
      end
    end
  end
end
