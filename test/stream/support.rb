# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../parse/documents"
require_relative "../parse/outcomes"

# Helpers of the tests of streams.
module StreamSupport
  # Builds what the events say, a value for each document.
  class Builder
    attr_reader :documents

    def initialize
      @documents = []
    end

    def start_document = @open = [[]]
    def end_document = @documents << @open.pop.fetch(0)
    def start_object = @open << {}
    def start_array = @open << []
    def end_object = add(@open.pop)
    def end_array = add(@open.pop)
    def key(name) = @open << name
    def value(object) = add(object)

    private

    def add(value)
      return @open[-1] << value if @open[-1].is_a?(Array)

      key = @open.pop
      @open[-1][key] = value
    end
  end

  # The text in chunks of so many bytes.
  def pieces(text, size)
    0.step(text.bytesize - 1, size).map { |at| text.byteslice(at, size) }
  end

  def built(source, **options)
    Jacinth.events(source, Builder.new, **options).documents
  end

  # [values, nil], or [values before the error, [class, line, column, path]].
  def outcome(source, **options)
    values = []
    Jacinth.each(source, **options) { |value| values << value }
    [plain(values), nil]
  rescue Jacinth::ParserError => e
    [plain(values), [e.class, e.line, e.column, e.json_path]]
  end

  def plain(value) = ParserSupport.plain(value)
end
