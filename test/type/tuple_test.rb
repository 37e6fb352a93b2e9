# frozen_string_literal: true

require_relative "support"

# Arrays of fixed length, and keys that are converted.
class TypeTupleTest < Minitest::Test
  include TypeHelpers

  PAIR = T.tuple(Integer, { a: String })

  def test_each_element_has_its_type
    same(PAIR, '[1,{"a":"x"}]', [1, { a: "x" }])
    same(T[{ p: [PAIR], q: T.tuple(T.optional(Time)) }], '{"p":[[1,{"a":"x"}],[2,{"a":"y"}]],"q":[null]}',
         { p: [[1, { a: "x" }], [2, { a: "y" }]], q: [nil] })
    same(T.tuple([Integer], T.tuple(Float, String), T.hash(Integer)), '[[1],[1.5,"x"],{"a":1}]', [[1], [1.5, "x"], { "a" => 1 }])
    assert_equal "[\n  1,\n  {\n    \"a\": \"x\"\n  }\n]", PAIR.dump([1, { a: "x" }], pretty: true)
    assert_equal [1, { a: "x" }], PAIR.convert([1, { a: "x" }])
    assert_equal [1, { "a" => "x" }], PAIR.to_plain([1, { a: "x" }])
    assert_predicate PAIR.load('[1,{"a":"x"}]', freeze: true), :frozen?
    assert_equal [1, { a: "x" }], PAIR.load('[ 1 ,/* */ {"a":"x"} , ]', relaxed: true)
    same(T.recursive { |type| T.tuple(Integer, T.optional(type)) }, "[1,[2,null]]", [1, [2, nil]])
  end

  def test_another_length_is_an_error
    assert_invalid(PAIR, "[]", "Array of length 2", "an array of length 0", "$")
    assert_invalid(PAIR, "[1]", "Array of length 2", "an array of length 1", "$")
    assert_invalid(T[[PAIR]], '[[1,{"a":"x"},[5],"y"]]', "Array of length 2", "an array of length 4", "$[0]")
    assert_invalid(PAIR, "5", "Array of length 2", "5", "$")
    assert_invalid(PAIR, '[1,{"a":2}]', "String", "2", "$[1].a")
    [[1], [1, { a: "x" }, 2], nil, { a: 1 }, "x"].each { |object| assert_raises(Jacinth::GeneratorError) { PAIR.dump(object) } }
    assert_equal "$.p[1].a", assert_raises(Jacinth::GeneratorError) { T[{ p: PAIR }].dump({ p: [1, { a: 2 }] }) }.json_path
    assert_equal "expected Array of length 2, got Array of length 1", assert_raises(Jacinth::GeneratorError) { PAIR.dump([1]) }.message
    assert_equal "T.tuple needs at least one type", assert_raises(ArgumentError) { T.tuple }.message
  end

  def test_invalid_text_has_its_place
    assert_errors_of_parse PAIR, ['[1 {"a":"x"}]', '[1,{"a":"x"}', '[1,{"a":"x"},]', '[1,{"a":"x"},tru]', "[,]", '[1,{"a":"x"}}']
  end

  def test_a_tuple_has_a_schema_and_a_signature
    schema = PAIR.json_schema

    assert_equal [{ "type" => "integer" }, 2, 2], [schema["prefixItems"][0], *schema.values_at("minItems", "maxItems")]
    again = T.from_json_schema(schema)

    assert_equal [:tuple, [1, { "a" => "x" }]], [again.__send__(:_kind), again.load('[1,{"a":"x"}]')]
    one = { "type" => "array", "prefixItems" => [{ "type" => "string" }], "items" => false, "minItems" => 1 }
    assert_raises(Jacinth::ValidationError) { T.from_json_schema(one).load('["x","y"]') }
    assert_raises(T::SchemaError) { T.from_json_schema(one.except("minItems")) }
    assert_raises(T::SchemaError) { T.from_json_schema({ "type" => "array", "prefixItems" => [], "minItems" => 0 }) }
    assert_equal "type t = [Integer, String?]\n", T.tuple(Integer, T.optional(String)).rbs("t")
  end

  # A type of keys, texts of keys and their objects, and texts that do not fit.
  KEYS = [
    [Integer, { "7" => 7, "-3" => -3, "9" * 30 => ("9" * 30).to_i }, ["x", "", "1.0", "+1", "01", " 1"]],
    [1..9, { "5" => 5 }, %w[0 x 10]], [Float, { "1.5" => 1.5, "-2.0" => -2.0 }, ["NaN", "", "1e400", "x"]],
    [Time, { "2026-01-02T03:04:05Z" => Time.utc(2026, 1, 2, 3, 4, 5) }, ["2026-01-02", ""]],
    [Date, { "2026-01-31" => Date.new(2026, 1, 31), "+012024-01-01" => Date.new(12_024, 1, 1) }, ["2026-02-30"]],
    [BigDecimal, { "1.5" => BigDecimal("1.5") }, %w[x NaN]], [/\A[a-z]+\z/, { "ab" => "ab" }, ["A", ""]],
    [T.string(length: 1..2), { "é" => "é" }, ["", "abc"]], [T.enum("a", :b, "é\""), { "a" => "a", "b" => :b, "é\"" => "é\"" }, ["c", ""]]
  ].freeze

  def test_keys_are_converted_in_both_directions
    KEYS.each do |spec, keys, refused|
      [T.hash(spec => Integer), T.hash(Integer, keys: spec)].each do |type|
        object = keys.values.each_with_index.to_h
        text = Jacinth.generate(keys.keys.each_with_index.to_h)

        same(type, text, object)
        assert_equal [object], [type.convert(Jacinth.parse(text))]
        assert_equal [object], [type.convert(object)]
        same(T[[{ a: type }]], "[{\"a\":#{text}},{\"a\":{}}]", [{ a: object }, { a: {} }])
        refused.each do |key|
          label = T[spec].__send__(:label)

          assert_invalid(T[[type]], "[{#{text[1..-2]},#{key.inspect}:1}]", "#{label} as a key", key.inspect, path(key))
        end
      end
    end
  end

  def path(key) = key.match?(/\A[A-Za-z_]\w*\z/) ? "$[0].#{key}" : "$[0][#{key.inspect}]"

  def test_a_wrong_key_has_its_place
    error = assert_raises(Jacinth::ValidationError) { T.hash(Integer => [Integer]).load(%({"1":[1],\n "x":[2], "y":["z"]}), errors: :all) }

    assert_equal([["$.y[0]", 2, 16], ["$.x", 2, 2], ["$.y", 2, 11]], error.errors.map do |fault|
      [fault.json_path, fault.line, fault.column]
    end)
    error = assert_raises(Jacinth::GeneratorError) { T[{ a: T.hash(Integer => Integer) }].dump({ a: { "1" => 1 } }) }
    assert_equal ["expected Integer, got String", "$.a"], [error.message, error.json_path]
    assert_raises(Jacinth::GeneratorError) { T.hash(1..5 => Integer).dump({ 6 => 1 }) }
  end

  def test_keys_that_are_equal_after_the_conversion_are_duplicates
    [[Float, %w[1.0 1.00]], [Integer, %w[0 -0]], [Time, %w[2026-01-02T00:00:00Z 2026-01-02T01:00:00+01:00]],
     [BigDecimal, %w[1 1.0]]].each do |spec, keys|
      text = "{#{keys.map.with_index { |key, i| "\"#{key}\":#{i}" }.join(',')}}"
      error = assert_raises(Jacinth::ParserError) { T.hash(spec => Integer).load(text) }

      assert_includes error.message, "duplicate key \"#{keys[1]}\""
      assert_equal [1], T.hash(spec => Integer).load(text, allow_duplicate_key: true).values
    end
  end

  def test_times_of_the_same_text_are_duplicates
    time = Time.utc(2026)
    assert_error(Jacinth::GeneratorError, /duplicate key/) { T.hash(Time => Integer).dump({ time => 1, time + Rational(1, 10**10) => 2 }) }
  end

  def test_keys_have_schemas_and_signatures
    assert_equal({ "pattern" => "^-?(?:0|[1-9][0-9]*)$" }, T.hash(Integer => String).json_schema["propertyNames"])
    { Date => "Hash[Date, Integer]", 1..9 => "Hash[Integer, Integer]", T.enum("a", :b) => 'Hash[("a" | :b), Integer]',
      String => "Hash[String, Integer]", Symbol => "Hash[Symbol, Integer]" }.each do |spec, rbs|
      assert_equal "type t = #{rbs}\n", T.hash(spec => Integer).rbs("t")
    end
    KEYS.each do |spec, keys, refused|
      type = T.from_json_schema(T.hash(spec => Integer).json_schema)
      # JSON Schema has the dates of RFC 3339
      (keys.keys - ["+012024-01-01"]).each { |key| assert_equal [1], type.load(Jacinth.generate({ key => 1 })).values }
      (refused - %w[0 10 1e400]).each { |key| assert_raises(Jacinth::ValidationError, "#{spec} #{key}") { type.load(Jacinth.generate({ key => 1 })) } }
    end
    [false, 5, { "type" => "integer" }].each do |names|
      assert_raises(T::SchemaError) { T.from_json_schema({ "type" => "object", "propertyNames" => names }) }
    end
  end

  def test_other_types_of_keys_are_refused
    [[Integer], T.enum("a", 1), T.optional(Integer), T.boolean, nil].each do |spec|
      assert_match(/the keys of T.hash must be a type of strings, numbers or times/, assert_raises(ArgumentError) do
        T.hash(Integer, keys: spec)
      end.message)
    end
    assert_raises(ArgumentError) { T.hash(Integer, foo: 1) }
    assert_raises(ArgumentError) { T.hash(Integer => String, Float => String) }
    assert_equal T.method(:object_id).call.hash.class, T.hash.class
    assert_raises(Jacinth::ValidationError) { T.hash(Integer => Integer, length: 1).load("{}") }
  end
end
