# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../tools/compare_errors"
require "open3"
require "tmpdir"

# tools/compare_errors.rb with the texts of other readers.
class CompareErrorsTest < Minitest::Test
  Kinds = CompareErrors::Kinds

  {
    "expected ',' or ']' after array value at line 1 column 3" => ["expected ',' or ']' after array value", 1, 3, nil],
    "Expected another array element at line 2, column 10" => ["Expected another array element", 2, 10, nil],
    "Unfinished JSON term at EOF at line 4, column 0" => ["Unfinished JSON term at EOF", 4, 0, nil],
    "Extra data: line 2 column 1 (char 10)" => ["Extra data", 2, 1, 10],
    "trailing comma in array (byte 9)" => ["trailing comma in array", nil, nil, 9],
    "'utf-8' codec can't decode byte 0x8b in position 1: invalid start byte" =>
      ["'utf-8' codec can't decode byte 0x8b: invalid start byte", nil, nil, 1],
    "Input data was truncated" => ["Input data was truncated", nil, nil, nil],
    "got '\xFF' at line 1 column 1".b => ["got '<FF>'", 1, 1, nil]
  }.each_with_index do |(text, expected), i|
    define_method("test_text_and_position_are_found_in_output_#{i}") do
      answer = CompareErrors.answer(text)

      assert_equal [*expected, nil], answer.to_a
      assert_equal !expected[1].nil?, answer.place?
    end
  end

  def test_marks_follow_from_the_judged_words
    judged = Kinds::TABLE.fetch("Numbers").fetch("a leading zero")

    assert_equal 0, Kinds.mark(judged, "expected ',' or ']'")
    assert_equal 1, Kinds.mark(judged, "invalid number")
    assert_equal 2, Kinds.mark(judged, "leading zero: write 80")
    assert_equal 2, Kinds.mark(/comma/, "a comma is missing")
  end

  # Python has no msgspec everywhere; this one has its name and its manner.
  MSGSPEC = <<~PYTHON
    __version__ = "9"
    class json:
        def decode(data):
            if data != b"[1]":
                raise ValueError("JSON is malformed: trailing comma in array (byte 3)")
  PYTHON

  def test_a_module_of_python_reports_version_and_errors
    skip "no python3" unless system("python3", "--version", out: File::NULL, err: File::NULL)

    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "msgspec.py"), MSGSPEC)
      paths = { "good.json" => "[1]", "bad.json" => "[1,]" }.map do |name, text|
        File.join(folder, name).tap { |path| File.write(path, text) }
      end
      reader = CompareErrors::Python.new("msgspec", "msgspec", { "PYTHONPATH" => folder })

      assert_equal "9", reader.version
      good, bad = reader.answers([], paths)
      assert_nil good
      assert_equal ["trailing comma in array", 3], [bad.text, bad.byte]
    end
  end

  def test_a_missing_module_of_python_raises
    skip "no python3" unless system("python3", "--version", out: File::NULL, err: File::NULL)

    assert_raises(CompareErrors::Missing) { CompareErrors::Python.new("none", "no_such_module").version }
  end

  def test_the_page_names_its_tool_and_judges_all_documents
    page = File.read(CompareErrors::PAGE, encoding: "UTF-8")

    assert_includes page, "Written by tools/compare_errors.rb"
    assert_empty(CompareErrors::ROWS.map(&:name).reject { |name| page.match?(/^\| #{Regexp.escape(name)}: (?:[^|]|\\\|)+ \| ●/) })
    refute_includes page, "Not judged yet"
  end
end
