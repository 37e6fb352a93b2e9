# frozen_string_literal: true

# The memory of this process, in bytes, as Linux tells it.
module Resident
  FILE = "/proc/self/status"

  module_function

  # Why it cannot be told, or nil.
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

  # What each call of the block leaves behind: the least of some, for a heap
  # grows to its size by leaps, but what leaks is there every time.
  def kept(rounds: 6)
    Array.new(rounds) do
      before = now
      yield
      now - before
    end.min
  end

  def read(name) = File.binread(FILE)[/^#{name}:\s+(\d+) kB/, 1].to_i * 1024
end
