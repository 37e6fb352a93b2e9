# frozen_string_literal: true

require_relative "../test_helper"

# bin/demo; test/command/subcommands_test.rb has the tests of the command that it runs.
class DemoTest < Minitest::Test
  def test_the_libraries_are_timed_in_a_file
    env = { "RUBY" => RbConfig.ruby, "RUBYOPT" => nil, "RUBYLIB" => nil, "BUNDLER_SETUP" => nil }
    output, status = Open3.capture2e(env, File.join(Checkout::ROOT, "bin/demo"), "--seconds", "0", "harbour.json",
                                     chdir: File.join(Checkout::ROOT, "examples"))

    assert_predicate status, :success?, output
    assert_match(/^harbour.json: [\d,]+ bytes.*^jacinth \d.*^json \d/m, output)
  end
end
