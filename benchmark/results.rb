# frozen_string_literal: true

require "etc"
require "json"
require "open3"
require "rbconfig"
require_relative "adapters"

module Bench
  # The statistics of the report. Samples come nested: one list for each generation of processes. The generation is the
  # unit, because its samples share the memory layout of one process. Its least sample counts, and of the generations
  # the fastest quarter: other programs, page faults, cold caches and an unlucky layout only add time.
  module Stats
    RESAMPLES = 1000
    # One generation in so many counts.
    PART = 4

    # A ratio with its 95 % interval.
    Ratio = Struct.new(:ratio, :low, :high)

    module_function

    # Middle value; the mean of the two middle ones for an even count.
    def median(values)
      sorted = values.sort
      sorted[(sorted.size - 1) / 2, 2 - (sorted.size % 2)].then { |middle| middle.sum.fdiv(middle.size) }
    end

    # The least time of each generation.
    def least(samples) = samples.reject(&:empty?).map(&:min)

    # The mean of the least quarter of +times+, of one at least.
    def fastest(times) = times.min((times.size + PART - 1) / PART).then { |best| best.sum.fdiv(best.size) }

    # +theirs+ over +ours+, and its 95 % interval, a bootstrap over the generations. Both are lists of lists of equal
    # shape.
    def ratio(theirs, ours, random: Random.new(1))
      times = least(theirs).zip(least(ours))
      draws = Array.new(RESAMPLES) { over(Array.new(times.size) { times[random.rand(times.size)] }) }.sort
      Ratio.new(over(times), draws[RESAMPLES * 25 / 1000], draws[(RESAMPLES * 975 / 1000) - 1])
    end

    # +times+ are pairs of theirs and ours.
    def over(times) = times.transpose.map { |side| fastest(side) }.reduce(:/)

    # The geometric mean of [ratio, low, high], each an independent measurement: its interval is narrower than theirs.
    def mean(ratios)
      center = ratios.sum { |ratio, *| Math.log(ratio) } / ratios.size
      below, above = [1, 2].map do |i|
        Math.sqrt(ratios.sum { |r| (Math.log(r[i]) - Math.log(r[0]))**2 }) / ratios.size
      end
      Ratio.new(*[center, center - below, center + above].map { |log| Math.exp(log) })
    end
  end

  # The machine of the figures.
  module Machine
    module_function

    # Facts by name, in the order of the report; "load" is how many processes wanted to run in the last minute.
    def describe
      yjit = defined?(RubyVM::YJIT) && RubyVM::YJIT.enabled?
      model = read("/proc/cpuinfo")[/^(?:model name|Model|Hardware)\s*:\s*(.+)$/, 1] || RbConfig::CONFIG["host_cpu"]
      count = Etc.nprocessors
      { "date" => Time.now.utc.strftime("%Y-%m-%d %H:%M UTC"), "ruby" => RUBY_DESCRIPTION,
        "yjit" => yjit ? "on" : "off",
        "compiler" => "#{run(RbConfig::CONFIG['CC'], '--version')}, #{RbConfig::CONFIG['optflags']}",
        "cpu" => "#{model}, #{count} processor#{"s" if count != 1}", "load" => read("/proc/loadavg")[/[\d.]+/]&.to_f,
        "system" => "#{RbConfig::CONFIG['host_os']} #{Etc.uname[:release]}",
        "revision" => run("git", "-C", __dir__, "describe", "--always", "--dirty"),
        "documents" => Documents.origin }.compact
    end

    def read(path) = File.file?(path) ? File.binread(path) : ""

    # The first line that a program says; nil where it fails or is not here.
    def run(*command)
      text, status = Open3.capture2e(*command)
      text.lines(chomp: true).first if status.success?
    rescue SystemCallError
      nil
    end
  end

  # The results of a run as plain data (hashes, arrays, strings, numbers), which --json writes and reports show.
  #
  # A cell is one of
  #   {"missing" => reason}
  #   {"time" => ns a call, "generations" => n, "ratio" => r, "low" => l, "high" => h, "note" => text,
  #    "collections" => a call, "collector" => its part of the time}
  # where ratio is the baseline's time over this one's, with its 95 % interval: above 1 is faster. The garbage
  # collector's figures are means over all samples.
  class Results
    # The results of published pages, one file for each Ruby.
    FOLDER = File.expand_path("results", __dir__)
    DIGITS = 4

    # The data of the files in FOLDER: the newest Ruby first, without YJIT before with it.
    def self.stored(files = Dir[File.join(FOLDER, "*.json")])
      runs = files.map { |file| JSON.parse(File.read(file, encoding: Encoding::UTF_8)) }
      runs.sort_by do |data|
        ruby, yjit = data["machine"].values_at("ruby", "yjit")
        [ruby[/[\d.]+/].split(".").map { |number| -number.to_i }, yjit]
      end
    end

    def self.dump(data)
      head = data.except("rows").map { |key, value| "#{key.to_json}: #{value.to_json},\n" }
      "{\n#{head.join}\"rows\": [\n#{data['rows'].map(&:to_json).join(",\n")}\n]\n}\n"
    end

    # Results of +runner+, as run by +machine+ (see Machine.describe).
    def initialize(runner, machine:, settings:, baseline: "json")
      @runner, @machine, @settings, @baseline = runner, machine, settings, baseline
    end

    def to_h
      rows = @runner.cells.keys.sort_by { |row| [ROWS.index(row) || ROWS.size, row.id] }
      { "format" => 2, "machine" => @machine, "settings" => @settings, "calm" => @runner.calm,
        "baseline" => @baseline, "libraries" => libraries,
        "groups" => rows.map(&:group).uniq.map { |id| { "id" => id, "title" => GROUPS.dig(id, "title") } },
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

      values = Stats.least(cell.samples)
      return { "missing" => "not measured" } if values.empty?

      { "time" => round(Stats.fastest(values)), "generations" => values.size, **ratio_data(cell, model),
        "collections" => round(cell.collections), "collector" => round(cell.collector), "note" => cell.note }.compact
    end

    def ratio_data(cell, model)
      return {} if model.nil? || model.map(&:size) != cell.samples.map(&:size)

      Stats.ratio(model, cell.samples).to_h.to_h { |name, number| [name.to_s, round(number)] }
    end

    def round(number) = number.zero? ? 0.0 : number.round(DIGITS - 1 - Math.log10(number).floor).to_f
  end
end
