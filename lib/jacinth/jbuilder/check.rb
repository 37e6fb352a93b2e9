# frozen_string_literal: true

module Jacinth
  module OnJbuilder
    # The report of OnJbuilder.check.
    module Check # :nodoc: all
      def self.report(builders, output)
        builders = [::Jbuilder, *Serializer::Check.classes([], ::Jbuilder)] if builders.empty?
        Serializer::Check.classes(builders, ::Jbuilder).map do |klass|
          Serializer::Check.verdict(klass, OnJbuilder, "jbuilder", OwnMethods.refusal(klass), output) do
            { read: ["lists of #{AttributeList::SHORTEST} or more attributes"] }
          end
        end.all?
      end
    end
    private_constant :Check
  end
end
