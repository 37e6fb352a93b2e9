# frozen_string_literal: true

module Jacinth
  class Document
    # A value of a document that is being edited: its original text, and the members
    # that were looked up or changed since. It is opened only as far as the edits
    # need, so that many edits take time in proportion to the text and their number.
    class EditedValue # :nodoc:
      # The place of a member in the original text, and its value now.
      Slot = Struct.new(:document, :value)

      # From so many members on, an object or array is opened as a whole.
      MANY = 16
      private_constant :MANY

      # content: a Document, or the text of a value. original_text: the OriginalText of the
      # Document; for a text, any other one of the same document.
      def initialize(content, original_text)
        @content = content
        @original_text = original_text
        @slots = {}
        @members = nil
      end

      # Returns the slot of the member that a step of a JSON pointer names, or nil.
      def [](step)
        return members[step] if @members || @slots.size >= MANY

        index = original.type == :array ? PointerSteps.index(step) : step
        index && (@slots[index] ||= slot(index))
      end

      def type = original.type

      # Adds a member to an object. Returns false if this is not an object.
      def []=(name, value)
        found = self[name]
        found ? found.value = value : members.append(name, value)
      end

      # Adds an element to an array. Returns nil if the step is not an index of it.
      def insert(step, value) = members.insert(step, value)

      def remove(step) = members.remove(step)

      # Returns the value as it is now, a Document.
      def document
        return original if @members.nil? && @slots.empty?

        text = EditedText.new(@original_text.document)
        write(text)
        initialize(text.to_s, @original_text)
        original
      end

      # Returns a copy of the value as it is now.
      def copy = EditedValue.new(document, @original_text)

      # Writes the value to an EditedText.
      def write(text)
        return text.add(@content) if @content.is_a?(String)
        return members.write(text) if @members

        first, last = @content.send(:_range)
        changes.each do |from, to, value|
          text.add_original(@original_text, first, from)
          value.write(text)
          first = to
        end
        text.add_original(@original_text, first, last)
      end

      protected

      attr_reader :slots

      # True if the value is the original one, even if a part of it was changed.
      def in?(document) = @content.equal?(document) && @members.nil?

      private

      def original
        if @content.is_a?(String)
          @content = @original_text.document._with(@content)
          @original_text = OriginalText.new(@content)
        end
        @content
      end

      def slot(index)
        found = original[index] and Slot.new(found, EditedValue.new(found, @original_text))
      end

      def members
        @members ||= EditedMembers.new(original, @original_text, @slots)
      end

      # Returns the outermost changed values: the beginning and the end of the original
      # value in the text, and the new value.
      def changes
        found = []
        waiting = @slots.values.compact
        while (slot = waiting.pop)
          value = slot.value
          if value.in?(slot.document)
            waiting.concat(value.slots.values.compact)
          else
            found << [*slot.document.send(:_range), value]
          end
        end
        found.sort_by!(&:first)
      end
    end

    # The members of an object or array that is being edited, with the gaps around
    # them: a list in two directions, and a table for look-ups. Only the members that an
    # edit looks up, and those next to them, are objects of the list; the others are
    # indexes of the original members.
    class EditedMembers # :nodoc:
      # A member. start, first, last: where the key, the value and its end are in the
      # original text, or nil. step, at: its key or index, and its index, there. key: the
      # text up to the value of a new member of an object. previous, following: the next
      # members, or nil if they are the original ones; the container's brackets end the
      # list on both sides. gap: the bytes before the member, or nil if they are the
      # original ones. value: an EditedValue, or nil.
      class Member # :nodoc:
        attr_reader :start, :first, :last, :step, :at
        attr_accessor :previous, :following, :gap, :key, :value

        # place: four values of Document#_places.
        def initialize(place = [], at = nil)
          @first, @last, key_start, key = place
          @start = key_start || @first
          @step = key&.to_s || at
          @at = at
        end
      end
      private_constant :Member

      # slots: the members that were looked up already.
      def initialize(document, original_text, slots)
        @document = document
        @original_text = original_text
        @source = document.send(:_source)
        @first, @last = document.send(:_range)
        @bracket = Member.new([@last - 1, @first + 1], -1)
        @array = document.type == :array
        @places = document.send(:_places)
        @count = @places.size / 4
        @originals = {} # members by their original index
        @appended = {} # by name
        @table = (0...@count).to_a if @array
        slots.each { |index, slot| find(index).value = slot.value if slot }
      end

      def [](step)
        index = @array ? PointerSteps.index(step) : step
        member = index && find(index)
        member && with_value(member)
      end

      # Adds a member with a new name after the last one.
      def append(key, value)
        member = Member.new
        member.key = "#{Jacinth.generate(key)}#{colon}"
        insert_before(member, value, @bracket)
        (@table || @appended)[name(key)] = member
      end

      # Adds an element, and returns it; nil if the step is neither an index nor "-".
      def insert(step, value)
        index = step == "-" ? @table.size : PointerSteps.index(step)
        return if index.nil? || index > @table.size

        member = Member.new
        insert_before(member, value, find(index) || @bracket)
        @table.insert(index, member)
        member
      end

      # Removes the element, or all members with this name.
      def remove(step)
        removed = @array ? @table.delete_at(PointerSteps.index(step)) : table.delete(name(step))
        Array(removed).each { |member| unlink(loaded(member)) }
      end

      def write(text)
        written = @first # up to here, the original text is written
        indexes = @originals.keys.sort
        member = @bracket
        until (member = next_loaded(member, indexes)).equal?(@bracket)
          written = write_gap(member, written, text) if member.gap
          written = write_value(member, written, text) if member.value
        end
        written = write_gap(@bracket, written, text) if @bracket.gap
        text.add_original(@original_text, written, @last)
      end

      private

      # The table of an object is made by the first look-up or removal.
      def table = @table ||= names.merge!(@appended)

      # Returns the table of an object: original indexes by name, Arrays of them for
      # equal keys. The one that a look-up finds comes first.
      def names
        table = {}
        @count.times do |index|
          key = name(@places[(4 * index) + 3].to_s)
          found = table[key]
          if found.is_a?(Array) then found << index
          else table[key] = found ? [found, index] : index
          end
        end
        table.each { |key, indexes| choose(key, indexes) if indexes.is_a?(Array) }
      end

      def choose(key, indexes)
        place, = @document[key].send(:_range)
        indexes.rotate!(indexes.index { |index| @places[4 * index] == place })
      end

      # Keys are compared as bytes.
      def name(step) = step.encoding == Encoding::UTF_8 ? step : step.dup.force_encoding(Encoding::UTF_8)

      # Returns the member with this index or key, or nil.
      def find(index)
        found = table[@array ? index : name(index)]
        found = found.first if found.is_a?(Array)
        return loaded(found) unless @array && found.is_a?(Integer)

        @table[index] = loaded(found)
      end

      # Returns a member for an original index; anything else as it is.
      def loaded(member)
        return member unless member.is_a?(Integer)

        @originals[member] ||= Member.new(@places[4 * member, 4], member)
      end

      def previous(member)
        index = (member.equal?(@bracket) ? @count : member.at) - 1 unless member.previous
        member.previous ||= index.negative? ? @bracket : loaded(index)
      end

      def following(member) = member.following ||= member.at + 1 == @count ? @bracket : loaded(member.at + 1)

      # Returns the next member of the list that can have been edited. A member without
      # links is followed by original members. indexes: of the loaded ones, sorted.
      def next_loaded(member, indexes)
        return member.following if member.following

        index = indexes.bsearch { |other| other > member.at }
        index ? @originals[index] : @bracket
      end

      def with_value(member)
        member.value ||= EditedValue.new(@document.send(:_member, member.first, member.step), @original_text)
        member
      end

      def link(member, following)
        member.following = following
        member.previous = previous(following)
        member.previous.following = following.previous = member
      end

      def insert_before(member, value, following)
        member.value = value
        member.gap, following.gap = gaps(following)
        link(member, following)
      end

      # Returns the gaps around a member that is added before another one.
      def gaps(following)
        gap = gap(following)
        first = first?(following)
        if !following.equal?(@bracket)
          second = find(1) if first
          Gap.insert(gap, Gap.space(gap(second || following), first: second.nil? && first), first: first)
        elsif first
          Gap.fill(gap)
        else
          Gap.append(gap, Gap.space(gap(previous(following)), first: first?(previous(following))))
        end
      end

      def unlink(member)
        following = following(member)
        following.gap = Gap.remove(gap(member), gap(following), first: first?(member), last: following.equal?(@bracket))
        following.previous = previous(member)
        previous(member).following = following
      end

      def first?(member) = previous(member).equal?(@bracket)

      def gap(member) = member.gap || @source.byteslice(previous(member).last...member.start).b

      # Returns the text between the last member's key and its value, or ":" if there is a
      # comment in it.
      def colon
        member = previous(@bracket)
        return ":" if member.equal?(@bracket)

        key = member.key || @source.byteslice(member.start...member.first)
        key.b[/"([ \t\r\n]*:[ \t\r\n]*)\z/n, 1] || ":"
      end

      # Writes a gap after the original text up to it. Returns the next position
      # in the original text, or nil if the member is new.
      def write_gap(member, written, text)
        text.add_original(@original_text, written, previous(member).last) if written
        text.add(member.gap)
        member.start
      end

      # Writes the value of a member, and the key before it. Returns the next
      # position in the original text.
      def write_value(member, written, text)
        member.first ? text.add_original(@original_text, written, member.first) : text.add(member.key.to_s)
        member.value.write(text)
        member.last
      end
    end

    # The text from which a Document was read: JSON or JSON5.
    class OriginalText # :nodoc:
      attr_reader :document, :source

      def initialize(document)
        @document = document
        @json5 = document.send(:_json5_source)
        @source = @json5 || document.send(:_source)
      end

      # Returns the offset in the source of an offset in the Document's text.
      def offset(at) = @json5 ? (@places ||= Json5Text.places(@json5)).origin(at) : at
    end

    # The text of an edited value while it is put together. Raises LimitError as soon
    # as it is longer than +max_document_bytes+.
    class EditedText # :nodoc:
      attr_reader :size

      # document: one with the limit. keep: false to count the bytes only.
      def initialize(document, keep: true)
        @document = document
        @text = "".b
        @keep = keep
        @source = nil
        @first = @last = @size = 0
      end

      # Appends the bytes first...last of the source.
      def add(source, first = 0, last = source.bytesize)
        @document.send(:_limit, @size += last - first)
        return self unless @keep

        unless @source.equal?(source) && first == @last
          flush
          @source = source
          @first = first
        end
        @last = last
        self
      end

      # Appends the original text, JSON or JSON5, for the bytes first...last of a Document's text.
      def add_original(original, first, last)
        add(original.source, original.offset(first), original.offset(last))
      end

      def to_s
        flush
        @text.force_encoding(Encoding::UTF_8)
      end

      private

      def flush
        @text << @source.byteslice(@first...@last).b if @source
        @source = nil
      end
    end
    private_constant :EditedValue, :EditedMembers, :OriginalText, :EditedText
  end
end
