# frozen_string_literal: true

require_relative "../test_helper"
require_relative "dependent_gem"

# The precompiled gem, with this Ruby's extension alone: installed and used
# where there is no compiler.
class NativeGemTest < Minitest::Test
  ROOT = Checkout::ROOT
  MINOR = RUBY_VERSION[/\A\d+\.\d+/]

  # No bundle, no load path, no program to be found: neither make nor a compiler.
  CLEAN = { **DependentGem::CLEAN, "PATH" => "/nonexistent" }.freeze
  USE = <<~'RUBY'
    require "jacinth"
    puts Jacinth.generate(Jacinth.parse('{"a":[1,2.5,null]}'))
    puts $LOADED_FEATURES.grep(/jacinth\.(?:so|bundle)\z/)
  RUBY

  def self.built = @built ||= DependentGem.built("gem:native[#{MINOR}]")

  def setup
    skip "a build with flags of its own" if Checkout.variant
  end

  def test_the_gem_has_the_extension_and_no_sources
    spec = Gem::Package.new(self.class.built).spec
    files = Gem::Package.new(self.class.built).contents

    assert_empty spec.extensions
    refute_equal "ruby", spec.platform.to_s
    assert_equal ["lib/jacinth/#{MINOR}/jacinth.#{RbConfig::CONFIG['DLEXT']}"], files.grep(/\.(?:so|bundle)\z/)
    assert_empty files.grep(/\.[ch]\z/)
    assert spec.required_ruby_version.satisfied_by?(Gem::Version.new(RUBY_VERSION))
    refute spec.required_ruby_version.satisfied_by?(Gem::Version.new("9.9.0"))
  end

  def test_it_installs_without_a_compiler_and_works
    Dir.mktmpdir do |home|
      clean = CLEAN.merge("GEM_HOME" => home, "GEM_PATH" => home)
      run_clean(clean, home, "-e", DependentGem::INSTALL, "install", "--local", "--no-document", "--quiet", self.class.built)
      text, feature, *others = run_clean(clean, home, "-w", "-e", USE).lines(chomp: true)

      assert_equal '{"a":[1,2.5,null]}', text
      assert_empty others
      assert_match(%r{/lib/jacinth/#{Regexp.escape(MINOR)}/jacinth\.}o, feature)
      assert File.realpath(feature).start_with?(File.realpath(home)), feature
      assert_equal "jacinth #{Jacinth::VERSION}\n", run_clean(clean, home, File.join(home, "bin/jacinth"), "--version")
    end
  end

  private

  def run_clean(env, folder, *arguments) = DependentGem.run(env, RbConfig.ruby, *arguments, chdir: folder)
end
