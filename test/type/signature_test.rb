# frozen_string_literal: true

require_relative "support"

# The RBS of types; checked by the rbs gem where it is installed.
class TypeSignatureTest < Minitest::Test
  include TypeHelpers

  Address = Struct.new(:street, :code)
  User = Struct.new(:id, :name, :address, :role, keyword_init: true)

  ADDRESS = T.of(Address, street: String, code: T.optional(String))
  USER = T.of(User, id: Integer, name: String, address: ADDRESS, role: T.enum("admin", :member, 1, nil, true))

  # Each declaration of text, as rbs understands it.
  def check(text)
    begin
      gem "rbs"
      require "rbs"
    rescue LoadError
      return text
    end
    loader = RBS::EnvironmentLoader.new
    %w[bigdecimal date set].each { |name| loader.add(library: name) if loader.has_library?(library: name, version: nil) }
    environment = RBS::Environment.from_loader(loader)
    around = text.scan(/\b[A-Z]\w*(?=::)/).uniq.map { |name| "module #{name}\nend\n" }.join
    whole = "#{around}#{text}"
    buffer = RBS::Buffer.new(name: "types.rbs", content: whole)
    _, directives, declarations = RBS::Parser.parse_signature(buffer)
    environment.add_signature(buffer: buffer, directives: directives, decls: declarations)
    builder = RBS::DefinitionBuilder.new(env: environment.resolve_type_names)
    declarations.grep(RBS::AST::Declarations::Class).each do |declaration|
      builder.build_instance(declaration.name.absolute!)
    end
    text
  end

  def test_structs_have_their_members_in_the_signature
    assert_equal <<~RBS, check(USER.rbs)
      class TypeSignatureTest::User < Struct[untyped]
        attr_accessor id: Integer
        attr_accessor name: String
        attr_accessor address: TypeSignatureTest::Address
        attr_accessor role: ("admin" | :member | 1 | nil | true)
        def initialize: (id: Integer, name: String, address: TypeSignatureTest::Address, role: ("admin" | :member | 1 | nil | true)) -> void
      end

      class TypeSignatureTest::Address < Struct[untyped]
        attr_accessor street: String
        attr_accessor code: String?
        def initialize: (String street, String? code) -> void
      end
    RBS
  end

  def test_data_classes_have_new_in_the_signature
    skip "no Data" unless DATA
    assert_equal <<~RBS, check(T.of(Pair, x: Integer, y: [Float]).rbs)
      class TypeHelpers::Pair < Data
        attr_reader x: Integer
        attr_reader y: Array[Float]
        def self.new: (Integer x, Array[Float] y) -> instance
                    | (x: Integer, y: Array[Float]) -> instance
      end
    RBS
  end

  def test_plain_classes_have_readers_in_the_signature
    assert_equal <<~RBS, check(xy(Made).rbs)
      class TypeHelpers::Made
        attr_reader x: Integer
        attr_reader y: Integer
        def initialize: (x: Integer, y: Integer) -> void
      end
    RBS
    assert_includes check(T.of(Class.new, a: Integer).rbs), "type document = untyped"
  end

  def test_types_without_a_class_have_an_alias
    { T[{ id: Integer, "a b" => T.optional(String), c?: Symbol }] =>
        'type document = { id: Integer, ?"a b" => String?, :c? => Symbol }',
      T.hash(T.set(T.boolean), keys: Symbol) => "type document = Hash[Symbol, Set[bool]]",
      T.union(Integer, String) => "type document = (Integer | String)", T[[T.any]] => "type document = Array[untyped]",
      T.optional(T.optional(Time)) => "type document = Time?", T.literal("a\"\#{b}\n") => "type document = \"a\\\"\\\#{b}\\n\"",
      T[{}] => "type document = Hash[untyped, untyped]", T[[Date, BigDecimal].then { |one, _| one }] => "type document = Date",
      T.decimal => "type document = BigDecimal", T.scalar(load: proc {}, dump: proc {}) => "type document = untyped" }
      .each { |type, text| assert_equal "#{text}\n", check(type.rbs) }
    assert_equal "type post = Integer\n", check(T[Integer].rbs("post"))
    ["Post", "a b", "a = Integer\nclass String\nend\n#", ""].each { |name| assert_raises(ArgumentError) { T[Integer].rbs(name) } }
  end

  def test_recursive_types_have_named_aliases
    assert_equal "type document = (String | Array[document])\n", check(T.recursive { |type| T.union(String, [type]) }.rbs)
    node = T.recursive { |type| T[{ v: Integer, next: T.optional(type) }] }

    assert_equal "type list = Array[list_2]\n\ntype list_2 = { v: Integer, ?next: list_2? }\n", check(T[[node]].rbs("list"))
    assert_includes check(T.recursive { |type| T.of(Address, street: String, code: [type]) }.rbs),
                    "attr_accessor code: Array[TypeSignatureTest::Address]"
  end

  def test_collected_members_and_tagged_unions_have_signatures
    type = T.union({ "a" => T.of(Point, x: Integer, y: Hash).with(unknown: :y), "b" => ADDRESS }, tag: "is")
    text = check(type.rbs)

    assert_includes text, "type document = (TypeHelpers::Point | TypeSignatureTest::Address)"
    assert_includes text, "attr_accessor y: Hash[String, untyped]"
  end
end
