# frozen_string_literal: true

require_relative "support"
require "bigdecimal"
require "date"
require "delegate"
require "set"

class ObjectsTest < GeneratorTest
  class SubString < String; end
  class SubArray < Array; end
  class SubHash < Hash; end

  class Unequal
    include Comparable

    def <=>(_other) = raise("compared")
    def ==(_other) = raise("compared")
    def hash = raise("hashed")
    def to_s = "unequal"
  end
  Point = Struct.new(:x, :y)

  SUBCLASSED = { SubString => "mine s", SubArray => [1], SubHash => { 1 => 2 } }.freeze

  def test_objects_without_a_to_json_are_written_as_to_s
    time = Time.at(0).utc
    [:sym, :"s\"", Object, Point.new(1, 2), time, 1..3, Date.new(2020, 1, 2), Set[1], /a/, ENV, BigDecimal("1.5"),
     Exception.new("x"), $stdout, method(:puts), :sym.to_proc, Encoding::UTF_8, 1r, 2i].each do |object|
      assert_generates "[#{Jacinth.generate(object.to_s)}]", [object]
      assert_generates Jacinth.generate(object.to_s), object
    end
  end

  def test_objects_with_an_odd_comparison_are_written
    hash = {}.compare_by_identity
    hash[Unequal.new] = Unequal.new

    assert_generates '["unequal",{"unequal":"unequal"}]', [Unequal.new, hash]
  end

  def test_data_is_written_as_to_s
    skip "Data is new in Ruby 3.2" unless defined?(Data) && Data.respond_to?(:define)

    point = Data.define(:x).new(x: 1)

    assert_generates "[#{Jacinth.generate(point.to_s)}]", [point]
  end

  def test_the_result_of_to_json_is_written_as_it_is
    assert_generates '[{"mine":1},2]', [with_to_json('{"mine":1}'), 2]
    assert_generates "not json", with_to_json("not json")
    assert_generates '{"a":[1]}', { "a" => with_to_json("[1]") }
  end

  def test_core_types_ignore_a_to_json
    [String, Integer, Float, Hash, Array, NilClass, TrueClass, FalseClass].each do |type|
      type.define_method(:to_json) { |*| '"overridden"' }
    end
    text = Jacinth.generate(["s", 1, 2**70, 1.5, 1e300, {}, [], nil, true, false])

    assert_equal "[\"s\",1,#{2**70},1.5,1e+300,{},[],null,true,false]", text
  ensure
    [String, Integer, Float, Hash, Array, NilClass, TrueClass, FalseClass].each { |type| type.remove_method(:to_json) }
  end

  def test_symbols_honour_a_to_json
    assert_equal '["a"]', Jacinth.generate([:a])
    Symbol.define_method(:to_json) { |*| "symbol!" }

    assert_equal "[symbol!,symbol!]", Jacinth.generate([:a, :"not static #{rand}"])
  ensure
    Symbol.remove_method(:to_json)
  end

  # Elsewhere, as a method that was redefined once is never Ruby's own again.
  def test_symbols_honour_a_to_s
    text = ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth"
      class Symbol
        def to_s = "other"
      end
      print Jacinth.generate([:a, { b: :c }])
    RUBY

    assert_equal '["other",{"b":"other"}]', text
  end

  def test_symbols_honour_a_to_s_that_is_defined_meanwhile
    text = ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth"
      redefining = Object.new
      def redefining.to_json(*) = Symbol.define_method(:to_s) { "other" } && "1"
      writer = Jacinth::Writer.new.array
      writer << [:a, :b, :c, :d]
      print Jacinth.generate([:a, :b, :c, { d: :e }, redefining, :f, { g: :h }])
      print (writer << :i).end.close
    RUBY

    assert_equal '["a","b","c",{"d":"e"},1,"other",{"g":"other"}][["a","b","c","d"],"other"]', text
  end

  def test_to_json_of_subclasses_and_singletons_is_called
    SUBCLASSED.each do |type, value|
      honest = Class.new(type) { def to_json(*) = '"mine"' }
      single = value.dup
      single.define_singleton_method(:to_json) { |*| '"single"' }
      made = type == SubHash ? honest.new.merge!(value) : honest.new(value)

      assert_generates '["mine","single",{"k":"mine"}]', [made, single, { "k" => made }]
    end
  end

  def test_subclasses_and_singletons_are_written_as_their_class
    string = SubString.new("s\n")
    array = SubArray[1, SubString.new("t")]
    hash = SubHash["k", array]
    [string, array, hash].each { |object| object.define_singleton_method(:extra) { 1 } }

    assert_generates '["s\n",[1,"t"],{"k":[1,"t"]}]', [string, array, hash]
  end

  # Inside of a subclass, to_json of each part is called, too.
  def test_objects_in_subclasses_are_written_by_their_to_json
    part = Class.new(String) { def to_json(*) = "PART" }.new("x")

    assert_generates "[PART]", SubArray[part]
    assert_generates '{"a":PART}', SubHash["a", part]
    assert_generates '{"a":PART}', SubHash["a", part], indent: "", space: "", sort_keys: true
    assert_generates '[{"a":[PART,[]]}]', SubArray[SubHash["a", SubArray[part, []]]]
  end

  # The storage is read; overridden methods are not called.
  def test_overridden_each_and_size_are_not_called
    hash = Class.new(Hash) do
      def each(*) = raise("each")
      def size = 99
      def empty? = true
    end.new.merge!("a" => 1)
    array = Class.new(Array) do
      def each(*) = raise("each")
      def size = 99
      def to_s = raise("to_s")
    end.new([1])
    string = Class.new(String) { def to_s = raise("to_s") }.new("text")

    assert_generates '[{"a":1},[1],"text"]', [hash, array, string]
  end

  def test_basic_objects_with_to_s_or_to_json_are_written
    assert_raises(NoMethodError) { Jacinth.generate([BasicObject.new]) }
    with_to_s = Class.new(BasicObject) { def to_s = "basic" }.new

    assert_generates '["basic"]', [with_to_s]
    with_to_json = Class.new(BasicObject) { def to_json(*) = "basic" }.new

    assert_generates "[basic]", [with_to_json]
  end

  def test_delegators_and_method_missing_are_written
    assert_generates '["[1]"]', [SimpleDelegator.new([1])]
    ghost = Class.new do
      def respond_to_missing?(name, _all) = name == :to_json
      def method_missing(name, *) = name == :to_json ? "ghost" : super
    end.new

    assert_generates "[ghost]", [ghost]
    assert_generates "[1,ghost]", [with_to_json("1"), ghost]
  end

  def test_each_object_decides_by_respond_to
    choosy = Class.new(Struct.new(:asked)) do
      def respond_to?(name, all = false) = name == :to_json ? asked : super # rubocop:disable Style/OptionalBooleanParameter
      def to_json(*) = "asked"
      def to_s = "text"
    end
    ghost = Class.new(Struct.new(:asked)) do
      def respond_to_missing?(name, _all) = name == :to_json && asked
      def method_missing(name, *) = name == :to_json ? "ghost" : super
      def to_s = "text"
    end
    single = choosy.new(false)
    def single.respond_to?(*) = true

    assert_generates '[asked,"text",asked]', [choosy.new(true), choosy.new(false), choosy.new(true)]
    assert_generates '[ghost,"text",ghost]', [ghost.new(true), ghost.new(false), ghost.new(true)]
    assert_generates "[1,asked,1]", [with_to_json("1"), single, with_to_json("1")]
  end

  def test_a_class_that_overrides_instance_method
    object = Class.new do
      def self.instance_method(*) = raise("called")
      def to_json(*) = "own"
    end.new

    assert_generates "[own,own]", [object, object]
  end

  def test_private_to_json_is_not_called
    object = Class.new do
      def to_s = "text"

      private

      def to_json(*) = "private"
    end.new

    assert_generates '["text"]', [object]
    assert_generates '[1,"text"]', [with_to_json("1"), object]
  end

  def test_a_to_s_that_returns_no_string_is_replaced_by_that_of_object
    object = Class.new { def to_s = 5 }.new

    assert_match(/\A"#<#<Class:0x\h+>:0x\h+>"\z/, Jacinth.generate(object))
  end

  def test_a_to_json_that_returns_no_string_raises
    { 1 => "Integer", nil => "nil", :a => "Symbol" }.each do |result, name|
      assert_error(TypeError, "wrong argument type #{name} (expected String)") { Jacinth.generate([with_to_json(result)]) }
    end
  end

  def test_results_of_to_json_are_written_as_they_are
    { "\xFF" => "\xFF", "é".encode("UTF-16LE") => "é".encode("UTF-16LE").b, "é".b => "é",
      "" => "" }.each do |given, bytes|
      text = Jacinth.generate([with_to_json(given)])

      assert_equal "[".b + bytes.b + "]".b, text.b
      assert_equal Encoding::UTF_8, text.encoding
      assert_sound_coderange text
    end
    assert_generates '["é"]', [with_to_json('"é"')], ascii_only: true
    assert_generates "[1]", [Class.new(String).new("1").then { |text| with_to_json(text) }]
  end

  def test_to_json_gets_one_state_with_the_depth_and_options
    seen = []
    object = with_to_json { |state| seen << [state.is_a?(Jacinth::State), state.depth, state.frozen?, state.object_id, state.indent]; "1" }
    Jacinth.generate([object, [object], { "a" => [object] }], indent: " ")

    assert_equal [true] * 3, seen.map(&:first)
    assert_equal([1, 2, 3], seen.map { |entry| entry[1] })
    assert_equal([false] * 3, seen.map { |entry| entry[2] })
    assert_equal 1, seen.map { |entry| entry[3] }.uniq.size
    assert_equal [" "] * 3, seen.map(&:last)
  end

  def test_nested_generation_continues_the_layout
    inner = with_to_json { |state| Jacinth.generate({ "in" => [1] }, state) }

    assert_equal Jacinth.pretty_generate([{ "a" => { "in" => [1] } }]), Jacinth.pretty_generate([{ "a" => inner }])
    assert_raises(Jacinth::NestingError) { Jacinth.generate([[inner]], max_nesting: 3) }
    assert_equal '[[{"in":[1]}]]', Jacinth.generate([[inner]], max_nesting: 4)
  end
end
