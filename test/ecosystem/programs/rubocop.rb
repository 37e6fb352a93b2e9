# frozen_string_literal: true

# The JSON formatter over a file with offenses, and the cache of results, which
# is JSON, read back.

require "rubocop"
require "tmpdir"

Dir.mktmpdir do |folder|
  Dir.chdir(folder) do
    File.write("bad.rb", "def  x( a )\n  return 'ü' if a == nil\nend\n")
    File.write(".rubocop.yml", "AllCops:\n  NewCops: disable\n  SuggestExtensions: false\n")
    2.times do
      code = RuboCop::CLI.new.run(["--format", "json", "--out", "out.json", "--cache-root", folder, "bad.rb"])
      report = JSON.parse(File.read("out.json"))
      report["metadata"] = report["metadata"].keys
      say code, JSON.pretty_generate(report)
    end
  end
end
