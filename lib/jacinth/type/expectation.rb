# frozen_string_literal: true

require_relative "references"

module Jacinth
  class Type
    using Inside

    # The messages of dump for an object that does not fit a type. They name Ruby's
    # classes; a label, for the errors of load, names the kinds of JSON.
    module Expectation # :nodoc:
      NAMES = { string: "String", symbol: "Symbol", integer: "Integer", float: "Float", boolean: "true or false",
                time: "Time", epoch: "Time", date: "Date", decimal: "BigDecimal", array: "Array", tuple: "Array",
                set: "Set", map: "Hash", any: "a value", scalar: "a value" }.freeze
      # The number of characters of a value that a message shows, and of reasons.
      SHOWN = 40
      REASONS = 5
      TIMES = %i[time epoch date].freeze
      private_constant :NAMES, :SHOWN, :REASONS, :TIMES

      extend References

      class << self
        # found: the object, if there is one.
        def message(type, *found)
          return "expected #{describe(type)}, got nothing" if found.empty?

          type = target(type)
          klass = ::Kernel.instance_method(:class).bind_call(found[0])
          missing = missing_keys(type, found[0]) if klass <= ::Hash && type._spec[:required]
          return "expected Hash with #{missing}, got one without" if missing

          expected = limited?(type, klass) ? limited(type) : describe(type)
          "expected #{expected}, got #{got(type, found[0], klass)}"
        end

        # The expectation of load for a value that no type of a T.first_of reads. faults: for
        # each type the expectation and the path of its first fault; path: that of the value.
        # The types that read values of that kind, if there are any, give the reasons.
        def none_fits(faults, path)
          inside = faults.select { |_, at| at.size > path.size }
          texts = (inside.empty? ? faults : inside).map do |expected, at|
            at.size > path.size ? "#{expected} at #{PathText.build(at)}" : expected
          end.uniq
          texts = [*texts.first(REASONS), "..."] if texts.size > REASONS
          ChoiceText.list(texts)
        end

        # The objects that a type describes, in words. Other kinds than those in NAMES
        # have a method of their name.
        def describe(type)
          return type.label if type.leads_to._kind == :ref

          type = target(type)
          NAMES[type._kind] || __send__(type._kind, type._spec)
        end

        private

        def object(spec) = PathText.shown(spec[:klass])
        def enum(spec) = ChoiceText.list(spec[:args].map(&:inspect)) || spec[:label]
        def optional(spec) = "#{describe(spec[:of])} or nil"
        def union(spec) = ChoiceText.list(spec[:alternatives].map { |one| describe(one) }.uniq)
        alias first union

        # The class and, if that is Hash, the key that determines the type.
        def variant(spec)
          texts = spec[:members].map do |member|
            type, test = member.values_at(:type, :test)
            key = member_named(type, member[:name])[:hash_key]
            literal = " #{ChoiceText.list(test._spec[:args].map(&:inspect))}" if test
            type._spec[:klass].equal?(::Hash) ? "Hash with #{key.inspect}#{literal}" : describe(type)
          end
          ChoiceText.list([*texts, *(describe(spec[:of]) if spec[:of])].uniq)
        end

        # The class and, if the object itself contains the tag, its value.
        def tagged(spec)
          ChoiceText.list(by_type(spec[:members]).map { |type, members| alternative(type, spec[:tag], members) }.uniq)
        end

        def alternative(type, tag, members)
          member = member_named(type, tag)
          return describe(type) if member[:constant]

          names = ChoiceText.list(members.map { |one| one[:name].inspect })
          "#{describe(type)} whose #{member[:hash_key].inspect} is #{names}"
        end

        # The objects within the limits of the type.
        def limited(type)
          return "#{describe(type)} in #{type._spec[:range]}" if TIMES.include?(type._kind)
          return type.label.sub("a decimal number", "BigDecimal") if type._kind == :decimal

          type.label.sub(/\A\w+/, describe(type))
        end

        # Names the keys that a Hash lacks and that a type of maps requires, or returns nil.
        def missing_keys(type, hash)
          given = ::Hash.instance_method(:keys).bind_call(hash).to_h do |key|
            [key.to_s.encode(::Encoding::UTF_8, invalid: :replace, undef: :replace), true]
          end
          missing = type._spec[:required].each_slice(2).select do |condition, key|
            (condition.nil? || given.key?(condition.to_s)) && !given.key?(key.to_s)
          end
          names = missing.map { |_, key| key.to_s.inspect }.uniq
          (names.size > REASONS ? [*names.first(REASONS), "..."] : names).join(", ") if names.any?
        end

        # True if a limit of the type is the reason, as the class is right.
        def limited?(type, klass)
          klass = ::Float if type._kind == :float && klass.equal?(::Integer)
          spec = type._spec
          (spec[:range] || spec[:pattern] || spec.key?(:low)) && describe(type) == klass.name
        end

        # The object itself if it could be one of the type's values, else its class.
        def got(type, object, klass)
          return object.inspect if nil.equal?(object) || true.equal?(object) || false.equal?(object)

          shown = type._kind == :enum || limited?(type, klass)
          return PathText.shown(klass) unless shown
          return "#{klass} of length #{object.size}" if [::Array, ::Hash].include?(klass) || klass.name == "Set"

          text(type, object, klass)
        end

        def text(type, object, klass)
          return PathText.shown(object) if TIMES.include?(type._kind) || type._kind == :decimal
          return PathText.shown(klass) unless [::String, ::Symbol, ::Integer, ::Float].include?(klass)

          text = PathText.inspected(object)
          text.size > SHOWN ? "#{text[0, SHOWN]}..." : text
        end
      end
    end
    private_constant :Expectation

    private

    # The objects of this type, in words, for a program's errors.
    def described = Expectation.describe(self)

    # The message of dump's error. found: the object, if there is one.
    def _mismatch(*found) = Expectation.message(self, *found)

    def _none_fits(faults, path) = Expectation.none_fits(faults, path)
  end
end
