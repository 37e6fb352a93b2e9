# frozen_string_literal: true

require_relative "support"
require "json_schemer"

# Types as JSON Schemas, judged by json_schemer; and back.
class TypeSchemaTest < Minitest::Test
  include TypeHelpers

  SCHEMA = "https://json-schema.org/draft/2020-12/schema"

  def schema_of(type)
    type = T[type]
    schema = type.json_schema

    assert_equal SCHEMA, schema["$schema"]
    assert JSONSchemer.valid_schema?(schema), -> { JSONSchemer.validate_schema(schema).to_a.inspect }
    assert_equal schema, JSON.parse(JSON.generate(schema)), "JSON, with Strings for keys"
    schema
  end

  # The type, its schema, and the type of that schema accept the same documents.
  def agree(type, good, bad)
    type = T[type]
    schema = schema_of(type)
    again = T.from_json_schema(schema)
    judge = schemer(schema)
    [[good, true], [bad, false]].each do |documents, expected|
      documents.each do |document|
        verdicts = [accepts?(type, document), judge.valid?(document), accepts?(again, document)]

        assert_equal [expected] * 3, verdicts, "#{document.inspect} by #{schema}"
      end
    end
    assert_equal schema.except("title"), again.json_schema.except("title") if good.any? && !schema.to_s.include?("title")
    schema
  end

  def test_schemas_of_scalars_accept_the_same_values
    agree(String, ["", "a"], [1, nil, []])
    agree(Integer, [1, -5, 2**70], ["1", nil, 1.5])
    agree(Float, [1, 1.5, -2], ["1", true])
    agree(T.boolean, [true, false], [nil, 0])
    agree(T.any, [nil, 1, "a", [], {}], [])
    agree(nil, [nil], [false, 0])
    agree(BigDecimal, ["1.50", 1.5, 1, "-0", "1e5", "1E-7"], ["a", "01", "+1", " 1", "1.", ".5", nil, "NaN", "1_0"])
    agree(T.decimal(as: :number), ["1.50", 1], [""])
    assert_equal({ "$schema" => SCHEMA, "type" => "string", "format" => "date-time" }, schema_of(Time))
    assert_equal({ "$schema" => SCHEMA, "type" => "string", "format" => "date" }, schema_of(Date))
    assert_equal :time, T.from_json_schema(schema_of(Time)).__send__(:_kind)
    assert_equal :date, T.from_json_schema(schema_of(Date)).__send__(:_kind)
    assert_equal({ "$schema" => SCHEMA, "type" => "string" }, schema_of(Symbol))
    assert_equal({ "$schema" => SCHEMA }, schema_of(T.scalar(load: ->(v) { v }, dump: ->(v) { v })))
    assert_equal "string", schema_of(T.scalar(String, load: ->(v) { v }, dump: ->(v) { v }))["type"]
  end

  def test_schemas_of_limits_accept_the_same_values
    agree(1..6, [1, 6], [0, 7])
    agree(1...6, [1, 5], [0, 6])
    agree(1.., [1, 2**80], [0])
    agree(..3, [3, -9], [4])
    agree(0.0..1.5, [0, 1, 1.5, 0.2], [1.6, -1, 2])
    agree(0.0...1.5, [0, 1.4999], [1.5])
    agree(T.string(length: 2), %w[ab éé], %w[a abc])
    agree(T.string(length: 1..), %w[a ab], [""])
    agree(T.string(length: 1...3), %w[a ab], ["", "abc"])
    agree(T.array(Integer, length: 1..2), [[1], [1, 2]], [[], [1, 2, 3], ["a"]])
    agree(T.hash(Integer, length: 1), [{ "a" => 1 }], [{}, { "a" => 1, "b" => 2 }, { "a" => "b" }])
  end

  def test_limits_become_numbers_that_json_has
    { T.integer(0...2.5) => [0, 2], T.integer(0.5..2.5) => [1, 2], T.integer(Rational(1, 2)...BigDecimal("2")) => [1, 1],
      T.integer(..Rational(7, 2)) => [nil, 3], T.integer(0...Float::INFINITY) => [0, nil], T.float(Rational(1, 2)..) => [0.5, nil],
      T.float(BigDecimal("0.25")..BigDecimal("2")) => [0.25, 2.0], T.float(1..2) => [1, 2] }.each do |type, (low, high)|
      good, bad = [low, high].compact, [low && (low - 1), high && (high + 1)].compact
      schema = agree(type, good, bad)

      assert_equal [low, high], schema.values_at("minimum", "maximum")
      assert_equal good.map(&:class), schema.values_at("minimum", "maximum").compact.map(&:class)
    end
    assert_in_delta 0.5, agree(T.float(...Rational(1, 2)), [0.4], [0.5])["exclusiveMaximum"], 0
  end

  def test_a_limit_that_no_float_has_is_not_rounded_the_wrong_way
    third, near = Rational(1, 3), 1 / 3.0
    above, below = BigDecimal("0.33333333333333333333"), BigDecimal("0.33333333333333329")
    assert_equal [near, 2 / 3.0], agree(T.float(third..(third * 2)), [0.4, near], [(2 / 3.0).next_float]).values_at("minimum", "maximum")
    assert_equal near.next_float, agree(T.float(above..), [0.4], [near])["minimum"]
    schema = agree(T.float(...below), [0.3, near.prev_float], [near])
    assert_equal({ "maximum" => near.prev_float }, schema.slice("maximum", "exclusiveMaximum"))
    assert_equal({ "minimum" => 0 }, agree(T.float(0..BigDecimal("1e400")), [0.0], [-1]).slice("minimum", "maximum"))

    { 0..BigDecimal("1e400") => { "minimum" => 0 }, third..BigDecimal("99.95") => { "maximum" => 99.95 },
      BigDecimal("0.12345678901234567890")...2 => { "exclusiveMaximum" => 2 }, Rational(1, 4).. => { "minimum" => 0.25 },
      BigDecimal("-1e-9999").. => {} }.each do |range, limits|
      schema = T.decimal(range).json_schema

      assert_equal limits, schema.slice("minimum", "maximum", "exclusiveMaximum"), range.to_s
      assert_operator Jacinth.generate(schema).size, :<, 1000
    end
  end

  def test_the_limits_of_floats_next_to_the_last_one_are_numbers
    limit = BigDecimal("1.7976931348623157e308")

    [limit.., ..-limit].each { |range| assert_operator Jacinth.generate(T.float(range).json_schema).size, :<, 500 }
  end

  def test_titles_and_descriptions_of_a_schema_are_those_of_the_type
    schema = { "type" => "object", "properties" => {
      "n" => { "type" => "integer", "minimum" => 1, "title" => "N", "description" => "a number" },
      "kid" => { "$ref" => "#/$defs/kid", "title" => "Kid" }, "any" => { "title" => "Any" }, "e" => { "enum" => %w[a b], "title" => "E" },
      "u" => { "anyOf" => [{ "type" => "null" }, { "type" => "array", "description" => "l" }], "description" => "U" }
    }, "required" => %w[n kid any e u], "title" => "All", "description" => "d" }
    kid = { "type" => "object", "properties" => { "kid" => { "$ref" => "#/$defs/kid", "description" => "below" } }, "title" => "A kid" }
    written = T.from_json_schema({ **schema, "$defs" => { "kid" => kid } }).json_schema
    properties = written["properties"]

    assert_equal %w[All d], written.values_at("title", "description")
    assert_equal schema["properties"].slice("n", "any", "e"), properties.slice("n", "any", "e")
    assert_equal %w[Kid U], [properties["kid"]["title"], properties["u"]["description"]]
    assert_includes written["$defs"].values.map { |one| one.values_at("title", "description") }, ["A kid", "below"]
    [5, "\xE9", "\xE9".b].each do |title|
      refute T.from_json_schema({ "type" => "null", "title" => title }).json_schema.key?("title")
    end
  end

  def test_schemas_of_literals_accept_the_same_values
    assert_equal "a", agree(T.literal("a"), ["a"], ["b", 1])["const"]
    assert_equal ["a", "b", 1, nil], agree(T.enum("a", :b, 1, nil), ["a", "b", 1, nil], ["c", 2, true])["enum"]
    agree(T.enum(true, false), [true, false], [nil, "true"])
    agree(T.enum("a", nil), ["a", nil], ["b", false])
    agree(T.enum(nil, 1), [nil, 1], [false, 0])
    agree(T.enum(nil, false), [nil, false], [true])
    agree(T.enum(1, 2.5), [1, 1.0, 2.5], [2, 2.4, "1", true]) # the standard compares numbers by value
  end

  # Schemas of objects that differ in a constant.
  TAGGED = %w[x y].map do |name|
    { "type" => "object", "properties" => { "k" => { "const" => name, "title" => "the kind" } }, "required" => ["k"],
      "title" => name.upcase, "description" => "has #{name}" }
  end.freeze
  CONSTANTS = [{ "const" => "a", "title" => "A" }, { "enum" => ["b", 2], "description" => "two" }, { "const" => true }].freeze
  PLAIN = [{ "type" => "string", "title" => "S" }, { "type" => "integer", "description" => "i" }].freeze

  OBJECTS = %w[a b].map do |name|
    { "type" => "object", "properties" => { name => true }, "required" => [name], "title" => name }
  end.freeze
  ARRAYS = PLAIN.map { |one| { "type" => "array", "items" => one, "title" => one.inspect } }.freeze
  ALTERNATIVES = { "kinds" => ["anyOf", PLAIN], "constants" => ["anyOf", CONSTANTS], "tagged objects" => ["oneOf", TAGGED],
                   "constants and another" => ["anyOf", [*CONSTANTS.first(1), PLAIN[1]]], "different objects" => ["anyOf", OBJECTS],
                   "arrays that are tried in order" => ["anyOf", ARRAYS] }.freeze

  ALTERNATIVES.each do |name, (keyword, schemas)|
    define_method("test_the_alternatives_keep_their_titles_#{name.tr(" ", "_")}") do
      [{ keyword => schemas }, { keyword => schemas, "title" => "All" }].each do |schema|
        written = schema_of(T.from_json_schema(schema)).except("$schema")

        assert_equal notes([schema, *schemas]), notes([written, *written[keyword]])
        assert_equal written, schema_of(T.from_json_schema(written)).except("$schema")
        assert_equal notes(schemas), notes(schema_of(T[{ v: T.from_json_schema(schema) }]).dig("properties", "v", keyword))
      end
    end
  end

  def notes(schemas) = schemas.map { |one| one.slice("title", "description") }

  TEXT = { "$ref" => "#/$defs/text" }.freeze
  # Schemas that refer to a text and combine it => their titles and descriptions.
  COMBINED = {
    { "allOf" => [{ "type" => "string", "title" => "A" }, { "minLength" => 1, "description" => "b" }] } => %w[A b],
    { "allOf" => [TEXT, { "minLength" => 1 }] } => ["Text", "a text"],
    { "allOf" => [TEXT, { "minLength" => 1, "title" => "Long" }] } => ["Long", "a text"],
    { "allOf" => [TEXT, { "minLength" => 1, "title" => "Long" }], "title" => "Own" } => ["Own", "a text"],
    { "allOf" => [{ "allOf" => [TEXT, { "minLength" => 1 }], "title" => "Inner" }, { "maxLength" => 5 }] } => ["Inner", "a text"],
    { **TEXT, "minLength" => 1, "title" => "Own" } => ["Own", "a text"],
    { "allOf" => [{ "$ref" => "#/$defs/combined" }, { "minLength" => 1 }] } => ["Combined", "a text"],
    { "allOf" => [{ "$ref" => "#/$defs/again" }, { "minLength" => 1 }] } => ["Again", "a text"],
    { "$ref" => "#/$defs/again", "minLength" => 1 } => ["Again", "a text"],
    { "allOf" => [{ "title" => "Any" }, { "description" => "value" }] } => %w[Any value]
  }.freeze

  COMBINED.each_with_index do |(schema, expected), i|
    define_method("test_combined_schemas_have_the_titles_of_their_parts_#{i}") do
      definitions = { "text" => { "type" => "string", "title" => "Text", "description" => "a text" },
                      "combined" => { "title" => "Combined", "allOf" => [TEXT, { "maxLength" => 9 }] },
                      "again" => { **TEXT, "title" => "Again" } }
      properties = { "one" => schema, "two" => { "anyOf" => [schema, { "type" => "null" }] } }
      written = schema_of(T.from_json_schema({ "type" => "object", "properties" => properties, "$defs" => definitions }))

      assert_equal expected, written.dig("properties", "one").values_at("title", "description")
      assert_equal expected, written.dig("properties", "two").values_at("title", "description") unless expected == %w[Any value]
    end
  end

  def test_the_title_next_to_a_reference_to_a_tagged_object_is_kept
    schemas = [{ "$ref" => "#/$defs/0", "title" => "First" }, { "$ref" => "#/$defs/1" }]
    written = schema_of(T.from_json_schema({ "oneOf" => schemas, "$defs" => { "0" => TAGGED[0], "1" => TAGGED[1] } }))

    assert_equal([["First", "has x"], ["Y", "has y"]], written["oneOf"].map { |one| one.values_at("title", "description") })
  end

  def test_the_target_of_a_reference_is_only_combined_with_the_other_schemas
    conditions = { "allOf" => [{ "if" => { "properties" => { "kind" => { "const" => "a" } } }, "then" => { "required" => ["x"] } }] }
    object = { "type" => "object", "required" => ["kind"],
               "properties" => { "kind" => { "enum" => %w[a b] }, "x" => { "type" => "integer" } } }
    type = T.from_json_schema({ "allOf" => [{ "$ref" => "#/$defs/r" }, object], "$defs" => { "r" => conditions } })

    assert_equal({ "kind" => "b", "x" => nil }, type.load('{"kind":"b"}'))
    assert_raises(Jacinth::ValidationError) { type.load('{"kind":"a"}') }
  end

  def test_large_schemas_are_combined_once
    large = { "allOf" => [{ "enum" => [*1..60_000] }, { "enum" => [*2..60_000] }] }
    type = T.from_json_schema({ "allOf" => [{ "$ref" => "#/$defs/large" }, { "minimum" => 1 }], "$defs" => { "large" => large } })

    assert_equal 60_000, type.load("60000")
  end

  def test_a_combined_schema_that_contains_itself_has_its_title
    tree = { "allOf" => [{ "title" => "Node", "properties" => { "kid" => { "$ref" => "#" } } }, { "type" => "object" }] }

    assert_equal(%w[Node], schema_of(T.from_json_schema(tree))["$defs"].values.map { |one| one["title"] })
  end

  def test_alternatives_next_to_other_keywords_keep_their_titles
    references = [{ "$ref" => "#/$defs/x" }, { "$ref" => "#/$defs/y", "title" => "other" }]
    schema = { "type" => "object", "properties" => { "q" => { "type" => "integer" } }, "$defs" => { "x" => TAGGED[0], "y" => TAGGED[1] } }
    [[TAGGED, notes(TAGGED)], [references, [notes(TAGGED)[0], { **notes(TAGGED)[1], "title" => "other" }]]].each do |schemas, expected|
      type = T.from_json_schema({ **schema, "anyOf" => schemas })

      assert_equal expected, notes(schema_of(type)["anyOf"])
      assert_equal({ "k" => "x", "q" => 1 }, type.load('{"k":"x","q":1}'))
    end
  end

  def test_the_enum_that_a_union_makes_keeps_the_titles_of_its_parts
    type = T.union(T.enum("a", "b").with(title: "A"), "c", 5)
    parts = [{ "enum" => %w[a b], "title" => "A" }, { "const" => "c" }, { "const" => 5 }]

    assert_equal parts, schema_of(type)["anyOf"]
    assert_equal parts, schema_of(T.union(type, Time))["anyOf"][0]["anyOf"]
    assert_equal ["b", 5, 5], [type.load('"b"'), type.load("5"), type.with(coerce: true).load('"5"')]
    agree(type, ["a", "c", 5], ["d", 6])
  end

  # what is forbidden => the schema of the value, the document, the fault
  FORBIDDEN = {
    "a member" => [{ "properties" => { "a" => false } }, '{"a":1}', [:unknown, 'no member "a"', 'member "a"', "$.a"]],
    "a member that is null" => [{ "properties" => { "a" => false } }, '{"a":null}', [:unknown, 'no member "a"', 'member "a"', "$.a"]],
    "a member of a branch" => [
      { "anyOf" => %w[x y].map do |kind|
        { "type" => "object", "required" => ["k"], "properties" => { "k" => { "const" => kind }, "a" => kind == "x" } }
      end },
      '{"k":"y","a":[]}', [:unknown, 'no member "a"', 'member "a"', "$.a"]
    ],
    "an element" => [{ "type" => "array", "items" => false }, "[1]",
                     [:wrong_value, "no value (none is allowed here)", "1", "$[0]"]],
    "an element of a member" => [{ "properties" => { "a" => { "type" => "array", "items" => false } } }, '{"a":[{}]}',
                                 [:wrong_type, "no value (none is allowed here)", "an object", "$.a[0]"]],
    "the document" => [{ "not" => {} }, '"a"', [:wrong_value, "no value (none is allowed here)", '"a"', "$"]]
  }.freeze

  FORBIDDEN.each do |name, (schema, text, fault)|
    define_method("test_a_fault_names_#{name.tr(" ", "_")}_that_is_forbidden") do
      schema = { "type" => "object", **schema } if schema.key?("properties")
      [String, Symbol].each do |keys|
        type = T.from_json_schema(schema, keys: keys)
        [-> { type.load(text) }, -> { type.convert(JSON.parse(text)) }].each do |call|
          found = assert_raises(Jacinth::ValidationError, &call).errors[0]

          assert_equal fault, [found.code, found.expected, found.found, found.json_path]
        end
        next if text.include?("null") # a member that is nil is left out

        assert_raises(Jacinth::GeneratorError) { type.dump(JSON.parse(text, symbolize_names: keys == Symbol)) }
      end
    end
  end

  def test_const_and_enum_compare_numbers_by_value
    [[{ "const" => 1.0 }, [1, 1.0, -0.0 + 1], [1.5, "1", true]], [{ "const" => 1.5 }, [1.5, 1.5], [1, 2]],
     [{ "enum" => [1, 1.0, "1", 2.5, nil] }, [1, 1.0, "1", 2.5, nil], [2, "2.5", false]],
     [{ "type" => "integer", "enum" => [2.0, 2.5] }, [2, 2.0], [2.5]], [{ "type" => "number", "enum" => [2, 2.5] }, [2, 2.0, 2.5], [3]],
     [{ "const" => 0 }, [0, 0.0, -0.0], [false, 1]], [{ "const" => 2**70 }, [2**70, (2**70).to_f], [2**70 + 1]],
     [{ "anyOf" => [{ "const" => 1 }, { "type" => "string" }] }, [1, 1.0, "a"], [2, 1.5]]].each { |row| assert_verdicts(*row) }
  end

  def test_each_draft_is_read_by_its_rules
    draft7, draft2019 = "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft/2019-09/schema"
    [SCHEMA, draft7, "#{draft7}#", draft2019].each do |draft|
      schema = { "$schema" => draft, "type" => "array", "items" => { "$ref" => "#/definitions/a" },
                 "definitions" => { "a" => { "type" => "object", "properties" => { "n" => { "type" => "integer" } } } } }
      type = T.from_json_schema(schema)

      assert accepts?(type, [{ "n" => 1 }]), draft
      refute accepts?(type, [{ "n" => "1" }]), draft
    end
    # draft 7 ignores keywords next to $ref, the others do not
    beside = { "$ref" => "#/definitions/a", "minimum" => 5, "contains" => {}, "definitions" => { "a" => { "type" => "integer" } } }

    assert_equal 3, T.from_json_schema({ **beside, "$schema" => draft7 }).load("3")
    refuse({ **beside, "$schema" => draft2019 }, "contains", "")
    # additionalItems is about items that are an array
    items = { "type" => "array", "items" => { "type" => "integer" }, "additionalItems" => false }

    assert_equal [3], T.from_json_schema({ **items, "$schema" => draft7 }).load("[3]")
    refuse({ **items, "items" => [], "$schema" => draft7 }, "additionalItems", "")
  end

  def test_in_draft_7_keywords_next_to_ref_are_ignored_for_tags
    defs = %w[a b].to_h { |name| [name, { "type" => "object", "required" => ["t"], "properties" => { "t" => { "const" => name } } }] }
    schema = { "$schema" => "http://json-schema.org/draft-07/schema#", "definitions" => defs,
               "oneOf" => %w[a b].map { |name| { "$ref" => "#/definitions/#{name}", "properties" => { "t" => { "const" => "x" } } } } }

    assert_equal({ "t" => "b" }, T.from_json_schema(schema).load('{"t": "b"}'))
  end

  # Each name of ECMA-262 means the same as Ruby's. All characters would take 20 seconds.
  def test_unicode_properties_mean_the_same_in_ruby
    all = [*0..0x2FFF, *(0x3000..0xD7FF).step(17), *(0xE000..0x10FFFF).step(31)].pack("U*")
    names = T.const_get(:Pattern, false).const_get(:Properties, false)
    { "CATEGORIES" => "gc=", "BINARY" => "" }.each do |table, prefix|
      names.const_get(table, false).each do |common, others|
        others.each do |other|
          ruby = Regexp.new("(?=\\p{#{common}})\\P{#{other}}|(?=\\p{#{other}})\\P{#{common}}")

          refute_match ruby, all, "#{common} #{other}"
        end
        [common, *others].each { |name| assert_equal common, names.to_ruby("#{prefix}#{name}"), name }
      end
    end
    { "\\p{Letter}" => %w[é 1], "\\p{ASCII}" => ["~", "é"], "\\P{gc=Lu}" => %w[a A], "\\p{Script=Greek}" => %w[α a],
      "[\\p{Emoji_Presentation}\\p{sc=Han}]" => ["\u{1F600}", "1"], "\\p{General_Category=Decimal_Number}" => %w[٣ a],
      "\\p{punct}" => ["!", "a"], "\\p{IDS}\\p{ID_Continue}*" => %w[a1 1a] }.each do |source, (good, bad)|
      type = T.from_json_schema({ "type" => "string", "pattern" => "^#{source}$" })

      assert accepts?(type, good), source
      refute accepts?(type, bad), source
    end
    ["\\p{letter}", "\\p{Script=Letter}", "\\p{gc=Greek}", "\\p{Greek}", "\\p{Word}", "\\p{Script=Word}", "\\p{scx=Greek}", "\\p{Nothing}",
     "\\p{Script=Nothing}", "\\p{Bidi_Mirrored}", "\\p{Lu=Lu}"].each do |source|
      refuse({ "type" => "string", "pattern" => source }, "pattern", "")
    end
    assert_equal "^\\p{L}\\p{ASCII_Hex_Digit}$", schema_of(/\A\p{letter}\p{XDigit}\z/)["pattern"]
  end

  def test_schemas_of_containers_accept_the_same_values
    agree([[Integer]], [[], [[]], [[1]]], [[1], [["a"]], {}])
    agree(Array, [[], [1, nil]], [{}])
    agree(Hash, [{}, { "a" => 1 }], [[]])
    agree(T.hash([String]), [{ "a" => [] }], [{ "a" => [1] }])
    assert agree(T.set(Integer), [[1, 2], []], [["a"]])["uniqueItems"]
  end

  def test_schemas_of_objects_accept_the_same_values
    type = T[{ id: Integer, "é/~ \"" => T.optional(String), tags: T.member([String], default: ["x"]) }]
    good = [{ "id" => 1 }, { "id" => 1, "é/~ \"" => nil, "tags" => [] }, { "id" => 1, "other" => 1 }]
    schema = agree(type, good, [{}, { "id" => nil }, { "id" => 1, "tags" => nil }, { "id" => 1, "é/~ \"" => 1 }])

    assert_equal ["id"], schema["required"]
    assert_equal ["x"], schema["properties"]["tags"]["default"]
    schema = agree(type.with(unknown: :raise), good.first(2), [good.last])
    refute schema["additionalProperties"]
    assert_equal %w[first_name], schema_of(T[{ first_name: String }])["properties"].keys
    assert_equal %w[firstName n],
                 schema_of(T[{ first_name: String, b: T.member(String, name: "n") }].with(rename: :camel))["properties"].keys
    agree(T[{}].with(unknown: :raise), [{}], [{ "a" => 1 }])
  end

  def test_schemas_mark_members_that_are_only_read_or_only_written
    type = T[{ a: T.member(Integer, read_only: true), b: T.member(String, write_only: true), c: T.member(Integer, default: -> { 1 }) }]
    schema = agree(type, [{ "b" => "x" }], [{}, { "b" => 1 }])

    assert_equal({ "type" => "integer", "readOnly" => true }, schema["properties"]["a"])
    assert_equal({ "type" => "string", "writeOnly" => true }, schema["properties"]["b"])
    assert_equal({ "type" => "integer" }, schema["properties"]["c"])
  end

  def test_a_default_that_is_not_written_is_left_out
    symbol = T.scalar(String, load: :to_sym.to_proc, dump: :name.to_proc)
    type = T[{ a: T.member(symbol, default: nil, omit: :nil), b: T.member(symbol, default: :x) }]

    assert_equal({ "a" => { "type" => "string" }, "b" => { "type" => "string", "default" => "x" } }, schema_of(type)["properties"])
  end

  def test_schemas_of_optional_types_accept_null
    agree(T.optional(Integer), [1, nil], ["a"])
    agree(T.optional(T.enum("a", "b")), ["a", nil], ["c"])
    agree(T.optional(T[{ a: Integer }]), [nil, { "a" => 1 }], [{}])
    # null, or a String, but there
    agree(T[{ a: T.union(nil, String) }], [{ "a" => nil }, { "a" => "b" }], [{}, { "a" => 1 }])
  end

  def test_schemas_of_unions_accept_the_same_values
    agree(T.union(Integer, String, [T.boolean]), [1, "a", [true]], [1.5, [1], nil])
    agree(T.union(Float, { a: Integer }), [1.5, 1, { "a" => 1 }], [{}, "a"])
    shape = T.union({ "circle" => T.of(Point, x: Integer, y: Integer), "named" => T[{ "type" => String, "n" => String }] }, tag: "type")
    schema = agree(shape, [{ "type" => "circle", "x" => 1, "y" => 2 }, { "type" => "named", "n" => "a" }],
                   [{ "type" => "other" }, { "x" => 1, "y" => 2 }, { "type" => "circle", "n" => "a" }, 1])

    assert_equal([{ "const" => "circle" }, { "const" => "named" }], schema["oneOf"].map { |one| one["properties"]["type"] })
    several = T.union(T[{ "t" => T.enum("a", "b"), "x" => Integer }], T[{ "t" => T.literal("c") }], tag: "t")
    agree(several, [{ "t" => "a", "x" => 1 }, { "t" => "b", "x" => 1 }, { "t" => "c" }], [{ "t" => "a" }, { "t" => "d" }])
  end

  def test_schemas_of_recursive_types_accept_the_same_values
    node = T.recursive { |type| T.of(Point, x: Integer, y: [type]) }
    schema = agree(node, [{ "x" => 1, "y" => [{ "x" => 2, "y" => [] }] }], [{ "x" => 1, "y" => [{ "x" => 2 }] }])

    assert_equal "#/$defs/Point", schema["$ref"]
    agree(T[[node]], [[], [{ "x" => 1, "y" => [] }]], [[{ "x" => 1 }]])
    json = T.recursive { |type| T.union(String, [type], T.hash(type)) }
    agree(json, ["a", [["b"], { "c" => [] }]], [1, [[1]]])
    tree = T.recursive do |type|
      T.union({ "leaf" => T[{ "is" => T.literal("leaf"), "v" => Integer }],
                "node" => T[{ "is" => T.literal("node"), "kids" => [type] }] }, tag: "is")
    end
    agree(tree, [{ "is" => "node", "kids" => [{ "is" => "leaf", "v" => 1 }, { "is" => "node", "kids" => [] }] }],
          [{ "is" => "node", "kids" => [{ "is" => "leaf" }] }, { "is" => "node", "kids" => [1] }])
    list = T.recursive { |type| T[{ "v" => Integer, "next" => T.optional(type) }] }
    agree(list, [{ "v" => 1 }, { "v" => 1, "next" => { "v" => 2, "next" => nil } }], [{ "v" => 1, "next" => { "v" => "a" } }])
  end

  # A chain of types, each of which uses the next one twice, of each kind that contains types.
  def test_descriptions_do_not_grow_exponentially
    leaf = T.enum(*Array.new(9) { |i| "literal #{i}" })
    wrappers = [->(t) { T[{ "a" => t, "b" => T.optional(t) }] }, ->(t) { T.union([t], T.hash(t)) }, lambda { |t|
      T.union([[t]], { "a" => [t] })
    },
                ->(t) { T.union(T.set(t), T.optional(T.hash(t))) },
                ->(t) { T.union(T[{ "t" => T.literal("a"), "v" => [t] }], T[{ "t" => T.literal("b"), "v" => [t] }], tag: "t") }]
    wrappers.each_with_index do |wrap, i|
      sizes = [30, 60].map do |n|
        type = (1..n).inject(T[leaf]) { |inner, _| wrap.call(inner) }
        [JSON.generate(type.json_schema).size, type.rbs.size]
      end

      assert(sizes[0].zip(sizes[1]).all? { |short, long| long < 3 * short }, "#{i}: #{sizes}")
    end
  end

  # The same in a schema, which repeats references. Cubic time would take a minute.
  def test_large_schemas_are_read_in_linear_time
    chain = (0...60).to_h do |i|
      ["d#{i}", { "anyOf" => [{ "type" => "array", "items" => { "$ref" => "#/$defs/d#{i + 1}" } },
                              { "type" => "object", "additionalProperties" => { "$ref" => "#/$defs/d#{i + 1}" } }] }]
    end
    type = T.from_json_schema({ "$ref" => "#/$defs/d0", "$defs" => { **chain, "d60" => { "type" => "string" } } })

    assert_operator JSON.generate(type.json_schema).size + type.rbs.size, :<, 20_000
    names = (0...400).map { |i| "p#{i}" }
    schema = { "oneOf" => %w[a b].map do |text|
      { "type" => "object", "required" => names, "properties" => names.to_h { |name| [name, { "const" => text }] } }
    end }

    assert_equal "p0", T.from_json_schema(schema).__send__(:_spec)[:tag]
  end

  # A Hash of Ruby can contain the same schema in several places.
  def test_a_schema_that_shares_its_parts_is_read
    schema = (1..50).inject({ "type" => "string" }) do |inner, _|
      { "type" => "object", "properties" => { "a" => inner, "b" => inner } }
    end

    assert accepts?(T.from_json_schema(schema), { "a" => { "b" => {} } })
  end

  # Fifty levels, each with two of the next: one definition for each.
  def test_shared_types_are_written_once
    type = (1..50).inject(T[{ "leaf" => Integer }]) { |inner, _| T[{ "a" => T.optional(inner), "b" => T.optional(inner) }] }

    assert_equal 50, schema_of(type)["$defs"].size
    assert_operator JSON.generate(type.json_schema).size, :<, 20_000
    assert accepts?(T.from_json_schema(type.json_schema), { "a" => { "b" => nil } })
  end

  def test_definitions_have_the_names_of_their_classes
    one, two = Class.new(Struct.new(:a)), Class.new(Struct.new(:a))
    TypeSchemaTest.const_set(:Same, one)
    (@other ||= Module.new).const_set(:Same, two)
    a, b = T.of(one, a: Integer), T.of(two, a: String)
    schema = schema_of(T[{ "a" => a, "b" => b, "c" => a, "d" => b }])

    assert_equal 2, schema["$defs"].size
    assert(schema["$defs"].keys.all? { |name| name.match?(/\A[A-Za-z0-9_.-]+\z/) })
  ensure
    TypeSchemaTest.send(:remove_const, :Same)
  end

  # Ruby's patterns, with Strings that they match and Strings that they do not.
  PATTERNS = {
    /\A[A-Z]{3}\z/ => [%w[EUR], %w[EURO eur] + ["EUR\n"]],
    /\A\h+\z/ => [%w[c0DE], %w[xyz]],
    /^a$/ => [%W[a b\na a\nb a\n], %w[ab ba b]],
    /\A.\z/ => [["a", "\r", "\u2028"], ["\n", "ab"]],
    /\A.\z/m => [["\n"], ["ab"]],
    /\A\S+\s\d{,2}\z/ => [["ab 12", "x\t"], ["ab 123", " 1"]],
    /\A[\w.-]+@[a-z-]+\z/ => [["a.b-c@d-e"], ["a@B", "@a"]],
    /\A(?<year>\d{4})-(?:0[1-9]|1[0-2])\z/ => [["2024-12"], ["2024-13"]],
    /\A(a|b)\1\z/ => [%w[aa bb], %w[ab]],
    %r{\A[^/"{}]+\z} => [["a b"], ["a/b", "{"]],
    /a{2}b+?c*?d??/ => [%w[aab], %w[ab]],
    /\A\u00e9\x41\.\z/ => [["éA."], ["éAx"]],
    /\A\p{Lu}\P{Lu}\z/ => [%w[Éé], %w[éÉ]],
    /\A[[:upper:]\d]\z/ => [%w[É 5], %w[é]],
    / a \  b # a comment
      c /x => [["a bc"], ["abc"]],
    /\A[\s\S]\z/ => [%W[a \n], %w[ab]],
    /x(?=y)(?!yz)/ => [%w[xy xyx], %w[xyz xx]],
    /\A-\}\]\z/ => [["-}]"], ["-"]],
    /\Aa{,}\z/ => [["a{,}"], ["aa"]],
    /\A(?:(a)|b)+(c)(?!(d)\3)\2\z/ => [%w[acc bacc], %w[ac bcdd]],
    /\A(?<n>a+)(?:\k<n>b)*?(?#comment)\k<n> 1\z/ => [["aa 1"], ["a 1"]],
    / a  + (b) \1 + c /x => [%w[abbc aabbbc], %w[abc]]
  }.freeze

  def test_schemas_of_patterns_accept_the_same_texts
    PATTERNS.each do |regexp, (good, bad)|
      good.each { |text| assert_match regexp, text }
      bad.each { |text| refute_match regexp, text }
      schema = schema_of(regexp)

      assert schema.key?("pattern"), regexp.inspect
      again = T.from_json_schema(schema)
      good.each { |text| assert accepts?(again, text), "#{regexp.inspect} #{schema} #{again.inspect} #{text.inspect}" }
      bad.each { |text| refute accepts?(again, text), "#{regexp.inspect} #{schema} #{again.inspect} #{text.inspect}" }
    end
  end

  def test_a_pattern_that_ecma_262_does_not_have_becomes_a_comment
    [/\Aa\Z/, /a{2}?/, /a/i, /(?i)a/, /(?i:a)/, /(?>a)/, /a++/, /\G/, /\Ka/, /\R/, /\X/, /\ba/, /[a&&b]/, Regexp.new("[a[b]]"),
     /\A(?:(a)|\1b)\z/, /(a)?\1/, /(?:(a)|b)\1/, /(?<a>b)*\k<a>/, /(?!(a))\1/, /(a)|\1/, /(?:\2(a))+(b)/, /(a)\11/, /(a)\1 1/x,
     /(?<a>b)|(?<a>c)/, /(?=a)*b/, /(?:a|\z)\z?/,
     /(?<a>b)\g<a>/, Regexp.new("[\\H]"), /\p{Greek}/, /[[:punct:]]/].each do |regexp|
      schema = schema_of(T.string(pattern: regexp))

      refute schema.key?("pattern"), "#{regexp.inspect} #{schema}"
      assert_includes schema["$comment"], regexp.inspect
    end
    assert schema_of(T.string(pattern: %r{5-/}i)).key?("pattern"), "nothing in it has a case"
  end

  # Patterns of the standard, with texts that match and texts that do not.
  ECMA = {
    "^a$" => [%w[a], %W[a\n b\na]], "." => [["a"], ["\n", "\r", "\u2028"]], '^\d\s\w$' => [["1 a", "1\u00A0a"], %w[é]],
    '\bа\b' => [[], %w[a]], '^[[&&\]]+$' => [["[&&]"], ["a"]], '^\u0041\x42\u{43}\/$' => [["ABC/"], ["ABC"]],
    '^\uD83D\uDE00$' => [["\u{1F600}"], ["a"]], "^[^]$" => [["\n"], ["ab"]], "a{2,}" => [%w[aa], %w[a]],
    '^[\S]$' => [["b"], ["\u00A0"]], "^a{2}?$" => [%w[aa], ["a", ""]], '^[^\S]$' => [["\u2028"], ["b"]],
    '^\xE9$' => [["é"], ["e"]], "^[-a]+$" => [["-a"], ["b"]], "^[a-]+$" => [["-a"], ["b"]], '^\p{L}+$' => [%w[éa], %w[1]],
    '^(?:(a)\1|b)+$' => [%w[aab b], %w[a]], "^(?:a(?=b))*b$" => [%w[ab b], %w[aab]]
  }.freeze

  def test_patterns_of_ecma_262_match_as_the_standard_says
    ECMA.each do |source, (good, bad)|
      type = T.from_json_schema({ "type" => "string", "pattern" => source })
      good.each { |text| assert accepts?(type, text), "#{source} #{text.inspect} #{type.inspect}" }
      bad.each { |text| refute accepts?(type, text), "#{source} #{text.inspect} #{type.inspect}" }
    end
  end

  def test_a_pattern_that_ruby_warns_of_is_read_without_a_warning
    verbose, $VERBOSE = $VERBOSE, nil
    type = T.from_json_schema({ "type" => "string", "pattern" => "^[%-&&-a]$" })
    %w[% & A a].each { |text| assert accepts?(type, text), text }
    %w[$ b].each { |text| refute accepts?(type, text), text }
    refute schema_of(Regexp.new("a? +b", Regexp::EXTENDED)).key?("pattern")
  ensure
    $VERBOSE = verbose
  end

  def test_a_pattern_that_ruby_does_not_have_raises
    ["^(?:(a)|\\1b)$", "(a)?\\1", "\\1(a)", "(a\\1)", "(?=a)*b", "^*", "\\b+", "^a{,3}$", "a++", "a{2}{3}", "(?<a>b)(?<a>c)", "a)",
     "*a", "(?:+)", "a|*"].each { |source| refuse({ "type" => "string", "pattern" => source }, "pattern", "") }
  end

  def refuse(schema, keyword, pointer, **options)
    error = assert_raises(T::SchemaError, schema.inspect[0, 200]) { T.from_json_schema(schema, **options) }

    assert_equal [keyword, pointer], [error.keyword, error.pointer], error.message
    assert_kind_of ArgumentError, error
  end

  def test_refusals_name_the_keyword_and_the_reason
    { { "type" => "string", "pattern" => "a" * 4097 } => '"pattern" in the schema: is longer than 4096 characters',
      { "type" => "string", "pattern" => "a++" } => '"pattern" in the schema: Ruby cannot match this ECMA-262 regular expression: ' }
      .each do |schema, text|
        message = assert_raises(T::SchemaError) { T.from_json_schema(schema) }.message

        assert_operator message, :start_with?, text
      end
    assert_equal "a" * 4096, T.from_json_schema({ "type" => "string", "pattern" => "a" * 4096 }).load(%("#{"a" * 4096}"))
  end

  # As the standard has it: unknown keywords, and those about values of another type, say nothing.
  def test_keywords_that_are_ignored
    assert_equal 3, T.from_json_schema({ "type" => "integer", "minimun" => 5 }).load("3")
    assert T.from_json_schema({ "type" => "boolean", "minLength" => 9 }).load("true")
  end

  def test_keywords_that_types_cannot_express_raise
    { "not" => { "minimum" => 5 }, "prefixItems" => [], "contains" => {}, "propertyNames" => false,
      "dependentSchemas" => {}, "unevaluatedProperties" => false, "$dynamicRef" => "#a" }.each do |keyword, value|
      refuse({ keyword => value }, keyword, "")
      refuse({ "type" => "object", "properties" => { "a/b" => { "type" => "array", "items" => { keyword => value } } } },
             keyword, "/properties/a~1b/items")
    end
    refuse({ "enum" => [1.5, []] }, "enum", "")
    refuse({ "enum" => [Float::INFINITY] }, "enum", "")
    refuse({ "const" => {} }, "const", "")
    refuse({ "enum" => [] }, "enum", "")
    refuse({ "enum" => ["a"], "type" => "integer" }, "enum", "")
    refuse({ "type" => "object", "properties" => { "a" => {} }, "required" => %w[a b], "additionalProperties" => false }, "required", "")
    refuse({ "oneOf" => [{ "type" => "string" }, { "type" => "string" }] }, nil, "/oneOf")
    refuse({ "$schema" => "http://json-schema.org/draft-04/schema#" }, "$schema", "")
    refuse({ "$schema" => 7 }, "$schema", "")
  end

  def test_invalid_schemas_raise
    refuse({ "type" => "text" }, "type", "")
    refuse({ "type" => [] }, "type", "")
    refuse({ "type" => 1 }, "type", "")
    refuse({ "type" => "string", "minLength" => -1 }, "minLength", "")
    refuse({ "type" => "string", "maxLength" => 2**80 }, "maxLength", "")
    refuse({ "type" => "array", "items" => { "type" => "array", "minItems" => 2, "maxItems" => 1 } }, "maxItems", "/items")
    refuse({ "type" => "integer", "minimum" => "1" }, "minimum", "")
    refuse({ "type" => "object", "properties" => [] }, "properties", "")
    refuse({ "type" => "object", "required" => "a" }, "required", "")
    refuse({ "type" => "object", "required" => %w[a a] }, "required", "")
    refuse({ "type" => "array", "items" => [{}] }, nil, "/items")
    refuse({ type: "string" }, nil, "")
    refuse({ "type" => "object", "properties" => { "\xff" => {} } }, nil, "")
    refuse({ "enum" => ["\xff"] }, nil, "")
    refuse({ "type" => ["string", "\xff"] }, "type", "")
    refuse({ "type" => "object", "properties" => { "\xff" => {} } }, nil, "", keys: Symbol)
    refuse({ "type" => "object", "required" => ["\xff"] }, nil, "", keys: Symbol)
    refuse([], nil, "")
    refuse(nil, nil, "")
    refuse(false, nil, "")
    refuse({ "type" => "string", "pattern" => "(" }, "pattern", "")
    refuse({ "type" => "string", "pattern" => 1 }, "pattern", "")
  end

  def test_local_references_are_read_and_others_raise
    document = { "$defs" => { "a/b%" => { "type" => "integer" }, "é" => { "$ref" => "#/$defs/a~1b%25" } }, "type" => "array",
                 "items" => { "$ref" => "#/$defs/%C3%A9", "description" => "a number" } }

    assert_equal [1], T.from_json_schema(document).load("[1]")
    refute accepts?(T.from_json_schema(document), ["a"])
    %w[http://127.0.0.1:9/schema.json other.json #a file:///etc/passwd urn:x //x].each do |ref|
      refuse({ "type" => "array", "items" => { "$ref" => ref } }, "$ref", "/items")
    end
    refuse({ "$ref" => "#/$defs/none" }, "$ref", "/$defs/none")
    refuse({ "$ref" => 1 }, "$ref", "")
    refuse({ "$id" => "http://a/b", "items" => {}, "type" => "array", "$defs" => {} }.merge("items" => { "$id" => "x" }), "$id", "/items")
  end

  def test_a_cycle_of_references_raises
    refuse({ "$ref" => "#" }, nil, "")
    refuse({ "$ref" => "#/$defs/a", "$defs" => { "a" => { "$ref" => "#/$defs/b" }, "b" => { "$ref" => "#/$defs/a" } } }, nil, "/$defs/a")
    assert_raises(T::SchemaError) { T.from_json_schema({ "anyOf" => [{ "$ref" => "#" }, { "type" => "string" }] }) }
    assert_raises(T::SchemaError) { T.from_json_schema({ "anyOf" => [{ "$ref" => "#" }, { "type" => "null" }] }) }
    assert_raises(T::SchemaError) { T.from_json_schema({ "oneOf" => [{ "$ref" => "#/oneOf/0" }, { "$ref" => "#/oneOf/1" }] }) }
  end

  def test_too_deep_schemas_raise
    deep = ->(n) { (1..n).inject({ "type" => "string" }) { |inner, _| { "type" => "array", "items" => inner } } }

    assert_equal :array, T.from_json_schema(deep[190]).__send__(:_kind)
    assert_raises(T::SchemaError) { T.from_json_schema(deep[20_000]) }
    chain = (0..5000).to_h { |i| ["a#{i}", { "$ref" => "#/$defs/a#{i + 1}" }] }
    assert_raises(T::SchemaError) { T.from_json_schema({ "$ref" => "#/$defs/a0", "$defs" => chain }) }
    cyclic = { "type" => "array" }
    cyclic["items"] = cyclic
    assert_raises(T::SchemaError) { T.from_json_schema(cyclic) }
  end

  def test_a_hostile_pattern_ends_in_time
    refuse({ "type" => "string", "pattern" => "a" * 5000 }, "pattern", "")
    type = T.from_json_schema({ "type" => "string", "pattern" => '^(a*)+\1$' })
    skip "no Regexp.timeout" unless Regexp.method_defined?(:timeout)
    before = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    begin
      type.load("\"#{'a' * 40}b\"")
    rescue Jacinth::ValidationError, Regexp::TimeoutError
      nil
    end
    assert_operator Process.clock_gettime(Process::CLOCK_MONOTONIC) - before, :<, 10
  end

  def test_names_make_no_classes_and_no_symbols
    schema = { "type" => "object", "title" => "Kernel", "properties" => { "never_seen_before_7391" => { "type" => "string" } } }
    value = T.from_json_schema(schema).load('{"never_seen_before_7391": "a"}')

    assert_equal({ "never_seen_before_7391" => "a" }, value)
    assert_instance_of Hash, value
    refute_includes Symbol.all_symbols.map(&:to_s), ["@never_seen_before", 7391].join("_")
  end

  def test_keys_can_be_symbols
    schema = { "type" => "object", "properties" => { "a" => { "type" => "object", "additionalProperties" => {} } } }

    assert_equal({ a: { b: 1 } }, T.from_json_schema(schema, keys: Symbol).load('{"a": {"b": 1}}'))
    assert_raises(ArgumentError) { T.from_json_schema(schema, keys: Integer) }
  end

  def test_a_schema_can_be_text_or_a_boolean
    assert_equal [1], T.from_json_schema('{"type": "array", "items": {"type": "integer"}}').load("[1]")
    assert_equal 1, T.from_json_schema(true).load("1")
  end

  # A default is read as the property is.
  def test_a_default_is_read_as_its_property
    schema = { "type" => "object", "properties" => {
      "at" => { "type" => "string", "format" => "date-time", "default" => "2024-01-01T00:00:00Z" },
      "n" => { "type" => "number", "default" => 1 }, "none" => { "type" => "string", "default" => nil },
      "list" => { "type" => "array", "items" => { "$ref" => "#" }, "default" => [] }
    } }
    type = T.from_json_schema(schema)
    value = { "at" => Time.utc(2024), "n" => 1.0, "none" => nil, "list" => [] }

    assert_equal value, type.load("{}")
    assert_equal value, type.load(type.dump(value))
    assert_equal "2024-01-01T00:00:00Z", type.json_schema.to_s[/"default"=>"(.*?)"|"default" => "(.*?)"/, 1] || Regexp.last_match(2)
    { "x" => "integer", "2024-13-01" => "string" }.each do |default, name|
      property = { "type" => name, "format" => "date", "default" => default }
      refuse({ "type" => "object", "properties" => { "a" => property } }, "default", "/properties/a")
    end
  end

  def test_an_absent_property_is_not_null
    schema = { "type" => "object", "properties" => { "a" => { "type" => "integer" }, "b" => { "type" => %w[integer null] } },
               "required" => ["b"] }
    type = assert_verdicts(schema, [{ "b" => nil }], [{ "a" => nil, "b" => 1 }, { "a" => 1 }])

    assert_equal '{"b":1}', type.dump(type.load('{"b": 1}'))
  end

  # One that is null, but not absent, in each way to say that.
  def test_a_required_property_can_be_null_but_not_absent
    text, null = { "type" => "string" }, { "type" => "null" }
    [{ "type" => %w[string null] }, { "anyOf" => [text, null] }, { "anyOf" => [{ "type" => %w[string null] }, null] },
     { "enum" => ["a", nil] }, { "anyOf" => [{ "$ref" => "#/$defs/N" }, null] }].each do |schema|
      node = { "type" => "object", "required" => ["next"], "properties" => { "next" => schema } }
      whole = { "$defs" => { "N" => { "anyOf" => [text, node] } }, "$ref" => "#/$defs/N" }
      type = assert_verdicts(whole, [{ "next" => nil }, { "next" => "a" }], [{}, { "next" => 1 }])

      assert_equal '{"next":null}', type.dump({ "next" => nil })
    end
    type = T.from_json_schema({ "type" => %w[object null], "required" => ["next"], "properties" => { "next" => { "$ref" => "#" } } })

    assert_equal({ "next" => nil }, type.load('{"next": null}'))
    assert_invalid(type, '{"next": {}}', "Object or null", "nothing", "$.next.next")
  end

  def test_ranges_accept_what_the_standard_accepts
    [[{ "type" => "integer", "exclusiveMinimum" => 1.5, "maximum" => 3.5 }, [2, 3], [1, 4]],
     [{ "type" => "integer", "exclusiveMinimum" => 1, "exclusiveMaximum" => 4, "maximum" => 9 }, [2, 3], [1, 4]],
     [{ "type" => "number", "exclusiveMinimum" => 1, "exclusiveMaximum" => 2 }, [1.5, 1.0000000000000002], [1, 2]],
     [{ "type" => %w[integer string null], "minimum" => 3, "minLength" => 2 }, [3, "ab", nil], [2, "a", true]],
     [{ "type" => %w[string number], "format" => "decimal", "minimum" => 3, "maxLength" => 2 }, [3.5, "ab"], [2.5, "abc"]],
     [{ "type" => %w[number string], "format" => "decimal", "pattern" => "^1" }, [3.5, "1a"], ["2", nil]],
     [{ "type" => "boolean", "minimum" => 3 }, [true], [1]]].each { |row| assert_verdicts(*row) }
  end
end
