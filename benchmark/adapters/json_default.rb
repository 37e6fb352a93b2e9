# frozen_string_literal: true

# The json that ships with this Ruby.
Bench::Adapter.define(
  "json_default", label: "json (Ruby's own)", gem: "json"
) do
  prepare do
    spec = Gem::Specification.find_all_by_name("json").find(&:default_gem?)
    raise LoadError, "this Ruby ships no json" unless spec

    gem "json", spec.version.to_s
    require "json"
  end
  version { JSON::VERSION }

  Bench::JSONAPI.declare(self, "JSON", except: %i[coder_dump sort_keys parse_coder stream])
end
