# frozen_string_literal: true

require_relative "../test_helper"
require "pp"

# The inspect of public objects.
class InspectTest < Minitest::Test
  HUGE = "secret" * 100_000

  def test_a_state_shows_the_options_that_are_set
    assert_equal "#<Jacinth::Ext::Generator::State>", Jacinth::State.new.inspect
    assert_equal '#<Jacinth::Ext::Generator::State space: " ", max_nesting: 0, strict: true>',
                 Jacinth::State.new(space: " ", max_nesting: 0, strict: true, indent: nil).freeze.inspect
    assert_equal "#<Jacinth::Ext::Generator::State depth: 2>", Jacinth::State.new(depth: 2).inspect
    assert_equal "#<Jacinth::Ext::Generator::State>", Jacinth::State.allocate.inspect
  end

  def test_a_coder_shows_the_options_of_both_sides
    coder = Jacinth::Coder.new(max_nesting: nil, allow_nan: false, decimal_class: Float, indent: "  ", freeze: nil)

    assert_equal "#<Jacinth::Coder>", Jacinth::Coder.new(max_nesting: 100, strict: true).inspect
    assert_equal '#<Jacinth::Coder max_nesting: nil, decimal_class: Float, indent: "  ">', coder.inspect
    assert_equal coder.inspect, coder.dup.inspect
    assert_equal coder.inspect, coder.pretty_inspect.chomp
    assert_match(/\A#<Jacinth::Coder as_json: #<Proc:\S+ .+>>\z/, Jacinth::Coder.new { nil }.inspect)
    assert_equal "#<Jacinth::Coder>", Jacinth::Coder.allocate.inspect
  end

  def test_a_resumable_parser_shows_its_position
    parser = Jacinth::ResumableParser.new
    parser << "[1] [2"
    parser.parse

    assert_equal "#<Jacinth::ResumableParser parsed_bytes: 3, value?: true, eos?: false>", parser.inspect
    assert_match(/parsed_bytes: 0, value\?: false/, Jacinth::ResumableParser.allocate.inspect)
  end

  # As irb shows an object whose initialize has not been called.
  def test_objects_made_by_allocate_show_their_class
    classes = Jacinth.constants.map { |name| Jacinth.const_get(name) }.grep(Class).select { |one| one.respond_to?(:allocate) }

    assert_includes classes, Jacinth::Document
    classes.each { |one| assert_match(/\A#<(struct )?#{one}\b.*>\z/, one.allocate.inspect) }
  end

  def test_inspect_works_within_a_callback
    seen = []
    parser = Jacinth::ResumableParser.new(on_load: ->(value) { value.tap { seen << parser.inspect } })
    parser << "[1,2]"
    parser.parse

    assert_equal 3, seen.grep(/\A#<Jacinth::ResumableParser parsed_bytes: /).size
  end

  def test_nothing_of_any_length_is_shown
    parser = Jacinth::ResumableParser.new
    parser << %(["#{HUGE}", "#{HUGE})
    parser.parse
    hook = Struct.new(:text) { def to_proc = :itself.to_proc }.new(HUGE)
    basic = Class.new(BasicObject) do
      def to_proc = ::Kernel.proc { |value| value }
      def nil? = false
      def ==(_other) = false
      def respond_to?(*) = true
    end.new
    shown = [parser, Jacinth::State.new(indent: HUGE), Jacinth::Coder.new(on_load: hook, space: HUGE, object_nl: HUGE)]

    shown.each { |object| assert_operator object.inspect.size, :<=, 200 }
    assert_includes Jacinth::Coder.new(on_load: basic).inspect, "on_load: #<#<Class:"
  end

  def test_a_shared_coder_shows_its_options_in_a_ractor
    out = ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth"
      coder = Ractor.make_shareable(Jacinth::Coder.new(space: "-"))
      ractor = Ractor.new(coder) { |given| [given.inspect, Jacinth::State.new(space: "-").inspect, given.dump({ "a" => 1 })] }
      puts ractor.respond_to?(:value) ? ractor.value : ractor.take
    RUBY
    expected = ['#<Jacinth::Coder space: "-">', '#<Jacinth::Ext::Generator::State space: "-">', '{"a":-1}']

    assert_equal expected, out.lines(chomp: true)
  end

  def test_inspect_works_with_another_generator
    ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth"
      state = Jacinth::State.new
      Jacinth.generator = Module.new { const_set(:State, Class.new) }
      abort unless state.inspect == "#<Jacinth::Ext::Generator::State>"
      abort unless Jacinth::Coder.new.inspect == "#<Jacinth::Coder>"
    RUBY
  end
end
