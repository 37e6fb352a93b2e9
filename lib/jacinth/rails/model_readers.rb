# frozen_string_literal: true

module Jacinth
  module OnRails
    # The attributes of a model class whose readers are Active Record's own, and the
    # methods and settings on which that depends. The class keeps this object, so that both
    # are freed when the class is reloaded.
    class ModelReaders # :nodoc: all
      # The module that defines each method between as_json and an attribute.
      HOLDERS = {
        as_json: ActiveModel::Serializers::JSON,
        serializable_hash: ActiveRecord::Serialization,
        serializable_attributes: ActiveModel::Serialization,
        read_attribute_for_serialization: ActiveModel::Serialization,
        attribute_names_for_serialization: ActiveRecord::Serialization,
        attribute_names: ActiveRecord::AttributeMethods,
        _read_attribute: ActiveRecord::AttributeMethods::Read
      }.select { |name, holder| holder.method_defined?(name) || holder.private_method_defined?(name) }.freeze
      # Returns the owner and the place of a class's method, and of those that it calls by
      # super.
      def self.chain(type, name)
        method = type.instance_method(name)
        chain = []
        while method
          chain << [method.owner, method.source_location]
          method = method.super_method
        end
        chain
      end

      # Methods that read an attribute which has no reader, such as that of a join.
      WITHOUT_READER = %i[
        method_missing respond_to_missing? attribute_missing matched_attribute_method attribute_method? attribute
        respond_to_without_attributes?
      ].to_h { |name| [name, chain(ActiveRecord::Base, name)] }.freeze
      WITHOUT_READER_ORIGINAL = WITHOUT_READER.values.flatten(1).all? do |_, source|
        source.nil? || ModelSources.include?(source)
      end
      PRIMARY_KEY = ActiveRecord::AttributeMethods::PrimaryKey
      GENERATED = ActiveRecord::AttributeMethods::GeneratedAttributeMethods
      private_constant :PRIMARY_KEY, :GENERATED

      # Returns the readers of a class, which are examined again after a change.
      def self.of(type)
        kept = type.instance_variable_get(:@jacinth_readers)
        kept&.same?(type) ? kept : type.instance_variable_set(:@jacinth_readers, new(type))
      end

      # type: a class of Active Record.
      def initialize(type)
        @type = type
        @marks = marks
        @names = original? ? find : nil
        names = [*HOLDERS.keys, *@names&.keys]
        @methods = names.map { |name| [name, type.instance_method(name)] }
        @above = above
        @left_out = type.inheritance_column if @names && type._has_attribute?(type.inheritance_column)
        freeze
      end

      # The name of the column with the class, which as_json leaves out, or nil.
      attr_reader :left_out

      # False if the class overrides a method between as_json and the readers.
      def any? = !@names.nil?

      # True if as_json gets the attribute by a reader of Active Record, or without
      # one. names: those of all attributes of the record.
      def read?(name, names) = @names.key?(name) || (!@type.column_names.include?(name) && without_reader?(name, names))

      # True if nothing has changed on which this depends.
      def same?(type)
        return false unless type.equal?(@type) && marks.each_with_index.all? { |mark, i| mark.equal?(@marks[i]) }

        @methods.each { |name, method| return false unless type.instance_method(name) == method }
        above == @above
      rescue NameError
        false
      end

      private

      # Active Record makes new ones when they change.
      def marks
        [@type.column_names, @type.attribute_types, @type.attribute_aliases, @type.attribute_method_patterns,
         @type.primary_key, @type.inheritance_column]
      end

      def above = @type.instance_method(:serializable_hash).super_method

      def original?
        HOLDERS.all? { |name, holder| @type.instance_method(name).owner.equal?(holder) } &&
          above&.owner.equal?(ActiveModel::Serialization)
      end

      def find = @type.column_names.select { |name| reader?(name) }.to_h { |name| [name, true] }

      def reader?(name)
        method = @type.instance_method(name)
        return false unless ModelSources.include?(method.source_location)
        return false if @type.attribute_aliases.key?(name) || derived?(name, @type.column_names)
        return false unless CastKinds.safe?(@type.type_for_attribute(name))

        return method.owner.is_a?(GENERATED) unless name == "id" && method.owner.equal?(PRIMARY_KEY)

        @type.primary_key == "id"
      rescue NameError
        false
      end

      # True if method_missing reads the attribute.
      def without_reader?(name, names)
        type = @type
        return false if type.method_defined?(name) || type.private_method_defined?(name) || derived?(name, names)

        WITHOUT_READER_ORIGINAL && WITHOUT_READER.all? { |method, chain| ModelReaders.chain(type, method) == chain }
      end

      # True if the name is also that of another attribute's method, such as
      # name_was.
      def derived?(name, names)
        @type.attribute_method_patterns.any? do |pattern|
          found = pattern.match(name)
          found && found.attr_name != name && names.include?(found.attr_name)
        end
      end
    end
    private_constant :ModelReaders
  end
end
