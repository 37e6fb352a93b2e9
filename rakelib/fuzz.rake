# frozen_string_literal: true

# The fuzzers of tools/fuzz. Corpus and findings stay in tmp/fuzz.
module Fuzz
  FOLDER = File.join(Checkout::ROOT, "tmp", "fuzz")
  CORE_FLAGS = %w[-std=gnu99 -g -O2 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
                  -DJACINTH_DEBUG -Iext/jacinth/core -Itest/core].freeze

  # Freed memory is kept from use for a while, but not so much of it that the
  # processor's cache is of no use.
  CORE_ENVIRONMENT = { "ASAN_OPTIONS" => "malloc_context_size=0:quarantine_size_mb=4" }.freeze

  module_function

  def seconds(minutes)
    (Float(minutes || 1) * 60).ceil
  end

  # libFuzzer comes with clang only.
  def build_core
    Lint.installed?("clang") || abort("rake: clang is not installed")
    FileUtils.mkdir_p(File.join(FOLDER, "corpus"))
    binary = File.join(FOLDER, "core")
    sources = ["tools/fuzz/core.c", *Dir["{test,ext/jacinth}/core/*.c"]]
    Kernel.system("clang", *CORE_FLAGS, "-o", binary, *sources, "-lm") || abort("rake: tools/fuzz/core.c")
    binary
  end
end

desc "Run every fuzzer, each for some minutes (1 by default)"
task :fuzz, [:minutes] do |_, arguments|
  Rake::Task["fuzz:core"].invoke(arguments[:minutes])
  Rake::Task["fuzz:differential"].invoke(arguments[:minutes])
  Rake::Task["fuzz:hostile"].invoke(arguments[:minutes])
end

namespace :fuzz do
  desc "Fuzz core/ alone with libFuzzer and sanitizers (needs clang and its runtime)"
  task :core, [:minutes] do |_, arguments|
    binary = Fuzz.build_core
    sh Fuzz::CORE_ENVIRONMENT, binary, "-max_total_time=#{Fuzz.seconds(arguments[:minutes])}", "-max_len=400",
       "-print_final_stats=1", "-artifact_prefix=#{Fuzz::FOLDER}/", File.join(Fuzz::FOLDER, "corpus"), verbose: false
  end

  desc "Compare every reader with the json gem on random texts (FUZZ_PROCESSES=2)"
  task :differential, [:minutes] => :compile do |_, arguments|
    ruby "-W0", "tools/fuzz/differential.rb", Fuzz.seconds(arguments[:minutes]).to_s, verbose: false
  end

  desc "Run random programs whose callbacks mutate, raise, re-enter and compact (FUZZ_PROCESSES=2)"
  task :hostile, [:minutes] => :compile do |_, arguments|
    ruby "-W0", "tools/fuzz/hostile.rb", Fuzz.seconds(arguments[:minutes]).to_s, verbose: false
  end
end
