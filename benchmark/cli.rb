# frozen_string_literal: true

require "json"
require "optparse"
require_relative "adapters"
require_relative "compare"
require_relative "documents"
require_relative "machine"
require_relative "results"
require_relative "rows"
require_relative "runner"
require_relative "setup"
require_relative "reports/table"

module Bench
  # What bin/bench does with its arguments.
  class CLI
    # Libraries of a quick run.
    QUICK = %w[json jacinth jacinth_dropin floor oj].freeze

    # Reads +argv+.
    def initialize(argv, out: $stdout, err: $stderr)
      @out = out
      @err = err
      @options = { plan: :normal, seed: Random.new_seed % 1_000_000 }
      @arguments = parser.parse(argv)
      Documents.folder = @options[:corpus]
    end

    # Does it; answers the exit status.
    def run
      if @options[:list] then list
      elsif @options[:from] then report(JSON.parse(File.read(@options[:from], encoding: Encoding::UTF_8)))
      else @arguments.first == "compare" ? compare : measure
      end
      0
    rescue Setup::Failed => e
      @err.puts e.message
      1
    end

    private

    def parser
      OptionParser.new do |o|
        o.banner = "Usage: bin/bench [options]\n       bin/bench compare REVISION [options]"
        o.on("--quick", "the main rows, in about a minute") { @options[:plan] = :quick }
        o.on("--full", "every row, every library, narrow intervals") { @options[:plan] = :full }
        { only: ["LIBRARIES", Array, "these libraries: json,jacinth,oj"],
          rows: ["PATTERNS", Array, "these rows: generate/*,*/twitter"],
          corpus: ["DIR", "rows from DIR's .json and .ndjson files"], seed: ["N", Integer, "order of the rounds"],
          json: ["FILE", "also write the results as JSON"],
          from: ["FILE", "measure nothing, show what --json wrote"] }.each do |name, (value, *rest)|
          o.on("--#{name} #{value}", *rest) { |given| @options[name] = given }
        end
        o.on("--list", "rows and libraries, then stop") { @options[:list] = true }
      end
    end

    def list
      rows.each { |row| @out.puts format("%-7s %s", row.effort, row.id) }
      Adapter.all.each { |one| @out.puts "#{one.id}: #{one.label} (#{one.ops.keys.join(' ')})" }
    end

    def measure
      Documents.ensure_corpus
      setup.gems(adapters)
      load_path = setup.floor + setup.jacinth
      machine = Machine.describe
      runner = Runner.new(rows: rows, crews: adapters, plan: plan) do |adapter|
        WorkerProcess.new(adapter, load_path: load_path, env: setup.env, corpus: @options[:corpus])
      end
      runner.run
      report(Results.new(runner, machine: machine, settings: settings).to_h)
    end

    def compare
      revision = @arguments[1] or raise Setup::Failed, "compare needs a revision"
      Documents.ensure_corpus
      comparison = Compare.new(revision, setup: setup, rows: rows, plan: plan)
      report(comparison.run(settings))
      @out.puts comparison.instructions
    end

    def setup
      @setup ||= Setup.new(out: @err)
    end

    def report(data)
      @out.puts Reports::Table.new(data)
      file = @options[:json] or return
      File.write(file, Results.dump(data))
      @err.puts "wrote #{file}"
    end

    def settings
      plan.to_h.transform_keys(&:to_s).merge("plan" => @options[:plan].to_s)
    end

    def plan
      @plan ||= Runner::Plan.new(**Runner::PLANS.fetch(@options[:plan]), seed: @options[:seed])
    end

    def rows
      @rows ||= @options[:corpus] ? Row.for_documents(Documents.user_names) : ROWS.select { |row| wanted?(row) }
    end

    def wanted?(row)
      patterns = @options[:rows] and return patterns.any? { |pattern| File.fnmatch(pattern, row.id) }

      { quick: row.effort == :quick, normal: row.effort != :heavy }.fetch(@options[:plan], true)
    end

    # Libraries with something to do, the baseline always among them.
    def adapters
      @adapters ||= Adapter.all.select do |adapter|
        chosen?(adapter) && rows.any? { |row| adapter.ops.key?(row.op) }
      end
    end

    def chosen?(adapter)
      only = @options[:only]
      return @options[:plan] != :quick || QUICK.include?(adapter.id) unless only

      [adapter.id, adapter.column].any? { |id| id == "json" || only.include?(id) }
    end
  end
end
