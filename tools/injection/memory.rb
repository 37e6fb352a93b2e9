# frozen_string_literal: true

# Makes each allocation of each operation fail in turn; injection.so must be
# preloaded. Arguments: its path, a step (1: all allocations fail, 7: each seventh),
# and the first letters of operations' names.
require ARGV.fetch(0)
require "io/wait"
require "jacinth"
require_relative "operations"

# One operation, in a process of its own.
class MemoryInjection
  Report = Struct.new(:name, :tried, :raised, :fatal, :growth, :faults)

  # Ruby ends a process without memory if it cannot raise: while it makes an
  # exception or pages for objects, and in the library for its large numbers.
  FATAL = /\[FATAL\] failed to allocate memory|exception reentered \(fatal\)|GNU MP: Cannot allocate memory/

  COLD = 60 # the allocations of a first call that fail, at most
  LONGEST = 4000 # characters of an error
  SECONDS = 300 # the longest that a single failure may take: then the process is killed

  def initialize(operation, step)
    @operation = operation
    @step = step
    @report = Report.new(operation.name, 0, 0, 0, nil, [])
    @fatal = [] # the allocations that end the process
    @least = 0
  end

  # Fails each allocation in turn. If the process ends, the next one continues after
  # that allocation.
  def call
    from = 1
    while from.is_a?(Integer) && @report.faults.size < 4
      from, text, status = run_from(from)
      next if status.success?

      if text.match?(FATAL)
        @fatal << from
      else
        @report.faults << "allocation #{from || '(again)'}: #{status}\n#{text[0, LONGEST]}"
      end
      from += @step if from.is_a?(Integer)
    end
    @report.fatal = @fatal.size
    cold if @step == 1
    @report
  end

  private

  # Each of the first allocations in a process that has read and written nothing
  # before: nothing of the library's own is there yet. Small allocations are left
  # out, among them those of Ruby's method caches: Ruby does not survive them.
  def cold
    @least = 200
    (1..COLD).each do |n|
      before = @report.tried
      _, text, status = run_process { |out| cold_child(n, out) }
      @report.faults << "allocation #{n}, cold: #{status}\n#{text[0, LONGEST]}" if !status.success? && !text.match?(FATAL)
      break if status.success? && @report.tried == before
    end
  end

  def cold_child(n, out)
    call, wanted = @operation.ready.call(n)
    try(call, wanted, n, out)
  end

  # Returns where it ended (nil at the end of all), what was written to stderr, and the status.
  def run_from(from) = run_process(from) { |out| child(from, out) }

  def run_process(from = nil)
    reader, writer = IO.pipe
    errors, error_end = IO.pipe
    pid = fork do
      reader.close
      $stderr.reopen(error_end)
      writer.sync = true
      yield writer
      exit!(0)
    end
    [writer, error_end].each(&:close)
    text = Thread.new { errors.read }
    last = follow(reader, from) { Process.kill("KILL", pid) }
    _, status = Process.wait2(pid)
    [last, text.value, status]
  end

  # Reads the process's reports; yields if there is none for too long.
  def follow(reader, from)
    loop do
      yield unless reader.wait_readable(SECONDS)
      line = reader.gets(chomp: true) or break
      word, rest = line.split(" ", 2)
      case word
      when "at" then from = rest.to_i
      when "raised" then @report.raised += 1
      when "tried" then @report.tried += 1
      when "growth" then note_growth(*rest.split.map(&:to_i))
      when "fault" then @report.faults << rest
      when "end" then from = nil
      end
    end
    from
  end

  # Bytes and failures of a round.
  def note_growth(bytes, failures)
    @report.growth = bytes / [failures, 1].max
    return if bytes < 16_384 || @report.growth < 1024

    @report.faults << "#{failures} failures leak #{bytes} bytes"
  end

  def child(from, out)
    2.times { |i| check(@operation.ready.call(-i)) } # caches of Ruby's own and ours
    each_failure(from, out) { |call, wanted, n| try(call, wanted, n, out) }
    out.puts "end"
    out.puts "growth #{growth.join(' ')}" if @fatal.empty?
  rescue StandardError, NoMemoryError => e
    out.puts "fault #{e.class}: #{e.message[0, 300].inspect} #{e.backtrace.first(3)}", "end"
  end

  def each_failure(from, out)
    (from..).step(@step) do |n|
      call, wanted = @operation.ready.call(n)
      out.puts "at #{n}"
      yield call, wanted, n
      break unless Injection.failed?
    end
  end

  # Once with the failure, once more with the same object, and once with all
  # things new.
  def try(call, wanted, n, out)
    got = fail_at(n, call)
    failed = Injection.failed?
    out.puts "tried" if failed
    out.puts "raised" if got.is_a?(NoMemoryError)
    got = Operations.outcome(call) if got.is_a?(NoMemoryError)
    out.puts "fault allocation #{n}: another result: #{got.inspect[0, 300]}" if got != wanted
    check(@operation.ready.call(-n))
  end

  def fail_at(n, call)
    Injection.failing(n, @least) { Operations.outcome(call) }
  rescue NoMemoryError => e
    e
  rescue RegexpError => e # as Ruby's own matching says it
    e.message.start_with?("failed to allocate memory") ? NoMemoryError.new(e.message) : raise
  end

  def check((call, wanted))
    got = Operations.outcome(call)
    got == wanted or raise "a call in peace gives #{got.inspect[0, 300]}, not #{wanted.inspect[0, 300]}"
  end

  # Returns the bytes that a round of failures leaks, and the number of failures: the
  # median of some rounds, because caches grow, and an object can be freed in a round
  # that an old word on the C stack kept alive before.
  def growth
    fail_again
    Array.new(3) do
      before = heap_bytes
      count = fail_again
      [heap_bytes - before, count]
    end.sort[1]
  end

  def fail_again
    (1..).step(@step).each_with_index do |n, i|
      call, = @operation.ready.call(n)
      fail_at(n, call)
      return i unless Injection.failed?
    end
  end

  def heap_bytes
    3.times { GC.start }
    Injection.heap_bytes
  end
end

if $PROGRAM_NAME == __FILE__
  _, step, *names = ARGV
  wrong = false
  Operations.named(names).each do |operation|
    report = MemoryInjection.new(operation, Integer(step || 1)).call
    puts format("%-22s %5d failures, %5d NoMemoryError, %d ended by Ruby, %s bytes leaked by each",
                report.name, report.tried, report.raised, report.fatal, report.growth || "?")
    report.faults.each { |fault| puts "  #{fault}" }
    wrong ||= report.faults.any?
  end
  exit 1 if wrong
end
