# frozen_string_literal: true

require_relative "json_api"
require_relative "lookup"
require_relative "pieces"

module Bench
  # How the suite talks to one library: what to load, and the expression that
  # stands for each operation. One file each in +benchmark/adapters/+.
  #
  # Expressions are source text, not blocks, so that the timing loop calls the
  # library as a user's own line would, with no block call in between. In an
  # expression +input+ is the row's document and +tool+ is what the operation's
  # +tool+ block made for that document (a State, a Coder, a File).
  #
  #   Bench::Adapter.define("mine", label: "Mine", gem: "mine") do
  #     prepare { require "mine" }
  #     op :generate, "Mine.encode(input)"
  #   end
  #   Bench::Adapter.fetch("mine").ops.keys  # => [:generate]
  class Adapter
    # An operation: expression, and the block that makes +tool+ (or nil).
    Op = Struct.new(:expression, :tool)

    # Name used on the command line and in results.
    attr_reader :id
    # Name for people.
    attr_reader :label
    # Gem that the library comes from, or nil.
    attr_reader :gem_name
    # Column of the report; two adapters can share one (a library and its
    # drop-in), as long as they serve different operations.
    attr_reader :column
    # Operation name => Op.
    attr_reader :ops

    @registry = {}

    class << self
      # Registers an adapter; the block is evaluated in it.
      def define(id, **options, &block)
        @registry[id] = new(id, **options).tap { |a| a.instance_eval(&block) }
      end

      # Adapters in order of definition, the baseline first.
      def all
        load_files if @registry.empty?
        @registry.values
      end

      # The adapter called +id+; KeyError when there is none.
      def fetch(id)
        load_files if @registry.empty?
        @registry.fetch(id)
      end

      private

      ORDER = %w[json jacinth floor oj json_default].freeze
      private_constant :ORDER

      def load_files
        Dir[File.join(__dir__, "adapters", "*.rb")].each { |f| require f }
        @registry = @registry.sort_by do |id, _|
          [ORDER.index(id) || ORDER.size, id]
        end.to_h
      end
    end

    # See Adapter.define.
    def initialize(id, label:, gem: nil, column: id, optional: true)
      @id = id
      @label = label
      @gem_name = gem
      @column = column
      @optional = optional
      @ops = {}
      @prepare = -> {}
      @version = -> { Gem.loaded_specs[gem]&.version&.to_s }
    end

    # Whether a run without this library still makes sense.
    def optional?
      @optional
    end

    # Declares what loads the library.
    def prepare(&block)
      @prepare = block
    end

    # Declares how to ask for its version.
    def version(&block)
      @version = block
    end

    # Declares one operation.
    def op(name, expression, &tool)
      @ops[name] = Op.new(expression, tool)
    end

    # Loads the library into this process and returns its version.
    def load
      @prepare.call
      @version.call
    end
  end
end
