# frozen_string_literal: true

require "bigdecimal"
require "set" # not loaded by itself before Ruby 3.2
require "stringio"
require_relative "hostile_arguments"
require_relative "hostility"

# One program, made and run by its seed.
class HostileProgram
  KEYS = [*("a".."h"), "long key of more than thirty-two bytes, not cached", "é", "\"quoted\""].freeze
  TEXTS = ['{"a":1,"b":[1,2.5,"x"],"c":{"d":null}}', '[[1,2],[3.25,4],["\u00e9\n",true]]', "[#{'[' * 30}1#{']' * 30}]",
           '[{"id":1,"name":"x","at":1e3},{"id":2,"name":"y","at":2},{"at":3,"id":3}]',
           '{"k":"\ud83d\ude00","l":12345678901234567890}',
           '{"a":1,"a":2}', "[1,]", '{"a":', '["\ud800"]', "[01]"].freeze
  GENERATOR_OPTIONS = { indent: "  ", object_nl: "\n", allow_nan: true, max_nesting: 0, script_safe: true,
                        ascii_only: true, allow_duplicate_key: true }.freeze
  PARSER_OPTIONS = { object_class: Hostility::Table, array_class: Hostility::List, decimal_class: Hostility::Decimal,
                     symbolize_names: true, freeze: true, allow_duplicate_key: true }.freeze
  EXPECTED = [Jacinth::JSONError, Hostility::Mischief, TypeError, ArgumentError, EncodingError, FrozenError, KeyError,
              RuntimeError, RangeError, FiberError, ThreadError, SystemStackError,
              UncaughtThrowError, IOError].freeze

  KINDS = %i[generate generate dump coder parse parse resumable each events document write arguments arguments].freeze

  # Runs hostile actions at each conversion of an argument.
  class Conversions < HostileArguments::Trap
    def initialize = super(nil, nil, nil)
    def spring(_object, _name) = Hostility.strike || true
  end

  # thorough: true to make each collection of garbage full, and to compact then.
  def initialize(seed, thorough: true)
    @random = Random.new(seed)
    Hostility.program = Hostility::Program.new(@random, [], 1 + @random.rand(12), [], thorough)
  end

  def run
    kind = pick(KINDS)
    if @random.rand(8).zero?
      Thread.new { (Thread.current[:mortal] = true) && catch(:out) { attempt(kind) } }.join
    else
      catch(:out) { attempt(kind) }
    end
  ensure
    Hostility.program = nil
    GC.stress = false
  end

  private

  def attempt(kind)
    send(kind)
  rescue *EXPECTED
    nil
  end

  def chance(n) = @random.rand(n).zero?
  def pick(list) = list[@random.rand(list.size)]
  def keep(object) = object.tap { Hostility.program&.objects&.push(object) }

  def generate
    object = keep(graph(4))
    text = Jacinth.generate(object, generator_options)
    text.encoding == Encoding::UTF_8 or raise "a text in #{text.encoding}"
  end

  def dump
    io = chance(2) ? Hostility::Sink.new : StringIO.new
    Jacinth.dump([graph(4)] * (1 + (chance(6) ? 3000 : 0)), io)
  end

  def coder
    coder = Jacinth::Coder.new(**generator_options.slice(:indent, :allow_nan, :sort_keys)) do |object, _|
      Hostility.strike
      chance(3) ? object.to_s : pick([nil, "answer", [1], { "a" => 1 }, Hostility::Text.new("s")])
    end
    coder.dump(keep(graph(3)))
  end

  def parse = Jacinth.parse(keep(+pick(TEXTS)), **parser_options)

  def resumable
    options = parser_options.except(:object_class, :array_class)
    parser = keep(Jacinth::ResumableParser.new(**options))
    text = pick(TEXTS) * 3
    until text.empty?
      parser << keep(text.slice!(0, 1 + @random.rand(9)))
      parser.value while parser.parse
      parser.clear if chance(40)
      Hostility.strike if chance(10)
    end
    parser.partial_value if chance(2)
  end

  # Reads documents from chunks that are made while they are read.
  def each
    options = parser_options.except(:object_class, :array_class)
    options[:at] = pick(["/0", "/*", "/a", "/b/1"]) if chance(3)
    Jacinth.each(source, **options) { Hostility.strike }
  end

  def events
    Jacinth.events(source, keep(Hostility::Handler.new), **parser_options.slice(:allow_duplicate_key, :symbolize_names))
  end

  def source
    text = pick(TEXTS) * (1 + @random.rand(3))
    Enumerator.new do |chunks|
      until text.empty?
        chunks << keep(text.slice!(0, 1 + @random.rand(20)))
        Hostility.strike if chance(4)
      end
    end
  end

  def document
    document = keep(Jacinth::Document.new(pick(TEXTS), **parser_options))
    document.each { Hostility.strike } if chance(2)
    document.values_at("/*", "/a", "/0/id")
    document.value
  end

  def write
    writer = keep(Jacinth::Writer.new(chance(2) ? Hostility::Sink.new : nil, **generator_options))
    writer.array do
      @random.rand(1..4).times do
        writer.object { @random.rand(4).times { writer.pair(pick([*KEYS, Hostility::Text.new("key")]), graph(2)) } }
        Hostility.strike
        writer.value(keep(graph(2)))
      end
    end
    writer.close
  end

  # A call of a public method with arguments that are converted.
  def arguments
    make = proc { |value| chance(2) ? keep(HostileArguments::Argument.new(value, Conversions.new)) : value }
    pick(HostileArguments::ROWS).call.call(make)
  end

  def generator_options
    options = GENERATOR_OPTIONS.select { |_, _| chance(4) }
    options[:sort_keys] = chance(2) || ->(hash) { Hostility.strike || hash } if chance(4)
    options
  end

  def parser_options
    options = PARSER_OPTIONS.select { |_, _| chance(3) }
    options[:on_load] = ->(value) { Hostility.strike || value } unless chance(3)
    options
  end

  def graph(depth)
    return scalar if depth.zero? || chance(5)

    case @random.rand(3)
    when 0 then keep(Array.new(@random.rand(5)) { graph(depth - 1) })
    when 1 then keep(hash(depth))
    else keep((chance(2) ? Hostility::List : Array).new([graph(depth - 1)]))
    end
  end

  # No hostile action runs before the library has the Hash: Ruby 3.1 crashes if a
  # key's hash moves objects while the key is inserted into a larger Hash.
  def hash(depth)
    program = Hostility.program
    left, program.left = program.left, 0
    made = chance(4) ? Hostility::Table.new { Hostility.strike } : {}
    @random.rand(6).times do
      key = pick(KEYS)
      key = pick([key.to_sym, Hostility::Text.new(key), Hostility::Thing.new(nil), nil, 1.5]) if chance(4)
      made.store(key, graph(depth - 1))
    end
    # more pairs than fit on the C stack; no other object must refer to them
    200.times { |i| made["wide #{i}"] = "value #{i}" } if chance(16)
    program.left = left
    made
  end

  def scalar
    case @random.rand(12)
    when 0 then Hostility::Thing.new(pick(['"json"', nil, 1]))
    when 1 then Hostility::Text.new(pick(KEYS))
    when 2 then 1 << @random.rand(200)
    when 3 then pick([Float::NAN, Float::INFINITY, 1e300, 0.1])
    when 4 then +"binary \xFF"
    when 5 then pick([Time.at(0), 1..2, Rational(1, 3), BigDecimal("1.5"), Set[1], Struct.new(:a).new(1)])
    else pick([nil, true, false, 1, -7, 2.5, :symbol, "text", "é" * 40, "x" * 700, Jacinth::Fragment.new("[1]")])
    end
  end
end
