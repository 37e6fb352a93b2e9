# frozen_string_literal: true

require_relative "load_extension"
require_relative "load_source"
Jacinth.__send__(:_define_type)
require_relative "type/inside"
require_relative "type/member"
require_relative "type/object_spec"
require_relative "type/class_suggestion"
require_relative "type/json_kinds"
require_relative "type/kind_union"
require_relative "type/tagged_union"
require_relative "type/alternatives"
require_relative "type/map_keys"
require_relative "type/description"
require_relative "type/expectation"
require_relative "type/format"
require_relative "type/length"
require_relative "type/multiples"
require_relative "type/ranges"
require_relative "type/check"
require_relative "type/declared"

module Jacinth
  # A type describes a JSON document and the objects that it is read into. It is
  # declared once, for reading and for writing: it reads what it writes, and writes
  # only what it reads. The guide is
  # https://github.com/jacinth-json/jacinth/blob/main/docs/types.md
  #
  #   Point = Struct.new(:x, :y)
  #   point = Jacinth::Type.of(Point, x: Integer, y: Jacinth::Type.member(Integer, default: 0))
  #   point.load('{"x": 1}').to_a # => [1, 0]
  #   point.dump(Point.new(2, 3)) # => "{\"x\":2,\"y\":3}"
  #
  # A type never changes. Ractors can share it if they can share the Procs in it.
  # A method that takes a type also takes its short form, such as +Integer+ or
  # <tt>[String]</tt>: see Type.[].
  class Type
    using Inside

    MethodSignatures.of(self)

    class << self
      # Returns the type for spec, its short form:
      #
      # - a type: that type; nil: only +null+; +true+, +false+: only that value;
      # - String, Symbol, Integer, Float, Time, Date, BigDecimal, Array, Hash,
      #   Set: values of that class; Object: any value;
      # - <tt>[spec]</tt>: an Array of that type;
      # - a Hash: an object with these members, read into a Hash whose keys are
      #   those of spec, Symbols or Strings;
      # - a class that Type.data made or that includes Type::Declared: its members;
      # - a Range of Integers, Floats, Times or Dates: a number, Time or Date in it;
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
      # member in Ruby to its type (or the short form of that). Type.member gives
      # a member another name in the document, a default, and so on.
      #
      # A Data or Struct is filled directly. If its class defines +initialize+, that
      # is called with all members instead. An object of any other class is made by
      # <tt>new(**members)</tt> if the class has an +initialize+, which must take
      # keywords; otherwise its instance variables are set. #with chooses between
      # the two.
      #
      # Raises ArgumentError if klass is not a class, if a member has no type, if
      # klass lacks a member, or if members lacks one of a Data.
      #
      #   Address = Struct.new(:street, :zip)
      #   address = Jacinth::Type.of(Address, street: String, zip: String)
      #   address.load('{"zip": "1", "street": "A", "other": 2}').street # => "A"
      def of(klass, members = nil, **more)
        raise ArgumentError, "expected a Class, got #{PathText.inspected(klass)}" unless klass.is_a?(::Class)

        object(klass, { **members.to_h, **more })
      end

      # :call-seq:
      #   member(type, name: nil, also: [], default: ..., omit: nil, read_only: false, write_only: false,
      #          check: nil, title: nil, description: nil) -> member
      #
      # A member of an object, for the Hash of Type.[] and for Type.of: not a type
      # by itself. type: the type of its value.
      #
      # [+name+] Its name in the document, a String or a Symbol, if that differs from
      #          the name in Ruby.
      # [+also+] Other names by which load accepts it, a name or an Array of names. dump
      #          writes +name+. A document with two of the names has a duplicate key.
      # [+default+] Its value if the document does not have the member: a value of the
      #             type, of which all objects share a frozen copy, or a Proc that is
      #             called for each object.
      # [+omit+] +:nil+ to leave the member out of the text if it is nil (the document
      #          can then lack it); +:default+ to leave it out if it equals its
      #          default, which must not be a Proc.
      # [+read_only+] Only this program sets it: dump writes it, load ignores it.
      # [+write_only+] Only clients set it, such as a password: load reads it, dump
      #                leaves it out.
      #
      # [+check+, +title+, +description+] Rules of the type, as for #with.
      #
      # Raises ArgumentError for another name or +omit+, for a default that is not a
      # value of the type, for both +read_only+ and +write_only+, and as #with does.
      #
      #   type = Jacinth::Type[{ at: Jacinth::Type.member(Integer, name: "createdAt", default: 0) }]
      #   type.load('{"createdAt": 5}') # => {at: 5}
      #   type.load("{}")               # => {at: 0}
      #   type = Jacinth::Type[{ mail: Jacinth::Type.member(String, also: ["e-mail", "email"]) }]
      #   type.load('{"e-mail": "a@b.example"}') # => {mail: "a@b.example"}
      def member(type, name: nil, default: Member::NONE, omit: nil, read_only: false, write_only: false, **also)
        rules = also.slice(:check, :title, :description).compact
        also = also.except(:check, :title, :description)
        refuse_keywords(:member, also.except(:also)) unless also.keys == [:also]
        type = self[type]
        type = type.__send__(:with_rules, rules, true) if rules.any?
        Member.new(type, name, default, omit, read_only, write_only, **also)
      end

      # Either +null+, which is nil, or a value of the type. A document can lack a
      # member of such a type: a Hash then lacks it, and another object has nil.
      #
      #   Jacinth::Type.optional(Integer).load("null") # => nil
      def optional(type)
        type = self[type]
        make(:optional, label: "#{type.label} or null", of: type, args: [type])
      end

      # One of these values: Strings and Symbols (both are strings in JSON),
      # Integers, finite Floats, true, false, nil. Numbers are compared by value:
      # a document with 1.0 has the value 1. Raises ArgumentError for any other value,
      # and without values.
      #
      #   role = Jacinth::Type.enum(:admin, :member)
      #   role.load('"admin"') # => :admin
      #   role.load('"guest"') # raises Jacinth::ValidationError: expected "admin" or "member"
      def enum(*values)
        raise ArgumentError, "T.enum needs at least one value" if values.empty?

        values = values.map { |value| value.is_a?(::String) ? -value : value }
        texts, others = values.partition { |value| value.is_a?(::String) || value.is_a?(::Symbol) }
        check_literals(others)
        members = texts.map { |text| enum_member(text) }
        check_distinct(members.map { |member| member[:name] })
        make(:enum, label: choice(values), klass: (others.freeze unless others.empty?), members: members, args: values)
      end

      # Only this value: one that Type.enum takes.
      #
      #   Jacinth::Type.literal("v1").load('"v2"') # raises Jacinth::ValidationError: expected "v1"
      def literal(value)
        enum(value)
      end

      # :call-seq: array(type = Type.any, length: nil, check: nil) -> type
      #
      # An Array whose elements are of the type. length: the number of elements, an
      # Integer or a Range. check: as for #with. Raises ArgumentError if length is negative or empty.
      #
      #   Jacinth::Type.array(Integer, length: 2).load("[1, 2]") # => [1, 2]
      def array(type = any, length: nil, check: nil, **unknown)
        refuse_keywords(:array, unknown)
        type = self[type]
        checked(check, :array, label: sized("Array", length), of: type, args: [type], **lengths(length))
      end

      # :call-seq: set(type = Type.any, length: nil, check: nil) -> type
      #
      # An array of the type, read into a Set. length: the number of elements of the
      # Set, in which equal elements are one; as that of Type.array. check: as for #with.
      #
      #   require "set"
      #   Jacinth::Type.set(Integer).load("[1, 1]") # => Set[1]
      def set(type = any, length: nil, check: nil, **unknown)
        refuse_keywords(:set, unknown)
        type = self[type]
        require "set" unless defined?(::Set)
        checked(check, :set, label: sized("Array", length), klass: ::Set, of: type, args: [type], **lengths(length))
      end

      # :call-seq: tuple(*types, check: nil) -> type
      #
      # An Array with as many elements as there are types, each of its type. check: as for #with.
      # Raises ArgumentError without types.
      #
      #   point = Jacinth::Type.tuple(Float, Float, String)
      #   point.load('[1, 2.5, "a"]') # => [1.0, 2.5, "a"]
      #   point.load("[1, 2.5]") # raises Jacinth::ValidationError: expected Array of length 3
      def tuple(*types, check: nil, **unknown)
        refuse_keywords(:tuple, unknown)
        raise ArgumentError, "T.tuple needs at least one type" if types.empty?

        types = types.map { |type| self[type] }
        checked(check, :tuple, label: sized("Array", types.size), alternatives: types, args: types,
                               **lengths(types.size))
      end

      # :call-seq:
      #   hash(type, keys: String, length: nil, check: nil) -> type
      #   hash(keys => type, length: nil, check: nil) -> type
      #   hash(regexp => type, ..., String => type, length: nil, check: nil) -> type
      #
      # An object with any keys, whose values are of the type, read into a Hash.
      # keys: the type of the keys, which are converted in both directions: String, Symbol,
      # Integer, Float, Time, Date or BigDecimal, a Range of numbers, a Regexp, Type.string
      # or an enum of Strings and Symbols. Keys that are equal after that are duplicate keys.
      # length: the number of members, as that of Type.array. check: as for #with. With several
      # Regexps, the first that matches a key determines the type of the value; String is for all
      # keys that match none, which are faults without it. Raises ArgumentError for a type that
      # keys cannot have. (Without a type, this is Object#hash.)
      #
      #   Jacinth::Type.hash(Integer).load('{"a": 1}') # => {"a" => 1}
      #   Jacinth::Type.hash(Integer => String).load('{"7": "a"}') # => {7 => "a"}
      #   Jacinth::Type.hash(Integer => String).dump({ 7 => "a" }) # => "{\"7\":\"a\"}"
      #   Jacinth::Type.hash(Integer => String).load('{"x": "a"}')
      #   # raises Jacinth::ValidationError: expected Integer as a key, got "x"
      #   headers = Jacinth::Type.hash(/\Ax-/ => Integer, String => String)
      #   headers.load('{"x-age": 5, "host": "a"}') # => {"x-age" => 5, "host" => "a"}
      #   headers.load('{"x-age": "5"}') # raises Jacinth::ValidationError: expected Integer, got "5"
      def hash(type = (none = true), keys: ::String, length: nil, check: nil, **pair)
        if none && pair.any? && pair.keys.none?(::Symbol)
          unless keys.equal?(::String)
            raise ArgumentError, "T.hash got two types of keys: #{PathText.inspected(pair.keys[0])} " \
                                 "and keys: #{PathText.inspected(keys)}"
          end
          if pair.size > 1
            return map(**MapKeys.by_pattern(pair), **lengths(length), check: check, label: sized("Object", length))
          end

          keys, type = pair.first
        else
          refuse_keywords(:hash, pair)
          return super() if none
        end
        symbols, key = MapKeys.of(keys, type)
        map(of: self[type], symbols: symbols, key: key, check: check, label: sized("Object", length), **lengths(length))
      end

      # :call-seq: recursive { |type| ... } -> type
      #
      # A type that contains itself. The block gets a reference to the whole type, which
      # it uses inside, and returns the whole type.
      #
      #   Node = Struct.new(:value, :children)
      #   node = Jacinth::Type.recursive { |type| Jacinth::Type.of(Node, value: Integer, children: [type]) }
      #   node.load('{"value": 1, "children": [{"value": 2, "children": []}]}').children[0].value # => 2
      def recursive(&)
        recursive_of(nil, &)
      end

      # :call-seq: any(rails: false) -> type
      #
      # Any value, as Jacinth.parse makes it. rails: true to write values as Active Support
      # does; see the option +rails+ of Jacinth.generate. Raises ArgumentError if Active
      # Support is not loaded.
      #
      #   Jacinth::Type.any.load("[1]") # => [1]
      def any(rails: false, **unknown)
        refuse_keywords(:any, unknown)
        make(:any, label: "a value", rails: rails ? RailsOption.load : false)
      end

      # true or false.
      #
      #   Jacinth::Type.boolean.load("true") # => true
      def boolean
        make(:boolean, label: "true or false")
      end

      # :call-seq: string(length: nil, pattern: nil, format: nil, strip: false, check: nil) -> type
      #
      # A String. length: the number of characters, as that of Type.array; pattern:
      # a Regexp that it matches. format: +:uuid+, +:email+, +:uri+, +:uri_reference+,
      # +:ipv4+, +:ipv6+, +:hostname+, +:date+, +:time+, +:date_time+, +:duration+ or
      # +:json_pointer+, as JSON Schema defines them, or +:ip+, which is +:ipv4+ or +:ipv6+.
      # strip: true to remove white space at both ends, as String#strip does, before the other
      # checks. check: as for #with. Raises ArgumentError for any other length, pattern or format.
      #
      #   Jacinth::Type.string(length: 1..3).load('"abcd"')
      #   # raises Jacinth::ValidationError: expected String of length 1..3
      #   mail = Jacinth::Type.string(format: :email, strip: true)
      #   mail.load('" ada@example.org "') # => "ada@example.org"
      #   mail.load('"ada"') # raises Jacinth::ValidationError: expected String of format email, got "ada"
      def string(length: nil, pattern: nil, format: nil, strip: false, check: nil, **unknown)
        refuse_keywords(:string, unknown)
        label = sized("String", length)
        format &&= Format.canonical(format)
        label = "#{label} of format #{format}" if format
        label = "#{label} like #{PathText.inspected(pattern)}" if pattern
        check_regexp("pattern", pattern) unless pattern.nil?
        ChoiceText.of("strip", [true, false], strip)
        checked(check, :string, label: label, pattern: Format.check(format, pattern), format: format, regexp: pattern,
                                strip: strip, **lengths(length))
      end

      # A type of your own. load: a Proc that gets the value as Jacinth.parse makes
      # it, and returns the object to store. If it raises ArgumentError, that
      # becomes a ValidationError, "expected" with the message after it. dump: a
      # Proc that gets the object, and returns the value for Jacinth.generate to write.
      # The two must fit: load must read what dump writes.
      #
      # With a type of String, Integer, Float, or true and false, load only gets
      # values of that type, and dump must return one.
      #
      #   color = Jacinth::Type.scalar(String, load: ->(text) { Integer(text, 16) }, dump: ->(color) { color.to_s(16) })
      #   color.load('"ff"') # => 255
      #   color.dump(254)    # => "\"fe\""
      #   color.load("1")    # raises Jacinth::ValidationError: expected String, got 1
      def scalar(type = any, load:, dump:)
        unless load.respond_to?(:call) && dump.respond_to?(:call)
          raise ArgumentError, "load and dump must be Procs, or respond to call"
        end

        type = self[type]
        unless %i[any string integer float boolean].include?(type._kind)
          raise ArgumentError, "the base of T.scalar must be String, Integer, Float or T.boolean, got #{type.described}"
        end
        raise ArgumentError, "the base of T.scalar cannot have a check" if type._spec[:check]

        base = { of: type, args: [type] } unless type._kind == :any
        make(:scalar, label: base ? type.label : "a value", load: load, dump: dump, **base.to_h)
      end

      private :new, :allocate

      private

      # The type that the option +into+ of Jacinth.parse names.
      def into(given)
        return given if given.is_a?(Type)
        return given.json_type if given.is_a?(Declared::ClassMethods)

        raise TypeError, "into needs a type or a declared class, got #{PathText.inspected(given)}"
      end

      # Raises ArgumentError if there are unknown keywords, those that the method called
      # name does not have.
      def refuse_keywords(name, unknown)
        OptionNames.refuse(unknown, method(name)) unless unknown.empty?
      end

      # kinds: the JSON kinds of the type, if they are known before it is complete.
      def recursive_of(kinds)
        reference = build(:ref, { label: "a value", args: [], kinds: kinds })
        target = self[yield(reference)]
        reference.__send__(:resolve, target)
        target
      end

      def build(kind, spec)
        types = [*spec.values_at(:of, :key), *spec[:alternatives], *spec[:args],
                 *spec[:members]&.map { |member| member[:type] }]
        pending = kind == :ref || types.any? { |type| type.is_a?(Type) && type._spec && type._spec[:pending] }
        allocate.tap { |type| type.__send__(:setup, kind, { **spec, pending: pending }) }
      end

      def make(kind, **spec)
        build(kind, { args: [], **spec })
      end

      def checked(check, kind, **spec)
        type = make(kind, **spec)
        check.nil? ? type : type.with(check: check)
      end

      # An object with any keys. tests and alternatives: the keys that have types of their own, and
      # these types; required: see the extension.
      def map(of:, key: nil, check: nil, **more)
        checked(check, :map, of: of, key: key, args: [*key, *more[:alternatives], of], **more)
      end

      def one(list)
        raise ArgumentError, "expected [type] with one type, got #{list.size} types" unless list.size == 1

        list.first
      end

      def object(klass, members)
        make(:object, **ObjectSpec.build(klass, members, ObjectSpec::DEFAULTS))
      end

      # Raises ArgumentError for anything but a Regexp that matches texts in UTF-8.
      def check_regexp(name, regexp)
        raise ArgumentError, "#{name} must be a Regexp, got #{PathText.inspected(regexp)}" unless regexp.is_a?(::Regexp)
        return if !regexp.fixed_encoding? || [::Encoding::UTF_8, ::Encoding::US_ASCII].include?(regexp.encoding)

        raise ArgumentError, "#{name} must be a Regexp for UTF-8, got one for #{regexp.encoding}"
      end

      def check_keys(keys)
        return if [::String, ::Symbol].include?(keys)

        raise ArgumentError, "keys must be String or Symbol, got #{PathText.inspected(keys)}"
      end

      SIMPLE = Ractor.make_shareable(
        { ::String => [:string], ::Integer => [:integer], ::Float => [:float], ::Array => [:array],
          ::Object => [:any], ::TrueClass => [:literal, true], ::FalseClass => [:literal, false],
          ::NilClass => [:literal, nil] }
      )
      private_constant :SIMPLE

      # Classes are compared by identity and never looked up by a name.
      def of_class(spec)
        return __send__(*SIMPLE[spec]) if SIMPLE.key?(spec)
        return spec.__send__(:json_part) if spec.is_a?(Declared::ClassMethods)
        return make(:symbol, label: "String") if spec.equal?(::Symbol)
        return time if spec.equal?(::Time)
        return hash(any) if spec.equal?(::Hash)

        of_library_class(spec) or raise ArgumentError, "expected a type or a class that has one, " \
                                                       "got #{PathText.inspected(spec)}#{ClassSuggestion.hint(spec)}"
      end

      # Types for classes that exist only after their library is loaded.
      def of_library_class(spec)
        return date if defined?(::Date) && spec.equal?(::Date)
        return decimal if defined?(::BigDecimal) && spec.equal?(::BigDecimal)

        set if defined?(::Set) && spec.equal?(::Set)
      end

      def check_literals(values)
        wrong = values.find do |value|
          ![::Integer, ::Float, ::NilClass, ::TrueClass, ::FalseClass].include?(value.class)
        end
        wrong ||= values.find { |value| value.is_a?(::Float) && !value.finite? }
        return if wrong.nil?

        raise ArgumentError,
              "T.enum takes Strings, Symbols, Integers, finite Floats, true, false and nil, " \
              "got #{PathText.inspected(wrong)}"
      end

      def enum_member(value)
        name = Member.to_utf8(value.to_s)
        { name: name, text: Jacinth.generate(name), symbol: value.is_a?(::Symbol) ? value : name,
          read: true, written: true }
      end

      def check_distinct(names)
        name, = names.tally.find { |_, count| count > 1 }
        raise ArgumentError, "duplicate value #{name.inspect}" if name
      end

      def choice(values)
        values = values.map { |value| value.is_a?(::Symbol) ? value.name : value }
        ChoiceText.list(values.map { |value| value.nil? ? "null" : PathText.inspected(value) })
      end

      def sized(name, length)
        length ? "#{name} of length #{PathText.shown(length)}" : name
      end

      def lengths(length)
        length.nil? ? {} : Length.limits(length)
      end
    end

    # Returns a copy of this type with other rules. All types have the rules +coerce+, +title+
    # and +description+, and most have +check+. The others are for types of objects with members.
    #
    # [+unknown+] How load treats members that the type does not have: +:ignore+
    #             (the default), +:raise+ a ValidationError, or keep them: the name of
    #             a member, a Symbol, which gets a Hash of them, and from which dump
    #             writes them. If that member has a type, it must be Hash.
    # [+rename+] The names in documents of members that have none of their own:
    #            +:camel+ (+createdAt+ for +created_at+), +:pascal+, +:kebab+,
    #            or a Proc from name to name.
    # [+build+] How an object of a plain class is made: +:new+
    #           (<tt>new(**members)</tt>) or +:allocate+ (its instance variables
    #           are set, and no method of it is called).
    #
    # [+check+] Checks a value, or that the members of an object fit together: a Proc that gets
    #           each value that load has made or that dump is to write or, for an object with
    #           members, the name of a method of it. It is called after all other rules, and not
    #           for the nil of an optional type.
    #           A value passes if the result is true. If it is false or nil, load raises
    #           ValidationError and dump GeneratorError, with the place of the value. An
    #           ArgumentError that the check itself raises does the same, and its message says
    #           what was expected. All other errors, such as an ArgumentError of a method that
    #           it calls, propagate. A check replaces those of this type; nil removes them. That of
    #           Type.member is called after those of the type.
    #
    # [+coerce+] true to convert strings, as forms and CSV contain them. It applies to load
    #            and convert, and to all types that this type contains. An Integer or
    #            Float is read from the text of a JSON number. A boolean is read from
    #            <tt>"true"</tt>, <tt>"1"</tt>, <tt>"on"</tt>, <tt>"yes"</tt>,
    #            <tt>"t"</tt>, <tt>"y"</tt>, <tt>"false"</tt>, <tt>"0"</tt>,
    #            <tt>"off"</tt>, <tt>"no"</tt>, <tt>"f"</tt> or <tt>"n"</tt>, in upper or
    #            lower case. An enum or literal reads its numbers, true, false and nil from
    #            the same texts. <tt>""</tt> is read as nil if the type is Type.optional, and
    #            also if it is a union with nil and without strings. For an optional String
    #            with <tt>strip: true</tt>, so is a text of white space.
    #
    # [+title+, +description+] Texts for #json_schema.
    #
    # Raises ArgumentError for an unknown rule or value, for a check that cannot be called with
    # one object, for a check of an enum, Symbol, boolean, union, T.scalar or T.any, and for
    # rules about members if this is not the type of an object with members.
    #
    #   type = Jacinth::Type[{ first_name: String }].with(rename: :camel, unknown: :raise)
    #   type.load('{"firstName": "A"}') # => {first_name: "A"}
    #   type.load('{"firstName": "A", "b": 1}') # raises Jacinth::ValidationError: expected no member "b"
    #   Jacinth::Type[[Integer]].with(coerce: true).load('["1", 2]') # => [1, 2]
    #   Jacinth::Type[Integer].with(check: ->(n) { n.even? }).load("1")
    #   # raises Jacinth::ValidationError: expected a value that passes its check, got 1
    #   range = Jacinth::Type[{ from: Integer, to: Integer }]
    #   range = range.with(check: ->(all) { all[:from] <= all[:to] || raise(ArgumentError, "from to be at most to") })
    #   range.load('{"from": 2, "to": 1}') # raises Jacinth::ValidationError: expected from to be at most to
    def with(**rules)
      with_rules(rules)
    end

    ##
    # :method: load
    # :call-seq: load(source, errors: :first, **options) -> object
    #
    # Reads a document, and returns the object that this type makes of it. source: a
    # String of JSON text, or an object with +to_str+. errors: +:first+ to raise at the
    # first fault, or +:all+ to collect them (at most 100) in the error. options: those
    # of Jacinth.parse except +only+, +object_class+, +array_class+ and the limits other
    # than +max_document_bytes+ and +max_nesting+; +validate_encoding+ is true by
    # default. Raises ValidationError if the document does not fit the type, ParserError
    # if it is not JSON or not UTF-8, and ArgumentError for other options.
    #
    #   point = Jacinth::Type[{ x: Integer, y: Integer }]
    #   point.load('{"x": 1, "y": 2}') # => {x: 1, y: 2}
    #   point.load('{"x": 1}') # raises Jacinth::ValidationError: expected Integer

    ##
    # :method: dump
    # :call-seq:
    #   dump(object, **options) -> string
    #   dump(object, io, **options) -> io
    #
    # Writes an object that this type describes as JSON text: into a String, which is
    # returned, or to io, any object with +write+. The options are those of
    # Jacinth.generate (+indent+, +space+, +ascii_only+, +script_safe+, +max_nesting+,
    # +allow_nan+ and so on) except +sort_keys+, +rfc8785+, +omit_nil+, +omit_empty+, +rails+ and +types+:
    # members are written as they are declared. <tt>pretty: true</tt> formats the text as
    # Jacinth.pretty_generate does.
    #
    # Raises GeneratorError, which has the place, for a value that does not fit the type
    # or that JSON cannot express; NestingError; ArgumentError for other options; and the
    # errors of the IO and of the program's own methods.
    #
    #   point = Jacinth::Type[{ x: Integer, y: Integer }]
    #   point.dump({ x: 1, y: 2 }) # => "{\"x\":1,\"y\":2}"
    #   point.dump({ x: 1, y: 2 }, space: " ") # => "{\"x\": 1,\"y\": 2}"
    #   Jacinth::Type[[Integer]].dump([1], pretty: true) # => "[\n  1\n]"
    #   point.dump({ x: 1 }) # raises Jacinth::GeneratorError: expected Integer

    # Returns the type itself, which never changes.
    #
    #   type = Jacinth::Type[Integer]
    #   type.dup.equal?(type) # => true
    def dup
      self
    end

    # Returns the type itself. +freeze+ has no effect.
    #
    #   type = Jacinth::Type[Integer]
    #   type.clone.equal?(type) # => true
    def clone(freeze: nil) # rubocop:disable Lint/UnusedMethodArgument
      self
    end

    # Reads the document in the file at path, as UTF-8, and returns the same as load.
    # options: those of load. Raises the errors of load, and SystemCallError if the
    # file cannot be read.
    #
    #   File.write("example.json", "[1]")
    #   Jacinth::Type[[Integer]].load_file("example.json") # => [1]
    def load_file(path, **options)
      LoadSource.named(path, options[:max_document_bytes]) { |text| load(text, **options) }
    end

    # Returns a line for people: the kind of type, and its name in errors.
    #
    #   Jacinth::Type[[Integer]].inspect # => "#<Jacinth::Type array: Array>"
    def inspect
      "#<Jacinth::Type #{_kind}: #{described}>"
    end

    private

    # The name of this type in the errors of load.
    def label
      _spec[:label]
    end

    # The text that this type writes for an object that is a key.
    def _key_text(value)
      text = dump(value)
      text.start_with?('"') ? Jacinth.parse(text) : text
    end

    # Called once. A reference is frozen when it gets its target.
    def setup(kind, spec)
      _compile(kind, deep_freeze(spec))
      freeze unless kind == :ref
    end

    # Freezes a spec so that Ractors can share it, but not the program's Procs.
    def deep_freeze(part)
      return part if Ractor.shareable?(part)

      case part
      when Hash then part.each_value { |value| deep_freeze(value) }.freeze
      when Array then part.each { |value| deep_freeze(value) }.freeze
      when String then part.freeze
      end
      part
    end
  end
end

require_relative "type/conversion"
require_relative "type/partial"
