# frozen_string_literal: true

Bench::Adapter.define(
  "fast_jsonparser", label: "fast_jsonparser", gem: "fast_jsonparser"
) do
  prepare { require "fast_jsonparser" }

  op :parse, "FastJsonparser.parse(input, symbolize_keys: false)"
  op :symbolize, "FastJsonparser.parse(input)"
  op :reject, "begin; FastJsonparser.parse(input); " \
              "rescue FastJsonparser::ParseError; :rejected; end"
end
