# frozen_string_literal: true

module Jacinth
  module OnAlba
    # The report of OnAlba.check.
    module Check # :nodoc: all
      def self.report(resources, output)
        Serializer::Check.classes(resources, ::Alba::Resource, output).map do |klass|
          Serializer::Check.line(klass, OnAlba, "Alba", Plan.known(klass), output)
        end.all?
      end
    end
    private_constant :Check
  end
end
