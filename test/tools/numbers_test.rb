# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/numbers"

# The program that makes the numbers of the tests, which use the lists of an earlier run.
class NumberListsTest < Minitest::Test
  def test_the_lists_are_made_again_as_before
    Numbers::SUMS.each_key { |list| assert_equal File.read(Numbers.file(list), encoding: "UTF-8"), Numbers.text(list) }
  end
end
