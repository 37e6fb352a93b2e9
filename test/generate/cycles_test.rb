# frozen_string_literal: true

require_relative "support"

# Data that contains itself, where no depth is too deep.
class CyclesTest < GeneratorTest
  MESSAGE = /\Anesting of \d+ is too deep\. Did you try to serialize objects with circular references\?\z/

  def assert_circular(tree, **options)
    assert_error(Jacinth::NestingError, "circular reference: a value contains itself") { Jacinth.generate(tree, max_nesting: 0, **options) }
    pipe = Pipe.new

    assert_raises(Jacinth::NestingError) { Jacinth.dump(tree, pipe, nil, max_nesting: 0, **options) }
  end

  # A ring of so many containers, after a tail; the block gives the elements before and
  # after the next container.
  def ring(size, tail: 0)
    nodes = Array.new(size + tail) { |i| i.odd? ? [] : {} }
    nodes.each_with_index do |node, i|
      following = nodes[i + 1] || nodes[tail]
      node.is_a?(Hash) ? node.update("b" => yield, "c" => following, "d" => yield) : node.push(yield, following, yield)
    end
    nodes.first
  end

  def test_a_cycle_of_any_length_raises
    [1, 2, 3, 7, 31, 100, 1000].product([0, 1, 50]).each { |size, tail| assert_circular(ring(size, tail: tail) { 1 }) }
  end

  # Branches next to the ring, which end, and are as deep as others.
  def test_a_cycle_with_branches_raises
    deep = 300.times.inject(1) { |inner, _| [inner] }
    [[], [[]], { "x" => { "y" => [1] } }, Array.new(5) { [[]] }, deep].each do |branch|
      [1, 2, 5].each { |size| assert_circular(ring(size, tail: 3) { branch }) }
    end
  end

  def test_a_cycle_is_found_under_every_option
    tree = ring(3) { [1] }
    [{ indent: " ", array_nl: "\n" }, { sort_keys: true }, { sort_keys: ->(h) { h.to_a.reverse.to_h } },
     { rfc8785: true }, { strict: true }, { ascii_only: true }, { depth: 70 }].each do |options|
      assert_circular(tree, **options)
    end
    coder = Jacinth::Coder.new(max_nesting: 0) { |object, _| object.to_s }
    %i[dump generate].each { |name| assert_raises(Jacinth::NestingError) { coder.public_send(name, tree) } }
  end

  # A large container is not written many times before it is found.
  def test_memory_is_bounded
    tree = Array.new(10_000) { "text" }
    tree << [tree]
    written = 0
    pipe = Pipe.new { |chunk| written += chunk.bytesize }

    assert_raises(Jacinth::NestingError) { Jacinth.dump(tree, pipe, nil, max_nesting: 0) }
    assert_operator written, :<=, 4 * 70_001
  end

  # as_json makes new containers of the same object, or of two in turns.
  def test_containers_that_as_json_makes_without_end_raise
    one = Object.new
    two = Object.new
    [->(object, _) { [object] }, ->(object, _) { { "a" => [1, object] } }, ->(object, _) { [1..2, object] },
     ->(object, _) { object.equal?(one) ? [[two]] : { "one" => one } },
     ->(object, _) { object.is_a?(Range) ? 1 : [object, 1..2] }].each do |as_json|
      assert_raises(Jacinth::NestingError) { Jacinth.generate([one], strict: true, as_json: as_json, max_nesting: 0) }
      assert_raises(Jacinth::NestingError) { Jacinth::Coder.new(max_nesting: 0, &as_json).dump(one) }
    end
  end

  def test_new_objects_without_end_raise
    { as_json: [->(_, _) { [Object.new] }, ->(_, _) { { v: [1, [2, Object.new]] } }, ->(_, _) { [Object.new] * 3 }],
      sort_keys: [->(hash) { { b: hash.dup } }, ->(hash) { { a: 1, b: [[hash.dup]] } }] }.each do |option, procs|
      sampled(procs.product([0, nil, false])).each do |answer, limit|
        options = { strict: option == :as_json, option => ends_late(answer), max_nesting: limit }
        error = assert_raises(Jacinth::NestingError) { Jacinth.generate([Object, { a: Object }], **options) }

        assert_match MESSAGE, error.message
      end
    end
    coder = Jacinth::Coder.new(max_nesting: 0, types: { Range => ends_late(->(_) { [1..2] }) })
    assert_raises(Jacinth::NestingError) { coder.dump([1..2]) }
  end

  # The Proc, which fails where it is called so often that a machine's memory would end.
  def ends_late(answer)
    called = 0
    lambda do |*given|
      raise "no end after #{called} calls" if (called += 1) > 300_000

      answer.call(*given)
    end
  end

  # A to_json that generates again recurses on Ruby's stack, which ends.
  def test_a_cycle_through_to_json_raises
    assert overflows?(<<~RUBY)
      tree = [Object.new]
      tree[0].define_singleton_method(:to_json) { |state = nil, *| Jacinth.generate(tree, state) }
      Jacinth.generate(tree, max_nesting: 0)
    RUBY
    ring = ring(2) { with_to_json("[1]") }

    assert_circular(ring)
  end

  # The same container at many places, none of them inside itself.
  def test_a_shared_container_is_written_at_each_of_its_places
    shared = [1, { "a" => [] }]
    wide = Array.new(500) { [shared, { "s" => shared }, shared] }

    assert_equal wide, Jacinth.parse(Jacinth.generate(wide, max_nesting: 0))
    doubling = 12.times.inject([1]) { |inner, _| [inner, inner] }

    assert_equal doubling, Jacinth.parse(Jacinth.generate(doubling, max_nesting: 0))
    equal = 400.times.inject([]) { |inner, _| [inner, []] } # equal, not the same

    assert_equal equal, Jacinth.parse(Jacinth.generate(equal, max_nesting: 0), max_nesting: 0)
  end

  def test_a_hundred_thousand_levels_are_written
    leaf = [1]
    deep = 100_000.times.inject(leaf) { |inner, i| i.odd? ? [inner, leaf] : { "k" => inner, "l" => leaf } }
    text = Jacinth.generate([deep, deep], max_nesting: 0)

    assert_equal 100_000, text.scan("[1]").size / 2 - 1
    chain = (0..5000).to_a.reverse
    answers = Jacinth::Coder.new(max_nesting: 0) { |range, _| range.end.zero? ? [] : [1..(range.end - 1)] }

    nested = Jacinth.parse(answers.dump(1..5000), max_nesting: 0)

    assert_equal "[" * chain.size, Jacinth.generate(nested, max_nesting: 0)[0, chain.size]
  end

  # The caller's data have no limit of depth; results of callbacks have one that json's C
  # stack does not reach.
  def test_data_beside_callbacks_is_written_at_any_depth
    data = 150_000.times.inject([1]) { |inner, i| i.odd? ? [1..2, inner] : { "b" => inner, "a" => 1..2 } }
    options = { max_nesting: 0, strict: true, as_json: ->(_, _) { [1] } }

    assert_equal 150_001, Jacinth.generate(data, **options).count("[") - 75_000
    assert_equal 75_000, Jacinth.generate(data, **options, sort_keys: true).scan('{"a"').size
    left = 90_000
    answers = ->(_, _) { (left -= 1).positive? ? [Object.new] : 1 }

    assert_equal 90_000, Jacinth.generate([Object.new], **options, as_json: answers).count("[")
  end
end
