# frozen_string_literal: true

require_relative "support"
require "timeout"

# Calls that go over a long text let other threads run, which may end them.
class InterruptTest < Minitest::Test
  include DocumentSupport

  SIZE = 6_000_000
  RECORDS = "[#{'{"id": 1, "name": "some text", "list": [1.5, null]},' * (SIZE / 50)}1]".freeze
  # Most of each text is one thing: an array, a string, white space, digits ...
  LONG = {
    records: RECORDS,
    integers: "[#{'1,' * (SIZE / 2)}1]",
    nested: "#{'[' * (SIZE / 2)}#{']' * (SIZE / 2)}",
    string: "[\"#{'x' * SIZE * 4}\"]",
    escapes: "[\"#{'\\n' * (SIZE / 2)}\"]",
    surrogates: "[\"#{'\\ud83d\\ude02' * (SIZE / 12)}\"]",
    umlauts: "[\"#{'ä' * SIZE}\"]",
    keys: "{#{Array.new(SIZE / 20) { |i| "\"key #{i}\":0" }.join(',')}}"
  }.each_value(&:freeze).freeze

  # A thread repeats the call until it is killed. Afterwards, the call still has the same
  # result.
  def assert_goes_on(note = nil)
    expected = yield
    calls = 0
    thread = Thread.new { loop { yield && calls += 1 } }
    Thread.pass until calls.positive?
    thread.kill

    assert thread.join(60), "not interrupted: #{note}"
    assert_equal expected, yield, note
  end

  def test_valid_can_be_interrupted
    LONG.each do |name, text|
      assert Jacinth.valid?(text, max_nesting: 0), name
      assert_goes_on(name) { Jacinth.valid?(text, max_nesting: 0, validate_encoding: true) }
    end
    text = "[[#{'/* * */' * (SIZE / 8)}1],2]"
    assert_goes_on { Jacinth.valid?(text, allow_comments: true) }
    assert_goes_on { Jacinth.at(text, "/1", allow_comments: true) }
  end

  def test_documents_continue_after_an_interrupt
    doc = Jacinth::Document.new(RECORDS)
    assert_goes_on { Jacinth.at(RECORDS, "/#{SIZE / 50}") }
    assert_goes_on { [doc.exist?("/*/none"), doc.values_at("/*/none", "/1/id"), doc.size] }
    assert_goes_on { Jacinth::Document.new(LONG[:keys]).keys.size }
    assert_goes_on { Jacinth.parse(RECORDS, only: "/1/id") }
    assert_goes_on { Jacinth.reformat(RECORDS, sort_keys: true, pretty: false).size }
    assert_equal 1, doc[-1].value
  end

  # Each element is looked at, and is short: the walk itself has to look up.
  def test_selections_of_many_members_can_be_interrupted
    numbers = "[#{'1,' * 40_000_000}1]"
    objects = "[#{'{"a":1},' * 10_000_000}1]"
    [[numbers, "/*/x"], [numbers, "/*"], [objects, "/*/a"], [objects, "/*/b"]].each do |text, pointer|
      assert_raises(Timeout::Error, pointer) { Timeout.timeout(0.02) { Jacinth.parse(text, only: pointer) } }
      assert_raises(Timeout::Error, pointer) { Timeout.timeout(0.02) { Jacinth.at(text, pointer) } }
    end
  end

  def test_an_error_is_the_same_after_an_interrupt
    text = "[#{RECORDS}, x]"
    assert_goes_on do
      Jacinth.at(text, "/1")
    rescue Jacinth::ParserError => e
      [e.message, e.pointer]
    end
  end

  def test_types_can_be_interrupted
    type = Jacinth::Type
    records = type[[type.union({ id: Integer, list: [type.optional(Float)] }, Integer)]]
    text = "{\"b\": #{RECORDS}, \"a\": 1}"
    assert_goes_on { records.load(RECORDS).size }
    assert_goes_on { type[{ a: Integer }].load(text) }
  end

  def test_a_text_changed_by_another_thread_does_no_harm
    type = Jacinth::Type[[Object]]
    calls = [->(text) { Jacinth.valid?(text) ? RECORDS : "" }, ->(text) { Jacinth.reformat(text, pretty: false); RECORDS },
             ->(text) { type.load(text) && RECORDS }, ->(text) { Jacinth.at(text, "/1/id") && RECORDS }]
    calls.each do |call|
      text = nil
      stop = false
      vandal = Thread.new { text&.replace("[" * 100) until stop }
      3.times do
        text = +RECORDS
        assert_includes [RECORDS, ""], call.call(text)
      rescue Jacinth::ParserError => e
        assert_operator e.column, :<=, 102 # of what the thread wrote before
      end
      stop = true
      vandal.join
    end
  end

  # Each document ends before the parser checks interrupts. The threads of Timeout take turns with
  # this one twice, after 100 ms each, before they can interrupt it.
  def test_many_small_documents_without_a_result_can_be_interrupted
    skip_in_debug_build
    texts = ["[1]\n" * 5_000_000] * 5
    [-> { Jacinth.events(texts, Object.new) }, -> { Jacinth.each(texts, at: "/x") { nil } }].each do |call|
      assert_raises(Timeout::Error) { Timeout.timeout(0.02) { call.call } }
    end
  end
end
