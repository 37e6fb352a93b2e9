# frozen_string_literal: true

require_relative "support"
require "shellwords"

# The command in processes of its own: terminals, pipes, signals.
class CommandTerminalTest < Minitest::Test
  include CommandSupport

  PATIENCE = 60 # seconds until a process is given up

  def setup
    skip "no pseudo-terminals here" unless terminals?
    super
  end

  # Yields until the block gives something.
  def patiently
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + PATIENCE
    until (result = yield)
      flunk "nothing came for #{PATIENCE} s" if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline
      sleep 0.02
    end
    result
  end

  # Returns the output on a terminal until the process ends, and its exit status.
  def on_terminal(*command, **options)
    PTY.open do |master, slave|
      pid = spawn(*command, in: File::NULL, out: slave, err: slave, **options)
      slave.close
      shown = rest_of(master)
      _, status = Process.wait2(pid)
      return [shown.gsub("\r\n", "\n"), status.exitstatus]
    end
  end

  # Reads until no process has the other side of the terminal.
  def rest_of(master)
    shown = +""
    loop { shown << master.readpartial(4096) }
  rescue EOFError, Errno::EIO # the end, on one system and the other
    shown
  end

  def test_a_terminal_shows_colours
    text = file("a.json", '{"a":1}')
    bad = file("b.json", "[1,]")

    assert_equal ["{\e[1;34m\"a\"\e[m:\e[36m1\e[m}\n", 0], on_terminal(*process("min", text))
    shown, status = on_terminal(*process("check", bad))

    assert_equal 1, status
    assert_includes shown, "\e[1;31merror:\e[m unexpected character: ']'"
    assert_includes shown, "hint:\e[m trailing comma before ']': remove it, or pass --relaxed\n"
    environment, *command = process("check", bad)

    refute_includes on_terminal(environment.merge("NO_COLOR" => "1"), *command).first, "\e"
  end

  # The input is a pipe that stays open, so that the process is reading when the signal
  # comes.
  def test_an_interrupt_clears_the_progress_and_ends_with_its_signal
    reader, writer = IO.pipe
    PTY.open do |master, slave|
      pid = spawn(*process("check"), in: reader, out: File::NULL, err: slave)
      [reader, slave].each(&:close)
      writer << "["
      shown = +""
      patiently do
        writer << "1," << (" " * 100)
        shown << master.read_nonblock(4096, exception: false).to_s.delete_prefix("wait_readable")
        shown.match?(%r{\r [\d.]+ k?B  [\d.]+ k?B/s  \d+:\d\d\e\[K})
      end
      Process.kill(:INT, pid)
      status = patiently { Process.wait2(pid, Process::WNOHANG) }.last
      shown << rest_of(master)

      assert_equal Signal.list.fetch("INT"), status.termsig # which a shell shows as 130
      assert shown.end_with?("\r\e[K"), shown.inspect
      refute_match(/Interrupt|\.rb/, shown)
    end
  ensure
    writer&.close
  end

  # A shell ends its loop where a program has ended by the signal.
  def test_interrupts_end_a_loop
    %w[sh bash].select { |shell| installed?(shell) }.each do |shell|
      File.mkfifo(pipe = path("pipe-#{shell}"))
      environment, *command = process("lines", pipe)
      script = "for i in 1 2 3; do #{command.shelljoin}; echo status $?; done; echo end"
      PTY.open do |master, slave|
        pid = spawn(environment, shell, "-c", script, in: slave, out: slave, err: slave, pgroup: true)
        slave.close
        File.open(pipe, "wb") do |writer|
          writer << "[1,"
          writer.flush
          sleep 0.3 # it reads, and waits for more
          Process.kill(:INT, -pid)
          _, status = patiently { Process.wait2(pid, Process::WNOHANG) }

          assert_equal Signal.list.fetch("INT"), status.termsig, shell
        end
        refute_match(/status|end/, rest_of(master), shell)
      end
    end
  end

  # Ruby ends itself by these.
  def test_other_signals_end_the_process
    %w[TERM HUP].each do |signal|
      File.mkfifo(pipe = path(signal))
      err, err_writer = IO.pipe
      before = trap(signal, "SYSTEM_DEFAULT") # which the process inherits: nohup ignores HUP
      pid = spawn(*process("lines", pipe), out: File::NULL, err: err_writer)
      trap(signal, before)
      err_writer.close
      File.open(pipe, "wb") do
        sleep 0.3
        Process.kill(signal, pid)
        _, status = patiently { Process.wait2(pid, Process::WNOHANG) }

        assert_equal [Signal.list.fetch(signal), ""], [status.termsig, err.read]
      end
    end
  end

  def test_a_reader_that_closes_the_pipe_ends_the_process_quietly
    big = file("big.json", "[#{'"0123456789",' * 100_000}1]")
    %w[fmt lines].each do |name|
      out, out_writer = IO.pipe
      err, err_writer = IO.pipe
      pid = spawn(*process(name, big), out: out_writer, err: err_writer)
      [out_writer, err_writer].each(&:close)

      refute_empty out.readpartial(10)
      out.close
      _, status = Process.wait2(pid)

      assert_equal [141, ""], [status.exitstatus, err.read], name
    end
  end

  # Little enough to be held back until the end, when the pipe is closed.
  def test_a_closed_pipe_ends_the_process_quietly
    small = file("small.json", "[1]")
    [["fmt", small], ["get", "/0", small], ["lines", small], ["--help"]].each do |arguments|
      reader, out_writer = IO.pipe
      reader.close
      err, err_writer = IO.pipe
      pid = spawn(*process(*arguments), out: out_writer, err: err_writer)
      [out_writer, err_writer].each(&:close)
      _, status = Process.wait2(pid)

      assert_equal [141, ""], [status.exitstatus, err.read], arguments.first
    end
  end

  def test_each_subcommand_loads_only_its_parts
    out = ruby!(<<~'RUBY', args: ["--disable=gems"])
      require "jacinth/command"
      require "stringio"
      run = ->(text, *argv) do
        out = StringIO.new
        status = Jacinth::Command.run(argv, input: StringIO.new(text), output: out, errors: out)
        puts "#{argv.first} #{status} #{out.string.lines.first.inspect} #{$LOADED_FEATURES.any?(%r{/jacinth/writer\.rb})}"
      end
      run.call('{"b":1,"a":[2]}', "fmt", "--sort-keys")
      run.call('{"b":1,"a":[2]}', "min")
      run.call('{"b":1,"a":[2]}', "get", "/a/*")
      run.call('{"b":1,"a":[2]}', "get", "--validate", "--raw", "/b")
      run.call("[1]", "check")
      run.call("[1,]", "check")
      run.call("[1]", "lines")
      run.call("[1]", "bench", "--seconds=0.001")
    RUBY
    part = "false"
    whole = "true"

    assert_equal ["fmt 0 \"{\\n\" #{part}", "min 0 \"{\\\"b\\\":1,\\\"a\\\":[2]}\\n\" #{part}", "get 0 \"2\\n\" #{part}",
                  "get 0 \"1\\n\" #{part}", "check 0 nil #{part}",
                  "check 1 \"stdin:1:4: error: unexpected character: ']' (at $[1])\\n\" #{whole}",
                  "lines 0 \"1\\n\" #{whole}"], out.lines(chomp: true)[0..-2]
    assert_match(/\Abench 0 "stdin: 3 bytes/, out.lines.last)
  end

  def test_tmux_shows_colours_and_errors
    skip "no tmux" unless tmux?
    environment, *command = process("fmt", file("a.json", '{"a":[1,"x"]}'), file("b.json", "[1,]"))
    set = environment.sort_by { |_, value| value.to_s }.map { |name, value| value ? "#{name}=#{value}" : "-u #{name}" }
    line = "env #{set.join(' ')} #{command.shelljoin}; echo status $?; sleep #{PATIENCE}"
    shown = tmux(line) { |screen| patiently { screen.call[/.*status \d/m] } }

    assert_match(/\e\[[\d;]*34m"a"/, shown)
    assert_match(/b\.json:1:4:.* .*\e\[[\d;]*31merror:/, shown)
    assert_includes shown, "status 1"
  end

  private

  def tmux? = installed?("tmux")

  def installed?(program)
    folders = ENV.fetch("PATH", "").split(File::PATH_SEPARATOR)
    folders.any? { |folder| File.executable?(File.join(folder, program)) }
  end

  # Yields what gives the screen of a tmux of its own, in which the line runs.
  def tmux(line)
    server = [{ "TMUX" => nil, "TERM" => "xterm" }, "tmux", "-S", path("socket"), "-f", File::NULL]
    begun = system(*server, "new-session", "-d", "-x", "200", "-y", "30", line, in: File::NULL, out: File::NULL, err: File::NULL)
    begun or skip("tmux does not start")
    begin
      yield -> { Open3.capture2e(*server, "capture-pane", "-p", "-e").first }
    ensure
      system(*server, "kill-server", err: File::NULL)
    end
  end
end
