# frozen_string_literal: true

require_relative "support"

# One value of a valid document is replaced by one that does not fit: the error has its
# path.
class TypeErrorsTest < Minitest::Test
  include TypeHelpers

  SHAPE = T.union({ "p" => T.of(Point, x: Integer, y: [Integer]) }, tag: "is")
  TYPE = T[{ id: Integer, name: String, list: [{ at: Time, tag: T.enum("a", "b"), grid: [[Float]] }],
             map: T.hash({ ok: T.boolean, "od d": T.optional(Integer) }), any: Object,
             shape: SHAPE }]
  GOOD = { "id" => 1, "name" => "n",
           "list" => Array.new(3) { { "at" => "2024-01-01T00:00:00Z", "tag" => "a", "grid" => [[1.5, 2], []] } },
           "map" => { "k" => { "ok" => true, "od d" => nil }, "a b" => { "ok" => false, "od d" => 1 } },
           "any" => [1], "shape" => { "x" => 1, "y" => [1, 2], "is" => "p" } }.freeze

  def test_each_error_has_a_pointer
    type = T[{ "a/b" => [{ "~" => Integer }], c: Integer }]
    error = assert_raises(Jacinth::ValidationError) { type.load('{"a/b": [{"~": 1}, {"~": null}]}', errors: :all) }

    assert_equal ["/a~1b/1/~0", "/c"], error.errors.map(&:pointer)
    assert_equal ["/a~1b/1/~0", '$["a/b"][1]["~"]'], [error.pointer, error.json_path]
    assert_equal "/a~1b/0", assert_raises(Jacinth::ParserError) { type.load('{"a/b": [}') }.pointer
  end

  ODD = ->(n) { n.odd? ? n : raise(ArgumentError, "an odd number") }

  # A type, a document, and the code of its fault.
  CODES = [
    [Integer, '"1"', :wrong_type], [Integer, "1.5", :wrong_type], [Float, "null", :wrong_type], [Float, "1e400", :out_of_range],
    [String, "1", :wrong_type], [T.boolean, '"true"', :wrong_type], [nil, "1", :wrong_value], [T.enum("a", 1), '"b"', :wrong_value],
    [T.enum("a"), "1", :wrong_value], [T.enum("a"), "[]", :wrong_type], [T.optional(T.enum("a")), '"b"', :wrong_value],
    [Time, '"noon"', :wrong_format], [Time, "1", :wrong_type], [Date, '"2024-02-30"', :wrong_format], [BigDecimal, '"1,5"', :wrong_format],
    [BigDecimal, "true", :wrong_type], [/a/, '"b"', :wrong_format], [/a/, "1", :wrong_type],
    [T.string(length: 1, pattern: /a/), '"aa"', :out_of_range], [T.string(length: 1, pattern: /a/), '"b"', :wrong_format],
    [1..3, "4", :out_of_range], [1..3, '"1"', :wrong_type], [0.5..1, "2", :out_of_range], [(2**70).., "1", :out_of_range],
    [T.array(Integer, length: 2), "[1]", :out_of_range], [T.set(Integer, length: 2), "[1]", :out_of_range],
    [T.hash(Integer, length: 2), "{}", :out_of_range], [Object, "[1e400]", :out_of_range], [[Integer], "{}", :wrong_type],
    [{ a: Integer }, "[]", :wrong_type], [{ a: Integer }, "{}", :missing], [T[{}].with(unknown: :raise), '{"a":1}', :unknown],
    [T.union(Integer, [Integer]), '"1"', :wrong_type], [SHAPE, '{"x":1}', :missing],
    [SHAPE, '{"is":"q"}', :wrong_value], [SHAPE, "1", :wrong_type],
    [T.scalar(Integer, load: ODD, dump: ODD), "2", :invalid], [T.scalar(Integer, load: ODD, dump: ODD), '"1"', :wrong_type],
    [T.string(format: :uuid), '"x"', :wrong_format], [T.string(format: :uuid), "1", :wrong_type],
    [T.date(Date.new(2024)..), '"2023-12-31"', :out_of_range], [T.time(as: :seconds), '"5"', :wrong_type],
    [T.time(as: :seconds), "1e99", :out_of_range], [T[{ a: Integer }].with(check: ->(_) {}), '{"a":1}', :check],
    [T.from_json_schema({ "type" => "array", "uniqueItems" => true }), "[1,1]", :duplicate],
    [T.from_json_schema({ "format" => "date" }), '"x"', :wrong_format], [T.from_json_schema({ "pattern" => "^a" }), '"x"', :wrong_format],
    [T.scalar(1..3, load: ODD, dump: ODD), "5", :out_of_range], [T.of(Made, x: Integer).with(build: :new), '{"x":1}', :invalid]
  ].freeze

  def test_each_fault_has_the_code_of_its_kind
    CODES.each do |spec, text, code|
      [[T[spec], text], [T[[{ a: spec }]], %([{"a":#{text}}])]].each do |type, document|
        error = assert_raises(Jacinth::ValidationError, document) { type.load(document, errors: :all) }

        assert_equal [code], error.errors.map(&:code), "#{type.inspect} #{document}"
        assert_equal [code], [error.details.dig(:errors, 0, :code)]
      end
    end
    assert_equal %i[check duplicate invalid missing out_of_range unknown wrong_format wrong_type wrong_value], CODES.map(&:last).uniq.sort
  end

  def test_details_lists_the_faults_without_classes_of_the_program
    error = assert_raises(Jacinth::ValidationError) { T[[T.of(Point, x: Integer)]].load('[5,{"x":null}]', errors: :all) }

    assert_equal [{ code: :wrong_type, line: 1, column: 2, expected: "Object", found: "5", json_path: "$[0]", pointer: "/0" },
                  { code: :wrong_type, line: 1, column: 9, expected: "Integer", found: "null", json_path: "$[1].x", pointer: "/1/x" }],
                 error.details[:errors]
    assert_equal error.details, error.to_h
    refute_includes error.details.except(:error).to_s, "Point"
    assert_equal [error.message, 1, 2], error.details.values_at(:message, :line, :column)
  end

  # A program can raise the error itself, also in a Proc of a Type.
  def test_an_error_with_a_message_of_the_program
    type = T[{ a: T.scalar(load: ->(_) { raise Jacinth::ValidationError, "no user" }, dump: :itself.to_proc) }]
    error = assert_raises(Jacinth::ValidationError) { type.load('{"a": 1}') }

    assert_equal ["no user", [], nil, nil], [error.message, error.errors, error.json_path, error.hint]
    assert_equal({ error: "Jacinth::ValidationError", message: "no user", errors: [] }, error.to_h)
    assert_equal "the document does not fit the type", Jacinth::ValidationError.new.message
  end

  # A message can contain names of files and of people, or binary data.
  def test_messages_of_the_program_in_any_encoding_are_reported_in_utf8
    ["é".encode("UTF-16LE"), "é".encode("ISO-8859-1"), "é".b, "\xFF".b, "\xFF"].each do |message|
      refuse = ->(_) { raise ArgumentError, message }
      made = Class.new { define_method(:initialize) { |a:| refuse.call(a) } }
      reads = { scalar: T.scalar(load: refuse, dump: refuse), check: T.hash(Integer, check: refuse),
                new: T.of(made, a: Integer), rules: T[{ a: Integer }].with(check: refuse) }.transform_values { |type| T[{ "日" => type }] }
      reads.each do |name, type|
        errors = [-> { type.load('{"日":{"a":1}}') }, -> { type.convert({ "日" => { "a" => 1 } }) }].map do |read|
          assert_raises(Jacinth::ValidationError, [name, message].inspect) { read.call }
        end
        text = message.b == "\xFF".b ? "\uFFFD" : "é"

        assert_equal([text, text], errors.map { |error| error.details[:errors][0][:expected] })
        assert_equal ["expected #{text}, got an object"], errors.map { |error| error.message[/.*(?= at )/] }.uniq
        assert_equal [text], errors[0].errors.map(&:expected)
      end
      assert_error(Jacinth::GeneratorError, /\Aexpected (é|�), got /) { reads[:check].dump({ "日" => { "a" => 1 } }) }
    end
  end

  def test_an_unknown_key_with_escapes_is_reported
    type = T[{ list: T[{ a: Integer }].with(unknown: :raise) }]
    { "\\u0061b" => ["$.list.ab", "/list/ab"], " \\/" => ['$.list[" /"]', "/list/ ~1"], "é\\u00e9" => ['$.list["éé"]', "/list/éé"] }
      .each do |key, (path, pointer)|
        error = assert_raises(Jacinth::ValidationError) { type.load(%({"list":{"#{key}":1}})) }

        assert_equal [path, pointer], [error.json_path, error.pointer]
        error = assert_raises(Jacinth::ParserError) { type.load(%({"list":{"#{key}":[1,}})) }

        assert_equal pointer, error.pointer[0, pointer.size]
      end
  end

  def test_errors_before_a_tag_have_the_position_of_parse
    type = T[[T.union({ "p" => xy(Point) }, tag: "is")]]
    ['[{"z":[1,}]', '[{},{"a":1,"z b":{"c":[1,tru]}}]', '[{"z":x}]', '[{"z":[[2]],"y":{"a":}}]', "[{\"z\":\"\n\"}]"].each do |text|
      error, expected = [type, Jacinth.method(:parse)].map do |reader|
        assert_raises(Jacinth::ParserError, text) { reader.is_a?(T) ? reader.load(text, errors: :all) : reader.call(text) }
      end

      assert_equal [expected.json_path, expected.line, expected.column], [error.json_path, error.line, error.column], text
    end
    [1, 2, 3].each do |max|
      text = '[{"z":[[1]],"is":"p","x":1,"y":2}]'
      errors = [type, Jacinth.method(:parse)].map do |reader|
        assert_raises(Jacinth::NestingError, text) { reader.is_a?(T) ? reader.load(text, max_nesting: max) : reader.call(text, max_nesting: max) }
      end

      assert_equal(*errors.map { |error| [error.json_path, error.message] })
    end
  end

  def test_a_wrong_value_at_every_position_is_reported_there
    places(GOOD, []).each do |steps|
      next if steps.first == "any"

      document = Marshal.load(Marshal.dump(GOOD))
      parent = steps[0..-2].inject(document) { |value, step| value[step] }
      [{ "no" => 1 }, [nil], true, "text", 1e99].each do |wrong|
        before = parent[steps[-1]]
        next if fits?(before, wrong)

        parent[steps[-1]] = wrong
        [JSON.generate(document), JSON.pretty_generate(document)].each { |text| check(text, steps, wrong) }
        parent[steps[-1]] = before
      end
    end
  end

  def check(text, steps, wrong)
    all = assert_raises(Jacinth::ValidationError, text) { TYPE.load(text, errors: :all) }
    first = assert_raises(Jacinth::ValidationError, text) { TYPE.load(text) }
    path = path_of(steps)

    assert first.json_path.start_with?(path), "#{first.json_path} instead of #{path} in #{text}"
    assert_equal path, first.json_path unless wrong.is_a?(Hash) || wrong.is_a?(Array)
    assert_equal first.errors, all.errors.first(1)
    all.errors.each { |fault| assert fault.json_path.start_with?(path) }
    return unless first.errors[0].found != "nothing"

    rest = text.lines[first.line - 1][(first.column - 1)..]

    assert rest.start_with?(JSON.generate(wrong)[0], "{", "[", "n", "1"), rest
  end

  # No Set is made of values that do not fit: that would call `hash` of its elements.
  def test_no_set_is_made_of_wrong_elements
    element = Struct.new(:x) { def hash = raise("asked for its hash") }
    type = T[{ set: T.set(T.of(element, x: Integer)) }]

    assert_raises(RuntimeError) { type.load('{"set": [{"x": 1}, {"x": 2}]}') }
    %i[all first].each do |errors|
      error = assert_raises(Jacinth::ValidationError) { type.load('{"set": [{"x": 1}, {"x": "2"}]}', errors: errors) }

      assert_equal "$.set[1].x", error.json_path
    end
  end

  def test_a_string_of_a_schema_without_a_type_has_the_error_of_its_format
    assert_invalid(T.from_json_schema({ "format" => "date-time" }), '"x"', "a time (RFC 3339)", '"x"', "$")
    assert_invalid(T.from_json_schema({ "anyOf" => [{ "format" => "date" }, { "type" => "null" }] }), '"x"', "a date (RFC 3339)", '"x"',
                   "$")
    assert_invalid(T.union(Integer, Time), '"x"', "Integer or a time (ISO 8601)", '"x"', "$")
  end

  def test_at_most_a_hundred_errors_are_kept
    error = assert_raises(Jacinth::ValidationError) { T[[Integer]].load(JSON.generate(["x"] * 1000), errors: :all) }

    assert_equal 100, error.errors.size
    assert_equal "expected Integer, got \"x\" at line 1 column 2 (and 99 more)", error.message
    assert_equal((0...100).map { |i| "$[#{i}]" }, error.errors.map(&:json_path))
    assert_predicate error.errors, :frozen?
  end

  def test_no_object_is_made_of_wrong_members
    made = []
    klass = Class.new(Point) { define_method(:initialize) { |*all| made << super(*all) } }
    type = T.of(klass, x: Integer, y: Integer)
    ['{"x":1}', '{"x":1,"y":"2"}', '{"x":1,"y":2,"y":3}', '{"x":1,"y":2', '{"x":1,"y":2x}'].each do |text|
      assert_raises(Jacinth::ParserError) { type.load(text) }
    end
    assert_empty made
    assert_raises(Jacinth::ValidationError) { T[[type]].load('[{"x":1},{"x":1,"y":2}]', errors: :all) }
    assert_equal 1, made.size, "the second object has no fault, and its own errors count"
  end

  def test_the_found_value_is_short_and_valid_text
    { "\"#{'é' * 100}\"" => "\"#{'é' * 19}...", '"a\\"b"' => '"a\\"b"', "[1]" => "an array", "1.5e3" => "1.5e3",
      "\"#{'x' * 50}\"" => "\"#{'x' * 39}..." }.each do |text, found|
      assert_invalid(T[Integer], text, "Integer", found, "$")
    end
  end

  private

  def places(value, steps)
    inner = case value
            when Hash then value.flat_map { |key, part| places(part, [*steps, key]) }
            when Array then value.each_with_index.flat_map { |part, i| places(part, [*steps, i]) }
            else []
            end
    steps.empty? ? inner : [steps, *inner]
  end

  # True if a value of this kind fits, too.
  def fits?(before, wrong)
    return false if before.is_a?(Hash) && wrong.is_a?(Hash)
    return before == "n" if wrong == "text"
    return before.is_a?(Float) || (before.is_a?(Integer) && before == 2) if wrong == 1e99

    (wrong == true && [true, false].include?(before)) || (wrong.is_a?(Array) && before == [])
  end

  def path_of(steps)
    steps.inject("$") do |path, step|
      next "#{path}[#{step}]" if step.is_a?(Integer)

      step.match?(/\A\w+\z/) ? "#{path}.#{step}" : %(#{path}["#{step}"])
    end
  end
end
