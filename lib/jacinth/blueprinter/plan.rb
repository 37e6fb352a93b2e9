# frozen_string_literal: true

module Jacinth
  module OnBlueprinter
    # The compiled form of a view of a blueprint, which the class of the blueprint keeps.
    class Plan < SerializerAdapter::Plan # :nodoc: all
      class << self
        # Returns the plan of a view, or nil if it is rendered by Blueprinter, or not yet
        # compiled. object: the object or collection to render.
        def of(klass, view, object) = known(klass, view)&.compile(object)

        # Returns the plan of a view, even if it is not compiled. Returns nil for a frozen
        # class, for an object that only has the methods of a blueprint, and for a view that
        # does not exist, whose name a client can choose.
        def known(klass, view)
          plans = klass.instance_variable_get(:@jacinth_plans)
          plan = plans && plans[view]
          return plan if plan&.for?(klass)
          return unless klass.is_a?(::Class) && klass < ::Blueprinter::Base && !klass.frozen?
          return unless klass.view_collection.view?(view)

          plans = klass.instance_variable_set(:@jacinth_plans, {}) unless plan.nil? && plans
          plans[view] = new(klass, view)
        end
      end

      def initialize(klass, view)
        super(klass, OnBlueprinter)
        @view = view
      end

      # Counts the object or collection, and compiles the view if that is worth it, or if it
      # changed. Returns the compiled copy, or nil if Blueprinter renders the view.
      def compile(object)
        decide(object) unless @changes == OnBlueprinter.changes
        compiled = @compiled
        # A program can add to the Array of extensions that it configured.
        compiled if compiled && @pause.zero? && compiled.extensions.empty?
      end

      # True if the code uses the local options.
      def options? = @uses_options

      # object: an object, or a collection. local: the local options.
      def rows(object, local)
        local = local.merge(view: @view) if @uses_options
        array = ::Array === object || array_like?(object) # rubocop:disable Style/CaseEquality -- a BasicObject
        return row(object, local) unless array

        object.map { |item| row(item, local) }
      end

      protected

      attr_reader :extensions

      # Returns everything on which the compiled code depends. A field keeps the condition of the
      # configuration that was set when it was first rendered.
      def state_now
        @config = ::Blueprinter.configuration
        @extensions = @config.extensions.instance_variable_get(:@extensions)
        @fields = @klass.view_collection.fields_for(@view).to_a
        [@fields, @fields.map { |field| Reader.conditional?(field) }, @klass.view_collection.transformers(@view),
         OriginalMethods.overridden(@klass), OriginalMethods.refusal(@config),
         *[@config, @extensions, @config.datetime_format, @config.field_default,
           @config.association_default].map(&:__id__)]
      end

      # Compiles the view. Returns the reason why it cannot be compiled, or nil.
      def make
        refusal = find_refusal
        return refusal if refusal

        @reader = Reader.new(@fields, @config)
        @kinds = @reader.kinds
        @uses_options = @reader.options?
        @code = @reader.code
        nil
      end

      private

      # The same as Blueprinter's method, with fewer calls.
      def array_like?(object) = @config.array_like_classes.any? { |klass| object.is_a?(klass) }

      def row(object, local)
        if object.is_a?(::Hash) then @code.hash_row(object, local)
        elsif SerializerAdapter::FUNCTIONS.own_public_send?(object) then @reader.public_send_code.row(object, local)
        else @code.row(object, local)
        end
      end

      def find_refusal
        return "Blueprinter #{::Blueprinter::VERSION} is not supported" unless KNOWN

        overridden = OriginalMethods.overridden(@klass)
        return "#{overridden} is overridden" if overridden
        return "it has a transformer" unless @klass.view_collection.transformers(@view).empty?

        refusal = OriginalMethods.refusal(@config)
        return refusal if refusal

        names = @fields.map { |field| Type.const_get(:Member).to_utf8(field.name.to_s) }
        "two fields have the same name" if names.uniq.size < names.size
      rescue ::ArgumentError => e
        "a name cannot be written: #{e.message}"
      end
    end
    private_constant :Plan
  end
end
