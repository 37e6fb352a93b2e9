# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # A JSON pointer, in which the step * can be every member: ext/jacinth/document/pointer.c.
    class Pointer # :nodoc:
      MOST = 512
      NAMES = { "~0" => "~", "~1" => "/", "~2" => "*" }.freeze
      private_constant :MOST, :NAMES

      # A step. name: a String. index: an Integer or nil. any: true for *.
      Step = Struct.new(:name, :index, :any)

      attr_reader :steps

      def initialize(pointer)
        pointer = Arguments.string(pointer)
        plain = [Encoding::UTF_8, Encoding::BINARY].include?(pointer.encoding) || pointer.ascii_only?
        text = (plain ? pointer : pointer.encode(Encoding::UTF_8)).b
        refuse("a JSON pointer must begin with /", pointer) unless text.empty? || text.start_with?("/")
        parts = text.split("/", -1).drop(1)
        @steps = parts.each_with_index.map do |part, i|
          refuse("a JSON pointer can have at most #{MOST} steps", pointer) if i == MOST
          refuse("invalid escape after ~ in a JSON pointer", pointer) if part.match?(/~(?![012])/n)
          step(part)
        end.freeze
        freeze
      end

      def any? = @steps.any?(&:any)

      # Returns the pointer without its last step.
      def parent
        steps = @steps[0...-1].freeze
        dup.tap { |copy| copy.instance_variable_set(:@steps, steps) }.freeze
      end

      private

      def refuse(text, pointer) = raise(ArgumentError, "#{text}: #{PathText.inspected(pointer)}")

      def step(part)
        name = part.gsub(/~[012]/n, NAMES).force_encoding(Encoding::UTF_8).freeze
        Step.new(name, (name.to_i if name.b.match?(/\A(?:0|[1-9][0-9]{0,17})\z/n)), part == "*").freeze
      end
    end
  end
end
