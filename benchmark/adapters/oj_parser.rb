# frozen_string_literal: true

# Oj's second parser, made once and used again, as its manual advises.
Bench::Adapter.define("oj_parser", label: "Oj::Parser", gem: "oj") do
  prepare { require "oj" }
  version { Oj::VERSION }

  op :parse, "tool.parse(input)" do
    Oj::Parser.new(:usual)
  end
  op :symbolize, "tool.parse(input)" do
    Oj::Parser.new(:usual).tap { |parser| parser.symbol_keys = true }
  end
  op :reject, "begin; tool.parse(input); " \
              "rescue Oj::ParseError, EncodingError; :rejected; end" do
    Oj::Parser.new(:usual)
  end
end
