# frozen_string_literal: true

# Resources with associations, a root key, metadata and camel-case keys, on the
# :json backend.

require "alba"

Alba.backend = :json
Alba.inflector = :default
User = Struct.new(:id, :full_name, :articles)
Article = Struct.new(:title, :created_at)

class ArticleResource
  include Alba::Resource

  attributes :title, :created_at
end

class UserResource
  include Alba::Resource

  root_key :user, :users
  attributes :id, :full_name
  attribute(:initials) { |user| user.full_name[0] }
  many :articles, resource: ArticleResource
  transform_keys :lower_camel
end

users = [User.new(1, "Ada", [Article.new("</x>", Time.utc(2026))]), User.new(2, "Ümit", [])]
say UserResource.new(users).serialize(meta: { total: 2 }), UserResource.new(users.first).to_json
say Alba.serialize(users, with: UserResource), UserResource.new(users).as_json.inspect
