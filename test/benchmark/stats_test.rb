# frozen_string_literal: true

require_relative "suite_helper"

class BenchStatsTest < Minitest::Test
  Stats = Bench::Stats

  def test_the_median_is_the_middle_or_the_mean_of_two
    assert_in_delta(2.0, Stats.median([3, 1, 2]))
    assert_in_delta(2.5, Stats.median([3, 1, 2, 10]))
  end

  def test_ratio_of_exact_samples_has_no_width
    ratio = Stats.ratio([[20, 20], [40, 40]], [[10, 10], [20, 20]])

    assert_equal [2.0, 2.0, 2.0], ratio.to_a
  end

  def test_the_least_sample_of_a_generation_counts
    # Something disturbs the first round here and the second there.
    ratio = Stats.ratio([[30, 10]] * 5, [[5, 15]] * 5)

    assert_equal [2.0, 2.0, 2.0], ratio.to_a
  end

  def test_the_fastest_quarter_of_the_generations_counts
    # A third of the processes is slow for life: here of theirs, there of ours.
    theirs = [[20], [30], [20], [20], [30], [20]]
    ours = [[14], [10], [10], [14], [10], [10]]

    assert_in_delta(2.0, Stats.ratio(theirs, ours).ratio)
    assert_in_delta(1.5, Stats.fastest([4, 2, 3, 9, 1]))
  end

  def test_interval_covers_the_true_ratio
    random = Random.new(7)
    covered = Array.new(100) do
      theirs, ours = [2.0, 1.0].map do |time|
        Array.new(11) { Array.new(3) { time * (1 + (0.1 * (random.rand - 0.5))) } }
      end
      Stats.ratio(theirs, ours).then { |r| (r.low..r.high).cover?(2.0) }
    end

    assert_operator covered.count(true), :>=, 85
  end

  def test_samples_that_differ_have_a_wide_interval
    ratio = Stats.ratio([[1], [2], [1], [2]], [[1], [1], [2], [1]])

    assert_operator ratio.high - ratio.low, :>, 0.5
  end

  def test_the_mean_of_ratios_is_geometric_and_surer_than_they_are
    mean = Stats.mean([[1.0, 0.9, 1.1], [4.0, 3.6, 4.4]])

    assert_in_delta 2.0, mean.ratio
    assert_operator mean.low, :>, 1.8
    assert_operator mean.high, :<, 2.2
  end
end
