# frozen_string_literal: true

require "etc"
require_relative "../test_helper"
require_relative "dependent_gem"

# The gem as a user gets it: built, looked into, installed where no gem is, used.
class GemTest < Minitest::Test
  ROOT = Checkout::ROOT

  # A Ruby as a user's: no bundle, no load path, no gems but those of folder.
  CLEAN = { **DependentGem::CLEAN, "JACINTH_DEBUG" => nil, "JACINTH_CFLAGS" => nil, "JACINTH_WERROR" => nil, "CC" => nil }.freeze

  # With ccache, only sources that have changed are compiled: Debian has its compilers there.
  CACHE = { "PATH" => ["/usr/lib/ccache", ENV.fetch("PATH")].join(File::PATH_SEPARATOR), "CCACHE_NOHASHDIR" => "1" }.freeze

  def self.built = @built ||= DependentGem.built("build")

  def contents = Gem::Package.new(self.class.built).contents

  def sources(pattern) = Dir.glob(pattern, base: ROOT)

  # The paths that git tracks in a clone; all of them elsewhere.
  def tracked(paths)
    return paths unless File.exist?(File.join(ROOT, ".git"))

    out, status = Open3.capture2e("git", "ls-files", "-z", chdir: ROOT)
    status.success? ? paths & out.split("\0") : paths
  rescue Errno::ENOENT
    paths
  end

  def test_the_gem_has_all_sources_and_documents
    needed = tracked(sources("{lib/**/*.rb,ext/**/*.{c,h,rb},sig/**/*.rbs,exe/*,man/*,completions/*}"))

    assert_operator needed.size, :>, 30
    assert_empty needed - contents
    assert_empty %w[LICENSE README.md CHANGELOG.md] - contents
  end

  def test_the_gem_has_no_other_files
    command = %w[exe/jacinth man/jacinth.1 completions/_jacinth completions/jacinth.bash completions/jacinth.fish]
    others = contents.grep_v(%r{\A(?:lib|ext|sig)/}) - %w[LICENSE README.md CHANGELOG.md] - command

    assert_empty others
    assert_empty contents.grep_v(/\.(?:rb|c|h|rbs|md)\z|\ALICENSE\z/) - command
  end

  # In a clone, only files that git tracks are packed; without git, all files.
  def test_the_gem_has_no_file_that_git_does_not_track
    Dir.mktmpdir do |folder|
      FileUtils.cp_r(%w[lib jacinth.gemspec README.md].map { |name| File.join(ROOT, name) }, folder)
      File.write(File.join(folder, "lib/notes.rb"), "")
      assert_equal %w[lib/jacinth/version.rb lib/notes.rb], packed(folder)
      _, status = Open3.capture2e("git init -q . && git add lib/jacinth jacinth.gemspec", chdir: folder)
      skip "no git" unless status.success?

      assert_equal %w[lib/jacinth/version.rb], packed(folder)
    end
  end

  def test_the_specification_has_no_dependency
    spec = Gem::Package.new(self.class.built).spec

    assert_equal Jacinth::VERSION, spec.version.to_s
    assert_equal Gem::Requirement.new(">= 3.1"), spec.required_ruby_version
    assert_equal "true", spec.metadata["rubygems_mfa_required"]
    assert_empty spec.runtime_dependencies
    assert_equal [["jacinth"], "exe"], [spec.executables, spec.bindir]
  end

  def test_the_specification_links_to_sources_and_changes
    spec = Gem::Package.new(self.class.built).spec
    home = "https://github.com/jacinth-json/jacinth"

    assert_equal home, spec.homepage
    assert_equal home, spec.metadata["source_code_uri"]
    assert_equal "#{home}/blob/main/CHANGELOG.md", spec.metadata["changelog_uri"]
    assert_equal "#{home}/issues", spec.metadata["bug_tracker_uri"]
  end

  # The commands of README.md and CONTRIBUTING.md: `rake build`, `gem install` of its
  # result, and a Gemfile with the path of the clone.
  def test_pages_say_how_to_install_from_a_clone
    name = File.basename(self.class.built)
    %w[README.md CONTRIBUTING.md].each do |page|
      text = File.read(File.join(ROOT, page), encoding: Encoding::UTF_8)

      assert_includes text, "bin/setup -- rake build"
      pattern = text[%r{gem install (pkg/\S+?\.gem)}, 1].sub("VERSION", Jacinth::VERSION)

      assert File.fnmatch(pattern, "pkg/#{name}"), pattern
    end
  end

  def test_a_missing_compiler_is_named
    Dir.mktmpdir do |folder|
      environment = CLEAN.merge("PATH" => folder)
      output, status = Open3.capture2e(environment, RbConfig.ruby, File.join(ROOT, "ext/jacinth/extconf.rb"), chdir: folder)

      assert_predicate status, :success?
      assert_includes output, "jacinth: the extension is not compiled: no working C compiler " \
                              "(#{RbConfig::CONFIG["CC"]}; its message is in mkmf.log). The portable backend will be used"
      assert_path_exists File.join(folder, "Makefile")
    end
  end

  def test_cc_is_the_compiler
    Dir.mktmpdir do |folder|
      compiler = File.join(folder, "cc")
      File.write(compiler, "#!/bin/sh\necho \"$@\" >> #{folder}/used\nexec #{RbConfig::CONFIG["CC"]} \"$@\"\n", perm: 0o755)
      environment = CLEAN.merge("CC" => compiler)
      Open3.capture2e(environment, RbConfig.ruby, File.join(ROOT, "ext/jacinth/extconf.rb"), chdir: folder)
      probes = File.binread(File.join(folder, "used"))
      out, status = Open3.capture2e(environment, "make", "dtoa.o", chdir: folder)

      assert_predicate status, :success?, out
      assert_includes probes, "conftest.c"
      assert_includes File.binread(File.join(folder, "used")).delete_prefix(probes), "dtoa.c"
    end
  end

  def test_it_compiles_on_up_to_8_processors_unless_makeflags_has_jobs
    assert_equal "-j#{[Etc.nprocessors, 8].min}", jobs_of_make("objdir=x --just-print -Iobj -- jobs=-j")
    assert_nil jobs_of_make("w -kj1"), "make has the jobs of the environment"
  end

  def test_a_gem_that_depends_on_it_works_without_a_compiler
    Dir.mktmpdir do |home|
      bin = File.join(home, "only_make")
      FileUtils.mkdir(bin)
      %w[make sh].each { |name| FileUtils.ln_s(`which #{name}`.chomp, File.join(bin, name)) }
      warning, *output = DependentGem.install_and_test(self.class.built, home, { **CLEAN, "PATH" => bin }).lines

      assert_match(/\Ajacinth: the extension is not compiled/, warning)
      assert_equal DEPENDENT % "portable", output.join
    end
  end

  def test_the_gem_for_java_has_no_extension
    package = Gem::Package.new(DependentGem.built("gem:java"))

    assert_equal ["java", []], [package.spec.platform.to_s, package.spec.extensions]
    assert_empty package.contents.grep(/\Aext|\.(?:so|c|h)\z/)
    assert_includes package.contents, "lib/jacinth/portable/backend.rb"
  end

  USE = <<~'RUBY'
    # encoding: utf-8
    require "jacinth"
    abort "JSON is defined" if defined?(JSON)
    puts Jacinth.generate(Jacinth.parse('{"a":[1,2.5,"é"]}'))
    puts $LOADED_FEATURES.grep(/jacinth\./).map { |path| File.realpath(path) }
  RUBY

  # The output of the tests of the gem that depends on it.
  DEPENDENT = "backend: %s\n6 tests, 6 assertions, 0 failures\n"

  # Its path has a space and a letter that is not ASCII.
  def test_it_installs_into_an_empty_gem_home_and_works_there
    skip "compiled without the flags of this build" if ENV["JACINTH_CFLAGS"]

    Dir.mktmpdir("gem höme ") do |home|
      clean = CLEAN.merge("GEM_HOME" => home, "GEM_PATH" => home, **CACHE)

      assert_equal DEPENDENT % "extension", DependentGem.install_and_test(self.class.built, home, clean)

      text, *features = run_clean(clean, home, "-w", "-e", USE).lines(chomp: true)

      assert_equal '{"a":[1,2.5,"é"]}', text
      refute_empty features
      assert_empty(features.reject { |path| path.start_with?(File.realpath(home)) })
      assert(features.any? { |path| path.end_with?("/#{Checkout.library}") }, "Rubies share a folder of gems")
      check_command(clean, home)
    end
  end

  private

  # Returns the option -j that GNUmakefile adds to the flags of make, or nil if extconf.rb left no such file.
  def jobs_of_make(flags)
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "GNUmakefile"), "# by an earlier extconf.rb")
      environment = CLEAN.merge("MAKEFLAGS" => flags)
      Open3.capture2e(environment, RbConfig.ruby, File.join(ROOT, "ext/jacinth/extconf.rb"), chdir: folder)

      assert_path_exists File.join(folder, "Makefile")
      next unless File.exist?(File.join(folder, "GNUmakefile"))

      File.write(File.join(folder, "show.mk"), "show: ; @echo $(MAKEFLAGS)\n")
      Open3.capture2e(environment, "make", "-f", "GNUmakefile", "-f", "show.mk", "show", chdir: folder).first[/-j\d+/]
    end
  end

  # The files of the specification in a folder, by a process of its own.
  def packed(folder)
    code = 'puts Gem::Specification.load("jacinth.gemspec").files.grep(%r{notes|/version})'
    run_clean(CLEAN, folder, "-e", code).lines(chomp: true).sort
  end

  # RubyGems' wrapper in the folder of programs; and the file itself, which finds
  # the library next to it, where RubyGems is not loaded.
  def check_command(clean, home)
    File.write(File.join(home, "a.json"), '{ "a": [1.50, 2] }')
    installed = Dir[File.join(home, "gems/jacinth-*/exe/jacinth")].first

    assert_equal %({"a":[1.50,2]}\n), run_clean(clean, home, "-w", File.join(home, "bin/jacinth"), "min", "a.json")
    assert_equal "1.50\n", run_clean(clean, home, "-w", "--disable=gems", installed, "get", "/a/0", "a.json")
    assert_equal "jacinth #{Jacinth::VERSION}\n", run_clean(clean, home, "-w", installed, "--version")
  end

  def run_clean(env, folder, *arguments) = DependentGem.run(env, RbConfig.ruby, *arguments, chdir: folder)
end
