# frozen_string_literal: true

module Jacinth
  module OnRails
    # Warns once if Jacinth's encoder is replaced by another one, and names the line that
    # did it. Libraries that were written for Oj do it when they are loaded.
    module ReplacedEncoder # :nodoc:
      SKIPPED = [/active_support/, /delegat/].freeze
      private_constant :SKIPPED

      def json_encoder=(encoder)
        super
        ReplacedEncoder.warn(encoder) unless [Encoder, OriginalEncoder::CLASS].include?(encoder)
      end

      class << self
        def watch
          @warned = false
          ActiveSupport::JSON::Encoding.singleton_class.prepend(self)
        end

        def warn(encoder)
          return if @warned

          @warned = true
          Kernel.warn("jacinth: #{place} has replaced Jacinth's JSON encoder by #{encoder.inspect}: " \
                      "remove that call, call Jacinth::OnRails.install after it, or set config.jacinth.encoder = false")
        end

        private

        # Returns the calling line that is not in Active Support or in this file.
        def place
          found = caller_locations.find do |location|
            location.path != __FILE__ && SKIPPED.none? { |path| path.match?(location.path) }
          end
          found ? "#{found.path}:#{found.lineno}" : "a library"
        end
      end
    end
    private_constant :ReplacedEncoder
  end
end
