# frozen_string_literal: true

require "timeout"
require_relative "../parse/support"

# max_document_bytes, max_string_bytes, max_keys, max_elements and
# max_number_digits: each at its limit, and one beyond.
class LimitsTest < Minitest::Test
  # option, limit, a text at the limit, a text beyond it, the error's position
  ROWS = [
    [:max_document_bytes, 5, "[1,2]", "[1, 2]", [1, 1, "$"]],
    [:max_string_bytes, 3, '["abc"]', '["abc","abcd"]', [1, 8, "$[1]"]],
    [:max_string_bytes, 3, '"éa"', '"éé"', [1, 1, "$"]],
    [:max_string_bytes, 3, '["\\u00e9a"]', '["\\u00e9\\u00e9"]', [1, 2, "$[0]"]],
    [:max_string_bytes, 2, '"\\n\\n"', '"\\n\\n\\n"', [1, 1, "$"]],
    [:max_string_bytes, 4, '["\\ud83d\\ude00"]', '["\\ud83d\\ude00a"]', [1, 2, "$[0]"]],
    [:max_string_bytes, 3, '{"abc":1}', '{"abcd":1}', [1, 2, "$"]],
    [:max_string_bytes, 3, '{"\\u00e9a":1}', '{"\\u00e9ab":1}', [1, 2, "$"]],
    [:max_keys, 2, '{"a":1,"b":{"c":1,"d":2}}', '{"a":{"b":1,"c":2,"d":3}}', [1, 19, "$.a"]],
    [:max_elements, 2, "[[1,2],[3,4]]", "[[1,2],[3,4,5]]", [1, 13, "$[1][2]"]],
    [:max_elements, 3, '[1.5,"a",[]]', '[1.5,"a",[],{}]', [1, 13, "$[3]"]],
    [:max_number_digits, 3, "[123]", "[1,1234]", [1, 4, "$[1]"]],
    [:max_number_digits, 3, "[-123,-1.2e-3,0.12]", "[-1.23e-4]", [1, 2, "$[0]"]],
    [:max_number_digits, 40, "1" * 40, "1" * 41, [1, 1, "$"]],
    [:max_number_digits, 40, "-0.#{'1' * 37}e+12", "-0.#{'1' * 38}e+12", [1, 1, "$"]]
  ].freeze

  # The classes of callbacks change the way through the machine.
  WAYS = { plain: {}, symbols: { symbolize_names: true }, frozen: { freeze: true },
           hooked: { on_load: ->(v) { v } }, commas: { allow_trailing_comma: true } }.freeze

  def each_case
    ROWS.each { |row| WAYS.each { |name, way| yield(*row, way, "#{row[0]} #{name} #{row[3][0, 40]}") } }
  end

  def test_a_value_at_its_limit_is_read_and_one_beyond_it_raises
    each_case do |option, limit, good, bad, place, way, note|
      assert_equal Jacinth.parse(good, **way), Jacinth.parse(good, option => limit, **way), note
      error = assert_raises(Jacinth::LimitError, note) { Jacinth.parse(bad, option => limit, **way) }

      assert_equal place, [error.line, error.column, error.json_path], note
      assert_match(/ of more than #{limit} \w+ at line 1 column #{place[1]}\z/, error.message)
      assert_equal Jacinth.parse(bad, **way), Jacinth.parse(bad, option => limit + 1, **way), note
    end
  end

  def test_infinity_in_chunks_is_not_counted_as_digits
    options = { allow_nan: true, max_number_digits: 1 }
    (1..11).each do |at|
      pieces = "[-Infinity]".scan(/\A.{#{at}}|.+/)

      assert_equal [[-Float::INFINITY]], Jacinth.each(pieces, **options).to_a, at.to_s
      assert_equal [-Float::INFINITY], Jacinth.each(pieces, at: "/*", **options).to_a
    end
    assert_raises(Jacinth::LimitError) { Jacinth.each(["[-1", "2]"], **options).to_a }
  end

  # Nothing is built, but it would be too large.
  def test_valid_checks_limits_without_building
    each_case do |option, limit, good, bad, place, way, note|
      options = { option => limit, **way }

      assert Jacinth.valid?(good, **options), note
      assert_equal good, Jacinth::Document.new(good, validate: true, **options).raw, note
      refute Jacinth.valid?(bad, **options), note
      error = assert_raises(Jacinth::LimitError, note) { Jacinth::Document.new(bad, validate: true, **options) }

      assert_equal place, [error.line, error.column, error.json_path], note
      assert_equal assert_raises(Jacinth::LimitError) { Jacinth.parse(bad, **options) }.message, error.message
      assert Jacinth.valid?(bad, option => limit + 1, **way), note
    end
  end

  READERS = {
    "at" => ->(text, **options) { Jacinth.at(text, "/*", **options) },
    "query" => ->(text, **options) { Jacinth.query(text, "$.*", **options) },
    "Document#each" => ->(text, **options) { Jacinth::Document.new(text, **options).map { |*, value| value.value } },
    "each" => ->(text, **options) { Jacinth.each(text, **options).to_a },
    "each at:" => ->(text, **options) { Jacinth.each(text, at: "/*", **options).to_a },
    "parse only:" => ->(text, **options) { Jacinth.parse(text, only: ["/*"], **options) }
  }.freeze

  # Also if a comma follows the last member.
  def test_each_reader_counts_the_members_of_a_container
    options = { max_keys: 1, max_elements: 1, allow_trailing_comma: true }
    ['{"a":1}', '{"a":1,}', "[1]", "[1,]"].each do |good|
      bad = good.start_with?("{") ? good.sub(/,?}/, ',"b":2}') : good.sub(/,?\]/, ",2]")
      message = assert_raises(Jacinth::LimitError) { Jacinth.parse(bad, **options) }.message

      READERS.each do |name, read|
        assert_equal read.call(good, allow_trailing_comma: true), read.call(good, **options), "#{name} #{good}"
        assert_equal message, assert_raises(Jacinth::LimitError, "#{name} #{bad}") { read.call(bad, **options) }.message
      end
    end
  end

  # JSON5 can be shorter than the JSON that it is rewritten as.
  def test_each_reader_limits_the_text_of_json5
    readers = READERS.except("each", "each at:").merge(
      "parse" => ->(text, **options) { Jacinth.parse(text, **options) },
      "valid?" => ->(text, **options) { Jacinth.valid?(text, **options) or raise Jacinth::LimitError },
      "reformat" => ->(text, **options) { Jacinth.reformat(text, **options) },
      "Document#value" => ->(text, **options) { Jacinth::Document.new(text, validate: true, **options).value }
    )
    readers.each do |name, read|
      options = { json5: true, max_document_bytes: 7 }

      assert_equal read.call("{a:[1]}", json5: true), read.call("{a:[1]}", **options), name
      assert_raises(Jacinth::LimitError, name) { read.call("{a: [1]}", **options) }
    end
  end

  def test_the_first_fault_or_exceeded_limit_is_reported
    deep = "#{'[' * 300}1,2,3#{']' * 300}"
    { '["abcd",x]' => { max_string_bytes: 3 }, '[x,"abcd"]' => { max_string_bytes: 3 }, "[1,2,3" => { max_elements: 2 },
      '{"a":[1,2,3],"a":1}' => { max_elements: 2 }, '[{"a":1,"a":2},[1,2,3]]' => { max_elements: 2 },
      '{"a":{"b":1,"b":2},"c":[1,2,3]}' => { max_elements: 2 }, '["ab\q","abc"]' => { max_string_bytes: 2 },
      "[1,/* ,[ */2 ,// ,\n 3]" => { max_elements: 2, allow_comments: true }, "[1,2,]" => { max_elements: 2 },
      '{"a":1,}' => { max_keys: 1, allow_trailing_comma: true }, "[[[1]],2,3]" => { max_nesting: 2, max_elements: 2 },
      deep => { max_elements: 2, max_nesting: 0 }, "[NaN,-Infinity]" => { max_number_digits: 1, allow_nan: true } }.each do |text, options|
      outcomes = [-> { Jacinth.parse(text, **options) }, -> { Jacinth::Document.new(text, validate: true, **options) }].map do |read|
        read.call && nil
      rescue Jacinth::ParserError => e
        [e.class, e.message, e.json_path]
      end

      assert_equal 1, outcomes.uniq.size, "#{text} #{outcomes}"
      assert_equal outcomes[0].nil?, Jacinth.valid?(text, **options), text
    end
  end

  def test_an_invalid_number_is_reported_before_its_length
    [-> { Jacinth.parse("[01]", max_number_digits: 1) },
     -> { Jacinth.each(["[01]"], at: "/1", max_number_digits: 1).to_a }].each do |read|
      assert_match(/invalid number/, assert_raises(Jacinth::ParserError, &read).message)
    end
  end

  def test_limits_hold_in_chunks_of_every_size
    each_case do |option, limit, good, bad, _, way, note|
      [1, 2, 3, 7, bad.bytesize].each do |size|
        assert_equal Jacinth.parse(good, **way), in_pieces(good, size, option => limit, **way), note
        assert_raises(Jacinth::LimitError, note) { in_pieces(bad, size, option => limit, **way) }
      end
    end
  end

  def in_pieces(text, size, **options)
    parser = Jacinth::ResumableParser.new(**options)
    text.b.scan(/.{1,#{size}}/mn) { |piece| (parser << piece).parse unless parser.value? }
    parser.finish unless parser.value?
    parser.value
  end

  def test_an_element_beyond_the_limit_raises_at_its_first_byte
    [["[1,", %w[" 2 t n f - \[ {], { max_elements: 1 }], ['{"a":1,', ['"'], { max_keys: 1 }]].each do |begun, bytes, limit|
      bytes.each do |byte|
        parser = Jacinth::ResumableParser.new(**limit)
        parser << begun

        refute parser.parse
        parser << byte

        assert_raises(Jacinth::LimitError, byte) { parser.parse }
        assert_raises(Jacinth::LimitError, byte) { Jacinth.each(begun + byte, **limit).to_a }
      end
    end
  end

  # No end in sight: refused as soon as it is too long, not when it ends.
  def test_an_endless_token_raises_as_soon_as_it_is_too_long
    { max_string_bytes: '["', max_number_digits: "[1", max_document_bytes: " ", max_elements: "[" }.each do |option, first|
      parser = Jacinth::ResumableParser.new(option => 1000)
      parser << first
      more = { max_string_bytes: "a", max_number_digits: "2", max_document_bytes: " ", max_elements: "1," }[option] * 100
      pieces = 0
      assert_raises(Jacinth::LimitError, option.to_s) do
        while pieces < 200
          parser << more
          parser.parse
          pieces += 1
        end
      end
      assert_operator pieces, :<, 70, option
    end
  end

  # max_document_bytes is of one document, however many come.
  def test_max_document_bytes_counts_each_document_alone
    parser = Jacinth::ResumableParser.new(max_document_bytes: 8)
    parser << ("[1,2,3]\n" * 100)
    100.times do
      assert parser.parse
      assert_equal [1, 2, 3], parser.value
    end
    parser << "[1,2,3,4,5]"
    assert_raises(Jacinth::LimitError) { parser.parse }
    refute_predicate parser, :value?
    parser.clear << "[1]"

    assert parser.parse
  end

  def test_load_coder_config_and_other_readers_take_limits
    assert_raises(Jacinth::LimitError) { Jacinth.load("[1,2]", nil, max_elements: 1) }
    assert_raises(Jacinth::LimitError) { Jacinth.parse!("[1,2]", max_elements: 1) }
    assert_raises(Jacinth::LimitError) { Jacinth::Coder.new(max_keys: 1).load('{"a":1,"b":2}') }
    assert_raises(Jacinth::LimitError) { Jacinth::Parser::Config.new({ max_number_digits: 1 }).parse("12") }
    assert_raises(Jacinth::LimitError) { Jacinth.parse('{"a":[1,2]}', only: "/a", max_elements: 1) }
    assert_raises(Jacinth::LimitError) { Jacinth.parse('{"a":[1,2]}', only: "/a", max_document_bytes: 1) }
    with_file("[1,2]") do |path|
      assert_raises(Jacinth::LimitError) { Jacinth.load_file(path, max_document_bytes: 4) }
      assert_equal [1, 2], Jacinth.load_file(path, max_document_bytes: 5)
      assert_equal [1, 2], Jacinth.load_file!(path, max_document_bytes: 0)
    end
    with_file("") do |path|
      [Jacinth, Jacinth::Type[Integer]].each { |reader| assert_raises(Jacinth::ParserError) { reader.load_file(path, max_document_bytes: 4) } }
    end
  end

  def test_load_file_opens_a_file_once
    with_file("[1]") do |path|
      calls = 0
      file = Object.new
      file.define_singleton_method(:to_path) { (calls += 1) && path }

      assert_equal [[1], 1], [Jacinth.load_file(file, max_document_bytes: 3), calls]
    end
  end

  # IO#read(length) allocates length bytes before it reads.
  def test_load_file_takes_a_limit_above_the_memory
    with_file("[1]") do |path|
      limit = { max_document_bytes: (1 << 63) - 1 }

      assert_equal [1], Jacinth.load_file(path, **limit)
      assert_equal [1], Jacinth.load_file!(path, **limit)
      assert_equal [1], Jacinth::Coder.new(**limit).load_file(path)
      assert_equal [1], Jacinth::Type[[Integer]].load_file(path, **limit)
    end
  end

  # The writer of the pipe keeps it open: a reader that wants all of it would wait.
  def test_load_file_stops_reading_one_byte_beyond_the_limit
    skip "no named pipes here" if WINDOWS

    [->(path) { Jacinth.load_file(path, max_document_bytes: 4) },
     ->(path) { Jacinth.load_file!(path, max_document_bytes: 4) },
     ->(path) { Jacinth::Coder.new(max_document_bytes: 4).load_file(path) },
     ->(path) { Jacinth::Type[[Integer]].load_file(path, max_document_bytes: 4) }].each do |read|
      Dir.mktmpdir do |folder|
        File.mkfifo(path = File.join(folder, "pipe"))
        File.open(path, "r+b") do |pipe|
          pipe.syswrite("[1,2]")
          assert_raises(Jacinth::LimitError) { Timeout.timeout(60) { read.call(path) } }
        end
      end
    end
  end

  def test_types_take_max_document_bytes_only
    type = Jacinth::Type[[Integer]]

    assert_equal [1], type.load("[1]", max_document_bytes: 3)
    assert_raises(Jacinth::LimitError) { type.load("[12]", max_document_bytes: 3) }
    assert_raises(Jacinth::LimitError) { Jacinth.parse("[12]", into: type, max_document_bytes: 3) }
    assert_raises(ArgumentError) { type.load("[1]", max_elements: 3) }
    assert_raises(ArgumentError) { Jacinth.parse("[1]", into: type, max_elements: 3) }
  end

  def test_limits_are_off_or_positive_integers
    [nil, false, 0].each { |off| assert_equal [1, 2], Jacinth.parse("[1,2]", max_elements: off) }
    assert_raises(ArgumentError) { Jacinth.parse("[1]", max_elements: -1) }
    assert_raises(TypeError) { Jacinth.parse("[1]", max_elements: "1") }
    assert_raises(RangeError) { Jacinth.parse("[1]", max_elements: 1 << 70) }
    assert_equal [1], Jacinth.parse("[1]", max_elements: 2.9)
    # With 64 bits, also on Windows, whose long has 32.
    assert_equal [1], Jacinth.parse("[1]", max_elements: 1 << 40) if [0].pack("J").bytesize == 8
  end

  def test_document_limits_hold_for_skipped_text
    assert Jacinth.valid?("[1]", max_document_bytes: 3)
    refute Jacinth.valid?("[12]", max_document_bytes: 3)
    refute Jacinth.valid?("[[1]]", max_nesting: 1)
    [->(o) { Jacinth.at("[[1]]", "/0", **o) }, ->(o) { Jacinth.reformat("[[1]]", **o) },
     ->(o) { Jacinth.reformat(StringIO.new("[[1]]"), StringIO.new, **o) },
     ->(o) { Jacinth::Document.new("[[1]]", **o).value }, ->(o) { Jacinth.parse("[[1]]", only: ["/0"], **o) }].each do |read|
      assert_raises(Jacinth::NestingError) { read.call({ max_nesting: 1 }) }
      assert_raises(Jacinth::LimitError) { read.call({ max_document_bytes: 4 }) }
      read.call({ max_nesting: 2, max_document_bytes: 5 })
    end
  end

  # The value that is too large is not made. (The error keeps the text.)
  def test_a_value_beyond_its_limit_is_not_built
    string = "a" * 1_000_000
    number = Integer("1" * 100_000)
    texts = ["[\"#{string}\"]", "[#{number}]"]
    GC.disable
    before = [copies(string), copies(number)]

    assert_raises(Jacinth::LimitError) { Jacinth.parse(texts[0], max_string_bytes: 99) }
    assert_raises(Jacinth::LimitError) { Jacinth.parse(texts[1], max_number_digits: 1000) }
    assert_equal before, [copies(string), copies(number)]
    assert_equal [string], Jacinth.parse(texts[0])
    assert_equal before[0] + 1, copies(string)
  ensure
    GC.enable
  end

  private

  def copies(value) = ObjectSpace.each_object(value.class).count(value)
end
