# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/serializer_tests"
begin
  require "jacinth/alba"
rescue LoadError => e
  raise unless e.path == "alba"
end

# Resources that are compiled serialize as Alba does.
class AlbaTest < Minitest::Test
  include SerializerTests::ClassTests

  def adapter = Jacinth::OnAlba
  def library = "Alba"
  def parent = Alba::Resource
  def declare(*names) = resource { attributes(*names) }
  def write(klass, objects) = klass.new(objects).serialize
  def change(klass) = klass.attribute(:id) { "changed" }
  def refuse(klass) = klass.on_error(:ignore)

  def setup
    skip "the gem alba is not installed" unless defined?(Alba)
    Jacinth::OnAlba.install
  end

  def test_the_examples_of_the_library
    assert_examples("lib/jacinth/alba.rb", "docs/serializers.md")
  end

  def resource(parent = Object, &block)
    Class.new(parent) do
      include Alba::Resource unless self < Alba::Resource
      class_eval(&block) if block
    end
  end

  def test_random_resources_serialize_as_with_the_json_gem
    assert_same_as_json("jacinth/alba", File.join(__dir__, "random_alba.rb"))
  end

  def test_a_class_that_serializes_a_few_objects_is_not_compiled
    klass = resource { attributes :id }
    klass.new(people).serialize

    assert_nil klass.instance_variable_get(:@jacinth_plan).instance_variable_get(:@compiled)
  end

  def test_each_kind_of_attribute
    pet = resource { attributes :id, :name }
    klass = resource do
      attributes :id, :name
      attribute(:upper) { |person| person.name&.upcase }
      attributes :pet_id, if: proc(&:pet)
      define_method(:pet_id) { |person| person.pet.id }
      one :pet, resource: pet
      many(:friends, resource: pet, key: :pals)
    end

    first, second = compiled(klass)

    assert_equal({ "id" => 1, "name" => "Ada", "upper" => "ADA", "pet_id" => 3, "pet" => { "id" => 3, "name" => "Cat" },
                   "pals" => [{ "id" => 4, "name" => "Bob" }] }, first)
    assert_equal %w[id name upper pet pals], second.keys
    assert_equal [true, "compiled: id, name; associations: pet, pals; blocks: upper; conditions: pet_id"], report(klass)
  end

  def test_a_changed_class_is_compiled_again
    klass = resource { attributes :id }
    below = resource(klass)
    compiled(klass)
    compiled(below)
    klass.attributes :name

    assert_equal %w[id name], compiled(klass)[0].keys
    assert_equal %w[id], compiled(below)[0].keys
    klass.transform_keys :camel
    klass.class_eval { def name(_) = "own" }
    with_inflector { assert_equal({ "Id" => 1, "Name" => "own" }, compiled(klass)[0]) }
    below.on_nil { 0 }
    klass.class_eval { private def attributes_to_hash(*) = { overridden: true } }

    assert_equal [{ "overridden" => true }] * 2, compiled(below)
  end

  def test_a_changed_nested_class_is_compiled_again
    pet = resource { attributes :id }
    klass = resource { one :pet, resource: pet }
    compiled(klass)
    pet.attributes :name

    assert_equal({ "id" => 3, "name" => "Cat" }, compiled(klass)[0]["pet"])
    pet.define_method(:select) { |key, _| key == "name" }

    assert_equal({ "name" => "Cat" }, compiled(klass)[0]["pet"])
  end

  def test_the_block_of_a_nested_attribute_is_evaluated_again_for_each_document
    names = [:id]
    calls = 0
    klass = resource do
      nested_attribute :place do
        calls += 1
        attributes(*names)
      end
    end
    compiled(klass)
    calls = 0
    document = klass.new(people)

    assert_equal %w[id], JSON.parse(document.serialize)[1]["place"].keys
    names << :name

    assert_equal %w[id name], JSON.parse(document.serialize)[1]["place"].keys
    assert_equal 2, calls
    assert_equal [true, "nested attributes: place"], report(klass)
  end

  def test_the_nested_attributes_of_an_association
    pet = resource { nested_attribute(:tag) { attribute(:text) { |pet| "#{pet.name} #{params[:n]}" } } }
    klass = resource { one :pet, resource: pet, params: { n: 5 } }

    assert_equal({ "tag" => { "text" => "Cat 5" } }, compiled(klass)[0]["pet"])
  end

  def test_an_overridden_nested_attribute_is_called
    klass = resource { nested_attribute(:place) { attributes :id } }
    klass._attributes[:place].define_singleton_method(:value) { |**| 5 }

    assert_equal [{ "place" => 5 }] * 2, compiled(klass)
    assert_equal [false, "by Alba: place"], report(klass)
  end

  def test_a_nested_attribute_that_is_overridden_after_compiling_is_called
    klass = resource { nested_attribute(:place) { attributes :id } }
    compiled(klass)
    place = klass._attributes[:place]
    place.define_singleton_method(:value) { |**| 5 }

    assert_equal [{ "place" => 5 }] * 2, compiled(klass)
    place.singleton_class.remove_method(:value)

    assert_equal [{ "place" => { "id" => 1 } }, { "place" => { "id" => 2 } }], compiled(klass)
    place.define_singleton_method(:value, &:keys) # a method without a location

    assert_equal [{ "place" => %w[object params within] }] * 2, compiled(klass)
    assert_equal [false, "by Alba: place"], report(resource(klass))
  end

  def test_the_changed_method_of_nested_attributes_is_called
    klass = resource { nested_attribute(:place) { attributes :id } }
    handled = resource(klass) { on_nil { "none" } }
    [klass, handled].each { |one| compiled(one) }
    with_nested_value do
      assert_equal [{ "place" => nil }] * 2, compiled(klass)
      assert_equal [{ "place" => "none" }] * 2, compiled(handled)
    end

    assert_equal [{ "place" => { "id" => 1 } }, { "place" => { "id" => 2 } }], compiled(klass)
  end

  def with_nested_value
    before = Alba::NestedAttribute.instance_method(:value)
    replace = ->(method) { Alba::NestedAttribute.tap { |klass| klass.remove_method(:value) }.define_method(:value, method) }
    replace.call(proc { |**| })
    yield
  ensure
    replace.call(before)
  end

  def test_a_changed_copy_of_a_class_does_not_use_the_original
    klass = resource { attributes :id, :name }
    compiled(klass)
    with_inflector do
      copy = klass.transform_keys!(:camel)

      assert_equal %w[Id Name], compiled(copy)[0].keys
      assert_equal %w[id name], compiled(klass)[0].keys
    end
  end

  def test_another_inflector_gives_other_keys
    klass = resource do
      attributes :id
      transform_keys :camel
    end

    with_inflector { assert_equal %w[Id], compiled(klass)[0].keys }
    with_inflector(:reverse) { assert_equal %w[di], compiled(klass)[0].keys }
  end

  def with_inflector(method = :capitalize)
    before = Alba.inflector
    Alba.inflector = Module.new do
      %i[camelize camelize_lower dasherize classify underscore].each do |name|
        define_singleton_method(name) { |key| key.public_send(method) }
      end
    end
    yield
  ensure
    Alba.inflector = before
  end

  def test_reasons_for_which_alba_serializes
    reasons = {
      "select is overridden" => proc { define_method(:select) { |_, _| true } },
      "on_error is set" => proc { on_error :ignore },
      "collection_key is set" => proc { collection_key :id },
      "layout is set" => proc { layout inline: proc { { text: serialized_json, hash: serializable_hash } } },
      "fetch_attribute is overridden" => proc { define_method(:fetch_attribute) { |*| 5 } },
      "to_h is overridden" => proc { define_method(:to_h) { { own: 1 } } }
    }
    reasons.each do |reason, block|
      klass = resource do
        attributes :id
        class_eval(&block)
      end
      compiled(klass)

      assert_equal [false, "by Alba: #{reason}"], report(klass)
    end
  end

  def test_another_backend_is_left_alone
    Alba.encoder = ->(hash) { hash.to_a.inspect }
    klass = resource { attributes :id }

    assert_equal [false, "by Alba: its backend is not JSON.generate"], report(klass)
    assert_equal [{ "id" => 1 }].inspect, klass.new([people[0]]).serialize
  ensure
    Alba.backend = nil
  end

  def test_odd_objects
    assert_same_text_of_odd_objects(Jacinth::OnAlba) do |name|
      klass = declare(name)
      ->(objects) { klass.new(objects).serialize }
    end
  end

  def test_private_methods_are_called
    hidden = Class.new { private def id = 7 }
    klass = resource { attributes :id }

    assert_equal [{ "id" => 7 }], compiled(klass, [hidden.new])
    assert_equal [{ "id" => 7 }], compiled(klass, [hidden.new])
  end

  def test_a_private_method_of_one_of_many_classes
    klass = declare(:id)
    classes = Array.new(40) { |i| Class.new(OddObjects::Missing) { private :id if i == 39 } }
    compiled(klass)

    assert_equal [{ "id" => "id" }] * 78, compiled(klass, classes.first(39).map(&:new) * 2)
    assert_equal [{ "id" => "id" }], compiled(klass, [classes.last.new])
  end

  def test_objects_with_singleton_methods_are_not_kept_alive
    skip "JRuby collects when it likes" if RUBY_ENGINE == "jruby"
    klasses = Array.new(10) { declare(:id).tap { |klass| compiled(klass) } }
    alive = ObjectSpace::WeakMap.new
    klasses.each do |klass|
      Thread.new do
        person = people[0].dup.tap { |one| one.define_singleton_method(:other) { 1 } }
        alive[person] = true
        klass.new([person]).serialize
      end.join
    end
    3.times { GC.start }

    assert_operator alive.size, :<, 5
  end

  def test_errors_are_those_of_alba
    klass = resource { attributes :id }
    compiled(klass)
    error = assert_raises(NoMethodError) { klass.new(5).serialize }

    assert_equal :id, error.name
    assert_error(JSON::GeneratorError, "NaN not allowed in JSON") { klass.new(Person.new(Float::NAN)).serialize }
    assert_equal [{ "id" => 1 }, { "id" => 2 }], compiled(klass)
  end

  def test_deep_values_are_refused_as_by_alba
    klass = resource { attributes :id }
    compiled(klass)
    fits, deep = [98, 99].map { |depth| Person.new(depth.times.inject(nil) { |value, _| [value] }) }

    assert_equal 98, klass.new([fits]).serialize.count("[") - 1
    assert_raises(JSON::NestingError) { klass.new([deep]).serialize }
    assert_raises(JSON::NestingError) { klass.new([fits]).serialize(root_key: :data) }
  end

  def test_the_block_of_the_metadata_can_call_methods_of_the_resource
    klass = resource do
      attributes :id
      root_key :person, :people
      meta { { hashes: serializable_hash, text: to_json(root_key: :inner) } }
    end
    klass.define_method(:to_json) { |*| "own" }

    assert_equal({ "hashes" => [{ "id" => 1 }, { "id" => 2 }], "text" => "own" }, compiled(klass)["meta"])
  end

  def test_an_empty_collection_and_an_unknown_keyword
    klass = resource do
      root_key :person, :people
      attributes :id
      meta { { size: object.size } }
    end
    20.times { klass.new(person).serialize }

    assert_equal ['{"people":[],"meta":{"size":0}}', '{"all":[],"meta":{"size":0,"more":1}}'],
                 [klass.new([]).serialize, klass.new([]).serialize(root_key: :all, meta: { more: 1 })]
    empty = Class.new(Array) { def empty? = raise("Alba does not call it") }.new
    assert_equal '{"people":[],"meta":{"size":0}}', klass.new(empty).serialize
    assert_raises(ArgumentError) { klass.new([person]).serialize(root: :all) }
    assert_raises(ArgumentError) { klass.new([person]).serialize(:all) }
  end

  def test_the_root_key_of_a_class_that_overrides_how_it_is_found
    klass = resource { attributes :id }

    assert_equal({ "id" => 1 }, compiled(klass, person))
    klass.class_eval { private def fetch_key = "changed" }

    assert_equal({ "changed" => { "id" => 1 } }, compiled(klass, person))
    klass = resource { attributes :id }
    klass.class_eval { private def _key = :one }

    assert_equal({ "one" => { "id" => 1 } }, compiled(klass, person))
    klass.root_key :two, :twos

    assert_equal({ "twos" => [{ "id" => 1 }] }, compiled(klass, [person]))
    compiled(klass = resource { attributes :id })

    assert_equal '{"false":{"id":1}}', klass.new(person).serialize(root_key: false)
    assert_equal '{"id":1}', klass.new(person).serialize(meta: { total: 1 })
  end

  def test_a_method_that_finds_the_root_key_can_change_the_class
    klass = resource { attributes :id }
    compiled(klass)
    klass.define_method(:fetch_key) { self.class.attribute(:id) { "changed" } && "key" }

    assert_equal '{"key":{"id":"changed"}}', klass.new(person).serialize
  end

  # Each method records its call. After a KeyError, Alba serializes again, so that calls repeat.
  def test_the_root_key_is_found_before_the_attributes_are_read
    both = ["the key", "the attribute"]
    [[], both.first(1), both.last(1), both].product([ArgumentError, KeyError]) do |errors, error|
      calls = []
      note = lambda do |name|
        calls << name
        errors.include?(name) ? raise(error, name) : name
      end
      record = Object.new.tap { |object| object.define_singleton_method(:id) { note.call("the attribute") } }
      key = Object.new.tap { |object| object.define_singleton_method(:to_s) { note.call("the key") } }
      documents = %i[fetch_key _key _key_for_collection itself].product([record, [record]], [nil, key])
      documents.each do |name, object, root_key|
        Jacinth::OnAlba.install
        klass = resource { attributes :id }
        compiled(klass)
        klass.define_method(name) { note.call("the key") } unless name == :itself
        klass.meta { note.call("the metadata") && {} }
        adapted, alone = %i[install uninstall].map do |state|
          Jacinth::OnAlba.public_send(state)
          calls.clear
          [klass.new(object).serialize(root_key: root_key), *calls]
        rescue StandardError => e
          [e.class, *calls.uniq]
        end

        assert_equal alone, adapted, [name, object.class, root_key, errors].inspect
      end
    end
  end

  def person = Struct.new(:id).new(1)

  def test_the_changed_methods_of_all_resources_are_called
    output = ruby!(<<~RUBY)
      require "jacinth/alba"
      klass = Class.new { include Alba::Resource; attributes :size }
      text = -> { klass.new(["a"] * 25).serialize.byteslice(0, 20) }
      2.times { text.call }
      puts text.call
      module Alba::Resource::InstanceMethods
        private def attributes_to_hash(*) = { changed: 1 }
      end
      puts text.call
      module Alba::Resource::InstanceMethods
        remove_method :attributes_to_hash
        prepend(Module.new { private def attributes_to_hash(*) = { prepended: 1 } })
      end
      puts text.call
    RUBY

    assert_equal ['[{"size":1},{"size":', '[{"changed":1},{"cha', '[{"prepended":1},{"p'], output.lines.map(&:chomp)
  end

  def test_other_objects_in_the_place_of_a_resource
    other = Class.new do
      def initialize(object, **) = @object = object
      def to_h = { other: @object.id }
    end
    klass = resource { one :pet, resource: other }

    assert_equal({ "pet" => { "other" => 3 } }, compiled(klass)[0])
    assert Jacinth::OnAlba.check(klass, output: StringIO.new), "Alba serializes the resource after an error"
  end

  def test_circular_resources
    klass = resource { attributes :id }
    klass.one :pet, resource: klass
    person = Person.new(1, "a", Person.new(2, "b", Person.new(3)))

    assert_equal 3, compiled(klass, person).dig("pet", "pet", "id")
  end

  def test_check_is_false_if_nothing_is_compiled
    none = resource { attributes id: [Integer, true] }

    assert_equal [false, "by Alba: id"], report(none)
    none.attributes :name

    assert_equal [true, "compiled: name; by Alba: id"], report(none)
    assert_equal [true, "nothing to compile"], report(resource)
    assert_equal [false, "by Alba: the class is frozen"], report(resource { attributes :id }.freeze)
  end

  def test_check_reports_that_alba_serializes_after_an_error
    klass = resource { attributes :id }
    compiled(klass)
    assert_raises(JSON::GeneratorError) { klass.new(Person.new(Float::NAN)).serialize }

    text = "by Alba: an error occurred: NaN not allowed in JSON; compiled again after 1000 documents"

    assert_equal [[false, text]] * 2, Array.new(2) { report(klass) }
  end
end
