# frozen_string_literal: true

module Jacinth
  module OnBlueprinter
    # The report of OnBlueprinter.check.
    module Check # :nodoc: all
      class << self
        def report(blueprints, output)
          blueprints = Serializer::Check.classes(blueprints, ::Blueprinter::Base, output)
          blueprints.flat_map { |klass| views(klass).map { |view| line(klass, view, output) } }.all?
        end

        private

        def views(klass) = klass.view_collection.views.keys - [:identifier]

        def line(klass, view, output)
          Serializer::Check.line("#{klass}, #{view}", OnBlueprinter, "Blueprinter", Plan.known(klass, view), output)
        end
      end
    end
    private_constant :Check
  end
end
