# frozen_string_literal: true

require_relative "model_sources"
require_relative "clock"
require_relative "cast_kinds"
require_relative "model_readers"
require_relative "model_columns"

module Jacinth
  module OnRails
    # Writes Active Record's objects directly from their attributes, if no method that
    # as_json would call is overridden. This is checked for each class in each document, and
    # again after a call of as_json.
    #
    # The check costs as much as the as_json of some records. Therefore it is only done for
    # an Array of more records (RailsWalk.worth_check?), or after as many calls of as_json;
    # and not at all while a class remembers that its records were refused.
    module Models # :nodoc: all
      METHODS = ModelReaders::HOLDERS.flat_map { |name, holder| MethodChecks.list(holder, [name]) }.freeze
      ALL_FOUND = METHODS.size == 7
      # A method without a source location is Kernel#send: in some releases,
      # read_attribute_for_serialization is an alias of it.
      ORIGINAL = METHODS.map { |_, _, method| method.source_location }
                        .all? { |source| source.nil? || ModelSources.include?(source) }
      # The attributes of a record that was loaded. For unknown releases, only its public
      # methods are called.
      LAZY = ActiveModel::LazyAttributeSet
      LAZY_METHODS = MethodChecks.list(LAZY, %i[keys fetch_value]).freeze
      LAZY_FILE = "#{ModelSources::MODEL}/attribute_set/builder.rb".freeze
      LAZY_SUPPORTED = ActiveModel.gem_version < Gem::Version.new("8.2.a") && LAZY_METHODS.size == 2 &&
                       LAZY_METHODS.all? { |_, _, method| method.source_location.first == LAZY_FILE }
      # The class of the values of a set, in releases that have it.
      ROW = (ActiveRecord::Result::IndexedRow if defined?(ActiveRecord::Result::IndexedRow))

      # Options for which as_json calls more methods.
      OPTIONS = %i[methods include root].freeze

      # Classes of values that the walk writes as their as_json is written.
      VALUES = [Time, Date, BigDecimal, ActiveSupport::TimeWithZone]
               .to_h { |type| [type, true] }.compare_by_identity.freeze
      # The number of documents without another check after a refusal.
      UNCHECKED = 2000
      # names: the attributes that a query loaded, nil for a record that was not loaded.
      # documents: the remaining documents of UNCHECKED.
      Refusal = Struct.new(:names, :documents)
      private_constant :ALL_FOUND, :Refusal

      class << self
        # Returns a record's attributes as a Hash; nil if as_json must be called. checks: the
        # results of checks in this document.
        def record_attributes(record, options, checks)
          return if options && OPTIONS.any? { |name| options.key?(name) }

          narrow = options if options&.values_at(:only, :except)&.any?
          columns = columns(record, narrow, checks)
          pairs = attributes(record, columns, checks) if columns && !record.include_root_in_json
          refuse(record) unless pairs
          pairs
        end

        # Returns a relation's records, for each of which Array#as_json would call as_json;
        # nil if as_json must be called. With options, the Array would be treated as the
        # result of an as_json, whose records get no options.
        def relation_records(relation, options, checks)
          return if options || !delegating?(relation)

          checks.clear unless relation.loaded? # loading runs callbacks
          records = relation.records
          return unless checks[:methods] || RailsWalk.worth_check?(records, 0)

          records.dup if !refused?(records.first) && original_methods?(checks)
        end

        # Returns the records of an Array or relation if writing them directly is faster than
        # as_json(options), which would pass the options to each of them; otherwise nil.
        def list(value, options)
          records = records_of(value) or return
          only = options[:only]
          return unless RailsWalk.worth_check?(records, only ? Array(only).size : 0)

          return if OPTIONS.any? { |name| options.key?(name) }

          records if RailsWalk.records?(records) && !refused?(records.first)
        end

        # True if the class remembers that such a record was refused.
        def refused?(record)
          refusal = record.class.instance_variable_get(:@jacinth_refusal)
          return false unless refusal&.documents&.positive? && refusal.names == loaded_names(record)

          refusal.documents -= 1
          true
        end

        private

        def records_of(value)
          return value if value.instance_of?(Array)

          value.records.dup if RailsWalk.relation?(value) && delegating?(value)
        end

        def columns(record, narrow, checks)
          type = record.class
          checks.fetch(narrow ? [type] : type) do |key|
            next if refused?(record) || !original_methods?(checks)

            readers = ModelReaders.of(type)
            checks[key] = readers.any? && ModelColumns.new(type, readers, narrow)
          end
        end

        # True if the methods that do not depend on the class are the original ones.
        def original_methods?(checks)
          checks.fetch(:methods) do
            checks[:methods] = ORIGINAL && ALL_FOUND && MethodChecks.core? &&
                               MethodChecks.unchanged?(METHODS) && MethodChecks.unchanged?(LAZY_METHODS)
          end
        end

        def attributes(record, columns, checks)
          set = record.instance_variable_get(:@attributes)
          return lazy_pairs(set, columns, checks) if LAZY_SUPPORTED && set.instance_of?(LAZY)

          checks[:unsure] = true # defaults are an app's code
          names = columns.of(set.keys)
          names && RailsWalk.pairs(set, nil, names, VALUES, nil, nil, nil, nil)
        end

        # The same as AttributeSet#keys and #fetch_value, without an Attribute for each name.
        def lazy_pairs(set, columns, checks)
          values = set.instance_variable_get(:@values)
          if ROW && values.instance_of?(ROW)
            row = values.instance_variable_get(:@row)
            values = values.instance_variable_get(:@column_indexes)
          end
          names = columns.of_lazy(set, values) or return
          made = set.instance_variable_get(:@attributes)
          return raw_pairs(set, columns, names, values, row, checks) if made.empty?

          RailsWalk.pairs(set, nil, names, VALUES, nil, nil, nil, nil) if columns.all?(made)
        end

        # The same from the values of the database. row: nil if values are by name.
        def raw_pairs(set, columns, names, values, row, checks)
          cast = set.instance_variable_get(:@casted_values)
          kinds = columns.kinds if values.instance_of?(Hash)
          clock = checks.fetch(:clock) { checks[:clock] = Clock.make } if kinds&.include?(CastKinds::MOMENT)
          RailsWalk.pairs(set, cast, names, VALUES, kinds, values, row, clock || nil)
        end

        def delegating?(relation)
          relation.class.instance_method(:as_json).source_location&.first&.start_with?(ModelSources::RECORD)
        end

        # Makes the class remember that its records with these names were refused. as_json is
        # always correct.
        def refuse(record)
          type = record.class
          return if type.frozen?

          type.instance_variable_set(:@jacinth_refusal, Refusal.new(loaded_names(record), UNCHECKED))
        end

        def loaded_names(record)
          set = record.instance_variable_get(:@attributes)
          set.instance_variable_get(:@values).keys if LAZY_SUPPORTED && set.instance_of?(LAZY)
        end
      end
    end
    private_constant :Models
    RailsWalk.models = [ActiveRecord::Base, ActiveRecord::Relation]
  end
end
