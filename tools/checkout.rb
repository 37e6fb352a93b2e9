# frozen_string_literal: true

require "digest"
require "fileutils"
require "rbconfig"

# The folders of this checkout's builds: one for each Ruby, architecture and set
# of compiler flags.
module Checkout
  ROOT = File.expand_path("..", __dir__)

  # The environment variables of extconf.rb, which make builds differ.
  FLAGS = %w[CC JACINTH_CFLAGS JACINTH_DEBUG JACINTH_WERROR].freeze

  module_function

  def build_dir
    name = [RbConfig::CONFIG["arch"], RbConfig::CONFIG["ruby_version"], variant].compact.join("-")
    File.join(ROOT, "tmp", "build", name)
  end

  # Nil for a build without any flag of its own.
  def variant
    set = FLAGS.filter_map { |name| "#{name}=#{ENV.fetch(name)}" unless ENV.fetch(name, "").empty? }
    Digest::SHA256.hexdigest(set.join("\n"))[0, 10] unless set.empty?
  end

  # The path of the extension from a folder of the load path.
  def library = "jacinth/#{RUBY_VERSION[/\A\d+\.\d+/]}/jacinth.#{RbConfig::CONFIG['DLEXT']}"

  # The folders that `require "jacinth"` needs on the load path.
  def load_path = [File.join(build_dir, "lib"), File.join(ROOT, "lib")]

  # The same for this process; a build that -I names goes first.
  def use
    load_path.each { |folder| $LOAD_PATH << folder unless $LOAD_PATH.include?(folder) }
  end

  # Returns path, after it was made: whole or not at all, because several processes can make
  # it. Yields the path of another file, which becomes this one.
  def make(path)
    FileUtils.mkdir_p(File.dirname(path))
    other = "#{path}.#{Process.pid}"
    yield other
    File.rename(other, path)
    path
  end

  # The documents to try things with: name to path. Those of the repository, and
  # the shared corpus where it is there.
  def documents
    own = [File.join(ROOT, "examples", "harbour.json"), *Dir[File.join(ROOT, "test", "documents", "*.json")]]
    shared_ones = shared ? Dir[File.join(shared, "corpus", "*.json")] : []
    (own + shared_ones).to_h { |path| [File.basename(path, ".json"), path] }
  end

  # The folder of the shared corpus, or nil where there is none.
  def shared
    folder = ENV.fetch("JACINTH_SHARED") { File.join(ROOT, "..", "shared") }
    File.expand_path(folder) if File.directory?(folder)
  end
end
