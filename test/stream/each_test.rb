# frozen_string_literal: true

require_relative "support"
require "delegate"
require "pathname"
require "stringio"
require "zlib"

class StreamEachTest < Minitest::Test
  include StreamSupport

  TEXT = %({"a": 1}\n[2, "é"]\r\n\n  \nnull\n"x"\n3.5)
  VALUES = [{ "a" => 1 }, [2, "é"], nil, "x", 3.5].freeze

  def each(source, **options) = Jacinth.each(source, **options).to_a

  def test_each_format_is_read_in_chunks_of_any_size
    { auto: TEXT, lines: TEXT, concatenated: "#{TEXT.tr("\r\n", '  ')}\n",
      sequence: "\x1e{\"a\":\n1}\n\x1e\x1e[2, \"é\"]\x1enull \n\x1e\"x\"\x1e 3.5\n" }.each do |format, text|
      assert_equal VALUES, each(text, format: format), format
      (1..9).each { |size| assert_equal VALUES, each(pieces(text, size), format: format), [format, size] }
    end
  end

  def test_the_format_is_detected
    assert_equal [[1], [2]], each("\x1e[1]\n\x1e[2]\n")
    assert_equal [[1], [2]], each("  \n\x1e[1]\n\x1e[2]\n")
    assert_equal [{ "a" => [1] }, [2], [3], 4], each("{\"a\":\n [1]}\n[2][3]4")
  end

  def test_one_byte_order_mark_is_skipped
    ["[1]\n[2]", "\x1e[1]\n\x1e[2]\n"].each do |text|
      (1..5).each { |size| assert_equal [[1], [2]], each(pieces("\u{feff}#{text}", size)), size }
    end

    assert_empty each("\u{feff}")
    assert_raises(Jacinth::ParserError) { each("[1]\n\u{feff}[2]") }
    assert_raises(Jacinth::ParserError) { each("\u{feff}\u{feff}[2]") }
    assert_raises(Jacinth::ParserError) { each("\xEF\xBB".b) }
    assert_equal [1, 2], outcome("\u{feff}[x]")[1][1..2]
  end

  def test_empty_sources_and_comments_yield_nothing
    ["", "\n", " \r\n\t\n", "\x1e", "\x1e\n\x1e"].each { |text| assert_empty each(text), text.inspect }
    assert_empty each([])
    assert_empty each(["", ""])
    assert_empty each("// nothing\n /* here */", allow_comments: true)
    assert_equal [1, 2], each("// one\n1\n/* a\nb */ // two\n2 // three\n", allow_comments: true)
    assert_equal [1, 2], each("// one\n1 // x\n /* two */\n2", allow_comments: true, format: :lines)
    { "1 /* x" => "unterminated comment", "1 /" => "unexpected token" }.each do |text, message|
      error = assert_error(Jacinth::ParserError, /\A#{message}/) { each("0\n#{text}", allow_comments: true, format: :lines) }
      assert_equal [2, 3], [error.line, error.column]
      assert_equal [0, 3], each("0\n#{text}\n3", allow_comments: true, format: :lines, on_error: :skip)
    end
  end

  def test_strings_ios_paths_and_enumerators_are_read
    with_file(TEXT) do |path|
      sources = { string: TEXT, binary: TEXT.b, frozen: TEXT.dup.freeze, to_str: Class.new(SimpleDelegator).new(TEXT),
                  io: File.open(path, "rb"), read_only: Struct.new(:io) { def read(size) = io.read(size) }.new(File.open(path, "rb")),
                  stringio: StringIO.new(TEXT), path: Pathname(path), array: pieces(TEXT, 7), lines: TEXT.each_line,
                  lazy: TEXT.each_char.lazy.map(&:dup), file_lines: File.foreach(path, encoding: "UTF-8"),
                  gzip: Zlib::GzipReader.new(StringIO.new(Zlib.gzip(TEXT))),
                  utf16: StringIO.new(TEXT.encode("UTF-16LE")), latin1: StringIO.new(TEXT.encode("ISO-8859-1")),
                  utf16_string: TEXT.encode("UTF-16BE"), recoded: File.open(path, "r:UTF-8:UTF-16LE") }
      sources.each { |name, source| assert_equal VALUES, each(source), name }
      sources.each_value { |source| source.close if source.respond_to?(:close) }
    end
  end

  def test_long_sources_are_read
    lines = Array.new(20_000) { |i| Jacinth.generate({ id: i, text: "é#{'x' * (i % 50)}", "n#{i % 7}" => nil }) }
    text = "#{lines.join("\n")}\n"
    expected = lines.map { |line| Jacinth.parse(line) }
    with_file(text) do |path|
      assert_equal expected, each(Pathname(path))
      assert_equal expected, each(Pathname(path), format: :lines)
      assert_equal expected.each.with_index(1).to_a, each(File.open(path, "rb"), lines: true)
      assert_equal expected, each(StringIO.new(lines.map { |line| "\x1e#{line}\n" }.join))
      assert_equal expected, each(text.tr("\n", ""))
    end
  end

  def test_the_end_of_a_file_or_stringio_is_found_without_an_exception
    skip "no event for each exception" unless RUBY_ENGINE == "ruby"
    with_file("[1]\n[2]") do |path|
      [StringIO.new("[1]\n[2]"), File.open(path, "rb"), Pathname(path), StringIO.new("[1] [2]".encode("UTF-16LE"))].each do |source|
        raised = []
        TracePoint.new(:raise) { |event| raised << event.raised_exception }.enable { assert_equal [[1], [2]], each(source) }

        assert_empty raised, source.class
      end
    end
  end

  def test_an_io_is_read_until_its_own_readpartial_raises
    parts = %w([1 ] [2])
    subclass = Class.new(StringIO) { define_method(:readpartial) { |_size| parts.shift || raise(EOFError) } }
    extended = StringIO.new("").extend(Module.new { def readpartial(size) = (@rest ||= %w([1 ] [2])).shift || super })
    singleton = StringIO.new("")
    left = parts.dup
    singleton.define_singleton_method(:readpartial) { |_size| left.shift || raise(EOFError) }

    [subclass.new(""), extended, singleton].each { |io| assert_equal [[1], [2]], each(io) }
  end

  def test_text_that_is_appended_during_the_reading_is_read
    append = ->(io, value) { io.write("\n[#{value + 1}]") if value < 4 }
    with_file("[1]") do |path|
      values = []
      File.open(path, "ab") do |writer|
        writer.sync = true
        Jacinth.each(File.open(path, "rb"), format: :concatenated) { |value| append.call(writer, values.push(*value).last) }
      end

      assert_equal [1, 2, 3, 4], values
    end
    io = StringIO.new(+"[1]")
    values = []
    Jacinth.each(io, format: :concatenated) do |value|
      at = io.pos
      io.seek(0, IO::SEEK_END)
      append.call(io, values.push(*value).last)
      io.pos = at
    end

    assert_equal [1, 2, 3, 4], values
  end

  def test_a_closed_source_raises
    ["[1]\n", "[1]\n" * 50_000].each do |text|
      with_file(text) do |path|
        [StringIO.new(text), File.open(path, "rb")].each { |io| assert_raises(IOError) { Jacinth.each(io) { io.close } } }
      end
    end
  end

  def test_a_named_pipe_is_read_to_its_end
    skip "no named pipes" unless File.respond_to?(:mkfifo) && RUBY_PLATFORM.match?(/linux|darwin/)
    Dir.mktmpdir do |folder|
      File.mkfifo(path = "#{folder}/pipe")
      sent = Queue.new
      writer = Thread.new { File.open(path, "wb") { |file| 4.times { |i| file.syswrite("[#{i}]#{' ' * 20_000}\n") && sent.pop } } }
      values = []
      Jacinth.each(Pathname(path)) { |value| sent << values.push(*value) }
      writer.join

      assert_equal [0, 1, 2, 3], values
    end
  end

  def test_a_pathname_with_to_str_is_a_file
    path = Class.new(Pathname) { alias_method :to_str, :to_s }

    with_file("[1]\n[2]\n") { |file| assert_equal [[1], [2]], each(path.new(file)) }
  end

  def test_wrong_sources_and_options_raise
    wrong = [nil, :symbol].map { |text| Object.new.tap { |object| object.define_singleton_method(:to_str) { text } } }
    [nil, 1, Object.new, :symbol].each { |source| assert_raises(TypeError, source.inspect) { Jacinth.each(source) } }
    [[1], *wrong].each { |source| assert_raises(TypeError) { each(source) } }
    assert_raises(ArgumentError) { Jacinth.each("", format: :xml) }
    assert_raises(ArgumentError) { Jacinth.each("", on_error: :ignore) }
    assert_raises(ArgumentError) { Jacinth.each("", unknown: 1) }
    assert_raises(ArgumentError) { Jacinth.each("", at: "items") }
    assert_raises(SystemCallError) { each(Pathname("no/such/file")) }
    assert_raises(EncodingError) { each("[1, \"\xff\"]".dup.force_encoding("EUC-JP")) }
  end

  def test_an_enumerator_has_the_options
    enum = Jacinth.each("[1]\n[oops\n{\"a\": NaN}", on_error: :skip, lines: true, symbolize_names: true, allow_nan: true)

    assert_kind_of Enumerator, enum
    assert_equal [[1], 1], enum.next
    assert_equal [{ a: Jacinth::NaN }, 3].inspect, enum.next.inspect
    assert_raises(StopIteration) { enum.next }
    assert_equal enum.to_a.inspect, enum.dup.to_a.inspect
    assert_equal [[1]], Jacinth.each("[1] [2").lazy.first(1)
    assert_nil Jacinth.each("[1]") { nil }
  end

  def test_a_clone_of_an_enumerator_has_the_options
    assert_equal [[[1], "/0"], [[1], nil]], Jacinth.each_partial(["[1", "]"], numbers: true).clone.to_a
  end

  def test_lines_yields_the_line_of_each_value
    text = "\n{\"a\":\n\n1} 2\r\n3\n\n\n\"x\""
    expected = [[{ "a" => 1 }, 2], [2, 4], [3, 5], ["x", 8]]
    (1..text.size).each { |size| assert_equal expected, each(pieces(text, size), lines: true), size }
    assert_equal [[1, 2], [2, 2]], each("\n{\"a\": [1,\n2]}", at: "/a/*", lines: true)
  end

  def test_errors_have_line_numbers_in_the_millions
    text = "#{"\n" * 5_000_000}[1, x]"
    error = assert_raises(Jacinth::ParserError) { each(text) }

    assert_equal [5_000_001, 5, "$[1]"], [error.line, error.column, error.json_path]
    assert_match(/at line 5000001 column 5\z/, error.message)
  end

  BAD = "[1]\n[oops, 1]\r\n{\"a\": 1\n[2]\n\"open\n1 2x\n[3]\n[[[4"

  def test_on_error_gets_each_bad_line
    (1..BAD.size).each do |size|
      found = []
      values = each(pieces(BAD, size), format: :lines, on_error: ->(*all) { found << all })

      assert_equal [[1], [2], [3]], values, size
      assert_equal([2, 3, 5, 6, 8], found.map { |_, line, _| line })
      assert_equal ["[oops, 1]", '{"a": 1', '"open', "1 2x", "[[[4"], found.map(&:last)
      assert_equal([[2, 2], [3, 8], [5, 6], [6, 3], [8, 5]], found.map { |e, *| [e.line, e.column] })
      assert_equal(%w[$[0] $.a $ $ $[0][0][0]], found.map { |e, *| e.json_path })
    end
    assert_equal [[1], [2], [3]], each(BAD, format: :lines, on_error: :skip)
  end

  def test_on_error_gets_each_bad_document_of_several_lines
    text = "[1]\n[oops, 1]\r\n{\"a\": 1\n[2]\n\"open\n1 2x\n[3,\n4]\n[5, [\n6\n  {\"b\": 7}\n{\"c\":\n[[[8"
    (1..text.size).each do |size|
      found = []
      values = each(pieces(text, size), on_error: ->(*all) { found << all })

      assert_equal [[1], [2], [3, 4]], values, size
      assert_equal [["[oops, 1]", 2], ["{\"a\": 1", 3], ["\"open", 5], ["1 2x", 6], ["[5, [\n6\n  {\"b\": 7}", 9],
                    ["{\"c\":\n[[[8", 12]], found.map { |_, line, bad| [bad, line] }, size
    end
  end

  # Text, and the documents that each reader returns for it, with any chunks.
  # Of a bad line, or text of a sequence, nothing is yielded.
  UNITS = {
    "2024-10-06 12:00 x\n{\"a\":1}\n" => [{ "a" => 1 }], "1 2 3 x\n[4]\n5 6" => [[4], 5, 6], "[1] [2] oops" => [],
    "{\"a\":1} {\"a\":\n2} x\n{\"a\":3}" => [{ "a" => 3 }], "[1] // x\n[2] /* y */ z\n[3] /*\n*/ [4] //" => [[1], [3], [4]],
    "[\n  {\"a\": 1},\n  {\"a\": 2}\n  {\"a\": 3}\n]\n[9]" => [[9]], "{\n  \"a\" oops,\n  \"b\": [\n    1\n  ]\n}\n7" => [7],
    "[info] {x\n[2]\n" => [[2]], "[\"x]\\\"[\n3]\n4" => [4], "[1,\n[2]\n[3]\n" => [[3]], "[1 2, [\n3\n]\n4\n]\n5" => [5]
  }.freeze

  def test_no_value_of_a_bad_line_is_yielded
    UNITS.each do |text, expected|
      lines = nil
      [1, 2, 3, 5, 8, 100].product(%i[auto concatenated]).each do |size, format|
        options = { format: format, on_error: :skip, allow_comments: true }
        note = [text, size, format]

        assert_equal expected, each(pieces(text, size), **options), note
        assert_equal expected, each(pieces(text, size), at: "", **options), note
        assert_equal expected, each(pieces(text, size), only: "", **options), note
        assert_equal expected, each(pieces(text, size), into: Jacinth::Type.any, **options), note
        assert_equal expected.grep(Array).flatten(1), each(pieces(text, size), at: "/*", **options), note unless text.include?("{")
        found = each(pieces(text, size), lines: true, **options)

        assert_equal expected, found.map(&:first), note
        assert_equal (lines ||= found.map(&:last)), found.map(&:last), note
      end
    end
    text = "{\"a\": 1}\n\n{\"a\":\n 2} {\"a\": 3}\n4 x\n{\"a\": 5}"
    expected = [[1, 1], [2, 3], [3, 4], [5, 6]]
    (1..text.size).each { |size| assert_equal expected, each(pieces(text, size), at: "/a", lines: true, on_error: :skip), size }
  end

  def test_values_before_a_bad_line_are_yielded_first
    text = "[1, 2]\n[3, oops]\n\x1e[4]"
    (1..text.size).each do |size|
      assert_equal [1, 2], each(pieces(text, size), at: "/*", format: :lines, on_error: :skip), size
      sequence = pieces("\x1e[1, 2]\n\x1e[3, oops]\n\x1e[4] 5\x1e[6]", size)

      assert_equal [1, 2, 6], each(sequence, at: "/*", on_error: :skip), size
    end
    seen = []
    Jacinth.each(["[1] ", "[2]", "\n", "[3] x"], on_error: ->(*) { seen << :bad }) { |value| seen << value }

    assert_equal [[1], [2], :bad], seen
    assert_raises(Jacinth::ParserError) { Jacinth.each("[1] [2]\n", on_error: :skip) { Jacinth.parse("oops") } }
  end

  def test_on_error_gets_each_bad_text_of_a_sequence
    text = "oops \x1e[1]\n\x1e[2\n\x1e3\x1etrue\x1e-4\n\x1e\n\x1e\"a\x1e\"b\"\x1e[5] 6\n\x1e[7]"
    (1..text.size).each do |size|
      found = []
      values = each(pieces(text, size), format: :sequence, on_error: ->(_, line, bad) { found << [line, bad] })

      assert_equal [[1], -4, "b", [7]], values, size
      assert_equal [[1, "oops "], [2, "[2"], [3, "3"], [3, "true"], [5, '"a'], [5, "[5] 6"]], found
    end
  end

  def test_on_error_gets_nesting_and_encoding_errors
    text = "[[1]]\n[[[1]]]\n{\"\xff\": 1}\n{\"a\":1,\"a\":2}\n[2]".b
    found = []
    values = each(text, max_nesting: 2, symbolize_names: true, on_error: ->(e, *) { found << e.class })

    assert_equal [[[1]], [2]], values
    assert_equal [Jacinth::NestingError, EncodingError, Jacinth::ParserError], found
  end

  def test_an_exception_of_the_block_passes_through
    error = assert_raises(Jacinth::ParserError) { Jacinth.each("[1]\n[2]", on_error: :skip) { Jacinth.parse("oops") } }

    assert_equal [1, 1], [error.line, error.column]
    assert_raises(ZeroDivisionError) { Jacinth.each("x", on_error: ->(*) { 1 / 0 }) { nil } }
  end

  TEXTS = "[\"a\"]\n[\"{\"]\n[oops]\n[\"b\"]\n"
  CALLBACKS = { "nested parse" => Jacinth.method(:parse), "EncodingError" => ->(_) { raise EncodingError, "mine" },
                "conversion" => ->(_) { "é".encode("US-ASCII") },
                "nested each" => ->(text) { Jacinth.each(text) { nil } },
                "Symbol" => ->(_) { Jacinth.parse("{\"\xff\": 1}", symbolize_names: true) } }.freeze

  # Only an error about the text itself makes a document invalid.
  def test_an_error_of_a_callback_is_not_one_of_the_text
    CALLBACKS.each do |name, call|
      read = ->(value) { value == "{" ? call.call(value) : value }
      type = Jacinth::Type.scalar(String, load: read, dump: :itself.to_proc)
      decimal = Class.new { define_singleton_method(:try_convert) { |text| text == "2.5" ? read.call("{") : text } }
      all = [{ on_load: read }, { into: Jacinth::Type[[type]] }, { at: "/0", into: type }, { at: "/*", into: type },
             { at: "/0", on_load: read }, { decimal_class: decimal }]
      all.product([:skip, ->(*) {}], [{}, { format: :lines }], [1, 5, 1000]) do |options, on_error, format, size|
        text = options[:decimal_class] ? TEXTS.sub('"{"', "2.5") : TEXTS
        [text, pieces(text, size)].each do |source|
          error = assert_raises(Jacinth::ParserError, EncodingError) { each(source, on_error: on_error, **format, **options) }
          assert_nil error.message[/oops/], [name, options, format, size]
        end
        assert_equal [%w[a], %w[b]].flatten, each(TEXTS.sub('"{"', "["), on_error: on_error, **format, **options).flatten
      end
    end
  end

  # After on_error was called, the same error raised again is one of a callback.
  def test_an_error_that_is_raised_again_passes_through
    seen = nil
    again = ->(value) { seen ? raise(seen) : value }
    type = Jacinth::Type.scalar(Integer, load: again, dump: :itself.to_proc)
    [{ on_load: again }, { into: type }, { at: "", into: type }].each do |options|
      seen = nil
      error = assert_raises(Jacinth::ParserError) { each("1\noops\n2\n", on_error: ->(e, *) { seen = e }, **options) }
      assert_same seen, error
      error = assert_raises(Jacinth::ParserError) { each("1\noops\n2\n", on_error: ->(e, *) { raise seen = e }) }
      assert_same seen, error
    end
  end

  def test_a_key_of_invalid_utf8_makes_a_document_invalid_with_symbolize_names
    text = "{\"a\":{\"b\":1}}\n{\"a\":{\"\xff\":1}}\n{\"a\":{\"\xff#{'x' * 99}\":1}}\n{\"a\":2}\n".b
    [{}, { at: "/a" }, { only: "/a" }, { format: :lines }].product([1, 9, 1000]) do |options, size|
      values = options[:at] ? [{ b: 1 }, 2] : [{ a: { b: 1 } }, { a: 2 }]
      [text, pieces(text, size)].each do |source|
        assert_equal values, each(source, symbolize_names: true, on_error: :skip, **options), [options, size]
      end
    end
  end

  # The end of file of another IO is not that of the source.
  def test_an_eof_error_of_the_block_passes_through
    [{}, { lines: true }, { at: "/*" }].each do |options|
      read = 0

      assert_raises(EOFError) do
        Jacinth.each(StringIO.new("[1]\n" * 50_000), **options) do
          StringIO.new.readline if (read += 1) == 10
        end
      end
      assert_equal 10, read
    end
    assert_raises(EOFError) { Jacinth.each(StringIO.new("oops\n[2]"), on_error: ->(*) { raise EOFError }).to_a }
    assert_raises(EOFError) { Jacinth.each(StringIO.new("[1]"), on_load: ->(_) { raise EOFError }).to_a }
    target = Object.new
    def target.write(*) = raise(EOFError)
    assert_raises(EOFError) { Jacinth.reformat(StringIO.new("[#{'1,' * 100_000}1]"), target) }
  end

  # Line and column are counted once: else this would take minutes.
  def test_many_values_in_one_chunk_take_linear_time
    skip_in_debug_build
    text = "[#{(['{"a":"é"}'] * 400_000).join(',')},{\"a\":1}]"
    type = Jacinth::Type[{ a: String }]
    error = assert_raises(Jacinth::ValidationError) { Jacinth.each([text], at: "/*", into: type) { nil } }

    assert_equal [1, text.index("1}]") + 1], [error.line, error.column]
    assert_equal 400_001, Jacinth.each([text], at: "/*", only: "/a").count
  end

  def test_the_last_number_is_read_and_truncated_text_raises
    assert_equal [12, 34], each(%W[1 2 \n 3 4])
    assert_equal [plain([[1]]), [Jacinth::ParserError, 2, 3, "$[0]"]], outcome("[1]\n[2")
    assert_raises(Jacinth::ParserError) { each("12e") }
    assert_raises(Jacinth::ParserError) { each("tru") }
  end

  def test_values_follow_the_options_of_the_parser
    assert_equal [{ a: 1 }], each('{"a":1}', symbolize_names: true)
    assert_equal [[1, 2], [3]], each("[1,2,]\n[3,]", allow_trailing_comma: true)
    assert_equal [6, 15], each("[1,2,3]\n[4,5,6]", on_load: ->(v) { v.is_a?(Array) ? v.sum : v })
    assert_predicate each('["a"]', freeze: true)[0], :frozen?
    assert_equal [{ "a" => 1 }, { "a" => 2 }], each("{\"a\":1,\"b\":2}\n{\"a\":2,\n\"b\":3}", only: "/a")
    assert_equal [{ "a" => 1 }, { "a" => 2 }], each("{\"a\":1,\"b\":1,\"a\":3}\n{\"c\":1,\"b\":1,\"a\":2}\n#{' ' * 99}", only: "/a")
    assert_kind_of Set, each("[1,2]", array_class: Class.new(Set) { alias_method :<<, :add })[0] if defined?(Set)
    assert_equal [{ "a" => 2 }], each('{"a":1,"a":2}', allow_duplicate_key: true)
  end

  # A line that cannot be read directly is read again, without those after it.
  def test_a_type_can_fail_once
    failed = false
    id = Jacinth::Type.scalar(Integer, dump: ->(v) { v }, load: lambda { |v|
      next v if failed

      failed = true
      raise ArgumentError, "once"
    })

    assert_equal [{ id: 1 }, { id: 2 }], each("{\"id\":1}\n{\"id\":2}", into: Jacinth::Type[{ id: id }], format: :lines)
  end

  def test_values_are_read_into_a_type
    type = Jacinth::Type[{ id: Integer, tags: [String] }]
    text = "{\"id\": 1, \"tags\": [\"a\"]}\n{\"tags\": [],\n \"id\": 2}\n\n{\"id\": \"é\", \"tags\": []}\n{\"id\": 4, \"tags\": [\"b\"]}"
    (1..text.size).each do |size|
      found = []
      values = each(pieces(text, size), into: type, on_error: ->(e, *rest) { found << [e.class, e.line, e.column, e.json_path, *rest] })

      assert_equal [{ id: 1, tags: ["a"] }, { id: 2, tags: [] }, { id: 4, tags: ["b"] }], values
      assert_equal [[Jacinth::ValidationError, 5, 8, "$.id", 5, '{"id": "é", "tags": []}']], found
    end
    assert_equal [1, 2], each("1\n2", into: Jacinth::Type[Integer])
    assert_raises(TypeError) { each("{}\n{}", into: [Integer]) }
  end

  def test_files_are_closed_and_ios_are_not
    with_file(TEXT) do |path|
      Jacinth.each(Pathname(path)).first
      assert_raises(NoMethodError) { Jacinth.each(Pathname(path), &:no_such_method) }
      catch(:done) { Jacinth.each(Pathname(path)) { |value| throw :done if value } }

      assert_equal(0, ObjectSpace.each_object(File).count { |file| !file.closed? && file.path == path })
      File.open(path, "rb") do |io|
        io.readline
        Jacinth.each(io).first

        refute_predicate io, :closed?
        io.rewind

        assert_equal VALUES, each(io)
      end
    end
  end

  def test_live_streams_are_not_waited_for
    reader, writer = IO.pipe
    values = Jacinth.each(reader)
    writer.write("[1]\n[2")

    assert_equal [1], values.next
    writer.write("]\n{\"a\":")

    assert_equal [2], values.next
    writer.write("3}\n")

    assert_equal({ "a" => 3 }, values.next)
    writer.close
    assert_raises(StopIteration) { values.next }
  ensure
    reader&.close
  end

  def test_a_string_changed_by_the_block_is_read_as_it_was
    text = +"[1]\n[2]\n[3]"

    seen = []
    Jacinth.each(text) { |value| seen << value && text.replace("oops") }

    assert_equal [[1], [2], [3]], seen
  end

  CHANGES = [lambda(&:clear), ->(text) { text.setbyte(text.bytesize / 2, 0x78) }, ->(text) { text << "x" },
             lambda(&:freeze)].freeze
  LARGE = Array.new(1100) { |i| %({"a":#{i},"b":"#{'é' * (i % 50)}"}\n) }.join.freeze
  READS = [{}, { format: :lines }, { only: ["/a"] }, { into: Jacinth::Type[{ a: Integer, b: String }] }, { at: "/b" },
           { at: "/*" }, { lines: true }, { on_error: :skip }].freeze

  def test_a_large_string_changed_by_the_block_is_read_as_it_was
    READS.product(CHANGES) do |options, change|
      text = LARGE.dup
      seen = []
      Jacinth.each(text, **options) do |*value|
        change.call(text) if seen.size == 3
        seen << value
      end

      assert_equal Jacinth.each(pieces(LARGE, 5000), **options).map { |*value| value }, seen, options
    end
  end

  ENDS = ["", "[1", "{\"a\":1,\"a\":2,\"b\":\"\"}", "{\"a\":x}\n[2]\n", "\"\xff\"", "{\"b\":[#{'[1],' * 30_000}x]}",
          "[\n{\"a\":1},\n{\"a\":2}\n]\n"].freeze
  OTHERS = [{ max_document_bytes: 400 }, { invalid: :replace }, { relaxed: true }, { max_nesting: 1 }, { freeze: true }].freeze

  # A String is read as one chunk, unless an option needs more.
  def test_a_large_string_is_read_as_its_chunks_are
    ENDS.product(READS + OTHERS) do |ending, options|
      ["\uFEFF#{LARGE}#{ending}", ending].each do |text|
        assert_equal outcome(pieces(text, 65_536), **options), outcome(text, **options), [ending[0, 20], options]
      end
    end
  end

  # A text in another encoding is read as parse reads it.
  def test_text_in_other_encodings_is_converted
    text = "[\"a\x81b\", \"\xE9\"]".dup.force_encoding("Windows-1252")
    good = "[\"é\", \"#{'ä' * 70_000}\"]".encode("UTF-16LE")
    reads = [->(from, **o) { Jacinth.each(from, **o).to_a }, ->(from, **o) { Jacinth.each(from, format: :lines, **o).to_a },
             ->(from, **o) { Jacinth.each([from], **o).to_a }, lambda { |from, **o|
                                                                 Jacinth.each(from, into: Jacinth::Type[[String]], **o).to_a
                                                               },
             ->(from, **o) { Jacinth.each(from, at: "", **o).to_a }, ->(from, **o) { [Jacinth::Document.new(from, **o).value] },
             ->(from, **o) { [Jacinth.parse(Jacinth.reformat(from, **o))] }]
    reads.each do |read|
      assert_equal [Jacinth.parse(text, invalid: :replace)], read.call(text, invalid: :replace)
      assert_raises(Encoding::UndefinedConversionError) { read.call(text) }
      assert_equal [Jacinth.parse(good)], read.call(good)
    end
    values = []
    handler = Object.new.tap { |object| object.define_singleton_method(:value) { |value| values << value } }
    Jacinth.events(text, handler, invalid: :replace)

    assert_equal Jacinth.parse(text, invalid: :replace), values
  end

  # Characters, and the state of an encoding, begin in one chunk and end in the next one.
  def test_ios_in_other_encodings_are_read_in_chunks
    value = ["日本#{'あa' * 23_000}"]
    reads = { each: ->(io) { each(io) }, lines: ->(io) { each(io, format: :lines, on_error: :skip) }, at: ->(io) { [each(io, at: "/*")] },
              partial: ->(io) { Jacinth.each_partial(io).to_a.last(1).map(&:first) },
              reformat: ->(io) { [Jacinth.parse(Jacinth.reformat(io, StringIO.new).string)] } }
    %w[UTF-16 UTF-16LE UTF-32 UTF-32BE ISO-2022-JP Shift_JIS EUC-JP GB18030].product(reads.to_a) do |encoding, (name, read)|
      text = Jacinth.generate(value).encode(encoding)
      with_file(text) do |path|
        [StringIO.new(text), File.open(path, "rb", encoding: encoding), File.open(path, "rb", encoding: "#{encoding}:UTF-8")].each do |io|
          assert_equal [value], read.call(io), [encoding, name, io]
          io.close
        end
      end
    end
  end

  def test_a_value_of_a_pipe_in_another_encoding_is_yielded_when_it_has_arrived
    [%w[UTF-16LE], %w[ISO-8859-1], %w[ISO-8859-1 UTF-8], %w[UTF-8 UTF-16LE]].each do |encodings|
      reader, writer = IO.pipe(binmode: true)
      reader.set_encoding(*encodings)
      writer.write("\"é\"\n1\n".encode(encodings[0]).b)
      values = []
      Jacinth.each(reader) { |value| writer.close if values.push(value).size == 2 } # the pipe is open until then

      assert_equal ["é", 1], values
    end
  end

  def test_a_chunk_without_a_whole_character_is_not_yielded
    texts = %W[1 \n2].map { |text| text.encode("UTF-16LE").b }
    io = StringIO.new.tap { |source| source.set_encoding("UTF-16LE") }
    parts = texts.join.chars
    io.define_singleton_method(:readpartial) { |_| parts.shift || raise(EOFError) }

    assert_equal [[nil, ""], [1, nil], [nil, ""], [2, nil]], Jacinth.each_partial(io).to_a
  end

  def test_a_character_that_is_cut_off_in_an_io_raises
    text = "[\"é\"]\n".encode("UTF-16LE").b.concat("\xFF".b).force_encoding("UTF-16LE")

    assert_raises(Encoding::InvalidByteSequenceError) { each(StringIO.new(text)) }
    assert_error(Jacinth::ParserError, /�/) { each(StringIO.new(text), invalid: :replace) }
    assert_equal [1], each(StringIO.new("1\n".encode("UTF-16LE")), invalid: false)
  end

  def test_what_is_no_type_raises_before_a_document_is_read
    assert_raises(TypeError) { Jacinth.each("{\"a\":x}\n", into: Integer) { nil } }
    assert_raises(TypeError) { Jacinth.each("{\"a\":x}\n", into: Integer, on_error: :skip) { nil } }
  end

  def test_only_values_of_a_type_must_be_utf8
    assert_empty Jacinth.each(["\"\xff\"\n1"], at: "/a", into: Jacinth::Type[Integer]).to_a
    assert_raises(Jacinth::ParserError) { Jacinth.each(["\"\xff\"\n1"], into: Jacinth::Type[String]).to_a }
  end

  TEXT_READERS = {
    parse: ->(source) { Jacinth.parse(source) }, at: ->(source) { Jacinth.at(source, "/a") },
    valid?: ->(source) { Jacinth.valid?(source) }, query: ->(source) { Jacinth.query(source, "$.a") },
    Document: ->(source) { Jacinth::Document.new(source) }, Type: ->(source) { Jacinth::Type[Integer].load(source) },
    Coder: ->(source) { Jacinth::Coder.new.load(source) }, ResumableParser: ->(source) { Jacinth::ResumableParser.new << source }
  }.freeze
  IO_READERS = {
    each: ->(source) { Jacinth.each(source).to_a }, each_partial: ->(source) { [Jacinth.each_partial(source).to_a.last[0]] },
    events: ->(source) { Jacinth.events(source, StreamSupport::Builder.new).documents },
    reformat: ->(source) { [Jacinth.parse(Jacinth.reformat(source))] },
    reformat_to_io: ->(source) { [Jacinth.parse(Jacinth.reformat(source, StringIO.new).string)] },
    sorted: ->(source) { [Jacinth.parse(Jacinth.reformat(source, StringIO.new, sort_keys: true).string)] }
  }.freeze

  # Returns an object that has only one of the methods of a StringIO.
  def only(name, text)
    io = StringIO.new(text)
    Object.new.tap { |object| object.define_singleton_method(name) { |*size| io.public_send(name, *size) } }
  end

  def test_the_methods_that_read_an_io_read_any_io
    text = '{"a": ["é", 1]}'
    sources = [-> { StringIO.new(text) }, -> { StringIO.new(text.encode(Encoding::UTF_16LE)) },
               -> { only(:read, text) }, -> { only(:readpartial, text) }]
    IO_READERS.each do |name, reader|
      sources.each { |source| assert_equal [{ "a" => ["é", 1] }], reader.call(source.call), name }
    end
    TEXT_READERS.each do |name, reader|
      sources.each { |source| assert_raises(TypeError, name) { reader.call(source.call) } }
    end
    IO_READERS.each { |name, reader| assert_raises(TypeError, name) { reader.call(Object.new.tap { |o| def o.readpartial(_) = 5 }) } }
  end
end
