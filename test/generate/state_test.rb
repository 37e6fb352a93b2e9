# frozen_string_literal: true

require_relative "support"
require "stringio"

class StateTest < GeneratorTest
  State = Jacinth::State
  DEFAULTS = {
    indent: "", space: "", space_before: "", object_nl: "", array_nl: "", as_json: false, allow_nan: false,
    ascii_only: false, max_nesting: 100, script_safe: false, strict: false, depth: 0, buffer_initial_length: 1024,
    sort_keys: false, rfc8785: false, allow_duplicate_key: false
  }.freeze
  SET = {
    indent: "\t", space: " ", space_before: "_", object_nl: "\n", array_nl: "\r\n", allow_nan: true, ascii_only: true,
    max_nesting: 7, script_safe: true, strict: true, depth: 2, buffer_initial_length: 99, rfc8785: true
  }.freeze
  # The options that json does not have. A State has them in to_h only if they are set.
  OURS = { html_safe: true, enumerators: :array, safe_integers: :raise, invalid: :replace, omit_nil: true, omit_empty: true,
           width: 72 }.freeze
  ALL = { **SET, **OURS }.freeze
  READERS = ALL.keys.to_h { |name| [name, name] }
               .merge(%i[allow_nan ascii_only rfc8785 omit_nil omit_empty html_safe].to_h { |name| [name, :"#{name}?"] }).freeze

  def test_a_new_state_has_the_defaults_of_json
    assert_equal DEFAULTS, State.new.to_h
    assert_equal DEFAULTS, State.new(nil).to_hash
    assert_equal DEFAULTS, State.new({}).to_h
    assert_equal DEFAULTS.keys, State.new.to_h.keys
    assert_predicate State.new.indent, :frozen?
  end

  def test_every_setter_returns_its_argument_and_sets
    ALL.each do |name, value|
      state = State.new

      assert_same value, state.public_send(:"#{name}=", value), name
      assert_equal value, state.public_send(READERS[name]), name
      assert_equal DEFAULTS.merge(name => value), state.to_h
      assert_equal state.to_h, State.new(name => value).to_h
    end
  end

  def test_nil_and_false_unset_the_options_that_json_lacks
    OURS.each do |name, value|
      unset = value == true ? false : nil

      assert_same unset, State.new.public_send(READERS[name]), name
      [nil, unset].each do |given|
        state = State.new(name => value)
        state.public_send(:"#{name}=", given)

        assert_same unset, state.public_send(READERS[name]), name
        assert_equal DEFAULTS, state.to_h, name
      end
    end
  end

  def test_setters_called_by_send_return_ruby_objects
    state = State.new

    assert_nil state.send(:max_nesting=, nil)
    assert_equal 0, state.max_nesting
    assert_equal 5, state.public_send(:max_nesting=, 5)
    assert_nil state.send(:indent=, nil)
    assert_equal "x", state.send(:ascii_only=, "x")
    assert_same true, state.ascii_only?
  end

  def test_predicates_return_the_flags
    state = State.new(script_safe: true, strict: true)

    assert_equal [true, true, true], [state.script_safe?, state.strict?, state.check_circular?]
    assert_equal [true, true], [state.script_safe, state.strict]
    state.max_nesting = 0

    refute_predicate state, :check_circular?
  end

  def test_sort_keys_and_as_json_take_procs
    state = State.new
    sort = ->(hash) { hash }
    convert = ->(object, _) { object }

    assert_same sort, (state.sort_keys = sort)
    assert_same convert, (state.as_json = convert)
    assert_equal [sort, convert], [state.sort_keys, state.as_json]
    state.sort_keys = true

    assert_instance_of Proc, state.sort_keys
    state.as_json = :itself

    assert_instance_of Proc, state.as_json
    assert_equal "as_json must be a Proc", assert_raises(TypeError) { state.as_json = 1 }.message
    assert_equal "as_json must be a Proc", assert_raises(TypeError) { State.new(as_json: 1) }.message
    refute State.new(as_json: nil).as_json
    assert_raises(TypeError) { state.sort_keys = 1 }
  end

  def test_setters_refuse_values_of_other_classes
    state = State.new

    assert_raises(TypeError) { state.indent = 1 }
    assert_raises(TypeError) { state.max_nesting = "1" }
    assert_raises(ArgumentError) { state.depth = -1 }
    assert_raises(TypeError) { state.buffer_initial_length = nil }
    assert_equal DEFAULTS, state.to_h
  end

  def test_from_state_returns_a_state_for_anything
    state = State.new(indent: " ")

    assert_same state, State.from_state(state)
    assert_equal "\t", State.from_state({ indent: "\t" }).indent
    [nil, 1, "x"].each { |other| assert_equal DEFAULTS, State.from_state(other).to_h }
    assert_raises(ArgumentError) { State.from_state({ foo: 1 }) }
  end

  def test_configure_merges_options_states_and_hashes
    state = State.new(space: " ")
    hashlike = Object.new
    hashlike.define_singleton_method(:to_hash) { { object_nl: "\n" } }

    assert_same state, state.configure(indent: "\t")
    assert_same state, state.merge(State.new(array_nl: "\n"))
    assert_same state, state.configure(hashlike)
    assert_equal ["", "\n", "\n"], [state.indent, state.array_nl, state.object_nl]
    assert_raises(TypeError) { state.configure(1) }
    assert_raises(ArgumentError) { state.configure(foo: 1) }
  end

  def test_generate_no_fallback_writes_as_generate
    object = [1, { "a" => [nil, "é"] }]
    io = StringIO.new

    assert_equal Jacinth.generate(object), Jacinth::State.new._generate_no_fallback(object)
    assert_equal Jacinth.generate(object), Jacinth::State._generate_no_fallback(object, nil, nil)
    assert_same io, Jacinth::State.new._generate_no_fallback(object, io)
    assert_equal Jacinth.generate(object), io.string.force_encoding(Encoding::UTF_8)
  end

  def test_generate_returns_the_text_or_the_io
    state = State.new(space: " ")
    io = StringIO.new

    assert_equal '{"a": 1}', state.generate({ "a" => 1 })
    assert_same io, state.generate({ "a" => 1 }, io)
    assert_equal '{"a": 1}', io.string
    assert_equal "1", state.generate(1, nil)
    assert_raises(ArgumentError) { state.generate }
  end

  def test_generate_leaves_the_state_alone
    state = State.new(depth: 1, indent: " ")
    before = state.to_h
    seen = nil
    changing = with_to_json { |given| (seen = given).indent = "changed"; "0" }

    assert_equal "[  0,  1]", state.generate([changing, 1]).gsub("changed" * 2, "  ")
    assert_equal before, state.to_h
    refute_same state, seen
    assert_raises(Jacinth::GeneratorError) { state.generate([Float::NAN]) }
    assert_equal before, state.to_h
  end

  def test_a_frozen_state_generates_and_refuses_setters
    state = State.new(strict: true, space: " ").freeze

    assert_equal '{"a": 1}', state.generate({ "a" => 1 })
    assert_equal "[1]", State.new.freeze.generate([with_to_json("1")])
    assert_predicate state, :frozen?
    ALL.each { |name, value| assert_raises(FrozenError) { state.public_send(:"#{name}=", value) } }
    assert_raises(FrozenError) { state.configure(space: "") }
    assert_raises(FrozenError) { state.sort_keys = true }
    assert_raises(FrozenError) { state.as_json = :to_s }
    assert_predicate state.clone, :frozen?
    refute_predicate state.dup, :frozen?
  end

  def test_dup_is_another_state
    state = State.new(space: " ", indent: "\t")
    copy = state.dup
    copy.space = ""

    assert_equal [" ", "", "\t"], [state.space, copy.space, copy.indent]
  end

  def test_a_subclass_generates_and_stays_its_class
    type = Class.new(State) { def shout = "!" }
    state = type.new(space: " ")

    assert_instance_of type, type.from_state({ indent: "" })
    [nil, 1, State.new].each { |other| assert_instance_of State, type.from_state(other) }
    assert_instance_of type, state.dup
    assert_equal '{"a": 1}', Jacinth.generate({ "a" => 1 }, state)
    assert_equal '{"a": 1}', state.generate({ "a" => 1 })
  end

  # Jacinth.generate leaves it to the State where its class, or the object itself, has a generate of its own.
  def test_an_overridden_generate_is_called
    type = Class.new(State) { def generate(object, io = nil) = "<#{super}>" }
    one = State.new(space: " ")
    one.define_singleton_method(:generate) { |object| "[#{object}]" }
    hidden = Class.new(State) { private :generate }.new

    assert_equal ["<1>", "[1]"], [Jacinth.generate(1, type.new), Jacinth.generate(1, one)]
    assert_equal ["<1>", "[1]"], [Jacinth.pretty_generate(1, type.new), Jacinth.pretty_generate(1, one)]
    assert_raises(NoMethodError) { Jacinth.generate(1, hidden) }
    assert_equal '{"a": 1}', Jacinth.generate({ "a" => 1 }, State.new(space: " ").tap(&:singleton_class))
  end

  def test_a_state_can_be_the_options
    state = State.new(array_nl: "\n")

    assert_equal "[\n1\n]", Jacinth.generate([1], state)
    assert_equal "[\n1\n]", Jacinth.generate([1], state)
  end

  def test_rfc8785_refuses_formatting_options
    %i[indent space space_before object_nl array_nl].each do |name|
      assert_error(ArgumentError, "#{name} cannot be used with rfc8785") { State.new(rfc8785: true, name => " ") }
    end
    %i[ascii_only script_safe allow_nan].each do |name|
      assert_error(ArgumentError, "#{name} cannot be used with rfc8785") { State.new(rfc8785: true, name => true) }
    end
    state = State.new(rfc8785: true)
    state.indent = " "
    assert_raises(ArgumentError) { state.generate(1) }
  end

  def test_an_allocated_state_has_the_defaults
    assert_equal DEFAULTS, State.allocate.to_h
    assert_raises(TypeError) { State.new.send(:initialize_copy, Object.new) }
  end

  # Freezes the State that it becomes an option of.
  class Freezing
    def initialize(state) = @state = state
    def to_int = @state.freeze && 7
    def to_proc = @state.freeze && ->(object, _) { object }
  end

  def test_a_state_frozen_by_a_conversion_of_its_option_is_not_changed
    defaults = Jacinth::State.new.to_h
    %i[max_nesting depth as_json].each do |name|
      [->(state, value) { state.public_send(:"#{name}=", value) },
       ->(state, value) { state.configure(name => value, space: " ") }].each do |set|
        state = Jacinth::State.new

        assert_raises(FrozenError) { set.call(state, Freezing.new(state)) }
        assert_equal defaults, state.to_h
      end
    end
  end

  def test_a_state_moved_by_a_conversion_gets_the_option
    skip "this Ruby does not move objects" unless compaction?

    mover = Object.new
    mover.define_singleton_method(:to_int) { GC.compact && 9 }
    states = Array.new(40) { [Jacinth::State.new, +"garbage"].first }
    states.each do |state|
      state.max_nesting = mover
      state.configure(depth: mover)
    end

    assert_equal [[9, 9]], states.map { |state| [state.max_nesting, state.depth] }.uniq
  end

  def test_a_huge_initial_length_does_not_allocate_it
    long = ["text" * 1000]
    skip "2**40 is no small Integer here" if 1.size < 8

    assert_equal Jacinth.generate(long), Jacinth.generate(long, buffer_initial_length: 2**40)
    assert_equal 2**60, Jacinth::State.new(buffer_initial_length: 2**60).buffer_initial_length
    assert_operator Jacinth.generate(long, buffer_initial_length: 2**60).bytesize, :>, 4000
  end
end
