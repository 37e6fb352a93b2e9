# frozen_string_literal: true

require_relative "support"

# Each option: its effect, its values, and the errors for other values.
class OptionsTest < GeneratorTest
  TREE = { "a" => [1, [], {}], "b" => { "c" => nil } }.freeze
  TEXTS = %i[indent space space_before object_nl array_nl].freeze
  FLAGS = %i[allow_nan ascii_only script_safe html_safe strict rfc8785 omit_nil omit_empty allow_duplicate_key].freeze

  def test_without_options_the_text_is_compact
    assert_generates '{"a":[1,[],{}],"b":{"c":null}}', TREE
    assert_equal "[]", Jacinth.generate([], nil)
    assert_equal "[]", Jacinth.generate([], {})
    assert_equal "[]", Jacinth.generate([], false)
  end

  def test_indent_works_without_newlines
    assert_generates '{--"a":[----1,----[],----{}],--"b":{----"c":null}}', TREE, indent: "--"
  end

  def test_object_nl_and_array_nl_are_written_between_elements
    assert_generates %({\n"a":[1,[],{}],\n"b":{\n"c":null\n}\n}), TREE, object_nl: "\n"
    assert_generates %({"a":[~1,~[],~{}~],"b":{"c":null}}), TREE, array_nl: "~"
  end

  def test_space_and_space_before_are_written_around_colons
    assert_generates '{"a": [1,[],{}],"b": {"c": null}}', TREE, space: " "
    assert_generates '{"a" :[1,[],{}],"b" :{"c" :null}}', TREE, space_before: " "
  end

  def test_long_formatting_texts_are_written_in_all_positions
    long = TEXTS.to_h { |name| [name, "<#{name}>" * 40] }
    short = TEXTS.to_h { |name| [name, "<#{name}>"] }
    expected = Jacinth.generate([TREE] * 30, short)
    expected = TEXTS.inject(expected) { |text, name| text.gsub("<#{name}>", "<#{name}>" * 40) }

    assert_generates expected, [TREE] * 30, **long
  end

  def test_formatting_texts_can_be_beyond_ascii
    assert_generates %({"a"é:é1}), { "a" => 1 }, space: "é", space_before: "é"
    assert_generates "[·1·]", [1], array_nl: "·"
    assert_generates %({"é":1}), { "é" => 1 }, indent: "\xFF".b.clear
  end

  def test_a_formatting_text_that_is_not_a_string_raises
    TEXTS.each do |name|
      assert_equal "[1]", Jacinth.generate([1], name => nil)
      assert_error(TypeError, "wrong argument type Integer (expected String)") { Jacinth.generate([1], name => 1) }
    end
  end

  def test_a_formatting_text_is_copied
    text = +" "
    state = Jacinth::State.new(space: text)
    text << "changed"

    assert_equal '{"a": 1}', state.generate({ "a" => 1 })
  end

  def test_ascii_only_escapes_all_other_characters
    assert_generates '"\u00e9\ud83d\ude00/"', "é\u{1F600}/", ascii_only: true
    assert_generates '{"\u00e9":"\u007f"}'.gsub('\u007f', "\u007f"), { "é" => "\u007f" }, ascii_only: true
  end

  def test_script_safe_escapes_slashes_and_line_separators
    assert_generates '"<\/script>\u2028\u2029"', "</script>\u2028\u2029", script_safe: true
    others = [*0x2000..0x2027, *0x202a..0x20ff].pack("U*")

    assert_generates %("#{others}"), others, script_safe: true
  end

  def test_html_safe_escapes_html_characters_and_line_separators
    assert_generates '"\u003c/script\u003e\u0026\u2028\u2029 =%\'"', "</script>&\u2028\u2029 =%'", html_safe: true
    others = "\u2027\u202a\u00e2é“\u{2a8}\u{1F600};?$"
    assert_generates %("#{others}"), others, html_safe: true
    assert_generates '{"\u003ca":"' + ("x" * 100) + '\u0026"}', { "<a" => "#{'x' * 100}&" }, html_safe: true
    assert_generates '{"\u003ca":{"b\u0026":[]}}', { "<a": { "b&": [] } }, html_safe: true
    assert_generates "\"<>&\u2028\"", "<>&\u2028"
  end

  def test_html_safe_escapes_fragments
    fragment = Jacinth::Fragment.new(%({"<!--":"\u2028&\u2029","e2":"\u201c\u00e2"}))
    expected = %({"\\u003c!--":"\\u2028\\u0026\\u2029","e2":"\u201c\u00e2"})
    assert_generates expected, fragment, html_safe: true
    assert_equal expected, Jacinth::Coder.new(html_safe: true).dump(fragment)
    broken = Jacinth::Fragment.new(+"[\"\xE2\x80")
    assert_equal "[\"\xE2\x80", Jacinth.generate(broken, html_safe: true)
  end

  def test_html_safe_works_with_script_safe_and_ascii_only
    assert_generates '"\u003c\/\u2028é"', "</\u2028é", html_safe: true, script_safe: true
    assert_generates '"\u003c/\u2028\u00e9"', "</\u2028é", html_safe: true, ascii_only: true
    assert_generates '"\u003c\/\u2028\u00e9"', "</\u2028é", html_safe: true, ascii_only: true, script_safe: true
    assert_error(ArgumentError, "html_safe cannot be used with rfc8785") { Jacinth.generate([], html_safe: true, rfc8785: true) }
  end

  # Every length and place, against replacing in the finished text.
  def test_html_safe_writes_as_replacing_in_the_finished_text
    table = { "<" => '\u003c', ">" => '\u003e', "&" => '\u0026', "\u2028" => '\u2028', "\u2029" => '\u2029' }
    random = Random.new(JacinthHelpers::SEED)
    pool = %w[< > & a é “ / " \\ 日] + ["\u2028", "\u2029", "\n", "😀", "aaaaaaaaaaaaaaaa"]
    JacinthHelpers.scaled(3000).times do
      text = Array.new(random.rand(60)) { pool[random.rand(pool.size)] }.join
      value = { text => [text, { text[0, 9].to_sym => text }] }
      expected = Jacinth.generate(value).gsub(/[<>&\u2028\u2029]/, table)
      assert_generates expected, value, html_safe: true
      written = +""
      Jacinth::State.new(html_safe: true).generate(value, StringIO.new(written))
      assert_equal expected, written.force_encoding("UTF-8")
    end
  end

  def test_script_safe_works_with_ascii_only
    assert_generates '"\/\u2028\u00e9"', "/\u2028é", script_safe: true, ascii_only: true
  end

  def test_allow_nan_writes_nan_and_infinity
    assert_generates "[NaN,Infinity,-Infinity]", [Float::NAN, Float::INFINITY, -Float::INFINITY], allow_nan: true
    assert_generator_error("NaN not allowed in JSON") { Jacinth.generate([Float::NAN]) }
  end

  def test_a_level_beyond_max_nesting_raises
    deep = Array.new(100).inject(nil) { |inner, _| [inner].compact }

    assert_equal 200, Jacinth.generate(deep).size
    error = assert_raises(Jacinth::NestingError) { Jacinth.generate([deep]) }
    assert_equal "nesting of 101 is too deep. Did you try to serialize objects with circular references?", error.message
    assert_equal [nil, nil, "$#{"[0]" * 100}"], [error.line, error.column, error.json_path]
    [0, nil, false].each { |none| assert_equal 202, Jacinth.generate([deep], max_nesting: none).size }
    assert_raises(TypeError) { Jacinth.generate([], max_nesting: "1") }
    assert_raises(TypeError) { Jacinth.generate([], max_nesting: true) }
    assert_raises(RangeError) { Jacinth.generate([], max_nesting: 2**70) }
  end

  def test_empty_containers_count_as_levels
    [[[]], [{}], { "a" => [] }, { "a" => {} }].each do |tree|
      assert_raises(Jacinth::NestingError) { Jacinth.generate(tree, max_nesting: 1) }
      assert Jacinth.generate(tree, max_nesting: 2)
    end
  end

  def test_depth_indents_and_counts_as_levels
    assert_generates "[\n      1\n    ]", [1], depth: 2, indent: "  ", array_nl: "\n"
    assert_raises(Jacinth::NestingError) { Jacinth.generate([], depth: 100) }
    assert_equal "depth must be >= 0 (got -1)", assert_raises(ArgumentError) { Jacinth.generate([], depth: -1) }.message
    skip if [0].pack("l!").size < 8

    assert_error(ArgumentError, "depth is too large (got 2147483648)") { Jacinth.generate([], depth: 2**31) }
  end

  def test_a_document_too_large_is_refused_at_once
    options = { depth: (2**31) - 1, max_nesting: 0 }

    [[" " * 1_000_000, "\n"], [" " * 10_000_000, ""]].each do |indent, newline|
      assert_raises(ArgumentError, NoMemoryError, RangeError) do
        Jacinth.generate([1], indent: indent, array_nl: newline, **options)
      end
    end
  end

  def test_buffer_initial_length_does_not_change_the_text
    [1, 10, 100_000].each { |length| assert_generates "[1]", [1], buffer_initial_length: length }
    assert_equal 1024, Jacinth::State.new(buffer_initial_length: 0).buffer_initial_length
    assert_equal 1024, Jacinth::State.new(buffer_initial_length: -5).buffer_initial_length
    assert_raises(TypeError) { Jacinth.generate([], buffer_initial_length: nil) }
    assert_raises(TypeError) { Jacinth.generate([], buffer_initial_length: 1.5) }
  end

  def test_sort_keys_sorts_objects_at_all_levels
    tree = { "b" => { "z" => 1, "y" => 2 }, "a" => [{ "d" => 1, "c" => 2 }] }

    assert_generates '{"a":[{"c":2,"d":1}],"b":{"y":2,"z":1}}', tree, sort_keys: true
    assert_generates '{"b":{"z":1,"y":2},"a":[{"d":1,"c":2}]}', tree, sort_keys: false
    assert_generates '{"b":{"z":1,"y":2},"a":[{"d":1,"c":2}]}', tree, sort_keys: lambda { |hash|
      hash.sort.reverse.to_h
    }
    assert_equal %w[b a], tree.keys
    assert_error(TypeError, "The `sort_keys` argument must be a boolean or a Proc") { Jacinth.generate(tree, sort_keys: 1) }
    assert_raises(TypeError) { Jacinth.generate(tree, sort_keys: ->(_) { [] }) }
    assert_raises(ArgumentError) { Jacinth.generate({ "a" => 1, 2 => 1 }, sort_keys: true) }
  end

  def test_duplicate_keys_raise_unless_allowed
    message = 'detected duplicate key "a" in {"a"=>1, :a=>2}'
    message = 'detected duplicate key "a" in {"a" => 1, a: 2}' if RUBY_VERSION >= "3.4"
    assert_generator_error(message, invalid: nil, path: "$") { Jacinth.generate({ "a" => 1, a: 2 }) }
    assert_generates '{"a":1,"a":2}', { "a" => 1, a: 2 }, allow_duplicate_key: true
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate([{ 1 => 1, "1" => 2 }]) }
    assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ nil => 1, "" => 2 }) }
    assert_generates '{"a":1,"b":2,"1":3}', { "a" => 1, b: 2, 1 => 3 }
  end

  def test_the_error_of_a_duplicate_key_shows_the_sorted_hash
    reverse = ->(hash) { hash.to_a.reverse.to_h }
    hash = { "a" => 1, a: 2 }

    assert_generator_error("detected duplicate key \"a\" in #{reverse.call(hash).inspect}", path: "$[0]") do
      Jacinth.generate([hash], sort_keys: reverse)
    end
    # duplicates that are found while a key is written
    named = Class.new { def to_s = "a" }.new
    [[{ "\xFF" => 1, "b" => 2, "\xFE" => 3 }, { invalid: :replace }, nil],
     [{ named => 1, "a" => 2, "b" => 3 }, {}, ->(object, _key) { object.to_s.to_sym }]].each do |object, options, block|
      [reverse, *(true unless block)].each do |order| # the keys for a block cannot be compared
        coder = Jacinth::Coder.new(sort_keys: order, **options, &block)
        shown = order == true ? object.sort_by { |key, _| key.b }.to_h : reverse.call(object)

        assert_includes assert_raises(Jacinth::GeneratorError) { coder.dump(object) }.message, "in #{shown.inspect}"
      end
    end
  end

  # Two Strings of one text can only be keys of such a Hash; json does not look.
  def test_equal_keys_of_a_hash_by_identity_are_written
    hash = {}.compare_by_identity
    hash[+"a"] = 1
    hash[+"a"] = 2

    assert_generates '{"a":1,"a":2}', hash
  end

  def test_flags_take_any_value_as_true_or_false
    FLAGS.each do |name|
      assert_equal "[1]", Jacinth.generate([1], name => nil)
      assert_equal "[1]", Jacinth.generate([1], name => "yes")
    end
  end

  def test_unknown_options_raise_with_their_names
    [[{ foo: 1 }, "unknown keyword: foo"],
     [{ foo: 1, bar: 2 }, "unknown keywords: foo, bar"]].each do |given, text|
      [-> { Jacinth.generate([], given) }, -> { Jacinth.pretty_generate([], given) }, -> { Jacinth.dump([], given) },
       -> { Jacinth::State.new(given) }].each { |call| assert_equal text, assert_raises(ArgumentError, &call).message }
    end
  end

  def test_names_of_options_in_other_encodings_are_shown_in_utf8
    names = %w[UTF-16LE ISO-8859-1 UTF-8].map { |encoding| "föo".encode(encoding).to_sym }
    calls = [Jacinth.method(:generate), Jacinth.method(:parse), Jacinth::State.method(:new), Jacinth::Coder.method(:new),
             Jacinth::Writer.method(:new), Jacinth.method(:valid?), Jacinth.method(:reformat), Jacinth.method(:each)]
    calls.product([*names.zip, names]) do |call, given|
      arguments = call.name == :new ? [] : ["1"]
      error = assert_raises(ArgumentError) { call.call(*arguments, **given.to_h { |name| [name, 1] }) }

      assert_equal "unknown keyword#{'s' if given.size > 1}: #{(['föo'] * given.size).join(', ')}", error.message
    end
  end

  def test_options_with_string_names_raise
    assert_error(ArgumentError, /\Aunknown keyword: indent/) { Jacinth.generate([], { "indent" => "" }) }
  end

  def test_options_that_are_not_a_hash_raise
    [1, "x", [], Object.new].each do |given|
      assert_raises(TypeError) { Jacinth.generate([], given) }
    end
    assert_raises(ArgumentError) { Jacinth.generate }
    assert_raises(ArgumentError) { Jacinth.generate(1, {}, 2) }
  end

  def test_the_hash_of_options_is_not_changed
    options = { indent: " ", depth: 1 }
    Jacinth.generate([[with_to_json("1")]], options)

    assert_equal({ indent: " ", depth: 1 }, options)
  end

  def test_pretty_generate_indents_and_takes_options
    pretty = %({\n  "a": [\n    1,\n    [],\n    {}\n  ],\n  "b": {\n    "c": null\n  }\n})
    convertible = Object.new
    convertible.define_singleton_method(:to_h) { { indent: "\t" } }
    hashlike = Object.new
    hashlike.define_singleton_method(:to_hash) { { indent: "\t" } }

    assert_equal pretty, Jacinth.pretty_generate(TREE)
    assert_equal pretty, Jacinth.pretty_generate(TREE, nil)
    assert_equal pretty.gsub("  ", "\t"), Jacinth.pretty_generate(TREE, indent: "\t")
    [convertible, hashlike].each { |given| assert_equal "[\n\t1\n]", Jacinth.pretty_generate([1], given) }
    assert_equal "[1]", Jacinth.pretty_generate([1], Jacinth::State.new)
    assert_error(TypeError, "can't convert Integer into Hash") { Jacinth.pretty_generate([1], 5) }
  end
end
