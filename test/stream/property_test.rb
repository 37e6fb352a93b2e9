# frozen_string_literal: true

require_relative "support"
require_relative "../conformance/table"

# Every way of reading a stream has the results of parse, with any chunks. An error has
# a position, which does not depend on the chunks.
class StreamPropertyTest < Minitest::Test
  include StreamSupport
  include ParserDocuments

  EACH = { concatenated: ->(s) { s }, auto: ->(s) { s }, sequence: ->(s) { "\x1e#{s}\n" } }.freeze

  # An on_load that is a Symbol is none together with object_class.
  def options(random)
    super.tap { |options| options[:on_load] = options[:on_load].to_proc if options[:on_load] }
  end

  # As assert_equal, of what may be very long.
  def assert_alike(expected, actual, note)
    assert expected == actual, -> { "#{note}\n#{expected.inspect[0, 300]}\n#{actual.inspect[0, 300]}" } # rubocop:disable Minitest/AssertOperator, Minitest/AssertEqual
  end

  # The value of a document, or nothing where it is none.
  def parsed(source, **options)
    [Jacinth.parse(source, **options)]
  rescue Jacinth::ParserError
    []
  end

  def assert_all_give(value, source, size, **options)
    note = "#{source.inspect[0, 300]} by #{size} #{options} #{seed_note}"
    EACH.each do |format, wrap|
      next if format == :sequence && source.include?("\x1e")

      assert_alike [plain([value]), nil], outcome(pieces(wrap[source], size), format: format, **options), "#{format} #{note}"
    end
    unless source.b.match?(/[\r\n]/)
      assert_alike [plain([value]), nil], outcome(pieces("\n#{source}\n", size), format: :lines, **options), "lines #{note}"
    end
    assert_parts_give(value, source, size, note, **options)
  end

  # by events, and member by member
  def assert_parts_give(value, source, size, note, **options)
    return if %i[on_load object_class array_class freeze].any? { |name| options.key?(name) }

    assert_alike plain([value]), plain(built(pieces(source, size), **options)), "events #{note}"
    Jacinth.events(pieces(source, size), Object.new, **options)
    return if options[:allow_duplicate_key]

    members = value.is_a?(Hash) ? value.values : Array(value.is_a?(Array) ? value : [])

    assert_alike plain(members), outcome(pieces(source, size), at: "/*", **options)[0], "at #{note}"
  end

  # Without a value: the same position with any chunks.
  def assert_all_fail(source, size, **options)
    note = "#{source.inspect[0, 300]} by #{size} #{options} #{seed_note}"
    whole = outcome(source, format: :lines, **options)
    lines = outcome(pieces(source, size), format: :lines, **options)

    assert_alike whole, lines, note
    %w[concatenated auto].each do |format|
      assert_alike outcome(source, format: format.to_sym, **options),
                   outcome(pieces(source, size), format: format.to_sym, **options), "#{format} #{note}"
    end
    refute_includes whole[1], nil, note if whole[1]
    assert_events_fail_alike(source, size, note, **options) unless options.key?(:object_class) || options.key?(:array_class)
  end

  def assert_events_fail_alike(source, size, note, **options)
    places = [source, pieces(source, size)].map do |text|
      Jacinth.events(text, Builder.new, **options)
      nil
    rescue Jacinth::ParserError => e
      [e.class, e.line, e.column, e.json_path]
    end

    assert_alike places[0], places[1], "events #{note}"
  end

  def assert_as_parse(source, size, **options)
    value = parsed(source, **options)
    if value.empty?
      assert_all_fail(source, size, **options)
    else
      assert_all_give(value[0], source, size, **options)
    end
  end

  def test_the_conformance_set_is_read_as_by_parse
    sampled(Conformance.rows.product([1, 2, 3, 7, 64])).each { |row, size| assert_as_parse(row.source, size, **row.options) }
  end

  def test_the_conformance_suite_is_read_as_by_parse
    folder = Checkout.shared && File.join(Checkout.shared, "conformance", "test_parsing")
    skip "no conformance suite here" unless folder && Dir.exist?(folder)
    Dir[File.join(folder, "*.json")].each do |path|
      source = File.binread(path).force_encoding(Encoding::UTF_8)
      next if source.bytesize > 10_000 || source.start_with?("\u{feff}".b.force_encoding(Encoding::UTF_8))

      [1, 3].each { |size| assert_as_parse(source, size) }
    end
  end

  # Half of the documents are read without options.
  def test_random_documents_are_read_as_by_parse
    random = seeded(SEED + 61)
    scaled(3000).times { assert_as_parse(document(random), random.rand(1..40), **(random.rand(2).zero? ? {} : options(random))) }
  end

  def test_damaged_documents_with_options_are_read_as_by_parse
    random = seeded(SEED + 62)
    scaled(1500).times { assert_as_parse(damage(random, document(random)), random.rand(1..40), **options(random)) }
  end

  NUMBERS = %w[0 7 -20 1234567 12345678 -123456789012345678 99999999999999999999 -2.5 0.0 1e5 -7.25E+2 48.856690 1e400
               0.730273027302730273027302730273027302].freeze
  MATRIX_OPTIONS = [{}, {}, {}, { symbolize_names: true }, { freeze: true }, { max_nesting: 2 }, { allow_trailing_comma: true },
                    { decimal_class: String }].freeze

  # Arrays of numbers. A fast path reads them if at least 52 bytes of the chunk follow the bracket.
  def matrix(random, depth = 0)
    space = SPACES.sample(random: random) if random.rand(8).zero?
    items = Array.new(random.rand(0..30)) do
      case random.rand(depth > 2 ? 38 : 48)
      when 0..36 then "#{space}#{NUMBERS.sample(random: random)}"
      when 37 then document(random, 3)
      else matrix(random, depth + 1)
      end
    end
    items << matrix(random, depth + 1) << matrix(random, depth + 1) if depth.zero?
    "[#{items.join(",")}]"
  end

  # Returns the outcome without the error's message, because the message depends on where the chunk ends.
  def resumed(source, size, **options)
    found = ParserSupport.chunked(Jacinth, source, size, **options)
    found.delete_at(3) if found[1] == :error
    plain(found)
  end

  def test_arrays_of_numbers_are_read_as_by_parse
    random = seeded(SEED + 69)
    scaled(600).times do
      source = matrix(random)
      source = damage(random, source) if random.rand(3).zero?
      sizes = Array.new(3) { random.rand(1..200) }
      options = MATRIX_OPTIONS.sample(random: random)
      assert_as_parse(source, sizes[0], **options)
      found = sizes.map { |size| resumed(source, size, **options) }

      found.each { |outcome| assert_alike found[0], outcome, "#{source.inspect} by #{sizes} #{options} #{seed_note}" }
    end
  end

  # The values before the end of an incomplete text do not depend on the chunks.
  def test_parts_of_arrays_of_numbers_are_kept_in_chunks
    random = seeded(SEED + 70)
    scaled(60).times do
      source = matrix(random)
      20.times do
        part = source.byteslice(0, random.rand(1..source.bytesize))
        one, other = [1, part.bytesize].map { |size| resumed(part, size) }

        assert_alike one, other, "#{part.inspect} #{seed_note}"
      end
    end
  end

  def test_random_streams_are_read_in_each_format
    random = seeded(SEED + 63)
    scaled(500).times do
      documents = Array.new(random.rand(0..6)) { document(random).tr("\r\n", " ") }
      values = documents.map { |source| Jacinth.parse(source, allow_duplicate_key: true) }
      text = documents.map { |source| "#{source}#{["\n", "\r\n", "\n\n"].sample(random: random)}" }.join
      size = random.rand(1..60)

      %i[lines auto concatenated].each do |format|
        assert_alike [plain(values), nil], outcome(pieces(text, size), format: format, allow_duplicate_key: true),
                     "#{text.inspect[0, 300]} by #{size} #{seed_note}"
      end
      text = documents.map { |source| "\x1e#{source}\n" }.join

      assert_alike [plain(values), nil], outcome(pieces(text, size), allow_duplicate_key: true), "#{text.inspect[0, 300]} #{seed_note}"
    end
  end

  # Lines, some damaged: the valid ones are found between any others.
  def test_good_lines_between_bad_ones_are_yielded
    random = seeded(SEED + 64)
    scaled(500).times do
      lines = Array.new(random.rand(1..8)) do
        source = document(random).tr("\r\n", " ")
        (random.rand(2).zero? ? damage(random, source) : source).tr("\r\n", " ")
      end
      good, bad = lines.each.with_index(1).reject { |line, _| line.match?(/\A[ \t]*\z/) }.partition { |line, _| !parsed(line).empty? }
      found = []
      values = Jacinth.each(pieces(lines.join("\n"), random.rand(1..40)), format: :lines, lines: true,
                                                                          on_error: ->(_, *rest) { found << rest })

      assert_alike plain(good.map { |line, at| [Jacinth.parse(line), at] }), plain(values.to_a), "#{lines.inspect[0, 300]} #{seed_note}"
      assert_alike(bad.map { |line, at| [at, line.sub(/\A[ \t]+/, "")] }, found.map { |at, line| [at, line] }, seed_note)
    end
  end

  TEXTS = ["2024-10-06 12:00 started", "[info] 1 2 3", "{note} \"x\"", "1 2 three", "null, true", "Error: \"x\" is 5", "- 1", "0x10",
           "[1] oops", "\"open", "\"\" \"", "}{", "[1, oops]"].freeze
  CUT = ["[2", "{\"a\":", "[\"]\"", "3 [", "{\"a\": [{"].freeze

  # Lines of text between lines with one document or more: what is yielded is all of
  # the good lines, but for those that a document which is cut off can go on in.
  def test_documents_on_lines_with_other_text_are_yielded
    random = seeded(SEED + 65)
    scaled(1000).times do
      lines = Array.new(random.rand(1..8)) do
        next (TEXTS + CUT).sample(random: random) if random.rand(2).zero?

        Array.new(random.rand(1..3)) { document(random).tr("\r\n", " ").strip }.join(" ")
      end
      good = lines.flat_map { |line| documents_of(line) }
      text = lines.join("\n")
      size = random.rand(1..40)
      %i[auto concatenated].each do |format|
        found = Jacinth.each(pieces(text, size), format: format, on_error: :skip).to_a
        note = "#{text.inspect[0, 300]} by #{size} #{seed_note}"

        assert_alike Jacinth.each(text, format: format, on_error: :skip).to_a, found, note
        assert_empty found - good, note
        assert_alike good, found, note unless lines.intersect?(CUT)
      end
    end
  end

  # Values that are read where they lie in the buffer, and those that a chunk cuts,
  # are the same, and so are their errors.
  def test_values_are_equal_read_whole_and_in_chunks
    random = seeded(SEED + 66)
    pointers = ["/id", "/a", "/0", "/*/id", "/name/*", "/a b", "/back\\slash", "/1/0", "/x", ""]
    scaled(600).times do
      text = Array.new(random.rand(1..5)) do
        line = document(random).tr("\r\n", " ")
        random.rand(4).zero? ? damage(random, line).tr("\r\n", " ") : line
      end.join("\n")
      only = pointers.sample(random.rand(1..3), random: random)
      [{ only: only }, { only: only, symbolize_names: true }, { only: only, freeze: true, max_nesting: 3 },
       { into: types.sample(random: random) },
       { at: only[0] }, { at: only[0], symbolize_names: true, max_nesting: 3 }, { at: only[0], decimal_class: BigDecimal },
       { only: only, at: "/*" }, { into: Jacinth::Type.any, at: "/*" }].each do |options|
        format = %i[auto lines concatenated].sample(random: random)
        size = random.rand(1..60)
        note = "#{text.inspect[0, 300]} by #{size} #{format} #{options} #{seed_note}"

        assert_alike outcome(text, format: format, **options), outcome(pieces(text, size), format: format, **options), note
        found = Jacinth.each(text, format: format, on_error: :skip, **options).to_a

        assert_alike plain(found), plain(Jacinth.each(pieces(text, size), format: format, on_error: :skip, **options).to_a), note
      end
    end
  end

  SEPARATORS = ["\n", "\n", "\n", "\r\n", "\n\n", " \n\t", " ", "", " // x\n", " oops\n", "\n[1,\n2]\n", "\n{\"a\":\n", "\n3\n"].freeze

  # Line numbers and skipped text do not depend on the chunks.
  def test_lines_and_skipped_text_are_equal_read_whole_and_in_chunks
    random = seeded(SEED + 68)
    scaled(1500).times do
      text = "".b.force_encoding("UTF-8")
      random.rand(1..30).times do |i|
        text << "[#{i},{\"a\":#{['1', '"é"', '[2]'].sample(random: random)}}]" << SEPARATORS.sample(random: random)
      end
      text = damage(random, text) if random.rand(4).zero?
      size = random.rand(1..90)
      options = { format: %i[auto lines concatenated].sample(random: random), lines: random.rand(3) > 0, relaxed: random.rand(3).zero?,
                  **[{}, { allow_comments: true }, { only: "/1/a" }, { at: "/1/a" }, { into: Jacinth::Type.any }].sample(random: random) }
      whole, chunks, skipped = [text, pieces(text, size), text].map.with_index do |source, index|
        found = []
        note = ->(error, line, bad) { found << [error.class, error.line, error.column, error.json_path, line, bad] }
        Jacinth.each(source, **options, on_error: index == 2 ? :skip : note) { |*value| found << value }
        found
      end
      note = "#{text.inspect} by #{size} #{options} #{seed_note}"

      assert_alike whole, chunks, note
      assert_alike skipped, whole.grep_v(->(one) { one[0].is_a?(Class) }), note
      valid = [text, pieces(text, size)].map do |source|
        found = []
        Jacinth.each(source, **options) { |*value| found << value }
      rescue Jacinth::ParserError
        found
      end

      assert_alike(*valid, note)
    end
  end

  # Records whose keys are mostly the same, in the same order: a projection expects
  # them, as they were written, at the same index of the next record.
  def test_a_projection_does_not_depend_on_earlier_records
    random = seeded(SEED + 67)
    scaled(600).times do
      keys = ["id", "a", "long" * random.rand(1..12), "é", "b\"", "ab"].shuffle(random: random)
      lines = Array.new(random.rand(2..8)) { record(random, keys) }
      only = keys.sample(random.rand(1..3), random: random).flat_map { |key| ["/#{key}", "/#{key}/x"].sample(1, random: random) }
      [{ only: only }, { at: only[0] }].each do |options|
        alone = lines.flat_map { |line| Jacinth.each(pieces(line, 3), on_error: :skip, **options).to_a }
        found = Jacinth.each("#{lines.join("\n")}\n#{' ' * 99}", on_error: :skip, **options).to_a

        assert_alike plain(alone), plain(found), "#{lines} #{options} #{seed_note}"
      end
    end
  end

  def record(random, keys)
    keys = keys.shuffle(random: random) if random.rand(4).zero?
    keys += keys.sample(1, random: random) if random.rand(4).zero?
    space = ["", "", " ", "  "].sample(random: random)
    values = ["1", '"é"', '"\\n"', "[1]", '{"x": 2, "y": 3}', "-1.5e3", "null", "01", "12345678901234567890123456789012345"]
    members = keys.drop(random.rand(4) / 3).map do |key|
      written = random.rand(9).zero? ? "\"\\u00#{key.ord.to_s(16)}#{key[1..]}\"" : Jacinth.generate(key)
      "#{space}#{written}:#{space}#{values.sample(random: random)}"
    end
    "{#{members.join(',')}}"
  end

  def types
    any = Jacinth::Type.any
    @types ||= [any, Jacinth::Type[[any]], Jacinth::Type[{ id: Jacinth::Type.optional(any), a: Jacinth::Type.optional(any) }]]
  end

  # All documents of a line; none if one of them is bad.
  def documents_of(line)
    Jacinth.each(line, format: :concatenated).to_a
  rescue Jacinth::ParserError
    []
  end

  def test_streams_truncated_at_every_byte_are_read_in_chunks_as_whole
    text = "{\"a\": [1.5e3, \"\\u00e9\\ud83d\\ude00é\"]}\n[true, null, -12]\n\"x\"\n// c\n42".b
    (0..text.bytesize).each do |size|
      source = text.byteslice(0, size)
      %i[lines concatenated auto].each do |format|
        whole = outcome(source, format: format, allow_comments: true)
        [1, 2, 5].each { |n| assert_alike whole, outcome(pieces(source, n), format: format, allow_comments: true), [size, n] }
        count = Jacinth.each(source, format: format, allow_comments: true, on_error: :skip).count

        assert_operator count, :>=, whole[0][2]&.size || 0
      end
    end
  end
end
