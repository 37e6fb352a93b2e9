# frozen_string_literal: true

require_relative "chart"
require_relative "run"

module Bench
  module Reports
    # What is said and drawn first: by the page, by the Markdown and by the picture of the README. The first of the runs
    # gives the headline.
    class Summary
      # Libraries of the charts.
      SHOWN = %w[json jacinth oj].freeze
      # Percent of a request's time, for an app.
      SHARES = [5, 10, 25, 50].freeze

      attr_reader :run, :runs

      # +data+ are Results, one for each Ruby.
      def initialize(data)
        @runs = data.map { |one| Run.new(one) }
        @run = @runs.first
      end

      def headline
        write, read = means.map { |cell| format("%.1f", cell["ratio"]) }
        "Jacinth writes JSON #{write} times and reads it #{read} times as fast as json"
      end

      # Of what the headline is true.
      def scope
        sizes = run.main("parse").map { |row| row["bytes"] }.minmax.map { |size| Format.bytes(size) }
        "Geometric means over six documents of #{sizes.join(' to ')}, with #{run.name} and " \
          "#{run.label('json', version: true)}. #{measured}"
      end

      # How the figures were taken.
      def measured
        machine = run.data["machine"]
        "From a #{run.data['settings']['plan']} run on #{machine['date'][0, 10]}, #{machine['cpu']}." \
          "#{busy(machine['load'])}"
      end

      # What it means for an app, in sentences.
      def app
        ratio = Stats.mean(means.map { |cell| cell.values_at("ratio", "low", "high") }).median
        shares, saved = [1, 1 - (1 / ratio)].map { |part| list(SHARES.map { |share| (share * part).round }) }
        [twitter, "JSON is only a part of what an app does. Where it is #{shares} % of a request's time, the whole " \
                  "request takes #{saved} % less."]
      end

      # Writing and reading, as charts: title => SVG.
      def charts
        Run::GROUPS.to_h do |group, title|
          rows = run.bars(run.main(group), SHOWN)
          [title, Chart.bars("#{title}: json's time over each library's", rows, SHOWN)]
        end
      end

      # The Rubies side by side: title => SVG.
      def rubies
        Run::GROUPS.to_h do |group, title|
          rows = runs.map do |one|
            found = SHOWN.to_h { |column| [column, one.mean(one.main(group), column)] }.compact
            [one.name, found, {}]
          end
          [title, Chart.bars("#{title} on each Ruby", rows, SHOWN)]
        end
      end

      # The picture of the README: both charts beside each other.
      def picture
        parts = charts.each_with_index.map do |(title, chart), i|
          "<text x=\"#{i * 430 + 8}\" y=\"58\" font-weight=\"600\">#{title}</text>" +
            chart.sub('width="100%"', "x=\"#{i * 430 + 8}\" y=\"62\" width=\"405\"")
        end
        height = charts.values.map { |chart| chart[/height="(\d+)"/, 1].to_i }.max + 70
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bench\" width=\"860\" height=\"#{height}\" " \
          "viewBox=\"0 0 860 #{height}\" role=\"img\"><title>#{headline}</title><style>#{Chart::STYLE}</style>" \
          "<rect width=\"100%\" height=\"100%\" fill=\"var(--back)\"/><g transform=\"translate(8 12)\">" \
          "#{Chart.legend(run.columns.slice(*SHOWN))}</g>#{parts.join}</svg>\n"
      end

      private

      # Whether the machine had other work to do.
      def busy(load)
        " The machine was busy with other work (a load of #{load.round}), which blurs the ratios." if load && load > 2
      end

      def list(numbers)
        "#{numbers[0..-2].join(', ')} or #{numbers.last}"
      end

      def means
        Run::GROUPS.keys.map { |group| run.mean(run.main(group)) }
      end

      # How long one document takes, read and written a thousand times.
      def twitter
        rows = Run::GROUPS.keys.map { |group| run.row("#{group}/twitter") }
        times = %w[json jacinth].map do |column|
          Format.duration(rows.sum { |row| row["cells"]["json"]["time"] / row["cells"][column]["ratio"] } * 1000)
        end
        "To read a document like twitter.json (#{Format.bytes(rows.last['bytes'])}) and write it again, a thousand " \
          "times, takes json #{times[0]} of processor time and Jacinth #{times[1]}."
      end
    end
  end
end
