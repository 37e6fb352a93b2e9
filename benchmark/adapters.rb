# frozen_string_literal: true

require "yaml"
require_relative "calls"
require_relative "documents"

module Bench
  # The calls of one library, from adapters.yml.
  #
  # Expressions are source text, not blocks, so that the timing loop calls the library as a user's own line would, with
  # no block call in between.
  class Adapter
    # An operation: its expression, and a Proc that makes the tool for an input, or nil.
    Op = Struct.new(:expression, :tool)

    # The name on the command line and in results, the name for people, the gem of the library, the column
    # of the report, and the operations: name => Op.
    attr_reader :id, :label, :gem_name, :column, :ops

    # Adapters in order of definition, the baseline first.
    def self.all
      @all ||= begin
        data = YAML.load_file(File.join(__dir__, "adapters.yml"), aliases: true)
        data["libraries"].map { |id, library| new(id, library, data["api"]) }
      end
    end

    # The adapter called +id+; KeyError when there is none.
    def self.fetch(id)
      all.find { |adapter| adapter.id == id } || raise(KeyError, "no adapter #{id}")
    end

    # +library+ and +api+ are as in adapters.yml.
    def initialize(id, library, api = {})
      @id = id
      @library = library
      @label, @gem_name = library.values_at("label", "gem")
      @column = library.fetch("column", id)
      api = library["api"] ? api.except(*library["except"]) : {}
      @ops = { **api, **library["ops"] }.to_h { |name, call| [name.to_sym, operation(*call)] }
    end

    # Loads the library into this process and returns its version.
    def load
      @library["files"].each { |file| require file }
      expression(@library["setup"])&.call
      version = expression(@library["version"]) || -> { Gem.loaded_specs[@gem_name]&.version&.to_s }
      version.call
    end

    private

    def operation(call, tool = nil)
      call, tool = [call, tool].map { |code| code&.gsub("API", @library["api"].to_s) }
      Op.new(call, expression(tool))
    end

    def expression(code)
      code && Bench.module_eval("proc { |input| #{code} }") # rubocop:disable Style/EvalWithLocation
    end
  end

  EFFORTS = %w[quick heavy].freeze
  private_constant :EFFORTS

  # One line of the report: an operation that takes a document's :object, :text, :chunks or :file. +target+ is the ratio
  # aimed at or nil; +effort+ is :quick, :normal or :heavy, the smallest run that takes it.
  Row = Struct.new(:id, :group, :op, :takes, :document, :target, :effort, keyword_init: true) do
    def self.for_group(id, group)
      group["rows"].map do |document, target|
        effort = EFFORTS.find { |name| group[name]&.include?(document) } || "normal"
        new(id: "#{id}/#{document}", group: id, op: group["op"].to_sym, takes: group.fetch("takes", "object").to_sym,
            document: document, target: target, effort: effort.to_sym)
      end
    end

    def input = Documents.public_send(takes, document)

    # True if the outcome is JSON text.
    def writes? = takes == :object

    def title = File.basename(document).tr("_", " ")
  end

  # The groups of rows.yml, and their rows as a flat list.
  GROUPS = YAML.load_file(File.join(__dir__, "rows.yml"), aliases: true).freeze
  ROWS = GROUPS.flat_map { |id, group| Row.for_group(id, group) }.freeze
end
