# frozen_string_literal: true

require "active_record"

module Jacinth
  module OnRails
    # Active Record's objects straight from their attributes, where nothing of
    # what as_json would call on the way is overridden; what that is, is asked
    # for each class in each document, and again after an as_json was called.
    module Models # :nodoc: all
      ROOT = File.dirname(ActiveRecord::Serialization.instance_method(:serializable_hash).source_location[0])
      MODEL_ROOT = File.dirname(ActiveModel::Serialization.instance_method(:serializable_hash).source_location[0])

      # Where each method that as_json comes to is defined.
      HOLDERS = {
        as_json: ActiveModel::Serializers::JSON,
        serializable_hash: ActiveRecord::Serialization,
        serializable_attributes: ActiveModel::Serialization,
        read_attribute_for_serialization: ActiveModel::Serialization,
        attribute_names_for_serialization: ActiveRecord::Serialization,
        attribute_names: ActiveRecord::AttributeMethods,
        _read_attribute: ActiveRecord::AttributeMethods::Read
      }.select { |name, holder| holder.method_defined?(name) || holder.private_method_defined?(name) }.freeze
      NAMES = %i[
        as_json serializable_hash serializable_attributes read_attribute_for_serialization
        attribute_names_for_serialization attribute_names _read_attribute
      ].freeze
      METHODS = HOLDERS.map { |name, holder| [holder, name, holder.instance_method(name)] }.freeze
      # Kernel#send, as read_attribute_for_serialization is in some releases.
      GENUINE = METHODS.all? do |_, _, method|
        path, = method.source_location
        path.nil? || path.start_with?(ROOT, MODEL_ROOT)
      end
      PRIMARY_KEY = ActiveRecord::AttributeMethods::PrimaryKey
      GENERATED = ActiveRecord::AttributeMethods::GeneratedAttributeMethods

      # Options that change what a model writes.
      OPTIONS = %i[only except methods include root].freeze

      # Values that need no as_json before the walk comes to them.
      VALUES = [String, Integer, Float, NilClass, TrueClass, FalseClass, Time, Date, BigDecimal, ActiveSupport::TimeWithZone]
               .to_h { |type| [type, true] }.compare_by_identity.freeze
      private_constant :NAMES

      class << self
        # What stands for value in the document: a Hash of a model, an Array of
        # a relation; nil where as_json is to be asked. known: what was found
        # out in this document. A relation's Array would be taken for what an
        # as_json gave, whose models are not asked with the options any more.
        def shorten(value, options, known)
          case value
          when ActiveRecord::Base then model(value, options, known)
          when ActiveRecord::Relation then options ? nil : relation(value, known)
          end
        end

        private

        def model(record, options, known)
          return if options && OPTIONS.any? { |name| options.key?(name) }
          return unless ask(known, :methods) { methods? }

          type = record.class
          readers = known.fetch(type) { known[type] = readers(type) }
          return if !readers || record.include_root_in_json

          pairs(record.instance_variable_get(:@attributes), readers)
        end

        # name => value; nil where a reader or a value is not a known one.
        def pairs(attributes, readers)
          hash = {}
          for name in attributes.keys # rubocop:disable Style/For
            known = readers[name]
            next if known == :left_out
            return unless known

            value = attributes.fetch_value(name)
            return unless VALUES.key?(value.class)

            hash[name] = value
          end
          hash
        end

        # Array#as_json of its records, which are models.
        def relation(relation, known)
          method = relation.class.instance_method(:as_json)
          return unless method.source_location&.first&.start_with?(ROOT) && ask(known, :methods) { methods? }

          relation.records.dup
        end

        def ask(known, name)
          known.fetch(name) { known[name] = yield }
        end

        def methods?
          GENUINE && HOLDERS.size == NAMES.size && Known.core? &&
            METHODS.all? { |holder, name, method| holder.instance_method(name) == method }
        end

        # The attributes of the class whose readers are Active Record's own, by
        # name; or false where the class overrides more than readers.
        def readers(type)
          return false unless HOLDERS.all? { |name, holder| type.instance_method(name).owner.equal?(holder) }

          above = type.instance_method(:serializable_hash).super_method
          return false unless above&.owner.equal?(ActiveModel::Serialization)

          readers = type.column_names.select { |name| reader?(type, name) }.to_h { |name| [name, true] }
          readers[type.inheritance_column] = :left_out if type._has_attribute?(type.inheritance_column)
          readers
        end

        def reader?(type, name)
          method = type.instance_method(name)
          return false unless method.source_location&.first&.start_with?(ROOT, MODEL_ROOT)
          return false if type.attribute_aliases.key?(name) || derived?(type, name)

          return method.owner.is_a?(GENERATED) unless name == "id" && method.owner.equal?(PRIMARY_KEY)

          type.primary_key == "id"
        rescue NameError
          false
        end

        # Whether the name is also that of another attribute's method, such as
        # name_was.
        def derived?(type, name)
          type.attribute_method_patterns.any? do |pattern|
            found = pattern.match(name)
            found && found.attr_name != name && type.column_names.include?(found.attr_name)
          end
        end
      end
    end
    private_constant :Models
  end
end
