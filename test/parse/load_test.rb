# frozen_string_literal: true

require_relative "support"
require "pathname"
require "stringio"

class ParserLoadTest < Minitest::Test
  # Something with just this method.
  def thing(name, &body) = Object.new.tap { |object| object.define_singleton_method(name, &body) }

  def both(*arguments, **options)
    results = [JSON, Jacinth].map do |library|
      library.load(*arguments, **options)
    rescue library::ParserError => e
      e.message
    rescue StandardError => e
      [e.class, e.message[/\A.*/]]
    end

    assert_equal [results[0]], [results[1]]
    results[1]
  end

  def test_load_returns_nil_for_blank_sources
    assert_nil both(nil)
    assert_nil both("")
    both(" ")
    both("", allow_blank: false)
    both(nil, allow_blank: false)
    both("", nil, allow_blank: false)
  end

  # JSON.load of older versions refuses symbolize_names.
  def test_load_accepts_its_arguments_in_each_combination
    assert_equal({ a: 1 }, Jacinth.load('{"a":1}', symbolize_names: true))
    assert_equal({ a: 1 }, Jacinth.load('{"a":1}', nil, symbolize_names: true))
    assert_equal({ a: 1 }, Jacinth.load('{"a":1}', allow_blank: false, symbolize_names: true))
    assert_equal [1], both(Class.new(String).new("[1]"), nil)
    assert_nil Jacinth.load("", symbolize_names: true)
    assert_nil Jacinth.load(nil, nil, symbolize_names: true)
    assert_nil both(nil, nil)
    assert_nil both("", nil)
    assert_raises(TypeError) { Jacinth.load(nil, nil, allow_blank: false, symbolize_names: true) }
    assert_raises(Jacinth::LimitError) { Jacinth.load("[1]", max_document_bytes: 2) }
    [-> { Jacinth.load }, -> { Jacinth.load(symbolize_names: true) }, -> { Jacinth.load("[1]", nil, nil) }].each do |call|
      assert_match(/\Awrong number of arguments \(given [03], expected 1\.\.2\)\z/, assert_raises(ArgumentError, &call).message)
    end
    ["[1]", "", nil, StringIO.new("[1]")].each do |source|
      error = assert_raises(ArgumentError) { Jacinth.load(source, allow_blnk: true) }
      assert_equal "unknown keyword: allow_blnk (did you mean allow_blank:?)", error.message
    end
  end

  def test_load_is_a_private_method_of_what_includes_the_module
    object = Object.new.extend(Jacinth)

    assert_equal([1], object.instance_eval { load("[1]") })
    assert_equal [:a], object.instance_eval { load(StringIO.new('{"a":1}'), symbolize_names: true) }.keys
    assert_raises(NoMethodError) { object.load("[1]") }
  end

  # Programs and test libraries replace parse.
  def test_load_calls_a_parse_that_replaces_it
    seen = []
    replaced = Module.new do
      define_method(:parse) do |source, options = {}|
        seen << [source, options]
        super(source, options.merge(symbolize_names: true))
      end
    end
    object = Object.new.extend(Jacinth).extend(replaced)
    results = ['{"a":1}', "", nil, StringIO.new("[1]")].map { |source| object.instance_eval { load(source) } }

    assert_equal [{ a: 1 }, nil, nil, [1]], results
    assert_equal ['{"a":1}', "null", "null", "[1]"].map { |text| [text, { allow_nan: true }] }, seen
    ["[1]", StringIO.new("[1]")].each { |source| object.instance_eval { load(source, max_nesting: 1) } }

    assert_equal [["[1]", { allow_nan: true, max_nesting: 1 }]] * 2, seen[-2..]
  end

  def test_load_passes_options_that_parse_can_change
    [[], [nil], [:itself]].each do |arguments|
      object = Object.new.extend(Jacinth)
      object.define_singleton_method(:parse) { |source, options| super(source, options.update(symbolize_names: true)) }

      assert_equal [{ a: 1 }] * 2, Array.new(2) { object.instance_eval { load('{"a":1}', *arguments) } }
      assert_equal({ "a" => 1 }, Jacinth.load('{"a":1}'))
    end
  end

  def test_load_reads_strings_ios_and_objects_that_convert_to_them
    assert_equal [1], both("[1]")
    assert_equal [2], both(thing(:to_str) { "[2]" })
    assert_equal [3], Jacinth.load(StringIO.new("[3]"))
    inner = StringIO.new("[4]")

    assert_equal [4], Jacinth.load(thing(:to_io) { inner })
    assert_nil both(thing(:read) { "" })
    assert_nil both(thing(:read) { nil })
    both(3)
    both(thing(:read) { 3 })
    assert_equal [5], both(thing(:to_str) { "[5]" }.tap { |o| o.define_singleton_method(:read) { "[6]" } })
  end

  def test_load_calls_its_proc_for_each_value
    seen = []
    Jacinth.load('{"a":[1]}', ->(value) { seen << value && value })

    assert_equal ["a", 1, [1], { "a" => [1] }], seen
    assert_equal({ "A" => 2 }, both('{"a":1}', ->(v) { v.is_a?(String) ? v.upcase : (v.is_a?(Integer) ? v + 1 : v) }))
    assert_equal(["1"], both("[1]", :to_s.to_proc).then { |v| v.is_a?(String) ? ["1"] : v })
    both("[1]", 3)
    both("[1]", thing(:to_proc) { :itself.to_proc }.tap { |object| object.singleton_class.send(:private, :to_proc) })
  end

  def test_load_allows_nan_and_limits_the_depth
    assert_predicate both("[NaN]").then { |v| v[0] }, :nan?
    assert_raises(Jacinth::ParserError) { Jacinth.load("[NaN]", allow_nan: false) }
    deep = "#{'[' * 200}#{']' * 200}"

    assert_raises(Jacinth::NestingError) { Jacinth.load(deep) }
    assert_equal [], Jacinth.unsafe_load(deep).flatten
    assert_equal [:a], Jacinth.unsafe_load('{"a":1}', nil, symbolize_names: true).keys
  end

  def test_load_file_reads_a_file_with_options
    with_file('{"é":[NaN]}') do |path|
      assert_equal ["é"], Jacinth.load_file!(path).keys
      assert_equal [:é], Jacinth.load_file!(path, symbolize_names: true).keys
      assert_raises(Jacinth::ParserError) { Jacinth.load_file(path) }
      assert_equal ["é"], Jacinth.load_file(path, allow_nan: true).keys
      assert_equal ["é"], Jacinth::Coder.new(allow_nan: true).load_file(path).keys
      coder = Class.new(Jacinth::Coder) { def load(text) = [super] }.new(allow_nan: true)
      assert_equal ["é"], coder.load_file(path)[0].keys
      extended = Jacinth::Coder.new(allow_nan: true).extend(Module.new { def load(text) = [super] })
      assert_equal ["é"], extended.load_file(path)[0].keys
      hidden = Class.new(Jacinth::Coder) { private def load(text) = [super] }
      assert_equal ["é"], hidden.new(allow_nan: true).load_file(path)[0].keys
      error = assert_raises(Jacinth::ParserError) { coder.class.new.load_file(path) }
      assert_equal path, error.source_name
    end
    assert_raises(Errno::ENOENT) { Jacinth.load_file("/nonexistent/file") }
  end

  # A Coder whose load returns an Array of the text's size and its value.
  class Measuring < Jacinth::Coder
    def load(text) = [text.bytesize, super]
  end

  # A Coder whose load names the sources of errors.
  class Naming < Jacinth::Coder
    def load(text)
      super
    rescue Jacinth::ParserError => e
      e.source_name = "own"
      raise
    end
  end

  def test_load_file_of_a_coder_calls_a_load_that_overrides_it
    with_file("[1,2]") do |path|
      [path, Pathname(path)].each do |file|
        assert_equal [5, [1, 2]], Measuring.new.load_file(file)
        assert_equal [5, [1, 2]], Measuring.new(max_document_bytes: 5).load_file(file)
        error = assert_raises(Jacinth::LimitError) { Measuring.new(max_document_bytes: 4).load_file(file) }
        assert_equal path, error.source_name
      end
    end
    seen = []
    coder = Class.new(Jacinth::Coder) { define_method(:load) { |text| seen << text.bytesize } }
    with_file("[1,2,3,4]") { |path| coder.new(max_document_bytes: 4).load_file(path) }

    assert_equal [5], seen # load_file reads one byte more than the limit
  end

  def test_load_file_of_a_coder_keeps_the_source_name_of_an_overriding_load
    with_file("[01]") do |path|
      assert_equal path, assert_raises(Jacinth::ParserError) { Measuring.new.load_file(Pathname(path)) }.source_name
      assert_equal "own", assert_raises(Jacinth::ParserError) { Naming.new.load_file(path) }.source_name
      assert_equal path, assert_raises(Jacinth::ParserError) { Jacinth::Coder.new.load_file(Pathname(path)) }.source_name
    end
  end

  # json raises an UndefinedConversionError for a character that EUC-JP does not have.
  def test_load_file_does_not_transcode_to_the_internal_encoding
    with_file("[\"東\u{1F600}\"]") do |path|
      assert_equal "[true, true]", ruby!(<<~RUBY, argv: [path], args: ["-Eutf-8:euc-jp"])
        require "jacinth"
        print [Jacinth, Jacinth::Coder.new].map { |reader| reader.load_file(ARGV[0]) == ["東\\u{1F600}"] }
      RUBY
    end
  end
end
