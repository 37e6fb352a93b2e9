# frozen_string_literal: true

require_relative "../test_helper"

# require "jacinth/json2", each time in a process of its own.
class Json2Test < Minitest::Test
  # Runs the code, and returns its warnings without "-e:1: warning: ".
  def warnings(code, require: "jacinth/json2")
    ran = run_ruby("require #{require.inspect}\nWarning[:deprecated] = true\n#{code}")

    assert_predicate ran, :success?, ran.stderr
    ran.stderr.lines(chomp: true).map { |line| line.sub(/\A-e:\d+: warning: /, "") }
  end

  # Asserts that each line of Ruby is true, and that none warns.
  def assert_silent(code)
    assert_empty warnings(code.lines(chomp: true).map { |line| "#{line} or abort #{line.inspect}" }.join("\n"))
  end

  def test_defaults_are_those_of_the_older_json
    assert_silent <<~'RUBY'
      JSON.parse('{"a":1,"a":2}') == { "a" => 2 }
      JSON.parse('{"a":1,"a":2}', symbolize_names: true) == { a: 2 }
      JSON.parse("[1] // one") == [1]
      JSON.parse('["\q"]') == ["q"]
      JSON.load('{"a":1,"a":2}') == { "a" => 2 }
      JSON.generate({ "a" => 1, a: 2 }) == '{"a":1,"a":2}'
      JSON.pretty_generate({ "a" => 1, a: 2 }).count("a") == 2
      JSON.dump({ "a" => 1, a: [2] }) == '{"a":1,"a":[2]}'
      JSON::State.new.generate({ "a" => 1, a: 2 }) == '{"a":1,"a":2}'
      ({ "a" => 1, a: 2 }).to_json == '{"a":1,"a":2}'
      JSON::VERSION == "2.9.1"
    RUBY
  end

  def test_the_defaults_are_those_of_all_methods
    assert_silent <<~'RUBY'
      Jacinth::Document.new('{"a":1,"a":["\q"]}//').value == { "a" => ["q"] }
      Jacinth::Document.new('[{"a":1,"a":2}]')[0]["a"].value == 2
      Jacinth.reformat('{"a":1,"a":2} // one', pretty: false) == '{"a":1,"a":2}'
      Jacinth.at('{"a":1,"a":2} // one', "/a") == 2
      Jacinth.each('{"a":1,"a":2} // one').to_a == [{ "a" => 2 }]
    RUBY
  end

  def test_a_caller_can_still_forbid_what_the_older_json_accepts
    assert_empty warnings(<<~RUBY)
      forbidden = [
        -> { JSON.parse('{"a":1,"a":2}', allow_duplicate_key: false) }, -> { JSON.parse("[1]//", allow_comments: false) },
        -> { JSON.generate({ "a" => 1, a: 2 }, allow_duplicate_key: false) }
      ]
      forbidden.each_with_index { |call, i| (call.call; abort i.to_s) rescue JSON::JSONError }
    RUBY
  end

  def test_unknown_options_are_ignored
    assert_silent <<~RUBY
      JSON.parse("[1]", foo: 1) == [1]
      JSON.generate([1], only: [:a]) == "[1]"
      [1].to_json(only: [:a], space: " ") == "[1]"
      JSON::State.new(foo: 1).generate([1]) == "[1]"
      JSON::Parser.new("[1]", foo: 1).parse == [1]
    RUBY
  end

  def test_escape_slash_is_an_option_of_everything_that_writes
    lines = warnings(<<~'RUBY')
      text = '["<\/x>"]'
      ["</x>"].to_json(escape_slash: true) == text or abort "1"
      JSON::State.generate(["</x>"], { escape_slash: true }, nil) == text or abort "2"
      JSON::State.new(escape_slash: true).generate(["</x>"]) == text or abort "3"
      JSON.dump(["</x>"], escape_slash: true) == text or abort "4"
      JSON.generate(["</x>"], escape_slash: false) == '["</x>"]' or abort "5"
    RUBY

    assert_equal 5, lines.size, lines
  end

  def test_options_of_jacinth_are_kept
    assert_empty warnings(<<~RUBY)
      (Jacinth.load("[1,2,3]", max_document_bytes: 2); abort "limit") rescue Jacinth::LimitError
      JSON.load('{"a":1}', symbolize_names: true) == { a: 1 } or abort
      class X; def self.json_create(hash) = (hash.delete("json_class"); "made".dup); end
      Warning[:deprecated] = false
      made = JSON.parse('{"json_class":"X"}', create_additions: true, freeze: true)
      made == "made" && made.frozen? or abort
      JSON::Parser.parse('{"json_class":"X"}', { create_additions: true }) == "made" or abort
    RUBY
  end

  def test_options_of_types_are_still_checked
    assert_silent <<~RUBY
      (Jacinth::Type[{ a: Integer }].with(foo: 1) rescue $!.message).include?("unknown keyword: :foo")
    RUBY
  end

  NAMES = {
    'JSON.fast_generate([1]) == "[1]"' => "JSON.fast_generate is deprecated: write generate(obj)",
    'JSON.unparse([1]) == "[1]"' => "JSON.unparse is deprecated: write generate(obj)",
    'JSON.pretty_unparse([1]) == "[\n  1\n]"' => "JSON.pretty_unparse is deprecated: write pretty_generate(obj)",
    'JSON.restore("[1]") == [1]' => "JSON.restore is deprecated: write load(source)",
    'JSON.create_id == "json_class"' => "JSON.create_id is deprecated: write a class of your own in on_load:, as create_additions is gone",
    "JSON.create_fast_state.max_nesting == 0" => "JSON.create_fast_state is deprecated: write State.new(max_nesting: 0)",
    "JSON.load_default_options[:allow_nan]" =>
      "JSON.load_default_options is deprecated: write the options with each call, or Coder.new(**options)",
    "JSON::UnparserError.equal?(JSON::GeneratorError)" => "JSON::UnparserError is deprecated: write GeneratorError",
    "JSON::CircularDatastructure.equal?(JSON::NestingError)" => "JSON::CircularDatastructure is deprecated: write NestingError",
    'JSON.iconv("UTF-8", "ISO-8859-1", "\xE9") == "é"' => "JSON.iconv is deprecated: write string.encode(to, from)",
    "JSON::FAST_STATE_PROTOTYPE.max_nesting == 0" => "JSON::FAST_STATE_PROTOTYPE is deprecated: write State.new(max_nesting: 0)",
    'JSON.generate("/", escape_slash: true) == "\"\\\\/\""' => "the option escape_slash: is deprecated: write script_safe:",
    'JSON::State.new(indent: "x")[:indent] == "x"' => "State#[] is deprecated: write state.indent",
    "j.nil?" => "j is deprecated: write puts JSON.generate(object)",
    'JSON.generate("é".b) == "\"é\""' =>
      "a BINARY string with UTF-8 text is deprecated: write string.dup.force_encoding(Encoding::UTF_8)",
    "(class X; def self.json_create(h) = h['v']; end; " \
    "JSON.parse('{\"json_class\":\"X\",\"v\":[1]}', create_additions: true) == [1])" =>
      "the option create_additions: is deprecated: objects are no longer made by name: " \
      "leave it out, or make them in on_load:"
  }.freeze

  def test_what_was_removed_works_and_warns_with_what_to_write
    NAMES.each do |code, warning|
      assert_equal [warning], warnings("#{code} or abort"), code
    end
  end

  def test_each_place_warns_once
    lines = warnings("3.times { JSON.fast_generate([1]) }\nJSON.fast_generate([2])\neval('JSON.restore(%q([]))', nil, 'other', 7)")

    assert_equal 3, lines.size, lines
    assert_match(/\Aother:7: warning: JSON\.restore/, lines.last)
  end

  def test_each_place_with_a_removed_constant_warns_once
    lines = warnings(<<~RUBY)
      2.times { |i| JSON::UnparserError.name && JSON.const_set(:"New\#{i}", 1) } # a new constant invalidates Ruby's cache
      JSON::UnparserError.name
      Class.new { include JSON; def self.call = const_get(:NestingError) && const_get(:UnparserError) }.call
    RUBY

    assert_equal ["JSON::UnparserError is deprecated: write GeneratorError"], lines.uniq
    assert_equal 3, lines.size
  end

  def test_removed_constants_are_defined
    assert_silent <<~RUBY
      %i[UnparserError CircularDatastructure MissingUnicodeSupport GenericObject].all? { |name| JSON.const_defined?(name) }
      defined?(JSON::PRETTY_STATE_PROTOTYPE) && defined?(JSON::FAST_STATE_PROTOTYPE) && defined?(JSON::UnparserError)
      !JSON.const_defined?(:Missing) && !defined?(JSON::Missing)
    RUBY
  end

  def test_generic_object_is_that_of_ruby
    skip "Ruby has no ostruct without a gem" if RUBY_VERSION >= "4.0"

    assert_equal ["JSON::GenericObject is deprecated: write OpenStruct with object_class:"],
                 warnings('JSON::GenericObject[a: 1].a == 1 && JSON::GenericObject.name.end_with?("::GenericObject") or abort')
  end

  def test_generic_object_without_ostruct_names_the_gem
    output = run_ruby(<<~RUBY).stdout
      require "jacinth/json2"
      Kernel.prepend(Module.new { private def require(name) = name == "ostruct" ? raise(LoadError, "no ostruct") : super })
      begin
        JSON::GenericObject
      rescue LoadError => e
        puts e.message
      end
    RUBY

    assert_equal "JSON::GenericObject needs ostruct, which from Ruby 4.0 on must be in the Gemfile (no ostruct)\n", output
  end

  def test_other_warnings_are_unchanged
    assert_equal ["constant Other::JSON is deprecated", "JSON::UnparserError is used"], warnings(<<~RUBY)
      module Other; JSON = 1; deprecate_constant :JSON; end
      Other::JSON.to_s
      warn "-e:1: warning: JSON::UnparserError is used"
    RUBY
  end

  def test_other_arguments_of_warn_are_ruby_s_matter
    code = <<~'RUBY'
      errors, written = $stderr, []
      $stderr = Object.new.tap { |io| io.define_singleton_method(:write) { |*texts| written.concat(texts) } }
      raised = ["a".encode("UTF-16LE"), 5, "\xFF: warning: constant"].map do |message|
        Warning.warn(message).inspect
      rescue TypeError, EncodingError => e
        e.message
      end
      $stderr = errors
      $stderr.puts [written, raised].inspect
    RUBY

    assert_equal run_ruby(code).stderr, run_ruby("require 'jacinth/json2'\n#{code}").stderr
  end

  def test_no_warning_without_ruby_s_switch
    assert_empty run_ruby("require 'jacinth/json2'; Warning[:deprecated] = false; JSON.fast_generate([1])").stderr
  end

  def test_a_module_that_includes_json_has_its_methods
    assert_silent <<~RUBY
      Class.new { include JSON; def call = [parse('{"a":1,"a":2}', nil), generate([1]), pretty_generate([])] }.new.call == [{ "a" => 2 }, "[1]", "[]"]
      !Class.new { include JSON }.new.respond_to?(:fast_generate)
      Class.new { include JSON }.new.respond_to?(:fast_generate, true)
    RUBY
  end

  def test_objects_are_made_only_if_asked_for
    assert_silent <<~RUBY
      class Made; def self.json_create(hash) = hash; end
      Made.json_creatable? && !Integer.json_creatable?
      JSON.load('{"json_class":"Made"}') == { "json_class" => "Made" }
      JSON.parse('{"json_class":"No::Such"}') == { "json_class" => "No::Such" }
      JSON.parse('{"json_class":"Made"}', create_additions: false) == { "json_class" => "Made" }
    RUBY
  end

  def test_created_objects_are_passed_to_on_load_and_use_the_given_id
    lines = warnings(<<~'RUBY')
      class Made; def self.json_create(hash) = :made; end
      read = ->(text, **options) { JSON.parse(text, create_additions: true, **options) }
      seen = read.call('[{"json_class":"Made"}]', on_load: ->(v) { v == :made ? "seen" : v })
      abort seen.inspect unless seen == ["seen"]
      abort unless read.call('{"id":"Made"}', create_id: "id") == :made
      abort unless read.call('["12"]', match_string: { /\A\d+\z/ => Made }) == [:made]
      abort unless JSON.unsafe_load('{"json_class":"Made"}') == :made
      begin
        read.call('{"json_class":"No::Such"}')
      rescue ArgumentError => e
        abort e.message unless e.message.start_with?("can't get const No::Such: ")
      end
    RUBY

    assert_equal 2, lines.size # parse and unsafe_load
  end

  def test_load_yields_each_value_and_ignores_what_the_proc_returns
    assert_silent <<~RUBY
      (seen = []) && JSON.load('[1,{"a":[2]}]', ->(v) { seen << v; 0 }) == [1, { "a" => [2] }] && seen == [1, "a", 2, [2], { "a" => [2] }, [1, { "a" => [2] }]]
      JSON.load(nil).nil? && JSON.load("").nil?
      (JSON.load("", nil, allow_blank: false) rescue $!.class) == JSON::ParserError
    RUBY
  end

  def test_changed_default_options_hold_for_later_calls
    lines = warnings(<<~RUBY)
      JSON.dump_default_options[:max_nesting] = 1
      abort unless (JSON.dump([[1]]) rescue $!.message) == "exceed depth limit"
      JSON.load_default_options = { allow_nan: false, allow_blank: true }
      abort unless (JSON.load("[NaN]") rescue $!.class) == JSON::ParserError
    RUBY

    assert_equal 2, lines.size
  end

  def test_ractors_can_read_and_write
    out = ractors!(<<~RUBY)
      require "jacinth/json2"
      Warning[:deprecated] = false
      Ractor.new { Warning[:deprecated] = true; JSON.fast_generate([1]) }.value
      Warning[:deprecated] = false
      print Ractor.new { [JSON.load('{"a":1,"a":2}'), JSON.dump([1]), JSON.fast_generate([2]), JSON.parse("[3]", foo: 1)].inspect }.value
    RUBY

    assert_equal '[{"a"=>2}, "[1]", "[2]", [3]]'.gsub("=>", RUBY_VERSION < "3.4" ? "=>" : " => "), out
  end

  def test_the_drop_in_alone_keeps_its_own_defaults
    assert_empty warnings(<<~RUBY, require: "jacinth/json")
      (JSON.parse('{"a":1,"a":2}'); abort) rescue JSON::ParserError
      (JSON.generate([1], foo: 1); abort) rescue ArgumentError
    RUBY
  end

  def test_it_works_without_the_extension
    text = ruby!(%(require "jacinth/json2"; print JSON.fast_generate(JSON.parse('{"a":1,"a":/**/[2]}', foo: 1))),
                 env: { "JACINTH_BACKEND" => "portable" })

    assert_equal '{"a":[2]}', text
  end

  def test_a_loaded_json_gem_is_replaced
    ruby!("require 'json'; require 'jacinth/json2'; JSON.equal?(Jacinth) && JSON.parse('[1] //') == [1] or abort")
  end
end
