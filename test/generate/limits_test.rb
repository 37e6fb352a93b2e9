# frozen_string_literal: true

require_relative "support"

# safe_integers: and invalid:, in each way to write.
class GeneratorLimitsTest < Minitest::Test
  MOST = (2**53) - 1
  WAYS = {
    "generate" => ->(object, **o) { Jacinth.generate(object, o) },
    "pretty" => ->(object, **o) { Jacinth.pretty_generate(object, o).gsub(/\s/, "") },
    "dump" => ->(object, **o) { Jacinth.dump(object, StringIO.new, o).string },
    "State" => ->(object, **o) { Jacinth::State.new(o).generate(object) },
    "Coder" => ->(object, **o) { Jacinth::Coder.new(**o).dump(object) },
    "ascii" => ->(object, **o) { Jacinth.generate(object, ascii_only: true, **o).gsub("\\ufffd", "\uFFFD") },
    "script" => ->(object, **o) { Jacinth.generate(object, script_safe: true, **o) },
    "strict" => ->(object, **o) { Jacinth.generate(object, strict: true, **o) }
  }.freeze

  def test_integers_beyond_the_safe_range_raise_or_become_strings
    safe = [0, 1, -1, MOST, -MOST, 2**31, 1.5, 1e300, 2.0**60]
    unsafe = [MOST + 1, -MOST - 1, 2**62, -(2**62), (2**62) - 1, 2**63, 2**64, -(2**64), 10**30, 10**400]
    WAYS.each do |name, write|
      plain = write.call([safe, { "a" => safe }])

      assert_equal plain, write.call([safe, { "a" => safe }], safe_integers: :raise), name
      assert_equal plain, write.call([safe, { "a" => safe }], safe_integers: :string), name
      unsafe.each do |n|
        assert_equal "[1,\"#{n}\",{\"a\":\"#{n}\"}]", write.call([1, n, { "a" => n }], safe_integers: :string), name
        assert_equal "\"#{n}\"", write.call(n, safe_integers: :string), name
        assert_equal "[1,#{n}]", write.call([1, n], safe_integers: nil), name
        error = assert_raises(Jacinth::GeneratorError) { write.call([1, { "a" => [n] }], safe_integers: :raise) }

        assert_equal ["Integer beyond 2**53 - 1 is not safe", n], [error.message, error.invalid_object], name
        assert_equal "$[1].a[0]", error.json_path, name
      end
    end
  end

  # A to_json gets a State that has the options, where the json gem is not loaded.
  def test_a_to_json_gets_a_state_with_both_options
    assert_equal "[[\"1152921504606846976\",\"\uFFFD\"]]", ruby!(<<~'RUBY')
      require "jacinth"
      holder = Object.new
      holder.define_singleton_method(:to_json) { |state| state.generate([2**60, "\xFF"]) }
      print Jacinth.generate([holder], safe_integers: :string, invalid: :replace)
    RUBY
  end

  def test_thousands_of_unsafe_integers_become_strings
    many = Array.new(5000) { |i| (2**60) + i }

    assert_equal "[#{many.map { |n| "\"#{n}\"" }.join(',')}]", Jacinth.generate(many, safe_integers: :string)
    assert_equal many.map(&:to_s), Jacinth.parse(Jacinth.generate([[many]], safe_integers: :string))[0][0]
    big = Array.new(200) { |i| (10**200) + i }

    assert_equal big.map(&:to_s), Jacinth.parse(Jacinth.dump(big, StringIO.new, safe_integers: :string).string)
  end

  # An integral double is written by RFC 8785 with the digits that it has.
  def test_rfc8785_loses_no_digits
    { (2**53) + 1 => nil, (2**60) => nil, -(2**53) - 1 => nil, (2**53) => "9007199254740992", 10**21 => "1e+21",
      295_147_905_179_352_830_000 => "295147905179352830000", (10**30) => "1e+30", (10**30) + 1 => nil,
      -(10**22) => "-1e+22", 123 * (10**25) => "1.23e+27", (2**63) => nil, 2**1023 => nil, 10**15 => "1000000000000000",
      0 => "0", 999_999_999_999_999_999_999 => nil }.each do |number, text|
      if text
        assert_equal "[#{text}]", Jacinth.generate([number], rfc8785: true)
      else
        error = assert_raises(Jacinth::GeneratorError, number) { Jacinth.generate({ "a" => [number] }, rfc8785: true) }

        assert_equal ["Integer loses digits in RFC 8785", "$.a[0]"], [error.message, error.json_path]
      end
    end
    assert_equal "[\"9007199254740993\",1]", Jacinth.generate([(2**53) + 1, 1], rfc8785: true, safe_integers: :string)
  end

  SUBPARTS = {
    "\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64" => "a???b?c??d",
    "\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41" => "????????A",
    "\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41" => "????????A",
    "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41" => "????A",
    "é\xFF".b => "é?", "\xFF".dup.force_encoding(Encoding::US_ASCII) => "?",
    "a\u3042".encode(Encoding::EUC_JP).b.concat("\xFF".b).force_encoding(Encoding::EUC_JP) => "aあ?",
    "\x00\xD8".dup.force_encoding(Encoding::UTF_16LE) => "?", "é日😀" => "é日😀"
  }.freeze

  def test_invalid_replace_writes_the_replacement_character_for_each_subpart
    SUBPARTS.each do |text, expected|
      expected = expected.tr("?", "\uFFFD")
      (WAYS.keys - ["ascii"]).each do |name|
        assert_equal "[\"#{expected}\",{\"#{expected}\":\"#{expected}\"}]",
                     WAYS[name].call([text, { text => text }], invalid: :replace), name
      end
      assert_equal [expected, { expected => 1 }],
                   Jacinth.parse(Jacinth.generate([text, { text => 1 }], ascii_only: true, invalid: :replace))
      assert_equal({ expected => 1, "b" => 2 },
                   Jacinth.parse(Jacinth.generate({ "b" => 2, text => 1 }, sort_keys: true, invalid: :replace)))
    end
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate(["\xFF"]) }
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate(["\xFF"], invalid: nil) }
  end

  # Canonical JSON needs valid text.
  def test_rfc8785_refuses_invalid
    assert_error(ArgumentError, "invalid cannot be used with rfc8785") { Jacinth.generate([], rfc8785: true, invalid: :replace) }
  end

  def test_invalid_replaces_in_subclasses_and_with_escapes
    text = "\xFF\"\n</\u2028"
    key = Class.new(String).new(text)

    assert_equal "[\"\uFFFD\\\"\\n</\u2028\"]", Jacinth.generate([text], invalid: :replace)
    assert_equal "{\"\uFFFD\\\"\\n<\\/\\u2028\":1}", Jacinth.generate({ key => 1 }, invalid: :replace, script_safe: true)
    assert_equal "[\"\\ufffd\\\"\\n<\\/\\u2028\"]",
                 Jacinth.generate([text], invalid: :replace, script_safe: true, ascii_only: true)
  end

  def test_as_json_is_called_before_the_replacement
    assert_equal '["seen"]', Jacinth.generate(["\xFF"], strict: true, as_json: ->(_, _) { "seen" }, invalid: :replace)
    assert_equal '["?"]'.tr("?", "\uFFFD"),
                 Jacinth.generate(["\xFF"], strict: true, as_json: ->(text, _) { text }, invalid: :replace)
  end

  def test_other_values_of_the_options_raise
    [true, :no, "raise"].each do |value|
      assert_error(ArgumentError, /\Asafe_integers must be :raise or :string, not /) { Jacinth.generate(1, safe_integers: value) }
      assert_error(ArgumentError, /\Ainvalid must be :replace, not /) { Jacinth.generate(1, invalid: value) }
    end
    assert_equal ["\uFFFD"], Jacinth::Coder.new(invalid: :replace).load("[\"\xFF\"]")
  end
end
