# frozen_string_literal: true

module Jacinth
  # The portable backend lets Active Support's own encoder write all values.
  module RailsWalk # :nodoc:
    def self.classes=(_classes)
      nil
    end

    def self.always_as_json=(_on)
      nil
    end
  end
  private_constant :RailsWalk

  module OnRails # :nodoc: all
    # Instead of Encoder.native?
    module OriginalEncoderOnly
      def native? = false
    end
    private_constant :OriginalEncoderOnly
    Encoder.singleton_class.prepend(OriginalEncoderOnly)
  end
end
