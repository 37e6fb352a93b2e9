# frozen_string_literal: true

module Jacinth
  module OnBlueprinter
    # The compiled form of a view of a blueprint, which the class of the blueprint keeps.
    class Plan < Serializer::Plan # :nodoc: all
      class << self
        # Returns the plan of a view, or nil if it is rendered by Blueprinter, or not yet
        # compiled. object: the object or collection to render.
        def of(klass, view, object) = known(klass, view)&.compile(size(object))

        # The same, compiled at once.
        def compiled(klass, view) = known(klass, view)&.compile(self::OBJECTS)

        # Returns the plan of a view, even if it is not compiled. Returns nil for a frozen
        # class, and for an object that only has the methods of a blueprint.
        def known(klass, view)
          plans = klass.instance_variable_get(:@jacinth_plans)
          plan = plans && plans[view]
          return plan if plan&.for?(klass)
          return unless klass.is_a?(::Class) && klass < ::Blueprinter::Base && !klass.frozen?

          plans = klass.instance_variable_set(:@jacinth_plans, {}) unless plan.nil? && plans
          plans[view] = new(klass, view)
        end
      end

      def initialize(klass, view)
        super(klass)
        @view = view
      end

      # Counts the objects and compiles the view if that is worth it, or if it changed.
      # Returns self, or nil if Blueprinter renders the view.
      def compile(objects)
        return counted(objects) unless @fields

        config = ::Blueprinter.configuration
        decide(config) unless current?(config)
        @pause -= 1 if @pause.positive?
        self if @code && @pause.zero? && configured?(config)
      end

      # object: an object, or a collection. local: the local options.
      def rows(object, local)
        local = local.merge(view: @view) if @uses_options
        return row(object, local) unless object.instance_of?(::Array) || @klass.__send__(:array_like?, object)

        object.map { |item| row(item, local) }
      end

      private

      def row(object, local) = object.is_a?(::Hash) ? @code.hash_row(object, local) : @code.row(object, local)

      # After a refusal, the view is compiled again, since its fields keep the conditions of
      # the configuration.
      def configured?(config)
        @refusal = OriginalMethods.refusal(config)
        @changes = nil if @refusal
        @refusal.nil?
      end

      def counted(objects)
        @objects += objects
        return if @objects < OBJECTS || !@klass.view_collection.view?(@view)

        decide(::Blueprinter.configuration)
        compile(0)
      end

      def current?(config)
        @changes == OnBlueprinter.changes && @fields.equal?(@klass.view_collection.fields_for(@view)) &&
          config.datetime_format.equal?(@datetime_format) && config.field_default.equal?(@field_default) &&
          config.association_default.equal?(@association_default)
      end

      def decide(config)
        @changes = OnBlueprinter.changes
        @fields = @klass.view_collection.fields_for(@view) || [].freeze
        @datetime_format = config.datetime_format
        @field_default = config.field_default
        @association_default = config.association_default
        @refusal = find_refusal
        @code = nil
        return if @refusal

        reader = Reader.new(@fields, config)
        @kinds = reader.kinds
        @uses_options = reader.options?
        @code = reader.code
      end

      def find_refusal
        return "Blueprinter #{::Blueprinter::VERSION} is not supported" unless KNOWN

        overridden = OriginalMethods.overridden(@klass)
        return "#{overridden} is overridden" if overridden
        return "it has a transformer" unless @klass.view_collection.transformers(@view).empty?

        names = @fields.map { |field| Type.const_get(:Member).utf8(field.name.to_s) }
        "two fields have the same name" if names.uniq.size < names.size
      rescue ::ArgumentError => e
        "a name cannot be written: #{e.message}"
      end
    end
    private_constant :Plan
  end
end
