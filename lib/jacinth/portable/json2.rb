# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # The defaults of json 2: see jacinth/json2.
    module Json2 # :nodoc:
      # The parser's defaults.
      module Reading # :nodoc:
        def initialize(...)
          @allow_duplicate_key = @allow_comments = @allow_invalid_escape = true
          super
        end
      end

      # The generator's defaults.
      module Options # :nodoc:
        private

        def set_defaults
          super
          @allow_duplicate_key = true
        end

        def _configure(opts)
          self.script_safe = opts[:escape_slash] if opts.key?(:escape_slash)
          super
        end
      end

      # Binary Strings are written as UTF-8.
      module Texts # :nodoc:
        private

        def transcode(text)
          return super unless text.encoding == Encoding::BINARY

          utf8 = ::String.new(text, encoding: Encoding::UTF_8)
          return super unless utf8.valid_encoding?

          Jacinth.const_get(:Json2)::Deprecation.binary
          utf8
        end
      end

      def self.install
        ParserOptions.prepend(Reading)
        State.prepend(Options)
        Writing.prepend(Texts)
        %i[READ DEFAULT PRETTY DUMP].each { |name| Portable.__send__(:remove_const, name) }
        Portable.define_defaults
      end
    end
  end
end
