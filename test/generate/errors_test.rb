# frozen_string_literal: true

require_relative "support"

# The message, the object and the path of errors.
class ErrorsTest < GeneratorTest
  MALFORMED = "source sequence is illegal/malformed utf-8"

  def test_error_classes_inherit_as_in_json
    assert_equal StandardError, Jacinth::JSONError.superclass
    assert_equal Jacinth::JSONError, Jacinth::ParserError.superclass
    assert_equal Jacinth::JSONError, Jacinth::GeneratorError.superclass
    assert_equal Jacinth::ParserError, Jacinth::NestingError.superclass
  end

  def test_nan_and_infinity_raise_with_the_number
    { Float::NAN => "NaN", Float::INFINITY => "Infinity",
      -Float::INFINITY => "-Infinity" }.each do |number, name|
      error = assert_generator_error("#{name} not allowed in JSON", path: "$") do
        Jacinth.generate(number)
      end
      assert_equal number.to_s, error.invalid_object.to_s
    end
  end

  def test_a_string_that_is_not_utf8_raises_with_its_path
    ["\xFF", "a\xC3", "\xED\xA0\x80", "#{'x' * 100}\xE2\x80"].each do |text|
      assert_generator_error(MALFORMED, path: "$") { Jacinth.generate(text) }
      assert_generator_error(MALFORMED, path: "$[0]") { Jacinth.generate([text]) }
      assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ text => 1 }) }
    end
    error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate("\xFF".b) }
    assert_equal '"\xFF" from ASCII-8BIT to UTF-8',
                 error.message.sub("BINARY (ASCII-8BIT)", "ASCII-8BIT")
  end

  def test_invalid_object_is_the_object
    text = "\xFF"

    assert_generator_error(MALFORMED, invalid: text) { Jacinth.generate([text]) }
    object = Object.new
    assert_generator_error("Object not allowed in JSON", invalid: object) do
      Jacinth.generate([object], strict: true)
    end
  end

  def test_json_path_leads_to_the_invalid_object
    {
      [1, { "users" => [{}, { "born" => Float::NAN }] }] => "$[1].users[1].born",
      { "a b" => { 'q"' => [Float::NAN] } } => '$["a b"]["q\""][0]',
      { sym: { 1 => Float::NAN } } => '$.sym["1"]',
      { "é" => [Float::NAN] } => '$["é"][0]',
      [[], {}, [[1, 2, Float::NAN]]] => "$[2][0][2]"
    }.each do |tree, path|
      [{}, { indent: " " }, { sort_keys: ->(hash) { hash } }].each do |options|
        assert_generator_error("NaN not allowed in JSON", path: path) do
          Jacinth.generate(tree, options)
        end
      end
    end
  end

  def test_the_path_of_an_invalid_key_ends_with_the_key
    assert_generator_error("Integer not allowed as object key in JSON", invalid: 1,
                                                                        path: '$.a["1"]') do
      Jacinth.generate({ "a" => { 1 => 2 } }, strict: true)
    end
  end

  def test_every_path_shows_a_key_of_another_encoding_in_utf8
    %w[ISO-8859-1 UTF-16LE IBM037].each do |encoding|
      name = "\u00e9/".encode(encoding)
      [name, name.to_sym].each do |key|
        error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ "\u00fc" => { key => Float::NAN } }) }

        assert_equal ["$[\"\u00fc\"][\"\u00e9/\"]", "/\u00fc/\u00e9~1"], [error.json_path, error.pointer]
        assert_equal "/\u00fc/\u00e9~1", Jacinth.diff({ "\u00fc" => { key => 1 } }, { "\u00fc" => { key => 2 } })[0]["path"]
        assert_equal ["$['\u00fc']['\u00e9/']"], Jacinth::Query.new("$.*.*").paths({ "\u00fc" => { key => 1 } })
        assert_equal "$[\"\u00fc\"][\"\u00e9/\"]", Jacinth::Writer.new.object.object("\u00fc").array(key).path
      end
    end
    assert_equal ["$['\u00fc']['\u00e9']"], Jacinth::Query.new("$.*.*").paths({ "\u00fc" => { "\u00e9".b => 1 } })
  end

  def test_json_path_goes_through_to_json
    outer = with_to_json { |state| Jacinth.generate({ "in" => [1, Float::NAN] }, state) }
    assert_generator_error("NaN not allowed in JSON", path: "$.out[1].in[1]") do
      Jacinth.generate({ "out" => [0, outer] })
    end
    frozen = with_to_json { raise Jacinth::GeneratorError.new("mine", 5).freeze }
    assert_generator_error("mine", invalid: 5, path: nil) { Jacinth.generate([frozen]) }
    mine = with_to_json { raise Jacinth::GeneratorError, "mine" }
    assert_generator_error("mine", invalid: nil, path: "$[2]") { Jacinth.generate([1, 2, mine]) }
  end

  # The walk through an Array of scalars and one with a frame say the same.
  def test_json_path_has_hundreds_of_levels
    tree = Array.new(300).inject([Float::NAN]) { |inner, _| ["", { "k" => inner }] }
    assert_generator_error("NaN not allowed in JSON", path: "$#{'[1].k' * 300}[0]") do
      Jacinth.generate(tree, max_nesting: 0)
    end
  end

  def test_a_key_without_to_s_is_not_in_the_path
    key = Class.new(BasicObject) do
      def hash = 1
      def eql?(other) = equal?(other)
      def class = ::Object
    end.new
    error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ "a" => { key => 1 } }, strict: true) }

    assert_equal "$.a", error.json_path
  end

  def test_a_to_s_of_a_key_that_raises_does_not_hide_the_error
    key = Class.new { def to_s = raise("to_s") }.new
    error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ "a" => { key => 1 } }, strict: true) }

    assert_same key, error.invalid_object
    assert_equal ["$.a", nil], [error.json_path, $!]
    assert_generator_error("NaN not allowed in JSON", path: "$[0]") do
      options = { strict: true, allow_duplicate_key: true, as_json: ->(object, is_key) { is_key ? "key" : object } }
      Jacinth.generate([{ key => [Float::NAN] }], options)
    end
  end

  def test_the_class_of_an_object_with_its_own_methods_is_its_singleton_class
    object = Object.new
    def object.name = "x"
    shown = object.singleton_class.inspect

    assert_generator_error("#{shown} not allowed as object key in JSON") { Jacinth.generate({ object => 1 }, strict: true) }
    assert_generator_error("#{shown} not allowed in JSON") { Jacinth.generate([object], strict: true) }
  end

  def test_detailed_message_shows_the_invalid_object
    skip "Exception#detailed_message is new in Ruby 3.2" unless Exception.method_defined?(:detailed_message)

    error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate([Float::NAN]) }
    assert_equal "NaN not allowed in JSON (Jacinth::GeneratorError)\nInvalid object: NaN",
                 error.detailed_message(highlight: false)
    assert_equal "x (Jacinth::GeneratorError)",
                 Jacinth::GeneratorError.new("x").detailed_message(highlight: false)
  end

  def test_detailed_message_of_an_object_that_is_not_text_does_not_raise
    objects = { "\xFF".b => "é", "no" => BasicObject.new, "\xFF" => "\xFF" }
    objects.each do |message, object|
      text = Jacinth::GeneratorError.new(message, object).detailed_message

      assert_operator text.b, :start_with?, message.b
    end
  end

  def test_detailed_message_of_a_binary_document_does_not_raise
    ["\x1F\x8B\b\0\xFF".b, "\xFF[1]", "[\"\xFF"].each do |source|
      error = assert_raises(Jacinth::ParserError) { Jacinth.parse(source) }

      assert_operator error.detailed_message, :start_with?, error.message.scrub
    end
    assert_kind_of String, Jacinth::JSONError.new("é".encode(Encoding::UTF_16LE)).detailed_message
  end

  def test_an_uncaught_error_of_a_binary_document_is_printed
    ran = run_ruby('require "jacinth"; Jacinth.parse("\x1F\x8B\b\0\xFF".b)')

    assert_includes ran.stderr.b, "unexpected character: '"
    refute_predicate ran, :success?
  end

  def test_new_takes_a_message_and_an_object
    error = Jacinth::GeneratorError.new("no", [1])

    assert_equal ["no", [1], nil], [error.message, error.invalid_object, error.json_path]
    assert_raises(ArgumentError) { Jacinth::GeneratorError.new }
  end

  def test_a_circular_reference_raises_with_a_hint
    array = []
    array << array
    hash = {}
    hash["h"] = [hash]

    [array, hash].each do |tree|
      error = assert_raises(Jacinth::NestingError) { Jacinth.generate(tree) }
      assert_match(/\Anesting of 101 is too deep\. Did you try to serialize objects with circular references\?\z/,
                   error.message)
    end
  end
end
