# frozen_string_literal: true

# Without the drop-in: patched
#
# Sawyer resources from a local server with recorded bodies: a user, a list of
# issues with dates, a created issue, and an error with its message.

require "octokit"
require "webrick"

BODIES = {
  "/user" => { login: "ada", id: 1, plan: { name: "free" }, created_at: "2026-01-02T03:04:05Z" },
  "/repos/ada/engine/issues" => [{ number: 1, title: "Ü <b>", labels: [{ name: "bug" }], user: nil }]
}.freeze

server = serve do |request, response|
  response["Content-Type"] = "application/json; charset=utf-8"
  body = BODIES[request.path]
  body = { number: 2, title: JSON.parse(request.body)["title"] } if request.request_method == "POST"
  response.status = 404 unless body
  response.body = JSON.generate(body || { message: "Not Found", errors: [{ field: "x" }] })
end
client = Octokit::Client.new(api_endpoint: "#{server}/", access_token: "none")
say client.user.login, client.user.plan.name, client.user.created_at.utc.inspect
say client.issues("ada/engine").map(&:to_h).inspect
say client.create_issue("ada/engine", "A \"new\" one").to_h.inspect
say attempt { client.repo("ada/none") }.gsub(server, "")
