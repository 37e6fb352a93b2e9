# frozen_string_literal: true

require_relative "support"

class ParserConcurrencyTest < Minitest::Test
  def sources
    Array.new(8) do |i|
      JSON.generate(Array.new(50) { |j| { "id" => j, "k#{i}" => "v#{j}", "n" => [i, { "x" => j }] } })
    end
  end

  def test_threads_parse_at_once_with_the_results_of_json
    expected = sources.map { |source| JSON.parse(source) }
    results = sources.map { |source| Thread.new { Array.new(100) { Jacinth.parse(source) }.uniq } }.map(&:value)

    assert_equal(expected.map { |value| [value] }, results)
  end

  def test_threads_that_switch_in_callbacks_get_their_own_documents
    hook = ->(value) { Thread.pass && value }
    hook = ->(value) { value.tap { Thread.pass } } unless hook.call(1) == 1
    expected = sources.map { |source| JSON.parse(source) }
    results = sources.map do |source|
      Thread.new do
        Array.new(3) do
          Jacinth.parse(source, on_load: hook)
        end.uniq
      end
    end.map(&:value)

    assert_equal(expected.map { |value| [value] }, results)
  end

  def test_a_thread_killed_in_a_callback_does_no_harm
    20.times do
      thread = Thread.new { Jacinth.parse("[1,[2,[3]]]", on_load: ->(_) { sleep }) }
      Thread.pass until thread.stop?
      thread.kill.join

      assert_equal [1, [2, [3]]], Jacinth.parse("[1,[2,[3]]]")
    end
  end

  RACTORS = <<~'RUBY'
    require "jacinth"
    rows = Array.new(100) { |i| { "id" => i, "name" => "n#{i}", "tags" => [1.5, nil, { "deep" => true }] } }
    text = Jacinth.generate(rows).freeze
    ractors = Array.new(4) do |n|
      Ractor.new(text, n) do |source, i|
        mine = source.gsub("name", "name#{i}")
        values = Array.new(50) { Jacinth.parse(source); Jacinth.parse(mine, symbolize_names: true) }
        reader = Jacinth::ResumableParser.new
        source.each_char { |char| reader << char }
        reader.parse
        begin
          Jacinth.parse("[1,")
        rescue Jacinth::ParserError => e
          raise unless e.line == 1
        end
        [values.uniq.size, values[0][7][:"name#{i}"], reader.value == Jacinth.parse(source)]
      end
    end
    GC.start
    p ractors.map(&:value)
  RUBY

  def test_ractors_that_parse_at_once_get_their_own_documents
    expected = [[1, "n7", true]] * 4

    assert_equal "#{expected.inspect}\n", ractors!(RACTORS)
  end
end
