# frozen_string_literal: true

module Foreign
  # A project, the copy of which is at hand in a folder of that name. Setup and
  # test are commands for the shell, run in the folder +within+; the test command
  # runs twice, on the json gem and on the drop-in, and prints the names of tests
  # that fail. Known are those that may fail on the drop-in only, and why.
  Project = Struct.new(:folder, :setup, :test, :within, :known, keyword_init: true) do
    def name = [folder, within].compact.join("/")
  end

  # Requires the files that match, with minitest or test-unit telling each test.
  def self.ruby(*patterns, folders: %w[test lib], options: "--verbose", prefix: "bundle exec ")
    code = "ARGV.shift(#{patterns.size}).flat_map { |pattern| Dir[pattern].sort }.each { |file| require File.expand_path(file) }"
    "#{prefix}ruby #{folders.map { |folder| "-I#{folder}" }.join(' ')} -W0 -e '#{code}' #{patterns.map do |p|
      "'#{p}'"
    end.join(' ')} -- #{options}"
  end

  BUNDLE = "bundle check || bundle install --quiet"
  RSPEC = "bundle exec rspec --no-color --format progress"

  TABLE = [
    Project.new(
      folder: "json", setup: BUNDLE,
      test: ruby("test/json/*_test.rb", folders: %w[test test/lib test/json lib], options: "--verbose=verbose"),
      known: { /\AJSON(?:ExtParser|RyuFallback|InRactor)Test#/ => "look at what json's extension is made of" }
    ),
    Project.new(folder: "rails", within: "activesupport", setup: BUNDLE, test: ruby("test/json/*_test.rb"), known: {}),
    Project.new(
      folder: "fluentd", setup: BUNDLE,
      test: ruby("test/plugin/test_{parser,formatter}_json.rb", "test/plugin/test_in_http.rb", options: "--verbose=verbose"),
      known: {}
    ),
    Project.new(folder: "ruby-lsp", setup: BUNDLE, test: ruby("test/{server,store,utils,ruby_document}_test.rb"), known: {}),
    Project.new(folder: "jwt", setup: BUNDLE, test: RSPEC, known: {}),
    Project.new(folder: "multi_json", setup: BUNDLE, test: RSPEC, known: {}),
    Project.new(folder: "jbuilder", setup: BUNDLE, test: ruby("test/jbuilder{,_template,_dependency_tracker}_test.rb"), known: {}),
    Project.new(folder: "hana", setup: "ruby -rminitest -rjson -e 1", test: ruby("test/test_hana.rb", prefix: ""), known: {})
  ].freeze
end
