# frozen_string_literal: true

require "open3"

module Suite
  # Ends processes that hang or have crashed, and finds out where they were.
  module Backtraces
    # The seconds that a process has to print its backtraces.
    PATIENCE = 10
    ALL_THREADS = ["gdb", "-batch", "-nx", "-ex", "thread apply all bt"].freeze

    module_function

    # Ends a process that runs tests, and all that it started. Its own Ruby threads
    # go to its log first, then the C frames of all threads as gdb sees them, then
    # Ruby's crash report with the Ruby and C frames of the thread that hangs.
    # Returns gdb's output.
    def end_hanging(pid)
      signal("USR2", pid)
      sleep 1
      pids = [pid, *descendants(pid)]
      texts = pids.filter_map { |process| gdb("-p", process.to_s, title: "process #{process}: #{command(process)}") }
      pids.drop(1).reverse_each { |process| signal("SEGV", process) && gone?(process) }
      # A test whose child process ends prints that process's report itself, if it has the time.
      gone?(pid) if pids.size > 1
      signal("SEGV", pid) && gone?(pid)
      signal("KILL", -pid)
      texts.join("\n")
    end

    # The C frames of a process that a signal has ended, from the core file that it
    # left in the project's folder, which is deleted. Empty if there is none.
    def of_core(started)
      core = Dir[File.join(ROOT, "core{,.*}")].find { |path| File.file?(path) && File.mtime(path) >= started }
      return "" unless core

      gdb(RbConfig.ruby, core, title: "the core file").tap { File.delete(core) }
    end

    # True if a crash leaves a core file in the working folder that gdb can read.
    def cores?
      gdb? && File.exist?("/proc/sys/kernel/core_pattern") &&
        File.read("/proc/sys/kernel/core_pattern", encoding: "UTF-8").start_with?("core")
    end

    def gdb?
      @gdb = system("gdb", "--version", out: File::NULL, err: File::NULL) || false if @gdb.nil?
      @gdb
    end

    def gdb(*target, title:)
      return unless gdb?

      text, = Open3.capture2e("timeout", "60", *ALL_THREADS, *target)
      frames = text.scrub.lines.grep(/\A(?:#|Thread|Program terminated|ptrace|warning: .*ptrace)/)
      "C backtraces of #{title}\n#{frames.join}"
    end

    # Children before their own children.
    def descendants(pid)
      children = Dir["/proc/#{pid}/task/*/children"].flat_map { |path| read(path).split.map(&:to_i) }
      children.flat_map { |child| [child, *descendants(child)] }
    end

    def command(pid) = read("/proc/#{pid}/cmdline").tr("\0\n", "  ").strip[0, 100]

    def read(path)
      File.read(path, encoding: "UTF-8").scrub
    rescue SystemCallError
      ""
    end

    # Waits until a process is gone, or has become a zombie of its parent.
    def gone?(pid)
      (PATIENCE * 20).times do
        return true if read("/proc/#{pid}/stat").then { |stat| stat.empty? || stat[/\) (\w)/, 1] == "Z" }

        sleep 0.05
      end
      false
    end

    def signal(name, pid)
      Process.kill(name, pid)
      true
    rescue SystemCallError, ArgumentError
      false
    end
  end
end
