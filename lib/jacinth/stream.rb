# frozen_string_literal: true

module Jacinth
  # Text in, values or events out: what Jacinth.each and Jacinth.events work
  # with. Its methods are in C (ext/jacinth/stream); these bring the text.
  class Stream # :nodoc:
    FORMATS = %i[auto concatenated lines sequence].freeze
    # As the Writer and others call them.
    WORDS = { json: :auto, ndjson: :lines, jsonl: :lines, json_lines: :lines, json_seq: :sequence }.freeze

    # Bytes that are read at a time.
    PIECE = 65_536

    # Encodings of text that is taken as it is; an IO with another one recodes.
    PLAIN = [nil, Encoding::UTF_8, Encoding::BINARY, Encoding::US_ASCII].freeze
    private_constant :FORMATS, :WORDS, :PIECE, :PLAIN

    class << self
      # For the arguments of each.
      def for(config, format, at = nil, lines: false, on_error: :raise)
        Choice.of("format", FORMATS, format, words: WORDS)
        unless on_error.respond_to?(:call)
          Choice.of("on_error", %i[raise skip], on_error, "an object that responds to call")
        end

        new(config, format, at, lines, on_error != :raise, on_error.respond_to?(:call))
      end

      # Yields the text of a source, piece by piece, to be read by the stream, and
      # for each whether it is known to be the last one.
      def pieces(source, stream = nil, &)
        if source.is_a?(String) then slices(source, stream, &)
        elsif pathname?(source) then open_file(source, &)
        elsif source.respond_to?(:to_str) then slices(source.to_str, stream, &)
        elsif recoded?(source) then read(source, :gets, nil, &)
        elsif source.respond_to?(:readpartial) then read(source, :readpartial, &)
        elsif source.respond_to?(:read) then read(source, :read, &)
        elsif source.respond_to?(:each) then source.each { |text| yield text, false }
        else raise TypeError, "no IO, Pathname, String or Enumerable of Strings: #{source.class}"
        end
      end

      # The one document of a source in another layout: a String, or written to io.
      # To a Pathname goes the whole text at once, as each write replaces the last.
      def reformat(source, io, pretty, sort_keys, config)
        DumpArguments.no_io!(io) if io.is_a?(String) && !io.respond_to?(:write)
        return io.tap { io.write(reformat(source, nil, pretty, sort_keys, config)) } if pathname?(io)
        return lay_out(source, io, pretty, config) if io && !sort_keys && readable?(source)

        Document._reformat(source.respond_to?(:read) ? whole(source) : source, io, pretty, sort_keys, config)
      end

      # Returns a Stream that writes its documents to an IO in another layout. format:
      # one of FORMATS, in which a line break follows each document; or
      # :single for a text that is one document.
      def layout(io, pretty, config, format)
        for_layout(config, format).lay_out(io, pretty)
      end

      # Returns a Stream that writes the values that a pointer leads to in its
      # documents to an IO, a line each. format: as for layout.
      def select(pointer, io, pretty, check, config, format: :single)
        for_layout(config, format, pointer).select(io, pretty, check)
      end

      # Whether a source that can be read can be read piece by piece.
      def readable?(source)
        return false if source.is_a?(String) || !source.respond_to?(:read)

        pathname?(source) || source.respond_to?(:readpartial) || source.method(:read).arity != 0
      end

      # What pieces can take.
      def check(source)
        return if %i[to_str readpartial read each].any? { |name| source.respond_to?(name) }

        raise TypeError, "no IO, Pathname, String or Enumerable of Strings: #{source.class}"
      end

      def pathname?(source)
        defined?(::Pathname) && source.is_a?(::Pathname)
      end

      private

      def for_layout(config, format, pointer = nil)
        new(config, format, pointer, false, false, false)
      end

      # All of it, in UTF-8 unless it says another encoding: without a locale, Ruby
      # calls what it reads US-ASCII.
      def whole(source)
        text = pathname?(source) ? source.binread : source.read
        text.is_a?(String) && text.encoding == Encoding::US_ASCII ? text.b : text
      end

      # Piece by piece.
      def lay_out(source, io, pretty, config)
        stream = layout(io, pretty, config, :single)
        pieces(source, stream) do |text|
          text.bytesize > PIECE ? slices(text, stream) { |piece| stream.take(piece) } : stream.take(text)
        end
        stream.finish
        stream.read
        io
      end

      def open_file(path, &block)
        File.open(path, "rb") { |file| read(file, :readpartial, &block) }
      end

      def recoded?(io)
        return false unless io.respond_to?(:gets) && io.respond_to?(:external_encoding)

        !PLAIN.include?(io.external_encoding) || (io.respond_to?(:internal_encoding) && io.internal_encoding)
      end

      def slices(string, stream)
        string = stream.recode(string) unless PLAIN.include?(string.encoding)
        string = string.dup.freeze unless string.frozen?
        0.step(string.bytesize - 1, PIECE) { |at| yield string.byteslice(at, PIECE), at + PIECE >= string.bytesize }
      end

      def read(io, method, *separator)
        while (text = piece(io, method, *separator))
          break if text.empty? && method == :read

          yield text, false
        end
      end

      def piece(io, method, *separator)
        io.public_send(method, *separator, PIECE)
      rescue EOFError
        raise unless method == :readpartial
      end
    end

    # Reads as far as a piece of the text goes. last: true if no text follows, so that
    # an error knows it.
    def take(text, last: false, &block)
      self << text
      finish if last
      read(&block)
    end

    # Yields all values of a source (and their lines).
    def each(source, on_error, &block)
      Stream.pieces(source, self) do |text, last|
        self << text
        finish if last # An error then knows that nothing follows.
        drain(source, on_error, &block)
      end
      finish
      drain(source, on_error, &block)
    end

    private

    # What is there of it.
    def drain(source, on_error, &)
      while (text = attempt(source, on_error, &))
        on_error.call(@error, line, text.chomp) unless text == true
      end
    end

    # Reads, and after an error skips the bad text.
    def attempt(source, on_error, &)
      read(&)
    rescue ParserError, EncodingError => e
      raise unless failed? # in the block

      LoadSource.name_source(e, source) if e.is_a?(ParserError)
      raise if on_error == :raise

      @error = e
      skip
      retry
    end
  end
  private_constant :Stream

  class << self
    # Yields the documents of a source one after the other, in memory that does not
    # grow with it. Returns nil; without a block, an Enumerator. docs/streaming.md is
    # the guide.
    #
    #   lines = %({"id": 1}\n{"id": 2}\n)
    #   Jacinth.each(lines) { |value| value["id"] }  # => nil
    #   Jacinth.each(lines).map { |value| value["id"] } # => [1, 2]
    #   Jacinth.each(["[1] [", "2]"]).to_a             # => [[1], [2]]
    #   Jacinth.each('{"items": [1, 2]}', at: "/items/*").to_a # => [1, 2]
    #
    # source: an IO, or anything with +readpartial+ or +read+; a Pathname, whose
    # file is opened and closed; a String, the text itself; or an Enumerable of
    # Strings, each of which may end anywhere in a document. An IO is read from its
    # present position, and not closed.
    #
    # Raises ParserError, whose line and column count from where reading began;
    # ArgumentError for an unknown option or value; TypeError for any other source;
    # what reading the source raises, and what the block raises.
    #
    # [+format+] <tt>:lines</tt> (NDJSON, JSON Lines: a document in each line,
    #            empty lines left out), <tt>:sequence</tt> (RFC 7464),
    #            <tt>:concatenated</tt> (documents that may span lines, or share
    #            one), or <tt>:auto</tt>: a sequence if the source begins with a
    #            record separator, else concatenated, which reads lines as well.
    # [+lines+] With true, yield two values: the document, and the number of the
    #           line in which it begins, from 1.
    # [+on_error+] What to do about text that is not JSON: <tt>:raise</tt>;
    #              <tt>:skip</tt> the whole line, or in a sequence the text up to the
    #              next record separator; or skip it and +call+ an object with the
    #              error, the line in which the bad text begins, and that text.
    #              Nothing of a bad line is yielded: values wait for its end.
    # [+at+] A JSON pointer: yield each value that it leads to in each document,
    #        and build nothing else. The step <tt>*</tt> is every element or member.
    # [options] All those of Jacinth.parse, +into+ and +only+ among them.
    def each(source, format: :auto, lines: false, on_error: :raise, at: nil, **options, &block)
      Stream.check(source)
      stream = Stream.for(Parser::Config.new(options), format, at, lines:, on_error:)
      return Jacinth.enum_for(:each, source, format:, lines:, on_error:, at:, **options) unless block

      stream.each(source, on_error, &block)
      nil
    rescue ArgumentError => e
      OptionNames.reraise(e, method(:each), options)
    end

    # Calls the handler's methods as the source is read, in bounded memory:
    # <tt>start_document</tt>, <tt>end_document</tt>, <tt>start_object</tt>,
    # <tt>key(name)</tt>, <tt>end_object</tt>, <tt>start_array</tt>,
    # <tt>end_array</tt>, and <tt>value(object)</tt> for strings, numbers, true,
    # false and nil. All of them may be missing (they are looked for once, and
    # must be public); values are not built for a handler without +value+. Returns
    # the handler.
    #
    #   class Names
    #     def found = @found ||= []
    #     def key(name) = @wanted = name == "name"
    #     def value(object) = (found << object if @wanted)
    #   end
    #   Jacinth.events('[{"name": "Ada", "born": 1815}]', Names.new).found # => ["Ada"]
    #
    # source, format: those of each. options: those of Jacinth::ResumableParser;
    # +on_load+ is called with keys and values, but not with arrays and objects. The
    # keys of the open objects are kept in memory, to find a key that comes twice,
    # unless +allow_duplicate_key+ is true. Raises as each does, and what the
    # handler raises.
    def events(source, handler, format: :auto, **options)
      Stream.check(source)
      ResumableParser.new(**options) # complains of what is unknown
      Stream.for(Parser::Config.new(options), format).handle(handler).each(source, :raise)
      handler
    rescue ArgumentError => e
      OptionNames.reraise(e, method(:events), options)
    end
  end
end
