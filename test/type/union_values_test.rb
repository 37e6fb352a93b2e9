# frozen_string_literal: true

require_relative "../test_helper"

# Literals and enums in a union form one enum.
class UnionValuesTest < Minitest::Test
  T = Jacinth::Type

  VALUES = {
    [true, false] => [true, false], %w[a b] => %w[a b], [T.literal("a"), T.literal("b")] => %w[a b],
    [T.enum("a", 1), T.enum("b", nil)] => ["a", 1, "b", nil], [nil, "a", [Integer]] => [nil, "a", [1]],
    [:a, 1, 2.5, Hash] => [:a, 1, 2.5, { "b" => 1 }], %w[a a b] => %w[a b]
  }.freeze

  def test_each_value_is_read_written_and_converted
    VALUES.each do |specs, values|
      type = T.union(*specs)
      values.each do |value|
        text = Jacinth.generate(value)

        assert_equal [value, text], [type.load(text), type.dump(value)], specs.inspect
        assert_equal [value], [type.convert(Jacinth.parse(text))]
      end
      assert_raises(Jacinth::ValidationError) { type.load('"other"') }
    end
  end

  def test_the_error_and_the_schema_name_all_values
    type = T.union("a", T.enum("b", 1))
    error = assert_raises(Jacinth::ValidationError) { type.load('"c"') }

    assert_includes error.message, 'expected "a", "b" or 1'
    assert_equal ["a", "b", 1], type.json_schema["enum"]
  end

  def test_values_of_one_text_are_ambiguous
    assert_equal %w[a b], T[[T.union(String, "a")]].load('["a","b"]')
    assert_raises(ArgumentError) { T.union("a", :a) }
  end
end
