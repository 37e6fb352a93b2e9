# frozen_string_literal: true

require_relative "support"

# Ruby code in unexpected places, and objects in unexpected states. In a process of its
# own, because such errors ended it.
class ParserHostileTest < Minitest::Test
  # Large enough that freed text is unmapped: reading it ends the process.
  SETUP = <<~'RUBY'
    require "jacinth"
    TEXT = ("\n" * 1_000_000) + '{"a": {"b": 1, "b": 2}}'
    $source = +"" << TEXT # its own bytes
    def spoil
      return unless $source
      $source.clear
      $source = nil
      GC.start
    end
    def report(options = {})
      Jacinth.parse($source, **options)
    rescue Jacinth::ParserError => e
      p e.message, e.line, e.column, e.json_path
    end
  RUBY
  DUPLICATE = <<~'TEXT'
    "duplicate key \"b\" at line 1000001 column 7"
    1000001
    7
    "$.a.b"
  TEXT

  def test_inspect_of_a_duplicate_key_can_change_the_source
    assert_equal DUPLICATE, ruby!(SETUP + <<~RUBY)
      String.prepend(Module.new { def inspect = super.tap { spoil } })
      report
    RUBY
    assert_equal DUPLICATE, ruby!(SETUP + <<~RUBY)
      TracePoint.new(:c_call) { |tp| spoil if tp.method_id == :inspect }.enable { report }
    RUBY
  end

  def test_initialize_of_an_error_can_change_the_source
    ["[1, x]", "[[[1]]]", '{"a": 1, "a": 2}', '["\\ud800"]', "[1"].each do |text|
      lines = ruby!(SETUP + <<~RUBY).lines
        $source = ("\n" * 1_000_000) + #{text.inspect}
        module Early
          def initialize(...)
            Jacinth.parse('{"x": {"y": [1, 2]}}')
            spoil
            super
          end
        end
        Jacinth::ParserError.prepend(Early)
        report(max_nesting: 2)
        $source = ("\n" * 1_000_000) + #{text.inspect}
        TracePoint.new(:raise, :c_call) { |tp| spoil if %i[initialize new].include?(tp.method_id) }.enable { report(max_nesting: 2) }
      RUBY

      assert_equal lines[0, 4], lines[4, 4]
      assert_equal "1000001", lines[1].chomp, text
    end
  end

  def test_parse_calls_no_method_of_keys
    assert_equal "0", ruby!(<<~'RUBY')
      require "jacinth"
      rows = Array.new(2000) { |i| "{" + Array.new(i % 12) { |j| %("k#{i * 12 + j}": 1) }.join(",") + "}" }
      source = "[#{rows.join(",")}]"
      $calls = 0
      counting = Module.new do
        def hash = ($calls += 1) && super
        def eql?(other) = ($calls += 1) && super
        def ==(other) = ($calls += 1) && super
      end
      [Symbol, String].each { |c| c.prepend(counting) }
      $calls = 0
      [{}, { symbolize_names: true }, { freeze: true }].each { |options| Jacinth.parse(source, **options) }
      print $calls
    RUBY
  end

  def test_config_is_initialized_once
    assert_equal "TypeError: already initialized Jacinth::Parser::Config\n[1]\n", ruby!(<<~'RUBY')
      require "jacinth"
      callable = Object.new
      def callable.call(value) = value
      config = Jacinth::Parser::Config.new({ on_load: callable, object_class: Hash })
      begin
        config.send(:initialize, { object_class: nil })
      rescue TypeError => e
        puts "#{e.class}: #{e.message}"
      end
      p config.parse("[1]")
    RUBY
  end

  def test_config_does_not_change_while_it_is_used
    config = nil
    changing = Class.new(Hash) do
      define_singleton_method(:new) do |*given|
        config.send(:initialize, { on_load: 3 })
        super(*given)
      end
    end
    config = Jacinth::Parser::Config.new({ object_class: changing, on_load: :itself.to_proc })

    assert_raises(TypeError) { config.parse('{"a": 1}') }
    reader = Jacinth::ResumableParser.new
    assert_raises(TypeError) { reader.send(:initialize, symbolize_names: true) }
  end

  def test_a_config_initialized_by_a_conversion_of_its_option_raises
    config = Jacinth::Parser::Config.allocate
    number = Object.new
    number.define_singleton_method(:to_int) do
      config.send(:initialize, { symbolize_names: true })
      7
    end

    assert_raises(TypeError) { config.send(:initialize, { freeze: true, max_nesting: number }) }
    assert_equal({ a: 1 }, config.parse('{"a": 1}'))
    refute_predicate config.parse("[]"), :frozen?
    freezing = Jacinth::Parser::Config.allocate
    number = Object.new
    number.define_singleton_method(:to_int) { freezing.freeze && 7 }
    assert_raises(FrozenError) { freezing.send(:initialize, { max_nesting: number }) }
  end

  def test_copied_configs_and_coders_keep_their_options
    config = Jacinth::Parser::Config.new({ symbolize_names: true, decimal_class: String })

    [config.dup, config.clone, config.clone(freeze: true), config.freeze.clone].each do |copy|
      assert_equal({ a: "1.5" }, copy.parse('{"a": 1.5}'))
      assert_raises(TypeError, FrozenError) { copy.send(:initialize, nil) }
      assert_raises(TypeError, FrozenError) { copy.send(:initialize_copy, Jacinth::Parser::Config.new) }
    end
    assert_raises(TypeError) { Jacinth::Parser::Config.allocate.send(:initialize_copy, Object.new) }
    coder = Jacinth::Coder.new(symbolize_names: true)

    assert_equal({ a: 1 }, coder.dup.load('{"a": 1}'))
    assert_raises(TypeError) { coder.send(:initialize) }
    assert_raises(TypeError) { coder.send(:initialize_copy, Jacinth::Coder.new) }
    reader = Jacinth::ResumableParser.new
    assert_raises(TypeError) { reader.dup }
    assert_raises(TypeError) { reader.clone }
    [config, coder, reader, Jacinth::State.new].each { |object| assert_raises(TypeError) { Marshal.dump(object) } }
  end

  def test_allocated_objects_have_the_defaults_or_raise
    assert_equal [1], Jacinth::Parser::Config.allocate.parse("[1]")
    reader = Jacinth::ResumableParser.allocate
    reader << "[1]"

    assert reader.parse
    assert_equal [1], reader.value
    coder = Jacinth::Coder.allocate
    assert_raises(TypeError) { coder.load("[1]") }
    assert_raises(TypeError) { coder.dump([1]) }
    assert_raises(TypeError) { coder.dup.dump([1]) }
    assert_equal "[1]", Jacinth::State.allocate.generate([1])
  end

  # No try_convert, no new, and a name that looks like a path.
  def test_a_decimal_class_without_a_name_is_called
    nameless = Class.new { singleton_class.undef_method(:new) }
    names = [nil]
    names += [":", "::", ":x", "::x", "a:b", "a::b", "a:", "a::", "\0:", "#<x>", "é::é"] if Class.method_defined?(:set_temporary_name)
    names.each do |name|
      nameless = Class.new { singleton_class.undef_method(:new) }
      nameless.set_temporary_name(name) if name
      assert_raises(ArgumentError, name.inspect) { Jacinth.parse("[1.5]", decimal_class: nameless) }
    end
  end
end
