# frozen_string_literal: true

Bench::Adapter.define("rapidjson", label: "rapidjson", gem: "rapidjson") do
  prepare { require "rapidjson" }

  op :generate, "RapidJSON.dump(input)"
  op :pretty, "RapidJSON.pretty_encode(input)"
  op :parse, "RapidJSON.parse(input)"
  op :reject, "begin; RapidJSON.parse(input); " \
              "rescue RapidJSON::ParseError; :rejected; end"
end
