# frozen_string_literal: true

# Documents that are broken as people and programs break them: for each the
# excerpt that Jacinth::ParserError shows and the hint that it gives.
module BrokenDocuments # rubocop:disable Metrics/ModuleLength -- a table
  Row = Struct.new(:name, :source, :options, :shown)
  ROWS = []

  def self.row(name, source, shown, **options)
    ROWS << Row.new(name, source.dup.force_encoding(Encoding::UTF_8), options, shown.chomp).freeze
  end

  # The same for an excerpt of whole lines. at: the column in the first line, or the line and the column, or
  # a Range of lines and the column in the last one.
  def self.error(name, source, at, hint = nil, **options)
    line, column = at.is_a?(Array) ? at : [1, at]
    shown = [*line].map { |number| "#{number} | #{source.lines(chomp: true)[number - 1]}" }
    row(name, source, [*shown, "  | #{' ' * (column - 1)}^", *("hint: #{hint}" if hint)].join("\n"), **options)
  end

  error "trailing comma in an array", "[80, 443,]", 10, "trailing comma before ']': remove it, or pass allow_trailing_comma: true"

  error "trailing comma before a new line", "{\n  \"a\": 1,\n}", [2..3, 1],
        "trailing comma before '}': remove it, or pass allow_trailing_comma: true"
  error "trailing comma in an object", "{\"a\": 1,}", 9, "trailing comma before '}': remove it, or pass allow_trailing_comma: true"
  error "two commas", "[1,,2]", 4, "extra comma: remove it"
  error "a leading comma", "[,1]", 2, "extra comma: remove it"
  error "two commas in an object", "{\"a\": 1,, \"b\": 2}", 9, "extra comma: remove it"

  error "a line comment", "{\n  \"port\": 80 // of the web server\n}", [2, 14],
        "comment: remove it, or pass allow_comments: true, as json 2 did"
  error "a block comment", "[1, /* two */ 3]", 5, "comment: remove it, or pass allow_comments: true, as json 2 did"

  error "a hash comment", "# settings\n{\"a\": 1}", 1, "comment: remove it"
  error "a hash comment after a value", "[1, # one\n 2]", 5, "comment: remove it"
  error "single quotes around a value", "{\"a\": 'b'}", 7, "single quotes around a string: write double quotes"
  error "single quotes around a key", "{'a': 1}", 2, "single quotes around a key: write double quotes"
  error "typographic quotes", "{“a”: 1}", 2, "typographic quotes around a key: write double quotes"
  error "a backtick", "[\"a\", `b`]", 7, "backticks around a string: write double quotes"
  error "an unquoted key", "{name: \"x\"}", 2, 'key without double quotes: write "name"'
  error "an unquoted key later", "{\"a\": 1, b_2: 3}", 10, 'key without double quotes: write "b_2"'
  error "a Ruby symbol as key", "{:a => 1}", 2, 'Ruby symbol as a key: write "a"'
  error "a Ruby symbol as value", "{\"a\": :b}", 7, 'Ruby symbol: write "b"'
  error "a number as key", "{1: \"a\"}", 2, 'number as a key: write "1"'
  error "an unquoted string", "{\"city\": Berlin}", 10, 'string without double quotes: write "Berlin"'
  error "an unquoted date", "[2026-11-23]", 6, "more than a number: write a date, time, version or address in double quotes"
  error "an address", "[\"a\", 127.0.0.1]", 12, "more than a number: write a date, time, version or address in double quotes"
  error "NaN", "{\"mean\": NaN}", 10, "NaN is not JSON: write null, or pass allow_nan: true"
  error "-NaN", "[-NaN]", 2, "-NaN is not JSON: write null"
  error "Infinity", "[1, Infinity]", 5, "Infinity is not JSON: write null, or pass allow_nan: true"
  error "minus Infinity", "[-Infinity]", 2, "-Infinity is not JSON: write null, or pass allow_nan: true"
  error "inf", "[-inf]", 2, "-inf is not JSON: write null"
  error "None", "{\"a\": None}", 7, "None is not JSON: write null"
  error "True", "{\"a\": True}", 7, "True is not JSON: write true"
  error "False", "[False]", 2, "False is not JSON: write false"
  error "undefined", "[undefined]", 2, "undefined is not JSON: write null"
  error "nil", "{\"a\": nil}", 7, "nil is not JSON: write null"
  error "NULL", "[NULL]", 2, "NULL is not JSON: write null"
  error "a keyword too long", "[nulll]", 6, "nulll is not JSON: write null"
  error "a keyword cut off", "{\"a\": tru", 7, "text cut off in true: write true"
  error "hexadecimal", "[0xFF]", 3, "hexadecimal number: write it in decimal, or as a string"
  error "binary", "[0b11]", 3, "binary or octal number: write it in decimal"
  error "a leading zero", "{\"port\": 0080}", 10, "leading zero: write 80, or a string"
  error "a leading plus", "[+1]", 2, "plus sign before a number: write 1"
  error "a leading dot", "[.5]", 2, "missing digits before the decimal point: write 0.5"
  error "a negative leading dot", "[-.5]", 2, "missing digits before the decimal point: write -0.5"
  error "a trailing dot", "[5.]", 2, "missing digits after the decimal point: write 5.0"
  error "an exponent without digits", "[1e+]", 2, "missing digits in the exponent: add them"
  error "a minus alone", "[1, -]", 5, "minus sign without digits: add them"
  error "underscores", "[1_000_000]", 3, "underscore in a number: remove it"
  error "a unit", "{\"size\": 10px}", 12, "unit or suffix after a number: remove it, or write a string"

  row "a byte order mark", "\uFEFF{\"a\": 1}", <<~SHOWN
    1 | <U+FEFF>{"a": 1}
      | ^
    hint: byte order mark: pass relaxed: true, or read the file in mode "r:BOM|UTF-8"
  SHOWN

  row "UTF-16LE with its mark", "\xFF\xFE{\u0000}\u0000", <<~SHOWN
    1 | <FF><FE>{␀}␀
      | ^
    hint: UTF-16 text: call text.force_encoding(Encoding::UTF_16LE)
  SHOWN

  row "UTF-16BE with its mark", "\xFE\xFF\u0000{\u0000}", <<~SHOWN
    1 | <FE><FF>␀{␀}
      | ^
    hint: UTF-16 text: call text.force_encoding(Encoding::UTF_16BE)
  SHOWN

  row "UTF-16LE", "{\u0000\"\u0000a\u0000", <<~SHOWN
    1 | {␀"␀a␀
      |  ^
    hint: UTF-16 text: call text.force_encoding(Encoding::UTF_16LE)
  SHOWN

  row "UTF-16BE", "\u0000{\u0000\"\u0000a", <<~SHOWN
    1 | ␀{␀"␀a
      | ^
    hint: UTF-16 text: call text.force_encoding(Encoding::UTF_16BE)
  SHOWN

  row "UTF-32LE", "[\u0000\u0000\u0000]\u0000\u0000\u0000", <<~SHOWN
    1 | [␀␀␀]␀␀␀
      |  ^
    hint: UTF-32 text: call text.force_encoding(Encoding::UTF_32LE)
  SHOWN

  row "UTF-32BE", "\u0000\u0000\u0000[\u0000\u0000\u0000]", <<~SHOWN
    1 | ␀␀␀[␀␀␀]
      | ^
    hint: UTF-32 text: call text.force_encoding(Encoding::UTF_32BE)
  SHOWN

  row "gzip", "\u001F\x8B\b\u0000\u0000\u0000\u0000\u0000\u0000\u0003\x8B\x8E", <<~SHOWN
    1 | ␟<8B>␈␀␀␀␀␀␀␃<8B><8E>
      | ^
    hint: gzip data: parse Zlib.gunzip(text)
  SHOWN

  row "zlib", "x\x9C\x8B\x8E\u0005\u0000", <<~SHOWN
    1 | x<9C><8B><8E>␅␀
      | ^
    hint: zlib data: parse Zlib.inflate(text)
  SHOWN

  row "Zstandard", "(\xB5/\xFD\u0004\u0000\u0011\u0000", <<~SHOWN
    1 | (<B5>/<FD>␄␀␑␀
      | ^
    hint: compressed data (Zstandard): decompress it
  SHOWN

  error "HTML", "<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>", 1, "HTML, not JSON: check if it is a server's error page"
  error "XML", "<?xml version=\"1.0\"?><a/>", 1, "XML, not JSON: use an XML parser"

  row "an empty body", "", <<~SHOWN
    1 |
      | ^
    hint: empty text: check how the body or the file was read
  SHOWN

  row "a blank body", " \r\n\t\n", <<~SHOWN
    3 |
      | ^
    hint: empty text: check how the body or the file was read
  SHOWN

  error "NDJSON", "{\"id\": 1}\n{\"id\": 2}\n", [1..2, 1], "several documents, one per line (NDJSON): read them with Jacinth.each"
  row "a sequence of documents", "\x1E{\"id\": 1}\n\x1E{\"id\": 2}\n", <<~SHOWN
    1 | ␞{"id": 1}
      | ^
    hint: record separators between documents (RFC 7464): read them with Jacinth.each
  SHOWN

  error "two documents in a line", "{\"id\": 1} {\"id\": 2}", 11, "several documents: read them with Jacinth.each"

  error "documents with commas", "{\"id\": 1},\n{\"id\": 2}", 10,
        "comma after the document: remove it, or write [ ] around several documents"
  error "an unclosed string", "[\"a\", \"b]", 10, 'missing closing quote of the string that begins at line 1 column 7: add "'

  row "an unclosed string in a long document", "{\n  \"a\": \"x,\n  \"b\": 2\n}", <<~'SHOWN'
    2 |   "a": "x,
      |           ^
    hint: line break in a string: write \n, or add the closing quote of the string that begins at line 2 column 8
  SHOWN

  error "an unclosed array", "{\"a\": [1, 2", 12,
        "text cut off before the ']' of the array that begins at line 1 column 7: " \
        "add what is missing, or read the part with ResumableParser#partial_value"

  row "an unclosed object", "{\n  \"a\": {\"b\": 1},\n  \"c\": 2\n", <<~SHOWN
    3 |   "c": 2
    4 |
      | ^
    hint: text cut off before the '}' of the object that begins at line 1 column 1: add what is missing, or read the part with ResumableParser#partial_value
  SHOWN

  row "nothing after a comma", "[1, 2, ", <<~SHOWN
    1 | [1, 2,
      |        ^
    hint: text cut off before the ']' of the array that begins at line 1 column 1: add what is missing, or read the part with ResumableParser#partial_value
  SHOWN

  error "nothing after a colon", "{\"a\":", 6,
        "text cut off before the '}' of the object that begins at line 1 column 1: " \
        "add what is missing, or read the part with ResumableParser#partial_value"
  error "a key cut off", "{\"a\": 1, \"b", 12, 'missing closing quote of the string that begins at line 1 column 10: add "'
  error "a key alone", "{\"a\"}", 5, "key without a value: add a colon and the value"
  error "the wrong bracket", "{\"a\": [1, 2}", 12,
        "'}' inside the array that begins at line 1 column 7: add ']' before it, or write ']' in its place"
  error "the wrong bracket of an object", "{\"a\": 1]", 8,
        "']' inside the object that begins at line 1 column 1: add '}' before it, or write '}' in its place"
  error "a bracket too many", "[1, 2]]", 7, "']' without an opening '[': remove it"
  error "a closing bracket alone", "]", 1, "']' without an opening '[': remove it"

  row "a raw newline in a string", "{\"text\": \"one\ntwo\"}", <<~'SHOWN'
    1 | {"text": "one
      |              ^
    hint: line break in a string: write \n, or add the closing quote of the string that begins at line 1 column 10
  SHOWN

  row "a raw tab in a string", "[\"a\tb\"]", <<~'SHOWN'
    1 | ["a b"]
      |    ^
    hint: tab in a string: write \t, or pass allow_control_characters: true
  SHOWN

  row "an escape character in a string", "[\"a\e[1m\"]", <<~'SHOWN'
    1 | ["a␛[1m"]
      |    ^
    hint: control character in a string: write \u001B, or pass allow_control_characters: true
  SHOWN

  row "a NUL in a string", "[\"a\u0000\"]", <<~'SHOWN'
    1 | ["a␀"]
      |    ^
    hint: control character in a string: write \u0000, or pass allow_control_characters: true
  SHOWN

  error "a Windows path", "{\"path\": \"C:\\Users\"}", 13,
        'backslash that escapes nothing: write \\\\ (as in a Windows path or a regular expression)'
  error "a hexadecimal escape", "[\"\\x41\"]", 3, '\\x escape: write \\u0041'
  error "an escaped apostrophe", "[\"it\\'s\"]", 5, "backslash before an apostrophe: remove it"
  error "a cut Unicode escape", "[\"\\u12\"]", 3, '\\u without four hexadecimal digits: add them'
  error "half a surrogate pair", "[\"\\ud83d\"]", 3, 'half of a surrogate pair: write both halves, as in \\ud83d\\ude00'

  row "a line continuation", "[\"a\\\nb\"]", <<~'SHOWN'
    1 | ["a\
      |    ^
    hint: backslash before a line break: write \n
  SHOWN

  error "a missing comma", "{\"a\": 1 \"b\": 2}", 9, "missing comma before this: add it"

  error "a missing comma in an array", "[\"a\"\n \"b\"]", [1..2, 2], "missing comma before this: add it"
  error "a quote inside a string", "[\"say \"hi\" now\"]", 8, 'quote inside a string: write \\", or add the missing comma'
  error "a missing colon", "{\"a\" 1}", 6, "missing colon after the key: add it"
  error "an arrow", "{\"a\" => 1}", 6, "'=>' after a key: write a colon"
  error "an equals sign", "{\"a\"= 1}", 5, "'=' after a key: write a colon"
  error "a semicolon", "[1; 2]", 3, "semicolon between values: write a comma"
  error "keys in an array", "[\"a\": 1]", 5, "key in an array: write { } instead of [ ]"
  error "two colons", "{\"a\":: 1}", 6, "extra colon: remove it"
  error "a missing value", "{\"a\": , \"b\": 1}", 7, "missing value after the colon: add it"
  error "a missing value at the end", "{\"a\": }", 7, "missing value after the colon: add it"
  error "a missing key", "{: 1}", 2, "missing key before the colon: add it"
  error "no braces", "\"a\": 1", 4, "members without an object: write { } around them"

  error "YAML", "name: x\nport: 80\n", 1,
        "members without an object: write { } around them and double quotes around the keys; or use a YAML parser"
  error "YAML with dashes", "---\n- a\n", 1, "YAML, not JSON: use a YAML parser"
  error "a path", "config/settings.json", 1, 'path, not JSON: did you mean load_file("config/settings.json")?'
  error "an absolute path", "/etc/app/settings", 1, 'path, not JSON: did you mean load_file("/etc/app/settings")?'
  error "a path that begins with a digit", "2026-11.json", 5, 'path, not JSON: did you mean load_file("2026-11.json")?'
  error "a URL", "https://example.com/a.json", 1, "URL, not JSON: fetch it, and parse the response"
  error "JSONP", "callback({\"a\": 1});", 1, "JSONP, not JSON: parse the text in the parentheses"

  error "a guard", ")]}',\n[1]", 1, "script guard )]}' before the document: remove it"
  error "server-sent events", "data: {\"a\": 1}\n\n", 1, 'server-sent events: parse the text after each "data:"'
  error "an object as a string", "[object Object]", 2, "JavaScript object as a string: call JSON.stringify"
  error "escaped twice", "{\\\"a\\\": 1}", 2, 'text escaped twice: write " instead of \\"'

  row "a no-break space", "[1,\u00A02]", <<~SHOWN
    1 | [1,<U+00A0>2]
      |    ^
    hint: U+00A0 is not white space in JSON: write a plain space
  SHOWN

  error "a tuple", "[(1, 2)]", 2, "parentheses: write an array in [ ]"

  row "NUL padding", "[1]\u0000\u0000\u0000", <<~SHOWN
    1 | [1]␀␀␀
      |    ^
    hint: NUL bytes after the document: remove them
  SHOWN

  error "a duplicate key", "{\n  \"a\": 1,\n  \"b\": {\"a\": 2},\n  \"a\": 3\n}", [3..4, 3],
        "duplicate key at line 2 column 3 and again at line 4 column 3: " \
        "remove one, or pass allow_duplicate_key: true to let the last one win, as json 2 did"
  error "a duplicate key, escaped", "{\"a\": 1, \"\\u0061\": 2}", 10,
        "duplicate key at line 1 column 2 and again at line 1 column 10: " \
        "remove one, or pass allow_duplicate_key: true to let the last one win, as json 2 did"
  error "a comment that does not end", "[1, /* two]", 5, "comment without an end: add */", allow_comments: true
  error "too deep", "[[[1]]]", 3, "nested too deep: pass a higher max_nesting:, or 0 for no limit, if you trust the text", max_nesting: 2

  row "Latin-1", "[\"caf\xE9\"]", <<~SHOWN, validate_encoding: true
    1 | ["caf<E9>"]
      |      ^
    hint: invalid UTF-8: call text.force_encoding("ISO-8859-1") if it is ISO-8859-1, or pass invalid: :replace
  SHOWN

  error "wide characters before the place", "{\"名前\": \"日本\", \"値\" 1}", 23, "missing colon after the key: add it"
  error "an emoji before the place", "[\"😀👨🏽\", x]", 10, 'string without double quotes: write "x"'
  error "combining marks before the place", "[\"e\u0301e\u0301\" 1]", 7, "missing comma before this: add it"

  row "a direction override before the place", "[\"\u202Eabc\", x]", <<~SHOWN
    1 | ["<U+202E>abc", x]
      |                 ^
    hint: string without double quotes: write "x"
  SHOWN

  row "a tab before the place", "[\n\t\t1 2]", <<~SHOWN
    2 |   1 2]
      |     ^
    hint: missing comma before this: add it
  SHOWN

  row "a Windows line end", "[1,\r\n2 3]\r\n", <<~SHOWN
    2 | 2 3]
      |   ^
    hint: missing comma before this: add it
  SHOWN

  error "a number alone, hexadecimal", "0x1F", 2, "hexadecimal number: write it in decimal, or as a string"
  error "a number alone, binary", "0b1", 2, "binary or octal number: write it in decimal"
  error "a number alone, with underscores", "1_000", 2, "underscore in a number: remove it"
  error "a number alone, with letters", "12abc", 3, "unit or suffix after a number: remove it, or write a string"
  error "a date alone", "2024-01-01T00:00:00Z", 5, "more than a number: write a date, time, version or address in double quotes"
  error "an address alone", "127.0.0.1", 6, "more than a number: write a date, time, version or address in double quotes"
  error "a time alone", "12:30", 3, "more than a number: write a date, time, version or address in double quotes"
  error "a server's words", "502 Bad Gateway", 5, "text, not JSON: write a string in double quotes"
  error "words after a document", "[1] and more", 5, "text after the document: remove it"
  error "a formula", "x^2", 1, 'string without double quotes: write "x"'
  error "a leading dot with an exponent", "[-.5e-7]", 2, "missing digits before the decimal point: write -0.5e-7"
  error "a leading zero with an exponent", "[01e5]", 2, "leading zero: write 1e5, or a string"
  error "a trailing dot with an exponent", "[5.e3]", 2, "missing digits after the decimal point: write 5.0e3"
  error "leading zeros of what is no number", "[08-3]", 2, "leading zero: write the number without it, or a string"
  error "plus Infinity", "[+Infinity]", 2, "+Infinity is not JSON: write Infinity, and pass allow_nan: true"
  error "a telephone number", "[+49-123]", 2, "plus sign before a number: remove it, or write a string"
  error "dots", "[...]", 2, "dots in place of values: write the values, or remove the dots"
  error "a dot", "[1, .]", 5, "decimal point without digits: add them"

  row "a byte order mark after a space", " \uFEFF[1]", <<~SHOWN
    1 |  <U+FEFF>[1]
      |  ^
    hint: byte order mark after the beginning of the text: remove it
  SHOWN

  row "two byte order marks", "\uFEFF\uFEFF[1]", <<~SHOWN, relaxed: true
    1 | <U+FEFF>[1]
      | ^
    hint: byte order mark after the beginning of the text: remove it
  SHOWN

  row "a trailing comma far from its bracket", "[1,#{' ' * 300}]", <<~SHOWN
    1 | …#{' ' * 74}]
      | #{' ' * 75}^
    hint: trailing comma before ']': remove it, or pass allow_trailing_comma: true
  SHOWN

  error "a comment after a document that does not end", "[1] /* two", 5, "comment without an end: add */", relaxed: true

  error "a Markdown fence", "```json\n{\"a\": 1}\n```\n", 1, "Markdown fence around the document: parse the text inside of it"
  error "a Markdown fence that is cut off", "```json\n{\"a\": [1, 2", 1, "Markdown fence around the document: parse the text inside of it"
  error "several Markdown fences", "```json\n{\"a\": 1}\n```\n\n```json\n{\"a\": 2}\n```\n", 1,
        "several Markdown fences: parse the text inside of each by itself"
  error "text before the document", "Here is the JSON you asked for:\n{\"a\": 1}", 1,
        "text before the document: parse from line 2 column 1 on"
  error "a word before the document", "Answer: {\"a\": 1}", 1, "text before the document: parse from line 1 column 9 on"
  error "an exclamation before the document", "Sure! {\"a\": 1}", 1, "text before the document: parse from line 1 column 7 on"

  error "text and a fence before the document", "Here is the JSON:\n\n```json\n{\"a\": 1}\n```\nLet me know!", 1,
        "text and a Markdown fence before the document: parse the text inside of the fence"
  error "text in place of a document", "I cannot produce such a document.", 1, "text, not JSON: write a string in double quotes"

  row "text after the document", "{\"a\": 1}\n\nThis object has one member.", <<~SHOWN
    1 | {"a": 1}
    3 | This object has one member.
      | ^
    hint: text after the document: remove it
  SHOWN

  error "a fence after the document", "{\"a\": 1}\n```\n", [1..2, 1], "Markdown fence after the document: parse only the text before it"
  error "several fences after the document", "{\"a\": 1}\n```\n\n```json\n{\"a\": 2}\n```\n", [1..2, 1],
        "Markdown fence after the document: parse only the text before it"
  error "dots after an element", "[1, 2, ...]", 8, "dots in place of values: write the values, or remove the dots"
  error "dots after an element, without a comma", "[1, 2 ...]", 7, "dots in place of values: write the values, or remove the dots"
  error "dots after a member", "{\"a\": 1, ...}", 10, "dots in place of values: write the values, or remove the dots"

  error "dots after a member, on a line", "{\n  \"a\": 1,\n  ...\n}", [2..3, 3],
        "dots in place of values: write the values, or remove the dots"
  error "an ellipsis", "[1, 2, …]", 8, "dots in place of values: write the values, or remove the dots"

  error "dots after the document", "{\"a\": 1}\n...", [1..2, 1], "dots after the document: remove them"
  error "typographic quotes around a value", "{\"a\": “b”}", 7, "typographic quotes around a string: write double quotes"
  error "a typographic closing quote", "{\"a\": \"b”}", 11,
        'missing closing quote of the string that begins at line 1 column 7: write " instead of ”'
  error "a typographic closing quote of a key", "{\"a”: 1}", 9,
        'missing closing quote of the string that begins at line 1 column 2: write " instead of ”'
  error "cut off in a string", "{\"a\": \"some te", 15, 'missing closing quote of the string that begins at line 1 column 7: add "'
  error "cut off in an escape", "{\"a\": \"some \\", 14, 'missing closing quote of the string that begins at line 1 column 7: add "'
  error "cut off after a key", "{\"a\": 1, \"b\"", 13,
        "text cut off before the '}' of the object that begins at line 1 column 1: " \
        "add what is missing, or read the part with ResumableParser#partial_value"
  error "cut off in a number", "[1, -", 5, "minus sign without digits: add them"
  error "cut off at the end of a word", "[true, f", 8, "text cut off in false: write false"
  LONG = "[#{Array.new(60) { |i| "\"item #{i + 1}\"" }.join(', ')}, oops, #{'"more", ' * 60}1]".freeze

  row "a long line", LONG, <<~SHOWN
    1 | …56", "item 57", "item 58", "item 59", "item 60", oops, "more", "more", "mo…
      |                                                   ^
    hint: string without double quotes: write "oops"
  SHOWN

  ROWS.freeze
end
