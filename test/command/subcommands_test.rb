# frozen_string_literal: true

require_relative "support"

# Each subcommand's output and exit status.
class SubcommandsTest < Minitest::Test
  include CommandSupport

  TEXT = '{"b": [1.50, {}, "\u00e9\n"], "a": {"x/y": null, "*": 1E400}}'

  def test_fmt_indents_and_min_compacts
    each_document do |name, text|
      assert_equal "#{Jacinth.reformat(text)}\n", jacinth!("fmt", input: text), name
      assert_equal "#{Jacinth.reformat(text, pretty: false)}\n", jacinth!("min", input: text), name
    end
    assert_equal %({"a":{"*":1E400,"x/y":null},"b":[1.50,{},"\\u00e9\\n"]}\n), jacinth!("min", "--sort-keys", input: TEXT)
  end

  # More than is read at once.
  def test_a_large_document_is_read_in_chunks
    text = "[#{(0..300_000).to_a.join(', ')}]"

    assert_operator text.bytesize, :>, 2_000_000
    assert_equal "#{text.delete(' ')}\n", jacinth!("min", input: text)
    assert_equal "", jacinth!("check", input: Zlib.gzip(text))
    assert_match(/\Astdin:1:#{text.size}: error: /, jacinth("check", input: text[0..-2]).err)
  end

  def test_in_place_keeps_mode_link_and_gzip
    one = file("1.json", TEXT)
    two = file("2.json", Zlib.gzip(TEXT))
    File.chmod(0o640, one)
    File.symlink(one, path("link.json"))

    assert_equal "", jacinth!("fmt", "-i", path("link.json"), two)
    assert_equal "#{Jacinth.reformat(TEXT)}\n", File.read(one, encoding: "UTF-8")
    assert_equal "#{Jacinth.reformat(TEXT)}\n", Zlib.gunzip(File.binread(two)).force_encoding("UTF-8")
    assert File.symlink?(path("link.json"))
    assert_equal 0o640, File.stat(one).mode & 0o777
    assert_equal %w[1.json 2.json link.json], Dir.children(@folder).sort
  end

  def test_in_place_does_not_change_bad_files
    bad = file("bad.json", "[1, 2")
    gzip = file("bad.gz", Zlib.gzip("[1, 2")[0..-4])
    answer = jacinth("min", "--in-place", bad, gzip, path("none"), @folder)

    assert_equal 3, answer.status
    assert_equal "", answer.out
    assert_equal "[1, 2", File.read(bad, encoding: "UTF-8")
    assert_equal 4, answer.err.scan("error:").size
    assert_equal %w[bad.gz bad.json], Dir.children(@folder).sort
  end

  def test_check_prints_errors_with_excerpt_and_hint
    assert_equal "", jacinth!("check", input: TEXT)
    assert_equal "stdin: ok\n", jacinth!("check", "--verbose", input: TEXT)
    answer = jacinth("check", input: %({"users": [\n  {"id": 01}]}))

    assert_equal [1, ""], [answer.status, answer.out]
    assert_equal <<~TEXT, answer.err
      stdin:2:10: error: invalid number: '01}]}' (at $.users[0].id)
      2 |   {"id": 01}]}
        |          ^
      hint: leading zero: write 1, or a string
    TEXT
    assert_equal 1, jacinth("check", input: "[\"\xFF\"]").status
    assert_equal 1, jacinth("check", input: "").status
  end

  def test_check_reports_each_bad_line
    lines = "[1]\n[2,]\n\n{\"a\": oops}\n[3]\n"
    answer = jacinth("check", "--lines", "-v", input: lines)

    assert_equal [1, ""], [answer.status, answer.out]
    assert_equal %w[2:4 4:7], answer.err.scan(/^stdin:(\d+:\d+): error:/).flatten
    assert_equal "", jacinth!("check", "-l", input: "[1]\n[2]")
  end

  def test_check_writes_errors_as_json
    answer = jacinth("check", "--json", "--lines", input: "[1]\n[2,]\n[3\n")
    faults = Jacinth.each(answer.out).to_a

    assert_equal [1, ""], [answer.status, answer.err]
    assert_equal(%w[stdin stdin], faults.map { |fault| fault["source_name"] })
    assert_equal([2, 3], faults.map { |fault| fault["line"] })
    assert_equal %w[error message source_name line column json_path hint excerpt], faults.first.keys
  end

  def test_comments_that_in_place_removes_are_reported
    bare = file("bare.json", %([1, "// a"]))
    commented = file("commented.json", %([1, "a", // a\n]))
    note = "#{commented}: note: comments were removed; set and patch keep them\n"

    assert_equal [0, note], jacinth("min", "--relaxed", "--in-place", bare, commented).to_a.values_at(0, 2)
    assert_equal %([1,"a"]\n), File.read(commented, encoding: "UTF-8")
    assert_equal "", jacinth("fmt", "--relaxed", input: "[1] // a").err
  end

  def test_comments_are_found_in_compressed_and_large_files
    element = %(["// no \\\\", "\\"/*", "é/\\\\\\""],)
    texts = { "small" => element, "large" => element * 40_000 }.flat_map do |name, elements|
      [[name, "[#{elements}1]", false], ["#{name}-commented", "[#{elements}1] /* end */", true]]
    end
    texts.each do |name, text, commented|
      paths = [file("#{name}.json", text), file("#{name}.json.gz", Zlib.gzip(text))]
      notes = paths.map { |path| "#{path}: note: comments were removed; set and patch keep them\n" if commented }

      assert_equal [0, notes.join], jacinth("min", "--relaxed", "--in-place", *paths).to_a.values_at(0, 2), name
    end
  end

  def test_comments_are_found_in_chunks_of_any_size
    require "jacinth/command/input"
    { %(["a\\\\", "\\"/", "\\\\\\"/é"]) => false, %(["a\\"", "\\\\"]/**/) => true, %(// "\n1) => true }.each do |text, found|
      (1..text.bytesize).each do |size|
        search = Jacinth::Command.const_get(:Input)::CommentSearch.new
        (0...text.bytesize).step(size) { |at| search << text.byteslice(at, size).b }

        assert_equal found, search.found?, "#{size} of #{text}"
      end
    end
  end

  # The errors themselves have the place of the object, as those of json.
  def test_a_duplicate_key_is_reported_at_the_second_key
    text = %([1, {"a": 1,\n  "b": 2, "a": 3}])
    shown = "2 |   \"b\": 2, \"a\": 3}]\n  |           ^"
    error = assert_raises(Jacinth::ParserError) { Jacinth.parse(text) }

    assert_equal ["duplicate key \"a\" at line 1 column 5", 1, 5, "$[1].a"], [error.message, error.line, error.column, error.json_path]
    assert_equal [1, 5, shown], error.details.values_at(:line, :column, :excerpt)
    [%w[check], %w[fmt], %w[get --validate /1], %w[lines]].each do |arguments|
      answer = jacinth(*arguments, input: text)

      assert_equal [1, "stdin:2:11: error: duplicate key \"a\" (at $[1].a)\n#{shown}\n"], [answer.status, answer.err[/.*\^\n/m]], arguments
    end
    record = Jacinth.parse(jacinth("check", "--json", input: text).out)

    assert_equal ["duplicate key \"a\" at line 2 column 11", 2, 11, "$[1].a", shown],
                 record.values_at("message", "line", "column", "json_path", "excerpt")
  end

  # An object that is larger than a chunk: a file is read again.
  def test_a_distant_duplicate_key_is_reported_at_the_second_key
    members = (0..90_000).map { |i| %("k#{i}": #{i}) }.join(",\n")
    text = %([1, {"version": 1,\n#{members},\n "version": 2}, oops])
    name = file("large.json", text)
    [%w[check], %w[fmt], %w[min --in-place], %w[get --validate /0], %w[lines -d], %w[lines], %w[lines --array]].each do |arguments|
      answer = jacinth(*arguments, name)

      assert_equal 1, answer.status, arguments
      assert_includes answer.err, <<~TEXT, arguments
        #{name}:90003:2: error: duplicate key "version" (at $[1].version)
        90002 | "k90000": 90000,
        90003 |  "version": 2}, oops]
              |  ^
        hint: duplicate key at line 1 column 6 and again at line 90003 column 2: remove one, or pass --allow-duplicate-key
      TEXT
    end
    record = Jacinth.parse(jacinth("check", "--json", name).out)

    assert_equal [90_003, 2, "$[1].version"], record.values_at("line", "column", "json_path")
    assert_equal text, File.read(name, encoding: "UTF-8")
  end

  def test_the_hint_shows_the_object_of_a_distant_duplicate_key
    text = %([1, {"version": 1,#{(0..90_000).map { |i| %("k#{i}": #{i}) }.join(',')}, "version": 2}])
    column = text.size - 1
    hint = "duplicate key in the object that begins at line 1 column 5: remove one, or pass --allow-duplicate-key"
    [["check", { input: text }], ["lines", { input: text }], ["check", file("1.gz", Zlib.gzip(text)), {}]].each do |*argv, options|
      lines = jacinth(*argv, **options).err.lines(chomp: true)

      assert_equal "#{argv[1] || 'stdin'}:1:#{column}: error: duplicate key \"version\" (at $[1].version)", lines[0]
      assert_match(/\A1 \| ….*"version": 2}\]\z/, lines[1])
      assert_equal "hint: #{hint}", lines[3]
    end
  end

  def test_get_writes_values_and_raw_strings
    assert_equal "1.50\n", jacinth!("get", "/b/0", input: TEXT)
    assert_equal "1.50\n{}\n\"\\u00e9\\n\"\n", jacinth!("get", "/b/*", input: TEXT)
    assert_equal "é\n\n", jacinth!("get", "--raw", "/b/2", input: TEXT)
    assert_equal "null\n1E400\n", jacinth!("get", "-p", "/a/x~1y", "--pointer=/a/~2", input: TEXT)
    assert_equal "{\n  \"x/y\": null,\n  \"*\": 1E400\n}\n", jacinth!("get", "--pretty", "/a", input: TEXT)
    assert_equal "#{Jacinth.reformat(TEXT, pretty: false)}\n", jacinth!("get", "", input: TEXT)
    assert_equal "1\n2\n", jacinth!("get", "/é".b.force_encoding("US-ASCII"), file("1", '{"é":1}'), file("2", '{"é":2}'))
    assert_equal "1\n", jacinth!("get", "/a", input: '{"a":1,"a":2}')
    assert_equal "1\n2\n", jacinth!("get", "/a", "--allow-duplicate-key", input: '{"a":1,"a":2}')
  end

  def test_get_reports_pointers_that_lead_to_nothing
    answer = jacinth("get", "-p", "/c", "-p", "/b/0", "-p", "/b/7", "-p", "/b/0/*", input: TEXT)

    assert_equal [4, "1.50\n"], [answer.status, answer.out]
    assert_equal %w[/c /b/7 /b/0/*], answer.err.scan(/^stdin: error: nothing is at (.*)$/).flatten
    assert_equal "null\n", jacinth!("get", "/a/x~1y", input: TEXT)
  end

  def test_get_reads_all_documents_or_the_path_in_a_single_one
    text = '{"wanted": 2, "left": [1, oops]}'

    assert_equal "2\n", jacinth!("get", "--format=single", "/wanted", input: text)
    assert_equal "1\n", jacinth!("get", "--format=single", "/left/0", input: text)
    [%w[/wanted], %w[/left/0], %w[--format=single --validate /wanted], %w[--validate /wanted],
     %w[--validate /left/0], %w[/left/1], %w[/left/*], %w[/right]].each do |arguments|
      assert_equal [1, ""], jacinth("get", *arguments, input: text).to_a[0, 2], arguments
    end
  end

  def test_lines_writes_each_element_of_an_array
    assert_equal %(1.50\n{"a":1E400}\n[2,"é"]\n), jacinth!("lines", input: ' [1.50, {"a":1E400}, [2, "\u00e9"]]')
    assert_equal "", jacinth!("lines", input: "[]")
    assert_equal "1\n2\n3\n", jacinth!("lines", file("1", "[1,2]"), file("2", "[3]"))
    assert_equal "[1,2]\n[3]\n", jacinth!("lines", "--documents", input: "[1,2] [3]")
    assert_equal "1\n2\n", jacinth!("lines", "--at", "/items/*", "--unbuffered", input: '{"items": [1, 2], "b": 3}')
    assert_equal "NaN\n-Infinity\n", jacinth!("lines", "--allow-nan", input: "[NaN, -Infinity]")
    assert_equal "{\"a\":2}\n", jacinth!("lines", "--allow-duplicate-key", input: '[{"a":1,"a":2}]')
    deep = "#{'[' * 150}#{']' * 150}"

    assert_equal "#{deep}\n", jacinth!("lines", "-d", "--max-nesting=0", input: deep)
  end

  def test_lines_skips_comments_before_the_array
    ["// c\n[1,2,]", "/* [ */ // /*\n\n[1,2]", "// [ {\r[1,2]", "// {\u2028[1,2]",
     "\u{FEFF}/**/[1,/**/2]", "/*#{'*' * 200_000}*/[1,2]"].each do |text|
      assert_equal "1\n2\n", jacinth!("lines", "--relaxed", input: text), text[0, 20]
    end
    assert_equal "{}\n[1]\n", jacinth!("lines", "--relaxed", input: "// [\n{} [1]")
    ["/", "/*", "/* [1]", "// [1]", "/x[1]"].each do |text|
      answer = jacinth("lines", "--relaxed", input: text)

      assert_equal "", answer.out, text
      refute_equal 3, answer.status, text
    end
    assert_equal 1, jacinth("lines", input: "// c\n[1,2]").status
  end

  def test_lines_writes_each_document
    assert_equal "{\"a\":1}\n{\"b\":[2]}\n", jacinth!("lines", input: "{\n  \"a\": 1\n}\n{\"b\":\n[2]}")
    assert_equal "1\n2\n", jacinth!("lines", input: "\x1E1\n\x1E2\n")
    assert_equal "", jacinth!("lines", input: "")
  end

  def test_lines_array_writes_one_array
    assert_equal "[{\"a\":1.50},[2]]\n", jacinth!("lines", "--array", input: "{\"a\": 1.50}\n\n[2]\n")
    assert_equal "[1,2,3]\n", jacinth!("lines", "-a", file("1", "1\n2"), file("2", "3"))
    assert_equal "[]\n", jacinth!("lines", "-a", input: "")
  end

  def test_lines_reports_or_skips_bad_lines
    lines = "[1]\n[2, oops]\n[\"\xFF\"]\n[3]\n"
    answer = jacinth("lines", "--documents", input: lines)

    assert_equal [1, "[1]\n"], [answer.status, answer.out]
    assert_match(/\Astdin:2:5: error: /, answer.err)
    answer = jacinth("lines", "--array", "--skip-bad", input: lines)

    assert_equal [0, "[[1],[3]]\n"], [answer.status, answer.out]
    assert_equal %w[2:5 3:3], answer.err.scan(/^stdin:(\d+:\d+): error:/).flatten
    assert answer.err.end_with?("stdin: note: skipped 2 documents with errors\n")
    assert_equal 1, jacinth("lines", "--skip-bad", input: "[1,\noops]").status
    answer = jacinth("lines", "--skip-bad", input: "2024-10-06 12:00 x\n{\"a\":1}\n{\"b\":2} 3 oops\n")

    assert_equal [0, "{\"a\":1}\n"], [answer.status, answer.out]
    assert_equal %w[1:8 3:11], answer.err.scan(/^stdin:(\d+:\d+): error:/).flatten
  end

  def test_lines_into_an_array_and_back_keeps_the_values
    each_document do |name, text|
      lines = jacinth!("lines", "-d", input: text)

      assert_equal 1, lines.count("\n"), name
      assert_equal Jacinth.parse("[#{text}]"), Jacinth.parse(jacinth!("lines", "-a", input: lines)), name
    end
  end

  def test_bench_prints_times_of_both_libraries
    out = jacinth!("bench", "--seconds=0.001", file("a.json", TEXT.sub("1E400", "1")))

    assert_match(/\A\S+a\.json: [\d,]+ bytes, \d+ generated; Ruby [\d.]+, .*; least of \d+ rounds$/, out)
    assert_match(/^jacinth \S+( +\d+\.\d+ +\d+ +1\.00){2}$/, out)
    assert_match(/^json \S+( +\d+\.\d+ +\d+ +\d+\.\d+){2}$/, out)
    assert_equal 1, jacinth("bench", input: "[1").status
  end

  def test_bench_of_a_value_that_cannot_be_generated_measures_parse
    { "[1e999]" => /Infinity/, "[\"\xE9\"]" => /utf-8/ }.each do |text, reason|
      out = jacinth!("bench", "--seconds=0.001", input: text)

      assert_match(%r{^ +parse us +MB/s +x$}, out)
      assert_match(/^jacinth \S+ +\d+\.\d+ +\d+ +1\.00$/, out)
      assert_match(/^generating is not measured: Jacinth::GeneratorError: .*#{reason}/, out)
    end
  end

  def test_bench_reads_with_options
    { "[NaN]" => "--allow-nan", "[1,]" => "--relaxed", "#{'[' * 120}#{']' * 120}" => "--max-nesting=0",
      '{"a":1,"a":2}' => "--allow-duplicate-key" }.each do |text, option|
      assert_includes jacinth("bench", "--seconds=0.001", input: text).err, option.sub("=0", "=N")
      assert_match(/^jacinth \S+( +\d+\.\d+ +\d+ +1\.00){2}$/, jacinth!("bench", "--seconds=0.001", option, input: text))
    end
  end

  def test_bench_names_a_library_with_other_results_and_does_not_measure_it
    subcommand = Jacinth::Command.subcommand("bench")
    library = subcommand.const_get(:Library)
    other = library.new("other 1.0", ->(_) { [2] }, Jacinth.method(:generate))
    wrong = library.new("wrong 1.0", Jacinth.method(:parse), ->(_) { "[2]" })
    loud = library.new("loud 1.0", ->(_) { raise "no\e[2Jt this" }, nil)
    terminal = Jacinth::Command.const_get(:Terminal).new(StringIO.new("[1]"), out = StringIO.new, out, {})
    bench = subcommand.new({ seconds: 0.0 }, terminal)
    bench.define_singleton_method(:json) { other }
    bench.define_singleton_method(:oj) { @libraries.nil? && wrong }
    bench.singleton_class.prepend(Module.new { define_method(:document) { |input| (@libraries << loud) && super(input) } })

    assert_equal 0, bench.run([])
    assert_includes out.string, "other 1.0 is not measured: it parses the document to another value"
    assert_includes out.string, "wrong 1.0 is not measured: it generates another document"
    assert_includes out.string, "loud 1.0 is not measured: RuntimeError: no␛[2Jt this"
    assert_equal 1, out.string.scan(" 1.00").size / 2
  end
end
