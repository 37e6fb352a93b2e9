# frozen_string_literal: true

require_relative "clock"

module Bench
  # The worker's part of Scaling.
  module Growth
    module_function

    # [bytes, nanoseconds a call] of +operation+ on documents of these sizes.
    def curve(operation, reads, sizes)
      code = Loop.new(operation.expression)
      sizes.map do |size|
        object = document(size)
        text = JSON.generate(object)
        input = reads ? text : object
        tool = operation.tool&.call(input)
        [text.bytesize, best(code, input, tool, text.bytesize)]
      end
    end

    # Records, as many as fill +size+ bytes.
    def document(size)
      records = Synthetic.records(200, 4)
      each = JSON.generate(records).bytesize / records.size
      Array.new([size / each, 1].max) { |i| records[i % records.size].dup }
    end

    # The best of three samples: what the size costs, not what disturbed it.
    def best(code, input, tool, bytes)
      count = (2_000_000 / bytes).clamp(1, 5_000)
      code.sample(count, input, tool)
      Array.new(3) { code.sample(count, input, tool).first.fdiv(count) }.min
    end

    # [workers, calls a second relative to one thread] for 1 and 2 of +kind+.
    def parallel(operation, reads, kind)
      text = JSON.generate(document(50_000))
      one = rate(operation, reads, text, "threads", 1)
      [1, 2].map do |n|
        [n, rate(operation, reads, text, kind, n) / one]
      end
    end

    CALLS = 500
    private_constant :CALLS

    def rate(operation, reads, text, kind, workers)
      work = "text = #{text.dump}.force_encoding('UTF-8')\n" \
             "input = #{reads ? 'text' : 'JSON.parse(text)'}\n" \
             "#{CALLS}.times { #{operation.expression} }"
      started = Clock.now
      start(kind, workers, work).each { |w| finish(w) }
      workers * CALLS / (Clock.now - started)
    end
    private_class_method :rate

    # Ractor#take gave way to #value in Ruby 3.5.
    def finish(worker)
      return worker.join if worker.is_a?(Thread)

      worker.respond_to?(:value) ? worker.value : worker.take
    end
    private_class_method :finish

    def start(kind, workers, work)
      Array.new(workers) do
        if kind == "ractors"
          Ractor.new(work) { |code| eval(code) } # rubocop:disable Security/Eval
        else
          Thread.new { eval(work) } # rubocop:disable Security/Eval
        end
      end
    end
    private_class_method :start
  end
end
