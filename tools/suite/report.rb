# frozen_string_literal: true

module Suite
  # Prints the progress of a run, and its summary.
  class Report
    # The seconds between two progress lines if one does not replace the other.
    INTERVAL = 20
    SLOWEST = 10

    def initialize(files, output = $stdout)
      @files = files
      @output = output
      @start = now
      @printed = @start - INTERVAL
      @units = []
    end

    # Called while units run; running has those.
    def progress(running)
      return if since(@printed) < (@output.tty? ? 0.2 : INTERVAL)

      @printed = now
      line = "[#{clock}] #{@units.sum { |unit| unit.files.size }} of #{@files} files, #{counts}: " \
             "#{running.map(&:state).join(', ')}"
      @output.print(@output.tty? ? "\r\e[K#{line[0, 100]}" : "#{line}\n")
      @output.flush
    end

    # Adds a unit that has ended, and prints its log if it failed.
    def add(unit)
      @units << unit
      return unless unit.failed?

      clear_progress
      @output.puts "FAILED #{unit.files.first}#{": #{unit.fault}" if unit.fault}", unit.log.gsub(/^/, "  | ")
      @output.flush
    end

    # Prints the summary, whose last line has the counts and the seconds. True if
    # all tests passed.
    def finish(seed)
      clear_progress
      print_slowest
      print_skipped
      print_failed(seed)
      @output.puts "seeds: TESTOPTS=--seed=#{seed} #{Seeds.note}", "#{counts}, #{since(@start).round} s"
      @output.flush
      tests.any? && @units.none?(&:failed?)
    end

    private

    def tests = @units.flat_map(&:tests)

    def counts
      codes = tests.map(&:code).tally
      "#{tests.size} runs, #{tests.sum(&:assertions)} assertions, #{codes['F'] || 0} failures, " \
        "#{codes['E'] || 0} errors, #{codes['S'] || 0} skips"
    end

    def print_slowest
      slowest = @units.select { |unit| unit.files.size == 1 }.max_by(SLOWEST, &:seconds)
      return if slowest.size < SLOWEST

      @output.puts "the slowest files:"
      slowest.each do |unit|
        @output.puts format("  %6.1f s, %6.1f s of the processor  %s", unit.seconds, unit.cpu || 0, unit.files.first)
      end
    end

    def print_skipped
      reasons = tests.select(&:skipped?).map { |test| test.message.strip }.tally
      return if reasons.empty?

      @output.puts "skipped:"
      reasons.sort_by { |_, count| -count }.each { |reason, count| @output.puts format("  %6d  %s", count, reason) }
    end

    def print_failed(seed)
      failed = tests.select(&:failed?)
      return if failed.empty?

      @output.puts "to run the failed tests again:"
      failed.each { |test| @output.puts %(  TESTOPTS="--seed=#{seed} --name=#{test.name}" bin/test #{test.file}) }
    end

    def clear_progress
      @output.print "\r\e[K" if @output.tty?
    end

    def clock = since(@start).round.divmod(60).then { |minutes, seconds| format("%d:%02d", minutes, seconds) }
    def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    def since(time) = now - time
  end
end
