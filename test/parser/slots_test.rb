# frozen_string_literal: true

require_relative "support"
require "objspace"

# Small Arrays and Strings are made in place: nothing about them may tell.
class ParserSlotsTest < Minitest::Test
  # What the GC and String's and Array's own methods know of an object.
  def facts(object)
    dump = JSON.parse(ObjectSpace.dump(object))
    dump.slice("type", "shape_id", "slot_size", "class", "length", "embedded", "fstring", "bytesize", "value",
               "encoding", "coderange", "memsize", "frozen").merge("protected" => dump.dig("flags", "wb_protected"))
  end

  def test_arrays
    (0..80).each do |size|
      values = Array.new(size) { |i| i.even? ? i : "text #{i}" }
      made = Jacinth.parse(JSON.generate(values))

      assert_equal values, made
      assert_equal facts([*values]).except("memsize", "slot_size"), facts(made).except("memsize", "slot_size")
      made.concat(values).push(1)

      assert_equal [*values, *values, 1], made
    end
  end

  def test_strings
    [("a".."z"), ("α".."ω")].each do |letters|
      (0..60).each do |size|
        text = letters.cycle.take(size).join.encode("UTF-8")
        made = Jacinth.parse(JSON.generate([text]))[0]
        made.valid_encoding? # looks at the bytes, where it is not known yet
        text = String.new(text, capacity: 0).tap(&:valid_encoding?)

        assert_equal text, made
        assert_equal facts(text).except("memsize", "slot_size", "embedded"),
                     facts(made).except("memsize", "slot_size", "embedded")
        assert_equal "#{text} and more than fits in a slot of any size", made << " and more than fits in a slot of any size"
      end
    end
  end

  def test_none_is_shared_with_the_next
    source = '[[],[1],[1,2],[1,2,3],[1,2,3,4],"","a","abcdefgh","abcdefghijklmno"]'
    expected = JSON.parse(source)
    3.times do
      made = Jacinth.parse(source)

      assert_equal expected, made
      made.each { |object| object << (object.is_a?(Array) ? 0 : "x") }
    end
  end

  SWITCHED = <<~RUBY
    require "jacinth"
    sizes = [*0..40]
    rows = [sizes.map { |n| [n] * n }, sizes.map { |n| "x" * n }, sizes.map { |n| "é" * n }]
    raise unless Jacinth.parse(Jacinth.generate(rows)) == rows
    print Jacinth.module_eval("SLOTS").join(" ")
  RUBY

  # Where structs and flags are what they were when this was written.
  def test_switch
    known = RUBY_ENGINE == "ruby" && RUBY_VERSION.start_with?("3.3", "3.4")

    assert_equal "arrays strings", ruby!(SWITCHED) if known
    assert_equal "", ruby!(SWITCHED, env: { "JACINTH_SLOTS" => "off" })
  end
end
