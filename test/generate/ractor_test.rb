# frozen_string_literal: true

require_relative "support"

# Documents from several Ractors at once, with options that they share.
class RactorTest < GeneratorTest
  def ractors(code)
    text = ractors!(<<~RUBY)
      require "jacinth"
      TREE = Ractor.make_shareable(Array.new(50) { |i| { "key\#{i}" => [i, i / 3.0, "é\\n"], sym: { nil => :s }, 1 => 2**70 } })
      #{code}
    RUBY

    assert_equal "ok", text
  end

  def test_ractors_generate_in_parallel
    ractors(<<~RUBY)
      expected = Jacinth.generate(TREE)
      given = Array.new(4) { Ractor.new { Array.new(60) { Jacinth.generate(TREE) }.uniq } }.map(&:value)
      print given == [[expected]] * 4 ? "ok" : given.inspect
    RUBY
  end

  def test_ractors_share_a_state_and_a_coder
    ractors(<<~RUBY)
      STATE = Jacinth::State.new(indent: " ", array_nl: "\\n", sort_keys: true).freeze
      CODER = nil.instance_eval { Ractor.make_shareable(Jacinth::Coder.new(&->(object, _) { object.to_s })) }
      rows = Ractor.make_shareable([{ "b" => 1.5, "a" => [] }] * 30)
      expected = [STATE.generate(rows), CODER.dump(TREE)]
      given = Array.new(3) { Ractor.new(rows) { |r| Array.new(30) { [STATE.generate(r), CODER.dump(TREE)] }.uniq } }.map(&:value)
      ok = Ractor.shareable?(STATE) && Ractor.shareable?(CODER) && given == [[expected]] * 3
      print ok ? "ok" : given.inspect
    RUBY
  end

  def test_ractors_write_by_each_method
    ractors(<<~RUBY)
      class Own
        def to_json(state = nil, *) = Jacinth.generate({ "own" => [1] }, state)
      end
      def Own.work
        error = begin
          Jacinth.generate({ "a" => [Float::NAN] })
        rescue Jacinth::GeneratorError => e
          [e.message, e.json_path]
        end
        [Jacinth.pretty_generate(TREE), Jacinth.dump(TREE), Jacinth.generate([Own.new] * 3), error,
         Jacinth.generate({ "b" => 1e21, "a" => "é" }, rfc8785: true), Jacinth.generate("é".encode("UTF-16LE")),
         Jacinth.generate(Jacinth::Fragment.new("[1]")), Jacinth.generate({ "b" => 1, "a" => 2 }, sort_keys: true)]
      end
      expected = Own.work
      given = Array.new(3) { Ractor.new { Own.work } }.map(&:value)
      print given == [expected] * 3 ? "ok" : given.inspect
    RUBY
  end

  # The first that this process sorts, in all of them at once.
  def test_ractors_sort_canonical_keys_of_all_kinds
    ractors(<<~RUBY)
      rows = Ractor.make_shareable([{ nil => 1, 7 => [{ 2.5 => 1, "\u{FFFD}" => 2, "\u{1F600}" => 3, a: 4 }] }])
      given = Array.new(4) do
        Ractor.new(rows) { |r| Array.new(5) { Jacinth.generate(r, rfc8785: true) }.uniq }
      end.map(&:value)
      expected = %([{"":1,"7":[{"2.5":1,"a":4,"\u{1F600}":3,"\u{FFFD}":2}]}])
      print given == [[expected]] * 4 ? "ok" : given.inspect
    RUBY
  end
end
