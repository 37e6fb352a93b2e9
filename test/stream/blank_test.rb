# frozen_string_literal: true

require_relative "support"
require "objspace"

# Documents in chunks with much white space, or many comments, after each of their tokens.
class StreamBlankTest < Minitest::Test
  include StreamSupport

  DOCUMENT = '{"a": [1, {}, [[]], "b"], "c": {}}'
  TOKENS = DOCUMENT.scan(/"\w"|\w+|\S/).freeze
  BLANKS = ["\n", " /**/"].freeze
  OPTIONS = { allow_comments: true }.freeze
  SIZE = 16_384
  CHUNKS = BLANKS.flat_map { |blank| [(blank * SIZE).byteslice(0, SIZE / blank.bytesize * blank.bytesize)] * 16 }.freeze

  # The document in chunks, with much blank text (white space or comments) after its first tokens.
  class Source
    # The memory of all Strings after the blank text was read.
    attr_reader :memory

    def self.memory
      GC.start
      ObjectSpace.count_objects_size[:T_STRING]
    end

    def initialize(tokens) = @tokens = tokens

    def each
      yield TOKENS.take(@tokens).join(" ")
      CHUNKS.each { |chunk| yield chunk.dup }
      @memory = Source.memory
      yield TOKENS.drop(@tokens).join(" ")
    end

    def readpartial(_)
      (@chunks ||= enum_for).next
    rescue StopIteration
      raise EOFError
    end
    alias read readpartial
  end

  READERS = {
    "each" => ->(source) { Jacinth.each(source, **OPTIONS).to_a },
    "each with a callback" => ->(source) { Jacinth.each(source, **OPTIONS, max_keys: 9).to_a },
    "each of a sequence" => ->(source) { Jacinth.each(["\x1E"].each + source.enum_for, format: :sequence, **OPTIONS).to_a },
    "events" => ->(source) { Jacinth.events(source, Builder.new, **OPTIONS).documents },
    "ResumableParser" => lambda { |source|
      parser = Jacinth::ResumableParser.new(**OPTIONS)
      source.enum_for.filter_map { |chunk| parser.value if (parser << chunk).parse }
    }
  }.freeze
  # The portable backend keeps the text of a document for these.
  EXTENSION_READERS = {
    "each(at:)" => ->(source) { [Jacinth.each(source, at: "/*", **OPTIONS).to_a].map { |a, c| { "a" => a, "c" => c } } },
    "reformat" => ->(source) { [Jacinth.parse(Jacinth.reformat(source, StringIO.new, **OPTIONS).string)] },
    "pretty reformat" => lambda { |source|
      text = Jacinth.reformat(source, StringIO.new, pretty: true, **OPTIONS).string
      [text == Jacinth.pretty_generate(Jacinth.parse(DOCUMENT)) ? Jacinth.parse(text) : text]
    }
  }.freeze

  def test_memory_does_not_grow_with_blank_text
    readers = Jacinth.build_info[:backend] == "portable" ? READERS : READERS.merge(EXTENSION_READERS)
    before = Source.memory
    sampled(readers.to_a.product([*0..TOKENS.size])).each do |(name, reader), tokens|
      source = Source.new(tokens)
      where = "#{name}: after #{TOKENS.take(tokens).join}"

      assert_equal [Jacinth.parse(DOCUMENT)], reader.call(source), where
      assert_operator source.memory - before, :<, 12 * SIZE, where
    end
  end

  # The errors are the same whether or not the parser still has the container's bracket in the buffer. Only the path of
  # an invalid comment is different: the container, or its first element.
  def test_errors_do_not_depend_on_the_size_of_blank_text
    %w([ { [[ {"a":[ [1,{ [} {] [, {, {1 {"a" [] ] {}} [}] {"a":{] {"a":{/ [/* [1,[/).product(BLANKS) do |text, blank|
      short, long = [100, 6000].map { |times| faults(text.scan(/"\w"|\S/), blank * times) }

      assert_equal short, long, [text, blank].inspect
    end
  end

  private

  # Returns the errors of the text with the blank text after its first token, after its first two, and so on.
  def faults(tokens, blank)
    (1..tokens.size).to_a.product([{}, { on_load: ->(value) { value } }]).filter_map do |count, options|
      Jacinth.each([tokens.take(count).join, *pieces(blank, 1000), tokens.drop(count).join], **OPTIONS, **options).to_a
    rescue Jacinth::ParserError => e
      lines = blank.count("\n")
      columns = lines.zero? ? blank.size : 0
      [e.class, e.message[/\A(?:(?! at line).)*/], (e.json_path unless e.message.match?(%r{comment|'/'})),
       e.line > lines ? e.line - lines : e.line, e.column > columns ? e.column - columns : e.column]
    end
  end
end
