# frozen_string_literal: true

require_relative "load_source"
Jacinth.__send__(:_define_stream)

module Jacinth
  # Reads a text in chunks, and yields values or calls a handler, for Jacinth.each and
  # Jacinth.events. The parser is in C (ext/jacinth/stream); these methods read the
  # sources.
  class DocumentStream # :nodoc:
    FORMATS = %i[auto concatenated lines sequence].freeze
    # The names of formats in the Writer and in other libraries.
    WORDS = { json: :auto, ndjson: :lines, jsonl: :lines, json_lines: :lines, json_seq: :sequence }.freeze

    # The number of bytes that are read at a time.
    CHUNK = 65_536

    # The encodings whose bytes are read as UTF-8. Text in other encodings is recoded.
    PLAIN = [nil, Encoding::UTF_8, Encoding::BINARY, Encoding::US_ASCII].freeze
    private_constant :FORMATS, :WORDS, :CHUNK, :PLAIN

    class << self
      # Returns a DocumentStream for the arguments of each. options: a Hash.
      def for(options, format, at = nil, lines = nil, on_error = :raise)
        ChoiceText.of("format", FORMATS, format, words: WORDS) unless FORMATS.include?(format) # saves 900 instructions
        unless on_error == :raise || on_error.respond_to?(:call)
          ChoiceText.of("on_error", %i[raise skip], on_error, "an object that responds to call")
        end

        new(options, format, at, lines, on_error)
      end

      # Returns an Enumerator of a method of Jacinth. A copy of one that enum_for makes loses
      # the keywords, as does its +next+ on JRuby.
      def enumerator(name, source, **options)
        Enumerator.new { |yielder| Jacinth.__send__(name, source, **options, &yielder) }
      end

      # Yields the text of a source in chunks, each with true if it is known to be the
      # last one. invalid: the option of parse, used only if an IO has another encoding.
      def chunks(source, stream = nil, invalid = nil, &)
        if source.is_a?(String) then slices(source, stream, &)
        elsif pathname?(source) then open_file(source, &)
        elsif source.respond_to?(:to_str) then slices(String.new(source), stream, &)
        elsif recoded?(source) then recoded_chunks(source, invalid, &)
        elsif source.respond_to?(:readpartial) then read(source, :readpartial, &)
        elsif source.respond_to?(:read) then read(source, :read, &)
        elsif source.respond_to?(:each) then source.each { |text| yield text, false }
        else wrong_source!(source)
        end
      end

      # Formats the document of a source again. Returns a String, or writes to io and
      # returns that. A Pathname gets the whole text at once, as each write replaces the
      # content of the file.
      def reformat(source, io, pretty, sort_keys, config)
        DumpArguments.no_io!(io) if io.is_a?(String) && !io.respond_to?(:write)
        return io.tap { io.write(reformat(source, nil, pretty, sort_keys, config)) } if pathname?(io)
        return reformat_chunks(source, io, pretty, config) if io && !sort_keys && readable?(source)

        text = whole(source, config[:invalid])
        Document._reformat(text, io, pretty, sort_keys, config)
      rescue ParserError => e
        LoadSource.name_source(e, source) if text && Jacinth.__send__(:_take_error, e, text)
        raise
      end

      # Returns a DocumentStream that formats its documents again and writes them to an IO.
      # format: one of FORMATS, in which a line break follows each document; or :single
      # for a text that is one document.
      def layout(io, pretty, config, format)
        for_layout(config, format).format_to(io, pretty)
      end

      # Returns a DocumentStream that writes the values that a pointer leads to in its
      # documents to an IO, a line each. format: as for layout. elements: true if the
      # pointer ends with /*, which leads only to the elements of arrays.
      def select(pointer, io, pretty, check, config, format: :single, elements: false)
        for_layout(config, format, pointer).select(io, pretty, check, elements)
      end

      # True if a source can be read in chunks.
      def readable?(source)
        return false if source.is_a?(String) || !LoadSource.io?(source)

        pathname?(source) || source.respond_to?(:readpartial) || source.method(:read).arity != 0
      end

      # Raises TypeError if chunks cannot read the source.
      def check(source)
        return if source.respond_to?(:each) || source.respond_to?(:to_str) || LoadSource.io?(source)

        wrong_source!(source)
      end

      def pathname?(source)
        defined?(::Pathname) && source.is_a?(::Pathname)
      end

      private

      def for_layout(config, format, pointer = nil)
        new(config, format, pointer, false, :raise)
      end

      def wrong_source!(source)
        raise TypeError, "expected an IO, a Pathname, a String or an Enumerable of Strings, " \
                         "got #{PathText.shown(source.class)}"
      end

      # Returns the whole text. Without a locale, Ruby reads text as US-ASCII, which is
      # read as UTF-8 here.
      def whole(source, invalid)
        return source unless LoadSource.io?(source)
        return joined(source, invalid) unless source.respond_to?(:read)

        text = pathname?(source) ? source.binread : source.read
        text.is_a?(String) && text.encoding == Encoding::US_ASCII ? text.b : text
      end

      # Returns the text of an object that has only readpartial.
      def joined(source, invalid)
        text = "".b
        chunks(source, nil, invalid) { |chunk,| text << String.new(chunk, encoding: Encoding::BINARY) }
        text
      end

      def reformat_chunks(source, io, pretty, config)
        stream = layout(io, pretty, config, :single)
        chunks(source, stream, config[:invalid]) do |text|
          next stream.take(text) unless text.is_a?(String) && text.bytesize > CHUNK

          slices(text, stream) { |slice| stream.take(slice) }
        end
        stream.finish
        stream.read
        io
      rescue ParserError => e
        LoadSource.name_source(e, source) if stream&.take_error(e)
        raise
      end

      def open_file(path, &block)
        File.open(path, "rb") { |file| read(file, :readpartial, &block) }
      end

      def recoded?(io)
        return false unless io.respond_to?(:gets) && io.respond_to?(:external_encoding)

        !PLAIN.include?(io.external_encoding) || (io.respond_to?(:internal_encoding) && io.internal_encoding)
      end

      # Yields the text of an IO in another encoding. The converter keeps the first bytes of a
      # character and the state of encodings such as UTF-16 and ISO-2022-JP between chunks. An
      # IO with an internal encoding is read by lines: without a separator, +gets+ would wait
      # for all bytes of the limit.
      def recoded_chunks(io, invalid, &)
        internal = io.internal_encoding if io.respond_to?(:internal_encoding)
        return read(io, :gets, "\n".encode(internal), &) if internal

        invalid ||= nil # a converter accepts nil, but not false
        converter = Encoding::Converter.new(io.external_encoding, Encoding::UTF_8, invalid:, undef: invalid)
        give = ->(text) { yield text, false unless text.empty? }
        read(io, io.respond_to?(:readpartial) ? :readpartial : :read) { |text| give.call(converter.convert(text)) }
        give.call(converter.finish)
      end

      def slices(string, stream)
        string = stream.recode(string) unless PLAIN.include?(string.encoding)
        string = string.dup.freeze unless string.frozen?
        0.step(string.bytesize - 1, CHUNK) { |at| yield string.byteslice(at, CHUNK), at + CHUNK >= string.bytesize }
      end

      # After the first short chunk, eof? finds the end at less cost than an EOFError. It is not called
      # again, because the next chunk of a pipe is only what eof? has put into the buffer of the IO.
      def read(io, method, *separator)
        eof = method == :readpartial && eof?(io)
        while (text = chunk(io, method, *separator))
          break if method == :read && text == ""

          yield text, false
          next unless eof && text.bytesize < CHUNK
          return if io.eof?

          eof = false
        end
      end

      # True if io.eof? agrees with readpartial: neither is defined by the program.
      def eof?(io)
        (io.instance_of?(::File) || (defined?(::StringIO) && io.instance_of?(::StringIO))) &&
          io.singleton_methods.empty?
      end

      def chunk(io, method, *separator)
        io.public_send(method, *separator, CHUNK)
      rescue EOFError
        raise unless method == :readpartial
      end
    end

    # Reads a chunk of the text. last: true if no text follows, which errors mention.
    def take(text, last: false, &block)
      self << text
      finish if last
      read(&block)
    end

    # Yields all values of a source (and their lines). invalid: that of DocumentStream.chunks.
    def each(source, on_error, invalid = nil, &block)
      unless take_whole(source, CHUNK)
        DocumentStream.chunks(source, self, invalid) do |text, last|
          self << text
          finish if last # before the last chunk is read, so that errors know that no text follows
          drain(source, on_error, &block)
        end
        finish
      end
      drain(source, on_error, &block)
    end

    private

    # Reads all text that has arrived. After an error, skips the invalid text.
    def drain(source, on_error, &)
      while (text = read(&))
        on_error.call(@error, line, text.chomp("\n")) unless text == true
      end
    rescue ParserError, EncodingError => e
      raise unless take_error(e) # a callback, the block or on_error raised it

      LoadSource.name_source(e, source) if e.is_a?(ParserError)
      raise if on_error == :raise

      @error = e
      skip
      retry
    end
  end
  private_constant :DocumentStream
end
