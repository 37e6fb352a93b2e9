# frozen_string_literal: true

require_relative "support"

# The results of each segment and selector, and their order.
class QuerySelectorsTest < Minitest::Test
  include QuerySupport

  STORE = {
    "store" => {
      "book" => [
        { "category" => "reference", "title" => "Sayings", "price" => 8.95 },
        { "category" => "fiction", "title" => "Sword", "price" => 12.99 },
        { "category" => "fiction", "title" => "Moby Dick", "isbn" => "0-553", "price" => 8.99 },
        { "category" => "fiction", "title" => "Lord", "isbn" => "0-395", "price" => 22.99 }
      ],
      "bicycle" => { "color" => "red", "price" => 399 }
    }
  }.freeze

  def test_the_examples_of_the_rfc_select_its_values
    books = STORE["store"]["book"]

    assert_equal %w[Sayings Sword] + ["Moby Dick", "Lord"], select("$.store.book[*].title", STORE)
    assert_equal [books, { "color" => "red", "price" => 399 }], select("$.store.*", STORE)
    assert_equal [8.95, 12.99, 8.99, 22.99, 399], select("$.store..price", STORE)
    assert_equal [books[2]], select("$..book[2]", STORE)
    assert_equal ["Moby Dick"], select("$..book[2].title", STORE)
    assert_equal [], select("$..book[2].publisher", STORE)
    assert_equal [books[3]], select("$..book[-1]", STORE)
    assert_equal books[0, 2], select("$..book[0,1]", STORE)
    assert_equal books[0, 2], select("$..book[:2]", STORE)
    assert_equal books[2, 2], select("$..book[?@.isbn]", STORE)
    assert_equal %w[Sayings] + ["Moby Dick"], select("$..book[?@.price < 10].title", STORE)
    assert_equal 23, select("$..*", STORE).size
  end

  def test_the_root_is_any_value
    assert_equal ["a"], Jacinth.query('"a"', "$")
    [nil, true, 1, 1.5, [], {}].each do |value|
      assert_equal [[value], ["$"]], [select("$", value), paths("$", value)]
      assert_equal [], select("$.a", value)
      assert_equal [], select("$[0]", value)
      assert_equal [], select("$..*", value)
    end
  end

  def test_names_select_members_and_indexes_select_elements
    assert_equal [], select("$['0']", [1])
    assert_equal [], select("$[0]", { "0" => 1 })
    assert_equal [1, 3, 1], select("$[0, -1, -3]", [1, 2, 3])
    assert_equal [], select("$[3, -4]", [1, 2, 3])
    assert_equal ["$[0]", "$[2]"], paths("$[0, -1]", [1, 2, 3])
  end

  # Each bound and step, against RFC 9535's own algorithm.
  def test_slices_select_as_the_algorithm_of_the_rfc
    array = (0..5).to_a
    bounds = [nil, -8, -7, -6, -3, -1, 0, 1, 3, 5, 6, 7]

    bounds.product(bounds, [nil, -7, -2, -1, 0, 1, 2, 7]) do |first, last, step|
      path = "$[#{first}:#{last}#{":#{step}" if step}]"

      assert_equal slice(6, first, last, step || 1), Jacinth.query(array, path), path
    end
    assert_equal [1, 3], select("$[1:4:2]", array)
    assert_equal ["$[3]", "$[1]"], paths("$[3:0:-2]", array)
    assert_equal [], select("$[::-1]", [])
    assert_equal [], select("$[1:]", { "1" => 2 })
  end

  def slice(size, first, last, step)
    return [] if step.zero?

    up = step.positive?
    first ||= up ? 0 : size - 1
    last ||= up ? size : -size - 1
    bounds = [first, last].map { |bound| (bound >= 0 ? bound : size + bound).clamp(*(up ? [0, size] : [-1, size - 1])) }
    found = []
    index = bounds.first
    (found << index) && index += step while up ? index < bounds.last : index > bounds.last
    found
  end

  # Each container comes before its contents, and a value that is selected twice comes twice.
  def test_results_are_in_document_order_with_duplicates
    value = { "a" => { "a" => [1], "b" => { "a" => 2 } }, "b" => 3 }

    assert_equal ["$['a']", "$['a']['a']", "$['a']['b']['a']"], paths("$..a", value)
    assert_equal ["$['b']", "$['a']['b']"], paths("$..b", value)
    assert_equal %w[$['a'] $['b'] $['a']['a'] $['a']['b'] $['a']['a'][0] $['a']['b']['a']], paths("$..*", value)
    assert_equal %w[$['b'] $['a'] $['b']], paths("$['b', 'a', 'b']", value)
    assert_equal %w[$['a'] $['b'] $['a']], paths("$[*, 'a']", value)
    assert_equal [2, 2], select("$..b..a", { "b" => { "b" => { "a" => 2 } } })
    assert_equal ["$['b']['b']['a']"] * 2, paths("$..b..a", { "b" => { "b" => { "a" => 2 } } })
  end

  SEGMENTS = ["..a", "..b", "..*", ".a", "[0]", "['a','b']", "['a','a']", "[0,*]", "[*]", "[1:]", "[::-1]", "[?@.a]", "[?@>0]",
              "..['a',0]", "..[?@..a]"].freeze

  # Queries with several descendant segments share results. They select what their segments select one after the other.
  def test_several_segments_select_as_one_after_the_other
    @random = seeded
    shared = 0
    count = [scaled(600), 60].max
    count.times do
      value = random_value(@random, [0, 1, 2], %w[a b c], 4)
      segments = Array.new(@random.rand(2..5)) { SEGMENTS.sample(random: @random) }
      wanted = segments.inject([[[], value]]) { |found, segment| found.flat_map { |steps, inner| below(steps, inner, segment) } }
      shared += 1 if segments.grep(/\.\./).size > 1

      assert_equal wanted.map(&:last), select("$#{segments.join}", value), seed_note
      pointers = Jacinth::Document.new(Jacinth.generate(value)).query("$#{segments.join}").map(&:pointer)

      assert_equal wanted.map(&:first), pointers.map { |pointer| pointer.split("/").drop(1) }, seed_note
    end

    assert_operator shared, :>, count / 6
  end

  def below(steps, value, segment)
    Jacinth::Document.new(Jacinth.generate(value)).query("$#{segment}").map { |found| [steps + found.pointer.split("/").drop(1), found.value] }
  end

  # Twelve segments that lead to nothing in 300 values, each in the last one, have no 300 ** 12 places to visit.
  def test_segments_that_lead_to_nothing_take_linear_time
    value = (1..300).inject(1) { |inner, _| { "a" => inner, "c" => 1 } }

    assert_equal [], Jacinth.query(value, "$#{'..a' * 12}..b")
    assert_equal [], Jacinth.query({ "a" => { "a" => 1 } }, "$#{"['a','a']" * 60}.b")
    assert_equal [], Jacinth.query([value], "$[?#{'@..[?' * 6}@..b#{']' * 6}]")
  end

  def test_paths_of_thousands_of_segments_select
    [10, 499, 500, 501, 2000].each do |n|
      text = "#{'{"a":' * n}[1]#{'}' * n}"

      assert_equal [[1]], Jacinth.query(text, "$#{'.a' * n}", max_nesting: 0)
      assert_equal [1], Jacinth.query(text, "$#{'.a' * n}[0]", max_nesting: 0)
      assert_equal [], Jacinth.query(text, "$#{'.a' * n}.a", max_nesting: 0)
    end
  end

  def test_values_of_fifty_thousand_levels_are_searched
    deep = (1..50_000).inject(1) { |inner, _| [inner] }
    text = "#{'[' * 50_000}1#{']' * 50_000}"

    assert_equal 50_000, Jacinth.query(deep, "$..[0]").size
    assert_equal 49_999, Jacinth.query(deep, "$..[0][0]").size
    assert_equal 49_999, Jacinth::Query.new("$[?@..[0]]..[0]").call(deep).size
    assert_equal [1], Jacinth.query(text, "$..[?@ == 1]", max_nesting: 0)
    assert_equal 1 + (3 * 50_000), Jacinth::Query.new("$..[?@ == 1]").paths(text, max_nesting: 0).first.size
    assert_raises(Jacinth::NestingError) { Jacinth.query(text, "$..[0]") }
  end

  def test_values_are_found_during_collections
    wanted = select("$..*", STORE)

    assert_equal(wanted, with_gc_stress { Jacinth.query(STORE, "$..*") })
  end

  def test_a_value_that_contains_itself_is_reported
    array = []
    array << array << array
    hash = {}
    hash["a"] = hash

    assert_raises(Jacinth::NestingError) { Jacinth.query(array, "$..*") }
    assert_raises(Jacinth::NestingError) { Jacinth.query(hash, "$..a..a") }
    assert_raises(Jacinth::NestingError) { Jacinth::Query.new("$..a").paths(hash) }
    assert_equal [hash], Jacinth.query(hash, "$.a.a.a")
  end

  # The results of the text, the Document and the parsed value are the same.
  def test_absolute_paths_in_filters_are_read_wherever_they_are
    { "$.a..[?$.b]" => [1], "$.a..[?!$.b]" => [], "$.a..[?@ == $.b[0]]" => [], "$.a[?@[?$.b] || $.b]" => [1],
      "$.a..[?@[?$.b] || $.b]" => [1], "$.a[#{[*0..70].join(',')}]" => [1], "$['a','c'][?$.b]" => [1] }.each do |path, expected|
      text = '{"a":[1],"b":[2]}'

      assert_equal expected, Jacinth::Query.new(path).call(Jacinth.parse(text)), path
      assert_equal expected, Jacinth::Query.new(path).call(text), path
      assert_equal expected, Jacinth::Document.new(text).query(path).map(&:value), path
    end
  end

  # A segment with one name and one with two take different code paths.
  def test_names_are_found_in_all_kinds_of_hashes
    other = Class.new(Hash) do
      def key?(key) = key == "id"
      def [](key) = "of #{key}"
    end
    identity = {}.compare_by_identity.merge!(+"id" => 1, id: 2)
    value = [{ "id" => 3, id: 4 }, { id: nil }, other[], identity, Hash.new { 5 }, [[{ "id" => false }]], "id"]

    ["$..id", "$..['id', 'none']", "$[*].id"].each_with_index do |path, i|
      assert_equal [3, nil, "of id", 2, *([false] if i < 2)], Jacinth::Query.new(path).call(value), path
    end
  end

  def test_values_that_contain_themselves_can_be_compared
    one = []
    one << one << one
    left = []
    right = [left]
    left << left << right
    right << right

    assert_equal 2, Jacinth::Query.new("$[?@==$[1]]").call([one, left]).size
  end

  def test_keys_with_invalid_utf8_have_paths
    assert_equal ["$['\xFF\\'']"], Jacinth::Query.new("$[*]").paths("{\"\xFF'\":1}")
  end

  def test_a_character_that_begins_no_operand_raises
    ["$[?é]", "$[?@.a==é]", "$[?\u{10FFFF}]"].each { |path| assert_raises(Jacinth::QueryError, path) { Jacinth::Query.new(path) } }
  end

  def test_an_empty_class_of_characters_matches_nothing
    assert_empty Jacinth::Query.new("$[?match(@, '[]|a')]").call(["a"])
  end

  def test_a_complex_number_is_not_below_another
    assert_empty Jacinth::Query.new("$[?@<1]").call([Complex(1, 2)])
  end
end
