# frozen_string_literal: true

module Jacinth
  module OnAlba
    # Prepended to the instance methods of resources.
    module Serialization # :nodoc: all
      # Alba's as_json adds the root key and the metadata to the rows, which the Type then
      # writes. If that fails, Alba serializes the resource, and raises the error.
      def serialize(root_key: nil, meta: Nested::NO_PARAMS)
        return super unless OnAlba.installed? && @with_traits.nil? && Nested::WITHIN.equal?(@within)

        plan = Plan.of(self.class, @object)
        return super unless plan && plan.attributes.equal?(@_attributes) && !frozen? && singleton_methods.empty?

        rows = plan.values(self, @object, @params) or return super
        plan.text(jacinth_document(plan, rows, root_key, meta)) || super
      end

      def serializable_hash
        rows = @jacinth_rows or return super
        @jacinth_rows = nil
        rows
      end

      private

      def jacinth_document(plan, rows, root_key, meta)
        # Without a root key, as_json returns the rows.
        return rows if root_key.nil? && @_key.nil? && @_key_for_collection.nil? && plan.original_root_key?

        begin
          @jacinth_rows = rows
          as_json(root_key: root_key, meta: meta)
        ensure
          @jacinth_rows = nil
        end
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
    Settings = Serializer.reporter(self, %i[inflector= backend= encoder= symbolize_keys! stringify_keys! reset!])

    # Prepended to the singleton class of Alba's instance methods: reports those that a
    # program changes.
    Redefinitions = Serializer.reporter(self)
    private_constant :Serialization, :Declarations, :Settings, :Redefinitions

    ::Alba::Resource::InstanceMethods.prepend(Serialization)
    ::Alba::Resource::InstanceMethods.singleton_class.prepend(Redefinitions)
    ::Alba::Resource::ClassMethods.prepend(Declarations)
    ::Alba.singleton_class.prepend(Settings)
    install
  end
end
