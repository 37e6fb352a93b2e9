# frozen_string_literal: true

require_relative "checkout"
Checkout.use
require "jacinth"
require "date"

# Judges Type.from_json_schema by the cases of github.com/json-schema-org/JSON-Schema-Test-Suite
# for draft 2020-12, and writes the table of docs/types.md:
#
#     bin/setup -- ruby tools/schema_suite.rb FOLDER           # prints the cases with a wrong result, and the table
#     bin/setup -- ruby tools/schema_suite.rb FOLDER --write   # writes the table
#
# FOLDER is a copy of the suite, of the revision that docs/types.md names. Of its optional cases, those about syntax
# and formats are run.
class SchemaSuite
  PAGE = File.join(Checkout::ROOT, "docs", "types.md")
  BEGINNING = "<!-- Written by tools/schema_suite.rb. -->\n"
  ENDING = "<!-- End of the table. -->\n"
  # In the suite, and by default in the standard, formats are not checked.
  UNCHECKED = "format"
  # The optional files about formats that are checked.
  FORMATS = %w[date date-time duration email hostname ipv4 ipv6 json-pointer time uri uri-reference uuid].freeze
  # The labels of host names that begin with xn-- are not decoded.
  NOT_DECODED = "validation of A-label (punycode) host names"

  # The result of a file: how many schemas were understood, how often others were refused for which reason, and
  # the descriptions of cases with a wrong result.
  Row = Struct.new(:name, :understood, :refused, :wrong)

  def initialize(folder)
    @folder = File.join(folder, "tests", "draft2020-12")
  end

  def rows
    @rows ||= [*files("*.json"), *files("optional/*.json")].map { |name| row(name, formats: name != UNCHECKED) }
  end

  def formats
    @formats ||= FORMATS.map { |name| row("optional/format/#{name}", formats: true, except: NOT_DECODED) }
  end

  def wrong = [*rows, *formats].flat_map(&:wrong)

  def table
    lines = rows.select { |row| row.understood.positive? || row.refused.any? }.map do |row|
      reasons = row.refused.sort_by { |reason, count| [-count, reason] }.map { |reason, count| "#{reason} #{count}" }
      "| #{row.name} | #{row.understood} | #{reasons.join(', ')} |\n"
    end
    "| File of the suite | Understood | Refused because of |\n|---|---|---|\n#{lines.join}"
  end

  # The page with the table.
  def page
    text = File.read(PAGE, encoding: "UTF-8")
    before, _, rest = text.partition(BEGINNING)
    "#{before}#{BEGINNING}#{table}#{ENDING}#{rest.partition(ENDING)[2]}"
  end

  private

  def files(pattern)
    Dir.glob(pattern, base: @folder).sort.map { |name| name.delete_suffix(".json") }
  end

  def row(name, formats:, except: nil)
    row = Row.new(name, 0, Hash.new(0), [])
    Jacinth.parse(File.read(File.join(@folder, "#{name}.json"), encoding: "UTF-8")).each do |group|
      judge(group, row, formats) unless group["description"] == except
    end
    row
  end

  def judge(group, row, formats)
    type = Jacinth::Type.from_json_schema(group["schema"], formats: formats)
    wrong = group["tests"].reject { |test| accepts?(type, test["data"]) == test["valid"] }
    row.wrong.concat(wrong.map { |test| "#{row.name}: #{group['description']}: #{test['description']}" })
    row.understood += 1
  rescue Jacinth::Type::SchemaError => e
    row.refused[reason(e)] += 1
  end

  def reason(error)
    keyword = error.keyword || error.pointer[%r{/(anyOf|oneOf)}, 1]
    keyword ? "`#{keyword}`" : "no value allowed"
  end

  def accepts?(type, data)
    type.load(Jacinth.generate(data, max_nesting: 0))
    true
  rescue Jacinth::ValidationError
    false
  end
end

if $PROGRAM_NAME == __FILE__
  suite = SchemaSuite.new(ARGV.fetch(0))
  ARGV[1] == "--write" ? File.write(SchemaSuite::PAGE, suite.page) : puts(suite.wrong, suite.table)
end
