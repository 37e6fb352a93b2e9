# frozen_string_literal: true

require_relative "support"
require "json_schemer"

# Random types with random values of them.
class TypePropertyTest < Minitest::Test
  include TypeHelpers

  # Draws a type and, with it, a way to draw its values.
  class Draw
    include TypeHelpers

    TEXTS = ["", "a", "é", "a\"b\\c\n", "\u{1F600}", "x" * 17, "y" * 70, "\u0000", "null"].freeze
    NUMBERS = [0, 1, -1, 255, 2**31, 2**62, -(2**63), 2**64, 10**25].freeze
    FLOATS = [0.0, 1.5, -2.25, 1e300, 5e-324, 0.1, 123_456.789].freeze

    SUM = ->(list) { list.is_a?(Array) && list.all?(Numeric) ? list.sum : raise(ArgumentError, "a list") }

    # True if a type was drawn that no schema describes.
    attr_accessor :more_than_schemas

    # True if a Set was drawn, whose schema does not allow equal elements.
    attr_accessor :sets

    # True if members have defaults, and rules of omission.
    attr_accessor :members_with_rules

    def initialize(random)
      @random = random
    end

    def pick(list) = list[@random.rand(list.size)]

    # [type, -> { value }, JSON kinds]
    def type(depth)
      send(pick(depth.zero? ? %i[scalar] : %i[scalar array map object object optional union tagged set tuple first_of
                                              untagged]), depth)
    end

    def scalar(_depth)
      drawn = pick([[String, -> { pick(TEXTS) }, %i[string]], [Integer, -> { pick(NUMBERS) }, %i[integer]],
                    [Float, -> { pick(FLOATS) }, %i[float]], [T.boolean, -> { pick([true, false]) }, %i[boolean]],
                    [Symbol, -> { pick(TEXTS).to_sym }, %i[string]], [T.enum("a", :b, 3), -> { pick(["a", :b, 3]) }, %i[string integer]],
                    [Time, -> { Time.at(@random.rand(-(2**34)..(2**34)), @random.rand(10**9), :nsec) }, %i[string]],
                    [Date, -> { Date.new(2000) + @random.rand(-90_000..90_000) }, %i[string]],
                    [BigDecimal, -> { BigDecimal("#{@random.rand(-10**20..(10**20))}e#{@random.rand(-9..9)}") }, %i[string integer]],
                    [T.any, -> { pick([nil, 1, "a", [1, { "b" => [] }], { "c" => 1.5 }]) }, nil],
                    [1..9, -> { @random.rand(1..9) }, %i[integer]], [(2**61)..(2**64), -> { pick([2**61, 2**62, 2**64]) }, %i[integer]],
                    [0.5..2, -> { pick([0.5, 1.0, 2.0]) }, %i[float]], [(..Float::MAX), -> { pick([1.5, Float::MAX]) }, %i[float]],
                    [T.time(as: :seconds), -> { Time.at(@random.rand(-(2**34)..(2**34)), pick([0, 5]), :millisecond) }, nil],
                    [T.string(format: :ipv4), -> { pick(%w[127.0.0.1 1.2.3.4]) }, %i[string]],
                    [T.string(length: 1..3), -> { pick(%w[a éé xyz]) }, %i[string]], [/\A[ab]+\z/, -> { pick(%w[a bab]) }, %i[string]],
                    [T.union(String, Time, :auto, Date), -> { pick([*TEXTS, :auto, Time.at(0), Date.new(2000)]) }, %i[string]],
                    [T.enum(1.5, 2, true), -> { pick([1.5, 2, true]) }, %i[integer float boolean]],
                    [T.decimal(as: :number), -> { BigDecimal("#{@random.rand(99)}e#{@random.rand(-30..30)}") }, %i[string integer float]],
                    [BigDecimal, -> { BigDecimal("#{@random.rand(99)}e#{@random.rand(-3000..3000)}") }, %i[string integer float]],
                    [T.scalar(load: SUM, dump: lambda { |n|
                      [Integer, Float].include?(n.class) && n.finite? ? [n, 0] : raise(ArgumentError)
                    }), lambda {
                          pick([1, 2])
                        }, nil]])
      @more_than_schemas = true if drawn[0].is_a?(T) && drawn[0].__send__(:_kind) == :scalar
      drawn
    end

    def array(depth)
      type, value = type(depth - 1)
      size = @random.rand(1..3)
      return [T.array(type, length: size), -> { Array.new(size) { value.call } }, %i[array]] if @random.rand(4).zero?

      [[type], -> { Array.new(@random.rand(4)) { value.call } }, %i[array]]
    end

    def set(depth)
      @sets = true
      type, value = type(depth - 1)
      # equal elements are one, so that there can be fewer than drawn
      return [T.set(type, length: ..2), -> { Set.new(Array.new(2) { value.call }) }, %i[array]] if @random.rand(4).zero?

      [T.set(type), -> { Set.new(Array.new(@random.rand(3)) { value.call }) }, %i[array]]
    end

    def map(depth)
      type, value = type(depth - 1)
      keys, key = pick([[String, -> { pick(TEXTS) }], [Symbol, -> { pick(TEXTS).to_sym }], [Integer, -> { pick(NUMBERS) }],
                        [Float, -> { pick(FLOATS) }], [1..9, -> { @random.rand(1..9) }], [/\A[ab]+\z/, -> { pick(%w[a bab]) }],
                        [Date, -> { Date.new(2000) + @random.rand(9) }], [Time, -> { Time.at(@random.rand(2**34)) }],
                        [T.enum("a", :b), -> { pick(["a", :b]) }]])
      @more_than_schemas = true if [1..9, Date, Time, Float].include?(keys)
      [T.hash(type, keys: keys), -> { Array.new(@random.rand(4)) { key.call }.to_h { |one| [one, value.call] } }, %i[object]]
    end

    def tuple(depth)
      parts = Array.new(@random.rand(1..3)) { type(depth - 1) }
      [T.tuple(*parts.map(&:first)), -> { parts.map { |_, value| value.call } }, %i[array]]
    end

    def first_of(depth)
      (one, a), (two, b) = type(depth - 1), type(depth - 1)
      values = [-> { [a.call] }, -> { [b.call, a.call] }, -> { { x: a.call, z: nil } }, -> { { x: [a.call] } }, -> { { "y" => b.call } },
                -> { 5 }, -> { 25 }]
      type = T.first_of(T.tuple(one), T.tuple(two, one), { x: one, z: nil }, { x: T.tuple(one) }, 1..9, 20..30,
                        T.hash(two, keys: T.enum("y")))
      [type, -> { pick(values).call }, %i[array object integer]]
    end

    # A union of objects that differ in required members and literals.
    def untagged(depth)
      @more_than_schemas = true
      (one, a), (two, b) = type(depth - 1), type(depth - 1)
      klass, other = pick([[Hash, Hash], [Struct.new(:u, :v), Struct.new(:v, :w)], [Hash, Struct.new(:v, :w)]])
      literal = pick([true, 5, "five", :five])
      type = T.union(T.of(klass, u: literal == true || T.literal(literal), v: one), T.of(other, v: two, w: [String]))
      [type, -> { pick([make(klass, { u: literal, v: a.call }), make(other, { v: b.call, w: ["x"] })]) }, %i[object]]
    end

    def object(depth)
      names = %i[a b long_name_of_a_member d].sample(@random.rand(1..4), random: @random)
      members = names.to_h { |name| [name, type(depth - 1)] }
      types = members.transform_values { |type, value| members_with_rules ? member(type, value) : type }
      klass = pick([Hash, Struct.new(*names), (Data.define(*names) if DATA), Keyless[names]].compact)
      type = T.of(klass, types.to_a.shuffle(random: @random).to_h).with(unknown: pick(%i[ignore raise]), rename: pick([nil, :camel]))
      [type, -> { make(klass, members.transform_values { |_, value| value.call }) }, %i[object]]
    rescue ArgumentError => e
      e.message.include?("two members") ? retry : raise
    end

    # With another name, a default, or rules about omitted members, in many combinations.
    def member(type, value)
      options = {}
      options[:name] = "n#{@random.rand(1000)}" if @random.rand(4).zero?
      options[:also] = ["o#{@random.rand(1000)}", "e x"].first(@random.rand(1..2)) if @random.rand(8).zero?
      options[:default] = pick([value.call, nil]) if @random.rand(4).zero?
      options[:omit] = pick(%i[nil default]) if @random.rand(4).zero?
      options.empty? ? type : T.member(type, **options)
    rescue ArgumentError, TypeError # not a value of the type; not to be copied
      retry
    end

    def make(klass, values)
      return values if klass == Hash
      return klass.new(**values) if klass.is_a?(Class) && DATA && klass < Data
      return klass.new(*values.values_at(*klass.members)) if klass < Struct

      klass.allocate.tap { |object| values.each { |name, value| object.instance_variable_set("@#{name}", value) } }
    end

    def optional(depth)
      type, value = type(depth - 1)
      [T.optional(type), -> { @random.rand(3).zero? ? nil : value.call }, nil]
    end

    def union(depth)
      parts = Array.new(4) { type(depth - 1) }.select { |part| part[2] }
      kinds = []
      parts = parts.select do |part|
        !kinds.intersect?(part[2]) && !(part[2].intersect?(%i[integer
                                                              float]) && kinds.intersect?(%i[integer float])) && kinds.concat(part[2])
      end
      # A Symbol that looks like another type's value is written, but not read, as that.
      return scalar(0) if parts.empty?

      type = T.union(*parts.map(&:first))
      [type, -> { pick(parts)[1].call }, kinds]
    end

    # The tag is a member of the objects, which can be of one class.
    def tagged_by_members(one, two)
      klass = pick([Hash, Struct.new(:is, :v), Keyless])
      kind = pick([String, Symbol, T.enum("one", "two")])
      types = { "one" => one, "two" => two }.transform_values { |type| T.of(klass, is: kind, v: type[0]) }
      [T.union(types, tag: "is"),
       lambda {
         name, type = pick([["one", one], ["two", two]])
         make(klass, { is: kind == Symbol ? name.to_sym : name, v: type[1].call })
       }, %i[object]]
    end

    def tagged(depth)
      a, b = type(depth - 1), type(depth - 1)
      return tagged_by_members(a, b) if @random.rand(2).zero?

      one, two = Struct.new(:v), Struct.new(:v)
      [T.union({ "one" => T.of(one, v: a[0]), "two" => T.of(two, v: b[0]) }, tag: "is"),
       -> { @random.rand(2).zero? ? one.new(a[1].call) : two.new(b[1].call) }, %i[object]]
    end
  end

  # A plain class that compares by its variables.
  class Keyless
    def self.[](_names) = Class.new(self)

    def state = instance_variables.sort.map { |name| [name, instance_variable_get(name)] }

    def ==(other) = other.class == self.class && state == other.state
    alias eql? ==

    def hash = state.hash
  end

  def test_written_values_are_read_again
    random = seeded
    draw = Draw.new(random)
    scaled(400).times do
      type, value = draw.type(3)
      type = T[type]
      5.times do
        wanted = value.call
        text = type.dump(wanted)

        assert_equal [JSON.parse(text)], [Jacinth.parse(text)], seed_note
        assert_equal [wanted], [type.load(text)], "#{seed_note}: #{text}"
        assert_equal [wanted], [type.load(Jacinth.pretty_generate(Jacinth.parse(text)))], seed_note
        damage(type, text, random)
      end
    end
  end

  # Texts at the limits of types: numbers, bytes, times, depth.
  BORDERS = [
    "1e400", "-1e400", "1#{'0' * 400}", "[1.5,1e999]", '{"b":[2e308]}', "1.7976931348623159e308", "-0", "-0.0", "1e-400", "1.0",
    "2.00", "\"\xFF\"", "{\"\xFE\":1}", '"\\ud800"', '"2016-12-31T23:59:60Z"', '"2016-12-31T12:00:60Z"', '"+012024-01-01T00:00:00Z"',
    '"999999998-12-31T00:00:00Z"', '"-999999999-01-01T00:00:00Z"', '"999999999-12-31"', '"-999999999-01-01"', '"-0000-01-01"', "[1,1]",
    "[1,1,1,1]", "{}", "[]", "null", '"1e99999"', "1e99999", "1e-99999", '{"is":"one"}', '{"is":"one","v":null}', "true", '"a"', '"b"',
    "#{'[' * 101}#{']' * 101}", "9", "10", "2305843009213693951", "18446744073709551616", "18446744073709551617"
  ].freeze

  # Yields random types, each with a Proc that makes values of it.
  def random_types
    random = seeded
    draw = Draw.new(random)
    draw.members_with_rules = true
    scaled(400).times do
      type, value = draw.type(3)
      yield T[type], value, random
    end
  end

  def test_a_type_reads_only_what_it_writes
    random_types do |type, value, random|
      texts = Array.new(3) { type.dump(value.call) }
      texts.concat(texts.flat_map { |text| Array.new(3) { JSON.generate(changed(JSON.parse(text, max_nesting: 0), random)) } })
      texts.concat(BORDERS)
      texts.each do |text|
        object = load_or_nothing(type, text) or next
        again = type.dump(object[0])

        assert_equal object, [type.load(again)], "#{seed_note}: #{text[0, 300]} #{again[0, 300]} #{type.inspect}"
      end
    end
  end

  # Objects that fit some types.
  SPOILS = [
    nil, true, 0, 10, -1, 2**64 + 1, 10**400, 1.5, 0.25, 2, 3.5, -0.0, Float::INFINITY, Float::NAN, "", "one", "three", "c" * 9,
    "\xFF", :a, :three, [], [1] * 9, {}, Set[1, 2, 3], Time.at(2**60), Date.new(10**8), Date.new(-5), BigDecimal("1e5000"),
    BigDecimal("NaN"), { is: "three", v: 1 }
  ].freeze

  def test_a_type_writes_only_what_it_reads
    random_types do |type, value, random|
      20.times do
        object = spoiled(value.call, random)
        text = begin
          type.dump(object)
        rescue Jacinth::GeneratorError, Jacinth::NestingError, ArgumentError
          next
        end

        assert load_or_nothing(type, text), "#{seed_note}: #{text[0, 300]} #{type.inspect}"
      end
    end
  end

  # A type, its schema, and the type of that schema accept the same documents.
  def test_a_type_and_its_schema_accept_the_same_documents
    random = seeded
    draw = Draw.new(random)
    scaled(150).times do
      draw.more_than_schemas = draw.sets = false
      type, value = draw.type(3)
      type = T[type]
      schema = type.json_schema
      again = T.from_json_schema(schema)
      judge = JSONSchemer.schema(schema, regexp_resolver: "ecma", format: false)

      assert JSONSchemer.valid_schema?(schema), "#{seed_note}: #{schema}"
      4.times do
        text = type.dump(value.call)

        assert judge.valid?(JSON.parse(text)), "#{seed_note}: #{text} by #{schema}"
        assert reads?(again, text), "#{seed_note}: #{text} by #{schema}"
        3.times { assert_same_verdict(type, again, changed(JSON.parse(text), random), draw) }
      end
    end
  end

  private

  # An object in which one part is another.
  def spoiled(object, random)
    return SPOILS[random.rand(SPOILS.size)] if random.rand(3).zero?

    case object
    when Array then object.map { |part| random.rand(2).zero? ? spoiled(part, random) : part }
    when Set then Set.new(object.map { |part| spoiled(part, random) })
    when Hash then object.transform_values { |part| random.rand(2).zero? ? spoiled(part, random) : part }
    when Struct then object.dup.tap { |copy| copy.members.each { |name| copy[name] = spoiled(copy[name], random) if random.rand(2).zero? } }
    else object
    end
  end

  # The object in an Array, or nil if the type refuses the text.
  def load_or_nothing(type, text)
    [type.load(text)]
  rescue Jacinth::ParserError
    nil
  end

  def assert_same_verdict(type, again, document, draw)
    text = JSON.generate(document)
    verdicts = [reads?(type, text), reads?(again, text)]
    return if (draw.more_than_schemas && verdicts == [false, true]) || (draw.sets && verdicts == [true, false])

    assert_equal verdicts[0], verdicts[1], "#{seed_note}: #{text} by #{type.json_schema}"
  end

  # A document with one part that is another, is missing, or was not there.
  def changed(document, random)
    return [nil, 1, "a", 1.5, true, [], {}, [document]][random.rand(8)] if random.rand(4).zero?

    case document
    when Array
      return [1] if document.empty?

      document.dup.tap { |copy| (at = random.rand(copy.size)) && copy[at] = changed(copy[at], random) }
    when Hash
      key = document.keys[random.rand(document.size)] unless document.empty?
      return document.merge("new" => 1) if key.nil? || random.rand(4).zero?

      random.rand(3).zero? ? document.except(key) : document.merge(key => changed(document[key], random))
    else "changed"
    end
  end

  # A damaged document gives an object, or an error with a place in it.
  def damage(type, text, random)
    4.times do
      at = random.rand(text.bytesize)
      broken = text.b
      broken[at] = ["", "x", "\"", "1", "{", "]", ",", "null", "\xFF".b][random.rand(9)]
      broken.force_encoding("UTF-8")
      begin
        type.load(broken, errors: %i[first all][random.rand(2)])
      rescue Jacinth::NestingError
        next
      rescue Jacinth::ParserError => e
        assert_operator e.line, :>=, 1
        assert e.json_path.start_with?("$"), e.message
        assert_equal e.errors.size, e.errors.uniq.size if e.is_a?(Jacinth::ValidationError) && e.errors.size < 2
      end
    end
  end
end
