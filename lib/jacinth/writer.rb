# frozen_string_literal: true

module Jacinth
  # Writes documents piece by piece, to an IO or to a String: for documents that
  # are too large to be one object in memory, or whose parts come one by one.
  #
  #   writer = Jacinth::Writer.new
  #   writer.object do
  #     writer.pair("name", "Ada")
  #     writer.array("born") { writer.value(1815).value(12).value(10) }
  #     writer["languages"] = { en: true }
  #   end
  #   writer.close # => "{\"name\":\"Ada\",\"born\":[1815,12,10],\"languages\":{\"en\":true}}"
  #
  # Values are written as Jacinth.generate writes them with the same options, and
  # the text around them is the same as if the whole were generated at once. An
  # array or object without a block is ended by +end+.
  #
  # [Nesting] is checked: a piece that cannot stand where it is written raises
  #           GeneratorError, which says what is open, where, and what was
  #           expected. A key that the object has already is an error, too; for
  #           this the keys of the open objects are kept in memory, unless
  #           <tt>allow_duplicate_key: true</tt> is given, for objects of very
  #           many members.
  # [Errors] A piece that fails (a whole value, or a pair with its key) leaves the
  #          writer as it was before, so that another one may be written in its
  #          place. If a part of it has gone to the IO already, or if the IO
  #          failed, the document is cut off, and each later call raises IOError.
  # [Blocks] A block that is left by an error, +throw+ or +break+ leaves its array
  #          or object open. The document can be continued (depth tells how many
  #          are open) or abandoned; close raises GeneratorError until it is complete.
  # [Keys] stand in the order in which they are written; +sort_keys+ sorts those
  #        inside of values only. With +rfc8785+ a key that is out of order is an
  #        error.
  # [Threads] A writer may be used by any thread, but by one at a time: a piece that is
  #           begun while another one is being written, by another thread or Fiber
  #           or from within the IO, is a ThreadError.
  class Writer
    FORMATS = { json: 0, ndjson: 1, json_seq: 2 }.freeze
    # As Jacinth.each and others call them.
    WORDS = { lines: :ndjson, jsonl: :ndjson, json_lines: :ndjson, sequence: :json_seq }.freeze
    private_constant :FORMATS, :WORDS

    # Reads what Writer.new is given.
    module Arguments # :nodoc:
      # Takes the pieces of a writer that was given a String.
      class Appender # :nodoc:
        def initialize(string)
          @string = string
        end

        def write(text)
          @string << text
          text.bytesize
        end
      end

      class << self
        def state(given, pretty, options)
          given = given.to_h if given.is_a?(State) && (pretty || !options.empty?)
          return given if given.is_a?(State)

          hash = pretty ? PRETTY_OPTIONS.dup : {}
          hash.update(State.options_hash(given)) if given
          State.new(hash.update(options))
        end

        def one_line(state)
          state.to_h.each do |name, text|
            next unless text.is_a?(String) && text.match?(/[\r\n]/)

            raise ArgumentError, "#{name} cannot have a line break in ndjson, where a document is a line"
          end
        end

        def target(io)
          return if io.nil?
          return appender(io) if io.is_a?(String)
          # a +write+ of its own first: the to_io of a GzipWriter or an SSLSocket is the stream below it
          return io if io.respond_to?(:write) && (io.respond_to?(:to_io) || !io.respond_to?(:to_path))
          return io.to_io if io.respond_to?(:to_io)

          raise TypeError, "no IO: #{io.inspect} (Jacinth::Writer.open takes a path)"
        end

        private

        def appender(string)
          raise FrozenError.new("can't modify frozen String: #{string.inspect}", receiver: string) if string.frozen?

          Appender.new(string)
        end
      end
    end
    private_constant :Arguments

    # io: where the text goes: anything with +write+ or +to_io+; a String, to which
    # it is appended (for the name of a file, see Writer.open); or nil, for a String
    # that close returns. opts: a Hash of options, or a State.
    #
    #   out = StringIO.new
    #   lines = Jacinth::Writer.new(out, format: :ndjson)
    #   lines << { id: 1 } << { id: 2 }
    #   lines.close
    #   out.string # => "{\"id\":1}\n{\"id\":2}\n"
    #
    # [+format+] +:json+, one document; or any number of them: +:ndjson+, each a
    #            line of its own (NDJSON, JSON Lines); +:json_seq+, each between a
    #            record separator and a line feed (RFC 7464).
    # [+pretty+] Begin with the options of Jacinth.pretty_generate.
    # [+chunk_size+] How many bytes are gathered before they are written to the IO
    #                (default 65536).
    # [Options] those of Jacinth.generate: +indent+, +space+, +space_before+,
    #           +object_nl+, +array_nl+, +max_nesting+, +allow_nan+,
    #           +allow_duplicate_key+, +ascii_only+, +script_safe+, +html_safe+,
    #           +sort_keys+, +strict+, +as_json+, +rfc8785+, +safe_integers+,
    #           +invalid+, +width+, +enumerators+, +depth+,
    #           +buffer_initial_length+
    #
    # In NDJSON a line break of a to_json or a Fragment becomes a space.
    # Raises ArgumentError for an unknown option, and in NDJSON for one that has a
    # line break in it; TypeError for an io that cannot be written to; FrozenError
    # for a frozen String.
    def initialize(io = nil, opts = nil, format: :json, pretty: false, chunk_size: 65_536, **options)
      framing = FORMATS[Choice.of("format", FORMATS.keys, format, words: WORDS)]
      state = Arguments.state(opts, pretty, options)
      Arguments.one_line(state) if format == :ndjson
      @io = Arguments.target(io)
      @given = io
      _configure(@io, state, framing, Integer(chunk_size))
    rescue ArgumentError => e
      OptionNames.reraise(e, Writer.instance_method(:initialize), options)
    end

    # A Writer to the file at path, which is created or emptied; close closes the
    # file, too. With a block, yields the writer, closes it, and returns what the
    # block returns; the file is closed even if the block raises. mode: that of
    # File.open, as "a" to append. The other arguments are those of new. Raises as
    # new and File.open do and, with a block, as close does.
    #
    #   Jacinth::Writer.open("example.json") { |writer| writer.array { writer << 1 << 2 } }
    #   File.read("example.json") # => "[1,2]"
    def self.open(path, opts = nil, mode: "w", **options, &block)
      new(nil, opts, **options) # what is wrong with these is an error before the file is emptied
      file = File.new(path, mode, encoding: Encoding::UTF_8)
      writer = nil
      writer = new(file, opts, **options)
      writer.instance_variable_set(:@file, file)
      block ? writer.send(:run, &block) : writer
    rescue ArgumentError => e
      OptionNames.reraise(e, Writer.method(:open), options)
    ensure
      file&.close if block || writer.nil?
    end

    ##
    # :method: object
    # :call-seq:
    #   object -> self
    #   object(key) -> self
    #   object { |writer| } -> self
    #   object(key) { |writer| } -> self
    #
    # Opens an object. key: its key, where the object that it is in is open. With a
    # block, yields the writer and then ends the object; the block must have ended
    # all that it has opened. Raises GeneratorError where no object may stand, or
    # for a key as key does; NestingError beyond +max_nesting+.
    #
    #   writer = Jacinth::Writer.new
    #   writer.object { writer.object("a") { |w| w.pair("b", 1) } }
    #   writer.close # => "{\"a\":{\"b\":1}}"

    ##
    # :method: array
    # :call-seq:
    #   array -> self
    #   array(key) -> self
    #   array { |writer| } -> self
    #   array(key) { |writer| } -> self
    #
    # Opens an array. The key, the block and the errors are as those of object.
    #
    #   Jacinth::Writer.new.array { |w| w << 1 << "a" << nil }.close # => "[1,\"a\",null]"

    ##
    # :method: end
    # :call-seq: end -> self
    #
    # Ends the array or object that was opened last. Raises GeneratorError where
    # nothing is open, or a key waits for its value.
    #
    #   Jacinth::Writer.new.array.object.end.end.close # => "[{}]"

    ##
    # :method: end_object
    # :call-seq: end_object -> self
    #
    # Ends an object as +end+ does; raises GeneratorError where the array or object
    # that was opened last is an array.
    #
    #   Jacinth::Writer.new.object.end_object.close # => "{}"
    #   Jacinth::Writer.new.array.end_object # raises Jacinth::GeneratorError: expected a value or the end of the array

    ##
    # :method: end_array
    # :call-seq: end_array -> self
    #
    # Ends an array as +end+ does; raises GeneratorError where the array or object
    # that was opened last is an object.
    #
    #   Jacinth::Writer.new.array.end_array.close # => "[]"

    ##
    # :method: key
    # :call-seq: key(key) -> self
    #
    # Writes a key of the object that is open; value, array or object must follow.
    # key: a String, a Symbol, or anything else that generate accepts as a key.
    # Raises GeneratorError where no key may stand, or the object has it already.
    #
    #   Jacinth::Writer.new.object { |w| w.key("a").value(1) }.close # => "{\"a\":1}"

    ##
    # :method: value
    # :call-seq: value(object) -> self
    #
    # Writes a whole value: an element of the array that is open, the value of the
    # key before it, or a whole document. object: what Jacinth.generate can write.
    # Raises as generate does, with the path in the whole document, and
    # GeneratorError where no value may stand.
    #
    #   Jacinth::Writer.new.value({ "a" => [1] }).close # => "{\"a\":[1]}"

    ##
    # :method: <<
    # :call-seq: writer << object -> self
    #
    # The same as value, as an operator.
    #
    #   (Jacinth::Writer.new << [1]).close # => "[1]"

    ##
    # :method: pair
    # :call-seq: pair(key, object) -> self
    #
    # Writes a key and its value. Raises as key and value do; neither of the two is
    # written then.
    #
    #   Jacinth::Writer.new.object { |w| w.pair("a", [1]) }.close # => "{\"a\":[1]}"

    ##
    # :method: []=
    # :call-seq: writer[key] = object
    #
    # The same as pair, as an assignment.
    #
    #   Jacinth::Writer.new.object { |w| w["a"] = 1 }.close # => "{\"a\":1}"

    # :call-seq: raw(text, validate: true) -> self
    #
    # Writes a value that is JSON text already, as it is, but without white space
    # around it, and in NDJSON with a space for each line break. Returns self. The
    # text is checked first, by the options +max_nesting+, +allow_nan+ and
    # +allow_duplicate_key+; validate: false, for text that is known to be right,
    # saves the time. Raises ParserError for text that is not JSON in UTF-8,
    # TypeError for what is not a String, and GeneratorError where no value may
    # stand.
    #
    #   Jacinth::Writer.new.array { |w| w.raw('{"a": 1.50}') }.close # => "[{\"a\": 1.50}]"
    #   Jacinth::Writer.new.array { |w| w.raw("oops") } # raises Jacinth::ParserError: unexpected character
    def raw(text, validate: true, **unknown)
      OptionNames.refuse(unknown, method(:raw)) unless unknown.empty?
      text = Raw.text(text)
      text = Raw.validated(text, *_limits) if validate
      _raw(text)
    end

    # JSON text of others.
    module Raw # :nodoc:
      # A handler of Jacinth.events: how deep a document is.
      class Depth # :nodoc:
        attr_reader :most

        def initialize
          @most = @depth = 0
        end

        def start_array
          @depth += 1
          @most = @depth if @depth > @most
        end
        alias start_object start_array

        def end_array
          @depth -= 1
        end
        alias end_object end_array
      end
      private_constant :Depth

      class << self
        def text(text)
          given = text
          text = String.try_convert(given) or raise TypeError, "no String: #{given.class}"
          case text.encoding
          when Encoding::UTF_8, Encoding::US_ASCII then text
          when Encoding::BINARY then text.dup.force_encoding(Encoding::UTF_8)
          else text.encode(Encoding::UTF_8)
          end
        end

        # levels: how many more may be opened; nil for any number.
        def validated(text, levels, allow_nan, allow_duplicate_key)
          document = Document.new(text, validate: true, validate_encoding: true, allow_nan: allow_nan,
                                        allow_duplicate_key: allow_duplicate_key, max_nesting: levels)
          return document.raw unless levels && too_deep?(document, levels, allow_nan, allow_duplicate_key)

          raise NestingError, "nesting of JSON text is too deep"
        end

        private

        # As the generator counts: the parser lets what is empty be one level deeper.
        def too_deep?(document, levels, allow_nan, allow_duplicate_key)
          return false unless %i[array object].include?(document.type)

          options = { allow_nan: allow_nan, allow_duplicate_key: allow_duplicate_key }
          return false if levels > 1 && Jacinth.valid?(document.raw, max_nesting: levels - 1, **options)

          Jacinth.events(document.raw, depth = Depth.new, max_nesting: 0, **options)
          depth.most > levels
        end
      end
    end
    private_constant :Raw

    ##
    # :method: flush
    # :call-seq: flush -> self
    #
    # Writes the text that has gathered to the IO, and calls the IO's +flush+.
    # Without an IO, does nothing. Raises what the IO raises; IOError where the IO
    # takes less than it was given, and where the writer is closed.
    #
    #   out = StringIO.new
    #   Jacinth::Writer.new(out).array.value(1).flush
    #   out.string # => "[1"

    # Ends the writing. Without an IO, returns the text, a String; otherwise writes
    # the rest to the IO, flushes it, and returns it. The IO stays open, unless it is
    # a file of Writer.open. Raises GeneratorError where the document is not
    # complete (it can be completed after that), and as flush does. A second call
    # only returns the same.
    #
    #   Jacinth::Writer.new.value(1).close # => "1"
    #   Jacinth::Writer.new.array.close # raises Jacinth::GeneratorError: expected a value or the end of the array
    def close
      result = _close
      @file&.close
      result && @io ? @given : result
    rescue IOError, SystemCallError
      abandon
      raise
    end

    ##
    # :method: closed?
    # :call-seq: closed? -> true or false
    #
    # Whether close has ended the writing.
    #
    #   Jacinth::Writer.new.closed? # => false

    ##
    # :method: to_s
    # :call-seq: to_s -> string
    #
    # The text so far, of a writer without an IO; with one, what Object#to_s gives.
    #
    #   Jacinth::Writer.new.array.value(1).to_s # => "[1"

    ##
    # :method: depth
    # :call-seq: depth -> integer
    #
    # How many arrays and objects are open.
    #
    #   Jacinth::Writer.new.array.object.depth # => 2

    ##
    # :method: path
    # :call-seq: path -> string
    #
    # The place of the array or object that was opened last, as a JSONPath; "$"
    # where nothing is open.
    #
    #   Jacinth::Writer.new.object.array("a").value(1).object.path # => "$.a[1]"

    # How much is open and where: never the text itself.
    #
    #   Jacinth::Writer.new.array.inspect # => "#<Jacinth::Writer depth: 1, path: \"$\", closed?: false>"
    def inspect
      Inspection.text(self, { depth: depth, path: path, closed?: closed? })
    end

    private

    # Closes a file to which nothing can be written.
    def abandon
      @file&.close
    rescue IOError, SystemCallError
      # It is closed, and the first failure is the one to be told.
    end

    def run
      result = yield self
      close
      result
    end
  end
end
