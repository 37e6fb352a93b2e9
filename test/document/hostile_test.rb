# frozen_string_literal: true

require_relative "support"
require "objspace"
require "timeout"

# Texts that change, code that runs meanwhile, the GC, other threads, Ractors.
class DocumentHostileTest < Minitest::Test
  include DocumentSupport

  def records(count)
    "[#{Array.new(count) { |i| %({"id": #{i}, "name": "name #{i}", "tags": [#{i}, "]}"]}) }.join(",\n")}]"
  end

  def test_a_fault_after_the_found_value_is_not_reported
    texts = { 500 => "[#{'[1],' * 1000} oops]", "k500" => "{#{Array.new(1000) { |i| "\"k#{i}\": [1]," }.join} oops}" }
    texts.each do |step, text|
      doc = Jacinth::Document.new(text)
      4.times { assert_equal ["[1]", true], [doc[step].raw, doc.exist?("/#{step}/0")] }
      2.times { assert_raises(Jacinth::ParserError) { doc.exist?("/none#{step}").inspect && doc.size } }
      assert_equal "[1]", doc[step].raw
    end
  end

  def test_keys_that_are_not_utf8_are_found
    text = "{\"\xFF/*\":{\"é\":[1]},\"*\":2}"
    doc = Jacinth::Document.new(text)
    found = doc["\xFF/*"]["é".b][0]

    assert_equal "/\xFF~1*/é/0".b, found.pointer.b
    assert_includes found.inspect, "Document number"
    assert_equal 1, doc.at(found.pointer).value
    assert_equal text.sub("1", "3"), doc.replace(found.pointer, 3).raw
    assert_equal text.sub("2", "3"), doc.replace(doc["*"].pointer, 3).raw
    ["/é".b, "/é".encode("UTF-16LE")].each do |pointer|
      assert_equal '{"é":2}', Jacinth::Document.new('{"é":1}').replace(pointer, 2).raw
    end
  end

  def test_a_later_change_of_the_text_does_not_change_the_document
    ["[1, 2, 3]", records(1000)].each do |text|
      text = +text
      doc = Jacinth::Document.new(text)
      first = doc[0].raw
      found = doc[0]
      text.replace("x" * text.bytesize)
      text.clear

      assert_equal first, found.raw
      assert_equal first, doc[0].raw
      refute_predicate text, :frozen?
    end
    text = records(10).freeze

    assert_same text, Jacinth::Document.new(text).send(:_source)
  end

  def test_a_change_of_a_result_does_not_change_the_document
    doc = Jacinth::Document.new(+'{"a": "b"}')
    doc.raw.replace("x" * 20)
    doc["a"].raw << "y"

    assert_equal '{"a": "b"}', doc.raw
    key = +"a"
    member = doc[key]
    key.replace("z")

    assert_equal "/a", member.pointer
  end

  def test_callbacks_can_change_the_text_and_read_the_document
    text = +records(200)
    doc = nil
    on_load = lambda do |value|
      text.clear
      GC.start if value == 7
      doc[150]["id"].raw if doc && value == 3
      value
    end
    doc = Jacinth::Document.new(text, on_load: on_load)
    assert_equal 200, doc.value.size
    assert_equal((0...200).to_a, doc.values_at("/*/id")[0])
    doc.each do |element|
      GC.compact if compaction? && element["id"].value == 100
      break if element["id"].value == 150
    end
    assert_raises(RuntimeError) { Jacinth::Document.new("[1]", on_load: ->(_) { raise "no" })[0].value }
    assert_equal 1, Jacinth::Document.new("[[1]]")[0][0].value
  end

  def test_a_callback_can_change_the_text_of_at
    ["", "x" * 10_000].each do |rest|
      text = %({"a": [1, 2, 3], "b": "#{rest}"})
      assert_equal [1, 2, 3], Jacinth.at(text, "/a", on_load: ->(value) { text.replace("[") && value })
    end
  end

  def test_documents_are_read_under_gc_stress
    text = records(30)
    with_gc_stress do
      doc = Jacinth::Document.new(text)

      assert_equal "name 29", doc[-1]["name"].value
      assert_equal [[*0..29]], doc.values_at("/*/id")
      assert_equal [{ "id" => 0 }, { "id" => 1 }], Jacinth.parse(text, only: ["/*/id"]).first(2)
      assert_equal %w[id name tags], doc[3].keys
    end
  end

  def test_documents_are_read_while_objects_move
    docs = Array.new(50) { |i| Jacinth::Document.new(%({"some key": [#{i}, "text"]})) }
    members = docs.map { |doc| doc["some key"] }
    compact!
    members.each_with_index do |member, i|
      assert_equal [i, "text"], member.value
      assert_equal "/some key", member.pointer
    end
    with_auto_compaction do
      text = records(50)
      doc = Jacinth::Document.new(text)
      5.times { doc.each { |element| element["tags"][1].value } }

      assert_equal 49, doc[-1]["id"].value
    end
  end

  def test_the_memory_of_an_index_is_reported_and_small
    text = records(20_000)
    doc = Jacinth::Document.new(text)
    size = -> { ObjectSpace.reachable_objects_from(doc).sum { |o| o.is_a?(String) ? 0 : ObjectSpace.memsize_of(o) } }
    before = size.call
    3.times { doc[19_999] }
    grown = size.call - before

    assert_operator grown, :>, 5_000
    assert_operator grown, :<, text.bytesize / 20
  end

  def test_a_shareable_document_is_read_in_other_ractors
    doc = Ractor.make_shareable(Jacinth::Document.new(records(2000)))

    assert Ractor.shareable?(doc)
    assert_equal 1999, doc[-1]["id"].value
    ruby!(<<~RUBY)
      require "jacinth"
      Warning[:experimental] = false
      doc = Ractor.make_shareable(Jacinth::Document.new("[" + Array.new(2000) { |i| "{\\"id\\": \#{i}}" }.join(",") + "]"))
      ractors = Array.new(3) { Ractor.new(doc) { |d| 5.times.map { d[1999]["id"].value + d.size } } }
      take = ractors[0].respond_to?(:value) ? :value : :take
      exit(ractors.all? { |r| r.public_send(take) == [3999] * 5 })
    RUBY
    refute Ractor.shareable?(Jacinth::Document.new("[1]").freeze)
  end

  def test_an_allocated_document_raises
    doc = Jacinth::Document.allocate
    %i[value raw type size keys parent].each { |name| assert_raises(ArgumentError) { doc.public_send(name) } }
    assert_raises(ArgumentError) { doc["a"] }
    assert_raises(ArgumentError) { doc.dup["a"] }
    assert_raises(ArgumentError) { Jacinth::Document.new("[1]").send(:initialize, "[2]") }
  end

  def test_a_copied_document_has_its_value_and_parent
    doc = Jacinth::Document.new('{"a": [1, {"b": 2}]}')
    inner = doc["a"][1]
    [inner.dup, inner.clone, inner.clone(freeze: true)].each do |copy|
      assert_equal [{ "b" => 2 }, inner.parent.value, 2], [copy.value, copy.parent.value, copy["b"].value]
    end
    assert_predicate inner.clone(freeze: true), :frozen?
    assert_raises(ArgumentError) { doc.send(:initialize_copy, inner) }
    assert_raises(TypeError) { Jacinth::Document.allocate.send(:initialize_copy, 1) }
  end

  def test_a_copy_counts_the_levels_around_it
    doc = Jacinth::Document.new("[[[1]]]", max_nesting: 2)
    [doc[0], doc[0].dup, doc[0].clone].each do |copy|
      assert_raises(Jacinth::NestingError) { copy[0][0] }
      assert_raises(Jacinth::NestingError) { copy.value }
    end
  end

  # The object that keeps the text was an Object to ObjectSpace, and its copy
  # ended the process at the next collection.
  def test_copies_of_internal_objects_do_no_harm
    text = ruby!(<<~RUBY)
      require "jacinth"
      doc = Jacinth::Document.new("[1]")
      copies = ObjectSpace.each_object(Object).select { |object| object.instance_of?(Object) && object != ENV }.map(&:dup)
      2.times { GC.start }
      print copies.empty? ? nil : doc.value, Jacinth::Document.new("[2]").value
    RUBY

    assert_equal "[1][2]", text
  end

  # A to_str that returns a second time, with a longer text, when all pointers
  # are compiled; and one that empties every Array that it finds.
  def test_a_hostile_to_str_of_a_pointer_does_no_harm
    text = ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth"
      require "continuation"
      pointer = Object.new
      saved, long, returns = nil, false, 0
      pointer.define_singleton_method(:to_str) do
        callcc { |c| saved ||= c }
        long ? "/b" * 200 : "/b"
      end
      document = Jacinth::Document.new('{"b":1}')
      p document.values_at("/b", pointer, "/b")
      GC.start
      long = true
      saved.call if (returns += 1) < 3
      thief = Object.new
      thief.define_singleton_method(:to_str) do
        ObjectSpace.each_object(Array) { |array| array.clear if "/stolen".eql?(array[0]) && !array.frozen? }
        "/b"
      end
      p document.values_at("/stolen", thief, "/b"), Jacinth.parse('{"b":1}', only: ["/stolen", thief, "/b"])
    RUBY

    assert_equal "[1, 1, 1]\n[1, nil, 1]\n[1, nil, 1]\n[nil, 1, 1]\n{\"b\"=>1}\n", text.gsub('"b" => 1', '"b"=>1')
  end

  # Callbacks find neither the values nor the members of what calls them.
  def test_object_space_finds_no_internal_object_of_a_call
    text = ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth"
      steal = lambda do |value|
        ObjectSpace.each_object(Array) { |array| array.clear if 77.equal?(array[0]) || Array === array[0] && 77.equal?(array[0][0]) }
        ObjectSpace.each_object(Hash) { |hash| hash.transform_values! { 1 << 40 } if !hash.compare_by_identity? && !hash.frozen? && hash.key?("stolen") && !77.equal?(hash["stolen"]) }
        value
      end
      document = Jacinth::Document.new('{"stolen":[77],"a":[77,2]}', on_load: steal)
      puts document.values_at("/stolen/0", "/*/0", "/a/*").inspect
      p document.each { steal.call(0) }.keys
      p Jacinth::Document.new('{"stolen":77}').each { steal.call(0) }["stolen"].value
    RUBY

    assert_equal "[77, [77, 77], [77, 2]]\n[\"stolen\", \"a\"]\n77\n", text
  end

  def test_random_bytes_are_read_or_raise
    random = seeded
    scaled(3000).times do
      text = Array.new(random.rand(80)) { "{}[]\",:\\01a \n".getbyte(random.rand(13)) }.pack("C*")
      begin
        rebuild(Jacinth::Document.new(text))
        Jacinth.parse(text, only: ["/*/*", "/0/a", "/a"])
      rescue Jacinth::ParserError
        next
      end
    end
  end
end
