# frozen_string_literal: true

require_relative "calls"

module Bench
  # How the suite talks to one library: what loads it, and the expression that stands for each operation.
  #
  # Expressions are source text, not blocks, so that the timing loop calls the library as a user's own line would, with
  # no block call in between. In an expression +input+ is the row's document and +tool+ is what the operation's block
  # made for that document (a State, a Coder, a File).
  #
  #   Bench::Adapter.define("mine", label: "Mine", gem: "mine") do
  #     prepare { require "mine" }
  #     op :generate, "Mine.encode(input)"
  #   end
  #   Bench::Adapter.fetch("mine").ops.keys # => [:generate]
  class Adapter
    # An operation: its expression, and the block that makes +tool+, or nil.
    Op = Struct.new(:expression, :tool)

    # The operations as the json gem names them, with API in the place of the library's module, and what makes the tool
    # of those that need one.
    API = {
      generate: ["API.generate(input)"], generate_custom: ["API.generate(input)"],
      generate_state: ["tool.generate(input)", ->(api) { api::State.new }],
      coder_dump: ["tool.dump(input)", ->(api) { api::Coder.new }],
      pretty: ["API.pretty_generate(input)"],
      ascii_only: ["API.generate(input, ascii_only: true)"], script_safe: ["API.generate(input, script_safe: true)"],
      sort_keys: ["API.generate(input, sort_keys: true)"],
      dump_io: ["tool.rewind; API.dump(input, tool)", ->(_) { Documents.scratch_file }],
      records: ["API.generate(input)"], members: ["API.generate(input)"], to_json: ["input.to_json"],
      parse: ["API.parse(input)"], parse_coder: ["tool.load(input)", ->(api) { api::Coder.new }],
      symbolize: ["API.parse(input, symbolize_names: true)"], freeze: ["API.parse(input, freeze: true)"],
      reject: ["begin; API.parse(input); rescue API::ParserError; :rejected; end"],
      stream: ["Bench::Stream.resumable(API::ResumableParser, input)"]
    }.freeze
    private_constant :API

    # +id+ is the name on the command line and in results, +label+ the one for people. +column+ is the one of the
    # report: two adapters can share it, a library and its drop-in, as long as they serve different operations.
    # +ops+ maps the name of an operation to its Op.
    attr_reader :id, :label, :gem_name, :column, :ops

    @all = {}

    class << self
      # Registers an adapter; the block is evaluated in it.
      def define(id, **options, &block)
        @all[id] = new(id, **options).tap { |adapter| adapter.instance_eval(&block) }
      end

      # Adapters in order of definition, the baseline first.
      def all
        @all.values
      end

      # The adapter called +id+; KeyError when there is none.
      def fetch(id)
        @all.fetch(id)
      end
    end

    # See Adapter.define; +gem+ is the one that the library comes from.
    def initialize(id, label:, gem: nil, column: id)
      @id = id
      @label = label
      @gem_name = gem
      @column = column
      @ops = {}
      @version = -> { Gem.loaded_specs[gem]&.version&.to_s }
    end

    # Declares what loads the library.
    def prepare(&block)
      @prepare = block
    end

    # Declares how to ask for its version, where the gem's does not do.
    def version(&block)
      @version = block
    end

    # Declares one operation.
    def op(name, expression, &tool)
      @ops[name] = Op.new(expression, tool)
    end

    # Declares the operations of json's API but some; +name+ is the module's.
    def json_api(name, except: [])
      API.except(*except).each do |id, (expression, tool)|
        block = proc { tool.call(Object.const_get(name)) } if tool
        op(id, expression.gsub("API", name), &block)
      end
    end

    # Loads the library into this process and returns its version.
    def load
      @prepare.call
      @version.call
    end
  end

  # The newest json gem: what every ratio is taken against.
  Adapter.define("json", label: "json", gem: "json") do
    prepare { require "json" }
    json_api "JSON"

    op :each_line, "Bench::Stream.foreach(input) { |line| JSON.parse(line) }"
    op :valid, "begin; JSON.parse(input); true; rescue JSON::ParserError; false; end"
    op :first_name, 'JSON.parse(input)["statuses"][0]["user"]["name"]'
    op :last_name, 'JSON.parse(input)["statuses"][-1]["user"]["name"]'
    op(:member, "JSON.parse(input)[-1][tool]") { |text| Lookup.keys(text)[-1] }
    op(:projection, "JSON.parse(input).map { |r| r.slice(*tool) }") { |text| Lookup.keys(text) }
    op :type_load, "JSON.parse(input, symbolize_names: true).map { |h| Bench::Typed::USER.new(**h) }"
    op(:type_dump, "JSON.generate(tool.map(&:to_h))") { |records| Typed.users(records) }
    op :type_small, "Bench::Typed::SMALL.new(**JSON.parse(input, symbolize_names: true))"
    op :type_few, "Bench::Typed.pick_tweets(JSON.parse(input, symbolize_names: true))"
  end

  Adapter.define("jacinth", label: "Jacinth") do
    prepare { require "jacinth" }
    version { Jacinth::VERSION }
    json_api "Jacinth", except: %i[generate_custom to_json records members]

    op :records, "Bench::Pieces.records(Jacinth::Writer.new, input).close"
    op :members, "Bench::Pieces.members(Jacinth::Writer.new, input).close"
    op :each_line, "Bench::Stream.each(input)"
    op :valid, "Jacinth.valid?(input)"
    op :first_name, 'Jacinth.at(input, "/statuses/0/user/name")'
    op(:last_name, "Jacinth.at(input, tool)") { |text| "/statuses/#{Lookup.size(text, 'statuses') - 1}/user/name" }
    op(:member, "Jacinth.at(input, tool)") { |text| "/#{Lookup.size(text) - 1}/#{Lookup.keys(text)[-1]}" }
    op(:projection, "Jacinth.parse(input, only: tool)") { |text| Lookup.keys(text).map { |key| "/*/#{key}" } }
    op(:type_load, "tool.load(input)") { Typed.list }
    op(:type_dump, "tool[0].dump(tool[1])") { |records| [Typed.list, Typed.users(records)] }
    op(:type_small, "tool.load(input)") { Typed.small }
    op(:type_few, "tool.load(input)") { Typed.tweets }
  end

  # Not a library: the limits. Walking the objects and copying the known output once; building the same objects from a
  # ready tape.
  Adapter.define("floor", label: "floor") do
    prepare { require "bench_floor" }
    version { "public C API" }
    %i[generate coder_dump generate_state pretty].each do |name|
      method = name == :pretty ? :pretty_generate : :generate
      op(name, "Bench::Floor.walk(input, tool)") { |object| JSON.public_send(method, object) }
    end
    %i[parse parse_coder symbolize].each do |name|
      op(name, "tool.build") { |text| Floor::Tape.new(JSON.parse(text, symbolize_names: name == :symbolize)) }
    end
  end

  # Oj in the mode that json's own suite compares with.
  Adapter.define("oj", label: "Oj (compat)", gem: "oj") do
    prepare do
      require "oj"
      Oj.default_options = { mode: :compat }
    end
    op :generate, "Oj.dump(input)"
    op :generate_custom, "Oj.dump(input)"
    op(:pretty, "Oj.generate(input, tool)") { { indent: "  ", space: " ", object_nl: "\n", array_nl: "\n" } }
    op :ascii_only, "Oj.dump(input, escape_mode: :ascii)"
    op :script_safe, "Oj.dump(input, escape_mode: :slash)"
    op(:dump_io, "tool.rewind; Oj.to_stream(tool, input); tool") { Documents.scratch_file }
    op :records, "Bench::Pieces.oj_records(Oj::StringWriter.new(mode: :compat), input).to_s"
    op :members, "Bench::Pieces.oj_members(Oj::StringWriter.new(mode: :compat), input).to_s"
    op :parse, "Oj.load(input)"
    op :symbolize, "Oj.load(input, symbol_keys: true)"
    op :reject, "begin; Oj.load(input); rescue Oj::ParseError, EncodingError; :rejected; end"
    fetch = "Oj::Doc.open(input) { |doc| doc.fetch(tool) }"
    op(:first_name, fetch) { "/statuses/1/user/name" }
    op(:last_name, fetch) { |text| "/statuses/#{Lookup.size(text, 'statuses')}/user/name" }
    op(:member, fetch) { |text| "/#{Lookup.size(text)}/#{Lookup.keys(text)[-1]}" }
    op :stream, "Bench::Stream.oj(input)"
  end

  # Jacinth in the place of the json gem: JSON is Jacinth, and core classes have its #to_json.
  Adapter.define("jacinth_dropin", label: "Jacinth (drop-in)", column: "jacinth") do
    prepare { require "jacinth/json" }
    version { Jacinth::VERSION }
    op :to_json, "input.to_json"
    op :generate_custom, "JSON.generate(input)"
  end

  # Oj's second parser, made once and used again, as its manual advises.
  Adapter.define("oj_parser", label: "Oj::Parser", gem: "oj") do
    prepare { require "oj" }
    usual = proc { Oj::Parser.new(:usual) }
    op(:parse, "tool.parse(input)", &usual)
    op(:symbolize, "tool.parse(input)") { Oj::Parser.new(:usual).tap { |parser| parser.symbol_keys = true } }
    op(:reject, "begin; tool.parse(input); rescue Oj::ParseError, EncodingError; :rejected; end", &usual)
  end

  # Active Support gives every object a to_json of its own. Each library in its place below it: json as Rails has it,
  # Jacinth's drop-in, Oj's take-over.
  { "json" => %w[json json], "jacinth" => %w[Jacinth jacinth/json], "oj" => %w[Oj oj json] }
    .each do |column, (name, *files)|
      Adapter.define("rails_#{column}", label: "Rails on #{name}", gem: "activesupport", column: column) do
        prepare do
          [*files, "active_support", "active_support/json"].each { |file| require file }
          Oj.optimize_rails if column == "oj"
        end
        op :rails_to_json, "input.to_json"
      end
    end
end
