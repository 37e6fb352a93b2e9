# frozen_string_literal: true

# The memory of this process in bytes, as Linux reports it.
module Resident
  FILE = "/proc/self/status"

  module_function

  # The reason why it is unknown, or nil.
  def unknown
    return "VmRSS and VmHWM are Linux'" unless File.readable?(FILE)

    "an instrumented build needs memory of its own" if ENV["JACINTH_SANITIZE"] || ENV["JACINTH_VALGRIND"]
  end

  def now
    GC.start
    read("VmRSS")
  end

  # The most that it ever was.
  def peak = read("VmHWM")

  # Returns the memory that each call of the block leaks: the least of some rounds, because
  # a heap grows in steps, but a leak is in every round.
  def kept(rounds: 6)
    Array.new(rounds) do
      before = now
      yield
      now - before
    end.min
  end

  def read(name) = File.binread(FILE)[/^#{name}:\s+(\d+) kB/, 1].to_i * 1024
end
