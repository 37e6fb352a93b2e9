# frozen_string_literal: true

require_relative "../test_helper"

# Jacinth and the json gem in one program, without the drop-in.
class BesideTest < Minitest::Test
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

  def test_what_a_to_json_changes_holds_for_the_call
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
  def test_states_that_are_handed_out_are_not_shared
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

  def test_another_json_without_a_state
    code = 'module JSON; end; require "jacinth"; class Own; def to_json(*) = "1"; end; print Jacinth.generate([Own.new])'

    assert_equal "[1]", run_ruby(code).stdout
  end

  def test_the_json_gem_is_left_alone
    check!(<<~RUBY)
      same!(JSON.equal?(Jacinth), false)
      same!(JSON::State.ancestors.grep(/Jacinth/), [])
      same!(Object.new.method(:to_json).owner.name.start_with?("JSON"), true)
      same!(JSON.generate([ByJson.new]), '[{"by":["json"]}]')
    RUBY
  end
end
