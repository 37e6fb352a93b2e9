# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/serializer_tests"
begin
  require "jacinth/blueprinter"
rescue LoadError => e
  raise unless e.path == "blueprinter"
end

# Blueprints that are compiled render as Blueprinter does.
class BlueprinterTest < Minitest::Test
  include SerializerTests::ClassTests

  def adapter = Jacinth::OnBlueprinter
  def library = "Blueprinter"
  def parent = Blueprinter::Base
  def declare(*names) = blueprint { fields(*names) }
  def write(klass, objects, **options) = klass.render(objects, options)
  def change(klass) = klass.field(:id) { "changed" }
  def refuse(klass) = klass.define_singleton_method(:hashify) { |*arguments, **options| super(*arguments, **options) }

  def setup
    skip "the gem blueprinter is not installed" unless defined?(Blueprinter)
    Jacinth::OnBlueprinter.install
  end

  def teardown
    Blueprinter.reset_configuration! if defined?(Blueprinter)
  end

  def blueprint(parent = Blueprinter::Base, &) = Class.new(parent, &)

  def test_random_blueprints_render_as_with_the_json_gem
    assert_same_as_json("jacinth/blueprinter", File.join(__dir__, "random_blueprinter.rb"))
  end

  def test_the_examples_of_the_library
    assert_examples("lib/jacinth/blueprinter.rb", "docs/serializers.md")
  end

  def test_each_kind_of_field
    pet = blueprint do
      identifier :id
      view(:named) { fields :name }
    end
    klass = blueprint do
      fields :id, :name
      field(:upper) { |person, options| person.name && (person.name.upcase * options[:times]) }
      field(:pet_id, if: ->(_, person, _) { person.pet }) { |person, _| person.pet.id }
      field :none, default: 0
      association :pet, blueprint: pet, view: :named
      association :friends, blueprint: pet, name: :pals
    end
    Person.class_eval { def none = nil }

    first, second = compiled(klass, times: 2)

    assert_equal({ "id" => 1, "name" => "Ada", "none" => 0, "upper" => "ADAADA", "pet_id" => 3,
                   "pet" => { "id" => 3, "name" => "Cat" }, "pals" => [{ "id" => 4 }] }, first)
    assert_equal %w[id name none pals pet upper], second.keys
    assert_equal [true, "default: compiled: id, name, none; associations: pals, pet; blocks: upper; conditions: pet_id"],
                 report(klass)
  end

  def test_other_objects_in_the_place_of_a_blueprint
    other = Object.new
    def other.hashify(object, **) = { other: object.id }
    klass = blueprint { association(:pet, blueprint: ->(_) { other }) }

    assert_equal({ "pet" => { "other" => 3 } }, compiled(klass)[0])
  end

  def test_odd_objects
    assert_same_text_of_odd_objects(adapter) { |name| declare(name).method(:render) }
  end

  def test_the_code_for_objects_with_their_own_public_send
    klass = declare(:id, :name)
    assert_code_for_own_public_send_is_compiled_once { |people| klass.render(people) }
  end

  def test_names_that_blueprinter_cannot_sort
    klass = Class.new(Blueprinter::Base) { field(:id, name: :a); field(:name, name: "b") }
    20.times { klass.render([]) }

    assert_equal "[]", klass.render([])
    assert_raises(ArgumentError) { klass.render(people) }
    assert_match(/cannot be compiled: comparison of/, report(klass).last)
  end

  def test_root_and_metadata
    klass = blueprint { fields :id }

    assert_equal({ "people" => [{ "id" => 1 }, { "id" => 2 }], "meta" => { "total" => 2 } },
                 compiled(klass, root: :people, meta: { total: 2 }))
    assert_raises(Blueprinter::BlueprinterError) { klass.render(people, meta: {}) }
    assert_raises(Blueprinter::BlueprinterError) { klass.render(people, view: :missing) }
  end

  def test_views_that_do_not_exist_are_not_kept
    klass = blueprint { fields :id }
    compiled(klass)
    %i[none missing].each do |view|
      assert_raises(Blueprinter::BlueprinterError) { klass.render(people, view: view) }
    end

    assert_equal [:default], klass.instance_variable_get(:@jacinth_plans).keys
    klass.view(:missing) { klass.fields :name }

    assert_equal %w[id name], compiled(klass, view: :missing)[0].keys
  end

  def test_a_changed_view_is_compiled_again
    klass = blueprint { view(:more) { fields :id } }
    compiled(klass, view: :more)
    klass.view(:more) { klass.fields :name }

    assert_equal %w[id name], compiled(klass, view: :more)[0].keys
    klass.define_singleton_method(:object_to_hash) { |*, **| { own: true } }

    assert_equal [{ "own" => true }] * 2, compiled(klass, view: :more)
  end

  def test_a_changed_configuration_is_followed
    klass = blueprint { fields :id, :name }
    compiled(klass)
    Blueprinter.configure { |config| config.field_default = "none" }

    assert_equal "none", compiled(klass)[1]["name"]
    Blueprinter.configure { |config| config.if = ->(name, _, _) { name == :id } }

    assert_equal %w[id], compiled(klass)[0].keys
    Blueprinter.reset_configuration!

    assert_equal %w[id], compiled(klass)[0].keys, "Blueprinter's fields keep the condition"
    Blueprinter.configure { |config| config.generator = Class.new { def self.generate(value) = value.inspect } }

    assert_equal people.map { |person| { id: person.id } }.inspect, klass.render(people)
  end

  # The Array is configured before or after the blueprint is compiled.
  def test_an_extension_that_is_added_to_the_configured_array
    [false, true].each do |compiled|
      Blueprinter.reset_configuration!
      klass = blueprint { fields :id }
      compiled(klass) if compiled
      extensions = []
      Blueprinter.configure { |config| config.extensions = extensions }
      compiled(klass)
      extensions << Class.new(Blueprinter::Extension) { def pre_render(object, *) = object.map { { id: 5 } } }.new

      assert_equal [{ "id" => 5 }] * 2, compiled(klass)
    end
  end

  def test_reasons_for_which_blueprinter_renders
    reasons = {
      "it has a transformer" => proc { transform Class.new(Blueprinter::Transformer) { def transform(hash, *) = hash } },
      "hashify is overridden" => proc { define_singleton_method(:hashify) { |*, **| [] } },
      "two fields have the same name" => proc { identifier :id }
    }
    reasons.each do |reason, block|
      klass = blueprint do
        fields :id
        class_eval(&block)
      end

      assert_equal [false, "default: by Blueprinter: #{reason}"], report(klass)
    end
  end

  def test_check_is_false_if_nothing_is_compiled
    klass = blueprint { field :id, default_if: Blueprinter::EMPTY_STRING }

    assert_equal [false, "default: by Blueprinter: id"], report(klass)
    assert_equal [true, "default: compiled: name; by Blueprinter: id"], report(blueprint(klass) { fields :name })
    assert_equal [true, "default: nothing to compile"], report(blueprint)
  end

  def test_errors_are_those_of_blueprinter
    klass = blueprint { fields :id }
    compiled(klass)

    assert_equal :id, assert_raises(NoMethodError) { klass.render(5) }.name
    assert_raises(JSON::GeneratorError) { klass.render(Person.new(Float::NAN)) }
    assert_equal [{ "id" => 1 }, { "id" => 2 }], compiled(klass)
  end
end
