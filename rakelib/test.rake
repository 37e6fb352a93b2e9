# frozen_string_literal: true

module TestRun
  module_function

  # Runs test files in one process, warnings on; test_helper.rb makes them errors.
  # The process may be started by another program: under: %w[valgrind].
  def call(files, env = {}, under: [])
    abort "rake: no test files" if files.empty?
    folders = [*Checkout.load_path, File.join(Checkout::ROOT, "test")]
    code = "ARGV.shift(ARGV.shift.to_i).each { |file| require File.expand_path(file) }"
    sh = [RbConfig.ruby, "-w", *folders.map { |folder| "-I#{folder}" }, "-e", code, "--"]
    system(env, *under, *sh, files.size.to_s, *files, *options) || abort("rake: tests failed")
  end

  def options
    ENV.fetch("TESTOPTS", "").split
  end

  # Tests of other gems and of services need set-up of their own.
  def files
    return ENV["TEST"].split.flat_map { |pattern| Dir.glob(pattern) } if ENV["TEST"]

    Dir["test/**/*_test.rb"].reject { |file| file.start_with?("test/ecosystem/", "test/gc/", "test/rails/") }
  end
end

desc "Run the tests (TEST=pattern, TESTOPTS=--seed=1, JACINTH_TEST_SCALE=0.1)"
task test: :compile do
  TestRun.call(TestRun.files)
end

desc "Run the small set under GC.stress, compaction and auto-compaction"
task "test:gc_stress" => :compile do
  TestRun.call(Dir.glob("test/gc/**/*_test.rb"), { "JACINTH_GC_STRESS" => "1" })
end

desc "Loops of test/gc, each for JACINTH_GC_SECONDS (2): objects move, or grow old, as documents are read and written"
task "test:gc" => :compile do
  TestRun.call(Dir.glob("test/gc/{adversary,written_keys}_gc_test.rb"))
end
