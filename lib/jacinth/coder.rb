# frozen_string_literal: true

require_relative "load_source"

module Jacinth
  # Reads and writes JSON with options fixed once. A Coder is strict: an object
  # that JSON has no type for is converted by its block, or is an error. Threads can
  # share a Coder. Ractors can share a frozen one whose block can be shared.
  #
  #   coder = Jacinth::Coder.new { |object, _is_key| object.to_s }
  #   coder.dump([1, :b, 1..2]) # => "[1,\"b\",\"1..2\"]"
  class Coder
    # PARSER_OPTIONS, the names of the options for reading, comes from coder.c. ALSO_FOR_WRITING
    # maps each of them to true if it is an option for writing, too.
    ALSO_FOR_WRITING = PARSER_OPTIONS.to_h { |name| [name, OptionNames::WRITING.include?(name)] }.freeze
    private_constant :PARSER_OPTIONS, :ALSO_FOR_WRITING

    # The block, or the Proc +as_json+, is called with each object that JSON has no type
    # for, and true if the object is a key of a Hash. It returns the object to write
    # instead. It is called with NaN and the infinities, too, unless +allow_nan+ is true.
    #
    #   Jacinth::Coder.new(symbolize_names: true).load('{"a":1}') # => {a: 1}
    #
    # The options are those of Jacinth.parse except +into+, for reading, and those of
    # Jacinth.generate, for writing; +strict+ is true. +max_nesting+, +allow_nan+,
    # +allow_duplicate_key+ and +invalid+ are for both.
    #
    # +types+ determines by class how objects are written that JSON has no type for. It is
    # a Hash from a Class or Module to
    #
    # - a Symbol, the public method that returns the object to write instead; but
    #   <tt>:string</tt> writes a String: all digits of a BigDecimal (<tt>"12.5"</tt>),
    #   +to_s+ of any other object; and <tt>:number</tt> writes a BigDecimal as a number;
    # - a Proc, which is called with the object and returns the object to write instead;
    # - a Type, or a class that Type.data made or that includes Type::Declared, which
    #   writes the object.
    #
    # An entry also applies to subclasses: the first ancestor of an object's class, in the
    # order of Module#ancestors, that has an entry is used. The result of a method or Proc
    # is converted again if its class has an entry. Keys are converted, too; for a key, a
    # Type must write a String. The block is called with the remaining objects: those
    # without an entry, and results of entries that JSON has no type for.
    #
    #   require "set"
    #   coder = Jacinth::Coder.new(types: { Set => :to_a, Struct => :to_h, Range => ->(range) { range.to_s } })
    #   Point = Struct.new(:x, :y)
    #   coder.dump([Set[1, 2], Point.new(3, 4), 1..5]) # => "[[1,2],{\"x\":3,\"y\":4},\"1..5\"]"
    #
    # <tt>Time => :iso8601</tt> writes whole seconds, as Time#iso8601, which is only called
    # if the program has redefined it; <tt>Time => Jacinth::Type[Time]</tt> writes
    # fractions, too. The classes that JSON has
    # types for (String, Symbol, Integer, Float, Array, Hash, those of +true+, +false+ and
    # +nil+) and Fragment cannot be in +types+; their subclasses can. With +sort_keys+ or
    # +rfc8785+, +types+ cannot contain a Type of objects with members, or of numbers.
    #
    # Raises ArgumentError for an unknown option, for <tt>strict: false</tt>, for other
    # +types+, and if +only+ is not a JSON pointer, or is combined with on_load,
    # object_class or array_class.
    #
    #   Jacinth::Coder.new(only: ["/a", "/b/*/c"]).load('{"a": 1, "b": [{"c": 2, "d": 3}]}')
    #   # => {"a" => 1, "b" => [{"c" => 2}]}
    def initialize(object_class: nil, array_class: nil, on_load: nil, strict: true, types: nil, **options, &as_json)
      raise ArgumentError, "JSON::Coder requires strict mode" unless strict

      loading = callbacks(object_class, array_class, on_load)
      writing = { strict: true }
      options.each do |name, value|
        also_for_writing = ALSO_FOR_WRITING[name]
        loading[name] = value unless also_for_writing.nil?
        writing[name] = value unless also_for_writing == false
      end
      writing[:as_json] = as_json if as_json
      loading[:only] = pointers(loading[:only]) if loading[:only]
      table = types && CoderConversions.for_coder(types, options)
      _configure(loading, writing, shown(options.merge!(loading), table, as_json), table)
    rescue ArgumentError => e
      OptionNames.reraise(e, Coder.instance_method(:initialize), options, PARSER_OPTIONS)
    end

    # Returns a line for people with the options that differ from the defaults. A block is
    # shown as as_json.
    #
    #   Jacinth::Coder.new(symbolize_names: true).inspect # => "#<Jacinth::Coder symbolize_names: true>"
    def inspect
      InspectText.text(self, InspectText.changed(_options || {}))
    end

    ##
    # :method: dump
    # :call-seq:
    #   dump(object) -> string
    #   dump(object, io) -> io
    #
    # Returns object as JSON text, a String. With io, an object with +write+ or
    # +to_io+, the text is written to it in chunks, and io is returned. Raises
    # GeneratorError, NestingError, and the errors of the block and of the IO.
    #
    #   Jacinth::Coder.new.dump({ "a" => nil }) # => "{\"a\":null}"

    ##
    # :method: generate
    # :call-seq:
    #   generate(object) -> string
    #   generate(object, io) -> io
    #
    # The same as dump.
    #
    #   Jacinth::Coder.new.generate([1, nil]) # => "[1,null]"

    ##
    # :method: load
    # :call-seq: load(source) -> object
    #
    # Returns the value of the document in source, a String of JSON text or an object
    # with +to_str+. For an IO, pass <tt>io.read</tt>. Raises ParserError, and
    # TypeError for any other source.
    #
    #   Jacinth::Coder.new(freeze: true).load("[1]").frozen? # => true

    ##
    # :method: parse
    # :call-seq: parse(source) -> object
    #
    # The same as load.
    #
    #   Jacinth::Coder.new(symbolize_names: true).parse('{"a": 1}') # => {a: 1}

    # Returns the value in the file at path (a String or a Pathname), read as UTF-8. Raises
    # the errors of load, and SystemCallError if the file cannot be read.
    #
    #   File.write("example.json", "[1]")
    #   Jacinth::Coder.new.load_file("example.json") # => [1]
    def load_file(path)
      limit = _options&.dig(:max_document_bytes)
      return LoadSource.named(path, limit) { |text| _load_owned(text) } unless _load_overridden?

      begin
        load(LoadSource.file(path, limit))
      rescue ParserError => e # a load of the program does not say whether the error is about this text
        e.source_name ||= path.to_s
        raise
      end
    end

    private

    # Returns the options among these that are given. (Hash#compact takes longer.)
    def callbacks(object_class, array_class, on_load)
      given = {}
      given[:object_class] = object_class unless object_class.nil?
      given[:array_class] = array_class unless array_class.nil?
      given[:on_load] = on_load unless on_load.nil?
      given
    end

    # Adds types and as_json to the options, and returns them for inspect. Strings are
    # copied, so that a frozen Coder can be shared between Ractors.
    def shown(options, types, as_json)
      options.transform_values! { |value| ::String === value ? value.dup.freeze : value } # rubocop:disable Style/CaseEquality
      options[:types] = types if types
      options[:as_json] = as_json if as_json
      options.freeze
    end

    # Returns a frozen copy of the pointers. Raises ArgumentError for an invalid pointer.
    def pointers(only)
      pointers = Array(only).map { |pointer| pointer.is_a?(String) ? -pointer : pointer }.freeze
      Jacinth.parse("null", only: pointers)
      pointers
    end
  end
end
