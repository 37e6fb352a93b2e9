# frozen_string_literal: true

module Jacinth
  module Json2 # :nodoc:
    # Default options that a program can change.
    module Settings # :nodoc:
      DEFAULTS = Ractor.make_shareable({
        load: { allow_nan: true, allow_blank: true, create_additions: nil },
        unsafe_load: { max_nesting: false, allow_nan: true, allow_blank: true, create_additions: true },
        dump: { max_nesting: false, allow_nan: true }
      })

      # Returns the options of a call with their defaults.
      def self.with_defaults(name, options)
        # Other Ractors cannot read what the program set.
        set = Ractor.current.equal?(Ractor.main) ? @set&.[](name) : nil
        defaults = set || DEFAULTS.fetch(name)
        options ? defaults.merge(options) : defaults
      end

      # Returns the Hash of a method's default options, which the program can change.
      def self.changeable(name) = (@set ||= {})[name] ||= DEFAULTS.fetch(name).dup

      def self.change(name, options) = (@set ||= {})[name] = options

      DEFAULTS.each_key do |name|
        accessor = :"#{name}_default_options"
        define_method(accessor) { Deprecation.method(accessor) || Settings.changeable(name) }
        define_method(:"#{accessor}=") { |options| Deprecation.method(accessor) || Settings.change(name, options) }
      end
    end

    # JSON.load, unsafe_load, restore and dump.
    module LoadAndDump # :nodoc:
      # Keywords are options, too, as with jacinth/json.
      def load(source, proc = nil, options = nil)
        proc, options = nil, proc if options.nil? && proc.is_a?(Hash)
        LoadAndDump.load(source, proc, Settings.with_defaults(:load, options))
      end

      def unsafe_load(source, proc = nil, options = nil)
        proc, options = nil, proc if options.nil? && proc.is_a?(Hash)
        LoadAndDump.load(source, proc, Settings.with_defaults(:unsafe_load, options))
      end

      def restore(...)
        Deprecation.method(:restore)
        load(...)
      end

      def dump(obj, io = nil, limit = nil, kwargs = nil)
        kwargs, limit = limit, nil if limit.is_a?(Hash)
        kwargs, io = io, nil if io.is_a?(Hash)
        io = io.to_io if io.respond_to?(:to_io)
        io, limit = nil, io if limit.nil? && !io.respond_to?(:write)
        options = Settings.with_defaults(:dump, kwargs)
        options = { **options, max_nesting: limit } if limit
        State.generate(obj, options, io)
      rescue NestingError
        raise ArgumentError, "exceed depth limit"
      end

      class << self
        def load(source, proc, options)
          given = source
          source = LoadSource.read(source) unless source.is_a?(String)
          options = options.dup
          source = "null" if options.delete(:allow_blank) && (source.nil? || source.empty?)
          result = Jacinth.parse(source, options)
          each_value(result, &proc) if proc
          result
        rescue ParserError => e
          LoadSource.name_source(e, given) if Jacinth.__send__(:_take_error, e, source)
          raise
        end

        # Yields the elements and members of a value, and then the value.
        def each_value(value, &block)
          case value
          when Array then value.each { |element| each_value(element, &block) }
          when Hash then value.each { |pair| pair.each { |member| each_value(member, &block) } }
          end
          yield value
        end
      end
    end
  end
end
