# frozen_string_literal: true

module Suite
  # Some units, of which as many run at a time as Suite.jobs says.
  class Run
    def initialize(units)
      @waiting = units.dup
      @running = []
      @report = Report.new(units.sum { |unit| unit.files.size })
    end

    # Starts each unit by the block and returns true if all tests passed. SIGINT and
    # SIGTERM end the run, with the backtraces of the tests that run.
    def call(seed, &)
      handlers = %w[INT TERM].to_h { |name| [name, trap(name) { @signal = name }] }
      until done?
        start_units(&)
        ended, @running = @running.partition(&:ended?)
        ended.each { |unit| @report.add(unit) }
        @report.progress(@running)
        sleep 0.02
      end
      @running.each { |unit| @report.add(unit.stop("SIG#{@signal} ended the run")) }
      @report.finish(seed) && @signal.nil?
    ensure
      handlers&.each { |name, handler| trap(name, handler || "DEFAULT") }
    end

    private

    def done? = @signal || (@waiting.empty? && @running.empty?)

    def start_units(&)
      first = @waiting.shift(Suite.jobs - @running.size)
      first.each(&)
      @running.concat(first)
    end
  end
end
