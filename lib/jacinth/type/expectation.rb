# frozen_string_literal: true

require_relative "references"

module Jacinth
  class Type
    # What dump says of an object that it does not expect: it names Ruby's
    # classes, where a label, by which load speaks, names what JSON has.
    module Expectation # :nodoc:
      NAMES = { string: "String", symbol: "Symbol", integer: "Integer", float: "Float", boolean: "true or false",
                time: "Time", date: "Date", decimal: "BigDecimal", array: "Array", set: "Set", map: "Hash",
                any: "a value", scalar: "a value" }.freeze
      # Of a text of an enum, so many characters are shown.
      SHOWN = 40
      private_constant :NAMES, :SHOWN

      extend References

      class << self
        # found: the object, if there is one.
        def message(type, *found)
          found = found.empty? ? "nothing" : found_text(type, found[0])
          "expected #{text(type)}, found #{found}"
        end

        private

        # What an object is to be, for this type. A kind of types that NAMES does not
        # have is told by the method of its name.
        def text(type)
          type = target(type)
          NAMES[type._kind] || __send__(type._kind, type._spec)
        end

        def object(spec) = spec[:klass].equal?(::Hash) ? "Hash" : spec[:label]
        def enum(spec) = Choice.list(spec[:args].map(&:inspect))
        def optional(spec) = "#{text(spec[:of])} or nil"
        def union(spec) = Choice.list(spec[:alternatives].map { |one| text(one) }.uniq)

        # A Hash is told by what it has under the tag, other objects by their class.
        def tagged(spec)
          by_type = spec[:members].group_by { |member| target(member[:type]) }
          Choice.list(by_type.map { |type, members| alternative(type, spec[:tag], members) }.uniq)
        end

        def alternative(type, tag, members)
          expected = text(type)
          return expected unless type._kind == :object && expected == "Hash"

          key = type._spec[:members].find { |member| member[:name] == tag }[:hash_key]
          "Hash whose #{key.inspect} is #{Choice.list(members.map { |member| member[:name].inspect })}"
        end

        # Its class; of what is none of an enum's values, but could be, itself.
        def found_text(type, object)
          return "nil" if nil.equal?(object)

          klass = ::Kernel.instance_method(:class).bind_call(object)
          return klass.to_s unless type._kind == :enum && [::String, ::Symbol, ::Integer].include?(klass)

          text = object.inspect
          text.size > SHOWN ? "#{text[0, SHOWN]}..." : text
        end
      end
    end
    private_constant :Expectation

    private

    # The message of dump's error. found: the object, if there is one.
    def _mismatch(*found)
      Expectation.message(self, *found)
    end
  end
end
