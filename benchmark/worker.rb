# frozen_string_literal: true

# A process that loads one library and times it on command. Started by WorkerProcess as `ruby worker.rb ADAPTER`. It
# reads commands from standard input and writes results to standard output, both as Marshal.

require "digest"
require_relative "adapters"
require_relative "calm"

module Bench
  # The process at the other end of the pipe. It loads the library, then forks a child for each row, so that a row finds
  # the heap, the allocator and the collector's limits as loading left them, whatever rows were before it.
  class Worker
    # The calls in a sample: enough for collections at many different points of a call.
    SEVERAL = 100
    # Calls before a sample, as a part of it.
    REFILLING = 0.25
    # Collections after which the objects of a loaded library are old, and Ruby has set its limit of old objects by
    # them. Otherwise a major collection would run during some rows, and not during others.
    SETTLING = 4
    # Hashes, Arrays and Strings, so many of each, that live in every process as in a program. If the heap is hardly
    # larger than a document, the collector can run at the same point of each call, or make every tenth collection a
    # major one: the same library then takes 0.33 ms for a document in one process, 0.52 in another.
    PROGRAM = 20_000
    # Collections after which the memory of a process does not grow any more.
    SETTLED = 10

    def initialize(id, input, output)
      @adapter = Adapter.fetch(id)
      @input_pipe, @output_pipe = input, output
    end

    def serve
      until @input_pipe.eof?
        command, *args = receive
        command == :prepare ? in_child(*args) : reply(command, *args)
      end
    rescue Errno::EPIPE
      nil
    end

    # Loads the library, and the JSON module that reads the documents: the library's own if it defines one.
    def hello
      version = @adapter.load
      require "json"
      Calm.affinity
      @program = Array.new(PROGRAM) { [{}, [], +""] }
      SETTLING.times { GC.start }
      { version: version, kernel: (Jacinth.kernel if defined?(Jacinth.kernel)), json: JSON::VERSION }
    end

    # Makes the row's input and calls once. Returns the size of the JSON text.
    def prepare(row)
      operation = @adapter.ops.fetch(row.op)
      @row = row
      @input = row.input
      @tool = operation.tool&.call(@input)
      @loop = Loop.new(operation.expression)
      result = @loop.once(@input, @tool)
      { bytes: row.writes? ? written(result).bytesize : input_size }
    end

    # Digests of the outcome's text (if it is text) and of its value, to compare results. #inspect distinguishes 1 and
    # 1.0, and "a" and :a.
    def outcome
      result = @loop.once(@input, @tool)
      return { value: digest(result.inspect) } unless @row.writes?

      text = written(result)
      { text: digest(text), value: digest(JSON.parse(text).inspect) }
    end

    # Nanoseconds a call, over so many +seconds+ in samples of about +sample+ nanoseconds, of which only the last half
    # counts, because a process's first calls take several times as long.
    def calibrate(sample, seconds)
      count = 1
      count *= 4 until @loop.sample(count, @input, @tool) > sample || count > 10_000_000
      stop = Clock.now + seconds
      times = []
      times << @loop.sample(count, @input, @tool) while times.size < 2 || Clock.now < stop
      warm = times.last((times.size + 1) / 2)
      warm.sum.fdiv(warm.size * count)
    end

    # Samples that do not count, for so many +seconds+ at most, in which Ruby's heap and malloc's grow to the size that
    # the row needs. +ballast+, 0 to 1, is the part of a call's objects that the process keeps: see #objects.
    def warm_up(count, seconds, ballast)
      @ballast = objects(ballast)
      settled = GC.count + SETTLED
      stop = Clock.now + seconds
      loop do
        2.times { @loop.repeat(count, @input, @tool) }
        return true if GC.count >= settled || Clock.now >= stop
      end
    end

    # One sample: nanoseconds, the collections in it and their nanoseconds, and the slower of the probes around it.
    # +phase+, 0 to 1, shifts the collector by this part of a call; for +limit+ and +patience+ see Calm.wait. Some calls
    # before it do not count: they remove the garbage of the shift, and fill the caches, which other processes used.
    def sample(count, phase, limit, patience)
      objects(phase) if count < SEVERAL
      before = Calm.wait(limit, patience)
      @loop.repeat((count * REFILLING).ceil, @input, @tool)
      collector = [GC.count, GC.total_time]
      time = @loop.sample(count, @input, @tool)
      collections, collecting = [GC.count, GC.total_time].zip(collector).map { |after, earlier| after - earlier }
      { time: time, collections: collections, collecting: collecting, probe: [before, Calm.probe].max }
    end

    private

    # The child replies on the same pipes until the command to release the row. If it dies before, the parent replies.
    def in_child(row)
      pid = fork { serve_row(row) }
      _, status = Process.wait2(pid)
      return send_answer(:ok, true) if status.success?

      send_answer(:crashed, "crashed (#{status.termsig || status.exitstatus})")
    end

    def serve_row(row)
      reply(:prepare, row)
      loop do
        exit!(0) if @input_pipe.eof?
        command, *args = receive
        exit!(0) if command == :release
        reply(command, *args)
      end
    end

    def receive = Marshal.load(@input_pipe) # rubocop:disable Security/MarshalLoad

    def reply(command, *args)
      send_answer(:ok, public_send(command, *args))
    rescue Errno::EPIPE
      exit!(1)
    rescue StandardError, LoadError, NotImplementedError, SyntaxError => e
      send_answer(:error, "#{e.class}: #{e.message.lines.first}".strip[0, 120])
    end

    def send_answer(state, value)
      Marshal.dump([state, value], @output_pipe)
      @output_pipe.flush
    end

    # Returns new objects: this +part+ of the number that a call makes. In a loop that makes the same big document, each
    # collection soon runs at the same point of a call, and its cost depends on the part of the document that exists
    # then. These objects, as garbage, move that point, so that no library always has the cheapest one. The number of
    # living objects decides how often the collector runs; each process keeps another number of these.
    def objects(part)
      hashes, arrays, strings = garbage.map { |count| (count * part).to_i }
      [Array.new(hashes) { {} }, Array.new(arrays) { [] }, Array.new(strings) { +"" }]
    end

    def garbage
      @garbage ||= begin
        before = count_objects
        GC.disable
        @loop.once(@input, @tool)
        after = count_objects
        GC.enable
        before.zip(after).map { |b, a| [a - b, 0].max }
      end
    end

    def count_objects = ObjectSpace.count_objects.values_at(:T_HASH, :T_ARRAY, :T_STRING)

    # Size of the JSON text that the row reads.
    def input_size = @row.takes == :file ? File.size(@input) : Array(@input).sum(&:bytesize)

    def written(result)
      return result if result.is_a?(String)

      result.flush
      size = result.pos
      result.rewind
      result.read(size)
    end

    def digest(text) = Digest::SHA256.hexdigest(text)
  end
end

if $PROGRAM_NAME == __FILE__
  # Only the parent handles Ctrl-C: it prints the results so far.
  trap("INT", "IGNORE")
  pipe = $stdout.dup.binmode
  $stdout.reopen($stderr)
  $stdin.binmode
  Bench::Worker.new(ARGV.fetch(0), $stdin, pipe).serve
end
