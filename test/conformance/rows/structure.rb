# frozen_string_literal: true

# begin-array, begin-object, end-array, end-object, name-separator,
# value-separator: each where it belongs, and where it does not.
Conformance.section "2.2 structural characters" do
  reject "end-array alone", "]", at: [1, 1]
  reject "end-object alone", "}", at: [1, 1]
  reject "name-separator alone", ":", at: [1, 1]
  reject "value-separator alone", ",", at: [1, 1]
  reject "an array closed as an object", "[}", at: [1, 2]
  reject "an object closed as an array", "{]", at: [1, 2]
  reject "an array with a value closed as an object", "[1}", at: [1, 3]
  reject "an object with a member closed as an array", '{"a":1]', at: [1, 7]
  reject "an inner array closed as an object", "[[1},2]", at: [1, 4]
  reject "an inner object closed as an array", '[{"a":1],2]', at: [1, 8]
  reject "containers closed in the wrong order", '[{"a":[1}]]', at: [1, 9]
  reject "an array closed twice", "[1]]", at: [1, 4]
  reject "an object closed twice", '{"a":1}}', at: [1, 8]
  reject "a value-separator after the text", "[1],", at: [1, 4]
  reject "a name-separator after the text", '"a":1', at: [1, 4]
  reject "a value-separator before the text", ",[1]", at: [1, 1]
  reject "values without brackets", "1,2", at: [1, 2]
  reject "members without braces", '"a":1,"b":2', at: [1, 4]
  reject "parentheses for brackets", "(1)", at: [1, 1]
  reject "angle brackets", "<1>", at: [1, 1]
  reject "a semicolon for a value-separator", "[1;2]", at: [1, 3]
  reject "an equals sign for a name-separator", '{"a"=1}', at: [1, 5]
  reject "an arrow for a name-separator", '{"a"=>1}', at: [1, 5]
  reject "a fullwidth left square bracket", "\uFF3B1\uFF3D", at: [1, 1]
  reject "an arabic comma", "[1\u060C2]", at: [1, 3]
  reject "a fullwidth colon", "{\"a\"\uFF1A1}", at: [1, 5]
  reject "typographic quotation marks", "\u201Ca\u201D", at: [1, 1]
  reject "an escaped begin-array", "\\u005B1]", at: [1, 1]

  accept "the six characters in a string", '"[]{}:,"', "[]{}:,"
  accept "the six characters in a name", '{"[]{}:,":1}', { "[]{}:," => 1 }
  accept "brackets in a string in an array", '["]","["]', ["]", "["]
  accept "quotation mark and brackets, escaped", "[\"\\\"]\",2]", ['"]', 2]

  # Comments are in no production.
  { "/* */" => "a comment", "// x\n" => "a line comment" }.each do |text, name|
    allow "#{name} before the value", "#{text}1", 1, allow_comments: true
    allow "#{name} after the value", "[1]#{text}", [1], allow_comments: true
    allow "#{name} in an empty array", "[#{text}]", [], allow_comments: true
    allow "#{name} in an empty object", "{#{text}}", {}, allow_comments: true
    allow "#{name} before a separator", "[1#{text},2]", [1, 2], allow_comments: true
    allow "#{name} after a separator", "[1,#{text}2]", [1, 2], allow_comments: true
    allow "#{name} before a name-separator", "{\"a\"#{text}:1}", { "a" => 1 }, allow_comments: true
    allow "#{name} after a name-separator", "{\"a\":#{text}1}", { "a" => 1 }, allow_comments: true
    accept "#{name} in a string", "\"#{text.chomp}\"", text.chomp
  end
  allow "a comment with stars", "[1/***/]", [1], allow_comments: true
  allow "a comment with a slash", "[1/*/*/]", [1], allow_comments: true
  allow "a comment with quotation marks and brackets", '[1/*"]*/]', [1], allow_comments: true
  allow "several comments", "/*a*///b\n/*c*/[1]", [1], allow_comments: true
  reject "a comment within a literal", "[nu/**/ll]", with: { allow_comments: true }
  reject "a comment of number signs", "[1]# no", with: { allow_comments: true }, at: [1, 4]
  reject "one slash", "[1/ 2]", with: { allow_comments: true }
  reject "a comment that is closed twice", "[1/**/*/]", with: { allow_comments: true }
  reject "an SGML comment", "<!-- -->[1]", with: { allow_comments: true }, at: [1, 1]
end
