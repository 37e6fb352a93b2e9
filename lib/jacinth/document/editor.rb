# frozen_string_literal: true

require_relative "edited_value"
require_relative "gap"

module Jacinth
  class Document
    # Edits of a whole document. Steps are the names of a JSON pointer.
    class Editor # :nodoc:
      # document: any value of the document that is edited.
      def initialize(document)
        @root = document
        @root = @root.parent while @root.parent
        @original_text = OriginalText.new(@root)
        @whole = EditedValue::Slot.new(@root, EditedValue.new(@root, @original_text))
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

      def value(text) = EditedValue.new(text.b, @original_text)

      # Writes the whole document to an EditedText, and returns that.
      def write(text)
        first, last = @root.send(:_range)
        text.add_original(@original_text, 0, first)
        @whole.value.write(text)
        text.add_original(@original_text, last, source.bytesize)
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
        copied = find(from).value.copy
        add_value(steps, copied)
        check_size(copied.document)
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

        patch.each { |key, value| merge_member(object, PointerSteps.utf8_or_binary(key.to_s), value) }
      end

      def merge_member(object, name, patch)
        found = object[name]
        if patch.nil? then object.remove(name) if found
        elsif found then merge_value(found, patch)
        else object[name] = value(merged(patch))
        end
      end

      # Returns the text of a merge patch for a missing value.
      def merged(patch) = Jacinth.generate(PatchOperations.merge(nil, patch))

      def missing(steps)
        raise PatchError, "nothing at #{PointerSteps.pointer(steps).inspect}"
      end
    end
    private_constant :Editor
  end
end
