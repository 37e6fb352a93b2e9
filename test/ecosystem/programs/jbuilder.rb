# frozen_string_literal: true

# A document of nested blocks, arrays, extract!, merge!, keys in camel case and
# values of many classes; MultiJson is not there, so JSON writes it.

require "active_support/all"
require "jbuilder"

Person = Struct.new(:name, :born)
people = [Person.new("Ada", Date.new(1815, 12, 10)), Person.new("<Ü>", nil)]
say(Jbuilder.encode do |json|
  json.title "People"
  json.key_format! camelize: :lower
  json.made_at Time.utc(2026)
  json.big_number 2**64
  json.people(people) { |person| json.extract! person, :name, :born }
  json.nested { json.deep { json.empty({}) } }
  json.merge!({ "a" => [1, nil], "b" => {} }) # rubocop:disable Performance/RedundantMerge
  json.set! :symbol, :value
end)
say Jbuilder.new { |json| json.array!([1, 2]) { |n| json.n n } }.target!
