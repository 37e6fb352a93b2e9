# frozen_string_literal: true

class CompareErrors
  # The rules that judge the texts: for each document of test/errors/broken_documents.rb
  # a pattern of the words that name the cause, and one of those that name the mend. They
  # apply to all readers alike. A text that names a missing or superfluous token names
  # the mend, too. A text that a reader has for any unexpected token ("expected value",
  # "unexpected character") names nothing, unless the value is the missing token.
  #
  # A row is [cause, mend]; a single pattern is both.
  module Kinds
    NUMBER = /[Nn]umber|[Nn]umeric/
    DOUBLE = /double quotes/
    KEY = [/double quotes|key must be a string|keys must be strings/, DOUBLE].freeze
    COMMENT = [/comment/, /remove it/].freeze
    NOT_A_NUMBER = [/(?:NaN|Infinity|inf) is not JSON|#{NUMBER}/, /write null|allow_nan/].freeze
    UTF16 = [/UTF-(?:16|32)/, /force_encoding/].freeze
    BYTES = /compressed|gzip|zlib|codec can't decode/
    SEVERAL = /several documents|trailing characters|Extra data|end of stream/
    OPEN_STRING = [/closing|EOF|Untermin|Unfinished|truncated/, /closing|Unterminated string starting/].freeze
    ENDS = /text cut off|EOF|end of input|Unfinished|truncated/
    CONTROL = [/control character|line break|tab in|Invalid string/, /write \\|must be escaped/].freeze
    ESCAPE = /[Ee]scape|backslash/
    COMMA = /missing comma|write a comma|`,` or|',' or|',' delimiter|separator between/
    COLON = /colon|`:`|':'/
    VALUE = /value after the colon|value before ','|xpect\w+ value/

    TABLE = {
      "Commas" => {
        "trailing comma in an array" => /trailing comma|another array/,
        "trailing comma before a new line" => /trailing comma|another key/,
        "trailing comma in an object" => /trailing comma|another key/,
        "a trailing comma far from its bracket" => /trailing comma|another array/,
        "two commas" => /extra comma|value before ','|xpect\w+ value/,
        "a leading comma" => /extra comma|value before ','|xpect\w+ value/,
        "two commas in an object" => /extra comma|value before ','/,
        "a missing comma" => COMMA, "a missing comma in an array" => COMMA, "a semicolon" => COMMA
      },
      "Comments" => {
        "a line comment" => COMMENT, "a block comment" => COMMENT, "a hash comment" => COMMENT,
        "a hash comment after a value" => COMMENT,
        "a comment that does not end" => [/comment/, /closing|add \*/],
        "a comment after a document that does not end" => [/comment/, /closing|add \*/]
      },
      "Quotes" => {
        "single quotes around a value" => DOUBLE, "single quotes around a key" => KEY, "typographic quotes" => KEY,
        "a backtick" => DOUBLE, "an unquoted key" => KEY, "an unquoted key later" => KEY,
        "a Ruby symbol as key" => [/symbol|#{KEY[0]}/, /write "|#{DOUBLE}/],
        "a Ruby symbol as value" => [/symbol/, /write "/],
        "a number as key" => [/number as a key|#{KEY[0]}/, /write "|#{KEY[0]}/],
        "an unquoted string" => DOUBLE, "an unquoted date" => [/more than a number|#{NUMBER}/, DOUBLE],
        "an address" => [/more than a number|#{NUMBER}/, DOUBLE],
        "escaped twice" => [/escaped twice/, /write "/]
      },
      "Values of other languages" => {
        "NaN" => NOT_A_NUMBER, "-NaN" => NOT_A_NUMBER, "Infinity" => NOT_A_NUMBER, "minus Infinity" => NOT_A_NUMBER,
        "inf" => NOT_A_NUMBER, "None" => /write null/, "True" => /write true/, "False" => /write false/,
        "undefined" => /write null/, "nil" => /write null/, "NULL" => /write null/,
        "a keyword too long" => [/[Ii]nvalid literal/, /write null/], "a tuple" => [/parentheses/, /write an array in/]
      },
      "What is alone in a text, and no JSON" => {
        "a number alone, hexadecimal" => [/hexadecimal|#{NUMBER}/, /write it/],
        "a number alone, binary" => [/decimal|#{NUMBER}/, /write it/],
        "a number alone, with underscores" => [/underscores|#{NUMBER}/, /remove it/],
        "a number alone, with letters" => [/suffix|#{NUMBER}/, /remove it/],
        "a date alone" => [/more than a number|#{NUMBER}/, DOUBLE],
        "an address alone" => [/more than a number|#{NUMBER}/, DOUBLE],
        "a time alone" => [/more than a number|#{NUMBER}/, DOUBLE], "a server's words" => [/text, not JSON/, DOUBLE],
        "words after a document" => [/text after the document|#{SEVERAL}/, /remove it/], "a formula" => DOUBLE
      },
      "Numbers" => {
        "a leading dot with an exponent" => [/missing digits|#{NUMBER}/, /write -0/],
        "a leading zero with an exponent" => [/leading zero|#{NUMBER}/, /write 1/],
        "a trailing dot with an exponent" => [/missing digits|#{NUMBER}/, /write 5/],
        "leading zeros of what is no number" => [/leading zero|#{NUMBER}/, /without it/],
        "plus Infinity" => [/\+Infinity is not/, /allow_nan/],
        "a telephone number" => [/plus sign|#{NUMBER}/, /remove it/],
        "dots" => [/dots in place|#{NUMBER}/, /write the values/],
        "a dot" => [/decimal point|#{NUMBER}/, /add them/],
        "hexadecimal" => [NUMBER, /in decimal/], "binary" => [NUMBER, /in decimal/],
        "a leading zero" => [NUMBER, /write 80/], "a leading plus" => [/plus/, /write 1/],
        "a leading dot" => [/decimal point/, /write 0/],
        "a negative leading dot" => [/decimal point|#{NUMBER}/, /write -0/],
        "a trailing dot" => [NUMBER, /write 5/],
        "an exponent without digits" => [NUMBER, /add them/],
        "a minus alone" => [NUMBER, /add them/], "underscores" => [NUMBER, /remove it/],
        "a unit" => [NUMBER, /remove it/]
      },
      "Encodings, and what is no JSON at all" => {
        "a byte order mark after a space" => [/byte order mark|BOM/, /remove it/],
        "two byte order marks" => [/byte order mark|BOM/, /remove it/],
        "a byte order mark" => [/byte order mark|BOM/, /relaxed|skip/], "UTF-16LE with its mark" => UTF16,
        "UTF-16BE with its mark" => UTF16, "UTF-16LE" => UTF16, "UTF-16BE" => UTF16,
        "UTF-32LE" => UTF16, "UTF-32BE" => UTF16,
        "Latin-1" => [/UTF-8|utf-8|unicode code point/, /force_encoding|:replace/],
        "gzip" => [BYTES, /gunzip/], "zlib" => [BYTES, /inflate/], "Zstandard" => [BYTES, /decompress/],
        "HTML" => [/HTML/, /error page/], "XML" => [/XML/, /use an/],
        "YAML" => [/YAML|without an object/, /write \{ \}/],
        "YAML with dashes" => [/YAML/, /use a/], "a path" => [/path/, /load_file/],
        "an absolute path" => [/path/, /load_file/],
        "a path that begins with a digit" => [/path/, /load_file/], "a URL" => [/URL/, /fetch/],
        "JSONP" => [/JSONP/, /in the parentheses/], "a guard" => [/guard/, /remove it/],
        "server-sent events" => [/server-sent/, /parse the text after/],
        "an object as a string" => [/JavaScript/, /stringify/], "a no-break space" => [/U\+00A0|space/, /plain space/]
      },
      "Several documents, and none" => {
        "an empty body" => [/empty|#{ENDS}/, /check how/], "a blank body" => [/empty|#{ENDS}/, /check how/],
        "NDJSON" => [SEVERAL, /Jacinth\.each/], "a sequence of documents" => [/record separator/, /Jacinth\.each/],
        "two documents in a line" => [SEVERAL, /Jacinth\.each/],
        "documents with commas" => [/comma|value before ','|#{SEVERAL}/, /write \[ \]/],
        "NUL padding" => [/NUL|#{SEVERAL}/, /remove them/]
      },
      "Ends and brackets" => {
        "an unclosed string" => OPEN_STRING, "a key cut off" => OPEN_STRING,
        "an unclosed string in a long document" =>
          [/#{CONTROL[0]}|#{OPEN_STRING[0]}/, /write \\|must be escaped|closing/],
        "an unclosed array" => [/#{ENDS}|'\]'/, /'\]'/], "an unclosed object" => [/#{ENDS}|'\}'/, /'\}'/],
        "nothing after a comma" => [ENDS, /'\]'|a value/], "nothing after a colon" => [ENDS, /'\}'|a value/],
        "a keyword cut off" => [/[Ii]nvalid literal|#{ENDS}/, /write true/],
        "a key alone" => /key without a value|key:value|#{COLON}/,
        "the wrong bracket" => [/'\]'|`\]`|Unmatched/, /'\]'|`\]`/],
        "the wrong bracket of an object" => [/'\}'|`\}`|Unmatched/, /'\}'|`\}`/],
        "a bracket too many" => [/without an opening|Unmatched|#{SEVERAL}/, /without an opening|Unmatched/],
        "a closing bracket alone" => /without an opening|Unmatched/
      },
      "Answers of language models" => {
        "a Markdown fence" => [/fence/, /parse/], "a Markdown fence that is cut off" => [/fence/, /parse/],
        "several Markdown fences" => [/fence/, /parse/], "a fence after the document" => [/fence|#{SEVERAL}/, /parse/],
        "several fences after the document" => [/fence|#{SEVERAL}/, /parse/],
        "text before the document" => [/text before/, /parse from/],
        "a word before the document" => [/text before/, /parse from/],
        "an exclamation before the document" => [/text before/, /parse from/],
        "text and a fence before the document" => [/fence/, /parse/],
        "text in place of a document" => [/text, not JSON/, DOUBLE],
        "text after the document" => [/text after|#{SEVERAL}/, /remove it/],
        "dots after an element" => [/dots/, /remove/],
        "dots after an element, without a comma" => [/dots/, /remove/], "dots after a member" => [/dots/, /remove/],
        "dots after a member, on a line" => [/dots/, /remove/], "an ellipsis" => [/dots/, /remove/],
        "dots after the document" => [/dots|#{SEVERAL}/, /remove/], "typographic quotes around a value" => DOUBLE,
        "a typographic closing quote" => OPEN_STRING, "a typographic closing quote of a key" => OPEN_STRING,
        "cut off in a string" => OPEN_STRING, "cut off in an escape" => OPEN_STRING,
        "cut off after a key" => [ENDS, /'\}'|a value/], "cut off in a number" => [NUMBER, /add them/],
        "cut off at the end of a word" => [/[Ii]nvalid literal|#{ENDS}/, /write false/]
      },
      "Strings" => {
        "a raw newline in a string" => CONTROL, "a raw tab in a string" => CONTROL, "a NUL in a string" => CONTROL,
        "an escape character in a string" => CONTROL, "a Windows path" => [ESCAPE, /write/],
        "a hexadecimal escape" => [ESCAPE, /write \\u0041/],
        "an escaped apostrophe" => [ESCAPE, /remove the backslash|remove it/],
        "a cut Unicode escape" => [ESCAPE, /four hexadecimal|uXXXX/],
        "half a surrogate pair" => [/surrogate|#{ESCAPE}/, /both halves|surrogate pair/],
        "a line continuation" => [/newline|line break|#{ESCAPE}/, /write \\n/],
        "a quote inside a string" => [/quote inside/, /write/]
      },
      "Keys, colons, values" => {
        "a missing colon" => [/separator|#{COLON}/, COLON], "an arrow" => COLON, "an equals sign" => COLON,
        "keys in an array" => [/key in an array|part of an object/, /\{ \}/], "two colons" => /extra colon/,
        "a missing value" => VALUE, "a missing value at the end" => VALUE,
        "a missing key" => /key before|key must be|property name|object key|expected '"'/, "no braces" => /write \{ \}/,
        "a duplicate key" => [/duplicate|again/, /allow_duplicate_key/],
        "a duplicate key, escaped" => [/duplicate|again/, /allow_duplicate_key/],
        "too deep" => [/too deep|nesting|recursion/, /max_nesting/]
      },
      "The place: columns, lines" => {
        "wide characters before the place" => [/separator|#{COLON}/, COLON], "an emoji before the place" => DOUBLE,
        "combining marks before the place" => COMMA, "a direction override before the place" => DOUBLE,
        "a tab before the place" => COMMA, "a Windows line end" => COMMA, "a long line" => DOUBLE
      }
    }.freeze

    # Documents for which another reader's text is better than ours, with a pattern
    # of ours and the reason.
    BETTER = {
      "an unclosed string" => [/\Aunexpected end of input/, <<~TEXT.chomp],
        Python's place is the quote that opens the string. Ours, and so the caret of the excerpt, is the end
          of the text; only the hint tells where the string begins.
      TEXT
      "nothing after a comma" => [/text cut off before the '\]'/, <<~TEXT.chomp],
        serde_json says that a value is missing. Our hint names only the bracket, before which a value is
          missing, too.
      TEXT
      "nothing after a colon" => [/text cut off before the '\}'/, "the same, after a colon."],
      "trailing comma in an array" => [/\Aunexpected character/, <<~TEXT.chomp]
        serde_json has the cause in the message itself. Ours has it in the hint, since the message is json's: a log
          that keeps `message` alone lacks the cause. That holds for most documents below.
      TEXT
    }.freeze

    # judged: a pattern, or two. 0: the text names nothing, 1: the cause, 2: it says
    # what to do.
    def self.mark(judged, text)
      cause, remedy = judged.is_a?(Array) ? judged : [judged, judged]
      return 2 if remedy.match?(text)

      cause.match?(text) ? 1 : 0
    end
  end
end
