# frozen_string_literal: true

require_relative "../test_helper"
require "jacinth/type/row"

# Rows, which the adapters of serializers write.
class RowTest < Minitest::Test
  Row = Jacinth::Type.const_get(:Row)
  ABSENT = Object.new
  POINT = Row.of(%w[x y inner], [false, false, true], ABSENT)
  LONG = Row.of(["é" * 20, "b"], [false, false], ABSENT)

  def dump(value, **options) = Row.rows.dump(value, **options)

  def test_a_row_is_written_as_an_object
    assert_equal '{"x":1,"y":"a","inner":null}', dump([POINT, 1, "a", nil])
    assert_equal "[]", dump([])
    assert_equal '[{"x":1,"y":2.5,"inner":[{"x":true,"y":[1],"inner":{}}]}]', dump([[POINT, 1, 2.5, [[POINT, true, [1], {}]]]])
  end

  def test_an_absent_member_is_left_out
    assert_equal '[{},{"x":1},{"y":2},{"inner":3}]',
                 dump([[POINT, ABSENT, ABSENT, ABSENT], [POINT, 1, ABSENT, ABSENT], [POINT, ABSENT, 2, ABSENT],
                       [POINT, ABSENT, ABSENT, 3]])
    assert_equal '[{"b":1},{}]', dump([[LONG, ABSENT, 1], [LONG, ABSENT, ABSENT]])
    assert_equal "{\"#{'é' * 20}\":1}", dump([LONG, 1, ABSENT])
  end

  def test_values_are_written_as_the_generator_does
    values = [nil, true, 1, 2**70, 1.5, "é", "a" * 5000, :symbol, [], [[], {}], { 1 => nil }, Time.at(0), Time.at(0).utc, Object, 1..2,
              Jacinth::Fragment.new("[ ]"), "latin".encode("UTF-16")]
    values.each do |value|
      expected = Jacinth.generate({ x: value, y: value, inner: value })

      assert_equal expected, dump([POINT, value, value, value])
    end
  end

  def test_options
    row = [POINT, "é", [1], [[POINT, ABSENT, "</x>", nil]]]
    hash = { x: "é", y: [1], inner: [{ y: "</x>", inner: nil }] }

    assert_equal Jacinth.pretty_generate(hash), dump(row, pretty: true)
    assert_equal Jacinth.generate(hash, ascii_only: true, script_safe: true), dump(row, ascii_only: true, script_safe: true)
    assert_raises(Jacinth::NestingError) { dump([[[POINT, 1, [[]], nil]]], max_nesting: 4) }
    assert_equal '[[{"x":1,"y":[[]],"inner":null}]]', dump([[[POINT, 1, [[]], nil]]], max_nesting: 5)
  end

  def test_an_error_names_the_place
    assert_equal "/0/inner/0/y/0", assert_raises(Jacinth::GeneratorError) { dump([[POINT, 1, 2, [[POINT, 1, [Float::NAN], nil]]]]) }.pointer
  end

  def test_a_row_of_another_length_is_refused
    [[POINT], [POINT, 1, 2], [POINT, 1, 2, 3, 4]].each do |row|
      assert_raises(Jacinth::GeneratorError) { dump(row) }
      assert_raises(Jacinth::GeneratorError) { dump(row, pretty: true) }
    end
  end

  def test_a_row_cannot_be_changed_while_it_is_written
    row = [POINT, nil, "b", nil]
    row[1] = Object.new.tap { |object| object.define_singleton_method(:to_json) { |*| row.clear.inspect } }

    assert_raises(FrozenError) { dump(row) }
  end

  def test_only_arrays_of_a_row_type_are_rows
    type = Jacinth::Type[Integer]

    assert_equal "[#{Jacinth.generate(type.to_s)},1]", dump([type, 1])
    assert_equal "[]", dump(Class.new(Array).new)
  end

  def test_these_types_can_be_found_and_read_any_value
    assert_equal [1], Row.rows.load("[1]")
    assert_raises(ArgumentError, NoMethodError) { POINT.load("{}") }
  end
end
