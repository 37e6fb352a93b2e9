# frozen_string_literal: true

module Jacinth
  class Type
    # Types that only write: rows, Arrays of a type and of the values of its members.
    # Adapters of serializers make them.
    module Row # :nodoc:
      class << self
        # Any value, as Jacinth.generate writes it.
        def value = @value ||= Type.__send__(:make, :value, label: "a value")

        # A value, a row, or an Array of such values.
        def rows = @rows ||= Type.__send__(:make, :value, label: "a value", rows: true)

        # The type of a row. names: the names of the members; nested: for each, true if
        # its value can contain rows; absent: the object in the place of a missing member.
        def of(names, nested, absent)
          members = names.each_with_index.map { |name, slot| member(name, slot, nested[slot]) }
          Type.__send__(:make, :object, label: "Object", build: :row, klass: absent, unknown: :ignore,
                                        members: members, fields: names.size, slots: names.size)
        end

        private

        def member(name, slot, nested)
          name = Member.to_utf8(name.to_s)
          { name: name, text: "#{Jacinth.generate(name)}:", slot: slot, type: nested ? rows : value, written: true,
            optional: true }
        end
      end
    end
    private_constant :Row
  end
end
