# frozen_string_literal: true

require_relative "calm"

module Bench
  # Says on standard error how far a run has come, and how long it will take.
  class Progress
    # Reports to +out+; on a terminal as one line that is written over.
    def initialize(out: $stderr)
      @out = out
    end

    # +total+ steps are to come.
    def start(total)
      @total = total
      @done = 0
      @started = @last = Clock.now
    end

    # One step is done.
    def step(stage, what)
      @done += 1
      return unless @out.tty? || Clock.now - @last > 5

      @last = Clock.now
      left = (Clock.now - @started) / @done * (@total - @done)
      line = format("%3d %% %s, %.0f s left  %s", 100 * @done / @total, stage, left, what)
      @out.tty? ? @out.print("\r\e[K#{line}") : @out.puts(line)
    end

    # The run is over.
    def finish(word = "done")
      @out.print("\r\e[K") if @out.tty?
      @out.puts format("%s: %d of %d in %.0f s", word, @done, @total, Clock.now - @started)
    end
  end
end
