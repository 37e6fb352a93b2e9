# frozen_string_literal: true

require_relative "support"

# omit_nil and omit_empty.
class OmitTest < GeneratorTest
  TREE = { "a" => nil, "b" => [], "c" => { "d" => nil, "e" => "" }, "f" => [nil, {}, { "x" => nil }], "g" => 0, h: nil }.freeze

  def test_omit_nil_leaves_out_members_that_are_nil
    assert_generates '{"b":[],"c":{"e":""},"f":[null,{},{}],"g":0}', TREE, omit_nil: true
    assert_generates "{}", { "a" => nil }, omit_nil: true
    assert_generates "[null]", [nil], omit_nil: true
    assert_generates "null", nil, omit_nil: true
  end

  def test_omit_empty_leaves_out_members_that_are_nil_or_empty
    assert_generates '{"c":{},"f":[null,{},{}],"g":0}', TREE, omit_empty: true
    assert_generates '{"a":0,"b":" ","c":[[]]}', { "a" => 0, "b" => " ", "c" => [[]], "d" => {}, "e" => "" }, omit_empty: true
  end

  def test_both_options_work_with_sorting_and_formatting
    assert_generates '{"a":1,"c":[]}', { "c" => [], "b" => nil, "a" => 1 }, omit_nil: true, sort_keys: true
    assert_generates '{"a":1}', { "c" => [], "b" => nil, "a" => 1 }, omit_empty: true, rfc8785: true
    assert_generates '{"c":1}', { "b" => nil, "a" => nil }, omit_nil: true, sort_keys: ->(hash) { hash.merge("c" => 1) }
    assert_equal "{\n  \"c\": {\n    \"e\": \"\"\n  }\n}", Jacinth.pretty_generate(TREE.slice("a", "c"), omit_nil: true)
    assert_equal "{\n  \"b\": [],\n  \"c\": {\"e\": \"\"}\n}",
                 Jacinth.pretty_generate(TREE.slice("a", "b", "c"), omit_nil: true, width: 18)
    assert_equal "{}", Jacinth.pretty_generate({ "a" => nil }, omit_nil: true, width: 18)
  end

  def test_states_coders_writers_and_ios_take_both_options
    expected = '{"b":[1]}'
    value = { "a" => nil, "b" => [1] }
    out = StringIO.new
    (Jacinth::Writer.new(out, omit_nil: true) << value).close

    assert_equal expected, Jacinth::State.new(omit_nil: true).generate(value)
    assert_equal expected, Jacinth::Coder.new(omit_empty: true).dump(value)
    assert_equal expected, Jacinth.dump(value, StringIO.new, omit_nil: true).string
    assert_equal expected, out.string.chomp
  end

  def test_to_json_of_an_object_gets_both_options
    assert_equal '[{"y":1}]', ruby!(<<~RUBY).chomp
      require "jacinth/json"
      object = Class.new { def to_json(state, *) = { "x" => nil, "y" => 1 }.to_json(state) }.new
      puts JSON.generate([object], omit_nil: true)
    RUBY
  end

  def test_a_duplicate_key_raises_even_if_it_is_omitted
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ "a" => nil, a: nil }, omit_nil: true, allow_duplicate_key: false) }
  end

  def test_types_refuse_both_options
    %i[omit_nil omit_empty].each do |name|
      assert_raises(ArgumentError) { Jacinth::Type[Integer].dump(1, name => true) }
    end
  end

  def test_random_trees_are_written_without_the_omitted_members
    random = seeded
    scaled(300).times do
      value = random_value(random, [nil, nil, nil, "", [], {}, 1, 2.5, "x", true], Array.new(20) { |i| "k#{i}" }, 3)

      assert_generates Jacinth.generate(without(value, &:nil?)), value, omit_nil: true
      assert_generates Jacinth.generate(without(value) { |v| v.nil? || v == "" || v == [] || v == {} }), value, omit_empty: true
    end
  end

  def without(value, &omitted)
    case value
    when Hash then value.reject { |_, inner| yield(inner) }.transform_values { |inner| without(inner, &omitted) }
    when Array then value.map { |inner| without(inner, &omitted) }
    else value
    end
  end

  def test_a_writer_leaves_out_pairs
    text = Jacinth::Writer.new(omit_nil: true).object do |w|
      w.pair("a", nil).pair("b", { "c" => nil })
      w["d"] = nil
      w["e"] = ""
      w.key("f").value(nil)
      w.array("g") { w.value(nil) }
    end
    empty = Jacinth::Writer.new(StringIO.new, omit_empty: true, space: " ").object { |w| w.pair("a", []).pair("b", "").pair("c", 0).pair("d", nil) }

    assert_equal '{"b":{},"e":"","f":null,"g":[null]}', text.close
    assert_equal '{"c": 0}', empty.close.string
    assert_equal '{"a":null}', Jacinth::Writer.new.object { |w| w.pair("a", nil) }.close
    assert_raises(Jacinth::GeneratorError) { Jacinth::Writer.new(omit_nil: true).array.pair("a", nil) }
  end
end
