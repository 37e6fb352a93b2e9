# frozen_string_literal: true

Bench::Adapter.define("jacinth", label: "Jacinth", optional: false) do
  prepare { require "jacinth" }
  version { Jacinth::VERSION }

  op :generate, "Jacinth.generate(input)"
  op :generate_state, "tool.generate(input)" do
    Jacinth::State.new
  end
  op :coder_dump, "tool.dump(input)" do
    Jacinth::Coder.new
  end
  op :pretty, "Jacinth.pretty_generate(input)"
  op :ascii_only, "Jacinth.generate(input, ascii_only: true)"
  op :script_safe, "Jacinth.generate(input, script_safe: true)"
  op :sort_keys, "Jacinth.generate(input, sort_keys: true)"
  op :dump_io, "tool.rewind; Jacinth.dump(input, tool)" do
    Bench::Documents.scratch_file
  end

  op :parse, "Jacinth.parse(input)"
  op :parse_coder, "tool.load(input)" do
    Jacinth::Coder.new
  end
  op :symbolize, "Jacinth.parse(input, symbolize_names: true)"
  op :freeze, "Jacinth.parse(input, freeze: true)"
  op :reject, "begin; Jacinth.parse(input); " \
              "rescue Jacinth::ParserError; :rejected; end"
  op :stream, "Bench::Stream.resumable(Jacinth::ResumableParser, input)"
end
