# frozen_string_literal: true

module Jacinth
  class Type
    # What Type.member says.
    class Member # :nodoc:
      NONE = Object.new.freeze
      attr_reader :type, :name, :default, :omit, :read_only, :write_only, :required

      # required: whether it may not be absent even where its type is optional.
      def initialize(type, name, default, omit, read_only, write_only, required: false)
        Choice.of("omit", %i[nil default], omit) unless omit.nil?
        raise ArgumentError, "a member is read or written" if read_only && write_only
        if omit == :default && (default.equal?(NONE) || default.is_a?(Proc))
          raise ArgumentError, "omit: :default wants a default that is no Proc"
        end

        @type = type
        @name = name.nil? ? nil : Member.utf8(Member.text("the name of a member", name))
        @default = Member.settle(default)
        @omit = omit
        @read_only = read_only
        @write_only = write_only
        @required = required
        freeze
      end

      # A name as a String. what: what it names.
      def self.text(what, name)
        text = name.is_a?(Symbol) ? name.name : String.try_convert(name)
        text or raise ArgumentError, "#{what} must be a String or a Symbol, not #{name.inspect}"
      end

      # A text as documents have it.
      def self.utf8(text)
        text = text.encode(Encoding::UTF_8)
        text.valid_encoding? ? -text : raise(ArgumentError, "no text in UTF-8: #{text.inspect}")
      rescue EncodingError
        raise ArgumentError, "no text in UTF-8: #{text.inspect}"
      end

      # A default is shared by all objects, so it is a copy that is frozen with all
      # that is in it; a Proc makes one each time.
      def self.settle(default)
        return default if default.is_a?(Proc) || Ractor.shareable?(default)

        Ractor.make_shareable(Marshal.load(Marshal.dump(default)))
      end
    end
    private_constant :Member

    # From the declaration of an object to what the compiled type is made of.
    module ObjectSpec # :nodoc:
      DEFAULTS = { unknown: :ignore, rename: nil, build: nil }.freeze
      # As jac_made_t and jac_unknown_t number them.
      MADE = { struct: 0, hash: 1, ivars: 2, new: 3 }.freeze
      RENAMES = Ractor.make_shareable(
        { camel: ->(name) { name.gsub(/_+([a-z0-9])/) { ::Regexp.last_match(1).upcase } },
          pascal: ->(name) { name.gsub(/(?:\A|_+)([a-z0-9])/) { ::Regexp.last_match(1).upcase } },
          kebab: ->(name) { name.tr("_", "-") } }
      )
      private_constant :MADE, :RENAMES

      class << self
        # klass: what is made; declared: types by name; rules: those of #with.
        def build(klass, declared, rules)
          check_rules(rules)
          declared.each_key { |name| Member.text("the name of a member", name) }
          made = made_of(klass, rules)
          fields = fields_of(klass, made, declared.keys, rules)
          declared = declared.transform_values { |type| Type.__send__(:member_of, type) }.freeze
          types = declared.dup
          check_collector(types.delete(collector_of(rules)))
          members = types.map { |name, type| member(name, type, fields, rules, made) }
          members.concat(rest(members, fields, rules, made))
          check_names(members)
          spec(klass, made, members, fields, rules).merge(declared: declared, rules: rules.dup.freeze)
        end

        # The spec of an object type with one more member, a constant: its tag.
        def tagged(spec, tag, value)
          text = "#{Jacinth.generate(tag)}:#{Jacinth.generate(value)}"
          constant = { name: tag, text: text, symbol: nil, slot: spec[:slots], type: Type.literal(value),
                       read: true, written: true, constant: true }
          { **spec, members: [constant, *spec[:members]], slots: spec[:slots] + 1 }
        end

        def data?(klass)
          defined?(::Data.define) ? klass < ::Data : false
        end

        private

        def check_rules(rules)
          unknown = rules.keys - DEFAULTS.keys
          fail_name("unknown keyword:", unknown[0], DEFAULTS.keys) if unknown.any?
          rule = rules[:unknown]
          Choice.of("unknown", %i[ignore raise], rule, "the name of a member") unless rule.is_a?(Symbol)

          rename = rules[:rename]
          return if rename.nil? || RENAMES.key?(rename) || rename.respond_to?(:call)

          Choice.of("rename", RENAMES.keys, rename, "an object that responds to call")
        end

        def made_of(klass, rules)
          build = rules[:build]
          Choice.of("build", %i[new allocate], build) unless build.nil?
          made = way_of(klass, build)
          possible = made == :ivars ? allocates?(klass) : klass.respond_to?(:new, true) && !klass.equal?(::Struct)
          raise ArgumentError, "no object can be made of #{klass}" unless possible

          made
        end

        def way_of(klass, build)
          return :hash if klass.equal?(::Hash)
          return own_new?(klass) || build == :new ? :new : :struct if record?(klass)
          return build == :new ? :new : :ivars if build

          klass.instance_method(:initialize).owner.equal?(::BasicObject) ? :ivars : :new
        end

        # Whether it is a Struct or a Data, which have members.
        def record?(klass)
          return false unless klass < ::Struct || data?(klass)

          klass.respond_to?(:members) or raise ArgumentError, "#{klass} has no members"
        end

        # Some of Ruby's own classes do not, Integer among them.
        def allocates?(klass)
          ::Class.instance_method(:allocate).bind_call(klass)
          true
        rescue TypeError
          false
        end

        def fail_name(text, name, known)
          raise ArgumentError, "#{text} #{name.inspect}#{Choice.hint(known, name)}"
        end

        # Whether new is the program's: Ruby's own is written in C.
        def own_new?(klass)
          !klass.method(:new).source_location.nil?
        end

        # The names of what an object is made of, in the order of its slots.
        def fields_of(klass, made, names, rules)
          return names unless record?(klass)

          collector = collector_of(rules)
          # not klass.members, which may be the program's own
          members = Type.__send__(:_members, klass)
          foreign = names - members
          fail_name("#{klass} has no member", foreign[0], members) if foreign.any?

          Choice.of("unknown", [:ignore, :raise, *members], collector) if collector && made == :struct

          missing = members - names - [collector]
          if missing.any? && data?(klass) && made == :struct
            raise ArgumentError, "#{klass} needs a type for #{missing[0].inspect}"
          end

          members
        end

        def collector_of(rules)
          rules[:unknown] unless %i[ignore raise].include?(rules[:unknown])
        end

        # A collector gets whatever there is, under Strings: no other type says so.
        def check_collector(member)
          return if member.nil?

          type = member.type
          spec = type._spec
          return if type._kind == :map && spec[:of]._kind == :any && !spec[:symbols] && !spec.key?(:low)

          raise ArgumentError, "the member for unknown: must be declared as Hash, not #{type.label}"
        end

        # A Hash has no method to call: no Symbol need be made of a String, which
        # may come from a schema of somebody else's.
        def symbol(name, made)
          made == :hash ? (name if name.is_a?(Symbol)) : name.to_sym
        end

        def member(name, member, fields, rules, made)
          text = member.name || renamed(name, rules)
          type = member.type
          {
            name: text, text: "#{Jacinth.generate(text)}:", type: type, symbol: symbol(name, made),
            hash_key: name.is_a?(Symbol) ? name : -name, slot: fields.index(name) || fields.size,
            read: !member.read_only, written: !member.write_only,
            optional: (type._kind == :optional && !member.required) || member.read_only,
            deferred: type._kind == :ref && !member.required,
            omit_nil: member.omit == :nil, omit_default: member.omit == :default,
            **default(member)
          }
        end

        def default(member)
          return {} if member.default.equal?(Member::NONE)

          { fallback: member.default, call: member.default.is_a?(Proc) }
        end

        def renamed(name, rules)
          text = Member.utf8(name.to_s)
          rename = rules[:rename] or return text

          Member.utf8(String((RENAMES[rename] || rename).call(text)))
        end

        # The collector; and, of a Struct, what no document has.
        def rest(members, fields, rules, made)
          collector = collector_of(rules)
          known = members.map { |member| member[:hash_key] }
          names = fields - known
          names |= [collector] if collector
          names.map do |name|
            { symbol: name, hash_key: name, slot: fields.index(name) || fields.size, type: Type.hash(Type.any),
              optional: true, read: false, written: name == collector, made: made }
          end
        end

        def check_names(members)
          twice = members.filter_map { |member| member[:name] }.tally.find { |_, count| count > 1 }
          raise ArgumentError, "two members are called #{twice[0].inspect}" if twice
        end

        def spec(klass, made, members, fields, rules)
          collector = collector_of(rules)
          slots = [fields.size, *members.map { |member| member[:slot] + 1 }].max
          {
            label: klass.equal?(::Hash) ? "Object" : klass.to_s, klass: klass, made: MADE.fetch(made),
            unknown: collector ? 2 : rules[:unknown] == :raise ? 1 : 0, members: members,
            fields: fields.size, slots: slots,
            collector: (members.find { |member| member[:symbol] == collector }[:slot] if collector),
            freezes: data?(klass), keywords: keywords?(klass)
          }
        end

        # Whether new takes keywords, where it is called. An initialize that the
        # program gave a Struct tells it by its parameters; Struct's own takes any.
        def keywords?(klass)
          return true unless klass < ::Struct

          kinds = klass.instance_method(:initialize).parameters.map(&:first)
          keywords, others = kinds.intersect?(%i[key keyreq keyrest]), kinds.intersect?(%i[req opt])
          keywords == others || kinds.include?(:rest) ? klass.keyword_init? == true : keywords
        end
      end
    end
    private_constant :ObjectSpec

    # Unions of objects that a member tells apart.
    module Tagged # :nodoc:
      class << self
        def make(maker, types, tag)
          raise ArgumentError, "a tag is a String" unless tag.is_a?(String)

          tag = Member.utf8(tag)
          pairs = types.size == 1 && types[0].is_a?(Hash) ? named(types[0], tag) : told(types, tag)
          members = pairs.map { |name, type| member(name, type) }
          maker.__send__(:distinct!, members.map { |member| member[:name] })
          maker.__send__(:make, :tagged, tag: tag, members: members, args: pairs.map(&:last),
                                         label: "an object with #{tag.inspect} #{names(members)}")
        end

        private

        def names(members)
          members.map { |member| member[:name].inspect }.join(" or ")
        end

        def member(name, type)
          { name: name, type: type, symbol: nil, read: true }
        end

        # By the keys of a Hash: a type that has no such member gets it.
        def named(types, tag)
          raise ArgumentError, "a union has types" if types.empty?

          types.map do |name, type|
            name = Member.utf8(Member.text("the value of a tag", name))
            type = object!(Type[type])
            [name, type._kind == :ref || tag_of(type, tag) ? type : with_tag(type, tag, name)]
          end
        end

        # By the literals of the types' own members; an enum gives several.
        def told(types, tag)
          types.flat_map do |type|
            type = object!(Type[type])
            member = tag_of(type, tag)
            texts = member && member[:type]._kind == :enum ? member[:type]._spec[:members] : []
            raise ArgumentError, "#{type.label} has no literal for #{tag.inspect}" if texts.empty?

            texts.map { |text| [text[:name], type] }
          end
        end

        def object!(type)
          referred = type._kind == :ref && type.json_kinds == [:object]
          raise ArgumentError, "with a tag, a union is of objects" unless type._kind == :object || referred

          type
        end

        def tag_of(type, tag)
          type._spec[:members].find { |member| member[:name] == tag }
        end

        def with_tag(type, tag, name)
          if type._spec[:klass].equal?(Hash)
            raise ArgumentError, "a Hash needs a member #{tag.inspect}, by which it is told when it is written"
          end

          Type.__send__(:make, :object, **ObjectSpec.tagged(type._spec, tag, name))
        end
      end
    end
    private_constant :Tagged

    class << self
      private

      def member_of(type)
        type.is_a?(Member) ? type : member(type)
      end
    end
  end
end
