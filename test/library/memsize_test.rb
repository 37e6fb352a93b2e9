# frozen_string_literal: true

require_relative "../test_helper"
require "objspace"
require "stringio"

# ObjectSpace reports the memory of the library's objects, including hidden ones.
class MemsizeTest < Minitest::Test
  # Of all objects, while the block's value is kept.
  def growth
    GC.disable
    before = ObjectSpace.memsize_of_all
    kept = yield
    ObjectSpace.memsize_of_all - before
  ensure
    GC.enable
    kept.inspect
  end

  def test_each_class_reports_its_memory
    objects = [Jacinth::State.new, Jacinth::Parser::Config.new, Jacinth::ResumableParser.new, Jacinth::Coder.new,
               Jacinth::Writer.new(StringIO.new), Jacinth::Document.new("[1]"), Jacinth::Type[{ a: Integer }]]
    objects.each { |object| assert_operator ObjectSpace.memsize_of(object), :>, 0, object.class }
  end

  def test_the_memory_of_a_deep_unfinished_document_is_reported
    grown = growth { Jacinth::ResumableParser.new(max_nesting: 0).tap { |parser| (parser << ("[" * 100_000)).parse } }

    assert_operator grown, :>, 100_000
  end

  def test_the_memory_of_an_index_is_reported
    text = "[#{'"a value of some length",' * 20_000}1]"
    document = Jacinth::Document.new(text)
    grown = growth { 3.times { document[19_999].value } && document }

    assert_operator grown, :>, 1000
  end

  def test_the_memory_of_the_keys_of_a_writer_is_reported
    writer = Jacinth::Writer.new
    writer.object
    grown = growth { 5000.times { |i| writer.pair("key #{i}", i) } && writer }

    assert_operator grown, :>, 5000
  end

  # Of 341 nodes, of which a tree has 255 at most: it is not made larger for the
  # others.
  def test_the_memory_of_key_sequences_of_a_writer_is_bounded
    writer = Jacinth::Writer.new.array
    writer.object.pair("a key that is too long to be remembered", 1).end
    sizes = [*0...4].repeated_permutation(4).map do |names|
      writer.object
      names.each_with_index { |name, depth| writer.pair("#{depth}#{name}", 1) }
      writer.end
      ObjectSpace.memsize_of(writer)
    end

    assert_equal sizes[150], sizes[-1]
  end
end
