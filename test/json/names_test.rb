# frozen_string_literal: true

require_relative "../test_helper"
require "tmpdir"

# With the drop-in, a class or module that json has is named as json names it,
# in any load order: error reports, Marshal and YAML go by names.
class NamesTest < Minitest::Test
  ORDERS = {
    "the drop-in alone" => 'require "jacinth/json"',
    "json, the drop-in" => 'require "json"; require "jacinth/json"',
    "jacinth, the drop-in" => 'require "jacinth"; Jacinth::Type; require "jacinth/json"',
    "json, jacinth, the drop-in" => 'require "json"; require "jacinth"; require "jacinth/json"',
    "an autoload of JSON" => 'autoload :JSON, "json"; require "jacinth"; require "jacinth/json"'
  }.freeze

  # Prints each constant of JSON that is a module, and the module's name.
  NAMES = <<~'RUBY'
    def names(mod, path, seen)
      mod.constants(false).sort.each do |constant|
        value = mod.const_get(constant)
        next unless value.is_a?(Module)
        puts "#{path}::#{constant} #{value.name} #{value} #{value.inspect}"
        names(value, "#{path}::#{constant}", seen << value) unless seen.include?(value)
      end
    end
    puts "JSON #{JSON.name} #{JSON} #{JSON.inspect}"
    names(JSON, "JSON", [JSON])
  RUBY

  # Objects that may be stored or sent, and what a program sees of them.
  OBJECTS = <<~'RUBY'
    def raised(&block) = block.call && nil rescue $!
    OBJECTS = [
      raised { JSON.parse("[1, nul]") }, raised { JSON.parse("{\"a\": {\"b\n\": [tru") },
      raised { JSON.parse("[[1]]", max_nesting: 1) }, raised { JSON.generate([[1]], max_nesting: 1) },
      raised { JSON.generate({ "a" => [Float::NAN] }) }, raised { JSON.generate({ "a" => Float::INFINITY }) },
      JSON::JSONError.new("own"), JSON::ParserError.new("own"), JSON::GeneratorError.new("own", [1]),
      JSON::Fragment.new("[1]"), JSON, JSON::ParserError, JSON::State, JSON::Parser, JSON::Coder, JSON::Fragment
    ]
    def seen(objects)
      objects.map do |object|
        next object.name if object.is_a?(Module)
        facts = [object.class.name, object.class == Object.const_get(object.class.name), object.inspect]
        asked = object.is_a?(JSON::ParserError) ? %i[message line column json_path] : %i[message invalid_object json]
        # The path of a generator's error is known to Jacinth only, and of a NestingError.
        asked = %i[message] if object.is_a?(JSON::NestingError)
        facts + asked.map { |name| object.public_send(name) if object.respond_to?(name) }
      end
    end
    TYPE_NAMES = OBJECTS.grep(Exception).map { |e| begin; raise e; rescue => given; given.full_message(highlight: false)[/\((JSON::\w+)\)/, 1]; end }
  RUBY

  # Results of processes for several tests, by their code.
  GIVEN = {}

  # The standard output and errors of the code in a process of its own, once for all tests.
  def given(code) = GIVEN[code] ||= run_ruby(code, args: ["-W0"]).to_a.first(2)

  def json_gem
    version, = given('require "json"; print JSON::VERSION')
    skip "json is #{version}, not 3.1: run this by `rake test`" unless version.start_with?("3.1.")
    'require "json"'
  end

  def names(setup) = given("#{setup}\n#{NAMES}").first.lines(chomp: true)

  ORDERS.each do |order, setup|
    define_method("test_each_module_of_json_has_its_name: #{order}") do
      json = names(json_gem)

      assert_operator json.size, :>=, 15
      assert_empty json - names(setup)
    end

    # Modules that json lacks have the name of the documentation.
    define_method("test_modules_that_json_lacks_keep_their_names: #{order}") do
      added = %w[
        Document LimitError PatchError Query QueryError Type Type::Declared Type::Declared::ClassMethods Type::SchemaError
        ValidationError ValidationError::Fault Writer
      ]

      assert_equal added.map { |name| "JSON::#{name} Jacinth::#{name} Jacinth::#{name} Jacinth::#{name}" },
                   names(setup).reject { |line| line.include?("::Ext::Generator::GeneratorMethods") } - names(json_gem)
    end

    define_method("test_modules_that_others_define_are_named_as_with_json: #{order}") do
      code = "module JSON; class Token; Error = Class.new(ParserError); end; end; p JSON::Token, JSON::Token::Error, JSON::Token::Error.superclass"

      assert_match(/JSON::Token::Error/, given("#{json_gem}\n#{code}").first)
      assert_equal given("#{json_gem}\n#{code}"), given("#{setup}\n#{code}")
    end

    %w[Marshal YAML].each do |format|
      define_method("test_#{format}_carries_objects_between_json_and_the_drop_in: #{order}") do
        objects!(format, json_gem, setup)
        objects!(format, setup, json_gem)
      end
    end

    define_method("test_uncaught_errors_are_printed_as_by_json: #{order}") do
      [json_gem, setup].each { |code| assert_match(/\(JSON::ParserError\)/, given("#{code}\nJSON.parse('[')").last) }
    end
  end

  # Writes the objects in a process with one setup, and reads them in one with the
  # other: what the reader sees of them is what it sees of those of its own.
  def objects!(format, writer, reader)
    Dir.mktmpdir do |folder|
      path = File.join(folder, "objects")
      dump, load = format == "YAML" ? %w[dump unsafe_load] : %w[dump load]
      objects = format == "YAML" ? "OBJECTS.reject { |o| o.instance_of?(Module) || o.is_a?(JSON::NestingError) }" : "OBJECTS"
      written, = given(<<~RUBY)
        #{writer}
        require "yaml"
        #{OBJECTS}
        abort "names" unless TYPE_NAMES.all?
        $stdout.binmode.write(#{format}.#{dump}(#{objects}))
      RUBY
      File.binwrite(path, written)
      out = ruby!(<<~RUBY, args: ["-W0"])
        #{reader}
        require "yaml"
        #{OBJECTS}
        given = #{format}.#{load}(File.binread(#{path.dump}))
        seen(given).zip(seen(#{objects})) { |one, other| puts "\#{one.inspect} \#{other.inspect}" unless one.inspect == other.inspect }
        puts given.size
      RUBY

      assert_match(/\A1\d\n\z/, out)
    end
  end

  # A class made before the drop-in by inheritance from json's, and ours.
  def test_classes_of_programs_keep_their_names
    out = ruby!(<<~RUBY)
      require "json"
      class Early < JSON::ParserError; end
      require "jacinth/json"
      class Late < JSON::ParserError; end
      p Early, Late, Early.superclass, Late.superclass
    RUBY

    assert_equal "Early\nLate\nJSON::ParserError\nJSON::ParserError\n", out
  end

  def test_inspect_of_errors_has_the_name_of_json
    code = <<~'RUBY'
      class Own < JSON::ParserError; end
      class Renamed < JSON::ParserError
        def self.name = "X"
      end
      class Nameless < JSON::GeneratorError
        def self.name = nil
      end
      [JSON::JSONError, JSON::ParserError, JSON::NestingError, JSON::GeneratorError, Own, Renamed, Nameless].each do |error|
        ["", "x", "a\nb", "é", "\xff", "\xff".b, error.inspect, "#<#{error}:"].each { |text| p error.new(text) }
      end
      JSON.parse("[nul]") rescue p $!
      p Class.new(JSON::ParserError).new("x").inspect[0, 10]
    RUBY

    assert_equal given("#{json_gem}\n#{code}"), given("require 'jacinth/json'\n#{code}")
    assert_equal '"#<Jacinth::LimitError: x>"',
                 ruby!("require 'jacinth/json'; print Jacinth::LimitError.new('x').inspect.inspect")
  end

  def test_without_the_drop_in_names_begin_with_jacinth
    assert_equal "[Jacinth, Jacinth::ParserError, Jacinth::Type, Jacinth::Type::SchemaError]\n",
                 ruby!('require "json"; require "jacinth"; p [Jacinth, Jacinth::ParserError, Jacinth::Type, Jacinth::Type::SchemaError]')
  end

  def test_names_begin_with_json_in_a_ractor
    text = ractors!(<<~'RUBY')
      require "jacinth"
      require "jacinth/json"
      ractor = Ractor.new { JSON.parse("[") rescue [$!.class.name, $!.inspect[/\A#<[\w:]+/], Marshal.load(Marshal.dump($!)).class] }
      print ractor.value
    RUBY

    assert_equal '["JSON::ParserError", "#<JSON::ParserError:", JSON::ParserError]', text
  end

  # While classes are renamed, and afterwards, objects may move.
  def test_names_stay_after_compaction
    skip "no GC.compact" unless GC.respond_to?(:compact)
    skip "Ruby 3.1 may end there by itself" if RUBY_VERSION < "3.2"
    assert_equal "JSON::ParserError\n", ruby!(<<~RUBY)
      require "jacinth/json"
      GC.stress = true # not while files are loaded: Ruby 3.4 crashes as it compiles them
      JSON.const_get(:JsonReplacement).const_get(:Names).take
      GC.stress = false
      GC.verify_compaction_references(expand_heap: true, toward: :empty) rescue GC.compact
      puts Marshal.load(Marshal.dump(JSON::ParserError.new("x"))).class.name
    RUBY
  end
end
