# frozen_string_literal: true

require_relative "features"
require_relative "names"

module Jacinth
  # Replaces the json gem by Jacinth.
  module JsonReplacement # :nodoc:
    # Kernel#JSON.
    module Conversion # :nodoc:
      private

      def JSON(object, opts = nil) # rubocop:disable Naming/MethodName
        ::JSON[object, opts]
      end
    end
    private_constant :Conversion

    class << self
      def call
        Features.provide
        before = json_before
        take_name
        Names.take
        if before
          require_relative "inherit" # most programs do not need it
          Inherit.call(before)
        end
        ::Object.include(GeneratorMethods)
        define_conversion(before)
      end

      # Defines a method that all Ractors can call: body must only refer to modules and
      # Symbols.
      def define(mod, name, &body) = mod.define_method(name, &Ractor.make_shareable(body))

      private

      # Returns the json gem's module if it is loaded.
      def json_before
        return if !::Object.const_defined?(:JSON, false) || ::Object.autoload?(:JSON)

        ::JSON unless ::JSON.equal?(Jacinth)
      end

      def take_name
        if ::Object.const_defined?(:JSON, false)
          return if !::Object.autoload?(:JSON) && ::JSON.equal?(Jacinth)

          ::Object.__send__(:remove_const, :JSON)
        end
        ::Object.const_set(:JSON, Jacinth)
      end

      # Defines the method in Kernel, as the json gem does, or in Object if Kernel is
      # frozen.
      def define_conversion(before)
        return if before && Inherit.written_conversion?

        owner = ::Kernel.frozen? ? ::Object : ::Kernel
        present = owner.private_method_defined?(:JSON, false) || owner.method_defined?(:JSON, false)
        owner.__send__(:remove_method, :JSON) if present
        owner.define_method(:JSON, Conversion.instance_method(:JSON)) # rubocop:disable Naming/MethodName
        owner.__send__(:private, :JSON)
      end
    end
  end
  private_constant :JsonReplacement
end
