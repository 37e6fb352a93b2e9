# frozen_string_literal: true

require_relative "support"

# Jacinth::Document: the values that parse gives, found in the text.
class DocumentTest < Minitest::Test
  include DocumentSupport
  include ParserDocuments

  TEXT = <<~JSON
    {"id": 505874924095815681, "text": "@aym0566x \\n\\n\\u540d\\u524d:\\ud83d\\ude02 前田", "truncated": false,
     "user": {"name": "AYUMI", "url": null, "a/b": {"c~d": {"urls": []}}, "score": -1.25e-3}, "*": 7,
     "list": [1, [2.0, [true, {}], []], "a/b\\/c", 12345678901234567890], "": 0, "key with \\"quotes\\"": "\\t"}
  JSON

  def doc(text = TEXT, **options) = Jacinth::Document.new(text, **options)

  # RFC 6901, section 5
  def test_pointers_of_rfc_6901_select_its_values
    text = '{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}'
    expected = { "" => Jacinth.parse(text), "/foo" => %w[bar baz], "/foo/0" => "bar", "/" => 0, "/a~1b" => 1,
                 "/c%d" => 2, "/e^f" => 3, "/g|h" => 4, "/i\\j" => 5, "/k\"l" => 6, "/ " => 7, "/m~0n" => 8 }
    expected.each do |pointer, value|
      assert_equal value, doc(text).at(pointer).value, pointer
      assert_equal pointer, doc(text).at(pointer).pointer
      assert_equal value, Jacinth.at(text, pointer), pointer
    end
    ["/foo/2", "/foo/-", "/foo/01", "/foo/-1", "/foo/+1", "/foo/1e0", "/foo/", "/foo/0/0", "/x", "//", "/foo/99999999999999999999",
     "/m~0n/0", "/foo/bar"].each do |pointer|
      assert_nil doc(text).at(pointer), pointer
      refute doc(text).exist?(pointer), pointer
      assert_equal :none, Jacinth.at(text, pointer, :none), pointer
    end
    ["foo", "/~", "/~3", "/a~", " /"].each do |pointer|
      assert_raises(ArgumentError, pointer) { doc(text).at(pointer) }
      assert_raises(ArgumentError, pointer) { Jacinth.at(text, pointer) }
      assert_raises(ArgumentError, pointer) { Jacinth.parse(text, only: [pointer]) }
    end
    assert_raises(TypeError) { doc.at(3) }
    assert_raises(ArgumentError) { doc.at("/a" * 513) }
  end

  def test_documents_are_compared_with_any_object
    assert_equal Jacinth::Document.new("[1, 1.0]")[0], Jacinth::Document.new("1")
    [1, nil, Jacinth::Document.new("2"), BasicObject.new].each { |other| refute_equal Jacinth::Document.new("1"), other }
  end

  def test_members_are_found_by_key_and_index
    assert_equal [2.0, [true, {}], []], doc["list"][1].value
    assert_equal "a/b/c", doc[:list][-2].value
    assert_equal "\t", doc["key with \"quotes\""].value
    assert_equal({ "urls" => [] }, doc.dig(:user, "a/b", "c~d").value)
    assert_equal 7, doc["*"].value
    assert_equal 7, doc.at("/~2").value
    assert_equal "/~2", doc["*"].pointer
    [doc["x"], doc[0], doc["list"]["x"], doc["list"][4], doc["list"][-5], doc["id"]["x"], doc["id"][0],
     doc.dig("user", "x", "y"), doc["list"][2**70]].each { |found| assert_nil found }
    [nil, 1.5, [], Object.new].each { |key| assert_raises(TypeError) { doc[key] } }
    assert_equal([[1, [2.0, [true, {}], []]], [12_345_678_901_234_567_890], [], nil],
                 [0..1, 3.., 4.., 5..].map { |range| doc["list"][range]&.map(&:value) })
    assert_equal ["a/b/c"], doc["list"][2, 1].map(&:value)
    assert_nil doc["list"][9, 1]
    assert_nil doc[0..1]
  end

  def test_types_sizes_and_keys_are_those_of_the_values
    text = ' [{}, [], "", 0, -1.5, true, false, null, {"a":1,"b":2}]'
    types = %i[object array string number number boolean boolean null object]

    assert_equal types, doc(text).map(&:type)
    assert_equal 9, doc(text).size
    assert_equal([0, 0, 2], [0, 1, 8].map { |i| doc(text)[i].size })
    assert_equal %w[a b], doc(text)[8].keys
    assert_equal %i[a b], doc(text, symbolize_names: true)[8].keys
    assert_equal ["a"], doc('{"\\u0061": 1}').keys
    assert(doc(text)[8].keys.all? { |key| key.frozen? && key.equal?(-key) })
    2.upto(7) { |i| assert_raises(TypeError) { doc(text)[i].size } }
    { 1 => "array", 2 => "string" }.each do |i, type|
      assert_error(TypeError, "expected a document of type :object, got :#{type}") { doc(text)[i].keys }
    end
    assert_error(TypeError, "expected a document of type :object or :array, got :number") { doc("1").each { flunk } }
    [2, 3].each { |i| assert_raises(TypeError) { doc(text)[i].each { flunk } } }
  end

  def test_raw_is_the_text_of_the_value
    assert_equal TEXT.strip, doc.raw
    assert_equal "[2.0, [true, {}], []]", doc["list"][1].raw
    assert_equal '"@aym0566x \\n\\n\\u540d\\u524d:\\ud83d\\ude02 前田"', doc["text"].raw
    assert_equal "-1.25e-3", doc.at("/user/score").raw
    assert_equal Encoding::UTF_8, doc(TEXT.b)["text"].raw.encoding
    assert_equal "[[1.50 ]]", Jacinth.generate([doc("{\"a\": [1.50 ]}")["a"]])
    assert_equal TEXT, doc.to_s
  end

  def test_a_star_selects_all_members_and_elements
    text = '{"a": [{"b": 1}, {"c": 2}, 3, {"b": null}], "d": {"x": {"b": 4}, "y": {"b": [5, 6]}}}'

    assert_equal ["/a/0/b", "/a/3/b"], doc(text).at("/a/*/b").map(&:pointer)
    assert_equal ["/d/x/b", "/d/y/b"], doc(text).at("/d/*/b").map(&:pointer)
    assert_equal [1, nil, 4, [5, 6]], Jacinth.at(text, "/*/*/b")
    assert_equal [[1, nil], nil, [4, [5, 6]], [[5, 6]], [5, 6], []],
                 doc(text).values_at("/a/*/b", "/a/0/x", "/d/*/b", "/d/y/*", "/d/y/b/*", "/x/*")
    assert doc(text).exist?("/a/*/c")
    refute doc(text).exist?("/a/*/d")
    assert_equal [], doc(text).at("/a/*/d")
    assert_equal [doc(text).value], doc(text).values_at("")
    assert_equal [], doc(text).values_at
    assert_equal [{ "b" => 1 }, 1], doc(text).values_at("/a/0", "/a/0/b")
    assert_equal [1, 1], doc(text).values_at("/a/0/b", "/a/0/b")
  end

  # Of equal keys the first counts; that the second is passed is not remembered for the next object.
  def test_a_star_after_a_duplicate_key_selects_the_first
    text = %([{"a":1,"a":2,"b":3},{"x":0,"a":5,"b":6},{"pad":"#{'z' * 100}"}])

    assert_equal [[1, 5], [3, 6]], doc(text).values_at("/*/a", "/*/b")
    assert_equal [[3, 6], [1, 5], [0]], doc(text).values_at("/*/b", "/*/a", "/*/x")
    assert doc(text).exist?("/*/x")
  end

  def test_each_yields_members_until_an_error
    assert_equal([["a", 1], ["b", 2]], doc('{"a": 1, "b": 2}').map { |key, member| [key, member.value] })
    assert_equal 3, doc("[1, 2, 3]").each.size
    assert_equal [1, 2], doc("[1, 2, 3]").first(2).map(&:value)
    # yielded values stay valid, although the rest is invalid
    seen = []
    assert_raises(Jacinth::ParserError) { doc("[1, 2, x]").each { |element| seen << element.value } }
    assert_equal [1, 2], seen
  end

  def test_the_conformance_set_is_read_as_by_parse
    each_conformance_document do |name, text|
      [{}, { allow_duplicate_key: true }].each do |options|
        case expected = parsed(text, **options)
        when Array then assert_same_value expected[0], rebuild(doc(text, **options)), name
        else assert_raises(Jacinth::ParserError, name) { doc(text, **options).value }
        end
      end
    end
  end

  def test_random_documents_are_read_as_by_parse
    random = seeded
    scaled(20_000).times do
      text = document(random)
      options = self.options(random).except(:on_load, :object_class, :array_class, :freeze)
      text = damage(random, text) if random.rand(4).zero?
      assert_same_outcome(text, options)
    end
  end

  # A document has the outcome of parse, except for text after its end.
  def assert_same_outcome(text, options)
    note = -> { "#{text.inspect} #{options} #{seed_note}" }
    case expected = parsed(text, **options)
    when Array
      found = doc(text, **options)
      2.times { assert_same_value expected[0], rebuild(found), note }
      return if options[:symbolize_names] || options[:decimal_class]

      all = []
      each_pointer(expected[0]) { |pointer, value| all << [pointer, value] }
      2.times { all.each { |pointer, value| assert_same_value value, found.at(pointer).value, note } }
      assert_same_value all.map(&:last), found.values_at(*all.map(&:first)), note
      assert_same_value expected[0], Jacinth.parse(text, only: all.map(&:first), **options), note
    else
      error = assert_raises(Jacinth::ParserError, note) { rebuild(doc(text, **options)).then { doc(text, **options).value } }

      refute_nil error.line, note unless error.is_a?(Jacinth::NestingError)
    end
  end

  def test_a_document_truncated_at_every_byte_gives_values_or_raises
    whole = Jacinth.parse(TEXT)
    pointers = []
    each_pointer(whole) { |pointer, value| pointers << [pointer, value] }
    (0...TEXT.bytesize).each do |size|
      text = TEXT.byteslice(0, size)
      pointers.each do |pointer, value|
        assert_equal [value], [Jacinth.at(text, pointer, :none)], "#{size} #{pointer}"
      rescue Jacinth::ParserError => e
        assert_operator e.column, :>, 0
      end
      assert_raises(Jacinth::ParserError) { rebuild(doc(text)) } if size < TEXT.rstrip.bytesize
    end
  end

  def test_errors_are_those_of_parse
    ['{"a": [1, {"b": x}]}', '{"a": [1, {"b" 1}]}', '{"a": [1, {"b": 1 2}]}', '{"a": [1, 2 3]}', '{"a": [1,]}', '{"a": 1,}',
     "[01]", "[1.]", "[-]", "[tru]", "[nul]", '["\\x"]', '["\\ud800"]', "[\"a\nb\"]", '{"a\\q": 1}', "{1: 2}", '{"a": 1, 2: 3}',
     "[NaN]", "[-Infinity]", "[\u00e9]", "{\"a\":\u0000}", '{"é": {"b c": [[], {}, [x]]}}', '{"a": {"b": 1, "b": 2}}',
     "[\"\u00e9\",\n [1,\n\n  x]]", "[1", "[1,", "[", '{"a"', '{"a":', '{"a":1', '{"a":1,', "[[[[[1,[2,\"abc", "/", "[1]/"].each do |text|
      expected = parsed(text)
      actual = assert_raises(Jacinth::ParserError, text) { rebuild(doc(text)) && doc(text).value }

      assert_equal expected.message, actual.message, text
      assert_equal [expected.line, expected.column, expected.json_path], [actual.line, actual.column, actual.json_path], text
    end
  end

  def test_errors_within_a_built_value_have_the_path_from_the_root
    text = '{"a": [0, {"b\\u0063": [1, 2, [3, x]]}]}'
    error = assert_error(Jacinth::ParserError, parsed(text).message) { doc(text)["a"][1]["bc"].value }
    assert_equal "$.a[1].bc[2][1]", error.json_path
    assert_equal "$.a[1].bc[2][1]", assert_raises(Jacinth::ParserError) { Jacinth.at(text, "/a/1/bc") }.json_path
  end

  def test_a_value_that_is_too_deep_raises_as_parse_does
    text = "#{'[' * 200}1#{']' * 200}"
    assert_equal parsed(text).message, assert_raises(Jacinth::NestingError) { rebuild(doc(text)) }.message
    assert_equal 1, Jacinth.at(text, "/0" * 200, max_nesting: 0)
    assert_raises(Jacinth::NestingError) { Jacinth.at("[1]", "/1", nil, max_nesting: -1) } # no level
    found = doc("[[[1]]]", max_nesting: 2)
    assert_error(Jacinth::NestingError, "nesting of 3 is too deep") { found[0].value }
    assert_raises(Jacinth::NestingError) { found[0][0][0] }
    assert_raises(Jacinth::NestingError) { Jacinth.parse("[[[1]]]", only: "/0/0/0", max_nesting: 2) }
    assert_equal [[[]]], Jacinth.parse("[[[]]]", only: "/0/0", max_nesting: 2)
    error = assert_raises(Jacinth::NestingError) do
      Jacinth.parse('{"a":[1],"b":{"c":{"d":1}}}', only: %w[/a /b/c/d], max_nesting: 2)
    end
    assert_equal "nesting of 3 is too deep", error.message.lines.first.chomp
  end

  # Recursion would end the process, a frame for each level the memory.
  def test_a_million_levels_are_skipped
    text = "[#{'[' * 1_000_000}#{']' * 1_000_000}, 7]"

    assert_equal 7, Jacinth.at(text, "/1", max_nesting: 0)
    assert_equal 7, doc(text, max_nesting: 0)[-1].value
    error = assert_raises(Jacinth::ParserError) { doc("[#{'[' * 1_000_000}x", max_nesting: 0)[1] }

    assert_equal 1, error.line
  end

  def test_at_takes_the_first_duplicate_key_and_a_whole_object_refuses_it
    text = '{"a": 1, "b": {"x": 1}, "\\u0061": 2, "b": 3}'

    assert_equal 1, Jacinth.at(text, "/a")
    %i[keys size value].each { |name| assert_raises(Jacinth::ParserError, name) { doc(text).public_send(name) } }
    assert_raises(Jacinth::ParserError) { doc(text).each { flunk } }
    assert_equal parsed(text).message, assert_raises(Jacinth::ParserError) { doc(text).keys }.message
    options = { allow_duplicate_key: true }

    assert_equal({ "a" => 2, "b" => 3 }, rebuild(doc(text, **options)))
    assert_equal 2, doc(text, **options)["a"].value
    assert_nil doc(text, **options).at("/b/x")
    assert_equal [2, nil, [2, 3]], doc(text, **options).values_at("/a", "/b/x", "/*")
    assert_equal({ "a" => 2 }, Jacinth.parse(text, only: ["/a", "/b/x"], **options))
    assert_equal 2, doc(text, **options).size
  end

  # From the second time on by an index: of each kind, and with equal keys.
  def test_an_index_finds_far_members_again
    keys = Array.new(500) { |i| i.odd? ? "key #{i}" : "k\u00e9y #{i}" }
    text = Jacinth.generate({ "list" => [*0..2000], "object" => keys.each_with_index.to_h }, ascii_only: true)
    found = doc(text)
    5.times do
      [0, 1, 15, 16, 17, 1999, 2000, -1, -2001].each { |i| assert_equal i % 2001, found["list"][i].value }
      assert_nil found["list"][2001]
      keys.each_with_index { |key, i| assert_equal i, found["object"][key].value }
      assert_nil found["object"]["key"]
      assert_equal 2001, found["list"].size
    end
    twice = "{#{Array.new(400) { |i| %("k#{i % 200}": #{i}) }.join(', ')}}"
    3.times { [0, 7, 199].each { |i| assert_equal i, doc(twice)["k#{i}"].value } }
    last = doc(twice, allow_duplicate_key: true)
    3.times { [0, 7, 199].each { |i| assert_equal i + 200, last["k#{i}"].value } }
  end

  # The first search ends at the member. An index has all members, also those that are invalid.
  def test_a_repeated_search_has_the_result_of_the_first
    ends = ["\"\\u0041\xFF\": 2", '"\ud800": 2', '"b": 2', '"\u0062": 2', '"c": "yyy"', '"c" 2', '"c": oops', "c", '"c']
    options = [{}, { symbolize_names: true }, { validate_encoding: true }, { max_keys: 2 }, { max_string_bytes: 2000 },
               { allow_duplicate_key: true }, { allow_duplicate_key: true, symbolize_names: true }]
    ends.product(options) do |last, given|
      document = doc(%({"a": "#{'x' * 2000}", "b": 1, #{last}}), **given)
      found = Array.new(4) do
        document["b"].value
      rescue Jacinth::ParserError, EncodingError => e
        e.class
      end

      assert_equal [found[0]], found.uniq, [last, given].inspect
      assert_equal 1, found[0], [last, given].inspect unless given[:allow_duplicate_key]
    end
  end

  def test_comments_and_trailing_commas_are_skipped
    text = "/* [ */ {\"a\": /* \" */ [1, // ]\n [2, /* ] */ 3], 4,], \"b\": 5,} // }"
    options = { allow_comments: true, allow_trailing_comma: true }

    assert_equal Jacinth.parse(text, **options), rebuild(doc(text, **options))
    assert_equal 5, Jacinth.at(text, "/b", **options)
    assert_equal({ "b" => 5 }, Jacinth.parse(text, only: "/b", **options))
    assert_raises(Jacinth::ParserError) { Jacinth.at(text, "/b") }
  end

  def test_text_in_other_encodings_is_converted
    %w[UTF-16LE ISO-8859-1 Windows-1252].each do |name|
      text = '{"ä": ["ö"]}'.encode(name)

      assert_equal "ö", doc(text)["ä"][0].value
      assert_equal "ö", Jacinth.at(text, "/ä/0")
    end
    assert_equal "ö", Jacinth.at('{"ä": ["ö"]}', "/ä/0".encode("ISO-8859-1"))
    assert_equal "ö", Jacinth.at('{"ä": ["ö"]}'.b, "/ä/0".b)
    bad = "[\"a\xFF\", 1]"
    assert_equal 1, doc(bad)[1].value
    assert_raises(Jacinth::ParserError) { doc(bad, validate_encoding: true)[1] }
    assert_raises(TypeError) { doc(nil) }
    assert_raises(TypeError) { Jacinth.at(nil, "/a") }
    assert_raises(Jacinth::ParserError) { doc("\uFEFF[1]").value }
  end

  def test_on_load_is_called_for_the_keys_and_values_that_are_built
    text = '{"x": {"y": 1}, "a": {"k": [2], "l": 3}}'
    [->(options) { Jacinth.at(text, "/a", **options) }, ->(options) { doc(text, **options)["a"].value },
     ->(options) { doc(text, **options).values_at("/a", "/n")[0] }].each do |read|
      seen = []

      assert_equal({ "k" => [2], "l" => 3 }, read.call({ on_load: ->(value) { value.tap { seen << value } } }))
      assert_equal ["k", 2, [2], "l", 3, { "k" => [2], "l" => 3 }], seen
    end
  end

  def test_values_follow_the_options_of_their_document
    assert_equal({ b: 1 }, doc('{"a": {"b": 1}}', symbolize_names: true)["a"].value)
    assert_predicate doc('[["a"]]', freeze: true)[0].value, :frozen?
    assert_equal BigDecimal("1.50"), doc("[1.50]", decimal_class: BigDecimal)[0].value
    assert_equal [2], doc("[[1]]", on_load: ->(v) { v.is_a?(Integer) ? v + 1 : v })[0].value
    assert_equal 1, Jacinth.at('{"a": NaN, "b": 1}', "/b", allow_nan: true)
    assert_raises(ArgumentError) { doc("[]", nope: 1) }
    assert_raises(ArgumentError) { Jacinth.at("[]", "", nil, nope: 1) }
    assert_raises(ArgumentError) { Jacinth.at("[]") }
    assert_equal({ "a" => 1 }, Jacinth.at("[]", "/1", { "a" => 1 }))
    assert_nil Jacinth.at("[]", "/1")
    assert_raises(Jacinth::ParserError) { Jacinth.at("[1] 2", "") }
  end

  # Options that could have no effect are none of these methods' own.
  def test_options_that_only_parse_takes_are_refused
    type = Jacinth::Type[Integer]
    { at: ->(**o) { Jacinth.at("[1]", "/0", **o) }, document: ->(**o) { doc("[1]", **o) }, valid: ->(**o) { Jacinth.valid?("[1]", **o) } }
      .each do |name, read|
        { { only: "/0" } => "keyword: only", { into: type } => "keyword: into", { only: [], freeze: true } => "keyword: only" }
          .each do |options, text|
            assert_error(ArgumentError, "unknown #{text} (an option of parse)", name) { read.call(**options) }
          end
        assert read.call(only: nil, into: false), name
      end
  end

  def test_a_step_that_is_neither_key_nor_index_raises
    document = Jacinth::Document.new('{"a": [1]}')
    [1.5, nil, [1], Object.new].each do |step|
      assert_error(TypeError, /expected a key or an index/) { document[step] }
    end
  end
end
