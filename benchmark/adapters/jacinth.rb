# frozen_string_literal: true

require_relative "../typed"

Bench::Adapter.define("jacinth", label: "Jacinth", optional: false) do
  prepare { require "jacinth" }
  version { Jacinth::VERSION }

  Bench::JSONAPI.declare(self, "Jacinth", except: %i[generate_custom to_json records members])

  op :records, "Bench::Pieces.records(Jacinth::Writer.new, input).close"
  op :members, "Bench::Pieces.members(Jacinth::Writer.new, input).close"
  op :each_line, "Bench::Stream.each(input)"
  op :valid, "Jacinth.valid?(input)"
  op :first_name, 'Jacinth.at(input, "/statuses/0/user/name")'
  op :last_name, "Jacinth.at(input, tool)" do |input|
    "/statuses/#{Bench::Lookup.statuses(input) - 1}/user/name"
  end
  op :member, "Jacinth.at(input, tool)" do |input|
    "/#{Bench::Lookup.records(input) - 1}/#{Bench::Lookup.keys(input)[-1]}"
  end
  op(:type_load, "tool.load(input)") { Bench::Typed.list }
  op :type_dump, "tool[0].dump(tool[1])" do |input|
    [Bench::Typed.list, Bench::Typed.users(input)]
  end
  op(:type_small, "tool.load(input)") { Bench::Typed.small }
  op(:type_few, "tool.load(input)") { Bench::Typed.tweets }
  op :projection, "Jacinth.parse(input, only: tool)" do |input|
    Bench::Lookup.keys(input).map { |key| "/*/#{key}" }
  end
end
