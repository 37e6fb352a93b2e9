# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # The walk of a Writer, whose open containers are the outermost frames: ext/jacinth/writer.
    class DocumentWriting < Writing # :nodoc:
      # An open container. keys: the texts of its keys. key: the last one. keyed: true if
      # the last key has no value yet. id: a number.
      Level = Struct.new(:object, :keys, :key, :keyed, :id)
      private_constant :Level

      attr_reader :documents
      public :ready, :flush

      def initialize(state, io, format)
        super(state, io)
        @whole = true # no value is written in parts
        @printer&.transactional = true
        @base = @state
        @format = format
        @documents = @opened_containers = 0
      end

      def levels = @frames
      def level = @frames.last&.container

      # Returns the path of the innermost container, which is open.
      def outer_path
        steps = []
        (@frames.size - 1).times do |i|
          frame = @frames[i] or break # a key's to_s has closed it
          steps << (frame.kind == :hash ? step(frame.items[0][0]) : frame.index - 1)
        end
        steps
      end

      # Yields. If the block raises, removes the text that it has written.
      def transaction
        frame = @frames.last
        before = [@out.bytesize, @printer&.save, @documents,
                  frame && [frame.items, frame.index, frame.before, level.key, level.keyed]]
        keys = level&.keys&.size
        finished = false
        result = yield
        finished = true
        result
      ensure
        restore_options
        finished ? @printer&.print : undo(before, frame, keys)
      end

      def value(value)
        @state = @base.dup unless simple?(value)
        begin_value
        walk(value, false, @frames.last)
        end_value
      end

      def raw(text)
        begin_value
        splice(text)
        end_value
      end

      def key(key)
        frame = @frames.last
        frame.index = 0 # errors about a key have the path of its object
        level = frame.container
        given = key
        if @state.rfc8785?
          text, = key_text(key)
          check_order(level, text)
          key = text
        end
        frame.items = [[key]]
        begin_line(frame, @state.object_nl)
        from = @out.bytesize
        write_key(key)
        written = @out.byteslice(from..)
        unless @state.__send__(:allow_duplicate_key?)
          fail_duplicate_key(given) if level.keys.key?(written)
          level.keys[written] = true
        end
        @out << @colon
        frame.index = 1
        level.key = key
        level.keyed = true
      end

      def open_container(object)
        begin_value
        fail_nesting if @state.max_nesting.positive? && @depth >= @state.max_nesting
        @out << (object ? "{" : "[")
        frame = open_frame(Level.new(object, {}, nil, false, @opened_containers += 1), [[nil]], object ? :hash : :array)
        frame.before = ""
      end

      def close_container
        frame = @frames.last
        object = frame.container.object
        close(frame, object ? "}" : "]", object ? @state.object_nl : @state.array_nl)
        end_value
      end

      def omitted?(value)
        ((@state.omit_nil? || @state.omit_empty?) && nil.equal?(value)) || (@state.omit_empty? && empty?(value))
      end

      def limits
        most = @base.max_nesting
        [most.zero? ? nil : [most - @depth, 0].max, @base.allow_nan?, @base.__send__(:allow_duplicate_key?)]
      end

      def one_document? = @format == :json

      # Formats the text after the last document.
      def finish
        @out = @printer.end_document(@out) if @printer
      end

      # Returns all text so far, without an IO.
      def text = @printer ? @printer.text(@out) : @out.dup

      # Raises GeneratorError with the path of the innermost container after the text.
      def fail_open(text, rest = nil, steps = outer_path)
        error = GeneratorError.new("#{text}#{PathText.build(steps)}#{rest}")
        error.instance_variable_set(:@json_path, steps)
        raise error
      end

      private

      # The inspect of a key can change the containers.
      def fail_duplicate_key(key)
        steps = outer_path
        text = ::Symbol === key || (::String === key && plain?(key, ::String)) ? key : key.__send__(:to_s)
        shown = PathText.inspected(text)
        fail_open("detected duplicate key #{shown} in the object that is open at ", nil, steps)
      end

      # In NDJSON, a document is a line.
      def splice(text)
        return super unless @format == :ndjson

        super(Arguments.check_type(text, ::String).b.tr("\r\n", "  ").force_encoding(text.encoding))
      end

      def begin_value
        frame = @frames.last
        return @format == :json_seq ? @out << "\x1E" : nil unless frame
        return if frame.kind == :hash

        begin_line(frame, @state.array_nl)
        frame.index += 1
      end

      def end_value
        return @frames.last.container.keyed = false if @frames.any?

        @documents += 1
        finish
        @out << "\n" unless @format == :json
      end

      # A to_json can change the options, for its own value only.
      def restore_options
        @given = nil
        return if @state.equal?(@base)

        @state = @base
        prepare
      end

      def undo(before, frame, keys)
        size, printed, @documents, was = before
        @frames.pop until @frames.last.equal?(frame)
        @depth = @base.depth + @frames.size
        @out = @printer.restore(printed) << @out if @printer
        @out = @out.byteslice(0, size)
        return unless frame

        frame.items, frame.index, frame.before, frame.container.key, frame.container.keyed = was
        frame.container.keys.delete(frame.container.keys.keys.last) while frame.container.keys.size > keys
      end

      def check_order(level, text)
        return if level.key.nil? || (level.key.encode("UTF-16BE").b <=> text.encode("UTF-16BE").b) <= 0

        first, second = [level.key, text].map { |key| PathText.inspected(key) }
        fail_open("key #{second} comes before #{first} in RFC 8785, in the object that is open at ")
      end
    end
  end
end
