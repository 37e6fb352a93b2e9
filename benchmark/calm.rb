# frozen_string_literal: true

require "digest"
require "etc"

module Bench
  # The wall clock, in seconds since some moment in the past.
  module Clock
    def self.now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end

  # Detects if the processor runs at full speed.
  #
  # The other hardware thread of a core can belong to another virtual machine: while it is busy, everything takes half
  # as long again, for a tenth of a second or longer, and no clock here shows it. So a fixed amount of work (a probe) is
  # timed before and after a sample, and compared with its undisturbed time.
  class Calm
    # The text that a probe hashes: 25 us of arithmetic in the first cache.
    WORK = ("x" * 8192).freeze
    # A probe is the best of so many, so that an interrupt does not count.
    TRIES = 3
    # The limit of an undisturbed probe, relative to the usual time. Disturbed ones take 1.3 times as long or more.
    TOLERANCE = 1.15
    # Processors that this process may run on, from 0 on, and bytes of a set of processors.
    PROCESSORS = [Etc.nprocessors, 64].min
    MASK = 8
    PAUSE = 0.003

    # Nanoseconds of CPU time that the fixed work takes now.
    def self.probe
      Array.new(TRIES) do
        started = clock
        Digest::SHA256.digest(WORK)
        clock - started
      end.min
    end

    # Waits until a probe is within +limit+ (nil: any is), at most +patience+ seconds. Returns the last probe. Meanwhile
    # it moves from one processor to the next, because another one can be undisturbed.
    def self.wait(limit, patience)
      stop = Clock.now + patience
      loop do
        taken = probe
        return taken if limit.nil? || taken <= limit || Clock.now >= stop

        hop
      end
    end

    # Moves this process to the next processor, where Linux can; else it sleeps a little. By a call, not by taskset: to
    # start a program is to fork, and after that each page that the process writes to costs a fault.
    def self.hop
      @processor = ((@processor || 0) + 1) % PROCESSORS
      moved = PROCESSORS > 1 && affinity&.call(0, MASK, [1 << @processor].pack("Q"))&.zero?
      sleep(PAUSE) unless moved
    end

    # sched_setaffinity, or nil. Loaded before the first row, so that no row includes it.
    def self.affinity
      return @affinity if defined?(@affinity)

      require "fiddle"
      @affinity = Fiddle::Function.new(Fiddle.dlopen(nil)["sched_setaffinity"],
                                       [Fiddle::TYPE_INT, Fiddle::TYPE_SIZE_T, Fiddle::TYPE_VOIDP], Fiddle::TYPE_INT)
    rescue LoadError, Fiddle::DLError
      @affinity = nil
    end

    def self.clock = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
    private_class_method :hop, :clock

    def initialize = @probes = []

    def learn(seconds)
      stop = Clock.now + seconds
      while Clock.now < stop
        add(self.class.probe)
        sleep(PAUSE)
      end
    end

    def add(probe) = @probes.insert(@probes.bsearch_index { |p| p >= probe } || -1, probe)

    # Nanoseconds of an undisturbed probe; nil while none is known. One undisturbed probe in a hundred is enough.
    def best = @probes[@probes.size / 100]

    # The most that an undisturbed probe takes; nil if that is unknown.
    def limit = best&.*(TOLERANCE)
  end
end
