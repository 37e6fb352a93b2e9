# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Writes a document: the walk of ext/jacinth/generate/walk.c, without recursion.
    class Writing # :nodoc:
      include Texts
      include Conversion
      include Keys
      include RailsWriting

      # The size of the chunks that an IO gets.
      CHUNK = 65_536
      private_constant(*constants(false))

      # An open container. items: the Array, or the pairs of the Hash. index: that of the next
      # element. closing: the bracket. before: the next separator. kind: :array, :hash or :each.
      # checked: true if the texts of the keys were compared.
      Frame = Struct.new(:container, :items, :index, :before, :kind, :checked)
      private_constant :Frame

      # state: the State with the options. io: an object with write, or nil. table: the
      # conversions of a Coder (CoderConversions.table).
      def initialize(state, io, table = nil)
        state.check_options
        @class, @singletons, @method, @respond, @kind, @instance_method, allocate = *Portable.originals
        # A copy, because to_json can change it. Not by State.allocate, which sets the defaults first.
        @state = allocate.bind_call(State).__send__(:initialize_copy, state)
        @io = output(io)
        @table = table || state.types
        @out = +""
        @printer = (PrettyPrinter.for(state) if state.width)
        @frames = []
        @depth = state.depth
        @opened = @searched = @converted = @next_check = 0
        @typed = [0, 0] # the depth at which a Type writes a value, and the number of Types that are writing there
        @own = {}.compare_by_identity
        prepare
      end

      # Returns the text of an object, or the IO. native: true to write the object by its
      # built-in type. owner: the owner of the errors: the State if one was given, or else the object.
      def document(object, native, owner = object)
        @owner = owner
        walk(object, native, nil)
        finish_document
      end

      private

      def finish_document
        @printer&.end_document(@out)
        return ready unless @io

        flush
        Portable.responds?(@io, :flush) && @io.flush unless @whole
        @io
      end

      def output(io)
        return unless io

        DumpArguments.no_io!(io) if ::String === io && !io.respond_to?(:write)
        @whole = defined?(::Pathname) && ::Pathname === io
        io
      end

      # Reads the options that a to_json can change.
      def prepare
        @strict = @state.strict
        @rails = @state.rails?
        @escapes = @rails ? rails_escapes : escapes_of(@state)
        @lines = @printer || [@state.indent, @state.object_nl, @state.array_nl].any? { |text| !text.empty? }
        @colon = "#{@state.space_before}:#{@state.space}"
        @limits_integers = @state.rfc8785? || @state.safe_integers
        @order = @state.rfc8785? || @state.sort_keys
      end

      def flush
        return if ready.empty?

        chunk = ready
        @printer ? @printer.take : @out = +""
        Portable.write(@io, chunk)
      end

      # Returns the text to write to the IO.
      def ready = @printer ? @printer.out : @out

      # Writes the text so far to the IO if it is as long as a chunk.
      def flush_chunk
        flush if @io && ready.bytesize >= CHUNK && !@whole
      end

      # Writes a value and everything in it. base: the innermost frame around it.
      def walk(value, native, base)
        return walk_rails(value, base) if @rails

        write(value, native)
        until (frame = @frames.last).equal?(base)
          flush_chunk
          frame.kind == :hash ? member(frame) : element(frame)
        end
      end

      def element(frame)
        return close(frame, "]", @state.array_nl) if frame.index >= frame.items.size

        value = frame.items[frame.index]
        frame.index += 1
        begin_line(frame, @state.array_nl)
        write(value, false)
      end

      def member(frame)
        return close(frame, "}", @state.object_nl) if frame.index >= frame.items.size

        key, value = frame.items[frame.index]
        frame.index += 1
        begin_line(frame, @state.object_nl)
        write_key(key)
        @out << @colon
        write(value, false)
      end

      def begin_line(frame, line)
        @out << frame.before
        frame.before = ","
        append(frame, line) if @lines
      end

      def append(frame, line)
        return @out = @printer.line(@out, frame.kind, @depth) if @printer

        @out << as_utf8(line)
        @out << (as_utf8(@state.indent) * @depth) unless @state.indent.empty?
      end

      def close(frame, bracket, line)
        @frames.pop
        @depth -= 1
        append(frame, line) if @lines && (@printer || !line.empty?) && frame.before == ","
        @out << bracket
      end

      def open_frame(container, items, kind)
        @frames << (frame = Frame.new(container, items, 0, kind == :hash ? "{" : "[", kind))
        @depth += 1
        frame
      end

      # Writes a value, or opens a frame for it. native: true to write an object of a subclass
      # by its built-in type. coerced: true for a result of as_json or of a conversion.
      def write(value, native, coerced = false) # rubocop:disable Style/OptionalBooleanParameter
        case value
        when ::String
          native || plain_value?(value, ::String) ? write_string(value, coerced) : write_object(value, coerced)
        when ::Hash then native || plain_value?(value, ::Hash) ? write_hash(value) : write_object(value, coerced)
        when ::Array then native || plain_value?(value, ::Array) ? write_array(value) : write_object(value, coerced)
        when ::Integer then write_integer(value)
        when nil then @out << "null"
        when ::Float then write_float(value, coerced ? 1 : 0)
        when true then @out << "true"
        when false then @out << "false"
        when ::Symbol then @strict ? write_string(value.name, coerced) : write_object(value, coerced)
        else write_object(value, coerced)
        end
      end

      # True if no Ruby code is called to write the value.
      def simple?(value)
        case value
        when ::String, ::Integer, ::Float, nil, true, false then true
        else false
        end
      end

      # True if an object has no subclass and no methods of its own.
      def plain?(value, type) = value.instance_of?(type) && @singletons.bind_call(value).empty?

      # The same for a value. Without strict mode and to_json, the value's own methods do not matter.
      def plain_value?(value, type)
        !@strict && !value.respond_to?(:to_json) ? value.instance_of?(type) : plain?(value, type)
      end

      def write_integer(number)
        return @out << number.inspect if !@limits_integers || number.abs < 2**53
        return @out << '"' << number.inspect << '"' if @state.safe_integers == :string

        failure("Integer beyond 2**53 - 1 is not safe", number) if @state.safe_integers
        @out << Numerals.canonical(canonical_float(number))
      end

      # Returns the nearest Float of an Integer. Raises GeneratorError if RFC 8785 would write other
      # digits.
      def canonical_float(number)
        failure("Integer out of range for RFC 8785", number) if number.abs > Float::MAX.to_i
        float = number.to_f
        digits = [number.to_s, Numerals.canonical(float).sub(/e.*/, "")]
        same = digits.map { |text| text.delete("-.").sub(/0+\z/, "") }.uniq.size == 1
        same ? float : failure("Integer loses digits in RFC 8785", number)
      end

      def write_float(number, turns)
        if number.finite?
          @out << (@state.rfc8785? ? Numerals.canonical(number) : Numerals.json(number))
        elsif @state.allow_nan?
          @out << number.inspect
        else
          write_not_finite(number, turns)
        end
      end

      def write_not_finite(number, turns)
        until ::Float === number && number.finite?
          return write(number, false) unless ::Float === number

          other = @strict && @state.as_json ? call_as_json(number, false) : number
          failure("#{number} not allowed in JSON", number) if other.equal?(number)
          limit = @state.max_nesting
          fail_nesting(@depth + turns + 1) if limit.zero? ? turns >= 100_000 : @depth + turns >= limit
          number = other
          turns += 1
        end
        write(number, false)
      end

      def write_string(text, coerced)
        return quote(text) if text?(text)

        write(convert_text(text, coerced, false), false, true)
      end

      def write_array(array)
        check_depth(array) unless @any && array.empty?
        array = ::Array.instance_method(:to_a).bind_call(array) unless array.instance_of?(::Array)
        array.empty? ? @out << "[]" : open_frame(array, array, :array)
      end

      def write_hash(hash)
        given = hash
        hash = ordered(hash) if @order
        check_depth(given) unless @any && hash.empty?
        pairs = hash.instance_of?(::Hash) ? hash.to_a : ::Hash.instance_method(:to_a).bind_call(hash)
        return @out << "{}" if pairs.empty?

        open_frame(given, pairs, :hash)
        check_duplicates(pairs)
        omit(pairs) if @state.omit_nil? || @state.omit_empty?
        return unless pairs.empty?

        @frames.pop
        @depth -= 1
        @out << "{}"
      end

      def omit(pairs)
        empty = @state.omit_empty?
        pairs.reject! { |_, value| nil.equal?(value) || (empty && empty?(value)) }
      end

      # True for an empty String, Array or Hash.
      def empty?(value) = [::String, ::Array, ::Hash].any? { |type| type === value } && value.empty?

      # Raises NestingError for a container that is too deep, or contains itself.
      def check_depth(container)
        limit = @state.max_nesting
        return if @depth < limit

        limit.zero? ? search_cycle(container) : fail_nesting
      end

      # Searches at depths that are powers of two, as in ext/jacinth/generate/walk_stack.c.
      def search_cycle(container)
        @opened += 1
        return if @depth.anybits?(@depth - 1) || (@depth > 64 && @opened - @searched < @depth / 2)

        @searched = @opened
        inner = @frames.last&.container
        middle = @frames[-(@depth / 2) - 1]&.container
        @frames.reverse_each.with_index do |frame, i|
          open = frame.container
          same = open.equal?(container) || (i.positive? && open.equal?(inner)) ||
                 (i > @depth / 2 && open.equal?(middle))
          raise_nesting("circular reference: a value contains itself") if same
        end
      end

      def fail_nesting(depth = @depth + 1)
        raise_nesting("nesting of #{depth} is too deep. Did you try to serialize objects with circular references?")
      end

      def raise_nesting(message)
        error = NestingError.new(message)
        error.instance_variable_set(:@json_path, path)
        raise Portable.mark(error, @owner)
      end

      def failure(message, object)
        error = GeneratorError.new(message, object)
        error.instance_variable_set(:@json_path, path)
        raise Portable.mark(error, @owner)
      end

      # Returns the keys and indexes that lead to the value in question.
      def path
        begun = @frames.reject { |frame| frame.kind == :hash && frame.index.zero? }
        begun.map { |frame| frame.kind == :hash ? step(frame.items[frame.index - 1][0]) : [frame.index - 1, 0].max }
      end

      def step(key)
        case key
        when ::String, ::Symbol then key
        else Arguments.checked_call(key, :to_s) { nil }
        end
      rescue StandardError # the error that needs this path is reported
        nil
      end
    end
  end
end
