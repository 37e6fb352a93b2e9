# frozen_string_literal: true

require_relative "support"

# Continuations that return into documents which went on, or ended.
class ContinuationsTest < GeneratorTest
  # A continuation that comes back to a document that is done, or went on, is
  # refused or works; nothing else happens.
  def test_a_second_return_into_a_callback_raises
    skip "AddressSanitizer takes what callcc does to the stack for an overflow" if ENV["JACINTH_SANITIZE"]

    text = ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth"
      require "continuation"
      fill = Array.new(40) { |i| { "key\#{i % 7}" => i } }
      [[], [fill], [fill, ["x" * 20_000]]].each do |before|
        [false, true].each do |late|
          saved = nil
          count = 0
          object = Object.new
          object.define_singleton_method(:to_json) { |*| callcc { |c| saved ||= c }; "0" }
          begin
            texts = Jacinth.generate([before, object, fill, late ? ["y" * 40_000] : [], object])
            GC.start
            Jacinth.generate([fill] * 5)
            count += 1
            saved.call if count < 5
            print "done;" if texts.start_with?("[[") && texts.end_with?("0]")
          rescue RuntimeError
            print "refused;"
          end
        end
      end
    RUBY

    assert_match(/\A(?:done;|refused;){6}\z/, text)
  end

  # A continuation goes back into a to_json when the document is done, which
  # then fails.
  LATE_FAILURE = <<~RUBY
    require "jacinth"
    require "continuation"
    saved = nil
    again = false
    object = Object.new
    object.define_singleton_method(:to_json) do |*|
      callcc { |c| saved ||= c }
      raise Jacinth::GeneratorError.new("mine", 1) if again
      "0"
    end
    wide = Array.new(70_000) { |i| ["k\#{i}", i] }.to_h
    tree = 300.times.inject([object, wide]) { |inner, i| { "key\#{i}" => inner } }
    tree = 60.times.inject(tree) { |inner, _| { "outer" => inner, **wide.first(700).to_h } }
    begin
      Jacinth.generate([tree, wide], max_nesting: 0)
      unless again
        again = true
        GC.start
        Jacinth.generate([{ "a" => [[[1]]] }] * 500)
        saved.call
      end
    rescue Jacinth::GeneratorError => e
      print e.message, ";", e.json_path.inspect
    end
  RUBY
  private_constant :LATE_FAILURE

  def test_an_error_after_a_second_return_has_no_path
    skip "AddressSanitizer takes what callcc does to the stack for an overflow" if ENV["JACINTH_SANITIZE"]

    assert_equal "mine;nil", ruby!(LATE_FAILURE, args: ["-W0"])
  end
end
