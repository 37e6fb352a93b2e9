# frozen_string_literal: true

# Draft 2020-12 schemas with formats, references, defaults and output: good and
# bad documents.

require "json_schemer"

schema = JSONSchemer.schema(JSON.generate({
  type: "object", required: %w[id], unevaluatedProperties: false,
  "$defs": { mail: { type: "string", format: "email" } },
  properties: { id: { type: "integer" }, mail: { "$ref": "#/$defs/mail" }, price: { multipleOf: 0.01 } }
}))
['{"id":1,"mail":"a@b.example","price":4.35}', '{"id":"x"}', '{"id":1,"more":[{}]}', "[]",
 '{"id":1e2}'].each do |text|
  data = JSON.parse(text)
  say schema.valid?(data), schema.validate(data).map { |error| error["error"] }.inspect
  say JSON.generate(schema.validate(data, output_format: "basic"))
end
say JSON.pretty_generate(JSONSchemer.openapi({ "openapi" => "3.1.0", "paths" => {} }).validate.to_a)
