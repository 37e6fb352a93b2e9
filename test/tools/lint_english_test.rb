# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../tools/lint_english"

class LintEnglishTest < Minitest::Test
  def faults(text)
    with_file(text) do |path|
      LintEnglish.faults_of(path).map { |fault| fault[/:(\d+: .*)/, 1] }
    end
  end

  def test_clauses_private_words_and_bare_errors_are_found
    code = <<~'CODE'
      # Whether it is empty.
      /* What follows. */
      x = 1 # the place behind the comma
      raise TypeError, "no String: #{text}"
      # Answers the next piece.
      # It asks the one beside it.
    CODE

    assert_equal ["1: write a whole sentence: Whether it is empty.", "2: write a whole sentence: What follows. */",
                  "3: write after: the place behind the comma", "4: say what is expected: raise TypeError, \"no String: \#{text}\"",
                  "5: write a technical term: Answers the next piece.", "5: write returns: Answers the next piece.",
                  "6: write next to: It asks the one beside it.", "6: write calls, checks, or needs: It asks the one beside it."],
                 faults(code)
  end

  def test_sentences_and_second_lines_are_accepted
    assert_empty faults("# Returns the text, and\n# What in a second line is no beginning.\nraise \"expected a String, got 5\"\n")
  end

  def test_words_of_pages_are_checked_outside_code
    page = "# Stale\n\nRead `stale` values.\n\n```\nstale\n```\n\nIt tells why.\n"
    faults = with_file(page) { |path| LintEnglish.faults_of_page(path) }

    assert_equal([1, 9], faults.map { |fault| fault[/:(\d+): /, 1].to_i })
  end
end
