# frozen_string_literal: true

require_relative "support"

# jacinth get with --csv, --tsv, --ndjson and --rows.
class GetTableTest < Minitest::Test
  include CommandSupport

  LINES = <<~'JSON'
    {"id": 1, "user": {"name": "Ada"}, "tags": ["a", "b"]}
    {"id": 2.50, "user": {"name": "Bo \"B\", Jr.\n"}, "tags": []}
    {"id": null, "user": {}, "note": ""}
  JSON
  RECORDS = %({"items": [{"id": 1, "n": [1, {"a": "x"}]}, {"n": true}, 3], "more": [{"id": 1E400}]})

  def table(*argv, input: LINES, **options) = jacinth!("get", *argv, input: input, **options)

  def test_csv_has_a_header_and_a_row_for_each_document
    csv = %(id,user/name\n1,Ada\n2.50,"Bo ""B"", Jr.\n"\n,\n)

    assert_equal csv, table("--csv", "/id", "/user/name")
    assert_equal csv.lines.drop(1).join, table("-H", "--csv", "-p", "/id", "-p", "/user/name")
    assert_equal csv, table("/id", "/user/name", "--csv", file("a.ndjson", LINES))
    assert_equal csv, table("--csv", "/id", "/user/name", input: LINES.gsub(/^/, "\x1E"))
    assert_equal csv, table("--csv", "/id", "/user/name", input: LINES.lines.map { |line| Jacinth.reformat(line) }.join)
  end

  def test_tsv_escapes_tabs_line_breaks_and_backslashes
    text = Jacinth.generate({ "a" => "x\ty\r\n\\z", "b" => ["\t\""] })

    assert_equal "a\tb\nx\\ty\\r\\n\\\\z\t[\"\\\\t\\\\\"\"]\n", table("--tsv", "/a", "/b", input: text)
  end

  def test_ndjson_has_an_array_for_each_document
    assert_equal %([1,"Ada"]\n[2.50,"Bo \\"B\\", Jr.\\n"]\n[null,null]\n), table("--ndjson", "/id", "/user/name")
    assert_equal %([1,["a","b"]]\n[null,[]]\n), table("--ndjson", "/id", "/tags/*", input: LINES.lines.values_at(0, 2).join)
  end

  def test_csv_distinguishes_an_empty_string_from_no_value
    assert_equal "note,id\n,1\n,2.50\n\"\",\n", table("--csv", "/note", "/id")
    assert_equal "note\n\"\"\n\"\"\n\"\"\n", table("--csv", "/note")
  end

  def test_rows_are_the_elements_of_an_array
    rows = "1,\"[1,{\"\"a\"\":\"\"x\"\"}]\"\n,true\n,\n"

    ["/items", "/items/*", "$.items[*]", "$.items.*"].each do |pointer|
      assert_equal "id,n\n#{rows}", table("--csv", "--rows", pointer, "/id", "/n", input: RECORDS), pointer
    end
    assert_equal "[1]
