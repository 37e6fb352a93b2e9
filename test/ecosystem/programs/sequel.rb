# frozen_string_literal: true

# The json_serializer and serialization plugins on SQLite: to_json of models and
# datasets with options, from_json, a column serialized as JSON, the sqlite_json_ops.

require "sequel"

DB = Sequel.sqlite
DB.create_table(:albums) do
  primary_key :id
  String :name
  String :data
  Float :price
end
class Album < Sequel::Model
  plugin :json_serializer
  plugin :serialization, :json, :data
  plugin :serialization
end

Album.create(name: "Ü </x>", data: { "tracks" => [1, nil, { "a" => 2.5 }] }, price: 9.5)
Album.create(name: nil, data: [], price: 1e20)
say Album.first.to_json, Album.first.data.inspect, Album.to_json, Album.dataset.to_json(only: %i[id name], root: true)
say JSON.generate(Album.first), [Album.first].to_json, Album.to_json(array: Album.where(id: 1).all)
say Album.from_json('{"name":"From","data":"{}"}').name
say Album.first.to_json(except: :price) { |hash| hash.merge("extra" => :x) }
say DB[:albums].select_map(:data).inspect
say(attempt { Album.from_json("{broken") })
Sequel.extension :sqlite_json_ops
say DB[:albums].where(id: 1).get(Sequel.sqlite_json_op(:data).get("$.tracks[2].a")).inspect
