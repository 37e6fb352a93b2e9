# frozen_string_literal: true

require_relative "json5_readers"

# json5: true, for each way to read a whole text.
class ParserJson5Test < Minitest::Test
  def json5(text, **options) = Jacinth.parse(text, json5: true, **options)

  ACCEPTED = {
    "'a'" => "a", %q('it\'s "x"') => %(it's "x"), %q("\'") => "'",
    "'a\\\nb\\\r\nc\\\rd\\\u2028e'" => "abcde", %q('\x41\v\0\a\$') => "A\v\0a$",
    "'a\tb\u2028\u0001'" => "a\tb\u2028\u0001", "'\\\t'" => "\t",
    '"\u00e9\ud83d\ude00"' => "é\u{1F600}", "'\\\\v'" => "\\v", '"\\\\x"' => "\\x",
    "{a: 1, $b_: 2, 'c d': 3, \"e\": 4}" => { "a" => 1, "$b_" => 2, "c d" => 3, "e" => 4 },
    "{null: 1, true: 2, NaN: 3, Infinity: 4}" => { "null" => 1, "true" => 2, "NaN" => 3, "Infinity" => 4 },
    "{ünïcödé: 1, ǅ: 2, a\u0300\u200C: 3}" => { "ünïcödé" => 1, "ǅ" => 2, "a\u0300\u200C" => 3 },
    '{\u0061b\u0063: 1}' => { "abc" => 1 }, "{a /* b */ // c\n : 1}" => { "a" => 1 },
    "[+1, -1, .5, -.5, 5., +5.e2, 5.5e+1, 0x1F, -0XaB, +0x0]" => [1, -1, 0.5, -0.5, 5.0, 500.0, 55.0, 31, -171, 0],
    "0x#{"f" * 40}" => (16**40) - 1, "[Infinity, -Infinity, +Infinity]" => [Float::INFINITY, -Float::INFINITY, Float::INFINITY],
    "[1, {a: 2,},]" => [1, { "a" => 2 }], "// c\n[/* d */ 1 /* e */, // f\u20282]// g" => [1, 2],
    "\uFEFF\u00A0\v\f\u2003\u2028\u2029[\u00A01\uFEFF]\u3000" => [1],
    '{"a": [1, "b\n", null, true, false]}' => { "a" => [1, "b\n", nil, true, false] }
  }.freeze

  def test_each_part_of_the_syntax_is_read
    ACCEPTED.each { |text, expected| assert_equal expected, json5(text), text }
    assert_predicate json5("+NaN"), :nan?
    assert_predicate json5("-NaN"), :nan?
    assert_equal "-0.0", json5("-.0").to_s
  end

  def test_json_has_the_same_value
    each_document { |name, text| assert_equal Jacinth.parse(text), json5(text), name if text.bytesize < 300_000 }
  end

  REFUSED = [
    "", "'", "'a", "'a\"", "'a\nb'", "\"a\nb\"", "{a}", "{a b: 1}", "{1: 2}", "{∑: 1}", "{a-b: 1}", "{-: 1}",
    "{'a' 1}", "[a]", "a", "[,]", "{,}", "[1,,]", "+", "- 1", "+ 1", ".", "-.", "5..", "0x",
    "0xg", "010", "-010", "1e", "1e.5", "0x1.8", "+-1", "Infinit", "+infinity",
    "'\\1'", "'\\01'",
    "'\\x4'", "'\\u12'", "/* a", "[1] /", "[1] [2]",
    "{\\u0031a: 1}", "{\\u00: 1}", "{\\ud800: 1}", "`a`", "undefined", "{a: b}", "1_000", "[1 2]"
  ].freeze

  def test_other_syntax_is_refused
    REFUSED.each do |text|
      error = assert_raises(Jacinth::ParserError, text) { json5(text) }

      assert_equal [Integer, Integer], [error.line.class, error.column.class], text
      refute Jacinth.valid?(text, json5: true), text
    end
  end

  # The text up to "!" is valid, and the error is at "!".
  def test_a_plus_sign_between_numbers_is_an_error
    %w[[1!+2] {a:1!+2} [0x1F!+1] [1.!+2] [1e5!+2] [.5!+.5] [1!+Infinity] [-!+1] [-!+0x10] [-!+Infinity] [!++1]].each do |marked|
      error = assert_raises(Jacinth::ParserError, marked) { json5(marked.sub("!", "")) }

      assert_includes [marked.index("!"), marked.index("!") + 1], error.column, marked
      refute Jacinth.valid?(marked.sub("!", ""), json5: true), marked
    end
  end

  NUMBER = /[-+]?(?:Infinity|NaN|0[xX]\h+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)/
  STRING = /'[^'"]*'|"[^'"]*"/
  BLANK = %r{(?:\u00A0|/\*\*/)*}
  ONLY_BLANK = /\A#{BLANK}\z/
  VALUE = /\A#{BLANK}(?:#{NUMBER}|#{STRING}|null|true)#{BLANK}\z/
  KEY = /\A#{BLANK}(?:#{STRING}|(?!\d)[\wé]+)#{BLANK}\z/
  TOKENS = ["1", "0", "05", "+", "-", ".", "e", "E+2", "+2", "-3", ".5", "5.", "0x1F", "0x", "1e", "1e5", "Infinity", "NaN", "null",
            "true", "a", "é", "'a'", "\"b\"", "/**/", "\u00A0", "''"].freeze

  # Texts of tokens without separators, against a grammar of its own.
  def test_parts_are_not_joined
    random = seeded
    accepted = 0
    4_000.times do
      text = Array.new(random.rand(1..4)) { TOKENS.sample(random: random) }.join
      next if ONLY_BLANK.match?(text)

      value = VALUE.match?(text)
      assert_equal value, Jacinth.valid?("[#{text}]", json5: true), text
      assert_equal value, Jacinth.valid?("{a:#{text}}", json5: true), text
      assert_equal KEY.match?(text), Jacinth.valid?("{#{text}:1}", json5: true), text
      accepted += 1 if value
    end

    assert_operator accepted, :>, 100
  end

  def test_nothing_of_it_is_read_without_the_option
    ACCEPTED.each_key do |text|
      next if text.start_with?('{"a"', '"\u00', '"\\\\x')

      assert_raises(Jacinth::ParserError, text) { Jacinth.parse(text) }
    end
  end

  # The text before "!" is valid, and the error is at "!".
  def test_errors_have_their_place_in_the_source
    {
      "{a: 1,\n 'b': !oops}" => "oops}", "{aé: 'é', b: [+1, .5, !x]}" => "x]}", "{a: 1 !b: 2}" => "b:", "['a' !'b']" => nil,
      "{a: 'b',\n// é\nc: 0x10,\n\u00A0d: !+}" => "+}", "{'a\\\nb': !x}" => "x}", "[+1!" => nil, "['ab!\\u12']" => nil,
      "['it\\'s \\x41\\v!\\u12 ']" => "\\u12", "[\"\\x41!é\\ud800\"]" => "é\\ud800\"]",
      "{'\\x41!\\u1': 1}" => "\\u1':", "['\\x41b'!" => nil, "['\\0é!" => nil, "\uFEFF[.5, !x" => "x", "[0x1F, !01]" => "01]",
      "['a\\\r\nb', '\\\nc\\'!\\u1']" => nil, "['\\'!\n']" => "\n']", "['\\'!\n closing \"']" => nil
    }.each do |marked, snippet|
      error = assert_raises(Jacinth::ParserError, marked) { json5(marked.sub("!", "")) }
      marked = marked.delete_prefix("\uFEFF")
      source = marked.sub("!", "")
      at = marked.index("!")
      before = marked[0, at]
      place = [before.count("\n") + 1, at - (before.rindex("\n") || -1)]

      assert_equal place, [error.line, error.column], source
      assert_match(/ at line #{place[0]} column #{place[1]}\z/, error.message)
      assert_includes error.message, snippet == "\n']" ? ": #{snippet} at" : "'#{snippet}'", source if snippet
      next if source.match?(/[\u00A0\r]/)

      assert_equal "#{source.lines[place[0] - 1].chomp}\n", error.excerpt.lines[-2].sub(/\A\d+ \| /, ""), source
    end
  end

  def test_other_errors_have_their_place_in_the_source
    error = assert_error(Jacinth::ParserError, 'duplicate key "a" at line 1 column 5', path: "$.x.a") { json5("{x: {a: 1,\n 'a': 2}}") }
    assert_match(/duplicate key at line 1 column 6 and again at line 2 column 2/, error.hint)
    error = assert_raises(Jacinth::NestingError) { json5("{a: [[1]]}", max_nesting: 2) }

    assert_equal [1, 6, "$.a[0]"], [error.line, error.column, error.json_path]
    type = Jacinth::Type[{ a: Integer, b: [Integer] }]
    error = assert_raises(Jacinth::ValidationError) { json5("{a: 1, b: [.5]}", into: type) }

    assert_equal [1, 12, 12, "/b/0"], [error.line, error.column, error.errors[0].column, error.pointer]
    assert_match(/ at line 1 column 12\z/, error.message)
    assert_equal "missing comma before this: add it", assert_raises(Jacinth::ParserError) { json5("{a: 1 b: 2}") }.hint
  end

  def test_an_error_about_another_text_stays_as_it_is
    inner = assert_raises(Jacinth::ParserError) { json5("{a: 1}", on_load: ->(value) { value == 1 ? Jacinth.parse("[1,\n 2 x]") : value }) }

    assert_equal [2, 4], [inner.line, inner.column]
    raised = Class.new(Jacinth::ParserError).new("of the program").freeze
    [raised, IOError.new].each do |own|
      assert_same own, assert_raises(own.class) { json5("[.5, 'x']", on_load: ->(_) { raise own }) }
    end
  end

  WAYS = Json5Readers::WHOLE.merge({
    "Document" => ->(text, **options) { Jacinth::Document.new(text, **options).value },
    "at" => ->(text, **options) { Jacinth.at(text, "", **options) },
    "into" => ->(text, **options) { Jacinth.parse(text, into: Jacinth::Type.any, **options) },
    "only" => ->(text, **options) { Jacinth.parse(text, only: "", **options) },
    "reformat" => ->(text, **options) { Jacinth.parse(Jacinth.reformat(text, **options)) },
    "query" => ->(text, **options) { Jacinth.query(text, "$", **options)[0] }
  }).freeze

  def test_every_reader_of_whole_texts_takes_it
    WAYS.each do |name, read|
      assert_equal({ "a" => ["b", 0.5] }, read.call("{a: ['b', .5,]} // c", json5: true), name)
      assert_raises(Jacinth::ParserError, name) { read.call("{a: ['b', .5,]}", json5: false) }
      error = assert_raises(Jacinth::ParserError, name) { read.call("{a: 'b\xFF'}", json5: true) }
      assert_match(/\Ainvalid UTF-8 in source: .* line 1 column 7\z/n, error.message.b)
    end
    document = Jacinth::Document.new("{a: {'b': [+1]}}", json5: true)

    assert_equal [[1], 1, '{"a": {"b": [1]}}'], [document.at("/a/b").value, document["a"]["b"][0].value, document.raw]
  end

  # Invalid UTF-8 is found before the JSON5 is read, so its path is not known.
  def test_an_error_about_invalid_utf8_has_no_path
    WAYS.each do |name, read|
      ["[1,'é', {a: '\xFF']", "{a: [1, \"b]\xFF\"]}", "['\xFF"].each do |text|
        error = assert_raises(Jacinth::ParserError, name) { read.call(text, json5: true) }

        assert_equal ["$", nil], [error.json_path, error.instance_variable_get(:@context)[6]], [name, text]
        assert_equal text.chars.index("\xFF") + 1, error.column, [name, text]
      end
    end
  end

  # A text in another encoding is converted by its own method, as in json.
  OWN_METHODS = Module.new do
    (String.instance_methods(false) - %i[encode to_str]).each { |name| define_method(name) { |*| raise "called #{name}" } }
  end
  READS = WAYS.except("load", "load_file").merge({
    "edits" => ->(text, **options) { Jacinth::Document.new(text, **options).add("/a/-", 2).replace("/a/0", 1).to_s },
    "to_s" => ->(text, **options) { Jacinth::Document.new(text, **options).to_s },
    "valid?" => ->(text, **options) { Jacinth.valid?(text, **options) }
  }).freeze

  # A subclass of String, and a String with methods of its own.
  def test_no_method_of_a_source_is_called
    syntaxes = [{}, { relaxed: true }, { invalid: :replace }, { json5: true }, { json5: true, invalid: :replace }]
    syntaxes.product(READS.to_a, [Encoding::UTF_8, Encoding::BINARY, Encoding::UTF_16LE]).each do |options, (name, read), encoding|
      json5 = options[:json5]
      texts = json5 ? ["{a: ['é', .5]}", "{a: ['é', !]}"] : ['{"a": ["é", 0.5]}', '{"a": ["é", !]}']
      texts.push("\uFEFF#{texts[0]}", "\uFEFF#{texts[1]}") if options[:relaxed] || json5
      texts.each do |text|
        text = encoding == Encoding::BINARY ? text.b : text.encode(encoding)
        expected = outcome_of { read.call(text, **options) }
        [text.dup.extend(OWN_METHODS), Class.new(String) { include OWN_METHODS }.new(text)].each do |source|
          assert_equal expected, outcome_of { read.call(source, **options) }, [options, name, text]
        end
      end
    end
  end

  def outcome_of
    yield
  rescue Jacinth::ParserError => e
    [e.message, e.json_path, e.excerpt]
  end

  def test_readers_of_chunks_refuse_it
    assert_raises(ArgumentError) { Jacinth::ResumableParser.new(json5: true) }
    assert_raises(ArgumentError) { Jacinth.events("[1]", Object.new, json5: true) }
    assert_error(ArgumentError, "json5 cannot be read in chunks: use parse") { Jacinth.each("[.5]", json5: true) { nil } }
  end

  def test_it_contradicts_the_refusal_of_its_syntax
    %i[relaxed allow_nan allow_trailing_comma allow_comments].each do |name|
      WAYS.each do |way, read|
        assert_error(ArgumentError, "json5 cannot be used with #{name}: false", way) { read.call("[1]", json5: true, name => false) }
        assert_equal [1], read.call("[1]", json5: true, name => nil), way
        assert_equal [1], read.call("[1]", json5: false, name => false), way
      end
    end
  end

  def test_hints_do_not_advise_against_its_syntax
    {
      "{a b:1}" => "missing colon after the key: add it", "{a=1}" => "'=' after a key: write a colon",
      "{a;1}" => "missing colon after the key: add it", "{a}" => "key without a value: add a colon and the value",
      "{a-b: 1}" => 'key without double quotes: write "a-b"',
      "['abc" => "missing closing quote of the string that begins at line 1 column 2: add '",
      "[\"abc" => "missing closing quote of the string that begins at line 1 column 2: add \"",
      "{a:1" => "text cut off before the '}' of the object that begins at line 1 column 1: add what is missing",
      "{a" => "text cut off before the '}' of the object that begins at line 1 column 1: add what is missing",
      "[0x]" => "missing digits after 0x: add them",
      "[0x1.8]" => "more than a hexadecimal integer: write it in decimal, or as a string", "[+]" => "plus sign without a number: remove it"
    }.each { |text, hint| assert_equal [hint], [assert_raises(Jacinth::ParserError, text) { json5(text) }.hint], text }
    assert_match(/expected closing ' at/, assert_raises(Jacinth::ParserError) { json5("['abc") }.message)
    assert_match(/expected closing " at/, assert_raises(Jacinth::ParserError) { json5("['',\"abc") }.message)
  end

  def test_a_line_break_in_a_string_is_refused_with_each_option
    ["[\"a\n+1\"]", "['a\nb\"]", "['a\nb']"].each do |text|
      assert_raises(Jacinth::ParserError, text) { json5(text, allow_control_characters: true) }
    end
    assert_equal ["a\tb"], json5("['a\tb']", allow_control_characters: true)
  end

  # https://github.com/json5/json5-tests: the folder in the environment.
  def test_the_published_suite_passes
    folder = ENV.fetch("JACINTH_JSON5_SUITE") { skip "JACINTH_JSON5_SUITE is not set" }
    paths = Dir[File.join(folder, "{arrays,comments,misc,new-lines,numbers,objects,strings,todo}/*.{json,json5,js,txt}")]

    assert_operator paths.size, :>, 100
    paths.each do |path|
      text = File.read(path, encoding: "UTF-8")
      json5(text, allow_duplicate_key: true)

      assert_includes %w[.json .json5], File.extname(path), path
    rescue Jacinth::ParserError => e
      assert_includes %w[.js .txt], File.extname(path), "#{path}: #{e.message}"
    end
  end

  def test_it_works_with_other_options
    rational = Class.new { def self.try_convert(text) = text.to_r }

    assert_equal({ a: [0.5r] }, json5("{a: [.5]}", symbolize_names: true, decimal_class: rational))
    assert_equal ["a\uFFFD"], json5("['a\xFF']", invalid: :replace)
    assert_equal ["é"], json5("['é']".encode("UTF-16BE"))
    assert_equal ["é"], json5("['é']".b)
    assert_predicate json5("['a']", freeze: true), :frozen?
    assert_equal [1], json5("\uFEFF[1]", relaxed: true)
    assert_raises(Jacinth::LimitError) { json5("[.5, .5]", max_document_bytes: 7) }
    assert_equal({ "a" => 1 }, json5("{a: 1}", max_document_bytes: 6))
    assert_raises(Jacinth::LimitError) { json5("[1, 2, 3]", max_elements: 2) }
    assert_raises(TypeError) { json5(nil) }
  end

  def test_a_text_in_which_nothing_changes_is_not_rewritten
    text = "[#{'1, NaN, /* a */ {"b": "c\\n"}, ' * 500}]"

    assert_operator allocated { json5(text) }, :<, 1600
    deep = "#{'[' * 200}#{'1, /* a */ ' * 500}#{']' * 200}"

    assert_operator allocated { json5(deep, max_nesting: 200) }, :<, 400
    assert_raises(Jacinth::NestingError) { json5(deep) }
  end
end
