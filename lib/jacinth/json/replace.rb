# frozen_string_literal: true

require_relative "features"
require_relative "names"

module Jacinth
  # Puts Jacinth in the place of the json gem.
  module Replace # :nodoc:
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
          require_relative "inherit" # which most programs do not need
          Inherit.call(before)
        end
        ::Object.include(GeneratorMethods)
        define_conversion(before)
      end

      # A method that Ractors other than the main one may call, too: body refers
      # to nothing but modules and Symbols.
      def define(mod, name, &body)
        mod.define_method(name, &Ractor.make_shareable(body))
      end

      private

      # The json gem's module, where it is loaded.
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

      # In Kernel, where the json gem has it; a frozen Kernel leaves Object.
      def define_conversion(before)
        return if before && Inherit.written_conversion?

        owner = ::Kernel.frozen? ? ::Object : ::Kernel
        owner.__send__(:remove_method, :JSON) if owner.private_method_defined?(:JSON, false)
        owner.define_method(:JSON, Conversion.instance_method(:JSON)) # rubocop:disable Naming/MethodName
        owner.__send__(:private, :JSON)
      end
    end
  end
  private_constant :Replace
end
