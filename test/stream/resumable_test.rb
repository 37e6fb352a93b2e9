# frozen_string_literal: true

require_relative "../parse/support"

class ParserResumableTest < Minitest::Test
  def parser(**options) = Jacinth::ResumableParser.new(**options)

  # All values of a text that comes in chunks of the given size.
  def read(source, size, parser = parser())
    read_chunks(0.step(source.bytesize - 1, size).map { |at| source.byteslice(at, size) }, parser)
  end

  # All values of a text in two chunks.
  def read_cut(source, cut, parser)
    read_chunks([source.byteslice(0, cut), source.byteslice(cut..)], parser)
  end

  def read_chunks(chunks, parser)
    chunks.each_with_object([]) do |chunk, values|
      parser << chunk
      values << parser.value while parser.parse
    end
  end

  def test_documents_one_after_another_are_read
    source = '{"a":[1,"é\n"]} [2] 3 "x"[]{}null 1.5e3 '
    expected = [{ "a" => [1, "é\n"] }, [2], 3, "x", [], {}, nil, 1500.0]
    [1, 2, 3, 5, 100].each do |size|
      reader = parser

      assert_equal expected, read(source, size, reader)
      assert_empty reader
    end
  end

  def test_documents_in_chunks_of_any_size_are_read
    each_document do |name, source|
      next if source.bytesize > 1_000_000

      expected = JSON.parse(source)
      [1, 7, 100, 4096, 65_536].each { |size| assert_equal [expected], read(source, size), "#{name} by #{size}" }
    end
  end

  # Short keys have a path of their own, and what a chunk's end cut off another.
  def test_keys_cut_at_any_byte_are_read
    options = { allow_control_characters: true, validate_encoding: true }
    ["", "k", "é", "\\n", "\\u00e9", "\u0001"].product((0..20).to_a) do |first, size|
      source = "{\"#{first}#{"x" * size}\":1} "
      expected = [Jacinth.parse(source, **options)]
      (1...source.bytesize).each { |cut| assert_equal expected, read_cut(source, cut, parser(**options)), source }
    end
  end

  def test_broken_keys_cut_at_any_byte_raise
    [["\xFF", { validate_encoding: true }], ["\u0001", {}], ["\\q", {}]].product((0..20).to_a) do |(fault, options), size|
      source = "{\"#{fault}#{"x" * size}\":1} "
      (1...source.bytesize).each do |cut|
        assert_raises(Jacinth::ParserError, source) { read_cut(source, cut, parser(**options)) }
      end
    end
  end

  def test_lines_in_chunks_of_any_size_are_read
    source = Array.new(500) { |i| JSON.generate({ id: i, name: "name #{i}", tags: %w[a b], at: i * 0.5 }) }.join("\n")
    expected = source.lines.map { |line| JSON.parse(line) }
    [1, 13, 64, 1000, 1 << 20].each { |size| assert_equal expected, read(source, size) }
    assert_equal(expected.map { |h| h.transform_keys(&:to_sym) }, read(source, 64, parser(symbolize_names: true)))
  end

  def test_predicates_show_the_state_of_the_parser
    reader = parser

    refute reader.parse
    assert_empty reader
    reader << ""
    reader << '{"user": "george", "role": "ad'

    refute_empty reader
    refute reader.parse
    refute_predicate reader, :value?
    assert_predicate reader, :partial_value?
    assert_equal({ "user" => "george", "role" => nil }, reader.partial_value)
    assert_equal '"ad', reader.rest
    assert_equal 30, reader.parsed_bytes
    assert_raises(ArgumentError) { reader.value }
    reader << 'min"} [1'

    assert reader.parse
    assert_predicate reader, :value?
    refute_predicate reader, :partial_value?
    assert_equal({ "user" => "george", "role" => "admin" }, reader.value)
    assert_equal "no ready value", assert_raises(ArgumentError) { reader.value }.message
    refute reader.parse
    assert_equal "1", reader.rest
    refute_predicate reader, :eos?
    assert_same reader, reader.clear
    assert_empty reader
    assert_equal ["", 0], [reader.rest, reader.parsed_bytes]
  end

  def test_an_error_is_raised_again_until_clear
    reader = parser
    reader << "[1, x"
    2.times do
      error = assert_raises(Jacinth::ParserError) { reader.parse }

      assert_equal ["unexpected character: 'x'", 1, 5, "$[1]"], [error.message, error.line, error.column, error.json_path]
    end
    reader.clear << "[2]"

    assert reader.parse
    assert_equal [2], reader.value
  end

  def test_a_number_with_a_leading_zero_is_refused_at_the_byte_after_its_digits
    { "01." => "01.", "-00e" => "-00e", "[012E" => "012E" }.each do |text, number|
      reader = parser
      reader << text.chop

      refute reader.parse
      reader << text[-1]

      assert_equal "invalid number: '#{number}'", assert_raises(Jacinth::ParserError) { reader.parse }.message
    end
  end

  def test_a_number_waits_for_the_next_byte
    %w[0 -0 12 -1.5e+10 1e5].each do |text|
      (1...text.size).each do |at|
        reader = parser
        reader << text[0, at]

        refute reader.parse
        reader << text[at..]

        refute reader.parse
        reader << " "

        assert reader.parse
        assert_equal Jacinth.parse(text), reader.value
      end
    end
  end

  def test_everything_is_as_in_json_with_chunks_cut_at_every_byte
    ParserSupport.json? or skip("json #{JSON::VERSION} is not the contract's 3.1")
    source = " [1, -2.5e3 ,\"a\\u00e9\\n\", {\"k\" : [ ], \"l\":{ } , \"m\\t\":null}, /* c **/ true // x\n,false ] // end\n {\"x\" :[[1"
    (0..source.size).each do |cut|
      expected, actual = [JSON, Jacinth].map { |library| observe(library, source, cut) }

      assert_equal expected, actual, source[0, cut]
    end
  end

  def observe(library, source, cut)
    reader = library::ResumableParser.new(allow_comments: true)
    [source[0, cut], source[cut..]].map do |part|
      reader << part
      [reader.parse, reader.value?, reader.partial_value?, reader.partial_value, reader.rest, reader.eos?, reader.empty?,
       reader.parsed_bytes]
    end
  end

  def test_on_load_is_called_as_values_end
    seen = []
    reader = parser(on_load: ->(value) { value.tap { seen << value } })
    '{"a":[1,2]}'.each_char { |char| reader << char && reader.parse }

    assert_equal ["a", 1, 2, [1, 2], { "a" => [1, 2] }], seen
    assert_equal({ "a" => [1, 2] }, reader.value)
  end

  def test_a_duplicate_key_in_a_partial_value_raises
    ["", %("q)].each do |rest|
      reader = parser
      reader << %({"a": 1, "b": "#{'x' * 2000}", )
      reader.parse
      reader << %("a": 2, #{rest})
      reader.parse
      reader << ("w" * 100_000) unless rest.empty?
      GC.start
      error = assert_error(Jacinth::ParserError, /\Aduplicate key "a"/) { reader.partial_value }
      assert_kind_of String, error.excerpt
    end
  end

  def test_reentry_is_refused
    reader = nil
    errors = []
    try = ->(&block) { assert_raises(ArgumentError, &block).message.tap { |message| errors << message } }
    reader = parser(on_load: lambda { |value|
      try.call { reader.parse }
      try.call { reader << "1" }
      try.call { reader.value }
      try.call { reader.clear }
      try.call { reader.partial_value }
      reader.rest && reader.eos? && reader.parsed_bytes && reader.partial_value?
      value
    })
    reader << "[1]"

    assert reader.parse
    assert_equal ["ResumableParser can't be used recursively"], errors.uniq
    assert_equal [1], reader.value
  end

  def test_reentry_by_partial_value_is_refused
    reader = nil
    reader = parser(on_load: ->(value) { value.is_a?(Array) ? reader.parse : value })
    reader << "[1, [2, 3,"
    reader.parse

    assert_equal "ResumableParser can't be used recursively", assert_raises(ArgumentError) { reader.partial_value }.message
    refute_predicate reader, :value?
  end

  class Oops < StandardError; end

  def test_a_callback_that_raises_leaves_the_parser_usable
    (1..7).each do |n|
      count = 0
      reader = parser(on_load: ->(value) { (count += 1) == n ? raise(Oops) : value })
      reader << '{"a":[1,{"b":2}]} '
      assert_raises(Oops) { reader.parse }
      assert reader.parse
      assert_equal({ "a" => [1, { "b" => 2 }] }, reader.value)
      reader.clear << "[3]"

      assert reader.parse
      assert_equal [3], reader.value
    end
  end

  WAYS_OUT = {
    raise: -> { raise Oops }, throw: -> { throw :out }, interrupt: -> { raise Interrupt },
    no_memory: -> { raise NoMemoryError }, kill: -> { Thread.current.kill },
    other_thread: lambda {
      thread = Thread.current
      Thread.new { thread.raise(Oops) }.join
      sleep
    }
  }.freeze

  # The parser reads no token twice, and reads the token again at which the parse ended,
  # for each way of ending it and all ends of chunks.
  def test_after_an_exception_the_parser_continues_at_the_token
    source = '{"a":[1,{"b":[2.5,[]]},"c"],"d":{"e":{}}} '
    expected = Jacinth.parse(source)
    WAYS_OUT.each do |name, way|
      [1, 5, source.size].product((1..14).to_a) do |size, n|
        count = 0
        reader = parser(on_load: ->(value) { (count += 1) == n ? way.call : value })
        values = read_stubbornly(source, size, reader)

        assert_equal [expected], values, [name, size, n].inspect
        assert_equal 15, count
        assert_empty reader
      end
    end
  end

  def read_stubbornly(source, size, reader)
    values = []
    0.step(source.bytesize - 1, size) do |at|
      reader << source.byteslice(at, size)
      2.times { Thread.new { out_of(reader, values) }.join }
    end
    values
  end

  def out_of(reader, values)
    catch(:out) { values << reader.value while reader.parse }
  rescue Oops, Interrupt, NoMemoryError
    nil
  end

  def test_a_key_that_cannot_be_a_symbol_raises
    source = %({"a":[1],"\xFF":2})
    (1..source.bytesize).each do |size|
      reader = parser(symbolize_names: true)
      raised = 0
      0.step(source.bytesize - 1, size) do |at|
        reader << source.byteslice(at, size)
        reader.parse
      rescue EncodingError
        raised += 1

        assert_equal [{ a: [1] }, %("\xFF":2})[0, reader.rest.size]], [reader.partial_value, reader.rest]
      end

      assert_operator raised, :>, 0
      reader.clear << '{"b":3}'

      assert reader.parse
      assert_equal({ b: 3 }, reader.value)
    end
  end

  # The error is at the bracket; the parser before it.
  def test_a_repeated_parse_raises_the_same_error_at_the_same_position
    {
      '[1, {"a": 1, "a": 2}, 3]' => "}, 3]", "[1, [2, [3]]]" => "[3]]]", '["ab\\x"]' => '"ab\\x"]',
      "[1, 01]" => "01]", '{"a" 1}' => "1}", "[tru]" => "tru]"
    }.each do |source, rest|
      reader = parser(max_nesting: 2)
      reader << source
      first, second = Array.new(2) { assert_raises(Jacinth::ParserError, source) { reader.parse } }

      assert_equal rest, reader.rest
      assert_equal [first.message, first.line, first.column, first.json_path],
                   [second.message, second.line, second.column, second.json_path]
    end
  end

  # A chunk that cannot be converted is not taken, not even in part.
  def test_a_chunk_that_cannot_be_converted_is_refused
    reader = parser
    reader << "[1, "
    ["\xD8\x00".b.force_encoding(Encoding::UTF_16BE), "\x80".b.force_encoding(Encoding::US_ASCII)].each do |chunk|
      assert_raises(EncodingError) { reader << chunk }
      assert_equal "[1, ", reader.rest
    end
    reader << "2]"

    assert reader.parse
    assert_equal [1, 2], reader.value
  end

  def test_chunks_are_not_changed_and_can_be_changed
    chunk = +"[1, \"abcdefghijklmnopqrstuvwxyz 0123456789\", "
    last = +"2, \"abcdefghijklmnopqrstuvwxyz 0123456789\"]"
    copies = [chunk.dup, last.dup]
    reader = parser
    reader << chunk << last

    assert_equal copies, [chunk, last]
    chunk.replace("x" * 100)
    last.clear

    assert reader.parse
    assert_equal [1, "abcdefghijklmnopqrstuvwxyz 0123456789", 2, "abcdefghijklmnopqrstuvwxyz 0123456789"], reader.value
  end

  def test_chunks_in_other_encodings_are_converted
    reader = parser
    reader << "[\"é".encode(Encoding::UTF_16LE) << "é\"]".encode(Encoding::ISO_8859_1)

    assert reader.parse
    assert_equal ["éé"], reader.value
    assert_raises(TypeError) { reader << nil }
  end

  def test_unknown_and_unsuitable_options_are_refused
    assert_raises(ArgumentError) { parser(foo: 1) }
    assert_raises(ArgumentError) { parser(object_class: Hash) }
    [[{ foo: 1 }], [nil], [1], [{}, {}]].each do |given|
      assert_raises(ArgumentError, given.inspect) { Jacinth::ResumableParser.new(*given) }
    end
    by_position = Jacinth::ResumableParser.new({ allow_comments: true })
    by_position << "[1, /* two */ 2] "

    assert by_position.parse
    assert_equal [1, 2], by_position.value
    assert_raises(FrozenError) { parser.freeze << "1" }
    reader = parser(max_nesting: 2)
    reader << "[[[1"

    assert_raises(Jacinth::NestingError) { reader.parse }
  end

  # A token that is scanned again for each chunk would take 10^10 steps here.
  def test_long_tokens_byte_by_byte_take_linear_time
    size = 100_000
    ["\"#{'a' * size}\"", "\"#{'\\n' * (size / 2)}\"", "#{'1' * (size / 10)} ", "0.#{'1' * size} ", "[#{' ' * size}1]",
     "{#{"\n" * size}\"a\":1}", "[/*#{'*' * size}*/1]", "//#{'x' * size}\n1 ", "[#{'[' * 50}#{' ' * size}#{']' * 51}",
     "{\"#{'k' * size}\":1}"].each do |source|
      options = { allow_comments: true }

      assert_equal [Jacinth.parse(source, **options)], read(source, 1, parser(**options)), source[0, 20]
    end
  end

  def test_deep_nesting_byte_by_byte_is_read
    source = "#{'[{"a":' * 20_000}1#{'}]' * 20_000}"

    assert_equal 1, read(source, 1, parser(max_nesting: 0)).size
  end

  def test_memory_is_bounded_by_the_document
    require "objspace"
    reader = parser
    line = "{\"id\":1,\"text\":\"#{'x' * 200}\"}\n"
    2000.times { reader << line && reader.parse && reader.value }
    before = ObjectSpace.memsize_of(reader)
    20_000.times { reader << line && reader.parse && reader.value }

    assert_equal before, ObjectSpace.memsize_of(reader)
    assert_empty reader
  end

  # The frames' nodes are invalidated with the session, also below a frame that had left
  # its shape itself (by an escaped key). In a process of its own, whose two sessions have
  # learned one object each.
  def test_a_parse_in_a_callback_does_no_harm_to_a_waiting_parser
    text = ruby!(<<~'RUBY')
      require "jacinth"
      3.times { Jacinth.parse('{"a":1,"b":2}') }
      parser = Jacinth::ResumableParser.new
      parser << '{"a":{"\n":'
      parser.parse
      Jacinth.parse("[1]", on_load: lambda { |part|
        if part == 1
          3.times { Jacinth.parse('{"x":1,"y":2}') }
          parser << '1},"y":2}'
          parser.parse
          value = parser.value
          print value.to_a, value["a"], value["y"]
        end
        part
      })
    RUBY

    assert_equal [["a", { "\n" => 1 }], ["y", 2]].inspect + { "\n" => 1 }.inspect + "2", text
  end

  def test_skip_line_continues_with_the_next_line
    text = "[1]\n[2,x\n[3]\n{\"a\":]}\n\n4\n[5\u00e9]\n"
    (1..text.bytesize).each do |size|
      parser = Jacinth::ResumableParser.new
      found = []
      text.b.scan(/.{1,#{size}}/m).each do |piece|
        parser << piece.force_encoding(Encoding::UTF_8)
        begin
          found << parser.value while parser.parse
        rescue Jacinth::ParserError
          parser.skip_line
          retry
        end
      end

      assert_equal [[1], [3], 4], found, size
    end
  end

  # Lines are counted once, not from the beginning for each error: else this
  # would take minutes.
  def test_skipping_many_lines_takes_linear_time
    skip_in_debug_build
    parser = Jacinth::ResumableParser.new
    parser << ("[1, oops]\n" * 300_000)
    places = []
    begin
      parser.parse
    rescue Jacinth::ParserError => e
      places << [e.line, e.column]
      parser.skip_line
      retry
    end

    assert_equal [[1, 5], [300_000, 5], 300_000], [places[0], places[-1], places.size]
  end

  def test_half_a_character_at_the_end_is_in_rest
    [{}, { invalid: :replace }].each do |options|
      parser = Jacinth::ResumableParser.new(**options)
      parser << "[1]"
      parser.parse
      parser.value

      assert_equal [true, true, ""], [parser.empty?, parser.eos?, parser.rest]
      parser << "\xe2"

      assert_equal [false, false, "\xe2"], [parser.empty?, parser.eos?, parser.rest], options
      next if options.empty?

      refute parser.parse
      assert_equal 1, parser.parsed_bytes
    end
  end
end
