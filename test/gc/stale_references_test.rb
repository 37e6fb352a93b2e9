# frozen_string_literal: true

require_relative "../test_helper"

# A large document that the caller has dropped does not survive the next
# collection because a call left its address on the C stack.
class StaleReferencesGcTest < Minitest::Test
  # Prints how many objects are alive after a call during which the GC ran, as a
  # multiple of the objects of one document: the median of many calls. It is 1, or 2
  # if each call keeps the document of the call before alive. The heap is made large
  # enough for two documents first, so that the GC runs about once in a call.
  # Coder#load and each are missing: a part of their own frames is not cleared.
  PROGRAM = <<~'RUBY'
    require "jacinth"
    require "stringio"
    member = ->(i) { { "id" => i, "name" => "user #{i}", "email" => "u#{i}@example.com", "city" => "Berlin #{i}", "score" => 1.5 } }
    build = -> { Array.new(10_000, &member) }
    text = Jacinth.generate(build.call)
    type = Jacinth::Type[[{ "id" => Integer, "name" => String, "email" => String, "city" => String, "score" => Float }]]
    call = {
      "parse" => -> { Jacinth.parse(text) },
      "load" => -> { Jacinth.load(text) },
      "Type#load" => -> { type.load(text) },
      "Document#value" => -> { Jacinth::Document.new(text).value },
      "at" => -> { Jacinth.at(text, "") },
      "ResumableParser" => -> { Jacinth::ResumableParser.new.tap { |parser| parser << text }.tap(&:parse).value },
      "generate" => -> { Jacinth.generate(build.call) },
      "pretty_generate" => -> { Jacinth.pretty_generate(build.call) },
      "dump" => -> { Jacinth.dump(build.call, StringIO.new) },
      "Coder#dump" => -> { Jacinth::Coder.new.dump(build.call) },
      "Type#dump" => -> { type.dump(build.call) },
      "Writer" => -> { (Jacinth::Writer.new << build.call).close }
    }.fetch(ARGV[0])

    GC.disable
    documents = Array.new(2) { call.call && build.call }
    GC.enable
    documents = nil
    3.times { GC.start }
    before = GC.stat(:heap_live_slots)
    allocated = GC.stat(:total_allocated_objects)
    call.call
    size = GC.stat(:total_allocated_objects) - allocated
    alive = Array.new(40) do
      count = GC.count
      call.call
      (GC.stat(:heap_live_slots) - before).fdiv(size) if GC.count > count
    end
    puts alive.compact.sort.then { |all| all[all.size / 2] }
  RUBY
  ENTRY_POINTS = PROGRAM.scan(/^ +"(.+?)" => ->/).flatten.freeze

  def test_the_document_before_is_collected_during_the_next_call
    skip "other Rubies count objects that are not swept yet" unless RUBY_VERSION.start_with?("4.0.")
    alive = ENTRY_POINTS.to_h { |name| [name, Float(ruby!(PROGRAM, argv: [name]))] }

    assert_empty(alive.select { |_, documents| documents > 1.4 })
  end
end
