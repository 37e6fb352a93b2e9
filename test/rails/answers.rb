# frozen_string_literal: true

# Writes, as Marshal, the results of one encoder for every case of the suite:
#
#     ruby answers.rb own|jacinth|WRITER SCALE SEED >results
#
# "own" is Active Support on the json gem; an option that some releases pass, and
# that json 3 does not have, is removed. "jacinth" is jacinth/rails. The others are
# writers with the option rails, next to the json gem: see option_writers.rb. At a
# scale below 1, they share the tables of values: each value is written by one of them.
ENV["TZ"] = "America/New_York"
which, scale, seed = ARGV
$stdout.binmode

require "active_support"
require "active_support/all"
require "active_support/ordered_options" # autoloads only OrderedOptions in 7.1
require "active_model"
if which == "jacinth"
  require_relative "../../tools/checkout"
  $LOAD_PATH.unshift(*Checkout.load_path)
  require "jacinth/rails"
else
  JSON.singleton_class.prepend(Module.new do
    def generate(object, options = nil, **given)
      options = given if options.nil? && !given.empty?
      super(object, options.is_a?(Hash) ? options.except(:quirks_mode) : options)
    end

    def parse(source, **given) = super(source, **given.except(:quirks_mode))
  end)
end
require_relative "option_writers" unless %w[own jacinth].include?(which)
require_relative "values"
require_relative "odd_values"
require_relative "settings"
require_relative "random_values"
require_relative "records"
require_relative "record_kinds"

