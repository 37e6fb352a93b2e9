# frozen_string_literal: true

require_relative "references"

module Jacinth
  class Type
    using Inside

    # Unions of objects without a tag. A required member determines the type of an object:
    # one that no other type has, or one that is a literal or enum in each type.
    module ObjectUnion # :nodoc:
      extend References

      class << self
        # Returns the types of a union. Those of objects, if there are several, become one
        # type, in the place of the first of them.
        def merge(types)
          parts = types.map { |type| objects(type) }
          return types if parts.compact.size < 2

          first, merged = parts.index { |part| part }, of(parts.compact.flatten(1))
          types.each_index.filter_map { |i| i == first ? merged : (types[i] unless parts[i]) }
        end

        # Raises ArgumentError if a member that distinguishes a type has become optional.
        def check_references(variant)
          variant._spec[:members].each { |mark| check_required(mark[:type], member_named(mark[:type], mark[:name])) }
        end

        private

        # The types of objects with members that a type consists of; nil for other types,
        # and for a reference that is not complete.
        def objects(type)
          case type._kind
          when :ref then type._target && objects(type._target)
          when :object then [type]
          when :variant then type._spec[:args]
          when :tagged then distinct(type._spec[:args]).then { |types| types if types.all? { |one| tagged?(one) } }
          end
        end

        # True for objects with members that have the tag themselves.
        def tagged?(type) = type._kind == :object && type._spec[:members].none? { |member| member[:constant] }

        def of(types)
          tag = common_tag(types)
          return Type.union(*types, tag: tag) if tag

          tests = tests(types)
          marks = types.map { |type| mark(type, tests) }
          marked, unmarked = marks.partition { |mark| mark[:name] }
          check(marked, unmarked.map { |mark| mark[:type] })
          # those of one name follow each other
          members = marked.group_by { |mark| mark[:name] }.values.flatten(1)
          Type.__send__(:make, :variant, label: "an object with #{names(members)}", members: members, args: types,
                                         marks: members.map { |member| member[:test] }, of: unmarked.dig(0, :type))
        end

        # The name of a member that is another literal or enum of Strings in each type, or nil.
        def common_tag(types)
          names = types[0]._spec[:members].select { |member| tag?(member) }.map { |member| member[:name] }
          names.find do |name|
            members = types.lazy.map { |type| member_named(type, name) }.take_while { |one| one && tag?(one) }.to_a
            members.size == types.size && distinct?(members)
          end
        end

        # True if the member is required, and an enum of Strings and Symbols.
        def tag?(member) = member[:type]._kind == :enum && member[:type]._spec[:klass].nil? && required?(member)

        def required?(member)
          member[:read] && member[:written] && !member[:optional] && !member.key?(:fallback) && !member[:constant] &&
            !member[:also] && (unknown?(member) || !optional?(member))
        end

        # True if the type of the member is not complete, so that it can become optional.
        def unknown?(member) = member[:deferred] && member[:type].leads_to._kind == :ref

        # For each name that distinguishes a type that requires the member: nil if one type alone
        # has it, true if it is another literal or enum in each type that has it.
        def tests(types)
          members = types.flat_map { |type| type._spec[:members].select { |member| member[:name] } }
          members.group_by { |member| member[:name] }.filter_map do |name, same|
            [name, same.size > 1] if same.size == 1 || distinct?(same)
          end.to_h
        end

        # The required member that distinguishes the type from all others, and its type if
        # that is the literal or enum that it must be; only the type if there is none.
        def mark(type, tests)
          members = type._spec[:members].select { |member| tests.key?(member[:name]) && required?(member) }
          member = members.find { |one| tests[one[:name]] } || members.find { |one| !unknown?(one) } || members[0]
          return { type: type } if member.nil?

          check_required(type, member)
          { name: member[:name], type: type, test: (member[:type] if tests[member[:name]]), symbol: nil, read: true }
        end

        def check_required(type, member)
          member[:type].__send__(:when_complete) { |found| refuse_optional(type, member) if found._kind == :optional }
        end

        # True if all members are enums, and no two of them have a value in common.
        def distinct?(members)
          return false unless members.all? { |member| member[:type]._kind == :enum }

          values = members.flat_map { |member| member[:type]._spec[:args].map { |value| comparable(value) } }
          values.uniq.size == values.size
        end

        # JSON has no Symbols, and 1.0 equals 1.
        def comparable(value)
          case value
          when ::Symbol then value.name
          when ::Numeric then value.to_r
          else value
          end
        end

        # Raises ArgumentError unless each type but one is marked, and dump can choose between
        # those of one class by their literals.
        def check(marked, unmarked)
          refuse(*unmarked[0, 2]) if unmarked.size > 1

          types = [*marked.filter_map { |mark| mark[:type] unless mark[:test] }, *unmarked]
          types = types.reject { |type| type._spec[:klass].equal?(::Hash) }
          same = types.group_by { |type| type._spec[:klass] }.values.find { |list| list.size > 1 } or return
          raise ArgumentError, "ambiguous union: #{same.size} types are read into #{same[0].described}, so that dump " \
                               "cannot choose between them; give each of them a class, or a member that is a literal"
        end

        def refuse(one, other)
          raise ArgumentError, "ambiguous union: neither #{one.described} (#{listed(one)}) nor #{other.described} " \
                               "(#{listed(other)}) has a required member that no other type has; give them a member " \
                               "that is a literal, as with tag:, or use T.first_of"
        end

        def refuse_optional(type, member)
          raise ArgumentError, "ambiguous union: #{type.described} needs a required member that no other type has, " \
                               "but #{member[:name].inspect} is optional"
        end

        def listed(type)
          names = type._spec[:members].filter_map { |member| member[:name] }.first(5)
          names.empty? ? "no members" : names.map(&:inspect).join(", ")
        end

        def names(members)
          ChoiceText.list(members.map { |member| [member[:name].inspect, member[:test]&.label].compact.join(" ") })
        end
      end
    end
    private_constant :ObjectUnion
  end
end
