# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../parse/documents"
require_relative "../parse/outcomes"

# Helpers of the tests of documents.
module DocumentSupport
  # A source that gives so many bytes at a time, as a socket may.
  class Trickle
    # The bytes that have been read.
    attr_reader :given

    def initialize(text, size)
      @text = text
      @size = size
      @given = 0
    end

    def readpartial(_)
      raise EOFError, "end of file reached" if @given >= @text.bytesize

      @text.byteslice(@given, @size).tap { |piece| @given += piece.bytesize }
    end
    alias read readpartial
  end

  # The value of a document, looked up member by member.
  def rebuild(doc)
    case doc.type
    when :object then doc.to_h { |key, member| [key, rebuild(member)] }
    when :array then doc.map { |element| rebuild(element) }
    else doc.value
    end
  end

  # Every [pointer, value] in a value that was parsed without symbolize_names.
  def each_pointer(value, pointer = "", &block)
    yield pointer, value
    case value
    when Hash then value.each { |key, member| each_pointer(member, "#{pointer}/#{escape(key)}", &block) }
    when Array then value.each_with_index { |member, i| each_pointer(member, "#{pointer}/#{i}", &block) }
    end
  end

  def escape(key)
    name = key.gsub("~", "~0").gsub("/", "~1")
    name == "*" ? "~2" : name
  end

  def assert_same_value(expected, actual, note = nil)
    assert_equal [ParserSupport.plain(expected)], [ParserSupport.plain(actual)], note
  end

  # Yields name and text of each document of the conformance set.
  def each_conformance_document
    paths = Dir[File.join(shared_path("conformance", "test_parsing"), "*.json")]

    refute_empty paths
    paths.each { |path| yield File.basename(path), File.binread(path).force_encoding(Encoding::UTF_8) }
  end

  def parsed(text, **options)
    [Jacinth.parse(text, **options)]
  rescue Jacinth::ParserError => e
    e
  end
end
