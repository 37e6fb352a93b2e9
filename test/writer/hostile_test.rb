# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/resident"
require "stringio"
require "timeout"

# Writers in the hands of IOs, objects, threads and collectors that misbehave.
class WriterHostileTest < Minitest::Test
  Writer = Jacinth::Writer

  Calls = Struct.new(:block) { def to_json(*) = block.call.to_s }

  def io(&block)
    Object.new.tap { |made| made.define_singleton_method(:write, &block) }
  end

  def test_containers_of_a_left_block_stay_open
    writer = Writer.new
    assert_raises(KeyError) { writer.array { writer.object { writer.pair("a", 1) && raise(KeyError) } } }
    catch(:out) { writer.key("b").array { throw :out } }
    writer.value(1).array { break }

    assert_equal ['[{"a":1,"b":[1,[', 4], [writer.to_s, writer.depth]
    writer.end until writer.depth == 0

    assert_equal '[{"a":1,"b":[1,[]]}]', writer.close
  end

  def test_a_failed_value_can_be_replaced
    writer = Writer.new.object
    [-> { raise KeyError }, -> { throw :out }, -> { Jacinth.generate(Float::NAN) }, -> { 1 / 0 }].each do |fault|
      catch(:out) { writer.pair("k", [1, "é", { "x" => Calls.new(fault) }]) rescue nil } # rubocop:disable Style/RescueModifier
    end

    assert_equal "{", writer.to_s
    text = writer.pair("k", 1).end.close
    assert_equal ['{"k":1}', true], [text, text.ascii_only?]
  end

  def test_unsafe_integers_raise_or_become_strings
    assert_equal '["1152921504606846976",3]', Writer.new(safe_integers: :string).array.value(2**60).value(3).end.close
    writer = Writer.new(safe_integers: :raise).object
    assert_raises(Jacinth::GeneratorError) { writer.pair("a", 2**60) }

    assert_equal '{"a":1}', writer.pair("a", 1).end.close
  end

  # A part of the value is in the IO already.
  def test_a_document_cut_off_by_an_exception_cannot_be_continued
    out = StringIO.new
    writer = Writer.new(out, chunk_size: 100)
    writer.array
    assert_raises(KeyError) { writer.value(["x" * 1_000_000, Calls.new(-> { raise KeyError })]) }
    assert_match(/cut off/, assert_raises(IOError) { writer.value(1) }.message)
    assert_raises(IOError) { writer.close }
    refute_empty out.string
  end

  def test_a_failed_write_cuts_the_document_off
    [io { |_| raise "full" }, io { |text| text.bytesize / 2 }, io { |_| throw :out }].each do |failing|
      writer = Writer.new(failing, chunk_size: 10).array
      catch(:out) { assert_raises(RuntimeError, IOError) { 10.times { writer.value("123456789") } } }
      assert_raises(IOError) { writer.value(1) }
      assert_raises(IOError) { writer.flush }
    end
    closed = StringIO.new.tap(&:close)
    assert_raises(IOError) { Writer.new(closed).value(1).close }
  end

  def test_calls_within_a_call_raise
    writer = nil
    refused = []
    used = lambda do
      [-> { writer.value(1) }, -> { writer.flush }, -> { writer.close }, -> { writer.array }, -> { writer.to_s }].each do |call|
        refused << assert_raises(ThreadError) { call.call }
      end
      "0"
    end
    writer = Writer.new
    writer.array.value(Calls.new(used))

    assert_equal "[0]", writer.end.close
    out = +""
    writer = Writer.new(io { |text| out << text and used.call }, chunk_size: 4)
    writer.array { 3.times { writer << "abcdef" } }.close

    assert_equal '["abcdef","abcdef","abcdef"]', out
    assert_match(/in use/, refused[0].message)
  end

  def test_calls_of_other_threads_and_fibers_raise
    writer = Writer.new.array
    gate = Queue.new
    thread = Thread.new { writer.value(Calls.new(-> { gate.pop })) }
    Thread.pass until thread.stop?
    assert_raises(ThreadError) { writer.value(1) }
    gate << 5
    thread.join
    fiber = Fiber.new { writer.value(Calls.new(-> { Fiber.yield })) }
    fiber.resume
    assert_raises(ThreadError) { writer.value(2) }
    fiber.resume("6")

    assert_equal "[5,6]", writer.end.close
    abandoned = Writer.new.array
    Fiber.new { abandoned.value(Calls.new(-> { Fiber.yield })) }.resume
    assert_raises(ThreadError) { abandoned.value(2) }
  end

  def test_a_writer_continues_after_a_killed_thread
    writer = Writer.new.array.value(1)
    thread = Thread.new { writer.value([2, Calls.new(-> { sleep })]) }
    Thread.pass until thread.stop?
    thread.kill.join

    assert_equal "[1,3]", writer.value(3).end.close
    assert_raises(Timeout::Error) { Timeout.timeout(0.05) { Writer.new(io(&:bytesize), enumerators: :array).value(1.step) } }
  end

  # Continuations return into a value that is written already.
  def test_a_second_return_into_a_value_does_no_harm
    ruby!(<<~RUBY)
      $VERBOSE = nil
      require "jacinth"
      require "continuation"
      times = 0
      kept = nil
      value = Object.new
      value.define_singleton_method(:to_json) { |*| callcc { |c| kept = c }; "1" }
      writer = Jacinth::Writer.new.array
      begin
        writer.value([value, "x" * 10])
        writer.value("after")
        times += 1
        kept.call if times < 3
        raise "went on"
      rescue RuntimeError => e
        raise unless e.message == "a continuation returned into a call that has gone on since"
      end
    RUBY
  end

  # A walk that still uses the writer's own memory detects it, too, with open containers
  # around the value; between writes the writer continues.
  def test_a_second_return_into_an_open_container_does_no_harm
    skip "AddressSanitizer takes what callcc does to the stack for an overflow" if ENV["JACINTH_SANITIZE"]

    text = ruby!(<<~'RUBY', args: ["-W0"])
      require "jacinth"
      require "continuation"
      [{}, { array_nl: "\n" }].product(%i[to_json to_s], %i[inside between closed]) do |options, method, moment|
        kept = nil
        calls = 0
        call = -> { kept.call if (calls += 1) == 1 }
        value, other = Object.new, Object.new
        value.define_singleton_method(method) { |*| callcc { |c| kept ||= c }; "1" }
        other.define_singleton_method(method) { |*| call.call if moment == :inside; "2" }
        writer = Jacinth::Writer.new(**options).array
        begin
          writer.value([[[value, [0]], 7], 8]).value([other])
          call.call if moment == :between
          writer.end
          text = writer.close
          call.call if moment == :closed
        rescue RuntimeError => e
          raise unless e.message == "a continuation returned into a call that has gone on since"

          text = writer.value("x").end.close if moment == :between
          print text&.delete("\"\n ").inspect, ";"
        end
      end
    RUBY

    assert_equal 'nil;"[[[[1,[0]],7],8],[2],x]";"[[[[1,[0]],7],8],[2]]";' * 4, text
  end

  # A key whose text is read outside of a write: for the path, by itself or in an error.
  def key_that_calls(calls)
    Object.new.tap do |key|
      key.define_singleton_method(:to_s) do
        calls.shift&.call
        "k"
      end
    end
  end

  def test_a_key_can_end_the_open_containers
    calls = []
    writer = Writer.new.object.object(key_that_calls(calls))
    30.times { |i| writer.object("a key of many bytes, number #{i}" * 2) }
    calls << lambda do
      31.times { writer.end }
      GC.start
      Array.new(10_000) { |i| "other #{i}" }
    end

    assert_equal "$.k", writer.path
    assert_equal 1, writer.depth
  end

  def test_a_key_can_open_containers
    calls = []
    writer = Writer.new(max_nesting: 0).object.object(key_that_calls(calls)).key("y")
    calls << -> { writer.value(1).array("z") && 2000.times { writer.array } }
    error = assert_raises(Jacinth::GeneratorError) { writer.key("b") }

    assert_equal 'expected a value for the key "y" of the object that is open at $.k, got a key', error.message
    assert_equal 2003, writer.depth
  end

  def test_a_writer_that_is_initialized_again_keeps_its_target
    [+"", StringIO.new].each do |target|
      writer = Writer.new(target)
      assert_raises(TypeError) { writer.send(:initialize) }
      assert_raises(TypeError) { writer.send(:initialize, StringIO.new, indent: " ") }

      assert_same target, writer.array { writer << [1] }.close
      assert_equal "[[1]]", target.is_a?(String) ? target : target.string
    end
  end

  def test_allocated_copied_and_frozen_writers_raise
    assert_raises(TypeError) { Writer.allocate.value(1) }
    assert_raises(TypeError) { Writer.allocate.to_s }
    assert_raises(TypeError) { Writer.new.dup }
    assert_raises(TypeError) { Writer.new.clone }
    assert_raises(TypeError) { Writer.new.send(:initialize) }
    assert_raises(TypeError) { Marshal.dump(Writer.new) }
    frozen = Writer.new.array.freeze
    [-> { frozen.value(1) }, -> { frozen.end }, -> { frozen.close }].each { |call| assert_raises(FrozenError) { call.call } }
    assert_equal 0, Writer.allocate.depth
    assert_kind_of String, Writer.allocate.inspect
  end

  # The key that is kept for comparisons and paths is the written text.
  def test_keys_and_values_can_change_after_they_were_written
    key = +"a"
    hash = {}.compare_by_identity.tap { |made| made[key] = 1 }
    writer = Writer.new.array
    20.times do |i|
      writer.value(hash).object { |w| w.pair(key, hash) }
      key.replace("k#{i}")
    end
    wanted = ["a", *Array.new(19) { |i| "k#{i}" }].flat_map { |k| [{ k => 1 }, { k => { k => 1 } }] }

    assert_equal wanted, Jacinth.parse(writer.end.close)
  end

  # Keys whose bytes are copied from where they were written before.
  def test_keys_are_written_after_failed_values
    records = Array.new(30) { |i| 12.times.to_h { |k| ["key#{k}", i] } }
    bad = records[0].merge("fresh" => 1, "bad" => Float::NAN)
    out = StringIO.new
    [Writer.new, Writer.new(out, chunk_size: 700)].each do |writer|
      writer.array
      records.each_with_index do |record, i|
        writer.value(record)
        assert_raises(Jacinth::GeneratorError) { writer.value(bad) } if i % 3 == 0
        writer.flush if i % 5 == 0
        writer.value({ "fresh" => i }) if i % 4 == 0
      end
      text = writer.end.close
      text = text.string if text.equal?(out)

      assert_equal records.each_with_index.flat_map { |record, i| i % 4 == 0 ? [record, { "fresh" => i }] : [record] }, Jacinth.parse(text)
    end
  end

  def exercise
    out = StringIO.new
    state = Jacinth::State.new(sort_keys: ->(hash) { hash.to_a.reverse.to_h }, indent: " ", object_nl: "\n")
    writer = Writer.new(out, state, chunk_size: 200)
    writer.object do
      5.times do |i|
        writer.array("key #{i}") { writer << { "a#{i}" => "x#{i}", b: ["y" * i] } << Calls.new(-> { Jacinth.generate(["n#{i}"]) }) }
        writer.pair(:"s#{i}", "v#{i}" * 20)
      end
    end
    writer.close.string
  end

  def test_documents_are_written_under_stress_and_compaction
    expected = exercise
    assert_equal(expected, with_gc_stress { exercise })
    assert_equal([expected], results_while_objects_move { exercise }.uniq)
  end

  # Written in one Ractor, with the options of another.
  def test_ractors_write_with_shared_options
    skip "no Ractors" unless defined?(Ractor)
    assert_equal "[[{\"a\":[1,null]}],1]\n" * 3, ractors!(<<~RUBY)
      require "jacinth"
      state = Ractor.make_shareable(Jacinth::State.new)
      made = Array.new(3) do
        Ractor.new(state) do |options|
          writer = Jacinth::Writer.new(nil, options)
          writer.array { 500.times { |i| writer.object { |w| w.pair("k\#{i}", i) } } }.close
          Jacinth::Writer.new(nil, options).array { |w| w.array { w << { "a" => [1, nil] } }.value(1) }.close
        end
      end
      made.each { |ractor| puts ractor.value }
    RUBY
    # From Ruby 4.0 on, the objects of the backend in plain Ruby can be frozen.
    freezable = Jacinth.build_info[:backend] == "portable" && RUBY_VERSION >= "4.0"
    assert_raises(Ractor::Error) { Ractor.make_shareable(Writer.new) } unless freezable
  end

  # Initializing copies the options, and allocates afterwards.
  def test_a_collection_while_a_writer_is_made_does_no_harm
    with_auto_compaction do
      writers = Array.new(2) do |i|
        GC.stress = true
        Writer.new(indent: "-#{i}-", array_nl: "\n#{i}", width: i.odd? ? 40 : nil)
      ensure
        GC.stress = false
      end
      compact!
      writers.each_with_index do |writer, i|
        writer.array { writer << ["x" * 50] }
        assert_includes writer.close, "-#{i}-"
      end
    end
  end

  def test_memory_does_not_grow_with_the_document
    reason = Resident.unknown and skip(reason)
    kib = ruby!(<<~RUBY)
      require "jacinth"
      def resident = File.binread("/proc/self/status")[/VmRSS:\\s+(\\d+)/, 1].to_i
      record = { "id" => 1, "name" => "x" * 100 }
      write = ->(n) { Jacinth::Writer.open(File::NULL, format: :ndjson) { |w| n.times { w << record } } }
      write.call(600_000)
      before = resident
      write.call(1_200_000)
      puts resident - before
    RUBY

    # The text of these lines is 150 MB.
    assert_operator Integer(kib), :<, 32_768
  end
end
