# frozen_string_literal: true

# The tests of what depends on compiler and processor, with each build of a table.
module Platforms
  # The builds for this processor and this Ruby: settings of the compiler (each has
  # its own objects) and of the run.
  BUILDS = {
    "gcc -O0" => { "CC" => "gcc", "JACINTH_CFLAGS" => "-O0" },
    "gcc -O3" => { "CC" => "gcc", "JACINTH_CFLAGS" => "-O3" },
    "clang -O0" => { "CC" => "clang", "JACINTH_CFLAGS" => "-O0" },
    "clang -O3" => { "CC" => "clang", "JACINTH_CFLAGS" => "-O3" },
    "swar" => { "JACINTH_FORCE_ISA" => "swar" },
    "sse2" => { "JACINTH_FORCE_ISA" => "sse2" },
    "avx2" => { "JACINTH_FORCE_ISA" => "avx2" },
    "neon" => { "JACINTH_FORCE_ISA" => "neon" },
    "internals off" => { "JACINTH_INTERNALS" => "off" },
    "no internals" => { "JACINTH_CFLAGS" => "-DJAC_INTERNALS_DISABLED=1" },
    "unverified Ruby" => { "JACINTH_CFLAGS" => "-DJAC_RUBY=99991" }
  }.freeze

  # core/ alone, in threads: with another C library, with what finds races, and for
  # other processors (s390x is big-endian), whose programs an emulator starts.
  CORE = {
    "core musl" => %w[musl-gcc -static],
    "core tsan" => %w[gcc -fsanitize=thread],
    "core i386" => %w[i686-linux-gnu-gcc -static],
    "core arm64" => %w[aarch64-linux-gnu-gcc -static],
    "core s390x" => %w[s390x-linux-gnu-gcc -static]
  }.freeze
  EMULATORS = { "core arm64" => %w[qemu-aarch64-static], "core s390x" => %w[qemu-s390x-static] }.freeze

  # Other processors: Debian roots (.ci/with-ruby); s390x is big-endian.
  ROOTS = %w[ruby-3.3-i386 ruby-3.3-arm64 ruby-3.3-s390x].freeze

  module_function

  def names
    wanted = ENV.fetch("PLATFORM", "").split(",")
    [*BUILDS.keys, *CORE.keys, *ROOTS].select { |name| wanted.empty? || wanted.include?(name) }
  end

  # Why a build cannot be tested here, or nil.
  def missing(name)
    return ("only root can enter a root" unless Process.uid.zero?) if ROOTS.include?(name)

    settings = BUILDS.fetch(name, {})
    isa = settings["JACINTH_FORCE_ISA"]
    programs = [settings["CC"] || CORE[name]&.first, *EMULATORS[name]].compact
    lacking = programs.find { |program| !Lint.installed?(program) }
    return "no #{lacking}" if lacking

    "no such instructions" if isa && !instructions?(isa)
  end

  # The library says which kernels it uses if others are chosen.
  def instructions?(isa)
    folders = Checkout.load_path.map { |folder| "-I#{folder}" }
    code = 'require "jacinth"; print Jacinth.kernel'
    IO.popen([{ "JACINTH_FORCE_ISA" => isa }, RbConfig.ruby, *folders, "-W0", "-e", code], &:read) == isa
  end

  def test_core(name)
    cc, *flags = CORE.fetch(name)
    binary = File.join(Checkout::ROOT, "tmp", "platforms", name.tr(" ", "-"))
    sources = ["tools/platforms/core.c", "tools/fuzz/core.c", *Dir["{test,ext/jacinth}/core/*.c"]]
    FileUtils.mkdir_p(File.dirname(binary))
    Kernel.system(cc, *flags, "-std=gnu99", "-O1", "-g", "-DJACINTH_DEBUG", "-Iext/jacinth/core", "-Itest/core",
                  "-o", binary, *sources, "-lm", "-lpthread") &&
      Kernel.system(*EMULATORS[name], binary, ENV.fetch("INPUTS", "10000"))
  end

  # True if the tests pass.
  def test(name)
    return test_core(name) if CORE.key?(name)

    scale = { "JACINTH_TEST_SCALE" => ENV.fetch("JACINTH_TEST_SCALE", "0.05") }
    files = ENV["TEST"]&.split || Tiers.files(:kernel, :processor)
    return Kernel.system(scale.merge(BUILDS[name]), "bin/test", *files) if BUILDS.key?(name)

    Kernel.system(".ci/with-ruby", name, *scale.merge("JACINTH_CFLAGS" => "-O1").map { |setting| setting.join("=") },
                  "BUNDLE_WITHOUT=bench", "bin/test", *files)
  end

  # Tests the builds of some names; one that cannot be tested here is skipped.
  def test_all(names)
    failed = names.reject do |name|
      why = missing(name)
      puts "== #{name}#{": skipped, #{why}" if why}"
      why || test(name)
    end
    abort "rake: the tests failed with: #{failed.join(', ')}" unless failed.empty?
  end
end

desc "Run what depends on compiler and processor with each build, also emulated (PLATFORM=\"clang -O0,ruby-3.3-s390x\")"
task platforms: :compile do
  Platforms.test_all(Platforms.names)
end

desc "Run core/ alone, without Ruby: with musl, in threads and emulated (INPUTS=10000 for each thread)"
task "core:platforms" do
  Platforms.test_all(Platforms::CORE.keys)
end
