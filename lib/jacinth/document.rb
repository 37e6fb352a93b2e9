# frozen_string_literal: true

require_relative "autoloads"

module Jacinth
  Autoloads.add(self, Query: "query", QueryError: "query")

  # A value in a JSON text. Its parts are looked up in the text when they are requested,
  # and nothing else is built. Use it to read a few values of a large document, or their
  # bytes.
  #
  #   doc = Jacinth::Document.new('{"users": [{"name": "Ada"}, {"name": "Bo"}]}')
  #   doc["users"][1]["name"].value    # => "Bo"
  #   doc.at("/users/0/name").value    # => "Ada"
  #   doc.values_at("/users/*/name")   # => [["Ada", "Bo"]]
  #   doc["users"].size                # => 2
  #   doc["users"][0].raw              # => "{\"name\": \"Ada\"}"
  #
  # The text that a method reads is checked as by Jacinth.parse, with the same errors.
  # But in an array or object that the method only skips, just the end is searched.
  # <tt>validate: true</tt> checks the whole text at the beginning.
  #
  # If an object has duplicate keys, each, keys, size and value raise as parse does. A
  # look-up finds the first of the keys; with <tt>allow_duplicate_key: true</tt> it finds
  # the last one, as parse does.
  #
  # The second look-up of a member far inside an array or object stores the places of
  # the members, which takes much less memory than the text. A Document that
  # Ractor.make_shareable has frozen stores nothing, and any Ractor can read it.
  #
  # A JSON pointer (RFC 6901) is "" for the whole value, or has a slash before each key
  # or index. In a key, <tt>~1</tt> is a slash and <tt>~0</tt> a tilde. In addition to the
  # RFC, the step <tt>*</tt> is every element or member, and <tt>~2</tt> in a key is an
  # asterisk.
  class Document
    include Enumerable

    # text: a String (which is copied unless it is frozen), or an object with to_str.
    # validate: true to check the whole text and the given limits now. options: those of
    # Jacinth.parse except +only+ and +into+ (use Type#load with +raw+). Raises
    # ParserError for a text without any value, ArgumentError for other options.
    #
    #   Jacinth::Document.new('{"a": 1}').keys # => ["a"]
    #   Jacinth::Document.new(" ") # raises Jacinth::ParserError: unexpected end of input
    def initialize(text, validate: false, **options)
      _open(text, options)
      _validate if validate
    rescue ArgumentError => e
      OptionNames.reraise(e, Document.instance_method(:initialize), options)
    end

    ##
    # :method: []
    # :call-seq:
    #   [](key) -> document or nil
    #   [](index) -> document or nil
    #   [](range) -> array of documents or nil
    #   [](index, length) -> array of documents or nil
    #
    # Returns the member with a key (a String or Symbol) or an index (negative: from the
    # end), or nil if there is none. With a range, or an index and a length, returns
    # several elements, as Array#[] does. Raises ParserError for invalid text before the
    # member, TypeError for other keys.
    #
    #   doc = Jacinth::Document.new('{"a": [1, 2, 3]}')
    #   doc["a"][-1].value             # => 3
    #   doc["a"][1..].map(&:value)     # => [2, 3]
    #   doc["b"]                       # => nil

    ##
    # :method: at
    # :call-seq: at(pointer) -> document, array of documents, or nil
    #
    # Returns the Document that a JSON pointer leads to, or nil if there is none. If the
    # pointer has a <tt>*</tt>, returns an Array of all Documents that it leads to, which
    # can be empty. Raises ArgumentError for an invalid pointer, TypeError for one that is
    # not a String, ParserError for invalid text on the path.
    #
    #   doc = Jacinth::Document.new('{"a": [{"b": 1}, {"b": 2}]}')
    #   doc.at("/a/1/b").value            # => 2
    #   doc.at("/a/*/b").map(&:pointer)   # => ["/a/0/b", "/a/1/b"]
    #   doc.at("/a/2")                    # => nil

    ##
    # :method: dig
    # :call-seq: dig(key, ...) -> document or nil
    #
    # Calls [] with the first key, then [] of the result with the next key, and so on.
    # Returns nil as soon as a member is missing. Raises the errors of [].
    #
    #   Jacinth::Document.new('{"a": [1, {"b": 2}]}').dig(:a, -1, "b").value # => 2

    ##
    # :method: exist?
    # :call-seq: exist?(pointer) -> true or false
    #
    # True if a JSON pointer leads to a value, which can be +null+. Raises the errors of
    # at.
    #
    #   doc = Jacinth::Document.new('{"a": [null]}')
    #   [doc.exist?("/a/0"), doc.exist?("/a/1")] # => [true, false]

    ##
    # :method: value
    # :call-seq: value -> object
    #
    # Builds the value, as Jacinth.parse does with the options of the document. Raises the
    # errors of parse.
    #
    #   Jacinth::Document.new('[1, {"a": 2}]', symbolize_names: true)[1].value # => {a: 2}

    ##
    # :method: raw
    # :call-seq: raw -> string
    #
    # Returns the bytes of the value in the text, a String in UTF-8. White space around the
    # value, such as the line break at the end of a file, is not included. JSON5 is rewritten
    # as JSON, which can contain comments and trailing commas.
    #
    #   Jacinth::Document.new("[1.50, 2]")[0].raw # => "1.50"
    #   Jacinth::Document.new("[1, 2]\n").raw # => "[1, 2]"

    ##
    # :method: type
    # :call-seq: type -> symbol
    #
    # Returns the kind of value: :object, :array, :string, :number, :boolean or :null.
    #
    #   Jacinth::Document.new('[{}, 1.5, "a"]').map(&:type) # => [:object, :number, :string]

    ##
    # :method: size
    # :call-seq: size -> integer
    #
    # Returns the number of elements or members. Raises TypeError if the value is neither
    # an array nor an object, ParserError for duplicate keys.
    #
    #   Jacinth::Document.new('{"a": 1, "b": [2, 3]}').size # => 2

    ##
    # :method: keys
    # :call-seq: keys -> array
    #
    # Returns the keys of an object: Strings, or Symbols with +symbolize_names+. Raises
    # TypeError if the value is not an object, ParserError for duplicate keys.
    #
    #   Jacinth::Document.new('{"a": 1, "b": 2}').keys # => ["a", "b"]

    ##
    # :method: values_at
    # :call-seq: values_at(pointer, ...) -> array
    #
    # Builds the values that JSON pointers lead to, in one pass over the text. Returns an
    # Array with an element for each pointer: the value, nil if there is none, or an Array
    # of values if the pointer has a <tt>*</tt>. Raises the errors of at and value.
    #
    #   doc = Jacinth::Document.new('{"a": [{"b": 1}, {"b": 2}], "c": true}')
    #   doc.values_at("/c", "/a/*/b", "/d") # => [true, [1, 2], nil]

    # Returns an Array of the Documents that a JSONPath (RFC 9535) selects. path: a
    # String, or a Query. Raises QueryError for an invalid path, TypeError for
    # another object, ParserError for invalid text on the path.
    #
    #   doc = Jacinth::Document.new('{"books": [{"title": "Emma", "price": 9}, {"title": "Ulysses", "price": 12}]}')
    #   doc.query("$.books[?@.price < 10].title").map(&:value) # => ["Emma"]
    #   doc.query("$..price").map(&:pointer)                   # => ["/books/0/price", "/books/1/price"]
    def query(path)
      Query._for(path)._documents(self)
    end

    ##
    # :method: parent
    # :call-seq: parent -> document or nil
    #
    # Returns the array or object that contains this value; nil for the whole document.
    #
    #   Jacinth::Document.new("[[1]]")[0].parent.raw # => "[[1]]"

    # :call-seq:
    #   each { |document| ... } -> self
    #   each { |key, document| ... } -> self
    #   each -> enumerator
    #
    # Yields each element of an array as a Document, or each key of an object with
    # the Document of its value, and returns self; without a block, returns an
    # Enumerator. Raises TypeError if the value is neither an array nor an object,
    # ParserError for duplicate keys.
    #
    #   Jacinth::Document.new("[1, [2]]").each.map(&:type)    # => [:number, :array]
    #   Jacinth::Document.new('{"a": 1}').map { |k, d| [k, d.value] } # => [["a", 1]]
    def each(&)
      return enum_for(:each) { size } unless block_given?

      _each(&)
    end

    # Returns the JSON pointer from the whole document to this value.
    #
    #   Jacinth::Document.new('{"a/b": [1]}')["a/b"][0].pointer # => "/a~1b/0"
    def pointer
      PointerSteps.pointer(steps, star: "~2")
    end

    # True if other is a Document with an equal value. 1 and 1.0 are equal, as in Ruby.
    # Raises the errors of value.
    #
    #   Jacinth::Document.new("[1, 1.0]")[0] == Jacinth::Document.new("1") # => true
    def ==(other)
      case other # which can be a BasicObject
      when Document then value == other.value
      else false
      end
    end

    # The same as raw: generate writes the bytes of a Document unchanged. The State that
    # generate passes is ignored.
    #
    #   doc = Jacinth::Document.new('{"a": [1.50]}')
    #   Jacinth.generate([doc["a"]]) # => "[[1.50]]"
    def to_json(_state = nil, *)
      raw
    end

    # Returns the whole text of a whole document, with a byte order mark, and with the
    # comments and the white space around its value; for a part, the same as raw. Use it
    # to write an edited file.
    #
    #   doc = Jacinth::Document.new("// ports\n[80]\n", allow_comments: true)
    #   doc.replace("/0", 443).to_s    # => "// ports\n[443]\n"
    #   doc.replace("/0", 443).raw     # => "[443]"
    #   doc[0].to_s                    # => "80"
    def to_s
      return raw if parent

      (_bom.b << (_json5_source || _source).b).force_encoding(Encoding::UTF_8)
    end

    # Returns a line for people: the kind of value and the pointer to it.
    #
    #   Jacinth::Document.new('{"a": 1}')["a"].inspect # => "#<Jacinth::Document number at \"/a\">"
    def inspect
      "#<#{self.class} #{type} at #{pointer.inspect}>"
    rescue ArgumentError # it was made by allocate
      InspectText.text(self, {})
    end

    private

    # [] with a Range or two Integers, as Array#[].
    def slice(first, length = nil)
      unless first.is_a?(Range) || (length && first.respond_to?(:to_int))
        raise TypeError, "expected a key or an index, got #{PathText.inspected(first)}"
      end
      return unless type == :array

      indexes = (0...size).to_a
      (length ? indexes[first, length] : indexes[first])&.map { |index| self[index] }
    end
  end

  ##
  # :method: at
  # :call-seq: at(text, pointer, default = nil, **options) -> object
  #
  # Builds and returns the value that a JSON pointer leads to, or default if there is
  # none. If the pointer has a step <tt>*</tt>, returns an Array of all values that it
  # leads to, which can be empty. options: those of Jacinth.parse except +only+ and
  # +into+. Raises ParserError for invalid text on the path, ArgumentError for an invalid
  # pointer and for other options. Jacinth::Document explains pointers, and which part of
  # the text is checked.
  #
  #   Jacinth.at('{"a": [1, {"b": 2}]}', "/a/1/b") # => 2
  #   Jacinth.at('{"a": [1, {"b": 2}]}', "/a/2", :none) # => :none
  #   Jacinth.at('[{"b": 1}, {"b": 2}]', "/*/b") # => [1, 2]

  ##
  # :method: valid?
  # :call-seq: valid?(text, **options) -> true or false
  #
  # True if Jacinth.parse accepts the text. No object is built. options: those of parse
  # except +only+ and +into+ (for a Type, call its +load+). Options for the built objects
  # have no effect: +on_load+ is not called. The limits are checked. Raises TypeError if
  # the text is not a String, ArgumentError for other options.
  #
  #   Jacinth.valid?("[1, 2]") # => true
  #   Jacinth.valid?("[1, 2,]") # => false
  #   Jacinth.valid?("[1, 2,]", allow_trailing_comma: true) # => true

  # Returns an Array of the values that a JSONPath (RFC 9535) selects. With a block,
  # yields each value with its normalized path, and returns nil. docs/querying.md is the
  # guide.
  #
  # source: JSON text, a String; a Document; or any other object, as Jacinth.parse
  # returns it. path: a String, or a Query, which is compiled once. options: for a text,
  # those of Jacinth.parse except +only+ and +into+. Raises QueryError for an invalid
  # path, TypeError for a path that is not a String, and the errors of Query#call.
  #
  #   text = '{"books": [{"title": "Emma", "price": 9}, {"title": "Ulysses", "price": 12}]}'
  #   Jacinth.query(text, "$.books[?@.price < 10].title") # => ["Emma"]
  #   Jacinth.query({ "a" => [1, 2] }, "$.a[-1]")         # => [2]
  #   Jacinth.query(text, "$..price") { |value, path| puts "#{path}: #{value}" }
  #   # >> $['books'][0]['price']: 9
  #   # >> $['books'][1]['price']: 12
  def self.query(source, path, **options, &)
    Query._for(path).call(source, **options, &)
  rescue ArgumentError => e
    OptionNames.reraise(e, method(:query), options)
  end

  # The options for the objects that parse builds.
  BUILDING = %i[symbolize_names freeze on_load decimal_class object_class array_class only into].freeze
  private_constant :BUILDING

  # Formats a document again. Returns a String; or writes to io, and returns that. No
  # object is built, and the texts of numbers and strings do not change. text_or_io: JSON
  # text, a Pathname, an IO, or an object with +readpartial+ or +read+. io: an object with
  # +write+. pretty: true to format as Jacinth.pretty_generate does, false to remove all
  # white space. sort_keys: true to sort the members of each object by their keys. options:
  # those of parse for relaxed syntax; comments and trailing commas are removed. Of the
  # limits, only +max_nesting+ and +max_document_bytes+ have an effect. Raises ParserError
  # if the text is not JSON, TypeError if io is a String, and the errors of reading and
  # writing.
  #
  # From an IO or a Pathname to an io, the text is copied in chunks, in memory that does
  # not grow with it; the text before an error has then been written. Only the longest
  # key, number or comment is in memory as a whole, and the keys of the open objects,
  # unless +allow_duplicate_key+ is true. With sort_keys, from a String, and to a String
  # or a Pathname, the whole text is in memory, and nothing is written if it is not JSON.
  # Therefore one call can read and write the same Pathname.
  #
  #   Jacinth.reformat('{"b": 1.50, "a": []}')                  # => "{\n  \"b\": 1.50,\n  \"a\": []\n}"
  #   Jacinth.reformat('{"b": 1.50, "a": []}', pretty: false, sort_keys: true) # => "{\"a\":[],\"b\":1.50}"
  def self.reformat(text_or_io, io = nil, pretty: true, sort_keys: false, **options)
    checked = options
    unless options.empty?
      Parser::Config.new(options) # raises ArgumentError for unknown options
      checked = options.except(*BUILDING, *OptionNames::LIMITS)
    end
    DocumentStream.reformat(text_or_io, io, pretty, sort_keys, checked)
  rescue ArgumentError => e
    OptionNames.reraise(e, method(:reformat), options)
  end
end
