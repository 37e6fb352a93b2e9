# frozen_string_literal: true

module Jacinth
  # Loads the extension or, if there is none, the portable backend.
  module BackendLoader # :nodoc:
    class << self
      # JACINTH_BACKEND=portable chooses the portable backend; with "extension" or nothing,
      # the extension is loaded if it is compiled. Raises ArgumentError for other values,
      # and LoadError if the compiled extension cannot be loaded.
      def load
        chosen = ENV.fetch("JACINTH_BACKEND", "")
        unless ["", "portable", "extension"].include?(chosen)
          raise ArgumentError, "JACINTH_BACKEND must be portable, extension or empty, not #{chosen}"
        end
        return portable if chosen == "portable" || !platform?

        extension
      end

      private

      def extension
        feature = "jacinth/#{RUBY_VERSION[/\A\d+\.\d+/]}/jacinth"
        require feature
      rescue LoadError => e
        raise unless e.path == feature

        warn "jacinth: the extension is not compiled, so the slower portable backend is used " \
             "(https://github.com/jacinth-json/jacinth/blob/main/docs/portable.md)"
        portable
      end

      def portable
        require_relative "portable/backend"
      end

      # True if the extension can be compiled for this Ruby.
      def platform? = RUBY_ENGINE == "ruby" && !RUBY_PLATFORM.match?(/wasm|wasi/)
    end
  end
  private_constant :BackendLoader
  BackendLoader.load
end
