# frozen_string_literal: true

# The tests against instrumented builds of the extension.
module Instrumented
  # Debug assertions on; any finding ends the run. The stack is left alone: Ruby
  # looks for references on the real one, and its jumps out of our frames pass
  # the sanitizer by, which would blame whoever uses that memory next.
  SANITIZE = "-fsanitize=address,undefined -fno-sanitize-recover=all " \
             "--param=asan-stack=0 -fno-omit-frame-pointer -g -O1 -DJACINTH_DEBUG"
  # The sanitizers keep at most 16 MB of freed memory and 4 stack frames of each allocation. With the defaults, the
  # tests took a third longer, mainly for page faults.
  SANITIZERS = {
    "ASAN_OPTIONS" => "detect_leaks=0:detect_stack_use_after_return=0:handle_segv=0:use_sigaltstack=0:" \
                      "abort_on_error=1:allocator_may_return_null=1:quarantine_size_mb=16:malloc_context_size=4",
    "UBSAN_OPTIONS" => "print_stacktrace=1:halt_on_error=1",
    "JACINTH_SANITIZE" => "1"
  }.freeze

  # Tests of code that owns memory across calls of Ruby. The kernels' tests have guard pages.
  MEMCHECKED = "generate/(?:strings|keys|fragment)|parse/(?:callbacks|encoding)|stream/resumable"

  # Tests of VALUEs that are kept between calls, or while Ruby code runs.
  SHADOWED = Dir["test/gc/*_gc_test.rb"] - ["test/gc/serializer_gc_test.rb"] +
             Dir["test/generate/{continuations,dump,hostile,key_text,keys,ractor}_test.rb"] +
             Dir["test/parse/{callbacks,continuation,hostile,shapes}_test.rb"] +
             Dir["test/{document,stream,type,writer}/hostile_test.rb"] +
             %w[test/stream/resumable_test.rb test/writer/keys_test.rb]

  THREADED = %w[test/generate/ractor_test.rb test/parse/concurrency_test.rb].freeze

  module_function

  # Compiles with flags, in a folder of that build's own; this process and its
  # children are then about that build.
  def compile(flags)
    ENV["JACINTH_CFLAGS"] = flags
    Kernel.system(RbConfig.ruby, "-S", "rake", "--silent", "compile") ||
      abort("rake: the build failed: #{flags}")
  end

  # Tests of Ruby code, and of processes of their own, which are not about memory.
  def others = Tiers.files(:ends).grep_v(/adversarial|interrupt/)

  # The suite but for the tests of packaging and documents, which start compilers
  # and Rubies of their own and hold nothing to find here.
  def files(subjects = "core|generate|parse|check|type|conformance|document|stream|writer|errors")
    ENV["TEST"] ? TestRun.files : TestRun.files.grep(%r{\Atest/(?:#{subjects})}) - others
  end

  # The tests against a debug build. Where no Ractor starts, frees are watched also
  # by the Rubies that do not stand both (ext/jacinth/ruby/shadow.h).
  def test(files, env = {})
    with, without = files.partition { |file| File.read(file, encoding: "UTF-8").include?("Ractor") }
    TestRun.call(without, env.merge("JACINTH_SHADOW_FREES" => "1")) unless without.empty?
    TestRun.call(with, env) unless with.empty?
  end

  # Compiles with the sanitizers. Returns the environment of the tests.
  def sanitized
    compile(SANITIZE)
    SANITIZERS.merge("LD_PRELOAD" => preloaded("libasan.so", "libubsan.so"))
  end

  def preloaded(*names)
    libraries = names.map { |name| `gcc -print-file-name=#{name}`.chomp }
    missing = libraries.reject { |path| File.exist?(path) }
    missing.empty? ? libraries.join(" ") : abort("rake: not installed: #{missing.join(', ')}")
  end

  # Installs it into a folder of its own: Gemfile.lock, which is for each Ruby, would have
  # the sources of nokogiri, and these take minutes to compile.
  def load_ruby_memcheck
    gems = File.join(Checkout.build_dir, "memcheck")
    command = [RbConfig.ruby, "-S", "gem", "install", "--silent", "--no-document", "ruby_memcheck:3.0.1"]
    Bundler.with_unbundled_env do
      Dir.exist?(File.join(gems, "gems", "ruby_memcheck-3.0.1")) ||
        Kernel.system({ "GEM_HOME" => gems, "GEM_PATH" => gems }, *command) ||
        abort("rake: ruby_memcheck cannot be installed")
    end
    $LOAD_PATH.concat(Dir[File.join(gems, "{gems/*/lib,extensions/*/*/*}")])
    require "ruby_memcheck"
  end

  # Prints what valgrind finds, and raises: accesses out of bounds, and from Ruby 3.4 on
  # leaks, with a function of the extension among the callers.
  def memcheck
    load_ruby_memcheck
    # A child that executes another program would leave half a report.
    options = RubyMemcheck::Configuration::DEFAULT_VALGRIND_OPTIONS - %w[--trace-children=yes]
    options += %w[--child-silent-after-fork=yes]
    config = RubyMemcheck::Configuration.new(binary_name: "jacinth", filter_all_errors: true, valgrind_options: options)
    RubyMemcheck::TestTaskReporter.new(config).run_ruby_with_valgrind do
      TestRun.call(files(MEMCHECKED), { "JACINTH_VALGRIND" => "1" }, under: ["sh", "-c", config.command('"$@"')])
    end
  end
end

desc "Run the tests with AddressSanitizer and UndefinedBehaviorSanitizer"
task "test:sanitize" do
  env = Instrumented.sanitized
  Instrumented.test(Instrumented.files, env)
  next if ENV["TEST"]

  # They call more of the extension than parse and generate. Each adapter needs a process of its own.
  %w[alba blueprinter].each { |name| TestRun.call(["test/#{name}/#{name}_test.rb"], env) }
end

desc "Run the tests of jbuilder, whose gems take a minute to install, with the same sanitizers"
task "test:sanitize_jbuilder" do
  env = Instrumented.sanitized
  RailsRun.call(RailsRun.releases.last, ["test/jbuilder/jbuilder_test.rb"], env) || abort("rake: tests failed")
end

# Ruby itself is not instrumented: it is the extension's own accesses that are
# compared, between native threads that Ruby lets run one at a time, and between
# Ractors, which run at once.
desc "Run the tests with threads and Ractors under ThreadSanitizer"
task "test:tsan" do
  Instrumented.compile("-fsanitize=thread -g -O1")
  TestRun.call(ENV["TEST"] ? TestRun.files : Instrumented::THREADED,
               { "LD_PRELOAD" => Instrumented.preloaded("libtsan.so"), "TSAN_OPTIONS" => "halt_on_error=1" })
end

desc "Run the tests in a debug build that checks each kept VALUE (ext/jacinth/ruby/shadow.h)"
task "test:shadow" do
  Instrumented.compile("-g -O1 -DJACINTH_DEBUG")
  Instrumented.test(ENV["TEST"] ? TestRun.files : Instrumented::SHADOWED)
end

desc "Run the tests under valgrind (leaks too, from Ruby 3.4 on)"
task "test:valgrind" do
  Lint.installed?("valgrind") || abort("rake: valgrind is not installed")
  Instrumented.compile("-g -O1 -DJACINTH_DEBUG")
  Instrumented.memcheck
end
