# frozen_string_literal: true

# Without the drop-in: patched
#
# The json_gem adapter: dump, load, pretty, symbolize_keys, freezing, broken
# documents and their ParseError.

require "multi_json"
require "stringio"

MultiJson.use :json_gem
say MultiJson.adapter
say MultiJson.dump({ a: [1, nil, "ü</"], "b" => :c, 1 => 2.5 }), MultiJson.dump({ a: { b: [] } }, pretty: true)
say MultiJson.load('{"a":[1,{"b":null}]}').inspect, MultiJson.load('{"a":1}', symbolize_keys: true).inspect
say(attempt { MultiJson.load("{broken") }, attempt { MultiJson.load("") }, attempt { MultiJson.load(nil) })
begin
  MultiJson.load("[1,]")
rescue MultiJson::ParseError => e
  say e.data, e.cause.is_a?(JSON::ParserError)
end
say MultiJson.dump(Struct.new(:a).new(1)).sub(/#<.*>/, "struct"), MultiJson.load(StringIO.new("[1]")).inspect
