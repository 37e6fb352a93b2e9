# frozen_string_literal: true

module Jacinth
  module OnJbuilder
    # Prepended to the methods of builders, which are BasicObjects.
    module Building # :nodoc: all
      BLANK = ::Jbuilder.const_get(:BLANK)
      # Finds out if a value is blank, which happens almost never.
      SEARCH =
        if Jacinth.const_defined?(:RailsWalk, false) && RailsWalk.respond_to?(:object_of?)
          RailsWalk
        else
          ::Module.new { def self.object_of?(hash, klass) = hash.each_value.any?(klass) }
        end
      private_constant :BLANK, :SEARCH

      # rubocop:disable Style/CaseEquality -- is_a? would be a key of a Jbuilder

      private

      # Does the same as jbuilder's method, and sets a single value with fewer calls.
      def _set(key, value = BLANK, attributes = nil)
        return super if !@jacinth_own || defined?(yield) || !attributes.empty? || @deep_format_keys ||
                        ::Jbuilder === value

        _set_value(key, value)
      end

      # Does the same as jbuilder's method, with fewer calls of its other methods.
      def _set_value(key, value) # rubocop:disable Metrics
        @jacinth_own = OwnMethods.for?(self) if @jacinth_own.nil?
        empty = !(::Hash === @attributes)
        return super unless @jacinth_own && (!empty || ::Jbuilder::Blank === @attributes)
        return if (@ignore_nil && value.nil?) || ::Jbuilder::Blank === value

        @attributes = {} if empty
        name = if @key_formatter then @key_formatter.format(key)
               else ::Symbol === key ? key.name : _key(key)
               end
        @attributes[name] = value
      end

      def _extract(object, attributes) # rubocop:disable Metrics -- no calls between the checks, which cost time
        if attributes.size < AttributeList::SHORTEST
          return super if !@jacinth_own || ::Hash === object

          return attributes.each do |key|
            value = object.public_send(key)
            _set_value(key, @deep_format_keys ? _format_keys(value) : value)
          end
        end
        unless attributes.eql?(@jacinth_names)
          @jacinth_own = OwnMethods.for?(self) if @jacinth_own.nil?
          @jacinth_list = (AttributeList.of(attributes) if @jacinth_own)
          @jacinth_names = @jacinth_list&.names
        end
        return super unless @jacinth_list && !@deep_format_keys

        blank = ::Jbuilder::Blank === @attributes
        return super unless blank || @attributes.instance_of?(::Hash)

        values = _jacinth_values(object) or return super
        return _jacinth_fail(values) if ::Array === values

        values.compact! if @ignore_nil
        values.delete_if { |_, value| ::Jbuilder::Blank === value } if SEARCH.object_of?(values, ::Jbuilder::Blank)
        if !blank
          @attributes.update(values)
        elsif !values.empty?
          @attributes = values
        end
        attributes
      end

      # AttributeList#values, or nil if the method of an attribute sets attributes of the
      # builder, which jbuilder puts between the others.
      def _jacinth_values(object)
        before = @attributes
        @attributes = BLANK
        values = @jacinth_list.values(object, @key_formatter)
        BLANK.equal?(@attributes) ? values : @jacinth_list.refuse
      ensure
        @attributes = before
      end

      # Sets the attributes before the one that raised.
      def _jacinth_fail((error, *values))
        @jacinth_names.zip(values).first(values.size).each { |name, value| _set_value(name, value) }
        ::Kernel.raise error
      end

      def _blank?(value = @attributes) = ::Jbuilder::Blank === value
      # rubocop:enable Style/CaseEquality
    end

    # Prepended to the singleton class of Jbuilder: reports changed methods.
    module Declarations # :nodoc: all
      %i[method_added method_removed method_undefined include prepend].each do |name|
        define_method(name) do |*arguments|
          super(*arguments)
        ensure
          OnJbuilder.changed
        end
      end
    end
    private_constant :Building, :Declarations

    if KNOWN
      ::Jbuilder.prepend(Building)
      ::Jbuilder.singleton_class.prepend(Declarations)
    end
    install
  end
end
