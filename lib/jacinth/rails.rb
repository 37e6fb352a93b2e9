# frozen_string_literal: true

require "jacinth/json"
require "active_support"
require "active_support/json"
require "active_support/time_with_zone"

# The drop-in has named Jacinth JSON, and json has no OnRails.
Jacinth.const_set(:OnRails, Module.new) unless Jacinth.const_defined?(:OnRails, false)
Jacinth.__send__(:_rename, Jacinth::OnRails, "Jacinth::OnRails")

require_relative "rails/method_checks"
require_relative "rails/original_encoder"
require_relative "rails/converter"
require_relative "rails/encoder"
require_relative "rails/decode_without_quirks_mode"

module Jacinth
  # Active Support on Jacinth: the drop-in, and an encoder that writes what
  # Active Support's own would, to the byte.
  #
  #   require "jacinth/rails"
  #   [Time.utc(2026)].to_json # => "[\"2026-01-01T00:00:00.000Z\"]"
  module OnRails
    class << self
      # Puts the encoder in the place of Active Support's; requiring
      # <tt>jacinth/rails</tt> does it.
      #
      #   Jacinth::OnRails.install
      #   ActiveSupport::JSON::Encoding.json_encoder # => Jacinth::OnRails::Encoder
      def install
        ActiveSupport::JSON::Encoding.json_encoder = Encoder
      end

      # Goes back to the encoder that Active Support had.
      #
      #   Jacinth::OnRails.uninstall
      #   ActiveSupport::JSON::Encoding.json_encoder == Jacinth::OnRails::Encoder # => false
      def uninstall
        ActiveSupport::JSON::Encoding.json_encoder = OriginalEncoder::CLASS
      end

      # Whether Active Record's objects are written straight from their
      # attributes, where that gives what their as_json would: true by default.
      #
      #   Jacinth::OnRails.models = false
      #   Jacinth::OnRails.models = true
      attr_writer :models

      # Whether that is wished, and Active Record is there.
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
