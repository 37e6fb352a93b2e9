# frozen_string_literal: true

require_relative "../test_helper"
require_relative "outcomes"

module JacinthHelpers
  # Fails unless both libraries have the same outcome.
  def assert_same_as_json(source, note = nil, **options)
    ParserSupport.json? or skip("json #{JSON::VERSION} is not the contract's 3.1")
    expected = ParserSupport.outcome(JSON, source, **options)
    actual = ParserSupport.outcome(Jacinth, source, **options)

    assert ParserSupport.same_outcome(expected, actual),
           lambda {
             "#{note} #{options}\nsource:  #{source.inspect[0, 300]}\njson:    #{expected.inspect[0, 500]}\n" \
               "jacinth: #{actual.inspect[0, 500]}"
           }
  end
end
