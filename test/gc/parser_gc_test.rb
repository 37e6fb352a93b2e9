# frozen_string_literal: true

require_relative "../parse/support"

# The parser under GC.stress and with objects that move.
class ParserGcTest < Minitest::Test
  # The last rows have keys that are known, in orders that are not.
  TURNED = [4, 11, 21].flat_map do |size|
    Array.new(4) { |n| "{#{Array.new(size) { |i| "\"key #{(i + (n * 5)) % 23}\":[\"w#{i}\"]" }.join(',')}}" }
  end.freeze
  # Numbers that are objects, in rows.
  ROWS = '[[99999999999999999999,1e300,5],[1e-300,"s",[18446744073709551616]],[[9999999999999999999,0.5],[9,-1e300]]]'
  SOURCE = "[#{ROWS},#{TURNED.join(',')},#{(['{"a":1,"b":"text","c":[1.5,{"d":null}],"e":123456789012345678901}'] * 4).join(',')}," \
           "#{(["{#{Array.new(12) { |i| "\"key #{i}\":[\"v#{i}\\n\"]" }.join(',')}}"] * 4).join(',')}," \
           "#{(["{\"#{'k' * 99}a\":[1.5],\"#{'k' * 99}b\":{\"#{'l' * 99}\":\"text\"}}"] * 4).join(',')}]"

  OPTIONS = [{}, { symbolize_names: true }, { freeze: true }, { on_load: ->(value) { value } },
             { object_class: Class.new(Hash), array_class: Class.new(Array) }, { decimal_class: String }].freeze

  def results = OPTIONS.map { |options| Jacinth.parse(SOURCE, **options) }

  def expected = OPTIONS.map { |options| JSON.parse(SOURCE, **options) }

  def test_documents_are_read_under_stress
    wanted = expected
    with_gc_stress { assert_equal wanted, results }
  end

  def test_documents_in_chunks_are_read_under_stress
    wanted = JSON.parse(SOURCE)
    chunks = SOURCE.chars.each_slice(150).map(&:join)
    reader = Jacinth::ResumableParser.new
    partial = with_gc_stress do
      chunks.filter_map.with_index do |chunk, i|
        (reader << chunk).parse
        reader.partial_value if i == chunks.size / 2
      end
    end

    whole = partial[0][0..-2]

    assert_equal [wanted.first(whole.size), wanted], [whole, reader.value]
  end

  def test_errors_are_raised_under_stress
    with_gc_stress do
      2.times do
        assert_raises(Jacinth::ParserError) { Jacinth.parse("#{SOURCE[0..-2]},x]") }
        assert_raises(Jacinth::ParserError) { Jacinth.parse('[{"a":1,"a":2}]') }
      end
    end
  end

  Key = Struct.new(:name) do
    def hash = name.hash.tap { GC.start if name == "b" }
    def eql?(other) = name == other.name
  end

  # Pairs that only the C stack holds while Ruby code runs; values that stay on
  # the stack while the callback for their container does, and after it failed.
  def test_callbacks_are_called_under_stress
    text = '{"a":["x1",2.5],"b":{"c":["y1"]},"d":["z1"]}'
    wanted = Jacinth.parse(text)
    keyed = Jacinth.parse(text, on_load: ->(v) { v.is_a?(String) && v.size == 1 ? Key.new(v) : v })
    with_gc_stress do
      again = Jacinth.parse(text, on_load: ->(v) { v.is_a?(String) && v.size == 1 ? Key.new(v) : v })

      assert_equal keyed.inspect, again.inspect
      (1..13).step(6) { |n| assert_equal wanted, parse_after_failures(text, n) }
    end
    with_auto_compaction { (1..13).step(4) { |n| assert_equal wanted, parse_after_failures(text, n) } }
  end

  # Each array is emptied by the callback that fails for it.
  def parse_after_failures(text, nth)
    count = 0
    reader = Jacinth::ResumableParser.new(on_load: lambda { |value|
      next value unless (count += 1) == nth

      value.clear if value.is_a?(Array) || value.is_a?(Hash)
      raise Interrupt
    })
    reader << text
    begin
      reader.parse
    rescue Interrupt
      compact! if nth == 5
      reader.parse
    end
    reader.value
  end

  def test_documents_are_read_while_objects_move
    wanted = expected
    5.times do
      assert_equal wanted, results
      compact!
    end
    with_auto_compaction do
      10.times do
        assert_equal wanted, results
        GC.start
      end
    end
  end

  def test_results_outlive_their_source
    kept = Array.new(50) { Jacinth.parse(SOURCE.dup) }
    GC.start
    compact!

    assert_equal [JSON.parse(SOURCE)], kept.uniq
  end
end
