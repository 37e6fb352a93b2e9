# frozen_string_literal: true

module Jacinth
  module OnAlba
    # The resource of an association, which the compiled code calls for its values.
    class Nested # :nodoc: all
      WITHIN = ::Alba::Resource.const_get(:WITHIN_DEFAULT)
      NO_PARAMS = {}.freeze

      # The variables of an association. @modifier is @condition in some releases of Alba.
      Parts = Struct.new(:name, :resource, :source, :modifier, :traits, :params) do
        def self.of(association)
          modifier = association.instance_variable_defined?(:@modifier) ? :@modifier : :@condition
          new(*[:@name, :@resource, :@source, modifier, :@with_traits, :@params].map do |name|
            association.instance_variable_get(name)
          end)
        end
      end

      def initialize(association)
        @association = association
        @resource = association.instance_variable_get(:@resource)
      end

      # Returns the rows of the associated object, or the Hashes that Alba makes of it.
      # params: those of the resource, merged with those of the association unless the
      # latter are empty.
      def value(object, params)
        return if object.nil?
        return chosen(object, params) if @resource.is_a?(Proc)

        klass = @class ||= @association.__send__(:constantize, @resource)
        rows(klass, object, params)
      end

      private

      def chosen(object, params)
        return rows(@resource.call(object), object, params) unless object.is_a?(Enumerable)

        object.map { |item| rows(@resource.call(item), item, params) }
      end

      def rows(klass, object, params)
        plan = Plan.compiled(klass)
        return plan.nested_rows(object, params) if plan

        klass.new(object, params: params.merge(NO_PARAMS), within: WITHIN, with_traits: nil).to_h
      end
    end

    # A nested attribute, whose block is the body of a class. Alba makes that class for each
    # object; here it is made once for a document, or for each call of an association.
    class NestedAttribute # :nodoc: all
      CLASSES = :@jacinth_classes
      private_constant :CLASSES

      # True if the attribute has Alba's method.
      def self.for?(attribute)
        attribute.instance_of?(::Alba::NestedAttribute) && OriginalMethods.alba?(attribute.method(:value))
      end

      # Forgets the classes of a resource, which can serialize several documents.
      def self.forget(resource) = resource.instance_variable_set(CLASSES, {})

      def initialize(attribute) = @attribute = attribute

      # Returns the Hash of the object, as Alba makes it. The attribute's method is called if
      # the program has replaced it since the resource was compiled.
      def value(object, resource, params)
        classes = resource.instance_variable_get(CLASSES) || self.class.forget(resource)
        klass = classes[self] ||= (make if self.class.for?(@attribute))
        return @attribute.value(object: object, params: params, within: Nested::WITHIN) unless klass

        klass.new(object, params: params, within: Nested::WITHIN).serializable_hash
      end

      private

      def make
        parent, keys, body = %i[@klass @key_transformation @block].map { |name| @attribute.instance_variable_get(name) }
        klass = ::Class.new(parent)
        klass.instance_variable_set(:@_attributes, {})
        klass.transform_keys(keys)
        klass.class_eval(&body)
        klass
      end
    end
    private_constant :Nested, :NestedAttribute
  end
end
