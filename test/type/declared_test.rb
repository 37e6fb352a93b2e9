# frozen_string_literal: true

require_relative "../test_helper"

# Classes whose members are declared in the class: Type.data and Type::Declared.
class DeclaredTest < Minitest::Test
  T = Jacinth::Type

  USER = T.data(id: Integer, name: String, tags: T.member([String], default: [])) { def title = "#{id} #{name}" }

  class Shape
    include Jacinth::Type::Declared

    attr_reader :name

    json_members name: String
    json_rules unknown: :raise
  end

  class Disc < Shape
    attr_reader :radius

    json_members radius: Float
    json_rules rename: :pascal
  end

  Point = Struct.new(:x, :y) do
    include Jacinth::Type::Declared

    json_members x: Integer, y: Integer
  end

  TEXT = '{"id":1,"name":"Ada","tags":[]}'

  def test_a_class_of_data_reads_and_writes_itself
    user = USER.load('{"id": 1, "name": "Ada"}')

    assert_equal ["1 Ada", [], TEXT], [user.title, user.tags, USER.dump(user)]
    assert_equal user, USER.convert({ "id" => 1, "name" => "Ada" })
    assert_equal({ "id" => 1, "name" => "Ada", "tags" => [] }, USER.to_plain(user))
    assert_equal %w[id name], USER.json_schema["required"]
    assert_equal defined?(Data.define) ? Data : Struct, USER.superclass
  end

  def test_dump_takes_an_io_and_options
    out = StringIO.new
    USER.dump(USER.load(TEXT), out, space: " ")

    assert_equal TEXT.gsub(":", ": "), out.string
  end

  def test_a_declared_class_is_the_short_form_of_its_type
    pair = T.data(first: USER, others: [USER])
    text = "{\"first\":#{TEXT},\"others\":[#{TEXT}]}"

    assert_equal text, pair.dump(pair.load(text))
    assert_instance_of USER, pair.load(text).others[0]
    assert_equal [Point.new(1, 2)], T[[Point]].load('[{"x":1,"y":2}]')
  end

  def test_into_takes_a_declared_class
    user = USER.load(TEXT)

    assert_equal [user, user], [Jacinth.parse(TEXT, into: USER), Jacinth.load(StringIO.new(TEXT), into: USER)]
    assert_equal [user, user], Jacinth.each("#{TEXT}\n#{TEXT}", into: USER).to_a
    assert_equal [user], Jacinth.each("[#{TEXT}]", at: "/*", into: USER).to_a
    assert_equal user, Jacinth::Parser::Config.new(into: USER).parse(TEXT)
    assert_equal "$.name", assert_raises(Jacinth::ValidationError) { Jacinth.parse('{"id":1}', into: USER) }.json_path
    foreign = Array.new(2) { Class.new }
    foreign[0].define_singleton_method(:json_type) { |_name| :no }
    foreign[1].singleton_class.class_eval { private define_method(:json_type) { T[Integer] } }
    [Integer, [USER], nil.class, Time.at(0), -> {}, Jacinth::Coder.new, *foreign].each do |one|
      assert_error(TypeError, "into needs a type or a declared class, got #{one.inspect}") { Jacinth.parse("1", into: one) }
    end
    assert_raises(ArgumentError) { Jacinth.parse(TEXT, into: USER, max_keys: 1) }
  end

  def test_the_types_of_a_coder_take_a_declared_class
    point = Struct.new(:x, :y)
    other = Class.new(point)
    other.include(T::Declared)
    other.json_members(y: Integer)

    assert_equal '[{"y":2}]', Jacinth::Coder.new(types: { other => other }).dump([other.new(1, 2)])
    assert_equal '[{"y":2}]', Jacinth.generate([other.new(1, 2)], types: { point => other })
    assert_raises(ArgumentError) { Jacinth::Coder.new(types: { other => other }, sort_keys: true) }
  end

  def test_data_inherits_members_and_rules
    strict = T.data(first_name: String) { json_rules rename: :camel, unknown: :raise }
    below = T.data(strict, level: Integer)

    assert_equal %i[first_name level], below.members
    assert_equal 2, below.load('{"firstName":"A","level":2}').level
    assert_raises(Jacinth::ValidationError) { below.load('{"firstName":"A","level":2,"more":1}') }
  end

  # A class whose members Ruby has fixed.
  RECORDS = { "Type.data" => -> { Class.new(T.data(x: Integer)) }, "Struct" => -> { Struct.new(:x) { include Jacinth::Type::Declared } },
              "subclass" => -> { Class.new(Struct.new(:x)) { include Jacinth::Type::Declared } } }.freeze

  RECORDS.each do |name, klass|
    define_method("test_a_record_declares_no_other_members_#{name}") do
      klass = klass.call
      assert_error(ArgumentError, "#{klass} has no member :xs (did you mean :x?)") { klass.json_members(x: Integer, xs: Integer) }
      assert_equal 1, klass.tap { klass.json_members(x: Integer) }.load('{"x":1}').x
    end
  end

  # Abstract classes, whose subclasses have the members that Ruby stores.
  BASES = { "Struct" => [Struct, :new], "Data" => ([Data, :define] if defined?(Data.define)) }.compact.freeze

  BASES.each do |name, (base, maker)|
    define_method("test_a_base_without_members_of_its_own_can_declare_some_#{name}") do
      plain = Class.new(base) { include Jacinth::Type::Declared }
      klass = plain.public_send(maker, :a)

      assert_equal({ a: Integer }, klass.json_members(a: Integer))
      assert_equal 1, klass.load('{"a":1}').a
      assert_empty plain.json_members

      plain = Class.new(base) { include Jacinth::Type::Declared }
      plain.json_members(a: Integer)
      plain.json_rules(unknown: :raise)
      klass = plain.public_send(maker, :a, :b)
      klass.json_members(b: Integer)

      assert_equal [1, 2], klass.load('{"a":1,"b":2}').to_h.values
      assert_raises(Jacinth::ValidationError) { klass.load('{"a":1,"b":2,"c":3}') }
      assert_raises(ArgumentError) { klass.json_members(c: Integer) }
    end
  end

  def test_a_class_that_is_a_part_of_a_type_cannot_change
    parts = [->(klass) { T.optional(klass) }, ->(klass) { T.member([klass], default: []) }, ->(klass) { T.member(klass, title: "t") }]
    parts.each do |part|
      klass = Class.new { include Jacinth::Type::Declared }
      klass.json_members(v: Integer)
      klass.load('{"v":1}')
      assert_error(ArgumentError, /is already a part of another type/) { klass.json_members(kid: part.call(klass)) }
      assert_raises(ArgumentError) { klass.json_rules(unknown: :raise) }
      assert_equal [:v], klass.json_members.keys
    end
  end

  # name => how the type of a subclass becomes fixed, and the reason that the error names
  FIXED = {
    "part" => [->(below) { T[[below]] }, "is already a part of another type, which would not change"],
    "part of a subclass" => [->(below) { T.optional(Class.new(below)) }, "is already a part of another type"],
    "frozen" => [->(below) { below.json_type && below.freeze }, "is frozen and has its type, which would not change"]
  }.freeze

  FIXED.each do |name, (fix, reason)|
    define_method("test_a_superclass_cannot_change_after_its_subclass_is_fixed_#{name}") do
      base = Class.new { include Jacinth::Type::Declared }
      base.json_members(v: Integer)
      middle = Class.new(base)
      below = Class.new(middle) { json_members w: Integer }
      kept = fix.call(below)
      [-> { base.json_members(x: Integer) }, -> { base.json_rules(rename: :camel) }, -> { middle.json_members(v: String) }].each do |change|
        message = assert_raises(ArgumentError, &change).message

        assert_includes message, reason
        assert_match(/\A#<Class:\w+>, which inherits from #<Class:\w+>, /, message)
      end
      assert_equal [%i[v], %i[v w], {}], [base.json_members.keys, below.json_members.keys, base.json_rules]
      assert_equal 2, below.load('{"v":1,"w":2}').instance_variable_get(:@w)
      assert kept
    end
  end

  def test_a_superclass_can_change_before_its_subclasses_are_used_in_a_type
    base = Class.new { include Jacinth::Type::Declared }
    base.json_members(v: Integer)
    below = Class.new(base) { json_members w: Integer }

    assert_equal %w[v w], below.json_schema["required"]
    base.json_members(x: Integer)

    assert_equal %w[v x w], below.json_schema["required"]
    T[[base]]
    below.json_members(y: Integer)

    assert_equal %w[v x w y], below.json_schema["required"]
  end

  def test_data_has_the_methods_of_the_block_of_a_superclass
    below = Class.new(T.data(id: Integer) { define_method(:twice) { id * 2 } })
    more = T.data(Class.new(below), name: String) { define_method(:text) { "#{name} #{twice}" } }

    assert_equal "a 6", more.load('{"id":3,"name":"a"}').text
  end

  def test_data_has_the_methods_of_its_parent
    admin = T.data(USER, level: Integer) { define_method(:shout) { title.upcase } }
    root = T.data(admin, key: String) { define_method(:title) { "root #{super()}" } }

    assert_equal "1 ADA", admin.load('{"id":1,"name":"Ada","level":2}').shout
    assert_equal "ROOT 1 ADA", root.load('{"id":1,"name":"Ada","level":2,"key":"k"}').shout
  end

  def test_a_subclass_inherits_members_and_rules
    assert_equal '{"name":"a"}', Shape.dump(Shape.load('{"name":"a"}'))
    disc = Disc.load('{"Name":"a","Radius":1}')

    assert_equal ["a", 1.0, '{"Name":"a","Radius":1.0}'], [disc.name, disc.radius, Disc.dump(disc)]
    assert_raises(Jacinth::ValidationError) { Disc.load('{"Name":"a","Radius":1,"more":1}') }
    assert_equal({ name: String }, Shape.json_members)
  end

  def test_members_that_are_added_later_count
    klass = Class.new { include Jacinth::Type::Declared }
    klass.json_members(a: Integer)
    klass.load('{"a":1}')
    klass.json_members({ "b" => Integer })

    assert_equal '{"a":1,"b":2}', klass.dump(klass.load('{"a":1,"b":2}'))
  end

  def test_generate_writes_declared_objects_with_its_options
    point = Point.new(1, 2)

    assert_equal '[{"x":1,"y":2}]', Jacinth.generate([point])
    assert_equal "[\n  {\n    \"x\": 1,\n    \"y\": 2\n  }\n]", Jacinth.pretty_generate([point])
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate([Point.new("1", 2)]) }
  end

  # A Hash of the options for each object would take longer than writing a small object. In a process of its own, because
  # to_json gets the options as a Hash where json is loaded, too.
  def test_no_hash_of_the_options_is_made_for_an_object
    made = ruby!(<<~RUBY)
      require "jacinth"
      point = Struct.new(:x) do
        include Jacinth::Type::Declared
        json_members x: Integer
      end
      points = Array.new(100) { |i| point.new(i) }
      Jacinth.generate(points)
      GC.disable
      before = ObjectSpace.count_objects[:T_HASH]
      Jacinth.generate(points)
      p ObjectSpace.count_objects[:T_HASH] - before
    RUBY

    assert_operator made.to_i, :<, 50
  end

  def test_a_state_has_the_effect_of_the_same_options
    point = Point.new(1, 2)
    [{ indent: "\t", space: " ", object_nl: "\n", depth: 2 }, { max_nesting: 1, depth: 1 },
     { sort_keys: true, omit_nil: true }].each do |options|
      expected, actual = [options, Jacinth::State.new(options)].map do |given|
        point.to_json(given)
      rescue Jacinth::NestingError => e
        e.message
      end

      assert_equal expected, actual, options.to_s
    end
    assert_equal '{"x":1,"y":2}', point.to_json
  end

  def test_generate_keeps_decimals_and_options
    money = T.data(price: T.decimal(as: :number))

    assert_equal '[{"price":12345678901234567.89}]', Jacinth.generate([money.new(price: BigDecimal("12345678901234567.89"))])
    assert_equal '[{"x":NaN}]', Jacinth.generate([T.data(x: T.any).new(x: Float::NAN)], allow_nan: true)
  end

  class Node
    include Jacinth::Type::Declared

    attr_reader :kids

    json_members kids: [Node]
  end

  class Here
    include Jacinth::Type::Declared
  end

  class There
    include Jacinth::Type::Declared

    json_members here: [Here]
  end

  def test_a_class_can_have_members_of_itself
    text = '{"kids":[{"kids":[]}]}'

    assert_equal text, Node.dump(Node.load(text))
  end

  class Tree
    include Jacinth::Type::Declared

    attr_reader :value, :kid, :kids, :even, :part

    json_members value: Integer, kid: T.optional(Tree), kids: T.member([Tree], default: [], title: "Kids"),
                 even: T.member(Tree, omit: :nil, check: ->(tree) { tree.value.even? }), part: T.optional(T[Tree].partial)
    json_rules unknown: :raise
  end

  def test_types_in_a_declaration_can_contain_the_class_itself
    text = '{"value":1,"kid":{"value":2,"kid":null,"kids":[],"part":null},"kids":[{"value":3,"kid":null,"kids":[],"part":null}],' \
           '"even":{"value":4,"kid":null,"kids":[],"part":null},"part":{"value":5}}'
    tree = Tree.load(text)

    assert_equal [1, 2, 3, 4, { value: 5 }], [tree, tree.kid, tree.kids[0], tree.even].map(&:value) << tree.part
    assert_equal text, Tree.dump(tree)
    { '{"value":1,"kid":{"value":"x"}}' => "$.kid.value", '{"value":1,"kids":[{"value":2,"v":3}]}' => "$.kids[0].v",
      '{"value":1,"even":{"value":3}}' => "$.even", '{"value":1,"part":{"value":"x"}}' => "$.part.value" }.each do |wrong, path|
      error = assert_raises(Jacinth::ValidationError, wrong) { Tree.load(wrong) }

      assert_equal path, error.errors[0].json_path
    end
    assert_equal "Kids", Tree.json_schema["$defs"]["Tree"]["properties"]["kids"]["title"]
    assert_match(/is already a part/, assert_raises(ArgumentError) { Tree.json_members(more: Integer) }.message)
  end

  def test_a_type_can_refer_to_a_class_whose_members_follow
    klass = Class.new { include Jacinth::Type::Declared }
    types = [T[[T.optional(klass)]], T[{ a: T.member(klass, description: "d") }], T.hash(klass), T.union(klass, Integer)]
    user = T.data(a: T.member([klass], default: []))
    klass.json_members(v: Integer)
    texts = ['[{"v":1}]', '{"a":{"v":1}}', '{"a":{"v":1}}', '{"v":1}']
    same = texts.zip(types).map { |text, type| type.dump(type.load(text)) }

    assert_equal texts, same
    assert_equal '{"a":[{"v":1}]}', user.dump(user.load('{"a":[{"v":1}]}'))
    assert_equal ["v"], T[{ a: T[klass] }].json_schema["properties"]["a"]["required"]
    assert_raises(Jacinth::ValidationError) { types[0].load("[{}]") }
  end

  def test_a_class_without_members_is_an_empty_object_when_it_is_used
    klass = Class.new { include Jacinth::Type::Declared }

    assert_instance_of klass, T[[klass]].load("[{}]")[0]
    assert_equal "[{}]", T[[klass]].dump([klass.new])
    assert_raises(ArgumentError) { klass.json_members(a: Integer) }
  end

  def test_a_default_in_a_type_that_contains_itself_is_checked_when_it_is_complete
    wrong = Class.new { include Jacinth::Type::Declared }
    wrong.json_members(a: T.member([wrong], default: [5]))

    [-> { wrong.load("{}") }, -> { T.recursive { |one| T[{ a: T.member([one], default: [5]) }] } }].each do |call|
      assert_match(/the default of a member must be a value of its type/, assert_raises(ArgumentError, &call).message)
    end
    assert_equal({ a: [{ a: [] }] }, T.recursive { |one| T[{ a: T.member([one], default: []) }] }.load('{"a":[{}]}'))
  end

  def test_rules_of_a_reference_to_the_whole_type
    type = T.recursive { |one| T[{ n: Integer, a: T.member(T.optional(one), check: ->(a) { a[:n] > 1 }), b: T.optional(one.partial) }] }

    assert_equal({ n: 1, a: { n: 2 }, b: {} }, type.load('{"n":1,"a":{"n":2},"b":{}}'))
    assert_raises(Jacinth::ValidationError) { type.load('{"n":1,"a":{"n":1}}') }
    assert_raises(Jacinth::ValidationError) { type.load('{"n":1,"b":{"b":{"n":"x"}}}') }
  end

  def test_two_classes_can_have_members_of_each_other
    Here.json_members(there: [There])
    text = '{"there":[{"here":[{"there":[]}]}]}'

    assert_equal text, Here.dump(Here.load(text))
    assert_equal '{"here":[]}', There.dump(There.load('{"here":[]}'))
  end

  def test_a_change_of_the_superclass_counts_and_a_question_changes_nothing
    above = Class.new { include Jacinth::Type::Declared }
    above.json_members(a: Integer)
    below = Class.new(above)
    type = below.json_type

    assert_same type, below.json_members && below.json_rules && below.json_type
    above.json_members(b: Integer)

    assert_equal %w[a b], below.json_schema["required"]
    assert_equal('{"a":1,"b":2}', below.freeze.then { |klass| klass.dump(klass.load('{"a":1,"b":2}')) })
  end

  def test_wrong_declarations_are_errors
    assert_raises(ArgumentError) { T.data }
    assert_raises(ArgumentError) { T.data("a" => Integer) }
    assert_raises(ArgumentError) { T.data(Integer, a: Integer) }
    assert_raises(ArgumentError) { T.data(a: 5) }
    assert_raises(ArgumentError) { T.data(a: Integer) { json_rules foo: 1 } }
  end

  def test_ractors_can_use_a_class_of_data
    out = ractors!(<<~RUBY)
      require "jacinth"
      User = Jacinth::Type.data(id: Integer)
      print Ractor.new { User.dump(User.load('{"id":1}')) }.value
    RUBY

    assert_equal '{"id":1}', out
  end
end
