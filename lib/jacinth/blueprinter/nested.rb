# frozen_string_literal: true

module Jacinth
  module OnBlueprinter
    # The blueprint of an association, which the compiled code calls for its values.
    class Nested # :nodoc: all
      def initialize(blueprint, view, options)
        @blueprint = blueprint
        @view = view
        @options = options
      end

      # Returns the rows of the associated value, or the Hashes that Blueprinter makes of it.
      # owner: the object; local: the options of its blueprint.
      def value(value, owner, local)
        local = local.merge(@options.respond_to?(:call) ? @options.call(owner) : @options) if @options
        blueprint = @blueprint.is_a?(Proc) ? @blueprint.call(value) : @blueprint
        plan = @plan
        plan = @plan = Plan.known(blueprint, @view) unless plan&.for?(blueprint)
        plan = plan&.compile(Plan::ENOUGH)
        plan ? plan.rows(value, local) : blueprint.hashify(value, view_name: @view, local_options: local)
      end
    end
    private_constant :Nested
  end
end
