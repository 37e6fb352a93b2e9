# frozen_string_literal: true

module Jacinth
  module Command
    # The text of a file or of an IO, decompressed if it is compressed by gzip. It
    # reports to the progress how much was read. It has the methods with which
    # Jacinth.each reads.
    class Input # :nodoc:
      GZIP = "\x1F\x8B".b
      CHUNK = 65_536 # bytes that are read at a time
      SMALL = 1 << 20 # bytes of a text that is read at once
      LARGEST_AGAIN = 256 << 20 # bytes of a text that is read once more for an error
      BOM = "\xEF\xBB\xBF".b.freeze
      # The first character of a document, and the same after comments.
      FIRST = /\A(?:\xEF\xBB\xBF)?+[ \t\r\n]*+(.)/mn
      FIRST_AFTER_COMMENTS = %r{\A(?:\xEF\xBB\xBF)?+
                                (?>[ \t\r\n]+ | //.*?(?:[\r\n]|\xE2\x80[\xA8\xA9]) | /\*.*?\*/)*+
                                (?!/(?:[/*]|\z))(.)}mnx
      private_constant :CHUNK, :SMALL, :LARGEST_AGAIN, :BOM, :FIRST, :FIRST_AFTER_COMMENTS

      # Yields an Input for a path, or for "-". Closes the file that it opened.
      # before_wait: called before the command opens, or reads from, a pipe or a terminal.
      def self.open(path, terminal, before_wait)
        return yield(new(terminal.input, "stdin", terminal.progress, before_wait)) if path == "-"

        raise Errno::EISDIR, path if File.directory?(path) # JRuby would read an empty file

        before_wait.call unless File.file?(path) # opening a named pipe waits for the program that writes to it
        File.open(path, "rb") { |file| yield new(file, path, terminal.progress, before_wait) }
      end

      # The name for messages.
      attr_reader :name

      # io: anything with readpartial.
      def initialize(io, name, progress, before_wait)
        @name = name
        @source = Source.new(io, progress, before_wait)
        @source = Gunzip.new(@source) if (@gzip = @source.begins_with?(GZIP))
        @head = nil
        @comments = nil
        @ended = false
        @seen = nil
      end

      # True if it is compressed.
      def gzip? = @gzip

      # False for a pipe or a terminal, to which a program or the user can write while it is read.
      def file? = @source.file?

      # Returns the first character of the document, after a byte order mark, white
      # space and, with comments: true, comments; nil if there is none. All bytes can
      # still be read.
      def first_character(comments: false)
        @head ||= "".b
        loop do
          found = @head[comments ? FIRST_AFTER_COMMENTS : FIRST, 1]
          return found if found && !BOM.start_with?(@head)

          @head << fetch([CHUNK, @head.bytesize].max)
        end
      rescue EOFError
        nil
      end

      # Returns some bytes as soon as there are any. Raises EOFError at the end.
      def readpartial(length, buffer = nil)
        text = @head.nil? || @head.empty? ? fetch(length) : @head.slice!(0, length)
        buffer ? buffer.replace(text) : text
      end

      # Returns the remaining text, or up to length bytes of it, or nil if a length is
      # given and no text remains.
      def read(length = nil, buffer = nil)
        text = gather(length)
        buffer&.replace(text)
        text unless length&.positive? && text.empty?
      end

      # Yields the remaining text in chunks, and with each chunk true if it is known to
      # be the last one. A small file is one chunk, so that its errors can show all of it.
      def chunks(&)
        return lines(&) unless file?

        text = gather(SMALL)
        return yield(text, true) if text.bytesize < SMALL

        @head = text
        DocumentStream.chunks(self, &)
      end

      # Reads the rest if another program writes it, which would fail with a closed pipe
      # otherwise.
      def drain
        loop { readpartial(CHUNK) } unless file?
      rescue EOFError
        nil
      end

      # Returns the whole text of a file, or the text of a pipe so far, for an error that
      # refers to earlier text. Returns nil if it is too large, or cannot be read again.
      def again
        return @seen unless file?

        @source.again(LARGEST_AGAIN) unless @gzip
      rescue SystemCallError, IOError
        nil
      end

      # Returns a CommentSearch of the text that is read from now on.
      def search_comments
        @comments = CommentSearch.new
        @comments << @head if @head
        @comments
      end

      # Like chunks, for a pipe or a terminal: yields lines as soon as they are complete. After
      # SMALL bytes, yields all text as soon as it is read.
      def lines
        text = "".b
        @seen = "".b
        loop do
          arrived = readpartial(CHUNK)
          @seen = (@seen << arrived if @seen && @seen.bytesize < SMALL)
          complete = @seen ? arrived.rindex("\n")&.succ : arrived.bytesize
          next text << arrived unless complete

          yield text << arrived.slice!(0, complete), false
          text = arrived
        end
      rescue EOFError
        yield text, true
      end
      private :lines

      def fetch(length)
        raise EOFError if @ended

        text = @source.readpartial(length)
        @comments << text if @comments
        text
      rescue EOFError
        @ended = true
        raise
      end
      private :fetch

      def gather(length)
        text = "".b
        text << readpartial(length ? length - text.bytesize : CHUNK) until length && text.bytesize >= length
        text
      rescue EOFError
        text
      end
      private :gather

      # Searches a valid text, in chunks, for comments: for a slash outside of strings.
      class CommentSearch # :nodoc:
        STRING = /"(?:[^"\\]++|\\.)*+"/mn
        private_constant :STRING

        def initialize
          @found = false
          @open = "" # if the last chunk ended in a string: a quote, and an unpaired backslash
        end

        def found? = @found

        def <<(text)
          return self if @found

          outside, string = "#{@open}#{text}".b.gsub(STRING, "").split('"', 2)
          @found = outside.to_s.include?("/")
          @open = string ? "\"#{"\\" if string[/\\*\z/].size.odd?}" : ""
          self
        end
      end

      # An IO whose first bytes can be inspected, and to which bytes can be returned.
      class Source # :nodoc:
        def initialize(io, progress, before_wait)
          @io = io
          @progress = progress
          @before_wait = before_wait
          @ahead = "".b
          @position = 0
          @size = nil
          measure
          progress.start(@size)
        end

        def begins_with?(magic)
          @ahead << read_more(CHUNK) while @ahead.bytesize < magic.bytesize
          @ahead.start_with?(magic)
        rescue EOFError
          false
        end

        def readpartial(length)
          text = @ahead.empty? ? read_more(length) : @ahead.slice!(0, length)
          @progress.update(@position += text.bytesize)
          text
        end

        # Like readpartial, but returns nil at the end. JRuby's GzipReader calls it.
        def read(length)
          readpartial(length)
        rescue EOFError
          nil
        end

        # Puts back bytes that were read: the next call of readpartial returns them.
        def unread(text)
          @position -= text.bytesize
          @ahead.prepend(text.b)
        end

        # True if it is a file, and no pipe or terminal.
        def file? = !@size.nil?

        # Returns all of a file again, unless it is larger than `largest` bytes.
        def again(largest)
          @io.pread(@size, @begins) if @size&.between?(1, largest)
        end

        private

        def read_more(length)
          @before_wait.call unless file?
          @io.readpartial(length).b
        end

        # Sets the number of bytes to read and the position of the first one, if this is
        # a file.
        def measure
          stat = @io.stat if @io.respond_to?(:stat)
          @size = stat.size - (@begins = @io.pos) if stat&.file?
        rescue SystemCallError
          nil
        end
      end

      # The decompressed text of one gzip file, or of several that follow each other.
      class Gunzip # :nodoc:
        def initialize(source)
          require "zlib"
          @source = source
          @reader = Zlib::GzipReader.new(source)
        end

        def file? = @source.file?

        # JRuby's readpartial returns nil at the end, and Strings in UTF-8.
        def readpartial(length)
          text = @reader.readpartial(length) or raise EOFError
          text.force_encoding(Encoding::BINARY)
        rescue EOFError
          following or raise
          retry
        end

        private

        # Continues with the next gzip file. Zeros can follow the last one, as on tapes.
        def following
          rest = @reader.unused
          @reader.finish
          @source.unread(rest) if rest
          return @reader = Zlib::GzipReader.new(@source) if @source.begins_with?(GZIP)

          loop { only_zeros(@source.readpartial(CHUNK)) }
        rescue EOFError
          nil
        end

        def only_zeros(text)
          raise Zlib::GzipFile::Error, "other data after the compressed data" if text.match?(/[^\0]/n)
        end
      end
      private_constant :Source, :Gunzip
    end
    private_constant :Input
  end
end
