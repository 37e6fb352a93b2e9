# frozen_string_literal: true

require "open3"
require_relative "callgrind"
require_relative "results"
require_relative "runner"
require_relative "setup"

module Bench
  # This tree against another revision of it: both built side by side and timed in one interleaved run; instructions
  # counted where valgrind is there.
  class Compare
    # Name of this tree's process.
    THIS = "this tree"

    # +revision+ is anything that git understands.
    def initialize(revision, setup:, rows:, plan:)
      @setup = setup
      @plan = plan
      @jacinth = Adapter.fetch("jacinth")
      @rows = rows.select { |row| @jacinth.ops.key?(row.op) }
      @revision = git("rev-parse", "--short", "--verify", "#{revision}^{commit}")
    end

    # Times both; answers results whose baseline is the revision.
    def run(settings)
      @setup.gems([Adapter.fetch("json")])
      machine = Machine.describe
      runner = Runner.new(rows: @rows, crews: paths.keys, plan: @plan, baseline: @revision) do |name|
        WorkerProcess.new(@jacinth, load_path: paths.fetch(name), env: @setup.env, name: name)
      end
      runner.run
      Results.new(runner, machine: machine, settings: settings, baseline: @revision).to_h
    end

    # A table of instruction counts, or why there is none.
    def instructions
      return "\nNo valgrind here, no instruction counts." unless Callgrind.available?

      ids = @rows.map(&:id) & Callgrind::ROWS
      counts = paths.values.map { |path| Callgrind.new(load_path: path, env: @setup.env).count(ids).last }
      ["", "Instructions a call", *Callgrind.lines(*counts)].join("\n")
    end

    private

    # Name of a tree => its load path.
    def paths
      @paths ||= begin
        floor = @setup.floor
        { @revision => floor + @setup.jacinth(tree: checkout), THIS => floor + @setup.jacinth }
      end
    end

    # The revision's files, in a worktree that stays for the next time.
    def checkout
      dir = File.join(Setup::ROOT, "tmp", "bench", "worktrees", @revision)
      git("worktree", "prune")
      git("worktree", "add", "--detach", dir, @revision) unless File.directory?(dir)
      dir
    end

    def git(*command)
      text, status = Open3.capture2e("git", "-C", Setup::ROOT, *command)
      return text.strip if status.success?

      raise Setup::Failed, "git #{command.join(' ')}: #{text}"
    end
  end
end
