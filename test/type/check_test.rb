# frozen_string_literal: true

require_relative "support"

# with(check:): the members of an object must fit together.
class TypeCheckTest < Minitest::Test
  include TypeHelpers

  Trip = Struct.new(:from, :to) { def ordered? = from <= to }

  TRIP = T.of(Trip, from: Integer, to: Integer)
  ORDERED = TRIP.with(check: :ordered?)

  def test_an_object_that_does_not_pass_is_an_error_at_its_place
    type = T[{ trips: [ORDERED] }]

    assert_equal [Trip.new(1, 2)], type.load('{"trips":[{"from":1,"to":2}]}')[:trips]
    text = '{"trips":[{"from":1,"to":2},{"from":3,"to":2},{"from":"1","to":2}]}'
    error = assert_raises(Jacinth::ValidationError) { type.load(text) }

    assert_equal ["an object whose ordered? is true", "an object", "$.trips[1]", 29, :check],
                 error.errors[0].to_h.values_at(:expected, :found, :json_path, :column, :code)
    error = assert_raises(Jacinth::ValidationError) { type.load(text, errors: :all) }

    assert_equal ["$.trips[1]", "$.trips[2].from"], error.errors.map(&:json_path)
    error = assert_raises(Jacinth::GeneratorError) { type.dump({ trips: [Trip.new(1, 2), Trip.new(3, 2)] }) }

    assert_equal ["expected an object whose ordered? is true, got TypeCheckTest::Trip", "$.trips[1]", Trip.new(3, 2)],
                 [error.message, error.json_path, error.invalid_object]
    assert_equal '{"trips":[{"from":1,"to":2}]}', type.dump({ trips: [Trip.new(1, 2)] })
  end

  def test_a_proc_gets_the_object_and_can_say_what_it_expects
    made = []
    check = lambda do |object|
      made << object
      object[:to] > object[:from] || raise(ArgumentError, "to after from")
    end
    type = T[{ from: Integer, to: Integer }].with(check: check)

    assert_equal({ from: 1, to: 2 }, type.load('{"to":2,"from":1}'))
    assert_invalid(type, '{"to":1,"from":1}', "to after from", "an object", "$")
    assert_equal [{ from: 1, to: 2 }, { from: 1, to: 1 }], made
    assert_raises(Jacinth::ValidationError) { type.load('{"from":1}') }
    assert_equal 2, made.size, "an object with other faults is not checked"
    assert_equal "expected to after from, got Hash", assert_raises(Jacinth::GeneratorError) { type.dump({ from: 1, to: 1 }) }.message
    assert_invalid(type.with(check: ->(_) {}), '{"from":1,"to":2}', "an object that passes its check", "an object", "$")
    assert_equal({ from: 2, to: 1 }, type.with(check: nil).load('{"from":2,"to":1}'))
    assert_equal({ from: 1, to: 2 }, type.convert({ "from" => 1, "to" => 2 }))
  end

  def test_a_fault_elsewhere_does_not_hide_another_one
    pair = T[{ a: Integer, b: Integer }].with(check: ->(object) { object[:a] <= object[:b] })
    types = [[[pair], '[{"a":1,"b":0},{"a":1,"b":0}]', %w[/0 /1]], [[pair], '[{"a":1,"b":"x"},{"a":1,"b":0}]', %w[/0/b /1]],
             [[[ORDERED]], '[[{"from":2,"to":1}],[{"from":2,"to":1},{"from":1}]]', %w[/0/0 /1/0 /1/1/to]],
             [[T.array(Integer, length: 1)], '[[],["x",2],[1,2],[3]]', %w[/0 /1/0 /2]],
             [[T.from_json_schema({ "type" => "array", "uniqueItems" => true })], "[[1,1],[1],[2,2],[]]", %w[/0 /2]],
             [[T.set(Integer, length: 1)], "[[1,2],[2,2],[]]", %w[/0 /2]],
             [[T.first_of(pair, Integer)], '[{"a":1,"b":0},"x",{"a":1,"b":0},{"a":0,"b":1}]', %w[/0 /1 /2]]]
    types.each do |type, text, places|
      error = assert_raises(Jacinth::ValidationError) { T[type].load(text, errors: :all) }

      assert_equal places, error.errors.map(&:pointer), text
    end
  end

  def test_a_mistake_in_a_check_is_not_an_error_of_the_document
    type = T[{ a: T.optional(Integer), b: T.optional(Integer) }]
    helper = ->(_) { raise ArgumentError, "no" }
    { ->(h) { h[:b] < h[:a] } => "comparison of Integer with nil failed", ->(h) { h.fetch(1, 2, 3) } => "wrong number of arguments",
      ->(h) { helper.call(h) } => "no" }.each do |check, message|
      [-> { type.with(check: check).load('{"a":null,"b":1}') }, -> { type.with(check: check).dump({ a: nil, b: 1 }) }].each do |call|
        error = assert_raises(ArgumentError, &call)

        assert_instance_of ArgumentError, error
        assert_match message, error.message
      end
    end
    caller = Class.new { define_method(:call) { |_| raise ArgumentError, "more" } }.new
    [caller, caller.method(:call), ->(_ = nil, *) { raise ArgumentError, "more" }, proc { raise ArgumentError, "more" }].each do |check|
      assert_invalid(type.with(check: check), "{}", "more", "an object", "$")
    end
    assert_equal({}, type.with(check: helper).with(check: :empty?).load("{}"), "the last check counts")
  end

  def test_a_check_must_take_one_object
    type = T[{ a: Integer }]
    named = Class.new { def call(_object, key:) = key }.new
    [-> { true }, ->(_, _) { true }, ->(key:) { key }, named, named.method(:call), :key, :unknown].each do |check|
      assert_raises(ArgumentError, check.inspect) { type.with(check: check) }
    end
    [->(*) { true }, ->(_, _ = nil) { true }, proc { true }, :any?, :itself].each do |check|
      assert_equal({ a: 1 }, type.with(check: check).load('{"a":1}'))
    end
    assert_raises(ArgumentError) { TRIP.with(check: :[]) }
    assert TRIP.with(check: :defined_later)
  end

  def test_other_errors_and_throws_of_a_check_propagate
    { RangeError => -> { raise RangeError }, UncaughtThrowError => -> { throw :nothing } }.each do |error, body|
      type = TRIP.with(check: ->(_) { body.call })

      assert_raises(error) { type.load('{"from":1,"to":2}') }
      assert_raises(error) { type.dump(Trip.new(1, 2)) }
    end
    type = TRIP.with(check: ->(_) { throw :out, 5 })

    assert_equal [5, 5], [catch(:out) { type.load('{"from":1,"to":2}') }, catch(:out) { type.dump(Trip.new(1, 2)) }]
    assert_equal [Trip.new(1, 2)], T[[TRIP]].load('[{"from":1,"to":2}]')
  end

  def test_each_kind_of_object_is_checked
    bad = '{"x":2,"y":1}'
    less = ->(object) { object.is_a?(Hash) ? object[:x] < object[:y] : object.x < object.y }
    [Point, Keyed, Pair, Plain, Made, Hash].each do |klass|
      type = xy(klass).with(check: less)
      object = xy(klass).load(bad)

      assert_invalid(type, bad, "an object that passes its check", "an object", "$")
      assert_raises(Jacinth::GeneratorError, klass.name) { type.dump(object) }
      assert_raises(Jacinth::GeneratorError, klass.name) { T[[type]].dump([object], pretty: true) }
      assert_raises(Jacinth::GeneratorError, klass.name) { type.dump(5) }
      assert_equal '{"x":2,"y":3}', type.dump(type.load('{"x":2,"y":3}'))
    end
    tagged = T.union({ "p" => xy(Point).with(check: less) }, tag: "is")

    assert_equal Point.new(1, 2), tagged.load('{"is":"p","x":1,"y":2}')
    assert_invalid(tagged, '{"is":"p","x":2,"y":1}', "an object that passes its check", "an object", "$")
    assert_raises(Jacinth::GeneratorError) { tagged.dump(Point.new(2, 1)) }
    assert_equal "null", T.optional(ORDERED).dump(nil)
  end

  def test_a_check_can_read_and_write_by_types_itself
    type = TRIP.with(check: ->(trip) { TRIP.load(TRIP.dump(trip)) == trip && T[[ORDERED]].load('[{"from":1,"to":2}]') })
    list = Array.new(50) { |i| Trip.new(i, 0) }

    assert_equal list, T[[type]].load(T[[type]].dump(list))
  end

  def test_a_declared_class_has_its_check_and_its_subclasses_have_it_too
    klass = T.data(from: Integer, to: Integer) do
      json_rules check: :ordered?
      define_method(:ordered?) { from <= to }
    end

    assert_raises(Jacinth::ValidationError) { klass.load('{"from":2,"to":1}') }
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate([klass.new(from: 2, to: 1)]) }
    assert_equal '{"from":1,"to":2}', klass.dump(klass.new(from: 1, to: 2))
  end

  ODD = ->(value) { value.to_i.odd? }
  SIZE = ->(value) { value.size.odd? }

  # A type, its check, a value that passes, and one that does not.
  VALUES = [
    [T.string, ODD, "1", "2"], [T.string(length: 1..3, strip: true), ODD, "1", "2"], [Integer, ODD, 1, 2], [1..9, ODD, 1, 2],
    [Float, ODD, 1.5, 2.5], [Time, ODD, Time.at(1).utc, Time.at(2).utc], [T.time(as: :seconds), ODD, Time.at(1).utc, Time.at(2).utc],
    [Date, ->(date) { date.day.odd? }, Date.new(2000, 1, 1), Date.new(2000, 1, 2)], [T.decimal, ODD, BigDecimal("1.5"), BigDecimal("2.5")],
    [T.decimal(0..9, as: :number), ODD, BigDecimal("1.5"), BigDecimal("2.5")], [[Integer], SIZE, [1], [1, 2]],
    [T.set(Integer), SIZE, Set[1], Set[1, 2]], [T.hash(Integer), SIZE, { "a" => 1 }, { "a" => 1, "b" => 2 }],
    [T.tuple(Integer, String), ->(pair) { pair[0].odd? }, [1, "a"], [2, "a"]], [T.optional(Integer), ODD, 1, 2],
    [T.recursive { |one| T.array(T.optional(one)) }, SIZE, [nil], [nil, nil]]
  ].freeze

  def test_a_value_that_does_not_pass_is_a_fault_with_a_code
    VALUES.each do |spec, check, good, bad|
      [T[spec].with(check: check), T[{ a: T.member(spec, check: check) }], T[[T[spec].with(check: check)]]].each_with_index do |type, i|
        wrap = [:itself, ->(value) { { a: value } }, ->(value) { [value] }][i].to_proc
        text = T[[spec, { a: spec }, [spec]][i]].dump(wrap.call(bad))
        same(type, type.dump(wrap.call(good)), wrap.call(good))
        error = assert_raises(Jacinth::ValidationError, text) { type.load(text) }

        assert_equal [:check, "a value that passes its check", ["$", "$.a", "$[0]"][i]],
                     error.errors[0].to_h.values_at(:code, :expected, :json_path)
        error = assert_raises(Jacinth::GeneratorError, text) { type.dump(wrap.call(bad)) }
        assert_equal ["expected a value that passes its check, got #{bad.class}", bad], [error.message, error.invalid_object]
      end
    end
  end

  def test_a_check_of_a_value_comes_last_and_can_say_what_it_expects
    seen = []
    even = T.integer(1..9, check: ->(n) { (seen << n) && (n.even? || raise(ArgumentError, "an even number")) })

    assert_invalid(T[[even]], "[2,3]", "an even number", "3", "$[1]")
    assert_raises(Jacinth::ValidationError) { even.load("10") }
    assert_equal [2, 3], seen
    assert_equal [nil, 2], T[[T.optional(even)]].load("[null,2]")
    assert_equal 4, even.with(coerce: true).load('"4"')
    assert_equal ["x", 3], T[[T.first_of(even, String, Integer)]].load('["x",3]')
    assert_equal "[2,3]", T[[T.first_of(even, Integer)]].dump([2, 3])
    assert_raises(ZeroDivisionError) { T.float(check: ->(_) { 1 / 0 }).load("1") }
    assert_raises(ArgumentError) { T.member(even, default: 3) }
    assert_equal 3, even.with(check: nil).load("3")
  end

  def test_decimals_can_be_in_a_range
    type = T.decimal(0..BigDecimal("99.95"))

    same(type, '"99.95"', BigDecimal("99.95"))
    same(T[BigDecimal("0.5")...2], '"1.5"', BigDecimal("1.5"))
    assert_equal BigDecimal("5"), type.load("5.0")
    assert_equal :out_of_range, assert_invalid(type, "99.951", "a decimal number in 0..99.95", "99.951", "$").errors[0].code
    assert_error(Jacinth::GeneratorError, "expected BigDecimal in 0..99.95, got 0.1e3") { type.dump(BigDecimal("100")) }
    assert_equal({ BigDecimal("1.5") => 1 }, T.hash(type => Integer).load('{"1.50":1}'))
    assert_equal %w[number string], T.decimal(0..9, as: :number).json_schema["type"]
    assert_equal [0, 99.95, "in 0..99.95, also as a string"], type.json_schema.values_at("minimum", "maximum", "$comment")
    [BigDecimal("NaN").., ("a".."b")].each { |range| assert_raises(ArgumentError) { T.decimal(range) } }
  end

  def test_titles_and_descriptions_are_in_the_schema
    type = T[{ id: T.member(Integer, title: "Id", description: "Unique"), at: T.member(T.optional(Time), description: "When"),
               tags: T[[String]].with(title: "Tags") }].with(title: "Post", description: "A text")
    schema = type.json_schema

    assert_equal ["Post", "A text"], schema.values_at("title", "description")
    assert_equal [{ "title" => "Id", "description" => "Unique", "type" => "integer" }, "When", "Tags"],
                 [schema["properties"]["id"], schema["properties"]["at"]["description"], schema["properties"]["tags"]["title"]]
    assert_equal({ id: 1, tags: [] }, type.load('{"id":1,"tags":[]}'))
    assert_raises(ArgumentError) { T[Integer].with(title: 5) }
    assert_raises(ArgumentError) { T[{ a: Integer }].with(description: :a) }
  end

  def test_other_checks_and_types_raise
    assert_raises(ArgumentError) { TRIP.with(check: 5) }
    [:even?, 5, -> {}].each { |check| assert_raises(ArgumentError) { T[Integer].with(check: check) } }
    [Symbol, T.enum("a"), T.boolean, T.any, T.union(Integer, String), T.first_of(Integer, String),
     T.scalar(load: ODD, dump: ODD)].each { |type| assert_raises(ArgumentError) { T[type].with(check: ODD) } }
    assert_raises(ArgumentError) { T.scalar(T.integer(check: ODD), load: ODD, dump: ODD) }
    assert_raises(ArgumentError) { T.hash(T.integer(check: ODD) => String) }
    assert_raises(NoMethodError) { TRIP.with(check: :missing?).load('{"from":1,"to":2}') }
  end

  def test_the_default_of_a_member_must_pass_the_check
    assert_raises(ArgumentError) { T.member(ORDERED, default: Trip.new(2, 1)) }
    assert_equal Trip.new(1, 2), T[{ a: T.member(ORDERED, default: Trip.new(1, 2)) }].load("{}")[:a]
  end

  def test_nil_removes_a_check_and_false_is_none
    type = T.string(check: ->(_) { false })
    [type, T.optional(type), T.optional(T.optional(type))].each do |one|
      assert_raises(Jacinth::ValidationError) { one.load('"a"') }
      assert_equal "a", one.with(check: nil).load('"a"')
      assert_error(Jacinth::GeneratorError, "expected a value that passes its check, got String") { one.with(title: "t").dump("a") }
    end
    [-> { T.string(check: false) }, -> { T.member(String, check: false) }, -> { T[[String]].with(check: false) }].each do |make|
      assert_equal "check must be a Proc, got false", assert_raises(ArgumentError, &make).message
    end
  end

  def test_a_check_of_a_member_is_called_after_that_of_the_type
    calls = []
    low, high = %i[low high].map { |name| ->(object) { calls << name && object[:b].between?(*{ low: [0, 9], high: [5, 99] }[name]) } }
    object = T[{ b: Integer }].with(check: low)
    types = [object, T.optional(object), T.recursive { |_| object }].map { |type| T[{ a: T.member(type, check: high) }] }
    types.each do |type|
      [12, 2].each { |number| assert_invalid(type, %({"a":{"b":#{number}}}), "an object that passes its check", "an object", "$.a") }
      assert_equal({ a: { b: 7 } }, type.load(type.dump({ a: { b: 7 } })))
    end
    assert_equal %i[low low high], calls.first(3)
    declared = T.data(b: Integer) { json_rules check: ->(object) { object.b > 0 } }
    type = T[{ a: T.member(declared, check: ->(object) { object.b < 5 }) }]
    [0, 5].each { |number| assert_raises(Jacinth::ValidationError) { type.load(%({"a":{"b":#{number}}})) } }
    assert_equal 3, type.load('{"a":{"b":3}}')[:a].b
    assert_equal({ a: { b: 12 } }, T[{ a: T.member(object.with(check: high)) }].load('{"a":{"b":12}}'), "with replaces it")
  end

  def test_each_type_that_can_have_a_check_takes_it_when_it_is_made
    made = { "[1]" => [:array], "[2]" => [:set], "[3]" => [:tuple, Integer], '{"a":1}' => [:hash, Integer], "1" => [:decimal],
             '"2024-02-29T00:00:00Z"' => [:time], '"2024-02-29"' => [:date], '"a"' => [:string], "2" => [:integer], "3" => [:float] }
    made.each do |text, call|
      assert_raises(Jacinth::ValidationError, text) { T.public_send(*call, check: ->(_) { false }).load(text) }
      assert T.public_send(*call, check: ->(_) { true }).load(text)
      assert_raises(ArgumentError, text) { T.public_send(*call, check: false) }
    end
    [{ /a/ => Integer }, { /a/ => Integer, String => String }].each do |pairs|
      assert_raises(Jacinth::ValidationError) { T.hash(**pairs, check: ->(_) { false }).load('{"a":1}') }
    end
    assert_raises(Jacinth::ValidationError) { T.time(as: :seconds, check: ->(_) { false }).load("1") }
    assert_match(/or the name of a method, got 5/, assert_raises(ArgumentError) { TRIP.with(check: 5) }.message)
  end

  def test_wrong_rules_of_types_without_members_are_named
    assert_equal "unknown keyword: :foo", assert_raises(ArgumentError) { T.string.with(foo: 1) }.message
    assert_error(ArgumentError, "rename: needs a type of objects with members, got String") { T.string.with(rename: :camel) }
    assert_equal "with needs at least one rule", assert_raises(ArgumentError) { T[Integer].with }.message
  end

  def test_texts_for_the_schema_are_copied
    title = +"one"
    types = [T.string.with(title: title), T[{ a: T.member(String, description: title) }].with(title: title)]

    refute_predicate title, :frozen?
    title << " more"
    assert_equal(%w[one one], types.map { |type| type.json_schema["title"] })
    ["\xff", 5].each do |text|
      assert_raises(ArgumentError) { T.string.with(title: text) }
      assert_raises(ArgumentError) { T[{ a: String }].with(description: text) }
    end
  end

  def test_schemas_of_large_limits_and_of_two_nulls
    assert_equal 0, T.decimal(0..BigDecimal("1e400")).json_schema.values_at("minimum", "maximum").compact.sum
    part = T[{ a: T.union(nil, Integer) }].partial

    assert_equal({ "anyOf" => [{ "const" => nil }, { "type" => "integer" }] }, part.json_schema["properties"]["a"])
  end
end
