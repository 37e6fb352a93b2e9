# frozen_string_literal: true

require_relative "../test_helper"
require "open3"
require "tmpdir"

# require "jacinth/json" in each order and place in which a program may do it.
class ReplaceTest < Minitest::Test
  WORKS = <<~'RUBY'
    abort "JSON is #{JSON.inspect}" unless JSON.equal?(Jacinth)
    wrong = [
      JSON.parse('{"a":[1]}') == { "a" => [1] }, JSON.generate([nil]) == "[null]", [:a].to_json == '["a"]',
      JSON([1]) == "[1]", JSON("[1]") == [1], JSON::State.equal?(Jacinth::State), Object.new.respond_to?(:to_json)
    ].index(false)
    abort "check #{wrong}" if wrong
    files = %w[json json.rb json/ext json/common json/version json/ext/parser json/ext/generator
               json/pure json/pure.rb json/pure/parser json/pure/generator]
    files.each { |file| abort "#{file} was loaded" if require file }
    abort "JSON came back" unless JSON.equal?(Jacinth)
    abort $LOADED_FEATURES.grep(/json/).join(" ") if $LOADED_FEATURES.uniq.size < $LOADED_FEATURES.size
  RUBY

  def silent!(code, **options)
    ran = run_ruby(code, **options)

    assert_predicate ran, :success?, ran.stderr
    assert_empty ran.stderr
    ran.stdout
  end

  def test_the_drop_in_works_without_the_json_gem
    silent!("require 'jacinth/json'\n#{WORKS}")
  end

  def test_the_drop_in_replaces_a_loaded_json_gem
    silent!("require 'json'; old = JSON; require 'jacinth/json'; abort if old.equal?(JSON)\n#{WORKS}")
  end

  def test_the_drop_in_replaces_a_file_of_json_that_was_loaded_alone
    %w[json/version json/common json/ext/generator json/ext/parser].each do |file|
      silent!("require '#{file}'; require 'jacinth/json'\n#{WORKS}")
    end
  end

  def test_the_drop_in_works_without_rubygems
    silent!("require 'jacinth/json'\n#{WORKS}", args: ["--disable-gems"])
  end

  def test_the_drop_in_can_be_loaded_again
    silent!("2.times { require 'jacinth/json' }; load 'jacinth/json.rb'\n#{WORKS}")
  end

  def test_the_drop_in_works_by_dash_r_and_rubyopt
    silent!(WORKS, args: ["-rjacinth/json"])
    paths = $LOAD_PATH.map { |folder| "-I#{folder}" }.reject { |option| option.include?(" ") }
    silent!(WORKS, env: { "RUBYOPT" => [*paths, "-rjacinth/json"].join(" ") })
  end

  def test_the_drop_in_replaces_an_autoload_of_json
    silent!("autoload :JSON, '/no/such/file'; require 'jacinth/json'\n#{WORKS}")
  end

  def test_the_drop_in_works_with_frozen_core_classes
    silent!(<<~RUBY)
      [String, Symbol, Hash, Array, Integer, Float, NilClass, TrueClass, FalseClass, Struct, Range, Kernel].each(&:freeze)
      require "jacinth/json"
      #{WORKS}
    RUBY
  end

  def test_the_drop_in_replaces_a_kernel_json_without_a_warning
    ["", "private "].each { |access| silent!("module Kernel; #{access}def JSON(*) = 0; end; require 'jacinth/json'\n#{WORKS}") }
  end

  def test_the_drop_in_works_in_a_ractor
    out = ractors!(<<~RUBY)
      require "jacinth/json"
      ractor = Ractor.new do
        [JSON.parse('{"a":[1,null]}'), [:a, { "b" => 1.5 }].to_json, JSON.pretty_generate([1]), JSON[[1]], JSON("[2]"),
         JSON.state.name, (JSON.parse("[") rescue JSON::ParserError === $!), Struct.new(:a).new(1).to_json[0]]
      end
      puts ractor.value.inspect
    RUBY
    expected = [{ "a" => [1, nil] }, '["a",{"b":1.5}]', "[\n  1\n]", "[1]", [2], "JSON::Ext::Generator::State", true, '"']

    assert_equal expected.inspect, out.chomp
  end

  def test_the_name_is_free_without_the_drop_in
    silent!(<<~RUBY, args: ["--disable-gems"])
      require "strscan" if RUBY_VERSION.to_f < 3.4 # Ruby's own, which no Ractor could load later
      before = Object.constants
      require "jacinth"
      abort "defined" if defined?(JSON) || [].respond_to?(:to_json) || Kernel.private_method_defined?(:JSON)
      abort (Object.constants - before).inspect unless Object.constants - before == [:Jacinth]
    RUBY
  end

  def test_code_loaded_before_uses_the_drop_in
    silent!(<<~RUBY)
      require "json"
      BEFORE = JSON
      WAS = [JSON::ParserError, JSON::GeneratorError, JSON::NestingError, JSON::JSONError].freeze
      OWN = Class.new(JSON::ParserError)
      PARSE = JSON.method(:parse)
      def by_name = JSON.parse("[")
      def rescued = (by_name rescue JSON::ParserError === $!)
      begin; by_name; rescue JSON::ParserError; end
      require "jacinth/json"
      texts = [-> { JSON.parse("[") }, -> { JSON.generate(Float::NAN) }, -> { JSON.parse("[[1]]", max_nesting: 1) }]
      texts.each_with_index do |raiser, i|
        begin
          raiser.call
        rescue OWN
          abort "a subclass rescued it"
        rescue WAS[i]
          next
        end
        abort "not rescued"
      end
      begin; by_name; rescue JSON::ParserError => e; abort unless e.is_a?(Jacinth::ParserError); end
      begin; PARSE.call("["); rescue JSON::ParserError; end
      begin; raise OWN; rescue JSON::ParserError; end
      abort "not ours" unless BEFORE.generate([1]) == "[1]" && BEFORE.parse("[1e400]") == [Float::INFINITY]
      begin; BEFORE.parse("["); rescue Jacinth::ParserError => e; abort unless e.instance_of?(Jacinth::ParserError); end
    RUBY
  end

  def test_additions_to_the_json_gem_work_with_the_drop_in
    silent!(<<~'RUBY')
      require "json"
      module JSON
        class Schema; def self.check = ParserError; end
        def self.shout(obj) = generate(obj).upcase
      end
      JSON.singleton_class.prepend(Module.new { def generate(obj, opts = nil) = "<#{super}>" })
      require "jacinth/json"
      abort "constant" unless JSON::Schema.check
      abort "method" unless JSON.shout(["a"]) == '<["A"]>'
      abort "prepended" unless JSON.generate([1]) == "<[1]>"
    RUBY
  end

  def test_additions_to_the_drop_in_work
    silent!(<<~RUBY)
      require "jacinth/json"
      module JSON
        class Schema; end
        def self.twice(obj) = generate([obj, obj])
      end
      JSON.singleton_class.prepend(Module.new { def parse(text, opts = nil, **more) = [super] })
      class Money
        def initialize(n) = @n = n
        def to_h = { n: @n }
        def to_json(*a) = to_h.to_json(*a)
      end
      class Sum < Money; def to_json(*) = super; end
      class Direct < Money; def to_json(*a) = JSON.generate(to_h, *a); end
      class Plain; def to_s = "plain"; def to_json(*a) = super; end
      pretty = JSON.pretty_generate([Money.new(1), Sum.new(2), Direct.new(3), Plain.new])
      expected = JSON.pretty_generate([{ n: 1 }, { n: 2 }, { n: 3 }, "plain"])
      abort pretty unless pretty == expected
      abort "prepended" unless JSON.parse("1") == [1]
      abort "method" unless JSON.twice(1) == "[1,1]" && JSON::Schema.name == "JSON::Schema"
    RUBY
  end

  def test_a_later_to_json_is_called
    silent!(<<~RUBY)
      require "jacinth/json"
      abort unless JSON.generate([:a, nil]) == '["a",null]'
      class Symbol; def to_json(*) = '"symbol"'; end
      abort unless JSON.generate([:a]) == '["symbol"]'
      class Object; def to_json(*) = '"object"'; end
      abort unless JSON.generate([1..2, 1]) == '["object",1]'
    RUBY
  end

  def test_the_drop_in_works_by_bundler
    Dir.mktmpdir do |folder|
      gemspec = Checkout::ROOT
      File.write(File.join(folder, "Gemfile"), %(gem "jacinth", path: "#{gemspec}", require: "jacinth/json"\n))
      env = { "BUNDLE_GEMFILE" => File.join(folder, "Gemfile"), "BUNDLE_APP_CONFIG" => folder,
              "BUNDLE_FROZEN" => nil, "BUNDLE_LOCKFILE" => nil } # Bundler 4 names the lock, too
      code = "require 'bundler/setup'; Bundler.require\n#{WORKS}"
      ran = run_ruby(code, env: env, chdir: folder, args: ["-W0"])

      assert_predicate ran, :success?, ran.stderr

      code = "require 'bundler/setup'; p Gem.loaded_specs['jacinth'].version.to_s\n#{WORKS}"
      ran = run_ruby(code, env: env, chdir: folder, args: ["-W0", "-rjacinth/json"])

      assert_equal Jacinth::VERSION.inspect, ran.stdout.chomp, ran.stderr
    end
  end

  def test_the_drop_in_works_by_rubyopt_without_a_line_in_the_gemfile
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "Gemfile"), "")
      env = { "BUNDLE_GEMFILE" => File.join(folder, "Gemfile"), "BUNDLE_APP_CONFIG" => folder, "BUNDLE_FROZEN" => nil,
              "BUNDLE_LOCKFILE" => nil, "RUBYLIB" => Checkout.load_path.join(File::PATH_SEPARATOR), "RUBYOPT" => "-W0 -rjacinth/json" }
      output, status = Open3.capture2e(env, RbConfig.ruby, "-S", "bundle", "exec", RbConfig.ruby, "-e",
                                       "require 'json'\n#{WORKS}print Gem.loaded_specs.keys.include?('jacinth')", chdir: folder)

      assert_predicate status, :success?, output
      assert_equal "false", output
    end
  end

  # Programs add such methods to JSON: they are not called by Jacinth.
  OWN = <<~RUBY
    module JSON
      def self.valid?(text) = (JSON.parse(text); true) rescue false
      def self.at(place) = raise(place)
      def self.events = raise
    end
  RUBY

  def test_methods_that_a_program_adds_are_not_called
    uses = <<~'RUBY'
      def same!(found, expected) = found == expected || abort("#{found.inspect} at #{caller(1, 1)}")
      run = lambda do
        same!(JSON.parse("['a']", json5: true), ["a"])
        same!(JSON.parse("[1,]", json5: true), [1])
        same!(Jacinth::Query.new("$.a").call('{"a":1}'), [1])
        write = ->(text) { Jacinth::Writer.new(max_nesting: 3).array { |writer| writer.raw(text, validate: true) }.close }
        same!(write["[[1]]"], "[[[1]]]")
        error = (write["[[[]]]"] rescue $!)
        same!(error.class, JSON::NestingError)
      end
      run.call
    RUBY
    in_ractor = uses.sub("run = lambda do", "value = Ractor.new do").sub("run.call", "value.respond_to?(:value) ? value.value : value.take")
    # Without json, the drop-in replaces the methods that the program defined before, as json does.
    { "require 'jacinth/json'\n#{OWN}" => "own", "require 'json'\n#{OWN}require 'jacinth/json'\n" => "own",
      "#{OWN}require 'jacinth/json'\n" => true }.each do |start, found|
      start += "abort 'own' unless (JSON.valid?('[]', allow_nan: true) rescue 'own') == #{found.inspect}\n"
      silent!(start + uses)
      silent!("Warning[:experimental] = false\n#{start}#{in_ractor}") if defined?(Ractor)
    end
  end

  def test_files_of_gems_that_are_not_activated_are_not_loaded_by_path
    Dir.mktmpdir do |folder|
      FileUtils.mkdir_p([File.join(folder, "specifications"), File.join(folder, "gems/json_pure-2.0.0/lib/json")])
      File.write(File.join(folder, "specifications/json_pure-2.0.0.gemspec"), <<~GEMSPEC)
        # -*- encoding: utf-8 -*-
        # stub: json_pure 2.0.0 ruby lib
        Gem::Specification.new { |s| s.name, s.version, s.authors, s.summary = "json_pure", "2.0.0", ["a"], "b" }
      GEMSPEC
      file = File.join(folder, "gems/json_pure-2.0.0/lib/json/pure.rb")
      File.write(file, "abort 'loaded'")
      silent!("Gem.paths = { 'GEM_HOME' => #{folder.dump}, 'GEM_PATH' => #{folder.dump} }\n" \
              "require 'jacinth/json'\nabort 'found' if require #{file.dump}\n#{WORKS}")
    end
  end

  def test_files_of_json_required_by_path_are_not_loaded
    silent!(<<~RUBY)
      require "jacinth/json"
      folder = $LOAD_PATH.find { |path| File.file?(File.join(path, "json.rb")) }
      %w[json.rb json/common.rb json/ext.rb json/version.rb].each do |file|
        path = File.join(folder, file)
        abort "\#{path} was loaded" if File.file?(path) && require(path)
      end
      #{WORKS}
    RUBY
  end
end
