# frozen_string_literal: true

module Jacinth
  %i[Query QueryError].each { |name| autoload name, File.join(__dir__, "query") }

  # One value of a JSON text that is not built: what is asked for is looked up in
  # the text. For a few values of a large document, and for its bytes.
  #
  #   doc = Jacinth::Document.new('{"users": [{"name": "Ada"}, {"name": "Bo"}]}')
  #   doc["users"][1]["name"].value    # => "Bo"
  #   doc.at("/users/0/name").value    # => "Ada"
  #   doc.values_at("/users/*/name")   # => [["Ada", "Bo"]]
  #   doc["users"].size                # => 2
  #   doc["users"][0].raw              # => "{\"name\": \"Ada\"}"
  #
  # What a method walks over on its way is checked as Jacinth.parse does, with
  # the same errors; an array or object that it passes by is only searched for
  # its end. <tt>validate: true</tt> checks the whole text at the beginning.
  #
  # Where an object has a key twice, each, keys, size and value raise as parse
  # does. A look-up takes the first one and looks no further; with
  # <tt>allow_duplicate_key: true</tt> it takes the last one, as parse does.
  #
  # Of an array or object in which far members are asked for twice, the
  # places are kept, in much less memory than its text. A Document that
  # Ractor.make_shareable has frozen keeps nothing, and any Ractor may read it.
  #
  # A JSON pointer (RFC 6901) is "", the whole, or has a slash before each key
  # or index; in a key <tt>~1</tt> is a slash, <tt>~0</tt> a tilde. Beyond the
  # RFC, the step <tt>*</tt> is every element or member, and <tt>~2</tt> in a
  # key is an asterisk.
  class Document
    include Enumerable

    # text: a String (a copy is kept where it is not frozen), or what has
    # to_str. validate: check all of it now, and whether it is within the limits
    # that are given. options: those of Jacinth.parse, but
    # +only+ and +into+ (a Type reads what +raw+ gives). Raises ParserError for a
    # text without any value; ArgumentError for other options.
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
    # The member for a key (a String or Symbol) or an index (negative: from the
    # end), nil where there is none; several elements as Array#[] has it. Raises
    # ParserError, TypeError for other keys.
    #
    #   doc = Jacinth::Document.new('{"a": [1, 2, 3]}')
    #   doc["a"][-1].value             # => 3
    #   doc["a"][1..].map(&:value)     # => [2, 3]
    #   doc["b"]                       # => nil

    ##
    # :method: at
    # :call-seq: at(pointer) -> document, array of documents, or nil
    #
    # The Document that a JSON pointer leads to, or nil where there is none; with
    # <tt>*</tt> in the pointer, an Array of all Documents that it leads to, which
    # may be empty. Raises ArgumentError for an invalid pointer, TypeError for
    # one that is not a String, ParserError for bad text on the way.
    #
    #   doc = Jacinth::Document.new('{"a": [{"b": 1}, {"b": 2}]}')
    #   doc.at("/a/1/b").value            # => 2
    #   doc.at("/a/*/b").map(&:pointer)   # => ["/a/0/b", "/a/1/b"]
    #   doc.at("/a/2")                    # => nil

    ##
    # :method: dig
    # :call-seq: dig(key, ...) -> document or nil
    #
    # As [] with the first key, then with the next one in what that gives, and so
    # on; nil as soon as one of them is not there. Raises as [] does.
    #
    #   Jacinth::Document.new('{"a": [1, {"b": 2}]}').dig(:a, -1, "b").value # => 2

    ##
    # :method: exist?
    # :call-seq: exist?(pointer) -> true or false
    #
    # Whether a JSON pointer leads to anything, +null+ included. Raises as at does.
    #
    #   doc = Jacinth::Document.new('{"a": [null]}')
    #   [doc.exist?("/a/0"), doc.exist?("/a/1")] # => [true, false]

    ##
    # :method: value
    # :call-seq: value -> object
    #
    # The value, built: what Jacinth.parse makes of it with the document's
    # options. Raises what parse does.
    #
    #   Jacinth::Document.new('[1, {"a": 2}]', symbolize_names: true)[1].value # => {a: 2}

    ##
    # :method: raw
    # :call-seq: raw -> string
    #
    # The value's bytes as they are in the text, a String in UTF-8; white space
    # around the value, as the line break at the end of a file, is not included.
    #
    #   Jacinth::Document.new("[1.50, 2]")[0].raw # => "1.50"
    #   Jacinth::Document.new("[1, 2]\n").raw # => "[1, 2]"

    ##
    # :method: type
    # :call-seq: type -> symbol
    #
    # The kind of value: :object, :array, :string, :number, :boolean or :null.
    #
    #   Jacinth::Document.new('[{}, 1.5, "a"]').map(&:type) # => [:object, :number, :string]

    ##
    # :method: size
    # :call-seq: size -> integer
    #
    # The number of elements or members. Raises TypeError where the value is not
    # an array or object, ParserError where an object has a key twice.
    #
    #   Jacinth::Document.new('{"a": 1, "b": [2, 3]}').size # => 2

    ##
    # :method: keys
    # :call-seq: keys -> array
    #
    # The keys of an object: Strings, or Symbols with +symbolize_names+. Raises
    # TypeError where the value is not an object, ParserError where it has a key
    # twice.
    #
    #   Jacinth::Document.new('{"a": 1, "b": 2}').keys # => ["a", "b"]

    ##
    # :method: values_at
    # :call-seq: values_at(pointer, ...) -> array
    #
    # The values that JSON pointers lead to, built, in one pass over the text:
    # an Array with an element for each pointer, nil where it leads to nothing,
    # an Array of values where it has a <tt>*</tt>. Raises as at and value do.
    #
    #   doc = Jacinth::Document.new('{"a": [{"b": 1}, {"b": 2}], "c": true}')
    #   doc.values_at("/c", "/a/*/b", "/d") # => [true, [1, 2], nil]

    # The values that a JSONPath (RFC 9535) selects, an Array of Documents. path: a
    # String, or a Query. Raises QueryError for an invalid path, TypeError for
    # another object, ParserError for bad text on the way.
    #
    #   doc = Jacinth::Document.new('{"books": [{"title": "Emma", "price": 9}, {"title": "Ulysses", "price": 12}]}')
    #   doc.query("$.books[?@.price < 10].title").map(&:value) # => ["Emma"]
    #   doc.query("$..price").map(&:pointer)                   # => ["/books/0/price", "/books/1/price"]
    def query(path)
      Query.for(path).documents(self)
    end

    ##
    # :method: parent
    # :call-seq: parent -> document or nil
    #
    # The array or object that this value was found in; nil for the whole document.
    #
    #   Jacinth::Document.new("[[1]]")[0].parent.raw # => "[[1]]"

    # :call-seq:
    #   each { |document| ... } -> self
    #   each { |key, document| ... } -> self
    #   each -> enumerator
    #
    # Yields each element of an array as a Document, or each key of an object with
    # the Document of its value, and returns self; without a block, returns an
    # Enumerator. Raises TypeError where the value is neither an array nor an
    # object, ParserError where an object has a key twice.
    #
    #   Jacinth::Document.new("[1, [2]]").each.map(&:type)    # => [:number, :array]
    #   Jacinth::Document.new('{"a": 1}').map { |k, d| [k, d.value] } # => [["a", 1]]
    def each(&)
      return enum_for(:each) { size } unless block_given?

      _each(&)
    end

    # The JSON pointer to this value from the whole document.
    #
    #   Jacinth::Document.new('{"a/b": [1]}')["a/b"][0].pointer # => "/a~1b/0"
    def pointer
      Steps.pointer(steps, star: "~2")
    end

    # Whether other is a Document whose value is equal to this one's, so that 1 and
    # 1.0 are, as in Ruby. Raises as value does.
    #
    #   Jacinth::Document.new("[1, 1.0]")[0] == Jacinth::Document.new("1") # => true
    def ==(other)
      other.is_a?(Document) && value == other.value
    end

    # The same as raw: where a Document is part of the object that is generated,
    # its bytes are written as they are. The State that generate passes is ignored.
    #
    #   doc = Jacinth::Document.new('{"a": [1.50]}')
    #   Jacinth.generate([doc["a"]]) # => "[[1.50]]"
    def to_json(_state = nil, *)
      raw
    end

    # The text: of a whole document all of it, with a byte order mark, the comments
    # and the white space around its value; of a part the same as raw. Write this to
    # a file that was edited.
    #
    #   doc = Jacinth::Document.new("// ports\n[80]\n", allow_comments: true)
    #   doc.replace("/0", 443).to_s    # => "// ports\n[443]\n"
    #   doc.replace("/0", 443).raw     # => "[443]"
    #   doc[0].to_s                    # => "80"
    def to_s
      return raw if parent

      (_mark.b << _source.b).force_encoding(Encoding::UTF_8)
    end

    # The kind of value and where it is.
    #
    #   Jacinth::Document.new('{"a": 1}')["a"].inspect # => "#<Jacinth::Document number at \"/a\">"
    def inspect
      "#<#{self.class} #{type} at #{pointer.inspect}>"
    end

    private

    # [] with a Range or two Integers: in an array, as Array#[] does.
    def slice(first, length = nil)
      unless first.is_a?(Range) || (length && first.respond_to?(:to_int))
        raise TypeError, "no key or index of a document: #{first.inspect}"
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
  # The value that a JSON pointer leads to, built; default where there is none;
  # with a step <tt>*</tt> an Array of all values that it leads to, which may be
  # empty. options: those of Jacinth.parse, but +only+ and +into+. Raises
  # ParserError for bad text on the way, ArgumentError for a pointer that is not
  # valid, and for other options. See Jacinth::Document for pointers, and for
  # which text is checked.
  #
  #   Jacinth.at('{"a": [1, {"b": 2}]}', "/a/1/b") # => 2
  #   Jacinth.at('{"a": [1, {"b": 2}]}', "/a/2", :none) # => :none
  #   Jacinth.at('[{"b": 1}, {"b": 2}]', "/*/b") # => [1, 2]

  ##
  # :method: valid?
  # :call-seq: valid?(text, **options) -> true or false
  #
  # Whether Jacinth.parse accepts the text, found out without building it.
  # options: those of parse, but +only+ and +into+ (whether a Type takes a text,
  # its +load+ tells). Options that only say what is built have no effect:
  # +on_load+ is not called. Limits count, as they do for parse. Raises TypeError
  # for a text that is not a String, ArgumentError for other options.
  #
  #   Jacinth.valid?("[1, 2]") # => true
  #   Jacinth.valid?("[1, 2,]") # => false
  #   Jacinth.valid?("[1, 2,]", allow_trailing_comma: true) # => true

  # The values that a JSONPath (RFC 9535) selects, an Array; with a block, yields each
  # value with its normalized path, and returns nil. docs/querying.md is the guide.
  #
  # source: JSON text, a String; a Document; or any other object, as Jacinth.parse
  # returns it. path: a String, or a Query, which is compiled once. options: for a
  # text, those of Jacinth.parse, except +only+ and +into+. Raises QueryError for an
  # invalid path, TypeError for a path that is no String, and what Query#call raises.
  #
  #   text = '{"books": [{"title": "Emma", "price": 9}, {"title": "Ulysses", "price": 12}]}'
  #   Jacinth.query(text, "$.books[?@.price < 10].title") # => ["Emma"]
  #   Jacinth.query({ "a" => [1, 2] }, "$.a[-1]")         # => [2]
  #   Jacinth.query(text, "$..price") { |value, path| puts "#{path}: #{value}" }
  #   # >> $['books'][0]['price']: 9
  #   # >> $['books'][1]['price']: 12
  def self.query(source, path, **options, &)
    Query.for(path).call(source, **options, &)
  rescue ArgumentError => e
    OptionNames.reraise(e, method(:query), options)
  end

  # Options that say what is built of a text, or limit that.
  BUILDING = %i[symbolize_names freeze on_load decimal_class object_class array_class only into
                max_string_bytes max_keys max_elements max_number_digits].freeze
  private_constant :BUILDING

  # The document in a text with another layout. Returns a String; or writes to io,
  # and returns that. No object is built, and numbers and strings stay as they are
  # written. text_or_io: JSON text, or anything with +read+. io: anything with
  # +write+. pretty: true for the layout of Jacinth.pretty_generate, false for no
  # white space at all. sort_keys: true to sort the members of each object by
  # their keys. options: those of parse that say what the text may have beyond
  # JSON; comments and trailing commas are left out. Of the limits, +max_nesting+
  # and +max_document_bytes+ count, as nothing is built. Raises ParserError for a
  # text that is not JSON, TypeError for an io that is a String, and what reading
  # and writing raise.
  #
  # From something with +read+ to an io, the text goes in pieces, in memory that
  # does not grow with it: the text before an error may have been written. Only
  # the longest key, number or comment is held as a whole, and the keys of the
  # open objects, unless +allow_duplicate_key+ is true. With sort_keys, from a
  # String, and to a String or a Pathname, the whole text is held, and nothing is
  # written if it is not JSON; so a Pathname may be read and written in one call.
  #
  #   Jacinth.reformat('{"b": 1.50, "a": []}')                  # => "{\n  \"b\": 1.50,\n  \"a\": []\n}"
  #   Jacinth.reformat('{"b": 1.50, "a": []}', pretty: false, sort_keys: true) # => "{\"a\":[],\"b\":1.50}"
  def self.reformat(text_or_io, io = nil, pretty: true, sort_keys: false, **options)
    config = Parser::Config.new(options) # complains of what is unknown
    config = Parser::Config.new(options.except(*BUILDING)) if BUILDING.any? { |name| options.key?(name) }
    Stream.reformat(text_or_io, io, pretty, sort_keys, config)
  rescue ParserError => e
    LoadSource.name_source(e, text_or_io)
    raise
  rescue ArgumentError => e
    OptionNames.reraise(e, method(:reformat), options)
  end
end
