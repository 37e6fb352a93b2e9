# frozen_string_literal: true

require "active_support"
require "active_support/json"
require "active_support/time_with_zone"

# The part of jacinth/rails that the option rails needs: without the drop-in. If Jacinth
# is named JSON already, a new constant of it gets that name; but json has no OnRails.
Jacinth.const_set(:OnRails, Module.new) unless Jacinth.const_defined?(:OnRails, false)
Jacinth.__send__(:_rename, Jacinth::OnRails, "Jacinth::OnRails")

require_relative "method_checks"
require_relative "original_encoder"
require_relative "converter"
require_relative "encoder"
require_relative "../portable/rails" unless Jacinth.const_defined?(:RailsWalk, false)

module Jacinth
  module OnRails
    class << self
      # True (the default) to write Active Record's objects directly from their attributes
      # if the result is the same as that of their as_json.
      #
      #   Jacinth::OnRails.models = false
      #   Jacinth::OnRails.models = true
      attr_writer :models

      # True if this is switched on and Active Record is loaded.
      def models? = @models && @models_loaded # :nodoc:

      def load_models # :nodoc:
        return unless RailsWalk.respond_to?(:generate)

        require_relative "models"
        @models_loaded = true
      end

      # The class of the error that makes Active Support's own encoder write the document.
      def original_encoder_needed = OriginalEncoderNeeded # :nodoc:

      # The folder of Active Support's files.
      def active_support = MethodChecks::ROOT # :nodoc:

      # The text of Active Support's own encoder.
      def original(value) = OriginalEncoder::CLASS.new.encode(value) # :nodoc:
    end

    RailsWalk.always_as_json = OriginalEncoder::CODER
    RailsWalk.classes = [ActiveSupport::TimeWithZone, Date, DateTime, BigDecimal, *MethodChecks::PERIODS]
    self.models = true
    ActiveSupport.on_load(:active_record) { Jacinth::OnRails.load_models }
  end
end
