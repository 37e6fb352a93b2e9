# frozen_string_literal: true

require_relative "node"
require_relative "shared_results"

module Jacinth
  class Query
    # Applies queries to one value.
    class Evaluation # :nodoc:
      DEEPEST = 100_000 # levels of containers: a value that contains itself has more
      MATCHERS = 100 # Matchers that are kept for each function
      private_constant :DEEPEST, :MATCHERS

      attr_reader :root

      def initialize(root)
        @root = root
      end

      # Returns the values that a Route selects in a value.
      def values(route, value = @root)
        values = [value]
        route.simple.each do |segment|
          found = []
          values.each { |each| select(segment, each, found) }
          values = found
        end
        return values if route.shared.empty?

        SharedResults.new(self, route.shared, values.map { |each| Node.new(each) }).nodes.map(&:value)
      end

      # Returns the Nodes of the values that a Route selects in the root.
      def nodes(route)
        nodes = [Node.new(@root)]
        route.simple.each do |segment|
          found = []
          nodes.each { |node| select_nodes(segment, node, found) }
          nodes = found
        end
        route.shared.empty? ? nodes : SharedResults.new(self, route.shared, nodes).nodes
      end

      # Yields a Node, and the Nodes of all containers in it, each before those that it
      # contains. The block returns an Array of the containers directly in it, in reverse
      # order.
      def descend(start)
        levels = [[start]]
        while (level = levels.last)
          if (container = level.pop)
            inner = yield container
            levels << inner unless inner.empty?
            raise_too_deep if levels.size > DEEPEST
          else
            levels.pop
          end
        end
      end

      # Returns the block's result, which is computed once for each expression and node.
      def once(expression, node = expression)
        results = ((@results ||= {}.compare_by_identity)[expression] ||= {}.compare_by_identity)
        results.fetch(node) { results[node] = yield }
      end

      # Returns a Matcher for the RegularExpression that the block returns, or nil.
      def matcher(function, pattern)
        matchers = ((@matchers ||= {}.compare_by_identity)[function] ||= {})
        matchers.clear if matchers.size > MATCHERS
        matchers.fetch(pattern) { matchers[pattern] = (found = yield) && Matcher.new(found) }
      end

      private

      # Adds the values that a segment selects to found.
      def select(segment, value, found)
        return segment.each(value, self) { |child| found << child } unless segment.descendant

        all = Jacinth.__send__(:_containers, value, DEEPEST) or raise_too_deep
        segment.add_from(all, self, found)
      end

      def select_nodes(segment, node, found)
        add = ->(parent) { segment.each(parent.value, self) { |child, key| found << Node.new(child, parent, key) } }
        return add.call(node) unless segment.descendant

        descend(node) do |container|
          add.call(container)
          container.containers.reverse
        end
      end

      def raise_too_deep
        raise NestingError, "nesting of #{DEEPEST + 1} is too deep"
      end
    end
    private_constant :Evaluation
  end
end
