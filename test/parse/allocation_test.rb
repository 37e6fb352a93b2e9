# frozen_string_literal: true

require_relative "support"

# The parser allocates only the objects of the result; keys are interned, and made
# once.
class ParserAllocationTest < Minitest::Test
  FLONUMS = [nil].pack("p").bytesize == 8 # also on Windows, where 1.size is 4

  # Objects on the heap in a value, without keys. A small Integer is none, nor, with
  # pointers of 64 bits, is a Float of middling size.
  def objects(value)
    case value
    when Hash then 1 + value.each_value.sum { |v| objects(v) }
    when Array then 1 + value.sum { |v| objects(v) }
    when String then 1
    when Float then FLONUMS && (value.eql?(0.0) || value.abs.between?(1e-70, 1e70)) ? 0 : 1
    when Integer then value.bit_length > (1.size * 8) - 2 ? 1 : 0
    else 0
    end
  end

  def check(source, rounds: 8, **options)
    value = nil
    count = allocated(rounds: rounds) do
      value = options.empty? ? Jacinth.parse(source) : Jacinth.parse(source, **options)
    end

    # The Hash of keyword arguments is the caller's.
    assert_in_delta objects(value), count, options.empty? ? 0 : 2, source[0, 80]
  end

  def test_small_documents_allocate_only_their_values
    ['{"a":1,"b":[true,null,2.5,"x"]}', "[[1,2],[3,[4]],[]]", '"text"', "1", "[]", "{}", '["a\nb","\u00e9"]',
     "[12345678901234567890]", '{"a":{"b":{"c":{}}}}', "[1e200]"].each { |source| check(source) }
  end

  def test_records_allocate_only_their_values
    [3, 8, 9, 20, 60].each do |size|
      row = (1..size).to_h { |i| ["field #{i}", "value #{i}"] }
      check(JSON.generate([row] * 50))
      check(JSON.generate([row] * 50), symbolize_names: true)
    end
  end

  # More first keys than the key cache holds: what follows them is learned in
  # the first round, and not over again in each until the tree is full.
  def test_hundreds_of_different_first_keys_allocate_only_values
    rows = (1..300).flat_map { |i| [{ "first #{i}" => i, "then" => 2 }] * 3 }
    check(JSON.generate(rows), rounds: 4)
  end

  def test_whole_documents_allocate_only_their_values = each_document { |_, source| check(source) }

  def test_strings_and_arrays_have_no_spare_capacity
    require "objspace"
    text = "x" * 5000
    made = Jacinth.parse("[\"#{text}\",\"#{text}\\n\"]")

    made.each { |string| assert_operator ObjectSpace.memsize_of(string), :<=, 5000 + 200 }
    assert_operator ObjectSpace.memsize_of(Jacinth.parse("[#{(['1'] * 1000).join(',')}]")), :<=, 8000 + 200
  end
end
