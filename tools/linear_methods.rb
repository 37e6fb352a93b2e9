# frozen_string_literal: true

require "tempfile"

# Rows of linear.rb for methods that no other row calls, and for arguments that
# are lists. test/library/linear_test.rb names the methods that need a row.
# rubocop:disable-next Layout/LineLength, Metrics/ModuleLength -- a table
module Linear
  def self.members(count) = "{#{Array.new(count) { |i| "\"key #{i}\":[#{i}]" }.join(',')}}"
  def self.pointers(count) = Array.new(count) { |i| "/key #{2 * i}/0" }
  def self.hash(count) = (0...count).to_h { |i| ["k#{i}", i] }

  # A file with the text, for as long as the process lives.
  def self.file(text)
    (@files ||= []) << Tempfile.new("linear").tap { |file| file.write(text) && file.close }
    @files.last.path
  end

  # --- Reading ------------------------------------------------------------------

  %i[parse! load unsafe_load []].each { |name| row("Jacinth.#{name}", "members") { |n| text = members(n); -> { Jacinth.public_send(name, text) } } }
  %i[load_file load_file!].each { |name| row("Jacinth.#{name}", "members") { |n| path = file(members(n)); -> { Jacinth.public_send(name, path) } } }
  row("Jacinth.parse", "on_load") { |n| text = members(n); -> { Jacinth.parse(text, on_load: ->(value) { value }) } }
  row("Jacinth.parse", "classes") { |n| text = members(n); -> { Jacinth.parse(text, object_class: Class.new(Hash), array_class: Class.new(Array)) } }
  row("Jacinth.parse", "only, many wildcards") { |n| text = members(8); only = Array.new(n) { "/*/0" }; -> { Jacinth.parse(text, only: only) } }
  # Every method with the option `only`. Half of the pointers lead to a member.
  { "parse" => ->(text, only) { Jacinth.parse(text, only: only) },
    "parse!" => ->(text, only) { Jacinth.parse!(text, only: only) },
    "load" => ->(text, only) { Jacinth.load(text, nil, only: only) },
    "unsafe_load" => ->(text, only) { Jacinth.unsafe_load(text, nil, only: only) },
    "[]" => ->(text, only) { Jacinth[text, only: only] },
    "each" => ->(text, only) { Jacinth.each(text, only: only) { nil } } }.each do |name, call|
    row("Jacinth.#{name}", "many pointers and members") { |n| text = members(n); only = pointers(n); -> { call.call(text, only) } }
  end
  row("Jacinth.load_file", "many pointers and members") { |n| path = file(members(n)); only = pointers(n); -> { Jacinth.load_file(path, only: only) } }
  row("Jacinth::Parser.new", "many pointers and members") { |n| text = members(n); only = pointers(n); -> { Jacinth::Parser.new(text, only: only).parse } }
  row("Jacinth::Parser::Config#parse", "many pointers and members") { |n| text = members(n); config = Jacinth::Parser::Config.new(only: pointers(n)); -> { config.parse(text) } }
  row("Jacinth::Coder.new", "many pointers and members") { |n| text = members(n); coder = Jacinth::Coder.new(only: pointers(n)); -> { coder.parse(text) } }
  row("Jacinth.parse", "many pointers and elements") { |n| text = "[#{'1,' * n}1]"; only = Array.new(n) { |i| "/#{2 * i}" }; -> { Jacinth.parse(text, only: only) } }
  row("Jacinth.parse", "many pointers after wildcards") { |n| text = "[#{"#{members(1)}," * n}1]"; only = Array.new(n) { |i| "/*/key #{i}" }; -> { Jacinth.parse(text, only: only) } }
  row("Jacinth.parse", "many pointers, one long") { |n| text = members(n); only = ["/x" * 500, *pointers(n)]; -> { Jacinth.parse(text, only: only) } }
  row("Jacinth.each", "many pointers and lines") { |n| text = "#{members(1)}\n" * n; only = pointers(n); -> { Jacinth.each(text, only: only) { nil } } }
  row("Jacinth.each", "many pointers and chunks") { |n| chunks = ("#{members(1)}\n" * n).scan(/.{1,64}/m); only = pointers(n); -> { Jacinth.each(chunks, only: only, symbolize_names: true) { nil } } }
  row("Jacinth.at", "a long name") { |n| text = members(1); pointer = "/#{'x~1' * n}"; -> { Jacinth.at(text, pointer) } }
  row("Jacinth::Parser.parse", "members") { |n| text = members(n); -> { Jacinth::Parser.parse(text, nil) } }
  row("Jacinth::Parser.new", "members") { |n| text = members(n); -> { Jacinth::Parser.new(text).then { |parser| parser.source && parser.parse } } }
  row("Jacinth::Parser::Config#parse", "members") { |n| text = members(n); config = Jacinth::Parser::Config.new({}); -> { config.parse(text) } }
  { "members" => ->(n) { "{#{Array.new(n) { |i| "k#{i} /* c */ : 'v\\x41#{i}'" }.join(",\n")}}" }, "open comments" => ->(n) { "/* " * n },
    "quotes" => ->(n) { "'\\" * n }, "names" => ->(n) { "a /**/ " * n }, "signs" => ->(n) { "+" * n }, "white space" => ->(n) { "\u00A0" * n } }.each do |input, text|
    row("Jacinth.valid?", "json5: #{input}") { |n| source = text.call(n); -> { Jacinth.valid?(source, json5: true) } }
  end
  row("Jacinth.parse", "json5: an error at the end") do |n|
    source = ("['a',\n" * 50) + ("+1," * n)
    -> { Jacinth.parse(source, json5: true) rescue Jacinth::ParserError } # rubocop:disable Style/RescueModifier
  end
  row("Jacinth::Document#patch", "json5: copies") do |n|
    document = Jacinth::Document.new("[#{"{a: 'b\\n'}," * n}]", json5: true)
    operations = Array.new(n) { |i| { "op" => "copy", "from" => "/#{i}", "path" => "/-" } }
    -> { document.patch(operations).to_s }
  end
  row("Jacinth::Document#patch", "json5: copies of the whole") do |n|
    document = Jacinth::Document.new("{a: 'b\\n', c: [.5]}", json5: true)
    operations = [{ "op" => "copy", "from" => "", "path" => "/x" }, { "op" => "remove", "path" => "/x" }] * n
    -> { document.patch(operations).to_s }
  end
  row("Jacinth::ResumableParser", "state") do |n|
    chunks = members(n).scan(/.{1,64}/m)
    lambda do
      parser = Jacinth::ResumableParser.new
      chunks.each { |chunk| parser << chunk && parser.parse && [parser.empty?, parser.eos?, parser.value?, parser.partial_value?, parser.parsed_bytes, parser.inspect] }
      [parser.rest, parser.finish, parser.clear]
    end
  end
  row("Jacinth::ResumableParser#partial_value", "members") { |n| parser = Jacinth::ResumableParser.new.tap { |p| p << members(n).chop && p.parse }; -> { parser.partial_value } }
  { "members" => ->(n) { members(n) }, "a long string" => ->(n) { %(["#{'x' * n}"]) }, "a long string of escapes" => ->(n) { %(["#{'\\u00e9' * n}"]) },
    "half a pair" => ->(n) { %(["\\ud83d#{'x' * n}"]) } }.each do |input, text|
    row("Jacinth.each_partial", "#{input} in chunks") { |n| chunks = text.call(n).scan(/.{1,16}/m); -> { Jacinth.each_partial(chunks, reuse: true, invalid: :replace) { nil } } }
  end
  row("Jacinth::ResumableParser#partial_value", "open arrays in chunks") do |n|
    lambda do
      parser = Jacinth::ResumableParser.new(max_nesting: 0)
      n.times do
        parser << "[[["
        parser.parse
        parser.partial_value(reuse: true)
      end
    end
  end
  row("Jacinth::ResumableParser#open_pointer", "open arrays") { |n| parser = Jacinth::ResumableParser.new(max_nesting: 0).tap { |p| p << ("[" * n) && p.parse }; -> { parser.open_pointer } }
  row("Jacinth::ResumableParser#complete?", "members") { |n| parser = Jacinth::ResumableParser.new.tap { |p| p << members(n).chop && p.parse }; -> { parser.complete?("/a") } }
  row("Jacinth::ResumableParser#skip_line", "bad lines") do |n|
    text = "oops\n" * n
    lambda do
      parser = Jacinth::ResumableParser.new
      parser << text
      begin
        parser.parse
      rescue Jacinth::ParserError
        retry if parser.skip_line
      end
    end
  end
  row("Jacinth.each", "many chunks") { |n| chunks = members(n).chars; -> { Jacinth.each(chunks) { nil } } }
  row("Jacinth.events", "many chunks") { |n| chunks = members(n).chars; -> { Jacinth.events(chunks, Object.new) } }
  row("Jacinth.merge_patch", "members") { |n| value = hash(n); patch = (0...n).to_h { |i| ["k#{2 * i}", i.even? ? nil : i] }; -> { Jacinth.merge_patch(value, patch) } }
  row("Jacinth.diff", "elements that move") { |n| a = (0...n).to_a; b = a.reverse; -> { Jacinth.diff(a, b) } }
  row("Jacinth.diff", "members") { |n| a = hash(n); b = a.to_h { |key, value| [key, value.to_s] }; -> { Jacinth.diff(a, b) } }

  # --- Documents ----------------------------------------------------------------

  row("Jacinth::Document#values_at", "many pointers") { |n| document = Jacinth::Document.new(members(8)); list = Array.new(n) { |i| "/key #{i}/0" }; -> { document.values_at(*list) } }
  row("Jacinth::Document#values_at", "many pointers and members") { |n| document = Jacinth::Document.new(members(n)); list = pointers(n); -> { document.values_at(*list) } }
  row("Jacinth::Document#values_at", "many pointers and elements") { |n| document = Jacinth::Document.new("[#{'1,' * n}1]"); list = Array.new(n) { |i| "/#{2 * i}" }; -> { document.values_at(*list) } }
  row("Jacinth::Document#values_at", "many pointers after wildcards") do |n|
    document = Jacinth::Document.new("[#{"#{members(1)}," * n}1]")
    list = Array.new(n) { |i| "/*/key #{i}" }
    -> { document.values_at(*list) }
  end
  row("Jacinth::Document#values_at", "many escaped keys") do |n|
    document = Jacinth::Document.new(Jacinth.generate((0...n).to_h { |i| ["é\n#{i}", i] }, ascii_only: true))
    list = Array.new(n) { |i| "/é\n#{2 * i}" }
    -> { document.values_at(*list) }
  end
  row("Jacinth::Document#values_at", "a pointer again") { |n| document = Jacinth::Document.new(members(8)); list = Array.new(n) { "/key 1/0" }; -> { document.values_at(*list) } }
  row("Jacinth::Document#dig", "many steps") { |n| document = Jacinth::Document.new('{"a":' * n + "1" + "}" * n, max_nesting: 0); list = ["a"] * n; -> { document.dig(*list) } }
  row("Jacinth::Document#[]", "a slice") { |n| document = Jacinth::Document.new("[#{'[1],' * n}1]"); -> { document[0, n] } }
  row("Jacinth::Document", "parts") do |n|
    document = Jacinth::Document.new(members(n), validate: true)
    lambda do
      [document.at("/key 1"), document.at("/*"), document.exist?("/key 2/0"), document.exist?("/*/1"), document.keys, document.value, document.raw,
       document.type, document.to_s, document.to_json, document == document.dup, document.inspect, document.parent, document.pointer]
    end
  end
  row("Jacinth.reformat", "names out of order, deep") { |n| text = "#{'{"b":1,"a":' * n}1#{'}' * n}"; -> { Jacinth.reformat(text, pretty: false, sort_keys: true, max_nesting: 0) } }
  row("Jacinth.reformat", "only readpartial") do |n|
    chunks = ["[1", *[",1" * 100] * n, "]"]
    -> { parts = chunks.dup; Jacinth.reformat(Object.new.tap { |io| io.define_singleton_method(:readpartial) { |_| parts.shift or raise(EOFError) } }) }
  end
  row("Jacinth::Document", "edits") { |n| document = Jacinth::Document.new(members(n)); -> { document.add("/a", 1).replace("/key 1", 2).remove("/key 2") } }

  # --- Queries ------------------------------------------------------------------

  def self.nested(count) = (1..count).inject(1) { |inner, _| { "a" => inner, "c" => 1 } }

  { "a path" => ["$[*]", ->(n) { hash(n) }], "of a deep value" => ["$..c", ->(n) { nested(n) }], "nothing, of a deep value" => ["$..a..a..a..b", ->(n) { nested(n) }],
    "nothing, a name again" => ["$#{"['a', 'a']" * 20}.b", ->(n) { nested(n) }], "a filter" => ["$[?@ >= 0 && @ != $.none]", ->(n) { hash(n) }],
    "a filter with the root" => ["$[?$..none || @ == 1]", ->(n) { hash(n) }], "deep values compared" => ["$[?@ == $[1]]", ->(n) { [nested(n), nested(n)] }],
    "a slice" => ["$[::-2]", ->(n) { [1] * n }], "search" => ["$[?search(@, '(a|aa)*(a*)*b')]", ->(n) { ["a" * n] }],
    "many patterns" => ["$[?match(@, @)]", ->(n) { Array.new(n) { |i| "x#{i}" } }] }.each do |name, (path, make)|
    row("Jacinth.query", name) { |n| value = make.call(n); -> { Jacinth.query(value, path) } }
    unless path == "$..c" # The paths of deep values are long.
      row("Jacinth::Query#paths", name) { |n| value = make.call(n); query = Jacinth::Query.new(path); -> { query.paths(value) } }
    end
    row("Jacinth::Document#query", name) { |n| document = Jacinth::Document.new(Jacinth.generate(make.call(n), max_nesting: 0), max_nesting: 0); -> { document.query(path) } }
  end
  row("Jacinth.query", "comparisons of absolute paths") do |n|
    value = { "l" => [1] * n, "t" => "x" * n, "u" => [1] * n, "v" => [1] * n }
    -> { Jacinth.query(value, "$.l[?match($.t, 'x*') && $.u == $.v]") }
  end
  row("Jacinth::Query.new", "a long path") { |n| path = "$#{".ä['b'][0, 1]" * n}"; -> { Jacinth::Query.new(path).then { |query| query.inspect && query.to_s } } }
  row("Jacinth::Query.new", "a long filter") { |n| path = "$[?#{'@.a == 1 && ' * n}@.b]"; -> { Jacinth::Query.new(path) } }
  row("Jacinth::Query.new", "a mistake at the end") { |n| path = "$#{'.ä' * n}."; -> { Jacinth::Query.new(path) rescue 0 } } # rubocop:disable Style/RescueModifier
  row("Jacinth::Query.new", "a long string") { |n| path = "$['#{'\u00e9x' * n}']"; -> { Jacinth::Query.new(path) } }

  # --- Writing ------------------------------------------------------------------

  row("Jacinth.pretty_generate", "members") { |n| object = hash(n); -> { Jacinth.pretty_generate(object) } }
  row("Jacinth::Fragment", "large") { |n| text = "[#{'1,' * n}1]"; -> { Jacinth::Fragment.new(text).tap { |f| f.json = text }.to_json && Jacinth::Fragment[text] } }
  row("Jacinth::Coder.new", "many types") { |n| types = Array.new(n) { Class.new }.to_h { |klass| [klass, :to_s] }; -> { Jacinth::Coder.new(types: types) } }
  row("Jacinth::Coder", "many types") do |n|
    classes = Array.new(n) { Class.new }
    coder = Jacinth::Coder.new(types: classes.to_h { |klass| [klass, :to_s] })
    object = classes.map(&:new)
    -> { [coder.dump(object), coder.generate(object), coder.inspect] }
  end
  row("Jacinth::Coder", "members") { |n| text = members(n); path = file(text); coder = Jacinth::Coder.new; -> { [coder.load(text), coder.parse(text), coder.load_file(path)] } }
  row("Jacinth::State", "members") do |n|
    object = hash(n)
    lambda do
      state = Jacinth::State.from_state({ indent: " " }).configure({ space: " " }).merge({ array_nl: "\n" })
      [state.generate(object), Jacinth::State.generate(object, {}, nil), state.to_h, state.inspect]
    end
  end
  row("Jacinth::State", "long settings") { |n| text = " " * n; -> { Jacinth::State.new(indent: text, space: text, object_nl: text, array_nl: text, space_before: text).generate([1]) } }
  row("to_json", "of all classes") do |n|
    objects = [hash(n), (0...n).to_a, "x" * n, 1 << n, 1.5, nil, true, false, Rational(1, 3)]
    methods = Jacinth::Ext::Generator::GeneratorMethods
    -> { objects.each { |object| methods.const_get(object.is_a?(Rational) ? :Object : object.class.name).instance_method(:to_json).bind_call(object) } }
  end
  row("Jacinth::GeneratorMethods#to_json", "members") { |n| object = hash(n); -> { Jacinth::GeneratorMethods.instance_method(:to_json).bind_call(object) } }
  row("Jacinth::Writer", "all methods") do |n|
    path = file("")
    lambda do
      Jacinth::Writer.open(path, chunk_size: 100) do |writer|
        writer.array
        n.times { |i| writer.object { |w| w.key("a").value(i).pair("b", i).key("c").raw("[1]") } << i }
        [writer.path, writer.depth, writer.closed?, writer.inspect, writer.flush]
        writer.end_array
      end
      Jacinth::Writer.new.object.array("a").end_array.end_object.to_s
    end
  end
  row("Jacinth::Writer#path", "nesting") { |n| writer = Jacinth::Writer.new(max_nesting: 0).tap { |w| n.times { w.object.key("a") } }; -> { writer.path } }
  row("Jacinth::Writer#raw", "large") { |n| text = members(n); -> { Jacinth::Writer.new.raw(text).close } }

  # --- Types --------------------------------------------------------------------

  row("Jacinth::Type.of", "many members") { |n| names = Array.new(n) { |i| :"m#{i}" }; klass = Struct.new(*names); given = names.to_h { |name| [name, Integer] }; -> { T.of(klass, given) } }
  row("Jacinth::Type.of", "load and dump of many members") do |n|
    names = Array.new(n) { |i| :"m#{i}" }
    klass = Struct.new(*names)
    type = T.of(klass, names.to_h { |name| [name, Integer] })
    object = klass.new(*0...n)
    -> { type.load(type.dump(object)) }
  end
  row("Jacinth::Type.enum", "many values") { |n| values = Array.new(n) { |i| "v#{i}" }; -> { T.enum(*values) } }
  row("Jacinth::Type.enum", "reads of many values") { |n| type = T[[T.enum(*Array.new(n) { |i| "v#{i}" })]]; text = "[#{Array.new(n) { |i| "\"v#{i}\"" }.join(',')}]"; -> { type.load(text) } }
  row("Jacinth::Type.union", "many types") { |n| types = Array.new(n) { |i| { t: T.literal("t#{i}") } }; -> { T.union(*types, tag: "t") } }
  row("Jacinth::Type.union", "many types without a tag") { |n| types = Array.new(n) { |i| { "m#{i}" => Integer, ok: T.literal(i), "o" => Integer } }; -> { T.union(*types) } }
  row("Jacinth::Type.union", "reads and writes without a tag") { |n| type = T[[T.union({ a: T.any }, { b: T.any }, { ok: true })]]; text = "[#{Array.new(n) { |i| %({"x":[#{i}],"b":#{i}}) }.join(',')}]"; -> { type.dump(type.load(text)) } }
  row("Jacinth::Type.first_of", "reads and writes of many values") { |n| type = T[[T.first_of([Integer], [String], { a: Integer }, { b: Integer })]]; text = "[#{(['["a"]', '{"b":1}'] * n).join(',')}]"; -> { type.dump(type.load(text)) } }
  row("Jacinth::Type.first_of", "reads and writes of deep values") do |n|
    type = T.recursive { |one| T.first_of({ in: T.optional(one), x: Integer }, { in: T.optional(one), y: Integer }) }
    text = "null"
    depth = [n, 400].min
    depth.times { text = %({"in":#{text},"y":1}) }
    many = T[[type]]
    text = "[#{([text] * (n / depth)).join(',')}]"
    -> { many.dump(many.load(text, max_nesting: 0), max_nesting: 0) }
  end
  row("Jacinth::Type.first_of", "errors of many types") { |n| type = T.first_of(*Array.new(n) { |i| { "m#{i}" => Integer } }); -> { type.load("{}") rescue 0 } } # rubocop:disable Style/RescueModifier
  row("Jacinth::Type.tuple", "many elements") { |n| type = T.tuple(*Array.new(n) { Integer }); value = Array.new(n) { 1 }; -> { type.load(type.dump(value)) } }
  row("Jacinth::Type.tuple", "too many elements") { |n| type = T.first_of(T.tuple(Integer), T.any); text = "[#{'1,' * n}1]"; -> { type.load(text) } }
  row("Jacinth::Type.hash", "many keys") { |n| type = T.hash(Integer => Integer); value = (0...n).to_h { |i| [i, i] }; -> { type.load(type.dump(value)) } }
  row("Jacinth::Type.hash", "many keys and Regexps") { |n| type = T.hash(/\d\z/ => Integer, /z/ => String, String => T.any); value = (0...n).to_h { |i| ["k#{i}", i] }; -> { type.load(type.dump(value)) } }
  row("Jacinth::Type.hash", "many wrong keys") { |n| type = T.first_of(T.hash(Integer => Integer), Hash); text = members(n); -> { type.load(text) } }
  row("Jacinth::Type.member", "many names") { |n| names = Array.new(n) { |i| "n#{i}" }; -> { T[{ a: T.member(Integer, also: names) }].load('{"n0":1}') } }
  row("Jacinth::Type.union", "reads of many types") do |n|
    type = T[[T.union(*Array.new(n) { |i| { t: T.literal("t#{i}") } }, tag: "t")]]
    text = "[#{Array.new(n) { |i| "{\"t\":\"t#{i}\"}" }.join(',')}]"
    -> { type.load(text) }
  end
  row("Jacinth::Type#convert", "many values, deep") { |n| value = Array.new(n, &:to_s); deep = Array.new(n).inject(["1"]) { |inner, _| [inner, "1"] }; type, any = T[[Integer]].with(coerce: true), T.recursive { |t| T.union([t], Integer) }.with(coerce: true); -> { type.convert(value) && any.convert(deep, max_nesting: 0) } }
  row("Jacinth::Type#to_plain", "many values") { |n| value = Array.new(n) { |i| { a: i } }; type = T[[{ a: Integer }]]; -> { type.to_plain(value) } }
  row("Jacinth::Type#partial", "many members") { |n| type = T[(0...n).to_h { |i| [:"some_m#{i}", Integer] }]; -> { type.partial } }
  row("Jacinth::Type#with", "many members") { |n| type = T[(0...n).to_h { |i| [:"some_m#{i}", Integer] }]; -> { type.with(rename: :camel, unknown: :raise) } }
  row("Jacinth::Type.data", "many members") { |n| members = (0...n).to_h { |i| [:"m#{i}", Integer] }; -> { T.data(**members) } }
  row("Jacinth::Type::Declared", "many members") { |n| members = (0...n).to_h { |i| [:"m#{i}", Integer] }; klass = Class.new { include T::Declared }; -> { klass.json_members(members).size + klass.json_rules(unknown: :raise).size + klass.json_type.inspect.size } }
  row("Jacinth::Type::Declared", "many values") do |n|
    klass, values = T.data(a: [Integer]), Array.new(n) { 1 }
    text, path = Jacinth.generate({ a: values }), file(Jacinth.generate({ a: values }))
    lambda do
      object = klass.load(text)
      [klass.load_file(path), klass.convert({ "a" => values }), klass.dump(object), klass.to_plain(object), klass.json_schema, object.to_json]
    end
  end
  { uri: ["a:", "%20", "%"], uri_reference: ["", "a@", "\\"], email: ["a", ".a", "@"], ipv6: ["", ":", ""], hostname: ["", "a-", ""],
    json_pointer: ["", "/~0", "~"], duration: ["P1", "1", ""], time: ["12:00:00.", "1", ""],
    date_time: ["2024-02-29T12:00:00.", "1", ""] }.each do |format, (first, middle, last)|
    row("Jacinth::Type.string", "format #{format}") do |n|
      type = T.string(format: format, strip: true)
      text = Jacinth.generate("#{' ' * n}#{first}#{middle * n}#{last}")
      lambda do
        type.load(text)
      rescue Jacinth::ValidationError
        nil
      end
    end
  end
  row("Jacinth::Type", "constructors") do |n|
    text = "x" * n
    path = file("[#{'1,' * n}1]")
    lambda do
      [T.any, T.boolean, T.string(length: 1..n, pattern: /x/).load("\"#{text}\""), T.integer(1..n), T.float(1.0..2.0), T.decimal.load("1.#{'1' * n}"),
       T.scalar(String, load: ->(v) { v }, dump: ->(v) { v }).load("\"#{text}\""), T.array(Integer, length: 1..(n + 1)).load_file(path),
       T.optional(T.literal(text)).dup.clone.inspect, T[{ a: T.member(Integer, default: 1) }],
       T.time(Time.at(0).., as: :seconds).load("1.#{'1' * n}"), T.date.load('"2024-02-29"'), T.hash(Integer), T.tuple(String).load("[\"#{text}\"]"), T.first_of(text, [Integer]).load("\"#{text}\""), T.set(Integer).load_file(path), T.recursive { |inner| [inner] }]
    end
  end

  # --- Errors -------------------------------------------------------------------

  row("Jacinth::ParserError", "shown") do |n|
    text = "[#{"1,\n" * n}oops]"
    lambda do
      Jacinth.parse(text)
    rescue Jacinth::ParserError => e
      e.source_name = "file"
      [e.full_message, e.respond_to?(:detailed_message) && e.detailed_message, e.hint, e.details, e.pointer, e.source_name]
    end
  end
  row("Jacinth::ValidationError.new", "many faults") { |n| faults = Array.new(n) { |i| ["a", "b", ["c", i], i + 1, 1, nil, nil] }; -> { Jacinth::ValidationError.new(faults).then { |e| [e.message, e.hint, e.errors, e.details, e.to_h] } } }
  row("Jacinth::GeneratorError", "nesting") do |n|
    object = Array.new(n).inject(Float::NAN) { |inner, _| [inner] }
    lambda do
      Jacinth.generate(object, max_nesting: 0)
    rescue Jacinth::GeneratorError => e
      [e.json_path, e.pointer, e.message, e.respond_to?(:detailed_message) && e.detailed_message]
    end
  end
  row("Jacinth::Type::SchemaError", "long") { |n| text = "x" * n; -> { T::SchemaError.new(text, "/#{text}", text).message } }

  # --- Serializers, where their gems are installed --------------------------------
  # The last rows, since the drop-in that they load gives classes other names.

  ADAPTERS = {
    "alba" => ["OnAlba", ->(names) { Class.new.tap { |klass| klass.include(Alba::Resource).attributes(*names) } }, ->(klass, objects) { klass.new(objects).serialize }],
    "blueprinter" => ["OnBlueprinter", ->(names) { Class.new(Blueprinter::Base) { fields(*names) } }, ->(klass, objects) { klass.render(objects) }]
  }.freeze
  ADAPTERS.each do |gem, (adapter, define, write)|
    next if Gem::Specification.find_all_by_name(gem).empty?

    row("Jacinth::#{adapter}", "many objects") { |n| require "jacinth/#{gem}"; klass, objects = define.call(%i[a b]), Array.new(n) { Pair.new(1, "x") }; -> { write.call(klass, objects) }.tap(&:call) }
    row("Jacinth::#{adapter}.check", "many classes") { |n| require "jacinth/#{gem}"; classes = Array.new(n) { define.call([:a]) }; -> { Jacinth.const_get(adapter).check(*classes, output: StringIO.new) }.tap(&:call) }
  end
end
