# frozen_string_literal: true

require_relative "adapter"
require_relative "rows"
require_relative "stats"

module Bench
  # What a run found, as plain data (hashes, arrays, strings, numbers): what
  # --json writes and what every report is made from.
  #
  # A cell is one of
  #   {"missing" => reason}
  #   {"time" => ns, "spread" => relative deviation, "generations" => n,
  #    "ratio" => r, "low" => l, "high" => h, "noisy" => bool, "note" => text}
  # where ratio is the baseline's time over this one's: above 1 is faster.
  class Results
    # With fewer generations than this (an interrupted run) no interval holds.
    FEWEST = 4

    # Titles of the groups that --corpus makes.
    USER_GROUPS = { "user_generate" => "Generating your documents",
                    "user_parse" => "Parsing your documents",
                    "user_stream" => "Streaming your documents" }.freeze

    # Results of +runner+, as run by +machine+ (see Machine.describe).
    def initialize(runner, machine:, settings:, baseline: "json")
      @runner = runner
      @machine = machine
      @settings = settings
      @baseline = baseline
    end

    # The data.
    def to_h
      rows = @runner.cells.keys.sort_by { |row| [order(row), row.id] }
      { "format" => 1, "machine" => @machine, "settings" => @settings,
        "calm" => @runner.calm,
        "baseline" => @baseline, "libraries" => libraries,
        "groups" => groups(rows), "rows" => rows.map { |row| row_data(row) } }
    end

    private

    def order(row)
      ROWS.index(row) || ROWS.size
    end

    def libraries
      @runner.facts.map do |name, facts|
        { "id" => name, "column" => facts[:column],
          "label" => facts[:label] || name, "version" => facts[:version],
          "missing" => reason(facts), "kernel" => facts[:kernel] }.compact
      end
    end

    def reason(facts)
      return unless facts[:missing]

      facts[:missing].include?("cannot load such file") ? "not built here" : facts[:missing]
    end

    def groups(rows)
      titles = GROUPS.to_h { |g| [g[:id], g[:title]] }.merge(USER_GROUPS)
      rows.map(&:group).uniq.map { |id| { "id" => id, "title" => titles[id] } }
    end

    def row_data(row)
      cells = @runner.cells[row]
      model = cells[@baseline]&.samples
      { "id" => row.id, "group" => row.group, "title" => row.title,
        "target" => row.target, "bytes" => @runner.bytes[row],
        "cells" => cells.transform_values { |cell| cell_data(cell, model) } }
        .compact
    end

    def cell_data(cell, model)
      return { "missing" => cell.missing } if cell.missing

      values = Stats.means(cell.samples)
      return { "missing" => "not measured" } if values.empty?

      time = Stats.median(values)
      { "time" => time, "spread" => Stats.deviation(values) / time,
        "generations" => values.size, "note" => cell.note,
        "memory" => cell.memory&.transform_keys(&:to_s) }
        .compact.merge(ratio_data(cell, model))
    end

    def ratio_data(cell, model)
      return {} if model.nil? || model.map(&:size) != cell.samples.map(&:size)

      ratio = Stats.ratio(model, cell.samples)
      { "ratio" => ratio.median, "low" => ratio.low, "high" => ratio.high,
        "noisy" => ratio.noisy? || model.size < FEWEST }
    end
  end
end
