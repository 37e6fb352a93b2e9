# frozen_string_literal: true

require_relative "support"

# Unions of objects without a tag, and of several types of strings.
class TypeUnionObjectsTest < Minitest::Test
  include TypeHelpers

  Paid = Struct.new(:receipt, :at)
  Failed = Struct.new(:error)
  PAYMENT = T.union(T.of(Paid, receipt: String, at: T.optional(Integer)), T.of(Failed, error: String))

  def test_a_required_member_of_one_type_determines_it
    same(PAYMENT, '{"at":5,"receipt":"r"}', Paid.new("r", 5))
    same(PAYMENT, '{"other":[{"error":1}],"error":"e"}', Failed.new("e"))
    same(T[[PAYMENT]], '[{"receipt":"r"},{"error":"e"}]', [Paid.new("r"), Failed.new("e")])
    assert_equal Paid.new("r"), PAYMENT.load('{"receipt":"r","error":"e"}')
    assert_equal Failed.new("e"), PAYMENT.load('{"err\u006fr":"e","receipt":"r"}')
    assert_equal Failed.new("e"), PAYMENT.convert({ error: "e" })
    assert_equal({ "error" => "e" }, PAYMENT.to_plain(Failed.new("e")))
  end

  def test_one_type_can_lack_such_a_member
    type = T.union({ a: Integer }, { a: Integer, b: Integer }, { c: Integer })
    ['{"a":1}', '{"a":1,"b":2}', '{"c":3}'].each { |text| same(type, text, Jacinth.parse(text, symbolize_names: true)) }
    assert_equal({ a: 1 }, type.load('{"x":{"b":1},"a":1}'))
    assert_invalid(type, "{}", "Integer", "nothing", "$.a")
    assert_invalid(type, '{"c":"x"}', "Integer", '"x"', "$.c")
  end

  def test_literals_that_are_no_strings_determine_the_type
    type = T.union({ ok: true, data: T.any }, { ok: false, data: String }, { ok: T.enum(1, nil), data: Integer })
    ['{"ok":true,"data":[1]}', '{"data":"x","ok":false}', '{"ok":null,"data":7}', '{"ok":1,"data":7}'].each do |text|
      same(type, text, Jacinth.parse(text, symbolize_names: true))
    end
    assert_equal({ ok: 1, data: 7 }, type.load('{"ok":1.0,"data":7}'))
    [2, '"true"', "[true]", "{}"].each do |value|
      assert_invalid(type, "{\"ok\":#{value},\"data\":1}", 'an object with "ok" true, "ok" false or "ok" 1 or null', "another object", "$")
    end
    klass = Struct.new(:ok, :data)
    records = T.union(T.of(klass, ok: true, data: Integer), T.of(klass, ok: false, data: String))
    same(records, '{"ok":false,"data":"x"}', klass.new(false, "x"))
    assert_raises(Jacinth::GeneratorError) { records.dump(klass.new(nil, "x")) }
  end

  def test_literals_that_are_strings_are_a_tag
    type = T.union({ is: T.literal("a"), v: Integer }, { is: T.enum(:b, :c), v: String })

    assert_equal "is", type.__send__(:_spec)[:tag]
    same(type, '{"v":"x","is":"c"}', { is: :c, v: "x" })
    assert_invalid(type, '{"v":"x","is":"d"}', 'an object with "is" "a" or "b" or "c"', '"d"', "$.is")
  end

  def test_other_kinds_of_values_and_nested_unions_are_combined
    type = T.union({ a: Integer }, [Integer], nil, T.union({ b: Integer }, { c: Integer }))
    ['{"a":1}', "[1]", '{"b":1}', "null", '{"c":1}'].each { |text| assert_equal text, type.dump(type.load(text)) }
    assert_invalid(type, '{"d":1}', 'an object with "a", "b" or "c"', "another object", "$")
    deep = T.recursive { |one| T.union({ leaf: Integer }, { left: one, right: one }) }
    text = '{"left":{"leaf":1},"right":{"left":{"leaf":2},"right":{"leaf":3}}}'

    assert_equal text, deep.dump(deep.load(text))
    assert_equal "$.right.left.leaf", assert_raises(Jacinth::ValidationError) { deep.load(text.sub("2", '"x"')) }.json_path
  end

  def test_types_that_nothing_distinguishes_are_refused
    point = T.of(Point, x: Integer)
    [[{ a: Integer }, { a: Integer, b: T.optional(String) }], [{ a: T.member(Integer, default: 1) }, { b: T.optional(Integer) }],
     [{ a: T.member(Integer, also: "b") }, {}], [{ a: T.enum(1, 2) }, { a: T.enum(2.0, 3) }], [{ a: T.literal(1) }, { a: Integer }],
     [{ a: T.member(Integer, read_only: true) }, { b: T.member(Integer, write_only: true) }]].each do |types|
      error = assert_raises(ArgumentError, types.inspect) { T.union(*types) }

      assert_match(/\Aambiguous union: neither Hash \(.*\) nor Hash \(.*as with tag:, or use T\.first_of\z/, error.message)
    end
    error = assert_raises(ArgumentError) { T.union(point, T.of(Point, y: Integer)) }

    assert_match(/\Aambiguous union: 2 types are read into TypeHelpers::Point, so that dump cannot choose/, error.message)
    assert_raises(ArgumentError) { T.union(point, Hash) }
    assert_raises(ArgumentError) { T.recursive { |one| { a: T.union(one, { b: Integer }) } } }
    assert_equal 'ambiguous union: Hash needs a required member that no other type has, but "a" is optional',
                 assert_raises(ArgumentError) { T.recursive { |one| T.optional(T.union({ a: one }, { b: one })) } }.message
    same(T.recursive { |one| T.union({ a: one }, { b: one }, nil) }, '{"a":{"b":null}}', { a: { b: nil } })
  end

  def test_dump_chooses_the_nearest_class
    below = Class.new(Paid)
    type = T.union(T.of(Paid, at: Integer), T.of(below, receipt: String))

    assert_equal(['{"at":1}', '{"receipt":"r"}'], [Paid.new("r", 1), below.new("r", 1)].map { |object| type.dump(object) })
    assert_equal '{"receipt":"r"}', type.dump(Class.new(below).new("r", 1))
    assert_match(/expected .*Paid or .*Failed, got Integer/, assert_raises(Jacinth::GeneratorError) { PAYMENT.dump(1) }.message)
    hash = T.union({ a: Integer }, { "b" => true })
    assert_equal 'expected Hash with :a or Hash with "b", got Hash', assert_raises(Jacinth::GeneratorError) { hash.dump({}) }.message
  end

  def test_invalid_text_has_its_place
    assert_errors_of_parse PAYMENT, ['{"x":[1 2],"error":"e"}', '{"at":1,,"error":"e"}', '{"x":1', '{"x" 1}', "{1}", '{"x":tru,"error":""}']
    assert_equal Failed.new("e"), PAYMENT.load('{"at":1,/* */"error":"e",}', relaxed: true)
  end

  def test_strings_are_tried_before_all_other_strings
    type = T.union(String, Time, Date, "never", :auto, BigDecimal)
    values = { "2026-01-02T03:04:05Z" => Time.utc(2026, 1, 2, 3, 4, 5), "2026-01-02" => Date.new(2026, 1, 2), "never" => "never",
               "auto" => :auto, "1.50" => BigDecimal("1.5"), "x" => "x", "2026-13-01" => "2026-13-01" }
    values.each { |text, value| same(type, Jacinth.generate(text), value) }
    assert_equal BigDecimal("2"), type.load("2")
    assert_equal [:a, Time.at(0).utc], T[[T.union(Symbol, Time)]].load('["a","1970-01-01T00:00:00Z"]')
    assert_invalid(T.union(Time, "never"), '"x"', 'a time (ISO 8601) or "never"', '"x"', "$")
    assert_invalid(T.union(Time, Integer), '"x"', "a time (ISO 8601) or Integer", '"x"', "$")
    assert_invalid(T[[T.union(Time, Date, Integer)]], '[1,"x"]', "a time (ISO 8601) or a date (ISO 8601)", '"x"', "$[1]")
  end

  def test_strings_that_dump_cannot_distinguish_are_refused
    [[String, Symbol], [/a/, String], [T.optional(Time), String], [T.scalar(String, load: ->(v) { v }, dump: ->(v) { v }), Time],
     [T.union(Integer, Time), String]].each do |types|
      assert_match(/both written as JSON strings; use T.first_of/, assert_raises(ArgumentError) { T.union(*types) }.message)
    end
  end

  def test_strings_are_coerced_to_the_literals_that_decide
    numbers = T.union({ k: T.literal(1), a: Integer }, { k: T.literal(2), b: Integer }, { k: T.literal("2"), c: Integer })
    flags = T.union({ ok: true, v: Integer }, { ok: false, e: String })

    assert_equal({ k: 1, a: 5 }, numbers.with(coerce: true).load('{"k":"1","a":"5"}'))
    assert_equal({ k: "2", c: 5 }, numbers.with(coerce: true).load('{"c":"5","k":"2"}'))
    assert_equal([{ k: 2, b: 5 }], T[[numbers]].with(coerce: true).load('[{"k":2,"b":"5"}]'))
    assert_equal({ ok: false, e: "x" }, flags.with(coerce: true).convert({ "ok" => "false", "e" => "x" }))
    assert_raises(Jacinth::ValidationError) { numbers.load('{"k":"1","a":5}') }
    assert_raises(Jacinth::ValidationError) { numbers.with(coerce: true).load('{"k":"3","a":5}') }
  end

  def test_a_hash_has_one_type_of_keys
    assert_error(ArgumentError, "T.hash got two types of keys: Integer and keys: Symbol") { T.hash(Integer => String, keys: Symbol) }
  end

  def test_coder_each_and_parse_take_such_types
    assert_equal [Failed.new("e"), Paid.new("r")], Jacinth.each(%({"error":"e"}\n{"receipt":"r"}\n), into: PAYMENT).to_a
    assert_equal '[{"error":"e"}]', Jacinth::Coder.new(types: { Failed => PAYMENT }).dump([Failed.new("e")])
    assert_equal "type t = { ok: Integer } | { error: String }", T.union({ ok: Integer }, { error: String }).rbs("t")[/.*/].tr("()", "")
  end
end
