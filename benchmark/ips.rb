# frozen_string_literal: true

# The classic view: benchmark-ips, all libraries in this one process, as the
# posts about json's speed show it. Started by bin/bench --ips as
#
#   ruby ips.rb SECONDS LIBRARIES ROW...

require "benchmark/ips"
require_relative "adapter"
require_relative "documents"
require_relative "loop"
require_relative "rows"
require_relative "stream"

module Bench
  # Reports one row after the other.
  class IPS
    # Libraries that can share a process, the baseline first.
    LIBRARIES = %w[json jacinth oj].freeze

    # Each measurement lasts +seconds+.
    def initialize(seconds, ids)
      @seconds = seconds
      @adapters = ids.map { |id| Adapter.fetch(id) }
      @adapters.each(&:load)
      require "json"
    end

    # benchmark-ips on the row called +id+.
    def run(id)
      row = ROWS.find { |r| r.id == id }
      input = row.input
      puts "== #{id} (#{Documents.text(row.document).bytesize} bytes)"
      Benchmark.ips(quiet: false) do |x|
        x.config(warmup: @seconds / 2.0, time: @seconds)
        @adapters.each { |adapter| add(x, adapter, row, input) }
        x.compare!(order: :baseline)
      end
    end

    private

    def add(suite, adapter, row, input)
      operation = adapter.ops[row.op] or return
      tool = operation.tool&.call(input)
      code = Loop.new(operation.expression)
      # With an argument benchmark-ips asks for that many calls at once.
      suite.report(adapter.label) { |times| code.repeat(times, input, tool) }
    end
  end
end

if $PROGRAM_NAME == __FILE__
  seconds, libraries, *ids = ARGV
  suite = Bench::IPS.new(Float(seconds), libraries.split(","))
  ids.each { |id| suite.run(id) }
end
