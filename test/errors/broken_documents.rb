# frozen_string_literal: true

# Documents that are broken as people and programs break them: for each the
# excerpt that Jacinth::ParserError shows and the hint that it gives.
module BrokenDocuments
  Row = Struct.new(:name, :source, :options, :shown)
  ROWS = []

  # at: the column of the error in the first line, or [line, column]. For an excerpt of several lines, [lines, column
  # in the last one], with a Range or an Array of lines. shown: the excerpt, if it is not the text of the line.
  def self.row(name, source, at, hint, shown: nil, **options)
    source = source.dup.force_encoding(Encoding::UTF_8)
    lines, column = at.is_a?(Array) ? at : [1, at]
    excerpt = [*lines].map { |number| "#{number} | #{shown || source.lines(chomp: true)[number - 1]}".rstrip }
    text = [*excerpt, "  | #{' ' * (column - 1)}^", "hint: #{hint}"].join("\n")
    ROWS << Row.new(name, source, options, text).freeze
  end

  cut = ->(place) { "text cut off before the #{place}: add what is missing, or read the part with ResumableParser#partial_value" }
  LAST_WINS = "remove one, or pass allow_duplicate_key: true to let the last one win, as json 2 did"

  row "trailing comma in an array", "[80, 443,]", 10, "trailing comma before ']': remove it, or pass allow_trailing_comma: true"
  row "trailing comma before a new line", "{\n  \"a\": 1,\n}", [2..3, 1],
      "trailing comma before '}': remove it, or pass allow_trailing_comma: true"
  row "trailing comma in an object", '{"a": 1,}', 9, "trailing comma before '}': remove it, or pass allow_trailing_comma: true"
  row "two commas", "[1,,2]", 4, "extra comma: remove it"
  row "a leading comma", "[,1]", 2, "extra comma: remove it"
  row "two commas in an object", '{"a": 1,, "b": 2}', 9, "extra comma: remove it"
  row "a line comment", "{\n  \"port\": 80 // of the web server\n}", [2, 14],
      "comment: remove it, or pass allow_comments: true, as json 2 did"
  row "a block comment", "[1, /* two */ 3]", 5, "comment: remove it, or pass allow_comments: true, as json 2 did"
  row "a hash comment", "# settings\n{\"a\": 1}", 1, "comment: remove it"
  row "a hash comment after a value", "[1, # one\n 2]", 5, "comment: remove it"
  row "single quotes around a value", "{\"a\": 'b'}", 7, "single quotes around a string: write double quotes"
  row "single quotes around a key", "{'a': 1}", 2, "single quotes around a key: write double quotes"
  row "typographic quotes", "{“a”: 1}", 2, "typographic quotes around a key: write double quotes"
  row "a backtick", '["a", `b`]', 7, "backticks around a string: write double quotes"
  row "an unquoted key", '{name: "x"}', 2, 'key without double quotes: write "name"'
  row "an unquoted key later", '{"a": 1, b_2: 3}', 10, 'key without double quotes: write "b_2"'
  row "a Ruby symbol as key", "{:a => 1}", 2, 'Ruby symbol as a key: write "a"'
  row "a Ruby symbol as value", '{"a": :b}', 7, 'Ruby symbol: write "b"'
  row "a number as key", '{1: "a"}', 2, 'number as a key: write "1"'
  row "an unquoted string", '{"city": Berlin}', 10, 'string without double quotes: write "Berlin"'
  row "an unquoted date", "[2026-11-23]", 6, "more than a number: write a date, time, version or address in double quotes"
  row "an address", '["a", 127.0.0.1]', 12, "more than a number: write a date, time, version or address in double quotes"
  row "NaN", '{"mean": NaN}', 10, "NaN is not JSON: write null, or pass allow_nan: true"
  row "-NaN", "[-NaN]", 2, "-NaN is not JSON: write null"
  row "Infinity", "[1, Infinity]", 5, "Infinity is not JSON: write null, or pass allow_nan: true"
  row "minus Infinity", "[-Infinity]", 2, "-Infinity is not JSON: write null, or pass allow_nan: true"
  row "inf", "[-inf]", 2, "-inf is not JSON: write null"
  row "None", '{"a": None}', 7, "None is not JSON: write null"
  row "True", '{"a": True}', 7, "True is not JSON: write true"
  row "False", "[False]", 2, "False is not JSON: write false"
  row "undefined", "[undefined]", 2, "undefined is not JSON: write null"
  row "nil", '{"a": nil}', 7, "nil is not JSON: write null"
  row "NULL", "[NULL]", 2, "NULL is not JSON: write null"
  row "a keyword too long", "[nulll]", 6, "nulll is not JSON: write null"
  row "a keyword cut off", '{"a": tru', 7, "text cut off in true: write true"
  row "hexadecimal", "[0xFF]", 3, "hexadecimal number: write it in decimal, or as a string"
  row "binary", "[0b11]", 3, "binary or octal number: write it in decimal"
  row "a leading zero", '{"port": 0080}', 10, "leading zero: write 80, or a string"
  row "a leading plus", "[+1]", 2, "plus sign before a number: write 1"
  row "a leading dot", "[.5]", 2, "missing digits before the decimal point: write 0.5"
  row "a negative leading dot", "[-.5]", 2, "missing digits before the decimal point: write -0.5"
  row "a trailing dot", "[5.]", 2, "missing digits after the decimal point: write 5.0"
  row "an exponent without digits", "[1e+]", 2, "missing digits in the exponent: add them"
  row "a minus alone", "[1, -]", 5, "minus sign without digits: add them"
  row "underscores", "[1_000_000]", 3, "underscore in a number: remove it"
  row "a unit", '{"size": 10px}', 12, "unit or suffix after a number: remove it, or write a string"
  row "a byte order mark", "\uFEFF{\"a\": 1}", 1,
      'byte order mark: pass relaxed: true, or read the file in mode "r:BOM|UTF-8"', shown: '<U+FEFF>{"a": 1}'
  row "UTF-16LE with its mark", "\xFF\xFE{\u0000}\u0000", 1,
      "UTF-16 text: call text.force_encoding(Encoding::UTF_16LE)", shown: "<FF><FE>{␀}␀"
  row "UTF-16BE with its mark", "\xFE\xFF\u0000{\u0000}", 1,
      "UTF-16 text: call text.force_encoding(Encoding::UTF_16BE)", shown: "<FE><FF>␀{␀}"
  row "UTF-16LE", "{\u0000\"\u0000a\u0000", 2, "UTF-16 text: call text.force_encoding(Encoding::UTF_16LE)", shown: '{␀"␀a␀'
  row "UTF-16BE", "\u0000{\u0000\"\u0000a", 1, "UTF-16 text: call text.force_encoding(Encoding::UTF_16BE)", shown: '␀{␀"␀a'
  row "UTF-32LE", "[\u0000\u0000\u0000]\u0000\u0000\u0000", 2,
      "UTF-32 text: call text.force_encoding(Encoding::UTF_32LE)", shown: "[␀␀␀]␀␀␀"
  row "UTF-32BE", "\u0000\u0000\u0000[\u0000\u0000\u0000]", 1,
      "UTF-32 text: call text.force_encoding(Encoding::UTF_32BE)", shown: "␀␀␀[␀␀␀]"
  row "gzip", "\u001F\x8B\b\u0000\u0000\u0000\u0000\u0000\u0000\u0003\x8B\x8E", 1,
      "gzip data: parse Zlib.gunzip(text)", shown: "␟<8B>␈␀␀␀␀␀␀␃<8B><8E>"
  row "zlib", "x\x9C\x8B\x8E\u0005\u0000", 1, "zlib data: parse Zlib.inflate(text)", shown: "x<9C><8B><8E>␅␀"
  row "Zstandard", "(\xB5/\xFD\u0004\u0000\u0011\u0000", 1, "compressed data (Zstandard): decompress it", shown: "(<B5>/<FD>␄␀␑␀"
  row "HTML", "<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>", 1, "HTML, not JSON: check if it is a server's error page"
  row "XML", '<?xml version="1.0"?><a/>', 1, "XML, not JSON: use an XML parser"
  row "an empty body", "", 1, "empty text: check how the body or the file was read"
  row "a blank body", " \r\n\t\n", [3, 1], "empty text: check how the body or the file was read"
  row "NDJSON", "{\"id\": 1}\n{\"id\": 2}\n", [1..2, 1], "several documents, one per line (NDJSON): read them with Jacinth.each"
  row "a sequence of documents", "\u001E{\"id\": 1}\n\u001E{\"id\": 2}\n", 1,
      "record separators between documents (RFC 7464): read them with Jacinth.each", shown: '␞{"id": 1}'
  row "two documents in a line", '{"id": 1} {"id": 2}', 11, "several documents: read them with Jacinth.each"
  row "documents with commas", "{\"id\": 1},\n{\"id\": 2}", 10, "comma after the document: remove it, or write [ ] around several documents"
  row "an unclosed string", '["a", "b]', 10, 'missing closing quote of the string that begins at line 1 column 7: add "'
  row "an unclosed string in a long document", "{\n  \"a\": \"x,\n  \"b\": 2\n}", [2, 11],
      'line break in a string: write \n, or add the closing quote of the string that begins at line 2 column 8'
  row "an unclosed array", '{"a": [1, 2', 12, cut["']' of the array that begins at line 1 column 7"]
  row "an unclosed object", "{\n  \"a\": {\"b\": 1},\n  \"c\": 2\n", [3..4, 1], cut["'}' of the object that begins at line 1 column 1"]
  row "nothing after a comma", "[1, 2, ", 8, cut["']' of the array that begins at line 1 column 1"]
  row "nothing after a colon", '{"a":', 6, cut["'}' of the object that begins at line 1 column 1"]
  row "a key cut off", '{"a": 1, "b', 12, 'missing closing quote of the string that begins at line 1 column 10: add "'
  row "a key alone", '{"a"}', 5, "key without a value: add a colon and the value"
  row "the wrong bracket", '{"a": [1, 2}', 12,
      "'}' inside the array that begins at line 1 column 7: add ']' before it, or write ']' in its place"
  row "the wrong bracket of an object", '{"a": 1]', 8,
      "']' inside the object that begins at line 1 column 1: add '}' before it, or write '}' in its place"
  row "a bracket too many", "[1, 2]]", 7, "']' without an opening '[': remove it"
  row "a closing bracket alone", "]", 1, "']' without an opening '[': remove it"
  row "a raw newline in a string", "{\"text\": \"one\ntwo\"}", 14,
      'line break in a string: write \n, or add the closing quote of the string that begins at line 1 column 10'
  row "a raw tab in a string", "[\"a\tb\"]", 4, 'tab in a string: write \t, or pass allow_control_characters: true', shown: '["a b"]'
  row "an escape character in a string", "[\"a\e[1m\"]", 4,
      'control character in a string: write \u001B, or pass allow_control_characters: true', shown: '["a␛[1m"]'
  row "a NUL in a string", "[\"a\u0000\"]", 4,
      'control character in a string: write \u0000, or pass allow_control_characters: true', shown: '["a␀"]'
  row "a Windows path", '{"path": "C:\Users"}', 13,
      'backslash that escapes nothing: write \\\ (as in a Windows path or a regular expression)'
  row "a hexadecimal escape", '["\x41"]', 3, '\x escape: write \u0041'
  row "an escaped apostrophe", "[\"it\\'s\"]", 5, "backslash before an apostrophe: remove it"
  row "a cut Unicode escape", '["\u12"]', 3, '\u without four hexadecimal digits: add them'
  row "half a surrogate pair", '["\ud83d"]', 3, 'half of a surrogate pair: write both halves, as in \ud83d\ude00'
  row "a line continuation", "[\"a\\\nb\"]", 4, 'backslash before a line break: write \n'
  row "a missing comma", '{"a": 1 "b": 2}', 9, "missing comma before this: add it"
  row "a missing comma in an array", "[\"a\"\n \"b\"]", [1..2, 2], "missing comma before this: add it"
  row "a quote inside a string", '["say "hi" now"]', 8, 'quote inside a string: write \", or add the missing comma'
  row "a missing colon", '{"a" 1}', 6, "missing colon after the key: add it"
  row "an arrow", '{"a" => 1}', 6, "'=>' after a key: write a colon"
  row "an equals sign", '{"a"= 1}', 5, "'=' after a key: write a colon"
  row "a semicolon", "[1; 2]", 3, "semicolon between values: write a comma"
  row "keys in an array", '["a": 1]', 5, "key in an array: write { } instead of [ ]"
  row "two colons", '{"a":: 1}', 6, "extra colon: remove it"
  row "a missing value", '{"a": , "b": 1}', 7, "missing value after the colon: add it"
  row "a missing value at the end", '{"a": }', 7, "missing value after the colon: add it"
  row "a missing key", "{: 1}", 2, "missing key before the colon: add it"
  row "no braces", '"a": 1', 4, "members without an object: write { } around them"
  row "YAML", "name: x\nport: 80\n", 1,
      "members without an object: write { } around them and double quotes around the keys; or use a YAML parser"
  row "YAML with dashes", "---\n- a\n", 1, "YAML, not JSON: use a YAML parser"
  row "a path", "config/settings.json", 1, 'path, not JSON: did you mean load_file("config/settings.json")?'
  row "an absolute path", "/etc/app/settings", 1, 'path, not JSON: did you mean load_file("/etc/app/settings")?'
  row "a path that begins with a digit", "2026-11.json", 5, 'path, not JSON: did you mean load_file("2026-11.json")?'
  row "a URL", "https://example.com/a.json", 1, "URL, not JSON: fetch it, and parse the response"
  row "JSONP", 'callback({"a": 1});', 1, "JSONP, not JSON: parse the text in the parentheses"
  row "a guard", ")]}',\n[1]", 1, "script guard )]}' before the document: remove it"
  row "server-sent events", "data: {\"a\": 1}\n\n", 1, 'server-sent events: parse the text after each "data:"'
  row "an object as a string", "[object Object]", 2, "JavaScript object as a string: call JSON.stringify"
  row "escaped twice", '{\"a\": 1}', 2, 'text escaped twice: write " instead of \"'
  row "a no-break space", "[1,\u00A02]", 4, "U+00A0 is not white space in JSON: write a plain space", shown: "[1,<U+00A0>2]"
  row "a tuple", "[(1, 2)]", 2, "parentheses: write an array in [ ]"
  row "NUL padding", "[1]\u0000\u0000\u0000", 4, "NUL bytes after the document: remove them", shown: "[1]␀␀␀"
  row "a duplicate key", "{\n  \"a\": 1,\n  \"b\": {\"a\": 2},\n  \"a\": 3\n}", [3..4, 3],
      "duplicate key at line 2 column 3 and again at line 4 column 3: #{LAST_WINS}"
  row "a duplicate key, escaped", '{"a": 1, "\u0061": 2}', 10,
      "duplicate key at line 1 column 2 and again at line 1 column 10: #{LAST_WINS}"
  row "a comment that does not end", "[1, /* two]", 5, "comment without an end: add */", allow_comments: true
  row "too deep", "[[[1]]]", 3, "nested too deep: pass a higher max_nesting:, or 0 for no limit, if you trust the text", max_nesting: 2
  row "Latin-1", "[\"caf\xE9\"]", 6,
      'invalid UTF-8: call text.force_encoding("ISO-8859-1") if it is ISO-8859-1, or pass invalid: :replace',
      shown: '["caf<E9>"]', validate_encoding: true
  row "wide characters before the place", '{"名前": "日本", "値" 1}', 23, "missing colon after the key: add it"
  row "an emoji before the place", '["😀👨🏽", x]', 10, 'string without double quotes: write "x"'
  row "combining marks before the place", "[\"e\u0301e\u0301\" 1]", 7, "missing comma before this: add it"
  row "a direction override before the place", "[\"\u202Eabc\", x]", 17,
      'string without double quotes: write "x"', shown: '["<U+202E>abc", x]'
  row "a tab before the place", "[\n\t\t1 2]", [2, 5], "missing comma before this: add it", shown: "  1 2]"
  row "a Windows line end", "[1,\r\n2 3]\r\n", [2, 3], "missing comma before this: add it"
  row "a number alone, hexadecimal", "0x1F", 2, "hexadecimal number: write it in decimal, or as a string"
  row "a number alone, binary", "0b1", 2, "binary or octal number: write it in decimal"
  row "a number alone, with underscores", "1_000", 2, "underscore in a number: remove it"
  row "a number alone, with letters", "12abc", 3, "unit or suffix after a number: remove it, or write a string"
  row "a date alone", "2024-01-01T00:00:00Z", 5, "more than a number: write a date, time, version or address in double quotes"
  row "an address alone", "127.0.0.1", 6, "more than a number: write a date, time, version or address in double quotes"
  row "a time alone", "12:30", 3, "more than a number: write a date, time, version or address in double quotes"
  row "a server's words", "502 Bad Gateway", 5, "text, not JSON: write a string in double quotes"
  row "words after a document", "[1] and more", 5, "text after the document: remove it"
  row "a formula", "x^2", 1, 'string without double quotes: write "x"'
  row "a leading dot with an exponent", "[-.5e-7]", 2, "missing digits before the decimal point: write -0.5e-7"
  row "a leading zero with an exponent", "[01e5]", 2, "leading zero: write 1e5, or a string"
  row "a trailing dot with an exponent", "[5.e3]", 2, "missing digits after the decimal point: write 5.0e3"
  row "leading zeros of what is no number", "[08-3]", 2, "leading zero: write the number without it, or a string"
  row "plus Infinity", "[+Infinity]", 2, "+Infinity is not JSON: write Infinity, and pass allow_nan: true"
  row "a telephone number", "[+49-123]", 2, "plus sign before a number: remove it, or write a string"
  row "dots", "[...]", 2, "dots in place of values: write the values, or remove the dots"
  row "a dot", "[1, .]", 5, "decimal point without digits: add them"
  row "a byte order mark after a space", " \uFEFF[1]", 2,
      "byte order mark after the beginning of the text: remove it", shown: " <U+FEFF>[1]"
  row "two byte order marks", "\uFEFF\uFEFF[1]", 1,
      "byte order mark after the beginning of the text: remove it", shown: "<U+FEFF>[1]", relaxed: true
  row "a trailing comma far from its bracket", "[1,#{' ' * 300}]", 76,
      "trailing comma before ']': remove it, or pass allow_trailing_comma: true", shown: "…#{' ' * 74}]"
  row "a comment after a document that does not end", "[1] /* two", 5, "comment without an end: add */", relaxed: true
  row "a Markdown fence", "```json\n{\"a\": 1}\n```\n", 1, "Markdown fence around the document: parse the text inside of it"
  row "a Markdown fence that is cut off", "```json\n{\"a\": [1, 2", 1, "Markdown fence around the document: parse the text inside of it"
  row "several Markdown fences", "```json\n{\"a\": 1}\n```\n\n```json\n{\"a\": 2}\n```\n", 1,
      "several Markdown fences: parse the text inside of each by itself"
  row "text before the document", "Here is the JSON you asked for:\n{\"a\": 1}", 1,
      "text before the document: parse from line 2 column 1 on"
  row "a word before the document", 'Answer: {"a": 1}', 1, "text before the document: parse from line 1 column 9 on"
  row "an exclamation before the document", 'Sure! {"a": 1}', 1, "text before the document: parse from line 1 column 7 on"
  row "text and a fence before the document", "Here is the JSON:\n\n```json\n{\"a\": 1}\n```\nLet me know!", 1,
      "text and a Markdown fence before the document: parse the text inside of the fence"
  row "text in place of a document", "I cannot produce such a document.", 1, "text, not JSON: write a string in double quotes"
  row "text after the document", "{\"a\": 1}\n\nThis object has one member.", [[1, 3], 1], "text after the document: remove it"
  row "a fence after the document", "{\"a\": 1}\n```\n", [1..2, 1], "Markdown fence after the document: parse only the text before it"
  row "several fences after the document", "{\"a\": 1}\n```\n\n```json\n{\"a\": 2}\n```\n", [1..2, 1],
      "Markdown fence after the document: parse only the text before it"
  row "dots after an element", "[1, 2, ...]", 8, "dots in place of values: write the values, or remove the dots"
  row "dots after an element, without a comma", "[1, 2 ...]", 7, "dots in place of values: write the values, or remove the dots"
  row "dots after a member", '{"a": 1, ...}', 10, "dots in place of values: write the values, or remove the dots"
  row "dots after a member, on a line", "{\n  \"a\": 1,\n  ...\n}", [2..3, 3],
      "dots in place of values: write the values, or remove the dots"
  row "an ellipsis", "[1, 2, …]", 8, "dots in place of values: write the values, or remove the dots"
  row "dots after the document", "{\"a\": 1}\n...", [1..2, 1], "dots after the document: remove them"
  row "typographic quotes around a value", '{"a": “b”}', 7, "typographic quotes around a string: write double quotes"
  row "a typographic closing quote", '{"a": "b”}', 11,
      'missing closing quote of the string that begins at line 1 column 7: write " instead of ”'
  row "a typographic closing quote of a key", '{"a”: 1}', 9,
      'missing closing quote of the string that begins at line 1 column 2: write " instead of ”'
  row "cut off in a string", '{"a": "some te', 15, 'missing closing quote of the string that begins at line 1 column 7: add "'
  row "cut off in an escape", '{"a": "some \\', 14, 'missing closing quote of the string that begins at line 1 column 7: add "'
  row "cut off after a key", '{"a": 1, "b"', 13, cut["'}' of the object that begins at line 1 column 1"]
  row "cut off in a number", "[1, -", 5, "minus sign without digits: add them"
  row "cut off at the end of a word", "[true, f", 8, "text cut off in false: write false"
  LONG = "[#{Array.new(60) { |i| "\"item #{i + 1}\"" }.join(', ')}, oops, #{'"more", ' * 60}1]".freeze
  row "a long line", LONG, 51, 'string without double quotes: write "oops"',
      shown: '…56", "item 57", "item 58", "item 59", "item 60", oops, "more", "more", "mo…'

  ROWS.freeze
end
