# frozen_string_literal: true

require_relative "stats"
require_relative "worker_process"

module Bench
  # How cost grows: with the document's size, from 100 bytes on, and with
  # threads and Ractors. Every library in a process of its own.
  class Scaling
    # Sizes of the documents in bytes; --full goes on to 100 MB.
    SIZES = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000].freeze
    # The last one of --full.
    LARGEST = 100_000_000
    # Slopes are fitted from here on: below, what a call costs is not its size.
    FIT_FROM = 10_000
    # Libraries that are drawn.
    LIBRARIES = %w[json jacinth oj].freeze

    # +spawn+ answers a WorkerProcess for an adapter.
    def initialize(full: false, progress: $stderr, &spawn)
      @sizes = full ? [*SIZES, LARGEST] : SIZES
      @progress = progress
      @spawn = spawn
    end

    # The data for a report: "sizes" with points [bytes, ns a call] and slope,
    # "parallel" with points [workers, throughput relative to one thread].
    def run(adapters)
      chosen = adapters.select { |adapter| LIBRARIES.include?(adapter.id) }
      { "sizes" => chosen.flat_map { |a| sizes(a) },
        "parallel" => chosen.flat_map { |a| parallel(a) } }
    end

    private

    def sizes(adapter)
      %w[generate parse].filter_map do |op|
        @progress.puts "growth: #{adapter.label} #{op}"
        points = with(adapter) { |w| w.call(:growth, op, @sizes) }
        next unless points

        fit = points.select { |size, _| size >= FIT_FROM }
        { "label" => adapter.label, "op" => op, "points" => points,
          "slope" => Stats.slope(*fit.transpose) }
      end
    end

    def parallel(adapter)
      %w[generate parse].product(%w[threads ractors]).filter_map do |op, kind|
        rates = with(adapter) { |w| w.call(:parallel, op, kind) }
        next unless rates

        { "label" => adapter.label, "op" => op, "kind" => kind,
          "points" => rates }
      end
    end

    def with(adapter)
      worker = @spawn.call(adapter)
      worker.call(:hello)
      yield worker
    rescue WorkerProcess::Failed => e
      @progress.puts "#{adapter.label}: #{e.message}"
      nil
    ensure
      worker&.stop
    end
  end
end
