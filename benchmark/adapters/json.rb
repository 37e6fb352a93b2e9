# frozen_string_literal: true

require_relative "../typed"

# The newest json gem: what every ratio is taken against.
Bench::Adapter.define("json", label: "json", gem: "json", optional: false) do
  prepare { require "json" }
  version { JSON::VERSION }

  Bench::JSONAPI.declare(self, "JSON")

  op :each_line,
     "Bench::Stream.foreach(input) { |line| JSON.parse(line) }"
  op :valid, "begin; JSON.parse(input); true; rescue JSON::ParserError; " \
             "false; end"
  op :first_name, 'JSON.parse(input)["statuses"][0]["user"]["name"]'
  op :last_name, 'JSON.parse(input)["statuses"][-1]["user"]["name"]'
  op :member, "JSON.parse(input)[-1][tool]" do |input|
    Bench::Lookup.keys(input)[-1]
  end
  op :type_load, "JSON.parse(input, symbolize_names: true)" \
                 ".map { |h| Bench::Typed::USER.new(**h) }"
  op :type_dump, "JSON.generate(tool.map(&:to_h))" do |input|
    Bench::Typed.users(input)
  end
  op :type_small, "Bench::Typed::SMALL.new(" \
                  "**JSON.parse(input, symbolize_names: true))"
  op :type_few, "Bench::Typed.pick_tweets(" \
                "JSON.parse(input, symbolize_names: true))"
  op :projection, "JSON.parse(input).map { |r| r.slice(*tool) }" do |input|
    Bench::Lookup.keys(input)
  end
end
