# frozen_string_literal: true

require_relative "../stats"
require_relative "format"

module Bench
  module Reports
    # One run's results (see Results), asked by those who show them.
    class Run
      # Documents of the headline, small to large, and its groups.
      MAIN = %w[small_hash ohai activitypub twitter citm_catalog canada].freeze
      GROUPS = { "generate" => "Writing", "parse" => "Reading" }.freeze

      attr_reader :data

      def initialize(data)
        @data = data
      end

      # "Ruby 4.0.5", and YJIT where it was on.
      def name
        "Ruby #{data['machine'].fetch('ruby')[/[\d.]+/]}#{' with YJIT' if data['machine']['yjit'] == 'on'}"
      end

      # Columns with anything in them as id => label, the baseline first.
      def columns
        used = [data["baseline"], *data["libraries"].map { |library| library["column"] }].uniq
        used.select { |id| data["rows"].any? { |row| row["cells"].key?(id) } }.to_h { |id| [id, label(id)] }
      end

      # Name of a library for people, its version with it where that is asked for.
      def label(column, version: false)
        one = %w[id column].filter_map { |key| data["libraries"].find { |library| library[key] == column } }.first
        version ? "#{one['label']} #{one['missing'] || one['version']}" : one["label"]
      end

      # The row called +id+, or nil.
      def row(id)
        data["rows"].find { |row| row["id"] == id }
      end

      # Rows of a group.
      def rows(group)
        data["rows"].select { |row| row["group"] == group }
      end

      # Rows of a group that the headline is about.
      def main(group)
        MAIN.filter_map { |document| row("#{group}/#{document}") }
      end

      # The geometric mean of a column's ratios in +rows+, as a cell; nil where no row has one.
      def mean(rows, column = "jacinth")
        cells = rows.filter_map { |row| row["cells"][column] }.select { |cell| cell["ratio"] }
        return if cells.empty?

        mean = Stats.mean(cells.map { |cell| cell.values_at("ratio", "low", "high") })
        { "ratio" => mean.median, "low" => mean.low, "high" => mean.high }
      end

      # Bytes a second of a cell, as text: the baseline's divided by what is faster, so that both are of one moment.
      def rate(row, column)
        base, cell = row["cells"].values_at(data["baseline"], column)
        return "" unless base&.key?("time") && cell&.key?("ratio") && row["bytes"]

        Format.rate(row["bytes"], base["time"] / cell["ratio"])
      end

      # What Chart.bars takes: rows with the speed of each column.
      def bars(rows, columns)
        rows.map do |row|
          ["#{row['title']}, #{Format.bytes(row['bytes'])}", row["cells"], columns.to_h { |c| [c, rate(row, c)] }]
        end
      end

      # How it was measured, on one line.
      def way
        format("%<plan>s run, %<generations>d generations of %<rounds>d rounds, seed %<seed>d, %<share>d %% of them " \
               "undisturbed", share: 100 * data["calm"]["share"], **data["settings"].transform_keys(&:to_sym))
      end

      # Rows below their target, as [row, cell].
      def missed
        data["rows"].filter_map do |row|
          cell = row["cells"]["jacinth"]
          [row, cell] if row["target"] && cell&.key?("ratio") && cell["ratio"] < row["target"]
        end
      end

      # Marks of the cells, explained.
      def notes
        data["rows"].flat_map { |row| row["cells"].values }.filter_map { |cell| cell["note"] }.uniq
                    .map { |note| "* #{note} as json's" }
      end
    end
  end
end
