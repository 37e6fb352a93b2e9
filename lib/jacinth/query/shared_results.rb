# frozen_string_literal: true

require_relative "node"

module Jacinth
  class Query
    # Applies a query such as $..a..b, in which one result of a segment can contain another.
    # Computes for each container the results of the last segment, then those of the last
    # two segments, and so on. A container shares its results with the containers around
    # it, so the time is linear in the size of the document, the number of segments, and
    # the number of results.
    class SharedResults # :nodoc:
      # A Node with the Nodes of the containers in it.
      class Tree < Node # :nodoc:
        # The containers directly in it.
        attr_reader :containers

        # The results of segments that are applied to it: nil, a Node, or an Array of at
        # least two results. following: those of one more segment.
        attr_accessor :results, :following

        # Finds the containers in it.
        def open
          @children = @value.is_a?(Hash) ? {} : []
          @containers = []
          each_child do |child, key|
            tree = @children[key] = Tree.new(child, self, key)
            @containers << tree if child.is_a?(Hash) || child.is_a?(Array)
          end
          @containers
        end

        def child(key) = @children[key]
      end
      private_constant :Tree

      # nodes: the Nodes to whose values the segments are applied. They do not contain
      # each other.
      def initialize(evaluation, segments, nodes)
        @evaluation = evaluation
        @segments = segments
        @starts = nodes.map { |node| Tree.new(node.value, node.parent, node.key) }
        @containers = []
        @starts.each { |tree| evaluation.descend(tree) { |each| (@containers << each).last.open.reverse } }
      end

      # Returns the Nodes that are selected.
      def nodes
        @segments.reverse.each_with_index do |segment, i|
          @containers.reverse_each { |tree| tree.following = following(segment, tree, i.zero?) }
          @containers.each { |tree| tree.results = tree.following }
        end
        flatten(@starts.filter_map(&:results))
      end

      private

      # Returns the results of a segment and the segments after it.
      def following(segment, tree, last)
        found = []
        segment.each(tree.value, @evaluation) do |_, key|
          results = last ? tree.child(key) : tree.child(key).results
          found << results if results
        end
        tree.containers.each { |each| found << each.following if each.following } if segment.descendant
        found.size > 1 ? found : found.first
      end

      def flatten(results)
        nodes = []
        rest = results.reverse
        while (result = rest.pop)
          result.is_a?(Array) ? rest.concat(result.reverse) : nodes << result
        end
        nodes
      end
    end
    private_constant :SharedResults
  end
end
