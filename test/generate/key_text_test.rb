# frozen_string_literal: true

require_relative "support"

# Methods that return the text of keys: which are called, how often, and that no text
# is used twice.
class KeyTextTest < GeneratorTest
  # Its to_s is of its own class, so its to_json has a say.
  class Said < String
    def to_s = self
    def to_json(*) = '"said"'
  end

  # Its to_s is of its own class, which has no to_json.
  class Plain < String
    def to_s = self
  end

  # An object whose text is such a String.
  class Holder
    def initialize(text) = @text = text
    def to_s = @text
  end

  # Tells another text each time.
  class Counter
    def initialize = @count = 0
    def to_s = "text #{@count += 1}"
  end

  FILL = Array.new(12) { |i| { "key#{i}" => i } }.freeze

  # Symbols of a program's text are numbers; those that to_sym makes, objects.
  def self.literal(encoding, text)
    eval("# encoding: #{encoding}\n:\"#{text}\"".b) # rubocop:disable Security/Eval
  end
  SJIS = literal("Shift_JIS", '\x93\xFA')
  BINARY = literal("BINARY", '\xFF\xFE key')

  def test_the_text_of_a_symbol_in_one_coder_is_not_used_by_the_next
    calls = []
    coder = Jacinth::Coder.new { |object, is_key| calls << [object, is_key]; "POISON" }
    2.times { assert_equal '{"POISON":1}', coder.dump({ SJIS => 1 }) }

    assert_equal [[SJIS.to_s, false]] * 2, calls
    assert_equal '{"日":1}', Jacinth.generate({ SJIS => 1 })
    assert_equal '{"POISON":1}', coder.dump({ SJIS => 1 })
    assert_equal 3, calls.size
  end

  def test_a_symbol_that_is_not_utf8_raises_each_time
    coder = Jacinth::Coder.new { "mine" }

    2.times do
      assert_equal '{"mine":1}', coder.dump({ BINARY => 1 })
      assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ BINARY => 1 }) }
      assert_raises(Jacinth::GeneratorError) { Jacinth.generate([*FILL, { BINARY => 1 }, { BINARY => 1 }]) }
    end
  end

  # As often as json calls it: for each occurrence.
  def test_to_s_is_called_for_each_occurrence_of_a_key
    key = Counter.new
    rows = [*FILL, { key => 1 }, { key => 2 }, [{ key => 3 }]]
    texts = Jacinth.parse(Jacinth.generate(rows)).last(3).flatten.map { |row| row.keys.first }

    assert_equal ["text 1", "text 2", "text 3"], texts
    texts = Jacinth.parse(Jacinth.pretty_generate(rows)).last(3).flatten.map { |row| row.keys.first }

    assert_equal ["text 4", "text 5", "text 6"], texts
    count = 0
    coder = Jacinth::Coder.new { |*| "answer #{count += 1}" }

    assert_equal '[{"answer 1":1},{"answer 2":1},{"answer 3":1}]',
                 coder.dump([*FILL, *[{ 1 => 1 }] * 3]).sub(/\A\[.*"key11":11\},/m, "[")
  end

  def test_a_redefined_to_s_of_integer_writes_keys
    rows = [*FILL, *[{ 1 => 2, -7 => 3 }] * 3]

    assert_equal Jacinth.generate(rows), Jacinth.generate(Jacinth.parse(Jacinth.generate(rows)))
    text = ruby!(<<~RUBY)
      require "jacinth"
      fill = Array.new(12) { |i| { "key\#{i}" => i } }
      Jacinth.generate([*fill, { 1 => 1 }])
      class Integer
        alias plain to_s
        def to_s(*given) = "<\#{plain(*given)}>"
      end
      print Jacinth.generate({ 1 => 1 })
    RUBY

    assert_equal '{"<1>":1}', text
  end

  def test_a_to_json_of_the_text_of_a_key_is_called
    singular = +"singular"
    singular.define_singleton_method(:to_json) { |*| '"own"' }
    by_identity = {}.compare_by_identity
    by_identity[singular] = 1

    [
      [{ Said.new("raw") => 1 }, '{"said":1}'], [{ Holder.new(Said.new("raw")) => 1 }, '{"said":1}'],
      [{ Plain.new("raw") => 1 }, '{"raw":1}'], [{ Holder.new(Plain.new("r\n")) => 1 }, '{"r\n":1}'],
      [by_identity, '{"own":1}'], [{ Plain.new("\xE9".dup.force_encoding("ISO-8859-1")) => 1 }, '{"é":1}']
    ].each do |hash, expected|
      assert_generates expected, hash
      assert_equal "[#{expected},#{expected}]", Jacinth.generate([hash, hash])
      assert_equal expected.sub(":", ": ").sub("{", "{\n  ").sub("}", "\n}"), Jacinth.pretty_generate(hash)
      assert_equal expected, Jacinth.dump(hash, Pipe.new).text
    end
  end

  def test_an_exception_of_the_to_json_of_a_key_passes_through
    bad = Class.new(Plain) { def to_json(*) = raise("mine") }.new("raw")
    nan = Class.new(Plain) { def to_json(state, *) = Jacinth.generate([Float::NAN], state) }.new("raw")
    none = Class.new(Plain) { def to_json(*) = nil }.new("raw")

    assert_equal("mine", assert_raises(RuntimeError) { Jacinth.generate([{ bad => 1 }]) }.message)
    assert_raises(TypeError) { Jacinth.generate([{ none => 1 }]) }
    [[{ nan => 1 }], [WithToJSON.new, { nan => 1 }]].each do |tree|
      error = assert_raises(Jacinth::GeneratorError) { Jacinth.generate(tree) }

      assert error.json_path.start_with?("$[#{tree.size - 1}]"), error.json_path
    end
  end

  def test_strict_mode_passes_keys_to_as_json
    assert_generator_error("#{Said} not allowed in JSON") { Jacinth.generate({ Said.new("raw") => 1 }, strict: true) }
    answers = { "text" => '{"text":1}', :symbol => '{"symbol":1}', Jacinth::Fragment.new('"f"') => '{"f":1}' }
    answers.each do |answer, expected|
      assert_equal expected, Jacinth::Coder.new { answer }.dump({ Said.new("raw") => 1 })
      coder = Jacinth::Coder.new { |_, is_key| is_key ? Said.new("key") : answer }

      assert_equal expected, coder.dump({ 1..2 => 1 })
    end
    [5, [1], nil].each do |answer|
      coder = Jacinth::Coder.new { answer }

      assert_generator_error("#{answer.class} not allowed as object key in JSON") { coder.dump({ Said.new("k") => 1 }) }
    end
    again = Jacinth::Coder.new { Said.new("again") }

    assert_generator_error("#{Said} not allowed in JSON") { again.dump({ Said.new("k") => 1 }) }
  end

  def test_two_keys_for_which_as_json_returns_the_same_text_raise
    keys = Array.new(2) { Holder.new("q") }
    string = Jacinth::Coder.new { |object, _| object.to_s }
    symbol = Jacinth::Coder.new { |object, _| object.to_s.to_sym }
    twice = { keys[0] => 2, keys[1] => 3 }

    [[string, { nil => 1, **twice }], [string, twice], [symbol, { "z" => 1, **twice }], [symbol, twice]].each do |coder, hash|
      error = assert_raises(Jacinth::GeneratorError) { coder.dump([hash]) }

      assert error.message.start_with?("detected duplicate key \"q\" in {"), error.message
    end
    assert_equal '{"z":1,"q":2,"q":3}', string.dump({ "z" => 1, **twice }) # as json: the first is a String
    free = Jacinth::Coder.new(allow_duplicate_key: true) { |object, _| object.to_s }

    assert_equal '{"":1,"q":2,"q":3}', free.dump({ nil => 1, **twice })
  end

  def test_random_keys_are_written_as_by_json
    keys = [Said.new("a"), Plain.new("b"), Holder.new("c"), Holder.new(Said.new("d")), nil, 1, 2.5, :e, "f", SJIS]
    random = seeded
    with_json do
      scaled(200).times do
        hash = keys.sample(random.rand(1..5), random: random).to_h { |key| [key, 1] }
        [{}, { strict: true }, { sort_keys: ->(h) { h.to_a.reverse.to_h } }].each do |options|
          assert_equal outcome { json.generate(hash, options) }, outcome { Jacinth.generate(hash, options) }, seed_note
        end
      end
    end
  end

  def outcome
    yield
  rescue StandardError => e
    [e.class.name.split("::").last, e.message]
  end
end
