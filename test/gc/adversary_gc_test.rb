# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/compacting"

# Ruby checks all references itself, while the objects that are read and written live through
# collections, grows old among young objects, and is moved by another Ractor.
# `rake test:gc` runs each loop for a third of JACINTH_GC_SECONDS.
class AdversaryGcTest < Minitest::Test
  SECONDS = Float(ENV.fetch("JACINTH_GC_SECONDS", "2")) / 3 # there are three of them

  PROGRAM = <<~'RUBY'
    require "jacinth"
    require File.join(ENV.fetch("ROOT"), "tools/injection/operations")
    random = Random.new(Integer(ENV.fetch("SEED")))
    stop = Process.clock_gettime(Process::CLOCK_MONOTONIC) + Float(ENV.fetch("SECONDS"))
    right = lambda do |name, got, wanted|
      abort "#{name}: another result: #{got.inspect[0, 300]}" if got != wanted
    end
    BEFORE
    number = 0
    loop do
      SUBJECTS.shuffle(random: random).each do |subject|
        LOOP
        number += 1
        break if Process.clock_gettime(Process::CLOCK_MONOTONIC) > stop
      end
      break if Process.clock_gettime(Process::CLOCK_MONOTONIC) > stop
    end
    print "ok"
  RUBY

  def loops(body, before)
    program = PROGRAM.sub("LOOP") { body }.sub("BEFORE") { before }
    env = { "SECONDS" => SECONDS.to_s, "SEED" => JacinthHelpers::SEED.to_s, "ROOT" => Checkout::ROOT }

    assert_equal "ok", ruby!(program, env: env, args: ["-W0"]), seed_note
  end

  # Repeats the call, with its garbage.
  ONCE = <<~RUBY
    call, wanted = subject.ready.call(number)
    right.(subject.name, Operations.outcome(call), wanted)
  RUBY

  def test_references_are_sound_after_every_operation
    loops("#{ONCE}GC.verify_internal_consistency", "SUBJECTS = Operations::ALL")
  end

  # Every callback makes all objects old, and continues with new ones: this finds a
  # reference from old to young without a write barrier.
  AGEING = <<~'RUBY'
    Subject = Struct.new(:name, :ready)
    $turn = 0
    def age(value = nil)
      $turn += 1
      4.times { GC.start(full_mark: $turn % 3 == 0) } if $turn % 5 == 0
      GC.verify_internal_consistency if $turn % 41 == 0
      value
    end
    class Old
      def initialize(value) = @value = value
      def to_json(state = nil, *) = age(Jacinth.generate(@value, state))
      def to_s = age("key #{@value}")
    end
    class Table < Hash
      def []=(key, value)
        super(key, age(value))
      end
    end
    class List < Array
      def <<(value) = super(age(value))
    end
    class Sink < Operations::Sink
      def write(part) = age(super)
      def flush = self
    end
    class Handler < Operations::Handler
      def value(object) = age(super)
      def key(name) = age(super)
    end
    ROWS = lambda { |n| Operations.rows(n, 8) << { "big" => [2**80, 1e300, "text é" * 9], "deep" => [[[{ "k" => [] }]]] } }
    T = Jacinth::Type
    SCALAR = T.scalar(load: ->(v) { age([v]) }, dump: ->(v) { age(v[0]) })
    KEPT = Jacinth::ResumableParser.new(on_load: ->(v) { age(v) })
    CODER = Jacinth::Coder.new(on_load: ->(v) { age(v) }) { |object, _| age(object.to_s) }
    KINDS = {
      "parse" => ->(rows, text) { [Jacinth.parse(text, on_load: ->(v) { age(v) }), rows] },
      "parse, frozen" => ->(rows, text) { [Jacinth.parse(text, freeze: true, on_load: ->(v) { age(v) }), rows] },
      "classes" => ->(rows, text) { [Jacinth.parse(text, object_class: Table, array_class: List), rows] },
      "resumable" => lambda do |rows, text|
        text.scan(/.{1,30}/m) { |piece| KEPT << piece && KEPT.parse }
        [KEPT.value, rows]
      end,
      "partial" => lambda do |rows, text|
        parser = Jacinth::ResumableParser.new(on_load: ->(v) { age(v) })
        got = text[0..-2].scan(/.{1,90}/m).map { |piece| parser << piece; parser.parse; age(parser.partial_value) }.last
        [got, rows]
      end,
      "generate" => ->(rows, _) { [Jacinth.parse(Jacinth.generate([rows, Old.new(rows), { Old.new(1) => Old.new([rows]) }])), [rows, rows, { "key 1" => [rows] }]] },
      "dump" => ->(rows, text) { [Jacinth::State.new.generate(rows * 200, Sink.new).text, Jacinth.generate(rows * 200)] },
      "sort_keys" => ->(rows, _) { [Jacinth.parse(Jacinth.pretty_generate(rows, sort_keys: ->(h) { age(h.to_a.reverse.to_h) })), rows] },
      "coder" => ->(rows, text) { [CODER.load(CODER.dump([rows, Old.new(7)])), [rows, "key 7"]] },
      "types" => lambda do |rows, _|
        type = T[[{ a: SCALAR, b: T.hash(T.set(SCALAR)), c: T.of(Operations::Point, x: SCALAR, y: T.optional(SCALAR)) }]]
        value = rows.map { |row| { a: [row], b: { "k" => Set[[1], ["é"]] }, c: Operations::Point.new([row.to_a], nil) } }
        [type.load(type.dump(value)), value]
      end,
      "document" => lambda do |rows, text|
        document = Jacinth::Document.new(text, on_load: ->(v) { age(v) })
        [document.each.map { |row| age(row).each.to_h { |key, value| [key, age(value).value] } }, rows]
      end,
      "edited document" => ->(rows, text) { [Jacinth.parse(age(Jacinth::Document.new(text).add("/0", rows)).to_s), [rows, *rows]] },
      "at" => ->(rows, text) { [Jacinth.at(text, "/*/list", on_load: ->(v) { age(v) }), rows.map { |row| row["list"] }.compact] },
      "stream" => ->(rows, text) { [Jacinth.each(text.scan(/.{1,50}/m), at: "/*", on_load: ->(v) { age(v) }).map { |v| age(v) }, rows] },
      "events" => ->(rows, text) { [Jacinth.events(text, Handler.new).seen, Jacinth.events(text, Operations::Handler.new).seen] },
      "writer" => lambda do |rows, _|
        sink = Sink.new
        Jacinth::Writer.new(sink, chunk_size: 200).object { |w| rows.each_with_index { |row, i| w[age("k#{i}")] = [row, Old.new(row)] } }.close
        [Jacinth.parse(sink.text), rows.each_with_index.to_h { |row, i| ["k#{i}", [row, row]] }]
      end
    }
    SUBJECTS = KINDS.to_a
  RUBY

  def test_old_objects_can_refer_to_young_ones
    loops(<<~RUBY, AGEING)
      rows = ROWS.call(number)
      got, wanted = subject[1].call(rows, Jacinth.generate(rows))
      right.(subject[0], got, wanted)
      GC.verify_internal_consistency
    RUBY
  end

  # Other libraries' extensions take part (BigDecimal, StringIO), so that this is
  # not for each run: JACINTH_GC_RACTORS=1 rake test:gc.
  def test_operations_work_while_another_ractor_compacts
    skip "asked for by JACINTH_GC_RACTORS=1" unless ENV["JACINTH_GC_RACTORS"]
    skip "this Ruby does not move objects" unless compaction?
    skip "Ractors and compaction do not go together before Ruby 3.3" if RUBY_VERSION < "3.3"

    loops(ONCE, "SUBJECTS = Operations::ALL\n#{Compacting::RACTOR}")
  end
end
