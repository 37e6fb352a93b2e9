# frozen_string_literal: true

module Jacinth
  module OnAlba
    # The report of OnAlba.check.
    module Check # :nodoc: all
      def self.report(resources, output)
        Serializer::Check.classes(resources, ::Alba::Resource, output).map do |klass|
          known = Plan.known(klass)
          plan = Plan.compiled(klass) unless known&.paused? # it would count a document
          Serializer::Check.line(klass, OnAlba, "Alba", plan, known, output)
        end.all?
      end
    end
    private_constant :Check
  end
end
