# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/serializer_tests"
require "stringio"
require "jacinth/jsonapi_serializer"

# Hashes of compiled serializers are those that jsonapi-serializer makes.
class JsonapiSerializerTest < Minitest::Test
  include SerializerTests

  Post = Struct.new(:id, :title, :body)

  def adapter = Jacinth::OnJsonapiSerializer
  def library = "jsonapi-serializer"
  def parent = FastJsonapi::ObjectSerializer
  def sample = serializer
  def teardown = adapter.install

  def serializer(&block)
    Class.new do
      include JSONAPI::Serializer

      set_type :post
      attributes :title
      class_eval(&block) if block
    end
  end

  # Serializes so many objects that the serializer is compiled.
  def compiled(klass)
    klass.new(Array.new(20) { |i| Post.new(i, "t", "b") }).serializable_hash
    klass
  end

  # The number of calls of the gem's own method for each object.
  def own_calls(klass, objects = [Post.new(1, "t", "b")])
    count = 0
    trace = TracePoint.new(:call) { |point| count += 1 if point.method_id == :attributes_hash }
    trace.enable { klass.new(objects).serializable_hash }
    count
  end

  def test_a_class_that_another_thread_changes_while_it_is_compiled
    objects = Array.new(25) { |i| Post.new(i, "t", "b") }
    [
      ->(klass) { klass.attribute(:title) { "changed" } }, ->(klass) { klass.set_type(:changed) }, ->(klass) { klass.set_id(:body) },
      ->(klass) { klass.define_singleton_method(:attributes_hash) { |*| { title: "changed" } } }
    ].each do |change|
      assert_changes_while_compiling_are_seen(change) { |klass| klass.new(objects).serializable_hash }
    end
  end

  def test_random_documents_are_those_with_the_json_gem
    assert_same_as_json("jacinth/jsonapi_serializer", File.join(__dir__, "random_jsonapi.rb"))
  end

  def test_hostile_objects_do_not_end_the_process = assert_hostile_arguments_are_survived("OnJsonapiSerializer")

  def test_the_examples_of_the_library
    assert_examples("lib/jacinth/jsonapi_serializer.rb", "docs/jsonapi-serializer.md")
  end

  def test_relationships_with_a_block_are_those_of_the_gem
    klass = serializer { has_many(:tags, record_type: :tag, id_method_name: :title) { |_, params| params[:tags] } }
    compiled(klass)
    tag = Post.new(7, "r")
    [nil, [], [tag, Post.new(1), Post.new(1, "")], tag.dup.freeze, Object.new, false, [nil]].each do |tags|
      ours = tags_of(klass, tags)
      Jacinth::OnJsonapiSerializer.uninstall

      assert_equal tags_of(klass, tags), ours
      Jacinth::OnJsonapiSerializer.install
    end
  end

  def tags_of(klass, tags)
    klass.new([Post.new(1, "t")], params: { tags: tags }).serializable_hash
  rescue NoMethodError => e
    e.class
  end

  def test_odd_objects
    kinds = [->(name) { attributes name },
             ->(name) { set_id name },
             ->(name) { has_many :tags, record_type: :tag, id_method_name: name },
             ->(name) { has_many(:tags, record_type: :tag, id_method_name: name) { |object| [object] } }]
    kinds.each do |kind|
      assert_same_text_of_odd_objects(Jacinth::OnJsonapiSerializer) do |name|
        klass = serializer { instance_exec(name, &kind) }
        ->(objects) { JSON.generate(klass.new(objects).serializable_hash) }
      end
    end
  end

  def test_the_code_for_objects_with_their_own_public_send
    klass = serializer { attributes(:name) && attributes_to_serialize.delete(:title) }
    assert_code_for_own_public_send_is_compiled_once { |people| klass.new(people).serializable_hash }
  end

  def test_an_empty_hash_is_no_set_of_fields
    klass = compiled(serializer)
    [{}, []].each do |fields|
      Array.new(20) { klass.new(Post.new(1, "t"), fields: { post: fields }).serializable_hash }
      ours = klass.new(Post.new(1, "t"), fields: { post: fields }).serializable_hash
      Jacinth::OnJsonapiSerializer.uninstall

      assert_equal klass.new(Post.new(1, "t"), fields: { post: fields }).serializable_hash, ours
      Jacinth::OnJsonapiSerializer.install
    end
  end

  def test_a_serializer_is_compiled_after_some_objects
    klass = serializer

    assert_equal 1, own_calls(klass)
    assert_equal 0, own_calls(compiled(klass))
  end

  def test_the_code_for_a_collection_is_found_once
    klass = compiled(serializer)
    calls = 0
    trace = TracePoint.new(:call) { |point| calls += 1 if point.method_id == :record_hash }
    options = [{}, { fields: { post: %w[title] } }]
    options.each { |given| klass.new([Post.new(1, "t", "b")] * 20, given).serializable_hash }
    hashes = trace.enable { options.map { |given| klass.new([Post.new(1, "t", "b")] * 2, given).serializable_hash } }

    assert_equal [2, 0], [hashes[0][:data].size, calls]
    assert_equal hashes[0], hashes[1]
  end

  def test_an_empty_collection
    klass = compiled(serializer)

    assert_equal({ data: [] }, klass.new([]).serializable_hash)
    assert_equal({ data: [], meta: { size: 0 }, links: { self: "/" } },
                 klass.new([], meta: { size: 0 }, links: { self: "/" }).serializable_hash)
  end

  def test_an_override_of_record_hash_is_called_for_each_object_of_a_collection
    changes = [-> { define_singleton_method(:record_hash) { |*given| { own: super(*given)[:id] } } },
               -> { singleton_class.prepend(Module.new { def record_hash(*) = { own: super[:id] } }) }]
    changes.each do |change|
      klass = compiled(serializer)
      klass.class_exec(&change)

      assert_equal [{ own: "1" }, { own: "2" }], klass.new([Post.new(1), Post.new(2)]).serializable_hash[:data]
    end
  end

  # The gem calls neither method.
  def test_methods_of_a_program_are_not_called
    klass = compiled(serializer)
    klass.define_singleton_method(:subclasses) { raise "subclasses is called" }
    klass.attribute(:more) { 1 }
    empty = Class.new(Array) { def empty? = raise("empty? is called") }

    assert_equal({ data: [] }, klass.new(empty.new).serializable_hash)
  end

  def test_a_changed_superclass
    changes = [-> { define_singleton_method(:attributes_hash) { |*| { own: true } } },
               -> { extend(Module.new { def attributes_hash(*) = { own: true } }) }]
    changes.each do |change|
      parent = serializer
      child = Class.new(Class.new(parent) { set_type :post }) { set_type :post }
      compiled(child)
      parent.class_exec(&change)

      data = child.new([Post.new(1), Post.new(2)]).serializable_hash[:data]

      assert_equal([{ own: true }] * 2, data.map { |record| record[:attributes] })
    end
  end

  def test_a_patched_method_for_collections_is_called
    original = FastJsonapi::ObjectSerializer.instance_method(:hash_for_collection).super_method
    replace_hash_for_collection { original.bind_call(self).merge(patched: true) }
    klass = compiled(serializer)

    assert klass.new([Post.new(1), Post.new(2)]).serializable_hash[:patched]
  ensure
    replace_hash_for_collection(original)
  end

  def replace_hash_for_collection(...)
    FastJsonapi::ObjectSerializer.class_eval do
      remove_method :hash_for_collection
      define_method(:hash_for_collection, ...)
    end
  end

  def test_a_new_hash_is_made_for_each_object
    klass = compiled(serializer)
    first, second = klass.new([Post.new(1, "t", "b")] * 2).serializable_hash[:data]

    refute_same first, second
    refute_same first[:attributes], second[:attributes]
    refute_predicate first, :frozen?
  end

  def test_each_declaration_changes_a_compiled_serializer
    changes = {
      attribute: -> { attribute :body }, link: -> { link(:self) { "/" } }, meta: -> { meta { { a: 1 } } },
      set_id: -> { set_id :title }, set_type: -> { set_type :other }, relationship: -> { has_many(:tags, record_type: :tag) { [] } },
      "attributes_to_serialize.delete": -> { attributes_to_serialize.delete(:title) },
      record_type: -> { self.record_type = :direct }, override: -> { define_singleton_method(:id_hash) { |*| { id: "own" } } },
      extend: -> { extend(Module.new { def attributes_hash(*) = { own: 1 } }) }
    }
    changes.each do |name, change|
      klass = compiled(serializer)
      before = klass.new(Post.new(1, "t", "b")).serializable_hash
      klass.class_exec(&change)
      after = klass.new(Post.new(1, "t", "b")).serializable_hash
      Jacinth::OnJsonapiSerializer.uninstall

      refute_equal before, after, name
      assert_equal klass.new(Post.new(1, "t", "b")).serializable_hash, after, name
      Jacinth::OnJsonapiSerializer.install
    end
  end

  def test_a_subclass_and_a_copy_have_code_of_their_own
    klass = compiled(serializer)
    below = Class.new(klass) { set_type(:post) && attributes(:body) }
    copy = klass.dup.tap { |other| other.set_type(:copy) }

    assert_equal({ title: "t", body: "b" }, compiled(below).new(Post.new(1, "t", "b")).serializable_hash[:data][:attributes])
    assert_equal :copy, compiled(copy).new(Post.new(1, "t", "b")).serializable_hash[:data][:type]
    assert_equal :post, klass.new(Post.new(1, "t", "b")).serializable_hash[:data][:type]
  end

  def test_a_cache_store_is_left_to_the_gem
    store = Class.new { def fetch(*, **) = { cached: true } }.new
    klass = compiled(serializer)
    klass.cache_options(store: store)

    assert_equal [{ cached: true }], compiled(klass).new([Post.new(1)]).serializable_hash[:data]
    assert_equal [false, "by jsonapi-serializer: it has a cache store"], report(klass)
  end

  # The gem itself can be used in a Ractor if the variables of the serializer are shareable.
  def test_a_ractor_serializes
    assert_same_in_ractors(Jacinth::OnJsonapiSerializer, <<~RUBY, 1000)
      require "active_support"
      require "active_support/core_ext/object"
      require "jacinth/jsonapi_serializer"
      Post = Struct.new(:id, :title)
      class PostSerializer
        include JSONAPI::Serializer
        set_type :post
        attributes :title
        instance_variables.each { |name| Ractor.make_shareable(instance_variable_get(name)) }
      end
      def document = JSON.generate(PostSerializer.new(Array.new(30) { |i| Post.new(i, "x") }).serializable_hash)
    RUBY
  end

  def test_check_prints_what_is_compiled_and_why_not
    klass = serializer do
      attribute(:head, &:title)
      attribute :body, if: proc { true }
      has_many(:tags) { [] }
    end

    assert_equal [true, "compiled: id, type, title; blocks: head; conditions: body; by jsonapi-serializer: tags"], report(klass)
    klass.has_many(:notes, serializer: klass) { [] }

    assert_includes report(klass).last, "; associations: notes; "
    klass.define_singleton_method(:meta_hash) { |*| {} }

    assert_equal [false, "by jsonapi-serializer: meta_hash is overridden"], report(klass)
  end

  def test_a_class_without_a_method_that_is_examined_is_left_to_the_gem
    missing = serializer.tap { |klass| klass.singleton_class.undef_method(:meta_hash) }
    redefined = serializer.tap { |klass| klass.define_singleton_method(:method) { "POST" } }
    posts = Array.new(60) { |i| Post.new(i, "t", "b") }

    [missing, redefined].zip(%w[NameError ArgumentError]) do |klass, error|
      assert_equal 60, klass.new(posts).serializable_hash[:data].size
      assert_equal [false, "by jsonapi-serializer: it cannot be compiled (#{error})"], report(klass)
    end
  end

  def test_check_is_false_if_nothing_is_compiled
    assert_equal [true, "compiled: id, type"], report(Class.new { include JSONAPI::Serializer })
    assert_equal [false, "by jsonapi-serializer: the class is frozen"], report(serializer.freeze)
  end

  def test_any_number_of_field_sets_takes_bounded_memory
    klass = compiled(serializer)
    150.times { |i| klass.new([Post.new(1, "t", "b")], fields: { post: [:title, :"other#{i}"] }).serializable_hash }
    plan = klass.instance_variable_get(:@jacinth_plan)

    assert_operator plan.instance_variable_get(:@codes).size, :<=, 100
    assert_equal({ title: "t" }, klass.new(Post.new(1, "t"), fields: { post: %i[title last] }).serializable_hash[:data][:attributes])
  end

  def test_an_error_of_an_attribute_is_raised_as_it_is
    klass = serializer { attribute :missing }

    25.times do
      error = assert_raises(NoMethodError) { klass.new(Post.new(1)).serializable_hash }

      assert_match(/undefined method .missing/, error.message)
    end
  end
end
