# frozen_string_literal: true

module Jacinth
  module JsonReplacement # :nodoc:
    # Gives classes and modules the names that they have in the json gem: error reports,
    # logs, Marshal and YAML identify a class by its name. Classes that the json gem does
    # not have keep their documented names, such as Jacinth::LimitError.
    module Names # :nodoc:
      SAME = %i[
        Coder Fragment JSONError ParserError NestingError GeneratorError GeneratorMethods ResumableParser Ext
      ].freeze
      private_constant :SAME

      class << self
        def take
          rename(Jacinth, "JSON")
          SAME.each { |name| rename(Jacinth.const_get(name, false), "JSON::#{name}") }
          rename(Ext::Parser, "JSON::Ext::Parser")
          rename(Ext::ParserConfig, "JSON::Ext::ParserConfig")
          rename(Ext::Generator, "JSON::Ext::Generator")
          rename(Ext::Generator::State, "JSON::Ext::Generator::State")
          json2 = Ext::Generator::GeneratorMethods
          rename(json2, "JSON::Ext::Generator::GeneratorMethods")
          json2.constants.each { |name| rename(json2.const_get(name), "#{json2.name}::#{name}") }
        end

        private

        # Ruby names classes in US-ASCII.
        def rename(mod, name) = Jacinth.__send__(:_rename, mod, name.encode(Encoding::US_ASCII))
      end
    end
    private_constant :Names
  end
end
