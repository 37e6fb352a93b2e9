# frozen_string_literal: true

# JSON text exchanged between systems is UTF-8 (RFC 8259, 8.1; RFC 3629, 4).
# Within strings any bytes are taken as they are, as json does it, and checked
# with validate_encoding; outside of strings they are no characters of JSON.
Conformance.section "8.1 encoding" do
  bytes = ->(text) { text.dup.force_encoding(Encoding::UTF_8) }

  # The first and last character of each length, and those next to the surrogates.
  {
    "U+0080" => "\xC2\x80", "U+07FF" => "\xDF\xBF", "U+0800" => "\xE0\xA0\x80", "U+0FFF" => "\xE0\xBF\xBF",
    "U+1000" => "\xE1\x80\x80", "U+CFFF" => "\xEC\xBF\xBF", "U+D000" => "\xED\x80\x80", "U+D7FF" => "\xED\x9F\xBF",
    "U+E000" => "\xEE\x80\x80", "U+FFFF" => "\xEF\xBF\xBF", "U+10000" => "\xF0\x90\x80\x80",
    "U+3FFFF" => "\xF0\xBF\xBF\xBF", "U+40000" => "\xF1\x80\x80\x80", "U+FFFFF" => "\xF3\xBF\xBF\xBF",
    "U+100000" => "\xF4\x80\x80\x80", "U+10FFFF" => "\xF4\x8F\xBF\xBF"
  }.each do |name, char|
    accept "#{name} in UTF-8", bytes["\"#{char}\""], bytes[char]
    accept "#{name} after 31 bytes", bytes["[\"#{"s" * 31}#{char}\"]"], [bytes["#{"s" * 31}#{char}"]]
  end

  bad = {
    "a continuation byte alone, the first" => "\x80", "a continuation byte alone, the last" => "\xBF",
    "a continuation byte too many" => "\xC3\xA9\xA9", "two continuation bytes alone" => "\x80\x80",
    "a start of two bytes and no more" => "\xC3", "a start of three bytes and no more" => "\xE6",
    "a start of three bytes and one more" => "\xE6\x97", "a start of four bytes and no more" => "\xF0",
    "a start of four bytes and one more" => "\xF0\x9F", "a start of four bytes and two more" => "\xF0\x9F\x98",
    "a start of two bytes and a letter" => "\xC3a", "a start of three bytes, one more and a letter" => "\xE6\x97a",
    "a start of four bytes, two more and a letter" => "\xF0\x9F\x98a", "a start and a start" => "\xC3\xC3\xA9",
    "over-long NUL in two bytes" => "\xC0\x80", "over-long slash in two bytes" => "\xC0\xAF",
    "over-long U+007F in two bytes" => "\xC1\xBF", "over-long NUL in three bytes" => "\xE0\x80\x80",
    "over-long slash in three bytes" => "\xE0\x80\xAF", "over-long U+07FF in three bytes" => "\xE0\x9F\xBF",
    "over-long NUL in four bytes" => "\xF0\x80\x80\x80", "over-long U+FFFF in four bytes" => "\xF0\x8F\xBF\xBF",
    "over-long quotation mark" => "\xC0\xA2", "over-long backslash" => "\xC1\x9C",
    "the surrogate U+D800" => "\xED\xA0\x80", "the surrogate U+DBFF" => "\xED\xAF\xBF",
    "the surrogate U+DC00" => "\xED\xB0\x80", "the surrogate U+DFFF" => "\xED\xBF\xBF",
    "a pair of surrogates (CESU-8)" => "\xED\xA0\xBD\xED\xB8\x80",
    "U+110000" => "\xF4\x90\x80\x80", "U+13FFFF" => "\xF4\xBF\xBF\xBF", "U+140000" => "\xF5\x80\x80\x80",
    "U+1FFFFF" => "\xF7\xBF\xBF\xBF", "a start of five bytes" => "\xF8\x88\x80\x80\x80",
    "a start of six bytes" => "\xFC\x84\x80\x80\x80\x80", "byte FE" => "\xFE", "byte FF" => "\xFF",
    "a byte order mark of UTF-16" => "\xFF\xFE", "Latin-1" => "caf\xE9", "Windows-1252" => "\x93a\x94",
    "Shift JIS" => "\x93\xFA", "good, bad, good" => "é\xFFé"
  }
  bad.each do |name, text|
    text = bytes[text]
    malformed "#{name} in a string", bytes["\"#{text}\""], text
    malformed "#{name} after 40 bytes", bytes["[\"#{"s" * 40}#{text}\"]"], [bytes["#{"s" * 40}#{text}"]]
    malformed "#{name} in a name", bytes["{\"#{text}\":1}"], { text => 1 }
    malformed "#{name} in a string with an escape", bytes["[\"\\n#{text}\"]"], [bytes["\n#{text}"]]
    reject "#{name} outside of a string", bytes["[#{text}]"], at: [1, 2]
    reject "#{name} after the value", bytes["[]#{text}"], at: [1, 3]
  end

  # No U+FEFF before the text (8.1); a parser may ignore it, and this one does not.
  reject "a byte order mark", "\uFEFF[1]", at: [1, 1]
  reject "a byte order mark and nothing else", "\uFEFF", at: [1, 1]
  reject "a byte order mark after the value", "[1]\uFEFF", at: [1, 4]
  reject "a byte order mark after white space", " \uFEFF[1]", at: [1, 2]
  reject "two bytes of a byte order mark", bytes["\xEF\xBB[1]"], at: [1, 1]
  reject "UTF-16 read as UTF-8", bytes["[\u00001\u0000]\u0000"], at: [1, 2]
  reject "UTF-16 with a byte order mark read as UTF-8", bytes["\xFE\xFF\u0000["], at: [1, 1]
end
