# frozen_string_literal: true

require_relative "../support/redefinition"

# The settings of Active Support under which each value is written, the options
# of to_json, and patches of what Active Support has.
module RailsSettings
  DEFAULTS = {
    use_standard_json_time_format: true, escape_html_entities_in_json: true, time_precision: 3, escape_js_separators_in_json: true
  }.freeze

  # name => what differs from DEFAULTS
  ALL = {
    "defaults" => {},
    "no html" => { escape_html_entities_in_json: false },
    "no separators" => { escape_js_separators_in_json: false },
    "neither" => { escape_html_entities_in_json: false, escape_js_separators_in_json: false },
    "old times" => { use_standard_json_time_format: false },
    "precision 0" => { time_precision: 0 },
    "precision 6" => { time_precision: 6 },
    "precision 9" => { time_precision: 9, escape_html_entities_in_json: nil },
    "precision 11" => { time_precision: 11 },
    "precision nil" => { time_precision: nil }
  }.freeze

  # Arguments of to_json, each for every value under the defaults.
  OPTIONS = {
    "empty" => {}, "unknown" => { foo: 1 }, "render" => { prefixes: ["a"], template: "index", status: 200 },
    "only" => { only: %i[a name value] }, "only as text" => { only: "a" }, "except" => { except: ["a", :a, :name] },
    "methods" => { methods: :shout }, "include" => { include: [] }, "root" => { root: true }, "escape" => { escape: false },
    "escape and more" => { escape: false, only: "a" }, "escape true" => { escape: true }, "entities" => { escape_html_entities: false },
    "entities true" => { escape_html_entities: true, foo: 1 }, "frozen" => { foo: [1] }.freeze, "only nil" => { only: nil, except: nil }
  }.freeze

  # Settings under which options matter, too.
  OPTIONS_WITH = { "no html" => "entities true", "neither" => "unknown", "precision 6" => "render", "old times" => "unknown" }.freeze

  # Patches: name => a class, a method and its new body; undone after the case.
  PATCHES = {
    "Time#as_json" => [Time, :as_json, ->(*) { "patched" }],
    "Time#xmlschema" => [Time, :xmlschema, ->(*) { "patched" }],
    "Time#strftime" => [Time, :strftime, ->(*) { +"patched" }],
    "Time#to_i" => [Time, :to_i, -> { 5 }],
    "TimeWithZone#as_json" => ["ActiveSupport::TimeWithZone", :as_json, ->(*) { "patched" }],
    "TimeWithZone#xmlschema" => ["ActiveSupport::TimeWithZone", :xmlschema, ->(*) { +"patched" }],
    "TimeWithZone#formatted_offset" => ["ActiveSupport::TimeWithZone", :formatted_offset, ->(*) { "+patched" }],
    "TimeWithZone#utc_offset" => ["ActiveSupport::TimeWithZone", :utc_offset, -> { 3600 }],
    "TimezonePeriod#observed_utc_offset" => ["TZInfo::TimezonePeriod", :observed_utc_offset, -> { starts_at.to_i % 23 * 60 }],
    "TimezonePeriod#abbreviation" => ["TZInfo::TimezonePeriod", :abbreviation, -> { "UTC" }],
    "TransitionsTimezonePeriod#observed_utc_offset" => [
      "TZInfo::TransitionsTimezonePeriod", :observed_utc_offset, -> { start_transition.timestamp_value % 23 * 60 }
    ],
    "Float#as_json" => [Float, :as_json, ->(*) { "float" }],
    "Integer#as_json" => [Integer, :as_json, ->(*) { "integer" }],
    "String#as_json" => [String, :as_json, ->(*) { 7 }],
    "Symbol#as_json" => [Symbol, :as_json, ->(*) { 7 }],
    "Hash#as_json" => [Hash, :as_json, ->(*) { { "patched" => true } }],
    "Array#as_json" => [Array, :as_json, ->(*) { ["patched"] }],
    "NilClass#as_json" => [NilClass, :as_json, ->(*) { "nil" }],
    "TrueClass#as_json" => [TrueClass, :as_json, ->(*) { "yes" }],
    "Numeric#as_json" => [Numeric, :as_json, ->(*) { "numeric" }],
    "BigDecimal#as_json" => ["BigDecimal", :as_json, ->(*) { to_f }],
    "Date#as_json" => ["Date", :as_json, ->(*) { "date" }],
    "Range#as_json" => [Range, :as_json, ->(*) { [first, last] }],
    "Struct#as_json" => [Struct, :as_json, ->(*) { to_a }],
    "Object#as_json" => [Object, :as_json, ->(*) { "object" }],
    "DateTime#as_json" => ["DateTime", :as_json, ->(*) { Time.at(5).utc }],
    "Date#strftime" => ["Date", :strftime, ->(*) { "day" }],
    "BigDecimal#to_s" => ["BigDecimal", :to_s, ->(*) { "number" }],
    "BigDecimal#finite?" => ["BigDecimal", :finite?, -> { false }],
    "Struct#to_h" => [Struct, :to_h, -> { { "patched" => 1 } }],
    "Exception#to_s" => [Exception, :to_s, -> { "patched" }],
    "Range#to_s" => [Range, :to_s, -> { "patched" }],
    "Enumerable#as_json" => [Enumerable, :as_json, ->(*) { "each" }],
    "Symbol#to_s" => [Symbol, :to_s, -> { "patched" }],
    "Integer#to_s" => [Integer, :to_s, ->(*) { "patched" }],
    "NilClass#to_s" => [NilClass, :to_s, -> { "patched" }],
    "Exception#as_json" => [Exception, :as_json, ->(*) { { "message" => message } }]
  }.freeze

  module_function

  def with(changes)
    encoding = ActiveSupport::JSON::Encoding
    DEFAULTS.merge(changes).each { |name, value| encoding.public_send(:"#{name}=", value) if encoding.respond_to?(name) }
    yield
  end

  # Redefines the method, or prepends a module with it.
  def patched(type, name, body)
    type = Object.const_get(type) if type.is_a?(String)
    own = type.instance_method(name) if type.method_defined?(name, false) || type.private_method_defined?(name, false)
    Redefinition.redefine(type, name, body)
    yield
  ensure
    Redefinition.redefine(type, name, own)
  end
end
