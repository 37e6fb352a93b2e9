# frozen_string_literal: true

require_relative "support"
require "pathname"
require "stringio"
require "tempfile"

# Jacinth.reformat from an IO to an IO: the result for the whole text, in chunks of
# any size.
class ReformatIOTest < Minitest::Test
  include DocumentSupport
  include ParserDocuments

  # Keeps the sizes of the chunks.
  class Counter
    attr_reader :bytes, :largest

    def write(text)
      @bytes = (@bytes || 0) + text.bytesize
      @largest = [@largest || 0, text.bytesize].max
      text.bytesize
    end
  end

  LONG = 70_000

  # Returns [text], or the error with its place, but without its excerpt, which has
  # less text in chunks.
  def laid_out(source, **options)
    io = StringIO.new
    result = Jacinth.reformat(source, io, **options)

    assert_same io, result
    [io.string]
  rescue Jacinth::ParserError => e
    [e.class, e.message[0, 16][/\A[^:]*/], e.line, e.column, e.json_path]
  end

  def assert_as_whole(text, sizes, **options)
    expected = laid_out(text, **options)
    sizes.each do |size|
      assert_equal expected, laid_out(Trickle.new(text, size), **options),
                   -> { "#{text.inspect[0, 300]} by #{size} #{options} #{seed_note}" }
    end
  end

  def test_the_conformance_set_is_reformatted_in_chunks_as_whole
    each_conformance_document do |_, text|
      next if text.bytesize > 10_000

      [{}, { allow_duplicate_key: true, pretty: false }, { validate_encoding: true }].each do |options|
        assert_as_whole(text, [1, 3, 16], **options)
      end
    end
  end

  def test_documents_in_chunks_are_written_as_whole_ones
    each_document do |_, text|
      sizes = [4001, 65_536, text.bytesize]
      [true, false].each { |pretty| assert_as_whole(text, sizes, pretty: pretty) }
    end
  end

  def test_random_documents_are_reformatted_in_chunks_as_whole
    random = seeded(SEED + 90)
    scaled(1500).times do
      text = document(random)
      text = damage(random, text) if random.rand(3) > 0
      options = self.options(random).except(:decimal_class)
      options[:validate_encoding] = true if random.rand(8).zero?
      options[:max_nesting] = 2 if random.rand(8).zero?
      assert_as_whole(text, [1, random.rand(2..40)], pretty: random.rand(2).zero?, **options)
    end
  end

  def test_documents_truncated_at_every_byte_are_reformatted_in_chunks_as_whole
    text = %([{"a\\u00e9é": [1.5e3, -0, "\\u00e9\\ud83d\\ude00é\\n"], /* c */ "b": {} , // d
              "c": [ ], "d": [NaN, -Infinity, true, false, null,],} , /**/ [ /* e */ ] ] // f).b
    options = { allow_comments: true, allow_trailing_comma: true, allow_nan: true }
    (0..text.bytesize).each do |size|
      assert_as_whole(text.byteslice(0, size), [1, 2, 5], **options)
      assert_as_whole(text.byteslice(0, size), [1, 3])
    end
  end

  # A string is handed over in parts where it is long.
  def test_long_strings_are_reformatted_in_chunks_as_whole
    ["x", "é", "😀", "\\n", "\\u00e9", "\\ud83d\\ude00", "x\\\\"].each do |part|
      text = "[\"#{part * (3 * LONG / part.bytesize)}\", {\"k\":\"#{part * 3}\"}]"

      [1000, 4999, 65_536].each { |size| assert_as_whole(text, [size], pretty: false, validate_encoding: true) }
    end
    text = "\"#{'x' * LONG}"
    ["x", "\\", "\\u", "\\q\"", "\\ud83d\"", "\\ud83d\\u0041\"", "\\udc00\"", "\n\"", "\xFF\"", "\" x"].each do |rest|
      bad = laid_out(Trickle.new("[1,\n#{text}#{rest}", 4999), validate_encoding: true)

      assert_equal [Jacinth::ParserError, 2, "$[1]"], bad.values_at(0, 2, 4), rest unless rest == "\" x"
      assert_equal laid_out("[1,\n#{text}#{rest}", validate_encoding: true)[1], bad[1], rest
    end
    assert_equal ["\"#{'\\q' * LONG}\""], laid_out(Trickle.new("\"#{'\\q' * LONG}\"", 999), allow_invalid_escape: true)
  end

  def test_written_chunks_end_between_characters
    sink = Object.new
    def sink.write(text) = text.valid_encoding? ? text.bytesize : raise("cut")
    Jacinth.reformat(Trickle.new("[\"#{'x€' * LONG}\"]", 999), sink)
  end

  def test_files_paths_and_objects_that_read_are_read
    text = "{\"a\": [1, 2]}"
    Tempfile.create("jacinth") do |file|
      file.write(text)
      file.flush
      file.rewind

      assert_equal ['{"a":[1,2]}'], laid_out(file, pretty: false)
      assert_equal ['{"a":[1,2]}'], laid_out(Pathname(file.path), pretty: false)
    end
    whole = Object.new
    def whole.read = "[ 1 ]"
    blank = Object.new
    def blank.read(_size) = nil

    assert_equal ["[1]"], laid_out(whole, pretty: false)
    assert_equal [Jacinth::ParserError, "unexpected end o", 1, 1, "$"], laid_out(blank)
    assert_equal ["[\"é\"]"], laid_out(StringIO.new("[\"é\"]".encode(Encoding::UTF_16LE)), pretty: false)
    assert_raises(ArgumentError) { laid_out(StringIO.new("[1]"), nope: true) }
  end

  def test_options_that_build_values_are_ignored
    text = "{\"a\": 1, \"b\": [2.5]}"
    options = { on_load: ->(_) { flunk }, object_class: Class.new, symbolize_names: true, freeze: true, max_keys: 1 }

    assert_equal ['{"a":1,"b":[2.5]}'], laid_out(StringIO.new(text), pretty: false, **options)
  end

  # 30 MB, most of it one array, one string, and one key's value after the other.
  def test_memory_does_not_grow_with_the_document
    head = "{\"list\": [#{'[1.50, "text"], ' * 60_000}0], \"string\": \""
    parts = [head] + Array.new(100) { "é\\n" * 70_000 } + ["\", \"deep\": ", "[" * 5000, "]" * 5000, "}"]
    source = Object.new
    source.define_singleton_method(:readpartial) { |_| parts.shift || raise(EOFError) }
    source.define_singleton_method(:read) { |_| flunk }
    sink = Counter.new
    Jacinth.reformat(source, sink, pretty: false, max_nesting: 0)

    assert_equal head.delete(" ").bytesize + (100 * 70_000 * 4) + 10_000 + "\",\"deep\":}".bytesize, sink.bytes
    assert_operator sink.largest, :<, 300_000
  end

  # Indentation alone makes gigabytes of this where nothing is written meanwhile.
  def test_deep_documents_are_written_in_chunks
    sink = Counter.new
    depth = 4000
    Jacinth.reformat(StringIO.new(("[" * depth) + ("]" * depth)), sink, max_nesting: 0)

    assert_operator sink.bytes, :>, depth * depth * 1.9
    assert_operator sink.largest, :<, 200_000
  end

  def test_exceptions_and_short_writes_of_ios_pass_through
    source = Trickle.new("[#{'1, ' * LONG}]", 1000)
    def source.readpartial(_) = given > 5000 ? raise(IOError, "gone") : super

    assert_raises(IOError) { Jacinth.reformat(source, StringIO.new) }
    text = "[#{'1, ' * LONG}2]"
    failing = Object.new
    def failing.write(_) = raise("full")

    assert_raises(RuntimeError) { Jacinth.reformat(Trickle.new(text, 999), failing) }
    short = Object.new
    def short.write(text) = text.bytesize / 2

    assert_raises(IOError) { Jacinth.reformat(Trickle.new(text, 999), short) }
    assert_equal(:left, catch(:out) do
      leaving = Object.new
      def leaving.write(_) = throw(:out, :left)
      Jacinth.reformat(Trickle.new(text, 999), leaving)
    end)
    out = StringIO.new

    assert_raises(Jacinth::ParserError) { Jacinth.reformat(Trickle.new("[1, x]", 3), out) }
    assert_empty out.string
  end

  # A thread that waits for a pipe is ended; one that reformats endlessly, too.
  def test_reformat_can_be_interrupted
    IO.pipe do |from, to|
      to << "[1, 2, \"a"
      reader = Thread.new { Jacinth.reformat(from, StringIO.new) }
      Thread.pass until reader.status == "sleep"
      reader.kill

      assert reader.join(60)
    end
    endless = Object.new
    def endless.readpartial(_) = "#{'[' unless (@calls = (@calls || 0) + 1) > 1}#{'1, ' * 20_000}"
    def endless.read(_) = nil
    sink = Counter.new
    thread = Thread.new { Jacinth.reformat(endless, sink) }
    Thread.pass until sink.bytes
    thread.kill

    assert thread.join(60)
    assert_equal ["[1]"], laid_out(StringIO.new("[1]"), pretty: false)
  end

  # Without a locale, Ruby reads files as US-ASCII.
  def test_files_are_read_as_utf8_without_a_locale
    out = ruby!(<<~RUBY, env: { "LC_ALL" => "C", "LANG" => nil })
      require "jacinth"
      require "pathname"
      require "tmpdir"
      Dir.mktmpdir do |folder|
        path = Pathname(folder) + "a.json"
        path.binwrite('{"b":"\u00fc","a":1}')
        Jacinth.reformat(path, path, pretty: false, sort_keys: true)
        opened = path.open("r:US-ASCII") { |file| Jacinth.reformat(file, pretty: false) }
        $stdout.binmode.write(path.binread, Jacinth.reformat(path, pretty: false), opened)
      end
    RUBY

    assert_equal '{"a":1,"b":"ü"}' * 3, out.dup.force_encoding("UTF-8")
  end

  def test_documents_are_reformatted_in_chunks_under_stress_and_compaction
    text = '{"b":{"d":[2.5,"é"]}}'
    with_gc_stress { assert_equal [text], laid_out(Trickle.new(text, 13), pretty: false) }
    with_auto_compaction { 20.times { assert_equal [text], laid_out(Trickle.new(text, 5), pretty: false) } }
  end

  # A write that returns again would go on with an output that has grown since.
  def test_a_second_return_into_write_does_no_harm
    text = ruby!(<<~'RUBY', args: ["-W0"])
      require "jacinth"
      require "continuation"
      saved, returns, sizes = nil, 0, []
      io = Object.new
      io.define_singleton_method(:write) do |text|
        callcc { |c| saved ||= c }
        sizes << text.bytesize
        text.bytesize
      end
      begin
        Jacinth.reformat("[#{"[1,2,3]," * 50_000}\"#{"x" * 300_000}\"]", io)
        p sizes.size
      rescue RuntimeError => e
        p e.message
      end
      GC.start
      Jacinth.parse("[[1]]")
      saved.call if (returns += 1) < 3
    RUBY

    assert_match(/\A\d+\n("a continuation returned into a call that has gone on since"\n){2}\z/, text)
  end
end
