# frozen_string_literal: true

# Writes examples/harbour.json, the document that bin/demo reads by default:
#
#     ruby tools/make_example.rb
#
# The day book of a harbour: records with optional parts, text in many scripts,
# measurements, escapes, big integers, empty containers. The seed is fixed, so
# that the file only changes when this program does.

require "json"

class Harbour
  NAMES = ["Ærøskøbing", "Île de Bréhat", "Öresund", "Σαντορίνη", "Владивосток", "長崎", "부산", "جدّة",
           "Reykjavík", "Łeba", "Kızkalesi", "Mumbai (मुंबई)", "Port \"Royal\"", "Cork", "Hạ Long",
           "Santos"].freeze
  GOODS = %w[barley coffee copper cotton glass jute linseed olives paper rice rubber salt silk tea
             timber wool].freeze
  TAGS = %w[reefer hazmat priority tug night customs].freeze
  REMARKS = [
    nil, "", "All in order.", "Two crates \"wet\"; see photograph C:\\scans\\0417.png",
    "Pilot boarded late\nfog in the roads", "Überprüft – 3 Kisten fehlen 📦", "荷物は無事に到着しました。",
    "Tally\tagreed\twith\tmate", "Tide 4.2 m ≥ draught ✓", "</manifest> closed early"
  ].freeze

  def initialize(seed)
    @random = Random.new(seed)
  end

  def document
    {
      "harbour" => { "name" => "Fjørdhavn ⚓", "un_locode" => "XXFJH",
                     "position" => { "lat" => 57.048821, "lon" => 9.921747 },
                     "berths" => 14, "lit" => true, "closed_on" => [] },
      "day" => "2026-06-21", "revision" => 9_007_199_254_740_993, "checksum" => (2**70) + 17,
      "calls" => Array.new(48) { |i| call(i) },
      "tide" => Array.new(96) { |i| (2.1 + (1.9 * Math.sin(i / 7.7)) + (rand * 0.05)).round(3) },
      "legend" => { "E" => "expected", "M" => "moored", "S" => "sailed" }
    }
  end

  private

  def call(number)
    call = {
      "id" => 880_000 + (number * 37), "ship" => ship, "status" => pick(%w[E M S]),
      "from" => pick(NAMES), "eta" => time, "cargo" => Array.new(rand(4)) { cargo },
      "dues" => { "currency" => pick(%w[EUR NOK JPY]), "amount" => (rand * 9e4).round(2),
                  "paid" => pick([true, false]) }
    }
    call["remark"] = pick(REMARKS) if rand < 0.7
    call["tags"] = Array.new(rand(1..3)) { pick(TAGS) } if rand < 0.4
    call
  end

  def ship
    { "name" => "#{pick(NAMES)} #{pick(%w[Star Wind II Express])}",
      "imo" => rand(9_000_000..9_999_999), "length" => rand(42.0..366.0).round(1),
      "draught" => rand(2.5..15.5).round(2), "flag" => pick(%w[DK GR JP PA]) }
  end

  def cargo
    { "goods" => pick(GOODS), "kg" => rand(200..900_000), "density" => rand * 3,
      "loss" => rand * 1e-7, "hazard" => rand < 0.1 ? rand(1..9) : nil }
  end

  def time
    format("2026-06-21T%<hour>02d:%<minute>02d:00+02:00", hour: rand(24), minute: rand(60))
  end

  def pick(list)
    list[rand(list.size)]
  end

  def rand(...)
    @random.rand(...)
  end
end

if $PROGRAM_NAME == __FILE__
  path = File.expand_path("../examples/harbour.json", __dir__)
  File.write(path, "#{JSON.pretty_generate(Harbour.new(1908).document)}\n")
end
