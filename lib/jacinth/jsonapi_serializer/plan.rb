# frozen_string_literal: true

module Jacinth
  module OnJsonapiSerializer
    # The compiled form of a serializer: the code for each set of fields that documents
    # have named, or the reason for which there is none.
    class Plan # :nodoc: all
      # The number of objects that a serializer serializes before it is compiled.
      OBJECTS = 20
      # The greatest number of compiled sets of fields, which clients choose.
      FIELDSETS = 100
      # The variables of a serializer on which the code depends. Each has a reader and a writer.
      VARIABLES = %i[attributes_to_serialize relationships_to_serialize data_links record_type record_id
                     meta_to_serialize cache_store_instance].freeze
      # The class methods that the code replaces, and those that they call.
      NAMES = (%i[id_hash links_hash attributes_hash relationships_hash meta_hash id_from_record] + VARIABLES).freeze
      CALLED = { ::FastJsonapi::Attribute => %i[serialize conditionally_allowed?],
                 ::FastJsonapi::Link => %i[serialize conditionally_allowed?],
                 ::FastJsonapi::Relationship =>
                   %i[serialize include_relationship? static_record_type initialize_static_serializer
                      ids_hash_from_record_and_relationship ids_hash id_hash fetch_id],
                 ::FastJsonapi.singleton_class => %i[call_proc] }.freeze
      GEM = File.dirname(::FastJsonapi::Scalar.instance_method(:serialize).source_location.first)
      private_constant :FIELDSETS, :NAMES, :CALLED, :GEM

      def initialize(klass)
        @klass = klass
        @attributes_size = (@attributes = klass.attributes_to_serialize || {}).size
        @links_size = (@links = klass.data_links || {}).size
        @relationships_size = (@relationships = klass.relationships_to_serialize || {}).size
        @objects = 0
        @all = @refused = @collection = nil # Ruby finds variables faster if all exist from the start
        @codes = {}
      end

      # True if no Hash of the class has changed its size. False for another class: a copy of a class
      # has the plan of the original.
      def current?(klass)
        @klass.equal?(klass) && @attributes.size == @attributes_size && @links.size == @links_size &&
          @relationships.size == @relationships_size
      end

      # Returns the module with the method record, or nil. fieldset: the names of the
      # fields to write, or nil for all.
      def code(fieldset)
        return @all if @all && fieldset.nil?
        return if (@objects += 1) < OBJECTS

        compiled(fieldset) unless refused?
      end

      # The same for all objects of a collection. Returns nil if nothing is compiled yet, if
      # record_hash is overridden, or if the gem's hash_for_collection was patched.
      def ready(fieldset)
        return unless @collection
        return unless @klass.method(:record_hash).owner.equal?(Records)

        fieldset.nil? ? @all : @codes[fieldset]
      end

      # Returns the reason why the gem serializes the objects, or nil.
      def refusal
        return "jsonapi-serializer #{::JSONAPI::Serializer::VERSION} is not supported" unless KNOWN
        return "the class is frozen" if @klass.frozen?
        return "it has a cache store" if @klass.cache_store_instance

        overridden = NAMES.find { |name| !original?(@klass.method(name)) } ||
                     called.find { |method| !original?(method) }&.name
        return "#{overridden} is overridden" if overridden

        Code.refusal(@klass)
      rescue ::StandardError => e # a method is missing, or `method` is redefined
        "it cannot be compiled (#{e.class})"
      end

      private

      # Reads the methods only after the class has stored this plan: a later change by another thread
      # discards the plan.
      def refused?
        return @refused unless @refused.nil?

        @refused = !refusal.nil?
        @collection = !@refused &&
                      original?(::FastJsonapi::ObjectSerializer.instance_method(:hash_for_collection).super_method)
        @refused
      end

      def compiled(fieldset)
        return @all = Code.new(@klass, nil).code if fieldset.nil?

        @codes[fieldset] || add(fieldset)
      end

      def add(fieldset)
        @codes[fieldset.dup.freeze] = Code.new(@klass, fieldset).code if @codes.size < FIELDSETS
      end

      def called = CALLED.flat_map { |mod, names| names.map { |name| mod.instance_method(name) } }

      # True if it is the gem's method.
      def original?(method) = method.source_location&.first&.start_with?(GEM)
    end
    private_constant :Plan
  end
end
