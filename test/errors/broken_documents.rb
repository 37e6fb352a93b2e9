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
    hint: remove the comma before the ']'; allow_trailing_comma: true takes it
  SHOWN

  row "trailing comma before a new line", "{\n  \"a\": 1,\n}", <<~SHOWN
    2 |   "a": 1,
    3 | }
      | ^
    hint: remove the comma before the '}'; allow_trailing_comma: true takes it
  SHOWN

  row "trailing comma in an object", "{\"a\": 1,}", <<~SHOWN
    1 | {"a": 1,}
      |         ^
    hint: remove the comma before the '}'; allow_trailing_comma: true takes it
  SHOWN

  row "two commas", "[1,,2]", <<~SHOWN
    1 | [1,,2]
      |    ^
    hint: there is a comma too many
  SHOWN

  row "a leading comma", "[,1]", <<~SHOWN
    1 | [,1]
      |  ^
    hint: there is a comma too many
  SHOWN

  row "two commas in an object", "{\"a\": 1,, \"b\": 2}", <<~SHOWN
    1 | {"a": 1,, "b": 2}
      |         ^
    hint: there is a comma too many
  SHOWN

  row "a line comment", "{\n  \"port\": 80 // of the web server\n}", <<~SHOWN
    2 |   "port": 80 // of the web server
      |              ^
    hint: JSON has no comments; allow_comments: true skips comments, as json 2 did
  SHOWN

  row "a block comment", "[1, /* two */ 3]", <<~SHOWN
    1 | [1, /* two */ 3]
      |     ^
    hint: JSON has no comments; allow_comments: true skips comments, as json 2 did
  SHOWN

  row "a hash comment", "# settings\n{\"a\": 1}", <<~SHOWN
    1 | # settings
      | ^
    hint: JSON has no comments: remove it
  SHOWN

  row "a hash comment behind a value", "[1, # one\n 2]", <<~SHOWN
    1 | [1, # one
      |     ^
    hint: JSON has no comments: remove it
  SHOWN

  row "single quotes around a value", "{\"a\": 'b'}", <<~SHOWN
    1 | {"a": 'b'}
      |       ^
    hint: a string is written in double quotes
  SHOWN

  row "single quotes around a key", "{'a': 1}", <<~SHOWN
    1 | {'a': 1}
      |  ^
    hint: a key is written in double quotes
  SHOWN

  row "typographic quotes", "{“a”: 1}", <<~SHOWN
    1 | {“a”: 1}
      |  ^
    hint: a key is written in double quotes
  SHOWN

  row "a backtick", "[\"a\", `b`]", <<~SHOWN
    1 | ["a", `b`]
      |       ^
    hint: a string is written in double quotes
  SHOWN

  row "an unquoted key", "{name: \"x\"}", <<~SHOWN
    1 | {name: "x"}
      |  ^
    hint: a key needs double quotes: "name"
  SHOWN

  row "an unquoted key later", "{\"a\": 1, b_2: 3}", <<~SHOWN
    1 | {"a": 1, b_2: 3}
      |          ^
    hint: a key needs double quotes: "b_2"
  SHOWN

  row "a Ruby symbol as key", "{:a => 1}", <<~SHOWN
    1 | {:a => 1}
      |  ^
    hint: a key is written "a", not as Ruby's symbol
  SHOWN

  row "a Ruby symbol as value", "{\"a\": :b}", <<~SHOWN
    1 | {"a": :b}
      |       ^
    hint: Ruby's symbols are strings in JSON: write "b"
  SHOWN

  row "a number as key", "{1: \"a\"}", <<~SHOWN
    1 | {1: "a"}
      |  ^
    hint: a key is a string: "1"
  SHOWN

  row "an unquoted string", "{\"city\": Berlin}", <<~SHOWN
    1 | {"city": Berlin}
      |          ^
    hint: a string needs double quotes: "Berlin"
  SHOWN

  row "an unquoted date", "[2026-11-23]", <<~SHOWN
    1 | [2026-11-23]
      |      ^
    hint: this is more than a number: a date, a time, a version or an address needs double quotes
  SHOWN

  row "an address", "[\"a\", 127.0.0.1]", <<~SHOWN
    1 | ["a", 127.0.0.1]
      |            ^
    hint: this is more than a number: a date, a time, a version or an address needs double quotes
  SHOWN

  row "NaN", "{\"mean\": NaN}", <<~SHOWN
    1 | {"mean": NaN}
      |          ^
    hint: JSON has no NaN; allow_nan: true takes it
  SHOWN

  row "-NaN", "[-NaN]", <<~SHOWN
    1 | [-NaN]
      |  ^
    hint: JSON has no -NaN: write null
  SHOWN

  row "Infinity", "[1, Infinity]", <<~SHOWN
    1 | [1, Infinity]
      |     ^
    hint: JSON has no Infinity; allow_nan: true takes it
  SHOWN

  row "minus Infinity", "[-Infinity]", <<~SHOWN
    1 | [-Infinity]
      |  ^
    hint: JSON has no -Infinity; allow_nan: true takes it
  SHOWN

  row "inf", "[-inf]", <<~SHOWN
    1 | [-inf]
      |  ^
    hint: JSON has no -inf: write null
  SHOWN

  row "None", "{\"a\": None}", <<~SHOWN
    1 | {"a": None}
      |       ^
    hint: write null
  SHOWN

  row "True", "{\"a\": True}", <<~SHOWN
    1 | {"a": True}
      |       ^
    hint: write true
  SHOWN

  row "False", "[False]", <<~SHOWN
    1 | [False]
      |  ^
    hint: write false
  SHOWN

  row "undefined", "[undefined]", <<~SHOWN
    1 | [undefined]
      |  ^
    hint: write null
  SHOWN

  row "nil", "{\"a\": nil}", <<~SHOWN
    1 | {"a": nil}
      |       ^
    hint: write null
  SHOWN

  row "NULL", "[NULL]", <<~SHOWN
    1 | [NULL]
      |  ^
    hint: write null
  SHOWN

  row "a keyword too long", "[nulll]", <<~SHOWN
    1 | [nulll]
      |      ^
    hint: write null
  SHOWN

  row "a keyword cut off", "{\"a\": tru", <<~SHOWN
    1 | {"a": tru
      |       ^
    hint: write true
  SHOWN

  row "hexadecimal", "[0xFF]", <<~SHOWN
    1 | [0xFF]
      |   ^
    hint: JSON has no hexadecimal numbers: write it in decimal, or in a string
  SHOWN

  row "binary", "[0b11]", <<~SHOWN
    1 | [0b11]
      |   ^
    hint: JSON has only decimal numbers
  SHOWN

  row "a leading zero", "{\"port\": 0080}", <<~SHOWN
    1 | {"port": 0080}
      |          ^
    hint: a number has no leading zeros: write 80, or a string
  SHOWN

  row "a leading plus", "[+1]", <<~SHOWN
    1 | [+1]
      |  ^
    hint: a number has no plus sign: write 1
  SHOWN

  row "a leading dot", "[.5]", <<~SHOWN
    1 | [.5]
      |  ^
    hint: a digit stands before the decimal point: write 0.5
  SHOWN

  row "a negative leading dot", "[-.5]", <<~SHOWN
    1 | [-.5]
      |  ^
    hint: a digit stands before the decimal point: write -0.5
  SHOWN

  row "a trailing dot", "[5.]", <<~SHOWN
    1 | [5.]
      |  ^
    hint: digits must follow the decimal point: write 5.0
  SHOWN

  row "an exponent without digits", "[1e+]", <<~SHOWN
    1 | [1e+]
      |  ^
    hint: digits must follow the exponent's e
  SHOWN

  row "a minus alone", "[1, -]", <<~SHOWN
    1 | [1, -]
      |     ^
    hint: digits must follow the minus sign
  SHOWN

  row "underscores", "[1_000_000]", <<~SHOWN
    1 | [1_000_000]
      |   ^
    hint: a number has no underscores
  SHOWN

  row "a unit", "{\"size\": 10px}", <<~SHOWN
    1 | {"size": 10px}
      |            ^
    hint: a number has no unit or suffix: write the digits alone, or a string
  SHOWN

  row "a byte order mark", "\uFEFF{\"a\": 1}", <<~SHOWN
    1 | <U+FEFF>{"a": 1}
      | ^
    hint: the text begins with a byte order mark: relaxed: true skips it, as does the mode "r:BOM|UTF-8"
  SHOWN

  row "UTF-16LE with its mark", "\xFF\xFE{\u0000}\u0000", <<~SHOWN
    1 | <FF><FE>{␀}␀
      | ^
    hint: the text is UTF-16: text.force_encoding(Encoding::UTF_16LE) tells so
  SHOWN

  row "UTF-16BE with its mark", "\xFE\xFF\u0000{\u0000}", <<~SHOWN
    1 | <FE><FF>␀{␀}
      | ^
    hint: the text is UTF-16: text.force_encoding(Encoding::UTF_16BE) tells so
  SHOWN

  row "UTF-16LE", "{\u0000\"\u0000a\u0000", <<~SHOWN
    1 | {␀"␀a␀
      |  ^
    hint: the text is UTF-16: text.force_encoding(Encoding::UTF_16LE) tells so
  SHOWN

  row "UTF-16BE", "\u0000{\u0000\"\u0000a", <<~SHOWN
    1 | ␀{␀"␀a
      | ^
    hint: the text is UTF-16: text.force_encoding(Encoding::UTF_16BE) tells so
  SHOWN

  row "UTF-32LE", "[\u0000\u0000\u0000]\u0000\u0000\u0000", <<~SHOWN
    1 | [␀␀␀]␀␀␀
      |  ^
    hint: the text is UTF-32: text.force_encoding(Encoding::UTF_32LE) tells so
  SHOWN

  row "UTF-32BE", "\u0000\u0000\u0000[\u0000\u0000\u0000]", <<~SHOWN
    1 | ␀␀␀[␀␀␀]
      | ^
    hint: the text is UTF-32: text.force_encoding(Encoding::UTF_32BE) tells so
  SHOWN

  row "gzip", "\u001F\x8B\b\u0000\u0000\u0000\u0000\u0000\u0000\u0003\x8B\x8E", <<~SHOWN
    1 | ␟<8B>␈␀␀␀␀␀␀␃<8B><8E>
      | ^
    hint: the text is compressed by gzip: Zlib.gunzip(text) gives the document
  SHOWN

  row "zlib", "x\x9C\x8B\x8E\u0005\u0000", <<~SHOWN
    1 | x<9C><8B><8E>␅␀
      | ^
    hint: the text is compressed by zlib: Zlib.inflate(text) gives the document
  SHOWN

  row "Zstandard", "(\xB5/\xFD\u0004\u0000\u0011\u0000", <<~SHOWN
    1 | (<B5>/<FD>␄␀␑␀
      | ^
    hint: the text is compressed (Zstandard): decompress it first
  SHOWN

  row "HTML", "<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>", <<~SHOWN
    1 | <!DOCTYPE html>
      | ^
    hint: this looks like HTML, not JSON: perhaps a server's error page
  SHOWN

  row "XML", "<?xml version=\"1.0\"?><a/>", <<~SHOWN
    1 | <?xml version="1.0"?><a/>
      | ^
    hint: this is XML, not JSON
  SHOWN

  row "an empty body", "", <<~SHOWN
    1 |
      | ^
    hint: the text is empty
  SHOWN

  row "a blank body", " \r\n\t\n", <<~SHOWN
    3 |
      | ^
    hint: the text is empty
  SHOWN

  row "NDJSON", "{\"id\": 1}\n{\"id\": 2}\n", <<~SHOWN
    1 | {"id": 1}
    2 | {"id": 2}
      | ^
    hint: there are several documents, one a line (NDJSON): Jacinth.each reads one after the other
  SHOWN

  row "a sequence of documents", "\x1E{\"id\": 1}\n\x1E{\"id\": 2}\n", <<~SHOWN
    1 | ␞{"id": 1}
      | ^
    hint: record separators are between the documents (RFC 7464): Jacinth.each reads one after the other
  SHOWN

  row "two documents in a line", "{\"id\": 1} {\"id\": 2}", <<~SHOWN
    1 | {"id": 1} {"id": 2}
      |           ^
    hint: there are several documents: Jacinth.each reads one after the other
  SHOWN

  row "documents with commas", "{\"id\": 1},\n{\"id\": 2}", <<~SHOWN
    1 | {"id": 1},
      |          ^
    hint: a comma behind the document: several documents need [ ] around them
  SHOWN

  row "an unclosed string", "[\"a\", \"b]", <<~SHOWN
    1 | ["a", "b]
      |          ^
    hint: the string that begins at line 1 column 7 has no closing quote
  SHOWN

  row "an unclosed string in a long document", "{\n  \"a\": \"x,\n  \"b\": 2\n}", <<~'SHOWN'
    2 |   "a": "x,
      |           ^
    hint: a line break in a string is written \n; or the string that begins at line 2 column 8 lacks its closing quote
  SHOWN

  row "an unclosed array", "{\"a\": [1, 2", <<~SHOWN
    1 | {"a": [1, 2
      |            ^
    hint: the text ends before the ']' of the array that begins at line 1 column 7
  SHOWN

  row "an unclosed object", "{\n  \"a\": {\"b\": 1},\n  \"c\": 2\n", <<~SHOWN
    3 |   "c": 2
    4 |
      | ^
    hint: the text ends before the '}' of the object that begins at line 1 column 1
  SHOWN

  row "nothing behind a comma", "[1, 2, ", <<~SHOWN
    1 | [1, 2,
      |        ^
    hint: the text ends before the ']' of the array that begins at line 1 column 1
  SHOWN

  row "nothing behind a colon", "{\"a\":", <<~SHOWN
    1 | {"a":
      |      ^
    hint: the text ends before the '}' of the object that begins at line 1 column 1
  SHOWN

  row "a key cut off", "{\"a\": 1, \"b", <<~SHOWN
    1 | {"a": 1, "b
      |            ^
    hint: the string that begins at line 1 column 10 has no closing quote
  SHOWN

  row "a key alone", "{\"a\"}", <<~SHOWN
    1 | {"a"}
      |     ^
    hint: the key has no value
  SHOWN

  row "the wrong bracket", "{\"a\": [1, 2}", <<~SHOWN
    1 | {"a": [1, 2}
      |            ^
    hint: the array that begins at line 1 column 7 ends with ']', not '}'
  SHOWN

  row "the wrong bracket of an object", "{\"a\": 1]", <<~SHOWN
    1 | {"a": 1]
      |        ^
    hint: the object that begins at line 1 column 1 ends with '}', not ']'
  SHOWN

  row "a bracket too many", "[1, 2]]", <<~SHOWN
    1 | [1, 2]]
      |       ^
    hint: there is a closing ']' too many
  SHOWN

  row "a closing bracket alone", "]", <<~SHOWN
    1 | ]
      | ^
    hint: nothing was opened that ']' could close
  SHOWN

  row "a raw newline in a string", "{\"text\": \"one\ntwo\"}", <<~'SHOWN'
    1 | {"text": "one
      |              ^
    hint: a line break in a string is written \n; or the string that begins at line 1 column 10 lacks its closing quote
  SHOWN

  row "a raw tab in a string", "[\"a\tb\"]", <<~'SHOWN'
    1 | ["a b"]
      |    ^
    hint: a tab in a string is written \t; allow_control_characters: true takes it as it is
  SHOWN

  row "an escape character in a string", "[\"a\e[1m\"]", <<~'SHOWN'
    1 | ["a␛[1m"]
      |    ^
    hint: a control character in a string is written \u001B; allow_control_characters: true takes it as it is
  SHOWN

  row "a NUL in a string", "[\"a\u0000\"]", <<~'SHOWN'
    1 | ["a␀"]
      |    ^
    hint: a control character in a string is written \u0000; allow_control_characters: true takes it as it is
  SHOWN

  row "a Windows path", "{\"path\": \"C:\\Users\"}", <<~'SHOWN'
    1 | {"path": "C:\Users"}
      |             ^
    hint: a backslash itself is written \\ (as in a Windows path or a regular expression)
  SHOWN

  row "a hexadecimal escape", "[\"\\x41\"]", <<~'SHOWN'
    1 | ["\x41"]
      |   ^
    hint: write \u0041
  SHOWN

  row "an escaped apostrophe", "[\"it\\'s\"]", <<~'SHOWN'
    1 | ["it\'s"]
      |     ^
    hint: an apostrophe needs no backslash
  SHOWN

  row "a cut Unicode escape", "[\"\\u12\"]", <<~'SHOWN'
    1 | ["\u12"]
      |   ^
    hint: \u needs four hexadecimal digits
  SHOWN

  row "half a surrogate pair", "[\"\\ud83d\"]", <<~'SHOWN'
    1 | ["\ud83d"]
      |   ^
    hint: a character beyond U+FFFF needs both of its surrogates, as in \ud83d\ude00
  SHOWN

  row "a line continuation", "[\"a\\\nb\"]", <<~'SHOWN'
    1 | ["a\
      |    ^
    hint: a string does not go on in the next line: write \n
  SHOWN

  row "a missing comma", "{\"a\": 1 \"b\": 2}", <<~SHOWN
    1 | {"a": 1 "b": 2}
      |         ^
    hint: a comma is missing before this
  SHOWN

  row "a missing comma in an array", "[\"a\"\n \"b\"]", <<~SHOWN
    1 | ["a"
    2 |  "b"]
      |  ^
    hint: a comma is missing before this
  SHOWN

  row "a quote inside a string", "[\"say \"hi\" now\"]", <<~'SHOWN'
    1 | ["say "hi" now"]
      |        ^
    hint: a quote inside a string is written \"; or a comma is missing
  SHOWN

  row "a missing colon", "{\"a\" 1}", <<~SHOWN
    1 | {"a" 1}
      |      ^
    hint: the colon between key and value is missing
  SHOWN

  row "an arrow", "{\"a\" => 1}", <<~SHOWN
    1 | {"a" => 1}
      |      ^
    hint: a colon stands between key and value, not '=>'
  SHOWN

  row "an equals sign", "{\"a\"= 1}", <<~SHOWN
    1 | {"a"= 1}
      |     ^
    hint: a colon stands between key and value, not '='
  SHOWN

  row "a semicolon", "[1; 2]", <<~SHOWN
    1 | [1; 2]
      |   ^
    hint: a comma stands between values, not a semicolon
  SHOWN

  row "keys in an array", "[\"a\": 1]", <<~SHOWN
    1 | ["a": 1]
      |     ^
    hint: members with keys need an object: { } in place of [ ]
  SHOWN

  row "two colons", "{\"a\":: 1}", <<~SHOWN
    1 | {"a":: 1}
      |      ^
    hint: there is a colon too many
  SHOWN

  row "a missing value", "{\"a\": , \"b\": 1}", <<~SHOWN
    1 | {"a": , "b": 1}
      |       ^
    hint: the value after the colon is missing
  SHOWN

  row "a missing value at the end", "{\"a\": }", <<~SHOWN
    1 | {"a": }
      |       ^
    hint: the value after the colon is missing
  SHOWN

  row "a missing key", "{: 1}", <<~SHOWN
    1 | {: 1}
      |  ^
    hint: the key before the colon is missing
  SHOWN

  row "no braces", "\"a\": 1", <<~SHOWN
    1 | "a": 1
      |    ^
    hint: an object needs braces around its members
  SHOWN

  row "YAML", "name: x\nport: 80\n", <<~SHOWN
    1 | name: x
      | ^
    hint: an object needs braces, and its keys double quotes; or this is YAML, not JSON
  SHOWN

  row "YAML with dashes", "---\n- a\n", <<~SHOWN
    1 | ---
      | ^
    hint: this looks like YAML, not JSON
  SHOWN

  row "a path", "config/settings.json", <<~SHOWN
    1 | config/settings.json
      | ^
    hint: this looks like a path: did you mean load_file("config/settings.json")?
  SHOWN

  row "an absolute path", "/etc/app/settings", <<~SHOWN
    1 | /etc/app/settings
      | ^
    hint: this looks like a path: did you mean load_file("/etc/app/settings")?
  SHOWN

  row "a path that begins with a digit", "2026-11.json", <<~SHOWN
    1 | 2026-11.json
      |     ^
    hint: this looks like a path: did you mean load_file("2026-11.json")?
  SHOWN

  row "a URL", "https://example.com/a.json", <<~SHOWN
    1 | https://example.com/a.json
      | ^
    hint: this is a URL: fetch it, and parse what comes back
  SHOWN

  row "JSONP", "callback({\"a\": 1});", <<~SHOWN
    1 | callback({"a": 1});
      | ^
    hint: this looks like JSONP: the document is what stands in the parentheses
  SHOWN

  row "a guard", ")]}',\n[1]", <<~SHOWN
    1 | )]}',
      | ^
    hint: a server's guard against scripts, )]}', stands before the document: remove it
  SHOWN

  row "server-sent events", "data: {\"a\": 1}\n\n", <<~SHOWN
    1 | data: {"a": 1}
      | ^
    hint: these are server-sent events: parse what follows each "data:"
  SHOWN

  row "an object as a string", "[object Object]", <<~SHOWN
    1 | [object Object]
      |  ^
    hint: this is what JavaScript makes of an object as a string: use JSON.stringify
  SHOWN

  row "escaped twice", "{\\\"a\\\": 1}", <<~'SHOWN'
    1 | {\"a\": 1}
      |  ^
    hint: the text is escaped once too often: \" should be "
  SHOWN

  row "a no-break space", "[1,\u00A02]", <<~SHOWN
    1 | [1,<U+00A0>2]
      |    ^
    hint: U+00A0 looks like a space, but is none of JSON's: write a plain space
  SHOWN

  row "a tuple", "[(1, 2)]", <<~SHOWN
    1 | [(1, 2)]
      |  ^
    hint: JSON has no parentheses: an array is written in [ ]
  SHOWN

  row "NUL padding", "[1]\u0000\u0000\u0000", <<~SHOWN
    1 | [1]␀␀␀
      |    ^
    hint: NUL bytes follow the document: cut them off
  SHOWN

  row "a duplicate key", "{\n  \"a\": 1,\n  \"b\": {\"a\": 2},\n  \"a\": 3\n}", <<~SHOWN
    3 |   "b": {"a": 2},
    4 |   "a": 3
      |   ^
    hint: the key is at line 2 column 3 and again at line 4 column 3; allow_duplicate_key: true lets the last one win, as json 2 did
  SHOWN

  row "a duplicate key, escaped", "{\"a\": 1, \"\\u0061\": 2}", <<~'SHOWN'
    1 | {"a": 1, "\u0061": 2}
      |          ^
    hint: the key is at line 1 column 2 and again at line 1 column 10; allow_duplicate_key: true lets the last one win, as json 2 did
  SHOWN

  row "a comment that does not end", "[1, /* two]", <<~SHOWN, allow_comments: true
    1 | [1, /* two]
      |     ^
    hint: the comment that begins here has no closing */
  SHOWN

  row "too deep", "[[[1]]]", <<~SHOWN, max_nesting: 2
    1 | [[[1]]]
      |   ^
    hint: max_nesting: takes a higher limit, or 0 for none where the text is trusted
  SHOWN

  row "Latin-1", "[\"caf\xE9\"]", <<~SHOWN, validate_encoding: true
    1 | ["caf<E9>"]
      |      ^
    hint: this is no UTF-8; if it is ISO-8859-1, text.force_encoding("ISO-8859-1") says so; invalid: :replace takes it
  SHOWN

  row "wide characters before the place", "{\"名前\": \"日本\", \"値\" 1}", <<~SHOWN
    1 | {"名前": "日本", "値" 1}
      |                       ^
    hint: the colon between key and value is missing
  SHOWN

  row "an emoji before the place", "[\"😀👨🏽\", x]", <<~SHOWN
    1 | ["😀👨🏽", x]
      |          ^
    hint: a string needs double quotes: "x"
  SHOWN

  row "combining marks before the place", "[\"e\u0301e\u0301\" 1]", <<~SHOWN
    1 | ["éé" 1]
      |       ^
    hint: a comma is missing before this
  SHOWN

  row "a direction override before the place", "[\"\u202Eabc\", x]", <<~SHOWN
    1 | ["<U+202E>abc", x]
      |                 ^
    hint: a string needs double quotes: "x"
  SHOWN

  row "a tab before the place", "[\n\t\t1 2]", <<~SHOWN
    2 |   1 2]
      |     ^
    hint: a comma is missing before this
  SHOWN

  row "a Windows line end", "[1,\r\n2 3]\r\n", <<~SHOWN
    2 | 2 3]
      |   ^
    hint: a comma is missing before this
  SHOWN

  row "a number alone, hexadecimal", "0x1F", <<~SHOWN
    1 | 0x1F
      |  ^
    hint: JSON has no hexadecimal numbers: write it in decimal, or in a string
  SHOWN

  row "a number alone, binary", "0b1", <<~SHOWN
    1 | 0b1
      |  ^
    hint: JSON has only decimal numbers
  SHOWN

  row "a number alone, with underscores", "1_000", <<~SHOWN
    1 | 1_000
      |  ^
    hint: a number has no underscores
  SHOWN

  row "a number alone, with letters", "12abc", <<~SHOWN
    1 | 12abc
      |   ^
    hint: a number has no unit or suffix: write the digits alone, or a string
  SHOWN

  row "a date alone", "2024-01-01T00:00:00Z", <<~SHOWN
    1 | 2024-01-01T00:00:00Z
      |     ^
    hint: this is more than a number: a date, a time, a version or an address needs double quotes
  SHOWN

  row "an address alone", "127.0.0.1", <<~SHOWN
    1 | 127.0.0.1
      |      ^
    hint: this is more than a number: a date, a time, a version or an address needs double quotes
  SHOWN

  row "a time alone", "12:30", <<~SHOWN
    1 | 12:30
      |   ^
    hint: this is more than a number: a date, a time, a version or an address needs double quotes
  SHOWN

  row "a server's words", "502 Bad Gateway", <<~SHOWN
    1 | 502 Bad Gateway
      |     ^
    hint: this is a text, not JSON: a string needs double quotes
  SHOWN

  row "words behind a document", "[1] and more", <<~SHOWN
    1 | [1] and more
      |     ^
    hint: what follows the document is no JSON: remove it
  SHOWN

  row "a formula", "x^2", <<~SHOWN
    1 | x^2
      | ^
    hint: a string needs double quotes: "x"
  SHOWN

  row "a leading dot with an exponent", "[-.5e-7]", <<~SHOWN
    1 | [-.5e-7]
      |  ^
    hint: a digit stands before the decimal point: write -0.5e-7
  SHOWN

  row "a leading zero with an exponent", "[01e5]", <<~SHOWN
    1 | [01e5]
      |  ^
    hint: a number has no leading zeros: write 1e5, or a string
  SHOWN

  row "a trailing dot with an exponent", "[5.e3]", <<~SHOWN
    1 | [5.e3]
      |  ^
    hint: digits must follow the decimal point: write 5.0e3
  SHOWN

  row "leading zeros of what is no number", "[08-3]", <<~SHOWN
    1 | [08-3]
      |  ^
    hint: a number has no leading zeros: write it without them, or a string
  SHOWN

  row "plus Infinity", "[+Infinity]", <<~SHOWN
    1 | [+Infinity]
      |  ^
    hint: JSON has no +Infinity; allow_nan: true takes Infinity
  SHOWN

  row "a telephone number", "[+49-123]", <<~SHOWN
    1 | [+49-123]
      |  ^
    hint: a number has no plus sign: write the digits alone, or a string
  SHOWN

  row "dots", "[...]", <<~SHOWN
    1 | [...]
      |  ^
    hint: dots stand for nothing in JSON: write the values, or leave them out
  SHOWN

  row "a dot", "[1, .]", <<~SHOWN
    1 | [1, .]
      |     ^
    hint: digits stand before and behind the decimal point
  SHOWN

  row "a byte order mark behind a space", " \uFEFF[1]", <<~SHOWN
    1 |  <U+FEFF>[1]
      |  ^
    hint: a byte order mark may stand only once, and at the very beginning of a text: remove it
  SHOWN

  row "two byte order marks", "\uFEFF\uFEFF[1]", <<~SHOWN, relaxed: true
    1 | <U+FEFF>[1]
      | ^
    hint: a byte order mark may stand only once, and at the very beginning of a text: remove it
  SHOWN

  row "a trailing comma far from its bracket", "[1,#{' ' * 300}]", <<~SHOWN
    1 | …#{' ' * 74}]
      | #{' ' * 75}^
    hint: remove the comma before the ']'; allow_trailing_comma: true takes it
  SHOWN

  row "a comment behind a document that does not end", "[1] /* two", <<~SHOWN, relaxed: true
    1 | [1] /* two
      |     ^
    hint: the comment that begins here has no closing */
  SHOWN

  LONG = "[#{Array.new(60) { |i| "\"item #{i + 1}\"" }.join(', ')}, oops, #{'"more", ' * 60}1]".freeze

  row "a long line", LONG, <<~SHOWN
    1 | …56", "item 57", "item 58", "item 59", "item 60", oops, "more", "more", "mo…
      |                                                   ^
    hint: a string needs double quotes: "oops"
  SHOWN

  ROWS.freeze
end
