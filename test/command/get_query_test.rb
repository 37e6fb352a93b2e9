# frozen_string_literal: true

require_relative "support"

# jacinth get with a JSONPath.
class GetQueryTest < Minitest::Test
  include CommandSupport

  TEXT = %({"a": {"id": 1.50}, "id": "x\\n"}\n{"b": 2}\n {"id": [1,\n {"id": 2, "n": 1E400}]})

  def test_values_are_written_as_in_the_text
    answer = jacinth("get", "$..id", input: TEXT)

    assert_equal [4, %("x\\n"\n1.50\n[1,{"id":2,"n":1E400}]\n2\n)], [answer.status, answer.out]
    assert_equal "stdin: error: nothing is at $..id in 1 of 3 documents\n", answer.err
    assert_equal "x\n\n1.50\n[1,{\"id\":2,\"n\":1E400}]\n2\n", jacinth("get", "--raw", "$..id", input: TEXT).out
    pretty = jacinth!("get", "--pretty", "$['id']", input: TEXT.lines[2..].join)

    assert_equal "[\n  1,\n  {\n    \"id\": 2,\n    \"n\": 1E400\n  }\n]\n", pretty
  end

  def test_filters_and_several_paths_select
    text = '[{"n": 1, "s": "é"}, {"n": 2, "s": "b"}, {"n": 3}]'

    assert_equal "2\n3\n", jacinth!("get", "$[?@.n > 1].n", input: text)
    assert_equal "é\n3\n", jacinth!("get", "-r", "-p", "$[?@.n == 1].s", "-p", "/2/n", file("a.json", text))
    assert_equal [4, "", "stdin: error: nothing is at $.n\n"], jacinth("get", "$.n", input: text).to_a
    assert_equal "stdin: error: nothing is at $[?@.n > 1] in 2 of 2 documents; a JSONPath is applied to each document: " \
                 "jacinth lines --array makes one array of them\n", jacinth("get", "$[?@.n > 1]", input: '{"n":1}{"n":2}').err
    assert_equal "1\n", jacinth!("get", "$.ä", input: '{"ä": 1}')
    assert_equal "1\n2\n", jacinth!("get", "$.a", "--allow-duplicate-key", "--format=lines", input: "{\"a\": 0, \"a\": 1}\n{\"a\": 2}\n")
  end

  def test_documents_in_chunks_of_any_size_are_queried
    long = "é" * 100_000
    lines = Array.new(2000) { |i| %({"id": #{i}, "s": ["#{'x' * (i % 200)}"]}) } << %({"id": "#{long}"})
    pieces = Class.new(StringIO) { def readpartial(length, *) = super([length, 1009].min) }

    [StringIO, pieces].each do |type|
      out = StringIO.new

      assert_equal 0, Jacinth::Command.run(["get", "$..id"], input: type.new(lines.join("\n")), output: out, errors: StringIO.new)
      assert_equal [*0..1999, "\"#{long}\""].map { |id| "#{id}\n" }.join, out.string.force_encoding(Encoding::UTF_8)
    end
  end

  def test_errors_have_a_position_and_follow_the_values_before_them
    answer = jacinth("get", "$.a", input: %({"a": 1}\n{"a": 2,\n "b": oops}\n))

    assert_equal [1, "1\n"], [answer.status, answer.out]
    assert_match(/\Astdin:3:7: error: unexpected character: 'oops\}' \(at \$\.b\)$/, answer.err)
    assert_match(/\Astdin:2:2: error: duplicate key "a"/, jacinth("get", "$..b", input: %({"c": {"a": 1,\n "a": 2}})).err)
    assert_equal [1, ""], jacinth("get", "$.a", "--validate", "--format=single", input: '{"a": 1}}').to_a[0, 2]
    assert_equal [1, "", "stdin: error: the regular expression is too large\n"],
                 jacinth("get", "$[?match(@, $[0])]", input: '["a{9999999}"]').to_a
  end
end
