# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Notes the errors of a TypeReader: ext/jacinth/type/type_errors.c.
    module TypeFaults # :nodoc:
      SHOWN = 40
      private_constant :SHOWN

      private

      # Notes an error. Returns nil. step: one more step of the path.
      def note(code, expected, at, found: nil, step: nil, near: nil)
        if @trials.positive?
          if @failed.nil?
            @depth = path_size(step)
            @report = [expected, path_to(step)] if @trials == @reported
          end
          @failed = at
          return
        end
        first = @errors.nil? || @errors.empty?
        context = context(at, nil) if first
        error = [expected.dup, found || found_at(at), path_to(step), *place_of(at), code, context, near]
        @failed = at
        fail_faults([error]) unless @errors

        @errors << error
        fail_faults(@errors) if @errors.size >= 100
      end

      def fail_faults(errors) = Portable.raise_error(ValidationError.new(errors), @options)

      # Returns the number of the steps of path_to.
      def path_size(step)
        without = @frame && !@frame.value.instance_of?(::Array) && @frame.key.nil? ? 1 : 0
        origin_size + @frames.size - without + (step.nil? ? 0 : 1)
      end

      def origin_size = @origin_size ||= (@origin.is_a?(::Proc) ? @origin.call : @origin.to_a).size

      def path_to(step)
        state = @state
        @state = :value
        [*steps, *step]
      ensure
        @state = state
      end

      # Describes the value at an index: the kind of a container, or the text of a scalar.
      def found_at(at)
        case @text.getbyte(at)
        when nil then return "nothing"
        when 123 then return "an object"
        when 91 then return "an array"
        when 34
          part = @text.byteslice(at, SHOWN)
          whole = part[/\A"(?:[^"\\]|\\.)*"/mn]
          size = part[/\A"(?:[^"\\]|\\.)*(?:\\\z)?/mn].bytesize
        else
          part = @text.byteslice(at, SHOWN)
          size = part[/\A[A-Za-z0-9+\-.]*/n].bytesize
          whole = part.byteslice(0, size) if size < SHOWN && size < @text.bytesize - at
        end
        return as_utf8(whole.dup) if whole
        return as_utf8(@text.byteslice(at, size)) if at + size == @text.bytesize

        size -= 1 while size.positive? && continues?(at + size)
        "#{as_utf8(@text.byteslice(at, size))}..."
      end

      def note_limit(node, value, at)
        code = :out_of_range
        case value
        when ::Array then found = "an array of length #{value.size}"
        when ::Hash then found = "an object of length #{value.size}"
        else
          if node.kind == :set then found = "an array of #{value.size} different elements"
          elsif node.pattern && node.length?(value) then code = :wrong_format
          end
        end
        note(code, node.label, at, found: found)
      end

      def note_mismatch(node, at)
        byte = @text.getbyte(at)
        found = node.target
        if found.kind == :enum && found.spec[:args].empty? && @frame&.key
          names = @within.kind == :map ? @within.type.__send__(:_known_keys) : []
          return note_unknown(@frame.key.to_s, names, at)
        end

        found = found.of.target while found.kind == :optional
        node = found = found.by[:string].target if found.kind == :union && byte == 34 && found.by.size == 7
        number = byte == 45 || byte&.between?(48, 57)
        code = case found.kind
               when :enum then :wrong_value unless [123, 91].include?(byte)
               when :symbol, :time, :date, :decimal then :wrong_format if byte == 34
               when :float, :epoch then :out_of_range if number
               end
        note(code || :wrong_type, node.label, at)
      end

      # Notes a member that is not allowed. names: the allowed ones.
      def note_unknown(key, names, at)
        name = key.inspect
        near = [key, names] if key.bytesize <= SHOWN
        note(:unknown, "no member #{name}", at, found: "member #{name}", near: near)
      end
    end
  end
end
