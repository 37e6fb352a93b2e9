# frozen_string_literal: true

require "test_helper"
require "bigdecimal"
require "time"

# A name that is none of those that may be given: the error tells which ones may,
# and the one that was likely meant.
class ChoiceTest < Minitest::Test
  T = Jacinth::Type
  Point = Struct.new(:x, :extra)

  # What is called, what the message begins with, and the name that was meant.
  ROWS = [
    [-> { Jacinth.each("1", format: :concatenatd, &:itself) }, "format must be :auto, :concatenated, :lines or :sequence, not :concatenatd",
     ":concatenated"],
    [-> { Jacinth.each("1", format: "lines", &:itself) }, "format must be", ":lines"],
    [-> { Jacinth.each("1", format: :ndjson, &:itself) }, "format must be", ":lines"],
    [-> { Jacinth.each("1", format: :ndjsn, &:itself) }, "format must be", ":lines"],
    [-> { Jacinth.each("1", on_error: :skp, &:itself) }, "on_error must be :raise, :skip or what has call, not :skp", ":skip"],
    [-> { Jacinth::Writer.new(nil, format: :ndjsn) }, "format must be :json, :ndjson or :json_seq, not :ndjsn", ":ndjson"],
    [-> { Jacinth::Writer.new(nil, format: :lines) }, "format must be", ":ndjson"],
    [-> { T[{ a: Integer }].with(rename: :camle) }, "rename must be :camel, :pascal, :kebab or what has call, not :camle", ":camel"],
    [-> { T[{ a: Integer }].with(unknown: "raise") }, "unknown must be :ignore, :raise or the name of a member, not \"raise\"", ":raise"],
    [-> { T.of(Point, x: Integer).with(unknown: :exra) }, "unknown must be :ignore, :raise, :x or :extra, not :exra", ":extra"],
    [-> { T[{ a: Integer }].with(renam: :camel) }, "unknown keyword: :renam", ":rename"],
    [-> { T[{ a: Integer }].with(build: :alocate) }, "build must be :new or :allocate, not :alocate", ":allocate"],
    [-> { T.of(Point, x: Integer, extar: Hash) }, "ChoiceTest::Point has no member :extar", ":extra"],
    [-> { T.member(Integer, omit: :defualt) }, "omit must be :nil or :default, not :defualt", ":default"],
    [-> { T.decimal(as: :strng) }, "as must be :string or :number, not :strng", ":string"],
    [-> { T[Integer].load("1", errors: :al) }, "errors must be :first or :all, not :al", ":all"],
    [-> { Jacinth::Coder.new(types: { Time => :iso8061 }) }, "Time has no method :iso8061", ":iso8601"],
    [-> { Jacinth::Coder.new(types: { BigDecimal => :strnig }) }, "BigDecimal has no method :strnig", ":string"],
    [-> { Jacinth.generate(1, invalid: :replce) }, "invalid must be :replace, not :replce", ":replace"],
    [-> { Jacinth.parse("1", invalid: :replce) }, "invalid must be :replace, not :replce", ":replace"],
    [-> { Jacinth.generate(1, safe_integers: :strig) }, "safe_integers must be :raise or :string, not :strig", ":string"],
    [-> { Jacinth.generate(1, enumerators: :arry) }, "enumerators must be :array, not :arry", ":array"]
  ].freeze

  def test_rows
    ROWS.each do |call, text, near|
      error = assert_raises(ArgumentError, text, &call)

      assert error.message.start_with?(text), error.message
      assert_equal " (did you mean #{near}?)", error.message[/ \(did.*/], error.message if defined?(DidYouMean::SpellChecker)
    end
  end

  def test_nothing_near
    assert_equal "invalid must be :replace, not 1", assert_raises(ArgumentError) { Jacinth.parse("1", invalid: 1) }.message
    assert_equal "format must be :json, :ndjson or :json_seq, not :xml",
                 assert_raises(ArgumentError) { Jacinth::Writer.new(nil, format: :xml) }.message
  end

  def test_what_may_be_given
    assert_equal "[\"1\"]", Jacinth::Coder.new(types: { Integer.singleton_class => :to_s, Range => :to_s }).dump(["1"])
    abstract = Class.new
    concrete = Class.new(abstract) { def strings = ["a"] }

    assert_equal "[\"a\"]", Jacinth::Coder.new(types: { concrete => :strings }).dump(concrete.new)
    assert_equal "{\"x\":1,\"z\":2}", T.of(Point, x: Integer, extra: Hash).with(unknown: :extra).dump(Point.new(1, { "z" => 2 }))
  end
end
