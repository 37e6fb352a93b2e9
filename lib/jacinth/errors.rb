# frozen_string_literal: true

require_relative "autoloads"

module Jacinth
  Autoloads.add(self, ErrorHint: "errors/hint", ErrorExcerpt: "errors/excerpt")
  private_constant :ErrorHint, :ErrorExcerpt

  # Makes texts for errors: JSONPaths and JSON pointers of lists of steps, and texts of
  # the program's objects in valid UTF-8.
  module PathText # :nodoc:
    PLAIN_NAME = /\A[a-zA-Z$_][a-zA-Z$_0-9]*\z/
    # The escapes of the normalized paths of RFC 9535.
    ESCAPES = (0..0x1F).to_h { |code| [code.chr, format("\\u%04x", code)] }.merge(
      "\b" => "\\b", "\t" => "\\t", "\n" => "\\n", "\f" => "\\f", "\r" => "\\r", "\\" => "\\\\",
      '"' => '\\"', "'" => "\\'"
    ).freeze
    ESCAPED = { '"' => /["\\\x00-\x1F]/n, "'" => /['\\\x00-\x1F]/n }.freeze
    Ractor.make_shareable([ESCAPES, ESCAPED])
    POINTER_ESCAPES = { "~" => "~0", "/" => "~1" }.freeze
    private_constant :PLAIN_NAME, :ESCAPED, :ESCAPES, :POINTER_ESCAPES

    class << self
      # Returns the JSONPath. steps: an Array of Integers (indexes) and Strings or Symbols
      # (names), the outermost first. The path ends before a step of another type.
      def build(steps)
        "$#{named(steps).map { |step| step_text(step) }.join("")}".freeze
      end

      # Returns the JSON pointer (RFC 6901) of the same steps.
      def pointer(steps)
        named(steps).map { |step| "/#{pointer_text(step)}" }.join("").encode(Encoding::UTF_8).freeze
      end

      # Returns the text in UTF-8, or unchanged if it cannot be converted.
      def utf8_if_possible(name)
        name.valid_encoding? ? name.encode(Encoding::UTF_8) : name
      rescue EncodingError
        name
      end

      # Returns the text in valid UTF-8. The bytes of BINARY text are taken for UTF-8.
      def valid_utf8(text)
        text = String.new(text) # a String of a subclass can have other methods
        return String.new(text, encoding: Encoding::UTF_8).scrub if text.encoding == Encoding::BINARY

        text.encode(Encoding::UTF_8, invalid: :replace, undef: :replace).scrub
      rescue EncodingError # Ruby has no converter for this encoding
        String.new(text, encoding: Encoding::UTF_8).scrub
      end

      # Returns the to_s of an object for a message: in valid UTF-8, with NUL written as a
      # backslash and 0.
      def shown(object)
        valid_utf8(format("%s", object)).gsub("\0") { "\\0" }
      end

      # Returns the inspect of an object for a message.
      def inspected(object)
        shown(object.inspect)
      end

      # Returns the text of a step in a JSON pointer.
      def pointer_text(step)
        utf8_if_possible(step.__send__(:to_s)).b.gsub(%r{[~/]}n, POINTER_ESCAPES).force_encoding(Encoding::UTF_8)
      end

      # Returns the name between quotes. Escapes bytes, as a key can have invalid UTF-8.
      def quoted(name, quote)
        text = utf8_if_possible(name.to_s).b.gsub(ESCAPED[quote], ESCAPES)
        "#{quote}#{text.force_encoding(Encoding::UTF_8)}#{quote}"
      end

      private

      def named(steps)
        steps.take_while { |step| step.is_a?(Integer) || step.is_a?(String) || step.is_a?(Symbol) }
      end

      def step_text(step)
        return "[#{step}]" if step.is_a?(Integer)

        name = utf8_if_possible(step.__send__(:to_s))
        PLAIN_NAME.match?(name.b) ? ".#{name.b}" : "[#{quoted(name, '"')}]"
      end
    end
  end
  private_constant :PathText

  # The class of every error that this library raises about a document.
  #
  #   begin
  #     Jacinth.parse("[1,]")
  #   rescue Jacinth::JSONError => e
  #     e.class # => Jacinth::ParserError
  #   end
  class JSONError < StandardError
    # The path in the document or in the objects.
    module Located # :nodoc:
      def json_path
        @json_path.is_a?(Array) ? PathText.build(@json_path) : @json_path
      end

      def pointer
        PathText.pointer(@json_path) if @json_path.is_a?(Array)
      end
    end
    private_constant :Located
  end

  # Raised for a text that is not JSON. It has the place of the fault, an excerpt of the
  # text, and usually a hint how to fix it:
  #
  #   begin
  #     Jacinth.parse(%({"port": 08}))
  #   rescue Jacinth::ParserError => e
  #     e.message                       # => "invalid number: '08}' at line 1 column 10"
  #     [e.line, e.column, e.json_path] # => [1, 10, "$.port"]
  #     e.hint                          # => "leading zero: write 8, or a string"
  #     puts e.excerpt
  #   end
  #   # >> 1 | {"port": 08}
  #   # >>   |          ^
  #
  # Ruby 3.2 and newer print all of it for an error that is not rescued; so does
  # full_message in Ruby 3.1. An error keeps at most 256 bytes of the text on either side
  # of the place.
  class ParserError < JSONError
    include Located

    # The line of the error, from 1; nil if it has no place. For a duplicate key, line and
    # column are those of the object, as in the json gem; the excerpt shows the second of
    # the keys, and the hint has both places.
    #
    #   Jacinth::ParserError.new("no").line # => nil
    attr_reader :line

    # The column of the error in code points, from 1; nil if it has no place.
    #
    #   Jacinth::ParserError.new("no").column # => nil
    attr_reader :column

    ##
    # :method: json_path
    # The JSONPath of the value that could not be read, a String such as
    # <tt>$.a[0]["a b"]</tt>; nil if the error has no place.
    #
    #   Jacinth::ParserError.new("no").json_path # => nil

    ##
    # :method: pointer
    # The JSON pointer (RFC 6901) to the value that could not be read: "" for the document,
    # or a String such as <tt>/a/0/a b</tt>, in which <tt>~0</tt> is a tilde and
    # <tt>~1</tt> a slash of a key; nil if the error has no place.
    #
    #   begin
    #     Jacinth.parse('{"a/b": [1, x]}')
    #   rescue Jacinth::ParserError => e
    #     e.pointer # => "/a~1b/1"
    #   end

    # The name of the source for people, or nil: the path, for load_file and for methods
    # that read a Pathname or an IO with a +path+, such as a File. A program can set it for
    # other sources.
    #
    #   File.write("example.json", "[1 2]")
    #   begin
    #     Jacinth.load_file("example.json")
    #   rescue Jacinth::ParserError => e
    #     e.source_name # => "example.json"
    #   end
    attr_accessor :source_name

    # Suggests how to fix the fault: a String in English, for people. nil if there is no
    # suggestion, or if it could depend on chunks of the text that have not arrived yet.
    # The wording can change from one version to the next.
    #
    #   begin
    #     Jacinth.parse("[1, 2,]")
    #   rescue Jacinth::ParserError => e
    #     e.hint # => "trailing comma before ']': remove it, or pass allow_trailing_comma: true"
    #   end
    def hint
      loaded { ErrorHint }&.of(message, context)
    end

    # :call-seq: excerpt(width: 80, highlight: false) -> string or nil
    #
    # Returns the line of the fault with a caret below the place: a String of valid UTF-8
    # that is safe to print. An invisible character is shown as a picture, an escape or its
    # code. If only white space is before the place in its line, the line above is shown,
    # too. Returns nil if the error does not have the text.
    #
    # width: the greatest number of columns of a line, an Integer above 0; a width below 20
    # is the same as 20. Longer lines are cut on both sides of the place. highlight: true
    # to colour the caret, for terminals. Raises TypeError or ArgumentError for any other
    # width.
    #
    #   begin
    #     Jacinth.parse("[1,\n {'a': 2}]")
    #   rescue Jacinth::ParserError => e
    #     puts e.excerpt
    #   end
    #   # >> 2 |  {'a': 2}]
    #   # >>   |   ^
    def excerpt(width: 80, highlight: false, **unknown)
      OptionNames.refuse(unknown, ParserError.instance_method(:excerpt)) unless unknown.empty?
      raise TypeError, "width must be an Integer, not #{PathText.inspected(width)}" unless width.is_a?(Integer)
      raise ArgumentError, "width must be above 0, not #{width}" unless width.positive?

      known = context
      loaded { ErrorExcerpt }&.new(known)&.text(width: width, highlight: highlight) if known
    end

    # Returns the message and, below it, those of the following that the error has: the
    # place with source_name, the excerpt and the hint. Ruby 3.2 and newer print it for an
    # error that is not rescued. Invalid bytes of a message in UTF-8 are replaced by U+FFFD.
    # highlight: true for colours, for terminals.
    #
    #   begin
    #     Jacinth.parse("[nil]")
    #   rescue Jacinth::ParserError => e
    #     e.detailed_message.lines.last # => "hint: nil is not JSON: write null"
    #   end
    def detailed_message(highlight: false, **)
      text = defined?(super) ? super : message
      text = valid_utf8(text) if text.encoding == Encoding::UTF_8 && !text.valid_encoding?
      [text, *detail_lines(highlight)].join("\n")
    rescue EncodingError # a message in an encoding that has none of these characters
      text
    end

    # Returns all attributes of the error as a Hash, for logs and for responses of an API.
    # Its keys are Symbols, its values Strings of valid UTF-8 and Integers. If the excerpt
    # shows another place than that of line and column, as for a duplicate key,
    # +shown_line+ and +shown_column+ are those of that place.
    #
    #   begin
    #     Jacinth.parse("[nil]")
    #   rescue Jacinth::ParserError => e
    #     e.details.keys # => [:error, :message, :line, :column, :json_path, :hint, :excerpt]
    #   end
    def details
      {
        error: self.class.name, message: valid_utf8(message), source_name: source_name && valid_utf8(source_name.to_s),
        line: line, column: column, **shown_elsewhere, json_path: json_path && valid_utf8(json_path), hint: hint,
        excerpt: excerpt
      }.compact
    end

    # The same as Exception#full_message, but it contains detailed_message in Ruby 3.1,
    # too.
    #
    #   begin
    #     Jacinth.parse("[nil]")
    #   rescue Jacinth::ParserError => e
    #     e.full_message(highlight: false).include?("hint: nil is not JSON: write null") # => true
    #   end
    def full_message(highlight: $stderr.tty?, **options)
      detailed = clone(freeze: false).exception(detailed_message(highlight: highlight))
      detailed.set_backtrace(caller(1, 1)) unless backtrace
      Exception.instance_method(:full_message).bind_call(detailed, highlight: highlight, **options)
    end
    # From Ruby 3.2 on, Exception#full_message contains detailed_message. For an error that was
    # not raised it names its caller, which would be this method.
    remove_method :full_message if Exception.method_defined?(:detailed_message)

    private

    # Returns the value of the block, a class that is loaded when it is first used. Returns nil if its
    # file cannot be loaded, for example in a signal handler or without a free file descriptor.
    def loaded
      yield
    rescue LoadError, StandardError
      nil
    end

    # Returns the line and the column of the place that the excerpt shows.
    def shown_place
      known = context
      known ? [known.line, known.column] : [line, column]
    end

    def shown_elsewhere
      place = shown_place
      place == [line, column] ? {} : { shown_line: place[0], shown_column: place[1] }
    end

    def context
      ErrorContext.new(*@context) if @context
    end

    def valid_utf8(text)
      PathText.valid_utf8(text)
    end

    def detail_lines(highlight)
      found = hint
      label = highlight ? "\e[1mhint:\e[m" : "hint:"
      [place_line, excerpt(highlight: highlight), found && "#{label} #{found}"].compact
    end

    def place_line
      return unless source_name

      name = valid_utf8(source_name.to_s)
      [loaded { ErrorExcerpt }&.safe(name) || name.dump[1..-2], *shown_place.compact].join(":")
    end
  end

  # Raised by the parser and the generator for data that is nested deeper than
  # +max_nesting+. It has the place of the array or object that is too deep; in the
  # generator, only its json_path.
  #
  #   begin
  #     Jacinth.parse('{"a": [1]}', max_nesting: 1)
  #   rescue Jacinth::NestingError => e
  #     e.message # => "nesting of 2 is too deep"
  #     [e.line, e.column, e.json_path] # => [1, 7, "$.a"]
  #   end
  class NestingError < ParserError; end

  # Raised by the parser for a document that exceeds one of the given limits, which
  # docs/untrusted-input.md lists.
  #
  #   begin
  #     Jacinth.parse('{"a": [1, 2, 3]}', max_elements: 2)
  #   rescue Jacinth::LimitError => e
  #     e.message # => "array of more than 2 elements at line 1 column 14"
  #     [e.line, e.column, e.json_path] # => [1, 14, "$.a[2]"]
  #   end
  class LimitError < ParserError; end

  # Raised for a document that is JSON, but does not fit a Type. line, column, json_path
  # and pointer are those of the first fault.
  #
  #   begin
  #     Jacinth::Type[{ users: [{ id: Integer }] }].load('{"users": [{"id": 1}, {"id": "2"}]}')
  #   rescue Jacinth::ValidationError => e
  #     e.message   # => "expected Integer, got \"2\" at line 1 column 30"
  #     e.json_path # => "$.users[1].id"
  #     e.pointer   # => "/users/1/id"
  #   end
  class ValidationError < ParserError
    Fault = Struct.new(:expected, :found, :json_path, :line, :column, :pointer, :code) # :nodoc:

    # One fault. +expected+ and +found+ describe the values for people. +json_path+, +line+,
    # +column+ and +pointer+ (RFC 6901) are its place; Type#convert sets no line and column.
    # +code+ is its kind. For a missing member, +found+ is "nothing", the path is that of the
    # member, and line and column are those of its object. The codes are Symbols that do not
    # change:
    #
    # [+:wrong_type+] a value of another kind, such as a string for an Integer
    # [+:wrong_value+] not one of the values of an enum, literal or tag
    # [+:wrong_format+] a string that does not match the pattern or format, or is not a
    #                   valid time, date or decimal number
    # [+:out_of_range+] a number that is too small or large, or a wrong length
    # [+:duplicate+] an array with equal elements, if the type is of a JSON Schema with
    #                +uniqueItems+; two equal keys of a Hash, in Type#convert
    # [+:missing+] a required member that the document does not have
    # [+:unknown+] a member that the type does not have, or forbids
    # [+:check+] a value that does not pass its type's check
    # [+:invalid+] the program's own code raised ArgumentError for the value
    class Fault # rubocop:disable Lint/EmptyClass
      ##
      # :attr_reader: expected
      # The expected value, for people.
      #
      #   Jacinth::ValidationError.new([["Integer", "null", [], 1, 1]]).errors[0].expected # => "Integer"

      ##
      # :attr_reader: found
      # The value in the document, for people.
      #
      #   Jacinth::ValidationError.new([["Integer", "null", [], 1, 1]]).errors[0].found # => "null"

      ##
      # :attr_reader: pointer
      # The JSON pointer to the value.
      #
      #   Jacinth::ValidationError.new([["Integer", "null", ["a", 0], 1, 1]]).errors[0].pointer # => "/a/0"

      ##
      # :attr_reader: code
      # The kind of fault, a Symbol.
      #
      #   Jacinth::ValidationError.new([["Integer", "null", [], 1, 1, :wrong_type]]).errors[0].code # => :wrong_type
    end

    # The faults in the order of the document: one, or with
    # <tt>errors: :all</tt> up to 100.
    #
    #   begin
    #     Jacinth::Type[[Integer]].load('[1, "2", null]', errors: :all)
    #   rescue Jacinth::ValidationError => e
    #     e.errors.map(&:found)     # => ["\"2\"", "null"]
    #     e.errors.map(&:json_path) # => ["$[1]", "$[2]"]
    #   end
    attr_reader :errors

    # faults: an Array with an Array for each fault: the expected value, the found value,
    # the path as an Array of keys and indexes, the line, the column and the code. (The parser adds
    # the text around the first fault and, for an unknown member, its name and the names of
    # the known members.) Or a String: the message of an error without faults.
    #
    #   error = Jacinth::ValidationError.new([["Integer", "null", ["users", 0], 1, 12]])
    #   error.json_path # => "$.users[0]"
    #   raise Jacinth::ValidationError, "no user" # raises Jacinth::ValidationError: no user
    def initialize(faults = [])
      message, faults = faults, [] unless faults.is_a?(Array)
      @errors = faults.map do |expected, found, steps, line, column, code|
        pointer = PathText.pointer(steps)
        texts = [expected, found].map { |text| valid_utf8(text).freeze } # user code can have made them
        Fault.new(*texts, PathText.build(steps), line, column, pointer, code).freeze
      end.freeze
      first = @errors.first
      @context, @near = faults.first&.values_at(6, 7)
      super(first ? text(first) : message || "the document does not fit the type")
      @line = first&.line
      @column = first&.column
      @json_path = faults.first[2].dup.freeze if first
    end

    # Returns the same as ParserError#details, and +errors+: an Array with a Hash for each
    # fault, whose keys are +code+, +pointer+, +json_path+, +line+, +column+, +expected+ and
    # +found+. It contains no names of the program's classes, so that an API can return it.
    #
    #   begin
    #     Jacinth::Type[{ age: 18.. }].load('{"age": 17}')
    #   rescue Jacinth::ValidationError => e
    #     e.details[:errors][0].slice(:code, :pointer) # => {code: :out_of_range, pointer: "/age"}
    #   end
    def details
      faults = @errors.map do |fault|
        texts = fault.to_h.slice(:expected, :found, :json_path, :pointer).transform_values { |text| valid_utf8(text) }
        { code: fault.code, line: fault.line, column: fault.column, **texts }.compact
      end
      { **super, errors: faults }
    end

    # Returns the same as details. Other errors have no to_h, as programs take a value that
    # responds to it for a Hash; json's methods never raise this error.
    #
    #   begin
    #     Jacinth::Type[Integer].load("true")
    #   rescue Jacinth::ValidationError => e
    #     e.to_h[:errors].size # => 1
    #   end
    def to_h
      details
    end

    # Suggests how to fix the first fault: a String, or nil. For an unknown member, it
    # names the most similar member of the type. The wording can change from one version to the next.
    #
    #   type = Jacinth::Type[{ name: String }].with(unknown: :raise)
    #   begin
    #     type.load('{"nmae": "Ada"}')
    #   rescue Jacinth::ValidationError => e
    #     e.hint # => "did you mean \"name\"?"
    #   end
    def hint
      name, names = @near
      near = ChoiceText.nearest(names, name) if name&.valid_encoding?
      near ? "did you mean #{near.inspect}?" : super
    end

    private

    def text(first)
      more = " (and #{@errors.size - 1} more)" if @errors.size > 1
      place = first.line ? "line #{first.line} column #{first.column}" : first.json_path
      "expected #{first.expected}, got #{first.found} at #{place}#{more}"
    end

    # Returns a copy without lines, columns and excerpt, for values that were not read from
    # text. Yields each fault, to be changed.
    def without_text
      faults = @errors.map do |fault|
        fault.dup.tap do |copy|
          copy.line = copy.column = nil
          yield copy
        end.freeze
      end
      exception(text(faults.first)).tap do |copy|
        { errors: faults.freeze, line: nil, column: nil, context: nil }.each do |name, value|
          copy.instance_variable_set(:"@#{name}", value)
        end
      end
    end
  end

  # Raised for an object that JSON cannot express.
  #
  #   begin
  #     Jacinth.generate({ "users" => [1, Float::NAN] })
  #   rescue Jacinth::GeneratorError => e
  #     [e.message, e.json_path] # => ["NaN not allowed in JSON", "$.users[1]"]
  #   end
  class GeneratorError < JSONError
    include Located

    # The object that could not be generated.
    #
    #   begin
    #     Jacinth.generate([Float::INFINITY])
    #   rescue Jacinth::GeneratorError => e
    #     e.invalid_object # => Infinity
    #   end
    attr_reader :invalid_object

    ##
    # :method: json_path
    # The JSONPath of the object that could not be written, a String such as
    # <tt>$.users[3].born</tt>; nil if the error has no place.
    #
    #   Jacinth::GeneratorError.new("no").json_path # => nil

    ##
    # :method: pointer
    # The same place as a JSON pointer (RFC 6901), a String; nil if the error has no place.
    #
    #   begin
    #     Jacinth.generate({ "users" => [1, Float::NAN] })
    #   rescue Jacinth::GeneratorError => e
    #     e.pointer # => "/users/1"
    #   end

    # message: a String. invalid_object: the object that could not be generated.
    #
    #   Jacinth::GeneratorError.new("no", 1).invalid_object # => 1
    def initialize(message, invalid_object = nil)
      super(message)
      @invalid_object = invalid_object
      @json_path = nil
    end

    # :call-seq: detailed_message(highlight: false, **) -> string
    #
    # Returns the message and, on a line of its own, the invalid object. Ruby 3.4 and newer
    # print it for an error that is not rescued. highlight: true for colours, for
    # terminals.
    #
    #   error = Jacinth::GeneratorError.new("no", [1])
    #   error.detailed_message.lines.last # => "Invalid object: [1]"
    def detailed_message(...)
      text = defined?(super) ? super : message
      nil.equal?(@invalid_object) ? text : with_invalid_object(text)
    end

    private

    def with_invalid_object(text)
      "#{text}\nInvalid object: #{@invalid_object.inspect}"
    rescue EncodingError, NoMethodError # of texts in two encodings; of a BasicObject
      text
    end
  end
end
