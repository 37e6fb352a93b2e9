# frozen_string_literal: true

module Jacinth
  module OnJbuilder
    # The report of OnJbuilder.check.
    module Check # :nodoc: all
      def self.report(builders, output)
        classes = Serializer::Check.classes(builders, ::Jbuilder, output)
        classes.unshift(::Jbuilder) if builders.empty?
        classes.map do |klass|
          Serializer::Check.verdict(klass, OnJbuilder, "jbuilder", OriginalMethods.refusal(klass), output) do
            { read: ["lists of attributes"] }
          end
        end.all?
      end
    end
    private_constant :Check
  end
end
