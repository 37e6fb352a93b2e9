# frozen_string_literal: true

module Foreign
  # A project with a copy in a folder of that name. setup and test are commands for
  # the shell, run in the folder +within+. The test command runs twice, with the json
  # gem and with the drop-in, and prints the names of tests that fail. known: the tests
  # that can fail with the drop-in only, and the reasons. adapter: the part of Jacinth that
  # adapter.rb loads instead of prelude.rb.
  Project = Struct.new(:folder, :setup, :test, :within, :known, :adapter, keyword_init: true) do
    def path = [folder, within].compact.join("/")
    def name = [path, *("with #{adapter}" if adapter)].join(" ")
    def prelude = File.join(__dir__, adapter ? "adapter.rb" : "prelude.rb")
  end

  # Requires the files that match, for minitest or test-unit.
  def self.ruby(*patterns, folders: %w[test lib], env: nil)
    code = "ARGV.shift(#{patterns.size}).flat_map { |pattern| Dir[pattern].sort }.each { |file| require File.expand_path(file) }"
    folders = folders.map { |folder| "-I#{folder}" }
    "#{env} SEED=1 bundle exec ruby -W0 #{folders.join(' ')} -e '#{code}' #{patterns.map { |pattern| "'#{pattern}'" }.join(' ')}"
  end

  # Runs RSpec in the same order each time.
  def self.rspec(arguments = nil) = "bundle exec rspec --no-color --format progress --seed 1 #{arguments}"

  def self.project(folder, test = rspec, within: nil, known: {}, adapter: nil)
    Project.new(folder: folder, setup: "bundle check || bundle install --quiet", test: test, within: within, known: known,
                adapter: adapter)
  end

  TABLE = [
    project("json", ruby("test/json/*_test.rb", folders: %w[test test/lib test/json]),
            known: { /test_broken_bignum/ => "Integer#to_s is not called for a value",
                     /test_exception_unlock_parser/ => "the parser tries the token again",
                     /test_parse_error_message\(JSONResumage/ => "errors have a line and a column" }),
    # the tests of release 2.9.1 with the lib of json 3.1
    project("json-2.9", ruby("test/json/*_test.rb", folders: %w[test test/lib test/json]),
            adapter: "json2",
            known: { /test_broken_bignum/ => "Integer#to_s is not called for a value",
                     /test_depth/ => "a State has its own depth after an error",
                     /test_allocate/ => "a parser can be initialized again",
                     /test_deprecated_load_create_additions/ => "objects are made only if asked for",
                     /test_error_messages|test_parse_error/ => "errors have a line and a column",
                     /test_valid_utf8_in_different_encoding/ => "another text of the warning" }),
    project("rails", ruby("test/json/*_test.rb"), within: "activesupport"),
    project("rails", ruby("test/json/*_test.rb"), within: "activesupport", adapter: "rails"),
    project("rails", ruby("test/cases/serializers/*_test.rb"), within: "activemodel"),
    project("rails", ruby("test/cases/{json,store,serial,enum,attributes}*_test.rb", "test/cases/coders/*_test.rb",
                          "test/cases/adapters/sqlite3/json_test.rb", env: "ARCONN=sqlite3_mem"), within: "activerecord"),
    project("rails", ruby("test/controller/{render*,params_wrapper,integration,parameters_integration,test_case}_test.rb",
                          "test/controller/{mime,parameters}/*_test.rb", "test/dispatch/request/*_test.rb",
                          "test/dispatch/{cookies,debug_exceptions,show_exceptions,exception_wrapper,response,request,routing}_test.rb"),
            within: "actionpack"),
    project("rails", ruby("test/cases/*serializ*_test.rb"), within: "activejob"),
    project("fluentd", ruby("test/plugin/test_{parser,formatter}_json.rb", "test/plugin/test_in_http.rb")),
    project("ruby-lsp", ruby("test/{server,store,utils,ruby_document}_test.rb")),
    project("jbuilder", ruby("test/jbuilder{,_template,_dependency_tracker}_test.rb")),
    project("sequel", ruby("spec/extensions/{*json*,pg_*,serializ*,static_cache,connection_validator}_spec.rb", folders: %w[lib])),
    project("roda", ruby("spec/plugin/*json*_spec.rb", "spec/*_spec.rb", folders: %w[spec lib])),
    project("roar", ruby("test/{*json*,hal*,hypermedia*,decorator}_test.rb", env: "MT_COMPAT=1")),
    project("representable", ruby("test/**/*_test.rb", env: "MT_COMPAT=1")),
    project("rdoc", ruby("test/rdoc/**/*_test.rb", folders: %w[test/lib test lib])),
    project("jsonapi-serializer", rspec("-r active_support/all")),
    project("rubocop", rspec("spec/rubocop/formatter spec/rubocop/config*_spec.rb spec/rubocop/result_cache_spec.rb")),
    project("rest-client", rspec("spec/unit")),
    project("webmock", rspec("spec/unit")),
    project("rack", ruby("test/spec_*.rb")),
    project("hana", ruby("test/test_hana.rb")),
    project("json-stream", ruby("spec/**/*_spec.rb", folders: %w[spec lib])),
    project("alba", ruby("test/**/*_test.rb"), adapter: "alba"),
    project("blueprinter", adapter: "blueprinter"),
    project("jsonapi-serializer", rspec("-r active_support/all"), adapter: "jsonapi_serializer"),
    project("jbuilder", ruby("test/jbuilder{,_template,_dependency_tracker}_test.rb"), adapter: "jbuilder"),
    project("json_api_client", ruby("test/unit/*_test.rb")),
    project("pact-support"),
    project("cucumber-ruby", rspec("spec")),
    project("brakeman", ruby("test/tests/{json*,sarif*,sonar*,codeclimate*,report_generation,ignore,options,brakeman}.rb")),
    # needs `bundle exec rake compile` in the copy
    project("puma", ruby("test/test_{json_serialization,cli,http11,request_single,puma_server}.rb")),
    # needs a Redis server on this machine
    project("sidekiq", ruby("test/**/*_test.rb")),
    project("sprockets", ruby("test/test_{asset,bundle,cache_store,caching,context,digest_utils,environment,erb_processor}.rb",
                              "test/test_{exporting,loader,manifest,manifest_utils,resolve,sassc,server}.rb",
                              "test/test_{source_map_utils,source_maps,utils}.rb")),
    *%w[blueprinter dry-schema dry-types faraday grape hashie httparty json-jwt json_spec jwt lograge multi_json octokit
        omniauth ougai].map { |folder| project(folder) },
    *%w[alba committee http i18n json-schema json_schemer jsonpath liquid mcp mechanize sawyer
        semantic_logger sinatra].map { |folder| project(folder, ruby("test/**/*_test.rb", "test/**/test_*.rb")) }
  ].freeze
end
