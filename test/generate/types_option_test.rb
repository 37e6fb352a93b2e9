# frozen_string_literal: true

require_relative "support"
require "bigdecimal"
require "date"
require "objspace"
require "set"
require "time"

# The option types of generate, State, dump and Writer. coder_types_test.rb has what all of
# them share with Coder.
class TypesOptionTest < GeneratorTest
  Point = Struct.new(:x, :y)
  Named = Struct.new(:name) do
    def to_json(*state) = Jacinth.generate({ "named" => name }, *state)
    def to_s = "named #{name}"
  end
  Hook = Struct.new(:action)
  TYPES = { Point => :to_a, Time => :iso8601, Set => :to_a, BigDecimal => :number, Date => :iso8601,
            Hook => ->(hook) { hook.action.call } }.freeze
  # name => what writes a value
  WRITERS = {
    "generate" => ->(value) { Jacinth.generate(value, types: TYPES) },
    "strict" => ->(value) { Jacinth.generate(value, types: TYPES, strict: true) },
    "state" => ->(value) { Jacinth::State.new(Jacinth::State.new(types: TYPES).to_h).generate(value) },
    "io" => ->(value) { Jacinth.dump(value, StringIO.new, types: TYPES).string },
    "coder" => ->(value) { Jacinth::Coder.new(types: TYPES).dump(value) },
    "writer" => ->(value) { Jacinth::Writer.new(types: TYPES).value(value).close },
    "writer, io" => ->(value) { Jacinth::Writer.new(StringIO.new, types: TYPES, chunk_size: 1).value(value).close.string }
  }.freeze
  VALUE = lambda do
    [Point.new(1, Set[Time.at(0).utc]), { Time.at(1).utc => BigDecimal("1.50"), "b" => [Date.new(2026, 1, 2), :c] },
     Time.new(2026, 1, 2, 3, 4, 5, "+05:30"), nil, 1.5]
  end
  TEXT = '[[1,["1970-01-01T00:00:00Z"]],{"1970-01-01T00:00:01Z":1.5,"b":["2026-01-02","c"]},"2026-01-02T03:04:05+05:30",null,1.5]'

  WRITERS.each do |name, write|
    define_method("test_#{name}_converts_by_class") do
      assert_equal TEXT, write.call(VALUE.call)
      assert_equal '"1970-01-01T00:00:00Z"', write.call(Time.at(0).utc)
    end

    define_method("test_#{name}_writes_in_a_conversion") do
      assert_equal "[[#{TEXT.inspect}]]", write.call([Hook.new(-> { [write.call(VALUE.call)] })])
    end

    define_method("test_#{name}_raises_the_errors_of_conversions") do
      assert_error(KeyError, "no") { write.call([1, { "a" => Hook.new(-> { raise KeyError, "no" }) }]) }
      assert_equal 5, catch(:done) { write.call([Hook.new(-> { throw :done, 5 })]) }
      assert_match(/types convert .*Hook without end/, assert_raises(Jacinth::GeneratorError) { write.call([endless]) }.message)
    end

    define_method("test_#{name}_writes_the_container_that_a_conversion_has_changed") do
      list = [1, Hook.new(-> { list.clear.then { GC.start || "cleared" } }), *([Time.at(0).utc] * 30)]

      assert_equal '[1,"cleared"]', write.call(list)
      pairs = { "a" => 1, "b" => Hook.new(-> { pairs.clear && "cleared" }), "c" => [Time.at(0).utc] }

      assert_equal '{"a":1,"b":"cleared","c":["1970-01-01T00:00:00Z"]}', write.call(pairs)
    end
  end

  def test_objects_without_an_entry_are_written_as_without_types
    value = [Named.new("a"), 1..2, Object, { Named.new("b") => 1 }, Class.new(Hash)["k", Named.new("c")],
             Jacinth::Fragment.new("[1 ]")]
    plain = Jacinth.generate(value)

    assert_equal plain, Jacinth.generate(value, types: TYPES)
    assert_equal plain, Jacinth::Writer.new(types: TYPES).value(value).close
    assert_equal plain, Jacinth.generate(value, types: {})
    assert_equal '["named"]', Jacinth.generate([Named.new("a")], types: { Named => ->(_) { "named" } })
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate(value, types: TYPES, strict: true) }
  end

  # A Module, too: Comparable is in String, Symbol and Integer, which JSON has types for.
  def test_classes_of_json_are_never_converted
    value = ["a", :b, 1, 2**70, 1.5, nil, Date.new(2026, 1, 1)]

    assert_equal '["a","b",1,1180591620717411303424,1.5,null,"other"]',
                 Jacinth.generate(value, types: { Comparable => ->(_) { "other" } })
  end

  def test_iso8601_is_that_of_the_method
    random = seeded
    zones = ["UTC", "+00:00", "-00:30", "+05:45", "-11:00", 1172, nil]
    times = Array.new(scaled(2000)) do
      Time.at(random.rand(-(10**12)..(10**12)), random.rand(10**9), :nsec, in: zones.sample(random: random))
    end
    times.push(Time.utc(0), Time.utc(-1), Time.utc(9999, 12, 31, 23, 59, 59), Time.utc(10_000), Time.new(2026, 2, 30, 1))
    times << Time.at(10**25).utc
    WRITERS.each_value { |write| assert_equal Jacinth.generate(times.map(&:iso8601)), write.call(times), seed_note }
  end

  def test_an_iso8601_of_the_program_is_called
    out = ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth"
      require "time"
      times = [Time.at(0).utc] * 2
      coder = Jacinth::Coder.new(types: { Time => :iso8601 })
      writer = Jacinth::Writer.new(types: { Time => :iso8601 })
      puts coder.dump(times), coder.dump(Class.new(Time) { def iso8601 = "subclass" }.at(0))
      def (times[0]).iso8601 = "singleton"
      puts coder.dump(times)
      Redefining = Struct.new(:how)
      how = -> { Time.class_eval { def iso8601(*) = "redefined" } && "now" }
      writer.array << Time.at(0).utc
      types = { Time => :iso8601, Redefining => ->(redefining) { redefining.how.call } }
      puts Jacinth.generate([Time.at(0).utc, Redefining.new(how), Time.at(0).utc], types: types)
      puts coder.dump([Time.at(0).utc]), (writer << Time.at(0).utc).end.close
    RUBY

    assert_equal <<~TEXT, out
      ["1970-01-01T00:00:00Z","1970-01-01T00:00:00Z"]
      "subclass"
      ["singleton","singleton"]
      ["1970-01-01T00:00:00Z","now","redefined"]
      ["redefined"]
      ["1970-01-01T00:00:00Z","redefined"]
    TEXT
  end

  def test_a_decimal_is_written_as_a_number_or_a_string
    value = [BigDecimal("12345678901234567890.123456789"), BigDecimal("-0.1")]

    assert_equal "[12345678901234567890.123456789,-0.1]", Jacinth.generate(value, types: { BigDecimal => :number })
    assert_equal '["12345678901234567890.123456789","-0.1"]', Jacinth.generate(value, types: { BigDecimal => :string })
    assert_generator_error("NaN not allowed in JSON") { Jacinth.generate([BigDecimal("NaN")], types: { BigDecimal => :number }) }
    assert_error(ArgumentError, /:nmber \(did you mean :number\?\)/) { Jacinth.generate(1, types: { BigDecimal => :nmber }) }
  end

  def test_a_writer_goes_on_after_an_error_and_keeps_its_conversions
    writer = Jacinth::Writer.new(StringIO.new, types: TYPES, chunk_size: 10).array
    classes = Array.new(40) { Class.new(Point) }
    classes.each_with_index do |type, i|
      assert_raises(RuntimeError) { writer << [type.new(i, 1), Hook.new(-> { raise "no" })] }
      writer << type.new(i, Time.at(0).utc)
      GC.start if (i % 10).zero?
    end
    writer.object { |w| w.pair(Time.at(0).utc, Set[1]) }

    expected = Array.new(40) { |i| [i, "1970-01-01T00:00:00Z"] } << { "1970-01-01T00:00:00Z" => [1] }

    assert_equal expected, Jacinth.parse(writer.end.close.string)
  end

  # The table of the last types is kept.
  def test_types_that_differ_from_those_of_the_last_call
    value = [Point.new(1, 2), Time.at(0).utc]
    types = { Point => :to_a, Time => :iso8601 }
    time = '"1970-01-01T00:00:00Z"'
    {
      types => "[[1,2],#{time}]", types.to_a.reverse.to_h => "[[1,2],#{time}]",
      { Point => :to_h, Time => :iso8601 } => "[{\"x\":1,\"y\":2},#{time}]",
      { Point => :x, Time => :to_i } => "[1,0]", { Point => :x, Time => Jacinth::Type[Time] } => "[1,#{time}]",
      { Point => ->(_) { 2 }, Time => :to_i } => "[2,0]", { Point => ->(_) { 5 }, Time => :to_i } => "[5,0]"
    }.each { |given, text| 2.times { assert_equal text, Jacinth.generate(value, types: given) } }
    types[Point] = :y
    types[Time] = :to_i

    assert_equal "[2,0]", Jacinth.generate(value, types: types)
    assert_equal "[[1,2],0]", Jacinth.generate(value, types: types.merge!(Point => :to_a))
    types.delete(Time)

    assert_equal "[[1,2],\"#{Time.at(0).utc}\"]", Jacinth.generate(value, types: types)
    assert_raises(ArgumentError) { Jacinth.generate(value, types: types.merge(String => :to_s)) }
  end

  # The last table is kept. It is compared by identity.
  def test_the_block_of_the_hash_is_not_kept
    assert_equal '["1970-01-01T00:00:00Z"]', Jacinth.generate([Time.at(0).utc], types: Hash.new {
      flunk
    }.update(Time => :iso8601))
    assert(ObjectSpace.each_object(Hash).none? { |hash| hash.compare_by_identity? && hash.default_proc })
  end

  def test_other_options_work
    type = Jacinth::Type[[Integer]]

    assert_equal "[\n  \"1970-01-01T00:00:00Z\"\n]", Jacinth.pretty_generate([Time.at(0).utc], types: TYPES)
    value = { "b" => Time.at(0).utc, "a" => 1, "c" => nil }

    assert_equal '{"a":1,"b":"1970-01-01T00:00:00Z"}',
                 Jacinth.generate(value, types: TYPES.slice(Time), sort_keys: true, omit_nil: true)
    { sort_keys: true, rfc8785: true }.each do |name, value|
      assert_raises(ArgumentError) { Jacinth.generate([], types: { Point => type }, name => value) }
    end
    assert_raises(ArgumentError) { type.dump([1], types: TYPES) }
    assert_equal "types must be a Hash, got 5", assert_raises(ArgumentError) { Jacinth::State.new(types: 5) }.message
    assert_nil Jacinth::State.new(types: nil).types
    assert_equal({ Time => :iso8601 }.compare_by_identity, Jacinth::State.new(types: { Time => :iso8601 }).types)
  end

  Row = Struct.new(:id, :name, :score, :ok, :at, :kind, :note)
  # A type of scalars, whose objects are written within the generator's walk.
  ROW = Jacinth::Type.of(Row, id: Integer, name: String, score: Float, ok: Jacinth::Type.boolean, at: Time,
                              kind: Jacinth::Type.enum("a", 1, nil), note: Jacinth::Type.optional(String))
  # Its seconds are an Integer of any size, except in JRuby.
  FAR = Time.at(RUBY_ENGINE == "jruby" ? 10**15 : 2**80)
  ROW_VALUES = [
    [1, 2**70, "x", nil], ["n", "\xff", "é", "é".encode("UTF-16LE"), "\xff\xff".b, 3, "o" * 5000],
    [1.5, Float::NAN, 2, 2**70, 2**2000, nil], [true, false, nil],
    [Time.at(0).utc, FAR, Time.at(10**11).utc, Class.new(Time).at(5).utc, 5],
    ["a", "c", 1, 1.0, nil, []], [nil, "text", 3]
  ].freeze

  # Type#dump writes the same object by a walk of its own.
  def test_objects_of_scalars_are_written_as_by_their_type
    list = Jacinth::Type[{ "list" => [ROW] }]
    ROW_VALUES.each_with_index do |values, at|
      values.each do |member|
        row = Row.new(*ROW_VALUES.map(&:first).tap { |members| members[at] = member })
        [{}, { max_nesting: 2 }, { max_nesting: 0 }, { ascii_only: true }, { allow_nan: true }, { indent: " " }].each do |options|
          value = { "list" => [row, row] }
          found = written { Jacinth.generate(value, types: { Row => ROW }, **options) }

          assert_equal(written { list.dump(value, **options) }, found, [row, options])
        end
      end
    end
    rows = Array.new(3000) { |i| Row.new(i, "n#{i}", i / 8.0, i.odd?, Time.at(i).utc, "a") }
    text = Jacinth::Type[[ROW]].dump(rows)

    assert_equal text, Jacinth.dump(rows, StringIO.new, types: { Row => ROW }).string
    assert_equal text[0, 5000], with_gc_stress { Jacinth.generate(rows.first(60), types: { Row => ROW }) }[0, 5000]
  end

  Outer = Struct.new(:row)

  def test_errors_of_a_writer_have_the_path_of_those_of_generate
    types = { Row => ROW, Outer => Jacinth::Type.of(Outer, row: ROW) }
    row = Row.new(1, "\xff", 1.5, true, Time.at(0), "a")
    values = [row, [1, row], { b: { c: row } }, Outer.new(row), [Outer.new(row)], Row.new(1, "x", 1.5, true, FAR, "a"),
              Row.new([[]], "x", 1.5, true, Time.at(0), "a")]
    values.product([{}, { max_nesting: 3 }, { max_nesting: 1 }, { indent: " " }]) do |value, options|
      options = { types: types, **options }

      assert_equal(written { Jacinth.generate([1, [value]], **options) },
                   written { Jacinth::Writer.new(**options).array { |w| w.value(1).array { w.value(value) } } }, [value, options])
      assert_equal(written { Jacinth.generate({ k: value }, **options) },
                   written { Jacinth::Writer.new(**options).object { |w| w.pair(:k, value) } }, [value, options])
    end
  end

  Part = Struct.new(:sku, :at)
  PART = Jacinth::Type.of(Part, sku: String, at: Time)
  # A type of Arrays and objects, which are written within the generator's walk.
  Order = Struct.new(:id, :day, :total, :tags, :grid, :parts, :main)
  ORDER = Jacinth::Type.of(Order, id: Integer, day: Jacinth::Type.optional(Date), total: BigDecimal, tags: [String],
                                  grid: Jacinth::Type.optional([[Float]]), parts: [Jacinth::Type.optional(PART)], main: PART)
  PARTS = [Part.new("p", Time.at(0).utc), Part.new("\xff", Time.at(0).utc), Part.new("p", FAR.utc),
           Class.new(Part).new("p", Time.at(1).utc), Part.new("p", Class.new(Time).at(5).utc),
           Part.new(1, 2), Class.new(Part).new(nil, nil)].freeze
  ORDER_VALUES = [
    [1, 2**70, "x"], [Date.new(2026, 1, 2), nil, Date.new(10**8), 5], [BigDecimal("1.5"), BigDecimal("NaN"), 1],
    [%w[a b], [], ["x", 5], Array.new(3000, "long"), nil, ["\xff"], "x", Class.new(Array)["a"]],
    [[[1.5], [2]], nil, [], [[]], [[1.5, [2]]], [[1.5, nil]]],
    [PARTS.first(1), [], [nil, PARTS[0]], *PARTS.map { |part| [PARTS[0], part] }], [*PARTS, nil]
  ].freeze
  ORDERS = ORDER_VALUES.flat_map.with_index do |values, at|
    values.map { |member| Order.new(*ORDER_VALUES.map(&:first).tap { |members| members[at] = member }) }
  end

  # Type#dump writes the same objects by a walk of its own.
  def test_objects_with_nested_members_are_written_as_by_their_type
    list = Jacinth::Type[{ "list" => [ORDER] }]
    depths = [0, *2..6].map { |depth| { max_nesting: depth } }
    ORDERS.product([{}, *depths, { ascii_only: true }, { allow_nan: true }, { indent: " " }]) do |order, options|
      value = { "list" => [ORDERS[0], order] }

      assert_equal(written { list.dump(value, **options) }, written do
        Jacinth.generate(value, types: { Order => ORDER }, **options)
      end,
                   [order, options])
    end
    orders = Array.new(2000) { |i| ORDERS[0].dup.tap { |order| order.id = i } }
    text = Jacinth::Type[[ORDER]].dump(orders)

    assert_equal text, Jacinth.dump(orders, StringIO.new, types: { Order => ORDER }).string
    assert_equal text, Jacinth.generate(orders.each, types: { Order => ORDER }, enumerators: :array)
    assert_equal text[0, 5000], with_gc_stress { Jacinth.generate(orders.first(60), types: { Order => ORDER }) }[0, 5000]
  end

  def test_a_writer_goes_on_after_an_error_in_a_nested_member
    writer = Jacinth::Writer.new(types: { Order => ORDER }).array
    expected = ORDERS.map do |order|
      found = written { writer << order && nil } || order
      found.is_a?(Order) ? Jacinth.parse(ORDER.dump(found)) : assert_includes(found[2], "]") && nil
    end

    assert_equal expected.compact, Jacinth.parse(writer.end.close)
    assert_operator expected.count(nil), :>, 10
  end

  Tree = Struct.new(:children)
  TREE = Jacinth::Type.recursive { |type| Jacinth::Type.of(Tree, children: [type]) }
  Lists = Struct.new(:lists)
  LISTS = Jacinth::Type.of(Lists, lists: [[[[Integer]]]])

  def test_containers_that_contain_themselves_in_objects_of_types
    circular = [].tap { |list| list << list }
    tree = Tree.new([]).tap { |root| root.children << root }
    [Lists.new(circular), tree].product([0, 5, 100]) do |object, max_nesting|
      types = { Lists => LISTS, Tree => TREE }
      type = types.fetch(object.class)

      assert_equal(written { Jacinth::Type[[[type]]].dump([[object]], max_nesting: max_nesting) }.first(2),
                   written { Jacinth.generate([[object]], types: types, max_nesting: max_nesting) }.first(2))
    end
  end

  # The IO is called, and so is other code, while a nested Array is written.
  def test_an_io_changes_the_array_that_is_written
    order = ORDERS[0].dup
    order.tags = Array.new(20_000) { |i| "tag #{i}" }
    io = Object.new
    text = +""
    io.define_singleton_method(:write) do |part|
      order.tags.map! { "new" }
      GC.start
      text << part
      raise "full" if text.size > 600_000
    end
    Jacinth.dump([order, order], io, types: { Order => ORDER })

    assert_match(/\A\[\{"id":1,.*"tags":\["tag 0","tag 1",.*"new","new"\],.*"tags":\["new",/, text)
    order.tags = Array.new(20_000) { |i| "tag #{i}" }

    assert_equal "full", assert_raises(RuntimeError) { 9.times { Jacinth.dump([order], io, types: { Order => ORDER }) } }.message
  end

  def test_values_are_converted_under_gc_stress
    WRITERS.slice("generate", "writer, io").each_value do |write|
      write.call(VALUE.call)
      value = VALUE.call
      written = with_gc_stress { write.call(value) }

      assert_equal TEXT, written
    end
  end

  private

  # The text, or the class, message and path of the error.
  def written
    yield
  rescue Jacinth::GeneratorError, Jacinth::NestingError => e
    [e.class, e.message, e.json_path]
  end

  def endless
    hook = Hook.new(-> { hook })
  end
end
