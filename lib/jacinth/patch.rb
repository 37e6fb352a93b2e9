# frozen_string_literal: true

module Jacinth
  # Applies the operations of patches to Ruby's values.
  module PatchOperations # :nodoc:
    # One operation of RFC 6902.
    class Operation # :nodoc:
      NAMES = %w[add remove replace move copy test].freeze
      attr_reader :name

      def initialize(hash)
        raise PatchError, "expected an operation, a Hash, got #{PathText.inspected(hash)}" unless hash.is_a?(Hash)

        @members = hash.transform_keys(&:to_s)
        @name = fetch("op").to_s
        return if NAMES.include?(@name)

        raise PatchError, "unknown operation #{PathText.inspected(@name)}#{ChoiceText.hint(NAMES, @name)}"
      end

      def steps = @steps ||= pointer("path")
      def from = @from ||= pointer("from")
      def value = fetch("value")
      def text = Jacinth.generate(value)

      # Raises PatchError if the test fails. found: the value at the path of the test.
      def check(found)
        return if same?(found, value)

        raise PatchError, "the test at #{PointerSteps.pointer(steps).inspect} failed"
      end

      private

      def same?(found, wanted)
        found == wanted || read(found) == read(wanted)
      rescue GeneratorError => e
        raise if [found, wanted].none? { |value| Jacinth.__send__(:_take_error, e, value) }

        false # the wanted value cannot be in a document
      end

      # Returns the value as it is read from a document.
      def read(value)
        text = Jacinth.generate(value, max_nesting: 0, allow_nan: true)
        Jacinth.parse(text, max_nesting: 0, allow_nan: true)
      end

      def fetch(name)
        @members.fetch(name) { raise PatchError, "operation without #{name.inspect}" }
      end

      def pointer(name)
        text = fetch(name)
        raise PatchError, "expected a JSON pointer, got #{PathText.inspected(text)}" unless text.is_a?(String)

        PointerSteps.parse(text)
      rescue ArgumentError => e
        raise PatchError, e.message
      end
    end

    class << self
      def each(operations)
        operations = Jacinth.parse(operations) if operations.is_a?(String)
        unless operations.is_a?(Array)
          raise PatchError, "expected an Array of operations, got #{PathText.inspected(operations)}"
        end

        operations.each { |operation| yield Operation.new(operation) }
      end

      # RFC 7386. target is not changed.
      def merge(target, patch)
        return patch unless patch.is_a?(Hash)

        result = target.is_a?(Hash) ? target.dup : {}
        patch.each do |name, value|
          key = key_in(result, name.to_s)
          key = name if !result.key?(key) && result.empty?
          value.nil? ? result.delete(key) : result[key] = merge(result[key], value)
        end
        result
      end

      # Returns the name as a key of the Hash, which has either only Symbols or no Symbols as
      # keys. A name of invalid UTF-8 cannot be a Symbol.
      def key_in(hash, name)
        symbol = !hash.key?(name) && hash.first && hash.first[0].is_a?(Symbol) && name.valid_encoding?
        symbol ? name.to_sym : name
      end
    end

    # Hashes and Arrays that operations change, one after the other. The original ones
    # are copied before they are changed, each at most once, and never changed.
    class PatchedValue # :nodoc:
      attr_reader :value

      def initialize(value)
        @value = value
        @copies = {}.compare_by_identity # the containers that were copied
      end

      def apply(operation)
        steps = operation.steps
        case operation.name
        when "add" then add(steps, operation.value)
        when "remove" then remove(steps)
        when "replace" then replace(steps, operation.value)
        when "move" then move(operation.from, steps)
        when "copy" then add(steps, shared(find(operation.from)))
        else operation.check(find(steps))
        end
      end

      private

      def find(steps)
        value = @value
        steps.each_with_index { |step, i| value = value[place(value, step) { missing(steps[0..i]) }] }
        value
      end

      def replace(steps, other)
        return @value = other if steps.empty?

        container = container_of(steps)
        container[place(container, steps[-1]) { missing(steps) }] = other
      end

      def add(steps, other)
        return @value = other if steps.empty?

        step = steps[-1]
        container = container_of(steps)
        return container[PatchOperations.key_in(container, step)] = other if container.is_a?(Hash)

        index = step == "-" ? container.size : PointerSteps.index(step)
        missing(steps) if index.nil? || index > container.size
        container.insert(index, other)
      end

      def remove(steps)
        raise PatchError, "the whole document cannot be removed" if steps.empty?

        container = container_of(steps)
        at = place(container, steps[-1]) { missing(steps) }
        container.is_a?(Hash) ? container.delete(at) : container.delete_at(at)
      end

      def move(from, steps)
        moved = find(from)
        return if from == steps
        raise PatchError, "a value cannot be moved into itself" if steps[0, from.size] == from

        remove(from)
        add(steps, moved)
      end

      # Returns the container around the last step. It and those around it are copies.
      def container_of(steps)
        container = @value = copied(@value)
        steps[0..-2].each_with_index do |step, i|
          at = place(container, step) { missing(steps[0..i]) }
          container = container[at] = copied(container[at])
        end
        container.is_a?(Hash) || container.is_a?(Array) ? container : missing(steps)
      end

      def copied(value)
        return value if @copies.key?(value) || !(value.is_a?(Hash) || value.is_a?(Array))

        value.dup.tap { |copy| @copies[copy] = true }
      end

      # Returns a value that is now in two places: its containers must be copied again
      # before they are changed.
      def shared(value)
        waiting = [value]
        while (container = waiting.pop)
          waiting.concat(container.is_a?(Hash) ? container.values : container) if @copies.delete(container)
        end
        value
      end

      # Returns the key or index of a step in a container; yields if there is none.
      def place(container, step)
        case container
        when Hash
          key = PatchOperations.key_in(container, step)
          container.key?(key) ? key : yield
        when Array
          index = PointerSteps.index(step)
          index && index < container.size ? index : yield
        else yield
        end
      end

      def missing(steps)
        raise PatchError, "nothing at #{PointerSteps.pointer(steps).inspect}"
      end
    end
  end
  private_constant :PatchOperations
end
