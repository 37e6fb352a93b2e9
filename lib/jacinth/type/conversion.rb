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
    # Members that the type does not have can have any values, such as an uploaded file.
    # Elsewhere, a value without a counterpart in JSON is a fault with the code +:wrong_type+;
    # so is a key that is neither text nor a number, a time or a date, in any member.
    #
    # Raises ValidationError, whose faults have a path but no line and column; NestingError;
    # ArgumentError for an unknown option.
    #
    #   User = Struct.new(:name, :born)
    #   user = Jacinth::Type.of(User, name: String, born: Integer)
    #   user.convert({ name: "Ada", "born" => 1815 }).born # => 1815
    #   user.with(coerce: true).convert({ name: "Ada", born: "1815" }).born # => 1815
    #   user.convert({ name: "Ada" }) # raises Jacinth::ValidationError: expected Integer, got nothing at $.born
    #   user.convert({ name: $stdin }) # raises Jacinth::ValidationError: expected String, got an object
    def convert(object, errors: :first, **options)
      text, refused = ValueText.text(object, options)
      _load_values(text, errors: errors, **options)
    rescue ValidationError => e
      raise unless Jacinth.__send__(:_take_error, e, text)

      raise e.__send__(:without_text) { |fault| ValueText.name_refused(fault, refused) }, cause: nil
    rescue ParserError => e
      raise unless refused && e.message.start_with?("duplicate key") && Jacinth.__send__(:_take_error, e, text)

      raise ValueText.error(:duplicate, "different keys", e.message[/.*(?= at line)/], e), cause: nil
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

    # Writes Ruby's own values as JSON text, for Type#convert.
    module ValueText # :nodoc:
      TIME = Type[::Time]
      EXPONENT = "e#{'9' * 20}".freeze
      PLACEHOLDER = /\A(\d+)#{EXPONENT}\z/
      EXPRESSIBLE = "a value that JSON has"
      SHOWN = 40
      private_constant :TIME, :EXPONENT, :PLACEHOLDER, :EXPRESSIBLE, :SHOWN

      class << self
        # Returns the text and, if it has placeholders, the Array of the values that they stand
        # for. options: those of Type#convert. Raises ValidationError and NestingError.
        def text(object, options)
          settings = { strict: true, max_nesting: options.fetch(:max_nesting, 100),
                       allow_nan: options.fetch(:allow_nan, false) }
          begin
            return Jacinth.generate(object, as_json: AS_JSON, **settings)
          rescue GeneratorError => e
            raise unless Jacinth.__send__(:_take_error, e, object)

            refused = []
          end
          as_json = with_placeholders(refused, options)
          [Jacinth.generate(object, as_json: as_json, allow_duplicate_key: true, **settings), refused]
        rescue GeneratorError => e
          raise unless Jacinth.__send__(:_take_error, e, object)

          raise error(:wrong_type, EXPRESSIBLE, found(e.invalid_object), e), cause: nil
        end

        # A ValidationError with the place of another error.
        def error(code, expected, found, error)
          place = error.instance_variable_get(:@json_path)
          ValidationError.new([[expected, found, place.is_a?(::Array) ? place : [], nil, nil, code]])
        end

        # Replaces a placeholder in a fault by a description of the value that it stands for.
        def name_refused(fault, refused)
          number = PLACEHOLDER.match(fault.found) if refused
          return unless number

          fault.expected = EXPRESSIBLE if fault.expected.start_with?("a number")
          fault.found = found(refused[number[1].to_i - 1]).freeze
          fault.code = :wrong_type
        end

        # Converts an object of a class that JSON does not have. Returns the object itself if
        # there is no conversion; the generator then raises GeneratorError.
        def value(object, is_key)
          case object
          when ::Time then time_text(TIME, object)
          when ::Hash then object.to_h # of a subclass
          when ::Array then [*object]
          when ::String then PathText.utf8_if_possible(::String.new(object))
          when ::Integer, ::Float then is_key ? object.to_s : object
          when ::Object then of_library_class(object, is_key)
          else object
          end
        end

        private

        # Returns a Proc that writes a number as a placeholder of each value that JSON cannot
        # express. No type reads it, because its exponent is too large, but it can be skipped.
        def with_placeholders(refused, options)
          return AS_JSON if options[:allow_nan] || options[:decimal_class] # which read such numbers

          lambda do |object, is_key|
            other = is_key ? value(object, true) : expressed(object)
            next other unless other.equal?(object)

            refused << object
            Fragment.new("#{refused.size}#{EXPONENT}")
          end
        end

        # Describes a value that JSON cannot express.
        def found(object)
          case object
          when ::String, ::Float then object.inspect[0, SHOWN]
          else "an object that JSON cannot express"
          end
        end

        # The same as value() for an object that can be a String of invalid text.
        def expressed(object)
          other = value(object, false)
          Jacinth.generate(other) if ::String === other # rubocop:disable Style/CaseEquality -- it can be a BasicObject
          other
        rescue GeneratorError => e
          raise unless Jacinth.__send__(:_take_error, e, other)

          object
        end

        def of_library_class(object, is_key)
          return date(object) if defined?(::Date) && object.is_a?(::Date)
          return number(object, is_key) if defined?(::BigDecimal) && object.is_a?(::BigDecimal)
          return object.to_hash.to_h if object.respond_to?(:to_hash)
          return [*object.to_ary] if object.respond_to?(:to_ary)

          defined?(::Set) && object.is_a?(::Set) ? object.to_a : object
        end

        def date(object)
          return time_text(TIME, object.to_time, object) if defined?(::DateTime) && object.is_a?(::DateTime)

          time_text(Type[::Date], object)
        end

        # Returns the object itself if the year of its time has too many digits.
        def time_text(type, time, object = time)
          type.__send__(:_key_text, time)
        rescue GeneratorError => e
          raise unless Jacinth.__send__(:_take_error, e, time)

          object
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
