# frozen_string_literal: true

# Leaves each callback of each entry point by raise, throw and break, and each
# entry point by its own errors, many times. The memory in use must not grow with
# the number of times. Arguments: the path of injection.so (or "-": the memory that
# the system counts), the number of times, and the first letters of entries' names.
require ARGV.fetch(0) unless ARGV.fetch(0) == "-"
require "jacinth"
require "bigdecimal"
require "stringio"

module Leaks
  class Stop < StandardError
  end
  Entry = Struct.new(:name, :calls_back, :call)
  ALL = []

  # Adds an entry point with a callback, which calls the block that it gets.
  def self.callback(name, &call) = ALL << Entry.new(name, true, call)
  # Adds an entry point that raises an error of its own.
  def self.error(name, &call) = ALL << Entry.new(name, false, call)

  TEXT = %([1, {"a": [2.5, "#{'é\\n' * 60}", {"b": {"c": [null]}}], "d": #{'7' * 40}}, [[3]]])
  LONG = "text with a \"quote\" é\n" * 200
  ROWS = Array.new(6) { |i| { "key #{i}" => [i, LONG[0, 90]] } }.freeze
  T = Jacinth::Type
  Pair = Struct.new(:a, :b)

  # An object with one method, which calls the block. The classes are kept, for
  # the library remembers some of those that it meets.
  CLASSES = Hash.new do |classes, method|
    classes[method] = Struct.new(:block) { define_method(method) { |*| block.call } }
  end

  def self.with(method, &block) = CLASSES[method].new(block)

  # A class, the instances of which call the block that Leaks has at the time.
  class << self
    attr_accessor :leave
  end
  Table = Class.new(Hash) { define_method(:[]=) { |key, value| size == 1 ? Leaks.leave.call : super(key, value) } }
  List = Class.new(Array) { define_method(:<<) { |value| size == 1 ? Leaks.leave.call : super(value) } }
  Made = Class.new(Hash) { define_method(:initialize) { Leaks.leave.call } }
  Decimal = Class.new { define_method(:initialize) { |_| Leaks.leave.call } }
  Filled = Struct.new(:a, :b) { define_method(:initialize) { |*| Leaks.leave.call } }

  # --- Reading ----------------------------------------------------------------

  # Leaves at the n-th value, when some containers are open.
  def self.at(n, leave)
    lambda do |value|
      n -= 1
      leave.call if n == 0
      value
    end
  end

  callback("parse/on_load") { |leave| Jacinth.parse(TEXT, on_load: at(6, leave)) }
  callback("parse/load_proc") { |leave| Jacinth.load(TEXT, at(3, leave)) }
  callback("parse/object_class") { |leave| Leaks.leave = leave; Jacinth.parse('[{"a":1,"b":2}]', object_class: Table) }
  callback("parse/object_class new") { |leave| Leaks.leave = leave; Jacinth.parse(TEXT, object_class: Made) }
  callback("parse/array_class") { |leave| Leaks.leave = leave; Jacinth.parse('[{"a":[1,2]}]', array_class: List) }
  callback("parse/decimal_class") { |leave| Leaks.leave = leave; Jacinth.parse(TEXT, decimal_class: Decimal) }
  callback("parse/to_str") { |leave| Jacinth.parse(with(:to_str, &leave)) }
  callback("load/read") { |leave| Jacinth.load(with(:read, &leave)) }
  callback("resumable/on_load") do |leave|
    parser = Jacinth::ResumableParser.new(on_load: at(5, leave))
    parser << TEXT[0, 50] << TEXT[50..]
    parser.parse
  end
  parser = nil
  callback("resumable/same parser") do |leave|
    parser ||= Jacinth::ResumableParser.new(on_load: ->(v) { v == 3 ? Leaks.leave.call : v })
    Leaks.leave = leave
    parser.clear << TEXT
    parser.parse
  end
  callback("each/block") { |leave| Jacinth.each(TEXT * 3) { leave.call } }
  callback("each/at") { |leave| Jacinth.each(TEXT, at: "/1/a/*", &at(2, leave)) }
  callback("each/source") { |leave| Jacinth.each(with(:readpartial, &leave)) { nil } }
  callback("each/enumerator") { |leave| Jacinth.each([TEXT[0, 70]].each + [1].lazy.map { leave.call }) { nil } }
  callback("each/on_error") { |leave| Jacinth.each("[1,oops]\n[2]", on_error: ->(*) { leave.call }) { nil } }
  %i[start_document start_array key value end_object].each do |event|
    callback("events/#{event}") { |leave| Jacinth.events(TEXT, with(event, &leave)) }
  end
  callback("document/each") { |leave| Jacinth::Document.new(TEXT).at("/1/a").each { leave.call } }
  callback("document/on_load") { |leave| Jacinth::Document.new(TEXT, on_load: at(2, leave)).at("/1").value }
  callback("type/scalar") { |leave| T[{ a: [T.scalar(load: at(2, leave), dump: ->(v) { v })] }].load('{"a":[1,2,3]}') }
  FILLED = T[[T.of(Filled, a: Integer, b: String)]]
  callback("type/initialize") { |leave| Leaks.leave = leave; FILLED.load('[{"a":1,"b":"x"}]') }
  callback("coder/on_load") { |leave| Jacinth::Coder.new(on_load: at(6, leave)).load(TEXT) }
  error("parse/syntax") { Jacinth.parse(TEXT[0..-3]) }
  error("parse/escape") { Jacinth.parse(%(["#{'\\n' * 900}\\q"])) }
  error("parse/duplicate") { Jacinth.parse('[1,[{"a":1,"b":[2],"a":3}]]') }
  error("parse/nesting") { Jacinth.parse("#{'[' * 200}1") }
  error("parse/encoding") { Jacinth.parse("[\"\xD8\x00".dup.force_encoding("UTF-16BE")) }
  error("parse/limit") { Jacinth.parse(TEXT, max_string_bytes: 20) }
  error("resumable/syntax") { (Jacinth::ResumableParser.new << "[1, {" << '"a": oops').parse }
  error("resumable/cut off") { (Jacinth::ResumableParser.new << TEXT[0, 60]).finish }
  error("each/syntax") { Jacinth.each(StringIO.new("#{TEXT} [1,oops")) { nil } }
  error("document/new") { Jacinth::Document.new(TEXT[0..-3], validate: true) }
  error("document/value") { Jacinth::Document.new('{"a":[1,oops]}').at("/a").value }
  error("reformat/syntax") { Jacinth.reformat(TEXT[0..-3], sort_keys: true) }
  TYPED = T[[{ a: Integer, b: T.set(String), c: T.hash(Time) }]]
  error("type/validation") { TYPED.load('[{"a":1,"b":["x","x"],"c":{"d":"no time"}}]') }
  error("type/all errors") { TYPED.load('[{"a":"1","b":["x",2],"c":{"d":"no time"}}]', errors: :all) }
  error("type/syntax") { TYPED.load('[{"a":1,"b":["x","y') }
  error("type/dump") { TYPED.dump([{ a: 1, b: Set["x"], c: { "d" => 7 } }]) }
  error("type/declaration") { T.of(Pair, a: Integer, b: T.enum("a", "b"), c: String) }

  # --- Writing ----------------------------------------------------------------

  callback("generate/to_json") { |leave| Jacinth.generate([ROWS, with(:to_json, &leave)]) }
  callback("generate/nested") do |leave|
    inner = with(:to_json, &leave)
    Jacinth.pretty_generate([ROWS, with(:to_json) { Jacinth.generate([LONG, inner]) }])
  end
  callback("generate/to_s") { |leave| Jacinth.generate([LONG, { "a" => with(:to_s, &leave) }]) }
  callback("generate/key") { |leave| Jacinth.generate([LONG, { "a" => 1, with(:to_s, &leave) => 2 }]) }
  callback("generate/sort_keys") { |leave| Jacinth.generate([LONG, { "b" => 1, "a" => 2 }], sort_keys: ->(*) { leave.call }) }
  callback("generate/as_json") { |leave| Jacinth.generate([LONG, [Object.new]], strict: true, as_json: ->(*) { leave.call }) }
  callback("generate/enumerator") { |leave| Jacinth.generate([LONG, (1..9).lazy.map { leave.call }], enumerators: :array) }
  callback("generate/large") { |leave| Jacinth.generate([LONG] * 20 << with(:to_json, &leave)) }
  callback("generate/option") { |leave| Jacinth::State.new(depth: with(:to_int, &leave)) }
  callback("dump/write") { |leave| Jacinth.dump([LONG] * 20, with(:write, &leave)) }
  callback("dump/to_json") { |leave| Jacinth.dump([[LONG] * 20, with(:to_json, &leave)], StringIO.new) }
  callback("coder/dump") { |leave| Jacinth::Coder.new { |*| leave.call }.dump([LONG, { "a" => Object.new }]) }
  callback("type/dump scalar") { |leave| T[[T.scalar(load: ->(v) { v }, dump: at(2, leave))]].dump([LONG, 2, 3]) }
  callback("writer/block") { |leave| Jacinth::Writer.new.object { |w| w.array("a") { w << LONG; leave.call } } }
  callback("writer/to_json") { |leave| Jacinth::Writer.new.object { |w| w["a"] = [LONG, with(:to_json, &leave)] } }
  callback("writer/write") { |leave| Jacinth::Writer.new(with(:write, &leave), chunk_size: 64).array { |w| w << LONG } }
  callback("reformat/write") { |leave| Jacinth.reformat(TEXT, with(:write, &leave)) }
  error("generate/nan") { Jacinth.generate([LONG, { "a" => [Float::NAN] }]) }
  error("generate/utf8") { Jacinth.generate([LONG, { "a" => "\xFF" }]) }
  error("generate/duplicate") { Jacinth.generate([LONG, { "a" => 1, a: 2 }]) }
  error("generate/keys") { Jacinth.generate([LONG, (0...40).to_h { |i| [i, i] }.merge("1" => 2)]) }
  error("generate/nesting") { Jacinth.generate(Array.new(150).inject(1) { |inner, _| [inner] }) }
  error("generate/strict") { Jacinth.generate([LONG, { "a" => Object.new }], strict: true) }
  error("generate/rfc8785") { Jacinth.generate([LONG, { "b" => 1, "a" => "\xFF" }], rfc8785: true) }
  error("writer/nesting") { Jacinth::Writer.new.object { |w| w.array("a") { w.end_object } } }
  error("writer/duplicate") { Jacinth::Writer.new.object { |w| 40.times { |i| w["k#{i}"] = i }; w["k1"] = 1 } }
  error("writer/raw") { Jacinth::Writer.new.array { |w| w.raw("[oops") } }
  error("patch") { Jacinth.patch({ "a" => [1] }, [{ "op" => "add", "path" => "/b/c", "value" => 1 }]) }

  WAYS = {
    raise: lambda do |entry|
      give(entry) { raise Stop }
      false
    rescue Stop
      true
    end,
    throw: ->(entry) { catch(:out) { give(entry) { throw :out, true } } == true },
    break: ->(entry) { give(entry) { break true } == true }
  }.freeze

  OWN = lambda do |entry|
    entry.call.call
    false
  rescue Jacinth::JSONError, ArgumentError, EncodingError
    true
  end

  # A method, for break to leave.
  def self.give(entry, &leave)
    entry.call.call(leave)
    nil
  end

  # One way out of one entry point, in a process of its own.
  class Loop
    WINDOWS = 4
    # Bytes and objects for each call. A leak is not smaller than the least block of
    # malloc; the pages of the system are coarse.
    BYTES = defined?(Injection) ? 12 : 24
    NOISE = defined?(Injection) ? 32_768 : 524_288 # bytes for all of them
    OBJECTS = 0.5

    def initialize(entry, way, times)
      @entry = entry
      @way = way
      @count = [times / WINDOWS, 1].max
    end

    # Returns the least growth of the windows after the first one, for each call.
    def call
      run
      windows = Array.new(WINDOWS - 1) do
        before = counts
        run
        counts.zip(before).map { |after, earlier| (after - earlier).fdiv(@count) }
      end
      windows.transpose.map(&:min)
    end

    def leaks?(growth) = growth[0] > BYTES + NOISE.fdiv(@count) || growth[1] > OBJECTS

    private

    def run
      @count.times { @way.call(@entry) or abort "#{@entry.name} was not left" }
    end

    def counts
      3.times { GC.start }
      [memory, GC.stat(:heap_live_slots)]
    end

    def memory
      return Injection.heap_bytes if defined?(Injection)

      Integer(File.read("/proc/self/status", encoding: "UTF-8")[/^VmRSS:\s+(\d+)/, 1]) * 1024
    end
  end

  def self.run(times, names)
    entries = names.empty? ? ALL : ALL.select { |entry| names.any? { |name| entry.name.start_with?(name) } }
    loops = entries.flat_map { |entry| (entry.calls_back ? WAYS : { error: OWN }).map { |name, way| [entry, name, way] } }
    right = loops.map { |entry, name, way| fork_loop("#{entry.name}, #{name}", Loop.new(entry, way, times)) }
    puts "#{right.count(true)} ways out of #{entries.size} entry points, #{times} times each, have no leak"
    right.all?
  end

  def self.fork_loop(name, task)
    reader, writer = IO.pipe
    pid = fork do
      growth = task.call
      writer.puts format("%.1f bytes, %.2f objects for each call", *growth)
      writer.close
      exit!(task.leaks?(growth) ? 1 : 0)
    end
    writer.close
    text = reader.read
    reader.close
    _, status = Process.wait2(pid)
    puts "#{status.success? ? 'flat ' : 'LEAKS'} #{name}: #{text.empty? ? status : text}" if !status.success? || ENV["VERBOSE"]
    status.success?
  end
end

if $PROGRAM_NAME == __FILE__
  _, times, *names = ARGV
  exit 1 unless Leaks.run(Integer(times), names)
end
