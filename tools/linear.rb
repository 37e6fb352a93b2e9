# frozen_string_literal: true

# Measures the least time of some runs at n, 2n and 4n, for every public method and many
# kinds of input. A row that takes more than LIMIT times as long for 4n as for n is timed
# again with a larger n. If it still takes too long, its instructions are counted with
# valgrind, if that is installed, because they do not depend on caches and other
# processes. A row whose instructions grow as fast as its time is not linear.
#
#     ruby -Ilib tools/linear.rb [NAME-PART...]
require_relative "checkout"
Checkout.use
require "jacinth"
require "bigdecimal"
require "open3"
require "stringio"

# rubocop:disable Layout/LineLength, Metrics/ModuleLength, Performance/RedundantBlockCall, Style/MutableConstant -- a table
module Linear
  LIMIT = 8.0 # 4 is linear, 16 is quadratic; data beyond the processor's caches takes longer
  RUNS = 5
  SECONDS = 0.0005 # the least time for n
  LARGEST = 1 << 17 # n

  Row = Struct.new(:group, :name, :make)
  Result = Struct.new(:row, :n, :seconds) do
    def ratio = seconds[2] / seconds[0]
  end
  ROWS = []
  T = Jacinth::Type
  Pair = Struct.new(:a, :b)

  # The block gets n and returns what is timed.
  def self.row(group, name, &make) = ROWS << Row.new(group, name, make)

  # Rows for both methods that read the whole text.
  def self.texts(name, &make)
    row("parse", name) { |n| text = make.call(n); -> { Jacinth.parse(text, **RELAXED) } }
    row("valid?", name) { |n| text = make.call(n); -> { Jacinth.valid?(text, **RELAXED) } }
  end

  def self.objects(name, **options, &make)
    row("generate", name) do |n|
      object = make.call(n)
      options = { max_nesting: 0, **options }
      -> { Jacinth.generate(object, options) }
    end
  end

  RELAXED = { max_nesting: 0, allow_duplicate_key: true, allow_comments: true }.freeze

  # Keys that compete for slots of the parser's or the generator's caches: keys of equal
  # length with equal ends, and keys that are too long for a cache.
  KEYS = {
    "many keys" => ->(i) { "key #{i}" },
    "keys with equal ends" => ->(i) { "aaaaaaaa#{i.to_s.rjust(8, '0')}aaaaaaaa" },
    "long keys" => ->(i) { "#{i} #{'k' * 50}" },
    "escaped keys" => ->(i) { "\u00e9\n#{i}" }
  }.freeze

  texts("nested arrays") { |n| "[" * n + "]" * n }
  texts("nested objects") { |n| '{"a":' * n + "1" + "}" * n }
  texts("nested, new keys") { |n| (0...n).map { |i| %({"#{i}":) }.join + "1" + "}" * n }
  texts("one string") { |n| "\"#{'x' * (32 * n)}\"" }
  texts("one string, UTF-8") { |n| "\"#{'é' * (16 * n)}\"" }
  texts("one string of escapes") { |n| "\"#{'\\n\\u00e9' * (4 * n)}\"" }
  texts("one string of surrogates") { |n| "\"#{'\\ud83d\\ude00' * (4 * n)}\"" }
  texts("strings") { |n| "[#{(['"some text"'] * n).join(',')}]" }
  texts("strings with escapes") { |n| "[#{(['"so\\tme\\u00e9"'] * n).join(',')}]" }
  texts("integers") { |n| "[#{(1..n).to_a.join(',')}]" }
  texts("floats") { |n| "[#{Array.new(n) { |i| 1.1 * i }.join(',')}]" }
  texts("one long fraction") { |n| "0.#{'123456789' * n}" }
  texts("a number of many zeros") { |n| "1.#{'0' * (9 * n)}1" }
  texts("a long exponent") { |n| "1e-#{'0' * (9 * n)}5" }
  KEYS.each do |name, key|
    texts(name) { |n| "{#{(0...n).map { |i| "#{Jacinth.generate(key.call(i))}:#{i}" }.join(',')}}" }
    texts("objects, #{name}") { |n| "[#{(0...n).map { |i| "{#{Jacinth.generate(key.call(i))}:#{i}}" }.join(',')}]" }
  end
  texts("shapes, prefixes of one") { |n| "[#{Array.new(n) { |i| "{#{(0..(i % 30)).map { |k| "\"k#{k}\":1" }.join(',')}}" }.join(',')}]" }
  texts("shapes, all new") { |n| "[#{Array.new(n) { |i| "{\"a#{i}\":1,\"b#{i * 7}\":2,\"c\":3}" }.join(',')}]" }
  texts("shapes, one key differs") { |n| "[#{Array.new(n) { |i| "{\"a\":1,\"b\":2,\"c#{i}\":3,\"d\":4}" }.join(',')}]" }
  texts("a key again and again") { |n| "{#{(['"a":1'] * n).join(',')}}" }
  texts("comments") { |n| "[#{"1/* * / */, // x\n" * n}2]" }
  texts("one comment") { |n| "/*#{'* /' * (8 * n)}*/1" }
  texts("white space") { |n| "[#{" \n\t" * (10 * n)}1]" }
  texts("lines") { |n| "[#{"1,\n" * n}2]" }
  texts("empty arrays") { |n| "[#{'[],' * n}1]" }
  texts("rows of numbers") { |n| "[#{'[1.5,2],' * n}1]" }
  { "bad at the end" => ->(n) { "[#{'[1,"é\\n"],' * n}oops]" },
    "bad after many lines" => ->(n) { "[#{"1,\n" * n}oops]" },
    "bad string" => ->(n) { "\"#{'é' * n}\\q\"" },
    "bad bytes" => ->(n) { "\"#{'é' * n}\xFF\"" },
    "cut off, nested" => ->(n) { '[{"a":' * n },
    "unfinished string" => ->(n) { "[\"#{'\\"' * n}" },
    "unfinished comment" => ->(n) { "/*#{'*' * (9 * n)}" } }.each do |name, make|
    row("error", name) do |n|
      text = make.call(n)
      lambda do
        Jacinth.parse(text, **RELAXED)
      rescue Jacinth::ParserError => e
        [e.json_path, e.excerpt, e.message]
      end
    end
  end
  row("error", "duplicate key at the end") do |n|
    text = "{#{(0...n).map { |i| "\"#{i}\":#{i}" }.join(',')},\"1\":2}"
    -> { Jacinth.parse(text) rescue 0 } # rubocop:disable Style/RescueModifier
  end

  # In chunks of 64 bytes.
  { "objects" => ->(n) { "[#{(0...n).map { |i| "{\"a\":#{i},\"b\":[1]}" }.join(',')}]" },
    "one string" => ->(n) { "\"#{'é' * (16 * n)}\"" },
    "one string of escapes" => ->(n) { "\"#{'\\n' * (16 * n)}\"" },
    "one number" => ->(n) { "[0.#{'7' * (16 * n)}]" },
    "one comment" => ->(n) { "/*#{' ' * (16 * n)}*/ 1 " },
    "white space" => ->(n) { "#{' ' * (32 * n)}1 " },
    "nested arrays" => ->(n) { "[" * n + "]" * n },
    "values" => ->(n) { "[1]\n" * n } }.each do |name, make|
    row("in chunks", name) do |n|
      chunks = make.call(n).scan(/.{1,64}/m)
      lambda do
        parser = Jacinth::ResumableParser.new(max_nesting: 0, allow_comments: true)
        chunks.each { |chunk| parser << chunk; parser.value while parser.parse }
      end
    end
    row("each", name) do |n|
      chunks = make.call(n).scan(/.{1,64}/m)
      -> { Jacinth.each(chunks, max_nesting: 0, allow_comments: true) { |value| value } }
    end
  end
  row("each", "bad lines") { |n| text = "[1, oops\n" * n; -> { Jacinth.each(text, format: :lines, on_error: :skip) { nil } } }
  row("each", "elements") { |n| text = "[#{'{"a":[1]},' * n}1]"; -> { Jacinth.each(text, at: "/*") { nil } } }
  row("events", "objects") { |n| text = "[#{'{"a":[1]},' * n}1]"; -> { Jacinth.events(text, Object.new) } }
  row("events", "many keys") { |n| text = Jacinth.generate((0...n).to_h { |i| ["k#{i}", i] }); -> { Jacinth.events(text, Object.new) } }

  # --- Generator --------------------------------------------------------------

  objects("nested arrays") { |n| Array.new(n).inject([]) { |inner, _| [inner] } }
  objects("nested objects") { |n| Array.new(n).inject({}) { |inner, _| { "a" => inner } } }
  objects("nested, pretty", object_nl: "\n", array_nl: "\n") { |n| Array.new(n).inject([]) { |inner, _| [inner] } }
  objects("one string") { |n| "x" * (64 * n) }
  objects("one string, UTF-8") { |n| "é" * (32 * n) }
  objects("one string of escapes") { |n| "\n\"" * (16 * n) }
  objects("one string, ascii_only", ascii_only: true) { |n| "é\u{1F600}" * (8 * n) }
  objects("one string, script_safe", script_safe: true) { |n| "</\u2028" * (8 * n) }
  objects("one string, UTF-16") { |n| ("é" * (8 * n)).encode("UTF-16LE") }
  objects("strings") { |n| Array.new(n) { |i| "text #{i}" } }
  objects("integers") { |n| Array.new(n) { |i| i * 12_345 } }
  objects("floats") { |n| Array.new(n) { |i| i * 1.1 } }
  KEYS.each do |name, key|
    objects(name) { |n| (0...n).to_h { |i| [key.call(i), i] } }
    objects("objects, #{name}") { |n| (0...n).map { |i| { key.call(i) => i } } }
  end
  objects("symbols") { |n| (0...n).to_h { |i| [:"key #{i}", i] } }
  objects("other keys") { |n| (0...n).to_h { |i| [i, i] } }
  objects("keys of two kinds") { |n| (0...n).to_h { |i| [i.odd? ? i : "k#{i}", i] } }
  objects("sort_keys", sort_keys: true) { |n| (0...n).to_h { |i| ["#{(i * 7919) % n} k", i] } }
  objects("sort_keys, sorted", sort_keys: true) { |n| (0...n).to_h { |i| [format("%08d", i), i] } }
  objects("sort_keys, long beginnings", sort_keys: true) { |n| (0...n).to_h { |i| ["#{'k' * 60}#{(i * 7919) % n}", i] } }
  objects("rfc8785", rfc8785: true) { |n| (0...n).to_h { |i| ["é#{(i * 7919) % n}", i] } }
  objects("to_s") { |n| Array.new(n) { |i| Rational(i, 3) } }
  objects("one to_json each") { |n| klass = Class.new { def to_json(*) = "[1]" }; Array.new(n) { klass.new } }
  objects("classes, all new") { |n| Array.new(n) { Class.new { def to_json(*) = "1" }.new } }
  row("generate", "nested to_json") do |n|
    klass = Struct.new(:inner) { def to_json(state = nil, *) = Jacinth.generate(inner, state) }
    object = Array.new(n) { klass.new([1, "x"]) }
    -> { Jacinth.generate(object) }
  end
  row("dump", "strings to an IO") { |n| object = Array.new(n) { |i| "text #{i}" }; -> { Jacinth.dump(object, StringIO.new) } }
  row("writer", "members") { |n| -> { Jacinth::Writer.new.object { |w| n.times { |i| w["key #{i}"] = i } }.close } }
  row("writer", "nesting") { |n| -> { w = Jacinth::Writer.new(max_nesting: 0); n.times { w.array }; n.times { w.end }; w.close } }
  row("writer", "keys with equal ends") do |n|
    keys = Array.new(n) { |i| KEYS["keys with equal ends"].call(i) }
    -> { Jacinth::Writer.new.object { |w| keys.each { |key| w[key] = 1 } }.close }
  end

  # --- Parts of documents -------------------------------------------------------

  TEXTS = {
    "many members" => ->(n) { "{#{(0...n).map { |i| "\"key #{i}\":[#{i}]" }.join(',')}}" },
    "many elements" => ->(n) { "[#{'{"a":[1,"x\\n"]},' * n}1]" },
    "nested" => ->(n) { '{"a":[' * n + "]}" * n }
  }.freeze
  TEXTS.each do |name, make|
    row("at", name) { |n| text = make.call(n); -> { Jacinth.at(text, "/nowhere", nil, max_nesting: 0) } }
    row("reformat", name) { |n| text = make.call(n); -> { Jacinth.reformat(text, max_nesting: 0, pretty: false, sort_keys: true) } }
    row("document", name) do |n|
      text = make.call(n)
      -> { Jacinth::Document.new(text, max_nesting: 0).then { |document| document.size && document.each { nil } } }
    end
  end
  row("at", "each element") { |n| text = TEXTS["many elements"].call(n); -> { Jacinth.at(text, "/*/a/0") } }
  row("only", "members") { |n| text = TEXTS["many members"].call(n); -> { Jacinth.parse(text, only: ["/key 1", "/key 2/0"]) } }
  row("document", "every member by key") do |n|
    text = TEXTS["many members"].call(n)
    keys = Array.new(n) { |i| "key #{i}" }
    -> { document = Jacinth::Document.new(text); keys.each { |key| document[key] } }
  end
  row("document", "every element by index") do |n|
    text = TEXTS["many elements"].call(n)
    -> { document = Jacinth::Document.new(text); n.times { |i| document[i] } }
  end
  row("document", "keys with equal ends") do |n|
    keys = Array.new(n) { |i| KEYS["keys with equal ends"].call(i) }
    text = Jacinth.generate(keys.to_h { |key| [key, 1] })
    -> { document = Jacinth::Document.new(text); keys.each { |key| document[key] } }
  end

  # --- Types --------------------------------------------------------------------

  PAIRS = T[[T.of(Pair, a: Integer, b: [String])]]
  row("types", "load") { |n| text = "[#{(['{"a":1,"b":["x"]}'] * n).join(',')}]"; -> { PAIRS.load(text) } }
  row("types", "dump") { |n| object = Array.new(n) { |i| Pair.new(i, ["x"]) }; -> { PAIRS.dump(object) } }
  row("types", "unknown members") do |n|
    text = "[{\"a\":1,#{(0...n).map { |i| "\"k#{i}\":[1]," }.join}\"b\":[]}]"
    -> { PAIRS.load(text) }
  end
  row("types", "all errors") do |n|
    text = "[#{(['{"a":"1","b":[2]}'] * n).join(',')}]"
    -> { PAIRS.load(text, errors: :all) rescue 0 } # rubocop:disable Style/RescueModifier
  end
  row("types", "hash") { |n| type = T.hash(Integer); text = Jacinth.generate((0...n).to_h { |i| ["k#{i}", i] }); -> { type.load(text) } }
  row("types", "set") { |n| type = T.set(Integer); text = (0...n).to_a.to_s; -> { type.load(text) } }
  row("types", "union by tag, last") do |n|
    type = T[[T.union({ t: T.literal("a"), v: T.any }, { t: T.literal("b"), v: T.any }, tag: "t")]]
    text = "[#{(['{"v":[1,2],"t":"b"}'] * n).join(',')}]"
    -> { type.load(text) }
  end
  row("types", "union by tag, last, nested") do |n|
    type = T.recursive { |inner| T.union({ v: T.optional(inner), t: T.literal("a") }, { t: T.literal("b") }, tag: "t") }
    text = '{"v":' * n + "null" + ',"t":"a"}' * n
    -> { type.load(text, max_nesting: 0) }
  end
  row("types", "union by tag, last, in arrays") do |n|
    type = T.recursive { |inner| T.union({ v: [inner], t: T.literal("a") }, { t: T.literal("b") }, tag: "t") }
    text = '{"v":[{"t":"b"},' * n + '{"t":"b"}' + '],"t":"a"}' * n
    -> { type.load(text, max_nesting: 0) }
  end
  row("types", "nested") do |n|
    type = T.recursive { |inner| { a: T.optional(inner) } }
    text = '{"a":' * n + "null" + "}" * n
    -> { type.load(text, max_nesting: 0) }
  end
  PROPERTIES = ->(n, text) { (0...n).to_h { |i| ["p#{i}", { "const" => "#{text} #{i}" }] } }
  NAMES = ->(n) { (0...n).map { |i| "p#{i}" } }
  TAGGED_SCHEMA = lambda do |n, text|
    { "type" => "object", "required" => NAMES.call(n), "properties" => PROPERTIES.call(n, text) }
  end
  {
    "many properties" => ->(n) { { "type" => "object", "properties" => NAMES.call(n).to_h { |name| [name, { "type" => "integer" }] } } },
    "many constants" => ->(n) { { "oneOf" => %w[a b].map { |text| TAGGED_SCHEMA.call(n, text) } } },
    "many branches" => lambda do |n|
      target = TAGGED_SCHEMA.call(n, "a")
      target["properties"]["p1"] = { "type" => "string" }
      { "$defs" => { "a" => target },
        "oneOf" => Array.new(n) { |i| { "$ref" => "#/$defs/a", "properties" => { "p1" => { "const" => i.to_s } } } } }
    end,
    "many unions of two objects" => lambda do |n|
      { "$defs" => { "a" => TAGGED_SCHEMA.call(n, "a"), "b" => TAGGED_SCHEMA.call(n, "b") }, "type" => "object",
        "properties" => NAMES.call(n).to_h { |name| [name, { "oneOf" => [{ "$ref" => "#/$defs/a" }, { "$ref" => "#/$defs/b" }] }] } }
    end,
    "references into one object" => lambda do |n|
      { "type" => "object", "properties" => { "a" => { "type" => "object", "properties" => PROPERTIES.call(n, "a") } },
        "additionalProperties" => true }.tap do |schema|
        n.times { |i| schema["properties"]["r#{i}"] = { "$ref" => "#/properties/a/properties/p#{i}" } }
      end
    end,
    "long pointers" => lambda do |n|
      (1..50).inject({ "type" => "object", "properties" => PROPERTIES.call(n, "a") }) do |inner, _|
        { "type" => "object", "properties" => { "k" * n => inner } }
      end
    end,
    "many parts" => ->(n) { { "type" => "object", "allOf" => PROPERTIES.call(n, "a").map { |name, schema| { "properties" => { name => schema } } } } },
    "parts of one object" => lambda do |n|
      { "$defs" => { "a" => TAGGED_SCHEMA.call(n, "a") }, "$ref" => "#/$defs/a", "properties" => PROPERTIES.call(n, "a") }
    end,
    "many conditions" => lambda do |n|
      cases = NAMES.call(20).map { |name| { "if" => { "properties" => { "k" => { "const" => name } } }, "then" => { "required" => [name * n] } } }
      { "type" => "object", "required" => ["k"], "properties" => { "k" => { "enum" => NAMES.call(20) } }, "allOf" => cases }
    end,
    "many values" => ->(n) { { "enum" => NAMES.call(n) + (0...n).to_a } }
  }.each do |name, make|
    row("types", "from_json_schema, #{name}") { |n| schema = make.call(n); -> { T.from_json_schema(schema) } }
  end
  row("types", "keys that have types of their own") do |n|
    type = T.from_json_schema({ "type" => "object", "properties" => PROPERTIES.call(n, "a"), "additionalProperties" => { "type" => "integer" } })
    object = NAMES.call(n).to_h { |name| ["x#{name}", 1] }
    text = Jacinth.generate(object)
    -> { [type.load(text), type.dump(object)] }
  end
  # Alternatives of a large object, of which the first ones are combined before the error.
  TOO_LARGE = lambda do |n|
    { "type" => "object", "required" => ["t"], "properties" => { "t" => { "enum" => NAMES.call(n) }, **PROPERTIES.call(n, "a") } }
  end
  {
    "many alternatives" => ->(n) { { "anyOf" => NAMES.call(n).map { |name| { "properties" => { "t" => { "const" => name } } } } } },
    "a condition on many values" => ->(_) { { "if" => { "properties" => { "t" => { "const" => "p1" } } }, "then" => { "minProperties" => 1 } } },
    "many conditions on many values" => lambda do |n|
      { "allOf" => NAMES.call(n / 50).map { |name| { "if" => { "properties" => { "t" => { "const" => name } } }, "then" => { "minProperties" => 1 } } } }
    end
  }.each do |name, make|
    row("types", "from_json_schema, #{name}") do |n|
      schema = { **TOO_LARGE.call(n + 1000), **make.call(n + 1000) }
      -> { T.from_json_schema(schema) rescue 0 } # rubocop:disable Style/RescueModifier
    end
  end
  row("types", "json_schema, shared types") do |n|
    type = (1..n).inject(T[String]) { |inner, _| T.union([inner], T.hash(inner)) }
    -> { type.json_schema }
  end
  row("types", "rbs, shared types") do |n|
    type = (1..n).inject(T[String]) { |inner, _| T.union([inner], T.hash(inner)) }
    -> { type.rbs }
  end
  row("types", "declared members") { |n| members = (0...n).to_h { |i| [:"m#{i}", Integer] }; -> { T[members] } }
  row("patch", "many members") do |n|
    value = (0...n).to_h { |i| ["k#{i}", i] }
    -> { Jacinth.patch(value, [{ "op" => "replace", "path" => "/k1", "value" => 2 }]) }
  end

  OPERATIONS = {
    "add" => ->(i) { { op: "add", path: "/new#{i}", value: i } }, "remove" => ->(i) { { op: "remove", path: "/k#{i}" } },
    "replace" => ->(i) { { op: "replace", path: "/k#{i}/0", value: 1 } }, "test" => ->(i) { { op: "test", path: "/k#{i}", value: [i] } },
    "copy" => ->(i) { { op: "copy", from: "/k#{i}", path: "/new#{i}" } }, "move" => ->(i) { { op: "move", from: "/k#{i}", path: "/list/-" } },
    "insert" => ->(i) { { op: "add", path: "/list/0", value: i } }
  }.freeze
  # Sixteen operations for each n, because a few are fast even if each reads the whole document.
  VALUES = ->(n) { { "list" => [], **(0...(16 * n)).to_h { |i| ["k#{i}", [i]] } } }
  DOCUMENT = ->(n) { Jacinth::Document.new(Jacinth.generate(VALUES.call(n))) }
  OPERATIONS.each do |name, operation|
    row("patch", "values, #{name}") { |n| value = VALUES.call(n); list = Array.new(16 * n, &operation); -> { Jacinth.patch(value, list) } }
    row("patch", "document, #{name}") { |n| document = DOCUMENT.call(n); list = Array.new(16 * n, &operation); -> { document.patch(list) } }
  end
  row("patch", "document, merge_patch") do |n|
    document = DOCUMENT.call(n)
    patch = (0...(16 * n)).to_h { |i| ["k#{i * 2}", i.even? ? nil : i] }
    -> { document.merge_patch(patch) }
  end
  row("patch", "document, deep") { |n| document = Jacinth::Document.new("[" * n + "]" * n, max_nesting: 0); -> { document.add("/0" * n, 2) } }

  require_relative "linear_methods"

  module_function

  def measure(row, n = 64)
    n *= 2 while n < LARGEST && time(row.make.call(n), 1) < SECONDS
    Result.new(row, n, [n, 2 * n, 4 * n].map { |size| time(row.make.call(size), RUNS) })
  end

  # Returns the least time of some runs, in seconds, without garbage collection.
  def time(call, runs)
    GC.start
    GC.disable
    Array.new(runs) do
      start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
      call.call
      Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start
    end.min
  ensure
    GC.enable
  end

  # Measures a row. If its ratio is above LIMIT, measures it again with larger n: another
  # process can have slowed it down, or its data has outgrown a cache, which happens at one size.
  def settle(row)
    results = [measure(row)]
    results << measure(row, 2 * results.last.n) while results.last.ratio > LIMIT && results.size < 5
    results.min_by(&:ratio)
  end

  def run(parts)
    rows = ROWS.select { |row| parts.empty? || parts.any? { |part| "#{row.group} #{row.name}".include?(part) } }
    results = rows.map { |row| settle(row).tap { |result| report(result) } }
    slow = results.select { |result| result.ratio > LIMIT && instructions_ratio(result) > LIMIT }
    median, maximum = results.map(&:ratio).sort.values_at(results.size / 2, -1).map { |ratio| format("%.1f", ratio) }
    puts "#{results.size} kinds of input: 4n takes #{median} (median) to #{maximum} times as long as n"
    slow.empty?
  end

  def report(result)
    puts format("%-10s %-28s n = %7d %8.2f %8.2f %8.2f ms, %.1f%s", result.row.group, result.row.name, result.n,
                *result.seconds.map { |time| time * 1000 }, result.ratio,
                result.ratio > LIMIT ? "  NOT LINEAR" : "")
  end

  # How many times as many instructions 4n takes as n, by callgrind; without valgrind,
  # how much longer it takes.
  def instructions_ratio(result)
    small, large = [result.n, 4 * result.n].map do |n|
      once = instructions(result.row, n, 1) or return result.ratio
      instructions(result.row, n, 2) - once
    end
    (large.to_f / small).tap { |ratio| puts format("%s: %.1f times the instructions", result.row.name, ratio) }
  end

  # The instructions of a process that makes and calls a row, nil without valgrind.
  def instructions(row, n, calls)
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=#{File::NULL}",
               RbConfig.ruby, "-W0", __FILE__, "--call", ROWS.index(row).to_s, n.to_s, calls.to_s]
    output, status = Open3.capture2e(*command)
    output[/Collected : (\d+)/, 1].to_i if status.success?
  rescue Errno::ENOENT
    nil
  end

  # Calls a row in the process whose instructions are counted.
  def call(index, n, calls)
    GC.disable
    call = ROWS.fetch(index).make.call(n)
    calls.times { call.call }
  end
end

# rubocop:enable Layout/LineLength, Metrics/ModuleLength, Performance/RedundantBlockCall, Style/MutableConstant

# Freed memory stays in the process, because otherwise page faults would be timed, too.
KEPT = { "MALLOC_MMAP_THRESHOLD_" => "1000000000", "MALLOC_TRIM_THRESHOLD_" => "4000000000" }.freeze

if $PROGRAM_NAME == __FILE__ && ARGV[0] == "--call"
  Linear.call(*ARGV.drop(1).map { |number| Integer(number) })
elsif $PROGRAM_NAME == __FILE__
  exec(KEPT, RbConfig.ruby, "-W0", __FILE__, *ARGV) unless ENV["MALLOC_TRIM_THRESHOLD_"]
  $stdout.sync = true
  Linear.run(ARGV) || abort("linear: some rows are not linear")
end
