# frozen_string_literal: true

require_relative "../type/support"

# Objects that only the library keeps alive: each test makes some, collects, fills the
# slots of freed objects with others of their kind, and checks the results.
class KeptGcTest < Minitest::Test
  include TypeHelpers

  ROUNDS = 50

  # Runs on a stack of its own, which is freed with all addresses on it.
  def aside(&) = Thread.new(&).value

  # The template is made for the second object of known keys, for Symbols. No other
  # object is stored in the table, which is old by then, so that a minor collection
  # marks the template only after a write barrier.
  def test_young_templates_in_an_old_table_survive_a_minor_collection
    texts = Array.new(ROUNDS) { |i| %([{"young#{i}":1,"template#{i}":[2],"#{i}":null}]) }
    symbols = -> { texts.map { |text| Jacinth.parse(text, symbolize_names: true) } }
    aside do
      3.times { texts.each { |text| Jacinth.parse(text) } }
      symbols.call
    end
    4.times { GC.start }
    aside(&symbols)
    2.times { GC.start(full_mark: false) }
    others = Array.new(20 * ROUNDS) { |i| { "other#{i}" => i, "x" => 1, "y" => 2 } }

    assert_equal texts.map { |text| JSON.parse(text, symbolize_names: true) }, aside(&symbols)
    assert_equal 20 * ROUNDS, others.size
  end

  def test_waiting_keys_of_a_writer_survive_a_collection
    writers = aside do
      Array.new(ROUNDS) do |i|
        Jacinth::Writer.new(format: :json).object.object("outer #{i} #{'o' * 40}").key("inner #{i} #{'i' * 40}")
      end
    end
    GC.start
    others = Array.new(20 * ROUNDS) { |i| "other #{i} #{'x' * 40}" }
    writers.each_with_index do |writer, i|
      error = assert_raises(Jacinth::GeneratorError) { writer.value([Float::NAN]) }

      assert_equal %($["outer #{i} #{'o' * 40}"]["inner #{i} #{'i' * 40}"][0]), error.json_path
    end

    assert_equal 20 * ROUNDS, others.size
  end

  # The keys of a map are in the key cache only: shapes do not have them.
  def test_cached_keys_survive_a_collection
    texts = Array.new(ROUNDS) { |i| %({"cached key #{i}":[{"other key #{i}":null}]}) }
    type = T.hash([T.hash(T.any)])
    read = -> { texts.map { |text| type.load(text) } }
    aside do
      2.times { read.call }
      nil
    end
    GC.start
    others = Array.new(20 * ROUNDS) { |i| "a later key #{i}" }

    assert_equal texts.map { |text| JSON.parse(text) }, aside(&read)
    assert_equal 20 * ROUNDS, others.size
  end

  # Only the reference, which is an old object by then, refers to the whole type.
  def test_the_target_of_a_recursive_type_survives_a_minor_collection
    references = aside do
      Array.new(ROUNDS / 5) do |i|
        reference = nil
        T.recursive do |type|
          4.times { GC.start }
          reference = type
          T[{ "v#{i}": Integer, next: T.optional(type) }]
        end
        reference
      end
    end
    2.times { GC.start(full_mark: false) }
    others = Array.new(20 * ROUNDS) { |i| T[{ "other#{i}": Integer }] }
    references.each_with_index do |type, i|
      assert_equal({ "v#{i}": 1, next: { "v#{i}": 2 } }, type.load(%({"v#{i}":1,"next":{"v#{i}":2}})))
    end

    assert_equal 20 * ROUNDS, others.size
  end

  # An IO that collects garbage, which frees all objects that the stream does not keep.
  Collecting = Struct.new(:chunks, :others) do
    def readpartial(_size)
      GC.start
      self.others = Array.new(500) { |i| "x" * (i * 8) }
      chunks.shift or raise EOFError
    end
  end

  def test_compiled_pointers_survive_a_collection
    text = "{#{Array.new(40) { |i| %("key #{i}":[#{i}]) }.join(",")}}"
    pointers = Array.new(20) { |i| "/key #{i * 2}/0" }
    wanted = Jacinth.parse(text, only: pointers)
    input = Collecting.new(text.scan(/.{1,100}/))

    assert_equal [wanted], Jacinth.each(input, only: pointers).to_a
  end

  def test_options_of_a_coder_survive_a_collection
    make = ->(i) { { max_nesting: i + 1, types: { Range => ->(range) { "#{i}: #{range}" } } } }
    old = Array.new(ROUNDS) { Jacinth::Coder.allocate }
    4.times { GC.start }
    new = aside do
      old.each_with_index { |coder, i| coder.__send__(:initialize, **make.call(i)) }
      Array.new(ROUNDS) { |i| Jacinth::Coder.new(**make.call(i)) }
    end
    2.times { GC.start(full_mark: false) }
    check_coders(old)
    GC.start
    check_coders(old + new)
  end

  def check_coders(coders)
    others = Array.new(20 * ROUNDS) { |i| { i => [i], nil => 1 } }
    coders.each_with_index do |coder, i|
      assert_includes coder.inspect, "max_nesting: #{(i % ROUNDS) + 1}"
      assert_equal %(["#{i % ROUNDS}: 1..2"]), coder.dump([1..2])
    end

    assert_equal 20 * ROUNDS, others.size
  end

  # The text of such a key is a String that only the reader has.
  def test_a_key_with_escapes_of_a_map_survives_a_collection
    text = %({"\\u00e9\\n#{'k' * 1000}":1,"\\u00e9#{'k' * 40}":2})
    types = [T.hash(Integer, keys: Symbol), T.hash(Integer)]
    wanted = [JSON.parse(text, symbolize_names: true), JSON.parse(text)]
    found = with_gc_stress { types.map { |type| type.load(text) } }

    assert_equal wanted, found
  end
end
