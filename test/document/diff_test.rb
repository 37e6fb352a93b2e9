# frozen_string_literal: true

require_relative "support"

# Patches from one value to another.
class DiffTest < Minitest::Test
  def setup
    @random = seeded
  end

  # The operations of a correct patch, each as one text.
  def diff(a, b)
    before = Marshal.load(Marshal.dump([a, b]))
    operations = Jacinth.diff(a, b)

    assert_equal before, [a, b], "the arguments are as they were"
    assert_equal [b], [Jacinth.patch(a, operations)]
    assert_equal [b], [Jacinth::Document.new(Jacinth.generate(a)).patch(Jacinth.generate(operations)).value]
    operations.map { |operation| operation.map { |name, value| name == "value" ? value.inspect : value }.join(" ") }
  end

  def test_same_values_need_no_operation
    [nil, 1, "x", [1, { "a" => [2] }], { "a" => 1, "b" => 2 }].each { |value| assert_empty diff(value, Marshal.load(Marshal.dump(value))) }
    assert_empty diff({ "a" => 1, "b" => 2 }, { "b" => 2, "a" => 1 })
  end

  def test_scalars_and_values_of_another_kind_are_replaced
    assert_equal ["replace  2"], diff(1, 2)
    assert_equal ["replace  1.0"], diff(1, 1.0)
    assert_equal ["replace  []"], diff({}, [])
    assert_equal ["replace /a/b nil"], diff({ "a" => { "b" => false, "c" => 1 } }, { "a" => { "b" => nil, "c" => 1 } })
  end

  def test_members_are_added_removed_and_renamed
    assert_equal ["add /b 2", "remove /c"], diff({ "a" => 1, "c" => 0 }, { "a" => 1, "b" => 2 })
    assert_equal ["move /a /b"], diff({ "a" => [1, 2] }, { "b" => [1, 2] })
    assert_equal ["replace /~0~1* 1"], diff({ "~/*" => 0, "a" => 1 }, { "~/*" => 1, "a" => 1 })
    b = { "b" => 2 }

    assert_equal ["replace  #{b.inspect}"], diff({ "a" => 1 }, b)
  end

  def test_keys_are_compared_by_their_texts
    key = Class.new(String) { def to_s = "zz" }.new("q")
    { key => "zz", :a => "a", 1 => "1" }.each do |one, text|
      [->(value) { value }, ->(value) { [value] }, ->(value) { { "b" => [value, 1] } }].each do |around|
        assert_empty Jacinth.diff(around[{ one => 1 }], around[{ text => 1 }])
        assert_empty Jacinth.diff(around[{ one => [] }], around[{ text => [] }])
        assert_empty Jacinth.diff(around[{ text => 1 }], around[{ one => 1 }])
      end
    end
  end

  def test_inserted_and_removed_elements_need_one_operation
    assert_equal ["add /1 2"], diff([1, 3], [1, 2, 3])
    assert_equal ["remove /1"], diff([1, 1, 2], [1, 2])
    assert_equal ["add /2 3"], diff([1, 2], [1, 2, 3])
    assert_equal ["remove /3", "remove /0"], diff([0, 1, 2, 3], [1, 2])
    assert_equal ["replace /0/2 4"], diff([[1, 2, 3]], [[1, 2, 4]])
  end

  def test_an_element_that_moved_takes_one_operation
    assert_equal ["move /2 /0"], diff(%w[x y z], %w[z x y])
    assert_equal ["move /0 /99"], diff([*0..99], [*1..99, 0])
    assert_equal 1, diff([*0..99], [*0..49, 99, *50..98]).size
  end

  def test_a_record_is_recognized_by_a_unique_member
    records = [1, 2, 3].map { |id| { "id" => id, "on" => true } }

    assert_equal ["remove /0", "replace /0/on false"], diff(records[0, 2], [records[1].merge("on" => false)])
    assert_equal ["move /2 /0", "replace /0/on nil"], diff(records, [records[2].merge("on" => nil), *records[0, 2]])
  end

  def test_documents_are_compared_by_their_values
    a, b = ['{"a":[1, 2]}', "{ \"a\" : [2] }"].map { |text| Jacinth::Document.new(text) }

    assert_equal [{ "op" => "remove", "path" => "/a/0" }], Jacinth.diff(a, b)
    assert_equal '{"a":[2]}', a.patch(Jacinth.diff(a, b)).raw
  end

  def test_symbols_are_keys
    assert_equal [{ "op" => "replace", "path" => "/a", "value" => 2 }], Jacinth.diff({ a: 1, b: 1 }, { a: 2, b: 1 })
    assert_equal({ a: [2], c: 1 }, Jacinth.patch({ a: [1], b: 1 }, Jacinth.diff({ a: [1], b: 1 }, { a: [2], c: 1 })))
  end

  def test_keys_are_the_same_if_their_texts_are
    assert_equal [{ "op" => "replace", "path" => "/a", "value" => 2 }], Jacinth.diff({ a: 1, "k" => 0 }, { "a" => 2, "k" => 0 })
    assert_empty Jacinth.diff({ a: [1] }, { "a" => [1] })
  end

  def test_a_value_that_contains_itself_is_refused
    list = [[1]]
    list[0] << list

    assert_raises(ArgumentError) { Jacinth.diff(list, []) }
    assert_raises(ArgumentError) { Jacinth.diff({}, { "a" => list }) }
  end

  def test_shared_and_deep_values_take_linear_time
    shared = 40.times.inject([1]) { |inner, _| [inner, inner] }

    assert_equal 1, Jacinth.diff([shared, 1], [shared, 2]).size
    one, two = [1, 2].map { |leaf| 20_000.times.inject(leaf) { |inner, _| [inner, 0] } }

    assert_equal [{ "op" => "replace", "path" => "/0" * 20_000, "value" => 2 }], Jacinth.diff(one, two)
  end

  def test_a_patch_with_the_difference_of_random_values_gives_the_second
    scaled(1_000).times do
      a = value(4)
      b = @random.rand(2).zero? ? value(4) : changed(a)

      assert_equal [b], [Jacinth.patch(a, Jacinth.diff(a, b))], seed_note
      assert_equal [b], [Jacinth::Document.new(Jacinth.generate(a)).patch(Jacinth.diff(a, b)).value], seed_note
    end
  end

  def value(levels) = random_value(@random, [nil, true, 0, 1, 2, "s0", "s1", "s2"], Array.new(6) { |i| "k*~/#{i}" }, levels)

  # The value with some of its parts changed, moved, added or removed.
  def changed(old)
    case old
    when Array
      list = old.map { |element| @random.rand(5).zero? ? changed(element) : element }
      [list, list.shuffle(random: @random), list.drop(1), [*list, value(1)], list.rotate].sample(random: @random)
    when Hash
      members = old.map { |key, inner| [@random.rand(6).zero? ? "#{key}'" : key, @random.rand(4).zero? ? changed(inner) : inner] }
      members.drop(@random.rand(2)).to_h
    else value(1)
    end
  end
end
