# frozen_string_literal: true

module Jacinth
  # Makes the table of the generator (ext/jacinth/generate/coder_types.h) from the option
  # types.
  module CoderConversions # :nodoc:
    # Classes that JSON has a type for.
    WRITTEN = [::String, ::Symbol, ::Integer, ::Float, ::Array, ::Hash, ::NilClass, ::TrueClass, ::FalseClass,
               Fragment].freeze
    # Kinds of types whose text has one form under all options.
    ONE_FORM = %i[string symbol boolean enum time date decimal scalar any].freeze
    private_constant :WRITTEN, :ONE_FORM

    class << self
      # types: a Hash from Class or Module to Symbol, Proc or Type. Raises ArgumentError for
      # other types.
      def table(types)
        raise ArgumentError, "types must be a Hash, got #{PathText.inspected(types)}" unless types.is_a?(::Hash)

        table = {}.compare_by_identity
        types.each do |klass, given|
          check_class(klass)
          table[klass] = entry(klass, given)
        end
        table.freeze
      end

      # The table of a Coder. options: its other options.
      def for_coder(types, options)
        table = table(types)
        check_order(table) if options[:sort_keys] || options[:rfc8785]
        table
      end

      # Raises ArgumentError if a type of the table does not sort the keys.
      def check_order(table)
        table.each do |klass, given|
          next if given.is_a?(::Symbol) || given.is_a?(::Proc)
          next if ONE_FORM.include?(given.__send__(:_kind)) && !given.__send__(:_spec)[:number]

          raise ArgumentError,
                "sort_keys and rfc8785 cannot be combined with a Type of members or numbers " \
                "for #{PathText.shown(klass)}"
        end
      end

      # True if Time#iso8601 is in the file of Time.iso8601: the library +time+, where it is
      # before Ruby 3.4.
      def iso8601?
        path, = ::Time.instance_method(:iso8601).source_location
        !path.nil? && path == ::Time.method(:iso8601).source_location&.first
      end

      private

      def check_class(klass)
        unless klass.is_a?(::Module)
          raise ArgumentError, "types needs a Class or Module as key, got #{PathText.inspected(klass)}"
        end
        return unless WRITTEN.include?(klass)

        raise ArgumentError, "types cannot contain #{klass}, which JSON has a type for"
      end

      def entry(klass, given)
        case given
        when :string then decimal?(klass) ? Type.decimal : :to_s
        when :number then number(klass)
        when :iso8601 then timed(klass)
        when ::Symbol then method_of(klass, given)
        when ::Proc, Type then given
        when ::Method then given.to_proc
        when Type::Declared::ClassMethods then given.json_type
        else
          raise ArgumentError, "expected a Symbol, Proc, type or declared class for #{PathText.shown(klass)}, " \
                               "got #{PathText.inspected(given)}"
        end
      end

      def decimal?(klass) = defined?(::BigDecimal) && klass <= ::BigDecimal

      def number(klass) = decimal?(klass) ? Type.decimal(as: :number) : method_of(klass, :number)

      # The method can be that of a subclass. But a name that is similar to one of ours is
      # probably a mistake.
      def method_of(klass, name)
        near = ChoiceText.nearest(%i[string number iso8601], name)
        return name if near.nil? || klass.method_defined?(name)

        raise ArgumentError, "#{PathText.shown(klass)} has no method #{name.inspect} (did you mean #{near.inspect}?)"
      end

      # Before Ruby 3.4 the method is in a library.
      def timed(klass)
        require "time" if klass <= ::Time && !klass.method_defined?(:iso8601)
        :iso8601
      end
    end
  end
end
