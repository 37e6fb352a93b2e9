# frozen_string_literal: true

require_relative "support"

# Short arrays of numbers inside arrays, which are written without a frame: the
# same text, errors and limits as from any other array.
class NumericArraysTest < GeneratorTest
  NUMBERS = [1, -65.5, 0.0, -0.0, 2.0, 1.5e-70, 4.2e17, 123_456_789, 0.1, -7].freeze
  OTHERS = { "null" => nil, '"s"' => "s", "[]" => [], "[3]" => [3], '{"k":[1]}' => { "k" => [1] },
             "1e-320" => 1e-320, "1e+300" => 1e300, (2**70).to_s => 2**70 }.freeze

  def test_numeric_arrays_of_every_length_are_written
    (0..20).each do |size|
      row = NUMBERS.cycle.first(size)
      text = "[#{row.map { |number| Jacinth.generate(number) }.join(",")}]"

      assert_generates "[#{text},1,#{text}]", [row, 1, row]
      assert_generates "[[#{text}]]", [[row]]
      assert_generates %({"k":[#{text}]}), { "k" => [row] }
    end
  end

  def test_another_element_at_every_index_is_written
    OTHERS.each do |other_text, other|
      (1..10).to_a.product((0..9).to_a) do |size, place|
        next if place >= size

        row = NUMBERS.first(size)
        texts = row.map { |number| Jacinth.generate(number) }
        row[place] = other
        texts[place] = other_text

        assert_generates "[[1],[#{texts.join(",")}],[2]]", [[1], row, [2]]
      end
    end
  end

  def test_thousands_of_numeric_arrays_are_written
    rows = Array.new(5000) { |i| NUMBERS.rotate(i).first(i % 11) }
    text = rows.map { |row| "[#{row.map { |number| Jacinth.generate(number) }.join(",")}]" }

    assert_generates "[#{text.join(",")}]", rows
    deeper = text.map { |row| "[#{row}]" }

    assert_generates "[#{deeper.join(",")}]", rows.zip
  end

  def test_numeric_arrays_follow_the_options
    assert_generates "[[1,2],[0.5]]", [[1, 2.0], [0.5]], rfc8785: true
    assert_generates "[~[~1,~2.0~],~[~0.5~]~]", [[1, 2.0], [0.5]], array_nl: "~"
  end

  def test_numeric_arrays_count_as_levels
    tree = [[[1.5, 2]]]

    assert_generates "[[[1.5,2]]]", tree, max_nesting: 3
    assert_generates "[[[1.5,2]]]", tree, max_nesting: 0
    assert_error(Jacinth::NestingError, /\b3\b/) { Jacinth.generate(tree, max_nesting: 2) }
  end

  def test_errors_have_the_index_in_the_numeric_array
    (0..9).each do |place|
      row = NUMBERS.dup
      row[place] = Float::NAN
      assert_generator_error("NaN not allowed in JSON", path: "$[2].k[1][#{place}]") do
        Jacinth.generate([0, [1], { "k" => [[1.5], row] }])
      end
    end
  end

  def test_a_to_json_of_an_array_subclass_is_called
    row = Class.new(Array) { def to_json(*) = '"mine"' }.new([1, 2])

    assert_generates '[[1],"mine",[2.5]]', [[1], row, [2.5]]
  end

  # If the IO changes the arrays, the result is still JSON, and no other memory is
  # read.
  def test_arrays_replaced_while_they_are_written_do_no_harm
    [[], [1.5], [1.5] * 8, [1.5] * 1000, ["s", 1]].each do |after|
      rows = Array.new(10_000) { |i| [i, i + 0.5] }
      pipe = GeneratorHelpers::Pipe.new { rows.each { |row| row.replace(after) } }
      Jacinth.dump(rows, pipe)

      assert_equal 10_000, Jacinth.parse(pipe.text).size
    end
  end

  def test_arrays_removed_while_they_are_written_do_no_harm
    rows = Array.new(10_000) { |i| [i, i + 0.5] }
    pipe = GeneratorHelpers::Pipe.new do
      rows.clear
      GC.start
    end
    Jacinth.dump(rows, pipe)

    assert_operator Jacinth.parse(pipe.text).size, :<, 10_000
  end

  # The longest rows, so that the end of the room comes at each of their bytes.
  def test_the_buffer_can_end_at_each_byte_of_a_numeric_array
    row = [-1.2345678901234567e-50] * 8
    rows = [row] * 200
    text = "[#{([Jacinth.generate(row)] * 200).join(',')}]"
    260.times { |shift| assert_equal "[\"#{'x' * shift}\",#{text}]", Jacinth.generate(["x" * shift, rows]), shift }
  end
end
