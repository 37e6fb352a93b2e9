# frozen_string_literal: true

# ruby outcomes.rb SEED COUNT: reads and writes random documents with random options, and
# prints a line for each value, text or error.
require "jacinth"
require_relative "../parse/documents"

module Outcomes
  extend ParserDocuments

  class Own
    def to_json(*) = "[1, 2]"
    def inspect = "an Own"
  end

  LIMITS = %i[max_document_bytes max_string_bytes max_keys max_elements max_number_digits].freeze
  NUMBERS = [0, -1, 2**62, 2**64, -(2**70), 0.0, -0.0, 1e14, 1e15, 123_456_789_012.5, 1e-9, 1e-10, 5e-324, 1.5e300, 1e21].freeze
  TEXTS = ["", "a", "</script>&", "\u2028é", "\u{1F600}", "\n\u0001\"\\", "\xFF", "é".encode("ISO-8859-1"), "b".b].freeze
  OTHERS = [nil, true, false, :s, 1..2, Object, Float::NAN, 3r, Own.new].freeze
  KEYS = ["a", "b", :a, :c, 1, nil, "é", "\u2028"].freeze
  BOOLS = %i[
    allow_nan ascii_only script_safe html_safe strict sort_keys allow_duplicate_key rfc8785 omit_nil omit_empty
  ].freeze
  STRINGS = { indent: ["  ", "\t"], space: [" "], space_before: [" "], object_nl: ["\n"], array_nl: ["\n"] }.freeze

  module_function

  def run(seed, count)
    random = Random.new(seed)
    count.times { |i| puts(i.even? ? reading(random) : writing(random)) }
  end

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
    options.delete(:rfc8785) if random.rand(3).positive?
    value = tree(random, 0)
    outcome { Jacinth.generate(value, options) }
  end

  def tree(random, depth)
    case random.rand(depth > 3 ? 7 : 11)
    when 0, 1 then TEXTS.sample(random: random)
    when 2, 3 then NUMBERS.sample(random: random)
    when 4, 5 then random.rand(10**random.rand(1..20)) / (10.0**random.rand(1..25))
    when 6 then OTHERS.sample(random: random)
    when 7, 8 then Array.new(random.rand(5)) { tree(random, depth + 1) }
    else KEYS.sample(random.rand(5), random: random).to_h { |key| [key, tree(random, depth + 1)] }
    end
  end

  def outcome
    yield.then { |value| [value.class, value.frozen?, value].inspect }
  rescue Jacinth::ParserError => e
    [e.class, e.to_h, e.pointer, e.detailed_message].inspect
  rescue Jacinth::GeneratorError => e
    [e.class, e.message, e.json_path, e.invalid_object.class].inspect
  rescue ArgumentError, TypeError, EncodingError, NoMethodError => e
    [e.class, e.message.lines.first].inspect
  end
end

Outcomes.run(*ARGV.map { |text| Integer(text) })
