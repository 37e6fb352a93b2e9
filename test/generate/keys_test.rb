# frozen_string_literal: true

require_relative "support"

class KeysTest < GeneratorTest
  class Sub < String; end

  class Loud < String
    def to_s = upcase
  end

  class Wrong
    def to_s = 5
  end

  class WrongString < String
    def to_s = 5
  end

  def test_keys_of_all_types_are_written_as_text
    {
      "a" => "a", :b => "b", :"c d" => "c d", 1 => "1", 2**70 => (2**70).to_s, 1.5 => "1.5", nil => "", true => "true",
      false => "false", Object => "Object", [1] => "[1]", (1..2) => "1..2", Sub.new("s") => "s", Loud.new("t") => "T",
      "é" => "é", :é => "é", "x" * 100 => "x" * 100, 1r => "1/1"
    }.each do |key, text|
      assert_generates %({"#{text}":0}), { key => 0 }
      assert_generates %([{"#{text}":0},{"#{text}":1}]), [{ key => 0 }, { key => 1 }]
      assert_generates %({ "#{text}" : 0}), { key => 0 }, space: " ", space_before: " ", indent: " "
    end
  end

  def test_keys_are_escaped
    ["\"", "\n", "\\", "\u0001", "a\"b", "#{'k' * 30}\"", "#{'k' * 40}\n"].each do |key|
      text = Jacinth.generate(key)

      assert_generates "{#{text}:1}", { key => 1 }
      assert_generates "{#{text}:1}", { key.to_sym => 1 }
    end
    assert_generates '{"\/\u2028":1}', { "/\u2028" => 1 }, script_safe: true
    assert_generates '{"\u00e9\ud83d\ude00":1}', { "é\u{1F600}" => 1 }, ascii_only: true
  end

  # Keys are written once and copied from then on: more of them than are kept,
  # with texts of all lengths, in hashes that come again.
  def test_many_keys_in_repeated_hashes_are_written
    keys = Array.new(700) { |i| "#{'k' * (i % 37)}#{i}#{'"' * (i % 3)}#{'é' * (i % 2)}" }
    symbols = keys.map(&:to_sym)
    [keys, symbols].each do |list|
      rows = list.each_cons(9).map { |row| row.to_h { |key| [key, 1] } } * 3
      expected = rows.map do |row|
        "{#{row.keys.map { |key| "#{Jacinth.generate(key.to_s)}:1" }.join(',')}}"
      end

      assert_equal "[#{expected.join(',')}]", Jacinth.generate(rows)
      pretty = Jacinth.generate(rows, space: " ", object_nl: "\n")

      assert_equal "[#{expected.join(',')}]", pretty.delete("\n").gsub('": ', '":')
      io = Pipe.new

      assert_equal "[#{expected.join(',')}]", Jacinth.dump(rows, io).text
    end
  end

  CHANGES = [
    :itself, :shift, :compare_by_identity, :rehash,
    ->(hash) { 3.times { hash.shift } },
    ->(hash) { hash.shift && hash["new"] = 0 },
    ->(hash) { hash.delete("k1") },
    ->(hash) { hash.delete("k2") && hash["new"] = 0 },
    ->(hash) { hash.delete(hash.keys.last) },
    ->(hash) { hash.keep_if { |_, value| value % 3 == 1 } }
  ].freeze

  # Pairs are read in the slot or the table of a Hash, also after pairs were deleted and added.
  def test_hashes_are_written_after_changes
    [*4..20, 33, 64, 65, 300].product(CHANGES).each do |size, change|
      hash = Array.new(size) { |i| ["k#{i}", i] }.to_h.tap(&change)
      expected = "{#{hash.map { |key, value| %("#{key}":#{value}) }.join(',')}}"

      assert_equal expected, Jacinth.generate(hash)
      assert_equal "[#{expected}]", Jacinth.generate([hash.clone.freeze])
    end
  end

  # Members whose key is not short and plain, or whose value is not a small scalar.
  def members
    values = [[[1]], { "a" => { b: [] } }, {}, [1, "x"], [1, 2.5], "é" * 600, 2**70, Jacinth::Fragment.new("1 "),
              with_to_json("[3]"), 1.0e300, :symbol]
    [["\n", 0], [7, 0], [nil, 0], ["k" * 70, 0], [:symbol, 0], [Loud.new("loud"), 0], *values.map { |value| ["k", value] }]
  end

  def test_each_kind_of_member_is_written_at_each_place
    [1, 2, 8, 9, 30].each do |size|
      [*0...size].product(members) do |place, member|
        pairs = Array.new(size) { |i| i == place ? member : ["key #{i}", i] }
        texts = pairs.map { |key, value| "#{Jacinth.generate(key.to_s)}:#{Jacinth.generate(value)}" }

        assert_generates "{#{texts.join(',')}}", pairs.to_h
        assert_generates "[{#{texts.join(',')}},{#{texts.join(',')}}]", [pairs.to_h] * 2
      end
    end
  end

  def test_errors_have_the_path_to_each_member
    [1, 2, 8, 9, 30].each do |size|
      size.times do |place|
        keys = Array.new(size) { |i| "key #{i}" }
        hash = keys.to_h { |key| [key, 1] }
        { "" => Float::NAN, "[0]" => [Float::NAN], "[1]" => [1, Float::NAN], ".a" => { "a" => Float::NAN } }.each do |rest, value|
          assert_generator_error("NaN not allowed in JSON", path: %($["key #{place}"]#{rest})) do
            Jacinth.generate(hash.merge(keys[place] => value))
          end
        end
        assert_raises(Jacinth::NestingError) { Jacinth.generate(hash.merge(keys[place] => [[]]), max_nesting: 2) }
        twice = [*keys[0...place], keys[0].to_sym, *keys[place..]].to_h { |key| [key, 1] }
        error = assert_error(Jacinth::GeneratorError, /\Adetected duplicate key/) { Jacinth.generate([twice]) }
        assert_equal "$[0]", error.json_path
      end
    end
  end

  def test_the_same_keys_follow_the_options_of_each_call
    rows = [{ key: 1, "é/" => 2 }] * 30

    [{}, { ascii_only: true }, { script_safe: true }, { space: " " }, {}].each do |options|
      one = Jacinth.generate(rows[0], options)

      assert_equal "[#{([one] * 30).join(',')}]", Jacinth.generate(rows, options)
    end
  end

  def test_a_symbol_and_a_string_of_one_text_stay_apart
    rows = Array.new(60) { |i| i.even? ? { "name" => i } : { name: i } }

    assert_equal "[#{Array.new(60) { |i| %({"name":#{i}}) }.join(',')}]", Jacinth.generate(rows)
  end

  def test_a_to_s_that_returns_no_string_raises
    error = assert_raises(TypeError) { Jacinth.generate({ Wrong.new => 1 }) }
    # Ruby's own words, which are others from 4.1 on
    assert_match(/\Acan't convert KeysTest::Wrong (?:in)?to String \(KeysTest::Wrong#to_s gives Integer\)\z/, error.message)
    error = assert_raises(TypeError) { Jacinth.generate({ WrongString.new("a") => 1 }) }
    assert_equal "can't convert KeysTest::WrongString to String (KeysTest::WrongString#to_s gives Integer)", error.message
  end

  def test_a_private_to_s_is_called
    text = Class.new(String) { private def to_s = "key" }.new("x")
    [text, Class.new { private def to_s = "key" }.new].each do |key|
      assert_generates '{"a":1,"key":2}', { a: 1, key => 2 }
      error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ key => Float::NAN }) }

      assert_equal "$.key", error.json_path
    end
    error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ key: 1, text => 2 }, allow_duplicate_key: false) }

    assert_match(/\Adetected duplicate key "key" in /, error.message)
  end

  # Keys are searched for duplicates by what is written for them: the to_s of a String of a class of its own, too.
  def test_duplicates_are_found_by_the_text_that_is_written
    key = Loud.new("a")
    alone = +"a"
    alone.define_singleton_method(:to_s) { "A" }
    same = { A: 1 }.compare_by_identity
    other = { a: 1 }.compare_by_identity
    [same, other].each { |hash| hash[alone] = 2 }

    assert_generates '{"a":1,"A":2}', { a: 1, key => 2 }
    assert_generates '{"a":1,"A":2}', other
    assert_generates '{"1":1,"!":2}', { 1 => 1, Class.new(String) { def to_s = "!" }.new("1") => 2 }
    [{ key => 1, A: 2 }, { A: 1, key => 2 }, { 1 => 0, A: 1, key => 2 }, same,
     { 1 => 1, 2 => 2, "x" => 3, Wrong.new => 4, Wrong.new => 5 }].each do |hash|
      error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate(hash) }

      assert_match(/\Adetected duplicate key (?:"A"|5) in \{/, error.message)
    end
  end

  def assert_equal_once_replaced(&)
    assert_match(/\Adetected duplicate key/, assert_raises(Jacinth::GeneratorError, &).message)
  end

  KeyWithText = Struct.new(:text) { def to_s = text }

  # Bytes that differ may be replaced by the same character.
  def test_keys_that_are_equal_after_replacement_raise
    one = "a\xE9"
    many = Array.new(20) { |i| ["k#{i}\xE9", i] }.to_h
    [{ one => 1, "a\xE8" => 2 }, { one => 1, "a\uFFFD" => 2 }, { "a\uFFFD" => 1, one => 2 }, many.merge("k3\xE8" => 1),
     { "é" => 1, "é".encode("UTF-16LE") => 2 }].each do |hash|
      [{}, { sort_keys: true }, { indent: "  " }].each do |options|
        assert_equal_once_replaced { Jacinth.generate([hash], invalid: :replace, **options) }
      end
      assert_equal_once_replaced { Jacinth::Coder.new(invalid: :replace).dump([hash]) }
      assert_equal_once_replaced { Jacinth::Type[[Jacinth::Type.hash(Integer)]].dump([hash], invalid: :replace) }
      assert_equal hash.size, Jacinth.generate(hash, invalid: :replace, allow_duplicate_key: true).count(":")
    end
    assert_equal "{#{Array.new(20) { |i| %("k#{i}\uFFFD":#{i}) }.join(',')}}", Jacinth.generate(many, invalid: :replace)
    [{ "a\xE8".b.to_sym => 1, one => 2 }, { KeyWithText.new(one) => 1, "a\xE8" => 2 }].each do |hash|
      assert_equal_once_replaced { Jacinth.generate(hash, invalid: :replace) }
    end
    map = Jacinth::Type.hash(Integer)

    assert_equal %({"a\uFFFD":1,"#{map}":2}), map.dump({ one => 1, map.to_s => 2 }, invalid: :replace)
    assert_equal %({"a\uFFFD":{"a\uFFFD":1},"é":2,"s":3}),
                 Jacinth.generate({ one => { one => 1 }, "é".encode("UTF-16BE") => 2, s: 3 }, invalid: :replace)
  end

  def test_a_new_key_at_the_address_of_a_collected_one_is_written
    maker = Class.new do
      def initialize(number) = @number = number

      def to_json(state = nil, *)
        hash = Array.new(20) { |i| ["#{@number}-#{i}", i] }.to_h
        Jacinth.generate(hash, state)
      end
    end
    rows = Array.new(50) { |i| maker.new(i) }
    expected = Array.new(50) { |n| "{#{Array.new(20) { |i| %("#{n}-#{i}":#{i}) }.join(',')}}" }

    assert_equal "[#{expected.join(',')}]", Jacinth.generate(rows)
  end

  # The text of a Symbol is cached by the first format that writes it.
  def test_symbols_have_the_same_text_in_each_format
    formats = [{}, { space: " " }, { space: " " * 20 }, { space_before: "\t", space: " " * 14 }, { ascii_only: true },
               { script_safe: true, array_nl: "\n" }, { html_safe: true }, { sort_keys: true }]
    names = ["a", "é", "</é", "\u2028", '"', "a/b", "<", ">", "&", *(28..36).map { |size| "s" * size }]
    [formats, formats.reverse].each_with_index do |ordered, turn|
      names.product(ordered) do |name, format|
        colon = "#{format[:space_before]}:#{format[:space]}"
        name += turn.to_s
        text = "{#{Jacinth.generate(name, format)}#{colon}1}"
        symbol = eval(name.inspect.prepend(":")) # rubocop:disable Security/Eval -- to_sym makes a dynamic Symbol, which is not cached

        assert_equal text, Jacinth.generate({ symbol => 1 }, format)
        assert_equal text, Jacinth.generate({ name.to_sym => 1 }, format)
        assert_equal text, Jacinth.generate({ name => 1 }, format)
        assert_equal Jacinth.generate([{ name.dup => 1 }] * 30, format), Jacinth.generate([{ symbol => 1 }] * 30, format)
      end
    end
  end
end
