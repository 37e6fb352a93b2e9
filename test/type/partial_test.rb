# frozen_string_literal: true

require_relative "support"

# Types of parts of objects, as in PATCH requests.
class TypePartialTest < Minitest::Test
  include TypeHelpers

  USER = T.of(Struct.new(:id, :name, :mail, :tags, :note),
              id: T.member(Integer, read_only: true), name: T.member(String, name: "fullName", also: ["n"], default: "x"),
              mail: T.optional(String), tags: T.member([String], default: -> { [] }), note: T.union(String, nil))
          .with(unknown: :raise, check: lambda(&:name))

  def test_each_member_can_be_absent
    part = USER.partial

    same(part, "{}", {})
    same(part, '{"fullName":"Ada","mail":null,"tags":["a"],"note":null}', { name: "Ada", mail: nil, tags: ["a"], note: nil })
    assert_equal({ name: "Ada" }, part.load('{"n":"Ada","id":7}'))
    assert_equal '{"id":7}', part.dump({ id: 7 })
  end

  def test_present_members_follow_their_types
    part = USER.partial

    assert_invalid(part, '{"fullName":null}', "String", "null", "$.fullName")
    assert_invalid(part, '{"tags":[1]}', "String", "1", "$.tags[0]")
    assert_equal :unknown, assert_raises(Jacinth::ValidationError) { part.load('{"x":1}') }.errors[0].code
    assert_equal({ mail: nil }, part.with(coerce: true).convert({ mail: "" }))
    refute part.json_schema.key?("required")
  end

  def test_null_stays_if_the_type_of_the_member_reads_it
    part = T[{ name: T.member(T.optional(String), omit: :nil), id: Integer }].partial

    same(part, '{"name":null,"id":1}', { name: nil, id: 1 })
    same(part, "{}", {})
  end

  def test_dump_refuses_what_load_refuses
    part = T[{ a: Integer, b: T.member(String, omit: :nil), c: T.union(Integer, nil) }].partial

    assert_equal "expected Integer, got nil", assert_raises(Jacinth::GeneratorError) { part.dump({ a: nil }) }.message
    assert_raises(Jacinth::ValidationError) { part.load('{"a":null}') }
    assert_equal '{"c":null}', part.dump({ b: nil, c: nil })
    same(part, '{"c":null}', { c: nil })
  end

  def test_a_member_for_unknown_members_is_there_if_there_are_any
    part = T[{ a: Integer, rest: Hash }].with(unknown: :rest).partial
    [part, part.with(coerce: true)].each do |type|
      [false, true].each do |freeze|
        assert_equal({ a: 2 }, type.load('{"a":2}', freeze: freeze))
        assert_equal({ rest: { "b" => 2 } }, type.load('{"b":2}', freeze: freeze))
      end
      assert_equal ["{}", '{"b":2}'], [type.dump({}), type.dump({ rest: { b: 2 } })]
    end
  end

  def test_keys_and_kinds_of_objects
    assert_equal({ "a" => 1 }, T[{ "a" => Integer, "b" => T.any }].partial.load('{"a":1}'))
    assert_equal({ a: 1, rest: { "x" => 2 } }, T[{ a: Integer, b: String, rest: Hash }].with(unknown: :rest).partial.load('{"a":1,"x":2}'))
    node = T.recursive { |one| T[{ value: Integer, next: T.optional(one), other: one }] }
    assert_equal({ next: nil }, node.partial.load('{"next":null}'))
    assert_raises(Jacinth::ValidationError) { node.partial.load('{"other":{"value":1}}') }
    assert_equal({ name: "a" }, T[T.data(name: String, size: Integer)].partial.load('{"name":"a"}'))
    [Integer, [Integer], T.hash(Integer)].each { |type| assert_raises(ArgumentError) { T[type].partial } }
  end
end
