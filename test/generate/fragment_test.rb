# frozen_string_literal: true

require_relative "support"

class FragmentTest < GeneratorTest
  Fragment = Jacinth::Fragment

  def test_is_written_as_it_is
    fragment = Fragment.new('{"x": 1 }')

    assert_generates '{"x": 1 }', fragment
    assert_generates '[{"x": 1 },{"a":{"x": 1 }}]', [fragment, { "a" => fragment }]
    assert_generates '[{"x": 1 }]', [fragment], strict: true
    assert_generates "[~{\"x\": 1 }~]", [fragment], array_nl: "~"
    assert_generates "[not json]", [Fragment.new("not json")]
    assert_equal "[]", Jacinth.generate([Fragment.new("")])
  end

  def test_new_takes_strings_and_what_converts_to_them
    assert_equal "1", Fragment.new("1").json
    assert_equal "1", Fragment.new("1").to_json
    assert_equal "1", Fragment.new("1").to_json(Jacinth::State.new, 2)
    text = Struct.new(:to_str).new("5")

    assert_equal "5", Fragment.new(text).json
    { nil => "nil", 1 => "Integer", :a => "Symbol" }.each_key do |given|
      assert_error(TypeError, "no implicit conversion of #{given.class} into String") { Fragment.new(given) }
    end
  end

  def test_fragments_are_equal_and_mutable_as_structs
    assert_equal Fragment.new("1"), Fragment.new("1")
    fragment = Fragment.new("1")
    fragment.json = nil
    assert_raises(TypeError) { Jacinth.generate([fragment]) }
  end

  def test_each_object_of_an_array_is_checked
    fragment = Fragment.new("1")
    fragment.json = 5
    [[fragment], { "a" => fragment }, [Fragment.new("1"), [], fragment], fragment].each do |value|
      [{}, { strict: true }, { array_nl: "~" }].each do |options|
        assert_error(TypeError, "wrong argument type Integer (expected String)") { Jacinth.generate(value, options) }
      end
    end
  end

  def test_a_singleton_to_json_is_called
    own = Fragment.new("1")
    def own.to_json(*) = "2"

    assert_generates "[1,2,1]", [Fragment.new("1"), own, Fragment.new("1").freeze]
  end

  def test_the_escapes_of_html_apply_in_arrays
    assert_generates '["\\u003c",1]', [Fragment.new('"<"'), Fragment.new("1")], html_safe: true
  end

  def test_a_coder_writes_fragments
    coder = Jacinth::Coder.new { |object| Fragment.new("<#{object.class}>") }

    assert_equal "[1,<Object>,[],{\"a\":2}]", coder.dump([Fragment.new("1"), Object.new, [], { "a" => Fragment.new("2") }])
  end

  def test_a_to_json_of_a_subclass_is_called
    special = Class.new(Fragment) { def to_json(*) = "special" }

    assert_generates "[special]", [special.new("1")]
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate([special.new("1")], strict: true) }
  end

  def test_a_fragment_is_written_with_its_bytes
    ["é", "é".b, "é".encode("ISO-8859-1"), "\xFF"].each do |text|
      [{}, { ascii_only: true }, { script_safe: true }].each do |options|
        given = Jacinth.generate([Fragment.new(text)], options)

        assert_equal "[".b + text.b + "]".b, given.b
        assert_equal Encoding::UTF_8, given.encoding
        assert_sound_coderange given
      end
    end
  end

  def test_large_fragments_are_written_whole
    text = "x" * 300_000
    pipe = Pipe.new

    assert_equal "[#{text},#{text}]", Jacinth.generate([Fragment.new(text)] * 2)
    assert_equal "[#{text},#{text}]", Jacinth.dump([Fragment.new(text)] * 2, pipe).text
  end
end
