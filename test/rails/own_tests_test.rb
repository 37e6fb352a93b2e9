# frozen_string_literal: true

require_relative "../test_helper"
require "fileutils"
require "open3"
require "tmpdir"

# The task that runs Active Support's own tests, with a small folder in the
# place of its repository.
class RailsOwnTestsTest < Minitest::Test
  TESTS = <<~RUBY
    require "minitest/autorun"
    require "active_support/all"

    class FakeTest < Minitest::Test
      def test_of_both = assert_equal('{"a":"\\\\u003c"}', { a: "<" }.to_json)
      def test_that_fails_anyhow = assert_equal(1, 2)
      # own
    end
  RUBY

  def task(folder)
    # rake's files load modules of the project only
    code = <<~RUBY
      require "rake"
      require #{File.join(Checkout::ROOT, 'tools/checkout').dump}
      module TestRun; def self.options = []; end
      load #{File.join(Checkout::ROOT, 'rakelib/rails.rake').dump}
      Rake::Task.define_task(:compile)
      def (RailsRun).environment(*) = { "BUNDLE_GEMFILE" => ENV.fetch("BUNDLE_GEMFILE") }
      def (RailsRun).install(*) = nil
      Bundler.define_singleton_method(:with_unbundled_env) { |&block| block.call }
      Rake::Task["test:rails:own"].invoke
    RUBY
    text, status = Open3.capture2e({ "JACINTH_RAILS" => folder }, RbConfig.ruby, "-W0", "-rbundler", "-e", code)
    [text, status.exitstatus]
  end

  def with_tests(text)
    Dir.mktmpdir do |folder|
      path = File.join(folder, "activesupport", "test", "json")
      FileUtils.mkdir_p(path)
      File.write(File.join(path, "fake_test.rb"), text)
      yield folder
    end
  end

  def test_only_failures_with_both_encoders_pass
    with_tests(TESTS) do |folder|
      text, status = task(folder)

      assert_equal 0, status, text
      # Releases that pass quirks_mode fail once more on json 3.
      assert_match(/[12] fail with its own encoder, 1 with Jacinth's/, text)
    end
  end

  def test_a_failure_with_jacinth_only_is_named
    added = 'def test_of_one = refute_equal("Jacinth::OnRails::Encoder", ActiveSupport::JSON::Encoding.json_encoder.name)'
    with_tests(TESTS.sub("# own", added)) do |folder|
      text, status = task(folder)

      assert_equal 1, status, text
      assert_includes text, "FakeTest#test_of_one"
      refute_includes text, "FakeTest#test_that_fails_anyhow"
    end
  end

  def test_a_missing_copy_of_the_tests_is_reported
    Dir.mktmpdir do |folder|
      text, status = task(folder)

      assert_equal 1, status
      assert_includes text, "no activesupport/test/json/*_test.rb there"
    end
    text, status = task(nil)

    assert_equal 1, status
    assert_includes text, "the gems have no tests"
  end
end
