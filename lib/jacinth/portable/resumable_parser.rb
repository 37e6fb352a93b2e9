# frozen_string_literal: true

module Jacinth
  # The methods of ext/jacinth/stream/resumable.c.
  class ResumableParser # :nodoc: all
    ABSENT = Object.new.freeze
    private_constant :ABSENT
    Portable.refuse_to_dump(self)

    def self.allocate = super.tap { |parser| parser.__send__(:_start, Portable::READ) } # :nodoc:

    def initialize(*given, **keywords)
      unless given.empty? || (given.size == 1 && ::Hash === given[0] && keywords.empty?)
        raise ArgumentError, "wrong number of arguments (given #{given.size}, expected 0)"
      end

      options = Portable::ParserOptions.new(given[0] || keywords, :parser)
      Portable::Arguments.check_new(self, @initialized)
      @initialized = true
      _start(options)
    end

    def initialize_copy(_other)
      raise TypeError, "can't copy #{PathText.shown(self.class)}"
    end

    def <<(chunk)
      Portable::Arguments.check_frozen(self)
      chunk = Portable.source_bytes(chunk, @options)
      _idle.feed(chunk)
      self
    end

    def parse = _read_on(false)

    def finish
      _idle.feed("", last: true)
      return true if _read_on(true)
      return false if value?
      return false if @reader.blank?

      @complete = true
      @reader.last = true
      @reader.fail_cut
    end

    def skip_line
      _forget
      _skip_on
    end

    def value? = _idle && !ABSENT.equal?(@value)

    def value
      raise ArgumentError, "no ready value" unless value?

      @value.tap { @value = ABSENT }
    end

    def clear
      _idle.drop_all(clear: true)
      _forget
      @skipping = false
      @shown = {}
      self
    end

    def partial_value(strings: false, numbers: false, reuse: false)
      _idle
      raise ArgumentError, "reuse cannot be used with freeze" if reuse && @options.freezes
      return @value if value?
      return unless @begun

      _reading { Portable::Growth.new(@reader, @options, reuse ? @shown : {}).call(strings, numbers, reuse) }
    end

    def partial_value? = ABSENT.equal?(@value) && Portable::Growth.new(@reader, @options, {}).any?

    def complete?(pointer)
      steps = Portable::Pointer.new(pointer).steps
      return Portable::Growth.inside?(@value, steps) if value?

      Portable::Growth.new(_idle, @options, {}).complete?(steps)
    end

    def rest = @reader.rest.force_encoding(Encoding::UTF_8)

    def eos? = @reader.rest.empty?

    def empty? = eos? && @reader.frames.all? { |frame| frame.value.empty? && frame.key.nil? } && ABSENT.equal?(@value)

    def parsed_bytes = @parsed + @unfinished + (@complete ? 0 : @reader.tail.bytesize)

    private

    def _start(options)
      @options = options
      @reader = Portable::ChunkedReader.new(options)
      @reader.in_message = false
      clear
    end

    # Discards the document in progress.
    def _forget
      _idle.reset
      @value = ABSENT
      @parsed = @unfinished = 0
      @complete = true
      @begun = false
    end

    def _read_like_each
      # ParserOptions.new would also allow comments and trailing commas
      @options = @options.dup.tap { |copy| copy.instance_variable_set(:@relaxed, true) }.freeze
      @reader = Portable::ChunkedReader.new(@options)
    end

    def _open_steps
      return if value?

      Portable::Growth.new(_idle, @options, {}).open_steps
    end

    def _idle
      raise ArgumentError, "ResumableParser can't be used recursively" if @reading

      @reader
    end

    # Refuses calls of the parser by on_load.
    def _reading
      @reading = true
      yield
    ensure
      @reading = false
    end

    def _read_on(last)
      _idle
      if @complete
        @parsed = @unfinished = 0
        @complete = false
      end
      if @skipping && !_skip_on
        @skipping = !last
        return false
      end
      return false if @reader.size == @reader.position

      @value = ABSENT
      begin_at = @reader.offset + @reader.position - @parsed
      complete = _run(last)
      @parsed = @reader.offset + @reader.position - begin_at
      begin_at = nil
      @unfinished = @complete ? 0 : @reader.size - @reader.position
      _check_size
      complete
    ensure
      @reader.skip_space unless @skipping
      @parsed, @unfinished = @reader.offset + @reader.position - begin_at, 0 if begin_at # parse raised an error
    end

    def _run(last)
      value = failed = nil
      value = _reading { @reader.resume(last) }
      failed = false
      @complete = !Portable::ChunkedReader::MORE.equal?(value)
      if @complete
        @reader.reset
        @shown = {}
        @value = value
      end
      @complete
    ensure
      @begun = failed.nil? || !@complete
      @complete = true if failed.nil?
    end

    def _check_size
      limit = @options.max_document_bytes
      return if limit.nil? || @parsed + @unfinished <= limit

      @value = ABSENT
      @complete = true
      @reader.check_bytes(@parsed + @unfinished)
    end

    def _skip_on
      newline = @reader.text.index("\n", @reader.position)
      @skipping = newline.nil?
      newline ? @reader.move(newline + 1) : @reader.drop_all
      @reader.drop # counts the lines once, not again for each error
      !newline.nil?
    end
  end
end
