# frozen_string_literal: true

module Jacinth
  # The methods of ext/jacinth/writer.
  class Writer # :nodoc: all
    GOT = { value: "a value", key: "a key", end: "an end", object_end: "the end of an object",
            array_end: "the end of an array", document_end: "the end of the document",
            block_end: "the end of its block" }.freeze
    private_constant :GOT
    Portable.refuse_to_dump(self)

    def initialize_copy(_other)
      raise TypeError, "can't copy #{PathText.shown(self.class)}"
    end

    def value(value)
      _expect(:value)
      _write { @writing.value(value) }
    end
    alias << value

    def key(key)
      _expect(:key)
      _write { @writing.key(key) }
    end

    def pair(key, value)
      _expect(:key)
      return self if @writing.omitted?(value)

      _write do
        @writing.key(key)
        @writing.value(value)
      end
    end
    alias []= pair

    def object(*key, &) = _container(true, key, &)
    def array(*key, &) = _container(false, key, &)
    def end = _close_level(:end)
    def end_object = _close_level(:object_end)
    def end_array = _close_level(:array_end)

    def raw(text, validate: true, **unknown) = _convert_raw(text, validate: validate, **unknown)

    def flush
      _open_writing
      return self unless @io

      _write { _flush_out }
      @io.flush if @io.respond_to?(:flush)
      self
    end

    def to_s
      _check_status if @status.nil? || @status == :busy
      return ::Kernel.instance_method(:to_s).bind_call(self) if @io

      @status == :closed ? @result : @writing.text
    end

    def depth = @writing ? @writing.levels.size : 0
    def path = PathText.build(@writing ? @writing.outer_path : [])
    def closed? = @status == :closed

    private

    def _configure(io, state, format, chunk_size)
      Portable::Arguments.check_new(self, @status)
      raise ArgumentError, "chunk_size out of range" if chunk_size < 1 || chunk_size > 2**61

      @io = io
      @writing = Portable::DocumentWriting.new(state || State.new, io, format)
      @chunk_size = chunk_size
      @status = :open
    end

    def _raw(text)
      text = Portable::Arguments.check_type(text, ::String)
      _expect(:value)
      _write { @writing.raw(text) }
    end

    def _limits = _open_writing.limits

    def _close
      return @result if @status == :closed

      writing = _open_writing
      _fail_expected(:document_end) if writing.level || (writing.one_document? && writing.documents.zero?)
      _write { writing.finish }
      flush
      @result = @io || writing.ready
      @status = :closed
      @result
    end

    def _open_writing
      _check_status unless @status == :open && !frozen?
      @writing
    end

    def _check_status
      Portable::Arguments.check_frozen(self)
      case @status
      when nil then raise TypeError, "uninitialized #{PathText.shown(self.class)}"
      when :busy
        raise ThreadError,
              "the writer is in use: by its IO, by a method of an object that is written, or by another thread"
      when :broken
        raise IOError, "the document is cut off: writing failed after part of a write went to the IO"
      when :closed then raise IOError, "closed writer"
      end
    end

    def _write(&)
      @status = :busy
      @writing.transaction(&)
      _flush_out if @io && @writing.ready.bytesize >= @chunk_size
      self
    ensure
      @status = @broken ? :broken : :open
    end

    def _flush_out
      @broken = true # unless all is written
      @writing.flush
      @broken = false
    end

    # Raises GeneratorError if this cannot come next.
    def _expect(got)
      level = _open_writing.level
      fits = case got
             when :value then level ? !level.object || level.keyed : !@writing.one_document? || @writing.documents.zero?
             when :key, :object_end then level&.object && !level.keyed
             when :end then level && !level.keyed
             else level && !level.object
             end
      _fail_expected(got) unless fits
    end

    def _fail_expected(got)
      level = @writing.level.dup # the inspect of a key can change it
      unless level
        complete = @writing.documents.positive? && @writing.one_document?
        text = complete ? "the document is complete" : "expected a value, as nothing is open"
        raise(GeneratorError.new("#{text}, got #{GOT[got]}").tap do |error|
          error.instance_variable_set(:@json_path, [])
        end)
      end
      steps = @writing.outer_path
      wanted = if level.keyed then "a value for the key #{PathText.inspected(level.key)}"
               elsif level.object then "a key or the end"
               else "a value or the end"
               end
      @writing.fail_open("expected #{wanted} of the #{level.object ? 'object' : 'array'} that is open at ",
                         ", got #{GOT[got]}", steps)
    end

    def _container(object, key)
      raise ArgumentError, "wrong number of arguments (given #{key.size}, expected 0..1)" if key.size > 1

      _expect(key.empty? ? :value : :key)
      _write do
        @writing.key(key[0]) unless key.empty?
        @writing.open_container(object)
      end
      return self unless block_given?

      depth = @writing.levels.size
      id = @writing.level.id
      yield self
      _end_block(object, depth, id)
    end

    def _end_block(object, depth, id)
      levels = _open_writing.levels
      if levels.size < depth || levels[depth - 1].container.id != id
        raise GeneratorError, "the #{object ? 'object' : 'array'} of this block was ended inside of it"
      end

      _fail_expected(:block_end) if @writing.level.id != id
      _close_level(object ? :object_end : :array_end)
    end

    def _close_level(got)
      _expect(got)
      _write { @writing.close_container }
    end
  end
end
