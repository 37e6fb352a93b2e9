# frozen_string_literal: true

require_relative "support"

# Callbacks that misbehave in the middle of a document.
class HostileTest < GeneratorTest
  FILL = Array.new(40) { |i| { "key#{i % 7}" => i, "é#{i % 5}": "text\n#{i}" } }.freeze

  def test_an_exception_of_to_json_passes_through
    [StandardError, NoMemoryError, SystemExit, Interrupt, Exception].each do |type|
      assert_error(type, "mine") { Jacinth.generate([FILL, with_to_json { raise type, "mine" }, FILL]) }
    end
    assert_equal "[#{Jacinth.generate(FILL)}]", Jacinth.generate([FILL])
  end

  # As Timeout does.
  def test_an_exception_from_another_thread_passes_through
    thread = Thread.new { Jacinth.generate([FILL, with_to_json { sleep }]) }
    thread.report_on_exception = false
    Thread.pass until thread.stop?
    thread.raise(Interrupt, "mine")
    assert_error(Interrupt, "mine") { thread.value }
    assert_equal "[#{Jacinth.generate(FILL)}]", Jacinth.generate([FILL])
  end

  # The IO's write runs between two elements.
  def test_no_element_is_written_after_write_emptied_the_array
    array = Array.new(50_000) { |i| "text #{i}" }
    written = +""
    io = Object.new
    io.define_singleton_method(:write) { |text| array.clear && (written << text) && text.bytesize }
    Jacinth.dump(array, io)
    *first, last = Jacinth.parse(written)

    assert_includes 1..40_000, first.size
    assert_equal(Array.new(first.size) { |i| "text #{i}" }, first)
    assert_includes [nil, "text #{first.size}"], last
  end

  def test_to_json_can_throw_return_and_end_its_thread
    assert_equal 5, catch(:out) { Jacinth.generate([FILL, with_to_json { throw :out, 5 }]) }
    assert_equal :returned, returning
    thread = Thread.new { Jacinth.generate([FILL, with_to_json { Thread.current.kill }]) }

    assert_nil thread.value
  end

  def returning
    Jacinth.generate([FILL, with_to_json { return :returned }])
    :not_returned
  end

  def test_every_callback_can_throw
    leave = ->(*) { throw :out, :left }
    bad_key = Object.new.tap { |object| object.define_singleton_method(:to_s, &leave) }
    bad_value = Object.new.tap { |object| object.define_singleton_method(:to_s, &leave) }
    texts = [+"\xFF", "é".encode("UTF-16LE")].each { |text| text.define_singleton_method(:encode, &leave) }
    bad_part = Class.new(String).new("\xFF")
    bad_part.define_singleton_method(:to_json, &leave)

    [
      [{ bad_key => 1 }, {}], [[bad_value], {}], [[1r], { strict: true, as_json: leave }],
      [{ 1 => 1 }, { strict: true, as_json: leave }], [{ 1 => 1 }, { sort_keys: leave }],
      [[Float::NAN], { strict: true, as_json: leave }], [["\xFF"], { strict: true, as_json: leave }],
      [{ a: 1, bad_key => 2, "a" => 3 }, {}], [bad_part, {}],
      [texts[0], {}], [texts[1], {}]
    ].each { |tree, options| assert_equal(:left, catch(:out) { Jacinth.generate([FILL, tree], options) }) }
  end

  def test_to_json_can_generate_with_the_same_state
    depth = 0
    object = with_to_json do |state|
      depth += 1
      depth > 20 ? "0" : Jacinth.generate([FILL, object, depth], state)
    end
    text = Jacinth.generate([object, FILL], max_nesting: 0)

    assert text.end_with?("#{Jacinth.generate(FILL)}]")
    assert_equal 21, text.scan(Jacinth.generate(FILL)).size
  end

  def test_endless_recursion_by_to_json_raises
    object = with_to_json { |state| Jacinth.generate([object], state) }

    assert_raises(Jacinth::NestingError) { Jacinth.generate(object) }
    assert overflows?(<<~RUBY)
      object = Object.new
      object.define_singleton_method(:to_json) { |state = nil, *| Jacinth.generate([object], state) }
      Jacinth.generate(object, max_nesting: 0)
    RUBY
  end

  # The walk continues with the element that is at the next index then.
  def test_an_array_changed_meanwhile_is_written_from_the_next_index
    {
      lambda(&:clear) => '[0,"mine"]', lambda(&:pop) => '[0,"mine",2]',
      ->(array) { array.push(7) } => '[0,"mine",2,3,7]', ->(array) { array.shift(2) } => '[0,"mine"]',
      ->(array) { array.replace([9, 9, 9]) } => '[0,"mine",9]',
      ->(array) { array.unshift(5) if array.size < 5 } => '[0,"mine","mine",2,3]',
      ->(array) { array.concat([1] * 10_000) } => "[0,\"mine\",2,3#{',1' * 10_000}]"
    }.each do |change, expected|
      array = [0, nil, 2, 3]
      array[1] = with_to_json { change.call(array); GC.start; '"mine"' }

      assert_equal expected, Jacinth.generate(array)
    end
  end

  # The pairs are those that were there when the walk came to the Hash.
  def test_a_hash_changed_meanwhile_is_written_with_its_first_pairs
    changes = [:clear, ->(hash) { hash["new"] = 1 }, ->(hash) { hash.delete("c") }, lambda { |hash|
      hash.replace({})
    }, ->(hash) { 1000.times { |i| hash["new#{i}"] = i } }, :rehash, :compare_by_identity]
    changes.each do |change|
      hash = { "a" => 1 }
      hash["b"] = with_to_json { change.to_proc.call(hash); GC.start; '"mine"' }
      hash["c"] = { "d" => [+"text"] }

      assert_equal '{"a":1,"b":"mine","c":{"d":["text"]}}', Jacinth.generate(hash)
    end
  end

  def test_a_string_changed_meanwhile_is_written_as_changed
    key = "key"
    text = "a long enough text to be on the heap #{'x' * 100}"
    hash = { key => with_to_json { text.replace("short"); '"mine"' }, "t" => text }

    assert_equal '{"key":"mine","t":"short"}', Jacinth.generate(hash)
  end

  SWITCHES = {
    indent: "  ", space: " ", space_before: " ", object_nl: "\n", array_nl: "\n", allow_nan: true, ascii_only: true,
    script_safe: true, strict: true, max_nesting: 1, depth: 50, sort_keys: true, as_json: :to_s.to_proc,
    buffer_initial_length: 5, rfc8785: true
  }.freeze

  # Values that all options write alike, and those of which one option writes another text.
  SHARED_REST = ["é/\u2028", { "b" => 1.0, "a" => [] }].freeze
  UNSHARED = { allow_nan: [Float::NAN], strict: [Object] }.freeze

  UNSEEN = %i[as_json buffer_initial_length depth].freeze # the first is for strict mode; the last, see below

  # The options that a to_json sets hold for the rest of the document.
  def test_options_that_to_json_sets_hold_for_the_rest
    SWITCHES.each do |name, value|
      rest = [*SHARED_REST, *UNSHARED[name]]
      switch = with_to_json { |state| state.public_send(:"#{name}=", value); "0" }
      given = attempt { Jacinth.generate([switch, *rest]) }
      back = with_to_json { |state| state.public_send(:"#{name}=", Jacinth::State.new.to_h[name]) unless name == :as_json; "0" }

      assert_kind_of(String, attempt { Jacinth.generate([rest, switch, rest, back, rest] * 3, max_nesting: 0) })
      assert_sound_coderange given
      expected = attempt { Jacinth.generate([0, *rest], name => value) }

      refute_equal attempt { Jacinth.generate([0, *rest]) }, expected, name unless UNSEEN.include?(name)
      assert_equal shape(expected), shape(given), name
    end
  end

  # The walk knows better how deep it is.
  def test_a_depth_that_to_json_sets_does_not_change_the_nesting
    deep = (1..60).reduce([]) { |inner, _| [inner] }
    switch = with_to_json { |state| state.depth = 50; "0" }

    assert_equal Jacinth.generate([0, deep], indent: " "), Jacinth.generate([switch, deep], indent: " ")
    assert_raises(Jacinth::NestingError) { Jacinth.generate([0, deep], depth: 50) }
  end

  def attempt
    yield
  rescue Jacinth::JSONError, ArgumentError => e
    e.message
  end

  # Removes the text before the first element, which was written with the old options.
  def shape(text) = text.sub(/\A\[\s*0/, "[0")

  def test_a_state_frozen_by_to_json_is_used_to_the_end
    objects = Array.new(3) { with_to_json { |state| state.freeze; "0" } }

    assert_equal "[0,[0],0]", Jacinth.generate([objects[0], [objects[1]], objects[2]])
  end

  def test_fibers_generate_in_turns
    write = lambda { |number|
      with_to_json { |state| Fiber.yield(number); Jacinth.generate({ "n" => number, "f" => FILL }, state) }
    }
    expected = lambda do |number|
      inner = Jacinth.generate({ "n" => number, "f" => FILL })
      %([#{Jacinth.generate(FILL)},#{inner},{"k":#{inner}}])
    end
    fibers = Array.new(5) do |i|
      Fiber.new { Jacinth.generate([FILL, write[i], { "k" => write[i] }]) }
    end

    results = Array.new(3) do
      fibers.shuffle(random: seeded).to_h { |fiber| [fibers.index(fiber), fiber.resume] }
    end

    assert_equal [0, 1, 2, 3, 4], results[0].values.sort
    5.times { |i| assert_equal expected[i], results[2][i] }
  end

  def test_abandoned_fibers_do_no_harm
    200.times do
      Fiber.new { Jacinth.generate([FILL, with_to_json { Fiber.yield }]) }.resume
      Jacinth.generate(FILL)
    end
    GC.start

    assert_equal FILL.size, Jacinth.generate(FILL).scan("{").size
  end

  def test_threads_that_share_an_object_write_the_same_text
    object = with_to_json { |state| Thread.pass; Jacinth.generate(FILL, state) }
    expected = Jacinth.generate([FILL, FILL, { "a" => FILL }])
    threads = Array.new(6) do
      Thread.new do
        Array.new(30) { Jacinth.generate([FILL, object, { "a" => object }]) }
      end
    end

    threads.each { |thread| assert_equal [expected], thread.value.uniq }
  end

  def test_threads_share_a_state
    state = Jacinth::State.new(array_nl: "\n")
    object = with_to_json { Thread.pass; "0" }
    threads = Array.new(4) do
      Thread.new do
        Array.new(50) do
          state.generate([object, [object]])
        end.uniq
      end
    end

    assert_equal ["[\n0,\n[\n0\n]\n]"], threads.flat_map(&:value).uniq
  end

  def test_to_json_can_collect_and_compact
    object = with_to_json { GC.start; GC.compact if compaction?; '"mine"' }
    tree = Array.new(8) { |i| [{ "key" => object, "k#{i}": "v" }, [object, [{ "a" => i.to_s }]], "text" * 20] }
    expected = Array.new(8) { |i| %([{"key":"mine","k#{i}":"v"},["mine",[{"a":"#{i}"}]],"#{'text' * 20}"]) }

    assert_equal "[#{expected.join(',')}]", Jacinth.generate(tree)
  end

  def test_a_hundred_thousand_levels_are_written_or_refused
    arrays = hashes = 1
    100_000.times do
      arrays = [arrays]
      hashes = { "k" => hashes }
    end
    check = lambda do
      assert_equal "#{'[' * 100_000}1#{']' * 100_000}", Jacinth.generate(arrays, max_nesting: 0)
      assert_equal "#{'{"k":' * 100_000}1#{'}' * 100_000}", Jacinth.generate(hashes, max_nesting: 0)
      error = assert_raises(Jacinth::GeneratorError) do
        Jacinth.generate(100_000.times.inject(Float::NAN) { |inner, _| [inner] }, max_nesting: 0)
      end
      assert_equal "$#{'[0]' * 100_000}", error.json_path
    end

    check.call
    Thread.new(&check).join
    Fiber.new(&check).resume
  end

  def test_a_wide_indent_is_written_at_each_depth
    tree = 120.times.inject(1) { |inner, _| [inner] }
    text = Jacinth.generate(tree, max_nesting: 0, indent: " " * 1000, array_nl: "\n")

    assert_equal (1000 * 120 * 121 / 2) + (1000 * 119 * 120 / 2), text.count(" ")
    pipe = Pipe.new
    Jacinth.dump(tree, pipe, nil, max_nesting: 0, indent: " " * 1000, array_nl: "\n")

    assert_equal text, pipe.text
  end

  def test_a_cycle_through_to_json_raises
    hash = {}
    hash["self"] = with_to_json { |state| Jacinth.generate(hash, state) }

    assert_raises(Jacinth::NestingError) { Jacinth.generate(hash) }
  end

  def test_as_json_and_sort_keys_can_change_what_is_written
    array = [1r, 2, 3]

    assert_equal '["cleared"]', Jacinth::Coder.new { array.clear; "cleared" }.dump(array)
    hash = { "b" => { "c" => 1 }, "a" => 2 }
    sort = ->(given) { given.dup.tap { given.clear; GC.start } }

    assert_equal '{"b":{"c":1},"a":2}', Jacinth.generate(hash, sort_keys: sort)
  end

  def test_a_tree_without_other_references_survives_collections
    make = lambda {
      Array.new(50) do |i|
        [with_to_json do
          GC.start if (i % 10).zero?; "x" * 50
        end, "s" * i, { "k#{i}" => [i.to_s * 9] }]
      end
    }
    expected = Jacinth.generate(make.call)
    outer = with_to_json { |state| Jacinth.generate(make.call, state) }

    assert_equal "[#{expected}]", Jacinth.generate([outer])
  end
end
