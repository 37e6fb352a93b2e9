# frozen_string_literal: true

require_relative "../test_helper"
require "active_support"

# Errors that rails: true raises: those about a value are the generator's, whichever library writes JSON for Active Support.
# Those of an as_json are raised unchanged.
class RailsOptionErrorsTest < Minitest::Test
  # name => the code that loads JSON
  LIBRARIES = {
    "the_json_gem" => "",
    "the_json_of_this_ruby" => '$LOAD_PATH.unshift(*RbConfig::CONFIG.values_at("rubylibdir", "rubyarchdir")); require "json"',
    "the_drop_in" => 'require "jacinth/json"',
    "the_portable_backend" => 'ENV["JACINTH_BACKEND"] = "portable"',
    "the_portable_drop_in" => 'ENV["JACINTH_BACKEND"] = "portable"; require "jacinth/json"'
  }.freeze
  INVALID = "source sequence is illegal/malformed utf-8"
  # a call => the error's message and path
  VALUE_ERRORS = {
    'Jacinth.generate({ a: ["\xff"] }, rails: true)' => [INVALID, "$.a[0]"],
    'Jacinth.generate({ a: ["\xff".b] }, rails: true)' => ['"\xFF" from ASCII-8BIT to UTF-8', "$.a[0]"],
    'Jacinth.generate([1, "\xd8\x00".dup.force_encoding("UTF-16BE")], rails: true)' => ['incomplete "\xD8\x00" on UTF-16BE', "$[1]"],
    'Jacinth.generate([{ "b\xff" => 1 }], rails: true)' => [INVALID, "$[0][\"b\xFF\"]"],
    'Jacinth.dump(["<", { "b" => "\xff" }], StringIO.new, rails: true)' => [INVALID, "$[1].b"],
    'Jacinth::Coder.new(rails: true).dump(["\xff"])' => [INVALID, "$[0]"],
    'Jacinth::Type[{ a: Jacinth::Type.any(rails: true) }].dump({ a: [1, "\xff"] })' => [INVALID, "$.a[1]"],
    'Jacinth::Type[[Jacinth::Type.any(rails: true)]].dump([{}, { "b\xff" => 1 }])' => [INVALID, "$[1][\"b\xFF\"]"],
    'Jacinth::Writer.new(rails: true).array { |a| a << 1 << { x: "\xff" } }' => [INVALID, "$[1].x"],
    'Jacinth.generate({ a: Hook.new(-> { ["\xff"] }) }, rails: true)' => [INVALID, "$.a[0]"],
    'Wrapped.apply { Jacinth.generate({ a: ["\xff"] }, rails: true) }' => [INVALID, "$.a[0]"]
  }.freeze
  # The bodies of an as_json that Active Support's encoder calls, after the generator has found invalid text.
  CALLBACK_ERRORS = [
    'raise JSON::GeneratorError, "other"', 'raise JSON::GeneratorError, "source sequence is illegal/malformed utf-8"',
    'raise Class.new(JSON::GeneratorError), "other"', 'raise JSON::NestingError, "other"', 'JSON.generate("\xff")',
    'raise Jacinth::GeneratorError, "other"', '["\xff"].to_json', 'Jacinth.generate({ b: "\xff" })'
  ].freeze
  # Then Active Support's encoder writes a document with a Date.
  ODD_DATE = "class Date; def as_json(*) = [0]; end"
  SETUP = <<~'RUBY'
    require "active_support"; require "active_support/json"; require "jacinth"; require "stringio"
    Hook = Struct.new(:action) { def as_json(*) = action.call }
    # A library can prepend a method to that encoder's.
    module Wrapped
      def encode(value) = super
      def self.apply
        Jacinth.generate([], rails: true)
        type = ActiveSupport::JSON::Encoding.constants.grep(/Encoder\z/).map { |name| ActiveSupport::JSON::Encoding.const_get(name) }.last
        type.prepend(self)
        yield
      end
    end
    def report
      yield
      puts "nothing raised"
    rescue StandardError => e
      p [e.class.name, e.message, e.respond_to?(:json_path) ? e.json_path.to_s : 0]
    end
  RUBY

  LIBRARIES.each do |name, load|
    define_method("test_errors_about_values_are_those_of_the_generator_with_#{name}") do
      lines = ruby!([load, SETUP, *VALUE_ERRORS.keys.map { |call| "report { #{call} }" }].join("\n"), args: ["-W0"]).lines
      errors = lines.map { |line| eval(line) } # rubocop:disable Security/Eval

      VALUE_ERRORS.zip(errors) do |(call, (message, path)), error|
        expected = [class_name("Jacinth::GeneratorError", name), message, path]

        assert_equal expected.map(&:b), error.map { |part| part.to_s.b }, call
      end
    end

    define_method("test_nesting_of_a_value_that_active_support_writes_with_#{name}") do
      code = "#{ODD_DATE}; d = { a: Date.new(2026), b: Array.new(150).inject(1) { |i, _| [i] } }"
      line = ruby!([load, SETUP, code, "report { Jacinth.generate(d, rails: true) }"].join("\n"), args: ["-W0"])

      assert_match(/\A\["#{class_name('Jacinth::NestingError', name)}", "nesting of 10[01] is too deep/, line)
    end

    # Active Support's encoder has no limit of its own before release 7.2.
    define_method("test_max_nesting_limits_a_value_that_active_support_writes_with_#{name}") do
      code = <<~RUBY
        #{ODD_DATE}
        ["[[[", []].product([11, 10]) do |inner, levels|
          levels -= 1 if inner == []
          d = { a: Date.new(2026), b: Array.new(levels - 2).inject(inner) { |i, _| [i] } }
          report { Jacinth.generate([d], rails: true, max_nesting: 10) }
          report { Jacinth.generate([d], rails: true, max_nesting: 10, ascii_only: true) }
          report { Jacinth.dump([d], StringIO.new, rails: true, max_nesting: 10) }
        end
      RUBY
      message = "nesting of 11 is too deep. Did you try to serialize objects with circular references?"
      error = [class_name("Jacinth::NestingError", name), message, %($[0].b#{'[0]' * 8})].inspect

      assert_equal [["#{error}\n"] * 3, ["nothing raised\n"] * 3].flatten * 2, ruby!([load, SETUP, code].join("\n"), args: ["-W0"]).lines
    end

    define_method("test_errors_of_an_as_json_are_raised_unchanged_with_#{name}") do
      lines = CALLBACK_ERRORS.map do |action|
        <<~RUBY
          n = 0; $raised = nil
          hook = Hook.new(-> { next 1 if (n += 1) == 1; begin; #{action}; rescue => e; raise $raised = e; end })
          begin
            Jacinth.generate([hook, "\\xff"], rails: true)
          rescue StandardError => e
            puts e.equal?($raised)
          end
        RUBY
      end

      assert_equal ["true\n"] * CALLBACK_ERRORS.size, ruby!([load, SETUP, *lines].join("\n"), args: ["-W0"]).lines
    end
  end

  # The State of the walk is also the one of the as_json.
  %w[c portable].each do |backend|
    define_method("test_an_as_json_that_calls_the_same_state_with_the_#{backend}_backend") do
      code = <<~RUBY
        n = 0
        state = Jacinth::State.new(rails: true)
        hook = Hook.new(-> { (n += 1) == 1 ? state.generate(["\\xff"]) : "ok" })
        report { state.generate([hook]) }
        p n
      RUBY
      setup = backend == "c" ? SETUP : %(ENV["JACINTH_BACKEND"] = "portable"\n#{SETUP})
      line, calls = ruby!([setup, code].join("\n"), args: ["-W0"]).lines

      assert_match(/\A\["Jacinth::GeneratorError", "#{INVALID}"/o, line)
      assert_equal "1\n", calls
    end
  end

  def test_an_encoder_that_returns_no_string_is_a_type_error
    code = <<~RUBY
      Jacinth.generate([], rails: true)
      type = ActiveSupport::JSON::Encoding.constants.grep(/Encoder\\z/).map { |name| ActiveSupport::JSON::Encoding.const_get(name) }.last
      type.prepend(Module.new { def encode(value) = :symbol })
      report { Jacinth.generate({ a: ["\\xff"] }, rails: true) }
    RUBY

    assert_match(/\A\["TypeError", "Active Support's encoder must return a String, got Symbol"/,
                 ruby!([SETUP, code].join("\n"), args: ["-W0"]))
  end

  private

  def class_name(name, library) = library.end_with?("drop_in") ? name.sub("Jacinth", "JSON") : name
end
