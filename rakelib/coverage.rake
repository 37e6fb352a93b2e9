# frozen_string_literal: true

# Line and branch coverage of ext/jacinth by the tests, with clang's source-based
# coverage: the sum of runs with different parts of the library switched on.
module CoverageRun
  FOLDER = File.join(Checkout::ROOT, "tmp", "coverage")
  # The counters are in memory that is mapped to the profile's file, so that killed
  # processes and children of a fork are counted.
  FLAGS = "-g -O1 -fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation"

  # The suite but for packaging, benchmarks and tools.
  SUITE = %r{\Atest/(?:core|generate|parse|check|type|conformance|document|documents|stream|writer|errors|numbers|
                      json|library/(?:inspect|interrupts|memsize)_test)}x
  HALF = %r{\Atest/(?:generate|parse|check|type|document|stream|writer)/}

  # name => environment and files; nil: rails/active_support.c
  RUNS = {
    "suite" => [{}, SUITE],
    "internals off" => [{ "JACINTH_INTERNALS" => "off", "JACINTH_TEST_SCALE" => "0.1" }, HALF],
    "rails" => [{}, nil]
  }.freeze

  module_function

  # Makes one run and adds its counts to those of earlier runs, or makes all runs.
  def call(name = nil)
    tools = %w[clang llvm-cov llvm-profdata].reject { |tool| Lint.installed?(tool) }
    abort "rake: not installed: #{tools.join(', ')}" if tools.any?
    FileUtils.mkdir_p(FOLDER)
    FileUtils.rm_f(Dir[File.join(FOLDER, "*.prof{raw,data}")]) unless name
    ENV["CC"] = "clang"
    ENV["LLVM_PROFILE_FILE"] = File.join(FOLDER, "%m%c.profraw")
    ENV["JACINTH_CFLAGS"] = FLAGS
    build
    (name ? [name] : RUNS.keys).each { |each| run(each, *RUNS.fetch(each)) }
    report([library, CoreLibrary.build])
  end

  def run(name, environment, pattern)
    puts "coverage: #{name}"
    passed do
      next TestRun.call(files(pattern), environment) if pattern

      RailsRun.call(RailsRun.releases.last, ["test/rails/encoder_test.rb"])
    end
  end

  def files(pattern)
    ENV["TEST"] ? TestRun.files : Dir["test/**/*_test.rb"].grep(pattern)
  end

  # A failed test is reported, and the code that it ran is counted.
  def passed
    yield
  rescue SystemExit => e
    warn "#{e.message} (under coverage)"
  end

  def build
    objects = File.join(Checkout.build_dir, "coverage")
    FileUtils.mkdir_p([objects, File.dirname(library)])
    quiet = { chdir: objects, out: File::NULL, err: File::NULL }
    system(RbConfig.ruby, File.join(Checkout::ROOT, "ext/jacinth/extconf.rb"), **quiet) &&
      system("make", "-s", "-j2", **quiet) || abort("rake: the build for coverage failed: see #{objects}")
    FileUtils.cp(File.join(objects, File.basename(library)), library)
  end

  def library
    File.join(Checkout.build_dir, "lib", Checkout.library)
  end

  # Prints a line for each file, and writes pages that show the lines and branches
  # that were not taken.
  def report(libraries)
    profile = File.join(FOLDER, "profile.profdata")
    counts = Dir[File.join(FOLDER, "*.profraw")]
    pages = File.join(FOLDER, "pages")
    sources = File.join(Checkout::ROOT, "ext/jacinth")
    what = ["-instr-profile=#{profile}", libraries[0], "-object", libraries[1], sources]
    (system("llvm-profdata", "merge", "-sparse", "-o", profile, *counts) &&
      system("llvm-cov", "report", *what) &&
      system("llvm-cov", "show", "-format=html", "-show-branches=count", "-output-dir=#{pages}", *what)) ||
      abort("rake: llvm-cov failed")
    puts "The lines and branches: #{pages}/index.html"
  end
end

desc "Measure line and branch coverage of ext/jacinth, or add one run (suite, internals off, rails)"
task :coverage, [:run] => :compile do |_, arguments|
  require_relative "../test/core/core_library"
  CoverageRun.call(arguments[:run])
end
