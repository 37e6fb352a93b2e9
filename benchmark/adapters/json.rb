# frozen_string_literal: true

# The newest json gem: what every ratio is taken against.
Bench::Adapter.define("json", label: "json", gem: "json", optional: false) do
  prepare { require "json" }
  version { JSON::VERSION }

  Bench::JSONAPI.declare(self, "JSON")
end
