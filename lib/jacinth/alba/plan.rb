# frozen_string_literal: true

module Jacinth
  module OnAlba
    # The compiled form of a class of resources, which the class keeps.
    class Plan < SerializerAdapter::Plan # :nodoc: all
      # The most classes of objects that a plan remembers, and so keeps alive.
      CHECKED = 16

      class << self
        # Returns the plan of a class, or nil if it is serialized by Alba, or not yet
        # compiled. object: the object or collection to serialize.
        def of(klass, object)
          plan = klass.instance_variable_get(:@jacinth_plan) # the check of known, without a call
          plan = known(klass) unless plan&.for?(klass)
          plan&.compile(object)
        end

        # The same, compiled at once.
        def compiled(klass) = known(klass)&.compile(self::ENOUGH)

        # Returns the plan of a class, even if it is not compiled. Returns nil for a frozen
        # class, and for an object that only has the methods of a resource.
        def known(klass)
          plan = klass.instance_variable_get(:@jacinth_plan)
          return plan if plan&.for?(klass)
          return unless klass.is_a?(::Class) && klass < ::Alba::Resource && !klass.frozen?

          klass.instance_variable_set(:@jacinth_plan, new(klass))
        end
      end

      attr_reader :attributes

      def initialize(klass)
        super(klass, OnAlba)
        @private_calls = false
      end

      # True if Alba's own methods find the root key.
      def original_root_key? = @original_root_key

      # Counts the object or collection, and compiles the class if that is worth it, or if
      # it changed. Returns the compiled copy, or nil if Alba serializes the resource.
      def compile(object)
        decide(object) unless @changes == OnAlba.changes
        @compiled if @pause.zero?
      end

      # Returns the rows of the resource's object, or nil if Alba must serialize it.
      def values(resource, object, params)
        NestedAttribute.forget(resource) if @uses_classes
        rows(object, resource, params)
      rescue ::KeyError, ::NoMethodError => e
        @plan.failed(e)
      end

      # object: an object, or a collection, as the resource has it. resource: if nil, each Hash
      # gets a new one.
      def rows(object, resource, params)
        return row(object, object, resource, params) unless ::Alba.collection?(object)

        object.map { |item| row(item, object, resource, params) }
      end

      # The same for an association, whose resource is made only if the code uses it.
      def nested_rows(object, params)
        rows(object, (new_resource(object, params) if @uses_resource), params)
      end

      protected

      # Allows calls of private methods from now on if that was the error. After any other
      # error, Alba serializes the next documents.
      def failed(error)
        if error.is_a?(::NoMethodError) && !@private_calls && @klass._attributes.key?(error.name)
          @private_calls = true
        else
          super
        end
        @changes = nil
      end

      # Compiles the class. Returns the reason why it cannot be compiled, or nil.
      def make
        watch
        refusal = find_refusal
        return refusal if refusal

        reader = Reader.new(@klass, keys, OriginalMethods.fetch_order(@klass), @private_calls)
        @kinds = reader.kinds
        @public_names = reader.public_names
        @checked_classes = {}.compare_by_identity
        @checked_class = nil # the class of the last object
        @attributes = @klass._attributes
        @original_root_key = OriginalMethods.original_root_key?(@klass)
        @uses_resource = reader.resource?
        @uses_classes = reader.classes?
        @code = reader.code
        nil
      end

      # Everything that the compiled code depends on.
      def state_now
        [@klass._attributes.dup, @klass._transform_type, @klass._on_nil, @klass._on_error, @klass._select_arity,
         @klass._collection_key, @klass._layout, @klass._resource_methods.dup, ::Alba.inflector, @private_calls,
         OriginalMethods.overridden(@klass), OriginalMethods.fetch_order(@klass),
         OriginalMethods.original_root_key?(@klass)]
      end

      private

      # object: the item itself, or the collection that contains it.
      def row(item, object, resource, params)
        return @code.hash_row(item, resource || new_resource(object, params), params) if item.is_a?(::Hash)

        # If the item has a method_missing, a call of a private method does not raise.
        klass = SerializerAdapter::FUNCTIONS.class_of(item)
        check_visibility(klass) unless klass.equal?(@checked_class)
        @code.row(item, resource, params)
      end

      # Raises NoMethodError if a method that the code calls directly is private or protected in
      # the class. Then failed allows calls of private methods.
      def check_visibility(klass)
        return @checked_class = klass if @checked_classes.key?(klass)

        @public_names.each do |name|
          next unless klass.private_method_defined?(name) || klass.protected_method_defined?(name)

          raise ::NoMethodError.new("method '#{name}' of #{klass} is not public", name)
        end
        # a singleton class would keep its object alive
        return if klass.singleton_class?

        @checked_classes.clear if @checked_classes.size == CHECKED
        @checked_classes[klass] = true
      end

      def new_resource(object, params)
        @klass.new(object, params: params.merge(Nested::NO_PARAMS), within: Nested::WITHIN, with_traits: nil)
      end

      def find_refusal
        return "Alba #{::Alba::VERSION} is not supported" unless KNOWN
        return "select is overridden" if @klass._select_arity
        return "on_error is set" unless [nil, :raise].include?(@klass._on_error)
        return "collection_key is set" if @klass._collection_key
        return "layout is set" if @klass._layout

        overridden = OriginalMethods.overridden(@klass)
        return "its backend is not JSON.generate" if overridden == :encode
        return "#{overridden} is overridden" if overridden
        return "attributes are not fetched as Alba does" unless OriginalMethods.fetch_order(@klass)

        key_refusal
      end

      def key_refusal
        texts = keys.values.map(&:to_s)
        return "two attributes have the same key" if texts.uniq.size < texts.size

        texts.each { |text| Type.const_get(:Member).to_utf8(text) }
        nil
      rescue ::StandardError => e
        "a key cannot be computed: #{e.message}"
      end

      # The key of each attribute in the text, by name.
      def keys
        resource = @klass.new(nil)
        @klass._attributes.to_h { |name, _| [name, resource.__send__(:transform_key, name)] }
      end

      # Marks the classes whose changes are reported.
      def watch
        @klass.ancestors.each do |klass|
          next unless klass.is_a?(::Class) && klass < ::Alba::Resource && !klass.frozen?

          klass.instance_variable_set(:@jacinth_watched, true)
        end
      end
    end
    private_constant :Plan
  end
end
