# frozen_string_literal: true

require_relative "support"

# Objects whose keys come in an order that no shape predicts.
class ParserKeyOrderTest < Minitest::Test
  # The most pairs of a Hash in its slot, of a table without bins, and sizes around and beyond.
  SIZES = [1, 2, 3, 7, 8, 9, 10, 15, 16, 17, 18, 31, 33, 64, 65, 300].freeze

  def documents(size, random)
    keys = Array.new(size * 2) { |i| "key #{i}" }
    Array.new(12) { keys.sample(size, random: random).to_h { |key| [key, [key]] } }
  end

  def test_objects_in_any_order_equal_those_of_json
    random = Random.new(44)
    SIZES.each do |size|
      text = JSON.generate(documents(size, random))

      [{}, { symbolize_names: true }, { freeze: true }].each do |options|
        assert_equal JSON.parse(text, **options), Jacinth.parse(text, **options)
      end
      assert_equal text, JSON.generate(Jacinth.parse(text)), "the order of the keys"
    end
  end

  # A Hash that was built wrongly shows it when Ruby's own methods change it.
  def test_objects_in_any_order_can_be_changed
    random = Random.new(45)
    SIZES.each do |size|
      documents(size, random).each do |wanted|
        made = Jacinth.parse(JSON.generate(wanted))
        [wanted, made].each { |hash| change(hash) }

        assert_equal wanted, made
        assert_equal wanted.to_a, made.to_a
        assert_equal wanted.hash, made.hash
      end
    end
  end

  def change(hash)
    hash.delete(hash.keys.last)
    hash.delete("key 1")
    20.times { |i| hash["new #{i}"] = i }
    hash.shift
    hash.transform_values!(&:to_s)
    hash.rehash
  end

  # So many different objects in one place that it is read without the tree of shapes, and then as many equal ones.
  def test_places_of_varied_objects_are_read_and_become_regular_again
    random = Random.new(48)
    keys = Array.new(12) { |i| "key #{i}" }
    varied = Array.new(1500) { keys.sample(random.rand(1..12), random: random).to_h { |key| [key, [{ key => 1 }]] } }
    regular = Array.new(300) { |i| { "key 0" => i, "key 1" => { "b" => i } } }
    texts = [varied, { "in" => varied, "key 3" => regular }, regular, regular].map { |rows| JSON.generate(rows) }

    [{}, { symbolize_names: true }, { freeze: true }].each do |options|
      (texts * 3).each { |text| assert_same_objects(text, JSON.parse(text, **options), options) }
    end
  end

  def assert_same_objects(text, wanted, options)
    parser = Jacinth::ResumableParser.new(**options)
    text.scan(/.{1,700}/m) { |chunk| parser << chunk }

    assert parser.parse
    [Jacinth.parse(text, **options), parser.value].each do |made|
      assert_equal wanted, made
      assert_equal JSON.generate(wanted), JSON.generate(made)
    end
  end

  def test_duplicate_keys_are_found_in_places_of_varied_objects
    random = Random.new(49)
    keys = Array.new(12) { |i| "key #{i}" }
    rows = Array.new(1500) { keys.sample(random.rand(1..12), random: random).map { |key| "#{key.dump}:1" } }
    rows.last << rows.last.sample(random: random)
    text = "[#{rows.map { |row| "{#{row.join(',')}}" }.join(',')}]"

    3.times { assert_raises(Jacinth::ParserError) { Jacinth.parse(text) } }
    assert_equal JSON.parse(text, allow_duplicate_key: true), Jacinth.parse(text, allow_duplicate_key: true)
  end

  def test_duplicate_keys_are_found_in_any_order
    random = Random.new(46)
    SIZES.drop(1).each do |size|
      members = documents(size, random).last.map { |key, value| "#{key.inspect}:#{value.inspect}" }
      members.insert(random.rand(size), members.last)
      text = "{#{members.join(',')}}"

      error = assert_raises(Jacinth::ParserError) { Jacinth.parse(text) }
      assert_includes error.message, "duplicate key #{members.last[/\A".*?"/]}"
      assert_equal JSON.parse(text, allow_duplicate_key: true), Jacinth.parse(text, allow_duplicate_key: true)
    end
  end

  def test_objects_in_any_order_are_the_same_without_hashed_keys
    program = <<~RUBY
      require "jacinth"
      random = Random.new(47)
      keys = Array.new(40) { |i| "key \#{i}" }
      rows = Array.new(200) { keys.sample(random.rand(1..24), random: random).to_h { |key| [key, 1] } }
      raise unless Jacinth.parse(Jacinth.generate(rows)) == rows
      p Jacinth.parse(Jacinth.generate(rows))
    RUBY
    outputs = [nil, "-hashed_keys", "-table_templates", "-hash_filling", "off"].map do |switch|
      ruby!(program, env: { "JACINTH_INTERNALS" => switch })
    end

    assert_equal 1, outputs.uniq.size
  end
end
