# frozen_string_literal: true

module Jacinth
  module OnJbuilder
    # The report of OnJbuilder.check.
    module Check # :nodoc: all
      def self.report(builders, output)
        builders = [::Jbuilder, *Serializer::Check.all(::Jbuilder)] if builders.empty?
        builders.map do |klass|
          Serializer::Check.verdict(klass, OwnMethods.refusal(klass), "jbuilder", output) { "compiled" }
        end.all?
      end
    end
    private_constant :Check
  end
end
