# frozen_string_literal: true

require_relative "support"
require "stringio"

class TypeDumpTest < Minitest::Test
  include TypeHelpers

  # An object whose to_json is its own.
  class Own
    def to_json(*) = "[7]"
  end

  def test_what_it_writes_is_what_generate_writes
    values = ["a\"\\\u0001é\u2028", "x" * 100, "é" * 40, 0, -1, 2**70, 1.5, -0.0, 1e300, nil, true, [], {}, [[1], []],
              { "a" => { "b" => [1, 2, { "c" => "d" }] } }]
    values.each { |value| assert_equal Jacinth.generate(value), T.any.dump(value) }
    type = T[{ "s" => [String], "i" => Integer, "f" => Float, "n" => T.optional(Float), "h" => T.hash([Integer]) }]
    value = { "s" => values.grep(String), "i" => 2**70, "f" => 1.5, "n" => nil, "h" => { "a" => [], "b" => [1] } }

    assert_equal Jacinth.generate(value), type.dump(value)
  end

  def test_all_kinds_of_objects
    [Point.new(1, 2), Keyed.new(x: 1, y: 2), (Pair.new(x: 1, y: 2) if DATA), { x: 1, y: 2 }, Made.new(x: 2, y: 2)].compact.each do |object|
      klass = object.class
      assert_equal %({"x":#{klass == Made ? 2 : 1},"y":2}), xy(klass).dump(object)
    end
    plain = Plain.new
    plain.x = plain.y = 1

    assert_equal '{"x":1,"y":1}', xy(Plain).dump(plain)
  end

  def test_omit
    type = T[{ a: T.member(T.optional(Integer), omit: :nil), b: T.member(Integer, default: 5, omit: :default) }]

    assert_equal(["{}", '{"a":0,"b":1}', '{"b":1}'],
                 [{ a: nil, b: 5 }, { a: 0, b: 1 }, { b: 1 }].map { |value| type.dump(value) })
  end

  def test_wrong_values_and_their_paths
    type = T[{ users: [xy(Point)], h: T.hash(Integer), any: Object }]
    good = { users: [Point.new(1, 2)], h: {}, any: nil }
    { "$.users[1].y" => { users: [Point.new(1, 2), Point.new(1, "2")] }, "$.users[0]" => { users: [1] },
      "$.users" => { users: {} }, "$.h.k" => { h: { "a" => 1, "k" => nil } }, "$.any[0].b" => { any: [{ "b" => Float::NAN }] } }
      .each do |path, wrong|
        error = assert_raises(Jacinth::GeneratorError) { type.dump(good.merge(wrong)) }

        assert_equal path, error.json_path
      end
    error = assert_raises(Jacinth::GeneratorError) { type.dump({ users: [], any: 1 }) }

    assert_equal ["expected Object, found nothing", "$.h"], [error.message, error.json_path]
  end

  def test_values_that_json_cannot_show
    assert_raises(Jacinth::GeneratorError) { T[Float].dump(Float::NAN) }
    assert_equal "[NaN,-Infinity]", T[[Float]].dump([Float::NAN, -Float::INFINITY], allow_nan: true)
    assert_raises(Jacinth::GeneratorError) { T[String].dump("\xFF") }
    assert_equal '"é"', T[String].dump("é".encode("UTF-16LE"))
    assert_raises(Jacinth::GeneratorError) { T[BigDecimal].dump(BigDecimal("NaN")) }
    assert_raises(ArgumentError) { T[String].dump("", indent: " ") }
  end

  def test_any_calls_to_json
    assert_equal '{"a":[7],"b":{"c":[7]}}', T[{ a: Object, b: T.hash(Object) }].dump({ a: Own.new, b: { "c" => Own.new } })
  end

  def test_io
    type = T[{ list: [{ a: String, b: T.hash(String) }] }]
    value = { list: Array.new(5000) { |i| { a: "é" * (i % 90), b: { "k#{i}" => "v" * (i % 40) } } } }
    io = StringIO.new

    assert_same io, type.dump(value, io)
    assert_equal type.dump(value), io.string
    assert_predicate type.dump(value), :valid_encoding?
  end

  def test_encoding_of_the_result
    assert_predicate T[{ a: Integer }].dump({ a: 1 }), :ascii_only?
    text = T[{ "é" => Integer }].dump({ "é" => 1 })

    assert_equal [Encoding::UTF_8, false, true], [text.encoding, text.ascii_only?, text.valid_encoding?]
    assert_equal '{"a":"é"}', T[{ a: T.enum("é") }].dump({ a: "é" })
    refute_predicate T[{ a: T.enum("é") }].dump({ a: "é" }), :ascii_only?
  end
end
