# frozen_string_literal: true

module Jacinth
  class Type
    using Inside

    # Methods for classes that walk through types.
    module References # :nodoc:
      # Yields each reference without a target within a type, and follows it if the block gives it one.
      # seen: the types to skip, to which those of this type are added.
      def self.incomplete(root, seen = {}.compare_by_identity)
        waiting = [root]
        while (type = waiting.pop)
          next if seen.key?(type)

          seen[type] = true
          next waiting.concat(parts(type)) unless type._kind == :ref

          yield type unless type._target
          waiting << type._target if type._target
        end
      end

      extend self

      @lock = Thread::Mutex.new

      # Yields in one thread at a time. The block must not call a program's code: a Fiber that never
      # continues would keep the lock. Other Ractors cannot change a class, so they need no lock.
      def self.synchronize(&) = Ractor.current.equal?(Ractor.main) ? @lock.synchronize(&) : yield

      private

      # The type that a reference leads to, or the type itself.
      def target(type)
        type = type.leads_to
        type._kind == :ref ? raise(ArgumentError, "this type is not complete yet") : type
      end

      # Returns the types without those that are there already. (Object#hash and __id__ would
      # make a type unshareable in Ruby 4.0.)
      def distinct(types)
        types.each_with_object({}.compare_by_identity) { |type, seen| seen[type] = true }.keys
      end

      # Returns the member of a type of objects that has this name in documents, or nil.
      def member_named(type, name)
        place = type.__send__(:_member_place, name) and type._spec[:members][place]
      end

      # Returns a Hash from each type to those of the members that have it.
      def by_type(members)
        members.each_with_object({}.compare_by_identity) do |member, groups|
          (groups[target(member[:type])] ||= []) << member
        end
      end

      # True if a document can lack this member.
      def optional?(member) = member[:optional] || (member[:deferred] && target(member[:type])._kind == :optional)

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

    # The type at the end of a chain of references: a reference only if that has no target.
    def leads_to
      type = self
      while type._kind == :ref && (target = type._target)
        type = target
      end
      type
    end

    # Calls the block with this type or, for a reference, with its target: now, or as soon as there
    # is one. Does not call it for a declared class without members, of which #_ready checks the uses.
    def when_complete(&check)
      type = leads_to
      type._kind == :ref ? type.__send__(:add_check, check) : yield(type)
    end

    def add_check(check)
      (@checks ||= []) << check unless _spec[:declared]
    end

    # Returns the result of a method of the target of this reference or, if there is none yet, a
    # reference to this result.
    def deferred(*call)
      type = leads_to
      return type.__send__(*call) unless type._kind == :ref

      later = self.class.__send__(:build, :ref, { **type._spec, base: type, call: call })
      when_complete { |target| later.__send__(:resolve, target.__send__(*call)) }
      later
    end

    # Called before a type is used that has references: gives targets to those that are for declared
    # classes, and checks the declarations that refer to them. Returns true if all references have
    # targets, and false within such a check, so that it is called again. Several threads can do this
    # at the same time, with the same result.
    def _ready
      checking = Thread.current[:jacinth_checked_types]
      seen = checking || {}.compare_by_identity
      complete = true
      References.incomplete(self, seen) { |type| complete = false unless type.__send__(:find_target) }
      return false if checking || !complete

      check_all(seen.keys, seen)
    end

    def check_all(types, seen)
      Thread.current[:jacinth_checked_types] = seen
      types.each { |type| type.__send__(:check_references) if type._spec[:pending] }
      true
    ensure
      Thread.current[:jacinth_checked_types] = nil
    end

    # Makes the checks that could not be made while a type of a member or alternative was not complete.
    def check_references
      case _kind
      when :object then _spec[:declared].each_value { |member| member.check(complete: true) }
      when :tagged then TaggedUnion.check_references(self)
      when :variant then ObjectUnion.check_references(self)
      end
    end

    # Gives a target to a reference that is for a declared class. Returns nil if there is none yet.
    def find_target
      base, klass = _spec.values_at(:base, :declared)
      return if klass.nil? || (base && !base._target && !base.__send__(:find_target))

      target = base ? base.leads_to : klass.__send__(:json_final)
      return if target.leads_to._kind == :ref

      resolve(base ? target.__send__(*_spec[:call]) : target)
    end

    # Ractor.make_shareable can have frozen a reference before it has a target. Does nothing if
    # another thread has given it one.
    def resolve(target)
      Ractor.make_shareable(target) if frozen? && !_target
      checks = References.synchronize do
        next if _target

        _resolve(target)
        (@checks ? remove_instance_variable(:@checks) : []).tap { freeze }
      end
      checks&.each { |check| when_complete(&check) }
      self
    end
  end
end
