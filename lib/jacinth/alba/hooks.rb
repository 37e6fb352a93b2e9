# frozen_string_literal: true

module Jacinth
  module OnAlba
    # Prepended to the instance methods of resources.
    module Serialization # :nodoc: all
      # If the compiled code fails, Alba serializes the resource, and raises the error.
      def serialize(root_key: nil, meta: Nested::NO_PARAMS)
        text = jacinth_text(root_key, meta) if OnAlba.installed? && @with_traits.nil? && Nested::WITHIN.equal?(@within)
        return text if text

        # Without keywords, super takes less time.
        root_key.nil? && Nested::NO_PARAMS.equal?(meta) ? super() : super
      end

      private

      # Alba's methods add the root key and the metadata to the rows, which the Type then
      # writes. Returns nil if Alba must serialize the resource.
      def jacinth_text(root_key, meta) # rubocop:disable Metrics -- calls would cost time
        plan = Plan.of(self.class, @object) unless Plan.size(@object).zero?
        return unless plan && plan.attributes.equal?(@_attributes) && !frozen? && singleton_methods.empty?

        unless root_key.nil? && @_key.nil? && @_key_for_collection.nil? && plan.original_root_key?
          key = ::Alba.regularize_key(root_key.nil? ? fetch_key : root_key)
          key = nil if key && key.empty?
          # the methods that find the key can have changed the class
          return unless plan.equal?(Plan.of(self.class, @object))
        end
        rows = plan.values(self, @object, @params) or return
        plan.text(key ? hash_with_metadata({ key => rows }, meta) : rows)
      end
    end

    # Prepended to the class methods of resources: reports changes of a class that was
    # compiled, or from which such a class inherits.
    module Declarations # :nodoc: all
      CHANGING = (::Alba::Resource::ClassMethods.instance_methods(false) -
                  ::Alba::Resource.const_get(:INTERNAL_VARIABLES).keys - [:inherited])
                 .union(%i[include prepend method_removed method_undefined]).freeze

      CHANGING.each do |name|
        define_method(name) do |*arguments, **keywords, &block|
          super(*arguments, **keywords, &block)
        ensure
          OnAlba.changed if @jacinth_watched
        end
      end
    end

    # Prepended to Alba: reports changed settings.
    Settings = SerializerAdapter.reporter(self, %i[inflector= backend= encoder= symbolize_keys! stringify_keys! reset!])

    # Prepended to the singleton class of Alba's instance methods: reports those that a
    # program changes.
    Redefinitions = SerializerAdapter.reporter(self)
    private_constant :Serialization, :Declarations, :Settings, :Redefinitions

    ::Alba::Resource::InstanceMethods.prepend(Serialization)
    ::Alba::Resource::InstanceMethods.singleton_class.prepend(Redefinitions)
    ::Alba::Resource::ClassMethods.prepend(Declarations)
    ::Alba.singleton_class.prepend(Settings)
    install
  end
end
