# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../benchmark/cli"
require_relative "../../benchmark/callgrind"
require_relative "../../benchmark/docs"
require "stringio"

# What the suite's tests share.
module SuiteHelper
  # A worker whose library takes +time+ nanoseconds a call, give or take
  # +noise+ (relative), and answers +value+. Of its samples the part
  # +disturbed+ takes three times as long, and so do the probes around.
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

    def answer
      respond(*@command)
    end

    def call(*command)
      send_command(*command)
      answer
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
      { cpu: time(count) * slower, wall: time(count) * slower, probe: 1000 * slower }
    end

    def time(count)
      (count * @time * (1 + (@noise * (@random.rand - 0.5)))).round
    end
  end

  # Results as --json writes them: two groups, steady, noisy and missing cells.
  def sample_data
    { "format" => 1, "baseline" => "json",
      "machine" => { "date" => "2026-01-01 00:00 UTC", "ruby" => "ruby 3.3.0" },
      "calm" => { "share" => 0.9, "probe" => 25_000 },
      "settings" => { "plan" => "quick", "generations" => 7, "rounds" => 3,
                      "clock" => "cpu", "malloc" => "warm", "seed" => 1 },
      "libraries" => %w[json jacinth oj floor].map do |id|
        { "id" => id, "column" => id, "label" => id.capitalize, "version" => "1" }
      end,
      "groups" => [{ "id" => "generate", "title" => "Generating <fast>" },
                   { "id" => "parse", "title" => "Parsing" }],
      "rows" => [sample_row("generate", "small_hash"), sample_row("parse", "twitter")] }
  end

  def sample_row(group, document)
    { "id" => "#{group}/#{document}", "group" => group, "title" => document.tr("_", " "),
      "target" => 2.5, "bytes" => 65,
      "cells" => { "json" => cell(200, 1.0), "jacinth" => cell(90, 2.2),
                   "oj" => cell(220, 0.9, noisy: true), "floor" => cell(70, 2.9) } }
  end

  def cell(time, ratio, noisy: false)
    { "time" => time, "spread" => 0.01, "generations" => 7, "ratio" => ratio,
      "low" => ratio * 0.98, "high" => ratio * 1.02, "noisy" => noisy,
      "memory" => { "objects" => 1, "malloced" => 2000, "peak" => 0 } }
  end

  # A Progress that says nothing.
  def silent
    Bench::Progress.new(out: StringIO.new)
  end
end
