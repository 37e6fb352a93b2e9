# frozen_string_literal: true

require_relative "support"

# Jacinth.parse with only: the same nesting, with the wanted values only.
class ProjectionTest < Minitest::Test
  include DocumentSupport
  include ParserDocuments

  TEXT = '{"s": [{"id": 1, "user": {"name": "a", "x": [1]}, "t": null}, {"id": 2, "user": null}, 3, {"user": {"name": "b"}}],
           "m": {"n": [10, 20, 30]}}'

  def only(*pointers, **options) = Jacinth.parse(TEXT, only: pointers, **options)

  def test_projections_have_the_shape_of_the_document
    assert_equal({ "s" => [{ "id" => 1 }, { "id" => 2 }, nil, {}] }, only("/s/*/id"))
    assert_equal({ "s" => [{ "id" => 1, "user" => { "name" => "a" } }, { "id" => 2 }, nil, { "user" => { "name" => "b" } }] },
                 only("/s/*/id", "/s/*/user/name"))
    assert_equal({ "m" => { "n" => [nil, 20] } }, only("/m/n/1"))
    assert_equal({ "m" => { "n" => [nil, 20] } }, Jacinth.parse(TEXT, only: "/m/n/1"))
    assert_equal({ "s" => [nil, { "id" => 2, "user" => nil }] }, only("/s/1"))
    assert_equal({ "s" => [{ "id" => 1, "user" => { "x" => [1] } }] }, only("/s/0/id", "/s/0/user/x"))
    assert_equal({ "m" => {} }, only("/m/x"))
    assert_equal({ "m" => { "n" => [] } }, only("/m/n/x", "/m/n/5/y"))
    assert_equal({}, only("/x"))
    assert_equal({}, only)
    assert_equal Jacinth.parse(TEXT), only("")
    assert_equal Jacinth.parse(TEXT), only("/m/n/1", "", "/s")
    assert_equal Jacinth.parse(TEXT), only("/*")
    assert_equal({ "s" => Jacinth.parse(TEXT)["s"] }, only("/s/*", "/s"))
    assert_nil Jacinth.parse("3", only: ["/a"])
    assert_equal 3, Jacinth.parse("3", only: [""])
    assert_equal [nil, nil], Jacinth.parse("[1, 2]", only: ["/*/a"])
    assert_equal [nil, 2], Jacinth.parse("[1, 2]", only: ["/1"])
    assert_equal [], Jacinth.parse("[1, 2]", only: ["/2"])
  end

  def test_projections_follow_options_and_refuse_on_load
    assert_equal({ m: { n: [nil, 20] } }, only("/m/n/1", symbolize_names: true))
    assert Ractor.shareable?(only("/s/*/user/name", freeze: true))
    assert_equal [BigDecimal("1.0"), {}], Jacinth.parse("[1.0, {}]", only: ["/0", "/1/a"], decimal_class: BigDecimal)
    assert_raises(ArgumentError) { only("/m", on_load: ->(v) { v }) }
    [->(o) { only("/m", **o) }, ->(o) { Jacinth::Parser::Config.new({ only: "/m", **o }) }, ->(o) { Jacinth.load(TEXT, only: "/m", **o) },
     ->(o) { Jacinth.each(TEXT, at: "/m", only: "/n", **o).to_a }].each do |read|
      error = assert_raises(ArgumentError) { read.call({ into: Jacinth::Type[Hash] }) }

      assert_equal "only cannot be used with into, which builds what the type says and nothing else", error.message
      assert read.call({ into: nil })
    end
    assert_raises(ArgumentError) { only("/m", object_class: Hash) }
    assert_raises(ArgumentError) { Jacinth::Parser.parse("[]", { only: ["/a"] }) }
    assert_raises(TypeError) { Jacinth.parse("[]", only: 3) }
    assert_equal Jacinth.parse(TEXT), Jacinth.parse(TEXT, only: nil)
    assert_equal({ "m" => { "n" => [10] } }, Jacinth.load(TEXT, only: "/m/n/0"))
  end

  def test_a_fault_outside_the_projection_raises
    ["[1, 2", "[1, 2] 3", '{"a": 1, "a": 2}', "", " ", "[1 2]"].each do |text|
      assert_raises(Jacinth::ParserError, text) { Jacinth.parse(text, only: ["/*"]) }
    end
    assert_equal "$.a[1].b[0]", assert_raises(Jacinth::ParserError) { Jacinth.parse('{"a": [1, {"b": [x]}]}', only: "/a/*/b") }.json_path
  end

  # With a pointer to each value, parse builds all of them, and raises its errors.
  def test_the_conformance_set_is_projected_as_by_parse
    each_conformance_document do |name, text|
      case expected = parsed(text)
      when Array
        pointers = []
        each_pointer(expected[0]) { |pointer, _| pointers << pointer }

        assert_same_value expected[0], Jacinth.parse(text, only: pointers), name
      else assert_raises(Jacinth::ParserError, name) { Jacinth.parse(text, only: "") }
      end
    end
  end

  def test_a_document_truncated_at_every_byte_raises
    (0...TEXT.bytesize).each do |size|
      ["/s/*/id", "/m/n/1", "/s/3/user/name", "", "/nowhere"].each do |pointer|
        error = assert_raises(Jacinth::ParserError) { Jacinth.parse(TEXT.byteslice(0, size), only: pointer) }

        assert_operator error.line, :>=, 1, "#{size} #{pointer}"
      end
    end
  end

  # A path leads to the same value in the projection and in the whole.
  def test_random_pointers_lead_to_the_same_values
    random = seeded
    scaled(20_000).times do
      text = document(random)
      value = begin
        Jacinth.parse(text, allow_duplicate_key: true)
      rescue Jacinth::ParserError
        next
      end
      pointers = []
      each_pointer(value) { |pointer, _| pointers << pointer }
      chosen = pointers.sample(random.rand(1..4), random: random)
      projected = Jacinth.parse(text, only: chosen, allow_duplicate_key: true)
      chosen.each do |pointer|
        assert_same_value Jacinth.at(text, pointer, allow_duplicate_key: true),
                          Jacinth.at(Jacinth.generate(projected, allow_nan: true), pointer), "#{text.inspect} #{chosen}"
      end
      Jacinth.parse(text, only: chosen)
    rescue Jacinth::ParserError => e
      raise unless e.message.include?("duplicate key")
    end
  end

  KEYS = ["id", "name", "é", "a/b", "~", "*", "k" * 40, "#{'k' * 39}l", "0", "", "user", "at", "x\"y", *("a".."f"), "created_at",
          "created_by", "position_1", "position_2", "seventh", "sevenths"].freeze
  VALUES = ["text", "", "é", "s" * 30, "q\"\n", "l" * 300, 0, -7, 2**70, 1.5, -1e-9, 12_345_678_901_234_567_890.5, true, false, nil,
            [], {}, [1, [2]], { "id" => { "name" => 1 } }, { "name" => "n", "user" => { "id" => [{}, 1] } }].freeze

  def test_random_records_are_projected_as_by_parse
    random = seeded
    scaled(4000).times do
      keys = KEYS.sample(random.rand(1..KEYS.size), random: random)
      records = Array.new(random.rand(1..12)) { record(keys, random) }
      whole = random.rand(3).zero? ? { "id" => records, "user" => records.reverse } : records
      pointers = Array.new(random.rand(1..10)) { pointer_into(whole, random) }
      options = { symbolize_names: random.rand(4).zero?, freeze: random.rand(4).zero? }
      text = laid_out(whole, random)
      found = Jacinth.parse(text, only: pointers, **options)

      assert_same_value parsed(Jacinth.generate(projection(whole, pointers)), **options)[0], found, lambda {
        "#{text} #{pointers} #{seed_note}"
      }
      assert_equal options[:freeze], found.frozen?
    end
  end

  def test_keys_that_differ_in_one_byte_stay_apart
    (1..40).each do |size|
      passed = "a" * size
      others = (0...size).map { |at| passed.dup.tap { |key| key[at] = "b" } }
      [*others, "#{passed}b", passed[1..]].each do |wanted|
        text = Jacinth.generate([{ "x" => 0, passed => 1, "y" => 2 }, { "x" => 0, wanted => 3, "y" => "z" * 100 }])

        assert_equal [{}, { wanted => 3 }], Jacinth.parse(text, only: "/*/#{wanted}"), [passed, wanted]
      end
    end
  end

  def test_a_duplicate_wanted_key_raises
    like = '{"a": 1, "b": 2, "c": 3}, ' * 3
    ['{"a": 1, "a": 2, "c": 3}', '{"x": 0, "b": 1, "b": 2}', '{"b": 1, "\u0062": 2}'].each do |last|
      error = assert_raises(Jacinth::ParserError) { Jacinth.parse("[#{like}#{last}]", only: %w[/*/a /*/b]) }

      assert_match(/duplicate key "[ab]" at line 1 column #{like.size + 2}/, error.message)
    end
    assert_equal [{ "a" => 1 }] * 3 + [{ "a" => 4 }], Jacinth.parse("[#{like}{\"b\": 1, \"b\": 2, \"a\": 4}]", only: "/*/a")
  end

  def test_many_wanted_keys_are_found
    [7, 8, 9, 70].each do |count|
      records = Array.new(4) { |i| (0...80).to_h { |j| ["k#{j}", i * j] } }
      wanted = (0...count).map { |j| "k#{79 - j}" }

      assert_equal records.map { |one| one.slice(*wanted.reverse) },
                   Jacinth.parse(Jacinth.generate(records), only: wanted.map { |key| "/*/#{key}" })
    end
  end

  private

  def record(keys, random)
    keys = keys.shuffle(random: random) if random.rand(5).zero?
    keys = keys.reject { random.rand(6).zero? } if random.rand(3).zero?
    keys.to_h { |key| [key, VALUES.sample(random: random)] }
  end

  def pointer_into(value, random)
    steps = []
    while (value.is_a?(Array) || value.is_a?(Hash)) && !value.empty? && random.rand(5).positive?
      key = value.is_a?(Hash) ? value.keys.sample(random: random) : random.rand(value.size)
      value = value[key]
      any = random.rand(3).zero?
      steps << (any ? "*" : key.to_s.gsub("~", "~0").gsub("/", "~1").gsub("*", "~2"))
    end
    steps.map { |step| "/#{step}" }.join
  end

  # White space of any kind, and escapes where none are needed.
  def laid_out(value, random)
    text = Jacinth.generate(value, space: " " * random.rand(2), object_nl: random.rand(3).zero? ? "\n" : "",
                                   ascii_only: random.rand(4).zero?)
    random.rand(4).zero? ? text.gsub("\"id\"") { random.rand(2).zero? ? "\"\\u0069d\"" : "\"id\"" } : text
  end

  # The same from the whole.
  def projection(value, pointers)
    built = project(value, pointers.map { |pointer| pointer.split("/", -1).drop(1) })
    built == :none ? nil : built
  end

  public

  def test_a_selection_takes_the_first_of_duplicate_keys
    doc = Jacinth::Document.new('[{"a":1,"a":2,"b":3}]')

    assert_equal [1, 3], doc[0].values_at("/a", "/b")
    assert_equal [[1], 1, 3], doc.values_at("/*/a", "/0/a", "/0/b")
    [-> { Jacinth.at(doc.raw, "/*/*") }, -> { doc.at("/*/*") }, -> { doc.values_at("/0/*") }, -> { doc.exist?("/0/*") }].each do |call|
      assert_match(/duplicate key "a" at line 1 column 2/, assert_raises(Jacinth::ParserError, &call).message)
    end
    assert_equal [2, 3], Jacinth.at(doc.raw, "/*/*", allow_duplicate_key: true)
  end

  # Also where the first or the second of them has nothing that was wanted.
  def test_a_duplicate_wanted_key_without_a_wanted_value_raises
    ['{"a":{"x":2},"a":1,"b":3}', '{"a":null,"a":null,"b":3}', '{"a":1,"a":{"x":2},"b":3}', '{"a":{"y":1},"a":[],"b":3}'].each do |text|
      assert_error(Jacinth::ParserError, 'duplicate key "a" at line 1 column 1', text) { Jacinth.parse(text, only: ["/a/x", "/b"]) }
      assert_raises(Jacinth::ParserError) { Jacinth.each(text, only: ["/a/x", "/b", "/a/z"]).to_a }
    end
    assert_equal({ "b" => 3 }, Jacinth.parse('{"a":null,"b":3}', only: ["/a/x", "/a/y", "/b"]))
  end

  # Pointers that are found by a table, with the same errors as few.
  def test_many_pointers_into_an_object_are_found
    pairs = Array.new(70) { |i| ["k#{i}", { "x" => i, "y" => 0 }] }.to_h
    pointers = pairs.keys.map { |key| "/#{key}/x" }
    text = Jacinth.generate(pairs)

    assert_equal pairs.transform_values { |value| value.slice("x") }, Jacinth.parse(text, only: pointers)
    assert_raises(Jacinth::ParserError) { Jacinth.parse(text.sub('"k69"', '"k3":1,"k69"'), only: pointers) }
    twice = Jacinth::Document.new(text.sub(/\}\z/, ',"k3":{"x":-1}}'))

    assert_equal Array(0..69), twice.values_at(*pointers) # of a selection, the first one counts
    assert_equal 70, Jacinth.parse(text.sub(/\}\z/, ',"k3":{"x":4}}'), only: pointers, allow_duplicate_key: true).size
  end

  # With so many steps, some share places of the table of steps.
  def test_equal_steps_of_many_objects_stay_apart
    document = Array.new(1000) { |i| ["a#{i}", { "x" => i, "y" => -i }] }.to_h
    pointers = Array.new(1000) { |i| "/a#{i}/#{i.even? ? "x" : "y"}" }
    wanted = document.each_with_index.to_h { |(key, pairs), i| [key, pairs.slice(i.even? ? "x" : "y")] }
    text = JSON.generate(document)

    assert_equal wanted, Jacinth.parse(text, only: pointers)
    assert_equal wanted.values.flat_map(&:values), Jacinth::Document.new(text).values_at(*pointers)
  end

  def test_limits_hold_for_projections_with_the_errors_of_parse
    array = "[1,2,3]"
    object = '{"a":1,"bbbb":"cccc","d":123456}'
    { [array, "/2", :max_elements] => 2, [object, "/d", :max_keys] => 2, [object, "/bbbb", :max_string_bytes] => 3,
      [object, "/d", :max_number_digits] => 5 }.each do |(text, pointer, option), limit|
      good = { option => limit + 1 }
      bad = { option => limit }
      doc = Jacinth::Document.new(text, **bad)
      expected = assert_raises(Jacinth::LimitError) { Jacinth.parse(text, **bad) }
      [-> { Jacinth.parse(text, only: [pointer, "/a"], **bad) }, -> { Jacinth.at(text, pointer, **bad) },
       -> { doc.at(pointer).value }, -> { Jacinth.each(text, at: pointer, **bad).to_a }].each do |call|
        error = assert_raises(Jacinth::LimitError, option.to_s, &call)
        assert_equal [expected.message, expected.pointer], [error.message, error.pointer]
      end
      whole = Jacinth.parse(text)
      assert_equal [whole, whole], [Jacinth.parse(text, only: "", **good), Jacinth.parse(text, **good)]
      assert_equal Jacinth.at(text, pointer), Jacinth.at(text, pointer, **good)
    end
  end

  # The keys of the first object are known in the second one, where its values are skipped without
  # reading the keys again.
  def test_limits_hold_for_skipped_members_of_objects_that_are_alike
    { max_string_bytes: '"xxxx"', max_number_digits: "1234" }.each do |option, value|
      values = [1, value, 1, 1, 1, 1]
      text = "[#{values.map { |skipped| %({"skipped":#{skipped},"a":1}) }.join(',')}]"

      assert_equal [{ "a" => 1 }] * 6, Jacinth.parse(text, only: "/*/a", option => 7)
      assert_raises(Jacinth::LimitError) { Jacinth.parse(text, only: "/*/a", option => 3) }
    end
  end

  def test_scalars_on_the_path_are_checked
    text = '{"a": oops}'
    [-> { Jacinth.at(text, "/a/b") }, -> { Jacinth.at(text, "/a/*") }, -> { Jacinth::Document.new(text).exist?("/a/b") },
     -> { Jacinth::Document.new("oops").at("/*") }, -> { Jacinth::Document.new("[1] x").values_at("") }].each do |call|
      assert_raises(Jacinth::ParserError, &call)
    end
  end

  def test_a_later_change_of_the_list_of_pointers_does_no_harm
    only = ["/a"]
    values = Jacinth.each(%({"a":1,"b":2}\n{"a":3,"b":4}), only: only).map { |value| only.replace(["/b"]) && value }

    assert_equal [[{ "a" => 1 }, { "a" => 3 }], ["/b"]], [values, only]
  end

  private

  def project(value, paths)
    return value if paths.any?(&:empty?)

    case value
    when Hash
      pairs = value.map { |key, member| [key, project_member(member, paths, key)] }
      pairs.reject { |_, member| member == :none }.to_h
    when Array
      members = value.each_with_index.map { |member, i| project_member(member, paths, i.to_s) }
      wanted = (0...value.size).select { |i| leading(paths, i.to_s).any? }.max
      members.first(wanted ? wanted + 1 : 0).map { |member| member == :none ? nil : member }
    else :none
    end
  end

  def project_member(member, paths, key)
    below = leading(paths, key)
    below.empty? ? :none : project(member, below)
  end

  def leading(paths, key)
    name = key.gsub("~", "~0").gsub("/", "~1").gsub("*", "~2")
    paths.select { |path| ["*", name].include?(path.first) }.map { |path| path.drop(1) }
  end
end
