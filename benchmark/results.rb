# frozen_string_literal: true

require "json"
require_relative "adapters"
require_relative "rows"
require_relative "stats"

module Bench
  # What a run found, as plain data (hashes, arrays, strings, numbers): what --json writes and what every report is made
  # from.
  #
  # A cell is one of
  #   {"missing" => reason}
  #   {"time" => ns a call, "generations" => n, "ratio" => r, "low" => l, "high" => h, "note" => text}
  # where ratio is the baseline's time over this one's, with its 95 % interval: above 1 is faster.
  class Results
    # The results of published pages, one file for each Ruby.
    FOLDER = File.expand_path("results", __dir__)
    # Titles of the groups that --corpus makes.
    USER_GROUPS = { "user_generate" => "Generating your documents", "user_parse" => "Parsing your documents",
                    "user_stream" => "Streaming your documents" }.freeze
    # Digits of a number in a file.
    DIGITS = 4

    # The data of the files in FOLDER: the newest Ruby first, without YJIT before with it.
    def self.stored(files = Dir[File.join(FOLDER, "*.json")])
      runs = files.map { |file| JSON.parse(File.read(file, encoding: Encoding::UTF_8)) }
      runs.sort_by do |data|
        ruby, yjit = data["machine"].values_at("ruby", "yjit")
        [ruby[/[\d.]+/].split(".").map { |number| -number.to_i }, yjit]
      end
    end

    # JSON text with a line for each row.
    def self.dump(data)
      head = data.except("rows").map { |key, value| "#{key.to_json}: #{value.to_json},\n" }
      "{\n#{head.join}\"rows\": [\n#{data['rows'].map(&:to_json).join(",\n")}\n]\n}\n"
    end

    # Results of +runner+, as run by +machine+ (see Machine.describe).
    def initialize(runner, machine:, settings:, baseline: "json")
      @runner = runner
      @machine = machine
      @settings = settings
      @baseline = baseline
    end

    # The data.
    def to_h
      rows = @runner.cells.keys.sort_by { |row| [ROWS.index(row) || ROWS.size, row.id] }
      titles = GROUPS.to_h { |group| [group[:id], group[:title]] }.merge(USER_GROUPS)
      { "format" => 2, "machine" => @machine, "settings" => @settings, "calm" => @runner.calm,
        "baseline" => @baseline, "libraries" => libraries,
        "groups" => rows.map(&:group).uniq.map { |id| { "id" => id, "title" => titles[id] } },
        "rows" => rows.map { |row| row_data(row) } }
    end

    private

    def libraries
      @runner.facts.map do |name, facts|
        missing = facts[:missing]
        missing = "not built here" if missing&.include?("cannot load such file")
        { "id" => name, "column" => facts[:column], "label" => facts[:label] || name, "version" => facts[:version],
          "missing" => missing, "kernel" => facts[:kernel] }.compact
      end
    end

    def row_data(row)
      cells = @runner.cells[row]
      model = cells[@baseline]&.samples
      { "id" => row.id, "group" => row.group, "title" => row.title, "target" => row.target,
        "bytes" => @runner.bytes[row],
        "cells" => cells.transform_values { |cell| cell_data(cell, model) } }.compact
    end

    def cell_data(cell, model)
      return { "missing" => cell.missing } if cell.missing

      values = Stats.means(cell.samples)
      return { "missing" => "not measured" } if values.empty?

      { "time" => round(Stats.median(values)), "generations" => values.size, **ratio_data(cell, model),
        "note" => cell.note }.compact
    end

    def ratio_data(cell, model)
      return {} if model.nil? || model.map(&:size) != cell.samples.map(&:size)

      Stats.ratio(model, cell.samples).to_h.transform_values { |number| round(number) }
           .transform_keys { |name| name == :median ? "ratio" : name.to_s }
    end

    def round(number)
      number.round(DIGITS - 1 - Math.log10(number).floor).to_f
    end
  end
end
