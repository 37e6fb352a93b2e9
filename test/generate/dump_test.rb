# frozen_string_literal: true

require_relative "support"
require "pathname"
require "socket"
require "stringio"
require "tempfile"
require "zlib"
require "tmpdir"

# Jacinth.dump: its arguments, and every kind of IO.
class DumpTest < GeneratorTest
  # Not constants: each collection of the whole run would go over their objects.
  def setup
    @big = Array.new(3000) { |i| { "id" => i, "text" => "ünï\"\n#{'x' * (i % 90)}", "list" => [i, i * 0.5, nil] } }
    @text = Jacinth.generate(@big)
  end

  def test_an_io_can_be_a_basic_object_with_write
    written = +""
    io = Class.new(BasicObject) { define_method(:write) { |text| written << text } }.new
    Jacinth.dump([1], io)
    Jacinth.dump([2], io, nil, { space: " " })
    Jacinth::Coder.new.dump({ "a" => "b" }, io)
    Jacinth::State.new.generate([3], io)

    assert_equal '[1][2]{"a":"b"}[3]', written
  end

  def test_dump_without_an_io_returns_the_text
    assert_equal "[1,NaN,Infinity]", Jacinth.dump([1, Float::NAN, Float::INFINITY])
    assert_equal "null", Jacinth.dump(nil)
    assert_equal @text, Jacinth.dump(@big)
  end

  # Pathname#write replaces the content of the file.
  def test_dump_to_a_pathname_replaces_the_file
    Dir.mktmpdir do |folder|
      path = Pathname(folder) + "big.json"
      state = Jacinth::State.new
      coder = Jacinth::Coder.new(types: { Time => :to_i })
      [-> { Jacinth.dump(@big, path) }, -> { state.generate(@big, path) }, -> { coder.dump(@big, path) },
       -> { Jacinth::Coder.new.dump(@big, path) }, -> { Jacinth::Type[[Hash]].dump(@big, path) },
       -> { Jacinth.reformat(@text, path, pretty: false) },
       -> { Jacinth.reformat(StringIO.new(@text), path, pretty: false) },
       -> { path.write(@text) && Jacinth.reformat(path, path, pretty: false) }].each do |write|
        path.write("")

        assert_same path, write.call
        assert_equal @text, path.read(encoding: Encoding::UTF_8)
      end
    end
  end

  # Calls that write to an IO.
  TO_IO = [
    ->(io) { Jacinth.dump([1], io, 5) }, ->(io) { Jacinth.dump([1], io, nil, { strict: true }) },
    ->(io) { Jacinth::Coder.new.dump([1], io) }, ->(io) { Jacinth::Coder.new.generate([1], io) },
    ->(io) { Jacinth::Coder.new(types: { Time => :to_i }).dump([1], io) }, ->(io) { Jacinth::Type[[Integer]].dump([1], io) },
    ->(io) { Jacinth::State.new.generate([1], io) }, ->(io) { Jacinth.reformat("[1]", io) },
    ->(io) { Jacinth.reformat(StringIO.new("[1]"), io) }
  ].freeze

  # As in IRB after a `def write`, which every object has then.
  def test_a_hash_with_write_is_the_options
    options = { space: " " }
    def options.write(*) = raise

    assert_equal '{"a": 1}', Jacinth.dump({ a: 1 }, options)
  end

  # Mostly it was meant to be the name of a file, which is not written.
  def test_a_string_as_io_raises_with_a_hint
    TO_IO.each do |write|
      error = assert_raises(TypeError) { write.call("x.json") }

      assert_match(/\A(?:expected an IO, got "x\.json"|no implicit conversion of String into Integer) \(to write/, error.message)
      assert_operator error.message, :end_with?, ": File.open(\"x.json\", \"w\") { |file| Jacinth.dump(obj, file) })"
    end
    error = assert_raises(TypeError) { Jacinth::Coder.new.dump([1], "[#{'1,' * 1000}1]") }

    assert_operator error.message.size, :<, 300
    writable = Class.new(String) { def write(text) = replace(text).size }

    assert_equal "[1]", Jacinth::Coder.new.dump([1], writable.new)
    assert_equal "[1]", Jacinth.reformat("[ 1 ]", writable.new, pretty: false)
  end

  def test_dump_takes_io_limit_and_options_in_each_position
    io = StringIO.new
    options = { array_nl: "\n" }

    assert_equal "[\n1\n]", Jacinth.dump([1], options)
    assert_equal "[\n1\n]", Jacinth.dump([1], nil, options)
    assert_equal "[\n1\n]", Jacinth.dump([1], nil, nil, options)
    assert_equal "[\n1\n]", Jacinth.dump([1], array_nl: "\n")
    assert_same io, Jacinth.dump([1], io, options)
    assert_same io, Jacinth.dump([1], io, 2, options)
    assert_equal "[\n1\n]" * 2, io.string
    assert_equal "[[]]", Jacinth.dump([[]], 2)
    assert_raises(Jacinth::NestingError) { Jacinth.dump([[]], 1) }
    assert_raises(Jacinth::NestingError) { Jacinth.dump([[]], io, 1) }
    assert_raises(Jacinth::NestingError) { Jacinth.dump([[]], nil, 1) }
    assert_equal "[[]]", Jacinth.dump([[]], nil, 1, max_nesting: 5)
    assert_raises(Jacinth::GeneratorError) { Jacinth.dump(Float::NAN, allow_nan: false) }
    assert_raises(ArgumentError) { Jacinth.dump([], foo: 1) }
    assert_raises(TypeError) { Jacinth.dump([], Object.new) }
    assert_error(TypeError, "no implicit conversion of Integer into Hash") { Jacinth.dump([], nil, nil, 5) }
  end

  def test_dump_takes_a_state_or_a_hash_with_a_default_as_options
    assert_equal "[ 1 ]", Jacinth.dump([1], nil, nil, Jacinth::State.new(array_nl: " "))
    assert_equal "[NaN]", Jacinth.dump([Float::NAN], nil, nil, Hash.new(true))
    assert_raises(Jacinth::NestingError) { Jacinth.dump([[1]], nil, "replaced", { max_nesting: 1 }) }
  end

  def test_dump_appends_to_a_stringio
    io = StringIO.new(+"before", "a")

    assert_same io, Jacinth.dump(@big, io)
    assert_equal "before#{@text}", io.string
  end

  def test_dump_writes_a_large_document_to_a_file
    Tempfile.create("jacinth") do |file|
      assert_same file, Jacinth.dump(@big, file)
      assert_equal @text, File.read(file.path, encoding: "UTF-8")
    end
  end

  def test_dump_appends_small_documents_to_a_file
    Tempfile.create("jacinth") do |file|
      file.write("before ")
      3.times { |i| assert_same file, Jacinth.dump({ "é" => i }, file) }
      assert_equal 'before {"é":0}{"é":1}{"é":2}', File.read(file.path, encoding: "UTF-8")
    end
    kept = []
    Tempfile.create("jacinth") do |file|
      file.define_singleton_method(:write) { |text| kept << text << +"" && super(text) }
      file.define_singleton_method(:flush) { kept << :flush && super() }
      Jacinth.dump([1], file)
    end

    assert_equal ["[1]", "", :flush], kept
    refute_predicate kept.first, :frozen?
  end

  def test_a_file_with_an_external_encoding_converts_the_text
    text = { "k" => ["é\u00ff" * 40_000, "ü"] }
    expected = Jacinth.generate(text)
    { "w:UTF-8" => "UTF-8", "w:ISO-8859-1" => "ISO-8859-1", "wb:UTF-16LE" => "UTF-16LE", "wb" => "UTF-8",
      "w:BINARY" => "UTF-8" }.each do |mode, encoding|
      Tempfile.create("jacinth") do |file|
        File.open(file.path, mode) { |io| Jacinth.dump(text, io) }

        assert_equal expected, File.binread(file.path).force_encoding(encoding).encode("UTF-8"), mode
      end
    end
    io = StringIO.new("".encode("ISO-8859-1"))

    assert_equal expected, Jacinth.dump(text, io).string.encode("UTF-8")
  end

  def test_dump_writes_to_pipes_and_sockets
    pairs = [IO.pipe]
    pairs << UNIXSocket.pair unless WINDOWS
    pairs.each do |reader, writer|
      thread = Thread.new { reader.read }

      assert_same writer, Jacinth.dump(@big, writer)
      writer.close

      assert_equal @text, thread.value.force_encoding("UTF-8")
      reader.close
    end
  end

  def test_an_object_with_only_write_gets_utf8_chunks
    pipe = Pipe.new

    assert_same pipe, Jacinth.dump(@big, pipe)
    assert_equal @text, pipe.text
    assert_operator pipe.chunks.size, :>, 1
    assert_equal [Encoding::UTF_8], pipe.chunks.map(&:encoding).uniq
  end

  # No character is cut, and a chunk that the IO keeps does not change.
  def test_no_chunk_ends_within_a_character
    [["é"] * 200_000, ["\u{1F600}" * 300_000], { "日本語" * 100_000 => "日本語" * 100_000 },
     ["x" * 63, "€"] * 9000].each do |tree|
      [{}, { script_safe: true }, { ascii_only: true },
       { space: "\u3000" * 7, array_nl: "€" }].each do |options|
        pipe = Pipe.new
        Jacinth.dump(tree, pipe, nil, options)

        assert pipe.chunks.all?(&:valid_encoding?)
        assert_equal Jacinth.generate(tree, options), pipe.text
      end
    end
  end

  def test_a_write_that_changes_its_chunk_does_not_change_the_rest
    seen = +""
    pipe = Pipe.new { |chunk| seen << chunk }
    writer = Object.new
    writer.define_singleton_method(:write) do |chunk|
      pipe.write(chunk).tap { chunk.replace("?" * chunk.size) }
    end
    Jacinth.dump(@big, writer)

    assert_equal @text, seen
  end

  def test_dump_writes_to_the_to_io_of_an_object
    inner = Tempfile.new("jacinth")
    outer = Object.new
    outer.define_singleton_method(:to_io) { inner }

    assert_same inner.to_io, Jacinth.dump([1], inner)
    assert_equal "[1]", File.binread(Jacinth.dump([1], outer).path).tap { inner.flush }[0, 3]
  ensure
    inner.close!
  end

  # Their to_io is the stream below.
  def test_a_gzip_writer_gets_the_text_not_its_inner_stream
    out = StringIO.new("".b)
    gzip = Zlib::GzipWriter.new(out)

    assert_same gzip, Jacinth.dump([1], gzip)
    gzip.finish

    assert_equal "[1]", Zlib.gunzip(out.string)
  end

  def test_dump_flushes_once
    flushed = 0
    pipe = Pipe.new
    pipe.define_singleton_method(:flush) { flushed += 1 }
    Jacinth.dump([1], pipe)

    assert_equal [1, "[1]"], [flushed, pipe.text]
  end

  def test_an_exception_of_write_ends_the_dump
    [1, 2, 4].each do |at|
      count = 0
      pipe = Pipe.new { raise Errno::ENOSPC if (count += 1) == at }

      assert_raises(Errno::ENOSPC) { Jacinth.dump(@big, pipe) }
      assert_equal at, pipe.chunks.size
      assert @text.start_with?(pipe.text)
    end
    closed = StringIO.new.tap(&:close)
    assert_raises(IOError) { Jacinth.dump(@big, closed) }
    assert_raises(IOError, Errno::EBADF) { Jacinth.dump([1], File.open(File::NULL, "w") { |file| file }) }
    assert_equal :gone, catch(:out) { Jacinth.dump(@big, Pipe.new { throw :out, :gone }) }
    assert_raises(NoMethodError) { Jacinth::State.new.generate([1], Object.new) }
  end

  def test_a_short_write_raises
    writer = Object.new
    writer.define_singleton_method(:write) { |chunk| chunk.bytesize - 1 }
    assert_error(IOError, "short write: 2 of 3 bytes") { Jacinth.dump([1], writer) }
    [nil, :fine, 3, 99].each do |result|
      writer = Object.new
      writer.define_singleton_method(:write) { |_| result }

      assert_same writer, Jacinth.dump([1], writer)
    end
  end

  def test_a_write_that_changes_the_tree_does_no_harm
    [
      -> { Array.new(50_000) { |i| i } },
      -> { Array.new(3000) { |i| "text #{i} é\"" * (i % 20) } },
      -> { Array.new(2000) { |i| { "k" => [+"v" * i] } } },
      lambda {
        { "a" => Array.new(9000, 1.5), "b" => +"\"\n" * 100_000, "c" => { "d" => +"é" * 100_000 } }
      },
      -> { {}.compare_by_identity.tap { |hash| 5000.times { |i| hash["key#{i}\"é"] = +"value" } } }
    ].each do |make|
      [{}, { ascii_only: true },
       { indent: "  ", array_nl: "\n", space: " " * 40 }].each do |options|
        tree = make.call
        pipe = Pipe.new { destroy(tree) && GC.start }

        begin
          assert_same pipe, Jacinth.dump(tree, pipe, nil, options)
        rescue Jacinth::GeneratorError => e
          assert_match(/illegal|to UTF-8/, e.message)
        end

        assert_predicate pipe.text, :valid_encoding?
        refute_empty pipe.chunks
      end
    end
  end

  def destroy(tree)
    case tree
    when String then tree.replace(["\xE2".b, "\xFF\xF0", ""].sample)
    when Array then tree.each { |part| destroy(part) }.clear
    when Hash
      tree.each do |key, part|
        [key, part].each do |piece|
          destroy(piece) unless piece.frozen?
        end
      end.clear
    end
    true
  end

  def test_write_can_generate_and_dump
    pipe = Pipe.new { |chunk| Jacinth.generate([@big, chunk.size]) }
    Jacinth.dump(@big, pipe)

    assert_equal @text, pipe.text
    inner = Pipe.new
    outer = Pipe.new { Jacinth.dump({ "in" => @big.first(400) }, inner) }
    Jacinth.dump(@big, outer)

    assert_equal @text, outer.text
  end

  def test_states_and_coders_write_to_an_io
    [Jacinth::State.new, Jacinth::Coder.new].each do |writer|
      pipe = Pipe.new

      assert_same pipe, writer.generate(@big, pipe)
      assert_equal @text, pipe.text
    end
  end

  # An IO that waits in write, as a full pipe does, lets others look at what it
  # was given; they may keep it.
  def test_a_chunk_that_an_io_keeps_stays_the_same
    reader, writer = IO.pipe
    text = Jacinth.generate(LONG)
    thread = Thread.new { Jacinth.dump(LONG, writer); writer.close }
    held = []
    read = +""
    until (part = reader.read(32 * 1024)).nil?
      held.concat(chunks_to_be_seen)
      read << part
    end
    thread.join
    kept = held.map { |chunk| [chunk, chunk.b] }
    Jacinth.dump(LONG, File::NULL.then { |path| File.open(path, "w") })
    GC.start

    assert_equal text, read
    refute_empty kept
    kept.each do |chunk, bytes|
      assert_instance_of String, chunk
      assert_equal bytes, chunk.b
      assert_includes text, chunk
    end
  ensure
    reader&.close
  end

  LONG = Array.new(60_000) { |i| "marked element #{i}" }.freeze

  # Strings of a chunk's size with the mark, wherever they are.
  def chunks_to_be_seen
    ObjectSpace.each_object(String).select do |string|
      string.bytesize.between?(50_000, 200_000) && string.encoding == Encoding::UTF_8 &&
        string.start_with?('["marked', '"marked', "marked", "arked", "rked", "element") && string.include?("marked element")
    end
  end
end

# The Strings that an IO gets for a document.
class DumpChunksTest < GeneratorTest
  # The first String for an IO grows to the size of a chunk, and later to that of a long string.
  def test_chunks_are_complete_for_each_order_of_string_sizes
    [2000, 9000, 70_000, 300_000].permutation do |sizes|
      document = sizes.flat_map { |size| ["é" * size, [1], "a" * size] }
      chunks = []
      io = Object.new.tap { |o| o.define_singleton_method(:write) { |text| chunks << text } }
      Jacinth.dump(document, io)
      strings = Jacinth.dump(document, StringIO.new).string

      assert_equal Jacinth.generate(document), chunks.join
      assert_operator chunks[..-2].map(&:bytesize).min, :>, 60_000
      chunks.each { |chunk| assert_equal chunk.b.ascii_only?, chunk.ascii_only? }
      assert_equal strings, chunks.join
    end
  end

  def test_a_document_of_one_chunk_is_known_to_be_valid
    ["é", "e", "é\u2028"].each do |text|
      [{}, { ascii_only: true }, { script_safe: true }].each do |options|
        Jacinth.dump([text], io = StringIO.new, nil, options)

        assert_equal [text.ascii_only? || options.key?(:ascii_only), true],
                     [io.string.ascii_only?, io.string.valid_encoding?]
      end
    end
  end
end
