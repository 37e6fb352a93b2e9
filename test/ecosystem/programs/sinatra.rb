# frozen_string_literal: true

# JSON endpoints by rack-test: a parsed body, a response by JSON.generate and by
# to_json, status 400 for a broken body.

require "sinatra/base"
require "rack/test"
require "json"

class App < Sinatra::Base
  set :environment, :test
  set :host_authorization, permitted_hosts: []
  before { content_type :json }
  get("/list") do
    JSON.generate(Array.new((params["n"] || 3).to_i) { |i| { id: i, half: i / 2.0, at: nil } })
  end
  get("/pretty") { JSON.pretty_generate({ "a" => { "b" => %w[ü </script>] } }) }
  post("/sum") { { sum: JSON.parse(request.body.read, symbolize_names: true).fetch(:numbers).sum }.to_json }
  error(JSON::ParserError) { |e| halt 400, { error: e.class.ancestors.include?(JSON::JSONError) }.to_json }
  set :show_exceptions, false
  set :raise_errors, false
end

include Rack::Test::Methods # rubocop:disable Style/MixinUsage

def app = App

get "/list?n=2"
say last_response.status, last_response.content_type, last_response.body
get "/pretty"
say last_response.body
post "/sum", JSON.dump({ numbers: [1, 2.5, 3] }), "CONTENT_TYPE" => "application/json"
say last_response.body
post "/sum", "{broken", "CONTENT_TYPE" => "application/json"
say last_response.status, last_response.body
