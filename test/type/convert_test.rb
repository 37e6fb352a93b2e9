# frozen_string_literal: true

require_relative "support"

# Types that read Ruby's values instead of text, and strings instead of values.
class TypeConvertTest < Minitest::Test
  include TypeHelpers

  USER = T[{ name: String, born: Integer, at: T.optional(Time), on: T.optional(Date), sum: T.optional(BigDecimal) }]

  SCALARS = [nil, *-5..5, 0.25, 0.875, "", "é", "éé", true, false].freeze

  class Parameters
    def initialize(hash) = @hash = hash
    def to_hash = @hash
  end

  def test_convert_equals_load_of_the_generated_text
    random = seeded
    scaled(60).times do
      [[Integer], { a: Float, b: T.optional([String]) }, T.hash(T.any), T.union(Integer, String, [T.any])].each do |spec|
        value = [random_value(random, SCALARS, %w[k0 k1 k2], 3), { "a" => random.rand(3), "b" => [nil, ["x"], [1]].sample(random: random) }]
                .sample(random: random)

        assert_equal outcome { T[spec].load(JSON.generate(value), errors: :all) },
                     outcome { T[spec].convert(value, errors: :all) }, "#{seed_note} #{value}"
      end
    end
  end

  def test_symbols_times_dates_decimals_and_sets_are_converted
    given = { name: :Ada, "born" => 1815, at: Time.at(1, 5, :nsec).utc, on: Date.new(12_345, 1, 2), sum: BigDecimal("1.10") }

    assert_equal({ name: "Ada", born: 1815, at: Time.at(1, 5, :nsec), on: Date.new(12_345, 1, 2), sum: BigDecimal("1.1") },
                 USER.convert(given))
    assert_equal [1, 2], T[[Integer]].convert(Set[1, 2])
    assert_equal({ "1970-01-01T00:00:00Z" => 1, "2000-01-01" => 2 }, T[Hash].convert({ Time.at(0).utc => 1, Date.new(2000) => 2 }))
    assert_equal Time.utc(2000, 1, 2), T[Time].convert(DateTime.new(2000, 1, 2))
    assert_in_delta 1.5, T[Float].convert(BigDecimal("1.5")), 0.0
  end

  def test_objects_like_a_hash_and_subclasses_of_core_classes_are_converted
    text = Class.new(String)
    hash = Class.new(Hash)[name: text.new("Ada"), born: 1]

    assert_equal({ name: "Ada", born: 1 }, USER.convert(hash))
    assert_instance_of String, USER.convert(hash)[:name]
    assert_equal({ name: "Ada", born: 1 }, USER.convert(Parameters.new(hash)))
    assert_equal [1], T[[Integer]].convert(Class.new(Array)[1])
  end

  def test_faults_have_a_path_and_no_line
    error = assert_raises(Jacinth::ValidationError) { USER.convert({ name: 1, born: nil }, errors: :all) }

    assert_equal "expected String, got 1 at $.name (and 1 more)", error.message
    assert_equal [["String", "1", "$.name", nil, nil, "/name", :wrong_type], ["Integer", "null", "$.born", nil, nil, "/born", :wrong_type]],
                 error.errors.map(&:to_a)
    assert_equal [nil, nil, nil, "$.name"], [error.line, error.column, error.cause, error.json_path]
    refute_includes error.full_message(highlight: false), "^"
    assert_equal "did you mean \"x\"?",
                 assert_raises(Jacinth::ValidationError) { T[{ x: Integer }].with(unknown: :raise).convert({ "x" => 1, "X" => 2 }) }.hint
  end

  # Values that JSON cannot express.
  STRANGE = [Object.new, BasicObject.new, 1i, Float::NAN, -Float::INFINITY, BigDecimal("NaN"), "\xFF", Class.new(String).new("\xFF"),
             $stdin].freeze

  def test_values_without_a_counterpart_in_json_are_faults
    types = [Integer, Float, String, Symbol, Time, Date, BigDecimal, T.boolean, T.enum("a", 1), T.any, [Integer], { b: Integer }, 1..5,
             T.hash(Integer), T.tuple(Integer), T.set(Integer), T.optional(String), T.union(Integer, String), T.first_of(1..2, 5..6),
             T.time(as: :seconds),
             T.scalar(load: :itself.to_proc, dump: :itself.to_proc), T.scalar(Float, load: :itself.to_proc, dump: :itself.to_proc),
             T.union({ k: T.literal(1) }, { k: T.literal(2) })]
    types.product(STRANGE, [true, false]).each do |spec, value, coerce|
      error = assert_raises(Jacinth::ValidationError, spec.inspect) { T[{ a: [T[spec].with(coerce: coerce)] }].convert({ a: [value] }) }

      assert_equal ["$.a[0]", :wrong_type], error.errors.map { |fault| [fault.json_path, fault.code] }[0], spec.inspect
      refute_match(/\de9/, error.message)
    end
    faults = assert_raises(Jacinth::ValidationError) { USER.convert({ name: $stdin, born: Float::NAN, at: "\xFF" }, errors: :all) }.errors
    assert_equal ["an object that JSON cannot express", "NaN", "\"\\xFF\""], faults.map(&:found)
    assert_equal "a value that JSON has", assert_raises(Jacinth::ValidationError) { T.any.convert([1i]) }.errors[0].expected
  end

  def test_unknown_members_can_have_any_values
    ada = { name: "Ada", born: 1 }
    STRANGE.each { |value| assert_equal ada, USER.convert({ name: "Ada", file: value, born: 1, "x" => [{ y: value }] }) }
    assert_equal ada, USER.convert({ **ada, x: { "a" => 1, a: 2 } })
    kept = T[{ a: Integer, rest: Hash }].with(unknown: :rest)
    assert_equal "$.x", assert_raises(Jacinth::ValidationError) { kept.convert({ a: 1, x: 1i }) }.json_path
    assert_equal :unknown, assert_raises(Jacinth::ValidationError) { T[{}].with(unknown: :raise).convert({ x: 1i }) }.errors[0].code
    assert_equal [10**30, "1e99"], T.tuple(Integer, String).convert([10**30, "1e99"])
    text = "é".encode("UTF-16LE")
    assert_equal({ "é" => "é" }, T.hash(String).convert({ text => text }))
  end

  def test_times_are_read_as_epochs
    time = Time.at(1, 5, :nsec, in: "+02:00")
    seconds, milliseconds = T.time(as: :seconds), T.time(as: :milliseconds)

    [seconds, T.optional(seconds), T.union(seconds, nil), T.first_of([Integer], seconds)].each do |type|
      read = type.convert(time)

      assert_equal [time, true], [read, read.utc?]
    end
    assert_equal({ a: [time] }, T[{ a: [milliseconds] }].convert({ a: [time] }))
    assert_equal Time.at(5), seconds.convert(5)
    assert_invalid(seconds, '"1970-01-01T00:00:01Z"', "a time in seconds since 1970", '"1970-01-01T00:00:01Z"', "$")
    assert_equal time, seconds.with(coerce: true).load('"1970-01-01T00:00:01.000000005Z"')
    ["5", "", "1970-01-01"].each { |text| assert_raises(Jacinth::ValidationError, text) { T.optional(seconds).convert(text) } }
    assert_raises(Jacinth::ValidationError) { T.time(Time.at(2).., as: :seconds).convert(time) }
    assert_raises(Jacinth::ValidationError) { T[Integer].convert(time) }
  end

  # JSON text of times has at most nine digits for the year.
  def test_times_of_far_years_do_not_fit
    far = [Time.at(10**20).utc, Date.new(10**10, 1, 1), DateTime.new(10**10, 1, 1)]
    far.each do |object|
      [{ a: object }, { a: [object] }].each do |given|
        assert_raises(Jacinth::ValidationError) { T[{ a: T.any }].convert(given) }
      end
      assert_raises(Jacinth::ValidationError) { T[{ a: Time }].convert({ a: object }) }
      assert_raises(Jacinth::ValidationError) { T[{ a: Date }].convert({ a: object }) }
      assert_equal({ a: 1 }, T[{ a: Integer }].convert({ a: 1, b: object }))
    end
  end

  def test_equal_keys_and_keys_that_are_no_text_are_faults
    error = assert_raises(Jacinth::ValidationError) { USER.convert({ name: "a", "name" => "b", born: 1 }) }
    assert_equal(["different keys", "duplicate key \"name\"", "$.name", :duplicate], error.errors[0].to_a.values_at(0, 1, 2, 6))
    [{ nil => 1 }, { Object.new => 1 }, { "\xFF" => 1 }].each do |value|
      assert_raises(Jacinth::ValidationError) { T.any.convert(value) }
    end
    assert_raises(Jacinth::ValidationError) { T.any.convert([1i], allow_nan: true) }
    assert_raises(Jacinth::ValidationError) { T.any.convert([1i], decimal_class: BigDecimal) }
    raising = T.scalar(load: ->(_) { raise Jacinth::ParserError, "duplicate key" }, dump: :itself.to_proc)
    assert_equal "duplicate key", assert_raises(Jacinth::ParserError) { raising.convert(1) }.message
  end

  def test_convert_raises_for_cycles_and_unknown_options
    assert_predicate T[Float].convert(Float::NAN, allow_nan: true), :nan?
    loop = []
    loop << loop
    assert_raises(Jacinth::NestingError) { T.any.convert(loop) }
    assert_raises(Jacinth::NestingError) { T.any.convert(loop, max_nesting: 0) }
    assert_raises(ArgumentError) { USER.convert({}, foo: 1) }
  end

  def test_to_plain_returns_what_parse_reads_from_dump
    object = { name: "Ada", born: 1, at: Time.at(0).utc, on: nil, sum: BigDecimal("1.10") }

    assert_equal Jacinth.parse(USER.dump(object)), USER.to_plain(object)
    assert_equal Jacinth.parse(USER.dump(object), symbolize_names: true), USER.to_plain(object, symbolize_names: true)
    assert_equal [[[]]], T.any.to_plain([[[]]])
    assert_raises(Jacinth::GeneratorError) { USER.to_plain({ name: 1 }) }
  end

  # A type, texts of strings that it takes with coerce: true, and their values.
  COERCED = [
    [Integer, { "1" => 1, "-0" => 0, "9" * 30 => ("9" * 30).to_i }, [" 1", "1 "] + %w[+1 01 1.0 1e3 x - 1x]],
    [Float, { "1" => 1.0, "-1.5e3" => -1500.0, "0" => 0.0 }, ["", "NaN", "1e400", ".5", "1.", "Infinity"]],
    [T.boolean, { "true" => true, "YES" => true, "0" => false, "Off" => false, "n" => false }, ["", "2", "tru", "null"]],
    [1..5, { "5" => 5 }, %w[6 0]],
    [T.optional(Integer), { "" => nil, "3" => 3 }, %w[nil null]],
    [T.optional(String), { "" => nil, "3" => "3", " " => " " }, []],
    [T.optional(T.string(length: 2..)), { "" => nil, "33" => "33" }, %w[3]],
    [T.optional(T.string(strip: true)), { "" => nil, " \t\n " => nil, " 3 " => "3" }, []],
    [T.optional(Symbol), { "" => nil, "a" => :a }, []],
    [T.optional(T.enum("", "a")), { "" => nil, "a" => "a" }, ["b"]],
    [T.optional(T.scalar(T.string(strip: true), load: :upcase.to_proc, dump: :downcase.to_proc)), { " " => nil, "a" => "A" }, []],
    [T.recursive { |type| T.optional(T.union(String, [type])) }, { "" => nil, "a" => "a" }, []],
    [T.union(T.optional(String), Integer), { "" => nil, "a" => "a" }, []],
    [String, { "" => "", " " => " " }, []],
    [T.union(String, nil), { "" => "", "3" => "3" }, []],
    [T.union("", "a", nil), { "" => "", "a" => "a" }, ["b"]],
    [T.optional(Time), { "" => nil }, ["x"]],
    [T.union(nil, Integer), { "" => nil, "3" => 3 }, ["x"]],
    [T.union(Integer, Time, nil), { "" => nil, "3" => 3, "1970-01-01T00:00:00Z" => Time.at(0).utc }, ["x"]],
    [T.enum(1, 2.5, nil, true, "1"), { "1" => "1", "2.50" => 2.5, "" => nil, "on" => true }, %w[2 false]],
    [T.scalar(Integer, load: ->(n) { n + 1 }, dump: ->(n) { n - 1 }), { "1" => 2 }, ["x", ""]],
    [T.scalar(String, load: :upcase.to_proc, dump: :downcase.to_proc), { "1" => "1", "a" => "A" }, []],
    [T.recursive { |type| T.optional(T.union(Integer, [type])) }, { "" => nil, "1" => 1 }, ["x"]]
  ].freeze

  def test_coerce_takes_the_text_of_a_value_wherever_it_stands
    COERCED.each do |spec, taken, refused|
      places = [[T[spec].with(coerce: true), "%s", ->(v) { v }], [T[[spec]].with(coerce: true), "[%s]", :last.to_proc],
                [T[{ a: { b: spec } }].with(coerce: true), '{"x":0,"a":{"b":%s}}', ->(v) { v[:a][:b] }],
                [T.union({ "t" => T.of(Struct.new(:b), b: spec) }, tag: "k").with(coerce: true), '{"b":%s,"k":"t"}', :b.to_proc],
                [T[[T.hash(T[spec].with(coerce: true))]], '[{"a":%s}]', ->(v) { v[0]["a"] }]]
      places.each do |type, frame, dig|
        taken.each do |text, value|
          assert_equal [value], [dig.call(type.load(format(frame, Jacinth.generate(text))))], "#{text} #{type.inspect}"
          assert_equal [value], [dig.call(type.load(format(frame, escaped(text))))], "#{text} #{type.inspect}"
        end
        refused.each do |text|
          error = assert_raises(Jacinth::ValidationError, "#{text} #{type.inspect}") { type.load(format(frame, text.inspect)) }
          assert_includes error.message, text[0, 30].inspect
        end
      end
    end
  end

  def test_coerce_ends_with_its_type
    type = T[{ a: T[{ b: Integer }].with(coerce: true), c: Integer, d: T[Integer].with(coerce: true) }]

    assert_equal({ a: { b: 1 }, c: 2, d: 3 }, type.load('{"a":{"b":"1"},"c":2,"d":"3"}'))
    assert_equal "$.c", assert_raises(Jacinth::ValidationError) { type.load('{"a":{"b":"1"},"c":"2","d":"3"}') }.json_path
    assert_raises(Jacinth::ValidationError) { type.with(coerce: false).load('{"a":{"b":1},"c":"2","d":3}') }
  end

  def test_coerce_false_refuses_strings_again
    refused = T[[Integer]].with(coerce: true).with(coerce: false)

    assert_raises(Jacinth::ValidationError) { refused.load('["1"]') }
    assert_equal [1], refused.with(coerce: true).load('["1"]')
  end

  def test_coerced_types_write_as_other_types_do
    type = T[{ a: Integer, b: T.optional(T.boolean) }]

    assert_equal type.dump({ a: 1, b: true }), type.with(coerce: true).dump({ a: 1, b: true })
    assert_equal type.json_schema, type.with(coerce: true).json_schema
    assert_raises(Jacinth::GeneratorError) { type.with(coerce: true).dump({ a: "1" }) }
  end

  def test_wrong_rules_are_named
    assert_equal "coerce must be true or false, not 1", assert_raises(ArgumentError) { T[[Integer]].with(coerce: 1) }.message
    assert_equal "coerce must be true or false, not nil", assert_raises(ArgumentError) { T[{ a: Integer }].with(coerce: nil) }.message
    assert_raises(ArgumentError) { T[[Integer]].with(coerce: true, unknown: :raise) }
    assert_raises(ArgumentError) { T[[Integer]].with }
  end

  private

  def outcome
    [yield]
  rescue Jacinth::ValidationError => e
    e.errors.map { |fault| [fault.expected, fault.found, fault.pointer] }
  end

  # The text as a JSON string in which each character is escaped.
  def escaped(text) = "\"#{text.each_char.map { |c| format('\\u%04x', c.ord) }.join}\""
end
