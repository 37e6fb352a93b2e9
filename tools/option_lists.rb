# frozen_string_literal: true

require_relative "checkout"

# The options as the C sources list them: what signatures and comments are
# compared with.
module OptionLists
  ROW = /^ *X\((?<kind>[A-Z_0-9]+), (?<name>\w+), (?<access>[A-Z]+)\)/
  # What the access of a parser's option says of who knows it, each with those before it.
  READERS = %w[TYPE PARSER DOCUMENT CODER MODULE].freeze

  module_function

  # The names of the generator's options.
  def generator
    rows("generate/generator_option_list.h").map { |row| row[:name].to_sym }
  end

  # The names of the parser's options that a reader knows.
  #
  #   OptionLists.parser("PARSER").include?(:object_class) # => false
  #   OptionLists.parser("MODULE").include?(:object_class) # => true
  def parser(reader)
    known = READERS[0..READERS.index(reader)]
    rows("parse/parser_option_list.h").filter_map { |row| row[:name].to_sym if known.include?(row[:access]) }
  end

  def rows(path)
    text = File.read(File.join(Checkout::ROOT, "ext/jacinth", path), encoding: "UTF-8")
    found = text.each_line.filter_map { |line| ROW.match(line) }
    found.empty? ? raise("no options in #{path}") : found
  end
end
