# frozen_string_literal: true

require_relative "support"
require_relative "../support/object_facts"

# Small Arrays, Hashes and Strings are made in place: nothing about them may tell.
class ParserSlotsTest < Minitest::Test
  include ObjectFacts

  # Bytes of one; so many pairs does Ruby keep in a Hash's slot.
  POINTER = [0].pack("J").bytesize

  def test_arrays_of_every_size_equal_those_of_ruby
    (0..80).each do |size|
      values = Array.new(size) { |i| i.even? ? i : "text #{i}" }
      made = Jacinth.parse(JSON.generate(values))

      assert_equal values, made
      assert_equal facts([*values]).except("memsize", "slot_size"), facts(made).except("memsize", "slot_size")
      made.concat(values).push(1)

      assert_equal [*values, *values, 1], made
    end
  end

  def test_strings_of_every_size_equal_those_of_ruby
    [("a".."z"), ("α".."ω")].each do |letters|
      (0..60).each do |size|
        text = letters.cycle.take(size).join.encode("UTF-8")
        made = Jacinth.parse(JSON.generate([text]))[0]
        made.valid_encoding? # looks at the bytes, where it is not known yet
        text = String.new(text, capacity: 0).tap(&:valid_encoding?)

        assert_equal text, made
        assert_equal facts(text).except("memsize", "slot_size", "embedded"),
                     facts(made).except("memsize", "slot_size", "embedded")
        assert_equal "#{text} and more than fits in a slot of any size", made << " and more than fits in a slot of any size"
      end
    end
  end

  # Those that Ruby puts in the smallest slot are there here, too.
  def test_small_arrays_and_strings_use_the_smallest_slots
    (0..3).each do |size|
      assert_equal facts(Array.new(size, 1)).slice("slot_size"), facts(Jacinth.parse("[#{([1] * size).join(",")}]")).slice("slot_size")
    end
    (0..15).each do |size|
      assert_equal facts("x" * size).slice("slot_size"), facts(Jacinth.parse(%("#{"x" * size}"))).slice("slot_size")
    end
  end

  def wide_integers
    edges = [30, 31, 32, 61, 62, 63, 64].flat_map { |bits| [(2**bits) - 1, 2**bits, (2**bits) + 1] }
    edges.push(10**18, (10**19) - 1, 10**19, 0xFEDCBA9876543210).flat_map { |integer| [integer, -integer] }
  end

  def test_wide_integers_equal_those_of_ruby
    wide_integers.each do |integer|
      made = Jacinth.parse("[#{integer}]")[0]

      assert_equal integer, made
      assert_operator made, :eql?, integer
      assert_equal integer.hash, made.hash
      assert_predicate made, :frozen?
      assert_equal ObjectSpace.memsize_of(integer), ObjectSpace.memsize_of(made)
      assert_equal [integer + 1, integer * integer, ~integer, integer >> 40, integer.to_s(16), integer.fdiv(3)],
                   [made + 1, made * made, ~made, made >> 40, made.to_s(16), made.fdiv(3)]
      assert_equal integer, Marshal.load(Marshal.dump(made))
    end
  end

  # From a template, and without one, in an order seen for the first time or when
  # a key is new. How much room a large one has for more pairs is its maker's
  # affair.
  def test_hashes_of_every_size_equal_those_of_ruby
    (1..20).each do |size|
      keys = Array.new(size) { |i| "key #{i}" }
      5.times { Jacinth.parse(JSON.generate(keys.to_h { |key| [key, 1] })) }
      [keys, keys.reverse, keys.rotate, keys.rotate(2), [*keys[1..], "new #{size}"]].each do |order|
        pairs = order.to_h { |key| [key, [key.size]] }
        made = Jacinth.parse(JSON.generate(pairs))

        unlike = size > POINTER ? "memsize" : nil
        assert_equal facts(order.to_h { |key| [key, 0] }).except(unlike), facts(made).except(unlike)
        assert_equal pairs.to_a, made.to_a
        9.times { |i| made["more #{i}"] = pairs["more #{i}"] = i }
        made.delete(order[0])

        assert_equal pairs.except(order[0]), made
        assert(pairs.except(order[0]).all? { |key, value| made[key] == value && made.key?(key) })
      end
    end
  end

  # Nine to sixteen pairs fit without bins next to the entries.
  def test_hashes_of_nine_to_sixteen_pairs_need_no_more_memory
    skip "no templates here" unless Internals.on?(:table_templates)
    pairs = (1..12).to_h { |i| ["field #{i}", i] }
    made = Array.new(3) { Jacinth.parse(JSON.generate(pairs)) }.last

    assert_operator ObjectSpace.memsize_of(made), :<=, ObjectSpace.memsize_of(pairs)
  end

  def test_results_share_no_memory
    source = '[{"a":1},{"a":1},{"a":1,"b":2},{"b":2,"a":1},[],[1],[1,2],[1,2,3],[1,2,3,4],"","a","abcdefgh","abcdefghijklmno"]'
    expected = JSON.parse(source)
    3.times do
      made = Jacinth.parse(source)

      assert_equal expected, made
      made.each { |object| change(object) }
    end
  end

  def change(object)
    case object
    when Array then object << 0
    when String then object << "x"
    else object.store("more", object.shift)
    end
  end

  SWITCHED = <<~RUBY
    require "jacinth"
    sizes = [*0..40]
    wide = [62, 63].flat_map { |b| [(2**b) - 1, 2**b, (2**b) + 1] }.push((10**19) - 1).flat_map { |n| [n, -n] }
    rows = [sizes.map { |n| [n] * n }, wide, sizes.map { |n| "x" * n }, sizes.map { |n| "é" * n },
            (sizes * 3).map { |n| (0..n).to_h { |k| [k.to_s, n] } }]
    raise unless Jacinth.parse(Jacinth.generate(rows)) == rows
    print Jacinth.build_info[:internals].select { |_, state| state == "on" }.keys.join(" ")
  RUBY

  # Objects of all slots were there before, and are gone.
  MARKED = <<~RUBY
    made = Array.new(20_000) { |n| [(0..n % 12).to_h { |k| [k, n] }, "x" * (n % 200), [n] * (n % 20)] }
    made = nil
    GC.start
    require "jacinth"
    print Jacinth.build_info[:internals].select { |_, state| state == "on" }.keys.join(" ")
  RUBY

  # One by one, and all of them: what is left out is, and the results are the same.
  def test_each_internal_can_be_switched_off
    on = Internals.names
    [*on, "off"].each do |name|
      left = ruby!(SWITCHED, env: { "JACINTH_INTERNALS" => name == "off" ? name : "-#{name}" }).split

      assert_empty left & [name.to_s]
      assert_empty left if name == "off"
      assert_operator left, :any? if name != "off" && on.size > 4
    end
  end

  def test_an_unknown_name_in_the_environment_warns
    ran = run_ruby('require "jacinth"', env: { "JACINTH_INTERNALS" => "-strings,-moons,hash_walk" })

    assert_predicate ran, :success?
    assert_equal %w[-moons hash_walk], ran.stderr.scan(/leave out: (\S+)/).flatten
  end

  def test_internals_are_proved_with_any_heap
    on = Internals.names.join(" ")
    3.times { assert_equal on, ruby!(MARKED) }
  end
end
