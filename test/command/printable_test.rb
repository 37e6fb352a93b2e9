# frozen_string_literal: true

require_relative "support"

# Nothing from outside controls the terminal: neither arguments, nor the names of files,
# nor documents.
class CommandPrintableTest < Minitest::Test
  include CommandSupport

  # C0, DEL, C1 (in UTF-8 and as a byte), and an override of the direction.
  CONTROLS = ["\e[2J", "\a", "\b", "\r", "\x00"].freeze # which JSON has only as escapes
  OTHERS = ["\x7F", "\u009B2J", "\u009D0;x\u009C", "\u202Ex", "\x9B31m"].freeze
  HOSTILE = [*CONTROLS, *OTHERS].freeze
  OWN = /\e\[(?:|1|1;31|1;33|1;34|32|35|36)m/ # the sequences of the command itself

  def assert_harmless(text, message)
    rest = text.b.force_encoding(Encoding::UTF_8).gsub(OWN, "")

    assert_predicate rest, :valid_encoding?, message
    refute_match(/[\p{Cc}&&[^\n]]|\u202E/, rest, message)
  end

  # Runs the command with both outputs on a terminal, with colors and without.
  def each_screen(*argv, input: "")
    [{}, { "NO_COLOR" => "1" }].each do |env|
      answer = jacinth(*argv, input: input, out: Screen.new, err: Screen.new, env: env)

      assert_harmless answer.out, [argv, env, answer.out]
      assert_harmless answer.err, [argv, env, answer.err]
    end
  end

  def test_hostile_text_of_documents_is_escaped_on_a_terminal
    OTHERS.each do |text|
      raw = "{\"a\": \"#{text}\", \"#{text}\": [\"#{text}\", {\"#{text}\": 1}]}".force_encoding("UTF-8")
      [%w[fmt], %w[min], %w[fmt -s], ["get", ""], %w[get /a], %w[get -r /a], %w[get --pretty /*], %w[get --csv /a],
       %w[get --ndjson /a], %w[lines], %w[lines -a], %w[check]].each do |argv|
        each_screen(*argv, input: raw)
        each_screen(*argv, input: "#{raw}\n#{raw} oops")
      end
    end
  end

  # Escapes in the document become characters in the strings that are written.
  def test_strings_of_get_and_lines_are_escaped_on_a_terminal
    HOSTILE.select(&:valid_encoding?).each do |text|
      document = Jacinth.generate({ "a" => text, text => [text] }, ascii_only: true)
      [%w[get -r /a], %w[get -r /*], %w[get --csv /a], %w[get --tsv /a], %w[lines], %w[lines -a], %w[fmt], %w[min -s]].each do |argv|
        each_screen(*argv, input: document)
      end
    end
  end

  def test_hostile_text_in_errors_is_escaped
    HOSTILE.each do |text|
      ["[#{text}]", "{\"#{text}\": oops}", "[\"#{text}", "{\"#{text}\": 1, \"#{text}\": 2}", "[1] #{text}"].each do |document|
        [%w[check], %w[check --json], %w[check -l], %w[fmt], %w[get --validate /a], %w[lines --skip-bad]].each do |argv|
          each_screen(*argv, input: document)
        end
      end
    end
  end

  def test_hostile_text_in_arguments_is_escaped
    HOSTILE.reject { |text| text.include?("\x00") }.each do |text|
      [["get", "/#{text}"], ["get", text], [text], ["fmt", "--#{text}"], ["fmt", "--color=#{text}"], ["check", text],
       ["lines", "--at=#{text}"], ["help", text], ["fmt", "--max-nesting=#{text}"], ["bench", text]].each do |argv|
        each_screen(*argv, input: "[1]")
      end
    end
  end

  def test_hostile_names_of_files_are_escaped
    skip "no such names here" if WINDOWS
    HOSTILE.reject { |text| text.include?("\x00") }.each do |text|
      name = file("#{text}\nx.json", "[1]")
      bad = file("#{text}bad.json", "[1,]")
      [["check", "-v", name, bad], ["check", "--json", bad], ["fmt", bad], ["get", "/a", name], ["lines", "--skip-bad", "-d", bad],
       ["bench", "--seconds=0", name], ["fmt", "#{name}none"]].each do |argv|
        each_screen(*argv)
        answer = jacinth(*argv)

        assert_harmless answer.out + answer.err, argv # messages are safe in a pipe, too
        refute_match(/^x\.json/, answer.out + answer.err)
      end
    end
  end

  # A program that reads the record gets the key itself.
  def test_records_of_errors_keep_their_meaning
    answer = jacinth("check", "--json", input: "{\"\u009B\x7F\": oops}")

    assert_harmless answer.out, answer.out
    assert_equal "$[\"\u009B\x7F\"]", Jacinth.parse(answer.out)["json_path"]
  end

  # In a file or a pipe, documents stay as they are; on a terminal they stay the same JSON.
  def test_documents_keep_their_meaning
    text = "{\"a\":\"\u009B\x7F\u202Eé\u{1F600}\"}"

    assert_equal "#{text}\n", jacinth!("min", input: text)
    assert_equal "#{Jacinth.parse(text)['a']}\n", jacinth!("get", "-r", "/a", input: text)
    shown = jacinth!("min", input: text, out: Screen.new).gsub(OWN, "")

    assert_equal Jacinth.parse(text), Jacinth.parse(shown)
    assert_includes shown, "\\u009b\\u007f\\u202eé\u{1F600}"
  end

  # A character can be cut by the end of a chunk.
  def test_characters_cut_by_chunks_are_escaped
    text = "[\"é\u009B\u{1F600}\u202E\x7F\"]\n"
    wanted = text.gsub(/[\u009B\u202E\x7F]/) { |character| format("\\u%04x", character.ord) }
    (1..text.bytesize).each do |size|
      out = Screen.new
      output = Jacinth::Command.const_get(:Terminal)::Output.new(out)
      text.b.scan(/.{1,#{size}}/mn) { |piece| assert_equal piece.bytesize, output.write(piece) }
      output.flush

      assert_equal wanted, out.string.dup.force_encoding("UTF-8"), size
    end
  end
end
