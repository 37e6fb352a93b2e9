# frozen_string_literal: true

require_relative "../../test/conformance/table"
require_relative "../../test/parse/documents"

# The texts that a fuzzer tries, drawn from a Random: most are texts of a pool with
# a few bytes changed, some are made by the grammar. A text that the caller keeps is
# added to the pool, so that changes add up. An equal Random, and the same kept texts,
# give the same texts again.
class FuzzTexts
  extend ParserDocuments

  # Longer texts are cut, because they take the time of many short ones.
  LONGEST = 4000

  BYTES = [*" \t\n\r\"\\/{}[],:.+-eEuntfNI*0123456789abAz".bytes, 0, 1, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE2, 0xED,
           0xEF, 0xF0, 0xF4, 0xFF].freeze
  TOKENS = [*ParserDocuments::ODD, "[]", "{}", "[[", "]]", "{\"", "\":", "\"\"", "[1]", "{\"a\":1}", "{\"a\":",
            ",\"a\":2", ",\"b\":[", "null", "true", "false", "-", "-0", "0", "1e", "E+", "1e400", "-1E-400", "1.5",
            "0.1", "5e-324", "1e22", "1e23", "1234567",
            "12345678", "123456789012345678", "9223372036854775807", "18446744073709551616",
            "1.7976931348623157e308", "0.30000000000000004", "\\n", "\\\"", "\\\\", "\\/", "\\u", "\\u00e9", "\\u0000",
            "\\u2028", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\udbff\\udfff", "\\uD800\\u0041", "\\x", "\\ud83d\\u",
            "é", "日本", "😀", "\u2028", "\u{feff}", "/*", "*/", "//", "/", "\n", "\r\n", "-Infinity", "NaN", "-NaN",
            "\"id\":", "\"name\":", ",\"id\":7", ",\"name\":\"x\""].map(&:freeze).freeze
  SPACES = [" ", "\n", "\t", "\r\n", " \n"].freeze

  # The rows of the conformance set, documents of the grammar, and parts of the
  # repository's documents, most of them short.
  POOL = begin
    random = Random.new(19)
    rows = Conformance.rows.map(&:source).select { |source| source.bytesize.between?(2, 300) }
    made = Array.new(4000) { document(random, random.rand(4)) }.select { |text| text.bytesize.between?(30, 400) }
    paths = %w[examples/harbour.json test/documents/*.json].flat_map { |path| Dir[File.join(Checkout::ROOT, path)] }
    parts = paths.sort.flat_map do |path|
      text = File.binread(path)
      Array.new(60) { text.byteslice(random.rand([text.bytesize - 60, 1].max), random.rand(20..150)) }
    end
    singles = rows + made
    several = Array.new(1000) { "[#{Array.new(random.rand(2..5)) { singles.sample(random: random).b }.join(",")}]" }
    (rows + made + parts + several).map { |text| text.dup.force_encoding(Encoding::UTF_8).freeze }.freeze
  end

  # The long tail.
  LONG = begin
    random = Random.new(20)
    made = Array.new(300) { document(random) }.select { |text| text.bytesize.between?(400, LONGEST) }
    paths = Dir[File.join(Checkout::ROOT, "test/documents/*.json")]
    parts = paths.sort.map { |path| File.binread(path).byteslice(0, LONGEST) }
    (made + parts).map { |text| text.dup.force_encoding(Encoding::UTF_8).freeze }.freeze
  end

  def initialize(random)
    @random = random
    @pool = POOL.dup
  end

  # Returns a new String in UTF-8, which can be invalid. No other String shares its
  # bytes.
  def next
    case @random.rand(64)
    when 0 then text = +FuzzTexts.document(@random, 1)
    when 1 then text = change(any(LONG))
    else
      text = change(any(@pool))
      text = change(text) while @random.rand(4).zero?
    end
    text = text.byteslice(0, LONGEST) if text.bytesize > LONGEST
    text.force_encoding(Encoding::UTF_8)
    # Most texts are valid UTF-8, as in real use.
    text = text.scrub("?") unless text.valid_encoding? || @random.rand(8).zero?
    text
  end

  # Adds a text to the pool.
  def keep(text)
    @pool[@random.rand(@pool.size)] = text if text.bytesize.between?(8, 400)
  end

  private

  # The frequency of each kind of change.
  CHANGES = { byte: 2, alike: 4, token: 3, replaced: 2, cut_out: 1, cut_off: 1, spliced: 2, repeated: 1, spaced: 1,
              enclosed: 2, digits: 1 }.flat_map { |name, times| [name] * times }.freeze
  private_constant :CHANGES

  def change(text)
    send(CHANGES[@random.rand(CHANGES.size)], text, @random.rand(text.bytesize + 1))
  end

  def token(text, at) = joined(text, at, any(TOKENS), at)
  def replaced(text, at) = joined(text, at, any(TOKENS), at + @random.rand(5))
  def cut_out(text, at) = joined(text, at, "", at + 1 + @random.rand(8))
  def cut_off(text, at) = joined(text, at, "", text.bytesize)
  def spliced(text, at) = joined(text, at, other_end, text.bytesize)
  def spaced(text, at) = joined(text, at, any(SPACES) * (1 + @random.rand(70)), at)
  def digits(text, at) = joined(text, at, @random.rand(10**(1 + @random.rand(24))).to_s, at)

  def repeated(text, at)
    joined(text, at, text.byteslice(at, 1 + @random.rand(40)) * (1 + @random.rand(6)), at)
  end

  def any(list) = list[@random.rand(list.size)]

  def byte(text, at)
    copy = "".b << text.b
    return copy << any(BYTES) if at == text.bytesize

    copy.setbyte(at, @random.rand(4).zero? ? text.getbyte(at) ^ (1 << @random.rand(8)) : any(BYTES))
    copy
  end

  # Replaces a digit or letter by another one, or by a space: a valid text usually stays valid.
  def alike(text, at)
    byte = text.getbyte(at)
    case byte
    when 48..57, 97..122
      copy = +"" << text
      copy.setbyte(at, byte < 58 ? 48 + @random.rand(10) : 97 + @random.rand(26))
      copy
    when 34 then joined(text, at + 1, "s" * @random.rand(70), at + 1)
    else joined(text, at, any(SPACES), at)
    end
  end

  # Joins text[0...upto], middle and text[from..].
  def joined(text, upto, middle, from)
    copy = "".b << text.byteslice(0, upto).b << middle.b
    copy << text.byteslice(from, text.bytesize).b if from < text.bytesize
    copy
  end

  def other_end
    other = any(@pool)
    other.byteslice(@random.rand(other.bytesize + 1), 200)
  end

  # The result is valid if both texts are.
  def enclosed(text, _)
    other = any(@pool)
    case @random.rand(4)
    when 0 then "[".b << text.b << ",".b << other.b << "]"
    when 1 then "{\"a\":".b << text.b << ",\"b\":".b << other.b << "}"
    when 2 then "[".b << text.b << "]"
    else "{\"id\":".b << text.b << "}"
    end
  end
end
