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
  # [+symbolize_names+] Makes keys Symbols.
  # [+freeze+] Freezes all objects that the parser makes.
  # [+max_nesting+] Limits the depth of arrays and objects; 0, +nil+ or +false+ for no
  #                 limit (default 100).
  # [+allow_nan+] Accepts +NaN+, +Infinity+ and <tt>-Infinity</tt>.
  # [+allow_duplicate_key+] Lets the last of several equal keys win.
  # [+allow_trailing_comma+] Accepts <tt>[1,]</tt> and <tt>{"a": 1,}</tt>.
  # [+allow_comments+] Skips <tt>// …</tt>, up to LF, CR, U+2028 or U+2029, and
  #                    <tt>/* … */</tt>.
  # [+allow_control_characters+] Accepts raw control characters in strings, such as tabs
  #                              and newlines.
  # [+allow_invalid_escape+] Reads <tt>"\q"</tt> as <tt>"q"</tt>.
  # [+relaxed+] Accepts comments, trailing commas, and a byte order mark.
  # [+json5+] Reads JSON5 (https://spec.json5.org), more slowly than JSON; cannot be
  #           combined with <tt>relaxed: false</tt>, <tt>allow_nan: false</tt>,
  #           <tt>allow_trailing_comma: false</tt> or <tt>allow_comments: false</tt>.
  # [+validate_encoding+] Rejects strings that are not UTF-8.
  # [+invalid+] +:replace+ reads bytes that are not UTF-8, and escapes of half a
  #             surrogate pair, as U+FFFD.
  # [+max_document_bytes+, +max_string_bytes+] Limit the length of the text, and of each
  #                                            string and key (docs/untrusted-input.md).
  # [+max_keys+, +max_elements+] Limit the keys of each object and the elements of each
  #                              array.
  # [+max_number_digits+] Limits the digits of each number.
  # [+on_load+] A Proc that is called with each value and key, and returns the object to
  #             store.
  # [+decimal_class+] Makes objects of this class from numbers with a fraction or an
  #                   exponent (for +BigDecimal+, from Ruby 3.4 on, +bigdecimal+ must be
  #                   in the Gemfile).
  # [+object_class+, +array_class+] Make objects of these classes instead of Hash and
  #                                 Array, by their +new+, <tt>[]=</tt> and <tt><<</tt>.
  # [+only+] Builds only the values at these JSON pointers, in the arrays and objects
  #          that contain them (docs/streaming.md); cannot be combined with +on_load+,
  #          +object_class+, +array_class+ or +into+.
  # [+into+] Builds the objects of a +Type+ or a declared class (docs/types.md).
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
