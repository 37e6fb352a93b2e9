# frozen_string_literal: true

module Jacinth
  # Reads one document, as Jacinth.parse does, in two steps: new and parse. To use
  # the same options for many documents, make a Jacinth::Parser::Config or a
  # Jacinth::Coder.
  #
  #   parser = Jacinth::Parser.new('{"a": 1}', symbolize_names: true)
  #   parser.parse # => {a: 1}
  class Parser
    # The parser's options, read once, for many documents.
    #
    #   config = Jacinth::Parser::Config.new({ symbolize_names: true })
    #   config.parse('{"a": 1}') # => {a: 1}
    class Config # rubocop:disable Lint/EmptyClass -- its methods are in C
      ##
      # :singleton-method: new
      # :call-seq: new(options = nil) -> config
      #
      # Reads the options of Jacinth.parse. options: a Hash, or nil for the defaults.
      # Raises ArgumentError for an unknown option, TypeError for an option's value of
      # the wrong type.
      #
      #   Jacinth::Parser::Config.new.parse("[1]") # => [1]

      ##
      # :method: parse
      # :call-seq: parse(source) -> object
      #
      # Returns the value of the document in source, a String of JSON text or an object
      # with +to_str+, read with these options. Raises the errors of Jacinth.parse.
      #
      #   config = Jacinth::Parser::Config.new({ symbolize_names: true })
      #   config.parse('{"a": 1}') # => {a: 1}
    end

    ##
    # :singleton-method: parse
    # :call-seq: parse(source, options) -> object
    #
    # The same as Jacinth.parse with options, a Hash or nil. The options
    # +object_class+ and +array_class+ are unknown here.
    #
    #   Jacinth::Parser.parse("[1]", nil)               # => [1]
    #   Jacinth::Parser.parse("[1]", { freeze: true })  # => [1]

    # source: a String of JSON text. opts: a Hash of options, or nil. Raises
    # ArgumentError for an unknown option.
    #
    #   Jacinth::Parser.new("[1]").parse # => [1]
    #
    # [Options] those of Jacinth.parse
    def initialize(source, opts = nil)
      @source = source
      @config = Config.new(opts)
    end

    # Returns a copy of the text.
    #
    #   Jacinth::Parser.new("[1]").source # => "[1]"
    def source
      @source.dup
    end

    # Returns the value of the document. Raises the errors of Jacinth.parse.
    #
    #   Jacinth::Parser.new("[1]").parse # => [1]
    def parse
      @config.parse(@source)
    end
  end

  ##
  # :singleton-method: parse
  # :call-seq: parse(source, **options) -> object
  #
  # Returns the value of the JSON document in source: a String, or an object with
  # +to_str+.
  #
  #   Jacinth.parse('{"a": [1, 2.5, null]}') # => {"a" => [1, 2.5, nil]}
  #   Jacinth.parse('{"a": 1}', symbolize_names: true) # => {a: 1}
  #
  # The default of an option is false, unless it is given here. A limit that is
  # +nil+, +false+ or 0 is off.
  #
  # [+max_nesting+] How deep arrays and objects can be nested (default 100).
  #                 +false+, +nil+ or 0: the memory is the only limit.
  # [+allow_nan+] Accepts +NaN+, +Infinity+ and +-Infinity+.
  # [+allow_duplicate_key+] The last of several equal keys wins.
  # [+allow_trailing_comma+] Accepts <tt>[1,]</tt> and <tt>{"a": 1,}</tt>.
  # [+allow_comments+] Skips comments as in JavaScript.
  # [+allow_control_characters+] Accepts bytes below 0x20 in strings.
  # [+allow_invalid_escape+] Reads <tt>"\q"</tt> as <tt>"q"</tt>.
  # [+symbolize_names+] Returns keys as Symbols.
  # [+freeze+] Freezes all objects that the parser makes.
  # [+relaxed+] Accepts relaxed syntax, which is common in settings files: comments,
  #             a comma before a closing bracket, and a byte order mark.
  # [+json5+] Reads JSON5 (https://spec.json5.org): strings in single quotes, keys without
  #           quotes, numbers such as <tt>+1</tt>, <tt>.5</tt> and <tt>0x1F</tt>, and
  #           everything of +relaxed+ and +allow_nan+. Slower than JSON. It cannot be
  #           combined with <tt>allow_nan: false</tt>, <tt>allow_trailing_comma: false</tt> or
  #           <tt>allow_comments: false</tt>.
  # [+validate_encoding+] Rejects a source that is not valid UTF-8.
  # [+invalid+] +:replace+ reads bytes that are not valid UTF-8 as U+FFFD, and an escape
  #             of half a surrogate pair, such as <tt>"\ud83d"</tt>.
  # [+max_document_bytes+] The limit of the length of the text (default: off).
  # [+max_string_bytes+] The limit of the length of a string or key (default: off).
  # [+max_keys+, +max_elements+] The limits of the number of keys of an object and of
  #                              elements of an array (default: off).
  # [+max_number_digits+] The limit of the number of digits of a number (default: off).
  # [+on_load+] A Proc that is called with each value and key, and returns the object
  #             to store.
  # [+object_class+, +array_class+] The classes to use in place of Hash and Array. The
  #                                 parser calls +new+, <tt>[]=</tt> and <tt><<</tt>.
  # [+decimal_class+] The class of numbers with a fraction or exponent.
  # [+only+] One or several JSON pointers. Only the values that they lead to are built,
  #          in the arrays and objects that contain them: see Jacinth::Document. It
  #          cannot be combined with +on_load+, +object_class+, +array_class+ or +into+.
  # [+into+] A Jacinth::Type, or a class that Type.data made or that includes
  #          Type::Declared. The document is read as its +load+ does.
  #
  # Raises ParserError if the text is not JSON, LimitError if it exceeds one of the
  # limits, ArgumentError for an unknown option or for two that contradict each other,
  # and TypeError for a source or an option's value of the wrong type.

  ##
  # :singleton-method: parse!
  # :call-seq: parse!(source, **options) -> object
  #
  # The same as parse with other defaults: no limit of nesting, and NaN is allowed.
  #
  #   Jacinth.parse!("[NaN]") # => [NaN]
end
