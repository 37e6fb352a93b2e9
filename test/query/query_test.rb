# frozen_string_literal: true

require_relative "support"
require "bigdecimal"

# Jacinth.query, Jacinth::Query and Document#query.
class QueryTest < Minitest::Test
  include QuerySupport

  TEXT = '{"a": [{"b": 1.50, "c": "x"}, {"b": 2, "c": "y"}], "d": {"b": null}}'

  def test_texts_values_and_documents_are_queried_alike
    value = Jacinth.parse(TEXT)
    to_str = Class.new { def to_str = TEXT }.new

    marked = Jacinth::Document.new("\xEF\xBB\xBF#{TEXT}", relaxed: true)
    symbols = Jacinth.parse(TEXT, symbolize_names: true)
    [TEXT, value, to_str, Jacinth::Document.new(TEXT), symbols, TEXT.encode("UTF-16LE"), marked].each do |source|
      assert_equal [1.5, 2], Jacinth.query(source, "$.a[*].b")
      assert_equal [nil, 1.5, 2], Jacinth.query(source, "$..b").sort_by(&:to_f)
    end
    assert_equal [value], Jacinth.query(Jacinth::Document.new("[#{TEXT}]")[0], "$")
    assert_equal [1.5], Jacinth.query(Jacinth::Document.new("[#{TEXT}]")[0], "$.a[?@.c == 'x'].b")
    assert_equal ["a"], Jacinth.query('"a"', "$")
    assert_equal [:a], Jacinth.query([:a], "$[0]")
  end

  def test_paths_that_are_passed_again_find_the_same_values
    paths = ["$.d.b", "$.é", "$['#{'a' * 600}']"] + Array.new(40) { |i| "$.a[#{i}].b" }
    values = paths.map { |path| Jacinth.query(TEXT, path) }

    assert_equal(values.reverse, paths.reverse.map { |path| Jacinth.query(TEXT, path.dup) })
    assert_equal(values, paths.map { |path| Jacinth.query(TEXT, path.encode("UTF-16LE")) })
    Jacinth.query(TEXT, path = +"$.d.b")

    assert_equal([[1.5], [2], [nil]], %w[$.a[0].b $.a[1].b $.d.b].map { |text| Jacinth.query(TEXT, path.replace(text)) })
    2.times { assert_raises(Jacinth::QueryError) { Jacinth.query(TEXT, "$.a[") } }
  end

  def test_a_path_that_is_passed_again_is_not_compiled_again
    path = "$.d.b"

    assert_operator(allocated { Jacinth.query([], path) }, :<, allocated { Jacinth::Query.new(path) })
  end

  def test_the_values_of_a_value_are_its_own_objects
    value = { "a" => [+"x"] }

    assert_same value["a"][0], Jacinth.query(value, "$.a[0]").first
    assert_same value, Jacinth.query(value, "$").first
  end

  def test_a_block_gets_values_and_paths
    seen = []

    assert_nil(Jacinth.query(TEXT, "$..b") { |value, path| seen << [value, path] })
    assert_equal([[nil, "$['d']['b']"], [1.5, "$['a'][0]['b']"], [2, "$['a'][1]['b']"]], seen.sort_by { |value, _| value.to_f })
    assert_equal([1.5, 2], [].tap { |found| Jacinth::Query.new("$.a[*].b").call(TEXT) { |value| found << value } })
    assert_raises(StopIteration) { Jacinth.query(TEXT, "$..b") { raise StopIteration } }
    assert_raises(ArgumentError) { Jacinth.query(TEXT, "$..b") { raise ArgumentError } }
  end

  def test_options_are_those_of_parse
    assert_equal [BigDecimal("1.5")], Jacinth.query(TEXT, "$.a[0].b", decimal_class: BigDecimal)
    assert_equal [{ b: 2, c: "y" }], Jacinth.query(TEXT, "$.a[?@.b == 2]", symbolize_names: true)
    assert_equal [20], Jacinth.query("[1, 2]", "$[1]", on_load: ->(each) { each.is_a?(Integer) ? each * 10 : each })
    assert_equal [[1]], Jacinth.query("[[1,],]", "$[*]", allow_trailing_comma: true)
    assert_equal "unknown keyword: freez (did you mean freeze:?)", assert_raises(ArgumentError) {
      Jacinth.query(TEXT, "$", freez: true)
    }.message
    assert_equal "unknown keyword: freez (did you mean freeze:?)", assert_raises(ArgumentError) {
      Jacinth::Query.new("$").paths(TEXT, freez: true)
    }.message
    assert_equal "options are for JSON text, got Array and :freeze", assert_raises(ArgumentError) {
      Jacinth.query([], "$", freeze: true)
    }.message
    assert_equal "options are for JSON text, got Jacinth::Document and :freeze", assert_raises(ArgumentError) {
      Jacinth.query(Jacinth::Document.new("1"), "$", freeze: true)
    }.message
    [{ only: "/a" }, { into: Jacinth::Type[Integer] }].each { |option| assert_raises(ArgumentError) { Jacinth.query(TEXT, "$", **option) } }
  end

  # The paths, and the values that can be no JSON.
  def test_only_values_that_the_query_reads_are_built
    text = lambda { |bad|
      format('{"a": [{"b": %s, "c": %s}, {"b": %s, "c": %s}], "d": %s}', *(0..4).map do |i|
        bad.include?(i) ? "[oops]" : i
      end)
    }
    {
      "$.a[1].b" => [[2], [0, 1, 3, 4]], "$.a[*].b" => [[0, 2], [1, 3, 4]], "$.a[?@.b > 1].c" => [[3], [4]],
      "$.a[0]" => [[{ "b" => 0, "c" => 1 }], [2, 3, 4]], "$.d" => [[4], [0, 1, 2, 3]], "$['d', 'e']" => [[4], [0, 1, 2, 3]],
      "$.a[-1].c" => [[3], [0, 2, 4]], "$.a[?@.b == $.d].c" => [[], []], "$..d" => [[4], []]
    }.each do |path, (wanted, bad)|
      assert_equal wanted, Jacinth.query(text.call(bad), path), path
      ((0..4).to_a - bad).each { |i| assert_raises(Jacinth::ParserError, path) { Jacinth.query(text.call([i]), path) } }
    end
  end

  # A pointer does not say if it leads through arrays or objects; a path does.
  def test_names_and_indexes_select_from_a_text
    value = { "0" => [1, { "0" => 2 }], "*" => { "~" => [3], "/" => 4 }, "00" => 5, "-" => [6], "a" => nil }

    {
      "$['0']" => [[1, { "0" => 2 }]], "$['0'][0]" => [1], "$[0]" => [], "$['0']['0']" => [], "$['0'][1]['0']" => [2],
      "$['0'].*" => [1, { "0" => 2 }], "$['0'][1][0]" => [], "$['*']['~'][0]" => [3], "$['*']['~']" => [[3]], "$['*']['/']" => [4],
      "$['00']" => [5], "$['-']" => [[6]], "$['-']['-']" => [], "$.a" => [nil], "$.a.b" => [], "$.b" => [], "$['*']" => [value["*"]],
      "$.*['0']" => [], "$.*.*" => [1, { "0" => 2 }, [3], 4, 6]
    }.each { |path, wanted| assert_equal wanted, select(path, value), path }
  end

  def test_invalid_text_raises_where_it_is_read
    assert_equal [2], Jacinth.query('{"skipped": [oops], "a": 2}', "$.a")
    assert_raises(Jacinth::ParserError) { Jacinth.query('{"skipped": [oops], "a": 2}', "$..a") }
    assert_raises(Jacinth::ParserError) { Jacinth.query('{"a": oops}', "$.a") }
    assert_raises(Jacinth::ParserError) { Jacinth.query('{"a": 1} 2', "$[?@ == 1]") }
    assert_equal [1], Jacinth.query('{"a": 1} 2', "$.a")
    assert_raises(Jacinth::ParserError) { Jacinth.query('{"a": 1, "a": 2}', "$.*") }
    assert_equal [1], Jacinth.query('{"a": 1, "a": 2}', "$.a")
    assert_raises(Jacinth::ParserError) { Jacinth.query("", "$") }
    assert_equal [2], Jacinth.query('{"a": 1, "a": 2}', "$.a", allow_duplicate_key: true)
  end

  def test_a_document_returns_its_parts
    doc = Jacinth::Document.new("[0, #{TEXT}]", allow_duplicate_key: true)
    found = doc.query("$[1].a[?@.b > 1]")

    assert_equal ["/1/a/0", "/1/a/1"], found.map(&:pointer)
    assert_equal ["1.50", "2"], doc.query("$[1].a[*].b").map(&:raw)
    assert_equal ["/1/a/0/c"], doc[1].query("$.a[0].c").map(&:pointer)
    assert_equal [1.5], doc.query(Jacinth::Query.new("$..b")).map(&:value).grep(Float)
    assert_same doc, doc.query("$").first
    assert_equal ["/a"], Jacinth::Document.new('{"a": 1}', symbolize_names: true).freeze.query("$.*").map(&:pointer)
    assert_equal("[443]", doc.query("$[0]").first.then { |place| Jacinth::Document.new("[80]").replace(place.pointer, 443).raw })
    assert_raises(Jacinth::QueryError) { doc.query("a") }
    assert_raises(TypeError) { doc.query(1) }
  end

  def test_files_are_not_values
    [Pathname(__FILE__), StringIO.new("[1]"), $stdin].each do |source|
      assert_error(TypeError, "expected JSON text, a Document or a value, got #{source.class}") { Jacinth.query(source, "$[0]") }
    end
  end

  # A few members are looked up, many are found in one pass.
  def test_a_document_finds_few_and_many_members
    [1, 16, 17, 1000].each do |count|
      value = { "list" => (0...count).to_a, "keys" => (0...count).to_h { |i| ["k/#{i}", { "v" => i }] } }
      doc = Jacinth::Document.new(Jacinth.generate(value))

      assert_equal (0...count).to_a, doc.query("$.list[*]").map(&:value)
      assert_equal (0...count).to_a.reverse, doc.query("$.list[::-1]").map(&:value)
      assert_equal Array.new(count) { |i| "/keys/k~1#{i}/v" }, doc.query("$..v").map(&:pointer)
      assert_equal (0...count).to_a, Ractor.make_shareable(doc).query("$.keys.*.v").map(&:value)
    end
    assert_equal [1, 3], Jacinth::Document.new("{#{'"a":1,' * 20}\"b\":3}", allow_duplicate_key: true).query("$.*").map(&:value)
    wide = "{#{Array.new(40) { |i| "\"k#{i % 20}\":#{i}" }.join(',')}}"

    assert_equal (20...40).to_a, Jacinth::Document.new(wide, allow_duplicate_key: true).query("$.*").map(&:value)
  end

  def test_the_same_query_serves_all_ractors_and_threads
    query = Jacinth::Query.new("$..[?match(@.a, 'x+') && @.b == 1].b")

    assert_predicate query, :frozen?
    assert Ractor.shareable?(query)
    assert_equal "[1][1]", ractors!(<<~RUBY)
      require "jacinth"
      query = Jacinth::Query.new("$..[?match(@.a, 'x+') && @.b == 1].b")
      print Ractor.new(query) { |given| given.call('[{"a": "xx", "b": 1}]') }.value
      print Ractor.new { Jacinth.query('[{"a": "xx", "b": 1}]', "$[?search(@.a, 'x')].b") }.value
    RUBY
  end

  def test_each_file_can_be_loaded_alone
    assert_equal "[1]", ruby!('require "jacinth/query"; print Jacinth::Query.new("$[?match(@, \'a\')].b, 1"[0, 0] + "$[0]").call("[1]")')
    assert_equal "[1]Jacinth::QueryError",
                 ruby!('require "jacinth"; print Jacinth.query("[1]", "$[0]"), (Jacinth.query([], "") rescue $!.class)')
    assert_equal "[1]", ruby!('require "jacinth/document"; require "jacinth/parser"; print Jacinth.query("[1]", "$[0]")')
    assert_equal "Jacinth::QueryError", ruby!('require "jacinth"; print Jacinth::QueryError')
  end

  def test_inspect_shows_the_path_shortened
    assert_equal '#<Jacinth::Query path: "$..id">', Jacinth::Query.new("$..id").inspect
    assert_equal %(#<Jacinth::Query path: "$#{'.a' * 15}."...>), Jacinth::Query.new("$#{'.a' * 1000}").inspect
    assert_equal "$..id", Jacinth::Query.new("$..id").to_s
  end
end
