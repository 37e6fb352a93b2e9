# frozen_string_literal: true

require_relative "key_patterns"
require_relative "references"

module Jacinth
  class Type
    using Inside

    # Writes a JSON Schema (draft 2020-12) of the documents that a type reads.
    # $defs has the SharedTypes.
    class SchemaWriter # :nodoc:
      include References

      DIALECT = "https://json-schema.org/draft/2020-12/schema"
      # The pattern of a decimal number in a String.
      DECIMAL = '^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$'
      # The seconds from 1970 to the first and the last Time that a type reads.
      EPOCHS = [-31_557_014_104_060_800, 31_556_889_801_244_799].freeze
      # The pattern of an Integer that is a key.
      INTEGER = "^-?(?:0|[1-9][0-9]*)$"
      PLAIN = Ractor.make_shareable(
        { any: {}, symbol: { "type" => "string" }, boolean: { "type" => "boolean" } }
      )
      private_constant :EPOCHS, :PLAIN

      def initialize(root)
        @root = root
        @shared = SharedTypes.new(root)
        @names = {}.compare_by_identity
        @taken = {}
        @definitions = {}
      end

      def call
        schema = { "$schema" => DIALECT, **(of(@root) || { "not" => {} }) }
        @definitions.empty? ? schema : { **schema, "$defs" => @definitions }
      end

      private

      def of(type)
        type = target(type)
        return plain(type) unless @shared.include?(type)

        unless @names.key?(type)
          name = @names[type] = name_of(type)
          @definitions[name] = nil
          @definitions[name] = plain(type)
        end
        { "$ref" => "#/$defs/#{@names[type]}" }
      end

      # Returns an unused name without characters that a JSON Pointer or a URI escapes.
      def name_of(type)
        klass = type._spec[:klass] if type._kind == :object && !type._spec[:klass].equal?(::Hash)
        base = (klass&.name || type._kind.to_s.capitalize)[/[^:]+\z/].gsub(/[^A-Za-z0-9_.-]/, "_")
        count = @taken[base] = @taken.fetch(base, 0) + 1
        name = count == 1 ? base : "#{base}#{count}"
        @definitions.key?(name) ? name_of(type) : name
      end

      # For each kind that is not in PLAIN, a method of the same name returns the schema.
      def plain(type) = noted(PLAIN[type._kind]&.dup || __send__(type._kind, type, type._spec), type._spec)

      # Returns a schema with the title and description of its type.
      def noted(schema, spec)
        notes = spec.slice(:title, :description).compact
        notes.empty? || !schema ? schema : { **schema, **notes.transform_keys(&:name) }
      end

      # Without white space, a String can be shorter than in the document.
      def string(_type, spec)
        lengths = lengths(spec, "Length")
        return { "type" => "string", **lengths.slice("minLength"), **stripped(spec) } if spec[:strip]

        { "type" => "string", **format(spec[:format]), **lengths, **pattern(spec[:regexp]) }
      end

      # JSON Schema has no format for both kinds of IP addresses.
      def format(name)
        name == "ip" ? { "anyOf" => %w[ipv4 ipv6].map { |one| format(one) } } : { "format" => name }.compact
      end

      def stripped(spec)
        rules = [("at most #{spec[:high]} characters" if spec[:high]), spec[:format], spec[:regexp]&.inspect].compact
        rules.empty? ? {} : { "$comment" => "without white space at the ends: #{rules.join(', ')}" }
      end

      def time(_type, spec) = { "type" => "string", "format" => "date-time", **comment(spec) }

      def date(_type, spec) = { "type" => "string", "format" => "date", **comment(spec) }

      # A year has at most nine digits.
      def epoch(_type, spec)
        first, last = EPOCHS.map { |seconds| seconds * spec[:unit] }
        { "type" => "number", "minimum" => first, "maximum" => last, **comment(spec) }
      end

      # JSON Schema has no ranges of times.
      def comment(spec) = spec[:range] ? { "$comment" => "in #{spec[:range]}" } : {}

      def integer(_type, spec) = { "type" => "integer", **multiples(spec) { |range| integers(range) } }

      def float(_type, spec) = { "type" => "number", **multiples(spec) { |range| floats(range) } }

      def scalar(_type, spec) = spec[:of] ? of(spec[:of]) : {}

      def optional(_type, spec) = nullable(of(spec[:of]))

      def union(_type, spec)
        return any_kind(spec) if spec[:limits]

        { "anyOf" => spec[:args].map { |one| of(one) } }
      end
      alias first union
      alias variant union

      # The keywords about each kind of value, without a type.
      def any_kind(spec)
        types = spec[:by].except(:null, :boolean, :integer, :float).values.map { |type| target(type) }
        types.map { |type| plain(type).except("type") }.inject(spec[:limits], :merge)
      end

      def lengths(spec, of)
        { "min#{of}" => spec[:low].to_i.positive? ? spec[:low] : nil, "max#{of}" => spec[:high] }.compact
      end

      # A pattern that ECMA-262 cannot express becomes a comment.
      def pattern(regexp)
        return {} unless regexp

        { "pattern" => Pattern.to_ecma(regexp) }
      rescue Pattern::Untranslatable
        { "$comment" => "also matches, in Ruby: #{regexp.inspect}" }
      end

      def integers(range)
        low, high = limits(range)
        high &&= range.exclude_end? ? high.ceil - 1 : high.floor
        { "minimum" => low&.ceil, "maximum" => high }.compact
      end

      # The limits of numbers. Yields their range, which can be nil.
      def multiples(spec)
        range = spec[:range]
        return yield(range) unless range.is_a?(Multiples)

        { **yield(range.range), "multipleOf" => exact(range.of) }.compact
      end

      # The limits of Floats. A limit that is no Float becomes the next one within the range or, after
      # the last Float, the next Integer.
      def floats(range)
        low, high = limits(range).map { |limit| near(limit) }
        low = finite(low.next_float, range.begin.ceil) if low && low < range.begin
        below = finite(high.prev_float, range.end.floor) if high && high > range.end
        excluded = range&.exclude_end? && high == range.end
        { "minimum" => low, (excluded ? "exclusiveMaximum" : "maximum") => below || high }.compact
      end

      def finite(float, integer) = float.finite? ? float : integer

      # The limits of BigDecimals. A limit that no Float's text equals is left out.
      def decimals(range)
        low, high = limits(range).map { |limit| exact(limit) }
        { "minimum" => low, (range&.exclude_end? ? "exclusiveMaximum" : "maximum") => high }.compact
      end

      # Returns a number that JSON has exactly, or nil.
      def exact(limit)
        number = near(limit)
        number if number.equal?(limit) || (number && Rational(number.to_s) == limit)
      end

      # Returns the Integer or Float nearest to a number, or nil beyond the range of Floats.
      def near(limit)
        return limit if limit.nil? || limit.is_a?(::Integer) || limit.is_a?(::Float)

        number = limit.to_f
        number if number.finite?
      end

      # The finite ends of a range.
      def limits(range)
        [range&.begin, range&.end].map { |limit| limit if limit&.finite? }
      end

      # parts: the enums of which a union made this one, if there are titles or descriptions.
      def enum(_type, spec)
        return { "anyOf" => spec[:parts].map { |part| plain(part) } } if spec[:parts]

        values = spec[:args].map { |value| value.is_a?(::Symbol) ? value.to_s : value }
        return false if values.empty?

        values.size == 1 ? { "const" => values[0] } : { "enum" => values }
      end

      def decimal(_type, spec)
        kinds = spec[:number] ? %w[number string] : %w[string number]
        range = spec[:range]
        limits = multiples(spec) { |one| decimals(one) }
        limits["$comment"] = "#{spec[:label].sub(/\Aa decimal number,? /, '')}, also as a string" if range
        { "type" => kinds, "format" => "decimal", "pattern" => DECIMAL, **limits }
      end

      def array(_type, spec)
        items = of(spec[:of])
        { "type" => "array", **(items == {} ? {} : { "items" => items }), **lengths(spec, "Items") }
      end

      def set(type, spec) = { **array(type, spec), "uniqueItems" => true }

      def map(_type, spec)
        names = spec[:key] && !spec[:closed] ? { "propertyNames" => names(spec[:key]) } : {}
        { "type" => "object", **names, **values_by_key(spec), **required_keys(spec), **lengths(spec, "Properties") }
      end

      def values_by_key(spec)
        return values_of(spec) unless spec[:tests]

        places = spec[:places].to_h
        properties = places.transform_values { |place| of(spec[:alternatives][place]) }
        patterns = KeyPatterns.of(spec[:tests], spec[:all]).zip(spec[:alternatives].drop(places.size))
        patterns = patterns.filter_map { |pattern, type| [pattern, of(type)] if pattern }.to_h
        { **filled("properties" => properties, "patternProperties" => patterns), **values_of(spec) }
      rescue Pattern::Untranslatable
        { "$comment" => "the values depend on the keys, in Ruby: #{spec[:tests].flatten.map(&:inspect).join(', ')}" }
      end

      # closed: no other keys are allowed.
      def values_of(spec)
        values = spec[:closed] ? false : of(spec[:of])
        values == {} ? {} : { "additionalProperties" => values }
      end

      def required_keys(spec)
        always, others = spec[:required].to_a.each_slice(2).partition { |given, _| given.nil? }
        dependent = others.group_by(&:first).to_h { |given, pairs| [given.to_s, pairs.map { |_, name| name.to_s }] }
        filled("required" => always.map { |_, name| name.to_s }, "dependentRequired" => dependent)
      end

      def filled(keywords) = keywords.reject { |_, value| value.empty? }

      # The schema of the keys, which are strings. A range of numbers becomes a comment.
      def names(type)
        return plain(type) unless %i[integer float decimal].include?(type._kind)

        range = type._spec[:range]
        { "pattern" => type._kind == :integer ? INTEGER : DECIMAL,
          **(range ? { "$comment" => "numbers in #{range.inspect}" } : {}) }
      end

      def tuple(_type, spec)
        { "type" => "array", "prefixItems" => spec[:alternatives].map { |one| of(one) }, **lengths(spec, "Items") }
      end

      # Returns the schema of null and the values of a schema.
      def nullable(schema)
        return { "type" => "null" } if schema == false
        return {} if schema.empty?
        return { **schema, "type" => Array(schema["type"]) | ["null"] } if schema["type"]
        return schema if schema["anyOf"]&.include?({ "const" => nil })

        { "anyOf" => [schema, { "type" => "null" }] }
      end

      def object(_type, spec, tag = nil)
        members = spec[:members].select { |member| member[:name] }
        properties = members.to_h { |member| [member[:name], property(member)] }
        several, required = members.select { |member| required?(member) }.partition { |member| member[:also] }
        required.map! { |member| member[:name] }
        add_tag(properties, required, *tag) if tag
        schema = { **title(spec), "type" => "object", "properties" => properties, **one_required(several) }
        schema["required"] = required unless required.empty?
        schema["additionalProperties"] = false if spec[:unknown] == :raise
        schema
      end

      # Adds a required member, with the title of the property that it replaces.
      def add_tag(properties, required, name, schema)
        properties[name] = { **schema, **properties[name].to_h.slice("title", "description") }
        required << name unless required.include?(name)
      end

      # A comment on required members with several names.
      def one_required(members)
        texts = members.map { |one| "#{ChoiceText.list([one[:name], *one[:also]].map(&:inspect))} is required" }
        texts.empty? ? {} : { "$comment" => texts.join("; ") }
      end

      def title(spec)
        spec[:klass].equal?(::Hash) || !spec[:klass].name ? {} : { "title" => spec[:klass].to_s }
      end

      def required?(member) = !optional?(member) && !member.key?(:fallback) && !member[:constant] && !member[:other]

      def property(member)
        schema = of(member[:type]) or return false
        schema = { **schema, "readOnly" => true } unless member[:read]
        return { **schema, "deprecated" => true } if member[:other]

        schema = { **schema, "writeOnly" => true } unless member[:written]
        return schema if !member.key?(:fallback) || member[:call]

        { **schema, "default" => Jacinth.parse(member[:type].dump(member[:fallback])) }
      rescue StandardError
        schema # JSON cannot express the default, or a scalar does not write it
      end

      def tagged(_type, spec)
        branches = by_type(spec[:members]).map do |one, members|
          names = members.map { |member| member[:name] }
          branch(one, spec[:tag], names.one? ? { "const" => names[0] } : { "enum" => names })
        end
        { "oneOf" => branches }
      end

      def branch(type, tag, constant)
        return noted(object(type, type._spec, [tag, constant]), type._spec) unless @shared.include?(type)

        { **of(type), "properties" => { tag => constant }, "required" => [tag] }
      end
    end
    private_constant :SchemaWriter
  end
end
