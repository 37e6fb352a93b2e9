# frozen_string_literal: true

require_relative "checkout"

# Checks the words of comments and errors (see "Style" in CONTRIBUTING.md):
#
#     ruby tools/lint_english.rb    # prints each violation
module LintEnglish
  FILES = "{lib/**/*.rb,sig/**/*.rbs,ext/jacinth/**/*.{c,h},tools/**/*.{rb,c},rakelib/*.rake," \
          "{benchmark,test}/**/*.{rb,c}}"
  OTHER_FILE = "test/tools/lint_english_test.rb"
  # Guides and contributors' pages; those left out are generated or records.
  PAGES = "{CONTRIBUTING.md,docs/*.md,docs/internals/*.md,{ext,tools,test,benchmark}/**/README.md}"
  OTHER_PAGES = /ecosystem|errors-compared|reliability/
  COMMENT = %r{^\s*(?:#|/?\*+)\s?(?<text>.*)|\s#\s(?<text>.*)|/\*+\s(?<text>.*)}
  # The beginnings of comments: a comment is a sentence, not a clause.
  BEGINNING = /\A(?:What|Whether|That of|Where)\b/
  # Words with a private meaning, and the words to write instead.
  WORDS = {
    /\bbehind\b/ => "after", /\b(?:told|tells)\b/ => "reported", /\bhands? (?:it |them )?over\b/ => "passes",
    /\b(?:purse|nobody|somebody|house|pieces?)\b/i => "a technical term", /(?<!Markdown )\bfence\b/i => "layer",
    /\bbeside\b/ => "next to", /\bask(?:s|ed|ing)?\b/i => "calls, checks, or needs",
    /\bpassed over\b/ => "skipped", /\blaid out\b/ => "formatted", /\bstale\b/i => "out of date",
    /\bpauses?\b/i => "interrupt check", /\banswer(?:s|ed|ing)?\b(?!\.rb)/i => "returns"
  }.freeze
  # The beginnings of errors that do not say what is expected.
  ERROR = /"(?:no [A-Z ]\w*[^"]*|a \w+ has [^"]*): [%#]/

  module_function

  def faults
    Dir.chdir(Checkout::ROOT) do
      (Dir.glob(FILES) - [OTHER_FILE]).flat_map { |path| faults_of(path) } +
        Dir.glob(PAGES).grep_v(OTHER_PAGES).flat_map { |path| faults_of_page(path) }
    end
  end

  # Checks the words outside code.
  def faults_of_page(path)
    text = File.read(path, encoding: "UTF-8").gsub(/^```.*?^```|`[^`\n]*`/m) { |code| code.gsub(/[^\n]/, "") }
    text.each_line(chomp: true).with_index(1).flat_map do |line, number|
      faults_of_line("", line, true).map { |fault| "#{path}:#{number}: #{fault}" }
    end
  end

  def faults_of(path)
    continued = false
    File.readlines(path, chomp: true, encoding: "UTF-8").each_with_index.flat_map do |line, index|
      text = COMMENT.match(line)&.[](:text)
      found = faults_of_line(line, text, continued && !line.include?("/*"))
      continued = !text.nil? && !text.strip.empty? && !text.end_with?("*/")
      found.map { |fault| "#{path}:#{index + 1}: #{fault}" }
    end
  end

  # continued: true if the line above is a part of the same comment.
  def faults_of_line(line, text, continued)
    return line.match?(ERROR) ? ["say what is expected: #{line.strip}"] : [] unless text

    found = WORDS.filter_map { |word, other| "write #{other}: #{text}" if text.match?(word) }
    found << "write a whole sentence: #{text}" if !continued && text.match?(BEGINNING)
    found
  end
end

if $PROGRAM_NAME == __FILE__
  faults = LintEnglish.faults
  puts faults
  exit faults.empty?
end
