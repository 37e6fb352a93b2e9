# frozen_string_literal: true

module Jacinth
  class Type
    using Inside

    # Unions of objects that differ in the value of a member, the tag.
    module TaggedUnion # :nodoc:
      extend References

      class << self
        # Returns the spec of the union. types: as Type.union gets them.
        def spec(types, tag)
          raise ArgumentError, "tag must be a String, got #{PathText.inspected(tag)}" unless tag.is_a?(String)

          tag = Member.to_utf8(tag)
          pairs = types.size == 1 && types[0].is_a?(Hash) ? by_name(types[0], tag) : by_literals(types, tag)
          check_classes(pairs, tag)
          members = pairs.map { |name, type| { name: name, type: type, symbol: nil, read: true } }
          names = members.map { |member| member[:name].inspect }.join(" or ")
          { tag: tag, members: members, args: pairs.map(&:last), places: places(pairs, tag),
            label: "an object with #{tag.inspect} #{names}" }
        end

        # Raises ArgumentError if a reference leads to a type without the tag.
        def check_references(type)
          type._spec[:members].each do |member|
            check_reference(member[:type], type._spec[:tag], member[:name]) if member[:type]._kind == :ref
          end
        end

        private

        def check_reference(type, tag, name)
          type.__send__(:when_complete) { |target| check_tag(target, member_named(target, tag), tag, name) }
        end

        # Pairs for a Hash: a type without the tag as a member gets it as a constant.
        def by_name(types, tag)
          raise ArgumentError, "T.union needs at least one type" if types.empty?

          types.map do |name, type|
            name = Member.to_utf8(Member.text("the value of a tag", name))
            type = object_type(Type[type])
            if type._kind == :ref
              check_reference(type, tag, name)
            elsif (member = member_named(type, tag))
              check_tag(type, member, tag, name)
            else
              type = with_tag(type, tag, name)
            end
            [name, type]
          end
        end

        # Pairs for the literals of the types' own members. An enum gives several.
        def by_literals(types, tag)
          raise ArgumentError, "T.union needs at least one type" if types.empty?

          types.flat_map do |type|
            type = object_type(Type[type])
            member = member_named(type, tag)
            texts = member && member[:type]._kind == :enum ? member[:type]._spec[:members] : []
            names = texts.map { |text| text[:name] }
            if names.empty?
              raise ArgumentError,
                    "#{type.described} needs a member #{tag.inspect} that is a T.literal or a T.enum of Strings"
            end

            names.each { |name| check_tag(type, member, tag, name) }
            names.map { |name| [name, type] }
          end
        end

        def object_type(type)
          referred = type._kind == :ref && type.json_kinds == [:object]
          return type if type._kind == :object || referred

          raise ArgumentError, "a union with a tag can contain only types of objects, got #{type.described}"
        end

        # Raises unless the type's own member reads the tag's value and always writes
        # it. member: nil if a reference leads to a type without it.
        def check_tag(type, member, tag, name)
          problem = tag_problem(member, name) or return
          raise ArgumentError, "#{type.described} needs a member #{tag.inspect} that #{problem}"
        end

        def tag_problem(member, name)
          kind = member && member[:type]._kind
          kind = member[:type]._spec[:of]._kind if kind == :optional
          return "is a String, a Symbol or a T.enum" unless %i[string symbol enum].include?(kind)
          return "is read and always written" unless member[:read] && member[:written]
          return "is never omitted" if member[:omit_nil] || member[:omit_default]
          return "has one name" if member[:also]

          member[:type].load(Jacinth.generate(name))
          nil
        rescue ValidationError
          "can be #{name.inspect}"
        end

        # An object that does not contain its tag is written by the type of its class:
        # there must be only one.
        def check_classes(pairs, tag)
          types = distinct(pairs.map(&:last)).reject { |type| type._kind == :ref }
          types.group_by { |type| type._spec[:klass] }.each do |klass, same|
            next unless same.size > 1 && same.any? { |type| member_named(type, tag)[:constant] }

            raise ArgumentError, "ambiguous union: #{same.size} types are read into #{PathText.shown(klass)}; " \
                                 "give each of them a member #{tag.inspect}"
          end
        end

        # Returns a Hash from the class of each type whose objects do not contain their tag
        # to the type's index; nil if a reference can lead to another type of such a class, or
        # if a type for Hash can write an object of a subclass of Hash.
        def places(pairs, tag)
          types = pairs.map(&:last)
          return if types.any? { |type| type._kind == :ref || type._spec[:klass].equal?(Hash) }

          types.each_with_index.select { |type, _| member_named(type, tag)[:constant] }
               .to_h { |type, index| [type._spec[:klass], index] }.compare_by_identity.freeze
        end

        def with_tag(type, tag, name)
          if type._spec[:klass].equal?(Hash)
            raise ArgumentError,
                  "a Hash in a union with a tag needs a member #{tag.inspect}, from which dump takes the tag"
          end

          Type.__send__(:make, :object, **ObjectSpec.with_tag(type._spec, tag, name))
        end
      end
    end
    private_constant :TaggedUnion
  end
end
