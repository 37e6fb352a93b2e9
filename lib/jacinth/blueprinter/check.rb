# frozen_string_literal: true

module Jacinth
  module OnBlueprinter
    # The report of OnBlueprinter.check.
    module Check # :nodoc: all
      LABELS = { read: "compiled", associations: "associations", blocks: "blocks", conditions: "conditions",
                 extractors: "by Blueprinter" }.freeze

      class << self
        def report(blueprints, output)
          blueprints = all if blueprints.empty?
          blueprints.flat_map { |klass| views(klass).map { |view| line(klass, view, output) } }.all?
        end

        private

        def all
          ObjectSpace.each_object(::Class).select { |klass| klass < ::Blueprinter::Base && klass.name }.sort_by(&:name)
        end

        def views(klass) = klass.view_collection.views.keys - [:identifier]

        def line(klass, view, output)
          plan = Plan.compiled(klass, view)
          output.puts "#{klass}, #{view}: #{plan ? parts(plan) : "by Blueprinter: #{reason(klass, view)}"}"
          !plan.nil?
        end

        def parts(plan)
          kinds = LABELS.filter_map do |kind, label|
            "#{label}: #{plan.kinds[kind].join(', ')}" if plan.kinds.key?(kind)
          end
          kinds.join("; ")
        end

        def reason(klass, view) = Plan.known(klass, view)&.refusal || "the class is frozen"
      end
    end
    private_constant :Check
  end
end
