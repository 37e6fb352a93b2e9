# frozen_string_literal: true

require_relative "format"

module Bench
  module Reports
    # The report for a terminal.
    class Table
      # +data+ is Results#to_h, or what --json wrote.
      def initialize(data)
        @data = data
        @columns = Format.columns(data)
      end

      # The whole text.
      def to_s
        [header, *@data["groups"].map { |group| table(group) }, footer]
          .compact.join("\n")
      end

      private

      def header
        facts = @data["machine"].map { |k, v| format("%-10<k>s %<v>s", k: k, v: v) }
        libraries = Format.libraries(@data).map { |line| "           #{line}" }
        ["", *facts, "libraries", *libraries,
         "method     #{Format.way(@data)}"].join("\n")
      end

      def table(group)
        rows = @data["rows"].select { |row| row["group"] == group["id"] }
        lines = rows.map { |row| line(row) }
        heads = ["", *@columns.map { |c| c["label"] }]
        grid = [heads, *lines]
        widths = grid.transpose.map { |cells| cells.map(&:length).max }
        body = grid.map { |cells| align(cells, widths) }
        "\n#{group['title']}\n#{body.join("\n")}"
      end

      def align(cells, widths)
        cells.each_with_index.map do |cell, i|
          i.zero? ? cell.ljust(widths[i]) : cell.rjust(widths[i])
        end.join("  ").rstrip
      end

      def line(row)
        cells = @columns.drop(1).map { |c| Format.ratio(row["cells"][c["id"]]) }
        ["  #{row['title']}", Format.time(row["cells"][@columns[0]["id"]]),
         *cells]
      end

      def footer
        notes = Format.notes(@data)
        first = @columns[0]["label"]
        ["", "#{first}: time a call; the others: #{first}'s time over theirs " \
             "(above 1 is faster), with the 95 % interval.",
         *notes, *targets].join("\n")
      end

      def targets
        missed = Format.missed(@data)
        return [] if missed.empty?

        ["Short of the target: #{missed.join(', ')}"]
      end
    end
  end
end
