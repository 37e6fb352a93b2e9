# frozen_string_literal: true

require_relative "../test_helper"
require "stringio"
require "tempfile"
require "zlib"
require "pathname"
require "tmpdir"

# Jacinth::Writer: its output, and its errors for misplaced calls.
class WriterTest < Minitest::Test
  Writer = Jacinth::Writer

  def written(...)
    writer = Writer.new(...)
    yield writer
    writer.close
  end

  def misuse(message, path = "$", &) = assert_error(Jacinth::GeneratorError, message, path: path, &)

  Row = Struct.new(:id, :f, :rows)

  def test_values_of_types_are_written_as_by_generate
    t = Jacinth::Type
    type = t.of(Row, id: Integer, f: t.member(t.optional(Float), omit: :nil), rows: t.optional([t.any]))
    types = { Row => type, Time => :iso8601 }
    rows = [Row.new(1, 1.0), Row.new(2, nil, [Time.at(0), Row.new(3)]), { a: Row.new(4) }]
    list = Jacinth.generate(rows, types: types)

    assert_equal list, written(types: types) { |w| w.array { |a| rows.each { |row| a << row } } }
    assert_equal list, written(types: types) { |w| w.value(rows) }
    assert_equal %({"a":#{list}}), written(types: types, omit_nil: true, omit_empty: true) { |w| w.object { |o| o.pair(:a, rows) } }
  end

  def test_to_s_is_the_text_so_far_or_the_writer_of_an_io
    writer = Writer.new

    assert_equal "[1", writer.array.value(1).to_s
    assert_match(/\A#<Jacinth::Writer/, Writer.new(StringIO.new).to_s)
  end

  def test_a_key_with_a_fragment_as_text_is_written_as_by_generate
    key = Class.new(String) { def to_json(*) = Jacinth::Fragment.new('"fragment"') }.new("k")
    text = written { |w| w.object { w.pair(key, 1) } }

    assert_equal Jacinth.generate({ key => 1 }), text
  end

  def test_members_and_elements_are_written_in_order
    text = written do |w|
      w.object do |same|
        assert_same w, same
        assert_same w, w.pair("a", [1, { "b" => nil }])
        w[:s] = 1.5
        w.key("k").value("é\n")
        w.array("list") { w << 1 << true << nil << 2**70 << :sym }
        w.object("o").end
        w.array(:e) { nil }
        w.key(7).array.array.end_array.end
      end
    end

    assert_equal %({"a":[1,{"b":null}],"s":1.5,"k":"é\\n","list":[1,true,null,#{2**70},"sym"],"o":{},"e":[],"7":[[]]}), text
    assert_equal Encoding::UTF_8, text.encoding
    assert_predicate text, :valid_encoding?
    assert_predicate written { |w| w << "abc" }, :ascii_only?
  end

  def test_formatting_options_are_followed_as_by_generate
    value = { "a" => [1, { "b" => [] }], "c" => {}, "d" => "é<" }
    [{ pretty: true }, { pretty: true, indent: "\t" }, { space: " ", object_nl: "\r\n" }, { indent: "--", array_nl: "\n" },
     { ascii_only: true }, { script_safe: true }, { html_safe: true }, { indent: " " * 70, object_nl: "\n" },
     { depth: 3, indent: " ", array_nl: "\n" }, { space_before: "é", space: " " * 30, object_nl: "\n" }].each do |options|
      wanted = options.key?(:pretty) ? Jacinth.pretty_generate(value, options.except(:pretty)) : Jacinth.generate(value, options)
      text = written(nil, **options) do |w|
        w.object do
          w.array("a") { w.value(1).object { w.array("b").end } }
          w.object("c").end
          w.pair("d", "é<")
        end
      end

      assert_equal wanted, text, options.inspect
      assert_equal wanted, written(nil, **options) { |w| w.value(value) }
    end
    assert_equal "[\n1\n]", written(nil, Jacinth::State.new(array_nl: "\n")) { |w| w.array { w << 1 } }
    assert_equal "[ 1 ]", written(nil, { array_nl: "\n" }, array_nl: " ") { |w| w.array { w << 1 } }
    assert_raises(ArgumentError) { Writer.new(nil, oops: 1) }
    assert_raises(ArgumentError) { Writer.new(format: :oops) }
    assert_raises(ArgumentError) { Writer.new(chunk_size: 0) }
    assert_raises(ArgumentError) { Writer.new(rfc8785: true, indent: " ") }
  end

  def test_to_json_and_as_json_are_called
    point = Struct.new(:x) { def to_json(state = nil, *) = Jacinth.generate({ "x" => x, "depth" => state.depth }, state) }
    text = written(nil, pretty: true) { |w| w.object { w.array("p") { w << point.new(1) } } }

    assert_equal Jacinth.pretty_generate({ "p" => [point.new(1)] }), text
    assert_equal '[["1..2"],{"3":4}]',
                 written(nil, strict: true, as_json: ->(o, key) { key ? o.to_s : [o.to_s] }) { |w| w.array { w << (1..2) << { 3 => 4 } } }
    keys = written(nil, strict: true, as_json: ->(o, _) { o.to_s }) { |w| w.object { w.pair("a", 1).pair(2, 1..2).pair(nil, 0) } }

    assert_equal '{"a":1,"2":"1..2","":0}', keys
    error = assert_raises(Jacinth::GeneratorError) { written(nil, strict: true) { |w| w.array { w << [1, 1..2] } } }
    assert_equal ["Range not allowed in JSON", "$[0][1]"], [error.message, error.json_path]
    assert_equal '{"b":{"a":1,"z":2},"a":1}', written(nil, sort_keys: true) { |w|
      w.object { w.pair("b", { "z" => 2, "a" => 1 }).pair("a", 1) }
    }
  end

  # A to_json that changes the options does so for its value alone.
  def test_options_changed_by_a_value_last_for_that_value
    changing = Object.new
    def changing.to_json(state, *) = (state.space = "   "; "0")

    assert_equal('{"a":[0,{"b":   1}],"c":{"d":1}}',
                 written { |w| w.object { w.pair("a", [changing, { "b" => 1 }]).pair("c", { "d" => 1 }) } })
  end

  def test_a_wrong_call_names_the_expected_one
    misuse("expected a value, as nothing is open, got an end") { Writer.new.end }
    misuse("expected a value, as nothing is open, got a key") { Writer.new.key("a") }
    misuse("expected a value, as nothing is open, got the end of the document") { Writer.new.close }
    misuse("the document is complete, got a value") { Writer.new.value(1).value(2) }
    misuse("expected a value or the end of the array that is open at $.a[1], got a key", "$.a[1]") do
      Writer.new.object.array("a").value(1).array.key("x")
    end
    misuse("expected a value or the end of the array that is open at $, got the end of an object") { Writer.new.array.end_object }
    misuse("expected a key or the end of the object that is open at $[0], got a value", "$[0]") { Writer.new.array.object.value(1) }
    misuse("expected a key or the end of the object that is open at $, got a value") { Writer.new.object.array }
    misuse('expected a value for the key "a" of the object that is open at $, got an end') { Writer.new.object.key("a").end }
    misuse('expected a value for the key "a" of the object that is open at $, got a key') { Writer.new.object.key("a").pair("b", 1) }
    misuse("expected a value or the end of the array that is open at $, got the end of the document") { Writer.new.array.close }
    misuse("expected a value or the end of the array that is open at $.a, got the end of its block", "$.a") do
      Writer.new.object { |w| w.array("a") }
    end
    error = assert_raises(Jacinth::GeneratorError) { Writer.new.array { |w| w.object(&:end).end.array } }
    assert_equal "the object of this block was ended inside of it", error.message
  end

  def test_a_nul_in_a_path_is_escaped
    path = %q($["a\u0000"])
    place = "the object that is open at #{path}"
    misuse("expected a key or the end of #{place}, got a value", path) { Writer.new.object.object("a\0").value(1) }
    misuse("detected duplicate key \"b\" in #{place}", path) { Writer.new.object.object("a\0").pair("b", 1).pair("b", 2) }
    misuse("key \"b\" comes before \"c\" in RFC 8785, in #{place}", path) do
      Writer.new(rfc8785: true).object.object("a\0").pair("c", 1).pair("b", 2)
    end
  end

  def test_a_wrong_call_writes_nothing
    writer = Writer.new.object.pair("a", 1)
    [-> { writer.value(1) }, -> { writer.end_array }, -> { writer.key("b").key("c") }, -> { writer.end }, lambda {
      writer.close
    }].each { |call| assert_raises(Jacinth::GeneratorError) { call.call } }

    assert_equal '{"a":1,"b":2}', writer.value(2).end.close
  end

  def test_a_duplicate_key_raises_unless_allowed
    misuse('detected duplicate key "a" in the object that is open at $') { Writer.new.object.pair("a", 1).pair("a", 2) }
    misuse('detected duplicate key "7" in the object that is open at $[0]', "$[0]") { Writer.new.array.object.pair("7", 1).key(7) }
    misuse("detected duplicate key :a in the object that is open at $") { Writer.new.object.pair("a", 1).object(:a) }
    many = Writer.new.object
    10_000.times { |i| many.pair("key #{i}", i) }
    [0, 7, 8, 9, 5000, 9999].each { |i| assert_raises(Jacinth::GeneratorError) { many.pair("key #{i}", 0) } }
    assert_equal [*0...10_000].to_h { |i| ["key #{i}", i] }, Jacinth.parse(many.end.close)
    assert_equal '{"a":1,"a":2}', written(nil, allow_duplicate_key: true) { |w| w.object { w.pair("a", 1).pair("a", 2) } }
    assert_equal('{"a":{"a":{"a":1},"b":2},"b":3}',
                 written { |w| w.object { w.object("a") { w.object("a") { w["a"] = 1 }.pair("b", 2) }.pair("b", 3) } })
  end

  # A key that was taken back with its value may come again.
  def test_a_failed_pair_removes_its_key
    [3, 30].each do |count|
      writer = Writer.new.object
      count.times do |i|
        assert_raises(Jacinth::GeneratorError) { writer.pair("k#{i}", Float::NAN) }
        assert_raises(Jacinth::GeneratorError) { writer.pair("k#{i}", [{ "x" => Float::NAN }]) }
        writer.pair("k#{i}", i)
        assert_raises(Jacinth::GeneratorError) { writer.key("k#{i}") }
      end

      assert_equal Array.new(count) { |i| ["k#{i}", i] }.to_h, Jacinth.parse(writer.end.close)
    end
  end

  def test_rfc8785_requires_sorted_keys
    text = written(nil, rfc8785: true) do |w|
      w.object { w.pair("a", 1.0).pair("b", { "z" => 1e21, "y" => 2 }).pair("\u{10000}", 1).pair("\uFFFF", 2) }
    end

    assert_equal "{\"a\":1,\"b\":{\"y\":2,\"z\":1e+21},\"\u{10000}\":1,\"\uFFFF\":2}", text
    misuse('key "a" comes before "b" in RFC 8785, in the object that is open at $') do
      Writer.new(rfc8785: true).object.pair("b", 1).pair("a", 1)
    end
    misuse('detected duplicate key "b" in the object that is open at $') { Writer.new(rfc8785: true).object.pair("b", 1).pair("b", 1) }
    misuse("detected duplicate key :b in the object that is open at $") { Writer.new(rfc8785: true).object.pair(:b, 1).pair(:b, 1) }
  end

  def test_errors_about_a_key_have_the_path_of_its_object
    { 1 => "Integer not allowed as object key in JSON", "\xFF" => "source sequence is illegal/malformed utf-8" }.each do |key, message|
      writer = Writer.new(strict: true).array.object
      %w[a b].product([[:key, key], [:pair, key, 1], [:array, key]]).each_with_index do |(name, call), i|
        assert_error(Jacinth::GeneratorError, message, path: "$[0]") { writer.public_send(*call) }
        writer.pair(name, i) if i % 3 == 2 # from now on, the key is not the object's first
      end
    end
  end

  def test_a_level_beyond_max_nesting_raises
    writer = Writer.new(max_nesting: 3).array.array
    error = assert_raises(Jacinth::NestingError) { writer.value([[1]]) }
    assert_equal ["nesting of 4 is too deep. Did you try to serialize objects with circular references?", "$[0][0][0]"],
                 [error.message, error.json_path]
    assert_equal "$[0][0][0]", assert_raises(Jacinth::NestingError) { writer.array.array }.json_path
    assert_equal "[[[]]]", writer.end.end.end.close
    deep = Writer.new(max_nesting: 0)
    20_000.times { deep.array.object.key("a") }
    deep.value([1])
    20_000.times { deep.end.end }

    assert_equal "#{'[{"a":' * 20_000}[1]#{'}]' * 20_000}", deep.close
  end

  def test_ndjson_writes_each_document_on_a_line
    out = +""
    writer = Writer.new(out, format: :ndjson)
    writer << { "a" => "x\ny" } << 1
    writer.array { writer << 1 }
    writer << Jacinth::Fragment.new("{\n\"b\":\r\n1}")
    writer.raw("[\n 1 ]")
    writer.close

    assert_equal %({"a":"x\\ny"}\n1\n[1]\n{ "b":  1}\n[  1 ]\n), out
    assert_equal "", written(nil, format: :ndjson) { nil }
    error = assert_raises(ArgumentError) { Writer.new(format: :ndjson, pretty: true) }
    assert_equal "object_nl cannot have a line break in ndjson, where a document is a line", error.message
    assert_equal "[ 1 ]\n", written(nil, format: :ndjson, array_nl: " ") { |w| w.value([1]) }
    assert_raises(Jacinth::GeneratorError) { Writer.new(format: :ndjson).value(1).array.close }
  end

  def test_json_seq_writes_a_record_separator_before_each_document
    assert_equal "\x1E1\n\x1E{\n  \"a\": 1\n}\n\x1E[]\n",
                 written(nil, format: :json_seq, pretty: true) { |w| w.value(1).object { w["a"] = 1 }.array.end }
  end

  def test_raw_checks_and_writes_json_text
    assert_equal('[{"a": 1.50},"é",1]', written { |w| w.array { w.raw(' {"a": 1.50} ').raw('"é"'.encode("UTF-16LE")).raw("1".b) } })
    assert_raises(Jacinth::ParserError) { written { |w| w.raw("[1,]") } }
    assert_raises(Jacinth::ParserError) { written { |w| w.raw("\"\xFF\"") } }
    assert_raises(Jacinth::ParserError) { written { |w| w.raw("NaN") } }
    assert_equal "NaN", written(nil, allow_nan: true) { |w| w.raw("NaN") }
    assert_raises(Jacinth::NestingError) { Writer.new(max_nesting: 2).array.raw("[[1]]") }
    assert_raises(Jacinth::NestingError) { Writer.new(max_nesting: 1).array.raw("[1]") }
    assert_equal "[1]", Writer.new(max_nesting: 1).array.raw("1").end.close
    assert_equal("oops", written { |w| w.raw("oops", validate: false) })
    assert_raises(TypeError) { written { |w| w.raw(1) } }
    assert_raises(TypeError) { written { |w| w.raw(1, validate: false) } }
    assert_raises(Jacinth::GeneratorError) { Writer.new.object.raw("1") }
    assert_equal '"\u003c"', written(nil, html_safe: true) { |w| w.raw('"<"') }
  end

  def test_raw_without_a_check
    texts = ['{"a":1}', "é", "é".b, "é".encode("UTF-16LE"), "1".encode("US-ASCII"), Class.new(String).new("é"), "[\n]", " 1 ", "<"]
    options = [{}, { html_safe: true }, { format: :ndjson }, { pretty: true }, { width: 20 }, { ascii_only: true }]

    texts.product(options, [nil, StringIO]).each do |text, settings, io|
      fragment = Jacinth::Fragment.new(text.encoding == Encoding::BINARY ? String.new(text, encoding: "UTF-8") : text.encode("UTF-8"))
      expected = written(nil, **settings) { |w| w.array { |a| a << fragment << fragment } }
      actual = written(io&.new, **settings) { |w| w.array { |a| a.raw(text, validate: false).raw(text, validate: nil) } }

      assert_equal expected, io ? actual.string : actual
    end
  end

  def test_raw_refuses_other_arguments
    writer = Writer.new.array

    assert_equal "unknown keyword: :valdate (did you mean validate:?)",
                 assert_raises(ArgumentError) { writer.raw("1", valdate: false) }.message
    assert_equal "unknown keyword: :x", assert_raises(ArgumentError) { writer.raw("1", validate: false, x: 1) }.message
    assert_raises(ArgumentError) { writer.raw }
    assert_raises(ArgumentError) { writer.raw("1", { validate: false }) }
    assert_raises(FrozenError) { Writer.new.freeze.raw("1", validate: false) }
    assert_equal [%i[req text], %i[key validate], %i[keyrest unknown]], Writer.instance_method(:raw).parameters
  end

  def test_an_io_gets_chunks_and_stays_open
    Tempfile.create("writer") do |file|
      writer = Writer.new(file, chunk_size: 100)

      assert_same file, writer.array { 1000.times { |i| writer << { "i" => i, "s" => "x" * (i % 150) } } }.close
      refute_predicate file, :closed?
      file.rewind

      assert_equal Array.new(1000) { |i| { "i" => i, "s" => "x" * (i % 150) } }, Jacinth.parse(file.read)
    end
    assert_raises(TypeError) { Writer.new(Object.new) }
    assert_raises(TypeError) { Writer.new(Pathname.new("x")) }
    assert_raises(FrozenError) { Writer.new("") }
    assert_equal "a[1]", Writer.new(+"a").array.value(1).end.close
  end

  # Their to_io is the stream below.
  def test_a_gzip_writer_gets_the_text_not_its_inner_stream
    out = StringIO.new("".b)
    gzip = Zlib::GzipWriter.new(out)

    assert_same gzip, Writer.new(gzip).value([1]).close
    gzip.finish

    assert_equal "[1]", Zlib.gunzip(out.string)
  end

  def test_open_with_a_wrong_argument_does_not_empty_the_file
    Tempfile.create("writer") do |file|
      File.write(file.path, "precious")
      [{ indnt: " " }, { format: :ndjson, pretty: true }, { format: :xml }, { chunk_size: 0 }].each do |options|
        assert_raises(ArgumentError) { Writer.open(file.path, **options) }
      end

      assert_equal "precious", File.binread(file.path)
    end
  end

  def test_a_file_to_which_nothing_can_be_written_is_closed
    skip unless File.writable?("/dev/full")
    writer = Writer.open("/dev/full").value("x" * 100)

    assert_raises(Errno::ENOSPC) { writer.close }
    assert_predicate writer.instance_variable_get(:@file), :closed?
    assert_raises(IOError) { writer.close }
  end

  def test_raw_removes_white_space_on_each_side_and_keeps_it_inside
    texts = ["1", " 1", "1 ", "\t[ 1 ]\n", "[ 1 ]", "\r\n{ \"a\" : 1 }", "\"é \""]

    texts.each { |text| assert_equal "[#{text.strip}]", Writer.new.array.raw(text).end.close }
    assert_equal "[ 1 ]", Writer.new.raw("[ 1 ]".encode("US-ASCII")).close
    assert_equal "1", Writer.new.raw(Class.new(String).new("1")).close
    assert_raises(EncodingError) { Writer.new.raw('"é" '.dup.force_encoding("US-ASCII")) }
  end

  def test_raw_rejects_empty_text_comments_and_duplicate_keys
    ["", " ", "1//", "/**/1", "1 2", "\u{feff}1", "1\0", "\v1", "1\f", "{\"a\":1,\"a\":2}"].each do |text|
      assert_raises(Jacinth::ParserError, text) { Writer.new.raw(text) }
    end
    assert_equal '{"a":1,"a":2}', Writer.new(allow_duplicate_key: true).raw('{"a":1,"a":2}').close
  end

  def test_raw_writes_the_text_that_was_given
    [true, false].each do |validate|
      text = +"[1]"
      io = StringIO.new
      io.define_singleton_method(:write) { |*chunks| text.replace("oops\n") && super(*chunks) }
      writer = Writer.new(io, indent: " " * 50_000, array_nl: "\n", chunk_size: 10).array.raw(text, validate: validate)

      assert_equal "[ [1] ]", writer.end.close.string.split.join(" ")
      assert_equal "oops\n", text
    end
  end

  # The text's own bytes and encoding, not what overridden methods return.
  def test_raw_reads_the_bytes_of_a_subclass_of_string
    lying = Class.new(String) do
      def encoding = Encoding::UTF_8
      def strip = "oops"
    end

    assert_equal '"é"', Writer.new.raw(lying.new('"é"'.encode("UTF-16LE"))).close
    assert_equal '"é"', Writer.new.raw(lying.new('"é"'.encode("UTF-16LE")), validate: false).close
    assert_equal "1", Writer.new.raw(lying.new("1")).close
  end

  def test_raw_is_nested_as_a_value_is
    ["[]", "{}", "[[]]", "[[1]]", '[1,{"a":{}}]', '{"a":[]}', '"[[["', "[[[]],[]]"].each do |text|
      (1..5).each do |levels|
        write = ->(&block) { Writer.new(max_nesting: levels).array(&block).close rescue $!.class } # rubocop:disable Style/RescueModifier
        expected = write.call { |w| w << Jacinth.parse(text) }

        assert_equal expected, write.call { |w| w.raw(text) }, "#{text} in #{levels}"
      end
    end
  end

  def test_open_writes_and_closes_a_file
    Dir.mktmpdir do |folder|
      path = File.join(folder, "x.json")

      assert_equal(:done, Writer.open(path) { |w| w.array { w << "é" } && :done })
      assert_equal "[\"é\"]", File.read(path, encoding: "UTF-8")
      Writer.open(Pathname.new(path), mode: "a", format: :ndjson) { |w| w << 1 }
      assert_equal "[\"é\"]1\n", File.read(path, encoding: "UTF-8")
      writer = Writer.open(path, pretty: true).array.value(1)
      assert_raises(Jacinth::GeneratorError) { writer.close }
      file = writer.end.close
      assert_predicate file, :closed?
      assert_equal "[\n  1\n]", File.binread(path)
      files = []
      assert_raises(KeyError) { Writer.open(path) { |w| files << w.instance_variable_get(:@file) and raise KeyError } }
      assert_raises(Jacinth::GeneratorError) { Writer.open(path) { |w| files << w.instance_variable_get(:@file) and w.array } }
      assert files.all?(&:closed?)
    end
  end

  def test_chunks_are_written_at_their_size_and_by_flush
    chunks = []
    io = Object.new
    io.define_singleton_method(:write) { |text| chunks << text.dup }
    io.define_singleton_method(:flush) { chunks << :flush }
    writer = Writer.new(io, chunk_size: 10)
    writer.array.value(1).value("12345678")

    assert_equal ['[1,"12345678"'], chunks
    writer.value(2).flush

    assert_equal ['[1,"12345678"', ",2", :flush], chunks
    writer.flush.value(3).end.close

    assert_equal ['[1,"12345678"', ",2", :flush, :flush, ",3]", :flush], chunks
  end

  def test_a_closed_writer_keeps_its_text_and_refuses_calls
    writer = Writer.new.value(1)
    text = writer.close

    assert_same text, writer.close
    assert_predicate writer, :closed?
    assert_equal "closed writer", assert_raises(IOError) { writer.value(1) }.message
    assert_equal "1", writer.to_s
    assert_equal "#<Jacinth::Writer depth: 2, path: \"$.a\", closed?: false>", Writer.new.object.array("a").inspect
  end

  def test_text_in_ndjson_that_is_not_checked_can_have_any_bytes
    assert_equal "\"\xFF \"\n".b, Writer.new(format: :ndjson).raw("\"\xFF\n\"", validate: false).close.b
    writer = Writer.new(format: :ndjson)
    writer << Jacinth::Fragment.new("[1]".encode("UTF-16LE"))

    assert_equal "[\0001\0]\0\n", writer.close
  end
end
