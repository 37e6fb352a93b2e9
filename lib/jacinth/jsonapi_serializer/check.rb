# frozen_string_literal: true

module Jacinth
  module OnJsonapiSerializer
    # The report of OnJsonapiSerializer.check.
    module Check # :nodoc: all
      ALWAYS = { read: %i[id type].freeze }.freeze
      private_constant :ALWAYS

      def self.report(serializers, output)
        Serializer::Check.classes(serializers, ::FastJsonapi::ObjectSerializer, output).map do |klass|
          refusal = Plan.new(klass).refusal
          Serializer::Check.verdict(klass, OnJsonapiSerializer, "jsonapi-serializer", refusal, output) do
            ALWAYS.merge(Code.new(klass, nil).kinds) { |_, first, second| first + second }
          end
        end.all?
      end
    end
    private_constant :Check
  end
end
