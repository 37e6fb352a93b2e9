# frozen_string_literal: true

module Jacinth
  module Json2 # :nodoc:
    # Prints a warning for each place of the program that calls what json 3 removed.
    module Deprecation # :nodoc:
      OWN = File.dirname(__dir__, 2) # lib
      LIMIT = 1000 # places that are remembered
      private_constant :OWN, :LIMIT

      class << self
        def method(name) = warn("JSON.#{name}", "write #{Migration.method_hint(name)}")
        def constant(name) = warn("JSON::#{name}", "write #{Migration.constant_hint(name)}")
        # Called by C.
        def binary = warn("a BINARY string with UTF-8 text", "write string.dup.force_encoding(Encoding::UTF_8)")
        def option(name) = warn("the option #{name}:", Migration.option(name))

        # Warns that +what+ is deprecated. instead: what to do about it.
        def warn(what, instead)
          return unless ::Warning[:deprecated]

          place = caller_locations.find { |location| !location.path.start_with?(OWN) } or return
          text = "#{place.path}:#{place.lineno}: warning: #{what} is deprecated"
          return unless first?(text)

          ::Kernel.warn("#{text}: #{instead}", category: :deprecated)
        end

        private

        def first?(text)
          seen = Ractor.current[:jacinth_json2_warnings] ||= {}
          return false if seen.key?(text)

          seen.clear if seen.size >= LIMIT
          seen[text] = true
        end
      end
    end
  end
end
