# frozen_string_literal: true

require_relative "support"
require "timeout"

# The command reads a pipe that stays open, such as that of tail -f.
class CommandPipeTest < Minitest::Test
  include CommandSupport

  LIMIT = 60 # seconds that a process can take

  # The results of each command after the first text and after the second. The first ends in
  # the middle of a line.
  FIRST = %({"a":1}\n{"a":"x"}\n{"a")
  SECOND = %(:[3]}\n)
  RESULTS = {
    %w[get /a] => [%(1\n"x"\n), "[3]\n"], %w[get --raw /a] => ["1\nx\n", "[3]\n"], %w[get --format=lines /a] => [%(1\n"x"\n), "[3]\n"],
    %w[get --validate /a] => [%(1\n"x"\n), "[3]\n"], %w[get -p /a -p /a] => [%(1\n1\n"x"\n"x"\n), "[3]\n[3]\n"],
    %w[get $.a] => [%(1\n"x"\n), "[3]\n"], %w[get --csv /a] => ["a\n1\nx\n", "[3]\n"], %w[get --ndjson /a] => [%([1]\n["x"]\n), "[[3]]\n"],
    %w[get --color=always /a] => ["\e[36m1\e[m\n\e[32m\"x\"\e[m\n", "[\e[36m3\e[m]\n"],
    %w[min] => [%({"a":1}\n{"a":"x"}\n), %({"a":[3]}\n)], %w[min --sort-keys --format=lines] => [%({"a":1}\n{"a":"x"}\n), %({"a":[3]}\n)],
    %w[fmt] => [%({\n  "a": 1\n}\n{\n  "a": "x"\n}\n), %({\n  "a": [\n    3\n  ]\n}\n)],
    %w[lines] => [%({"a":1}\n{"a":"x"}\n), %({"a":[3]}\n)], %w[lines --at /a] => [%(1\n"x"\n), "[3]\n"]
  }.freeze

  # Yields the input and the output of a process, then returns its status and its errors.
  def open_process(*argv, backend: nil, **options)
    environment, *command = process(*argv)
    environment = environment.merge("JACINTH_BACKEND" => backend) if backend
    Open3.popen3(environment, *command, **options) do |input, output, errors, thread|
      [input, output].each(&:binmode)
      Timeout.timeout(LIMIT) do
        yield input, output
        input.close
        [thread.value.exitstatus, errors.read]
      end
    end
  end

  def assert_results(argv, first, second, **options)
    ended = open_process(*argv, **options) do |input, output|
      input << FIRST
      input.flush

      assert_equal first, output.read(first.bytesize), argv
      input << SECOND
      input.flush

      assert_equal second, output.read(second.bytesize), argv
    end

    assert_equal [0, ""], ended, argv
  end

  def test_results_of_complete_lines_are_written_while_the_pipe_is_open
    RESULTS.each { |argv, results| assert_results(argv, *results) }
  end

  def test_results_are_written_without_the_extension
    RESULTS.first(6).each { |argv, results| assert_results(argv, *results, backend: "portable") }
  end

  # Neither the system's line ends nor RUBYOPT=-E changes what is read and written.
  def test_bytes_are_not_converted
    %w[-EUTF-8:ISO-8859-1 -EISO-8859-1:UTF-8].each do |option|
      environment, *command = process("set", "/b", "3")
      text = %({"é": "✓",\r\n"b": 2}\r\n)
      results = [text, text.sub("2", "✓")].map do |input|
        out, err, = Open3.capture3({ **environment, "RUBYOPT" => option }, *command, stdin_data: input, binmode: true)
        [out, err].map { |bytes| bytes.force_encoding(Encoding::UTF_8) }
      end

      assert_equal [text.sub("2", "3"), ""], results[0], option
      assert_equal "", results[1][0], option
      assert_match(/^2 \| "b": ✓}\n/, results[1][1], option)
    end
  end

  def test_named_pipes
    skip "no named pipes here" unless File.respond_to?(:mkfifo)
    File.mkfifo(first = path("first"))
    File.mkfifo(second = path("second"))
    ended = open_process("get", "/a", first, second) do |_, output|
      File.open(first, "wb") do |writer|
        writer << FIRST
        writer.flush

        assert_equal %(1\n"x"\n), output.read(6)
        writer << ":2}" # without a line break
      end

      assert_equal "2\n", output.read(2) # no program has opened the second one yet
      File.binwrite(second, "{\"a\":3}\n")

      assert_equal "3\n", output.read
    end

    assert_equal [0, ""], ended
  end

  def test_compressed_lines
    ended = open_process("get", "/a") do |input, output|
      gzip = Zlib::GzipWriter.new(input)
      gzip << FIRST
      gzip.flush

      assert_equal %(1\n"x"\n), output.read(6)
      gzip << SECOND
      gzip.finish
    end

    assert_equal [0, ""], ended
  end

  def test_errors_are_reported_while_the_pipe_is_open
    ended = open_process("check", "--lines", "--json") do |input, output|
      [1, 2].each do |line|
        input << "[1,]\n"
        input.flush

        assert_equal line, Jacinth.parse(output.gets)["line"]
      end
    end

    assert_equal [1, ""], ended
    ended = open_process("get", "/a") do |input, output|
      input << %({"a":1}\n{"a":2,}\n)
      input.flush

      assert_equal "1\n", output.read # the process ends
    end

    assert_equal 1, ended.first
    assert_includes ended.last, "stdin:2:8: error: expected object key, got: '}'\n2 | {\"a\":2,}\n"
    assert_includes ended.last, "hint: trailing comma before '}'"
  end

  # As with head -1.
  def test_a_reader_that_closes_the_output_ends_the_process_quietly
    [%w[get /a], %w[lines]].each do |argv|
      ended = open_process(*argv) do |input, output|
        input << "{\"a\":1}\n"
        input.flush
        output.readpartial(100)
        output.close
        input << "{\"a\":2}\n"
      end

      assert_equal [141, ""], ended, argv
    end
  end

  # A document on several lines, and a line that is longer than the text that is kept for errors.
  def test_other_layouts
    long = "[#{(['"0123456789"'] * 150_000).join(',')}]"
    text = "{\n \"a\": 1\n}\n{\"a\":#{long}}\n{\"a\":2}{\"a\":3} {\"a\"\n:4}"

    assert_equal "1\n#{long}\n2\n3\n4\n", jacinth!("get", "/a", input: text)
    assert_equal "{\"a\":1}\n{\"a\":#{long}}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4}\n", jacinth!("min", input: text)
  end
end
