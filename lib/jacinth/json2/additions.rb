# frozen_string_literal: true

module Jacinth
  module Json2 # :nodoc:
    # The parser's option create_additions: objects are made by the class method json_create
    # of the class that a member names.
    module Additions # :nodoc:
      OPTIONS = %i[create_additions create_id match_string].freeze
      CREATE_ID = "json_class"
      private_constant :OPTIONS, :CREATE_ID

      class << self
        def create_id = Thread.current[:"JSON.create_id"] || CREATE_ID

        # Replaces the options of json 2 by on_load. Returns opts itself if it is not a Hash or
        # has none of them.
        def reading(opts)
          return opts unless opts.is_a?(Hash) && OPTIONS.any? { |name| opts.key?(name) }

          rest = opts.except(*OPTIONS)
          return rest unless opts[:create_additions]
          raise ArgumentError, "symbolize_names cannot be used with create_additions" if rest[:symbolize_names]

          Deprecation.option(:create_additions)
          { **rest.except(:freeze), on_load: maker(opts) } # json_create gets a Hash that is not frozen
        end

        # Returns the class. path: its name, which a document contains.
        def class_named(path)
          Object.const_get(path)
        rescue NameError => e
          raise ArgumentError, "can't get const #{path}: #{e}"
        end

        private

        # Returns a Proc for on_load, which makes the objects before the caller's own on_load.
        def maker(opts)
          id = opts.fetch(:create_id) { create_id }
          type = opts[:object_class] || Hash
          patterns = opts[:match_string]
          later, freezes = opts.values_at(:on_load, :freeze)
          lambda do |value|
            if type === value then value = create(value, id) # rubocop:disable Style/CaseEquality -- a class
            elsif patterns && value.is_a?(String) then value = match(value, patterns)
            end
            value.freeze if freezes
            later ? later.call(value) : value
          end
        end

        def create(hash, id)
          name = hash[id] or return hash
          klass = class_named(name)
          klass.json_creatable? ? klass.json_create(hash) : hash
        end

        def match(string, patterns)
          _, klass = patterns.find { |pattern, type| pattern === string && type.json_creatable? } # rubocop:disable Style/CaseEquality -- a pattern
          klass ? klass.json_create(string) : string
        end
      end
    end

    # Class#json_creatable?
    module Creatable # :nodoc:
      def json_creatable? = respond_to?(:json_create)
    end

    # Strings as objects of their bytes.
    module RawStrings # :nodoc:
      def to_json_raw_object = { Additions.create_id => self.class.name, "raw" => bytes }
      def to_json_raw(...) = to_json_raw_object.to_json(...)
    end

    # String.json_create
    module RawString # :nodoc:
      def json_create(hash) = hash["raw"].pack("C*")
    end

    # Jacinth::Parser.parse with json 2's options.
    module ParserCalls # :nodoc:
      def parse(source, opts) = super(source, Additions.reading(opts))
    end

    # Jacinth::Parser.new with json 2's options.
    module ParserOptions # :nodoc:
      def initialize(source, opts = nil) = super(source, Additions.reading(opts))
    end
  end
end
