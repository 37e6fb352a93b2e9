# frozen_string_literal: true

# Ends operations from outside, or makes their IO fail: IO errors, short writes,
# EINTR, fork in callbacks, Thread#kill, Thread#raise and Timeout. Arguments: the
# rounds of failures at random moments, a seed. Prints the faults, and a line of counts.
require "jacinth"
require "pathname"
require "socket"
require "tempfile"
require "timeout"
require_relative "operations"

# Each method injects one kind of failure, and counts its failures.
class Interruptions
  class Failure < StandardError; end
  class Stop < Exception; end # rubocop:disable Lint/InheritException

  # The data of calls after each failure, which must be written as before.
  ROWS = Operations.rows("i", 3000)
  WANTED = Jacinth.generate(ROWS).freeze

  def initialize(rounds, seed)
    @rounds = rounds
    @random = Random.new(seed)
    @counts = Hash.new(0)
  end

  def call
    %i[io_errors short_writes failing_reads closed_pipe forks random_ends].each { |name| send(name) }
    @counts
  end

  def same(got, wanted, what)
    got == wanted or abort "#{what}: another result: #{got.inspect[0, 300]}"
  end

  def peace(what)
    same(Jacinth.generate(ROWS), WANTED, what)
    same(Jacinth.parse(WANTED), ROWS, what)
  end

  # Errors of Ruby's own IO, and of other objects.
  ERRORS = [-> { raise Errno::ENOSPC }, -> { raise Errno::EINTR }, -> { raise Errno::EPIPE }, -> { raise IOError, "closed" },
            -> { raise Failure }, -> { throw :out }, -> { raise NoMemoryError }, -> { raise Stop }].freeze

  # Writes what the block returns for its n-th write, or raises the block's error. Writes all other
  # parts unchanged.
  class SinkWithNthWrite < Operations::Sink
    def initialize(n, &nth)
      super()
      @n = n
      @nth = nth
    end

    def write(part) = super((@n -= 1) == 0 ? @nth.call(part) : part)
    def spent? = @n <= 0
    def flush = self
  end

  def io_errors
    ERRORS.each do |error|
      targets.each do |name, write|
        (1..).each do |n|
          sink = SinkWithNthWrite.new(n) { error.call }
          left(name) { write.call(sink) }
          unless sink.spent?
            same(sink.text, write.call(Operations::Sink.new).text, name)
            break
          end
          @counts["IO errors"] += 1
        end
        peace(name)
      end
    end
  end

  # Yields, and catches each way of leaving the block.
  def left(name)
    catch(:out) do
      yield
    rescue SystemCallError, IOError, Failure, NoMemoryError, Stop, Jacinth::JSONError
      nil
    end
  rescue StandardError => e
    abort "#{name}: #{e.class}: #{e.message}"
  end

  def targets
    {
      "dump" => ->(io) { Jacinth.dump(ROWS, io) },
      "State#generate" => ->(io) { Jacinth::State.new(indent: "  ", object_nl: "\n", array_nl: "\n").generate(ROWS, io) },
      "Coder#dump" => ->(io) { Jacinth::Coder.new(sort_keys: true).dump(ROWS, io) },
      "Writer" => lambda do |io|
        writer = Jacinth::Writer.new(io, chunk_size: 700)
        writer.array { ROWS.first(30).each { |row| writer << row } }
        writer.close
      end,
      "reformat" => ->(io) { Jacinth.reformat(StringIO.new(WANTED[0, WANTED.index("},{") + 1] + "]"), io) && io }
    }
  end

  # A target that writes fewer bytes must cause an error or get the rest: a document
  # must never lack bytes without an error.
  def short_writes
    targets.each do |name, write|
      whole = write.call(Operations::Sink.new).text
      [0, 1, 100].each do |taken|
        (1..).each do |n|
          sink = SinkWithNthWrite.new(n) { |part| part.byteslice(0, taken) }
          begin
            write.call(sink)
            sink.text == whole or abort "#{name}: a short write of #{taken} bytes, the #{n}th, is not noticed"
          rescue IOError
            nil
          end
          break unless sink.spent?

          @counts["short writes"] += 1
        end
        peace(name)
      end
    end
  end

  # Sources that fail, or end in the middle of a document.
  class Source
    def initialize(text, n, error)
      @text = StringIO.new(text)
      @n = n
      @error = error
    end

    def readpartial(_size)
      @error.call if (@n -= 1) == 0
      @text.readpartial(WANTED.bytesize / 7)
    end
  end

  def failing_reads
    ERRORS.each do |error|
      (1..9).each do |n|
        got = []
        left("each") { Jacinth.each(Source.new(WANTED, n, error), at: "/*") { |row| got << row } }
        same(got, ROWS.first(got.size), "each")
        left("events") { Jacinth.events(Source.new(WANTED, n, error), Operations::Handler.new) }
        @counts["reads"] += 1
      end
      peace("each")
    end
  end

  # A pipe with little capacity, one without a reader, and signals meanwhile.
  def closed_pipe
    reader, writer = IO.pipe
    taken = Thread.new { reader.read }
    trap("USR1") { @counts["signals in writes"] += 1 }
    pid = $$
    done = false
    sender = Thread.new { (Process.kill("USR1", pid); sleep 0.001) until done }
    Jacinth.dump(ROWS * 20, writer)
    writer.close
    same(Jacinth.parse(taken.value), ROWS * 20, "dump to a pipe")
    reader, writer = IO.pipe
    reader.close
    begin
      Jacinth.dump(ROWS * 20, writer)
      abort "a pipe without a reader takes a document"
    rescue Errno::EPIPE
      @counts["pipes"] += 1
    end
    [writer, reader].each { |io| io.close unless io.closed? }
    peace("pipe")
  ensure
    done = true
    sender&.join
    trap("USR1", "IGNORE") # one may still be on its way
  end

  # A callback that forks: both processes end the call with the right result.
  class Forking
    attr_reader :pid

    def initialize = @parent = $$

    def once(value)
      @pid ||= fork || 0
      value
    end

    def new_process? = $$ != @parent

    def to_json(*) = once('"forked"')
  end

  def forks
    text = Jacinth.generate([[1, { "a" => [2.5, "x"] }], ROWS.first(3)])
    wanted = Jacinth.parse(text)
    kinds = {
      "to_json" => ->(f) { Jacinth.parse(Jacinth.generate([ROWS.first(9), f, ROWS])) == [ROWS.first(9), "forked", ROWS] },
      "on_load" => ->(f) { Jacinth.parse(text, on_load: ->(v) { f.once(v) }) == wanted },
      "IO#write" => lambda do |f|
        sink = SinkWithNthWrite.new(2) { |part| f.once(part) }
        Jacinth.dump(ROWS, sink).text == WANTED
      end,
      "as_json" => ->(f) { Jacinth::Coder.new { |_, *| f.once("x") }.dump([1, Object.new]) == '[1,"x"]' },
      "each" => ->(f) { Jacinth.each(text, at: "/*").map { |v| f.once(v) } == wanted },
      "each block" => ->(f) { got = []; Jacinth.each(text, at: "/*") { |v| got << f.once(v) }; got == wanted },
      "object_class" => lambda do |f|
        klass = Class.new(Hash) { define_method(:[]=) { |k, v| super(k, f.once(v)) } }
        Jacinth.parse(text, object_class: klass) == wanted
      end,
      "type" => lambda do |f|
        type = Operations::T[[Operations::T.scalar(load: ->(v) { f.once(v) }, dump: ->(v) { v })]]
        type.load("[1,2,3]") == [1, 2, 3]
      end,
      "resumable" => lambda do |f|
        parser = Jacinth::ResumableParser.new(on_load: ->(v) { f.once(v) })
        parser << text[0, 9] << text[9..]
        parser.parse && parser.value == wanted
      end
    }
    kinds.each { |name, call| forked(name, &call) }
  end

  def forked(name)
    fork_in = Forking.new
    right = yield(fork_in)
    fork_in.pid or abort "#{name} was never called"
    if fork_in.new_process?
      GC.start
      peace(name)
      exit!(right ? 0 : 1)
    end
    _, status = Process.wait2(fork_in.pid)
    right or abort "fork in #{name}: another result"
    status.success? or abort "fork in #{name}: the new process: #{status}"
    @counts["forks"] += 1
    peace(name)
  end

  # Ends a thread at any moment, in all ways; what it worked with is worked with
  # again.
  def random_ends
    @rounds.times do |i|
      operation = Operations::ALL[@random.rand(Operations::ALL.size)]
      call, wanted = operation.ready.call(1000 + i)
      started = Queue.new
      limit = (@random.rand * 0.003) + 0.0001
      ending = %i[kill raise timeout].sample(random: @random)
      thread = Thread.new do
        started << true
        Timeout.timeout(ending == :timeout ? limit : nil) { 50.times { Operations.outcome(call) } }
      end
      thread.report_on_exception = false
      started.pop
      finish(thread, ending, limit)
      continue(operation, call, wanted)
    end
    peace("at random")
  end

  def finish(thread, ending, limit)
    sleep(limit)
    case ending
    when :kill then thread.kill
    when :raise then thread.raise(Stop)
    end
    thread.join
  rescue Stop, Timeout::Error, Jacinth::JSONError, ThreadError, IOError
    nil
  ensure
    @counts["ends at random"] += 1
  end

  # A stream or a writer may have been left between two steps of the thread's;
  # one that was not must give what it gives in peace.
  def continue(operation, call, wanted)
    same(Operations.outcome(call), wanted, operation.name) unless operation.name.start_with?("resumable", "writer", "events")
    call, wanted = operation.ready.call(7)
    same(Operations.outcome(call), wanted, operation.name)
  end
end

if $PROGRAM_NAME == __FILE__
  rounds, seed = ARGV
  counts = Interruptions.new(Integer(rounds || 300), Integer(seed || 20_261_123)).call
  puts counts.map { |name, count| "#{count} #{name}" }.join(", ")
end
