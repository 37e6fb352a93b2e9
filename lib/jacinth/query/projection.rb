# frozen_string_literal: true

require_relative "selectors"

module Jacinth
  class Query
    # The parts of a document that a query reads.
    class Projection # :nodoc:
      MOST = 64 # pointers
      STEPS = 500 # of a pointer
      private_constant :MOST, :STEPS

      def initialize
        @pointers = {}
      end

      # Returns an Array of pointers to values that are enough to apply a Route:
      # others can be left out. nil if that is the whole document.
      def pointers(route)
        add(route.segments, [""])
        @pointers.keys unless @pointers.key?("") || @pointers.size > MOST
      end

      private

      # Adds what segments read if they are applied to the values at the pointers.
      def add(segments, from)
        segments.each do |segment|
          break if segment.descendant

          to = segment.selectors.flat_map { |selector| after(selector, from) }.uniq
          break if to.size > MOST || to.first.count("/") > STEPS

          from = to
        end
        from.each { |pointer| @pointers[pointer] = true }
      end

      def after(selector, from)
        steps = steps(selector)
        to = from.flat_map { |pointer| steps.map { |step| "#{pointer}/#{step}" } }
        add_filter(selector, to) if selector.is_a?(Filter)
        to
      end

      def add_filter(filter, from)
        filter.test.paths.each { |path| add(path.route.segments, path.absolute? ? [""] : from) }
      end

      # The last steps of the pointers to the values that a selector can lead to.
      def steps(selector)
        case selector
        when Name then [selector.name.gsub(%r{[~/*]}, "~" => "~0", "/" => "~1", "*" => "~2")]
        when Index then [selector.index.negative? ? "*" : selector.index]
        else ["*"]
        end
      end
    end
    private_constant :Projection
  end
end
