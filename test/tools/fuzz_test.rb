# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../tools/fuzz/differential"

# The differential fuzzer: it finds a difference where there is one, and none in
# a few rounds.
class FuzzTest < Minitest::Test
  # Every text is a new one.
  module Each
    def self.new?(_) = true
  end

  def setup
    skip "json #{JSON::VERSION} is not the contract's 3.1" unless ParserSupport.json?
  end

  def test_rounds_without_a_difference_pass
    3.times { |seed| assert_equal 300, DifferentialFuzzer::Trial.new(seed, Each, 300).run }
  end

  def test_a_seed_gives_the_same_texts_again
    texts = Array.new(2) do
      list = []
      DifferentialFuzzer::Round.new(7, 300).each do |text, options, number|
        list << [text, options.given, number]
        number.even?
      end
      list
    end

    assert_equal texts[0], texts[1]
    assert_operator texts[0].uniq.size, :>, 290
  end

  def test_a_difference_in_a_value_is_found
    assert_difference("[0.0,-0.0]", "[0.0,0.0]")
    assert_difference("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}")
    assert_difference("[\"1\"]", "[1]")
  end

  def test_a_difference_in_an_error_is_found
    assert_difference("[01]", "[ 01]")
    assert_difference("[nul]", "[1]")
    assert_difference("[1]", "[nux]")
  end

  def test_a_report_shows_a_shorter_text
    round = DifferentialFuzzer::Trial.new(1, Each)
    out, = capture_io { round.send(:report, :whole, "[1,[NaN],2]", options({ allow_nan: true }, {}), 0, %w[a b]) }

    assert_match(/round of seed 1, whole/, out)
    assert_includes out, "shorter: \"[1,NaN\""
  end

  private

  # json reads the one text where Jacinth reads the other.
  def assert_difference(json, jacinth)
    text = Struct.new(:own) { def parse(_) = JSON.parse(own) }
    set = FuzzComparison::Options.new({}, text.new(json), Jacinth::Parser::Config.new({}), true)

    refute_nil FuzzComparison.new.whole(jacinth, set)
    assert_nil FuzzComparison.new.whole(json, set)
  end

  def options(json, jacinth)
    FuzzComparison::Options.new(json, JSON::Ext::ParserConfig.new(json), Jacinth::Parser::Config.new(jacinth), true)
  end
end
