# frozen_string_literal: true

module Jacinth
  module Json2 # :nodoc:
    # Unknown options are ignored. Those that json 3 removed print a warning.
    module IgnoredOptions # :nodoc:
      def refusal(names, _known)
        names.each { |name| Deprecation.option(name) if MigrationHints.option(name) }
        nil
      end
    end

    # Methods of JSON with json 2's options, and those that json 3 removed.
    module Calls # :nodoc:
      def parse(source, opts = nil) = opts ? super(source, Additions.reading(opts)) : super(source)
      def parse!(source, opts = nil) = opts ? super(source, Additions.reading(opts)) : super(source)
      def load_file(path, opts = nil) = super(path, **Additions.reading(opts || {}))
      def load_file!(path, opts = nil) = super(path, **Additions.reading(opts || {}))

      def unparse(obj, opts = nil)
        Deprecation.method(:unparse)
        generate(obj, opts)
      end

      def fast_generate(obj, opts = nil)
        Deprecation.method(:fast_generate)
        return opts.generate(obj) if opts.is_a?(State)

        State.new(max_nesting: false).configure(opts || {}).generate(obj)
      end

      def fast_unparse(obj, opts = nil)
        Deprecation.method(:fast_unparse)
        fast_generate(obj, opts)
      end

      def pretty_unparse(obj, opts = nil)
        Deprecation.method(:pretty_unparse)
        pretty_generate(obj, opts)
      end
    end

    # Methods of JSON alone that json 3 removed.
    module Removed # :nodoc:
      def create_id
        Deprecation.method(:create_id)
        Additions.create_id
      end

      def create_id=(name)
        Deprecation.method(:create_id=)
        Thread.current[:"JSON.create_id"] = name.dup.freeze
      end

      def create_fast_state
        Deprecation.method(:create_fast_state)
        State.new(max_nesting: false)
      end

      def create_pretty_state
        Deprecation.method(:create_pretty_state)
        State.new(PRETTY_GENERATE_OPTIONS)
      end

      def iconv(to, from, string)
        Deprecation.method(:iconv)
        string.encode(to, from)
      end

      def deep_const_get(path) = Additions.class_named(path)
      def recurse_proc(result, &) = LoadAndDump.each_value(result, &)
    end

    # Constants of JSON that json 3 removed.
    module Constants # :nodoc:
      def self.define
        removed = {
          UnparserError: GeneratorError, CircularDatastructure: NestingError,
          MissingUnicodeSupport: Class.new(JSONError), PRETTY_STATE_PROTOTYPE: State.new(PRETTY_GENERATE_OPTIONS),
          FAST_STATE_PROTOTYPE: State.new(max_nesting: false), SAFE_STATE_PROTOTYPE: State.new
        }
        removed.each { |name, value| Jacinth.const_set(name, value) }
        Jacinth.autoload(:GenericObject, "jacinth/json2/generic_object")
        Jacinth.deprecate_constant(*removed.keys, :GenericObject)
      end
    end

    # State with the methods that json 3 removed.
    module StateNames # :nodoc:
      NEW = %i[as_json sort_keys rfc8785 allow_duplicate_key].freeze
      OPTIONS = State.new.instance_variables.freeze # those of the portable backend
      DEFAULTS = Ractor.make_shareable(State.new.to_h.merge(allow_duplicate_key: true))
      private_constant :NEW, :OPTIONS, :DEFAULTS

      # Returns the options of json 2.9, the newer options that differ from their defaults,
      # and the values that were set with []=.
      def to_h
        added = (instance_variables - OPTIONS).to_h do |name|
          [name.name.delete_prefix("@").to_sym, instance_variable_get(name)]
        end
        super.reject { |name, value| NEW.include?(name) && DEFAULTS[name] == value }.merge(added)
      end
      alias to_hash to_h

      def escape_slash = script_safe
      def escape_slash? = script_safe?

      def escape_slash=(value)
        self.script_safe = value
      end

      def [](name)
        Deprecation.warn("State#[]", "write state.#{name}")
        return public_send(name) if respond_to?(name)

        variable = :"@#{name}"
        instance_variable_get(variable) if instance_variable_defined?(variable)
      end

      def []=(name, value)
        Deprecation.warn("State#[]=", "write state.#{name} = value")
        setter = :"#{name}="
        respond_to?(setter) ? public_send(setter, value) : instance_variable_set(:"@#{name}", value)
      end
    end

    # Kernel#j and Kernel#jj.
    module Printing # :nodoc:
      private

      def j(*objects)
        Deprecation.warn("j", "write puts JSON.generate(object)")
        objects.each { |object| puts Jacinth.generate(object, allow_nan: true, max_nesting: false) }
        nil
      end

      def jj(*objects)
        Deprecation.warn("jj", "write puts JSON.pretty_generate(object)")
        objects.each { |object| puts Jacinth.pretty_generate(object, allow_nan: true, max_nesting: false) }
        nil
      end
    end
  end
end
