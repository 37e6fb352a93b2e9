# frozen_string_literal: true

require "minitest"

# Loaded into a process that runs tests for Suite: writes a line for each test that
# starts or ends to a file, and prints the backtraces of all Ruby threads on SIGUSR2.
module SuiteEvents
  # The fields of a line are separated by tabs:
  #
  #   start  Class#test  file
  #   done   Class#test  file  seconds  assertions  ., F, E or S  message of a skip
  class Reporter < Minitest::AbstractReporter
    def initialize(path)
      super()
      @events = File.open(path, "a", encoding: "UTF-8")
      @events.sync = true
    end

    def prerecord(test_class, name)
      write("start", "#{test_class}##{name}", test_class.instance_method(name).source_location.first)
    end

    def record(result)
      message = result.skipped? ? result.failure.message.lines.first : ""
      write("done", "#{result.klass}##{result.name}", result.source_location.first, result.time.round(3),
            result.assertions, result.result_code, message)
    end

    private

    def write(*fields)
      @events.puts fields.map { |field| field.to_s.scrub.tr("\t\n", "  ") }.join("\t")
    end
  end

  module_function

  def install(path)
    Minitest.extensions << "suite_events"
    Minitest.define_singleton_method(:plugin_suite_events_init) { |_| reporter << Reporter.new(path) }
    trap("USR2") { print_threads } if Signal.list.key?("USR2")
  end

  def print_threads
    Thread.list.each { |thread| warn(thread.inspect, *thread.backtrace.to_a.map { |line| "    #{line}" }) }
  end
end
