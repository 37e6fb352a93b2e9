# frozen_string_literal: true

module Jacinth
  # The option +rails+ of the generator. ext/jacinth/rails/rails_option.c calls it.
  module RailsOption # :nodoc:
    class << self
      # Loads the rules, and returns true. Raises ArgumentError without Active Support.
      def load
        return true if @loaded

        unless defined?(::ActiveSupport)
          raise ArgumentError, 'rails: true needs Active Support: require "active_support/json" first'
        end

        require_relative "rails/rules"
        @loaded = true
      end

      # The settings for a document.
      def settings = OnRails::Encoder.settings

      # True if Active Support's own encoder must decide about an error. failed: true if the
      # walk has raised it, and not an as_json or the handler of a signal.
      def repeat?(error, failed)
        case error
        when GeneratorError then failed
        when OnRails.original_encoder_needed then true
        else false
        end
      end

      # Returns the value as Active Support's own encoder writes it: as text if text is
      # true, otherwise as a plain object. An error of the walk has the path, so it is
      # preferred to the same error of that encoder.
      def repeat(value, error, text)
        written = OnRails.original(value)
        text ? written : Jacinth.parse(written, max_nesting: 0, allow_nan: true, allow_duplicate_key: true)
      rescue GeneratorError, ::JSON::GeneratorError => e
        case error
        when GeneratorError then raise e.message == error.message ? error : e
        else raise e.class <= GeneratorError ? e : GeneratorError.new(e.message)
        end
      end
    end
  end
end
