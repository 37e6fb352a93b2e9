# frozen_string_literal: true

require_relative "support"
require "timeout"

# Code that runs meanwhile, the GC, interrupts, Ractors.
class StreamHostileTest < Minitest::Test
  include StreamSupport

  LINES = Array.new(40) { |i| "{\"id\": #{i}, \"te\\u00e9xt\": [\"é#{'x' * i}\", #{i}.5, null], \"n\": {}}\n" }.join.freeze
  VALUES = LINES.lines.map { |line| Jacinth.parse(line) }.freeze
  ARRAY = "{\"skip\": [#{LINES.lines.join(',')}], \"items\": [#{LINES.lines.join(',')}]}".freeze

  def read_all(size)
    [Jacinth.each(pieces(LINES, size)).to_a, Jacinth.each(pieces(LINES, size), format: :lines).to_a,
     Jacinth.each(pieces(ARRAY, size), at: "/items/*").to_a, built(pieces(LINES, size))]
  end

  def test_streams_are_read_under_gc_stress
    lines = LINES.lines.first(2).join
    expected = VALUES.first(2)
    type = Jacinth::Type[{ id: Integer, "n" => {} }]
    with_gc_stress do
      assert_equal expected, Jacinth.each(pieces(lines, 50)).to_a
      assert_equal expected, Jacinth.each(pieces("[#{lines.sub("}\n{", "},{")}]", 50), at: "/*").to_a
      assert_equal expected, built(pieces(lines, 50))
      assert_equal([0, 1], Jacinth.each(pieces(lines, 50), into: type).map { |value| value[:id] })
      assert_equal expected, Jacinth.each(pieces("[x\n#{lines}", 50), format: :lines, on_error: ->(*) { GC.start }).to_a
    end
  end

  def test_streams_are_read_while_objects_move
    with_auto_compaction do
      scaled(5).times do
        compact!
        read_all(97).each { |values| assert_equal VALUES, values }
      end
      found = []
      enums = [Jacinth.each(pieces(LINES, 333)), Jacinth.each(pieces(ARRAY, 333), at: "/items/*")]
      VALUES.size.times do |i|
        found << enums.map(&:next)
        compact! if i % 20 == 10
      end

      assert_equal VALUES.zip(VALUES), found
      parts = Jacinth.each(pieces(LINES, 333), only: ["/id", "/n"])
      typed = Jacinth.each(pieces(LINES, 333), into: Jacinth::Type[{ "id" => Integer, "n" => {} }])
      VALUES.each_with_index do |value, i|
        compact! if i % 20 == 10

        assert_equal [{ "id" => value["id"], "n" => {} }, { "id" => i, "n" => {} }], [parts.next, typed.next]
      end
    end
  end

  def test_a_collection_in_the_block_does_no_harm
    values = Jacinth.each(pieces(LINES, 333)).map { |value| value.tap { GC.start } }

    assert_equal VALUES, values
  end

  def test_the_block_can_raise_throw_and_parse
    outer = []
    Jacinth.each(LINES) do |value|
      outer << value
      next unless value["id"] == 3

      Jacinth.each(LINES) { |inner| break if inner["id"] == 5 }
      assert_raises(NoMethodError) { Jacinth.each(LINES, at: "/te\u00e9xt/*", &:no_such_method) }
      catch(:done) { Jacinth.events(LINES, Object.new.tap { |h| h.define_singleton_method(:key) { |_| throw :done } }) }
      Fiber.new { Jacinth.each(LINES).next }.resume
      Jacinth.parse(ARRAY)
    end

    assert_equal VALUES, outer
  end

  def test_many_streams_are_read_at_once
    enums = Array.new(5) { |i| Jacinth.each(pieces(LINES, i + 1)) }
    rows = VALUES.map { enums.map(&:next) }

    rows.each_with_index { |row, i| row.each { |value| assert_equal VALUES[i], value } }
    threads = Array.new(4) { |i| Thread.new { Array.new(10) { read_all(i + 30) } } }
    threads.each { |thread| thread.value.flatten(1).each { |values| assert_equal VALUES, values } }
  end

  # Text without an end.
  class Endless
    def initialize(first, piece)
      @first = first
      @piece = piece
    end

    def readpartial(_size)
      first, @first = @first, nil
      first || @piece
    end
  end

  def test_an_endless_stream_can_be_interrupted
    object = Object.new
    { lines: ["[1]\n", {}], bad: ["x\n" * 1000, { on_error: :skip }], open: [("[1]," * 1000).to_s, { at: "/none/*" }, '{"a": ['],
      string: ["x" * 50_000, { on_error: :skip }, "z"], space: [" " * 50_000, {}] }.each do |name, (piece, options, first)|
      assert_raises(Timeout::Error, name) do
        Timeout.timeout(0.05) { Jacinth.each(Endless.new(first || piece, piece), **options) { nil } }
      end
    end
    assert_raises(Timeout::Error) { Timeout.timeout(0.05) { Jacinth.events(Endless.new("[", "[1],"), object) } }
    thread = Thread.new { Jacinth.each(Endless.new("", "[1]\n")) { nil } }
    sleep 0.01
    thread.kill.join

    assert_equal [[1]], Jacinth.each("[1]").to_a
  end

  def test_streams_are_read_in_a_ractor
    assert_equal "[[1], [2]]", ractors!(<<~'RUBY')
      require "jacinth"
      print Ractor.new { [Jacinth.each("[1]\n[2]").to_a, Jacinth.each("[[3]]", at: "/0").to_a][0] }.value.inspect
    RUBY
  end

  def test_a_source_that_returns_no_string_raises
    [nil, 1, :text].product(%i[readpartial read]).each do |answer, method|
      source = Object.new.tap { |object| object.define_singleton_method(method) { |_| answer } }
      next assert_empty Jacinth.each(source).to_a if answer.nil?

      assert_raises(TypeError) { Jacinth.each(source).to_a }
    end
    source = Object.new.tap { |object| object.define_singleton_method(:read) { |_| raise IOError, "gone" } }
    assert_raises(IOError) { Jacinth.each(source).to_a }
  end

  # The block of the source's `each` is called again while a value is yielded.
  def test_text_that_is_given_inside_the_block_is_read_next
    lines = Array.new(2000) { |i| "{\"id\": #{i}}\n" }
    type = Jacinth::Type[{ "id" => Integer }]
    [{}, { format: :lines }, { only: "/id" }, { at: "/id" }, { into: type }].each do |options|
      source = Object.new
      give = nil
      source.define_singleton_method(:each) { |&block| (give = block).call(lines.first(5).join) }
      ids = []
      Jacinth.each(source, **options) do |value|
        ids << (value.is_a?(Hash) ? value["id"] : value)
        throw :enough if ids.size == 3
        catch(:enough) { give.call(lines.drop(5).join) } if ids.size == 2
      end

      assert_equal [*0...2000], ids, options.inspect
    end
  end

  # The text that is read changes after it was given.
  def test_chunks_changed_after_they_were_given_do_no_harm
    piece = +""
    source = Enumerator.new { |out| LINES.each_char { |char| out << piece.replace(char) } }

    assert_equal VALUES, Jacinth.each(source).to_a
    buffer = +""
    source = Enumerator.new do |out|
      pieces(LINES, 1000).each { |text| out << buffer.replace(text) and buffer.replace("x" * 5000) }
    end

    assert_equal VALUES, Jacinth.each(source).to_a
  end

  def test_a_second_return_into_the_block_does_no_harm
    printed = ruby!(<<~RUBY)
      Warning[:deprecated] = false
      $VERBOSE = nil
      require "continuation"
      require "jacinth"
      saved = nil
      seen = []
      again = 0
      begin
        Jacinth.each("[1] [2] [3]") { |v| seen << v; callcc { |c| saved ||= c } }
      rescue RuntimeError => e
        seen << e.class
      end
      (again += 1) < 3 && saved.call
      puts seen.size
      handler = Object.new
      saved = nil
      again = 0
      handler.define_singleton_method(:value) { |v| callcc { |c| saved ||= c } }
      begin
        Jacinth.events("[1, [2], 3]", handler)
      rescue RuntimeError => e
        puts e.message
      end
      100.times { Jacinth.parse("[[1]]") }
      (again += 1) < 3 && saved.call
    RUBY
    assert_match(/\A\d+\n(a continuation returned into a call that has gone on since\n){2}\z/, printed)
  end
end
