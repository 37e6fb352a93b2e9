# frozen_string_literal: true

module Jacinth
  class Query
    # A value and its place in the root value: the Node of the container around it, and
    # the key or index there. Both are nil for the root value.
    class Node # :nodoc:
      attr_reader :value, :parent, :key

      def initialize(value, parent = nil, key = nil)
        @value = value
        @parent = parent
        @key = key
      end

      # Returns the keys and indexes that lead here from the root value.
      def steps
        steps = []
        node = self
        while node.parent
          steps << node.key
          node = node.parent
        end
        steps.reverse
      end

      # The normalized path (RFC 9535).
      def path
        "$#{steps.map { |step| step.is_a?(Integer) ? "[#{step}]" : "[#{PathText.quoted(step, "'")}]" }.join("")}"
      end

      # The Nodes of the arrays and objects directly in this one.
      def containers
        found = []
        each_child { |child, key| found << Node.new(child, self, key) if child.is_a?(Hash) || child.is_a?(Array) }
        found
      end

      private

      # Yields each member or element with its key or index.
      def each_child(&)
        case @value
        when Array then @value.each_with_index(&)
        when Hash then @value.each { |key, child| yield child, key }
        end
      end
    end
    private_constant :Node
  end
end
