# frozen_string_literal: true

require "bigdecimal"
require "stringio"
require "time"

# The calls in which failures are injected, of each kind that allocates. The block
# prepares a call (its texts and objects, so that only the call itself is tested)
# and returns it with the expected value. Each preparation gets another number, so
# that keys and Symbols are new to caches. A call that is repeated after a failure
# continues with the same parser, writer or document.
module Operations
  Operation = Struct.new(:name, :ready)
  ALL = []

  def self.define(name, &ready)
    ALL << Operation.new(name, ready)
  end

  def self.named(names)
    names.empty? ? ALL : ALL.select { |operation| names.any? { |name| operation.name.start_with?(name) } }
  end

  # Returns the call's value, or the class and message of its error; but an injected
  # failure is raised.
  def self.outcome(call)
    call.call
  rescue Jacinth::JSONError, EncodingError, TypeError => e
    [e.class, e.message]
  end

  Point = Struct.new(:x, :y)
  Account = Struct.new(:id, :name, :tags, :place, :at, :amount)
  class List < Array
  end

  class Table < Hash
  end

  # Written by the library again.
  class Nested
    def initialize(value) = @value = value
    def to_json(state = nil, *) = Jacinth.generate(@value, state)
  end

  class Texts
    def initialize(text) = @text = text
    def to_s = @text
  end

  # Takes what it is given, in the order in which it comes.
  class Sink
    attr_reader :text

    def initialize = @text = String.new(capacity: 1 << 20)

    def write(part)
      @text << part
      part.bytesize
    end
  end

  # The events of a document, as a text.
  class Handler
    attr_reader :seen

    def initialize = @seen = []

    %i[start_object end_object start_array end_array].each { |name| define_method(name) { @seen << name } }
    def key(name) = @seen << name
    def value(object) = @seen << object
  end

  T = Jacinth::Type
  ACCOUNT = T.of(Account, id: Integer, name: String, tags: [String], place: T.of(Point, x: Integer, y: Integer), at: Time,
                          amount: BigDecimal)
  ACCOUNTS = Array.new(6) do |i|
    Account.new(i, "näme \"#{i}\" #{'x' * 40}", ["a" * 30, "b#{i}"], Point.new(i, 2**70), Time.at(i).utc, BigDecimal("#{i}.5"))
  end.freeze

  module_function

  # Objects with new keys.
  def rows(number, count = 12)
    Array.new(count) { |i| { "id#{number}" => i, "name-#{number}-#{i % 3}" => "v#{i}", "list" => [i, 1.5, nil] } }
  end

  # Feeds a parser chunk by chunk; a repeated call continues after the last one.
  def feeding(parser, pieces, values = Array.new(8))
    fed = got = 0
    lambda do
      loop do
        while parser.value? || parser.parse
          values[got] = parser.value
          got += 1
        end
        break if fed == pieces.size

        parser << pieces[fed]
        fed += 1
      end
      values.first(got)
    end
  end

  # Makes these calls; repeated, it continues with the call that failed.
  def writing(writer, pieces)
    done = 0
    lambda do
      while done < pieces.size
        writer.public_send(*pieces[done])
        done += 1
      end
      writer.close
    end
  end

  # --- Parser ---------------------------------------------------------------

  NESTED = "#{'[{"a":' * 3000}1#{'}]' * 3000}".freeze
  DEEP = Array.new(3000).inject(1) { |inner, _| [{ "a" => inner }] }.freeze
  LONG = ("é\n\"\u{1F600}" * 3000).freeze
  LONG_TEXT = %("#{'\\u00e9\\n\\"\\ud83d\\ude00' * 3000}").freeze

  define("parse/nesting") { [-> { Jacinth.parse(NESTED, max_nesting: 0) }, DEEP] }
  define("parse/escapes") { [-> { Jacinth.parse("[#{LONG_TEXT},#{LONG_TEXT}]") }, [LONG, LONG]] }
  define("parse/numbers") do
    text = "[#{'9' * 900},-1#{'0' * 300},1e-300,0.#{'1' * 800},123456789012345678901,1.5e3]"
    [-> { Jacinth.parse(text) }, [Integer("9" * 900), -(10**300), 1e-300, Float("0.#{'1' * 800}"),
                                  123_456_789_012_345_678_901, 1500.0]]
  end
  define("parse/keys") do |n|
    wanted = (0...700).to_h { |i| ["key #{n} #{i}", i] }
    text = wanted.inspect.gsub(/ ?=> ?/, ":")
    [-> { Jacinth.parse(text) }, wanted]
  end
  define("parse/shapes") do |n|
    wanted = Array.new(40) { |i| (0..(i % 20)).to_h { |k| ["s#{n} #{i % 9} #{k}", [k]] } }
    text = wanted.inspect.gsub(/ ?=> ?/, ":")
    [-> { Jacinth.parse(text) }, wanted]
  end
  define("parse/rows") { |n| wanted = rows(n); text = Jacinth.generate(wanted); [-> { Jacinth.parse(text) }, wanted] }
  define("parse/symbols") do |n|
    wanted = [{ "s#{n}": 1, "t#{n}": { "u#{n}": LONG.dup } }] * 3
    text = Jacinth.generate(wanted)
    [-> { Jacinth.parse(text, symbolize_names: true, freeze: true) }, wanted]
  end
  define("parse/classes") do |n|
    text = Jacinth.generate(rows(n))
    [-> { Jacinth.parse(text, object_class: Table, array_class: List, decimal_class: BigDecimal) }, rows(n)]
  end
  define("parse/on_load") do |n|
    text = Jacinth.generate(rows(n))
    [-> { Jacinth.parse(text, on_load: ->(value) { value.is_a?(Array) ? Array.new(9, value) : value }) },
     Array.new(9, rows(n).map { |row| row.transform_values { |v| v.is_a?(Array) ? [v] * 9 : v } })]
  end
  define("parse/encodings") do |n|
    text = %([#{LONG_TEXT},{"é#{n}":"ü"}]).encode("UTF-16LE")
    [-> { Jacinth.parse(text) }, [LONG, { "é#{n}" => "ü" }]]
  end
  define("parse/strings") do
    wanted = Array.new(200) { |i| "a text that has #{i} bytes and is not embedded" }
    text = Jacinth.generate(wanted)
    [-> { Jacinth.parse(text) }, wanted]
  end
  define("parse/error") do |n|
    text = %({"a#{n}":[1,{"#{'long key ' * 90}":#{LONG_TEXT}, oops}]})
    [-> { Jacinth.parse(text) }, Operations.outcome(-> { Jacinth.parse(text) })]
  end
  define("parse/duplicate") do |n|
    text = %([{"k#{n}":1,"#{'k' * 2000}":2,"k#{n}":3}])
    [-> { Jacinth.parse(text) }, Operations.outcome(-> { Jacinth.parse(text) })]
  end
  define("parse/load") { |n| text = Jacinth.generate(rows(n)); [-> { Jacinth.load(StringIO.new(text)) }, rows(n)] }

  # --- In chunks ------------------------------------------------------------

  define("resumable/pieces") do |n|
    text = Jacinth.generate(rows(n)) + " #{LONG_TEXT} #{NESTED}\n"
    [feeding(Jacinth::ResumableParser.new(max_nesting: 0), text.scan(/.{1,997}/m)), [rows(n), LONG, DEEP]]
  end
  define("resumable/bytes") do |n|
    text = Jacinth.generate(rows(n, 3)) + ' ["\ud83d\ude00", 123456789012345678901234567890, 1.25] '
    [feeding(Jacinth::ResumableParser.new, text.chars), [rows(n, 3), ["\u{1F600}", 123_456_789_012_345_678_901_234_567_890, 1.25]]]
  end
  define("resumable/partial") do |n|
    wanted = rows(n) << [[LONG]]
    parser = Jacinth::ResumableParser.new
    parser << Jacinth.generate(wanted)[0..-4] << ","
    [-> { parser.parse || parser.partial_value }, wanted]
  end
  define("resumable/growing") do |n|
    wanted = rows(n) << [LONG]
    parser = Jacinth::ResumableParser.new
    parser << Jacinth.generate(wanted)[0..-4]
    [-> { parser.parse || parser.partial_value(strings: true, reuse: true) }, wanted]
  end

  # --- Generator ------------------------------------------------------------

  define("generate/large") { |n| o = rows(n, 2000); [-> { Jacinth.parse(Jacinth.generate(o)) == o }, true] }
  define("generate/nesting") { [-> { Jacinth.generate(DEEP, max_nesting: 0) }, NESTED] }
  define("generate/pretty") { |n| o = rows(n); [-> { Jacinth.pretty_generate(o) }, Jacinth.pretty_generate(o)] }
  define("generate/strings") do |n|
    o = { LONG => [LONG, "é#{n}".encode("UTF-16LE"), "b" * 5000, :"symbol #{n}"] }
    wanted = Jacinth.generate(o)
    [-> { Jacinth.generate(o) }, wanted]
  end
  define("generate/escaped") do |n|
    o = [LONG, "</script>é#{n}" * 500]
    [-> { Jacinth.generate(o, ascii_only: true, script_safe: true) }, Jacinth.generate(o, ascii_only: true, script_safe: true)]
  end
  { sort_keys: true, rfc8785: true, strict: true }.each do |option, value|
    define("generate/#{option}") do |n|
      o = (0...60).to_h { |i| ["k#{(i * 37) % 60} #{n}é", [i, { "z" => i, "y" => 1.5 }]] }
      [-> { Jacinth.generate(o, option => value) }, Jacinth.generate(o, option => value)]
    end
  end
  define("generate/numbers") do |n|
    o = Array.new(40) { |i| [2**(70 + i) + n, 1.1 * i, -(2**400), Rational(1, 3), BigDecimal("1.5")] }
    [-> { Jacinth.generate(o) }, Jacinth.generate(o)]
  end
  define("generate/to_json") do |n|
    o = Array.new(10) { |i| { "k#{n}" => Nested.new([Nested.new(rows(n, 2)), i, LONG[0, 90]]) } }
    [-> { Jacinth.pretty_generate(o) }, Jacinth.pretty_generate(o)]
  end
  define("generate/keys") do |n|
    o = [{ Texts.new("t#{n}" * 300) => 1, nil => 2, 1.5 => Texts.new("x#{n}" * 500), "s#{n}": 3 }]
    [-> { Jacinth.generate(o) }, Jacinth.generate(o)]
  end
  define("generate/error") do |n|
    o = { "a#{n}" => [[1, { LONG => Float::NAN }]] }
    [-> { Jacinth.generate(o) }, Operations.outcome(-> { Jacinth.generate(o) })]
  end
  define("generate/duplicate") do |n|
    o = { "a#{n}": 1, "a#{n}" => (0...50).to_h { |i| [i, i] } }
    [-> { Jacinth.generate(o) }, Operations.outcome(-> { Jacinth.generate(o) })]
  end
  define("generate/enumerators") do |n|
    o = { a: (1..200).lazy.map { |i| { "e#{n}" => i } }, b: [1, 2].each }
    [-> { Jacinth.generate(o, enumerators: :array) }, Jacinth.generate(o, enumerators: :array)]
  end
  define("generate/state") do |n|
    o = rows(n)
    [-> { Jacinth::State.new(indent: " ", sort_keys: true).generate(o) }, Jacinth.generate(o, indent: " ", sort_keys: true)]
  end
  define("dump/io") do |n|
    o = rows(n, 2500)
    [-> { Jacinth.dump(o, Sink.new).text == Jacinth.generate(o) }, true]
  end

  # --- Coder and types ------------------------------------------------------

  coder = Jacinth::Coder.new(sort_keys: true, on_load: ->(v) { v }) { |object, _| object.respond_to?(:to_h) ? object.to_h : object.to_s }
  define("coder/new") do |n|
    [-> { Jacinth::Coder.new(indent: " ", symbolize_names: true, on_load: ->(v) { v }) { |o| [o.to_s] }.dump([Texts.new("x#{n}")]) },
     %([ [  "x#{n}"]])]
  end
  define("coder/dump") { |n| o = [Point.new(rows(n), LONG)] * 3; [-> { coder.dump(o) }, coder.dump(o)] }
  define("coder/load") { |n| t = Jacinth.generate(rows(n)); [-> { coder.load(t) }, rows(n)] }
  define("type/declare") do |n|
    [-> { T.of(Account, **Account.members.to_h { |m| [m, T.optional(T.union(Integer, [String], T.enum("a#{n}", "b")))] }).load("{}") },
     Account.new]
  end
  accounts = T[[ACCOUNT]]
  define("type/load") { text = accounts.dump(ACCOUNTS); [-> { accounts.load(text) }, ACCOUNTS] }
  define("type/dump") { [-> { accounts.dump(ACCOUNTS) }, accounts.dump(ACCOUNTS)] }
  define("type/errors") do |n|
    bad = accounts.dump(ACCOUNTS).gsub('"x":', %("x":"#{n}","q":)).gsub("-01T", "-99T")
    call = -> { accounts.load(bad, errors: :all) }
    [call, Operations.outcome(call)]
  end
  mixed = T.hash(T.union(T.set(T.any), T.hash(T.optional(Float))), keys: Symbol)
  define("type/mixed") do |n|
    text = %({"a#{n}":[1,2,1],"b#{n}":[[1,"x"],#{LONG_TEXT}],"c#{n}":{"k":1.5,"l":null}})
    [-> { mixed.load(text) }, Jacinth.parse(text, symbolize_names: true).then { |h| mixed.load(Jacinth.generate(h)) }]
  end
  define("type/stream") do |n|
    text = Array.new(5) { |i| %({"id":#{i},"name":"n#{n}"}) }.join("\n")
    type = T[{ id: Integer, name: String }]
    [-> { Jacinth.each(text, into: type).to_a }, Array.new(5) { |i| { id: i, name: "n#{n}" } }]
  end

  # --- Documents and streams ------------------------------------------------

  define("document/at") do |n|
    text = Jacinth.generate({ "rows" => rows(n, 60), "last" => LONG })
    [-> { [Jacinth.at(text, "/rows/59/list"), Jacinth.at(text, "/rows/*/id#{n}"), Jacinth.at(text, "/last")] },
     [[59, 1.5, nil], (0...60).to_a, LONG]]
  end
  define("document/only") do |n|
    text = Jacinth.generate({ "rows" => rows(n, 60), "last" => LONG })
    [-> { Jacinth.parse(text, only: ["/rows/*/id#{n}", "/last"]) }, { "rows" => (0...60).map { |i| { "id#{n}" => i } }, "last" => LONG }]
  end
  define("document/lookup") do |n|
    text = Jacinth.generate({ "a" => rows(n, 300), "b" => (0...500).to_h { |i| ["k#{n}#{i}", [i, LONG[0, 50]]] } })
    document = Jacinth::Document.new(text)
    [-> { [document["a"][299]["list"].value, document["b"]["k#{n}499"].at("/0").value, document["b"].keys.size, document["a"].size] },
     [[299, 1.5, nil], 499, 500, 300]]
  end
  MEMBERS = (0...9000).to_h { |i| ["key#{i}", i] }.freeze
  define("document/index") do
    document = Jacinth::Document.new(Jacinth.generate(MEMBERS))
    document["key8999"] # the second search makes an index
    [-> { document["key8998"].value }, 8998]
  end
  define("document/walk") do |n|
    text = Jacinth.generate(rows(n, 30))
    document = Jacinth::Document.new(text, validate: true)
    [-> { document.each.map { |row| row.each.to_h { |key, value| [key, value.value] } } }, rows(n, 30)]
  end
  define("document/edit") do |n|
    document = Jacinth::Document.new(Jacinth.generate({ "a" => rows(n), "b" => 1 }))
    [-> { Jacinth.parse(document.replace("/b", LONG).add("/a/0", rows(n)).remove("/a/1").to_s) },
     { "a" => [rows(n), *rows(n)[1..]], "b" => LONG }]
  end
  define("document/valid") do |n|
    text = Jacinth.generate(rows(n, 50)) + NESTED[0..-2]
    [-> { [Jacinth.valid?(NESTED, max_nesting: 0), Jacinth.valid?(text), Jacinth.valid?("[#{LONG_TEXT}]")] }, [true, false, true]]
  end
  define("document/reformat") do |n|
    text = Jacinth.generate(rows(n, 30) << LONG)
    [-> { Jacinth.reformat(text, sort_keys: true) }, Jacinth.pretty_generate(Jacinth.parse(text), sort_keys: true)]
  end
  define("each/chunks") do |n|
    pieces = Array.new(4) { Jacinth.generate(rows(n)) }.join("\n").scan(/.{1,100}/m)
    [-> { Jacinth.each(pieces).to_a }, Array.new(4) { rows(n) }]
  end
  define("each/at") do |n|
    text = Jacinth.generate({ "a" => rows(n, 40) })
    [-> { Jacinth.each(StringIO.new(text), at: "/a/*").to_a }, rows(n, 40)]
  end
  define("each/skip") do |n|
    lines = Array.new(20) { |i| i % 3 == 1 ? "[#{i}, oops#{n}" : "[#{i}]" }.join("\n")
    [-> { bad = []; [Jacinth.each(lines, format: :lines, on_error: ->(_, line, _) { bad << line }).to_a, bad] },
     [(0...20).reject { |i| i % 3 == 1 }.map { |i| [i] }, (0...20).select { |i| i % 3 == 1 }.map { |i| i + 1 }]]
  end
  define("events") do |n|
    text = Jacinth.generate(rows(n)) + NESTED
    wanted = Jacinth.events(text, Handler.new, max_nesting: 0).seen
    [-> { Jacinth.events(text, Handler.new, max_nesting: 0).seen }, wanted]
  end
  define("patch") do |n|
    value = { "a" => rows(n), "b" => [1] }
    operations = [{ "op" => "add", "path" => "/b/-", "value" => LONG }, { "op" => "copy", "from" => "/a/1", "path" => "/c" }]
    [-> { Jacinth.patch(value, operations) }, value.merge("b" => [1, LONG], "c" => rows(n)[1])]
  end

  # --- Writer ---------------------------------------------------------------

  def pieces(n)
    members = Array.new(60) { |i| [:pair, "k#{n} #{i}", [i, { "é" => LONG[0, 60] }]] }
    nested = Array.new(40) { |i| [:array, *("a#{i}" if i.zero?)] }
    [[:object], *members, *nested, [:value, rows(n, 2)], [:raw, "[1, 2]"], [:value, Nested.new(rows(n, 1))],
     *Array.new(40) { [:end] }, [:key, "z" * 3000], [:value, 2**80], [:end]]
  end

  def written(n)
    inner = [rows(n, 2), [1, 2], rows(n, 1)]
    39.times { inner = [inner] }
    Jacinth.generate((0...60).to_h { |i| ["k#{n} #{i}", [i, { "é" => LONG[0, 60] }]] }.merge("a0" => inner, "z" * 3000 => 2**80))
           .sub("[[1,2],", "[[1, 2],").sub("},[1,2],", "},[1, 2],").sub("],[1,2],", "],[1, 2],")
  end
  define("writer/string") { |n| [writing(Jacinth::Writer.new, pieces(n)), written(n)] }
  define("writer/io") do |n|
    sink = Sink.new
    writer = writing(Jacinth::Writer.new(sink, chunk_size: 1 << 19), pieces(n))
    [-> { writer.call && sink.text }, written(n)]
  end
  define("writer/nesting") do |n|
    calls = [[:object], *[[:object, "k#{n}"]] * 40, *[[:end]] * 41]
    [writing(Jacinth::Writer.new, calls), "#{%({"k#{n}":) * 40}{}#{'}' * 40}"]
  end
  # The printer's queue has memory for 64 tokens; the end of the document needs more.
  define("writer/width") do
    [writing(Jacinth::Writer.new(array_nl: "\n", width: 1000), [[:array], *[[:value, 1]] * 63, [:end]]), Jacinth.generate([1] * 63)]
  end
end
