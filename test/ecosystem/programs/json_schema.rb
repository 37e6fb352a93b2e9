# frozen_string_literal: true

# Without the drop-in: patched
#
# Reopens module JSON: JSON::Validator with schemas as hashes, text and
# references; its errors, and fully_validate of good and bad documents.

require "json-schema"

SCHEMA = {
  "$schema" => "http://json-schema.org/draft-04/schema#", "type" => "object", "required" => ["a"],
  "definitions" => { "n" => { "type" => "number", "minimum" => 0 } },
  "properties" => { "a" => { "$ref" => "#/definitions/n" }, "b" => { "type" => "array", "uniqueItems" => true } }
}.freeze

[{ "a" => 1 }, { "a" => -1 }, { "b" => [1, 1] }, '{"a": 2.5, "b": [1, 2]}', { a: "x" }, [],
 '{"a":'].each do |data|
  say(attempt { JSON::Validator.validate(SCHEMA, data) })
  say(attempt do
    JSON::Validator.fully_validate(SCHEMA, data).map { |error| error.sub(/in schema \S+/, "") }
  end)
end
say attempt { JSON::Validator.validate!(SCHEMA, { "b" => 1 }) }.sub(/in schema \S+/, "")
say(attempt { JSON::Validator.validate(JSON.generate(SCHEMA), '{"a":1}', json: true) })
say JSON::Schema.name, JSON::Validator.name
