# frozen_string_literal: true

module Jacinth
  # The generator's options, kept for many calls. A State may be frozen, and
  # a frozen one may be shared between Ractors.
  #
  #   state = Jacinth::State.new(space: " ").freeze
  #   state.generate({ "a" => 1 }) # => "{\"a\": 1}"
  class State
    # opts: a Hash of options, or nil. Raises ArgumentError for an unknown
    # option, TypeError for a value of the wrong type.
    #
    #   Jacinth::State.new(max_nesting: 5).max_nesting # => 5
    #
    # [Options] those of Jacinth.generate: +indent+, +space+, +space_before+,
    #           +object_nl+, +array_nl+, +max_nesting+, +allow_nan+,
    #           +allow_duplicate_key+, +ascii_only+, +script_safe+, +html_safe+,
    #           +sort_keys+, +strict+, +as_json+, +rfc8785+, +safe_integers+,
    #           +invalid+, +width+, +enumerators+, +depth+,
    #           +buffer_initial_length+
    def initialize(opts = nil)
      configure(opts) if opts && !opts.empty?
    end

    # Sets the options that opts names, a Hash or what to_hash or to_h turns
    # into one, and returns self. Raises as State.new does, FrozenError when
    # frozen.
    #
    #   Jacinth::State.new.configure(indent: "\t").indent # => "\t"
    def configure(opts)
      _configure(opts.is_a?(Hash) ? opts : State.options_hash(opts))
    end

    alias merge configure

    ##
    # :method: to_h
    # Every option with its value: a new Hash. Those that the json gem does not
    # have, html_safe, enumerators, safe_integers, invalid and width, are in it
    # where they are set.
    #
    #   Jacinth::State.new(strict: true).to_h[:strict] # => true

    ##
    # :method: to_hash
    # As to_h.
    #
    #   Jacinth::State.new(space: " ").to_hash[:space] # => " "

    # The options that differ from the defaults.
    #
    #   Jacinth::State.new(space: " ").inspect # => "#<Jacinth::Ext::Generator::State space: \" \">"
    def inspect
      Inspection.text(self, Inspection.changed(to_h))
    end

    ##
    # :attr_accessor: indent
    # What is written once for each level of nesting; nil is "". Another
    # object than a String is a TypeError, here and in the next four.
    #
    #   Jacinth::State.new(indent: "  ").indent # => "  "

    ##
    # :attr_accessor: space
    # What is written after the colon.
    #
    #   Jacinth::State.new(space: " ").space # => " "

    ##
    # :attr_accessor: space_before
    # What is written before the colon.
    #
    #   Jacinth::State.new(space_before: " ").space_before # => " "

    ##
    # :attr_accessor: object_nl
    # What is written after each member of an object.
    #
    #   Jacinth::State.new(object_nl: "\n").object_nl # => "\n"

    ##
    # :attr_accessor: array_nl
    # What is written after each element of an array.
    #
    #   Jacinth::State.new(array_nl: "\n").array_nl # => "\n"

    ##
    # :attr_accessor: as_json
    # The Proc that strict generating calls for what JSON has no type for, or
    # false.
    #
    #   Jacinth::State.new(as_json: ->(object, _) { object.to_s }).as_json.arity # => 2

    ##
    # :attr_accessor: sort_keys
    # Whether keys are sorted; or the Proc that gets each Hash and returns
    # the one to write.
    #
    #   Jacinth::State.new(sort_keys: true).generate({ b: 1, a: 2 }) # => "{\"a\":2,\"b\":1}"

    ##
    # :attr_accessor: enumerators
    # +:array+ where Enumerators are written as arrays; or nil.
    #
    #   Jacinth::State.new(enumerators: :array).generate([1].each) # => "[1]"

    ##
    # :attr_accessor: safe_integers
    # What is done with Integers beyond 2**53 - 1: +:raise+, +:string+, or nil for
    # nothing.
    #
    #   Jacinth::State.new(safe_integers: :string).generate([2**53]) # => "[\"9007199254740992\"]"

    ##
    # :attr_accessor: invalid
    # +:replace+ where U+FFFD is written for bytes that are not valid text, or nil.
    #
    #   Jacinth::State.new(invalid: :replace).generate(["\xFF"]) # => "[\"\uFFFD\"]"

    ##
    # :attr_accessor: width
    # How many columns an array or object may take to stand on one line; nil: a
    # line for each member, always. See Jacinth.generate.
    #
    #   Jacinth::State.new(array_nl: "\n", width: 6).generate([[1, 2]]) # => "[\n[1,2]\n]"

    ##
    # :attr_accessor: max_nesting
    # How deep data may be nested; 0 for any depth.
    #
    #   Jacinth::State.new.max_nesting # => 100

    ##
    # :attr_accessor: depth
    # The level of nesting to begin at; in a to_json, the one that it is
    # called at.
    #
    #   Jacinth::State.new.depth # => 0

    ##
    # :attr_accessor: buffer_initial_length
    # Kept as json keeps it; the buffer's size is chosen by other means.
    #
    #   Jacinth::State.new.buffer_initial_length # => 1024

    ##
    # :attr_accessor: script_safe
    # Whether /, U+2028 and U+2029 are escaped too.
    #
    #   Jacinth::State.new(script_safe: true).generate("</script>") # => "\"<\\/script>\""

    ##
    # :attr_accessor: html_safe
    # Whether <, >, &, U+2028 and U+2029 are escaped, so that the text can
    # stand inside <tt><script></tt>; those of a to_json and a Fragment, too.
    #
    #   Jacinth::State.new(html_safe: true).generate("</script>") # => "\"\\u003c/script\\u003e\""

    ##
    # :attr_accessor: strict
    # Whether only what JSON has a type for can be generated.
    #
    #   Jacinth::State.new(strict: true).generate([1..2]) # raises Jacinth::GeneratorError

    ##
    # :method: script_safe?
    # As script_safe.
    #
    #   Jacinth::State.new(script_safe: true).script_safe? # => true

    ##
    # :method: html_safe?
    # As html_safe.
    #
    #   Jacinth::State.new(html_safe: true).html_safe? # => true

    ##
    # :method: strict?
    # As strict.
    #
    #   Jacinth::State.new(strict: true).strict? # => true

    ##
    # :attr_writer: allow_nan
    # Whether NaN and the infinities are written.
    #
    #   Jacinth::State.new.tap { |state| state.allow_nan = true }.generate([Float::NAN]) # => "[NaN]"

    ##
    # :method: allow_nan?
    # Whether NaN and the infinities are written.
    #
    #   Jacinth::State.new(allow_nan: true).allow_nan? # => true

    ##
    # :attr_writer: ascii_only
    # Whether what is not ASCII is escaped.
    #
    #   Jacinth::State.new.tap { |state| state.ascii_only = true }.generate("é") # => "\"\\u00e9\""

    ##
    # :method: ascii_only?
    # Whether what is not ASCII is escaped.
    #
    #   Jacinth::State.new(ascii_only: true).ascii_only? # => true

    ##
    # :attr_writer: rfc8785
    # Whether the text is canonical as RFC 8785 says: keys sorted by UTF-16,
    # numbers as ECMAScript writes them.
    #
    #   Jacinth::State.new.tap { |state| state.rfc8785 = true }.generate([1.0]) # => "[1]"

    ##
    # :method: rfc8785?
    # Whether the text is canonical as RFC 8785 says.
    #
    #   Jacinth::State.new(rfc8785: true).rfc8785? # => true

    ##
    # :method: check_circular?
    # Whether nesting is limited, so that circular data is an error.
    #
    #   Jacinth::State.new(max_nesting: 0).check_circular? # => false

    ##
    # :singleton-method: from_state
    # :call-seq: from_state(opts) -> State
    #
    # opts, if it is a State; else a new one: of opts, if that is a Hash or
    # turns into one by to_hash or to_h, and of the defaults otherwise.
    #
    #   Jacinth::State.from_state({ indent: " " }).indent # => " "

    # opts as a Hash; TypeError where it cannot be one.
    def self.options_hash(opts) # :nodoc:
      opts = JsonGem.options(opts) unless opts.is_a?(Hash)
      return opts if opts.is_a?(Hash)
      return opts.to_hash if opts.respond_to?(:to_hash)
      return opts.to_h if opts.respond_to?(:to_h)

      raise TypeError, "can't convert #{opts.class} into Hash"
    end
  end
end
