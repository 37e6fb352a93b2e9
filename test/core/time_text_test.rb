# frozen_string_literal: true

require_relative "support"
require "time"

# core/time_text.c against Ruby's own calendar.
class TimeTextTest < Minitest::Test
  include KernelSupport

  FIRST = Time.utc(0, 1, 1).to_i
  LAST = Time.utc(9999, 12, 31, 23, 59, 59).to_i

  def text(seconds, nanoseconds: 0, offset: 0, digits: 0, zulu: true)
    @write ||= CoreLibrary.function("jac_time_text", [POINTER, Fiddle::TYPE_LONG_LONG, INT, INT, INT, Fiddle::TYPE_CHAR], POINTER)
    @room ||= Fiddle::Pointer.malloc(64, Fiddle::RUBY_FREE)
    @room[0, 64] = "\xA5" * 64
    size = @write.call(@room, seconds, nanoseconds, offset, digits, zulu ? 1 : 0).to_i - @room.to_i

    assert_operator size, :<=, 44
    assert_equal "\xA5".b * (64 - size), @room[size, 64 - size]
    @room[0, size]
  end

  def test_first_and_last_seconds_of_all_kinds_of_years_are_written
    [0, 1, 3, 4, 99, 100, 101, 399, 400, 401, 1582, 1600, 1700, 1900, 1969, 1970, 2000, 2023, 2024, 2100, 9999].each do |year|
      [[1, 1], [2, 28], [3, 1], [6, 30], [12, 31]].each do |month, day|
        [0, 86_399].each do |second|
          time = Time.utc(year, month, day) + second

          assert_equal time.strftime("%Y-%m-%dT%H:%M:%SZ"), text(time.to_i)
        end
      end
    end
    assert_equal "0000-02-29T00:00:00Z", text(Time.utc(0, 2, 29).to_i)
    assert_equal ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"], [text(FIRST), text(LAST)]
  end

  def days(year, month, day)
    @days ||= CoreLibrary.function("jac_time_days", [Fiddle::TYPE_LONG_LONG, INT, INT], Fiddle::TYPE_LONG_LONG)
    @days.call(year, month, day)
  end

  def test_each_month_has_its_days
    days = CoreLibrary.function("jac_month_days", [Fiddle::TYPE_LONG_LONG, INT], INT)
    [-401, -400, -100, -4, -1, 0, 4, 1900, 2000, 2023, 2024, 999_999_999].product((1..12).to_a) do |year, month|
      assert_equal Time.utc(month == 12 ? year + 1 : year, (month % 12) + 1).then { |time| (time - 86_400).day },
                   days.call(year, month), "#{year}-#{month}"
    end
  end

  # Years before 0 and beyond 9999, up to all that 64 bits of seconds can tell.
  def test_years_before_0_and_beyond_9999_are_written
    random = JacinthHelpers.seeded
    far = [-1, -4, -100, -400, -401, 10_000, 123_456, -999_999_999, 999_999_999]
    (far + Array.new(500) { random.rand(-20_000..20_000) }).each do |year|
      [[1, 1], [2, 28], [3, 1], [12, 31]].each do |month, day|
        time = Time.utc(year, month, day, 23, 59, 58)
        name = year.between?(0, 9999) ? year.to_s.rjust(4, "0") : "#{year.negative? ? '-' : '+'}#{year.abs.to_s.rjust(6, '0')}"

        assert_equal time.strftime("#{name}-%m-%dT%TZ"), text(time.to_i)
        assert_equal time.to_i, (days(year, month, day) * 86_400) + 86_398
      end
    end
    [(2**63) - 1, -(2**63)].each do |seconds|
      time = Time.at(seconds).utc

      assert_equal "#{'+' if seconds.positive?}#{time.year}-#{time.strftime('%m-%dT%TZ')}", text(seconds)
      assert_match(/\A[-+]29227702\d{4}-.*\+99:00\z/, text(seconds, offset: 99 * 3600, zulu: false))
    end
  end

  def test_days_of_four_centuries_are_written
    (0...146_097).step(41) do |day|
      time = Time.at(Time.utc(1800, 1, 1).to_i + (day * 86_400)).utc

      assert_equal time.strftime("%FT%TZ"), text(time.to_i)
    end
  end

  def test_random_times_offsets_and_digits_are_written
    random = JacinthHelpers.seeded
    JacinthHelpers.scaled(5000).times do
      seconds = random.rand((FIRST + 400_000)..(LAST - 400_000))
      nanoseconds = random.rand(10**9)
      offset = (random.rand(2 * 23 * 60) - (23 * 60)) * 60
      digits = random.rand(10)
      time = Time.at(seconds, nanoseconds, :nsec).localtime(offset)

      assert_equal time.xmlschema(digits), text(seconds, nanoseconds:, offset:, digits:, zulu: false)
    end
  end

  def test_offsets_of_less_and_more_than_an_hour_are_written
    assert_equal "1970-01-01T00:30:00+00:30", text(0, offset: 1800, zulu: false)
    assert_equal "1969-12-31T23:30:00.00-00:30", text(0, offset: -1800, digits: 2, zulu: false)
    assert_equal "1970-01-05T03:59:59.999999999+99:59", text(0, nanoseconds: 999_999_999, offset: 359_999, digits: 9, zulu: false)
  end
end
