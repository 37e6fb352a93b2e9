# frozen_string_literal: true

require "blueprinter/base"

module Jacinth
  module OnBlueprinter
    # Finds out if a blueprint and the configuration use Blueprinter's own methods, whose
    # rules are known.
    module OriginalMethods # :nodoc: all
      NAMES = %i[
        render hashify build_result prepare_data object_to_hash jsonify apply_root_key add_metadata array_like?
        view_collection
      ].freeze
      # A blueprint's methods are found in the singleton classes of its superclasses.
      METHODS = NAMES.to_h { |name| [name, ::Blueprinter::Base.method(name).source_location] }.freeze

      class << self
        # Returns the name of a method that the blueprint overrides, or nil.
        def overridden(klass)
          NAMES.find do |name|
            location = klass.method(name).source_location
            location != METHODS[name] && !(name == :render && location.first == HOOKS)
          end
        end

        # Returns the reason for which the configuration does not allow compiled views, or
        # nil.
        def refusal(config)
          unless config.generator.equal?(::JSON) && config.method == :generate
            return "its generator is not JSON.generate"
          end
          return "if or unless is configured" if config.if || config.unless
          return "an extension is configured" unless config.extensions.to_a.empty?

          "JSON is not Jacinth" unless ::JSON.equal?(Jacinth)
        end
      end

      HOOKS = File.join(__dir__, "hooks.rb")
    end
    private_constant :OriginalMethods
  end
end
