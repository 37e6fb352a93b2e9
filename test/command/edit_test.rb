# frozen_string_literal: true

require_relative "support"

# jacinth set and jacinth patch.
class CommandEditTest < Minitest::Test
  include CommandSupport

  TEXT = %({\n  "name": "x", // the name\n  "v": 1.50,\n  "list": [1, 2]\n}\n)

  def set(*argv, input: TEXT) = jacinth("set", "--relaxed", *argv, input: input)
  def patch(patch, *argv, input: TEXT) = jacinth("patch", "--relaxed", patch, *argv, input: input)

  def assert_text(text, answer)
    assert_equal [0, "", text], answer.to_a.values_at(0, 2, 1)
  end

  def test_a_value_is_replaced_and_all_other_bytes_stay
    assert_text TEXT.sub("1.50", "2.00"), set("/v", "2.00")
    assert_text TEXT.sub('"x"', '{"a":1e3}'), set("/name", '{"a":1e3}')
    assert_text TEXT.sub("2]", "3]"), set("/list/1", "3")
    assert_text "[]\n", set("", "[]", input: "{}\n")
  end

  def test_a_member_or_an_element_is_added
    assert_text TEXT.sub("[1, 2]", "[1, 2, 3]"), set("/list/-", "3")
    assert_text TEXT.sub("[1, 2]", "[1, 2, 3]"), set("/list/2", "3")
    assert_text "{\"a\": 1, \"c\": 2, \"b\": null}", set("/b", "null", input: '{"a": 1, "c": 2}')
  end

  def test_a_string_is_set_without_quotes
    assert_text TEXT.sub('"x"', '"é \\"1\\""'), set("--string", "/name", "é \"1\"")
    assert_equal 2, set("--string", "/name", "\xFF").status
  end

  def test_a_pointer_to_nothing_is_an_error
    answer = set("/no/name", "1")

    assert_equal [4, "", "stdin: error: nothing at \"/no\"\n"], answer.to_a
    assert_equal 4, set("/list/3", "1").status
  end

  def test_each_of_several_documents_is_changed
    assert_text "{\"a\":9}\n{\"a\":9}\n{\"b\":[1],\"a\":9}\n", set("/a", "9", input: "{\"a\": 1}\n{\"a\": 2} {\"b\": [ 1 ]}")
    assert_text "\x1E{\"a\":9}\n", set("/a", "9", "--format=sequence", input: "\x1E{\"a\": 1}\n")
    answer = set("/a", "9", input: "{\"a\":1}\n{\"a\":2}\n{\"b\":")

    assert_equal [1, "{\"a\":9}\n{\"a\":9}\n"], [answer.status, answer.out]
    assert_match(/\Astdin:3:6: error: /, answer.err)
    assert_equal 1, set("/a", "9", "--format=single", input: "{} {}").status
  end

  def test_documents_on_lines_keep_their_bytes
    text = "{\"a\": 1.50, \"b\": [ ]}\n\n { \"a\" : 2 } // two\r\n{\"b\":\"\\u00e9\"}"
    changed = "{\"a\": 9, \"b\": [ ]}\n\n { \"a\" : 9 } // two\r\n{\"b\":\"\\u00e9\",\"a\":9}"

    [[], %w[--format=lines], %w[--format=concatenated]].each { |option| assert_text changed, set("/a", "9", *option, input: text) }
    path = file("a.ndjson", text)

    assert_text "", jacinth("patch", "--relaxed", "-i", '{"a":9}', path)
    assert_equal changed, File.binread(path)
    assert_equal [4, "{\"a\": [1]}\n"], set("/a/0", "1", input: "{\"a\": [0]}\n{\"b\": 2}\n{\"a\": 3}\n").to_a[0, 2]
  end

  def test_wrong_arguments_are_reported
    { [] => "missing POINTER (usage: jacinth set [OPTION...] POINTER VALUE [FILE...])", ["/a"] => "missing VALUE",
      %w[a 1] => "invalid JSON pointer", %w[/a x] => "VALUE is not JSON: unexpected character: 'x'" }.each do |argv, message|
      answer = set(*argv)

      assert_equal [2, ""], [answer.status, answer.out]
      assert_includes answer.err, "jacinth: error: #{message}"
    end
  end

  def test_a_json_patch_is_applied
    operations = [{ "op" => "remove", "path" => "/list/0" }, { "op" => "move", "from" => "/v", "path" => "/list/0" }]

    assert_text '{"list": [1.50, 2, 3]}', patch(Jacinth.generate(operations), input: '{"list": [1, 2, 3], "v": 1.50}')
    assert_text TEXT.sub("1.50", "2.50"), patch('[{"op":"replace","path":"/v","value":2.50}]')
    assert_equal 0, patch('[{"op":"test","path":"/v","value":1.5}]').status
  end

  def test_a_merge_patch_is_applied
    assert_text "{\n  \"v\": 2.10,\n  \"list\": [1, 2]\n}\n", patch('{"name":null,"v":2.10}')
  end

  def test_a_patch_is_read_from_a_file
    assert_text TEXT.sub("1.50", "7"), patch(file("patch.json", '{"v":7}'))
  end

  def test_a_patch_that_fails_is_an_error
    answer = patch('[{"op":"test","path":"/v","value":2}]')

    assert_equal [4, "", "stdin: error: the test at \"/v\" failed\n"], answer.to_a
    ["1", "[", "none.json", "{]"].each { |bad| assert_equal 2, patch(bad).status, bad }
  end

  def test_files_are_replaced_unless_the_change_fails
    good = file("good.json", TEXT)
    bad = file("bad.json", '{"list": 1}')
    packed = file("packed.json.gz", Zlib.gzip(TEXT))
    answer = set("--in-place", "/list/0", "0", good, bad, packed)

    assert_equal [4, "", "#{bad}: error: nothing at \"/list/0\"\n"], answer.to_a
    assert_equal TEXT.sub("[1", "[0"), File.read(good, encoding: "UTF-8")
    assert_equal '{"list": 1}', File.read(bad, encoding: "UTF-8")
    assert_equal TEXT.sub("[1", "[0"), Zlib.gunzip(File.binread(packed)).force_encoding("UTF-8")
    assert_equal 2, set("--in-place", "/a", "1").status
  end
end
