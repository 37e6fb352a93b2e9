# frozen_string_literal: true

require_relative "../test_helper"
begin
  require "jacinth/alba"
  require "jacinth/blueprinter"
rescue LoadError => e
  raise unless %w[alba blueprinter].include?(e.path)

  return
end

# Compiled resources and blueprints under GC.stress, and with objects that move.
class SerializerGcTest < Minitest::Test
  Person = Struct.new(:id, :name, :friends)

  class FriendResource
    include Alba::Resource

    attributes :id, :name
  end

  class PersonResource
    include Alba::Resource

    root_key :person, :people
    attributes :id, :name
    attribute(:upper) { |person| person.name.upcase }
    attributes :friends, if: proc { |person| person.id.odd? }
    many :friends, key: "pals", resource: FriendResource
    nested_attribute(:inner) { attributes :name }
    on_nil { |_, key| "no #{key}" }
  end

  class FriendBlueprint < Blueprinter::Base
    fields :id, :name
  end

  class PersonBlueprint < Blueprinter::Base
    identifier :id
    field :name, default: "none"
    field(:upper) { |person| person.name.upcase }
    association :friends, name: :pals, blueprint: FriendBlueprint
  end

  def people
    Array.new(3) do |i|
      Person.new(i, "person #{i} é", Array.new(2) { |n| Person.new(2**70 + n, n.zero? ? nil : "friend #{i}\n") })
    end
  end

  WRITERS = {
    alba: ->(objects) { PersonResource.new(objects).serialize(meta: { total: "three" }) },
    blueprinter: ->(objects) { PersonBlueprint.render(objects, root: :people) }
  }.freeze

  WRITERS.each do |name, write|
    define_method("test_#{name}_under_stress_and_compaction") do
      7.times { write.call(people) } # compiles the class
      expected = write.call(people)
      [method(:with_gc_stress), method(:with_auto_compaction)].each do |under|
        under.call { assert_equal expected, write.call(people) }
      end
      compact!

      assert_equal expected, write.call(people)
    end
  end
end
