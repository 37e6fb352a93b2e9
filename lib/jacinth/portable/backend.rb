# frozen_string_literal: true

# Defines in Ruby the classes and methods that the extension defines, in the same order.
module Jacinth
  # The implementation without the extension: see docs/portable.md.
  module Portable # :nodoc:
    class << self
      # Returns the value of the document in source. options: ParserOptions.
      def parse(source, options)
        text, options = whole_text(source, options)
        pointers = only_pointers(options)
        Reader.new(text, options).check_size if options.max_document_bytes
        read(text, options, pointers)
      end

      # Stores the id of the owner in an error (nil: none), so that a rescue can distinguish it
      # from errors of callbacks and signal handlers: see ext/jacinth/ruby/errors.h. Returns the
      # error.
      def mark(error, owner)
        error.instance_variable_set(:@owner_id, id(owner)) unless nil.equal?(owner) || error.frozen?
        error
      end

      # Returns the id of any object.
      def id(object) = ::BasicObject.instance_method(:__id__).bind_call(object)

      # Returns the value of a text whose size was checked. pointers: those of the option only, or nil.
      def read(text, options, pointers)
        return project(text, options, pointers) if pointers
        return Reader.new(text, options).document unless options.into

        TypeReader.new(text, options.typed).typed_document(type_node(options.into))
      end

      def type_node(type) = Arguments.check_type(type, Type).__send__(:_node).ready

      # Returns the value with only the parts that the pointers lead to.
      def project(text, options, pointers)
        reader = LazyReader.new(text, options)
        result = Selection.new(reader, pointers).project(reader.value_at(0), 0)
        reader.check_end
        result
      end

      # Returns the Pointers of the option only, or nil without it.
      def only_pointers(options)
        return unless options.only

        (::Array === options.only ? options.only : [options.only]).map { |one| Pointer.new(one) }
      end

      # Raises ParserError if a text is not JSON. No callback is called.
      def validate(text, options)
        reader = Reader.new(text, options.checking)
        reader.check_size
        reader.document
      end

      # Returns the text to read, in which JSON5 is rewritten, and the options for it.
      def whole_text(source, options)
        text = source_text(source, options)
        return text, options unless options.json5

        text = checked_json5(text, options)
        [Json5Text.text(text), options.with_source(text)]
      end

      # Raises an error about the text that the options belong to.
      def raise_error(error, options)
        mark(error, options.owner)
        raise options.json5_source ? Json5Text.places(options.json5_source).moved(error) : error
      end

      # Returns the ParserOptions of a Hash or of a Parser::Config.
      def options_of(given) = given.is_a?(::Hash) ? ParserOptions.new(given) : given.__send__(:_options)

      # Returns a source as a String whose bytes can be read as UTF-8. It shares the bytes of the
      # source, but none of the methods that the program can define for that.
      def source_bytes(source, options)
        text = ::String.new(Arguments.string(source))
        bytes?(text, options.invalid) ? text : encoded(text, options.invalid)
      end

      # Returns the text to read: without a byte order mark that the option relaxed skips.
      def source_text(source, options)
        text = source_bytes(source, options)
        text = text.byteslice(3..) if options.relaxed && text.byteslice(0, 3).b == BOM
        options.invalid ? ::String.new(text, encoding: Encoding::UTF_8).scrub : text
      end

      # Returns obj as JSON text, or writes it to io. given: a State, a Hash or nil. native: true
      # to write the object by its built-in type.
      def generate(obj, given, io, native: false)
        owner = given && !(::Hash === given) ? given : obj # it can be a State of the json gem
        Writing.new(state_of(given), io).document(obj, native, owner)
      end

      # Writes a chunk of text to an IO. Raises IOError if the IO has written only a part.
      def write(io, chunk)
        written = io.write(chunk)
        return if !written.is_a?(::Integer) || written >= chunk.bytesize || converting?(io)

        raise IOError, "short write: #{written} of #{chunk.bytesize} bytes"
      end

      # True for nil, and for an IO whose own write is called. A Hash is not an IO: it has options.
      def plain_io?(io) = nil.equal?(io) || (!(::Hash === io) && !responds?(io, :to_io) && responds?(io, :write))

      # Like respond_to?, also if that method is private or undefined. all: [true] to include
      # private methods.
      def responds?(object, name, *all)
        return object.__send__(:respond_to?, name, *all) if ::Object === object || overrides?(object, :respond_to?)

        originals.respond_to.bind_call(object, name, *all)
      rescue ::NoMethodError
        raise if overrides?(object, :respond_to?)

        originals.respond_to.bind_call(object, name, *all)
      end

      # True if the object has another method of this name than that of the owner.
      def overrides?(object, name, owner = ::Kernel)
        !originals.instance_method.bind_call(lookup_class(object), name).owner.equal?(owner)
      rescue ::NameError # the method is undefined
        false
      end

      # Makes Marshal.dump raise TypeError for objects of a class, as for those in C.
      def refuse_to_dump(type)
        type.define_method(:marshal_dump) do
          raise TypeError, "no _dump_data is defined for class #{PathText.shown(self.class)}"
        end
        type.__send__(:private, :marshal_dump)
      end

      # True for a State of Jacinth. The drop-in and the States of json redefine === and is_a?.
      def state?(object) = class_of(object) <= State

      # Returns the class of any object.
      def class_of(object) = originals.type.bind_call(object)

      # Returns the singleton class of an object that has methods of its own, and the class of any
      # other one.
      def lookup_class(object)
        type = class_of(object)
        return type if !type.equal?(::Class) && originals.singletons.bind_call(object).empty?

        class << object; self; end
      end

      # Returns ORIGINALS: Ruby's own methods, which a class can override and a BasicObject lacks.
      def originals
        ORIGINALS
      rescue Ractor::IsolationError # before Ruby 4.0, other Ractors cannot read ORIGINALS
        original_methods
      end

      private

      def original_methods
        methods = %i[class singleton_methods method respond_to? kind_of?].map { |name| ::Kernel.instance_method(name) }
        methods.push(::Module.instance_method(:instance_method), ::Class.instance_method(:allocate))
        Originals.new(*methods.each(&:freeze)).freeze
      end

      # Returns a text of JSON5 after it was checked.
      def checked_json5(text, options)
        text = ::String.new(text, encoding: Encoding::UTF_8).freeze
        Reader.new(text, options.with_source(nil)).tap(&:limit_size).__send__(:check_encoding, 0, text.bytesize)
        text
      end

      # True if the IO transcodes text: write can then return another number of bytes than it got.
      def converting?(io)
        encoding = io.external_encoding if responds?(io, :external_encoding)
        encoding && encoding != Encoding::UTF_8
      end

      def state_of(given)
        return given || DEFAULT if !given || state?(given)

        given = JsonGem.options(given) unless ::Hash === given
        State.new(Arguments.check_type(given, ::Hash))
      end

      def bytes?(text, invalid)
        case text.encoding
        when Encoding::UTF_8, Encoding::BINARY then true
        when Encoding::US_ASCII then invalid || text.ascii_only?
        else false
        end
      end

      def encoded(text, invalid)
        return text.encode(Encoding::UTF_8, invalid: :replace, undef: :replace) if invalid

        Arguments.string(text.encode(Encoding::UTF_8))
      end
    end

    BOM = "\xEF\xBB\xBF".b.freeze
    Originals = ::Struct.new(:type, :singletons, :method_of, :respond_to, :kind_of, :instance_method, :allocate)
    ORIGINALS = original_methods
    private_constant :BOM, :Originals, :ORIGINALS

    files = { ChunkedReader: "chunked_reader", DocumentWriting: "document_writing", EventReader: "event_reader",
              Growth: "growth", Layout: "layout", LazyReader: "lazy_reader", Part: "part", PathFinder: "path_finder",
              PointedReader: "pointed_reader", Pointer: "pointer", PrettyPrinter: "pretty_printer",
              Selection: "selection", TextSelection: "part" }
    Autoloads.add(self, files.transform_values { |file| "portable/#{file}" })
  end

  # lib/jacinth/json_gem.rb defines the rest of this module.
  module JsonGem # :nodoc:
    # Called by the States of the json gem. The extension counts the changes.
    def self.changed = nil
  end
end

require_relative "options"
require_relative "reader_errors"
require_relative "reader_rules"
require_relative "strings"
require_relative "reader"
require_relative "state"
require_relative "texts"
require_relative "conversion"
require_relative "rails_writing"
require_relative "writing"
require_relative "functions"
require_relative "document"
require_relative "resumable_parser"
require_relative "writer"
