# frozen_string_literal: true

require_relative "support"
require_relative "../support/object_facts"

# Structs and Data are made in their slots: nothing about them shows it.
class TypeSlotsTest < Minitest::Test
  include ObjectFacts

  T = Jacinth::Type
  SIZES = (1..40)
  KINDS = [Struct, *(Data if defined?(::Data.define))].freeze

  def define(kind, size)
    names = Array.new(size) { |i| :"m#{i}" }
    kind == Struct ? Struct.new(*names) : kind.define(*names)
  end

  # Before Ruby 4.0, freeze sets the shape, and Data.new does not.
  def shape = RUBY_VERSION < "4" ? "shape_id" : nil

  def type_of(klass) = T.of(klass, **klass.members.to_h { |name| [name, String] })

  def each_class = KINDS.product([*SIZES]) { |kind, size| yield define(kind, size) }

  def test_objects_of_every_size_equal_those_of_ruby
    each_class do |klass|
      theirs = klass.new(*klass.members.map(&:to_s))
      made = type_of(klass).load(Jacinth.generate(theirs.to_h))

      assert_equal theirs, made
      assert_equal facts(theirs).except(*shape), facts(made).except(*shape)
      assert_equal facts(theirs.dup), facts(made.dup)
    end
  end

  # The slots had other words before.
  def test_objects_refer_only_to_their_class_and_members
    other = +"not a member"
    each_class do |klass|
      theirs = klass.new(*klass.members.map(&:to_s))
      type = type_of(klass)
      text = "[#{([Jacinth.generate(theirs.to_h)] * 500).join(',')}]"
      10_000.times { Array.new(klass.members.size + 1, other) }
      GC.start
      made = T[[type]].load(text)

      assert_equal [theirs] * 500, made
      assert_empty(made.select { |object| ObjectSpace.reachable_objects_from(object).any? { |reached| reached.equal?(other) } })
    end
  end

  def test_objects_of_every_size_take_instance_variables
    SIZES.each do |size|
      klass = define(Struct, size)
      theirs = klass.new(*klass.members.map(&:to_s))
      made = Array.new(3) { type_of(klass).load(Jacinth.generate(theirs.to_h)) }
      made[1].instance_variable_set(:@a, "a")
      made << type_of(klass).load(Jacinth.generate(theirs.to_h)) # the class now has instance variables
      made.each { |object| 5.times { |i| object.instance_variable_set(:"@v#{i}", [i]) } }
      GC.start

      assert_equal [theirs] * 4, made
      made.each { |object| assert_equal [[0], [1], [2], [3], [4]], Array.new(5) { |i| object.instance_variable_get(:"@v#{i}") } }
    end
  end

  def test_a_class_with_instance_variables_before_its_type
    SIZES.each do |size|
      klass = define(Struct, size)
      3.times { |i| klass.new.instance_variable_set(:"@v#{i}", i) }
      theirs = klass.new(*klass.members.map(&:to_s))
      made = type_of(klass).load(Jacinth.generate(theirs.to_h))

      assert_equal theirs, made
      assert_equal facts(theirs), facts(made)
      assert_empty made.instance_variables
      made.instance_variable_set(:@v0, "x")

      assert_equal [theirs, "x"], [made, made.instance_variable_get(:@v0)]
    end
  end

  def test_objects_survive_a_collection_with_their_members
    each_class do |klass|
      text = Jacinth.generate(klass.members.to_h { |name| [name, "text of #{name}"] })
      made = T[[type_of(klass)]].load("[#{([text] * 20).join(',')}]")
      GC.start(full_mark: false)
      GC.start

      assert_equal [klass.new(*klass.members.map { |name| "text of #{name}" })] * 20, made
      assert_equal klass, made[7].class
    end
  end
end
