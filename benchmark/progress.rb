# frozen_string_literal: true

require_relative "clock"

module Bench
  # Says on standard error how far a run has come, and how long it will take.
  class Progress
    # Reports to +out+; on a terminal as one line that is written over.
    def initialize(out: $stderr)
      @out = out
      @terminal = out.tty?
      @last = 0
    end

    # +total+ steps are to come.
    def start(total)
      @total = total
      @done = 0
      @started = Clock.now
    end

    # One step is done.
    def step(stage, what)
      @done += 1
      return unless @terminal || Clock.now - @last > 5

      @last = Clock.now
      line = format("%<part>3d %% %<stage>s, %<left>s left  %<what>s",
                    part: 100 * @done / @total, stage: stage, left: time_left,
                    what: what)
      @terminal ? @out.print("\r\e[K#{line}") : @out.puts(line)
    end

    # Something worth a line of its own.
    def note(text)
      @out.print("\r\e[K") if @terminal
      @out.puts(text)
    end

    # The run is over.
    def finish(word = "done")
      note(format("%<word>s: %<done>d of %<total>d in %<time>.0f s",
                  word: word, done: @done, total: @total,
                  time: Clock.now - @started))
    end

    private

    def time_left
      seconds = (Clock.now - @started) / @done * (@total - @done)
      return format("%.0f s", seconds) if seconds < 100

      format("%.0f min", seconds / 60)
    end
  end
end
