# frozen_string_literal: true

require_relative "../document/support"

# Jacinth.valid? and validate: true: the verdict, and the error, of parse.
class ValidTest < Minitest::Test
  include DocumentSupport
  include ParserDocuments

  # The error of validate: true is that of parse, word for word.
  def assert_same_verdict(text, options = {}, note = nil)
    note ||= -> { "#{text.inspect} #{options} #{seed_note}" }
    expected = parsed(text, **options)
    if expected.is_a?(Array)
      assert_same Jacinth.valid?(text, **options), true, note
      assert Jacinth::Document.new(text, validate: true, **options), note
    else
      assert_same Jacinth.valid?(text, **options), false, note
      error = assert_raises(expected.class, note) { Jacinth::Document.new(text, validate: true, **options) }

      assert_equal [expected.message, expected.line, expected.column, expected.json_path],
                   [error.message, error.line, error.column, error.json_path], note
    end
  end

  def test_the_conformance_set_is_judged_as_by_parse
    each_conformance_document do |name, text|
      [{}, { allow_duplicate_key: true }, { validate_encoding: true }].each do |options|
        assert_same_verdict(text, options, name)
      end
    end
  end

  def test_whole_documents_are_valid_and_truncated_ones_are_not
    each_document do |name, text|
      assert Jacinth.valid?(text), name
      refute Jacinth.valid?("#{text}x"), name
      refute Jacinth.valid?(text.rstrip.chop), name
    end
  end

  def test_random_documents_are_judged_as_by_parse
    random = seeded
    scaled(20_000).times do
      text = document(random)
      text = damage(random, text) if random.rand(3) > 0
      options = self.options(random).except(:on_load, :object_class, :array_class, :decimal_class)
      options[:validate_encoding] = true if random.rand(8).zero?
      assert_same_verdict(text, options)
    end
  end

  def test_documents_truncated_and_changed_at_every_byte_are_judged_as_by_parse
    text = +%({"id": -505874924095815681, "t\\u0065xt": "@x \\n\\n\\u540d\\ud83d\\ude02 前田 \\"", "f": [false, null, true],
     "user": {"name": "", "a/b": {"c~d": {"urls": []}}, "score": -1.25e-3}, "n": [1, 2.5,-3,0.12345678901234567, 1E5]})

    sampled(0...text.bytesize).each do |at|
      assert_same_verdict(text.byteslice(0, at))
      [0, 9, 10, 34, 44, 45, 46, 47, 48, 57, 58, 91, 92, 93, 101, 117, 125, 0x80, 0xE9, 0xFF].each do |byte|
        changed = text.dup.tap { |copy| copy.setbyte(at, byte) }

        assert_same_verdict(changed)
        assert_same_verdict(changed, { validate_encoding: true }) if byte >= 0x80
      end
    end
  end

  def test_combinations_of_the_parts_of_numbers_are_judged_as_by_parse
    parts = [%w[- +] + [""], ["", "0", "00", "01", "1", "12345678", "123456789", "1234567890123456"],
             ["", ".", ".0", ".1234567", ".12345678", ".123456789012345", ".1234567890123456", ".12345678901234567890123456789"],
             ["", "e", "E+", "e-1", "e5", "E+12345678901", "e1.5"]]
    parts[0].product(*parts[1..]).each do |list|
      ["", " ", "]", "]#{' ' * 40}"].each { |after| assert_same_verdict("[1,#{list.join}#{after}") }
      assert_same_verdict(list.join)
    end
  end

  # -Infinity is looked for where a number breaks off at an I.
  def test_numbers_that_end_at_an_i_are_judged_as_by_parse
    %w[- -0 -5 -5. -5.5 -5e -5.5E+ -5e- -123456789012345678e 5e e].product(["I", "Infinity", "Infinity]", "nfinity"]) do |parts|
      [parts.join, "[1,#{parts.join}", "{\"a\":#{parts.join}"].each do |text|
        assert_same_verdict(text)
        assert_same_verdict(text, { allow_nan: true })
      end
    end
  end

  # Around the 32 characters that are looked at together.
  def test_numbers_of_every_length_are_judged_as_by_parse
    sampled(1..40).each do |whole|
      (0..40).each do |fraction|
        ["", "-"].product(["", "0"], ["]", "e]", "e1]", ".]"]) do |sign, zero, after|
          number = "#{sign}#{zero}#{'7' * whole}.#{'1' * fraction}"
          [0, 40].each { |space| assert_same_verdict("[#{number}#{after}#{' ' * space}") }
        end
      end
    end
  end

  def test_a_duplicate_key_is_found_among_any_number_of_keys
    same_ends = ->(i) { "long common beginning #{i} long common end" }
    [2, 3, 47, 48, 49, 50, 300, 3000].each do |count|
      keys = [Array.new(count) { |i| "k#{i}" }, Array.new(count, &same_ends), Array.new(count) { |i| "a" * i }]
      keys.each do |list|
        next if list.last.size > 400

        [list, [*list, list[0]], [list[-1], *list], [*list, list[count / 2]]].each do |members|
          text = "[{#{members.map { |key| "\"#{key}\":0" }.join(',')}}]"

          assert_same_verdict(text)
          assert Jacinth.valid?(text, allow_duplicate_key: true)
        end
      end
    end
    ['{"a":1,"\u005cu0061":2}', '{"\u005cu0061":1,"\u005cu0061":2}', '{"a":{"a":1},"b":{"a":{"a":1}}}', '{"":1,"":2}',
     '{"\n":1,"\u005cu000a":2}', '{"a":{"x":1,"x":2},"a":1}'].each { |text| assert_same_verdict(text.gsub("\n", "\\n")) }
  end

  def test_verdicts_under_options_are_those_of_parse
    ["[1,]", '{"a":1,}', "[,]", "{,}", "[1,,]", "/**/[1]//", "/**/", "[1/]", "[1]/*", "[NaN,-Infinity,Infinity]", "[-Inf]",
     "[\"a\nb\"]", '["\q"]', '["\u12"]', '["\ud800"]', '["\udc00"]', '["\ud800\u0041"]', "[\"\xFF\"]", "{\"\xFF\":1}"].each do |text|
      %i[allow_trailing_comma allow_comments allow_nan allow_control_characters allow_invalid_escape validate_encoding].each do |name|
        assert_same_verdict(text, { name => true })
      end
    end
    refute Jacinth.valid?("{\"\xFF\":1}", symbolize_names: true)
    assert Jacinth.valid?("[1]", on_load: ->(_) { flunk })
    assert_raises(ArgumentError) { Jacinth.valid?("[1]", nope: true) }
    assert_raises(ArgumentError) { Jacinth.valid? }
    assert_raises(TypeError) { Jacinth.valid?(nil) }
    assert Jacinth.valid?('["ä"]'.encode("UTF-16LE"))
    refute Jacinth.valid?("\x00".dup.force_encoding("UTF-16LE"))
    (0..4).each { |max| assert_same_verdict('[{"a":[]}, [[1]]]', { max_nesting: max }) }
  end

  def test_a_million_levels_are_judged
    ["[" * 1_000_000, '{"a":' * 1_000_000].each do |text|
      refute Jacinth.valid?(text)
      refute Jacinth.valid?(text, max_nesting: 0)
    end
    assert Jacinth.valid?("#{'[' * 1_000_000}#{']' * 1_000_000}", max_nesting: 0)
    assert Jacinth.valid?("#{'{"a":' * 1_000_000}1#{'}' * 1_000_000}", max_nesting: 0)
  end

  def test_valid_allocates_next_to_nothing
    text = Jacinth.generate(Array.new(1000) { |i| { "id" => i, "tags" => ["a", { "b" => nil }] } }).freeze

    assert_operator allocated { Jacinth.valid?(text) }, :<, 10
  end

  def test_bytes_after_invalid_escapes_are_judged_as_by_parse
    ["[\"\\\x98\"]", "[\"\\\xC3\"]", "{\"\\\xFF\":1}", "[\"\\é\"]", "[\"a\\\xFFé\"]"].each do |text|
      [{ allow_invalid_escape: true }, { allow_invalid_escape: true, validate_encoding: true }].each do |options|
        assert_same_verdict(text, options)
      end
    end
  end

  # Each key of the one print would be compared with each.
  def test_many_awkward_keys_take_linear_time
    text = "{#{Array.new(200_000) { |i| "\"#{'x' * 8}#{i.to_s.rjust(8, '0')}#{'y' * 8}\":0" }.join(',')}}"

    assert Jacinth.valid?(text)
    refute Jacinth.valid?(text.sub(/}\z/, ",\"#{'x' * 8}00000007#{'y' * 8}\":1}"))
  end

  # A limit and a fault at the same place: the error is the one of parse.
  def test_errors_next_to_limits_are_those_of_parse
    limits = { max_elements: 1, max_keys: 1, max_string_bytes: 3, max_number_digits: 3 }
    tokens = ["[", "]", "{", "}", ",", ":", "1", "12345", '"a"', '"aaaa"', '"aa\\q"', "\"aaa\xFF\"", '"\\u00e9\\ud800"', "nul", "true",
              "x", " "]
    random = seeded
    starts = ["", "[", "[1,", '{"a":', '{"a":[1,']
    texts = Array.new(scaled(20_000)) do
      Array.new(1 + random.rand(7)) do
        tokens.sample(random: random)
      end.unshift(starts.sample(random: random)).join
    end
    differ = texts.reject do |text|
      options = limits.select { random.rand(2).zero? }.merge(validate_encoding: random.rand(2).zero?)
      outcome { Jacinth.parse(text, **options) } == outcome { Jacinth::Document.new(text, validate: true, **options) }
    end

    assert_empty differ, seed_note
  end

  def outcome
    yield && nil
  rescue Jacinth::ParserError => e
    [e.class, e.message, e.json_path]
  end
end
