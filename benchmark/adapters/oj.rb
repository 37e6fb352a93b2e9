# frozen_string_literal: true

# Oj in the mode that json's own suite compares with.
Bench::Adapter.define("oj", label: "Oj (compat)", gem: "oj") do
  prepare do
    require "oj"
    Oj.default_options = { mode: :compat }
  end
  version { Oj::VERSION }

  op :generate, "Oj.dump(input)"
  op :generate_custom, "Oj.dump(input)"
  op :pretty, "Oj.generate(input, tool)" do
    { indent: "  ", space: " ", object_nl: "\n", array_nl: "\n" }
  end
  op :ascii_only, "Oj.dump(input, escape_mode: :ascii)"
  op :script_safe, "Oj.dump(input, escape_mode: :slash)"
  op :dump_io, "tool.rewind; Oj.to_stream(tool, input); tool" do
    Bench::Documents.scratch_file
  end
  op :records, "Bench::Pieces.oj_records(Oj::StringWriter.new(mode: :compat), input).to_s"
  op :members, "Bench::Pieces.oj_members(Oj::StringWriter.new(mode: :compat), input).to_s"

  op :parse, "Oj.load(input)"
  op :symbolize, "Oj.load(input, symbol_keys: true)"
  op :reject, "begin; Oj.load(input); rescue Oj::ParseError, EncodingError; " \
              ":rejected; end"
  op :first_name, "Oj::Doc.open(input) { |doc| doc.fetch(tool) }" do
    "/statuses/1/user/name"
  end
  op :last_name, "Oj::Doc.open(input) { |doc| doc.fetch(tool) }" do |input|
    "/statuses/#{Bench::Lookup.statuses(input)}/user/name"
  end
  op :member, "Oj::Doc.open(input) { |doc| doc.fetch(tool) }" do |input|
    "/#{Bench::Lookup.records(input)}/#{Bench::Lookup.keys(input)[-1]}"
  end
  op :stream, "Bench::Stream.oj(input)"
end
