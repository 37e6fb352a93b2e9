# frozen_string_literal: true

module Jacinth
  # Writes documents piece by piece, to an IO or to a String: for what is too
  # large to be an object in memory, or is there one part after the other.
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
  # what stands around them as if the whole were one object of Ruby's. Instead
  # of a block, +end+ closes what is open.
  #
  # [Nesting] is checked: a piece that cannot stand where it is given is a
  #           GeneratorError, which says what is open, where, and what was
  #           expected. Two keys with one text in an object are an error, too;
  #           for this the keys of the objects that are open are kept. With
  #           <tt>allow_duplicate_key: true</tt> they are not, which is for an
  #           object with more members than memory has room for.
  # [Errors] A piece that fails leaves the writer as it was before, so that
  #          another one may be written in its place: a value with what is in it,
  #          a pair with its key. If a part of it has gone to the IO already,
  #          or if the IO failed, the document is cut off, and each piece after
  #          that is an IOError.
  # [Blocks] A block that is left by an error, +throw+ or +break+ leaves its array
  #          or object open. The document can be continued (depth tells how
  #          much is open) or abandoned; close does not take it as complete.
  # [Keys] stand in the order in which they are written: +sort_keys+ holds inside
  #        of values. With +rfc8785+ a key that is not behind the one before
  #        it is an error.
  # [Threads] A writer may be used by any thread, by one at a time: a piece that is
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
          return io.to_io if io.respond_to?(:to_io)
          return io if io.respond_to?(:write) && !io.respond_to?(:to_path)

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

    # io: what is written to, anything with +write+ or +to_io+; a String, which is
    # appended to; or nil, for a String that close returns. opts: a Hash of
    # options, or a State.
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
    # Raises ArgumentError for an unknown option, or one with a line break in
    # NDJSON; TypeError for what cannot be written to.
    def initialize(io = nil, opts = nil, format: :json, pretty: false, chunk_size: 65_536, **options)
      framing = FORMATS[Choice.of("format", FORMATS.keys, format, words: WORDS)]
      state = Arguments.state(opts, pretty, options)
      Arguments.one_line(state) if format == :ndjson
      @io = Arguments.target(io)
      @given = io
      _configure(@io, state, framing, Integer(chunk_size))
    end

    # A Writer to the file at path, which is created or emptied; its close
    # closes the file, too. With a block, yields it, closes it, and returns what
    # the block returns; the file is closed in any case. mode: that of File.open,
    # as "a" to append. The rest is that of new. Raises as new and File.open do;
    # at the end, as close does.
    #
    #   Jacinth::Writer.open("example.json") { |writer| writer.array { writer << 1 << 2 } }
    #   File.read("example.json") # => "[1,2]"
    def self.open(path, opts = nil, mode: "w", **options, &block)
      file = File.new(path, mode, encoding: Encoding::UTF_8)
      writer = nil
      writer = new(file, opts, **options)
      writer.instance_variable_set(:@file, file)
      block ? writer.send(:run, &block) : writer
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
    # Opens an object, which has the key, where one is given, in the object
    # that is open. With a block, yields the writer and ends the object; a block
    # must have ended what it has opened. Raises GeneratorError, NestingError.
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
    # As object, for an array.
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
    # As +end+, for an object; GeneratorError where an array is to be ended.
    #
    #   Jacinth::Writer.new.object.end_object.close # => "{}"
    #   Jacinth::Writer.new.array.end_object # raises Jacinth::GeneratorError: expected a value or the end of the array

    ##
    # :method: end_array
    # :call-seq: end_array -> self
    #
    # As +end+, for an array; GeneratorError where an object is to be ended.
    #
    #   Jacinth::Writer.new.array.end_array.close # => "[]"

    ##
    # :method: key
    # :call-seq: key(key) -> self
    #
    # A key of the object that is open; its value, array or object is to follow.
    # A String, a Symbol, or what generate takes as a key. Raises GeneratorError
    # where no key may stand, or the object has it already.
    #
    #   Jacinth::Writer.new.object { |w| w.key("a").value(1) }.close # => "{\"a\":1}"

    ##
    # :method: value
    # :call-seq: value(object) -> self
    #
    # A whole value: an element of the array that is open, what belongs to the
    # key, or a document. Raises as Jacinth.generate does, with the path in the
    # whole, and GeneratorError where no value may stand.
    #
    #   Jacinth::Writer.new.value({ "a" => [1] }).close # => "{\"a\":[1]}"

    ##
    # :method: <<
    # :call-seq: writer << object -> self
    #
    # As value.
    #
    #   (Jacinth::Writer.new << [1]).close # => "[1]"

    ##
    # :method: pair
    # :call-seq: pair(key, object) -> self
    #
    # A key and its value. Raises as key and value do; neither is written then.
    #
    #   Jacinth::Writer.new.object { |w| w.pair("a", [1]) }.close # => "{\"a\":[1]}"

    ##
    # :method: []=
    # :call-seq: writer[key] = object
    #
    # As pair.
    #
    #   Jacinth::Writer.new.object { |w| w["a"] = 1 }.close # => "{\"a\":1}"

    # A value that is JSON text already: written as it is, without the white
    # space around it; in NDJSON with a space for each line break. It is checked
    # first: ParserError for what is not JSON in UTF-8 (by +max_nesting+,
    # +allow_nan+ and +allow_duplicate_key+), unless validate is false, for text
    # that is known to be right. Raises GeneratorError where no value may stand.
    #
    #   Jacinth::Writer.new.array { |w| w.raw('{"a": 1.50}') }.close # => "[{\"a\": 1.50}]"
    #   Jacinth::Writer.new.array { |w| w.raw("oops") } # raises Jacinth::ParserError: unexpected character
    def raw(text, validate: true)
      text = Raw.text(text)
      text = Raw.validated(text, *_limits) if validate
      _raw(text)
    end

    # JSON text of others.
    module Raw # :nodoc:
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
          return document.raw unless levels == 0 && %i[array object].include?(document.type)

          raise NestingError, "nesting of JSON text is too deep"
        end
      end
    end
    private_constant :Raw

    ##
    # :method: flush
    # :call-seq: flush -> self
    #
    # Writes what is there to the IO, and has the IO flush it. Without an IO
    # there is nothing to do. Raises what the IO raises; IOError where it takes
    # less than it was given.
    #
    #   out = StringIO.new
    #   Jacinth::Writer.new(out).array.value(1).flush
    #   out.string # => "[1"

    # Ends the writing: returns the String; or writes the rest to the IO, flushes
    # that, and returns it. The IO stays open, unless it is a file of Writer.open.
    # Raises GeneratorError where the document is not complete, which it can be
    # made after that, and as flush does. Closing a closed writer does nothing.
    #
    #   Jacinth::Writer.new.value(1).close # => "1"
    #   Jacinth::Writer.new.array.close # raises Jacinth::GeneratorError: expected a value or the end of the array
    def close
      result = _close
      @file&.close
      result && @io ? @given : result
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
    # The text so far, of a writer without an IO.
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
    # Where the array or object is that was opened last, as a JSONPath.
    #
    #   Jacinth::Writer.new.object.array("a").value(1).object.path # => "$.a[1]"

    # How much is open and where: never the text itself.
    #
    #   Jacinth::Writer.new.array.inspect # => "#<Jacinth::Writer depth: 1, path: \"$\", closed?: false>"
    def inspect
      Inspection.text(self, { depth: depth, path: path, closed?: closed? })
    end

    private

    def run
      result = yield self
      close
      result
    end
  end
end
