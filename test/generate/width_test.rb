# frozen_string_literal: true

require_relative "../test_helper"
require "stringio"

# width: short arrays and objects on one line.
class WidthTest < Minitest::Test
  PRETTY = { indent: "  ", space: " ", object_nl: "\n", array_nl: "\n" }.freeze

  # A simple implementation of width: a container's text is on one line if it fits from
  # its first column, including the comma after it; otherwise each member is formatted by
  # the same rule.
  class Reference
    attr_reader :text

    def initialize(value, options)
      @options = { space_before: "", space: "", indent: "", array_nl: "", object_nl: "", depth: 0 }.merge(options)
      @scalars = options.except(:indent, :array_nl, :object_nl, :space, :space_before, :depth, :width)
      @start = @options[:indent] * @options[:depth]
      @text = @start.dup
      write(value, @options[:depth], 0)
      @text = @text[@start.size..]
    end

    private

    def write(value, depth, comma)
      flat = flat(value)
      column = @text.size - (@text.rindex("\n") || -1) - 1
      fits = !flat.include?("\n") && column + flat.size + comma <= @options[:width]
      return @text << flat if fits || !container?(value)

      hash = value.is_a?(Hash)
      @text << (hash ? "{" : "[")
      value.each_with_index { |member, i| write_member(member, hash, depth + 1, i < value.size - 1) }
      line = @options[hash ? :object_nl : :array_nl]
      @text << line << (@options[:indent] * depth) unless line.empty?
      @text << (hash ? "}" : "]")
    end

    def write_member(member, hash, depth, comma)
      @text << @options[hash ? :object_nl : :array_nl] << (@options[:indent] * depth)
      @text << key(member[0]) if hash
      write(hash ? member[1] : member, depth, comma ? 1 : 0)
      @text << "," if comma
    end

    def flat(value)
      return Jacinth.generate(value, @scalars) unless container?(value)
      return "[#{value.map { |v| flat(v) }.join(",#{@options[:space]}")}]" if value.is_a?(Array)

      "{#{value.map { |k, v| key(k) + flat(v) }.join(",#{@options[:space]}")}}"
    end

    def key(key)
      "#{Jacinth.generate(key.to_s, @scalars)}#{@options[:space_before]}:#{@options[:space]}"
    end

    def container?(value) = (value.is_a?(Array) || value.is_a?(Hash)) && !value.empty?
  end

  KEYS = ["a", "b", :s, "é", "with \"", "a long key of more than thirty-two bytes", "</", "日本語"].freeze
  SCALARS = [0, -1, 2**80, 1.5, true, nil, "", "text", "é\u2028</script>", "日本語" * 5, "x" * 40, "y" * 200, :symbol,
             Jacinth::Fragment.new("[ 1 ]"), Jacinth::Fragment.new("[\n1\n]"), Jacinth::Fragment.new("\"é\"")].freeze
  OPTIONS = [
    PRETTY, { **PRETTY, indent: "\t" }, { array_nl: "\n" }, { object_nl: "\n", indent: " ", space: " " },
    { **PRETTY, object_nl: "\r\n", space_before: " " }, { **PRETTY, ascii_only: true },
    { **PRETTY, script_safe: true, html_safe: true },
    { **PRETTY, indent: "é " }, { **PRETTY, indent: "        " }, { **PRETTY, depth: 3 },
    { array_nl: "\n", object_nl: "\n\n", space: "" },
    { **PRETTY, indent: " " * 70 }, { **PRETTY, space: " " * 20 }
  ].freeze

  def each_case(count)
    random = Random.new(Integer(ENV.fetch("JACINTH_TEST_SEED", 23)))
    (count * Float(ENV.fetch("JACINTH_TEST_SCALE", 1))).ceil.times do
      options = { **OPTIONS.sample(random: random), width: [1, 5, 20, 40, 80, 200, 10**6].sample(random: random) }
      yield random_value(random, SCALARS, KEYS, 6), options, random
    end
  end

  def test_random_values_are_formatted_as_by_the_reference
    each_case(800) do |value, options|
      expected = Reference.new(value, options).text

      assert_equal expected, Jacinth.generate(value, options), options.inspect
      assert_equal expected, Jacinth.dump(value, StringIO.new, options).string
      text = Jacinth.generate(value, options)

      assert_equal [expected.ascii_only?, true], [text.ascii_only?, text.valid_encoding?]
    end
  end

  def test_every_method_formats_the_same_text
    each_case(200) do |value, options, random|
      expected = Reference.new(value, options).text

      assert_equal expected, Jacinth::State.new(options).generate(value)
      assert_equal expected, Jacinth::Coder.new(**options).dump(value)
      assert_equal expected, Jacinth::Coder.new(**options, types: { Range => :to_a }).dump(value)
      assert_equal expected, Jacinth::Type[Object].dump(value, **options)
      assert_equal expected, written(value, options, random)
      assert_equal expected, written(value, options, random, StringIO.new).string
    end
  end

  # Writes in parts of any size, of which some fail.
  def written(value, options, random, io = nil)
    writer = Jacinth::Writer.new(io, **options, chunk_size: random.rand(1..300))
    write(writer, value, random)
    writer.close
  end

  def write(writer, value, random)
    return writer.value(value) if random.rand(4) == 0 || !(value.is_a?(Array) || value.is_a?(Hash))

    value.is_a?(Hash) ? writer.object : writer.array
    value.each { |member| value.is_a?(Hash) ? write_pair(writer, member, random) : write_element(writer, member, random) }
    writer.end
  end

  def write_element(writer, element, random)
    fail_in(writer, :value) if random.rand(4) == 0
    write(writer, element, random)
  end

  def write_pair(writer, pair, random)
    fail_in(writer, :pair, "zz") if random.rand(4) == 0
    random.rand(2) == 0 ? writer.pair(*pair) : write(writer.key(pair[0]), pair[1], random)
  end

  def fail_in(writer, method, *key)
    bad = [[1, { "x" => [2] }], [[[[["a" * 90, 3]]]], Float::NAN]]
    assert_raises(Jacinth::GeneratorError) { writer.public_send(method, *key, bad) }
  end

  def test_types_format_as_the_reference
    point = Struct.new(:x, :y, :more)
    type = Jacinth::Type[[Jacinth::Type.of(point, x: Integer, y: [Float], more: Jacinth::Type.hash([String]))]]
    values = [point.new(1, [1.5] * 3, { "a" => [], "é" => %w[x y] }), point.new(2, [], {}),
              point.new(3, [0.1] * 30, { "z" => ["w" * 60] })]
    plain = values.map { |value| { "x" => value.x, "y" => value.y, "more" => value.more } }

    [1, 20, 40, 60, 80, 1000].each do |width|
      expected = Reference.new(plain, { **PRETTY, width: width }).text

      assert_equal expected, type.dump(values, pretty: true, width: width)
      assert_equal expected, type.dump(values, StringIO.new, pretty: true, width: width).string
      assert_equal expected, Jacinth::Coder.new(**PRETTY, width: width, types: { point => type_of(type) }).dump(values)
    end
  end

  def type_of(type) = Jacinth::Type.of(type.load('[{"x":1,"y":[],"more":{}}]')[0].class, x: Integer, y: [Float], more: Hash)

  def test_a_container_breaks_one_column_beyond_the_width
    value = { "a" => [1, 2], "b" => 3 }

    assert_equal "{\"a\": [1, 2], \"b\": 3}", Jacinth.pretty_generate(value, width: 21)
    assert_equal "{\n  \"a\": [1, 2],\n  \"b\": 3\n}", Jacinth.pretty_generate(value, width: 20)
    assert_equal "{\n  \"a\": [1, 2],\n  \"b\": 3\n}", Jacinth.pretty_generate(value, width: 14)
    assert_equal "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": 3\n}", Jacinth.pretty_generate(value, width: 13)
    assert_equal "[\"日本\", 1]", Jacinth.pretty_generate(["日本", 1], width: 9)
    assert_equal "[\n  \"日本\",\n  1\n]", Jacinth.pretty_generate(["日本", 1], width: 8)
    assert_equal "[]", Jacinth.pretty_generate([], width: 1)
  end

  def test_width_without_line_breaks_changes_nothing
    assert_equal "[1,{\"a\": 2}]", Jacinth.generate([1, { "a" => 2 }], space: " ", width: 80)
    assert_equal "[  1]", Jacinth.generate([1], indent: "  ", width: 80)
  end

  def test_enumerators_are_formatted_as_arrays
    [[1, 2, 3], [], [[1], (1..9).to_a, { "a" => [1].each }]].each do |value|
      [4, 12, 30, 99].each do |width|
        options = { **PRETTY, enumerators: :array, width: width }
        plain = value.map { |v| v.is_a?(Hash) ? { "a" => [1] } : v }

        assert_equal Reference.new(plain, options).text, Jacinth.generate(value.each, options)
        assert_equal Reference.new(plain, options).text, Jacinth.dump(value.lazy, StringIO.new, options).string
      end
    end
  end

  # Classes of a program whose to_json passes the State on.
  PASSING = <<~RUBY
    require "jacinth/json"
    Passing = Struct.new(:inside) { def to_json(state) = inside.to_json(state) }
    Fixed = Struct.new(:text) { def to_json(*) = text }
  RUBY

  # A comma that may follow what a to_json writes is counted where none does.
  def test_a_to_json_that_generates_keeps_the_lines_within_the_width
    plain = { "key" => { "a" => [1, 2, 3], "b" => ["x" * 10, "y" * 10] }, "n" => Jacinth::Fragment.new("[ 1 ]") }
    least = Jacinth.pretty_generate(plain, width: 1).lines.map { |line| line.chomp.size }.max
    texts = Jacinth.parse(ruby!(<<~RUBY))
      #{PASSING}
      value = { "key" => Passing.new({ "a" => [1, 2, 3], "b" => Passing.new(["x" * 10, "y" * 10]) }), "n" => Fixed.new("[ 1 ]") }
      print Jacinth.generate((1..90).map { |width| Jacinth.pretty_generate(value, width: width) })
    RUBY

    (1..90).zip(texts) do |width, text|
      assert_equal Jacinth.parse(Jacinth.generate(plain)), Jacinth.parse(text)
      assert_operator text.lines.map { |line| line.chomp.size }.max, :<=, [width, least].max
      assert_equal Reference.new(plain, { **PRETTY, width: width }).text, text if width < 28 || width > 70
    end
  end

  def test_a_to_json_cannot_change_the_layout
    assert_equal "[\n  1,\n  {\n    \"\\u00e9\": [\n      \"#{'x' * 20}\"\n    ]\n  }\n]", ruby!(<<~RUBY)
      #{PASSING}
      changing = Object.new
      def changing.to_json(state)
        state.array_nl = state.object_nl = state.indent = ""
        state.width = nil
        state.ascii_only = true
        "1"
      end
      print Jacinth.pretty_generate([changing, { "é" => ["x" * 20] }], width: 20)
    RUBY
  end

  def test_deep_and_wide_values_are_formatted
    depth = 10_000
    deep = depth.times.inject([]) { |inner, _| [inner] }
    options = { array_nl: "\n", indent: "", max_nesting: 0 }

    assert_equal "#{'[' * (depth + 1)}#{']' * (depth + 1)}", Jacinth.generate(deep, **options, width: 10**6)
    text = Jacinth.generate(deep, **options, width: 80)

    assert_equal 2 * (depth - 39) + 1, text.lines.size
    assert_equal "#{'[' * 40}#{']' * 40}\n", text.lines[depth - 39]
    wide = Array.new(50_000) { |i| [i, [i]] }

    assert_equal "[\n#{wide.map { |a, _| "  [#{a}, [#{a}]]" }.join(",\n")}\n]", Jacinth.pretty_generate(wide, width: 80)
  end

  # Keeps the chunks that it gets.
  class Sink
    attr_reader :pieces

    def initialize = @pieces = []

    def write(text)
      GC.compact if JacinthHelpers.compaction? && @pieces.size == 3
      @pieces << text
      text.bytesize
    end
  end

  def test_an_io_gets_formatted_text_in_chunks
    value = Array.new(60_000) { |i| { "id" => i, "at" => [i, "é" * 10] } }
    expected = Jacinth.pretty_generate(value, width: 70)

    [-> { Jacinth.dump(value, _1, **PRETTY, width: 70) },
     ->(io) { Jacinth::Writer.new(io, pretty: true, width: 70).tap { |w| w.array { value.each { |v| w << v } } }.close },
     ->(io) { Jacinth::Writer.new(io, pretty: true, width: 70).tap { |w| w << value }.close }].each do |write|
      sink = Sink.new
      write.call(sink)

      assert_equal expected, sink.pieces.join
      assert_operator sink.pieces.size, :>, 10
      assert_operator sink.pieces.map(&:bytesize).max, :<, 2**18
    end
  end

  def test_an_exception_of_write_cuts_the_document_off
    failing = Object.new
    def failing.write(_text) = raise(IOError, "full")
    value = Array.new(20_000) { |i| [i, [i]] }

    assert_raises(IOError) { Jacinth.dump(value, failing, **PRETTY, width: 70) }
    writer = Jacinth::Writer.new(failing, pretty: true, width: 70)
    assert_raises(IOError) { writer << value }
    assert_match(/cut off/, assert_raises(IOError) { writer << 1 }.message)
  end

  def test_a_writer_formats_each_value_and_shows_its_unfinished_text
    writer = Jacinth::Writer.new(nil, format: :json_seq, pretty: true, width: 20)
    writer << [1, 2] << ["a" * 10, "b" * 10] << []

    assert_equal "\x1E[1, 2]\n\x1E[\n  \"#{'a' * 10}\",\n  \"#{'b' * 10}\"\n]\n\x1E[]\n", writer.close
    writer = Jacinth::Writer.new(nil, pretty: true, width: 20)
    writer.array.array << 1 << 2

    assert_equal "[[1, 2", writer.to_s
    writer << 10**16 << 3

    assert_equal "[\n  [\n    1,\n    2,\n    #{10**16},\n    3", writer.to_s
    assert_equal "[\n  [\n    1,\n    2,\n    #{10**16},\n    3\n  ]\n]", writer.end.end.close
  end

  def test_a_width_that_is_not_a_positive_integer_raises
    assert_nil Jacinth::State.new(width: false).width
    [0, -1, -(2**70)].each do |width|
      assert_error(ArgumentError, "width must be positive or nil (got #{width})") { Jacinth.generate(1, width: width) }
    end
    assert_error(ArgumentError, "width is too large (got #{2**70})") { Jacinth.generate(1, width: 2**70) }
    [1.5, "80", "a\0b"].each do |width|
      assert_error(TypeError, /\Awidth must be an Integer or nil, not /) { Jacinth.generate(1, width: width) }
    end
  end

  def test_rfc8785_refuses_width
    assert_equal "[1]", Jacinth.pretty_generate([1], width: 2**30)
    assert_error(ArgumentError, "width cannot be used with rfc8785") { Jacinth.generate([], rfc8785: true, width: 80) }
  end

  def test_values_are_formatted_under_gc_stress
    value = { "a" => [1, { "é" => ["x" * 30, 1.5] }], "b" => Jacinth::Fragment.new("[\n1]") }
    [10, 30, 300].each do |width|
      expected = Jacinth.pretty_generate(value, width: width)
      found = with_gc_stress do
        writer = Jacinth::Writer.new(nil, pretty: true, width: width, chunk_size: 5)
        writer.object { value.each { |key, member| writer.pair(key, member) } }
        [Jacinth.pretty_generate(value, width: width), writer.close,
         Jacinth.dump(value, StringIO.new, PRETTY.merge(width: width)).string]
      end

      assert_equal [expected], found.uniq
    end
  end

  def test_errors_have_a_path_and_cycles_raise
    error = assert_raises(Jacinth::GeneratorError) { Jacinth.pretty_generate({ "a" => [1, { "b" => Float::NAN }] }, width: 80) }

    assert_equal "$.a[1].b", error.json_path
    circular = [1]
    circular << circular
    assert_raises(Jacinth::NestingError) { Jacinth.pretty_generate(circular, width: 80) }
  end
end
