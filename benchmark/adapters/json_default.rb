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

  op :generate, "JSON.generate(input)"
  op :generate_custom, "JSON.generate(input)"
  op :generate_state, "tool.generate(input)" do
    JSON::State.new
  end
  op :pretty, "JSON.pretty_generate(input)"
  op :ascii_only, "JSON.generate(input, ascii_only: true)"
  op :script_safe, "JSON.generate(input, script_safe: true)"
  op :dump_io, "tool.rewind; JSON.dump(input, tool)" do
    Bench::Documents.scratch_file
  end
  op :to_json, "input.to_json"

  op :parse, "JSON.parse(input)"
  op :symbolize, "JSON.parse(input, symbolize_names: true)"
  op :freeze, "JSON.parse(input, freeze: true)"
  op :reject, "begin; JSON.parse(input); " \
              "rescue JSON::ParserError; :rejected; end"
end
