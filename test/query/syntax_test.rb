# frozen_string_literal: true

require_relative "support"

# The grammar of RFC 9535: valid queries, and the errors of invalid ones.
class QuerySyntaxTest < Minitest::Test
  include QuerySupport

  VALID = [
    "$", "$.a", "$.a.b", "$ .a", "$\n[0]\t.b", "$[ 'a' , \"b\" ]", "$[\r\n0\t]", "$.*", "$[*]", "$..a", "$..*", "$..[0]", "$..['a']",
    "$.ä", "$._a1",
    "$.\u{1F600}", "$[0]", "$[-1]", "$[9007199254740991]", "$[-9007199254740991]", "$[:]", "$[::]", "$[1:]", "$[:1]", "$[1 : 2 : 3]",
    "$[1::-1]",
    "$[::0]", "$['']", "$['\\u0061\\b\\f\\n\\r\\t\\/\\\\\\'']", "$[\"\\\"'\"]", "$['\"']", "$[\"\\uD83D\\uDE00\"]", "$[\"\\ud83d\\ude00\"]",
    "$[?@]", "$[?@.a]", "$[?@ .a]", "$[? @.a]", "$[?(@.a)]", "$[?!@.a]", "$[?! @.a]", "$[?!(@.a)]", "$[?@.a && @.b || @.c]",
    "$[?@.a&&@.b||@.c]",
    "$[?(@.a || @.b) && !(@.c)]", "$[?@.a == 1]", "$[?@.a==1]", "$[?1 == @.a]", "$[?@.a != 'x']", "$[?@.a<1]", "$[?@.a<=1]", "$[?@.a>1]",
    "$[?@.a>=1]",
    "$[?@.a == -0]", "$[?@.a == 1.5e+3]", "$[?@.a == 1E-2]", "$[?@.a == 0.10]", "$[?@.a == true]", "$[?@ == false]", "$[?@ == null]",
    "$[?@ == $]",
    "$[?@[0]['a'] == $.b[-1]]", "$[?@[?@.a]]", "$[?@.*]", "$[?$..a]", "$[?length(@) > 1]", "$[?count(@.*) == 1]", "$[?count( @..a ) == 1]",
    "$[?value(@..a) == 1]", "$[?match(@, 'a')]", "$[?!search(@.a, $.b)]", "$[?length(value(@.*)) < count($..*)]", "$[?@.a, 1, ?@.b]",
    "$.true", "$.null[?@]",
    "$[?length('a') == 1]", "$[?match(@.a, '[')]"
  ].freeze

  def test_valid_queries_compile
    VALID.each { |path| assert_equal path, Jacinth::Query.new(path).to_s }
  end

  # Queries, the position of the mistake, and the beginning of the message.
  INVALID = [
    ["", 0, "expected $ at the end of"], ["a", 0, 'expected $, got "a" at character 1 of "a"'], [" $", 0, "expected $"],
    ["$ ", 1, 'expected a segment (.NAME, ..NAME or [SELECTOR]), got " " at character 2 of "$ "'], ["$a", 1, "expected a segment"],
    ["$.", 2, 'expected a name or * at the end of "$."'], ["$. a", 2, "expected a name or *"], ["$..", 3, "expected a name or *"],
    ["$.. a", 3, "expected a name"],
    ["$.0", 2, "expected a name or *"], ["$.a-b", 3, "expected a segment"], ["$.'a'", 2, "expected a name"],
    ["$...a", 3, "expected a name or *"],
    ["$.[0]", 2, "expected a name or *"], ["$[]", 2, 'expected a selector, got "]"'], ["$[", 2, "expected a selector at the end"],
    ["$[a]", 2, 'expected a selector, got "a"'], ["$[0", 3, "expected , or ]"], ["$[0,]", 4, "expected a selector"],
    ["$[0 1]", 4, 'expected , or ], got "1"'],
    ["$[01]", 2, "leading zero in 01"], ["$[-0]", 2, "expected 0, got -0"], ["$[-01]", 2, "leading zero"],
    ["$[+1]", 2, "expected a selector"],
    ["$[- 1]", 2, "expected a selector"], ["$[1.0]", 3, "expected , or ]"], ["$[9007199254740992]", 2, "integer out of range"],
    ["$[-9007199254740992]", 2, "integer out of range"], ["$[#{'9' * 1000}]", 2, "integer out of range"],
    ["$[1:2:3:4]", 7, "expected , or ]"],
    ["$[1:02]", 4, "leading zero"], ["$[::9007199254740992]", 4, "integer out of range"], ["$['a", 2, "unterminated string"],
    ["$['a]", 2, "unterminated string"],
    ["$[\"\n\"]", 3, "control character in a string: write it as an escape"],
    ["$['\\x']", 3, "invalid escape, expected \\\\ for a backslash,"],
    ["$['\\\"']", 3, "invalid escape"],
    ["$[\"\\'\"]", 3, "invalid escape"], ["$['\\u12']", 3, "invalid escape"], ["$['\\uD800']", 3, "invalid escape"],
    ["$['\\uDC00']", 3, "invalid escape"],
    ["$['\\uD800\\u0041']", 3, "invalid escape"],
    ["$['ä\\q']", 4, "invalid escape, expected \\\\ for a backslash,"],
    ["$['ä'].ö.", 9, "expected a name or * at the end"],
    ["$[?]", 3, "expected a query, a value or a function"], ["$[?true]", 3, "a literal must be compared"],
    ["$[?@.a && 'x']", 10, "a literal must be compared"],
    ["$[?!1 == 1]", 4, "a literal must be compared"], ["$[?!@.a == 1]", 8, "expected , or ]"], ["$[?!!@]", 4, "expected a query"],
    ["$[?(@.a) == 1]", 9, "expected , or ]"],
    ["$[?(@.a]", 7, "expected )"], ["$[?()]", 4, "expected a query"], ["$[?@.a = 1]", 7, "expected , or ]"],
    ["$[?@.a === 1]", 9, "expected a query"],
    ["$[?@.a == ]", 10, "expected a query"], ["$[?@.a == nul]", 10, "unknown word nul"], ["$[?@.a == 01]", 11, "expected , or ]"],
    ["$[?@.a == 1.]", 11, "expected , or ]"],
    ["$[?@.a == .5]", 10, "expected a query"], ["$[?@.a == -a]", 10, "expected a number"], ["$[?@.a == 1e]", 11, "expected , or ]"],
    ["$[?@.a &&]", 9, "expected a query"],
    ["$[?@.a & @.b]", 7, "expected , or ]"], ["$[?@.a <> 1]", 8, "expected a query"],
    ["$[?@.* == 1]", 3, "a query that is compared must select at most one value"],
    ["$[?1 == @..a]", 8, "a query that is compared"], ["$[?@[0,1] == 1]", 3, "a query that is compared"],
    ["$[?@[0:1] == 1]", 3, "a query that is compared"],
    ["$[?foo(@)]", 3, "unknown function foo, expected length, count, match, search or value"],
    ["$[?length (@) == 1]", 3, "unknown word length"],
    ["$[?length()]", 3, "length takes 1 argument, got 0"], ["$[?match(@)]", 3, "match takes 2 arguments, got 1"],
    ["$[?count(@, 1)]", 3, "count takes 1 argument, got 2"],
    ["$[?length(@)]", 3, "the result of a function must be compared"], ["$[?count(@.*)]", 3, "the result of a function must be compared"],
    ["$[?match(@, 'a') == true]", 3, "the result of match or search cannot be compared"],
    ["$[?true == search(@, 'a')]", 11, "the result of match or search"],
    ["$[?count(1) == 1]", 9, "expected a query as the argument"], ["$[?value('a') == 1]", 9, "expected a query as"],
    ["$[?length(@.*) == 1]", 10, "a query that is compared"],
    ["$[?match(@.*, 'a')]", 9, "a query that is compared"],
    ["$[?length(match(@, 'a')) == 1]", 10, "the result of match or search cannot be"],
    ["$[?count(@.a && @.b) == 1]", 13, "expected , or )"], ["$[?count(@.*,) == 1]", 13, "expected a query"],
    ["$[?Length(@) == 1]", 3, "expected a query"]
  ].freeze

  def test_invalid_queries_are_reported_with_their_position
    INVALID.each do |path, position, message|
      error = assert_raises(Jacinth::QueryError, path) { Jacinth::Query.new(path) }

      assert_equal [position, message], [error.position, error.message[0, message.size]], path
    end
  end

  def test_a_long_query_is_not_shown
    error = assert_raises(Jacinth::QueryError) { Jacinth::Query.new("$#{'.a' * 1000}]") }

    assert_equal 'expected a segment (.NAME, ..NAME or [SELECTOR]), got "]" at the end of the JSONPath'.sub("the end", "character 2002"),
                 error.message
  end

  def test_names_and_escapes_are_read
    value = { "a" => 1, "'" => 2, "\"" => 3, "\\" => 4, "\n" => 5, "\u{1F600}" => 6, "" => 7, "ä/~*" => 8, "\u0001" => 9 }

    assert_equal [1, 2, 3, 4, 5], select("$['\\u0061', '\\'', '\"', '\\\\', '\\n']", value)
    assert_equal [6, 6, 7, 8, 9, 3], select("$[\"\\uD83D\\uDE00\", \"\u{1F600}\", '', 'ä/~*', '\\u0001', \"\\\"\"]", value)
    assert_equal ["$['a']", "$['\\'']", "$['\"']", "$['\\\\']", "$['\\n']", "$['\u{1F600}']", "$['']", "$['ä/~*']", "$['\\u0001']"],
                 paths("$.*", value)
  end

  def test_nesting_of_a_query_is_limited
    deep = ->(n) { "$[?#{'(' * n}@.a#{')' * n}]" }

    assert_equal [1], Jacinth.query([1, { "a" => 1 }], "$[#{'?' * 1}@ == 1]")
    assert_equal [{ "a" => 1 }], Jacinth.query([1, { "a" => 1 }], deep.call(99))
    [deep.call(100), "$#{'[?@' * 101}", deep.call(100_000)].each do |path|
      assert_match(/\Amore than 100 filters, parentheses and calls in each other/, assert_raises(Jacinth::QueryError) do
        Jacinth::Query.new(path)
      end.message)
    end
  end

  def test_a_query_can_have_another_encoding
    value = { "ä" => 1 }

    ["$.ä".encode("UTF-16LE"), "$.ä".encode("ISO-8859-1"), "$.ä".b].each { |path| assert_equal [1], Jacinth.query(value, path) }
    assert_raises(Jacinth::QueryError) { Jacinth::Query.new("$.\xFF") }
    assert_raises(Jacinth::QueryError) { Jacinth::Query.new("$.\xFF".b) }
    assert_raises(TypeError) { Jacinth::Query.new(:a) }
    assert_raises(TypeError) { Jacinth::Query.new(nil) }
  end
end
