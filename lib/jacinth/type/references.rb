# frozen_string_literal: true

module Jacinth
  class Type
    using Inside

    # Methods for classes that walk through types.
    module References # :nodoc:
      # Yields each reference without a target within a type, and follows it if the block gives it one.
      def self.incomplete(root)
        waiting, seen = [root], {}.compare_by_identity
        while (type = waiting.pop)
          next if seen.key?(type)

          seen[type] = true
          next waiting.concat(parts(type)) unless type._kind == :ref

          yield type unless type.frozen?
          waiting << type.__send__(:_target) if type.frozen?
        end
      end
      extend self

      private

      # The type that a reference leads to, or the type itself.
      def target(type)
        type = type.__send__(:_target) while type._kind == :ref
        type
      end

      # Returns the types without those that are there already. (Object#hash and __id__ would
      # make a type unshareable in Ruby 4.0.)
      def distinct(types)
        types.each_with_object({}.compare_by_identity) { |type, seen| seen[type] = true }.keys
      end

      # Returns a Hash from each type to those of the members that have it.
      def by_type(members)
        members.each_with_object({}.compare_by_identity) do |member, groups|
          (groups[target(member[:type])] ||= []) << member
        end
      end

      # True if a document can lack this member.
      def optional?(member)
        member[:optional] || (member[:deferred] && target(member[:type])._kind == :optional)
      end

      # The types that a type consists of, references included.
      def parts(type)
        spec = type._spec
        members = spec[:members].to_a.filter_map { |member| member[:type] }
        [spec[:of], spec[:key], *spec[:alternatives], *members].compact
      end
    end

    # Finds the types within a type that a description of it must write only once
    # and refer to by name: those that contain themselves, and those used more than
    # once, unless they are short. Otherwise, the description of types that each
    # use the next one twice would grow exponentially.
    class SharedTypes # :nodoc:
      include References

      NAMED = %i[object tagged].freeze
      # Types with so few parts, literals and characters of a pattern are repeated.
      SHORT = 8
      private_constant :NAMED, :SHORT

      def initialize(root)
        @uses = Hash.new(0).compare_by_identity
        @recursive = {}.compare_by_identity
        @sizes = {}.compare_by_identity
        count(target(root))
      end

      def include?(type)
        @recursive.key?(type) || (@uses[type] > 1 && (NAMED.include?(type._kind) || size(type) > SHORT))
      end

      private

      def count(root)
        waiting = [root]
        while (type = waiting.pop)
          next if (@uses[type] += 1) > 1

          parts(type).each do |part|
            waiting << (to = target(part))
            @recursive[to] = true if part._kind == :ref
          end
        end
      end

      # The size of the description, in which a shared type counts as a name.
      def size(type)
        @sizes[type] ||= begin
          spec = type._spec
          inner = parts(type).sum { |part| include?(part = target(part)) ? 1 : size(part) }
          1 + inner + (type._kind == :enum ? spec[:args].sum { |value| 1 + (value.to_s.size / 8) } : 0) +
            (spec[:regexp] ? spec[:regexp].source.size / 8 : 0)
        end
      end
    end
    private_constant :References, :SharedTypes

    private

    # Calls the block with this type or, for a reference, with its target: now, or as
    # soon as there is one.
    def when_complete(&check)
      return yield(complete) if frozen?

      (@checks ||= []) << check
    end

    def complete
      _kind == :ref ? _target.__send__(:complete) : self
    end

    # Returns the result of the block for the target of this reference or, if there is none yet, a
    # reference to this result.
    def deferred
      return yield(complete) if frozen?

      later = self.class.__send__(:build, :ref, _spec)
      when_complete { |type| later.__send__(:resolve, yield(type)) }
      later
    end

    # Called by the extension before a type is used that had references without targets: builds the
    # types of declared classes. Returns true if all references have targets.
    def _ready
      complete = true
      References.incomplete(self) { |reference| complete = false unless reference.__send__(:declared_target) }
      complete
    end

    # Builds the type of the declared class that this reference is for. Returns true if the reference
    # then has a target.
    def declared_target
      _spec[:declared]&.json_type
      frozen?
    end

    def resolve(target)
      _resolve(target)
      checks = @checks ? remove_instance_variable(:@checks) : []
      freeze
      checks.each { |check| check.call(complete) }
    end
  end
end
