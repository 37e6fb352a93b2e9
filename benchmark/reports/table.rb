# frozen_string_literal: true

require_relative "run"

module Bench
  module Reports
    # The report for a terminal.
    class Table
      # +data+ is Results#to_h, or what --json wrote.
      def initialize(data)
        @run = Run.new(data)
        @columns = @run.columns
        @base = data["baseline"]
      end

      # The whole text.
      def to_s
        [facts, *@run.data["groups"].map { |group| table(group) }, footer].join("\n")
      end

      private

      def facts
        libraries = @run.data["libraries"].map { |one| "           #{@run.label(one['id'], version: true)}" }
        ["", *@run.data["machine"].map { |name, value| format("%-10s %s", name, value) }, "libraries", *libraries,
         "method     #{@run.way}"].join("\n")
      end

      def table(group)
        rows = @run.rows(group["id"]).map { |row| line(row) }
        "\n#{group['title']}\n#{Format.grid(['', *@columns.values], rows)}"
      end

      def line(row)
        cells = @columns.each_key.map do |id|
          cell = row["cells"][id]
          next Format.ratio(cell) unless cell&.key?("time")
          next Format.duration(cell["time"]) if id == @base || !cell["ratio"]

          "#{Format.ratio(cell)} ±#{format('%.1f', 100 * Format.spread(cell))}%"
        end
        [row["title"], *cells]
      end

      def footer
        missed = @run.missed.map { |row, cell| "#{row['id']} (#{Format.ratio(cell)} of #{row['target']})" }
        first = @columns.values.first
        ["", "#{first}: time a call; the others: #{first}'s time over theirs (above 1 is faster), and half of the 95 " \
             "% interval.", *@run.notes, *("Short of the target: #{missed.join(', ')}" unless missed.empty?)].join("\n")
      end
    end
  end
end
