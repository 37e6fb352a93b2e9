# frozen_string_literal: true

require_relative "../test_helper"

# Types with classes that declare their members later.
class LazyReferencesTest < Minitest::Test
  T = Jacinth::Type

  def declared
    Class.new do
      include Jacinth::Type::Declared

      attr_reader :a
    end
  end

  def test_a_type_that_was_made_shareable_before_its_class_has_members_can_be_used
    out = ractors!(<<~RUBY)
      require "jacinth"
      class Late
        include Jacinth::Type::Declared
        attr_reader :a
      end
      TYPES = Ractor.make_shareable([Jacinth::Type[[Late]], Jacinth::Type[[Jacinth::Type[Late].partial]]])
      Late.json_members(a: 1..)
      text = '[{"a":1}]'
      print TYPES[0].load(text)[0].a, TYPES[1].load(text)[0][:a]
      print TYPES[0].json_schema.dig("$defs", "Late", "required"), Ractor.new(text) { |t| TYPES[0].load(t)[0].a }.value
    RUBY

    assert_equal '11["a"]1', out
  end

  def test_a_wrong_default_is_an_error_of_each_use_of_its_type_alone
    klass = declared
    wrong = T[{ a: T.member(klass, default: 1) }]
    omitted = T[{ a: T.member(T[klass].with(title: "t"), omit: :nil, default: 5) }]
    partial = T[klass].partial
    klass.json_members(a: Integer)

    assert_equal [[], {}], [T[[klass]].load("[]"), partial.load("{}")]
    [-> { wrong.load("{}") }, -> { T[[wrong]].load("[]") }, -> { wrong.dump({}) }, -> { wrong.json_schema },
     -> { wrong.load("{}") }, -> { omitted.load("{}") }].each do |call|
      assert_match(/the default of a member must be a value of its type/, assert_raises(ArgumentError, &call).message)
    end
  end

  def test_a_class_of_a_union_needs_the_tag_when_it_is_used
    klass = declared
    union = T.union({ "x" => klass }, tag: "kind")
    klass.json_members(a: Integer)

    2.times do
      assert_match(/needs a member "kind"/, assert_raises(ArgumentError) { union.load('{"kind":"x"}') }.message)
    end
    assert_equal [], T[[klass]].load("[]")
  end

  def test_the_first_use_makes_all_classes_within_a_type_final
    klass = declared
    type = T[[klass]]

    assert_equal [], type.load("[]")
    assert_raises(ArgumentError) { klass.json_members(a: Integer) }
  end

  # The first thread waits in a rule of the class until the second one has used the types.
  def test_two_threads_can_use_a_type_first
    klass = declared
    types = [T[[klass]], T[[T[klass].partial]]]
    second = nil
    waits = Queue.new
    rename = lambda do |name|
      waits.close
      if Thread.current[:waits]
        Thread.pass until second
        second.join
      end
      name
    end
    klass.json_members(a: Integer)
    klass.json_rules(rename: rename)
    use = -> { types.map { |type| type.load('[{"a":1}]').size } }
    first = Thread.new { (Thread.current[:waits] = true) && use.call }
    waits.pop
    second = Thread.new(&use)

    assert_equal [[1, 1], [1, 1]], [first, second].map(&:value)
  end

  def test_a_type_can_be_used_after_a_fiber_that_never_continues_its_first_use
    klass = declared
    type = T[[klass]]
    inside = true
    klass.json_members(a: Integer)
    klass.json_rules(rename: ->(name) { inside ? Fiber.yield : name })
    Fiber.new { type.load('[{"a":1}]') }.resume
    inside = false

    assert_equal 1, type.load('[{"a":1}]')[0].a
    assert_equal 1, Thread.new { klass.load('{"a":1}') }.value.a
  end

  def test_a_chain_of_many_classes
    classes = Array.new(2000) { declared }
    classes.each_cons(2) { |klass, other| klass.json_members(a: T.member(T.optional(other), default: nil)) }
    classes.last.json_members(a: Integer)

    assert_nil classes[0].load("{}").a
  end
end
