# frozen_string_literal: true

module Jacinth
  class Document
    # A new Document with another value in the place of the one that a pointer
    # leads to; this Document does not change. All other bytes stay as they are.
    # pointer: a JSON pointer from this value, in which a <tt>*</tt> is a key like
    # any other. value: what Jacinth.generate can write. Raises PatchError where
    # the pointer leads to nothing; ArgumentError or TypeError for what is not a
    # pointer; what generate raises; and ParserError for bad text on the way.
    # Called on a part of a document, it returns that part of the new document.
    #
    #   doc = Jacinth::Document.new('{ "a": [1, 2.50],  "b": {} }')
    #   doc.replace("/a/0", nil).raw # => "{ \"a\": [null, 2.50],  \"b\": {} }"
    def replace(pointer, value)
      edit { |editor, to| editor.replace(to + Steps.parse(pointer, star: true), Jacinth.generate(value)) }
    end

    # A new Document with one more value: a member of an object, where it replaces
    # one that has the same key; or an element of an array, before the one that has
    # this index now. The index <tt>-</tt>, or the size of the array, appends. The
    # new value gets the white space of its neighbours. The array or object must
    # be there. Arguments and errors are those of replace.
    #
    #   doc = Jacinth::Document.new('{ "a": [1, 2.50],  "b": {} }')
    #   doc.add("/a/1", "x").raw # => "{ \"a\": [1, \"x\", 2.50],  \"b\": {} }"
    #   doc.add("/b/c", true)["b"].raw # => "{\"c\":true}"
    def add(pointer, value)
      edit { |editor, to| editor.add(to + Steps.parse(pointer, star: true), Jacinth.generate(value)) }
    end

    # A new Document without the value that a pointer leads to. Raises PatchError
    # for the pointer to the whole document, and as replace does.
    #
    #   doc = Jacinth::Document.new('{ "a": [1, 2.50],  "b": {} }')
    #   doc.remove("/a/0").raw # => "{ \"a\": [2.50],  \"b\": {} }"
    def remove(pointer)
      edit { |editor, to| editor.remove(to + Steps.parse(pointer, star: true)) }
    end

    # A new Document with a JSON patch (RFC 6902) applied: an Array of operations,
    # which are Hashes, or its JSON text. They are done one after the other, all or
    # none. Raises PatchError where one cannot be done, or a test fails, and as
    # replace does.
    #
    #   doc = Jacinth::Document.new('{"a": 1.50, "b": [ ]}')
    #   doc.patch([{ "op" => "move", "from" => "/a", "path" => "/b/-" }]).raw # => "{\"b\": [1.50 ]}"
    def patch(operations)
      edit { |editor, to| Patch.each(operations) { |operation| editor.apply(operation, to) } }
    end

    # A new Document with a JSON merge patch (RFC 7386) applied. patch: a Hash whose
    # members replace those of the object, nil removing them, and a Hash being
    # merged in turn; any other value replaces the whole. (A String is such a value,
    # not JSON text.) Raises as replace does.
    #
    #   doc = Jacinth::Document.new('{"a": 1.50, "b": {"c": 2, "d": 3}}')
    #   doc.merge_patch({ "b" => { "c" => nil, "e" => 4 } }).raw # => "{\"a\": 1.50, \"b\": {\"d\": 3,\"e\": 4}}"
    def merge_patch(patch)
      edit { |editor, to| editor.merge(to, patch) }
    end

    # A whole document of this text, with the same options.
    def _with(text) # :nodoc:
      self.class.allocate.tap { |doc| doc.send(:_open, text, _config) }
    end

    private

    # Yields an editor of the whole, and the steps from there to this; gives what
    # they lead to afterwards.
    def edit
      editor = Editor.new(self)
      yield editor, steps.map(&:to_s)
      steps.empty? ? editor.root : editor.root.dig(*steps)
    end

    # The keys and indexes from the whole to this.
    def steps
      steps = []
      doc = self
      while (outer = doc.parent)
        steps.unshift(doc._step)
        doc = outer
      end
      steps
    end

    # A text that changes step by step. Steps are the names of a pointer.
    class Editor # :nodoc:
      SPACES = " \t\n\r".bytes.freeze
      attr_reader :root

      # doc: a Document; what is edited is the whole that it is in.
      def initialize(doc)
        @root = doc
        @root = @root.parent while @root.parent
      end

      def replace(steps, text)
        splice(*find(steps).send(:_range), text)
      end

      def add(steps, text)
        return replace(steps, text) if steps.empty?

        container = find(steps[0..-2])
        case container.type
        when :object then add_member(container, steps[-1], text)
        when :array then add_element(container, steps, text)
        else missing(steps)
        end
      end

      def remove(steps)
        raise PatchError, "the whole document cannot be removed" if steps.empty?

        container = find(steps[0..-2])
        find(steps)
        places = container.send(:_places, steps[-1])
        indexes = if container.type == :object
                    places.each_index.select { |i| places[i][3] } # a key may have come twice
                  else
                    [Steps.index(steps[-1])]
                  end
        cut(removed(container, places, indexes))
      end

      # outer: the steps that a pointer of the operation begins behind.
      def apply(operation, outer)
        steps = outer + operation.steps
        case operation.name
        when "add" then add(steps, operation.text)
        when "remove" then remove(steps)
        when "replace" then replace(steps, operation.text)
        when "move" then move(outer + operation.from, steps)
        when "copy" then add(steps, find(outer + operation.from).raw)
        else operation.check(find(steps).value)
        end
      end

      def merge(steps, patch)
        found = find(steps)
        return replace(steps, Jacinth.generate(Patch.merge(nil, patch))) if found.type != :object || !patch.is_a?(Hash)

        patch.each { |key, value| merge_member([*steps, key.to_s], value) }
      end

      private

      def merge_member(steps, value)
        found = look(steps)
        if value.nil? then remove(steps) if found
        elsif found then merge(steps, value)
        else add(steps, Jacinth.generate(Patch.merge(nil, value)))
        end
      end

      def move(from, steps)
        return find(from) if from == steps
        raise PatchError, "a value cannot be moved into itself" if steps[0, from.size] == from

        text = find(from).raw
        remove(from)
        add(steps, text)
      end

      # What steps lead to, or nil.
      def look(steps)
        steps.reduce(@root) do |doc, step|
          step = Steps.index(step) if doc.type == :array
          (step && doc[step]) || (return nil)
        end
      end

      def find(steps)
        look(steps) || missing(steps)
      end

      def missing(steps)
        raise PatchError, "nothing at #{Steps.pointer(steps).inspect}"
      end

      def source
        @root.send(:_source)
      end

      # The bytes first...last give way to text.
      def splice(first, last, text)
        reopen(source.byteslice(0, first).b << text.b << source.byteslice(last..).b)
      end

      # The bytes of the ranges go. Where the first one is that of all members, it has
      # the others in it.
      def cut(ranges)
        at = 0
        result = ranges.each_with_object("".b) do |(first, last), text|
          next if first < at

          text << source.byteslice(at...first)
          at = last
        end
        reopen(result << source.byteslice(at..))
      end

      def reopen(text)
        @root = @root._with(text.force_encoding(Encoding::UTF_8).freeze)
      end

      def add_member(container, name, text)
        found = container[name]
        return splice(*found.send(:_range), text) if found

        places = container.send(:_places, name)
        insert(container, places, places.size, Jacinth.generate(name) + colon(places) + text)
      end

      def add_element(container, steps, text)
        places = container.send(:_places, steps[-1])
        index = steps[-1] == "-" ? places.size : Steps.index(steps[-1])
        missing(steps) if index.nil? || index > places.size
        insert(container, places, index, text)
      end

      # A member more, before the one with that index.
      def insert(container, places, index, text)
        if places.empty?
          at = container.send(:_range)[0] + 1
        elsif index == places.size
          at = places[-1][1]
          text = ",#{space_before(start_of(places[-1]))}".b << text.b
        else
          at = start_of(places[index])
          text = text.b << ",#{space_before(start_of(places[[index, 1].max] || places[0]))}".b
        end
        splice(at, at, text)
      end

      # What is between the last member's key and its value, if no comment.
      def colon(places)
        first, _, key = places[-1]
        (key && source.byteslice(key...first).b[/"([ \t\r\n]*:[ \t\r\n]*)\z/, 1]) || ":"
      end

      def start_of(place) = place[2] || place[0]

      def space_before(at)
        from = at
        from -= 1 while SPACES.include?(source.getbyte(from - 1))
        source.byteslice(from...at)
      end

      # The bytes that members take with them, in ascending order: with the space and
      # comma up to the next one that stays, or, behind the last of those, from the
      # one before.
      def removed(container, places, indexes)
        behind = places.size
        staying = nil
        indexes.reverse.map do |index|
          staying = places[index + 1] if index + 1 < behind
          behind = index
          next everything(container) if index == 0 && staying.nil?

          staying ? [start_of(places[index]), start_of(staying)] : [places[index - 1][1], places[index][1]]
        end.reverse
      end

      def everything(container)
        first, last = container.send(:_range)
        [first + 1, last - 1]
      end
    end
    private_constant :Editor
  end
end
