# frozen_string_literal: true

module Jacinth
  module Command
    # Measures calls so that repeated runs agree: the calls take turns in short batches,
    # and the shortest time of each is returned. This leaves out the time that other programs,
    # page faults and the garbage of the other calls add.
    module Timing # :nodoc:
      BATCH = 0.001 # seconds that a batch takes at least
      LEAST_ROUNDS = 15
      WARM_UP = 0.2 # of the time
      STEADY = 3 # rounds in which Ruby's heap does not grow

      # Parameters of glibc's mallopt with which freed memory stays in the process:
      # M_MMAP_THRESHOLD, M_TRIM_THRESHOLD and M_TOP_PAD.
      MALLOC = { -3 => 1 << 25, -1 => 1 << 30, -2 => 1 << 24 }.freeze
      # JRuby does not have the constant, and Windows does not have the clock.
      CLOCK =
        begin
          Process::CLOCK_PROCESS_CPUTIME_ID.tap { |clock| Process.clock_gettime(clock) }
        rescue NameError, Errno::EINVAL
          Process::CLOCK_MONOTONIC
        end
      private_constant :BATCH, :LEAST_ROUNDS, :WARM_UP, :STEADY, :MALLOC, :CLOCK

      class << self
        # Returns the shortest processor time of each call in seconds, and the number of
        # rounds. calls: objects with a method call that needs no arguments. seconds:
        # about how much processor time to take; it is more if the calls are slow.
        def least(calls, seconds)
          keep_memory
          start = clock
          warm_up(calls, start + (seconds * WARM_UP))
          counts = calls.map { |call| batch_size(call) }
          best = Array.new(calls.size, Float::INFINITY)
          rounds = 0
          until rounds >= LEAST_ROUNDS && clock >= start + seconds
            calls.each_index.to_a.rotate(rounds).each { |i| best[i] = [best[i], batch(calls[i], counts[i])].min }
            rounds += 1
          end
          [best, rounds]
        end

        private

        # Repeats the calls until Ruby's heap has the size that they need.
        def warm_up(calls, finish)
          pages = steady = 0
          until steady == STEADY || clock >= finish
            calls.each { |call| batch(call, batch_size(call)) }
            now = GC.stat[:heap_allocated_pages] # nil on JRuby
            steady = now == pages ? steady + 1 : 0
            pages = now
          end
        end

        def batch_size(call) = (BATCH / Array.new(3) { time(call, 1) }.min).ceil

        # Seconds of a call in a batch. A collection and a call come first, so that the
        # batch begins without garbage, and with this call's data in the caches. In a
        # batch of several calls, the next collection would interrupt a random call, so
        # there is none.
        def batch(call, count)
          GC.start(full_mark: false)
          call.call
          return time(call, count) if count == 1

          begin
            disabled = GC.disable
            time(call, count)
          ensure
            GC.enable unless disabled
          end
        end

        # Seconds of a call, the mean of several.
        def time(call, count)
          start = clock
          count.times { call.call }
          [clock - start, 1e-9].max / count
        end

        def clock = Process.clock_gettime(CLOCK)

        # Does nothing without glibc, or without Fiddle to call it. Ruby 3.4 warns that it
        # loads Fiddle.
        def keep_memory
          verbose, $VERBOSE = $VERBOSE, nil
          require "fiddle"
          mallopt = Fiddle::Function.new(Fiddle.dlopen(nil)["mallopt"], [Fiddle::TYPE_INT] * 2, Fiddle::TYPE_INT)
          MALLOC.each { |parameter, value| mallopt.call(parameter, value) }
        rescue LoadError, Fiddle::DLError
          nil
        ensure
          $VERBOSE = verbose
        end
      end
    end
    private_constant :Timing
  end
end
