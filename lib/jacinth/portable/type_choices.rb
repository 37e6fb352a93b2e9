# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Chooses between types, and converts texts: ext/jacinth/type/type_read_choice.c and type_read_convert.c.
    class TypeReader # :nodoc:
      private

      # Returns the type that a text is converted to and the value, or nil. only_times: true to convert
      # only the text of a Time to an epoch.
      def coerced(node, text, only_times)
        node = node.target
        while node.kind == :optional
          return [node, nil] if text.empty? && !only_times

          node = node.of.target
        end
        if %i[union first].include?(node.kind)
          node.alternatives.each { |one| (found = coerced(one, text, only_times)) && (return found) }
          return
        end
        base = node.kind == :scalar && node.of ? node.of : node
        value = only_times ? epoch_of_text(base, text) : coerced_scalar(base, text)
        [node, value] unless ABSENT.equal?(value)
      end

      def coerced_scalar(base, text)
        case base.kind
        when :integer, :float, :epoch then number_of_text(base, text)
        when :boolean then TypeScalars.boolean(text)
        when :enum then literal_of_text(base, text)
        else ABSENT
        end
      end

      def number_of_text(node, text)
        return epoch_of_text(node, text) unless TypeScalars.number?(text)
        return TypeScalars.epoch(text, node.spec[:unit]) if node.kind == :epoch

        real = text.match?(/[.eE]/)
        if node.kind == :float
          value = real ? number_of(text, @scanner.pos, true) : Numbers.float(text)
          return value.is_a?(::Float) && value.infinite? ? ABSENT : value
        end
        return node.whole ? TypeScalars.whole(text) : ABSENT if node.kind == :integer && real

        number_of(text, @scanner.pos, real)
      end

      def epoch_of_text(node, text)
        value = node.kind == :epoch ? TypeScalars.time(text) : ABSENT
        ABSENT.equal?(value) ? value : value.utc
      end

      def literal_of_text(node, text)
        value = number_of_text(node, text)
        value = node.literal(value) unless ABSENT.equal?(value)
        return value unless ABSENT.equal?(value)

        value = text.empty? ? nil : TypeScalars.boolean(text)
        ABSENT.equal?(value) ? value : node.literal(value)
      end

      # Returns the type of the object at an index that one of its members determines: the tag, or
      # a member of a variant. Notes an error and returns nil if there is none.
      def find_alternative(node, at, coerces)
        tagged = node.kind == :tagged
        @scanner.pos = at + 1
        byte = next_byte
        while byte == QUOTE
          key = read_string
          break unless next_byte == COLON

          @scanner.pos += 1
          byte = next_byte
          value_at = @scanner.pos
          if tagged && key == node.spec[:tag]
            member = node.member(read_string) if byte == QUOTE
            return member.node.target if member

            return note_no_tag(node, at, value_at)
          end
          place = node.places[key] unless tagged
          return node.members[place].node.target if place && node.alternatives[place].nil?
          break unless byte

          skip_before_tag(node, at, key)
          after = @scanner.pos
          found = place && variant_by(node, place, value_at, byte, coerces)
          return found if found

          @scanner.pos = after
          break unless next_byte == COMMA

          @scanner.pos += 1
          byte = next_byte
        end
        return node.of.target if !tagged && node.of

        note_no_alternative_of(node, at, tagged)
      end

      def note_no_tag(node, at, value_at)
        @scanner.pos = at
        skip_value
        note(:wrong_value, node.label, value_at, step: node.spec[:tag])
      end

      def note_no_alternative_of(node, at, tagged)
        @scanner.pos = at
        skip_value
        step = node.spec[:tag] if tagged
        note(:missing, node.label, at, found: tagged ? "nothing" : "another object", step: step)
      end

      # Skips a member before the one that determines the type. Errors have the path of its value.
      def skip_before_tag(node, at, key)
        from = @scanner.pos
        return @scanner.pos = @ends[from] if @ends.key?(from)

        after = nil
        inside(node, node, at, {}) do
          @frame.key = -key
          @scanner.pos = from
          skip_value
          after = @scanner.pos
        end
        @scanner.pos = @ends[from] = after
      end

      # Returns the alternative of a variant that the value at an index determines, or nil.
      def variant_by(node, place, at, byte, coerces)
        return if [OPEN_ARRAY, OPEN_OBJECT].include?(byte)

        @scanner.pos = at
        value = byte == QUOTE ? read_string : any(checked: false)
        name = node.members[place].name
        same = node.members.each_index.select { |i| node.members[i].name == name }
        [false, *(true if coerces && byte == QUOTE)].each do |convert|
          found = same.find { |i| literal?(node.alternatives[i], value, byte == QUOTE, convert) }
          return node.members[found].node.target if found
        end
        nil
      end

      def literal?(test, value, text, convert)
        return !ABSENT.equal?(test.literal(value)) unless text

        convert ? !ABSENT.equal?(literal_of_text(test, value)) : test.places.key?(value)
      end

      # Reads the value by the first alternative that accepts it. @tried has the results of trials,
      # so that each value is read once for each type.
      def load_first(node, wanted, byte, at)
        return mismatch(wanted, node, byte, at) if byte.nil? || byte == CLOSE_ARRAY

        outermost = @trials.zero? && @tried.nil?
        inherited = @coerces
        coerces = inherited || node.coerce ? true : false
        if @trials.positive?
          return skip_value if @failed

          known = (@tried ||= {})[[node.object_id, at, coerces]]
          return known_result(node, known, at) if known
        end
        @coerces = coerces
        value, deepest = try_all(node, at)
        after = @scanner.pos
        if @trials.positive?
          @tried[[node.object_id, at, coerces]] = [after, value, deepest]
          value = note_first(node, at, deepest) if ABSENT.equal?(value)
        elsif ABSENT.equal?(value)
          value = note_no_alternative(node, at)
          @scanner.pos = after
        end
        @coerces = inherited
        @tried = nil if outermost
        value
      end

      def known_result(node, known, at)
        @scanner.pos = known[0]
        ABSENT.equal?(known[1]) ? note_first(node, at, known[2]) : known[1]
      end

      # Notes, in a trial, that a value fits no alternative. depth: the length of the longest path in
      # their errors.
      def note_first(node, at, depth)
        note(:wrong_type, node.label, at)
        @depth = depth if depth > @depth
        nil
      end

      def try_all(node, at)
        @reported = 0 if @trials.zero?
        @trials += 1
        value = ABSENT
        deepest = 0
        node.alternatives.each do |one|
          value = try(one, at)
          break unless ABSENT.equal?(value)

          deepest = @depth if @depth > deepest
        end
        @trials -= 1
        [value, deepest]
      end

      # Returns the value at an index, or ABSENT if it does not fit. Errors are not noted.
      def try(node, at)
        failed = @failed
        @failed = nil
        @scanner.pos = at
        value = typed(node)
        value = ABSENT if @failed
        @failed = failed
        value
      end

      # Notes why a value fits no alternative: all errors of the alternative whose first error has the
      # longest path, or the first error of each if several have paths of that length.
      def note_no_alternative(node, at)
        path = path_to(nil)
        faults = []
        depth = path.size
        deepest = alone = nested = nil
        @trials = @reported = 1
        node.alternatives.each do |one|
          @report = nil
          try(one, at)
          next unless @report

          faults << @report
          if @depth > depth
            depth = @depth
            deepest = one
            alone = true
            nested = depth > @report[1].size
          elsif @depth == depth
            alone = false
          end
        end
        @trials = @reported = 0
        if deepest && (alone || nested)
          @scanner.pos = at
          return typed(deepest)
        end
        expected = faults.empty? ? node.label : node.type.__send__(:_none_fits, faults, path)
        note(:wrong_type, expected, at)
      end
    end
  end
end
