# frozen_string_literal: true

require_relative "../parse/support"
require_relative "table"

# Every row of the conformance set: from memory, in chunks, with UTF-8 checked,
# within other values, on each instruction set, written again, and compared with json.
class GrammarTest < Minitest::Test
  # Texts up to so many bytes are cut in two at every place.
  SHORT = 100

  # Switches of other C code, each with its values.
  SWITCHES = { "JACINTH_FORCE_ISA" => %w[swar sse2 avx2 neon],
               "JACINTH_INTERNALS" => %w[off -hash_templates,-table_templates] }.freeze

  def rows(&) = Conformance.rows.each(&)

  def rejected = rows.reject(&:accepted?) + rows.select { |row| row.verdict == :allow }

  def outcome(source, library: Jacinth, **options)
    ParserSupport.outcome(library, source, **options)
  end

  # [:value, v] as an outcome has it.
  def value(expected) = [:value, ParserSupport.plain(expected)]

  def assert_value(expected, outcome, note) = assert_equal value(expected), outcome, note

  def test_the_set_has_a_thousand_distinct_rows
    assert_operator rows.size, :>=, 1000
    assert_equal 9, Conformance::FILES.size
    rows.group_by(&:section).each_value { |section| assert_distinct section }
    assert_equal %i[accept allow cut malformed reject several], rows.map(&:verdict).uniq.sort
    refute rows.select { |row| row.verdict == :malformed }.any?(&:utf8?)
  end

  # Two sections may have the same text, each for its own reason.
  def assert_distinct(rows)
    assert_operator rows.size, :>, 30
    [:name.to_proc, ->(row) { [row.source.b, row.options] }].each do |key|
      twice = rows.group_by(&key).values.select { |same| same.size > 1 }

      assert_empty(twice.map { |same| same.map(&:title) })
    end
  end

  def test_accepted_rows_have_their_value
    rows.select(&:accepted?).each { |row| assert_value row.value, outcome(row.source, **row.options), row.title }
  end

  def test_rejected_rows_are_reported_at_their_position
    rejected.each do |row|
      [{}, row.verdict == :allow ? {} : row.options].uniq.each { |options| assert_rejected row, options }
    end
  end

  def assert_rejected(row, options)
    error = assert_raises(Jacinth::ParserError, row.title) { Jacinth.parse(row.source, **options) }
    deep = row.marks[:nesting] || options[:max_nesting] || row.options[:max_nesting]
    assert_place_within(row, error)
    # its text is json's, without a place
    return assert(deep, row.title) if error.is_a?(Jacinth::NestingError)

    assert_match(/ at line #{error.line} column #{error.column}\z/n, error.message.b, row.title)
    assert_equal row.marks[:at], [error.line, error.column], row.title if row.marks[:at]
  end

  # A line that the text has, and a column that it has or the one after its last.
  def assert_place_within(row, error)
    lines = row.source.b.split("\n", -1)

    assert_includes 1..[lines.size, 1].max, error.line, row.title
    assert_includes 1..(lines[error.line - 1].to_s.size + 1), error.column, row.title
  end

  def test_options_that_a_row_does_not_need_change_nothing
    all = { allow_nan: true, allow_trailing_comma: true, allow_comments: true, allow_control_characters: true,
            allow_invalid_escape: true, allow_duplicate_key: true }
    rows.each do |row|
      next unless row.accepted?

      assert_value row.value, outcome(row.source, **all, **row.options), row.title
    end
  end

  def test_validate_encoding_rejects_malformed_utf8_and_only_that
    rows.each do |row|
      found = outcome(row.source, validate_encoding: true, **row.options)
      if row.verdict == :malformed
        assert_equal [:error, "ParserError"], found[0, 2], row.title
        assert found[2].b.start_with?("invalid UTF-8 in source: "), row.title
      elsif row.utf8?
        assert_equal outcome(row.source, **row.options), found, row.title
      else
        assert_equal :error, found[0], row.title
      end
    end
  end

  def test_rows_in_chunks_have_the_same_outcome
    rows.each do |row|
      source = row.source.b
      chunks = [source.each_char.to_a]
      chunks += (1...source.bytesize).map { |at| [source[0, at], source[at..]] } if source.bytesize <= SHORT
      chunks.each { |parts| assert_chunks row, parts }
    end
  end

  def assert_chunks(row, parts)
    case row.verdict
    when :reject
      assert_raises(Jacinth::ParserError, row.title) { read([*parts, "\n"], row.options) }
    when :cut
      values, parser = read(parts, row.options)

      assert_empty values, row.title
      assert_equal blank?(row), parser.empty?, row.title
    else
      # A number ends where something follows it.
      values, parser = read([*parts, "\n"], row.options)
      expected = row.verdict == :several ? row.value : [row.value]

      assert_value expected, value(values), row.title
      assert_empty parser, row.title
    end
  end

  def blank?(row) = row.source.b.match?(/\A[ \t\r\n]*\z/)

  def read(parts, options)
    parser = Jacinth::ResumableParser.new(**options)
    values = []
    parts.each do |part|
      parser << part
      values << parser.value while parser.parse
    end
    [values, parser]
  end

  # As an element, as a member, and in a row of objects that have the same names.
  def test_rows_within_other_values_have_their_value
    rows.select(&:accepted?).each do |row|
      v = row.value
      options = { **row.options, max_nesting: 0 }

      assert_value [v], outcome("[#{row.source}]", **options), row.title
      assert_value [0, v, 0], outcome("[0,#{row.source},0]", **options), row.title
      assert_value [{ "k" => v, "l" => 0 }] * 4,
                   outcome("[#{(["{\"k\":#{row.source},\"l\":0}"] * 4).join(",")}]", **options), row.title
    end
  end

  # Every name of the JSON that is written is one that parse gives back.
  def test_written_values_are_read_back
    rows.select(&:accepted?).each do |row|
      options = { allow_nan: true, max_nesting: 0 }
      if row.verdict == :malformed
        assert_raises(Jacinth::GeneratorError, row.title) { Jacinth.generate(row.value, **options) }
      else
        [{}, { ascii_only: true }, { script_safe: true }, { indent: " ", array_nl: "\n", object_nl: "\n" }].each do |style|
          text = Jacinth.generate(row.value, **options, **style)

          assert_value row.value, outcome(text, **options), row.title
        end
      end
    end
  end

  DIGEST = <<~RUBY
    require "digest"
    require "jacinth"
    require ARGV[0]
    require ARGV[1]
    texts = Conformance.rows.map { |row| ParserSupport.outcome(Jacinth, row.source, **row.options) }
    texts += Conformance.rows.select(&:accepted?).map do |row|
      Jacinth.generate(row.value, allow_nan: true, max_nesting: 0)
    rescue Jacinth::GeneratorError => e
      e.message
    end
    puts texts.size, Digest::SHA256.hexdigest(texts.inspect), Jacinth.kernel
  RUBY

  # With these switches, and no others.
  def digest(switches)
    env = SWITCHES.to_h { |name, _| [name, switches[name]] }
    files = [File.join(__dir__, "table.rb"), File.join(__dir__, "..", "parse", "outcomes.rb")]
    ruby!(DIGEST, env: env, argv: files).split
  end

  SWITCHES.each do |switch, values|
    define_method(:"test_the_same_with_#{switch.downcase}") do
      count, *expected = digest({})

      assert_equal rows.size + rows.count(&:accepted?), Integer(count)
      values.each { |value| assert_same_digest expected, switch, value }
    end
  end

  # Every processor runs swar; another instruction set may be one that it has not.
  def assert_same_digest(expected, switch, value)
    _, found, kernel = digest(switch => value)
    return if switch == "JACINTH_FORCE_ISA" && value != "swar" && kernel != value

    assert_equal expected[0], found, "#{switch}=#{value}"
    assert_equal switch == "JACINTH_FORCE_ISA" ? value : expected[1], kernel
  end

  # json warns of numbers that are out of range.
  def test_rows_are_read_as_by_json_unless_they_name_a_reason
    ParserSupport.json? or skip("json #{JSON::VERSION} is not the contract's 3.1")
    capture_io { rows.each { |row| [{}, row.options].uniq.each { |options| assert_beside_json row, options } } }
  end

  # A reason that is none any more fails, too.
  def assert_beside_json(row, options)
    theirs = outcome(row.source, library: JSON, **options)
    ours = outcome(row.source, **options)

    assert_equal row.marks[:differs].nil?, ParserSupport.same_outcome(theirs, ours), "#{row.title}\n#{ours}\n#{theirs}"
  end
end
