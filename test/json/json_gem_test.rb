# frozen_string_literal: true

require_relative "../test_helper"

# Jacinth and the json gem in one program, without the drop-in.
class JsonGemTest < Minitest::Test
  SETUP = <<~'RUBY'
    require "json"
    require "jacinth"
    class ByJson
      def to_json(*a) = { by: ["json"] }.to_json(*a)
    end
    class ByJsonGenerate
      def to_json(*a) = JSON.generate({ by: ["json"] }, *a)
    end
    class ByJacinth
      def to_json(*a) = Jacinth.generate({ by: ["jacinth"] }, *a)
    end
    class Plain
      def to_s = "plain"
    end
    OPTIONS = { indent: "\t", space: " ", object_nl: "\n", array_nl: "\n" }
    def same!(one, other) = one == other || abort("#{one}\n#{other}")
    def raises!(type, text)
      yield
      abort "nothing raised"
    rescue type => e
      abort e.message unless e.message.include?(text)
    end
  RUBY

  def check!(code)
    ran = run_ruby(SETUP + code)

    assert_predicate ran, :success?, "#{ran.stderr}#{ran.stdout}"
    assert_empty ran.stderr
  end

  def test_to_json_of_the_json_gem_keeps_options_and_depth
    check!(<<~'RUBY')
      data = { a: [ByJson.new, ByJsonGenerate.new, Plain.new] }
      plain = { a: [{ by: ["json"] }, { by: ["json"] }, "plain"] }
      same!(Jacinth.generate(data, OPTIONS), Jacinth.generate(plain, OPTIONS))
      same!(Jacinth.pretty_generate(data), Jacinth.pretty_generate(plain))
      same!(Jacinth.generate(data), Jacinth.generate(plain))
      class Slash; def to_json(*a) = ["</"].to_json(*a); end
      same!(Jacinth.generate([Slash.new], script_safe: true), '[["<\\/"]]')
      raises!(JSON::NestingError, "is too deep") { Jacinth.generate([[ByJson.new]], max_nesting: 3) }
    RUBY
  end

  # Subclasses inherit the to_json that the json gem gives to every object.
  def test_options_apply_to_subclasses_of_core_classes
    check!(<<~'RUBY')
      list, map, text = [Array, Hash, String].map { |type| Class.new(type) }
      data = [list[nil, 2**60, [1].each, "\xFF"], map["b", nil, "a", {}], text.new("</")]
      plain = [[*data[0]], {}.merge(data[1]), +"" << data[2]]
      [{ omit_nil: true }, { omit_empty: true }, { safe_integers: :string }, { enumerators: :array }, { html_safe: true },
       { width: 12, **OPTIONS }].each do |options|
        options = { invalid: :replace, enumerators: :array, **options }
        same!(Jacinth.generate(data, options), Jacinth.generate(plain, options))
      end
      own = Class.new(list) { def to_json(*) = '"own"' }
      same!(Jacinth.generate([own[1], Class.new(own)[1], own[1].tap { |one| def one.to_json(*) = "2" }]), '["own","own",2]')
    RUBY
  end

  def test_to_json_of_jacinth_keeps_options_and_depth
    check!(<<~'RUBY')
      data = { a: [ByJacinth.new] }
      plain = { a: [{ by: ["jacinth"] }] }
      same!(JSON.generate(data, OPTIONS), JSON.generate(plain, OPTIONS))
      same!(JSON.pretty_generate(data), JSON.pretty_generate(plain))
      raises!(Jacinth::NestingError, "nesting of 4 is too deep") { JSON.generate([[ByJacinth.new]], max_nesting: 3) }
      state = JSON::State.new(OPTIONS)
      same!(Jacinth.generate(plain, state), JSON.generate(plain, state))
      same!(Jacinth::State.from_state(state).indent, "\t")
      same!(Jacinth.pretty_generate([1], JSON::State.new), "[1]")
    RUBY
  end

  def test_fragments_of_the_json_gem_are_written
    check!(<<~RUBY)
      theirs = JSON::Fragment.new("[1 ]")
      same!(Jacinth.generate([theirs]), "[[1 ]]")
      same!(Jacinth.generate({ a: theirs }, strict: true), '{"a":[1 ]}')
      same!(Jacinth::Coder.new { abort "asked" }.dump([theirs, theirs]), "[[1 ],[1 ]]")
      raises!(Jacinth::GeneratorError, "not allowed") { Jacinth::Coder.new.dump([Class.new(JSON::Fragment).new("1")]) }
      raises!(Jacinth::GeneratorError, "not allowed") { Jacinth::Coder.new.dump([Struct.new(:json).new("1")]) }
      theirs.json = 5
      raises!(TypeError, "wrong argument type Integer") { Jacinth::Coder.new.dump([theirs]) }
    RUBY
  end

  def test_an_option_changed_by_to_json_holds_for_the_call
    check!(<<~RUBY)
      class Changes
        def to_json(state, *)
          abort unless state.is_a?(Jacinth::State) && state.kind_of?(JSON::State)
          state.space = " "
          "0"
        end
      end
      same!(Jacinth.generate({ a: 1, b: Changes.new, c: 2 }), '{"a":1,"b":0,"c": 2}')
      same!(Jacinth.generate({ a: 1 }), '{"a":1}')
    RUBY
  end

  # A State is made from one that is kept: each call has its own all the same.
  def test_each_call_gets_a_state_of_its_own
    check!(<<~'RUBY')
      class Keeps
        SEEN = []
        def to_json(state, *)
          SEEN << state
          state.indent = "-" if SEEN.size == 1
          "#{state.depth} #{state.space.inspect} #{state.indent.inspect}".dump
        end
      end
      same!(Jacinth.generate([Keeps.new]), '["1 \\"\\" \\"-\\""]')
      same!(Jacinth.generate([[Keeps.new]]), '[["2 \\"\\" \\"\\""]]')
      same!(Jacinth.generate([Keeps.new], space: " "), '["1 \\" \\" \\"\\""]')
      same!(Jacinth.generate([Keeps.new]), '["1 \\"\\" \\"\\""]')
      same!(Keeps::SEEN.map(&:object_id).uniq.size, 4)
      JSON::State = Class.new(JSON::State).tap { JSON.send(:remove_const, :State) }
      Jacinth.generate([Keeps.new])
      same!(Keeps::SEEN.last.is_a?(JSON::State), true)
    RUBY
  end

  def test_a_json_module_without_a_state_does_no_harm
    code = 'module JSON; end; require "jacinth"; class Own; def to_json(*) = "1"; end; print Jacinth.generate([Own.new])'

    assert_equal "[1]", run_ruby(code).stdout
  end

  def test_the_to_json_of_every_object_is_not_called
    check!(<<~'RUBY')
      list = [:a, :"b\n", 1..2, Plain.new, Class.new(Hash)["k", :v], Class.new(Array).new([:x]), Class.new(String).new("s")]
      same!(Jacinth.generate(list), '["a","b\\n","1..2","plain",{"k":"v"},["x"],"s"]')
      same!(Jacinth.generate(list), JSON.generate(list))
      same!(Jacinth.generate(list * 3, OPTIONS), JSON.generate(list * 3, OPTIONS))
      raises!(Jacinth::GeneratorError, "NaN not allowed in JSON") { Jacinth.generate(Class.new(Array).new([Float::NAN])) }
      calls = 0
      trace = TracePoint.new(:call) { |point| calls += 1 if point.method_id == :to_json }
      trace.enable { Jacinth.generate(list) }
      same!(calls, 0)
    RUBY
  end

  # Wherever it is defined: on the object, its class, a module, or in the place
  # of json's own.
  def test_a_redefined_to_json_is_called
    check!(<<~RUBY)
      $VERBOSE = nil
      class Dsl
        def self.instance_method = raise
        def to_s = "dsl"
      end
      same!(Jacinth.generate([Dsl.new, :a]), '["dsl","a"]')
      one = Plain.new
      def one.to_json(*) = "1"
      same!(Jacinth.generate([Plain.new, one, Plain.new]), '["plain",1,"plain"]')
      Dsl.include(Module.new { def to_json(*) = "2" })
      same!(Jacinth.generate([Dsl.new, :a]), '[2,"a"]')
      class Symbol; def to_json(*) = "3"; end
      same!(Jacinth.generate([:a, "a", Plain.new]), '[3,"a","plain"]')
      Plain.prepend(Module.new { def to_json(*) = super.upcase })
      same!(Jacinth.generate([Plain.new]), '["PLAIN"]')
      module JSON::GeneratorMethods; def to_json(*) = "4"; end
      same!(Jacinth.generate([1..2, :a]), '[4,3]')
      class Object; def to_json(*) = "5"; end
      same!(Jacinth.generate([1..2, Dsl.new]), '[5,2]')
    RUBY
  end

  def test_a_to_json_added_to_the_drop_in_is_called
    code = 'require "jacinth/json"; $VERBOSE = nil; module JSON::GeneratorMethods; def to_json(*) = "0"; end;' \
           'class Own; def to_json(*) = "1"; end; print JSON.generate([1..2, :a, Own.new]);' \
           "JSON::GeneratorMethods.remove_method(:to_json); print JSON.generate([1..2, :a, Own.new])"

    assert_equal '[0,0,1]["1..2","a",1]', run_ruby(code).stdout
  end

  def test_a_protected_to_json_is_not_called
    check!(<<~RUBY)
      class Keeps; protected def to_json(*) = "1"; def to_s = "keeps"; end
      same!(Jacinth.generate([Keeps.new, Keeps.new]), '["keeps","keeps"]')
    RUBY
  end

  def test_the_json_gem_can_be_loaded_later
    code = 'require "jacinth"; print Jacinth.generate([:a, 1..2]); require "json"; print Jacinth.generate([:a, 1..2]);' \
           'module JSON::GeneratorMethods; remove_method(:to_json); def to_json(*) = "0"; end; print Jacinth.generate([:a])'

    assert_equal '["a","1..2"]["a","1..2"][0]', run_ruby(code).stdout
  end

  def test_a_to_json_is_called_in_a_ractor
    text = ractors!("#{SETUP}print Ractor.new { Jacinth.generate([:a, 1..2, ByJacinth.new]) }.value")

    assert_equal '["a","1..2",{"by":["jacinth"]}]', text
  end

  def test_the_json_gem_is_not_changed
    check!(<<~RUBY)
      same!(JSON.equal?(Jacinth), false)
      same!(JSON::State.ancestors.grep(/Jacinth/), [])
      same!(Object.new.method(:to_json).owner.name.start_with?("JSON"), true)
      same!(JSON.generate([ByJson.new]), '[{"by":["json"]}]')
    RUBY
  end

  # json 3.0 does not have rfc8785, and refuses an option that it does not have.
  def test_a_state_has_no_option_that_the_gem_refuses
    check!(<<~RUBY)
      class JSON::State
        remove_method(:rfc8785=) if method_defined?(:rfc8785=)
        prepend(Module.new do
          def configure(options)
            raise ArgumentError, "unknown keyword: rfc8785" if options.key?(:rfc8785)

            super
          end
        end)
      end
      same!(Jacinth.generate([ByJson.new]), '[{"by":["json"]}]')
    RUBY
  end

  # With the json of this Ruby, not of the bundle: in Ruby 4.0, its to_h calls a deprecated method.
  WITHOUT_BUNDLE = "$LOAD_PATH.reject! { |folder| folder.include?(\"/json-\") }\n#{SETUP}".freeze

  def test_the_options_of_a_state_are_those_of_the_json_gem
    ran = run_ruby(<<~RUBY, args: ["-W:deprecated"])
      #{WITHOUT_BUNDLE}
      class Options
        def to_json(state, *) = (print (state.to_h.keys - %i[allow_duplicate_key] - JSON::State.new.to_h.keys).inspect) || "1"
      end
      Jacinth.generate([Options.new])
    RUBY

    assert_equal ["[]", ""], [ran.stdout, ran.stderr]
  end

  def test_a_state_that_is_changed_causes_no_warning
    ran = run_ruby(<<~RUBY, args: ["-W:deprecated"])
      #{WITHOUT_BUNDLE}
      class Changes
        def to_json(state, *) = (state.indent = " ") && "1"
      end
      print Jacinth.generate([Changes.new, [2]])
    RUBY

    assert_equal ["[1, [  2]]", ""], [ran.stdout, ran.stderr]
  end
end
