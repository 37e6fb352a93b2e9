# frozen_string_literal: true

require_relative "selectors"

module Jacinth
  class Query
    # The parts of a document that a query reads.
    class Projection # :nodoc:
      MOST = 64 # the largest number of pointers
      STEPS = 500 # the largest number of steps of a pointer
      ESCAPES = { "~" => "~0", "/" => "~1", "*" => "~2" }.freeze
      private_constant :MOST, :STEPS, :ESCAPES

      # Returns the pointer that leads to the same values as a Route, or nil if there is
      # none. There is none for numbers: in a pointer, they select elements and members.
      def self.pointer(route)
        selectors = route.segments.map { |segment| segment.selectors.first if segment.selectors.size == 1 }
        return if route.descends? || selectors.size > STEPS || !selectors.all? { |selector| clear?(selector) }

        selectors.map { |selector| "/#{step(selector)}" }.join("")
      end

      def self.clear?(selector)
        selector.is_a?(Wildcard) || (selector.is_a?(Name) && !selector.name.match?(/\A[0-9]+\z/))
      end
      private_class_method :clear?

      # Returns the step of a pointer that leads to all values that a selector can select.
      def self.step(selector)
        case selector
        when Name then selector.name.gsub(%r{[~/*]}, ESCAPES)
        when Index then selector.index.negative? ? "*" : selector.index
        else "*"
        end
      end

      def initialize
        @pointers = {}
      end

      # Returns an Array of pointers to the values that a Route reads. Returns nil if it
      # needs the whole document.
      def pointers(route)
        add(route.segments, [""])
        @pointers.keys unless @pointers.key?("") || @pointers.size > MOST
      end

      private

      # Adds the pointers to the values that segments read if they are applied to the
      # values at the given pointers.
      def add(segments, from)
        segments.each_with_index do |segment, i|
          to = segment.selectors.flat_map { |selector| after(selector, from) }.uniq unless segment.descendant
          if to.nil? || to.size > MOST || to.first.count("/") > STEPS
            add_absolute(segments.drop(i))
            break
          end
          from = to
        end
        from.each { |pointer| @pointers[pointer] = true }
      end

      # Adds the pointers of the absolute paths in all filters of some segments. Their
      # relative paths only read values that are read already.
      def add_absolute(segments)
        filters = segments.flat_map(&:selectors).grep(Filter)
        filters.flat_map { |filter| filter.test.paths }.each do |path|
          path.absolute? ? add(path.route.segments, [""]) : add_absolute(path.route.segments)
        end
      end

      def after(selector, from)
        to = from.map { |pointer| "#{pointer}/#{Projection.step(selector)}" }
        add_filter(selector, to) if selector.is_a?(Filter)
        to
      end

      def add_filter(filter, from)
        filter.test.paths.each { |path| add(path.route.segments, path.absolute? ? [""] : from) }
      end
    end
    private_constant :Projection
  end
end
