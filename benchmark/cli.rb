# frozen_string_literal: true

require "json"
require "optparse"
require_relative "callgrind"
require_relative "results"
require_relative "runner"
require_relative "reports/summary"

module Bench
  # The command bin/bench.
  class CLI
    QUICK = %w[json jacinth jacinth_dropin floor oj].freeze

    def initialize(argv, out: $stdout, err: $stderr)
      @out, @err = out, err
      @options = { seed: Random.new_seed % 1_000_000 }
      @arguments = parser.parse(argv, into: @options)
    end

    # Runs the command. Returns the exit status.
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
        o.on("--quick", "the main rows, in about three minutes")
        o.on("--full", "every row, every library, narrow intervals")
        o.on("--only LIBRARIES", Array, "these libraries: json,jacinth,oj")
        o.on("--rows PATTERNS", Array, "these rows: generate/*,*/twitter")
        o.on("--seed N", Integer, "order of the rounds")
        o.on("--json FILE", "also write the results as JSON")
        o.on("--from FILE", "measure nothing, show what --json wrote")
        o.on("--list", "rows and libraries, then stop")
      end
    end

    def list
      rows.each { |row| @out.puts format("%-7s %s", row.effort, row.id) }
      Adapter.all.each { |one| @out.puts "#{one.id}: #{one.label} (#{one.ops.keys.join(' ')})" }
    end

    def measure
      setup.gems(adapters)
      load_path = setup.floor + setup.jacinth
      results(rows, adapters) { |adapter| WorkerProcess.new(adapter, load_path: load_path, env: setup.env) }
    end

    # This tree against another revision of it: both built side by side and timed in one interleaved run; instructions
    # counted where valgrind is there.
    def compare
      revision = setup.git("rev-parse", "--short", "--verify", "#{@arguments.fetch(1, 'HEAD')}^{commit}")
      paths = { revision => setup.checkout(revision), "this tree" => Setup::ROOT }
      paths.transform_values! { |tree| setup.floor + setup.jacinth(tree: tree) }
      jacinth = Adapter.fetch("jacinth")
      setup.gems([Adapter.fetch("json")])
      both = rows.select { |row| jacinth.ops.key?(row.op) }
      results(both, paths.keys, revision) do |name|
        WorkerProcess.new(jacinth, load_path: paths.fetch(name), env: setup.env, name: name)
      end
      instructions(paths.values, both)
    end

    def instructions(paths, rows)
      return @out.puts("", "No valgrind here, no instruction counts.") unless Callgrind.available?

      counts = paths.map { |path| Callgrind.new(load_path: path, env: setup.env).count(rows.map(&:id) & Callgrind::ROWS).last }
      @out.puts "", "Instructions a call", *Callgrind.lines(*counts)
    end

    def results(rows, crews, baseline = "json", &)
      Documents.ensure_corpus
      machine = Machine.describe
      runner = Runner.new(rows: rows, crews: crews, plan: plan, baseline: baseline, &)
      runner.run
      report(Results.new(runner, machine: machine, settings: settings, baseline: baseline).to_h)
    end

    def setup = @setup ||= Setup.new(out: @err)

    def report(data)
      @out.puts Reports::Table.new(data)
      file = @options[:json] or return
      File.write(file, Results.dump(data))
      @err.puts "wrote #{file}"
    end

    def settings = plan.to_h.transform_keys(&:to_s).merge("plan" => effort.to_s)

    def plan
      @plan ||= Runner::Plan.new(**Runner::PLANS.fetch(effort), seed: @options[:seed])
    end

    def effort = (%i[quick full] & @options.keys).first || :normal

    def rows = @rows ||= ROWS.select { |row| wanted?(row) }

    def wanted?(row)
      patterns = @options[:rows] and return patterns.any? { |pattern| File.fnmatch(pattern, row.id) }

      { quick: row.effort == :quick, normal: row.effort != :heavy }.fetch(effort, true)
    end

    # The libraries with rows to run, always including the baseline.
    def adapters
      @adapters ||= Adapter.all.select do |adapter|
        chosen?(adapter) && rows.any? { |row| adapter.ops.key?(row.op) }
      end
    end

    def chosen?(adapter)
      only = @options[:only] || (QUICK if effort == :quick) or return true
      [adapter.id, adapter.column].any? { |id| id == "json" || only.include?(id) }
    end
  end
end
