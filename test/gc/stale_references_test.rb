# frozen_string_literal: true

require_relative "../test_helper"

# A large document that the caller has dropped does not survive the next
# collection because a call left its address on the C stack.
class StaleReferencesGcTest < Minitest::Test
  # Calls an entry point in a loop of blocks, until the GC has run during nine
  # calls, and prints how many objects are alive after these, as a multiple of the
  # objects of one document: the median. It is 1, or 2 if each call keeps the
  # document of the call before alive. The heap is made large enough first, so that
  # the GC runs about once in a few calls.
  PROGRAM = <<~'RUBY'
    require "jacinth"
    require "stringio"
    SIZE = 4000
    member = ->(i) { { "id" => i, "name" => "Ada", "email" => "ada@example.com", "city" => "London", "score" => 1.5 } }
    build = -> { Array.new(SIZE, &member) }
    text = File.read(ARGV[1], encoding: Encoding::UTF_8)
    type = Jacinth::Type[[{ "id" => Integer, "name" => String, "email" => String, "city" => String, "score" => Float }]]
    coder, state, weak = Jacinth::Coder.new, Jacinth::State.new, ObjectSpace::WeakMap.new
    values = Struct.new(:list) { def value(object) = list << object }
    each = lambda do |source, **options|
      last = nil
      Jacinth.each(source, **options) { |value| last = value }
      last
    end
    readers = {
      "parse" => -> { Jacinth.parse(text) },
      "parse(symbolize_names:)" => -> { Jacinth.parse(text, symbolize_names: true) },
      "parse(only:)" => -> { Jacinth.parse(text, only: "") },
      "parse(into:)" => -> { Jacinth.parse(text, into: type) },
      "parse!" => -> { Jacinth.parse!(text) },
      "load" => -> { Jacinth.load(text) },
      "load_file" => -> { Jacinth.load_file(ARGV[1]) },
      "Coder#load" => -> { coder.load(text) },
      "Coder#load, weakly kept" => -> { weak[coder.load(text)] = true },
      "Type#load" => -> { type.load(text) },
      "Type#load, weakly kept" => -> { weak[type.load(text)] = true },
      "Document#value" => -> { Jacinth::Document.new(text).value },
      "Document#each" => -> { Jacinth::Document.new("{\"rows\":#{text}}").each.to_a[0][1].value },
      "at" => -> { Jacinth.at(text, "") },
      "at, weakly kept" => -> { weak[Jacinth.at(text, "")] = true },
      "at(*)" => -> { Jacinth.at(text, "/*") },
      "query" => -> { Jacinth.query(text, "$[*]") },
      "ResumableParser" => -> { Jacinth::ResumableParser.new.tap { |parser| parser << text }.tap(&:parse).value },
      "ResumableParser#partial_value" => lambda do
        Jacinth::ResumableParser.new.tap { |parser| parser << text.chop }.tap(&:parse).partial_value
      end,
      "each_partial" => -> { Jacinth.each_partial([text]) { |value| value } },
      "events" => -> { Jacinth.events(text, values.new([])) },
      "each" => -> { each.call(text) },
      "each of an IO" => -> { each.call(StringIO.new(text)) },
      "each(at:)" => -> { each.call("{\"rows\":[#{text}]}", at: "/rows") },
      "each(only:)" => -> { each.call(text, only: "") },
      "each(into:)" => -> { each.call(text, into: type) }
    }
    writers = {
      "generate" => ->(object) { Jacinth.generate(object) },
      "State#generate" => ->(object) { state.generate(object) },
      "pretty_generate" => ->(object) { Jacinth.pretty_generate(object) },
      "dump" => ->(object) { Jacinth.dump(object, StringIO.new) },
      "Coder#dump" => ->(object) { coder.dump(object) },
      "Type#dump" => ->(object) { type.dump(object) },
      "Writer" => ->(object) { (Jacinth::Writer.new << object).close }
    }
    reader, writer = readers[ARGV[0]], writers[ARGV[0]]

    # Without the block, Ruby 4.1's own frames keep the document before.
    call = reader || -> { [0].each { writer.call(build.call) } }
    # GC.disable completes the sweep, so that only live objects are counted.
    live = lambda do
      GC.disable
      GC.stat(:heap_live_slots).tap { GC.enable }
    end
    GC.start
    before = live.call
    GC.disable
    # A stack of its own, so that no document of these grows old in Ruby's frames.
    Thread.new { 3.times { call.call } }.join
    GC.enable
    3.times { GC.start }
    alive = []
    400.times do
      count = GC.count
      call.call
      alive << (live.call - before).fdiv(4 * SIZE) if GC.count > count
      break if alive.size == 9
    end
    puts alive.sort.fetch(4)
  RUBY
  # In Ruby 3.4, the frames of WeakMap#[]= keep the document, and those of the block keep the object
  # of a writer, even of one that does nothing.
  OMITTED = (RUBY_VERSION < "4" ? /, weakly kept|generate|(?:Coder|Type)#dump/ : /(?!)/)
  ENTRY_POINTS = PROGRAM.scan(/^ +"(.+?)" => (?:->|lambda)/).flatten.grep_v(OMITTED).freeze

  def test_the_document_before_is_collected_during_the_next_call
    skip "the stack frames of another build" if %w[CFLAGS DEBUG SANITIZE].any? { |name| ENV["JACINTH_#{name}"] }
    with_file("[#{['{"id":1,"name":"Ada","email":"ada@example.com","city":"London","score":1.5}'] * 4000 * ','}]") do |path|
      alive = ENTRY_POINTS.to_h { |name| [name, Float(ruby!(PROGRAM, argv: [name, path]))] }

      assert_empty(alive.select { |_, documents| documents > 1.4 })
    end
  end
end