# The results by name: text and encoding, or an error's class, message and cause's class.
class RailsAnswers
  SAMPLE = lambda do
    zone = RailsValues.zone("Paris")
    [1, 2.5, "s", :sym, nil, true, { "a" => Time.at(0).utc, b: zone.at(1) }, BigDecimal("1.5"), Date.new(2026, 1, 1), 1..2,
     RailsValues::Point.new(1, 2), RuntimeError.new("no"), RailsValues::Returns.new({ "at" => Time.at(1).utc }),
     [zone.at(2), *Array.new(6) { |i| zone.at(i * 16_000_000) }]]
  end

  # turn: the number of a writer, which writes only its part of the tables' values; or nil.
  def initialize(scale, seed, turn)
    @answers = {}
    @scale = scale
    @seed = seed
    @tables = 0
    @turn = turn
    @turns = Random.new(seed)
  end

  def all
    settings
    options
    odd
    records
    record_kinds
    random
    patches
    prepends
    calls
    @answers
  end

  private

  def answer(name)
    text = yield
    @answers[name] = text.is_a?(String) ? [text.b, text.encoding.to_s, text.valid_encoding?] : text
  rescue SystemStackError => e
    @answers[name] = [e.class.name]
  rescue StandardError => e
    cause = named(e.cause.class.name)
    # only the first line of the message: error_highlight adds others
    @answers[name] = [named(e.class.name), named(e.message).gsub(/0x\h+/, "0x").lines.first.to_s.chomp, cause]
  end

  def turn? = @turn.nil? || @turns.rand(OptionWriters::ALL.size) == @turn

  # The drop-in's names for json's, and no addresses.
  def named(text) = text.gsub(/\bJacinth\b/, "JSON")

  # Notes the result of each value of a table, with these settings. Two tables can have the
  # same title and names.
  def answers(title, table, options = nil, settings: {})
    title = "#{@tables += 1} #{title}"
    RailsSettings.with(settings) do
      table.each { |name, make| answer("#{title}: #{name}") { make.call.to_json(options) } if turn? }
    end
  end

  def settings
    RailsSettings::ALL.each { |title, settings| answers(title, RailsValues.all, settings: settings) }
  end

  def options
    RailsSettings::OPTIONS.each { |title, options| answers("options #{title}", RailsValues.all, options) }
    RailsSettings::OPTIONS_WITH.each do |setting, title|
      answers("#{setting}, options #{title}", RailsValues.all, RailsSettings::OPTIONS.fetch(title),
              settings: RailsSettings::ALL.fetch(setting))
    end
  end

  def odd
    RailsSettings::ALL.values_at("defaults", "neither", "old times").each_with_index do |settings, i|
      answers("odd #{i}", OddValues.all, settings: settings)
    end
    [{ foo: 1 }, { only: %i[a name] }, { except: "a" }].each { |options| answers("odd #{options}", OddValues.all, options) }
    RailsSettings.with({}) do
      OddValues::OPTIONS.each do |title, options|
        [{ a: 1, "b" => { a: "<" } }, [{ a: Time.at(0).utc }], 1.5, "<", RailsValues::WithAsJson.new(1)].each_with_index do |value, i|
          answer("odd options #{title} #{i}") { value.to_json(options) }
          answer("odd options #{title} #{i}, encode") { ActiveSupport::JSON.encode(value, options) }
        end
      end
    end
    OddValues::PRECISIONS.each do |digits|
      answers("precision #{digits.inspect}", RailsValues.times.merge(RailsValues.zones), settings: { time_precision: digits })
    end
  end

  def records
    RailsRecords.fill
    RailsSettings::ALL.each { |title, settings| answers(title, RailsRecords.all, settings: settings) }
    RailsSettings::ALL.slice("defaults", "old times", "precision 6").each do |title, settings|
      answers(title, RailsRecords.more, settings: settings)
    end
    answers("record options", RailsRecords.more, { status: 200 })
    RailsRecords::OPTIONS.each { |options| answers("record options #{options}", RailsRecords.all, options) }
    RailsSettings.with({}) do
      RailsRecords::PATCHES.each_with_index { |patch, i| patched_records(patch, i) }
      between
    end
  end

  # Twice each: the second document meets what a class remembers of the first.
  def record_kinds
    RailsRecordKinds.fill
    RailsSettings.with({}) do
      [nil, *RailsRecordKinds::OPTIONS].each do |options|
        RailsRecordKinds.all.each do |name, make|
          2.times { |i| answer("kinds #{i} #{options}: #{name}") { make.call.to_json(options) } }
        end
      end
      RailsRecordKinds::PATCHES.each_with_index do |patch, i|
        kinds = RailsRecordKinds.selections.slice("joined", "without id", "selected as older")
        answer("kinds patch #{i}") { RailsSettings.patched(*patch) { kinds.values.map(&:call).to_json } }
        answer("after kinds patch #{i}") { kinds.values.map(&:call).to_json }
      end
    end
  end

  def patched_records(patch, number)
    people = -> { RailsRecords::Person.order(:id).to_a }
    data = -> { [people.call * 3, RailsRecords::Person.order(:id), RailsRecords::Loud.last, *people.call, *people.call] }
    answer("record patch #{number}") { RailsSettings.patched(*patch) { data.call.to_json } }
    answer("record patch #{number} with options") { RailsSettings.patched(*patch) { data.call.to_json(foo: 1) } }
    answer("after record patch #{number}") { data.call.to_json }
  end

  # Code of an app that runs between two models of a document.
  def between
    RailsRecords::PATCHES.each_with_index do |(type, name, body), i|
      [RailsRecords::Between, RailsRecords::BetweenDate].each do |between|
        own = type.instance_method(name) if type.method_defined?(name, false) || type.private_method_defined?(name, false)
        people = -> { RailsRecords::Person.order(:id).to_a * 3 }
        answer("between #{i} #{between.name}") do
          [people.call, between.today { Redefinition.redefine(type, name, body) }, people.call].to_json
        end
        Redefinition.redefine(type, name, own)
      end
    end
  end

  def patches
    RailsSettings::PATCHES.each do |title, patch|
      [nil, { foo: 1 }].each do |options|
        answer("patch #{title} #{options}") { RailsSettings.patched(*patch) { SAMPLE.call.to_json(options) } }
        answer("after #{title} #{options}") { SAMPLE.call.to_json(options) }
        SAMPLE.call.each_with_index do |value, i|
          answer("patch #{title} #{options} #{i}") { RailsSettings.patched(*patch) { [value].to_json(options) } }
        end
      end
    end
  end

  # Changes in the middle of a document, and modules in front, which stay: each
  # says something only while its switch is on.
  def prepends
    RailsSettings::PATCHES.each do |title, (type, name, body)|
      type = Object.const_get(type) if type.is_a?(String)
      on = false
      type.prepend(Module.new { define_method(name) { |*given| on ? instance_exec(*given, &body) : super(*given) } })
      answer("before prepend #{title}") { SAMPLE.call.to_json }
      on = true
      answer("prepend #{title}") { SAMPLE.call.to_json }
      answer("prepend #{title} with options") { SAMPLE.call.to_json(foo: 1) }
      on = false
    end
  end

  def calls
    encoder = ActiveSupport::JSON::Encoding.json_encoder
    answer("encode") { ActiveSupport::JSON.encode({ a: "<" }) }
    answer("dump") { ActiveSupport::JSON.dump([Time.at(0).utc]) }
    answer("new") { encoder.new.encode([1]) }
    answer("new nil") { encoder.new(nil).encode("<") }
    answer("twice") { encoder.new.then { |same| [same.encode("<"), same.encode(Time.at(0).utc)].join } }
    answer("options kept") { { foo: 1 }.tap { |options| [RailsValues::WithAsJson.new(1)].to_json(options) }.inspect }
    answer("generate") { JSON.generate({ a: "<", "b" => nil }) }
    answer("generate struct") { JSON.generate([RailsValues::Keyword]) }
    answer("pretty") { JSON.pretty_generate({ a: ["<"] }) }
    answer("not frozen") { [1].to_json.frozen?.to_s }
    decoding
  end

  def decoding
    ['{"a":[1,2.5,null]}', '"2026-01-02"', '["2026-01-02T03:04:05Z","2026-13-45","text"]', "1", "", "{", "nul",
     '{"a":"2026-01-02 03:04"}'].each do |text|
      [false, true].each do |times|
        Time.zone = "Tokyo"
        ActiveSupport.parse_json_times = times
        answer("decode #{times} #{text}") { ActiveSupport::JSON.decode(text).inspect }
        answer("load #{times} #{text}") { ActiveSupport::JSON.load(text).inspect }
      end
    end
    answer("parse error") { ActiveSupport::JSON.parse_error.name.sub(/\AJacinth/, "JSON") }
    ActiveSupport.parse_json_times = false
  end

  def random
    random = RandomValues.new(@seed)
    (2000 * @scale).ceil.times do |i|
      value = random.value
      settings = random.settings
      options = [nil, nil, { foo: 1 }, { only: %w[a b c] }, { except: :a }][i % 5]
      RailsSettings.with(settings) do
        answer("random #{i} #{settings} #{options}") { value.to_json(options).gsub(/"pid":\d+/n, '"pid":0') }
      end
    end
  end
end

unless %w[own jacinth].include?(which)
  OptionWriters.install(which)
  turn = OptionWriters::ALL.keys.index(which) if Float(scale) < 1
end
$stdout.write(Marshal.dump(RailsAnswers.new(Float(scale), Integer(seed), turn).all))
