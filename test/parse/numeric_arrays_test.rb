# frozen_string_literal: true

require_relative "support"

# Arrays with a number directly after the bracket, which are read without a frame: the
# same values, errors and limits as from any other array.
class ParserNumericArraysTest < Minitest::Test
  ELEMENTS = ["1", "-2.5", "0.0", "1e-30", "-7.25E+2", "99999999999999999999", "-", "01", "1.", "1e", "2.5E+", "1e5.5",
              '"s"', "null", "[3]", '{"k":[1]}', "-Infinity", "", "/**/4"].freeze
  SEPARATORS = [",", ", ", ",  ", ",\n", " ,", "", ",,", ",/**/"].freeze
  OPTIONS = [{}, { allow_nan: true, allow_trailing_comma: true, allow_comments: true, freeze: true },
             { max_nesting: 2 }, { max_nesting: 1 }].freeze

  def test_any_elements_at_indexes_one_and_two_are_read_as_by_json
    ELEMENTS.product(ELEMENTS, SEPARATORS) do |second, third, separator|
      source = "[[1,#{second}#{separator}#{third}],7]"
      OPTIONS.each { |options| assert_same_rows source, **options }
    end
  end

  def test_any_element_at_index_zero_is_read_as_by_json
    ELEMENTS.product(SEPARATORS) do |first, separator|
      ["[#{first}#{separator}2]", "[#{first}#{separator}", "[[[#{first}#{separator}]]]", "{\"a\":[#{first}#{separator}2],\"b\":[1]}"]
        .product(OPTIONS) { |source, options| assert_same_rows source, **options }
    end
  end

  def test_a_numeric_array_cut_off_at_every_byte_raises_as_in_json
    source = "[[1.5,-20],[3, 4e2],[123456789012345678901,6,7,8]]"
    (0..source.size).each { |size| assert_same_rows source[0, size] }
  end

  def test_negative_integers_of_every_length_are_read_at_every_distance_from_the_end
    texts = (0..10).map { |digits| "-#{'1234567890'[0, digits]}" } + %w[-0 -00 -07 -1. -x 7 -]
    texts.product(texts, [0, *8..12, *30..60]) { |one, other, n| assert_same_rows "[#{one},#{other}, #{one}]#{' ' * n}" }
  end

  def test_numeric_arrays_of_every_length_are_read
    numbers = [1, -65.5, 2**64, 0.1, 12_345_678, -7, 1e300]
    (1..300).each do |size|
      row = numbers.cycle.first(size)
      text = row.join(",")

      assert_equal row, Jacinth.parse("[#{text}]")
      assert_equal [row, { "a" => row, "b" => [row] }], Jacinth.parse(%([[#{text}],{"a":[#{text}],"b":[[#{text}]]}]))
    end
  end

  def test_numbers_of_every_length_near_both_ends_are_read
    numbers = (1..19).flat_map do |whole|
      digits = "1928374650918273645"[0, whole]
      [digits, *(1..(20 - whole)).flat_map { |size| ["0" * size, "7040302060508091029"[0, size]].map { "#{digits}.#{_1}" } }]
    end
    numbers.each do |text|
      [text, "-#{text}", "#{text}e1", "0.#{text}", "0#{text}"].each do |number|
        assert_same_as_json "[#{number}]"
        assert_same_as_json "[#{number},#{number}]#{" " * 60}"
        assert_same_as_json "[#{" " * 20}[#{number}], [1,#{number}]]#{" " * 60}"
      end
    end
  end

  def test_integers_around_the_largest_fixnum_are_read
    numbers = [2**62, 2**63, 2**64, 4 * (10**18), 5 * (10**18), 10**19]
    numbers = numbers.flat_map { |n| [n - 1, n, n + 1, -n - 1, -n, -n + 1] }

    assert_equal [numbers] * 2, Jacinth.parse("[[#{numbers.join(",")}],[#{numbers.join(",")}]]")
  end

  def test_integers_of_any_sign_and_length_follow_each_other
    numbers = (1..20).flat_map { |size| ["9" * size, "-#{"1" * size}"] }
    pairs = numbers.product(numbers)
    expected = pairs.map { |pair| pair.map(&:to_i) }

    [",", ", ", ",\n"].each do |gap|
      assert_equal expected.flatten, Jacinth.parse("[#{pairs.flatten.join(gap)}]")
      assert_equal expected, Jacinth.parse("[#{pairs.map { |pair| "[#{pair.join(gap)}]" }.join(gap)}]")
    end
  end

  def test_nested_numeric_arrays_are_read_as_by_json
    third = ["[5,6]", "[]", "[5,", "[5,6", "[-", "[5 ,6]", "[ 5]", "[[5]]", "5", "{\"a\":[5]}", "]", "x", ""]
    ["", "1", "1,2", "1,[2]"].product(third, [",", ", ", " ,", ""], OPTIONS) do |first, other, separator, options|
      assert_same_rows "[[#{first}],[3,4]#{separator}#{other}]", **options
      assert_same_rows "{\"k\":[#{first}],\"l\":[3,4]#{separator}#{other}}", **options
    end
  end

  def test_matrices_are_read
    [1, 2, 3, 4, 40].each do |width|
      matrix = Array.new(500) { |y| Array.new(width) { |x| x.even? ? -(x + y) / 8.0 : (x + 1)**(y % 40) } }

      assert_equal matrix.inspect, Jacinth.parse(matrix.inspect).inspect
      assert_equal [matrix, matrix].inspect, Jacinth.parse("[#{matrix.inspect},#{matrix.inspect.delete(" ")}]").inspect
    end
  end

  def test_integers_on_lines_are_read_as_by_json
    gaps = ["\n", "\n  ", "\n#{" " * 31}", "\n#{" " * 33}", "\n\n", "\n\t", "\r\n", "\n/**/", "\n \n"]
    last = %w[7 12345678 -1 01 1.5 x 1x] << "" << "[3]" << '"s"'
    gaps.product(last) do |gap, element|
      source = "[#{gap}1,#{gap}23,#{gap}4567890,#{gap}#{element}#{gap}]"

      assert_same_rows source, allow_comments: true
      (0..source.size).each { |size| assert_same_as_json source[0, size] }
    end
  end

  def test_integers_on_lines_are_read_across_interrupt_checks
    numbers = Array.new(60_000) { |i| i * 7 % 1_000_003 }
    source = JSON.pretty_generate(numbers)

    assert_operator source.bytesize, :>, 512 * 1024
    assert_equal numbers, Jacinth.parse(source)
    assert_equal [numbers], ParserSupport.chunked(Jacinth, source, 1000)[0]
  end

  def test_numeric_arrays_in_chunks_are_read
    source = '[[1,2.5],[3,"s",[4,5]],{"a":[6,7],"b":[8,{"c":[9]}]}] '
    expected = Jacinth.parse(source)
    (1..source.bytesize).each { |size| assert_equal [expected], ParserSupport.chunked(Jacinth, source, size)[0] }
  end

  def test_exponents_are_read_with_classes_and_in_chunks_of_every_size
    texts = %w[1e5 -2.5E+10 1.5e-7 0e999 -0E-1 7 9.25 1e300 123456789012345678e-18 1.25e+000000000000000000000000000000017] * 3
    source = around("[#{texts.join(",")}]")
    decimals = texts.map { |text| text == "7" ? 7 : text }
    floats = texts.map { |text| text == "7" ? 7 : Float(text) }

    [{ object_class: Class.new(Hash) }, { array_class: Class.new(Array) }].each do |options|
      assert_equal floats.inspect, Jacinth.parse(source, **options).to_a.inspect
    end
    (1..source.bytesize).each do |size|
      assert_equal [floats].inspect, ParserSupport.chunked(Jacinth, source, size)[0].inspect
      assert_equal [decimals], ParserSupport.chunked(Jacinth, source, size, decimal_class: String)[0]
    end
  end

  def test_valid_agrees_with_parse_on_exponents
    ELEMENTS.product(SEPARATORS) do |element, separator|
      source = around("[1,#{element}#{separator}2]")
      parsed = begin
        Jacinth.parse(source) && true
      rescue Jacinth::ParserError
        false
      end

      assert_equal parsed, Jacinth.valid?(source), source
    end
  end

  def test_objects_in_mixed_arrays_are_read
    record = '{"id":[1,{"x":1,"y":[2,3]}],"n":2}'
    expected = { "id" => [1, { "x" => 1, "y" => [2, 3] }], "n" => 2 }

    20.times { assert_equal [expected] * 3, Jacinth.parse("[#{[record].cycle.first(3).join(",")}]") }
  end

  def test_freeze_freezes_numeric_arrays
    rows = Jacinth.parse('[[1,2.5],[1,"s"],[99999999999999999999]]', freeze: true)

    assert_predicate rows, :frozen?
    assert(rows.all? { |row| row.frozen? && row.all?(&:frozen?) })
  end

  def test_decimal_class_makes_decimals_in_numeric_arrays
    assert_equal [["1.5", 2]], Jacinth.parse("[[1.5,2]]", decimal_class: String)
  end

  def test_decimal_class_leaves_integers_in_arrays
    numbers = ["1", "-7", "1234567", "12345678", "-123456789012345678", (2**62).to_s, (-(2**63)).to_s, (2**64).to_s, "1.5", "-2e3",
               "1234567890123456.125"]
    numbers.product(numbers, [",", ", ", ",\n  "]) do |second, third, gap|
      source = around("[[3#{gap}#{second}#{gap}#{third}#{gap}4],{\"k\":#{third}}]")
      expected = Jacinth.parse(source.gsub(/-?\d+(?:\.\d+|e\d+)+/, '"\0"'))

      assert_equal expected, Jacinth.parse(source, decimal_class: String)
    end
  end

  def test_invalid_numbers_with_classes_are_rejected_as_by_json
    options = [{ decimal_class: String }, { array_class: Class.new(Array) }, { object_class: Class.new(Hash), decimal_class: Float }]
    ELEMENTS.product(SEPARATORS, options) do |element, separator, given|
      assert_same_rows "[[1,123456789#{separator}#{element}#{separator}4],[5]]", **given
    end
  end

  def test_on_load_and_limits_see_each_integer_of_an_array
    source = around("[1,22,123456789,-4,5.5]")
    seen = []
    Jacinth.parse(source, decimal_class: String, on_load: ->(value) { seen << value && value })

    assert_equal [1, 22, 123_456_789, -4, "5.5", [1, 22, 123_456_789, -4, "5.5"]], seen
    assert_raises(Jacinth::LimitError) { Jacinth.parse(source, decimal_class: String, max_number_digits: 8) }
    assert_raises(Jacinth::LimitError) { Jacinth.parse(source, decimal_class: String, max_elements: 4) }
  end

  def test_integers_with_a_decimal_class_are_read_in_chunks_and_across_interrupt_checks
    numbers = Array.new(60_000) { |i| i % 3 == 0 ? -(i * 100_003) : i }
    source = numbers.join(",")
    parsed = ->(size) { ParserSupport.chunked(Jacinth, "[#{source}, 1.5]", size, decimal_class: String)[0] }

    assert_equal numbers, Jacinth.parse("[#{source}]", decimal_class: String)
    assert_equal [[*numbers, "1.5"]], parsed.call(1000)
    assert_equal [[*numbers, "1.5"]], parsed.call(1_000_000)
  end

  # Once each: emulated, and instrumented, a collection takes long.
  def test_numeric_arrays_are_read_under_gc_stress
    source = "[[99999999999999999999,1e300,5],[1e-300,\"s\",[18446744073709551616]],[9999999999999999999]]"
    expected = [[99_999_999_999_999_999_999, 1e300, 5], [1e-300, "s", [2**64]], [9_999_999_999_999_999_999]]
    sources = [source, around(source)]
    parsed, chunked = with_gc_stress do
      [sources.map { |text| Jacinth.parse(text) }, ParserSupport.chunked(Jacinth, around(source), 100)[0]]
    end

    assert_equal [expected] * 2, parsed
    assert_equal [expected], chunked
  end

  private

  # So much that all numbers are read from 32 characters at once, which near the
  # ends they are not.
  def around(source) = "#{" " * 20}#{source}#{" " * 60}"

  def assert_same_rows(source, **options)
    assert_same_as_json source, **options
    assert_same_as_json around(source), **options
  end
end
