# frozen_string_literal: true

require_relative "support"

# Edits of documents with comments: each comment stays with its member, and all
# other bytes stay as they are.
class DocumentCommentsTest < Minitest::Test
  include DocumentSupport

  # Finds the owner of each comment in a text: a second implementation, by lines.
  class Owners
    TOKENS = %r{(?<space>[ \t\r\n]+)|(?<comment>//[^\r\n\u2028]*\u2028?|/\*.*?\*/)|(?<comma>,)|(?<colon>:)|(?<open>[\[{])|(?<close>[\]}])|
                (?<scalar>"[^"]*"|[\w.+-]+)}mx
    Token = Struct.new(:kind, :text, :line, :at)

    # found: {comment => [:member | :container | :inside | :outside, pointer]}.
    # ranges: {pointer => the range of the member, its key included}.
    attr_reader :found, :ranges

    def initialize(text)
      line = at = 0
      @tokens = text.enum_for(:scan, TOKENS).map do
        kind = Regexp.last_match.named_captures.compact.keys.first.to_sym
        token = Token.new(kind, Regexp.last_match[0], line, at)
        line += token.text.count("\n") + token.text.gsub("\r\n", "").count("\r") if kind == :space
        at += token.text.size
        token
      end
      raise "not all of the text has tokens" unless at == text.size

      @tokens.reject! { |token| token.kind == :space }
      @found = {}
      @ranges = {}
      comments { |comment| @found[comment.text] = [:outside, ""] }
      value("")
      comments { |comment| @found[comment.text] = [:outside, ""] }
    end

    private

    def comments
      yield @tokens.shift while @tokens.first&.kind == :comment
    end

    # Reads a value. Returns its last token.
    def value(pointer)
      token = @tokens.shift
      return token if token.kind == :scalar

      parts = [[:open, token, token]]
      count = 0
      until @tokens.first.kind == :close
        case @tokens.first.kind
        when :comment, :comma then parts << [@tokens.first.kind, @tokens.first, @tokens.shift]
        else
          first = @tokens.first
          name = token.text == "{" ? key(pointer) : count
          last = value("#{pointer}/#{name}")
          parts << ["#{pointer}/#{name}", first, last]
          @ranges[parts.last[0]] = first.at...(last.at + last.text.size)
          count += 1
        end
      end
      parts << [:close, @tokens.first, @tokens.shift]
      own(parts, pointer)
      parts.last[1]
    end

    def key(pointer)
      name = @tokens.shift.text[1..-2]
      inside = ->(comment) { @found[comment.text] = [:inside, "#{pointer}/#{name}"] }
      comments(&inside)
      @tokens.shift # the colon
      comments(&inside)
      name
    end

    def own(parts, pointer)
      parts.each_with_index do |(kind, comment, _), i|
        next unless kind == :comment

        left = parts[0...i].reverse.find { |part| !%i[comment comma].include?(part[0]) }
        right = parts[i..].find { |part| !%i[comment comma].include?(part[0]) }
        comma = parts[parts.index(left)..i].any? { |part| part[0] == :comma }
        @found[comment.text] = owner(comment, left, right, comma, pointer)
      end
    end

    def owner(comment, left, right, comma, pointer)
      members = [left, right].map { |part| part[0] if part[0].is_a?(String) }
      side =
        if left[2].line == right[1].line then members.all? ? members[comma ? 1 : 0] : members.compact.first
        elsif comment.line == left[2].line then members[0]
        else members[1]
        end
      side ? [:member, side] : [:container, pointer]
    end
  end

  # A random text; each comment in it has its own number.
  class RandomText
    def initialize(random)
      @random = random
      @number = 0
    end

    def text = "#{gap}#{container(3)}#{gap}"

    private

    def container(depth)
      object = @random.rand(2).zero?
      names = %w[a b c d e].first(@random.rand(6))
      members = names.map { |name| "#{"\"#{name}\"#{gap(1)}:#{gap(1)}" if object}#{value(depth)}" }
      text = members.join(",").empty? ? "" : members.map { |member| "#{gap}#{member}#{gap}" }.join(",")
      text += ",#{gap}" if !members.empty? && @random.rand(4).zero?
      text = gap if members.empty?
      object ? "{#{text}}" : "[#{text}]"
    end

    def value(depth)
      depth.positive? && @random.rand(3).zero? ? container(depth - 1) : (@number += 1).to_s
    end

    def gap(most = 3)
      Array.new(@random.rand(0..most)) { [" ", "\n  ", "\r\n\t", "\n\n", " ", comment, comment].sample(random: @random) }.join
    end

    def comment
      @number += 1
      ["// #{@number}\n", "/* #{@number} */", "/* #{@number}\n */", "// #{@number},\r\n", "// #{@number}\r", "// #{@number}\u2028"]
        .sample(random: @random)
    end
  end

  OPTIONS = { allow_comments: true, allow_trailing_comma: true }.freeze

  def doc(text, **options) = Jacinth::Document.new(text, **OPTIONS, **options)

  # The operations that the text allows, one of each kind.
  def operations(text, random)
    pointers = []
    each_pointer(Jacinth.parse(text, **OPTIONS)) { |pointer, _| pointers << pointer }
    inside = pointers.select { |pointer| %i[object array].include?(doc(text).at(pointer).type) }.sample(random: random)
    array = doc(text).at(inside).type == :array
    step = (array ? ["-", *0..doc(text).at(inside).size] : %w[a x]).sample(random: random)
    found = [{ op: "add", path: "#{inside}/#{step}", value: 0 },
             { op: "replace", path: pointers.sample(random: random), value: [] }]
    some = (pointers - [""]).sample(random: random) or return found

    found << { op: "remove", path: some } << { op: "copy", from: some, path: "#{inside}/#{step}" }
    outer = some[%r{\A.*(?=/)}m]
    found << { op: "move", from: some, path: "#{inside}/-" } if array && (inside == outer || !inside.start_with?(outer))
    found
  end

  # Returns the value of a pointer after the operation; nil if it is removed.
  def moved(pointer, operation, text)
    path = operation[:path]
    return if pointer.start_with?("#{path}/") && !inserts?(operation, text)
    return (pointer unless pointer == path) if operation[:op] == "remove" && !array?(text, path)
    return pointer if operation[:op] == "replace" || !array?(text, path)

    operation[:op] == "add" ? shifted(pointer, path, 1) : (shifted(pointer, path, -1) unless pointer == path)
  end

  def array?(text, path) = doc(text).at(path[%r{\A.*(?=/)}m].to_s).type == :array
  def inserts?(operation, text) = operation[:op] == "add" && array?(text, operation[:path])

  # The pointer after elements from the one at path on have other indexes.
  def shifted(pointer, path, change)
    outer, _, step = path.rpartition("/")
    index = pointer[%r{\A#{Regexp.escape(outer)}/(\d+)}, 1]
    return pointer if index.nil? || step == "-" || index.to_i < step.to_i

    pointer.sub("#{outer}/#{index}", "#{outer}/#{index.to_i + change}")
  end

  # The comments that are in the text after an operation, and their owners.
  def expected(text, operation)
    owners = Owners.new(text).found.map do |comment, (kind, pointer)|
      next [comment, [kind, pointer]] if kind == :outside

      gone = kind == :container && pointer == operation[:path] && operation[:op] != "remove" && !inserts?(operation, text)
      [comment, [kind, gone ? nil : moved(pointer, operation, text)]]
    end
    owners.select { |_, (_, pointer)| pointer }.to_h
  end

  # The bytes before the member to the left and after the one to the right are the same.
  def assert_other_bytes(text, edited, operation, note)
    ranges = Owners.new(text).ranges
    path = operation[:path]
    outer = path.rpartition("/")[0]
    siblings = ranges.select { |pointer, _| pointer.rpartition("/")[0] == outer }.values
    place = ranges[path] || (text.size..text.size)
    before = siblings.map(&:end).select { |at| at <= place.begin }.max
    after = siblings.map(&:begin).select { |at| at >= place.end }.min

    assert_equal text[0...before], edited[0...before], note if before
    assert_equal text[after..], edited[-(text.size - after)..], note if after
  end

  # [text, operations, the edited text]
  EDITS = [
    ["// keep\n{\"a\":1}\n", [{ op: "replace", path: "/a", value: 2 }], "// keep\n{\"a\":2}\n"],
    ["\uFEFF[1] // end\n", [{ op: "add", path: "/-", value: 2 }], "\uFEFF[1,2] // end\n"],
    ["[1]\r\n", [{ op: "replace", path: "", value: {} }], "{}\r\n"],
    ["{\n  \"a\": 1 // one\n}", [{ op: "add", path: "/b", value: 2 }], "{\n  \"a\": 1, // one\n  \"b\": 2\n}"],
    ["[\n  1, // one\n  2 // two\n]", [{ op: "remove", path: "/1" }], "[\n  1 // one\n]"],
    ["[\n  1, // one\n  2 // two\n]", [{ op: "remove", path: "/0" }], "[\n  2 // two\n]"],
    ["[\n  // one\n  1,\n\n  // two\n  2\n]", [{ op: "remove", path: "/1" }], "[\n  // one\n  1\n]"],
    ["[\n  // one\n  1\n]", [{ op: "add", path: "/0", value: 0 }], "[\n  0,\n  // one\n  1\n]"],
    ["[ // all\n]", [{ op: "add", path: "/0", value: 1 }], "[ // all\n1\n]"],
    ["[ // all\n  1\n]", [{ op: "remove", path: "/0" }], "[ // all\n]"],
    ["[1, // one\n]", [{ op: "add", path: "/-", value: 2 }], "[1, // one\n2,\n]"],
    ["[1 /* one */]", [{ op: "add", path: "/-", value: 2 }], "[1 /* one */,2]"],
    ["[\n    1 // one\n  , 2 // two\n]", [{ op: "add", path: "/1", value: 0 }], "[\n    1 // one\n  , 0\n  , 2 // two\n]"],
    ["[\n    1 // one\n  , 2 // two\n]", [{ op: "remove", path: "/0" }], "[\n  2 // two\n]"],
    ["[1, /* two */ 2, 3]", [{ op: "remove", path: "/1" }, { op: "remove", path: "/0" }], "[3]"],
    ["[1,\n // end\n]", [{ op: "remove", path: "/0" }], "[\n // end\n]"],
    ["{\"a\" /* name */: 1}", [{ op: "replace", path: "/a", value: 2 }], "{\"a\" /* name */: 2}"]
  ].freeze

  def test_comments_stay_with_their_values
    EDITS.each do |text, operations, expected|
      assert_equal expected, doc(text, relaxed: true).patch(operations).to_s, "#{text.inspect} #{operations}"
    end
  end

  def test_to_s_has_the_text_around_the_root_value
    text = "\uFEFF// keep\n[1]\n"

    assert_equal [text, "[1]", "1"], [doc(text, relaxed: true).to_s, doc(text, relaxed: true).raw, doc(text, relaxed: true)[0].to_s]
    assert_equal "\uFEFF// keep\n[[]]\n", doc(text, relaxed: true)[0].replace("", []).parent.to_s
    assert_equal "[1]\n".encode("UTF-16LE").encode("UTF-8"), doc("[1]\n".encode("UTF-16LE")).to_s
    assert_equal "[\"\xE9\", 1]\n", doc("[\"\xE9\"]\n".b).add("/-", 1).to_s.sub("\",1", "\", 1")
    assert_equal Encoding::UTF_8, doc("[1]".b).to_s.encoding
    assert_equal [1, "[[1]]"], [Jacinth.parse(doc("[1]\n").to_s)[0], Jacinth.generate([doc("[1]\n")])]
  end

  def test_comments_of_random_documents_stay_with_their_values
    random = seeded
    scaled(500).times do
      text = RandomText.new(random).text
      operations(text, random).each do |operation|
        note = "#{text.inspect} #{operation} #{seed_note}"
        edited = doc(text).patch([operation]).to_s

        assert_equal Jacinth.patch(Jacinth.parse(text, **OPTIONS), [operation]), Jacinth.parse(edited, **OPTIONS), note
        next if %w[copy move].include?(operation[:op]) # their value has comments, too

        assert_equal expected(text, operation), Owners.new(edited).found, "#{note} => #{edited.inspect}"
        assert_other_bytes(text, edited, operation, note) unless operation[:path].empty?
        assert Jacinth.valid?(edited, allow_comments: true), "#{note} => #{edited.inspect}" if Jacinth.valid?(text, allow_comments: true)
      end
    end
  end

  # Many operations in one patch give what one patch after the other gives.
  def test_one_patch_gives_the_text_of_its_operations_one_by_one
    random = seeded
    scaled(200).times do
      text = RandomText.new(random).text
      edited = doc(text)
      done = Array.new(8) do
        operation = operations(edited.to_s, random).sample(random: random)
        edited = edited.patch([operation])
        operation
      end

      assert_equal edited.to_s, doc(text).patch(done).to_s, "#{text.inspect} #{done} #{seed_note}"
    end
  end
end
