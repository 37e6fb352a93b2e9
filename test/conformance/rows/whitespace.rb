# frozen_string_literal: true

# ws = *( %x20 / %x09 / %x0A / %x0D ), around each of the six structural
# characters, before and after the value. JSON-text = ws value ws.
Conformance.section "2.1 white space" do
  white = { "space" => " ", "tab" => "\t", "line feed" => "\n", "carriage return" => "\r" }

  white.each do |name, ws|
    accept "#{name} before a number", "#{ws}1", 1
    accept "#{name} after a number", "1#{ws}", 1
    accept "#{name} before a literal", "#{ws}true", true
    accept "#{name} after a literal", "null#{ws}", nil
    accept "#{name} before a string", "#{ws}\"a\"", "a"
    accept "#{name} after a string", "\"a\"#{ws}", "a"
    accept "#{name} in an empty array", "[#{ws}]", []
    accept "#{name} in an empty object", "{#{ws}}", {}
    accept "#{name} around an array", "#{ws}[1]#{ws}", [1]
    accept "#{name} after begin-array", "[#{ws}1]", [1]
    accept "#{name} before end-array", "[1#{ws}]", [1]
    accept "#{name} before value-separator", "[1#{ws},2]", [1, 2]
    accept "#{name} after value-separator", "[1,#{ws}2]", [1, 2]
    accept "#{name} after begin-object", "{#{ws}\"a\":1}", { "a" => 1 }
    accept "#{name} before name-separator", "{\"a\"#{ws}:1}", { "a" => 1 }
    accept "#{name} after name-separator", "{\"a\":#{ws}1}", { "a" => 1 }
    accept "#{name} before end-object", "{\"a\":1#{ws}}", { "a" => 1 }
    accept "#{name} between members", "{\"a\":1#{ws},#{ws}\"b\":2}", { "a" => 1, "b" => 2 }
    cut "#{name} and nothing else", ws
  end

  accept "all four, everywhere", " \t\r\n[ \t\r\n1 \t\r\n, \t\r\n{ \t\r\n\"a\" \t\r\n: \t\r\n2 \t\r\n} \t\r\n] \t\r\n",
         [1, { "a" => 2 }]
  accept "a carriage return and no line feed between lines", "[\r1,\r2\r]", [1, 2]
  accept "a line feed first, a carriage return second", "\n\r1\n\r", 1
  accept "more than a block of spaces", "#{" " * 100}1#{" " * 100}", 1
  accept "more than a block of line feeds", "[#{"\n" * 100}1#{"\n" * 100}]", [1]
  accept "indentation", "[\n#{" " * 40}1,\n#{" " * 40}2\n]", [1, 2]
  [7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65].each do |size|
    accept "#{size} spaces between two values", "[1,#{" " * size}2]", [1, 2]
  end

  # Space to Unicode, to C or to the eye, but not to JSON.
  {
    "NUL" => "\u0000", "backspace" => "\b", "vertical tab" => "\v", "form feed" => "\f", "file separator" => "\u001C",
    "group separator" => "\u001D", "record separator" => "\u001E", "unit separator" => "\u001F", "delete" => "\u007F",
    "next line" => "\u0085", "no-break space" => "\u00A0", "ogham space mark" => "\u1680", "en quad" => "\u2000",
    "em space" => "\u2003", "hair space" => "\u200A", "zero width space" => "\u200B", "line separator" => "\u2028",
    "paragraph separator" => "\u2029", "narrow no-break space" => "\u202F", "mathematical space" => "\u205F",
    "word joiner" => "\u2060", "ideographic space" => "\u3000", "byte A0 alone" => "\xA0"
  }.each do |name, char|
    reject "#{name} before a value", "#{char}[1]", at: [1, 1]
    reject "#{name} after a value", "[1]#{char}", at: [1, 4]
    reject "#{name} in an array", "[#{char}1]", at: [1, 2]
    reject "#{name} in an object", "{#{char}\"a\":1}", at: [1, 2]
  end

  reject "a backslash and n outside a string", "[1,\\n2]", at: [1, 4]
  reject "white space in a literal", "[tr ue]", at: [1, 2]
  reject "white space after a minus", "[- 1]"
  reject "a line feed in a literal", "[nu\nll]", at: [1, 2]
  cut "the empty text", ""
  cut "much white space and nothing else", " \n\t\r" * 30
end
