# frozen_string_literal: true

require "fileutils"
require "open3"
require "rbconfig"
require "rubygems/package"
require "tmpdir"

# Installs a gem of Jacinth and one that depends on it, where no other gem is, and runs the tests
# of the latter:
#
#   ruby dependent_gem.rb JACINTH_GEM             with this Ruby and its RubyGems
#   ruby dependent_gem.rb JACINTH_GEM COMMAND...  with a Ruby that has no RubyGems, from unpacked gems
module DependentGem
  SOURCE = File.join(__dir__, "harbour")
  # A Ruby as a user's: no bundle, no load path.
  CLEAN = { "BUNDLE_GEMFILE" => nil, "BUNDLER_SETUP" => nil, "RUBYOPT" => nil, "RUBYLIB" => nil }.freeze
  INSTALL = 'require "rubygems/gem_runner"; Gem::GemRunner.new.run(ARGV)'

  module_function

  # Returns the path of the gem that a task of rake builds. Raises RuntimeError if it fails.
  def built(task)
    root = File.expand_path("../..", __dir__)
    File.join(root, run({}, RbConfig.ruby, "-S", "rake", task, chdir: root).lines.last.chomp)
  end

  # Installs both into a folder. Returns the output of the tests. Raises RuntimeError if they or the
  # installation fail.
  def install_and_test(jacinth, home, env = {})
    env = CLEAN.merge("GEM_HOME" => home, "GEM_PATH" => home, **env)
    run(env, RbConfig.ruby, "-e", INSTALL, "install", "--local", "--no-document", "--quiet", jacinth, build(home))
    run(env, RbConfig.ruby, "-w", File.join(SOURCE, "test/harbour.rb"))
  end

  # The same with unpacked gems and the command of a Ruby.
  def unpack_and_test(jacinth, home, ruby)
    libs = [jacinth, build(home)].map do |gem|
      folder = File.join(home, File.basename(gem, ".gem"))
      Gem::Package.new(gem).extract_files(folder)
      "-I#{folder}/lib"
    end
    run(CLEAN, *ruby, "-w", *libs, File.join(SOURCE, "test/harbour.rb"))
  end

  # Returns the path of the gem.
  def build(home)
    path = File.join(home, "harbour-1.0.gem")
    spec = Gem::Specification.new("harbour", "1.0") do |gem|
      gem.authors = ["Jacinth developers"]
      gem.summary = "A gem that depends on Jacinth"
      gem.files = ["lib/harbour.rb"]
      gem.add_dependency "jacinth"
    end
    Dir.chdir(SOURCE) do
      Gem::DefaultUserInteraction.use_ui(Gem::SilentUI.new) { Gem::Package.build(spec, true, false, path) }
    end
    path
  end

  # Returns the output of a command. Raises RuntimeError if it fails.
  def run(env, *command, chdir: Dir.pwd)
    output, status = Open3.capture2e(env, *command, chdir: chdir)
    output.force_encoding(Encoding::UTF_8)
    raise "#{command.join(' ')}:\n#{output}" unless status.success?

    output
  end
end

if $PROGRAM_NAME == __FILE__
  gem, *ruby = ARGV
  gem = File.expand_path(gem)
  Dir.mktmpdir do |home|
    puts ruby.empty? ? DependentGem.install_and_test(gem, home) : DependentGem.unpack_and_test(gem, home, ruby)
  end
end
