# frozen_string_literal: true

require_relative "support"
require "stringio"

class CoderTest < GeneratorTest
  Coder = Jacinth::Coder
  MALFORMED = "source sequence is illegal/malformed utf-8"

  def test_without_a_block_an_object_that_is_not_json_raises
    coder = Coder.new

    assert_equal '{"a":[1,"b",null]}', coder.dump({ a: [1, :b, nil] })
    assert_equal coder.dump([1]), coder.generate([1])
    [Object.new, 1..2, Time.now, 1r, Class.new(String).new, with_to_json,
     Struct.new(:a).new(1)].each do |object|
      error = assert_generator_error("#{object.class} not allowed in JSON", path: "$[0]") { coder.dump([object]) }
      assert_same object, error.invalid_object
    end
    assert_generator_error("Integer not allowed as object key in JSON", invalid: 1) { coder.dump({ 1 => 2 }) }
  end

  def test_the_block_gets_each_object_and_key_that_is_not_json
    calls = []
    coder = Coder.new { |object, key| calls << [object, key]; object.to_s }
    range = 1..2

    assert_equal '["1..2",{"3":"Object"}]', coder.dump([range, { 3 => Object }])
    assert_equal [[range, false], [3, true], [Object, false]], calls
  end

  def test_a_result_of_the_block_is_not_passed_to_it_again
    coder = Coder.new { |object, _| object.is_a?(Range) ? [object.first, { in: object.last }] : object }

    assert_equal '[[1,{"in":2}]]', coder.dump([1..2])
    object = Object.new
    assert_generator_error("Object not allowed in JSON", invalid: object) { coder.dump([object]) }
    assert_generator_error("Rational not allowed as object key in JSON") { coder.dump({ 1r => 1 }) }
  end

  def test_parts_of_a_result_are_passed_to_the_block
    coder = Coder.new { |object, _| object.is_a?(Struct) ? object.to_h : object.to_s }
    pair = Struct.new(:a, :b)

    assert_equal '{"a":{"a":"1..2","b":[]},"b":"Object"}', coder.dump(pair.new(pair.new(1..2, []), Object))
    assert_equal '[{"a":"1..2","b":null},"1..3"]', coder.dump([pair.new(1..2), 1..3])
  end

  def test_the_block_replaces_nan_and_infinity
    assert_equal '["NaN"]', Coder.new { |object, _| object.to_s }.dump([Float::NAN])
    assert_equal "[null]", Coder.new { nil }.dump([Float::INFINITY])
    assert_equal "[NaN]", Coder.new(allow_nan: true) { nil }.dump([Float::NAN])
    assert_generator_error("NaN not allowed in JSON") { Coder.new { |object, _| object }.dump([Float::NAN]) }
  end

  def test_the_block_replaces_strings_that_are_not_utf8
    keys = []
    coder = Coder.new { |object, key| keys << key; object.b.inspect }

    assert_equal '["\"\\\\xFF\""]', coder.dump(["\xFF"])
    assert_equal '{"\"\\\\xFF\"":1}', coder.dump({ "\xFF" => 1 })
    assert_equal [false, false], keys
    assert_equal "[[1]]", Coder.new { [1] }.dump(["\xFF"])
    assert_generator_error("Array not allowed as object key in JSON") do
      Coder.new do
        [1]
      end.dump({ "\xFF" => 1 })
    end
    assert_raises(Jacinth::GeneratorError) { Coder.new { "\xFE" }.dump(["\xFF"]) }
  end

  def test_as_json_replaces_the_block
    assert_equal '["1..2"]', Coder.new(as_json: ->(object, _) { object.to_s }).dump([1..2])
    assert_equal '["block"]', Coder.new(as_json: ->(*) { "option" }) { "block" }.dump([1..2])
    assert_raises(ArgumentError) { Coder.new(as_json: ->(one) { one }).dump([1..2]) }
  end

  def test_a_nan_that_the_block_returns_is_passed_to_the_block_again
    nan = Coder.new { |object, _| object.is_a?(Float) ? nil : Float::NAN }

    assert_equal '[null,{"a":null}]', nan.dump([Object.new, { "a" => 1r }])
    assert_equal "[[null]]", Coder.new { |object, _| object.is_a?(Float) ? nil : [Float::NAN] }.dump([Object.new])
    assert_equal "[1]", Coder.new { |object, _| object.is_a?(String) ? Float::NAN : 1 }.dump(["\xFF"])
    assert_equal "[null]", Coder.new { |object, _| object.nan? ? Float::INFINITY : nil }.dump([Float::NAN])
    assert_equal "[1]", Coder.new { |object, _| object.is_a?(Float) ? Object.new : 1 }.dump([Float::NAN])
    assert_equal "[NaN]", Coder.new(allow_nan: true) { Float::NAN }.dump([Object.new])
    assert_generator_error("NaN not allowed in JSON") { Coder.new { Float::NAN }.dump([Object.new]) }
    assert_generator_error(MALFORMED) { Coder.new { "\xFF" }.dump([Float::NAN]) }
    assert_generator_error("Float not allowed as object key in JSON") { nan.dump({ 1r => 1 }) }
  end

  def test_a_string_in_another_encoding_that_the_block_returns_raises
    latin = "\xE9".dup.force_encoding(Encoding::ISO_8859_1)
    binary = "\xE9".b.to_sym

    [latin, binary].product([1r, "\xFF".b.to_sym]) do |answer, object|
      text = object.is_a?(Symbol) && answer.equal?(latin) ? object.name : answer.to_s
      error = assert_generator_error(MALFORMED) { Coder.new { answer }.dump([object]) }

      assert_equal text, error.invalid_object
    end
    assert_equal '["é"]', Coder.new { |object, _| object.is_a?(Range) ? [latin] : object }.dump(1..2)
    assert_equal '{"é":[]}', Coder.new { latin }.dump({ 1r => [] })
    assert_equal %(["\uFFFD"]), Coder.new(invalid: :replace) { binary }.dump([1r])
  end

  # A number whose as_json is called counts as a level, as in json.
  def test_each_number_that_the_block_returns_for_a_number_counts_as_a_level
    turns = lambda do |limit, **options|
      asked = 0
      coder = Coder.new(**options) { (asked += 1) < limit ? [Float::NAN, Float::INFINITY][asked % 2] : 7 }
      coder.dump([Float::NAN])
    end

    assert_equal "[7]", turns.call(99)
    assert_match(/nesting of 101 /, assert_raises(Jacinth::NestingError) { turns.call(100) }.message)
    assert_equal "[7]", turns.call(9000, max_nesting: 0)
    assert_raises(Jacinth::NestingError) { turns.call(1 << 40, max_nesting: 0) }
    endless = Coder.new { |object, _| object.is_a?(Float) ? Object.new : Float::NAN }
    assert_raises(Jacinth::NestingError) { endless.dump([1, Object.new]) }
    assert_raises(Jacinth::NestingError) { Coder.new(max_nesting: 1) { 1 }.dump([Float::NAN]) }
  end

  def test_a_coder_takes_options_and_refuses_unknown_ones
    assert_equal "[\n1\n]", Coder.new(array_nl: "\n").dump([1])
    assert_raises(ArgumentError) { Coder.new(strict: false) }
    assert_raises(ArgumentError) { Coder.new(foo: 1) }
    assert_raises(Jacinth::NestingError) { Coder.new(max_nesting: 1).dump([[]]) }
    assert_equal '{"a":1,"a":2}', Coder.new(allow_duplicate_key: true).dump({ "a" => 1, a: 2 })
    assert_equal '{"a":1,"b":2}', Coder.new(sort_keys: true).dump({ b: 2, a: 1 })
  end

  def test_dump_to_an_io_returns_the_io
    io = StringIO.new

    assert_same io, Coder.new.dump([1], io)
    assert_equal "[1]", io.string
    assert_equal "[1]", Coder.new.dump([1], nil)
  end

  def test_subclasses_of_core_classes_are_passed_to_the_block
    coder = Coder.new { |object, _| object.to_a.flatten }

    assert_equal '[["a",1],[2]]', coder.dump([Class.new(Hash)["a", 1], Class.new(Array)[2]])
  end

  def test_symbols_in_other_encodings_are_written_as_utf8
    assert_equal '["é"]', Coder.new.dump(["é".encode("ISO-8859-1").to_sym])
    assert_equal '{"é":1}', Coder.new.dump({ "é".encode("ISO-8859-1").to_sym => 1 })
  end

  def test_a_copied_coder_writes_and_reads_the_same
    coder = Coder.new(symbolize_names: true, array_nl: " ") { |object, _| object.to_s }

    [coder.dup, coder.clone(freeze: true)].each do |copy|
      assert_equal "[ \"1..2\" ]", copy.dump([1..2])
      assert_equal({ a: 1 }, copy.load('{"a":1}'))
    end
    assert_predicate coder.clone(freeze: true), :frozen?
    assert_raises(TypeError) { Coder.allocate.send(:initialize_copy, Object.new) }
  end

  def test_initialize_goes_before_all_else
    coder = Coder.allocate

    assert_raises(TypeError) { coder.dump([]) }
    assert_raises(TypeError) { coder.load("[]") }
    coder.send(:initialize, freeze: true)

    assert_predicate coder.load("[]"), :frozen?
    assert_raises(FrozenError) { coder.freeze.send(:initialize) }
    [[1, {}, {}], [{}, 1, {}], [{}, {}, 1]].each do |arguments|
      assert_error(TypeError, /Integer/) { Coder.allocate.send(:_configure, *arguments, nil) }
    end
    assert_raises(TypeError) { Coder.new.send(:initialize) }
  end

  def test_an_old_coder_keeps_the_options_that_initialize_is_given
    coders = Array.new(50) { Coder.allocate }
    4.times { GC.start }
    coders.each_with_index { |coder, i| coder.send(:initialize, space: "-" * (i + 40), on_load: ->(v) { [v, i] }) { "#{i}!" } }
    GC.start(full_mark: false)
    Array.new(10_000) { "x" * 50 }

    coders.each_with_index do |coder, i|
      assert_equal %({"a":#{'-' * (i + 40)}"#{i}!"}), coder.dump({ "a" => 1..2 })
      assert_equal [7, i], coder.load("7")
    end
  end

  def test_a_subclass_can_override_initialize_and_dump
    coder = Class.new(Coder) do
      def initialize(**options) = super(symbolize_names: true, **options)
      def dump(object, *) = super([object])
      def configure = raise("not asked")
    end.new(ascii_only: true)

    assert_equal "[\"\\u00fc\"]", coder.dump("ü")
    assert_equal({ a: 1 }, coder.parse('{"a":1}'))
  end

  def test_load_builds_only_what_the_pointers_of_the_coder_name
    pointers = [+"/a", "/b/*/c"]
    coder = Coder.new(only: pointers, symbolize_names: true)
    pointers[0] << "/x"
    pointers.clear
    text = '{"a": 1, "x": 2, "b": [{"c": 3, "d": 4}, 5]}'

    2.times { assert_equal({ a: 1, b: [{ c: 3 }, nil] }, coder.load(text)) }
    assert_equal Jacinth.parse(text, only: "/a"), Coder.new(only: "/a").load(text)
    assert_equal Jacinth.parse(text), Coder.new(only: nil).load(text)
    assert_equal({}, Coder.new(only: []).load(text))
    assert_equal '{"a":1}', coder.dump({ "a" => 1 })
    assert_includes coder.inspect, "only"
    assert Ractor.shareable?(Ractor.make_shareable(Coder.new(only: ["/a"])))
    ["a", ["/~"], ["/a", "b"]].each { |bad| assert_raises(ArgumentError) { Coder.new(only: bad) } }
    assert_raises(TypeError) { Coder.new(only: 3) }
    assert_raises(ArgumentError) { Coder.new(only: "/a", on_load: ->(v) { v }) }
    assert_raises(ArgumentError) { Coder.new(only: "/a", object_class: Hash) }
  end

  # Also where what it was given may not be.
  def test_a_frozen_one_may_be_shared
    types = { Range => :to_s }
    coder = Coder.new(indent: +" ", only: [+"/a"], types: types).freeze

    assert Ractor.shareable?(coder)
    refute_predicate types, :frozen?
    assert_equal '#<Jacinth::Coder indent: " ", only: #<Array>, types: #<Hash>>', coder.inspect
    refute Ractor.shareable?(Coder.new { |object, _| object.to_s }.freeze)
  end

  def test_an_exception_of_the_block_passes_through
    assert_error(ZeroDivisionError, "divided by 0") { Coder.new { 1 / 0 }.dump([1..2]) }
    assert_equal :out, catch(:done) { Coder.new { throw :done, :out }.dump([1..2]) }
  end
end
