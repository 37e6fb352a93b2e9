# frozen_string_literal: true

require "rbconfig"

module Jacinth
  module OnRails
    # Checks that methods are not redefined whose results the encoder computes itself:
    # docs/internals/decisions/0060-active-support-by-identity.md.
    module MethodChecks # :nodoc: all
      # Methods of one class, as they were when this file was loaded.
      class Methods
        # sources: a Hash from names to the files that define the methods, or to nil for
        # Ruby's own methods in C. owner: the class that they are inherited from.
        def initialize(type, sources, owner = type)
          @type = type
          @owner = owner
          @methods = sources.keys.map { |name| [name, type.instance_method(name)] }
          @original = @methods.all? { |name, method| original?(method, sources.fetch(name)) }
          freeze
        end

        # True if no method was redefined, neither before this file was loaded nor since.
        def same?
          return false unless @original

          type = @type
          @methods.each { |name, method| return false unless type.instance_method(name) == method }
          true
        end

        private

        def original?(method, source)
          path, = method.source_location
          return path.nil? && method.owner == @owner if source.nil?

          path == source && method.owner == @owner
        end
      end

      # The folder of Active Support's files.
      ROOT = File.dirname(ActiveSupport::JSON::Encoding::JSONGemEncoder.instance_method(:encode).source_location[0], 2)
      CORE = "#{ROOT}/core_ext/object/json.rb".freeze
      ZONE = "#{ROOT}/time_with_zone.rb".freeze
      # Time#xmlschema is in C from Ruby 3.4 on.
      SCHEMA = Time.instance_method(:xmlschema).source_location && "#{RbConfig::CONFIG.fetch('rubylibdir')}/time.rb"

      TIME = Methods.new(Time, as_json: CORE, xmlschema: SCHEMA, strftime: nil)
      ZONED = Methods.new(
        ActiveSupport::TimeWithZone,
        %i[as_json xmlschema time utc period utc? utc_offset formatted_offset zone].to_h { |name| [name, ZONE] }
      )
      # TZInfo's periods. Periods with the same offset share the offset object.
      PERIODS = [TZInfo::TransitionsTimezonePeriod, TZInfo::OffsetTimezonePeriod].freeze
      PERIOD = TZInfo::TimezonePeriod.instance_method(:offset).source_location&.first # JRuby does not know it
      OFFSETS = PERIODS.map do |type|
        Methods.new(type, { observed_utc_offset: PERIOD, abbreviation: PERIOD }, TZInfo::TimezonePeriod)
      end.freeze
      TEXT = [
        Methods.new(Date, as_json: CORE, strftime: nil),
        Methods.new(DateTime, as_json: CORE, xmlschema: nil, strftime: nil),
        Methods.new(BigDecimal, as_json: CORE)
      ].freeze
      DECIMAL = BigDecimal.instance_method(:to_s)
      HASH = Methods.new(Hash, each: nil)
      FLOAT = Methods.new(Float, as_json: CORE)
      SYMBOL = Methods.new(Symbol, to_s: nil)
      INSIDE = [Hash, Array, String, Symbol, NilClass, TrueClass, FalseClass, Float].map do |type|
        Methods.new(type, as_json: CORE)
      end.freeze
      NUMERIC = Numeric.instance_method(:as_json)

      module_function

      # Returns [type, name, method] for each of these methods that the type has.
      def list(type, names)
        names = names.select { |name| type.method_defined?(name) || type.private_method_defined?(name) }
        names.map { |name| [type, name, type.instance_method(name)] }
      end

      # True if no method of such a list has been redefined since.
      def unchanged?(list) = list.all? { |type, name, method| type.instance_method(name) == method }

      def time? = TIME.same? && RailsWalk.time_basic?

      def zoned? = ZONED.same? && time? && OFFSETS.all?(&:same?)

      # BigDecimal#to_s is Active Support's, in a module.
      def text?
        TEXT.all?(&:same?) && BigDecimal.instance_method(:to_s) == DECIMAL &&
          DECIMAL.source_location&.first.to_s.start_with?(ROOT)
      end

      # True if a subclass of Hash has the methods of Hash that as_json calls.
      def hash?(type) = HASH.same? && core? && %i[as_json each].all? { |name| type.instance_method(name).owner == Hash }

      # True if the methods are unchanged that the older encoder would call and the
      # generator does not call.
      def native? = FLOAT.same? && SYMBOL.same?

      # True if as_json(options) without only: and except: does not change the text of
      # objects that JSON has a type for.
      def core?
        Integer.instance_method(:as_json).owner == Numeric && INSIDE.all?(&:same?) &&
          Numeric.instance_method(:as_json) == NUMERIC && NUMERIC.source_location&.first == CORE
      end
    end
    private_constant :MethodChecks
  end
end
