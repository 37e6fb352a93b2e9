# frozen_string_literal: true

module Jacinth
  module Command
    # The text of a file or of an IO: how much of it was read is told to the
    # progress, and what gzip has compressed is decompressed. It has what
    # Jacinth.reformat and Jacinth.each read with.
    class Input # :nodoc:
      GZIP = "\x1F\x8B".b
      PIECE = 65_536 # bytes that are read at a time
      SMALL = 1 << 20 # bytes of a text that is read at once
      LARGEST_AGAIN = 256 << 20 # bytes of a text that is read once more for an error
      private_constant :PIECE, :SMALL, :LARGEST_AGAIN

      # Yields an Input for a path, or for "-"; closes what it has opened.
      def self.open(path, terminal)
        return yield(new(terminal.input, "stdin", terminal.progress)) if path == "-"

        File.open(path, "rb") { |file| yield new(file, path, terminal.progress) }
      end

      # What people know it by.
      attr_reader :name

      # io: anything with readpartial.
      def initialize(io, name, progress)
        @name = name
        @source = Source.new(io, progress)
        @source = Gunzip.new(@source) if (@gzip = @source.begins_with?(GZIP))
        @head = nil
        @ended = false
      end

      # Whether it is compressed.
      def gzip? = @gzip

      # Returns the first character of the document, after a byte order mark, white
      # space and, with comments: true, comments; nil if there is none. All bytes can
      # still be read.
      def first_character(comments: false)
        @head ||= "".b
        loop do
          found = Stream.first_character(@head, comments)
          return found if found

          @head << fetch([PIECE, @head.bytesize].max)
        end
      rescue EOFError
        nil
      end

      # Some bytes, as soon as there are any; EOFError at the end, and behind it.
      def readpartial(length, buffer = nil)
        text = @head.nil? || @head.empty? ? fetch(length) : @head.slice!(0, length)
        buffer ? buffer.replace(text) : text
      end

      # All that is left, or as many bytes as there are up to length; nil at the
      # end where a length is given.
      def read(length = nil, buffer = nil)
        text = gather(length)
        buffer&.replace(text)
        text unless length&.positive? && text.empty?
      end

      # What Jacinth.reformat is given: all of a text that is small, so that its
      # errors know the whole and nothing of a bad one is written; or the Input.
      def document
        text = gather(SMALL)
        return text if text.bytesize < SMALL

        @head = text
        self
      end

      # Yields all that is left: a text that is small at once, or in pieces.
      def pieces(&)
        text = document
        text.is_a?(String) ? yield(text) : Stream.pieces(self, &)
      end

      # Takes what is left of what another program writes, which would be told of a
      # closed pipe otherwise.
      def drain
        loop { readpartial(PIECE) } unless @source.file?
      rescue EOFError
        nil
      end

      # The whole text once more, for an error of which too little is known; nil
      # where it cannot be had, or is too large.
      def again
        @source.again(LARGEST_AGAIN) unless @gzip
      rescue SystemCallError, IOError
        nil
      end

      def fetch(length)
        raise EOFError if @ended

        @source.readpartial(length)
      rescue EOFError
        @ended = true
        raise
      end
      private :fetch

      def gather(length)
        text = "".b
        text << readpartial(length ? length - text.bytesize : PIECE) until length && text.bytesize >= length
        text
      rescue EOFError
        text
      end
      private :gather

      # An IO of which the first bytes can be looked at, and others be put back.
      class Source # :nodoc:
        def initialize(io, progress)
          @io = io
          @progress = progress
          @ahead = "".b
          @position = 0
          @size = nil
          measure
          progress.start(@size)
        end

        def begins_with?(magic)
          @ahead << @io.readpartial(PIECE).b while @ahead.bytesize < magic.bytesize
          @ahead.start_with?(magic)
        rescue EOFError
          false
        end

        def readpartial(length)
          text = @ahead.empty? ? @io.readpartial(length).b : @ahead.slice!(0, length)
          @progress.update(@position += text.bytesize)
          text
        end

        # Puts bytes that were read before the others.
        def unread(text)
          @position -= text.bytesize
          @ahead.prepend(text.b)
        end

        # Whether nobody is at the other end.
        def file? = !@size.nil?

        # All of a file once more, unless it is larger than that.
        def again(largest)
          @io.pread(@size, @begins) if @size&.between?(1, largest)
        end

        private

        # How much there is to read, where that is known, and from where on.
        def measure
          stat = @io.stat if @io.respond_to?(:stat)
          @size = stat.size - (@begins = @io.pos) if stat&.file?
        rescue SystemCallError
          nil
        end
      end

      # What one gzip file holds, or several, one behind the other.
      class Gunzip # :nodoc:
        def initialize(source)
          require "zlib"
          @source = source
          @reader = Zlib::GzipReader.new(source)
        end

        def file? = @source.file?

        def readpartial(length)
          @reader.readpartial(length)
        rescue EOFError
          following or raise
          retry
        end

        private

        # Goes on with the next file. Zeros may follow the last one (tapes).
        def following
          rest = @reader.unused
          @reader.finish
          @source.unread(rest) if rest
          return @reader = Zlib::GzipReader.new(@source) if @source.begins_with?(GZIP)

          loop { only_zeros(@source.readpartial(PIECE)) }
        rescue EOFError
          nil
        end

        def only_zeros(text)
          raise Zlib::GzipFile::Error, "what follows the compressed data is not gzip" if text.match?(/[^\0]/n)
        end
      end
      private_constant :Source, :Gunzip
    end
    private_constant :Input
  end
end
