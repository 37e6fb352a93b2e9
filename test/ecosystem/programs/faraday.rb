# frozen_string_literal: true

# The JSON middleware, request and response, against a local WEBrick server; a
# broken response raises Faraday::ParsingError; own decoders.

require "faraday"
require "webrick"

server = serve do |request, response|
  response["Content-Type"] = "application/json; charset=utf-8"
  response.body = if request.path == "/broken"
                    "{broken"
                  else
                    JSON.generate({
                      "got" => request.body.to_s.force_encoding("UTF-8"), "path" => request.path
                    })
                  end
end
connection = Faraday.new(url: server) do |f|
  f.request :json
  f.response :json
end
answer = connection.post("/echo", { name: "Ü", list: [1, 2.5, nil], nested: { sym: :bol } })
say answer.status, answer.body.inspect
say(attempt { connection.get("/broken") })
symbols = Faraday.new(url: server) { |f| f.response :json, parser_options: { symbolize_names: true } }
say symbols.get("/x").body.inspect
decoder = Faraday.new(url: server) { |f| f.response :json, parser_options: { decoder: [JSON, :parse] } }
say decoder.get("/y").body.inspect
