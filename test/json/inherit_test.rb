# frozen_string_literal: true

require_relative "../test_helper"
require "tmpdir"

# Methods that other code added to the json gem's classes before the drop-in.
class InheritTest < Minitest::Test
  SETUP = <<~'RUBY'
    require "json"
    def same!(one, other) = one == other || abort("#{caller(1, 1).first}: #{one.inspect} is not #{other.inspect}")
    # Some classes are newer than some versions of json.
    NAMES = %i[State Coder Parser ResumableParser Fragment JSONError ParserError NestingError GeneratorError]
    NAMES.select! { |name| JSON.const_defined?(name) }
    MAKE = {
      State: -> { JSON::State.new }, Coder: -> { JSON::Coder.new }, Parser: -> { JSON::Parser.new("[1]") },
      ResumableParser: -> { JSON::ResumableParser.new }, Fragment: -> { JSON::Fragment.new("[1]") },
      JSONError: -> { JSON::JSONError.new("no") }, ParserError: -> { JSON::ParserError.new("no") },
      NestingError: -> { JSON::NestingError.new("no") }, GeneratorError: -> { JSON::GeneratorError.new("no", 1) }
    }.slice(*NAMES)
  RUBY

  # With the json gem of the bundle, and with the one that Ruby has of itself.
  def check!(before, after)
    code = "#{SETUP}#{before}\nrequire 'jacinth/json'\nsame!(JSON, Jacinth)\n#{after}"
    ran = run_ruby(code, args: ["-W1"])
    paths = Checkout.load_path.flat_map { |folder| ["-I", folder] }
    _, older, status = Open3.capture3({ "RUBYOPT" => nil, "RUBYLIB" => nil }, RbConfig.ruby, "-W1", "--disable-gems",
                                      *paths, "-e", code)

    assert_predicate ran, :success?, ran.stderr
    assert_empty ran.stderr
    assert_predicate status, :success?, older
    assert_empty older
  end

  def test_modules_and_constants_of_every_class_are_inherited
    check!(<<~'BEFORE', <<~'AFTER')
      module Shouts; def shout = "#{self.class.name.split("::").last}!"; end
      module Early; def to_s = "early"; end
      module Makes; def made = name.split("::").last; end
      NAMES.each do |name|
        JSON.const_get(name).class_eval do
          include Shouts
          prepend Early
          extend Makes
          const_set(:LIMIT, 5)
          singleton_class.prepend(Module.new { def own? = true })
        end
      end
    BEFORE
      NAMES.each do |name|
        type = JSON.const_get(name)
        object = MAKE.fetch(name).call
        same!([object.shout, object.to_s, type.made, type::LIMIT, type.own?], ["#{type.made}!", "early", type.made, 5, true])
        same!(type.ancestors.index(Early) < type.ancestors.index(type), true)
      end
    AFTER
  end

  def test_a_fragment_made_before_the_drop_in_is_written
    check!('FRAGMENT = NAMES.include?(:Fragment) ? JSON::Fragment.new("[1 ]") : nil', <<~'AFTER')
      next_to = FRAGMENT ? "[1 ]" : "null"
      same!([JSON.generate([FRAGMENT]), JSON.generate([FRAGMENT], strict: true), JSON::Coder.new.dump([FRAGMENT])], ["[#{next_to}]"] * 3)
    AFTER
  end

  def test_a_coder_and_a_state_made_before_write_the_fragments_of_their_blocks
    check!(<<~BEFORE, <<~AFTER)
      block = ->(*) { JSON::Fragment.new("[1 ]") }
      KEPT = NAMES.include?(:Coder) ? [JSON::Coder.new(&block), JSON::Coder.new(space: " ", &block).freeze] : []
      STATE = JSON::State.new(strict: true, as_json: block, space: " ") if KEPT.any?
    BEFORE
      require "stringio"
      objects = { "a" => Object.new, "b" => [1.5, nil] }
      texts = KEPT.flat_map { |coder| [coder.dump(objects), coder.generate(objects), coder.dump(objects, StringIO.new).string] }
      same!(texts.map { |text| text.delete(" ") }, ['{"a":[1],"b":[1.5,null]}'] * texts.size)
      same!(KEPT.map { |coder| coder.dump(objects) }, ['{"a":[1 ],"b":[1.5,null]}', '{"a": [1 ],"b": [1.5,null]}'].take(KEPT.size))
      same!(STATE.generate(objects), KEPT[1].dump(objects)) if KEPT.any?
    AFTER
  end

  def test_methods_of_every_class_are_inherited
    check!(<<~BEFORE, <<~AFTER)
      NAMES.each do |name|
        JSON.const_get(name).class_eval do
          def itself? = block_given? ? yield(self) : self
          def count! = @count = (@count || 0) + 1
          def keywords(one, two = 2, *rest, key: nil, **more) = [one, two, rest, key, more]
          def calls_private = hidden
          def self.many = @many = (@many || 0) + 1
          def self.build(...) = new(...)
          private def hidden = "hidden"
        end
      end
    BEFORE
      NAMES.each do |name|
        type = JSON.const_get(name)
        object = MAKE.fetch(name).call
        same!(object.itself?.equal?(object), true)
        same!(object.itself? { |given| given.class }, type)
        same!([object.count!, object.count!, object.instance_variable_get(:@count)], [1, 2, 2])
        same!(object.keywords(1, 2, 3, key: 4, a: 5), [1, 2, [3], 4, { a: 5 }])
        same!(object.keywords({ a: 1 }), [{ a: 1 }, 2, [], nil, {}])
        same!(object.calls_private, "hidden")
        same!((object.hidden rescue $!.class), NoMethodError)
        same!([type.many, type.many], [1, 2])
        next if %i[Parser Fragment GeneratorError].include?(name)
        same!(type.build.instance_of?(type), true)
      end
    AFTER
  end

  def test_inherited_methods_use_the_methods_of_jacinth
    check!(<<~'BEFORE', <<~'AFTER')
      class JSON::State
        def wide! = configure(space: "  ").tap { self.max_nesting = 2 }
        def render(obj) = "<#{generate(obj)}>"
        def self.wide = new(space: "  ")
      end
      class JSON::ParserError
        def where = [message, respond_to?(:line) && line]
      end
      class JSON::JSONError
        def again = raise(self)
      end
      class JSON::Parser
        def parse_all = [parse, source]
      end
      if NAMES.include?(:Coder)
        class JSON::Coder; def round(obj) = load(dump(obj)); end
        class JSON::Fragment; def size = json.size; end
      end
      if NAMES.include?(:ResumableParser)
        class JSON::ResumableParser; def take(text) = (self << text) && parse && value; end
      end
    BEFORE
      state = JSON::State.new
      same!(state.wide!.equal?(state), true)
      same!([state.space, state.max_nesting, state.render({ "a" => 0.00000001 })], ["  ", 2, '<{"a":  0.00000001}>'])
      same!((state.freeze.wide! rescue $!.class), FrozenError)
      same!([JSON::State.wide.class, JSON::State.wide.space], [JSON::State, "  "])
      error = (JSON.parse("[\n x]") rescue $!)
      same!(error.where, [error.message, 2])
      begin; error.again; rescue JSON::ParserError; end
      same!(JSON::Parser.new("[1]", nil).parse_all, [[1], "[1]"])
      same!(JSON::Coder.new(symbolize_names: true).round({ "a" => 1 }), { a: 1 }) if NAMES.include?(:Coder)
      same!(JSON::Fragment.new("[1]").size, 3) if NAMES.include?(:Fragment)
      same!(JSON::ResumableParser.new.take("[1] "), [1]) if NAMES.include?(:ResumableParser)
    AFTER
  end

  # Oj.mimic_JSON defines such methods. Its as_json of core classes calls JSON.create_id.
  def test_methods_of_a_c_extension_that_json_does_not_have_are_inherited
    check!(<<~BEFORE, <<~AFTER)
      OLD = JSON
      class << JSON
        define_method(:create_id, Kernel.instance_method(:instance_variables))
        define_method(:generate, Kernel.instance_method(:public_send))
      end
    BEFORE
      same!(JSON.create_id, OLD.instance_variables)
      same!(JSON.generate([1]), "[1]")
    AFTER
  end

  def test_redefined_methods_stay_redefined
    check!(<<~'BEFORE', <<~AFTER)
      class JSON::State
        alias_method :plain_generate, :generate
        def generate(obj, *rest) = "<#{plain_generate(obj, *rest)}>"
        alias_method :plain_initialize, :initialize
        def initialize(opts = nil)
          plain_initialize(opts)
          @mine = opts
        end
        attr_reader :mine
        def inspect = "mine"
      end
      class << JSON
        alias old_generate generate
        def generate(obj, opts = nil) = "#{old_generate(obj, opts)};"
      end
    BEFORE
      state = JSON::State.new({ space: " " })
      same!([state.generate({ a: 1 }), state.plain_generate({ a: 1 })], ['<{"a": 1}>', '{"a": 1}'])
      same!([state.mine, state.space, state.inspect], [{ space: " " }, " ", "mine"])
      same!([JSON.generate([1.0e-8]), JSON.old_generate([1.0e-8])], ["[0.00000001];", "[0.00000001]"])
    AFTER
  end

  # Constants that gems define in JSON, or that programs are likely to define: Class or Module. Jacinth has no
  # constants of these names, not even private ones: json-stream could not open its module, nor json-patch its class.
  GEMS = { API: Module, Api: Module, Backend: Class, Canonical: Class, Canonicalization: Module, Choice: Class,
           Conversions: Class, Diff: Module, Excerpt: Module, Hint: Class, Inspection: Class, JWE: Class, JWK: Class, JWS: Class,
           JWT: Class, Json5: Class, LD: Module, MergeError: Class, MergePatch: Class, Migration: Class, Minify: Module,
           Patch: Class, Replace: Class, Schema: Class, SchemaBuilder: Module, Serializer: Class, Signatures: Class,
           Steps: Class, Stream: Module, Util: Module, Validator: Class }.freeze

  def test_modules_that_gems_define_in_json_do_not_collide_with_those_of_jacinth
    code = GEMS.map { |name, kind| "#{kind.name.downcase} #{name}; def self.mine = :#{name}; end" }.join("\n")
    inside = "module JSON\n#{code}\nend"
    used = <<~RUBY
      require "stringio"
      require "jacinth/serializer"
      same!(JSON.each(StringIO.new("[1] 2")).to_a, [[1], 2])
      same!(JSON.patch({ "a" => 1 }, [{ "op" => "remove", "path" => "/a" }]), {})
      same!(JSON.diff([1], [1]), [])
      same!(JSON.parse("{a: 1}", json5: true), { "a" => 1 })
      begin
        JSON.parse("[1")
      rescue JSON::ParserError => error
        same!(error.excerpt, "1 | [1\n  |   ^")
      end
    RUBY
    mine = "#{GEMS.keys}.each { |name| same!(JSON.const_get(name).mine, name) }"

    check!(inside, "#{mine}\n#{used}\n#{mine}")
    check!("", "#{inside}\n#{used}\n#{mine}")
    check!("", "#{used}\n#{inside}\n#{used}\n#{mine}")
  end

  def test_methods_for_every_object_are_inherited
    check!(<<~'BEFORE', <<~AFTER)
      OWNER = Object.new.method(:to_json).owner
      OWNER.module_eval do
        alias_method :plain_to_json, :to_json
        def to_json(*given) = "<#{plain_to_json(*given)}>"
        def to_pretty_json = JSON.pretty_generate(self)
      end
    BEFORE
      same!(OWNER.name.end_with?("Object") || JSON::GeneratorMethods.method_defined?(:to_pretty_json), true)
      same!([(1..2).to_pretty_json, (1..2).plain_to_json], ['<"1..2">', '"1..2"'])
      same!([(1..2).to_json, JSON.generate([1..2, 1])], ['<"1..2">', '[<"1..2">,1]'])
    AFTER
  end

  # As Active Support does, from 7.2 on by include, before by prepend: a to_json for
  # every object that passes a State on, and serves all other calls by itself.
  def test_a_to_json_prepended_for_every_object_is_called
    code = <<~'RUBY'
      module Serves; def to_json(options = nil) = options.is_a?(JSON::State) ? super : "served by #{options.inspect}"; end
      module Below; def to_json(*) = "below"; end
      module Others; end
      class Plain; def to_s = "plain"; end
    RUBY
    ask = <<~'RUBY'
      p [Plain.new, [Plain.new], 1, :a, nil, { a: 1 }, "s"].flat_map { |o| [o.to_json, o.to_json(only: [:x]), JSON.generate([o])] }
      p Object.ancestors.map { |mod| mod.name.sub(/\A.*GeneratorMethods.*/, "to_json").sub("Jacinth", "JSON") }.uniq
    RUBY
    before = ["Object.include(Below)", "Object.prepend(Below)"]
    after = ["Object.include(Serves, Others)", "Object.prepend(Others, Serves)", "[Object, Array].each { |c| c.include(Serves) }"]
    after.product(before).each do |order|
      after, before = order
      json = ruby!("#{code}#{before}\nrequire 'json'\n#{after}\n#{ask}", args: ["-W0"])

      assert_equal json, ruby!("#{code}#{before}\nrequire 'json'\n#{after}\nrequire 'jacinth/json'\n#{ask}", args: ["-W0"]), order
      assert_equal json, ruby!("#{code}#{before}\nrequire 'jacinth/json'\n#{after}\n#{ask}", args: ["-W0"]), order
    end
  end

  # An application's own file may have the name of one of json's.
  def test_methods_of_a_file_named_json_are_inherited
    Dir.mktmpdir do |folder|
      FileUtils.mkdir_p(File.join(folder, "json"))
      File.write(File.join(folder, "json/common.rb"), "module JSON; def self.shout = 'A'; SHOUT = 'B'; end")
      code = "#{SETUP}load '#{folder}/json/common.rb'; require 'jacinth/json'; print JSON.shout, JSON::SHOUT"

      assert_equal "AB", ruby!(code)
    end
  end

  def test_classes_kept_in_constants_are_equal_to_the_new_ones
    check!("State, Error = JSON::State, JSON::ParserError", <<~RUBY)
      same!([State === JSON::State.new, JSON::State === State.new, Error === JSON::ParserError.new("x")], [true] * 3)
      same!([State === 1, Class.new(State) === JSON::State.new], [false, false])
      same!(JSON.generate({ a: 1 }, State.new(space: " ")), '{"a": 1}')
    RUBY
  end

  # Active Support keeps a list of serializers with JSON in it.
  def test_modules_kept_in_constants_equal_the_new_ones
    check!("KEPT = [JSON, JSON::State, JSON::ParserError]", <<~RUBY)
      now = [JSON, JSON::State, JSON::ParserError]
      same!([KEPT.map.with_index { |kept, at| kept == now[at] }, now.map { |mod| KEPT.include?(mod) }], [[true] * 3] * 2)
      same!([now.map { |mod| KEPT.index(mod) }, KEPT.map { |mod| now.index(mod) }], [[0, 1, 2]] * 2)
      same!([KEPT[1] == Class.new(JSON::State), Class.new(JSON::State) == KEPT[1], JSON == nil], [false] * 3)
    RUBY
  end

  def test_inherited_methods_work_in_a_ractor
    code = <<~RUBY
      class JSON::State
        def wide = generate({ a: 1 })
        def self.spaced = new(space: SPACE)
        @kept = []
        SPACE = " ".freeze
      end
      class << JSON; alias old_parse parse; def parse(text, **) = [old_parse(text)]; def twice(o) = generate([o, o]); end
      require "jacinth/json"
      ractor = Ractor.new do
        caught = begin; JSON.old_parse("["); rescue JSON::ParserError; "rescued"; end
        [JSON::State.new(space: " ").wide, JSON::State.spaced.space, JSON.parse("1"), JSON.twice(1), caught]
      end
      puts (ractor.respond_to?(:value) ? ractor.value : ractor.take).inspect
    RUBY
    expected = ['{"a": 1}', " ", [1], "[1,1]", "rescued"]

    assert_equal expected.inspect, ruby!("#{SETUP}#{code}", args: ["-W0"]).chomp
  end
end
