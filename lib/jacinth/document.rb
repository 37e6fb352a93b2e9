# frozen_string_literal: true

module Jacinth
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
    # to_str. validate: check all of it now. options: those of Jacinth.parse.
    # Raises ParserError for a text without any value; ArgumentError.
    #
    #   Jacinth::Document.new('{"a": 1}').keys # => ["a"]
    #   Jacinth::Document.new(" ") # raises Jacinth::ParserError: unexpected end of input
    def initialize(text, validate: false, **options)
      raise ArgumentError, "unknown keyword: only" if options.key?(:only)

      _open(text, Parser::Config.new(options).freeze)
      _validate if validate
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
    # What a JSON pointer leads to, nil where that is nothing; with <tt>*</tt>
    # an Array of all. Raises ArgumentError for an invalid pointer, ParserError.
    #
    #   doc = Jacinth::Document.new('{"a": [{"b": 1}, {"b": 2}]}')
    #   doc.at("/a/1/b").value            # => 2
    #   doc.at("/a/*/b").map(&:pointer)   # => ["/a/0/b", "/a/1/b"]
    #   doc.at("/a/2")                    # => nil

    ##
    # :method: dig
    # :call-seq: dig(key, ...) -> document or nil
    #
    # The member of a member, by keys and indexes. Raises as [] does.
    #
    #   Jacinth::Document.new('{"a": [1, {"b": 2}]}').dig(:a, -1, "b").value # => 2

    ##
    # :method: exist?
    # :call-seq: exist?(pointer) -> true or false
    #
    # Whether a JSON pointer leads to anything. Raises as at does.
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
    # The value's bytes as they are in the text, a String in UTF-8.
    #
    #   Jacinth::Document.new("[1.50, 2]")[0].raw # => "1.50"

    ##
    # :method: type
    # :call-seq: type -> symbol
    #
    # :object, :array, :string, :number, :boolean or :null.
    #
    #   Jacinth::Document.new('[{}, 1.5, "a"]').map(&:type) # => [:object, :number, :string]

    ##
    # :method: size
    # :call-seq: size -> integer
    #
    # The number of members. Raises TypeError where it is no array or object.
    #
    #   Jacinth::Document.new('{"a": 1, "b": [2, 3]}').size # => 2

    ##
    # :method: keys
    # :call-seq: keys -> array
    #
    # The keys of an object: Strings, or Symbols with +symbolize_names+. Raises
    # TypeError where it is none.
    #
    #   Jacinth::Document.new('{"a": 1, "b": 2}').keys # => ["a", "b"]

    ##
    # :method: values_at
    # :call-seq: values_at(pointer, ...) -> array
    #
    # The values that JSON pointers lead to, built, in one pass over the text:
    # nil for what is not there, and for a pointer with <tt>*</tt> an Array.
    #
    #   doc = Jacinth::Document.new('{"a": [{"b": 1}, {"b": 2}], "c": true}')
    #   doc.values_at("/c", "/a/*/b", "/d") # => [true, [1, 2], nil]

    ##
    # :method: parent
    # :call-seq: parent -> document or nil
    #
    # The array or object that this one was found in; nil for the whole.
    #
    #   Jacinth::Document.new("[[1]]")[0].parent.raw # => "[[1]]"

    # Yields each element of an array as a Document, of an object each key with
    # its Document; an Enumerator without a block. Raises TypeError where it is
    # neither.
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
      steps = []
      doc = self
      while (outer = doc.parent)
        steps.unshift(doc._step.to_s.gsub(%r{[~/]}, "~" => "~0", "/" => "~1"))
        doc = outer
      end
      steps.map { |step| "/#{step == '*' ? '~2' : step}" }.join
    end

    # Whether other is a Document with an equal value. Raises as value does.
    #
    #   Jacinth::Document.new("[1, 1.0]")[0] == Jacinth::Document.new("1") # => true
    def ==(other)
      other.is_a?(Document) && value == other.value
    end

    # The bytes, as raw has them: a Document within what is generated is written
    # as it is. state: not looked at.
    #
    #   doc = Jacinth::Document.new('{"a": [1.50]}')
    #   Jacinth.generate([doc["a"]]) # => "[[1.50]]"
    def to_json(_state = nil, *)
      raw
    end

    alias to_s raw

    ##
    # :method: to_s
    # :call-seq: to_s -> string
    #
    # As raw.
    #
    #   Jacinth::Document.new("[1, 2]").to_s # => "[1, 2]"

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
  # with a step <tt>*</tt> an Array of all. options: those of Jacinth.parse.
  # Raises ParserError for what is wrong on the way, ArgumentError for what is
  # no pointer. See Jacinth::Document for the rest.
  #
  #   Jacinth.at('{"a": [1, {"b": 2}]}', "/a/1/b") # => 2
  #   Jacinth.at('{"a": [1, {"b": 2}]}', "/a/2", :none) # => :none
  #   Jacinth.at('[{"b": 1}, {"b": 2}]', "/*/b") # => [1, 2]

  ##
  # :method: valid?
  # :call-seq: valid?(text, **options) -> true or false
  #
  # Whether Jacinth.parse takes the text, found out without building it. options:
  # those of parse; those that only say what is built (also +on_load+, which is
  # not called) change nothing. Raises TypeError for what is not a String.
  #
  #   Jacinth.valid?("[1, 2]") # => true
  #   Jacinth.valid?("[1, 2,]") # => false
  #   Jacinth.valid?("[1, 2,]", allow_trailing_comma: true) # => true

  # Options that say what is built of a text, or limit that.
  BUILDING = %i[symbolize_names freeze on_load decimal_class object_class array_class only into
                max_string_bytes max_keys max_elements max_number_digits].freeze
  private_constant :BUILDING

  module_function

  # The document in a text, laid out anew: a String, or written to io, which is
  # returned. No object is built, and numbers and strings stay as they are
  # written. text_or_io: JSON text, or what has read. io: anything with write.
  # pretty: as Jacinth.pretty_generate does; or without any white space.
  # sort_keys: the members of each object by their keys. options: those of parse,
  # for what the text may have; comments and trailing commas are left out.
  # Raises ParserError for what is not JSON, and what reading and writing raise.
  #
  # From something with +read+ to an io, the text goes in pieces, in memory that
  # does not grow with it: what precedes an error may have been written. What
  # is held are the longest key, number or comment, and the keys of the open
  # objects, unless +allow_duplicate_key+ is true. With sort_keys, from a String,
  # or to one, the whole text is held, and nothing is written of a bad one.
  #
  #   Jacinth.reformat('{"b": 1.50, "a": []}')                  # => "{\n  \"b\": 1.50,\n  \"a\": []\n}"
  #   Jacinth.reformat('{"b": 1.50, "a": []}', pretty: false, sort_keys: true) # => "{\"a\":[],\"b\":1.50}"
  def reformat(text_or_io, io = nil, pretty: true, sort_keys: false, **options)
    config = Parser::Config.new(options) # complains of what is unknown
    config = Parser::Config.new(options.except(*BUILDING)) if BUILDING.any? { |name| options.key?(name) }
    return Stream.reformat(text_or_io, io, pretty, config) if io && !sort_keys && Stream.readable?(text_or_io)

    text = text_or_io.respond_to?(:read) ? text_or_io.read : text_or_io
    Document._reformat(text, io, pretty, sort_keys, config)
  end
end
