# frozen_string_literal: true

require_relative "../test_helper"
require_relative "json3_workaround"
require "active_support"
require "open3"
require "tmpdir"

# Each way to load Jacinth, before and after each library that has to do with JSON
# or with loading: a process each, which must see what it sees with json 3.1 in
# Jacinth's place.
class LoadOrderTest < Minitest::Test
  extend JacinthHelpers

  # Each line is a call. What it returns or raises is printed.
  CALLS = <<~'RUBY'
    [1, nil, "a<é", :b, { c: 1.5 }].to_json
    [1, [2, { "a" => nil }]].to_json(space: " ", object_nl: "\n", array_nl: "\n", indent: "\t")
    { "a" => [], b: {}, 1 => true }.to_json
    "</script>\u2028".to_json
    nil.to_json + true.to_json + 1.to_json + 1.5.to_json + :sym.to_json + "s".to_json
    1.to_json(nil) + "a".to_json({}) + [1].to_json({})
    Plain.new.to_json
    Plain.new.to_json(only: ["x"])
    [Plain.new].to_json
    { plain: Plain.new }.to_json(only: [:plain])
    Point.new(1, Plain.new).to_json
    Shown.new.to_json
    [Shown.new, { a: Shown.new }].to_json
    Own.new.to_json
    [Own.new].to_json
    { own: Own.new }.to_json
    Calls.new.to_json
    [Calls.new].to_json
    (1..3).to_json
    Time.at(0).utc.to_json
    Class.new(Hash)["k", :v].to_json
    Class.new(Array).new([:x]).to_json
    Class.new(String).new("x").to_json
    [Float::NAN].to_json
    JSON.generate([1, nil, "a<é", :b, { c: 1.5 }])
    JSON.generate([Plain.new, Point.new(1, 2), 1..2, Time.at(0).utc])
    JSON.generate([Own.new, { a: Own.new }, Shown.new, Calls.new])
    JSON.generate([Class.new(Hash)["k", :v], Class.new(Array).new([:x]), Class.new(String).new("x")])
    JSON.generate(Plain.new)
    JSON.generate({ a: [Float::INFINITY] })
    JSON.pretty_generate({ "a" => [1, { b: Own.new }], "c" => {} })
    JSON.dump([Plain.new, Float::NAN])
    JSON.dump({ "a" => 1 }, StringIO.new).string
    JSON.parse('{"a": [1, 2.5, null, "\u00e9"]}')
    JSON.parse('{"a": {"b": 1}}', symbolize_names: true)
    JSON.parse("[nul]")
    JSON.parse('{"a": [1, }')
    JSON.parse("[[[1]]]", max_nesting: 2)
    JSON.parse('{"a":1,"a":2}', allow_duplicate_key: true)
    JSON.load("[1, NaN]")
    JSON.load(nil)
    [JSON("[1]"), JSON([1]), JSON["[1]"], JSON[[1]]]
    JSON::Coder.new { |object| object.to_s }.dump([Plain.new, 1..2])
    JSON::Fragment.new("[1 ]").to_json + JSON.generate([JSON::Fragment.new("[1 ]")])
    JSON::State.new(space: " ").generate({ a: Own.new })
    (JSON.parse("[") rescue case $!.class.name when "JSON::ParserError" then "by its name" else $!.class.name end)
    begin; JSON.parse("["); rescue JSON::JSONError => e; [e.class, e.class.superclass, e.line, e.column, e.json_path]; end
    [JSON, JSON::State, JSON::Parser, JSON::Coder, JSON::NestingError, JSON::GeneratorError].map(&:name)
    [JSON.state, JSON.parser, JSON.generator, JSON::VERSION]
    [Plain, Own, Shown, Point, Array, Hash, String, Integer, NilClass].map { |c| to_json_order(c) }
    [1, "s", nil, [], {}, Plain.new, Own.new].map { |o| o.respond_to?(:to_json) }
    defined?(ActiveSupport::JSON) && ActiveSupport::JSON.encode([Plain.new, "<", 1.5, Time.at(0).utc, { a: Own.new }])
    defined?(ActiveSupport::JSON) && ActiveSupport::JSON.encode({ a: Plain.new, b: 1 }, only: [:a])
    defined?(ActiveSupport::JSON) && ActiveSupport::JSON.decode('[1, {"a": "2026-01-01"}]')
    defined?(ActiveSupport::JSON) && [Plain.new.as_json, Own.new.as_json, Point.new(1, :a).as_json]
    defined?(ActiveSupport::JSON) && begin; ActiveSupport::JSON.decode("[nul]"); rescue ActiveSupport::JSON.parse_error => e; e.class.name; end
    defined?(ActiveSupport::Duration) && [ActiveSupport::Duration.build(90), ActiveSupport::TimeZone["UTC"].at(0)].to_json
    (require "json")
  RUBY

  CLASSES = <<~'RUBY'
    require "stringio"
    class Plain; def initialize = @x = 1; def to_s = "plain"; end
    Point = Struct.new(:x, :y) { def to_s = "point" }
    class Own; def to_json(*state) = { "own" => 1 }.to_json(*state); def to_s = "own"; end
    class Shown; def as_json(*) = { "shown" => [1, :a] }; def to_s = "shown"; end
    class Calls; def to_json(*) = super; def to_s = "calls"; end
    # The modules in which Ruby looks for to_json, in their order.
    def to_json_order(type)
      owners = type.ancestors.select { |mod| mod.method_defined?(:to_json, false) }
      owners.map { |mod| mod.name.to_s.sub(/\AJSON::.*GeneratorMethods.*/, "JSON::GeneratorMethods") }.uniq
    end
  RUBY

  ASK = <<~'RUBY'
    DATA_CALLS.each_line(chomp: true) do |call|
      given = begin
        eval(call).inspect
      rescue Exception => e
        # the text of an unknown option says more than json's
        "raised #{e.class}: #{e.message.lines.first.sub(/(?<=unknown keyword: only) \(.*\)/, "")}"
      end
      puts "#{call.strip}  #=> #{given.gsub(/(?<=:)0x\h{16}/, "0x")}"
    end
  RUBY

  LIBRARIES = {
    "json" => 'require "json"',
    "json 2" => 'require "json"', # the one that Ruby comes with
    "active_support" => 'require "active_support"; require "active_support/all"',
    "active_support/json" => 'require "active_support"; require "active_support/json"',
    "oj" => 'require "oj"',
    "Oj.mimic_JSON" => 'require "oj"; Oj.mimic_JSON',
    "Oj.optimize_rails" => 'require "oj"; require "active_support"; require "active_support/all"; Oj.optimize_rails',
    "yajl/json_gem" => 'require "yajl/json_gem"',
    "bootsnap" => 'require "bootsnap"; Bootsnap.setup(cache_dir: ARGV.fetch(0), load_path_cache: true, compile_cache_iseq: true)',
    "zeitwerk" => <<~RUBY
      require "zeitwerk"
      File.write(File.join(ARGV.fetch(0), "autoloaded.rb"), "class Autoloaded; def to_json(*) = JSON.generate([1]); end")
      loader = Zeitwerk::Loader.new
      loader.push_dir(ARGV.fetch(0))
      loader.enable_reloading
      loader.setup
      Autoloaded
    RUBY
  }.freeze
  ENTRIES = %w[jacinth jacinth/json jacinth/rails].freeze

  # Orders: names of libraries, and :entry, which is one of the entries.
  ORDERS = [
    *LIBRARIES.keys.product(ENTRIES).flat_map { |name, entry| [[name, :entry, entry], [:entry, name, entry]] },
    *LIBRARIES.keys.grep(/oj|Oj.mimic|yajl|bootsnap|zeitwerk/).product(ENTRIES.drop(1)).flat_map do |name, entry|
      [["active_support", name, :entry, entry], [name, :entry, "active_support", entry]]
    end
  ].freeze
  # All of them take some minutes. These are always tried.
  ALWAYS = ORDERS.select { |order| order.first == "active_support" && order.last == "jacinth/json" }

  REPLACED = { "json 2" => "json", "Oj.mimic_JSON" => "oj", "Oj.optimize_rails" => "active_support" }.freeze

  # Replacements of Jacinth. Without the drop-in, nothing changes.
  STAND_IN = {
    "jacinth" => "", "jacinth/json" => 'require "json"',
    "jacinth/rails" => 'require "json"; require "active_support"; require "active_support/json"; require "active_support/time_with_zone"'
  }.freeze

  def self.text(order, entry)
    order.map { |step| step == :entry ? entry : LIBRARIES.fetch(step) }.join("\n")
  end

  # Returns the output of the calls after the steps. Each program runs once.
  def seen(steps, json2: false)
    @@seen ||= {} # rubocop:disable Style/ClassVars -- each test is an object of its own
    @@seen[[steps, json2]] ||= Dir.mktmpdir do |folder|
      code = "#{steps}\nDATA_CALLS = #{CALLS.dump}\n#{CLASSES}\n#{ASK}"
      paths = $LOAD_PATH.reject { |path| json2 && path.match?(%r{/json-[\d.]+/|/json-[\d.]+\z}) }
      out, errors, status = Open3.capture3({ "RUBYOPT" => nil, "RUBYLIB" => nil }, RbConfig.ruby, "-W0",
                                           *paths.flat_map { |path| ["-I", path] }, "-e", "# encoding: utf-8\n#{code}", folder)

      assert_predicate status, :success?, "#{steps}\n#{errors}"
      out.force_encoding(Encoding::UTF_8).lines(chomp: true)
    end
  end

  # Reads like a diff where something differs.
  def same!(json, ours, order)
    pairs = json.zip(ours).reject { |one, other| one == other }

    assert_empty pairs.map { |one, other| "json:    #{one}\njacinth: #{other}" }.join("\n"), order.inspect
  end

  # The libraries that are loaded with json. The drop-in takes the place of json 2,
  # and of any JSON before it.
  def self.beside_json(order, entry)
    return order if entry == "jacinth"

    before = order.take_while { |step| step != :entry }.map { |step| REPLACED.fetch(step, step) }
    before + order.drop(before.size).map { |step| step == "json 2" ? "json" : step }
  end

  # Oj defines to_json in Object and in core classes, where it stays: after it, the
  # methods of JSON are compared only.
  def compared(lines, order)
    before = order.take_while { |step| step != :entry }
    return lines unless before.any? { |step| step.start_with?("Oj.") }

    lines.grep(/\AJSON(?:\.parse|\.load|\.generate\(\[1,|\[|\()/)
  end

  (ALWAYS | ORDERS.sample(scaled(ORDERS.size), random: seeded)).each do |*order, entry|
    define_method("test_#{order.map { |step| step == :entry ? entry : step }.join(', ')}") do
      names = self.class.beside_json(order, entry)
      steps = self.class.text(names, STAND_IN.fetch(entry))
      steps += "\n#{JSON3_WORKAROUND}" unless entry == "jacinth"
      json = seen(steps, json2: names.include?("json 2"))
      ours = seen(self.class.text(order, "require #{entry.dump}"), json2: order.include?("json 2"))
      same!(compared(json, order), compared(ours, order), order)
    end
  end
end
