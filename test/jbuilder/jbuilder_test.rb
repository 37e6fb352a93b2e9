# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/serializer_tests"
require "jacinth/jbuilder"

# Documents with compiled lists of attributes are those that jbuilder builds.
class JbuilderTest < Minitest::Test
  include SerializerTests

  Person = Struct.new(:id, :name, :pet)

  LIST = Jacinth::OnJbuilder.const_get(:AttributeList)
  SHORTEST = LIST::SHORTEST

  def adapter = Jacinth::OnJbuilder
  def library = "jbuilder"
  def parent = Jbuilder
  def sample = Class.new(Jbuilder)

  # Short lists of attributes are compiled, too.
  def setup = shortest(1)

  def teardown
    Jacinth::OnJbuilder.install
    shortest(SHORTEST)
  end

  def shortest(size) = LIST.shortest = size

  def extension? = Jacinth.const_defined?(:BuilderMethods)

  # jbuilder 2.14 has no method through which it sets each value.
  def set_method? = Jbuilder.private_method_defined?(:_set)

  # Extracts so often that lists are compiled, and compares with jbuilder; then without
  # compiled lists.
  def compiled(klass = Jbuilder, **options, &block) # rubocop:disable Style/ArgumentsForwarding -- not so in Ruby 3.1
    build = proc { klass.new(**options, &block) } # rubocop:disable Style/ArgumentsForwarding
    20.times(&build)
    Jacinth::OnJbuilder.uninstall
    expected = build.call.target!
    Jacinth::OnJbuilder.install

    assert_equal expected, build.call.target!
    size = LIST.shortest
    shortest(1000)

    assert_equal expected, build.call.target!
    shortest(size)
    JSON.parse(expected)
  end

  def people = [Person.new(1, "Ada", Person.new(3, "Cat")), Person.new(2, nil, nil)]

  # An object that counts how often its id is read.
  def counter
    Class.new do
      attr_reader :count

      def id = @count = @count.to_i + 1
      def raising = raise(ArgumentError, "raised")
    end.new
  end

  # The number of calls of a method of jbuilder in the block.
  def calls(name, &)
    count = 0
    trace = TracePoint.new(:call) do |point|
      count += 1 if point.method_id == name && point.path.end_with?("/lib/jbuilder.rb")
    end
    trace.enable(&)
    count
  end

  def test_random_documents_are_those_with_the_json_gem
    assert_same_as_json("jacinth/jbuilder", File.join(__dir__, "random_jbuilder.rb"))
  end

  def test_templates_render_as_with_the_json_gem
    json, ours = %w[json jacinth/jbuilder].map do |name|
      ruby!("load ARGV.shift", args: ["-W0"], argv: [File.join(__dir__, "templates.rb"), name])
    end

    assert_operator json.lines.size, :>, 5
    assert_equal json, ours
  end

  def test_hostile_objects_do_not_end_the_process = assert_hostile_arguments_are_survived("OnJbuilder")

  def test_the_examples_of_the_library
    shortest(SHORTEST)
    assert_examples("lib/jacinth/jbuilder.rb", "docs/jbuilder.md")
  end

  def test_compiled_lists_are_not_extracted_by_jbuilder
    build = proc { |json| json.array!(people) { |person| json.extract! person, :id, :name } }
    compiled(&build)

    assert_equal 0, calls(:_extract) { Jbuilder.encode(&build) }
    assert_equal 2, calls(:_extract) { Jbuilder.encode { |json| json.array! people, :pet, :name } }, "a new list"
  end

  def test_short_lists_are_not_compiled
    shortest(SHORTEST)
    size = LIST.instance_variable_get(:@all).size
    build = proc { |json| json.array! people, :id, :name, :id }

    assert_equal [{ "id" => 1, "name" => "Ada" }, { "id" => 2, "name" => nil }], compiled(&build)
    assert_equal [{ "id" => 1, "name" => "Ada" }, { "id" => 2 }], compiled(ignore_nil: true, &build)
    expected = extension? && set_method? ? 0 : 2

    assert_equal(expected, calls(:_extract) { Jbuilder.encode(&build) })
    assert_equal size, LIST.instance_variable_get(:@all).size
  end

  def test_short_lists_of_collections_are_compiled
    shortest(SHORTEST)
    pairs = [[1, "a"], [2, nil]].map { |pair| Struct.new(:left, :right).new(*pair) }
    build = proc do |json|
      json.key_format! :upcase
      json.first 0
      json.pairs pairs, :left, :right
      json.hashes([{ left: 3, right: nil }].each, :right, :left)
      json.list { json.array! pairs.to_enum, :right }
      json.none [], :right
    end

    assert_equal({ "FIRST" => 0, "PAIRS" => [{ "LEFT" => 1, "RIGHT" => "a" }, { "LEFT" => 2, "RIGHT" => nil }],
                   "HASHES" => [{ "RIGHT" => nil, "LEFT" => 3 }], "LIST" => [{ "RIGHT" => "a" }, { "RIGHT" => nil }],
                   "NONE" => [] }, compiled(&build))
    scopes = calls(:_scope) { Jbuilder.encode(&build) }
    assert_equal extension? ? 1 : 4, scopes, "one for a list, none for its objects" if set_method?
    assert_equal [{ "RIGHT" => "a" }], compiled(ignore_nil: true, &build)["LIST"], "objects without attributes are left out"
  end

  def test_objects_of_a_collection_that_change_the_builder
    shortest(SHORTEST)
    changes = [proc { |json| json.set! :more, 1 }, proc { |json| json.key_format! :upcase }, :deep_format_keys!, :ignore_nil!,
               :nil!, proc { raise ArgumentError, "raised" }]
    changes.each do |change|
      build = proc do |json|
        json.first 1
        object = Struct.new(:id, :json) { define_method(:other) { change.to_proc.call(json) && nil } }
        json.list [object.new(1, json), object.new(2, json)], :id, :other, :id rescue json.raised 2 # rubocop:disable Style/RescueModifier
        json.list [object.new(1, json), object.new(2, json)], :id, :other rescue json.raised 3 # rubocop:disable Style/RescueModifier
        json.last nil
      end

      assert_equal 1, compiled(&build)["first"]
    end
  end

  # Has an attribute that changes the builder of the document.
  Changing = Struct.new(:id, :builder) do
    def second
      builder.set!(:more, 1)
      2
    end
  end

  # A collection that can be iterated once.
  class Once
    include Enumerable

    def initialize(elements) = @elements = elements
    def each = (yield @elements.shift until @elements.empty?)
  end

  def test_collections_that_can_be_iterated_once
    plain = Struct.new(:id, :second)
    Jbuilder.new { |json| json.array! [plain.new(1, 2)] * 20, :id, :second }
    changed = Jbuilder.new do |json|
      json.array! Once.new([Changing.new(1, json), plain.new(2, 3), Changing.new(3, json)]), :id, :second
    end

    assert_equal [{ "id" => 1, "more" => 1, "second" => 2 }, { "id" => 2, "second" => 3 }, { "id" => 3, "more" => 1, "second" => 2 }],
                 changed.attributes!
    assert_equal([{ "id" => 1, "name" => "Ada" }], compiled { |json| json.array!(Once.new([people.first]), :id, :name) })
  end

  def test_a_method_of_one_builder_alone
    single = compiled do |json|
      json.a 1
      class << json
        private

        def _set_value(key, value) = super(key, value.to_s)
      end
      json.b 2
      json.array people, :id, :name
      json.extract! people.first, :id, :name
    end

    assert_equal "1", single["id"]
    assert_equal "2", single["b"]

    elements = compiled do |json|
      json.array! people, :id, :name
      class << json
        private

        def _scope = { "scope" => 1 }
      end
      json.array! people, :id, :name
    end

    assert_equal [{ "scope" => 1 }] * 2, elements.last(2)
  end

  def test_a_program_that_replaces_the_method_of_key_formatters
    output = ruby!(<<~RUBY)
      require "active_support"
      require "jacinth/jbuilder"
      Jbuilder.key_format :to_s
      build = -> { Jbuilder.encode { |json| json.a 1 } }
      build.call
      class Jbuilder::KeyFormatter
        def initialize(*) = nil
        def format(key) = $up ? key.name.upcase : key.name
      end
      Jbuilder.key_format :to_s
      print build.call
      $up = true
      print build.call
    RUBY

    assert_equal '{"a":1}{"A":1}', output
  end

  def test_a_program_that_changes_key_formatters_in_other_ways
    output = ruby!(<<~'RUBY')
      require "active_support"
      require "jacinth/jbuilder"
      class Formatter < Jbuilder::KeyFormatter
        def format(key) = "#{super}?"
      end
      build = ->(formatter) { 2.times { print Jbuilder.encode(key_formatter: formatter) { |json| json.a 1 } } }
      upcase = Jbuilder::KeyFormatter.new(:upcase)
      build.call(upcase)
      build.call(Formatter.new(:upcase))
      upcase.dup.then do |single|
        def single.format(key) = "#{super}!"
        build.call(single)
      end
      upcase.instance_variable_set(:@cache, { a: "other" })
      build.call(upcase)
      Jbuilder::KeyFormatter.prepend(Module.new { def format(key) = "#{super}." })
      build.call(upcase)
    RUBY

    assert_equal %w[A A? A! other other.].flat_map { |key| ["{\"#{key}\":1}"] * 2 }.join, output
  end

  def test_a_class_that_changes_while_a_document_is_built
    klass = Class.new(Jbuilder)
    text = klass.encode do |json|
      json.a 1
      klass.class_eval { private def _set_value(key, value) = super(key, [value]) }
      json.b 2
    end

    assert_equal '{"a":1,"b":[2]}', text
  end

  def test_a_program_that_replaces_how_a_value_is_set
    skip "jbuilder 2.14" unless set_method?
    output = ruby!(<<~'RUBY')
      require "active_support"
      require "jacinth/jbuilder"
      build = -> { Jbuilder.encode { |json| json.a(1) && json.b { json.c 2 } && json.set!(:d, 3) } }
      print build.call
      class Jbuilder
        def set!(key, value = BLANK, *names, &block) = _set("#{key}!", value, names, &block)
      end
      print build.call
      class Jbuilder
        private def method_missing(key, value = BLANK, *names, &block) = _set("#{key}?", value, names, &block)
      end
      print build.call
    RUBY

    assert_equal '{"a":1,"b":{"c":2},"d":3}{"a":1,"b":{"c":2},"d!":3}{"a?":1,"b?":{"c?":2},"d!":3}', output
  end

  def test_a_class_that_overrides_how_the_value_of_a_block_is_made
    klass = Class.new(Jbuilder) { private def _merge_block(*) = super.merge("block" => true) }

    assert_equal({ "a" => { "b" => 1, "block" => true } }, compiled(klass) { |json| json.a { json.b 1 } })
    klass = Class.new(Jbuilder) { private def _merge_values(_old, new) = new.is_a?(Hash) ? { "new" => new } : super }

    assert_equal({ "a" => { "new" => { "b" => 1 } } }, compiled(klass) { |json| json.a { json.b 1 } })
  end

  # Ways to leave a block.
  LEAVING = { raise: proc { raise ArgumentError, "left" }, throw: proc { throw :left }, next: proc { next } }.freeze

  def test_builders_with_more_or_fewer_instance_variables
    late = Class.new(Jbuilder) { def initialize(...) = (@before, @more = 1, nil; super; @after = 2) }
    many = Class.new(Jbuilder) do
      def initialize(...)
        40.times { |i| ::Kernel.instance_method(:instance_variable_set).bind_call(self, "@v#{i}", i) }
        super
      end
    end
    bare = Class.new(Jbuilder) { def initialize = @attributes = {} } # rubocop:disable Lint/MissingSuper -- without other variables
    [late, many, bare].each do |klass|
      3.times do |turn|
        json = klass.new
        json.instance_eval { @turn = json } if turn.positive?
        json.key_format!(:upcase) if turn == 2
        json.people([1, 2]) { |i| json.id { json.of i } }
        json.name nil
        expected = { "people" => [{ "id" => { "of" => 1 } }, { "id" => { "of" => 2 } }], "name" => nil }
        expected = JSON.parse(expected.to_json.gsub(/[a-z]+(?=":)/, &:upcase)) if turn == 2

        assert_equal expected, json.attributes!
      end
    end
  end

  # In the blocks, only the builders refer to the attributes.
  def test_attributes_of_blocks_are_kept_alive_by_old_builders
    builders = Array.new(100) { Jbuilder.new }
    4.times { GC.start }
    nest = proc do |i|
      next GC.start(full_mark: false) if i == builders.size

      builders[i].block do
        builders[i].before i
        nest.call(i + 1)
        builders[i].after({ "other" => i })
      end
    end
    nest.call(0)

    builders.each_with_index do |json, i|
      assert_equal({ "block" => { "before" => i, "after" => { "other" => i } } }, json.attributes!)
    end
  end

  def test_a_block_of_a_frozen_builder_raises
    json = Jbuilder.new
    Kernel.instance_method(:freeze).bind_call(json)

    assert_equal({ "id" => 1 }, json.id(1) && json.attributes!)
    assert_raises(FrozenError) { json.people { json.id 1 } }
  end

  def test_blocks_that_are_left
    LEAVING.each_value do |leave|
      found = compiled do |json|
        json.key_format! :upcase
        json.before 1
        [proc { json.block { inner(json, leave) } }, proc { json.list([1, 2]) { inner(json, leave) } },
         proc { json.array!([1, 2]) { inner(json, leave) } }].first(leave == LEAVING[:next] ? 2 : 3).each do |build|
          catch(:left) { build.call }
        rescue ArgumentError
          json.rescued true
        end
        json.after 2
      end

      assert_equal ["BEFORE", 1, 2], [found.keys.first, *found.values_at("BEFORE", "AFTER")]
    end
    assert_equal({ "a" => 1, "c" => 2 }, compiled { |json| json.a(1) && json.b { break } || json.c(2) })
    assert_equal({ "a" => 1, "c" => 2 }, compiled { |json| json.a(1) && json.b([1, 2]) { break } || json.c(2) })
  end

  def inner(json, leave)
    json.key_format! :downcase
    json.deep_format_keys!
    json.inside 1
    leave.call
  end

  def test_blocks_of_a_key_that_is_set
    found = compiled do |json|
      json.a { json.b 1 }
      json.a { json.c { json.d 2 } }
      json.a { json.c { json.e 3 } }
      json.list([1]) { |x| json.x x }
      json.list([2]) { |x| json.x x }
      json.none { nil }
      json.all([1, 2, nil]) { |x| json.x x if x == 2 }
      json.pairs([[1, 2], [3, 4]]) { |left, right| json.array! [left, right] }
      json.hash({ k: 1 }) { |key, value| json.set! key, value }
      json.null { json.nil! }
      json.children { 2.times { |i| json.child! { json.i i } } }
      json.same([1, 1]) { json.merge!({ "m" => 1 }) }
      json.set! "text", [nil]
    end

    assert_equal({ "b" => 1, "c" => { "d" => 2, "e" => 3 } }, found["a"])
    assert_equal [[{ "x" => 2 }], [{ "x" => 2 }], [[1, 2], [3, 4]], [{ "k" => 1 }], nil, [{ "i" => 0 }, { "i" => 1 }]],
                 found.values_at("list", "all", "pairs", "hash", "null", "children")
    assert_raises(Jbuilder::NullError) { compiled { |json| json.a(nil) || json.a { json.b 1 } } }
    assert_raises(Jbuilder::MergeError) { compiled { |json| json.a([1]) && json.a { json.b 1 } } }
    assert_raises(Jbuilder::ArrayError) { compiled { |json| json.array!([1]) && json.a([1]) { json.b 1 } } }
  end

  def test_a_collection_that_changes_while_it_is_read
    assert_equal({ "list" => [{ "x" => 3 }] }, compiled do |json|
      items = [3, 2, 1]
      json.list(items) { |x| json.x(x) && items.clear }
    end)
  end

  def test_computed_names_of_attributes
    assert_equal({ "x1" => 1, "list" => [{ "x2" => 2 }] }, compiled do |json|
      one, two = [1, 2].map { |i| { "x#{i}": i } }
      json.extract!(one, :x1)
      json.list([two], :x2)
    end)
  end

  def test_a_builder_that_overrides_how_an_element_is_built
    shortest(SHORTEST)
    klass = Class.new(Jbuilder) do
      private

      def _scope
        super.merge("own" => 1)
      end
    end

    assert_equal [{ "id" => 1, "own" => 1 }, { "id" => 2, "own" => 1 }], compiled(klass) { |json| json.array! people, :id }
    assert_equal [false, "by jbuilder: _scope is overridden"], report(klass)
  end

  def test_the_strings_of_a_key_format_are_not_frozen
    keys = []
    build = proc do |json|
      json.key_format!(->(key) { (keys << "#{key}!").last })
      json.id 1
    end

    assert_equal({ "id!" => 1 }, compiled(&build))
    refute_predicate keys.last, :frozen?
  end

  def test_short_lists_of_an_object_that_changes_the_builder
    shortest(SHORTEST)
    changing = Class.new do
      define_method(:initialize) { |json| @json = json }
      def before = { a: 1 }
      def change = @json.deep_format_keys!.then { { b: 2 } }
      def raising = raise(ArgumentError, "raised")
    end
    build = proc do |json|
      json.first 1
      json.key_format! :upcase
      json.extract! changing.new(json), :before, :change, :before
      json.list([1, 2]) { json.call(changing.new(json), :before, :raising) rescue nil } # rubocop:disable Style/RescueModifier
    end

    assert_includes compiled(&build).to_s, "CHANGE"
  end

  def test_attributes_of_objects_hashes_and_arrays
    hash = { id: 5, name: "x" }

    assert_equal({ "id" => 1, "name" => "Ada" }, compiled { |json| json.extract! people[0], :id, :name })
    assert_equal({ "id" => 5, "name" => "x" }, compiled { |json| json.call(hash, :id, :name) })
    assert_equal([{ "id" => 1 }, { "id" => 5 }], compiled { |json| json.array! [people[0], hash], :id })
    assert_equal({ "pet" => { "id" => 1 }, "all" => [{ "id" => 1 }, { "id" => 2 }] },
                 compiled { |json| json.pet(people[0], :id) && json.all(people, :id) })
  end

  def test_attributes_are_added_to_those_that_are_set
    found = compiled do |json|
      json.name "old"
      json.merge!({ "first" => 1, "id" => 0 }.freeze)
      json.extract! people[0], :id, :name
      json.last true
    end

    assert_equal({ "name" => "Ada", "first" => 1, "id" => 1, "last" => true }, found)
  end

  def test_key_formats
    upcase = Jbuilder::KeyFormatter.new(:upcase)

    assert_equal({ "ID" => 1, "NAME" => "Ada" }, compiled(key_formatter: upcase) { |json| json.extract! people[0], :id, :name })
    assert_equal({ "_id" => 1, "_name" => "Ada" }, compiled do |json|
      json.key_format!(->(key) { "_#{key}" })
      json.extract! people[0], :id, :name
    end)
    short = Jbuilder::KeyFormatter.new(->(key) { key[0] })

    assert_equal({ "n" => 2 }, compiled(key_formatter: short) { |json| json.extract!({ name: 1, next: 2 }, :name, :next) })
  end

  def test_nil_and_deep_keys
    nested = { id: 1, name: { first_name: nil } }
    upcase = Jbuilder::KeyFormatter.new(:upcase)

    assert_equal({ "id" => 2 }, compiled(ignore_nil: true) { |json| json.extract! people[1], :id, :name })
    assert_equal({}, compiled(ignore_nil: true) { |json| json.extract! people[1], :name, :pet })
    assert_equal({ "ID" => 1, "NAME" => { "FIRST_NAME" => nil } },
                 compiled(key_formatter: upcase, deep_format_keys: true) { |json| json.extract! nested, :id, :name })
  end

  def test_deep_keys_of_single_values
    prefix = Jbuilder::KeyFormatter.new(->(key) { "_#{key}" })
    values = [{ a: [{ b: 1 }] }, [{ c: nil }], "text", nil]
    found = compiled(key_formatter: prefix, deep_format_keys: true) do |json|
      values.each_with_index { |value, i| json.set! "v#{i}", value }
      json.set!(:block) { json.inside({ d: 1 }) }
      json.list([{ e: 1 }]) { |hash| json.whole hash }
      json.other(Jbuilder.new { |other| other.f({ g: 1 }) })
      json.extract!({ h: { i: 1 } }, :h)
    end

    assert_equal [{ "_a" => [{ "_b" => 1 }] }, [{ "_c" => nil }], "text", nil], found.values.first(4)
    assert_equal({ "_block" => { "_inside" => { "_d" => 1 } }, "_list" => [{ "_whole" => { "_e" => 1 } }],
                   "_other" => { "_f" => { "_g" => 1 } }, "_h" => { "_i" => 1 } }, found.drop(4).to_h)
  end

  def test_values_that_cannot_be_set
    assert_raises(Jbuilder::ArrayError) { compiled { |json| json.array!([1]) && json.a({ b: 1 }) } }
    assert_raises(Jbuilder::NullError) { compiled(deep_format_keys: true) { |json| json.nil! || json.a({ b: 1 }) } }
    assert_equal([1], compiled { |json| json.array!([1]) && json.array!([], :id) })
    empty = Class.new(Array) { def empty? = raise("jbuilder does not call it") }.new
    assert_empty(compiled { |json| json.array!(empty, :id) })
    assert_equal({ "a" => 1 }, compiled(ignore_nil: true) { |json| json.a(1) && json.b(nil) })
  end

  def test_attributes_before_one_that_raises_are_set
    found = compiled do |json|
      json.extract! counter, :id, :raising, :count
    rescue ArgumentError
      json.rescued true
    end

    assert_equal %w[id rescued], found.keys
    assert_raises(NoMethodError) { compiled { |json| json.extract! people[0], :id, :missing } }
    assert_raises(KeyError) { compiled { |json| json.extract!({ id: 1 }, :id, :missing) } }
  end

  def test_attributes_that_an_attribute_sets_are_between_the_others
    builder = nil
    object = Class.new do
      define_method(:id) { builder.seen(true) && 1 }
      def name = "Ada"
    end.new
    one = compiled { |json| (builder = json).first(0) && json.extract!(object, :name, :id) }
    list = compiled { |json| (builder = json).array!([object]) { json.extract! object, :name, :id } }

    assert_equal %w[first name seen id], one.keys
    assert_equal [%w[name seen id]], list.map(&:keys)
  end

  def test_an_attribute_that_throws_leaves_those_that_are_set
    object = { name: "Ada" }.tap { |hash| def hash.fetch(key) = key == :id ? throw(:done) : super }

    assert_equal({ "first" => 0, "last" => 1 }, compiled do |json|
      json.first 0
      catch(:done) { json.extract! object, :id, :name }
      json.last 1
    end)
  end

  def test_an_attribute_is_read_once
    object = counter
    Jbuilder.encode { |json| json.array! Array.new(30) { object }, :id }

    assert_equal 30, object.count
  end

  def test_a_document_that_is_nil_or_an_array_takes_no_attributes
    compiled { |json| json.extract! people[0], :id }

    assert_raises(Jbuilder::NullError) { Jbuilder.encode { |json| json.nil! || json.extract!(people[0], :id) } }
    assert_raises(Jbuilder::ArrayError) { Jbuilder.encode { |json| json.array!([1]) && json.extract!(people[0], :id) } }
  end

  def test_a_changed_result_of_extract_does_not_change_the_list
    compiled do |json|
      json.extract!(people[0], :id) << :name
      json.extract!(people[0], :id, :name)
      json.extract!(people[0], :id)
    end
  end

  def test_classes_that_override_methods
    klass = Class.new(Jbuilder)

    assert_equal [true, "compiled: lists of attributes"], report(klass)
    assert_equal({ "id" => 1 }, compiled(klass) { |json| json.extract! people[0], :id })
    klass.class_eval { private def _key(key) = key.to_s.upcase }

    assert_equal({ "ID" => 1 }, compiled(klass) { |json| json.extract! people[0], :id })
    assert_equal [false, "by jbuilder: _key is overridden"], report(klass)
    klass.class_eval { remove_method :_key }
    klass.prepend(Module.new { private def _set_value(key, value) = super(key, [value]) })

    assert_equal({ "id" => [1], "name" => [2] }, compiled(klass) { |json| json.extract!(people[0], :id) && json.name(2) })
  end

  def test_a_class_without_a_method_of_jbuilder
    klass = Class.new(Jbuilder) { undef_method :_is_collection? }

    assert_equal({ "a" => 1 }, compiled(klass) { |json| json.a 1 })
    assert_equal [false, "by jbuilder: _is_collection? is overridden"], report(klass)
  end

  def test_a_class_that_overrides_how_a_value_is_set
    skip "jbuilder 2.14" unless set_method?
    klass = Class.new(Jbuilder)
    document = proc { |json| json.name(2) && json.set!(:other, 3) && json.nested { json.a 1 } && json.pair(people[0], :id) }

    assert_equal({ "name" => 2, "other" => 3, "nested" => { "a" => 1 }, "pair" => { "id" => 1 } }, compiled(klass, &document))
    klass.class_eval { private def _set(key, *rest) = super(key, *rest.map { |value| value.is_a?(Integer) ? value + 10 : value }) }

    assert_equal({ "name" => 12, "other" => 13, "nested" => { "a" => 11 }, "pair" => { "id" => 1 } }, compiled(klass, &document))
  end

  def test_a_builder_decides_itself_which_values_are_left_out
    klass = Class.new(Jbuilder) { private def _blank?(value = @attributes) = super || value == "" }

    assert_equal({ "b" => 1 }, compiled(klass) { |json| json.set!(:a, "") || json.b(1) })
  end

  def test_a_class_that_overrides_which_values_are_collections
    klass = Class.new(Jbuilder) { private def _is_collection?(object) = super && !object.empty? }

    compiled(klass) { |json| json.a([], :size) }
  end

  def test_a_module_in_the_singleton_class_of_a_builder
    shortest(SHORTEST)
    %i[prepend include].each do |method|
      upcase = Module.new { private def _key(key) = super.upcase }

      compiled do |json|
        singleton = class << json; self; end
        singleton.__send__(method, upcase)
        json.a 1
        json.extract!(people.first, :id, :name)
      end
    end
  end

  def test_odd_objects
    [1, SHORTEST].each do |size|
      assert_same_text_of_odd_objects(adapter) do |name|
        shortest(size)
        ->(objects) { Jbuilder.encode { |json| json.array!(objects, name) } }
      end
      assert_same_text_of_odd_objects(adapter) do |name|
        shortest(size)
        ->(objects) { Jbuilder.encode { |json| objects.each { |object| json.extract! object, name } } }
      end
    end
  end

  def test_the_code_for_objects_with_their_own_public_send
    assert_code_for_own_public_send_is_compiled_once do |people|
      Jbuilder.new { |json| json.array!(people) { |person| json.extract! person, :id, :name } }
    end
  end

  def test_an_object_with_its_own_public_send
    skip unless extension?

    sending = Class.new(Struct.new(:id, :name)) { def public_send(name) = "sent #{name}" }.new(1, "Ada")
    [1, SHORTEST].each do |size|
      shortest(size)

      assert_equal({ "id" => "sent id" }, compiled { |json| json.extract!(sending, :id) })
      assert_equal([{ "name" => "Ada", "id" => 1 }, { "name" => "sent name", "id" => "sent id" }],
                   compiled { |json| json.array!([people.first, sending], :name, :id) })
    end
    shortest(1)
    compiled { |json| json.array!([sending, people.first], :name) }

    assert_equal 0, calls(:_extract) { Jbuilder.encode { |json| json.array!(people, :name) } }, "still compiled"
  end

  def test_a_key_formatter_without_format
    assert_raises(NoMethodError) { Jbuilder.new(key_formatter: :upcase) { |json| json.set!("a", 1) } }
  end

  def test_values_that_say_that_they_are_nil
    nothing = Class.new { def nil? = true }.new

    assert_equal({ "b" => 1, "id" => 2 }, compiled(ignore_nil: true) do |json|
      json.a nothing
      json.b 1
      json.c nil
      json.extract!(people[1], :id, :name)
    end)
  end

  def test_blank_values_are_left_out
    blanks = [Jbuilder::Blank.new, Class.new(Jbuilder::Blank).new, Jbuilder.const_get(:BLANK)]
    names = ("a".."t").map(&:to_sym)
    [3, 8, 9, 20].product(blanks) do |size, blank|
      list = names.first(size)
      object = Struct.new(*list).new(*1..size)
      object[size / 2] = blank
      [object, object.to_h].each do |one|
        assert_equal size - 1, compiled { |json| json.extract! one, *list }.size
        assert_equal size - 1, compiled { |json| json.key_format!(:upcase) && json.extract!(one, *list) }.size
        before = compiled { |json| json.set!(list[size / 2], "before") && json.extract!(one, *list) }

        assert_equal ["before", size], [before[list[size / 2].name], before.size]
      end
    end
    pair = Struct.new(:a, :b).new(blanks[0], blanks[1])

    assert_equal({ "c" => 1 }, compiled { |json| json.extract!(pair, :a, :b) && json.c(1) })
    assert_equal([{ "a" => 1 }], compiled { |json| json.array! [pair, pair.class.new(1, blanks[2])], :a, :b })
  end

  def test_computed_lists_do_not_fill_the_memory
    all = LIST.instance_variable_get(:@all)
    LIST.instance_variable_set(:@all, {})
    (LIST::LIMIT + 10).times { |i| Jbuilder.encode { |json| json.extract!({ "x#{i}": i }, :"x#{i}") } }

    assert_equal LIST::LIMIT, LIST.instance_variable_get(:@all).size
  ensure
    LIST.instance_variable_set(:@all, all)
  end

  def test_threads_that_compile_one_list
    texts = Array.new(4) do
      Thread.new { Array.new(20) { Jbuilder.encode { |json| json.array! people, :name, :id } } }
    end.flat_map(&:value)

    assert_equal ['[{"name":"Ada","id":1},{"name":null,"id":2}]'], texts.uniq
  end

  # jbuilder itself can be used in a Ractor if it need not read its settings, class variables.
  def test_a_ractor_builds_documents
    skip "this jbuilder cannot be used in a Ractor" unless Ractor.shareable?(Jbuilder.const_get(:BLANK))
    assert_same_in_ractors(Jacinth::OnJbuilder, <<~RUBY, 2000)
      require "jacinth/jbuilder"
      NAMES = %i[a b c d e f g h].freeze
      Row = Struct.new(*NAMES)
      SETTINGS = { key_formatter: nil, ignore_nil: false, deep_format_keys: false }.freeze
      def document
        rows = Array.new(30) { |i| Row.new(*Array.new(8) { |n| [i, n] }) }
        Jbuilder.new(**SETTINGS) do |json|
          json.key_format! :upcase
          json.array(rows, :a, :b)
          json.all(rows) { |row| json.extract! row, *NAMES }
          json.block { json.one(rows[0].a) }
        end.target!
      end
    RUBY
  end

  def test_documents_under_stress_and_compaction
    short, long = [2, 9].map { |size| Struct.new(*Array.new(size) { |i| :"m#{i}" }) }
    build = proc do |json|
      json.key_format! :upcase, ->(key) { key + "é" }
      rows = [short, long].map { |klass| Array.new(2) { |i| klass.new(*klass.members.map { |name| "#{name} #{i}" }) } }
      rows.each_with_index do |objects, i|
        json.set!("rows#{i}", objects, *objects[0].members)
        json.set!("each#{i}", objects) { |object| json.extract! object, *object.members }
      end
      json.deep { json.deeper { json.a %w[b] } }
    end
    Array.new(20) { Jbuilder.encode(&build) } # compiles the long list
    expected = Jbuilder.encode(&build)
    [method(:with_gc_stress), method(:with_auto_compaction)].each do |under|
      under.call { assert_equal expected, Jbuilder.encode(&build) }
    end
    compact!

    assert_equal expected, Jbuilder.encode(&build)
  end

  def test_uninstall_and_install
    Jacinth::OnJbuilder.uninstall

    refute_predicate Jacinth::OnJbuilder, :installed?
    assert_equal 40, calls(:_extract) { Jbuilder.encode { |json| json.array! people * 20, :id, :name } }
    names = %i[set! method_missing _set _array _extract _set_value _map_collection].select do |name|
      Jbuilder.method_defined?(name) || Jbuilder.private_method_defined?(name)
    end
    owners = proc { names.map { |name| Jbuilder.instance_method(name).owner } }

    assert_equal [Jbuilder], owners.call.uniq
    Jacinth::OnJbuilder.install

    refute_includes owners.call, Jbuilder if extension? && set_method?
  end

  def test_check_is_false_if_nothing_is_compiled
    assert_equal [false, "by jbuilder: the class is frozen"], report(Class.new(Jbuilder).freeze)
  end

  def test_check_lists_jbuilder_itself
    assert_output(/^Jbuilder: compiled: lists of attributes$/) { adapter.check }
  end
end
