# frozen_string_literal: true

require_relative "../test_helper"
require "fileutils"
require "tmpdir"

# bin/setup in a checkout of its own, with a Bundler that installs nothing.
class SetupTest < Minitest::Test
  BUNDLE = <<~SH
    #!/bin/sh
    echo "$*" >>"$CALLS"
    case $1 in
    config) : >>"$BUNDLE_APP_CONFIG/config" ;;
    install)
      echo "Fetching gem metadata"
      echo "Installing oj 3.17.8 with native extensions"
      [ -z "${FAILS-}" ] || exit 1
      echo "Bundle complete! 10 Gemfile dependencies, 12 gems now installed." ;;
    exec) [ "$2" = rake ] || { shift; exec "$@"; }
      until [ -z "${SLOW-}" ] || [ -e "$SLOW" ]; do sleep 0.1; done ;;
    esac
  SH

  def setup
    skip "a shell script" if WINDOWS

    @root = Dir.mktmpdir
    %w[bin ext/jacinth/core stubs].each { |folder| FileUtils.mkdir_p(File.join(@root, folder)) }
    FileUtils.cp(File.join(Checkout::ROOT, "bin/setup"), File.join(@root, "bin/setup"))
    File.write(File.join(@root, "stubs/bundle"), BUNDLE)
    File.chmod(0o755, File.join(@root, "stubs/bundle"))
    touch("Gemfile", "Gemfile.lock", "ext/jacinth/init.c", "ext/jacinth/core/base.h")
  end

  def teardown
    FileUtils.rm_rf(@root) if @root
  end

  def touch(*names)
    names.each { |name| File.write(File.join(@root, name), "#{name} #{rand}\n") }
  end

  def environment(env)
    path = [File.join(@root, "stubs"), File.dirname(RbConfig.ruby), ENV.fetch("PATH")].join(":")
    { "PATH" => path, "CALLS" => File.join(@root, "calls"), "RUBY" => nil, "BUNDLE_PATH" => nil,
      "RUBYOPT" => nil, "CC" => nil, "JACINTH_CFLAGS" => nil, "JACINTH_DEBUG" => nil,
      "JACINTH_WERROR" => nil }.merge(env)
  end

  # Returns the error output and the output of bin/setup in the folder.
  def bin_setup(*arguments, env: {})
    Open3.capture3(environment(env), File.join(@root, "bin/setup"), *arguments, chdir: @root)
  end

  def test_setup_reports_its_steps_and_nothing_the_second_time
    out, said, status = bin_setup("--", "echo", "done")

    assert_predicate status, :success?, said
    assert_equal "done\n", out
    expected = [/looking for the gems .*#{Regexp.escape(@root)}/, /installing gem oj 3\.17\.8 with native extensions\z/,
                /compiling the extension for ruby [\d.]+/, /ready\z/]
    said = said.lines(chomp: true).grep_v(/ with apt-get | still /) # what a bare machine lacks

    assert_equal expected.size, said.size, said
    expected.zip(said) { |pattern, line| assert_match(%r{\Abin/setup \d+:\d\d: .*#{pattern}}, line) }
    assert_equal(["done\n", "", true], bin_setup("--", "echo", "done").then { |o, e, s| [o, e, s.success?] })
  end

  def test_a_changed_source_is_compiled_and_no_gem_is_looked_for
    bin_setup
    touch("ext/jacinth/init.c")
    _, said, = bin_setup

    assert_match(%r{\Abin/setup \d+:\d\d: compiling .*\nbin/setup \d+:\d\d: ready\n\z}, said)
  end

  # Builds with flags have folders of their own.
  def test_a_source_compiled_by_another_build_only_is_compiled
    bin_setup
    touch("ext/jacinth/init.c")
    bin_setup(env: { "JACINTH_DEBUG" => "1" })

    assert_match(/compiling/, bin_setup[1])
    assert_empty bin_setup[1]
  end

  def test_gems_that_cannot_be_installed_are_reported_with_the_log
    _, said, status = bin_setup(env: { "FAILS" => "1" })

    refute_predicate status, :success?
    assert_match(/the gems cannot be installed .*gems\.log$/, said)
    log = said[/see (.*gems\.log)/, 1]

    assert_includes File.read(log, encoding: Encoding::UTF_8), "Installing oj"
    assert_match(/ready$/, bin_setup[1])
  end

  # The compilation takes as long as the test waits for the clock, which moves each second.
  def test_a_terminal_shows_the_time_of_a_long_step
    require "pty"
    done = File.join(@root, "done")
    step = /\r\e\[Kbin.setup 0:\d\d: compiling the extension/
    shown = +""
    PTY.spawn(environment("SLOW" => done), File.join(@root, "bin/setup")) do |terminal, _, _|
      shown << terminal.readpartial(4096) until shown.scan(step).size > 2
      File.write(done, "")
      loop { shown << terminal.readpartial(4096) }
    rescue EOFError, Errno::EIO
      assert_match(/\r\e\[Kbin.setup \d:\d\d: ready\r\n\z/, shown)
    end
  rescue LoadError, RuntimeError => e # a container without devpts
    skip e.message
  end

  def test_a_silent_compilation_prints_nothing
    output, status = Open3.capture2e(RbConfig.ruby, "-S", "rake", "--silent", "compile", chdir: Checkout::ROOT)

    assert_predicate status, :success?, output
    assert_empty output
  end
end
