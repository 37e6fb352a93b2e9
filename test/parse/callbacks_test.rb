# frozen_string_literal: true

require_relative "support"

capture = $VERBOSE
$VERBOSE = nil
require "continuation" # which warns that it is obsolete
$VERBOSE = capture

class ParserCallbacksTest < Minitest::Test
  SOURCE = '{"a":[1,{"b":"c"}],"d":{"e":[]}}'

  def test_on_load_sees_values_and_keys_depth_first
    seen = []
    Jacinth.parse(SOURCE, on_load: ->(value) { value.tap { seen << value } })

    assert_equal ["a", 1, "b", "c", { "b" => "c" }, [1, { "b" => "c" }], "d", "e", [], { "e" => [] },
                  { "a" => [1, { "b" => "c" }], "d" => { "e" => [] } }], seen
  end

  def test_on_load_replaces_values_and_keys
    assert_equal({ "A" => 2 }, Jacinth.parse('{"a":1}', on_load: lambda { |v|
      v.is_a?(Integer) ? v + 1 : (v == "a" ? "A" : v)
    }))
    [->(v) { v.is_a?(String) ? v.to_sym : v }, ->(_) {}, :to_s, method(:Array), proc { |a, *| a }, proc {
      1
    }].each do |on_load|
      assert_same_as_json(SOURCE, on_load: on_load, allow_duplicate_key: true)
      assert_same_as_json(SOURCE, on_load: on_load)
    end
  end

  # Classes that tell in which order they are used.
  class Log < Hash
    def []=(key, value)
      super(key, [:stored, value])
    end
  end

  class Heap
    include Enumerable

    attr_reader :items

    def initialize = @items = []
    def <<(item) = @items << item
    def ==(other) = other.is_a?(Heap) && items == other.items
  end

  def test_classes_come_before_on_load
    seen = []
    value = Jacinth.parse(SOURCE, object_class: Log, array_class: Heap, on_load: ->(v) { v.tap { seen << v.class } })

    assert_equal [String, Integer, String, String, Log, Heap, String, String, Heap, Log, Log], seen
    assert_instance_of Log, value
    assert_equal JSON.parse(SOURCE, object_class: Log, array_class: Heap), value
  end

  def test_freeze_does_not_freeze_containers_of_other_classes
    value = Jacinth.parse(SOURCE, object_class: Log, array_class: Heap, freeze: true)

    refute_predicate value, :frozen?
    refute_predicate value["a"][1], :frozen?
    assert_same_as_json(SOURCE, object_class: Class.new(Hash), freeze: true)
    assert_same_as_json(SOURCE, array_class: Class.new(Array), freeze: true)
  end

  def test_a_container_of_an_array_class_can_be_a_hash
    assert_same_as_json("[[1]]", array_class: Class.new(Hash) do
      def <<(v)
        self[v] = 1
      end
    end, object_class: Class.new(Hash))
  end

  class Oops < StandardError; end

  def test_exceptions_of_callbacks_pass_through_and_leave_nothing
    (1..11).each do |n|
      count = 0
      hook = ->(v) { (count += 1) == n ? raise(Oops) : v }

      assert_raises(Oops) { Jacinth.parse(SOURCE, on_load: hook) }
      assert_equal JSON.parse(SOURCE), Jacinth.parse(SOURCE)
    end
    assert_raises(Oops) { Jacinth.parse("[1.5]", decimal_class: Class.new { def self.new(_) = raise(Oops) }) }
    assert_raises(Oops) { Jacinth.parse("{}", object_class: Class.new { def initialize = raise(Oops) }) }
  end

  def test_throws_of_callbacks_pass_through
    (1..11).each do |n|
      count = 0
      result = catch(:out) { Jacinth.parse(SOURCE, on_load: ->(v) { (count += 1) == n ? throw(:out, n) : v }) }

      assert_equal n, result
    end
  end

  Text = Struct.new(:text)
  RECORDS = '[{"id":1,"price":1.5},{"id":2,"price":2.5,"tags":[]},{"price":3.5,"id":3},{"id":1,"id":2,"price":4.5}]'

  def test_repeated_objects_are_read_as_by_json
    [{ decimal_class: Text }, { object_class: Log }, { array_class: Heap }, { decimal_class: String, freeze: true },
     { decimal_class: Text, symbolize_names: true }, { decimal_class: String, on_load: ->(v) { v == "id" ? "no" : v } }]
      .each do |options|
      4.times { assert_same_as_json(RECORDS, allow_duplicate_key: true, **options) }
      assert_same_as_json(RECORDS, **options)
    end
  end

  def test_a_decimal_class_can_parse_raise_and_collect_inside_repeated_objects
    calls = 0
    decimal = Class.new do
      define_singleton_method(:new) do |text|
        raise Oops if (calls += 1) % 7 == 0

        GC.start
        [text, Jacinth.parse(RECORDS, allow_duplicate_key: true)]
      end
    end
    inner = JSON.parse(RECORDS, allow_duplicate_key: true)
    source = RECORDS.sub('"id":1,"id":2', '"id":9')
    expected = JSON.parse(source, decimal_class: String)
    expected.each { |record| record["price"] = [record["price"], inner] }

    results = Array.new(10) do
      Jacinth.parse(source, decimal_class: decimal)
    rescue Oops
      nil
    end

    assert_includes results, nil
    assert_equal [expected], results.compact.uniq
  end

  def test_a_callback_can_parse
    inner = lambda { |v|
      if v == 1
        Jacinth.parse('{"x":[1,2,{"y":null}]}', on_load: ->(w) { w == 2 ? Jacinth.parse(SOURCE) : w })
      else
        v
      end
    }
    expected = { "a" => [{ "x" => [1, JSON.parse(SOURCE), { "y" => nil }] }, { "b" => "c" }], "d" => { "e" => [] } }

    assert_equal expected, Jacinth.parse(SOURCE, on_load: inner)
  end

  def test_callbacks_can_parse_at_fifty_levels
    depth = 0
    hook = lambda do |v|
      depth += 1
      depth < 50 ? Jacinth.parse("[#{depth}]", on_load: hook) : v
    end

    assert_equal 49, Jacinth.parse("[0]", on_load: hook).flatten[0]
  end

  def test_the_source_cannot_change_under_the_parser
    source = "[#{Array.new(200) { |i| "\"value #{i}\"" }.join(',')}]"
    expected = JSON.parse(source)
    result = Jacinth.parse(source, on_load: lambda { |v|
      source.replace("x" * 10_000)
      source.clear
      v
    })

    assert_equal expected, result
    assert_equal "", source
  end

  def test_a_callback_can_clear_its_values
    kept = []
    Jacinth.parse(SOURCE, on_load: ->(v) { v.is_a?(Array) || v.is_a?(Hash) ? v.tap { kept << v && v.clear } : v })

    assert(kept.all?(&:empty?))
  end

  # A continuation that comes back when the parse is over, or has moved on.
  def test_a_second_return_into_a_callback_raises
    [1, 2, 5, 9].each do |n|
      count = 0
      saved = nil
      returns = 0
      error = nil
      begin
        result = Jacinth.parse(SOURCE, on_load: lambda { |v|
          callcc { |c| saved = c } if (count += 1) == n
          v
        })
        returns += 1
      rescue RuntimeError => e
        error = e
      end
      if saved && error.nil?
        again = saved
        saved = nil
        again.call
      end

      assert_equal JSON.parse(SOURCE), result
      assert_equal 1, returns
      assert_match(/a continuation returned/, error.message)
      assert_equal JSON.parse(SOURCE), Jacinth.parse(SOURCE)
    end
  end

  def test_a_fiber_can_be_abandoned_in_a_callback
    fibers = Array.new(5) { Fiber.new { Jacinth.parse(SOURCE, on_load: ->(v) { Fiber.yield && v }) } }
    results = []
    results = fibers.map { |fiber| fiber.resume(true) } while fibers.all?(&:alive?) && results.none?(Hash)

    assert_equal [JSON.parse(SOURCE)] * 5, results
    abandoned = Array.new(100) do
      Fiber.new do
        Jacinth.parse(SOURCE, on_load: ->(v) { Fiber.yield(1) && v })
      end.tap(&:resume)
    end
    abandoned.clear
    GC.start

    assert_equal JSON.parse(SOURCE), Jacinth.parse(SOURCE)
  end
end
