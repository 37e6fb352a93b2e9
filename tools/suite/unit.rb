# frozen_string_literal: true

require "fileutils"
require "rbconfig"
require_relative "backtraces"
require_relative "events"

module Suite
  ROOT = Checkout::ROOT
  # The folder of the logs and events of the processes.
  FOLDER = ENV.fetch("JACINTH_TEST_LOGS") { File.join(ROOT, "tmp", "test") }

  Test = Struct.new(:name, :file, :seconds, :assertions, :code, :message) do
    def failed? = %w[F E].include?(code)
    def skipped? = code == "S"
  end

  # A process that runs some test files, watched from outside: its output goes to a
  # log, its events (SuiteEvents) to another file.
  class Unit
    # seconds, and cpu (of the processor, with child processes): nil until the process
    # has ended. fault: why the process failed as a whole, or nil.
    attr_reader :files, :tests, :seconds, :cpu, :fault

    # options: arguments for minitest. env: further environment of the process.
    def initialize(files, options, env)
      @files = files
      @options = options
      # minitest searches all gems for plugins, which takes long; ruby.wasm has no gems.
      @env = { "MT_NO_PLUGINS" => "1", **env }
      @tests = []
      name = files.size == 1 ? files.first.delete_prefix("test/").delete_suffix(".rb").tr("/", "-") : "together"
      @log = File.join(FOLDER, "#{name}.log")
      @events = File.join(FOLDER, "#{name}.events")
    end

    # Starts a copy of this process, which has loaded test_helper.rb.
    def fork_copy
      open_logs
      @pid = fork do
        Process.setpgid(0, 0)
        $stdin.reopen(File::NULL)
        $stdout.reopen(@log, "a")
        $stderr.reopen($stdout)
        [$stdout, $stderr].each { |io| io.sync = true }
        Process.setrlimit(:CORE, Process.getrlimit(:CORE).last) if Backtraces.cores?
        ENV.update(@env)
        ARGV.replace(@options)
        SuiteEvents.install(@events)
        @files.each { |file| require File.join(ROOT, file) }
      end
    end

    LOADER = "ARGV.shift(ARGV.shift.to_i).each { |file| require File.expand_path(file) }"

    # Starts a new Ruby. ruby: the command, with its first arguments.
    def spawn_ruby(ruby)
      open_logs
      command = [*ruby, "-w", *Suite.load_path.map { |folder| "-I#{folder}" }, "-e", LOADER, "--",
                 @files.size.to_s, *@files, *@options]
      options = { in: File::NULL, out: [@log, "a"], err: %i[child out], chdir: ROOT }
      options[:pgroup] = true unless Gem.win_platform?
      @pid = Process.spawn(@env.merge("JACINTH_TEST_EVENTS" => @events), *command, options)
    end

    # Reads new events, and ends the process if its test takes too long. True if the
    # process has ended.
    def ended?
      before = cpu_of_ended
      ended = Process.wait(@pid, Process::WNOHANG)
      @cpu = cpu_of_ended - before if ended
      read_events
      if ended then finish(Process.last_status)
      elsif since(@last_event) > Tiers.limit(@running)
        stop("#{@running || @files.first} took longer than #{Tiers.limit(@running).round} seconds")
      end
      !@seconds.nil?
    end

    # Ends the process and adds its backtraces to the log. Returns the unit.
    def stop(reason)
      @fault = reason
      append(Backtraces.end_hanging(@pid))
      Process.wait(@pid)
      Backtraces.of_core(@started) # of the signal that has ended it
      read_events
      add_unfinished
      @seconds = since(@start)
      self
    end

    def failed? = !@fault.nil? || tests.any?(&:failed?)

    # Parts of Ruby's crash report: registers, and all loaded files and the memory map at its end.
    OMITTED = /^-- (?:Machine register|Other runtime information).*?(?=^C backtraces|^-- C level|\z)/m
    LINES = 400

    # The output of the process.
    def log
      lines = File.read(@log, encoding: "UTF-8").scrub.gsub(OMITTED, "").lines
      return lines.join if lines.size <= LINES

      [*lines.first(LINES / 4), "[#{lines.size - LINES} lines]\n", *lines.last(LINES * 3 / 4)].join
    end

    # The test that runs now, and for how long.
    def state = "#{@running || @files.first} (#{since(@last_event).round} s)"

    private

    def open_logs
      FileUtils.mkdir_p(FOLDER)
      [@log, @events].each { |path| File.write(path, "") }
      @read = 0
      @started = Time.now
      @start = @last_event = now
    end

    # Reads whole lines; the rest of one is read the next time.
    def read_events
      text = File.binread(@events, nil, @read).to_s
      text = text[0, text.rindex("\n")&.succ || 0].force_encoding("UTF-8")
      return if text.empty?

      @read += text.bytesize
      @last_event = now
      text.each_line(chomp: true) { |line| add_event(line.split("\t", -1)) }
    end

    # Takes an Array: a call of (kind, name, file, *result) with a splat can lose arguments to
    # the GC on Ruby 4.0 with YJIT (docs/internals/reliability.md).
    def add_event(fields)
      kind, name, file, *result = fields
      @running_file = file.delete_prefix("#{ROOT}/")
      return @running = name if kind == "start"

      @running = nil
      seconds, assertions, code, message = result
      @tests << Test.new(name, @running_file, Float(seconds), Integer(assertions), code, message)
    end

    def finish(status)
      @seconds = since(@start)
      Backtraces.signal("KILL", -@pid) unless Gem.win_platform?
      if status.signaled?
        @fault = "SIG#{Signal.signame(status.termsig)} ended it in #{@running || 'no test'}"
        append(Backtraces.of_core(@started))
        add_unfinished
      elsif !status.success? && tests.none?(&:failed?) && !none_chosen?
        @fault = "exit status #{status.exitstatus}"
        add_unfinished
      end
    end

    # The test that was running is an error; so is the end of a process without one.
    def add_unfinished
      return if @running.nil? && tests.any?(&:failed?)

      @tests << Test.new(@running || "no test", @running_file || @files.first, since(@last_event), 0, "E", "")
    end

    # True if no test has the wanted name, which minitest calls a failure.
    def none_chosen? = tests.empty? && @options.any? { |option| option.match?(/\A(?:-[ni]|--(?:name|include))/) }

    # The processor's seconds of all processes that this one has waited for.
    def cpu_of_ended = Process.times.then { |times| times.cutime + times.cstime }

    def append(text) = File.write(@log, text, mode: "a")
    def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    def since(time) = now - time
  end
end
