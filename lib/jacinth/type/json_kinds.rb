# frozen_string_literal: true

module Jacinth
  # The kinds of JSON values that a type reads: null, boolean, integer, float,
  # string, array, object.
  class Type
    using Inside

    JSON_KINDS = %i[null boolean integer float string array object].freeze
    KINDS_OF = Ractor.make_shareable(
      { string: %i[string], symbol: %i[string], time: %i[string], date: %i[string], epoch: %i[integer float],
        integer: %i[integer], float: %i[float], boolean: %i[boolean], array: %i[array], set: %i[array],
        tuple: %i[array], map: %i[object], object: %i[object], tagged: %i[object], variant: %i[object],
        decimal: %i[string integer float] }
    )
    private_constant :JSON_KINDS, :KINDS_OF

    private

    # The JSON kinds that this type reads. Raises ArgumentError if it reads all.
    def json_kinds
      KINDS_OF.fetch(_kind) do |kind|
        case kind
        when :enum then enum_kinds
        when :optional then [:null, *_spec[:of].json_kinds].uniq
        when :union then _spec[:kinds]
        when :first then _spec[:alternatives].flat_map(&:json_kinds).uniq
        when :scalar then scalar_kinds
        when :ref then ref_kinds
        else raise ArgumentError, "a union cannot contain a type that reads any value"
        end
      end
    end

    # True if this type, which reads integers, reads all of them.
    def every_integer?
      case _kind
      when :integer then _spec[:range].nil?
      when :optional, :scalar then _spec[:of].every_integer?
      when :union then _spec[:by].fetch(:integer).every_integer?
      when :first then _spec[:alternatives].any? { |type| type.json_kinds.include?(:integer) && type.every_integer? }
      when :ref then _target.nil? || _target.every_integer?
      else _kind != :enum
      end
    end

    # True if this type reads null. False for a reference that is not complete yet.
    def reads_null?
      case _kind
      when :any, :optional then true
      when :scalar then _spec[:of].nil?
      when :ref then !_target.nil? && _target.reads_null?
      when :union, :enum then json_kinds.include?(:null)
      when :first then _spec[:alternatives].any?(&:reads_null?)
      else false
      end
    end

    # A number in a document equals a literal of the same value: 1.0 and 1.
    def enum_kinds
      others = Array(_spec[:klass]).flat_map do |value|
        case value
        when nil then :null
        when Numeric then %i[integer float]
        else :boolean
        end
      end
      [*(:string if _spec[:members].any?), *others].uniq
    end

    def scalar_kinds
      return _spec[:of].json_kinds if _spec[:of]

      raise ArgumentError, "a union cannot contain a scalar without a base type, as T.scalar(String, ...) has"
    end

    def ref_kinds
      return _target.json_kinds if _target
      return _spec[:kinds] unless Array(_spec[:kinds]).empty?

      raise ArgumentError, "a union cannot contain a reference to a type that is not complete yet"
    end
  end
end
