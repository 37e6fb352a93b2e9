# frozen_string_literal: true

require "active_record"

module Jacinth
  module OnRails
    # The folders of Active Record's and of Active Model's files.
    module ModelSources # :nodoc: all
      RECORD = File.dirname(ActiveRecord::Serialization.instance_method(:serializable_hash).source_location[0])
      MODEL = File.dirname(ActiveModel::Serialization.instance_method(:serializable_hash).source_location[0])

      # True if a method or a constant with this source_location is of them.
      def self.include?(location) = location&.first.to_s.start_with?(RECORD, MODEL)
    end
    private_constant :ModelSources
  end
end
