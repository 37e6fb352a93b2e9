# frozen_string_literal: true

require_relative "extension"
Jacinth.__send__(:_define_type)
require_relative "type/object"
require_relative "type/meant"
require_relative "type/untagged"
require_relative "type/description"
require_relative "type/expectation"
require_relative "type/length"

module Jacinth
  # What a JSON document must look like, and which objects it is read into:
  # declared once, for reading and for writing. The guide is
  # https://github.com/jacinth-json/jacinth/blob/main/docs/types.md
  #
  #   Point = Struct.new(:x, :y)
  #   point = Jacinth::Type.of(Point, x: Integer, y: Jacinth::Type.member(Integer, default: 0))
  #   point.load('{"x": 1}').to_a # => [1, 0]
  #   point.dump(Point.new(2, 3)) # => "{\"x\":2,\"y\":3}"
  #
  # A type never changes. It can be shared between Ractors when the Procs in it
  # can. Where a method takes a type, it takes the short form of one, too, as
  # +Integer+ or <tt>[String]</tt>: see Type.[].
  class Type
    # The kinds of JSON values, in the order of the reader's table.
    JSON_KINDS = %i[null boolean integer float string array object].freeze
    private_constant :JSON_KINDS
    Signatures.of(self)

    class << self
      # The type for spec, its short form:
      #
      # - a type: that type; nil: only +null+; +true+, +false+: only that value;
      # - String, Symbol, Integer, Float, Time, Date, BigDecimal, Array, Hash,
      #   Set: values of that class; Object: any value;
      # - <tt>[spec]</tt>: an Array of that type;
      # - a Hash: an object with these members, read into a Hash whose keys are
      #   those of spec, Symbols or Strings;
      # - a Range of Integers or Floats: a number in it;
      # - a Regexp: a String that matches it.
      #
      # Raises ArgumentError for anything else.
      #
      #   Jacinth::Type[[1..6]].load("[1, 6]") # => [1, 6]
      #   Jacinth::Type[{ "id" => /\A\h+\z/ }].load('{"id": "c0de"}') # => {"id" => "c0de"}
      def [](spec)
        case spec
        when Type then spec
        when ::Array then array(one(spec))
        when ::Hash then object(::Hash, spec)
        when ::Range then range(spec)
        when ::Regexp then string(pattern: spec)
        when nil, true, false then literal(spec)
        else of_class(spec)
        end
      end

      # An object with the given members, read into klass: a Data, a Struct, Hash,
      # or any other class. members: a Hash or keywords, from the name of each
      # member in Ruby to its type (or the short form of that); Type.member gives
      # a member another name in the document, a default, and so on.
      #
      # A Data or Struct is filled directly, unless its class has an +initialize+
      # of its own, which is then called with all members. An object of any other
      # class is made by <tt>new(**members)</tt> if the class has an +initialize+,
      # which must take keywords; otherwise its instance variables are set. #with
      # chooses between the two.
      #
      # Raises ArgumentError for a member that klass does not have, for one that a
      # Data has and members lacks, and for what is not a class or a type.
      #
      #   Address = Struct.new(:street, :zip)
      #   address = Jacinth::Type.of(Address, street: String, zip: String)
      #   address.load('{"zip": "1", "street": "A", "other": 2}').street # => "A"
      def of(klass, members = nil, **more)
        raise ArgumentError, "no class: #{klass.inspect}" unless klass.is_a?(::Class)

        object(klass, { **members.to_h, **more })
      end

      # :call-seq: member(type, name: nil, default: ..., omit: nil, read_only: false, write_only: false) -> member
      #
      # A member of an object, for the Hash of Type.[] and for Type.of: not a type
      # by itself. type: the type of its value.
      #
      # [+name+] Its name in the document, a String or a Symbol, where that is not
      #          the name in Ruby.
      # [+default+] Its value where the document does not have the member: a value,
      #             of which all objects share a frozen copy, or a Proc that is
      #             called for each.
      # [+omit+] +:nil+ to leave the member out of the text where it is nil,
      #          +:default+ where it is equal to its default, which is no Proc then.
      # [+read_only+] Clients may only read it: dump writes it, load ignores it.
      # [+write_only+] Clients may only write it, as a password: load reads it, dump
      #                leaves it out.
      #
      # Raises ArgumentError for any other name or +omit+, and for both +read_only+ and
      # +write_only+.
      #
      #   type = Jacinth::Type[{ at: Jacinth::Type.member(Integer, name: "createdAt", default: 0) }]
      #   type.load('{"createdAt": 5}') # => {at: 5}
      #   type.load("{}")               # => {at: 0}
      def member(type, name: nil, default: Member::NONE, omit: nil, read_only: false, write_only: false, **unknown)
        known!(:member, unknown)
        Member.new(self[type], name, default, omit, read_only, write_only)
      end

      # Either +null+, which is nil, or a value of the type. A member of such a type
      # may be absent: a Hash then lacks it, and another object has nil.
      #
      #   Jacinth::Type.optional(Integer).load("null") # => nil
      def optional(type)
        type = self[type]
        make(:optional, label: "#{type.label} or null", of: type, args: [type])
      end

      # One of these values: Strings and Symbols (both are strings in JSON),
      # Integers, true, false, nil. Raises ArgumentError for any other value, and
      # where there is none.
      #
      #   role = Jacinth::Type.enum(:admin, :member)
      #   role.load('"admin"') # => :admin
      #   role.load('"guest"') # raises Jacinth::ValidationError: expected "admin" or "member"
      def enum(*values)
        raise ArgumentError, "an enum has values" if values.empty?

        values = values.map { |value| value.is_a?(::String) ? -value : value }
        texts, others = values.partition { |value| value.is_a?(::String) || value.is_a?(::Symbol) }
        enum_scalars!(others)
        members = texts.map { |text| enum_member(text) }
        distinct!(members.map { |member| member[:name] })
        make(:enum, label: choice(values), klass: (others.freeze unless others.empty?), members: members, args: values)
      end

      # Only this value, which may be what Type.enum takes.
      #
      #   Jacinth::Type.literal("v1").load('"v2"') # raises Jacinth::ValidationError: expected "v1"
      def literal(value)
        enum(value)
      end

      # :call-seq: array(type = Type.any, length: nil) -> type
      #
      # An Array whose elements are of the type. length: how many it has, an Integer
      # or a Range, neither negative nor empty; ArgumentError is raised for any other.
      #
      #   Jacinth::Type.array(Integer, length: 2).load("[1, 2]") # => [1, 2]
      def array(type = any, length: nil, **unknown)
        known!(:array, unknown)
        type = self[type]
        make(:array, label: sized("Array", length), of: type, args: [type], **lengths(length))
      end

      # :call-seq: set(type = Type.any, length: nil) -> type
      #
      # An array of the type, read into a Set. length: how many elements the array in
      # the document has, equal ones included: as that of Type.array.
      #
      #   require "set"
      #   Jacinth::Type.set(Integer).load("[1, 1]") # => Set[1]
      def set(type = any, length: nil, **unknown)
        known!(:set, unknown)
        type = self[type]
        require "set" unless defined?(::Set)
        make(:set, label: sized("Array", length), klass: ::Set, of: type, args: [type], **lengths(length))
      end

      # :call-seq: hash(type, keys: String, length: nil) -> type
      #
      # An object with any keys, whose values are of the type, read into a Hash.
      # keys: String or Symbol, the class of the keys. length: how many members it
      # has, as that of Type.array. (Without a type, this is Object#hash.)
      #
      #   Jacinth::Type.hash(Integer).load('{"a": 1}') # => {"a" => 1}
      def hash(type = (none = true), keys: ::String, length: nil, **unknown)
        known!(:hash, unknown)
        return super() if none

        type = self[type]
        raise ArgumentError, "keys are String or Symbol" unless [::String, ::Symbol].include?(keys)

        make(:map, label: sized("Object", length), of: type, symbols: keys.equal?(::Symbol), args: [type],
                   **lengths(length))
      end

      # :call-seq: union(*types, tag: nil) -> type
      #
      # A value that is of one of the types. Without tag, the kind of JSON value
      # tells which: at most one type may be for each of null, booleans, numbers,
      # strings, arrays and objects (but Integer, without a range, and Float may both
      # be there). With tag, all are objects, and the member of that name tells which: by the
      # literal that it is in each type, or, with a Hash of types, by the key of
      # the type. A type that reads into a Hash needs that member itself. Raises
      # ArgumentError where the types cannot be told apart.
      #
      #   Jacinth::Type.union(Integer, String).load('"a"') # => "a"
      #   Circle, Square = Struct.new(:r), Struct.new(:a)
      #   shape = Jacinth::Type.union({ "circle" => Jacinth::Type.of(Circle, r: Integer),
      #                                 "square" => Jacinth::Type.of(Square, a: Integer) }, tag: "type")
      #   shape.load('{"type": "square", "a": 2}').a # => 2
      #   shape.dump(Circle.new(1))                # => "{\"type\":\"circle\",\"r\":1}"
      def union(*types, tag: nil, **unknown)
        known!(:union, unknown)
        return Tagged.make(self, types, tag) if tag

        types = types.map { |type| self[type] }
        raise ArgumentError, "a union has types" if types.empty?

        make(:union, label: types.map(&:label).uniq.join(" or "), alternatives: types, by: Untagged.by_kind(types),
                     args: types)
      end

      # :call-seq: recursive { |type| ... } -> type
      #
      # A type that contains itself: the block gets a type that stands for the whole,
      # to be used inside, and returns the whole.
      #
      #   Node = Struct.new(:value, :children)
      #   node = Jacinth::Type.recursive { |type| Jacinth::Type.of(Node, value: Integer, children: [type]) }
      #   node.load('{"value": 1, "children": [{"value": 2, "children": []}]}').children[0].value # => 2
      def recursive(&)
        recursive_of(nil, &)
      end

      # Any value, as Jacinth.parse makes it.
      #
      #   Jacinth::Type.any.load("[1]") # => [1]
      def any
        make(:any, label: "a value")
      end

      # true or false.
      #
      #   Jacinth::Type.boolean.load("true") # => true
      def boolean
        make(:boolean, label: "true or false")
      end

      # :call-seq: string(length: nil, pattern: nil) -> type
      #
      # A String. length: how many characters it has, as that of Type.array; pattern:
      # a Regexp that it matches. Both are checked by load, not by dump. Raises
      # ArgumentError for any other length or pattern.
      #
      #   Jacinth::Type.string(length: 1..3).load('"abcd"')
      #   # raises Jacinth::ValidationError: expected String of length 1..3
      def string(length: nil, pattern: nil, **unknown)
        known!(:string, unknown)
        label = sized("String", length)
        label = "#{label} like #{pattern.inspect}" if pattern
        raise ArgumentError, "no Regexp: #{pattern.inspect}" unless pattern.nil? || pattern.is_a?(::Regexp)

        make(:string, label: label, pattern: pattern, **lengths(length))
      end

      # An Integer. range: a Range that it is in, which load checks and dump does not.
      # Raises ArgumentError where range is not a Range of numbers.
      #
      #   Jacinth::Type.integer(1..).load("0") # raises Jacinth::ValidationError: expected Integer in 1..
      def integer(range = nil)
        numbers(range) if range
        make(:integer, label: range ? "Integer in #{range.inspect}" : "Integer", range: range)
      end

      # A Float; where the document has an integer, it becomes one. range: a Range
      # that it is in, which load checks and dump does not. Raises ArgumentError where
      # range is not a Range of numbers.
      #
      #   Jacinth::Type.float.load("1") # => 1.0
      def float(range = nil)
        numbers(range) if range
        make(:float, label: range ? "Float in #{range.inspect}" : "Float", range: range)
      end

      # :call-seq: decimal(as: :string) -> type
      #
      # A BigDecimal, from a number or from a string that holds one, with all of
      # its digits. dump writes it as a string, or with <tt>as: :number</tt> as a
      # number. The program must have required bigdecimal.
      #
      #   require "bigdecimal"
      #   Jacinth::Type.decimal.load("1.10").to_s("F") # => "1.1"
      #   Jacinth::Type.decimal.dump(BigDecimal("0.1")) # => "\"0.1\""
      def decimal(as: :string, **unknown)
        known!(:decimal, unknown)
        Choice.of("as", %i[string number], as)

        make(:decimal, label: "a decimal number", klass: ::BigDecimal, number: as == :number)
      end

      # A type of your own. load: a Proc that gets the value as Jacinth.parse makes
      # it, and returns the object to store. If it raises ArgumentError, that
      # becomes a ValidationError, "expected" with the message behind it. dump: a
      # Proc that gets the object, and returns what Jacinth.generate is to write.
      #
      # With a type of String, Integer, Float, or true and false, load only gets
      # values of that type, and dump must return one.
      #
      #   color = Jacinth::Type.scalar(String, load: ->(text) { Integer(text, 16) }, dump: ->(color) { color.to_s(16) })
      #   color.load('"ff"') # => 255
      #   color.dump(254)    # => "\"fe\""
      #   color.load("1")    # raises Jacinth::ValidationError: expected String, found 1
      def scalar(type = any, load:, dump:)
        unless load.respond_to?(:call) && dump.respond_to?(:call)
          raise ArgumentError, "load and dump are Procs, or have call"
        end

        type = self[type]
        unless %i[any string integer float boolean].include?(type._kind)
          raise ArgumentError, "a scalar is of String, Integer, Float, or true and false, not of #{type._kind}"
        end

        base = { of: type, args: [type] } unless type._kind == :any
        make(:scalar, label: base ? type.label : "a value", load: load, dump: dump, **base.to_h)
      end

      private :new, :allocate

      private

      # unknown: keywords that this method does not have.
      def known!(name, unknown)
        OptionNames.refuse(unknown, method(name)) unless unknown.empty?
      end

      # kinds: of which JSON kinds the type is, where that is known before it.
      def recursive_of(kinds)
        reference = build(:ref, { label: "a value", args: [], kinds: kinds })
        target = self[yield(reference)]
        reference.__send__(:resolve, target)
        target
      end

      def build(kind, spec)
        allocate.tap { |type| type.__send__(:setup, kind, spec) }
      end

      def make(kind, **spec)
        build(kind, { args: [], **spec })
      end

      def one(list)
        raise ArgumentError, "[type] is an array of one type" unless list.size == 1

        list.first
      end

      def object(klass, members)
        make(:object, **ObjectSpec.build(klass, members, ObjectSpec::DEFAULTS))
      end

      def range(range)
        numbers(range).all?(::Integer) ? integer(range) : float(range)
      end

      # The ends of a range of numbers, those that it has.
      def numbers(range)
        ends = range.is_a?(::Range) ? [range.begin, range.end].compact : []
        return ends if ends.any? && ends.all?(::Numeric)

        raise ArgumentError, "no range of numbers: #{range.inspect}"
      end

      SIMPLE = Ractor.make_shareable(
        { ::String => [:string], ::Integer => [:integer], ::Float => [:float], ::Array => [:array],
          ::Object => [:any], ::TrueClass => [:literal, true], ::FalseClass => [:literal, false],
          ::NilClass => [:literal, nil] }
      )
      private_constant :SIMPLE

      # Classes that may not be loaded are looked up here, never by a name that
      # comes from elsewhere.
      def of_class(spec)
        return __send__(*SIMPLE[spec]) if SIMPLE.key?(spec)
        return make(:symbol, label: "String") if spec.equal?(::Symbol)
        return make(:time, label: "a time (ISO 8601)", klass: ::Time) if spec.equal?(::Time)
        return hash(any) if spec.equal?(::Hash)

        of_library_class(spec) or raise ArgumentError, "no type: #{spec.inspect}#{Meant.hint(spec)}"
      end

      # Classes that are there only once their library was loaded.
      def of_library_class(spec)
        return make(:date, label: "a date (ISO 8601)", klass: ::Date) if defined?(::Date) && spec.equal?(::Date)
        return decimal if defined?(::BigDecimal) && spec.equal?(::BigDecimal)

        set if defined?(::Set) && spec.equal?(::Set)
      end

      def enum_scalars!(values)
        return if values.all? { |value| value.is_a?(::Integer) || value.nil? || value == true || value == false }

        raise ArgumentError, "an enum is of Strings, Symbols, Integers, true, false and nil"
      end

      def enum_member(value)
        name = Member.utf8(value.to_s)
        { name: name, text: Jacinth.generate(name), symbol: value.is_a?(::Symbol) ? value : name,
          read: true, written: true }
      end

      def distinct!(names)
        twice = names.tally.find { |_, count| count > 1 }
        raise ArgumentError, "twice: #{twice[0].inspect}" if twice
      end

      def choice(values)
        texts = values.map { |value| value.nil? ? "null" : value.is_a?(::Symbol) ? value.to_s.inspect : value.inspect }
        Choice.list(texts)
      end

      def sized(name, length)
        length ? "#{name} of length #{length}" : name
      end

      def lengths(length)
        length.nil? ? {} : Length.limits(length)
      end
    end

    # What load's errors call this type.
    def label # :nodoc:
      _spec[:label]
    end

    KINDS_OF = Ractor.make_shareable(
      { string: %i[string], symbol: %i[string], time: %i[string], date: %i[string], integer: %i[integer],
        float: %i[float], boolean: %i[boolean], array: %i[array], set: %i[array], map: %i[object], object: %i[object],
        tagged: %i[object], decimal: %i[string integer float] }
    )
    private_constant :KINDS_OF

    # Which kinds of JSON values a document may have here.
    def json_kinds # :nodoc:
      KINDS_OF.fetch(_kind) do |kind|
        case kind
        when :enum then enum_kinds
        when :optional then [:null, *_spec[:of].json_kinds].uniq
        when :union then _spec[:alternatives].flat_map(&:json_kinds)
        when :scalar then scalar_kinds
        when :ref then ref_kinds
        else raise ArgumentError, "a union cannot tell #{kind} from other types"
        end
      end
    end

    # A new type: this type of an object with other rules.
    #
    # [+unknown+] What to do with members that the type does not have: +:ignore+
    #             them (the default), +:raise+ a ValidationError, or keep them:
    #             the name of a member, a Symbol, which gets a Hash of them, and
    #             from which dump writes them. If it has a type, that is Hash.
    # [+rename+] The names in documents of members that have none of their own:
    #            +:camel+ (+createdAt+ for +created_at+), +:pascal+, +:kebab+,
    #            or a Proc from name to name.
    # [+build+] How an object of a plain class is made: +:new+
    #           (<tt>new(**members)</tt>) or +:allocate+ (its instance variables
    #           are set, and no method of it is called).
    #
    # Raises ArgumentError for other rules or values, and where this is not the type
    # of an object with members.
    #
    #   type = Jacinth::Type[{ first_name: String }].with(rename: :camel, unknown: :raise)
    #   type.load('{"firstName": "A"}') # => {first_name: "A"}
    #   type.load('{"firstName": "A", "b": 1}') # raises Jacinth::ValidationError: expected no member "b"
    def with(**rules)
      raise ArgumentError, "only objects have rules" unless _kind == :object

      rules = _spec[:rules].merge(rules) { |_, _, given| given }
      self.class.__send__(:make, :object, **ObjectSpec.build(_spec[:klass], _spec[:declared], rules))
    end

    # Reads the document in the file at path, as UTF-8, and returns what load does.
    # options: those of load. Raises as load does, and SystemCallError where the
    # file cannot be read.
    #
    #   File.write("example.json", "[1]")
    #   Jacinth::Type[[Integer]].load_file("example.json") # => [1]
    def load_file(path, **options)
      LoadSource.named(path) { load(LoadSource.file(path, options[:max_document_bytes]), **options) }
    end

    # The kind of type, and what an error says is expected, in a line for people.
    #
    #   Jacinth::Type[[Integer]].inspect # => "#<Jacinth::Type array: Array>"
    def inspect
      "#<Jacinth::Type #{_kind}: #{label}>"
    end

    private

    # What this type writes for a key: a String, or what is none.
    def _key_text(value)
      Jacinth.parse(dump(value))
    end

    # A type is made once; one that refers to another later is frozen then.
    def setup(kind, spec)
      _compile(kind, deep_freeze(spec))
      freeze unless kind == :ref
    end

    # So that Ractors may share it. The program's own Procs stay as they are.
    def deep_freeze(part)
      return part if Ractor.shareable?(part)

      case part
      when Hash then part.each_value { |value| deep_freeze(value) }.freeze
      when Array then part.each { |value| deep_freeze(value) }.freeze
      when String then part.freeze
      end
      part
    end

    def resolve(target)
      _resolve(target)
      freeze
    end

    def enum_kinds
      others = Array(_spec[:klass]).map do |value|
        case value
        when nil then :null
        when Integer then :integer
        else :boolean
        end
      end
      [*(:string if _spec[:members].any?), *others].uniq
    end
  end
end
