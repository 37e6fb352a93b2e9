# frozen_string_literal: true

require_relative "support"

# Comparisons, tests and functions of filters.
class QueryFilterTest < Minitest::Test
  include QuerySupport

  # RFC 9535, table 11.
  COMPARISONS = {
    "$.absent1 == $.absent2" => true, "$.absent1 <= $.absent2" => true, "$.absent == 'g'" => false, "$.absent1 != $.absent2" => false,
    "$.absent != 'g'" => true,
    "1 <= 2" => true, "1 > 2" => false, "13 == '13'" => false, "'a' <= 'b'" => true, "'a' > 'b'" => false, "$.obj == $.arr" => false,
    "$.obj != $.arr" => true,
    "$.obj == $.obj" => true, "$.obj != $.obj" => false, "$.arr == $.arr" => true, "$.arr != $.arr" => false, "$.obj == 17" => false,
    "$.obj != 17" => true,
    "$.obj <= $.arr" => false, "$.obj < $.arr" => false, "$.obj <= $.obj" => true, "$.arr <= $.arr" => true, "1 <= $.arr" => false,
    "1 >= $.arr" => false,
    "1 > $.arr" => false, "1 < $.arr" => false, "true <= true" => true, "true > true" => false, "null == null" => true,
    "null == false" => false,
    "null == $.absent" => false, "1 == 1.0" => true, "-0 == 0" => true, "1e2 == 100" => true, "'é' > 'z'" => true, "'' < 'a'" => true,
    "2 >= 10" => false,
    "$.nested == $.same" => true, "$.nested == $.other" => false, "$.nested == $.longer" => false, "$.same >= $.nested" => true,
    "$.arr == $.nested" => false
  }.freeze
  VALUE = { "obj" => { "x" => "y" }, "arr" => [2, 3], "nested" => [{ "a" => [1, nil], "b" => {} }],
            "same" => [{ "b" => {}, "a" => [1.0, nil] }],
            "other" => [{ "a" => [1, nil], "c" => {} }], "longer" => [{ "a" => [1, nil, 2], "b" => {} }] }.freeze

  def test_comparisons_select_as_the_table_says
    COMPARISONS.each { |test, wanted| assert_equal wanted ? 6 : 0, select("$[?#{test}]", VALUE).size, test }
  end

  def test_deep_and_recursive_values_are_compared
    deep = -> { (1..50_000).inject(1) { |inner, _| [inner] } }
    first, second = Array.new(2) { [].tap { |array| array << array } }

    assert_equal 2, Jacinth.query([deep.call, deep.call], "$[?@ == $[1]]").size
    assert_equal 1, Jacinth.query([deep.call, [deep.call]], "$[?@ == $[1]]").size
    assert_equal 2, Jacinth.query([first, second], "$[?@ == $[1]]").size
  end

  def test_and_precedes_or_and_not_negates
    values = [{ "a" => 1 }, { "b" => 1 }, { "a" => 1, "c" => 1 }, { "b" => 1, "c" => 1 }, {}]
    chosen = ->(test) { select("$[?#{test}]", values).map { |value| values.index(value) } }

    assert_equal [0, 2, 3], chosen.call("@.a || @.b && @.c")
    assert_equal [2, 3], chosen.call("(@.a || @.b) && @.c")
    assert_equal [1, 3, 4], chosen.call("!@.a")
    assert_equal [4], chosen.call("!(@.a || @.b)")
    assert_equal [0, 2], chosen.call("!(!@.a)")
    assert_equal [0, 2, 3], chosen.call("@.a == 1 || @.b != 2 && @.c == 1")
  end

  def test_existence_is_no_truth
    assert_equal [{ "a" => nil }, { "a" => false }, { "a" => [] }],
                 select("$[?@.a]", [{ "a" => nil }, { "a" => false }, 1, { "b" => 1 }, { "a" => [] }])
    assert_equal [[1]], select("$[?@.*]", [[], [1], 2, {}])
    assert_equal [[[{ "x" => 1 }]]], select("$[?@..x]", [[[{ "x" => 1 }]], ["x"], {}])
    assert_equal [nil], select("$[?@ == null]", [nil, 0, false])
    assert_equal [2], select("$.o[?@ > 1]", { "o" => { "a" => 1, "b" => 2, "c" => "3" } })
  end

  def test_a_filter_can_read_from_the_root
    value = { "limit" => 2, "items" => [{ "n" => 1 }, { "n" => 2 }, { "n" => 3 }] }

    assert_equal [3], select("$.items[?@.n > $.limit].n", value)
    assert_equal 3, select("$.items[?$.items[2]]", value).size
    assert_equal [], select("$.items[?$..none]", value)
    assert_equal [2, 3], select("$.items[?count($..n) > count($.items[?@.n > 1]) && @.n > 1].n", value)
    assert_equal [{ "n" => 3 }], select("$.items[?@[?@ > $.limit]]", value)
  end

  def test_length_counts_characters_elements_and_members
    values = ["", "aé", "\u{1F600}\u{1F600}\u{1F600}", [1], { "a" => 1, "b" => 2 }, 10, nil, true]

    assert_equal([[2, "aé"], [2, { "a" => 1, "b" => 2 }]], select("$[?length(@) == 2]", values).map { |value| [2, value] })
    assert_equal ["", "aé", [1], { "a" => 1, "b" => 2 }], select("$[?length(@) < 3]", values)
    assert_equal [10, nil, true], select("$[?length(@) == $.none]", values)
    assert_equal 8, select("$[?length('abc') == 3]", values).size
  end

  def test_count_and_value_take_queries
    values = [{ "a" => [1, 2] }, { "a" => [1] }, { "a" => { "x" => 1 } }, { "b" => 1 }]

    assert_equal values.values_at(1, 2), select("$[?count(@.a.*) == 1]", values)
    assert_equal values.values_at(1, 2), select("$[?value(@.a[*]) == 1]", values)
    assert_equal values.values_at(0, 3), select("$[?value(@.a[*]) == value($.none)]", values)
    assert_equal values.values_at(1, 2), select("$[?count(@..*) == 2]", values)
    assert_equal [{ "k" => %w[a bb] }], select("$[?length(value(@..k)) == 2]", [{ "k" => %w[a bb] }, { "k" => 2 }])
  end

  def test_match_takes_the_whole_text_and_search_a_part
    values = ["ab", "xab", "abx", "b", 1, nil, ["ab"], { "p" => "b" }]

    assert_equal ["ab"], select("$[?match(@, 'ab')]", values)
    assert_equal %w[ab xab abx], select("$[?search(@, 'ab')]", values)
    assert_equal %w[ab xab abx b], select("$[?search(@, $[7].p)]", values)
    assert_equal [], select("$[?match(@, $[4])]", values)
    assert_equal [], select("$[?search(@, '(')]", values)
    assert_equal 8, select("$[?!search(@, '(')]", values).size
    assert_equal [{ "t" => "aab", "p" => "a*b" }],
                 select("$[?match(@.t, @.p)]",
                        [{ "t" => "aab", "p" => "a*b" }, { "t" => "aab", "p" => "ab" }, { "t" => "aab", "p" => "*" }])
  end

  # A filter reads the values that it compares, even if the query selects others.
  def test_all_that_a_filter_reads_is_built_from_a_text
    value = { "a" => [{ "x" => 1, "y" => { "z" => [1, 2] }, "w" => 5 }, { "x" => 2, "y" => { "z" => [] }, "w" => 6 }, 7, [8]],
              "b" => { "c" => 1, "d" => 2 }, "e" => [0, { "f" => 1 }] }

    {
      "$.a[?@.x == $.b.c].w" => [5], "$.a[?@.y.z[1] == $['b'].d].w" => [5], "$.a[?@.y.z[-1]].y.z[0]" => [1], "$.a[-1][0]" => [8],
      "$.a[2:]" => [7, [8]], "$.a[?@ > 6]" => [7], "$.a[?!@.x]" => [7, [8]], "$.a[?@.y[?@[0]]].x" => [1],
      "$.a[?length(@.y.z) == 0].w" => [6],
      "$.a[?count(@.y.z.*) == 2].w" => [5], "$.a[?$.e[1].f == @.x].w" => [5], "$.a[?value($..f) == @.x].w" => [5],
      "$['a','b'][?@ == 2]" => [2], "$.b[?@ == $.a[1].x]" => [2], "$.e[::-1]" => [{ "f" => 1 }, 0], "$.a[?@[0]][0]" => [8]
    }.each { |path, wanted| assert_equal wanted, select(path, value), path }
  end
end
