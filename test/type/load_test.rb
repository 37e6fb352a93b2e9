# frozen_string_literal: true

require_relative "support"

class TypeLoadTest < Minitest::Test
  include TypeHelpers

  def test_no_method_of_the_library_alone_is_public
    assert_equal %i[clone convert dump dup inspect json_schema load load_file partial rbs to_plain with],
                 T.public_instance_methods(false).sort
    %i[_kind _spec label described json_kinds].each { |name| assert_raises(NoMethodError) { T[Integer].public_send(name) } }
  end

  def test_each_scalar_type_reads_its_value
    { String => ['"a\u00e9"', "aé"], Integer => ["-12", -12], Float => ["1", 1.0], Symbol => ['"a"', :a],
      nil => ["null", nil], true => ["true", true], TrueClass => ["true", true], NilClass => ["null", nil],
      Object => ['{"a":[1]}', { "a" => [1] }], T.boolean => ["false", false],
      Time => ['"2024-02-29T12:00:00.25+02:00"', Time.new(2024, 2, 29, 12, 0, 0.25r, "+02:00")],
      Date => ['"2024-02-29"', Date.new(2024, 2, 29)],
      BigDecimal => ["1.10", BigDecimal("1.1")], [Integer] => ["[1, 2]", [1, 2]], Array => ['["a"]', ["a"]],
      Hash => ['{"a":null}', { "a" => nil }], Set => ["[1]", Set[1]], T.set(Integer) => ["[1,1]", Set[1]],
      T.hash(Integer, keys: Symbol) => ['{"a":1}', { a: 1 }], T.enum("a", :b, 3, nil) => ['"b"', :b] }
      .each { |type, (text, value)| same(T[type], text, value) }
  end

  def test_a_float_type_reads_integers_as_floats
    %w[0 -0 9007199254740993 -12345678901234567890123].each do |text|
      value = T[Float].load(text)

      assert_equal [Float(text), 1 / Float(text)], [value, 1 / value], text
    end
  end

  def test_large_integers_and_decimals_are_read
    [2**62, -(2**62) - 1, 2**64, 10**40].each { |number| same(T[Integer], number.to_s, number) }
    same(T[BigDecimal], "12345678901234567890.123456789", BigDecimal("12345678901234567890.123456789"))
    same(T[BigDecimal], '"-1e-7"', BigDecimal("-1e-7"))
  end

  # BigDecimal itself makes Infinity and 0 of these.
  def test_a_decimal_with_a_too_large_exponent_raises
    %w[1e99999999999999999999 -1E+99999999999999999999 0.1e-99999999999999999999].each do |text|
      assert_invalid(T[[BigDecimal]], "[#{text}]", "a decimal number", text, "$[0]")
      assert_raises(Jacinth::ValidationError) { T[BigDecimal].load(text.inspect) }
    end
    %w[0e5 -0.00 0e-99999999999999999999 10e-3].each { |text| same(T[BigDecimal], text, BigDecimal(text)) }
  end

  def test_a_value_of_another_kind_raises
    texts = { String => '"a"', Integer => "1", Float => "1.5", T.boolean => "true", nil => "null", [Integer] => "[1]",
              { a: Integer } => '{"a":1}' }
    texts.each_key do |type|
      texts.each do |other, text|
        next if other.equal?(type) || (type == Float && other == Integer)

        error = assert_raises(Jacinth::ValidationError, "#{type} of #{text}") { T[type].load(text) }

        assert_equal "$", error.json_path
      end
    end
  end

  def test_members_in_any_order_are_read_and_unknown_ones_skipped
    [Point, Keyed, Pair, Plain, Hash].each do |klass|
      type = xy(klass)
      wanted = type.load('{"x":1,"y":2}')

      assert_instance_of klass, wanted
      ['{"y":2,"x":1}', ' { "z" : {"x":[1,{"y":"}"}]} , "y":2 , "zz":"\\"", "x" : 1 } ', '{"\u0078":1,"y":2}',
       '{"xy":0,"y":2,"":1,"x":1}'].each { |text| assert_equal wanted, type.load(text), "#{klass} #{text}" }
    end
    assert_predicate(xy(Pair).load('{"x":1,"y":2}'), :frozen?) if DATA
  end

  def test_seventy_members_are_read_in_any_order
    names = Array.new(70) { |i| :"member_#{i}" }
    klass = Struct.new(*names)
    type = T.of(klass, names.to_h { |name| [name, Integer] })
    values = Array.new(70) { |i| i }
    pairs = names.zip(values)

    [pairs, pairs.reverse, pairs.rotate(33), pairs.shuffle(random: seeded)].each do |order|
      assert_equal values, type.load(JSON.generate(order.to_h.merge("other" => [1]))).to_a
    end
  end

  def test_awkward_names_are_read_and_written
    names = ["", "a\"b", "a\\b", "é", "a b", "x" * 100, "\u2028", "abcdefg", "abcdefgh", "abcdefghi"]
    type = T[names.to_h { |name| [name, Integer] }]
    value = names.each_with_index.to_h

    same(type, JSON.generate(value), value)
    same(type, JSON.generate(value, ascii_only: true), value)
    assert_equal value, type.load(JSON.generate(value.to_a.reverse.to_h))
  end

  def test_an_initialize_of_the_class_is_called
    assert_equal Made.new(x: 2, y: 3), T.of(Made, x: Integer, y: Integer).load('{"y":3,"x":2}')
    error = assert_invalid(T[[T.of(Made, x: Integer)]], '[{"x":2}, {"x":1}]', "x is odd", "an object", "$[1]")

    assert_equal [1, 11], [error.line, error.column]
  end

  def test_an_initialize_of_a_struct_gets_its_kind_of_arguments
    by_name = Class.new(Struct.new(:x, :y)) { def initialize(x:, y: 7) = super(x, y) }
    by_place = Class.new(Struct.new(:x, :y, keyword_init: true)) { def initialize(x, y = 7) = super(x: x, y: y) }
    either = Class.new(Struct.new(:x, :y)) { def initialize(*all, **named) = super(*all, *named.values) }

    [by_name, by_place, either].each { |klass| assert_equal [1, 2], xy(klass).load('{"y":2,"x":1}').to_a }
  end

  def test_an_initialize_defined_later_is_called
    [Point, Keyed, Pair].each do |parent|
      klass = Class.new(parent)
      type = xy(klass)

      assert_equal 1, type.load('{"x":1,"y":2}').x
      klass.prepend(Module.new { def initialize(*all, **named) = super(*all.map { |n| n * 10 }, **named.transform_values { |n| n * 10 }) })
      loaded = type.load('{"x":1,"y":2}')

      assert_equal [10, 20], [loaded.x, loaded.y], parent
    end
  end

  def test_an_overridden_new_is_called
    klass = Class.new(Point) { def self.new(x, y) = super(x, y * 2) }

    assert_equal [1, 4], xy(klass).load('{"x":1,"y":2}').to_a
  end

  def test_build_chooses_between_allocate_and_new
    assert_equal 3, T.of(Made, x: Integer, y: Integer).with(build: :allocate).load('{"x":3,"y":1}').x
    assert_raises(Jacinth::ValidationError) { xy(Plain).with(build: :new).load('{"x":1,"y":2}').x }
  end

  def test_absent_members_get_their_defaults
    calls = 0
    type = T[{ a: T.member(Integer, default: 5), b: T.member([Integer], default: [1]),
               c: T.member(Integer, default: -> { calls += 1 }), d: T.optional(Integer) }]

    assert_equal({ a: 5, b: [1], c: 1 }, type.load("{}"))
    assert_equal({ a: 0, b: [1], c: 2, d: nil }, type.load('{"a":0,"d":null}'))
    assert_predicate type.load("{}")[:b], :frozen?
    assert_equal Point.new(nil, 1), T.of(Point, x: T.optional(Integer), y: T.member(Integer, default: 1)).load("{}")
    assert_equal Point.new(1, nil), T.of(Point, x: Integer).load('{"x":1}')
  end

  def test_defaults_are_copies_that_are_frozen_throughout
    cyclic = [[]]
    cyclic[0] << cyclic.freeze
    [Point.new([], 1).freeze, [+"a"].freeze, { "a" => [1] }, cyclic, [cyclic]].each do |default|
      type = T[{ a: T.member(Object, default: default, write_only: true) }]

      assert Ractor.shareable?(type.load("{}")[:a])
      refute Ractor.shareable?(default), "the program's own object"
    end
    shared = Ractor.make_shareable([+"a"])

    assert_same shared, T[{ a: T.member(Object, default: shared) }].load("{}")[:a]
  end

  def test_a_declaration_is_not_changed
    list, inner, name = [String], { b: Integer }, +"c"
    type = T[{ a: list, inner: inner, c: T.member(T.enum(name), name: name) }].with(unknown: :raise)

    refute_predicate list, :frozen?
    refute_predicate inner, :frozen?
    refute_predicate name, :frozen?
    list[0] = Integer
    assert_equal({ a: ["x"], inner: { b: 1 }, c: "c" }, type.with(unknown: :ignore).load('{"a":["x"],"inner":{"b":1},"c":"c"}'))
  end

  def test_read_only_members_are_not_read_and_write_only_ones_not_written
    type = T[{ id: T.member(Integer, read_only: true, default: 0), secret: T.member(String, write_only: true) }]

    assert_equal({ id: 0, secret: "s" }, type.load('{"id":"any","secret":"s"}'))
    assert_equal '{"id":0}', type.dump({ id: 0, secret: "s" })
  end

  def test_unknown_members_raise_or_are_collected
    strict = xy(Point).with(unknown: :raise)
    error = assert_raises(Jacinth::ValidationError) { strict.load('{"x":1,"z\u0041":[],"y":2}') }

    assert_equal ["$.zA", "no member \"zA\""], [error.json_path, error.errors[0].expected]
    collecting = T[{ a: Integer, rest: Hash }].with(unknown: :rest)
    value = { a: 1, rest: { "b" => [1, { "c" => nil }], "d" => 2 } }

    same(collecting, '{"b":[1,{"c":null}],"a":1,"d":2}', value)
    assert_equal({ a: 1, rest: {} }, collecting.load('{"a":1}'))
    assert_raises(Jacinth::ParserError) { collecting.load('{"a":1,"b":1,"b":2}') }
    assert_equal 2, collecting.load('{"a":1,"b":1,"b":2}', allow_duplicate_key: true)[:rest]["b"]
  end

  def test_the_member_for_unknown_members_must_be_a_hash
    [Hash, T.hash(T.any), T.member(Hash)].each do |type|
      assert_equal({ rest: { "a" => 1 } }, T[{ rest: type }].with(unknown: :rest).load('{"a":1}'))
    end
    assert_equal({ rest: { "a" => 1 } }, T[{}].with(unknown: :rest).load('{"a":1}'))
    [T.hash(Integer), T.hash(T.any, keys: Symbol), T.hash(T.any, length: 1), T.optional(Hash), String, Object].each do |type|
      error = assert_raises(ArgumentError, type.inspect) { T[{ rest: type }].with(unknown: :rest) }

      assert_match(/\Athe member for unknown: must be declared as Hash, got /, error.message)
    end
  end

  def test_rename_changes_the_names_without_a_name_of_their_own
    type = T[{ created_at: Integer, id2: T.member(Integer, name: "ID") }]

    assert_equal '{"createdAt":1,"ID":2}', type.with(rename: :camel).dump({ created_at: 1, id2: 2 })
    assert_equal '{"CreatedAt":1,"ID":2}', type.with(rename: :pascal).dump({ created_at: 1, id2: 2 })
    assert_equal '{"created-at":1,"ID":2}', type.with(rename: :kebab).dump({ created_at: 1, id2: 2 })
    assert_equal '{"CREATED_AT":1,"ID":2}', type.with(rename: :upcase.to_proc).dump({ created_at: 1, id2: 2 })
  end

  def test_a_union_reads_each_of_its_types
    type = T.union(nil, T.boolean, Integer, Float, String, [Integer], xy(Point))

    ["null", "true", "1", "1.5", '"a"', "[1]"].each { |text| same(type, text, JSON.parse(text)) }
    same(type, '{"x":1,"y":2}', Point.new(1, 2))
    assert_in_delta 1.0, T.union(Float, String).load("1")
    assert_invalid(T.union(Integer, nil), '"a"', "Integer or null", '"a"', "$")
  end

  # A type of floats takes integers wherever in a union it stands.
  def test_a_union_with_floats_reads_integers_as_floats
    from_schema = T.from_json_schema({ "anyOf" => [{ "type" => %w[number null] }, { "type" => "string" }] })
    doubled = T.scalar(Float, load: ->(float) { float }, dump: ->(float) { float })
    [T.union(Float, String), T.union(T.optional(Float), String), T.union(T.union(Float, String), T.boolean), T.union(String, doubled),
     from_schema].each do |type|
      assert_instance_of Float, type.load("1")
      same(type, "1", 1.0)
      same(type, '"a"', "a")
    end
    same(T.union(T.union(Float, String), Integer), "1", 1)
    [1, 1.5, 2**65].each { |number| assert_equal number.to_s, T.union(Float, String).dump(number) }
    assert_raises(Jacinth::GeneratorError) { T.union(T.boolean, String).dump(1) }
  end

  def test_an_ambiguous_union_of_integers_and_floats_raises
    limited = T.scalar(1..3, load: ->(n) { n }, dump: ->(n) { n })
    [T.enum(1), 1..3, T.optional(1..3), T.union(1..3, String), limited].each do |type|
      error = assert_raises(ArgumentError, type.inspect) { T.union(Float, type) }

      assert_match(/\Aambiguous union: .* are both written as JSON numbers; use T.first_of/, error.message)
    end
    [Integer, T.enum("a", nil), T.optional(Integer)].each { |type| same(T.union(1.5..9.5, type, [String]), "2.5", 2.5) }
  end

  def test_a_tagged_union_reads_the_type_of_the_tag
    hashes = T.union(T[{ kind: T.literal("a"), n: Integer }], T[{ kind: T.enum("b", "c"), s: String }], tag: "kind")

    same(hashes, '{"n":1,"kind":"a"}', { kind: "a", n: 1 })
    same(hashes, '{"s":"x","z":{"kind":"a"},"kind":"c"}', { s: "x", kind: "c" })
    named = T.union({ "p" => xy(Point), "q" => xy(Pair).with(unknown: :raise) }, tag: "is")

    same(named, '{"is":"p","x":1,"y":2}', Point.new(1, 2))
    same(named, '{"x":1,"y":2,"is":"q"}', Pair.new(x: 1, y: 2)) if DATA
    assert_invalid(T[[named]], '[{"is":"r"}]', 'an object with "is" "p" or "q"', '"r"', "$[0].is")
    assert_invalid(T[[named]], '[{"x":1}]', 'an object with "is" "p" or "q"', "nothing", "$[0].is")
    assert_raises(Jacinth::ParserError) { named.load('{"x" 1, "is":"p"}') }
  end

  def test_a_recursive_type_reads_a_hundred_thousand_levels
    node = T.recursive { |type| T.of(Point, x: Integer, y: T.optional(type)) }
    deep = 100_000
    text = "#{'{"x":1,"y":' * deep}null#{'}' * deep}"
    value = node.load(text, max_nesting: 0)

    assert_equal text, node.dump(value, max_nesting: 0)
    assert_raises(Jacinth::NestingError) { node.load(text) }
    assert_raises(Jacinth::NestingError) { node.dump(value) }
    assert_raises(ArgumentError) { T.recursive { |type| type } }
    assert_raises(ArgumentError) { T.recursive { |type| T.optional(type) } }
    assert_raises(ArgumentError) { T.recursive { |type| type.load("1") } }
  end

  def test_a_recursive_optional_type_can_be_absent
    list = T.recursive { |type| T.optional(T.of(Point, x: Integer, y: type)) }

    same(list, '{"x":1,"y":{"x":2}}', Point.new(1, Point.new(2, nil)))
    same(list, "null", nil)
    hashes = T.recursive { |type| T.optional(T[{ x: Integer, y: type }]) }

    same(hashes, '{"x":1,"y":{"x":2,"y":null}}', { x: 1, y: { x: 2, y: nil } })
    same(hashes, '{"x":1}', { x: 1 })
    assert_equal '{"x":1}', hashes.dump({ x: 1 })
    assert_equal %w[x], hashes.json_schema["$defs"]["Optional"]["required"]
    assert_equal "type list = { x: Integer, ?y: list? }?\n", hashes.rbs("list")
    assert_invalid(T.recursive { |type| T[{ x: T.optional([type]), y: type }] }, "{}", "Object", "nothing", "$.y")
  end

  def test_a_value_beyond_a_limit_raises
    assert_invalid(T[1..3], "4", "Integer in 1..3", "4", "$")
    assert_invalid(T[0.5...1.0], "1", "Float in 0.5...1.0", "1", "$")
    assert_invalid(T.string(length: 2), '"é"', "String of length 2", '"é"', "$")
    assert_equal "éé", T.string(length: 2).load('"\u00e9é"')
    assert_invalid(T[/\Aa/], '"b"', 'String like /\\Aa/', '"b"', "$")
    assert_raises(Jacinth::ParserError) { T[/a/].load("\"a\xFF\"") }
    assert_invalid(T.array(Integer, length: 1..2), "[1,2,3]", "Array of length 1..2", "an array of length 3", "$")
    assert_invalid(T.hash(Integer, length: 1..), "{}", "Object of length 1..", "an object of length 0", "$")
  end

  def test_times_are_read_and_wrong_ones_raise
    { "2024-02-29T12:13:14Z" => Time.utc(2024, 2, 29, 12, 13, 14), "1969-12-31t23:59:59.999z" => Time.at(-1, 999, :millisecond),
      "0001-01-01T00:00:00-01:30" => Time.new(1, 1, 1, 0, 0, 0, "-01:30"), "2016-12-31 23:59:60Z" => Time.utc(2017),
      "2024-01-01T00:00:00.123456789+00:00" => Time.at(Time.utc(2024).to_i, 123_456_789, :nsec),
      "12024-01-01T00:00:00Z" => Time.utc(12_024), "-0044-03-15T00:00:00Z" => Time.utc(-44, 3, 15) }
      .each { |text, time| same(T[Time], text.inspect, time) }
    ["2023-02-29T00:00:00Z", "2024-01-01", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00", "", "2024-13-01T00:00:00Z",
     "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00ZZ"].each do |text|
      assert_raises(Jacinth::ValidationError, text) { T[Time].load(text.inspect) }
    end
  end

  def test_times_are_unix_times_in_zones_with_leap_seconds
    skip "no zones with leap seconds" unless File.exist?("/usr/share/zoneinfo/right/UTC")
    shown = ruby!(<<~RUBY, env: { "TZ" => "right/UTC" })
      require "jacinth"
      text = '"2017-01-01T00:00:00Z"'
      time = Jacinth::Type[Time].load(text)
      p time.to_i, time.sec, Time.utc(2017).to_i - time.to_i, Jacinth::Type[Time].dump(time) == text
    RUBY

    assert_equal %w[1483228800 34 27 true], shown.lines(chomp: true)
  end

  # The tables of docs/types.md, each row.
  def test_the_tables_of_times_and_dates_in_the_guide_hold
    require "time"
    text = File.read(File.expand_path("../../docs/types.md", __dir__), encoding: "UTF-8")
    { Time => 31, Date => 11 }.each do |klass, size|
      table = text[/^\| Text .*T\[#{klass}\].*\n\|[-|]*\n((?:\|.*\n)+)/, 1].lines.map { |line| line.scan(/[^|`\s]+(?: [^|`\s]+)*/) }

      assert_equal size, table.size
      table.each do |source, _rfc, _iso, ruby, _javascript, ours|
        theirs = verdict { klass.iso8601(source) }

        assert_equal [ruby, ours], [theirs, verdict { T[klass].load(source.inspect) }].map(&:first), source
        assert_equal theirs[1], T[klass].load(source.inspect) if ruby == "yes" && ours == "yes" && !source.start_with?("-")
      end
    end
  end

  def verdict
    ["yes", yield]
  rescue ArgumentError, Jacinth::ValidationError
    ["no"]
  end

  def test_years_of_more_than_four_digits_have_a_sign
    { Time.utc(12_024, 2, 29) => "+012024-02-29T00:00:00Z", Time.utc(-44, 3, 15) => "-000044-03-15T00:00:00Z",
      Time.utc(999_999_998) => "+999999998-01-01T00:00:00Z", Date.new(12_024, 2, 29) => "+012024-02-29",
      Date.new(-999_999_999, 1, 1, Date::GREGORIAN) => "-999999999-01-01", Time.utc(9999) => "9999-01-01T00:00:00Z",
      Date.new(0, 1, 1, Date::GREGORIAN) => "0000-01-01" }.each do |value, text|
      type = T[value.class]

      assert_equal text.inspect, type.dump(value)
      assert_equal value, type.load(text.inspect)
    end
    [Time.utc(10**9), Time.utc(-10**9), Date.new(10**9), Date.new(-10**9)].each do |value|
      error = assert_raises(Jacinth::GeneratorError) { T[[value.class]].dump([value]) }

      assert_match(/\Aa year has at most nine digits, got /, error.message)
      assert_equal "$[0]", error.json_path
    end
  end

  # An initialize that cannot be called with the members, each with a call of its own.
  WRONG = {
    ->(x:) { x } => false, ->(x:, y:, z:) { [x, y, z] } => false, ->(a, x:, y:) { [a, x, y] } => false, -> {} => false,
    ->(x:, w: 1) { [x, w] } => false,
    ->(**all) { raise ArgumentError, "y of #{all[:x]}" } => true,
    ->(all) { raise ArgumentError, "y of #{all[:x]}" } => true,
    ->(x:, y: 1, z: 2) { raise ArgumentError, "y of #{x}#{y if y.nil?}#{z if z.nil?}" } => true
  }.freeze

  def test_an_initialize_that_does_not_take_the_members_is_no_fault_of_the_document
    WRONG.each do |body, takes|
      klass = Class.new { define_method(:initialize, &body) }
      error = assert_raises(ArgumentError, Jacinth::ValidationError) { T.of(klass, x: Integer, y: Integer).load('{"x":1,"y":2}') }

      assert_equal takes, error.is_a?(Jacinth::ValidationError), error.message
      assert_equal ["y of 1", :invalid], [error.errors[0].expected, error.errors[0].code] if takes
    end
    base = Class.new { define_method(:initialize) { |x:| x } }
    below = Class.new(base) { define_method(:initialize) { |**all| super(**all) } }
    assert_match(/unknown keyword/, assert_raises(ArgumentError) { T.of(below, x: Integer, y: Integer).load('{"x":1,"y":2}') }.message)
    point = Struct.new(:x, :y) { define_method(:initialize) { |x| super(x, 1) } }
    assert_match(/wrong number/, assert_raises(ArgumentError) { xy(point).load('{"x":1,"y":2}') }.message)
    base = Class.new { define_method(:initialize) { |id, name| @id, @name = id, name } }
    below = Class.new(base) do
      define_singleton_method(:method) { |*| 5 }
      define_method(:initialize) { |**all| super(*all.values).then { raise ArgumentError, "two ids" } }
    end
    fault = assert_raises(Jacinth::ValidationError) { T.of(below, x: Integer, y: Integer).load('{"x":1,"y":2}') }
    assert_equal "two ids", fault.errors[0].expected
    assert_match(/wrong number/, assert_raises(ArgumentError) { T.of(below, x: Integer).load('{"x":1}') }.message)
    fits = T.first_of(T.of(base, x: Integer, y: Integer), Hash)
    assert_raises(ArgumentError) { fits.load('{"x":1,"y":2}') }
  end

  # Ruby's C API raises ArgumentError for a Time whose seconds do not fit in 64 bits.
  def test_a_time_of_any_size_raises_the_error_of_dump
    far, point = Time.at(2**70), Struct.new(:at)
    types = { [far] => [Time], [nil, far] => [T.optional(T.time(as: :seconds))], { a: far } => { a: T.first_of(Integer, Time) },
              point.new(far) => T.of(point, at: Time), [[far]] => T.recursive { |one| T.union([one], Time) } }
    paths = types.map do |value, type|
      error = assert_raises(Jacinth::GeneratorError) { T[type].dump(value) }
      assert_equal ["a year has at most nine digits, got #{far}", far], [error.message, error.invalid_object]
      error.json_path
    end
    assert_equal %w[$[0] $[1] $.a $.at $[0][0]], paths
    assert_equal "$[1]", assert_raises(Jacinth::GeneratorError) { Jacinth.generate([1, far], types: { Time => T[Time] }) }.json_path
    raising = T.tuple(Time, T.scalar(load: :itself.to_proc, dump: ->(_) { raise ArgumentError, "no" }))
    assert_equal "no", assert_raises(ArgumentError) { raising.dump([Time.at(0), 1]) }.message
  end

  def test_dates_of_any_year_are_gregorian
    { "1500-03-10" => Date.new(1500, 2, 29), "1582-10-14" => Date.new(1582, 10, 4), "1582-10-15" => Date.new(1582, 10, 15),
      "1582-10-10" => Date.new(1582, 10, 10, Date::GREGORIAN), "1800-01-01" => Date.new(1800, 1, 1, Date::JULIAN) + -11,
      "-000044-03-13" => Date.new(-44, 3, 15), "2024-02-29" => Date.new(2024, 2, 29) }.each do |text, date|
      same(T[Date], text.inspect, date)
      assert_equal text.inspect, T[Date].dump(date)
      assert_equal text.sub("-00", "-"), T[Date].load(text.inspect).iso8601
    end
    %w[1500-02-29 1582-10-32 1900-02-29].each { |text| assert_invalid(T[Date], text.inspect, "a date (ISO 8601)", text.inspect, "$") }
  end

  def test_random_times_are_read_as_by_ruby
    random = seeded
    scaled(2000).times do
      time = Time.at(random.rand(-(10**11)..(10**11)), random.rand(10**9), :nsec,
                     in: format("%+03d:%02d", random.rand(-12..12), random.rand(60)))

      assert_equal time, T[Time].load(T[Time].dump(time)), seed_note
      assert_equal time.utc_offset, T[Time].load(T[Time].dump(time)).utc_offset
    end
  end

  def test_on_load_gets_only_values_of_any_type
    number = T.scalar(Float, load: ->(value) { value * 2 }, dump: ->(value) { value / 2 })
    options = { on_load: ->(value) { [value] }, decimal_class: BigDecimal, allow_nan: true }
    { T.enum(1, true, nil) => ["[1,true,null]", [1, true, nil]], number => ["[1.5,2]", [3.0, 4.0]],
      Float => ["[Infinity,-Infinity]", [Float::INFINITY, -Float::INFINITY]], T.float(0..2) => ["[1.5,2]", [1.5, 2.0]],
      T.scalar(T.boolean, load: :!.to_proc, dump: :!.to_proc) => ["[true]", [false]],
      Object => ["[1.5,true]", [[BigDecimal("1.5")], [true]]] }.each do |type, (text, value)|
      assert_equal value, T[[type]].load(text, **options)
    end
  end

  # Types with a text that contains a value which the type skips, or reads to compare it.
  SKIPPING = {
    T[Integer] => "%s", T[String] => "%s", T[Float] => "%s", T.boolean => "%s", T[Time] => "%s", T[BigDecimal] => "%s",
    T.enum(1, "a") => "%s", T.optional(Integer) => "%s", T[[Object]] => '{"k":%s}', T[{ a: Object }] => "%s", T[[Integer]] => "[%s]",
    T.set(Integer) => "[%s]", T.hash(Integer) => '{"a":%s}', T[{ a: Integer }] => '{"a":%s}',
    T[{ b: T.optional(Integer) }] => '{"z":%s}', T[{ b: T.optional(Integer) }].with(unknown: :raise) => '{"z":%s}',
    T.tuple(Integer) => "[1,%s]", T.tuple(Integer, Integer) => "[%s,1]", T.union(Integer, String) => "%s",
    T.union({ t: T.literal("a"), x: Integer }, { t: T.literal("b"), y: Integer }) => '{"x":%s,"t":"a"}',
    T.first_of([Integer], { k: String }) => "[%s]",
    T.scalar(String, load: :itself.to_proc, dump: :itself.to_proc) => "%s"
  }.freeze

  def test_on_load_and_decimal_class_are_not_called_for_skipped_values
    values = ['{"k":1.5,}', '{"k":{"m":1.5}', '{"k":1.5 "m":2}', '{"k":1,"k":2}', '[{"k":[1.5]},]', '["k",{"k":tru}]', '{"k":1.5}', "{k:1}"]
    decimal = Class.new { def self.try_convert(_) = raise(IndexError, "decimal_class") }
    options = { on_load: ->(value) { raise IndexError, "on_load of #{value.inspect}" }, decimal_class: decimal }
    SKIPPING.to_a.product(values, [{}, { allow_trailing_comma: true }, { symbolize_names: true }]).each do |(type, text), value, more|
      text = format(text, value)
      plain, with_callbacks = [more, more.merge(options)].map do |given|
        type.load(text, **given)
      rescue Jacinth::ParserError, Jacinth::ValidationError => e
        [e.class, e.message, e.line, e.column]
      end

      assert_equal plain, with_callbacks, [type, text, more]
    end
  end

  def test_a_class_with_a_private_new_or_another_case_equality_is_read_and_written
    klass = Class.new do
      private_class_method :new
      attr_reader :a

      def initialize(a:) = @a = a + 1
      def self.===(_) = false
    end
    pair = Struct.new(:a) { private_class_method :new }
    [[T.of(klass, a: Integer), 2], [T.of(pair, a: Integer), 1]].each do |type, value|
      object = type.load('{"a":1}')

      assert_equal value, object.a
      assert_equal value, type.convert({ "a" => 1 }).a
      assert_equal "{\"a\":#{value}}", type.dump(object)
      assert_equal "[{\"a\":#{value}}]", T[[T.union(type, String)]].dump([object])
    end
  end

  def test_freeze_is_for_sets_and_unknown_members_too
    type = T.of(Pair, x: T.set(String), y: Hash).with(unknown: :y)
    ['{"x":["q"],"b":[1]}', '{"x":["q"],"b":[1],"c":{}}', '{"x":["q"]}', '{"b":1,"x":[]}'].each do |text|
      read = type.load(text, freeze: true)

      assert read.x.frozen? && read.y.frozen? && read.y.each_value.all?(&:frozen?), text
      assert_raises(FrozenError) { read.x << "r" }
      assert_equal type.load(text).then { |one| [one.x, one.y] }, [read.x, read.y]
      refute type.load(text).x.frozen? || type.load(text).y.frozen?
    end
  end

  def test_types_take_the_options_of_the_parser
    assert_predicate T[Float].load("NaN", allow_nan: true), :nan?
    assert_equal(-Float::INFINITY, T[[Float]].load("[-Infinity]", allow_nan: true)[0])
    assert_raises(Jacinth::ParserError) { T[Float].load("NaN") }
    text = T.scalar(load: :to_s.to_proc, dump: :to_s.to_proc)
    half = T.scalar(Integer, load: ->(n) { n / 2 }, dump: ->(n) { n * 2 })
    types = { Integer => 1, Object => 1, text => "1", half => 0, T.optional(Float) => 1.0, T.union(Integer, nil) => 1, 0..2 => 1 }
    types.each do |type, value|
      assert_equal [value], T[[type]].load("[1,]", allow_trailing_comma: true), type.inspect
      assert_equal Set[value], T.set(type).load("[1 , ]", relaxed: true)
      assert_equal [[value]], Jacinth.each("[1,]", into: T[[type]], allow_trailing_comma: true).to_a
      ["[1,]", "[,]", "[1,,]"].each { |wrong| assert_raises(Jacinth::ParserError) { T[[type]].load(wrong) } }
      ["[,]", "[1,,]", "]"].each { |wrong| assert_raises(Jacinth::ParserError) { T[[type]].load(wrong, allow_trailing_comma: true) } }
    end
    assert_equal({ a: 1 }, T[{ a: Integer }].load("/**/{ //\n \"a\" /**/ : /**/ 1, }//", allow_trailing_comma: true, allow_comments: true))
    assert_raises(Jacinth::ParserError) { T[{ a: Integer }].load('{"a":1,"a":2}') }
    assert_equal({ a: 2 }, T[{ a: Integer }].load('{"a":1,"a":2}', allow_duplicate_key: true))
    assert_raises(Jacinth::ParserError) { T[String].load("\"\xFF\"", validate_encoding: true) }
    assert_raises(Jacinth::ParserError) { T[{}].load("{\"a\":\"\xFF\"}", validate_encoding: true) }
    assert_raises(Jacinth::NestingError) { T[[[Integer]]].load("[[1]]", max_nesting: 1) }
    assert_raises(Jacinth::NestingError) { T[{}].load('{"a":[[1]]}', max_nesting: 2) }
    assert_raises(Jacinth::NestingError) { T[{ a: Object }].load('{"a":[[1]]}', max_nesting: 2) }
    assert_equal({ a: [1] }, T[{ a: Object }].load('{"a":[1]}', max_nesting: 2))
    assert(T[{ a: [String] }].load('{"a":["x"]}', freeze: true).then { |h| h.frozen? && h[:a].frozen? && h[:a][0].frozen? })
    assert_raises(ArgumentError) { T[String].load('""', other: 1) }
    assert_raises(ArgumentError) { T[String].load('""', errors: :some) }
    assert_raises(TypeError) { T[String].load(nil) }
  end

  ROW = { id: Integer, name: String, ratio: Float, on: T.boolean, note: T.optional(String), tags: T.optional([Integer]),
          last: T.member(Integer, default: 0) }.freeze
  ROW_VALUES = { id: 7, name: "n\u00e9", ratio: 2.0, on: false, note: nil, tags: [1, 2], last: 9 }.freeze

  # Members in any order, with others among them, in any spelling: what a read
  # does at once for those in their order must not differ from the long way.
  def test_random_orders_and_spellings_of_members_are_read
    random = Random.new(21)
    row = T.of(Struct.new(*ROW.keys, keyword_init: true), ROW)
    300.times do |i|
      members = ROW_VALUES.to_a.shuffle(random: random).take(random.rand(4..7))
      members = members.sort_by { |name, _| ROW.keys.index(name) } if i.even?
      random.rand(3).times { members.insert(random.rand(members.size + 1), [:"x#{random.rand(9)}", ["\n\"", { a: 1 }]]) }
      text = spelled(members, random)
      missing = %i[id name ratio on] - members.map(&:first)

      unless missing.empty?
        error = assert_raises(Jacinth::ValidationError, text) { row.load(text) }
        next assert_equal "$.#{missing[0]}", error.json_path, text
      end
      expected = { note: nil, tags: nil, last: 0 }.merge(members.to_h)
      assert_equal [expected.slice(*ROW.keys)] * 2, T[[row]].load("[#{text},#{text}]").map(&:to_h), text
    end
  end

  def test_a_duplicate_member_raises_unless_allowed
    type = T[[{ a: Integer, b: T.optional(Integer), c: Integer }]]

    %w[a b c].each do |name|
      text = %([{"a":1,"c":3,"b":2},{"a":1,"b":2,"c":3,"#{name}":4}])
      assert_error(Jacinth::ParserError, /duplicate key #{name.inspect}/) { type.load(text) }
      assert_equal({ a: 1, b: 2, c: 3 }.merge(name.to_sym => 4), type.load(text, allow_duplicate_key: true)[1])
    end
  end

  def test_a_truncated_object_raises_at_the_position_of_parse
    type = T[{ a: Integer, b: String, c: { d: T.optional(Float) } }]
    text = '{"a":1,"x":[1,"]"],"b":"é","y":"\\u0031","c":{"z":true,"d":1.5}}'
    type.load(text)

    (1...text.size).each do |size|
      expected, actual = [nil, type].map do |into|
        assert_raises(Jacinth::ParserError, text[0, size]) { Jacinth.parse(text[0, size], into: into) }
      end
      next if actual.is_a?(Jacinth::ValidationError)

      assert_equal [expected.line, expected.column], [actual.line, actual.column], text[0, size]
    end
  end

  def spelled(members, random)
    space = -> { random.rand(4).zero? ? [" ", "\n    ", "\t"].sample(random: random) : "" }
    pairs = members.map do |name, value|
      key = random.rand(5).zero? ? name.to_s.sub(/./) { |c| format("\\u%04x", c.ord) } : name.to_s
      "#{space.call}\"#{key}\"#{space.call}:#{space.call}#{Jacinth.generate(value)}#{space.call}"
    end
    "{#{pairs.join(',')}}"
  end

  def test_parse_reads_into_a_type
    assert_equal Point.new(1, 2), Jacinth.parse('{"x":1,"y":2}', into: xy(Point))
    assert_equal Point.new(1, 2), Jacinth.load('{"x":1,"y":2}', into: xy(Point))
    assert_nil Jacinth.load("", into: T.optional(Integer))
    assert_raises(TypeError) { Jacinth.parse("1", into: Integer) }
  end

  def test_syntax_errors_are_those_of_parse
    type = T[{ a: [{ b: T.optional(Integer), c: T.hash(Object) }], any: Object }]
    text = '{"a": [{"b": 1, "c": {"k": [1, {"z": null}]}}, {"b": null, "c": {}}], "any": [1, {"t": "\u00e9"}], "u": [[], {"v": -1}]}'
    0.upto(text.size - 1) do |at|
      [text[0...at], "#{text[0...at]}\u0001#{text[(at + 1)..]}", "#{text[0...at]}x#{text[at..]}"].each do |broken|
        theirs = error_of { Jacinth.parse(broken) } or next
        ours = error_of { type.load(broken) }

        refute_nil ours, broken
        next if ours.is_a?(Jacinth::ValidationError)

        assert_equal [theirs.line, theirs.column], [ours.line, ours.column], broken
        assert_equal theirs.json_path, ours.json_path, broken
      end
    end
  end

  def test_wrong_declarations_raise
    [-> { T[Comparable] }, -> { T[[]] }, -> { T[[1, 2]] }, -> { T["a".."b"] }, -> { T.enum }, -> { T.enum(1r) }, -> { T.enum(Float::NAN) },
     -> { T.enum("a", :a) }, -> { T.of(Point, z: Integer) }, -> { T.union(String, Symbol) }, -> { T.union },
     -> { T.member(Integer, omit: :x) }, -> { T.union(Integer, tag: "a") }, -> { T.string.with(unknown: :raise) },
     -> { T.member(Integer, omit: :default) }, -> { T.member(Integer, omit: :default, default: -> { 1 }) },
     -> { T[{ a: Integer }].with(unknown: 1) }, -> { T[{ a: Integer }].with(rename: :x) }, -> { T[{}].with(x: 1) },
     -> { T[{ a: Integer, b: T.member(Integer, name: "a") }] }, -> { T.of("User") }, -> { T.integer(3) },
     -> { T.float("a".."b") }, -> { T.string(pattern: "a") }].each_with_index do |declare, i|
      assert_raises(ArgumentError, i.to_s) { declare.call }
    end
    assert_raises(NoMethodError) { T.new }
  end

  def test_a_class_that_cannot_be_allocated_raises
    [Integer, Symbol, NilClass, Struct, Class.new(Struct), *([Data, Class.new(Data)] if DATA)].each do |klass|
      assert_raises(ArgumentError, klass.inspect) { T.of(klass, a: Integer) }
    end
    assert_raises(ArgumentError) { T.of(Integer, a: Integer).with(build: :new) }
    assert_equal 1, T.of(Class.new { private_class_method :new }, a: Integer).load('{"a":1}').instance_variable_get(:@a)
  end

  def test_names_and_literals_that_are_not_utf8_raise
    ["\xff\xfe".b, "\xff\xfe", "\xE9\xfe".b].each do |text| # JRuby has one Symbol for the same bytes in all encodings
      [-> { T.enum(text) }, -> { T.enum(text.to_sym) }, -> { T.member(Integer, name: text) }, -> { T[{ text => Integer }] },
       -> { T[{ a: Integer }].with(rename: ->(_) { text }) }, -> { T.union({ text => xy(Point) }, tag: "a") },
       -> { T.union({ "a" => xy(Point) }, tag: text) }].each_with_index do |declare, i|
        next if i == 1 && text.encoding == Encoding::UTF_8 # no Symbol

        assert_match(/\Aexpected text that UTF-8 can express, got /, assert_raises(ArgumentError, i.to_s, &declare).message)
      end
    end
  end

  def test_wrong_lengths_raise
    makers = [->(length) { T.array(Integer, length: length) }, ->(length) { T.set(Integer, length: length) },
              ->(length) { T.hash(Integer, length: length) }, ->(length) { T.string(length: length) }]
    { -1 => "not be negative, got -1", (-2..1) => "not be negative, got -2..1", (..-1) => "not be negative, got ..-1",
      (3..1) => "not be an empty Range, got 3..1", (0...0) => "not be an empty Range, got 0...0",
      "1" => "be an Integer or a Range of Integers, got \"1\"", 1.5 => "be an Integer or a Range of Integers, got 1.5",
      (1.0..2) => "be an Integer or a Range of Integers, got 1.0..2" }
      .each do |length, text|
        makers.each do |make|
          assert_equal "length must #{text}", assert_raises(ArgumentError) { make.call(length) }.message
        end
      end
    assert_equal [], T.array(Integer, length: 0).load("[]")
    assert_equal "a", T.string(length: ..1).load('"a"')
  end

  def test_wrong_names_raise
    tagged = T.of(Point, x: Integer)
    { -> { T.member(Integer, name: 3) } => "the name of a member must be a String or a Symbol, got 3",
      -> { T.member(Integer, name: false) } => "the name of a member must be a String or a Symbol, got false",
      -> { T[{ 3 => Integer }] } => "the name of a member must be a String or a Symbol, got 3",
      -> { T.of(Plain, { nil => Integer }) } => "the name of a member must be a String or a Symbol, got nil",
      -> { T.union({ 1 => tagged }, tag: "a") } => "the value of a tag must be a String or a Symbol, got 1" }.each do |declare, text|
      assert_equal text, assert_raises(ArgumentError, &declare).message
    end
    type = T[{ a: T.member(Integer, name: :b), "c" => Integer }]

    assert_equal({ a: 1, "c" => 2 }, type.load('{"b":1,"c":2}'))
    assert_equal '{"a":"k","x":1}', T.union({ k: tagged }, tag: "a").dump(Point.new(1, nil))
  end

  def test_a_scalar_converts_the_value_of_its_type
    hex = T.scalar(String, load: ->(text) { Integer(text, 16) }, dump: ->(number) { number.to_s(16) })

    same(hex, '"ff"', 255)
    same(T[{ a: hex, b: T.optional(hex), c: [hex] }], '{"a":"1","b":null,"c":["f"]}', { a: 1, b: nil, c: [15] })
    assert_invalid(hex, "1", "String", "1", "$")
    assert_invalid(T[[hex]], '["a", {"b": 1}]', "String", "an object", "$[1]")
    assert_invalid(hex, '"xyz"', 'invalid value for Integer(): "xyz"', '"xyz"', "$")
    doubled = T.scalar(1..9, load: ->(number) { number * 2 }, dump: ->(number) { number / 2 })

    same(doubled, "9", 18)
    assert_invalid(doubled, "10", "Integer in 1..9", "10", "$")
    same(T.scalar(Float, load: ->(float) { [float] }, dump: :first.to_proc), "1", [1.0])
    same(T.scalar(T.boolean, load: :!.to_proc, dump: :!.to_proc), "true", false)
    assert_equal [255, 3], T[[T.union(hex, Float)]].load('["ff", 3]')
    [[String], { a: 1 }, Time, nil, T.optional(String)].each do |type|
      assert_raises(ArgumentError) { T.scalar(type, load: proc {}, dump: proc {}) }
    end
  end

  def test_a_throw_of_a_scalar_passes_through
    type = T[[T.scalar(load: ->(_) { throw :out, 1 }, dump: ->(_) {})]]

    assert_raises(UncaughtThrowError) { type.load("[0]") }
    assert_equal(1, catch(:out) { type.load("[0]") })
    made = T.of(Class.new { def initialize(a:) = throw(a) }, a: Integer)
    assert_raises(UncaughtThrowError) { made.load('{"a":1}') }
  end

  def test_a_scalar_that_dumps_another_type_raises
    error = assert_raises(Jacinth::GeneratorError) do
      T[{ a: T.scalar(String, load: ->(text) { text }, dump: ->(_) { 1 }) }].dump({ a: 1 })
    end

    assert_equal "$.a", error.json_path
    assert_includes error.message, "expected String, got Integer"
  end

  def test_a_key_that_begins_like_the_tag_is_not_the_tag
    type = T.union({ "p" => xy(Point), "q" => xy(Keyed) }, tag: "is")

    assert_equal Point.new(1, 2), type.load('{"i":"q","":"q","x":1,"is":"p","iss":"q","y":2}')
  end

  # A comment wherever one may stand, also where the reader looks ahead for a tag.
  def test_comments_are_skipped_everywhere
    type = T[{ list: [Integer], map: T.hash(Float), shape: T.union({ "p" => xy(Point) }, tag: "is") }]
    text = '/**/{/**/"list"/**/:/**/[/**/1/**/,/**/2/**/]/**/,/**/"map"/**/:/**/{/**/"k"/**/:/**/1/**/}/**/,/**/"shape"' \
           '/**/:/**/{/**/"x"/**/:/**/3/**/,/**/"is"/**/:/**/"p"/**/,/**/"y"/**/:/**/4}/**/}/**/'
    value = { list: [1, 2], map: { "k" => 1.0 }, shape: Point.new(3, 4) }

    assert_equal value, type.load(text, allow_comments: true)
    assert_raises(Jacinth::ParserError) { type.load(text) }
  end

  def test_a_union_with_floats_reads_nan_if_allowed
    type = T[T.union(Float, String)]

    assert_predicate type.load("NaN", allow_nan: true), :nan?
    assert_equal Float::INFINITY, type.load("Infinity", allow_nan: true)
    %w[NaN Infinity].each { |text| assert_raises(Jacinth::ParserError) { type.load(text) } }
  end

  def test_a_duplicate_key_of_a_map_raises_unless_allowed
    type = T[{ map: T.hash(Integer) }]
    [3, 40].each do |n|
      text = "{\"map\":{#{(0..n).map { |i| "\"k#{i % n}\":#{i}" }.join(',')}}}"
      assert_error(Jacinth::ParserError, /k0/) { type.load(text) }
      assert_equal n, type.load(text, allow_duplicate_key: true)[:map]["k0"]
    end
  end

  def test_syntax_errors_in_objects_have_the_message_of_parse
    types = [T.hash(T.any), T.hash(Integer), T[{ a: Integer, b: Integer }]]
    texts = ['{"a" 1}', '{"a":1,"b" 2}', '{"a"', '{"a":1,"b"', "{\"k2\"\n\n", '{ /*x*/ "a" /*y*/ 1}', "{/*x*/1}", '{"a":1,/*x*/1}', "{1}",
             '{"a":1,2}', '{"\u00e9" 1}', '{"a":1 /**/ "b"}', "{", '{"a":1,', "{ ", "{/**/"]
    types.each { |type| assert_errors_of_parse type, texts, allow_comments: true }
  end

  def test_invalid_utf8_raises_with_validate_encoding
    texts = ["{\"a\":\"\xFF\"}", "{\"\xFF\":1,\"a\":\"\"}", "{\"a\":\"\",\"z\":\"\xFF\"}"]
    texts.each do |text|
      assert_raises(Jacinth::ParserError, text.inspect) { T[{ a: String }].load(text, validate_encoding: true) }
    end
  end
end
