# frozen_string_literal: true

require "test_helper"
require "bigdecimal"
require "time"

# A name that is not one of a list: the error has the list, and the most similar name.
class ChoiceTest < Minitest::Test
  T = Jacinth::Type
  Point = Struct.new(:x, :extra)

  # The call, the beginning of the message, and the suggested name.
  ROWS = [
    [-> { Jacinth.each("1", format: :concatenatd, &:itself) }, "format must be :auto, :concatenated, :lines or :sequence, not :concatenatd",
     ":concatenated"],
    [-> { Jacinth.each("1", format: "lines", &:itself) }, "format must be", ":lines"],
    [-> { Jacinth.each("1", format: :ndjson, &:itself) }, "format must be", ":lines"],
    [-> { Jacinth.each("1", format: :ndjsn, &:itself) }, "format must be", ":lines"],
    [-> { Jacinth.each("1", on_error: :skp, &:itself) }, "on_error must be :raise, :skip or an object that responds to call, not :skp",
     ":skip"],
    [-> { Jacinth::Writer.new(nil, format: :ndjsn) }, "format must be :json, :ndjson or :json_seq, not :ndjsn", ":ndjson"],
    [-> { Jacinth::Writer.new(nil, format: :lines) }, "format must be", ":ndjson"],
    [-> { T[{ a: Integer }].with(rename: :camle) },
     "rename must be :camel, :pascal, :kebab or an object that responds to call, not :camle", ":camel"],
    [-> { T[{ a: Integer }].with(unknown: "raise") }, "unknown must be :ignore, :raise or the name of a member, not \"raise\"", ":raise"],
    [-> { T.of(Point, x: Integer).with(unknown: :exra) },
     "unknown must be :ignore, :raise or the name of a member of ChoiceTest::Point that holds a Hash, not :exra", ":extra"],
    [-> { T[{ a: Integer }].with(renam: :camel) }, "unknown keyword: :renam", ":rename"],
    [-> { Jacinth::Writer.new.raw("1", valdate: false) }, "unknown keyword: :valdate", "validate:"],
    [-> { T[{ a: Integer }].with(build: :alocate) }, "build must be :new or :allocate, not :alocate", ":allocate"],
    [-> { T.of(Point, x: Integer, extar: Hash) }, "ChoiceTest::Point has no member :extar", ":extra"],
    [-> { T.member(Integer, omit: :defualt) }, "omit must be :nil or :default, not :defualt", ":default"],
    [-> { T.decimal(as: :strng) }, "as must be :string or :number, not :strng", ":string"],
    [-> { T[Integer].load("1", errors: :al) }, "errors must be :first or :all, not :al", ":all"],
    [-> { Jacinth::Coder.new(types: { Time => :iso8061 }) }, "Time has no method :iso8061", ":iso8601"],
    [-> { Jacinth::Coder.new(types: { BigDecimal => :strnig }) }, "BigDecimal has no method :strnig", ":string"],
    [-> { Jacinth.generate(1, invalid: :replce) }, "invalid must be :replace, not :replce", ":replace"],
    [-> { Jacinth.parse("1", invalid: :replce) }, "invalid must be :replace, not :replce", ":replace"],
    [-> { Jacinth.generate(1, safe_integers: :strig) }, "safe_integers must be :raise or :string, not :strig", ":string"],
    [-> { Jacinth.generate(1, enumerators: :arry) }, "enumerators must be :array, not :arry", ":array"]
  ].freeze

  # A method suggests the options that it takes, its own among them, and no others.
  OPTIONS = [
    [-> { Jacinth::Document.new("1", valdiate: true) }, "valdiate", "validate"],
    [-> { Jacinth::Document.new("1", validated: true) }, "validated", "validate"],
    [-> { Jacinth::Document.new("1", onl: "/a") }, "onl", nil],
    [-> { Jacinth.at("1", "", onl: "/a") }, "onl", nil],
    [-> { Jacinth.at("1", "", symbolise_names: true) }, "symbolise_names", "symbolize_names"],
    [-> { Jacinth.valid?("1", allow_comment: true) }, "allow_comment", "allow_comments"],
    [-> { Jacinth.each("1", on_eror: :skip, &:itself) }, "on_eror", "on_error"],
    [-> { Jacinth.each("1", formt: :lines) }, "formt", "format"],
    [-> { Jacinth.each("1", onlly: "/a") }, "onlly", "only"],
    [-> { Jacinth.events("1", Object.new, formt: :lines) }, "formt", "format"],
    [-> { Jacinth.events("1", Object.new, object_klass: Hash) }, "object_klass", nil],
    [-> { Jacinth.reformat("1", prety: true) }, "prety", "pretty"],
    [-> { Jacinth.reformat("1", sort_key: true) }, "sort_key", "sort_keys"],
    [-> { Jacinth::Writer.new(nil, formt: :ndjson) }, "formt", "format"],
    [-> { Jacinth::Writer.new(nil, chunksize: 1) }, "chunksize", "chunk_size"],
    [-> { Jacinth::Writer.new(nil, prety: true) }, "prety", "pretty"],
    [-> { Jacinth::Writer.new(nil, indnet: " ") }, "indnet", "indent"],
    [-> { Jacinth::Writer.new(nil, { chunksize: 1 }) }, "chunksize", nil],
    [-> { Jacinth::Writer.open(File::NULL, mod: "a") }, "mod", "mode"],
    [-> { Jacinth::Writer.open(File::NULL, formt: :json) }, "formt", "format"],
    [-> { T[Integer].load("1", error: :all) }, "error", "errors"],
    [-> { T[Integer].load("1", max_key: 1) }, "max_key", nil],
    [-> { T[Integer].load("1", max_nestin: 1) }, "max_nestin", "max_nesting"],
    [-> { T[Integer].dump(1, prety: true) }, "prety", "pretty"],
    [-> { T[Integer].dump(1, sort_key: true) }, "sort_key", nil],
    [-> { Jacinth::Coder.new(type: {}) }, "type", "types"],
    [-> { Jacinth::Coder.new(intoo: Integer) }, "intoo", nil],
    [-> { Jacinth::Coder.new(symbolise_names: true) }, "symbolise_names", "symbolize_names"],
    [-> { Jacinth::Coder.new(indnet: " ") }, "indnet", "indent"],
    [-> { Jacinth::ResumableParser.new(onlly: "/a") }, "onlly", nil],
    [-> { Jacinth.load("[]", allow_blnk: true) }, "allow_blnk", "allow_blank"],
    [-> { Jacinth.unsafe_load("[]", allow_blnk: true) }, "allow_blnk", "allow_blank"],
    [-> { Jacinth.generate(1, symbolise_names: true) }, "symbolise_names", nil],
    [-> { Jacinth.generate(1, { "indnet" => " " }) }, "indnet", "indent"],
    [-> { T.string(patern: /a/) }, ":patern", "pattern"],
    [-> { T.member(Integer, defalt: 1) }, ":defalt", "default"],
    [-> { T.array(lenght: 1) }, ":lenght", "length"],
    [-> { T.set(Integer, lenght: 1) }, ":lenght", "length"],
    [-> { T.hash(Integer, key: Symbol) }, ":key", "keys"],
    [-> { T.union(Integer, tags: "a") }, ":tags", "tag"],
    [-> { T.decimal(a: :number) }, ":a", "as"],
    [-> { T.from_json_schema(true, key: Symbol) }, ":key", "keys"],
    [-> { Jacinth::ParserError.new("no").excerpt(widht: 1) }, ":widht", "width"]
  ].freeze

  def test_an_unknown_option_names_the_nearest_one
    OPTIONS.each do |call, name, near|
      error = assert_raises(ArgumentError, name, &call)
      hint = " (did you mean #{near}:?)" if near && defined?(DidYouMean::SpellChecker)

      assert_equal "unknown keyword: #{name}#{hint}", error.message
      assert_nil error.cause, name
      assert_includes error.backtrace_locations.map { |place| [place.path, place.lineno] }, call.source_location, name
    end
  end

  def test_an_option_is_a_symbol
    assert_equal "unknown keyword: symbolize_names (use the Symbol :symbolize_names)",
                 assert_raises(ArgumentError) { Jacinth.parse("1", { "symbolize_names" => true }) }.message
    assert_equal "unknown keywords: indent, no (use the Symbol :indent)",
                 assert_raises(ArgumentError) { Jacinth.generate(1, { "indent" => " ", "no" => 1 }) }.message
  end

  def test_an_argument_error_of_a_callback_is_not_changed
    callback = ->(_) { Jacinth.parse("1", allow_blnk: true) }
    error = assert_raises(ArgumentError) { Jacinth.load("[1]", on_load: callback) }

    refute_includes error.message, "allow_blank"
    given = ArgumentError.new("mine")
    fails = ->(_) { raise given, cause: RuntimeError.new("why") }
    [-> { Jacinth.load("[1]", on_load: fails) }, -> { Jacinth.each("[1]", &fails) }].each do |call|
      error = assert_raises(ArgumentError, &call)

      assert_same given, error
      assert_equal "why", error.cause.message
    end
  end

  def test_other_names_are_suggested
    hint = ->(text) { defined?(DidYouMean::SpellChecker) ? " (did you mean #{text}?)" : "" }
    error = assert_raises(Jacinth::PatchError) { Jacinth.patch({}, [{ "op" => "ad", "path" => "/a", "value" => 1 }]) }

    assert_equal "unknown operation \"ad\"#{hint['"add"']}", error.message
    { interger: "Integer", "string" => "String", bolean: "Type.boolean" }.each do |name, near|
      assert_equal "expected a type or a class that has one, got #{name.inspect}#{hint[near]}", assert_raises(ArgumentError) {
        T[name]
      }.message
    end
    assert_equal "expected a type or a class that has one, got 1.5", assert_raises(ArgumentError) { T[1.5] }.message
    assert_match(/\Aexpected the name of an RBS type alias, got /, assert_raises(ArgumentError) { T.any.rbs(nme: 1) }.message)
  end

  def test_an_unknown_member_has_a_hint_with_the_nearest_one
    type = T.of(Point, x: Integer, extra: T.member(Integer, name: "extraPart", read_only: true)).with(unknown: :raise)
    hint_of = ->(text, **options) { assert_raises(Jacinth::ValidationError) { type.load(text, **options) }.hint }

    assert_equal "did you mean \"x\"?", hint_of['{"X": 1}']
    assert_nil hint_of['{"extraPar": 1}'] # which load ignores
    assert_nil hint_of["{\"#{'x' * 1000}\": 1}"]
    assert_nil hint_of['{"x": "1", "X": 1}', errors: :all]
    assert_nil hint_of['{"x": "1"}']
    assert_equal "did you mean \"x\"?", hint_of['{"X": 1, "x": "1"}', errors: :all]
  end

  def test_wrong_arguments_name_the_nearest_choice
    ROWS.each do |call, text, near|
      error = assert_raises(ArgumentError, text, &call)

      assert error.message.start_with?(text), error.message
      assert_equal " (did you mean #{near}?)", error.message[/ \(did.*/], error.message if defined?(DidYouMean::SpellChecker)
    end
  end

  def test_names_in_any_encoding_are_refused
    Encoding.list.each do |encoding|
      ["ndjsn", "\xFF\xD8"].each do |bytes|
        name = bytes.dup.force_encoding(encoding)
        name = bytes.encode(encoding) if bytes.ascii_only? && !encoding.dummy?
        calls = [-> { Jacinth::Writer.new(nil, format: name) }, -> { Jacinth.each("1", format: name, &:itself) }]
        calls.each { |call| assert assert_raises(ArgumentError, encoding.name, &call).message.start_with?("format must be ") }
        operation = -> { Jacinth.patch({}, [{ "op" => name, "path" => "/a" }]) }
        option = name.to_sym if name.valid_encoding?
        calls = option ? [-> { Jacinth.generate(1, option => 1) }, -> { Jacinth.each("1", option => 1, &:itself) }] : []
        calls.each { |call| assert assert_raises(ArgumentError, encoding.name, &call).message.start_with?("unknown keyword: ") }

        assert assert_raises(Jacinth::PatchError, encoding.name, &operation).message.start_with?("unknown operation ")
      end
    end
  end

  def test_nothing_is_suggested_if_nothing_is_near
    assert_equal "invalid must be :replace, not 1", assert_raises(ArgumentError) { Jacinth.parse("1", invalid: 1) }.message
    assert_error(ArgumentError, "format must be :json, :ndjson or :json_seq, not :xml") { Jacinth::Writer.new(nil, format: :xml) }
  end

  def test_unusual_but_right_arguments_are_accepted
    assert_equal "[\"1\"]", Jacinth::Coder.new(types: { Integer.singleton_class => :to_s, Range => :to_s }).dump(["1"])
    abstract = Class.new
    concrete = Class.new(abstract) { def strings = ["a"] }

    assert_equal "[\"a\"]", Jacinth::Coder.new(types: { concrete => :strings }).dump(concrete.new)
    assert_equal "{\"x\":1,\"z\":2}", T.of(Point, x: Integer, extra: Hash).with(unknown: :extra).dump(Point.new(1, { "z" => 2 }))
  end
end
