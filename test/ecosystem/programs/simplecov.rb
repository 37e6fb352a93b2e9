# frozen_string_literal: true

# A small program under coverage: .resultset.json is written, merged and read
# back; the report of the JSON formatter.

require "stringio"
require "tmpdir"
require "simplecov"
require "simplecov_json_formatter"

Dir.mktmpdir do |folder|
  File.write(File.join(folder, "code.rb"), "def a(x)\n  x ? 1 : 2\nend\na(true)\n")
  SimpleCov.root folder
  SimpleCov.coverage_dir "coverage"
  SimpleCov.formatter SimpleCov::Formatter::JSONFormatter
  SimpleCov.external_at_exit = true
  SimpleCov.print_error_status = false
  SimpleCov.start { enable_coverage :branch }
  require File.join(folder, "code.rb")
  result = SimpleCov.result
  $stdout = StringIO.new
  result.format!
  $stdout = STDOUT
  SimpleCov::ResultMerger.store_result(result)
  resultset = JSON.parse(File.read(File.join(folder, "coverage/.resultset.json")))
  say JSON.generate(resultset.values.first["coverage"]).gsub(folder, "")
  report = JSON.parse(File.read(File.join(folder, "coverage/coverage.json")))
  say JSON.generate(report["coverage"] || report.keys).gsub(folder, "")
end
