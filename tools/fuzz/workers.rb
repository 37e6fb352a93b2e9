# frozen_string_literal: true

require "rbconfig"

# Runs a fuzzer in FUZZ_PROCESSES processes of its own (1), and prints their progress
# once a minute.
#
# Each process gets the arguments <tt>--work SECONDS SEED STEP</tt>. It tries the
# seeds SEED, SEED + STEP and so on until the seconds are over. Before each it writes
# a line <tt>at SEED</tt> to stdout, and after it <tt>ran N</tt>, where N is the
# number of its cases. Any other line is about a finding, after which the process ends
# with another status than 0.
class FuzzWorkers
  # A process that writes nothing for this number of seconds is killed.
  SILENCE = Integer(ENV.fetch("FUZZ_SILENCE", 900))
  MINUTE = 60
  # Spelling suggestions take a hundred times as long as the rest of an error.
  RUBY = [RbConfig.ruby, "-W0", "--disable=did_you_mean", "--disable=error_highlight"].freeze

  Worker = Struct.new(:pid, :output, :seed, :heard)

  # Such a process: goes through the seeds. arguments: those after --work. The
  # block tries a seed, and gives the number of what it tried, or nil for a finding.
  def self.work(arguments)
    seconds, seed, step = arguments.map { |text| Integer(text) }
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
    $stdout.sync = true
    while Process.clock_gettime(Process::CLOCK_MONOTONIC) < deadline
      puts "at #{seed}"
      count = yield(seed, step) or exit 1
      puts "ran #{count}"
      seed += step
    end
  end

  # script: the fuzzer's file. noun: the name of its cases in messages. environments:
  # those of the processes, in turn.
  def initialize(script, noun, environments: [{}])
    @script = script
    @noun = noun
    @environments = environments
    @ran = 0
    @log = []
  end

  # True if nothing was found. step: the seeds that one step of the fuzzer takes.
  def run(seconds, seed, step: 1)
    count = Integer(ENV.fetch("FUZZ_PROCESSES", 1))
    @started = @reported = now
    @workers = Array.new(count) { |i| start(i, seconds, seed + (i * step), count * step) }
    puts "seed #{seed}, #{count} process#{"es" if count > 1}"
    watch
    report
    @failed.nil?
  ensure
    @workers&.each { |worker| stop(worker) }
  end

  private

  def start(number, seconds, seed, step)
    environment = @environments[number % @environments.size]
    output, input = IO.pipe
    pid = Process.spawn(environment, *RUBY, @script, "--work", seconds.ceil.to_s, seed.to_s, step.to_s, out: input)
    input.close
    Worker.new(pid, output, seed, now)
  end

  def stop(worker)
    worker.output.close
    Process.kill(:KILL, worker.pid)
    Process.wait(worker.pid)
  rescue Errno::ESRCH, Errno::ECHILD
    nil
  end

  # Returns when all processes have ended, or one has failed.
  def watch
    open = @workers.dup
    until open.empty? || @failed
      ready, = IO.select(open.map(&:output), nil, nil, 1)
      open.each { |worker| hear(worker) if ready&.include?(worker.output) }
      open.reject! { |worker| worker.seed.nil? || silent?(worker) }
      report if now - @reported >= MINUTE
    end
  end

  def hear(worker)
    line = worker.output.gets or return finish(worker)
    worker.heard = now
    case line
    when /\Aat \d+/ then worker.seed = Integer(line.split.last)
    when /\Aran \d+/ then @ran += Integer(line.split.last)
    else puts line
    end
  end

  def finish(worker)
    status = Process.wait2(worker.pid).last
    fail("ended with #{status.inspect}", worker) unless status.success?

    worker.seed = nil
  end

  def silent?(worker)
    return false if now - worker.heard < SILENCE

    fail("has said nothing for #{SILENCE} seconds", worker)
    true
  end

  def fail(what, worker)
    @failed = worker
    puts "a process #{what}; again: ruby -W0 #{@script} --seed #{worker.seed}"
  end

  def report
    @reported = now
    seconds = now - @started
    puts "#{Time.now.utc.strftime("%H:%M:%S")} #{@ran} #{@noun} in #{seconds.round} s, #{(@ran / seconds).round}/s" \
         "#{", no finding" unless @failed}"
    $stdout.flush
  end

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
end
