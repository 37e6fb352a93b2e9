# frozen_string_literal: true

require "jacinth/json"
require "active_support"
require "active_support/json"
require "active_support/time_with_zone"

# Jacinth is named JSON now, and json has no OnRails, so that the name is set here.
Jacinth.const_set(:OnRails, Module.new) unless Jacinth.const_defined?(:OnRails, false)
Jacinth.__send__(:_rename, Jacinth::OnRails, "Jacinth::OnRails")

require_relative "rails/method_checks"
require_relative "rails/original_encoder"
require_relative "rails/converter"
require_relative "rails/encoder"
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

      # True (the default) to write Active Record's objects directly from their attributes
      # if the result is the same as that of their as_json.
      #
      #   Jacinth::OnRails.models = false
      #   Jacinth::OnRails.models = true
      attr_writer :models

      # True if this is switched on and Active Record is loaded.
      def models? = @models && @models_loaded # :nodoc:

      def load_models # :nodoc:
        require_relative "rails/models"
        @models_loaded = true
      end

      # Loads the Railtie: now, or before an application is defined.
      def load_railtie # :nodoc:
        require_relative "rails/railtie" if defined?(::Rails::Railtie)
      end
    end

    RailsWalk.classes = [ActiveSupport::TimeWithZone, Date, DateTime, BigDecimal, *MethodChecks::PERIODS]
    install
    self.models = true
    load_railtie
    ActiveSupport.on_load(:before_configuration) { Jacinth::OnRails.load_railtie }
    ActiveSupport.on_load(:active_record) { Jacinth::OnRails.load_models }
  end
end
