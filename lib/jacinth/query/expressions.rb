# frozen_string_literal: true

require_relative "regular_expression"

module Jacinth
  class Query
    # The value of a query that selects nothing.
    NOTHING = Ractor.make_shareable(Object.new)

    # The classes of expressions that have a value: each has the methods kind, which
    # is :value, :nodes or :logical, and value.

    # A value that is written in the query.
    class Literal # :nodoc:
      def initialize(value)
        @value = value
      end

      def kind = :value
      def singular? = true
      def paths = []
      def value(_node, _evaluation) = @value
    end

    # A query in a filter, relative to the filtered value (@) or to the root ($).
    class Path # :nodoc:
      attr_reader :route

      def initialize(absolute, route)
        @absolute = absolute
        @route = route
        @singular = route.singular?
        @costly = !absolute && route.descends?
      end

      def absolute? = @absolute
      def singular? = @singular
      def kind = :nodes
      def paths = [self]

      # The value that a singular query selects, or NOTHING.
      def value(node, evaluation)
        node = evaluation.root if @absolute
        @route.segments.each do |segment|
          found = NOTHING
          segment.each(node, evaluation) { |child| found = child }
          return NOTHING if NOTHING.equal?(found)

          node = found
        end
        node
      end

      # Yields the selected values, and returns the block's result. The result is kept, by
      # expression and node, if the query is absolute or reads all of a value.
      def with_values(node, evaluation, expression)
        return evaluation.once(expression) { yield evaluation.values(@route) } if @absolute
        return evaluation.once(expression, node) { yield evaluation.values(@route, node) } if @costly

        yield evaluation.values(@route, node)
      end
    end

    # The classes of tests: each has the method true?.

    # True if a query selects any value.
    class Exists # :nodoc:
      def initialize(path)
        @path = path
      end

      def paths = [@path]

      def true?(node, evaluation)
        return !NOTHING.equal?(@path.value(node, evaluation)) if @path.singular?

        @path.with_values(node, evaluation, self) { |values| !values.empty? }
      end
    end

    # A test that does not depend on the filtered value: its result is computed once.
    class Constant # :nodoc:
      # Returns the test, as a Constant if it is one.
      def self.wrap(test) = test.paths.all?(&:absolute?) ? new(test) : test

      def initialize(test)
        @test = test
      end

      def paths = @test.paths
      def true?(node, evaluation) = evaluation.once(self) { @test.true?(node, evaluation) }
    end

    # True if one of several tests is true.
    class Or # :nodoc:
      def initialize(tests)
        @tests = tests
      end

      def paths = @tests.flat_map(&:paths)
      def true?(node, evaluation) = @tests.any? { |test| test.true?(node, evaluation) }
    end

    # True if all of several tests are true.
    class And < Or # :nodoc:
      def true?(node, evaluation) = @tests.all? { |test| test.true?(node, evaluation) }
    end

    # True if a test is false.
    class Not # :nodoc:
      def initialize(test)
        @test = test
      end

      def paths = @test.paths
      def true?(node, evaluation) = !@test.true?(node, evaluation)
    end

    # Compares two values. Values of different types are not equal, and only numbers
    # and strings have an order.
    class Comparison # :nodoc:
      def initialize(left, operator, right)
        @left = left
        @operator = operator.to_sym
        @right = right
      end

      def paths = @left.paths + @right.paths

      def true?(node, evaluation)
        left = @left.value(node, evaluation)
        right = @right.value(node, evaluation)
        case @operator
        when :== then same?(left, right)
        when :!= then !same?(left, right)
        when :< then less?(left, right)
        when :> then less?(right, left)
        when :<= then less?(left, right) || same?(left, right)
        else less?(right, left) || same?(left, right)
        end
      end

      private

      def same?(left, right)
        return left == right unless left.is_a?(Array) || left.is_a?(Hash)

        same_containers?([[left, right]], {}.compare_by_identity)
      end

      # Without recursion, unlike Ruby's ==. seen: for each container, those that it was
      # compared with, because it can contain itself.
      def same_containers?(pairs, seen)
        while (pair = pairs.pop)
          left, right = pair
          partners = (seen[left] ||= {}.compare_by_identity)
          next if left.equal?(right) || partners[right]

          partners[right] = true
          inner = inner_pairs(left, right) or return false
          pairs.concat(inner)
        end
        true
      end

      # The pairs of values that must be the same, or nil if two values differ.
      def inner_pairs(left, right)
        return (left == right) && [] unless left.is_a?(Array) || left.is_a?(Hash)
        return left.zip(right) if left.is_a?(Array) && right.is_a?(Array) && left.size == right.size

        left.map { |key, value| [value, right[key]] } if same_keys?(left, right)
      end

      def same_keys?(left, right)
        left.is_a?(Hash) && right.is_a?(Hash) && left.size == right.size && left.each_key.all? { |key| right.key?(key) }
      end

      def less?(left, right)
        case left
        when Numeric then right.is_a?(Numeric) && left.real? && right.real? && left < right
        when String then right.is_a?(String) && left < right
        else false
        end
      end
    end

    # The classes of functions have the kinds of their arguments in PARAMETERS.
    class Function # :nodoc:
      def initialize(*arguments)
        @arguments = arguments
      end

      def kind = :value
      def singular? = false
      def paths = @arguments.flat_map(&:paths)
    end

    # length(value): the number of characters, elements or members.
    class Length < Function # :nodoc:
      PARAMETERS = [:value].freeze

      def value(node, evaluation)
        value = @arguments.first.value(node, evaluation)
        value.is_a?(String) || value.is_a?(Array) || value.is_a?(Hash) ? value.size : NOTHING
      end
    end

    # count(query): the number of selected values.
    class Count < Function # :nodoc:
      PARAMETERS = [:nodes].freeze

      def value(node, evaluation) = @arguments.first.with_values(node, evaluation, self, &:size)
    end

    # value(query): the selected value if there is exactly one.
    class SingleValue < Function # :nodoc:
      PARAMETERS = [:nodes].freeze

      def value(node, evaluation)
        @arguments.first.with_values(node, evaluation, self) { |values| values.size == 1 ? values.first : NOTHING }
      end
    end

    # match(value, pattern): true if an I-Regexp (RFC 9485) matches all of a string.
    class Match < Function # :nodoc:
      PARAMETERS = %i[value value].freeze

      def initialize(*)
        super
        pattern = @arguments.last
        @expression = compile(pattern.value(nil, nil)) if pattern.is_a?(Literal)
      end

      def kind = :logical

      def true?(node, evaluation)
        text, pattern = @arguments.map { |argument| argument.value(node, evaluation) }
        return false unless text.is_a?(String) && pattern.is_a?(String)

        matcher = evaluation.matcher(self, pattern) { @arguments.last.is_a?(Literal) ? @expression : compile(pattern) }
        matcher ? matcher.match?(text.encode(Encoding::UTF_8)) : false
      rescue EncodingError, ArgumentError # text that is not valid in its encoding
        false
      end

      private

      def compile(pattern)
        RegularExpression.new(pattern, whole: whole?) if pattern.is_a?(String)
      rescue RegularExpression::Invalid
        nil
      end

      def whole? = true
    end

    # search(value, pattern): true if an I-Regexp matches a part of a string.
    class Search < Match # :nodoc:
      private

      def whole? = false
    end

    FUNCTIONS = { "length" => Length, "count" => Count, "match" => Match, "search" => Search,
                  "value" => SingleValue }.freeze
    private_constant :NOTHING, :Literal, :Path, :Exists, :Constant, :Or, :And, :Not, :Comparison, :Function, :Length,
                     :Count, :SingleValue, :Match, :Search, :FUNCTIONS
  end
end
