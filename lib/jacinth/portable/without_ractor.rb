# frozen_string_literal: true

module Jacinth
  # Stands for Ruby's Ractor where there is none.
  module Ractor # :nodoc:
    class << self
      def make_shareable(object) = object.freeze

      def shareable?(_object) = false

      def current = self

      def main = self
    end
  end
  private_constant :Ractor
end
