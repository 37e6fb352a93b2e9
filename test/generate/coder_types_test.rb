# frozen_string_literal: true

require_relative "support"
require "bigdecimal"
require "date"
require "set"
require "stringio"
require "time"

# Jacinth::Coder.new(types:): the texts of objects by their class.
class CoderTypesTest < GeneratorTest
  T = Jacinth::Type
  Point = Struct.new(:x, :y)
  Money = Struct.new(:amount)

  # A module, and a class that includes it.
  module Named
    def name_of = "named #{self.class.name.split('::').last}"
  end

  class Thing; include Named; end
  class Under < Thing; end
  class Words < String; end
  class List < Array; end

  def dump(types, object, **options, &)
    Jacinth::Coder.new(types: types, **options, &).dump(object)
  end

  def test_methods_of_the_table_convert_objects
    types = { Time => :iso8601, Set => :to_a, Struct => :to_h, BigDecimal => :string }
    object = [Time.utc(2026, 1, 2, 3, 4, 5), Set[1, 2], Point.new(1, nil), BigDecimal("12.50")]

    assert_equal '["2026-01-02T03:04:05Z",[1,2],{"x":1,"y":null},"12.5"]', dump(types, object)
  end

  def test_iso8601_writes_seconds_and_a_type_writes_fractions
    time = Time.at(0, 123_456_789, :nsec, in: "UTC")

    assert_equal "\"#{time.iso8601}\"", dump({ Time => :iso8601 }, time)
    assert_equal '"1970-01-01T00:00:00.123456789Z"', dump({ Time => T[Time] }, time)
    assert_equal '"1970-01-01T00:00:00.123Z"', dump({ Time => ->(at) { at.iso8601(3) } }, time)
  end

  def test_a_data_is_written_as_its_hash
    skip "no Data" unless defined?(Data.define)
    data = Data.define(:a, :b)

    assert_equal '{"a":1,"b":[{"a":2,"b":null}]}', dump({ Data => :to_h }, data.new(1, [data.new(2, nil)]))
  end

  def test_the_nearest_ancestor_counts
    types = { Object => ->(_) { "object" }, Thing => ->(_) { "thing" } }

    assert_equal '["object","thing","thing"]', dump(types, [Object.new, Thing.new, Under.new])
    assert_equal '"under"', dump({ **types, Under => ->(_) { "under" } }, Under.new)
  end

  def test_an_entry_of_a_class_precedes_that_of_its_module
    assert_equal '"named Under"', dump({ Named => :name_of }, Under.new)
    assert_equal '"thing"', dump({ Named => :name_of, Thing => ->(_) { "thing" } }, Under.new)
  end

  def test_a_prepended_module_is_before_its_class
    over = Module.new
    klass = Class.new { prepend over }

    assert_equal '"over"', dump({ klass => ->(_) { "class" }, over => ->(_) { "over" } }, klass.new)
  end

  def test_an_entry_of_a_module_converts_an_object_that_extends_it
    object = Object.new.extend(Named)

    assert_equal '"named Object"', dump({ Named => :name_of, Object => ->(_) { "object" } }, object)
    assert_equal '"object"', dump({ Object => ->(_) { "object" } }, object)
  end

  def test_the_next_dump_uses_the_entry_of_a_module_included_later
    late = Module.new
    klass = Class.new
    coder = Jacinth::Coder.new(types: { late => ->(_) { "late" }, Object => ->(_) { "object" } })

    assert_equal '["object","object"]', coder.dump([klass.new, klass.new])
    klass.include(late)
    assert_equal '"late"', coder.dump(klass.new)
  end

  def test_the_result_of_a_conversion_is_converted_again
    types = { Money => :amount, BigDecimal => :string }

    assert_equal '["1.5"]', dump(types, [Money.new(BigDecimal("1.5"))])
    assert_equal '"a"', dump({ Money => :amount, Words => :to_s }, Money.new(Words.new("a")))
  end

  def test_an_endless_conversion_raises
    same = { Money => :itself }
    error = assert_raises(Jacinth::GeneratorError) { dump(same, [1, Money.new(1)]) }

    assert_equal "$[1]", error.json_path
    assert_includes error.message, "without end"
    assert_raises(Jacinth::NestingError) { dump({ Money => ->(money) { [money] } }, Money.new(1)) }
    assert_raises(Jacinth::NestingError) { dump({ Money => ->(money) { [money] } }, Money.new(1), max_nesting: 0) }
  end

  def test_a_type_that_gives_the_value_back_raises
    type = Jacinth::Type
    same = type.scalar(load: :itself.to_proc, dump: :dup.to_proc)
    [type.any, type.optional(type.any), same].product([{}, { max_nesting: 0 }]) do |any, options|
      types = { Money => any, Point => type.of(Point, x: Integer, y: [any]) }
      error = assert_raises(Jacinth::GeneratorError, any.inspect) { dump(types, [1, Money.new(1)], **options) }

      assert_equal ["types convert Money without end", "$[1]"], [error.message.sub(/\w+::/, ""), error.json_path]
      writer = Jacinth::Writer.new(types:)
      2.times { assert_raises(Jacinth::GeneratorError) { writer.value(Money.new(1)) } }

      assert_equal '{"x":1,"y":[2]}', writer.value(Point.new(1, [2])).close
    end
  end

  def test_types_inside_types_are_written_at_any_depth
    deep = (1..200).inject(1) { |inner, _| Set[inner] }

    assert_equal "#{'[' * 200}1#{']' * 200}", dump({ Set => Jacinth::Type.set(Jacinth::Type.any) }, deep, max_nesting: 0)
  end

  def test_entries_convert_subclasses_of_string_array_and_hash
    object = [Words.new("w"), List[1]]

    assert_equal '["W",2]', dump({ Words => :upcase, List => ->(list) { list[0] + 1 } }, object)
    assert_raises(Jacinth::GeneratorError) { dump({ Set => :to_a }, object) }
  end

  def test_the_block_gets_objects_without_an_entry
    asked = []
    block = lambda do |object, key|
      asked << object.class << key
      object.to_s
    end

    assert_equal '["2026-01-02T00:00:00Z","1..2"]', dump({ Time => :iso8601 }, [Time.utc(2026, 1, 2), 1..2], &block)
    assert_equal [Range, false], asked
  end

  def test_the_block_gets_the_result_of_a_conversion_that_is_not_json
    assert_equal '"1..2"', dump({ Money => :amount }, Money.new(1..2)) { |object, _| object.to_s }
    assert_error(Jacinth::GeneratorError, /Range not allowed in JSON/) { dump({ Money => :amount }, Money.new(1..2)) }
  end

  def test_the_result_of_the_block_is_converted
    assert_equal "[1]", dump({ Set => :to_a }, 1..2) { |_, _| Set[1] }
  end

  def test_without_a_block_the_rest_is_an_error
    assert_equal "$.a[0]", assert_raises(Jacinth::GeneratorError) { dump({ Set => :to_a }, { "a" => [1..2] }) }.json_path
  end

  def test_keys_are_converted_by_their_entries
    types = { Time => :iso8601, Date => T[Date], Numeric => :to_s, Set => :to_a }

    assert_equal '{"2026-01-02T00:00:00Z":1,"2026-01-03":2,"3":3,"0.5":4}',
                 dump(types, { Time.utc(2026, 1, 2) => 1, Date.new(2026, 1, 3) => 2, 3 => 3, 0.5 => 4 })
    assert_raises(Jacinth::GeneratorError) { dump(types, { Set[1] => 1 }) }
    assert_raises(Jacinth::GeneratorError) { dump(types, { nil => 1 }) }
    assert_equal '{"nil":1}', dump(types, { nil => 1 }) { |object, _| object.inspect }
    assert_equal '{"w":1}', dump({ Words => :upcase }, { Words.new("w") => 1 }), "a key that is a String is its text"
  end

  def test_two_keys_converted_to_the_same_text_raise
    assert_raises(Jacinth::GeneratorError) { dump({ Numeric => :to_s }, { 1 => 1, "1" => 2 }) }
    assert_equal '{"1":1,"1":2}', dump({ Numeric => :to_s }, { 1 => 1, "1" => 2 }, allow_duplicate_key: true)
  end

  def test_converted_keys_are_in_canonical_order
    types = { Numeric => :to_s, Date => T[Date] }

    assert_equal '{"1":2,"10":1,"2026-01-03":0}', dump(types, { Date.new(2026, 1, 3) => 0, 10 => 1, 1 => 2 }, rfc8785: true)
    assert_raises(Jacinth::GeneratorError) { dump(types, { 1 => 1, "1" => 2 }, rfc8785: true) }
  end

  def test_a_type_writes_the_object
    point = T.of(Point, x: Integer, y: T.optional(Float))

    assert_equal '[{"x":1,"y":null},{"x":2,"y":0.5}]', dump({ Point => point }, [Point.new(1, nil), Point.new(2, 0.5)])
    error = assert_raises(Jacinth::GeneratorError) { dump({ Point => point }, { "a" => [Point.new("1", 1.0)] }) }

    assert_equal "$.a[0].x", error.json_path
  end

  def test_types_of_times_dates_and_decimals
    types = { Time => T[Time], Date => T[Date], BigDecimal => T.decimal(as: :number) }
    time = Time.at(5, 7, :millisecond, in: "+01:00")
    value = { "a" => [time, time.dup.utc, Date.new(2026, 1, 2), BigDecimal("-1.50")], "b" => BigDecimal("1E+3") }

    assert_equal "{\"a\":#{T.any.dump([*value["a"].first(2).map { |t| t.xmlschema(3) }, "2026-01-02", -1.5])},\"b\":1000.0}",
                 dump(types, value)
    far = /a year has at most nine digits/
    { BigDecimal("NaN") => /NaN not allowed/, Time.at(10**18) => far, Time.at(10**30) => far,
      Date.new(10**10) => far }.each do |bad, text|
      error = assert_raises(Jacinth::GeneratorError) { dump(types, { "a" => [1, { "b" => bad }] }) }

      assert_equal "$.a[1].b", error.json_path
      assert_match text, error.message
    end
  end

  def test_a_type_is_formatted_as_the_rest
    point = T.of(Point, x: T[[Integer]], y: T.any)
    text = dump({ Point => point }, { "p" => [Point.new([1, 2], { "é" => [] })] },
                indent: "  ", space: " ", object_nl: "\n", array_nl: "\n", ascii_only: true)

    assert_equal Jacinth.pretty_generate({ "p" => [{ "x" => [1, 2], "y" => { "é" => [] } }] }, ascii_only: true), text
  end

  def test_objects_within_a_type_are_converted
    point = T.of(Point, x: T.any, y: T.any)

    assert_equal '{"x":{"x":[1],"y":null},"y":1}', dump({ Point => point, Set => :to_a }, Point.new(Point.new(Set[1], nil), 1))
  end

  # Few levels: without optimization, the walks of one need 170 KB of the C stack, else 2 KB.
  def test_depth_counts_through_types
    point = T.of(Point, x: T.any, y: T.any)
    deep = (1..10).inject(1) { |inner, _| Point.new([inner], nil) }

    assert_equal 10, dump({ Point => point }, deep, max_nesting: 20).count("[")
    assert_error(Jacinth::NestingError, /21/) { dump({ Point => point }, Point.new([deep], nil), max_nesting: 20) }
  end

  # As deep as the stack of the machine is, which another process may come to
  # the end of.
  def test_a_cycle_through_types_ends_without_max_nesting
    ended = ruby!(<<~RUBY)
      require "jacinth"
      point = Struct.new(:x)
      cycle = point.new
      cycle.x = cycle
      coder = Jacinth::Coder.new(types: { point => Jacinth::Type.of(point, x: Object) }, max_nesting: 0)
      begin
        coder.dump([cycle])
      rescue Jacinth::NestingError, SystemStackError => e
        print e.class, coder.dump([point.new([1])])
      end
    RUBY

    assert_match(/\A(?:Jacinth::NestingError|SystemStackError)\[\{"x":\[1\]\}\]\z/, ended)
  end

  def test_an_exception_of_a_conversion_passes_through
    assert_raises(ZeroDivisionError) { dump({ Set => ->(_) { 1 / 0 } }, [Set[1]]) }
    assert_raises(NoMethodError) { dump({ Set => :nothing_like_this }, [Set[1]]) }
    assert_raises(NoMethodError) { dump({ Set => :puts }, [Set[1]]) }
  end

  def test_a_decimal_that_is_not_finite_raises
    assert_raises(Jacinth::GeneratorError) { dump({ BigDecimal => :string }, BigDecimal("NaN")) }
    assert_equal '"12345678901234567890.1"', dump({ BigDecimal => :string }, BigDecimal("12345678901234567890.1"))
    assert_equal Set[1].to_s.inspect, dump({ Set => :string }, Set[1])
  end

  def test_new_refuses_entries_of_json_classes_and_without_a_method
    [String, Symbol, Integer, Float, Array, Hash, NilClass, TrueClass, FalseClass, Jacinth::Fragment].each do |klass|
      assert_raises(ArgumentError, klass) { Jacinth::Coder.new(types: { klass => :to_s }) }
    end
    [[1], { "Time" => :to_s }, { Time => "to_s" }, { Time => nil }, { Time => Object.new }].each do |types|
      assert_raises(ArgumentError, types.inspect) { Jacinth::Coder.new(types: types) }
    end
  end

  def test_new_refuses_types_with_sort_keys_or_rfc8785
    point = T.of(Point, x: Integer, y: Integer)

    assert_raises(ArgumentError) { Jacinth::Coder.new(types: { Point => point }, sort_keys: true) }
    assert_raises(ArgumentError) { Jacinth::Coder.new(types: { Point => point }, rfc8785: true) }
    assert_raises(ArgumentError) { Jacinth::Coder.new(types: { BigDecimal => T.decimal(as: :number) }, rfc8785: true) }
    assert_equal '{"a":"1.0","b":1}', dump({ BigDecimal => :string }, { b: 1, a: BigDecimal("1") }, sort_keys: true)
  end

  def test_the_table_is_a_copy
    types = { Set => :to_a }
    coder = Jacinth::Coder.new(types: types)
    types.clear

    assert_equal "[1]", coder.dump(Set[1])
    assert_equal "[1]", coder.dup.dump(Set[1])
    assert_predicate coder.frozen? ? coder : coder.dup.freeze, :frozen?
  end

  def test_types_and_methods_write_to_an_io
    io = StringIO.new
    point = T.of(Point, x: String, y: T.any)

    Jacinth::Coder.new(types: { Point => point, Set => :to_a }).dump(Array.new(500) { Point.new("x" * 100, Set["y"]) }, io)

    assert_equal [{ "x" => "x" * 100, "y" => ["y"] }] * 500, Jacinth.parse(io.string)
  end

  # More classes than a walk remembers, made and lost while it runs.
  def test_objects_of_classes_that_are_collected_meanwhile_are_converted
    makes = lambda do |wrapper|
      GC.start if (wrapper.amount % 50).zero?
      GC.compact if compaction? && (wrapper.amount % 100).zero?
      parent = wrapper.amount.odd? ? Thing : Point
      Class.new(parent).allocate
    end
    types = { Money => makes, Thing => ->(_) { "thing" }, Point => ->(_) { "point" } }
    expected = Array.new(400) { |i| i.odd? ? "thing" : "point" }

    assert_equal expected, Jacinth.parse(dump(types, Array.new(400) { |i| Money.new(i) }))
  end

  def test_more_classes_than_a_walk_remembers_are_converted
    classes = Array.new(60) { |i| Class.new(i.odd? ? Thing : Point) }
    objects = classes.map(&:allocate) * 20
    text = dump({ Thing => ->(_) { 1 }, Struct => ->(_) { 0 } }, objects)

    assert_equal [0, 1] * 600, Jacinth.parse(text)
  end

  def test_threads_share_a_coder
    coder = Jacinth::Coder.new(types: { Struct => :to_h, Named => :name_of })
    texts = Array.new(4) do
      Thread.new { Array.new(200) { coder.dump([Point.new(1, 2), Class.new(Point).new(3, 4), Under.new]) }.uniq }
    end

    assert_equal [['[{"x":1,"y":2},{"x":3,"y":4},"named Under"]']] * 4, texts.map(&:value)
  end

  def test_ractors_share_a_coder
    text = ractors!(<<~RUBY)
      require "jacinth"
      Point = Struct.new(:x, :y)
      types = nil.instance_eval { { Struct => :to_h, Range => ->(range) { range.to_a }, Time => Jacinth::Type[Time] } }
      CODER = Ractor.make_shareable(Jacinth::Coder.new(types: types))
      ractors = Array.new(3) do
        Ractor.new { Array.new(100) { CODER.dump([1..2, Time.at(0, in: "UTC"), Point.new(1, 2)]) }.uniq }
      end
      print ractors.map(&:value).flatten.uniq.join
    RUBY

    assert_equal '[[1,2],"1970-01-01T00:00:00Z",{"x":1,"y":2}]', text
  end
end
