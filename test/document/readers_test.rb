# frozen_string_literal: true

require_relative "support"
require_relative "../stream/support"
require "stringio"

# Every way of reading gives what parse gives, of whole documents, of damaged
# ones, and of those that end at any byte: the value, or an error with a place.
class ReadersTest < Minitest::Test
  include DocumentSupport
  include ParserDocuments
  include StreamSupport

  # Values of a text in chunks of so many bytes.
  READERS = {
    only: ->(text, _) { [Jacinth.parse(text, only: "")] },
    at: ->(text, _) { [Jacinth.at(text, "")] },
    document: ->(text, _) { [Jacinth::Document.new(text, validate: true).value] },
    type: ->(text, _) { [Jacinth::Type[Object].load(text)] },
    reformat: ->(text, _) { [Jacinth.parse(Jacinth.reformat(text))] },
    reformat_io: lambda { |text, size|
      [Jacinth.parse(Jacinth.reformat(Trickle.new(text, size), StringIO.new, pretty: size.odd?).string)]
    },
    lines: ->(text, size) { Jacinth.each(Trickle.new(text, size), format: :lines).to_a },
    at_pointer: ->(text, size) { Jacinth.each(Trickle.new(text, size), at: "", format: :lines).to_a },
    events: ->(text, size) { Jacinth.events(Trickle.new(text, size), Builder.new, format: :lines).documents }
  }.freeze

  # Readers for which a text without a document is valid.
  STREAMS = %i[lines at_pointer events].freeze

  # The same by looking up member by member.
  def looked_up(text) = [rebuild(Jacinth::Document.new(text, validate: true))]

  def assert_readers(text, size)
    expected = parsed(text)
    note = -> { "#{text.inspect[0, 300]} by #{size} #{seed_note}" }

    assert_equal expected.is_a?(Array), Jacinth.valid?(text), note
    READERS.each { |name, reader| assert_reader(name, expected, text, note) { reader.call(text, size) } }
    assert_reader(:looked_up, expected, text, note) { looked_up(text) }
  end

  def assert_reader(name, expected, text, note)
    read = yield
    expected = [] if STREAMS.include?(name) && text.match?(/\A[ \t]*\z/)

    return pass if expected.eql?(read)

    assert_equal plain(expected), plain(read), -> { "#{name}: #{note.call}" }
  rescue Jacinth::ValidationError => e
    # a type refuses the Infinity that parse makes of a number that is too large
    assert_match(/fits a Float/, e.message)
    assert_includes expected.inspect, "Infinity", -> { "#{name}: #{note.call}" }
  rescue Jacinth::ParserError => e
    assert_kind_of Jacinth::ParserError, expected, -> { "#{name}: #{e.message} #{note.call}" }
    assert [e.line, e.column].all?(Integer) && e.json_path.start_with?("$"), -> { "#{name}: no place: #{note.call}" }
  end

  TEXTS = [
    %({"id": -505, "t\\u0065xt": "@x \\n\\ud83d\\ude02 前 \\"", "f": [false, null, true], "user": {"a/b": {"c": []}}}),
    %([[1, 2.5,-3,0.12345678901234567, 1E5, 12345678901234567890], {"id": 1, "n": {}}, {"id": 2, "n": [""]}, "#{'é' * 20}"]),
    " [ ] ", '"abcdefghijklmnopqrstuvwxyz"', "-12.5e+10", "false"
  ].freeze

  def test_every_reader_agrees_with_parse_on_texts_truncated_at_every_byte
    TEXTS.each do |text|
      (0..text.bytesize).each { |n| [1, 7].each { |size| assert_readers(text.byteslice(0, n), size) } }
    end
  end

  # A line that ends is one document; so small ones, and many of them.
  def one_line(text) = text.tr("\r\n\x1e", "   ")

  def test_every_reader_agrees_with_parse_on_random_documents
    random = seeded(SEED + 91)
    scaled(12_000).times { assert_readers(one_line(document(random, 3)), random.rand(1..20)) }
  end

  def test_every_reader_agrees_with_parse_on_damaged_documents
    random = seeded(SEED + 92)
    scaled(8000).times do
      text = one_line(damage(random, document(random, 3)))
      assert_readers(text, random.rand(1..20)) unless text.start_with?("\u{feff}")
    end
  end
end
