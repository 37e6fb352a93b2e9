# frozen_string_literal: true

require_relative "../test_helper"

# Calls that other projects' code and tests make: the same output with json and with the
# drop-in. Each runs in a process of its own, since many redefine methods.
class CallsTest < Minitest::Test
  CALLS = {
    "stubbed functions" => [
      "JSON.define_singleton_method(:parse) { |*a, **k| :stub }; p JSON.parse('1'), JSON.load('[1]'), JSON['[1]'], JSON('[1]')",
      "JSON.define_singleton_method(:generate) { |*a, **k| :stub }; p JSON.generate(1), JSON.dump(1), JSON[[1]], [1].to_json",
      "JSON.define_singleton_method(:pretty_generate) { |*a| :stub }; p JSON.pretty_generate(1), JSON.generate([1])",
      "module Log; def parse(s, *a, **k) = [super]; def generate(o, *a, **k) = super([o], *a, **k); end; " \
      "JSON.singleton_class.prepend(Log); p JSON.parse('1'), JSON.load('1'), JSON.generate(1), JSON.dump(1)",
      "module JSON; class << self; alias old parse; def parse(s, **k) = old(s.sub('X', '1'), **k); end; end; p JSON['[X]']",
      "m = JSON.method(:parse); JSON.define_singleton_method(:parse) { |*| 2 }; p m.call('[1]'), JSON.parse('[1]')"
    ],
    "functions as values" => [
      "p %w[[1] 2].map(&JSON.method(:parse)), [[1]].map(&JSON.method(:generate)), { a: '1' }.transform_values(&JSON.method(:parse))",
      "m = JSON.method(:parse); p m == JSON.method(:parse), (m >> :first.to_proc).call('[5]'), m.curry(1).call('[1]'), m.owner, m.name",
      "p JSON.instance_method(:generate).bind_call(Object.new, [1])",
      "require 'forwardable'; class A; extend Forwardable; def_delegators :@j, :parse, :dump; def initialize = @j = JSON; end; " \
      "p A.new.parse('[1]', symbolize_names: true), A.new.dump([2])",
      "def f(...) = JSON.parse(...); p f('{\"a\":1}', symbolize_names: true), f('1')",
      "def f(**o) = JSON.generate({ a: 1 }, **o); def g(o = {}) = JSON.generate({ a: 1 }, o); p f, f(space: ' '), g, g({ space: ' ' })",
      "include JSON; p parse('[1]'), generate([1]), pretty_generate([1])",
      "p JSON.generate(a: 1), JSON.pretty_generate('indent' => 1), JSON.dump(strict: true)",
      "[-> { JSON.generate }, -> { JSON.dump }, -> { JSON.generate(1, 2, 3) }, -> { 1.to_json(1, 2, 3) }]" \
      ".each { |c| c.call rescue p $!.class, $!.message }"
    ],
    "options without a source" => [
      "[-> { JSON.parse(source: '[1]') }, -> { JSON.parse!(symbolize_names: true) }, -> { JSON.parse({ source: '[1]' }) }, " \
      "-> { JSON.load(source: '[1]') }, -> { JSON.parse({ a: 1 }, symbolize_names: true) }].each { |c| c.call rescue p $!.class }",
      "p JSON.const_get(:PRETTY_GENERATE_OPTIONS); JSON::PRETTY_GENERATE_OPTIONS rescue p $!.message"
    ],
    "to_json of the program" => [
      "class A; def to_json(*a) = { 'a' => 1 }.to_json(*a); end; puts JSON.pretty_generate([A.new]), [A.new].to_json",
      "class A; def to_json(**o) = o.inspect; end; puts A.new.to_json; JSON.generate([A.new]) rescue p $!.class, $!.message",
      "class A; def to_json = 'raw'; end; [[A.new], A.new].each { |o| JSON.generate(o) rescue p $!.class, $!.message }",
      "class A; def to_json(*) = nil; end; JSON.generate([A.new]) rescue p $!.class, $!.message",
      "class A; def to_json(*) = :sym; end; JSON.generate([A.new]) rescue p $!.class, $!.message",
      "class A; def to_json(s = nil, *) = JSON::State.from_state(s).generate({ x: 1 }); " \
      "end; puts JSON.pretty_generate([A.new]), A.new.to_json",
      "class A; def to_json(o = {}, *) = JSON.pretty_generate({ x: 1 }, o); end; puts JSON.generate([A.new]), A.new.to_json",
      "class A; def to_json(*) = JSON.dump({ x: 1 }); end; puts JSON.pretty_generate([A.new])",
      "class A; def to_json(s, d = 0) = \"\#{s.class} \#{d} \#{s.depth}\".inspect; end; puts JSON.pretty_generate([[A.new]])",
      "class A; def to_json(*) = Fiber.yield('y'); end; f = Fiber.new { JSON.generate([A.new]) }; p f.resume, f.resume('1')",
      "class A; def to_json(*) = throw(:x, 5); end; p catch(:x) { JSON.generate([A.new]) }, JSON.generate([1])",
      "class A; def to_s = raise('boom'); end; [[A.new], { A.new => 1 }].each { |o| JSON.generate(o) rescue p $!.class, $!.message }",
      "o = Object.new; def o.to_json(*) = '1'; h = { a: 1 }; " \
      "def h.to_json(*) = '2'; p JSON.generate([o, h]), JSON.generate(h), [h].to_json",
      "class A < BasicObject; def to_json(*) = '1'; end; puts JSON.generate([A.new])",
      "require 'delegate'; puts JSON.generate([SimpleDelegator.new({ a: 1 })]), SimpleDelegator.new([1]).to_json"
    ],
    "to_json of core classes" => [
      *%w[Hash Array String Integer Float NilClass TrueClass Symbol Object].map do |name|
        "class #{name}; def to_json(*) = '0'; end; v = [{ a: [1, 1.5, nil, true, 'x', :y] }, 1..2]; puts v.to_json, JSON.generate(v)"
      end,
      "module P; def to_json(*) = super; end; [Hash, Array, String, Float].each { |c| c.prepend(P) }; " \
      "puts({ a: [1.5] }.to_json, JSON.pretty_generate([{}]))",
      "module R; refine(Hash) { def to_json(*) = '0' }; end; using R; puts({}.to_json, JSON.generate({}), [{}].to_json)",
      "class Array; alias old to_json; def to_json(*a) = 'A' + old(*a); end; puts [1, [2]].to_json, JSON.generate({ a: [1] })",
      "class Object; alias old to_json; def to_json(*a) = '<' + old(*a) + '>'; end; puts JSON.generate([:a, 1..2]), [1].to_json",
      "class Object; undef_method :to_json; end; puts JSON.generate([1..2, 1, {}])",
      "class H < Hash; def each; super { |k, v| yield k, v * 2 }; end; end; " \
      "class S < String; def to_s = 'o'; end; p JSON.generate([H[a: 1], S.new('a')])"
    ],
    "classes that inherit" => [
      "class E < JSON::ParserError; def initialize(a, b:) = super(a + b); end; " \
      "begin; raise E.new('a', b: 'b'); rescue JSON::JSONError; p $!, $!.line; end",
      "class E < JSON::ParserError; def message = 'mine'; end; begin; raise E; rescue => e; p e.message, e.full_message[/mine/]; end",
      "class E < JSON::GeneratorError; def initialize(m) = super(m, nil); end; begin; raise E, 'x'; rescue => e; p e.message; end",
      "begin; JSON.parse('{'); rescue => e; p e.exception('o').message, Marshal.load(Marshal.dump(e)).message; end",
      "class C < JSON::Coder; def initialize = super(symbolize_names: true) { |o| o.to_s }; def dump(o, *a) = super([o], *a); end; " \
      "p C.new.dump(Object), C.new.load('{\"a\":1}')",
      "class S < JSON::State; def generate(*) = 'my' + super; end; p S.new(indent: ' ').generate([1]), JSON.generate([1], S.new)",
      "class P < JSON::Parser; def parse = [super]; end; p P.new('[1]').parse",
      "s = JSON::State.new.freeze; p s.generate([1]), JSON.generate([1], s)"
    ],
    "encodings and IOs" => [
      "Encoding.default_internal = 'ISO-8859-1'; r = JSON.parse('[\"é\"]'); p r, r[0].encoding, JSON.generate(r).encoding",
      "File.write('a', '[\"é\"]'); Encoding.default_external = 'US-ASCII'; " \
      "p JSON.load_file('a'); File.open('a') { |f| p (JSON.load(f) rescue $!.class) }",
      "%w[w:UTF-16LE w:ISO-8859-1 wb].each { |m| File.open('a', m) { |f| JSON.dump(['é', 1], f) }; p File.binread('a') }",
      "File.open('a', 'w:ISO-8859-1') { |f| JSON.dump(['日'], f) rescue p $!.class }; p File.binread('a')",
      "File.open('a', 'w', crlf_newline: true) { |f| JSON::State.new(array_nl: \"\\n\").generate([1], f) }; p File.binread('a')",
      "require 'tempfile'; t = Tempfile.new; JSON.dump({ a: 1 }, t); t.rewind; p JSON.load(t), JSON.load_file(t)",
      "require 'zlib'; require 'stringio'; p JSON.load(Zlib::GzipReader.new(StringIO.new(Zlib.gzip('[1]'))))",
      "r, w = IO.pipe; JSON.dump({ a: [1] * 3 }, w); w.close; p JSON.load(r)",
      "File.write('a', '[1]'); ARGV.replace(['a']); p JSON.load(ARGF); $stdin.reopen('a'); p JSON.load($stdin)",
      "require 'stringio'; s = StringIO.new(+'abc'); s.seek(1); JSON.dump([1], s); p s.string, s.pos",
      "[[], {}, :a].each { |io| JSON.dump([1], io) rescue p $!.class }"
    ],
    "documents" => [
      "a = '{\"a\":\"b\"}'.freeze; x = JSON.parse(a); x['a'] << 'c'; p x, a, JSON.generate([]) << 'a', nil.to_json, JSON.generate(nil)",
      "require 'ostruct'; p JSON.parse('{\"a\":{\"b\":1}}', object_class: OpenStruct), JSON.generate(OpenStruct.new(a: 1))",
      "p JSON.load('[null]', proc { |x| x.nil? ? 0 : x }), JSON.load('{}', nil, max_nesting: 1), JSON.load(nil), JSON.load('')",
      "h = {}.compare_by_identity; h[+'x'] = 1; h[+'x'] = 2; p JSON.generate(h, allow_duplicate_key: true)",
      "p JSON.generate({ nil => 1, 1.5 => 2, [1] => 3, 2**70 => 4, Object => 5 }), JSON.generate(ENV.to_h).size > 10",
      "trap(:USR1) { puts JSON.generate([1]) }; Process.kill(:USR1, $$); sleep 0.01; at_exit { puts JSON.parse('[2]') }"
    ]
  }.freeze

  # Runs each of the calls in a process and a folder of its own, and prints its output.
  RUN = <<~'RUBY'
    require "tmpdir"
    $VERBOSE = nil
    Encoding.default_external = "UTF-8"
    CALLS.each do |call|
      reader, writer = IO.pipe
      pid = fork do
        reader.close
        $stdout.reopen(writer)
        $stderr.reopen(writer)
        Dir.mktmpdir { |folder| Dir.chdir(folder) { eval(call, TOPLEVEL_BINDING) } }
      rescue StandardError, SystemStackError => e
        puts "#{e.class}: #{e.message}"
      end
      writer.close
      output = reader.read
      Process.wait(pid)
      puts [call, output].inspect
    end
  RUBY

  def outputs(library, calls)
    ruby!("require #{library.dump}\nCALLS = #{calls.inspect}\n#{RUN}", args: ["-W0"]).lines(chomp: true)
  end

  CALLS.each do |name, calls|
    define_method("test_#{name.tr(' ', '_')}_work_as_with_json") do
      skip "no fork here" unless Process.respond_to?(:fork)
      skip "json is not 3.1: run this by `rake test`" unless ruby!("require 'json'; print JSON::VERSION").start_with?("3.1.")
      json, ours = %w[json jacinth/json].map { |library| outputs(library, calls) }

      assert_equal calls.size, json.size
      json.zip(ours) { |expected, output| assert_equal expected, output }
    end
  end
end
