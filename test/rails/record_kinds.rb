# frozen_string_literal: true

ActiveRecord::Encryption.configure(primary_key: "p" * 32, deterministic_key: "d" * 32, key_derivation_salt: "s" * 32)
ActiveRecord::Base.connection.create_table(:documents) do |t|
  t.string :type, :title, :secret
  t.integer :state
  t.text :chosen, :tags
  t.json :data
  t.integer :person_id
  t.datetime :created_at
end

# Kinds of models and queries of the parity suite, with enough records for the
# check of their methods, and several documents for the memory of refusals.
module RailsRecordKinds
  class Document < ActiveRecord::Base
    self.table_name = "documents"
    belongs_to :person, class_name: "RailsRecords::Person"
    def label = "#{id}: <#{title}>"
  end

  class Report < Document; end

  class Stateful < Document
    self.inheritance_column = nil
    enum :state, { open: 0, paid: 1 }
  end

  class Encrypted < Document
    self.inheritance_column = nil
    encrypts :secret
  end

  class Stored < Document
    self.inheritance_column = nil
    store :chosen, accessors: [:theme], coder: JSON
    serialize :tags, type: Array, coder: YAML
  end

  class Defaulting < Document
    self.inheritance_column = nil
    attribute :title, default: -> { "default" }
    attribute :extra, :string, default: -> { "<extra>" }
    attribute :nothing, :integer
  end

  class Missing < Document
    self.inheritance_column = nil
    def method_missing(name, *) = name == :older ? "missing" : super
    def respond_to_missing?(name, *) = name == :older || super
  end

  class AttributeMissing < Document
    self.inheritance_column = nil
    def attribute_missing(match, ...) = match.attr_name == "older" ? "attribute missing" : super
  end

  class Older < Document
    self.inheritance_column = nil
    def older = "method"

    private

    def younger = "private"
  end

  module_function

  COUNT = 8
  VALUES = [{ "a" => [1, "<"], "b" => { "c" => nil, "d" => 1.5 } }, [1, [2, { "x" => "\u2028" }]], "text", 5, true, nil, {}, []].freeze

  def fill
    ids = RailsRecords::Person.order(:id).ids
    COUNT.times do |i|
      common = { title: "T <#{i}>", data: VALUES[i], person_id: ids[i % ids.size], created_at: RailsRecords::TIME + i }
      Report.create!(state: i % 2, **common)
      Encrypted.create!(secret: "s#{i}", **common)
      Stored.create!(theme: "dark #{i}", tags: ["a", i], **common)
    end
  end

  # name => object
  def all = kinds.merge(selections, changed)

  def kinds
    [Document, Report, Stateful, Encrypted, Stored, Defaulting, Missing, AttributeMissing, Older].flat_map do |type|
      name = type.name
      filled = { Encrypted => :secret, Stored => :tags }.fetch(type, :state)
      rows = -> { type.where.not(filled => nil).order(:id) }
      [
        ["#{name} kind", -> { rows.call.to_a }], ["#{name} kind again", -> { rows.call.load }],
        ["#{name} kind, one", -> { rows.call.first }],
        ["#{name} kind in turn", -> { rows.call.to_a.zip(eight.to_a) }],
        ["#{name} kind, older", -> { rows.call.select(:id, "1 + 1 AS older", "'<' AS younger", "1.5 AS half").to_a }],
        ["#{name} kind, data", -> { rows.call.select(:data, :title).to_a }]
      ]
    end.to_h
  end

  # Names that are also those of methods, of other attributes, or of nothing.
  NAMES = %w[
    older frozen? to_param title_was title_changed? class send name_before_type_cast id_value attributes open? 1 saved_change_to_title
  ].freeze

  def selections
    NAMES.to_h { |name| ["selected as #{name}", -> { eight.select(:id, :title, "state AS \"#{name}\"").to_a }] }.merge(
      "without id" => -> { eight.select(:title).to_a }, "only id" => -> { eight.select(:id).load },
      "joined" => -> { eight.joins(:person).select("documents.*, people.name AS person_name, people.age AS years").to_a },
      "joined columns only" => -> { eight.joins(:person).select("people.name AS title, people.born AS born").to_a },
      "selected, then all" => -> { [eight.select(:id, :data).to_a, eight.to_a, eight.select(:data, :id).to_a] },
      "selected and read" => -> { eight.select(:id, :title, "1 AS older").each { |record| record.title && record.older } },
      "selected and assigned" => -> { eight.select(:id, :title).each { |record| record.title = "new" } },
      "selected and serialized" => -> { eight.select(:id, :title).each(&:as_json) },
      "grouped" => -> { Document.group(:state).select("state, count(*) AS number").order(:state).to_a * 6 },
      "with types" => lambda {
        type = Class.new(ActiveModel::Type::String) { def deserialize(value) = "own #{value}" }.new
        Array.new(8) { |i| Document.instantiate({ "id" => i, "older" => "x" }, { "older" => type }) }
      },
      "with one type" => lambda {
        types = { "older" => ActiveModel::Type::Integer.new, "title" => ActiveModel::Type::Integer.new }
        Array.new(8) { |i| Document.instantiate({ "id" => i, "older" => "7x", "title" => "8" }, types) }
      }
    )
  end

  # Values that an app can store in a JSON column's value after it was read.
  PUT = [
    :symbol, Time.utc(2026, 1, 2), Date.new(2026, 1, 2), 1..2, Float::NAN, BigDecimal("1.5"), Struct.new(:a).new(1), { a: 1, "a" => 2 },
    { 1 => 2 }, { nil => 1 }, 2**70, "\xFF", Class.new(String).new("s"), Class.new(Hash).new.merge!("a" => 1), Class.new(Array).new([1]),
    ActiveSupport::HashWithIndifferentAccess.new(a: 1), Object.new, 1r, Array.new(3) { [[]] }, Encoding::UTF_8,
    99.times.inject([]) { |inner, _| [inner] }, 200.times.inject({}) { |inner, _| { "a" => inner } }
  ].freeze

  def changed
    PUT.each_with_index.to_h do |value, i|
      ["JSON changed in place #{i}", -> { eight.to_a.each { |record| record.data = {} }.each { |record| record.data["x"] = [value] } }]
    end.merge(
      "a cycle" => -> { eight.to_a.each { |record| record.data = { "a" => [] } }.each { |record| record.data["a"] << record.data } },
      "a singleton Hash" => lambda {
        eight.to_a.each { |record| record.data = {} }.each { |record| record.data.define_singleton_method(:as_json) { |*| "single" } }
      }
    )
  end

  def eight = Document.where.not(state: nil).order(:id)

  OPTIONS = [
    { status: 200 }, { only: %i[id title data] }, { only: %w[older id] }, { except: [:data] }, { methods: :label },
    { methods: [:label], only: :id }, { include: :person }, { include: { person: { only: :name } }, only: :title }, { root: true }
  ].freeze

  # A class or a module, and a method of it with another body.
  PATCHES = [
    [ActiveRecord::Type::Json, :deserialize, ->(value) { { "json" => value } }], [Array, :as_json, ->(*) { "array" }],
    [ActiveModel::AttributeMethods, :method_missing, ->(name, *) { "missing #{name}" }],
    [ActiveRecord::AttributeMethods, :attribute_method?, ->(_) { false }], [Document, :person_name, -> { "method" }],
    [Document, :attribute_missing, ->(match, *) { "missing #{match.attr_name}" }], [Time, :mday, -> { 1 }], [Time, :sec, -> { 2 }]
  ].freeze
end
