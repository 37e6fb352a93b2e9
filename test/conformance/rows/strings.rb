# frozen_string_literal: true

# string = quotation-mark *char quotation-mark, char = unescaped / escape (...),
# unescaped = %x20-21 / %x23-5B / %x5D-10FFFF.
Conformance.section "7 strings" do
  accept "empty", '""', ""
  [7, 8, 15, 16, 17, 23, 24, 31, 32, 33, 63, 64, 65, 127, 128, 1000].each do |size|
    accept "#{size} bytes", "\"#{"s" * size}\"", "s" * size
    accept "#{size} bytes and an escape", "\"#{"s" * size}\\n\"", "#{"s" * size}\n"
    reject "#{size} bytes and a line feed", "\"#{"s" * size}\n\"", at: [1, size + 2]
  end
  ([*" ".."~"] - ['"', "\\"]).each { |char| accept "unescaped: #{char.inspect}", "\"#{char}\"", char }
  {
    "DEL" => "\u007F", "U+0080" => "\u0080", "U+009F" => "\u009F", "U+07FF" => "\u07FF", "U+0800" => "\u0800",
    "U+2028" => "\u2028", "U+2029" => "\u2029", "U+D7FF" => "\uD7FF", "U+E000" => "\uE000", "U+FEFF" => "\uFEFF",
    "U+FDD0, no character" => "\uFDD0", "U+FFFD" => "\uFFFD", "U+FFFE, no character" => "\uFFFE",
    "U+FFFF, no character" => "\uFFFF", "U+10000" => "\u{10000}", "U+1FFFF" => "\u{1FFFF}",
    "U+E0001, a tag" => "\u{E0001}", "U+10FFFF" => "\u{10FFFF}"
  }.each do |name, char|
    accept "unescaped: #{name}", "\"#{char}\"", char
    accept "unescaped: #{name} in a name", "{\"#{char}\":\"#{char}\"}", { char => char }
  end
  ["Ærø", "Σίσυφος", "Владивосток", "日本語", "한국어", "العربية", "עברית", "हिन्दी", "ไทย", "𝕁𝕊𝕆ℕ", "👩‍👩‍👧‍👦", "e\u0301\u0327"].each do |text|
    accept "unescaped: #{text}", "\"#{text}\"", text
  end

  # escape = %x5C, and what may follow it
  { '"' => '"', "\\" => "\\", "/" => "/", "b" => "\b", "f" => "\f", "n" => "\n", "r" => "\r", "t" => "\t" }.each do |c, char|
    accept "escape #{c}", "\"\\#{c}\"", char
    accept "escape #{c} between letters", "\"x\\#{c}y\"", "x#{char}y"
    accept "escape #{c} twice", "\"\\#{c}\\#{c}\"", char * 2
    accept "escape #{c} in a name", "{\"\\#{c}\":1}", { char => 1 }
  end
  ([*"!".."~"] - %w[" \\ / b f n r t u]).each do |c|
    allow "escape #{c}, which is none", "\"\\#{c}\"", c, allow_invalid_escape: true
  end
  reject "an escaped line feed", "\"\\\n\""
  reject "an escaped tab", "\"\\\t\""
  reject "an escaped NUL", "\"\\\u0000\""
  allow "an escaped space", "\"\\ \"", " ", allow_invalid_escape: true
  allow "an escaped letter of two bytes", "\"\\é\"", "é", allow_invalid_escape: true
  allow "an escaped emoji", "\"\\😀\"", "😀", allow_invalid_escape: true
  reject "a hexadecimal escape", "\"\\x41\""
  reject "an octal escape", "\"\\101\""
  reject "an escape in capitals", "\"\\N\""
  reject "U for u", "\"\\U0041\""
  cut "a backslash before the end", "\"\\"
  cut "a backslash and the closing quotation mark", "\"\\\""
  cut "three backslashes and the closing quotation mark", "\"\\\\\\\""
  accept "a backslash and n, escaped", "\"\\\\n\"", "\\n"
  accept "escapes only", "\"#{"\\n" * 100}\"", "\n" * 100
  [7, 8, 15, 16, 31, 32, 63].each do |size|
    accept "an escape after #{size} bytes", "\"#{"s" * size}\\\"s\"", "#{"s" * size}\"s"
  end

  # %x75 4HEXDIG
  {
    "0000" => "\u0000", "0001" => "\u0001", "001f" => "\u001F", "0020" => " ", "0022" => '"', "002f" => "/", "0041" => "A",
    "005c" => "\\", "007f" => "\u007F", "0080" => "\u0080", "00e9" => "é", "07ff" => "\u07FF", "0800" => "\u0800",
    "2028" => "\u2028", "65e5" => "日", "d7ff" => "\uD7FF", "e000" => "\uE000", "feff" => "\uFEFF", "fffd" => "\uFFFD",
    "fffe" => "\uFFFE", "ffff" => "\uFFFF"
  }.each do |hex, char|
    accept "\\u#{hex}", "\"\\u#{hex}\"", char
    accept "\\u#{hex} between letters", "\"a\\u#{hex}b\"", "a#{char}b"
  end
  accept "\\u00E9, hex digits in capitals", "\"\\u00E9\"", "é"
  accept "\\uAbCd, hex digits in both", "\"\\uAbCd\"", "\uABCD"
  accept "\\u0041 and a digit", "\"\\u00411\"", "A1"
  accept "\\u0041 twice", "\"\\u0041\\u0041\"", "AA"
  accept "\\u005c and n, no escape any more", "\"\\u005cn\"", "\\n"
  accept "\\u0022 ends no string", "\"\\u0022a\"", '"a'
  accept "an escaped backslash and u0041", "\"\\\\u0041\"", "\\u0041"
  ["u", "u0", "u00", "u004", "ug", "u0g", "u00g", "u004g", "u+041", "u-041", "u 041", "u0x41", "u{41}", "u00 1", "u004é"].each do |text|
    reject "\\#{text}, too few hex digits", "\"\\#{text}\"", with: { allow_invalid_escape: true }
  end
  reject "\\u with fullwidth digits", "\"\\u\uFF10\uFF10\uFF14\uFF11\""
  reject "\\u004 and a line feed", "\"\\u004\n1\""

  # A character beyond the BMP is a pair of escapes, a leading and a trailing surrogate.
  {
    "d800\\udc00" => "\u{10000}", "d800\\udfff" => "\u{103FF}", "d83d\\ude00" => "😀", "D83D\\uDE00" => "😀",
    "d834\\udd1e" => "𝄞", "dbff\\udc00" => "\u{10FC00}", "dbff\\udfff" => "\u{10FFFF}", "d83f\\udffe" => "\u{1FFFE}"
  }.each do |pair, char|
    accept "the pair \\u#{pair}", "\"\\u#{pair}\"", char
    accept "the pair \\u#{pair} between letters", "\"a\\u#{pair}b\"", "a#{char}b"
    accept "the pair \\u#{pair} in a name", "{\"\\u#{pair}\":1}", { char => 1 }
  end
  accept "two pairs", "\"\\ud83d\\ude00\\ud83d\\ude01\"", "😀😁"

  # Half a pair is in the grammar, but no character: RFC 8259, 8.2, calls what
  # a receiver does unpredictable. This one rejects it, as json does.
  %w[d800 dbff d83d].each do |half|
    reject "the leading surrogate #{half} alone", "\"\\u#{half}\""
    reject "the leading surrogate #{half} before a letter", "\"\\u#{half}a\""
    reject "the leading surrogate #{half} before an escape", "\"\\u#{half}\\n\""
    reject "the leading surrogate #{half} before \\u0041", "\"\\u#{half}\\u0041\""
    reject "the leading surrogate #{half} twice", "\"\\u#{half}\\u#{half}\""
    reject "the leading surrogate #{half} before half an escape", "\"\\u#{half}\\ude\""
    reject "the leading surrogate #{half} before \\uE000", "\"\\u#{half}\\ue000\""
  end
  %w[dc00 dfff de00].each do |half|
    reject "the trailing surrogate #{half} alone", "\"\\u#{half}\""
    reject "the trailing surrogate #{half} after a letter", "\"a\\u#{half}\""
    reject "the trailing surrogate #{half} before a leading one", "\"\\u#{half}\\ud83d\""
    reject "the trailing surrogate #{half} after a pair", "\"\\ud83d\\ude00\\u#{half}\""
  end

  # Characters that must be escaped
  (0..0x1F).each do |code|
    char = [code].pack("U")
    allow format("the control character %02X", code), "\"#{char}\"", char, allow_control_characters: true
    allow format("the control character %02X after a block", code), "[\"#{"s" * 40}#{char}\"]", ["#{"s" * 40}#{char}"],
          allow_control_characters: true
    reject format("the control character %02X in a name", code), "{\"#{char}\":1}"
    accept format("the control character %02X, escaped", code), format("\"\\u%04X.\"", code), "#{char}."
  end

  reject "a quotation mark in a string", '"a"b"', at: [1, 4]
  several "a doubled quotation mark", '"a""b"', %w[a b]
  several "triple quotation marks", '"""a"""', ["", "a", ""]
  reject "two strings", '["a""b"]', at: [1, 5]
  reject "an escaped opening quotation mark", "[\\\"a\"]", at: [1, 2]
  reject "a closing quotation mark of the other kind", "[\"a']\n"
  cut "not closed", '"a'
  cut "only opened", '"'
  cut "not closed in an array", '["a'
  cut "half an escape", "\"\\u00"
  cut "half a pair", "\"\\ud83d\\ud"
  cut "half a character", "\"\xE6\x97"
end
