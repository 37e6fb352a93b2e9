# frozen_string_literal: true

require_relative "support"
require_relative "../parse/documents"

# jacinth get: values out of a text of which as little as possible is held.
class GetTest < Minitest::Test
  include CommandSupport

  TEXT = <<~'JSON'
    {"count": 2, "skip": [{"items": [0]}, "]", -1.5e3, "\"\u00e9", false, null],
     "items": [{"id": 1, "tags": ["a", "é"]}, [], {}, 2.50, "s\n", null, true, -7, 1E400],
     "a/b": {"~": [[1, 2], [3]], "": 4, "*": 5}, "0": {"0": [0]}}
  JSON
  POINTERS = ["", "/count", "/items", "/items/*", "/items/0/tags/*", "/*/*", "/*/0", "/items/*/id", "/a~1b/~0/*/0",
              "/a~1b/", "/a~1b/~2", "/*", "/skip/2", "/0/0/0", "/none", "/items/99", "/items/id", "/count/0",
              "/items/01", "/*/none"].freeze
  SCALARS = [nil, true, false, -1000, 7, 123, "", "é\"\\", "a" * 29, "\u{1F600}\n", 0.125, 0.5].freeze
  KEYS = ["a", "b", "0", "1", "x/y", "~", "*", ""].freeze

  # Returns the output for a pointer and a text in chunks of so many bytes, and the
  # number of bytes that were read.
  def select(pointer, text, size, pretty: false, check: false, **options)
    out = StringIO.new
    stream = Jacinth.const_get(:DocumentStream).select(pointer, out, pretty, check, Jacinth::Parser::Config.new(options))
    taken = 0
    until stream.exhausted? || taken >= text.bytesize
      stream.take(text.byteslice(taken, size))
      taken += size
    end
    stream.finish.read unless stream.exhausted?

    assert_equal [out.string.empty? ? 1 : 0, 1], [stream.missing, stream.documents]
    [out.string.force_encoding(Encoding::UTF_8), taken]
  end

  # The same by what knows the whole text.
  def expected(pointer, text, pretty)
    found = Jacinth::Document.new(text).at(pointer)
    found = [found].compact unless found.is_a?(Array)
    found.map { |value| "#{Jacinth.reformat(value.raw, pretty: pretty)}\n" }.join
  end

  def test_chunks_of_any_size_give_the_same_values
    POINTERS.product([false, true]) do |pointer, pretty|
      wanted = expected(pointer, TEXT, pretty)

      [*1..9, 64, TEXT.bytesize].each do |size|
        [false, true].each { |check| assert_equal wanted, select(pointer, TEXT, size, pretty:, check:)[0], [pointer, size] }
      end
    end
  end

  def test_values_of_every_document_are_written
    each_document do |name, text|
      %w[/* /*/* /*/*/* /*/0 /0].each do |pointer|
        wanted = expected(pointer, text, false)

        [1009, 65_536].each { |size| assert_equal wanted, select(pointer, text, size)[0], [name, pointer, size] }
      end
    end
  end

  # Pointers to random values of random documents, and to positions next to them.
  def test_random_pointers_into_random_documents_select_as_at
    @random = seeded
    scaled(300).times do |i|
      value = random_value(@random, [*SCALARS, *random_numbers], KEYS, 4)
      text = Jacinth.generate(value, space: " " * (i % 3), array_nl: i.odd? ? "\n" : nil)
      pointer = random_pointer(value)
      size = @random.rand(1..20)

      assert_equal expected(pointer, text, false), select(pointer, text, size)[0], [text, pointer, size]
      assert_equal expected(pointer, text, true), select(pointer, text, size, pretty: true, check: true)[0], [text, pointer, size]
    end
  end

  def test_get_prints_the_first_duplicate_key_or_all_if_allowed
    text = '{"a": {"b": 1, "b": 2}, "c": [{"d": 3, "d": 4}, {"d": 5}], "a": 6}'
    twice = { allow_duplicate_key: true }

    { "/a/b" => %W[1\n 1\n2\n], "/c/*/d" => %W[3\n5\n 3\n4\n5\n] }.each do |pointer, wanted|
      assert_equal wanted, [select(pointer, text, 3)[0], select(pointer, text, 3, **twice)[0]]
    end
    assert_equal ["{\"d\":5}\n", "{\"b\":1,\"b\":2}\n6\n"], [select("/c/1", text, 3)[0], select("/a", text, 3, **twice)[0]]
    ["/a", "/c/0", "/*"].each { |pointer| assert_raises(Jacinth::ParserError) { select(pointer, text, 3) } }
    assert_raises(Jacinth::ParserError) { select("/c/1", text, 3, check: true) }
  end

  # A single document is only read as far as needed. A pipe is read to its end, so that
  # its writer gets no error.
  def test_only_as_much_is_read_as_is_needed
    text = %({"a": {"b": [1]}, "c": [#{'0, ' * 1_000_000}0], "d": [2, 3]})
    pipe = StringIO.new(text)
    assert_equal [0, "1\n"], read_from(pipe)
    assert_predicate pipe, :eof?
    File.open(file("large.json", text), "rb") do |io|
      assert_equal [0, "1\n"], read_from(io)
      assert_operator io.pos, :<, 1_200_000
    end
    [["/a/*/0", 20], ["/a/none", 20], ["/a/b/0/c", 20], ["/*/1", text.bytesize], ["/none", text.bytesize]].each do |pointer, taken|
      assert_in_delta taken, select(pointer, text, 16)[1], 16, pointer
    end
  end

  def read_from(input)
    out = StringIO.new
    [Jacinth::Command.run(%w[get /a/b/0 --format=single], input: input, output: out, errors: StringIO.new), out.string]
  end

  def test_several_pointers_select_from_a_large_text
    text = %({"a": [#{(0..200_000).to_a.join(', ')}], "b": [{"c": "x"}, {"c": "y"}]})
    two = %w[get -p /b/*/c -p /a/3 -p /a/200000 -p /e]

    assert_equal [4, "\"x\"\n\"y\"\n3\n200000\n"], jacinth(*two, input: text).to_a[0, 2]
    assert_equal [4, "x\ny\n3\n200000\n"], jacinth(*two, "--raw", "--validate", input: text).to_a[0, 2]
    assert_equal [1, ""], jacinth(*two, "--validate", "--format=single", input: "#{text}}").to_a[0, 2]
    assert_equal [1, ""], jacinth(*two, "--validate", input: text.chop).to_a[0, 2]
    assert_equal [1, "\"x\"\n\"y\"\n3\n200000\n"], jacinth(*two, "--validate", input: "#{text}}").to_a[0, 2]
  end

  def test_raw_strings_of_any_length_are_written
    strings = ["", "\"", "é\n" * 60_000, "\\", "\u{1F600}" * 40_000, "a" * 200_000]
    values = strings.flat_map { |string| [string, [string], { string => 1 }] }
    lines = values.map { |value| value.is_a?(String) ? "#{value}\n" : "#{Jacinth.generate(value)}\n" }

    assert_equal lines.join, jacinth!("get", "--raw", "/v/*", input: Jacinth.generate("v" => values, "w" => strings))
    assert_equal "x\n[\n  \"x\"\n]\n", jacinth!("get", "-r", "--pretty", "/*", input: '["x", ["x"]]')
  end

  def test_an_error_in_a_large_text_has_its_position
    text = %({"a": [\n#{%({"b": 1},\n) * 300_000}{"b": oops}]})

    ["/a/300000", "/a/*/b", "/c"].each do |pointer|
      answer = jacinth("get", pointer, input: text)

      assert_equal 1, answer.status
      assert_match(/\Astdin:300002:7: error: unexpected character: 'oops\}\]\}' \(at \$\.a\[300000\]\.b\)$/, answer.err)
    end
  end

  # Texts of 100 and 300 MB, of which half is wanted.
  def test_memory_does_not_grow_with_the_text
    used, size = measured(<<~RUBY)
      text = ->(count) { ['{"a": [', *["1234, " * 10_000] * count, '0], "b": [', *["5678, " * 10_000] * count, '0]}'] }
      get = ->(count) { ["/b", "/a/7", "/b/*"].map { |pointer| written(["get", pointer], text.call(count)) } }
      get.call(800)
      before = Resident.peak
      sizes = get.call(2400)
      puts Resident.peak - before, sizes.first
    RUBY

    assert_equal (5 * 24_000_000) + 4, size
    assert_operator used, :<, 80_000_000 # a collection has not come yet
  end

  def test_a_second_pointer_gets_a_note
    answer = jacinth("get", "/a", "/b/none", input: "{}")

    assert_equal [3, ""], [answer.status, answer.out]
    assert_includes answer.err, <<~TEXT
      /b/none: error: No such file or directory
      jacinth: note: if /b/none is a pointer, put -p before each pointer; --csv or --ndjson writes the values in a row
    TEXT
    [%w[/a none], %w[--csv /a none], %w[-p /a /none]].each do |argv|
      refute_includes jacinth("get", *argv, input: "{}").err, "note:", argv
    end
  end

  # The end of all text may have cut a number off.
  def test_a_truncated_number_raises
    { "[12" => "/0", '{"a":12' => "/a", "[-1.5e3" => "/0" }.each do |text, pointer|
      [1, 2, 100].each { |size| assert_raises(Jacinth::ParserError, text) { select(pointer, text, size) } }
    end
    assert_equal ["12\n", "12\n", "\"a\"\n"], [select("", "12", 1)[0], select("/0", "[12 ", 1)[0], select("/0", '["a"', 1)[0]]
  end

  private

  def random_numbers = [@random.rand(-1000..1000), -@random.rand(1 << 70), @random.rand.round(3), @random.rand * 1e300]

  def random_pointer(value)
    steps = []
    while value.is_a?(Array) || value.is_a?(Hash)
      break if @random.rand(6).zero?

      key = value.is_a?(Hash) ? value.keys.sample(random: @random) : @random.rand(value.size + 1)
      key = "none" if key.nil?
      steps << (@random.rand(4).zero? ? "*" : key.to_s.gsub("~", "~0").gsub("/", "~1").gsub("*", "~2"))
      value = value.is_a?(Hash) ? value[key] : value[key.to_i]
    end
    steps.map { |step| "/#{step}" }.join
  end
end
