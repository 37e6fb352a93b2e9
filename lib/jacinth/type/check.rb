# frozen_string_literal: true

module Jacinth
  # The checks of the program and those that the extension calls.
  class Type
    using Inside

    # The rule +check+ of types.
    module Check # :nodoc:
      # The kinds of types without members whose values can have a check.
      KINDS = %i[string integer float time epoch date decimal array set map tuple].freeze
      private_constant :KINDS

      class << self
        # Returns the checks of a type: those that it has already, and one more; nil if there are
        # none. Raises ArgumentError for a check that cannot be called with a value of the type.
        def list(type, check, before = nil)
          return before if check.nil?
          raise ArgumentError, "#{type.described} cannot have a check" unless [:object, *KINDS].include?(type._kind)

          named = check.is_a?(Symbol) && type._kind == :object
          named ? check_method(type._spec[:klass], check) : check_proc(type, check)
          [*before, check].freeze
        end

        private

        def check_proc(type, check)
          unless check.respond_to?(:call)
            names = " or the name of a method" if type._kind == :object
            raise ArgumentError, "check must be a Proc#{names}, got #{PathText.inspected(check)}"
          end
          return if takes?(check.is_a?(::Proc) || check.is_a?(::Method) ? check : check.method(:call), 1)

          raise ArgumentError, "check must take one argument, got #{PathText.inspected(check)}"
        end

        # A class of the program can get the method later.
        def check_method(klass, name)
          if klass.method_defined?(name) || klass.private_method_defined?(name)
            return if takes?(klass.instance_method(name), 0)

            raise ArgumentError, "check must be a method without arguments, got #{name.inspect}"
          end
          raise ArgumentError, "check must be a method of Hash, got #{name.inspect}" if klass.equal?(::Hash)
        end

        # True if a Proc or method can be called with this number of arguments.
        def takes?(callable, count)
          return true if callable.is_a?(::Proc) && !callable.lambda?

          kinds = callable.parameters.map(&:first)
          required = kinds.count(:req)
          required <= count && kinds.none?(:keyreq) && (kinds.include?(:rest) || required + kinds.count(:opt) >= count)
        end
      end
    end
    private_constant :Check

    private

    # Implements #with. also: true to keep the checks that this type has.
    def with_rules(rules, also = false) # rubocop:disable Style/OptionalBooleanParameter
      ObjectSpec.check_known(rules)
      return deferred(:with_rules, rules, also) if _kind == :ref
      return with_inner(rules, also) if _kind == :optional && rules.key?(:check)

      rules = ObjectSpec.copy(rules)
      rules[:check] = Check.list(self, rules[:check], (_spec[:check] if also)) if rules.key?(:check)
      return with_few(rules) unless _kind == :object

      rules = { **_spec[:rules], **rules }
      self.class.__send__(:make, :object, **ObjectSpec.build(_spec[:klass], _spec[:declared], rules))
    end

    # Implements #with for types that are not of objects with members.
    def with_few(rules)
      raise ArgumentError, "with needs at least one rule" if rules.empty?

      wrong = (rules.keys - %i[coerce check title description]).first
      raise ArgumentError, "#{wrong}: needs a type of objects with members, got #{described}" if wrong

      self.class.__send__(:build, _kind, { **_spec, **rules })
    end

    # Gives a check to the type in an optional one, because nil needs none.
    def with_inner(rules, also)
      of = _spec[:of].__send__(:with_rules, rules.slice(:check), also)
      type = self.class.__send__(:make, :optional, **_spec, of: of, args: [of])
      rules.size > 1 ? type.with(**rules.except(:check)) : type
    end

    # Called by C for a value of a type with checks. Returns the expected value, for an
    # error, or nil if this value passes.
    def _fault(object)
      failed = _spec[:check].find { |check| !(check.is_a?(Symbol) ? object.__send__(check) : check.call(object)) }
      return if failed.nil?
      return "an object whose #{failed} is true" if failed.is_a?(Symbol)

      "#{_kind == :object ? 'an object' : 'a value'} that passes its check"
    rescue ArgumentError => e
      raised_by_check?(e) ? PathText.valid_utf8(e.message.to_s) : raise
    end

    # True if the check itself raised the error: not a method that it calls, such as
    # Integer#<, whose ArgumentError is a mistake in the program.
    def raised_by_check?(error)
      inner, outer = error.backtrace_locations&.first(2)
      !outer.nil? && outer.path == __FILE__ && inner.path != __FILE__
    end

    # The messages of Ruby's ArgumentErrors about the arguments of a method.
    WRONG_CALL = /\A(?:wrong number of arguments|(?:missing|unknown|no) keyword)/
    private_constant :WRONG_CALL

    # Called by C after an ArgumentError of +new+: true if Ruby raised it because +initialize+, or
    # a +new+ of the program, does not take the arguments. The backtrace of such an error begins
    # with that method or, if this passes its arguments on, with the one of a superclass.
    def _wrong_call?(error)
      place = error.backtrace_locations&.first
      return false unless place && WRONG_CALL.match?(PathText.valid_utf8(error.message.to_s))

      klass = _spec[:klass]
      [ObjectSpec.new_of(klass), klass.instance_method(:initialize)].any? do |method|
        method = method.super_method until method.nil? || method.source_location == [place.path, place.lineno]
        method
      end
    end

    # Called by C. True if the elements of an Array differ in JSON, where 1.0 equals 1.
    def _distinct?(array)
      array.size < 2 || array.map { |element| comparable(element) }.uniq.size == array.size
    end

    # Called by C. Returns the names of the keys that a map has types for, without those that it does
    # not allow.
    def _known_keys
      _spec[:places].to_h.filter_map do |name, place|
        type = _spec[:alternatives][place]
        name unless type._kind == :enum && type._spec[:args].empty?
      end
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
