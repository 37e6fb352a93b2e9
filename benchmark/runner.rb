# frozen_string_literal: true

require "fileutils"
require "rbconfig"
require_relative "calm"
require_relative "documents"
require_relative "results"

module Bench
  # The parent's end of a Worker: one child process and two pipes.
  class WorkerProcess
    class Failed < StandardError; end

    # The adapter that the process holds, the column that its samples belong to, and what it is called in results.
    attr_reader :adapter, :column, :name

    # Starts a worker for +adapter+. Without a +name+ the process goes by its adapter's, and its samples into the
    # adapter's column.
    def initialize(adapter, load_path:, env: {}, name: nil)
      @adapter = adapter
      @name = name || adapter.id
      @column = name || adapter.column
      ruby = [env, RbConfig.ruby, *load_path.flat_map { |folder| ["-I", folder] }]
      @pipe = IO.popen([*ruby, File.join(__dir__, "worker.rb"), adapter.id, { err: err_log }], "r+b")
    end

    def call(*command) = send_command(*command) || reply

    # Sends a command only; #reply fetches its result.
    def send_command(*command)
      Marshal.dump(command, @pipe)
      @pipe.flush && nil
    rescue Errno::EPIPE
      nil
    end

    def reply
      state, value = Marshal.load(@pipe) # rubocop:disable Security/MarshalLoad -- the child is this very program
      @crashed = state == :crashed
      raise Failed, value unless state == :ok

      value
    rescue EOFError, TypeError, Errno::ECONNRESET
      @crashed = true
      line = File.readlines(err_log, encoding: Encoding::UTF_8).first.to_s.strip
      raise Failed, ["crashed", *(line[0, 120] unless line.empty?)].join(": ")
    end

    def crashed? = @crashed

    def stop
      @pipe.close unless @pipe.closed?
    rescue Errno::EPIPE
      nil
    ensure
      FileUtils.rm_f(err_log)
    end

    private

    def err_log
      @err_log ||= File.join(Documents::SCRATCH, "worker-#{Process.pid}-#{name}.log")
                       .tap { |file| FileUtils.mkdir_p(File.dirname(file)) }
    end
  end

  # Says how far a run has come, and how long it will take; on a terminal as one line that is written over.
  class Progress
    def initialize(out: $stderr) = @out = out

    def start(total)
      @total, @done = total, 0
      @started = @last = Clock.now
    end

    def step(stage, what)
      @done += 1
      return unless @out.tty? || Clock.now - @last > 5

      @last = Clock.now
      left = (Clock.now - @started) / @done * (@total - @done)
      line = format("%3d %% %s, %.0f s left  %s", 100 * @done / @total, stage, left, what)
      @out.tty? ? @out.print("\r\e[K#{line}") : @out.puts(line)
    end

    def finish(word = "done")
      line = format("%s: %d of %d in %.0f s", word, @done, @total, Clock.now - @started)
      @out.puts @out.tty? ? "\r\e[K#{line}" : line
    end
  end

  # Times rows: every library in a process of its own, their samples interleaved in random order, round by round, the
  # whole repeated with fresh processes (a generation), because a process keeps the luck of its memory layout for life.
  # A first set of processes only compares the outcomes, so that the timed ones have done nothing but the row's work.
  class Runner
    # Settings of a run, times in seconds: a sample of the baseline should last +sample+, and +longest+ where that has
    # few calls in it; a process may get warm for +warm_up+, a row may be timed for +budget+ in one generation.
    Plan = Struct.new(:generations, :rounds, :sample, :longest, :warm_up, :budget, :seed, keyword_init: true)

    PLANS = {
      quick: { generations: 9, rounds: 4, sample: 0.004, longest: 0.008, warm_up: 1, budget: 0.25 },
      normal: { generations: 11, rounds: 9, sample: 0.012, longest: 0.06, warm_up: 1.5, budget: 2 },
      full: { generations: 25, rounds: 15, sample: 0.015, longest: 0.1, warm_up: 3, budget: 8 }
    }.freeze

    # Samples of one library on one row, a list for each generation; or why there are none.
    Cell = Struct.new(:taken, :note, :missing, keyword_init: true) do
      # Nanoseconds a call.
      def samples = taken.map { |list| list.map(&:time) }

      # Collections a call, and their part of the time.
      def collections = mean(:collections)
      def collector = mean(:collecting) / mean(:time)

      private

      def mean(name) = taken.sum { |list| list.sum(&name) }.fdiv(taken.sum(&:size))
    end
    # Nanoseconds a call, collections and their nanoseconds a call, and the slower of the probes around (see Calm).
    Sample = Struct.new(:time, :collections, :collecting, :probe)
    # Calls in a sample, if they fit into a plan's longest: collections are then shared out among them.
    FEW = 8
    private_constant :FEW

    # Name of a process => column, label, version and kernel, or why it is missing; row => column => Cell; row => size
    # of its JSON text.
    attr_reader :facts, :cells, :bytes

    # +spawn+ returns a WorkerProcess for each of +crews+.
    def initialize(rows:, crews:, plan:, baseline: "json", progress: Progress.new, calm: Calm.new, &spawn)
      @rows, @crews, @plan, @baseline, @spawn = rows, crews, plan, baseline, spawn
      @progress, @calm = progress, calm
      @random = Random.new(plan.seed)
      @facts, @bytes, @counts = {}, {}, {}
      @rounds = { calm: 0, disturbed: 0 }
      @cells = Hash.new { |hash, row| hash[row] = {} }
    end

    # Runs it all. Interrupted, it leaves what was measured so far in #cells.
    def run
      @calm.learn(0.5)
      @progress.start((@plan.generations + 1) * @rows.size)
      generation("comparing results") { |row, workers| check(row, workers) }
      (1..@plan.generations).each do |n|
        generation("round #{n}/#{@plan.generations}") { |row, workers| measure(row, workers) }
      end
      @progress.finish
    rescue Interrupt
      @progress.finish("interrupted")
    end

    # The part of the rounds that were undisturbed, 0 to 1, and the time of a probe then, in nanoseconds (see Calm).
    def calm = { "share" => @rounds[:calm].fdiv([@rounds.values.sum, 1].max), "probe" => @calm.best }

    private

    def generation(name)
      workers = start_workers
      @rows.shuffle(random: @random).each do |row|
        ready = prepare(row, workers)
        yield row, ready.reject { |worker| cell(row, worker).missing }
        ready.each { |worker| release(row, worker) }
        @progress.step(name, row.id)
      end
    ensure
      workers&.each(&:stop)
    end

    def start_workers
      workers = @crews.map { |crew| @spawn.call(crew) }
      workers.each { |worker| worker.send_command(:hello) }
      workers.select { |worker| greet(worker) }
    end

    def greet(worker)
      label = worker.name == worker.adapter.id && worker.adapter.label
      @facts[worker.name] = { column: worker.column, label: label }.merge(worker.reply)
    rescue WorkerProcess::Failed => e
      @facts[worker.name] = { column: worker.column, label: label, missing: e.message }
      false
    end

    # Every worker that has the operation forks for the row.
    def prepare(row, workers)
      able = workers.select { |worker| worker.adapter.ops.key?(row.op) }
      able.each { |worker| worker.send_command(:prepare, row) }
      sizes = able.filter_map { |worker| attempt(row, worker) { worker.reply }&.fetch(:bytes) }
      @bytes[row] ||= sizes.first
      able
    end

    def release(row, worker)
      return if worker.crashed?

      worker.send_command(:release)
      attempt(row, worker) { worker.reply }
    end

    def attempt(row, worker)
      yield
    rescue WorkerProcess::Failed => e
      cell(row, worker).missing = e.message
      nil
    end

    # Compares the outcomes and counts the calls, once.
    def check(row, workers)
      able = compare(row, workers).reject { |worker| cell(row, worker).missing }
      time = pace(row, able)
      @counts[row] = iterations(time) if time
    end

    # Nanoseconds a call of the baseline, or the median where it has none.
    def pace(row, able)
      able.partition { |worker| worker.column == @baseline }.each do |workers|
        times = workers.filter_map do |worker|
          attempt(row, worker) { worker.call(:calibrate, 2_000_000, @plan.warm_up) }
        end
        return Stats.median(times) unless times.empty?
      end
      nil
    end

    # Outcomes against the baseline's: same text, else same value, else out.
    def compare(row, workers)
      workers.each { |worker| worker.send_command(:outcome) }
      outcomes = workers.to_h { |worker| [worker, attempt(row, worker) { worker.reply }] }.compact
      model = outcomes.find { |worker, _| worker.column == @baseline }&.last || outcomes.values.first
      outcomes.each { |worker, outcome| judge(row, worker, outcome, model) unless worker.adapter.id == "floor" }
      outcomes.keys
    end

    def judge(row, worker, outcome, model)
      return if outcome == model

      same = outcome[:value] == model[:value]
      cell(row, worker)[same ? :note : :missing] = same ? "other text, same value" : "wrong result"
    end

    def measure(row, workers)
      able = warm_up(row, workers)
      rounds = take_rounds(row, able)
      able.reject { |worker| cell(row, worker).missing }.each do |worker|
        cell(row, worker).taken << rounds.map { |round| round[worker] }
      end
    end

    # As many undisturbed rounds as the plan has, in the time that it allows; disturbed ones count only where there
    # is no other.
    def take_rounds(row, workers)
      deadline = Clock.now + @plan.budget
      offset = @random.rand
      rounds = []
      loop do
        phase = (offset + rounds.size.fdiv(@plan.rounds)) % 1
        rounds << take_round(row, workers, phase, deadline)
        calm = rounds.select { |round| round.each_value.all? { |taken| taken.probe <= @calm.limit } }
        next if calm.size < @plan.rounds && Clock.now < deadline

        kept = calm.empty? ? rounds : calm
        @rounds[calm.empty? ? :disturbed : :calm] += kept.size
        return kept
      end
    end

    def take_round(row, workers, phase, deadline)
      workers.shuffle(random: @random).to_h do |worker|
        [worker, sample(row, worker, phase, [deadline - Clock.now, 0].max)]
      end.compact
    end

    # All at once, because this does not count. Returns the workers that succeeded.
    def warm_up(row, workers)
      ballast = @random.rand
      workers.each { |worker| worker.send_command(:warm_up, @counts.fetch(row), @plan.warm_up, ballast) }
      workers.select { |worker| attempt(row, worker) { worker.reply } }
    end

    def sample(row, worker, phase, patience)
      count = @counts.fetch(row)
      taken = attempt(row, worker) { worker.call(:sample, count, phase, @calm.limit, patience) } or return
      @calm.add(taken[:probe])
      Sample.new(*taken.values_at(:time, :collections, :collecting).map { |figure| figure.fdiv(count) }, taken[:probe])
    end

    # One count for all, so that all do the same work and what garbage comes of it, from what one call takes: see pace.
    def iterations(time)
      few = [FEW, (@plan.longest * 1e9 / time).ceil].min
      [(@plan.sample * 1e9 / time).ceil, few].max
    end

    def cell(row, worker) = @cells[row][worker.column] ||= Cell.new(taken: [])
  end
end
