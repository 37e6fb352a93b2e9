# frozen_string_literal: true

require_relative "../test_helper"

# Programs that change $, and $; and $/, as `ruby -0777` and `ruby -F` do: the defaults of join, split and chomp.
class SeparatorsTest < Minitest::Test
  PROGRAM = <<~'RUBY'
    require "jacinth"
    T = Jacinth::Type
    text = %({"a": {"b": [1, {"c/d": "x"}]}, // one\n "e": [\n  1, 2 // two\n]})
    doc = Jacinth::Document.new(text, allow_comments: true)
    edited = doc.add("/f", [1, 2]).add("/e/-", 3).add("/e/0", 0).remove("/a").to_s
    bad = []
    Jacinth.each("[1]\n[2, oops]\r\n[3]", on_error: ->(_, _, skipped) { bad << skipped }).to_a
    error = begin
      Jacinth.parse(%({"a": [1, "\xFF\xFE", oops]}))
    rescue Jacinth::ParserError => e
      [e.message, e.detailed_message, e.json_path, e.pointer]
    end
    puts Jacinth.generate([
      edited, bad, error, Jacinth.query(text, "$.a..c", allow_comments: true), Jacinth.query(text, "$.a.b[0]", allow_comments: true),
      Jacinth::Query.new("$..*").paths({ "a" => { "b" => [1] } }), doc.query("$..b").map(&:pointer),
      Jacinth.diff({ "a" => [{ "b" => 1 }] }, { "a" => [{ "b" => 2 }] }), Jacinth.patch({ "a" => { "b" => 1 } }, '[{"op":"remove","path":"/a/b"}]'),
      T[{ a: Integer, b: [String] }].rbs("t"), T.hash(/\Aa/ => Integer, /b\z/ => String).json_schema, Jacinth.pretty_generate({ a: [1, { b: 2 }] }, width: 20),
      Jacinth.reformat(text, allow_comments: true)
    ], invalid: :replace)
  RUBY

  def test_results_do_not_depend_on_the_separators_of_the_program
    [{}, { "JACINTH_BACKEND" => "portable" }].each do |env|
      plain, changed = ["", "$, = '-'\n$; = 'a'\n$/ = nil\n"].map { |set| ruby!("#{set}#{PROGRAM}", env: env, args: ["-W0"]) }

      assert_equal plain, changed
    end
  end

  def test_no_file_joins_with_the_separator_of_the_program
    found = Dir["#{Checkout::ROOT}/lib/**/*.rb"].flat_map do |path|
      File.foreach(path, encoding: "UTF-8").grep(/^[^#]*(?<!File)\.join\b(?!\()/)
    end

    assert_empty found
  end
end
