# frozen_string_literal: true

require_relative "../test_helper"

# Selects values in each way and requires the same results.
module QuerySupport
  # The results of a query for a value: of the value itself, of its text, of its
  # Document, and with Symbols as keys.
  def select(path, value)
    query = Jacinth::Query.new(path)
    text = Jacinth.generate(value)
    found = query.call(value)
    paths = query.paths(value)

    assert_equal found, query.call(text), path
    assert_equal found, Jacinth.query(Jacinth::Document.new(text), query), path
    assert_equal found, Jacinth::Document.new(text).query(path).map(&:value), path
    assert_equal paths, query.paths(text), path
    assert_equal paths, query.paths(Jacinth.parse(text, symbolize_names: true)), path
    found
  end

  def paths(path, value) = Jacinth::Query.new(path).paths(value)
end
