# frozen_string_literal: true

module RailsBench
  # Tables and models of Active Record for the rows of rails.yml, with 100 rows each.
  module Models
    COUNT = 100
    # A model with one column of each of these types: StringCell, TextCell and so on.
    CELLS = {
      string: "Person <1>", text: "Likes <b>bold</b> text & long walks", integer: 42, bigint: 2**40, float: 1.25,
      decimal: BigDecimal("12.50"), boolean: true, date: Date.new(2026, 1, 2), time: "06:30", binary: "abc",
      datetime: Time.utc(2026, 1, 2, 3, 4, 5.5r),
      json: { "theme" => "dark", "tags" => %w[a <b>], "limits" => { "day" => 10, "rate" => 1.5 } }
    }.freeze

    module_function

    def create
      encryption
      tables
      classes
      fill
    end

    def encryption
      keys = { primary_key: "p" * 32, deterministic_key: "d" * 32, key_derivation_salt: "s" * 32 }
      ActiveRecord::Encryption.configure(**keys)
    end

    def tables
      people
      CELLS.each_key do |type|
        digits = { precision: 10, scale: 2 } if type == :decimal
        table("#{type}_cells") { |t| t.column(:value, type, **digits.to_h) }
      end
      table(:orders) do |t|
        t.belongs_to :person
        t.string :title
        t.integer :state
        t.json :settings
        t.timestamps
      end
      table(:vehicles) { |t| t.string :type, :name }
      table(:secrets) { |t| t.string :name, :email }
      table(:preferences) { |t| t.text :chosen }
    end

    def people
      table(:people) do |t|
        t.string(*%i[name email city country role token])
        t.text :bio
        t.integer(*%i[age points visits])
        t.boolean :active
        t.float :score
        t.timestamps
      end
    end

    def table(name, &) = ActiveRecord::Base.connection.create_table(name, &)

    def model(name, parent = ActiveRecord::Base, &) = Object.const_set(name, Class.new(parent, &))

    def classes
      model(:Person) { has_many :orders }
      CELLS.each_key { |type| model(:"#{type.to_s.capitalize}Cell") }
      model(:Order) do
        belongs_to :person
        enum :state, { open: 0, paid: 1 }
        define_method(:label) { "#{id}: #{title}" }
      end
      model(:Vehicle)
      model(:Car, Vehicle)
      model(:Secret) { encrypts :email }
      model(:Preference) { store :chosen, accessors: [:theme], coder: JSON }
    end

    def fill
      COUNT.times do |i|
        Person.create!({ **Rows.fields(i).slice(*Person.column_names).except("id"), **stamps(i) })
        Order.create!(person_id: i + 1, title: "Order <#{i}>", state: i % 2, settings: CELLS[:json], **stamps(i))
        CELLS.each { |type, value| Object.const_get("#{type.to_s.capitalize}Cell").create!(value: value) }
        Car.create!(name: "Car #{i}")
        Secret.create!(name: "Person #{i}", email: "person#{i}@example.com")
        Preference.create!(theme: "dark")
      end
    end

    def stamps(i) = %i[created_at updated_at].to_h { |name| [name, Rows.zone.at(1_700_000_000 + (i * 86_400))] }
  end
end
