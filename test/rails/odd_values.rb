# frozen_string_literal: true

require "delegate"
require "action_controller"
require "action_controller/metal/strong_parameters"
require_relative "values"

# Objects that an encoder is likely to take for something else: those that lie
# about what they are, give another thing than expected, or break off.
module OddValues
  # Defines methods of one object.
  def self.object(**methods)
    methods.each_with_object(Object.new) { |(name, value), object| object.define_singleton_method(name) { |*| value } }
  end

  # Says something else than its offset.
  class Period < TZInfo::OffsetTimezonePeriod
    attr_reader :observed_utc_offset

    def initialize(offset, seconds)
      super(offset)
      @observed_utc_offset = seconds
    end
  end

  class ToH
    def to_h = { "to_h" => 1 }
  end

  class ToHash
    def initialize(value) = @value = value
    def to_hash = @value
  end

  class EachAndHash
    include Enumerable

    def each = yield(1)
    def to_h = { "to_h" => 1 }
    def to_hash = { "to_hash" => "<" }
  end

  class ToA
    include Enumerable

    def each = yield(1)
    def to_a = ["to_a"]
  end

  class Bare < BasicObject
    def as_json(*) = { "bare" => "<" }
  end

  class Missing
    def method_missing(name, *) = name == :to_hash ? { "missing" => 1 } : super
    def respond_to_missing?(name, *) = name == :to_hash
  end

  class Liar
    def class = ::String
    def is_a?(*) = true
    def instance_of?(*) = true
    def nil? = true
    def as_json(*) = "liar"
  end

  class Turns
    def initialize = @turns = 0
    def as_json(*) = (@turns += 1) == 1 ? [self, self] : @turns
  end

  class Pair < Struct.new(:a, :b) # rubocop:disable Style/StructInheritance
    def to_h = { "own" => a }
  end

  class Wrapped < SimpleDelegator; end
  class ArrayOfSelf < Array; end
  class OwnNumber < Numeric; end
  class Path < Pathname; end

  class Fault < StandardError
    def message = "message <#{super}>"
  end

  class NoText < StandardError
    def to_s = nil
  end

  module_function

  def key(text) = object_with_text(text)

  def object_with_text(text) = Object.new.tap { |object| object.define_singleton_method(:to_s) { text } }

  def all = [texts, numbers, containers, keys, objects, library, times].reduce(:merge)

  def texts
    {
      "utf-16 without mark" => -> { "a\u0000".dup.force_encoding("UTF-16") }, "utf-7" => -> { "a+b".dup.force_encoding("UTF-7") },
      "euc-jp" => -> { "日本<".encode("EUC-JP") }, "broken euc-jp" => -> { "\xA4".dup.force_encoding("EUC-JP") },
      "shift_jis" => -> { "日本&".encode("Shift_JIS") }, "utf-32" => -> { "<é\u2028".encode("UTF-32BE") },
      "surrogate" => -> { "\xED\xA0\x80" }, "overlong" => -> { "\xC0\xBC" }, "beyond" => -> { "\xF5\x80\x80\x80" },
      "cut" => -> { "abc\xE2\x80" }, "long cut" => -> { "#{'x<' * 500}\xE2\x80" },
      "symbol latin" => -> { "\xE9<".dup.force_encoding("ISO-8859-1").to_sym }, "binary symbol" => -> { "\xFF".b.to_sym },
      "symbols of both" => -> { [:é, "é".encode("ISO-8859-1").to_sym] },
      "frozen latin" => -> { ["é<".encode("ISO-8859-1").freeze] }, "frozen binary" => -> { ["é".b.freeze] },
      "frozen safe buffer" => -> { ["<".html_safe.freeze, { "a" => "&".html_safe }] },
      "unsafe buffer" => -> { ActiveSupport::SafeBuffer.new("<").concat("&") }, "array inquirer" => -> { %i[a b].inquiry },
      "string with variables" => -> { +"text".tap { |text| text.dup.instance_variable_set(:@a, 1) } },
      "half a pair of escapes" => -> { ["\\u2028", "\\<", "\u2028\\"] }
    }
  end

  def numbers
    {
      "own number" => -> { OwnNumber.new.as_json.class.name }, "date infinity" => -> { [Date::Infinity.new.as_json.class.name] },
      "as_json nan" => -> { [RailsValues::Returns.new(Float::NAN)] },
      "as_json infinity" => -> { { a: RailsValues::Returns.new(-Float::INFINITY) } },
      "as_json of as_json nan" => -> { RailsValues::Returns.new(RailsValues::Returns.new(Float::NAN)) },
      "as_json array of nan" => -> { [RailsValues::Returns.new([Float::NAN, { a: Float::INFINITY }])] },
      "as_json decimal nan" => -> { [RailsValues::Returns.new(BigDecimal("NaN"))] },
      "nan at top" => -> { Float::INFINITY }, "nan key" => -> { { Float::NAN => 1, Float::INFINITY => 2 } },
      "nan at 99" => -> { RailsValues.nested(99, Float::NAN) }, "nan at 100" => -> { RailsValues.nested(100, Float::NAN) },
      "complex nan" => -> { Complex(Float::NAN, 1) }, "negative zero decimal" => -> { [BigDecimal("-0.0")] },
      "exact decimal" => -> { BigDecimal("123456789012345678901234567890.123456789") }, "rational" => -> { [-1r / 3] },
      "huge" => -> { [10**400] }, "bits" => -> { [2**62, -(2**62) - 1, 2**63, -(2**63)] }
    }
  end

  def containers
    {
      "tagged decimals" => -> { [Date.new(2026, 1, 1).tap { |date| RailsValues.tagged(date) }] },
      "default proc" => -> { Hash.new { |_, key| key } }, "identity of texts" => -> { RailsValues.identity(+"a", +"b") },
      "indifferent with times" => -> { { a: [{ b: Time.at(0).utc, 1 => 2 }] }.with_indifferent_access },
      "options in options" => -> { ActiveSupport::OrderedOptions.new.merge(a: ActiveSupport::OrderedOptions.new.merge(b: "<")) },
      "inherited options" => -> { ActiveSupport::InheritableOptions.new({ a: 1 }).tap { |options| options.b = Time.at(0).utc } },
      "frozen set" => -> { Set[Set[1], "<"].freeze }, "set of pairs" => -> { Set[{ a: 1 }, [2]] },
      "hash of empties" => -> { { a: {}, b: [], c: "", d: nil, e: RailsValues::Plain.new } },
      "struct with to_h" => -> { [Pair.new(1, 2)] }, "empty struct" => -> { RailsValues::Point.new },
      "anonymous struct" => -> { Struct.new(:a, :b).new("&", nil) },
      "struct in a struct" => -> { [RailsValues::Point.new(Pair.new(1, 2))] },
      "turns" => -> { [Turns.new] }, "same twice" => -> { ["<"].then { |same| [same, { a: same }, same] } },
      "array of itself" => -> { ArrayOfSelf.new.tap { |array| array << array } },
      "hash of itself" => -> { {}.tap { |hash| hash[:a] = hash } }, "as_json circle" => -> { ring },
      "hash in a wrap" => -> { [Wrapped.new({ a: "<" })] }, "array in a wrap" => -> { Wrapped.new([1, "<"]) },
      "text in a wrap" => -> { { a: Wrapped.new("<") } }, "nil in a wrap" => -> { [Wrapped.new(nil)] },
      "number in a wrap" => -> { [Wrapped.new(1.5), Wrapped.new(Float::NAN)] }, "time in a wrap" => -> { [Wrapped.new(Time.at(0).utc)] },
      "nothing but enumerators" => -> { [[1].each_with_index, (1..3).each_slice(2), [4].lazy] }
    }
  end

  def ring
    one = RailsValues::Point.new(1)
    one.y = { "ring" => [one] }
    one
  end

  def keys
    {
      "key gives nil" => -> { { key(nil) => 1 } }, "key gives a symbol" => -> { { key(:text) => 1 } },
      "key gives a number" => -> { { "a" => 1, key(1) => 2 } }, "key gives invalid" => -> { { key("\xFF") => 1 } },
      "key gives latin" => -> { { key("é".encode("ISO-8859-1")) => 1 } },
      "key gives a subclass" => -> { { key(RailsValues::Text.new("<")) => 1 } },
      "key with as_json" => -> { { RailsValues::WithAsJson.new(1).tap { |object| object.define_singleton_method(:to_s) { "<" } } => 1 } },
      "hash as key" => -> { { { a: 1 }.to_s.size => 1 } }, "range key" => -> { { (1..2) => "<" } },
      "bignum keys" => -> { { 2**70 => 1, 2**64 => 2 } },
      "key of floats" => -> { { 1.0 => 1, 1 => 2, "1.0" => 3 } }, "true and text" => -> { { true => 1, "true" => 2 } },
      "nil and text" => -> { { nil => 1, "" => 2, :"" => 3 } }, "safe and plain" => -> { { "a".html_safe => 1, "a" => 2, a: 3 } },
      "two symbols" => -> { { :a => 1, "b" => 2, :b => 3 } }, "binary key" => -> { { "é".b => 1 } },
      "latin symbol key" => -> { { "é".encode("ISO-8859-1").to_sym => 1 } },
      "utf-16 key" => -> { { "<".encode("UTF-16LE") => 1 } }, "tagged key" => -> { { RailsValues.tagged(+"key") => 1 } },
      "key with to_s" => -> { { (+"key").tap { |key| key.define_singleton_method(:to_s) { "other" } } => 1 }.compare_by_identity },
      "rational key" => -> { { 1r => 1, Complex(1, 2) => 2 } }, "exception key" => -> { { RuntimeError.new("<") => 1 } },
      "status key" => -> { { URI("http://a.b/?<".delete("<")) => 1, Pathname("/<") => 2 } }
    }
  end

  def objects
    {
      "to_h" => -> { ToH.new }, "to_hash" => -> { [ToHash.new({ a: Time.at(0).utc, 1 => "<" })] },
      "to_hash of nil" => -> { ToHash.new(nil) }, "to_hash of array" => -> { [ToHash.new([1, "<"])] },
      "each and to_hash" => -> { EachAndHash.new }, "to_a" => -> { [ToA.new] }, "bare" => -> { [Bare.new, { a: Bare.new }] },
      "missing" => -> { Missing.new }, "liar" => -> { [Liar.new] },
      "as_json of another class" => -> { [RailsValues::Returns.new(Liar.new)] },
      "with to_s" => -> { [object_with_text("<")] },
      "as_json without arguments" => -> { [OddValues.object.tap { |object| object.define_singleton_method(:as_json) { 1 } }] },
      "as_json by name" => -> { [OddValues.object.tap { |object| object.define_singleton_method(:as_json) { |**given| given.inspect } }] },
      "as_json private" => -> { [OddValues.object(as_json: 1).tap { |object| object.singleton_class.send(:private, :as_json) }] },
      "no as_json" => -> { [OddValues.object.tap { |object| object.singleton_class.undef_method(:as_json) }] },
      "as_json with a block" => lambda {
        [OddValues.object.tap { |object| object.define_singleton_method(:as_json) { |*, &block| block.inspect } }]
      },
      "frozen struct" => -> { RailsValues::Point.new("<", Time.at(0).utc.freeze).freeze },
      "fault" => -> { [Fault.new("&"), { a: Fault.new }] },
      "no text" => -> { NoText.new.as_json.class.name }, "key error" => -> { {}.fetch(:a) rescue $! }, # rubocop:disable Style/RescueModifier
      "errors of ruby" => -> { [ZeroDivisionError.new, Errno::ENOENT.new("<"), StopIteration.new("&"), Interrupt.new] },
      "unfrozen fragment" => -> { JSON::Fragment.new(+'{"a":"</script>"}') },
      "invalid fragment" => -> { [JSON::Fragment.new("\"\xFF<\"")] },
      "given fragment" => lambda {
        [RailsValues::Returns.new(JSON::Fragment.new("[1]")), { a: RailsValues::Returns.new(JSON::Fragment.new("2")) }]
      },
      "fragment as key" => -> { { JSON::Fragment.new('"a"').to_h.size => 1 } },
      "class with as_json" => -> { [Class.new { def self.as_json(*) = "class <" }] },
      "modules" => -> { [Comparable, Process::Status, ActiveSupport::JSON].map(&:name) },
      "encoding" => -> { [Encoding::UTF_8.as_json.class.name] },
      "numbered" => -> { Struct.new(:a) { def as_json(options = nil) = { "s" => super } }.new(Time.at(0).utc) }
    }
  end

  def library
    {
      "uris" => -> { [URI("mailto:a@b.c"), URI("ftp://a/b"), { u: URI("http://a/?b&c") }] },
      "paths" => -> { [Path.new("/<a>"), Pathname("é")] },
      "ips" => -> { %w[10.1.2.3/32 10.1.2.3/31 ::1/128 fe80::/10 0.0.0.0/0].map { |text| IPAddr.new(text) } },
      "permitted" => -> { parameters.permit(:a, b: [:c]) }, "unpermitted" => -> { parameters },
      "all permitted" => -> { { p: parameters.permit! } },
      "model errors" => -> { model.errors.tap { |errors| errors.add(:name, "is <bad>") && errors.add(:base, :invalid) } },
      "one error" => -> { model.errors.add(:name, :blank).full_message },
      "errors in a hash" => -> { { errors: model.tap(&:valid?).errors.details } },
      "durations" => -> { { a: 1.5.hours, b: [1.month] } }, "zone" => -> { RailsValues.zone("Paris").name },
      "environment" => -> { [ActiveSupport::StringInquirer.new("<test>")] }, "chars" => -> { ["é<".mb_chars] },
      "stat" => -> { [File.stat(__FILE__).directory?, Process.clock_gettime(Process::CLOCK_MONOTONIC).class] },
      "tms" => -> { Process::Tms.new(1.0, 2.0, 0.0, 0.5) }, "status" => -> { { s: RailsValues.status.as_json[:exitstatus] } },
      "files" => -> { [File::Stat, $stdout.class] }, "digests" => -> { ["a".unpack1("H*"), Random] },
      "versions" => -> { [Gem::Version.new("1.2").to_s, Gem::Requirement.new("> 1").to_s] }
    }
  end

  def parameters = ActionController::Parameters.new(a: "<", b: { c: [1, nil], d: Time.at(0).utc }, e: 1.5)

  def model = RailsValues.model

  def times
    zone = RailsValues.zone("Paris")
    {
      "period with its own offset" => lambda {
        RailsValues.years.each_with_index do |time, i|
          time.period.define_singleton_method(:observed_utc_offset) { i * 60 } if i.odd?
        end
      },
      "period of another class" => lambda {
        RailsValues.years.map.with_index do |time, i|
          ActiveSupport::TimeWithZone.new(time.utc, time.time_zone, nil, Period.new(time.period.offset, i * 120))
        end
      },
      "no time at all" => -> { [DateTime.new(2026, 1, 1, 0, 0, 0, Rational(1, 5)), Date.new(2026, 1, 1, Date::ENGLAND)] },
      "datetime fractions" => -> { DateTime.new(2026, 1, 1, 1, 2, 59 + Rational(123_456_789, 10**9), "-03:30") },
      "julian" => -> { [Date.new(1582, 10, 4), Date.new(-4712, 1, 1), Date.new(99_999, 1, 1)] },
      "named" => -> { [Time.at(0, in: "Z"), Time.at(0, in: "A"), Time.at(0, in: "UTC"), Time.at(0, in: "+09:00")] },
      "from rational" => -> { [Time.at(Rational(1, 7)).utc, Time.at(-Rational(1, 7)).utc, Time.at(0.1).utc] },
      "zoned of local" => -> { [zone.local(2026, 3, 29, 2, 30), zone.local(2026, 10, 25, 2, 30)] },
      "zoned by hand" => -> { ActiveSupport::TimeWithZone.new(nil, zone, Time.utc(2026, 1, 1)) },
      "zoned moved" => -> { [zone.at(0).in_time_zone("Tokyo"), zone.at(0).utc, zone.at(0).localtime.class.name] },
      "dates and zoned" => lambda {
        Array.new(12) { |i| { on: Date.new(2026, 1, 1) + i, at: zone.at(i), price: BigDecimal(i), t: Time.at(i).utc } }
      },
      "days and nights" => -> { Array.new(40) { |i| zone.at(i * 86_400 * 37) } },
      "24 hours" => -> { Time.utc(2026, 1, 1, 24) }, "leap second" => -> { Time.utc(2016, 12, 31, 23, 59, 60) }
    }
  end

  # Arguments of to_json and encode.
  OPTIONS = {
    "texts" => { "only" => "a", "escape" => false }, "indifferent" => { only: "a" }.with_indifferent_access,
    "indifferent escape" => { escape: false, a: 1 }.with_indifferent_access, "no names" => { only: [] }, "none left out" => { except: [] },
    "false" => { only: false, except: false }, "escape nil" => { escape: nil }, "entities nil" => { escape_html_entities: nil, a: 1 },
    "both" => { only: %w[a b], except: "a" }, "nested" => { only: [%i[a]], include: { x: {} } }, "name" => { root: "r", methods: [:to_s] },
    "number" => 1, "text" => "text", "symbol" => :pretty, "list" => [1], "empty list" => [], "object" => Object, "false itself" => false
  }.freeze

  # Times under precisions that are no digits.
  PRECISIONS = [-1, 3.9, "3", 1, 10, 100, nil].freeze
end
