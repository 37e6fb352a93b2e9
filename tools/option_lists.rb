# frozen_string_literal: true

require_relative "checkout"

# The options as the C sources list them, their keywords in the signatures, and the
# lists of the portable backend. The comments of Jacinth.parse and Jacinth.generate have
# the texts of docs/options.md:
#
#     ruby tools/option_lists.rb --write    # writes FILES
module OptionLists
  ROW = /^ *X\((?<kind>[A-Z_0-9]+), (?<name>\w+), (?<access>[A-Z]+)\)/
  # The access of a parser's option names the first of these that accepts it, and
  # those after it accept it, too.
  READERS = %w[TYPE PARSER DOCUMENT CODER MODULE].freeze
  # The types of options by kind; those of OBJECT by name.
  TYPES = {
    "BOOL" => "boolish", "RAILS" => "boolish", "TYPES" => "Hash[Module, Symbol | Proc | Method | Type | Type::_Declared]?",
    "LEVELS" => "Integer | false | nil", "LIMIT" => "Integer | false | nil",
    "LONG" => "Integer | false | nil", "DEPTH" => "Integer?", "LENGTH" => "Integer", "WIDTH" => "Integer?",
    "STRING" => "String?", "REPLACE" => ":replace | nil", "ARRAY" => ":array | nil",
    "INTEGERS" => ":raise | :string | nil", "AS_JSON" => "_ToProc?", "SORT_KEYS" => "Proc | boolish",
    "DECIMAL" => "Class | Module | nil", "on_load" => "_ToProc?", "object_class" => "Class?", "array_class" => "Class?",
    "only" => "text | Array[text] | nil", "into" => "Type | Type::_Declared | nil"
  }.freeze
  # Consecutive lines of keywords, at least ten.
  KEYWORDS = /(?:^ +\?\w+: [^\n]*\n){10,}/
  # Lines of names with a kind and an access: `name: %i[kind access], ...`
  ROWS = /(?:^ +\w+: %i\[[^\n]*\n){5,}/
  PARSER = "parse/parser_option_list.h"
  GENERATOR = "generate/generator_option_list.h"
  # The items of a list of options in a comment.
  ITEMS = /(?:^  # \[\+.*\n(?:^  #  +\S.*\n)*){5,}/
  # Each file that has text of the lists, and the function that writes it.
  FILES = {
    "sig/jacinth.rbs" => ->(text) { OptionLists.signatures(text) },
    "lib/jacinth/portable/options.rb" => ->(text) { OptionLists.rows_in_ruby(text, PARSER) },
    "lib/jacinth/portable/state.rb" => ->(text) { OptionLists.rows_in_ruby(text, GENERATOR) },
    "lib/jacinth/parser.rb" => ->(text) { OptionLists.comment(text, "For reading") },
    "lib/jacinth/generator.rb" => ->(text) { OptionLists.comment(text, "For writing") }
  }.freeze

  module_function

  # The names of the generator's options.
  def generator = names(rows(GENERATOR))

  # The names of the parser's options that a reader accepts.
  #
  #   OptionLists.parser("PARSER").include?(:object_class) # => false
  #   OptionLists.parser("MODULE").include?(:object_class) # => true
  def parser(reader) = names(parser_rows(reader))

  # The names of the FILES whose text is not that of the lists.
  def outdated = FILES.keys.reject { |name| read(name) == current(name) }

  def write
    FILES.each_key { |name| File.write(path(name), current(name)) }
  end

  # The text that one of the FILES should have.
  def current(name) = FILES.fetch(name).call(read(name))

  def read(name) = File.read(path(name), encoding: "UTF-8")

  def path(name) = File.join(Checkout::ROOT, name)

  # The signatures with the keywords of these lists. A list of keywords with `indent` is
  # the generator's, one with `into` that of Jacinth.parse, another one the parser's.
  def signatures(text)
    text.gsub(KEYWORDS) do |lines|
      rows =
        if lines.include?("?indent:") then rows(GENERATOR)
        else parser_rows(lines.include?("?into:") ? "MODULE" : "PARSER")
        end
      before = lines.lines.take_while { |line| !names(rows).include?(line[/\?(\w+):/, 1].to_sym) }
      keywords = rows.map { |row| "#{lines[/\A */]}?#{row[:name]}: #{TYPES[row[:kind]] || TYPES.fetch(row[:name])}" }
      "#{before.join}#{keywords.join(",\n")}\n"
    end
  end

  # The text with the rows of a list in lines of at most 120 characters.
  def rows_in_ruby(text, list)
    rows = rows(list).map { |row| "#{row[:name]}: %i[#{row[:kind].downcase} #{row[:access].downcase}]" }
    text.sub(ROWS) do |lines|
      indent = lines[/\A */]
      filled(rows.join(",\f"), 120 - indent.size, /\f/).gsub(/^/, indent).tr("\f", " ")
    end
  end

  # The text with an item in its comment for each row of a table of docs/options.md.
  def comment(text, title)
    page = read("docs/options.md")
    rows = page[/^## #{title}$.*?(?=^## |\z)/m].scan(/^\| (`.*?) \| (.*?) \| (.*) \|.*\|$/)
    text.sub(ITEMS) { rows.map { |names, default, about| item(names, default, about) }.join }
  end

  def item(names, default, about)
    label = "  # [#{rdoc(names)}] "
    default = ['""', "false", "nil"].include?(default) ? "" : " (default #{default})"
    text = "#{rdoc(about).sub(/\A[a-z]/, &:upcase)}#{default}."
    "#{label}#{filled(text, 88 - label.size, / /).gsub(/(?<=\n)(?!\z)/, "  ##{' ' * (label.size - 3)}")}".tr("\f", " ")
  end

  # The text in lines of at most `width` characters, broken at a separator.
  def filled(text, width, separator) = text.gsub(/(.{1,#{width}})(?:#{separator}|\z)/, "\\1\n")

  # Converts a cell of Markdown. A link to another page becomes the name of its file. A
  # space in code becomes \f: in RDoc, a line that begins with `=> 0` would be a title.
  def rdoc(text)
    text.gsub(/`(:?\w+)`/, '+\1+').gsub(/`(.*?)`/) { |code| "<tt>#{code[1..-2].tr(" ", "\f")}</tt>" }
        .gsub(/\[(.*?)\]\((http.*?)\)/, '\1 (\2)')
        .gsub(/\[(.*?\.md)\]\(.*?\)/, 'docs/\1')
        .sub("[below](#short-arrays-and-objects-on-one-line)", "docs/options.md")
  end

  def names(rows) = rows.map { |row| row[:name].to_sym }

  def parser_rows(reader)
    accepted = READERS[0..READERS.index(reader)]
    rows(PARSER).select { |row| accepted.include?(row[:access]) }
  end

  def rows(path)
    text = read("ext/jacinth/#{path}")
    found = text.each_line.filter_map { |line| ROW.match(line) }
    found.empty? ? raise("no options in #{path}") : found
  end
end

OptionLists.write if $PROGRAM_NAME == __FILE__ && ARGV == ["--write"]
