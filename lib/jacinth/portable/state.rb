# frozen_string_literal: true

module Jacinth
  module Ext
    module Generator # :nodoc: all
      # The options of the generator: see lib/jacinth/state.rb.
      class State
        # Each option, its kind and its readers, as in
        # ext/jacinth/generate/generator_option_list.h.
        OPTIONS = Ractor.make_shareable({
          indent: %i[string plain], space: %i[string plain], space_before: %i[string plain],
          object_nl: %i[string plain], array_nl: %i[string plain], as_json: %i[as_json plain],
          allow_nan: %i[bool query], ascii_only: %i[bool query], max_nesting: %i[long plain],
          script_safe: %i[bool both], html_safe: %i[bool both], strict: %i[bool both], depth: %i[depth plain],
          buffer_initial_length: %i[length plain], sort_keys: %i[sort_keys plain], rfc8785: %i[bool query],
          enumerators: %i[array plain], allow_duplicate_key: %i[bool private], safe_integers: %i[integers plain],
          invalid: %i[replace plain], omit_nil: %i[bool query], omit_empty: %i[bool query], rails: %i[rails query],
          width: %i[width plain], types: %i[types plain]
        })
        DEFAULTS = { as_json: false, sort_keys: false, max_nesting: 100, depth: 0, buffer_initial_length: 1024,
                     enumerators: nil, safe_integers: nil, invalid: nil, width: nil, types: nil }.freeze
        # to_h has these options only if they are set, because json does not have them.
        EXTRA = %i[html_safe enumerators safe_integers invalid width omit_nil omit_empty rails types].freeze
        NOT_CANONICAL = %i[
          indent space space_before object_nl array_nl ascii_only script_safe html_safe allow_nan invalid width
        ].freeze
        NOT_RAILS = %i[as_json rfc8785 enumerators types].freeze
        VARIABLES = OPTIONS.keys.to_h { |name| [name, :"@#{name}"] }.freeze
        SETTERS = OPTIONS.keys.to_h { |name| [name, :"#{name}="] }.freeze
        CHOICES = { array: [:array], replace: [:replace], integers: %i[raise string] }.each_value(&:freeze).freeze
        private_constant :OPTIONS, :VARIABLES, :SETTERS, :DEFAULTS, :EXTRA, :NOT_CANONICAL, :NOT_RAILS, :CHOICES
        Portable.refuse_to_dump(self)

        class << self
          # Without tap, so that warnings name the caller.
          def new(...)
            state = allocate
            state.__send__(:initialize, ...)
            state
          end

          def allocate = super.tap { |state| state.__send__(:set_defaults) } # :nodoc:

          def from_state(opts)
            return opts if ::Object === opts && opts.is_a?(self)

            opts = JsonGem.options(opts) unless ::Hash === opts
            ::Hash === opts ? new(opts) : State.new
          end

          def generate(obj, opts, io) = Portable.generate(obj, opts, io)

          def _generate_no_fallback(obj, opts, io) = Portable.generate(obj, opts, io, native: true)

          # The names of all options.
          def option_names = OPTIONS.keys # :nodoc:
        end

        # Ractors could not call methods that are made by define_method.
        # rubocop:disable-next Style/DocumentDynamicEvalDefinition
        OPTIONS.each do |name, (kind, access)|
          class_eval("def #{name}=(value); store_option(:#{name}, :#{kind}, value); end", __FILE__, __LINE__)
          attr_reader name if access == :plain || access == :both # rubocop:disable Style/MultipleComparison
          class_eval("def #{name}? = @#{name}", __FILE__, __LINE__) unless access == :plain
          private :"#{name}=", :"#{name}?" if access == :private
        end

        def initialize_copy(other)
          unless Portable.state?(other)
            type = Portable::Arguments.class_name(other)
            raise TypeError, "wrong argument type #{type} (expected Jacinth::State)"
          end

          self._values = other.__send__(:_values)
          self
        end

        # All values in one Array, because a call for each takes longer than writing a small document:
        # <tt>def _values = [@indent, @space]</tt>, and so on.
        variables = [*VARIABLES.values, :@column].join(", ")
        # rubocop:disable-next Style/DocumentDynamicEvalDefinition
        class_eval("def _values = [#{variables}]; def _values=(values); #{variables} = values; end", __FILE__, __LINE__)
        private :_values, :_values=

        def check_circular? = @max_nesting != 0

        def to_h
          VARIABLES.to_h { |name, variable| [name, instance_variable_get(variable)] }.reject do |name, value|
            !value && EXTRA.include?(name)
          end
        end
        alias to_hash to_h

        def generate(obj, io = nil) = Portable::Writing.new(self, io).document(obj, false, self)

        def _generate_no_fallback(obj, io = nil) = Portable::Writing.new(self, io).document(obj, true, self)

        # Raises ArgumentError for options that cannot be combined.
        def check_options # :nodoc:
          CoderConversions.check_order(@types) if @types && (@sort_keys || @rfc8785)
          check_excluded(:rails, NOT_RAILS) if @rails
          check_excluded(:rfc8785, NOT_CANONICAL) if @rfc8785
          self
        end

        private

        def check_excluded(by, options)
          name = options.find { |option| (value = instance_variable_get(VARIABLES[option])) && value != "" }
          raise ArgumentError, "#{name} cannot be used with #{by}" if name
        end

        def store_option(name, kind, value)
          Portable::Arguments.check_frozen(self)
          instance_variable_set(VARIABLES[name], read_option(name, kind, value))
          value
        end

        # @column: with width, the column at which the result of a to_json begins, or 0.
        def set_defaults
          @column = 0
          OPTIONS.each do |name, (kind, _)|
            instance_variable_set(VARIABLES[name], kind == :string ? "" : DEFAULTS.fetch(name, false))
          end
        end

        def _configure(opts)
          unknown = opts.reject do |name, value|
            next true if name == :quirks_mode
            next false unless OPTIONS.key?(name)

            name == :as_json && !value ? @as_json = false : __send__(SETTERS[name], value)
            true
          end.keys
          Portable::Arguments.refuse(unknown, OPTIONS.keys) unless unknown.empty?
          check_options
        end

        def read_option(name, kind, value)
          case kind
          when :bool then value ? true : false
          when :string then value ? frozen_text(value) : ""
          when :as_json then Portable::Arguments.proc_of(value, "as_json")
          when :sort_keys then sorter(value)
          when :long then value ? Portable::Arguments.long(value) : 0
          when :depth then read_depth(value)
          when :length then read_length(value)
          when :width then read_width(value)
          when :rails then value ? RailsOption.load : false
          when :types then value ? CoderConversions.table(value) : nil
          else Portable::Arguments.chosen?(name, value, *CHOICES[kind]) ? value : nil
          end
        end

        def frozen_text(value)
          Portable::Arguments.check_type(value, ::String)
          value.empty? ? "" : value.dup.freeze
        end

        def sorter(value)
          return false unless value
          return SORT_KEYS if value == true

          ::Proc === value ? value : raise(TypeError, "The `sort_keys` argument must be a boolean or a Proc")
        end

        def read_depth(value)
          depth = value ? Portable::Arguments.long(value) : 0
          raise ArgumentError, "depth must be >= 0 (got #{depth})" if depth.negative?
          raise ArgumentError, "depth is too large (got #{depth})" if depth >= 2**31

          depth
        end

        def read_length(value)
          Portable::Arguments.check_type(value, ::Integer)
          value.positive? ? value : @buffer_initial_length
        end

        def read_width(value)
          return unless value
          unless value.is_a?(::Integer)
            raise TypeError, "width must be an Integer or nil, not #{PathText.inspected(value)}"
          end
          raise ArgumentError, "width must be positive or nil (got #{value})" unless value.positive?
          raise ArgumentError, "width is too large (got #{value})" if value >= 2**63

          value
        end
      end
    end
  end

  State = Ext::Generator::State
  # Jacinth.generator= can replace the other one.
  Portable::State = State
end
