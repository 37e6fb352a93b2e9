# frozen_string_literal: true

# Parsed responses, JSON bodies and a broken response, against a local WEBrick server.

require "httparty"
require "webrick"

server = serve do |request, response|
  response["Content-Type"] = "application/json"
  response.body = if request.path == "/broken"
                    '{"a":'
                  else
                    {
                      got: request.body.to_s.force_encoding("UTF-8"), list: [1, nil, 2.5]
                    }.to_json
                  end
end
answer = HTTParty.get("#{server}/a")
say answer.parsed_response.inspect, answer["list"].inspect
say HTTParty.post("#{server}/a", body: { a: [1, { "b" => "ü" }] }.to_json,
                                 headers: { "Content-Type" => "application/json" })["got"]
say(attempt { HTTParty.get("#{server}/broken").parsed_response })
