# frozen_string_literal: true

# Defines in Ruby what the extension defines, in the same order.
module Jacinth
  # The implementation without the extension: see docs/portable.md.
  module Portable # :nodoc:
    class << self
      # Returns the message for something that only the extension can do.
      def missing(name)
        "#{name} is not in the portable backend, which is used without the extension (docs/portable.md)"
      end

      # Defines methods that raise NotImplementedError. what: the name of what is missing.
      def lacks(type, what, *names)
        text = missing(what).freeze
        code = "(...) = raise(NotImplementedError, #{text.inspect})"
        names.each { |name| type.class_eval(["def #{name}", code].join, __FILE__, __LINE__) }
      end

      # Returns the value of the document in source. options: ParserOptions.
      def parse(source, options)
        return options.into.load(source, **options.to_h.except(:into, :max_nesting)) if options.into
        raise NotImplementedError, missing("the option only") if options.only

        text = source_text(source, options)
        return Reader.new(text, options).document unless options.json5

        text = ::String.new(text, encoding: Encoding::UTF_8)
        Reader.new(text, options).tap(&:check_size).__send__(:check_encoding, 0, text.bytesize)
        Json5.read(text) { |json| Reader.new(json, options).document_of_any_size }
      end

      # Returns the text to read: a String in UTF-8, or one whose bytes are taken for UTF-8.
      def source_text(source, options)
        text = Arguments.string(source)
        text = encoded(text, options.invalid) unless bytes?(text, options.invalid)
        text = text.byteslice(3..) if options.relaxed && text.byteslice(0, 3).b == BOM
        options.invalid ? ::String.new(text, encoding: Encoding::UTF_8).scrub : text
      end

      # Returns obj as JSON text, or writes it to io. given: a State, a Hash or nil. native: true
      # to write the object by its built-in type.
      def generate(obj, given, io, native: false)
        Writing.new(state_of(given), io).document(obj, native)
      end

      # True for a State of Jacinth. The drop-in and the States of json redefine === and is_a?.
      def state?(object) = object.class <= State

      private

      def state_of(given)
        return given || DEFAULT if !given || state?(given)

        given = JsonGem.options(given) unless given.is_a?(::Hash)
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
    private_constant :BOM
  end

  # lib/jacinth/json_gem.rb defines the rest of this module.
  module JsonGem # :nodoc:
    # Called by the States of the json gem. The extension counts the changes.
    def self.changed = nil
  end
end

require_relative "options"
require_relative "reader_errors"
require_relative "strings"
require_relative "reader"
require_relative "state"
require_relative "texts"
require_relative "conversion"
require_relative "writing"
require_relative "functions"
