# frozen_string_literal: true

# The newest json gem: what every ratio is taken against.
Bench::Adapter.define("json", label: "json", gem: "json", optional: false) do
  prepare { require "json" }
  version { JSON::VERSION }

  op :generate, "JSON.generate(input)"
  op :generate_custom, "JSON.generate(input)"
  op :generate_state, "tool.generate(input)" do
    JSON::State.new
  end
  op :coder_dump, "tool.dump(input)" do
    JSON::Coder.new
  end
  op :pretty, "JSON.pretty_generate(input)"
  op :ascii_only, "JSON.generate(input, ascii_only: true)"
  op :script_safe, "JSON.generate(input, script_safe: true)"
  op :sort_keys, "JSON.generate(input, sort_keys: true)"
  op :dump_io, "tool.rewind; JSON.dump(input, tool)" do
    Bench::Documents.scratch_file
  end
  op :to_json, "input.to_json"

  op :parse, "JSON.parse(input)"
  op :parse_coder, "tool.load(input)" do
    JSON::Coder.new
  end
  op :symbolize, "JSON.parse(input, symbolize_names: true)"
  op :freeze, "JSON.parse(input, freeze: true)"
  op :reject, "begin; JSON.parse(input); " \
              "rescue JSON::ParserError; :rejected; end"
  op :stream, "Bench::Stream.resumable(JSON::ResumableParser, input)"
end
