# frozen_string_literal: true

module Jacinth
  # The defaults of pretty_generate, which the extension reads, too.
  PRETTY_GENERATE_OPTIONS = { indent: "  ", space: " ", object_nl: "\n", array_nl: "\n" }.freeze
  private_constant :PRETTY_GENERATE_OPTIONS

  # The +to_json+ that every object has after <tt>require "jacinth/json"</tt>, which
  # includes this module in Object. Without that, a class can include it.
  #
  #   Point = Struct.new(:x, :y) do
  #     include Jacinth::GeneratorMethods
  #     def to_s = "#{x}/#{y}"
  #   end
  #   Point.new(1, 2).to_json # => "\"1/2\""
  module GeneratorMethods
    ##
    # :method: to_json
    # :call-seq: to_json(opts = nil) -> string
    #
    # Returns this object as JSON text. nil, true, false, numbers, Strings, Arrays and
    # Hashes (and objects of their subclasses) become the JSON value of that kind, any
    # other object becomes its to_s. opts: a Hash of options, or a State; other
    # arguments are ignored. Raises the errors of Jacinth.generate.
    #
    #   list = [{ a: nil }].extend(Jacinth::GeneratorMethods)
    #   list.to_json                 # => "[{\"a\":null}]"
    #   list.to_json({ space: " " }) # => "[{\"a\": null}]"
  end

  ##
  # :singleton-method: generate
  # :call-seq: generate(obj, opts = nil) -> string
  #
  # Returns obj as JSON text, a String in UTF-8. opts: a Hash of options, or a
  # State.
  #
  #   Jacinth.generate({ "a" => [1, nil, "ü"] }) # => "{\"a\":[1,null,\"ü\"]}"
  #   Jacinth.generate([1, 2], array_nl: "\n")   # => "[\n1,\n2\n]"
  #
  # The default of an option is false or "", unless it is given here:
  #
  # [+indent+] A String that is written once for each level of nesting.
  # [+space+, +space_before+] Strings that are written after and before the colon.
  # [+object_nl+, +array_nl+] Strings that are written after each member and each
  #                           element.
  # [+ascii_only+] Escapes all characters that are not ASCII.
  # [+script_safe+] Escapes <tt>/</tt>, U+2028 and U+2029, for a script element.
  # [+html_safe+] Escapes <tt><</tt>, <tt>></tt>, <tt>&</tt>, U+2028 and U+2029, as
  #               Active Support does.
  # [+allow_nan+] Writes +NaN+, +Infinity+ and <tt>-Infinity</tt>.
  # [+allow_duplicate_key+] Writes keys that have the same text. By default they raise
  #                         GeneratorError, but, as in json, only if the first key has
  #                         another class than a later String or Symbol:
  #                         <tt>{1 => 0, "1" => 0}</tt>. +rfc8785+ rejects all duplicate
  #                         keys.
  # [+max_nesting+] Limits the depth of arrays and objects; 0, +nil+ or +false+ for no
  #                 limit (default 100).
  # [+strict+] Rejects objects that JSON has no type for, except Symbols; +to_json+ is
  #            not called.
  # [+as_json+] With +strict+, a Proc that is called with each object that JSON has no
  #             type for, and with true if the object is a key. It returns the object to
  #             write; a lambda must take both arguments.
  # [+types+] Determines by class how objects are written: a Hash from a Class or Module
  #           to the name of a method, a Proc, a Type, or a declared class
  #           (docs/types.md).
  # [+sort_keys+] True sorts the keys (with +rails+, by their texts); a Proc is called
  #               with each Hash, and returns the Hash to write.
  # [+rfc8785+] Writes canonical JSON (JCS): sorted keys, and numbers as ECMAScript
  #             writes them.
  # [+enumerators+] +:array+ writes Enumerators as arrays, element by element. For an
  #                 Enumerator that is not of one of Ruby's own classes, or has
  #                 singleton methods, +to_json+ is called first or, with +strict+,
  #                 +as_json+.
  # [+depth+] The level of nesting to begin at (default 0).
  # [+buffer_initial_length+] Has no effect; accepted because json accepts it (default
  #                           1024).
  # [+safe_integers+] +:raise+ rejects Integers beyond ±(2**53 - 1), which readers that
  #                   have only doubles would round; +:string+ writes them as strings.
  # [+invalid+] +:replace+ writes U+FFFD for bytes that are not valid text.
  # [+rails+] Writes objects as Active Support does (docs/rails.md); Active Support must
  #           be loaded. An IO gets each value as a whole. It cannot be combined with
  #           +as_json+, +enumerators+, +types+ or +rfc8785+.
  # [+omit_nil+] Omits members whose value is nil; elements of arrays stay.
  # [+omit_empty+] Omits members whose value is nil, <tt>""</tt>, <tt>[]</tt> or
  #                <tt>{}</tt>; an object that becomes empty only by this option stays.
  # [+width+] Writes each array or object that fits in this number of columns on one
  #           line (docs/options.md).
  #
  # Raises GeneratorError for objects that JSON cannot express (NaN, invalid text,
  # two keys with the same text), NestingError for data deeper than +max_nesting+,
  # ArgumentError for an unknown option and for +rails+ without Active Support, TypeError
  # for an option's value of the wrong type, and the errors of any +to_json+.

  ##
  # :singleton-method: pretty_generate
  # :call-seq: pretty_generate(obj, opts = nil) -> string
  #
  # Returns obj as JSON text for people, with each element and member on a line of its
  # own, indented by two spaces per level. opts: other options, as keywords, in a Hash, or
  # in an object with +to_hash+ or +to_h+; or a State, which replaces all options. Raises
  # the errors of Jacinth.generate.
  #
  #   Jacinth.pretty_generate({ "a" => [1] }) # => "{\n  \"a\": [\n    1\n  ]\n}"
  #
  # With +width+, an array or object that fits in this number of columns is written on
  # one line:
  #
  #   puts Jacinth.pretty_generate({ "size" => [640, 480], "tags" => %w[harbour morning] }, width: 28)
  #   # >> {
  #   # >>   "size": [640, 480],
  #   # >>   "tags": [
  #   # >>     "harbour",
  #   # >>     "morning"
  #   # >>   ]
  #   # >> }
  #
  # [Options] those of Jacinth.generate

  ##
  # :singleton-method: dump
  # :call-seq: dump(obj, io = nil, limit = nil, opts = nil) -> string or io
  #
  # Returns obj as JSON text, a String; NaN and the infinities are allowed. With io, an
  # object with +write+ or +to_io+, the text is written to it in chunks, and io is
  # returned.
  #
  # limit: the greatest depth, an Integer (the same as the option +max_nesting+). opts: a
  # Hash of options, or keywords. io, or io and limit, can be omitted: <tt>dump(obj,
  # limit)</tt>, <tt>dump(obj, opts)</tt>. Raises the errors of Jacinth.generate and of the
  # IO, and IOError if the IO writes fewer bytes than it was given.
  #
  # With <tt>enumerators: :array</tt>, an Enumerator (obj, or one inside it) is written as
  # an array, each element as soon as it is yielded. With io, this takes the memory of
  # one element. An infinite Enumerator is written until an error is raised or a value
  # thrown.
  #
  #   Jacinth.dump((1..3).lazy.map { |x| x * 2 }, $stdout, enumerators: :array)
  #   # >> [2,4,6]
  #   Jacinth.dump([1, Float::NAN]) # => "[1,NaN]"
  #   Jacinth.dump({ "a" => 1 }, StringIO.new).string # => "{\"a\":1}"
  #
  # [Options] those of Jacinth.generate; +allow_nan+ is true, unless +rfc8785+ is

  # Assigns the arguments of Jacinth.dump to io, limit and opts.
  module DumpArguments # :nodoc:
    SHOWN = 80 # characters of a String
    private_constant :SHOWN

    class << self
      # Returns all options of a dump in one Hash.
      def options(limit, opts)
        given = opts ? {}.merge(opts) : {}
        options = { allow_nan: !given[:rfc8785] }
        options[:max_nesting] = limit unless limit.nil?
        options.merge!(given)
      end

      # Also called by the extension.
      def sort(io, limit, opts)
        io, limit, opts = options_last(io, limit) if opts.nil?
        return [io.to_io, limit, opts] if io.respond_to?(:to_io) && !own_write?(io)
        return [io, limit, opts] if io.nil? || !limit.nil? || io.respond_to?(:write)

        # io is a limit
        raise TypeError, "no implicit conversion of String into Integer#{open_file(io)}" if io.is_a?(String)

        [nil, io, opts]
      end

      # Raises TypeError for a String instead of an IO. Called by C, too.
      def no_io!(text)
        raise TypeError, "expected an IO, got #{shown(text)}#{open_file(text)}"
      end

      private

      # True if write must be used instead of to_io. The to_io of a GzipWriter or an
      # SSLSocket returns the stream below. A Tempfile delegates both to its file.
      def own_write?(io)
        io.respond_to?(:write) && !(defined?(::Delegator) && io.is_a?(::Delegator))
      end

      def open_file(path)
        " (to write a file: File.open(#{shown(path)}, \"w\") { |file| Jacinth.dump(obj, file) })"
      end

      # Returns the text, shortened as it can be a whole document.
      def shown(text)
        text.size > SHOWN ? "#{PathText.inspected(text[0, SHOWN])}..." : PathText.inspected(text)
      end

      def options_last(io, limit)
        return [io, nil, limit] if limit.is_a?(Hash)
        return [nil, limit, io] if limit.nil? && io.is_a?(Hash)

        [io, limit, nil]
      end
    end
  end
  private_constant :DumpArguments
end
