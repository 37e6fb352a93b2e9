# frozen_string_literal: true

require_relative "support"
require "stringio"

# Jacinth.reformat: the same document, formatted as generate does.
class ReformatTest < Minitest::Test
  include DocumentSupport
  include ParserDocuments

  TEXT = %( {"b": [1.50, -0, 1E400, {}, [ ], {"z": null, "a": "\\u00e9\\/"}], "a" : true ,"\\u0041":{"x":[[]]}} )

  def test_reformat_indents_compacts_and_sorts
    assert_equal %({"b":[1.50,-0,1E400,{},[],{"z":null,"a":"\\u00e9\\/"}],"a":true,"\\u0041":{"x":[[]]}}),
                 Jacinth.reformat(TEXT, pretty: false)
    assert_equal %({"\\u0041":{"x":[[]]},"a":true,"b":[1.50,-0,1E400,{},[],{"a":"\\u00e9\\/","z":null}]}),
                 Jacinth.reformat(TEXT, pretty: false, sort_keys: true)
    assert_equal "{\n  \"b\": [\n    1,\n    {\n      \"c\": {}\n    }\n  ],\n  \"a\": []\n}",
                 Jacinth.reformat('{"b":[1,{"c":{}}],"a":[]}')
    [" 1 ", "\"a \\\" b\"", "null", "[]", "{ }"].each do |text|
      assert_equal text.delete(" ").sub('a\\"b', 'a \\" b'), Jacinth.reformat(text)
    end
    assert_equal Encoding::UTF_8, Jacinth.reformat("[1]".b).encoding
  end

  def test_reformat_writes_as_generate
    each_document do |name, document|
      value = Jacinth.parse(document, allow_duplicate_key: true)
      text = Jacinth.generate(value)

      assert_equal Jacinth.pretty_generate(value), Jacinth.reformat(text), name
      assert_equal text, Jacinth.reformat(Jacinth.pretty_generate(value), pretty: false), name
      assert_equal Jacinth.generate(value, sort_keys: true), Jacinth.reformat(text, pretty: false, sort_keys: true), name
      assert_equal Jacinth.pretty_generate(value, sort_keys: true), Jacinth.reformat(text, sort_keys: true), name
    end
  end

  def test_random_documents_keep_their_values
    random = seeded
    scaled(10_000).times do
      text = document(random)
      options = { allow_duplicate_key: true }
      value = Jacinth.parse(text, **options)
      [true, false].product([true, false]) do |pretty, sort|
        result = Jacinth.reformat(text, pretty: pretty, sort_keys: sort, **options)

        assert_equal [value], [Jacinth.parse(result, **options)], text
        assert_equal result, Jacinth.reformat(result, pretty: pretty, sort_keys: sort, **options), text
        assert_equal Jacinth.reformat(result, StringIO.new, pretty: pretty, sort_keys: sort, **options).string, result
      end
    end
  end

  def test_invalid_text_raises_and_writes_nothing
    io = StringIO.new
    [*0...TEXT.rstrip.bytesize].each do |size|
      text = TEXT.byteslice(0, size)

      assert_equal parsed(text).message, assert_raises(Jacinth::ParserError) { Jacinth.reformat(text, io) }.message
    end
    assert_empty io.string
    assert_raises(TypeError) { Jacinth.reformat(nil) }
    assert_raises(Jacinth::ParserError) { Jacinth.reformat('{"a":1,"a":2}') }
    assert_equal '{"a":1,"a":2}', Jacinth.reformat('{"a":1,"a":2}', pretty: false, sort_keys: true, allow_duplicate_key: true)
  end

  def test_comments_trailing_commas_and_nan_are_reformatted
    text = "/* [ */ {\"b\": [1, // x\n 2,], \"a\": NaN,}"
    options = { allow_comments: true, allow_trailing_comma: true, allow_nan: true, symbolize_names: true }

    assert_equal '{"b":[1,2],"a":NaN}', Jacinth.reformat(text, pretty: false, **options)
    assert_equal '{"a":NaN,"b":[1,2]}', Jacinth.reformat(text, pretty: false, sort_keys: true, **options)
  end

  def test_long_strings_are_written_to_an_io
    text = "{\"b\":[\"#{'x' * 2_000_000}\",{\"#{'k' * 500_000}\":1}],\"a\":2}"
    [false, true].product([false, true]) do |pretty, sort|
      options = { pretty: pretty, sort_keys: sort }

      assert_equal Jacinth.reformat(text, **options), Jacinth.reformat(text, StringIO.new, **options).string
    end
  end

  def test_an_io_is_reformatted_to_an_io
    text = Jacinth.pretty_generate([[*0..20_000], { "a" => "x" * 100_000 }])
    out = StringIO.new

    assert_same out, Jacinth.reformat(StringIO.new(text), out, pretty: false)
    assert_equal Jacinth.reformat(text, pretty: false), out.string
    short = Object.new
    def short.write(text) = text.bytesize / 2

    assert_raises(IOError) { Jacinth.reformat("[1]", short) }
    failing = Object.new
    def failing.write(_) = raise("full")

    assert_raises(RuntimeError) { Jacinth.reformat(text, failing) }
  end

  def test_deep_and_wide_documents_are_reformatted
    deep = "#{'{"b":1,"a":' * 20_000}1#{'}' * 20_000}"

    assert_equal "#{'{"a":' * 20_000}1#{',"b":1}' * 20_000}",
                 Jacinth.reformat(deep, pretty: false, sort_keys: true, max_nesting: 0)
    wide = "{#{[*0...3000].reverse.map { |i| "\"#{i.to_s.rjust(4, '0')}\":[#{i}]" }.join(',')}}"

    assert_equal "{#{[*0...3000].map { |i| "\"#{i.to_s.rjust(4, '0')}\":[#{i}]" }.join(',')}}",
                 Jacinth.reformat(wide, pretty: false, sort_keys: true)
  end

  def test_documents_are_reformatted_under_stress_and_compaction
    text = '{"b":{"d":1,"c":2},"a":"x"}'
    with_gc_stress { assert_equal '{"a":"x","b":{"c":2,"d":1}}', Jacinth.reformat(text, pretty: false, sort_keys: true) }
    with_auto_compaction { 20.times { Jacinth.reformat(text, sort_keys: true) } }
  end
end
