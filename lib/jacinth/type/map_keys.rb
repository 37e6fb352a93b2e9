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
        # for Symbols and Strings without limits. values: the type of the values.
        def of(keys, values = nil)
          refuse_pairs(values) if values.is_a?(::Hash)
          type = Type[keys]
          spec = type._spec
          check_kind(type, spec)
          plain = type._kind == :string && !spec[:pattern] && !spec.key?(:low)
          [type._kind == :symbol, (type unless plain || type._kind == :symbol)]
        end

        # Returns the part of a spec for several Regexps as keys, each with the type of its values.
        # String is for all other keys; without it, each key must match one of them.
        def by_pattern(given)
          types = given.except(::String)
          wrong = types.keys.find { |key| !key.is_a?(::Regexp) }
          unless wrong.nil?
            raise ArgumentError, "T.hash needs Regexps, or String for other keys, got #{PathText.inspected(wrong)}"
          end

          types.each_key { |regexp| Type.__send__(:check_regexp, "the keys", regexp) }
          others = given.key?(::String) ? {} : { key: any_of(types.keys), closed: true }
          { tests: types.keys.zip, alternatives: types.values.map { |type| Type[type] },
            of: Type[given.fetch(::String, ::Object)], **others }
        end

        private

        # Raises ArgumentError for a Hash that is not the short form of an object.
        def refuse_pairs(hash)
          return if hash.keys.all? { |key| key.is_a?(::String) || key.is_a?(::Symbol) }

          raise ArgumentError, "expected the type of the values, got a Hash of keys and types: write T.hash(**hash)"
        end

        def check_kind(type, spec)
          rule = %i[check strip].find { |name| spec[name] }
          raise ArgumentError, "the keys of T.hash cannot have #{rule}:" if rule
          return if KINDS.include?(type._kind) && !(type._kind == :enum && spec[:klass])

          got = type._kind == :epoch ? type.label : type.described
          raise ArgumentError, "the keys of T.hash must be a type of strings, numbers or times, got #{got}"
        end

        # The Strings that match one of the Regexps.
        def any_of(regexps)
          spec = Type.string(pattern: ::Regexp.union(regexps))._spec
          Type.__send__(:make, :string, **spec, label: "String like #{ChoiceText.list(regexps.map(&:inspect))}")
        end
      end
    end
    private_constant :MapKeys
  end
end
