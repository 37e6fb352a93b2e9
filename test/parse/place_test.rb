# frozen_string_literal: true

require_relative "support"
require_relative "documents"

# Line, column and JSONPath: also of a NestingError, and of documents that come
# in chunks, where they count from the first chunk.
class ParserPlaceTest < Minitest::Test
  include ParserDocuments

  def place(error) = [error.line, error.column, error.json_path]

  def error_of(source, **options) = super() { Jacinth.parse(source, **options) }

  # The error of a document in chunks: by parse, or, where it is cut off, finish.
  def chunked_error(source, size, **options)
    parser = Jacinth::ResumableParser.new(**options)
    0.step(source.bytesize - 1, size) do |at|
      parser << source.byteslice(at, size)
      return nil if parser.parse
    end
    parser.finish
    nil
  rescue Jacinth::ParserError => e
    e
  end

  POINTERS = {
    "[1, x]" => "/1", "x" => "", "" => "", "[" => "/0", '{"a": [0, {"b": x}]}' => "/a/1/b", '["a", "\\q"]' => "/1", "[1, 2" => "/1",
    '{"a/b": {"c~d": {"": [[x]]}}}' => "/a~1b/c~0d//0/0", '{"~1": x}' => "/~01", '{"*": x}' => "/*", "{\"é\": x}" => "/é",
    '{"a b.c\\"[0]": x}' => '/a b.c"[0]', '{"a": 1, "b"' => "/b", '{"a": 1, "b' => "", '{"n": 01}' => "/n",
    '{"a": {"k": 1, "k": 2}}' => "/a/k"
  }.freeze

  def test_the_pointer_of_an_error_leads_to_its_value
    POINTERS.each do |text, pointer|
      [error_of(text), error_of(text, symbolize_names: true)].each do |error|
        assert_equal pointer, error.pointer, text
        assert_equal Encoding::UTF_8, error.pointer.encoding
        assert_predicate error.pointer, :frozen?
      end
      assert_equal pointer, assert_raises(Jacinth::ParserError) { Jacinth::Document.new(text, validate: true) }.pointer, text
    end
    assert_equal "/a", error_of('{"a": [1]}', max_nesting: 1).pointer
    assert_equal "/a/0", chunked_error('{"a": [x', 3).pointer
    assert_nil Jacinth::ParserError.new("no").pointer
    assert_nil Jacinth::GeneratorError.new("no").pointer
  end

  # As they are in the text, or after on_load; what is no name ends the way.
  def test_the_pointer_has_keys_of_any_bytes_and_encoding
    assert_equal "/\xFF~1".b, error_of("{\"\xFF/\": x}").pointer.b
    assert_equal "$[\"\xFF/\"]".b, error_of("{\"\xFF/\": x}").json_path.b
    assert_equal "/ä/0", error_of('{"a": [x]}', on_load: ->(v) { v == "a" ? "ä".encode("UTF-16LE") : v }).pointer
    assert_equal "", error_of('{"a": [x]}', on_load: ->(v) { v == "a" ? :a.to_proc : v }).pointer
    key = +"changing"
    error = error_of('{"a": [x]}', on_load: ->(v) { v == "a" ? key : v })
    key << "!"

    assert_equal ["/changing/0", "$.changing[0]"], [error.pointer, error.json_path]
    assert_equal error.pointer, Marshal.load(Marshal.dump(error)).pointer
    assert_equal "/changing/0", error.freeze.pointer
  end

  def test_a_generator_error_has_a_pointer
    assert_equal "/a~1b/1/c", assert_raises(Jacinth::GeneratorError) { Jacinth.generate({ "a/b" => [1, { c: Float::NAN }] }) }.pointer
  end

  NESTED = {
    "[[1]]" => [1, 1, 2, "$[0]"],
    %([1,\n {"a": "é", "b" : [2]}]) => [2, 2, 19, "$[1].b"],
    %({"a":\n{"b c":\n  {"d": 1}}}) => [2, 3, 3, '$.a["b c"]'],
    "[1, 2, 3, [4.5, 6], [1234567, 2345678, 3456789, 4567890, 5678901, 6789012, 7890123]]" => [1, 1, 11, "$[3]"]
  }.freeze

  def test_a_nesting_error_names_line_column_and_path
    NESTED.each do |source, (limit, line, column, path)|
      error = error_of(source, max_nesting: limit)

      assert_instance_of Jacinth::NestingError, error
      assert_equal "nesting of #{limit + 1} is too deep", error.message
      assert_equal [line, column, path], place(error), source
      (1..source.bytesize).each do |size|
        assert_equal [line, column, path], place(chunked_error(source, size, max_nesting: limit)), [source, size].inspect
      end
    end
  end

  def test_a_nesting_error_of_generate_has_a_path
    error = assert_raises(Jacinth::NestingError) { Jacinth.generate({ a: [1, { "b c" => [[]] }] }, max_nesting: 4) }

    assert_equal "nesting of 5 is too deep. Did you try to serialize objects with circular references?", error.message
    assert_equal [nil, nil, '$.a[1]["b c"][0]'], place(error)
  end

  # Errors at each kind of place, in chunks of each size: where the whole
  # document has them. A cut-off document is one that `finish` complains of.
  FAULTS = [
    "[1,\n2,\n x]", %({"a": 1,\n\n "é": [nul]}), %({"k":\n{"é":1, "b":2,\n"é":3}}), "[1,\r\n\t2 3]", "[01]", "\n\n{1}",
    %({"a"\n1}), %(\n["a\\ud800é",\n"\\u12"]), "[1,2,\n3", "\n\n", "/* é\n */ [ // x\n y]", "[\n[\n[\n{\n}\n,}"
  ].freeze

  def test_faults_in_chunks_are_reported_at_the_same_position
    options = { allow_comments: true }
    FAULTS.each do |source|
      next if source.strip.empty?

      expected = error_of(source, **options)
      (1..source.bytesize).each do |size|
        error = chunked_error(source, size, **options)

        assert_equal place(expected), place(error), [source, size].inspect
        next if error.message == "unexpected end of input" # finish reports only the end

        # The message shows the part of the token that is in the text.
        assert_operator expected.message, :start_with?, error.message.delete_suffix("'")
      end
    end
  end

  def test_damaged_documents_in_chunks_are_reported_at_the_same_position
    random = seeded(SEED + 7)
    compared = scaled(600).times.count do
      source = damage(random, document(random)).b.force_encoding(Encoding::UTF_8)
      expected = error_of(source) or next
      error = chunked_error(source, random.rand(1..40)) or next
      next unless expected.message.start_with?(error.message)

      assert_equal place(expected), place(error), "#{source.inspect} #{seed_note}"
      true
    end

    assert_operator compared, :>, scaled(600) / 4
  end

  # Buffers of several sizes, with brackets in them, are discarded meanwhile.
  def test_the_position_of_text_that_has_left_the_buffer_is_reported
    filler = Array.new(300) { |i| %(  "key #{i} é": [#{i},\n #{i}],\n) }.join
    source = %({\n  "é":{ "dup": 1,\n#{filler} "dup": 2}})
    expected = error_of(source)

    assert_equal [2, 7, "$[\"é\"].dup"], place(expected)
    [1, 7, 64, 1000, 5000].each { |size| assert_equal place(expected), place(chunked_error(source, size)), size }
  end

  def test_positions_count_over_documents_and_start_again_at_clear
    parser = Jacinth::ResumableParser.new
    parser << "[1]\n[2]\n  x"

    2.times { assert parser.parse }
    assert_equal [3, 3, "$"], place(assert_raises(Jacinth::ParserError) { parser.parse })
    parser.clear << "[\n é]"

    assert_equal [2, 2, "$[0]"], place(assert_raises(Jacinth::ParserError) { parser.parse })
  end
end
