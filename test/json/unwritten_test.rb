# frozen_string_literal: true

require_relative "../test_helper"

# Undocumented behavior on which gems depend, in other processes: this one's ::JSON does
# not change.
class UnwrittenTest < Minitest::Test
  def eval!(code)
    ruby!("require 'jacinth/json'\np((#{code}))").chomp
  end

  {
    "JSON::VERSION" => '"3.1.0"',
    "Gem::Version.new(JSON::VERSION) >= Gem::Version.new('2.10')" => "true",
    "[JSON.parser, JSON.generator, JSON.state].map(&:name)" =>
      '["JSON::Ext::Parser", "JSON::Ext::Generator", "JSON::Ext::Generator::State"]',
    "[JSON::Ext::Parser, JSON::Ext::ParserConfig] == [JSON::Parser, JSON::Parser::Config]" => "true",
    "JSON::Ext::Parser.new('[1]').parse" => "[1]",
    "JSON::Ext::Generator::State.equal?(JSON::State)" => "true",
    "JSON::Ext::Generator::GeneratorMethods.constants.sort" =>
      "[:Array, :FalseClass, :Float, :Hash, :Integer, :NilClass, :Object, :String, :TrueClass]",
    "JSON::Ext::Generator::GeneratorMethods::Hash.instance_method(:to_json).bind_call({ a: 1 }, space: ' ')" =>
      '"{\"a\": 1}"',
    "Class.new { include JSON::Ext::Generator::GeneratorMethods::Object; def to_s = 'x' }.new.to_json" => '"\"x\""',
    "Object.new.tap { |o| def o.to_json(s) = s.is_a?(JSON::State).to_json }.then { |o| JSON.generate([o]) }" =>
      '"[true]"',
    "[defined?(JSON::GenericObject), defined?(JSON::PRETTY_STATE_PROTOTYPE)]" => "[nil, nil]",
    "[JSON::NaN.nan?, JSON::Infinity, JSON::MinusInfinity]" => "[true, Infinity, -Infinity]",
    "include JSON; [generate([1]), parse('[1]'), JSONError]" => '["[1]", [1], JSON::JSONError]',
    "Class.new(Struct.new(:at, :valid?)) { include JSON }.new(1, 2).then { |o| [o.at, o.valid?] }" => "[1, 2]",
    "[1.to_json(nil), [1].to_json(false), [1].to_json(Object.new), 'a'.to_json(1, 2)]" =>
      '["1", "[1]", "[1]", "\"a\""]',
    "Class.new(String).new('x').to_json + Class.new(Hash).new.to_json" => '"\"x\"{}"',
    "s = JSON::State.new(indent: '  ', array_nl: \"\\n\"); s.depth = 2; [1].to_json(s)" => '"[\n      1\n    ]"',
    "JSON['{\"a\":1}', { symbolize_names: true }].keys" => "[:a]",
    "JSON[Object.new.tap { |o| def o.to_str = '[7]' }]" => "[7]",
    "JSON.parse('[1]', { create_additions: false, quirks_mode: true })" => "[1]",
    "JSON.state = Integer; JSON.state" => "Integer"
  }.each_with_index do |(code, expected), i|
    define_method("test_#{i}_is_as_in_json_#{code[0, 60]}") { assert_equal expected, eval!(code) }
  end

  def test_another_parser_can_be_set_and_reset
    assert_equal '["MINE", [:allow_nan], [:a], [1]]', eval!(<<~RUBY)
      class Mine
        def self.parse(source, options) = options.empty? ? "MINE" : options.keys
      end
      JSON.parser = Mine
      found = [JSON.parse("[1]"), JSON.load("[1]"), JSON.parse("[1]", a: 1)]
      raise "constant" unless JSON::Parser.equal?(Mine)
      JSON.parser = JSON::Ext::Parser
      found << JSON.parse("[1]")
    RUBY
  end

  def test_each_method_that_parses_calls_another_parser
    expected = [["1", {}], ["1", { max_nesting: false, allow_nan: true }], ["1", { max_nesting: 3, allow_nan: true, a: 1 }],
                ["1", { allow_nan: true }], ["1", {}]]

    assert_equal expected.inspect, eval!(<<~RUBY)
      JSON.parser = Class.new { def self.parse(source, options) = [source, options] }
      found = [JSON.parse("1"), JSON.parse!("1"), JSON.parse!("1", max_nesting: 3, a: 1), JSON.load("1"), JSON("1")]
      JSON.parser = JSON::Ext::Parser
      raise "not back" unless JSON.parse!("[NaN]").first.nan? && JSON.method(:parse!).owner == JSON.singleton_class
      found
    RUBY
  end

  def test_another_parser_makes_objects_of_classes_by_on_load
    found = eval!(<<~RUBY)
      Few = Class.new(Array) { def inspect = "Few" + super }
      Many = Class.new(Hash)
      JSON.parser = Class.new { def self.parse(source, options) = [options.keys, JSON::Ext::Parser.parse(source, options)] }
      seen = nil
      note = ->(value) { seen.unshift(value.class.name); value }
      [->(text) { JSON.parse(text, array_class: Few, on_load: note) },
       ->(text) { JSON.parse(text, object_class: Many, on_load: note) },
       ->(text) { JSON.load(text, note, array_class: Few, object_class: Many) }].map do |parse|
        seen = []
        keys, value = parse.call('[{"a":[]}]')
        [keys, value.class.new(seen)]
      end
    RUBY

    assert_equal '[[[:on_load], Few["Few", "Hash", "Few", "String"]], [[:on_load], ["Array", "Many", "Array", "String"]], ' \
                 '[[:allow_nan, :on_load], Few["Few", "Many", "Few", "String"]]]', found
  end

  def test_each_method_that_generates_calls_another_generator
    pretty = { indent: "  ", space: " ", object_nl: "\n", array_nl: "\n" }
    expected = [[1, nil, nil], [1, pretty, nil], [1, { **pretty, indent: "\t" }, nil], "own", [1, { allow_nan: true }, nil],
                [1, { allow_nan: true, max_nesting: 2 }, nil], [1, { allow_nan: false, rfc8785: true }, :io]]

    assert_equal expected.inspect, eval!(<<~'RUBY')
      state = Class.new { def self.generate(object, options, io) = [object, options, io && :io] }
      state.define_method(:generate) { |_| "own" }
      JSON.generator = Module.new { const_set(:State, state) }
      found = [JSON.generate(1), JSON.pretty_generate(1), JSON.pretty_generate(1, indent: "\t"),
               JSON.pretty_generate(1, state.new), JSON.dump(1), JSON.dump(1, 2), JSON.dump(1, $stdout, rfc8785: true)]
      JSON.generator = JSON::Ext::Generator
      raise "not back" unless [JSON.dump(1), JSON.pretty_generate([])] == ["1", "[]"]
      found
    RUBY
  end

  def test_another_generator_can_be_set_and_reset
    assert_equal '["MINE", "[2]", "[1]"]', eval!(<<~RUBY)
      module Mine
        class State
          def self.generate(object, options, io) = "MINE"
        end
      end
      JSON.generator = Mine
      found = [JSON.generate([1]), JSON::Coder.new.dump([2])]
      raise "state" unless JSON::State.equal?(Mine::State) && JSON.state.equal?(Mine::State)
      JSON.generator = JSON::Ext::Generator
      found << JSON.generate([1])
    RUBY
  end

  {
    "JSON.parse('[]', create_additions: true)" => /\Aunknown keyword: create_additions \(.*on_load:/,
    "JSON.generate([], escape_slash: true)" => /\Aunknown keyword: escape_slash \(write script_safe:\)/,
    "JSON.generate([], 'indent' => ' ')" => /\Aunknown keyword: indent \(use the Symbol :indent\)\z/,
    "JSON.parse('[]', foo: 1)" => /\Aunknown keyword: foo\z/,
    "JSON.fast_generate([])" => /\Aundefined method 'fast_generate' for JSON: write generate\(obj\)/,
    "JSON.create_id" => /\Aundefined method 'create_id' for JSON: write .*on_load:/,
    "JSON::GenericObject" => /\Auninitialized constant JSON::GenericObject: write OpenStruct/,
    "JSON::Nonesuch" => /\Auninitialized constant JSON::Nonesuch/
  }.each do |code, text|
    define_method("test_message_suggests_a_replacement_for_#{code}") do
      assert_match text, ruby!("require 'jacinth/json'\nbegin; #{code}; rescue StandardError => e; print e.message; end")
    end
  end

  def test_an_unknown_name_is_an_error_of_the_line_that_has_it
    ["JSON::GenericObject", "JSON::Nonesuch", "JSON.unparse([])", "JSON.nonesuch(1)"].each do |code|
      out = ruby!("require 'jacinth/json'\ndef call = (#{code})\nbegin; call; rescue NameError => e; puts e.backtrace; end")

      assert_match(/\A-e:\d+:in .*call'\n-e:\d+:in .*<main>'\n\z/, out, code)
    end
  end

  def test_an_error_in_another_const_missing_keeps_its_backtrace
    out = ruby!(<<~RUBY)
      require "jacinth/json"
      class Module
        prepend(Module.new { def const_missing(_) = eval("nonesuch", binding, "app.rb", 7) })
      end
      JSON::Nonesuch rescue puts $!.backtrace[0]
    RUBY

    assert_match(/\Aapp.rb:7:/, out)
  end

  def test_an_unknown_name_in_a_thread_without_a_line_of_the_program_has_a_backtrace
    refute_empty ruby!("require 'jacinth/json'\nThread.report_on_exception = false\n" \
                       "begin; Thread.new(JSON, &:nonesuch).join; rescue NameError => e; puts e.backtrace; end")
  end

  def test_messages_have_one_line
    out = ruby!(<<~RUBY)
      require "jacinth/json"
      [-> { JSON.parse('{"a":1,"a":2}') }, -> { JSON.parse("[1] // x") }, -> { JSON.generate({ "a" => 1, a: 2 }) }].each do |raiser|
        raiser.call
      rescue JSON::JSONError => e
        puts e.message.lines.size, e.respond_to?(:detailed_message) ? e.detailed_message.lines.last : ""
      end
    RUBY
    assert_equal %w[1 1 1], out.lines(chomp: true).each_slice(2).map(&:first)
    assert_equal(%w[allow_duplicate_key: allow_comments: allow_duplicate_key:], out.lines.each_slice(2).map do |pair|
      pair[1][/allow_\w+:/]
    end)
  end
end
