# frozen_string_literal: true

require_relative "support"

# Texts with several documents: every subcommand reads the documents that
# Jacinth.each reads, and fails if it cannot use all of them.
class CommandDocumentsTest < Minitest::Test
  include CommandSupport

  # A text of documents in each format, and the separators that can be between them.
  SEPARATORS = { "lines" => ["\n", "\r\n", "\n\n"], "concatenated" => [" ", "\n", "\n \n", ""],
                 "sequence" => ["\n\x1E", "\n\x1E\x1E"] }.freeze
  VALUES = [{}, [], { "a" => 1 }, { "a" => [1.5, { "b" => "é\n" }] }, [1, [2]], { "b" => 2, "a" => "x" * 70_000 }, nil, -7, "s"].freeze

  # Yields a text, its format and its values.
  def each_text
    random = seeded
    scaled(150).times do
      format = SEPARATORS.keys.sample(random: random)
      separator = SEPARATORS.fetch(format).sample(random: random)
      values = Array.new(random.rand(1..5)) { VALUES.sample(random: random) }
      values = values.grep(Enumerable) if separator.empty?
      pretty = format == "concatenated" && random.rand(2).zero?
      texts = values.map { |value| pretty ? Jacinth.pretty_generate(value) : Jacinth.generate(value, space: " ") }
      next if texts.empty?

      yield "#{"\x1E" if format == 'sequence'}#{texts.join(separator)}\n", format, values
    end
  end

  def read(text, format) = Jacinth.each(text, format: format.to_sym).to_a

  # Both by its name and detected.
  def formats(format) = [[], ["--format=#{format}"]]

  def test_fmt_and_min_write_each_document
    each_text do |text, format, values|
      formats(format).product([%w[fmt], %w[min], %w[fmt -s], %w[min -s]]) do |option, argv|
        out = jacinth!(*argv, *option, input: text)

        assert_equal values, read(out, format == "lines" ? "concatenated" : format), [argv, text]
        assert_equal values.size, out.lines.size, text if argv.first == "min"
        assert_equal values.size, out.count("\x1E"), text if format == "sequence"
      end
      sorted = values.map { |value| Jacinth.reformat(Jacinth.generate(value), sort_keys: true, pretty: false) }

      assert_equal sorted, jacinth!("min", "-s", input: text).delete("\x1E").lines(chomp: true)
    end
  end

  def test_in_place_writes_each_document
    each_text do |text, format, values|
      path = file("a.json", text)

      assert_equal "", jacinth!("min", "-i", path)
      assert_equal values, read(File.read(path, encoding: "UTF-8"), format), text
    end
  end

  def test_check_and_lines_read_each_document
    each_text do |text, format, values|
      formats(format).each do |option|
        assert_equal "", jacinth!("check", *option, input: text), text
        assert_equal "stdin: ok\n", jacinth!("check", "-v", *option, input: text)
        assert_equal values, read(jacinth!("lines", "-d", *option, input: text), "lines"), text
      end
    end
  end

  def test_get_writes_the_values_of_each_document
    each_text do |text, format, values|
      formats(format).each do |option|
        found = values.flat_map { |value| Jacinth::Document.new(Jacinth.generate(value)).at("/a")&.value.then { |one| one.nil? ? [] : [one] } }
        missing = values.size - found.size
        [[], ["--validate"]].each do |more|
          answer = jacinth("get", "/a", *more, *option, input: text)

          assert_equal found, read(answer.out, "lines"), text
          assert_equal missing.zero? ? 0 : 4, answer.status, text
          assert_equal missing, answer.err[%r{at /a in (\d+) of #{values.size} documents}, 1].to_i if values.size > 1
        end
        both = jacinth("get", "-p", "", "-p", "/a", *option, input: text)
        wanted = values.flat_map { |value| value.is_a?(Hash) && value.key?("a") ? [value, value["a"]] : [value] }

        assert_equal wanted, read(both.out, "lines"), text
      end
    end
  end

  # More than is read at once; the documents before an error are written, and it is
  # reported with its line.
  def test_documents_before_an_error_are_written
    good = (0...40_000).map { |i| %({"id": #{i}, "v": [1, 2]}\n) }
    text = "#{good.join}{\"id\": oops}\n#{good.first}"
    wanted = good.map { |line| line.delete(" ") }

    [%w[min], %w[min -s], %w[get --format=lines --pretty /id], %w[get /id], %w[get --validate /id], %w[get -p /id -p /id]].each do |argv|
      answer = jacinth(*argv, input: text)
      lines = answer.out.lines

      assert_equal 1, answer.status
      assert_match(/\Astdin:40001:8: error: unexpected character: 'oops\}' \(at \$\.id\)$/, answer.err)
      assert_equal argv.first == "min" ? wanted : (0...40_000).flat_map { |i| ["#{i}\n"] * argv.count("/id") }, lines, argv
    end
    name = file("a.ndjson", text)

    assert_equal [1, ""], jacinth("fmt", "-i", name).to_a[0, 2]
    assert_equal text, File.read(name, encoding: "UTF-8")
  end

  def test_documents_before_an_error_are_written_in_small_texts
    [%w[min], %w[min -s], %w[get ""]].each do |argv|
      argv = argv.map { |argument| argument == '""' ? "" : argument }
      answer = jacinth(*argv, input: "[1]\n[2]\n[3, oops]\n[4]\n")

      assert_equal [1, "[1]\n[2]\n"], answer.to_a[0, 2], argv
      assert_match(/\Astdin:3:5: error:/, answer.err)
    end
  end

  def test_one_document_is_read_as_with_format_single
    each_document do |name, text|
      [%w[fmt], %w[min -s], %w[check], ["get", ""]].each do |argv|
        assert_equal jacinth!(*argv, "--format=single", input: text), jacinth!(*argv, input: text), name
      end
    end
  end

  def test_format_single_refuses_a_second_document
    [%w[fmt], %w[min], %w[check], %w[get --validate /a], ["get", ""], %w[bench --seconds=0]].each do |argv|
      answer = jacinth(*argv, "--format=single", input: "{\"a\":1}\n{\"a\":2}\n")

      assert_equal 1, answer.status, argv
      assert_match(/\Astdin:2:1: error: unexpected token at end of stream/, answer.err)
    end
  end

  def test_a_text_without_documents_is_an_error
    [%w[fmt], %w[min -s], %w[check], %w[get /a], %w[bench]].each do |argv|
      ["", " \n", "// c\n"].each do |text|
        answer = jacinth(*argv, "--relaxed", input: text)

        assert_equal [1, ""], answer.to_a[0, 2], argv
        assert_includes answer.err, "error: unexpected end of input"
      end
      %w[lines concatenated sequence].each do |format|
        refute_equal 1, jacinth(*argv, "--format=#{format}", input: " \n").status unless argv == %w[bench]
      end
    end
    assert_equal "stdin: no documents\n", jacinth!("bench", "--format=lines", input: "\n")
  end

  def test_comments_between_documents_are_skipped
    text = "// a\n[1] // b\n/* c */ [2,]\n/* d */"

    assert_equal "[1]\n[2]\n", jacinth!("min", "--relaxed", input: text)
    assert_equal "1\n2\n", jacinth!("get", "--relaxed", "/0", input: text)
    assert_equal 1, jacinth("min", "--relaxed", input: "[1] /* c").status
  end

  def test_check_reports_each_bad_line_and_record
    lines = "[1]\n[2,]\n{\"a\": oops}\n[3]\n"
    records = lines.gsub(/^/, "\x1E")

    [[lines, "--format=lines"], [lines, "--lines"], [records, "--format=sequence"], [records, "--color=never"]].each do |text, option|
      errors = jacinth("check", option, input: text).err.scan(/^stdin:(\d+):\d+: error:/).flatten

      assert_equal %w[2 3], errors, option
    end
    assert_equal 1, jacinth("check", input: lines).err.scan("error:").size
  end

  def test_chunks_of_any_size_are_formatted_alike
    stream = Jacinth.const_get(:DocumentStream)
    text = "\x1E{\"a\": [1, 2.50]}\n\x1E12 \n\x1E\"é\"\n"
    [[text, :sequence, "\x1E{\"a\":[1,2.50]}\n\x1E12\n\x1E\"é\"\n"], [text.delete("\x1E"), :concatenated, "{\"a\":[1,2.50]}\n12\n\"é\"\n"],
     [text.delete("\x1E"), :lines, "{\"a\":[1,2.50]}\n12\n\"é\"\n"],
     [text, :auto, "\x1E{\"a\":[1,2.50]}\n\x1E12\n\x1E\"é\"\n"]].each do |source, format, wanted|
      (1..source.bytesize).each do |size|
        out = +""
        layout = stream.layout(StringIO.new(out), false, Jacinth::Parser::Config.new({}), format)
        stream.chunks(Dripping.new(source, size)) { |chunk| layout.take(chunk) }
        layout.finish.read

        assert_equal [wanted, 3], [out.dup.force_encoding("UTF-8"), layout.documents], [format, size]
      end
    end
  end

  def test_bench_measures_all_documents
    [["[1, 2]\n[3]\n", 8], ["\x1E[1]\n\x1E[2]\n", 6], ["[1]", 3]].each do |text, bytes|
      assert_match(/\Astdin: #{bytes} bytes, /, jacinth!("bench", "--seconds=0", input: text))
    end
  end
end
