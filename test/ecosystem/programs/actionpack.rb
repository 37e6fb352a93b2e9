# frozen_string_literal: true

# render json: of hashes, objects and text in a controller with rack; JSON
# request bodies as params, and the response to a broken one; ParamsWrapper.

require "action_controller"
require "action_dispatch"
require "rack/mock"

class ThingsController < ActionController::Base
  def index = render(json: { things: [1, nil, "<ü>"], at: Time.utc(2026) })
  def text = render(json: '{"as":"is"}', status: :created)
  def callback = render(json: [1, 2], callback: "f")

  def pretty
    render(json: JSON.pretty_generate(params.permit!.to_h.except("controller", "action")))
  end

  def echo = render(json: params.to_unsafe_h.except("controller", "action"))
end
ThingsController.skip_forgery_protection

ROUTES = ActionDispatch::Routing::RouteSet.new
ROUTES.draw do
  %w[index text callback pretty].each { |name| get name, to: "things##{name}" }
  post "echo", to: "things#echo"
end
app = Rack::MockRequest.new(ROUTES)
%w[index text callback pretty?a[b]=1].each do |path|
  answer = app.get("/#{path}")
  say answer.status, answer.content_type, answer.body
end
['{"a":{"b":[1,2.5,null]}}', "[1,2]", '"text"', "null"].each do |body|
  answer = app.post("/echo", "CONTENT_TYPE" => "application/json", input: body)
  say answer.status, answer.body
end
say(attempt { app.post("/echo", "CONTENT_TYPE" => "application/json", input: "{broken") })
