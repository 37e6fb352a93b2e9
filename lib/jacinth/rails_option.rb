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

      # Returns the text that Active Support's own encoder writes for a value. It can call the
      # json gem, whose errors have other classes and messages, and no path: an error about
      # the value is raised as the error of the walk or, if there is none, of the block, which
      # can write the value again to find the path. Errors of an as_json are raised unchanged.
      def original_text(value, error)
        text = OnRails.original(value)
        unless text.is_a?(String)
          raise TypeError, "Active Support's encoder must return a String, got #{PathText.shown(text.class)}"
        end

        text
      rescue GeneratorError, ::JSON::GeneratorError, NestingError, ::JSON::NestingError => e
        raise unless by_encoder?(e, caller_locations(0).size)

        yield e if block_given?
        raise error, cause: error.cause if error.is_a?(GeneratorError)
        raise e if e.is_a?(GeneratorError) || e.is_a?(NestingError)

        raise e.is_a?(::JSON::NestingError) ? NestingError : GeneratorError, e.message, cause: e.cause
      end

      # True if a text of original_text can be nested more than `levels` deep. An empty
      # container counts, which valid? does not count on the last level.
      def deeper?(text, levels)
        options = { max_nesting: levels - 1, allow_nan: true, allow_duplicate_key: true }
        levels < 2 || !Jacinth.__send__(:_valid?, text, **options)
      end

      # Returns the value of a text of original_text.
      def data(text) = Jacinth.parse(text, max_nesting: 0, allow_nan: true, allow_duplicate_key: true)

      private

      # True if that encoder has raised the error, and not an as_json or the handler of a
      # signal: it has called methods of Active Support and JSON only. Its own encode can be
      # called by a method that another library has prepended. depth: the number of frames
      # around the encoder.
      def by_encoder?(error, depth)
        return false if error.is_a?(JSONError) && !error.json_path # another thread raised it in this one

        paths = error.backtrace_locations.to_a.map(&:path)[0...-depth]
        own = "#{OnRails.active_support}/"
        json = File.dirname(::JSON.const_source_location(:VERSION)[0])
        paths.pop until paths.empty? || paths.last.start_with?(own)
        paths.any? && paths.all? { |path| path.start_with?(own, "#{json}/", "#{__dir__}/", "<internal:") }
      end
    end
  end
end
