# frozen_string_literal: true

require_relative "../test_helper"

# valid? compares a key with the one that it expects there. Whatever comes, it
# finds each key that is there twice, and no other.
class ValidKeysTest < Minitest::Test
  # Of each length about those at which the comparison changes: alike at the
  # beginning, at the end, or in all but one byte; with escapes, and not ASCII.
  POOL = [
    *[1, 2, 3, 6, 7, 8, 9, 14, 15, 16, 17, 23, 24, 25, 29, 30, 31, 32, 33, 40, 46, 47, 48, 50].flat_map do |n|
      ["k" * n, "#{'k' * (n - 1)}x", "x#{'k' * (n - 1)}", "#{'k' * (n / 2)}x#{'k' * (n - (n / 2) - 1)}"]
    end, "", "é", "\\u006b", "k\\u006b", "\\n", "id", "name"
  ].freeze

  def object(random, pool, depth)
    members = Array.new(random.rand(10)) do
      value = random.rand(5) == 0 && depth < 10 ? object(random, pool, depth + 1) : random.rand(100)
      "\"#{pool.sample(random: random)}\":#{value}"
    end
    "{#{members.join(',')}}"
  end

  def twice?(text)
    Jacinth.parse(text, max_nesting: 0) && false
  rescue Jacinth::ParserError => e
    e.message[/duplicate key.*/] || flunk(e.message)
  end

  def test_random_duplicate_keys_are_found
    scaled(1500).times do |round|
      random = Random.new(round)
      pool = POOL.sample(random.rand(5..60), random: random)
      text = "[#{Array.new(random.rand(1..8)) { object(random, pool, 0) }.join(', ')}]"
      found = twice?(text)

      assert_equal !found, Jacinth.valid?(text), text
      next unless found

      error = assert_raises(Jacinth::ParserError) { Jacinth::Document.new(text, validate: true) }
      assert_includes error.message, found
    end
  end

  # Texts without a key twice are rarer above: rows of the same keys, one of
  # which is then changed, doubled, or cut.
  def test_a_duplicate_key_after_equal_objects_is_found
    POOL.each_slice(7) do |keys|
      row = "{#{keys.uniq.map { |key| "\"#{key}\":[{\"#{key}\":1}]" }.join(',')}}"
      rows = Array.new(4) { row }

      assert Jacinth.valid?("[#{rows.join(',')}]")
      keys.each do |key|
        last = row.sub(/\}\z/, ",\"#{key}\":0}")

        refute Jacinth.valid?("[#{[*rows, last].join(',')}]")
        refute Jacinth.valid?("[#{[*rows, row[0..-12]].join(',')}")
      end
    end
  end

  # An object that leaves the keys that are remembered, by one with an escape or
  # by one that is too long, has those before it still.
  def test_duplicates_around_a_long_or_escaped_key_are_found
    ["\\u0041", "k" * 60].each do |odd|
      sampled(0...40).each do |i|
        keys = Array.new(40) { |j| "key #{j}" }
        row = "{#{keys.map { |key| "\"#{key}\":#{i}" }.join(',')}}"
        left = keys.dup.insert(i, odd)

        assert Jacinth.valid?("[#{row},#{object_of(left)},#{row}]")
        left.each do |key|
          refute Jacinth.valid?("[#{row},#{object_of([*left, key])}]"), "#{i}: #{key}"
          assert Jacinth.valid?("[#{row},#{object_of([*left, "#{key}."])}]"), "#{i}: #{key}"
        end
      end
    end
  end

  def object_of(keys) = "{#{keys.map { |key| "\"#{key}\":{\"a\":1}" }.join(', ')}}"

  # Two sequences in turns, a third one now and then.
  def test_duplicates_among_alternating_keys_are_found
    rows = Array.new(30) { |i| i % 7 == 0 ? %w[id z y] : [%w[id a b], %w[id b a], %w[a id b]][i % 3] }

    assert Jacinth.valid?("[#{rows.map { |keys| object_of(keys) }.join(',')}]")
    rows.each_index do |i|
      twice = rows.map.with_index { |keys, j| object_of(i == j ? [*keys, keys[j % 3]] : keys) }

      refute Jacinth.valid?("[#{twice.join(',')}]"), i.to_s
    end
  end

  # More keys, kinds and levels than are remembered.
  def test_duplicates_among_more_keys_than_are_remembered_are_found
    [[1, 600], [600, 1], [40, 30], [3, 47], [3, 48], [3, 49]].each do |kinds, size|
      rows = Array.new(2 * kinds) { |i| Array.new(size) { |j| ["#{i % kinds}-#{j}", 1] }.to_h }
      twice = Jacinth.generate(rows).sub(/\}\]\z/, ",\"#{rows[-1].keys[0]}\":2}]")

      assert Jacinth.valid?(Jacinth.generate(rows))
      refute Jacinth.valid?(twice)
    end
    deep = "#{'{"a":1,"b":' * 50}{\"a\":1}#{'}' * 50}"

    assert Jacinth.valid?("[#{deep},#{deep}]")
    refute Jacinth.valid?("[#{deep},#{deep.sub('{"a":1}', '{"a":1,"a":2}')}]")
  end

  # Keys that differ in few bytes have different hashes, so no Strings are made to compare them.
  def test_keys_that_differ_in_few_bytes_are_compared_without_objects
    %w[column_%d messages.key%d /users/%d/posts 10.0.0.%d %08d 2026-01-%d section%d.label].each do |format|
      text = Jacinth.generate((0...900).to_h { |i| [format(format, i), 1] })
      Jacinth.valid?(text)

      assert_operator allocated { Jacinth.valid?(text) }, :<, 50, format
    end
  end
end
