# frozen_string_literal: true

require_relative "support"

# sort_keys: true and rfc8785, whose order is made in C for most hashes, against
# the same order made in Ruby.
class KeyOrderTest < GeneratorTest
  PARTS = ["", "a", "b", "ab", "\0", "abcdefgh", "abcdefghi", "\u00e9", "\ud7ff", "\ue000", "\uffff", "\u{10000}",
           "\u{10ffff}"].freeze
  SIZES = [1, 2, 7, 31, 32, 33, 200].freeze

  def setup
    @random = seeded
  end

  def names(count)
    Array.new(count) { Array.new(@random.rand(4)) { PARTS.sample(random: @random) }.join }.uniq
  end

  def pairs(keys) = keys.each_with_index.to_h

  def assert_sorted(hash)
    assert_equal Jacinth.generate(hash.sort.to_h), Jacinth.generate(hash, sort_keys: true), seed_note
  end

  def cases(count = 30) = SIZES.each { |size| scaled(count).times { yield size } }

  def test_string_keys_are_sorted_as_by_ruby
    cases { |size| assert_sorted(pairs(names(size))) }
  end

  def test_symbol_keys_are_sorted_as_by_ruby
    cases { |size| assert_sorted(pairs(names(size).map(&:to_sym))) }
  end

  def test_integer_keys_are_sorted_as_by_ruby
    limit = 2**((8 * 1.size) - 2) # the least Integer that is an object
    extremes = [0, -1, 1, limit - 1, -limit, limit / 2, -limit / 2]
    assert_sorted(pairs(extremes))
    assert_sorted(pairs([*extremes, limit, -limit - 1]))
    cases { |size| assert_sorted(pairs(Array.new(size) { @random.rand((-(2**40))..(2**40)) }.uniq)) }
  end

  def test_rfc8785_sorts_names_by_utf16
    cases do |size|
      keys = names(size).map { |name| @random.rand(2).zero? ? name : name.to_sym }
      order = pairs(keys).sort_by { |name, _| name.to_s.encode("UTF-16BE").b }.to_h

      assert_equal Jacinth.generate(order), Jacinth.generate(pairs(keys), rfc8785: true), seed_note
    end
  end

  # Hashes with the same keys as earlier ones, or with some of them.
  def test_repeated_keys_are_sorted_as_by_ruby
    cases(5) do |size|
      kinds = [names(size + 2), names(size + 2).map(&:to_sym), [*0..(size + 1)]]
      rows = Array.new(40) { pairs(kinds.sample(random: @random).rotate(@random.rand(2)).first(@random.rand(1..(size + 2)))) }
      rows << rows[0].merge("gone" => 1).tap { |row| row.delete("gone") } << rows[1].dup.tap(&:shift)
      rows.map! { |row| { "values" => row, "again" => [row.reject { |_, value| value == 1 }, row] } }

      assert_equal Jacinth.generate(sorted(rows)), Jacinth.generate(rows, sort_keys: true), seed_note
    end
  end

  def test_prefixes_of_sorted_keys_are_sorted_as_by_ruby
    keys = Array.new(70) { |i| "k#{(i * 37) % 70}" }
    rows = (1..70).to_a.shuffle(random: @random).map { |size| pairs(keys.first(size)) } * 2

    assert_equal Jacinth.generate(sorted(rows)), Jacinth.generate(rows, sort_keys: true), seed_note
  end

  def sorted(value)
    case value
    when Hash then value.sort.to_h { |key, member| [key, sorted(member)] }
    when Array then value.map { |member| sorted(member) }
    else value
    end
  end

  def test_repeated_keys_are_sorted_by_utf16_or_bytes_as_the_options_say
    rows = [{ "\u{10000}" => 1, "\uffff" => 2 }] * 12

    assert_equal [["\u{10000}", "\uffff"]], Jacinth.parse(Jacinth.generate(rows, rfc8785: true)).map(&:keys).uniq
    assert_equal [["\uffff", "\u{10000}"]], Jacinth.parse(Jacinth.generate(rows, sort_keys: true)).map(&:keys).uniq
  end

  # to_json changes a key of a Hash that is written before and after it.
  def test_keys_that_change_between_two_hashes_are_sorted_again
    first = +"a"
    hash = {}.compare_by_identity
    hash["b"], hash[first] = 1, 2
    change = Object.new
    change.define_singleton_method(:to_json) { |*| first.replace("z") && "0" }
    sixfold = ['{"a":2,"b":1}'] * 6

    assert_equal "[#{[*sixfold, 0, '{"b":1,"z":2}'].join(',')}]",
                 Jacinth.generate([*[hash] * 6, change, hash], sort_keys: true)
  end

  # Between two calls of a Writer, any code runs.
  def test_keys_that_change_between_two_writes_are_sorted_again
    first = +"a" * 40
    hash = {}.compare_by_identity
    hash["b"], hash[first] = 1, 2
    writer = Jacinth::Writer.new(sort_keys: true)
    writer.array do
      2.times { writer.value([hash] * 6) }
      first.replace("z")
      writer.value(hash)
    end

    assert_equal({ "b" => 1, "z" => 2 }.to_a, Jacinth.parse(writer.close).last.to_a)
  end

  def test_nothing_is_changed
    hash = { "b" => 1, "a" => { "d" => 1, "c" => 2 } }
    Jacinth.generate(hash, sort_keys: true)
    Jacinth.generate(hash, rfc8785: true)

    assert_equal [%w[b a], %w[d c]], [hash.keys, hash["a"].keys]
  end

  def test_keys_in_other_encodings_are_sorted
    hash = { "\xE9".dup.force_encoding("ISO-8859-1") => 1, "z" => 2, "\u00e8" => 3 }

    assert_sorted(hash)
    assert_equal '{"z":2,"è":3,"é":1}', Jacinth.generate(hash, rfc8785: true)
  end

  def test_equal_keys_keep_their_order_and_rfc8785_refuses_them
    hash = {}.compare_by_identity
    hash[+"b"] = 1
    2.times { |i| hash[+"a"] = 2 + i }

    assert_sorted(hash)
    assert_generator_error('detected duplicate key "a"') { Jacinth.generate(hash, rfc8785: true) }
  end

  def test_keys_that_ruby_cannot_compare_raise
    assert_sorted({ 2.5 => 1, 1 => 2, 2**70 => 3 })
    assert_sorted({ [2] => 1, [1, 3] => 2 })
    assert_sorted({ nil => 1 })
    assert_sorted({ Class.new(String).new("b") => 1, "a" => 2 })
    assert_raises(ArgumentError) { Jacinth.generate({ "a" => 1, b: 2 }, sort_keys: true) }
    assert_raises(ArgumentError) { Jacinth.generate({ nil => 1, "a" => 2 }, sort_keys: true) }
  end

  def test_a_comparison_of_the_keys_is_used
    version = Struct.new(:number) do
      include Comparable

      def <=>(other) = other.number <=> number
      def to_s = "v#{number}"
    end

    assert_equal '{"v2":2,"v1":1}', Jacinth.generate({ version.new(1) => 1, version.new(2) => 2 }, sort_keys: true)
  end

  def test_a_sort_of_a_hash_subclass_is_used
    reversed = Class.new(Hash) { def sort = super.reverse }

    assert_equal '{"b":2,"a":1}', Jacinth.generate(reversed["a", 1, "b", 2], sort_keys: true)
  end

  # In a process of its own: the change is for all.
  def test_a_redefined_comparison_or_sort_is_used
    code = <<~RUBY
      require "jacinth"
      $VERBOSE = nil
      class String
        def <=>(other) = reverse.bytes <=> other.reverse.bytes
      end
      print Jacinth.generate({ "ab" => 1, "ba" => 2 }, sort_keys: true)
      class Hash
        def sort = to_a
      end
      print Jacinth.generate({ c: 1, a: 2 }, sort_keys: true)
      change = Object.new
      def change.to_json(*)
        Symbol.define_method(:<=>) { |other| other.name.ord - name.ord }
        Hash.define_method(:sort) { to_a.sort }
        "0"
      end
      rows = [{ c: 1, a: 2 }] * 6
      print Jacinth.generate([rows, change, rows], sort_keys: true)
    RUBY
    six = ['{"c":1,"a":2}'] * 6

    assert_equal %({"ba":2,"ab":1}{"c":1,"a":2}[[#{six.join(',')}],0,[#{six.join(',')}]]), ruby!(code)
  end

  def test_a_proc_is_called_for_every_hash
    seen = []
    Jacinth.generate({ "b" => {}, "a" => 1 }, sort_keys: lambda { |hash|
      seen << hash
      hash
    })

    assert_equal [{ "b" => {}, "a" => 1 }, {}], seen
  end

  def test_errors_have_the_path_in_sorted_objects
    assert_generator_error("NaN not allowed in JSON", path: "$.a[1].c") do
      Jacinth.generate({ "b" => 1, "a" => [0, { "d" => 1, "c" => Float::NAN }] }, sort_keys: true)
    end
  end
end
