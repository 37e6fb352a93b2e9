# frozen_string_literal: true

require_relative "support"
require "pathname"

# Arguments, files, errors and exit statuses, which all subcommands share.
class CommandTest < Minitest::Test
  include CommandSupport

  NAMES = %w[fmt min check get set patch lines bench].freeze

  def test_help_describes_each_subcommand
    general = jacinth!("--help")

    NAMES.each { |name| assert_match(/^  #{name} /, general) }
    assert_equal general, jacinth!("-h")
    assert_equal general, jacinth!("help")
    NAMES.each do |name|
      help = jacinth!(name, "--help")

      assert help.start_with?("Usage: jacinth #{name} [OPTION...] "), help
      assert_equal help, jacinth!("help", name)
      assert_includes help, "--color=WHEN"
      assert_predicate help, :ascii_only?
    end
  end

  def test_version_is_printed
    assert_equal "jacinth #{Jacinth::VERSION}\n", jacinth!("--version")
    assert_equal "jacinth #{Jacinth::VERSION}\n", jacinth!("-V")
  end

  # In each subcommand; -v is another option of check, and may be short for two of get.
  def test_each_subcommand_prints_the_version
    NAMES.each do |name|
      [%w[--version], %w[-V], (%w[-v] unless %w[check get].include?(name))].compact.each do |arguments|
        assert_equal "jacinth #{Jacinth::VERSION}\n", jacinth!(name, *arguments), name
      end
    end
  end

  def test_wrong_usage_is_reported_with_a_suggestion
    {
      [] => /missing SUBCOMMAND: expected fmt, min, check, get, set, patch, lines or bench; see/,
      ["--what"] => /unknown option: --what/, ["help", "what\e[31m"] => /unknown subcommand: what␛\[31m/,
      ["fmt", "--what"] => /unknown option: --what; see jacinth fmt --help/,
      ["fmt", "--color=green"] => /invalid argument: --color=green, expected auto, always or never; see/,
      ["format"] => /unknown subcommand: format, expected fmt/, ["fnt"] => /unknown subcommand: fnt \(did you mean fmt\?\), expected fmt/,
      ["gte"] => /unknown subcommand: gte \(did you mean get\?\)/, ["mni"] => /: mni \(did you mean min\?\)/,
      ["lines", "--ta=/a"] => %r{unknown option: --ta=/a \(did you mean --at\?\)}, ["tge"] => /unknown subcommand: tge, expected/,
      ["--hepl"] => /unknown option: --hepl \(did you mean --help\?\)/, ["\xE9" * 9] => /unknown subcommand: /,
      ["fmt", "--colour"] => /unknown option: --colour \(did you mean --color\?\); see jacinth fmt --help/,
      ["fmt", "--color=alwas"] => /--color=alwas, expected auto, always or never \(did you mean always\?\); see/,
      ["fmt", "--color"] => /missing argument: --color, expected auto, always or never; see/,
      ["fmt", "--bash-completion-bash=x"] => /unknown option: --bash-completion/,
      ["fmt", "--*-completion-zsh=x"] => /unknown option: --\*-completion-zsh=x/,
      ["min", "--max-nesting=-1"] => /invalid argument: --max-nesting=-1, expected an integer from 0 to 2147483647;/,
      ["fmt", "--relaxed=1"] => /unexpected argument: --relaxed=1/,
      ["get", "--format=pieces"] => /expected auto, concatenated, lines, sequence or single;/,
      ["get", "-v"] => /ambiguous option: -v \(did you mean -V\?\)/,
      ["bench", "--seconds=-1"] => /invalid argument: --seconds=-1/, ["bench", "--seconds=1e400"] => /argument: --seconds=1e400/,
      ["fmt", "--max-nesting=deep"] => /invalid argument: --max-nesting=deep/,
      ["get"] => /missing POINTER \(usage: jacinth get POINTER\.\.\. \[FILE...\]\)/,
      %w[get users/0] => %r{invalid JSON pointer: .*got users/0 \(did you mean /users/0\?\)$}, %w[get /a~3] => %r{got /a~3$},
      %w[get name] => %r{\(did you mean /name\?\)$}, %w[get .] => /\(did you mean ""\?\)$/,
      ["get", ".a-b[0].é"] => %r{\(did you mean /a-b/0/é\?\)$}, ["get", ".[].id"] => %r{\(did you mean '/\*/id'\?\)$},
      ["get", "data.json"] => /got data\.json$/, ["get", ".a | .b"] => /got \.a \| \.b$/, ["get", "\xFFa"] => /invalid JSON pointer/,
      ["get", Pathname(File.expand_path(__FILE__)).relative_path_from(Dir.pwd).to_s] => /got the file \S*command_test\.rb$/,
      ["get", "$.a["] => /invalid JSONPath: expected a selector at the end of "\$\.a\["/,
      %w[lines --at x] => /invalid JSON pointer/, ["fmt", "--in-place"] => /--in-place needs FILE arguments/,
      ["min", "-i", "-"] => /--in-place needs FILE arguments/
    }.each do |argv, message|
      answer = jacinth(*argv, input: "[1]")

      assert_equal [2, ""], [answer.status, answer.out], argv
      assert_match(/\Ajacinth: error: .*\n\z/, answer.err)
      assert_match(message, answer.err)
    end
  end

  def test_files_and_standard_input_are_read_in_order
    one = file("1.json", "[1]")
    two = file("2.json", "{ }")

    assert_equal "[1]\n{}\n", jacinth!("min", one, two)
    assert_equal "[1]\n[3]\n{}\n", jacinth!("min", one, "-", two, input: "[3]")
    assert_equal "[3]\n", jacinth!("min", input: "[3]")
    assert_equal "{}\n", jacinth!("min", "--", two)
  end

  def test_the_next_file_is_read_after_an_error
    good = file("good.json", "[1]")
    bad = file("bad.json", "[1,\n 2 3]")
    answer = jacinth("min", path("none"), bad, @folder, good)

    assert_equal 3, answer.status # the highest
    assert_equal "[1]\n", answer.out[/\[1\]\n\z/]
    assert_equal <<~TEXT, answer.err
      #{path('none')}: error: No such file or directory
      #{bad}:2:4: error: expected ',' or ']' after array value (at $[1])
      2 |  2 3]
        |    ^
      hint: missing comma before this: add it
      #{@folder}: error: Is a directory
    TEXT
    assert_equal 1, jacinth("min", bad, good).status
  end

  def test_hints_are_for_the_command
    {
      "[1,]" => "--relaxed", "// x\n1" => "--relaxed", "[NaN]" => "--allow-nan", '{"a":1,"a":2}' => "--allow-duplicate-key",
      "[" * 101 => "--max-nesting=N", "\xFF\xFE[\0" => "iconv -f UTF-16 -t UTF-8",
      "[\0]\0" => "iconv -f UTF-16LE -t UTF-8", "\0\0\xFE\xFF\0\0\0[" => "iconv -f UTF-32 -t UTF-8",
      Zlib.gzip(Zlib.gzip("[1]")) => "gzip twice: gunzip it once"
    }.each do |text, words|
      answer = jacinth("check", input: text)
      hint = answer.err[/^hint: (.*)$/, 1].to_s

      assert_equal 1, answer.status
      assert_includes hint, words
      refute_match(/true|json 2|force_encoding|Resumable|Zlib/, hint)
      assert_equal hint, Jacinth.parse(jacinth("check", "--json", input: text).out)["hint"]
    end
    assert_match(/^hint: .*: read them with --format=auto$/, jacinth("check", "--format=single", input: "[1]\n[2]").err)
    assert_match(/^hint: .*: read them with --format=auto$/, jacinth("check", "--format=single", input: "\x1E[1]").err)
  end

  def test_options_of_reading_are_accepted
    assert_equal "[1]\n", jacinth!("min", "--relaxed", input: "\u{FEFF}[1, // one\n]")
    assert_equal "[NaN]\n", jacinth!("min", "--allow-nan", input: "[NaN]")
    assert_includes jacinth("min", input: '{"a":1,"a":2}').err, ", or pass --allow-duplicate-key\n"
    assert_equal %({"a":1,"a":2}\n), jacinth!("min", "--allow-duplicate-key", input: '{"a":1,"a":2}')
    assert_equal "#{'[' * 101}#{']' * 101}\n", jacinth!("min", "--max-nesting=0", input: "#{'[' * 101}#{']' * 101}")
    assert_equal 1, jacinth("min", "--max-nesting", "1", input: "[[1]]").status
  end

  def test_gzip_is_read
    text = %({ "a": [#{(0..50_000).to_a.join(', ')}] })
    compact = text.delete(" ")
    half = text.bytesize / 2
    several = Zlib.gzip(text[0, half]) + Zlib.gzip(text[half..])

    [Zlib.gzip(text), several, Zlib.gzip(text) + ("\0" * 700)].each do |bytes|
      assert_equal "#{compact}\n", jacinth!("min", file("a.json.gz", bytes))
      assert_equal "#{compact}\n", jacinth!("min", input: bytes)
      assert_equal "50000\n", jacinth!("get", "/a/50000", input: bytes)
    end
  end

  def test_gzip_without_text_is_no_document
    [Zlib.gzip(""), Zlib.gzip(" \n"), Zlib.gzip("") * 2].each do |bytes|
      [%w[lines], %w[lines --relaxed], %w[lines -d], %w[check --lines]].each { |argv| assert_equal "", jacinth!(*argv, input: bytes) }

      assert_match(/\Astdin:\d:\d: error: unexpected end of input$/, jacinth("check", input: bytes).err)
    end
  end

  # A document may be as deep as it likes; its place is one line for people.
  def test_long_paths_are_shortened
    answer = jacinth("check", "--max-nesting=0", input: "[" * 50_000)
    path = answer.err[/\(at (.*)\)$/, 1]

    assert_equal 1, answer.status
    assert_operator path.size, :<=, 160
    assert_match(/\A\$(?:\[0\])+.*….*(?:\[0\])+\z/, path)
    assert_equal 150_001, Jacinth.parse(jacinth("check", "--json", "--max-nesting=0", input: "[" * 50_000).out)["json_path"].size
  end

  def test_damaged_gzip_is_reported
    bytes = Zlib.gzip("[#{'1,' * 5000}1]", level: 0)
    flipped = bytes.dup.tap { |copy| copy.setbyte(2000, 0x32) }

    [bytes[0, 1000], bytes[0, 12], bytes[0..-2], flipped, "#{bytes}[2]"].each do |damaged|
      answer = jacinth("check", input: damaged)

      assert_equal [3, ""], [answer.status, answer.out]
      assert_match(/\Astdin: error: damaged gzip data: .+\n\z/, answer.err)
    end
  end

  # A pipe can return one byte at a time.
  def test_input_byte_by_byte_is_read
    [Zlib.gzip('[{"a": 1.50}]'), "\u{FEFF}".b + '[{"a": 1.50}]', "\n\n [ {\"a\": 1.50}]"].each do |bytes|
      [%w[min --relaxed], %w[lines], %w[get /0]].each do |argv|
        next if argv == %w[get /0] && bytes.start_with?("\xEF".b)

        out = StringIO.new
        status = Jacinth::Command.run(argv, input: Dripping.new(bytes), output: out, errors: out)

        assert_equal [0, '{"a":1.50}'], [status, out.string[/\{.*\}/]], out.string
      end
    end
  end

  def test_names_and_texts_of_others_do_not_reach_the_terminal
    skip "no such names here" if WINDOWS
    name = file("\e]0;x\a\xFF.json", "[\e[2J]")
    answer = jacinth("check", name, path("\e[1m"))

    assert_equal 3, answer.status
    refute_match(/[\e\a]/, answer.err)
    assert_predicate answer.err, :valid_encoding?
  end

  def test_a_failed_write_ends_with_the_status_of_io_errors
    out = Object.new
    def out.write(_text) = raise(Errno::ENOSPC)
    def out.flush = nil
    err = StringIO.new

    assert_equal 3, Jacinth::Command.run(%w[fmt], input: StringIO.new("[1]"), output: out, errors: err, env: {})
    assert_equal "stdout: error: No space left on device\n", err.string
  end

  def test_a_too_large_number_is_wrong_usage
    err = StringIO.new
    status = Jacinth::Command.run(%w[check --max-nesting=99999999999999999999], input: StringIO.new("[1]"), errors: err, env: {})

    assert_equal 2, status
    assert_includes err.string, "invalid argument: --max-nesting=99999999999999999999"
  end

  def test_a_closed_pipe_ends_quietly_with_the_status_of_sigpipe
    out = Object.new
    def out.write(_text) = raise(Errno::EPIPE)
    def out.flush = nil
    %w[fmt lines check].each do |name|
      err = StringIO.new
      status = Jacinth::Command.run([name, "--color=always"], input: StringIO.new("[1]"), output: out, errors: err, env: {})

      assert_equal [name == "check" ? 0 : 141, ""], [status, err.string]
    end
  end

  def test_a_closed_standard_error_keeps_the_status
    err = Object.new
    def err.write(_text) = raise(Errno::EPIPE)
    assert_equal 1, Jacinth::Command.run(%w[check], input: StringIO.new("["), output: StringIO.new, errors: err, env: {})
  end
end
