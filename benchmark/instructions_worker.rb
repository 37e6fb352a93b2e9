# frozen_string_literal: true

# Runs under callgrind, which collects inside Floor.measured only and dumps
# after each such call: two dumps for each row, of n and of 2n calls.
#
#   valgrind ... ruby instructions_worker.rb ROW...

require "bench_floor"
require_relative "adapter"
require_relative "documents"
require_relative "loop"
require_relative "rows"
require_relative "stream"

module Bench
  # Calls one row's expression so often that the counts hold.
  class Instructions
    # Small documents are called this often at most.
    MOST = 64
    # Calls before the first that counts: caches and shapes are learned.
    WARM = 3

    # Calls for a document of +bytes+.
    def self.calls(bytes)
      (50_000 / bytes).clamp(1, MOST)
    end

    # The row called +id+, run for Jacinth.
    def self.run(id)
      row = ROWS.find { |r| r.id == id }
      operation = Adapter.fetch("jacinth").ops.fetch(row.op)
      input = row.input
      tool = operation.tool&.call(input)
      code = Loop.new(operation.expression)
      count = calls(Documents.text(row.document).bytesize)
      WARM.times { code.once(input, tool) }
      [count, 2 * count].each { |n| collect(n, code, input, tool) }
    end

    # Without collections, whose moment is chance.
    def self.collect(count, code, input, tool)
      GC.start
      GC.disable
      Floor.measured { code.repeat(count, input, tool) }
    ensure
      GC.enable
    end
    private_class_method :collect
  end
end

if $PROGRAM_NAME == __FILE__
  Bench::Adapter.fetch("jacinth").load
  require "json"
  puts Jacinth.respond_to?(:kernel) ? Jacinth.kernel : "unknown"
  ARGV.each do |id|
    Bench::Instructions.run(id)
    bytes = Bench::Documents.text(id.split("/", 2).last).bytesize
    puts "#{id} #{Bench::Instructions.calls(bytes)}"
  end
end
