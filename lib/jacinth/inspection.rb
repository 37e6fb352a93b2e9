# frozen_string_literal: true

module Jacinth
  # Describes objects with options for irb and logs: short, and without the text of
  # documents.
  module InspectText # :nodoc:
    LENGTH = 32
    PLAIN = [true, false, nil, Numeric, Symbol, Module, Proc].freeze
    DEFAULTS = Ractor.make_shareable(State.new.to_h)
    private_constant :LENGTH, :PLAIN, :DEFAULTS

    class << self
      # Returns the description of object. facts: a Hash of names and values to show.
      def text(object, facts)
        shown = facts.map { |name, value| " #{name}: #{value_text(value)}" }
        "#<#{object.class}#{shown.join(',')}>"
      end

      # Returns the options, a Hash, without those that have the default of State, or
      # false. max_nesting: nil is kept; elsewhere, nil is the same as false or "".
      def changed(options)
        options.reject do |name, value|
          value == DEFAULTS.fetch(name, false) || (value.nil? && name != :max_nesting)
        end
      end

      private

      # For other objects, only the class is shown, as their inspect can be of any length.
      def value_text(value)
        case value
        when String then value.size > LENGTH ? "#{value[0, LENGTH].inspect}..." : value.inspect
        when *PLAIN then value.inspect
        else "#<#{Kernel.instance_method(:class).bind_call(value)}>"
        end
      end
    end
  end
  private_constant :InspectText
end
