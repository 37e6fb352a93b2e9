# frozen_string_literal: true

require_relative "support"
require_relative "../support/resident"

# The cost of a document: objects, and memory at its peak and afterwards.
class MemoryTest < GeneratorTest
  RESIDENT = File.expand_path("../support/resident", __dir__)
  SMALL = { "id" => 1, "name" => "short", "list" => [1.5, nil, true], "é" => "ü\n" }.freeze
  DOCUMENTS = {
    scalar: 5, empty: [], string: "text", long_string: ("x" * 100_000).freeze, small: SMALL,
    medium: Array.new(200) { |i| { "id" => i, "name" => "name #{i}", "nested" => { "list" => [i, i * 0.5] } } }.freeze,
    symbols: Array.new(100) { |i| { id: i, kind: "kind", value: :sym } }.freeze,
    wide: (0...3000).to_h { |i| ["key #{i}", i] }.freeze,
    deep: 90.times.inject(1) { |inner, i| i.even? ? [inner] : { "k" => inner } }
  }.freeze

  # Not kept: each collection of the run would go over its objects.
  def big = Array.new(40_000) { |i| ["element #{i}", i, i / 7.0] }

  def assert_allocates(expected, note, &) = assert_equal expected, allocated(&), note

  def test_one_object_is_allocated_for_each_document
    state = Jacinth::State.new(space: " ").freeze
    coder = Jacinth::Coder.new
    assert_allocates(0, "nothing") { nil }
    { **DOCUMENTS, big: big }.each do |name, document|
      assert_allocates(1, "generate #{name}") { Jacinth.generate(document) }
      assert_allocates(1, "State, #{name}") { state.generate(document) }
      assert_allocates(1, "Coder, #{name}") { coder.dump(document) }
    end
    assert_operator Jacinth.generate(big).bytesize, :>, 1_000_000
  end

  # Beyond 32 keys they are sorted in memory that is, if it must, an object.
  def test_sorting_allocates_no_objects
    [{ sort_keys: true }, { rfc8785: true }].each do |options|
      assert_allocates(1, options) { Jacinth.generate(SMALL, options) }
      assert_allocates(1, options) { Jacinth.generate(DOCUMENTS[:medium], options) }
    end
  end

  def test_options_allocate_no_state
    options = { script_safe: true, ascii_only: true }.freeze
    assert_allocates(1, "options") { Jacinth.generate(SMALL, options) }
  end

  # The numbers that a child prints, which does only this.
  def child(code)
    reason = Resident.unknown and skip(reason)
    ruby!("require #{RESIDENT.dump}; require 'jacinth'; #{code}").split.map { |number| Integer(number) }
  end

  def test_generate_needs_at_most_twice_the_text
    used, size = child(<<~RUBY)
      tree = Array.new(1000) { "some text of a document " * 4000 }
      Jacinth.generate(tree.first(10))
      before = Resident.peak
      text = Jacinth.generate(tree)
      puts Resident.peak - before, text.bytesize
    RUBY

    assert_operator size, :>, 90_000_000
    assert_operator used, :<=, size * 2.1
  end

  def test_dump_needs_constant_memory
    used, = child(<<~RUBY)
      tree = [["some text of a document", 12345, 1.5, { "key" => "value\\n" }] * 4000] * 1000
      File.open(File::NULL, "w") do |io|
        Jacinth.dump(tree.first(1), io)
        before = Resident.peak
        Jacinth.dump(tree, io)
        puts Resident.peak - before
      end
    RUBY

    assert_operator used, :<, 20_000_000
  end

  def test_the_memory_of_a_large_document_is_returned
    kept, = child(<<~RUBY)
      tree = Array.new(400) { "some text of a document " * 4000 }
      deep = 200_000.times.inject(1) { |inner, _| [inner] }
      before = Resident.now
      3.times { Jacinth.generate(tree); Jacinth.generate(deep, max_nesting: 0) }
      puts Resident.now - before
    RUBY

    assert_operator kept, :<, 20_000_000
  end

  def test_leaving_by_exceptions_leaks_nothing
    kept, left = child(<<~RUBY)
      left = 0
      fill = Array.new(60) { |i| { "key\#{i}" => "x" * 300 } }
      throwing, raising = Object.new, Object.new
      def throwing.to_json(*) = throw(:out)
      def raising.to_json(*) = raise("out")
      io = Object.new
      def io.write(*) = raise("out")
      puts(Resident.kept do
        #{scaled(1400)}.times do
          catch(:out) { Jacinth.generate([fill, throwing]); left -= 1 }
          Jacinth.generate([fill, raising]) rescue left += 1
          Jacinth.generate([fill, Float::NAN]) rescue left += 1
          Jacinth.generate([fill, [[fill]]], max_nesting: 3) rescue left += 1
          Jacinth.dump([fill] * 4, io) rescue left += 1
        end
      end, left)
    RUBY

    assert_predicate left, :positive?
    assert_equal 0, left % (4 * scaled(1400)), "a document was not left"

    assert_operator kept, :<, 2_000_000
  end
end
