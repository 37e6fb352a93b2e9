# frozen_string_literal: true

# ruby outcomes.rb PART SEED COUNT: reads and writes random documents with random options, and
# prints a line for each value, text or error. Outcomes::PARTS has the parts.
require "jacinth"
require "bigdecimal"
require "date"
require "set"
require_relative "../parse/documents"

module Outcomes
  extend ParserDocuments

  class Own
    def to_json(*) = "[1, 2]"
    def inspect = "an Own"
  end

  # Passes its State on.
  Passing = Struct.new(:inside) { def to_json(state) = Jacinth.generate(inside, state) }

  LIMITS = %i[max_document_bytes max_string_bytes max_keys max_elements max_number_digits].freeze
  NUMBERS = [0, -1, 2**62, 2**64, -(2**70), 0.0, -0.0, 1e14, 1e15, 123_456_789_012.5, 1e-9, 1e-10, 5e-324, 1.5e300, 1e21].freeze
  TEXTS = ["", "a", "</script>&", "\u2028é", "\u{1F600}", "\n\u0001\"\\", "\xFF", "é".encode("ISO-8859-1"), "b".b].freeze
  OTHERS = [nil, true, false, :s, 1..2, Object, Float::NAN, 3r, Own.new].freeze
  KEYS = ["a", "b", :a, :c, 1, nil, "é", "\u2028"].freeze
  BOOLS = %i[
    allow_nan ascii_only script_safe html_safe strict sort_keys allow_duplicate_key rfc8785 omit_nil omit_empty
  ].freeze
  PRETTY = { indent: " ", space: " ", object_nl: "\n", array_nl: "\n" }.freeze
  STRINGS = { indent: ["  ", "\t"], space: [" "], space_before: [" "], object_nl: ["\n"], array_nl: ["\n"] }.freeze

  module_function

  PARTS = {
    "documents" => ->(random, count) { count.times { |i| puts(i.even? ? reading(random) : writing(random)) } },
    "types" => ->(random, count) { count.times { puts typed(random) } },
    "selections" => ->(random, count) { (count / 4.0).ceil.times { puts selected(random).inspect } },
    "writers" => ->(random, count) { (count / 4.0).ceil.times { puts written(random).inspect } },
    "chunks" => ->(random, count) { (count / 4.0).ceil.times { puts located(random), streamed(random).inspect } },
    "resumed" => ->(random, count) { (count / 4.0).ceil.times { puts resumed(random).inspect } }
  }.freeze

  def reading(random)
    options = options(random).reject { |_, value| value.is_a?(Proc) }
    options[LIMITS.sample(random: random)] = random.rand(1..20) if random.rand(4).zero?
    options[:validate_encoding] = true if random.rand(4).zero?
    options[random.rand(2).zero? ? :relaxed : :invalid] = :replace if random.rand(6).zero?
    source = document(random)
    source = damage(random, source) if random.rand(3).positive?
    source = flip(source, random) if random.rand(5).zero?
    outcome { Jacinth.parse(source, **options.except(:relaxed), **(options.key?(:relaxed) ? { relaxed: true } : {})) }
  end

  def writing(random)
    options = BOOLS.select { random.rand(6).zero? }.to_h { |name| [name, true] }
    STRINGS.each { |name, texts| options[name] = texts.sample(random: random) if random.rand(3).zero? }
    options[:max_nesting] = random.rand(1..4) if random.rand(6).zero?
    options[:safe_integers] = %i[raise string].sample(random: random) if random.rand(6).zero?
    options[:invalid] = :replace if random.rand(6).zero?
    options.update(PRETTY, width: [1, 8, 20, 40, 80].sample(random: random)) if random.rand(4).zero?
    options.delete(:rfc8785) if random.rand(3).positive?
    value = tree(random, 0)
    outcome { Jacinth.generate(value, options) }
  end

  def tree(random, depth)
    case random.rand(depth > 3 ? 7 : 12)
    when 0, 1 then TEXTS.sample(random: random)
    when 2, 3 then NUMBERS.sample(random: random)
    when 4, 5 then random.rand(10**random.rand(1..20)) / (10.0**random.rand(1..25))
    when 6 then OTHERS.sample(random: random)
    when 7, 8 then Array.new(random.rand(5)) { tree(random, depth + 1) }
    when 9 then Passing.new(tree(random, depth + 1))
    else KEYS.sample(random.rand(5), random: random).to_h { |key| [key, tree(random, depth + 1)] }
    end
  end

  T = Jacinth::Type
  Point = Struct.new(:x, :y)
  # A class without an initialize.
  class Plain
    attr_accessor :x, :rest

    def inspect = "Plain(#{[x, rest].inspect})"
  end

  # A class whose objects can refuse their members.
  class Made
    def initialize(x:) = x == 1 ? raise(ArgumentError, "x is 1") : @x = x
    attr_reader :x

    def inspect = "Made(#{x.inspect})"
  end

  SIMPLE = [
    String, Integer, Float, Symbol, Time, T.boolean, T.any, nil, 1..9, 0.5.., /a/, T.enum("a", :b, 3, 1.5, nil, true),
    T.string(length: 1..3, strip: true), T.string(format: :ipv4), T.time(as: :milliseconds), T.time(Time.at(0)..),
    T.decimal, T.decimal(as: :number), T.date,
    T.scalar(Float, load: ->(value) { value > 2 ? raise(ArgumentError, "at most 2") : [value] }, dump: ->(list) { list[0] }),
    T.scalar(load: ->(value) { [value] }, dump: ->(list) { list[0] })
  ].freeze
  STRINGS_OF_TYPES = [
    "a", " b ", "", "3", "1.5", "1e2", "yes", "é", "127.0.0.1", "2020-01-02T03:04:05.678+01:00", "2016-12-31T23:59:60Z",
    "2020-02-30", "2020-02-29", "-0001-01-01", "1969-12-31T23:59:59Z"
  ].freeze
  NUMBERS_OF_TYPES = [0, 1, 3, 3.0, 1.5, -2, 2.5, 2**70, 1e300, 10**400].freeze

  def type(random, depth)
    return SIMPLE.sample(random: random) if depth.zero? || random.rand(3).zero?

    one, other = type(random, depth - 1), type(random, depth - 1)
    made = case random.rand(14)
           when 0 then [one]
           when 1 then T.optional(one)
           when 2 then T.hash(one, length: ..2)
           when 3 then T.hash(one, keys: [Integer, :a, Symbol, Time].sample(random: random))
           when 4 then T.tuple(one, other)
           when 5 then T.set(one)
           when 6, 7 then T.first_of(one, other)
           when 8 then T.of(Point, x: one, y: T.member(other, default: 7))
           when 9 then T.of(Plain, x: T.member(one, name: "é", omit: :nil), rest: Hash).with(unknown: :rest)
           when 10 then T.of(Made, x: one)
           when 11 then T.union({ "a" => { x: one }, "b" => T.of(Point, x: other, y: Integer) }, tag: "t")
           when 12 then T.union({ x: one, t: "a" }, { t: "b", y: other }, Integer, T.boolean)
           else
             T[{ x: one, y: T.optional(other), t: T.member(String, default: "q", omit: :default, also: "u") }]
           .with(unknown: %i[raise ignore].sample(random: random))
           end
    random.rand(5).zero? ? made.then { |given| T[given].with(coerce: true) } : T[made]
  rescue ArgumentError
    String
  end

  def typed(random)
    type = T[type(random, 3)]
    options = random.rand(3).zero? ? { errors: :all } : {}
    options[%i[freeze allow_nan allow_trailing_comma allow_duplicate_key symbolize_names].sample(random: random)] = true
    text = Jacinth.generate(document_of(type, random, 4), max_nesting: 0)
    text = damage(random, text) if random.rand(8).zero?
    [outcome { type.load(text, **options) }, outcome { type.dump(type.load(text), pretty: random.rand(2).zero?) }]
  end

  # Parts of documents, which are often cut off.
  def located(random)
    text = document(random)
    text = text[0, random.rand(1..8)] if random.rand(3).positive?
    text = text.sub(/[0-9]/, "x") if random.rand(3).zero?
    options = random.rand(3).zero? ? { invalid: :replace } : {}
    pointer = ["/a", "/0", "/a/0", "/0/a", "/*", "/a/*"].sample(random: random)
    query = ["$.a", "$[0]", "$..a", "$[*].a"].sample(random: random)
    [outcome { Jacinth.at(text, pointer, :none, **options) }, outcome { Jacinth.parse(text, only: pointer, **options) },
     outcome { [*Jacinth::Document.new(text, **options).at(pointer)].map(&:raw) }, outcome { Jacinth.query(text, query, **options) }]
  end

  POINTERS = ["", "/a", "/0", "/a/0", "/0/a", "/*", "/a/*", "/*/*"].freeze

  # Values that pointers or a type select, and the values that on_load gets.
  def selected(random)
    text = Array.new(random.rand(1..2)) { document(random) }.join("\n")
    text = damage(random, text) if random.rand(5).zero?
    options = [{ only: POINTERS.sample(random.rand(1..2), random: random) }, { into: T[type(random, 2)] }, {}].sample(random: random)
    options[:at] = POINTERS.sample(random: random) if random.rand(4).positive?
    loaded = []
    options[:on_load] = ->(value) { value.tap { loaded << value.inspect } } unless options[:only]
    [text, text.b.scan(/.{1,#{random.rand(1..40)}}/mn)].map do |source|
      loaded.clear
      values = Jacinth.each(source, allow_duplicate_key: true, **options).to_a
      [values, loaded.dup]
    rescue Jacinth::JSONError => e
      e.class
    end
  end

  # Calls of a Writer, also wrong ones.
  def written(random)
    options = %i[strict pretty ascii_only omit_nil allow_duplicate_key].select { random.rand(4).zero? }.to_h { |name| [name, true] }
    options[:format] = :ndjson if !options[:pretty] && random.rand(4).zero?
    writer = Jacinth::Writer.new(**options)
    results = Array.new(random.rand(1..20)) do
      key = KEYS.sample(random: random)
      calls = [[:value, tree(random, 3)], [:pair, key, tree(random, 3)], [:key, key], [:object], [:array], [:object, key], [:array, key],
               [:end], [:raw, ["[1,\n 2]", "{", "1 2"].sample(random: random)], [:path]]
      outcome { writer.public_send(*calls.sample(random: random)).then { |result| result.equal?(writer) ? result.depth : result } }
    end
    [*results, outcome { writer.end while writer.depth.positive? }, outcome { writer.close }]
  end

  # Documents in chunks.
  def streamed(random)
    texts = Array.new(random.rand(1..3)) { document(random) }
    at = ["/a", "/*", "/0/*"].sample(random: random) if random.rand(5).zero?
    texts = texts.map { |text| at || random.rand(4).positive? ? text : damage(random, text) }
    text = texts.join(["\n", " ", "\n\n", ""].sample(random: random))
    size = random.rand(1..40)
    chunks, larger = [size, [size, text.bytesize / 40].max].map { |most| text.b.scan(/.{1,#{most}}/mn) }
    options = %i[allow_comments allow_trailing_comma allow_duplicate_key symbolize_names validate_encoding allow_nan]
              .sample(random.rand(3), random: random).to_h { |name| [name, true] }
    each = { on_error: %i[raise skip].sample(random: random), lines: true, format: %i[auto lines].sample(random: random) }
    each[:at] = at if at
    [yielded(at) { |found| Jacinth.each(chunks, **each, **options) { |*values| found << values } },
     # The whole partial value is printed for each chunk.
     yielded { |found| Jacinth.each_partial(larger, **options) { |*values| found << values.inspect } }]
  end

  # Passes a text to a ResumableParser in chunks. Returns its state after each chunk, also before the
  # first parse and after errors and values.
  def resumed(random)
    parser = Jacinth::ResumableParser.new
    text = Array.new(2) { random.rand(2).zero? ? document(random)[0, 200] : damage(random, document(random)[0, 200]) }.join("\n")
    first = true
    text.b.scan(/.{1,#{random.rand(1..60)}}/mn).map do |chunk|
      parser << chunk
      before = parser.partial_value(strings: true) if first
      first = false
      complete = yielded { |found| found << (first = parser.parse) }
      parser.skip_line if random.rand(20).zero?
      [before, complete, parser.rest, parser.parsed_bytes, parser.value? && parser.value]
    end
  end

  # Without the excerpts: the extension keeps fewer bytes before a chunk.
  def yielded(at = nil)
    found = []
    yield found
    found
  rescue Jacinth::ParserError => e
    return "an error, after fewer values" if at

    [*found, e.class, e.message, e.line, e.column, e.json_path]
  end

  # A value that fits the type, mostly.
  def document_of(type, random, depth)
    return STRINGS_OF_TYPES.sample(random: random) if random.rand(12).zero? || depth.negative?
    return NUMBERS_OF_TYPES.sample(random: random) if random.rand(15).zero?

    spec = type.__send__(:_spec)
    inner = ->(one) { document_of(one, random, depth - 1) }
    case type.__send__(:_kind)
    when :integer, :float, :epoch then NUMBERS_OF_TYPES.sample(random: random)
    when :array, :set then Array.new(random.rand(3)) { inner.call(spec[:of]) }
    when :tuple then spec[:alternatives].map(&inner)
    when :map then STRINGS_OF_TYPES.sample(random.rand(3), random: random).to_h { |key| [key, inner.call(spec[:of])] }
    when :object, :variant then members_of(spec, random, inner)
    when :tagged
      name, one = spec[:members].sample(random: random).values_at(:name, :type)
      { spec[:tag] => name, **inner.call(one).then { |value| value.is_a?(Hash) ? value : {} } }.to_a.shuffle(random: random).to_h
    when :first, :union then inner.call(spec[:alternatives].sample(random: random))
    when :optional then random.rand(3).zero? ? nil : inner.call(spec[:of])
    when :any, :scalar then [nil, 1, 2.5, "x", [1, { "a" => [] }]].sample(random: random)
    when :boolean then [true, "no"].sample(random: random)
    else STRINGS_OF_TYPES.sample(random: random)
    end
  end

  def members_of(spec, random, inner)
    members = spec[:members].select { |member| member[:name] && random.rand(9).positive? }
    members.to_h { |member| [member[:name], inner.call(member[:type])] }.tap { |hash| hash["z"] = 1 if random.rand(4).zero? }
  end

  def outcome
    yield.then { |value| [value.class, value.frozen?, value].inspect }
  rescue Jacinth::ValidationError => e
    [e.class, e.details, e.errors.size, e.hint, e.detailed_message].inspect
  rescue Jacinth::ParserError => e
    [e.class, e.details, e.pointer, e.detailed_message].inspect
  rescue Jacinth::GeneratorError => e
    [e.class, e.message, e.json_path, e.invalid_object.class].inspect
  rescue ArgumentError, TypeError, EncodingError, NoMethodError => e
    [e.class, e.message.lines.first].inspect
  end
end

part, seed, count = ARGV
Outcomes::PARTS.fetch(part).call(Random.new(Integer(seed)), Integer(count))
