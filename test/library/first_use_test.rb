# frozen_string_literal: true

require "test_helper"
require_relative "../support/examples"
require "tmpdir"

# Files are loaded when one of their constants is first used. Whatever a program uses first, in
# whatever thread or Ractor, works as if the whole library were loaded.
class FirstUseTest < Minitest::Test
  ROOT = Checkout::ROOT
  ADAPTERS = "{alba,blueprinter,command,jbuilder,json,json2,jsonapi_serializer,portable,rails}"
  SOURCES = Dir["#{ROOT}/lib/jacinth/**/*.rb"] - Dir["#{ROOT}/lib/jacinth/#{ADAPTERS}{.rb,/**/*.rb}"]

  # The files below lib/jacinth that are loaded later, and code that uses each of them.
  USES = {
    "diff" => "Jacinth.diff([1, 2], [2])", "document/editor" => 'Jacinth::Document.new("[1]").remove("/0").raw',
    "errors/excerpt" => '(Jacinth.parse("[1,]") rescue $!.excerpt)',
    "errors/hint" => '(Jacinth.parse("[1,]") rescue $!.hint)',
    "json5" => 'Jacinth.parse("[+1]", json5: true)', "patch" => 'Jacinth.merge_patch({ "a" => 1 }, { "b" => 2 })',
    "query" => 'Jacinth.query("[1, 2]", "$[?@ > 1]")', "steps" => 'Jacinth::Document.new("[1]")[0].pointer',
    "stream" => 'Jacinth.each("[1]").to_a', "type" => 'Jacinth::Type[[Integer]].load("[1]")'
  }.freeze
  CONTEXTS = {
    "the main thread" => "(%s).inspect",
    "two threads" => "Array.new(2) { Thread.new { (%s).inspect } }.map(&:value).uniq.join(' and ')",
    "a Ractor" => "Ractor.new { (%s).inspect }.value",
    "another folder" => "$LOAD_PATH.select! { |path| path.include?('/ruby/') }; Dir.chdir('/'); (%s).inspect"
  }.freeze

  # Evaluates each argument in a new process. Prints the result and the files it loaded.
  EACH = <<~RUBY
    require "jacinth"
    ARGV.each do |code|
      pid = fork do
        loaded = $LOADED_FEATURES.dup
        result = eval(code)
        puts [result, *($LOADED_FEATURES - loaded)].join("\\t")
      end
      Process.wait(pid)
    end
  RUBY

  def setup
    skip "no fork here" unless Process.respond_to?(:fork)
  end

  def autoloads = Jacinth.const_get(:Autoloads).instance_variable_get(:@constants).keys.map { |path| path[%r{/lib/jacinth/(.*)\.rb\z}, 1] }

  def test_each_file_has_a_use
    assert_equal autoloads.grep_v(%r{\Aportable/}).sort, USES.keys
  end

  def test_parsing_generating_and_rescuing_an_error_load_none_of_them
    skip "Ruby #{RUBY_VERSION} loads all files at once" if RUBY_VERSION.to_f < 3.4
    skip "the portable backend has files for these" if Jacinth.build_info[:backend] == "portable"

    %w[jacinth jacinth/json].each do |name|
      loaded = ruby!(<<~RUBY).lines(chomp: true)
        require "#{name}"
        Jacinth.parse(Jacinth.pretty_generate({ "a" => [1, nil] }))
        Jacinth.parse("[1,]") rescue [$!.message, $!.line, $!.json_path]
        Jacinth.generate([1.0 / 0]) rescue [$!.message, $!.json_path]
        puts $LOADED_FEATURES
      RUBY

      assert_includes loaded, "#{ROOT}/lib/jacinth/errors.rb"
      assert_empty(loaded.select { |path| autoloads.any? { |file| path.end_with?("/lib/jacinth/#{file}.rb") } }, name)
    end
  end

  CONTEXTS.each do |name, context|
    define_method("test_each_file_is_loaded_by_#{name.tr(' ', '_')}") do
      skip "Ruby #{RUBY_VERSION} loads all files at once" if RUBY_VERSION.to_f < 3.4

      codes = USES.values.map { |code| format(context, code) }
      lines = ruby!(RACTOR_VALUE + EACH, args: ["-W:no-experimental"], argv: codes).lines(chomp: true)

      assert_equal USES.size, lines.size
      USES.zip(lines) do |(file, code), line|
        result, *loaded = line.split("\t")

        assert_equal instance_eval(code).inspect, result, code
        assert(loaded.any? { |path| path.end_with?("/lib/jacinth/#{file}.rb") }, "#{code} has not loaded #{file}")
      end
    end
  end

  # Runs the examples of each file, in a random order of the methods, in a process of their own.
  EXAMPLES = <<~RUBY
    require "jacinth"
    require ARGV.shift
    random = Random.new(Integer(ARGV.shift))
    ARGV.each do |path|
      groups = Examples.extract(path).shuffle(random: random)
      next if groups.empty?

      pid = fork do
        faults = groups.flat_map { |group| Examples.run_group(path, group).first }
        puts faults.empty? ? "right" : faults
      end
      Process.wait(pid)
    end
  RUBY

  def test_each_example_can_be_the_first_use_of_the_library
    skip "Ruby #{RUBY_VERSION} loads all files at once" if RUBY_VERSION.to_f < 3.4

    Dir.mktmpdir do |folder|
      argv = [File.join(ROOT, "test/support/examples.rb"), SEED.to_s, *SOURCES]
      lines = ruby!(EXAMPLES, argv: argv, chdir: folder).lines(chomp: true)

      assert_empty lines - ["right"], seed_note
      assert_operator lines.size, :>=, 20
    end
  end

  # A signal handler cannot load a file, nor can a process without a free file descriptor: the
  # message is then the plain one.
  def test_an_error_has_no_hint_if_it_cannot_be_loaded
    use = <<~'RUBY'.tr("\n", ";")
      begin
      Jacinth.parse("[1,]")
      rescue Jacinth::ParserError => e
      e.source_name = "a\tb.json"
      print e.detailed_message, "|"
      p e.hint, e.excerpt
      end
    RUBY
    ["Process.setrlimit(Process::RLIMIT_NOFILE, 3); #{use}", "Jacinth.freeze; #{use}",
     "Signal.trap(:USR1) { #{use} }; Process.kill(:USR1, Process.pid); sleep 0.01"].each do |code|
      text = ruby!("require 'jacinth'; #{code}")

      assert_match(/\Aunexpected character: '\]' at line 1 column 4/, text, code)
      next if RUBY_VERSION.to_f < 3.4

      assert_equal " (Jacinth::ParserError)\na\\tb.json:1:4|nil\nnil\n", text[/ \(.*/m], code
    end
  end
end
