# frozen_string_literal: true

module Jacinth
  # Options of the generator, for many calls. A State can be frozen, and a frozen one can
  # be shared between Ractors.
  #
  #   state = Jacinth::State.new(space: " ").freeze
  #   state.generate({ "a" => 1 }) # => "{\"a\": 1}"
  class State
    # opts: a Hash of options or keywords, or nil for the defaults. Raises
    # ArgumentError for an unknown option or a value out of range, TypeError for a
    # value of the wrong type.
    #
    #   Jacinth::State.new(max_nesting: 5).max_nesting # => 5
    #
    # [Options] those of Jacinth.generate
    def initialize(opts = nil)
      configure(opts) if opts && !opts.empty?
    end

    # Sets the options in opts, a Hash or an object with +to_hash+ or +to_h+, and returns
    # self. Other options do not change. Raises the errors of State.new, and FrozenError
    # for a frozen State.
    #
    #   Jacinth::State.new.configure(indent: "\t").indent # => "\t"
    def configure(opts)
      _configure(opts.is_a?(Hash) ? opts : State.options_hash(opts))
    end

    alias merge configure

    ##
    # :method: to_h
    # Returns a new Hash from every option, a Symbol, to its value. Options that the json
    # gem does not have (html_safe, enumerators, safe_integers, invalid, width, omit_nil,
    # omit_empty, rails, types) are in it only if they are set.
    #
    #   Jacinth::State.new(strict: true).to_h[:strict] # => true

    ##
    # :method: to_hash
    # The same as to_h.
    #
    #   Jacinth::State.new(space: " ").to_hash[:space] # => " "

    # Returns a line for people with the options that differ from the defaults.
    #
    #   Jacinth::State.new(space: " ").inspect # => "#<Jacinth::Ext::Generator::State space: \" \">"
    def inspect
      InspectText.text(self, InspectText.changed(to_h))
    end

    ##
    # :attr_accessor: indent
    # The String that is written once for each level of nesting, before each element and
    # member, and before a closing bracket that begins a line. Setting it to nil sets it
    # to ""; any other object raises TypeError.
    #
    #   Jacinth::State.new(indent: "  ").indent # => "  "

    ##
    # :attr_accessor: space
    # The String that is written after each colon; set as indent is.
    #
    #   Jacinth::State.new(space: " ").space # => " "

    ##
    # :attr_accessor: space_before
    # The String that is written before each colon; set as indent is.
    #
    #   Jacinth::State.new(space_before: " ").space_before # => " "

    ##
    # :attr_accessor: object_nl
    # The String that is written after the opening brace of an object, after each
    # comma in it, and before the closing brace; set as indent is.
    #
    #   Jacinth::State.new(object_nl: "\n").generate({ a: 1 }) # => "{\n\"a\":1\n}"

    ##
    # :attr_accessor: array_nl
    # The String that is written after the opening bracket of an array, after each
    # comma in it, and before the closing bracket; set as indent is.
    #
    #   Jacinth::State.new(array_nl: "\n").generate([1, 2]) # => "[\n1,\n2\n]"

    ##
    # :attr_accessor: as_json
    # With strict, the Proc that is called with each object that JSON has no type for, and
    # true if the object is a key, and returns the object to write instead; or false.
    # Setting it to any other object raises TypeError.
    #
    #   Jacinth::State.new(as_json: ->(object, _) { object.to_s }).as_json.arity # => 2

    ##
    # :attr_accessor: sort_keys
    # True if keys are sorted; or the Proc that is called with each Hash and returns the
    # Hash to write.
    #
    #   Jacinth::State.new(sort_keys: true).generate({ b: 1, a: 2 }) # => "{\"a\":2,\"b\":1}"

    ##
    # :attr_accessor: enumerators
    # +:array+ if Enumerators are written as arrays; or nil. Setting it to any other object
    # raises ArgumentError. The same holds for safe_integers and invalid.
    #
    #   Jacinth::State.new(enumerators: :array).generate([1].each) # => "[1]"

    ##
    # :attr_accessor: safe_integers
    # How Integers are treated whose absolute value is above 2**53 - 1: +:raise+ raises
    # GeneratorError, +:string+ writes them as strings, nil writes them as numbers.
    #
    #   Jacinth::State.new(safe_integers: :string).generate([2**53]) # => "[\"9007199254740992\"]"

    ##
    # :attr_accessor: invalid
    # +:replace+ if U+FFFD is written for bytes that are not valid text; or nil.
    #
    #   Jacinth::State.new(invalid: :replace).generate(["\xFF"]) # => "[\"\uFFFD\"]"

    ##
    # :attr_accessor: width
    # The greatest number of columns of a line on which a whole array or object is written;
    # with nil, each member has a line of its own. Setting it to less than 1 raises
    # ArgumentError. See Jacinth.generate.
    #
    #   Jacinth::State.new(array_nl: "\n", width: 6).generate([[1, 2]]) # => "[\n[1,2]\n]"

    ##
    # :attr_accessor: max_nesting
    # The greatest depth of nested arrays and objects; 0 for any depth. Setting it to nil or
    # false sets it to 0.
    #
    #   Jacinth::State.new.max_nesting # => 100

    ##
    # :attr_accessor: depth
    # The level of nesting to begin at, which determines the indentation and counts towards
    # max_nesting. In a to_json, it is the level of the object.
    #
    #   Jacinth::State.new.depth # => 0

    ##
    # :attr_accessor: buffer_initial_length
    # An option of the json gem, in bytes. It has no effect.
    #
    #   Jacinth::State.new.buffer_initial_length # => 1024

    ##
    # :attr_accessor: script_safe
    # True if <tt>/</tt>, U+2028 and U+2029 are escaped, too, so that the text can be put
    # inside <tt><script></tt>. The text of a Fragment is not escaped.
    #
    #   Jacinth::State.new(script_safe: true).generate("</script>") # => "\"<\\/script>\""

    ##
    # :attr_accessor: html_safe
    # True if <, >, &, U+2028 and U+2029 are escaped, so that the text can be put inside
    # <tt><script></tt>. The texts of a to_json and of a Fragment are escaped, too.
    #
    #   Jacinth::State.new(html_safe: true).generate("</script>") # => "\"\\u003c/script\\u003e\""

    ##
    # :attr_accessor: strict
    # True if an object that JSON has no type for is an error, except Symbols, which are
    # written as strings. Otherwise its to_json, or else its to_s, is written.
    #
    #   Jacinth::State.new(strict: true).generate([1..2]) # raises Jacinth::GeneratorError

    ##
    # :method: script_safe?
    # The same as script_safe.
    #
    #   Jacinth::State.new(script_safe: true).script_safe? # => true

    ##
    # :method: html_safe?
    # The same as html_safe.
    #
    #   Jacinth::State.new(html_safe: true).html_safe? # => true

    ##
    # :method: strict?
    # The same as strict.
    #
    #   Jacinth::State.new(strict: true).strict? # => true

    ##
    # :attr_writer: allow_nan
    # True if NaN and the infinities are written.
    #
    #   Jacinth::State.new.tap { |state| state.allow_nan = true }.generate([Float::NAN]) # => "[NaN]"

    ##
    # :method: allow_nan?
    # True if NaN and the infinities are written.
    #
    #   Jacinth::State.new(allow_nan: true).allow_nan? # => true

    ##
    # :attr_writer: ascii_only
    # True if characters that are not ASCII are escaped.
    #
    #   Jacinth::State.new.tap { |state| state.ascii_only = true }.generate("é") # => "\"\\u00e9\""

    ##
    # :method: ascii_only?
    # True if characters that are not ASCII are escaped.
    #
    #   Jacinth::State.new(ascii_only: true).ascii_only? # => true

    ##
    # :attr_writer: rfc8785
    # True if the text is canonical JSON (RFC 8785): keys sorted by UTF-16, numbers as
    # ECMAScript writes them.
    #
    #   Jacinth::State.new.tap { |state| state.rfc8785 = true }.generate([1.0]) # => "[1]"

    ##
    # :method: rfc8785?
    # True if the text is canonical JSON (RFC 8785).
    #
    #   Jacinth::State.new(rfc8785: true).rfc8785? # => true

    ##
    # :attr_writer: omit_nil
    # True to leave out the members of Hashes whose value is nil.
    #
    #   Jacinth::State.new.tap { |state| state.omit_nil = true }.generate({ "a" => nil }) # => "{}"

    ##
    # :method: omit_nil?
    # True if the members of Hashes whose value is nil are left out.
    #
    #   Jacinth::State.new(omit_nil: true).omit_nil? # => true

    ##
    # :attr_writer: omit_empty
    # True to leave out the members of Hashes whose value is nil, "", [] or {}.
    #
    #   Jacinth::State.new.tap { |state| state.omit_empty = true }.generate({ "a" => [], "b" => 0 }) # => "{\"b\":0}"

    ##
    # :method: omit_empty?
    # True if the members of Hashes whose value is nil, "", [] or {} are left out.
    #
    #   Jacinth::State.new(omit_empty: true).omit_empty? # => true

    ##
    # :attr_writer: rails
    # True to write objects as Active Support does. Setting it to true raises ArgumentError
    # if Active Support is not loaded.
    #
    #   Jacinth::State.new(rails: nil).tap { |state| state.rails = false }.rails? # => false

    ##
    # :method: rails?
    # True if objects are written as Active Support writes them.
    #
    #   Jacinth::State.new.rails? # => false

    ##
    # :attr_accessor: types
    # The conversions by class, a frozen Hash that compares by identity; or nil. Setting it
    # raises ArgumentError as Jacinth.generate does.
    #
    #   Jacinth::State.new(types: { Range => :to_a }).generate(1..3) # => "[1,2,3]"

    ##
    # :method: check_circular?
    # True if nesting is limited, so that circular data is an error.
    #
    #   Jacinth::State.new(max_nesting: 0).check_circular? # => false

    ##
    # :method: generate
    # :call-seq:
    #   generate(obj) -> string
    #   generate(obj, io) -> io
    #
    # Returns obj as JSON text with the options of this State, which do not change.
    # With io, an object with +write+, the text is written to it in chunks, and io is
    # returned. Raises the errors of Jacinth.generate and of the IO, and IOError if
    # the IO writes fewer bytes than it was given.
    #
    #   Jacinth::State.new(ascii_only: true).generate("ü") # => "\"\\u00fc\""

    ##
    # :singleton-method: from_state
    # :call-seq: from_state(opts) -> State
    #
    # Returns opts itself if it is an instance of the called class. Otherwise returns a new
    # State: with the options in opts if that is a Hash or a State of the json gem, and
    # with the defaults if it is any other object.
    #
    #   Jacinth::State.from_state({ indent: " " }).indent # => " "

    # The same as Jacinth.generate, but the text is written to io unless that is nil.
    #
    #   Jacinth::State.generate([1], { array_nl: " " }, nil) # => "[ 1 ]"
    #--
    # The method is in C. RDoc cannot publish it by a comment, as State#generate has the same name.
    def self.generate(obj, opts, io); end unless respond_to?(:generate)

    # Returns opts as a Hash. Raises TypeError if it cannot be converted to one.
    def self.options_hash(opts) # :nodoc:
      opts = JsonGem.options(opts) unless opts.is_a?(Hash)
      return opts if opts.is_a?(Hash)
      return opts.to_hash if opts.respond_to?(:to_hash)
      return opts.to_h if opts.respond_to?(:to_h)

      raise TypeError, "can't convert #{PathText.shown(opts.class)} into Hash"
    end
  end
end
