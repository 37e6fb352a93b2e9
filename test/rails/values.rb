# frozen_string_literal: true

# The objects of the parity suite: each is made anew for each of the settings.
module RailsValues
  Point = Struct.new(:x, :y)
  Keyword = Struct.new(:from, :to, keyword_init: true)
  class Plain
    def initialize(**variables) = variables.each { |name, value| instance_variable_set(:"@#{name}", value) }
  end

  class WithAsJson
    def initialize(value) = @value = value
    def as_json(options = nil) = { "value" => @value, "options" => options.inspect, "frozen" => options.frozen? }
  end

  class Returns
    def initialize(value) = @value = value
    def as_json(*) = @value
  end

  class Itself
    def as_json(*) = self
    def to_s = "itself <&>"
  end

  class WithToHash
    def to_hash = { "a" => 1, b: Time.at(0).utc }
  end

  class Each
    include Enumerable

    def initialize(*values) = @values = values
    def each(&) = @values.each(&)
  end

  class Text < String
    def to_s = "#{super}!"
  end

  class TextWithToJson < String
    def to_json(*) = '"to_json <&>"'
  end

  class TextWithAsJson < String
    def as_json(*) = "as_json <&>"
  end

  class List < Array; end

  class ListOfOne < Array
    def map = [yield(1)]
    def as_json(*) = ["as_json"]
  end

  class Table < Hash; end

  class TableWithEach < Hash
    def each = super { |key, value| yield "#{key}!", value }
  end

  class TableWithAsJson < Hash
    def as_json(*) = { "as" => "json" }
  end

  class Moment < Time; end

  class Ratio < Numeric
    def as_json(*) = { at: Time.at(0).utc, "<" => 1 }
  end

  class Key
    def to_s = "key <>"
  end

  class Raises
    def as_json(*) = raise(IndexError, "as_json says no")
  end

  class RaisesGenerator
    def as_json(*) = raise(JSON::GeneratorError, "as_json has no words")
  end

  class Calls
    def initialize(value) = @value = value
    def as_json(*) = { "inner" => @value.to_json, "parsed" => JSON.parse(JSON.generate([1])) }
  end

  class WithToJson
    def to_json(*) = '{"to_json":"<"}'
  end

  DATA = (Data.define(:a, :b) if defined?(Data) && Data.respond_to?(:define))

  module_function

  def zone(name) = ActiveSupport::TimeZone[name]

  # Times of some years, winter and summer.
  def years = Array.new(8) { |i| zone("Paris").at(i * 16_000_000) }

  def nested(depth, inner = 1) = depth.times.reduce(inner) { |value, i| i.odd? ? { "n" => value } : [value] }

  def structs(depth) = depth.times.reduce(1) { |value, _| Point.new(value) }

  def circle
    circle = [1]
    circle << { "self" => circle }
  end

  def struct_circle = Point.new(1).tap { |point| point.y = [point] }

  def chain(length) = length.times.reduce("end") { |value, _| Returns.new(value) }

  def identity(*keys) = keys.each_with_index.with_object({}.compare_by_identity) { |(key, i), hash| hash[key] = i }

  def tagged(object)
    object.singleton_class.define_method(:as_json) { |*| "singleton" }
    object
  end

  # name => object
  def all
    groups = [core, texts, numbers, containers, keys, times, zones, others, own, returned, nesting]
    groups.reduce { |all, more| all.merge(more) { |name, *| raise ArgumentError, "two cases #{name}" } }
  end

  def core
    {
      "nil" => -> {}, "true" => -> { true }, "false" => -> { false }, "symbol" => -> { :sym }, "symbol <>" => -> { :"<sym>&\u2028" },
      "empty string" => -> { "" }, "string" => -> { "abc" }, "array" => -> { [] }, "hash" => -> { {} }, "class" => -> { String },
      "module" => -> { Enumerable }, "anonymous class" => -> { Class.new }, "regexp" => -> { %r{a<b>/&}mi }, "range" => -> { 1..3 },
      "range of strings" => -> { "<"..."&" }, "endless range" => -> { 1.. }, "range of floats" => -> { 1.5..2.5 },
      "object" => -> { Object.new }, "proc" => -> { { "a" => :to_s.to_proc.arity } }, "set" => -> { Set[1, "<", nil] },
      "sorted set of times" => -> { Set[Time.at(5).utc] }, "enumerator" => -> { [1, 2].each }, "lazy" => -> { [1, 2].lazy.map(&:to_s) },
      "chained enumerator" => -> { [1].each + [2] }, "exception" => -> { ArgumentError.new("bad <arg>") },
      "exception without text" => -> { RuntimeError.new }, "encoding" => -> { Encoding::UTF_8.name }, "io" => -> { $stderr.class.name },
      "random" => -> { Random.new(1).seed }, "io object" => -> { $stdin.fileno.zero? && $stdin.as_json.start_with?("#<IO") },
      "match" => -> { "ab".match(/(?<l>a)b/) }, "struct" => -> { Point.new(1, "<") },
      "struct of struct" => -> { Point.new(Point.new(1, nil), [Point.new]) },
      "keyword struct" => -> { Keyword.new(from: Time.at(1).utc, to: nil) }, "process status" => -> { [status.class.name] },
      "status" => -> { status.as_json.keys }, "data" => -> { DATA ? DATA.new(a: 1, b: [Time.at(0).utc]) : 0 },
      "complex" => -> { Complex(1, 2) }, "rational" => -> { 3r / 7 }, "method" => -> { 1.method(:+).arity },
      "comparable" => -> { Comparable }, "basic" => -> { BasicObject }, "frozen string" => -> { "<frozen>" },
      "frozen array" => -> { ["<", [:a].freeze].freeze }, "frozen hash" => -> { { "a" => { b: "<" }.freeze }.freeze },
      "frozen object" => -> { Plain.new(a: 1).freeze }
    }
  end

  def status
    `true`
    $?
  end

  def texts
    {
      "html" => -> { "<script>alert('&amp;')</script>" }, "separators" => -> { "a\u2028b\u2029c" },
      "e2" => -> { "“quoted” \u2027\u202a€" }, "slash" => -> { "a/b" }, "quotes" => -> { "\"\\\b\f\n\r\t\u0001\u001f\u007f" },
      "long" => -> { "#{'a' * 100}<#{'é' * 100}&#{'x' * 31}\u2028" }, "emoji" => -> { "😀<😀" }, "nul" => -> { "\0" },
      "latin-1" => -> { "caf\xE9<".dup.force_encoding("ISO-8859-1") }, "utf-16" => -> { "<a>".encode("UTF-16LE") },
      "ascii binary" => -> { "abc<".b }, "binary" => -> { "\xFF<".b }, "utf-8 as binary" => -> { "é".b }, "invalid" => -> { "a\xFF<" },
      "invalid within" => -> { ["ok", { "a" => "\xE2\x80" }] }, "us-ascii" => -> { "a>".encode("US-ASCII") },
      "broken us-ascii" => -> { "\xE9".dup.force_encoding("US-ASCII") }, "subclass" => -> { Text.new("<text>") },
      "subclass with to_json" => -> { [TextWithToJson.new("x")] }, "subclass with as_json" => -> { [TextWithAsJson.new("x")] },
      "safe buffer" => -> { "<b>&".html_safe }, "chars" => -> { "<é>".mb_chars }, "singleton" => -> { +"sing" },
      "string with as_json" => -> { [tagged(+"text")] }, "inquirer" => -> { "production".inquiry },
      "windows-1252" => -> { "\x93q\x94".dup.force_encoding("Windows-1252") }, "escape-like" => -> { '\u003c \u2028' },
      "all ascii" => -> { (0..127).map(&:chr).join }, "all latin" => -> { (128..255).to_a.pack("U*") },
      "alternating" => -> { "<a" * 50 }, "many separators" => -> { "\u2028\u2029" * 33 }
    }
  end

  def numbers
    {
      "zero" => -> { 0 }, "minus one" => -> { -1 }, "big" => -> { 2**70 }, "minus big" => -> { -(2**64) }, "float" => -> { 1.5 },
      "100.0" => -> { 100.0 }, "1e20" => -> { 1e20 }, "1e15" => -> { 1e15 }, "1e16" => -> { 1e16 }, "1e-5" => -> { 0.00001 },
      "tiny" => -> { 5e-324 }, "huge" => -> { Float::MAX }, "-0.0" => -> { -0.0 }, "third" => -> { 1.0 / 3 },
      "nan" => -> { Float::NAN }, "infinity" => -> { [Float::INFINITY] }, "-infinity" => -> { { a: -Float::INFINITY } },
      "bigdecimal" => -> { BigDecimal("1.10") }, "big bigdecimal" => -> { BigDecimal("1e50") },
      "small bigdecimal" => -> { BigDecimal("1e-50") }, "bigdecimal nan" => -> { [BigDecimal("NaN"), BigDecimal("Infinity")] },
      "-bigdecimal" => -> { BigDecimal("-0") }, "rational in array" => -> { [1r, { a: 2r }] }, "own numeric" => -> { [Ratio.new] },
      "duration" => -> { 90.minutes }, "durations" => -> { [1.day, 2.hours + 3.seconds] }, "bytes" => -> { 5.megabytes }
    }
  end

  def containers
    {
      "array of all" => -> { [nil, true, false, 1, 2.5, "s", :sym, [], {}] },
      "hash of hash" => -> { { "a" => { "b" => { "c" => [] } } } }, "symbol keys" => -> { { a: 1, b: { c: 2 } } },
      "indifferent" => -> { { a: { b: [1, { c: Time.at(0).utc }] } }.with_indifferent_access },
      "indifferent <" => -> { { "<k>" => "&" }.with_indifferent_access }, "subclass of array" => -> { List[1, "<"] },
      "subclass of hash" => -> { Table["a", { b: 1 }] }, "hash with each" => -> { TableWithEach["a", 1] },
      "hash with as_json" => -> { [TableWithAsJson["a", 1]] }, "array with map" => -> { [ListOfOne[3, 4]] },
      "ordered options" => -> { ActiveSupport::OrderedOptions.new.tap { |o| o.a = 1 } },
      "inheritable options" => -> { ActiveSupport::InheritableOptions.new({ a: 1 }) },
      "ordered hash" => -> { ActiveSupport::OrderedHash[1, 2] },
      "hash with default" => -> { Hash.new { |h, k| h[k] = 1 }.tap { |h| h[:a] } }, "tagged array" => -> { [tagged([1])] },
      "tagged hash" => -> { [tagged({ a: 1 })] }, "enumerable" => -> { Each.new(1, "<", [nil]) },
      "enumerable of enumerables" => -> { [Each.new(Each.new(1), Each.new)] },
      "fragment" => -> { JSON::Fragment.new('{"a": "<\u2028"}') }, "fragment in hash" => -> { { a: [JSON::Fragment.new("[1, 2]")] } },
      "array of arrays" => -> { [[1, [2, [3]]], [[["<"]]]] }, "wide" => -> { (1..60).to_h { |i| ["key#{i}", i.even? ? "v<#{i}" : i] } },
      "rows" => -> { Array.new(40) { |i| { "id" => i, "n" => "<#{i}>" } } },
      "mixed rows" => -> { Array.new(30) { |i| { id: i, at: Time.at(i).utc, sub: Point.new(i, [i]) } } },
      "ints" => -> { (1..100).to_a }, "floats" => -> { (1..50).map { |i| i / 7.0 } }
    }
  end

  def keys
    {
      "integer keys" => -> { { 1 => "a", 2 => { 3 => "b" } } }, "nil key" => -> { { nil => 1 } },
      "bool keys" => -> { { true => 1, false => 2 } }, "float key" => -> { { 1.5 => 1 } }, "time key" => -> { { Time.at(0).utc => 1 } },
      "date key" => -> { { Date.new(2026, 1, 2) => 1 } }, "array key" => -> { { [1, "<"] => 1 } },
      "object key" => -> { { Key.new => 1 } }, "object keys of one text" => -> { { Key.new => 1, Key.new => 2 } },
      "zoned key" => -> { { zone("UTC").at(0) => [1] } }, "struct key" => -> { { Point.new(1, 2) => 1 } },
      "class key" => -> { { String => 1 } }, "decimal key" => -> { { BigDecimal("1.5") => 1 } },
      "html keys" => -> { { "<a>&" => 1, "\u2028": 2 } }, "safe key" => -> { { "<".html_safe => 1 } },
      "text key" => -> { { Text.new("k") => 1 } }, "twice symbol and string" => -> { { "a" => 1, a: 2 } },
      "twice string and symbol" => -> { { a: 1, "a" => 2 } }, "twice integer and string" => -> { { 1 => 1, "1" => 2 } },
      "twice string and integer" => -> { { "1" => 1, 1 => 2, "b" => 3 } }, "mixed keys" => -> { { "a" => 1, b: 2, 3 => 4, nil => 5 } },
      "mixed keys of times" => -> { [{ "a" => Time.at(0).utc, b: { 1 => Time.at(1).utc } }] },
      "nil and empty" => -> { { nil => 1, "" => 2 } }, "empty and nil" => -> { { "" => 1, nil => 2 } },
      "empty and nil of many keys" => -> { [("a".."z").to_h { |key| [key, 1] }.merge("" => 1, nil => 2)] },
      "nil and empty symbol" => -> { { nil => 1, "": 2 } }, "invalid key" => -> { { "\xFF" => 1 } },
      "latin key" => -> { { "\xE9".dup.force_encoding("ISO-8859-1") => 1 } }, "identity" => -> { identity("a", "b") },
      "repeated keys" => -> { Array.new(20) { { "k" => 1, s: 2 } } },
      "long keys" => -> { { "k" * 40 => 1, "<" * 40 => 2, ("é" * 20).to_sym => 3 } }
    }
  end

  def times
    {
      "utc" => -> { Time.utc(2026, 11, 22, 21, 55, 1.5) }, "epoch" => -> { Time.at(0).utc },
      "day as written" => -> { Array.new(4) { Time.new("2026-02-30 00:00:00") } },
      "second as written" => -> { Array.new(4) { Time.new("2026-02-28 23:59:60", in: "UTC") } },
      "before epoch" => -> { Time.at(-1, 1, :nsec).utc },
      "nanoseconds" => -> { Time.utc(2026, 1, 1, 0, 0, Rational(123_456_789, 10**9)) },
      "offset" => -> { Time.new(2026, 3, 1, 12, 0, 0, "+05:30") }, "negative offset" => -> { Time.new(2026, 3, 1, 12, 0, 0, "-03:45") },
      "offset of seconds" => -> { Time.new(2026, 3, 1, 12, 0, 0, 1172) }, "+00:00" => -> { Time.new(2026, 3, 1, 12, 0, 0, "+00:00") },
      "-00:30" => -> { Time.new(2026, 3, 1, 12, 0, 0, "-00:30") }, "local" => -> { Time.local(2026, 7, 1, 12) },
      "winter" => -> { Time.local(2026, 1, 1, 12) }, "year 1" => -> { Time.utc(1, 1, 1) }, "year 0" => -> { Time.utc(0, 2, 29) },
      "year 0 january" => -> { Time.utc(0, 1, 1) }, "year -1" => -> { Time.utc(-1, 5, 5) },
      "year 9999" => -> { Time.utc(9999, 12, 31, 23, 59, 59) }, "year 10000" => -> { Time.utc(10_000, 1, 1) },
      "over the edge" => -> { Time.new(9999, 12, 31, 23, 59, 59, "-01:00") }, "edge" => -> { Time.new(0, 1, 1, 0, 0, 0, "+01:00") },
      "far" => -> { Time.at(10**18).utc }, "very far" => -> { Time.at(10**25).utc }, "subclass of Time" => -> { [Moment.at(0).utc] },
      "leap day" => -> { Time.utc(2024, 2, 29, 23, 59, 59) }, "1900" => -> { Time.utc(1900, 2, 28) + 86_400 },
      "2000" => -> { Time.utc(2000, 2, 29) }, "every month" => -> { (1..12).map { |month| Time.utc(2023, month, 28) + (4 * 86_400) } },
      "picoseconds" => -> { Time.at(1, Rational(1, 3), :nsec).utc }, "singleton time" => -> { [tagged(Time.at(0).utc)] },
      "frozen" => -> { Time.at(0).utc.freeze }, "frozen local" => -> { Time.local(2026, 5, 6).freeze },
      "date" => -> { Date.new(2026, 2, 3) }, "old date" => -> { Date.new(-4, 1, 1) }, "date 10000" => -> { Date.new(10_000, 1, 1) },
      "datetime" => -> { DateTime.new(2026, 2, 3, 4, 5, Rational(13, 2), "+02:00") }, "datetime utc" => -> { DateTime.new(2026, 2, 3) },
      "dates in hash" => -> { { a: Date.new(2026, 1, 1), b: [DateTime.new(1, 1, 1)] } },
      "range of dates" => -> { Date.new(2026, 1, 1)..Date.new(2026, 2, 1) },
      "many times" => -> { (0...300).map { |i| Time.at((i * 987_654_321) - (10**10), i, :millisecond).utc } }
    }
  end

  def zones
    {
      "zoned" => -> { zone("Eastern Time (US & Canada)").local(2026, 7, 4, 12, 30, 1.25) },
      "zoned winter" => -> { zone("Eastern Time (US & Canada)").local(2026, 1, 4) }, "zoned utc" => -> { zone("UTC").at(1.5) },
      "etc/utc" => -> { zone("Etc/UTC").at(0) }, "london" => -> { zone("London").at(0) },
      "zoned day as written" => -> { Array.new(4) { Time.new("2026-02-30 00:00:00", in: "UTC").in_time_zone("UTC") } },
      "london day as written" => -> { Array.new(4) { Time.new("2026-02-30 00:00:00", in: "UTC").in_time_zone("London") } },
      "london winter" => -> { zone("London").local(2026, 1, 1) }, "kathmandu" => -> { zone("Kathmandu").at(10**9) },
      "zoned nanoseconds" => -> { zone("Tokyo").at(0, 123_456_789, :nsec) },
      "zoned datetime" => -> { DateTime.new(2026, 2, 3, 4, 5, 6).in_time_zone("Hawaii") },
      "zoned before" => -> { zone("Hawaii").at(-(10**9) - 0.5) }, "local mean time" => -> { zone("Amsterdam").local(1900, 1, 1) },
      "zoned year 1" => -> { zone("Tokyo").local(1, 1, 1) }, "zoned year 9999" => -> { zone("Hawaii").at(253_402_300_799) },
      "zoned year 10000" => -> { zone("Tokyo").at(253_402_300_799) },
      "zones" => -> { %w[UTC Tokyo London Hawaii Kathmandu Sydney Samoa Moscow Paris Lima].map { |name| zone(name).at(10**9) } * 3 },
      "change of time" => -> { (0..5).map { |i| zone("Paris").at(1_774_746_000 + (i * 3600)) } }, "zone" => -> { zone("Tokyo").name },
      "zoned in hash" => -> { { at: zone("Paris").at(0), "b" => [{ c: zone("Lima").at(1) }] } },
      "frozen zoned" => -> { zone("Paris").at(0).freeze }, "tagged zoned" => -> { [tagged(zone("Paris").at(0))] },
      "zoned with rational" => -> { zone("Paris").at(Rational(1, 3)) },
      "copied" => -> { Marshal.load(Marshal.dump(zone("Tokyo").at(5))) }, "sum" => -> { zone("Tokyo").at(5) + 1.month }
    }
  end

  def others
    {
      "uri" => -> { URI("https://example.com/?a=1&b=<2>".delete("<>")) }, "pathname" => -> { Pathname("/tmp/<a>") },
      "ipv4" => -> { IPAddr.new("10.0.0.1") }, "ipv4 net" => -> { IPAddr.new("10.0.0.0/8") }, "ipv6" => -> { IPAddr.new("::1") },
      "ipv6 net" => -> { IPAddr.new("2001:db8::/32") }, "errors" => -> { model.errors },
      "error in hash" => -> { { errors: model.errors } }, "model" => -> { model }, "models" => -> { [model, { a: model }] },
      "timezone class" => -> { ActiveSupport::TimeWithZone }, "calls to_json" => -> { [Calls.new([1, "<"])] },
      "symbols" => -> { %i[a <b>] }
    }
  end

  class Model
    include ActiveModel::Model
    include ActiveModel::Attributes
    include ActiveModel::Serializers::JSON

    attribute :name, :string
    attribute :born, :date
    attribute :at, :datetime
    validates :name, presence: true

    def shout = name.to_s.upcase
  end

  def model = Model.new(name: "", born: "2026-01-02", at: Time.at(0).utc).tap(&:valid?)

  def own
    {
      "plain object" => -> { Plain.new(a: 1, b: "<") }, "object with object" => -> { Plain.new(a: Plain.new(b: Time.at(0).utc)) },
      "empty object" => -> { Plain.new }, "as_json" => -> { WithAsJson.new(1) }, "as_json in array" => -> { [WithAsJson.new([1]), 2] },
      "as_json in hash" => -> { { a: WithAsJson.new(nil), "b" => { c: WithAsJson.new("<") } } }, "to_hash" => -> { WithToHash.new },
      "as_json of self" => -> { Itself.new }, "as_json of self within" => -> { [1, Itself.new] }, "to_json" => -> { [WithToJson.new] },
      "raises" => -> { [1, Raises.new] }, "raises generator error" => -> { [RaisesGenerator.new] },
      "raises at once" => -> { Raises.new }, "as_json of times" => -> { Returns.new([Time.at(0).utc, zone("Paris").at(0)]) },
      "object and sibling" => -> { [Returns.new([WithAsJson.new(1)]), WithAsJson.new(2)] },
      "deep sibling" => -> { { a: [Returns.new({ b: [WithAsJson.new(1)] }), WithAsJson.new(2)], c: WithAsJson.new(3) } }
    }
  end

  # Results of as_json.
  def returned
    {
      "nil" => nil, "string" => "<", "symbol" => :a, "integer" => 1, "float" => 1.5, "nan" => Float::NAN, "times" => Time.at(0).utc,
      "decimal" => BigDecimal("1.5"), "rational" => 1r, "range" => 1..2, "struct" => Point.new(1, 2), "text" => Text.new("t"),
      "list" => List[1, 1r], "table" => Table[1, Time.at(0).utc], "itself" => Itself.new, "hash" => { 1 => [1..2], b: Point.new(1) },
      "returns" => Returns.new(Returns.new(1)), "object" => Plain.new(a: Plain.new), "set" => Set[1..2], "invalid" => "\xFF",
      "tagged" => tagged([1]), "class" => Array, "date" => Date.new(2026, 1, 1)
    }.flat_map do |name, value|
      [["returns #{name}", -> { Returns.new(value) }], ["returns #{name} within", -> { [1, { "a" => Returns.new(value) }, 2] }]]
    end.to_h.merge(
      "chain of 3" => -> { chain(3) }, "chain of 6" => -> { chain(6) }, "chain of 7" => -> { [chain(7)] },
      "chain of 30" => -> { chain(30) }
    )
  end

  def nesting
    {
      "99 levels" => -> { nested(99) }, "100 levels" => -> { nested(100) }, "101 levels" => -> { nested(101) },
      "102 levels" => -> { nested(102) }, "100 levels of structs" => -> { structs(50) }, "101 of structs" => -> { structs(101) },
      "600 levels" => -> { nested(600) }, "600 levels to a time" => -> { nested(600, Time.at(0).utc) }, "circle" => -> { circle },
      "circle of structs" => -> { struct_circle }, "empty at 100" => -> { nested(99, []) }, "empty at 101" => -> { nested(100, {}) },
      "object at 100" => -> { nested(99, Plain.new(a: [1])) }
    }
  end
end
