# frozen_string_literal: true

require "active_record"
require_relative "clock"

module Jacinth
  module OnRails
    # Active Record's objects straight from their attributes, where nothing of
    # what as_json would call on the way is overridden; what that is, is asked
    # for each class in each document, and again after an as_json was called.
    #
    # To ask costs as much as the as_json of some models. So the first ones in a
    # document go the long way, and pay for one question; and so do those that
    # come when no question is paid for. What is an Array of more need not pay.
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
      # What a record of the database has its attributes in. Releases that are
      # not known are asked by its public methods only.
      LAZY = ActiveModel::LazyAttributeSet
      LAZY_METHODS = %i[keys fetch_value].map { |name| [LAZY, name, LAZY.instance_method(name)] }.freeze
      LAZY_FILE = "#{MODEL_ROOT}/attribute_set/builder.rb".freeze
      LAZY_KNOWN = ActiveModel.gem_version < Gem::Version.new("8.2.a") &&
                   LAZY_METHODS.all? { |_, _, method| method.source_location.first == LAZY_FILE }
      # Types whose casts run no code of an app, by the beginnings of their names.
      TYPES = %w[
        ActiveModel::Type:: ActiveRecord::Type:: ActiveRecord::ConnectionAdapters:: ActiveRecord::Enum::EnumType
        ActiveRecord::AttributeMethods::TimeZoneConversion::TimeZoneConverter
      ].freeze
      # How a type casts what the database gave, by the owners of its deserialize,
      # cast and cast_value, where that gives what is there for most of it: the
      # numbers are those of active_record.c.
      VALUE = ActiveModel::Type::Value
      NUMERIC = ActiveModel::Type::Helpers::Numeric
      CASTS = {
        [VALUE, VALUE, ActiveModel::Type::String] => 1, [VALUE, VALUE, ActiveModel::Type::ImmutableString] => 1,
        [ActiveModel::Type::Integer, NUMERIC, ActiveModel::Type::Integer] => 2,
        [VALUE, NUMERIC, ActiveModel::Type::Float] => 3, [VALUE, VALUE, ActiveModel::Type::Boolean] => 4
      }.freeze
      MOMENT = 5
      CAST_NAMES = %i[deserialize cast cast_value].freeze
      CAST_METHODS = CASTS.keys.flat_map { |owners| owners.zip(CAST_NAMES) }.uniq.filter_map do |owner, name|
        method = owner.instance_method(name) if owner.method_defined?(name) || owner.private_method_defined?(name)
        [owner, name, method] if method && method.owner == owner
      end.freeze
      CASTS_GENUINE = CAST_METHODS.all? { |_, _, method| method.source_location&.first.to_s.start_with?(MODEL_ROOT) } &&
                      ActiveModel::Type::Boolean::FALSE_VALUES.include?(0) && !ActiveModel::Type::Boolean::FALSE_VALUES.include?(1)
      # A row of a result, as a set's values are in releases that have it.
      ROW = (ActiveRecord::Result::IndexedRow if defined?(ActiveRecord::Result::IndexedRow))
      # Whether only: gives the order, too.
      ONLY_ORDERS = begin
        asked = Class.new do
          include ActiveModel::Serialization

          def attributes = { "a" => 1, "b" => 2 }
          def a = 1
          def b = 2
        end
        asked.new.serializable_hash(only: %w[b a]).keys == %w[b a]
      end
      PRIMARY_KEY = ActiveRecord::AttributeMethods::PrimaryKey
      GENERATED = ActiveRecord::AttributeMethods::GeneratedAttributeMethods

      # Options of which as_json knows more than is known here.
      OPTIONS = %i[methods include root].freeze

      # Values that need no as_json before the walk comes to them.
      VALUES = [String, Integer, Float, NilClass, TrueClass, FalseClass, Time, Date, BigDecimal, ActiveSupport::TimeWithZone]
               .to_h { |type| [type, true] }.compare_by_identity.freeze
      PRICE = 5
      private_constant :NAMES

      # A class whose readers are known, in a document: readers by name, and the
      # last names that a record had, with those of them that are written.
      Columns = Struct.new(:readers, :names, :types, :written, :kinds, :additional) do
        # The names that are written of a record with these names; nil where one
        # of the readers is not a known one. types: those of its class, by name.
        def of(names, types, narrow)
          return written if types.equal?(self.types) && names == self.names

          self.names = names
          self.types = types
          self.written = choose(names, narrow)
          self.written = nil unless types.nil? || (types.keys - names).empty?
          self.kinds = written && types && Models.kinds(written, types)
          self.additional = nil
          written
        end

        # How each of the written columns' types casts, in a query that adds types
        # of its own; nil where one of them has such a type.
        def kinds_beside(additional)
          return kinds if additional.equal?(self.additional)
          return unless kinds && written.none? { |name| additional.key?(name) }

          self.additional = additional
          kinds
        end

        private

        def choose(names, narrow)
          chosen = narrow ? narrowed(names, narrow) : names
          chosen -= [readers[:left_out]] if readers[:left_out] && !narrow&.[](:only)
          chosen.map(&:-@) if chosen.all? { |name| readers[name] }
        end

        def narrowed(names, narrow)
          only = narrow[:only]
          return names - Array(narrow[:except]).map(&:to_s) unless only

          only = Array(only).map(&:to_s)
          ONLY_ORDERS ? only & names : names & only
        end
      end
      private_constant :Columns

      # The attributes of a class whose readers are Active Record's own, and what
      # that was found by: kept by the class itself, which has it freed with it
      # when it is loaded anew.
      class Readers
        # By name; or false where the class overrides more than readers.
        def self.of(type)
          kept = type.instance_variable_get(:@jacinth_readers)
          kept = type.instance_variable_set(:@jacinth_readers, new(type)) unless kept&.same?(type)
          kept.names
        end

        attr_reader :names

        def initialize(type)
          @marks = marks(type)
          @names = known?(type) ? find(type) : false
          names = [*HOLDERS.keys, *(@names ? @names.keys.grep(String) : [])]
          @methods = names.map { |name| [name, type.instance_method(name)] }
          @above = above(type)
          freeze
        end

        # Whether nothing that this depends on has changed.
        def same?(type)
          marks(type).each_with_index { |mark, i| return false unless mark.equal?(@marks[i]) }
          @methods.each { |name, method| return false unless type.instance_method(name) == method }
          above(type) == @above
        rescue NameError
          false
        end

        private

        # Active Record has new ones where they change.
        def marks(type)
          [type.column_names, type.attribute_types, type.attribute_aliases, type.attribute_method_patterns,
           type.primary_key, type.inheritance_column]
        end

        def above(type) = type.instance_method(:serializable_hash).super_method

        def known?(type)
          HOLDERS.all? { |name, holder| type.instance_method(name).owner.equal?(holder) } &&
            above(type)&.owner.equal?(ActiveModel::Serialization)
        end

        def find(type)
          names = type.column_names.select { |name| reader?(type, name) }.to_h { |name| [name, true] }
          names[:left_out] = type.inheritance_column if type._has_attribute?(type.inheritance_column)
          names.freeze
        end

        def reader?(type, name)
          method = type.instance_method(name)
          return false unless method.source_location&.first&.start_with?(ROOT, MODEL_ROOT)
          return false if type.attribute_aliases.key?(name) || derived?(type, name)
          return false unless cast_known?(type.type_for_attribute(name))

          return method.owner.is_a?(GENERATED) unless name == "id" && method.owner.equal?(PRIMARY_KEY)

          type.primary_key == "id"
        rescue NameError
          false
        end

        # Whether a cast by the type, and by what it wraps, runs no code of an app.
        def cast_known?(type)
          name = type.class.name
          return false unless name&.start_with?(*TYPES) && !type.is_a?(ActiveRecord::Type::Serialized)
          return false unless Object.const_source_location(name)&.first.to_s.start_with?(ROOT, MODEL_ROOT)
          return cast_known?(type.__getobj__) if type.is_a?(Delegator)

          inner = type.instance_variable_get(:@subtype)
          inner.nil? || cast_known?(inner)
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
      private_constant :Readers

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

        # Forgets what was found out: code that is not known has run.
        def forget(value, known)
          paid = known[:paid] || 0
          known.clear if known.key?(:methods)
          known[:paid] = ActiveRecord::Base === value ? paid + 1 : paid # rubocop:disable Style/CaseEquality
          known[:unsure] = true
        end

        # What is known before a document is begun: that it has models enough to
        # pay for a question; or nil.
        def paid(value)
          { paid: PRICE } if value.instance_of?(Array) && value.size > PRICE && ActiveRecord::Base === value.first # rubocop:disable Style/CaseEquality
        end

        # A model, or an Array of models only: value, or a relation's records,
        # which as_json(options) would be handed to one by one. nil for all else.
        def list(value)
          case value
          when ActiveRecord::Base then value
          when ActiveRecord::Relation then delegating?(value) ? value.records.dup : nil
          when Array then value if value.instance_of?(Array) && value.all?(ActiveRecord::Base)
          end
        end

        # How each column's type casts, or nil where a method of theirs is not
        # the known one. Types are asked once, many columns have the same.
        def kinds(names, types)
          return unless CASTS_GENUINE
          return unless CAST_METHODS.all? { |owner, name, method| owner.instance_method(name) == method }

          found = {}.compare_by_identity
          names.map { |name| found[types[name]] ||= kind(types[name]) }
        end

        private

        def kind(type)
          return Clock.type?(type) ? MOMENT : 0 if Delegator === type # rubocop:disable Style/CaseEquality

          CASTS.fetch(CAST_NAMES.map { |name| type.method(name).owner }, 0)
        end

        def model(record, options, known)
          return if options&.any? { |name, _| OPTIONS.include?(name) }
          return unless ask(known, :methods) { pay(known) && methods? }

          narrow = options if options&.values_at(:only, :except)&.any?
          columns = columns(record.class, narrow, known)
          attributes(record, columns, narrow, known) if columns && !record.include_root_in_json
        end

        def attributes(record, columns, narrow, known)
          set = record.instance_variable_get(:@attributes)
          return lazy_pairs(set, columns, narrow, known) if LAZY_KNOWN && set.instance_of?(LAZY)

          known[:unsure] = true # defaults are an app's code
          names = columns.of(set.keys, nil, narrow)
          names && RailsWalk.pairs(set, nil, names, VALUES, nil, nil, nil, nil)
        end

        # Whether a question is paid for; nil, which is not remembered, if not.
        def pay(known)
          paid = known[:paid].to_i
          return if paid < PRICE

          known[:paid] = paid - PRICE
          true
        end

        def columns(type, narrow, known)
          name = narrow ? [type] : type
          known.fetch(name) do
            readers = readers(type)
            known[name] = readers && Columns.new(readers)
          end
        end

        # As AttributeSet#keys and #fetch_value do, without making an Attribute
        # for each name.
        def lazy_pairs(set, columns, narrow, known)
          names = set.instance_variable_get(:@values).keys
          made = set.instance_variable_get(:@attributes)
          return if made.size > names.size

          written = columns.of(names, set.instance_variable_get(:@types), narrow)
          return unless written
          return raw_pairs(set, columns, written, known) if made.empty?
          return unless made.all? { |name, attribute| attribute.initialized? && columns.readers.key?(name) }

          RailsWalk.pairs(set, nil, written, VALUES, nil, nil, nil, nil)
        end

        # The same from what the database gave, where no type of the query's own
        # is in between.
        def raw_pairs(set, columns, written, known)
          cast = set.instance_variable_get(:@casted_values)
          values = set.instance_variable_get(:@values)
          kinds = columns.kinds_beside(set.instance_variable_get(:@additional_types))
          if values.instance_of?(Hash)
            row = nil
          elsif ROW && values.instance_of?(ROW)
            row = values.instance_variable_get(:@row)
            values = values.instance_variable_get(:@column_indexes)
          else
            kinds = nil
          end
          clock = known.fetch(:clock) { known[:clock] = Clock.make } if kinds&.include?(MOMENT)
          RailsWalk.pairs(set, cast, written, VALUES, kinds, values, row, clock || nil)
        end

        # Array#as_json of its records, which are models.
        def relation(relation, known)
          return unless delegating?(relation)

          records = relation.records
          return if records.size < PRICE && !known[:methods]

          ask(known, :methods) { methods? } && records.dup
        end

        def delegating?(relation)
          relation.class.instance_method(:as_json).source_location&.first&.start_with?(ROOT)
        end

        # What is nil is not remembered.
        def ask(known, name)
          known.fetch(name) do
            answer = yield
            known[name] = answer unless answer.nil?
            answer
          end
        end

        def methods?
          GENUINE && HOLDERS.size == NAMES.size && Known.core? &&
            [*METHODS, *LAZY_METHODS].all? { |holder, name, method| holder.instance_method(name) == method }
        end

        def readers(type) = Readers.of(type)
      end
    end
    private_constant :Models
  end
end
