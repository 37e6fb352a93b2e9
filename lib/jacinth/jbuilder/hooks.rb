# frozen_string_literal: true

module Jacinth
  module OnJbuilder
    # Prepended to the methods of builders, which are BasicObjects.
    module Building # :nodoc: all
      # rubocop:disable Style/CaseEquality -- is_a? would be a key of a Jbuilder

      BLANK = ::Jbuilder.const_get(:BLANK)
      # Finds out if a value is blank, which is rare.
      SEARCH =
        if Jacinth.const_defined?(:RailsWalk, false) && RailsWalk.respond_to?(:object_of?)
          RailsWalk
        else
          ::Module.new { def self.object_of?(hash, klass) = hash.any? { |_, value| klass === value } }
        end
      # Its method original? checks the class of a builder.
      CLASSES = EXTENSION || OriginalMethods
      private_constant :BLANK, :SEARCH, :CLASSES

      private

      def _array(collection = nil, attributes = nil)
        return super if collection.nil? || defined?(yield) || attributes.nil? || attributes.empty? ||
                        SerializerAdapter::Plan.size(collection).zero?

        rows = _jacinth_rows(collection, attributes) or return super
        @attributes = _merge_values(@attributes, rows)
      end

      def _extract(object, attributes) # rubocop:disable Metrics -- no calls between the checks, which cost time
        list = AttributeList.of(attributes) unless @deep_format_keys
        return super unless list && !@jacinth_changed && CLASSES.original?(self)

        blank = ::Jbuilder::Blank === @attributes
        return super unless blank || @attributes.instance_of?(::Hash)

        values = _jacinth_values(list, object) or return super
        return _jacinth_fail(list, values) if ::Array === values

        _jacinth_remove(values) if @ignore_nil || SEARCH.object_of?(values, ::Jbuilder::Blank)
        if blank
          @attributes = values unless values.empty?
        elsif @attributes.empty? && !@attributes.compare_by_identity?
          @attributes.replace(values) # faster than update
        else
          @attributes.update(values)
        end
        attributes
      end

      # Removes the attributes that jbuilder does not set.
      def _jacinth_remove(values)
        values.compact! if @ignore_nil
        values.delete_if { |_, value| ::Jbuilder::Blank === value } if SEARCH.object_of?(values, ::Jbuilder::Blank)
      end

      # AttributeList#rows.
      def _jacinth_rows(collection, attributes) # rubocop:disable Metrics
        list = AttributeList.of(attributes, 1) unless @deep_format_keys
        return unless list && !@jacinth_changed && CLASSES.original?(self)

        before, formatter, ignored = @attributes, @key_formatter, @ignore_nil
        blank = false
        begin
          @attributes = BLANK
          rows = list.rows(collection, formatter) do |row, object|
            if BLANK.equal?(@attributes) && formatter.equal?(@key_formatter) && !@deep_format_keys &&
               @ignore_nil == ignored
              _jacinth_remove(row) if ignored || SEARCH.object_of?(row, ::Jbuilder::Blank)
              row = BLANK if row.empty?
            else
              # A method of the object changed the builder.
              list.refuse
              @attributes, @key_formatter, @deep_format_keys, @ignore_nil = BLANK, formatter, false, ignored
              row = _scope { _extract(object, attributes) }
              ignored = @ignore_nil
            end
            blank ||= BLANK.equal?(row)
            row
          end
          rows.delete(BLANK) if blank && rows
          rows
        ensure
          @attributes, @key_formatter, @deep_format_keys = before, formatter, false
        end
      end

      # AttributeList#values, or nil if the method of an attribute sets attributes of the
      # builder, which jbuilder puts between the others.
      def _jacinth_values(list, object)
        before = @attributes
        @attributes = BLANK
        values = list.values(object, @key_formatter)
        BLANK.equal?(@attributes) ? values : list.refuse
      ensure
        @attributes = before
      end

      # Sets the attributes before the one that raised.
      def _jacinth_fail(list, (error, *values))
        list.names.zip(values).first(values.size).each { |name, value| _set_value(name, value) }
        ::Kernel.raise error
      end

      # A singleton method can call or replace each of jbuilder's methods.
      def singleton_method_added(name)
        @jacinth_changed = true
        super
      end

      def _blank?(value = @attributes) = ::Jbuilder::Blank === value
      # rubocop:enable Style/CaseEquality
    end

    # Prepended to key formatters. Freezes the keys, since a Hash copies other keys. Removed
    # if a program defines KeyFormatter#format, which need not use @cache.
    module PortableFormatting # :nodoc: all
      def format(key)
        @cache[key] || begin
          name = super
          name.instance_of?(::String) ? @mutex.synchronize { @cache[key] = -name } : name
        end
      end
    end
    Formatting = EXTENSION ? EXTENSION::Formatting : PortableFormatting

    # Extends KeyFormatter.
    module FormatDeclarations # :nodoc: all
      def method_added(name)
        Formatting.remove_method(:format) if name == :format && Formatting.method_defined?(:format)
        super
      end
    end

    # Prepended to the singleton classes of Jbuilder and KeyFormatter: reports changed methods.
    Declarations = SerializerAdapter.reporter(self)
    private_constant :Building, :PortableFormatting, :Formatting, :FormatDeclarations, :Declarations

    if KNOWN
      ::Jbuilder.prepend(Building)
      EXTENSION&.setup(::Jbuilder, ::Jbuilder::Blank, ::Jbuilder.const_get(:BLANK), OriginalMethods)
      # The extension's methods need _set, which jbuilder 2.14 does not have. They are called
      # before those of Building, and call super for what they do not do.
      ::Jbuilder.prepend(EXTENSION) if EXTENSION && ::Jbuilder.private_method_defined?(:_set)
      if OriginalMethods.original_formatter?
        ::Jbuilder::KeyFormatter.prepend(Formatting)
        ::Jbuilder::KeyFormatter.extend(FormatDeclarations)
      end
      [::Jbuilder, ::Jbuilder::KeyFormatter].each { |klass| klass.singleton_class.prepend(Declarations) }
    end

    # The methods of builders that uninstall removes, so that they take no time.
    NAMES = %i[set! method_missing _set _array _extract _set_value _map_collection].freeze
    METHODS = [Building, EXTENSION].compact.flat_map do |mod|
      names = mod.instance_methods(false) + mod.private_instance_methods(false)
      (NAMES & names).map { |name| mod.instance_method(name) }
    end
    private_constant :NAMES, :METHODS

    def self.define_methods
      METHODS.each do |method|
        method.owner.define_method(method.name, method)
        method.owner.__send__(:private, method.name) unless method.name == :set!
      end
    end

    def self.remove_methods = METHODS.each { |method| method.owner.remove_method(method.name) }
    private_class_method :define_methods, :remove_methods
    install
  end
end
