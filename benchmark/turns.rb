# frozen_string_literal: true

# Times the same calls with several libraries. The libraries take turns, a process
# each, and a time is the least processor time of all rounds' batches. The bytes of
# the first two libraries are compared before times are shown.
#
# YJIT=1 switches YJIT on, ROUNDS=5 is the number of rounds, ROWS=regexp selects rows.
class Turns
  # So long YJIT still compiles something that a row calls.
  WARM_SECONDS = 0.5

  # program: the file to run with the name of a library, which then calls #work.
  # libraries: three names. batches, seconds: how often and for how long a row runs.
  def initialize(program, libraries, batches:, seconds:)
    @program = program
    @libraries = libraries
    @batches = batches
    @seconds = seconds
  end

  # In the process of one library: prints the time of a call of each row, and the sum
  # of its text. rows: a Hash from name to a Proc that returns the text.
  def work(rows)
    rows = rows.select { |name, _| name.match?(ENV.fetch("ROWS", "")) }
    puts(rows.map { |name, call| [name, least(&call), call.call.sum(64)].join("\t") })
  end

  # Runs all rounds and prints their table. versions: the first line; columns: the
  # titles of the three times and of two ratios.
  def table(versions, columns)
    rounds = Array.new(Integer(ENV.fetch("ROUNDS", "5"))) { @libraries.map { |library| measure(library) } }
    puts "#{versions}#{" --yjit" if ENV["YJIT"]}", ""
    puts "| us a call | #{columns.join(" | ")} |", "|---|---|---|---|---|---|"
    rounds[0][0].each_key { |name| puts line(name, rounds.transpose.map { |found| found.map { |rows| rows[name] } }) }
  end

  private

  # Seconds for a call, of a process that is warm.
  def least(&)
    calls = 1
    calls *= 2 while batch(calls, &) < WARM_SECONDS
    calls = (calls * @seconds / WARM_SECONDS).ceil
    GC.start
    Array.new(@batches) { batch(calls, &) }.min / calls
  end

  # Seconds of the processor for this process.
  def batch(calls, &)
    start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
    calls.times(&)
    Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start
  end

  def measure(library)
    ruby = [RbConfig.ruby, *("--yjit" if ENV["YJIT"]), "-W0", @program, library]
    rows = IO.popen(ruby, &:readlines).map { |line| line.chomp.split("\t") }
    abort("#{library}: its process failed") unless Process.last_status.success?

    rows.to_h { |name, *found| [name, found] }
  end

  def line(name, libraries)
    abort "#{name}: not the same bytes" unless libraries.first(2).flatten(1).map(&:last).uniq.one?
    own, ours, other = libraries.map { |found| found.map { |seconds, _| Float(seconds) }.min * 1e6 }
    format("| %s | %.1f | %.1f | %.1f | %.2f | %.2f |", name, own, ours, other, own / ours, other / ours)
  end
end
