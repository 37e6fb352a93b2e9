# frozen_string_literal: true

require_relative "checkout"
Checkout.use

require "json"
require "jacinth"
require "jacinth/command"
require "jacinth/command/timing"

begin
  require "oj"
rescue LoadError
  nil # the table does without
end

# bin/demo: one JSON document through Jacinth, json and oj; a table says how
# long each takes and whether they agree.
class Demo
  SAMPLE = File.join(Checkout::ROOT, "examples", "harbour.json")
  SECONDS = 4.0
  Timing = Jacinth::Command.const_get(:Timing)

  FORMAT = "%-14<name>s %11<bytes>s %9<parse>s %5<parse_x>s %9<generate>s %5<generate_x>s  " \
           "%-7<data>s %-10<text>s"

  class Failure < StandardError
  end

  # name, and two callables: text to data, data to text.
  Library = Struct.new(:name, :parse, :generate)

  OURS = Library.new("jacinth #{Jacinth::VERSION}", Jacinth.method(:parse),
                     Jacinth.method(:generate))
  THEIRS = Library.new("json #{JSON::VERSION}", JSON.method(:parse), JSON.method(:generate))
  if defined?(Oj)
    OJ = Library.new("oj #{Oj::VERSION}", ->(text) { Oj.load(text, mode: :compat) },
                     ->(data) { Oj.dump(data, mode: :compat) })
  end
  LIBRARIES = [OURS, THEIRS, (OJ if defined?(OJ))].compact.freeze

  # The least seconds of a call, and the results of the first call.
  Row = Struct.new(:library, :parse, :generate, :data, :text, :agreement)

  # Writes what is being done and for how many seconds: on a terminal on one line.
  class Steps
    def initialize(output)
      @output = output
      @began = now
      @clear = output.tty? ? "\r\e[K" : ""
    end

    # Writes a step if it is new or, on a terminal, if another second has begun.
    def call(step)
      seconds = (now - @began).floor
      return if step == @step && (seconds == @seconds || @clear.empty?)

      @step = step
      @seconds = seconds
      @output.print(@clear, format("bin/demo %d:%02d: %s", *seconds.divmod(60), step), ("\n" if @clear.empty?))
      @output.flush
    end

    def clear = @output.print(@clear)

    private

    def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end

  USAGE = "usage: bin/demo [FILE|NAME]"

  def self.run(argv, out: $stdout, errors: $stderr, seconds: SECONDS)
    return out.puts(USAGE) || true if [%w[--help], %w[-h]].include?(argv)
    raise Failure, USAGE if argv.size > 1 || argv.first.to_s.start_with?("-")

    steps = Steps.new(errors)
    lines = new(argv.first, seconds: seconds, steps: steps).lines
    steps.clear
    out.puts lines
    true
  rescue Failure => e
    steps&.clear
    warn "demo: #{e.message}"
    false
  end

  # name: of a file or document. seconds: about how long to measure. steps: is called
  # with what is being done.
  def initialize(name = nil, seconds: SECONDS, libraries: LIBRARIES, steps: ->(_) {})
    @path = name ? find(name) : SAMPLE
    @text = File.read(@path, encoding: Encoding::UTF_8)
    @seconds = seconds
    @libraries = libraries
    @steps = steps
  rescue SystemCallError => e
    raise Failure, e.message
  end

  def lines
    rows = measure
    legend = "Least of #{@rounds} rounds in turns; x is how many times jacinth's time."
    [heading, "", *table(rows), "", legend, *notes(rows)]
  end

  # Returns a Row for each library, Jacinth's first. The results are compared before
  # the calls are timed.
  def measure
    @steps.call("comparing the results of #{@libraries.map(&:name).join(', ')}")
    rows = @libraries.map { |library| first_calls(library) }
    rows.each { |row| row.agreement = agreement(row, rows.first) }
    rows.zip(times(rows.first.data).each_slice(2)) { |row, times| row.parse, row.generate = times }
    rows
  end

  # How a library's results compare with Jacinth's: the data by value, the text
  # by its bytes or, where they differ, by the value that it stands for.
  def agreement(row, reference)
    return ["-", "-"] if row.equal?(reference)

    text = row.text == reference.text ? "same bytes" : "same value"
    text = "DIFFERS" unless stands_for?(row.text, reference.data)
    [row.data == reference.data ? "same" : "DIFFERS", text]
  end

  private

  # The seconds of each library's two calls.
  def times(data)
    calls = @libraries.flat_map { |one| [-> { one.parse.call(@text) }, -> { one.generate.call(data) }] }
    step = "timing #{calls.size} calls, for about #{@seconds.ceil} s of the processor"
    @steps.call(step)
    found, @rounds = Timing.least(calls, @seconds) { @steps.call(step) }
    found
  end

  def stands_for?(text, data)
    Jacinth.parse(text) == data
  rescue Jacinth::ParserError
    false
  end

  # A path; or the name of one of Checkout.documents, whole or its first word.
  def find(name)
    return name if File.file?(name)

    documents = Checkout.documents
    known = documents.keys
    found = documents[name.delete_suffix(".json")] || documents[known.find { |one| one[/[^_]+/] == name }]
    found or raise Failure, "no file #{name} (there is #{known.sort.join(', ')})"
  end

  def first_calls(library)
    data = library.parse.call(@text)
    Row.new(library, nil, nil, data, library.generate.call(data))
  rescue Jacinth::ParserError => e
    details = [e.message.lines.first.to_s.chomp, e.excerpt, e.hint && "hint: #{e.hint}"].compact
    raise Failure, "#{library.name} rejects #{@path}: #{details.join("\n")}"
  rescue StandardError => e
    raise Failure, "#{library.name} rejects #{@path}: #{e.message.lines.first.to_s.chomp}"
  end

  def heading
    "#{File.basename(@path)}: #{grouped(@text.bytesize)} bytes in; " \
      "Ruby #{RUBY_VERSION}, #{RUBY_PLATFORM}"
  end

  def table(rows)
    reference = rows.first
    header = { name: "", bytes: "bytes out", parse: "parse ms", parse_x: "x", generate: "gen. ms",
               generate_x: "x", data: "data", text: "text" }
    [header, *rows.map { |row| cells(row, reference) }].map { |cells| format(FORMAT, cells).rstrip }
  end

  def cells(row, reference)
    data, text = row.agreement
    { name: row.library.name, bytes: grouped(row.text.bytesize), data: data, text: text,
      parse: milliseconds(row.parse), parse_x: format("%.2f", row.parse / reference.parse),
      generate: milliseconds(row.generate),
      generate_x: format("%.2f", row.generate / reference.generate) }
  end

  # Returns the first difference of each library's text.
  def notes(rows)
    ours, *others = rows
    odd = others.reject { |row| row.text == ours.text }
    odd.flat_map { |row| ["", "First difference of the texts:", *difference(row, ours)] }
  end

  def difference(row, ours)
    at = (0...row.text.size).find { |i| row.text[i] != ours.text[i] } || row.text.size
    [row, ours].map do |one|
      excerpt = one.text[[at - 20, 0].max, 48].gsub(/[[:cntrl:]]/, " ")
      format("%-16<name>s %<excerpt>s", name: one.library.name, excerpt: excerpt)
    end
  end

  def milliseconds(seconds)
    ms = seconds * 1e3
    format(ms < 10 ? "%.3f" : "%.1f", ms)
  end

  def grouped(number)
    number.to_s.reverse.scan(/\d{1,3}/).join(",").reverse
  end
end

exit Demo.run(ARGV) if $PROGRAM_NAME == __FILE__
