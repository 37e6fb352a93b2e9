# frozen_string_literal: true

require_relative "support"

# Edits of a text, and patches of values: what RFC 6902 and 7386 say, and all
# other bytes untouched.
class DocumentEditTest < Minitest::Test
  include DocumentSupport
  include ParserDocuments

  TEXT = %({\n  "a" : [1, 2.50,\t3],\n  "b": {"c": "\\u00e9"},\n  "*": [], "d": {}\n}\n)

  def doc(text = TEXT, **options) = Jacinth::Document.new(text, **options)

  def test_replace_changes_the_value_only
    assert_equal TEXT.strip.sub("2.50", "null"), doc.replace("/a/1", nil).raw
    assert_equal TEXT.strip.sub("[1, 2.50,\t3]", '{"x":[1]}'), doc.replace("/a", { "x" => [1] }).raw
    assert_equal TEXT.strip.sub("[]", "7"), doc.replace("/*", 7).raw
    assert_equal "7", doc.replace("", 7).raw
    assert_equal TEXT.sub("3]", "4]"), doc.replace("/a/2", 4).send(:_source)
    found = doc
    found.replace("/a", 0)

    assert_equal TEXT.strip, found.raw
    ["/x", "/a/3", "/a/-", "/a/01", "/b/c/d", "/a/x"].each { |pointer| assert_raises(Jacinth::PatchError) { doc.replace(pointer, 1) } }
    assert_equal TEXT.strip.sub("[]", "7"), doc.replace("/~2", 7).raw
    ["x", "/~3", "/~"].each { |pointer| assert_raises(ArgumentError) { doc.replace(pointer, 1) } }
    [nil, 3, :a].each { |pointer| assert_raises(TypeError) { doc.replace(pointer, 1) } }
    assert_raises(Jacinth::GeneratorError) { doc.replace("/a", Float::NAN) }
  end

  def test_remove_removes_all_of_duplicate_keys
    text = '{"a":1,"b":0,"a":2, "a":3}'
    [{}, { allow_duplicate_key: true }].each do |options|
      assert_equal '{"b":0}', doc(text, **options).remove("/a").raw
      assert_equal '{"b":0}', doc(text, **options).merge_patch({ "a" => nil }).raw
    end
    assert_equal "[2]", doc("[1,2]").remove("/0").raw
  end

  # Duplicate keys at all positions among others.
  def test_removing_duplicate_keys_keeps_all_others
    %w[a b c].repeated_permutation(5) do |names|
      text = "{ #{names.map.with_index { |name, i| "\"#{i == 2 ? name.sub('a', '\\u0061') : name}\" : #{i}" }.join(' ,')} }"
      next unless names.include?("a")

      edited = doc(text, allow_duplicate_key: true).remove("/a")

      assert_equal names - ["a"], edited.raw.scan(/"(.*?)"/).flatten, text
      assert_equal Jacinth.parse(text, allow_duplicate_key: true).except("a"), edited.value, text
    end
    assert_equal "{}", doc("{#{(['"a":1'] * 100_000).join(',')}}").remove("/a").raw
    assert_equal '{"b":{}}', doc('{"b":{"a":1,"a":2}}').merge_patch({ "b" => { "a" => nil } }).raw
  end

  def test_a_test_against_a_value_that_no_document_has_fails
    deep = 150.times.inject(1) { |value, _| [value] }
    [Float::NAN, "\xFF", deep, Object.new].each do |value|
      assert_raises(Jacinth::PatchError) { Jacinth.patch([value], [{ "op" => "test", "path" => "/0", "value" => 5 }]) }
    end
    assert_equal [deep], Jacinth.patch([deep], [{ "op" => "test", "path" => "/0", "value" => Marshal.load(Marshal.dump(deep)) }])
  end

  def test_add_inserts_members_and_elements_in_the_style_of_the_text
    assert_equal TEXT.strip.sub("[1,", "[0, 1,"), doc.add("/a/0", 0).raw
    assert_equal TEXT.strip.sub("\t3", "\t0,\t3"), doc.add("/a/2", 0).raw
    assert_equal TEXT.strip.sub("3]", "3,\t4]"), doc.add("/a/3", 4).raw
    assert_equal TEXT.strip.sub("3]", "3,\t4]"), doc.add("/a/-", 4).raw
    assert_equal TEXT.strip.sub("[]", "[1]"), doc.add("/*/0", 1).raw
    assert_equal TEXT.strip.sub('"d": {}', '"d": {"e/\\"":1}'), doc.add("/d/e~1\"", 1).raw
    assert_equal TEXT.strip.sub('"\\u00e9"', "1"), doc.add("/b/c", 1).raw
    assert_equal TEXT.strip.sub('"\\u00e9"', '"\\u00e9","e": 1'), doc.add("/b/e", 1).raw
    assert_equal TEXT.strip.sub('"d": {}', '"d": {}, "e": 1'), doc.add("/e", 1).raw
    assert_equal "{\n  \"a\": 1,\n  \"b\": 2\n}", doc("{\n  \"a\": 1\n}").add("/b", 2).raw
    assert_equal "{\"\xC3\xA9\":1}", doc("{}").add("/é", 1).raw
    ["/a/4", "/a/x", "/a/-1", "/x/y", "/b/c/d"].each { |pointer| assert_raises(Jacinth::PatchError) { doc.add(pointer, 1) } }
  end

  def test_remove_removes_members_and_elements_with_their_commas
    assert_equal TEXT.strip.sub("1, ", ""), doc.remove("/a/0").raw
    assert_equal TEXT.strip.sub("2.50,\t", ""), doc.remove("/a/1").raw
    assert_equal TEXT.strip.sub(",\t3", ""), doc.remove("/a/2").raw
    assert_equal TEXT.strip.sub('"c": "\\u00e9"', ""), doc.remove("/b/c").raw
    assert_equal TEXT.strip.sub(', "d": {}', ""), doc.remove("/d").raw
    assert_equal TEXT.strip.sub(%("a" : [1, 2.50,\t3],\n  ), ""), doc.remove("/a").raw
    assert_equal "[]", doc("[ 1 , ]", allow_trailing_comma: true).remove("/0").raw
    ["", "/x", "/a/3", "/a/-"].each { |pointer| assert_raises(Jacinth::PatchError) { doc.remove(pointer) } }
  end

  def test_an_edit_of_a_part_has_the_whole_as_its_parent
    inner = doc["a"].replace("/0", 9)

    assert_equal "[9, 2.50,\t3]", inner.raw
    assert_equal TEXT.strip.sub("[1", "[9"), inner.parent.raw
    assert_equal "/a", inner.pointer
    assert_equal [5], doc["b"].replace("", [5]).value
    assert_equal({ "c" => nil }, doc["b"].patch([{ op: "replace", path: "/c", value: nil }]).value)
    assert_equal({ "x" => 1 }, doc["b"].merge_patch({ "c" => nil, "x" => 1 }).value)
  end

  # RFC 6902: the examples of appendix A, and the rules of its text.
  OPERATIONS = [
    [{ "foo" => "bar" }, [{ "op" => "add", "path" => "/baz", "value" => "qux" }], { "foo" => "bar", "baz" => "qux" }],
    [{ "foo" => %w[bar baz] }, [{ "op" => "add", "path" => "/foo/1", "value" => "qux" }], { "foo" => %w[bar qux baz] }],
    [{ "baz" => 1, "foo" => 2 }, [{ "op" => "remove", "path" => "/baz" }], { "foo" => 2 }],
    [{ "foo" => %w[bar qux baz] }, [{ "op" => "remove", "path" => "/foo/1" }], { "foo" => %w[bar baz] }],
    [{ "baz" => "qux", "foo" => 1 }, [{ "op" => "replace", "path" => "/baz", "value" => "boo" }], { "baz" => "boo", "foo" => 1 }],
    [{ "foo" => { "bar" => 1, "waldo" => 2 }, "qux" => { "c" => 3 } },
     [{ "op" => "move", "from" => "/foo/waldo", "path" => "/qux/thud" }], { "foo" => { "bar" => 1 }, "qux" => { "c" => 3, "thud" => 2 } }],
    [{ "foo" => %w[all grass cows eat] }, [{ "op" => "move", "from" => "/foo/1", "path" => "/foo/3" }],
     { "foo" => %w[all cows eat grass] }],
    [{ "baz" => "qux", "foo" => ["a", 2, "c"] },
     [{ "op" => "test", "path" => "/baz", "value" => "qux" }, { "op" => "test", "path" => "/foo/1", "value" => 2 }],
     { "baz" => "qux", "foo" => ["a", 2, "c"] }],
    [{ "baz" => "qux" }, [{ "op" => "test", "path" => "/baz", "value" => "bar" }], nil],
    [{ "foo" => "bar" }, [{ "op" => "add", "path" => "/child", "value" => { "g" => {} } }], { "foo" => "bar", "child" => { "g" => {} } }],
    [{ "foo" => "bar" }, [{ "op" => "add", "path" => "/baz", "value" => "qux", "xyz" => 123 }], { "foo" => "bar", "baz" => "qux" }],
    [{ "foo" => "bar" }, [{ "op" => "add", "path" => "/baz/bat", "value" => "qux" }], nil],
    [{ "/" => 9, "~1" => 10 }, [{ "op" => "test", "path" => "/~01", "value" => 10 }], { "/" => 9, "~1" => 10 }],
    [{ "/" => 9, "~1" => 10 }, [{ "op" => "test", "path" => "/~01", "value" => "10" }], nil],
    [{ "foo" => ["bar"] }, [{ "op" => "add", "path" => "/foo/-", "value" => %w[abc def] }], { "foo" => ["bar", %w[abc def]] }],
    [{ "a" => { "b" => 1 } }, [{ "op" => "copy", "from" => "/a", "path" => "/a/c" }], { "a" => { "b" => 1, "c" => { "b" => 1 } } }],
    [{ "a" => { "b" => 1 } }, [{ "op" => "move", "from" => "/a", "path" => "/a/c" }], nil],
    [{ "a" => 1 }, [{ "op" => "move", "from" => "/a", "path" => "/a" }], { "a" => 1 }],
    [{ "a" => 1 }, [{ "op" => "move", "from" => "/b", "path" => "/b" }], nil],
    [{ "a" => nil }, [{ "op" => "replace", "path" => "/a", "value" => 1 }], { "a" => 1 }],
    [{ "a" => nil }, [{ "op" => "test", "path" => "/a", "value" => nil }], { "a" => nil }],
    [[1, 2], [{ "op" => "add", "path" => "", "value" => 3 }], 3],
    [[1, 2], [{ "op" => "add", "path" => "/3", "value" => 3 }], nil],
    [[1, 2], [{ "op" => "remove", "path" => "/1e0" }], nil],
    [[1, 2], [{ "op" => "replace", "path" => "/-", "value" => 0 }], nil],
    [[1], [{ "op" => "test", "path" => "/0", "value" => 1.0 }], [1]],
    [[1], [{ "op" => "spam", "path" => "/0" }], nil],
    [[1], [{ "op" => "add", "path" => "/0" }], nil],
    [[1], [{ "path" => "/0" }], nil],
    [[1], [{ "op" => "remove" }], nil],
    [[1], [{ "op" => "remove", "path" => "0" }], nil],
    [[1], [{ "op" => "remove", "path" => 0 }], nil],
    [[1], [3], nil],
    [[1], { "op" => "remove" }, nil],
    [{ "" => 1 }, [{ "op" => "replace", "path" => "/", "value" => 2 }], { "" => 2 }],
    ["foo", [{ "op" => "replace", "path" => "", "value" => nil }], :nil]
  ].freeze

  def test_operations_of_patches_are_applied_as_to_values
    OPERATIONS.each do |value, operations, expected|
      [Jacinth.generate(value), Jacinth.pretty_generate(value)].each do |text|
        before = Marshal.load(Marshal.dump(value))
        if expected.nil?
          error = assert_raises(Jacinth::PatchError, operations.inspect) { doc(text).patch(operations) }

          assert_equal assert_raises(Jacinth::PatchError) { Jacinth.patch(value, operations) }.message, error.message
        else
          expected = nil if expected == :nil

          assert_equal [expected], [doc(text).patch(operations).value], operations.inspect
          assert_equal [expected], [Jacinth.patch(value, operations)], operations.inspect
          assert_equal [expected], [Jacinth.patch(value, Jacinth.generate(operations))], operations.inspect
          expected = :nil if expected.nil?
        end
        assert_equal before, value
      end
    end
  end

  def test_errors_have_the_pointer_to_the_first_value_that_is_missing
    value = { "a" => [{ "b" => 1 }] }
    { "/a/0/c/d/e" => "/a/0/c", "/no/0/c" => "/no", "/a/7/b" => "/a/7", "/a/0/b/c" => "/a/0/b/c" }.each do |path, missing|
      %w[add replace remove test].each do |name|
        operations = [{ "op" => name, "path" => path, "value" => 1 }]
        errors = [doc(Jacinth.generate(value)), value].map do |target|
          assert_raises(Jacinth::PatchError) { Jacinth.patch(target, operations) }.message
        end

        assert_equal ["nothing at #{missing.inspect}"] * 2, errors, operations.inspect
      end
    end
  end

  # RFC 7386, appendix A.
  MERGES = [
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'], ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'], ['{"a":"b"}', '{"a":null}', "{}"],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'], ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'], ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'], ['{"a":"b"}', '["c"]', '["c"]'], ['{"a":"foo"}', "null", "null"],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ["[1,2]", '{"a":"b","c":null}', '{"a":"b"}'], ["{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}']
  ].freeze

  def test_merge_patches_are_applied_as_to_values
    MERGES.each do |text, patch, expected|
      assert_equal expected, doc(text).merge_patch(Jacinth.parse(patch)).raw
      value = Jacinth.parse(text)

      assert_equal [Jacinth.parse(expected)], [Jacinth.merge_patch(value, Jacinth.parse(patch))], patch
      assert_equal text, Jacinth.generate(value)
    end
    assert_equal TEXT.strip.sub('"\\u00e9"', "[1]"), doc.merge_patch({ "b" => { "c" => [1] }, "x" => nil }).raw
  end

  # A limit holds for what an edit makes, and is reported before that is made.
  def test_an_edit_beyond_the_size_limit_is_refused
    limited = doc('{"a":[1]}', max_document_bytes: 1000)
    calls = [
      -> { limited.add("/b", "x" * 1000) }, -> { limited.merge_patch({ "b" => "x" * 1000 }) },
      -> { limited.patch([{ op: "copy", from: "/a", path: "/a/-" }] * 40) },
      -> { doc("[1]", max_document_bytes: 1000).patch([{ op: "copy", from: "", path: "/-" }] * 40) },
      -> { limited.patch((0..200).flat_map { |i| [{ op: "replace", path: "/a/0", value: i }, { op: "copy", from: "/a", path: "/#{i}" }] }) }
    ]
    calls.each { |call| assert_error(Jacinth::LimitError, "document of more than 1000 bytes at line 1 column 1", &call) }
    assert_equal 1000, limited.add("/b", "x" * 984).raw.bytesize
    assert_equal 9, limited.patch([{ op: "add", path: "/b", value: "x" * 2000 }, { op: "remove", path: "/b" }]).raw.bytesize
  end

  # The parts of a document that is edited are found by number and by name.
  def test_patches_of_many_members_are_applied
    text = Jacinth.generate((0...100).to_h { |i| ["k#{i}", [i]] })
    kept = (0...100).step(3)
    operations = (0...100).reject { |i| kept.include?(i) }.shuffle(random: seeded).map { |i| { op: "remove", path: "/k#{i}" } }

    assert_equal kept.map { |i| "k#{i}" }, doc(text).patch(operations).keys
    operations += kept.map { |i| { op: "copy", from: "/k#{i}/0", path: "/k#{i}" } }

    assert_equal kept.to_h { |i| ["k#{i}", i] }, doc(text).patch(operations).value
    array = doc((0...100).to_a.to_s)

    assert_equal (0...100).step(2).to_a, array.patch((0...50).map { |i| { op: "remove", path: "/#{i + 1}" } }).value
    assert_equal (0...100).to_a.reverse, array.patch((0...100).map { |i| { op: "move", from: "/#{i}", path: "/0" } }).value
  end

  # Of equal keys, the one that a look-up finds is edited.
  def test_an_edit_changes_one_of_duplicate_keys_and_keeps_the_others
    text = '{"a":1,"b":0,"a":{"c":2}}'
    add = { op: "add", path: "/d", value: 1 }
    edited = doc(text).patch([add, { op: "replace", path: "/a", value: 7 }])

    assert_equal '{"a":7,"b":0,"a":{"c":2},"d":1}', edited.raw
    edited = doc(text, allow_duplicate_key: true).patch([add, { op: "replace", path: "/a/c", value: 7 }])

    assert_equal '{"a":1,"b":0,"a":{"c":7},"d":1}', edited.raw
  end

  # Values that are in two places after a copy change in one of them only.
  def test_copied_values_are_separate
    operations = [{ op: "add", path: "/a/0/-", value: 1 }, { op: "copy", from: "/a", path: "/b" }, { op: "add", path: "/a/0/-", value: 2 },
                  { op: "add", path: "/b/0/-", value: 3 }, { op: "move", from: "/a", path: "/c" }, { op: "add", path: "/c/0/-", value: 4 }]
    expected = { "b" => [[1, 3]], "c" => [[1, 2, 4]] }
    value = { "a" => [[]] }

    assert_equal expected, Jacinth.patch(value, operations)
    assert_equal expected, doc('{"a": [[]]}').patch(operations).value
    assert_equal({ "a" => [[]] }, value)
  end

  def test_a_name_of_invalid_utf8_is_not_made_a_symbol
    remove, add = %w[remove add].map { |op| [{ "op" => op, "path" => "/\xFF", "value" => 2 }] }

    assert_raises(Jacinth::PatchError) { Jacinth.patch({ a: 1 }, remove) }
    assert_equal({ a: 1, "\xFF" => 2 }, Jacinth.patch({ a: 1 }, add))
    assert_equal({ a: 1, "\xFF" => 2 }, Jacinth.merge_patch({ a: 1 }, { "\xFF" => 2, "\xFE" => nil }))
  end

  def test_values_with_symbol_keys_are_patched
    value = { a: { b: [1] } }

    assert_equal({ a: { b: [1, 2], c: 3 } },
                 Jacinth.patch(value, [{ op: :add, path: "/a/b/-", value: 2 }, { op: "add", path: "/a/c", value: 3 }]))
    assert_equal({ a: { b: 4 } }, Jacinth.merge_patch(value, { "a" => { "b" => 4 } }))
    assert_equal '{"a":{"b":[1]},"c":2}', doc('{"a":{"b":[1]}}', symbolize_names: true).merge_patch({ c: 2 }).raw
    assert_equal "[[1.50]]", doc("[0]").replace("/0", doc('{"x":[1.50]}')["x"]).raw
  end

  def test_random_edits_change_only_their_value
    random = seeded
    scaled(1500).times do
      text = document(random)
      begin
        value = Jacinth.parse(text)
      rescue Jacinth::ParserError
        next
      end
      pointers = []
      each_pointer(value) { |pointer, _| pointers << pointer.gsub("~2", "*") }
      pointer = pointers.sample(random: random)
      operation = [{ op: "replace", path: pointer, value: [1] }, { op: "remove", path: pointer }, { op: "add", path: pointer, value: "x" },
                   { op: "copy", from: pointer, path: pointers.sample(random: random) }].sample(random: random)
      next if operation[:op] == "remove" && pointer.empty?

      expected = Jacinth.patch(value, [operation])
      edited = doc(text).patch([operation])

      assert_equal Jacinth.generate(expected), Jacinth.generate(edited.value), "#{text.inspect} #{operation}"
      shared = text.bytes.zip(edited.send(:_source).bytes).take_while { |one, other| one == other }.size

      if operation[:op] == "replace"
        assert_operator shared, :>=,
                        doc(text).at(pointer.gsub(%r{(?<=/)\*(?=/|\z)}, "~2")).send(:_range)[0] - 40
      end
    end
  end

  def test_one_edit_of_a_large_array_makes_few_objects
    document = Jacinth::Document.new("[#{(0...20_000).to_a.join(',')}]")
    [-> { document.add("/10000", 1) }, -> { document.add("/-", 1) }, -> { document.remove("/10000") }].each do |edit|
      edit.call
      before = GC.stat(:total_allocated_objects)
      edit.call

      assert_operator GC.stat(:total_allocated_objects) - before, :<, 1000
    end
  end
end
