# frozen_string_literal: true

require_relative "support"
require_relative "../../tools/schema_suite"

# The cases of github.com/json-schema-org/JSON-Schema-Test-Suite, of which JACINTH_SCHEMA_SUITE names a copy.
class TypeSchemaSuiteTest < Minitest::Test
  include JacinthHelpers

  def suite
    SchemaSuite.new(ENV["JACINTH_SCHEMA_SUITE"] || shared_path("conformance", "JSON-Schema-Test-Suite"))
  end

  def test_no_case_is_answered_wrongly
    read = suite

    assert_operator read.rows.sum(&:understood), :>, 160
    assert_operator read.rows.sum { |row| row.refused.values.sum }, :>, 100
    assert_empty read.wrong
  end

  def test_formats_accept_what_the_suite_says
    suite.formats.each { |row| assert_equal [1, {}, []], [row.understood, row.refused, row.wrong], row.name }
  end

  def test_the_guide_has_the_table
    assert_equal suite.page, File.read(SchemaSuite::PAGE, encoding: "UTF-8"), "run tools/schema_suite.rb FOLDER --write"
  end
end
