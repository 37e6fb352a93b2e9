# frozen_string_literal: true

# Documents that are broken as people and programs break them: for each the
# excerpt that Jacinth::ParserError shows and the hint that it gives.
module BrokenDocuments # rubocop:disable Metrics/ModuleLength -- a table
  Row = Struct.new(:name, :source, :options, :shown)
  ROWS = []

  def self.row(name, source, shown, **options)
    ROWS << Row.new(name, source.dup.force_encoding(Encoding::UTF_8), options, shown.chomp).freeze
  end

  row "trailing comma in an array", "[80, 443,]", <<~SHOWN
    1 | [80, 443,]
      |          ^
    hint: trailing comma before ']': remove it, or pass allow_trailing_comma: true
  SHOWN

  row "trailing comma before a new line", "{\n  \"a\": 1,\n}", <<~SHOWN
    2 |   "a": 1,
    3 | }
      | ^
    hint: trailing comma before '}': remove it, or pass allow_trailing_comma: true
  SHOWN

  row "trailing comma in an object", "{\"a\": 1,}", <<~SHOWN
    1 | {"a": 1,}
      |         ^
    hint: trailing comma before '}': remove it, or pass allow_trailing_comma: true
  SHOWN

  row "two commas", "[1,,2]", <<~SHOWN
    1 | [1,,2]
      |    ^
    hint: extra comma: remove it
  SHOWN

  row "a leading comma", "[,1]", <<~SHOWN
    1 | [,1]
      |  ^
    hint: extra comma: remove it
  SHOWN

  row "two commas in an object", "{\"a\": 1,, \"b\": 2}", <<~SHOWN
    1 | {"a": 1,, "b": 2}
      |         ^
    hint: extra comma: remove it
  SHOWN

  row "a line comment", "{\n  \"port\": 80 // of the web server\n}", <<~SHOWN
    2 |   "port": 80 // of the web server
      |              ^
    hint: comment: remove it, or pass allow_comments: true, as json 2 did
  SHOWN

  row "a block comment", "[1, /* two */ 3]", <<~SHOWN
    1 | [1, /* two */ 3]
      |     ^
    hint: comment: remove it, or pass allow_comments: true, as json 2 did
  SHOWN

  row "a hash comment", "# settings\n{\"a\": 1}", <<~SHOWN
    1 | # settings
      | ^
    hint: comment: remove it
  SHOWN

  row "a hash comment after a value", "[1, # one\n 2]", <<~SHOWN
    1 | [1, # one
      |     ^
    hint: comment: remove it
  SHOWN

  row "single quotes around a value", "{\"a\": 'b'}", <<~SHOWN
    1 | {"a": 'b'}
      |       ^
    hint: single quotes around a string: write double quotes
  SHOWN

  row "single quotes around a key", "{'a': 1}", <<~SHOWN
    1 | {'a': 1}
      |  ^
    hint: single quotes around a key: write double quotes
  SHOWN

  row "typographic quotes", "{“a”: 1}", <<~SHOWN
    1 | {“a”: 1}
      |  ^
    hint: typographic quotes around a key: write double quotes
  SHOWN

  row "a backtick", "[\"a\", `b`]", <<~SHOWN
    1 | ["a", `b`]
      |       ^
    hint: backticks around a string: write double quotes
  SHOWN

  row "an unquoted key", "{name: \"x\"}", <<~SHOWN
    1 | {name: "x"}
      |  ^
    hint: key without double quotes: write "name"
  SHOWN

  row "an unquoted key later", "{\"a\": 1, b_2: 3}", <<~SHOWN
    1 | {"a": 1, b_2: 3}
      |          ^
    hint: key without double quotes: write "b_2"
  SHOWN

  row "a Ruby symbol as key", "{:a => 1}", <<~SHOWN
    1 | {:a => 1}
      |  ^
    hint: Ruby symbol as a key: write "a"
  SHOWN

  row "a Ruby symbol as value", "{\"a\": :b}", <<~SHOWN
    1 | {"a": :b}
      |       ^
    hint: Ruby symbol: write "b"
  SHOWN

  row "a number as key", "{1: \"a\"}", <<~SHOWN
    1 | {1: "a"}
      |  ^
    hint: number as a key: write "1"
  SHOWN

  row "an unquoted string", "{\"city\": Berlin}", <<~SHOWN
    1 | {"city": Berlin}
      |          ^
    hint: string without double quotes: write "Berlin"
  SHOWN

  row "an unquoted date", "[2026-11-23]", <<~SHOWN
    1 | [2026-11-23]
      |      ^
    hint: more than a number: write a date, time, version or address in double quotes
  SHOWN

  row "an address", "[\"a\", 127.0.0.1]", <<~SHOWN
    1 | ["a", 127.0.0.1]
      |            ^
    hint: more than a number: write a date, time, version or address in double quotes
  SHOWN

  row "NaN", "{\"mean\": NaN}", <<~SHOWN
    1 | {"mean": NaN}
      |          ^
    hint: NaN is not JSON: write null, or pass allow_nan: true
  SHOWN

  row "-NaN", "[-NaN]", <<~SHOWN
    1 | [-NaN]
      |  ^
    hint: -NaN is not JSON: write null
  SHOWN

  row "Infinity", "[1, Infinity]", <<~SHOWN
    1 | [1, Infinity]
      |     ^
    hint: Infinity is not JSON: write null, or pass allow_nan: true
  SHOWN

  row "minus Infinity", "[-Infinity]", <<~SHOWN
    1 | [-Infinity]
      |  ^
    hint: -Infinity is not JSON: write null, or pass allow_nan: true
  SHOWN

  row "inf", "[-inf]", <<~SHOWN
    1 | [-inf]
      |  ^
    hint: -inf is not JSON: write null
  SHOWN

  row "None", "{\"a\": None}", <<~SHOWN
    1 | {"a": None}
      |       ^
    hint: None is not JSON: write null
  SHOWN

  row "True", "{\"a\": True}", <<~SHOWN
    1 | {"a": True}
      |       ^
    hint: True is not JSON: write true
  SHOWN

  row "False", "[False]", <<~SHOWN
    1 | [False]
      |  ^
    hint: False is not JSON: write false
  SHOWN

  row "undefined", "[undefined]", <<~SHOWN
    1 | [undefined]
      |  ^
    hint: undefined is not JSON: write null
  SHOWN

  row "nil", "{\"a\": nil}", <<~SHOWN
    1 | {"a": nil}
      |       ^
    hint: nil is not JSON: write null
  SHOWN

  row "NULL", "[NULL]", <<~SHOWN
    1 | [NULL]
      |  ^
    hint: NULL is not JSON: write null
  SHOWN

  row "a keyword too long", "[nulll]", <<~SHOWN
    1 | [nulll]
      |      ^
    hint: nulll is not JSON: write null
  SHOWN

  row "a keyword cut off", "{\"a\": tru", <<~SHOWN
    1 | {"a": tru
      |       ^
    hint: text cut off in true: write true
  SHOWN

  row "hexadecimal", "[0xFF]", <<~SHOWN
    1 | [0xFF]
      |   ^
    hint: hexadecimal number: write it in decimal, or as a string
  SHOWN

  row "binary", "[0b11]", <<~SHOWN
    1 | [0b11]
      |   ^
    hint: binary or octal number: write it in decimal
  SHOWN

  row "a leading zero", "{\"port\": 0080}", <<~SHOWN
    1 | {"port": 0080}
      |          ^
    hint: leading zero: write 80, or a string
  SHOWN

  row "a leading plus", "[+1]", <<~SHOWN
    1 | [+1]
      |  ^
    hint: plus sign before a number: write 1
  SHOWN

  row "a leading dot", "[.5]", <<~SHOWN
    1 | [.5]
      |  ^
    hint: missing digits before the decimal point: write 0.5
  SHOWN

  row "a negative leading dot", "[-.5]", <<~SHOWN
    1 | [-.5]
      |  ^
    hint: missing digits before the decimal point: write -0.5
  SHOWN

  row "a trailing dot", "[5.]", <<~SHOWN
    1 | [5.]
      |  ^
    hint: missing digits after the decimal point: write 5.0
  SHOWN

  row "an exponent without digits", "[1e+]", <<~SHOWN
    1 | [1e+]
      |  ^
    hint: missing digits in the exponent: add them
  SHOWN

  row "a minus alone", "[1, -]", <<~SHOWN
    1 | [1, -]
      |     ^
    hint: minus sign without digits: add them
  SHOWN

  row "underscores", "[1_000_000]", <<~SHOWN
    1 | [1_000_000]
      |   ^
    hint: underscore in a number: remove it
  SHOWN

  row "a unit", "{\"size\": 10px}", <<~SHOWN
    1 | {"size": 10px}
      |            ^
    hint: unit or suffix after a number: remove it, or write a string
  SHOWN

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

  row "HTML", "<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>", <<~SHOWN
    1 | <!DOCTYPE html>
      | ^
    hint: HTML, not JSON: check if it is a server's error page
  SHOWN

  row "XML", "<?xml version=\"1.0\"?><a/>", <<~SHOWN
    1 | <?xml version="1.0"?><a/>
      | ^
    hint: XML, not JSON: use an XML parser
  SHOWN

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

  row "NDJSON", "{\"id\": 1}\n{\"id\": 2}\n", <<~SHOWN
    1 | {"id": 1}
    2 | {"id": 2}
      | ^
    hint: several documents, one per line (NDJSON): read them with Jacinth.each
  SHOWN

  row "a sequence of documents", "\x1E{\"id\": 1}\n\x1E{\"id\": 2}\n", <<~SHOWN
    1 | ␞{"id": 1}
      | ^
    hint: record separators between documents (RFC 7464): read them with Jacinth.each
  SHOWN

  row "two documents in a line", "{\"id\": 1} {\"id\": 2}", <<~SHOWN
    1 | {"id": 1} {"id": 2}
      |           ^
    hint: several documents: read them with Jacinth.each
  SHOWN

  row "documents with commas", "{\"id\": 1},\n{\"id\": 2}", <<~SHOWN
    1 | {"id": 1},
      |          ^
    hint: comma after the document: remove it, or write [ ] around several documents
  SHOWN

  row "an unclosed string", "[\"a\", \"b]", <<~SHOWN
    1 | ["a", "b]
      |          ^
    hint: missing closing quote of the string that begins at line 1 column 7: add "
  SHOWN

  row "an unclosed string in a long document", "{\n  \"a\": \"x,\n  \"b\": 2\n}", <<~'SHOWN'
    2 |   "a": "x,
      |           ^
    hint: line break in a string: write \n, or add the closing quote of the string that begins at line 2 column 8
  SHOWN

  row "an unclosed array", "{\"a\": [1, 2", <<~SHOWN
    1 | {"a": [1, 2
      |            ^
    hint: text cut off before the ']' of the array that begins at line 1 column 7: add what is missing, or read the part with ResumableParser#partial_value
  SHOWN

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

  row "nothing after a colon", "{\"a\":", <<~SHOWN
    1 | {"a":
      |      ^
    hint: text cut off before the '}' of the object that begins at line 1 column 1: add what is missing, or read the part with ResumableParser#partial_value
  SHOWN

  row "a key cut off", "{\"a\": 1, \"b", <<~SHOWN
    1 | {"a": 1, "b
      |            ^
    hint: missing closing quote of the string that begins at line 1 column 10: add "
  SHOWN

  row "a key alone", "{\"a\"}", <<~SHOWN
    1 | {"a"}
      |     ^
    hint: key without a value: add a colon and the value
  SHOWN

  row "the wrong bracket", "{\"a\": [1, 2}", <<~SHOWN
    1 | {"a": [1, 2}
      |            ^
    hint: '}' at the end of the array that begins at line 1 column 7: write ']'
  SHOWN

  row "the wrong bracket of an object", "{\"a\": 1]", <<~SHOWN
    1 | {"a": 1]
      |        ^
    hint: ']' at the end of the object that begins at line 1 column 1: write '}'
  SHOWN

  row "a bracket too many", "[1, 2]]", <<~SHOWN
    1 | [1, 2]]
      |       ^
    hint: ']' without an opening '[': remove it
  SHOWN

  row "a closing bracket alone", "]", <<~SHOWN
    1 | ]
      | ^
    hint: ']' without an opening '[': remove it
  SHOWN

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

  row "a Windows path", "{\"path\": \"C:\\Users\"}", <<~'SHOWN'
    1 | {"path": "C:\Users"}
      |             ^
    hint: backslash that escapes nothing: write \\ (as in a Windows path or a regular expression)
  SHOWN

  row "a hexadecimal escape", "[\"\\x41\"]", <<~'SHOWN'
    1 | ["\x41"]
      |   ^
    hint: \x escape: write \u0041
  SHOWN

  row "an escaped apostrophe", "[\"it\\'s\"]", <<~'SHOWN'
    1 | ["it\'s"]
      |     ^
    hint: backslash before an apostrophe: remove it
  SHOWN

  row "a cut Unicode escape", "[\"\\u12\"]", <<~'SHOWN'
    1 | ["\u12"]
      |   ^
    hint: \u without four hexadecimal digits: add them
  SHOWN

  row "half a surrogate pair", "[\"\\ud83d\"]", <<~'SHOWN'
    1 | ["\ud83d"]
      |   ^
    hint: half of a surrogate pair: write both halves, as in \ud83d\ude00
  SHOWN

  row "a line continuation", "[\"a\\\nb\"]", <<~'SHOWN'
    1 | ["a\
      |    ^
    hint: backslash before a line break: write \n
  SHOWN

  row "a missing comma", "{\"a\": 1 \"b\": 2}", <<~SHOWN
    1 | {"a": 1 "b": 2}
      |         ^
    hint: missing comma before this: add it
  SHOWN

  row "a missing comma in an array", "[\"a\"\n \"b\"]", <<~SHOWN
    1 | ["a"
    2 |  "b"]
      |  ^
    hint: missing comma before this: add it
  SHOWN

  row "a quote inside a string", "[\"say \"hi\" now\"]", <<~'SHOWN'
    1 | ["say "hi" now"]
      |        ^
    hint: quote inside a string: write \", or add the missing comma
  SHOWN

  row "a missing colon", "{\"a\" 1}", <<~SHOWN
    1 | {"a" 1}
      |      ^
    hint: missing colon after the key: add it
  SHOWN

  row "an arrow", "{\"a\" => 1}", <<~SHOWN
    1 | {"a" => 1}
      |      ^
    hint: '=>' after a key: write a colon
  SHOWN

  row "an equals sign", "{\"a\"= 1}", <<~SHOWN
    1 | {"a"= 1}
      |     ^
    hint: '=' after a key: write a colon
  SHOWN

  row "a semicolon", "[1; 2]", <<~SHOWN
    1 | [1; 2]
      |   ^
    hint: semicolon between values: write a comma
  SHOWN

  row "keys in an array", "[\"a\": 1]", <<~SHOWN
    1 | ["a": 1]
      |     ^
    hint: key in an array: write { } instead of [ ]
  SHOWN

  row "two colons", "{\"a\":: 1}", <<~SHOWN
    1 | {"a":: 1}
      |      ^
    hint: extra colon: remove it
  SHOWN

  row "a missing value", "{\"a\": , \"b\": 1}", <<~SHOWN
    1 | {"a": , "b": 1}
      |       ^
    hint: missing value after the colon: add it
  SHOWN

  row "a missing value at the end", "{\"a\": }", <<~SHOWN
    1 | {"a": }
      |       ^
    hint: missing value after the colon: add it
  SHOWN

  row "a missing key", "{: 1}", <<~SHOWN
    1 | {: 1}
      |  ^
    hint: missing key before the colon: add it
  SHOWN

  row "no braces", "\"a\": 1", <<~SHOWN
    1 | "a": 1
      |    ^
    hint: members without an object: write { } around them
  SHOWN

  row "YAML", "name: x\nport: 80\n", <<~SHOWN
    1 | name: x
      | ^
    hint: members without an object: write { } around them and double quotes around the keys; or use a YAML parser
  SHOWN

  row "YAML with dashes", "---\n- a\n", <<~SHOWN
    1 | ---
      | ^
    hint: YAML, not JSON: use a YAML parser
  SHOWN

  row "a path", "config/settings.json", <<~SHOWN
    1 | config/settings.json
      | ^
    hint: path, not JSON: did you mean load_file("config/settings.json")?
  SHOWN

  row "an absolute path", "/etc/app/settings", <<~SHOWN
    1 | /etc/app/settings
      | ^
    hint: path, not JSON: did you mean load_file("/etc/app/settings")?
  SHOWN

  row "a path that begins with a digit", "2026-11.json", <<~SHOWN
    1 | 2026-11.json
      |     ^
    hint: path, not JSON: did you mean load_file("2026-11.json")?
  SHOWN

  row "a URL", "https://example.com/a.json", <<~SHOWN
    1 | https://example.com/a.json
      | ^
    hint: URL, not JSON: fetch it, and parse the response
  SHOWN

  row "JSONP", "callback({\"a\": 1});", <<~SHOWN
    1 | callback({"a": 1});
      | ^
    hint: JSONP, not JSON: parse the text in the parentheses
  SHOWN

  row "a guard", ")]}',\n[1]", <<~SHOWN
    1 | )]}',
      | ^
    hint: script guard )]}' before the document: remove it
  SHOWN

  row "server-sent events", "data: {\"a\": 1}\n\n", <<~SHOWN
    1 | data: {"a": 1}
      | ^
    hint: server-sent events: parse the text after each "data:"
  SHOWN

  row "an object as a string", "[object Object]", <<~SHOWN
    1 | [object Object]
      |  ^
    hint: JavaScript object as a string: call JSON.stringify
  SHOWN

  row "escaped twice", "{\\\"a\\\": 1}", <<~'SHOWN'
    1 | {\"a\": 1}
      |  ^
    hint: text escaped twice: write " instead of \"
  SHOWN

  row "a no-break space", "[1,\u00A02]", <<~SHOWN
    1 | [1,<U+00A0>2]
      |    ^
    hint: U+00A0 is not white space in JSON: write a plain space
  SHOWN

  row "a tuple", "[(1, 2)]", <<~SHOWN
    1 | [(1, 2)]
      |  ^
    hint: parentheses: write an array in [ ]
  SHOWN

  row "NUL padding", "[1]\u0000\u0000\u0000", <<~SHOWN
    1 | [1]␀␀␀
      |    ^
    hint: NUL bytes after the document: remove them
  SHOWN

  row "a duplicate key", "{\n  \"a\": 1,\n  \"b\": {\"a\": 2},\n  \"a\": 3\n}", <<~SHOWN
    3 |   "b": {"a": 2},
    4 |   "a": 3
      |   ^
    hint: duplicate key at line 2 column 3 and again at line 4 column 3: remove one, or pass allow_duplicate_key: true to let the last one win, as json 2 did
  SHOWN

  row "a duplicate key, escaped", "{\"a\": 1, \"\\u0061\": 2}", <<~'SHOWN'
    1 | {"a": 1, "\u0061": 2}
      |          ^
    hint: duplicate key at line 1 column 2 and again at line 1 column 10: remove one, or pass allow_duplicate_key: true to let the last one win, as json 2 did
  SHOWN

  row "a comment that does not end", "[1, /* two]", <<~SHOWN, allow_comments: true
    1 | [1, /* two]
      |     ^
    hint: comment without an end: add */
  SHOWN

  row "too deep", "[[[1]]]", <<~SHOWN, max_nesting: 2
    1 | [[[1]]]
      |   ^
    hint: nested too deep: pass a higher max_nesting:, or 0 for no limit, if you trust the text
  SHOWN

  row "Latin-1", "[\"caf\xE9\"]", <<~SHOWN, validate_encoding: true
    1 | ["caf<E9>"]
      |      ^
    hint: invalid UTF-8: call text.force_encoding("ISO-8859-1") if it is ISO-8859-1, or pass invalid: :replace
  SHOWN

  row "wide characters before the place", "{\"名前\": \"日本\", \"値\" 1}", <<~SHOWN
    1 | {"名前": "日本", "値" 1}
      |                       ^
    hint: missing colon after the key: add it
  SHOWN

  row "an emoji before the place", "[\"😀👨🏽\", x]", <<~SHOWN
    1 | ["😀👨🏽", x]
      |          ^
    hint: string without double quotes: write "x"
  SHOWN

  row "combining marks before the place", "[\"e\u0301e\u0301\" 1]", <<~SHOWN
    1 | ["éé" 1]
      |       ^
    hint: missing comma before this: add it
  SHOWN

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

  row "a number alone, hexadecimal", "0x1F", <<~SHOWN
    1 | 0x1F
      |  ^
    hint: hexadecimal number: write it in decimal, or as a string
  SHOWN

  row "a number alone, binary", "0b1", <<~SHOWN
    1 | 0b1
      |  ^
    hint: binary or octal number: write it in decimal
  SHOWN

  row "a number alone, with underscores", "1_000", <<~SHOWN
    1 | 1_000
      |  ^
    hint: underscore in a number: remove it
  SHOWN

  row "a number alone, with letters", "12abc", <<~SHOWN
    1 | 12abc
      |   ^
    hint: unit or suffix after a number: remove it, or write a string
  SHOWN

  row "a date alone", "2024-01-01T00:00:00Z", <<~SHOWN
    1 | 2024-01-01T00:00:00Z
      |     ^
    hint: more than a number: write a date, time, version or address in double quotes
  SHOWN

  row "an address alone", "127.0.0.1", <<~SHOWN
    1 | 127.0.0.1
      |      ^
    hint: more than a number: write a date, time, version or address in double quotes
  SHOWN

  row "a time alone", "12:30", <<~SHOWN
    1 | 12:30
      |   ^
    hint: more than a number: write a date, time, version or address in double quotes
  SHOWN

  row "a server's words", "502 Bad Gateway", <<~SHOWN
    1 | 502 Bad Gateway
      |     ^
    hint: text, not JSON: write a string in double quotes
  SHOWN

  row "words after a document", "[1] and more", <<~SHOWN
    1 | [1] and more
      |     ^
    hint: text after the document: remove it
  SHOWN

  row "a formula", "x^2", <<~SHOWN
    1 | x^2
      | ^
    hint: string without double quotes: write "x"
  SHOWN

  row "a leading dot with an exponent", "[-.5e-7]", <<~SHOWN
    1 | [-.5e-7]
      |  ^
    hint: missing digits before the decimal point: write -0.5e-7
  SHOWN

  row "a leading zero with an exponent", "[01e5]", <<~SHOWN
    1 | [01e5]
      |  ^
    hint: leading zero: write 1e5, or a string
  SHOWN

  row "a trailing dot with an exponent", "[5.e3]", <<~SHOWN
    1 | [5.e3]
      |  ^
    hint: missing digits after the decimal point: write 5.0e3
  SHOWN

  row "leading zeros of what is no number", "[08-3]", <<~SHOWN
    1 | [08-3]
      |  ^
    hint: leading zero: write the number without it, or a string
  SHOWN

  row "plus Infinity", "[+Infinity]", <<~SHOWN
    1 | [+Infinity]
      |  ^
    hint: +Infinity is not JSON: write Infinity, and pass allow_nan: true
  SHOWN

  row "a telephone number", "[+49-123]", <<~SHOWN
    1 | [+49-123]
      |  ^
    hint: plus sign before a number: remove it, or write a string
  SHOWN

  row "dots", "[...]", <<~SHOWN
    1 | [...]
      |  ^
    hint: dots in place of values: write the values, or remove the dots
  SHOWN

  row "a dot", "[1, .]", <<~SHOWN
    1 | [1, .]
      |     ^
    hint: decimal point without digits: add them
  SHOWN

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

  row "a comment after a document that does not end", "[1] /* two", <<~SHOWN, relaxed: true
    1 | [1] /* two
      |     ^
    hint: comment without an end: add */
  SHOWN

  row "a Markdown fence", "```json\n{\"a\": 1}\n```\n", <<~SHOWN
    1 | ```json
      | ^
    hint: Markdown fence around the document: parse the text inside of it
  SHOWN

  row "a Markdown fence that is cut off", "```json\n{\"a\": [1, 2", <<~SHOWN
    1 | ```json
      | ^
    hint: Markdown fence around the document: parse the text inside of it
  SHOWN

  row "several Markdown fences", "```json\n{\"a\": 1}\n```\n\n```json\n{\"a\": 2}\n```\n", <<~SHOWN
    1 | ```json
      | ^
    hint: several Markdown fences: parse the text inside of each by itself
  SHOWN

  row "text before the document", "Here is the JSON you asked for:\n{\"a\": 1}", <<~SHOWN
    1 | Here is the JSON you asked for:
      | ^
    hint: text before the document: parse from line 2 column 1 on
  SHOWN

  row "a word before the document", "Answer: {\"a\": 1}", <<~SHOWN
    1 | Answer: {"a": 1}
      | ^
    hint: text before the document: parse from line 1 column 9 on
  SHOWN

  row "an exclamation before the document", "Sure! {\"a\": 1}", <<~SHOWN
    1 | Sure! {"a": 1}
      | ^
    hint: text before the document: parse from line 1 column 7 on
  SHOWN

  row "text and a fence before the document", "Here is the JSON:\n\n```json\n{\"a\": 1}\n```\nLet me know!", <<~SHOWN
    1 | Here is the JSON:
      | ^
    hint: text and a Markdown fence before the document: parse the text inside of the fence
  SHOWN

  row "text in place of a document", "I cannot produce such a document.", <<~SHOWN
    1 | I cannot produce such a document.
      | ^
    hint: text, not JSON: write a string in double quotes
  SHOWN

  row "text after the document", "{\"a\": 1}\n\nThis object has one member.", <<~SHOWN
    1 | {"a": 1}
    3 | This object has one member.
      | ^
    hint: text after the document: remove it
  SHOWN

  row "a fence after the document", "{\"a\": 1}\n```\n", <<~SHOWN
    1 | {"a": 1}
    2 | ```
      | ^
    hint: Markdown fence after the document: parse only the text before it
  SHOWN

  row "several fences after the document", "{\"a\": 1}\n```\n\n```json\n{\"a\": 2}\n```\n", <<~SHOWN
    1 | {"a": 1}
    2 | ```
      | ^
    hint: Markdown fence after the document: parse only the text before it
  SHOWN

  row "dots after an element", "[1, 2, ...]", <<~SHOWN
    1 | [1, 2, ...]
      |        ^
    hint: dots in place of values: write the values, or remove the dots
  SHOWN

  row "dots after an element, without a comma", "[1, 2 ...]", <<~SHOWN
    1 | [1, 2 ...]
      |       ^
    hint: dots in place of values: write the values, or remove the dots
  SHOWN

  row "dots after a member", "{\"a\": 1, ...}", <<~SHOWN
    1 | {"a": 1, ...}
      |          ^
    hint: dots in place of values: write the values, or remove the dots
  SHOWN

  row "dots after a member, on a line", "{\n  \"a\": 1,\n  ...\n}", <<~SHOWN
    2 |   "a": 1,
    3 |   ...
      |   ^
    hint: dots in place of values: write the values, or remove the dots
  SHOWN

  row "an ellipsis", "[1, 2, …]", <<~SHOWN
    1 | [1, 2, …]
      |        ^
    hint: dots in place of values: write the values, or remove the dots
  SHOWN

  row "dots after the document", "{\"a\": 1}\n...", <<~SHOWN
    1 | {"a": 1}
    2 | ...
      | ^
    hint: dots after the document: remove them
  SHOWN

  row "typographic quotes around a value", "{\"a\": “b”}", <<~SHOWN
    1 | {"a": “b”}
      |       ^
    hint: typographic quotes around a string: write double quotes
  SHOWN

  row "a typographic closing quote", "{\"a\": \"b”}", <<~SHOWN
    1 | {"a": "b”}
      |           ^
    hint: missing closing quote of the string that begins at line 1 column 7: write " instead of ”
  SHOWN

  row "a typographic closing quote of a key", "{\"a”: 1}", <<~SHOWN
    1 | {"a”: 1}
      |         ^
    hint: missing closing quote of the string that begins at line 1 column 2: write " instead of ”
  SHOWN

  row "cut off in a string", "{\"a\": \"some te", <<~SHOWN
    1 | {"a": "some te
      |               ^
    hint: missing closing quote of the string that begins at line 1 column 7: add "
  SHOWN

  row "cut off in an escape", "{\"a\": \"some \\", <<~'SHOWN'
    1 | {"a": "some \
      |              ^
    hint: missing closing quote of the string that begins at line 1 column 7: add "
  SHOWN

  row "cut off after a key", "{\"a\": 1, \"b\"", <<~SHOWN
    1 | {"a": 1, "b"
      |             ^
    hint: text cut off before the '}' of the object that begins at line 1 column 1: add what is missing, or read the part with ResumableParser#partial_value
  SHOWN

  row "cut off in a number", "[1, -", <<~SHOWN
    1 | [1, -
      |     ^
    hint: minus sign without digits: add them
  SHOWN

  row "cut off at the end of a word", "[true, f", <<~SHOWN
    1 | [true, f
      |        ^
    hint: text cut off in false: write false
  SHOWN

  LONG = "[#{Array.new(60) { |i| "\"item #{i + 1}\"" }.join(', ')}, oops, #{'"more", ' * 60}1]".freeze

  row "a long line", LONG, <<~SHOWN
    1 | …56", "item 57", "item 58", "item 59", "item 60", oops, "more", "more", "mo…
      |                                                   ^
    hint: string without double quotes: write "oops"
  SHOWN

  ROWS.freeze
end
