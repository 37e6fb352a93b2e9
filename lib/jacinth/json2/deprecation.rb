# frozen_string_literal: true

module Jacinth
  module Json2 # :nodoc:
    # Prints one warning for each line of the program that uses a method, option or constant
    # that json 3 removed.
    module Deprecation # :nodoc:
      OWN = "#{File.dirname(__dir__, 2)}/".freeze # lib
      STEP = 8
      LIMIT = 1000 # places that are remembered
      private_constant :OWN, :STEP, :LIMIT

      class << self
        # Without a text unless it is shown, because json/add calls JSON.create_id for each object.
        def method(name)
          warn("JSON.#{name}", "write #{MigrationHints.method_hint(name)}") if ::Warning[:deprecated]
        end

        # Called by C.
        def binary = warn("a BINARY string with UTF-8 text", "write string.dup.force_encoding(Encoding::UTF_8)")
        def option(name) = warn("the option #{name}:", MigrationHints.option(name))

        # Warns that +what+ is deprecated. instead: the advice at the end of the warning.
        def warn(what, instead)
          return unless ::Warning[:deprecated]

          place = place_of_call or return
          text = "#{place.path}:#{place.lineno}: warning: #{what} is deprecated"
          return unless first?(text)

          ::Kernel.warn("#{text}: #{instead}", category: :deprecated)
        end

        # True for the first warning with this text.
        def first?(text)
          seen = Ractor.current[:jacinth_json2_warnings] ||= {}
          return false if seen.key?(text)

          seen.clear if seen.size >= LIMIT
          seen[text] = true
        end

        private

        # The innermost place outside the library. The stack can be deep, and is read in parts.
        def place_of_call
          (2..).step(STEP) do |first|
            places = caller_locations(first, STEP)
            found = places&.find { |place| !place.path.start_with?(OWN) }
            return found if found || places.nil? || places.empty?
          end
        end
      end
    end

    # Prepended to Warning.warn: adds the new name to Ruby's warning of a removed constant.
    module ConstantWarnings # :nodoc:
      CONSTANT = /: warning: \Kconstant (?=(?:JSON|Jacinth)::(\w+) is deprecated$)/
      private_constant :CONSTANT

      # Returns the advice for Ruby's warning of a removed constant, or nil for other warnings, which
      # can have any bytes.
      def self.hint(message)
        return unless message.is_a?(::String) && message.encoding.ascii_compatible? && message.valid_encoding?

        name = message[CONSTANT, 1]
        MigrationHints.constant_hint(name.to_sym) if name
      end

      # Ruby passes the category only to a method with a variable number of arguments.
      def warn(message, *rest, **options)
        hint = ConstantWarnings.hint(message)
        return super unless hint
        return unless Deprecation.first?(message)

        super("#{message.sub(CONSTANT, "").chomp("\n")}: write #{hint}\n", *rest, **options)
      end
    end
  end
end
