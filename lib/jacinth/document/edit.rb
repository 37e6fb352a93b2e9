# frozen_string_literal: true

module Jacinth
  class Document
    Autoloads.add(self, Editor: "document/editor")
    private_constant :Editor

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
      edit { |editor, to| editor.replace(to + PointerSteps.parse(pointer, star: true), Jacinth.generate(value)) }
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
      edit { |editor, to| editor.add(to + PointerSteps.parse(pointer, star: true), Jacinth.generate(value)) }
    end

    # Returns a new Document without the value that a pointer leads to, and without its
    # comments: those on its line, and those above it. Raises PatchError for the pointer
    # to the whole document, and the errors of replace.
    #
    #   doc = Jacinth::Document.new('{ "a": [1, 2.50],  "b": {} }')
    #   doc.remove("/a/0").raw # => "{ \"a\": [2.50],  \"b\": {} }"
    def remove(pointer)
      edit { |editor, to| editor.remove(to + PointerSteps.parse(pointer, star: true)) }
    end

    # Returns a new Document with a JSON patch (RFC 6902) applied: an Array of operations,
    # which are Hashes, or its JSON text. All operations are applied, one after the other,
    # or none. Raises PatchError if one of them cannot be applied or a test fails, and the
    # errors of replace.
    #
    #   doc = Jacinth::Document.new('{"a": 1.50, "b": [ ]}')
    #   doc.patch([{ "op" => "move", "from" => "/a", "path" => "/b/-" }]).raw # => "{\"b\": [1.50 ]}"
    def patch(operations)
      edit { |editor, to| PatchOperations.each(operations) { |operation| editor.apply(operation, to) } }
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
  end
end
