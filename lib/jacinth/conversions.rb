# frozen_string_literal: true

module Jacinth
  # The types of a Coder: from what was given to the table that the generator
  # has (ext/jacinth/generate/conversions.h).
  module Conversions # :nodoc:
    # What the generator writes without asking.
    WRITTEN = [::String, ::Symbol, ::Integer, ::Float, ::Array, ::Hash, ::NilClass, ::TrueClass, ::FalseClass,
               Fragment].freeze
    # Kinds of types whose text has one form under all options.
    ONE_FORM = %i[string symbol boolean enum time date decimal scalar any].freeze
    private_constant :WRITTEN, :ONE_FORM

    class << self
      # The table of a Coder's types, or nil, and whether it has modules. options:
      # those of the Coder.
      def configuration(types, options)
        return [nil, false] if types.nil?

        [table(types, ordered: options[:sort_keys] || options[:rfc8785]), modules?(types)]
      end

      # types: from Class or Module to Symbol, Proc, or Type. ordered: whether
      # keys are to be sorted. Raises ArgumentError for anything else.
      def table(types, ordered:)
        raise ArgumentError, "types is a Hash" unless types.is_a?(::Hash)

        table = {}.compare_by_identity
        types.each do |klass, given|
          check_class(klass)
          table[klass] = entry(klass, given)
          check_order(klass, table[klass]) if ordered
        end
        table.freeze
      end

      # Whether a key is a Module that is no Class.
      def modules?(types)
        !types.keys.all?(::Class)
      end

      private

      def check_class(klass)
        raise ArgumentError, "types is by Class or Module, not #{klass.inspect}" unless klass.is_a?(::Module)
        return unless WRITTEN.include?(klass)

        raise ArgumentError, "#{klass} is written as JSON has it: types cannot change that"
      end

      def entry(klass, given)
        case given
        when :string then decimal?(klass) ? Type.decimal : :to_s
        when :iso8601 then timed(klass)
        when ::Symbol then method_of(klass, given)
        when ::Proc, Type then given
        when ::Method then given.to_proc
        else raise ArgumentError, "types are Symbols, Procs and Types, not #{given.inspect}"
        end
      end

      def decimal?(klass)
        defined?(::BigDecimal) && klass <= ::BigDecimal
      end

      # The method may be a subclass's; but hardly one with nearly the name of ours.
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

        raise ArgumentError, "the Type of #{klass} writes members or numbers in its own way: no sort_keys, no rfc8785"
      end
    end
  end
  private_constant :Conversions
end
