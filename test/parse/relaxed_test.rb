# frozen_string_literal: true

require_relative "support"
require "stringio"

# relaxed: true and invalid: :replace, for each way to read.
class RelaxedTest < Minitest::Test
  BOM = "\uFEFF"
  RELAXED = "#{BOM}// settings\n{\"a\": [1, /* two */ 3,],}\n# no".delete_suffix("\n# no").freeze

  # Each way to read a whole text.
  WAYS = {
    "parse" => ->(text, **o) { Jacinth.parse(text, **o) },
    "parse!" => ->(text, **o) { Jacinth.parse!(text, **o) },
    "load" => ->(text, **o) { Jacinth.load(text, **o) },
    "on_load" => ->(text, **o) { Jacinth.parse(text, on_load: ->(x) { x }, **o) },
    "binary" => ->(text, **o) { Jacinth.parse(text.b, **o) },
    "Coder" => ->(text, **o) { Jacinth::Coder.new(**o).load(text) },
    "Config" => ->(text, **o) { Jacinth::Parser::Config.new(o).parse(text) },
    "Document" => ->(text, **o) { Jacinth::Document.new(text, **o).value },
    "validated" => ->(text, **o) { Jacinth::Document.new(text, validate: true, **o).value },
    "at" => ->(text, **o) { Jacinth.at(text, "", **o) },
    "only" => ->(text, **o) { Jacinth.parse(text, only: "", **o) },
    "Type" => ->(text, **o) { Jacinth::Type.any.load(text, **o) },
    "chunk" => ->(text, **o) { RelaxedTest.in_chunks([text], **o) },
    "bytes" => ->(text, **o) { RelaxedTest.in_chunks(text.b.each_char, **o) }
  }.freeze

  def self.in_chunks(chunks, **options)
    parser = Jacinth::ResumableParser.new(**options)
    chunks.each do |chunk|
      parser << chunk
      parser.parse unless parser.value?
    end
    parser.value? || parser.finish
    parser.value
  end

  def test_every_reader_accepts_relaxed_syntax
    WAYS.each do |name, read|
      assert_equal({ "a" => [1, 3] }, read.call(RELAXED, relaxed: true), name)
      assert_raises(Jacinth::ParserError, name) { read.call(RELAXED, relaxed: false) }
      assert_raises(Jacinth::ParserError, name) { read.call(RELAXED) }
      assert_equal({ "a" => "#{BOM}x" }, read.call("{\"a\": \"#{BOM}x\"}", relaxed: true), name)
    end
    assert Jacinth.valid?(RELAXED, relaxed: true)
    refute Jacinth.valid?(RELAXED)
  end

  # These three things and no others.
  def test_relaxed_accepts_nothing_else
    ["[\"a\tb\"]", "[\"\\q\"]", "[NaN]", "['a']", "{a: 1}", "[1 2]", "[,]", "[1,,]", "[01]", "# c\n1", "#{BOM}#{BOM}1",
     "[1#{BOM}]", "[#{BOM}1]", "\xEF\xBB", "\xEF", "\xEF\xBB1"].each do |text|
      (WAYS.keys - %w[parse! load]).each do |name|
        assert_raises(Jacinth::ParserError, "#{name} #{text.inspect}") { WAYS[name].call(text, relaxed: true) }
      end
      refute Jacinth.valid?(text, relaxed: true), text.inspect
    end
  end

  # Collects the keys and values that Jacinth.events reports.
  Events = Struct.new(:found) do
    def key(name) = found << name
    def value(object) = found << object
    def start_array = found << :array
  end

  def self.events(source, **options) = Jacinth.events(source, Events.new([]), **options).found

  def self.chunks(text, size) = text.b.scan(/.{1,#{size}}/mn)

  # Readers that give something else than one value, and parse's value in that form.
  READERS = {
    "each" => ->(text, **o) { Jacinth.each(text, **o).to_a }, "each at" => ->(text, **o) { Jacinth.each(text, at: "", **o).to_a },
    "each only" => ->(text, **o) { Jacinth.each(text, only: "", **o).to_a },
    "each into" => ->(text, **o) { Jacinth.each(text, into: Jacinth::Type.any, **o).to_a },
    "each by bytes" => ->(text, **o) { Jacinth.each(chunks(text, 1), **o).to_a },
    "each by two" => ->(text, **o) { Jacinth.each(chunks(text, 2), at: "", **o).to_a },
    "reformat" => ->(text, **o) { [Jacinth.parse(Jacinth.reformat(text, **o))] },
    "reformat an IO" => ->(text, **o) { [Jacinth.parse(Jacinth.reformat(StringIO.new(text), StringIO.new, **o).string)] },
    "reformat sorted" => ->(text, **o) { [Jacinth.parse(Jacinth.reformat(text, sort_keys: true, **o))] },
    **WAYS.transform_values { |read| ->(text, **o) { [read.call(text, **o)] } }
  }.freeze

  # Each one that ends a line comment, and some that do not.
  LINE_ENDS = ["\n", "\r", "\r\n", "\u2028", "\u2029"].freeze
  OTHERS = ["\v", "\f", "\u0085", "\u2027", "\u202A", "\u20A8", "\t"].freeze

  # The places of comments in a document; $ is the end of the comment.
  COMMENTED = ["//c$[1,{\"a\":2}]", "[//c$1,{\"a\":2}]", "[1//c$,{\"a\":2}]", "[1,//c$ {\"a\":2}]", "[1,{//c$\"a\":2}]",
               "[1,{\"a\"//c$:2}]", "[1,{\"a\"://c$2}]", "[1,{\"a\":2//c$}]", "[1,{\"a\":2}//c$]", "[1,{\"a\":2}]//c$",
               "//$//c é“$[1,{\"a\":2}]// $", "/*$*/[1,/*//$*/{\"a\":2}]/*$*/"].freeze

  def test_a_line_comment_ends_at_each_kind_of_line_end
    COMMENTED.product(LINE_ENDS).each do |commented, line_end|
      text = commented.gsub("$", line_end)
      READERS.each do |name, read|
        assert_equal [[1, { "a" => 2 }]], read.call(text, relaxed: true), "#{name} #{text.inspect}"
      end
      assert_equal [:array, 1, "a", 2], self.class.events(text, relaxed: true), text.inspect
      assert_equal [:array, 1, "a", 2], self.class.events(self.class.chunks(text, 1), relaxed: true), text.inspect
      assert Jacinth.valid?(text, relaxed: true), text.inspect
    end
  end

  # The document is in the comment, for all readers.
  def test_a_line_comment_continues_after_other_characters
    (OTHERS + ["\xE2\x80".b, "\xE2".b]).each do |other|
      text = "//c#{other}".b + "[1]"
      READERS.each do |name, read|
        next assert_empty read.call(text, relaxed: true), "#{name} #{text.inspect}" if name.start_with?("each")

        assert_raises(Jacinth::ParserError, ArgumentError, "#{name} #{text.inspect}") { read.call(text, relaxed: true) }
      end
      refute Jacinth.valid?(text, relaxed: true), text.inspect
    end
  end

  # Errors are found, and said to be, in the same place.
  def test_positions_after_comments_count_their_line_ends
    LINE_ENDS.each do |line_end|
      text = "{\"a\": [1, // c ]#{line_end} oops]}"
      expected = assert_raises(Jacinth::ParserError) { Jacinth.parse(text, relaxed: true) }
      assert_equal "$.a[1]", expected.json_path
      READERS.each do |name, read|
        error = assert_raises(Jacinth::ParserError, name) { read.call(text, relaxed: true) }

        assert_equal [expected.line, expected.column, expected.json_path], [error.line, error.column, error.json_path], name
      end
    end
  end

  # No document is lost because of the line end of a comment before it.
  def test_documents_after_comments_are_read
    LINE_ENDS.each do |line_end|
      text = "// one#{line_end}[1] // two#{line_end}[2]"
      %i[auto concatenated].product([1, 2, 3, 100]).each do |format, size|
        values = Jacinth.each(self.class.chunks(text, size), format: format, relaxed: true).to_a

        assert_equal [[1], [2]], values, [format, size, text]
      end
      parser = Jacinth::ResumableParser.new(relaxed: true)
      self.class.chunks(text, 1).each { |chunk| parser << chunk }
      values = []
      values << parser.value while parser.parse

      assert_equal [[1], [2]], values, text.inspect
    end
  end

  # An editor does not count a byte order mark.
  def test_columns_do_not_count_a_byte_order_mark
    (WAYS.keys - %w[Document at only]).each do |name|
      error = assert_raises(Jacinth::ParserError, name) { WAYS[name].call("#{BOM}[1, nil]", relaxed: true) }

      assert_equal [1, 5], [error.line, error.column], name
    end
    parser = Jacinth::ResumableParser.new(relaxed: true)
    parser << "#{BOM}[1] [2,]" # a stream has one mark
    parser.parse

    assert_equal [[1], 3], [parser.value, parser.parsed_bytes]
    parser.parse

    assert_equal [2], parser.value
    parser << BOM
    assert_raises(Jacinth::ParserError) { parser.parse }
    parser.clear
    parser << "\xEF"
    refute parser.parse
    parser << "\xBB\xBF[3]"

    assert parser.parse
  end

  def test_an_incomplete_byte_order_mark_raises
    parser = Jacinth::ResumableParser.new(relaxed: true)
    parser << "\xEF".b << "\xBB".b
    refute parser.parse
    error = assert_raises(Jacinth::ParserError) { parser.finish }

    assert_equal [1, 1], [error.line, error.column]
  end

  # The examples of the Unicode Standard, tables 3-8 to 3-11: how many U+FFFD
  # stand for what is ill-formed.
  SUBPARTS = {
    "\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64" => "a???b?c??d",
    "\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41" => "????????A",
    "\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41" => "????????A",
    "\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42" => "?????A??B",
    "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41" => "????A",
    "\xF0\x9F\x98" => "?", "é日😀" => "é日😀", "\xFF\\n\xFF" => "?\n?"
  }.freeze

  def test_invalid_replace_makes_one_character_of_each_maximal_subpart
    SUBPARTS.each do |bytes, text|
      expected = { text.tr("?", "\uFFFD") => [text.tr("?", "\uFFFD")] }
      source = "{\"#{bytes}\": [\"#{bytes}\"]}"
      WAYS.each do |name, read|
        assert_equal expected, read.call(source, invalid: :replace), name
        assert_equal expected, read.call(source, invalid: :replace, validate_encoding: true), name
        assert_equal expected, read.call("#{BOM}#{source}", invalid: :replace, relaxed: true), name
      end
      (1..source.bytesize).each do |size|
        chunks = source.b.scan(/.{1,#{size}}/mn)

        assert_equal expected, self.class.in_chunks(chunks, invalid: :replace)
      end
    end
  end

  HALVES = {
    '\ud83d' => "?", '\ude00' => "?", 'a\ud83d\u0041b' => "a?Ab", '\ud83d\ud83d\ude00' => "?😀", '\ud83dx' => "?x",
    '\ude00\ud83d' => "??", '\ud83d\n' => "?\n", '\ud83d\ude00' => "😀", '\uD83Dé' => "?é"
  }.freeze

  def test_invalid_replace_makes_one_character_of_half_a_surrogate_pair
    HALVES.each do |escaped, text|
      text = text.tr("?", "\uFFFD")
      source = "{\"#{escaped}\":[\"#{escaped}\",\"#{'x' * 300}#{escaped}\"]}"
      expected = { text => [text, "#{'x' * 300}#{text}"] }
      WAYS.each { |name, read| assert_equal expected, read.call(source, invalid: :replace), "#{name} #{escaped}" }
      (1...source.bytesize).each do |size|
        chunks = [source.byteslice(0, size), source.byteslice(size..)]

        assert_equal expected, self.class.in_chunks(chunks, invalid: :replace), escaped
      end
      assert Jacinth.valid?(source, invalid: :replace)
    end
  end

  def test_invalid_replace_refuses_a_broken_escape
    ['["\ud83d\u12"]', '["\ud83d\u"]', '["\ud8"]', '["\udc00'].each do |text|
      assert_raises(Jacinth::ParserError, text) { Jacinth.parse(text, invalid: :replace) }
      refute Jacinth.valid?(text, invalid: :replace), text
    end
  end

  def test_invalid_utf8_outside_strings_raises
    WAYS.each do |name, read|
      assert_raises(Jacinth::ParserError, name) { read.call("[\xFF]", invalid: :replace) }
      assert_raises(Jacinth::ParserError, name) { read.call("[\xE3\x81", invalid: :replace) }
    end
  end

  def test_invalid_replace_works_for_other_encodings
    assert_equal ["a\uFFFDb"], Jacinth.parse("[\"a\xFFb\"]".dup.force_encoding(Encoding::US_ASCII), invalid: :replace)
    broken = "[\"a\"]".encode(Encoding::UTF_16LE) + "\x00\xD8".dup.force_encoding(Encoding::UTF_16LE)

    assert_raises(Jacinth::ParserError) { Jacinth.parse(broken, invalid: :replace) }
    cut = "[\"a".encode(Encoding::UTF_16LE) + "\x00\xD8".dup.force_encoding(Encoding::UTF_16LE) + "\"]".encode(Encoding::UTF_16LE)

    assert_equal ["a\uFFFD"], Jacinth.parse(cut, invalid: :replace)
    assert_raises(EncodingError) { Jacinth.parse(cut) }
  end

  def test_invalid_replace_does_not_change_the_source
    source = +"\uFEFF[\"\xFF\"]"
    before = source.dup
    value = Jacinth.parse(source, relaxed: true, invalid: :replace)
    source << "x"

    assert_equal ["\uFFFD"], value
    assert_equal "#{before}x", source
    assert_equal ["\xFF"], Jacinth.parse("[\"\xFF\"]", invalid: nil)
  end

  def test_other_values_of_invalid_raise
    [true, :ignore, "replace"].each do |value|
      assert_error(ArgumentError, /\Ainvalid must be :replace, not /) { Jacinth.parse("[]", invalid: value) }
    end
  end
end
