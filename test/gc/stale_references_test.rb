# frozen_string_literal: true

require_relative "../test_helper"

# A large document that the caller has dropped does not survive the next
# collection because a call left its address on the C stack.
class StaleReferencesGcTest < Minitest::Test
  # Prints by how many pages the heap grows while an entry point is called again
  # and again: those of one document and a half, unless each call finds the
  # document of the call before alive.
  PROGRAM = <<~'RUBY'
    require "jacinth"
    require "stringio"
    member = ->(i) { { "id" => i, "name" => "user #{i}", "email" => "u#{i}@example.com", "city" => "Berlin #{i}", "score" => 1.5 } }
    build = -> { Array.new(10_000, &member) }
    text = Jacinth.generate(build.call)
    type = Jacinth::Type[[{ "id" => Integer, "name" => String, "email" => String, "city" => String, "score" => Float }]]
    call = {
      "control" => -> { build.call },
      "parse" => -> { Jacinth.parse(text) },
      "load" => -> { Jacinth.load(text) },
      "Coder#load" => -> { Jacinth::Coder.new.load(text) },
      "Type#load" => -> { type.load(text) },
      "Document#value" => -> { Jacinth::Document.new(text).value },
      "at" => -> { Jacinth.at(text, "") },
      "each" => -> { Jacinth.each(text) { nil } },
      "ResumableParser" => -> { Jacinth::ResumableParser.new.tap { |parser| parser << text }.tap(&:parse).value },
      "generate" => -> { Jacinth.generate(build.call) },
      "pretty_generate" => -> { Jacinth.pretty_generate(build.call) },
      "dump" => -> { Jacinth.dump(build.call, StringIO.new) },
      "Coder#dump" => -> { Jacinth::Coder.new.dump(build.call) },
      "Type#dump" => -> { type.dump(build.call) },
      "Writer" => -> { (Jacinth::Writer.new << build.call).close }
    }
    before = GC.stat(:heap_allocated_pages)
    40.times { call.fetch(ARGV[0]).call }
    puts GC.stat(:heap_allocated_pages) - before
  RUBY
  ENTRY_POINTS = PROGRAM.scan(/^ +"(.+?)" => ->/).flatten.drop(1).freeze

  def test_the_document_before_is_collected_during_the_next_call
    control = pages("control")

    assert_empty(ENTRY_POINTS.to_h { |name| [name, pages(name)] }.select { |_, pages| pages > control * 1.5 })
  end

  def pages(name)
    Integer(ruby!(PROGRAM, argv: [name]))
  end
end
