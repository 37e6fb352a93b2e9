# frozen_string_literal: true

require_relative "support"

# What a document costs: objects, and memory at its peak and afterwards.
class MemoryTest < GeneratorTest
  SMALL = { "id" => 1, "name" => "short", "list" => [1.5, nil, true], "é" => "ü\n" }.freeze
  DOCUMENTS = {
    scalar: 5, empty: [], string: "text", long_string: ("x" * 100_000).freeze, small: SMALL,
    medium: Array.new(200) do |i|
      { "id" => i, "name" => "name #{i}", "nested" => { "list" => [i, i * 0.5] } }
    end.freeze,
    symbols: Array.new(100) { |i| { id: i, kind: "kind", value: :sym } }.freeze,
    wide: (0...3000).to_h { |i| ["key #{i}", i] }.freeze,
    deep: 90.times.inject(1) { |inner, i| i.even? ? [inner] : { "k" => inner } },
    big: Array.new(40_000) { |i| ["element #{i}", i, i / 7.0] }.freeze
  }.freeze

  def assert_allocates(expected, note, &)
    assert_equal expected, allocated(&), note
  end

  def test_one_object_a_document
    state = Jacinth::State.new(space: " ").freeze
    coder = Jacinth::Coder.new
    assert_allocates(0, "nothing") { nil }
    DOCUMENTS.each do |name, document|
      assert_allocates(1, "generate #{name}") { Jacinth.generate(document) }
      assert_allocates(1, "State, #{name}") { state.generate(document) }
      assert_allocates(1, "Coder, #{name}") { coder.dump(document) }
    end
    assert_operator Jacinth.generate(DOCUMENTS[:big]).bytesize, :>, 1_000_000
  end

  def test_options_are_no_state
    options = { script_safe: true, ascii_only: true }.freeze
    assert_allocates(1, "options") { Jacinth.generate(SMALL, options) }
  end

  # The peak of a child that does only this, in bytes over what it was before.
  PEAK = <<~RUBY
    require "jacinth"
    def peak = File.read("/proc/self/status")[/VmHWM:\\s+(\\d+)/, 1].to_i * 1024
    def rss = File.read("/proc/self/status")[/VmRSS:\\s+(\\d+)/, 1].to_i * 1024
  RUBY

  def child(code)
    skip "VmHWM is Linux'" unless File.readable?("/proc/self/status")
    skip "an instrumented build needs memory of its own" if ENV["JACINTH_SANITIZE"] || ENV["JACINTH_VALGRIND"]

    ruby!(PEAK + code).split.map { |number| Integer(number) }
  end

  def test_peak_of_generate
    used, size = child(<<~RUBY)
      tree = Array.new(1000) { "some text of a document " * 4000 }
      Jacinth.generate(tree.first(10))
      GC.start
      before = peak
      text = Jacinth.generate(tree)
      puts peak - before, text.bytesize
    RUBY

    assert_operator size, :>, 90_000_000
    assert_operator used, :<=, size * 2.1
  end

  def test_peak_of_dump_is_constant
    used, = child(<<~RUBY)
      tree = [["some text of a document", 12345, 1.5, { "key" => "value\\n" }] * 4000] * 1000
      File.open(File::NULL, "w") do |io|
        Jacinth.dump(tree.first(1), io)
        before = peak
        Jacinth.dump(tree, io)
        puts peak - before
      end
    RUBY

    assert_operator used, :<, 20_000_000
  end

  def test_memory_is_given_back
    kept, = child(<<~RUBY)
      tree = Array.new(400) { "some text of a document " * 4000 }
      deep = 200_000.times.inject(1) { |inner, _| [inner] }
      GC.start
      before = rss
      3.times { Jacinth.generate(tree); Jacinth.generate(deep, max_nesting: 0) }
      GC.start
      puts rss - before
    RUBY

    assert_operator kept, :<, 20_000_000
  end

  # Leaving 30,000 documents in the middle, each of 20 KB, by any way, leaves
  # nothing behind but what the collector's mood keeps.
  def test_nothing_leaks
    grown, = child(<<~RUBY)
      fill = Array.new(60) { |i| { "key\#{i}" => "x" * 300 } }
      throwing, raising = Object.new, Object.new
      def throwing.to_json(*) = throw(:out)
      def raising.to_json(*) = raise("out")
      io = Object.new
      def io.write(*) = raise("out")
      again = lambda do |count|
        count.times do
          catch(:out) { Jacinth.generate([fill, throwing]) }
          Jacinth.generate([fill, raising]) rescue nil
          Jacinth.generate([fill, Float::NAN]) rescue nil
          Jacinth.generate([fill, [[fill]]], max_nesting: 3) rescue nil
          Jacinth.dump([fill] * 4, io) rescue nil
        end
        GC.start
      end
      again.call(#{scaled(2500)})
      before = rss
      again.call(#{scaled(6000)})
      puts rss - before
    RUBY

    assert_operator grown, :<, 40_000_000
  end
end
