# frozen_string_literal: true

require_relative "support"

# RFC 8785, the JSON Canonicalization Scheme.
class CanonicalTest < GeneratorTest
  def canonical(object, **options) = Jacinth.generate(object, rfc8785: true, **options)

  # Appendix B of the RFC.
  NUMBERS = {
    "0000000000000000" => "0", "8000000000000000" => "0", "0000000000000001" => "5e-324",
    "8000000000000001" => "-5e-324", "7fefffffffffffff" => "1.7976931348623157e+308",
    "ffefffffffffffff" => "-1.7976931348623157e+308", "4340000000000000" => "9007199254740992",
    "c340000000000000" => "-9007199254740992", "4430000000000000" => "295147905179352830000",
    "44b52d02c7e14af5" => "9.999999999999997e+22", "44b52d02c7e14af6" => "1e+23", "44b52d02c7e14af7" => "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e" => "999999999999999700000", "444b1ae4d6e2ef4f" => "999999999999999900000",
    "444b1ae4d6e2ef50" => "1e+21", "3eb0c6f7a0b5ed8c" => "9.999999999999997e-7", "3eb0c6f7a0b5ed8d" => "0.000001",
    "41b3de4355555553" => "333333333.3333332", "41b3de4355555554" => "333333333.33333325",
    "41b3de4355555555" => "333333333.3333333", "41b3de4355555556" => "333333333.3333334",
    "41b3de4355555557" => "333333333.33333343", "becbf647612f3696" => "-0.0000033333333333333333",
    "43143ff3c1cb0959" => "1424953923781206.2"
  }.freeze

  def test_numbers_are_written_as_rfc8785_shows_them
    NUMBERS.each { |bits, text| assert_equal text, canonical([bits].pack("H*").unpack1("G")), bits }
    assert_equal "[1,-1,0,9007199254740992,9007199254740994]", canonical([1, -1, 0, 2**53, (2**53) + 2])
    assert_equal "[1e+30,1]", canonical([10**30, 1.0])
    assert_generator_error("Integer out of range for RFC 8785", path: "$[0]") { canonical([10**309]) }
    assert_generator_error("Integer out of range for RFC 8785") { canonical([-(10**309)]) }
    assert_raises(Jacinth::GeneratorError) { canonical(Float::NAN) }
  end

  # Section 3.2.3.
  def test_names_are_in_the_order_of_their_utf16
    names = { "\u20ac" => "Euro Sign", "\r" => "Carriage Return", "\ufb33" => "Hebrew", "1" => "One",
              "\u{1F600}" => "Emoji", "\u0080" => "Control", "\u00f6" => "Latin" }
    order = ['\r', "1", "\u0080", "ö", "€", "\u{1F600}", "\ufb33"]
    values = ["Carriage Return", "One", "Control", "Latin", "Euro Sign", "Emoji", "Hebrew"]
    expected = "{#{order.zip(values).map { |name, value| %("#{name}":"#{value}") }.join(',')}}"

    assert_equal expected, canonical(names)
  end

  def test_objects_at_all_levels_are_sorted_by_the_text_of_their_keys
    assert_equal '{"a":[{"y":1,"z":2}],"b":{"c":1,"d":2}}',
                 canonical({ "b" => { "d" => 2, "c" => 1 }, a: [{ "z" => 2, "y" => 1 }] })
    assert_equal '{"":3,"1":1,"10":2}', canonical({ 10 => 2, 1 => 1, nil => 3 })
  end

  def test_the_members_of_a_hash_subclass_are_written_not_those_of_its_each
    hash = Class.new(Hash) { def each = yield("other", 0) }["b", 1, "a", 2]

    assert_equal '{"a":2,"b":1}', canonical(hash)
    assert_equal '{"a":2,"b":1}',
                 Jacinth::Coder.new(rfc8785: true, types: { hash.class => :itself.to_proc >> :to_h.to_proc }).dump(hash)
  end

  def test_only_the_characters_of_rfc8785_are_escaped
    assert_equal "\"\\u000f\\n€$/\u007f\\\"\\\\\"", canonical("\u000f\n€$/\u007f\"\\")
  end

  # Which of the two is reported depends on the sorting function of the platform.
  def test_two_keys_with_the_same_text_raise
    [{}, { strict: true }].each do |options|
      error = assert_generator_error('detected duplicate key "a"') { canonical({ "a" => 1, a: 2 }, **options) }

      assert_equal "a", error.invalid_object
    end
  end

  def test_strict_mode_and_coders_write_canonical_text
    coder = Jacinth::Coder.new(rfc8785: true) { |object, _| object.to_s }

    assert_equal '{"1":"2..3","b":1}', coder.dump({ b: 1, 1 => 2..3 })
    assert_equal '{"1":2}', canonical({ 1 => 2 }, strict: true)
  end

  def test_dump_takes_rfc8785_and_pretty_generate_refuses_it
    assert_equal "[1]", Jacinth.dump([1.0], rfc8785: true)
    assert_raises(ArgumentError) { Jacinth.pretty_generate([1], rfc8785: true) }
    assert_equal '{"a":1}', canonical({ "a" => 1 }, sort_keys: true)
  end

  def test_an_integer_beyond_the_largest_double_raises
    [2**1024, -(2**1024), 10**400].each do |number|
      assert_error(Jacinth::GeneratorError, /out of range/) { canonical([number]) }
    end
  end
end
