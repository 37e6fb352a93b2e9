# frozen_string_literal: true

module Jacinth
  module OnRails
    # Converts the times of datetime columns to Time.zone, for one document: it keeps the
    # periods of the zone and the offset in each. The generator in C reads the instance
    # variables, and calls learn with a time of another period.
    class Clock # :nodoc: all
      CONVERTER = ActiveRecord::AttributeMethods::TimeZoneConversion::TimeZoneConverter
      TYPE = ActiveRecord::Type::DateTime
      # The methods between a value of the database and a TimeWithZone with its period.
      METHODS = {
        TYPE => %i[deserialize cast cast_value fast_string_to_time is_utc? default_timezone],
        CONVERTER => %i[deserialize convert_time_to_time_zone],
        Time => %i[in_time_zone acts_like? time_with_zone], Time.singleton_class => %i[zone find_zone!],
        ActiveSupport::TimeZone => %i[period_for_utc tzinfo],
        TZInfo::Timezone => %i[period_for_utc], TZInfo::DataTimezone => %i[period_for],
        TZInfo::TimezoneProxy => %i[period_for]
      }.flat_map { |type, names| MethodChecks.list(type, names) }.freeze
      # The folder .../gems/GEM/lib/ of each gem of these methods.
      ROOTS = {
        CONVERTER => :deserialize, ActiveModel::Type::Value => :cast, ActiveSupport::TimeWithZone => :xmlschema,
        TZInfo::Timezone => :period_for_utc
      }.map { |type, name| type.instance_method(name).source_location&.first.to_s[%r{\A.*/lib/}] }.freeze
      ORIGINAL = ROOTS.all? && METHODS.all? { |_, _, method| method.source_location&.first.to_s.start_with?(*ROOTS) } &&
                 ActiveRecord.respond_to?(:default_timezone)
      # The greatest number of kept periods.
      MOST = 16
      # The beginning or end, in seconds, of a period that has none.
      EVER = 1 << 60
      private_constant :METHODS, :ROOTS, :ORIGINAL, :MOST, :EVER

      class << self
        # Returns a clock for a document; or false if one of the methods is redefined, or if
        # times are written in another format.
        def make
          zone = Time.zone
          digits = ActiveSupport::JSON::Encoding.time_precision
          ORIGINAL && digits.is_a?(Integer) && digits.between?(0, 9) && zone.instance_of?(ActiveSupport::TimeZone) &&
            ActiveSupport::JSON::Encoding.use_standard_json_time_format && ActiveRecord.default_timezone == :utc &&
            unchanged? && new(zone, digits)
        end

        # True if the type of a column returns times in Time.zone.
        def type?(type)
          return false unless CONVERTER === type

          inner = type.__getobj__
          inner.instance_of?(TYPE) && inner.instance_variable_get(:@timezone).nil? &&
            [type, inner].all? { |object| object.singleton_methods(false).empty? } &&
            (inner.precision.nil? || inner.precision >= 6)
        end

        private

        def unchanged? = MethodChecks.zoned? && MethodChecks.unchanged?(METHODS)
      end

      def initialize(zone, digits)
        @zone = zone
        @digits = digits
        @periods = []
      end

      # Keeps the period of a time: its first second and the second after its last one, both
      # since 1970, its offset, and true if it is written as Z.
      def learn(time)
        return unless time.instance_of?(ActiveSupport::TimeWithZone) && time.time_zone.equal?(@zone)
        return if @periods.size >= 4 * MOST

        period = time.period
        @periods.push(period.starts_at&.to_i || -EVER, period.ends_at&.to_i || EVER, time.utc_offset, time.utc?)
      end
    end
    private_constant :Clock
  end
end
