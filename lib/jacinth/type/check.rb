# frozen_string_literal: true

module Jacinth
  # The checks that the extension calls.
  class Type
    private

    # Called by C for a value of a type with a check. Returns the expected value, for an
    # error, or nil if this value passes.
    def _fault(object)
      check = _spec[:check]
      return if check.is_a?(Symbol) ? object.__send__(check) : check.call(object)

      return "an object whose #{check} is true" if check.is_a?(Symbol)

      "#{_kind == :object ? 'an object' : 'a value'} that passes its check"
    rescue ArgumentError => e
      raised_by_check?(e) ? e.message.to_s : raise
    end

    # True if the check itself raised the error: not a method that it calls, such as
    # Integer#<, whose ArgumentError is a mistake in the program.
    def raised_by_check?(error)
      inner, outer = error.backtrace_locations&.first(2)
      !outer.nil? && outer.path == __FILE__ && inner.path != __FILE__
    end

    # Called by C after an ArgumentError of +new+: true if the signature of +initialize+, or of
    # a +new+ of the program, takes these arguments. Methods that pass all arguments on are
    # followed to those of their superclasses.
    def _takes?(count, members)
      klass = _spec[:klass]
      method = klass.method(:new)
      method = klass.instance_method(:initialize) unless method.source_location
      while method&.source_location
        kinds = method.parameters.group_by(&:first)
        return false unless takes_by?(kinds, count, members)
        return true unless kinds.key?(:rest) || kinds.key?(:keyrest)

        method = method.super_method
      end
      true
    end

    # kinds: the parameters of a method, grouped by their kind.
    def takes_by?(kinds, count, members)
      if members && kinds.keys.intersect?(%i[key keyreq keyrest nokey])
        return false unless takes_keywords?(kinds, members.keys)

        count = 0
      end
      required = kinds[:req].to_a.size
      count >= required && (kinds.key?(:rest) || count <= required + kinds[:opt].to_a.size)
    end

    def takes_keywords?(kinds, given)
      required, others = kinds.values_at(:keyreq, :key).map { |list| list.to_a.map(&:last) }
      (required - given).empty? && (kinds.key?(:keyrest) || (given - required - others).empty?)
    end

    # Called by C. True if the elements of an Array differ in JSON, where 1.0 equals 1.
    def _distinct?(array)
      array.size < 2 || array.map { |element| comparable(element) }.uniq.size == array.size
    end

    # The options by which any text can be read that load has read.
    READABLE = { max_nesting: 0, relaxed: true, allow_nan: true, allow_duplicate_key: true,
                 allow_control_characters: true, allow_invalid_escape: true }.freeze
    private_constant :READABLE

    # Called by C. Returns the number of elements of the text of an array, or nil if two of
    # them are equal.
    def _count_distinct(text)
      array = Jacinth.parse(text, **READABLE)
      array.size if _distinct?(array)
    end

    def comparable(value)
      case value
      when Float then value % 1 == 0 ? value.to_i : value
      when Array then value.map { |element| comparable(element) }
      when Hash then value.transform_values { |element| comparable(element) }
      else value
      end
    end
  end
end
