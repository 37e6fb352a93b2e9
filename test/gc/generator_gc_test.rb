# frozen_string_literal: true

require_relative "../test_helper"

# Generating while the collector runs at each allocation, or moves everything,
# in the places where only the walk still holds what it writes.
class GeneratorGCTest < Minitest::Test
  # Its to_json gives the key and value of new Strings, long forgotten after it.
  class Fresh
    def initialize(number) = @number = number

    def to_json(state = nil, *)
      Jacinth.generate({ "key #{@number}" => ["value #{@number}", { n: @number }] }, state)
    end
  end

  # Drops the tree that is being written.
  class Dropping
    def initialize(tree) = @tree = tree

    def to_json(*)
      @tree.clear
      Array.new(20) { |i| "new garbage #{i}" }
      '"dropped"'
    end
  end

  FRESH = Array.new(6) { |i| Fresh.new(i) }.freeze
  LONG = ["text é \"" * 8000, "short"].freeze # more than is written to an IO at once

  def dropped
    hash = { "a" => ["x".dup] }
    hash["b"] = Dropping.new(hash)
    9.times { |i| hash["key #{i}"] = ["value #{i}", { i.to_s => "inner #{i}" }] }
    Jacinth.generate([hash, hash])
  end

  def written
    chunks = []
    writer = Object.new
    writer.define_singleton_method(:write) { |chunk| chunks << chunk.dup }
    Jacinth.dump([LONG, FRESH, LONG], writer)
    chunks.join
  end

  EXERCISES = {
    fresh: ->(_) { Jacinth.generate([FRESH, FRESH]) },
    pretty: ->(_) { Jacinth.pretty_generate([FRESH]) },
    dropped: lambda(&:dropped),
    written: lambda(&:written),
    coerced: ->(_) { Jacinth::Coder.new { |object, _| [object.to_s, [{ "k" => 1 }]] }.dump([1..2, { "r" => 1..3 }] * 5) },
    sorted: ->(_) { Jacinth.generate([{ "b" => { "z" => 1, "y" => [FRESH[0]] }, "a" => 2 }] * 3, sort_keys: true) },
    deep: ->(_) { Jacinth.generate(80.times.inject(FRESH[1]) { |inner, i| i.odd? ? [inner] : { "k#{i}" => inner } }) }
  }.freeze

  EXERCISES.each do |name, exercise|
    define_method(:"test_#{name}_under_stress") do
      expected = exercise.call(self)

      assert_equal(expected, with_gc_stress { exercise.call(self) })
    end

    define_method(:"test_#{name}_while_objects_move") do
      expected = exercise.call(self)

      assert_equal [expected], results_while_objects_move { exercise.call(self) }.uniq
    end
  end
end
