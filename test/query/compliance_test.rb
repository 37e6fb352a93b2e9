# frozen_string_literal: true

require_relative "support"

# cts.json of github.com/jsonpath-standard/jsonpath-compliance-test-suite, which JACINTH_JSONPATH_SUITE names.
class QueryComplianceTest < Minitest::Test
  include QuerySupport

  def cases
    path = ENV["JACINTH_JSONPATH_SUITE"] || shared_path("conformance", "jsonpath", "cts.json")
    Jacinth.parse(File.read(path, encoding: "UTF-8")).fetch("tests")
  end

  def test_invalid_queries_are_rejected
    invalid = cases.select { |test| test["invalid_selector"] }

    assert_operator invalid.size, :>, 200
    invalid.each { |test| assert_raises(Jacinth::QueryError, test["name"]) { Jacinth::Query.new(test["selector"]) } }
  end

  def test_valid_queries_select_what_the_suite_says
    valid = cases.reject { |test| test["invalid_selector"] }

    assert_operator valid.size, :>, 400
    valid.each do |test|
      found = [select(test["selector"], test["document"]), paths(test["selector"], test["document"])]
      wanted = test["result"] ? [[test["result"], test["result_paths"]]] : test["results"].zip(test["results_paths"])

      assert_includes wanted, found, test["name"]
    end
  end
end
