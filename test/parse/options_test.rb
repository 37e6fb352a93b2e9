# frozen_string_literal: true

require_relative "support"
require_relative "../../tools/option_lists"

class ParserOptionsTest < Minitest::Test
  SWITCHES = %i[allow_nan allow_duplicate_key allow_trailing_comma allow_comments allow_control_characters
                allow_invalid_escape symbolize_names freeze].freeze

  SOURCES = [
    "[NaN]", "[Infinity,-Infinity]", "[-Infinit]", "[Nan]", "NaN", "-Infinity", "I", "N", "-",
    '{"a":1,"a":2}', '[[{"b":{"a":1,"c":2,"a":3}}]]', '{"a":1,"\u0061":2}',
    "[1,]", '{"a":1,}', "[,]", "{,}", "[1,,2]", '{"a":1,,"b":2}', "[ ,1]", "[1 , ]", '{"a":1 , }',
    "// c\n[1]", "[1]// c", "/* c */[1]/* d */", "[/**/1/***/,/*/*/2]", "{/*a*/\"a\"/*b*/:/*c*/1/*d*/}", "[1]/*", "[1]/",
    "/", "/x", "[1/", "[1]/* *", "/* \u00e9 */ {", "[]//", "{}//\n//",
    "\"a\nb\"", "\"a\tb\"", "\"\u0000\"", "\"\\\n\"", "\"\\\u0000\"", "\"\\\u0001\"", "{\"a\nb\":1}",
    '"\q"', '"\u12"', '"\u12x4"', '"\ud800"', '"\ud800\n"', '"abc\udc00"', '"ab\ncd\ud800\u0061"', '"\ud83d\ude00"',
    '"\ud800\ud800"', '"\ud800\u12"', '"\\', '"\u', '"a\"', '{"\q":1}', "\"\\\u00e9\"",
    '{"b":[1,{"c":"d"}],"a":null}', "[]", "{}", "[[]]", "[{}]", "", " ", "\u0000", "[1] 2", "[1]]", "tru", "nul", "falsy",
    "[tr", "truee", "\u00e9", "[\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9]",
    '{"a"', '{"a":', '{"a":1', '{"a" 1}', '{"a":1 "b"}', '{"a":1,"b"', '{"a":1,"b" x', "{a:1}", '{"a":1,b}', '{"a":1,', "{",
    "[", "[1", "[1,", '["a', '["a\\', "\n\n [\n1,\n  x]", "[\"\u00e9\u00e9\", x]", "a b", "[a\u0000b]"
  ].freeze

  def test_each_switch_alone_and_all_together_work_as_in_json
    SOURCES.each do |source|
      assert_same_as_json(source)
      SWITCHES.each { |name| assert_same_as_json(source, name => true) }
      assert_same_as_json(source, **SWITCHES.to_h { |name| [name, true] })
    end
  end

  def test_max_nesting_accepts_and_refuses_as_json_does
    limits = [nil, false, 0, 1, 2, 3, -1]
    # In words of 32 bits json takes the address of an object for a number.
    limits.push(2.5, true, "1") if 1.size == 8
    limits.each do |max|
      ["[]", "[[]]", "[[1]]", "[[[1]]]", '{"a":{}}', '{"a":{"b":1}}', '[{"a":[]}]'].each do |source|
        assert_same_as_json(source, max_nesting: max)
      end
    end
    error = assert_error(Jacinth::NestingError, "nesting of 101 is too deep") { Jacinth.parse("#{'[' * 101}1") }
    assert_equal [1, 101, "$#{"[0]" * 100}"], [error.line, error.column, error.json_path]
    assert_equal 1, Jacinth.parse("#{'[' * 100}1#{']' * 100}").flatten[0]
  end

  def test_unknown_options_raise_as_in_json
    [{ foo: 1 }, { foo: 1, bar: 2 }, { max_nesting: 1, baz: nil }].each do |options|
      assert_same_as_json("[1]", **options)
    end
    error = assert_raises(ArgumentError) { Jacinth.parse("[1]", "max_nesting" => 1) }

    assert_operator error.message, :start_with?, "unknown keyword: max_nesting"
    assert_error(ArgumentError, "unknown keyword: object_class") { Jacinth::Parser.parse("[1]", { object_class: Hash }) }
  end

  # Each reader of options by the access that the list in C gives it.
  READERS = {
    "Jacinth.parse" => ["MODULE", ->(options) { Jacinth.parse("null", **options) }],
    "Jacinth.parse!" => ["MODULE", ->(options) { Jacinth.parse!("null", options) }],
    "Jacinth.load" => ["MODULE", ->(options) { Jacinth.load("null", **options) }],
    "Parser.new" => ["MODULE", ->(options) { Jacinth::Parser.new("null", options).parse }],
    "Parser::Config.new" => ["MODULE", ->(options) { Jacinth::Parser::Config.new(options) }],
    "Parser.parse" => ["PARSER", ->(options) { Jacinth::Parser.parse("null", options) }],
    "ResumableParser.new" => ["PARSER", ->(options) { Jacinth::ResumableParser.new(**options) }],
    "Coder.new" => ["CODER", ->(options) { Jacinth::Coder.new(**options) }]
  }.freeze

  def test_each_reader_accepts_exactly_the_options_of_its_list
    all = OptionLists.parser("MODULE")

    assert_operator all.size, :>, 10
    READERS.each do |name, (access, read)|
      known = OptionLists.parser(access)
      all.each do |option|
        read.call({ option => nil })

        assert_includes known, option, name
      rescue ArgumentError => e
        refute_includes known, option, name
        assert_match(/\Aunknown keyword: :?#{option}\b/, e.message, name)
      end
      assert_error(ArgumentError, /\Aunknown keywords: /, name) { read.call({ no_such: nil, freeze: true, "freeze" => 1 }) }
    end
  end

  def test_a_config_keeps_its_options_through_collections_and_copies
    config = Jacinth::Parser::Config.new({ on_load: ->(value) { value.to_s * 2 }, array_class: Class.new(Array),
                                           decimal_class: Class.new { def self.try_convert(text) = "<#{text}>" } })
    only = Jacinth::Parser::Config.new({ only: ["/a/#{'b' * 50}"] })
    copies = [config, config.dup, config.clone(freeze: true)]
    2.times do
      Array.new(1000) { Class.new && "other" * 20 }
      GC.start
      GC.compact if compaction?
    end

    copies.each { |copy| assert_equal "[\"<1.5><1.5>\"]" * 2, copy.parse("[1.5]") }
    assert_equal({ "a" => { "b" * 50 => 1 } }, only.parse(%({"a":{"#{'b' * 50}":1,"c":2},"d":3})))
  end

  def test_options_with_wrong_values_raise
    [{ on_load: 3 }, { on_load: Object.new }, { max_nesting: Object.new }].each do |options|
      assert_same_as_json("[1]", **options) unless options.values[0].instance_of?(Object)
      assert_raises(TypeError) { Jacinth.parse("[1]", **options) }
    end
  end

  def test_options_are_accepted_by_position
    assert_equal({ a: 1 }, Jacinth.parse('{"a":1}', { symbolize_names: true }))
    assert_equal({ "a" => 1 }, Jacinth.parse('{"a":1}', nil))
    assert_equal({ a: [nil] }, Jacinth.parse!('{"a":[null]}', { symbolize_names: true }))
    assert_error(ArgumentError, "wrong number of arguments (given 2, expected 1)") { Jacinth.parse("[1]", 3) }
    assert_raises(ArgumentError) { Jacinth.parse }
    assert_raises(ArgumentError) { Jacinth.parse("1", {}, {}) }
  end

  def test_keywords_are_not_a_source
    %i[parse parse!].each do |name|
      error = assert_raises(ArgumentError) { Jacinth.public_send(name, source: "[1]") }
      assert_match(/\Awrong number of arguments \(given 0, expected 1(\.\.2)?\)\z/, error.message)
      assert_raises(ArgumentError) { Jacinth.public_send(name, symbolize_names: true) }
      assert_raises(TypeError) { Jacinth.public_send(name, { source: "[1]" }) }
      assert_raises(TypeError) { Jacinth.public_send(name, { source: "[1]" }, symbolize_names: true) }
      assert_raises(TypeError) { Jacinth.public_send(name, { source: "[1]" }, **{}) }
    end
  end

  def test_keys_are_frozen_and_interned
    ['{"some key":1}', '[{"k":1},{"k":2}]', '{"es\u0063aped":1}', %({"#{'long' * 40}":1}), '{"":1}'].each do |source|
      3.times do
        key = [Jacinth.parse(source)].flatten[-1].keys[0]

        assert_predicate key, :frozen?
        assert_same(-key.dup, key)
        assert_equal Encoding::UTF_8, key.encoding
      end
    end
  end

  def test_freeze_makes_results_shareable
    source = '{"a":["b",{"c":"d\n","e":[],"f":{}}],"long":"' + ("x" * 300) + '"}'
    3.times do
      value = Jacinth.parse(source, freeze: true)

      assert Ractor.shareable?(value)
      assert_same(-"b", value["a"][0])
      assert_same(-"d\n", value["a"][1]["c"])
      refute_predicate Jacinth.parse(source)["a"][0], :frozen?
    end
  end

  def test_nan_and_infinity_are_the_constants
    assert_same Float::NAN, Jacinth.parse("[NaN]", allow_nan: true)[0]
    assert_same Float::INFINITY, Jacinth.parse("[Infinity]", allow_nan: true)[0]
  end

  def test_parse_bang_allows_nan_and_any_depth
    assert_equal [Float::INFINITY], Jacinth.parse!("[Infinity]")
    assert_equal [], Jacinth.parse!("#{'[' * 500}#{']' * 500}").flatten
    assert_raises(Jacinth::NestingError) { Jacinth.parse!("[[1]]", max_nesting: 1) }
  end

  def test_parser_and_config_read_with_their_options
    assert_equal [1], Jacinth::Parser.new("[1]").parse
    assert_equal [:a], Jacinth::Parser.new('{"a":1}', symbolize_names: true).parse.keys
    source = +"[1]"
    parser = Jacinth::Parser.new(source)

    assert_equal source, parser.source
    refute_same source, parser.source
    config = Jacinth::Parser::Config.new({ freeze: true }).freeze

    assert_predicate config.parse("[1]"), :frozen?
    assert Ractor.shareable?(config)
    assert_raises(FrozenError) { config.send(:initialize, {}) }
    assert_raises(TypeError) { Jacinth::Parser::Config.new(3) }
    assert_raises(TypeError) { Jacinth::Parser::Config.instance_method(:parse).bind_call(Object.new, "1") }
    assert_equal [1], Jacinth::Parser::Config.new(nil).parse("[1]")
    assert_equal [1], Jacinth::Parser.parse("[1]", nil)
  end

  def test_module_functions_are_private_when_included
    object = Object.new.extend(Jacinth)

    assert_equal [1], object.send(:parse, "[1]")
    assert_raises(NoMethodError) { object.parse("[1]") }
    expected = %i[dump generate load load_file load_file! parse parse! pretty_generate unsafe_load]

    assert_equal expected, Jacinth.private_instance_methods(false).sort
    assert_empty Jacinth.public_instance_methods(false)
  end

  def test_json_path_has_symbol_keys_as_names
    error = assert_raises(Jacinth::ParserError) { Jacinth.parse('{"a":[{"b c":x}]}', symbolize_names: true) }

    assert_equal '$.a[0]["b c"]', error.json_path
  end

  def test_a_coder_reads_with_its_options
    coder = Jacinth::Coder.new(symbolize_names: true, freeze: true)

    assert_equal({ a: [1] }, coder.load('{"a":[1]}'))
    assert_equal({ a: 1 }, coder.parse('{"a":1}'))
    assert_raises(TypeError) { coder.load(nil) }
    types = Jacinth::Coder.new(object_class: Class.new(Hash), on_load: ->(value) { value == 1 ? :one : value })

    assert_equal({ "a" => :one }, types.load('{"a":1}'))
    refute_instance_of Hash, types.load("{}")
  end

  # Kernel#BigDecimal and its like: a function with the name of its class, next to it.
  def test_a_decimal_class_can_be_made_by_a_function_of_its_module
    library = Module.new do
      def self.name = "ParserOptionsTest::Library"
      made_by = :Decimal
      define_singleton_method(made_by) { |text| "decimal #{text}" }
    end
    self.class.const_set(:Library, library)
    decimal = Class.new { class << self; undef_method :new; end }
    library.const_set(:Decimal, decimal)

    assert_equal ["decimal 1.5"], Jacinth.parse("[1.5]", decimal_class: decimal)
  ensure
    self.class.send(:remove_const, :Library)
  end
end
