# frozen_string_literal: true

require_relative "support"

# Arrays, empty arrays and Fragments in arrays, which are written without the steps of other elements.
class NestedArraysTest < GeneratorTest
  LEAVES = [1, 2.5, nil, true, "s", "é", :sym, [], {}, [1], [1, "s"], ["s"], [[]], [[], []], { "k" => [] },
            Class.new(Array).new, Jacinth::Fragment.new("[ 1 ]")].freeze

  # The format of the options without a line break, from the text of each element.
  def text_of(value)
    case value
    when Jacinth::Fragment then value.json
    when Array then "[#{value.map { |element| text_of(element) }.join(',')}]"
    when Hash then "{#{value.map { |key, element| "\"#{key}\":#{text_of(element)}" }.join(',')}}"
    when String, Symbol then "\"#{value}\""
    else value.inspect.sub("nil", "null")
    end
  end

  def random_tree(random, depth)
    Array.new(random.rand(4)) do
      depth.zero? || random.rand(3).zero? ? LEAVES.sample(random: random) : random_tree(random, depth - 1)
    end
  end

  def test_arrays_of_every_nesting_are_written
    random = Random.new(7)
    500.times do
      tree = random_tree(random, random.rand(8))
      text = text_of(tree)

      assert_generates text, tree
      assert_generates text, tree, max_nesting: 0
      assert_generates text, tree, script_safe: true
      assert_equal text, Jacinth.dump(tree, Pipe.new).text
      assert_equal text, Jacinth.pretty_generate(tree).gsub(/\n */, "").gsub(": ", ":")
    end
  end

  def test_an_empty_array_counts_as_a_level
    [[], [[]], [1, []], [[1], []], [[[]]], [{ "a" => [] }]].each do |tree|
      depth = tree.inspect.count("[{") - (tree == [[1], []] ? 1 : 0)
      assert_generates text_of(tree), tree, max_nesting: depth
      next if depth == 1

      assert_error(Jacinth::NestingError, /\Anesting of #{depth} is too deep/) { Jacinth.generate(tree, max_nesting: depth - 1) }
    end
  end

  def test_an_error_after_small_elements_has_its_path
    [[[], [[], Float::NAN]], [Jacinth::Fragment.new("1"), [[[1]], Float::NAN]], [[["s"]], [[], Float::NAN]]].each do |tree|
      [{}, { array_nl: "\n" }].each do |options|
        assert_generator_error("NaN not allowed in JSON", path: "$[1][1]") { Jacinth.generate(tree, options) }
      end
    end
  end

  def test_a_cycle_between_empty_arrays_raises
    [0, 100].each do |max|
      cycle = [[], []]
      cycle << [[], cycle, []]
      assert_raises(Jacinth::NestingError) { Jacinth.generate(cycle, max_nesting: max) }
    end
  end

  # The result is still JSON, and no other memory is read.
  def test_arrays_changed_while_they_are_written_do_no_harm
    [[], [[]], [["s"]] * 100, [Jacinth::Fragment.new("[2]")]].each do |after|
      trees = Array.new(5000) { |i| [[], [["s"], i], [[[]]], Jacinth::Fragment.new("[1]")] }
      changed = false
      pipe = Pipe.new do
        next if changed

        changed = true
        trees.each { |tree| tree.replace(after) }
        GC.start
        GC.compact if GC.respond_to?(:compact)
      end

      assert_equal 5000, Jacinth.parse(Jacinth.dump(trees, pipe).text).size
    end
  end

  def test_a_to_json_that_empties_the_array_does_no_harm
    tree = [[], nil, [1], [[]], Jacinth::Fragment.new("2")]
    tree[1] = with_to_json do
      tree.clear
      GC.start
      "0"
    end

    assert_equal "[[],0]", Jacinth.generate(tree)
  end
end
