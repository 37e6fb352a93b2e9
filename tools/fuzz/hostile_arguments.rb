# frozen_string_literal: true

# Hostile arguments: each public method is called with each of its arguments, in
# turn, as an object whose conversions (to_str, to_int, to_hash, to_proc, each,
# respond_to?, ===, to_path, to_io ...) misbehave.
#
#     ruby -W0 tools/fuzz/hostile_arguments.rb [NAME-PART...]
#
# Each method has a process of its own. One call counts the conversions; then each
# of the first of them misbehaves in each way of WAYS. After each call, known
# documents are written and read. A process that crashes, hangs or reads another
# value ends the run with status 1. test/library/hostile_arguments_test.rb fails if a
# method has no row.

require_relative "../checkout"
Checkout.use
require "jacinth"
require "continuation"
require "date"
require "pathname"
require "stringio"
require "tempfile"
require "timeout"

# The table of calls, and the steps for each.
module HostileArguments
  class Mischief < StandardError; end

  WAYS = %i[return_again return_smaller raise throw never kill mutate compact reenter].freeze
  CONVERSIONS = 4 # the first conversions of a call, which misbehave
  SECONDS = 300 # of one method
  MEMORY = 4 << 30 # bytes
  EXPECTED = [StandardError, SystemStackError, NotImplementedError].freeze

  Row = Struct.new(:name, :call)
  ROWS = [] # rubocop:disable Style/MutableConstant -- a table
  TEXT = '{"a":[1,{"b":2.5}],"c":"x","d":null}'
  Pair = Struct.new(:a, :b)
  Named = Struct.new(:c)

  # The block gets a function that makes an argument of a value.
  def self.row(name, &call) = ROWS << Row.new(name, call)

  # An object that converts to the same objects as the value.
  class Argument
    NAMES = %i[
      to_str to_s to_sym to_int to_i to_f to_r to_hash to_h to_ary to_a to_proc to_path to_io to_json as_json to_set
      call each each_pair read readpartial write flush close external_encoding internal_encoding encoding keys key?
      [] []= fetch values_at size length begin end include? cover? match? source name members new try_convert
      instance_methods ancestors puts a b left right
      start_object end_object start_array end_array key value start_document end_document generate coerce inspect hash
      == === eql? =~ <=> first last empty? dup freeze exception message cause
    ].freeze

    IMPLICIT = { to_str: String, to_int: Integer, to_hash: Hash, to_ary: Array, to_sym: Symbol }.freeze

    def initialize(value, trap)
      @value = value
      @trap = trap
    end

    NAMES.each do |name|
      define_method(name) do |*arguments, **options, &block|
        @trap.spring(self, name)
        convert(name, arguments, options, block)
      end
    end

    # Marshal of Ruby 3.1 crashes by itself if its output is changed meanwhile.
    def respond_to?(name, all = false) # rubocop:disable Style/OptionalBooleanParameter -- Ruby's
      return false if %i[marshal_dump _dump].include?(name)

      @trap.spring(self, :respond_to?)
      __send__(:answer?, name) || (all && !NAMES.include?(name) && super)
    end

    def respond_to_missing?(*) = @trap.spring(self, :respond_to_missing?) && false

    private

    def answer?(name)
      return IMPLICIT[name] === @value if IMPLICIT.key?(name) # rubocop:disable Style/CaseEquality
      return @value.is_a?(String) || @value.respond_to?(name) if name == :to_path
      return @value.respond_to?(:write) if name == :to_io

      @value.respond_to?(name)
    end

    # The second conversion, after a second return, gives a larger or a smaller object.
    def convert(name, arguments, options, block)
      return larger(name) if @trap.larger? && IMPLICIT.key?(name)
      return @value if IMPLICIT.key?(name) || %i[to_path to_io to_proc].include?(name)
      return super_of(name, arguments) if %i[hash == === eql? inspect dup freeze].include?(name)

      @value.public_send(name, *arguments, **options, &block)
    end

    def larger(name)
      case name
      when :to_str then @value + (@value.start_with?("/") ? "/b" * 200 : " " * 300)
      when :to_int then @value + 1000
      when :to_ary then @value * 50
      else @value
      end
    end

    def super_of(name, arguments)
      case name
      when :hash then @value.hash
      when :inspect then "#<argument>"
      when :dup, :freeze then self
      else arguments[0].equal?(self) || arguments[0] == @value
      end
    end
  end

  # Misbehaves at the conversion number `at`, in one way.
  class Trap
    attr_reader :count, :saved

    def initialize(way, at, again)
      @way = way
      @at = at
      @again = again
      @count = @returns = 0
    end

    # True if a conversion gives a larger object than the value.
    def larger?
      return @way == :return_again if @returns.positive?

      @way == :return_smaller && @count == @at
    end

    def spring(_object, _name)
      @count += 1
      return true unless @count == @at

      send(@way)
      true
    end

    # The continuation returns twice, when the call is over.
    def return_once_more
      return if @saved.nil? || (@returns += 1) > 2

      @saved.call
    end

    private

    def nothing = nil
    def raise = Kernel.raise(Mischief, "out of a conversion")
    def throw = Kernel.throw(:out)
    def never = Fiber.yield
    def kill = Thread.current.kill
    def return_again = callcc { |continuation| @saved = continuation }
    alias return_smaller return_again

    # The objects that were made since Known.keep and can be changed.
    def mutate
      found = [Array, Hash, String].flat_map { |type| ObjectSpace.each_object(type).reject { |o| Known.kept?(o) } }
      found.each do |object|
        next if object.frozen?

        object.is_a?(String) ? object.replace("y" * 5000) : object.clear
      rescue *EXPECTED
        next
      end
    end

    # If objects cannot move, a minor collection frees those of the call that are not marked.
    def compact
      GC.respond_to?(:compact) && RUBY_VERSION >= "3.2" ? GC.compact : GC.start(full_mark: false)
    rescue NotImplementedError
      GC.start(full_mark: false)
    end

    def reenter
      @again.call
      Thread.new { @again.call }.join
    end
  end

  # Documents with known texts, and the objects that must not change.
  module Known
    OBJECT = Array.new(20) do |i|
      { "key #{i}" => i, "shared" => [i], "long #{'k' * 40}" => { b: 1 << 70, a: i / 8.0 } }
    end
    WRITTEN = Jacinth.generate(OBJECT).freeze
    READ = Jacinth.parse(WRITTEN).freeze

    class << self
      def keep
        @kept = {}.compare_by_identity
        [Array, Hash, String].each { |type| ObjectSpace.each_object(type) { |object| @kept[object] = true } }
        @kept[@kept] = true
      end

      def kept?(object) = @kept.key?(object)

      def check
        return if Jacinth.generate(OBJECT) == WRITTEN && Jacinth.parse(WRITTEN) == READ

        warn "a known document is another one now"
        exit! 3
      end
    end
  end

  # One row in this process.
  class Trial
    def initialize(row)
      @row = row
    end

    def call
      arguments = count_arguments
      arguments.times do |number|
        conversions = [attempt(number, :nothing, 0).count, CONVERSIONS].min
        WAYS.each do |way|
          Known.keep if way == :mutate
          (1..conversions).each { |at| attempt(number, way, at) }
        end
      end
    end

    private

    def count_arguments
      count = 0
      run(proc { |value| (count += 1) && value })
      count
    end

    # Argument `number` of the call is hostile.
    def attempt(number, way, at)
      trap = Trap.new(way, at, -> { run(proc { |value| value }) })
      inside(way) { run(maker(number, trap)) }
      GC.start(full_mark: false) if way == :never
      Known.check
      trap.return_once_more
      trap
    end

    def maker(number, trap)
      place = -1
      proc { |value| (place += 1) == number ? Argument.new(value, trap) : value }
    end

    def inside(way, &)
      case way
      when :never then Fiber.new(&).resume
      when :kill then Thread.new(&).join
      else yield
      end
    end

    def run(maker)
      catch(:out) { @row.call.call(maker) }
    rescue *EXPECTED
      nil
    end
  end

  module_function

  def run(parts)
    rows = ROWS.select { |row| parts.empty? || parts.any? { |part| row.name.include?(part) } }
    failed = rows.reject { |row| well?(row) }
    puts "#{rows.size} calls, #{failed.size} failed"
    failed.empty? && !rows.empty?
  end

  def well?(row)
    pid = fork do
      $stdout.reopen(File::NULL)
      Process.setrlimit(:AS, MEMORY) unless ENV["JACINTH_SANITIZE"] # which reserves terabytes
      Trial.new(row).call
      exit! 0
    end
    status = Timeout.timeout(SECONDS) { Process.wait2(pid).last }
    puts "#{row.name}: #{status}" unless status.success?
    status.success?
  rescue Timeout::Error
    Process.kill(:KILL, pid)
    Process.wait(pid)
    puts "#{row.name}: no end"
    false
  end
end

require_relative "hostile_calls"

exit(HostileArguments.run(ARGV)) if $PROGRAM_NAME == __FILE__
