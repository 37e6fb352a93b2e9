# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../benchmark/cli"
require_relative "../../benchmark/call_costs"
require_relative "../../benchmark/docs"
require "stringio"

# Helpers of the benchmark's tests.
module SuiteHelper
  # A worker whose library takes +time+ nanoseconds a call, give or take +noise+
  # (relative), and returns +value+. The part +disturbed+ of its samples takes three
  # times as long, and so do the probes next to them.
  class FakeWorker
    attr_reader :adapter, :name, :column, :log

    def initialize(adapter, time:, log:, noise: 0.0, disturbed: 0.0, value: "same")
      @adapter = adapter
      @name = adapter.id
      @column = adapter.column
      @time = time
      @noise = noise
      @disturbed = disturbed
      @value = value
      @random = Random.new(adapter.id.sum + log.size)
      @log = log
    end

    def send_command(*command)
      @command = command
    end

    def reply = respond(*@command)

    def call(*command)
      send_command(*command)
      reply
    end

    def crashed? = false
    def stop = nil

    private

    def respond(command, count = nil, *)
      @log << [command, @name]
      case command
      when :hello then { version: "1" }
      when :prepare then { bytes: 10 }
      when :outcome then { text: @value, value: @value }
      when :calibrate then @time
      when :sample then sample(count)
      else true
      end
    end

    def sample(count)
      slower = @random.rand < @disturbed ? 3 : 1
      { time: time(count) * slower, collections: count / 10, collecting: count * @time / 4, probe: 1000 * slower }
    end

    def time(count) = (count * @time * (1 + (@noise * (@random.rand - 0.5)))).round
  end

  # Results as --json writes them: the rows of the headline, curves, and one more group, with steady, wide and missing
  # cells.
  def sample_data(ruby: "4.0.5", yjit: "off")
    groups = { "generate" => "Generating <fast>", "parse" => "Parsing", "valid" => "Checking",
               "grow_generate" => "Growing", "grow_parse" => "Growing" }
    { "format" => 2, "baseline" => "json",
      "machine" => { "date" => "2026-01-01 00:00 UTC", "ruby" => "ruby #{ruby} (some day)", "yjit" => yjit, "cpu" => "A" },
      "calm" => { "share" => 0.9, "probe" => 25_000 },
      "settings" => { "plan" => "quick", "generations" => 7, "rounds" => 3, "seed" => 1 },
      "libraries" => %w[json jacinth oj floor].map do |id|
        { "id" => id, "column" => id, "label" => id.capitalize, "version" => "1" }
      end,
      "groups" => groups.map { |id, title| { "id" => id, "title" => title } }, "rows" => sample_rows }
  end

  def sample_rows
    main = %w[generate parse].product(Bench::Reports::Run::MAIN).map { |group, document| sample_row(group, document) }
    sized = %w[grow_generate grow_parse].product([100, 10_000, 1_000_000]).map do |group, size|
      sample_row(group, "sized_#{size}", bytes: size)
    end
    wrong = sample_row("valid", "twitter").tap { |row| row["cells"]["oj"] = { "missing" => "wrong result" } }
    [*main, wrong, *sized]
  end

  def sample_row(group, document, bytes: 65)
    { "id" => "#{group}/#{document}", "group" => group, "title" => document.tr("_", " "), "target" => 2.5,
      "bytes" => bytes,
      "cells" => { "json" => cell(bytes * 3, 1.0, width: 0), "jacinth" => cell(bytes * 1.4, 2.2),
                   "oj" => cell(bytes * 3.3, 0.9, width: 0.15), "floor" => cell(bytes, 2.9) } }
  end

  def cell(time, ratio, width: 0.02)
    { "time" => time.to_f, "generations" => 7, "ratio" => ratio, "low" => ratio * (1 - width), "high" => ratio * (1 + width) }
  end

  # A Progress that says nothing.
  def silent = Bench::Progress.new(out: StringIO.new)
end
