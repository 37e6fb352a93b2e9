# frozen_string_literal: true

module Jacinth
  # How objects with options look in irb and in logs: short, and without the
  # text of documents.
  module Inspection # :nodoc:
    LENGTH = 32
    PLAIN = [true, false, nil, Numeric, Symbol, Module, Proc].freeze
    DEFAULTS = Ractor.make_shareable(State.new.to_h)
    private_constant :LENGTH, :PLAIN, :DEFAULTS

    class << self
      # facts: what to show of object, a Hash.
      def text(object, facts)
        shown = facts.map { |name, value| " #{name}: #{value_text(value)}" }
        "#<#{object.class}#{shown.join(',')}>"
      end

      # The options, a Hash, without those that have their default: State's, or
      # false. nil is no limit of nesting, and false or "" elsewhere.
      def changed(options)
        options.reject do |name, value|
          value == DEFAULTS.fetch(name, false) || (value.nil? && name != :max_nesting)
        end
      end

      private

      # Whatever else a value is, its inspect may be of any length.
      def value_text(value)
        case value
        when String then value.size > LENGTH ? "#{value[0, LENGTH].inspect}..." : value.inspect
        when *PLAIN then value.inspect
        else "#<#{Kernel.instance_method(:class).bind_call(value)}>"
        end
      end
    end
  end
  private_constant :Inspection
end
