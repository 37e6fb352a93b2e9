# frozen_string_literal: true

require_relative "support"

# Members that are read by several names.
class TypeNamesTest < Minitest::Test
  include TypeHelpers

  def test_a_member_is_read_by_each_of_its_names
    [Hash, Point, Pair, Plain, Made].each do |klass|
      type = T.of(klass, x: T.member(Integer, name: "ex", also: ["x", :"e x"]), y: T.optional(Integer))
      object = type.load('{"ex":2,"y":1}')
      ['{"x":2,"y":1}', '{"y":1,"e x":2}', '{"e\u0020x":2,"y":1}'].each { |text| assert_equal object, type.load(text), klass }
      assert_equal '{"ex":2,"y":1}', type.dump(object)
      assert_equal object, type.convert({ x: 2, "y" => 1 })
      assert_invalid(type, '{"y":1}', "Integer", "nothing", "$.ex")
      assert_invalid(type, '{"x":"2"}', "Integer", '"2"', "$.x")
      assert_includes assert_raises(Jacinth::ParserError) { type.load('{"ex":2,"x":2}') }.message, 'duplicate key "x"'
    end
    assert_equal({ a: 1 }, T[{ a: T.member(Integer, also: "b", default: 1) }].load("{}"))
    assert_equal({}, T[{ a: T.member(T.optional(Integer), also: "b") }].load("{}"))
    assert_equal({ a: nil }, T[{ a: T.member(T.optional(Integer), also: "b") }].load('{"b":null}'))
    assert_equal({ a: 1 }, T[{ a: T.member(Integer, also: "b") }].with(unknown: :raise).load('{"b":1}'))
  end

  def test_other_names_have_schemas_and_signatures
    type = T[{ a: T.member(Integer, also: %w[b c]), d: Integer }]
    schema = type.json_schema

    assert_equal [["d"], '"a", "b" or "c" is required'], schema.values_at("required", "$comment")
    assert_equal [{ "type" => "integer" }, { "type" => "integer", "deprecated" => true }], schema["properties"].values_at("a", "b")
    assert_equal "type t = { a: Integer, d: Integer }\n", type.rbs("t")
    assert_raises(ArgumentError) { T[{ a: T.member(Integer, also: "b"), b: Integer }] }
    assert_raises(ArgumentError) { T[{ a: T.member(Integer, also: "a") }] }
    assert_raises(ArgumentError) { T.member(Integer, also: 1) }
  end
end
