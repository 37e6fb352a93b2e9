# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/numbers"
require "fileutils"
require "tmpdir"

# The portable backend against the extension.
class BackendsTest < Minitest::Test
  PROGRAM = File.join(__dir__, "outcomes.rb")
  PORTABLE = { "JACINTH_BACKEND" => "portable" }.freeze

  def setup
    skip "the extension is not there" if Jacinth.build_info[:backend] == "portable"
  end

  %w[documents types chunks resumed selections writers].each do |part|
    define_method("test_random_#{part}_have_the_same_results_and_errors") do
      extension, portable = [{}, PORTABLE].map do |env|
        ruby!("load #{PROGRAM.inspect}", env: env, argv: [part, SEED.to_s, scaled(4000).to_s]).lines
      end

      assert_operator extension.size, :>=, scaled(1000)
      extension.zip(portable) { |one, other| assert_equal one, other, seed_note }
    end
  end

  # A method of a module must not hide another one by chance: its callers would call the other with too many arguments.
  OVERRIDES = <<~RUBY
    require "jacinth"; [Jacinth::Type, Jacinth::Writer, Jacinth::ResumableParser, Jacinth::Document, Jacinth::State]
    portable = Jacinth.const_get(:Portable)
    ours = portable.constants.map { |name| portable.const_get(name) }.grep(Module)
    p ours.size
    ours.each do |type|
      owners = type.ancestors & ours
      names = owners.flat_map { |owner| owner.instance_methods(false) + owner.private_instance_methods(false) }.uniq - [:initialize]
      names.each do |name|
        all = owners.select { |owner| owner.method_defined?(name, false) || owner.private_method_defined?(name, false) }
        p [name, all] if all.map { |owner| owner.instance_method(name).arity }.uniq.size > 1
      end
    end
  RUBY

  def test_methods_that_override_each_other_have_the_same_arguments
    count, *different = ruby!(OVERRIDES, env: PORTABLE).lines

    assert_operator Integer(count), :>, 20
    assert_empty different
  end

  # Errors with their excerpts, in values that are read from a part of a larger text.
  PARTS = <<~'RUBY'
    require "jacinth"
    T = Jacinth::Type
    text = %({"items": [{"id": 1, "n": "x"}, {"id": "y", "n": [1, "a\u0001"]}]}\n {"items": [{"id": null}]})
    items = { into: T[{ items: [{ id: Integer }] }] }
    at = { at: "/items/*", into: T[{ id: Integer }] }
    long = T.scalar(String, load: ->(_) { raise ArgumentError, "a longer text" }, dump: :to_s.to_proc)
    broken = "[1, {\"id\": 2"
    [
      -> { Jacinth.each(text, **items) { nil } }, -> { Jacinth.each("  " + text, **items) { nil } },
      -> { Jacinth.each(text, **at) { nil } }, -> { Jacinth.each(text.chars, **at) { nil } },
      -> { Jacinth.each(text, at: "/items/*", only: "/n") { nil } }, -> { Jacinth.each(text, only: "/items/1/n") { nil } },
      -> { Jacinth.each("1", only: "n") { nil } }, -> { Jacinth.parse("[1, 2", only: "n", max_document_bytes: 2) },
      -> { Jacinth.parse(broken, only: "/9999999999999999999") }, -> { Jacinth.parse(broken, only: ["/0", "/9999999999999999999"]) },
      -> { Jacinth.parse(broken, only: "/id", max_number_digits: 1) }, -> { Jacinth.parse('"a"', into: long) },
      -> { Jacinth.parse('{"id":[]" , "name":["a\"b"]}', only: "/id") },
      *[%({"x":[/**/"abcdef","b\u00e9"],"y":1}), %({"x":[/**/{"\\n":"a\\q"}],"y":1}), %({"x":["\xFF"],"y":1})].map do |skipped|
        -> { Jacinth.at(skipped, "/y", max_string_bytes: 3, allow_comments: true, validate_encoding: true) }
      end,
      *[6, 7, 36, 37].map { |n| -> { (Jacinth::ResumableParser.new(max_string_bytes: 5) << "[\"" + "x" * n).parse } }
    ].each do |call|
      p call.call
    rescue => e
      detailed = e.respond_to?(:json_path) && e.respond_to?(:detailed_message)
      p e.class, detailed ? e.detailed_message : e.message, e.cause
      p e.json_path, e.details if e.respond_to?(:json_path)
    end
  RUBY

  def test_errors_in_parts_of_a_text_are_the_same
    assert_equal(*[{}, PORTABLE].map { |env| ruby!(PARTS, env: env) })
  end

  # Objects without to_s, with a private to_s, or with one that returns no String.
  BARE = <<~'RUBY'
    require "jacinth"
    bare = Class.new(BasicObject) { def self.to_s = "Bare" }
    made = lambda do |parent = Object, *arguments, &block|
      type = Class.new(parent, &block)
      type.define_singleton_method(:to_s) { "Odd" }
      type.new(*arguments)
    end
    missing = ->(name, *) { name == :to_s ? "missing" : ::Kernel.raise(::NoMethodError, "no #{name}") }
    returned = [nil, 5, :symbol, bare.new, "text", Class.new(String).new("a subclass").freeze]
    methods = [
      ->(*) {}, ->(type) { type.undef_method(:to_s) if type.method_defined?(:to_s) }, ->(type) { type.define_method(:to_s) { raise "to_s" } },
      ->(type) { type.define_method(:to_s) { no_method } }, ->(type) { type.define_method(:to_s) { |_argument| "text" } },
      *[:private, :public].map { |access| ->(type) { type.__send__(access, type.define_method(:to_s) { access.name }) } },
      ->(type) { methods[1].call(type); type.define_method(:method_missing, missing) },
      ->(type) { methods[1].call(type); type.define_method(:method_missing, missing); type.define_method(:respond_to_missing?) { |*| true } },
      ->(type) { methods[1].call(type); type.define_method(:to_str) { "to_str" } },
      ->(type) { type.define_method(:respond_to?) { |*| false } }, ->(type) { type.undef_method(:respond_to?) if type.method_defined?(:respond_to?) },
      ->(type) { type.define_method(:to_s) { "text" }; type.__send__(:protected, :to_s) },
      ->(type) { methods[1].call(type); type.define_method(:respond_to_missing?) { |*| true } },
      ->(type) { methods[1].call(type); type.define_method(:respond_to_missing?) { |*| true }
                 type.define_method(:method_missing) { |*| ::Kernel.raise(::NoMethodError, "mine") } },
      *returned.map { |text| ->(type) { type.define_method(:to_s) { text } } }
    ]
    objects = methods.flat_map do |method|
      [made.call(BasicObject, &method), made.call(&method), made.call(String, "text", &method)]
    end
    hash = ->(object, value = 1, **others) { {}.compare_by_identity.update(others).tap { |pairs| pairs[object] = value } }
    calls = {
      key: ->(o) { Jacinth.generate(hash.(o)) }, pretty_key: ->(o) { Jacinth.pretty_generate([hash.(o)]) },
      strict: ->(o) { Jacinth.generate(hash.(o), strict: true) }, path: ->(o) { Jacinth.generate(hash.(o, Float::NAN)) },
      sorted: ->(o) { Jacinth.generate(hash.(o, a: 1), sort_keys: true) }, mixed: ->(o) { Jacinth.generate(hash.(o, a: 1), allow_duplicate_key: false) },
      type: ->(o) { Jacinth::Type.hash(Integer).dump(hash.(o)) }, writer: ->(o) { Jacinth::Writer.new.tap { |w| w.object { w.key(o).value(1) } }.to_s },
      as_json: ->(o) { Jacinth::Coder.new { o }.dump([1..2]) }, as_json_key: ->(o) { Jacinth::Coder.new { o }.dump({ 1..2 => 1 }) },
      to_json: ->(o) { Jacinth.generate([Object.new.tap { |one| one.define_singleton_method(:to_json) { |*| o } }]) },
      sort_keys: ->(o) { Jacinth.generate({ a: 1 }, sort_keys: ->(_) { o }) }, options: ->(o) { Jacinth.generate([1], o) },
      from_state: ->(o) { Jacinth::State.from_state(o).to_h }, resumable: ->(o) { Jacinth::ResumableParser.new(o) && nil },
      as_json_option: ->(o) { Jacinth.generate([1..2], as_json: o) }, on_load: ->(o) { Jacinth.parse("[1]", on_load: o) },
      only: ->(o) { Jacinth.parse("[1]", only: o) },
      state: ->(o) { Jacinth::State.new.indent = o }, copy: ->(o) { Jacinth::State.new.__send__(:initialize_copy, o) }
    }
    calls.each do |name, call|
      objects.each_with_index do |object, i|
        puts "#{name} #{i} #{call.call(object)}".gsub(/0x\h+/, "0x")
      rescue => e
        text = e.message[/.*/].sub(" into String (", " to String (")
        # the extension takes this message from Ruby, which writes nil and the class differently from 4.1 on
        text = text.sub(/ gives .*/, " gives") if RUBY_VERSION.to_f >= 4.1
        puts "#{name} #{i} #{e.class} #{text}".gsub(/0x\h+/, "0x")
      end
    end
  RUBY

  def test_objects_without_methods_have_the_same_texts_and_errors
    extension, portable = [{}, PORTABLE].map { |env| ruby!(BARE, env: env).lines }

    extension.zip(portable) { |one, other| assert_equal one, other }
    assert_equal extension.size, portable.size
  end

  def test_both_backends_have_the_same_options_and_methods
    code = <<~RUBY
      require "jacinth"
      p Jacinth.class_eval("[OptionNames::READING, OptionNames::WRITING, Coder.const_get(:PARSER_OPTIONS), ERROR_CONTEXT]")
      puts Jacinth::State.new.to_h
      [Jacinth, Jacinth::State, Jacinth::Coder, Jacinth::Parser, Jacinth::Parser::Config, Jacinth::GeneratorMethods,
       Jacinth::Type, Jacinth::Document, Jacinth::ResumableParser, Jacinth::Writer].each do |mod|
        p mod, (mod.singleton_methods(false) - %i[new allocate option_names]).sort, (mod.public_instance_methods(false) - %i[check_options]).sort
      end
    RUBY

    assert_equal ruby!(code), ruby!(code, env: PORTABLE)
  end

  # JACINTH_BACKEND=portable bin/test test/command/*_test.rb runs the command's own tests.
  def test_the_command_has_the_same_output_and_status
    code = <<~'RUBY'
      require "jacinth/command"
      require "stringio"
      texts = [%({"a": 1.50, "b": [1,\t{"a": {}}]}), "[1]\n{\"a\":[2, 3]} [ ]\n", "\x1E[1,2]\n\x1E3\n", "// x\n[1,]", '{"a":1,"a":2}',
               '[{"a":[1,2]},{"a":[]},{"b":null}]', '{"a":"\u00e9","b":1}', %({"b":"\xFF"}), "", " \n", '[1] {"a":', "[1]\n[x]\n[2]", "12", "[" * 101]
      cut = ["[1,2", "[true ", "[[]", '{"a":1', '{"a"', '{"a', "{", '["\\', "[1/*", "[nul"]
      calls = [%w[fmt], %w[min], %w[min --sort-keys], %w[fmt -f lines], %w[fmt -f single --relaxed], %w[check], %w[check -l --json],
               %w[get /a], %w[get /a/1 /a/0 --ndjson], %w[get /*/a], %w[get --pretty -p /b -p /*], %w[get --raw /a], %w[get --csv /a /b],
               %w[get --rows= /a], %w[get --rows /a --tsv /], %w[get $..a], %w[get --validate /a], %w[get --allow-duplicate-key /a],
               %w[set /a 5], %w[lines]]
      # The extension writes the lines of a document before its end.
      [*texts.product(calls), *cut.product(calls - [%w[lines]])].each do |text, argv|
        out, err = Array.new(2) { StringIO.new }
        status = Jacinth::Command.run(argv, input: StringIO.new(text.b), output: out, errors: err, env: {})
        p [argv, text, status, out.string, err.string]
      end
    RUBY
    extension, portable = [{}, PORTABLE].map { |env| ruby!(code, env: env).lines }

    extension.zip(portable) { |one, other| assert_equal one, other }
    assert_equal extension.size, portable.size
  end

  def test_a_state_of_json2_has_the_same_options
    code = 'require "jacinth/json2"; state = JSON::State.new(indent: " "); state[:other] = 1; p state.to_h'

    assert_equal ruby!(code), ruby!(code, env: PORTABLE)
  end

  # A subclass of a program can have any method without an underscore.
  def test_private_methods_and_constants_have_no_other_names
    code = <<~RUBY
      require "jacinth"
      p Jacinth.constants.sort
      [Jacinth::Coder, Jacinth::Document, Jacinth::ResumableParser, Jacinth::Writer].each do |type|
        p type, (type.private_instance_methods(false) - [:marshal_dump]).grep_v(/\\A_/).sort
      end
    RUBY

    assert_equal ruby!(code), ruby!(code, env: PORTABLE)
  end

  def test_a_stop_iteration_of_a_callback_is_raised
    assert_equal "raised", ruby!(<<~RUBY, env: PORTABLE)
      require "jacinth"
      begin
        Jacinth.parse("[1]", on_load: ->(_) { raise StopIteration })
      rescue StopIteration
        print "raised"
      end
    RUBY
  end

  # A regular expression that can give back each character needs 40 bytes for it.
  def test_long_white_space_needs_little_memory
    skip "no /proc" unless File.exist?("/proc/self/status")
    grown = ruby!(<<~'RUBY', env: PORTABLE)
      require "jacinth"
      text = "[#{" " * 4_000_000}1]"
      peak = -> { File.read("/proc/self/status", encoding: "UTF-8")[/VmHWM:\s+(\d+)/, 1].to_i }
      before = peak.call
      Jacinth.parse(text)
      print peak.call - before
    RUBY

    assert_operator grown.to_i, :<, 50_000
  end

  # A trial skips no value whose end is known from another trial.
  def test_objects_for_a_recursive_first_of_grow_with_the_depth
    few, many = Jacinth.parse(ruby!(<<~'RUBY', env: PORTABLE))
      require "jacinth"
      T = Jacinth::Type
      type = T.recursive { |one| T.first_of([Integer], { n: one }, { m: one }) }
      objects = lambda do |depth|
        text = "#{'{"m":' * depth}[1]#{'}' * depth}"
        type.load(text, max_nesting: 0)
        before = GC.stat(:total_allocated_objects)
        type.load(text, max_nesting: 0)
        GC.stat(:total_allocated_objects) - before
      end
      print Jacinth.generate([objects.call(100), objects.call(400)])
    RUBY

    assert_operator many, :<, 5 * few
  end

  # Making an UnboundMethod takes longer than writing an element of a small document.
  def test_a_document_is_written_without_new_method_objects
    assert_equal "0", ruby!(<<~RUBY, env: PORTABLE)
      require "jacinth"
      states = [nil, {}, Jacinth::State.new].freeze
      write = -> { states.each { |state| Jacinth.generate([1], state) } }
      GC.disable
      write.call
      before = ObjectSpace.each_object(UnboundMethod).count
      write.call
      print ObjectSpace.each_object(UnboundMethod).count - before
    RUBY
  end

  # Among keys with invalid UTF-8, which are each reason to compare the texts of all keys.
  def test_keys_are_compared_once_for_each_hash
    code = <<~'RUBY'
      require "jacinth"
      calls = 0
      key = Class.new do
        define_method(:initialize) { |text| @text = text }
        define_method(:to_s) { (calls += 1) && @text }
      end
      hash = Array.new(40) { |i| [["\xFF#{i}", 1], [key.new("k#{i}"), 1]] }.flatten(1).to_h
      Jacinth.generate([hash, hash], allow_duplicate_key: false, invalid: :replace)
      p calls
    RUBY

    assert_equal(%W[160\n] * 2, [{}, PORTABLE].map { |env| ruby!(code, env: env) })
  end

  # The program for Rubies without Minitest.
  def test_both_backends_pass_the_smoke_test
    program = File.join(__dir__, "smoke.rb")

    Numbers.file("doubles")
    %w[extension portable].each do |backend|
      assert_match(/\Abackend: #{backend}\n\d+ tests, \d{4} assertions, 0 failures\n\z/,
                   ruby!("load #{program.inspect}", env: { "JACINTH_BACKEND" => backend }))
    end
  end

  def test_a_missing_extension_is_replaced_with_one_warning
    with_copy do |_|
      ran = run_ruby(USE)

      assert_equal ["[1]portable", true], [ran.stdout, ran.success?]
      assert_match(/\Ajacinth: the extension is not compiled, so the slower portable backend is used \(.*\)\n\z/, ran.stderr)
    end
  end

  def test_an_extension_that_cannot_be_loaded_is_an_error
    with_copy do |lib|
      FileUtils.mkdir(File.dirname(File.join(lib, Checkout.library)))
      File.write(File.join(lib, Checkout.library), "not a library")
      ran = run_ruby(USE)

      refute_predicate ran, :success?
      assert_match(/\(LoadError\)/, ran.stderr)
    end
  end

  # Rubies of several versions can share a folder of gems or a clone.
  def test_the_extension_of_another_ruby_is_not_loaded
    with_copy do |lib|
      %w[9.9/jacinth jacinth].each do |name|
        path = File.join(lib, "jacinth", "#{name}.#{RbConfig::CONFIG["DLEXT"]}")
        FileUtils.mkdir_p(File.dirname(path))
        File.write(path, "not a library")
      end

      assert_equal "[1]portable", run_ruby(USE).stdout
    end
  end

  USE = 'require "jacinth"; require "jacinth/json"; print JSON.generate([1]), JSON.build_info[:backend]'

  # Yields a copy of lib/ without the extension, which is the load path of other Rubies.
  def with_copy
    paths = $LOAD_PATH.dup
    Dir.mktmpdir do |folder|
      lib = File.join(folder, "lib")
      FileUtils.cp_r(File.join(Checkout::ROOT, "lib"), lib)
      FileUtils.rm_rf(Dir[File.join(lib, "jacinth", "[0-9]*")])
      $LOAD_PATH.replace([lib])
      yield lib
    end
  ensure
    $LOAD_PATH.replace(paths)
  end

  def test_the_name_of_another_backend_is_an_error
    ran = run_ruby('require "jacinth"', env: { "JACINTH_BACKEND" => "Portable" })

    refute_predicate ran, :success?
    assert_includes ran.stderr, "JACINTH_BACKEND must be portable, extension or empty, not Portable (ArgumentError)"
  end

  def test_the_portable_backend_is_loaded_only_if_it_is_chosen
    code = 'require "jacinth"; print Jacinth.build_info[:backend], $LOADED_FEATURES.grep(%r{jacinth/portable/}).size'

    assert_equal "extension0", ruby!(code)
    assert_match(/\Aportable\d\d\z/, ruby!(code, env: PORTABLE))
  end

  # Before Ruby 3.4, only the main Ractor could load files.
  def test_parts_of_the_portable_backend_are_loaded_when_they_are_used_first
    skip "Ruby 3.4" if RUBY_VERSION.to_f < 3.4
    code = <<~RUBY
      require "jacinth"
      Jacinth.generate(Jacinth.parse("[1]"))
      files = -> { $LOADED_FEATURES.grep(%r{jacinth/portable/}).map { |path| File.basename(path, ".rb") } }
      before = files.call
      threads = Array.new(4) { Thread.new { [Jacinth.at("[5]", "/0"), Jacinth::Type[[Integer]].dump([6])] } }
      p threads.map(&:value).uniq, files.call - before
    RUBY

    assert_equal "[[5, \"[6]\"]]\n" \
                 '["pointer", "lazy_reader", "type_node", "type_faults", "type_reader", "type_choices", "type_writing", "type"]',
                 ruby!(code, env: PORTABLE).chomp
  end
end
