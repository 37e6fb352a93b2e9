# frozen_string_literal: true

require_relative "support"

class ParserEncodingTest < Minitest::Test
  def test_sources_in_other_encodings_are_converted
    source = '{"é":["日本","😀"]}'
    [Encoding::UTF_8, Encoding::UTF_16LE, Encoding::UTF_16BE, Encoding::UTF_32LE].each do |encoding|
      assert_equal({ "é" => %w[日本 😀] }, Jacinth.parse(source.encode(encoding)))
    end
    assert_equal ["é"], Jacinth.parse('["é"]'.encode(Encoding::ISO_8859_1))
    assert_equal ["é"], Jacinth.parse('["é"]'.b)
    assert_equal [1], Jacinth.parse("[1]".dup.force_encoding(Encoding::US_ASCII))
    assert_raises(EncodingError) { Jacinth.parse("[\"\xE9\"]".dup.force_encoding(Encoding::US_ASCII)) }
  end

  def test_the_source_is_not_changed
    [+'["é"]', '["é"]'.b, '["é"]'.encode(Encoding::UTF_16LE), +"[1]"].each do |source|
      before = [source.dup, source.encoding, source.frozen?]
      Jacinth.parse(source)

      assert_equal before, [source, source.encoding, source.frozen?]
    end
  end

  def test_a_source_that_is_not_a_string_raises
    [nil, 1, :a, [], Object.new].each { |source| assert_raises(TypeError) { Jacinth.parse(source) } }
    [nil, 1, :a].each { |source| assert_same_as_json(source) }
    assert_equal [7], Jacinth.parse(Struct.new(:to_str).new("[7]"))
    assert_raises(TypeError) { Jacinth.parse(Struct.new(:to_str).new(7)) }
  end

  def test_a_byte_order_mark_is_rejected
    assert_same_as_json("\uFEFF[1]")
    assert_raises(Jacinth::ParserError) { Jacinth.parse("\uFEFF[1]") }
  end

  def test_strings_know_their_coderange
    ['["a"]', '["\u0041"]', "[\"#{'a' * 2000}\"]", "[\"#{'a' * 2000}\\n\"]"].each do |source|
      assert_predicate Jacinth.parse(source)[0], :ascii_only?
    end
    ['["é"]', '["\u00e9"]', "[\"#{'a' * 2000}\\u00e9\"]", "[\"#{'a' * 40}é\"]", '["\\né"]',
     "[\"\\\\\u00e9\"]"].each do |source|
      string = Jacinth.parse(source)[0]

      refute_predicate string, :ascii_only?
      assert_predicate string, :valid_encoding?
    end
    refute_predicate Jacinth.parse("[\"\xFF\"]")[0], :valid_encoding?
  end

  BAD = ["\xFF", "\xC0\x80", "\xED\xA0\x80", "\xE2\x82", "\xF4\x90\x80\x80", "\x80", "a\xC3"].freeze

  def test_validate_encoding_rejects_invalid_utf8
    BAD.each do |bad|
      ["[\"ok é\",\n \"x#{bad}\"]", "{\"x#{bad}\":1}", "[\"\\n#{bad}\"]", "[\"#{'a' * 100}#{bad}\"]"].each do |source|
        Jacinth.parse(source)
        2.times do
          error = assert_raises(Jacinth::ParserError, source) { Jacinth.parse(source, validate_encoding: true) }

          assert_match(/\Ainvalid UTF-8 in source: .* at line \d+ column \d+\z/mn, error.message.b)
        end
      end
      assert_raises(Jacinth::ParserError) do
        Jacinth.parse("[1/*#{bad}*/]", validate_encoding: true, allow_comments: true)
      end
    end
  end

  def test_validate_encoding_reports_line_column_and_path
    error = assert_raises(Jacinth::ParserError) do
      Jacinth.parse("{\"a\":[\"ok\",\n\"é\xFFb\"]}", validate_encoding: true, symbolize_names: true)
    end

    assert_equal [2, 3, "$.a[1]"], [error.line, error.column, error.json_path]
  end

  def test_validate_encoding_accepts_utf8
    source = "{\"é\":\"日本😀\\u00e9\",\"\u{10FFFF}\":[\"\u{FFFF}\"]}"

    assert_equal Jacinth.parse(source), Jacinth.parse(source, validate_encoding: true)
  end

  def test_validate_encoding_rejects_invalid_utf8_in_chunks
    parser = Jacinth::ResumableParser.new(validate_encoding: true)
    "[\"é\"]".b.each_char { |byte| parser << byte && parser.parse }

    assert_equal ["é"], parser.value
    parser << "[\"\xFF\"]"

    assert_raises(Jacinth::ParserError) { parser.parse }
  end

  ESCAPES = ['\\n', '\\"', "\\\\\\\\", '\\/', '\\u0041', '\\u00e9', '\\u20ac', '\\ud83d\\ude00', "é", "\u0001", '\\q', '\\ud83d', '\\ude00',
             '\\ud83d\\n', '\\u12', "\\", '"'].freeze

  # Text is copied by blocks of 16 bytes, so each escape is read at each place of a block, after text and after an escape,
  # and near the end of the source.
  def test_escapes_at_each_place_of_a_block_are_read_as_by_json
    (0..17).to_a.product(ESCAPES, ["", "\\n", '\\/', "x"], [0, 40]) do |size, escape, before, after|
      source = "[\"#{"a" * size}#{before}#{escape}#{escape}b\"]#{" " * after}"

      assert_same_as_json source
      assert_same_as_json source, allow_invalid_escape: true, allow_control_characters: true
    end
  end

  # From 128 bytes without escapes on, text is copied by the kernel, up to the next escape or to the end of the target, which
  # then grows.
  def test_long_texts_between_escapes_are_read_as_by_json
    [(110..150).to_a, 255, 300, 1024, 5000, 70_000].flatten.product(%w[a é], ESCAPES) do |size, letter, escape|
      text = letter * (size / letter.bytesize)
      assert_same_as_json "[\"\\n#{text}#{escape}b#{text}\\n#{text}\"]"
      assert_same_as_json "[\"\\n#{text}#{escape}", allow_invalid_escape: true, allow_control_characters: true
    end
  end

  def test_a_long_text_with_an_escape_knows_its_coderange
    assert_predicate Jacinth.parse("[\"\\n#{"a" * 400}\"]")[0], :ascii_only?
    refute_predicate Jacinth.parse("[\"\\n#{"a" * 400}é#{"a" * 400}\"]")[0], :ascii_only?
  end

  def test_strings_with_escapes_cut_off_at_every_byte_are_read_as_by_json
    source = "[\"#{ESCAPES.first(9).join}#{ESCAPES.first(9).join("abc")}\"]"
    expected = Jacinth.parse(source)
    (1..source.bytesize).each do |size|
      assert_same_as_json source.byteslice(0, size)
      assert_equal [expected], ParserSupport.chunked(Jacinth, source, size)[0]
    end
  end
end
