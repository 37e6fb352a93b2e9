# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/examples"
require_relative "../support/redefinition"
require "active_support"
require "active_support/all"
require "active_support/ordered_options" # autoloads only OrderedOptions in 7.1
require "jacinth/rails"

# Cases outside the parity suite: load orders, uninstalling, redefinitions within a
# document, the collector, threads.
class RailsEncoderTest < Minitest::Test
  Encoding = ActiveSupport::JSON::Encoding
  PARIS = ActiveSupport::TimeZone["Paris"]
  # Runs something in the middle of a document.
  Hook = Struct.new(:action) { def as_json(*) = action.call }

  def setup
    Jacinth::OnRails.install
  end

  def test_examples_of_the_library_have_their_results
    Dir["#{Checkout::ROOT}/lib/jacinth/{rails.rb,rails/*.rb}", "#{Checkout::ROOT}/docs/rails.md"].each do |path|
      faults, = Examples.run(path)

      assert_empty faults
    end
  end

  def outcome
    yield
  rescue StandardError, SystemStackError => e
    [e.class, e.message.sub(/#<.*/m, "")]
  end

  ORDERS = {
    "alone" => 'require "jacinth/rails"',
    "after Active Support" => 'require "active_support/all"; require "jacinth/rails"',
    "after the parts" => 'require "active_support"; require "active_support/json"; require "jacinth/rails"',
    "after json" => 'require "json"; require "active_support/all"; require "jacinth/rails"',
    "after the drop-in" => 'require "jacinth/json"; require "active_support/all"; require "jacinth/rails"',
    "before json" => 'require "jacinth/rails"; require "json"; require "active_support/all"'
  }.freeze

  ORDERS.each do |name, code|
    define_method("test_loaded_#{name}") do
      out = ruby!(<<~RUBY, args: ["-W0"])
        #{code}
        class Plain; def initialize = @a = "<"; end
        puts Plain.new.to_json, [Plain.new].to_json, { a: Time.at(0).utc }.to_json, Struct.new(:b).new(:c).to_json
        puts nil.to_json, "&".to_json, 1.5.to_json, (1..2).to_json, Set[1].to_json, JSON.generate([Time.at(0).utc])
        puts ActiveSupport.json_encoder, JSON
      RUBY

      assert_equal <<~TEXT, out
        {"a":"\\u003c"}
        [{"a":"\\u003c"}]
        {"a":"1970-01-01T00:00:00.000Z"}
        {"b":"c"}
        null
        "\\u0026"
        1.5
        "1..2"
        [1]
        ["1970-01-01 00:00:00 UTC"]
        Jacinth::OnRails::Encoder
        JSON
      TEXT
    end
  end

  def test_uninstall_restores_the_original_encoder
    Jacinth::OnRails.uninstall

    refute_equal Jacinth::OnRails::Encoder, Encoding.json_encoder
    assert_equal '{"a":"\u003c"}', { a: "<" }.to_json
    Jacinth::OnRails.install

    assert_equal Jacinth::OnRails::Encoder, Encoding.json_encoder
  end

  # The zone's walk has checked Time's methods before: it must check again.
  def test_an_as_json_redefined_meanwhile_is_called
    [Time, ActiveSupport::TimeWithZone].each do |type|
      own = type.instance_method(:as_json)
      time = type == Time ? Time.at(0).utc : PARIS.at(0)
      redefine = Hook.new(lambda do
        Redefinition.redefine(type, :as_json, ->(*) { "new" })
        nil
      end)
      text = [time, redefine, time].to_json
    ensure
      Redefinition.redefine(type, :as_json, own)

      assert_equal [time.as_json, nil, "new"].inspect.gsub("nil", "null").delete(" "), text
    end
  end

  # The methods of a subclass of Hash are checked after its first objects.
  def test_hashes_of_a_subclass_are_written_as_by_the_original_encoder
    type = Class.new(Hash)
    same = Class.new(ActiveSupport::HashWithIndifferentAccess).new.compare_by_identity
    2.times { |i| same[+"a"] = i }
    [ActiveSupport::HashWithIndifferentAccess[a: [{ b: Float::NAN }, 1r], "c" => Time.at(0).utc], same,
     type["a" => 1, b: 2], type[a: :b, c: type[d: nil]], type["a" => { "a" => 1 }], type[1 => 2],
     ActiveSupport::InheritableOptions.new({ a: 1 })].each do |hash|
      assert_equal Jacinth::OnRails.original([hash] * 8), ([hash] * 8).to_json
    end
  end

  Key = Struct.new(:text) { define_method(:to_s) { text } }

  def test_keys_are_written_by_their_to_s_as_by_the_original_encoder
    times = Array.new(2) { |i| Time.at(0, i).utc }
    anonymous = Array.new(2) { Class.new { def self.to_s = "A" } }
    texts = ["a", :a, nil, "\xFF", "b".b, "\xE9".b, "\xE9".dup.force_encoding("ISO-8859-1"), "a".encode("UTF-16LE"),
             ActiveSupport::SafeBuffer.new("a<"), Class.new(String).new("s")]
    keys = texts.map { |text| Key.new(text) }
    keys << Class.new { private def to_s = "p" }.new
    [{ nil => 1, 2 => 3, 1.5 => 4, sym: 5 }, { 1.5 => 1, 2.5 => [{ 1r => 1, 2**70 => 2 }] }, { Float::NAN => 1, -0.0 => 2 },
     { true => 1, false => 2, nil => 3 }, { String => 1, Comparable => { Hash => 2, a: 3 } }, { 1.5 => 1, "1.5" => 2 },
     { "1.5": 1, 1.5 => 2 }, { times[0] => 1, times[1] => 2 }, { times[0] => 1, b: 2 }, anonymous.to_h { |type| [type, 1] },
     { 2**70 => 1, (2**70).to_s => 2 }, { Date.new(2026) => 1, Date.new(2025) => 2 }, { [1, "a"] => 1, [1, nil] => 2 }, { 1 => 2, -3 => 4 },
     { PARIS.at(0) => 1, PARIS.at(1) => 2, DateTime.new(2026) => 3 },
     *keys.flat_map { |key| [{ key => 1 }, { key => 1, b: 2 }, { "a" => 3, key => 1, Key.new("z") => 4 }] }].each do |hash|
      expected = outcome { Jacinth::OnRails.original(hash) }

      assert_equal(expected, outcome { hash.to_json })
      expected = outcome { Jacinth::OnRails.original([hash] * 3) }

      assert_equal(expected, outcome { ([hash] * 3).to_json })
    end
  end

  def test_the_to_s_of_a_key_is_called_once_and_can_redefine_methods
    own = Time.instance_method(:as_json)
    redefine = -> { Redefinition.redefine(Time, :as_json, ->(*) { "new" }) }
    calls = 0
    key = Struct.new(:name) do
      define_method(:to_s) do
        calls += 1
        redefine.call if name == "b"
        name
      end
    end
    text = [Time.at(0).utc, Time.at(0).utc, { key.new("a") => 1, key.new("b") => Time.at(0).utc }].to_json
    Redefinition.redefine(Time, :as_json, own)

    assert_equal [2, %([#{Time.at(0).utc.to_json},#{Time.at(0).utc.to_json},{"a":1,"b":"new"}])], [calls, text]
    text = [Time.at(0).utc, Time.at(0).utc, { key.new("b") => Time.at(0).utc }].to_json
    Redefinition.redefine(Time, :as_json, own)

    assert_equal [3, %([#{Time.at(0).utc.to_json},#{Time.at(0).utc.to_json},{"b":"new"}])], [calls, text]
  ensure
    Redefinition.redefine(Time, :as_json, own)
  end

  def test_the_to_s_of_a_key_cannot_change_the_texts_of_the_others
    type = Struct.new(:text) do
      def to_s
        ObjectSpace.each_object(Hash) { |hash| 4000.times { |i| hash[i.to_s] = true } if hash.keys == ["first"] }
        text
      end
    end

    assert_equal '{"first":1,"second":2}', { type.new("first") => 1, type.new("second") => 2 }.to_json
  end

  def test_the_to_s_of_a_subclass_of_string_is_called_once_for_a_key
    type = Class.new(String) { def to_s = (@calls = @calls.to_i + 1) == 1 ? "a" : "1.5" }
    hidden = Class.new(String) { private def to_s = "private" }

    assert_equal '{"1.5":1,"a":2}', { 1.5 => 1, type.new("x") => 2 }.to_json
    assert_equal '{"1.5":1,"private":2}', { 1.5 => 1, hidden.new("x") => 2 }.to_json
  end

  def test_a_redefined_to_s_of_integers_is_called
    own = Integer.instance_method(:to_s)
    hashes = [{ 1 => 1, 2 => 2 }, { 1 => 1, "x" => 2 }, { 1 => 1 }]
    Redefinition.redefine(Integer, :to_s, ->(*) { "x" })
    results = hashes.map { |hash| [outcome { hash.to_json }, outcome { Jacinth::OnRails.original(hash) }] }
    Redefinition.redefine(Integer, :to_s, own)

    results.each { |ours, original| assert_equal original, ours }
  ensure
    Redefinition.redefine(Integer, :to_s, own)
  end

  def test_documents_with_odd_keys_and_values_are_written_by_the_walk
    documents = [{ nil => 1, 2 => 3, 1.5 => 4, sym: 5 }, { Date.new(2026) => 1, Date.new(2025) => 2 }, { String => 1, Comparable => 2 },
                 { [1] => 1, [2] => 2 }, { v: [String, Comparable, /a/, Struct.new(:a).new(1r), $stdout, RuntimeError.new] * 3 }]
    calls = 0
    trace = TracePoint.new(:call) { |call| calls += 1 if call.method_id == :by_original_encoder }
    trace.enable { documents.each(&:to_json) }

    assert_equal 0, calls
    trace.enable { outcome { { 1.5 => 1, "1.5" => 2 }.to_json } }

    assert_equal 1, calls
  end

  def test_times_between_decimals_are_written_directly
    rows = Array.new(20) { |i| [BigDecimal("1.5"), PARIS.at(i)] }
    calls = 0
    trace = TracePoint.new(:call) do |call|
      calls += 1 if call.method_id == :as_json && ActiveSupport::TimeWithZone === call.self # rubocop:disable Style/CaseEquality
    end
    text = trace.enable { rows.to_json }

    assert_equal rows.map { |number, time| [number.to_s, time.as_json] }, JSON.parse(text)
    assert_operator calls, :<=, 3
  end

  # Their as_json is called in the walk.
  def test_values_with_an_as_json_of_their_own_are_written_as_by_the_original_encoder
    extended = Object.new
    extended.define_singleton_method(:as_json) { |*| { a: [1r] } }
    itself = Class.new { def as_json(*) = self }.new
    [String, Comparable, 1r, 1i, /a.b/, 1..2, Pathname("/a"), URI("http://a.b"), IPAddr.new("10.0.0.0/24"), $stdout,
     RuntimeError.new("<"), Struct.new(:a).new(1r), Jacinth::Fragment.new("[1]"), extended, itself, Class.new.new].each do |value|
      expected = outcome { Jacinth::OnRails.original({ a: value, "b" => [value] }) }

      assert_equal(expected, outcome { { a: value, "b" => [value] }.to_json })
    end
  end

  def test_methods_of_a_subclass_of_hash_redefined_meanwhile_are_called
    type = Class.new(Hash)
    hashes = Array.new(8) { type["a" => 1] }
    steps = [
      -> {},
      -> { type.define_method(:each) { |&block| block.call("b", 2) } }, -> { type.remove_method(:each) },
      -> { hashes[6].define_singleton_method(:as_json) { |*| 3 } },
      -> { type.prepend(Module.new { def as_json(*) = "new" }) }
    ]
    steps.each do |step|
      text = [*hashes, Hook.new(-> { step.call || 0 }), *hashes].to_json.split(",", 10).last

      assert_equal Jacinth::OnRails.original(hashes).delete_prefix("["), text
    end
  end

  def test_settings_of_times_that_an_as_json_changes_hold_for_the_next_times
    { time_precision: [3, 0, 6], use_standard_json_time_format: [true, false, true] }.each do |name, values|
      steps = values.map { |value| Hook.new(-> { Encoding.public_send(:"#{name}=", value) && 0 }) }
      rows = steps.flat_map { |step| [step, *Array.new(4) { |i| [Time.at(i).utc, PARIS.at(i)] }] }

      assert_equal Jacinth::OnRails.original(rows), rows.to_json
    end
  ensure
    Encoding.time_precision = 3
    Encoding.use_standard_json_time_format = true
  end

  def test_objects_with_an_as_json_of_their_own_do_not_make_other_values_slow
    count = lambda do |&block|
      calls = 0
      TracePoint.new(:call, :c_call) { calls += 1 }.enable(&block)
      calls
    end
    own = Hook.new(-> { 1 })

    [[Time.at(0), BigDecimal("1.5"), own], [PARIS.at(0), BigDecimal("1.5"), own], [Time.at(0), PARIS.at(0), own]].each do |row|
      rows = [row] * 100
      rows.to_json # loads

      assert_operator count.call { rows.to_json }, :<=, 1.3 * count.call { Jacinth::OnRails.original(rows) }
    end
  end

  # New keys at the addresses of freed ones, while times are written.
  def test_documents_are_written_under_stress_and_compaction
    make = lambda do |i|
      Hook.new(lambda do
        keys = { i + 0.5 => i, -1.5 => String, 2**70 => i, Comparable => nil }
        { "key #{i}" => PARIS.at(i), "other #{i}" => [Time.at(i).utc, { "at#{i}" => PARIS.at(i + 1) }, keys] }
      end)
    end
    data = Array.new(3) { |i| make.call(i) }
    expected = data.to_json
    trials = [-> { GC.stress = true }]
    trials << -> { GC.compact } << -> { GC.auto_compact = true } if compaction?
    trials.each do |prepare|
      prepare.call

      assert_equal expected, data.to_json
    ensure
      GC.stress = false
      GC.auto_compact = false if compaction?
    end
    GC.start
    100.times { assert_equal expected, data.to_json }
  end

  def test_threads_that_encode_at_once_write_the_same_text
    data = Array.new(20) { |i| { "id" => i, at: PARIS.at(i), html: "<#{i}>" } }
    expected = data.to_json
    results = Array.new(4) { Thread.new { Array.new(50) { data.to_json }.uniq } }.flat_map(&:value)

    assert_equal [expected], results.uniq
  end

  def test_an_error_of_as_json_is_raised_once
    calls = 0
    hook = Hook.new(-> { (calls += 1) && raise(KeyError, "no") })

    assert_equal "no", assert_raises(KeyError) { [hook].to_json }.message
    assert_equal 1, calls
  end

  def test_after_a_throw_of_as_json_encoding_works
    assert_equal 5, catch(:done) { [1, Hook.new(-> { throw :done, 5 })].to_json }
    assert_equal "[1]", [1].to_json
  end

  def test_an_array_returned_by_as_json_gets_no_options
    seen = []
    inner = Hook.new(nil).tap { |hook| hook.define_singleton_method(:as_json) { |options = nil| seen << options && 1 } }
    shared = [inner]
    [Hook.new(-> { shared }), shared, { a: shared }, *1..30].to_json(foo: 1)

    assert_equal [nil, { foo: 1 }, { foo: 1 }], seen
  end

  def test_encoders_keep_their_options
    encoder = Jacinth::OnRails::Encoder.new(only: :a)

    assert_equal '{"a":1}', encoder.encode({ a: 1, b: 2 })
    assert_equal({ only: :a }, encoder.options)
    assert_equal "{}", Jacinth::OnRails::Encoder.new.options.inspect
  end

  def test_html_never_ends_a_script
    text = { "</script><!--" => ["<script>", "\u2028".html_safe, Jacinth::Fragment.new('"</script>"')] }.to_json

    refute_match(/[<>&\u2028\u2029]/, text)
  end
end
