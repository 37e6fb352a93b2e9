# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Reads a value of a type: ext/jacinth/type/type_reader.c.
    class TypeReader < Reader # :nodoc:
      include TypeFaults

      ABSENT = TypeNode::ABSENT
      NULL = /null/n
      INTEGER = /-?(?:0|[1-9][0-9]*)(?![0-9]|\.|[eE])/n
      JRUBY = RUBY_ENGINE == "jruby"
      private_constant(*constants(false))

      # all: true to collect all errors. from_convert: true for a text of Type#convert, in which each
      # Time is a string, even if an epoch is expected. steps: the path to the value.
      def initialize(source, options, all: false, from_convert: false, steps: nil)
        super(source, options)
        raise ArgumentError, "a Type supports only the limits max_document_bytes and max_nesting" if options.limits?

        @origin = steps
        @errors = all ? [] : nil
        @from_convert = from_convert
        @trials = 0
        @ends = {}
      end

      # Returns the value of the document.
      def typed_document(node)
        value = typed(node)
        fail_at(@scanner.pos, "unexpected token at end of stream %s") if next_byte
        fail_faults(@errors) if @failed

        value
      end

      # Returns the value at the position. Raises ValidationError if it does not fit.
      def value_of(node)
        value = typed(node)
        fail_faults(@errors) if @failed

        value
      end

      def position = @scanner.pos

      private

      # Returns the value at the position as a value of a type, or notes an error.
      def typed(wanted)
        @state = :value
        byte = next_byte
        at = @scanner.pos
        node = wanted
        while true
          case node.kind
          when :optional
            return nil if byte == 110 && @scanner.skip(NULL)
            return nil if byte == QUOTE && coerces?(wanted, node) && skip_empty(node.of.target, at)

            node = node.of
          when :ref then node = node.target
          when :union
            node = node.by[json_kind(byte)] || (return mismatch(wanted, node, byte, at))
          when :tagged, :variant
            return mismatch(wanted, node, byte, at) unless byte == OPEN_OBJECT

            found = find_alternative(node, at, coerces?(wanted, node))
            @scanner.pos = at
            return skip_value unless found

            node = found
          else
            return __send__(node.read, node, wanted, byte, at) unless node.scalar?

            value = __send__(node.read, node, byte, at)
            return ABSENT.equal?(value) ? mismatch(wanted, node, byte, at) : apply_rules(node, value, at)
          end
        end
      end

      # Skips the string at the index and returns true if it is empty or, if it is stripped, has only
      # white space.
      def skip_empty(node, at)
        node = node.of if node.kind == :scalar && node.of
        text = read_string
        return true if (node.strip ? TypeScalars.strip(text) : text).empty?

        @scanner.pos = at
        false
      end

      def coerces?(wanted, node) = @coerces || wanted.coerce || node.coerce ? true : false

      # Notes that a value does not fit, unless it can be converted.
      def mismatch(wanted, node, byte, at)
        @scanner.pos = at
        fail_at(at, "unexpected end of input") unless byte
        coerces = coerces?(wanted, node)
        if byte == QUOTE ? coerces || @from_convert : node.whole
          found, value = byte == QUOTE ? coerced(wanted, read_string, !coerces) : [node, read_whole(byte)]
          if found && !ABSENT.equal?(value)
            return found.kind == :scalar ? scalar(found, value, at) : apply_rules(found, value, at)
          end

          @scanner.pos = at
        end
        skip_value
        note_mismatch(wanted, at)
      end

      def read_whole(byte)
        text = number_text(byte)
        text ? TypeScalars.whole(text) : ABSENT
      end

      # Applies the limits and rules of its type to a value, and returns the result. Notes an error
      # for a value that is not allowed.
      def apply_rules(node, value, at)
        return value unless node.constrained?
        return check_unique(node, value, at) if node.unique
        return check_object(node, value, at) if node.kind == :object
        return note_mismatch(node, at) if node.strict && !TypeScalars.rfc3339?(text_at(at))

        if node.strip
          value = TypeScalars.strip(value)
          value = -value if @freezes
        end
        return note_limit(node, value, at) unless (node.strict && node.range.nil?) || node.allows?(value)

        node.spec[:check] ? check_object(node, value, at) : value
      end

      def text_at(at)
        after = @scanner.pos
        @scanner.pos = at
        read_string.tap { @scanner.pos = after }
      end

      def check_unique(node, value, at)
        count = node.type.__send__(:_count_distinct, as_utf8(@text.byteslice(at...@scanner.pos)))
        return note(:duplicate, node.label, at, found: "an array with equal elements") unless count

        count.between?(node.spec[:low] || 0, node.spec[:high] || count) ? value : note_limit(node, value, at)
      end

      def check_object(node, object, at)
        fault = node.type.__send__(:_fault, object)
        fault.nil? ? object : note(:check, fault, at)
      end

      # True if an error was noted in the value that begins at an index.
      def failed_in?(at) = @failed && (@failed >= at || @trials.positive?)

      # Reads any value. checked: true to note a number that is too large for a Float.
      def any(checked: true)
        @infinite = nil
        value = checked ? read : without_callbacks { read }
        @state = :value
        return value unless checked && @infinite && !@options.allow_nan

        note(:out_of_range, "a number that fits a Float", @infinite)
      end

      def without_callbacks(options = nil)
        saved = [@options, @calls]
        @calls = false
        @options = options if options
        @options = @options.without(:on_load, :decimal_class, :into) if @options.decimal_class
        yield
      ensure
        @options, @calls = saved
      end

      def number_of(text, at, real)
        value = super
        @infinite = at if value.is_a?(::Float) && value.infinite?
        value
      end

      # Skips the value at the position, in which duplicate keys are allowed.
      def skip_value
        @skipping ||= @options.with(allow_duplicate_key: true)
        outer = @skips
        @skips = @trials.positive?
        without_callbacks(@skipping) { read }
        @skips = outer
        @state = :value
        nil
      end

      # Skips at once a container whose end was found in another trial. Otherwise the time of all
      # trials would be quadratic in the depth of nesting.
      def open_container(byte, closing)
        after = @skips && @ends[@scanner.pos]
        return super unless after

        @scanner.pos = after
        nil
      end

      def close
        at = @frame.at
        super.tap { @ends[at] = @scanner.pos if @skips }
      end

      # Returns the text of the number at the position, which is skipped, or nil.
      def number_text(byte)
        return unless number?(byte)

        text = scan_number
        as_utf8(text) if text
      end

      def number?(byte) = byte == MINUS || byte&.between?(48, 57)

      def json_kind(byte)
        case byte
        when 110 then :null
        when 116, 102 then :boolean
        when QUOTE then :string
        when OPEN_ARRAY then :array
        when OPEN_OBJECT then :object
        when 78, 73 then @options.allow_nan ? :float : nil
        else number?(byte) ? (@scanner.match?(INTEGER) ? :integer : :float) : nil
        end
      end

      # The methods for scalars return the value, or ABSENT for text that does not fit the type.
      def load_string(_node, byte, _at) = byte == QUOTE ? read_string : ABSENT

      def load_integer(_node, byte, at)
        number?(byte) && (size = @scanner.skip(INTEGER)) ? @text.byteslice(at, size).to_i : ABSENT
      end

      def load_float(_node, byte, _at)
        if (text = number_text(byte))
          value = Numbers.float(text)
          return value.infinite? && !@options.allow_nan ? ABSENT : value
        end
        return ABSENT unless @options.allow_nan

        [78, 73].include?(byte) || (byte == MINUS && @scanner.match?(INFINITY)) ? any(checked: false) : ABSENT
      end

      def load_boolean(_node, byte, _at)
        return true if byte == 116 && @scanner.skip(/true/n)

        byte == 102 && @scanner.skip(/false/n) ? false : ABSENT
      end

      def load_symbol(_node, byte, _at)
        value = read_string if byte == QUOTE
        value&.valid_encoding? ? value.to_sym : ABSENT
      end

      def load_enum(node, byte, _at)
        return node.member(read_string)&.symbol || ABSENT if byte == QUOTE
        return ABSENT unless node.klass && ![OPEN_ARRAY, OPEN_OBJECT].include?(byte) && json_kind(byte)

        node.literal(any(checked: false))
      end

      def load_time(_node, byte, _at) = byte == QUOTE ? TypeScalars.time(read_string) : ABSENT

      def load_epoch(node, byte, _at)
        text = number_text(byte)
        text ? TypeScalars.epoch(text, node.spec[:unit]) : ABSENT
      end

      def load_date(node, byte, _at) = byte == QUOTE ? date(node, read_string) : ABSENT

      def date(node, text)
        parts = TypeScalars.date_parts(text) or return ABSENT
        # In JRuby, dates with different calendars are different keys of a Hash. Years after 1582 are the same in both.
        parts << -Float::INFINITY unless JRUBY && parts[0] > 1582 # Date::GREGORIAN
        node.klass.valid_date?(*parts) ? node.klass.new(*parts) : ABSENT
      rescue ::Date::Error
        ABSENT # JRuby has no dates after the year 292,278,993
      end

      def load_decimal(_node, byte, _at)
        text = byte == QUOTE ? read_string : number_text(byte)
        text ? decimal(text) : ABSENT
      end

      def decimal(text)
        return ABSENT unless TypeScalars.number?(text)

        value = ::Kernel.BigDecimal(text)
        return ABSENT if !value.finite? || (value.zero? && text[/\A[^eE]*/].match?(/[1-9]/))

        value
      end

      def load_any(node, wanted, byte, at) = byte == CLOSE_ARRAY ? mismatch(wanted, node, byte, at) : any
      alias load_value load_any

      def load_scalar(node, wanted, byte, at)
        base = node.of
        if byte == CLOSE_ARRAY || (byte == QUOTE && base && base.kind != :string)
          return mismatch(wanted, node, byte, at)
        end

        scalar(node, any(checked: base.nil?), at)
      end

      def scalar(node, value, at)
        base = node.of
        if base
          value = TypeScalars.float(value) if base.kind == :float && value.is_a?(::Integer)
          return note_mismatch(base, at) unless base?(base, value)

          value = TypeScalars.strip(value) if base.strip
          too_large = base.kind == :float && value.infinite? && !@options.allow_nan
          return note_limit(base, value, at) if too_large || !base.allows?(value)
        end
        call_program(at) { node.spec[:load].call(value) }
      end

      def base?(base, value)
        case base.kind
        when :string then value.is_a?(::String)
        when :integer then value.is_a?(::Integer)
        when :float then value.is_a?(::Float)
        else [true, false].include?(value)
        end
      end

      # Yields to call code of the program. Notes an ArgumentError that it raises. made: the type of
      # the object that it makes, or nil.
      def call_program(at, made = nil)
        begin
          return yield
        rescue ::ArgumentError => e
          raise if e.is_a?(::UncaughtThrowError) || made&.type&.__send__(:_wrong_call?, e)

          message = e.message.to_s
        end
        note(:invalid, message, at) # not in the rescue clause: its error would have a cause
      end

      # Opens the container at an index, and yields its first byte after the bracket.
      def inside(node, wanted, at, value)
        @scanner.pos = at + 1
        byte = next_byte
        max = @options.max_nesting
        fail_nesting(at, @frames.size + 1) if max.positive? && @frames.size >= max
        outer = [@frame, @coerces, @within]
        @within = node
        @coerces = coerces?(wanted, node)
        open_frame(value, at)
        result = yield byte
        @frames.pop
        @frame, @coerces, @within = outer
        result
      rescue SystemStackError
        fail_nesting(at, @frames.size + 1)
      end

      def load_array(node, wanted, byte, at)
        return mismatch(wanted, node, byte, at) unless byte == OPEN_ARRAY

        types = node.alternatives if node.kind == :tuple
        array = []
        inside(node, wanted, at, array) do |first|
          elements(first) do
            array << if types.nil? then typed(node.of)
                     elsif types.size > array.size then typed(types[array.size])
                     else skip_value
                     end
          end
        end
        array.freeze if @freezes
        finish_array(node, array, at)
      end
      alias load_set load_array
      alias load_tuple load_array

      # Yields at each element of the array whose first byte after the bracket is given.
      def elements(byte)
        more = !skip_closing(byte, CLOSE_ARRAY)
        while more
          yield
          @state = :comma
          more = next_member?(CLOSE_ARRAY)
        end
        end_container
      end

      # Skips the byte and returns true if it closes the container.
      def skip_closing(byte, closing) = byte == closing && (@scanner.pos += 1) ? true : false

      def finish_array(node, array, at)
        return array if failed_in?(at)

        if node.kind == :set
          array = node.klass.new(array)
          array.freeze if @freezes
        end
        apply_rules(node, array, at)
      end

      # Yields each key of the object whose first byte after the bracket is given, and the index of the key.
      def keys(byte, symbols: false)
        more = !skip_closing(byte, CLOSE_OBJECT)
        while more
          at = @scanner.pos
          @state = :key
          first = @frame.pairs.zero?
          fail_key(at, first) unless @text.getbyte(at) == QUOTE
          key = read_string(key: true)
          fail_at(at, "invalid UTF-8 in source: %s") if symbols && !key.valid_encoding?
          @frame.key = symbols ? key.to_sym : -key
          @state = :colon
          fail_colon(first) unless next_byte == COLON
          @scanner.pos += 1
          @state = :value
          yield @frame.key, at
          @frame.pairs += 1
          @state = :comma
          more = next_member?(CLOSE_OBJECT)
        end
        end_container
      end

      def end_container
        @frame.key = nil
        @ends[@frame.at] = @scanner.pos if @trials.positive?
      end

      def load_map(node, wanted, byte, at)
        return mismatch(wanted, node, byte, at) unless byte == OPEN_OBJECT

        pairs = []
        hash = inside(node, wanted, at, {}) do |first|
          keys(first, symbols: node.spec[:symbols]) do |key, key_at|
            pairs << [key, typed(node.value_node(key)), key_at]
          end
          make_map(node, pairs, at)
        end
        hash.freeze if @freezes
        node.missing_keys(hash).each do |key|
          note(:missing, node.value_node(key).target.label, at, found: "nothing", step: key)
        end
        failed_in?(at) ? hash : apply_rules(node, hash, at)
      end

      def make_map(node, pairs, at)
        pairs.each_with_object({}) do |(text, value, key_at), hash|
          key = node.key ? key_of_text(node.key, text) : text
          if ABSENT.equal?(key)
            place = @trials.positive? ? at : key_at
            note(:wrong_format, "#{node.key.label} as a key", place, step: text)
            next
          end
          refuse_duplicate(text) if hash.key?(key)
          hash[key] = value
        end
      end

      # Returns the key that a text stands for, or ABSENT.
      def key_of_text(node, text)
        key = case node.kind
              when :integer, :float then number_of_text(node, text)
              when :enum then node.member(text)&.symbol || ABSENT
              when :time then TypeScalars.time(text)
              when :date then date(node, text)
              when :decimal then decimal(text)
              else text
              end
        return key if ABSENT.equal?(key) || !node.constrained?
        return ABSENT if node.strict && !TypeScalars.rfc3339?(text)

        (node.strict && node.range.nil?) || node.allows?(key) ? key : ABSENT
      end

      def load_object(node, wanted, byte, at)
        return mismatch(wanted, node, byte, at) unless byte == OPEN_OBJECT

        slots = ::Array.new(node.spec[:slots], ABSENT)
        object = inside(node, wanted, at, {}) do |first|
          keys(first) { |key, key_at| read_member(node, slots, key, key_at) }
          complete(node, slots, at)
          failed_in?(at) ? nil : make_object(node, slots, at)
        end
        failed_in?(at) ? nil : apply_rules(node, object, at)
      end

      def read_member(node, slots, key, key_at)
        member = node.member(key)
        return read_unknown(node, slots, key, key_at) unless member
        return skip_value unless member.read

        refuse_duplicate(member.name) unless ABSENT.equal?(slots[member.slot])
        slots[member.slot] = nil
        slots[member.slot] = typed(member.node)
      end

      def read_unknown(node, slots, key, key_at)
        return collect(node, slots, key) if node.spec[:unknown] == :collect

        skip_value
        return unless node.spec[:unknown] == :raise

        note_unknown(key, node.members.filter_map { |member| member.name if member.read }, key_at)
      end

      def collect(node, slots, key)
        value = any
        slot = node.spec[:collector]
        slots[slot] = {} if ABSENT.equal?(slots[slot])
        refuse_duplicate(key) if slots[slot].key?(key)
        slots[slot][key] = value
      end

      # Fills the slots of members that the document lacks.
      def complete(node, slots, at)
        node.members.each do |member|
          slots[member.slot] = absent(node, member, at) if ABSENT.equal?(slots[member.slot])
        end
        collector = node.spec[:collector]
        slots[collector].freeze if collector && @freezes
      end

      def absent(node, member, at)
        if member.slot == node.spec[:collector] then member.omit_nil ? ABSENT : {}
        elsif member.call then failed_in?(at) ? nil : call_program(at) { member.fallback.call }
        elsif member.fallback? then member.fallback
        elsif member.constant then nil
        elsif member.optional? then node.build == :hash ? ABSENT : nil
        else note(:missing, member.node.target.label, at, found: "nothing", step: member.name)
        end
      end

      def make_object(node, slots, at)
        case node.build
        when :hash then make_hash(node, slots)
        when :ivars
          object = ::Class.instance_method(:allocate).bind_call(node.klass)
          set = ::Kernel.instance_method(:instance_variable_set).bind(object)
          each_value(node, slots) { |member, value| set.call(:"@#{member.symbol}", value) }
          object
        else make_by_new(node, slots, at)
        end
      end

      def each_value(node, slots)
        node.members.each { |member| yield member, slots[member.slot] unless member.apart? }
      end

      def make_hash(node, slots)
        hash = {}
        each_value(node, slots) do |member, value|
          next if ABSENT.equal?(value) || (member.omit_nil && nil.equal?(value) && !member.fallback?)

          hash[member.hash_key] = value
        end
        hash.freeze if @freezes
        hash
      end

      def make_by_new(node, slots, at)
        unless node.spec[:keywords]
          values = slots.first(node.spec[:fields])
          return call_program(at, node) { node.klass.__send__(:new, *values) }
        end
        members = {}
        each_value(node, slots) { |member, value| members[member.symbol] = value }
        call_program(at, node) { node.klass.__send__(:new, **members) }
      end
    end
  end
end
