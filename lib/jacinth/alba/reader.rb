# frozen_string_literal: true

module Jacinth
  module OnAlba
    # The code that reads the values of an object for a resource. o: the object, r: the
    # resource, ps: its params.
    class Reader < SerializerAdapter::Reader # :nodoc: all
      REMOVED = ::Alba::REMOVE_KEY

      # private_calls: true to call the object's methods even if they are private.
      def initialize(klass, keys, order, private_calls)
        super()
        @klass = klass
        @keys = keys
        @order = order
        @private_calls = private_calls
        @nested = []
        @public_names = []
        compile
      end

      # True if the code uses the resource for objects that are not Hashes.
      def resource? = @resource

      # The names of the methods that the code calls directly, which must be public.
      attr_reader :public_names

      # True if the code makes classes of nested attributes.
      def classes? = @classes

      private

      def compile
        @nil_handler = constant(@klass._on_nil) if @klass._on_nil
        bodies = %i[row hash_row].map { |method| body(method) }
        constant_named("TYPE", Type.const_get(:Row).of(@keys.values, @nested, REMOVED))
        bodies.each { |body| @code.module_eval(body, __FILE__, __LINE__) }
      end

      def body(method)
        @hash = method == :hash_row
        @uses = false
        values = @klass._attributes.map { |name, attribute| expression(name, attribute) }
        @resource = @uses unless @hash
        "def self.#{method}(o, r, ps) = [TYPE, #{values.join(', ')}]"
      end

      def expression(name, attribute)
        @nested << associated?(attribute) unless @hash
        note(name, attribute) unless @hash
        value = value(name, attribute)
        return value unless @nil_handler && !alba?(attribute)

        handled(name, attribute, value)
      end

      def handled(name, attribute, value)
        handler = "#{resource}.instance_exec(o, #{key(name)}, #{constant(attribute)}, &#{@nil_handler})"
        "((v = #{value}).nil? ? #{handler} : v)"
      end

      def value(name, attribute)
        case attribute
        when Symbol then attribute_call(attribute)
        when Proc then "#{resource}.instance_exec(o, &#{constant(attribute)})"
        when ::Alba::Association then alba?(attribute) ? alba(name, attribute) : association(attribute)
        when ::Alba::ConditionalAttribute then alba?(attribute) ? alba(name, attribute) : conditional(name, attribute)
        else alba?(attribute) ? alba(name, attribute) : nested_attribute(attribute)
        end
      end

      # True if Alba's own method is called for the attribute.
      def alba?(attribute)
        case attribute
        when Symbol, Proc then false
        when ::Alba::Association then !Nested::Parts.of(attribute).traits.nil?
        when ::Alba::ConditionalAttribute
          condition = condition(attribute)
          !@nil_handler.nil? || alba?(body_of(attribute)) ||
            !(condition.is_a?(Symbol) || (condition.is_a?(Proc) && condition.arity <= 1))
        else !NestedAttribute.for?(attribute)
        end
      end

      def nested_attribute(attribute)
        @classes = true
        "#{constant(NestedAttribute.new(attribute))}.value(o, #{resource}, ps)"
      end

      def alba(name, attribute) = "#{resource}.__send__(:fetch_attribute, o, #{key(name)}, #{constant(attribute)})"

      def attribute_call(name)
        call = "#{resource}.__send__(#{literal(name)}, o)" if @hash || @order == :object || resource_method?(name)
        return call if resource_method?(name) && @order == :resource && !@hash
        return object_call(name) unless call

        errors = @order == :object ? "::NoMethodError, ::KeyError" : "::KeyError"
        "begin; #{@hash ? "o.fetch(#{literal(name)})" : "o.__send__(#{literal(name)})"}; rescue #{errors}; #{call}; end"
      end

      def resource_method?(name) = @klass._resource_methods.include?(name)

      # A call without __send__ is faster, but not allowed for a private method.
      def object_call(name)
        plain = plain_name?(name) && !@private_calls && !::Object.private_method_defined?(name)
        return "o.__send__(#{literal(name)})" unless plain

        @public_names |= [name]
        "o.#{name}"
      end

      def association(attribute)
        parts = Nested::Parts.of(attribute)
        merge = "(m = ps.merge(#{constant(parts.params)}))" if parts.source || parts.modifier || !parts.params.empty?
        object = object_of(parts)
        object = "#{constant(parts.modifier)}.call(#{object}, m, o)" if parts.modifier
        "(#{"#{merge}; " if merge}#{constant(Nested.new(attribute))}.value(#{object}, #{merge ? 'm' : 'ps'}))"
      end

      def object_of(parts)
        return "o.instance_exec(m, &#{constant(parts.source)})" if parts.source

        @hash ? "o.fetch(#{literal(parts.name)})" : object_call(parts.name)
      end

      def conditional(name, attribute)
        condition = condition(attribute)
        test = if condition.is_a?(Symbol)
                 "#{resource}.__send__(#{literal(condition)})"
               else
                 "#{resource}.instance_exec(o, &#{constant(condition)})"
               end
        "(#{test} ? (#{value(name, body_of(attribute))}) : #{constant(REMOVED)})"
      end

      def condition(attribute) = attribute.instance_variable_get(:@condition)
      def body_of(attribute) = attribute.instance_variable_get(:@body)

      def associated?(attribute)
        attribute = body_of(attribute) while attribute.is_a?(::Alba::ConditionalAttribute)
        attribute.is_a?(::Alba::Association)
      end

      def resource
        @uses = true
        "r"
      end

      def key(name) = constant(@keys.fetch(name))

      def note(name, attribute)
        kind = case attribute
               when Symbol then resource_method?(attribute) ? :methods : :read
               when Proc then :blocks
               when ::Alba::Association then :associations
               when ::Alba::NestedAttribute then :nested
               else :conditions
               end
        @kinds[alba?(attribute) ? :original : kind] << name
      end
    end
    private_constant :Reader
  end
end
