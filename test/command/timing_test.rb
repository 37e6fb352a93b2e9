# frozen_string_literal: true

require_relative "support"
require "jacinth/command/timing"

# Timing on a clock that the calls themselves move.
class CommandTimingTest < Minitest::Test
  Timing = Jacinth::Command.const_get(:Timing)

  # Runs Timing.least. costs: nanoseconds of each call. disturb: gets the number of the call and
  # of all calls before, and returns what is added to its time.
  def least(costs, seconds: 0.1, disturb: ->(*) { 0 })
    now = calls = 0
    order = []
    timing = Timing.clone
    timing.singleton_class.prepend(Module.new { define_method(:clock) { now / 1e9 } })
    work = costs.map.with_index do |cost, i|
      lambda do
        now += cost + disturb.call(i, calls += 1)
        order << i
      end
    end
    [*timing.least(work, seconds), order]
  end

  def test_the_least_time_is_the_cost
    best, rounds, = least([1_000, 250_000, 4_000_000])

    [1e-6, 2.5e-4, 4e-3].zip(best) { |cost, time| assert_in_delta cost, time, cost / 100 }
    assert_operator rounds, :>=, 15
  end

  # Faults on fresh memory, for whoever comes first; and a neighbor who takes the
  # processor in most batches.
  def test_disturbances_do_not_count
    random = Random.new(1)
    first = ->(_, count) { count < 200 ? 1_000_000 / count : 0 }
    often = ->(_, count) { (count / 500) % 3 == 1 ? 0 : random.rand(20_000) }

    [first, often].each do |disturb|
      runs = Array.new(10) { least([10_000, 25_000], disturb: disturb).first }
      ratios = runs.map { |one, other| other / one }

      assert_operator ratios.max / ratios.min, :<, 1.15
      assert_in_delta 2.5, ratios.first, 0.3
    end
  end

  def test_the_calls_take_turns
    _, rounds, order = least([2_000_000] * 3, seconds: 0.3)
    batches = order.last(rounds * 6).each_slice(2).map(&:uniq)

    assert_equal 1, batches.map(&:size).max
    batches.flatten.each_slice(3) { |turn| assert_equal [0, 1, 2], turn.sort }
    assert_equal 3, batches.flatten.each_slice(3).map(&:first).uniq.size
  end
end
