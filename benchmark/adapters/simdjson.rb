# frozen_string_literal: true

Bench::Adapter.define("simdjson", label: "simdjson", gem: "simdjson") do
  prepare { require "simdjson" }

  op :parse, "Simdjson.parse(input)"
  op :reject, "begin; Simdjson.parse(input); " \
              "rescue Simdjson::ParseError; :rejected; end"
end
