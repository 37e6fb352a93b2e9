# frozen_string_literal: true

require "test_helper"
require_relative "broken_documents"

# The messages, excerpts and hints of broken documents, by each reader.
class BrokenDocumentsTest < Minitest::Test
  def shown(error) = "#{error.excerpt}\nhint: #{error.hint}"

  READERS = { "" => ->(source, **options) { Jacinth.parse(source, **options) },
              "hooked_" => ->(source, **options) { Jacinth.parse(source, on_load: ->(x) { x }, **options) },
              "document_" => ->(source, **options) { Jacinth::Document.new(source, validate: true, **options) } }.freeze

  BrokenDocuments::ROWS.product(READERS.to_a) do |row, (name, read)|
    define_method("test_#{name}#{row.name}") do
      error = assert_raises(Jacinth::ParserError) { read.call(row.source, **row.options) }

      assert_equal row.shown, shown(error)
    end
  end

  def test_at_least_a_hundred_documents_have_different_names
    assert_operator BrokenDocuments::ROWS.size, :>=, 100
    assert_equal BrokenDocuments::ROWS.size, BrokenDocuments::ROWS.map(&:name).uniq.size
  end

  def test_one_chunk_has_the_error_of_parse
    rows = BrokenDocuments::ROWS.reject do |row|
      error = assert_raises(Jacinth::ParserError) { Jacinth.parse(row.source, **row.options) }
      error.message.b.match?(/end of (?:input|stream)|EOF|comment/) || error.message.b.include?("after array value at line") ||
        row.name.include?("cut off")
    end
    assert_operator rows.size, :>=, 60
    rows.each do |row|
      parser = Jacinth::ResumableParser.new(**row.options)
      parser << row.source
      error = assert_raises(Jacinth::ParserError, row.name) { 9.times { parser.parse && parser.value } }
      # more text could give another hint
      error = assert_raises(Jacinth::ParserError, row.name) { parser.finish } unless error.hint

      assert_equal row.shown, shown(error), row.name
    end
  end

  def test_a_stream_has_the_hint_of_parse
    handler = Class.new { def value(_) = nil }.new
    rows = BrokenDocuments::ROWS.select do |row|
      row.options.empty? && row.source.b.match?(/\A\s*[\[{]/n) && !row.name.include?("cut off")
    end
    assert_operator rows.size, :>=, 60
    rows.each do |row|
      hint = assert_raises(Jacinth::ParserError) { Jacinth.parse(row.source) }.hint
      streamed = -> { Jacinth.reformat(StringIO.new(row.source), StringIO.new) }

      assert_equal hint, assert_raises(Jacinth::ParserError, &streamed).hint, row.name
      next if row.shown.match?(/several documents|after the document|without an opening/)

      assert_equal hint, assert_raises(Jacinth::ParserError, row.name) { Jacinth.events(StringIO.new(row.source), handler) }.hint, row.name
    end
  end

  # However little of the text is left, there are a place and a caret at it.
  def test_text_byte_by_byte_has_an_excerpt_with_a_caret
    BrokenDocuments::ROWS.each do |row|
      parser = Jacinth::ResumableParser.new(**row.options)
      error =
        begin
          row.source.each_byte do |byte|
            parser << byte.chr
            parser.value while parser.parse
          end
          parser.value while parser.finish
        rescue Jacinth::ParserError => e
          e
        end
      next unless error # several documents

      assert_kind_of Integer, error.line, row.name
      assert_kind_of Integer, error.column, row.name
      next if error.message.start_with?("duplicate key") # the object may be gone

      assert_equal "^", error.excerpt[-1], row.name
    end
  end
end
