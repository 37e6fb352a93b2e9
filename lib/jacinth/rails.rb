# frozen_string_literal: true

require "jacinth/json"
require_relative "rails/rules"
require_relative "rails/decode_without_quirks_mode"

module Jacinth
  # Jacinth for Active Support: the drop-in, and an encoder that writes the same bytes as
  # Active Support's own encoder.
  #
  #   require "jacinth/rails"
  #   [Time.utc(2026)].to_json # => "[\"2026-01-01T00:00:00.000Z\"]"
  module OnRails
    class << self
      # Replaces Active Support's encoder; <tt>require "jacinth/rails"</tt> calls it.
      #
      #   Jacinth::OnRails.install
      #   ActiveSupport::JSON::Encoding.json_encoder # => Jacinth::OnRails::Encoder
      def install
        ActiveSupport::JSON::Encoding.json_encoder = Encoder
      end

      # Restores Active Support's own encoder.
      #
      #   Jacinth::OnRails.uninstall
      #   ActiveSupport::JSON::Encoding.json_encoder == Jacinth::OnRails::Encoder # => false
      def uninstall
        ActiveSupport::JSON::Encoding.json_encoder = OriginalEncoder::CLASS
      end

      # Loads the Railtie: now, or before an application is defined.
      def load_railtie # :nodoc:
        require_relative "rails/railtie" if defined?(::Rails::Railtie)
      end
    end

    install
    load_railtie
    ActiveSupport.on_load(:before_configuration) { Jacinth::OnRails.load_railtie }
  end
end
