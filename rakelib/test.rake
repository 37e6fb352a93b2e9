# frozen_string_literal: true

require_relative "../tools/suite/suite"

# Runs test files for the tasks; test_helper.rb makes warnings errors.
module TestRun
  module_function

  # Runs the files in one process, which another program can start: under: %w[valgrind].
  def call(files, env = {}, under: [])
    Suite.run_together(files, env: env, under: under) || abort("rake: tests failed")
  end

  # Runs each file in a process of its own.
  def each(files, env = {})
    arguments = [RbConfig.ruby, File.join(Checkout::ROOT, "tools/suite/command.rb"), *files]
    system(env, *arguments) || abort("rake: tests failed")
  end

  # Arguments for minitest.
  def options = Suite.options

  # The files of TEST, or those of bin/test.
  def files
    ENV["TEST"] ? Suite.files(ENV["TEST"].split) : Tiers.files(*Tiers::LIBRARY)
  end
end

desc "Run the tests (TEST=pattern, TESTOPTS=--seed=1, JACINTH_TEST_SCALE=0.1)"
task test: :compile do
  TestRun.each(TestRun.files)
end

desc "Run test/gc under GC.stress and compaction"
task "test:gc_stress" => :compile do
  TestRun.each(Tiers.files(:gc), { "JACINTH_GC_STRESS" => "1" })
end

desc "Run the loops of test/gc, each for JACINTH_GC_SECONDS (2)"
task "test:gc" => :compile do
  TestRun.each(Dir.glob("test/gc/{adversary,written_keys}_gc_test.rb"))
end
