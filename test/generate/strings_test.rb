# frozen_string_literal: true

require_relative "support"

class StringsTest < GeneratorTest
  SHORT_ESCAPES = { '"' => '\"', "\\" => "\\\\", "\b" => '\b', "\f" => '\f', "\n" => '\n', "\r" => '\r', "\t" => '\t' }.freeze

  # The expected text of a String.
  def escaped(text, script_safe: false, ascii_only: false)
    inner = text.gsub(/["\\\u0000-\u001f]/) { |char| SHORT_ESCAPES[char] || units(char) }
    inner.gsub!("/", '\/') if script_safe
    inner.gsub!(/[\u2028\u2029]/) { |char| units(char) } if script_safe
    inner.gsub!(/[^\u0000-\u007f]/) { |char| units(char) } if ascii_only
    %("#{inner}")
  end

  def units(char) = char.encode("UTF-16BE").unpack("n*").map { |unit| format('\u%04x', unit) }.join

  MODES = [{}, { script_safe: true }, { ascii_only: true }, { script_safe: true, ascii_only: true }].freeze

  def assert_escaped(text)
    MODES.each { |mode| assert_generates escaped(text, **mode), text, **mode }
  end

  def test_every_character_is_escaped_as_in_each_mode
    [*0..0xd7ff, *0xe000..0xffff].each_slice(970) { |points| assert_escaped(points.pack("U*")) }
    (0x10000..0x10ffff).step(1021).each_slice(50) { |points| assert_escaped(points.pack("U*")) }
  end

  def test_an_escape_at_every_offset_of_every_length_is_written
    ["\"", "\n", "\u0001", "/", "é", "\u2028", "\u{1F600}"].each do |hit|
      (0..70).each do |length|
        (0..length).step(length > 36 ? 7 : 1) { |at| assert_escaped("#{'a' * at}#{hit}#{'b' * (length - at)}") }
      end
    end
  end

  def test_random_text_is_escaped
    random = seeded
    pieces = ["a", "bc", "\"", "\\", "\n", "\u0000", "/", "é", "日", "\u2028", "\u2029", "\u2030", "\u{1F600}", "x" * 20]

    scaled(600).times { assert_escaped(Array.new(random.rand(120)) { pieces.sample(random: random) }.join) }
  end

  def test_strings_of_escapes_alone_are_written
    ["\u0001", "\"", "\u2028", "\u{10ffff}"].each do |char|
      [1, 10, 33, 100, 1000, 100_000].each do |count|
        MODES.each do |mode|
          assert_equal %("#{escaped(char, **mode)[1..-2] * count}"), Jacinth.generate(char * count, mode)
        end
      end
    end
  end

  def test_strings_of_every_length_around_the_buffer_sizes_are_written
    [*0..300, *900..1200, *8050..8200].each do |size|
      text = "x" * size

      assert_equal %("#{text}"), Jacinth.generate(text)
      assert_equal %(["","#{text}",1]), Jacinth.generate(["", text, 1])
      assert_equal %({"#{text}":1}), Jacinth.generate({ text => 1 })
    end
  end

  def test_long_strings_are_escaped
    block = "é/\u2028\""
    [25_000, 500_000].each do |count|
      MODES.each do |mode|
        assert_equal %("#{escaped(block, **mode)[1..-2] * count}"), Jacinth.generate(block * count, mode)
      end
    end
  end

  def test_strings_in_other_encodings_are_written_as_utf8
    {
      "ascii".encode("US-ASCII") => "ascii", "ascii".b => "ascii", "é".encode("ISO-8859-1") => "é",
      "é".encode("UTF-16LE") => "é", "é\u{1F600}".encode("UTF-16BE") => "é\u{1F600}", "é".encode("UTF-32LE") => "é",
      "日本".encode("Shift_JIS") => "日本", "日本".encode("EUC-JP") => "日本", "日本".encode("ISO-2022-JP") => "日本",
      "€".encode("Windows-1252") => "€", "a".encode("UTF-16LE") => "a", "".encode("UTF-16LE") => "",
      (+"x").force_encoding("ISO-8859-1") => "x"
    }.each do |given, text|
      assert_generates escaped(text), given
      assert_generates "[#{escaped(text)},1]", [given, 1]
      assert_generates "{#{escaped(text)}:#{escaped(text)}}", { given => given }
      assert_generates escaped(text, ascii_only: true), given, ascii_only: true
    end
  end

  def test_each_byte_of_iso_8859_1_is_written_as_ruby_encodes_it
    all = (0..255).to_a.pack("C*").force_encoding("ISO-8859-1")
    [all, all.reverse, all * 100, *all.chars].each do |given|
      given.freeze

      assert_generates escaped(given.encode("UTF-8")), given
      assert_generates "{#{escaped(given.encode('UTF-8'))}:[#{escaped(given.encode('UTF-8'))}]}", { given => [given] }
      assert_generates escaped(given.encode("UTF-8"), ascii_only: true), given, ascii_only: true
    end
  end

  def test_an_own_encode_is_called
    ["\xE9".dup.force_encoding("ISO-8859-1"), "\x80".dup.force_encoding("Windows-1252"), "\xE9".b].each do |given|
      def given.encode(*) = "own"

      assert_equal '{"a":"own"}', Jacinth::State.new.generate({ "a" => given })
    end
  end

  def test_a_string_that_cannot_be_transcoded_raises
    ["é".b, (+"\x81").force_encoding("Windows-1252"), "\xD8".b,
     (+"\x00").force_encoding("UTF-16LE")].each do |text|
      [text, [text], { "a" => text }, { text => 1 }].each do |tree|
        error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate(tree) }
        assert_equal text, error.invalid_object
      end
    end
  end

  def test_the_text_is_the_same_with_a_known_and_unknown_coderange
    ["ascii", "é", "\u{1F600}" * 50].each do |text|
      fresh = [text].pack("a*").force_encoding("UTF-8")
      known = fresh.dup.tap(&:valid_encoding?)

      assert_equal Jacinth.generate(known), Jacinth.generate(fresh)
    end
  end

  def test_substrings_are_escaped
    long = "0123456789\"é" * 50

    (0..60).each do |size|
      assert_generates escaped(long[size..]), long[size..]
      assert_generates escaped(long[5, size]), long[5, size]
    end
  end

  def test_results_are_new_unfrozen_strings
    text = Jacinth.generate("a")

    refute_predicate text, :frozen?
    text << "more"

    assert_equal '"a"', Jacinth.generate("a")
  end

  # UTF-7 cannot be converted to UTF-8, also with `invalid: :replace`.
  def test_a_string_without_a_converter_to_utf8_raises_with_its_path
    text = "ab".dup.force_encoding(Encoding::UTF_7)
    [{}, { invalid: :replace }, { strict: true, invalid: :replace }].each do |options|
      { [text] => "$[0]", { text => 1 } => "$.ab" }.each do |value, path|
        error = assert_raises(Jacinth::GeneratorError, options) { Jacinth.generate(value, options) }

        assert_equal ["code converter not found (UTF-7 to UTF-8)", path], [error.message, error.json_path], options
      end
    end
  end
end
