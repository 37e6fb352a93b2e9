# frozen_string_literal: true

require "bigdecimal"
require "json"

# Random JSON: documents, damage to them, and options to parse them with. For
# the property tests and tools/fuzz/differential.rb.
module ParserDocuments
  STRINGS = ["", "a", "id", "name", "é", "日本", "😀", "a b", "q\"q", "back\\slash", "new\nline", "tab\t", "\u007f", "\u2028",
             "x" * 15, "y" * 16, "z" * 31, "w" * 63, "v" * 64, "u" * 200, "é" * 40].freeze
  SPACES = ["", "", "", " ", "\n", "\n    ", "\t", "  \r\n", " " * 20].freeze
  ODD = ["NaN", "Infinity", "-Infinity", "01", "1.", "nul", "/* c */", "// c\n", ",", "]", "}", "\"", "\\", "\u0000",
         "{", "["].freeze
  # With names, which messages have in them.
  class Table < Hash; end
  class List < Array; end

  OPTIONS = {
    allow_nan: [true], allow_duplicate_key: [true], allow_trailing_comma: [true], allow_comments: [true],
    allow_control_characters: [true], allow_invalid_escape: [true], symbolize_names: [true], freeze: [true],
    max_nesting: [0, 2, 3, nil], decimal_class: [BigDecimal, String], object_class: [Table],
    array_class: [List],
    on_load: [->(v) { v.is_a?(Integer) ? v + 1 : v }, ->(v) { v == "a" ? nil : v }, :itself]
  }.freeze

  def options(random)
    names = OPTIONS.keys.sample(random.rand(0..4), random: random)
    names.to_h { |name| [name, OPTIONS[name].sample(random: random)] }
  end

  def damage(random, source)
    source = source.dup
    random.rand(1..3).times do
      at = random.rand(source.length + 1)
      case random.rand(4)
      when 0 then source = source[0, at]
      when 1 then source.insert(at, ODD.sample(random: random))
      when 2 then source.slice!(at, random.rand(1..4))
      else source = flip(source, random)
      end
      source = source.dup.force_encoding(Encoding::UTF_8).scrub("?") unless source.valid_encoding?
    end
    source
  end

  def flip(source, random)
    return source if source.empty?

    source.dup.tap { |text| text.setbyte(random.rand(text.bytesize), random.rand(256)) }
  end

  def document(random, depth = 0)
    space = SPACES.sample(random: random)
    case random.rand(depth > 3 ? 6 : 10)
    when 0 then %w[true false null].sample(random: random)
    when 1 then random.rand(-1000..1000).to_s
    when 2 then random.rand(10**random.rand(1..25)).to_s
    when 3 then number(random)
    when 4, 5 then string(random)
    when 6, 7 then list("[", "]", random) { space + document(random, depth + 1) }
    else list("{", "}", random) { "#{space}#{string(random)}#{space}:#{space}#{document(random, depth + 1)}" }
    end
  end

  def list(open, close, random, &) = "#{open}#{Array.new(random.rand(0..10), &).join(',')}#{close}"

  def number(random)
    format(%w[%.2f %.17g %e %.0e %.30f].sample(random: random), random.rand * (10**random.rand(-10..10)))
  end

  def string(random)
    text = STRINGS.sample(random: random)
    case random.rand(4)
    when 0 then JSON.generate(text, ascii_only: true)
    when 1 then JSON.generate(text, script_safe: true)
    else JSON.generate(text)
    end
  end
end
