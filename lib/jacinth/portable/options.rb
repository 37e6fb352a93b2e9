# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Converts and checks arguments as Ruby's C functions do.
    module Arguments # :nodoc:
      INTS = ((-2**31)...(2**31))
      private_constant :INTS

      module_function

      # Returns value as an Integer that fits into a machine word.
      def long(value)
        [].at(value) # raises TypeError or RangeError
        value.to_int
      end

      def int(value)
        number = long(value)
        return number if INTS.cover?(number)

        raise RangeError, "integer #{number} too #{number.negative? ? 'small' : 'big'} to convert to 'int'"
      end

      def check_type(value, type)
        return value if type === value

        name = [nil, true, false].include?(value) ? value.inspect : class_name(value)
        raise TypeError, "wrong argument type #{name} (expected #{type})"
      end

      # Returns value as a String. Raises TypeError if it has no to_str.
      def string(value) = ::String === value ? value : ::String.try_convert(value) || ("" + value)

      def check_frozen(object)
        return unless object.frozen?

        raise FrozenError.new("can't modify frozen #{PathText.shown(object.class)}: " \
                              "#{PathText.inspected(object)}", receiver: object)
      end

      # Raises FrozenError if the object is frozen, and TypeError if `initialized` is true.
      def check_new(object, initialized)
        check_frozen(object)
        raise TypeError, "already initialized #{PathText.shown(object.class)}" if initialized
      end

      # Returns true if given is the Symbol, and false for nil and false.
      def chosen?(name, given, *symbols)
        return false unless given
        return true if symbols.include?(given)

        raise ArgumentError, ChoiceText.text(name.to_s, symbols, given)
      end

      # Raises ArgumentError for the names of options that are not known.
      def refuse(names, known)
        error = OptionNames.refusal(names, known)
        raise error if error
      end

      # Returns the result of to_s of an object. Raises TypeError if it is not a String.
      def check_text(text, object)
        return text if ::String === text

        type = class_name(object)
        raise TypeError, "can't convert #{type} to String (#{type}#to_s gives #{class_name(text)})"
      end

      # Calls to_s of an object. Raises TypeError if the object has no to_s, or if its result is not
      # a String.
      def text_of(object)
        text = checked_call(object, :to_s) { raise TypeError, "can't convert #{class_name(object)} into String" }
        check_text(text, object)
      end

      # Calls a method of an object, also a private one, as rb_check_funcall() does. Returns the
      # result of the block if the object has no such method, or if its respond_to? denies it.
      def checked_call(object, name)
        return yield if denies?(object, name)

        object.__send__(name)
      rescue ::NoMethodError
        raise if Portable.overrides?(object, name)
        # an error of the object's own method_missing, not Ruby's
        raise if Portable.overrides?(object, :method_missing, ::BasicObject) && Portable.responds?(object, name, true)

        yield
      end

      # True if a respond_to? or respond_to_missing? of the object's own says that it lacks a method.
      def denies?(object, name)
        return false if ::Integer === object || Portable.responds?(object, name, true)

        %i[respond_to? respond_to_missing?].any? { |method| Portable.overrides?(object, method) }
      end

      # Returns the name of the class of an object, also of a BasicObject, for a message.
      def class_name(object) = PathText.shown(Portable.class_of(object))

      def proc_of(callable, name)
        return callable if ::Proc === callable

        made = checked_call(callable, :to_proc) { nil }
        ::Proc === made ? made : raise(TypeError, "#{name} must be a Proc")
      end
    end

    # The options of a parse.
    class ParserOptions # :nodoc:
      # Each option, its kind and the smallest set of options that contains it, as in
      # ext/jacinth/parse/parser_option_list.h.
      LIST = Ractor.make_shareable({
        symbolize_names: %i[bool type], allow_nan: %i[bool type], allow_duplicate_key: %i[bool type],
        allow_trailing_comma: %i[bool type], allow_comments: %i[bool type], allow_control_characters: %i[bool type],
        allow_invalid_escape: %i[bool type], freeze: %i[bool type], validate_encoding: %i[bool type],
        invalid: %i[replace type], relaxed: %i[bool type], json5: %i[bool document], max_nesting: %i[levels type],
        max_document_bytes: %i[limit type], max_string_bytes: %i[limit parser], max_keys: %i[limit parser],
        max_elements: %i[limit parser], max_number_digits: %i[limit parser], on_load: %i[object type],
        decimal_class: %i[decimal type], object_class: %i[object document], array_class: %i[object document],
        only: %i[object coder], into: %i[object module]
      })
      SETS = %i[type parser document coder module].freeze
      # The options that limit the values of a document.
      LIMITS = LIST.filter_map { |name, (_, set)| name if set == :parser }.freeze
      private_constant :LIST, :SETS

      # owner: see Portable.mark. json5_source: the JSON5 from which the text was rewritten, for the
      # places of errors; or nil.
      attr_reader(*(LIST.keys - [:freeze]), :freezes, :decimal_method, :typed, :owner, :json5_source)

      class << self
        # Returns the names of the options that a set contains.
        def names(set)
          LIST.filter_map { |name, (_, in_set)| name if SETS.index(in_set) <= SETS.index(set) }.freeze
        end
      end

      # given: a Hash or nil. set: the set of options that it can contain. extra: another
      # option, for the hint of an error.
      def initialize(given = nil, set = :module, max_nesting: 100, allow_nan: false, extra: nil)
        @max_nesting = max_nesting
        @allow_nan = allow_nan
        read(given, set, extra) unless given.nil?
        freeze
      end

      def limits? = LIMITS.any? { |name| instance_variable_get(:"@#{name.name}") }

      def classes? = @object_class || @array_class ? true : false

      # Returns the options that are set, for a Type.
      def to_h
        values = LIST.keys.to_h { |name| [name, instance_variable_get(name == :freeze ? :@freezes : :"@#{name.name}")] }
        values[:invalid] &&= :replace
        values.compact
      end

      # Returns options that accept the same text, without the options about values.
      def checking(**changes)
        derived(to_h.except(:on_load, :object_class, :array_class, :decimal_class, :only, :into, :json5).merge(changes))
      end

      def with(**changes) = derived({ **to_h, **changes })

      def without(*names) = derived(to_h.except(*names))

      # Returns a copy whose errors have this owner.
      def owned_by(owner) = with_variables(owner, @json5_source)

      # Returns a copy with this json5_source.
      def with_source(source) = with_variables(@owner, source)

      protected

      def with_variables(owner, source)
        copy = dup
        copy.instance_variable_set(:@owner, owner)
        copy.instance_variable_set(:@json5_source, source)
        copy.instance_variable_set(:@typed, @typed&.with_variables(owner, source))
        copy.freeze
      end

      private

      def derived(values) = self.class.new(values).with_variables(@owner, @json5_source)

      def read(given, set, extra)
        Arguments.check_type(given, ::Hash)
        unknown = given.reject { |name, value| read_option(name, value, set) || without_effect?(name, value) }.keys
        Arguments.refuse(unknown, [*self.class.names(set), *extra]) unless unknown.empty?
        @on_load = Arguments.proc_of(@on_load, "on_load") if @on_load && !classes?
        check_only
        @only = @only.dup.freeze if ::Array === @only
        include_json5(given) if @json5
        @allow_comments = @allow_trailing_comma = true if @relaxed
        raise ArgumentError, "a Type supports only the limits max_document_bytes and max_nesting" if @into && limits?

        return unless @into

        @into = Type.__send__(:into, @into)
        @typed = self.class.new({ **to_h.except(:into, :json5), validate_encoding: true })
      end

      # Sets the options that json5 includes.
      def include_json5(given)
        name = %i[relaxed allow_nan allow_trailing_comma allow_comments].find { |option| given[option] == false }
        raise ArgumentError, "json5 cannot be used with #{name}: false" if name

        @relaxed = @allow_nan = true
        # Json5 escapes control characters, except for line breaks, which JSON5 does not allow.
        @allow_control_characters = false
      end

      def check_only
        return unless @only
        raise ArgumentError, "only cannot be used with on_load, object_class or array_class" if @on_load || classes?
        raise ArgumentError, "only cannot be used with into, which builds what the type says and nothing else" if @into
      end

      # Returns true if the set contains the option.
      def read_option(name, value, set)
        kind, in_set = LIST[name]
        return false unless kind && taken?(in_set, set, value)

        store(name, kind, value)
        true
      end

      def taken?(in_set, set, value)
        SETS.index(in_set) <= SETS.index(set) || (set == :type && in_set == :parser) || (set == :document && !value)
      end

      def store(name, kind, value)
        case kind
        when :bool then value = value ? true : false
        when :replace then value = Arguments.chosen?(name, value, :replace)
        when :levels then value = value ? Arguments.int(value) : 0
        when :limit then value = value ? limit(name, Arguments.long(value)) : nil
        when :decimal then return decimal(value)
        else value ||= nil
        end
        instance_variable_set(name == :freeze ? :@freezes : :"@#{name.name}", value)
      end

      def limit(name, number)
        raise ArgumentError, "#{name} must not be negative: #{number}" if number.negative?

        number.zero? ? nil : number
      end

      # Finds the method that makes a number of the class.
      def decimal(type)
        return unless type

        @decimal_method = %i[try_convert new].find { |name| Portable.responds?(type, name) } unless big_decimal?(type)
        return @decimal_class = type if @decimal_method
        return unless ::Class === type

        path, _, name = type.to_s.rpartition("::")
        raise ArgumentError, nameless(type) unless /\A[[:upper:]]\w*\z/.match?(name)

        @decimal_method = name.to_sym
        @decimal_class = path.empty? ? ::Kernel : ::Object.const_get(path)
      end

      # In JRuby, BigDecimal has a method new, which raises TypeError.
      def big_decimal?(type) = defined?(::BigDecimal) && ::BigDecimal.equal?(type)

      def nameless(type)
        "decimal_class #{PathText.shown(type)} has no try_convert, no new, and no name to call a method by"
      end

      def without_effect?(name, value) = name == :quirks_mode || (!value && %i[create_additions escape].include?(name))
    end
  end
  private_constant :Portable
end
