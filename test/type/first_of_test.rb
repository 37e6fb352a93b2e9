# frozen_string_literal: true

require_relative "support"

# Types that are tried in order.
class TypeFirstOfTest < Minitest::Test
  include TypeHelpers

  RANGE = T.first_of([Integer], { from: Integer }, { to: Integer })

  def test_the_first_type_that_accepts_wins
    same(RANGE, "[1,2]", [1, 2])
    same(RANGE, '{"from":1}', { from: 1 })
    same(RANGE, '{"to":1}', { to: 1 })
    assert_equal({ from: 1 }, RANGE.load('{"from":1,"to":2}'))
    assert_equal({ to: 2 }, RANGE.load('{"from":"x","to":2}'))
    same(T.first_of({ a: Integer }, { a: String }), '{"a":"x"}', { a: "x" })
    same(T[[T.first_of([Integer], [String], [[Integer]], T.any)]], '[[1],["a"],[[1]],[1.5],{}]', [[1], ["a"], [[1]], [1.5], {}])
    same(T[{ a: T.first_of(1..9, 100..200, "x"), b: Integer }], '{"a":150,"b":1}', { a: 150, b: 1 })
    assert_equal :string, T.first_of(String).__send__(:_kind)
  end

  def test_the_error_names_what_each_type_expects
    assert_invalid(RANGE, '{"from":"a"}', "Integer at $.from or Integer at $.to", "an object", "$")
    assert_invalid(T[[RANGE]], '[[1],{"to":"a"}]', "Integer at $[1].from or Integer at $[1].to", "an object", "$[1]")
    assert_invalid(T.first_of(Time, 1..5), '"x"', "a time (ISO 8601) or Integer in 1..5", '"x"', "$")
    many = T.first_of(*Array.new(9) { |i| { "k#{i}" => Integer } })
    assert_equal 6, assert_raises(Jacinth::ValidationError) { many.load("{}") }.errors[0].expected.scan(/Integer at|\.\.\./).size
  end

  def test_errors_of_the_only_type_of_that_kind_are_its_own
    error = assert_invalid(RANGE, '[1,"x",2]', "Integer", '"x"', "$[1]")
    assert_equal [1, 4], [error.line, error.column]
    error = assert_raises(Jacinth::ValidationError) { T[{ a: RANGE, b: Integer }].load('{"a":["x",[]],"b":"y"}', errors: :all) }
    assert_equal %w[$.a[0] $.a[1] $.b], error.errors.map(&:json_path)
    nested = T.first_of(Integer, { a: T.first_of(Integer, { b: T.first_of([Integer], String) }) })
    assert_invalid(nested, '{"a":{"b":["x"]}}', "Integer", '"x"', "$.a.b[0]")
  end

  # The alternative whose fault has the longest path has got furthest.
  def test_a_fault_inside_of_nested_types_keeps_its_place
    tree = T.recursive { |one| T.first_of({ value: Integer, left: T.optional(one) }, { name: String, left: T.optional(one) }) }
    text = (1..9).inject('{"value":1,"left":{"value":"x"}}') do |inner, i|
      %({#{i.odd? ? '"name":"n"' : '"value":1'},"left":#{inner}})
    end
    path = "$#{'.left' * 10}"

    assert_invalid(tree, text, "Integer at #{path}.value or String at #{path}.name", "an object", path)
    assert_invalid(tree, '{"name":"a","left":{"name":"b","left":{"name":1,"left":null}}}',
                   "Integer at $.left.left.value or String at $.left.left.name", "an object", "$.left.left")
    list = T.recursive { |one| T.first_of(Integer, [one], { items: [one] }) }
    assert_invalid(list, '[1,{"items":[1,[2,{"items":[3,"x"]}]]}]', "Integer, Array or Object", '"x"', "$[1].items[1][1].items[1]")
    assert_equal "$[2][0]", assert_raises(Jacinth::ValidationError) { list.convert([1, [2], ["x"]]) }.json_path
    assert_invalid(T.first_of({ a: [Integer] }, { b: Integer }), '{"a":[1,"x"]}', "Integer", '"x"', "$.a[1]")
    assert_invalid(T[{ a: T.first_of({ b: T.hash(Integer) }, { c: T.literal(1) }) }], '{"a":{"b":{"k":"x"}}}', "Integer", '"x"', "$.a.b.k")
    both = T.recursive { |one| T.first_of({ in: one, x: Integer }, { in: one, y: Integer }, { end: T.literal(1) }) }
    assert_invalid(both, '{"in":{"in":{"end":[]},"x":1},"x":1}', "Object at $.in.in.in or 1 at $.in.in.end", "an object", "$.in.in")
  end

  # The result of a type for a value is kept while alternatives are tried.
  def test_a_value_is_read_again_by_another_type_and_where_strings_are_converted
    one, other = [%i[a b], %i[c d]].map { |names| T[[T.first_of(*names.map { |name| { name => Integer } })]] }

    assert_equal [{ c: 1 }], T.first_of(one, other).load('[{"c":1}]')
    assert_equal [{ a: 1 }], T.first_of(one, one.with(coerce: true)).load('[{"a":"1"}]')
  end

  # The readers of an object can be slow, or count.
  def test_dump_examines_each_type_once
    shape = Class.new do
      attr_reader :calls

      def initialize(**) = @calls = 0

      def kind
        @calls += 1
        "b"
      end
    end
    tagged = [%w[a], %w[b]].map { |kinds| T.union({ kinds[0] => T.of(shape, kind: T.enum(*kinds)) }, tag: "kind") }
    object = shape.new
    assert_equal '{"kind":"b"}', T.first_of(*tagged).dump(object)
    assert_equal 4, object.calls
  end

  def test_faults_in_types_that_are_tried_are_not_noted
    type = T[[T.first_of({ a: [Integer] }, { a: [String] })]]
    text = "[#{(['{"a":[1]}', '{"a":["x"]}'] * 200).join(',')}]"

    assert_equal text, type.dump(type.load(text, errors: :all))
    error = assert_raises(Jacinth::ValidationError) { type.load('[{"a":[1]},{"a":[1.5]},{"a":["x"]},{}]', errors: :all) }
    assert_equal %w[$[1] $[3]], error.errors.map(&:json_path)
    assert_equal "Integer at $[1].a[0] or String at $[1].a[0]", error.errors[0].expected
  end

  def test_invalid_text_has_its_place
    assert_errors_of_parse RANGE, ["[1,tru]", '{"from":1', "[1 2]", '{"x":[1,],"from":1}', ""]
    assert_equal [[1], { from: 1 }], T[[RANGE]].load("[/* */[1,],//\n{\"from\":1,},]", relaxed: true)
    assert_raises(Jacinth::NestingError) { T.first_of(T.any, Integer).load("[" * 200) }
    assert_equal [[1]], T[[T.first_of([Integer], Integer)]].load("[[1]]", max_nesting: 2)
  end

  # Each of the types inside would be tried twice for each level around it.
  def test_nested_types_are_read_once_for_each_value
    calls = 0
    count = T.scalar(Integer, load: ->(n) { (calls += 1) && n }, dump: ->(n) { n })
    type = T.recursive { |one| T.first_of({ n: count, in: T.optional(one), x: Integer }, { n: count, in: T.optional(one), y: Integer }) }
    text = (1..60).inject("null") { |inner, i| %({"n":#{i},"in":#{inner},"y":1}) }
    object = type.load(text)

    assert_operator calls, :<=, 60 * 6
    assert_equal text, type.dump(object)
    calls = 0
    assert_raises(Jacinth::ValidationError) { type.load(text.sub("null", '{"n":1,"z":1}')) }
    assert_operator calls, :<=, 61 * 12
  end

  def test_values_that_contain_themselves_raise
    type = T.recursive { |one| T.first_of({ a: one }, { b: one }, T.optional(Integer)) }
    loop = {}
    loop[:b] = loop
    assert_raises(Jacinth::NestingError) { type.dump(loop) }
    deep = (1..100_000).inject(1) { |inner, _| { b: inner } }
    begin
      assert_equal 600_001, type.dump(deep, max_nesting: 0).bytesize
    rescue Jacinth::NestingError, SystemStackError => e
      assert_match(/nesting|stack/, e.message)
    end
  end

  def test_dump_takes_the_first_type_that_the_contents_fit
    type = T.first_of({ a: Time }, { a: String, b: T.optional(Integer) }, T.hash(T.set(Integer)), T.tuple(1..3, String), [Float],
                      T.hash(Integer => String), T.of(Point, x: Integer, y: Integer), T.of(Point, x: String, y: T.optional(Integer)))
    { { a: Time.at(0).utc } => '{"a":"1970-01-01T00:00:00Z"}', { a: "x" } => '{"a":"x"}', { "k" => Set[1] } => '{"k":[1]}',
      [2, "a"] => '[2,"a"]', [2, 3] => "[2,3]", [1.5] => "[1.5]", { 1 => "a" } => '{"1":"a"}', Point.new(1, 2) => '{"x":1,"y":2}',
      Point.new("a") => '{"x":"a","y":null}' }.each { |object, text| assert_equal text, type.dump(object) }
    [{ a: 1 }, [nil], Point.new(nil), 5, "x"].each { |object| assert_raises(Jacinth::GeneratorError, object.inspect) { type.dump(object) } }
    assert_equal "[\n  {\n    \"a\": \"x\"\n  }\n]", T[[type]].dump([{ a: "x" }], pretty: true)
    assert_equal(["1", "1.0"], [1, 1.0].map { |number| T.first_of(Float, Integer).dump(number) })
  end

  def test_dump_takes_the_first_type_that_an_integer_fits
    small, same = T.float(0.0..1.0), T.scalar(load: ->(n) { n }, dump: ->(n) { n })
    [T.first_of(small, T.any), T.first_of(1..2, T.float(5.0..)), T.first_of(small, T.float(3.0..)), T.first_of(T.enum(0, "a"), T.any),
     T.first_of(T.union(small, String), T.any), T.first_of(T.optional(small), same)].each do |type|
      assert_equal 5, type.load("5")
      assert_equal "[5]", T[[type]].dump([5])
    end
    assert_equal "expected Float in 0.0..1.0, got 3",
                 assert_raises(Jacinth::GeneratorError) { T.first_of(small, T.float(4.0..)).dump(3) }.message.lines[0].chomp
  end

  def test_coerce_holds_for_the_types_that_are_tried_and_ends_with_them
    type = T[{ a: T.first_of({ n: Integer }, { m: T.boolean }).with(coerce: true), b: T.any, c: T.first_of(Integer, [Integer]) }]

    assert_equal({ a: { n: 1 }, b: "1", c: 1 }, type.load('{"a":{"n":"1"},"b":"1","c":1}'))
    assert_equal({ a: { m: true }, b: "1", c: 1 }, type.convert({ a: { m: "on" }, b: "1", c: 1 }))
    assert_raises(Jacinth::ValidationError) { type.load('{"a":{"n":1},"b":1,"c":"1"}') }
    assert_equal({ c: 1, d: 2 }, T[{ c: T.first_of(Integer, [Integer]), d: Integer }].with(coerce: true).load('{"c":"1","d":"2"}'))
  end

  def test_procs_of_types_that_are_tried_can_raise
    picky = T.scalar(Integer, load: ->(n) { n.odd? ? raise(ArgumentError, "an even number") : n }, dump: ->(n) { n })

    assert_equal [2, "odd"], T[[T.first_of(picky, T.scalar(Integer, load: ->(_) { "odd" }, dump: ->(_) { 1 }))]].load("[2,3]")
    assert_invalid(T.first_of(picky, String), "3", "an even number or String", "3", "$")
    bad = T.first_of({ a: T.scalar(load: ->(_) { raise IOError, "no" }, dump: ->(v) { v }) }, Integer)
    assert_raises(IOError) { bad.load('{"a":1}') }
  end

  def test_first_of_is_an_array_of_types_in_schemas_and_signatures
    assert_equal({ "anyOf" => [{ "type" => "string", "format" => "date" }, { "type" => "string", "pattern" => "^a$" }] },
                 T.first_of(Date, /\Aa\z/).json_schema.except("$schema"))
    assert_equal "type t = (Date | Integer)\n", T.first_of(Date, Integer).rbs("t")
    type = T.from_json_schema({ "anyOf" => [{ "type" => "object", "required" => ["a"] }, { "type" => "object", "required" => ["b"] },
                                            { "type" => "string", "minLength" => 3 }, { "type" => "string", "pattern" => "^b" }] })
    assert_equal([{ "b" => 1 }, "abc", "b"], ['{"b":1}', '"abc"', '"b"'].map { |text| type.load(text) })
    assert_raises(Jacinth::ValidationError) { type.load('"a"') }
  end

  def test_wrong_arguments_are_named
    assert_equal "T.first_of needs at least one type", assert_raises(ArgumentError) { T.first_of }.message
    assert_raises(ArgumentError) { T.first_of(Object.new) }
    assert_raises(ArgumentError) { T.recursive { |one| T.first_of(Integer, one) } }
    assert_raises(ArgumentError) { T.union(T.first_of(1..5, String), Float) }
    same(T.union(T.first_of(1..5, "x"), [Integer]), '"x"', "x")
  end
end
