# frozen_string_literal: true

module Jacinth
  module OnAlba
    # The report of OnAlba.check.
    module Check # :nodoc: all
      def self.report(resources, output)
        resources = Serializer::Check.all(::Alba::Resource) if resources.empty?
        resources.map do |klass|
          Serializer::Check.line(klass, Plan.compiled(klass), Plan.known(klass), "Alba", output)
        end.all?
      end
    end
    private_constant :Check
  end
end
