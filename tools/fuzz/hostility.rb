# frozen_string_literal: true

require "continuation"

# The hostile actions of callbacks.
module Hostility
  class Mischief < StandardError; end

  # The state of the running program: its Random, the objects that it can change, the
  # number of actions that are left, and true if all collections of garbage are full.
  Program = Struct.new(:random, :objects, :left, :continuations, :thorough)
  # If it is false, one collection out of so many is full, because a full one takes as
  # long as hundreds of programs.
  FULL = 32

  class << self
    attr_accessor :program

    # Called by every callback.
    def strike
      program = self.program or return
      return if program.left <= 0

      program.left -= 1
      2.times { act(program) if program.random.rand(3).zero? }
    end

    ACTIONS = %i[collect compact mutate mutate fail leap reenter reenter switch walk stress remember return_again drop
                 kill].freeze
    MUTATIONS = {
      Array => [:clear.to_proc, ->(array) { array << 1 }, ->(array) { array.replace([array.first] * 50) }],
      Hash => [:clear.to_proc, :shift.to_proc, ->(hash) { hash["new #{hash.size}"] = 1 }],
      String => [:clear.to_proc, ->(text) { text.replace("x" * 300) }, ->(text) { text << "\u00e9" }]
    }.freeze
    private_constant :ACTIONS, :MUTATIONS

    private

    def act(program) = send(ACTIONS[program.random.rand(ACTIONS.size)], program)

    def full?(program) = program.thorough || program.random.rand(FULL).zero?

    # A minor collection also frees objects, whose memory is used again.
    def litter = Array.new(100) { |i| [+"litter", { i => i.to_f }] }

    def collect(program)
      full?(program) ? GC.start(full_mark: program.random.rand(2).zero?) : litter
    end

    def compact(program)
      return litter unless full?(program)

      GC.compact if GC.respond_to?(:compact) && RUBY_VERSION >= "3.2" # test/support/helpers.rb says why
    rescue NotImplementedError
      nil
    end

    def mutate(program)
      object = program.objects.sample(random: program.random)
      return if object.nil? || object.frozen?

      ways = MUTATIONS.find { |type, _| object.is_a?(type) }&.last
      ways&.sample(random: program.random)&.call(object)
    end

    def fail(_) = raise(Mischief, "out of a callback")
    def leap(_) = throw(:out)

    def reenter(program)
      case program.random.rand(3)
      when 0 then Jacinth.generate({ "a" => [1, { b: 2 }] })
      when 1 then Jacinth.parse('{"a":[1,{"b":2.5}],"c":"\u00e9"}')
      else program.objects.grep(Jacinth::ResumableParser).each { |parser| parser << " 1 " }
      end
    rescue Jacinth::JSONError, ArgumentError
      nil
    end

    def switch(program)
      if program.random.rand(2).zero?
        Fiber.new { Jacinth.generate([{ "fiber" => 1 }]) }.resume
      else
        Thread.new { Jacinth.parse('{"thread":[1]}') }.join
      end
    end

    # ObjectSpace can contain Strings that are being written.
    def walk(program)
      type = [String, Array, Hash][program.random.rand(3)]
      return ObjectSpace.each_object(type).first(200).each(&:size) unless full?(program)

      ObjectSpace.each_object(type, &:size)
    end

    def stress(program)
      return litter unless full?(program)

      before = GC.stress
      GC.stress = true
      Array.new(3) { +"stress" }
    ensure
      GC.stress = before unless before.nil?
    end

    def remember(program)
      program.continuations << callcc { |continuation| continuation } if program.continuations.size < 2
    end

    def return_again(program)
      continuation = program.continuations.pop
      continuation.call(nil) if continuation.respond_to?(:call)
    end

    def drop(program) = program.objects.clear

    def kill(_)
      Thread.current.kill if Thread.current[:mortal]
    end
  end

  # Objects whose methods run hostile actions first.
  class Thing
    def initialize(answer) = (@answer = answer)

    %i[to_json to_s to_str to_h to_hash to_ary to_a as_json to_proc call write to_int coerce inspect].each do |name|
      define_method(name) do |*|
        Hostility.strike
        case name
        when :to_json then @answer.is_a?(String) ? @answer : "null"
        when :to_int, :write then 1
        when :to_ary, :to_a, :coerce then []
        when :to_h, :to_hash then {}
        else "text"
        end
      end
    end
    undef_method :to_str, :to_ary, :to_hash

    def hash = Hostility.strike || 1
    def ==(other) = Hostility.strike || equal?(other)
    def eql?(other) = Hostility.strike || equal?(other)
  end

  class Text < String
    def to_s = Hostility.strike || self
    def to_json(*) = Hostility.strike || '"hostile"'
  end

  class Table < Hash
    def []=(key, value)
      Hostility.strike
      super
    end

    def each(...) = Hostility.strike || super
    def to_json(*) = Hostility.strike || "{}"
  end

  class List < Array
    def <<(value) = Hostility.strike || super
    def to_json(*) = Hostility.strike || "[]"
  end

  class Sink
    def write(text)
      Hostility.strike
      (@texts ||= []) << text
      text.bytesize
    end
  end

  # Of Jacinth.events.
  class Handler
    %i[start_document end_document start_object end_object start_array end_array].each do |name|
      define_method(name) { Hostility.strike }
    end

    def key(_) = Hostility.strike
    def value(_) = Hostility.strike
  end

  class Decimal
    def self.try_convert(text) = Hostility.strike || text.to_s
  end
end
