# frozen_string_literal: true

# object = begin-object [ member *( value-separator member ) ] end-object,
# member = string name-separator value. Names should be unique; that they must
# be unless allow_duplicate_key is given is this library's, as it is json's.
Conformance.section "4 objects" do
  accept "no member", "{}", {}
  accept "a member", '{"a":1}', { "a" => 1 }
  accept "two members", '{"a":1,"b":2}', { "a" => 1, "b" => 2 }
  accept "the order of members is kept", '{"b":1,"a":2,"c":3}', { "b" => 1, "a" => 2, "c" => 3 }
  accept "an empty name", '{"":1}', { "" => 1 }
  accept "a name of one space", '{" ":1}', { " " => 1 }
  accept "names that differ in case", '{"a":1,"A":2}', { "a" => 1, "A" => 2 }
  accept "names that differ in normalization", "{\"\u00E9\":1,\"e\u0301\":2}", { "\u00E9" => 1, "e\u0301" => 2 }
  accept "names of digits", '{"0":1,"00":2}', { "0" => 1, "00" => 2 }
  accept "a name with an escape", "{\"a\\nb\":1}", { "a\nb" => 1 }
  accept "a name of an escape", "{\"\\u0061\":1}", { "a" => 1 }
  accept "a name with NUL, escaped", "{\"\\u0000\":1,\"\":2}", { "\u0000" => 1, "" => 2 }
  accept "a name in another script", '{"日本語":1}', { "日本語" => 1 }
  accept "a name beyond the BMP", '{"😀":1}', { "😀" => 1 }
  accept "a name of an escaped surrogate pair", "{\"\\ud83d\\ude00\":1}", { "😀" => 1 }
  accept "a name of 1000 bytes", "{\"#{"n" * 1000}\":1}", { "n" * 1000 => 1 }
  accept "a member of each kind", '{"a":{},"b":[],"c":"","d":0,"e":true,"f":false,"g":null}',
         { "a" => {}, "b" => [], "c" => "", "d" => 0, "e" => true, "f" => false, "g" => nil }
  accept "an object in an object", '{"a":{"a":{"a":1}}}', { "a" => { "a" => { "a" => 1 } } }
  accept "the same names in two objects", '[{"a":1},{"a":2}]', [{ "a" => 1 }, { "a" => 2 }]
  accept "the same names in another order", '[{"a":1,"b":2},{"b":3,"a":4}]',
         [{ "a" => 1, "b" => 2 }, { "b" => 3, "a" => 4 }]
  accept "a name more in each object", '[{"a":1},{"a":1,"b":2},{"a":1,"b":2,"c":3}]',
         [{ "a" => 1 }, { "a" => 1, "b" => 2 }, { "a" => 1, "b" => 2, "c" => 3 }]
  accept "a name that begins as the one before it", '[{"ab":1},{"a":2},{"abc":3}]',
         [{ "ab" => 1 }, { "a" => 2 }, { "abc" => 3 }]
  accept "a name written with an escape, and without", "[{\"a\":1},{\"\\u0061\":2},{\"a\":3}]",
         [{ "a" => 1 }, { "a" => 2 }, { "a" => 3 }]
  [7, 8, 9, 16, 17, 100].each do |size|
    names = Array.new(size) { |i| "n#{i}" }
    accept("#{size} members", "{#{names.map { |n| "\"#{n}\":\"#{n}\"" }.join(",")}}", names.to_h { |n| [n, n] })
  end

  allow "the same name twice", '{"a":1,"a":2}', { "a" => 2 }, allow_duplicate_key: true
  allow "the same name and value twice", '{"a":1,"a":1}', { "a" => 1 }, allow_duplicate_key: true
  allow "the same name with another between", '{"a":1,"b":2,"a":3}', { "a" => 3, "b" => 2 }, allow_duplicate_key: true
  allow "the empty name twice", '{"":1,"":2}', { "" => 2 }, allow_duplicate_key: true
  allow "the same name, once escaped", "{\"a\":1,\"\\u0061\":2}", { "a" => 2 }, allow_duplicate_key: true
  allow "the same name twice in an inner object", '[{"b":{"a":1,"a":2}}]', [{ "b" => { "a" => 2 } }],
        allow_duplicate_key: true
  reject "the same name twice is reported where the object begins", "[\n  {\"a\":1,\"a\":2}]", at: [2, 3]

  allow "a trailing comma", '{"a":1,}', { "a" => 1 }, allow_trailing_comma: true
  allow "a trailing comma and white space", "{\"a\":1 ,\n}", { "a" => 1 }, allow_trailing_comma: true
  trailing = { allow_trailing_comma: true }
  reject "only a comma", "{,}", with: trailing, at: [1, 2]
  reject "two trailing commas", '{"a":1,,}', with: trailing, at: [1, 8]
  reject "a leading comma", '{,"a":1}', with: trailing, at: [1, 2]
  reject "two commas between members", '{"a":1,,"b":2}', with: trailing, at: [1, 8]
  reject "no comma between members", '{"a":1 "b":2}', with: trailing, at: [1, 8]
  reject "a comma for the colon", '{"a",1}', at: [1, 5]
  reject "a name alone", '{"a"}', at: [1, 5]
  reject "a name and a colon", '{"a":}', at: [1, 6]
  reject "no name", "{:1}", at: [1, 2]
  reject "a value alone", "{1}", at: [1, 2]
  reject "two colons", '{"a"::1}', at: [1, 6]
  reject "two values", '{"a":1:2}', at: [1, 7]
  reject "two values without separator", '{"a":1 2}', at: [1, 8]
  reject "a second name alone", '{"a":1,"b"}', at: [1, 11]
  reject "a second name and a colon", '{"a":1,"b":}', at: [1, 12]
  reject "a missing value before a comma", '{"a":,"b":1}', at: [1, 6]
  { "a number" => "1", "minus one" => "-1", "true" => "true", "null" => "null", "an array" => "[]",
    "an object" => "{}", "a bare word" => "a", "a word in single quotes" => "'a'" }.each do |name, text|
    reject "#{name} for the name", "{#{text}:1}", at: [1, 2]
    reject "#{name} for the second name", "{\"a\":1,#{text}:1}", at: [1, 8]
  end
  reject "an escaped quotation mark before the name", "{\\\"a\":1}", at: [1, 2]
end
