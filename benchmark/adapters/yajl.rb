# frozen_string_literal: true

Bench::Adapter.define("yajl", label: "yajl-ruby", gem: "yajl-ruby") do
  prepare { require "yajl" }

  op :generate, "Yajl::Encoder.encode(input)"
  op :pretty, "Yajl::Encoder.encode(input, pretty: true)"
  op :parse, "Yajl::Parser.parse(input)"
  op :symbolize, "Yajl::Parser.parse(input, symbolize_keys: true)"
  op :reject, "begin; Yajl::Parser.parse(input); " \
              "rescue Yajl::ParseError; :rejected; end"
  op :stream, "Bench::Stream.yajl(input)"
end
