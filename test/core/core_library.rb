# frozen_string_literal: true

require "digest"
require "open3"
require "rbconfig"
require_relative "../../tools/checkout"

# A default gem up to Ruby 3.4, which under Bundler warns that it will not stay one.
begin
  verbose = $VERBOSE
  $VERBOSE = nil
  require "fiddle"
ensure
  $VERBOSE = verbose
end

# ext/jacinth/core alone, with the C drivers of this folder, in a library of its
# own: no Ruby headers, warnings are errors, no symbol left open.
module CoreLibrary
  CORE = File.join(Checkout::ROOT, "ext", "jacinth", "core")
  FLAGS = %w[-std=gnu99 -O2 -g -fPIC -shared -Wall -Wextra -Werror
             -DJACINTH_DEBUG].freeze

  module_function

  # A C function of the library as a Fiddle::Function.
  def function(name, arguments, result) = Fiddle::Function.new(handle[name.to_s], arguments, result)

  def handle
    @handle ||= Fiddle.dlopen(build)
  end

  # Compiles once for each state of the sources; returns the library's path.
  def build
    path = File.join(Checkout::ROOT, "tmp", "core", "#{digest}.so")
    return path if File.exist?(path)

    Checkout.make(path) do |file|
      # A compiler with the sanitizers' library preloaded takes three times as long.
      output, status = Open3.capture2e({ "LD_PRELOAD" => nil }, *compiler, *flags, "-I#{CORE}", "-o", file, *sources, "-lm")
      raise "core/ does not compile alone:\n#{output}" unless status.success?
    end
  end

  def compiler = ENV.fetch("CC") { RbConfig::CONFIG["CC"] }.split

  # An instrumented build's tests instrument this library, too.
  def flags = FLAGS + ENV.fetch("JACINTH_CFLAGS", "").split

  def sources = Dir[File.join(CORE, "*.c"), File.join(__dir__, "*.c")]

  def digest
    texts = [*sources, *Dir[File.join(CORE, "*.h")]].sort.map { |file| File.binread(file) }
    Digest::SHA256.hexdigest([RbConfig::CONFIG["arch"], compiler, flags, texts].join("\0"))[0, 20]
  end
end
