# frozen_string_literal: true

# ruby smoke.rb: tries the library without Minitest and other gems, for Rubies that have none:
# each row of the conformance set, the doubles and the documents of the tests, and the drop-in.
# First, `ruby test/support/numbers.rb` makes the doubles; with JRuby it does not end.
require "jacinth"
require "stringio"
require_relative "../conformance/table"

module Smoke
  FOLDER = File.expand_path("..", __dir__)

  module_function

  def run
    @checks = 0
    tests = %i[rows depth numbers documents types errors lazy_documents streams writer drop_in json2]
    tests.each { |name| __send__(name) }
    puts "backend: #{Jacinth.build_info[:backend]}", "#{tests.size} tests, #{@checks} assertions, 0 failures"
  end

  def check(expected, actual, title)
    @checks += 1
    abort "#{title}: expected #{expected.inspect}, got #{actual.inspect}" unless expected.eql?(actual) || expected == actual
  end

  def rows
    Conformance.rows.each do |row|
      check(row.accepted?, read?(row.source, row.options), row.title)
      next unless row.accepted?

      value = Jacinth.parse(row.source, **row.options)
      check(row.value.inspect, value.inspect, row.title)
      next if row.verdict == :malformed

      text = Jacinth.generate(value, allow_nan: true, max_nesting: 0)
      check(value.inspect, Jacinth.parse!(text).inspect, row.title)
    end
  end

  def read?(source, options)
    Jacinth.parse(source, **options)
    true
  rescue Jacinth::ParserError => e
    check(true, e.line.positive? && e.column.positive?, source)
    false
  end

  # Without inspect and ==, which recurse.
  def depth
    ["#{"[" * 100}1#{"]" * 100}", "#{'{"a":' * 100}1#{"}" * 100}"].each do |text|
      check(text, Jacinth.generate(Jacinth.parse(text, on_load: ->(value) { value })), "depth")
      check(101, read_depth("[#{text}]"), "depth of the error")
    end
  end

  def read_depth(text)
    Jacinth.parse(text)
  rescue Jacinth::NestingError => e
    e.message[/\d+/].to_i
  end

  def numbers
    File.foreach(File.join(FOLDER, "../tmp/numbers/doubles.txt"), encoding: "UTF-8") do |line|
      bits, text = line.split
      number = Jacinth.parse(text)
      check(bits, [number].pack("G").unpack1("H*"), text)
      check(number, Jacinth.parse(Jacinth.generate(number, allow_nan: true), allow_nan: true), text)
    end
  end

  # Compares the inspected values, which show the order of members and the classes of numbers. Marshal would
  # also show which Strings are one object; in JRuby, a collection changes that.
  def documents
    Dir[File.join(FOLDER, "documents/*.json")].each do |path|
      value = Jacinth.load_file(path)
      expected = value.inspect
      check(true, expected == Jacinth.parse(Jacinth.pretty_generate(value)).inspect, path)
      check(true, expected == Jacinth.parse(Jacinth.generate(value, ascii_only: true, script_safe: true)).inspect, path)
    end
  end

  Point = Struct.new(:x, :y)

  def types
    type = Jacinth::Type[{ id: Integer, at: Time, points: [Jacinth::Type.of(Point, x: Integer, y: Float)] }]
    text = '{"id":1,"at":"2026-11-26T09:00:00Z","points":[{"x":1,"y":2.5}]}'
    value = type.load(text)
    check(Point.new(1, 2.5), value[:points][0], "load")
    check(Time.utc(2026, 11, 26, 9), value[:at], "load")
    check(text, type.dump(value), "dump")
    check(Point.new(1, 2.0), Jacinth.parse('{"x":1,"y":2}', into: Jacinth::Type.of(Point, x: Integer, y: Float)), "into")
    type.load(text.sub("1,", '"1",'))
    abort "no ValidationError"
  rescue Jacinth::ValidationError => e
    check([:wrong_type, "/id", 1, 7], [e.errors[0].code, e.pointer, e.line, e.column], "ValidationError")
  end

  def lazy_documents
    text = %({"a": [1, {"b": "x"}], // c\n "c": null})
    doc = Jacinth::Document.new(text, allow_comments: true)
    check(["x", '"x"', %w[a c]], [doc["a"][1]["b"].value, doc.at("/a/1/b").raw, doc.keys], "Document")
    check(text.sub("[1", "[5"), doc.replace("/a/0", 5).to_s, "edit")
    check(%w[x], Jacinth.query(text, "$..b", allow_comments: true), "query")
    check({ "a" => [nil, { "b" => "x" }] }, Jacinth.parse(text, only: "/a/1/b", allow_comments: true), "only")
    check(%({"c":null,"d":[]}), Jacinth.reformat(%({"d": [], "c":null}), pretty: false, sort_keys: true), "reformat")
  end

  def errors
    Jacinth.generate({ "ab".dup.force_encoding(Encoding::UTF_7) => 1 })
    abort "no GeneratorError"
  rescue Jacinth::GeneratorError => e
    check("$.ab", e.json_path, "path of a key that is not converted")
  end

  def streams
    lines = %({"id": 1}\nno\n{"id": [2]}\n)
    check([1, [2]], Jacinth.each(lines, on_error: :skip).map { |value| value["id"] }, "each")
    check([[1, "é"]], Jacinth.each('[1, "é"]'.b.chars).to_a, "each")
    check([2], Jacinth.each(lines, on_error: :skip, at: "/id/0").to_a, "at")
    check([[{ "a" => "b" }, "/a"], [{ "a" => "bc" }, nil]], Jacinth.each_partial(['{"a": "b', 'c"}']).to_a, "each_partial")
    check([1, [{ "a" => "b" }, "/a"]], [Jacinth.each("[1]", at: "/0").next, Jacinth.each_partial(['{"a": "b']).next], "next")
    parser = Jacinth::ResumableParser.new
    parser << "[1] 23"
    check([true, [1], false, true, 23], [parser.parse, parser.value, parser.parse, parser.finish, parser.value], "ResumableParser")
  end

  def writer
    writer = Jacinth::Writer.new
    writer.object { |object| object.pair("a", 1).array(:b) { |array| array << nil << { "c" => [] } } }
    check('{"a":1,"b":[null,{"c":[]}]}', writer.close, "Writer")
    io = +""
    Jacinth::Writer.new(io, format: :ndjson).value([1]).value(2).close
    check("[1]\n2\n", io, "Writer")
  end

  def drop_in
    require "jacinth/json"
    check(Jacinth, JSON, "JSON")
    require "json"
    check("3.1.0", JSON::VERSION, "the json gem is not loaded")
    check('{"a":[1,null,"b"]}', { a: [1, nil, :b] }.to_json, "to_json")
    check("1", JSON::Coder.new { |object, _| object.to_i }.dump(1r), "Coder")
    check("JSON::ParserError", JSON::ParserError.name, "name")
    check("#<JSON::ParserError: x>", JSON::ParserError.new("x").inspect, "inspect")
    check({ "a" => 1 }, JSON.parse(JSON.dump({ a: 1 })), "dump")
  end

  def json2
    require "jacinth/json2"
    stderr, $stderr = $stderr, StringIO.new
    place = __LINE__ + 1
    2.times { check("[1]", JSON.fast_generate([1]), "fast_generate") }
    text, $stderr = $stderr.string, stderr
    check("#{__FILE__}:#{place}: warning: JSON.fast_generate is deprecated: write generate(obj)\n", text, "one warning")
  end
end

Smoke.run
