# frozen_string_literal: true

# Jacinth in the place of the json gem: JSON is Jacinth, and core classes have
# its #to_json.
Bench::Adapter.define(
  "jacinth_dropin", label: "Jacinth (drop-in)", column: "jacinth"
) do
  prepare { require "jacinth/json" }
  version { Jacinth::VERSION }

  op :to_json, "input.to_json"
  op :generate_custom, "JSON.generate(input)"
end
