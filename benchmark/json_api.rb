# frozen_string_literal: true

module Bench
  # The operations as the json gem names them, for each library with its API.
  module JSONAPI
    # Expressions, with API in the place of the library's module.
    OPS = {
      generate: "API.generate(input)",
      generate_custom: "API.generate(input)",
      generate_state: "tool.generate(input)",
      coder_dump: "tool.dump(input)",
      pretty: "API.pretty_generate(input)",
      ascii_only: "API.generate(input, ascii_only: true)",
      script_safe: "API.generate(input, script_safe: true)",
      sort_keys: "API.generate(input, sort_keys: true)",
      dump_io: "tool.rewind; API.dump(input, tool)",
      records: "API.generate(input)",
      members: "API.generate(input)",
      to_json: "input.to_json",
      parse: "API.parse(input)",
      parse_coder: "tool.load(input)",
      symbolize: "API.parse(input, symbolize_names: true)",
      freeze: "API.parse(input, freeze: true)",
      reject: "begin; API.parse(input); rescue API::ParserError; :rejected; end",
      stream: "Bench::Stream.resumable(API::ResumableParser, input)"
    }.freeze

    # What makes an operation's +tool+, given the library's module.
    TOOLS = {
      generate_state: ->(api) { api::State.new },
      coder_dump: ->(api) { api::Coder.new },
      parse_coder: ->(api) { api::Coder.new },
      dump_io: ->(_) { Documents.scratch_file }
    }.freeze
    private_constant :OPS, :TOOLS

    # Declares all operations of +adapter+ but some; +name+ is the module's.
    def self.declare(adapter, name, except: [])
      OPS.except(*except).each do |id, expression|
        tool = TOOLS[id]
        block = proc { tool.call(Object.const_get(name)) } if tool
        adapter.op(id, expression.gsub("API", name), &block)
      end
    end
  end
end
