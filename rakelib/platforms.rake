# frozen_string_literal: true

# core/ alone, in threads: with another C library, with ThreadSanitizer, and for other
# processors (s390x is big-endian), whose programs an emulator starts.
module Platforms
  COMPILERS = {
    "musl" => %w[musl-gcc -static],
    "tsan" => %w[gcc -fsanitize=thread],
    "i386" => %w[i686-linux-gnu-gcc -static],
    "arm64" => %w[aarch64-linux-gnu-gcc -static],
    "s390x" => %w[s390x-linux-gnu-gcc -static]
  }.freeze
  # Also for i386, because not every kernel for amd64 runs its programs.
  EMULATORS = {
    "i386" => "qemu-i386-static", "arm64" => "qemu-aarch64-static", "s390x" => "qemu-s390x-static"
  }.freeze

  module_function

  # True if the tests pass, or if a program that they need is not installed.
  def test(name)
    cc, *flags = COMPILERS.fetch(name)
    emulator = [*EMULATORS[name]]
    missing = [cc, *emulator].find { |program| !Lint.installed?(program) }
    puts "== #{name}#{": skipped, no #{missing}" if missing}"
    return true if missing

    binary = File.join(Checkout::ROOT, "tmp", "platforms", name)
    sources = ["tools/platforms/core.c", "tools/fuzz/core.c", *Dir["{test,ext/jacinth}/core/*.c"]]
    FileUtils.mkdir_p(File.dirname(binary))
    Kernel.system(cc, *flags, "-std=gnu99", "-O1", "-g", "-DJACINTH_DEBUG", "-Iext/jacinth/core", "-Itest/core",
                  "-o", binary, *sources, "-lm", "-lpthread") &&
      Kernel.system(*emulator, binary, ENV.fetch("INPUTS", "10000"))
  end
end

desc "Run core/ alone, without Ruby: with musl, in threads and emulated (INPUTS=10000 for each thread)"
task "core:platforms" do
  failed = Platforms::COMPILERS.keys.reject { |name| Platforms.test(name) }
  abort "rake: the tests failed with: #{failed.join(', ')}" if failed.any?
end
