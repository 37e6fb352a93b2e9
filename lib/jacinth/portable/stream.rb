# frozen_string_literal: true

module Jacinth
  # The methods of ext/jacinth/stream/stream.c.
  class DocumentStream # :nodoc: all
    ABSENT = Object.new.freeze
    private_constant :ABSENT
    Portable.refuse_to_dump(self)

    attr_reader :line, :documents, :missing

    def initialize(given, format, at, lines, on_error)
      @options = Portable.options_of(given).owned_by(self)
      raise ArgumentError, "json5 cannot be read in chunks: use parse" if @options.json5

      @pointer = Portable::Pointer.new(at) if at
      @finds = @pointer&.steps&.any?
      @part = Portable::Part.new(@options) if @options.into || @options.only
      @reader = if @finds then Portable::PointedReader.new(@options, @pointer, !@part)
                else Portable::ChunkedReader.new(@part ? skipping : @options)
                end
      @format = format
      @lines = lines
      @skips_invalid = on_error != :raise
      @returns_invalid = @skips_invalid && on_error != :skip
      @held = []
      @state = :between
      @bom_checked = @options.relaxed
      @documents = 0
      @finished = @in_unit = @separated = false
    end

    def handle(handler)
      @reader = Portable::EventReader.new(@options, handler)
      @events = true
      self
    end

    # Each document is written to an IO when it is complete.
    def format_to(io, pretty)
      @pretty = pretty
      write_to(io, @options.checking)
    end

    def select(io, pretty, check, elements)
      @missing = 0
      @selection = Portable::TextSelection.new(@options, @pointer, pretty, check, elements)
      write_to(io, check ? @options.checking : skipping)
    end

    # A selection reads each document to its end.
    def exhausted? = false

    # Writes the documents that are complete.
    def flush
      text, @written = @written, "".b
      Portable.write(@io, text.force_encoding(Encoding::UTF_8)) unless text.empty?
      self
    end

    # Always in chunks: each document copies the rest of the buffer, so that a whole String would
    # take quadratic time.
    def take_whole(_source, _chunk) = false

    def recode(text) = Portable.source_bytes(text, @options)

    def <<(chunk)
      chunk = recode(chunk)
      idle
      @reader.kept = @unit if keeps?
      @reader.feed(chunk)
      moved
      self
    end

    def finish
      idle
      @reader.feed("", last: true)
      @finished = true
      self
    end

    def take_error(error) = Jacinth.__send__(:_take_error, error, self)

    # Starts to skip the unit that contains an error.
    def skip
      @reader.limit(nil) if @limited
      @limited = false
      @open = @format == :concatenated ? @reader.frames.size : 0
      @line_begins = @open.positive? && cut_before?
      @in_string = false
      @held.clear
      @reader.reset
      @searched = @reader.position
      @state = :skipping
      self
    end

    # Yields the values of the text so far. Returns nil, or after an invalid unit its text or true.
    # Before it returns, it writes all complete documents to the IO.
    def read(&) = read_documents(&).tap { flush if @io }

    private

    def read_documents(&)
      while true
        idle
        case @state
        when :between then return check_required unless begin_document
        when :inside then return unless continue_document(&)
        when :tail then return unless @in_unit ? read_line_end(&) : read_tail(&)
        when :skipping then return continue_skipping
        end
      end
    end

    def idle = @reading ? raise(ArgumentError, "a stream can't be read recursively") : self

    # The options for a document of which only the end is searched.
    def skipping = @options.checking(allow_duplicate_key: true)

    def write_to(io, options)
      @io = io
      @written = "".b
      @reader = Portable::ChunkedReader.new(options)
      @reader.ends = @bom_checked = true
      @required = %i[auto single].include?(@format)
      self
    end

    # Called at the end of the text so far. Raises if a document is required and there is none.
    def check_required
      fail(@reader.position, "unexpected end of input") if @required && @finished && @documents.zero?
    end

    # Returns the text to write for a document that was read.
    def rewritten(text, place)
      return @selection.texts(text, place) if @selection

      mark = "\x1E" if @format == :sequence
      [mark, Portable::Layout.new(text, @pretty, false).call, ("\n" if @format != :single)].join("")
    end

    def write_complete(text)
      @missing += 1 if @selection && text.nil?
      @written << text.b if text
      flush if @written.bytesize > 65_536 || (@selection && block_given?)
      yield if @selection && block_given?
    end

    def keeps? = @unit && (@state == :between ? @in_unit : @skips_invalid || @io || (@part && !@finds))

    # Called after the reader has dropped text: the unit and the other positions are counted
    # from the beginning of its text.
    def moved
      by = @reader.offset - (@moved || 0)
      @moved = @reader.offset
      return unless by.positive?

      @unit -= by if @unit
      @document_start -= by if @document_start
      @searched -= by if @searched
    end

    def fail(at, text, last = @finished)
      @reader.last = last
      @reader.__send__(:fail_at, at, text)
    end

    def begin_document
      unless @bom_checked
        return false unless @reader.skip_bom(@finished)

        @bom_checked = true if @reader.size.positive?
      end
      return false unless first_byte

      Portable.type_node(@options.into) if @options.into && !@finds # raises TypeError
      trim
      note_document
      fail(@reader.position, "expected a record separator, got %s") if @format == :sequence && !@separated

      @separated = false
      @state = :inside
      true
    end

    # Moves to the first byte of a document and returns it; nil if there is none yet.
    def first_byte
      while true
        at = @reader.text.index(/[^ \t\r\n]/n, @reader.position)
        @reader.move(at || @reader.size)
        return unless at

        byte = @reader.text.byteslice(at, 1)
        @format = byte == "\x1E" ? :sequence : :concatenated if @format == :auto
        return byte unless @format == :sequence && byte == "\x1E"

        @separated = true
        @reader.move(at + 1)
      end
    end

    # Drops documents that were read.
    def trim
      return if @reader.position < 65_536

      @reader.kept = keeps? ? @unit : nil
      @reader.drop
      moved
    end

    def note_document
      @searched = @document_start = @reader.position
      count_lines if @lines || @skips_invalid
      return if @in_unit

      @unit = @reader.position
      @line = @number
    end

    # Sets the number of the line in which the document begins.
    def count_lines
      at = @counted.to_i - @reader.offset
      lines = at.negative? ? @reader.place[0] - 1 : @reader.text.byteslice(at...@reader.position).count("\n")
      @number = at.negative? || @number.nil? ? lines + 1 : @number + lines
      @counted = @reader.offset + @reader.position
    end

    # Returns the end of the text that can belong to the document, and true if it is final.
    def find_limit
      return [@reader.size, @finished] if %i[concatenated single].include?(@format)

      found = @reader.text.index(@format == :lines ? "\n" : "\x1E", @searched)
      @searched = found || @reader.size
      found ? [found, true] : [@reader.size, @finished]
    end

    # Continues a document. Returns false if more text is needed.
    def continue_document(&)
      to, last = find_limit
      check_size(to) unless @format == :concatenated
      value = run(to, last)
      if Portable::ChunkedReader::FOUND.equal?(value)
        value, from, steps = @reader.take_found
        give(@part ? part(from, steps) : value, &)
        return true
      end
      if Portable::ChunkedReader::MORE.equal?(value)
        check_size(to)
        return false unless last

        limit(to)
        fail_cut unless @reader.blank? && only_comments?
        limit(nil)
        end_document
        return true
      end
      check_size(@reader.position)
      value = captured(value)
      if @format == :concatenated then complete(value, &)
      else
        @bare = !"}]\"".include?(@reader.text[@reader.position - 1])
        @state = :tail
        @value = value
      end
      true
    end

    def only_comments? = @reader.position == @reader.size || @reader.rest?

    def fail_cut
      @reader.last = true
      @reader.fail_cut
    end

    def limit(to)
      @limited = !to.nil?
      @reader.limit(to)
    end

    def run(to, last)
      part = to < @reader.size
      limit(to) if part
      @reading = true
      done = false
      value = @reader.resume(last)
      done = true
      value
    ensure
      @reading = false
      limit(nil) if part && done
    end

    def check_size(to)
      @reader.check_bytes(to - (@format == :single ? 0 : @document_start), to) if @options.max_document_bytes
    end

    # Returns the value of the document that was read, by the options `only` and `into`, or the text
    # to write. Returns ABSENT with a pointer, because the values that it leads to were yielded.
    def captured(value)
      return ABSENT if @finds && !@io
      return @part ? part(@document_start, []) : value unless @io

      rewritten(@reader.text.byteslice(@document_start...@reader.position), place_before(@document_start))
    end

    # Returns the value of the text from an index to the position.
    def part(from, steps)
      @part.value(@reader.text.byteslice(from...@reader.position), steps, place_before(from))
    end

    def place_before(at) = -> { @reader.place(at).map { |number| number - 1 } }

    def complete(value, &)
      @documents += 1
      end_document
      if @skips_invalid && @format == :concatenated
        @in_unit = true
        @state = :tail
      end
      @io ? write_complete(value, &) : give(value, &)
    end

    def end_document
      @reader.reset
      @state = :between
    end

    def give(value, &)
      return if @events || ABSENT.equal?(value)

      @skips_invalid ? @held << [value, @number] : hand(value, @number, &)
    end

    def hand(value, number) = @lines ? yield(value, number) : yield(value)

    def give_held(&)
      while (pair = @held.shift)
        hand(*pair, &)
      end
    end

    # Reads concatenated text after a document, up to the end of the line and of the unit.
    def read_line_end(&)
      while true
        at = @reader.text.index(/[^ \t\r]/n, @reader.position)
        @reader.move(at || @reader.size)
        return false if at.nil? && !@finished

        byte = at && @reader.text[at]
        break if at.nil? || byte == "\n"

        unless byte == "/" && @options.allow_comments
          @state = :between
          return true
        end
        return false unless skip_comment(@reader.size, @finished)
        break if @reader.text[at + 1] == "/" && @reader.text[@reader.position - 1] == "\n"
      end
      @in_unit = false
      @state = :between
      give_held(&)
      true
    end

    def read_tail(&)
      before = @reader.position
      to, last = find_limit
      while (at = @reader.text.index(/[^ \t\r\n]/n, @reader.position)) && at < to
        @reader.move(at)
        fail(at, "unexpected token at end of stream %s", last) unless @reader.text[at] == "/"
        return false unless skip_comment(to, last)
      end
      @reader.move(to)
      @bare = false if @reader.position != before
      return false unless last

      fail(to, "expected white space after a number or keyword") if @format == :sequence && @bare

      complete(@value, &)
      give_held(&)
      true
    end

    def skip_comment(to, last)
      at = @reader.position
      part = to < @reader.size
      limit(to) if part
      @reader.last = last
      byte = @reader.__send__(:next_byte)
      limit(nil) if part
      return true unless Portable::ChunkedReader::MORE.equal?(byte)

      @reader.move(at)
      return false unless last

      fail(at, to - at > 1 ? "unterminated comment, expected closing '*/'" : "unexpected token %s", last)
    end

    # True if the reader is at a bracket that begins a line, at which another document can begin.
    def cut_before?
      at = @reader.position
      at > @unit && @reader.text[at - 1] == "\n" && @reader.state != :value
    end

    # Skips the rest of the unit that failed. Returns its text or true; nil if its end is not here.
    def continue_skipping
      mark = @format == :sequence ? "\x1E" : "\n"
      found = @open.positive? ? document_end : @reader.text.index(mark, @reader.position)
      found = @reader.size if found.nil? && @finished
      @reader.move(@reader.size) if found.nil? && @open.zero?
      return if found.nil?

      text = @returns_invalid ? @reader.text.byteslice(@unit...found).force_encoding(Encoding::UTF_8) : true
      @reader.move(found)
      @in_unit = false
      end_document
      text
    end

    # Returns the end of the line in which the open brackets are closed, or the start of a line
    # that begins with a bracket; nil if it is not here yet.
    def document_end
      text = @reader.text
      at = @reader.position
      while at < text.bytesize && @open.positive?
        byte = text[at]
        bracket = "{[".include?(byte)
        return at if @line_begins && bracket

        @line_begins = byte == "\n"
        if byte == "\n" then @in_string = false
        elsif byte == '"' then @in_string = !@in_string
        elsif byte == "\\" && @in_string
          break if at + 1 == text.bytesize

          at += 1 if text[at + 1] != "\n"
        elsif !@in_string
          @open += 1 if bracket
          @open -= 1 if "}]".include?(byte)
        end
        at += 1
      end
      @reader.move(at)
      text.index("\n", at) unless @open.positive?
    end
  end
end
