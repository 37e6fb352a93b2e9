# frozen_string_literal: true

module Bench
  # The clock on the wall: how long something takes, however busy the machine.
  module Clock
    # Seconds since some moment in the past.
    def self.now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
