# frozen_string_literal: true

require_relative "../test_helper"

# Long documents let signals, other threads and exceptions from outside in
# (parse/interrupts.h, jac_walk_stop). Another process sends signals all the time:
# a handler that runs before the call is over has interrupted it.
class InterruptsTest < Minitest::Test
  SENDER = File.expand_path("../support/signal_sender", __dir__)
  SETUP = <<~'RUBY'
    require "jacinth"
    require "timeout"
    # Ruby can lose a constant for good if a handler raises while autoload reads its file.
    Jacinth.const_get(:Autoloads).load_all
    trap("USR1", "IGNORE")
    Stop = Class.new(StandardError)

    # Started before the documents are made, because a fork of a large process takes long.
    SignalSender.start(0.0005)

    # Runs the block under signals; the handler is called once for each, but not
    # without end: Ruby counts the signals that come while a handler runs, and a
    # slow one would never be done. How many came before the block's end, and
    # what the block gave or raised.
    def under_signals(handler, prepare = nil)
      started = inside = false
      seen = 0
      trap("USR1") do
        started = true
        next unless inside && seen < 60
        seen += 1
        begin
          handler&.call(seen)
        rescue Stop
          inside = false # once is enough
          raise
        end
      end
      sleep 0.001 until started
      begin
        prepare&.call
        inside = true
        result = yield
      rescue Stop, RuntimeError => e
        result = e
      end
      inside = false
      [seen, result]
    ensure
      inside = false
      trap("USR1", "IGNORE")
    end

    # Tries until a signal came during the call, but only so many times.
    def interrupted(handler = nil, prepare = nil, &block)
      400.times do
        seen, result = under_signals(handler, prepare, &block)
        return result if seen > 0
      end
      abort "nothing interrupted it"
    end

    N = 60_000
    DOCUMENTS = {
      "empty arrays" => ["[#{'[],' * N}1]", -> { Array.new(N) { [] } << 1 }],
      "rows" => ["[#{'[1.25,2],' * N}3]", -> { Array.new(N) { [1.25, 2] } << 3 }],
      "floats" => ["[#{'1.25,' * (4 * N)}3]", -> { Array.new(4 * N, 1.25) << 3 }],
      "integers" => ["[#{'17,' * (8 * N)}3]", -> { Array.new(8 * N, 17) << 3 }],
      "objects" => ["[#{'{"a":1,"b":[true]},' * N}null]", -> { Array.new(N) { { "a" => 1, "b" => [true] } } << nil }],
      "members" => ["{#{(0...N).map { |i| "\"#{i}\":#{i}" }.join(',')}}", -> { (0...N).to_h { |i| [i.to_s, i] } }],
      "nested" => ["[" * N + "1" + "]" * N, -> { value = 1; N.times { value = [value] }; value }],
      "text" => ["\"#{'é' * (40 * N)}\"", -> { "é" * (40 * N) }],
      "escapes" => ["\"#{'a\\n\\u00e9' * (10 * N)}\"", -> { "a\né" * (10 * N) }],
      "pretty" => ["[#{"\n  {\n    \"a\": 1\n  }," * N}\n 2]", -> { Array.new(N) { { "a" => 1 } } << 2 }]
    }.freeze

    def same(name, got, expected)
      if name == "nested" # == would recurse
        until got == 1
          abort name unless got.class == Array && got.size == 1
          got = got[0]
        end
      else
        got == expected or abort "#{name}: another value"
      end
    end
  RUBY

  def check(code)
    skip "signals between processes" if WINDOWS
    assert_equal "ok\n", ruby!("require #{SENDER.dump}\n#{SETUP}#{code}\nputs 'ok'")
  end

  def test_a_handler_runs_during_the_parse_of_every_kind_of_document
    check(<<~RUBY)
      DOCUMENTS.each do |name, (text, expected)|
        same(name, interrupted { Jacinth.parse(text, max_nesting: 0) }, expected.call)
      end
    RUBY
  end

  SAMPLE = '[[1,2],[6270],[1.5,-2],[ 3 ],12345678,1,2,3,0.25,"a",{"k":[5],"l":{}},[],[[[7]]],{"k":1,"n":null},' \
           "\n  {\n    \"k\": [\n      1,\n      \"\\u00e9\"\n    ]\n  } , true , 1e3 , [8,\"b\",9] , 10]"

  # An interrupt check is due at each byte of the sample in turn.
  def test_an_interrupt_check_at_each_byte_changes_nothing
    value = Jacinth.parse(SAMPLE)
    (0..(SAMPLE.bytesize + 12)).each do |shift|
      text = "[\"#{'x' * (262_144 + 4 - shift)}\",#{SAMPLE},#{SAMPLE}]"
      parser = Jacinth::ResumableParser.new
      parser << text
      parser.parse

      assert_equal [value, value], Jacinth.parse(text)[1..], shift
      assert_equal [value, value], parser.value[1..], shift
      assert_equal [value, value], Jacinth.parse(text, on_load: ->(v) { v })[1..], shift
    end
  end

  # In a line that is read at once, and in one that is read in chunks.
  def test_a_parser_error_of_a_handler_is_not_one_of_the_text
    check(<<~RUBY)
      text = DOCUMENTS.fetch("rows")[0]
      Late = Class.new(Jacinth::ParserError)
      fail = { "late" => -> { raise Late }, "inner" => -> { Jacinth.parse("[oops]") }, "bytes" => -> { raise EncodingError } }
      sources = [[text + "\n"], [text[0, 3], text[3..] + "\n"]]
      fail.to_a.product(sources, [{}, { format: :lines }, { at: "/0" }]).each do |(name, handler), source, options|
        interrupted(->(seen) { handler.call if seen == 1 }) { Jacinth.each(source, on_error: :skip, **options) { nil } }
        abort [name, source.size, options].inspect
      rescue Jacinth::ParserError, EncodingError
        nil
      end
    RUBY
  end

  # The second search in a container builds an index of it, or none if a later part of the text is invalid.
  def test_a_parser_error_of_a_handler_is_raised_while_an_index_is_built
    check(<<~'RUBY')
      texts = ["[#{'[1.25,2],' * (6 * N)}3]", "{#{Array.new(6 * N) { |i| "\"#{i}\":[1.25,2]" }.join(',')}}"]
      texts.product([*1..5]) do |text, turn|
        document = nil
        prepare = -> { (document = Jacinth::Document.new(text)).at("/1000") }
        interrupted(->(seen) { raise Jacinth::ParserError if seen == 1 }, prepare) { document.at("/1000") }
        abort "#{text[0]}: not raised in turn #{turn}"
      rescue Jacinth::ParserError
        document.at("/1000").raw == "[1.25,2]" or abort text[0]
      end
    RUBY
  end

  # Methods that write a value and rescue the errors about it.
  def test_a_generator_error_of_a_handler_is_not_one_of_the_value
    check(<<~'RUBY')
      require "jacinth/serializer"
      value = Array.new(N) { [1.25, "a"] }
      texts = Array.new(N) { [1.25, :a] }
      plan = Jacinth.const_get(:SerializerAdapter)::Plan.new(Object, nil)
      CALLS = {
        "patch" => -> { Jacinth.patch(value, [{ "op" => "test", "path" => "", "value" => texts }]) },
        "convert" => -> { Jacinth::Type[[[Object]]].convert(value) },
        "serializer" => -> { plan.text(value) or abort "the plan has failed" }
      }
      CALLS.to_a.product([*1..5]) do |(name, call), _|
        interrupted(->(seen) { raise Jacinth::GeneratorError, "late" if seen == 1 }, &call)
        abort "#{name}: not raised"
      rescue Jacinth::GeneratorError => e
        e.message == "late" or abort "#{name}: #{e.message}"
      end
    RUBY
  end

  # As an error that a signal handler raises, one of a to_str must propagate.
  def test_an_error_of_a_to_str_is_not_one_of_the_text
    [Jacinth::ParserError, Jacinth::LimitError, EncodingError].product([{}, { json5: true }, { invalid: :replace }]) do |error, options|
      source = Class.new { define_method(:to_str) { raise error, "of to_str" } }.new
      calls = [-> { Jacinth.valid?(source, **options) }, -> { Jacinth.parse(source, **options) },
               -> { Jacinth.at(source, "/a", **options) }, -> { Jacinth::Document.new(source, **options) }]
      unless options[:json5]
        reads = Class.new { define_method(:read) { |*| raise error, "of to_str" } }.new
        sources = [[source], source, Enumerator.new { raise error, "of to_str" }, reads]
        calls += sources.product([:skip, ->(*) {}]).map do |from, on_error|
          -> { Jacinth.each(from, on_error: on_error, **options) { nil } }
        end
      end
      calls.each { |call| assert_equal "of to_str", assert_raises(error, &call).message }
    end
  end

  def test_a_handler_can_change_the_source
    check(<<~RUBY)
      DOCUMENTS.each do |name, (text, expected)|
        source = nil
        change = ->(n) { n.odd? ? source.replace("x" * source.bytesize) : source.clear }
        got = interrupted(change, -> { source = +"" << text }) { Jacinth.parse(source, max_nesting: 0) }
        same(name, got, expected.call)
      end
    RUBY
  end

  def test_a_handler_can_parse_collect_and_compact
    check(<<~RUBY)
      other = '{"a":[1,{"b":"c"}],"d":2.5}'
      handler = lambda do |n|
        Jacinth.parse(other) == { "a" => [1, { "b" => "c" }], "d" => 2.5 } or abort "inner"
        next if n % 20 != 1
        #{compaction?} && (n % 40 == 1) ? GC.compact : GC.start
      end
      %w[rows objects members escapes].each do |name|
        text, expected = DOCUMENTS.fetch(name)
        same(name, interrupted(handler) { Jacinth.parse(text) }, expected.call)
      end
    RUBY
  end

  def test_an_exception_ends_the_parse_and_nothing_else
    check(<<~'RUBY')
      text, expected = DOCUMENTS.fetch("objects")
      stop = ->(_) { raise Stop }
      5.times { interrupted(stop) { Jacinth.parse(text) }.is_a?(Stop) or abort "not stopped" }
      GC.start
      before = ObjectSpace.count_objects[:T_DATA]
      30.times { interrupted(stop) { Jacinth.parse(text) } }
      GC.start
      after = ObjectSpace.count_objects[:T_DATA]
      after <= before + 20 or abort "#{after - before} sessions"
      same("objects", Jacinth.parse(text), expected.call)
    RUBY
  end

  def test_timeout_raise_and_kill_end_the_parse
    check(<<~'RUBY')
      text, expected = DOCUMENTS.fetch("objects")
      long = "[#{([text[1..-2]] * 20).join(',')}]"
      begin
        Timeout.timeout(0.02) { loop { Jacinth.parse(long) } }
      rescue Timeout::Error
      end
      ended = []
      ready = Queue.new
      threads = Array.new(4) { Thread.new { begin; ready << 1; loop { Jacinth.parse(long) }; ensure; ended << true; end } }
      threads.each { |thread| thread.report_on_exception = false }
      4.times { ready.pop }
      sleep 0.05
      threads[0, 2].each { |thread| thread.raise(Stop) }
      threads[2, 2].each(&:kill)
      threads.each { |thread| thread.join rescue nil }
      ended.size == 4 or abort "#{ended.size} ended"
      same("objects", Jacinth.parse(text), expected.call)
    RUBY
  end

  # A String is one chunk of a stream. Ruby code runs only before and after the document.
  def test_a_handler_runs_while_a_stream_checks_a_document
    check(<<~'RUBY')
      $within = false
      events = Class.new { def start_document = $within = true; def end_document = $within = false }.new
      DOCUMENTS.slice("integers", "rows", "members", "pretty").each do |name, (text, _)|
        seen = nil
        handler = ->(_) { (seen = true; raise Stop) if $within && caller.grep(/_document/).empty? }
        400.times do
          _, got = under_signals(handler) { Jacinth.events(text, events, max_nesting: 0) }
          seen == got.is_a?(Stop) || (seen.nil? && got.equal?(events)) or abort "#{name}: #{got.inspect}"
          break if seen
          $within = false
        end
        seen or abort "#{name}: nothing interrupted it"
        $within = false
      end
    RUBY
  end

  # The parser continues at the position where it was stopped.
  def test_a_stopped_resumable_parser_continues
    check(<<~'RUBY')
      DOCUMENTS.each do |name, (text, expected)|
        parser = Jacinth::ResumableParser.new(max_nesting: 0)
        parser << text
        stops = 0
        stop = ->(n) { n == 1 ? raise(Stop) : nil }
        12.times do
          begin
            _, got = under_signals(stop, nil) { parser.parse }
          end
          break if parser.value? # or else the signal came too late
          got.is_a?(Stop) or abort "#{name}: #{got.inspect}"
          stops += 1
        end
        until parser.value?
          parser.parse or abort "#{name}: not complete after #{stops} stops"
        end
        same(name, parser.value, expected.call)
      end
    RUBY
  end

  def test_a_resumable_parser_refuses_calls_of_a_handler
    check(<<~RUBY)
      text, expected = DOCUMENTS.fetch("rows")
      refused = 0
      parser = nil
      meddle = lambda do |_|
        begin
          parser.value? # before the parse began, or after it
          next
        rescue ArgumentError
          refused += 1
        end
        [-> { parser << "1" }, -> { parser.parse }, -> { parser.clear }, -> { parser.value }].each do |call|
          call.call
          abort "not refused"
        rescue ArgumentError
          refused += 1
        end
        parser.rest && parser.parsed_bytes && parser.eos?
      end
      prepare = -> { parser = Jacinth::ResumableParser.new; parser << text }
      interrupted(meddle, prepare) { parser.parse }
      refused > 0 or abort "never asked"
      same("rows", parser.value, expected.call)
    RUBY
  end

  def test_a_second_return_into_a_handler_raises
    check(<<~RUBY)
      $VERBOSE = nil
      require "continuation"
      text, expected = DOCUMENTS.fetch("objects")
      saved = nil
      handler = ->(n) { callcc { |c| saved ||= c } if n == 1 }
      returned = 0
      ended = interrupted(handler) { Jacinth.parse(text) }
      returned += 1
      if returned == 1
        2.times { Jacinth.parse('[{"a":[1,[2]]}]') }
        saved&.call
      end
      same("objects", ended, expected.call) unless ended.is_a?(RuntimeError)
      same("objects", Jacinth.parse(text), expected.call)
    RUBY
  end

  def test_a_handler_runs_during_generate
    check(<<~'RUBY')
      DOCUMENTS.each do |name, (_, value)|
        value = value.call
        text = Jacinth.generate(value, max_nesting: 0)
        got = interrupted { Jacinth.generate(value, max_nesting: 0) }
        got == text or abort "#{name}: another text"
        next if name == "nested"
        pretty = Jacinth.pretty_generate(value)
        got = interrupted { Jacinth.pretty_generate(value) }
        got == pretty or abort "#{name}: another pretty text"
      end
    RUBY
  end

  TYPES = <<~'RUBY'
    T = Jacinth::Type
    Row = Struct.new(:a, :b)
    Bag = Struct.new(:a, :rest)
    Node = Struct.new(:a, :of)
    TYPES = {
      "any" => [Object, ->(i) { [1, i % 9, 3] }],
      "member" => [{ a: Object }, ->(i) { { a: [i % 9] } }],
      "enum" => [T.enum(100_001, true), ->(i) { i.odd? ? 100_001 : true }],
      "struct" => [T.of(Row, a: Integer, b: String), ->(i) { Row.new(i % 9, "xx") }],
      "collector" => [T.of(Bag, a: Integer, rest: Hash).with(unknown: :rest), ->(i) { Bag.new(i % 9, { "x" => 1 }) }],
      "hash" => [T.hash(Integer), ->(i) { { "some" => i % 9, "more" => 7 } }]
    }.to_h { |name, (type, make)| [name, [T[[type]], Array.new(250_000, &make)]] }
    TYPES["one value"] = [T.any, TYPES["any"][1]]
    TYPES["one hash"] = [T.hash({ a: Integer }), (0...150_000).to_h { |i| ["key #{i}", { a: 1 }] }]
    TYPES["a chain"] = [T.recursive { |type| T.of(Node, a: String, of: T.optional(type)) },
                        (0...30_000).inject(nil) { |of, _| Node.new("x" * 80, of) }]

    # Stops the block before its end, at which it sets `over`.
    def stopped(name)
      100.times do
        over = false
        result = interrupted(->(_) { raise Stop }) { yield(-> { over = true }) }
        return if result.is_a?(Stop) && !over
      end
      abort "#{name} was not stopped"
    end
  RUBY

  def test_a_handler_runs_during_load_and_dump_of_a_type
    check(<<~RUBY)
      #{TYPES}
      over = nil
      last = ->(value) { over&.call; value }
      TYPES.each do |name, (type, value)|
        type = T[{ value: type, last: T.scalar(load: last, dump: last) }]
        value = { value: value, last: 1 }
        text = interrupted { type.dump(value, max_nesting: 0) }
        text == type.dump(value, max_nesting: 0) or abort "\#{name}: another text"
        read = interrupted { type.load(text, max_nesting: 0) }
        type.dump(read, max_nesting: 0) == text or abort "\#{name}: another value"
        stopped("dump of \#{name}") { |at_end| (over = at_end) && type.dump(value, max_nesting: 0) }
        stopped("load of \#{name}") { |at_end| (over = at_end) && type.load(text, max_nesting: 0) }
      end
    RUBY
  end

  # Whatever a handler does to the objects, the text is JSON.
  def test_a_handler_can_change_the_objects_that_are_written
    check(<<~'RUBY')
      outer = inner = hash = text = nil
      change = lambda do |n|
        case n % 5
        when 0 then outer.clear
        when 1 then inner.replace([nil] * 3)
        when 2 then hash.clear
        when 3 then text.replace("x")
        else outer.push(*Array.new(1000) { [1] })
        end
        GC.start if n % 50 == 7
      end
      5.times do
        prepare = lambda do
          inner = Array.new(100_000) { |i| i.odd? ? "s#{i}" : 1.5 }
          hash = (0...20_000).to_h { |i| ["key#{i}", { "k" => [i] }] }
          text = "é\n" * 2_000_000
          outer = [inner, hash, text, [[1, 2.5]] * 50_000, hash, inner]
        end
        got = interrupted(change, prepare) { Jacinth.generate(outer) }
        got.valid_encoding? or abort "encoding"
        Jacinth.parse(got)
      end
    RUBY
  end

  # Keys are remembered by address: not across a handler.
  def test_a_handler_can_change_the_keys_that_are_written
    check(<<~'RUBY')
      keys = Array.new(20) { |i| +"key-#{i}" }
      rows = Array.new(8_000) { keys.each_with_object({}.compare_by_identity) { |key, row| row[key] = 1 } }
      change = ->(n) { keys.each_with_index { |key, i| key.replace("k#{n}-#{i}") } }
      got = interrupted(change) { Jacinth.generate(rows) }
      numbers = Jacinth.parse(got).flat_map { |row| row.keys.map { |key| key[/\Ak(?:ey)?(\d*)-\d+\z/, 1].to_i }.uniq }
      # a handler may come between two keys of one row, never back in time
      numbers == numbers.sort or abort "an old key"
    RUBY
  end

  def test_an_exception_ends_the_generating_and_nothing_else
    check(<<~RUBY)
      value = DOCUMENTS.fetch("objects")[1].call
      text = Jacinth.generate(value)
      stop = ->(_) { raise Stop }
      20.times { interrupted(stop) { Jacinth.generate(value) }.is_a?(Stop) or abort "not stopped" }
      Jacinth.generate(value) == text or abort "another text"
    RUBY
  end
end
