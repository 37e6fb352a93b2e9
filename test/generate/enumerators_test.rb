# frozen_string_literal: true

require_relative "support"
require "stringio"
require "timeout"

# The option enumerators: Enumerators are written as arrays, element by element.
class EnumeratorsTest < Minitest::Test
  ARRAYS = { enumerators: :array }.freeze
  PRETTY = { indent: "  ", space: " ", object_nl: "\n", array_nl: "\n" }.freeze

  def generated(value, **options) = Jacinth.generate(value, { **ARRAYS, **options })

  def test_without_the_option_enumerators_are_written_as_to_s
    enumerator = [1].each

    assert_equal Jacinth.generate(enumerator.to_s), Jacinth.generate(enumerator)
    assert_equal Jacinth.generate(enumerator.to_s), Jacinth.generate(enumerator, enumerators: nil)
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate(enumerator, strict: true) }
    [true, "array", :hash].each { |bad| assert_raises(ArgumentError) { generated(1, enumerators: bad) } }
  end

  KINDS = { each: -> { [1, "a", [2, nil], { "b" => 3.5 }].each },
            lazy: -> { (1..3).lazy.map { |x| { "x" => x } } },
            slices: -> { [1, 2, 3].each_slice(2) },
            index: -> { %w[a b].each_with_index },
            steps: -> { 1.step(10, 4) },
            chain: -> { [1].each + [2].each },
            empty: -> { [].each },
            hash: -> { { "a" => 1 }.each },
            chars: -> { "aé".each_char },
            made: -> { Enumerator.new { |y| (y << 1).yield(2, 3) && y.yield } },
            nested: -> { [[1].each, [[].each, [[2].each].each]].each } }.freeze

  def plain(value)
    case value
    when Enumerator, Enumerator::Chain then value.to_a.map { |element| plain(element) }
    when Array then value.map { |element| plain(element) }
    when Hash then value.transform_values { |member| plain(member) }
    else value
    end
  end

  def test_each_kind_of_enumerator_is_written_as_an_array
    KINDS.each do |name, make|
      [{}, PRETTY, { ascii_only: true }, { indent: "-" }, { array_nl: "\n" }, { strict: true },
       { sort_keys: true, indent: " " * 70 }].each do |options|
        [make.call, { "k" => make.call, "l" => [1, make.call, make.call] }].each do |value|
          wanted = Jacinth.generate(plain(value), options)

          assert_equal wanted, generated(value, **options), name
          assert_equal wanted, Jacinth.dump(value, StringIO.new, { **ARRAYS, **options }).string
          assert_equal wanted, Jacinth::State.new({ **ARRAYS, **options }).generate(value)
        end
      end
      assert_equal Jacinth.generate(plain(make.call)), Jacinth::Coder.new(**ARRAYS).dump(make.call)
      assert_equal Jacinth.pretty_generate(plain(make.call)), Jacinth::Writer.new(pretty: true, **ARRAYS).value(make.call).close
    end
  end

  class Feed < Enumerator
    def to_json(*) = '"mine"'
  end

  def test_to_json_and_as_json_precede_the_option
    feed = Feed.new { |y| y << 1 }

    assert_equal '["mine"]', generated([feed])
    assert_equal '["as_json"]', generated([feed], strict: true, as_json: ->(_, _) { "as_json" })
    assert_raises(Jacinth::GeneratorError) { generated([feed], strict: true) }
    singleton = [1].each
    def singleton.to_json(*) = "2"

    assert_equal "[2]", generated([singleton])
    assert_equal "[[[1]]]", generated([1..2], strict: true, as_json: ->(_, _) { [[1].each].each })
  end

  # In a process of its own: others may have given every object a to_json.
  def test_a_subclass_of_enumerator_is_written_as_an_array
    assert_equal "[[1]]", ruby!(<<~RUBY)
      require "jacinth"
      print Jacinth.generate([Class.new(Enumerator).new { |y| y << 1 }], enumerators: :array)
    RUBY
  end

  def test_a_to_json_within_an_enumerator_gets_the_state_with_its_depth
    inner = Struct.new(:x) { def to_json(state = nil, *) = Jacinth.generate({ "x" => x, "depth" => state.depth }, state) }

    assert_equal Jacinth.pretty_generate([[inner.new(1), inner.new([2])]]),
                 Jacinth.pretty_generate([[inner.new(1), inner.new([2].each)].each], ARRAYS)
    changing = Object.new
    def changing.to_json(state, *) = (state.array_nl = "\n"; "0")

    assert_equal "[[0,\n1\n],\n2\n]", generated([[changing, 1].each, 2])
  end

  def test_errors_have_the_path_through_enumerators
    error = assert_raises(Jacinth::GeneratorError) { generated({ "a" => [1, { "x" => [0, Float::NAN].each }].each }) }

    assert_equal ["NaN not allowed in JSON", "$.a[1].x[1]"], [error.message, error.json_path]
    failing = Object.new
    def failing.to_json(*) = Jacinth.generate([0, { "z" => Float::NAN }])
    assert_equal "$[0][1][0][1].z", assert_raises(Jacinth::GeneratorError) { generated([[1, [failing].each].each]) }.json_path
    endless = Enumerator.new { |y| y << endless }
    assert_equal "$#{'[0]' * 100}", assert_raises(Jacinth::NestingError) { generated(endless) }.json_path
    assert_equal "[[]]", generated([[].each], max_nesting: 2)
    assert_raises(Jacinth::NestingError) { generated([[].each], max_nesting: 1) }
    assert_raises(Jacinth::NestingError) { generated(endless, max_nesting: 0) }
  end

  def test_an_exception_throw_or_timeout_ends_an_enumeration
    assert_raises(KeyError) { generated([Enumerator.new { |y| (y << 1) && raise(KeyError) }]) }
    assert_equal(:out, catch(:out) { generated([Enumerator.new { |y| (y << [1, {}]) && throw(:out, :out) }]) })
    sizes = 0
    io = Object.new
    io.define_singleton_method(:write) { |text| (sizes += text.bytesize) > 1_000_000 ? throw(:full) : text.bytesize }
    catch(:full) { Jacinth.dump(1.step, io, enumerators: :array) }

    assert_operator sizes, :<, 1_200_000
    assert_raises(Timeout::Error) { Timeout.timeout(0.05) { Jacinth.dump(1.step, File.open(File::NULL, "w"), enumerators: :array) } }
    assert_equal "[1]", generated([1].each)
  end

  def test_a_yielder_used_after_its_end_or_after_an_error_raises
    kept = nil
    assert_equal "[1]", generated(Enumerator.new { |y| (kept = y) << 1 })
    assert_match(/after its end/, assert_raises(RuntimeError) { kept << 2 }.message)
    rescuing = Enumerator.new do |y|
      y << Float::NAN
    rescue Jacinth::GeneratorError
      nil
    end
    assert_match(/after an element has failed/, assert_raises(RuntimeError) { generated([1, rescuing]) }.message)
  end

  def test_a_yielder_can_be_used_in_other_threads_and_fibers
    inner = Object.new
    twice = Enumerator.new { |y| inner.define_singleton_method(:to_json) { |*| y << 2 and "1" } && y << inner }
    assert_match(/while another one/, assert_raises(RuntimeError) { generated(twice) }.message)
    threaded = Enumerator.new { |y| 3.times { |i| Thread.new { y << [i] }.join } }
    assert_equal "[[0],[1],[2]]", generated(threaded)
    fibers = Enumerator.new { |y| Fiber.new { y << 1 and y << { "a" => [2].each } }.resume }
    assert_equal '[1,{"a":[2]}]', generated(fibers)
    changing = [1, 2, 3]
    assert_equal "[1,2]", generated(changing.each.lazy.map { |x| changing.pop && x })
  end

  # An element that another Fiber or Thread gives is written by the one that
  # enumerates: the other may stand still inside it, and go on after the end.
  def test_elements_come_from_other_fibers_and_threads
    kept = nil
    mixed = Enumerator.new do |y|
      Fiber.new { y << 1 << [2] }.resume
      y << 3
      Thread.new { y << 4 }.join
      Thread.new { y << [5].each }.join
      kept = y
    end

    assert_equal "[[1,[2],3,4,[5]]]", generated([mixed])
    assert_raises(RuntimeError) { Fiber.new { kept << 6 }.resume }
    assert_raises(RuntimeError) { Thread.new { kept << 6 }.tap { |thread| thread.report_on_exception = false }.join }
  end

  def test_a_fiber_that_yields_within_an_element_raises
    still = Class.new { define_method(:to_json) { |*| Fiber.yield || '"still"' } }
    goes_on = nil
    stands = Enumerator.new do |y|
      goes_on = Fiber.new { y << still.new }
      goes_on.resume
    end
    wakes = Class.new { define_method(:to_json) { |*| goes_on.resume rescue '"woken"' } } # rubocop:disable Style/RescueModifier

    assert_raises(FiberError) { generated([stands]) }
    2.times { assert_equal '[["woken"]]', generated([[wakes.new].each]) }
    assert_equal '[["still",1]]', Fiber.new { generated([[still.new, 1].each]) }.tap(&:resume).resume
  end

  def test_a_yielder_of_an_abandoned_fiber_does_no_harm
    kept = []
    50.times { Fiber.new { generated([Enumerator.new { |y| (kept << y) && Fiber.yield }]) }.resume }
    GC.start
    others = Array.new(50) { |i| Fiber.new { Fiber.yield([i] * 20) }.tap(&:resume) }

    kept.each { |yielder| assert_same yielder, yielder << [1] << "a" }
    GC.start

    assert_equal [50, "[[1,2]]"], [others.size, generated([[1, 2].each])]
  end

  def test_types_of_a_coder_convert_elements
    point = Struct.new(:x)
    types = { point => Jacinth::Type.of(point, x: Object) }
    coder = Jacinth::Coder.new(types: types, **ARRAYS)

    assert_equal '[{"x":1}]', coder.dump([point.new(1)].each)
    assert_equal '{"a":[{"x":{"b":[{"x":[1,[2]]}]}},3]}',
                 coder.dump({ "a" => [point.new({ "b" => [point.new([1, [2]].each)].each }), 3].each })
    error = assert_raises(Jacinth::GeneratorError) { coder.dump([0, point.new([1, Float::NAN].each)].each) }

    assert_equal "$[1].x[1]", error.json_path
  end

  def test_elements_are_written_as_they_come
    chunks = []
    io = Object.new
    io.define_singleton_method(:write) { |text| chunks << text.bytesize }
    seen = []
    Jacinth.dump(Enumerator.new do |y|
      50.times { |i| (y << ("x" * 10_000)) && seen << [i, chunks.sum] }
    end, io, enumerators: :array)

    assert_operator seen[20][1], :>, 100_000
    assert_operator chunks.max, :<, 100_000
    made = ruby!(<<~RUBY)
      require "jacinth"
      Jacinth.dump(1.step(10).lazy.map { |i| { "i" => i } }, File.open(File::NULL, "w"), enumerators: :array)
      before = GC.stat(:total_allocated_objects)
      Jacinth.dump(100_000.times, File.open(File::NULL, "w"), enumerators: :array)
      puts GC.stat(:total_allocated_objects) - before
    RUBY
    assert_operator Integer(made), :<, 1000
  end

  # The State that a to_json gets is the json gem's, too, where that is loaded.
  def test_the_option_works_with_the_json_gem_loaded
    assert_equal %([{"x":[2]}]\n), ruby!(<<~RUBY)
      require "json"
      require "jacinth"
      inner = Struct.new(:x) { def to_json(state = nil, *) = Jacinth.generate({ "x" => x }, state) }
      puts Jacinth.generate([inner.new([2].each)].each, enumerators: :array)
    RUBY
  end

  def exercise
    lines = Enumerator.new { |y| 2.times { |i| y << { "a#{i}" => ["x#{i}"].each } } }
    [generated([lines]), Jacinth.dump(lines, StringIO.new, { **ARRAYS, **PRETTY }).string]
  end

  def test_enumerators_are_written_under_stress_and_compaction
    expected = exercise
    assert_equal(expected, with_gc_stress { exercise })
    assert_equal([expected], results_while_objects_move { exercise }.uniq)
  end
end
