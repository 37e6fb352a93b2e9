# frozen_string_literal: true

require "objspace"
require_relative "support"
require_relative "../support/resident"

# Results are the same with and without shapes, and no result shares anything
# that can change with another.
class ParserShapesTest < Minitest::Test
  # Sources made of records of 1 to 70 keys, each four times, so that the last
  # ones come from a template.
  def records
    sizes = [*1..20, 31, 32, 33, 60, 70]
    sizes.map { |size| [size, "[#{([record(size)] * 4).join(',')}]"] }
  end

  def record(size)
    values = ["1", '"text"', "null", "1.5", "[1]", "{}", "true", "123456789012345678901234567890"]
    "{#{Array.new(size) { |i| "\"key number #{i}\":#{values[i % values.size]}" }.join(',')}}"
  end

  def test_repeated_records_of_every_size_are_read
    records.each do |size, source|
      2.times do
        expected = JSON.parse(source)
        actual = Jacinth.parse(source)

        assert_equal expected, actual, size
        assert_equal expected.map(&:to_a), actual.map(&:to_a), size
        assert_equal(expected.map { |hash| hash.transform_keys(&:to_sym).to_a },
                     Jacinth.parse(source, symbolize_names: true).map(&:to_a))
        actual.each { |hash| assert(hash.all? { |key, value| value.equal?(hash[key.dup]) }) }
      end
    end
  end

  MUTATIONS = {
    add: ->(h) { h["new"] = 1 }, add_many: ->(h) { 100.times { |i| h["new #{i}"] = i } }, clear: :clear.to_proc,
    delete: ->(h) { h.delete(h.keys[0]) }, replace: ->(h) { h.each_key { |k| h[k] = 0 } }, shift: :shift.to_proc,
    default: ->(h) { h.default = 7 }, default_proc: ->(h) { h.default_proc = proc { 8 } },
    identity: :compare_by_identity.to_proc, rehash: :rehash.to_proc, freeze: :freeze.to_proc,
    transform: ->(h) { h.transform_values!(&:to_s) }, keys: ->(h) { h.transform_keys!(&:to_sym) },
    ivar: ->(h) { h.instance_variable_set(:@a, 1) }, singleton: ->(h) { def h.each = nil },
    select: ->(h) { h.select! { false } }, walk: ->(h) { h.each_value(&:to_s) }
  }.freeze

  def test_a_change_of_one_result_does_not_change_the_next
    [1, 3, 8, 9, 12, 40].each do |size|
      source = record(size)
      expected = JSON.parse(source)
      4.times { Jacinth.parse(source) }
      MUTATIONS.each do |name, change|
        change.call(Jacinth.parse(source))
        result = Jacinth.parse(source)

        assert_equal expected, result, "#{name} #{size}"
        assert_equal expected.to_a, result.to_a, "#{name} #{size}"
        assert_nil result["missing"], "#{name} #{size}"
        refute_predicate result, :frozen?
        refute_predicate result, :compare_by_identity?
        assert_empty result.instance_variables
        assert_instance_of Hash, result
        assert_equal expected.size, result.each.to_a.size
        assert_same result.values[0], result[+expected.keys[0]]
      end
    end
  end

  def test_templates_are_not_visible_unfrozen
    20.times { Jacinth.parse('{"only here 4711":1,"and here":2}') }
    found = ObjectSpace.each_object(Hash).select { |h| h.key?("only here 4711") && h.values.compact.empty? }

    assert(found.all?(&:frozen?))
  end

  def test_freeze_applies_after_templates_are_made
    source = record(5)
    4.times { Jacinth.parse(source) }

    assert_predicate Jacinth.parse(source, freeze: true), :frozen?
    refute_predicate Jacinth.parse(source), :frozen?
  end

  def test_duplicate_keys_are_found_with_and_without_a_known_shape
    4.times { Jacinth.parse('{"a":1,"b":2}') }
    4.times do
      error = assert_raises(Jacinth::ParserError) { Jacinth.parse('[{"a":1,"b":2},{"a":1,"a":2}]') }

      assert_equal ['duplicate key "a" at line 1 column 16', "$[1].a"], [error.message, error.json_path]
      assert_equal [{ "a" => 2 }], Jacinth.parse('[{"a":1,"a":2}]', allow_duplicate_key: true)
      assert_raises(Jacinth::ParserError) { Jacinth.parse('{"a":1,"b":2,"a":3}') }
      assert_raises(Jacinth::ParserError) { Jacinth.parse('{"a":1,"b":2,"\u0061":3}') }
    end
  end

  # A key that a source may only hold under an option is not let in by its bytes.
  def test_predicted_keys_follow_the_options
    source = "[{\"a\nb\":1,\"c\":2},{\"a\nb\":1,\"c\":2}]"
    4.times do
      assert_equal %W[a\nb c], Jacinth.parse(source, allow_control_characters: true)[1].keys
      assert_raises(Jacinth::ParserError) { Jacinth.parse(source) }
      assert_equal ['a"b'], Jacinth.parse('{"a\"b":1}').keys
      assert_raises(Jacinth::ParserError) { Jacinth.parse('{"a"b":1}') }
    end
  end

  def test_keys_that_are_prefixes_of_others_stay_apart
    keys = (1..70).map { |n| "k" * n }
    source = "{#{keys.map { |key| "\"#{key}\":#{key.size}" }.join(',')}}"
    4.times { assert_equal keys.to_h { |key| [key, key.size] }, Jacinth.parse("[#{source}]")[0] }
    keys.each { |key| 2.times { assert_equal({ key => 1, "x" => 2 }, Jacinth.parse("{\"#{key}\":1,\"x\":2}")) } }
  end

  # A node contains the first 64 bytes of a key only.
  LONG_KEYS = [62, 63, 64, 65, 66, 100, 200, 254, 255, 256, 300].flat_map { |n| %w[a é].map { |c| "#{'k' * n}#{c}" } }.freeze

  def test_long_keys_are_told_apart
    source = JSON.generate(LONG_KEYS.to_h { |key| [key, key.size] })
    others = LONG_KEYS.map { |key| source.sub("\"#{key}\"", "\"#{key[...-1]}b\"") }
    6.times do
      assert_equal LONG_KEYS, Jacinth.parse(source).keys
      assert_equal LONG_KEYS.map(&:to_sym), Jacinth.parse(source, symbolize_names: true).keys
      assert_equal LONG_KEYS, ParserSupport.chunked(Jacinth, source, 70)[0][0].keys
      others.each { |other| assert_equal JSON.parse(other).to_a, Jacinth.parse(other).to_a }
      LONG_KEYS.each { |key| assert_equal({ key => 1, "x" => 2 }, Jacinth.parse("{\"#{key}\":1,\"x\":2}")) }
      assert_raises(Jacinth::ParserError) { Jacinth.parse("{\"#{'k' * 99}a\":1,\"x\":2,\"#{'k' * 99}a\":3}") }
    end
  end

  def test_known_long_keys_cut_off_at_the_end_raise
    LONG_KEYS.each do |key|
      source = "{\"#{key}\":1}"
      4.times { assert_equal({ key => 1 }, Jacinth.parse(source)) }
      [*55..66, *(source.bytesize - 6)...source.bytesize].each do |size|
        assert_raises(Jacinth::ParserError) { Jacinth.parse(source.byteslice(0, size)) }
      end
    end
  end

  # Every key at the very end of the source, where no eight bytes are left.
  def test_known_keys_cut_off_at_the_end_raise
    (1..20).each do |n|
      source = "{\"#{'a' * n}\":1}"
      4.times { assert_equal({ "a" * n => 1 }, Jacinth.parse(source)) }
      (1...source.size).each { |size| assert_raises(Jacinth::ParserError) { Jacinth.parse(source[0, size]) } }
    end
  end

  def test_records_with_random_keys_are_read
    random = seeded
    names = Array.new(12) { |i| "field #{i}" }
    scaled(300).times do
      rows = Array.new(20) { names.sample(random.rand(0..12), random: random).to_h { |name| [name, random.rand(5)] } }
      source = JSON.generate(rows)

      assert_equal rows, Jacinth.parse(source)
      assert_equal rows.map(&:to_a), Jacinth.parse(source).map(&:to_a)
    end
  end

  # In no order that comes again, so that no template serves, in every size that
  # has a way of its own; with Ruby's own idea of what a Hash of these is.
  def test_known_keys_in_any_order_make_sound_hashes
    random = seeded
    names = Array.new(45) { |i| ["k#{i}", "a key of some length #{i}", "ключ #{i}"][i % 3] }
    (1..40).each do |size|
      rows = Array.new(8) { |i| names.sample(size, random: random).to_h { |name| [name, i] } }
      source = JSON.generate(rows)
      [{}, { symbolize_names: true }, { freeze: true }].each do |options|
        expected = JSON.parse(source, **options)
        2.times { check_hashes(expected, Jacinth.parse(source, **options)) }
      end
    end
  end

  def check_hashes(expected, actual)
    assert_equal expected.map(&:to_a), actual.map(&:to_a)
    expected.zip(actual) do |theirs, ours|
      assert(theirs.all? { |key, value| ours.key?(key) && ours[key] == value })
      refute ours.key?("not there")
      next if ours.frozen?

      ours.delete(ours.keys.sample(random: seeded))
      ours["new"] = 1
      100.times { |i| ours["new #{i}"] = i }

      assert_equal theirs.size + 100, ours.size
      assert_equal theirs, theirs.merge(ours).slice(*theirs.keys)
      assert_equal ours.to_a, ours.rehash.to_a
    end
  end

  def test_a_known_key_twice_raises
    source = '{"a":1,"b":2,"c":3}'
    4.times { Jacinth.parse(source) }
    4.times { Jacinth.parse('{"c":1,"b":2,"a":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9}') }

    ['{"b":1,"b":2}', '{"c":1,"a":2,"c":3}', '{"i":1,"h":2,"g":3,"f":4,"e":5,"d":6,"c":7,"b":8,"a":9,"i":0}'].each do |twice|
      assert_raises(Jacinth::ParserError) { Jacinth.parse(twice) }
      assert_equal JSON.parse(twice, allow_duplicate_key: true), Jacinth.parse(twice, allow_duplicate_key: true)
    end
  end

  def test_more_shapes_than_are_kept_are_read
    3.times do |round|
      rows = Array.new(3000) { |i| { "k#{round}_#{i}" => i, "x#{i}" => 1, "y" => 2 } }

      assert_equal rows, Jacinth.parse(JSON.generate(rows))
    end
    source = record(8)
    4.times { assert_equal JSON.parse(source), Jacinth.parse(source) }
  end

  # Sources of ever other keys: more of them than are learned at once, in many
  # objects, and in one.
  def other_keys(count = 7000)
    [JSON.generate(Array.new(count / 10) { |i| (0...10).to_h { |j| ["r#{i}k#{j}", nil] } }),
     JSON.generate((0...count).to_h { |i| ["w#{i}", nil] }),
     JSON.generate((0...(count / 10)).to_h { |i| ["s#{i}", (0...9).to_h { |j| ["s#{i}k#{j}", nil] }] })]
  end

  # Once each document was read some ten times its keys are known, though
  # nothing else holds them.
  def test_templates_of_a_repeated_document_survive_collections
    skip "no templates here" unless Internals.on?(:hash_templates) && Internals.on?(:table_templates)
    other_keys.zip([701, 1, 701]) do |source, objects|
      14.times { Jacinth.parse(source) }
      GC.start

      assert_in_delta objects, allocated_once { Jacinth.parse(source) }, 20, source[0, 20]
    end
  end

  def test_wide_objects_with_small_changes_are_read
    pairs = Array.new(500) { |i| ["w#{i}", i] }
    changed = [pairs[0...-1], pairs[1..], pairs + [["end", 1]], pairs.reverse,
               pairs.each_with_index.map { |(key, value), i| [i == 250 ? "other" : key, value] }]
    8.times do
      assert_equal pairs, Jacinth.parse(JSON.generate(pairs.to_h)).to_a
      changed.each { |list| assert_equal list, Jacinth.parse(JSON.generate(list.to_h)).to_a }
    end
    twice = JSON.generate(pairs.to_h).sub("w499", "w7")
    assert_raises(Jacinth::ParserError) { Jacinth.parse(twice) }
    assert_equal 499, Jacinth.parse(twice, allow_duplicate_key: true)["w7"]
    assert_equal pairs.map { |key, _| key.to_sym }, Jacinth.parse(JSON.generate(pairs.to_h), symbolize_names: true).keys
  end

  # Prints how many of 48,000 keys are still there, which came once each.
  ONCE = <<~'RUBY'
    require "jacinth"
    count = 0
    20.times do
      rows = Array.new(300) { (0...8).to_h { |j| ["n#{count += 1}_#{j}", nil] } }
      Jacinth.parse(Jacinth.generate(rows))
    end
    GC.start
    print ObjectSpace.each_object(String).count { |string| string.b.match?(/\An\d+_\d\z/) }
  RUBY

  def test_keys_that_do_not_repeat_are_not_kept
    assert_operator Integer(ruby!(ONCE)), :<, 12_000
  end

  def test_templates_of_a_growing_object_are_bounded
    names = Array.new(2500) { |i| "grows#{i}" }
    read = ->(size) { Jacinth.parse("{#{names.first(size).map { |name| "\"#{name}\":1" }.join(',')}}") }
    12.times { read.call(1000) }
    before = memory_of_hashes
    1000.step(2500, 6) { |size| 2.times { read.call(size) } }

    assert_operator memory_of_hashes - before, :<, 10_000_000
  end

  def memory_of_hashes
    GC.start
    ObjectSpace.memsize_of_all(Hash)
  end

  SWITCHED = <<~'RUBY'
    require "jacinth"
    require "digest"
    rows = Array.new(200) { |i| (0..(i % 14)).to_h { |j| ["key #{j}", [i, j, "v#{i}"]] } }
    text = Jacinth.generate(rows)
    3.times { raise unless Jacinth.parse(text) == rows }
    print Digest::MD5.hexdigest(Jacinth.parse(text).inspect)
    ARGV.each { |path| s = File.read(path, encoding: "utf-8"); 3.times { puts Digest::MD5.hexdigest(Jacinth.parse(s).inspect) } }
  RUBY

  # The same results with templates of all sizes, of small ones, of large ones and without any.
  def test_switched_off_templates_give_the_same_results
    files = Checkout.documents.values
    digests = [nil, "-table_templates", "-hash_templates", "-hash_filling", "off"].map do |switch|
      ruby!(SWITCHED, env: { "JACINTH_INTERNALS" => switch }, argv: files).lines
    end

    assert_equal [files.size * 3], digests.map(&:size).uniq
    assert_equal 1, digests.uniq.size
  end
end
