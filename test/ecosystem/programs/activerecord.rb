# frozen_string_literal: true

# JSON columns in SQLite: written, read, changed in place, queried by
# json_extract; serialize coder: JSON, store accessors, to_json and as_json of
# records and relations with only:, methods: and include:.

require "active_record"

ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table(:books) do |t|
    t.string :title
    t.json :meta
    t.text :tags
    t.text :settings
    t.decimal :price, precision: 8, scale: 2
    t.date :printed
    t.references :author
  end
  create_table(:authors) { |t| t.string :name }
end

class Author < ActiveRecord::Base
  has_many :books
end

class Book < ActiveRecord::Base
  belongs_to :author
  serialize :tags, coder: JSON
  store :settings, accessors: %i[colour], coder: JSON
  def loud = title.upcase
end

author = Author.create!(name: "Ursula")
book = author.books.create!(
  title: "Tehanu", meta: { "pages" => 226, "nested" => [1, nil, { "ü" => "</script>" }] }, tags: %w[a b],
  colour: "red", price: "9.50", printed: Date.new(1990, 2, 1)
)
book.reload
say book.meta.inspect, book.tags.inspect, book.colour, book.to_json, JSON.generate(book.as_json)
book.meta["pages"] += 1
say book.changed?.inspect, book.save.inspect, book.reload.meta.inspect
say Book.where("json_extract(meta, '$.pages') = 227").pluck(:title).inspect
say Book.connection.select_value("SELECT meta FROM books"), Book.connection.select_value("SELECT tags FROM books")
say author.to_json(include: { books: { only: :title, methods: :loud } }), Book.all.to_json(only: %i[id price])
say JSON.generate(Book.all), JSON.pretty_generate(Book.first.attributes.slice("title", "printed"))
say Book.new.from_json('{"title":"From JSON"}').title
