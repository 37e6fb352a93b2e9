# frozen_string_literal: true

# bin/test, after bin/setup.
module TestCommand
  USAGE = <<~TEXT
    usage: bin/test [--all | --tier TIER[,TIER...]] [--together] [FILE...]

    Runs the tests: all files of the library, or these (patterns, from the project's
    root). All files take up to three minutes on two processors.

      --all         adds GC.stress, compaction and the large properties
      --tier TIER   runs the files of a tier of test/tiers.rb: host, ruby, ends, kernel, processor
      --together    runs the files in one process

    Environment: TESTOPTS (arguments for minitest: "--name=/text/ --seed=1"),
    JACINTH_TEST_SCALE=0.1 (a tenth of the properties' cases), JACINTH_TEST_SEED,
    JACINTH_TEST_JOBS (processes at a time), JACINTH_TEST_PATIENCE=5 (ends a test
    after five times the usual seconds), JACINTH_TEST_RUBY (the command of another Ruby).
  TEXT

  # The scale of the properties with --all.
  LARGE = "5"

  module_function

  # Returns the exit status.
  def call(arguments)
    return usage($stdout, 0) if arguments.intersect?(%w[-h --help])

    all = arguments.delete("--all")
    together = arguments.delete("--together")
    ENV["JACINTH_TEST_SCALE"] ||= LARGE if all
    require_relative "suite" # reads the scale
    tiers = take_tiers(arguments)
    option = arguments.find { |argument| argument.start_with?("-") }
    return usage($stderr, 2, "unknown option #{option}") if option
    return usage($stderr, 2, "unknown tier #{(tiers - Tiers::ALL).first}") if (tiers - Tiers::ALL).any?

    files = arguments.empty? ? Tiers.files(*tiers) : Suite.files(arguments)
    passed = together ? Suite.run_together(files) : run(files, all)
    passed ? 0 : 1
  end

  def run(files, all)
    Suite.run(files, all ? Tiers.files(:gc) : [], { "JACINTH_GC_STRESS" => "1" })
  end

  # Removes --tier from the arguments and returns the tiers.
  def take_tiers(arguments)
    at = arguments.index { |argument| argument.start_with?("--tier") } or return Tiers::LIBRARY
    names = arguments.delete_at(at)[/=(.*)/, 1] || arguments.delete_at(at).to_s
    names.split(",").map(&:to_sym)
  end

  def usage(output, status, fault = nil)
    output.puts "bin/test: #{fault}" if fault
    output.puts USAGE
    status
  end
end

status = TestCommand.call(ARGV)
$stdout.flush
exit! status # without the tests that this process has loaded for its copies
