# frozen_string_literal: true

require_relative "../test_helper"
require "bigdecimal"
require "stringio"

# Small runs of everything that allocates, with the collector at work at every
# allocation, and with every object moved: each must give what it gives in peace.
class GCTest < Minitest::Test
  # Writes its parts with new Strings, after making garbage.
  class Talkative
    def initialize(parts) = @parts = parts

    def to_json(state = nil, *)
      Array.new(3) { |i| "garbage #{i}" }
      Jacinth.generate(@parts.map(&:dup), state)
    end
  end

  # As object_class: a Hash that allocates when it is written to.
  class Slow < Hash
    def []=(key, value)
      super(key.dup, [value].first)
    end
  end

  # Sources of Jacinth.load, which give their text in new objects.
  Convertible = Struct.new(:text) { def to_str = text.dup }
  Readable = Struct.new(:path, :text) { def read = text.dup }
  Openable = Struct.new(:text) { def to_io = StringIO.new(text) }

  LONG = "läng \"er\" \u2028 </p> 日本" * 3
  KEYS = Array.new(9) { |i| "key number #{i}" }.freeze
  RECORDS = Array.new(2) { |n| KEYS.to_h { |key| [key, [n, "#{key} of #{n}", n * 1.5]] } }.freeze
  SMALL = Array.new(3) { |n| { "id" => n, "name" => "name #{n}", "tags" => ["a#{n}"] } }.freeze
  MIXED = [
    nil, true, false, 0, -1, 2**62, 2**64, -(2**70), 1.5, 1e300, "", "short", LONG, :symbol,
    :"sym\"bol", { "a" => { b: [] } }, {}, [[[]]], 1..2, Struct.new(:x).new(1)
  ].freeze
  NESTED = Array.new(20).inject([]) { |inner, _| [inner, { "k" => inner.size }] }.freeze
  ODD = [nil, true, 1.25, 2**70, "short", "esc\n\"é\u{1F600}", LONG].freeze
  TEXT = Jacinth.generate([RECORDS, SMALL, ODD]).freeze
  ESCAPED = %("#{'\\u00e9\\ud83d\\ude00\\n\\"x' * 8}").freeze

  # Defines two tests of what the block gives: under stress, and on the move.
  def self.exercise(name, &block)
    define_method("test_#{name}_under_stress") do
      expected = instance_exec(&block)
      given = with_gc_stress { instance_exec(&block) }

      assert_equal expected, given
    end

    define_method("test_#{name}_while_objects_move") do
      expected = instance_exec(&block)
      results_while_objects_move { instance_exec(&block) }.each { |value| assert_equal expected, value }
    end
  end

  def error_of
    yield
  rescue Jacinth::JSONError => e
    [e.class, e.message, e.json_path]
  end

  exercise(:generate_mixed) { Jacinth.generate(MIXED) }
  exercise(:generate_records) { Jacinth.generate([RECORDS, SMALL]) }
  exercise(:generate_nested) { Jacinth.generate(NESTED, max_nesting: 0) }
  exercise(:generate_pretty) { Jacinth.pretty_generate([MIXED, SMALL]) }
  exercise(:generate_escaping) { Jacinth.generate(MIXED, ascii_only: true, script_safe: true) }
  exercise(:generate_sorted) { Jacinth.generate(RECORDS, sort_keys: true) }
  exercise(:generate_sorted_by) { Jacinth.generate(SMALL, sort_keys: ->(hash) { hash.sort.reverse.to_h }) }
  exercise(:generate_canonical) { Jacinth.generate([SMALL, 1.5, "é"], rfc8785: true) }
  exercise(:generate_through_to_json) { Jacinth.generate([Talkative.new(["a", 1.5, [:b]]), "after"] * 3) }
  exercise(:generate_other_encodings) do
    encodings = %w[UTF-16LE ISO-8859-1 UTF-8 UTF-32BE]
    Jacinth.generate(encodings.map { |encoding| "éü".encode(encoding) } * 3)
  end
  exercise(:generate_keys_of_all_kinds) { Jacinth.generate({ 1 => 1, nil => 2, 2.5 => 3, s: 4, "t" * 40 => 5 }) }
  exercise(:dump_to_io) { Jacinth.dump([MIXED, RECORDS] * 3, StringIO.new).string }
  exercise(:state) { Jacinth::State.new(indent: " " * 2, array_nl: "\n" * 2).generate(SMALL) }
  exercise(:coder) { Jacinth::Coder.new { |object, _| object.to_s.dup }.dump([1..2, Object, { 3 => :x }]) }
  exercise(:fragment) { Jacinth.generate(Array.new(4) { |i| Jacinth::Fragment.new("[#{i}]") }) }
  exercise(:generator_error) { error_of { Jacinth.generate({ "a" => [RECORDS, Float::NAN] }) } }
  exercise(:generator_bad_bytes) { error_of { Jacinth.generate(["#{LONG}\xFF"]) } }

  exercise(:parse) { Jacinth.parse(TEXT) }
  exercise(:parse_symbolized) { Jacinth.parse(TEXT, symbolize_names: true) }
  exercise(:parse_frozen) { Jacinth.parse(TEXT, freeze: true) }
  exercise(:parse_escapes) { Jacinth.parse("[#{ESCAPED},{#{ESCAPED}:#{ESCAPED}}]") }
  exercise(:parse_with_classes) { Jacinth.parse(TEXT, object_class: Slow, array_class: Array) }
  exercise(:parse_with_hook) { Jacinth.parse(TEXT, on_load: ->(value) { value.is_a?(String) ? "<#{value}>" : value }) }
  exercise(:parse_decimals) { Jacinth.parse("[1.5,2e3,#{'9' * 40}.5]", decimal_class: BigDecimal) }
  exercise(:parse_nested) do
    text = "#{'[' * 60}#{'{"a":' * 9}1#{'}' * 9}#{']' * 60}"
    Jacinth.parse(text, max_nesting: 0)
  end
  exercise(:parse_duplicate_keys) { Jacinth.parse('{"a":1,"b":[2],"a":{"c":3}}', allow_duplicate_key: true) }
  exercise(:parse_other_encoding) { Jacinth.parse('{"é":["ü"]}'.encode("UTF-16LE")) }
  exercise(:parse_error) { error_of { Jacinth.parse("#{TEXT[0..-2]},01]") } }
  exercise(:load_from_io) { Jacinth.load(StringIO.new(TEXT)) }
  exercise(:load_with_proc) { Jacinth.load(TEXT.dup, ->(value) { value.is_a?(String) ? "<#{value}>" : value }) }
  exercise(:load_with_options_and_proc) { Jacinth.load(TEXT.dup, :itself, symbolize_names: true, allow_blank: false) }
  exercise(:load_converted_sources) { [Convertible, Openable].map { |type| Jacinth.load(type.new(TEXT), freeze: true) } }
  exercise(:load_error) do
    Jacinth.load(Readable.new("file #{LONG}", '{"a":[01]}'))
  rescue Jacinth::ParserError => e
    [e.message, e.json_path, e.source_name]
  end
  exercise(:resumable) do
    parser = Jacinth::ResumableParser.new
    TEXT.scan(/.{1,60}/m).filter_map do |piece|
      parser << piece
      parser.value if parser.parse
    end
  end

  # Caches that live on between calls are referred to by no result.
  def test_caches_of_earlier_calls_can_move
    states = Array.new(3) { |i| Jacinth::State.new(indent: " " * i, space: "\t" * i) }
    texts = states.map { |state| state.generate([RECORDS, SMALL]) }
    data = Jacinth.parse(TEXT)
    compact!
    again = states.map { |state| state.generate([RECORDS, SMALL]) }

    assert_equal texts, again
    assert_equal data, Jacinth.parse(TEXT)
  end
end
