# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../tiers"
require "fileutils"
require "tmpdir"

# bin/test without its set-up, on small test files.
class SuiteTest < Minitest::Test
  COMMAND = File.join(Checkout::ROOT, "tools/suite/command.rb")

  # Runs the tests of a class named after each text; yields each line of the output when
  # it is written, and returns the output and whether all tests passed. The folder is below
  # the project's, as paths are taken from there.
  def suite(texts, env: {}, arguments: [], &each_line)
    base = File.join(Checkout::ROOT, "tmp")
    FileUtils.mkdir_p(base)
    Dir.mktmpdir("suite", base) do |folder|
      files = texts.map { |name, body| write_test(folder, name, body) }
      clean = { "TESTOPTS" => nil, "JACINTH_TEST_LOGS" => folder, "JACINTH_TEST_SCALE" => nil }
      Open3.popen2e(clean.merge(env), RbConfig.ruby, COMMAND, *arguments, *files) do |input, output, process|
        input.close
        output.set_encoding(Encoding::UTF_8)
        [output.each_line.map { |line| line.tap { each_line&.call(line) } }.join, process.value.success?]
      end
    end
  end

  def write_test(folder, name, body)
    path = File.join(folder, "#{name.downcase}_test.rb")
    File.write(path, "require \"test_helper\"\nclass #{name} < Minitest::Test\n#{body}\nend\n")
    path.delete_prefix("#{Checkout::ROOT}/")
  end

  def fork_or_skip = Process.respond_to?(:fork) || skip("needs fork")

  def test_the_last_line_has_the_counts_and_the_seconds
    output, passed = suite({ "One" => "def test_a = assert(true)", "Two" => "def test_b = skip('not today')" })

    assert passed, output
    assert_match(/^skipped:\n +1  not today$/, output)
    assert_match(/^seeds: TESTOPTS=--seed=\d+ JACINTH_TEST_SEED=\d+ JACINTH_TEST_SCALE=1\.0$/, output)
    assert_match(/\A2 runs, 1 assertions, 0 failures, 0 errors, 1 skips, \d+ s\n\z/, output.lines.last)
  end

  def test_together_runs_all_files_in_one_process
    output, passed = suite({ "One" => "def test_a = assert(Object.const_defined?(:Two))",
                             "Two" => "def test_b = assert(Object.const_defined?(:One))" }, arguments: ["--together"])

    assert passed, output
    assert_match(/^2 runs, 2 assertions, 0 failures/, output)
  end

  def test_a_failure_is_printed_with_a_command_that_repeats_it
    output, passed = suite({ "One" => "def test_a = assert_equal(1, 2)\ndef test_b = raise('no')" },
                           env: { "TESTOPTS" => "--seed=77" })

    refute passed
    assert_match(/^  \| Expected: 1$/, output)
    assert_match(%r{^  TESTOPTS="--seed=77 --name=One#test_a" bin/test tmp/suite\S+/one_test\.rb$}, output)
    assert_match(/^2 runs, 1 assertions, 1 failures, 1 errors, 0 skips/, output)
  end

  def test_a_run_waits_for_another_one_that_writes_its_logs_to_the_same_folder
    fork_or_skip
    Dir.mktmpdir do |logs|
      env = { "JACINTH_TEST_LOGS" => logs }
      waits = File.join(logs, "waits")
      first = Thread.new { suite({ "First" => "def test_a = (sleep 0.01 until File.exist?(#{waits.dump}))" }, env:) }
      sleep 0.01 until Dir.glob(File.join(logs, "*.events")).any?
      output, passed = suite({ "Second" => "def test_b = assert(true)" }, env:) { FileUtils.touch(waits) }

      assert passed, output
      assert_match(/\Awaiting for the run of the tests that uses #{Regexp.escape(logs)}$/, output)
      assert first.value.last, first.value.first
    end
  end

  def test_a_hanging_test_is_ended_with_the_backtraces_of_its_threads
    fork_or_skip
    body = <<~RUBY
      def waits_for_ever = Queue.new.pop
      def test_a = Thread.new { waits_for_ever }.then { sleep }
    RUBY
    output, passed = suite({ "Hanging" => body, "Other" => "def test_b = assert(true)" },
                           env: { "JACINTH_TEST_PATIENCE" => "0.01" })

    refute passed
    assert_match(/^FAILED \S+: Hanging#test_a took longer than 1 seconds$/, output)
    assert_match(/waits_for_ever'$/, output)
    assert_match(/C level backtrace/, output) unless WINDOWS
    assert_match(/^2 runs, 1 assertions, 0 failures, 1 errors/, output)
  end

  def test_the_frames_of_a_hanging_child_process_are_printed
    fork_or_skip
    skip "needs /proc" unless File.exist?("/proc/self/task")
    output, passed = suite({ "Parent" => 'def test_a = ruby!("def endless = sleep; endless")' },
                           env: { "JACINTH_TEST_PATIENCE" => "0.03" })

    refute passed
    assert_match(/in '?`?(?:Object#)?endless'/, output)
  end

  def test_a_crash_is_an_error_and_leaves_its_backtrace
    fork_or_skip
    output, passed = suite({ "Crashing" => "def test_a = Process.kill(:SEGV, Process.pid)",
                             "Other" => "def test_b = assert(true)" })

    refute passed
    assert_match(/^FAILED \S+: SIG(?:ABRT|SEGV) ended it in Crashing#test_a$/, output)
    assert_match(/C level backtrace/, output)
    assert_match(/^2 runs, 1 assertions, 0 failures, 1 errors/, output)
  end

  def test_an_end_without_a_result_is_an_error
    output, passed = suite({ "Leaving" => "def test_a = exit!(3)" })

    refute passed
    assert_match(/^FAILED \S+: exit status 3$/, output)
    assert_match(/1 errors/, output)
  end

  def test_names_that_match_nothing_in_one_file_do_not_fail_it
    output, passed = suite({ "One" => "def test_a = assert(true)", "Two" => "def test_b = assert(true)" },
                           env: { "TESTOPTS" => "--name=/test_a/" })

    assert passed, output
    assert_match(/^1 runs/, output)
  end

  def test_an_unknown_option_tier_or_file_is_named
    [["--al", "unknown option --al"], ["--tier=rubies", "unknown tier rubies"],
     ["test/nothing.rb", "no test file test/nothing.rb"]].each do |argument, fault|
      output, status = Open3.capture2e(RbConfig.ruby, COMMAND, argument)

      refute_predicate status, :success?
      assert_includes output, "bin/test: #{fault}"
    end
  end

  def test_every_path_of_the_table_has_files
    files = Dir.glob("test/**/*_test.rb", base: Checkout::ROOT)
    unused = Tiers::TABLE.values.flatten.reject { |path| files.any? { |file| file.start_with?("test/#{path}") } }

    assert_equal %w[ecosystem/], unused
    assert_empty Tiers::TABLE.keys.flatten - Tiers::ALL
    assert_empty files - Tiers.files(*Tiers::ALL)
  end

  def test_every_test_with_a_limit_of_its_own_exists
    files = Dir.glob("test/**/*_test.rb", base: Checkout::ROOT).map { |file| File.read(File.join(Checkout::ROOT, file), encoding: "UTF-8") }
    unknown = Tiers::LIMITS.keys.reject do |name|
      type, test = name.split("#")
      files.any? { |text| text.include?("class #{type} <") && text.include?("def #{test}\n") }
    end

    assert_empty unknown
  end

  def test_every_product_has_a_folder_of_tests_or_an_exception
    products = Dir.glob("{ext,lib}/jacinth/[a-z]*/", base: Checkout::ROOT).map { |path| File.basename(path) }.uniq
    tested = products.select { |product| Dir.glob("test/#{product}/*_test.rb", base: Checkout::ROOT).any? }

    assert_equal (products - tested).sort, Tiers::ELSEWHERE.keys.sort
    Tiers::ELSEWHERE.each_value { |file| assert_path_exists File.join(Checkout::ROOT, file) }
  end

  def test_every_file_of_tests_is_in_a_folder_that_the_readme_lists
    listed = File.read(File.join(Checkout::ROOT, "test/README.md"), encoding: "UTF-8").scan(%r{^\| `(\w+)/` \|}).flatten
    folders = Dir.glob("test/*/", base: Checkout::ROOT).map { |path| File.basename(path) }

    assert_equal folders.sort, [*listed, "support"].sort
    assert_empty Dir.glob("test/*_test.rb", base: Checkout::ROOT)
  end
end
