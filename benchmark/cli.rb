# frozen_string_literal: true

require "optparse"
require_relative "adapter"
require_relative "compare"
require_relative "documents"
require_relative "machine"
require_relative "results"
require_relative "rows"
require_relative "runner"
require_relative "scaling"
require_relative "setup"
require_relative "reports/html"
require_relative "reports/markdown"
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
      @options = { plan: :normal, seed: Random.new_seed % 1_000_000,
                   clock: :cpu, malloc: "warm" }
      @arguments = parser.parse(argv)
      Documents.folder = @options[:corpus]
    end

    # Does it; answers the exit status.
    def run
      return list if @options[:list]
      return report(load_results) if @options[:from]

      return compare if @arguments.first == "compare"

      @options[:ips] ? ips : measure
    rescue Setup::Failed => e
      @err.puts e.message
      1
    end

    private

    def parser
      OptionParser.new do |o|
        o.banner = "Usage: bin/bench [options]\n       " \
                   "bin/bench compare REVISION [options]"
        selection(o)
        effort(o)
        output(o)
        o.on("--list", "rows and libraries, then stop") do
          @options[:list] = true
        end
      end
    end

    def selection(opts)
      opts.on("--only LIBRARIES", Array,
              "these libraries: json,jacinth,oj") do |ids|
        @options[:only] = ids
      end
      opts.on("--rows PATTERNS", Array,
              "these rows: generate/*,*/twitter") do |patterns|
        @options[:rows] = patterns
      end
      opts.on("--corpus DIR", "rows from DIR's .json and .ndjson files") do |dir|
        @options[:corpus] = dir
      end
    end

    def effort(opts)
      opts.on("--quick", "the main rows, in less than a minute") do
        @options[:plan] = :quick
      end
      opts.on("--full", "every row, every library, narrow intervals") do
        @options[:plan] = :full
      end
      opts.on("--malloc MODE", %w[warm system],
              "allocator keeps freed memory (warm) or not") do |mode|
        @options[:malloc] = mode
      end
      opts.on("--ips", "benchmark-ips instead: json, Jacinth, Oj at once") do
        @options[:ips] = true
      end
      opts.on("--built DIR", "use DIR's jacinth/jacinth.so, build none") do |d|
        @options[:built] = File.expand_path(d)
      end
      opts.on("--[no-]scaling", "growth with size, threads and Ractors") do |on|
        @options[:scaling] = on
      end
      opts.on("--seed N", Integer, "order of the rounds") do |seed|
        @options[:seed] = seed
      end
      opts.on("--wall", "time by the wall clock instead of CPU time") do
        @options[:clock] = :wall
      end
    end

    # Options with the name of a file, and what goes there.
    FILES = { json: "the results as JSON", markdown: "the report as Markdown",
              html: "the report as a page", svg: "a chart of the main rows" }.freeze
    private_constant :FILES

    def output(opts)
      FILES.each do |name, content|
        opts.on("--#{name} FILE", "also write #{content}") do |file|
          @options[name] = file
        end
      end
      opts.on("--from FILE", "measure nothing, report what --json wrote") do |f|
        @options[:from] = f
      end
    end

    def list
      rows.each { |row| @out.puts format("%-7<e>s %<id>s", e: row.effort, id: row.id) }
      Adapter.all.each do |adapter|
        @out.puts "#{adapter.id}: #{adapter.label} (#{adapter.ops.keys.join(' ')})"
      end
      0
    end

    def measure
      load_path = ready
      spawn = spawner(load_path)
      runner = Runner.new(rows: rows, crews: adapters, plan: plan, &spawn)
      complete = runner.run
      data = Results.new(runner, machine: Machine.describe,
                                 settings: settings).to_h
      data["scaling"] = scaling(spawn) if complete && scaling?
      report(data)
    end

    def spawner(load_path)
      lambda do |adapter, purpose = :time|
        WorkerProcess.new(adapter, load_path: load_path, env: setup.env(purpose),
                                   corpus: @options[:corpus])
      end
    end

    def scaling?
      @options.fetch(:scaling) do
        @options[:plan] == :full || (@options[:plan] == :normal && !@options[:rows])
      end
    end

    def scaling(spawn)
      Scaling.new(full: @options[:plan] == :full, progress: @err, &spawn)
             .run(adapters)
    rescue Interrupt
      nil
    end

    # Libraries that cannot share a process stay out of this view.
    def ips
      ids = %w[json jacinth oj].select { |id| chosen?(Adapter.fetch(id)) }
      load_path = ready
      setup.install("benchmark-ips")
      seconds = quick? ? "0.5" : "3"
      done = system(setup.env, RbConfig.ruby, *load_path.flat_map { |d| ["-I", d] },
                    File.join(__dir__, "ips.rb"), seconds, ids.join(","), *rows.map(&:id))
      done ? 0 : 1
    end

    def compare
      revision = @arguments[1]
      raise Setup::Failed, "compare needs a revision" unless revision

      Documents.ensure_corpus
      comparison = Compare.new(revision, setup: setup, rows: rows, plan: plan)
      report(comparison.run(settings))
      @out.puts comparison.instructions
      0
    end

    def setup
      @setup ||= Setup.new(malloc: @options[:malloc], out: @err)
    end

    def ready
      Documents.ensure_corpus
      setup.gems(adapters)
      setup.floor + ours
    end

    def ours
      return [] if adapters.none? { |adapter| adapter.column == "jacinth" }

      built = @options[:built]
      built ? [built, File.join(Setup::ROOT, "lib")] : setup.jacinth
    end

    def load_results
      require "json"
      JSON.parse(File.read(@options[:from], encoding: Encoding::UTF_8))
    end

    def report(data)
      require "json"
      @out.puts Reports::Table.new(data)
      write(:json) { JSON.pretty_generate(data) }
      write(:markdown) { Reports::Markdown.new(data).to_s }
      write(:html) { Reports::HTML.new(data).to_s }
      write(:svg) { Reports::SVG.summary(data) }
      0
    end

    def write(kind)
      file = @options[kind]
      return unless file

      File.write(file, yield)
      @err.puts "wrote #{file}"
    end

    def settings
      plan.to_h.transform_keys(&:to_s)
          .merge("plan" => @options[:plan].to_s, "malloc" => @options[:malloc])
    end

    def plan
      @plan ||= Runner::Plan.new(**Runner::PLANS.fetch(@options[:plan]),
                                 seed: @options[:seed], clock: @options[:clock])
    end

    def rows
      @rows ||= if @options[:corpus]
                  Row.for_documents(Documents.user_names)
                else
                  ROWS.select { |row| wanted?(row) }
                end
    end

    def wanted?(row)
      patterns = @options[:rows]
      return patterns.any? { |p| File.fnmatch(p, row.id) } if patterns

      case @options[:plan]
      when :quick then row.effort == :quick
      when :normal then row.effort != :heavy
      else true
      end
    end

    # Libraries with something to do, the baseline always among them.
    def adapters
      @adapters ||= Adapter.all.select do |adapter|
        chosen?(adapter) && rows.any? { |row| adapter.ops.key?(row.op) }
      end
    end

    def chosen?(adapter)
      only = @options[:only]
      return QUICK.include?(adapter.id) if only.nil? && quick?
      return true unless only

      [adapter.id, adapter.column].any? do |id|
        id == "json" || only.include?(id)
      end
    end

    def quick?
      @options[:plan] == :quick
    end
  end
end
