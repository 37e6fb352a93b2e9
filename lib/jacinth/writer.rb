# frozen_string_literal: true

module Jacinth
  # Writes documents value by value, to an IO or to a String: for documents that are too
  # large to be one object in memory, or whose parts become available one after another.
  #
  #   writer = Jacinth::Writer.new
  #   writer.object do
  #     writer.pair("name", "Ada")
  #     writer.array("born") { writer.value(1815).value(12).value(10) }
  #     writer["languages"] = { en: true }
  #   end
  #   writer.close # => "{\"name\":\"Ada\",\"born\":[1815,12,10],\"languages\":{\"en\":true}}"
  #
  # The text is the same as if the whole document were generated at once with the same
  # options. An array or object without a block is ended by +end+.
  #
  # [Nesting] A call that is not possible at the current place raises GeneratorError. Its
  #           message contains the open array or object, its path, and the expected
  #           calls. A duplicate key is an error, too. For this check, the keys of the
  #           open objects are kept in memory; <tt>allow_duplicate_key: true</tt> saves
  #           this memory for objects with very many members.
  # [Errors] A value (or a pair with its key) that fails leaves the writer unchanged, so
  #          that another one can be written in its place. But if a part of the value was
  #          written to the IO already, or if the IO failed, the document is cut off, and
  #          each later call raises IOError.
  # [Blocks] A block that is left by an error, +throw+ or +break+ leaves its array or
  #          object open. The document can be continued (depth returns the number of
  #          open arrays and objects) or abandoned. close raises GeneratorError until the
  #          document is complete.
  # [Keys] Keys are written in the order of the calls; +sort_keys+ only sorts the keys
  #        inside values. With +rfc8785+, a key out of order is an error.
  # [Threads] Any thread can use a writer, but only one at a time: a call during another
  #           call, from another thread or Fiber or from within the IO, raises
  #           ThreadError.
  class Writer
    FORMATS = %i[json ndjson json_seq].freeze
    # The names of formats in Jacinth.each and in other libraries.
    WORDS = { lines: :ndjson, jsonl: :ndjson, json_lines: :ndjson, sequence: :json_seq }.freeze
    private_constant :FORMATS, :WORDS

    # Reads the arguments of Writer.new.
    module Arguments # :nodoc:
      # The options of generate whose values are Strings.
      TEXTS = %i[indent space space_before object_nl array_nl].freeze

      # The target of a writer that appends to a String.
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
        # Returns a State, or nil for the defaults.
        def state(given, pretty, options)
          return if given.nil? && !pretty && options.empty?
          return given if given.is_a?(State) && !pretty && options.empty?

          options = { **State.options_hash(given.is_a?(State) ? given.to_h : given), **options } if given
          State.new(pretty ? { **PRETTY_GENERATE_OPTIONS, **options } : options)
        end

        def one_line(state)
          name = TEXTS.find { |option| state.public_send(option).match?(/[\r\n]/) }
          raise ArgumentError, "#{name} cannot have a line break in ndjson, where a document is a line" if name
        end

        def target(io)
          return if io.nil?
          return appender(io) if io.is_a?(String)
          # write is preferred to to_io, which for a GzipWriter or an SSLSocket returns the stream below
          return io if io.respond_to?(:write) && (!io.respond_to?(:to_path) || io.respond_to?(:to_io))
          return io.to_io if io.respond_to?(:to_io)

          raise TypeError, "expected an IO or a String, got #{PathText.inspected(io)} " \
                           "(for a path, use Jacinth::Writer.open)"
        end

        private

        def appender(string)
          if string.frozen?
            raise FrozenError.new("can't modify frozen String: #{PathText.inspected(string)}", receiver: string)
          end

          Appender.new(string)
        end
      end
    end
    private_constant :Arguments

    # io: the target: an object with +write+ or +to_io+; a String, to which the text is
    # appended (for the name of a file, see Writer.open); or nil for a new String, which
    # close returns. opts: a Hash of options, or a State.
    #
    #   out = StringIO.new
    #   lines = Jacinth::Writer.new(out, format: :ndjson)
    #   lines << { id: 1 } << { id: 2 }
    #   lines.close
    #   out.string # => "{\"id\":1}\n{\"id\":2}\n"
    #
    # [+format+] +:json+ is one document. +:ndjson+ and +:json_seq+ are any number of
    #            documents: each on a line of its own (NDJSON, JSON Lines), or each
    #            between a record separator and a line feed (RFC 7464).
    # [+pretty+] True for the defaults of Jacinth.pretty_generate.
    # [+chunk_size+] The number of bytes that are collected before they are written to
    #                the IO (default 65536).
    # [Options] those of Jacinth.generate
    #
    # In NDJSON, a line break in the text of a to_json or a Fragment becomes a space.
    # Raises ArgumentError for an unknown option and, in NDJSON, for an option with a line
    # break; TypeError for an io that cannot be written to; FrozenError for a frozen
    # String.
    def initialize(io = nil, opts = nil, format: :json, pretty: false, chunk_size: 65_536, **options)
      ChoiceText.of("format", FORMATS, format, words: WORDS) unless FORMATS.include?(format)
      state = Arguments.state(opts, pretty, options)
      Arguments.one_line(state) if state && format == :ndjson
      _configure(Arguments.target(io), state, format, Integer(chunk_size))
      @given = io if io
    rescue ArgumentError => e
      OptionNames.reraise(e, Writer.instance_method(:initialize), options)
    end

    # Returns a Writer to the file at path, which is created or emptied; close closes the
    # file, too. With a block, yields the writer, closes it, and returns the result of the
    # block; the file is closed even if the block raises. mode: the mode of File.open,
    # such as "a" to append. The other arguments are those of new. Raises the errors of
    # new, File.open and, with a block, close.
    #
    #   Jacinth::Writer.open("example.json") { |writer| writer.array { writer << 1 << 2 } }
    #   File.read("example.json") # => "[1,2]"
    def self.open(path, opts = nil, mode: "w", **options, &block)
      new(nil, opts, **options) # raises errors of the options before the file is emptied
      file = File.new(path, mode, encoding: Encoding::UTF_8)
      file.binmode.set_encoding(Encoding::UTF_8) # on Windows, line breaks would become "\r\n"
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
    # Begins an object. key: its key if it is a member of an object. With a block, yields
    # the writer and then ends the object; the block must end everything that it begins.
    # Raises GeneratorError if no object can be written here, NestingError beyond
    # +max_nesting+, and the errors of key.
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
    # Begins an array. The key, the block and the errors are the same as for object.
    #
    #   Jacinth::Writer.new.array { |w| w << 1 << "a" << nil }.close # => "[1,\"a\",null]"

    ##
    # :method: end
    # :call-seq: end -> self
    #
    # Ends the innermost open array or object. Raises GeneratorError if none is open, or
    # if a key has no value yet.
    #
    #   Jacinth::Writer.new.array.object.end.end.close # => "[{}]"

    ##
    # :method: end_object
    # :call-seq: end_object -> self
    #
    # The same as +end+, but raises GeneratorError if an array would be ended.
    #
    #   Jacinth::Writer.new.object.end_object.close # => "{}"
    #   Jacinth::Writer.new.array.end_object # raises Jacinth::GeneratorError: expected a value or the end of the array

    ##
    # :method: end_array
    # :call-seq: end_array -> self
    #
    # The same as +end+, but raises GeneratorError if an object would be ended.
    #
    #   Jacinth::Writer.new.array.end_array.close # => "[]"

    ##
    # :method: key
    # :call-seq: key(key) -> self
    #
    # Writes a key of the open object; value, array or object must follow. key: a String,
    # a Symbol, or any other key that generate accepts. Raises GeneratorError if no key
    # can be written here, or if the object has the key already.
    #
    #   Jacinth::Writer.new.object { |w| w.key("a").value(1) }.close # => "{\"a\":1}"

    ##
    # :method: value
    # :call-seq: value(object) -> self
    #
    # Writes a whole value: an element of the open array, the value of the last key, or a
    # whole document. object: any object that Jacinth.generate can write. Raises the
    # errors of generate, with the path in the whole document, and GeneratorError if no
    # value can be written here.
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
    # Writes a key and its value, or nothing for a value that +omit_nil+ or +omit_empty+
    # leaves out. Raises the errors of key and value; neither of the two is written then.
    #
    #   Jacinth::Writer.new.object { |w| w.pair("a", [1]) }.close # => "{\"a\":[1]}"

    ##
    # :method: []=
    # :call-seq: writer[key] = object
    #
    # The same as pair, as an assignment.
    #
    #   Jacinth::Writer.new.object { |w| w["a"] = 1 }.close # => "{\"a\":1}"

    ##
    # :method: raw
    # :call-seq: raw(text, validate: true) -> self
    #
    # Writes a value that is JSON text already. The text is not changed, but the white
    # space around it is removed, and in NDJSON a space replaces each line break. Returns
    # self. The text is checked first with the options +max_nesting+, +allow_nan+ and
    # +allow_duplicate_key+; validate: false saves the time if the text is known to be
    # valid. Raises ParserError if the text is not JSON in UTF-8, TypeError if it is not
    # a String, and GeneratorError if no value can be written here.
    #
    #   Jacinth::Writer.new.array { |w| w.raw('{"a": 1.50}') }.close # => "[{\"a\": 1.50}]"
    #   Jacinth::Writer.new.array { |w| w.raw("oops") } # raises Jacinth::ParserError: unexpected character

    # Checks the texts of Writer#raw.
    module Raw # :nodoc:
      # A handler of Jacinth.events that measures the depth of a document.
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
        # Returns a copy in UTF-8, which no other thread can change between the check
        # and the writing.
        def text(given)
          text = String.try_convert(given) or raise TypeError, "expected a String, got #{PathText.shown(given.class)}"
          text = String.new(text)
          case text.encoding
          when Encoding::UTF_8, Encoding::US_ASCII then text
          when Encoding::BINARY then text.force_encoding(Encoding::UTF_8)
          else text.encode(Encoding::UTF_8)
          end
        end

        # levels: the allowed depth of the text; nil for any depth.
        def validated(text, levels, allow_nan, allow_duplicate_key)
          options = { allow_nan: allow_nan, allow_duplicate_key: allow_duplicate_key, validate_encoding: true }
          return text.strip if surely_valid?(text, levels, options)

          document = Document.new(text, validate: true, max_nesting: levels, **options)
          return document.raw unless levels && too_deep?(document, levels, options)

          raise NestingError, "nesting of JSON text is too deep"
        end

        private

        # The parser allows one level more than the generator for an empty array or object.
        # So a text that is valid with one level less is not too deep.
        def surely_valid?(text, levels, options)
          return false if levels && levels < 2

          Jacinth.__send__(:_valid?, text, max_nesting: levels ? levels - 1 : 0, **options)
        end

        # The depth is counted as in the generator.
        def too_deep?(document, levels, options)
          return false unless %i[array object].include?(document.type)

          Jacinth.__send__(:_events, document.raw, depth = Depth.new, max_nesting: 0, **options)
          depth.most > levels
        end
      end
    end
    private_constant :Raw

    ##
    # :method: flush
    # :call-seq: flush -> self
    #
    # Writes the collected text to the IO, and calls the IO's +flush+. Without an IO, does
    # nothing. Raises the errors of the IO, and IOError if the IO writes fewer bytes than
    # it was given or if the writer is closed.
    #
    #   out = StringIO.new
    #   Jacinth::Writer.new(out).array.value(1).flush
    #   out.string # => "[1"

    # Ends the document. Without an IO, returns the text, a String; otherwise writes the
    # remaining text to the IO, flushes it, and returns the IO. The IO stays open, unless
    # it is a file of Writer.open. Raises GeneratorError if the document is not complete
    # (it can be completed after that), and the errors of flush. A second call only
    # returns the same object again.
    #
    #   Jacinth::Writer.new.value(1).close # => "1"
    #   Jacinth::Writer.new.array.close # raises Jacinth::GeneratorError: expected a value or the end of the array
    def close
      result = _close
      @file&.close
      result && (@given || result)
    rescue IOError, SystemCallError
      abandon
      raise
    end

    ##
    # :method: closed?
    # :call-seq: closed? -> true or false
    #
    # True if close has ended the document.
    #
    #   Jacinth::Writer.new.closed? # => false

    ##
    # :method: to_s
    # :call-seq: to_s -> string
    #
    # Returns the text so far, for a writer without an IO. With an IO, it is Object#to_s.
    #
    #   Jacinth::Writer.new.array.value(1).to_s # => "[1"

    ##
    # :method: depth
    # :call-seq: depth -> integer
    #
    # Returns the number of open arrays and objects.
    #
    #   Jacinth::Writer.new.array.object.depth # => 2

    ##
    # :method: path
    # :call-seq: path -> string
    #
    # Returns the path of the innermost open array or object, as a JSONPath; "$" if none
    # is open.
    #
    #   Jacinth::Writer.new.object.array("a").value(1).object.path # => "$.a[1]"

    # Returns a line for people: the depth and the path, but never the text.
    #
    #   Jacinth::Writer.new.array.inspect # => "#<Jacinth::Writer depth: 1, path: \"$\", closed?: false>"
    def inspect
      InspectText.text(self, { depth: depth, path: path, closed?: closed? })
    end

    private

    # raw, for arguments that the function in C does not handle.
    def _convert_raw(text, validate: true, **unknown)
      OptionNames.refuse(unknown, method(:_convert_raw)) unless unknown.empty?
      text = Raw.text(text)
      text = Raw.validated(text, *_limits) if validate
      _raw(text)
    end

    # Closes a file after an error.
    def abandon
      @file&.close
    rescue IOError, SystemCallError
      # The file is closed, and the first error is raised.
    end

    def run
      result = yield self
      close
      result
    end
  end
end
