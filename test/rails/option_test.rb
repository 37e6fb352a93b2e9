# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/redefinition"
require "active_support"
require "active_support/all"
require "jacinth/rails"
require "stringio"

# The option rails of the generator; parity_test.rb compares it with Active Support.
class RailsOptionTest < Minitest::Test
  T = Jacinth::Type
  PARIS = ActiveSupport::TimeZone["Paris"]
  SAMPLE = lambda do
    [Time.at(0.5).utc, PARIS.at(0), Date.new(2026, 1, 2), BigDecimal("1.50"), :a, "</b>", 1..2, Set[1], Float::NAN,
     { PARIS.at(0) => nil, at: Time.at(1).utc }]
  end
  Hook = Struct.new(:action) { def as_json(*) = action.call }
  # name => what writes a value
  WRITERS = {
    "generate" => ->(value) { Jacinth.generate(value, rails: true) },
    "state" => ->(value) { Jacinth::State.new(rails: true).generate(value) },
    "dump" => ->(value) { Jacinth.dump(value, rails: true) },
    "io" => ->(value) { Jacinth.dump(value, StringIO.new, rails: true).string },
    "coder" => ->(value) { Jacinth::Coder.new(rails: true).dump(value) },
    "coder, io" => ->(value) { Jacinth::Coder.new(rails: true).dump(value, StringIO.new).string },
    "type" => ->(value) { T.any(rails: true).dump(value) },
    "coder, type" => ->(value) { Jacinth::Coder.new(types: { Box => Box::TYPE }).dump(Box.new(value))[5..-2] },
    "writer" => ->(value) { Jacinth::Writer.new(rails: true).value(value).close },
    "writer, io" => ->(value) { Jacinth::Writer.new(StringIO.new, rails: true, chunk_size: 1).value(value).close.string }
  }.freeze
  OTHER_ERRORS = [-> { raise Jacinth::GeneratorError, "other" }, -> { raise Class.new(Jacinth::GeneratorError), "other" },
                  -> { raise Jacinth::NestingError, "other" }, -> { Jacinth.generate([Float::NAN]) },
                  -> { Jacinth.generate([[[]]], max_nesting: 2) }].freeze
  Box = Struct.new(:a) { const_set(:TYPE, Jacinth::Type.of(self, a: Jacinth::Type.any(rails: true))) }

  WRITERS.each do |name, write|
    define_method("test_#{name}_writes_as_to_json") do
      [*SAMPLE.call, SAMPLE.call, Array.new(50) { SAMPLE.call }].each do |value|
        assert_equal value.to_json, write.call(value).force_encoding("UTF-8")
      end
    end

    # A key that is a Date makes Active Support's own encoder write the value.
    define_method("test_#{name}_writes_as_the_original_encoder_where_the_walk_cannot") do
      value = { Date.new(2026, 1, 1) => ["<"], Date.new(2026, 1, 2) => Time.at(0).utc }

      assert_equal value.to_json, write.call(value).force_encoding("UTF-8")
    end

    define_method("test_#{name}_raises_the_error_of_an_as_json") do
      error = assert_raises(KeyError) { write.call([1, { a: Hook.new(-> { raise KeyError, "no" }) }]) }

      assert_equal "no", error.message
      assert_equal 5, catch(:done) { write.call([Hook.new(-> { throw :done, 5 })]) }
    end

    define_method("test_#{name}_reports_the_path_of_invalid_text") do
      error = assert_raises(Jacinth::GeneratorError) { write.call([1, { "b" => "\xFF" }]) }

      assert_match(/\[1\]\.b\z/, error.json_path)
    end

    # As the handler of a signal, an as_json can raise a GeneratorError that this walk has not raised.
    define_method("test_#{name}_raises_the_error_of_the_generator_that_other_code_has_raised") do
      OTHER_ERRORS.each do |raising|
        calls = 0
        error = assert_raises(Jacinth::GeneratorError, Jacinth::NestingError) do
          write.call([1, Hook.new(-> { (calls += 1) == 1 ? raising.call : 2 })])
        end

        assert_match(/\Aother|\ANaN|\Anesting of 3/, error.message)
        assert_equal 1, calls
      end
    end

    define_method("test_#{name}_can_write_in_an_as_json") do
      inner = Hook.new(-> { JSON.parse(write.call([Time.at(0).utc, PARIS.at(1)])) })

      assert_equal [inner, Time.at(0).utc].to_json, write.call([inner, Time.at(0).utc]).force_encoding("UTF-8")
    end

    define_method("test_#{name}_writes_the_container_that_an_as_json_has_changed") do
      make = -> { list = [1, Hook.new(-> { list.clear && "cleared" }), *([Time.at(0).utc] * 30)] }

      assert_equal make.call.to_json, write.call(make.call).force_encoding("UTF-8")
      hash = lambda do
        pairs = { a: 1, b: Hook.new(-> { pairs.clear.then { GC.start || "cleared" } }), c: [Time.at(0).utc] }
      end

      assert_equal hash.call.to_json, write.call(hash.call).force_encoding("UTF-8")
    end

    define_method("test_#{name}_calls_a_method_that_an_as_json_has_redefined") do
      own = Time.instance_method(:as_json)
      patch = -> { Redefinition.redefine(Time, :as_json, ->(*) { "patched" }) && "now" }
      times = [Time.at(0).utc] * 3

      assert_equal %w[now patched], JSON.parse(write.call([*times, Hook.new(patch), times[0]])).last(2)
    ensure
      Redefinition.redefine(Time, :as_json, own)
    end

    define_method("test_under_gc_stress_by_#{name}") do
      value = [SAMPLE.call, { Date.new(2026, 1, 1) => 1, Date.new(2026, 1, 2) => Hook.new(-> { PARIS.at(5) }) }]
      expected = value.to_json
      write.call(value)
      written = with_gc_stress { write.call(value) }

      assert_equal expected, written.force_encoding("UTF-8")
    end
  end

  def test_settings_are_those_of_the_app
    value = ["<", Time.at(0.25).utc]
    encoding = ActiveSupport::JSON::Encoding
    [[:escape_html_entities_in_json, false], [:time_precision, 0], [:use_standard_json_time_format, false]].each do |name, setting|
      was = encoding.public_send(name)
      encoding.public_send(:"#{name}=", setting)
      WRITERS.each { |writer, write| assert_equal value.to_json, write.call(value), "#{writer}, #{name}" }
    ensure
      encoding.public_send(:"#{name}=", was)
    end
  end

  def test_other_options_work
    value = { "b" => [Time.at(0).utc, "é/"], "a" => nil, "c" => { Date.new(2026, 1, 1) => 1, Date.new(2026, 1, 2) => 2**60 } }
    options = { sort_keys: true, omit_nil: true, ascii_only: true, script_safe: true, safe_integers: :string }

    assert_equal '{"b":["1970-01-01T00:00:00.000Z","\u00e9\/"],"c":{"2026-01-01":1,"2026-01-02":"1152921504606846976"}}',
                 Jacinth.generate(value, rails: true, **options)
    assert_equal <<~TEXT.chomp, Jacinth.pretty_generate(value, rails: true, width: 70)
      {
        "b": ["1970-01-01T00:00:00.000Z", "é/"],
        "a": null,
        "c": {"2026-01-01": 1, "2026-01-02": 1152921504606846976}
      }
    TEXT
    assert_equal "[\"\uFFFD\"]", Jacinth.generate(["\xFF"], rails: true, invalid: :replace)
    assert_equal "[null,null]", Jacinth.dump([Float::NAN, Float::INFINITY], rails: true)
  end

  KEYS = [nil, "", 1, "1", 1.5, "1.5", true, "true", :b, "a", Date.new(2026, 1, 1), "2026-01-01"].freeze

  # Returns what the block returns, or the class of the error that Active Support 8.1 can raise with json 3.
  def written
    yield
  rescue Jacinth::GeneratorError => e
    e.class
  end

  def test_keys_that_become_equal_are_written_as_by_to_json
    KEYS.permutation(2) do |keys|
      [keys, [*keys, "more", :other]].each do |all|
        hash = all.each_with_index.to_h
        expected = written { hash.to_json }

        WRITERS.each { |name, write| assert_equal expected, written { write.call(hash) }, "#{name} #{all.inspect}" }
      end
    end
  end

  def test_sort_keys_sorts_by_the_texts_of_the_keys
    lists = KEYS.permutation(2).to_a + [[10, 9, 1], ["b", 2, :a, nil, 10], [:b, "a", *1..40], %i[b a], [1.5, :a, "1"]]
    # Active Support 8.1 does not merge keys with the same text.
    lists.select! { |keys| keys.uniq(&:to_s) == keys } if ActiveSupport.version >= Gem::Version.new("8.1")
    lists.each do |keys|
      hash = keys.each_with_index.to_h
      [hash, hash.with_indifferent_access].each do |value|
        sorted = Jacinth.parse(value.to_json).sort.to_h

        assert_equal Jacinth.generate([sorted]), Jacinth.generate([value], rails: true, sort_keys: true), keys.inspect
      end
    end
    assert_equal '{"b":1,"1":2}', Jacinth.generate({ 1 => 2, "b" => 1 }, rails: true, sort_keys: ->(hash) { hash.to_a.reverse.to_h })
  end

  def test_nesting_is_limited_by_max_nesting
    deep = Array.new(150).inject(Time.at(0).utc) { |inner, _| [inner] }
    error = assert_raises(Jacinth::NestingError) { Jacinth.generate(deep, rails: true) }

    assert_match(/\Anesting of 101 is too deep/, error.message)
    assert_equal %(#{"[" * 150}"1970-01-01T00:00:00.000Z"#{"]" * 150}), Jacinth.generate(deep, rails: true, max_nesting: 0)
  end

  def test_nesting_without_end_is_a_nesting_error
    list = []
    list << list
    deep = Array.new(150).inject(1) { |inner, _| [inner] }
    [list, { a: list }, deep, Hook.new(-> { deep })].each do |value|
      WRITERS.each do |name, write|
        error = assert_raises(Jacinth::NestingError, name) { write.call(value) }

        assert_match(/\Anesting of 101 is too deep/, error.message)
      end
    end
  end

  def test_options_that_decide_about_objects_cannot_be_combined
    { as_json: ->(value, _) { value }, rfc8785: true, enumerators: :array }.each do |name, value|
      [-> { Jacinth.generate([], rails: true, name => value) }, -> { Jacinth::Writer.new(rails: true, name => value) },
       -> { Jacinth::Coder.new(rails: true, name => value) }].each do |call|
        assert_equal "#{name} cannot be used with rails", assert_raises(ArgumentError, &call).message
      end
    end
    error = assert_raises(ArgumentError) { T[[Integer]].dump([1], rails: true) }

    assert_equal "rails has no effect on types, which write members as declared", error.message
  end

  def test_only_a_type_with_the_option_is_written_as_by_active_support
    type = T[{ a: T.any(rails: true), b: T.any, c: String, d: [T.optional(T.any(rails: true))] }]
    at = Time.at(0).utc

    assert_equal '{"a":["1970-01-01T00:00:00.000Z","\u003c"],"b":["1970-01-01 00:00:00 UTC","<"],"c":"<","d":[null,"\u003e"]}',
                 type.dump({ a: [at, "<"], b: [at, "<"], c: "<", d: [nil, ">"] })
    dates = { Date.new(2026, 1, 1) => 1, Date.new(2026, 1, 2) => 2 }
    value = { a: 1, b: 2, c: "", d: [dates] }

    assert_equal({ **value, d: [dates.transform_keys(&:to_s)] }, type.load(type.dump(value, pretty: true)))
  end

  def test_width_raises_for_a_value_that_active_support_writes
    skip "the portable backend lays out what that encoder has written" if Jacinth.build_info[:backend] == "portable"

    value = { a: [*Array.new(50) { "x" * 30 }, { 1.5 => 1, "1.5" => 2 }] }
    error = assert_raises(Jacinth::GeneratorError) { T[{ a: T.any(rails: true) }].dump(value, pretty: true, width: 20) }

    assert_equal "width cannot be used for a value that Active Support's own encoder must write", error.message
  end

  def test_a_writer_goes_on_after_an_error
    writer = Jacinth::Writer.new(StringIO.new, rails: true, chunk_size: 10).array
    hook = Hook.new(-> { raise "no" })

    assert_raises(RuntimeError) { writer << [1, "x" * 50, hook] }
    assert_raises(RuntimeError) { writer << { Date.new(2026, 1, 1) => 1, Date.new(2026, 1, 2) => hook } }
    busy = assert_raises(ThreadError) { writer << [Hook.new(-> { writer << 1 })] }

    assert_match(/\Awriter/i, busy.message.sub(/.*writer/i, "writer"))
    writer << Time.at(0).utc

    assert_equal '["1970-01-01T00:00:00.000Z"]', writer.end.close.string
  end

  def test_a_writer_reads_the_precision_of_times_again_in_the_next_document
    writer = Jacinth::Writer.new(rails: true, format: :ndjson)
    [3, 0, 6].each do |digits|
      ActiveSupport::JSON::Encoding.time_precision = digits
      writer << ([Time.at(0).utc] * 4)
    end
    expected = %w[.000Z Z .000000Z].map { |ending| ["1970-01-01T00:00:00#{ending}"] * 4 }

    assert_equal(expected, writer.close.lines.map { |line| JSON.parse(line) })
  ensure
    ActiveSupport::JSON::Encoding.time_precision = 3
  end

  def test_a_writer_examines_methods_again_in_the_next_document
    own = Time.instance_method(:as_json)
    writer = Jacinth::Writer.new(rails: true, format: :ndjson)
    writer << ([Time.at(0).utc] * 4)
    Redefinition.redefine(Time, :as_json, ->(*) { "patched" })
    writer << ([Time.at(0).utc] * 2)

    assert_equal %w[patched patched], JSON.parse(writer.close.lines[1])
  ensure
    Redefinition.redefine(Time, :as_json, own)
  end

  def test_keys_of_a_writer_are_escaped
    written = Jacinth::Writer.new(rails: true).object { |w| w.pair("<", 1).pair(PARIS.at(0), ">").key(:&).value(nil) }.close

    assert_equal({ "<" => 1, PARIS.at(0) => ">", "&": nil }.to_json, written)
  end

  LAST = 'require "active_support/all"; require "jacinth"; Jacinth::State.new(rails: true)'
  # name => the code that loads libraries, and true if JSON is then Jacinth
  ORDERS = {
    "next to the json gem" => ['require "active_support/all"; require "jacinth"', false],
    "before Active Support" => ['require "jacinth"; require "active_support"; require "active_support/json"', false],
    "with the json gem first" => ['require "json"; require "jacinth"; require "active_support/all"', false],
    "with the drop-in" => ['require "jacinth/json"; require "active_support/all"', true],
    "with the drop-in last" => ["#{LAST}; require \"jacinth/json\"", true],
    "with jacinth/rails" => ['require "jacinth/rails"', true],
    "with jacinth/rails last" => ["#{LAST}; require \"jacinth/rails\"", true],
    "without active_support/json" => ['require "active_support"; require "jacinth"', false]
  }.freeze

  ORDERS.each do |name, (code, drop_in)|
    define_method("test_loaded_#{name}") do
      out = ruby!(<<~RUBY, args: ["-W0"])
        require "bigdecimal"; require "date"
        #{code}
        value = [Time.at(0).utc, BigDecimal("1.5"), Date.new(2026, 1, 1), 1..2, "<", { 1 => :a }]
        texts = [Jacinth.generate(value, rails: true), Jacinth::Coder.new(rails: true).dump(value),
                 Jacinth::Writer.new(rails: true).value(value).close, Jacinth::Type.any(rails: true).dump(value), value.to_json]
        puts texts.uniq
        puts JSON.equal?(Jacinth), Jacinth::OnRails.name
        puts Jacinth.generate(value.first(1))
        fragments = defined?(JSON::Fragment) ? [JSON::Fragment.new("[1 ]")] : []
        puts Jacinth.generate(fragments, rails: true) == fragments.to_json
      RUBY

      assert_equal <<~TEXT, out
        ["1970-01-01T00:00:00.000Z","1.5","2026-01-01","1..2","\\u003c",{"1":"a"}]
        #{drop_in}
        Jacinth::OnRails
        ["1970-01-01 00:00:00 UTC"]
        true
      TEXT
    end
  end

  def test_without_active_support_the_error_says_what_to_require
    out = ruby!(<<~RUBY)
      require "jacinth"
      [-> { Jacinth.generate([], rails: true) }, -> { Jacinth::Coder.new(rails: true) }, -> { Jacinth::Writer.new(rails: true) },
       -> { Jacinth::State.new.rails = true }, -> { Jacinth::Type.any(rails: true) }].each do |call|
        call.call
      rescue ArgumentError => e
        puts e.message
      end
      puts Jacinth.generate([1], rails: false), defined?(ActiveSupport).inspect
    RUBY

    assert_equal %(rails: true needs Active Support: require "active_support/json" first\n) * 5 + "[1]\nnil\n", out
  end
end
