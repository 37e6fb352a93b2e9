# frozen_string_literal: true

require_relative "values"

# Random objects from a seed: the same in each process.
class RandomValues
  TEXTS = ["a", "b", "c", "<", "&amp;", ">", "é", "“", "\u2028", "\u2029", "\"", "\\", "/", "\n", "日本", "😀", "x" * 20].freeze
  ZONES = ["UTC", "Tokyo", "Eastern Time (US & Canada)", "London", "Kathmandu"].freeze

  def initialize(seed)
    @random = Random.new(seed)
  end

  def value(depth = 0) = depth < 4 && @random.rand(3) != 0 ? container(depth) : scalar

  # Any of the settings together.
  def settings
    RailsSettings::ALL.values.sample(@random.rand(3), random: @random).reduce({}, :merge)
  end

  private

  def pick(list) = list[@random.rand(list.size)]

  def text = Array.new(@random.rand(7)) { pick(TEXTS) }.join

  def size = @random.rand(6)

  def container(depth)
    case @random.rand(18)
    when 0..3 then Array.new(size) { value(depth + 1) }
    when 4..6 then Array.new(size) { [text, value(depth + 1)] }.to_h
    when 7 then Array.new(size) { [pick(%i[a b c d <e>]), value(depth + 1)] }.to_h
    when 8 then Array.new(size) { [key, value(depth + 1)] }.to_h
    when 9 then RailsValues::Point.new(value(depth + 1), value(depth + 1))
    when 10 then RailsValues::Returns.new(value(depth + 1))
    when 11 then { "a" => value(depth + 1) }.with_indifferent_access
    when 12 then Set.new(Array.new(size) { value(depth + 1) })
    when 13 then RailsValues::Each.new(*Array.new(size) { value(depth + 1) })
    when 14 then RailsValues::Keyword.new(from: value(depth + 1), to: scalar)
    when 15 then data(value(depth + 1), scalar)
    when 16 then RailsValues::Plain.new(one: value(depth + 1), two: scalar)
    else list_of_one_kind
    end
  end

  # Data is a class of Ruby 3.2 and later.
  def data(one, two) = RailsValues::DATA ? RailsValues::DATA.new(a: one, b: two) : RailsValues::Point.new(one, two)

  # The optimized writers of a class are used after some objects of it.
  def list_of_one_kind
    kind = pick(%i[time zoned date decimal safe library record error])
    Array.new(@random.rand(20)) { __send__(kind) }
  end

  def key
    case @random.rand(12)
    when 0 then @random.rand(5)
    when 1 then 2**70
    when 2 then Date.new(2026, 1, 1 + @random.rand(3))
    when 3 then text.html_safe
    when 4 then nil
    when 5 then pick([true, 1.5, BigDecimal("1.5"), Class, 1..2, Errno::ENOENT.new("<")])
    when 6 then time
    else @random.rand(2).zero? ? text : text.to_sym
    end
  end

  def scalar
    case @random.rand(26)
    when 0..3 then text
    when 4 then @random.rand(10**@random.rand(1..22)) - 500
    when 5 then float
    when 6 then pick([nil, true, false, :sym, 0.0])
    when 7..9 then time
    when 10..12 then zoned
    when 13 then date
    when 14 then decimal
    when 15 then library
    when 16 then DateTime.new(2000 + @random.rand(50), 2, 3, 4, 5, 6)
    when 17 then RailsValues::WithAsJson.new(text)
    when 18 then safe
    when 19 then error
    when 20, 21 then record
    when 22 then parameters
    when 23 then relation
    when 24 then pick([RailsValues.model, RailsValues.model.errors, RailsRecords::Person.new.errors, RailsValues.status])
    else Set[text, 1]
    end
  end

  def date = Date.new(@random.rand(1..9999), 1 + @random.rand(12), 1 + @random.rand(28))

  def decimal = BigDecimal(@random.rand(10**12).to_s) / pick([1, 1000, 7])

  def safe = text.html_safe

  def library
    pick([1..2, Time.at(0).utc..Time.at(1).utc, "<".."&", 1.., /a</, 1r, Object, Enumerable, URI("http://a.b/?c&d"), Pathname("/a<"),
          IPAddr.new("10.0.0.0/8"), 90.minutes, Encoding::UTF_8.name, [1, 2].each, "a".inquiry])
  end

  def error = pick([RuntimeError, ArgumentError, Errno::ENOENT, OddValues::Fault]).new(text)

  def parameters
    given = ActionController::Parameters.new(a: text, b: [time, zoned], c: { d: scalar_of_a_request })
    pick([given, given.permit(:a), given.permit!])
  end

  def scalar_of_a_request = pick([text, 1, 1.5, nil, true])

  def record
    record = pick(RailsRecords.classes).find(1 + @random.rand(3))
    record.name = text if @random.rand(4).zero?
    record
  end

  def relation
    people = RailsRecords::Person.order(:id)
    pick([people, people.select(:id, :created_at), people.where(id: 1..2).load, RailsRecords::Person.first.staff, people.to_a * 4])
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
