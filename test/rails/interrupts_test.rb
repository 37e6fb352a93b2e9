# frozen_string_literal: true

require_relative "../test_helper"
require "active_support"
require "active_support/all"
require "jacinth/rails"
require_relative "../support/signal_sender"

# An error of the generator that the handler of a signal raises is not one about the value, which Active Support's own
# encoder would write again.
class RailsInterruptsTest < Minitest::Test
  TYPE = Jacinth::Type[{ a: Jacinth::Type.any(rails: true) }]
  WRITERS = {
    "to_json" => :to_json.to_proc,
    "to_json with options" => ->(value) { value.to_json(except: :b) },
    "generate" => ->(value) { Jacinth.generate(value, rails: true) },
    "pretty" => ->(value) { Jacinth.pretty_generate(value, rails: true, width: 20) },
    "type" => ->(value) { TYPE.dump({ a: value }) },
    "writer" => ->(value) { Jacinth::Writer.new(rails: true).value(value).close }
  }.freeze
  ERRORS = [-> { raise Jacinth::GeneratorError, "other" }, -> { raise Jacinth::NestingError, "other" },
            -> { Jacinth.generate([Float::NAN]) }].freeze
  TIMES = 3

  def setup
    skip "signals between processes" if WINDOWS

    @inside = false
    @before = trap("USR1") { interrupt if @inside }
    @sender = SignalSender.start(0.002)
  end

  def teardown
    return unless @sender

    Process.kill("KILL", @sender)
    Process.wait(@sender)
    trap("USR1", @before)
  end

  WRITERS.each do |name, write|
    define_method("test_the_error_of_a_handler_ends_#{name.tr(' ', '_')}") do
      value = Array.new(40_000) { |i| [i, "text", 1.5] }
      write.call(value[0, 3])
      ERRORS.each { |raising| assert_equal [true] * TIMES, Array.new(TIMES) { raised?(raising) { write.call(value) } } }
    end
  end

  private

  def interrupt
    @came = true
    @inside = false
    @raising.call
  end

  # Calls the block until a signal came while it ran. Returns true if the call ended with the handler's error.
  def raised?(raising)
    @raising = raising
    @came = false
    200.times do
      @inside = true
      yield
      @inside = false
      return false if @came
    end
    flunk "no signal came while it wrote"
  rescue Jacinth::GeneratorError, Jacinth::NestingError => e
    @came && e.message.match?(/\Aother|\ANaN/)
  ensure
    @inside = false
  end
end
