# frozen_string_literal: true

require_relative "support"

# Objects in which the key of a value determines its type: T.hash with several Regexps, and the
# keywords patternProperties, dependentRequired and additionalProperties of JSON Schema.
class TypePatternKeysTest < Minitest::Test
  include TypeHelpers

  OPEN = T.hash(/\Ax-/ => Integer, /a\z/ => [Time], String => T.any)
  CLOSED = T.hash(/\Ax-/ => Integer, /\Ay-/ => T.optional(String), length: 1..3)

  def test_the_first_regexp_that_matches_a_key_determines_the_type
    same(OPEN, '{"x-a":1,"za":["1970-01-01T00:00:00Z"],"b":[null]}', { "x-a" => 1, "za" => [Time.at(0)], "b" => [nil] })
    same(CLOSED, '{"x-":1,"y-b":null,"\u0079-c":"é"}', { "x-" => 1, "y-b" => nil, "y-c" => "é" })
    same(T[[OPEN]], '[{},{"xa":[]}]', [{}, { "xa" => [] }])
    assert_invalid(OPEN, '{"b":1,"x-a":"1"}', "Integer", '"1"', '$["x-a"]')
    assert_invalid(OPEN, '{"za":[5]}', "a time (ISO 8601)", "5", "$.za[0]")
    assert_invalid(CLOSED, '{"z":1}', "String like /\\Ax-/ or /\\Ay-/ as a key", '"z"', "$.z")
    assert_equal %w[$["x-a"] $["y-a"] $.z], assert_raises(Jacinth::ValidationError) {
      CLOSED.load('{"x-a":"1","y-a":2,"z":3}', errors: :all)
    }.errors.map(&:json_path)
    assert_raises(Jacinth::ParserError) { OPEN.load('{"b":1,"b":2}') }
    assert_raises(Jacinth::ValidationError) { CLOSED.load("{}") }
  end

  def test_dump_and_convert_choose_by_the_key
    assert_equal '{"x-a":1,"b":null}', OPEN.dump({ "x-a": 1, b: nil })
    assert_equal "{\n  \"x-a\": 1\n}", OPEN.dump({ "x-a" => 1 }, pretty: true)
    assert_equal({ "x-a" => 1, "xa" => [Time.at(0)], "1" => 2 }, OPEN.convert({ "x-a": 1, xa: [Time.at(0)], 1 => 2 }))
    [{ "x-a" => "1" }, { "za" => [1] }, { "x-a": nil }].each { |hash| assert_raises(Jacinth::GeneratorError) { OPEN.dump(hash) } }
    assert_error(Jacinth::GeneratorError, "expected String like /\\Ax-/ or /\\Ay-/, got \"z\"") { CLOSED.dump({ "z" => 1 }) }
    first = T.first_of(CLOSED, T.hash(/\Ax-/ => String, String => T.any))
    assert_equal(['{"x-a":1}', '{"x-a":"1"}'], [{ "x-a" => 1 }, { "x-a" => "1" }].map { |hash| first.dump(hash) })
    assert_equal({ "x-a" => "1" }, first.load('{"x-a":"1"}'))
  end

  def test_keys_that_are_not_utf8_match_no_regexp
    assert_equal({ "x-\xFF" => "a" }, OPEN.load("{\"x-\xFF\":\"a\"}", validate_encoding: false))
  end

  # The value of a key must fit each pattern that matches it, so the second one excludes the first.
  def test_the_schema_has_the_same_meaning
    assert_equal({ "type" => "object", "patternProperties" => { "^x-" => { "type" => "integer" }, "^y-" => { "type" => %w[string null] } },
                   "additionalProperties" => false, "minProperties" => 1, "maxProperties" => 3 }, CLOSED.json_schema.except("$schema"))
    again, keys = T.from_json_schema(OPEN.json_schema), %w[x-a za x-b b]
    [1, "1", ["1970-01-01T00:00:00Z"], nil].product(keys, [2, []], keys) do |value, key, other, another|
      document = { key => value, another => other }

      assert_equal accepts?(OPEN, document), accepts?(again, document), document.inspect
    end
    assert_equal again.json_schema, T.from_json_schema(again.json_schema).json_schema
    assert_equal({ "type" => "object", "$comment" => "the values depend on the keys, in Ruby: /a/i, /b/" },
                 T.hash(/a/i => Integer, /b/ => String).json_schema.except("$schema"))
    assert_equal "type t = Hash[String, (Integer | String?)]\n", CLOSED.rbs("t")
  end

  SCHEMA = {
    "type" => "object", "properties" => { "x-id" => { "minimum" => 5 }, "n" => { "type" => "string" } }, "required" => ["n"],
    "patternProperties" => { "^x-" => { "type" => "integer" }, "q$" => { "minimum" => 3 } }, "additionalProperties" => { "type" => "null" },
    "dependentRequired" => { "x-id" => %w[m] }, "maxProperties" => 3
  }.freeze

  def test_schemas_of_keys_agree_with_json_schemer
    require "json_schemer"
    judge, type = schemer(SCHEMA), T.from_json_schema(SCHEMA)
    keys, values = %w[n x-id x-q x-a q m z], ["a", 2, 4, 6, nil]
    random = seeded
    scaled(600).times do
      document = Array.new(random.rand(5)) { [keys.sample(random: random), values.sample(random: random)] }.to_h
      document["n"] = "s" if random.rand(2).zero?

      assert_equal judge.valid?(document), accepts?(type, document), "#{seed_note} #{document}"
      next unless judge.valid?(document)

      assert_equal [document, document], [type.load(JSON.generate(document)), JSON.parse(type.dump(document))]
    end
    assert_equal SCHEMA.except("properties", "additionalProperties"),
                 type.json_schema.except("$schema", "properties", "additionalProperties")
  end

  def test_required_keys_are_missing_at_their_path
    type = T.from_json_schema(SCHEMA)
    error = assert_invalid(type, '{"x-id":6,"n":"a"}', "null", "nothing", "$.m")
    assert_equal :missing, error.errors[0].code
    assert_invalid(type, '{"x-a":6}', "String", "nothing", "$.n")
    { { "m" => nil } => '"n"', { "x-id" => 6 } => '"n", "m"', { "n" => "s", "x-id" => 6 } => '"m"' }.each do |hash, names|
      assert_equal "expected Hash with #{names}, got one without", assert_raises(Jacinth::GeneratorError) { type.dump(hash) }.message
    end
    assert_equal "expected Hash of length 0..3, got Hash of length 4",
                 assert_raises(Jacinth::GeneratorError) { type.dump({ "n" => "s", a: nil, b: nil, c: nil }) }.message
    symbols = T.from_json_schema(SCHEMA, keys: Symbol)
    assert_equal({ n: "a", "x-q": 3 }, symbols.load('{"n":"a","x-q":3}'))
    assert_raises(Jacinth::ValidationError) { symbols.load('{"x-q":3}') }
  end

  def test_each_missing_key_is_a_fault
    type = T.from_json_schema({ "type" => "object", "properties" => { "a" => { "type" => "integer" } }, "required" => %w[a b c],
                                "dependentRequired" => { "x" => %w[c d] }, "minProperties" => 1 })
    { "{}" => [[:missing, "$.a"], [:missing, "$.b"], [:missing, "$.c"]], '{"a":1,"b":1,"c":1,"x":1}' => [[:missing, "$.d"]],
      '{"a":"s","x":1}' => [[:wrong_type, "$.a"], [:missing, "$.b"], [:missing, "$.c"], [:missing, "$.d"]] }.each do |text, faults|
      [type, T[[T.optional(type)]], T.first_of(Integer, type)].each_with_index do |one, i|
        error = assert_raises(Jacinth::ValidationError) { one.load(i == 1 ? "[#{text}]" : text, errors: :all) }

        assert_equal faults, error.errors.map { |fault| [fault.code, fault.json_path.sub("$[0]", "$")] }, text
      end
    end
  end

  def test_a_key_that_is_not_allowed_is_an_unknown_member
    rest = { "additionalProperties" => false, "patternProperties" => { "^x" => {} } }
    [{ "type" => "object", **rest }, { "type" => "object", "properties" => { "abc" => {}, "b" => false }, **rest }].each do |schema|
      [String, Symbol].each do |keys|
        type = T.from_json_schema(schema, keys: keys)
        error = assert_raises(Jacinth::ValidationError) { type.load('{"b":[1],"xy":2,"abd":{}}', errors: :all) }

        faults = error.errors.map { |fault| [fault.code, fault.expected, fault.found, fault.json_path] }
        assert_equal [[:unknown, 'no member "b"', 'member "b"', "$.b"], [:unknown, 'no member "abd"', 'member "abd"', "$.abd"]], faults
        next unless error.respond_to?(:detailed_message)

        error = assert_raises(Jacinth::ValidationError) { type.load('{"abd":1}') }
        assert_equal schema.key?("properties"), error.detailed_message(highlight: false).include?('"abc"')
      end
    end
  end

  def test_no_key_that_is_not_allowed_is_suggested
    rest = { "additionalProperties" => false, "patternProperties" => { "^q" => {} } }
    hints = [{}, false].map do |known|
      type = T.from_json_schema({ "type" => "object", "properties" => { "xylo" => known }, **rest })
      assert_raises(Jacinth::ValidationError) { type.load('{"xyla":1}') }.then { |e| e.detailed_message(highlight: false) }
    end

    assert_equal([true, false], hints.map { |hint| hint.include?("xylo") })
  end

  def test_what_limits_nothing_changes_nothing
    schema = { "type" => "object", "properties" => { "a" => { "readOnly" => true }, "b" => { "default" => 2 } } }
    idle = { "minProperties" => 0, "propertyNames" => {}, "patternProperties" => {}, "dependentRequired" => {} }

    assert_equal({ "a" => nil, "b" => 2 }, T.from_json_schema({ **schema, **idle }).load('{"a":1,"c":3}'))
    %w[readOnly writeOnly].each do |name|
      schema = { "type" => "object", "properties" => { "a" => { name => true } }, "minProperties" => 1 }
      error = assert_raises(T::SchemaError) { T.from_json_schema(schema) }

      assert_equal ["/properties/a", name], [error.pointer, error.keyword]
    end
  end

  def test_dump_finds_required_keys_by_their_text
    schema = { "type" => "object", "required" => ["b"], "dependentRequired" => { "1" => ["c"], "é" => ["c"] },
               "patternProperties" => { "x" => {} } }
    [T.from_json_schema(schema), T.from_json_schema(schema, keys: Symbol)].each do |type|
      [{ b: 2 }, { "b" => 2 }, { b: 2, 1 => 3, "c" => 4 }, { b: 2, é: 1, c: 1 }, { "b" => 1 }.compare_by_identity].each do |hash|
        assert_equal JSON.generate(hash), type.dump(hash)
        assert_equal type.dump(hash), T.first_of(type, String).dump(hash)
      end
      [{ c: 2 }, { b: 2, 1 => 3 }, { b: 2, é: 1 }, { b: 2, "é".encode("UTF-16LE") => 1 }].each do |hash|
        assert_raises(Jacinth::GeneratorError, hash.inspect) { type.dump(hash) }
      end
    end
  end

  def test_schemas_that_cannot_be_combined_are_refused
    patterns = { "type" => "object", "patternProperties" => { "^x" => true } }
    [{ "allOf" => [patterns, { "additionalProperties" => false }] }, { **patterns, "patternProperties" => 1 },
     { **patterns, "patternProperties" => { "(?<!a|bc)+" => true } }, { "dependentRequired" => { "a" => "b" } },
     { "patternProperties" => %w[a b c d].to_h { |name| [name, { "type" => "string" }] } }].each do |schema|
      assert_raises(T::SchemaError, schema.inspect) { T.from_json_schema(schema) }
    end
    combined = T.from_json_schema({ "allOf" => [patterns, { "properties" => { "xa" => { "type" => "string" } } }] })
    assert_equal([true, false], [{ "xa" => "a" }, { "xa" => 1 }].map { |document| accepts?(combined, document) })
    assert_equal({ "a" => 1 }, T.from_json_schema({ "$schema" => "http://json-schema.org/draft-07/schema#", "type" => "object",
                                                    "dependentRequired" => { "a" => ["b"] } }).load('{"a":1}'))
  end

  def test_a_regexp_for_another_encoding_is_refused
    latin = Regexp.new("\xE9".dup.force_encoding("ISO-8859-1"))
    made = [-> { T[latin] }, -> { T.string(pattern: latin) }, -> { T.hash(latin => Integer) }, -> { T.hash(/a/ => 1.., latin => String) }]
    made.each do |make|
      assert_match(/must be a Regexp for UTF-8, got one for ISO-8859-1\z/, assert_raises(ArgumentError, &make).message)
    end
    assert_equal "é", T[/é/].load('"é"')
  end

  def test_wrong_keys_are_named
    assert_error(ArgumentError, "T.hash needs Regexps, or String for other keys, got Integer") { T.hash(/a/ => 1..2, Integer => 3..4) }
    assert_raises(ArgumentError) { T.hash({ /a/ => Integer, /b/ => String }, keys: Symbol) }
    assert_equal "expected the type of the values, got a Hash of keys and types: write T.hash(**hash)",
                 assert_raises(ArgumentError) { T.hash({ /a/ => Integer }) }.message
    { T.string(check: ->(_) { true }) => "check:", T.string(strip: true) => "strip:" }.each do |key, rule|
      assert_equal "the keys of T.hash cannot have #{rule}", assert_raises(ArgumentError) { T.hash(key => Integer) }.message
    end
    assert_match(/got a time in seconds since 1970\z/, assert_raises(ArgumentError) { T.hash(T.time(as: :seconds) => Integer) }.message)
  end
end
