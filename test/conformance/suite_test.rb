# frozen_string_literal: true

require_relative "../parse/support"
require "stringio"

# JSONTestSuite (the shared folder's conformance/, where it is there): y_ parses, n_ does not, i_
# does what json 3.1 does; from memory, from an IO, and byte by byte.
class SuiteTest < Minitest::Test
  # Valid, but json rejects duplicate keys by default.
  DUPLICATES = %w[y_object_duplicated_key.json y_object_duplicated_key_and_value.json].freeze

  def each_document(prefix = "")
    paths = Dir[File.join(shared_path("conformance", "test_parsing"), "#{prefix}*.json")]

    refute_empty paths
    paths.each do |path|
      yield File.basename(path), File.binread(path).force_encoding(Encoding::UTF_8)
    end
  end

  def options_for(name) = DUPLICATES.include?(name) ? { allow_duplicate_key: true } : {}

  def test_valid_documents_have_the_values_of_json
    each_document("y_") do |name, source|
      assert_equal [JSON.parse(source, **options_for(name))], [Jacinth.parse(source, **options_for(name))], name
    end
  end

  def test_invalid_documents_are_rejected
    each_document("n_") { |name, source| assert_raises(Jacinth::ParserError, name) { Jacinth.parse(source) } }
  end

  def test_every_document_has_the_outcome_of_json
    each_document { |name, source| assert_same_as_json(source, name, **options_for(name)) }
  end

  def test_every_document_has_the_same_outcome_from_an_io
    each_document do |name, source|
      read = ParserSupport.outcome(IoParser, source, **options_for(name))

      assert_equal ParserSupport.outcome(Jacinth, source.empty? ? "null" : source, allow_nan: true, **options_for(name)),
                   read, name
    end
  end

  # Jacinth.load as a library whose parse reads an IO.
  module IoParser
    ParserError = Jacinth::ParserError
    NestingError = Jacinth::NestingError

    def self.parse(source, **options) = Jacinth.load(StringIO.new(source), **options)
  end

  def test_documents_byte_by_byte_have_the_same_outcome
    each_document do |name, source|
      # Text after the last byte completes only a number.
      whole = ParserSupport.outcome(Jacinth, source, **options_for(name))
      values, *state = ParserSupport.chunked(Jacinth, "#{source}\n", 1, **options_for(name))

      if whole[0] == :value
        assert_equal [whole[1]], values.map { |value| ParserSupport.plain(value) }, name
      else
        assert state[0] == :error || values.size != 1 || state[0, 2] != [false, nil], "#{name} #{values} #{state}"
      end
    end
  end

  def test_documents_in_chunks_have_the_outcome_of_json
    ParserSupport.json? or skip("json #{JSON::VERSION} is not the contract's 3.1")
    each_document do |name, source|
      next if source.bytesize > 10_000 # json rescans

      [1, 2, 3, 7].each do |size|
        expected = ParserSupport.chunked(JSON, source, size)

        assert_equal expected.inspect, ParserSupport.chunked(Jacinth, source, size).inspect, "#{name} by #{size}"
      end
    end
  end
end
