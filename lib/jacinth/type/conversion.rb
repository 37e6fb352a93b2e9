# frozen_string_literal: true

module Jacinth
  class Type
    # Converts Ruby's own values to the object that this type describes. The result and the
    # errors are the same as those of load for the JSON text of the values. The values can
    # be the parameters of a request, a YAML document or a parsed JSON document. object: a
    # Hash, whose keys are Strings or Symbols, an Array, a String, and so on; a Time, Date
    # or BigDecimal if the type expects one; objects with +to_hash+ or +to_ary+. errors
    # and options: as those of load.
    #
    # Raises ValidationError, whose faults have a path but no line and column;
    # GeneratorError for an object that has no counterpart in JSON; NestingError;
    # ArgumentError for an unknown option.
    #
    #   User = Struct.new(:name, :born)
    #   user = Jacinth::Type.of(User, name: String, born: Integer)
    #   user.convert({ name: "Ada", "born" => 1815 }).born # => 1815
    #   user.with(coerce: true).convert({ name: "Ada", born: "1815" }).born # => 1815
    #   user.convert({ name: "Ada" }) # raises Jacinth::ValidationError: expected Integer, got nothing at $.born
    def convert(object, errors: :first, **options)
      load(ValueText.text(object, options), errors: errors, **options)
    rescue ValidationError => e
      raise e.__send__(:without_text), cause: nil
    end

    # Converts an object of this type to Hashes, Arrays, Strings, numbers, true, false and
    # nil: the value of Jacinth.parse(dump(object)). symbolize_names: true for Symbols as
    # keys. Raises the errors of dump.
    #
    #   point = Jacinth::Type.of(Struct.new(:x, :at), x: Integer, at: Jacinth::Type.member(Time, omit: :nil))
    #   point.to_plain(point.load('{"x": 1}')) # => {"x" => 1}
    def to_plain(object, symbolize_names: false)
      Jacinth.parse(dump(object, max_nesting: 0), symbolize_names: symbolize_names, max_nesting: 0)
    end

    private

    # Implements #with for types that are not of objects: only +coerce+ is allowed.
    def coercing(rules)
      return complete.with(**rules) if _kind == :ref && frozen?
      raise ArgumentError, "with needs a type of objects with members, got #{described}" unless rules.keys == [:coerce]

      Choice.of("coerce", [true, false], rules[:coerce])
      self.class.__send__(:build, _kind, { **_spec, **rules })
    end

    # Writes Ruby's own values as JSON text, for Type#convert.
    module ValueText # :nodoc:
      TIME = Type[::Time]
      private_constant :TIME

      class << self
        # options: those of Type#convert. Raises GeneratorError and NestingError.
        def text(object, options)
          Jacinth.generate(object, strict: true, as_json: AS_JSON, max_nesting: options.fetch(:max_nesting, 100),
                                   allow_nan: options.fetch(:allow_nan, false))
        end

        # Converts an object of a class that JSON does not have. Returns the object itself if
        # there is no conversion; the generator then raises GeneratorError.
        def value(object, is_key)
          case object
          when ::Time then TIME.__send__(:_key_text, object)
          when ::Hash then object.to_h # of a subclass
          when ::Array then [*object]
          when ::String then ::String.new(object)
          when ::Integer, ::Float then is_key ? object.to_s : object
          else of_library_class(object, is_key)
          end
        end

        private

        def of_library_class(object, is_key)
          return date(object) if defined?(::Date) && object.is_a?(::Date)
          return number(object, is_key) if defined?(::BigDecimal) && object.is_a?(::BigDecimal)
          return object.to_hash.to_h if object.respond_to?(:to_hash)
          return [*object.to_ary] if object.respond_to?(:to_ary)

          defined?(::Set) && object.is_a?(::Set) ? object.to_a : object
        end

        def date(object)
          return value(object.to_time, false) if defined?(::DateTime) && object.is_a?(::DateTime)

          Type[::Date].__send__(:_key_text, object)
        end

        def number(object, is_key)
          return object unless object.finite?

          is_key ? object.to_s : Fragment.new(object.to_s)
        end
      end

      AS_JSON = Ractor.make_shareable(->(object, is_key) { value(object, is_key) })
      private_constant :AS_JSON
    end
    private_constant :ValueText
  end
end
