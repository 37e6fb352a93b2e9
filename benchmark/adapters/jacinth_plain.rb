# frozen_string_literal: true

# Jacinth without what it knows of Ruby's insides: as on a Ruby that nobody has
# verified, or built with --disable-internals.
Bench::Adapter.define("jacinth_plain", label: "Jacinth (plain)") do
  prepare do
    ENV["JACINTH_INTERNALS"] = "off" # read when the library is loaded
    require "jacinth"
  end
  version { Jacinth::VERSION }

  Bench::JSONAPI.declare(self, "Jacinth", except: %i[generate_custom to_json])
end
