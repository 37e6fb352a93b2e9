# frozen_string_literal: true

# The conformance set: for every rule of RFC 8259, texts and their outcome. It
# is written from the RFC's grammar, and no row from the result of a library.
# A file in rows/ is a section of the RFC; each call adds a row, whose name says
# what is in the text and, with the file's comments, why it has that outcome:
#
#   accept "name", source, value              is a JSON text and has this value
#   reject "name", source                     is none, and no more text makes it one
#   cut "name", source                        is none yet: it ends before its value does
#   several "name", source, [value, ...]      is none, but one JSON text after another
#   allow "name", source, value, option: true is none, and read as that with the option
#   malformed "name", source, value           accepted with its bytes, rejected with validate_encoding
#
# reject and cut take at: [line, column], where the error is; nesting: true, where
# it is a NestingError; and with: options with which it is rejected, too. Any row
# takes differs: "why", if the json gem has another outcome.
module Conformance
  Row = Struct.new(:verdict, :section, :name, :source, :literal, :options, :marks, keyword_init: true) do
    def title = "#{section}: #{name} (#{source.bytesize > 80 ? "#{source.bytesize} bytes" : source.inspect})"

    # A copy in which no literal is frozen.
    def value = Marshal.load(Marshal.dump(literal))

    # True if Jacinth.parse returns the value, with the row's options or without.
    def accepted? = %i[accept allow malformed].include?(verdict)

    def utf8? = source.dup.force_encoding(Encoding::UTF_8).valid_encoding?
  end

  # The methods that the files in rows/ call.
  class Section
    attr_reader :rows

    def initialize(title)
      @title = title
      @rows = []
    end

    def accept(name, source, value, **marks) = add(:accept, name, source, value, {}, marks)

    def malformed(name, source, value, **marks) = add(:malformed, name, source, value, {}, marks)

    def several(name, source, values, **marks) = add(:several, name, source, values, {}, marks)

    def reject(name, source, with: {}, **marks) = add(:reject, name, source, nil, with, marks)

    def cut(name, source, with: {}, **marks) = add(:cut, name, source, nil, with, marks)

    def allow(name, source, value, differs: nil, **options)
      add(:allow, name, source, value, options, { differs: differs }.compact)
    end

    private

    def add(verdict, name, source, value, options, marks)
      unknown = marks.keys - %i[at nesting differs]
      raise ArgumentError, "#{name}: #{unknown}" unless unknown.empty?

      @rows << Row.new(verdict: verdict, section: @title, name: name, source: source.dup.freeze, literal: value,
                       options: options, marks: marks)
    end
  end

  FILES = Dir[File.join(__dir__, "rows", "*.rb")].freeze
  # The deepest value that ruby.wasm can copy, compare and inspect: a deeper one ends the process.
  DEEPEST = RUBY_PLATFORM.include?("wasm") ? 20 : Float::INFINITY

  @sections = {}

  # A file of rows: the block is run in a Section.
  def self.section(title, &)
    raise ArgumentError, "two sections #{title}" if @sections.key?(title)

    @sections[title] = Section.new(title).tap { |section| section.instance_eval(&) }
  end

  # All rows, in the order of the RFC.
  def self.rows
    @rows ||= begin
      FILES.each { |file| require file }
      rows = @sections.sort.flat_map { |_, section| section.rows }
      rows.reject { |row| row.source.b.count("[{") > DEEPEST }.freeze
    end
  end
end
