# frozen_string_literal: true

require_relative "support"

# Formats of Strings, String#strip, and Times and Dates within a range or as a number.
class TypeFormatTest < Minitest::Test
  include TypeHelpers

  # Texts of each format, and texts that are similar.
  FORMATS = {
    uuid: [%w[2eb8aa08-AA98-11ea-b4aa-73b441d16380], ["2eb8aa0-8aa98-11ea-b4aa-73b441d16380", "2eb8aa08aa9811eab4aa73b441d16380", ""]],
    email: [["a.b+c@example.org", '"a b@c"@example.org', "a@[127.0.0.1]", "a@[IPv6:::1]", "a@localhost"],
            ["a", "a..b@c", "@c", "a@", "a@b@c", "a@-b", "a@[127.0.0.300]", "a b@c", "é@c", "#{'a' * 250}@c.de", "a@b\n"]],
    uri: [["http://a.example/b?c#d", "urn:a:b", "mailto:a@b", "http://[::1]:80/", "http://[v1.a]/", "a:", "http://u:p@h:1/%20"],
          ["//a/b", "/a", "a", "http://a b", "http://é/", "1a:b", "http://a/%2", "http://a:b/", "http://[::1", "http://a/{b}"]],
    uri_reference: [["", "/a", "//a/b", "a/b:c", "#a", "?a", "http://a"], ["a b", "1:b", "\\a", "//[::g]/"]],
    ipv4: [%w[127.0.0.1 255.255.255.255 0.0.0.0], ["256.0.0.1", "1.2.3", "1.2.3.04", "1.2.3.4.5", " 1.2.3.4", "1.2.3.4\n"]],
    ipv6: [%w[::1 :: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:: ::ffff:1.2.3.4 1:2:3:4:5:6:1.2.3.4],
           ["1:2:3:4:5:6:7", "1::2::3", ":::", "12345::", "::1%eth0", "1.2.3.4", "1.2.3.4::", "[::1]", "1:2:3:4:5:6:7:8:9", ""]],
    hostname: [["a", "a-b.c", "1.2", "xn--9n2bp8q", "#{'a' * 63}.b"],
               ["-a", "a-", "a..b", "a.", "a_b", "é", "a" * 64, "a." * 127 + "aa", ""]],
    duration: [%w[P1Y2M3DT4H5M6S PT1M P2W P1M], ["P", "PT", "P1Y2D", "1Y", "P1.5Y", "PT1H2S", "P1W2D"]],
    time: [%w[12:00:00Z 23:59:60Z 00:59:60.5+01:00 12:00:00.123-23:59], %w[12:00:00 24:00:00Z 12:60:00Z 12:00:60Z 12:00Z 1:00:00Z]],
    date: [%w[2024-02-29 2000-02-29 0000-12-31], %w[2023-02-29 1900-02-29 2024-13-01 2024-00-01 2024-04-31 2024-01-00 24-01-01 2024-1-1 x]],
    date_time: [%w[2024-02-29T12:00:00Z 1990-12-31t15:59:60.25-08:00],
                ["x", "2024-02-30T12:00:00Z", "2024-02-29T12:00:00", "2024-02-29 12:00:00Z", "2024-02-29T24:00:00Z", "2024-02-29",
                 "2024-02-29T"]],
    json_pointer: [["", "/", "/a/~0~1/0", "/é"], ["a", "/~", "/~2", "#/a"]]
  }.freeze

  def test_each_format_accepts_its_texts_only
    FORMATS.each do |format, (good, bad)|
      type = T.string(format: format)
      good.each { |text| assert_equal [text, JSON.generate(text)], [type.load(JSON.generate(text)), type.dump(text)], format }
      bad.each do |text|
        error = assert_raises(Jacinth::ValidationError, "#{format} #{text}") { type.load(JSON.generate(text)) }

        assert_equal [:wrong_format, "String of format #{format.to_s.tr('_', '-')}"], [error.errors[0].code, error.errors[0].expected]
        assert_raises(Jacinth::GeneratorError, "#{format} #{text}") { type.dump(text) }
      end
    end
  end

  # Without a pattern, a date-time is read as a Time; with one, as a String of this format.
  def test_a_pattern_does_not_change_which_date_times_are_accepted
    schema = { "type" => "string", "format" => "date-time" }
    types = [T.from_json_schema(schema), T.from_json_schema({ **schema, "pattern" => "" })]
    dates = %w[1969-12-31 1971-12-31 1972-01-01 1972-06-30 1972-12-31 2016-12-30 2016-12-31 2016-07-31 2024-02-29 0000-12-31 9999-12-31]
    times = %w[23:59:59 23:59:60 00:59:60 22:59:60 18:29:60 24:00:00 23:58:60 12:00:00]
    offsets = %w[Z z +00:00 -00:00 +01:00 -01:00 -05:30 +24:00 +0100]
    texts = dates.product(%w[T t], times, ["", ".5", ".123456789012", "."], offsets).map(&:join)
    accepted, by_string = types.map { |type| texts.select { |text| accepts?(type, text) } }

    assert_equal accepted, by_string
    leap_seconds = accepted.grep(/T23:59:60Z/).map { |text| text[0, 10] }

    assert_equal %w[1972-06-30 1972-12-31 2016-12-31 2016-07-31 2024-02-29 9999-12-31], leap_seconds
  end

  def test_formats_have_the_names_of_json_schema
    FORMATS.each_key do |format|
      schema = T.string(format: format, length: 2.., pattern: /\A[^x]/).json_schema
      name = format.to_s.tr("_", "-")

      assert_equal({ "type" => "string", "format" => name, "minLength" => 2, "pattern" => "^[^x]" }, schema.except("$schema"))
      again = T.from_json_schema(schema)

      assert_equal schema, again.json_schema
      assert_equal T.string(format: name).inspect, T.string(format: format).inspect
      (FORMATS[format][0] + FORMATS[format][1] + ["xa"]).each do |text|
        types = [T.string(format: format, length: 2.., pattern: /\A[^x]/), again]

        assert_equal(*types.map { |type| accepts?(type, text) })
        assert_equal FORMATS[format][0].include?(text) && text.size > 1 && text[0] != "x", accepts?(again, text), "#{format} #{text}"
      end
    end
    assert_raises(ArgumentError) { T.string(format: :mail) }
    assert_raises(ArgumentError) { T.string(format: 5) }
  end

  def test_ip_accepts_both_kinds_of_addresses
    kinds = %i[ipv4 ipv6].map { |format| T.string(format: format) }
    type = T.string(format: :ip)
    again = T.from_json_schema(type.json_schema)

    FORMATS.values_at(:ipv4, :ipv6).flatten.each do |text|
      assert_equal [kinds.any? { |kind| accepts?(kind, text) }] * 2, [accepts?(type, text), accepts?(again, text)], text
    end
    error = assert_raises(Jacinth::ValidationError) { type.load('"10.0.0.0/8"') }

    assert_equal 'expected String of format ip, got "10.0.0.0/8" at line 1 column 1', error.message.lines(chomp: true)[0]
    assert_equal "x", T.from_json_schema({ "type" => "string", "format" => "ip" }).load('"x"')
  end

  # A text that is not UTF-8 has no format, and no exception is raised for it.
  def test_text_that_is_not_utf_8_has_no_format
    FORMATS.each_key do |format|
      assert_raises(Jacinth::ValidationError) { T.string(format: format).load("\"\xFF\"", validate_encoding: false) }
    end
  end

  def test_white_space_is_stripped_before_the_checks
    type = T.string(length: 1..3, strip: true)

    assert_equal ["a b", "é"], [type.load("\" \\t a b\\n\\u0000\""), type.load("\"é\\u000b\"")]
    assert_equal ['"abc"', '["a"]'], [type.dump("  abc "), T[[type]].dump([" a "], space: " ")]
    assert_invalid(type, '"   "', "String of length 1..3", '"   "', "$")
    assert_raises(Jacinth::GeneratorError) { type.dump(" ") }
    assert_equal "\u00A0a", T.string(strip: true).load("\"\u00A0a\""), "as String#strip"
    assert_predicate type.load('" a "', freeze: true), :frozen?
    assert_equal "ada@example.org", T.string(format: :email, strip: true).load('" ada@example.org "')
    [" ", "\t a", "a \0", "", "a\v\f\r"].each { |text| assert_equal text.strip, T.string(strip: true).load(JSON.generate(text)) }
    assert_raises(ArgumentError) { T.string(strip: 1) }
  end

  def test_the_schema_of_a_stripped_string_accepts_at_least_its_documents
    schema = T.string(length: 1..3, strip: true, pattern: /a/, format: :email).json_schema

    assert_equal({ "type" => "string", "minLength" => 1,
                   "$comment" => "without white space at the ends: at most 3 characters, email, /a/" }, schema.except("$schema"))
    assert_equal({ "type" => "string" }, T.string(strip: true).json_schema.except("$schema"))
  end

  def test_times_and_dates_can_be_in_a_range
    from, to = Time.utc(2024), Time.utc(2025)
    [T.time(from...to), T[from...to]].each do |type|
      same(type, '"2024-01-01T00:00:00Z"', from)
      error = assert_invalid(type, '"2025-01-01T00:00:00Z"', "a time (ISO 8601) in 2024-01-01 00:00:00 UTC...2025-01-01 00:00:00 UTC",
                             '"2025-01-01T00:00:00Z"', "$")

      assert_equal :out_of_range, error.errors[0].code
      error = assert_raises(Jacinth::GeneratorError) { type.dump(to) }

      assert_equal "expected Time in 2024-01-01 00:00:00 UTC...2025-01-01 00:00:00 UTC, got 2025-01-01 00:00:00 UTC", error.message
    end
    [T.date(Date.new(2024)..), T[Date.new(2024)..]].each do |type|
      same(T[[type]], '["2024-01-01"]', [Date.new(2024)])
      assert_invalid(type, '"2023-12-31"', "a date (ISO 8601) in 2024-01-01..", '"2023-12-31"', "$")
      assert_error(Jacinth::GeneratorError, "expected Date in 2024-01-01.., got 2023-01-01") { type.dump(Date.new(2023)) }
      assert_equal({ "type" => "string", "format" => "date", "$comment" => "in 2024-01-01.." }, type.json_schema.except("$schema"))
    end
    [1..2, "a".., Time.now, Date.new(2024)..].each { |range| assert_raises(ArgumentError) { T.time(range) } }
    assert_raises(ArgumentError) { T.date(Time.now..) }
    assert_raises(ArgumentError) { T[("a".."b")] }
  end

  def test_the_range_of_a_type_does_not_change_with_its_ends
    first = Time.utc(2024)
    type = T.time(first..)
    first.localtime("+01:00")

    assert_predicate type, :frozen?
    assert_includes type.inspect, "Time"
    assert_invalid(type, '"2023-01-01T00:00:00Z"', "a time (ISO 8601) in 2024-01-01 00:00:00 UTC..", '"2023-01-01T00:00:00Z"', "$")
  end

  # The numbers of a Time, in seconds, with other texts of the same.
  EPOCHS = {
    Time.utc(1970) => %w[0 0.0 -0 0e5 0.0000000001],
    Time.at(1_700_000_000, 123_456_789, :nsec) => %w[1700000000.123456789 1.700000000123456789e9],
    Time.at(-1, 500_000_000, :nsec) => %w[-0.5 -5e-1 -0.50], Time.at(-2) => %w[-2 -2.0], Time.at(100) => %w[100 1e2 1.00e2 1000e-1],
    Time.at(0, 1, :nsec) => %w[0.000000001 1e-9], Time.at(31_556_889_801_244_799) => %w[31556889801244799],
    Time.at(-31_557_014_104_060_800) => %w[-31557014104060800], Time.at(12, 340_000_000, :nsec) => %w[12.34 0.1234e2]
  }.freeze

  def test_a_time_can_be_a_number
    seconds, milliseconds = T.time(as: :seconds), T.time(as: :milliseconds)
    EPOCHS.each do |time, texts|
      texts.each do |text|
        assert_equal [time, 0], [seconds.load(text), seconds.load(text).utc_offset], text
        number, exponent = text.split("e")

        assert_equal time, milliseconds.load("#{number}e#{exponent.to_i + 3}"), text
      end
      assert_equal texts[0], seconds.dump(time)
      assert_equal time, milliseconds.load(milliseconds.dump(time))
    end
    times = [Time.at(1, 500, :millisecond), Time.at(1, 500_000_001, :nsec), Time.at(-1, 999_500_000, :nsec), Time.at(0, 1, :usec)]

    assert_equal(%w[1500 1500.000001 -0.5 0.001], times.map { |time| milliseconds.dump(time) })
    assert_equal [Time.at(5)], T[[seconds]].load(T[[seconds]].dump([Time.at(5)], pretty: true))
  end

  def test_other_values_are_no_time
    type = T.time(as: :seconds)
    { "31556889801244800" => :out_of_range, "-31557014104060801" => :out_of_range, "1e99" => :out_of_range,
      "1e999999999999" => :out_of_range,
      '"0"' => :wrong_type, "null" => :wrong_type, "[]" => :wrong_type, "true" => :wrong_type }.each do |text, code|
      error = assert_raises(Jacinth::ValidationError, text) { type.load(text) }

      assert_equal [code, "a time in seconds since 1970"], [error.errors[0].code, error.errors[0].expected], text
    end
    ["-", "1.", "01", "+1", "NaN"].each { |text| assert_raises(Jacinth::ParserError, text) { type.load(text) } }
    [1, nil, "a", Date.new(2024)].each { |object| assert_raises(Jacinth::GeneratorError) { type.dump(object) } }
    assert_raises(Jacinth::GeneratorError) { type.dump(Time.at(2**60)) }
    assert_raises(ArgumentError) { T.time(as: :minutes) }
    assert_equal Time.at(5), T.time(as: :seconds).with(coerce: true).load('"5"')
    assert_equal Time.at(5), T.time(Time.at(4).., as: :seconds).load("5")
    assert_raises(Jacinth::ValidationError) { T.time(Time.at(4).., as: :seconds).load("3") }
  end

  def test_a_union_and_a_schema_know_a_time_as_a_number
    type = T.union(T.time(as: :seconds), String)

    assert_equal [Time.at(5), "5"], [type.load("5"), type.load('"5"')]
    assert_equal ["5", '"5"'], [type.dump(Time.at(5)), type.dump("5")]
    assert_raises(ArgumentError) { T.union(T.time(as: :seconds), Integer) }
    schema = T.time(as: :milliseconds).json_schema
    again = T.from_json_schema(schema)

    assert_equal "number", schema["type"]
    ["0", "1.5", "31556889801244799000", "-31557014104060800000"].each do |text|
      assert_kind_of Time, T.time(as: :milliseconds).load(text)
      assert_kind_of Float, again.load(text)
    end
    assert_equal "type t = Time\n", T.time(as: :seconds).rbs("t")
    assert_equal '{"at":5}', Jacinth.generate({ at: Time.at(5) }, types: { Time => T.time(as: :seconds) })
  end
end
