# frozen_string_literal: true

require "stringio"

# The examples of RDoc comments and of Markdown, and their expected results:
#
#     expression # => value      the value, by == or by inspect
#     expression # raises Class: start of the message
#     puts expression
#     # >> a line of output
#
# A marker can also be on the line below its expression, and in a block that runs. A
# value continues in comment lines indented by three spaces or more. Statements
# without a marker only run. In an RDoc comment, the examples are the text indented by
# two spaces or more, and each comment is a program of its own. In Markdown, they are
# the blocks marked ruby, and the blocks of a page share their variables.
module Examples
  # line is the first one's number in file.
  Example = Struct.new(:file, :line, :code) { def marked? = code.match?(MARKER) }

  # Some lines and their expected result; inner has the expected values of lines in
  # them, by line number (a marker within begin … end).
  Step = Struct.new(:line, :code, :kind, :expected, :inner)

  MARKER = /(?:^|\s)#\s?(=>|raises|>>)\s?(.*)$/
  CONTINUED = /^\s*#\s{3,}(\S.*)$/

  class << self
    # The examples of a file, a list of lists: those of one list share variables.
    def extract(path)
      lines = File.readlines(path, chomp: true, encoding: "UTF-8")
      return [markdown(path, lines)] if path.end_with?(".md")

      marker = path.end_with?(".rb") ? /^\s*#(?!!)(.*)/ : %r{^\s*/?\*+(?!/)(.*)}
      comments(lines, marker).map { |at, text| indented(path, at, text) }.reject(&:empty?)
    end

    # Runs the examples, and removes the constants that they define. Returns the faults,
    # a line each, and the number of values that were checked.
    def run(path)
      known = singleton_class.constants(false)
      results = extract(path).map { |group| run_group(path, group) }
      [results.flat_map(&:first), results.sum(&:last)]
    ensure
      (singleton_class.constants(false) - known).each { |name| singleton_class.__send__(:remove_const, name) }
    end

    # The same for a list of examples that share variables, and whose constants stay.
    def run_group(path, group)
      scope = Object.new.instance_eval { binding }
      steps = group.flat_map { |example| steps(example) }
      faults = steps.flat_map { |step| check(step, scope, path).map { |at, fault| "#{path}:#{at}: #{fault}" } }
      [faults, steps.sum { |step| step.inner.size + (step.kind ? 1 : 0) }]
    end

    def steps(example)
      steps = [Step.new(example.line, +"", nil, nil, {})]
      example.code.lines(chomp: true).each_with_index { |line, i| add(steps, line, example.line + i) }
      steps.reject { |step| step.code.strip.empty? }
    end

    # A line within a block calls this with its value.
    def saw(line, value)
      @seen[line] = value
    end

    private

    def markdown(path, lines)
      starts = lines.each_index.select { |i| lines[i] == "```ruby" && (i.zero? || lines[i - 1] != "<!-- not run -->") }
      starts.map do |i|
        code = lines.drop(i + 1).take_while { |line| line != "```" }
        Example.new(path, i + 2, code.join("\n"))
      end
    end

    # Runs of comment lines: [number of the first, texts].
    def comments(lines, marker)
      runs = lines.each_with_index.slice_when { |(one, _), (two, _)| one.match?(marker) != two.match?(marker) }
      runs.filter_map do |run|
        first, at = run.first
        [at + 1, run.map { |line, _| line[marker, 1] }] if first.match?(marker)
      end
    end

    # The indented parts of a comment that mark a value.
    def indented(path, first, texts)
      parts = texts.each_with_index.slice_when { |(one, _), (two, _)| code?(one) != code?(two) }
      examples = parts.map { |part| Example.new(path, first + part.first.last, part.map(&:first).join("\n")) }
      examples.select { |example| code?(example.code) && example.marked? }
    end

    def code?(text) = text.match?(/\A {3,}\S/)

    # The last step is the one whose code is not complete.
    def add(steps, text, at)
      match = MARKER.match(text)
      if match.nil?
        add_plain(steps, text)
      elsif within_block?(steps.last.code + match.pre_match)
        steps.last.code << "Examples.saw(#{at}, (#{match.pre_match}))\n"
        steps.last.inner[at] = match[2]
      else
        finish(steps, match, at)
      end
    end

    def add_plain(steps, text)
      more = CONTINUED.match(text) if steps.last.code.empty? && steps[-2]&.kind
      more ? steps[-2].expected << " " << more[1] : steps.last.code << text << "\n"
    end

    def finish(steps, match, at)
      step = steps.last
      step.code << match.pre_match
      if step.code.strip.empty? && match[1] == ">>" && steps[-2]&.kind == ">>"
        steps[-2].expected << "\n" << match[2]
      else
        step.line = at
        step.kind = match[1]
        step.expected = +match[2]
        steps << Step.new(at + 1, +"", nil, nil, {})
      end
    end

    # Parses the code without running it: BEGIN runs first. Ruby 3.4 warns here about code that can warn again when it
    # runs.
    def within_block?(code)
      verbose = $VERBOSE
      $VERBOSE = nil
      catch(:parsed) { eval("BEGIN { throw :parsed }\n#{code}", nil, __FILE__, __LINE__) } # rubocop:disable Security/Eval
      false
    rescue SyntaxError => e
      e.message.match?(/unexpected end-of-input|expected .*end|unexpected .*EOF/)
    ensure
      $VERBOSE = verbose
    end

    # Returns the failures: pairs of line and text.
    def check(step, scope, path)
      @seen = {}
      output = StringIO.new
      value = redirected(output) { scope.eval(step.code, path, step.line) }
      fault = judge(step, value, output.string, scope)
      [*([step.line, fault] if fault)].each_slice(2).to_a + inner_faults(step, scope)
    rescue StandardError, ScriptError => e
      message = e.message.lines.first.to_s.chomp
      step.kind == "raises" && raised?(e, message, step.expected) ? [] : [[step.line, "raised #{e.class}: #{message}"]]
    end

    # expected: "Class" or "Class: start of the message". The class may have another
    # name by now, as Jacinth::ParserError has with the drop-in.
    def raised?(error, message, expected)
      name, start = expected.strip.split(": ", 2)
      Object.const_get(name).equal?(error.class) && message.start_with?(start.to_s)
    end

    def judge(step, value, output, scope)
      case step.kind
      when "=>" then differs(value, step.expected, scope)
      when "raises" then "nothing was raised, expected #{step.expected}"
      when ">>" then "printed #{output.inspect}" if output.chomp != step.expected
      end
    end

    def inner_faults(step, scope)
      step.inner.filter_map do |line, expected|
        fault = @seen.key?(line) ? differs(@seen[line], expected, scope) : "was not reached"
        [line, fault] if fault
      end
    end

    def redirected(output)
      before = $stdout
      $stdout = output
      yield
    ensure
      $stdout = before
    end

    def differs(value, expected, scope)
      return if value.inspect == expected.strip || value == scope.eval(expected)

      "gave #{value.inspect}, not #{expected}"
    rescue StandardError, ScriptError
      "gave #{value.inspect}, not #{expected}"
    end
  end
end

# ruby examples.rb FILE...: prints the faults, then the number of values checked.
if $PROGRAM_NAME == __FILE__
  require "jacinth"

  total = ARGV.sum do |path|
    faults, checked = Examples.run(path)
    puts faults
    checked
  end
  puts "checked #{total}"
end
