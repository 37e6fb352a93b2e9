# frozen_string_literal: true

module Jacinth
  # Raised for an edit that cannot be applied: a pointer leads to no value, a test
  # failed, or an operation is invalid.
  #
  #   Jacinth.patch([], [{ "op" => "remove", "path" => "/0" }]) # raises Jacinth::PatchError: nothing at "/0"
  class PatchError < JSONError; end

  # Returns a value with a JSON patch (RFC 6902) applied. value: Hashes, Arrays and so on,
  # as parse returns them, which are not changed (the result shares the unchanged parts
  # with them); or a Document, for which this is Document#patch. operations: an Array of
  # operations, which are Hashes, or its JSON text. They are applied one after the other.
  # Raises PatchError if one of them cannot be applied or a test fails, ParserError if the
  # text is not JSON.
  #
  #   Jacinth.patch({ "a" => [1] }, [{ "op" => "add", "path" => "/a/-", "value" => 2 }]) # => {"a" => [1, 2]}
  def self.patch(value, operations)
    return value.patch(operations) if value.is_a?(Document)

    patched = Patch::PatchedValue.new(value)
    Patch.each(operations) { |operation| patched.apply(operation) }
    patched.value
  end

  # Returns a value with a JSON merge patch (RFC 7386) applied. value: as for
  # Jacinth.patch. patch: a Hash whose members replace those of the value: nil removes a
  # member, and a Hash is merged into the member. Any other value replaces the whole (a
  # String is such a value, not JSON text).
  #
  #   Jacinth.merge_patch({ "a" => 1, "b" => { "c" => 2 } }, { "b" => { "c" => nil, "d" => 3 } })
  #   # => {"a" => 1, "b" => {"d" => 3}}
  def self.merge_patch(value, patch)
    return value.merge_patch(patch) if value.is_a?(Document)

    Patch.merge(value, patch)
  end

  # Converts JSON pointers to lists of names and back. Both are compared as bytes, since
  # keys are not always UTF-8.
  module Steps # :nodoc:
    NAMES = { "~0" => "~", "~1" => "/", "~2" => "*" }.freeze
    private_constant :NAMES

    class << self
      # star: true if ~2 is an asterisk, as in the pointers of look-ups.
      def parse(pointer, star: false)
        text = String.try_convert(pointer) or raise TypeError, "expected a JSON pointer, got #{pointer.inspect}"
        text = utf8_or_binary(text).b
        raise ArgumentError, "a JSON pointer must begin with /: #{pointer.inspect}" unless text.match?(%r{\A(?:/|\z)}n)
        if text.match?(star ? /~(?![012])/n : /~(?![01])/n)
          raise ArgumentError, "invalid escape after ~ in a JSON pointer: #{pointer.inspect}"
        end

        text.split("/", -1).drop(1).map { |step| step.gsub(/~[012]/n, NAMES).force_encoding(Encoding::UTF_8) }
      end

      # Returns the text in UTF-8; binary text is returned as it is.
      def utf8_or_binary(text)
        [Encoding::UTF_8, Encoding::BINARY].include?(text.encoding) ? text : text.encode(Encoding::UTF_8)
      end

      # star: the text for the name that is an asterisk.
      def pointer(steps, star: "*")
        texts = steps.map { |step| PathText.pointer_text(step) }
        texts.map { |text| "/#{text == '*' ? star : text}" }.join("").encode(Encoding::UTF_8)
      end

      # Returns the name as an index, or nil if it is not one.
      def index(name)
        name.match?(/\A(?:0|[1-9][0-9]*)\z/) ? name.to_i : nil
      end
    end
  end
  private_constant :Steps

  # Applies the operations of patches to Ruby's values.
  module Patch # :nodoc:
    # One operation of RFC 6902.
    class Operation # :nodoc:
      NAMES = %w[add remove replace move copy test].freeze
      attr_reader :name

      def initialize(hash)
        raise PatchError, "expected an operation, a Hash, got #{hash.inspect}" unless hash.is_a?(Hash)

        @members = hash.transform_keys(&:to_s)
        @name = fetch("op").to_s
        raise PatchError, "unknown operation #{@name.inspect}#{Choice.hint(NAMES, @name)}" unless NAMES.include?(@name)
      end

      def steps = @steps ||= pointer("path")
      def from = @from ||= pointer("from")
      def value = fetch("value")
      def text = Jacinth.generate(value)

      # Raises PatchError if the test fails. found: the value at the path of the test.
      def check(found)
        return if same?(found, value)

        raise PatchError, "the test at #{Steps.pointer(steps).inspect} failed"
      end

      private

      def same?(found, wanted)
        found == wanted || read(found) == read(wanted)
      rescue GeneratorError
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
        raise PatchError, "expected a JSON pointer, got #{text.inspect}" unless text.is_a?(String)

        Steps.parse(text)
      rescue ArgumentError => e
        raise PatchError, e.message
      end
    end

    class << self
      def each(operations)
        operations = Jacinth.parse(operations) if operations.is_a?(String)
        raise PatchError, "expected an Array of operations, got #{operations.inspect}" unless operations.is_a?(Array)

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
        return container[Patch.key_in(container, step)] = other if container.is_a?(Hash)

        index = step == "-" ? container.size : Steps.index(step)
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
          key = Patch.key_in(container, step)
          container.key?(key) ? key : yield
        when Array
          index = Steps.index(step)
          index && index < container.size ? index : yield
        else yield
        end
      end

      def missing(steps)
        raise PatchError, "nothing at #{Steps.pointer(steps).inspect}"
      end
    end
  end
  private_constant :Patch
end
