# frozen_string_literal: true

# JSON-text = ws value ws: one value, whole, and nothing else. A limit on the
# depth of nesting is allowed (RFC 8259, 9): 100 unless max_nesting says otherwise.
Conformance.section "9 texts" do
  nested = ->(depth, value) { depth.times.reduce(value) { |inner, _| [inner] } }
  objects = ->(depth, value) { depth.times.reduce(value) { |inner, _| { "a" => inner } } }

  accept "a value of each kind is a text", '[[],{},"",0,true,false,null]', [[], {}, "", 0, true, false, nil]
  [1, 2, 10, 50, 99, 100].each do |depth|
    accept "arrays, #{depth} deep", "#{"[" * depth}1#{"]" * depth}", nested[depth, 1]
    accept "objects, #{depth} deep", "#{'{"a":' * depth}1#{"}" * depth}", objects[depth, 1]
  end
  accept "an empty array does not count, 100 deep", "#{"[" * 100}[]#{"]" * 100}", nested[100, []]
  accept "an empty object does not count, 100 deep", "#{"[" * 100}{}#{"]" * 100}", nested[100, {}]
  allow "arrays, 101 deep", "#{"[" * 101}1#{"]" * 101}", nested[101, 1], max_nesting: 101
  allow "objects, 101 deep", "#{'{"a":' * 101}1#{"}" * 101}", objects[101, 1], max_nesting: 0
  allow "arrays, 1000 deep", "#{"[" * 1000}1#{"]" * 1000}", nested[1000, 1], max_nesting: 0
  reject "arrays, 101 deep, and no more than 100 allowed", "#{"[" * 101}1#{"]" * 101}", nesting: true
  reject "arrays, 3 deep, and no more than 2 allowed", "[[[1]]]x", with: { max_nesting: 2 }
  accept "siblings do not add up", "[#{(["[[1]]"] * 200).join(",")}]", [[[1]]] * 200

  # Every beginning of a text is none. The end of a number is not seen before
  # what follows it; so the text ends in none.
  text = "{\"ab\":[1,-2.5e1,\"c\\n\\u00e9é\",true,false,null,{}],\"d\":{\"e\":[]}}"
  (0...text.bytesize).each { |size| cut "the first #{size} bytes of #{text.bytesize}", text.byteslice(0, size) }
  accept "all #{text.bytesize} bytes", text, { "ab" => [1, -25.0, "c\néé", true, false, nil, {}], "d" => { "e" => [] } }
  cut "many arrays begun", "[" * 90
  cut "many objects begun", '{"a":' * 90
  cut "an array and a value", "[1"
  cut "an array, a value and white space", "[1 \n"
  cut "an object and a comma", '{"a":1,'

  several "two numbers", "1 2", [1, 2]
  several "two arrays", "[1][2]", [[1], [2]]
  several "two objects", '{}{"a":1}', [{}, { "a" => 1 }]
  several "two strings", '"a""b"', %w[a b]
  several "two literals", "true false", [true, false]
  several "a number and a string", '1"a"', [1, "a"]
  several "a number and an array", "1[2]", [1, [2]]
  several "an array and a number", "[1]2 ", [[1], 2]
  several "lines of objects", "{\"a\":1}\n{\"a\":2}\r\n{\"a\":3}\n", [{ "a" => 1 }, { "a" => 2 }, { "a" => 3 }]
  several "lines of values", "null\n1\n\"\"\n[]\n", [nil, 1, "", []]
  several "null twice", "null null", [nil, nil]
  several "a minus between numbers", "1 -2", [1, -2]

  reject "a text and a closing bracket", "1 ]", at: [1, 3]
  reject "a text and a comma", "1 ,", at: [1, 3]
  reject "a text and a word", "[1] x", at: [1, 5]
  reject "a text and a word on the next line", "[1]\nx", at: [2, 1]
  reject "a text and a NUL", "[1]\u0000", at: [1, 4]
  reject "a text and a semicolon", "{};", at: [1, 3]
  reject "a text and an escape", "[]\\n", at: [1, 3]
  reject "a text after a record separator (RFC 7464)", "\u001E[1]\n", at: [1, 1]
  reject "a text in a call (JSONP)", "f([1])", at: [1, 1]
  reject "a text behind a guard", ")]}',\n[1]", at: [1, 1]
  reject "YAML", "a: 1\n", at: [1, 1]
  reject "XML", "<a>1</a>", at: [1, 1]
  reject "JavaScript", "var a = [1];", at: [1, 1]
  reject "a fault on the third line", "[\n1,\n x]", at: [3, 2]
  reject "a fault after carriage returns, which end no line", "[\r1,\rx]", at: [1, 6]
  reject "a fault after characters of several bytes", '["é日😀",x]', at: [1, 8]
end
