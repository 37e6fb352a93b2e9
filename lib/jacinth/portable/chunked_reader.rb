# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Reads documents that arrive in chunks: ext/jacinth/stream/chunked.c.
    class ChunkedReader < Reader # :nodoc:
      # The number of bytes before the position that are kept for excerpts of errors.
      KEPT = 4096
      # The text from a bracket to the next token is kept only up to this number of bytes.
      BLANK_BYTES = 4096
      BOM = "\xEF\xBB\xBF".b.freeze
      # A number at the end of the text that the next chunk can continue.
      # After 01, only another digit is part of the invalid number.
      OPEN_NUMBER = /-?(?:0[0-9]++|(?:0|[1-9][0-9]*+)(?:\.(?:\z|[0-9]++))?(?:[eE](?:\z|[+-]?(?:\z|[0-9]++)))?)?\z/n
      DIGITS = /[0-9]*+\z/n
      # The beginning of a character that the end of the text cuts off.
      CUT_CHARACTER = /(?:
        [\xC2-\xDF] | \xE0[\xA0-\xBF]? | \xED[\x80-\x9F]? | [\xE1-\xEC\xEE\xEF][\x80-\xBF]? |
        \xF0(?:[\x90-\xBF][\x80-\xBF]?)? | \xF4(?:[\x80-\x8F][\x80-\xBF]?)? | [\xF1-\xF3][\x80-\xBF]{0,2}
      )\z/nx
      BLANK = /[ \t\n\r]*+\z/n
      # Returned if more text is needed.
      MORE = Object.new.freeze
      # Returned if a PointedReader has found a value.
      FOUND = Object.new.freeze
      NO_CONTROL = /(?:[^"\\\x00-\x1f]++|\\.)*+/mn
      ANY = /(?:[^"\\]++|\\.)*+/mn
      private_constant(*(constants(false) - %i[MORE FOUND]))

      # The text from this index on is kept; nil if none must be.
      attr_accessor :kept

      # last: true if no text follows. in_message: true if messages of errors have the place.
      # ends: true if an incomplete document raises the error of a parse of the whole text.
      attr_writer :last, :in_message, :ends

      def initialize(options)
        super("", options)
        @scanner.string = @text = "".b
        @tail = "".b
        @offset = 0
        @bracket_places = {}
        @in_message = true
        @begun = @last = @complete = @ends = false
        @kept = @token = @from = @found = nil
        reset
      end

      # Adds text. With the option invalid, a character that is cut off waits for the next chunk.
      def feed(chunk, last: false)
        chunk = prepare_chunk(chunk.b, last) if @options.relaxed || @options.invalid
        return if chunk.empty?

        drop
        @scanner << chunk.b
      end

      # Returns the value of a document, or MORE. last: true if no text follows.
      def resume(last)
        @last = last
        while true
          @token = @scanner.pos
          byte = next_byte
          return MORE if MORE.equal?(byte)

          @token = @scanner.pos
          return MORE if cut_off? ? byte.nil? && @frame.nil? : byte.nil? || unfinished?(byte)

          value = token(byte)
          next if OPEN.equal?(value)
          return value unless @frame

          add(value)
          return FOUND if @found
        end
      end

      # True if an incomplete document must raise.
      def cut_off? = @ends && @last

      # Reads a token. After an error, the position is before it.
      def token(byte)
        before = [@token, @state, @frame&.key]
        value = case @state
                when :value then read_value(byte)
                when :key then read_key(byte)
                when :colon then read_colon(byte)
                when :comma then read_comma(byte)
                end
        before = nil
        value
      ensure
        if before
          @scanner.pos, @state, key = before
          @frame.key = key if @frame
        end
      end

      # Discards the document in progress.
      def reset
        @frames = []
        @frame = nil
        @state = :value
        @progress = nil
      end

      # True if a step of a pointer leads to the present member or element of a frame.
      def leads?(frame, step)
        return step.index == frame.value.size if frame.value.is_a?(::Array)

        (frame.key.is_a?(::Symbol) ? frame.key.name : frame.key) == step.name
      end

      def blank? = @frames.empty? && rest?

      # True if only white space follows.
      def rest? = @scanner.match?(BLANK) || false

      def position = @scanner.pos
      def skip_space = @scanner.skip_until(AFTER_SPACE)
      def move(to) = @scanner.pos = to
      def size = @text.bytesize
      attr_reader :text, :tail, :frames, :state, :offset

      def place(at = @scanner.pos) = place_of(at)

      def rest = @text.byteslice(@scanner.pos..) + @tail

      # Limits the text to a part; nil: all of it.
      def limit(to)
        @whole = @text if to
        pos = @scanner.pos
        @text = to ? @text.byteslice(0, to).freeze : @whole
        @scanner.string = @text
        @scanner.pos = pos
      end

      # Drops all text. clear: true to count lines from 1 again.
      def drop_all(clear: false)
        @scanner.pos = @text.bytesize
        forget(@text.bytesize)
        @tail = "".b if clear
        @place = [0, 0] if clear
        @started = false if clear
      end

      # Raises ParserError for a document that ends too early.
      def fail_cut
        byte = @text.getbyte(at = @scanner.pos)
        if [OPEN_ARRAY, OPEN_OBJECT].include?(byte)
          from = at # it has no frame before the next token
          check_nesting(at)
          @scanner.pos = at + 1
          next_byte
          byte = @text.getbyte(at = @scanner.pos)
        end
        comment = @text.bytesize - at > 1 ? "unterminated comment, expected closing '*/'" : "unexpected token %s"
        fail_at(at, comment, from) if byte == SLASH
        fail_at(at, "unexpected token %s") if byte && byte != QUOTE && from.nil?
        fail_end(from, byte == QUOTE ? at : from)
      ensure
        @scanner.pos = @token
        @elements = false
      end

      # Skips a byte order mark at the beginning. Returns false if more text is needed.
      def skip_bom(last)
        part = @text.byteslice(0, 3)
        return last if part.bytesize < 3 && BOM.start_with?(part) && !last

        if part == BOM
          @text = @text.byteslice(3..)
          @scanner.string = @text
          @bom = true
        end
        true
      end

      # Drops text before the position, except for the excerpts of errors.
      def drop
        keep = [@scanner.pos, *@kept, *@from].min
        from = keep - KEPT
        return if from < KEPT

        from -= 1 while from.positive? && continues?(from)
        forget(from)
      end

      # Called for an open object with a duplicate key.
      def refuse_open_duplicate(frame)
        frames = @frames
        @frames = frames.take(frames.index { |one| one.equal?(frame) } + 1)
        @frame = frame
        refuse_duplicate(frame.duplicate[0])
      ensure
        @frames = frames
        @frame = frames.last
      end

      # Raises LimitError if a document has more bytes than its limit.
      def check_bytes(bytes, at = @scanner.pos)
        limit = @options.max_document_bytes
        fail_limit(at, "document", limit, "bytes") if limit && bytes > limit
      end

      private

      def prepare_chunk(chunk, last)
        chunk = @tail + chunk
        @tail = "".b
        return chunk if chunk.empty?

        if @options.relaxed && !@started
          if chunk.bytesize < 3 && BOM.start_with?(chunk) && !last
            @tail = chunk
            return "".b
          end
          chunk = chunk.byteslice(3..) if chunk.start_with?(BOM)
        end
        @started = true
        return chunk unless @options.invalid

        unless last
          cut = chunk[CUT_CHARACTER].to_s.bytesize
          @tail = chunk.byteslice(chunk.bytesize - cut, cut)
          chunk = chunk.byteslice(0, chunk.bytesize - cut)
        end
        chunk.force_encoding(Encoding::UTF_8).scrub.b
      end

      # Drops bytes at the beginning.
      def forget(count)
        return unless count.positive?

        @frames.each do |frame|
          @bracket_places[frame.at + @offset] ||= place_of(frame.at) if frame.at < count
          frame.at -= count
        end
        line, column = place_of(count)
        @place = [line - 1, column - 1]
        @text = @text.byteslice(count..)
        pos = @scanner.pos
        @scanner.string = @text
        @scanner.pos = pos - count
        @offset += count
        @kept -= count if @kept
        @from -= count if @from
        @token -= count if @token
        @progress = @progress.map { |at| at - count } if @progress
      end

      def place_of(at) = at.negative? ? @bracket_places[at + @offset] : super

      def next_byte
        return super unless @options.allow_comments

        while true
          @scanner.skip_until(AFTER_SPACE)
          byte = @text.getbyte(@scanner.pos)
          return byte unless byte == SLASH

          return MORE if unfinished_comment?(@scanner.pos)

          skip_comment
        end
      end

      # True if the token at the position can continue in the next chunk. @progress has the
      # part of a long token that need not be searched again. Limits count the token from its first byte.
      def unfinished?(byte)
        at = @scanner.pos
        value = @state == :value
        check_elements(byte) if @checks && value
        check_keys if @checks && @state == :key && byte == QUOTE
        return byte == QUOTE && @state == :key && unfinished_string?(at) unless value

        case byte
        when QUOTE then unfinished_string?(at)
        when 48..57, MINUS then !@last && unfinished_number?(at)
        when OPEN_ARRAY, OPEN_OBJECT then unfinished_bracket?(at)
        when 110, 116, 102 then unfinished_word?(at, KEYWORDS[byte][0])
        when 78, 73 then @options.allow_nan && unfinished_word?(at, KEYWORDS[byte][0])
        else false
        end
      end

      def unfinished_word?(at, word)
        rest = @text.byteslice(at, word.bytesize)
        rest.bytesize < word.bytesize && word.start_with?(rest)
      end

      def unfinished_number?(at)
        @scanner.pos = @progress[1] if (known = @progress && @progress[0] == at)
        open = known && @scanner.match?(DIGITS)
        @scanner.pos = at
        open ||= @scanner.match?(OPEN_NUMBER) || (@options.allow_nan && unfinished_word?(at, "-Infinity"))
        return false unless open

        @progress = [at, @text.bytesize]
        limit_number(@text.byteslice(at..), at) if @checks
        true
      ensure
        @scanner.pos = at
      end

      def unfinished_comment?(at)
        case @text.byteslice(at, 2)
        when "/" then true
        when "/*" then !comment_end?(at, "*/")
        when "//" then !@last && !comment_end?(at, /[\r\n]|\xE2\x80[\xA8\xA9]/n)
        else false
        end
      end

      def comment_end?(at, mark)
        from = @progress && @progress[0] == at ? @progress[1] - 2 : at + 2
        return true if @text.index(mark, [from, at + 2].max)

        @progress = [at, @text.bytesize]
        false
      end

      def unfinished_bracket?(at)
        @scanner.pos = @bracket && @bracket[0] == at + @offset ? @bracket[1] - @offset : at + 1
        byte = next_byte
        @bracket = [at + @offset, @scanner.pos + @offset]
        (byte.nil? || MORE.equal?(byte)) && @scanner.pos - at <= BLANK_BYTES
      ensure
        @scanner.pos = at
      end

      def unfinished_string?(at)
        @scanner.pos = @progress && @progress[0] == at ? @progress[1] : at + 1
        @scanner.skip(@options.allow_control_characters ? ANY : NO_CONTROL)
        here = @scanner.pos
        @progress = [at, here] # an escape that is cut off is searched again
        cut = here == @text.bytesize || (@text.getbyte(here) == 92 && here + 1 == @text.bytesize)
        limit = @options.max_string_bytes
        # six bytes can be the escape of one
        fail_limit(at, "string", limit, "bytes") if cut && limit && (here - at - 1) / 6 > limit
        cut
      ensure
        @scanner.pos = at
      end

      # from: the index of a bracket at the end of the text, or nil. open: that of the innermost one
      # or of a quote.
      def fail_end(from, open)
        @elements = from && @text.getbyte(from) == OPEN_ARRAY
        fail_at(@text.bytesize, "unexpected end of input", open)
      end

      # At the end of the text, the path after a '[' is that of the first element.
      def steps(*) = @elements ? [*super, 0] : super

      def raise_at(type, message, at, steps, context, place: false)
        super(type, message, at, steps, context, place: place && @in_message)
      end

      def context(at, open, byte = nil)
        at, open, byte = @token, at, nil if at.negative? # the object of a duplicate key was dropped
        gone = open&.negative? # it was dropped
        byte ||= @frame.value.is_a?(::Array) ? OPEN_ARRAY : OPEN_OBJECT if gone
        byte ||= open && @text.getbyte(open)
        made = super.dup
        made[9] = made[3] && !@last
        made[2] &&= @offset.zero?
        made[10] = true if @bom
        made.freeze
      end

      def places_of(_name, at) = at.negative? ? [nil, nil] : super
    end
  end
end
