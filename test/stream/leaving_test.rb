# frozen_string_literal: true

require_relative "../test_helper"

# Handlers and blocks that leave before the end of a document, at every event.
class StreamLeavingTest < Minitest::Test
  TEXT = '[{"a": [1, {"b": ["x", []]}], "c": {"d": [[], {}]}}, [[["y"]]], {"e": "z"}]'

  STREAM = Jacinth.const_get(:DocumentStream)

  # Raises at the event of this number; counts them.
  class Leaver
    attr_reader :count

    def initialize(leave)
      @leave = leave
      @count = 0
    end

    %i[start_document end_document start_object end_object start_array end_array key value].each do |event|
      define_method(event) do |*|
        @count += 1
        raise "out" if @count == @leave
      end
    end
  end

  def test_an_exception_of_every_event_leaves_nothing
    whole = Leaver.new(0)
    Jacinth.events(TEXT, whole)

    assert_operator whole.count, :>, 30
    [true, false].each do |duplicates|
      kept = (1..whole.count).map do |leave|
        assert_error(RuntimeError, "out") { Jacinth.events(TEXT, Leaver.new(leave), allow_duplicate_key: duplicates) }
        ObjectSpace.each_object(STREAM).to_a.tap { GC.start } # alive, and marked again
      end

      refute_empty kept.flatten
    end
    GC.start
  end

  def test_a_break_at_every_element_leaves_each
    found = Jacinth.each(TEXT, at: "/*").to_a

    assert_equal Jacinth.parse(TEXT), found
    (1..found.size).each do |leave|
      seen = 0
      Jacinth.each(TEXT, at: "/*") do
        GC.start
        break if (seen += 1) == leave
      end

      assert_equal leave, seen
    end
  end
end
