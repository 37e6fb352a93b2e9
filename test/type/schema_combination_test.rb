# frozen_string_literal: true

require_relative "support"
require "json_schemer"

# Schemas that consist of several others: random ones and chosen ones, judged by json_schemer.
class TypeSchemaCombinationTest < Minitest::Test
  include TypeHelpers
  include JacinthHelpers

  # Draws schemas and documents.
  class Draw
    NAMES = %w[k a b].freeze
    TEXTS = ["", "x", "y", "xy", "zzz"].freeze

    def initialize(random)
      @random = random
    end

    def pick(list) = list[@random.rand(list.size)]
    def maybe(times = 2) = @random.rand(times).zero?

    def document(depth = 3)
      case @random.rand(depth.zero? ? 6 : 10)
      when 0 then nil
      when 1 then maybe
      when 2, 3 then pick([0, 1, 2, 3, 5, 4.0, 2.5, -1]) # json_schemer takes 1 and 1.0 for different elements
      when 4, 5 then pick(TEXTS)
      when 6 then Array.new(@random.rand(4)) { document(depth - 1) }
      else NAMES.select { maybe }.to_h { |name| [name, name == "k" ? pick(TEXTS) : document(depth - 1)] }
      end
    end

    def whole
      { "$schema" => "https://json-schema.org/draft/2020-12/schema", **schema(3), "$defs" => { "one" => simple, "two" => object(0) } }
    end

    def schema(depth)
      parts = Array.new(1 + @random.rand(2)) { depth.zero? ? simple : part(depth - 1) }
      parts.inject({}, :merge)
    end

    def any_schema(depth) = maybe(8) ? maybe : schema(depth)

    def part(depth)
      case @random.rand(9)
      when 0, 1 then simple
      when 2, 3 then object(depth)
      when 4 then { "items" => any_schema(depth), **(maybe(3) ? { "uniqueItems" => true } : {}), **(maybe ? { "type" => "array" } : {}) }
      when 5 then { "allOf" => Array.new(1 + @random.rand(2)) { any_schema(depth) } }
      when 6 then { pick(%w[anyOf oneOf]) => Array.new(1 + @random.rand(2)) { any_schema(depth) } }
      when 7 then { "$ref" => "#/$defs/#{pick(%w[one two])}" }
      else condition(depth)
      end
    end

    def simple
      pick([-> { { "type" => pick(%w[null boolean integer number string array object]) } }, -> { { "type" => %w[integer string] } },
            -> { { "minimum" => @random.rand(3) } }, -> { { "exclusiveMaximum" => 1 + @random.rand(4) } }, -> { { "minLength" => 1 } },
            -> { { "maxLength" => @random.rand(3) } }, -> { { "pattern" => "^x" } }, -> { { "maxItems" => 1 + @random.rand(2) } },
            -> { { "const" => pick(["x", 1, nil]) } }, -> { { "enum" => ["x", "y", 1, 2.5, true].sample(2, random: @random) } },
            -> { { "minProperties" => 1 } }, -> { { "required" => [pick(NAMES)] } }]).call
    end

    def object(depth)
      properties = NAMES.select { maybe }.to_h { |name| [name, any_schema(depth)] }
      options = [{ "type" => "object" }, { "additionalProperties" => maybe }, { "required" => [pick(NAMES)] }]
      options.select { maybe }.inject({ "properties" => properties }, :merge)
    end

    def condition(depth)
      { "type" => "object", "required" => ["k"], "properties" => { "k" => { "enum" => %w[x y] } },
        "allOf" => [{ "if" => { "properties" => { "k" => { "const" => pick(%w[x y]) } } }, "then" => any_schema(depth),
                      **(maybe ? { "else" => any_schema(depth) } : {}) }] }
    end
  end

  def test_random_schemas_are_understood_or_refused
    draw = Draw.new(seeded)
    understood = { true => 0, false => 0 }
    scaled(1500).times do
      schema = draw.whole
      type = begin
        T.from_json_schema(schema)
      rescue T::SchemaError
        next
      end
      judge = schemer(schema)
      8.times do
        document = draw.document
        valid = judge.valid?(document)
        understood[valid] += 1

        assert_equal valid, accepts?(type, document), "#{seed_note}: #{JSON.generate(document)} by #{JSON.generate(schema)}"
      end
      assert_written(type, draw)
    end
    assert_operator understood.values.min, :>, scaled(200), understood
  end

  # The schema that the type writes is read again, and accepts the same documents.
  def assert_written(type, draw)
    again = T.from_json_schema(type.json_schema)
    4.times do
      document = draw.document

      assert_equal accepts?(type, document), accepts?(again, document), "#{seed_note}: #{document} by #{type.json_schema}"
    end
  rescue T::SchemaError => e
    assert_equal "not", e.keyword, "#{seed_note}: #{e.message}: #{type.json_schema}"
  end

  # A schema, with documents that it allows and others.
  CHOSEN = [
    [{ "minimum" => 2, "maxLength" => 1 }, [2, 3.5, "a", nil, [0], {}], [1, 1.5, "ab"]],
    [{ "$ref" => "#/$defs/a", "maximum" => 3, "$defs" => { "a" => { "type" => "integer", "minimum" => 1 } } }, [1, 3, 2.0], [0, 4, "a"]],
    [{ "allOf" => [{ "type" => "object", "properties" => { "a" => { "type" => "integer" } }, "additionalProperties" => false },
                   { "properties" => { "a" => { "minimum" => 2 }, "b" => {} }, "required" => ["a"] }] },
     [{ "a" => 2 }], [{ "a" => 1 }, {}, { "a" => 2, "b" => 1 }, { "a" => 2, "c" => 1 }]],
    [{ "type" => "object", "properties" => { "a" => false, "b" => true } }, [{}, { "b" => 1 }], [{ "a" => 1 }]],
    [{ "type" => "array", "items" => false }, [[]], [[1], {}]],
    [{ "type" => "string", "anyOf" => [{ "const" => "a" }, { "const" => "b" }, { "const" => 1 }] }, %w[a b], ["c", 1]],
    [{ "oneOf" => [{ "type" => "integer" }, { "type" => "string" }, false] }, [1, 1.0, "a"], [1.5, nil]],
    [{ "anyOf" => [{ "type" => "integer" }, {}] }, [1, "a", nil], []],
    [{ "type" => "object", "required" => ["kind"], "properties" => { "kind" => { "enum" => %w[a b c] } },
       "allOf" => [{ "if" => { "properties" => { "kind" => { "const" => "a" } } }, "then" => { "required" => ["x"] } },
                   { "if" => { "properties" => { "kind" => { "enum" => %w[a b] } } },
                     "then" => { "properties" => { "x" => { "type" => "integer" } } }, "else" => { "required" => ["y"] } }] },
     [{ "kind" => "a", "x" => 1 }, { "kind" => "b" }, { "kind" => "c", "x" => "1", "y" => 2 }],
     [{ "kind" => "a" }, { "kind" => "b", "x" => "1" }, { "kind" => "c" }, { "kind" => "d", "y" => 1 }, {}]],
    [{ "type" => "array", "uniqueItems" => true }, [[1, 2, "1", true, [1], { "a" => 1 }, nil], []],
     [[1, 1], [{ "a" => [1] }, { "a" => [1] }], [nil, nil]]],
    [{ "type" => "integer" }, [1, 1.0, -0.0, 1e3, 12_345_678_901_234_567_890], [1.5, "1", 1e-3]]
  ].freeze

  def test_chosen_schemas_allow_what_the_standard_says
    CHOSEN.each { |row| assert_verdicts(*row) }
  end

  def test_an_integer_can_have_a_fraction_of_zeros_in_a_schema
    type = T.from_json_schema({ "type" => "integer", "minimum" => -5 })

    { "1.0" => 1, "1e3" => 1000, "12.50e1" => 125, "-0.0" => 0, "100e-2" => 1, "9007199254740993.0" => 9_007_199_254_740_993,
      "1E400" => 10**400, "1#{'0' * 500}.0" => 10**500 }.each { |text, value| assert_equal [value], [type.load(text)], text }
    ["1.5", "1e-1", "1e401", "1e999999999999999999999", "1.0000000000000000001", "-6.0", "-1e3", "\"1\"", "null"].each do |text|
      assert_raises(Jacinth::ValidationError, text) { type.load(text) }
    end
    assert_raises(Jacinth::ValidationError) { T[Integer].load("1.0") }
    coercing = T.from_json_schema({ "type" => "integer" }).with(coerce: true)

    assert_equal([1, 1, 1200], ['"1"', '"1.0"', '"1.2e3"'].map { |text| coercing.load(text) })
    ['"1.5"', '"1.0 "', '"x"'].each { |text| assert_raises(Jacinth::ValidationError, text) { coercing.load(text) } }
    union = T.from_json_schema({ "anyOf" => [{ "type" => "integer" }, { "type" => "string" }] })

    assert_equal [1, "a"], [union.load("1.0"), union.load('"a"')]
  end

  def test_equal_elements_are_an_error_where_a_schema_says_so
    type = T.from_json_schema({ "type" => "array", "uniqueItems" => true, "maxItems" => 3 })

    assert_equal Set[1, "a"], type.load('[1,"a"]')
    assert_invalid(type, '[{"a":[1]},{"a":[1.0]}]', "Array of length 0..3 with different elements", "an array with equal elements", "$")
    error = assert_invalid(type, "[1,2,1.0]", "Array of length 0..3 with different elements", "an array with equal elements", "$")

    assert_equal :duplicate, error.errors[0].code
    assert_invalid(type, "[1,2,3,4]", "Array of length 0..3 with different elements", "an array of 4 different elements", "$")
    assert_equal "[1,2]", type.dump(Set[1, 2])
    assert_raises(Jacinth::GeneratorError) { type.dump(Set[1, 1.0]) }
    objects = T.from_json_schema({ "type" => "array", "minItems" => 2, "uniqueItems" => true,
                                   "items" => { "properties" => { "a" => {} } } })

    assert_equal 1, objects.load('[{}, {"a": null}, {"b": 1}, // all differ
                                  ]', relaxed: true).size
    ['[{"b": 1}, {"b": 1.0}]', "[{}]"].each { |text| assert_raises(Jacinth::ValidationError) { objects.load(text) } }
    assert_equal [Set[1]], [T.set(Integer).load("[1,1]")], "without a schema, equal elements count once"
  end

  def test_refusals_of_combinations_name_the_place
    { { "allOf" => [{ "contains" => {} }, { "type" => "string" }] } => ["contains", "/allOf/0"],
      { "allOf" => [{ "not" => { "minimum" => 5 } }, { "type" => "string" }] } => ["not", "/allOf/0"],
      { "not" => { "type" => "integer" } } => ["not", ""], { "not" => { "required" => %w[a b] } } => ["not", ""],
      { "allOf" => [{ "multipleOf" => 2 }, { "multipleOf" => 3 }] } => ["multipleOf", "/allOf/1"],
      { "allOf" => [{ "pattern" => "a" }, { "pattern" => "b" }] } => ["pattern", "/allOf/1"],
      { "allOf" => [{ "type" => "object", "properties" => { "a" => { "type" => "string" } } },
                    { "properties" => { "a" => { "contains" => 2 } } }] } => ["contains", "/allOf/1/properties/a"],
      { "allOf" => [{ "anyOf" => [{ "type" => "string" }] }, { "oneOf" => [{ "type" => "string" }] }] } => ["oneOf", "/allOf/1"],
      { "type" => "object", "if" => { "minProperties" => 1 }, "then" => {} } => ["if", ""],
      { "type" => "object", "if" => { "properties" => { "a" => { "const" => "b" } } }, "then" => false } => ["if", ""],
      { "oneOf" => [{ "type" => "integer" }, { "type" => "number" }] } => [nil, "/oneOf"],
      { "oneOf" => [{ "const" => 1 }, { "const" => 1.0 }] } => [nil, "/oneOf"],
      { "allOf" => [{ "type" => "string", "const" => 1 }, {}] } => ["const", "/allOf/0"] }.each do |schema, place|
      error = assert_raises(T::SchemaError, schema) { T.from_json_schema(schema) }

      assert_equal place, [error.keyword, error.pointer], error.message
    end
  end

  def test_what_a_schema_does_not_allow
    values = [nil, true, 1, 1.5, "a", [1], {}, { "a" => 1 }, { "b" => 1 }]
    [{ "not" => { "type" => "null" } }, { "not" => { "type" => %w[number array] } }, { "not" => { "required" => ["a"] } },
     { "not" => { "not" => { "type" => "string" } } }, { "not" => true }, { "not" => {} }, { "not" => false },
     { "not" => { "type" => %w[null boolean number string array object] } }, { "not" => { "description" => "any" } },
     { "type" => %w[string null], "not" => { "type" => "null" } },
     { "anyOf" => [{ "type" => "integer" }, { "not" => { "type" => "number" } }] },
     { "type" => "object", "properties" => { "b" => { "not" => { "type" => "number" } } }, "not" => { "required" => ["a"] } },
     { "not" => { "required" => [] } },
     { "allOf" => [{ "not" => { "type" => "null" } }, { "not" => { "type" => "array" } }] }].each do |schema|
      judge, type = schemer(schema), T.from_json_schema(schema)
      values.each { |value| assert_equal judge.valid?(value), accepts?(type, value), "#{schema} #{value.inspect}" }
    end
  end

  # Schemas that repeat others in each of their parts would grow exponentially.
  def test_combinations_do_not_grow_exponentially
    chain = (0...60).to_h { |i| ["d#{i}", { "allOf" => [{ "$ref" => "#/$defs/d#{i + 1}" }] * 2 }] }
    schema = { "$ref" => "#/$defs/d0", "$defs" => { **chain, "d60" => { "type" => "string" } } }

    assert_match(/combines too many schemas/, assert_raises(T::SchemaError) { T.from_json_schema(schema) }.message)
    cycle = { "allOf" => [{ "$ref" => "#" }, { "minimum" => 1 }] }
    assert_raises(T::SchemaError) { T.from_json_schema(cycle) }
  end

  # Each alternative repeats the properties and values of the whole object.
  def test_combinations_do_not_grow_quadratically
    names = Array.new(500) { |i| "n#{i}" }
    kinds = { "properties" => { "k" => { "enum" => names } }, "required" => ["k"] }
    integers = names.to_h { |name| [name, { "type" => "integer" }] }
    many = { "properties" => { "k" => { "enum" => names[0, 300] }, **integers }, "required" => ["k"] }
    condition = ->(name) { { "if" => { "properties" => { "k" => { "const" => name } } }, "then" => { "required" => ["a"] } } }
    [{ **many, "anyOf" => names.map { |name| { "properties" => { "a" => { "const" => name } } } } }, { **many, **condition.call("n1") },
     { **kinds, "allOf" => names[0, 9].map(&condition) }].each do |schema|
      assert_error(T::SchemaError, /combines too many schemas/) { T.from_json_schema({ "type" => "object", **schema }) }
    end
    assert T.from_json_schema({ "type" => "object", **many })
  end

  def test_formats_of_schemas_can_be_ignored
    schema = { "type" => "string", "format" => "uuid" }

    assert_equal "x", T.from_json_schema(schema, formats: false).load('"x"')
    assert_raises(Jacinth::ValidationError) { T.from_json_schema(schema).load('"x"') }
    assert_equal "x", T.from_json_schema({ "type" => "string", "format" => "date-time" }, formats: false).load('"x"')
    assert_equal "x", T.from_json_schema({ "type" => "string", "format" => "idn-email" }).load('"x"')
  end

  def test_the_length_and_pattern_of_a_time_are_checked
    [{ "maxLength" => 22 }, { "allOf" => [{ "maxLength" => 22 }] }, { "pattern" => "^.{0,22}$" },
     { "minLength" => 1, "maxLength" => 22 }].each do |schema|
      type = T.from_json_schema({ "type" => "string", "format" => "date-time", **schema })

      assert_equal "2024-01-01T00:00:00Z", type.load('"2024-01-01T00:00:00Z"'), schema
      ["nonsense", "2024-02-30T00:00:00Z", "2024-01-01T00:00:00.123Z"].each do |text|
        assert_raises(Jacinth::ValidationError, text) { type.load(JSON.generate(text)) }
      end
    end
    date = { "type" => "string", "format" => "date" }
    [{ "maxLength" => 10 }, { "minLength" => 3, "maxLength" => 99 }].each do |schema|
      assert_equal Date.new(2024), T.from_json_schema({ **date, **schema }).load('"2024-01-01"')
    end
    assert_equal Time.utc(2024),
                 T.from_json_schema({ "type" => "string", "format" => "date-time", "minLength" => 1 }).load('"2024-01-01T00:00:00Z"')
    [{ "maxLength" => 9 }, { "minLength" => 11 }, { "pattern" => "^3" }].each do |schema|
      assert_raises(Jacinth::ValidationError) { T.from_json_schema({ **date, **schema }).load('"2024-01-01"') }
    end
  end

  def test_times_of_schemas_are_those_of_the_standard
    schemas = { "date-time" => Time, "date" => Date }.to_h do |format, klass|
      [klass, T.from_json_schema({ "type" => "string", "format" => format })]
    end
    { Time => [%w[2024-02-29T12:00:00Z 2024-02-29t12:00:00.5+01:00 0000-01-01T00:00:00z],
               ["+012024-02-29T12:00:00Z", "12024-02-29T12:00:00Z", "2024-02-29 12:00:00Z", "2024-02-29T12:00:00,5Z",
                "2024-02-29T12:00:00+0100", "-0044-03-15T12:00:00Z"]],
      Date => [["2024-02-29", "0000-01-01"], %w[+012024-02-29 12024-02-29 -0044-03-13 +2024-02-29]] }.each do |klass, (good, bad)|
      good.each { |text| assert_equal T[klass].load(%("#{text}")), schemas[klass].load(%("#{text}")) }
      bad.each { |text| assert_raises(Jacinth::ValidationError, text) { schemas[klass].load(%("#{text}")) } }
    end
    assert_equal Date.new(2024), schemas[Date].load('"\u0032024-01-01"')
    { Time => Time.utc(12_024), Date => Date.new(12_024) }.each do |klass, value|
      assert_raises(Jacinth::GeneratorError) { schemas[klass].dump(value) }
    end
  end
end
