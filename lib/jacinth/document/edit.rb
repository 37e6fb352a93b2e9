# frozen_string_literal: true

require_relative "edited_value"
require_relative "gap"

module Jacinth
  class Document
    # Returns a new Document with another value in the place of the one that a pointer
    # leads to; this Document does not change. All other bytes stay as they are, those
    # around the value of a whole document included: to_s returns them all.
    # pointer: a JSON pointer from this value, in which a <tt>*</tt> is a key like
    # any other. value: an object that Jacinth.generate can write. Raises PatchError if
    # the pointer leads to nothing; ArgumentError or TypeError if it is not a pointer;
    # LimitError if the new text is longer than +max_document_bytes+; the errors of
    # generate; and ParserError for invalid text on the path.
    # Called on a part of a document, it returns that part of the new document.
    #
    #   doc = Jacinth::Document.new('{ "a": [1, 2.50],  "b": {} }')
    #   doc.replace("/a/0", nil).raw # => "{ \"a\": [null, 2.50],  \"b\": {} }"
    def replace(pointer, value)
      edit { |editor, to| editor.replace(to + Steps.parse(pointer, star: true), Jacinth.generate(value)) }
    end

    # Returns a new Document with an additional value: a member of an object, which
    # replaces a member with the same key; or an element of an array, before the element
    # that has this index. The index <tt>-</tt>, or the size of the array, appends. The new
    # value gets the white space of its neighbours. A comment stays with the member on the
    # same line, or with the member below it. The array or object must exist. Arguments
    # and errors are those of replace.
    #
    #   doc = Jacinth::Document.new('{ "a": [1, 2.50],  "b": {} }')
    #   doc.add("/a/1", "x").raw # => "{ \"a\": [1, \"x\", 2.50],  \"b\": {} }"
    #   doc.add("/b/c", true)["b"].raw # => "{\"c\":true}"
    def add(pointer, value)
      edit { |editor, to| editor.add(to + Steps.parse(pointer, star: true), Jacinth.generate(value)) }
    end

    # Returns a new Document without the value that a pointer leads to, and without its
    # comments: those on its line, and those above it. Raises PatchError for the pointer
    # to the whole document, and the errors of replace.
    #
    #   doc = Jacinth::Document.new('{ "a": [1, 2.50],  "b": {} }')
    #   doc.remove("/a/0").raw # => "{ \"a\": [2.50],  \"b\": {} }"
    def remove(pointer)
      edit { |editor, to| editor.remove(to + Steps.parse(pointer, star: true)) }
    end

    # Returns a new Document with a JSON patch (RFC 6902) applied: an Array of operations,
    # which are Hashes, or its JSON text. All operations are applied, one after the other,
    # or none. Raises PatchError if one of them cannot be applied or a test fails, and the
    # errors of replace.
    #
    #   doc = Jacinth::Document.new('{"a": 1.50, "b": [ ]}')
    #   doc.patch([{ "op" => "move", "from" => "/a", "path" => "/b/-" }]).raw # => "{\"b\": [1.50 ]}"
    def patch(operations)
      edit { |editor, to| Patch.each(operations) { |operation| editor.apply(operation, to) } }
    end

    # Returns a new Document with a JSON merge patch (RFC 7386) applied. patch: a Hash
    # whose members replace those of the object: nil removes a member, and a Hash is
    # merged into the member. Any other value replaces the whole document (a String is
    # such a value, not JSON text). Raises the errors of replace.
    #
    #   doc = Jacinth::Document.new('{"a": 1.50, "b": {"c": 2, "d": 3}}')
    #   doc.merge_patch({ "b" => { "c" => nil, "e" => 4 } }).raw # => "{\"a\": 1.50, \"b\": {\"d\": 3,\"e\": 4}}"
    def merge_patch(patch)
      edit { |editor, to| editor.merge(to, patch) }
    end

    # Returns a whole document with this text and the same options.
    def _with(text) # :nodoc:
      self.class.allocate.tap { |doc| doc.send(:_open, text, _config) }
    end

    private

    # Yields an Editor of the whole document and the steps from there to this value;
    # returns the value that these steps lead to afterwards.
    def edit
      editor = Editor.new(self)
      yield editor, steps.map(&:to_s)
      edited = editor.document
      steps.empty? ? edited : edited.dig(*steps)
    end

    # Returns the keys and indexes from the whole document to this value.
    def steps
      steps = []
      doc = self
      while (outer = doc.parent)
        steps.unshift(doc._step)
        doc = outer
      end
      steps
    end

    # Edits of a whole document. Steps are the names of a JSON pointer.
    class Editor # :nodoc:
      # document: any value of the document that is edited.
      def initialize(document)
        @root = document
        @root = @root.parent while @root.parent
        @whole = EditedValue::Slot.new(@root, EditedValue.new(@root, @root))
        @size = source.bytesize
        @copied = 0
      end

      # Returns the edited document.
      def document
        text = write(EditedText.new(@root)).to_s
        @root._with("#{@root.send(:_bom)}#{text}")
      end

      def replace(steps, text)
        find(steps).value = value(text)
      end

      def add(steps, text)
        add_value(steps, value(text))
      end

      def remove(steps)
        raise PatchError, "the whole document cannot be removed" if steps.empty?

        find(steps)
        find(steps[0..-2]).value.remove(steps[-1])
      end

      # outer: the steps that a pointer of the operation begins after.
      def apply(operation, outer)
        steps = outer + operation.steps
        case operation.name
        when "add" then add(steps, operation.text)
        when "remove" then remove(steps)
        when "replace" then replace(steps, operation.text)
        when "move" then move(outer + operation.from, steps)
        when "copy" then copy(outer + operation.from, steps)
        else operation.check(find(steps).value.document.value)
        end
      end

      def merge(steps, patch)
        merge_value(find(steps), patch)
      end

      private

      def source = @root.send(:_source)

      def value(text) = EditedValue.new(text.b, @root)

      # Writes the whole document to an EditedText, and returns that.
      def write(text)
        first, last = @root.send(:_range)
        text.add(source, 0, first)
        @whole.value.write(text)
        text.add(source, last)
      end

      # Returns the slot of the value that the steps lead to.
      def find(steps)
        steps.each_with_index.inject(@whole) { |slot, (step, i)| slot.value[step] || missing(steps[0..i]) }
      end

      def add_value(steps, value)
        return @whole.value = value if steps.empty?

        container = find(steps[0..-2]).value
        case container.type
        when :object then container[steps[-1]] = value
        when :array then container.insert(steps[-1], value) || missing(steps)
        else missing(steps)
        end
      end

      def move(from, steps)
        moved = find(from).value
        return if from == steps
        raise PatchError, "a value cannot be moved into itself" if steps[0, from.size] == from

        remove(from)
        add_value(steps, moved)
      end

      def copy(from, steps)
        copied = find(from).value.document
        add_value(steps, EditedValue.new(copied, @root))
        check_size(copied)
      end

      # Raises LimitError if copies made the document too large. The size is counted
      # only after so many bytes were copied, to take time in proportion to those.
      def check_size(copied)
        first, last = copied.send(:_range)
        return if (@copied += last - first) <= @size

        @size = write(EditedText.new(@root, keep: false)).size
        @copied = 0
      end

      def merge_value(slot, patch)
        object = slot.value
        return slot.value = value(merged(patch)) if object.type != :object || !patch.is_a?(Hash)

        patch.each { |key, value| merge_member(object, Steps.utf8_or_binary(key.to_s), value) }
      end

      def merge_member(object, name, patch)
        found = object[name]
        if patch.nil? then object.remove(name) if found
        elsif found then merge_value(found, patch)
        else object[name] = value(merged(patch))
        end
      end

      # Returns the text of a merge patch for a missing value.
      def merged(patch) = Jacinth.generate(Patch.merge(nil, patch))

      def missing(steps)
        raise PatchError, "nothing at #{Steps.pointer(steps).inspect}"
      end
    end
    private_constant :Editor
  end
end
