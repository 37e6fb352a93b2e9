# frozen_string_literal: true

# A schema with a JSON scalar: queries, variables, the response as JSON, the
# introspection document as JSON and back.

require "graphql"
require "json"

module Types
  class Any < GraphQL::Schema::Scalar
    graphql_name "JSON"
  end

  class Item < GraphQL::Schema::Object
    field :name, String
    field :data, Any
    field :price, Float
  end

  class Query < GraphQL::Schema::Object
    field :items, [Item] do
      argument :first, Int, required: false
      argument :filter, Any, required: false
    end

    def items(first: 2, filter: nil)
      Array.new(first) { |i| { name: "n#{i} <ü>", data: { "i" => i, "filter" => filter }, price: i + 0.1 } }
    end
  end
end

class Schema < GraphQL::Schema
  query Types::Query
end

query = "query($f: JSON) { items(first: 3, filter: $f) { name data price } }"
variables = JSON.parse('{"f":{"a":[1,null]}}')
say JSON.generate(Schema.execute(query, variables: variables).to_h), Schema.execute("{ nope }").to_json
document = Schema.to_json
say document.size, JSON.parse(document).dig("data", "__schema", "types").map { |type|
  type["name"]
}.inspect
say GraphQL::Schema.from_introspection(JSON.parse(document)).to_definition
