# frozen_string_literal: true

require_relative "broken_documents"

# Each kind of error and hint, as data for processes that have loaded only a part of the
# library: those of the entry points, and those of the command.
module ErrorKinds
  # Documents for the hints that the table of broken documents does not have.
  DOCUMENTS = {
    "duplicate key" => '{"a":1,"a":2}', "nesting" => "[" * 101, "NaN" => "[NaN]", "comment" => "// a\n[1]",
    "damaged gzip" => "\x1F\x8B\b\0\0", "nothing" => "", "two documents" => "[1]\n[2]", "a long page" => "<html>#{'x' * 600}",
    "long prose" => "The answer is no. " * 50, "octal" => "[-0o17]", "a dot" => "[-.]", "a dot in a version" => "[.5.5]", "\\e" => '["\e"]',
    "\\u" => '["\u12"]', "a semicolon after" => "[1];", "a star after" => "[1] *", "cut off in a string" => '["a',
    "a word after spaces" => "#{' ' * 600}nil", "cut off after a comma" => '{"a":1,',
    "a comment before a key" => "{ # a\n}", "a comment before a colon" => "{\"a\" # b\n:1}", "a bracket for a key" => "{]",
    "a space before a key" => "{\u00A0\"a\":1}", "a star for a key" => "{*", "a space before a colon" => "{\"a\"\u00A0:1}",
    "NUL for a value" => "[1,\0]", "a colon for a value" => "[:1]", "escaped twice" => '[\\"a\\"]', "a long word" => "[#{'a' * 50}]",
    "a slash" => "[/a]", "an equals sign" => '["a"=1]', "a star" => "[1 *]", "two colons" => '{"a":"b":2}', "a quote inside" => '"a"b',
    "DEL" => "[\x7F]", "a key escaped twice" => '{\\"a\\":1}', "colons after a key" => '{"a"::1}'
  }.transform_values { |text| text.dup.force_encoding(Encoding::UTF_8) }.freeze

  # Each line is Ruby, without any other require than that of the entry point. folder is for its files.
  CALLS = <<~'RUBY'.lines(chomp: true).freeze
    Jacinth.parse("[\"\xE9\"]", validate_encoding: true)
    Jacinth.parse("[\"\x80\"]", validate_encoding: true)
    Jacinth.parse("{\"\xFF\":[nil]}")
    Jacinth.parse("[1,2,3]", max_document_bytes: 2)
    Jacinth.parse("[\"abc\"]", max_string_bytes: 2)
    Jacinth.parse('{"a":1,"b":2}', max_keys: 1)
    Jacinth.parse("[1,2]", max_elements: 1)
    Jacinth.parse("[123]", max_number_digits: 2)
    Jacinth.parse("// a\n", allow_comments: true)
    Jacinth.parse("{a: 'b',\n c: .5 oops}", json5: true)
    Jacinth.parse("{a b: 1}", json5: true)
    Jacinth.parse("['abc", json5: true)
    Jacinth.parse("[+]", json5: true)
    Jacinth.parse("[0x]", json5: true)
    Jacinth.parse("[0x1.8]", json5: true)
    Jacinth.parse("[]", indent: 1)
    Jacinth.parse("[]", freez: true)
    Jacinth.parse("[]", create_additions: true)
    Jacinth.generate([], symbolize_names: true)
    Jacinth.generate([], "indent" => 1)
    Jacinth.generate([], "indnt" => 1)
    Jacinth.generate([], rails: true)
    Jacinth.generate([], 1 => 2)
    Jacinth.generate([], object_class: Hash)
    Jacinth.load("[]", freez: true, on_lod: 1)
    Jacinth.respond_to?(:fast_generate) || Jacinth.fast_generate([])
    Jacinth::GenericObject
    Jacinth.generat([])
    Jacinth::Generat
    File.write("#{folder}/a.json", "[1,]"); Jacinth.load_file("#{folder}/a.json")
    File.write("#{folder}/b.json", "[1,]"); File.open("#{folder}/b.json", encoding: "UTF-8") { |file| Jacinth.load(file) }
    Jacinth::Parser.new("[nul]").parse
    Jacinth::ResumableParser.new.tap { |parser| parser << "[1,'"; parser.parse }
    Jacinth::ResumableParser.new.tap { |parser| parser << "{\"a\":[\"b"; parser.parse; parser.finish }
    Jacinth::ResumableParser.new.tap { |parser| parser << "[x\xC3"; parser.parse }
    parser = Jacinth::ResumableParser.new; ["{\"a\":1,\"b\":\"", "x" * 600_000, "\",\"a\":2}"].each { |text| parser << text; parser.parse }
    parser = Jacinth::ResumableParser.new; "{\"a\":1,\"b\":\"#{"x" * 600}\",\"a\":2}".each_char { |text| parser << text; parser.parse }
    Jacinth::ResumableParser.new(freeze: true).inspect
    Jacinth::Document.new("[1,]", validate: true)
    Jacinth::Document.new("[1, tru]")[1].value
    Jacinth::Document.new('["a')[0].value
    Jacinth::Document.new('{"a":1,"a":2}', validate: true)
    Jacinth.at("[1]", "0")
    Jacinth::Document.new("[1]").replace("/a", 1)
    Jacinth::Document.new("[1]").remove("")
    Jacinth::Document.new("[1, // a\n2]", relaxed: true).remove("/1").to_s
    Jacinth.patch({}, [{ "op" => "tset", "path" => "/a" }])
    Jacinth::Document.new("{}").patch([{ "op" => "remove", "path" => "/a" }])
    Jacinth.diff([1, 2, 3], [3, 1])
    list = []; list << list; Jacinth.diff(list, 1)
    Jacinth.each("[]", format: :line) {}
    Jacinth.each("[]", format: 5) {}
    Jacinth.each("[1]\n[nil]\n", format: :lines).to_a
    Jacinth.each("1 -").to_a
    Jacinth.each(1) {}
    Jacinth.events("[]", Object.new, freez: 1)
    Jacinth.events("[1,]", Object.new)
    Jacinth.events('["abc', Object.new)
    Jacinth.reformat('{"a" 1}')
    Jacinth.reformat("[]", indnt: 1)
    File.write("#{folder}/c.json", '"' + "a" * 100_000); File.open("#{folder}/c.json") { |file| File.open("#{folder}/d.json", "w") { |out| Jacinth.reformat(file, out) } }
    Jacinth.generate({ "a" => [0.0 / 0] })
    Jacinth.generate([[[]]], max_nesting: 2)
    Jacinth.generate(["\xFF"])
    Jacinth.generate({ a: 1, "a" => 2 })
    Jacinth.generate({ 1 => 2 }, strict: true)
    Jacinth.generate({ a: 1, "a" => 2 }, rfc8785: true)
    Jacinth::State.new(indent: 1)
    [Jacinth.state, Jacinth.parser.equal?(Jacinth::Parser), Jacinth[[1]]]
    Jacinth.generator = 1
    one = Object.new; def one.to_json(*) = 'x'; [Jacinth.generate([one]), Jacinth.generate(one, Jacinth::State.new)]
    Jacinth.dump([], 1, 2)
    Jacinth::Fragment.new(1)
    Jacinth::Coder.new(strct: true)
    Jacinth::Coder.new(types: { Time => :iso8602 })
    Jacinth::Coder.new { |object| object }.dump(Object.new)
    Jacinth::Coder.new(types: { Time => :iso8601 }).dump([Time.at(0).utc])
    Jacinth::Coder.new(indent: ' ').inspect
    Jacinth::Writer.new("".dup, format: :ndjsn)
    Jacinth::Writer.new("".dup) << (0.0 / 0)
    Jacinth::Writer.new("".dup).raw("[1,]")
    Jacinth::Type[[Integer]].load('[1,"2"]')
    Jacinth::Type[[Integer]].load('[null,"2"]', errors: :all)
    Jacinth::Type[{ name: String }].with(unknown: :raise).load('{"nmae":"Ada"}')
    Jacinth::Type[[Integer]].convert([1, "2"], errors: :all)
    Jacinth::Type[[Integer]].convert(BasicObject)
    Jacinth::Type[[Integer]].with(coerce: 1)
    Jacinth::Type[[Integer]].to_plain(["a"])
    Jacinth::Type[[Integer]].load('[1,]')
    Jacinth::Type[5]
    Jacinth::Type[{ a: Integer }].with(unknwn: :raise)
    Jacinth::Type.string(lngth: 1, patern: 2)
    Jacinth::Type.union(String, Symbol)
    Jacinth::Type[{ a: Integer }].dump({ a: 'b' })
    Jacinth::Type.union({ a: Integer }, tag: "t")
    Jacinth::Type.string(length: 3..1)
    Jacinth::Type.string(pattern: /a/i).json_schema
    Jacinth::Type.decimal.load('"x"')
    Jacinth::Type.integer(multiple_of: 2).load("3")
    Jacinth::Type.set(Integer).load('[1,1.5]')
    Jacinth::Type[[Time]].load('["x"]')
    Jacinth::Type.data(Integer, a: String)
    Jacinth::Type.data(a: String).load('{"a":1}')
    Jacinth::Type.from_json_schema({ "type" => "strin" })
    Jacinth::Type.from_json_schema({ "contains" => {} })
    Jacinth::Type.from_json_schema({ "type" => "string", "format" => "date" }).load('"x"')
    Jacinth::Type.from_json_schema({ "type" => %w[number string], "format" => "decimal" }).load('"x"')
    Jacinth::Type.from_json_schema({ "allOf" => [{ "pattern" => "a" }, { "pattern" => "b" }] })
    Jacinth::Type.from_json_schema({ "if" => { "minimum" => 1 }, "then" => false })
    Jacinth::Type.from_json_schema({ "type" => "array", "prefixItems" => [true] })
    Jacinth::Type.first_of({ a: Integer }, { a: Time }).load('{"a":"x"}')
    Jacinth::Type.union({ a: Integer }, { b: Integer }).load('{"c":1}')
    Jacinth::Type.union({ a: Integer }, { a: String })
    Jacinth::Type.hash(Integer => String).load('{"x":"y"}')
    Jacinth::Type.hash(Integer, keys: [Integer])
    Jacinth::Type.from_json_schema({ "contains" => Jacinth::Type.hash(/a/ => Integer, /b/ => String).json_schema })
    Jacinth::Type[Integer].partial
    Jacinth::Type.string(format: :email).load('"x"')
    Jacinth::Type.time(as: :days)
    Jacinth::Type[{ a: Integer }].with(check: ->(_) {}).load('{"a":1}')
    Jacinth::Type[Integer].rbs("Name")
    Jacinth::Type.from_json_schema({ "type" => "string", "pattern" => "\\p{Letter}" }).load('"1"')
    Jacinth.query([1], "$[")
    Jacinth::Query.new("$..a[?match(@.b, '[a-c]+') && count(@.*) > 1]").call('{"a":[{"b":"x"},{"b":"c","d":1}]}')
    Jacinth::Query.new("$..a..b").call('{"a":{"a":{"b":1}}}')
    Jacinth::Query.new("$.a[0]").call('{"a":[1')
    Jacinth::Document.new('{"a":[{"b":1}]}').query("$.a[*].b").inspect
    Jacinth::ParserError.new('').excerpt(width: 0)
    Jacinth::ParserError.new('').excerpt(widht: 0)
    raise Jacinth::ParserError, 'duplicate key'
    raise Jacinth::ValidationError
    raise Jacinth::GeneratorError, 'no'
    raise Jacinth::JSONError
  RUBY

  # All of them, as Ruby.
  ALL = {
    **BrokenDocuments::ROWS.to_h { |row| [row.name, "Jacinth.parse(#{row.source.dump}, **#{row.options.inspect})"] },
    **DOCUMENTS.transform_values { |text| "Jacinth.parse(#{text.dump})" },
    **CALLS.to_h { |call| [call, call] }
  }.freeze

  # Ruby that defines a method, which runs code and returns what it and its error say,
  # by the names that the drop-in gives.
  FACTS = <<~'RUBY'
    def facts(code, folder)
      value = eval(code, binding)
      ["no error", value.inspect.gsub(/0x\h{16}/, "0x").gsub("Jacinth", "JSON")]
    rescue Exception => e
      texts = [e.class.name, e.message.lines(chomp: true).first]
      if e.is_a?(Jacinth::JSONError)
        e.set_backtrace([])
        names = %i[hint excerpt details json_path pointer line column source_name errors].select { |name| e.respond_to?(name) }
        texts.concat([false, true].map { |colours| e.detailed_message(highlight: colours) }, names.map { |name| e.public_send(name).inspect })
        texts << e.full_message(highlight: false).b.sub(/\A.*?: /, "")
        texts << e.excerpt(highlight: true) if names.include?(:excerpt)
      end
      texts.map { |text| text.to_s.b.gsub(/0x\h{16}/, "0x").gsub(folder.b, "").gsub("Jacinth", "JSON") }
    end
  RUBY
end
