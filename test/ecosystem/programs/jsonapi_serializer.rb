# frozen_string_literal: true

# A JSON:API document with relationships, included records and links.

require "active_support/all"
require "jsonapi/serializer"
require "json"

Actor = Struct.new(:id, :name)
Movie = Struct.new(:id, :title, :year, :actors) { def actor_ids = actors.map(&:id) }

class ActorSerializer
  include JSONAPI::Serializer

  attributes :name
end

class MovieSerializer
  include JSONAPI::Serializer

  set_key_transform :camel_lower
  attributes :title, :year
  attribute(:old_film) { |movie| movie.year < 2000 }
  has_many :actors
  link(:self) { |movie| "/movies/#{movie.id}" }
end

movie = Movie.new(1, "Ran <乱>", 1985, [Actor.new(5, "Nakadai"), Actor.new(6, "Terao")])
document = MovieSerializer.new([movie], include: [:actors], meta: { total: 1 })
say document.serializable_hash.to_json, JSON.generate(document.serializable_hash)
say JSON.pretty_generate(MovieSerializer.new(movie).serializable_hash)
say JSON.parse(document.serializable_hash.to_json, symbolize_names: true).inspect
