# frozen_string_literal: true

Bench::Adapter.define("jacinth", label: "Jacinth", optional: false) do
  prepare { require "jacinth" }
  version { Jacinth::VERSION }

  Bench::JSONAPI.declare(self, "Jacinth", except: %i[generate_custom to_json])
end
