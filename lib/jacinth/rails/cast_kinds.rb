# frozen_string_literal: true

module Jacinth
  module OnRails
    # How the types of attributes cast the database's values. Kinds are indices of
    # RailsWalk::CASTS, which comes from ext/jacinth/rails/active_record.c.
    module CastKinds # :nodoc: all
      # Types whose casts run no code of an app, by the beginnings of their names.
      NAMES = %w[
        ActiveModel::Type:: ActiveRecord::Type:: ActiveRecord::ConnectionAdapters:: ActiveRecord::Enum::EnumType
        ActiveRecord::AttributeMethods::TimeZoneConversion::TimeZoneConverter
      ].freeze
      VALUE = ActiveModel::Type::Value
      NUMERIC = ActiveModel::Type::Helpers::Numeric
      # A type's cast gives the database's own value for most values if its
      # deserialize, cast and cast_value have these owners.
      BY_OWNERS = {
        [VALUE, VALUE, ActiveModel::Type::String] => :text, [VALUE, VALUE, ActiveModel::Type::ImmutableString] => :text,
        [ActiveModel::Type::Integer, NUMERIC, ActiveModel::Type::Integer] => :integer,
        [VALUE, NUMERIC, ActiveModel::Type::Float] => :float, [VALUE, VALUE, ActiveModel::Type::Boolean] => :boolean,
        [VALUE, VALUE, VALUE] => :none
      }.transform_values { |cast| RailsWalk::CASTS.index(cast) }.freeze
      MOMENT, ANY = %i[moment any].map { |cast| RailsWalk::CASTS.index(cast) }
      CASTS = %i[deserialize cast cast_value].freeze
      METHODS = BY_OWNERS.keys.flatten.uniq.flat_map { |owner| MethodChecks.list(owner, CASTS) }
                         .select { |owner, _, method| method.owner == owner }.freeze
      ORIGINAL = METHODS.all? { |_, _, method| method.source_location&.first.to_s.start_with?(ModelSources::MODEL) } &&
                 ActiveModel::Type::Boolean::FALSE_VALUES.include?(0) && !ActiveModel::Type::Boolean::FALSE_VALUES.include?(1)

      class << self
        # The kind of each type, or nil if a method of Active Model's types is
        # redefined. Many columns have the same type, which is examined once.
        def of(types)
          return unless ORIGINAL && MethodChecks.unchanged?(METHODS)

          found = {}.compare_by_identity
          types.map { |type| found[type] ||= kind(type) }
        end

        # True if a cast by the type, and by the type inside of it, runs no code
        # of an app.
        def safe?(type)
          name = type.class.name
          return false unless name&.start_with?(*NAMES) && !type.is_a?(ActiveRecord::Type::Serialized)
          return false unless ModelSources.include?(Object.const_source_location(name))
          return safe?(type.__getobj__) if type.is_a?(Delegator)

          inner = type.instance_variable_get(:@subtype)
          inner.nil? || safe?(inner)
        end

        private

        def kind(type)
          return Clock.type?(type) ? MOMENT : ANY if Delegator === type # rubocop:disable Style/CaseEquality

          BY_OWNERS.fetch(CASTS.map { |name| type.method(name).owner }, ANY)
        end
      end
    end
    private_constant :CastKinds
  end
end
