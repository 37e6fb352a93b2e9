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

  # The text of such a key is a String that only the reader has.
  def test_a_key_with_escapes_of_a_map_survives_a_collection
    text = %({"\\u00e9\\n#{'k' * 1000}":1,"\\u00e9#{'k' * 40}":2})
    types = [T.hash(Integer, keys: Symbol), T.hash(Integer)]
    wanted = [JSON.parse(text, symbolize_names: true), JSON.parse(text)]
    found = with_gc_stress { types.map { |type| type.load(text) } }

    assert_equal wanted, found
  end
end
