# frozen_string_literal: true

require "etc"
require_relative "../checkout"
require_relative "../../test/tiers"
require_relative "../../test/support/seeds"
require_relative "unit"
require_relative "report"
require_relative "run"

# Runs test files, each in a process of its own and some at a time: a crash or a hang
# ends one file, and its backtraces are printed.
#
#   Suite.run(["test/tools/demo_test.rb"])                            # => true
#   Suite.run([], Tiers.files(:gc), { "JACINTH_GC_STRESS" => "1" })   # => false
module Suite
  module_function

  # Runs files, and others with more environment, which the library under test does
  # not read. Returns true if all tests passed. Paths are from the project's root.
  def run(files, others = [], env = {})
    lock_logs
    options, seed = with_seed
    groups = [[files, {}], [others, env]]
    units = groups.flat_map { |paths, more| slowest_first(paths).map { |file| Unit.new([file], options, more) } }
    return Run.new(units).call(seed) { |unit| unit.spawn_ruby(ruby) } if other? || !Process.respond_to?(:fork)

    $LOAD_PATH.unshift(*load_path)
    require "test_helper"
    Run.new(units).call(seed, &:fork_copy).tap { write_seconds(units) }
  end

  # As run, but the files share one process, which another program can start:
  # under: %w[valgrind]. It is started with the whole environment.
  def run_together(files, env: {}, under: [])
    lock_logs
    options, seed = with_seed
    Run.new([Unit.new(files, options, env)]).call(seed) { |unit| unit.spawn_ruby([*under, *ruby]) }
  end

  # Waits for another run that writes its logs to the same folder. The lock is held
  # until this process ends.
  def lock_logs
    return if @lock

    FileUtils.mkdir_p(FOLDER)
    @lock = File.new(File.join(FOLDER, "lock"), "w")
    return if @lock.flock(File::LOCK_EX | File::LOCK_NB)

    puts "waiting for the run of the tests that uses #{FOLDER}"
    $stdout.flush
    @lock.flock(File::LOCK_EX)
  end

  # The files of some patterns. Exits if a pattern names no file.
  def files(patterns)
    patterns.flat_map do |pattern|
      found = Dir.glob(pattern, base: ROOT).sort
      found.empty? ? abort("bin/test: no test file #{pattern}") : found
    end
  end

  # The command of the Ruby that runs the tests.
  def ruby = ENV["JACINTH_TEST_RUBY"]&.split || [RbConfig.ruby]

  def other? = ENV.key?("JACINTH_TEST_RUBY")

  # The gems that another Ruby can use: those in plain Ruby.
  GEMS = %w[minitest alba blueprinter json_schemer hana regexp_parser simpleidn].freeze

  # The folders with the library under test, the tests and their gems.
  def load_path
    gems = Gem.loaded_specs.values_at(*GEMS).compact
    [*Checkout.load_path, File.join(ROOT, "test"), *gems.flat_map(&:full_require_paths)]
  end

  # The number of processes at a time.
  def jobs = Integer(ENV.fetch("JACINTH_TEST_JOBS") { Etc.nprocessors })

  # Arguments for minitest.
  def options = ENV.fetch("TESTOPTS", "").split

  # The arguments for minitest with a seed, and the seed: all processes have the same.
  def with_seed
    given = options.join(" ")[/(?:--seed[= ]|-s ?)(\d+)/, 1]
    seed = given || Random.rand(0xFFFF).to_s
    [given ? options : ["--seed=#{seed}", *options], seed]
  end

  # The processor's seconds of each file in its last run.
  SECONDS = File.join(FOLDER, "seconds")

  # A file without a time in the last run is a new one.
  def slowest_first(files)
    known = File.exist?(SECONDS) ? File.readlines(SECONDS, encoding: "UTF-8").to_h(&:split) : {}
    files.sort_by { |file| -Float(known.fetch(file, "1000")) }
  end

  def write_seconds(units)
    known = File.exist?(SECONDS) ? File.readlines(SECONDS, encoding: "UTF-8").to_h(&:split) : {}
    units.each { |unit| known[unit.files.first] = unit.cpu.round(2).to_s if unit.cpu }
    File.write(SECONDS, known.map { |file, seconds| "#{file} #{seconds}\n" }.join)
  end
end
