# frozen_string_literal: true

module Jacinth
  # The methods of Ractor that this library calls, for a Ruby without Ractors.
  module Ractor # :nodoc:
    class IsolationError < ::StandardError; end

    @locals = {}

    class << self
      def make_shareable(object) = object.freeze

      def shareable?(_object) = false

      def current = self

      def main = self

      def [](name) = @locals[name]

      def []=(name, value)
        @locals[name] = value
      end
    end
  end
  private_constant :Ractor
end
