# frozen_string_literal: true

module Jacinth
  class Query
    # One step of a query: its selectors are applied to a value, or to the value and
    # all containers in it if it is a descendant segment.
    class Segment # :nodoc:
      attr_reader :selectors, :descendant

      def initialize(selectors, descendant)
        @selectors = selectors
        @descendant = descendant
      end

      # Yields the members or elements that the selectors select directly in a value.
      def each(value, evaluation, &)
        return @selectors.first.each(value, evaluation, &) if @selectors.size == 1

        @selectors.each { |selector| selector.each(value, evaluation, &) }
      end

      # Adds the members or elements that the selectors select directly in any of the values to found.
      def add_from(values, evaluation, found)
        return @selectors.first.add_from(values, found) if @selectors.size == 1 && @selectors.first.is_a?(Name)

        values.each { |value| each(value, evaluation) { |child| found << child } }
      end

      # True if it selects at most one value.
      def singular?
        !descendant && selectors.size == 1 && (selectors.first.is_a?(Name) || selectors.first.is_a?(Index))
      end

      # True if it can select a value twice, or a value and a part of it.
      def repeats?
        descendant || (selectors.size > 1 && !(selectors.all?(Name) && selectors.uniq(&:name).size == selectors.size))
      end
    end

    # The segments of a query.
    class Route # :nodoc:
      attr_reader :segments

      # simple: the first segments, which are applied one after the other. shared: the other
      # segments, for which this could take more than linear time in the size of the results.
      attr_reader :simple, :shared

      def initialize(segments)
        @segments = segments
        repeating = segments.each_index.select { |i| segments[i].repeats? }
        @simple = repeating.size > 1 ? segments.take(repeating.first) : segments
        @shared = segments.drop(@simple.size)
      end

      # True if it selects at most one value.
      def singular? = @segments.all?(&:singular?)

      # True if it reads all of a value.
      def descends? = @segments.any?(&:descendant)
    end

    # Each selector has a method each, which yields the selected members or elements
    # of a value, with their keys or indexes.

    # Selects the member with a name.
    class Name # :nodoc:
      attr_reader :name

      def initialize(name)
        @name = name
        @symbol = name.to_sym
      end

      def each(value, _evaluation)
        return unless value.is_a?(Hash)

        if value.key?(@name) then yield value[@name], @name
        elsif value.key?(@symbol) then yield value[@symbol], @symbol
        end
      end

      # Adds the member with this name of each Hash in values to found.
      def add_from(values, found)
        found.concat(Jacinth.__send__(:_members, values, @name, @symbol))
      end
    end

    # Selects the element with an index.
    class Index # :nodoc:
      attr_reader :index

      def initialize(index)
        @index = index
      end

      def each(value, _evaluation)
        return unless value.is_a?(Array)

        index = @index.negative? ? value.size + @index : @index
        yield value[index], index if index >= 0 && index < value.size
      end
    end

    # Selects the elements in a range of indexes.
    class Slice # :nodoc:
      attr_reader :first, :last, :step

      def initialize(first, last, step)
        @first = first
        @last = last
        @step = step
      end

      def each(value, _evaluation)
        return unless value.is_a?(Array) && @step != 0

        indexes(value.size).each { |index| yield value[index], index }
      end

      private

      def indexes(size)
        if @step.positive?
          from(@first, 0, size).clamp(0, size).step(from(@last, size, size).clamp(0, size) - 1, @step)
        else
          from(@first, size - 1, size).clamp(-1, size - 1).step(from(@last, -1, size).clamp(-1, size - 1) + 1, @step)
        end
      end

      # Returns a bound as an index from the beginning. default: for a missing bound.
      def from(bound, default, size)
        return default unless bound

        bound.negative? ? size + bound : bound
      end
    end

    # Selects all members and elements.
    class Wildcard # :nodoc:
      def each(value, _evaluation, &)
        case value
        when Array then value.each_with_index(&)
        when Hash then value.each { |key, member| yield member, key }
        end
      end
    end

    # Selects the members and elements for which an expression is true.
    class Filter # :nodoc:
      attr_reader :test

      def initialize(test)
        @test = test
      end

      def each(value, evaluation)
        case value
        when Array then value.each_with_index do |element, index|
          yield element, index if @test.true?(element, evaluation)
        end
        when Hash then value.each { |key, member| yield member, key if @test.true?(member, evaluation) }
        end
      end
    end
    private_constant :Segment, :Route, :Name, :Index, :Slice, :Wildcard, :Filter
  end
end
