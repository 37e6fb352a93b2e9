# frozen_string_literal: true

require_relative "support"

# Documents cut off and with bytes changed: the verdict of json 3.1, and its
# text, line, column and path.
class ParserDamageTest < Minitest::Test
  SMALL = <<~JSON
    {"id": 505874924095815681, "text": "@aym0566x \\n\\n\\u540d\\u524d:\\ud83d\\ude02 前田", "truncated": false,
     "user": {"name": "AYUMI", "url": null, "entities": {"description": {"urls": []}}, "score": -1.25e-3},
     "list": [1, [2.0, [true, {}], []], "a/b\\/c", 12345678901234567890], "": 0, "key with \\"quotes\\"": "\\t"}
  JSON

  def test_a_document_truncated_at_every_byte_raises_as_in_json
    (0...SMALL.bytesize).each { |size| assert_same_as_json(cut(SMALL, size)) }
  end

  def test_a_document_with_every_byte_replaced_is_read_as_by_json
    (0...SMALL.bytesize).each do |at|
      [0, 10, 34, 44, 47, 48, 92, 93, 125, 0xE9, 0xFF].each { |byte| assert_same_as_json(replaced(SMALL, at, byte)) }
    end
  end

  COMMENTED = <<~JSON
    /*a*/ [1 /*b*/, /*c*/ 2 //d
     , {"a" /*e*/ : /*f*/ 3 /*g*/, /*h*/ "b": [/*i*/ 4 /*j*/, 5 /*k*/] /*l*/ }
     /*m*/ , {/*n*/}] // o
  JSON

  def test_damaged_text_with_comments_raises_as_in_json
    (0...COMMENTED.bytesize).each do |at|
      [44, 47, 58, 93, 125].each do |byte|
        [true, false].each { |allow| assert_same_as_json(replaced(COMMENTED, at, byte), allow_comments: allow) }
      end
    end
  end

  def test_truncated_documents_raise_as_in_json
    random = seeded
    each_document do |name, source|
      places(source).times do
        assert_same_as_json(cut(source, random.rand(source.bytesize)), "#{name} #{seed_note}", deep: false)
      end
    end
  end

  def test_documents_with_random_bytes_are_read_as_by_json
    random = seeded
    each_document do |name, source|
      places(source).times do
        damaged = replaced(source, random.rand(source.bytesize), random.rand(256))
        assert_same_as_json(damaged, "#{name} #{seed_note}", deep: false)
      end
    end
  end

  def test_nul_bytes_and_invalid_utf8_are_read_as_by_json
    ["[1\u0000]", "\u0000[1]", "[1]\u0000", "{\"a\u0000\":1}", "[\"\u0000\"]", "\xBF", "[\xC0\x80]", "\"\xC0\x80\"",
     "\"\xED\xA0\x80\"", "[\"\xF8\"]", "{\"\xFF\":1}", "{\"\xFF\":x}"].each { |source| assert_same_as_json(source) }
  end

  def test_the_excerpt_in_a_message_ends_as_in_json
    (25..40).each do |size|
      ["x" * size, "é" * (size / 2), "x#{'é' * (size / 2)}", "日" * (size / 3), "xx#{'日' * (size / 3)}"].each do |text|
        assert_same_as_json(text)
        assert_same_as_json("[1,\n#{text} after]")
      end
    end
  end

  def test_snippet_of_a_part_of_a_string_ends_with_it
    whole = "[1, oops and so on, much longer than a String that is kept in its slot can be]"
    assert_error(Jacinth::ParserError, "unexpected character: 'oop' at line 1 column 5") { Jacinth.parse(whole[0, 7]) }
  end

  # More rounds for documents that are read faster: half a second for each.
  def places(source) = scaled(10_000_000 / (source.bytesize + 20_000))

  def cut(source, size) = source.byteslice(0, size)

  def replaced(source, at, byte) = source.dup.tap { |text| text.setbyte(at, byte) }
end
