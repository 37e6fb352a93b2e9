# frozen_string_literal: true

require_relative "../test_helper"
require "time"

# Times are written as Time#to_s, without calling that method. A Coder with the conversion
# iso8601 writes them as that method does.
class TimesTest < Minitest::Test
  CODER = Jacinth::Coder.new(types: { Time => :iso8601 })
  TYPE = Jacinth::Type[[Time]]

  def assert_written(times)
    assert_equal Jacinth.generate(times.map(&:to_s)), Jacinth.generate(times), seed_note
    assert_equal times.map(&:to_s), times.map { |time| Jacinth.parse(Jacinth.generate(time)) }, seed_note
    pretty = Jacinth.pretty_generate([Time.at(0), *times]).lines.drop(2).map { |line| line.strip.delete_suffix(",") }

    assert_equal times.map { |time| Jacinth.generate(time.to_s) }, pretty.first(times.size)
    assert_equal Jacinth.generate(times.map(&:iso8601)), CODER.dump(times), seed_note
  end

  # Time#== compares instants only. An offset is written in minutes.
  def assert_read_back(times, note = nil)
    both = [times, TYPE.load(TYPE.dump(times))].map { |list| list.map { |time| [time, time.utc_offset.fdiv(60).truncate] } }

    assert_equal(*both, note)
  end

  def test_random_times
    random = seeded
    times = Array.new(scaled(2000)) do
      time = Time.at(random.rand(-100_000_000_000..300_000_000_000), random.rand(1_000_000))
      case random.rand(4)
      when 0 then time
      when 1 then time.utc
      when 2 then time.getlocal(random.rand(-86_399..86_399))
      else time.getlocal(random.rand(-1439..1439) * 60)
      end
    end

    assert_written times
    assert_read_back times, seed_note
  end

  def test_ends_of_years_with_four_digits
    times = [-62_167_219_200, 253_402_300_799].flat_map do |second|
      [-1, 0, 1].flat_map { |more| [0, 60, -60, 86_340, -86_340].map { |zone| Time.at(second + more).getlocal(zone) } }
    end

    assert_written [Time.at(0), *times, *times.map { |time| time.dup.utc }]
  end

  # Their seconds do not fit in 64 bits.
  def test_times_beyond_the_range_of_the_system
    far = [(10**25), -(10**25), (2**63), (2**62), -(2**62) - 1].map { |seconds| Time.at(seconds) }

    assert_written [Time.at(0), *far, *far.map { |time| time.dup.utc }]
    far.each { |time| assert_equal time.to_s, Jacinth.parse(Jacinth.generate(time)) }
    assert_equal [far[0].to_s] * 3, Jacinth.parse(Jacinth::Type[[Jacinth::Type.any]].dump([far[0]] * 3))
    begin
      raise IOError
    rescue IOError => e
      Jacinth.generate(far)

      assert_same e, $!
    end
  end

  def test_utc_is_not_an_offset_of_zero
    assert_written [Time.at(0).utc, Time.at(0).utc, Time.at(0).getlocal("+00:00"), Time.at(0).getlocal("-00:00")]
  end

  def test_offsets_with_fractions_of_a_second
    times = [30.7, 0.7, 59.6].map { |second| Time.at(second).getlocal(1/2r) }

    assert_written [Time.at(0), *times]
    assert_equal '["1970-01-01T00:00:31+00:00"]', CODER.dump(times.first(1))
  end

  # Such a Time keeps the fields of its text, which its to_s shows.
  def test_invalid_days_and_leap_seconds_are_written_as_given
    skip "Ruby 3.2" if RUBY_VERSION < "3.2"
    days = %w[2023 2024].product([*1..12], [*27..31]).map { |date| format("%s-%02d-%02d", *date) }
    clocks = %w[00:00:00 12:30:60 23:59:60 11:11:11].product(["", "Z", "+05:30"])
    texts = days.product(clocks.map(&:join)).map { |parts| parts.join(" ") }
    times = texts.map { |text| Time.new(text) }

    assert_written times
    assert_read_back times
  end

  LEAP_ZONES = %w[right/UTC right/Europe/Berlin].freeze

  # In these zones, a Time shows fewer seconds than its Unix time has. A process can start in one, or change to it.
  [*LEAP_ZONES, "UTC"].each do |zone|
    define_method("test_times_in_zones_with_leap_seconds_from_#{zone}") do
      skip "no zones with leap seconds" unless File.exist?("/usr/share/zoneinfo/right/UTC")

      out = ruby!(<<~RUBY, env: { "TZ" => zone })
        require "jacinth"; require "time"
        #{LEAP_ZONES}.push("Europe/Berlin").each do |zone|
          [1_784_889_041, 1_784_889_027, 1_785_283_201].each do |seconds|
            times = [-> { Time.at(seconds) }, -> { Time.at(seconds).utc }, -> { Time.at(seconds, in: "+02:00") },
                     -> { Marshal.load(Marshal.dump(Time.at(seconds).utc)) }, -> { Jacinth::Type.time(as: :seconds).load(seconds.to_s) }]
            times.each do |make|
              expected = [make.call.to_s, make.call.iso8601]
              found = [Jacinth.generate([make.call]), Jacinth.generate([make.call], types: { Time => :iso8601 })]
              raise "\#{zone}: \#{found} for \#{expected}" unless found == expected.map { |text| %(["\#{text}"]) }

              # a type writes the same before Ruby has computed the fields and after it
              typed = [make.call, make.call.tap(&:year)].map { |time| Jacinth::Type[Time].dump(time) }
              raise "\#{zone}: \#{typed}" unless typed.uniq.size == 1
            end
          end
          print Time.at(1_784_889_041).utc.sec, " "
          ENV["TZ"] = zone
        end
      RUBY

      assert_includes out, "14"
    end
  end

  # Ruby computes the fields of these Times while they are written, which a TracePoint observes.
  def test_an_array_that_a_trace_point_shortens
    last = Jacinth::Type.time(as: :seconds).load("2") # in UTC, without fields
    times = [Time.at(0).utc, Time.at(1).utc, last, last, last]
    trace = TracePoint.new(:c_call) { |call| times.clear if call.self.equal?(last) }

    text = trace.enable { CODER.dump([times]) }

    assert_equal '[["1970-01-01T00:00:00Z","1970-01-01T00:00:01Z","1970-01-01T00:00:02Z"]]', text
  end

  def test_members_and_elements_between_other_values
    make = ->(time) { { at: time[0], "list" => [1, time[1], [time[2]], "x", time[3]], "last" => time[4] } }
    times = Array.new(5) { |i| Time.at(i).utc }
    texts = times.map(&:iso8601)

    %i[generate pretty_generate].product([{}, { strict: true }]).each do |method, options|
      found = Jacinth.public_send(method, [make[times]] * 3, types: { Time => :iso8601 }, **options)

      assert_equal Jacinth.public_send(method, [make[texts]] * 3), found
    end
  end

  def test_subclasses_and_singletons_use_their_own_to_s
    sub = Class.new(Time) { def to_s = "sub" }
    single = Time.at(1).tap { |time| def time.to_s = "single" }

    assert_equal "[#{Jacinth.generate(Time.at(0).to_s)},\"sub\",\"single\"]", Jacinth.generate([Time.at(0), sub.at(0), single])
  end

  def test_strict_mode_refuses_times
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate([Time.at(0), Time.at(0)], strict: true) }
  end

  def test_a_redefined_to_s_or_to_json_is_called
    code = <<~RUBY
      require "jacinth"
      times = [Time.at(0)] * 3
      Jacinth.generate(times)
      class Time; def to_s = "mine"; end
      print Jacinth.generate(times)
      class Time; def to_json(*) = "5"; end
      print Jacinth.generate(times)
    RUBY

    assert_equal '["mine","mine","mine"][5,5,5]', ruby!(code, args: ["-W0"])
  end
end
