# frozen_string_literal: true

module Jacinth
  class Type
    using Inside

    # The keys of Type.hash.
    module MapKeys # :nodoc:
      KINDS = %i[string symbol integer float time date decimal enum].freeze
      private_constant :KINDS

      class << self
        # Returns true if the keys are Symbols, and the type by which they are converted; nil
        # for Symbols and Strings without limits.
        def of(keys)
          type = Type[keys]
          spec = type._spec
          unless KINDS.include?(type._kind) && !(type._kind == :enum && spec[:klass]) && !spec[:strip]
            raise ArgumentError, "the keys of T.hash must be a type of strings, numbers or times, got #{type.described}"
          end

          plain = type._kind == :string && !spec[:pattern] && !spec.key?(:low)
          [type._kind == :symbol, (type unless plain || type._kind == :symbol)]
        end
      end
    end
    private_constant :MapKeys
  end
end
