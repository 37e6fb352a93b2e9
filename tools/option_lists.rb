# frozen_string_literal: true

require_relative "checkout"

# The options as the C sources list them, and their keywords in the signatures:
#
#     ruby tools/option_lists.rb --write    # writes the keywords into sig/jacinth.rbs
module OptionLists
  ROW = /^ *X\((?<kind>[A-Z_0-9]+), (?<name>\w+), (?<access>[A-Z]+)\)/
  # The access of a parser's option names the first of these that accepts it, and
  # those after it accept it, too.
  READERS = %w[TYPE PARSER DOCUMENT CODER MODULE].freeze
  SIGNATURES = File.join(Checkout::ROOT, "sig/jacinth.rbs")
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

  module_function

  # The names of the generator's options.
  def generator
    names(rows("generate/generator_option_list.h"))
  end

  # The names of the parser's options that a reader accepts.
  #
  #   OptionLists.parser("PARSER").include?(:object_class) # => false
  #   OptionLists.parser("MODULE").include?(:object_class) # => true
  def parser(reader)
    names(parser_rows(reader))
  end

  # The signatures with the keywords of these lists. A list of keywords with `indent` is
  # the generator's, one with `into` that of Jacinth.parse, another one the parser's.
  def signatures
    File.read(SIGNATURES, encoding: "UTF-8").gsub(KEYWORDS) do |lines|
      rows =
        if lines.include?("?indent:") then rows("generate/generator_option_list.h")
        else parser_rows(lines.include?("?into:") ? "MODULE" : "PARSER")
        end
      before = lines.lines.take_while { |line| !names(rows).include?(line[/\?(\w+):/, 1].to_sym) }
      keywords = rows.map { |row| "#{lines[/\A */]}?#{row[:name]}: #{TYPES[row[:kind]] || TYPES.fetch(row[:name])}" }
      "#{before.join}#{keywords.join(",\n")}\n"
    end
  end

  def names(rows) = rows.map { |row| row[:name].to_sym }

  def parser_rows(reader)
    accepted = READERS[0..READERS.index(reader)]
    rows("parse/parser_option_list.h").select { |row| accepted.include?(row[:access]) }
  end

  def rows(path)
    text = File.read(File.join(Checkout::ROOT, "ext/jacinth", path), encoding: "UTF-8")
    found = text.each_line.filter_map { |line| ROW.match(line) }
    found.empty? ? raise("no options in #{path}") : found
  end
end

File.write(OptionLists::SIGNATURES, OptionLists.signatures) if $PROGRAM_NAME == __FILE__ && ARGV == ["--write"]
