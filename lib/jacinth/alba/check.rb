# frozen_string_literal: true

module Jacinth
  module OnAlba
    # The report of OnAlba.check.
    module Check # :nodoc: all
      LABELS = { read: "compiled", associations: "associations", blocks: "blocks", methods: "methods",
                 conditions: "conditions", alba: "by Alba" }.freeze

      class << self
        def report(resources, output)
          resources = all if resources.empty?
          resources.map { |klass| line(klass, output) }.all?
        end

        private

        def all
          ObjectSpace.each_object(::Class).select { |klass| klass < ::Alba::Resource && klass.name }.sort_by(&:name)
        end

        def line(klass, output)
          plan = Plan.compiled(klass)
          output.puts "#{klass}: #{plan ? parts(plan) : "by Alba: #{reason(klass)}"}"
          !plan.nil?
        end

        def parts(plan)
          kinds = LABELS.filter_map do |kind, label|
            "#{label}: #{plan.kinds[kind].join(', ')}" if plan.kinds.key?(kind)
          end
          kinds.join("; ")
        end

        def reason(klass) = Plan.known(klass)&.refusal || "the class is frozen"
      end
    end
    private_constant :Check
  end
end
