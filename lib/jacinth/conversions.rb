# frozen_string_literal: true

module Jacinth
  # Makes the table of the generator (ext/jacinth/generate/coder_types.h) from the option
  # types of a Coder.
  module Conversions # :nodoc:
    # Classes that JSON has a type for.
    WRITTEN = [::String, ::Symbol, ::Integer, ::Float, ::Array, ::Hash, ::NilClass, ::TrueClass, ::FalseClass,
               Fragment].freeze
    # Kinds of types whose text has one form under all options.
    ONE_FORM = %i[string symbol boolean enum time date decimal scalar any].freeze
    private_constant :WRITTEN, :ONE_FORM

    class << self
      # Returns the table of a Coder's types, or nil, and true if it has modules. options:
      # those of the Coder.
      def configuration(types, options)
        return [nil, false] if types.nil?

        [table(types, ordered: options[:sort_keys] || options[:rfc8785]), modules?(types)]
      end

      # types: a Hash from Class or Module to Symbol, Proc or Type. ordered: true if keys
      # are sorted. Raises ArgumentError for other types.
      def table(types, ordered:)
        raise ArgumentError, "types must be a Hash, got #{types.inspect}" unless types.is_a?(::Hash)

        table = {}.compare_by_identity
        types.each do |klass, given|
          check_class(klass)
          table[klass] = entry(klass, given)
          check_order(klass, table[klass]) if ordered
        end
        table.freeze
      end

      # True if a key is a Module and not a Class.
      def modules?(types)
        !types.keys.all?(::Class)
      end

      private

      def check_class(klass)
        raise ArgumentError, "types needs a Class or Module as key, got #{klass.inspect}" unless klass.is_a?(::Module)
        return unless WRITTEN.include?(klass)

        raise ArgumentError, "types cannot contain #{klass}, which JSON has a type for"
      end

      def entry(klass, given)
        case given
        when :string then decimal?(klass) ? Type.decimal : :to_s
        when :iso8601 then timed(klass)
        when ::Symbol then method_of(klass, given)
        when ::Proc, Type then given
        when ::Method then given.to_proc
        else raise ArgumentError, "types needs a Symbol, Proc or Type for #{klass}, got #{given.inspect}"
        end
      end

      def decimal?(klass)
        defined?(::BigDecimal) && klass <= ::BigDecimal
      end

      # The method can be that of a subclass. But a name that is similar to one of ours is
      # probably a mistake.
      def method_of(klass, name)
        near = Choice.nearest(%i[string iso8601], name)
        return name if near.nil? || klass.method_defined?(name)

        raise ArgumentError, "#{klass} has no method #{name.inspect} (did you mean #{near.inspect}?)"
      end

      # Before Ruby 3.4 the method is in a library.
      def timed(klass)
        require "time" if klass <= ::Time && !klass.method_defined?(:iso8601)
        :iso8601
      end

      def check_order(klass, given)
        return if given.is_a?(::Symbol) || given.is_a?(::Proc)
        return if ONE_FORM.include?(given._kind) && !given._spec[:number]

        raise ArgumentError, "sort_keys and rfc8785 cannot be combined with a Type of members or numbers for #{klass}"
      end
    end
  end
  private_constant :Conversions
end