[null]
[null]
[1E400]
", table("--rows=/*/*", "/id", input: RECORDS)
    assert_equal "[[1,{\"a\":\"x\"}]]\n", table("--rows", "$.items[?@.id == 1]", "/n", input: RECORDS)
    assert_equal "[1]\n[2]\n", table("--rows", "", "/a", input: '[{"a": 1}, {"a": 2}]')
  end

  def test_rows_of_an_empty_array_are_none
    ["", "/*", "/items", "/items/*", "/0/items"].each do |pointer|
      input = { "" => "[]", "/*" => " [ ] ", "/0/items" => '[{"items": []}, 1]' }.fetch(pointer, '{"items": []}')

      assert_equal [0, "a\n", ""], jacinth("get", "--csv", "--rows", pointer, "/a", input: input).to_a, pointer
    end
    assert_equal "a\n1\n", table("--csv", "--rows", "/r", "/a", input: %({"r": []}\n{"r": [{"a": 1}]}\n{"r": []}))
    assert_equal "a\n1\n", table("--csv", "--rows", "/*/*", "/a", input: '{"o": {"p": {"a": 2}}, "r": [{"a": 1}], "n": 3}')
  end

  def test_rows_are_the_elements_of_an_array_only
    { "" => ['{"r": [1]}', '""'], "/r" => ['{"r": {"s": {"a": 1}}}', "/r"], "/r/*" => ['{"r": {"s": [{"a": 1}]}, "s": {"a": 2}}', "/r"],
      "/0/r" => ['[{"r": "[1]"}]', "/0/r"], "/s" => ['{"s": {}}', "/s"],
      "/none" => ['{"r": [{"a": 1}]}', "/none"] }.each do |rows, (input, named)|
      answer = jacinth("get", "--csv", "--rows", rows, "/a", input: input)

      assert_equal [4, "a\n", "stdin: error: no array is at #{named}\n"], answer.to_a, rows
    end
    answer = jacinth("get", "--csv", "--rows", "/r", "/a", input: %({"r": {"s": {"a": 1}}}\n{"r": [{"a": 2}]}\n{}))

    assert_equal [4, "a\n2\n", "stdin: error: no array is at /r in 2 of 3 documents\n"], answer.to_a
  end

  def test_json_paths_are_columns
    assert_equal "$.id,$..name\n1,\"[\"\"Ada\"\"]\"\n", table("--csv", "$.id", "$..name", input: LINES.lines.first)
    assert_equal %([["a","b"],"b",[]]\n), jacinth("get", "--ndjson", "$.tags[*]", "$.tags[-1]", "$.tags[5:]", input: LINES.lines.first).out
  end

  # A file is a file, even if its name begins with a slash.
  def test_arguments_are_pointers_or_files
    path = file("a.json", '{"a": 1}')

    assert_equal "[1]\n[1]\n", table("--ndjson", "/a", path, path)
    assert_equal "[1,null]\n", jacinth("get", "--ndjson", "/a", "/none.json", input: '{"a": 1}').out
    assert_equal "[{\"a\":1}]\n", table("--ndjson", "", path)
    assert_equal "[1,null,null]\n", jacinth("get", "--ndjson", "/a", "/", "/\0", input: '{"a": 1}').out
    assert_equal [3, ""], jacinth("get", "/a", "#{path}x").to_a[0, 2]
    assert_equal %([{"a":1},1,{"a":1}]\n), table("--ndjson", "", "/a", "", path)
  end

  def test_wrong_arguments_are_reported
    { %w[--csv] => "missing POINTER", ["--csv", "a.json"] => "invalid JSON pointer", %w[--csv --raw /a] => "--raw and --pretty",
      %w[--rows /a --pretty /a] => "--raw and --pretty", %w[--rows a /a] => "invalid JSON pointer",
      ["--csv", "$[", "/a"] => "invalid JSONPath", %w[-H /a] => "--no-header has no effect without --csv or --tsv",
      %w[--csv --tsv /a] => "--csv and --tsv cannot", %w[--ndjson --csv /a] => "--ndjson and --csv cannot" }.each do |argv, message|
      answer = jacinth("get", *argv)

      assert_equal [2, ""], [answer.status, answer.out], argv
      assert_includes answer.err, message
    end
  end

  def test_a_column_without_a_value_is_noted
    answer = jacinth("get", "--csv", "/id", "/nmae", "/tags/7/*", input: LINES)

    assert_equal [0, "stdin: note: nothing is at /nmae, /tags/7/* in any row; --rows POINTER writes a row for each element of an array\n"],
                 answer.to_a.values_at(0, 2)
    answer = jacinth("get", "--ndjson", "--rows=/items", "/id", "/x", input: RECORDS)

    assert_equal [0, "[1,null]\n[null,null]\n[null,null]\n", "stdin: note: nothing is at /x in any row\n"], answer.to_a
    assert_equal [4, "id\n", "stdin: error: no array is at /none\n"], jacinth("get", "--csv", "--rows=/none", "/id", input: RECORDS).to_a
  end

  def test_errors_have_a_position_and_follow_the_rows_before_them
    text = "{\"a\": 1}\n{\"a\": 2,\n \"b\": oops}\n"
    answer = jacinth("get", "--csv", "/a", file("bad.json", text), file("good.json", '{"a": 3}'))

    assert_equal [1, "a\n1\n3\n"], [answer.status, answer.out]
    assert_match(/bad.json:3:7: error: unexpected character: 'oops\}' \(at \$\.b\)$/, answer.err)
    assert_equal [1, "a\n"], jacinth("get", "--validate", "--csv", "--rows=/r", "/a", input: '{"r": [{"a": 1}, {"a": oops}]}').to_a[0, 2]
    assert_equal [1, "a\n"], jacinth("get", "--csv", "/a", input: '{"a": 1, "a": 2}').to_a[0, 2]
    assert_equal "a\n2\n", table("--csv", "--allow-duplicate-key", "/a", input: '{"a": 1, "a": 2}')
    assert_equal [1, "a\n"], jacinth("get", "--csv", "/a", input: "").to_a[0, 2]
  end

  # In an object outside of the columns, too.
  def test_duplicate_keys_are_errors
    text = '{"r": [{"a": 1, "a": 2, "b": 3}], "r": [{"a": 4}]}'
    [%w[--csv /b], %w[--csv --rows /r /b], %w[$.b]].each do |argv|
      answer = jacinth("get", *argv, input: text)

      assert_equal [1, []], [answer.status, answer.out.lines.drop(1)], argv
      assert_includes answer.err, 'duplicate key "a"'
    end
    assert_equal "a\n2\n4\n", table("--csv", "--allow-duplicate-key", "--rows", "/r", "/a", input: text)
    assert_equal "4\n", table("--allow-duplicate-key", "$.r[*].a", input: text)
    help = table("--help").tr("\n", " ")

    assert_includes help, "In a table, and with a JSONPath, they are an error; with --allow-duplicate-key, the last one is used."
  end

  def test_random_strings_are_read_back
    random = seeded
    characters = ["a", ",", "\"", "\n", "\r", " ", "é", "\\", "\t"]
    values = Array.new(scaled(300)) { Array.new(3) { Array.new(random.rand(4)) { characters.sample(random: random) }.join } }
    text = values.map { |row| "#{Jacinth.generate(%w[a b c].zip(row).to_h)}\n" }.join
    csv = table("-H", "--csv", "/a", "/b", "/c", input: text)

    assert_equal values, csv_fields(csv).each_slice(3).to_a, seed_note
    lines = table("-H", "--tsv", "/a", "/b", "/c", input: text).lines(chomp: true)

    assert_equal values, lines.map { |line| line.split("\t", -1).map { |field| field.gsub(/\\./, TSV) } }, seed_note
  end

  TSV = { "\\t" => "\t", "\\n" => "\n", "\\r" => "\r", "\\\\" => "\\" }.freeze

  # Reads CSV by the grammar of RFC 4180.
  def csv_fields(csv)
    csv.scan(/\G(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\n)/).map { |quoted, plain| quoted&.gsub('""', '"') || plain }
  end

  def test_bytes_that_are_not_utf8_are_kept
    assert_equal "a,b\n\xFF,é\n".b, jacinth("get", "--csv", "/a", "/b", input: "{\"a\": \"\xFF\", \"b\": \"é\"}").out.b
    assert_equal "é,b\n1,é\n", table("--csv", "/é", "/b", input: '{"é": 1, "b": "é"}')
  end

  # Arrays of 8 and 32 MB.
  def test_memory_does_not_grow_with_the_text
    used, size = measured(<<~RUBY)
      text = ->(count) { ['{"a": [0', *[',{"b": "x", "c": [1, 2], "d": "%0400d"}' % 7 * 100] * count, ']}'] }
      get = ->(count) { written(%w[get --csv --rows=/a /b /c], text.call(count)) }
      get.call(200)
      before = Resident.peak
      size = get.call(800)
      puts Resident.peak - before, size
    RUBY

    assert_equal 6 + (80_000 * 10), size # the header and an empty row; x,"[1,2]"
    assert_operator used, :<, 8_000_000
  end
end
