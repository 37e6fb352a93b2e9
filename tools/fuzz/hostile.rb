# frozen_string_literal: true

# Hostile programs: every callback that Jacinth makes is answered by code that
# mutates, raises, throws, re-enters, collects and compacts garbage, switches
# Fibers and threads, walks ObjectSpace, and returns into what has ended.
#
#     ruby -Ilib tools/fuzz/hostile.rb [SECONDS] [SEED]
#
# A batch of programs runs in a child process. After each program, documents
# whose text is known are written and read again: nothing that a program does may
# change what another one gets. A batch that crashes, hangs or gives a wrong
# answer ends the run and prints the seed that makes it again:
#
#     ruby -Ilib tools/fuzz/hostile.rb --program SEED

require_relative "../checkout"
Checkout.use
require "jacinth"
require "timeout"
require_relative "hostile_program"

# Batches in child processes.
class HostileFuzzer
  # Documents whose text is known, many keys of each kind among them.
  module Known
    SJIS = (+"\x83\x65").force_encoding("Windows-31J").to_sym
    OBJECT = Array.new(40) do |i|
      { "key #{i}" => i, "shared" => [i], sym: { "s#{i % 7}": 1 << (60 + (i % 9)) }, SJIS => "x", "a" => nil,
        b: i / 8.0 }
    end
    TEXT = Jacinth.generate(OBJECT).freeze
    PARSED = Marshal.load(Marshal.dump(Jacinth.parse(TEXT))).freeze

    def self.check(seed)
      return if Jacinth.generate(OBJECT) == TEXT && Jacinth.parse(TEXT) == PARSED

      warn "program #{seed} changed what others get"
      exit! 3
    end
  end

  BATCH = 200

  def self.program(seed)
    srand(seed)
    HostileProgram.new(seed).run
    Known.check(seed)
  end

  def initialize(seconds, seed)
    @until = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
    @seed = seed
    @ran = 0
  end

  def run
    while Process.clock_gettime(Process::CLOCK_MONOTONIC) < @until
      failed = batch(@seed)
      return report(failed) if failed

      @seed += BATCH
      @ran += BATCH
    end
    puts "#{@ran} hostile programs, no finding (next seed #{@seed})"
    true
  end

  private

  # The seed of the program that failed, or nil.
  def batch(from)
    reader, writer = IO.pipe
    pid = fork do
      reader.close
      (from...(from + BATCH)).each do |seed|
        writer.syswrite("#{seed}\n")
        self.class.program(seed)
      end
      exit! 0
    end
    writer.close
    watcher = Thread.new { reader.each_line.to_a.last }
    status = wait(pid)
    last = watcher.value
    status&.success? ? nil : [Integer(last), status]
  end

  # nil where the batch did not end in time, and was killed.
  def wait(pid)
    Timeout.timeout(120) { Process.wait2(pid).last }
  rescue Timeout::Error
    Process.kill(:KILL, pid)
    Process.wait(pid)
    nil
  end

  def report(failed)
    seed, status = failed
    puts "program #{seed} failed (#{status || 'no end'}): ruby -Ilib tools/fuzz/hostile.rb --program #{seed}"
    false
  end
end

if ARGV[0] == "--program"
  HostileFuzzer.program(Integer(ARGV[1]))
else
  seed = Integer(ARGV[1] || (Random.new_seed % 1_000_000_000))
  HostileFuzzer.new(Float(ARGV[0] || 60), seed).run or exit 1
end
