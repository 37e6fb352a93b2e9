# frozen_string_literal: true

require_relative "suite_helper"

class BenchCalmTest < Minitest::Test
  def test_a_probe_takes_time = assert_operator Bench::Calm.probe, :>, 1000

  def test_the_limit_is_a_little_above_the_fastest_probes
    calm = Bench::Calm.new

    assert_nil calm.limit
    [900, *[1000] * 20, *[1600] * 180].shuffle(random: Random.new(1)).each { |p| calm.add(p) }
    assert_in_delta 1000 * Bench::Calm::TOLERANCE, calm.limit
  end

  def test_learn_sets_the_limit
    calm = Bench::Calm.new
    calm.learn(0.02)

    assert_operator calm.limit, :>, 1000
  end

  def test_waits_no_longer_than_it_must
    started = Bench::Clock.now
    Bench::Calm.wait(nil, 60)
    Bench::Calm.wait(10**12, 60)

    assert_operator Bench::Clock.now - started, :<, 30
  end

  # In a process of its own, because it and its children stay on the processor to which it moved last.
  def test_waits_until_patience_ends
    assert_equal "true", ruby!(<<~RUBY)
      require #{File.join(Checkout::ROOT, 'benchmark/calm').dump}
      started = Bench::Clock.now
      print Bench::Calm.wait(0, 0.05).positive? && Bench::Clock.now - started >= 0.05
    RUBY
  end
end
