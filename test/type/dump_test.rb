# frozen_string_literal: true

require_relative "support"
require "stringio"

class TypeDumpTest < Minitest::Test
  include TypeHelpers

  # An object whose to_json is its own.
  class Own
    def to_json(*) = "[7]"
  end

  def test_dump_writes_as_generate
    values = ["a\"\\\u0001é\u2028", "x" * 100, "é" * 40, 0, -1, 2**70, 1.5, -0.0, 1e300, nil, true, [], {}, [[1], []],
              { "a" => { "b" => [1, 2, { "c" => "d" }] } }]
    values.each { |value| assert_equal Jacinth.generate(value), T.any.dump(value) }
    type = T[{ "s" => [String], "i" => Integer, "f" => Float, "n" => T.optional(Float), "h" => T.hash([Integer]) }]
    value = { "s" => values.grep(String), "i" => 2**70, "f" => 1.5, "n" => nil, "h" => { "a" => [], "b" => [1] } }

    assert_equal Jacinth.generate(value), type.dump(value)
  end

  def test_objects_of_all_kinds_of_classes_are_written
    [Point.new(1, 2), Keyed.new(x: 1, y: 2), (Pair.new(x: 1, y: 2) if DATA), { x: 1, y: 2 }, Made.new(x: 2, y: 2)].compact.each do |object|
      klass = object.class
      assert_equal %({"x":#{klass == Made ? 2 : 1},"y":2}), xy(klass).dump(object)
    end
    plain = Plain.new
    plain.x = plain.y = 1

    assert_equal '{"x":1,"y":1}', xy(Plain).dump(plain)
  end

  def test_a_method_in_place_of_a_reader_is_not_called
    [Struct.new(:x), Struct.new(:x, keyword_init: true), (Data.define(:x) if DATA)].compact.each do |klass|
      klass.remove_method(:x)
      klass.define_method(:x) { raise "called" }
      [klass, Class.new(klass) { undef_method :x }].each do |made|
        type = T.of(made, x: Integer)
        object = type.load('{"x":1}')

        assert_equal ['{"x":1}', { "x" => 1 }], [type.dump(object), type.to_plain(object)]
      end
    end
  end

  def test_objects_without_the_methods_of_kernel_are_read_and_written
    made = Class.new(BasicObject) do
      attr_reader :x, :y

      def initialize(x:, y:) = (@x, @y = x, y)
    end
    plain = Class.new(BasicObject) { attr_reader :x, :y }
    [made, plain, Class.new(plain) { def public_send(*) = 3 }].each do |klass|
      text = '{"x":1,"y":2}'
      [xy(klass), T.union(Integer, xy(klass))].each { |type| assert_equal text, type.dump(type.load(text)) }
      assert_raises(Jacinth::GeneratorError) { xy(klass).dump(klass.allocate) }
    end
  end

  # A private method is not called: the instance variable is read.
  def test_readers_of_each_visibility
    %i[public protected private].each do |visibility|
      made = Class.new do
        def initialize(x:) = @x = x
        define_method(:x) { "#{@x}!" }
        send(visibility, :x)
      end
      [made, Class.new(made)].each do |klass|
        single = klass.new(x: "a").tap { |object| object.singleton_class.class_eval { send(visibility, def x = "b") } }
        texts = [klass.new(x: "a"), single].map { |object| T.of(klass, x: String).dump(object) }

        assert_equal (visibility == :private ? %w[{"x":"a"}] * 2 : %w[{"x":"a!"} {"x":"b"}]), texts, visibility
      end
    end
  end

  def test_the_key_of_a_tag_can_differ_between_types
    type = T.union(T[{ "kind" => T.enum("a"), "x" => Integer }], T[{ kind: T.enum("b", "c"), y: Integer }], tag: "kind")
    [{ "kind" => "a", "x" => 1 }, { kind: "b", y: 1 }, { "kind" => "b", kind: "c", y: 2 }].each do |value|
      assert_equal Jacinth.generate(value.except(*(["kind"] if value.key?(:kind)))), type.dump(value)
    end
    [{ kind: "a", "x" => 1 }, { "kind" => "b", y: 1 }, { "kind" => 5 }, {}].each do |value|
      assert_raises(Jacinth::GeneratorError) { type.dump(value) }
    end
  end

  def test_omit_leaves_out_nil_and_default_members
    type = T[{ a: T.member(T.optional(Integer), omit: :nil), b: T.member(Integer, default: 5, omit: :default) }]

    assert_equal(["{}", '{"a":0,"b":1}', '{"b":1}'],
                 [{ a: nil, b: 5 }, { a: 0, b: 1 }, { b: 1 }].map { |value| type.dump(value) })
  end

  def test_a_wrong_value_raises_with_its_path
    type = T[{ users: [xy(Point)], h: T.hash(Integer), any: Object }]
    good = { users: [Point.new(1, 2)], h: {}, any: nil }
    { "$.users[1].y" => { users: [Point.new(1, 2), Point.new(1, "2")] }, "$.users[0]" => { users: [1] },
      "$.users" => { users: {} }, "$.h.k" => { h: { "a" => 1, "k" => nil } }, "$.any[0].b" => { any: [{ "b" => Float::NAN }] } }
      .each do |path, wrong|
        assert_equal path, assert_raises(Jacinth::GeneratorError) { type.dump(good.merge(wrong)) }.json_path
      end
    assert_error(Jacinth::GeneratorError, "expected Hash, got nothing", path: "$.h") { type.dump({ users: [], any: 1 }) }
  end

  def test_a_type_that_knows_the_class_is_chosen_before_a_scalar
    symbol = T.scalar(String, load: :to_sym.to_proc, dump: :to_s.to_proc)
    [[T.union(symbol, Integer), "5"], [T.union(T.optional(symbol), [Integer]), "[5]"],
     [T.union(T.union(symbol, nil), { a: Integer }), '{"a":5}'], [T.union(T.union(symbol, Integer), [Integer]), "5"],
     [T.union(T.optional(T.union(symbol, Integer)), [Integer]), "null"]].each do |type, text|
      assert_equal([text, '"x"'], [text, '"x"'].map { |one| type.dump(type.load(one)) })
    end
  end

  def test_a_tagged_union_chooses_the_nearest_class
    below = Class.new(Point)
    lowest = Class.new(below)
    type = T.union({ "a" => T.of(Point, x: Integer), "c" => T.of(lowest, x: Integer), "b" => T.of(below, x: Integer) }, tag: "t")
    objects = [Point, below, lowest, Class.new(Point), Class.new(below), Class.new(lowest)].map { |klass| klass.new(1) }

    assert_equal(%w[a b c a b c], objects.map { |object| type.dump(object)[/"t":"(.)"/, 1] })
    assert_equal(%w[a b c], objects.first(3).map { |object| type.load(type.dump(object)).then { |read| type.dump(read)[/"t":"(.)"/, 1] } })
  end

  def test_a_tagged_union_of_one_class_chooses_by_the_tag_member
    [Pair, Plain, Made, Hash].each do |klass|
      type = T.union(*[["p", Integer], [:q, Integer], ["r", [Integer]]].map { |tag, of| T.of(klass, y: T.literal(tag), x: of) }, tag: "y")
      ['{"y":"p","x":2}', '{"y":"q","x":2}', ('{"y":"r","x":[2]}' unless klass == Made)].compact.each do |text|
        assert_equal text, type.dump(type.load(text)), klass
      end
    end
    # without the tag as a member, the objects would not tell which type they are of
    error = assert_raises(ArgumentError) { T.union({ "a" => T.of(Point, x: Integer), "b" => T.of(Point, x: String) }, tag: "y") }

    assert_equal 'ambiguous union: 2 types are read into TypeHelpers::Point; give each of them a member "y"', error.message
  end

  # The keys of the Hash can be those of the alternative for Hashes.
  def test_a_declared_subclass_of_hash_is_nearer_than_hash
    near = Class.new(Hash) { attr_accessor :n }
    far = Class.new(near)
    object = T.of(Object, class: T.scalar(load: :itself.to_proc, dump: :to_s.to_proc)).with(build: :new)
    alternatives = { "h" => T[{ type: String, n: Integer }], "near" => T.of(near, n: Integer).with(build: :allocate),
                     "object" => object }
    alternatives.to_a.permutation do |list|
      type = T.union(list.to_h, tag: "type")
      [near, far, Hash].product(%w[h other]) do |klass, tag|
        value = klass.new.update(type: tag, n: 7)
        value.n = 5 if klass < Hash
        kind = klass < Hash ? "near" : ("h" if tag == "h")

        assert_equal kind || "object", Jacinth.parse(type.dump(value))["type"]
      end
    end
  end

  def test_method_missing_is_not_called_for_a_member
    answering = Class.new do
      def initialize = @other = 1
      def respond_to_missing?(*) = true
      def method_missing(*) = 5
    end
    real = Class.new(answering) { def n = 6 }
    type = T.of(answering, n: T.optional(Integer)).with(build: :new)
    alone = answering.new
    alone.define_singleton_method(:n) { 7 }

    assert_equal(['{"n":null}', '{"n":6}', '{"n":7}'], [answering.new, real.new, alone].map { |object| type.dump(object) })
  end

  def test_a_value_that_contains_itself_raises
    hash = {}
    hash["a"] = [hash]
    [hash, [hash], hash["a"]].each do |value|
      %i[to_plain dump].each do |name|
        error = assert_raises(Jacinth::NestingError) { T.any.public_send(name, value, **(name == :dump ? { max_nesting: 0 } : {})) }

        assert_equal "circular reference: a value contains itself", error.message
      end
    end
  end

  def test_a_duplicate_unknown_member_raises
    type = T[[T.of(Pair, x: T.member(String, name: "name"), y: Hash).with(unknown: :y)]]
    one = Object.new
    one.define_singleton_method(:to_s) { "1" }
    different = Class.new(String) { def eql?(other) = other.nil? }
    b = Class.new(String) { def to_s = "b" }
    [{ "name" => 1 }, { name: 1 }, { "b" => 1, :b => 2 }, { :c => 1, "d" => 2, "c" => 3 }, { 1 => 1, "1" => 2 }, { one => 1, 1 => 2 },
     { "name".encode("UTF-16LE") => 1 }, { "b" => 1, "b".encode("UTF-16LE") => 2 },
     { different.new("b") => 1, different.new("b") => 2 }, { "b" => 1, b.new("c") => 2 }, { b.new("name") => 1, :b => 2 },
     {}.compare_by_identity.tap { |same| 2.times { |i| same[+"b"] = i } }].each do |unknown|
      error = assert_raises(Jacinth::GeneratorError) { type.dump([Pair.new("x", {}), Pair.new("x", unknown)]) }

      assert_match(/\Adetected duplicate key "(name|b|c|1)" in /, error.message)
      assert_equal "$[1]", error.json_path
    end
    assert_equal '[{"name":"x","name":1,"b":2,"b":3}]',
                 type.dump([Pair.new("x", { "name" => 1, :b => 2, "b" => 3 })], allow_duplicate_key: true)
    assert_equal '[{"name":"x","x":1,"b":2,"1":3}]', type.dump([Pair.new("x", { "x" => 1, :b => 2, 1 => 3 })])
    replaced = { "\xFF" => 1, "\xFE" => 2 }

    assert_raises(Jacinth::GeneratorError) { type.dump([Pair.new("x", replaced)], invalid: :replace) }
    assert_equal %([{"name":"x","\uFFFD":1,"\uFFFD":2}]),
                 type.dump([Pair.new("x", replaced)], invalid: :replace, allow_duplicate_key: true)
  end

  def test_the_key_of_an_unknown_member_needs_a_text
    type = T.of(Pair, x: Integer, y: Hash).with(unknown: :y)
    key = Object.new
    key.define_singleton_method(:to_s) { 5 }

    assert_error(TypeError, /\Acan't convert Object .*Integer/) { type.dump(Pair.new(1, { key => 1 })) }
    key = Class.new(String) { def eql?(other) = raise("called with #{other}") }.new("b")

    assert_equal '{"x":1,"b":1,"a":2}', type.dump(Pair.new(1, { key => 1, "a" => 2 }))
  end

  def test_a_wrong_value_in_an_unknown_member_raises_with_its_path
    type = T[[T.of(Pair, x: Integer, y: Hash).with(unknown: :y)]]
    [{}, { pretty: true }].each do |options|
      error = assert_raises(Jacinth::GeneratorError) { type.dump([Pair.new(1, { "a" => 1, b: [1, Float::NAN] })], **options) }

      assert_equal "$[0].b[1]", error.json_path
    end
    assert_equal "$[0].y", assert_raises(Jacinth::GeneratorError) { type.dump([Pair.new(1, [])]) }.json_path
  end

  # The walk over so large a Hash has memory of its own.
  def test_a_wrong_value_after_a_large_one_raises_with_its_path
    large = (0..300).to_h { |i| ["k#{i}", { "y" => i }] }
    type = T.of(Pair, x: Integer, y: T.any)
    coder = Jacinth::Coder.new(types: { Pair => type })
    circle = [[]].tap { |list| list[0] << list }
    { "$[1]" => -> { T[[T.any]].dump([large, Float::NAN]) },
      "$.y.z.nan" => -> { type.dump(Pair.new(1, { "z" => large.merge("nan" => Float::NAN) })) },
      "$[1].k.y.z.nan" => -> { coder.dump([1, { "k" => Pair.new(1, { "z" => large.merge("nan" => Float::NAN) }) }]) } }.each do |path, call|
      assert_equal path, assert_raises(Jacinth::GeneratorError, &call).json_path
    end
    assert_match(/\A\$\[1\]\[0\]\[0\]/, assert_raises(Jacinth::NestingError) { T[[T.any]].dump([large, circle]) }.json_path)
  end

  CIRCLE = Struct.new(:r)
  private_constant :CIRCLE

  # The type, the expected value in the error, and an object with the found value.
  MISMATCHES = [
    [Symbol, "Symbol", "a", "String"], [String, "String", :a, "Symbol"], [T.string(length: 1..3, pattern: /x/), "String", 1, "Integer"],
    [1..6, "Integer", 1.5, "Float"], [Float, "Float", "1", "String"], [T.boolean, "true or false", nil, "nil"],
    [Time, "Time", "2026", "String"], [Date, "Date", DateTime.new(2026), "DateTime"], [BigDecimal, "BigDecimal", 1, "Integer"],
    [[Integer], "Array", Set[1], "Set"], [T.array(Integer, length: 2), "Array", 1, "Integer"], [T.set(Integer), "Set", [1], "Array"],
    [Hash, "Hash", [], "Array"], [{ a: Integer }, "Hash", 1, "Integer"], [T.of(Point, x: Integer), "TypeHelpers::Point", {}, "Hash"],
    [T.enum(:a, :b, nil), ":a, :b or nil", "a", '"a"'], [T.enum("a"), '"a"', :a, ":a"], [T.enum("a", 1), '"a" or 1', 2, "2"],
    [T.enum("a"), '"a"', "x" * 99, "\"#{'x' * 39}..."], [T.enum("a"), '"a"', true, "true"],
    [T.union(Symbol, [Symbol], nil), "Symbol, Array or nil", "a", "String"],
    [T.union(T.optional(T.set), String), "Set or nil or String", 1, "Integer"], [T.optional(Symbol), "Symbol", "a", "String"],
    [T.recursive { |t| T.union(Integer, [T.optional(t)]) }, "Integer or Array", "a", "String"],
    [T.union({ "c" => T.of(CIRCLE, r: Integer), "d" => { kind: T.enum("d"), x: Integer } }, tag: "kind"),
     "#{CIRCLE} or Hash whose :kind is \"d\"", { kind: "e" }, "Hash"],
    [T.union(T[{ "kind" => T.enum("d", "e") }], tag: "kind"), 'Hash whose "kind" is "d" or "e"', BasicObject.new, "BasicObject"]
  ].freeze

  def test_errors_name_the_expected_ruby_class
    MISMATCHES.each do |type, expected, object, found|
      error = assert_error(Jacinth::GeneratorError, "expected #{expected}, got #{found}") { T[type].dump(object) }
      assert_same object, error.invalid_object
    end
    scalar = T.scalar(String, load: :to_s.to_proc, dump: :to_s.to_proc)
    { scalar => "a value", Object => "a value", (1..) => "Integer", Symbol => "Symbol" }.each do |type, expected|
      assert_error(Jacinth::GeneratorError, "expected #{expected}, got nothing", path: "$.a") { T[{ a: type }].dump({}) }
    end
  end

  # Limits that load checks.
  def test_a_value_beyond_a_limit_raises_as_in_load
    { 1..6 => [7, "expected Integer in 1..6, got 7"], (1..) => [-(2**70), "expected Integer in 1.., got -1180591620717411303424"],
      0.5..2.0 => [3.5, "expected Float in 0.5..2.0, got 3.5"], T.float(0..1) => [2, "expected Float in 0..1, got 2"],
      Float => [10**400, "expected Float, got Integer"],
      T.string(length: 2) => ["é", "expected String of length 2, got #{'é'.inspect}"],
      /\Aa/ => ["b", 'expected String like /\Aa/, got "b"'],
      T.array(Integer, length: 2) => [[1], "expected Array of length 2, got Array of length 1"],
      T.hash(Integer, length: 1..) => [{}, "expected Hash of length 1.., got Hash of length 0"],
      T.set(Integer, length: 2) => [Set[1], "expected Set of length 2, got Set of length 1"] }.each do |type, (value, message)|
      [[type, value, "$"], [{ a: type }, { a: value }, "$.a"], [[type], [value], "$[0]"]].each do |whole, object, path|
        [{}, { pretty: true }].each do |options|
          assert_error(Jacinth::GeneratorError, message, path: path) { T[whole].dump(object, **options) }
        end
      end
    end
    assert_equal '"éé"', T.string(length: 2, pattern: /é/).dump("éé".encode("UTF-16LE"))
  end

  # The tag as a member: it must be one of the union's.
  def test_an_object_with_another_tag_raises
    type = T.union({ "a" => T.of(Point, x: String, y: Integer), "b" => T.of(Keyed, x: String, y: Integer) }, tag: "x")

    assert_equal '{"x":"a","y":1}', type.dump(Point.new("a", 1))
    [Point.new("b", 1), Point.new("c", 1), Point.new(nil, 1), Keyed.new(x: "a", y: 1)].each do |object|
      error = assert_raises(Jacinth::GeneratorError) { type.dump(object) }

      assert_match(/\Aexpected TypeHelpers::Point whose :x is "a" or TypeHelpers::Keyed whose :x is "b", got TypeHelpers::/, error.message)
    end
    [T.member(String, write_only: true), T.member(String, read_only: true), T.member(T.optional(String), omit: :nil), Integer, T.enum("z"),
     T.scalar(String, load: :to_s.to_proc, dump: :to_s.to_proc)].each do |member|
      assert_error(ArgumentError, /\ATypeHelpers::Point needs a member "x" that /) { T.union({ "a" => T.of(Point, x: member) }, tag: "x") }
    end
  end

  def test_contradictory_rules_of_a_member_raise
    [{ default: 5, omit: :nil }, { default: -> { 5 }, omit: :nil }, { default: "5" }, { default: :a }].each do |options|
      assert_raises(ArgumentError, options.to_s) { T.member(T.optional(Integer), **options) }
    end
    assert_raises(ArgumentError) { T.member(1..3, default: 4) }
    assert_raises(ArgumentError) { T.recursive { |t| T.optional(T[{ a: T.member(t, default: -> { 1 }, omit: :nil) }]) } }
    type = T[{ a: T.member(Integer, omit: :nil), b: T.member(T.optional(String), omit: :nil) }]

    assert_equal ["{}", {}], [type.dump({ a: nil, b: nil }), type.load('{"b": null}')]
  end

  # Decimals far from 1 are not written with all of their zeros.
  def test_large_and_small_decimals_are_written_with_an_exponent
    { "1e1000000" => 20, "-1.5e-1000000" => 20, "1e999" => 1010, "12e-990" => 1010 }.each do |text, size|
      type = T[BigDecimal]

      assert_equal BigDecimal(text), type.load(type.dump(type.load(text)))
      assert_operator type.dump(type.load(text)).size, :<, size
    end
  end

  def test_nan_and_invalid_utf8_raise
    assert_raises(Jacinth::GeneratorError) { T[Float].dump(Float::NAN) }
    assert_equal "[NaN,-Infinity]", T[[Float]].dump([Float::NAN, -Float::INFINITY], allow_nan: true)
    assert_raises(Jacinth::GeneratorError) { T[String].dump("\xFF") }
    assert_equal '"é"', T[String].dump("é".encode("UTF-16LE"))
    assert_raises(Jacinth::GeneratorError) { T[BigDecimal].dump(BigDecimal("NaN")) }
    assert_equal '""', T[String].dump("", indent: " ")
  end

  def test_a_member_of_any_type_is_written_by_its_to_json
    assert_equal '{"a":[7],"b":{"c":[7]}}', T[{ a: Object, b: T.hash(Object) }].dump({ a: Own.new, b: { "c" => Own.new } })
  end

  def test_dump_to_an_io_returns_the_io
    type = T[{ list: [{ a: String, b: T.hash(String) }] }]
    value = { list: Array.new(5000) { |i| { a: "é" * (i % 90), b: { "k#{i}" => "v" * (i % 40) } } } }
    io = StringIO.new

    assert_same io, type.dump(value, io)
    assert_equal type.dump(value), io.string
    assert_predicate type.dump(value), :valid_encoding?
  end

  def test_the_result_is_utf8_with_a_known_coderange
    assert_predicate T[{ a: Integer }].dump({ a: 1 }), :ascii_only?
    text = T[{ "é" => Integer }].dump({ "é" => 1 })

    assert_equal [Encoding::UTF_8, false, true], [text.encoding, text.ascii_only?, text.valid_encoding?]
    assert_equal '{"a":"é"}', T[{ a: T.enum("é") }].dump({ a: "é" })
    refute_predicate T[{ a: T.enum("é") }].dump({ a: "é" }), :ascii_only?
    latin = "é".encode("ISO-8859-1")
    [latin, "é".encode("UTF-16LE")].each { |text| assert_equal '["é"]', T[[T.union(T.enum("é"), Integer)]].dump([text]) }
    assert_equal '"é"', T.enum(:é).dump(latin.to_sym)
    assert_raises(Jacinth::GeneratorError) { T.enum("é").dump(latin.b) }
  end

  def test_a_text_that_cannot_be_converted_to_utf8_is_no_literal
    tagged = T.union({ "é" => T[{ t: String }], "b" => T[{ t: String, b: Integer }] }, tag: "t")
    variant = T.union(T[{ kind: T.literal("é") }], T[{ kind: T.literal("b") }])

    ["é".b, "é".dup.force_encoding("US-ASCII")].each do |text|
      [[T.enum("é"), text], [T.union("é", 0), text], [variant, { kind: text }], [tagged, { t: text }]].each do |type, value|
        error = assert_raises(Jacinth::GeneratorError) { type.dump(value) }

        assert_match(/\Aexpected /, error.message)
      end
      assert_raises(Jacinth::GeneratorError) { T.enum("é").dump(text, invalid: :replace) }
    end
  end

  # Each formatting option, alone and with others.
  FORMATS = [
    { indent: "  ", space: " ", object_nl: "\n", array_nl: "\n" }, { space_before: " " }, { array_nl: "\n" },
    { object_nl: "\r\n", indent: "\t" }, { ascii_only: true }, { script_safe: true }, { html_safe: true },
    { indent: "x" * 70, object_nl: "\n" * 70 }, { indent: "é", array_nl: "\n", ascii_only: true, script_safe: true }
  ].freeze

  def test_formats_as_generate_does
    type = T[{ "é</\u2028>" => [String], "n" => T.hash([Integer]), "e" => T.enum("<é>", :/), "o" => Object, "t" => Time,
               "d" => T.optional(BigDecimal), "s" => Symbol, "b" => [[T.boolean]], "z" => T.hash(Integer), "h" => {} }]
    value = { "é</\u2028>" => ["</script>\u2028é", "x" * 200], "n" => { "a/é" => [], "b" => [1, 2] }, "e" => "<é>",
              "o" => { "x" => [{}, { "y" => "</" }] }, "t" => Time.at(0, in: "UTC"), "d" => BigDecimal("1.5"),
              "s" => :"</x", "b" => [[true], []], "z" => {}, "h" => {} }
    plain = { **value, "t" => "1970-01-01T00:00:00Z", "d" => "1.5", "s" => "</x" }

    FORMATS.each do |format|
      text = type.dump(value, **format)

      assert_equal Jacinth.generate(plain, format), text
      assert_equal Jacinth.generate([[plain]], format), T[[[type]]].dump([[value]], **format)
      assert_predicate text, :valid_encoding?
      assert_equal text.bytes.all? { |byte| byte < 0x80 }, text.ascii_only?
      assert_equal value, type.load(text) if format.keys.none?(:indent) || format[:indent].strip.empty?
    end
  end

  def test_pretty_indents_as_pretty_generate
    assert_equal Jacinth.pretty_generate({ x: 1, y: 2 }), xy(Point).dump(Point.new(1, 2), pretty: true)
    assert_equal Jacinth.pretty_generate({ x: 1, y: 2 }, indent: "\t"), xy(Point).dump(Point.new(1, 2), pretty: true, indent: "\t")
    assert_equal '{"x":1,"y":2}', xy(Point).dump(Point.new(1, 2), pretty: false)
  end

  def test_collected_members_and_tags_are_formatted_as_by_generate
    type = T.union({ "é" => T.of(Point, x: Integer, y: Hash).with(unknown: :y) }, tag: "/")
    point = Point.new(1, { "z/" => [1], "w" => nil })
    plain = { "/" => "é", "x" => 1, "z/" => [1], "w" => nil }

    FORMATS.each { |format| assert_equal Jacinth.generate(plain, format), type.dump(point, **format) }
    assert_equal Jacinth.generate(plain), type.dump(point)
  end

  def test_unknown_options_raise
    [{ sort_keys: true }, { rfc8785: true }, { nothing: 1 }, { max_nesting: "x" }, { indent: 1 }].each do |options|
      assert_raises(ArgumentError, TypeError, options.inspect) { T.any.dump(1, **options) }
    end
  end

  # Integers beyond 2**53, wherever a type has them.
  def test_safe_integers_raise_or_become_strings_in_each_type
    large = 2**60
    point = T.of(Point, x: Integer, y: T.optional(Integer))
    [[T[[Integer]], [1, large], '[1,"%d"]', "$[1]"], [point, Point.new(large, -1), '{"x":"%d","y":-1}', "$.x"],
     [T.hash(point), { "a" => Point.new(1, large) }, '{"a":{"x":1,"y":"%d"}}', "$.a.y"],
     [T[[Float]], [1.5, large], '[1.5,"%d"]', "$[1]"], [T.union(Integer, String), large, '"%d"', "$"],
     [T.enum(1, large), large, '"%d"', "$"], [T[{ k: T.literal(large) }], { k: large }, '{"k":"%d"}', "$.k"]]
      .each do |type, value, text, path|
      assert_equal format(text, large), type.dump(value, safe_integers: :string)
      assert_equal format(text, large).gsub(/"(\d+)"/, '\1'), type.dump(value)
      assert_equal path, assert_raises(Jacinth::GeneratorError) { type.dump(value, safe_integers: :raise) }.json_path
    end
    assert_equal "[9007199254740991,-9007199254740991]", T[[Integer]].dump([(2**53) - 1, 1 - (2**53)], safe_integers: :raise)
    assert_equal "[\"#{2**70}\"]", T[[Integer]].dump([2**70], safe_integers: :string, array_nl: "")
    coder = Jacinth::Coder.new(types: { Point => point }, safe_integers: :raise)
    assert_equal "$.s[0].y", assert_raises(Jacinth::GeneratorError) { coder.dump({ "s" => [Point.new(1, large)] }) }.json_path
  end

  def test_a_write_that_changes_the_value_does_no_harm
    list = Array.new(300) { |i| i.to_s * 50 }
    io = Object.new
    io.define_singleton_method(:write) { |text| list.clear; text.bytesize }

    # each line is a flush, between a comma and what it stands before
    assert_raises(Jacinth::GeneratorError) { T[[String]].dump(list, io, array_nl: "\n" * 70_000) }
    list = Array.new(300) { { "a" => "b" * 50 } }
    assert_same io, T[[{ "a" => String }]].dump(list, io, object_nl: "\n" * 70_000)
  end

  # A to_json that changes the State: this applies to the part that it writes.
  class Changing
    def to_json(state, *)
      state.indent = "    "
      state.ascii_only = true
      '"changed"'
    end
  end

  def test_a_to_json_that_changes_the_options_changes_no_other_member
    type = T[[{ "a" => Object, "é" => String }]]
    value = [{ "a" => [Changing.new], "é" => "é" }] * 2

    assert_equal '[{"a":["changed"],"é":"é"},{"a":["changed"],"é":"é"}]', type.dump(value)
    assert_equal %([{"a": ["changed"],"é": "é"},{"a": ["changed"],"é": "é"}]), type.dump(value, space: " ")
  end

  # A list of objects as it comes: what lies ahead of the one that is written
  # may be anything.
  def test_lists_of_mixed_objects_are_written
    plain = Struct.new(:id, :name, :é, :note)
    sub = Class.new(plain)
    text = Class.new(String)
    members = { id: T.optional(Integer), name: String, "é": Float, note: T.optional(T[[Integer]]) }
    row = T.of(plain, members)
    names = ["", "n", "q\"\u00e9", "x" * 300, text.new("y"), "z".encode("UTF-16LE"), :none.name]
    rows = Array.new(40) do |i|
      (i % 7 == 3 ? sub : plain).new([nil, i, 2**70][i % 3], names[i % names.size], i * 0.3, i.even? ? [i] : nil)
    end

    assert_equal Jacinth.generate(rows.map(&:to_h)), T[[row]].dump(rows)
    assert_equal Jacinth.pretty_generate(rows.map(&:to_h)), T[[row]].dump(rows, pretty: true)
    [7, nil, "s", Object.new, 1.5].each do |other|
      assert_equal "$[40]", assert_raises(Jacinth::GeneratorError) { T[[row]].dump([*rows, other, *rows]) }.json_path
    end
  end

  # Values that suit a type without being of its plainest kind.
  def test_subclasses_and_large_integers_are_written_and_wrong_kinds_raise
    later = Class.new(Time)
    moment = Time.utc(2024, 1, 2, 3, 4, 5)

    assert_equal T[Time].dump(moment), T[Time].dump(later.at(moment.to_i).utc)
    assert_equal "[3,#{2**70},1.5]", T[[Float]].dump([3, 2**70, 1.5])
    assert_equal %([{"x":#{2**70}}]), T[[{ x: Float }]].dump([{ x: 2**70 }])
    assert_equal "[null,1]", T[[T.union(T.optional(Integer), String)]].dump([nil, 1])
    [[Time, "x"], [Time, nil], [Float, "x"], [T.boolean, 1], [T.enum("a"), "b"], [Date, Time.now]].each do |type, value|
      assert_raises(Jacinth::GeneratorError, "#{type} of #{value}") { T[type].dump(value) }
      assert_raises(Jacinth::GeneratorError, "#{type} of #{value}") { T[{ x: type }].dump({ x: value }) }
    end
  end

  def test_collected_members_that_are_not_a_hash_raise
    type = T.of(Point, x: Integer, y: Hash).with(unknown: :y)
    assert_error(Jacinth::GeneratorError, "expected Hash, got Array") { type.dump(Point.new(1, [2])) }
  end
end
