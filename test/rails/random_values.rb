# frozen_string_literal: true

require_relative "values"

# Random objects from a seed: the same in each process.
class RandomValues
  TEXTS = ["a", "b", "c", "<", "&amp;", ">", "é", "“", "\u2028", "\u2029", "\"", "\\", "/", "\n", "日本", "😀", "x" * 20].freeze
  ZONES = ["UTC", "Tokyo", "Eastern Time (US & Canada)", "London", "Kathmandu"].freeze

  def initialize(seed)
    @random = Random.new(seed)
  end

  def value(depth = 0)
    depth < 4 && @random.rand(3) != 0 ? container(depth) : scalar
  end

  private

  def pick(list) = list[@random.rand(list.size)]

  def text = Array.new(@random.rand(7)) { pick(TEXTS) }.join

  def size = @random.rand(6)

  def container(depth)
    case @random.rand(12)
    when 0..3 then Array.new(size) { value(depth + 1) }
    when 4..6 then Array.new(size) { [text, value(depth + 1)] }.to_h
    when 7 then Array.new(size) { [pick(%i[a b c d <e>]), value(depth + 1)] }.to_h
    when 8 then Array.new(size) { [key, value(depth + 1)] }.to_h
    when 9 then RailsValues::Point.new(value(depth + 1), value(depth + 1))
    when 10 then RailsValues::Returns.new(value(depth + 1))
    else { "a" => value(depth + 1) }.with_indifferent_access
    end
  end

  def key
    case @random.rand(7)
    when 0 then @random.rand(5)
    when 1 then 2**70
    when 2 then Date.new(2026, 1, 1 + @random.rand(3))
    when 3 then text.html_safe
    when 4 then nil
    else @random.rand(2).zero? ? text : text.to_sym
    end
  end

  def scalar
    case @random.rand(20)
    when 0..3 then text
    when 4 then @random.rand(10**@random.rand(1..22)) - 500
    when 5 then float
    when 6 then pick([nil, true, false, :sym, 0.0])
    when 7..9 then time
    when 10..12 then zoned
    when 13 then Date.new(@random.rand(1..9999), 1 + @random.rand(12), 1 + @random.rand(28))
    when 14 then BigDecimal(@random.rand(10**12).to_s) / 1000
    when 15 then pick([1..2, /a</, 1r, Object.new.class, URI("http://a.b/?c&d"), Pathname("/a"), IPAddr.new("10.0.0.0/8")])
    when 16 then DateTime.new(2000 + @random.rand(50), 2, 3, 4, 5, 6)
    when 17 then RailsValues::WithAsJson.new(text)
    when 18 then text.html_safe
    else Set[text, 1]
    end
  end

  # Quarters: json misses the shortest text of some other floats, and with it
  # Active Support's own encoder (docs/migrating.md).
  def float = @random.rand(-(10**9)..(10**9)) / 4.0

  def nanoseconds = pick([0, @random.rand(10**9), @random.rand(1000) * 1_000_000])

  def seconds = @random.rand(-70_000_000_000..260_000_000_000)

  def time
    time = Time.at(seconds, nanoseconds, :nsec)
    case @random.rand(3)
    when 0 then time.utc
    when 1 then time.localtime((@random.rand(1..55) - 28) * 1800)
    else time
    end
  end

  def zoned = RailsValues.zone(pick(ZONES)).at(@random.rand(-3_000_000_000..4_000_000_000), nanoseconds, :nsec)
end
