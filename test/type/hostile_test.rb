# frozen_string_literal: true

require_relative "support"
require "continuation" unless RUBY_ENGINE != "ruby"

# User code that a type calls misbehaves.
class TypeHostileTest < Minitest::Test
  include TypeHelpers

  def scalar(&load) = T.scalar(load: load, dump: ->(value) { value })

  def test_types_are_shareable_after_use
    hashes = [{ t: T.literal("a"), v: 1..2 }, { t: T.literal("b") }]
    [T.union(Integer, String), T.union(*hashes), T.union(*hashes, tag: "t"), T.union({ a: Integer }, { b: Integer }), T.union(Time, String),
     T.first_of(Integer, String), T.tuple(Integer), T.hash(Date => Integer), T[{ a: T.member(Integer, also: "b") }]].each do |type|
      type.json_schema
      type.rbs
      assert_raises(Jacinth::GeneratorError) { type.dump(Object.new) }

      assert Ractor.shareable?(type), type.inspect
    end
  end

  def test_exceptions_and_throws_of_a_scalar_pass_through
    type = T[[{ a: scalar { |value| value == 3 ? raise(IOError, "no") : value } }]]

    assert_raises(IOError) { type.load('[{"a":1},{"a":3}]') }
    assert_equal :out, catch(:done) { T[[scalar { throw :done, :out }]].load("[[1,[2]]]") }
    assert_equal([{ a: 1 }], type.load('[{"a":1}]'))
    assert_equal 5, T[[scalar { next 5 }]].load("[1]")[0]
  end

  def test_the_source_can_be_changed_by_a_scalar
    text = %([1,"#{'x' * 200}",[2],"#{'y' * 200}"])
    type = T[[scalar { |value| text.replace("[" * 5000) && value }]]

    assert_equal [1, "x" * 200, [2], "y" * 200], type.load(text)
  end

  def test_a_scalar_can_load
    inner = T[{ a: [Integer] }]
    type = T.hash(scalar do |value|
      [value, inner.load('{"a":[1,2,3]}')[:a], begin
        inner.load('{"a":[x')
      rescue StandardError
        0
      end]
    end)

    assert_equal({ "a" => [1, [1, 2, 3], 0], "b" => [[{}], [1, 2, 3], 0] }, type.load('{"a":1,"b":[{}]}'))
  end

  def test_an_array_changed_while_it_is_written_does_no_harm
    list = Array.new(50) { |i| i }
    type = T[{ list: [T.scalar(load: :itself.to_proc, dump: ->(n) { list.clear if n == 3; n })] }]

    assert_equal '{"list":[0,1,2,3]}', type.dump({ list: list })
    hash = { "a" => 1, "b" => 2 }
    type = T.hash(T.scalar(load: :itself.to_proc, dump: ->(n) { hash.clear; GC.start; n }))

    assert_equal '{"a":1,"b":2}', type.dump(hash)
  end

  def test_an_initialize_redefined_by_a_scalar_is_called
    klass = Class.new(Point)
    type = T[[T.union(T.of(klass, x: scalar do |v|
      if v == 2
        klass.define_method(:initialize) { |x, y| super(x, -y) }
      else
        v
      end; v
    end, y: Integer), nil)]]

    assert_equal [[1, 1], [2, -1], [3, -1]], type.load('[{"x":1,"y":1},{"x":2,"y":1},{"x":3,"y":1}]').map(&:to_a)
  end

  # A read remembers several classes. The Proc of the second element changes the class of the first
  # one; the third element is an object of another class.
  def test_an_initialize_redefined_before_another_class_is_made_is_called
    8.times do
      changed, other = Array.new(2) { Class.new(Point) }
      change = scalar { |v| changed.define_method(:initialize) { |x, y| super(x, -y) } && v }
      first, third = [changed, other].map { |klass| T.of(klass, x: Integer, y: Integer) }
      values = T.tuple(first, change, third, first).load('[{"x":1,"y":1},2,{"x":3,"y":1},{"x":4,"y":1}]')

      assert_equal [[1, 1], 2, [3, 1], [4, -1]], [values[0].to_a, values[1], values[2].to_a, values[3].to_a]
    end
  end

  def test_an_initialize_redefined_by_a_scalar_is_called_for_the_next_document
    klass = Class.new(Point)
    change = scalar { |v| v == 2 ? klass.define_method(:initialize) { |x, y| super(x, -y) } : v }
    type = T.tuple(T.of(klass, x: Integer, y: Integer), change)
    lines = Array.new(5) { |i| %([{"x":1,"y":1},#{i}]\n) }.join

    assert_equal([1, 1, 1, -1, -1], Jacinth.each(lines, into: type).map { |point, _| point.y })
  end

  def test_a_second_return_into_a_scalar_does_no_harm
    skip "no callcc" unless respond_to?(:callcc, true)
    kept = nil
    count = 0
    type = T[[scalar { |value| value == 2 ? callcc { |c| (kept = c) && value } : value }]]
    begin
      result = type.load("[1,2,3]")
      count += 1
      kept.call(9) if count == 1
    rescue RuntimeError => e
      assert_match(/a continuation returned/, e.message)
      result = e
    end

    assert_kind_of RuntimeError, result
  end

  # Without Bundler, which loads files that a Ractor of Ruby 3.1 cannot load.
  def test_the_first_pattern_of_a_process_can_be_read_in_a_ractor
    text = ractors!(<<~RUBY)
      require "jacinth"
      schema = { "type" => "string", "pattern" => "^a+$" }
      p Ractor.new(schema) { |given| Jacinth::Type.from_json_schema(given).load('"aa"') }.value
    RUBY

    assert_equal "\"aa\"\n", text
  end

  def test_threads_share_a_type
    type = T[[T.of(Point, x: Integer, y: scalar { |value| Thread.pass && value })]]
    text = JSON.generate(Array.new(50) { |i| { x: i, y: [i] } })
    wanted = type.load(text)

    assert_equal([wanted] * 8, Array.new(8) { Thread.new { Array.new(20) { type.load(text) }.last } }.map(&:value))
  end

  def test_ractors_share_types
    stdout = ruby!(<<~RUBY)
      Warning[:experimental] = false
      require "jacinth"
      T = Jacinth::Type
      P = Struct.new(:x, :y)
      TYPE = T[[T.of(P, x: T.member(Integer, default: 1), y: T.optional(T.union(String, [Integer])))]]
      text = '[{"x":5,"y":"a"},{"y":[1,2]},{"x":7}]'
      TREE = T.recursive { |type| T.of(P, x: T.optional(type), y: T.hash(type)) }
      p [TYPE, TREE].map { |type| Ractor.shareable?(type) }
      taken = Ractor.method_defined?(:value) ? :value : :take
      results = 4.times.map { Ractor.new(text) { |t| 200.times.map { TREE.load('{"y":{"a":{"y":{}}}}') && TYPE.dump(TYPE.load(t)) }.uniq } }.map(&taken)
      p results.uniq
    RUBY

    assert_equal %([true, true]\n[["[{\\"x\\":5,\\"y\\":\\"a\\"},{\\"x\\":1,\\"y\\":[1,2]},{\\"x\\":7,\\"y\\":null}]"]]\n), stdout
  end

  # Also the first use of types, which loads them.
  def test_types_can_be_declared_in_a_ractor
    stdout = ruby!(<<~RUBY)
      Warning[:experimental] = false
      require "jacinth"
      require "time" # which a Ractor may not before Ruby 3.4
      P = Struct.new(:first_name, :at)
      ractor = Ractor.new do
        t = Jacinth::Type
        type = t.of(P, first_name: t.union(String, 1..3), at: t.optional(t.enum("a", "b")))
        type = type.with(rename: :camel, unknown: :raise)
        read = t.from_json_schema(type.json_schema)
        coder = Jacinth::Coder.new(types: { Time => :iso8601 })
        [type.dump(P.new(2, "a")), type.rbs.lines.size, read.load('{"firstName":1,"at":"b"}'), coder.dump(Time.at(0).utc),
         begin
           t[[Integer]].load('["1"]', errors: :all)
         rescue Jacinth::ValidationError => e
           [e.hint, e.excerpt, e.errors.first.to_h]
         end]
      end
      p ractor.__send__(Ractor.method_defined?(:value) ? :value : :take)
    RUBY

    assert_match(/\A\[#{Regexp.escape('"{\"firstName\":2,\"at\":\"a\"}"')}, /, stdout)
  end

  def test_all_constants_are_shareable
    files = Dir[File.expand_path("../../lib/jacinth/{*.rb,{document,errors,json,type}/*.rb}", __dir__)]
    names = files.flat_map { |file| File.read(file, encoding: "UTF-8").scan(/^\s*([A-Z]\w*) = /) }.flatten.uniq
    # Calls Module#name itself, because other tests define classes whose to_s is invalid UTF-8.
    named = ObjectSpace.each_object(Module).select do |mod|
      Module.instance_method(:name).bind_call(mod)&.match?(/\AJacinth(?!::(?:Command|OnRails))\b/)
    end
    modules = named.flat_map { |mod| [mod, mod.singleton_class] }
    held = modules.product(names).select { |mod, name| mod.const_defined?(name, false) }
    bad = held.reject { |mod, name| Ractor.shareable?(mod.const_get(name, false)) }

    assert_operator held.size, :>, 50
    assert_empty bad
  end

  def test_json_schema_returns_a_new_hash
    T[{ x: T.boolean }].json_schema["properties"]["x"]["description"] = "mine"

    assert_equal({ "type" => "boolean" }, T[{ x: T.boolean }].json_schema["properties"]["x"])
  end

  # The objects that are made have slots for what the class was defined with.
  def test_an_overridden_members_is_not_called
    [%i[x x], %i[y x], [:x], %i[x y z], nil].each do |members|
      klass = Class.new(Point) { define_singleton_method(:members) { members } }

      assert_equal [1, nil], T.of(klass, x: Integer).load('{"x":1}').to_a
      assert_equal '{"x":1,"y":2}', T.of(klass, x: Integer, y: Integer).dump(klass.new(1, 2))
    end
  end

  def test_an_incomplete_type_raises
    left = nil
    assert_raises(IOError) { T.recursive { |type| (left = type) && raise(IOError) } }
    T.recursive { |type| incomplete(type) && [type] }
    incomplete(left)

    assert_raises(ArgumentError) { T[[T.send(:allocate)]] }
  end

  def incomplete(type)
    [[type, "1", 1], [[type], "[1]", [1]], [{ a: type }, '{"a":1}', { a: 1 }], [T.of(Point, x: type), "{}", Point.new(1)],
     [[T.optional(type)], "[1]", [1]], [T.hash(type), '{"a":1}', { "a" => 1 }], [T.set(type), "[1]", Set[1]]]
      .each do |outer, text, object|
        [-> { T[outer].load(text) }, -> { T[outer].dump(object) }].each do |use|
          assert_equal "this type is not complete yet", assert_raises(ArgumentError, &use).message
        end
      end
  end

  def test_a_length_beyond_64_bits_raises
    [2**63, 0..(2**70), (2**64)..].each do |length|
      assert_raises(ArgumentError) { T.string(length: length) }
      assert_raises(ArgumentError) { T.array(Integer, length: length) }
    end
    assert_equal "a", T.string(length: 0..((2**63) - 1)).load('"a"')
  end

  def test_thousands_of_member_names_are_found
    names = Array.new(3000) { |i| "k#{i}" }
    type = T[names.to_h { |name| [name, Integer] }]
    value = names.each_with_index.to_h

    assert_equal value, type.load(JSON.generate(value.to_a.reverse.to_h))
  end

  def test_names_with_escapes_are_found
    ["a\"b", "a\\b", "a\nb", "\u0001", "\"", "\\"].each do |name|
      type = T[{ name => Integer }]
      text = type.dump({ name => 1 })

      assert_equal({ name => 1 }, type.load(text))
      assert_raises(Jacinth::ParserError, name.inspect) { type.load(%({"#{name}":1}#{' ' * 16})) }
    end
  end

  def test_a_copy_is_the_type_itself
    type = T[[Integer]]

    assert_same type, type.dup
    [nil, true, false].each { |freeze| assert_same type, type.clone(freeze: freeze) }
    assert_predicate type, :frozen?
  end

  def test_nesting_errors_have_the_whole_path
    shape = Struct.new(:x)
    nested = T.of(shape, x: Object)
    [[-> { T[[Object]].dump([1, [[[1]]]], max_nesting: 2) }, "$[1][0]"],
     [lambda {
       Jacinth::Coder.new(types: { shape => nested }, max_nesting: 3).dump([shape.new({ "a" => [[]] })])
     }, "$[0].x.a"]].each do |call, path|
      assert_equal path, assert_raises(Jacinth::NestingError, &call).json_path
    end
  end

  def test_types_work_without_internals
    stdout = ruby!(<<~RUBY, env: { "JACINTH_INTERNALS" => "off" })
      require "jacinth"
      type = Jacinth::Type.of(Struct.new(:x, :y), x: Integer, y: [Integer])
      puts type.dump(type.load('{"y":[1],"x":2}'))
    RUBY

    assert_equal %({"x":2,"y":[1]}\n), stdout
  end

  def test_marshal_cannot_dump_a_type
    assert_raises(TypeError) { Marshal.dump(Jacinth::Type[{ a: Jacinth::Type.member(Integer) }]) }
  end
end
