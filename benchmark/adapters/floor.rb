# frozen_string_literal: true

# Not a library: the limits. Walking the objects and copying the known output
# once; building the same objects from a ready tape.
Bench::Adapter.define("floor", label: "floor") do
  prepare { require "bench_floor" }
  version { "public C API" }

  walk = proc { |input| JSON.generate(input) }
  op :generate, "Bench::Floor.walk(input, tool)", &walk
  op :coder_dump, "Bench::Floor.walk(input, tool)", &walk
  op :generate_state, "Bench::Floor.walk(input, tool)", &walk
  op :pretty, "Bench::Floor.walk(input, tool)" do |input|
    JSON.pretty_generate(input)
  end
  op :parse, "tool.build" do |input|
    Bench::Floor::Tape.new(JSON.parse(input))
  end
  op :parse_coder, "tool.build" do |input|
    Bench::Floor::Tape.new(JSON.parse(input))
  end
  op :symbolize, "tool.build" do |input|
    Bench::Floor::Tape.new(JSON.parse(input, symbolize_names: true))
  end
end
