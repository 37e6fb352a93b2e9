# frozen_string_literal: true

require_relative "checkout"
Checkout.use

require "erb"
require "jacinth"
require_relative "compare_errors/kinds"
require_relative "compare_errors/readers"
require_relative "../test/errors/broken_documents"

# Writes docs/errors-compared.md: the errors of Jacinth, json, jq, serde_json, msgspec
# and Python's json for each broken document of the tests, side by side. All of them must
# be installed.
#
#     bin/setup -- ruby tools/compare_errors.rb
#
# On Debian, apt-get install jq cargo python3 is what it takes. serde_json comes
# from cargo's registry, or, with CRATES=FOLDER, from a folder of crates, such as
# /usr/share/cargo/registry, where Debian's librust-serde-json-dev puts them.
# PYTHON names the Python that has msgspec.
class CompareErrors
  # Raised for a reader that is not there.
  class Missing < StandardError; end

  PAGE = File.join(Checkout::ROOT, "docs", "errors-compared.md")
  ROWS = BrokenDocuments::ROWS
  MARKS = ["○", "◐", "●"].freeze
  CUT = 72 # characters of a document, of a text

  def initialize
    @answers = {}
    @versions = {}
  end

  def write
    Dir.mktmpdir { |folder| ask(folder) }
    File.write(PAGE, text)
  end

  private

  def judged = @judged ||= Kinds::TABLE.values.reduce(:merge)
  def names = ROWS.map(&:name)
  def unjudged = names - judged.keys

  def ask(folder)
    paths = ROWS.each_with_index.map do |row, i|
      File.join(folder, "#{i}.json").tap { |path| File.binwrite(path, row.source) }
    end
    readers(folder).each do |name, reader|
      reader = reader.call
      @versions[name] = reader.version
      @answers[name] = names.zip(reader.answers(ROWS, paths)).to_h
    end
  end

  def readers(folder)
    crate = File.join(folder, "crate").tap { |path| Dir.mkdir(path) }
    { "Jacinth" => -> { Ours }, "json" => -> { JsonGem }, "jq" => -> { Jq }, "serde_json" => -> { Serde.new(crate) },
      "msgspec" => -> { Python.new("msgspec", "msgspec") }, "Python" => -> { Python.new("Python", "json") } }
  end

  # Returns 0 if the text names nothing, 1: the cause, 2: the correction. nil: the
  # reader accepts the document, or it is not judged yet.
  def mark(reader, name)
    answer = @answers[reader][name]
    Kinds.mark(judged[name], answer.all) if answer && judged.key?(name)
  end

  def text
    sections = Kinds::TABLE.transform_values(&:keys).merge("Not judged yet" => unjudged)
    [head, *sections.filter_map { |title, found| section(title, found & names) }].join("\n\n").concat("\n")
  end

  def head
    template = File.read(File.join(__dir__, "compare_errors", "head.md.erb"), encoding: "UTF-8")
    ERB.new(template, trim_mode: "-").result(binding).chomp
  end

  def summary
    rows = @answers.map do |name, answers|
      found = answers.compact
      marks = found.keys.filter_map { |document| mark(name, document) }
      version = name == "Python" ? "its own json, #{@versions[name]}" : @versions[name]
      [name, version, found.size, found.values.count(&:place?),
       marks.count(&:positive?), marks.count(2)]
    end
    table(["", "version", "rejects", "tells line and column", "names the cause", "says what to do"], rows)
  end

  def accepted
    counts = @answers.transform_values { |answers| answers.count { |_, answer| answer.nil? } }
    counts.reject { |_, count| count.zero? }.map { |name, count| "#{name} #{count}" }.join(", ")
  end

  def own = italic(ROWS.reject { |row| row.options.empty? }.map(&:name))

  def same
    differing = names.reject { |name| @answers["json"][name]&.text == @answers["Jacinth"][name].text }
    return "no text differs" if differing.empty?

    accepts = differing.all? { |name| @answers["json"][name].nil? }
    "they differ in #{italic(differing)}, where json #{accepts ? 'accepts it' : 'says otherwise'}"
  end

  # Lists the documents for which another mark is higher than ours, and BETTER.
  def better
    known = Kinds::BETTER.filter_map do |name, (ours, why)|
      "- #{italic([name])}: #{why}" if @answers["Jacinth"][name]&.all&.match?(ours)
    end
    marks = ["No other reader has a higher mark. But:"]
    marks = ["These have higher marks:", higher.join("\n"), "In addition:"] if higher.any?
    [*marks, known.join("\n")].join("\n\n")
  end

  def higher
    (names - unjudged).filter_map do |name|
      above = others.select { |reader| mark(reader, name).to_i > mark("Jacinth", name).to_i }
      "- #{italic([name])}: #{above.join(', ')}" unless above.empty?
    end
  end

  def others = @answers.keys - %w[Jacinth json]
  def italic(found) = found.map { |name| "_#{name}_" }.join(", ")

  def section(title, found)
    return if found.empty?

    rows = ROWS.select { |row| found.include?(row.name) }.map do |row|
      document = row.source.empty? ? "nothing" : code(row.source)
      ["#{row.name}: #{document}", ours(row.name), *others.map { |reader| cell(reader, row.name) }]
    end
    "## #{title}\n\n#{table(['', 'Jacinth', *others], rows)}"
  end

  def ours(name)
    answer = @answers["Jacinth"][name]
    "#{cell('Jacinth', name)}#{" → #{escape(safe(answer.hint))}" if answer.hint}"
  end

  def cell(reader, name)
    answer = @answers[reader][name] or return "–"
    place = answer.place? ? "#{answer.line}:#{answer.column}" : answer.byte && "byte #{answer.byte}"
    found = mark(reader, name)
    [found ? MARKS[found] : "?", place, code(answer.text.strip)].compact.join(" ")
  end

  def table(heads, rows)
    lines = [heads, *rows].map { |cells| "| #{cells.join(' | ')} |" }
    lines.insert(1, "|#{'---|' * heads.size}").join("\n") # RDoc wants no space around the dashes
  end

  # Visible characters for all that is not, in one line.
  def safe(text)
    self.class.utf8(text).gsub(/[\p{Cc}\p{Cf}[\p{Zs}&&[^ ]]]/) do |character|
      character.ord < 0x20 ? [0x2400 + character.ord].pack("U") : format("<U+%04X>", character.ord)
    end
  end

  def cut(text) = text.size > CUT ? "#{text[0, CUT - 1]}…" : text

  def code(text)
    text = cut(safe(text))
    fence = "`" * (text.scan(/\A |`+/).map(&:size).max.to_i + 1)
    pad = " " if text.start_with?("`") || text.end_with?("`")
    "#{fence}#{pad}#{text.gsub('|', '\\|')}#{pad}#{fence}"
  end

  # For Markdown, outside of code.
  def escape(text) = text.gsub(/[\\`*<]/) { |character| "\\#{character}" }.gsub("|", "&#124;")
end

CompareErrors.new.write if $PROGRAM_NAME == __FILE__
