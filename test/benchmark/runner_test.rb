# frozen_string_literal: true

require_relative "suite_helper"

class BenchRunnerTest < Minitest::Test
  include SuiteHelper

  ROW = Bench::ROWS.find { |row| row.id == "generate/small_hash" }
  PLAN = { generations: 5, rounds: 4, sample: 0.001, longest: 0.01, warm_up: 0, budget: 60, seed: 3 }.freeze

  def run_with(times, **options)
    @log = []
    values = options.delete(:values) || {}
    crews = times.keys.map { |id| Bench::Adapter.fetch(id) }
    runner = Bench::Runner.new(rows: [ROW], crews: crews, progress: silent, calm: calm,
                               plan: Bench::Runner::Plan.new(**PLAN, **@plan.to_h)) do |adapter|
      FakeWorker.new(adapter, time: times[adapter.id], log: @log, value: values.fetch(adapter.id, "same"), **options)
    end
    runner.run
    @data = Bench::Results.new(runner, machine: {}, settings: {}).to_h
    @data["rows"][0]["cells"]
  end

  # Has learned from the fake workers' probes.
  def calm
    Bench::Calm.new.tap { |calm| calm.define_singleton_method(:learn) { |_seconds| add(1000) } }
  end

  def test_ratio_is_the_baselines_time_over_the_others
    cells = run_with({ "json" => 200, "jacinth" => 100, "oj" => 400 })

    assert_in_delta 2.0, cells["jacinth"]["ratio"], 0.01
    assert_in_delta 0.5, cells["oj"]["ratio"], 0.01
    assert_operator cells["jacinth"]["high"] - cells["jacinth"]["low"], :<, 0.02
    assert_equal 5, cells["oj"]["generations"]
  end

  def test_the_garbage_collector_is_counted
    cells = run_with({ "json" => 200, "jacinth" => 100 })

    assert_in_delta 0.1, cells["jacinth"]["collections"], 0.01
    assert_in_delta 0.25, cells["jacinth"]["collector"], 0.01
    assert_includes Bench::Reports::Table.new({ **sample_data, **@data.slice("rows", "groups") }).to_s, "gc 25%"
  end

  def test_a_wide_spread_is_said
    cells = run_with({ "json" => 200, "jacinth" => 100 }, noise: 1.5)

    assert Bench::Reports::Format.wide?(cells["jacinth"])
  end

  def test_disturbed_samples_are_taken_again
    cells = run_with({ "json" => 200, "jacinth" => 100 }, disturbed: 0.4)

    assert_in_delta 2.0, cells["jacinth"]["ratio"], 0.01
    assert_in_delta 200, cells["json"]["time"], 1
    assert_equal({ "share" => 1.0, "probe" => 1000 }, @data["calm"])
    assert_operator @log.count([:sample, "json"]), :>, PLAN[:generations] * PLAN[:rounds]
  end

  def test_samples_are_kept_if_all_are_disturbed
    @plan = { budget: 0 }
    cells = run_with({ "json" => 200, "jacinth" => 100 }, disturbed: 0.9)

    assert_equal 5, cells["jacinth"]["generations"]
    assert_operator @data["calm"]["share"], :<, 1
  end

  def test_rounds_are_interleaved_in_varying_order
    run_with({ "json" => 200, "jacinth" => 100 })
    names = @log.filter_map { |command, name| name if command == :sample }
    rounds = names.each_slice(2).to_a

    assert_equal PLAN[:generations] * PLAN[:rounds], rounds.size
    assert(rounds.all? { |round| round.sort == %w[jacinth json] })
    assert_equal 2, rounds.uniq.size
  end

  def test_a_wrong_result_is_not_timed
    cells = run_with({ "json" => 200, "oj" => 1 }, values: { "oj" => "other" })

    assert_equal({ "missing" => "wrong result" }, cells["oj"])
    refute_includes @log, [:sample, "oj"]
  end
end

# With real processes: forks, pipes, this very checkout.
class BenchWorkerTest < Minitest::Test
  include SuiteHelper

  def setup
    skip "no fork here" unless Process.respond_to?(:fork)
  end

  def worker(id = "jacinth")
    process = Bench::WorkerProcess.new(Bench::Adapter.fetch(id), load_path: Checkout.load_path)
    process.call(:hello)
    yield process
  ensure
    process&.stop
  end

  def row(id) = Bench::ROWS.find { |r| r.id == id }

  def test_a_worker_prepares_compares_and_samples
    worker do |process|
      assert_equal({ bytes: 65 }, process.call(:prepare, row("generate/small_hash")))
      text = Bench::Documents.text("small_hash")
      assert_equal Digest::SHA256.hexdigest(text), process.call(:outcome)[:text]
      assert process.call(:warm_up, 10, 0, 0.5)
      sample = process.call(:sample, 1000, 0.5, nil, 0)
      assert_operator sample[:time], :>, 1000
      assert_operator sample[:probe], :>, 1000
      assert process.call(:release)
    end
  end

  def test_an_unknown_command_is_named
    worker do |process|
      error = assert_raises(Bench::WorkerProcess::Failed) { process.call(:nonsense, 100) }
      assert_match(/NoMethodError/, error.message)
    end
  end

  def test_a_failed_row_does_not_end_the_worker
    worker do |process|
      bad = row("generate/small_hash").dup
      bad.document = "no such document"
      assert_raises(Bench::WorkerProcess::Failed) { process.call(:prepare, bad) }
      process.call(:release)

      assert_equal({ bytes: 65 }, process.call(:prepare, row("generate/small_hash")))
    end
  end

  def test_a_missing_library_is_named
    error = assert_raises(Bench::WorkerProcess::Failed) { worker("floor") { flunk } }

    assert_includes error.message, "cannot load such file -- bench_floor"
  end
end
