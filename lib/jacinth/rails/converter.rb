# frozen_string_literal: true

module Jacinth
  module OnRails
    # Raised if Active Support's own encoder must be used. The encoder rescues it.
    class OriginalEncoderNeeded < StandardError # :nodoc:
    end
    private_constant :OriginalEncoderNeeded

    # Converts an object that JSON has no type for by Active Support's rules. The generator
    # in C calls it.
    module Converter # :nodoc:
      NATIVE = [Hash, Array, Float, String, Symbol, Integer, NilClass, TrueClass, FalseClass]
               .to_h { |type| [type, true] }.compare_by_identity.freeze
      private_constant :NATIVE

      # The digits of a second's fraction; nil if as_json of times must be called.
      def digits
        encoding = ActiveSupport::JSON::Encoding
        encoding.time_precision if encoding.use_standard_json_time_format
      end

      # True if records are written from their attributes.
      def models? = OnRails.models?

      # True if the methods of times are the original ones, so that the generator can write
      # times without a call of as_json.
      def time_unchanged? = MethodChecks.time?

      def zone_unchanged? = MethodChecks.zoned?

      # True if the as_json of dates and decimals runs no code of an app.
      def text_unchanged? = MethodChecks.text?

      # True if objects of this subclass of Hash are written as a Hash is.
      def hash_unchanged?(type) = MethodChecks.hash?(type)

      # Returns the as_json of value, converted to an object that JSON has a type for.
      # options: the argument of as_json, or nil for none.
      def convert(value, options)
        return plain(value) unless options

        options = options.dup unless options.frozen?
        given = value.as_json(options)
        NATIVE.key?(given.class) ? given : plain(given)
      end

      def refused?(record) = Models.refused?(record)

      def record_attributes(record, options, checks) = Models.record_attributes(record, options, checks)

      def relation_records(relation, options, checks) = Models.relation_records(relation, options, checks)

      # Called for an object that JSON has no type for.
      def need_original_encoder = raise(OriginalEncoderNeeded)

      # Returns the generator's text for an object whose as_json returned itself.
      def spliced(value) = Fragment.new(::JSON.generate(value))
    end
    private_constant :Converter

    # Converts as JSONGemCoderEncoder of Active Support 8.1 and newer.
    module CoderConverter # :nodoc:
      extend Converter

      NATIVE = Converter.const_get(:NATIVE).merge(Fragment => true).compare_by_identity.freeze
      TURNS = 5
      private_constant :NATIVE, :TURNS

      # Called by the generator for NaN, for invalid text, and by the order of RFC 8785 for
      # keys that are neither String nor Symbol.
      AS_JSON = lambda do |value, is_key|
        next value.to_s if is_key

        given = value.as_json
        raise OriginalEncoderNeeded if given.equal?(value) || !NATIVE.key?(given.class)

        given
      end

      class << self
        def plain(value) = RailsWalk.fragment?(value) ? value : finish(value, value.as_json)

        # given: the result of value.as_json.
        def finish(value, given)
          return spliced(given) if given.equal?(value)

          turns = TURNS
          until NATIVE.key?(given.class) || RailsWalk.fragment?(given)
            raise SystemStackError if turns.zero?

            given = given.as_json
            turns -= 1
          end
          given
        end
      end
    end
    private_constant :CoderConverter

    # Converts as JSONGemEncoder of Active Support up to 8.0.
    module GemConverter # :nodoc:
      extend Converter

      SCALAR = { String => true, Integer => true, NilClass => true, TrueClass => true, FalseClass => true }
               .compare_by_identity.freeze
      TURNS = 100
      private_constant :SCALAR, :TURNS

      AS_JSON = lambda do |value, is_key|
        next value.to_s if is_key
        raise OriginalEncoderNeeded unless value.is_a?(Float)

        given = value.as_json
        raise OriginalEncoderNeeded unless SCALAR.key?(given.class)

        given
      end

      class << self
        # given: the result of the as_json of an object.
        def finish(_, given) = plain(given)

        def plain(value)
          TURNS.times do
            return value if RailsWalk.native?(value)

            case value
            when String, Integer, Symbol then return spliced(value)
            when Numeric then return number(value.as_json)
            when Hash then return hash(value)
            when Array then return value.map { |element| element }
            else return value if OriginalEncoder::FRAGMENT && RailsWalk.fragment?(value)
            end
            value = value.as_json
          end
          raise OriginalEncoderNeeded
        end

        private

        def number(given) = SCALAR.key?(given.class) ? given : Fragment.new(::JSON.generate(given, max_nesting: false))

        def hash(value)
          pairs = {}
          value.each do |key, member|
            key = key.to_s unless Symbol === key || String === key # rubocop:disable Style/CaseEquality
            pairs[key] = member
          end
          pairs
        end
      end
    end
    private_constant :GemConverter
  end
end
