# frozen_string_literal: true

require_relative "../test_helper"
require "bigdecimal"
require "date"
require "json"
require "set"

# Helpers of the tests of types.
module TypeHelpers
  T = Jacinth::Type

  Point = Struct.new(:x, :y)
  Keyed = Struct.new(:x, :y, keyword_init: true)
  DATA = defined?(::Data.define) ? true : false
  # A Data where Ruby has them.
  Pair = DATA ? Data.define(:x, :y) : Struct.new(:x, :y) # rubocop:disable Naming/ConstantName

  # A plain class without an initialize.
  class Plain
    attr_accessor :x, :y

    def ==(other) = other.is_a?(Plain) && [x, y] == [other.x, other.y]
  end

  # A class with an initialize.
  class Made
    attr_reader :x, :y

    def initialize(x:, y: 7)
      raise ArgumentError, "x is odd" if x.odd?

      @x = x
      @y = y
    end

    def ==(other) = other.is_a?(Made) && [x, y] == [other.x, other.y]
  end

  def xy(klass) = T.of(klass, x: Integer, y: Integer)

  # Returns the error of loading text, and checks its position.
  def assert_invalid(type, text, expected, found, path, **options)
    error = assert_raises(Jacinth::ValidationError) { type.load(text, **options) }
    fault = error.errors.first

    assert_equal [expected, found, path], [fault.expected, fault.found, fault.json_path]
    assert_equal path, error.json_path
    error
  end

  # Fails unless a type has the error of parse for each of these texts, which are not JSON.
  def assert_errors_of_parse(type, texts, **options)
    texts.each do |text|
      wanted, error = [-> { Jacinth.parse(text, **options) }, -> { type.load(text, **options) }].map do |read|
        assert_raises(Jacinth::ParserError, text, &read)
      end

      assert_equal [wanted.message, wanted.json_path, wanted.class], [error.message, error.json_path, error.class], text
    end
  end

  def reads?(type, text)
    type.load(text)
    true
  rescue Jacinth::ValidationError
    false
  end

  # True if the type reads the JSON of the document.
  def accepts?(type, document) = reads?(type, JSON.generate(document))

  # Returns json_schemer's validator of a schema, for tests that require json_schemer.
  def schemer(schema) = JSONSchemer.schema(schema, regexp_resolver: "ecma", format: false)

  # Fails unless the type of a schema and json_schemer accept the good documents, and refuse the bad ones.
  # Returns the type.
  def assert_verdicts(schema, good, bad)
    type, judge = T.from_json_schema(schema), schemer(schema)
    { true => good, false => bad }.each do |valid, documents|
      documents.each do |document|
        assert_equal [valid, valid], [accepts?(type, document), judge.valid?(document)], "#{schema} #{document}"
      end
    end
    type
  end

  def same(type, text, value)
    assert_equal [value], [type.load(text)]
    assert_equal [value], [type.load(type.dump(value))]
  end
end
