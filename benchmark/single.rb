# frozen_string_literal: true

# Jacinth alone, on the rows or calls named, in this one process:
#
#   ruby single.rb instructions ROW...   under callgrind, see Callgrind
#   ruby single.rb times ROW...          see Prices

require_relative "adapters"
require_relative "documents"

module Bench
  # Row by row, the call and what is done with it.
  class Single
    # Calls before the first that counts, in which caches and shapes are learned; then bytes of all calls of a sample,
    # and calls at most.
    COUNTED = [3, 50_000, 64].freeze
    TIMED = [40, 200_000, 2000].freeze
    TIMES = 15
    # Dumps of n and of 2n calls, of which the least is used: in the first, the copies of the call (see Loop) fill their
    # method caches; in any, a call can take the last slot of a heap page.
    DUMPS = 3
    # The operations of rake bench:calls.
    CALLS = Adapter.new("calls", { "ops" => YAML.load_file(File.join(__dir__, "callgrind.yml")).fetch("calls") })

    def initialize(id)
      row = ROWS.find { |candidate| candidate.id == id }
      operation = row ? Adapter.fetch("jacinth").ops.fetch(row.op) : CALLS.ops.fetch(id.to_sym)
      @id = id
      @input = row&.input
      @tool = operation.tool&.call(@input)
      @code = Loop.new(operation.expression)
      @bytes = row ? File.size(Documents.file(row.document)) : 1
    end

    # DUMPS dumps of callgrind, which collects inside Floor.measured only, of n and as many of 2n calls; prints n. In
    # the first call after a collection, malloc sorts the memory that was freed, which takes a varying time.
    def instructions
      count = warm(*COUNTED)
      [count, 2 * count].flat_map { |n| [n] * DUMPS }.each do |n|
        alone do
          @code.once(@input, @tool)
          Floor.measured { @code.repeat(n, @input, @tool) }
        end
      end
      puts "#{@id} #{count}"
    end

    # Says the least of some samples, in nanoseconds a call.
    def times
      count = warm(*TIMED)
      puts "#{@id} #{Array.new(TIMES) { alone { @code.sample(count, @input, @tool) } }.min.fdiv(count)}"
    end

    private

    # Without collections, whose moment is chance.
    def alone
      GC.start
      GC.disable
      yield
    ensure
      GC.enable
    end

    # Calls for a sample, after some that do not count.
    def warm(first, bytes, most)
      first.times { @code.once(@input, @tool) }
      (bytes / @bytes).clamp(1, most)
    end
  end
end

if $PROGRAM_NAME == __FILE__
  what, *ids = ARGV
  Bench::Adapter.fetch("jacinth").load
  require "json"
  if what == "instructions"
    require "bench_floor"
    puts Jacinth.respond_to?(:kernel) ? Jacinth.kernel : "unknown"
  end
  ids.each { |id| Bench::Single.new(id).public_send(what) }
end
