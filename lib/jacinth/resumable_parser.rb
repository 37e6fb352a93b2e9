# frozen_string_literal: true

module Jacinth
  # Reads documents that arrive in chunks, one after the other: from a socket, or
  # from a file that is too large for memory. Each chunk is read once, however small
  # it is. partial_value returns the beginning of a document before the rest arrives.
  #
  #   parser = Jacinth::ResumableParser.new
  #   found = []
  #   ['{"a":1}{"', 'b":2', "}"].each do |chunk|
  #     parser << chunk
  #     found << parser.value while parser.parse
  #   end
  #   found         # => [{"a" => 1}, {"b" => 2}]
  #   parser.empty? # => true
  class ResumableParser
    ##
    # :singleton-method: new
    # :call-seq:
    #   new(**options) -> parser
    #   new(options) -> parser
    #
    # Makes a parser for documents that arrive in chunks. The options are those of
    # Jacinth.parse except +json5+, +object_class+, +array_class+, +only+ and +into+, as
    # keywords or in a Hash. Raises ArgumentError for an unknown option, TypeError for
    # an option's value of the wrong type.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << '{"user": "george", "role": "ad'
    #   parser.parse         # => false
    #   parser.partial_value # => {"user" => "george", "role" => nil}
    #   parser << 'min"} [1, 2]'
    #   parser.parse         # => true
    #   parser.value         # => {"user" => "george", "role" => "admin"}
    #
    # A document that is only a number is complete when another character follows,
    # such as a line break, or when finish is called. The size of a document is not
    # limited, unless by +max_document_bytes+. Only one thread at a time can use a
    # parser, and a parser cannot be copied.

    ##
    # :method: <<
    # :call-seq: self << string -> self
    #
    # Adds text to parse. Its end can be in the middle of a character. Raises TypeError
    # if string is not a String, and the errors of String#encode for a String that
    # cannot be converted to UTF-8; nothing is added then.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1, " << "2]"
    #   parser.parse # => true

    ##
    # :method: parse
    # :call-seq: parse -> true or false
    #
    # Reads to the end of the next document. Returns true if it is complete, and its
    # value is ready; false if more text is needed. A value that was ready before, and
    # was not taken, is lost. Raises ParserError if the text is not JSON; its line and
    # column count from the first text after new or clear.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1] [2"
    #   parser.parse # => true
    #   parser.value # => [1]
    #   parser.parse # => false
    #
    # If an error ends the call, or an exception or throw in a callback, the parser
    # stays at the beginning of the current token: partial_value returns the part
    # before the token, rest begins with the token, and the next call of parse reads
    # the token again (use skip_line or clear to continue after it).
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1, nil]"
    #   parser.parse         # raises Jacinth::ParserError
    #   parser.partial_value # => [1]
    #   parser.rest          # => "nil]"

    ##
    # :method: finish
    # :call-seq: finish -> true or false
    #
    # The same as parse, for the end of the input: a document that is only a number is
    # complete, too. Returns true if there is a document, whose value is then ready;
    # false if no text remains. Raises ParserError if a document is cut off, and the
    # errors of parse.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1] 23"
    #   values = []
    #   values << parser.value while parser.parse
    #   values               # => [[1]]
    #   values << parser.value while parser.finish
    #   values               # => [[1], 23]
    #   parser << "[4"
    #   parser.finish        # raises Jacinth::ParserError: unexpected end of input

    ##
    # :method: skip_line
    # :call-seq: skip_line -> true or false
    #
    # Skips the rest of the current line and drops the current document, to continue
    # with the next line after an error. Returns false if the end of the line has not
    # arrived yet: the parser then skips the following text up to the end of the line.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1, oops]\n[2]\n"
    #   parser.parse rescue parser.skip_line
    #   parser.parse # => true
    #   parser.value # => [2]

    ##
    # :method: value?
    # :call-seq: value? -> true or false
    #
    # True if a value is ready: a document is complete, and value has not been called.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1]"
    #   parser.parse
    #   parser.value? # => true

    ##
    # :method: value
    # :call-seq: value -> object
    #
    # Returns the value of the document that parse or finish has read. The parser then
    # has no value until one of them returns true again. Raises ArgumentError if there
    # is no value.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1]"
    #   parser.parse
    #   parser.value # => [1]

    ##
    # :method: clear
    # :call-seq: clear -> self
    #
    # Drops all text and every value, and counts lines from 1 again.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1"
    #   parser.clear.empty? # => true

    ##
    # :method: partial_value
    # :call-seq: partial_value(strings: false, numbers: false, reuse: false) -> object
    #
    # Returns the part that has been read of a document that is not complete: an Array
    # or Hash, in which a key without a value yet has nil. An incomplete string or
    # number at the end is left out, and so is an array or object without a first
    # element or key. Returns nil if there is no such part. If a value is ready, returns
    # that value. Raises ParserError for a duplicate key.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1, [2, 3,"
    #   parser.parse
    #   parser.partial_value # => [1, [2, 3]]
    #
    # With one of the options, the result contains the value that is still open, for
    # text that arrives slowly, such as that of a language model: an empty array or
    # object, too, and with
    #
    # [+strings+] the text so far of a string, up to an unfinished escape or character;
    # [+numbers+] a number that can still get digits.
    #
    # open_pointer and complete? report which values can still change. on_load is called
    # for complete values only.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << '{"title": "Tea", "steps": ["Boil wat'
    #   parser.parse
    #   parser.partial_value(strings: true) # => {"title" => "Tea", "steps" => ["Boil wat"]}
    #   parser.open_pointer                 # => "/steps/0"
    #   parser.complete?("/title")          # => true
    #
    # Arrays, objects and strings that are still open are new objects in each result, which
    # the program can keep and change. Complete values are the same objects in each
    # result and in the final value. A call takes time for the elements of the open
    # arrays and objects, and for the text of the open string, but not for the contents of
    # complete values.
    #
    # [+reuse+] true: each call returns the objects of the last call, to which it has
    #           added what has arrived since. All calls together then take linear time,
    #           except for an open number, which each call builds again with numbers.
    #           The program must not change or freeze them; FrozenError is raised for a
    #           frozen one, and ArgumentError if the option freeze is true.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << '["a", "b'
    #   parser.parse
    #   shown = parser.partial_value(strings: true, reuse: true) # => ["a", "b"]
    #   parser << 'c", "d'
    #   parser.parse
    #   parser.partial_value(strings: true, reuse: true).equal?(shown) # => true
    #   shown # => ["a", "bc", "d"]

    # Returns the JSON pointer (RFC 6901) to the innermost value that is not complete: the
    # string, number, array or object to which the next text belongs, or a key's value that
    # has not arrived. Returns nil if no document has begun, or a value is ready. Takes
    # time for the number of steps.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << '{"a": [1, {"b": "x'
    #   parser.parse
    #   parser.open_pointer # => "/a/1/b"
    #   parser << '"'
    #   parser.parse
    #   parser.open_pointer # => "/a/1"
    def open_pointer
      steps = _open_steps
      PathText.pointer(steps) if steps
    end

    ##
    # :method: complete?
    # :call-seq: complete?(pointer) -> true or false
    #
    # True if the value that a JSON pointer leads to has arrived, and cannot change any
    # more. Takes time for the keys of the open objects on its path. Raises ArgumentError
    # for an invalid pointer, TypeError for one that is not a String.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << '{"a": [1, 2], "b": [3'
    #   parser.parse
    #   parser.complete?("/a/1") # => true
    #   parser.complete?("/b")   # => false
    #   parser.complete?("/c")   # => false

    ##
    # :method: partial_value?
    # :call-seq: partial_value? -> true or false
    #
    # True if the document is not complete and partial_value returns a part of it.
    # False if a value is ready.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1, 2"
    #   parser.parse
    #   parser.partial_value? # => true

    ##
    # :method: rest
    # :call-seq: rest -> string
    #
    # Returns a copy of the text that is not parsed yet.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1] [2]"
    #   parser.parse
    #   parser.rest # => "[2]"

    ##
    # :method: eos?
    # :call-seq: eos? -> true or false
    #
    # True if all text has been parsed.
    #
    #   Jacinth::ResumableParser.new.eos? # => true

    ##
    # :method: empty?
    # :call-seq: empty? -> true or false
    #
    # True if there is no text, no document in progress, and no value to take. At the
    # end of a stream, false means that the stream was cut off.
    #
    #   Jacinth::ResumableParser.new.empty? # => true

    ##
    # :method: parsed_bytes
    # :call-seq: parsed_bytes -> integer
    #
    # Returns the number of bytes of the current document that have been read or wait to
    # be completed. Use it to limit the input of an untrusted source.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1, 2"
    #   parser.parse
    #   parser.parsed_bytes # => 5

    # Returns a line for people: the bytes of the current document, true if its value
    # is ready, and true if all text has been parsed. It never shows the text.
    #
    #   parser = Jacinth::ResumableParser.new
    #   parser << "[1] [2"
    #   parser.parse
    #   parser.inspect # => "#<Jacinth::ResumableParser parsed_bytes: 3, value?: true, eos?: false>"
    def inspect
      InspectText.text(self, { parsed_bytes: parsed_bytes, value?: value?, eos?: eos? })
    rescue ArgumentError # called by a callback while this parses
      InspectText.text(self, { parsed_bytes: parsed_bytes })
    end
  end

  class << self
    # Yields the value so far of a document that arrives in chunks, after each chunk, and
    # the JSON pointer to the innermost value that is still open; and at the end the
    # complete value and nil. Further documents follow in the same way. Returns nil;
    # without a block, an Enumerator.
    #
    #   reply = ['{"title": "Te', 'a", "steps": [', '"Boil water"]}']
    #   Jacinth.each_partial(reply).to_a
    #   # => [[{"title" => "Te"}, "/title"],
    #   #     [{"title" => "Tea", "steps" => []}, "/steps"],
    #   #     [{"title" => "Tea", "steps" => ["Boil water"]}, nil]]
    #
    # source: that of Jacinth.each; chunks that are nil or empty, as clients of language
    # models yield them, are skipped. strings, numbers, reuse: those of
    # ResumableParser#partial_value. options: those of ResumableParser.new. Raises
    # ParserError if the text is not JSON, or a document is cut off; TypeError for another
    # source; ArgumentError for an unknown option, or for reuse and freeze together; and
    # the errors of the source and of the block.
    def each_partial(source, strings: true, numbers: false, reuse: false, **options, &block)
      DocumentStream.check(source)
      raise ArgumentError, "reuse cannot be used with freeze" if reuse && options[:freeze]

      parser = ResumableParser.new(**options).tap { |made| made.__send__(:_read_like_each) }
      return DocumentStream.enumerator(:each_partial, source, strings:, numbers:, reuse:, **options) unless block

      text = String.try_convert(source)
      DocumentStream.chunks(text ? [text] : source, nil, options[:invalid]) do |chunk,|
        next if [nil, ""].include?(chunk)

        parser << chunk
        yield parser.value, nil while parser.parse
        open = parser.open_pointer
        yield parser.partial_value(strings:, numbers:, reuse:), open if open
      end
      yield parser.value, nil while parser.finish
    rescue ArgumentError => e
      OptionNames.reraise(e, method(:each_partial), options)
    end
  end
end
