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
    [Person.tap(&:define_attribute_methods).send(:generated_attribute_methods), :name, -> { "generated" }]
  ].freeze
end
