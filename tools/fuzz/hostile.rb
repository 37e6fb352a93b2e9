# frozen_string_literal: true

# Hostile programs: every callback of Jacinth runs code that
# mutates, raises, throws, re-enters, collects and compacts garbage, switches
# Fibers and threads, walks ObjectSpace, and returns into finished calls.
#
#     ruby tools/fuzz/hostile.rb [SECONDS] [SEED]
#
# A batch is a child process that runs 500 programs. After each program, documents
# with known texts are written and read, because no program may change the results of
# another one. In one of 32 batches all garbage collections are full ones; in every
# second of these each collection also moves objects, and the heap is verified at the
# end. A batch that crashes, hangs or gives a wrong result ends the run, and prints the
# seed of the program. To repeat the batch up to this program, and the program alone:
#
#     ruby -W0 tools/fuzz/hostile.rb --seed SEED
#     ruby -W0 tools/fuzz/hostile.rb --program SEED

require_relative "../checkout"
Checkout.use
require "jacinth"
require "timeout"
require_relative "hostile_program"
require_relative "workers"

# The parts of the fuzzer.
module HostileFuzzer
  # Batches of programs, each in a child process.
  class Batch
    # Documents with known texts, which have many keys of each kind.
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

    SIZE = 500
    THOROUGH = 32
    # A batch takes less time even on a busy machine.
    SECONDS = 600

    # True if the program's batch is one of the slow ones.
    def self.thorough?(seed) = (seed / SIZE % THOROUGH).zero?

    def self.program(seed)
      srand(seed)
      HostileProgram.new(seed, thorough: thorough?(seed)).run
      Known.check(seed)
    end

    # first: the seed of the batch's first program.
    def initialize(first)
      @first = first
    end

    # The programs up to this seed, here.
    def call(last = @first + SIZE - 1)
      thorough = self.class.thorough?(@first)
      compacting = thorough && RUBY_VERSION >= "3.2" && GC.respond_to?(:auto_compact=) &&
                   (@first / SIZE / THOROUGH).odd?
      GC.auto_compact = true if compacting
      @first.upto(last) do |seed|
        yield seed if block_given?
        self.class.program(seed)
      end
      GC.verify_internal_consistency if thorough
    rescue NotImplementedError # of a machine without compaction
      nil
    end

    # Runs in a child process. Returns true if nothing was found.
    def run
      reader, writer = IO.pipe
      pid = fork do
        reader.close
        call { |seed| writer.syswrite("#{seed}\n") }
        exit! 0
      end
      writer.close
      watcher = Thread.new { reader.each_line.to_a.last }
      status = wait(pid)
      last = watcher.value
      return true if status&.success?

      puts "program #{last.to_i} of the batch from #{@first} failed (#{status ? status.inspect : "no end"})",
           "alone: ruby -W0 tools/fuzz/hostile.rb --program #{last}"
      false
    end

    private

    # Returns nil for a batch that did not end in time, and was killed.
    def wait(pid)
      Timeout.timeout(SECONDS) { Process.wait2(pid).last }
    rescue Timeout::Error
      Process.kill(:KILL, pid)
      Process.wait(pid)
      nil
    end
  end
end

if $PROGRAM_NAME == __FILE__
  case ARGV[0]
  when "--work"
    FuzzWorkers.work(ARGV.drop(1)) { |seed| HostileFuzzer::Batch.new(seed).run && HostileFuzzer::Batch::SIZE }
  when "--seed"
    seed = Integer(ARGV[1])
    HostileFuzzer::Batch.new(seed - (seed % HostileFuzzer::Batch::SIZE)).call(seed)
  when "--program" then HostileFuzzer::Batch.program(Integer(ARGV[1]))
  else
    seed = Integer(ARGV[1] || Random.new_seed % 1_000_000_000)
    seed -= seed % HostileFuzzer::Batch::SIZE
    workers = FuzzWorkers.new(__FILE__, "hostile programs")
    workers.run(Float(ARGV[0] || 60), seed, step: HostileFuzzer::Batch::SIZE) or exit 1
  end
end
