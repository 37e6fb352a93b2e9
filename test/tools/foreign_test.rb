# frozen_string_literal: true

require "tmpdir"
require_relative "../test_helper"
require_relative "../../tools/foreign/run"

class ForeignTest < Minitest::Test
  MINITEST = <<~TEXT
      1) Failure:
    AppTest#test_a [test/app_test.rb:7]:
    Expected: 1

    102) Error:
    JSON plugin#test_0001_writes "a":
    RuntimeError: b

    9 runs, 12 assertions, 1 failures, 1 errors, 0 skips
  TEXT
  REPORTERS = "ERROR AppTest#test_a (0.19s)\n9 tests, 12 assertions, 0 failures, 1 errors, 0 skips\n"
  TEST_UNIT = <<~TEXT
    Failure: test_a(JSONTest::Sub): (a) expected
    Error: test: (b) is written(JSONTest): RuntimeError: b
    9 tests, 12 assertions, 1 failures, 1 errors, 0 pendings
  TEXT
  RSPEC = "rspec ./spec/a_spec.rb:7 # A is b\nrspec './spec/b_spec.rb[1:2]' # B is c\n9 examples, 2 failures\n"
  GREEN = "9 examples, 0 failures\n"

  def test_tests_without_a_failure_are_the_same
    assert_match(/\Asame     app: 9 examples, 0 failures/, report(GREEN, GREEN, true))
  end

  def test_failures_on_both_are_the_same
    [MINITEST, REPORTERS, TEST_UNIT, RSPEC].each { |output| assert_match(/\Asame /, report(output, output, true)) }
  end

  def test_each_failure_on_the_drop_in_only_is_named
    {
      MINITEST => ["AppTest#test_a", 'JSON plugin#test_0001_writes "a"'],
      REPORTERS => ["AppTest#test_a"],
      TEST_UNIT => ["test_a(JSONTest::Sub)", "test: (b) is written(JSONTest)"],
      RSPEC => ["./spec/a_spec.rb:7", "'./spec/b_spec.rb[1:2]'"]
    }.each do |output, names|
      assert_equal "FAILED   app: fail on the drop-in only:\n  #{names.join("\n  ")}\n", report(GREEN, output, false)
    end
  end

  def test_a_known_failure_is_not_reported
    assert_match(/known: 2/, report(GREEN, RSPEC, true, /a_spec/ => "why", /b_spec/ => "why"))
    assert_equal "FAILED   app: fail on the drop-in only:\n  './spec/b_spec.rb[1:2]'\n", report(GREEN, RSPEC, false, /a_spec/ => "why")
  end

  def test_outcomes_that_cannot_be_compared_are_faults
    assert_match(/no test ran on the drop-in/, report(GREEN, "0 examples, 0 failures\n", false))
    assert_match(/no test ran on json/, report("", GREEN, false))
    assert_match(/without a name on the drop-in/, report(GREEN, "9 examples, 0 failures, 1 error occurred outside of examples\n", false))
    assert_match(/fewer tests ran/, report(GREEN, "8 examples, 0 failures\n", false))
  end

  private

  # Returns the runner's output for a project with these outputs on json and on the drop-in.
  def report(json, ours, answer, known = {})
    Dir.mktmpdir do |folder|
      Dir.mkdir(File.join(folder, "app"))
      { "json" => json, "ours" => ours }.each { |name, text| File.write(File.join(folder, "app", name), text) }
      project = Foreign::Project.new(folder: "app", setup: "true", known: known,
                                     test: "case $RUBYOPT in *prelude*) cat ours;; *) cat json;; esac")
      capture_io { assert_equal answer, Foreign::Run.new(folder, [], [project]).call }.first
    end
  end
end
