# frozen_string_literal: true

require_relative "json5_readers"

# JSON5 is read as JSON, but errors have their places in the JSON5. Each test compares a text of JSON5
# with a text of JSON that has the same values and, from the last key on, the same characters.
class ParserJson5PlacesTest < Minitest::Test
  # The members before the error are written in JSON, and in JSON5.
  MEMBERS = {
    "no feature" => ['"a": 1', '"a": 1'],
    "bare keys" => ['"a": 1, "$b_": 2', "a: 1, $b_: 2"],
    "an escape in a key" => ['"abc": 1', '\u0061b\u0063: 1'],
    "single quotes" => [%q("a": "b", "c\"": "it's \"d\" é"), %q('a': 'b', 'c"': 'it\'s "d" é')],
    "hexadecimal numbers" => ['"a": [31, -171]', '"a": [0x1F, -0XaB]'],
    "signs and points" => ['"a": [1, 0.5, 5.0, -0.5e3, Infinity]', '"a": [+1, .5, 5., -.5e3, +Infinity]'],
    "block comments" => ['"a": 1', '/* é " */ a /* \' */: /* 2 */ 1 /**/'],
    "line comments" => ["\"a\": 1, \"b\":\n1", "a: 1, // b 'c\nb:\n1"],
    "a line continuation" => ['"a": "bcd"', "a: 'b\\\nc\\\r\nd'"],
    "other line continuations" => ['"a": "bcd"', "a: 'b\\\rc\\\u2028d'"],
    "other escapes" => ['"a": "A\u000b\u00000$"', "a: '\\x41\\v\\00\\$'".sub("\\00", "\\x000")],
    "a control character" => ['"a": "\t"', "a: '\t'"],
    "multi-byte text" => ['"ünïcödé": "日本😀"', "ünïcödé: '日本😀'"],
    "other spaces" => ['"a": 1', "\u00A0a\u2003:\v\f\uFEFF1\u3000"],
    "other line separators" => ['"a": 1', "\u2028a: 1 // é\u2029"],
    "a comment that a line separator ends" => ['"a": 1', "\"a\": // é\u20281"]
  }.freeze
  # Each text follows the key "z", and is read with these options.
  TAILS = {
    "oops}" => {}, "1 2}" => {}, "1 2: 3}" => {}, "[1 2]}" => {}, "1]" => {}, "[1,, 2]}" => {}, "01}" => {}, "" => {},
    "[1" => {}, "{" => {}, "{\"b\"" => {}, "{\"b\": 1" => {}, "1} x" => {}, "\u0000}" => {}, "\"é\\u12\"}" => {}, "\"é\\ud800\"}" => {},
    "\"abc" => {}, "\"a\nb\"}" => {}, "\"#{'é' * 20}\\u1\"}" => {}, "/* a" => {}, "/a" => {}, "[x#{'é' * 200}]}" => {}, "tru}" => {},
    "{\"b\": 1,\n \"c\": {\"d\": 1, \"d\": 2}}}" => {}, "{\"b\": 1, \"b\": 2}}" => { symbolize_names: true },
    "{\"b\": 1,\n \"b\": 2}, \"z\": 1}" => { allow_duplicate_key: false }, "2, \"z\": 1}" => {},
    "[[[[[1]]]]]}" => { max_nesting: 5 }, "[#{'1, ' * 20}1]}" => { max_elements: 20 },
    "{\"b\": \"#{'c' * 30}\"}}" => { max_string_bytes: 29 }, "{\"b\": [123456]}}" => { max_number_digits: 5 },
    "{#{(1..9).map { |i| "\"b#{i}\": 1" }.join(', ')}}}" => { max_keys: 8 },
    "1, \"y\": 2}" => { max_document_bytes: 20 }
  }.freeze
  READERS = Json5Readers::WHOLE.merge({
    "Coder#load" => ->(text, **options) { Jacinth::Coder.new(**options).load(text) },
    "only" => ->(text, **options) { Jacinth.parse(text, only: "/z", **options) },
    "on_load" => ->(text, **options) { Jacinth.parse(text, on_load: ->(value) { value }, **options) },
    "at" => ->(text, **options) { Jacinth.at(text, "/z", **options) },
    "at *" => ->(text, **options) { Jacinth.at(text, "/*", **options) },
    "at, whole" => ->(text, **options) { Jacinth.at(text, "", **options) },
    "query" => ->(text, **options) { Jacinth.query(text, "$..*", **options) },
    "reformat" => ->(text, **options) { Jacinth.reformat(text, **options) },
    "sorted" => ->(text, **options) { Jacinth.reformat(StringIO.new(text), sort_keys: true, **options) },
    "validate" => ->(text, **options) { Jacinth::Document.new(text, validate: true, **options) }
  }).merge({
    "value" => :value.to_proc, "keys" => :keys.to_proc, "size" => :size.to_proc, "raw" => :raw.to_proc, "to_a" => :to_a.to_proc,
    "[]" => ->(document) { document["z"]&.value }, "dig" => ->(document) { document.dig("z", "b")&.value },
    "last" => ->(document) { Array.new(3) { document["z"]&.raw && document["y"] } },
    "Document#at" => ->(document) { document.at("/z/c/d")&.value }, "Document#at *" => ->(document) { document.at("/*/*").map(&:value) },
    "exist?" => ->(document) { document.exist?("/z/*") }, "values_at" => ->(document) { document.values_at("/z", "/z/b") },
    "Document#query" => ->(document) { document.query("$.z..*").map(&:value) },
    "replace" => ->(document) { document.replace("/z", 1) }, "add" => ->(document) { document.add("/z", 1) },
    "remove" => ->(document) { document.remove("/z") }
  }.transform_values { |read| ->(text, **options) { read.call(Jacinth::Document.new(text, **options)) } }).freeze
  # These options accept the syntax of JSON that JSON5 includes.
  RELAXED = { relaxed: true, allow_nan: true }.freeze
  PLACES = /line (\d+) column (\d+)/n
  TYPED = { "1.5}" => {}, "\"é\"}" => {}, "oops}" => {}, "[[1]]}" => { max_nesting: 2 }, "1, \"y\": 2}" => {} }.freeze

  EDITS = [
    ->(document) { document }, ->(document) { document.replace("/z/0", "é") }, ->(document) { document.add("/z/-", nil).add("/x", []) },
    ->(document) { document.remove("/z/1").remove("/y") }, ->(document) { document.merge_patch({ "y" => { "b" => nil, "c" => 1 } }) },
    lambda do |document|
      document.patch([{ "op" => "copy", "from" => "/y", "path" => "/z/0" }, { "op" => "move", "from" => "/z", "path" => "/y/c" }])
    end,
    ->(document) { document["y"].replace("/b", 0.5).parent }
  ].freeze

  def error_of
    yield && nil
  rescue Jacinth::ParserError => e
    e
  end

  # Returns the line and column of an index of a text.
  def place_at(text, index)
    before = text[0, index]
    [before.count("\n") + 1, index - (before.rindex("\n") || -1)]
  end

  # Compares an error about JSON with that about JSON5. beginnings: both texts before the tail.
  def assert_same_error(read, beginnings, tail, options, label)
    texts = beginnings.map { |beginning| beginning + tail }
    json, error = [RELAXED, { json5: true }].zip(texts).map { |syntax, text| error_of { read.call(text, **syntax, **options) } }
    assert_same json.class, error.class, label
    return unless json

    beginnings, texts = [beginnings, texts].map { |both| both.map { |text| text.delete_prefix("\uFEFF") } }
    move = ->(line, column) { place_in_json5(texts, beginnings, line.to_i, column.to_i) }
    text = ->(message) { message.to_s.b.gsub(PLACES) { format("line %d column %d", *move.call(*Regexp.last_match.captures)) } }

    assert_equal text.call(json.message), error.message.b, label
    assert_equal attributes(json, &move), attributes(error) { |*place| place }, label
    assert_equal text.call(json.hint).scan(PLACES), error.hint.to_s.b.scan(PLACES), label if json.hint && error.hint
    assert_excerpt(texts[1], error, label) unless options[:max_document_bytes] # load_file reads only so many bytes
  end

  # Returns the place in JSON5 of a place in JSON.
  def place_in_json5(texts, beginnings, line, column)
    at = texts[0].lines[0, line - 1].sum(&:size) + column - 1
    return [1, 1] if at.zero?

    assert_operator at, :>=, beginnings[0].size
    place_at(texts[1], at + beginnings[1].size - beginnings[0].size)
  end

  # Returns the attributes of an error that are not texts. Yields each line and column.
  def attributes(error)
    details = error.details
    shown = details.values_at(:shown_line, :shown_column) if details[:shown_line]
    faults = error.is_a?(Jacinth::ValidationError) ? error.errors.map { |fault| yield fault.line, fault.column } : []
    [yield(error.line, error.column), error.json_path, error.pointer, (yield(*shown) if shown), faults]
  end

  # Checks that the excerpt is made from the JSON5 around the place.
  def assert_excerpt(text, error, label)
    line, column = error.details.values_at(:shown_line, :shown_column)
    line, column = error.line, error.column unless line
    bytes, at = error.instance_variable_get(:@context)
    before = [*text.lines[0, line - 1], text.lines[line - 1].to_s[0, column - 1]].join
    around = [before.byteslice([before.bytesize - 256, 0].max..), text.byteslice(before.bytesize, 256)].map { |part| part.scrub("") }

    assert_equal [around.join, around[0].bytesize], [bytes.scrub("?"), at], label
    assert_includes error.excerpt, "#{line} | ", label
  end

  def beginnings_with(member) = MEMBERS[member].map { |text| "{#{text}" }

  # Returns two texts that contain all features.
  def beginnings_with_all = MEMBERS.values.transpose.map { |texts| "{\"a\": [#{texts.map { |text| "{#{text}}" }.join(", ")}]" }

  def test_each_feature_before_each_error
    MEMBERS.keys.product(TAILS.to_a, %w[parse keys], ["", "\uFEFF"]).each do |member, (tail, options), reader, bom|
      beginnings = beginnings_with(member).map { |text| bom + text }
      assert_same_error(READERS[reader], beginnings, ", \"z\": #{tail}", options, [member, tail, reader, bom])
    end
  end

  def test_each_reader_has_the_places_of_the_source
    raised = READERS.keys.to_h { |name| [name, 0] }
    READERS.to_a.product(TAILS.to_a).each do |(name, read), (tail, options)|
      assert_same_error(read, beginnings_with_all, ", \"z\": #{tail}", options, [name, tail])
      raised[name] += 1 if error_of { read.call("#{beginnings_with_all[1]}, \"z\": #{tail}", json5: true, **options) }
    end

    assert_operator raised.values.min, :>, 8, raised
  end

  def test_types_have_the_places_of_the_source
    type = Jacinth::Type[{ z: Integer }]
    read = ->(text, **options) { Jacinth.parse(text, into: type, **options) }
    MEMBERS.keys.product(TYPED.to_a).each do |member, (tail, options)|
      assert_same_error(read, beginnings_with(member), ", \"z\": #{tail}", options, [member, tail])
    end
  end

  def test_edits_keep_the_rest_of_the_source
    tail = ", \"w\": 0, \"z\": [1, 2],\n\"y\": { \"b\": 1 }} // end\n"
    MEMBERS.keys.product(EDITS, ["", "\uFEFF"]).each do |member, edit, bom|
      beginnings = beginnings_with(member).map { |text| bom + text }
      edited = [RELAXED, { json5: true }].zip(beginnings).map { |syntax, beginning| edit.call(Jacinth::Document.new(beginning + tail, **syntax)) }

      assert_equal edited[0].to_s.sub(beginnings[0]) { beginnings[1] }, edited[1].to_s, member
      assert_equal edited[0].value, edited[1].value, member
    end
    document = Jacinth::Document.new("{a: {'b': [+1]}, c: .5}", json5: true)

    assert_equal ["{a: {'b': [+1]}, c: .5}", '{"a": {"b": [1]}, "c": 0.5}'], [document.to_s, document.raw]
    assert_equal "{a: {'b': [.5,+1]}}", document.patch([{ "op" => "move", "from" => "/c", "path" => "/a/b/0" }]).to_s
    assert_equal "{c: .5}", document.remove("/a").to_s
    limited = Jacinth::Document.new("{a: [.5]}", json5: true, max_document_bytes: 11)

    assert_equal "{a: [.5,1]}", limited.add("/a/-", 1).to_s
    assert_raises(Jacinth::LimitError) { limited.add("/a/-", 10) }
  end

  # The offsets of a text are kept only as long as the text.
  def test_edits_keep_the_offsets_of_few_texts
    skip "this Ruby cannot count objects" unless RUBY_ENGINE == "ruby"
    editor = Jacinth::Document.const_get(:Editor).new(Jacinth::Document.new("{a: 'b', c: [.5]}", json5: true))
    30.times { editor.send(:copy, [], ["x"]) && editor.remove(["x"]) }
    GC.start

    assert_operator ObjectSpace.each_object(Jacinth.const_get(:Json5Text).const_get(:Places)).count, :<, 15
    assert_equal "{a: 'b', c: [.5]}", editor.document.to_s
  end
end
