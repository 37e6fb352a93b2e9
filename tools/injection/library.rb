# frozen_string_literal: true

require "fileutils"
require "rbconfig"
require_relative "../checkout"

# The library that injection.c is compiled to, for this Ruby.
module InjectionLibrary
  module_function

  # Compiles it; its path, or nil where it cannot be had: it knows glibc.
  def path
    return unless RUBY_PLATFORM.include?("linux") && !RUBY_PLATFORM.include?("musl")

    config = RbConfig::CONFIG
    path = File.join(Checkout.build_dir, "injection", "injection.so")
    FileUtils.mkdir_p(File.dirname(path))
    headers = %w[rubyhdrdir rubyarchhdrdir].map { |name| "-I#{config[name]}" }
    source = File.join(__dir__, "injection.c")
    command = [*config["CC"].split, "-shared", "-fPIC", "-O1", "-w", *headers, source, "-o", path, "-Wl,-z,lazy"]
    Kernel.system(*command) ? path : abort("tools/injection/injection.c does not compile")
  end
end
