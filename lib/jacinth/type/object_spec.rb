# frozen_string_literal: true

module Jacinth
  class Type
    using Inside

    # Turns the declaration of an object into the spec that the extension compiles.
    module ObjectSpec # :nodoc:
      DEFAULTS = { unknown: :ignore, rename: nil, build: nil, check: nil, coerce: false, title: nil,
                   description: nil }.freeze
      RENAMES = Ractor.make_shareable(
        { camel: ->(name) { name.gsub(/_+([a-z0-9])/) { ::Regexp.last_match(1).upcase } },
          pascal: ->(name) { name.gsub(/(?:\A|_+)([a-z0-9])/) { ::Regexp.last_match(1).upcase } },
          kebab: ->(name) { name.tr("_", "-") } }
      )
      private_constant :RENAMES

      class << self
        # klass: the class of the objects; declared: types by name; rules: those of
        # Type#with.
        def build(klass, declared, rules)
          check_rules(rules)
          declared.each_key { |name| Member.text("the name of a member", name) }
          build = build_of(klass, rules)
          slots = slots_of(klass, build, declared.keys, rules)
          declared = declared.transform_values { |type| type.is_a?(Member) ? type : Type.member(type) }.freeze
          types = declared.dup
          check_collector(types.delete(collector_of(rules)))
          members = types.map { |name, type| member(name, type, slots, rules, build) }
          members.concat(rest(members, slots, rules), others(members, types))
          check_names(members)
          spec(klass, build, members, slots, rules).merge(declared: declared, rules: rules.dup.freeze)
        end

        # Returns the spec of an object type with one more member, a constant: its tag.
        def with_tag(spec, tag, value)
          text = "#{Jacinth.generate(tag)}:#{Jacinth.generate(value)}"
          constant = { name: tag, text: text, symbol: nil, slot: spec[:slots], type: Type.literal(value),
                       read: true, written: true, constant: true }
          { **spec, members: [constant, *spec[:members]], slots: spec[:slots] + 1 }
        end

        def check_known(rules)
          unknown = rules.keys - DEFAULTS.keys
          fail_name("unknown keyword:", unknown[0], DEFAULTS.keys) if unknown.any?
        end

        # Returns a copy of the rules, with frozen copies of the title and the description. Raises
        # ArgumentError for a wrong value of a rule that all types have.
        def copy(rules)
          ChoiceText.of("coerce", [true, false], rules[:coerce]) if rules.key?(:coerce)
          notes = rules.slice(:title, :description).compact.to_h do |name, text|
            raise ArgumentError, "#{name} must be a String, got #{PathText.inspected(text)}" unless text.is_a?(::String)

            [name, Member.to_utf8(text)]
          end
          rules.merge(notes)
        end

        # The method +new+ of a class, which can have a method +method+ of its own.
        def new_of(klass) = ::Kernel.instance_method(:method).bind_call(klass, :new)

        def data?(klass) = defined?(::Data.define) ? klass < ::Data : false

        # True for a subclass of Struct or Data, which has members.
        def record?(klass)
          return false unless klass < ::Struct || data?(klass)

          klass.respond_to?(:members) or raise ArgumentError, "#{PathText.shown(klass)} has no members"
        end

        # Raises ArgumentError if a record's class lacks one of the members. members: by default
        # those that Ruby stores, because the program can redefine klass.members.
        def check_members(klass, names, members = Type.__send__(:_members, klass))
          foreign = names - members
          fail_name("#{PathText.shown(klass)} has no member", foreign[0], members) if foreign.any?
        end

        private

        def check_rules(rules)
          rule = rules[:unknown]
          ChoiceText.of("unknown", %i[ignore raise], rule, "the name of a member") unless rule.is_a?(Symbol)

          rename = rules[:rename]
          return if rename.nil? || RENAMES.key?(rename) || rename.respond_to?(:call)

          ChoiceText.of("rename", RENAMES.keys, rename, "an object that responds to call")
        end

        # How the objects are made: :struct, :hash, :ivars or :new.
        def build_of(klass, rules)
          given = rules[:build]
          ChoiceText.of("build", %i[new allocate], given) unless given.nil?
          build = choose_build(klass, given)
          possible = build == :ivars ? allocates?(klass) : klass.respond_to?(:new, true) && !klass.equal?(::Struct)
          raise ArgumentError, "no object can be made of #{PathText.shown(klass)}" unless possible

          build
        end

        def choose_build(klass, given)
          return :hash if klass.equal?(::Hash)
          return own_new?(klass) || given == :new ? :new : :struct if record?(klass)
          return given == :new ? :new : :ivars if given

          klass.instance_method(:initialize).owner.equal?(::BasicObject) ? :ivars : :new
        end

        # False for some of Ruby's own classes, such as Integer.
        def allocates?(klass)
          ::Class.instance_method(:allocate).bind_call(klass)
          true
        rescue TypeError, ArgumentError # the latter if the class's to_s contains NUL
          false
        end

        def fail_name(text, name, known)
          raise ArgumentError, "#{text} #{name.inspect}#{ChoiceText.hint(known, name)}"
        end

        # True if the program defines new: Ruby's own is written in C.
        def own_new?(klass) = !new_of(klass).source_location.nil?

        # Returns the slot of each value that an object is made of, by name.
        def slots_of(klass, build, names, rules)
          names = record_members(klass, build, names, rules) if record?(klass)
          names.each_with_index.to_h
        end

        def record_members(klass, build, names, rules)
          collector = collector_of(rules)
          members = Type.__send__(:_members, klass)
          check_members(klass, names, members)
          if collector && build == :struct && !members.include?(collector)
            words = members.to_h { |name| [name, name] }
            raise ArgumentError, ChoiceText.text("unknown", %i[ignore raise], collector,
                                                 "the name of a member of #{PathText.shown(klass)} that holds a Hash",
                                                 words: words)
          end

          missing = members - names - [collector]
          if missing.any? && data?(klass) && build == :struct
            raise ArgumentError, "#{PathText.shown(klass)} needs a type for #{missing[0].inspect}"
          end

          members
        end

        def collector_of(rules)
          rules[:unknown] unless %i[ignore raise].include?(rules[:unknown])
        end

        # A collector gets members of any names and values, so it must be a Hash.
        def check_collector(member)
          return if member.nil?

          type = member.type
          spec = type._spec
          return if type._kind == :map && spec[:of]._kind == :any && !spec[:symbols] && !spec.key?(:low)

          raise ArgumentError, "the member for unknown: must be declared as Hash, got #{type.described}"
        end

        # A Hash needs no Symbol for the name of a method, and none is made of a
        # String, as that can come from an untrusted schema.
        def symbol(name, build)
          build == :hash ? (name if name.is_a?(Symbol)) : name.to_sym
        end

        def member(name, member, slots, rules, build)
          text = member.name || renamed(name, rules)
          type = member.type
          {
            name: text, text: "#{Jacinth.generate(text)}:", type: type, symbol: symbol(name, build),
            hash_key: name.is_a?(Symbol) ? name : -name, slot: slots.fetch(name, slots.size),
            read: !member.read_only, written: !member.write_only,
            optional: optional?(member),
            deferred: type._kind == :ref && !member.required,
            omit_nil: member.omit == :nil, omit_default: member.omit == :default, **also(member), **default(member)
          }
        end

        def optional?(member)
          member.optional || member.read_only || member.omit == :nil ||
            (member.type._kind == :optional && !member.required)
        end

        def also(member) = member.also.empty? ? {} : { also: member.also }

        def default(member)
          return {} if member.default.equal?(Member::NONE)

          { fallback: member.default, call: member.default.is_a?(Proc) }
        end

        def renamed(name, rules)
          text = Member.to_utf8(name.to_s)
          rename = rules[:rename] or return text

          Member.to_utf8(String((RENAMES[rename] || rename).call(text)))
        end

        # For each other name of a member, the member by that name, which is only read.
        def others(members, types)
          members.zip(types.values).flat_map do |member, declared|
            declared.also.map { |name| { **member, name: name, text: nil, written: false, other: true } }
          end
        end

        # The collector, and the members of a Struct that are not declared.
        def rest(members, slots, rules)
          collector = collector_of(rules)
          names = slots.keys - members.map { |member| member[:hash_key] }
          names |= [collector] if collector
          names.map do |name|
            { symbol: name, hash_key: name, slot: slots.fetch(name, slots.size), type: Type.hash(Type.any),
              optional: true, omit_nil: rules[:partial], read: false, written: name == collector }
          end
        end

        def check_names(members)
          name, = members.filter_map { |member| member[:name] }.tally.find { |_, count| count > 1 }
          raise ArgumentError, "two members have the name #{name.inspect}" if name
        end

        def spec(klass, build, members, slots, rules)
          collector = collector_of(rules)
          {
            label: "Object", klass: klass, build: build, coerce: rules[:coerce], check: rules[:check],
            **rules.slice(:title, :description).compact,
            unknown: collector ? :collect : rules[:unknown], members: members, fields: slots.size,
            slots: [slots.size, *members.map { |member| member[:slot] + 1 }].max,
            collector: (members.find { |member| member[:symbol] == collector }[:slot] if collector),
            freezes: data?(klass), keywords: keywords?(klass)
          }
        end

        # True if new, where it is called, must get keywords. Of a Struct's initialize
        # that the program defines, the parameters are checked; Struct's own takes both.
        def keywords?(klass)
          return true unless klass < ::Struct

          kinds = klass.instance_method(:initialize).parameters.map(&:first)
          keywords, others = kinds.intersect?(%i[key keyreq keyrest]), kinds.intersect?(%i[req opt])
          keywords == others || kinds.include?(:rest) ? klass.keyword_init? == true : keywords
        end
      end
    end
    private_constant :ObjectSpec
  end
end
