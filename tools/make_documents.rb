# frozen_string_literal: true

# Writes test/documents/*.json, documents of different shapes:
#
#     ruby tools/make_documents.rb
#
# All data are invented. The seed is fixed, so that the files change only if this
# program does. Each document is formatted in another way.

require "json"

class Documents
  FOLDER = File.expand_path("../test/documents", __dir__)

  # The name of each file, for which a method of that name makes the data, and
  # the options of json to write it with.
  FILES = {
    "records" => {},
    "nesting" => { indent: " ", object_nl: "\n", array_nl: "\n" },
    "coordinates" => {},
    "texts" => { array_nl: "\n" },
    "escapes" => { ascii_only: true, script_safe: true, space: " " },
    "log" => { array_nl: "\r\n" },
    "configuration" => { indent: "\t", space: " ", object_nl: "\n", array_nl: "\n" },
    "wide" => {}
  }.freeze

  SENTENCES = [
    "The lamp was lit at dusk, and nobody saw who lit it.", "Der Wärter zählte die Boote – es waren zwölf.",
    "Η σκάλα έχει εκατόν έντεκα σκαλοπάτια.", "Маяк стоит на скале, а скала стоит на море.",
    "灯台守は毎晩、同じ詩を声に出して読んだ。", "등대의 불빛이 안개 속에서 흔들렸다.", "كانت العاصفة أقوى مما توقع الجميع.",
    "המכתב הגיע שלושה ימים אחרי הספינה.", "दीपक रात भर जलता रहा।", "ประภาคารหลังนี้สร้างด้วยหินสีขาว",
    "She wrote: \"Bring oil & wicks\", then crossed it out.", "Path: C:\\lamp\\logs\\new, mode 0644\n",
    "Tabs\tand\tcolumns\tdo\tnot\tmix.", "👩‍🚒 🧭 ⚓ 🌊 and a 🇳🇴 flag", "𝔣𝔯𝔞𝔨𝔱𝔲𝔯, a\u0301 and \u00E1",
    "Line\u2028and paragraph\u2029separators", "</script><!-- no -->", "Bell \a, escape \e, delete \u007F"
  ].freeze
  WORDS = %w[
    amber basalt cedar dune ember fjord gale heron isle jetty kelp loam mist
    nectar oak pearl quay reef sand tide
  ].freeze
  LEVELS = %w[debug info info info warn error].freeze

  def initialize(seed = 1913)
    @random = Random.new(seed)
  end

  # Rows of a table, some with members that others do not have.
  def records
    { "total" => 120, "next" => nil, "rows" => Array.new(120) { |i| record(i) } }
  end

  # Arrays in objects in arrays, up to 90 levels, and a tree.
  def nesting
    { "chain" => (1..44).reduce("end") { |inner, i| i.even? ? { "level" => i, "in" => [inner] } : [inner] },
      "empty" => [[], {}, [[]], [{}], { "a" => {}, "b" => [] }], "tree" => tree(6) }
  end

  # Polygons of points with as many digits as a measurement has, and with all.
  def coordinates
    features = Array.new(12) do |i|
      ring = Array.new(60 + i) { |k| point(i, k) }
      { "type" => "Feature", "id" => i, "properties" => { "name" => WORDS[i], "area" => (number * 1e4).round(2) },
        "geometry" => { "type" => "Polygon", "coordinates" => [ring + [ring.first]] } }
    end
    { "type" => "FeatureCollection", "bbox" => [-180.0, -90.0, 180.0, 90.0], "features" => features }
  end

  # Long strings that need few escapes.
  def texts
    Array.new(24) { |i| (SENTENCES.first(15) * 3).sample(4 + i, random: @random).join(" ") }
  end

  # Strings of which every other character is escaped.
  def escapes
    SENTENCES.to_h { |text| [text[0, 12], [text, text.reverse, text.upcase, "#{text}\n#{text}"]] }
  end

  # A line for each event, some with a trace.
  def log
    Array.new(150) do |i|
      message = "#{pick(WORDS)} #{pick(WORDS)}: #{pick(SENTENCES)}"
      line = { "ts" => time(i), "level" => pick(LEVELS), "pid" => 4000 + (i % 3), "msg" => message }
      line["took"] = (number / 3).round(6) if i.even?
      line["trace"] = trace if line["level"] == "error"
      line
    end
  end

  # Settings of a program: nested, indented with tabs, every kind of value.
  def configuration
    services = WORDS.first(18).to_h { |name| [name, service(name)] }
    { "version" => 3, "name" => "lamp \"one\"", "paths" => { "log" => "/var/log/lamp", "old" => "C:\\lamp\\log" },
      "features" => { "beta" => false, "alpha" => true, "rest" => {} }, "services" => services, "include" => [] }
  end

  # Objects of hundreds of members, and the same names in another order.
  def wide
    names = Array.new(400) { |i| "#{pick(WORDS)}_#{i}" }
    orders = Array.new(6) { names.first(30).shuffle(random: @random).to_h { |name| [name, rand(1000)] } }
    { "once" => names.to_h { |name| [name, scalar] }, "orders" => orders,
      "grows" => (1..24).map { |size| names.first(size).to_h { |name| [name, size] } } }
  end

  private

  def service(name)
    { "enabled" => rand(2).zero?, "port" => rand(1024..65_535), "timeout" => number.round(3), "tags" => some(WORDS),
      "limits" => { "memory" => 2**rand(20..40), "cpu" => nil, "retry" => [1, 2.5, 10] },
      "args" => ["--name=#{name}", "-v"] }
  end

  def record(row)
    record = { "id" => (2**53) - 60 + row, "name" => "#{pick(WORDS)} #{pick(WORDS)}", "active" => rand(2).zero?,
               "score" => (number * 100).round(2), "balance" => rand(10**13) - (10**12), "tags" => some(WORDS),
               "address" => address }
    record["note"] = pick(SENTENCES) if rand(4).zero?
    record["parent"] = rand(row) if row.positive? && rand(3).zero?
    record
  end

  def address
    { "street" => "#{rand(99)} #{pick(WORDS).capitalize} St", "zip" => rand(10**5).to_s }
  end

  def tree(depth)
    return scalar if depth.zero?
    return Array.new(3) { tree(depth - 1) } if depth.odd?

    { "l" => tree(depth - 1), "r" => depth }
  end

  def point(ring, step)
    angle = step / 9.7
    point = [(ring * 7) + Math.cos(angle) + (number / 50), 40 + Math.sin(angle) + (number / 50)]
    ring.even? ? point.map { |value| value.round(6) } : point
  end

  def scalar
    pick([nil, true, false, rand(-10..10), rand(10**9), rand(10**20), number, number * 1e-12, number * 1e25,
          pick(WORDS), pick(SENTENCES)])
  end

  def trace
    Array.new(rand(3..8)) { |i| "/srv/#{pick(WORDS)}.rb:#{rand(400)}:in '#{pick(WORDS)}'#{"\n" if i.zero?}" }
  end

  def time(step)
    format("1913-02-%02dT%02d:%02d:00.%03dZ", 1 + (step / 24), step % 24, rand(60), rand(1000))
  end

  def some(list) = Array.new(rand(4)) { pick(list) }

  def pick(list) = list[rand(list.size)]

  def number = @random.rand

  def rand(...) = @random.rand(...)
end

if $PROGRAM_NAME == __FILE__
  Dir.mkdir(Documents::FOLDER) unless File.directory?(Documents::FOLDER)
  Documents::FILES.each do |name, options|
    File.binwrite(File.join(Documents::FOLDER, "#{name}.json"), JSON.generate(Documents.new.public_send(name), options))
  end
end
