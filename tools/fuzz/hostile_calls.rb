# frozen_string_literal: true

# The calls of hostile_arguments.rb: one row or more for each public method that
# takes an argument. The row's function makes the arguments.
# rubocop:disable-next Layout/LineLength, Style/LambdaCall, Style/SymbolProc -- a table
module HostileArguments
  T = Jacinth::Type
  TYPE = T[{ a: [T.any], c: String }]
  STRUCT = T.of(Named, c: String)
  PATCH = [{ "op" => "add", "path" => "/x", "value" => 1 }, { "op" => "move", "from" => "/x", "path" => "/y" }].freeze
  OBJECT = { "a" => [1, 2.5, "text"], "c" => { "d" => nil } }.freeze
  FAILURE = begin
    Jacinth.parse("[1,]")
  rescue Jacinth::ParserError => e
    e
  end

  class << self
    def file
      Tempfile.create("hostile") do |file|
        file.write(TEXT)
        file.close
        yield file.path
      end
    end

    def document = Jacinth::Document.new(TEXT)

    # Each value of a Hash as an argument.
    def options(make, given) = given.transform_values { |value| make.call(value) }

    def parser_options(make)
      options(make, max_nesting: 50, max_document_bytes: 1000, allow_nan: true, decimal_class: BigDecimal, freeze: false,
                    on_load: ->(value) { value })
    end

    def generator_options(make)
      options(make, indent: " ", space: " ", object_nl: "\n", array_nl: "\n", max_nesting: 50, width: 40, sort_keys: ->(hash) { hash },
                    as_json: ->(object) { object.to_s }, buffer_initial_length: 100)
    end
  end

  # --- Reading ------------------------------------------------------------------

  %i[parse parse! load unsafe_load].each do |name|
    row("Jacinth.#{name}") { |h| Jacinth.public_send(name, h.(TEXT), **parser_options(h)) }
    row("Jacinth.#{name}") { |h| Jacinth.public_send(name, TEXT, object_class: h.(Hash), array_class: h.(Array), on_load: h.(->(v) { v })) }
  end
  row("Jacinth.parse") { |h| Jacinth.parse(h.(TEXT), h.({ max_nesting: 10 })) }
  row("Jacinth.parse") { |h| Jacinth.parse(h.(TEXT), only: [h.("/a"), h.("/a/*"), h.("/c")]) }
  row("Jacinth.parse") { |h| Jacinth.parse(h.(TEXT), only: h.("/a/1")) }
  row("Jacinth.parse") { |h| Jacinth.parse(h.(TEXT), into: h.(TYPE)) }
  row("Jacinth.parse") { |h| Jacinth.parse(h.(TEXT), on_load: ->(v) { v.is_a?(String) ? h.(v) : v }) }
  row("Jacinth.parse") { |h| Jacinth.parse(h.("{a: ['x\\\n', +.5, 0xF],}"), json5: h.(true), on_load: h.(->(v) { v }), max_document_bytes: h.(1000)) }
  row("Jacinth.load") { |h| Jacinth.load(h.(StringIO.new(TEXT)), h.(->(v) { v })) }
  row("Jacinth.unsafe_load") { |h| Jacinth.unsafe_load(h.(StringIO.new(TEXT)), h.(->(v) { v })) }
  %i[load_file load_file!].each { |name| row("Jacinth.#{name}") { |h| file { |path| Jacinth.public_send(name, h.(path), **parser_options(h)) } } }
  row("Jacinth.[]") { |h| Jacinth[h.(TEXT), h.({ max_nesting: 10 })] }
  row("Jacinth.at") { |h| Jacinth.at(h.(TEXT), h.("/a/1"), h.(nil), max_nesting: h.(10)) }
  row("Jacinth.at") { |h| Jacinth.at(h.(TEXT), h.("/*/1")) }
  row("Jacinth.valid?") { |h| Jacinth.valid?(h.(TEXT), max_nesting: h.(10), max_document_bytes: h.(1000)) }
  row("Jacinth.reformat") { |h| Jacinth.reformat(h.(TEXT), nil, pretty: h.(true), sort_keys: h.(true), max_nesting: h.(10)) }
  row("Jacinth.reformat") { |h| Jacinth.reformat(h.("[#{"[1,2]," * 20_000}3]"), h.(StringIO.new), pretty: h.(false)) }
  row("Jacinth.reformat") { |h| Jacinth.reformat(h.(StringIO.new(TEXT)), h.(StringIO.new)) }
  row("Jacinth.each") { |h| Jacinth.each(h.(TEXT * 3), format: h.(:concatenated), lines: h.(true), at: h.("/*"), max_nesting: h.(10)) { |v, _| v } }
  row("Jacinth.each") { |h| Jacinth.each(h.(StringIO.new("[1]\n[2\n[3]\n")), format: h.(:lines), on_error: h.(->(_, _) {})) { |v| v } }
  row("Jacinth.each") { |h| Jacinth.each(h.([h.("[1]"), h.("[2")]), on_error: h.(:skip)) { |v| v } }
  row("Jacinth.events") { |h| Jacinth.events(h.(TEXT), h.(Handler.new), format: h.(:auto), max_nesting: h.(10)) }
  row("Jacinth.events") { |h| Jacinth.events(h.([h.("[1,{"), h.('"a":2}]')]), h.(Handler.new)) }
  row("Jacinth.patch") { |h| Jacinth.patch(h.({ "a" => [1] }), h.(PATCH)) }
  row("Jacinth.patch") { |h| Jacinth.patch({ "a" => [1] }, [h.({ "op" => h.("add"), "path" => h.("/a/-"), "value" => h.(1) })]) }
  row("Jacinth.merge_patch") { |h| Jacinth.merge_patch(h.({ "a" => [1] }), h.({ "b" => h.("x") })) }
  row("Jacinth.diff") { |h| Jacinth.diff(h.({ "a" => [1] }), h.({ "b" => h.("x") })) }
  row("Jacinth.query") { |h| Jacinth.query(h.('{"a":[{"b":1},{"b":2}]}'), h.("$.a[?@.b > 1]"), max_nesting: h.(10)) { |v, _| v } }
  row("Jacinth.query") { |h| Jacinth.query(h.({ "a" => h.([1, h.("x")]) }), h.("$..*")) }
  row("Jacinth::Query.new") { |h| Jacinth::Query.new(h.("$..a[?match(@, 'b.*')]")).to_s }
  row("Jacinth::Query#call") { |h| Jacinth::Query.new("$[?match(@.a, @.b)]").call(h.([h.({ "a" => h.("x"), "b" => h.("x*") })])) }
  row("Jacinth::Query#paths") { |h| Jacinth::Query.new("$..a").paths(h.('[{"a":1}]'), max_nesting: h.(10)) }
  row("Jacinth::QueryError.new") { |h| Jacinth::QueryError.new(h.("x"), position: h.(1)).message }
  row("Jacinth::Parser.parse") { |h| Jacinth::Parser.parse(h.(TEXT), h.({ max_nesting: 10 })) }
  row("Jacinth::Parser.new") { |h| Jacinth::Parser.new(h.(TEXT), h.({ max_nesting: 10 })).parse }
  row("Jacinth::Parser.new") { |h| Jacinth::Parser.new(h.(TEXT), **parser_options(h)).parse }
  row("Jacinth::Parser::Config.new") { |h| Jacinth::Parser::Config.new(h.(parser_options(h))).parse(h.(TEXT)) }
  row("Jacinth::Parser::Config#parse") { |h| Jacinth::Parser::Config.new({ max_nesting: 10 }).parse(h.(TEXT)) }
  row("Jacinth::ResumableParser.new") { |h| Jacinth::ResumableParser.new(**parser_options(h)).tap { |p| p << TEXT }.parse }
  row("Jacinth::ResumableParser#<<") do |h|
    parser = Jacinth::ResumableParser.new
    parser << h.('{"a":[1,') << h.('2.5,"x"') << h.("]} [")
    parser.value while parser.parse
    parser.partial_value
  end
  row("Jacinth::ResumableParser#partial_value") do |h|
    parser = Jacinth::ResumableParser.new(on_load: h.(->(v) { v }))
    parser << h.('{"a":[1,{"b":"x\\u00e9')
    parser.parse
    parser.partial_value(strings: h.(true), numbers: h.(true), reuse: h.(true))
  end
  row("Jacinth::ResumableParser#complete?") { |h| Jacinth::ResumableParser.new.tap { |p| p << '{"a":[1,"x' && p.parse }.complete?(h.("/a/0")) }
  row("Jacinth.each_partial") { |h| Jacinth.each_partial(h.([h.('{"a":"x'), h.('y"}')]), strings: h.(true), reuse: h.(true), max_nesting: h.(10)) { |v, _| v } }

  # Has a method for each event.
  class Handler
    %i[start_document end_document start_object end_object start_array end_array].each { |name| define_method(name) { nil } }
    def key(_) = nil
    def value(_) = nil
  end

  # --- Lazy documents -----------------------------------------------------------

  row("Jacinth::Document.new") { |h| Jacinth::Document.new(h.(TEXT), validate: h.(true), **parser_options(h)).value }
  row("Jacinth::Document#[]") { |h| [document[h.("a")], document["a"][h.(0)], document["a"][h.(0), h.(1)], document["a"][h.(0..1)]] }
  row("Jacinth::Document#at") { |h| [document.at(h.("/a/1")), document.at(h.("/*/0"))] }
  row("Jacinth::Document#dig") { |h| document.dig(h.("a"), h.(1), h.("b")) }
  row("Jacinth::Document#exist?") { |h| [document.exist?(h.("/a/1")), document.exist?(h.("/*/0"))] }
  row("Jacinth::Document#values_at") { |h| document.values_at("/b", h.("/a"), h.("/b"), h.("/*/0")) }
  row("Jacinth::Document#==") { |h| document == h.(document) }
  row("Jacinth::Document#to_json") { |h| document.to_json(h.(Jacinth::State.new), h.(1)) }
  row("Jacinth::Document#add") { |h| document.add(h.("/a/0"), h.([h.(1)])) }
  row("Jacinth::Document#replace") { |h| document.replace(h.("/a/0"), h.({ "b" => h.("x") })) }
  row("Jacinth::Document#remove") { |h| document.remove(h.("/a/0")) }
  row("Jacinth::Document#patch") { |h| document.patch(h.(PATCH)) }
  row("Jacinth::Document#patch") { |h| document.patch([h.({ "op" => h.("add"), "path" => h.("/a/-"), "value" => h.(1) })]) }
  row("Jacinth::Document#query") { |h| document.query(h.("$.a[*]")) }
  row("Jacinth::Document#merge_patch") { |h| document.merge_patch(h.({ "a" => h.("x"), "n" => { "m" => h.(nil) } })) }

  # --- Writing ------------------------------------------------------------------

  %i[generate pretty_generate].each do |name|
    row("Jacinth.#{name}") { |h| Jacinth.public_send(name, { h.("k") => h.(1), "a" => [h.([1]), h.({ "b" => 1 }), h.("text")] }, h.({ max_nesting: 10 })) }
    row("Jacinth.#{name}") { |h| Jacinth.public_send(name, OBJECT, generator_options(h)) }
  end
  row("Jacinth.generate") { |h| Jacinth.generate({ h.("k") => h.(1) }, strict: true, as_json: h.(->(o, _) { o.to_s })) }
  row("Jacinth.dump") { |h| Jacinth.dump([OBJECT] * 500, h.(StringIO.new), h.(50), h.({ strict: false })) }
  row("Jacinth.dump") { |h| file { |path| Jacinth.dump(h.(OBJECT), h.(Pathname(path)), h.(10)) } }
  row("Jacinth::Fragment.new") { |h| Jacinth.generate([Jacinth::Fragment.new(h.("[1]"))]) }
  row("Jacinth::Fragment#json=") { |h| Jacinth.generate([Jacinth::Fragment.new("1").tap { |f| f.json = h.("[1]") }]) }
  row("Jacinth::Fragment#to_json") { |h| Jacinth::Fragment.new("[1]").to_json(h.(Jacinth::State.new), h.(1)) }
  row("Jacinth::Coder.new") do |h|
    Jacinth::Coder.new(**generator_options(h).except(:as_json, :sort_keys), **options(h, object_class: Hash, only: "/a", strict: true),
                       types: h.({ Pair => h.(:to_a) }), &h.(->(o) { o.to_s })).dump(OBJECT)
  end
  coder = Jacinth::Coder.new(types: { Pair => :to_a }) { |object| object.is_a?(Argument) ? object.to_str : object.to_s }
  %i[dump generate].each { |name| row("Jacinth::Coder##{name}") { |h| coder.public_send(name, { h.("k") => [h.("x"), Pair.new(h.(1))] }) } }
  row("Jacinth::Coder#dump") { |h| coder.dump([OBJECT] * 500, h.(StringIO.new)) }
  %i[load parse].each { |name| row("Jacinth::Coder##{name}") { |h| coder.public_send(name, h.(TEXT)) } }
  row("Jacinth::Coder#load_file") { |h| file { |path| coder.load_file(h.(path)) } }

  STATES = Jacinth::State
  row("#{STATES.name}.new") { |h| STATES.new(h.(generator_options(h))).generate(OBJECT) }
  row("#{STATES.name}.from_state") { |h| STATES.from_state(h.({ indent: " " })).generate(OBJECT) }
  row("#{STATES.name}.generate") { |h| STATES.generate(h.(OBJECT), h.({ max_nesting: 10 }), h.(StringIO.new)) }
  row("#{STATES.name}#generate") { |h| STATES.new.generate(h.(OBJECT), h.(StringIO.new)) }
  %i[configure merge].each { |name| row("#{STATES.name}##{name}") { |h| STATES.new.public_send(name, h.(generator_options(h))).generate(OBJECT) } }
  SETTINGS = { indent: " ", space: " ", space_before: " ", object_nl: "\n", array_nl: "\n", max_nesting: 20, depth: 1, buffer_initial_length: 100,
               width: 40, as_json: ->(o) { o.to_s }, sort_keys: ->(hash) { hash }, allow_nan: true, ascii_only: true, script_safe: true,
               html_safe: true, omit_nil: true, omit_empty: true, rails: false, types: { Pair => :to_a }, strict: true, rfc8785: true, safe_integers: true, enumerators: true, invalid: :replace }.freeze
  SETTINGS.each do |name, value|
    row("#{STATES.name}##{name}=") { |h| STATES.new.tap { |state| state.public_send(:"#{name}=", h.(value)) }.generate(OBJECT) }
  end

  row("Jacinth::Writer.new") { |h| Jacinth::Writer.new(h.(StringIO.new), h.({ max_nesting: 10 }), format: h.(:lines), pretty: h.(true), chunk_size: h.(100)).value(OBJECT).close }
  row("Jacinth::Writer.open") { |h| file { |path| Jacinth::Writer.open(h.(path), h.({ max_nesting: 10 }), mode: h.("w"), format: h.(:json)) { |w| w.value(h.(1)) } } }
  writer = -> { Jacinth::Writer.new(StringIO.new, chunk_size: 100) }
  %i[object array].each { |name| row("Jacinth::Writer##{name}") { |h| writer.call.object { |w| w.public_send(name, h.("key")) { nil } }.close } }
  row("Jacinth::Writer#key") { |h| writer.call.object { |w| w.key(h.("key")).value(h.("value")) }.close }
  row("Jacinth::Writer#value") { |h| writer.call.value([h.("x"), { h.("k") => h.(1) }]).close }
  row("Jacinth::Writer#<<") { |h| (writer.call << [h.("x"), { h.("k") => h.(1) }]).close }
  row("Jacinth::Writer#pair") { |h| writer.call.object { |w| w.pair(h.("k"), h.([1])) }.close }
  row("Jacinth::Writer#[]=") { |h| writer.call.object { |w| w[h.("k")] = h.([1]) }.close }
  row("Jacinth::Writer#raw") { |h| writer.call.raw(h.("[1]"), validate: h.(true)).close }

  [nil, true, false, 1, 1.5, "text", [1, "x"], { "a" => [1] }, Object.new].each do |value|
    name = value.class.name
    row("Jacinth::Ext::Generator::GeneratorMethods::#{name}#to_json") do |h|
      method = Jacinth::Ext::Generator::GeneratorMethods.const_get(name).instance_method(:to_json)
      method.bind_call(value, h.(STATES.new(indent: " ")), h.(1))
    end
  end
  row("Jacinth::GeneratorMethods#to_json") { |h| Jacinth::GeneratorMethods.instance_method(:to_json).bind_call([1], h.({ max_nesting: 10 })) }

  # --- Types --------------------------------------------------------------------

  row("#{T.name}.[]") { |h| T[h.({ a: h.(Integer), "b" => h.([h.(String)]) })] }
  row("#{T.name}.of") { |h| T.of(h.(Pair), h.({ a: h.(Integer) }), b: h.(String)).load('{"a":1,"b":"x"}') }
  row("#{T.name}.data") { |h| T.data(h.(T.data(b: Integer)), a: h.(String)).then { |klass| klass.dump(klass.load('{"a":"x","b":1}')) } }
  row("#{T.name}::Declared#to_json") { |h| klass = T.data(a: T.any); Jacinth.generate([klass.new(a: h.([h.("x")]))], h.({ space: " " })) }
  { json_members: ->(klass, h) { klass.json_members(h.({ "b" => h.(Integer) }), c: h.(T.any)) }, json_rules: ->(klass, h) { klass.json_rules(unknown: h.(:raise)) },
    load: ->(klass, h) { klass.load(h.('{"a":1}'), errors: h.(:all)) }, load_file: ->(klass, h) { file { |path| klass.load_file(h.(path)) } },
    convert: ->(klass, h) { klass.convert(h.({ "a" => h.([1]) })) }, dump: ->(klass, h) { klass.dump(klass.new(a: h.([1])), h.(StringIO.new)) },
    to_plain: ->(klass, h) { klass.to_plain(klass.new(a: h.([1])), symbolize_names: h.(true)) } }.each do |name, call|
    row("#{T.name}::Declared::ClassMethods##{name}") { |h| call.call(T.data(a: T.any), h) }
  end
  row("#{T.name}.member") { |h| T[{ a: T.member(h.(Integer), name: h.("A"), also: h.([h.("b")]), default: h.(1), omit: h.(:nil), read_only: h.(false)) }].load("{}") }
  row("#{T.name}.scalar") { |h| T.scalar(h.(String), load: h.(->(v) { v }), dump: h.(->(v) { v })).load('"x"') }
  row("#{T.name}.enum") { |h| T.enum(h.("a"), h.(:b)).load('"a"') }
  row("#{T.name}.literal") { |h| T.literal(h.("a")).load('"a"') }
  row("#{T.name}.union") { |h| T.union(h.({ t: T.literal("a") }), h.({ t: T.literal("b") }), tag: h.("t")).load('{"t":"b"}') }
  row("#{T.name}.first_of") { |h| T.first_of(h.({ t: Integer }), h.([Integer]), h.("a")).then { |type| type.dump(h.(type.load('{"t":1}'))) } }
  row("#{T.name}.tuple") { |h| T.tuple(h.(Integer), h.([String])).then { |type| type.dump(h.([h.(1), h.(["a"])])) } }
  row("#{T.name}.hash") { |h| T.hash(h.(/a/) => h.(String), h.(/b/) => h.(Integer)).then { |type| type.dump(h.({ h.("a") => h.("b") })) } }
  row("#{T.name}.hash") { |h| T.hash(h.(Integer) => h.(String)).then { |type| type.dump(h.({ h.(1) => h.("a") })) } }
  row("#{T.name}.hash") { |h| T.hash(h.(Integer), keys: h.(String), length: h.(1..2)).load('{"a":1}') }
  %i[array set].each { |name| row("#{T.name}.#{name}") { |h| T.public_send(name, h.(Integer), length: h.(1..5)).load("[1,2]") } }
  row("#{T.name}.string") { |h| T.string(length: h.(1..5), pattern: h.(/a/), format: h.(:hostname), strip: h.(true)).load('"a"') }
  row("#{T.name}.time") { |h| T.time(h.(h.(Time.at(0))..h.(Time.at(9))), as: h.(:seconds)).then { |type| type.dump(type.load("5")) } }
  row("#{T.name}.date") { |h| T.date(h.(h.(Date.new(2000))..)).then { |type| type.dump(type.load('"2024-02-29"')) } }
  row("#{T.name}.integer") { |h| T.integer(h.(h.(1)..h.(5))).load("2") }
  row("#{T.name}.float") { |h| T.float(h.(1.0..5.0)).load("2.5") }
  row("#{T.name}.any") { |h| T.any(rails: h.(nil)).load("[1]") }
  row("#{T.name}.decimal") { |h| T.decimal(h.(1..3), as: h.(:number)).load("2.5") }
  row("#{T.name}#partial") { |h| STRUCT.partial.then { |type| type.dump(h.(type.load('{"c":"x"}'))) } }
  row("#{T.name}.optional") { |h| T.optional(h.(Integer)).load("null") }
  row("#{T.name}.from_json_schema") { |h| T.from_json_schema(h.({ "type" => h.("object"), "properties" => h.({ "a" => h.({ "type" => "string" }) }) }), keys: h.(Symbol), formats: h.(true)) }
  row("#{T.name}.from_json_schema") { |h| T.from_json_schema({ "allOf" => h.([h.({ "required" => h.(["a"]) }), { "type" => "object", "properties" => { "a" => h.({ "const" => h.("x") }) } }]) }) }
  row("#{T.name}.from_json_schema") { |h| T.from_json_schema(h.('{"type":"string","pattern":"a"}')) }
  row("#{T.name}#load") { |h| TYPE.load(h.('{"a":[1,"x"],"c":"x"}'), errors: h.(:all), max_nesting: h.(10), on_load: h.(->(v) { v })) }
  row("#{T.name}#load_file") { |h| file { |path| T.any.load_file(h.(path), max_nesting: h.(10)) } }
  row("#{T.name}#dump") { |h| STRUCT.dump(Named.new(h.("x")), h.(StringIO.new), pretty: h.(true)) }
  row("#{T.name}#dump") { |h| T[{ a: [T.any], c: Time }].dump({ a: h.([h.("x"), { h.("k") => 1 }]), c: h.(Time.at(0)) }) }
  row("#{T.name}#dump") { |h| T.of(Pair, a: T.member(T.any, default: 1, omit: :default), b: T.any).with(unknown: :raise).dump(Pair.new(h.(1), h.(2))) }
  row("#{T.name}#convert") { |h| T[{ a: [T.any], c: Integer }].with(coerce: h.(true)).convert(h.({ a: h.([h.("x")]), c: h.("1") }), errors: h.(:all)) }
  row("#{T.name}#to_plain") { |h| STRUCT.to_plain(Named.new(h.("x")), symbolize_names: h.(true)) }
  row("#{T.name}#rbs") { |h| TYPE.rbs(h.("name")) }
  row("#{T.name}#with") { |h| STRUCT.with(unknown: h.(:raise), rename: h.(->(name) { name }), build: h.(:new)) }
  row("#{T.name}#with") { |h| T[[String]].with(check: h.(->(list) { list }), title: h.("a"), description: h.("b")).load('["a"]') }
  row("#{T.name}#with") { |h| STRUCT.with(check: h.(->(named) { named.c })).then { |type| type.dump(type.load('{"c":"x"}')) } }
  row("#{T.name}#clone") { |h| TYPE.clone(freeze: h.(true)) }
  row("#{T.name}::SchemaError.new") { |h| T::SchemaError.new(h.("problem"), h.("/a"), h.("type")).message }

  # --- Errors -------------------------------------------------------------------

  row("Jacinth::ParserError#excerpt") { |h| FAILURE.excerpt(width: h.(40), highlight: h.(true)) }
  %i[detailed_message full_message].each { |name| row("Jacinth::ParserError##{name}") { |h| FAILURE.public_send(name, highlight: h.(true)) if FAILURE.respond_to?(name) } }
  row("Jacinth::ParserError#source_name=") { |h| FAILURE.dup.tap { |error| error.source_name = h.("file") }.message }
  row("Jacinth::ValidationError.new") { |h| Jacinth::ValidationError.new(h.([h.(["a", "b", ["c"], 1, 2, nil, nil])])).message }
  row("Jacinth::GeneratorError.new") { |h| Jacinth::GeneratorError.new(h.("text"), h.(1)).message }
  row("Jacinth::GeneratorError#detailed_message") { |h| Jacinth::GeneratorError.new("text", h.(1)).detailed_message(highlight: h.(true)) if Exception.method_defined?(:detailed_message) }

  # --- Serializers, whose adapters load the drop-in -----------------------------

  ATTRIBUTES = %i[a b left right size to_a members length].freeze # as many as jbuilder's adapter compiles
  SERIALIZERS = {
    "alba" => ["OnAlba", -> { Class.new.tap { |klass| klass.include(Alba::Resource).attributes(:a, :b) } }, ->(klass, list) { klass.new(list.to_a).serialize }],
    "blueprinter" => ["OnBlueprinter", -> { Class.new(Blueprinter::Base) { fields(:a, :b) } }, ->(klass, list) { klass.render(list.to_a) }],
    "jbuilder" => ["OnJbuilder", -> { Class.new(Jbuilder) }, lambda { |klass, list|
      klass.encode { |json| json.a(list, *ATTRIBUTES) && json.b(list) { |object| json.extract!(object, *ATTRIBUTES) } }
    }],
    "jsonapi-serializer" => ["OnJsonapiSerializer", lambda {
      Class.new do
        include JSONAPI::Serializer

        set_type(:a)
        set_id(:left)
        attributes(:a, :b)
        attribute(:c) { |reader, given| [reader.a, given] }
        belongs_to(:other, record_type: :b, id_method_name: :left)
      end
    }, ->(klass, list) { klass.new(list, is_collection: true).serializable_hash.to_json }]
  }.freeze
  # Its attributes convert a hostile argument while the object is read.
  Reader = Struct.new(:left, :right) do
    def a = left.to_s
    def b = [right]
  end
  SERIALIZERS.each do |gem, (adapter, define, write)|
    next if Gem::Specification.find_all_by_name(gem).empty?

    feature = "jacinth/#{gem.tr("-", "_")}"

    row("Jacinth::#{adapter}") do |h|
      require feature
      klass = define.call
      write.call(klass, Array.new(30) { Reader.new("x", 1) }) # compiles it
      write.call(klass, [Reader.new(h.("x"), h.(1)), Reader.new(h.("y"), h.({ h.("k") => h.([1]) }))])
      write.call(klass, h.([h.(Reader.new("x", 1))]))
    end
    row("Jacinth::#{adapter}.check") do |h|
      require feature
      Jacinth.const_get(adapter).check(h.(define.call), output: h.(StringIO.new))
    end
  end
end
