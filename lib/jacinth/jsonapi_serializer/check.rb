# frozen_string_literal: true

module Jacinth
  module OnJsonapiSerializer
    # The report of OnJsonapiSerializer.check.
    module Check # :nodoc: all
      def self.report(serializers, output)
        serializers = Serializer::Check.all(::FastJsonapi::ObjectSerializer) if serializers.empty?
        serializers.map do |klass|
          plan = Plan.new(klass)
          Serializer::Check.verdict(klass, plan.refusal, "jsonapi-serializer", output) do
            Serializer::Check.parts(Code.new(klass, nil), "jsonapi-serializer")
          end
        end.all?
      end
    end
    private_constant :Check
  end
end
