# frozen_string_literal: true

require "test_helper"
require "objspace"

# hint, excerpt, source_name, and the texts that contain them.
class ParserErrorTest < Minitest::Test
  def error_of(source, **options)
    assert_raises(Jacinth::ParserError) { Jacinth.parse(source, **options) }
  end

  def test_an_error_without_a_source_has_no_hint_and_no_excerpt
    error = Jacinth::ParserError.new("unexpected character: 'x' at line 1 column 1")

    assert_nil error.hint
    assert_nil error.excerpt
    assert_nil error.source_name
    assert_equal({ error: "Jacinth::ParserError", message: error.message }, error.details)
  end

  # The SDK of OpenAI takes a value that responds to to_h for a Hash, also an error.
  def test_errors_do_not_have_the_conversions_of_values
    names = %i[to_h to_hash to_a to_ary to_str to_proc to_path to_io to_i to_int each call deconstruct deconstruct_keys]
    errors = Jacinth.constants.map { |name| Jacinth.const_get(name) }.grep(Class).select { |one| one <= Jacinth::JSONError }

    assert_operator errors.size, :>=, 6
    errors.each do |error|
      expected = error == Jacinth::ValidationError ? [:to_h] : []

      assert_equal expected, error.instance_methods & names, error.name
    end
  end

  def test_the_excerpt_has_the_width
    long = "[#{'"0123456789", ' * 40}nil, #{'"0123456789", ' * 40}1]"
    [1, 20, 21, 40, 79, 80, 200].each do |width|
      text = error_of(long).excerpt(width: width)
      line, caret = text.lines(chomp: true)

      assert_operator line.size, :<=, [width, 20].max
      assert_operator line.size, :>=, [width, 20].max - 2
      assert_equal "nil"[0, line.size - caret.index("^")], line[caret.index("^"), 3]
    end
  end

  def test_a_wrong_width_raises
    [error_of("[nil]"), Jacinth::ParserError.new("no")].each do |error|
      { "a" => "an Integer, not \"a\"", nil => "an Integer, not nil", 80.0 => "an Integer, not 80.0" }.each do |width, text|
        assert_equal "width must be #{text}", assert_raises(TypeError) { error.excerpt(width: width) }.message
      end
      [0, -1].each do |width|
        assert_equal "width must be above 0, not #{width}", assert_raises(ArgumentError) { error.excerpt(width: width) }.message
      end
    end
  end

  def test_a_cut_line_has_ellipses
    long = "[#{'"日本語", ' * 200}nil, #{'"日本語", ' * 200}1]"
    error = error_of(long)

    [30, 31, 80].each do |width|
      line, caret = error.excerpt(width: width).lines(chomp: true)
      columns = line.each_char.sum { |c| c.match?(/\p{Han}/) ? 2 : 1 }

      assert_operator columns, :<=, width
      assert_match(/\A1 \| ….*nil.*…\z/, line)
      before = line[/\A.*?(?=nil)/].each_char.sum { |c| c.match?(/\p{Han}/) ? 2 : 1 }
      assert_equal before, caret.index("^")
    end
  end

  def test_highlight_colours_the_caret_only
    assert_equal "1 | [nil]\n  |  \e[1;31m^\e[m", error_of("[nil]").excerpt(highlight: true)
    refute_includes error_of("[\"\e[31m\", nil]", allow_control_characters: true).excerpt, "\e"
  end

  # The excerpt of any bytes is safe to print.
  def test_the_excerpt_of_any_bytes_is_printable
    random = Random.new(1)
    2000.times do
      source = "[#{random.bytes(random.rand(300))}".b
      error = assert_raises(Jacinth::ParserError) { Jacinth.parse(source, allow_control_characters: true) }
      text = error.excerpt(width: random.rand(20..100))

      assert_predicate text, :valid_encoding?
      refute_match(/[\p{Cf}\u2028\u2029[\p{Cc}&&[^\n]]]/, text)
      assert_operator text.lines.size, :<=, 3
      assert_kind_of String, Jacinth.generate(error.details)
    end
  end

  # An error shows the text that was read, even if the caller changes it later.
  def test_a_later_change_of_the_text_does_not_change_the_excerpt
    source = +'{"a": [1, 2,]}'
    error = error_of(source)
    source.replace("x" * 1000)
    GC.start

    assert_equal "1 | {\"a\": [1, 2,]}\n  |             ^", error.excerpt
    assert_match(/\Atrailing comma/, error.hint)
  end

  def test_an_error_keeps_little_memory
    source = "[#{'"some text of a document", ' * 100_000}oops]"
    error = error_of(source)
    kept = error.instance_variables.map { |name| error.instance_variable_get(name) }.flatten

    assert_operator kept.sum { |value| value.is_a?(Integer) ? 0 : ObjectSpace.memsize_of(value) }, :<, 4096
    assert(kept.grep(String).all? { |text| text.bytesize <= 512 })
    assert_includes error.excerpt, "oops"
  end

  def test_a_frozen_or_marshalled_error_keeps_its_hint_and_excerpt
    error = error_of("[nil]").freeze

    assert_equal "nil is not JSON: write null", error.hint
    copy = Marshal.load(Marshal.dump(error_of("[1,\n nil]")))

    assert_equal ["nil is not JSON: write null", "1 | [1,\n2 |  nil]\n  |  ^", 2, 2], [copy.hint, copy.excerpt, copy.line, copy.column]
  end

  def test_an_error_has_its_hint_and_excerpt_in_a_ractor
    out = ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth"
      Warning[:experimental] = false
      ractor = Ractor.new do
        Jacinth.parse("[1,]", allow_nan: true)
      rescue Jacinth::ParserError => e
        [e.hint, e.excerpt, e.details.size]
      end
      print(ractor.respond_to?(:value) ? ractor.value.inspect : ractor.take.inspect)
    RUBY

    assert_equal "[\"trailing comma before ']': remove it, or pass allow_trailing_comma: true\", " \
                 "\"1 | [1,]\\n  |    ^\", 7]", out
  end

  def test_detailed_message_has_source_excerpt_and_hint
    error = error_of("[nil]")
    error.source_name = "a\nb.json"
    text = error.detailed_message(highlight: false).lines(chomp: true)

    assert_match(/\Aunexpected token 'nil\]' at line 1 column 2/, text[0])
    assert_equal ["a␊b.json:1:2", "1 | [nil]", "  |  ^", "hint: nil is not JSON: write null"], text[1..]
    assert_includes error.detailed_message(highlight: true), "\e[1mhint:\e[m nil is not JSON: write null"
  end

  # Servers write it to logs, whose lines they split.
  def test_detailed_message_of_a_document_with_invalid_bytes_is_valid
    ["\xff", "{\"a\":\xff}", "[\"\xff\" 1]"].each do |text|
      assert_predicate error_of(text).detailed_message, :valid_encoding?, text.inspect
    end
  end

  def test_full_message_of_an_error_that_was_not_raised_names_its_caller
    text = Jacinth::ParserError.new("invalid").full_message(highlight: false)

    assert_operator text, :start_with?, "#{__FILE__}:#{__LINE__ - 2}:"
    assert_includes text, ": invalid (#{Jacinth::ParserError.name})"
  end

  def test_full_message_has_excerpt_and_hint
    error = error_of("[nil]")
    text = error.full_message(highlight: false, order: :top)

    assert_match(/unexpected token 'nil\]' at line 1 column 2 \(Jacinth::ParserError\)$/, text)
    assert_includes text, "\n1 | [nil]\n  |  ^\nhint: nil is not JSON: write null"
    assert_includes text, __FILE__
    assert_includes error.full_message(highlight: true), "\e[1mhint:"
    assert_equal text, error.freeze.full_message(highlight: false, order: :top)
  end

  def test_a_message_in_another_encoding_is_shown
    error = Jacinth::ParserError.new("é".encode(Encoding::UTF_16LE))
    error.source_name = "é"

    assert_kind_of String, error.detailed_message
    assert_equal "é", error.details[:message]
  end

  # Of UTF-7 and others Ruby knows the name alone.
  def test_a_source_name_in_an_encoding_without_converters_is_shown
    error = error_of("[nil]")
    error.source_name = (+"ab\xFF").force_encoding(Encoding::UTF_7)

    assert_equal "ab\uFFFD", error.details[:source_name]
    assert_includes error.detailed_message, "ab\uFFFD:1:2"
  end

  def test_control_characters_in_a_path_are_escaped
    source = '{"a\\n\\u001b[31m": {"\\b\\t\\f\\r\\u0000\\u001F\\u007f é\\"\\\\": [nil]}}'
    path = "$[\"a\\n\\u001b[31m\"][\"\\b\\t\\f\\r\\u0000\\u001f\u007F é\\\"\\\\\"][0]"
    error = error_of(source)

    assert_equal [path, path], [error.json_path, error.details[:json_path]]
    assert_equal path, assert_raises(Jacinth::ParserError) { Jacinth.each(source) { nil } }.json_path
    error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ "a\n\e" => [Float::NAN], :"é" => 1 }) }

    assert_equal '$["a\\n\\u001b"][0]', error.json_path
    error = assert_raises(Jacinth::ValidationError) { Jacinth::Type[{ "a\n": Integer }].load('{"a\\n": "x"}') }

    assert_equal ['$["a\\n"]'] * 2, [error.json_path, error.errors[0].json_path]
  end

  LIMITS = {
    max_document_bytes: "[123456]", max_string_bytes: '["123456"]', max_keys: '{"a":1,"b":2,"c":3,"d":4}',
    max_elements: "[1,2,3,4]", max_number_digits: "[123456]"
  }.freeze

  def test_a_limit_error_names_its_option
    LIMITS.each do |name, source|
      hint = "larger than #{name}: pass a higher limit than 3, or none, if you trust the text"
      readers = [-> { Jacinth.parse(source, name => 3) }, -> { Jacinth.each(source, name => 3) { nil } },
                 -> { Jacinth::ResumableParser.new(name => 3).then { |parser| (parser << source).finish } }]
      readers.each { |reader| assert_equal hint, assert_raises(Jacinth::LimitError, name, &reader).hint }
    end
  end

  def test_errors_of_files_have_a_source_name
    with_file("[1 2]") do |path|
      readers = [-> { Jacinth.load_file(path) }, -> { Jacinth.load_file!(path) },
                 -> { Jacinth::Coder.new.load_file(path) }, -> { Jacinth::Type[[Integer]].load_file(path) }]
      readers.each do |reader|
        error = assert_raises(Jacinth::ParserError, &reader)

        assert_equal path, error.source_name
        assert_includes error.detailed_message, "#{path}:1:4"
        assert_equal path, error.details[:source_name]
      end
    end
  end

  # Methods that read a text from a source, by name; each gets a Pathname and an IO.
  FROM_SOURCES = {
    load: ->(from) { Jacinth.load(from) }, unsafe_load: ->(from) { Jacinth.unsafe_load(from) },
    reformat: ->(from) { Jacinth.reformat(from) }, reformat_to_io: ->(from) { Jacinth.reformat(from, StringIO.new) },
    sorted: ->(from) { Jacinth.reformat(from, StringIO.new, sort_keys: true) },
    events: ->(from) { Jacinth.events(from, Object.new) }, each: ->(from) { Jacinth.each(from, &:itself) },
    enumerator: ->(from) { Jacinth.each(from).to_a }, at: ->(from) { Jacinth.each(from, at: "/*", &:itself) },
    into: ->(from) { Jacinth.each(from, into: Jacinth::Type[[Integer]], &:itself) },
    lines: ->(from) { Jacinth.each(from, format: :lines, &:itself) },
    on_error: ->(from) { Jacinth.each(from, on_error: ->(error, *) { raise error }, &:itself) }
  }.freeze

  def test_the_source_name_is_the_path_of_the_source
    with_file("[1, oops]\n") do |path|
      FROM_SOURCES.each do |name, read|
        sources = [Pathname(path), File.open(path, "rb"), File.open(path, "r:UTF-8")]
        sources.each do |source|
          error = assert_raises(Jacinth::ParserError) { read.call(source) }

          assert_equal path, error.source_name, [name, source]
          assert_includes error.detailed_message, "\n#{path}:1:5\n", name
        end
        sources.grep(IO).each(&:close)
      end
    end
  end

  def test_a_source_without_a_path_has_no_source_name
    reading = Class.new(StringIO)
    sources = [->(_) { raise "no path" }, ->(_) {}, ->(_) { "" }, ->(_) { 1 }].map do |path|
      reading.new("[1, oops]").tap { |io| io.define_singleton_method(:path) { path.call(self) } }
    end
    bare = Class.new(BasicObject) do
      def respond_to?(name, *) = name == :read
      def read = "[1, oops]"
      def is_a?(*) = false
      def nil? = false
    end
    [StringIO.new("[1, oops]"), "[1, oops]", *sources, bare.new].each do |source|
      assert_nil assert_raises(Jacinth::ParserError) { Jacinth.load(source) }.source_name
    end
    [["[1, ", "oops]"], StringIO.new("[1, oops]"), "[1, oops]"].each do |source|
      assert_nil assert_raises(Jacinth::ParserError) { Jacinth.each(source).to_a }.source_name
    end
  end

  # The error of a text that the block reads is not the source's.
  def test_an_error_of_the_block_gets_no_source_name
    with_file("[1]\n") do |path|
      error = assert_raises(Jacinth::ParserError) { Jacinth.each(Pathname(path)) { Jacinth.parse("[oops") } }

      assert_nil error.source_name
      named = Jacinth::ParserError.new("no").tap { |one| one.source_name = "mine" }
      error = assert_raises(Jacinth::ParserError) { Jacinth.load(Pathname(path), ->(_) { raise named }) }

      assert_equal "mine", error.source_name
    end
  end

  # Methods that read a file with a callback.
  WITH_CALLBACKS = {
    load: ->(path, call) { Jacinth.load(Pathname(path), call) },
    on_load: ->(path, call) { Jacinth.load(Pathname(path), on_load: call) },
    load_file: ->(path, call) { Jacinth.load_file(path, on_load: call) },
    load_file!: ->(path, call) { Jacinth.load_file!(path, on_load: call) },
    json5: ->(path, call) { Jacinth.load_file(path, on_load: call, json5: true) },
    coder: ->(path, call) { Jacinth::Coder.new(on_load: call).load_file(path) },
    into: ->(path, call) { Jacinth.load_file(path, into: Jacinth::Type[[Jacinth::Type.scalar(String, load: call, dump: :to_s.to_proc)]]) },
    type: ->(path, call) { Jacinth::Type[[Jacinth::Type.scalar(String, load: call, dump: :to_s.to_proc)]].load_file(path) }
  }.freeze

  def test_an_error_of_a_callback_gets_no_source_name
    with_file('["a"]') do |path|
      ["[oops", "{a: oops}"].product([{}, { json5: true }, { relaxed: true }]).each do |text, options|
        WITH_CALLBACKS.each do |name, read|
          error = assert_raises(Jacinth::ParserError, name) { read.call(path, ->(_) { Jacinth.parse(text, **options) }) }

          assert_nil error.source_name, name
        end
      end
    end
  end

  def test_an_error_of_read_gets_no_source_name
    source = StringIO.new("")
    source.define_singleton_method(:path) { "outer.json" }
    source.define_singleton_method(:read) { |*| Jacinth.parse("[oops") }

    assert_nil assert_raises(Jacinth::ParserError) { Jacinth.load(source) }.source_name
  end

  # An error about a key that on_load has replaced by another object has no place in the text.
  def test_an_error_without_a_place_has_a_source_name
    with_file('{"a":1,"b":2}') do |path|
      options = { on_load: ->(value) { value.is_a?(String) ? 1 : value }, allow_duplicate_key: false }
      [{}, { json5: true }].each do |more|
        error = assert_raises(Jacinth::ParserError) { Jacinth.load_file(path, **options, **more) }

        assert_equal path, error.source_name, more
      end
    end
  end

  def test_reformat_names_the_source_only_in_errors_about_its_text
    named = Class.new(StringIO) { def path = "outer.json" }
    failing = Class.new(named) { %i[read readpartial write].each { |name| define_method(name) { |*| Jacinth.parse("[o", relaxed: true) } } }
    cases = [[failing.new, nil, nil], [failing.new, StringIO.new, nil], [named.new("[1]"), failing.new, nil],
             [named.new("[1,,"), nil, "outer.json"], [named.new("[1,,"), StringIO.new, "outer.json"]]
    cases.product([false, true], [{}, { relaxed: true }]).each do |(source, io, name), sort_keys, options|
      source.rewind
      error = assert_raises(Jacinth::ParserError) { Jacinth.reformat(source, io, sort_keys:, **options) }

      assert_equal [name], [error.source_name], [source.string, io.class, sort_keys]
    end
  end

  # A text that is prepared before it is read: it is converted, copied, cut or rewritten.
  def test_the_error_of_a_prepared_text_has_a_source_name
    texts = ["\uFEFF[1,,]", "[\xFF,,]", "[1, /* */,]", "[#{'1,' * 200_000},]"]
    texts.product([{ relaxed: true }, { invalid: :replace }, { json5: true }, {}]).each do |text, options|
      with_file(text) do |path|
        readers = [-> { Jacinth.load_file(path, **options) }, -> { Jacinth::Coder.new(**options).load_file(path) },
                   -> { Jacinth.load_file(path, into: Jacinth::Type[[Integer]], **options) },
                   -> { File.open(path, encoding: "ISO-8859-1") { |io| Jacinth.load(io, **options) } }]
        readers.each do |reader|
          assert_equal path, assert_raises(Jacinth::ParserError, &reader).source_name, [text[0, 9], options]
        end
      end
    end
  end

  # line and column are those of the object, as in json; the excerpt shows the key.
  def test_the_excerpt_shows_the_second_of_duplicate_keys
    error = error_of("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}")
    error.source_name = "d.json"

    assert_equal ["duplicate key \"a\" at line 1 column 1", 1, 1], [error.message, error.line, error.column]
    assert_equal ["d.json:3:2", "3 |  \"a\": 3}"], error.detailed_message.lines(chomp: true).values_at(1, 3)
    assert_equal({ line: 1, column: 1, shown_line: 3, shown_column: 2 },
                 error.details.slice(:line, :column, :shown_line, :shown_column))
    refute error_of("[nil]").details.key?(:shown_line)
    nowhere = Jacinth::ParserError.new("no").tap { |one| one.source_name = "d.json" }

    assert_equal "d.json", nowhere.detailed_message.lines[1]
  end

  def test_a_nesting_error_has_position_path_and_excerpt
    error = assert_raises(Jacinth::NestingError) { Jacinth.parse("[\n[[1]]]", max_nesting: 2) }

    assert_equal [2, 2, "$[0][0]"], [error.line, error.column, error.json_path]
    assert_equal "2 | [[1]]]\n  |  ^", error.excerpt
    error = assert_raises(Jacinth::NestingError) { Jacinth.generate([[[1]]], max_nesting: 2) }

    assert_nil error.excerpt
    assert_nil error.hint
  end

  def test_a_validation_error_has_an_excerpt_and_a_hint
    type = Jacinth::Type[{ users: [{ id: Integer }] }]
    source = "{\"users\": [{\"id\": 1},\n {\"id\": \"2\"}, {\"id\": null}]}"
    shown = "2 |  {\"id\": \"2\"}, {\"id\": null}]}\n  |         ^"

    assert_equal shown, assert_raises(Jacinth::ValidationError) { type.load(source) }.excerpt
    assert_equal shown, assert_raises(Jacinth::ValidationError) { type.load(source, errors: :all) }.excerpt
    error = assert_raises(Jacinth::ParserError) { type.load("{\"users\": [{\"id\": 1,}]}") }

    assert_equal "trailing comma before '}': remove it, or pass allow_trailing_comma: true", error.hint
    error = assert_raises(Jacinth::ParserError) { type.load("{\"users\": [{\"id\": 1}") }

    assert_includes error.hint, "text cut off before the ']' of the array that begins at line 1 column 11: "
    error = assert_raises(Jacinth::ParserError) { type.load("{\"users\": [{\"id\": 1, \"id\": 2}]}") }

    assert_match(/\Aduplicate key at line 1 column 13 and again at line 1 column 22: /, error.hint)
  end

  def test_an_error_of_a_lazy_document_has_an_excerpt
    source = "{\"a\": [1, 2, {\"b\": [nil]}]}"
    error = assert_raises(Jacinth::ParserError) { Jacinth::Document.new(source).at("/a/2/b/0").value }

    assert_equal ["nil is not JSON: write null", "1 | #{source}\n  |                     ^"], [error.hint, error.excerpt]
    error = assert_raises(Jacinth::ParserError) { Jacinth.parse("{\"a\": [1, 2", only: "/a/5") }

    assert_includes error.hint, "text cut off before the ']' of the array that begins at line 1 column 7: "
  end

  # In chunks the bracket may be gone; its place is known.
  def test_the_position_of_an_open_bracket_is_known_in_chunks
    parser = Jacinth::ResumableParser.new
    parser << "{\n \"a\": [#{'1, ' * 1000}"
    parser.parse
    2000.times { parser << "2, " and parser.parse }
    error = assert_raises(Jacinth::ParserError) { parser.finish }

    assert_includes error.hint, "text cut off before the ']' of the array that begins at line 2 column 7: "
    parser.clear
    parser << "[1, \"ab"
    parser.parse
    error = assert_raises(Jacinth::ParserError) { parser.finish }

    assert_equal "missing closing quote of the string that begins at line 1 column 5: add \"", error.hint
  end

  def test_the_object_of_a_duplicate_key_is_known_in_chunks
    parser = Jacinth::ResumableParser.new
    parser << "{\"a\": 1, \"b\": \"#{'x' * 2000}\","
    parser.parse
    1000.times { |i| parser << "\"k#{i}\": 1," and parser.parse }
    parser << "\"a\": 2}"
    error = assert_raises(Jacinth::ParserError) { parser.parse }

    assert_equal [1, 1], [error.line, error.column]
    assert_equal "duplicate key in the object that begins at line 1 column 1: remove one, or pass allow_duplicate_key: true " \
                 "to let the last one win, as json 2 did", error.hint
    assert_match(/\A1 \| ….*"k999": 1,"a": 2}\n  \| +\^\z/, error.excerpt)
    line, caret = error.excerpt.lines(chomp: true)

    assert_equal line.size, caret.size
  end

  def test_duplicate_keys_that_callbacks_made_are_reported
    upcase = ->(value) { value.is_a?(String) ? value.upcase : value }
    error = error_of("{\"a\": 1, \"A\": 2}", on_load: upcase)

    assert_equal 'duplicate key "A" at line 1 column 1', error.message
    assert_equal "1 | {\"a\": 1, \"A\": 2}\n  | ^", error.excerpt
    error = error_of("{\"x\": {\"a\": 1}, \"a\": {\"a\": [\"a\", {\"a\": 1}], \"b\": 1, \"a\": 1}}", symbolize_names: true)

    assert_match(/\Aduplicate key at line 1 column 23 and again at line 1 column 53: /, error.hint)
  end

  def test_a_key_replaced_by_text_in_another_encoding_is_in_the_path
    latin = ->(value) { value == "k" ? "é".encode(Encoding::ISO_8859_1) : value }
    error = error_of("{\"日本\": {\"k\": nil}}", on_load: latin)

    assert_kind_of String, error.json_path
    assert_kind_of String, error.details[:json_path]
  end

  def test_hints_name_the_options_of_the_method
    {
      -> { Jacinth.parse("[]", symbolise_names: true) } => "symbolise_names (did you mean symbolize_names:?)",
      -> { Jacinth.generate([], pretty: true) } => "pretty (write pretty_generate(obj))",
      -> { Jacinth.generate([], symbolize_names: true) } => "symbolize_names (an option of parse)",
      -> { Jacinth.parse("[]", indent: " ") } => "indent (an option of generate)",
      -> { Jacinth::ResumableParser.new(max_nestin: 3) } => "max_nestin (did you mean max_nesting:?)",
      -> { Jacinth::Coder.new(allow_comment: true) } => "allow_comment (did you mean allow_comments:?)",
      -> { Jacinth.parse("[]", xyzzy: 1) } => "xyzzy"
    }.each do |call, text|
      assert_equal "unknown keyword: #{text}", assert_raises(ArgumentError, &call).message
    end
    names = Jacinth.module_eval("OptionNames", __FILE__, __LINE__)
    names::READING.each { |name| assert_equal [], Jacinth.parse("[]", name => nil), name }
  end

  # The text of a program in a message: a NUL in it is shown as \0.
  def test_a_nul_in_a_message_is_escaped
    name = :"a\x00b"
    klass = Class.new { def self.to_s = "a\0b" }
    nameless = Class.new(klass) { singleton_class.undef_method(:new) }
    text = Class.new(String) { def encode(*) = raise("a\0b") }
    key = Class.new(String) { def self.to_s = "a\0b"; def to_s = 1 }
    parents = [Jacinth::Coder, Jacinth::ResumableParser, Jacinth::Writer]
    coder, parser, writer = parents.map { |parent| Class.new(parent) { def self.to_s = "a\0b" } }
    {
      -> { Jacinth.parse("1", name => 1) } => "unknown keyword: a\\0b",
      -> { Jacinth.generate(1, name => 1, :"é\u0000" => 1) } => "unknown keywords: a\\0b, é\\0",
      -> { Jacinth.parse("1", decimal_class: nameless) } => "decimal_class a\\0b has no try_convert",
      -> { Jacinth.generate(klass.new, strict: true) } => "a\\0b not allowed in JSON",
      -> { Jacinth.generate({ klass.new => 1 }, strict: true) } => "a\\0b not allowed as object key in JSON",
      -> { Jacinth::Type[String].dump(text.new("é".encode("UTF-16LE"))) } => "a\\0b",
      -> { Jacinth.generate({ key.new("k") => 1 }) } => "can't convert a\\0b to String (a\\0b#to_s gives Integer)",
      -> { Jacinth::Coder.new(types: { klass => :itself }).dump(klass.new) } => "types convert a\\0b without end",
      -> { coder.new.__send__(:initialize) } => "already initialized a\\0b",
      -> { parser.new.dup } => "can't copy a\\0b",
      -> { writer.new.dup } => "can't copy a\\0b",
      -> { writer.new.__send__(:initialize) } => "already initialized a\\0b",
      -> { writer.allocate << 1 } => "uninitialized a\\0b"
    }.each { |call, message| assert_message(message, &call) }
    type = Jacinth::Type.of(Struct.new(name), name => Integer)

    assert_equal '{"a\u0000b":1}', type.dump(type.load('{"a\u0000b":1}'))
  end

  # Texts of a program in any encoding, with the text of a message.
  SHOWN = { "a\0b" => "a\\0b", "a\xFFb" => "a\uFFFDb", "\xE9".dup.force_encoding("ISO-8859-1") => "é", "a\0é".encode("UTF-16LE") => "a\\0é",
            "\xFF\0".b => "\uFFFD\\0", "é".b => "é", "é" => "é",
            Class.new(String) { %i[encode encoding scrub gsub].each { |name| define_method(name) { |*| nil } } }.new("é") => "é" }.freeze

  def test_texts_of_the_program_in_a_message_are_valid_utf8_without_nul
    SHOWN.each do |text, shown|
      klass, hash, string = [Object, Hash, String].map do |parent|
        names = parent == String ? %i[inspect] : %i[inspect to_s] # the key of a Hash is its to_s
        Class.new(parent) { names.each { |name| [self, singleton_class].each { |one| one.define_method(name) { text } } } }
      end
      refuses = ->(_) { raise ArgumentError, text }
      written = { a: 1, string.new("a") => 2 }
      key = Jacinth::Type.scalar(Integer, load: ->(_) { raise ArgumentError, text }, dump: :itself.to_proc)
      {
        -> { Jacinth::Type.hash(Integer, check: refuses).dump({ "a" => 1 }) } => "expected #{shown}, got Hash",
        -> { Jacinth::Type.integer(check: refuses).dump(1) } => "expected #{shown}, got Integer",
        -> { Jacinth::Type[{ é: Jacinth::Type.integer(check: refuses) }].dump({ é: 1 }) } => "expected #{shown}, got Integer",
        -> { Jacinth::Type.hash(Integer, check: refuses).dump(hash["a", 1]) } => "expected #{shown}, got #{shown}",
        -> { Jacinth::Type.hash(Integer, check: refuses).load('{"é":1}') } => "expected #{shown.sub('\0', "\0")}, got ",
        -> { Jacinth::Type[[key]].load("[1]") } => "expected #{shown.sub('\0', "\0")}, got 1",
        -> { Jacinth::Document.new('[["é"]]').dig(0, klass.new) } => "expected a key or an index, got #{shown}",
        -> { Jacinth.at("[1]", string.new("x")) } => "a JSON pointer must begin with /: #{shown}",
        -> { Jacinth.each("[1]", format: klass.new) { nil } } => "format must be :auto, :concatenated, :lines or :sequence, not #{shown}",
        -> { Jacinth.parse("1", invalid: klass.new) } => "invalid must be :replace, not #{shown}",
        -> { Jacinth.generate(1, invalid: klass.new) } => "invalid must be :replace, not #{shown}",
        -> { Jacinth.generate(1, safe_integers: klass.new) } => "safe_integers must be :raise or :string, not #{shown}",
        -> { Jacinth::Type[Integer].load("1", errors: klass.new) } => "errors must be :first or :all, not #{shown}",
        -> { Jacinth.generate(klass.new, strict: true) } => "#{shown} not allowed in JSON",
        -> { Jacinth.generate({ klass.new => 1 }, strict: true) } => "#{shown} not allowed as object key in JSON",
        -> { Jacinth.generate(written, allow_duplicate_key: false) } => "detected duplicate key ",
        -> { Jacinth::Type.hash(Integer).dump(written, allow_duplicate_key: false) } => "detected duplicate key ",
        -> { Jacinth::Writer.new.object.pair(string.new("a"), 1).pair(string.new("a"), 2) } => "detected duplicate key ",
        -> { Jacinth::Writer.new(rfc8785: true).object.pair(string.new("b"), 1).pair(string.new("a"), 2) } => "key "
      }.each { |call, message| assert_message(message, &call) }
    end
  end

  def test_times_of_far_years_are_shown_in_valid_utf8_without_nul
    SHOWN.each do |text, shown|
      time = Class.new(Time) { define_method(:to_s) { text } }
      assert_message("a year has at most nine digits, got #{shown}") { Jacinth::Type[Time].dump(time.new(10**12)) }
    end
  end

  def test_arguments_and_classes_of_the_program_are_shown_in_valid_utf8_without_nul
    type, coder = Jacinth::Type, Jacinth::Coder
    document = Jacinth::Document.new("[1]")
    SHOWN.each do |text, shown|
      parents = [Object, Time, String, Hash, Struct, Struct.new(:a), Integer, Range]
      klass, time, string, hash, struct, record, integer, range = parents.map do |parent|
        names = [String, Hash].include?(parent) ? %i[inspect] : %i[inspect to_s]
        Class.new(parent) do
          names.each { |name| define_method(name) { text } }
          %i[inspect to_s].each { |name| define_singleton_method(name) { text } }
        end
      end
      object = klass.new
      source = Class.new(klass) { def read = nil; def empty? = false }.new
      {
        -> { document[object, 1] } => "expected a key or an index, got #{shown}",
        -> { Jacinth::Fragment.new(object) } => "no implicit conversion of #{shown} into String",
        -> { Jacinth::Query.new(object) } => "expected a JSONPath as a String, got #{shown}",
        -> { Jacinth.query("{}", string.new("$é[")) } => "expected ",
        -> { Jacinth.query("$", object) } => "expected a JSONPath as a String, got #{shown}",
        -> { Jacinth.query(source, "$") } => "expected JSON text, a Document or a value, got #{shown}",
        -> { Jacinth.query(object, "$", max_nesting: 1) } => "options are for JSON text, got #{shown} and :max_nesting",
        -> { Jacinth.query(1, "$", object => 1) } => "unknown keyword: ",
        -> { Jacinth.parse("1", object => 1) } => "unknown keyword: ",
        -> { Jacinth.parse("1", into: object) } => "into needs a type or a declared class, got #{shown}",
        -> { Jacinth.each(object) { nil } } => "expected an IO, a Pathname, a String or an Enumerable of Strings, got #{shown}",
        -> { Jacinth.patch({}, object) } => "expected an Array of operations, got #{shown}",
        -> { type.union({ "x" => { a: Integer } }, tag: string.new("t")) } => "a Hash in a union with a tag needs a member \"t\"",
        -> { type.enum(string.new("x")).load("1") } => "expected #{shown}, got 1",
        -> { type.hash(Integer, keys: type.enum(string.new("x"))).load('{"é":1}') } => "expected ",
        -> { type.string(length: range.new(2, 1)) } => "length must not be an empty Range, got #{shown}",
        -> { type.integer(range.new(1, 2)).load("5") } => "expected Integer in #{shown}, got 5",
        -> { Jacinth.patch({}, [object]) } => "expected an operation, a Hash, got #{shown}",
        -> { Jacinth.patch({}, [{ "op" => "add", "path" => object }]) } => "expected a JSON pointer, got #{shown}",
        -> { Jacinth.patch({}, [{ "op" => "add", "path" => string.new("a") }]) } => "a JSON pointer must begin with /: #{shown}",
        -> { Jacinth.patch({}, [{ "op" => "add", "path" => string.new("/~") }]) } => "invalid escape after ~ in a JSON pointer: #{shown}",
        -> { Jacinth.dump(1, string.new("x")) } => "no implicit conversion of String into Integer (to write a file: ",
        -> { Jacinth::Writer.new(object) } => "expected an IO or a String, got #{shown}",
        -> { Jacinth::Writer.new(string.new.freeze) } => "can't modify frozen String: #{shown}",
        -> { Jacinth::Writer.new.object.key(string.new("a")).end } => "expected a value for the key ",
        -> { Jacinth::State.new(source) } => "can't convert #{shown} into Hash",
        -> { Jacinth::State.new(width: object) } => "width must be an Integer or nil, not #{shown}",
        -> { Jacinth::ParserError.new("").excerpt(width: object) } => "width must be an Integer, not #{shown}",
        -> { Jacinth.parse('{"a":1,"a":2}', on_load: ->(v) { v == "a" ? string.new("a").freeze : v }) } => "duplicate key ",
        -> { Jacinth::Coder.new(rfc8785: true) { |*| object }.dump({ 1 => 2 }) } => "#{shown} not allowed as object key in JSON",
        -> { Jacinth::Coder.new(types: object) } => "types must be a Hash, got #{shown}",
        -> { Jacinth::Coder.new(types: { object => :itself }) } => "types needs a Class or Module as key, got #{shown}",
        -> { coder.new(types: { klass => object }) } => "expected a Symbol, Proc, type or declared class for #{shown}, got #{shown}",
        -> { Jacinth::Coder.new(types: { klass => :strin }) } => "#{shown} has no method :strin (did you mean :string?)",
        -> { coder.new(types: { klass => type[{ a: Integer }] }, rfc8785: true) } => "sort_keys and rfc8785 cannot be combined with ",
        -> { type[object] } => "expected a type or a class that has one, got #{shown}",
        -> { type[klass] } => "expected a type or a class that has one, got #{shown}",
        -> { type.of(object) } => "expected a Class, got #{shown}",
        -> { type.of(integer, a: Integer) } => "no object can be made of #{shown}",
        -> { type.of(struct, a: Integer) } => "#{shown} has no member",
        -> { type.of(record, b: Integer) } => "#{shown} has no member :b",
        -> { type.of(record, a: Integer).with(build: object) } => "build must be :new or :allocate, not #{shown}",
        -> { type.of(record, a: Integer).with(title: object) } => "title must be a String, got #{shown}",
        -> { type.of(record, a: Integer).with(unknown: :b) } => "unknown must be ",
        -> { type.data(object) } => "expected a class that Type.data made, got #{shown}",
        -> { type.data(object => 1) } => "expected members with Symbols as names, got ",
        -> { type.hash(object => Integer, 1 => Integer) } => "T.hash needs Regexps, or String for other keys, got #{shown}",
        -> { type.hash(object => Integer) } => "expected a type or a class that has one, got #{shown}",
        -> { type.hash(klass => Integer, keys: object) } => "T.hash got two types of keys: #{shown} and keys: #{shown}",
        -> { type.string(pattern: object) } => "pattern must be a Regexp, got #{shown}",
        -> { type.string(length: object) } => "length must be an Integer or a Range of Integers, got #{shown}",
        -> { type.string(check: object) } => "check must be a Proc, got #{shown}",
        -> { type.string(check: Class.new(klass) { def call = nil }.new) } => "check must take one argument, got #{shown}",
        -> { type.enum(object) } => "T.enum takes Strings, Symbols, Integers, finite Floats, true, false and nil, got #{shown}",
        -> { type.integer(object) } => "expected a Range of numbers, got #{shown}",
        -> { type.integer(multiple_of: object) } => "multiple_of must be a number greater than 0, got #{shown}",
        -> { type.time(object) } => "expected a Range of Times, got #{shown}",
        -> { type.union(Integer, tag: object) } => "tag must be a String, got #{shown}",
        -> { type.union(type.of(record, a: Integer), type.of(record, a: String)) } => "ambiguous union: neither #{shown} ",
        -> { type.union({ object => { a: Integer } }, tag: "t") } => "the value of a tag must be a String or a Symbol, got #{shown}",
        -> { type.member(Integer, name: object) } => "the name of a member must be a String or a Symbol, got #{shown}",
        -> { type.member(Integer, also: object) } => "the name of a member must be a String or a Symbol, got #{shown}",
        -> { type[{ a: Integer }].rbs(object) } => "expected the name of an RBS type alias, got #{shown}",
        -> { type.of(record, a: Integer).dump(object) } => "expected #{shown}, got #{shown}",
        -> { type[[type.of(record, a: Integer)]].dump([{}]) } => "expected #{shown}, got Hash",
        -> { type.of(record, a: Integer).load("1") } => "expected ",
        -> { type.union(type.of(record, a: Integer), nil).dump(object) } => "expected #{shown} or nil, got #{shown}",
        -> { type.union(type.of(record, a: Integer), type.enum("é")).dump(object) } => "expected #{shown} or \"",
        -> { type.enum("é").dump(object) } => "expected \"",
        -> { type[Integer].dump(hash.new) } => "expected Integer, got #{shown}",
        -> { type.time(Time.at(5)..).dump(time.at(0)) } => "expected ",
        -> { type[{ a: Integer }].convert({ a: object }) } => "expected Integer, got ",
        -> { type.from_json_schema({ "type" => object }) } => "\"type\" in the schema: unknown type #{shown}",
        -> { type.from_json_schema({ "$schema" => object }) } => "\"$schema\" in the schema: expected draft 2020-12"
      }.each { |call, message| refute_includes assert_message(message, &call).message, "\0" }
    end
  end

  def test_dump_to_a_string_raises_with_a_hint
    error = assert_raises(TypeError) { Jacinth.dump([1], "x.json") }

    assert_equal "no implicit conversion of String into Integer (to write a file: " \
                 "File.open(\"x.json\", \"w\") { |file| Jacinth.dump(obj, file) })", error.message
    refute_path_exists "x.json"
  end

  # Of a long line an error keeps some bytes on each side: no part of a character.
  def test_wide_excerpts_have_whole_characters
    %w[é € 😀].product((0..4).to_a) do |character, shift|
      text = "[\"#{character * 300}#{'x' * shift}\" oops \"#{'x' * shift}#{character * 300}\"]"
      error = assert_raises(Jacinth::ParserError) { Jacinth.parse(text) }
      others = error.excerpt(width: 1000).chars.uniq - text.chars - "…^\n1| ".chars

      assert_empty others, text
    end
  end

  private

  def assert_message(message, &)
    error = assert_raises(ArgumentError, TypeError, FrozenError, Jacinth::JSONError, message, &)

    assert_predicate error.message, :valid_encoding?
    assert_equal Encoding::UTF_8, error.message.encoding unless error.message.ascii_only?
    assert error.message.start_with?(message), "#{message}: #{error.message}"
    error
  end
end
