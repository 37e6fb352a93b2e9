# frozen_string_literal: true

require_relative "../test_helper"

# A writer remembers the keys with which its objects began, and how they were
# written. Whatever these keys are, the text is that of generate, and a key that
# comes twice is found.
class WriterKeysTest < Minitest::Test
  Writer = Jacinth::Writer

  # Keys of which some have one text: frozen, not frozen, Symbols of both kinds,
  # others.
  POOL = [
    "id", "name", "é", 'a"b', "id", :id, :name, :"a\"b", :"dynamic é #{Process.pid}", false, nil, 7, "7", "false", "",
    "k" * 29, "k" * 30, "k" * 31, "k" * 300, "\u2028", 1.5
  ].freeze

  def key(random)
    found = POOL.sample(random: random)
    found.is_a?(String) && random.rand(3) == 0 ? found.dup : found
  end

  # Writes an object of random keys; a key that it has already is an error, and
  # leaves no trace. Returns the Hash.
  def object(writer, random, depth)
    random.rand(12).times.with_object({}) do |_, hash|
      name = key(random)
      value = random.rand(4) == 0 && depth < 3 ? {} : random.rand(100)
      if hash.key?(name.to_s)
        assert_raises(Jacinth::GeneratorError) { value == {} ? writer.object(name) : writer.pair(name, value) }
        next
      end
      assert_raises(ZeroDivisionError) { writer.pair(name, Fault.new) } if random.rand(10) == 0
      if value == {}
        writer.object(name)
        value = object(writer, random, depth + 1)
        writer.end
      else
        random.rand(2) == 0 ? writer.pair(name, value) : writer.key(name).value(value)
      end
      hash[name.to_s] = value
    end
  end

  class Fault
    def to_json(*) = 1 / 0
  end

  def test_random_keys_are_written_as_by_generate
    [{}, { indent: "  ", object_nl: "\n" }, { ascii_only: true }, { space: " " }].each do |options|
      scaled(40).times do |round|
        random = Random.new(round)
        writer = Writer.new(format: :json, **options).array
        expected = Array.new(30) do
          writer.object
          object(writer, random, 0).tap { writer.end }
        end
        GC.start if round % 20 == 0

        assert_equal Jacinth.generate(expected, **options), writer.end.close
      end
    end
  end

  # More first keys than a node has children, more keys than a way is long, and
  # more nodes than a tree has.
  def test_more_keys_than_are_remembered_are_written
    [[400, 1], [1, 400], [20, 20], [3, 70]].each do |kinds, size|
      objects = Array.new(2 * kinds) { |i| Array.new(size) { |j| ["#{i % kinds}-#{j}", i] }.to_h }
      writer = Writer.new.array
      objects.each do |object|
        writer.object
        object.each { |name, value| writer.pair(name, value) }
        [object.keys[0], object.keys[-1].dup].each do |name|
          assert_raises(Jacinth::GeneratorError) { writer.pair(name, 0) }
          assert_raises(Jacinth::GeneratorError) { writer.key(name.to_sym) }
        end
        writer.end
      end

      assert_equal Jacinth.generate(objects), writer.end.close
    end
  end

  def test_keys_changed_after_they_were_written_do_no_harm
    name = +"first"
    writer = Writer.new.array
    writer.object.pair(name, 1).end
    name.replace("other")
    writer.object.pair(name, 2).pair("first", 3).end
    100.times { |i| writer.object.pair("key #{i}", i).pair(:"symbol #{i}", i).end }
    GC.start
    Array.new(100) { |i| "gone #{i}" }
    100.times { |i| writer.object.pair("key #{i}", i).pair(:"symbol #{i}", i).end }
    rows = Array.new(100) { |i| { "key #{i}" => i, "symbol #{i}" => i } }

    assert_equal [{ "first" => 1 }, { "other" => 2, "first" => 3 }, *rows, *rows], Jacinth.parse(writer.end.close)
  end

  def test_keys_that_move_are_written
    skip "no compaction" unless compaction?

    writer = Writer.new(format: :ndjson)
    20.times do |round|
      names = %w[a b c].map { |name| "#{name}#{'x' * 24}" }
      names.each(&:freeze) if round.even?
      writer.object
      names.each { |name| writer.pair(name, round) }
      writer.end
      GC.compact if round % 5 == 0
    end

    rows = writer.close.lines.map { |line| Jacinth.parse(line).keys.map { |name| name[0] } }

    assert_equal [%w[a b c]] * 20, rows
  end

  # Two keys with one text, where they are allowed.
  def test_duplicate_keys_are_written_if_allowed
    writer = Writer.new(allow_duplicate_key: true).array
    3.times { writer.object.pair("a", 1).pair("b", 2).pair("a", 3).pair(:a, 4).end }

    assert_equal "[#{Array.new(3) { '{"a":1,"b":2,"a":3,"a":4}' }.join(',')}]", writer.end.close
  end
end
