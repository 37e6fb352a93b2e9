# frozen_string_literal: true

require "active_record"

ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
ActiveRecord::Base.time_zone_aware_attributes = true
ActiveRecord::Base.connection.create_table(:people) do |t|
  t.string :name
  t.text :notes
  t.integer :age
  t.float :score
  t.decimal :balance, precision: 10, scale: 2
  t.boolean :active
  t.date :born
  t.time :rises
  t.binary :photo
  t.json :data
  t.integer :boss_id
  t.timestamps
end
ActiveRecord::Base.connection.create_table(:animals) do |t|
  t.string :type
  t.string :name
  t.datetime :seen
end

# Models of the parity suite: each overrides another part of the way to JSON.
module RailsRecords
  class Person < ActiveRecord::Base
    self.table_name = "people"
    belongs_to :boss, class_name: "RailsRecords::Person", optional: true
    has_many :staff, class_name: "RailsRecords::Person", foreign_key: "boss_id", inverse_of: :boss
  end

  class Loud < Person
    def name = "#{super}!"
  end

  class ByRead < Person
    def read_attribute_for_serialization(name) = "read #{name}"
  end

  class ByNames < Person
    def attribute_names_for_serialization = %w[name id]
  end

  class ByHash < Person
    def serializable_hash(options = nil) = super.merge("more" => "<#{options.inspect}>")
  end

  class ByAsJson < Person
    def as_json(*) = { "id" => id, "own" => true }
  end

  class Rooted < Person
    self.include_root_in_json = true
  end

  class Attributed < Person
    attribute :name, :integer
    attribute :extra, :string, default: "<extra>"
  end

  class Prepended < Person
    prepend(Module.new { def score = 7 })
  end

  class Aliased < Person
    alias_attribute :nick, :name
    def _read_attribute(name, &) = name == "age" ? 1 : super
  end

  class Animal < ActiveRecord::Base
    self.table_name = "animals"
  end

  class Dog < Animal
    def self.sti_name = "dog"
    def self.find_sti_class(*) = self
  end

  # A value between two models, whose as_json is code of an app.
  class Between < Struct.new(:action) # rubocop:disable Style/StructInheritance
    def self.today(&) = new(proc(&))
    def as_json(*) = action.call.inspect && "between"
  end

  class BetweenDate < Date
    attr_writer :action

    def self.today(&action) = new(2026, 1, 1).tap { |date| date.action = action }
    def as_json(*) = @action.call.inspect && super
  end

  module_function

  TIME = Time.utc(2026, 1, 2, 3, 4, 5.678)

  def fill
    Time.zone = "Eastern Time (US & Canada)"
    3.times do |i|
      Person.create!(
        name: "Person <#{i}>", notes: "é\u2028&" * i, age: 30 + i, score: i / 4.0, balance: BigDecimal("12.#{i}"),
        active: i.even?, born: Date.new(2000, 1, 1 + i), rises: "06:30", photo: "abc", data: { "a" => [i, "<"] },
        boss_id: i.zero? ? nil : 1, created_at: TIME + i, updated_at: TIME
      )
      Animal.connection.execute("INSERT INTO animals (type, name, seen) VALUES (NULL, 'a#{i}', '2026-01-02 03:04:05')")
    end
  end

  # More of them, for some of the settings only.
  def more = odd.merge(moments)

  # Values of SQLite in columns of other types.
  ODD = [
    ["12abc", 1.5, "text", "t", "x"], [5, "x", 3, 0, 7], [nil, nil, nil, nil, nil], ["", "", "", "", ""],
    ["Infinity", "12", "Infinity", 2, "0x1"], ["\u2028<", "7<", "-Infinity", "false", "2026"], [2**60, -5, "NaN", "off", "é"]
  ].freeze

  # Values of a datetime column.
  MOMENTS = [
    "2026-01-02 03:04:05", "2026-02-30 00:00:00", "2026-02-29 10:00:00", "2024-02-29 23:59:59.5", "2026-13-01 00:00:00",
    "0000-00-00 00:00:00", "2026-01-02T03:04:05", "2026-01-02 03:04:05Z", "2026-01-02 03:04:05 +02:00", "2026-01-02 03:04:05.1",
    "2026-01-02 03:04:05.000001", "2026-01-02 03:04:05.1234567", "2026-01-02 03:04:05.", "2026-01-02 24:00:00",
    "2026-01-02 23:59:60", "2026-01-02 03:04", "2026-01-02", " 2026-01-02 03:04:05", "2026-01-02 03:04:05\n", "1883-11-18 17:00:00",
    "1000-01-01 00:00:00", "0999-12-31 23:59:59", "9998-12-31 23:59:59", "9999-12-31 23:59:59", "2026-03-08 06:59:59",
    "2026-03-08 07:00:00.999999", "2026-11-01 05:59:59", "2026-11-01 06:00:00", "1937-06-30 22:40:00", "1900-01-01 00:00:00",
    "-2026-01-02 03:04:0", "2026-1a-02 03:04:05", "x" * 19, "２026-01-02 03:04", Time.utc(2026, 1, 1, 0, 0, 0.5r),
    Time.new(2026, 1, 1, 0, 0, 0, "+09:00"), Date.new(2026, 1, 1), DateTime.new(2026, 1, 1), 5, nil, "",
    "2026-01-02 03:04:05".encode("UTF-16LE")
  ].freeze

  def moments
    type = Class.new(Person) { def self.name = "RailsRecords::Person" }
    ["Eastern Time (US & Canada)", "UTC", "Etc/UTC", "Amsterdam", "Kathmandu", nil].to_h do |zone|
      ["moments in #{zone.inspect}", lambda do
        records = MOMENTS.each_with_index.map { |raw, i| type.instantiate({ "id" => i, "created_at" => raw, "updated_at" => raw }) }
        in_zone(zone) { (records.map { |record| text_of(record) } + [records.take(33).to_json]).join("\n") }
      end]
    end.merge("local moments" => -> { locally { many.to_json } }, "zones in turn" => -> { zones_in_turn })
  end

  # Eight of the same, or the error's class.
  def text_of(record)
    ([Person.instantiate({ "id" => 1, "created_at" => MOMENTS.first })] * 7 + [record, record]).to_json
  rescue StandardError => e
    e.class.name
  end

  def locally
    ActiveRecord.default_timezone = :local
    yield
  ensure
    ActiveRecord.default_timezone = :utc
  end

  def zones_in_turn
    in_zone("Tokyo") { [many, Between.today { Time.zone = "Hawaii" }, many, BetweenDate.today { Time.zone = "UTC" }, many].to_json }
  end

  # Rows of raw values, then records of them that were changed in some way.
  def odd # rubocop:disable Metrics/PerceivedComplexity
    type = Class.new(Person) { def self.name = "RailsRecords::Person" }
    instances = lambda do |types|
      ODD.each_with_index.map do |(name, age, score, active, notes), i|
        raw = { "id" => i, "name" => name, "age" => age, "score" => score, "active" => active, "notes" => notes, "created_at" => notes }
        type.instantiate(raw, types)
      end
    end
    upcase = Class.new(ActiveModel::Type::String) { def deserialize(value) = "up #{value}" }
    upcase_raw = Class.new(ActiveModel::Type::String) { def cast_value(value) = "raw #{value}" }
    {
      "raw" => -> { instances.call({}) }, "raw with a type" => -> { instances.call({ "name" => upcase.new }) },
      "raw with another" => -> { instances.call({ "name" => upcase_raw.new, 3 => upcase.new }) },
      "raw without a type" => -> { instances.call({ "none" => upcase.new }) },
      "raw and types in turn" => -> { instances.call({}).zip(instances.call({ "notes" => upcase.new })) },
      "alias of a column" => lambda {
        Array.new(4) { Person.select("id, age AS name, name AS age, active AS score, score AS active").order(:id).to_a }
      },
      "text of numbers" => lambda {
        Array.new(4) { Person.find_by_sql("SELECT id, 'x' AS age, 1.5 AS notes, 2 AS active, x'ff' AS name FROM people") }
      },
      "changed in place" => -> { many.each { |person| person.name << "!" << "<" } }, "read before" => -> { many.each(&:attributes) },
      "some read" => -> { many.each { |person| person.created_at && person.active } },
      "assigned" => -> { many.each_with_index { |person, i| person.age = "#{i}x" } },
      "written by name" => -> { many.each { |person| person[:score] = "1.25" } },
      "copies" => -> { many.map(&:dup) }, "reloaded" => -> { many.each(&:reload) },
      "becoming" => -> { many.map { |person| person.becomes(Loud) } },
      "marshalled" => -> { many.map { |person| Marshal.load(Marshal.dump(person)) } },
      "type by attribute" => -> { Array.new(8) { typed(upcase).first } },
      "type with cast_value" => -> { Array.new(8) { typed(upcase_raw).first } },
      "tagged type" => -> { tagged_type },
      "zone of another time" => -> { in_zone("Tokyo") { many.to_json + many.each(&:created_at).to_json } },
      "no zone" => -> { in_zone(nil) { many.to_json } },
      "all in one" => lambda {
        { people: many, relation: Person.order(:id), one: Person.first, animals: Animal.order(:id).to_a * 3, on: Date.new(2026, 1, 1) }
      }
    }
  end

  def many = Person.order(:id).to_a + Person.order(:id).to_a + Person.order(:id).to_a

  def typed(type)
    Class.new(Person) do
      def self.name = "RailsRecords::Person"
      attribute :name, type.new
    end
  end

  def tagged_type
    type = ActiveModel::Type::String.new
    type = type.dup if type.frozen?
    type.define_singleton_method(:deserialize) { |value| "tagged #{value}" }
    model = Class.new(Person) { def self.name = "RailsRecords::Person" }
    model.attribute(:name, type)
    Array.new(8) { model.first }
  end

  def in_zone(name)
    before = Time.zone
    Time.zone = name
    yield
  ensure
    Time.zone = before
  end

  def classes = [Person, Loud, ByRead, ByNames, ByHash, ByAsJson, Rooted, Attributed, Prepended, Aliased, Animal]

  # name => object
  def all
    Time.zone = "Eastern Time (US & Canada)"
    classes.flat_map { |type| of(type) }.to_h.merge(others)
  end

  def of(type)
    name = type.name
    [
      [name, -> { type.first }], ["#{name}s", -> { type.order(:id).to_a }], ["#{name} relation", -> { type.order(:id) }],
      ["#{name} in hash", -> { { first: type.first, "rest" => [type.last, { a: type.order(:id) }] } }],
      ["#{name} selected", -> { type.select(:id, :name).order(:id) }],
      ["#{name} computed", -> { type.select("people.*, age + 1 AS older").order(:id) }]
    ]
  end

  def others
    {
      "new person" => -> { Person.new(name: "<") },
      "changed person" => -> { Person.first.tap { |person| person.name = "&" } },
      "invalid value" => -> { Person.new(name: "\xFF") },
      "not a number" => -> { Person.new(score: Float::NAN) },
      "symbol" => -> { Person.new(data: { a: 1, "a" => 2 }) },
      "singleton" => -> { Person.first.tap { |person| person.define_singleton_method(:name) { "single" } } },
      "extended" => -> { Person.first.extend(Module.new { def as_json(*) = "extended" }) },
      "readonly" => -> { Person.readonly.first },
      "frozen" => -> { Person.first.freeze },
      "empty" => -> { Person.none },
      "association" => -> { Person.first.staff },
      "loaded association" => -> { Person.first.staff.load },
      "built association" => -> { Person.first.staff.tap { |staff| staff.build(name: "new") } },
      "few loaded records" => -> { [Person.limit(2).load, { a: Person.first.staff.limit(1).load, all: Person.order(:id) }] },
      "pluck" => -> { Person.order(:id).pluck(:name, :created_at, :balance) },
      "without primary key" => -> { Person.select(:name).order(:id) },
      "errors" => -> { Person.new.errors },
      "sti" => -> { Dog.new(name: "d") }
    }
  end

  OPTIONS = [
    nil, {}, { status: 200, prefixes: ["a"] }, { only: :name }, { except: [:id] }, { methods: :boss_id }, { include: :boss },
    { include: { staff: { only: :name } } }, { root: true }, { root: "r" }, { root: nil }, { foo: 1, only: nil }
  ].freeze

  # A class or a module, and a method of it with another body.
  PATCHES = [
    [Person, :name, -> { "patched" }], [Person, :as_json, ->(*) { "patched" }],
    [ActiveRecord::Serialization, :serializable_hash, ->(*) { { "patched" => 1 } }],
    [ActiveModel::Serializers::JSON, :as_json, ->(*) { "patched" }], [Hash, :as_json, ->(*) { "hash" }],
    [ActiveRecord::AttributeMethods::Read, :_read_attribute, ->(name) { "read #{name}" }],
    [ActiveRecord::AttributeMethods, :attribute_names, -> { ["id"] }],
    [ActiveRecord::Type::DateTime, :cast_value, ->(_) { Time.utc(2000) }],
    [ActiveRecord::AttributeMethods::TimeZoneConversion::TimeZoneConverter, :deserialize, ->(value) { "zoned #{value}" }],
    [Time, :in_time_zone, ->(*) { Time.utc(2001) }], [ActiveSupport::TimeWithZone, :xmlschema, ->(*) { +"patched" }],
    [ActiveSupport::TimeZone, :period_for_utc, ->(_) { tzinfo.period_for_utc(Time.utc(1900)) }],
    [Time.singleton_class, :zone, -> { ActiveSupport::TimeZone["Tokyo"] }],
    [TZInfo::DataTimezone, :period_for, ->(_) { TZInfo::OffsetTimezonePeriod.new(TZInfo::TimezoneOffset.new(3600, 0, "ODD")) }],
    [ActiveModel::Type::String, :cast_value, ->(value) { "cast #{value}" }],
    [ActiveModel::Type::Boolean, :cast_value, ->(value) { "bool #{value}" }],
    [ActiveModel::Type::Integer, :deserialize, ->(value) { "int #{value}" }],
    [ActiveModel::Type::Value, :deserialize, ->(value) { "all #{value}" }],
    [ActiveModel::Type::Helpers::Numeric, :cast, ->(value) { "number #{value}" }],
    [ActiveRecord::Type::Text, :cast_value, ->(value) { "text #{value}" }],
    [Person.tap(&:define_attribute_methods).send(:generated_attribute_methods), :name, -> { "generated" }]
  ].freeze
end
