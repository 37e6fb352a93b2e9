# frozen_string_literal: true

# to_json and as_json of core classes, of Time, BigDecimal, Struct and own
# objects; JSON.encode and decode, with and without escape_html_entities_in_json;
# MessageVerifier and MessageEncryptor with the JSON serializer.

require "active_support/all"
require "active_support/message_verifier"

Point = Struct.new(:x, :y)
class Account
  def initialize(name)
    @name = name
    @at = Time.utc(2026, 1, 2, 3, 4, 5.678r)
  end
end

class Own
  def as_json(options = nil) = { own: options&.slice(:only) }
end

class Spliced
  def to_json(*) = '{"spliced":true}'
end

VALUES = [
  nil, true, 1, 1.5, 2**70, "a</script>&\u2028<b>", :sym, [1, [2]], { a: { "b" => nil } }, 1..3, /re+/i,
  Point.new(1, Point.new(2, 3)), Account.new("ü"), Own.new, Time.utc(2026, 5, 6), Date.new(2026, 5, 6),
  DateTime.new(2026, 5, 6, 7, 8, 9), BigDecimal("1.10"), Float::NAN, Float::INFINITY, Rational(1, 3), Complex(1, 2),
  Set[1, 2], [1, 2].each, URI("http://example.com/?a=1&b=2"), Pathname("/tmp"), StandardError.new("no"),
  1.minute, ActiveSupport::TimeWithZone.new(Time.utc(2026), ActiveSupport::TimeZone["UTC"]),
  ActiveSupport::OrderedHash[1, 2], { a: 1 }.with_indifferent_access, ActiveSupport::SafeBuffer.new("<b>")
].freeze

[true, false].each do |escape|
  ActiveSupport.escape_html_entities_in_json = escape
  VALUES.each do |value|
    say value.to_json, value.as_json.inspect, ActiveSupport::JSON.encode(value)
    say(attempt { JSON.generate([value]) }, attempt { JSON.pretty_generate({ "v" => value }) })
  end
  say VALUES.to_json, VALUES.index_by(&:class).to_json
  say({ "name" => "x", "other" => 1 }.to_json(only: "name"), [Own.new].to_json(only: :x))
  say attempt { JSON.generate([Spliced.new]) }, [Spliced.new].to_json
end

say ActiveSupport::JSON.decode('{"a":[1,2.5,"2026-01-01",null]}').inspect
say(attempt { ActiveSupport::JSON.decode("{no}") }, attempt { ActiveSupport::JSON.decode("") })
ActiveSupport.parse_json_times = true
Time.zone = "UTC"
say ActiveSupport::JSON.decode('{"a":"2026-01-01","b":["2026-01-01T10:00:00Z"]}').inspect

verifier = ActiveSupport::MessageVerifier.new("secret", serializer: JSON)
say verifier.generate({ "id" => 1 }), verifier.verify(verifier.generate([1, nil])).inspect
encryptor = ActiveSupport::MessageEncryptor.new("k" * 32, serializer: :json)
say encryptor.decrypt_and_verify(encryptor.encrypt_and_sign({ "id" => [1] })).inspect
